"""Code looks up special rules, words of effects, unit types and settings by name: each of these names is in its table.

Short: one test over the whole room, and one line of code for each way to misspell a name.
"""

from __future__ import annotations

from shoot_cli.rules.seventh import charts, effects
from shoot_cli.rules.seventh.charts import ORDNANCE_DICE
from shoot_cli.rules.seventh.fields import every_rule
from shoot_cli.rules.seventh.profiles import SETTINGS, UNIT_TYPES
from shoot_cli.rules.seventh.steps import attack, states
from tests.helpers.each import each
from tests.rules.seventh.helpers.looked_up import (
    HEAD,
    READING,
    ROOM,
    RULE,
    SETTING,
    TYPE,
    Name,
    Source,
    looked_up,
    room,
)

VALUES = {setting.key: setting.values for setting in SETTINGS}
RULES = {rule.name for rule in every_rule()}
HEADS = {*effects.PLAIN, *effects.NUMBERED, *effects.SAVES, "gains", "loses", f"shots{effects.NEAR}"}
RUNS = [kind.split() for kind in UNIT_TYPES]  # a type is looked up by some of its words: "Monstrous", "Jet Pack"
TYPES = {" ".join(run[first:end]) for run in RUNS for end in range(len(run) + 1) for first in range(end)}
NAMES = {
    RULE: {*RULES, *effects.PLAIN, ORDNANCE_DICE},  # words of effects become rules of weapons and models
    TYPE: {*TYPES, *RULES, "Building"},  # no building is played, and a list is told so
    HEAD: HEADS,
    SETTING: {*VALUES},
    READING: {*charts.READINGS.values()},
}
LEAST = {RULE: 80, TYPE: 20, HEAD: 25, SETTING: 30, READING: 4}  # so many names must be met
# names that come from tables themselves: what `effects.md` has in brackets (see the last test), and its effects; and the
# type of `all INFANTRY`, which a player types and which is refused where no unit has it
FREE = {"effects.py: name", "steps/states.py: known.name", "steps/facts.py: word"}


def unknown(names: list[Name]) -> list[Name]:
    return [one for one in names if one.said not in (VALUES[one.setting] if one.setting else NAMES[one.kind])]


def test_every_name_that_is_looked_up_is_in_its_table() -> None:
    names = looked_up(*room())
    told = [one for one in names if one.said is not None]
    assert unknown(told) == []
    met = {kind: {one.said for one in told if one.kind == kind} for kind in LEAST}
    assert [kind for kind, least in LEAST.items() if len(met[kind]) < least] == []
    assert {one.where.removeprefix(f"{ROOM}/") for one in names if one.said is None} <= FREE


@each(
    "code",
    [
        'weapon.has("Barage")',
        'any(map(weapon.has, ("Barrage", "Rendign")))',
        '[rule for rule in ("Stealth", "Shruoded") if unit.has(rule)]',
        '[n for rule, n in (("Stealth", 1), ("Shruoded", 2)) if unit.has(rule)]',
        '[n for n, (rule, _) in enumerate((("Shruoded", 2),)) if unit.has(rule)]',
        'rule = "Shruoded"\ndef f(unit): return unit.has(rule)',
        'def f(state, rule): return state.unit.has(rule)\ndef g(state): return f(state, "Shruoded")',
        'scenes.has("Melta", "Lanze")',
        '"Barage" in gun.rules',
        '"Barage" not in set(unit.every_rule)',
        '{"Haywire", "Gravitom"} & set(gun.rules)',
        '{"Haywire", "Gravitom"}.isdisjoint(gun.rules)',
        '[rule for rule in weapon.rules if rule in ("Blast", "Tempalte")]',
        '[rule for rule in rules if rule.startswith("Prefered Enemy")]',
        'unit.of_type("Waker")',
        'unit.model_of_type(model, "Jetbkie")',
        '"Monstruous" in unit.type_of(model)',
        '"Monstruous" in unit.type',
        'word.head == "invulnerabel"',
        'word.head in ("gains", "looses")',
        'def _sum(words, head): return [word for word in words if word.head == head]\n_sum(words, "stregth")',
        '_bare(word.rule) == "Feel no Pain"',
        'gun.by("bss")',
        'table.setting("explosion_time")',
        'table.setting("explosion_timing") == "at once"',
        '"next model" in model.readings',
    ],
)  # fmt: skip
def test_a_misspelt_name_is_found(code: str) -> None:
    assert len(unknown(looked_up(Source(ROOM / "charts.py", code)))) == 1


def test_names_of_tables_in_code_are_known() -> None:
    """Tables of names that are not looked up in a profile, but compared with what was read."""
    assert {*effects.NEVER_GAINED, *attack.NEVER_TESTS, *attack.AFTERWARDS} <= RULES
    assert {states.BACK_IN_THE_FIGHT, states.FORWARDS, states.ZEPHYRS_GRACE} <= {*effects.NAMES}
    assert {*states.PSYCHIC} <= {word for known in effects.KNOWN for word in known.whose.split()}
    assert all(value in VALUES[key] for key, value in charts.READINGS.items())


def test_conditions_of_effects_name_types_that_there_are() -> None:
    conditions = [word[1:].partition("]")[0] for known in effects.KNOWN for word in known.words if word[0] == "["]
    assert {condition.partition(" ")[0] for condition in conditions} <= {"named", "part", "type", "armed", "no", "else"}
    assert {one.partition(" ")[2] for one in conditions if one.startswith("type ")} <= TYPES
