"""Whom ``led:`` reaches in the middle of an attack (10E-EFF-1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out


def slain(ability: str, *, shots: int = 3, **answers: str) -> list[Fraction]:
    """Automatic hits that wound on 2+, at a guard and his leader without saves."""
    gun = {"range": 24, "A": 1, "BS": "N/A", "S": 8, "AP": 0, "D": 1, "abilities": ["Torrent", "Precision"]}
    plain: dict[str, Any] = {"T": 4, "W": 1, "Sv": "-"}
    target = [{"name": "Guard", **plain}, {"name": "Captain", **plain, "leader": True, "abilities": [ability]}]
    scenario = {
        "ruleset": "40k-10e",
        "weapons": {"gun": gun},
        "attacker": {"models": [{"name": "Shooter", "count": shots, "weapons": ["gun"]}]},
        "target": {"name": "Targets", "models": target},
        "answers": {"distance": 12} | {key.replace("_", ":"): said for key, said in answers.items()},
    }
    found = worked_out(pairing_of_scenario(armies.scenario_from(scenario), {}).task(), fractions=True).document()
    return [Fraction(one) for one in found["exact"]["slain"]]


WOUND, PAIN = Fraction(5, 6), Fraction(1, 2)
MISS, KILL = 1 - WOUND * PAIN, WOUND * PAIN  # of one shot at somebody who ignores wounds on 4+


@pytest.mark.rule("10E-EFF-1", "10E-ALL-4")
def test_what_he_gives_his_unit_does_not_help_him_when_he_stands_alone() -> None:
    """The guard ignores wounds on 4+; when he is gone the Captain leads nobody, and does not."""
    one_falls = 3 * MISS**2 * KILL  # had the Captain been left alone from the start, the rest would be his
    both = sum(MISS**n * KILL * (1 - (1 - WOUND) ** (2 - n)) for n in (0, 1))
    none = MISS**3
    assert slain("led: Feel No Pain 4+") == [none, 1 - none - both, both]
    assert one_falls > 1 - none - both


@pytest.mark.rule("10E-EFF-1", "10E-WPN-PREC-1")
def test_it_helps_him_while_bodyguards_stand_and_precision_picks_him_out() -> None:
    both = 3 * MISS * KILL**2 + KILL**3
    assert slain("led: Feel No Pain 4+", precision_gun="Captain") == [MISS**3, 1 - MISS**3 - both, both]


@pytest.mark.rule("10E-EFF-2")
def test_of_the_unit_is_his_too_when_nobody_is_left_to_lead() -> None:
    both = 3 * MISS * KILL**2 + KILL**3
    assert slain("unit: Feel No Pain 4+") == [MISS**3, 1 - MISS**3 - both, both]


@pytest.mark.rule("10E-EFF-30")
@pytest.mark.parametrize(
    ("of_unit", "of_leader", "strength"), [(1, 0, 8), (0, 1, 8), (1, 1, 7), (2, 0, 7), (1, 2, 6)], ids=str
)
def test_a_line_of_the_unit_is_one_source_whoever_leads_it(of_unit: int, of_leader: int, strength: int) -> None:
    line = "incoming: -1 strength"
    gun = {"range": 24, "A": 1, "BS": "N/A", "S": 9, "AP": 0, "D": 1, "abilities": ["Torrent"]}
    leader = {"name": "Captain", "T": 4, "W": 3, "Sv": "-", "leader": True, "abilities": [line] * of_leader}
    scenario = {
        "ruleset": "40k-10e",
        "weapons": {"gun": gun},
        "attacker": {"models": [{"name": "Shooter", "weapons": ["gun"]}]},
        "target": {"models": [{"name": "Guard", "T": 4, "W": 1, "Sv": "-"}, leader], "abilities": [line] * of_unit},
    }
    found = worked_out(pairing_of_scenario(armies.scenario_from(scenario), {}).task(), fractions=True).document()
    assert Fraction(found["exact"]["slain"][1]) == {8: Fraction(5, 6), 7: Fraction(2, 3), 6: Fraction(2, 3)}[strength]


@pytest.mark.rule("10E-EFF-2")
def test_of_some_models_is_theirs_alone_whoever_of_the_unit_brings_it() -> None:
    guard_falls, both_of_two = WOUND, WOUND * KILL
    plain = slain("unit not CHARACTER: Feel No Pain 4+", shots=2)
    assert slain("unit CHARACTER: Feel No Pain 4+", shots=2) == slain("Feel No Pain 4+", shots=2)
    assert slain("unit Captain: Feel No Pain 4+", shots=2) == slain("Feel No Pain 4+", shots=2)
    assert slain("Feel No Pain 4+", shots=2)[2] == guard_falls * KILL == both_of_two
    assert plain == [MISS**2, 1 - MISS**2 - KILL * WOUND, KILL * WOUND]
    assert slain("unit WIZARD: Feel No Pain 4+", shots=2) == slain("+1 to hit", shots=2)
