"""``shoot drill --lesson``: one attack with somebody who explains it, for those who have never played."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from shoot_cli.armies.agreeing import edition_name
from shoot_cli.core.drivers import dice
from shoot_cli.core.signals import Leave
from shoot_cli.rules import RULESETS, edition
from shoot_cli.ui.console import INTERRUPTED, UNREADABLE, USAGE, console, fail
from shoot_cli.ui.showing import Show

if TYPE_CHECKING:
    from shoot_cli.core.quizzes.first_lesson import FirstLesson
    from shoot_cli.drills.lesson import Lesson
    from shoot_cli.rules import Edition
    from shoot_cli.ui.prompts import Prompter


def run(name: str | None, plain: bool) -> None:
    """The first lesson of the ruleset with this name or short form; None: of the first one.

    :raises Wrong: there is no such ruleset.
    """
    from shoot_cli.battles import StorageError, Store

    found = edition(edition_name(name) or RULESETS[0].name)
    assert found is not None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail("The lesson asks a learner, and there is no terminal here.", USAGE)
    try:
        with Store.open() as store:
            taught(found, store, plain)
    except StorageError as error:
        fail(str(error), UNREADABLE)


def taught(found: Edition, store: Any, plain: bool) -> None:
    from shoot_cli.drills.memory import Memory

    first: FirstLesson = found.drill().LESSON
    ruleset = found.ruleset()
    start, settings = beginning(found, first)
    show = Show(console(plain), plain, ruleset)
    learner = prompter(show, plain)
    lesson = lesson_of(found, first, Memory(store, found.name), show, learner)
    try:
        lesson.walk(start, settings)
        show.say("", "And now:", *next_commands(found.short))
    except (Leave, KeyboardInterrupt) as signal:
        again = f"shoot drill --lesson --ruleset {found.short}"
        show.say("", f"Left the lesson. {lesson.score()} From the beginning again: {again}")
        if isinstance(signal, KeyboardInterrupt):
            raise SystemExit(INTERRUPTED) from None


def lesson_of(found: Edition, first: FirstLesson, memory: Any, show: Show, learner: Prompter) -> Lesson:
    from shoot_cli.drills.lesson import Lesson
    from shoot_cli.ui.look_up import look_up, pause

    def read() -> None:
        """Until Enter; ``?`` shows the rules of what was asked last."""
        asked = lesson.last
        pause(learner.screen, show.say, (lambda: look_up(show, asked)) if asked else None)

    lesson = Lesson(found.ruleset(), first, found.rulebook(), memory, show, learner, read)
    learner.names = lesson.names
    learner.progress = lambda: show.progress(lesson.table.step)
    return lesson


def beginning(found: Edition, first: FirstLesson) -> tuple[Any, dict[str, str]]:
    """The record that the attack of the lesson begins with, and the settings of its two lists."""
    from shoot_cli import armies
    from shoot_cli.drills.sources import readings, shipped

    ruleset = found.ruleset()
    sides = (first.attacker, first.target)
    by_name = {army.name: army for army in shipped(found.name)}
    lists = [by_name.get(name) or armies.load(armies.find_list(name, found.name)).army for name, _ in sides]
    attacker, target = (armies.find_unit(army, unit) for army, (_, unit) in zip(lists, sides, strict=True))
    return ruleset.begin_attack(attacker, target), ruleset.defaults() | readings(lists)


def prompter(show: Show, plain: bool) -> Prompter:
    """The learner: there is nothing to take back in a lesson, and the app throws."""
    from shoot_cli.ui.look_up import look_up
    from shoot_cli.ui.prompts import Prompter

    return Prompter(
        console=show.console, plain=plain, dice="app", throw=dice(0), names=lambda: ("You", "You"),
        can_undo=lambda: False, can_redo=lambda: False,
        why=lambda question: look_up(show, question), pick=True,
    )  # fmt: skip


def next_commands(short: str) -> list[str]:
    return [
        f"More questions, until it sits: shoot drill --ruleset {short}",
        "A phase of each side, to watch: shoot play --demo",
        "A battle in which you are asked before your rolls: shoot play --teach mine",
        "Everything to look up: shoot rules",
    ]
