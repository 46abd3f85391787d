"""What many of a thing are called."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from shoot_cli.armies import load_text
from shoot_cli.asked.sentences import answer_words
from shoot_cli.engine.names import counted, find, only_fire, plural, singular, without_owner
from shoot_cli.engine.questions import Arrange, HowMany
from shoot_cli.engine.ruleset import in_order, in_the_plural, of_models
from shoot_cli.input.answerers import resolve
from shoot_cli.input.answers import parse
from shoot_cli.rules.second import RULESET
from tests.helpers.each import each
from tests.rules.second.helpers.guns_and_men import both, flamer, men


@each(
    ("name", "many"),
    [
        ("Guardsman", "Guardsmen"),
        ("Warbuggy", "Warbuggies"),
        ("Space Marine", "Space Marines"),
        ("Carnifex", "Carnifexes"),
        ("Flash Gitz", "Flash Gitz"),
        ("Boy 2", "Boys 2"),
        ("Scout with launcher", "Scouts with launcher"),
        ("Terminator (assault cannon)", "Terminators (assault cannon)"),
        ("plasma incinerator: supercharge", "plasma incinerators: supercharge"),
        ("Brood of the Rear", "Broods of the Rear"),
        ("XV88", "XV88s"),
        ("Breacher Fire Warriors", "Breacher Fire Warriors"),
        ("Necron Warriors (gauss flayer)", "Necron Warriors (gauss flayer)"),
        ("Guardsmen", "Guardsmen"),
        ("Boyz", "Boyz"),
        ("Chaos Spawn", "Chaos Spawn"),
        ("Sisters of Battle", "Sisters of Battle"),
        ("Wolves", "Wolves"),
        ("Thunder Wolf", "Thunder Wolves"),
        ("Warboss", "Warbosses"),
        ("Dominus", "Dominuses"),
        ("Brutalis", "Brutalises"),
        ("Hearthkyn Warriors", "Hearthkyn Warriors"),
        ("Dragon Exarch", "Dragon Exarchs"),
        ("Watch", "Watches"),
        ("March", "Marches"),
        ("Shaman", "Shamans"),
        ("Human Talisman", "Human Talismans"),
        ("Navis Armsman", "Navis Armsmen"),
        ("Dwarf", "Dwarves"),
        ("Chosen", "Chosen"),
        ("Exalted Eightbound", "Exalted Eightbound"),
        ("Hearthkyn", "Hearthkyn"),
        ("Skitarii", "Skitarii"),
        ("", ""),
    ],
)
def test_a_name_for_several(name: str, many: str) -> None:
    assert plural(name) == many
    assert counted(1, name) == f"1 {name}"  # names in capitals are kept
    assert find(many, [name]) == find(singular(name), [name]) == ([0] if name else [])


@each(
    ("many", "one"),
    [
        ("Pathfinders", "Pathfinder"),
        ("Guardsmen", "Guardsman"),
        ("Furies", "Fury"),
        ("Wolves", "Wolf"),
        ("Exarchs", "Exarch"),
        ("Witches", "Witch"),
        ("Carnifexes", "Carnifex"),
        ("Veterans with Jump Packs", "Veteran with Jump Packs"),
        ("Sisters of Battle", "Sister of Battle"),
        ("Boyz", "Boyz"),
        ("Warboss", "Warboss"),
        ("Lord Leontus", "Lord Leontus"),
        ("Chosen", "Chosen"),
        ("Talos", "Talos"),
        ("Ruststalker Princeps", "Ruststalker Princeps"),
        ("Kommandos", "Kommando"),
        ("Chief", "Chief"),
        ("", ""),
    ],
)
def test_the_name_of_one_of_several(many: str, one: str) -> None:
    assert singular(many) == one
    assert plural(singular(many)) == plural(many)


@each(
    ("weapons", "owners", "shorter"),
    [
        (["Bow (Old Squad)", "Net"], ["Hand", "Old Squad"], [("Bow (Old Squad)", "Bow")]),
        (["Bow (Chief)", "Bow"], ["Chief"], []),  # two weapons of one name
        (["Bow (Chief)", "Bow (Hand)"], ["Chief", "Hand"], []),
        (["Bow (Others)", "Gun (krak)"], ["Hand"], []),
        (["Gun (Hand) (krak)", "Gun (Hand) (frag)", "Gun (Hand)"], ["Hand"], [
            ("Gun (Hand) (krak)", "Gun (krak)"), ("Gun (Hand) (frag)", "Gun (frag)"), ("Gun (Hand)", "Gun"),
        ]),
        (["Bow (Hand of the Olde…)"], ["Hand of the Oldest"], [("Bow (Hand of the Olde…)", "Bow")]),
    ],
)  # fmt: skip
def test_the_menu_of_a_unit_does_not_repeat_its_own_name(
    weapons: list[str], owners: list[str], shorter: list[tuple[str, str]]
) -> None:
    assert list(without_owner(weapons, owners)) == shorter
    asked = HowMany("firing", tuple((name, 2) for name in weapons), labels=tuple(shorter))
    assert asked.names().count("(Hand)") == (0 if shorter else asked.names().count("(Hand)"))


def test_what_the_list_says_goes_before_the_rule() -> None:
    assert (counted(2, "Ox", "Oxen"), counted(1, "Ox", "Oxen"), counted(0, "Ox", "Oxen")) == (
        "2 Oxen",
        "1 Ox",
        "0 Oxen",
    )
    herd = HowMany("firing", (("Ox", 5), ("Drover", 2)), (5, 2), plurals=(("Ox", "Oxen"),))
    assert parse(herd, "3 oxen, 1 drover") == [3, 1]
    assert answer_words(herd, [3, 1]) == "3 Oxen, 1 Drover"
    assert herd.names() == "5 Oxen, 2 Drovers"


LISTS = {
    "40k-2e": "{name: Ox, plural: Oxen, count: %d, BS: 3, T: 4, Ld: 7, Sv: 4+, weapons: [%s]}",
    "40k-7e": "{name: Ox, plural: Oxen, count: %d, BS: 3, T: 4, Ld: 7, Sv: 4+, weapons: [%s]}",
    "40k-10e": "{name: Ox, plural: Oxen, count: %d, T: 4, Sv: 4+, W: 1, weapons: [%s]}",
    "reikhammer": "{name: Ox, plural: Oxen, count: %d, type: INF, armour: 2, integrity: 1, weapons: [%s]}",
}
GUNS = {
    "40k-2e": "{short: 12, long: 24, hit: +1/0, S: 4, damage: 1, save: -1}",
    "40k-7e": "{range: 24, S: 4, AP: 5, type: Heavy 1}",
    "40k-10e": "{range: 24, A: 1, BS: 3+, S: 4, AP: 0, D: 1}",
    "reikhammer": "{range: 8, AP: 2}",
}


@pytest.mark.parametrize("ruleset", LISTS)
def test_every_list_may_say_its_plurals(ruleset: str) -> None:
    row, more = LISTS[ruleset], "    CR: 4\n" if ruleset == "reikhammer" else ""
    text = f"ruleset: {ruleset}\nname: Herd\nweapons: {{horn: {GUNS[ruleset]}, hoof: {GUNS[ruleset]}}}\n"
    text += f"units:\n  - name: Team\n{more}    models:\n      - {row % (3, 'horn')}\n      - {row % (2, 'hoof')}\n"
    (first, _), (second, _) = load_text(text, "herd.yaml").units[0].models
    assert (first.name, first.plural) == ("Ox", "Oxen")
    assert second.plural == second.name.replace("Ox", "Oxen") != "Oxen"  # told apart: Ox (hoof)
    assert counted(2, second.name, second.plural).startswith("2 Oxen (hoof")


def test_who_fires_where_more_were_said_to_do_something() -> None:
    assert [only_fire(n) for n in (0, 1, 3)] == ["nobody fires", "only 1 fires", "only 3 fire"]


def test_what_nobody_asks_is_refused_with_the_plural_of_the_list() -> None:
    """``moved`` of who carries no weapon that it matters to: the units say how many there are."""
    herd = SimpleNamespace(models=((SimpleNamespace(name="Ox", plural="Oxen", weapons=()), 5),))
    assert of_models(HowMany("moved", ()), herd).names() == "5 Oxen"
    assert in_order(Arrange("order", ()), herd).plurals == (("Ox", "Oxen"),)


@pytest.mark.rule("2E-ARC-2", "2E-CAS-3", "2E-TGT-3")
@pytest.mark.parametrize("asked", ["on_edge", "who_under"])
def test_questions_of_2nd_edition_have_the_plurals_of_the_list(asked: str) -> None:
    oxen = men(5, name="Ox", plural="Oxen")
    shooter = oxen.but(models=((oxen.models[0][0].but(weapons=(flamer(),)), 5),))
    target = both(men(5, name="Boy", plural="Boyz"), men(2, name="Nob", plural="Nobz", wounds=2))
    said = (
        {"distance": 8, "in_arc": "edge", "under": 3, "whole": 3} if asked == "on_edge" else {"distance": 8, "whole": 3}
    )
    table = resolve(RULESET, RULESET.begin_attack(shooter, target), said, 1)[1]
    found = [entry.question for entry in table.log if entry.question and entry.question.key.partition(":")[0] == asked]
    assert found
    assert all(question.plurals for question in found)


def test_counts_of_models_know_the_other_kinds_of_the_first_unit() -> None:
    """Counts of guns do not, and neither does a question about every kind."""
    kinds = ((SimpleNamespace(name=name, plural=""), n) for name, n in (("Boy", 9), ("Nob", 1), ("Boy", 1)))
    units = SimpleNamespace(models=(*kinds,)), SimpleNamespace(models=((SimpleNamespace(name="Rat", plural=""), 1),))
    asked = [HowMany("moved", tuple((name, 1) for name in names)) for names in (("Nob",), ("gun",), ("Boy", "Nob"))]
    assert [one.absent for one in in_the_plural(asked, *units)] == [(("Boy", 10),), (), ()]
