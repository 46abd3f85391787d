"""The options that commands share, among them `--data`, and the class of command groups."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from shoot_cli.armies.cache import FORGET, FORGETTING
from shoot_cli.cli import completion
from shoot_cli.engine.budget import MOST_JOBS
from shoot_cli.engine.names import visible
from shoot_cli.ui.console import USAGE, WRONG, exit_on_refusal, fail, is_plain


def remember(places: Sequence[str], json: bool = False) -> None:
    """Remember these places for the editions for which they have values, and say so; `none` forgets all.

    Exit with a sentence if one of them has no values.
    """
    from shoot_cli.importing.roster import Refused

    if FORGET in places:
        if len(places) > 1:
            fail(f"--data {FORGET} forgets where values are; it stands alone", USAGE, json)
        forget()
        return
    try:
        keep(places)
    except Refused as refused:
        fail(f"--data: {refused}", WRONG, json)


def keep(places: Sequence[str]) -> tuple[str, ...]:
    """Remember these places, each for the editions for which it has values, and return the names of those.

    :raises Refused: one of the places has no values
    """
    from shoot_cli.armies.loading import find_list
    from shoot_cli.armies.tree import NotFound
    from shoot_cli.importing.data.catalogues import RememberedCatalogues
    from shoot_cli.importing.data.sources import editions_of
    from shoot_cli.importing.roster import Refused
    from shoot_cli.rules import edition
    from shoot_cli.storage.home import StorageError, given_data, remembered

    memory = remembered()
    catalogues = RememberedCatalogues(memory) if memory else None
    paths: dict[str, list[str]] = {}
    for place in places:
        path = Path(os.path.expanduser(place))
        if not path.exists():
            with suppress(NotFound):
                path = find_list(place)  # a shipped list
        if not path.exists():
            raise Refused(f"there is nothing at {place}; name a folder, a roster, a list of ours, or a catalogue")
        for name in editions_of(path, catalogues):
            paths.setdefault(name, []).append(str(path.absolute()))
    try:
        new = given_data().keep(paths)
    except (OSError, StorageError) as error:
        why = getattr(error, "strerror", None) or error
        print(visible(f"Where the values are could not be remembered: {why}"), file=sys.stderr)
        return tuple(paths)
    if new:
        titles = " and ".join((known.title.partition(", ")[2] or name) for name in paths if (known := edition(name)))
        print(visible(f"Remembered: values of {titles} are in {', '.join(places)} ({FORGETTING})."), file=sys.stderr)
    return tuple(paths)


def forget() -> None:
    """Forget all places, and say which."""
    from shoot_cli.storage.home import StorageError, given_data

    try:
        known = given_data().forget()
    except (OSError, StorageError) as error:
        fail(f"--data {FORGET}: {getattr(error, 'strerror', None) or error}", WRONG)
    text = f"Forgotten: {', '.join(known)}." if known else "No place of values was remembered."
    print(visible(text), file=sys.stderr)


MOST_SECONDS = 24 * 60 * 60  # the largest `--budget`: a day

Attacker = Annotated[
    str | None,
    typer.Argument(
        help="FILE::UNIT, a profile line, or a scenario file (- for standard input).", autocompletion=completion.units
    ),
]
Target = Annotated[str | None, typer.Argument(help="FILE::UNIT or a profile line.", autocompletion=completion.units)]
More = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[UNIT]...",
        help="Of more units all but the last attack, one after the other; the last is the target.",
        autocompletion=completion.units,
    ),
]
RulesetOption = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        "-r",
        help="The ruleset, for profile lines; `shoot army schema` names them.",
        autocompletion=completion.rulesets,
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="KEY=VALUE",
        help="A fact, decision or setting; may repeat.",
        autocompletion=completion.settings,
    ),
]
Distance = Annotated[str | None, typer.Option(help="Inches (or tiles) to the nearest model seen.")]
Cover = Annotated[str | None, typer.Option(help="Cover of the target, as the ruleset has it: none, 5+, ruin, yes ...")]
WeaponOption = Annotated[
    str | None, typer.Option("--weapon", help="What fires, in order, separated by commas; nothing else does.")
]
Firing = Annotated[str | None, typer.Option(help="How many of which models or weapons fire: 5, or 'Space Marine=5'.")]
Questions = Annotated[
    bool, typer.Option("--questions", help="List every key this attack asks, its values and default.")
]

AcceptGaps = Annotated[
    bool, typer.Option("--accept-gaps", help="Go on without what could not be taken of a list of another program.")
]

As = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="WORDS", help='What holds, in words: "in cover, half range"; a wrong word lists all of them.'
    ),
]
Attach = Annotated[
    list[str] | None,
    typer.Option("--attach", metavar="LEADER=UNIT", help="Who leads whom in a list of another program; may repeat."),
]


def remember_data(context: typer.Context, places: list[str] | None) -> list[str] | None:
    """Remember where the values of lists are, for this command and later ones; `none` forgets them. Return `places`.

    A batch reads no lists, and refuses the option itself.

    :raises SystemExit: there are no values, or both are said at once
    """
    if places and not context.params.get("batch"):
        remember(places)
    return places


Data = Annotated[
    list[str] | None,
    typer.Option(
        "--data",
        metavar="PATH",
        callback=remember_data,
        help="Where values are that a text lacks: BSData, roster, list. Remembered; none forgets.",
    ),
]


def checked_budget(seconds: float) -> float:
    """Return the seconds. :raises typer.BadParameter: the number is not above 0, or is more than a day."""
    if not 0 < seconds <= MOST_SECONDS:
        raise typer.BadParameter(f"more than 0, and at most {MOST_SECONDS:,} seconds (a day), not {seconds:g}")
    return seconds


def number_option(
    *names: str, help: str, least: float | None = None, most: float | None = None, kind: type[int | float] = int
) -> Any:
    """Return an option that takes a number from `least` to `most`; None of them is no limit.

    The wording of Typer's own limits changes with its releases.
    """
    limits = "" if least is None and most is None else f" from {least:,} to {most:,}"
    what = f"a whole number{limits}" if kind is int else f"a number{limits}"

    def parse(text: str | float) -> float:
        if isinstance(text, str) and not re.fullmatch(
            r"[+-]?\d+" if kind is int else r"[+-]?\d*\.?\d+", text, re.ASCII
        ):
            raise typer.BadParameter(f'{what}, not "{text}"')
        number = kind(text)
        if (least is not None and number < least) or (most is not None and number > most):
            raise typer.BadParameter(f"{what}, not {text}")
        return number

    metavar = "N" if least is None or most is None else f"{least}..{most}"
    return typer.Option(*names, parser=parse, metavar=metavar, help=help)


BudgetOption = Annotated[
    float,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        callback=checked_budget,
        help="Of processor time; odds that take longer are given up.",
    ),
]

MOST_TOP = 1_000  # rows
Jobs = Annotated[
    int | None,
    number_option(least=0, most=MOST_JOBS, help="Processes that share the work; 0 is one for each core. [default: 1]"),
]
Top = Annotated[
    int | None, number_option(least=1, most=MOST_TOP, help="Show the best rows only, the best first. [default: all]")
]
Csv = Annotated[bool, typer.Option("--csv", help="Comma-separated values on standard output, in full precision.")]


def file_named(text: str) -> Path:
    """Return the path. :raises typer.BadParameter: the text is empty, which would mean the current folder."""
    if not text.strip():
        raise typer.BadParameter("the name of the file is empty; write one, or leave the option out")
    return Path(text)


def output_option(help: str, metavar: str = "PATH") -> Any:
    """Return the option ``-o`` of a command, which names the file that is written."""
    return typer.Option("--output", "-o", parser=file_named, metavar=metavar, help=help)


Output = Annotated[Path | None, output_option("Write a file: .html, .md, .svg or .csv, by its ending.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Plain = Annotated[
    bool, typer.Option("--plain", callback=is_plain, help="No colour, no box drawing; 40 columns suffice.")
]


class CommandGroup(TyperGroup):
    """A group of commands. It prints a refused command as a sentence (with `--json` as JSON) and sets the exit code."""

    def invoke(self, ctx: Any) -> Any:
        with exit_on_refusal("--json" in ctx.args):
            return super().invoke(ctx)
