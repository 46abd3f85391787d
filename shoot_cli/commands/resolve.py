"""The command `shoot resolve`: one attack, rolled at once, or many times."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from shoot_cli.analysis.attack_result import RolledResult, rolled_result
from shoot_cli.analysis.single_attack import answers_used, as_input_error, with_facts_told
from shoot_cli.cli import units
from shoot_cli.input.answers import Task
from shoot_cli.ui.console import console, print_json

if TYPE_CHECKING:  # also the options: `cli/app.py` gives them to Typer
    from collections.abc import Iterator
    from typing import Annotated

    from shoot_cli.analysis.simulation import Crowd
    from shoot_cli.cli.options import (
        AcceptGaps,
        As,
        Attach,
        Attacker,
        Cover,
        Data,
        Distance,
        Firing,
        Json,
        Plain,
        Questions,
        RulesetOption,
        SetOption,
        Target,
        WeaponOption,
        number_option,
    )

MOST_TIMES = 1_000_000


def resolve(
    attacker: Attacker = None,
    target: Target = None,
    ruleset: RulesetOption = None,
    set_: SetOption = None,
    as_: As = None,
    distance: Distance = None,
    cover: Cover = None,
    weapon: WeaponOption = None,
    firing: Firing = None,
    seed: Annotated[
        int | None, number_option(help="The same seed and input give the same dice on every machine.")
    ] = None,
    times: Annotated[int, number_option(least=1, most=MOST_TIMES, help="Repeat so often and summarise.")] = 1,
    questions: Questions = False,
    accept_gaps: AcceptGaps = False,
    attach: Attach = None,
    data: Data = None,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Roll one attack at once."""
    if seed is None:  # it is shown, so that the result can be repeated
        from random import SystemRandom

        seed = SystemRandom().randrange(1 << 32)
    options = {"distance": distance, "cover": cover, "weapon": weapon, "firing": firing}
    with as_input_error() as examined:
        given = units.shared_answers(set_, options)
        examined.append(units.pairing(attacker, target, ruleset, given, accept_gaps, units.leaders_of(attach), as_))
        task = examined[0].task()
        if questions:
            units.show_questions([task], json, plain)
        elif times > 1:
            repeat(task, seed, times, json, plain)
        else:
            once(task, seed, json, plain)


def once(task: Task, seed: int, json: bool, plain: bool) -> None:
    from shoot_cli.input import answerers

    end, table = answerers.resolve(task.ruleset, task.start(), task.answers, seed, task.settings)
    asked = {entry.question.key: entry.question for entry in table.log if entry.question is not None}
    answers = with_facts_told(task, answers_used(task, table.given, asked, rolled=True))
    counts = {name: {int(measure(end)): 1} for name, measure in task.ruleset.measures.items()}
    result = rolled_result(task.ruleset, counts, seed, 1).but(
        **task.named(), answers=answers, report=task.ruleset.report(end)
    )
    if json:
        from shoot_cli.replay.journal import log_json

        print_json(result.document() | {"log": log_json(table.log, task.ruleset.sides)})
    else:
        from shoot_cli.ui.results import show_resolved

        show_resolved(result, task, table, plain)
    units.say_notes(answers)


def repeat(task: Task, seed: int, times: int, json: bool, plain: bool) -> None:
    """Roll the attack many times and print averages and frequencies."""
    result = rolled(task, seed, times, plain)
    if json:
        print_json(result.document())
    else:
        from shoot_cli.ui.results import show_repeated

        show_repeated(result, task.titles(), plain)
    units.say_notes(result.answers)


def rolled(task: Task, seed: int, times: int, plain: bool = False) -> RolledResult:
    """Return what the attack came to in so many rolls. :raises InputError, BadAnswer, Missing:"""
    from shoot_cli.analysis.simulation import Crowd
    from shoot_cli.input.answerers import Preset, raise_missing

    ruleset, given = task.ruleset, Preset(task.answers, raise_missing)
    crowd = Crowd(ruleset.attack, task.start(), given, seed, ruleset.defaults() | task.settings)
    counts_of: dict[str, dict[int, int]] = {name: {} for name in ruleset.measures}
    for rolls in lots(times, crowd, plain):
        ends = crowd.ends(rolls)
        answers_used(task, given, crowd.asked, explain=False, rolled=True)  # impossible answers first
        for name, measure in ruleset.measures.items():
            counts = counts_of[name]
            for end, n in ends:
                value = int(measure(end))
                counts[value] = counts.get(value, 0) + n
    answers = with_facts_told(task, answers_used(task, given, crowd.asked, rolled=True))
    return rolled_result(ruleset, counts_of, seed, times).but(**task.named(), answers=answers)


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
