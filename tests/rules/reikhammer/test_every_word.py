"""Every word of a list in every place where it may stand: it changes what is played, or ``army check`` says what it is
for, or the list is refused. None is read and dropped.

The words come from the code's own tables, the keys from its table of fields: a new one without a value here fails. What is played
is ``EVIDENCE``: exact odds of the formation against five types of targets, and of guns, macro-weapons and barrages at
it, near and far; attacks rolled; a turn of battle with all that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import lru_cache
from itertools import combinations
from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.armies.fields import Form
from shoot_cli.armies.loading import is_no_army
from shoot_cli.armies.yaml_text import tree_of
from shoot_cli.engine.questions import Roll
from shoot_cli.engine.sequence import play
from shoot_cli.input.answerers import Preset, PresetTable, dice, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.reikhammer import ATTACK, BATTLE, RULESET, fields, lists, profiles, unit_text
from shoot_cli.rules.reikhammer.profiles import SETTINGS, TYPE_WORDS, TYPES, VALUES, Army, Unit
from shoot_cli.rules.reikhammer.steps.attack import new_attack, why_they_cannot_meet
from shoot_cli.rules.reikhammer.steps.turns import new_battle
from tests.helpers.each import each
from tests.rules.reikhammer.helpers.attacks import army, formation, gun, mortar, units

BASE: dict[str, Any] = {
    "ruleset": "reikhammer",
    "name": "List",
    "weapons": {"gun": {"range": 12, "AP": 3, "AT": 3, "AA": 3}, "mortar": {"range": 12, "BP": 4}},
    "profiles": {"kind": {"type": "INF", "armour": 2, "integrity": 3, "weapons": ["gun", "mortar"]}},
    "formations": [
        {"name": "F", "CR": 4, "units": [{"name": "U", "profile": "kind"}, {"name": "Other", "profile": "kind"}]}
    ],
}
LINE_PARTS = {
    "": '1x "U" INF', "armour": "armour 2", "integrity": "integrity 3", "range": "range 12",
    "AP": "AP3", "AT": "AT3", "AA": "AA3",
}  # fmt: skip
LINE = " ".join(LINE_PARTS.values())

# What is played --------------------------------------------------------------------------------------------------------

SHOOTERS = {
    "guns": formation("Guns", units("Gun", 3, gun(AP=4, AT=4, AA=4))),
    "AP": formation("Rifles", units("Gun", 3, gun(AP=4))),
    "AT": formation("Lances", units("Gun", 3, gun(AT=4))),
    "macro": formation("Macro", units("Gun", 3, gun(macro=VALUES, AP=4, AT=4, AA=4))),
    "barrage": formation("Barrage", units("Gun", 2, mortar(3))),
}
STRONG = formation("Strong", units("Gun", 5, gun(macro=VALUES, AP=5, AT=5, AA=5)))
TARGETS = {kind: formation(kind, units("Target", 3, type=kind, integrity=2)) for kind in TYPES}
Evidence = Callable[[Army], object]


def exact(shooter: Unit, target: Unit, distance: int, **more: str) -> object:
    """The odds of all measures; why they cannot meet, if they cannot."""
    closed = why_they_cannot_meet(shooter, target)
    if closed:
        return closed
    both = any(weapon.values for weapon in shooter.weapons()) and any(weapon.bp for weapon in shooter.weapons())
    said = {"distance": str(distance)} | ({"shooting": "direct"} if both else {}) | more
    given = Preset(said, raise_missing)
    found = odds(ATTACK, new_attack(shooter, target), given, exact=True, settings=RULESET.defaults())
    return [found.measure(measure) for measure in RULESET.measures.values()]


def rolled(table: PresetTable) -> list[object]:
    """What was asked, of whom, against which number; names apart."""
    asked = [entry.question for entry in table.log if entry.question is not None]
    return [
        (type(q).__name__, q.owner, q.need.target if isinstance(q, Roll) else q.key.partition(":")[0]) for q in asked
    ]


def table(seed: int, answers: dict[str, Any]) -> PresetTable:
    found = PresetTable(Preset(answers, dice(seed)), seed)
    found.settings = RULESET.defaults()
    return found


def resolved(army_: Army) -> object:
    """The first unit is destroyed, and what became of it is asked."""
    at = [table(seed, {}) for seed in range(4)]
    ends = [play(ATTACK, new_attack(STRONG, army_.units[0]), one) for one in at]
    return [rolled(one) for one in at], [end.slain for end in ends]


def fought(army_: Army) -> object:
    """A turn of battle: strategy, tests, fire, rallying."""
    found = []
    for seed in (1, 2, 3):
        at = table(seed, {"action": "sustained_fire"})
        at.settings = RULESET.defaults() | dict(army_.settings)
        play(BATTLE, new_battle(army_, army("Guns", SHOOTERS["guns"]), 1), at)
        found.append(rolled(at))
    return found


def evidence() -> Iterator[Evidence]:
    for kind in TYPES:
        yield lambda one, kind=kind: exact(one.units[0], TARGETS[kind], 5)  # type: ignore[misc]
    for name in SHOOTERS:
        yield lambda one, name=name: exact(SHOOTERS[name], one.units[0], 5)  # type: ignore[misc]
    yield lambda one: exact(one.units[0], TARGETS["INF"], 11)
    yield lambda one: exact(one.units[0], TARGETS["INF"], 5, **barrage(one))
    yield resolved
    yield fought


def barrage(one: Army) -> dict[str, str]:
    return {"shooting": "barrage"} if any(weapon.bp for weapon in one.units[0].weapons()) else {}


EVIDENCE = tuple(evidence())


@lru_cache(1024)
def found(at: int, one: Army) -> object:
    return EVIDENCE[at](one)


def played_alike(one: Army, other: Army) -> bool:
    return all(found(at, one) == found(at, other) for at in range(len(EVIDENCE)))


def told(one: Army, word: str) -> bool:
    """``army check`` speaks of it, and of a list that is no army."""
    return (word == "targets" and is_no_army(one)) or any(
        word.casefold() in note.casefold() for note in unit_text.notes(one)
    )


def heeded(one: Army, other: Army, word: str) -> bool:
    """The word that the second army has, and the first has not, is not dropped."""
    return not played_alike(one, other) or (told(other, word) and not told(one, word))


# Lists as trees --------------------------------------------------------------------------------------------------------


def read(document: dict[str, Any]) -> Army:
    return lists.read(tree_of(document), "list.yaml")


def put(path: tuple[Any, ...], value: Any, document: dict[str, Any] = BASE) -> dict[str, Any]:
    """The list with this value at a place."""
    changed = deepcopy(document)
    at: Any = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return changed


UNIT = ("formations", 0, "units", 0)
INLINE = {"name": "own gun", "range": 12, "AP": 4, "AT": 2, "AA": 1}
RULES_OF = {  # every place where rules stand: what the list is without them, and the path
    "weapon": (BASE, ("weapons", "gun", "rules")),
    "barrage": (BASE, ("weapons", "mortar", "rules")),
    "weapon of a unit": (put((*UNIT, "weapons"), ["gun", INLINE]), (*UNIT, "weapons", 1, "rules")),
    "weapon of a profile": (
        put(("profiles", "kind", "weapons"), [INLINE]),
        ("profiles", "kind", "weapons", 0, "rules"),
    ),
    "profile": (BASE, ("profiles", "kind", "rules")),
    "unit": (BASE, (*UNIT, "rules")),
    "formation": (BASE, ("formations", 0, "rules")),
}
WORDS = sorted({*profiles.UNIT_RULES, *profiles.WEAPON_RULES})


# Rules -----------------------------------------------------------------------------------------------------------------


def meaning(word: str) -> str:
    return profiles.UNIT_RULES.get(word) or profiles.WEAPON_RULES[word]


@each("place", RULES_OF)
@each("word", WORDS)
def test_no_rule_is_read_and_dropped(word: str, place: str) -> None:
    without, path = RULES_OF[place]
    try:
        other = read(put(path, [word], without))
    except ArmyErrors:
        return
    assert heeded(read(without), other, meaning(word))


@each("word", WORDS)
def test_no_rule_of_a_line_is_read_and_dropped(word: str) -> None:
    plain, ruled = line(LINE), line(f"{LINE} [{word}]")
    assert heeded(plain, ruled, meaning(word))


def line(text: str) -> Army:
    """A list with the formation of a profile line."""
    return army("List", unit_text.read_line(text, "attacker"))


# Types and values ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-TER-4")
def test_every_type_is_played_as_its_own() -> None:
    def typed(word: str) -> Army:
        return read(put(("profiles", "kind", "type"), word))

    for one, other in combinations(TYPES, 2):
        assert not played_alike(typed(one), typed(other)), (one, other)
    for word, kind in profiles.TYPE_NAMES.items():
        assert typed(word) == typed(kind)
        assert line(LINE.replace("INF", word)) == line(LINE.replace("INF", kind))
    assert set(profiles.TYPE_NAMES.values()) == {*TYPES} == {*TYPE_WORDS}


# Of each form, by key: a list with it and one with another value, that must not come to the same. SHOWN: it is on the
# card of ``army show``; FOR_READERS: it is for who reads the file.
SHOWN, FOR_READERS = "shown", "for readers"
FIELDS: dict[Form, dict[str, Any]] = {
    fields.WEAPON: {
        "name": SHOWN, "note": FOR_READERS, "rules": ([], ["Macro-weapon"]), "macro": ("no", "yes"),
        "range": (12, 4), "AP": (3, 4), "AT": (3, 4), "AA": (3, 4), "BP": (1, 9),
    },
    fields.STATS: {
        "type": ("INF", "AV"), "armour": (2, 4), "integrity": (2, 3), "ammo": (4, 0), "invulnerable": ("-", 1),
        "weapons": ([], ["gun"]), "rules": ([], ["Reinforced Armour"]), "speed": SHOWN, "note": FOR_READERS,
    },
    fields.MODEL: {
        "name": SHOWN, "count": (1, 2), "plural": FOR_READERS, "profile": SHOWN, "character": ("no", "yes"), "lost": (0, 1),
    },
    fields.UNIT: {
        "name": SHOWN, "CR": (4, 2), "points": SHOWN, "note": SHOWN, "rules": ([], ["Reinforced Armour"]),
        "units": SHOWN, "models": SHOWN,
    },
    fields.TOP: {
        "ruleset": SHOWN, "name": SHOWN, "note": FOR_READERS, "invented": ("no", "yes"), "synthetic": ("no", "yes"),
        "profiles": SHOWN, "weapons": SHOWN,
    },
    fields.LIST: {"strategy": (0, 5), "settings": SHOWN, "formations": SHOWN, "units": SHOWN, "targets": ("no", "yes")},
    fields.SCENARIO: dict.fromkeys(("attacker", "target", "answers"), SHOWN),
}  # fmt: skip
PLACES: dict[Form, tuple[tuple[Any, ...], ...]] = {
    fields.WEAPON: (("weapons", "gun"), (*UNIT, "weapons", 0)),
    fields.STATS: (("profiles", "kind"), UNIT),
    fields.MODEL: (UNIT,),
    fields.UNIT: (("formations", 0),),
    fields.TOP: ((),),
    fields.LIST: ((),),
}
OWN = put((*UNIT, "weapons"), [INLINE])
SAID_AS = {"invented": "invented", "synthetic": "invented"}  # what ``check`` calls it


def test_every_key_has_its_place_here() -> None:
    """A new key of a list is one whose effect somebody must show here."""
    for form, keys in FIELDS.items():
        inherited = {key for above in FIELDS if {*above.names} < {*form.names} for key in FIELDS[above]}
        assert {*form.names} - inherited == {*keys} - inherited, form.name
    assert {form for form in vars(fields).values() if isinstance(form, Form)} == {*FIELDS}


def keys() -> Iterator[tuple[str, tuple[Any, ...]]]:
    for form, places in PLACES.items():
        for key, pair in FIELDS[form].items():
            if isinstance(pair, tuple):
                for place in places:
                    yield key, (*place, key)


@pytest.mark.slow
@each(("key", "path"), [*keys()], ids=lambda part: part if isinstance(part, str) else "")
def test_no_value_is_read_and_dropped(key: str, path: tuple[Any, ...]) -> None:
    document = OWN if path[:-2] == (*UNIT, "weapons") else BASE
    if key == "BP":
        document = put(path[:-1], {"range": 12, "BP": 4} | ({"name": "own"} if document is OWN else {}), document)
    pair = next(keys[key] for keys in FIELDS.values() if isinstance(keys.get(key), tuple))
    pair = ([], ["Reinforced Armour"]) if key == "rules" and "weapon" not in str(path) else pair
    one, other = (read(put(path, value, document)) for value in pair)
    assert heeded(one, other, SAID_AS.get(key, key))


def test_what_is_shown_is_on_the_card() -> None:
    document = put(("formations", 0, "points"), 321, put(("formations", 0, "note"), "A few words."))
    document = put(("profiles", "kind", "speed"), 17, document)
    (card,) = unit_text.card(read(put((*UNIT, "weapons"), [INLINE], document)))
    text = str(card)
    assert all(word in text for word in ("'F'", "'U'", "own gun", "321 points", "A few words.", "'17'"))


# Values of lines ---------------------------------------------------------------------------------------------------------

LINE_VALUES = {
    "AP": (3, 4), "AT": (3, 4), "AA": (3, 4), "range": (12, 4), "armour": (2, 4), "integrity": (3, 2), "ammo": (1, 0),
    "CR": (4, 2), "invulnerable": ("-", 1), "BP": (1, 9),
}  # fmt: skip


@each("spelt", [spelt for spelt, name in unit_text.STATISTICS.names.items() if name != "speed"])
def test_no_value_of_a_line_is_read_and_dropped(spelt: str) -> None:
    name = unit_text.STATISTICS.names[spelt]
    parts = {key: said for key, said in LINE_PARTS.items() if key != name and (name != "BP" or key not in VALUES)}
    one, other = (line(" ".join([*parts.values(), f"{spelt} {value}"])) for value in LINE_VALUES[name])
    assert heeded(one, other, name)


# Two words at once -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", RULES_OF)
def test_no_rule_drops_another(place: str) -> None:
    """Of two rules in one place neither is dropped, unless ``check`` says what the other does to it."""
    without, path = RULES_OF[place]
    meant = {meaning(word): word for word in WORDS}
    for first, second in combinations(meant.values(), 2):
        for one, two in ((first, second), (second, first)):
            try:
                before, after = read(put(path, [one], without)), read(put(path, [one, two], without))
            except ArmyErrors:
                continue
            assert heeded(before, after, meaning(two)), (one, two)


@pytest.mark.rule("RH-MW-2")
@pytest.mark.parametrize("said", [["AT"], "no", ["AP"]])
def test_the_rule_macro_weapon_and_the_key_must_agree(said: Any) -> None:
    both = put(("weapons", "gun", "rules"), ["Macro-weapon"], put(("weapons", "gun", "macro"), said))
    with pytest.raises(ArmyErrors, match="macro"):
        read(both)
    read(put(("weapons", "gun", "macro"), "yes", both))
    with pytest.raises(ArmyErrors, match="macro"):
        line('1x "U" INF A2 AP4 AT4 [macro AT] [macro]')


@pytest.mark.rule("RH-ELIG-2", "RH-MW-2")
def test_values_of_weapons_for_assaults_are_said_to_do_nothing() -> None:
    plain = put(("weapons", "gun", "rules"), ["Small Arms"])
    notes = [note for note in unit_text.notes(read(plain)) if "gun" in note and "Small Arms" in note]
    assert len(notes) == 1
    assert "values" in notes[0]


# Settings, scenarios -----------------------------------------------------------------------------------------------------


def test_every_setting_of_a_list_is_told() -> None:
    for setting in SETTINGS:
        one = read(put(("settings",), {setting.key: setting.values[-1]}))
        assert told(one, setting.key)
        assert one.settings == ((setting.key, setting.values[-1]),)


@pytest.mark.parametrize("side", ["attacker", "target"])
def test_a_scenario_reads_a_formation_as_a_list_does(side: str) -> None:
    document = put(("formations", 0, "rules"), ["Reinforced Armour", "Small Arms"])
    unit, other = document.pop("formations")[0], line(LINE).units[0]
    scenario = {key: document[key] for key in ("ruleset", "weapons", "profiles")}
    scenario |= {side: unit, "target" if side == "attacker" else "attacker": LINE}
    found = lists.read_scenario(tree_of(scenario), "scenario.yaml")
    assert getattr(found, side) == read(put(("formations", 0), unit)).units[0]
    assert other.models == (found.target if side == "attacker" else found.attacker).models
