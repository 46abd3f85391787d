"""The commands `shoot drill ...`: questions about the rules, statistics about the learner, a quiz on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoot_cli.cli import completion
from shoot_cli.cli.options import Data, number_option
from shoot_cli.quiz.quiz import LEVELS
from shoot_cli.ui.console import USAGE, console, fail, first_line, is_plain, print_json

if TYPE_CHECKING:
    from shoot_cli.practice.mastery import Mastery, RuleMastery, StepMastery
    from shoot_cli.rules import Edition
    from shoot_cli.storage.store import Store

app = typer.Typer(name="drill", invoke_without_command=True)

QUESTIONS = 10
CHOICES = ("until", "rule", "step", "wrong", "due")  # options that choose cards


def ruleset_option(words: str) -> Any:
    return typer.Option("--ruleset", "-r", help=words, autocompletion=completion.rulesets)


RulesetName = Annotated[str | None, ruleset_option("The edition; without it the one played or drilled last.")]
OnlyRuleset = Annotated[str | None, ruleset_option("Only this edition.")]
Mine = Annotated[str | None, typer.Option(help="Your list: only what these two armies can meet is asked.")]
Theirs = Annotated[str | None, typer.Option(help="Their list.")]
Seed = Annotated[int | None, number_option(help="The same seed asks the same questions, whoever is asked.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colour, no boxes, narrow.")]
Gaps = Annotated[
    bool, typer.Option("--accept-gaps", help="Go on without what could not be taken of a list of another program.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]


@app.callback()
def drill(
    context: typer.Context,
    ruleset: RulesetName = None,
    mine: Mine = None,
    theirs: Theirs = None,
    battle: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The rules behind what was taken back or changed in this battle.",
            autocompletion=completion.battles,
        ),
    ] = None,
    questions: Annotated[
        int | None,
        number_option(
            "--questions",
            "-n",
            least=1,
            most=200,
            help=f"How many: {QUESTIONS}, unless told; with --until what today has.",
        ),
    ] = None,
    minutes: Annotated[
        float | None, number_option(kind=float, least=0.1, most=180, help="So many minutes instead; two is usual.")
    ] = None,
    level: Annotated[
        int | None, number_option(least=1, most=LEVELS, help=f"Open the levels up to this one, of {LEVELS}.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="DAY", help="A game with --mine and --theirs: what they will need most by then."),
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option(
            metavar="ID", help="Only cards of this rule: 10E-SAV-1, 10E-SAV-1/save.", autocompletion=completion.rules
        ),
    ] = None,
    step: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Only cards of this step, as `stats` calls it.")
    ] = None,
    wrong: Annotated[bool, typer.Option("--wrong", help="Only what was wrong the last time.")] = False,
    due: Annotated[bool, typer.Option("--due", help="Only what is due now.")] = False,
    lesson: Annotated[bool, typer.Option("--lesson", help="The first lesson: one attack, explained.")] = False,
    seed: Seed = None,
    accept_gaps: Gaps = False,
    data: Data = None,
    plain: Plain = False,
) -> None:
    """Practise: questions about the rules, marked and explained."""
    given = [
        name
        for name in ("ruleset", "mine", "theirs", "battle", "questions", "minutes", "level", "seed", *CHOICES)
        if context.params[name] not in (None, False)
    ]
    if context.invoked_subcommand is not None:
        misplaced = given + [name for name in ("lesson", "accept_gaps", "plain") if context.params[name]]
        if misplaced:
            option = misplaced[0].replace("_", "-")
            fail(f"--{option} stands behind `{context.invoked_subcommand}`, if it has such an option.", USAGE)
        return
    if clash := disagreement(given, lesson):
        fail(clash, USAGE)
    plain = is_plain(plain)
    from shoot_cli.ui.typed_input import unechoed

    with unechoed():
        first_line("shoot: drill", plain)
        if lesson:
            from shoot_cli.play import teaching as first_lesson

            first_lesson.run(ruleset, plain)
            return
        from datetime import date

        from shoot_cli.play import drill_session
        from shoot_cli.practice.session import Choice, day_of

        day = None if until is None else day_of(until, date.today())
        choice = Choice(rule, step, wrong, due, day) if {*CHOICES} & {*given} else None
        limit = drill_session.Limit(questions or (0 if until else QUESTIONS), minutes)
        drill_session.session((ruleset, mine, theirs), battle, limit, level, seed, plain, accept_gaps, choice)


def disagreement(given: list[str], lesson: bool) -> str:
    """Return a sentence about options that exclude each other, or "". `given` are the options with a value."""
    if lesson:
        others = [name for name in given if name != "ruleset"]
        return f"--lesson is one attack as it is written; leave out --{others[0]}" if others else ""
    choices = [name for name in CHOICES if name in given]
    if choices and (others := [name for name in ("battle", "level", "seed") if name in given]):
        return f"--{choices[0]} says which cards are asked; leave out --{others[0]}"
    if "until" in given and choices != ["until"]:
        return f"--until has its own plan, in which what was wrong and what is due come first; leave out --{choices[1]}"
    if "until" in given and not {"mine", "theirs"} <= {*given}:
        return "--until is for a game of two lists; say --mine and --theirs"
    if "questions" in given and "minutes" in given:
        return "a session is so many --questions or so many --minutes; leave one out"
    if "battle" in given:
        clash = [name for name in ("ruleset", "mine", "theirs", "level") if name in given]
        return f"--battle brings its own armies and rules; leave out --{clash[0]}" if clash else ""
    return ""


@app.command("stats")
def stats(
    ruleset: OnlyRuleset = None,
    steps: Annotated[bool, typer.Option("--steps", help="Every step, not only those that are least known.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Every step and each rule.")] = False,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Show what you know: by step and rule, how fast, and the weakest rules."""
    from shoot_cli.armies.loading import edition_name
    from shoot_cli.rules import RULESETS
    from shoot_cli.storage.store import Store

    name = edition_name(ruleset)
    with Store.open() as store:
        known = [(game, known_of(game, store)) for game in RULESETS if name in (None, game.name)]
    listed = [(game, mastery) for game, mastery in known if mastery.asked or name]
    if json:
        print_json({"rulesets": [as_json(game, mastery) for game, mastery in listed]})
        return
    from shoot_cli.ui.quiz_prompt import NOTHING, MasteryScreen

    screen = console(plain)
    if not listed:
        screen.print(NOTHING)
    more = "All about it: shoot drill stats --ruleset {}" if len(listed) > 1 else ""
    for index, (game, mastery) in enumerate(listed):
        if index:
            screen.print()
        screen.print(MasteryScreen(game.title, mastery, plain, rules, more.format(game.short), not (steps or rules)))


def known_of(edition: Edition, store: Store) -> Mastery:
    from datetime import UTC, datetime

    from shoot_cli.practice.mastery import mastery
    from shoot_cli.practice.memory import Memory

    memory = Memory(store, edition.name)
    answers, cards, aside = memory.answers(), memory.cards(), memory.laid_aside()
    return mastery(
        edition.drill().DRILLS if answers else (),
        edition.rulebook() if answers else (),
        answers,
        {card: known.recalled for card, known in cards.items()},
        level=memory.level(),
        due=[known.due.astimezone().date() for card, known in cards.items() if card not in aside],
        today=datetime.now(UTC).astimezone().date(),
        aside=aside,
    )


def as_json(edition: Edition, mastery: Mastery) -> dict[str, Any]:
    """Return the whole mastery as data: shares from 0 to 1, times in seconds."""

    def plain(part: StepMastery | RuleMastery) -> dict[str, Any]:
        return {**part._asdict(), "mastery": round(part.mastery, 4)}

    steps = []
    for step in mastery.steps:
        rules = [plain(rule) for rule in step.rules]
        for rule in rules:
            del rule["kinds"]
        steps.append(plain(step) | {"rules": rules})
    return {
        "ruleset": edition.name,
        "title": edition.title,
        **mastery._asdict(),
        "today": mastery.today.isoformat(),
        "steps": steps,
        "weakest": [rule.rule for rule in mastery.weakest],
        "kinds": [kind._asdict() for kind in mastery.kinds],
    }


@app.command("show")
def show(
    number: Annotated[list[str], typer.Argument(help="What stood below a question: '10E-SAV-1/save #81:197'.")],
    ruleset: OnlyRuleset = None,
    mine: Mine = None,
    theirs: Theirs = None,
    accept_gaps: Gaps = False,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show a question by its number, with its answer."""
    from shoot_cli.play.drill_session import hearing
    from shoot_cli.practice import teaching as paper
    from shoot_cli.practice.session import quoted, ruleset_and_armies

    name, both = ruleset_and_armies(ruleset, mine, theirs, hearing(accept_gaps), str)
    edition, drawn = quoted(" ".join(number), name, *both)
    quiz = drawn.quiz
    if json:
        print_json({"ruleset": edition.name, "number": drawn.number, **paper.question(1, quiz)})
        return
    options = [f"{'*' if option == quiz.right else '-'} {option}" for option in quiz.options]
    for line in (drawn.number, "", quiz.situation, quiz.text, *options, "", *paper.reasons(quiz)):
        console(True).print(line, markup=False, highlight=False)


@app.command("sheet")
def sheet(
    ruleset: RulesetName = None,
    mine: Mine = None,
    theirs: Theirs = None,
    questions: Annotated[int, number_option("--questions", "-n", least=1, most=200, help="How many.")] = QUESTIONS,
    level: Annotated[int, number_option(least=1, most=LEVELS, help="Questions up to this level.")] = LEVELS,
    seed: Annotated[int | None, number_option(help="The same seed prints the same sheet.")] = None,
    accept_gaps: Gaps = False,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Print a quiz as Markdown, with the answers at its end."""
    from random import Random, SystemRandom

    from shoot_cli.engine.reasons import InputError
    from shoot_cli.play.drill_session import hearing
    from shoot_cli.practice import teaching as paper
    from shoot_cli.practice.session import not_said, played, ruleset_and_armies, source
    from shoot_cli.rules import edition
    from shoot_cli.storage.store import Store

    def usual() -> str:
        with Store.open() as store:
            return next((other.name for other in played(store)), "") or not_said()

    number = SystemRandom().randrange(1_000_000) if seed is None else seed
    name, both = ruleset_and_armies(ruleset, mine, theirs, hearing(accept_gaps), usual)
    game = edition(name)
    assert game is not None
    drills = game.drill().DRILLS
    quizzes = paper.drawn(drills, source(name, Random(f"sheet {number}"), *both), questions, level)
    if not quizzes:
        raise InputError("these lists have nothing that could be asked about")
    if json:
        print_json(paper.as_json(game.name, game.title, number, quizzes))
        return
    about = " against ".join(army.name for army in both if army is not None)
    again = sheet_again(game.short, mine, theirs, questions, level, number) + " --accept-gaps" * accept_gaps
    print(paper.markdown(game.title, quizzes, about, again), end="")


def sheet_again(short: str, mine: str | None, theirs: str | None, questions: int, level: int, seed: int) -> str:
    """Return the command line that prints the same sheet."""
    from shlex import quote

    words = ["shoot", "drill", "sheet"]
    words += ["--ruleset", short] if mine is None and theirs is None else []
    for option, value in (("--mine", mine), ("--theirs", theirs)):
        words += [option, quote(value)] if value is not None else []
    words += ["--questions", str(questions)]
    words += ["--level", str(level)] if level < LEVELS else []
    return " ".join([*words, "--seed", str(seed)])
