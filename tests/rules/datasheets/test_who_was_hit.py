"""Who was hit is known of the battle, by whom and by which weapon, so that nobody is asked (EFF-5, EFF-21)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.analysis.several_attackers import attacker_tasks
from shoot_cli.analysis.succession import WHOLE, Attacks
from shoot_cli.armies import AttackSide
from shoot_cli.importing.datasheets.abilities import PLAYED
from shoot_cli.importing.datasheets.abilities import read_ability as read_of
from shoot_cli.rules.datasheets.conditions import hit_with, key_meant
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.rules.eleventh.helpers import tabletop as eleventh
from tests.rules.tenth.helpers.attacks import army, attack, battle, gun, models, squad, targets

FIRST, END, GO_ON = ("first turn", "Mine"), ("unit", "end the phase"), ("next turn", "go on")
MISS, HIT, NO_WOUND = ("hit:gun", [1]), ("hit:gun", [6]), ("wound:gun", [1])
BY_THESE = [
    "target was hit by this unit this phase",
    "the target was hit by this unit this turn",
    "target was hit by it",
    "that target was hit by one or more attacks made by this unit this phase",
    "the target was hit by one or more of its attacks this phase",
]
BY_ANYBODY = [
    "target was hit this phase", "the target was hit by another friendly unit this phase",
    "the target was hit by one or more attacks this turn", "target was already hit this phase",
]  # fmt: skip


def shooter(name, *abilities, weapons=()):
    return squad(name, models(f"{name} man", 1, *(weapons or (gun(),)), abilities=abilities))


def shoots(unit, target):
    return [("unit", unit), ("target", target)]


def rows(played, key, nth=0):
    return [part.key for part in played.question(key, nth).parts]


ORKS = army("Theirs", targets(5, "Orks"), targets(5, "Gretchin"))


@pytest.mark.rule("10E-EFF-21")
@each("words", BY_THESE)
def test_whom_these_hit_is_known(words: str) -> None:
    assert key_meant(f"if {words}") == ("if target was hit by these", False), words
    ours = army("Mine", shooter("First", f"+1 to hit if {words}", "shoots again"), shooter("Second"))
    for dice, needed in (([MISS], 3), ([HIT, NO_WOUND], 2)):
        played = battle(ours, ORKS, FIRST, *shoots("First", "Orks"), *dice, *shoots("First", "Orks"))
        assert played.need(nth=1) == needed, words
        assert not [key for key in rows(played, "facts:Orks", 1) if key.startswith("if ")]
    other = battle(ours, ORKS, FIRST, *shoots("Second", "Orks"), HIT, NO_WOUND, *shoots("First", "Orks"))
    assert other.need(nth=1) == 3, words
    elsewhere = [*shoots("First", "Gretchin"), HIT, NO_WOUND, *shoots("First", "Orks")]
    assert battle(ours, ORKS, FIRST, *elsewhere).need(nth=1) == 3, words


@pytest.mark.rule("10E-EFF-21")
@each("words", BY_ANYBODY)
def test_who_was_hit_at_all_is_known(words: str) -> None:
    assert key_meant(f"if {words}") == ("if target was hit", False), words
    ours = army("Mine", shooter("First", f"+1 to hit if {words}"), shooter("Second"))
    for dice, needed in (([MISS], 3), ([HIT, NO_WOUND], 2)):
        played = battle(ours, ORKS, FIRST, *shoots("Second", "Orks"), *dice, *shoots("First", "Orks"))
        assert played.need(nth=1) == needed, words
    later = [FIRST, *shoots("Second", "Orks"), HIT, NO_WOUND, END, GO_ON, *shoots("First", "Orks")]
    assert battle(ours, ORKS, *later).need(nth=1) == 3, words


@pytest.mark.rule("10E-EFF-21")
@each("words", [*BY_THESE, *BY_ANYBODY])
def test_nobody_was_hit_before_the_first_attack(words: str) -> None:
    played = attack(shooter("First", f"+1 to hit if {words}"), targets(5), MISS)
    assert played.need() == 3
    (part,) = [one for one in played.question("facts").parts if one.key.startswith("if target was hit")]
    assert (part.default, part.computed) == ("no", True)


@pytest.mark.rule("11E-EFF-21")
def test_the_11th_edition_keeps_it_too() -> None:
    def needed(first: list[int]) -> int | None:
        hunter = eleventh.shooters(1, eleventh.gun(), name="A", has=("+1 to hit if target was hit this phase",))
        mine = eleventh.army("Mine", hunter, eleventh.shooters(1, eleventh.gun(), name="B"))
        dice = [("hit:gun", first), *([("wound:gun", [1])] if first == [6] else [])]
        script = [("unit", "B"), ("target", "Targets"), *dice, ("unit", "A"), ("target", "Targets")]
        return (
            eleventh.battle(mine, eleventh.army("Theirs", eleventh.targets()), *script)
            .question("hit:gun", 1)
            .need.target
        )

    assert [needed([1]), needed([6])] == [3, 2]


@pytest.mark.rule("10E-EFF-21")
def test_attacks_in_succession_know_who_shot_and_who_hit() -> None:
    """4+ hits half of the time: then the second needs 2+ and not 3+; that it was shot at is so in any case."""
    first = shooter("First", weapons=(gun(BS=4, S=1),))
    for words, chance in (
        ("was shot at by another unit", Fraction(5, 6)),
        ("was hit this phase", Fraction(1, 2) * (Fraction(5, 6) + Fraction(2, 3))),
    ):
        second = shooter("Second", f"+1 to hit if target {words}", weapons=(gun(S=8),))
        sides = [AttackSide(unit.name, unit, RULESET.name) for unit in (targets(9), first, second)]
        tasks, own = attacker_tasks(sides[1:], sides[0], {})
        attacks = Attacks(tasks, own, exact=True)
        hits = Fraction(0)
        for left, so_often in attacks.step(0, WHOLE).moves.items():
            hits += so_often * attacks.step(1, left).tokens["hits"]
        assert hits == chance, words


# By which weapon -----------------------------------------------------------------------------------------------------


MARK = "mark after shooting: +1 to hit if the marked unit was hit with a rivet kannon"


def test_a_mark_of_one_weapon_is_put_on_whom_it_hit() -> None:
    weapons = (gun(name="heavy rivet kannon"), gun())
    ours = army("Mine", shooter("First", MARK, weapons=weapons), shooter("Second"))

    def played(*dice):
        return battle(ours, ORKS, FIRST, *[*shoots("First", "Orks"), *dice], *shoots("Second", "Orks"))

    hit = played(("hit:heavy rivet kannon", [6]), ("wound:heavy rivet kannon", [1]), MISS)
    assert hit.question("mark:First").options[0].value == "Orks"
    assert hit.need(nth=1) == 2
    assert not [key for key in rows(hit, "facts:Orks", 1) if key.startswith("if ")]
    other = played(("hit:heavy rivet kannon", [1]), HIT, NO_WOUND)
    assert "mark:First" not in other.keys
    assert other.need(nth=1) == 3


@pytest.mark.rule("IMP-40")
@each(
    "which, condition",
    [
        ("one enemy unit hit by one or more of those attacks made with a rivet kannon",
         "if the marked unit was hit with a rivet kannon"),
        ("one enemy unit (excluding MONSTERS) hit by one or more of those attacks made with its rivet kannon",
         "if the marked unit is no MONSTER if the marked unit was hit with its rivet kannon"),
    ],
)  # fmt: skip
def test_a_sentence_of_such_a_mark_asks_nothing(which: str, condition: str) -> None:
    text = (
        f"In your Shooting phase, after this model has shot, select {which}. Until the end of the phase, each time a "
        "friendly ORKS model makes an attack that targets that enemy unit, add 1 to the Hit roll."
    )
    found = read_of("Old Trick", text, ABILITIES)
    words = f"mark after shooting: +1 to hit if the attacker is ORKS {condition}"
    assert (found.words, found.fate, found.guesses) == ((words,), PLAYED, ())
    mark = ABILITIES.of_unit(words)
    assert mark is not None
    assert hit_with(mark) == "rivet kannon"
    assert {when.kind for when in mark.gives[0].conditions} <= {"state", "not state"}


@pytest.mark.rule("IMP-40")
@each("when", ["Each time the bearer's unit has shot", "In your Shooting phase, after the bearer's unit has shot"])
def test_whom_the_bearer_itself_must_have_hit_is_asked(when: str) -> None:
    text = (
        f"{when}, select one enemy unit that was hit by one or more attacks made by the bearer this phase. Until the end of"
        " the phase, each time a friendly ORKS model makes an attack that targets that enemy unit, add 1 to the Hit roll."
    )
    asked = "the bearer hit the marked unit"
    found = read_of("Old Trick", text, ABILITIES)
    words = f"mark after shooting: +1 to hit if the attacker is ORKS if {asked}"
    assert (found.words, found.fate, found.guesses) == ((words,), PLAYED, (f"asked at the table: {asked}",))


@pytest.mark.rule("IMP-40")
@each("who, joined", [("the bearer", " if the bearer hit the marked unit"), ("this unit", "")])
def test_hits_of_others_in_the_unit_of_a_bearer_do_not_count(who: str, joined: str) -> None:
    text = (
        f"In your Shooting phase, after {who} has shot, select one enemy unit (excluding MONSTERS) hit by one or more of those"
        " attacks. Until the end of the phase, that enemy unit cannot have the Benefit of Cover."
    )
    found = read_of("Old Trick", text, ABILITIES)
    words = "mark after shooting: no cover if the marked unit is no MONSTER"
    assert (found.words, found.joined, found.fate) == ((words,), (words + joined,), PLAYED)


@pytest.mark.rule("10E-EFF-5")
def test_whom_the_bearer_hit_is_asked_once_as_the_unit_is_marked() -> None:
    mark = "mark after shooting: +1 to hit if the bearer hit the marked unit"
    ours = army("Mine", shooter("First", mark), shooter("Second"))
    hit = battle(ours, ORKS, FIRST, *shoots("First", "Orks"), HIT, NO_WOUND, *shoots("Second", "Orks"))
    assert "the bearer hit" in hit.question("mark:First").text
    assert not [key for key in rows(hit, "facts:Orks", 1) if key.startswith("if ")]
    assert hit.need(nth=1) == 2


def test_two_marks_of_two_weapons_are_told_apart() -> None:
    marks = (MARK, "mark after shooting: no cover if the marked unit was hit with a long rifle")
    men = shooter("First", *marks, weapons=(gun(name="rivet kannon"), gun(name="long rifle")))
    dice = [("hit:rivet kannon", [1]), ("hit:long rifle", [6]), ("wound:long rifle", [1])]
    played = battle(army("Mine", men, shooter("Second")), ORKS, FIRST, *shoots("First", "Orks"), *dice)
    asked = [key for key in played.keys if key.startswith("mark:First")]
    assert len(asked) == 1
    assert "long rifle" in asked[0]


@pytest.mark.rule("10E-EFF-5")
def test_in_succession_a_mark_is_made_by_its_weapon_alone() -> None:
    """The rivet kannon hits never, or in five of six; the other weapon always hits, and makes no mark."""
    for skill, made in ((None, Fraction(1)), (2, Fraction(5, 6))):
        for marking, chance in (("rivet kannon", made), ("long rifle", Fraction(0))):
            weapons = (gun(name=marking, BS=skill, S=1),)
            first = shooter("First", MARK, weapons=weapons)
            sides = [AttackSide(unit.name, unit, RULESET.name) for unit in (targets(9), first, shooter("Second"))]
            tasks, own = attacker_tasks(sides[1:], sides[0], {})
            attacks = Attacks(tasks, own, exact=True)
            hits = Fraction(0)
            for left, so_often in attacks.step(0, WHOLE).moves.items():
                hits += so_often * attacks.step(1, left).tokens["hits"]
            assert hits == Fraction(2, 3) + chance * Fraction(1, 6), (marking, skill)
