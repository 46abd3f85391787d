"""The `army:` block of a list: how it is read, what it refuses, and rules that are always in force (EVE-40 to 47)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shoot_cli import api
from shoot_cli.armies import ArmyErrors, load_text
from shoot_cli.armies.army import (
    AFTER,
    ALWAYS,
    EACH_TURN,
    ENEMY,
    NO_LIMIT,
    ONCE_A_BATTLE,
    ONCE_A_PHASE,
    ONCE_A_TURN,
    OWN,
    SHOOTS,
    TARGETED,
    TOLD,
    ArmyEntry,
    Whom,
    fits,
    whom_of,
)
from shoot_cli.armies.cache import RememberedLists, sources
from shoot_cli.armies.loading import scenario_from
from shoot_cli.battle.turns import NEXT_TURN, PHASE
from shoot_cli.rules import RULESETS
from tests.helpers.each import each

EDITIONS = ("40k-10e", "40k-11e")
HEAD = """ruleset: {edition}
name: Test Column
weapons:
  rifle: {{range: 24, A: 2, BS: 4+, S: 4, AP: 0, D: 1}}
  flamer: {{range: 12, A: D6, BS: N/A, S: 4, AP: 0, D: 1, abilities: [Torrent]}}
units:
- name: Guard
  keywords: [Infantry, River Folk]{of_guard}
  models: [{{name: Guard, count: 5, T: 3, Sv: 5+, W: 1, weapons: [rifle]}}]
- name: Captain
  keywords: [Infantry, Character, River Folk]
  leader: Guard{of_captain}
  models: [{{name: Captain, T: 4, Sv: 4+, W: 4, character: yes, weapons: [rifle]}}]
- name: Tank
  keywords: [Vehicle, River Folk]{of_tank}
  models: [{{name: Tank, T: 9, Sv: 3+, W: 10, weapons: [rifle, flamer]}}]
"""


def text_of(army: str = "", edition: str = "40k-10e", **effects: str) -> str:
    """A list of three units and an army block. `effects` are those of units, by their names in lower case."""
    lines = {f"of_{name}": effects.get(name, "") and f"\n  effects: {effects[name]}" for name in GUARDS}
    return HEAD.format(edition=edition, **lines) + (f"army:\n{army}" if army else "")


GUARDS = ("guard", "captain", "tank")


def army_of(block: str, edition: str = "40k-10e", **effects: str) -> Any:
    return load_text(text_of(block, edition, **effects), "list.yaml")


def problems(block: str, edition: str = "40k-10e") -> list[str]:
    """What is wrong, each with the words at its place in the list."""
    text = text_of(block, edition)
    with pytest.raises(ArmyErrors) as error:
        load_text(text, "list.yaml")
    lines = text.splitlines()
    return [f"{lines[one.line - 1][one.column - 1 :]} -> {one.text}" for one in error.value.problems]


def entry(words: str, key: str = "rules") -> ArmyEntry:
    block = army_of(f"  {key}:\n  - {{{words}}}\n").block
    found: ArmyEntry = getattr(block, key)[0]
    return found


WHOLE = """  detachment: Iron Column          # comments stand where they stood
  command_points: yes
  rules:
  - {name: Heavy Treads, for: VEHICLE, effect: re-roll one hit roll or wound roll or damage roll}
  - {name: Old Grudge, when: turn, on: enemy, effect: re-roll hit rolls}
  - {name: Doctrine, when: turn, effect: "one of: Shoots after Advancing, Shoots after Falling Back", once: battle}
  - {name: Steady Aim, when: told, for: INFANTRY, lasts: my next turn, effect: improve BS by 1}
  stratagems:
  - {name: Storm of Shells, cost: 1, for: INFANTRY or MOUNTED, effect: Sustained Hits 1}
  - {name: Burn, effect: Devastating Wounds with Torrent}
  - {name: Contempt, when: targeted, for: not VEHICLE, effect: "incoming: worsen AP by 1"}
  - {name: Answering Fire, cost: 2, when: after, effect: Shoots back, once: turn}
  - {name: Blind Them, on: enemy, lasts: my next turn, effect: -1 to hit}
  - {name: Old Song, cost: 0}
"""


# Reading --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EVE-40")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_block_becomes_records_with_what_is_left_out_filled_in(edition: str) -> None:
    block = army_of(WHOLE, edition).block
    assert (block.detachments, block.detachment, block.command_points) == (("Iron Column",), "Iron Column", 0)
    treads, grudge, doctrine, aim = block.rules
    assert (treads.when, treads.lasts, treads.cost, treads.once, treads.on) == (ALWAYS, "", 0, NO_LIMIT, OWN)
    assert (grudge.when, grudge.lasts, grudge.on) == (EACH_TURN, NEXT_TURN, ENEMY)
    assert doctrine.effects == ("one of: Shoots after Advancing, Shoots after Falling Back",)
    assert (doctrine.once, aim.when, aim.lasts) == (ONCE_A_BATTLE, TOLD, NEXT_TURN)
    storm, burn, contempt, answer, blind, song = block.stratagems
    assert (storm.when, storm.lasts, storm.cost, storm.once) == (SHOOTS, PHASE, 1, ONCE_A_PHASE)
    assert storm.whom == Whom((("INFANTRY",), ("MOUNTED",)))
    assert (burn.cost, burn.whom) == (1, Whom())
    assert (contempt.when, contempt.whom) == (TARGETED, Whom((), ("VEHICLE",)))
    assert (answer.when, answer.once, answer.cost) == (AFTER, ONCE_A_TURN, 2)
    assert (blind.on, blind.lasts) == (ENEMY, NEXT_TURN)
    assert song.reminder
    assert song.cost == 0
    assert block.entries == block.rules + block.stratagems


@pytest.mark.rule("EVE-40")
def test_command_points_are_not_counted_unless_a_list_says_so() -> None:
    said = {"no": None, "yes": 0, "0": 0, "3": 3}
    assert {word: army_of(f"  command_points: {word}\n").block.command_points for word in said} == said
    assert army_of("  detachment: A\n").block.command_points is None


@pytest.mark.rule("EVE-40")
def test_detachments_are_one_name_or_a_list_and_a_comma_belongs_to_a_name() -> None:
    assert army_of("  detachment: Spears, and Shields\n").block.detachments == ("Spears, and Shields",)
    assert army_of("  detachment: [Spears, Shields]\n").block.detachments == ("Spears", "Shields")


@pytest.mark.rule("EVE-40")
def test_effects_are_a_line_several_lines_or_a_line_with_semicolons() -> None:
    told = "when: told, name: A"
    assert entry(f"{told}, effect: [Lethal Hits, +1 to hit]").effects == ("Lethal Hits", "+1 to hit")
    assert entry(f"{told}, effect: Lethal Hits; +1 to hit").effects == ("Lethal Hits", "+1 to hit")
    assert entry(f'{told}, effect: "one of: Lethal Hits; +1 to hit"').effects == ("one of: Lethal Hits; +1 to hit",)
    (incoming,) = army_of("  rules:\n  - name: A\n    effect:\n    - incoming: -1 to hit\n").block.rules
    assert incoming.effects == ("incoming: -1 to hit",)


@pytest.mark.rule("EVE-47")
def test_a_list_without_the_block_has_none_and_other_units_are_the_same() -> None:
    assert army_of("").block is None
    assert army_of(WHOLE.replace("re-roll one hit roll or wound roll or damage roll", "-")).units == army_of("").units


def test_a_block_is_remembered_with_its_list(tmp_path: Path) -> None:
    text, memory = text_of(WHOLE), RememberedLists(tmp_path, lambda make: b"key")
    army = load_text(text, "list.yaml", memory)
    assert memory.army(text) == army
    assert memory.army(text.replace("cost: 2", "cost: 1")) is None


def test_other_words_of_spans_make_remembered_blocks_old() -> None:
    (tenth,) = (one for one in RULESETS if one.name == "40k-10e")
    read_by = {path.name for path in sources(tenth)}
    assert {"army.py", "army_rules.py", "told_effects.py", "fields.md", "turns.py"} <= read_by


@pytest.mark.rule("EVE-40")
def test_other_editions_and_single_attacks_refuse_the_block_in_words() -> None:
    refused = {}
    for edition in RULESETS:
        text = f"ruleset: {edition.name}\nname: A\narmy: {{detachment: B}}\nunits: []\n"
        with pytest.raises(ArmyErrors) as error:
            load_text(text, "list.yaml")
        refused[edition.name] = [one.text for one in error.value.problems if "army" in one.text]
    assert {name for name, words in refused.items() if not words} == {*EDITIONS}
    assert all("have no army: block; write" in words for (words,) in filter(None, refused.values()))
    with pytest.raises(ArmyErrors, match="one attack has no army: block; write"):
        scenario_from({"ruleset": "40k-10e", "attacker": "A1 BS3+ S4 AP0 D1", "target": "T4", "army": {}})


# Refusals -------------------------------------------------------------------------------------------------------------

RULE, STRATAGEM = "  rules:\n  - {%s}\n", "  stratagems:\n  - {%s}\n"
WRONG = [  # the block; where it is wrong; words of the sentence
    ("  detachmnt: A\n", "detachmnt", "did you mean detachment?"),
    ("  detachment: [A, {b: c}]\n", "[A", "write detachment: Iron Column, or a list"),
    ("  command_points: lots\n", "lots", "write yes, no or a number"),
    ("  command_points: 100\n", "100", "no whole number from 0 to 99"),
    ("  rules: Lethal Hits\n", "Lethal", "stands where a list is expected"),
    (RULE % "effect: Lethal Hits", "{effect", "“name” is missing"),
    (RULE % "name: A, wen: told", "wen", "did you mean when?"),
    (RULE % "name: 'A: b'", "'A: b'", "cannot be said as a name"),
    (RULE % "name: A, effect: Lethal Hit", "Lethal Hit", "did you mean Lethal Hits?"),
    (RULE % "name: A, effect: {a: b, c: d}", "{a", "an effect is a text or a list"),
    (RULE % "name: A, effect: [one of: Lethal Hits, +1 to hit]", "[one", "the comma behind “one of: Lethal Hits” ends"),
    (RULE % "name: A, when: shoots", "shoots", "a moment of stratagems; write it under stratagems:"),
    (RULE % "name: A, when: turns", "turns", "did you mean turn?"),
    (RULE % "name: A, for: 'INFANTRY, ORKS'", "'INF", "a comma says neither “or” nor “and”"),
    (RULE % "name: A, for: any", "any", "leave for: out to mean any unit"),
    (RULE % "name: A, for: INFANTRY or not ORKS", "INF", "or stands before not"),
    (RULE % "name: A, for: not INFANTRY or ORKS", "not", "write not INFANTRY, not ORKS"),
    (RULE % "name: A, for: 'INFANTRY, not INFANTRY'", "'INF", "no unit can have INFANTRY and not have it"),
    (RULE % "name: A, for: W3+", "W3+", "“W3+” is no keyword"),
    (RULE % "name: A, for: [INFANTRY]", "[INF", "a list stands here; write keywords"),
    (RULE % "name: A, cost: 1", "1}", "costs nothing; leave cost: out"),
    (RULE % "name: A, once: turn", "turn", "is not used; leave once: out"),
    (RULE % "name: A, lasts: phase", "phase", "does not end; leave lasts: out"),
    (RULE % "name: A, on: enemy", "enemy", "write when: turn to name an enemy unit"),
    (RULE % "name: A, when: turn, lasts: attack", "attack", "as a turn begins there is no attack"),
    (RULE % "name: A, when: told, lasts: for ever", "for ever", "is no span; known are"),
    (RULE % "name: A, when: told, once: sometimes", "sometimes", "is no limit; known are"),
    (RULE % "name: A, when: told, on: foe", "foe", "is no side; known are"),
    (RULE % "name: A, when: told, cost: 11", "11", "no whole number from 0 to 10"),
    (RULE % "name: A, when: told, effect: 'led: Lethal Hits'", "'led", "tell it of the units that have it"),
    (RULE % "name: A, when: told, effect: 'mark: Lethal Hits'", "'mark", "in force now, or it is not"),
    (RULE % "name: A, when: told, effect: +1 to hit once per battle", "+1", "leave out once per"),
    (RULE % "name: A, when: told, effect: Scouts 6", "Scouts", "does nothing while units shoot"),
    (RULE % "name: A, when: told, effect: Lethal Hits this turn", "Lethal", "write lasts: turn"),
    (RULE % "name: A, when: told, effect: Lethal Hits if it is dark this turn", "Lethal", "write lasts: turn"),
    (RULE % "name: A, when: told, effect: Lethal Hits as Bee", "Lethal", "leave out “as Bee”"),
    (RULE % "name: A, effect: Lethal Hits as Bee", "Lethal", "leave out “as Bee”"),
    (RULE % "name: A, when: turn, on: enemy, effect: 'one of: Lethal Hits, Stealth'", "'one", "some of it works for"),
    (STRATAGEM % "name: A, when: always", "always", "a moment of rules, which are not bought"),
    (STRATAGEM % "name: A, when: turn", "turn", "a moment of rules, which are not bought"),
    (STRATAGEM % "name: A, when: targeted, on: enemy", "enemy", "the unit that is shot at, which is your own"),
    (STRATAGEM % "name: A, cost: -1", "-1", "no whole number from 0 to 10"),
    (RULE % "name: A" + STRATAGEM % "name: a", "a}", "“a” is the same name as “A”"),
]  # fmt: skip


@pytest.mark.rule("EVE-40", "EVE-20", "EVE-22", "EVE-28")
@each("block, where, words", WRONG)
def test_what_a_block_cannot_say_is_refused_where_it_stands(block: str, where: str, words: str) -> None:
    (problem,) = problems(block)
    place, _, said = problem.partition(" -> ")
    assert words in said
    assert place.startswith(where)


def test_everything_wrong_is_told_at_once_beside_what_is_wrong_with_units() -> None:
    block = "  rules:\n  - {name: A, cost: 1, once: turn}\n  - {name: A, when: told, effect: 'led: Stealth'}\n"
    assert len(problems(block)) == 4
    text = text_of("  rules:\n  - {name: A, effect: Fly high}\n").replace("T: 9", "T: 99")
    with pytest.raises(ArmyErrors) as error:
        load_text(text, "list.yaml")
    assert len(error.value.problems) == 2


def test_keys_of_the_block_that_stand_outside_are_sent_there() -> None:
    with pytest.raises(ArmyErrors, match=r"“stratagems” stands under army:; write army: \{stratagems: …\}"):
        load_text(text_of() + "stratagems: []\n", "list.yaml")


def test_targets_are_no_army() -> None:
    with pytest.raises(ArmyErrors, match="targets have no rules or stratagems of an army"):
        load_text("targets: yes\n" + text_of("  detachment: A\n"), "list.yaml")


# Whom an entry is for -------------------------------------------------------------------------------------------------

FITS = [
    ("INFANTRY", ("INFANTRY", "RIVER FOLK"), True),
    ("INFANTRY", ("VEHICLE",), False),
    ("infantry", ("INFANTRY",), True),
    ("RIVER FOLK INFANTRY", ("INFANTRY", "RIVER FOLK"), True),
    ("RIVER FOLK INFANTRY", ("INFANTRY",), False),
    ("RIVER FOLK and INFANTRY", ("INFANTRY", "RIVER FOLK"), True),
    ("RIVER", ("RIVER FOLK",), False),
    ("INFANTRY or MOUNTED", ("MOUNTED",), True),
    ("INFANTRY or MOUNTED", ("VEHICLE",), False),
    ("RIVER FOLK INFANTRY or VEHICLE", ("VEHICLE",), True),
    ("RIVER FOLK INFANTRY or VEHICLE", ("RIVER FOLK",), False),
    ("not VEHICLE", ("INFANTRY",), True),
    ("not VEHICLE", ("INFANTRY", "VEHICLE"), False),
    ("INFANTRY, not CHARACTER", ("INFANTRY",), True),
    ("INFANTRY but not CHARACTER", ("INFANTRY", "CHARACTER"), False),
    ("INFANTRY or MOUNTED not CHARACTER", ("MOUNTED", "CHARACTER"), False),
    ("not VEHICLE, not MONSTER", ("MONSTER",), False),
    ("not VEHICLE and not MONSTER", ("SWARM",), True),
    ("not RIVER FOLK INFANTRY", ("INFANTRY",), True),
    ("not RIVER FOLK INFANTRY", ("INFANTRY", "RIVER FOLK"), False),
    ("T’AU EMPIRE", ("T'AU EMPIRE",), True),
    ("HEAVY-GUNS", ("HEAVY-GUNS",), True),
]


@pytest.mark.rule("EVE-40")
@each("said, keywords, fitting", FITS)
def test_keywords_say_whom_an_entry_is_for(said: str, keywords: tuple[str, ...], fitting: bool) -> None:
    whom = whom_of(said)
    assert fits(whom, keywords) is fitting
    assert whom_of(whom.text) == whom


def test_keywords_of_many_words_take_no_time() -> None:
    assert not fits(whom_of("A " * 900 + "B"), ("A", "A A", "A A A"))
    assert fits(whom_of("A " * 900 + "A"), ("A A", "A A A"))


def test_an_entry_without_for_is_for_any_unit() -> None:
    assert fits(Whom(), ())
    assert Whom().text == ""


# Rules that are always in force ---------------------------------------------------------------------------------------

ALWAYS_LINES = [
    "+1 to hit", "Lethal Hits", "Feel No Pain 5+", "incoming: -1 to hit", "Stealth", "re-roll hit rolls if it is dark",
    "Assault", "Shoots after Advancing", "led: +1 to wound", "friendly INFANTRY within 6\": +1 attacks",
    "one of: Lethal Hits, Sustained Hits 1", "mark: +1 to hit", "+1 to hit once per battle",
]  # fmt: skip


@pytest.mark.rule("EVE-41", "10E-EFF-31")
@pytest.mark.parametrize("edition", EDITIONS)
@each("line", ALWAYS_LINES)
def test_a_rule_that_is_always_in_force_is_a_line_of_every_unit_that_it_is_for(edition: str, line: str) -> None:
    quoted = line.replace('"', '\\"')
    in_block = army_of(f'  rules:\n  - {{name: Old Song, effect: "{quoted}"}}\n', edition)
    written = f'["{quoted} as Old Song"]'
    in_units = army_of("", edition, guard=written, captain=written, tank=written)
    assert [effects_of(unit) for unit in in_block.units] == [effects_of(unit) for unit in in_units.units]


def effects_of(unit: Any) -> list[Any]:
    """What each model has, without doubles: a leader's own unit and the one he leads have the same line."""
    return [
        (model.name, tuple(dict.fromkeys(model.abilities)), model.feel_no_pain, model.weapons)
        for model, _ in unit.models
    ]


@pytest.mark.rule("EVE-41")
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_counts_wherever_attacks_are_worked_out(edition: str, tmp_path: Path) -> None:
    block = (
        "  rules:\n  - {name: Aim, for: VEHICLE, effect: [+1 to hit against INFANTRY, Lethal Hits with rifle]}\n"
        "  - {name: Dig, for: INFANTRY, effect: ['incoming: -1 to wound', Feel No Pain 6+]}\n"
    )
    tank, guard = "[+1 to hit against INFANTRY, Lethal Hits with rifle]", "['incoming: -1 to wound', Feel No Pain 6+]"
    texts = {
        "block": text_of(block, edition),
        "units": text_of("", edition, tank=tank, guard=guard),
        "none": text_of("", edition),
    }
    found: dict[str, list[float]] = {}
    for name, text in texts.items():
        file = tmp_path / f"{name}.yaml"
        file.write_text(text, encoding="utf-8")
        pair, answers = (f"{file}::Tank", f"{file}::Guard"), {"distance": 10, "weapon": "rifle"}
        (row,) = api.compare([pair[0]], [pair[1]], answers=answers).to_rows()
        figures = [value for value in row.values() if isinstance(value, float)]
        assert figures
        found[name] = [*api.odds(*pair, answers=answers).slain, *figures]
    assert found["block"] == pytest.approx(found["units"], abs=1e-12)
    assert found["block"] != pytest.approx(found["none"], abs=1e-3)


@pytest.mark.rule("EVE-41")
def test_the_keywords_of_the_joined_unit_decide() -> None:
    guard, tank = army_of(RULE % "name: Old Song, for: CHARACTER, effect: +1 to hit").units
    assert [model.count("+ to hit") for model, _ in guard.models] == [1, 1]
    assert not tank.models[0][0].abilities
    guard, tank = army_of(RULE % "name: Old Song, for: not CHARACTER, effect: +1 to hit").units
    assert not any(model.abilities for model, _ in guard.models)
    assert tank.models[0][0].has("+ to hit")


@pytest.mark.rule("EVE-41", "EVE-25")
def test_units_without_the_weapon_of_a_rule_do_not_have_it() -> None:
    guard, tank = army_of(RULE % "name: Old Song, effect: Lethal Hits with Torrent").units
    assert not any(model.abilities for model, _ in guard.models)
    assert tank.models[0][0].has("Lethal Hits")


@pytest.mark.rule("EVE-41", "10E-EFF-31")
def test_two_rules_add_up_and_the_same_name_counts_once() -> None:
    added = army_of("  rules:\n  - {name: A, effect: +1 to hit}\n  - {name: B, effect: +1 to hit}\n").units[1]
    assert [one.called for one in added.models[0][0].abilities] == ["A", "B"]
    named = army_of(RULE % "name: Old song, effect: +1 to hit", tank="[+1 to hit as Old song]").units[1]
    assert {one.called for one in named.models[0][0].abilities} == {"Old song"}


@pytest.mark.rule("EVE-41")
def test_only_rules_that_are_always_in_force_stand_in_units() -> None:
    told = RULE % "name: A, when: told, effect: +1 to hit" + STRATAGEM % "name: B, effect: Lethal Hits"
    assert army_of(told).units == army_of("").units


@each("name", ["Old Song", "old song", "2nd Wave", "Good as New", "Ça ira"])
def test_any_name_can_be_told_and_read_again(name: str) -> None:
    (ability,) = army_of(RULE % f'name: "{name}", effect: +1 to hit').units[1].models[0][0].abilities
    assert ability.called == name
    assert army_of("", tank=f"['{ability.text}']").units[1].models[0][0].abilities == (ability,)
