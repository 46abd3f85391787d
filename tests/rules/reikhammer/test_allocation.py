"""Hits go to units: who can be hit, evenly, nearest first, and what is lost (RH-ALLOC, RH-MW-1)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli import api
from shoot_cli.engine.reasons import DEFENDER
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    act,
    army,
    attack,
    battle,
    formation,
    gun,
    mixed,
    shooters,
    state,
    targets,
    units,
)

THREE = "a: 2, b: 3, c: 5"


def hit(n: int, name: str = "gun") -> tuple[str, list[int]]:
    return f"hit:{name}", [1] * n


def saved(**names: int) -> list[tuple[str, Any]]:
    """Saves that are made, by unit."""
    return [(f"save:{name.replace('_', ' ')}", [1] * n) for name, n in names.items()]


def infantry(*names: str, **stats: Any) -> Any:
    return formation("Targets", *(units(name, **stats) for name in names))


# Evenly --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ALLOC-1", "RH-ALLOC-2")
def test_evenly_from_the_front() -> None:
    """RH-S03: five hits on three."""
    played = attack(shooters(n=5), infantry("a", "b", "c"), hit(5), saved(a=2, b=2, c=1), distance=measured(THREE, 5))
    assert played.struck == {"a": 2, "b": 2, "c": 1}
    assert played.told_of("RH-ALLOC-2") == ["hits: 2 on a, 2 on b, 1 on c"]
    turned = attack(
        shooters(n=5), infantry("a", "b", "c"), hit(5), saved(c=2, a=2, b=1), distance=measured("c: 4, a: 5, b: 7", 5)
    )
    assert turned.struck == {"c": 2, "a": 2, "b": 1}  # the nearest, not the first listed


def measured(far: str, n: int) -> str:
    """Distances of the target's units, and that of the nearest for so many gunners."""
    near = min(int(part.rpartition(" ")[2]) for part in far.split(", "))
    return ", ".join([far, *(f"Gunner {k}: {near}" if n > 1 else f"Gunner: {near}" for k in range(1, n + 1))])


@pytest.mark.rule("RH-ALLOC-3")
def test_kinds_pass_over_those_they_cannot_hurt() -> None:
    """RH-S04 and RH-S05."""
    tank = formation("Targets", units("t", type="AV"), units("a"), units("b"))
    played = attack(shooters(n=4), tank, hit(4), saved(a=2, b=2), distance=measured("t: 4, a: 5, b: 7", 4))
    assert played.struck == {"a": 2, "b": 2}
    light = formation("Targets", units("l", type="LV"), units("a"))
    assert attack(shooters(gun(AT=4), n=2), light, hit(2), saved(l=2)).struck == {"l": 2}


@pytest.mark.rule("RH-ALLOC-3", "RH-DEST-1")
def test_integrity_does_not_limit_allocation() -> None:
    played = attack(shooters(n=3), targets(1), hit(3), ("save:Target", [6, 6, 6]))
    assert played.struck == {"Target": 3}
    assert (played.end.damage, played.left_of) == (1, [0])  # the surplus is ignored


@pytest.mark.rule("RH-ALLOC-3")
def test_hits_with_nobody_to_go_to_are_lost() -> None:
    assert not attack(shooters(gun(AP=4, AT=4), n=2), mixed("INF"), hit(2), saved(INF=2)).told_of("RH-ALLOC-3")
    both = shooters(gun(AP=4), gun("melta", macro=("AP",), AP=4), n=1)
    lost = attack(both, mixed("INF"), hit(1), hit(1, "melta"), ("save:INF", [6]))
    assert lost.told_of("RH-ALLOC-3") == ["1 hit with nobody to go to: lost"]  # the only unit is destroyed by then
    air = attack(shooters(gun("air", AA=4), n=2), mixed("INF"))
    assert air.dice == []
    assert air.said(
        "air: to hit, AA: no need to roll, no hit can do anything: AA can hurt nobody within reach", "RH-ALLOC-3"
    )


# Who is in range and sight -------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ALLOC-1")
def test_those_beyond_every_weapon_fired_take_none() -> None:
    guns = formation("S", units("Gunner", 1, gun("short", 8), gun("long", 12)))
    far = "Gunner: 5, a: 5, b: 12, c: 13"
    played = attack(guns, infantry("a", "b", "c"), hit(1, "short"), hit(1, "long"), saved(a=1, b=1), distance=far)
    assert played.struck == {"a": 1, "b": 1}
    short = attack(
        formation("S", units("Gunner", 1, gun("short", 8), gun("long", 12)), units("Far", 1, gun("huge", 30))),
        infantry("a", "b", "c"), hit(1, "short"), hit(1, "long"), saved(a=1, b=1), distance=f"{far}, Far: 9", shock=1,
    )  # fmt: skip
    assert short.struck == {"a": 1, "b": 1}  # who was suppressed reaches nobody


@pytest.mark.rule("RH-ALLOC-1")
def test_the_hidden_take_none() -> None:
    assert attack(shooters(n=2), infantry("a", "b"), hit(2), saved(b=2), hidden="a").struck == {"b": 2}


@pytest.mark.rule("RH-MW-1")
def test_macro_hits_go_where_macro_weapons_reach() -> None:
    guns = formation("S", units("Gunner", 1, *[gun("melta", 6, ("AP",))] * 2, gun("long", 20)))
    far = "Gunner: 5, a: 5, b: 10"
    script = [hit(2, "melta"), hit(1, "long"), saved(a=1)]
    target = formation("Targets", units("a", integrity=3), units("b", integrity=3))
    played = attack(guns, target, *script, distance=far)
    assert played.left_of == [1, 3]  # b is beyond the macro weapons, not beyond the others
    near = attack(guns, target, *script, distance="Gunner: 5, a: 5, b: 6")
    assert near.left_of == [2, 2]  # a new count, from the front
    assert attack(guns, target, hit(1, "long"), saved(a=1), distance="Gunner: 7, a: 7, b: 10").told_of("RH-MW-1") == []


@pytest.mark.rule("RH-MW-1", "RH-MW-2")
def test_a_macro_weapon_fired_as_what_makes_no_macro_hits_does_not_reach_for_others() -> None:
    mirror = units("Mirror", 1, gun("mirror", 20, ("AT",), AP=4, AT=4))
    guns = formation("S", mirror, units("Wail", 2, gun("wail", 8, ("AP",))))
    far = "Mirror: 6, Wail 1: 6, Wail 2: 6, a: 6, b: 15"
    played = attack(guns, infantry("a", "b"), ("hit:mirror", [6]), hit(2, "wail"), distance=far)
    assert played.left_of == [0, 1]  # b is beyond the wail, and the mirror made no macro hit


# Several kinds -------------------------------------------------------------------------------------------------------

MIXED = formation("Targets", units("l", type="LV"), units("i"), units("t", type="AV"))
AP_AND_AT = formation("S", units("Gunner", 1, gun("p", AP=4), gun("q", AT=4)))


@pytest.mark.rule("RH-ALLOC-5")
@pytest.mark.parametrize(("setting", "struck"), [("all_kinds", {"l": 1, "t": 1}), ("per_kind", {"l": 2})])
def test_kinds_are_spread_together_or_each(setting: str, struck: dict[str, int]) -> None:
    played = attack(
        AP_AND_AT, MIXED, hit(1, "p"), hit(1, "q"), saved(**struck), distance="Gunner: 1, l: 1, i: 2, t: 3",
        settings={"even_count": setting},
    )  # fmt: skip
    assert played.struck == struck


@pytest.mark.rule("RH-ALLOC-5")
def test_ap_comes_before_at_whatever_is_rolled_first() -> None:
    """AT first would go to the light vehicle, and AP then to the infantry."""
    turned = formation("S", units("Gunner", 1, gun("q", AT=4), gun("p", AP=4)))
    played = attack(turned, MIXED, hit(1, "q"), hit(1, "p"), saved(l=1, t=1), distance="Gunner: 1, l: 1, i: 2, t: 3")
    assert played.struck == {"l": 1, "t": 1}


@pytest.mark.rule("RH-ALLOC-5", "RH-COV-1")
def test_hits_that_ignored_cover_come_first() -> None:
    target = formation("Targets", units("wood"), units("open"))
    two = formation("S", units("Gunner", 1, gun("p"), gun("q")))
    for ignoring in "pq":  # else both would go to the open unit, which is nearer
        said: dict[str, Any] = {"ignore_cover__p": "yes" if ignoring == "p" else "no"}
        said["ignore_cover__q"] = "yes" if ignoring == "q" else "no"
        played = attack(
            two, target, hit(1, "p"), hit(1, "q"), saved(open=1, wood=1), cover="wood: 2",
            distance="Gunner: 1, open: 1, wood: 2", **said,
        )  # fmt: skip
        assert played.struck == {"wood": 1, "open": 1}


# The defender's order ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-ALLOC-2")
def test_the_defender_orders_those_equally_near() -> None:
    target = formation("Targets", units("Weak", armour=1), units("Hard", armour=5))
    asked = attack(shooters(), target, hit(1), saved(Weak=1)).question("order")
    assert (asked.owner, [name for _, name, _ in asked.default]) == (DEFENDER, ["Weak", "Hard"])
    assert attack(shooters(), target, hit(1), ("order", "Hard, Weak"), saved(Hard=1)).struck == {"Hard": 1}
    assert attack(shooters(), target, hit(1), ("order", "Hard, Weak"), saved(Hard=1), distance=7).struck == {"Hard": 1}


@pytest.mark.rule("RH-ALLOC-2")
@pytest.mark.parametrize(
    ("n", "facts"),
    [
        (2, {}),  # one each, whoever is first
        (1, {"distance": "Gunner: 4, Weak: 4, Hard: 5"}),  # not equally near
        (1, {"hidden": "Weak"}),
    ],
)
def test_the_order_is_not_asked_where_it_changes_nothing(n: int, facts: dict[str, Any]) -> None:
    target = formation("Targets", units("Weak", armour=1), units("Hard", armour=5))
    if n > 1:
        facts = {"distance": "Gunner 1: 4, Gunner 2: 4, Weak: 4, Hard: 4"}
    script = saved(Weak=1, Hard=1) if n > 1 else saved(Hard=1) if "hidden" in facts else saved(Weak=1)
    assert "order" not in attack(shooters(n=n), target, hit(n), script, **facts).keys


@pytest.mark.rule("RH-ALLOC-2", "RH-ALLOC-3")
def test_the_order_is_not_asked_of_alike_units_nor_of_those_out_of_it() -> None:
    assert "order" not in attack(shooters(), targets(5), hit(1), saved(Target_1=1)).keys
    tank = formation("Targets", units("Tank", type="AV"), units("Men", 2))
    assert "order" not in attack(shooters(), tank, hit(1), saved(Men_1=1)).keys
    missed = formation("Targets", units("Weak", armour=1), units("Hard", armour=5))
    assert "order" not in attack(shooters(), missed, ("hit:gun", [6])).keys


@pytest.mark.rule("RH-ALLOC-2", "RH-MW-2")
def test_units_that_save_alike_are_alike() -> None:
    """In cover or not; but not if macro hits are still to come, or some hits are for the open alone."""
    cover = "Target 1: 2"
    assert "order" not in attack(shooters(), targets(2), hit(1), saved(Target_1=1), cover=cover).keys
    assert "order" in attack(shooters(), targets(2), hit(1), saved(Target_1=1), cover="Target 1: 4").keys
    macro = shooters(gun("melta", macro=("AP",)))
    assert "order" not in attack(macro, targets(2), hit(1, "melta"), cover="Target 1: 4").keys
    by_cover = {"macro_save": "cover"}
    asked = attack(macro, targets(2), hit(1, "melta"), saved(Target_1=1), cover="Target 1: 4", settings=by_cover)
    assert "order" in asked.keys
    script = [hit(1), hit(1, "melta"), saved(Target_1=1), saved(Target_1=1)]
    later = attack(
        shooters(gun(), gun("melta", macro=("AP",))), targets(2), *script, cover="Target 1: 2", settings=by_cover
    )
    assert later.keys.count("order") == 2
    strong = formation("Targets", units("Men"), units("Boys", reinforced=True))
    both = shooters(gun(), gun("melta", macro=("AP",)))
    assert attack(both, strong, hit(1), hit(1, "melta"), saved(Men=1)).keys.count("order") == 2


@pytest.mark.rule("RH-ALLOC-2", "RH-ALLOC-3")
def test_the_order_is_not_asked_for_those_whom_other_hits_find() -> None:
    """The tank takes the AT hit, whoever of two alike men takes the AP hit."""
    target = formation("Targets", units("Men", 2), units("Tank", type="AV"))
    assert "order" not in attack(AP_AND_AT, target, hit(1, "p"), hit(1, "q"), saved(Men_1=1, Tank=1)).keys


@pytest.mark.rule("RH-ALLOC-2")
def test_only_the_tied_ones_are_ordered() -> None:
    target = formation("Targets", units("Front"), units("Weak", armour=1), units("Hard", armour=5))
    played = attack(
        shooters(n=2), target, hit(2), ("order", "Hard, Weak"), saved(Front=1, Hard=1),
        distance="Gunner 1: 4, Gunner 2: 4, Front: 4, Weak: 6, Hard: 6",
    )  # fmt: skip
    assert [name for name, _ in played.question("order").kinds] == ["Weak", "Hard"]
    assert played.struck == {"Front": 1, "Hard": 1}
    two = formation("Targets", units("A"), units("B", armour=1), units("Weak", armour=1), units("Hard", armour=5))
    played = attack(
        shooters(n=3), two, hit(3), saved(A=1, B=1, Weak=1), distance=measured("A: 4, B: 4, Weak: 6, Hard: 6", 3)
    )
    assert [name for name, _ in played.question("order").kinds] == ["Weak", "Hard"]  # A and B take one each


@pytest.mark.rule("RH-ALLOC-2")
@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("Tank", "Tank 1, Tank 2, Men 1, Men 2"),
        ("men 2, tanks", "Men 2, Tank 1, Tank 2, Men 1"),
        ("1 tank, men", "Tank 1, Men 1, Men 2, Tank 2"),
        ("Tank 2, tank", "Tank 2, Tank 1, Men 1, Men 2"),
    ],
)
def test_units_of_one_name_are_ordered_together_and_a_part_of_the_order_holds_to_the_end(said: str, whole: str) -> None:
    both = ("3x AP4 range 12", '2x "Men" INF armour 1 integrity 1 + 2x "Tank" INF armour 5 integrity 1')
    one, other, third = (
        api.odds(*both, ruleset="rh", distance=4, order=order) for order in (said, whole, "men 1, men")
    )
    assert one == other
    assert one != third


@pytest.mark.rule("RH-ALLOC-2")
def test_integrity_lost_makes_units_differ() -> None:
    target = formation("Targets", units("Whole", integrity=2), units("Hurt", integrity=2, lost=1))
    assert attack(shooters(), target, hit(1), ("order", "Hurt, Whole"), ("save:Hurt", [6])).end.slain == 1


@pytest.mark.rule("RH-ALLOC-2", "RH-MW-1")
def test_the_order_can_be_asked_for_normal_and_for_macro_hits() -> None:
    guns = shooters(gun("bolt"), gun("melta", macro=("AP",)))
    target = formation("Targets", units("Weak", armour=1, integrity=2), units("Hard", armour=5, integrity=2))
    script = [hit(1, "bolt"), hit(1, "melta"), ("order", "Hard, Weak"), saved(Hard=1), ("order", "Weak, Hard")]
    assert attack(guns, target, *script).left_of == [1, 2]


@pytest.mark.rule("RH-ALLOC-2", "RH-ALLOC-5")
def test_the_order_is_asked_where_both_ends_of_the_list_are_alike() -> None:
    """One AP and one AT hit on vehicle, infantry, vehicle: the AP hit may go to the infantry, which saves nothing."""
    target = formation("Targets", units("l", type="LV"), units("i", armour=0), units("m", type="LV"))
    both = [hit(1, "p"), hit(1, "q")]
    assert "order" in attack(AP_AND_AT, target, *both, saved(l=1, m=1)).keys
    assert attack(AP_AND_AT, target, *both, ("order", "i, l, m"), saved(l=1)).left_of == [1, 0, 1]


@pytest.mark.rule("RH-ALLOC-2")
def test_ammo_makes_units_differ_in_a_battle() -> None:
    mine, theirs = army("Mine", shooters(name="W")), army("Theirs", targets(2, "T", ammo=3))
    fired = act("W", "advance", ("target", "T"), ("hit:gun", [1]))
    assert "order" not in battle(mine, theirs, FIRST, fired).keys
    assert "order" in battle(mine, theirs, FIRST, state("T", "ammo", ("ammo", "Target 1: 0")), fired).keys
