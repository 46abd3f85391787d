"""``oracle.py`` by hand: whole attacks whose chances can be worked out with a pencil."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.second.profiles import Field, Save, Unit
from tests.rules.second.helpers.guns_and_men import (
    LASCANNON,
    RHINO,
    TERMINATOR,
    bikes,
    both,
    car,
    engine,
    firer,
    flamer,
    gun,
    hull,
    men,
    rapiers,
    sure,
)
from tests.rules.second.oracles.attack import End, attack

F = Fraction
Case = tuple[Unit, Unit, dict[str, Any], Callable[[End], bool], Fraction]


def slain(n: int) -> Callable[[End], bool]:
    return lambda end: end.slain == n


def damage(n: int) -> Callable[[End], bool]:
    return lambda end: end.damage == n


def jammed(end: End) -> bool:
    return bool(end.jammed)


def penetrated(end: End) -> bool:
    return bool(end.penetrated)


HARD = {"cover": "hard"}
KILL = {"save": 0, "strength": 10}  # wounds on 2+ whoever is not tougher than 8
SURE = sure(10, 0, penetration="D6+20")
MANY = sure(10, 0, sustained=2, penetration="D6+20")
NEEDLE = gun(3, -1, rules=("Needle",))
TWIN = sure(4, 0, rules=("Twin-linked",))
STORM = gun(4, -1, name="storm bolter", sustained=1)
SAVE_3 = Save(3)

CASES: dict[str, Case] = {
    # The vectors of the rules that are whole attacks
    "V20": (firer(gun(hit_short=1)), men(save=SAVE_3), {}, slain(1), F(5, 24)),
    "V21": (firer(gun(3, hit_short=1), skill=3), men(save=Save(6, 1, 5)), {}, slain(1), F(2, 9)),
    "V22": (firer(LASCANNON), TERMINATOR, {"distance": 40}, slain(1), F(65, 162)),
    "V29": (firer(STORM.but(hit_short=1), skill=5), men(20), {}, slain(0), 1 - F(15, 32)),
    "V30": (firer(sure(10, 0, "D6")), men(wounds=2, toughness=5), {}, slain(1), F(5, 6) * F(5, 6)),
    "V31": (firer(sure(10, -2, "D4")), men(wounds=2), {}, slain(1), F(5, 6) * F(3, 4)),
    "V32": (firer(sure(10, -6, "2D6")), men(wounds=10, toughness=8), {}, slain(1), F(5, 6) * F(1, 6)),
    "V33": (firer(sure(10, -6, "D10")), men(wounds=10), {}, slain(1), F(5, 6) * F(1, 10)),
    "V39": (firer(LASCANNON), RHINO, {"distance": 40}, penetrated, F(245, 648)),
    # To hit
    "a 7 is a 6 and a 4+": (firer(gun(10), skill=2), men(), HARD, slain(1), F(1, 12) * F(5, 6)),
    "a 9 is a 6 and a 6": (firer(gun(10), skill=1), men(), HARD | {"modifier": -1}, slain(1), F(1, 36) * F(5, 6)),
    "a 10 is nothing": (firer(gun(10), skill=1), men(), HARD | {"modifier": -2}, slain(1), F(0)),
    "a 1 misses": (firer(gun(10), skill=8), men(), {"large": "yes"}, slain(1), F(5, 6) * F(5, 6)),
    "seeking": (firer(gun(10, rules=("Seeking",)), skill=1), men(), HARD, slain(1), F(5, 6) * F(5, 6)),
    "hunter-killer": (firer(gun(10, rules=("Hunter-killer",)), skill=1), men(), HARD, slain(1), F(2, 3) * F(5, 6)),
    "no roll at short range": (firer(sure(10), skill=1), men(), HARD, slain(1), F(5, 6)),
    "out of range": (firer(sure(10)), men(), {"distance": 25}, slain(1), F(0)),
    "edge of the arc": (firer(sure(10)), men(), {"in_arc": "edge"}, slain(1), F(5, 12)),
    "overwatch, appearing": (
        firer(gun(10, hit_short=1)), men(), {"attacker_state": "overwatch", "appearing": "yes"}, slain(1),
        F(2, 3) * F(5, 6),
    ),
    "moved and may not fire": (firer(gun(10, move_or_fire=True), n=2), men(9), {"moved": "1"}, slain(1), F(5, 9)),
    "both barrels": (firer(gun(10, rules=("Combi",))), men(2), {"both_barrels": "yes"}, slain(2), F(5, 12) ** 2),
    "rapid fire": (
        firer(gun(10, name="boltgun", save=0), rules=("Rapid Fire",)), men(2), {}, slain(2), F(5, 9) ** 2,
    ),
    "scouts have none": (
        firer(gun(10, name="boltgun"), rules=("Rapid Fire", "Scout")), men(2), {}, slain(2), F(0),
    ),
    "one at long range": (
        firer(gun(10, hit_short=1, hit_long=-1), n=2), men(2), {"short": "1"}, slain(2), F(25, 36) * F(5, 12),
    ),
    # Sustained fire
    "two dice jam": (firer(MANY), men(9), {}, jammed, F(11, 36)),
    "no die, no jam": (firer(MANY), men(9), {"sustained": 0}, jammed, F(0)),
    "the first jam is ignored": (firer(MANY, rules=("Ignores First Jam",)), men(9), {}, jammed, F(1, 36)),
    "one jam of the unit is ignored, not one of each": (
        firer(sure(sustained=1), n=2, rules=("Ignores First Jam",)), men(9), {}, jammed, F(1, 36),
    ),
    "auxiliary guns roll jams again": (
        firer(sure(sustained=1, rules=("Auxiliary",))), men(9), {}, jammed, F(1, 36),
    ),
    "twin-linked guns jam together": (
        firer(sure(sustained=2, rules=("Twin-linked",))), men(9), {}, jammed, 1 - F(5, 6) ** 4,
    ),
    "it explodes": (
        firer(sure(sustained=3, explodes=3)), men(9), {}, lambda end: end.own_slain == 1, F(1, 216),
    ),
    "a walker survives that": (engine(sure(sustained=3, explodes=3)), men(9), {}, lambda end: end.own_slain > 0, F(0)),
    "four hits of two dice": (firer(MANY), car(hull(20)), {}, lambda end: end.damage >= 4, F(13, 36)),
    "extra hits reach two models": (  # 3 hits on two of three: 2 and 1
        firer(MANY.but(sustained=1)), men(3), {"within_4": 2}, slain(2), (F(1, 3) + F(1, 6) * F(35, 36) * F(6, 5)) * F(25, 36),
    ),
    # Where hits go
    "two hits of twins on one model": (firer(TWIN), men(2), {}, slain(1), F(3, 4)),
    "and never on two": (firer(TWIN), men(2), {}, slain(2), F(0)),
    "one hit each": (firer(SURE, n=2), men(2), {}, slain(2), F(25, 36)),
    "three hits on two": (firer(SURE, n=3), men(2), {}, slain(2), F(5, 6) * F(35, 36)),
    "those in better cover are safe": (
        firer(SURE, n=2), men(2), {"order": [[[1, "Man", ""], [1, "Man", "soft"]]]}, slain(1), F(35, 36),
    ),
    "unless they are shot at": (
        firer(SURE, n=2), men(2), {"cover": "soft", "order": [[[1, "Man", ""], [1, "Man", "soft"]]]}, slain(2), F(25, 36),
    ),
    "the second weapon finds the wounded one first": (
        engine(SURE, SURE.but(name="piece")), men(2, wounds=2), {}, slain(1), F(25, 36),
    ),
    "who is dead wastes hits, the next weapon does not": (
        engine(SURE, SURE.but(name="piece")), men(2), {}, slain(2), F(25, 36),
    ),
    "the order of the line": (
        firer(SURE), both(men(wounds=2), men(name="Boy")), {"order": [[[1, "Boy", ""], [1, "Man", ""]]]}, slain(1), F(5, 6),
    ),
    "an enemy, not a friend": (firer(SURE), men(5), {"enemy_engaged": 5, "friends_engaged": 3}, slain(1), F(25, 48)),
    "a friend": (
        firer(SURE), men(6), {"enemy_engaged": 6, "friends_engaged": 3}, lambda end: end.friends_hit == 1, F(1, 3),
    ),
    # Wounds and saves
    "needles do not roll to wound": (firer(NEEDLE, skill=5), men(save=SAVE_3, toughness=9), {}, slain(1), F(5, 12)),
    "but against Tyranids": (firer(NEEDLE), men(save=SAVE_3, rules=("Tyranid",)), {}, slain(1), F(2, 3) * F(1, 3) * F(1, 2)),
    "a field, then armour": (
        firer(sure(10)), men(save=SAVE_3, field=Field("refractor field", 5)), {}, slain(1), F(5, 6) * F(1, 3),
    ),
    "a natural 1 fails": (firer(sure(10, 0)), men(save=Save(2)), {}, slain(1), F(5, 6) * F(1, 6)),
    "not on two dice": (firer(sure(10, 0)), men(save=Save(2, 2)), {}, slain(1), F(0)),
    "flak against a flamer": (firer(flamer(10, -1)), men(save=Save(6, 1, 5)), {}, slain(1), F(5, 6) * F(5, 6)),
    "damage dice on two wounds, twice": (  # two wounds always, one of them with a 2 or a 3
        firer(sure(10, 0, "D3"), n=2), men(wounds=2), {}, slain(1),
        F(25, 36) + F(10, 36) * F(2, 3),
    ),
    "surplus is lost": (firer(sure(10, 0, "D10")), men(2, wounds=2), {}, damage(2), F(5, 6) * F(9, 10)),
    # Areas
    "a blast that hits": (firer(gun(10, 0, blast=2)), men(5), {"under": 2}, slain(2), F(2, 3) * F(25, 36)),
    "a blast that misses and is no dud": (
        firer(gun(10, 0, blast=2)), men(5), {"under": 1, "under_missed": 2}, slain(2), F(1, 3) * F(5, 6) * F(25, 36),
    ),
    "a number under it that is drawn": (
        firer(sure(10, 0, blast=2)), men(5), {"under": {2: 0.5, 0: 0.5}}, slain(2), F(1, 2) * F(25, 36),
    ),
    "a template, half over one": (
        firer(flamer(10, 0)), men(5), {"whole": 1, "partial": 1}, slain(2), F(1, 2) * F(25, 36),
    ),
    # Datafaxes
    "as high as the armour": (firer(sure(9)), car(hull(10)), {"penetrate_on": ">="}, penetrated, F(1)),
    "the side": (firer(sure(9)), car(hull(20, 12)), {"facing": "side"}, penetrated, F(1, 2)),
    "armour-piercing": (firer(sure(3, rules=("Armour-piercing",))), car(hull(11)), {}, penetrated, F(1, 18)),
    "the flayer": (
        firer(sure(4, rules=("Metal Flayer",))), car(hull(15)), {}, penetrated, F(1, 36),
    ),
    "ceramite": (
        firer(sure(8, penetration="2D6+8", rules=("Melta",))), car(hull(7), rules=("Ceramite",)), {}, penetrated, F(7, 12),
    ),
    "nothing is too thick": (firer(sure(rules=("Automatic Penetration",))), car(hull(99)), {}, penetrated, F(1)),
    "twins hit one location": (  # both at the bike
        firer(sure(4, 0, rules=("Twin-linked",), penetration="D6+20")), bikes(), {}, damage(2), F(2, 3),
    ),
    "a rider": (firer(sure(4, 0)), bikes(), {}, slain(1), F(1, 3) * F(1, 2)),
    "a support weapon": (firer(sure(5)), rapiers(), {}, slain(1), F(1, 6)),
    "its crew": (firer(sure(4)), rapiers(), {"aim": "crew"}, slain(1), F(1, 2)),
    "at long range either": (firer(sure(4)), rapiers(), {"distance": 20}, slain(1), F(1, 4)),
}  # fmt: skip


@pytest.mark.parametrize(("shooter", "target", "answers", "asked", "chance"), CASES.values(), ids=CASES)
def test_by_hand(
    shooter: Unit, target: Unit, answers: dict[str, Any], asked: Callable[[End], bool], chance: Fraction
) -> None:
    said = {"distance": 10} | {key: value for key, value in answers.items() if key != "penetrate_on"}
    law = attack(shooter, target, said, {key: answers[key] for key in answers if key == "penetrate_on"})
    assert sum(law.values()) == 1
    assert sum((p for end, p in law.items() if asked(end)), F(0)) == chance
