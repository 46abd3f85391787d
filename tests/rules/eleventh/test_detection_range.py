"""From how far a Hidden unit is seen, and that it may stay Hidden although it shoots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.datasheets.ability_texts import explained_of
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.eleventh.edition import ABILITIES
from tests.helpers.each import each
from tests.rules.eleventh.helpers.tabletop import army, battle, gun, hits, kind, led, refusal, squad, targets

RIFLE = gun("rifle", range=48)
SEEN = Fraction(2, 3)
LESS, MORE = '-3" detection range', '+6" detection range'


def seen_to(reach: float, shooter: Unit, target: Unit, **said: Any) -> None:
    """The Hidden target is shot at from so far, and from no farther."""
    said = {"hidden": "yes", **said}
    assert hits(shooter, target, distance=reach, **said) == SEEN, reach
    assert "11E-HID-1" in refusal(shooter, target, distance=reach + 0.5, **said), reach


def one(*has: str) -> Unit:
    return squad("Shooters", kind("Shooter", 1, RIFLE, has=has))


@pytest.mark.rule("EVE-35", "11E-HID-1")
@each("lines, reach", [
    ((), 15), ((LESS,), 12), ((MORE,), 21), ((LESS, MORE), 18), ((LESS, LESS), 9), ((LESS, '-6" detection range'), 9),
    ((MORE, '+12" detection range'), 30), (("-2 detection range",), 13), (('+1” detection range',), 16),
])  # fmt: skip
def test_changes_are_added_and_the_range_is_9_to_30_inches(lines: tuple[str, ...], reach: float) -> None:
    seen_to(reach, one(), targets(has=lines))


@pytest.mark.rule("EVE-20", "EVE-21", "EVE-22", "EVE-35")
def test_told_of_the_target_it_is_as_in_its_list() -> None:
    seen_to(12, one(), targets(), target_effects=LESS)
    seen_to(18, one(), targets(has=(LESS,)), target_effects=f"{MORE}; Feel No Pain 5+")
    seen_to(15, one(), targets(), effects=LESS)  # it is the range of whoever is shot at


@pytest.mark.rule("EVE-35", "10E-EFF-4")
def test_what_is_done_to_enemies_makes_them_seen_from_farther() -> None:
    seen_to(18, one(f'enemies within 18": {MORE}'), targets())
    with pytest.raises(ValueError, match="helps whoever is shot at"):
        ABILITIES.of_unit(f'enemies within 18": {LESS}')
    with pytest.raises(ValueError, match="leave it out"):
        ABILITIES.of_unit(f"incoming: {LESS}")


@pytest.mark.rule("EVE-35")
def test_a_model_without_it_is_seen_from_where_it_always_was() -> None:
    hero = squad("Hero", kind("Hero", 1, has=(LESS,), character=True, leader=True))
    seen_to(15, one(), led(targets(3), hero))
    hero = squad("Hero", kind("Hero", 1, has=(f"led: {LESS}",), character=True, leader=True))
    seen_to(12, one(), led(targets(3), hero))


@pytest.mark.rule("EVE-35")
def test_a_condition_is_asked_and_decides() -> None:
    dark = targets(has=(f"{LESS} if it is dark",))
    seen_to(15, one(), dark)
    seen_to(12, one(), dark, **{"if it is dark": "yes"})
    with pytest.raises(ValueError, match="before there is an attack"):
        ABILITIES.of_unit(f"{LESS} against AP 0")


def asked(target: Unit, distance: float) -> list[str]:
    """What is asked at the table about a target so far away."""
    mine, theirs = army("Mine", squad("A", kind("A", 1, RIFLE))), army("Theirs", target)
    played = battle(mine, theirs, ("unit", "A"), ("target", target.name), distance=distance)
    facts = [question for question in played.questions if question.key.startswith("facts")]
    return [part.text for question in facts for part in question.parts if part.key == "hidden"]


@pytest.mark.rule("EVE-35", "11E-HID-1")
def test_it_is_asked_where_it_can_matter_and_says_the_range() -> None:
    assert asked(targets(), 15) == []
    assert asked(targets(has=(LESS,)), 12) == []
    assert asked(targets(has=(LESS,)), 12.5) == ['Hidden: seen within 12" alone']
    assert asked(targets(has=(MORE,)), 21) == []
    assert asked(targets(has=(f"{LESS} if night falls",)), 13) == ["Hidden: seen from near alone"]


@pytest.mark.rule("EVE-35", "11E-HID-1")
@each("lines, asked", [
    ((), False), (("Stays Hidden after shooting",), True), (("stays hidden after shooting against TANK",), None),
])  # fmt: skip
def test_a_unit_that_stays_hidden_may_shoot(lines: tuple[str, ...], asked: bool | None) -> None:
    if asked is None:
        with pytest.raises(ValueError, match="before there is a target"):
            ABILITIES.of_unit(lines[0])
        return
    mine = army("Mine", squad("A", kind("A", 1, RIFLE, has=lines)))
    theirs = army("Theirs", squad("B", kind("B", 1, RIFLE)))
    script = [("unit", "A"), ("target", "B"), ("hit:rifle", [1]), ("unit", "B"), ("target", "A")]
    played = battle(mine, theirs, *script, distance=20)
    after = [question for question in played.questions if question.key.startswith("facts")][1]
    assert ("hidden" in [part.key for part in after.parts]) is asked
    assert played.said("A: still Hidden after shooting", "11E-HID-1") is asked


@pytest.mark.rule("EVE-35")
def test_all_of_the_unit_must_stay_hidden() -> None:
    mixed = squad("A", kind("A", 1, RIFLE, has=("stays Hidden after shooting",)), kind("Loud", 1, RIFLE))
    theirs = army("Theirs", squad("B", kind("B", 1, RIFLE)))
    script = [("unit", "A"), ("target", "B"), ("hit:rifle", [1, 1]), ("unit", "B"), ("target", "A")]
    played = battle(army("Mine", mixed), theirs, *script, distance=20)
    assert not played.said("A: still Hidden after shooting", "11E-HID-1")


@pytest.mark.rule("EVE-35")
def test_the_reason_names_what_changed_the_range() -> None:
    assert f'not seen beyond 12" ({LESS})' in refusal(one(), targets(has=(LESS,)), hidden="yes", distance=13)
    texts = [each.does for each in explained_of(ABILITIES, targets(has=(LESS, "stays Hidden after shooting")))]
    assert texts[0].startswith(LESS)
