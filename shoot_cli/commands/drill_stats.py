"""``shoot drill stats``: what the learner knows, by step and rule; ``shoot drill sheet``: a quiz to print."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from shoot_cli.armies.finding import edition_name
from shoot_cli.core.task import Wrong
from shoot_cli.ui.console import UNREADABLE, console, fail, print_json

if TYPE_CHECKING:
    from shoot_cli.battles import Store
    from shoot_cli.drills.mastery import Mastery
    from shoot_cli.rules import Edition


def stats(ruleset: str | None, rules: bool, json: bool, plain: bool) -> None:
    """Of one ruleset, or of all that anything was answered about. ``rules``: each rule, not only the steps."""
    from shoot_cli.battles import StorageError, Store
    from shoot_cli.rules import RULESETS

    try:
        name = edition_name(ruleset)
        with Store.open() as store:
            found = [(one, of_edition(store, one)) for one in RULESETS if name in (None, one.name)]
    except Wrong as error:
        fail(str(error), json=json)
    except StorageError as error:
        fail(str(error), UNREADABLE, json)
    told = [(one, mastery) for one, mastery in found if mastery.asked or name]
    if json:
        print_json({"rulesets": [as_json(one, mastery) for one, mastery in told]})
        return
    from shoot_cli.ui.mastery import NOTHING, mastery_screen

    screen = console(plain)
    if not told:
        screen.print(NOTHING)
    more = "All about it: shoot drill stats --ruleset {}" if len(told) > 1 else ""
    for place, (one, mastery) in enumerate(told):
        if place:
            screen.print()
        screen.print(mastery_screen(one.title, mastery, plain=plain, rules=rules, more=more.format(one.short)))


def of_edition(store: Store, edition: Edition) -> Mastery:
    from datetime import UTC, datetime

    from shoot_cli.drills.mastery import mastery
    from shoot_cli.drills.memory import Memory

    memory = Memory(store, edition.name)
    answers, cards, now = memory.answers(), memory.cards(), datetime.now(UTC)
    return mastery(
        edition.drill().DRILLS if answers else (),
        edition.rulebook() if answers else (),
        answers,
        {card: known.recalled for card, known in cards.items()},
        level=memory.level(),
        due=sum(known.due <= now for known in cards.values()),
        today=now.astimezone().date(),
    )


def as_json(edition: Edition, found: Mastery) -> dict[str, Any]:
    """All of it, numbers as they are: mastery from 0 to 1, seconds."""
    return {
        "ruleset": edition.name,
        "title": edition.title,
        "asked": found.asked,
        "right": found.right,
        "level": found.level,
        "levels": found.levels,
        "due": found.due,
        "days_in_a_row": found.days,
        "right_in_a_row": found.row,
        "longest_row": found.best,
        "seconds": found.seconds,
        "steps": [
            {
                "part": step.part,
                "title": step.title,
                "mastery": round(step.mastery, 4),
                "asked": step.asked,
                "right": step.right,
                "cards": step.cards,
                "begun": step.begun,
                "rules": [of_rule(rule) for rule in step.rules],
            }
            for step in found.steps
        ],
        "weakest": [rule.rule for rule in found.weakest],
        "kinds": [
            {"kind": kind, "asked": asked, "right": right, "seconds": seconds}
            for kind, asked, right, seconds in found.by_kind
        ],
    }


def of_rule(rule: Any) -> dict[str, Any]:
    return {
        "rule": rule.rule,
        "title": rule.title,
        "mastery": round(rule.mastery, 4),
        "asked": rule.asked,
        "right": rule.right,
    }


# The sheet -----------------------------------------------------------------------------------------------------------


def sheet(
    ruleset: str | None,
    mine: str | None,
    theirs: str | None,
    questions: int,
    level: int,
    seed: int | None,
    json: bool,
) -> None:
    """Print it. ``seed`` None: one is drawn, and said at the end of the sheet."""
    from shoot_cli.armies import ListError

    try:
        print_sheet(ruleset, mine, theirs, questions, level, seed, json)
    except (ListError, Wrong) as error:
        fail(str(error), json=json)


def print_sheet(
    ruleset: str | None, mine: str | None, theirs: str | None, questions: int, level: int, seed: int | None, json: bool
) -> None:
    """:raises Wrong, ListError: what was named does not fit together, or cannot be read."""
    from shoot_cli.drills.sheet import as_json, drawn, markdown
    from shoot_cli.drills.sources import named, source
    from shoot_cli.rules import edition

    name, own = named(ruleset, mine, theirs)
    found = edition(name)
    assert found is not None
    number = SystemRandom().randrange(1_000_000) if seed is None else seed
    quizzes = drawn(found.drill().DRILLS, source(name, Random(f"sheet {number}"), *own), questions, level)
    if not quizzes:
        raise Wrong("these lists have nothing that could be asked about")
    if json:
        from shoot_cli.ui.console import print_json

        print_json(as_json(found.name, found.title, number, quizzes))
        return
    about = " against ".join(army.name for army in own if army is not None)
    print(markdown(found.title, quizzes, about, again(found.short, mine, theirs, questions, level, number)), end="")


def again(short: str, mine: str | None, theirs: str | None, questions: int, level: int, seed: int) -> str:
    """The command line that prints the same sheet."""
    from shlex import quote

    from shoot_cli.core.quizzes.quiz import LEVELS

    words = ["shoot", "drill", "sheet"]
    words += ["--ruleset", short] if mine is None and theirs is None else []
    for option, value in (("--mine", mine), ("--theirs", theirs)):
        words += [option, quote(value)] if value is not None else []
    words += ["--questions", str(questions)]
    words += ["--level", str(level)] if level < LEVELS else []
    return " ".join([*words, "--seed", str(seed)])
