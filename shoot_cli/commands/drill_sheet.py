"""``shoot drill sheet``: a quiz to print, with the answers at the end."""

from __future__ import annotations

from random import Random, SystemRandom

from shoot_cli.core.task import Wrong
from shoot_cli.ui.console import fail


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

    from shoot_cli.core.quizzes.kinds import LEVELS

    words = ["shoot", "drill", "sheet"]
    words += ["--ruleset", short] if mine is None and theirs is None else []
    for option, value in (("--mine", mine), ("--theirs", theirs)):
        words += [option, quote(value)] if value is not None else []
    words += ["--questions", str(questions)]
    words += ["--level", str(level)] if level < LEVELS else []
    return " ".join([*words, "--seed", str(seed)])
