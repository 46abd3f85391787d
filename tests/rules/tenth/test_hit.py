"""Rolling to hit (10E-HIT), and effects on hit rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import attack, gun, hits, led, mean, models, shooters, shots, squad, targets

F = Fraction
STEALTHY = targets(abilities=("Stealth",))


def need(weapon: Any, target: Any = None, **facts: Any) -> int | None:
    return attack(shooters(weapon), target or targets(), ("hit:gun", [1]), **facts).need()


def why(weapon: Any, target: Any = None, **facts: Any) -> dict[str, str]:
    return attack(shooters(weapon), target or targets(), ("hit:gun", [1]), **facts).why()


@pytest.mark.rule("10E-HIT-1")
@each("skill", [2, 3, 4, 5, 6])
def test_chance_to_hit(skill: int) -> None:
    assert hits(shooters(gun(BS=skill))) == F(7 - skill, 6)
    assert why(gun(BS=skill)) == {"10E-HIT-1": f"Ballistic Skill {skill}+"}


@pytest.mark.rule("10E-HIT-1")
def test_a_miss_ends_the_attack() -> None:
    played = attack(shooters(gun(A=3)), targets(), ("hit:gun", [2, 3, 2]), ("wound:gun", [1]))
    assert played.question("wound:gun").dice == 1


@pytest.mark.rule("10E-HIT-2")
@pytest.mark.parametrize(("skill", "modifier", "chance"), [(6, -1, F(1, 6)), (2, 1, F(5, 6)), (6, -3, F(1, 6))])
def test_a_1_misses_and_a_6_hits(skill: int, modifier: int, chance: Fraction) -> None:
    weapon = gun(BS=skill)
    assert hits(shooters(weapon), hit_modifier=modifier) == chance
    assert "10E-HIT-2" in why(weapon, hit_modifier=modifier)


@pytest.mark.rule("10E-HIT-3", "10E-MOD-3")
def test_only_an_unmodified_6_is_critical() -> None:
    """With Sustained Hits each critical is worth two: a 5 with +1 is none."""
    unit = shooters(gun("Sustained Hits 1", A=2))
    played = attack(unit, targets(), ("hit:gun", [5, 6]), ("wound:gun", [1] * 3), hit_modifier=1)
    assert played.question("wound:gun").dice == 3
    assert hits(shooters(gun("Sustained Hits 1", BS=6)), hit_modifier=1) == F(2, 6) + F(1, 6)


@pytest.mark.rule("10E-HIT-3", "10E-RR-5", "10E-INT-7")
def test_a_6_that_was_rolled_again_is_critical() -> None:
    unit = shooters(gun("Sustained Hits 1", "re-roll hit rolls of 1"))
    assert attack(unit, targets(), ("hit:gun", [1, ">", 6]), ("wound:gun", [1, 1])).question("wound:gun").dice == 2


@pytest.mark.rule("10E-HIT-4", "10E-FX-HIT-1", "10E-WPN-HEAVY-1", "10E-DEF-STEALTH-1")
@each(
    ("abilities", "target", "facts", "wanted"),
    [
        (("-1 to hit",), STEALTHY, {}, 4),  # -1 -1
        (("-1 to hit", "Heavy"), STEALTHY, {"stationary": "yes"}, 4),  # -1 -1 +1
        (("Heavy",), STEALTHY, {"stationary": "yes"}, 3),
        (("Heavy",), targets(), {"stationary": "yes"}, 2),
        (("Heavy",), targets(), {}, 3),
        (("+1 to hit", "Heavy"), targets(), {"stationary": "yes"}, 2),
        (("+1 to hit", "Heavy"), STEALTHY, {"stationary": "yes"}, 2),
        (("+1 to hit", "+2 to hit"), STEALTHY, {"hit_modifier": -1}, 2),
        ((), targets(abilities=("incoming: -1 to hit",)), {}, 4),
    ],
)
def test_all_modifiers_are_summed_then_capped(
    abilities: tuple[str, ...], target: Any, facts: dict[str, Any], wanted: int
) -> None:
    assert need(gun(*abilities, BS=3), target, **facts) == wanted


@pytest.mark.rule("10E-HIT-4")
def test_the_need_says_what_they_come_to() -> None:
    assert why(gun("-1 to hit"), STEALTHY)["10E-HIT-4"] == "together -2, never more than -1"


@pytest.mark.rule("10E-HIT-5", "10E-MOD-2")
@each(
    ("skill", "abilities", "modifier", "wanted"),
    [
        (4, ("worsen BS by 1",), -1, 6),
        (4, ("improve BS by 1",), 1, 2),
        (2, ("improve BS by 1",), 0, 2),
        (2, ("improve BS by 1",), -1, 3),  # never better than 2+, then the modifier
        (6, ("worsen BS by 1",), 0, 6),  # 7+ hits on 6s
        (6, ("worsen BS by 1",), 1, 6),
    ],
)
def test_changes_of_ballistic_skill_are_outside_the_cap(
    skill: int, abilities: tuple[str, ...], modifier: int, wanted: int
) -> None:
    assert need(gun(*abilities, BS=skill), hit_modifier=modifier) == wanted


@pytest.mark.rule("10E-HIT-6", "10E-WPN-TORRENT-1")
def test_automatic_hits_roll_no_die() -> None:
    played = attack(shooters(gun("Torrent", A=4)), targets(), ("wound:gun", [1] * 4))
    assert played.dice == ["wound:gun"]
    assert played.said("4 automatic hits", "10E-WPN-TORRENT-1")
    assert hits(shooters(gun("Torrent", A=4))) == 4


@pytest.mark.rule("10E-HIT-6", "10E-WPN-TORRENT-2", "10E-INT-6")
@each(
    "ability",
    ["Lethal Hits", "Sustained Hits 2", "+1 to hit", "-1 to hit", "re-roll hit rolls", "Heavy", "critical hits on 5+"],
)
def test_nothing_of_a_hit_roll_works_for_them(ability: str) -> None:
    said = {"stationary": "yes"} if ability == "Heavy" else {}
    assert mean(shooters(gun("Torrent", ability, A=3)), STEALTHY, **said) == mean(
        shooters(gun("Torrent", A=3)), targets()
    )


@pytest.mark.rule("10E-HIT-7")
def test_only_bad_modifiers_are_dropped() -> None:
    assert need(gun("ignore hit modifiers", "+1 to hit", BS=4), STEALTHY) == 3
    assert need(gun("ignore hit modifiers", "worsen BS by 1", BS=4), STEALTHY) == 5
    assert need(gun("ignore BS and hit modifiers", "worsen BS by 1", BS=4), STEALTHY) == 4
    assert need(gun("ignore BS and hit modifiers", "improve BS by 1", BS=4), STEALTHY) == 3


# Defences and effects ------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-DEF-STEALTH-1")
def test_stealth_needs_every_model() -> None:
    guard = models("Guard", 2, W=1, abilities=("Stealth",))
    assert need(gun(), led(models("Boss", abilities=("Stealth",)), guards=guard)) == 4
    assert need(gun(), led(models("Boss"), guards=guard)) == 3
    assert need(gun(), targets(abilities=("Stealth", "stealth"))) == 4


@pytest.mark.rule("10E-DEF-STEALTH-1")
def test_torrent_ignores_stealth() -> None:
    assert mean(shooters(gun("Torrent")), STEALTHY) == mean(shooters(gun("Torrent")), targets())


@pytest.mark.rule("10E-DMG-5")
def test_damaged_models_hit_worse() -> None:
    tank = [
        squad("Tank", models("Tank", 1, gun(), W=10, lost=lost, abilities=("Damaged: 1-4",)), keywords=("VEHICLE",))
        for lost in (5, 6)
    ]
    assert [attack(one, targets(), ("hit:gun", [1])).need() for one in tank] == [3, 4]
    played = attack(tank[1], STEALTHY, ("hit:gun", [1]))
    assert played.need() == 4  # it counts in the cap
    assert "10E-DMG-5" in played.why()


@pytest.mark.rule("10E-FX-CRIT-1")
def test_a_critical_hit_on_5_always_hits() -> None:
    assert need(gun("critical hits on 5+", BS=6), hit_modifier=-1) == 5
    assert hits(shooters(gun("critical hits on 5+", "Sustained Hits 1", BS=3))) == F(4, 6) + F(2, 6)


@pytest.mark.rule("10E-FX-CRIT-2")
def test_a_successful_5_is_critical_if_it_hits_anyway() -> None:
    weapon = gun("critical hits on successful 5+", "Sustained Hits 1", BS=6)
    assert need(weapon) == 6
    assert hits(shooters(weapon)) == F(1, 6) + F(1, 6)
    assert hits(shooters(weapon), hit_modifier=1) == F(2, 6) + F(2, 6)


@pytest.mark.rule("10E-WPN-CONV-1")
@pytest.mark.parametrize(
    ("printed", "inches", "chance"),
    [
        ("Conversion", 12, F(4, 6) + F(1, 6)),
        ("Conversion", 12.1, F(4, 6) + F(3, 6)),
        ("Conversion 18", 18, F(4, 6) + F(1, 6)),
        ("Conversion 18", 20, F(4, 6) + F(3, 6)),
    ],
)
def test_conversion(printed: str, inches: float, chance: Fraction) -> None:
    assert hits(shooters(gun(printed, "Sustained Hits 1")), distance=inches) == chance


@pytest.mark.rule("10E-WPN-CONV-1")
def test_conversion_wants_a_successful_4() -> None:
    assert hits(shooters(gun("Conversion", "Sustained Hits 1", BS=6)), distance=20) == F(1, 6) + F(1, 6)


# Indirect Fire -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-WPN-INDIRECT-1")
def test_indirect_fire_reaches_what_nobody_sees() -> None:
    unit = squad("Unit", models("A", 1, gun("Indirect Fire", name="mortar")), models("B", 1, gun(name="rifle")))
    assert attack(unit, targets(1, W=1), ("hit:mortar", [6]), ("wound:mortar", [6]), visible="no").alive() == {}
    assert shots(unit, visible="yes") == 2


@pytest.mark.rule("10E-WPN-INDIRECT-2", "10E-INT-14", "10E-INT-15")
@each(
    ("skill", "abilities", "stationary", "target", "wanted"),
    [
        (2, (), "no", targets(), 4),
        (3, (), "no", targets(), 4),
        (4, (), "no", targets(), 5),
        (4, ("Heavy",), "yes", targets(), 4),
        (2, ("Heavy",), "yes", targets(), 4),  # 1-3 miss though nothing is left of the modifiers
        (3, ("-1 to hit",), "no", STEALTHY, 4),  # -3 counts as -1
    ],
)
def test_unseen_targets_are_hard_to_hit(
    skill: int, abilities: tuple[str, ...], stationary: str, target: Any, wanted: int
) -> None:
    facts = {"visible": "no"} | ({"stationary": stationary} if abilities == ("Heavy",) else {})
    weapon = gun("Indirect Fire", *abilities, BS=skill)
    assert need(weapon, target, **facts) == wanted
    if skill < 4:
        assert "10E-WPN-INDIRECT-2" in why(weapon, target, **facts)


@pytest.mark.rule("10E-WPN-INDIRECT-2", "10E-WPN-IGNCOVER-1")
def test_unseen_targets_have_cover() -> None:
    target = targets(1, Sv="4+")
    script = [("hit:gun", [6]), ("wound:gun", [6]), ("save:Target", [6])]
    assert attack(shooters(gun("Indirect Fire")), target, *script, visible="no").need("save:Target") == 3
    assert attack(shooters(gun("Indirect Fire")), target, *script).need("save:Target") == 4
    careless = gun("Indirect Fire", "Ignores Cover")
    assert attack(shooters(careless), target, *script, visible="no").need("save:Target") == 4


@pytest.mark.rule("10E-WPN-INDIRECT-2")
def test_no_penalty_where_somebody_sees() -> None:
    """Who of them sees it does not matter."""
    played = attack(shooters(gun("Indirect Fire"), n=2), targets(), ("hit:gun", [1, 1]), blind=[1])
    assert (played.need(), played.question("hit:gun").dice) == (3, 2)


@pytest.mark.rule("10E-WPN-INDIRECT-3")
def test_setting_indirect() -> None:
    for value, wanted in (("current", 4), ("launch", 3)):
        assert need(gun("Indirect Fire", BS=2), visible="no", settings={"indirect": value}) == wanted


@pytest.mark.rule("10E-WPN-INDIRECT-2")
@pytest.mark.parametrize(("skill", "told"), [(2, True), (3, False)])
def test_the_faces_that_miss_are_told_where_they_would_have_hit(skill: int, told: bool) -> None:
    """At -1 BS2+ would hit with a 3, and BS3+ needs a 4 anyway."""
    assert ("unmodified 1-3 miss" in why(gun("Indirect Fire", BS=skill), visible="no")["10E-WPN-INDIRECT-2"]) == told
