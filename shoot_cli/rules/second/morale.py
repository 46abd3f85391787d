"""Morale as pure functions: who must test Leadership, and what the test needs. Nothing here asks or rolls."""

from __future__ import annotations

from shoot_cli.core.questions import Need, Reason
from shoot_cli.rules.second.profiles import Model, Unit


def break_test_due(start: int, casualties: int) -> Reason | None:
    """Why a squad with so many models at the start of the turn must test after these losses; None: it need not.

    A quarter exactly is enough (2E-BRK-1).
    """
    if casualties <= 0 or 4 * casualties < start:
        return None
    return Reason(
        f"lost {casualties} of the {start} models it had at the start of the turn, a quarter or more", "2E-BRK-1"
    )


def needs_no_test(unit: Unit) -> Reason | None:
    """Why the unit never takes a break test, or passes it without a roll; None if it rolls (2E-BRK-4).

    "Hive Mind" near by is for the players to say.
    """
    if unit.has("Never Breaks"):
        return Reason(f"{unit.name} never tests", "2E-BRK-4")
    if unit.has("Passes All Leadership Tests"):
        return Reason(f"{unit.name} passes every test of Leadership", "2E-BRK-4")
    return None


def best_leadership(models: tuple[Model, ...]) -> int:
    """The highest Leadership among the models that still stand (2E-BRK-1)."""
    return max(model.leadership for model in models)


def break_test_need(leadership: int, lent_by: str = "") -> Need:
    """Of the sum of 2D6 (2E-BRK-1). ``lent_by``: the leader whose Leadership it is, "" for their own (2E-BRK-4)."""
    because = Reason(f"best Leadership {leadership}, on 2D6", "2E-BRK-1")
    return Need(leadership, (lent(leadership, lent_by) or because,), or_less=True, label="break test")


def overwatch_test(leadership: int, lent_by: str = "") -> Need:
    """Of the sum of 2D6: shot at, a squad keeps its overwatch if it passes (2E-OW-6). ``lent_by`` as above."""
    because = Reason(f"shot at on overwatch: Leadership {leadership}, on 2D6", "2E-OW-6")
    return Need(leadership, (lent(leadership, lent_by) or because,), or_less=True, label="overwatch")


def lent(leadership: int, by: str) -> Reason | None:
    """Whose Leadership is tested, where it is not the squad's own (2E-BRK-4)."""
    return Reason(f'Leadership {leadership} of {by}, within 12", on 2D6', "2E-BRK-4") if by else None


def when_it_fails(unit: Unit) -> tuple[str, Reason]:
    """The mark of a unit that failed its break test: "broken", or "shaken" (2E-BRK-2, 2E-BRK-3)."""
    if unit.has("Shaken Not Broken"):
        return "shaken", Reason(f"{unit.name} is shaken: it may still shoot", "2E-BRK-3")
    return "broken", Reason(f"{unit.name} is broken: it cannot shoot", "2E-BRK-2")
