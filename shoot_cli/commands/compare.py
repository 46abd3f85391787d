"""The command `shoot compare`: which gun is best, at which target. Short: one file per command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from shoot_cli.analysis.grid import WHAT
from shoot_cli.analysis.single_attack import as_input_error
from shoot_cli.cli import completion, options
from shoot_cli.engine.budget import SECONDS
from shoot_cli.engine.names import visible

# The share of a budget after which no fact is tried; the share that facts have in any case, if so much is left.
WITH_FACTS, OF_FACTS = 0.2, 0.05
TARGETS = "targets"  # the sample list of targets in each edition


def compare(
    units: Annotated[
        list[str],
        typer.Argument(
            metavar="UNIT...",
            help="Who shoots: FILE::UNIT, a whole list, or a profile line.",
            autocompletion=completion.units,
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            "-a",
            help="At what: a list, FILE::UNIT, a set of targets (may repeat), or grid. [default: targets]",
            autocompletion=completion.units,
        ),
    ] = None,
    by: Annotated[str, typer.Option(help="What a row is: unit, weapon (in its best mode) or mode.")] = "unit",
    what: Annotated[
        str | None, typer.Option(help=f"What is compared: {', '.join(WHAT)}. [default: kill; at a grid mean]")
    ] = None,
    ruleset: options.RulesetOption = None,
    set_: options.SetOption = None,
    as_: options.As = None,
    distance: options.Distance = None,
    cover: options.Cover = None,
    weapon: options.WeaponOption = None,
    firing: options.Firing = None,
    no_facts: Annotated[
        bool, typer.Option("--no-facts", help="Do not look for facts that would make another one the best.")
    ] = False,
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
    """Compare units or weapons at targets: which is best, and what changes it."""
    from shoot_cli.analysis import compare as comparing
    from shoot_cli.analysis import target_grid as maps
    from shoot_cli.analysis.compare import attacks_of, comparison_document, comparison_report, facts_to_try, with_facts
    from shoot_cli.analysis.compared_lines import BY, lines_of
    from shoot_cli.analysis.grid import SharedTime, ruleset_of
    from shoot_cli.analysis.situations import situation_of, with_situation
    from shoot_cli.cli.output import check_output, finish, progress
    from shoot_cli.cli.units import Usage, leaders_of, one_of, say_notes, shared_answers, sides_of_many
    from shoot_cli.importing.list_files import units_from
    from shoot_cli.ui.console import exit_on_refusal as as_exit

    with as_exit(json), as_input_error():
        at_grid = maps.names_grid(against or ())
        if at_grid and top is not None:
            raise Usage("--top is for rows; a grid has a map for each gun")
        by, what = one_of(by, BY, "--by"), one_of(what or ("mean" if at_grid else "kill"), WHAT, "--what")
        inputs = [*units, *(against or ())]
        check_output(inputs=inputs, json=json, csv=csv, out=output, force=force)
        given = shared_answers(set_, {"distance": distance, "cover": cover, "weapon": weapon, "firing": firing})
        shooters, targets = sides_of_many(
            units, [] if at_grid else against or [TARGETS], ruleset, accept_gaps, leaders_of(attach)
        )
        situation = situation_of(as_, shooters[0].ruleset, shooters, targets)
        given = with_situation(given, situation)
        if at_grid:
            axes, words = maps.axes_of(ruleset_of(shooters[0])), (against or [""])[0]
            targets = units_from(maps.lines_of_grid(axes, words), shooters[0].ruleset, "target")
        lines = lines_of(shooters, by, targets, given)
        processes = 1 if jobs is None else jobs
        time = SharedTime(budget, processes)
        with progress(len(lines) * len(targets), plain, "Comparing") as tell:
            result = comparing.compare(
                lines, targets, given, what, jobs=processes, seconds=budget, tell=tell, time=time,
                falls_back=not at_grid,
            )  # fmt: skip
        if not (no_facts or at_grid):
            spent = time.spent()
            facts_time = SharedTime(
                min(max(WITH_FACTS * budget - spent, OF_FACTS * budget), max(budget - spent, 0.0)), processes
            )
            tries = facts_to_try(result, given, facts_time)
            with progress(attacks_of(result, tries), plain, "Trying facts") as tell:
                result = with_facts(
                    result, tries, given, jobs=processes, seconds=budget, in_all=facts_time.left(), tell=tell
                )
        result = result.but(top=top, answers=result.answers.but(situation=situation.words))
        finish(
            maps.grid_report(result, axes, words) if at_grid else comparison_report(result),
            maps.grid_document(result, axes, given) if at_grid else comparison_document(result, given),
            inputs=inputs,
            json=json,
            csv=csv,
            out=output,
            force=force,
            plain=plain,
        )
        say_notes(result.answers, attacks=len(lines) * len(targets))
        for unit in taken_for_shooters(units, against or ()):
            print(visible(f"{unit} was taken as a shooter: another target needs --against again."), file=sys.stderr)


def taken_for_shooters(units: Sequence[str], against: Sequence[str]) -> list[str]:
    """Return the shooters that come from the list of a target, unlike other shooters: probably targets, too.

    >>> taken_for_shooters(["orks::Boyz", "targets::Terminators"], ["targets::Rhino"])
    ['targets::Terminators']
    """
    lists = {target.partition("::")[0] for target in against if "::" in target}
    taken = [unit for unit in units if unit.partition("::")[0] in lists]
    return taken if len(taken) < len(units) else []
