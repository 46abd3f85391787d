"""What ``resolve`` and ``odds`` share: who shoots at whom on the command line, and ``--questions``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shoot_cli.attacks.tasks import Pairing, between, in_scenario, pairs
from shoot_cli.commands.mustering import sides
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.signals import InputError
from shoot_cli.core.task import Task
from shoot_cli.ui.console import print_json


class Usage(InputError):
    """The command line itself is wrong: something is missing, or does not go together."""

    exit_code = 2


def task_of_options(
    attacker: str | None,
    target: str | None,
    ruleset: str | None,
    set_: list[str] | None,
    options: Mapping[str, str | None],
    accept_gaps: bool = False,
) -> Task:
    """The attack that the command line names. :raises InputError, ListError: as `pairing`"""
    return pairing(attacker, target, ruleset, set_, options, accept_gaps).task()


def pairing(
    attacker: str | None,
    target: str | None,
    ruleset: str | None,
    set_: list[str] | None,
    options: Mapping[str, str | None],
    accept_gaps: bool = False,
) -> Pairing:
    """Who shoots at whom, and what is said of it. ``accept_gaps``: of another program's list something may be missing.

    :raises InputError, ListError: in words
    """
    from shoot_cli import armies

    said, of_options = pairs(set_), {key: value for key, value in options.items() if value is not None}
    if twice := sorted(said.keys() & of_options.keys()):
        raise Usage(f"{twice[0]} is said twice, as --{twice[0]} and with --set; leave one out")
    said |= of_options
    if attacker is None:
        raise Usage("name an attacker and a target, or a scenario file: shoot odds ATTACKER TARGET")
    if target is None:
        if armies.list_and_unit(attacker)[1] or not (
            attacker == "-" or attacker.casefold().endswith((".yaml", ".yml", ".json"))
        ):
            raise Usage(f"a target is needed besides {attacker!r} (only a scenario file, or -, stands alone)")
        return in_scenario(armies.scenario(attacker), said, ruleset)
    shooter, victim = sides(attacker, target, ruleset, accept_gaps)
    return between(shooter, victim, said)


def say_unused(result: Mapping[str, Any], where: str = "", attacks: int = 1) -> None:
    """The answers that nobody used, in words on standard error. ``where``: which line of a batch."""
    import sys

    from shoot_cli.core.visible import visible

    which = "this attack" if attacks == 1 else "these attacks"
    not_asked = result.get("not_asked", {})
    for key, value in result.get("unused", {}).items():
        left = isinstance(value, list) and not where and " (" + ", ".join(map(str, value)) + ")"
        said = f"makes no difference to {which}"
        if key in not_asked:
            said = f"was not asked in {which}" + (f": {not_asked[key]}" if not_asked[key] else "")
        print(visible(f"{where}{key}{left or ''} {said}."), file=sys.stderr)


def say_overruled(result: Mapping[str, Any], where: str = "") -> None:
    """What was said in the place of what is worked out, in words on standard error."""
    import sys

    from shoot_cli.attacks.exact import overruled_in_words
    from shoot_cli.core.visible import visible

    for key, both in result.get("overruled", {}).items():
        print(visible(f"{where}{overruled_in_words(key, both)}"), file=sys.stderr)


def show_questions(task: Task, json: bool, plain: bool, seconds: float = SECONDS) -> None:
    """:raises InputError: as `asked.questions_of`"""
    show_questions_of([task], json, plain, seconds)


def show_questions_of(tasks: Sequence[Task], json: bool, plain: bool, seconds: float) -> None:
    """What these attacks ask at the whole target: a key that several ask, as the first of them does."""
    from shoot_cli.attacks.asked import rows_of

    found: dict[str, Any] = {}
    for task in tasks:
        for row in rows_of(task, seconds):
            found.setdefault(row["key"], row)
    rows = [*found.values()]
    if json:
        print_json({"ruleset": tasks[0].ruleset.name, "questions": rows})
        return
    from shoot_cli.ui.results import show_asked

    show_asked(rows, plain)
