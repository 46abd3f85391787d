"""The command `shoot need`: which units, or how many guns, destroy a target."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoot_cli.analysis.single_attack import as_input_error
from shoot_cli.cli import completion, options
from shoot_cli.engine.budget import SEARCH_SECONDS
from shoot_cli.engine.reasons import InputError

if TYPE_CHECKING:
    from shoot_cli.analysis.situations import GivenSituation
    from shoot_cli.armies import AttackSide


def need(
    target: Annotated[str, typer.Argument(help="FILE::UNIT or a profile line.", autocompletion=completion.units)],
    mine: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MINE]...",
            help="Whom you have: a list, FILE::UNIT, or profile lines; one named twice is two.",
            autocompletion=completion.units,
        ),
    ] = None,
    chance: Annotated[
        str,
        typer.Option(
            "--chance", metavar="CHANCE", help="How often it is to be destroyed: 80%, 0.8 or 80 (1 is all of the time)."
        ),
    ] = "80%",
    by: Annotated[str, typer.Option(help="What makes a set of units small: points or units.")] = "points",
    attacks: Annotated[
        str | None,
        typer.Option(
            "--attacks", metavar="WEAPON", help="How many models with this one gun: of MINE, or as a profile line."
        ),
    ] = None,
    ruleset: options.RulesetOption = None,
    set_: options.SetOption = None,
    as_: options.As = None,
    distance: options.Distance = None,
    cover: options.Cover = None,
    weapon: options.WeaponOption = None,
    firing: options.Firing = None,
    budget: options.BudgetOption = SEARCH_SECONDS,
    accept_gaps: options.AcceptGaps = False,
    attach: options.Attach = None,
    data: options.Data = None,
    output: options.Output = None,
    csv: options.Csv = False,
    force: options.Force = False,
    json: options.Json = False,
    plain: options.Plain = False,
) -> None:
    """What it takes to destroy a target: the smallest sets of your units, or how many of one gun."""
    from shoot_cli.analysis.need import BY
    from shoot_cli.analysis.situations import situation_of, with_situation
    from shoot_cli.cli.output import check_output
    from shoot_cli.cli.units import Usage, each_at_one, leaders_of, one_of, shared_answers
    from shoot_cli.ui.console import exit_on_refusal

    with exit_on_refusal(json), as_input_error():
        by, wanted_chance = one_of(by, BY, "--by"), chance_of(chance)
        inputs = [target, *(mine or ())]
        check_output(inputs=inputs, json=json, csv=csv, out=output, force=force)
        answers = shared_answers(set_, {"distance": distance, "cover": cover, "weapon": weapon, "firing": firing})
        profile_line = [attacks] if attacks is not None and not mine else []
        if not mine and not profile_line:
            raise Usage("name whom you have: shoot need TARGET MINE, or one gun: --attacks 'PROFILE LINE'")
        shooters, victim = each_at_one([*(mine or ()), *profile_line], target, ruleset, accept_gaps, leaders_of(attach))
        situation = situation_of(as_, victim.ruleset, shooters, [victim])
        answers = with_situation(answers, situation)
        output_options: dict[str, Any] = {
            "inputs": inputs,
            "json": json,
            "csv": csv,
            "out": output,
            "force": force,
            "plain": plain,
        }
        if attacks is None:
            print_needed_units(shooters, victim, answers, situation, wanted_chance, by, budget, output_options)
        else:
            print_needed_guns(
                shooters, victim, None if profile_line else attacks, answers, situation, wanted_chance, budget,
                output_options,
            )  # fmt: skip


def print_needed_units(
    shooters: list[AttackSide],
    victim: AttackSide,
    answers: dict[str, Any],
    situation: GivenSituation,
    wanted_chance: float,
    by: str,
    seconds: float,
    output_options: dict[str, Any],
) -> None:
    from shoot_cli.analysis.need import document, report
    from shoot_cli.analysis.need import need as compute_need
    from shoot_cli.cli.output import finish, progress
    from shoot_cli.cli.units import say_notes

    with progress(None, output_options["plain"], f"{longest(seconds)} Attacks worked out:") as tell:
        result = compute_need(shooters, victim, answers, wanted_chance, by, seconds=seconds, tell=tell)
    result = result.but(answers=result.answers.but(situation=situation.words))
    as_rows = output_options["csv"] or (
        output_options["out"] is not None and output_options["out"].suffix.lower() == ".csv"
    )
    finish(report(result, as_rows), document(result), **output_options)
    say_notes(result.answers, attacks=len(shooters))


def longest(seconds: float) -> str:
    """Return how long a search lasts at the most; nobody knows how many attacks it will need."""
    return f"Searching, {seconds:g} seconds of work at most." if isfinite(seconds) else "Searching."


def print_needed_guns(
    shooters: list[AttackSide],
    victim: AttackSide,
    name: str | None,
    answers: dict[str, Any],
    situation: GivenSituation,
    wanted_chance: float,
    seconds: float,
    output_options: dict[str, Any],
) -> None:
    """Print how many guns are needed. `name` is a weapon of `shooters`; None means the only gun of the first one."""
    from shoot_cli.analysis.need import MOST_MODELS, document_of_guns, how_many, one_gun, only_gun, report_of_guns
    from shoot_cli.cli.output import finish, progress
    from shoot_cli.cli.units import say_notes

    if name is None:
        gun, title, bearer = shooters[0], only_gun(shooters[0]), ""
    else:
        gun, title, bearer = one_gun(shooters, name)
    with progress(MOST_MODELS, output_options["plain"], "Models") as tell:
        result = how_many(gun, title, bearer, victim, answers, wanted_chance, seconds=seconds, tell=tell)
    result = result.but(answers=result.answers.but(situation=situation.words))
    finish(report_of_guns(result), document_of_guns(result), **output_options)
    say_notes(result.answers)


def chance_of(text: str) -> float:
    """Return the chance from 0 to 1: 0.8 for `80%`, `0.8` or `80`. :raises InputError: the text is no chance."""
    stripped = text.strip()
    number = stripped.removesuffix("%").strip()
    try:
        value = float(number)
    except ValueError:
        value = float("nan")
    value = value / 100 if stripped.endswith("%") or value > 1 else value
    if not 0 < value <= 1:
        raise InputError(f"--chance {text}: say 80%, 0.8 or 80; more than 0, and at most 100%")
    return value
