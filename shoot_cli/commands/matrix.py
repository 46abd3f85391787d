"""``shoot matrix``: everything at everything, line by line; a run that was ended goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from shoot_cli.attacks.tasks import in_words
from shoot_cli.commands.options import (
    AcceptGaps,
    BudgetOption,
    Cover,
    Csv,
    Distance,
    Force,
    Jobs,
    Plain,
    RulesetOption,
    SetOption,
)
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.task import InputError
from shoot_cli.ui.console import as_json

if TYPE_CHECKING:
    from shoot_cli.attacks.matrix import Matrix

CSV, LINES = ".csv", (".jsonl", ".ndjson", ".json")
PIECE = 1 << 20  # bytes that are read at once


def matrix(
    lists: Annotated[list[str], typer.Argument(metavar="LISTS...", help="Who shoots: lists, FILE::UNIT ...")],
    against: Annotated[
        list[str] | None,
        typer.Option("--against", "-a", help="At what, likewise; may repeat. [default: the same]"),
    ] = None,
    ruleset: RulesetOption = None,
    set_: SetOption = None,
    distance: Distance = None,
    cover: Cover = None,
    jobs: Jobs = None,
    budget: BudgetOption = SECONDS,
    accept_gaps: AcceptGaps = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write FILE.jsonl or FILE.csv; what a run left goes on."),
    ] = None,
    csv: Csv = False,
    force: Force = False,
    plain: Plain = False,
) -> None:
    """Everything at everything, as JSON lines or CSV; each pair of different units once."""
    from shoot_cli.attacks.matrix import matrix_of, records
    from shoot_cli.commands.attacking import Usage
    from shoot_cli.commands.comparing import said_by
    from shoot_cli.commands.mustering import many
    from shoot_cli.commands.reporting import progress
    from shoot_cli.ui.console import in_words as as_exit

    with as_exit(False), in_words():
        if output is not None and output.suffix.casefold() not in (CSV, *LINES):
            raise Usage(f"{output}: the name of the file says what is written; it ends in .jsonl or .csv")
        if force and output is None:
            raise Usage("--force is for --output: it writes that file anew")
        as_csv = csv or (output is not None and output.suffix.casefold() == CSV)
        if csv and output is not None and output.suffix.casefold() != CSV:
            raise Usage(f"--csv, but {output} is to have JSON lines")
        said = said_by(set_, {"distance": distance, "cover": cover})
        attackers, targets = many(lists, against or lists, ruleset, accept_gaps)
        found = matrix_of(attackers, targets, said)
        with going_on(output, found, as_csv, force) as (file, there, anew), progress(len(found), plain) as tell:
            tell(there)
            write = lines_of(file, as_csv, anew)
            for some in records(found, there, jobs=1 if jobs is None else jobs, seconds=budget, tell=tell):
                write(some)
                file.flush()
        if output is not None:
            print(f"Written: {output}, {len(found):,} lines", file=sys.stderr)


Write = Callable[[list[dict[str, Any]]], None]


def lines_of(file: IO[str], as_csv: bool, anew: bool) -> Write:
    """Whatever writes records there, one a line. ``anew``: with a heading, where there is one."""
    if not as_csv:
        return lambda some: file.writelines(as_json(record) + "\n" for record in some)
    from csv import DictWriter

    from shoot_cli.attacks.matrix import KEYS
    from shoot_cli.ui.pages.spreadsheet import safe

    writer = DictWriter(file, KEYS, lineterminator="\n")
    if anew:
        writer.writeheader()
    return lambda some: writer.writerows(
        {key: safe(value) for key, value in record.items()} for record in some
    )  # fmt: skip


@contextmanager
def going_on(path: Path | None, matrix: Matrix, as_csv: bool, force: bool) -> Iterator[tuple[IO[str], int, bool]]:
    """Where to write, how many records stand there already, and whether nothing does; None: standard output.

    What a killed run left of its last line goes. :raises InputError: the file is of another run, or no such file
    """
    if path is None:
        yield sys.stdout, 0, True
        return
    from shoot_cli.commands.writing import refuse_ours, writing

    with writing(path, False):
        refuse_ours(path, False)
        if force or not path.exists() or not path.stat().st_size:
            with path.open("w", encoding="utf-8", newline="") as file:
                yield file, 0, True
            return
        with path.open("r+b") as raw:
            lines, end = whole_lines(raw)
            there = max(0, lines - as_csv)
            raw.seek(0)
            head = [raw.readline() for _ in range(min(lines, 1 + as_csv))]
            if lines and not is_of(head, matrix, as_csv):
                raise InputError(f"{path} is there, and not of this run: other units, answers or version. "
                                 "Name another file, or --force")  # fmt: skip
            if there > len(matrix):
                raise InputError(f"{path} has more lines than this run. Name another file, or --force")
            raw.truncate(end)
        with path.open("a", encoding="utf-8", newline="") as file:
            yield file, there, not lines


def whole_lines(file: IO[bytes]) -> tuple[int, int]:
    """How many lines there are that end, and where the last of them does."""
    lines = end = at = 0
    while piece := file.read(PIECE):
        lines += piece.count(b"\n")
        last = piece.rfind(b"\n")
        end, at = (at + last + 1 if last >= 0 else end), at + len(piece)
    return lines, end


def is_of(head: list[bytes], matrix: Matrix, as_csv: bool) -> bool:
    """True if the first lines of a file are those of this run."""
    from json import loads

    from shoot_cli.attacks.matrix import KEYS

    try:
        if as_csv:
            return head[0].decode().strip() == ",".join(KEYS) and (
                len(head) == 1 or head[1].decode().startswith(f"{matrix.run},")
            )
        return bool(loads(head[0]).get("run") == matrix.run)
    except (ValueError, AttributeError):
        return False
