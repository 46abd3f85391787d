"""The charts, row by row as the specification prints them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Record
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Fire, Modifier, TargetUnit
from tests.helpers.each import each
from tests.rules.reikhammer.helpers.attacks import (
    chances,
    formation,
    gun,
    hits,
    mean,
    mortar,
    shooters,
    shots,
    targets,
    units,
)

F = Fraction
WHY = Reason("test", "RH-HIT-2")


def fire(value: int, *changes: int) -> Fire:
    return Fire("gun", "AP", value, tuple(Modifier(change, WHY) for change in changes))


def saved(need: Need) -> Fraction:
    return F(sum(need.met_by(face) for face in range(1, 7)), 6)


# Actions -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ACT-2")
@each(
    ("name", "moves", "shoots", "modifier", "either"),
    [
        ("advance", 1, True, 0, False),
        ("double", 2, True, -1, False),
        ("march", 3, False, 0, False),
        ("marshal", 1, True, -1, True),
        ("sustained_fire", 0, True, +1, False),
        ("overwatch", 0, False, 0, False),
        ("engage", 1, False, 0, False),
        ("hold", 1, True, 0, True),
    ],
)
def test_actions(name: str, moves: int, shoots: bool, modifier: int, either: bool) -> None:
    action = charts.ACTIONS[name]
    assert (action.moves, action.shoots, action.modifier, action.either) == (moves, shoots, modifier, either)
    assert set(charts.ACTIONS) == {
        "advance", "double", "march", "marshal", "sustained_fire", "overwatch", "engage", "hold",
    }  # fmt: skip


@pytest.mark.rule("RH-ACT-2", "RH-HIT-2", "RH-OW-6")
@each(
    ("action", "chance"),
    [
        ("advance", F(4, 6)),
        ("double", F(3, 6)),
        ("marshal", F(3, 6)),
        ("sustained_fire", F(5, 6)),
        ("overwatch", F(4, 6)),
        ("hold", F(4, 6)),
    ],
)
def test_the_action_changes_the_value(action: str, chance: Fraction) -> None:
    assert hits(shooters(), action=action) == chance
    assert charts.action_change(action, overwatch=True) == ()


# To hit --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-HIT-1", "RH-HIT-3", "RH-HIT-4")
@each(
    ("value", "first", "second", "chance"),
    [
        (7, 5, None, F(5, 6)),
        (6, 5, None, F(5, 6)),
        (5, 5, None, F(5, 6)),
        (4, 4, None, F(4, 6)),
        (3, 3, None, F(3, 6)),
        (2, 2, None, F(2, 6)),
        (1, 1, None, F(1, 6)),
        (0, 1, 3, F(1, 12)),
        (-1, 1, 2, F(1, 18)),
        (-2, 1, 1, F(1, 36)),
        (-3, None, None, F(0)),
        (-4, None, None, F(0)),
    ],
)
def test_to_hit(value: int, first: int | None, second: int | None, chance: Fraction) -> None:
    need = charts.to_hit(fire(value))
    assert need.target == first
    assert need.or_less
    assert charts.needs_second(fire(value)) == (second is not None)
    if second is not None:
        assert charts.to_hit_again(fire(value)).target == second
        assert charts.to_hit_again(fire(value + 2, -2)).target == second  # it takes no modifiers of its own
    assert hits(shooters(gun(AP=value))) == chance


@pytest.mark.rule("RH-HIT-2")
@each(
    ("value", "action", "cover", "target"),
    [
        (4, "advance", "none", 4),
        (4, "advance", 2, 3),
        (4, "double", "none", 3),
        (4, "double", 2, 2),
        (4, "marshal", 2, 2),
        (4, "sustained_fire", 2, 4),
        (5, "sustained_fire", "none", 5),
        (1, "double", "none", 1),
    ],
)
def test_modifiers_are_cumulative(value: int, action: str, cover: int | str, target: int) -> None:
    modifier = charts.ACTIONS[action].modifier - (cover != "none")
    assert charts.to_hit(fire(value, modifier)).target == target
    wanted = F(1, 12) if value + modifier == 0 else F(min(value + modifier, 5), 6)
    assert hits(shooters(gun(AP=value)), action=action, cover=cover) == wanted


@pytest.mark.rule("RH-HIT-1", "RH-HIT-3", "RH-HIT-4")
def test_each_reason_of_a_need_names_its_rule() -> None:
    def ids(one: Fire) -> list[str]:
        return [reason.rule for reason in charts.to_hit(one).because]

    assert ids(fire(4)) == ["RH-HIT-1"]
    assert ids(fire(4, -1)) == ["RH-HIT-1", "RH-HIT-2"]
    assert ids(fire(6)) == ["RH-HIT-1", "RH-HIT-3"]
    assert ids(fire(0)) == ids(fire(-3)) == ["RH-HIT-1", "RH-HIT-4"]


# Who can be hit ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ALLOC-3", "RH-TER-4")
@each(
    ("type_", "ap", "at", "aa"),
    [
        ("INF", True, False, False),
        ("LV", True, True, False),
        ("AV", False, True, False),
        ("WE", False, True, False),
        ("AC", False, False, True),
    ],
)
def test_which_hits_go_to_whom(type_: str, ap: bool, at: bool, aa: bool) -> None:
    for kind, able in (("AP", ap), ("AT", at), ("AA", aa)):
        weapon: dict[str, Any] = {kind: 4}
        assert (type_ in charts.HURT[kind]) == able
        assert mean(shooters(gun(**weapon)), targets(type=type_, armour=0)) == (F(4, 6) if able else 0)


# Saves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-SAVE-1")
@each(
    ("armour", "chance"),
    [(0, F(0)), (1, F(1, 6)), (2, F(2, 6)), (3, F(3, 6)), (4, F(4, 6)), (5, F(5, 6)), (6, F(5, 6)), (7, F(5, 6))],
)
def test_armour_saves(armour: int, chance: Fraction) -> None:
    assert saved(charts.to_save(TargetUnit("a", "INF", armour, 1), False)) == chance
    assert mean(shooters(gun(AP=5)), targets(armour=armour)) == F(5, 6) * (1 - chance)


@pytest.mark.rule("RH-SAVE-2", "RH-SAVE-3", "RH-SAVE-4")
@pytest.mark.parametrize("cover", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("armour", [0, 2, 3, 5])
def test_the_better_save_is_the_higher(armour: int, cover: int) -> None:
    need = charts.to_save(TargetUnit("a", "INF", armour, 1, cover), False)
    assert need.target == max(armour, cover)
    assert need.label == ("cover save" if cover > armour else "armour save")


@pytest.mark.rule("RH-MW-2")
@each(
    ("has", "setting", "target"),
    [
        ({}, "none", None),
        ({"cover": 4}, "none", None),
        ({"reinforced": True}, "none", 3),
        ({"reinforced": True, "cover": 4}, "none", 3),
        ({"invulnerable": 2}, "none", 2),
        ({"reinforced": True, "invulnerable": 2}, "none", 3),
        ({"reinforced": True, "invulnerable": 5}, "none", 5),
        ({"cover": 4}, "armour", 3),
        ({"cover": 4}, "cover", 4),
        ({}, "cover", None),
        ({"invulnerable": 5, "cover": 4}, "cover", 5),
    ],
)
def test_saves_against_macro_hits(has: dict[str, int], setting: str, target: int | None) -> None:
    assert charts.to_save(TargetUnit("a", "INF", 3, 1).but(**has), True, setting).target == target


@pytest.mark.rule("RH-XF-3")
@each("value", range(7))
def test_crossfire_takes_1_off_every_save(value: int) -> None:
    wanted = min(value - 1, 5) if value > 1 else None
    of_armour = TargetUnit("a", "INF", value, 1, crossfire=True)
    of_cover = TargetUnit("a", "INF", 0, 1, value, crossfire=True)
    special = TargetUnit("a", "INF", 0, 1, invulnerable=value, crossfire=True)
    assert [charts.to_save(stand, False).target for stand in (of_armour, of_cover, special)] == [wanted] * 3
    assert charts.to_save(of_armour.but(reinforced=True), True).target == wanted


# Tests against CR ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ACT-1", "RH-SHOCK-5")
@each(
    ("rating", "shock", "retaining", "target"),
    [
        (4, False, False, 4),
        (4, True, False, 3),
        (4, False, True, 3),
        (4, True, True, 2),
        (2, True, True, None),
        (1, False, False, 1),
        (6, False, False, 6),
        (6, True, False, 5),
        (7, False, False, 6),
    ],
)
def test_action_tests(rating: int, shock: bool, retaining: bool, target: int | None) -> None:
    need = charts.to_act(rating, shock, retaining)
    assert need.target == target
    assert need.or_less


@pytest.mark.rule("RH-RALLY-1")
@each(
    ("rating", "broken", "near", "target"),
    [
        (5, False, False, 5),
        (5, False, True, 4),
        (5, True, False, 3),
        (5, True, True, 2),
        (3, True, True, None),
        (2, True, False, None),
        (6, False, False, 6),
    ],
)
def test_rally_tests(rating: int, broken: bool, near: bool, target: int | None) -> None:
    assert charts.to_rally(rating, broken, near).target == target


# Dangerous terrain, characters ---------------------------------------------------------------------------------------


@pytest.mark.rule("RH-TER-2")
def test_dangerous_terrain() -> None:
    assert [charts.dangerous.met_by(face) for face in range(1, 7)] == [True] * 5 + [False]


@pytest.mark.rule("RH-CHAR-1")
def test_the_fate_of_characters() -> None:
    assert charts.character_fate == ("escapes", "incapacitated", "incapacitated", "killed", "killed", "killed")


# Barrages ------------------------------------------------------------------------------------------------------------

ROWS = [
    ((1, 2), 0, 0, 1, None),
    ((3, 4), 1, 0, 1, 1),
    ((5, 6), 1, 0, 2, 1),
    ((7, 9), 1, 1, 3, 2),
    ((10, 12), 2, 1, 3, 2),
    ((13, 15), 2, 2, 3, 2),
    ((16, 20), 2, 2, 3, 2),
    ((21, 25), 3, 3, 3, 2),
    ((26, 30), 3, 4, 3, 2),
]


@pytest.mark.rule("RH-BAR-4", "RH-SHOCK-4")
@each(("points", "radius", "extra", "ap", "at"), ROWS)
def test_barrages(points: tuple[int, int], radius: int, extra: int, ap: int, at: int | None) -> None:
    for bp in points:
        row = charts.barrage_row(bp)
        assert (row.radius, row.extra_shock, row.ap, row.at) == (radius, extra, ap, at)
        assert chances(shooters(mortar(bp)), targets(1, type="AC"), "shock") == {1 + extra: 1}
        assert hits(shooters(mortar(bp)), targets(1)) == F(ap, 6)
        assert hits(shooters(mortar(bp)), targets(1, type="AV")) == F(at or 0, 6)


@pytest.mark.rule("RH-BAR-5")
@each(
    ("type_", "dice", "chance"),
    [("INF", 3, F(2, 6)), ("LV", 3, F(2, 6)), ("AV", 3, F(1, 6)), ("WE", 1, F(1, 6)), ("AC", 0, F(0))],
)
def test_what_a_barrage_rolls_against_each_type(type_: str, dice: int, chance: Fraction) -> None:
    target = formation("Targets", units("Target", type=type_, integrity=3))
    assert shots(shooters(mortar(6)), target) == dice
    assert hits(shooters(mortar(6)), target) == dice * chance


@pytest.mark.rule("RH-BAR-7", "RH-ELIG-4")
@pytest.mark.parametrize(
    ("metric", "tiles"),
    [("chebyshev", (1, 9, 25, 49)), ("manhattan", (1, 5, 13, 25)), ("euclidean", (1, 5, 13, 29))],
)
def test_the_area_of_a_barrage(metric: str, tiles: tuple[int, ...]) -> None:
    assert tuple(charts.tiles_within(radius, metric) for radius in range(4)) == tiles


@pytest.mark.rule("RH-ELIG-4")
def test_offsets() -> None:
    assert [charts.METRICS[name](4, 3) for name in ("chebyshev", "manhattan", "euclidean")] == [4, 7, 5]


def test_records_of_charts_are_frozen() -> None:
    assert all(isinstance(row, Record) for row in (*charts.BARRAGES, *charts.ACTIONS.values()))
