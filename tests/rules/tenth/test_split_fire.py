"""Several targets, weapons and choices in one attack or battle: what must not leak from one to the other."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out
from shoot_cli.rules.datasheets.fields import attached
from shoot_cli.rules.datasheets.steps.turns import begin_phase
from shoot_cli.rules.tenth.game import new_battle
from tests.rules.tenth.helpers.attacks import Played, army, battle, gun, models, shooters, squad, targets

TWO = squad(
    "Unit", models("A", 1, gun("+1 to hit if marked", name="rifle")), models("B", 1, gun(name="laser"))
)  # fmt: skip


def split(first: dict[str, Any], second: dict[str, Any]) -> Played:
    """The rifle at X, the laser at Y."""
    return battle(
        TWO, army("T", targets(name="X"), targets(name="Y")), ("unit", "Unit"),
        ("target", "X"), ("facts:X", {"firing": "1 rifle"} | first),
        ("target", "Y"), ("facts:Y", {"firing": "1 laser"} | second), ("hit:rifle", [1]), ("hit:laser", [1]),
    )  # fmt: skip


@pytest.mark.rule("10E-TGT-11")
@pytest.mark.parametrize(
    ("first", "second", "rifle", "laser"),
    [
        ({"if marked": "yes"}, {}, 2, 3),
        ({"hit_modifier": 1}, {}, 2, 3),
        ({}, {"hit_modifier": -1}, 3, 4),
    ],
)
def test_what_is_said_of_one_target_holds_for_it_alone(
    first: dict[str, Any], second: dict[str, Any], rifle: int, laser: int
) -> None:
    played = split(first, second)
    assert (played.need("hit:rifle"), played.need("hit:laser")) == (rifle, laser)


@pytest.mark.rule("10E-TGT-2")
def test_who_does_not_see_one_target_may_see_the_next() -> None:
    """What is proposed for the second one is all that is left, whoever was blind to the first."""
    five = squad("Unit", models("A", 4, gun(name="rifle")), models("B", 1, gun(name="laser")))
    played = battle(
        five, army("T", targets(name="X"), targets(name="Y")), ("unit", "Unit"),
        ("target", "X"), ("facts:X", {"blind": [3, 0], "firing": "1 rifle"}), ("target", "Y"), ("facts:Y", {}),
    )  # fmt: skip
    firing = next(part for part in played.question("facts:Y").parts if part.key == "firing")
    assert (firing.groups, firing.default) == ((("rifle", 3), ("laser", 1)), (3, 1))


@pytest.mark.rule("10E-TGT-4", "10E-TGT-11")
@pytest.mark.parametrize(("at_x", "asked"), [("1 rifle", True), ("1 plasma (standard)", False)])
def test_the_profile_of_what_has_fired_is_not_asked_again(at_x: str, asked: bool) -> None:
    modes = [gun(name=f"plasma ({mode})", of="plasma", S=strength) for mode, strength in (("standard", 7), ("hot", 8))]
    two = squad("Unit", models("A", 1, gun(name="rifle")), models("B", 1, *modes))
    played = battle(
        two, army("T", targets(name="X"), targets(name="Y")), ("unit", "Unit"), ("target", "X"),
        ("facts:X", {"firing": at_x}), ("target", "Y"), ("facts:Y", {}),
    )  # fmt: skip
    assert ("mode:plasma" in [part.key for part in played.question("facts:Y").parts]) == asked


@pytest.mark.rule("10E-TGT-9")
def test_who_fired_his_rifle_at_one_target_has_no_pistol_for_another() -> None:
    armed = squad("Unit", models("A", 5, gun(name="rifle"), gun("Pistol", name="pistol")))
    played = battle(
        armed, army("T", targets(name="X"), targets(name="Y"), targets(name="Z")), ("unit", "Unit"),
        ("target", "X"), ("facts:X", {"firing": "2 rifle"}), ("target", "Y"), ("facts:Y", {"firing": "3 rifle"}),
        ("hit:rifle", [1] * 2),
    )  # fmt: skip
    assert played.keys.count("target") == 2


def scenario(target: dict[str, Any], answers: dict[str, Any], *abilities: str, **values: Any) -> dict[str, Any]:
    weapon = {"range": 24, "A": 1, "BS": "2+", "S": 8, "AP": -6, "D": 2, "abilities": list(abilities)} | values
    attacker = {"name": "A", "models": [{"name": "Gunner", "weapons": ["b"]}]}
    return {"ruleset": "40k-10e", "weapons": {"b": weapon}, "attacker": attacker, "target": target, "answers": answers}


def result(document: dict[str, Any]) -> dict[str, Any]:
    from shoot_cli import armies

    return worked_out(pairing_of_scenario(armies.scenario_from(document), {}).task()).document()


@pytest.mark.rule("10E-WPN-PREC-1", "10E-ALL-5")
@pytest.mark.parametrize("leader", ["L1", "L2"])
def test_the_character_who_is_named_beforehand_takes_the_wound(leader: str) -> None:
    led = [{"name": name, "T": 4, "W": 5, "Sv": "-", "leader": True, "character": True} for name in ("L1", "L2")]
    unit = {"name": "Led", "models": [{"name": "Guard", "T": 4, "W": 1, "Sv": "-"}, *led]}
    found = result(scenario(unit, {"precision:b": leader}, "Precision"))
    assert found["slain"] == [1.0]  # nobody, and two wounds of five
    assert found["damage"][2] == pytest.approx(25 / 36)


@pytest.mark.rule("10E-FX-DMG-5", "10E-ALL-2")
def test_the_defenders_choice_holds_where_somebody_may_change_damage_to_0() -> None:
    shielded = {"name": "A", "T": 4, "W": 2, "Sv": "-", "count": 2, "abilities": ["incoming: no damage once"]}
    unit = {"name": "Two kinds", "models": [shielded, {"name": "B", "T": 4, "W": 2, "Sv": "-", "count": 2}]}
    assert result(scenario(unit, {"allocate": "B"}))["slain"][1] == pytest.approx(25 / 36)
    assert result(scenario(unit, {"allocate": "A"}))["slain"] == [pytest.approx(1)]
    many = scenario(unit, {"allocate": "A", "no_damage": "no"}, A=6)
    assert sum(result(many)["slain"]) == pytest.approx(1)  # when A is gone, somebody else is found


@pytest.mark.rule("10E-OOP-3", "10E-ORD-6")
def test_a_leader_without_his_grenadiers_throws_none() -> None:
    guards = squad("Guards", models("Guard", 1, gun(name="q"), W=1), keywords=("GRENADES", "INFANTRY"))
    led = attached(guards, [squad("L", models("L", 1, gun(name="lg"), W=3, character=True))])
    played = battle(
        army("M", shooters(gun(name="a"), name="S")), army("T", led),
        ("unit", "S"), ("target", led.name), ("hit:a", [5]), ("wound:a", [5]),
    )  # fmt: skip
    grenade = next(option for option in played.left.options if option.value == "grenade")  # type: ignore[union-attr]
    assert [reason.rule for reason in grenade.closed] == ["10E-OOP-3"]


@pytest.mark.rule("10E-WPN-ONESHOT-1")
def test_a_wound_does_not_use_up_a_missile() -> None:
    tanks = squad("Tanks", models("Tank", 3, gun("One Shot", name="missile"), W=3))
    played = battle(
        army("M", tanks), army("T", shooters(gun(name="b", D=1), name="S")),
        ("unit", "Tanks"), ("target", "S"), ("facts:S", {"firing": "1 missile"}),
        ("hit:missile", [1]), ("unit", "S"), ("target", "Tanks"), ("hit:b", [6]), ("wound:b", [6]),
        ("next turn", "go on"), ("unit", "Tanks"), ("target", "S"),
        ("facts:S", {"firing": "2 missile"}), ("hit:missile", [1, 1]),
    )  # fmt: skip
    assert played.question("hit:missile", 1).dice == 2


@pytest.mark.rule("10E-ELIG-8")
def test_a_state_said_in_the_enemys_turn_ends_with_the_units_own_next_one() -> None:
    mine, theirs = army("M", shooters(gun(name="a"), name="A")), army("T", shooters(gun(name="b"), name="B"))
    played = battle(
        mine, theirs, ("unit", "end the phase"), ("unit", "a unit's state"), ("state of", "A"),
        ("state", "remained stationary"), ("unit", "end the phase"), ("next turn", "go on"),
        ("unit", "end the phase"), ("unit", "end the phase"), ("next turn", "go on"),
    )  # fmt: skip
    assert played.end.sides[0].units[0].marks == ()


class Tells:
    """A table at which nothing can be asked."""

    def tell(self, *said: object, **more: object) -> None: ...


@pytest.mark.rule("10E-ELIG-9")
def test_when_a_phase_begins_nobody_has_shot_before_anything_is_asked() -> None:
    """So that the screen does not count those of the phase before while it asks for marks."""
    unit = shooters(gun("+1 to hit if Oath of Moment target"), name="Unit")
    b = new_battle(army("A", unit), army("B", targets())).but(done=(0,))
    assert begin_phase(b, Tells()).done == ()  # type: ignore[arg-type]
