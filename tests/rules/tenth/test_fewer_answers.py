"""What an attack of a battle asks, and what it does not: one answer for all guns, the rest of it on wish."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.asked.rows import fact_rows
from shoot_cli.asked.scene import current_facts
from shoot_cli.asked.sentences import answer_words, as_decided
from shoot_cli.rules.datasheets.profiles import Weapon
from tests.helpers.scripted_table import refused
from tests.rules.tenth.helpers.attacks import Played, army, battle, gun, models, squad, state, targets

RIFLE, PISTOL = gun("Heavy", name="rifle"), gun("Pistol", name="pistol", range=12)
PLASMA = [
    gun(name="plasma (standard)", S=7, of="plasma"),
    gun("Hazardous", name="plasma (supercharge)", S=8, of="plasma"),
]
SQUAD = squad("Squad", models("Man", 4, RIFLE, PISTOL), models("Sergeant", 1, PISTOL))
X, Y = targets(name="X", Sv="5+"), targets(name="Y", Sv="5+")
OATH = "+1 to hit if Oath of Moment target"
SWORN = squad("Sworn", models("Man", 2, gun(OATH, name="rifle")))
ASKED = "if Oath of Moment target"
MISSES = ("hit:rifle", [1] * 4)


def asked(played: Played) -> list[str]:
    """Between the choice of the unit and the dice."""
    keys = played.keys[played.keys.index("unit") :]
    return keys[: next(place for place, key in enumerate(keys) if key.startswith("hit:"))]


@pytest.mark.rule("10E-TGT-3", "10E-TGT-9")
def test_one_answer_takes_all_guns_and_nobody_asks_for_a_target_of_the_pistol() -> None:
    played = battle(SQUAD, army("T", X, Y), ("unit", "Squad"), ("target", "X"), MISSES, distance=20)
    assert asked(played) == ["unit", "target", "distance", "facts:X", "reaction:X"]
    assert played.keys.count("target") == 1
    assert played.question("split").text == "Another target for what is left"
    values = [option.value for option in played.question("reaction:X").options]
    assert (values[0], values[-1]) == ("nothing", "no more reactions")


@pytest.mark.rule("10E-TGT-3")
def test_what_is_left_has_another_target_on_wish() -> None:
    played = battle(
        SQUAD, army("T", X, Y), ("unit", "Squad"), ("target", "X"), ("distance", 20), ("facts:X", {"split": "yes"}),
        ("target", "Y"), ("distance", 6), MISSES, ("hit:pistol", [1]),
    )  # fmt: skip
    assert played.keys.count("target") == 2


@pytest.mark.rule("10E-ORD-1", "10E-ORD-2")
def test_the_order_is_asked_on_wish_alone() -> None:
    two = squad("Two", models("A", 1, gun(name="one", D=1)), models("B", 1, gun(name="three", D=3)))
    usual = battle(two, army("T", X), ("unit", "Two"), ("target", "X"), ("hit:one", [1]), ("hit:three", [1]))
    assert "group_order" not in usual.keys
    wished = battle(
        two, army("T", X), ("unit", "Two"), ("target", "X"), ("facts:X", {"group_order": "ask"}), ("group_order", "three"),
        ("hit:three", [1]), ("hit:one", [1]),
    )  # fmt: skip
    assert wished.dice[:2] == ["hit:three", "hit:one"]


@pytest.mark.rule("10E-TGT-4", "10E-TGT-13")
def test_the_profile_is_the_first_fact_and_a_choice_by_number() -> None:
    men = squad("Men", models("Man", 3, *PLASMA))
    usual = battle(men, army("T", X), ("unit", "Men"), ("target", "X"), ("hit:plasma (standard)", [1] * 3))
    first = usual.question("facts:X").parts[0]
    assert (first.key, [option.value for option in first.options]) == ("mode:plasma", ["standard", "supercharge"])
    assert usual.question("facts:X").text.startswith("3 plasmas (standard) at X")
    hot = ("facts:X", {"mode:plasma": "supercharge"})
    played = battle(men, army("T", X), ("unit", "Men"), ("target", "X"), hot, ("hit:plasma (supercharge)", [1] * 3))
    both = {"mode:plasma": "supercharge", "firing": [2, 1]}
    assert refused(played.question("facts:X"), both).startswith("what fires names the profiles already")
    for said, value in (
        ({}, "standard"),
        ({"firing": [1, 2]}, "see above"),
        ({"mode:plasma": "supercharge"}, "supercharge"),
    ):
        first_row = fact_rows(usual.question("facts:X"), said, current_facts(usual.question("facts:X"), said))[1]
        assert first_row.value == value


@pytest.mark.rule("10E-COV-1", "10E-WPN-HEAVY-1", "10E-WPN-RF-1")
def test_the_headline_says_what_decides_and_the_log_what_was_decided() -> None:
    fast = gun("Heavy", "Rapid Fire 1", name="rifle")
    unit = squad("Squad", models("Man", 4, fast, PISTOL), models("Sergeant", 1, PISTOL))
    said: dict[str, Any] = {"cover": "yes", "stationary": "yes", "half_range": [2], "hit_modifier": -1}
    shots = ("hit:rifle", [1] * 4), ("hit:rifle", [1] * 2)
    played = battle(unit, army("T", X), ("unit", "Squad"), ("target", "X"), ("facts:X", said), *shots)
    facts = played.question("facts:X")
    assert facts.text == "4 rifles, 1 pistol at X, in the open, all at half range, moved"
    assert facts.decided({}).so == "9 attacks: 8, 1"  # 4 rifles with one more each at half range, 1 pistol
    assert facts.decided({"half_range": [2], "firing": [3, 0]}).so == "5 attacks"
    logged = as_decided(facts, said).text
    assert logged == "4 rifles, 1 pistol at X, in cover, 2 rifles at half range, Remained Stationary, to hit -1"
    assert answer_words(facts, {}) == "yes"


@pytest.mark.rule("10E-WPN-BLAST-1")
@pytest.mark.parametrize(
    ("attacks", "others", "thrown", "words"),
    [
        ("D6+1", (RIFLE,), 8, "2D6+8 attacks: 2D6+6 (4 for Blast), 2"),
        ("1", (), 6, "6 attacks (4 for Blast)"),
    ],
)
def test_the_attacks_that_blast_adds_are_named(
    attacks: str, others: tuple[Weapon, ...], thrown: int, words: str
) -> None:
    unit, mortar = squad("Squad", models("Man", 2, gun("Blast", name="mortar", A=attacks), *others)), "hit:mortar"
    rolled = [("attacks:mortar", [1, 1])] * ("D" in attacks)
    played = battle(
        unit, army("T", targets(12)), ("unit", "Squad"), ("target", "Targets"), *rolled, (mortar, [1] * thrown)
    )
    assert played.question("facts:Targets").decided({}).so == words


@pytest.mark.rule("10E-COV-1", "10E-TGT-2")
def test_cover_and_distance_are_proposed_again_this_turn() -> None:
    mine = army("Mine", SQUAD, squad("Other", models("Man", 1, gun(name="gun"))))
    first = [("unit", "Squad"), ("target", "X"), ("facts:X", {"cover": "yes"}), MISSES, ("hit:pistol", [1])]
    played = battle(mine, army("T", X), *first, ("unit", "Other"), ("target", "X"), ("hit:gun", [1]))
    assert played.question("cover", 1).default == "yes"
    assert ", in cover" in played.question("facts:X", 1).text
    assert played.question("distance", 1).default is None  # of another unit
    held = battle(mine, army("T", X, Y), ("unit", "Squad"), ("target", "X"), ("distance", 30), ("target", "Y"), MISSES)
    assert [entry.about for entry in company_said(held)] == [((0, 0), (1, 0)), ((0, 0), (1, 1)), ((1, 1),), ((0, 0),)]


@pytest.mark.rule("10E-TGT-2", "10E-OOP-1")
def test_how_far_it_was_is_proposed_again_between_the_same_two_units() -> None:
    """The target fires Overwatch at those who shot at it: nobody measures twice. Another unit is measured anew."""
    armed = models("Man", 1, gun())
    mine, theirs = army("Mine", SQUAD, squad("Later", armed)), army("T", squad("X", armed), squad("Y", armed))
    shot = [("unit", "Squad"), ("target", "X"), ("distance", 11), MISSES, ("hit:pistol", [1]), ("unit", "overwatch")]
    back = battle(mine, theirs, *shot, ("overwatch", "X"), ("target", "Squad"), ("hit:gun", [1]))
    assert [back.question("distance", nth).default for nth in (0, 1)] == [None, 11]
    other = battle(mine, theirs, *shot, ("overwatch", "Y"), ("target", "Squad"), ("distance", 9), ("hit:gun", [1]))
    assert other.question("distance", 1).default is None


def company_said(played: Played) -> Any:
    """What the attack remembers, in the order in which it was said."""
    record = played.table.log[-1].record
    while not hasattr(record, "remembered"):
        record = getattr(record, "shooting", None) or record.attack
        record = record.value
    return record.remembered


@pytest.mark.rule("10E-TGT-2")
def test_what_was_said_is_forgotten_with_the_turn() -> None:
    first = [("unit", "Squad"), ("target", "X"), ("facts:X", {"cover": "yes"}), MISSES, ("hit:pistol", [1])]
    theirs = [("next turn", "go on")]
    played = battle(
        SQUAD, army("T", X), *first, *theirs, ("unit", "Squad"), ("target", "X"), MISSES, ("hit:pistol", [1])
    )
    assert played.question("cover", 1).default == "no"


@pytest.mark.rule("10E-TGT-11")
def test_the_target_of_an_army_is_asked_once_a_turn() -> None:
    sworn = army("Sworn", SWORN, SWORN.but(name="Others"))
    played = battle(
        sworn, army("T", X, Y), (ASKED, "Y"), ("unit", "Sworn"), ("target", "Y"), ("hit:rifle", [1, 1]),
        ("unit", "Others"), ("target", "X"), ("hit:rifle", [1, 1]),
    )  # fmt: skip
    assert played.keys.count(ASKED) == 1
    assert played.question(ASKED).default == "X"  # Enter never passes it up
    assert [played.need("hit:rifle", n) for n in (0, 1)] == [2, 3]
    assert played.question("facts:Y").text.endswith("Oath of Moment target")
    assert all(part.key != ASKED for part in played.question("facts:Y").parts)
    assert played.unit_at("Y").marked("Oath of Moment target")
    again = battle(sworn, army("T", X, Y), (ASKED, "Y"), ("unit", "end the phase"),
                   ("next turn", "go on"), (ASKED, "X"), ("unit", "Sworn"))  # fmt: skip
    assert not again.unit_at("Y").marked("Oath of Moment target")
    assert again.unit_at("X").marked("Oath of Moment target")


def test_nobody_is_asked_for_the_target_of_an_army_that_has_nothing_of_it() -> None:
    assert ASKED not in battle(SQUAD, army("T", X), ("unit", "Squad"), ("target", "X"), MISSES).keys


@pytest.mark.rule("10E-DEF-SMOKE-1")
def test_smoke_is_not_forgotten_for_what_was_said_before_it() -> None:
    two = army("Mine", SQUAD, squad("Other", models("Man", 1, gun(name="gun"))))
    smoky = army("T", targets(name="X", Sv="5+", keywords=("INFANTRY", "SMOKE")))
    first = [("unit", "Squad"), ("target", "X"), ("facts:X", {"cover": "no"}), ("reaction:X", "smokescreen"), MISSES]
    again = [("unit", "Other"), ("target", "X"), ("hit:gun", [6]), ("wound:gun", [6])]
    played = battle(two, smoky, *first, ("hit:pistol", [1]), *again)
    assert "cover" not in [part.key for part in played.question("facts:X", 1).parts]
    assert played.left.need.target == 4


def test_a_unit_that_stood_still_is_known_by_its_state() -> None:
    played = battle(
        SQUAD, army("T", X), *state("Squad", "remained stationary"), ("unit", "Squad"), ("target", "X"), MISSES
    )
    assert "Remained Stationary" in played.question("facts:X").text
