"""Hull points and the Vehicle Damage table (7E-VEH-4, 5, 9, 11, 12, 13)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.profiles import Unit
from tests.helpers.each import each
from tests.helpers.scripted_table import DEFAULT
from tests.rules.seventh.helpers.one_weapon import chance, need_of, reasons_of, struck, sure
from tests.rules.seventh.helpers.tabletop import Played, attack, chances, fire, gun
from tests.rules.seventh.helpers.vehicles import hull, tank, vehicles

F = Fraction
TABLE, AGAIN = "damage table:Tank", "damage table again:Tank"
OPENED = "Vehicle (Open-topped)"
VENERABLE = tank(10, 3, rules=("Venerable",))


def ten(AP: str = "-", type: str = "Heavy 1") -> Any:  # noqa: N803
    """Strength 10: at armour 10 every hit penetrates, and nobody rolls."""
    return gun("gun", "48", "10", AP, type)


def rolled(target: Unit, *dice: int, AP: str = "-", **how: Any) -> Played:  # noqa: N803
    """One penetrating hit, and what the table says."""
    return struck(target, ten(AP), (TABLE, [*dice]), **how)


def state(played: Played) -> Any:
    return played.end.line.ranks[0].kind.hull


# Hull points ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-4")
def test_glance_glance_penetration() -> None:
    """The Rhino of the example: nothing left, and one roll on the table, which is for the explosion alone."""
    played = struck(tank(11), gun("gun", "48", "9", "2", "Heavy 1"), ("penetrate:gun", [2, 2, 3]), (TABLE, [3]), hits=3)
    assert played.question(TABLE).dice == 1
    assert played.question(TABLE).watch == ()
    assert [outcome.singular for outcome in played.question(TABLE).means.outcomes] == ["it stays a wreck", "Explodes!"]
    assert played.said("Tank is wrecked", "7E-VEH-4")
    assert (played.end.toll.wrecked, played.end.toll.exploded, played.end.toll.hull_lost) == (1, 0, 3)


@pytest.mark.rule("7E-VEH-4", "7E-VEH-5")
@pytest.mark.parametrize(
    ("AP", "kind", "rolled"), [("4", "", False), ("-", "", False), ("4", OPENED, True), ("2", "", True)]
)
def test_a_wreck_that_cannot_explode_makes_no_roll_on_the_table(AP: str, kind: str, rolled: bool) -> None:  # noqa: N803
    played = struck(tank(10, 1, type=kind or "Vehicle (Tank)"), ten(AP), *[(TABLE, [1, 1])] * rolled, hits=2)
    assert (played.end.toll.wrecked, played.end.toll.exploded) == (1, 0)
    assert played.said(f"it is wrecked, and AP{AP} cannot make it explode", "7E-VEH-4") != rolled


@pytest.mark.rule("7E-VEH-4", "7E-VEH-13")
def test_the_owner_of_a_venerable_wreck_is_asked_of_explosions_alone() -> None:
    target = tank(10, 1, rules=("Venerable",))
    quiet = struck(target, ten("1"), (TABLE, [4]))  # 6, Immobilised, on what has no hull point left
    assert not [key for key in quiet.keys if key.startswith("venerable")]
    assert struck(target, ten("1"), (TABLE, [5]), ("venerable:Tank", "yes"), (AGAIN, [1])).end.toll.wrecked == 1


@pytest.mark.rule("7E-VEH-4")
def test_glances_never_roll_on_the_table() -> None:
    played = struck(tank(12), gun("gun", "48", "9", "1", "Heavy 1"), ("penetrate:gun", [3, 3, 3]), hits=3)
    assert played.keys[-1] == "penetrate:gun"
    assert played.alive() == {}


@pytest.mark.rule("7E-VEH-4")
def test_a_wreck_can_still_explode() -> None:
    played = struck(tank(10, 1), ten("1"), (TABLE, [5]))
    assert (played.end.toll.wrecked, played.end.toll.exploded, played.end.toll.hull_lost) == (0, 1, 1)
    late = struck(tank(10, 1), ten("1"), (TABLE, [1, 1, 5]), hits=3)  # hits beyond the last hull point roll as well
    assert (late.end.toll.exploded, late.end.toll.hull_lost) == (1, 1)


@pytest.mark.rule("7E-VEH-4")
@pytest.mark.parametrize(("setting", "explodes", "wrecked"), [("yes", F(1, 3), F(2, 3)), ("no", F(0), F(1))])
def test_setting_explode_after_wreck(setting: str, explodes: Fraction, wrecked: Fraction) -> None:
    settings = {"explode_after_wreck": setting}
    assert chance(sure(1, "10", "1"), tank(10, 1), "explodes", settings) == explodes
    assert chance(sure(1, "10", "1"), tank(10, 1), "wrecked", settings) == wrecked
    if setting == "no":
        assert TABLE not in struck(tank(10, 2), ten("1"), hits=2, settings=settings).keys
        assert TABLE in rolled(tank(10, 2), 1, AP="1", settings=settings).keys  # one point is left


@pytest.mark.rule("7E-VEH-4")
def test_hull_points_first_then_all_the_rolls() -> None:
    played = struck(tank(10), ten("4"), (TABLE, [1, 4]), hits=2)
    told = [text for text, _ in played.told if "hull point" in text or "Crew" in text]
    assert told == ["Tank loses 2 hull points, 1 of 3 left", "Tank: Crew Stunned"]


@pytest.mark.rule("7E-VEH-4")
def test_damage_is_no_more_than_it_had() -> None:
    assert max(chances(sure(5), tank(10, 2), "damage")) == 2
    assert rolled(tank(10, 3), 6, AP="1").end.toll.hull_lost == 1  # the two that explode with it are not lost
    twice = chances(sure(2, "10", "-"), tank(10, 3), "damage")  # a second Immobilised costs one more
    assert twice == {2: F(35, 36), 3: F(1, 36)}


# The table -----------------------------------------------------------------------------------------------------------

NAMES = ("shaken", "shaken", "shaken", "stunned", "weapon_destroyed", "immobilised", "explodes")


@pytest.mark.rule("7E-VEH-5", "7E-VEH-9")
@pytest.mark.parametrize("type", ["Vehicle", OPENED])
@pytest.mark.parametrize(("ap", "better"), [("1", 2), ("2", 1), ("3", 0), ("6", 0), ("-", 0)])
def test_every_result_by_modifier(ap: str, better: int, type: str) -> None:
    more = better + (type == OPENED)
    target = tank(10, 3, type=type)
    expected: dict[str, Fraction] = {}
    for die in range(1, 7):
        name = NAMES[min(die + more, 7) - 1]
        expected[name] = expected.get(name, F(0)) + F(1, 6)
        if name == "explodes":
            assert rolled(target, die, AP=ap).end.toll.exploded == 1
        else:
            measures = {key: RULESET.measures[key](rolled(target, die, AP=ap).end) for key in {*NAMES}}
            assert measures == {key: int(key == name) for key in {*NAMES}}
    for name in {*NAMES}:
        assert chance(sure(1, "10", ap), target, name) == expected.get(name, 0), name
    played = rolled(target, 1, AP=ap)
    assert need_of(played, TABLE) == (7 - more if more else None)
    assert ("7E-VEH-9" in reasons_of(played, TABLE)) == (type == OPENED)
    assert "7E-VEH-5" in reasons_of(played, TABLE)


@pytest.mark.rule("7E-VEH-5")
def test_lasting_effects() -> None:
    assert state(rolled(tank(10), 2)).crew == "Crew Shaken"
    assert state(rolled(tank(10), 4)).crew == "Crew Stunned"
    assert state(rolled(tank(10), 6)).immobilised
    both = struck(tank(10), ten(), (TABLE, [1, 4]), hits=2)
    assert (RULESET.measures["stunned"](both.end), RULESET.measures["shaken"](both.end)) == (1, 0)
    for first, second in ((1, 4), (4, 1)):  # one after the other, as a Venerable vehicle takes them
        no = ("venerable:Tank", "no")
        one_by_one = struck(VENERABLE, ten(), (TABLE, [first]), no, (TABLE, [second]), no, hits=2)
        assert [RULESET.measures[name](one_by_one.end) for name in ("stunned", "shaken")] == [1, 0]
        assert state(one_by_one).crew == "Crew Stunned"
    gone = rolled(tank(10), 6, AP="1")
    assert gone.said("Tank explodes!", "7E-VEH-10")
    assert gone.alive() == {}


# Weapons and immobilisation ------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-5")
@pytest.mark.parametrize(
    ("die", "lost"), [(1, "autocannon"), (2, "heavy bolter"), (3, "heavy bolter"), (4, "combi-melta")]
)
def test_a_weapon_is_lost_each_as_likely(die: int, lost: str) -> None:
    """Both of a kind count, a combi-weapon is one."""
    armed = tank(10, 3, "autocannon", "heavy bolter", "heavy bolter", "combi-melta")
    played = struck(armed, ten(), (TABLE, [5]), ("weapon destroyed:Tank", die))
    assert played.question("weapon destroyed:Tank").sides == 4
    assert state(played).lost == (lost,)
    assert sorted((*state(played).weapons, lost)) == ["autocannon", "combi-melta", "heavy bolter", "heavy bolter"]


@pytest.mark.rule("7E-VEH-5")
def test_which_weapon_is_rolled_only_where_they_differ() -> None:
    twins = rolled(tank(10, 3, "heavy bolter", "heavy bolter"), 5)
    assert "weapon destroyed:Tank" not in twins.keys
    assert state(twins).weapons == ("heavy bolter",)


@pytest.mark.rule("7E-VEH-5")
def test_without_a_weapon_it_is_immobilised() -> None:
    target = tank(10, 3)  # with one storm bolter
    played = struck(target, ten(), (TABLE, [5, 5]), hits=2)
    assert (played.end.toll.hull_lost, state(played).immobilised) == (2, True)
    target = tank(10, 9)
    played = struck(target, ten(), (TABLE, [5, 5, 5]), hits=3)
    assert state(played).immobilised
    assert played.alive() == {"Tank": [5]}
    assert played.said("no weapon left", "7E-VEH-5")


@pytest.mark.rule("7E-VEH-5")
def test_weapons_of_a_vehicle_without_any_are_asked_for() -> None:
    bare = vehicles((hull("Tank", 10, 3), 1))
    assert state(rolled(bare, 5, before=[("working_weapons", 0)])).immobilised
    assert not state(rolled(bare, 5, before=[("working_weapons", 2)])).immobilised
    assert chance(sure(1, "10"), bare, "immobilised", working_weapons=1) == F(1, 6)
    assert chance(sure(1, "10"), bare, "immobilised") == F(1, 3)
    assert "working_weapons" not in rolled(tank(10), 1).keys


@pytest.mark.rule("7E-VEH-5")
def test_a_second_immobilised_costs_a_hull_point() -> None:
    played = struck(tank(10, 4), ten(), (TABLE, [6, 6]), hits=2)
    assert played.alive() == {"Tank": [1]}
    assert played.said("Immobilised again", "7E-VEH-5")
    wrecked = struck(tank(10, 3), ten(), (TABLE, [6, 6]), hits=2)
    assert (wrecked.end.toll.wrecked, wrecked.end.toll.hull_lost) == (1, 3)
    assert rolled(tank(10, 3), 6).alive() == {"Tank": [2]}
    target = tank(10, 9)
    assert chances(sure(2, "10"), target, "damage") == {2: F(35, 36), 3: F(1, 36)}


@pytest.mark.rule("7E-VEH-5", "7E-WPN-1")
def test_immobilised_by_one_weapon_it_stays_so_for_the_next() -> None:
    from_two = tank(10, 9, *[gun("first", S="10", AP="-"), gun("second", S="10", AP="-")], name="Shooter")
    played = attack(
        from_two, tank(10, 4), ("speed", DEFAULT), *fire("first"), ("hit:first", [5]), (TABLE, [6]),
        *fire("second"), ("hit:second", [5]), (TABLE, [6]),
    )  # fmt: skip
    assert played.alive() == {"Tank": [1]}


# Other vehicles ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-9")
def test_the_trukk_of_the_example() -> None:
    """AP4 on an open-topped vehicle: Explodes! on a 6."""
    assert chance(sure(1, "10", "4"), tank(10, type=OPENED), "explodes") == F(1, 6)
    assert chance(sure(1, "10", "1"), tank(10, type=OPENED), "explodes") == F(1, 2)


@pytest.mark.rule("7E-VEH-11")
def test_walkers_are_damaged_like_vehicles() -> None:
    walker = tank((12, 12, 10), 3, type="Vehicle (Walker)")
    played = struck(walker, gun("gun", S="9", AP="2"), ("penetrate:gun", [2]), (TABLE, [6]), facing="rear")
    assert need_of(played, "penetrate:gun") == 1
    assert played.end.toll.exploded == 1
    assert state(struck(walker, gun("gun", S="9", AP="-"), ("penetrate:gun", [4]), (TABLE, [6]))).immobilised


@pytest.mark.rule("7E-VEH-12", "7E-END-1")
def test_vehicles_take_no_pinning_test() -> None:
    played = rolled(tank(10), 1)
    pinning = struck(tank(10), ten(type="Heavy 1, Pinning"), (TABLE, [1]))
    assert "pinning" not in pinning.keys
    assert pinning.alive() == played.alive()
    assert chance(sure(1, "10", type="Assault 1, Pinning"), tank(10), "pinned") == 0


@pytest.mark.rule("7E-VEH-13")
def test_extra_armour() -> None:
    plated = tank(10, rules=("Extra Armour",))
    played = rolled(plated, 4)
    assert state(played).crew == "Crew Shaken"
    assert played.said("Extra armour", "7E-VEH-13")
    assert chance(sure(1, "10", "-"), plated, "stunned") == 0
    assert chance(sure(1, "10", "-"), plated, "shaken") == F(2, 3)
    assert chance(sure(1, "10", "-"), plated, "immobilised") == F(1, 6)


@pytest.mark.rule("7E-VEH-13")
@each(("first", "ap", "proposed"), [(1, "-", "no"), (4, "-", "no"), (5, "-", "no"), (6, "-", "no"), (6, "2", "yes")])
def test_what_is_proposed_to_a_venerable_one(first: int, ap: str, proposed: str) -> None:
    second = [(AGAIN, [1])] if proposed == "yes" else []
    played = struck(VENERABLE, ten(ap), (TABLE, [first]), ("venerable:Tank", DEFAULT), *second)
    question = played.question("venerable:Tank")
    assert question.default == proposed
    assert question.owner == "defender"


@pytest.mark.rule("7E-VEH-13")
def test_the_second_roll_stands_and_may_be_worse() -> None:
    worse = struck(VENERABLE, ten("1"), (TABLE, [1]), ("venerable:Tank", "yes"), (AGAIN, [5]))
    assert worse.end.toll.exploded == 1
    assert worse.keys.count("venerable:Tank") == 1
    assert struck(VENERABLE, ten("1"), (TABLE, [5]), ("venerable:Tank", "no")).end.toll.exploded == 1
    immobile = struck(
        tank(10, 9, rules=("Venerable",)), ten(), (TABLE, [6]), ("venerable:Tank", "no"), (TABLE, [6]),
        ("venerable:Tank", DEFAULT), (AGAIN, [1]), hits=2,
    )  # fmt: skip
    assert immobile.question("venerable:Tank", 1).default == "yes"
    assert immobile.alive() == {"Tank": [7]}


@pytest.mark.rule("7E-VEH-13")
@pytest.mark.parametrize(("answer", "explodes"), [("no", F(1, 3)), ("yes", F(1, 3)), (None, F(1, 9))])
def test_venerable_by_odds(answer: str | None, explodes: Fraction) -> None:
    said = {"venerable": answer} if answer else {}
    assert chance(sure(1, "10", "1"), VENERABLE, "explodes", **said) == explodes
    assert "venerable:Tank" not in rolled(tank(10), 6).keys


@pytest.mark.rule("7E-VEH-4", "7E-VEH-5")
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_destroyed_by_odds(hits: int) -> None:
    """Penetrated for sure, AP2, three hull points, one weapon: walked result by result."""
    ends: dict[tuple[int, int, bool, bool], Fraction] = {(3, 1, False, False): F(1)}  # points, weapons, stuck, gone
    for _ in range(hits):
        after: dict[tuple[int, int, bool, bool], Fraction] = {}
        for (points, weapons, stuck, gone), p in ends.items():
            for die in range(1, 7):
                left, armed, result = points, weapons, die + 1
                if result == 5 and armed:
                    armed -= 1
                elif result in (5, 6):
                    left -= stuck
                    key = (left - 1, armed, True, gone)
                    after[key] = after.get(key, F(0)) + p / 6
                    continue
                key = (left - 1, armed, stuck, gone or result == 7)
                after[key] = after.get(key, F(0)) + p / 6
        ends = after
    expected = sum(p for (points, _, _, gone), p in ends.items() if points <= 0 or gone)
    assert chance(sure(hits, "10", "2"), tank(10, 3), "slain") == expected
