"""The test vectors of the specification (its section 11), through the public odds, as fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.second import RULESET, charts
from shoot_cli.rules.second.profiles import Save, Unit
from shoot_cli.rules.second.steps import morale
from tests.rules.second.helpers.guns_and_men import (
    LASCANNON,
    RHINO,
    TERMINATOR,
    car,
    firer,
    flamer,
    gun,
    hull,
    men,
    sure,
)
from tests.rules.second.oracles.attack import End

F = Fraction
Asked = Callable[[End], bool]


class Vector(NamedTuple):
    """A chance of one attack. ``given``: the chance of all that is not asked for, where no gun can do without it."""

    rules: str
    shooter: Unit
    target: Unit
    exact: Fraction
    asked: Asked
    answers: dict[str, Any] = {}  # noqa: RUF012
    settings: dict[str, str] = {}  # noqa: RUF012
    given: Fraction = F(1)


def penetrated(end: End) -> bool:
    return end.penetrated == 1


def slain(end: End) -> bool:
    return end.slain == 1


def none_slain(end: End) -> bool:
    return end.slain == 0


def wall(gun_: Any = None, **values: Any) -> Unit:
    """A gun that penetrates whatever it hits."""
    return firer(gun(rules=("Automatic Penetration",), **values), skill=gun_)


PAPER = car(hull(1))
LONG, SHORT = {"distance": 18}, {"distance": 10}
HARD, SOFT = {"cover": "hard"}, {"cover": "soft"}
FAST, VERY_FAST = {"speed": "fast"}, {"speed": "very fast"}
AUTOMATIC = ("Automatic Penetration",)
TWO_UP = F(5, 6)


def dice_of(n: int, **more: Any) -> Unit:
    """So many sustained fire dice after a hit: every hit is one penetration."""
    return firer(sure(rules=AUTOMATIC, sustained=n, **more))


def armour(strength: int, save: int, save_of: Save, **more: Any) -> tuple[Unit, Unit]:
    return firer(sure(strength, save, **more)), men(toughness=1, save=save_of)


VECTORS: dict[str, Vector] = {
    "2E-V01": Vector("2E-HIT-1 2E-HIT-2", wall(4, hit_short=1), PAPER, F(5, 6), penetrated, SHORT),
    "2E-V02": Vector("2E-HIT-1 2E-HIT-4", wall(4, hit_short=1), PAPER, F(1, 2), penetrated, LONG | SOFT),
    "2E-V03": Vector("2E-HIT-1 2E-HIT-4", wall(3, hit_short=1), PAPER, F(1, 6), penetrated, LONG | HARD),
    "2E-V04": Vector("2E-HIT-5", wall(3, hit_short=1), PAPER, F(1, 12), penetrated, LONG | HARD | FAST),
    "2E-V05": Vector("2E-HIT-5", wall(3, hit_short=1), PAPER, F(1, 18), penetrated, LONG | HARD | VERY_FAST),
    "2E-V06": Vector("2E-HIT-5", wall(3, hit_long=-1), PAPER, F(1, 36), penetrated, LONG | HARD | VERY_FAST),
    "2E-V07": Vector("2E-HIT-5", wall(2, hit_long=-1), PAPER, F(0), penetrated, LONG | HARD | VERY_FAST),
    "2E-V08": Vector(
        "2E-HIT-3", firer(gun(hit_short=1, rules=(*AUTOMATIC, "Targeter")), skill=5), PAPER, F(5, 6), penetrated
    ),
    "2E-V09": Vector("2E-HIT-1 2E-HIT-3", wall(8), PAPER, F(5, 6), penetrated),
    "2E-V10": Vector(
        "2E-HIT-4", firer(LASCANNON.but(rules=AUTOMATIC), skill=3), PAPER, F(2, 3), penetrated,
        {"distance": 40, "large": "yes"},
    ),
    "2E-V11": Vector(
        "2E-OW-4", wall(4, hit_short=1), PAPER, F(2, 3), penetrated,
        {"attacker_state": "overwatch", "appearing": "yes"},
    ),
    "2E-V12": Vector("2E-WND-1", firer(sure(4)), men(toughness=4), F(1, 2), slain),
    "2E-V13": Vector("2E-WND-1", firer(sure(3)), men(toughness=6), F(1, 6), slain),
    "2E-V14": Vector("2E-WND-1", firer(sure(3)), men(toughness=7), F(0), slain),
    "2E-V15": Vector("2E-SAV-1 2E-SAV-2", *armour(4, -1, Save(3)), F(1, 2), slain, given=TWO_UP),
    "2E-V16": Vector("2E-SAV-2", *armour(4, -3, Save(4)), F(1), slain, given=TWO_UP),
    "2E-V17": Vector("2E-SAV-3", *armour(4, -1, Save(3, 2)), F(1, 12), slain, given=TWO_UP),
    "2E-V18": Vector("2E-SAV-3", *armour(8, -6, Save(3, 2)), F(13, 18), slain, given=TWO_UP),
    "2E-V19": Vector("2E-SAV-4", *armour(4, -1, Save(6, 1, 5), blast=2), F(5, 6), slain, {"under": 1}, given=TWO_UP),
    "2E-V20": Vector("2E-SEQ", firer(gun(hit_short=1)), men(save=Save(3)), F(5, 24), slain),
    "2E-V21": Vector("2E-SEQ", firer(gun(3, hit_short=1), skill=3), men(save=Save(6, 1, 5)), F(2, 9), slain),
    "2E-V22": Vector("2E-SEQ 2E-SAV-3", firer(LASCANNON), TERMINATOR, F(65, 162), slain, {"distance": 40}),
    "2E-V23": Vector("2E-SF-2", dice_of(1), PAPER, F(1, 6), lambda end: end.damage == 0 and end.jammed == 1),
    "2E-V24": Vector("2E-SF-2", dice_of(1), PAPER, F(1, 2), lambda end: end.damage >= 2),
    "2E-V26": Vector("2E-SF-3", dice_of(2), PAPER, F(11, 36), lambda end: end.jammed == 1),
    "2E-V27": Vector("2E-SF-2", dice_of(2), PAPER, F(13, 36), lambda end: end.damage >= 4),
    "2E-V28": Vector("2E-SF-5", dice_of(3, explodes=3), PAPER, F(1, 216), lambda end: end.own_slain == 1),
    "2E-V29": Vector(
        "2E-SF-2 2E-SEQ", firer(gun(hit_short=1, sustained=1), skill=5), men(5, save=Save(6, 1, 5)), F(17, 32), none_slain
    ),
    "2E-V30": Vector("2E-DMG-1 2E-DMG-2", firer(sure(9, -9, "D6")), men(wounds=2), F(5, 6), slain, given=TWO_UP),
    "2E-V31": Vector("2E-DMG-1", firer(sure(9, -9, "D4")), men(wounds=2), F(3, 4), slain, given=TWO_UP),
    "2E-V32": Vector("2E-DMG-1", firer(sure(9, -9, "2D6")), men(wounds=10), F(1, 6), slain, given=TWO_UP),
    "2E-V33": Vector("2E-DMG-3", firer(sure(9, -9, "D10")), men(wounds=10), F(1, 10), slain, given=TWO_UP),
    "2E-V34": Vector("2E-AP-1 2E-AP-2", firer(sure(9, penetration="3D6+9")), car(hull(20)), F(3, 8), penetrated),
    "2E-V35": Vector(
        "2E-AP-2", firer(sure(9, penetration="3D6+9")), car(hull(20)), F(1, 2), penetrated, settings={"penetrate_on": ">="}
    ),
    "2E-V36": Vector("2E-AP-1 2E-AP-2", firer(sure(8, penetration="D6+D10+8")), car(hull(22)), F(1, 20), penetrated),
    "2E-V37": Vector("2E-AP-1 2E-AP-2", firer(sure(8, penetration="D6+2D12+8")), car(hull(22)), F(139, 216), penetrated),
    "2E-V38": Vector("2E-AP-1", firer(sure(4)), car(hull(12)), F(0), penetrated),
    "2E-V39": Vector("2E-VEH-1 2E-AP-2", firer(LASCANNON), RHINO, F(245, 648), penetrated, {"distance": 40}),
    "2E-V42": Vector(
        "2E-HTH-1", firer(sure(rules=AUTOMATIC)), PAPER, F(2, 3), penetrated,
        {"enemy_engaged": 6, "friends_engaged": 3},
    ),
    "2E-V43": Vector(
        "2E-HTH-2", firer(sure(rules=AUTOMATIC)), PAPER, F(5, 8), penetrated,
        {"enemy_engaged": 5, "friends_engaged": 3},
    ),
    "2E-V44": Vector("2E-ARC-2", firer(sure(rules=AUTOMATIC)), PAPER, F(1, 2), penetrated, {"in_arc": "edge"}),
    "2E-V45": Vector(
        "2E-TMP-2", firer(flamer(rules=AUTOMATIC)), PAPER, F(1, 2), penetrated, {"whole": 0, "partial": 1, "distance": 0}
    ),
}  # fmt: skip

with_vectors = pytest.mark.parametrize(
    "vector", [pytest.param(v, marks=pytest.mark.rule(*v.rules.split()), id=i) for i, v in VECTORS.items()]
)


def ends_of(vector: Vector) -> Any:
    return odds(
        RULESET.attack,
        RULESET.begin_attack(vector.shooter, vector.target),
        Preset({"distance": 10} | vector.answers, raise_missing),
        settings=RULESET.defaults() | vector.settings,
        exact=True,
    )


def chance(law: dict[Any, Fraction], asked: Asked) -> Fraction:
    return sum((p for end, p in law.items() if asked(end)), F(0))


@with_vectors
def test_chances(vector: Vector) -> None:
    law = ends_of(vector).measure(lambda end: End(**{name: int(RULESET.measures[name](end)) for name in End._fields}))
    assert chance(law, vector.asked) == vector.exact * vector.given


@pytest.mark.rule("2E-SF-2")
def test_2e_v25() -> None:
    """The mean number of hits of one die."""
    damage = ends_of(VECTORS["2E-V23"]).distribution(RULESET.measures["damage"])
    assert sum(n * p for n, p in enumerate(damage)) == F(3, 2)


@pytest.mark.rule("2E-HIT-5")
@pytest.mark.parametrize(("score", "exact"), [(7, F(1, 12)), (8, F(1, 18)), (9, F(1, 36)), (10, F(0))])
def test_2e_s06(score: int, exact: Fraction) -> None:
    """The second die needs 4+, 5+, 6, and then there is none."""
    vector = Vector("", wall(1), PAPER, exact, penetrated, {"modifier": 6 - score})
    assert ends_of(vector).measure(RULESET.measures["penetrated"]).get(1, F(0)) == exact


# Numbers of no attack ------------------------------------------------------------------------------------------------


def passed(leadership: int) -> Fraction:
    need = morale.break_test_need(leadership)
    return F(sum(need.met_by(one + other) for one in range(1, 7) for other in range(1, 7)), 36)


@pytest.mark.rule("2E-BRK-1")
def test_2e_v40() -> None:
    assert morale.break_test_due(10, 3)
    assert passed(8) == F(13, 18)


@pytest.mark.rule("2E-BRK-1")
def test_2e_v41() -> None:
    assert passed(7) == F(7, 12)


@pytest.mark.rule("2E-BRK-1")
@pytest.mark.parametrize(
    ("start", "casualties", "tests"),
    [
        pytest.param(10, 3, True, id="2E-S01"),
        pytest.param(10, 2, False, id="2E-S02"),
        pytest.param(4, 1, True, id="2E-S03"),
        pytest.param(5, 1, False, id="2E-S04"),
    ],
)
def test_2e_s01_to_s04(start: int, casualties: int, tests: bool) -> None:
    assert (morale.break_test_due(start, casualties) is not None) == tests


@pytest.mark.rule("2E-SF-4")
def test_2e_s05() -> None:
    models = {"B": (3, 4, True), "C": (5, 4, True), "D": (2, 6, True), "E": (2, 4, False)}
    may = [
        name
        for name, (inches, score, same) in models.items()
        if charts.no_extra_hit(distance=inches, first_score=4, own_score=score, same_unit=same) is None
    ]
    assert may == ["B"]


def test_every_vector_is_here() -> None:
    own = {f"2E-V{n}" for n in (25, 40, 41)} | {f"2E-S0{n}" for n in range(1, 7)}
    assert len({*VECTORS} | own) == 51
