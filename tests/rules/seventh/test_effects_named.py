"""Rolls that effects in force changed say by which: their reasons name what was told (7E-EFF-1)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.seventh.charts import with_names
from shoot_cli.rules.seventh.effects import attacked, attacked_weapon, guided_by_counters, in_force, lights, read
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.tokens import Gun
from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN
from tests.rules.seventh.helpers.tabletop import Played, attack, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicles import shooter, tank

RIFLE, CANNON = gun("rifle"), gun("rifle", S="7", AP="2")
TARGET = marines(2, name="Target")
SNAPS = [("attacker_state", "gone to ground")]


def shot(
    *script: Any, own: str = "none", theirs: str = "none", spent: tuple[str, ...] = (), weapon: Weapon = RIFLE,
    target: Unit = TARGET, before: Any = (),
) -> Played:  # fmt: skip
    """One shot of Ballistic Skill 3, with what is in force on both."""
    by = attacked(in_force(shooter(weapon, skill=3), (*read(own), *lights(spent)[0])), read(theirs, on_target=True))
    return attack(by, target, *before, *fire("rifle"), *script)


def why(played: Played, key: str) -> list[str]:
    """The reasons that name what is told, in order."""
    return [reason.text for reason in played.question(key).need.because if reason.rule.startswith("7E-EFF")]


MISS, HIT = ("hit:rifle", [1]), ("hit:rifle", [6])
AGAIN_MISSED = ("hit:rifle", [1, AGAIN, 1])


@pytest.mark.rule("7E-EFF-1", "7E-EFF-4")
@each(
    ("told", "dice", "wanted"),
    [
        ({"own": "Prescience"}, AGAIN_MISSED, ["Prescience: failed dice are rolled again"]),
        ({"own": "hit failed"}, AGAIN_MISSED, ["an effect: failed dice are rolled again"]),
        ({"own": "hit ones, Prescience"}, AGAIN_MISSED, ["Prescience: failed dice are rolled again"]),
        ({"own": "Hallucination"}, MISS, ["Hallucination: Ballistic Skill 3 is 2 now"]),
        ({"own": "bs +1"}, MISS, ["bs +1: Ballistic Skill 3 is 4 now"]),
        (
            {"own": "Hallucination", "spent": ("pinpoint 2",)},
            MISS,
            ["Hallucination, Pinpoint 2: Ballistic Skill 3 is 4 now"],
        ),
        ({"own": "bs +1, bs -1"}, MISS, []),
        ({"spent": ("pinpoint 2",), "before": SNAPS}, MISS, [
            "a Snap Shot, Ballistic Skill 1 and 2 more, hits on 4+", "Pinpoint 2: Ballistic Skill 1 is 3 now"]),
        ({"own": "Hallucination", "before": SNAPS}, MISS, []),
        ({"theirs": "Doom"}, MISS, []),
        ({}, MISS, []),
    ],
)  # fmt: skip
def test_to_hit(told: dict[str, Any], dice: Any, wanted: list[str]) -> None:
    assert why(shot(dice, **told), "hit:rifle") == wanted


@pytest.mark.rule("7E-EFF-1", "7E-EFF-4")
@each(
    ("told", "dice", "wanted"),
    [
        ({"theirs": "Doom"}, [1, AGAIN, 1], ["Doom: failed dice are rolled again"]),
        (
            {"own": "s +1", "theirs": "Doom"},
            [1, AGAIN, 1],
            ["s +1: Strength 5 now", "Doom: failed dice are rolled again"],
        ),
        ({"own": "wound ones"}, [1, AGAIN, 1], ["an effect: dice that show 1 are rolled again"]),
        ({"own": "s +2"}, [1], ["s +2: Strength 6 now"]),
        ({"own": "bs +1"}, [1], []),
        ({}, [1], []),
    ],
)
def test_to_wound(told: dict[str, Any], dice: Any, wanted: list[str]) -> None:
    assert why(shot(HIT, ("wound:rifle", dice), **told), "wound:rifle") == wanted


@pytest.mark.rule("7E-EFF-1", "7E-EFF-4")
@pytest.mark.parametrize(
    ("told", "dice", "wanted"),
    [
        ({"theirs": "Doom"}, [1, AGAIN, 1], ["Doom: failed penetration is rolled again"]),
        ({"theirs": "pen ones"}, [1, AGAIN, 1], ["an effect: 1s are rolled again"]),
        ({"own": "s +1"}, [1], ["s +1: Strength 8 now"]),
        ({}, [1], []),
    ],
)
def test_to_penetrate(told: dict[str, Any], dice: Any, wanted: list[str]) -> None:
    played = shot(HIT, ("penetrate:rifle", dice), weapon=CANNON, target=tank(12), **told)
    assert why(played, "penetrate:rifle") == wanted


@pytest.mark.rule("7E-EFF-5")
def test_a_guided_missile_names_the_counters() -> None:
    carrier = guided_by_counters(shooter(gun("seeker missile", S="8", AP="3"), skill=3), 1)
    played = attack(carrier, TARGET, *fire("seeker missile"), ("hit:seeker missile", [1]))
    assert why(played, "hit:seeker missile") == ["Seeker counters: Ballistic Skill 3 is 5 now"]


@pytest.mark.rule("7E-EFF-4")
def test_what_nobody_aims_names_it_as_well() -> None:
    assert attacked_weapon(RIFLE, read("Doom", on_target=True)).effect_names[0] == ("wound failed", "Doom")


@pytest.mark.rule("7E-EFF-3")
def test_a_strength_that_stays_as_it_was_names_nothing() -> None:
    assert in_force(shooter(gun("rifle", S="10")), read("s +1")).weapons()[0].effect_names == ()


@pytest.mark.rule("7E-EFF-1")
def test_guns_that_are_alike_stay_one_roll_whatever_is_told_of_some() -> None:
    """A captain who is as good a shot by himself shoots with the squad that became so."""
    unit = squad("Squad", trooper("Marine", 2, RIFLE, BS=4), trooper("Captain", 1, RIFLE, BS=5))
    played = attack(in_force(unit, read("bs +1:Marine")), TARGET, *fire("rifle"), ("hit:rifle", [1, 1, 1]))
    assert why(played, "hit:rifle") == ["bs +1: Ballistic Skill 4 is 5 now"]
    alone = attack(in_force(unit, read("bs +1:Marine")), TARGET, *fire("rifle", firing="Captain"), ("hit:rifle", [1]))
    assert why(alone, "hit:rifle") == []


@pytest.mark.rule("7E-EFF-1")
def test_a_weapon_without_effects_tells_nothing() -> None:
    plain = Gun("rifle", 4, 5, ())
    assert with_names([(plain, RIFLE, 3, 3)])[plain].value == plain
    assert RIFLE.effect_names == ()
