"""``shoot drill``: questions about the rules, each when it is about to be forgotten; what is known; a quiz on paper."""

from __future__ import annotations

from typing import Annotated

import typer

from shoot_cli.core.quizzes.quiz import LEVELS

app = typer.Typer(name="drill", invoke_without_command=True)

QUESTIONS = 10

RulesetName = Annotated[str | None, typer.Option("--ruleset", "-r", help="The edition to practise.")]
Mine = Annotated[str | None, typer.Option(help="Your list: only what these two armies can meet is asked.")]
Theirs = Annotated[str | None, typer.Option(help="Their list.")]
Seed = Annotated[int | None, typer.Option(help="The same seed asks the same questions, whoever is asked.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colour, no boxes, narrow.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]


@app.callback()
def drill(
    context: typer.Context,
    ruleset: RulesetName = None,
    mine: Mine = None,
    theirs: Theirs = None,
    battle: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The rules behind what was taken back or changed in this battle."),
    ] = None,
    questions: Annotated[
        int | None, typer.Option("--questions", "-n", min=1, max=200, help=f"How many: {QUESTIONS}, unless told.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0.1, max=180, help="So many minutes instead; two is usual.")
    ] = None,
    level: Annotated[
        int | None, typer.Option(min=1, max=LEVELS, help=f"Open the levels up to this one, of {LEVELS}.")
    ] = None,
    lesson: Annotated[bool, typer.Option("--lesson", help="The first lesson: one attack, explained.")] = False,
    seed: Seed = None,
    plain: Plain = False,
) -> None:
    """Practise: questions about the rules, marked and explained."""
    from shoot_cli.ui.console import USAGE, fail, first_line, is_plain

    given = [
        name for name in ("ruleset", "mine", "theirs", "battle", "questions", "minutes", "level", "seed")
        if context.params[name] is not None
    ]  # fmt: skip
    if context.invoked_subcommand is not None:
        told = given + [name for name in ("lesson", "plain") if context.params[name]]
        if told:
            fail(f"--{told[0]} stands behind `{context.invoked_subcommand}`, if it has such an option.", USAGE)
        return
    if minutes is not None and minutes != minutes:  # "nan" is a number to the parser, and within all bounds
        fail("--minutes is a number, such as 2", USAGE)
    if wrong := disagreement(given, lesson):
        fail(wrong, USAGE)
    plain = is_plain(plain)
    first_line("shoot: drill", plain)
    from shoot_cli.armies import ListError
    from shoot_cli.battles import BadName, StorageError, UnknownBattle
    from shoot_cli.battles.replay import CannotReplay
    from shoot_cli.core.task import Wrong
    from shoot_cli.ui.console import UNREADABLE

    try:
        if lesson:
            from shoot_cli.commands import lesson as first_lesson

            first_lesson.run(ruleset, plain)
            return
        from shoot_cli.commands import drilling

        limit = drilling.Limit(questions or QUESTIONS, minutes)
        drilling.session(drilling.About(ruleset, mine, theirs, battle), limit, level, seed, plain)
    except (ListError, Wrong, UnknownBattle, BadName) as error:
        fail(str(error))
    except (StorageError, CannotReplay) as error:
        fail(str(error), UNREADABLE)


def disagreement(given: list[str], lesson: bool) -> str:
    """What does not go together on the command line, in words; "" if all does. ``given``: the options with a value."""
    if lesson:
        others = [name for name in given if name != "ruleset"]
        return f"--lesson is one attack as it is written; leave out --{others[0]}" if others else ""
    if "questions" in given and "minutes" in given:
        return "a session is so many --questions or so many --minutes; leave one out"
    if "battle" in given:
        clash = [name for name in ("ruleset", "mine", "theirs", "level") if name in given]
        return f"--battle brings its own armies and rules; leave out --{clash[0]}" if clash else ""
    return ""


@app.command("stats")
def stats_command(
    ruleset: RulesetName = None,
    rules: Annotated[bool, typer.Option("--rules", help="Each rule, not only the steps.")] = False,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Show what you know: by step and rule, how fast, and the weakest rules."""
    from shoot_cli.commands.drill_stats import stats

    stats(ruleset, rules, json, plain)


@app.command("sheet")
def sheet_command(
    ruleset: RulesetName = None,
    mine: Mine = None,
    theirs: Theirs = None,
    questions: Annotated[int, typer.Option("--questions", "-n", min=1, max=200, help="How many.")] = QUESTIONS,
    level: Annotated[int, typer.Option(min=1, max=LEVELS, help="Questions up to this level.")] = LEVELS,
    seed: Annotated[int | None, typer.Option(help="The same seed prints the same sheet.")] = None,
    json: AsJson = False,
) -> None:
    """Print a quiz as Markdown, with the answers at its end."""
    from shoot_cli.commands.drill_stats import sheet

    sheet(ruleset, mine, theirs, questions, level, seed, json)
