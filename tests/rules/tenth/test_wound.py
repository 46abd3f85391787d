"""Rolling to wound (10E-WND), Anti, and effects on wound rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.datasheets.charts import table
from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import attack, chances, gun, led, mean, models, shooters, squad, targets

F = Fraction
HIT = ("hit:gun", [6])


def wounding(weapon: Any, target: Any = None, **facts: Any) -> Any:
    """One attack that hits and does not wound."""
    return attack(shooters(weapon), target or targets(), HIT, ("wound:gun", [1]), **facts)


def need(weapon: Any, target: Any = None, **facts: Any) -> Any:
    return wounding(weapon, target, **facts).need("wound:gun")


def wounds(weapon: Any, target: Any = None, **facts: Any) -> Fraction:
    """The chance that a hit of this weapon costs a wound; nobody has a save."""
    return mean(shooters(weapon), target or targets(), **facts)


@pytest.mark.rule("10E-WND-1")
@each(
    ("s", "t", "wanted"),
    [
        (8, 4, 2), (9, 4, 2), (7, 4, 3), (5, 4, 3), (4, 4, 4), (4, 5, 5), (5, 9, 5), (4, 7, 5), (4, 8, 6), (4, 9, 6),
        (1, 2, 6), (2, 1, 2), (1, 1, 4),
    ],
)  # fmt: skip
def test_strength_against_toughness(s: int, t: int, wanted: int) -> None:
    assert table(s, t) == wanted
    assert need(gun(S=s), targets(T=t)) == wanted


@pytest.mark.rule("10E-WND-2")
@pytest.mark.parametrize(("s", "modifier", "chance"), [(8, 1, F(5, 6)), (2, -1, F(1, 6))])
def test_a_1_fails_and_a_6_wounds(s: int, modifier: int, chance: Fraction) -> None:
    assert wounds(gun("Torrent", S=s), wound_modifier=modifier) == chance
    assert "10E-WND-2" in wounding(gun(S=s), wound_modifier=modifier).why("wound:gun")


@pytest.mark.rule("10E-WND-2")
def test_only_an_unmodified_6_is_a_critical_wound() -> None:
    """A 5 with +1 may be saved."""
    played = attack(
        shooters(gun("Devastating Wounds", "Torrent", A=2)), targets(Sv="2+"), ("wound:gun", [5, 6]),
        ("save:Target", [6]), wound_modifier=1,
    )  # fmt: skip
    assert played.alive() == {"Target": [1, 2, 2, 2, 2]}


@pytest.mark.rule("10E-WND-3", "10E-FX-WND-1")
@pytest.mark.parametrize(
    ("abilities", "incoming", "wanted"),
    [
        (("+1 to wound", "+2 to wound"), (), 3),
        (("-1 to wound",), ("incoming: -1 to wound",), 5),
        (("+1 to wound",), ("incoming: -1 to wound",), 4),
        (("-1 to wound", "+1 to wound"), ("incoming: -1 to wound",), 5),  # summed before it is capped
    ],
)
def test_modifiers_of_the_wound_roll(abilities: tuple[str, ...], incoming: tuple[str, ...], wanted: int) -> None:
    assert need(gun(*abilities), targets(abilities=incoming)) == wanted


@pytest.mark.rule("10E-WND-3")
def test_the_limit_of_wound_modifiers_is_told_as_a_rule_of_its_own() -> None:
    why = wounding(gun("-1 to wound"), targets(abilities=("incoming: -1 to wound",))).why("wound:gun")
    assert why["10E-WND-3"] == "together -2, never more than -1"


@pytest.mark.rule("10E-WND-3")
def test_minus_one_where_2_was_needed() -> None:
    assert need(gun("-1 to wound", S=8)) == 3


@pytest.mark.rule("10E-WND-4")
def test_toughness_of_bodyguards_counts_to_the_end() -> None:
    unit = led(models("Boss", T=5, W=4), guards=models("Guard", 1, W=1, T=4))
    shooter = squad("Unit", models("A", 1, gun(name="first")), models("B", 1, gun(name="second")))
    played = attack(shooter, unit, ("hit:first", [6]), ("wound:first", [6]), ("hit:second", [6]), ("wound:second", [4]))
    assert played.alive() == {"Boss": [3]}
    assert played.need("wound:second") == 4


@pytest.mark.rule("10E-WND-4")
def test_the_highest_toughness_of_a_mixed_unit() -> None:
    mixed = squad("Mixed", models("Small", 9, T=4), models("Big", 1, T=5))
    assert need(gun(), mixed) == 5
    guards = (models("Guard", 2, T=3), models("Heavy guard", 1, T=4))
    both = squad("Led", *guards, models("Boss", T=8, leader=True))
    assert need(gun(), both) == 4


@pytest.mark.rule("10E-WND-5")
@pytest.mark.parametrize(("s", "more", "wanted"), [(5, (), 4), (4, (), 4), (4, ("+1 strength",), 4), (8, (), 3)])
def test_minus_one_if_stronger(s: int, more: tuple[str, ...], wanted: int) -> None:
    hard = targets(abilities=("incoming: -1 to wound when S is greater than T",))
    assert need(gun(*more, S=s), hard) == wanted


# Critical wounds -----------------------------------------------------------------------------------------------------

TOUGH = targets(20, T=20, Sv="2+", W=3)  # wounded on 6


@pytest.mark.rule("10E-WPN-ANTI-1", "10E-WPN-ANTI-2")
def test_anti_wounds_whatever_the_table_says() -> None:
    assert need(gun("Anti-INFANTRY 4+"), TOUGH) == 4
    assert need(gun("Anti-VEHICLE 4+"), TOUGH) == 6
    assert need(gun("Anti-INFANTRY 4+"), TOUGH, wound_modifier=-1) == 4  # the unmodified roll decides
    assert need(gun("Anti-INFANTRY 5+", S=8)) == 2  # below it the table counts


@pytest.mark.rule("10E-WPN-ANTI-1")
def test_the_keyword_of_one_model_is_that_of_the_unit() -> None:
    unit = led(models("Psyker", W=4, T=20, keywords=("PSYKER",)), guards=models("Guard", 2, T=20))
    assert need(gun("Anti-PSYKER 2+"), unit) == 2


@pytest.mark.rule("10E-WPN-ANTI-3", "10E-WPN-DUP-1")
def test_the_best_anti_that_matches() -> None:
    both = targets(T=20, keywords=("INFANTRY", "PSYKER"))
    assert need(gun("Anti-INFANTRY 5+", "Anti-PSYKER 3+", "Anti-VEHICLE 2+"), both) == 3
    assert need(gun("Anti-INFANTRY 5+", "Anti-INFANTRY 4+"), both) == 4


@pytest.mark.rule("10E-FX-CRIT-3")
def test_critical_wounds_on_5() -> None:
    said = "Devastating Wounds", "Torrent"
    assert wounds(gun(*said, "critical wounds on 5+", D=3), TOUGH) == 3 * F(2, 6)
    # "successful": a 5 that does not wound is nothing
    assert wounds(gun(*said, "critical wounds on successful 5+", D=3), TOUGH) == 3 * F(1, 6)
    assert need(gun("critical wounds on successful 5+"), TOUGH) == 6
    assert wounds(gun(*said, "every successful wound is critical", D=3), targets(Sv="2+", W=3)) == 3 * F(1, 2)


@pytest.mark.rule("10E-FX-WND-2")
@pytest.mark.parametrize(("s", "wanted"), [(8, 4), (5, 4), (4, 4), (3, 5)])
def test_wound_rolls_of_1_to_3_fail(s: int, wanted: int) -> None:
    assert need(gun(S=s), targets(abilities=("incoming: wound rolls of 1-3 fail",))) == wanted
    assert need(gun(S=8), targets(abilities=("incoming: wound rolls of 1-3 fail",)), wound_modifier=1) == 4


@pytest.mark.rule("10E-FX-WND-2")
def test_setting_wound_fail_vs_anti() -> None:
    target = targets(abilities=("incoming: wound rolls of 1-3 fail",))
    for value, wanted in (("anti_wins", 2), ("fail_wins", 4)):
        assert need(gun("Anti-INFANTRY 2+"), target, settings={"wound_fail_vs_anti": value}) == wanted


@pytest.mark.rule("10E-WPN-LANCE-1")
def test_a_lance_does_nothing_before_the_charge() -> None:
    """Nobody has charged when he shoots; what charged some other way is said as a modifier."""
    assert need(gun("Lance")) == need(gun()) == 4
    assert need(gun("Lance"), wound_modifier=1) == 3


@pytest.mark.rule("10E-MOD-2")
def test_strength_is_at_least_1() -> None:
    assert wounding(gun("+2 strength", S=3)).why("wound:gun")["10E-WND-1"].startswith("Strength 5")


@pytest.mark.rule("10E-WPN-XATK-1")
def test_extra_attacks_are_for_close_combat() -> None:
    unit = squad("Unit", models("A", 1, gun(name="rifle"), gun("Extra Attacks", name="claw")))
    played = attack(unit, targets(), ("hit:rifle", [1]))
    assert played.dice == ["hit:rifle"]
    option = next(one for one in played.question("weapon").options if one.value == "claw")
    assert [reason.rule for reason in option.closed] == ["10E-WPN-XATK-1"]


@pytest.mark.rule("10E-INT-4")
def test_anti_and_devastating() -> None:
    """At S4 against T4 every wound of Anti 4+ goes past the save."""
    weapon = gun("Anti-INFANTRY 4+", "Devastating Wounds", "Torrent")
    assert chances(shooters(weapon), targets(Sv="2+/2++"))[1] == F(1, 2)
