"""``shoot resolve``: one attack, rolled at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.commands import attacking
from shoot_cli.core.task import Task
from shoot_cli.ui.console import console, print_json

if TYPE_CHECKING:  # of the options too: ``cli.py`` gives them to Typer
    from collections.abc import Iterable
    from typing import Annotated

    import typer

    from shoot_cli.commands.options import (
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
    from shoot_cli.core.answerers import Preset
    from shoot_cli.core.questions import Question
    from shoot_cli.core.table import Entry

LONG = 2000  # repetitions that take long enough for a progress bar
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
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Roll one attack at once."""
    if seed is None:  # one that is shown, so that any result can be had again
        from random import SystemRandom

        seed = SystemRandom().randrange(1 << 32)
    options = {"distance": distance, "cover": cover, "weapon": weapon, "firing": firing}
    with attacking.in_words():
        task = attacking.task(attacker, target, ruleset, set_, options)
        if questions:
            attacking.show_questions(task, json, plain)
        elif times > 1:
            repeat(task, seed, times, json, plain)
        else:
            once(task, seed, json, plain)


def once(task: Task, seed: int, json: bool, plain: bool) -> None:
    from shoot_cli.core import answerers

    end, table = answerers.resolve(task.ruleset, task.start(), task.answers, seed, task.settings)
    idle = attacking.check_unused(task, table.given, asked_in(table.log))
    report = task.ruleset.report(end)
    if json:
        from shoot_cli.core.log import log_json

        result = {
            "ruleset": task.ruleset.name,
            "seed": seed,
            "attacker": task.attacker.name,
            "target": task.target.name,
            "assumed": table.given.assumed,
            **({"unused": idle} if idle else {}),
            "report": report,
            "log": log_json(table.log, task.ruleset.sides),
        }
        print_json(result)
    else:
        from shoot_cli.ui.results import show_resolved

        show_resolved(task, table, report, seed, plain)
    attacking.say_unused({"unused": idle})


def asked_in(log: list[Entry]) -> dict[str, Question]:
    return {entry.question.key: entry.question for entry in log if entry.question is not None}


def repeat(task: Task, seed: int, times: int, json: bool, plain: bool) -> None:
    """Many times, each with dice of its own: what it came to on average and how often."""
    from shoot_cli.core import answerers

    measures = task.ruleset.measures
    found: dict[str, dict[int, int]] = {name: {} for name in measures}
    all_: Preset | None = None  # what any of them used
    asked: dict[str, Question] = {}
    start = task.start()
    screen = console(plain, stderr=True)
    numbers: Iterable[int] = range(times)
    if times >= LONG and screen.is_terminal and not json:
        from rich.progress import track

        numbers = track(numbers, "Rolling", console=screen, transient=True)
    for number in numbers:
        end, table = answerers.resolve(task.ruleset, start, task.answers, f"{seed}:{number}", task.settings)
        if all_ is None:
            all_, asked = table.given, asked_in(table.log)
            attacking.check_unused(task, all_, asked)  # what could never be is told before the rest is rolled
        else:
            all_.join(table.given)
        for name, measure in measures.items():
            value = int(measure(end))
            found[name][value] = found[name].get(value, 0) + 1
    shares = {name: [counts.get(k, 0) / times for k in range(max(counts) + 1)] for name, counts in found.items()}
    means = {name: sum(k * share for k, share in enumerate(row)) for name, row in shares.items()}
    assert all_ is not None
    idle = attacking.check_unused(task, all_, asked)
    if json:
        result: dict[str, Any] = {
            "ruleset": task.ruleset.name,
            "seed": seed,
            "times": times,
            "attacker": task.attacker.name,
            "target": task.target.name,
            **({"unused": idle} if idle else {}),
            "mean": means,
            "slain": shares["slain"],
            "damage": shares["damage"],
            "destroyed": means["destroyed"],
        }
        print_json(result)
    else:
        from shoot_cli.ui.results import show_repeated

        show_repeated(task, found, times, seed, plain)
    attacking.say_unused({"unused": idle})
