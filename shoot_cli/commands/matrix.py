"""``shoot matrix``: everything at everything, line by line; a run that was ended goes on."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoot_cli.attacks.tasks import as_input_error
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
    output_option,
)
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.visible import visible

if TYPE_CHECKING:
    from shoot_cli.attacks.grid import Overrulings

CSV, LINES = ".csv", (".jsonl", ".ndjson", ".json")


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
        output_option("Write FILE.jsonl or FILE.csv; what a run left goes on."),
    ] = None,
    csv: Csv = False,
    force: Force = False,
    plain: Plain = False,
) -> None:
    """Everything at everything, as JSON lines or CSV; each pair of different units once."""
    from shoot_cli.attacks.grid import Overrulings
    from shoot_cli.attacks.matrix import matrix_of, records
    from shoot_cli.commands.attacking import Usage
    from shoot_cli.commands.comparing import shared_answers
    from shoot_cli.commands.matrix_file import Form, matrix_file
    from shoot_cli.commands.mustering import sides_of_many
    from shoot_cli.commands.reporting import progress
    from shoot_cli.ui.console import exit_on_refusal as as_exit

    with as_exit(False), as_input_error():
        if output is not None and output.suffix.casefold() not in (CSV, *LINES):
            raise Usage(f"{output}: the name of the file says what is written; it ends in .jsonl or .csv")
        if force and output is None:
            raise Usage("--force is for --output: it writes that file anew")
        as_csv = csv or (output is not None and output.suffix.casefold() == CSV)
        if csv and output is not None and output.suffix.casefold() != CSV:
            raise Usage(f"--csv, but {output} is to have JSON lines")
        said = shared_answers(set_, {"distance": distance, "cover": cover})
        attackers, targets = sides_of_many(lists, against or lists, ruleset, accept_gaps)
        found = matrix_of(attackers, targets, said)
        overruled = Overrulings()
        options: dict[str, Any] = {"jobs": 1 if jobs is None else jobs, "seconds": budget, "heard": overruled.add}
        if output is None:
            form = Form(found, as_csv)
            with progress(len(found), plain) as tell:
                print(form.heading.decode(), end="")
                for some in records(found, tell=tell, **options):
                    print("".join(form.line(record).decode() for record in some), end="", flush=True)
            say_overruled(overruled)
            return
        asked = [*lists, *(against or ())]
        with (
            matrix_file(output, found, as_csv, seconds=budget, force=force, inputs=asked) as file,
            progress(len(found), plain) as tell,
        ):
            for words in file.words:
                print(visible(words), file=sys.stderr)
            tell(len(found) - len(file.missing))
            places = iter(file.missing)
            for some in records(found, file.missing, tell=tell, **options):
                file.write(islice(places, len(some)), some)
            file.finish()
        say_overruled(overruled)
        wrong = f"; {file.errors:,} of them with an error in place of numbers" if file.errors else ""
        print(f"Written: {visible(str(output))}, {len(found):,} lines{wrong}", file=sys.stderr)


def say_overruled(overruled: Overrulings) -> None:
    """What was said in the place of what is worked out, once for all attacks of this run."""
    for one in overruled.found():
        print(visible(one.words), file=sys.stderr)
