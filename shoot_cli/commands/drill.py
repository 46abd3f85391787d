"""``shoot drill``: what does each roll need? Asked before the dice, marked and explained."""

from __future__ import annotations

from typing import Annotated

import typer


def drill(
    ruleset: Annotated[str | None, typer.Option("--ruleset", "-r", help="The edition to practise.")] = None,
    mine: Annotated[str | None, typer.Option(help="Your list: only what these two armies can meet is asked.")] = None,
    theirs: Annotated[str | None, typer.Option(help="Their list.")] = None,
    questions: Annotated[int, typer.Option("--questions", "-n", min=1, max=200, help="How many.")] = 10,
    seed: Annotated[int | None, typer.Option(help="The same seed asks the same questions.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colour, no boxes, narrow.")] = False,
) -> None:
    """Practise: say what each roll needs, and why."""
    from shoot_cli.armies import ListError
    from shoot_cli.commands import drilling
    from shoot_cli.commands.attacking import Wrong
    from shoot_cli.ui.console import fail, first_line, is_plain

    plain = is_plain(plain)
    first_line("shoot: drill", plain)
    try:
        drilling.session(ruleset, mine, theirs, questions, seed, plain)
    except (ListError, Wrong) as error:
        fail(str(error))
