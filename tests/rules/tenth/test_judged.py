"""Conditions of the attack itself are judged by what its characteristics come to, and never by what hangs on them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out
from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import attack, gun, shooters, targets


def odds(*shooter: str, on_target: tuple[str, ...] = (), answers: dict[str, str] | None = None, **values: Any) -> Any:
    """One attack of BS3+, S4, AP0, D1 at a model of T4, W1 and no save; ``values`` beside that."""
    stats = {key: values.pop(key) for key in ("T", "W", "Sv") if key in values}
    rifle = {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1} | values | {"abilities": values.get("has", [])}
    rifle.pop("has", None)
    target = {"name": "Target", "T": 4, "W": 1, "Sv": "-", **stats, "abilities": list(on_target)}
    scenario = {
        "ruleset": "40k-10e",
        "weapons": {"gun": rifle},
        "attacker": {"models": [{"name": "Shooter", "T": 4, "W": 3, "weapons": ["gun"], "abilities": list(shooter)}]},
        "target": {"models": [target]},
        "answers": {"distance": 20} | (answers or {}),
    }
    return worked_out(pairing_of_scenario(armies.scenario_from(scenario), {}).task(), fractions=True).document()[
        "exact"
    ]


def slain(*shooter: str, on_target: tuple[str, ...] = (), **values: Any) -> Fraction:
    return 1 - Fraction(odds(*shooter, on_target=on_target, **values)["slain"][0])


@pytest.mark.rule("10E-EFF-8", "10E-EFF-13", "10E-EFF-11")
@each(
    ("shooter", "on_target", "values", "chance"),
    [
        ((), ("incoming: -1 strength when S is greater than T",), {"S": 5}, Fraction(1, 3)),
        (("+1 strength when S is less than T",), (), {"T": 5}, Fraction(1, 3)),
        (("+1 strength against S 4 or less",), (), {}, Fraction(4, 9)),
        (("improve AP by 1 against AP 0",), (), {"Sv": "4+"}, Fraction(2, 9)),
        (("+1 damage against damage 1",), (), {"W": 2}, Fraction(1, 3)),
        ((), ("incoming: -1 damage against damage 2",), {"D": 2, "W": 2}, Fraction(0)),
        ((), ("incoming: half damage against damage 2",), {"D": 2, "W": 2}, Fraction(0)),
        (("+1 strength against S 4 or less", "+1 to wound against S 5 or more"), (), {"T": 5}, Fraction(4, 9)),
    ],
)
def test_a_change_is_judged_by_what_was_before_it(
    shooter: tuple[str, ...], on_target: tuple[str, ...], values: dict[str, Any], chance: Fraction
) -> None:
    assert slain(*shooter, on_target=on_target, **values) == chance


@pytest.mark.rule("10E-EFF-11", "10E-COV-5")
@each(
    ("on_target", "values", "chance"),
    [
        (("invulnerable save 3+ against AP 0 or -1", "incoming: worsen AP by 1"), {"AP": -2}, Fraction(1, 9)),
        (("Feel No Pain 4+ against AP -1", "incoming: worsen AP by 1"), {"AP": -2}, Fraction(1, 6)),
        (("Feel No Pain 4+ against AP -1", "incoming: improve AP by 1"), {}, Fraction(1, 6)),
        (("incoming: -1 to wound against AP -1", "incoming: worsen AP by 1"), {"AP": -2}, Fraction(2, 9)),
        (("incoming: -1 to hit against damage 1", "incoming: -1 damage"), {"D": 2}, Fraction(1, 4)),
        (("incoming: -1 to wound against AP -1",), {"answers": {"plunging": "yes"}, "Sv": "6+"}, Fraction(2, 9)),
        (("Feel No Pain 4+ against AP 0",), {"answers": {"plunging": "yes"}, "Sv": "6+"}, Fraction(1, 3)),
        (("Feel No Pain 4+ against AP -1",), {"answers": {"plunging": "yes"}, "Sv": "6+"}, Fraction(1, 6)),
    ],
)
def test_ap_and_damage_are_what_both_units_make_of_them(
    on_target: tuple[str, ...], values: dict[str, Any], chance: Fraction
) -> None:
    assert slain(on_target=on_target, **values) == chance


@pytest.mark.rule("10E-EFF-30", "10E-EFF-52")
def test_the_same_words_twice_have_dice_of_their_own() -> None:
    """Two D3: 1, 2, 3, 2 and 1 ninths for 2 to 6 more damage."""
    exact = odds("+D3 damage", "+D3 damage", W=9)["damage"]
    through = Fraction(1, 3)
    assert [Fraction(one) for one in exact] == [
        1 - through, 0, 0, *(through * Fraction(n, 9) for n in (1, 2, 3, 2, 1)),
    ]  # fmt: skip


@pytest.mark.rule("10E-EFF-11", "10E-EFF-43", "10E-FNP-3")
@pytest.mark.parametrize(
    ("against", "helps"),
    [("ranged attacks", False), ("S 4 or less", False), ("AP 0", False), ("mortal wounds", True)],
)
def test_wounds_that_no_attack_inflicts_are_of_no_kind_of_attack(against: str, helps: bool) -> None:
    """A Hazardous test that fails: three mortal wounds on three."""
    exact = odds(f"Feel No Pain 4+ against {against}", has=["Hazardous"])
    assert Fraction(exact["own_slain"][1]) == Fraction(1, 6) * (Fraction(1, 8) if helps else 1)


@pytest.mark.rule("10E-EFF-47", "10E-WND-1")
def test_the_roll_says_what_made_the_toughness() -> None:
    unit = shooters(gun("Torrent"), abilities=('enemies within 12": -1 toughness',))
    played = attack(unit, targets(T=5), ("wound:gun", [4]), distance=9)
    assert [reason.text for reason in played.question("wound:gun").need.because][:2] == [
        "Strength 4 is equal to Toughness 4: 4+", 'Enemies within 12": -1 toughness',
    ]  # fmt: skip


@pytest.mark.rule("10E-EFF-43", "10E-FNP-1")
def test_a_named_feel_no_pain_counts_though_it_hangs_on_nothing() -> None:
    assert slain(on_target=("Feel No Pain 4+ as Blessed",)) == Fraction(1, 6)
