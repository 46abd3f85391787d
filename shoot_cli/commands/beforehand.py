"""The matchup of two lists, where a battle of them is about to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.core.signals import InputError

if TYPE_CHECKING:
    from shoot_cli.armies import Loaded

SECONDS = 2.0  # of CPU for each attack: somebody waits


def show_matchup(lists: list[Loaded], screen: Any, plain: bool) -> None:
    """Page by page beside the prompt; what cannot be worked out is told."""
    from shoot_cli.attacks import matched
    from shoot_cli.attacks.matchup import matchup
    from shoot_cli.commands.reporting import progress
    from shoot_cli.core.visible import visible
    from shoot_cli.imports.list_files import units_of
    from shoot_cli.ui.prompts import screen_on
    from shoot_cli.ui.report_view import view_of

    mine, theirs = (units_of(loaded, role) for loaded, role in zip(lists, ("attacker", "target"), strict=True))
    with progress(2 * len(mine) * len(theirs), plain, "Comparing") as tell:
        try:
            found = matchup(
                mine, theirs, {}, jobs=JOBS if len(mine) * len(theirs) > MANY else 1, seconds=SECONDS, tell=tell
            )
        except InputError as error:
            screen.print(visible(str(error)))
            return
    first = lists[0].army.name
    names = [f"{first} shoots", f"{first} is shot at"]
    screen_on(screen, plain).view(view_of(matched.report(found), "MATCHUP", names, plain))


JOBS, MANY = 0, 100  # all cores, from so many pairs of units on
