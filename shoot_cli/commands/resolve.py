"""The command `shoot resolve`: one attack, rolled at once, or many times."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis.single_attack import as_input_error, overruled_answers
from shoot_cli.analysis.unused_answers import check_unused, explain_unused
from shoot_cli.cli import units
from shoot_cli.input.task import Task
from shoot_cli.ui.console import console, print_json

if TYPE_CHECKING:  # also the options: `cli/app.py` gives them to Typer
    from collections.abc import Iterator
    from typing import Annotated

    import typer

    from shoot_cli.analysis.simulation import Crowd
    from shoot_cli.cli.options import (
        AcceptGaps,
        Attacker,
        Cover,
        Distance,
        Firing,
        Json,
        Plain,
        Questions,
        RulesetOption,
        SetOption,
        Target,
        WeaponOption,
    )
    from shoot_cli.engine.questions import Question
    from shoot_cli.engine.table import Entry

MOST_TIMES = 1_000_000


def resolve(
    attacker: Attacker = None,
    target: Target = None,
    ruleset: RulesetOption = None,
    set_: SetOption = None,
    distance: Distance = None,
    cover: Cover = None,
    weapon: WeaponOption = None,
    firing: Firing = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed and input give the same dice on every machine.")
    ] = None,
    times: Annotated[int, typer.Option(min=1, max=MOST_TIMES, help="Repeat so often and summarise.")] = 1,
    questions: Questions = False,
    accept_gaps: AcceptGaps = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Roll one attack at once."""
    if seed is None:  # it is shown, so that the result can be repeated
        from random import SystemRandom

        seed = SystemRandom().randrange(1 << 32)
    options = {"distance": distance, "cover": cover, "weapon": weapon, "firing": firing}
    with as_input_error():
        task = units.task_of_options(attacker, target, ruleset, set_, options, accept_gaps)
        if questions:
            units.show_questions(task, json, plain)
        elif times > 1:
            repeat(task, seed, times, json, plain)
        else:
            once(task, seed, json, plain)


def once(task: Task, seed: int, json: bool, plain: bool) -> None:
    from shoot_cli.input import answerers

    end, table = answerers.resolve(task.ruleset, task.start(), task.answers, seed, task.settings)
    told = explain_unused(task, check_unused(task, table.given, asked_in(table.log)), rolled=True).document()
    report, against = task.ruleset.report(end), overruled_answers(table.given)
    if json:
        from shoot_cli.replay.journal import log_json

        result = {
            "ruleset": task.ruleset.name,
            "seed": seed,
            "attacker": task.attacker.name,
            "target": task.target.name,
            "assumed": {**table.given.assumed, **task.assumed()},
            **told,
            **({"overruled": against} if against else {}),
            "report": report,
            "log": log_json(table.log, task.ruleset.sides),
        }
        print_json(result)
    else:
        from shoot_cli.ui.results import show_resolved

        show_resolved(task, table, report, seed, plain)
    units.say_unused(told)
    units.say_overruled({"overruled": against})


def asked_in(log: list[Entry]) -> dict[str, Question]:
    return {entry.question.key: entry.question for entry in log if entry.question is not None}


def repeat(task: Task, seed: int, times: int, json: bool, plain: bool) -> None:
    """Roll the attack many times and print averages and frequencies."""
    found, idle, against = rolled(task, seed, times, plain)
    told = explain_unused(task, idle, rolled=True).document()
    shares = {name: [counts.get(k, 0) / times for k in range(max(counts) + 1)] for name, counts in found.items()}
    means = {name: sum(k * share for k, share in enumerate(row)) for name, row in shares.items()}
    if json:
        result: dict[str, Any] = {
            "ruleset": task.ruleset.name,
            "seed": seed,
            "times": times,
            "attacker": task.attacker.name,
            "target": task.target.name,
            **told,
            **({"overruled": against} if against else {}),
            "mean": means,
            "slain": shares["slain"],
            "damage": shares["damage"],
            "destroyed": means["destroyed"],
        }
        print_json(result)
    else:
        from shoot_cli.ui.results import show_repeated

        show_repeated(task, found, times, seed, plain)
    units.say_unused(told)
    units.say_overruled({"overruled": against})


def rolled(
    task: Task, seed: int, times: int, plain: bool = False
) -> tuple[dict[str, dict[int, int]], dict[str, Any], dict[str, dict[str, str]]]:
    """Return how often each measure had each value, the unused answers, and the `overruled` ones.

    :raises InputError, BadAnswer, Missing:
    """
    from shoot_cli.analysis.simulation import Crowd
    from shoot_cli.input.answerers import Preset, raise_missing

    ruleset, given = task.ruleset, Preset(task.answers, raise_missing)
    crowd = Crowd(ruleset.attack, task.start(), given, seed, ruleset.defaults() | task.settings)
    found: dict[str, dict[int, int]] = {name: {} for name in ruleset.measures}
    idle: dict[str, Any] = {}
    for rolls in lots(times, crowd, plain):
        ends = crowd.ends(rolls)
        idle = check_unused(task, given, crowd.asked)  # report impossible answers before more is rolled
        for name, measure in ruleset.measures.items():
            counts = found[name]
            for end, n in ends:
                value = int(measure(end))
                counts[value] = counts.get(value, 0) + n
    return found, idle, overruled_answers(given)


def lots(times: int, crowd: Crowd, plain: bool) -> Iterator[int]:
    """Yield how many attacks to roll together, until all are rolled. On a terminal, show a progress bar."""
    from contextlib import ExitStack

    with ExitStack() as shown:
        bar = None
        if times > crowd.together and sys.stderr.isatty():
            from rich.progress import Progress

            bar = shown.enter_context(Progress(console=console(plain, stderr=True), transient=True))
            bar.add_task("Rolling", total=times)
        while times:
            rolls = min(times, crowd.together)
            yield rolls
            times -= rolls
            if bar is not None:
                bar.advance(bar.task_ids[0], rolls)
