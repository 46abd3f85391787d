"""``shoot battle luck``: the luck of a kept battle, played again from its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from shoot_cli.battles.replay import table_of
from shoot_cli.core.budget import SECONDS, Budget
from shoot_cli.core.luck_report import Report, report

if TYPE_CHECKING:
    from shoot_cli.battles import Battle


def found_in(battle: Battle, seconds: float = SECONDS) -> tuple[Report, Mapping[str, str]]:
    """Its luck, and what the edition calls things. ``seconds``: of CPU, for the odds of its attacks.

    :raises CannotReplay: other rules, or lists that cannot be read.
    """
    table, end, ruleset = table_of(battle)
    hands = [answer.hand for answer in battle.answers()]
    return report(table, hands, ruleset, end, budget=Budget(seconds)), ruleset.titles


def show(name: str, found: Report, titles: Mapping[str, str], plain: bool) -> None:
    from shoot_cli.core.visible import visible
    from shoot_cli.ui.chances import luck
    from shoot_cli.ui.console import console, is_plain

    out = console(plain)
    out.print(visible(name), soft_wrap=True)
    out.print(luck(found, titles, plain=is_plain(plain)))
