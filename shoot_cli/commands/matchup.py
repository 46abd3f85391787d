"""The command `shoot matchup`: the units of two lists shoot at each other. Short: one file per command."""

from __future__ import annotations

from typing import Annotated

import typer

from shoot_cli.analysis.grid import WHAT
from shoot_cli.analysis.single_attack import as_input_error
from shoot_cli.cli import completion, options
from shoot_cli.engine.budget import SECONDS


def matchup(
    mine: Annotated[
        str,
        typer.Argument(
            help="Your list: a file, ours or of a list builder, or a shipped one.", autocompletion=completion.lists
        ),
    ],
    theirs: Annotated[str, typer.Argument(help="Your opponent's list.", autocompletion=completion.lists)],
    what: Annotated[str, typer.Option(help=f"What the tables have: {', '.join(WHAT)}.")] = "share",
    ruleset: options.RulesetOption = None,
    set_: options.SetOption = None,
    as_: options.As = None,
    distance: options.Distance = None,
    cover: options.Cover = None,
    top: options.Top = None,
    jobs: options.Jobs = None,
    budget: options.BudgetOption = SECONDS,
    accept_gaps: options.AcceptGaps = False,
    attach: options.Attach = None,
    data: options.Data = None,
    output: options.Output = None,
    csv: options.Csv = False,
    force: options.Force = False,
    json: options.Json = False,
    plain: options.Plain = False,
) -> None:
    """Every unit of two lists at every other: best answers, and what threatens whom.

    It prints on two pages.
    """
    from shoot_cli.analysis.grid import SharedTime
    from shoot_cli.analysis.matchup import document, report
    from shoot_cli.analysis.matchup import matchup as compute_matchup
    from shoot_cli.analysis.situations import situation_of, with_situation
    from shoot_cli.cli.output import check_output, finish, progress
    from shoot_cli.cli.units import leaders_of, one_of, say_notes, shared_answers, sides_of_many
    from shoot_cli.ui.console import exit_on_refusal

    with exit_on_refusal(json), as_input_error():
        what = one_of(what, WHAT, "--what")
        check_output(inputs=(mine, theirs), json=json, csv=csv, out=output, force=force)
        answers = shared_answers(set_, {"distance": distance, "cover": cover})
        my_sides, their_sides = sides_of_many([mine], [theirs], ruleset, accept_gaps, leaders_of(attach))
        situation = situation_of(as_, my_sides[0].ruleset, my_sides, their_sides)
        answers = with_situation(answers, situation)
        processes = 1 if jobs is None else jobs
        with progress(2 * len(my_sides) * len(their_sides), plain, "Comparing") as tell:
            result = compute_matchup(
                my_sides, their_sides, answers, what, jobs=processes, seconds=budget, tell=tell,
                time=SharedTime(budget, processes),
            )  # fmt: skip
        use = result.use.but(situation=situation.words)
        result = result.but(ours=result.ours.but(top=top), back=result.back.but(top=top), use=use)
        finish(
            report(result), document(result, answers), inputs=(mine, theirs), json=json, csv=csv,
            out=output, force=force, plain=plain,
        )  # fmt: skip
        say_notes(use, attacks=2 * len(my_sides) * len(their_sides))
