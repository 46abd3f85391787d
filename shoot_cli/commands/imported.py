"""Lists of other programs where one of ours is wanted: what is said of them, what is asked before a battle (IMP-3)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import Choose, Option
from shoot_cli.core.signals import InputError
from shoot_cli.core.visible import visible

if TYPE_CHECKING:
    from shoot_cli.armies import Loaded
    from shoot_cli.armies.remembered import RememberedLists
    from shoot_cli.imports.report import Remark, Report

GO_ON, STOP, NOBODY = "go on", "stop", "nobody"
GAPS = "What was left out is not in the battle. To have it: write the list with `shoot army import`, and mend it."
LEADERS = "The file does not say who leads whom. A leader and the unit that it leads are one unit at the table."

Ask = Callable[[Any, str], str]  # a question, and what ``?`` says of it


def tell(reports: Iterable[Report | None], accept_gaps: bool, units: Iterable[str] | None = None) -> None:
    """Each list of another program in a line, with what was guessed, on standard error.

    :param units: names of those that matter: what was guessed of others is not told; None: all
    :raises InputError: something of one was left out, and nobody said that it may be
    """
    found = [one for one in dict.fromkeys(reports) if one is not None]
    if not accept_gaps and (lost := [one for one in found if one.left_out]):
        raise InputError("\n".join([*(one.gaps for one in lost), "To go on without it: --accept-gaps"]))
    names = None if units is None else tuple(units)
    for one in found:
        say(one if names is None else one.but(guesses=tuple(g for g in one.guesses if about(g, names))))


def about(guess: Remark, units: tuple[str, ...]) -> bool:
    """True of a guess about one of these units, leaders among them, or about the whole list."""
    return not guess.unit or any(guess.unit in name for name in units)


def say(report: Report, before_battle: bool = False) -> None:
    """The line, the guesses, and what was left out, if anything was. Standard output is for results.

    ``before_battle``: and what the players must play themselves, since nobody reads it to them at the table
    """
    from shutil import get_terminal_size

    from shoot_cli.ui.import_report import head_lines, left_out, looked_at, to_play

    width = get_terminal_size().columns
    lines = [*head_lines(report, width), *looked_at(report, width)]
    lines += to_play(report, width) if before_battle else ()
    lines += left_out(report, width) if report.left_out else ()
    for line in lines:
        print(line.plain, file=sys.stderr)


# Before a battle -----------------------------------------------------------------------------------------------------


def ready(loaded: Loaded, memory: RememberedLists | None, ask: Ask, accept_gaps: bool = False) -> Loaded:
    """The list as it goes into a battle: the players know what it lacks, and have said who leads whom.

    :raises SystemExit: they will not play it so
    """
    report = loaded.imported
    if report is None:
        return loaded
    say(report, before_battle=True)
    if report.left_out and not accept_gaps:
        options = Option(GO_ON, "go on without it"), Option(STOP)
        words = f"{visible(report.file)} was not taken whole: {counted(len(report.left_out), 'thing')} left out. Go on?"
        if ask(Choose("gaps", options, text=words), GAPS) == STOP:
            raise SystemExit(0)
    return attached(loaded, memory, ask)


def attached(loaded: Loaded, memory: RememberedLists | None, ask: Ask) -> Loaded:
    """The same with the leaders where their player wants them; each is asked for once (IMP-50)."""
    from shoot_cli.armies import ListError
    from shoot_cli.imports.list_files import load

    while loaded.imported.leads:
        pairs = []
        for one in loaded.imported.leads:
            options = Option(NOBODY), *map(Option, one.units)
            words = f"{loaded.army.name}: whom does {one.leader} lead?"
            said = ask(Choose(f"leads:{one.leader}", options, NOBODY, text=words), LEADERS)
            pairs += [(one.leader, said)] if said != NOBODY else []
        if not pairs:
            break
        try:
            return load(loaded.path, memory, tuple(pairs))
        except ListError as error:  # more leaders than a unit may have
            print(visible(f"! {error}"), file=sys.stderr)
    return loaded
