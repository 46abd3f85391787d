"""``shoot battle luck``: the luck of a kept battle, played again from its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from shoot_cli.commands.replay import table_of
from shoot_cli.core.luck_report import Report, report

if TYPE_CHECKING:
    from shoot_cli.battles import Battle


def found_in(battle: Battle) -> tuple[Report, Mapping[str, str]]:
    """Its luck, and what the edition calls things. :raises CannotReplay: other rules, or lists that cannot be read."""
    table, end, ruleset = table_of(battle)
    return report(table, [answer.hand for answer in battle.answers()], ruleset, end), ruleset.titles


def show(name: str, found: Report, titles: Mapping[str, str], plain: bool) -> None:
    from shoot_cli.ui.console import console, is_plain, visible
    from shoot_cli.ui.luck import luck

    out = console(plain)
    out.print(visible(name), soft_wrap=True)
    out.print(luck(found, titles, plain=is_plain(plain)))
