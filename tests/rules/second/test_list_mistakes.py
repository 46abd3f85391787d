"""What is said about lists that are wrong: everything at once, in words, with its place and what would do instead."""

from __future__ import annotations

import pytest

from shoot_cli.armies import ArmyErrors
from tests.rules.second.helpers.reader import HULL, LIST, MODEL, errors_of, read_unit

GUN = "{short: 12, long: 24, hit: +1/0, S: 8"


# Old words, new words, what stands at the place that is complained of, and the complaint: tests/rules/test_every_list.py
MISTAKES = [
    ("name: Test", "nmae: Test", "nmae", "“nmae” is not known here; did you mean name?"),
    ("BS: 4", "BS: 11", "11", "“11” is no whole number from 0 to 10"),
    (" T: 4", " T: 0", "0, W", "from 1 to 10"),
    ("Sv: 3+", "Sv: 3+/5++", "3+/5++", "fields stand under field:"),
    ("Sv: 3+", "Sv: 3+, field: refrctor", "refrctor", "did you mean refractor field?"),
    ("[plasma]", "[plsma]", "plsma", "did you mean Plasma?"),
    ("[plasma]", "[Rapid Fire]", "Rapid Fire]", "Rapid Fire is a rule of units and models"),
    ("[plasma]", "[sustained fire 1]", "{short", "sustained fire stands twice, as 2 and as 1; keep one"),
    ("sustained fire: 2", "sustained fire: 9", "9", "from 0 to 6"),
    ("sustained fire: 2", "sustained shots: 2", "sustained shots", "“sustained shots” is not known here"),
    ("sustained fire: 2", "explodes: 3", "3, ru", "it cannot jam 3 times with 0 sustained fire dice"),
    ("hit: +1/0", "hit: +1", "+1", "write short and long as +1/0"),
    ("hit: +1/0, ", "", "{short", "“hit” of the weapon is missing; write hit: +1/0"),
    ("hit: +1/0", "hit: +1/0, short_hit: 1", "1, S", "the modifiers stand twice"),
    ("long: 24, ", "", "{short", "“long” of the weapon is missing"),
    ("long: 24", "long: 8", "{short", "ends before the short one"),
    ("S: 8, damage: D6", "damage: D6", "{short", "“S” of the weapon is missing"),
    ("save: -2", "save: 2", "2, sus", "write -2, or 0 for none"),
    ("save: -2, ", "", "{short", "“save” of the weapon is missing"),
    ("damage: D6", "damage: D7", "D7", "write 1, D4 or 2D6"),
    ("damage: D6", "penetration: D+4", "D+4", "write D6+4, D6+D4+5, automatic"),
    (GUN, "{template: yes, short: 6, S: 8", "6, S", "a template has no ranges and is not rolled to hit; leave out short"),
    (GUN, "{template: yes, S: 8", "2, rules", "a template is not rolled to hit"),
    (GUN, "{thrown: yes, short: 6, hit: 0/0, S: 8", "6, hit", "reaches as far as the players say"),
    ("{S: 8, damage: D10, save: -6}", "{damage: D10, save: -6}", "{damage", "“S” of the weapon is missing"),
    ("{S: 8, damage: D10, save: -6}", "55", "55", "“55” stands where “key: value” entries are expected"),
    ("blast: 2", "blast: big", "big", "is no radius"),
    ("[boltgun]", "[boltgnu]", "boltgnu", "no weapon “boltgnu” in this list or the armoury; did you mean boltgun"),
    ("profile: marine", "profile: mraine", "mraine", "no profile “mraine”; did you mean marine?"),
    ("profile: marine", "S: 4", "{name: M", "the model has no BS, T, Ld and Sv; write BS: 4, T: 4, Ld: 8, Sv: 3+, or profile: NAME"),
    ("profile: marine", f"locations: [{HULL}]", "{name: M", "the vehicle has no BS; write BS: 4, or profile: NAME"),
    ("profile: marine", f"BS: 4, T: 4, locations: [{HULL}]", "{name: M", "has no T; leave it out, or make a location its crew"),
    ("profile: marine", "BS: 4, locations: [{name: H, D6: 1-5, front: 9, side: 9}]", "[{name: H", "each once: 6 is missing"),
    ("profile: marine", f"BS: 4, locations: [{HULL}, {HULL.replace('1-6', '6')}]", "[{name: H", "each once: 6 stands twice"),
    ("profile: marine", "BS: 4, locations: [{name: H, D6: 1-6, front: 9}]", "{name: H", "the location has no side; write"),
    ("profile: marine", "BS: 4, T: 4, Sv: 3+, locations: [{name: C, D6: 1-6, crew: yes, front: 9}]", "{name: C", "leave out front"),
    ("profile: marine", "BS: 4, locations: [{name: C, D6: 1-6, crew: yes}]", "{name: Mar", "the vehicle has no T and Sv"),
    ("profile: marine", "BS: 4, locations: [{name: H, D6: 7, front: 9, side: 9}]", "7, fr", "is no part of a D6"),
    ("profile: marine", f"BS: 4, locations: [{HULL[:-1]}, damage: [a, b]}}]", "{name: H", "damage has 2 rows; write six"),
    ("    models:", "    type: Walker\n    models:", "Walker", "the type says Walker, but no model has locations"),
    ("    models:", "    type: Tnak\n    models:", "Tnak", "“Tnak” is no type of unit"),
    ("    models:", "    category: big\n    models:", "big", "is no category of targets"),
    ("count: 2", "count: 0", "0, prof", "from 1 to 200"),
    ("  - name: Squad", "  - nam: Squad", "nam: Squad", "the unit has no name"),
    ("units:", "unit:", "unit:", "did you mean units?"),
]  # fmt: skip


def test_all_mistakes_are_told_at_once() -> None:
    text = LIST
    for old, new in (("BS: 4", "BS: x"), ("hit: +1/0, ", ""), ("[boltgun]", "[zapgun]"), ("count: 2", "count: -1")):
        text = text.replace(old, new, 1)
    found = errors_of(text)
    assert [line.split(":")[1] for line in found] == ["4", "6", "19", "19"]


@pytest.mark.parametrize(
    ("models", "unit", "words"),
    [
        (f"{MODEL}, {{name: V, BS: 4, locations: [{HULL}]}}", "", "models with locations and others are no unit together"),
        (f"{{name: V, BS: 4, locations: [{HULL}]}}", "type: Infantry, ", "the type says Infantry, but models have locations"),
        (
            f"{{name: V, BS: 4, locations: [{HULL}]}}, {{name: W, BS: 4, locations: [{HULL.replace('20', '19')}]}}", "type: Vehicle, ",
            "the models of one unit have the same locations",
        ),
        (f"{MODEL[:-1]}, count: 150}}, {MODEL[:-1]}, count: 51}}", "", "more than 200 models in one unit"),
    ],
)  # fmt: skip
def test_units_that_cannot_be(models: str, unit: str, words: str) -> None:
    with pytest.raises(ArmyErrors, match=words):
        read_unit(models, unit)
