"""A drill: attacks of the ruleset itself are played, and the learner is asked before the dice."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random, SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.commands.attacking import Wrong, agreed, edition_name
from shoot_cli.core.drivers import Given, dice
from shoot_cli.core.lessons import Quiz, quizzes
from shoot_cli.core.questions import ATTACKER, Choose, Need, Option, Reason, Roll, Tally
from shoot_cli.core.sequence import play
from shoot_cli.core.signals import Leave
from shoot_cli.core.table import Table
from shoot_cli.rules import RULESETS, edition
from shoot_cli.ui.console import INTERRUPTED, USAGE, console, fail, visible

if TYPE_CHECKING:
    from shoot_cli.core.ruleset import Ruleset

A_SITUATION = 3  # questions asked about one attack before the next is set up


class Enough(Exception):
    """No more questions are wanted of this attack."""


class Asked(NamedTuple):
    quiz: Quiz
    right: bool


class DrillTable(Table):
    """Asks the learner before each roll, then lets the app throw."""

    def __init__(self, answer: Any, learner: Callable[[Quiz, Any], None], random: Random, allocation: str = "") -> None:
        super().__init__(answer)
        self.learner, self.random, self.left, self.allocation = learner, random, A_SITUATION, allocation

    def roll(self, key: str, dice: int, need: Need, **more: Any) -> Tally:
        if dice:
            fields = {name: value for name, value in more.items() if name in Roll.fields}
            found = quizzes(Roll(key, dice, need, **fields), self.record, self.allocation)
            if found:
                if not self.left:
                    raise Enough
                self.left -= 1
                self.learner(self.random.choice(found), self.record)
        return super().roll(key, dice, need, **more)


def session(
    ruleset: str | None, mine: str | None, theirs: str | None, questions: int, seed: int | None, plain: bool
) -> None:
    """Ask so many questions, mark them, and keep the score. :raises Wrong, ListError:"""
    from shoot_cli.battles import StorageError, Store

    found, armies_ = lists(ruleset, mine, theirs)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail("`shoot drill` asks a learner, and there is no terminal here.", USAGE)
    random = Random(str(SystemRandom().randrange(1 << 32) if seed is None else seed))
    screen = console(plain)
    asked: list[Asked] = []
    try:
        with Store.open() as store:
            learner = learner_for(found, screen, plain, asked, store, questions)
            run(found, armies_, random, learner, lambda: len(asked) >= questions)
    except StorageError as error:
        fail(str(error), 3)
    except (Leave, KeyboardInterrupt) as signal:
        score(asked, screen)
        if isinstance(signal, KeyboardInterrupt):
            raise SystemExit(INTERRUPTED) from None
        return
    score(asked, screen)


def lists(ruleset: str | None, mine: str | None, theirs: str | None) -> tuple[Ruleset, list[tuple[Any, Any]]]:
    """The ruleset, and pairs of armies to draw attacks from. :raises Wrong, ListError:"""
    from shoot_cli import armies

    name = edition_name(ruleset)
    own = [armies.load(armies.find_list(words)).army for words in (mine, theirs) if words is not None]
    if own and len({army.ruleset for army in own} | ({name} if name else set())) > 1:
        raise Wrong("the lists and --ruleset must be of one ruleset")
    name = own[0].ruleset if own else name or RULESETS[0].name
    found = edition(name)
    assert found is not None
    if mine is not None and theirs is not None:
        readings_of(own[0], own[1])
        return found.ruleset(), [(own[0], own[1]), (own[1], own[0])]
    shipped = [armies.load(sample.path).army for sample in armies.samples() if sample.ruleset == name]
    others = [army for army in shipped if not own or army.name != own[0].name]
    if own:
        return found.ruleset(), [pair for army in others for pair in ((own[0], army), (army, own[0]))]
    return found.ruleset(), [(a, b) for a in others for b in others if a is not b]


def readings_of(first: Any, second: Any) -> dict[str, str]:
    """The settings that two armies want. :raises Wrong: they disagree."""
    from shoot_cli.armies import settings_of

    return agreed((army.name, settings_of(army)) for army in (first, second))


def run(
    ruleset: Ruleset,
    pairs: list[tuple[Any, Any]],
    random: Random,
    learner: Callable[[Quiz, Any], None],
    done: Callable[[], bool],
) -> None:
    """Attack after attack, drawn by chance from those that can be played, until it is enough."""
    for number in range(10_000):
        if done():
            return
        first, second = random.choice(pairs)
        try:
            readings = readings_of(first, second)
        except Wrong:  # lists that want the rules read differently do not meet
            continue
        shooter, target = random.choice(first.units), random.choice(second.units)
        if ruleset.closed(shooter, target):
            continue
        facts = {key: random.choice(values) for key, values in ruleset.practice.items()}
        throw = dice(f"{random.random()}:{number}")
        table = DrillTable(Given(facts, throw), learner, random, ruleset.allocation)
        table.settings = ruleset.defaults() | readings
        try:
            play(ruleset.attack, ruleset.begin_attack(shooter, target), table)
        except Enough:
            continue
        except ValueError:  # facts drawn by chance that do not go together: another attack
            continue


def learner_for(
    ruleset: Ruleset, screen: Any, plain: bool, asked: list[Asked], store: Any, most: int
) -> Callable[[Quiz, Any], None]:
    from shoot_cli.ui.prompts import Prompter
    from shoot_cli.ui.showing import Show

    prompter = Prompter(
        console=screen, plain=plain, dice="app", throw=dice(0), names=lambda: ("You", "You"),
        can_undo=lambda: False, can_redo=lambda: False, why=Show(screen, plain, ruleset).why,
    )  # fmt: skip

    def learner(quiz: Quiz, record: Any) -> None:
        if len(asked) >= most:
            raise Enough
        say(screen, "", f"{len(asked) + 1} of {most}. {ruleset.situation(record)}")
        begun = monotonic()
        options = tuple(Option(option) for option in quiz.options)
        # The rules behind the number, for the key that asks why: what they come to here is for the learner to say.
        rules = tuple(dict.fromkeys(reason.rule for reason in quiz.because if reason.rule))
        answer = prompter(Choose(f"drill {quiz.kind}", options, None, ATTACKER, rules, quiz.text), len(asked))
        right = answer == quiz.right
        rule = quiz.because[0].rule if quiz.because else ""
        store.score(ruleset.name, rule, quiz.kind, right, monotonic() - begun)
        asked.append(Asked(quiz, right))
        say(screen, "Right." if right else f"No: {quiz.right}.")
        for reason in quiz.because:
            say(screen, f"  {reason_text(reason)}")

    return learner


def reason_text(reason: Reason) -> str:
    return f"{reason.text} ({reason.rule})"


def score(asked: list[Asked], screen: Any) -> None:
    if not asked:
        say(screen, "", "Nothing was asked.")
        return
    right = sum(one.right for one in asked)
    say(screen, "", f"{right} of {len(asked)} right.")
    missed = dict.fromkeys(reason.rule for one in asked if not one.right for reason in one.quiz.because[:1])
    if missed:
        say(screen, "Read again: " + ", ".join(f"shoot rules {rule}" for rule in missed))


def say(screen: Any, *lines: str) -> None:
    from rich.text import Text

    for line in lines:
        screen.print(Text(visible(line), overflow="fold"))
