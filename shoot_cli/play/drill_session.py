"""A drill at a terminal: questions, marks, look-ups, and the score."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from random import Random, SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.engine.names import counted
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import Leave, listed
from shoot_cli.practice.teaching import UNSAID, UNSURE, as_question, asks_whom, chart_row, reasons
from shoot_cli.ui.console import INTERRUPTED, USAGE, console, fail

if TYPE_CHECKING:
    from datetime import date

    from rich.console import Console

    from shoot_cli.engine.markdown import Rule
    from shoot_cli.practice.memory import Card, Memory
    from shoot_cli.practice.session import Choice, ClassDeck, Deck, DrillSession
    from shoot_cli.quiz.quiz import Drill, Quiz, Source
    from shoot_cli.rules import Edition
    from shoot_cli.storage.store import Store
    from shoot_cli.ui.quiz_prompt import Sitting

Names = tuple[str | None, str | None, str | None]  # ruleset, first list, second list
INSTEAD = "Nothing can be asked about that: all that its two armies can meet, instead."


class Subject(NamedTuple):
    """The subject of a drill: all its `drills`, and a sentence `told` or "".

    If there are `picked` drills, only these are asked, on any level.
    """

    edition: Edition
    drills: tuple[Drill, ...]
    source: Source
    picked: tuple[Drill, ...] = ()
    told: str = ""
    wanted: int = 0  # new cards for today; 0: the usual share
    until: date | None = None  # the day of a game, which the drills are for
    first: tuple[Card, ...] | None = None  # what was wrong before it, and is due: before all new ones; None: no plan


class Limit(NamedTuple):
    """The length of a drill: `minutes`, or a number of `questions` if `minutes` is None; 0 for a day's plan."""

    questions: int
    minutes: float | None


def session(
    names: Names,
    battle: str | None,
    limit: Limit,
    level: int | None,
    seed: int | None,
    plain: bool,
    accept_gaps: bool = False,
    choice: Choice | None = None,
) -> None:
    """Run a drill and store its answers.

    :param names: ruleset and lists; None for each that the command line leaves out
    :param battle: drill the mistakes of this battle instead
    :param level: highest open level; None for the learner's own level
    :param seed: draws the same questions for everybody, from all cards; None for the learner's own deck
    :param accept_gaps: True if gaps in a list of another program are accepted
    :param choice: only cards that fit it; until a day, those that the two lists will need most
    :raises Wrong, ListError: in words. :raises UnknownBattle, StorageError, CannotReplay: of the store and a battle.
    """
    from shoot_cli.practice.memory import Memory
    from shoot_cli.practice.session import DrillSession, of_lists_first, played
    from shoot_cli.quiz.quiz import LEVELS
    from shoot_cli.storage.store import Store

    random = Random(str(SystemRandom().randrange(1 << 32) if seed is None else seed))
    with Store.open() as store:
        subject = subject_of(names, battle, store, random, plain, accept_gaps)
        by_name = choice is not None and choice.rule is not None
        if len(played(store)) < 2 and seed is None and not by_name:
            # differences between editions are no help to whoever plays one
            drills = tuple(drill for drill in subject.drills if drill.kind != "edition")
            subject = subject._replace(drills=drills)
        memory = Memory(store, subject.edition.name)
        if not by_name and seed is None:  # a rule that is named is asked in any case
            aside = memory.laid_aside()
            subject = subject._replace(drills=tuple(drill for drill in subject.drills if drill.card not in aside))
        if choice is not None:
            subject = narrowed(subject, memory, choice)
            level = LEVELS
        elif battle is None and subject.source.own and seed is None:
            drills, wanted = of_lists_first(subject.drills, subject.source, memory)
            subject = subject._replace(drills=drills, wanted=wanted)
        refuse_without_terminal()
        learner = AtTheTerminal(subject, console(plain), plain, limit)
        if subject.first == () and not subject.wanted:
            learner.say(subject.told, tomorrow(subject, memory))
            return
        learner.say(*([subject.told] if subject.told else []), *damage(memory), UNSAID)

        def sit(subject: Subject) -> DrillSession:
            learner.sitting = DrillSession(questions(subject, memory, level, seed), memory, learner, learner.wants_more)
            return learner.sitting

        sitting, code = sit(subject), 0
        try:
            sitting.run()
            if not sitting.asked and subject.picked:  # these armies have no questions about the picked rules
                learner.say(INSTEAD)
                subject = subject._replace(picked=())
                sitting = sit(subject)
                sitting.run()
            if not sitting.asked:
                learner.say("These lists have nothing that could be asked about.")
        except Leave:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
        learner.say("", *sitting.summary(), *([tomorrow(subject, memory)] if subject.until else []))
    if code:
        raise SystemExit(code)


def questions(subject: Subject, memory: Memory, level: int | None, seed: int | None) -> Deck | ClassDeck:
    from shoot_cli.practice.session import ClassDeck, Deck
    from shoot_cli.quiz.quiz import LEVELS

    drills = subject.picked or subject.drills
    if seed is not None:
        return ClassDeck(drills, subject.source, level or LEVELS)
    level = LEVELS if subject.picked else level or 1
    return Deck(drills, memory, subject.source, level, subject.wanted, subject.first)


def narrowed(subject: Subject, memory: Memory, choice: Choice) -> Subject:
    """Return the subject with the chosen cards alone, and the plan until a day. :raises InputError: there are none"""
    from shoot_cli.practice import session

    drills = session.chosen(subject.drills, subject.edition.rulebook(), memory, choice)
    if choice.until is None:
        return subject._replace(drills=drills)
    drills = session.of_lists(drills, subject.source, memory)
    plan = session.plan(drills, memory, choice.until)
    today = "today, " * (choice.until == memory.now().astimezone().date())
    text = (
        f"Until {today}{choice.until:%A}, {choice.until.day} {choice.until:%B}: {counted(plan.cards, 'card')} that "
        f"these lists will need most, {plan.met} of them met. Today: {plan.words or 'nothing is left'}."
    )
    if not memory.cards():
        text += f" New to it all? First shoot drill --lesson --ruleset {subject.edition.short}: one attack, explained."
    first = (*plan.wrong, *plan.due)
    return subject._replace(drills=drills, told=text, wanted=plan.new, until=choice.until, first=first)


def tomorrow(subject: Subject, memory: Memory) -> str:
    """Return sentences: if the cards of today are done, how many are known, and what comes tomorrow."""
    from shoot_cli.practice.session import plan

    assert subject.until is not None
    today = plan(subject.drills, memory, subject.until)
    known = f"{today.right} of {today.cards} cards were right the last time."
    if today.words:
        return f"Not yet today: {today.words}. The same command goes on. {known}"
    days = (subject.until - memory.now().astimezone().date()).days
    if days < 1:
        return f"Done: this is the day. {known}"
    comes = plan(subject.drills, memory, subject.until, 1).words or "nothing"
    return f"Done for today. {known} Tomorrow{', the day itself' * (days == 1)}: {comes}."


def damage(memory: Memory) -> list[str]:
    """Return a sentence about unreadable cards, or [] if all are readable."""
    memory.cards()
    rules = ", ".join(sorted({rule for rule, _ in memory.damaged}))
    return [f"What was known of {rules} cannot be read, and begins anew."] if rules else []


def usual_edition(store: Store, plain: bool) -> str:
    """Return the edition that was played or drilled last; if there is none, the learner says it."""
    from shoot_cli.practice.session import played
    from shoot_cli.rules import RULESETS
    from shoot_cli.ui.prompter import Players, Prompter

    screen = console(plain)
    if played_before := played(store):
        more = "" if len(played_before) > 1 else " Another: --ruleset."
        screen.print(f"{played_before[0].title}, as last time.{more}", highlight=False)
        return played_before[0].name
    refuse_without_terminal()
    options = tuple(Option(game.name, game.title) for game in RULESETS)
    question = Choose("edition", options, text="Which edition do you play?")
    try:
        return str(Prompter(Players.alone(screen, plain, ("You", "You"), require_choice=True))(question, 0))
    except Leave:
        raise SystemExit from None


def refuse_without_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail("`shoot drill` asks a learner, and there is no terminal here.", USAGE)


def subject_of(
    names: Names, battle: str | None, store: Store, random: Random, plain: bool, accept_gaps: bool
) -> Subject:
    """Return the subject. :raises Wrong, ListError, UnknownBattle, StorageError, CannotReplay: as `session`."""
    from shoot_cli.practice.session import played, ruleset_and_armies, source
    from shoot_cli.rules import edition

    if battle is not None:
        return of_battle(store.load(store.find(battle).name), random)
    hears = hearing(accept_gaps, () if played(store) else None)  # guesses are told before the first drill
    name, both = ruleset_and_armies(*names, hears, lambda: usual_edition(store, plain))
    game = edition(name)
    assert game is not None
    return Subject(game, game.drill().DRILLS, source(name, random, *both))


def hearing(accept_gaps: bool, units: Iterable[str] | None = None) -> Callable[[list[Any]], None]:
    """Return a function that reports on imported lists, with guesses about these `units`, or about all."""

    def told(reports: list[Any]) -> None:
        from shoot_cli.cli.units import tell

        tell(reports, accept_gaps, units)

    return told


def of_battle(stored: Any, random: Random) -> Subject:
    """Return a subject from the mistakes of this battle and its armies. Without mistakes, everything may be asked."""
    from shoot_cli.practice.mastery import rules_undone
    from shoot_cli.practice.session import elsewhere
    from shoot_cli.quiz.quiz import ArmyPair, Source
    from shoot_cli.rules import edition
    from shoot_cli.storage.remembered_place import lists_of, reloaded

    ruleset, _, settings = reloaded(stored)
    game = edition(stored.ruleset)
    assert game is not None
    mine, theirs = lists_of(stored)
    pairs = [ArmyPair(mine, theirs, settings), ArmyPair(theirs, mine, settings)]
    source = Source(ruleset, pairs, random, True, lambda: elsewhere(stored.ruleset), game.drill().specials)
    rules = rules_undone(stored)
    drills = game.drill().DRILLS
    picked = tuple(drill for drill in drills if drill.rule in rules)
    if picked:
        sentence = f"Taken back or changed in “{stored.name}”: {titles(game, [drill.rule for drill in picked])}."
    elif rules:
        sentence = f"Taken back or changed in “{stored.name}”: {titles(game, rules)}. {INSTEAD}"
    else:
        sentence = f"Nothing was taken back or changed in “{stored.name}”: all that its two armies can meet, instead."
    return Subject(game, drills, source, picked, sentence)


def titles(game: Edition, rules: Iterable[str]) -> str:
    """Return rules with their titles: `7E-HIT-12 Snap Shots, 7E-SAV-5 Cover and 3 more`."""
    by_id = {rule.id: rule.title for rule in game.rulebook()}
    return listed([f"{rule} {by_id.get(rule, '')}".rstrip() for rule in dict.fromkeys(rules)])


class AtTheTerminal:
    """The learner at the terminal (see `practice/session.py`). `sitting` is set after the session is made."""

    sitting: DrillSession

    def __init__(self, subject: Subject, screen: Console, plain: bool, limit: Limit) -> None:
        from shoot_cli.ui.quiz_prompt import PlainQuiz, QuizScreen
        from shoot_cli.ui.summaries import LogPrinter

        self.console, self.plain, self.limit, self.edition = screen, plain, limit, subject.edition
        self.subject = subject
        self.screen: PlainQuiz | QuizScreen = (PlainQuiz if plain else QuizScreen)(screen)
        self.begun = monotonic()
        self.show = LogPrinter(screen, plain, subject.edition.ruleset())
        self.chosen = ""  # the last answer

    def wants_more(self, asked: int) -> bool:
        """Return True if another question may begin. A question that began in time may be finished."""
        if self.subject.until and not self.deck.left():
            return False
        if self.limit.minutes is not None:
            return self.seconds_left() > 0
        return not self.limit.questions or asked < self.limit.questions

    @property
    def deck(self) -> Deck:
        from shoot_cli.practice.session import Deck

        assert isinstance(self.sitting.questions, Deck)
        return self.sitting.questions

    def seconds_left(self) -> float:
        return (self.limit.minutes or 0) * 60 - (monotonic() - self.begun)

    def ask(self, quiz: Quiz, place: int) -> str:
        """Return the chosen option. :raises Leave, Undo, LayAside:"""
        from shoot_cli.quiz.quiz import BY_KEY
        from shoot_cli.ui.quiz_prompt import choose, question
        from shoot_cli.ui.screen import Key
        from shoot_cli.ui.summaries import look_up

        asked = as_question(quiz, "drill", asks_whom(quiz))
        if self.plain:
            self.say("", f"{place + 1}{self.left()}. {quiz.situation}".rstrip())
        draw = None if self.plain else lambda columns, rows: question(self.where(), quiz, place, columns)
        why = None if BY_KEY[quiz.kind].closed_book else lambda: look_up(self.show, asked)
        more = (*((Key.UNDO,) if self.sitting.answered else ()), Key.ASIDE)
        self.chosen = choose(self.screen, asked, self.say, why, draw, unsure=True, more=more)
        if self.plain:
            self.say(f"> {self.chosen}")
        return self.chosen

    def left(self) -> str:
        """Return the text after a question's number: ` of 10`, `, 1:20 min left`."""
        from shoot_cli.practice.session import time_words

        if self.limit.minutes is not None:
            return f", {time_words(max(0, self.seconds_left()))} left"
        wanted = self.wanted()
        return f" of {wanted}" if wanted else ""

    def wanted(self) -> int:
        """Return how many questions the drill has; what comes back today makes the plan of a day longer."""
        asked = len(self.sitting.asked)
        planned = asked + self.deck.left() if self.subject.until else 0
        return min(filter(None, (self.limit.questions, planned)), default=0)

    def where(self) -> Sitting:
        from shoot_cli.ui.quiz_prompt import Sitting

        marks = tuple(answer.right for answer in self.sitting.asked)
        about = self.edition.title.rpartition(", ")[2]
        return Sitting(marks, self.left(), self.wanted() if self.limit.minutes is None else None, about, self.plan())

    def plan(self) -> str:
        """Return `until Saturday: 18 of 40 cards met, 14 right the last time`; "" without a day."""
        from shoot_cli.practice.session import plan

        if self.subject.until is None:
            return ""
        state = plan(self.subject.drills, self.sitting.memory, self.subject.until)
        met = f"{state.met} of {counted(state.cards, 'card')} met"
        return f"until {self.subject.until:%A}: {met}, {state.right} right the last time"

    def marked(self, quiz: Quiz, right: bool) -> None:
        """Show the mark. After a wrong answer, wait for Enter. :raises Leave, Undo:"""
        standing = self.sitting.memory.standing(self.sitting.card)
        back = f"{self.sitting.comes_back(self.subject.until)} {self.sitting.number}".strip()
        if self.plain:
            from shoot_cli.ui.quiz_prompt import level_words

            word = "The answer" if self.chosen == UNSURE else "Not quite"
            self.say("Right." if right else f"{word}: {quiz.right.removesuffix('.')}.")
            why = (f"  {reason}" for reason in reasons(quiz, self.chosen))
            self.say(*why, *chart_row(self.rule(quiz), quiz, right))
            known = self.plan() or f"level {standing.level}: {level_words(standing)}"
            self.say(f"{known[0].upper()}{known[1:]}. {back}".rstrip())
        else:
            from shoot_cli.ui.quiz_prompt import verdict
            from shoot_cli.ui.styles import print_lines

            width = self.console.width
            drawn = verdict(self.where(), quiz, self.chosen, self.rule(quiz), standing, back, width)
            print_lines(self.console, drawn)
        if not right:
            self.pause(quiz)
            if not self.plain:
                from shoot_cli.ui.quiz_prompt import leave_behind

                leave_behind(self.console)

    def pause(self, quiz: Quiz) -> None:
        """Wait for Enter; `?` shows the reasons. :raises Leave, Undo:"""
        from shoot_cli.ui.quiz_prompt import pause

        pause(self.screen, self.say, lambda: self.show.explained(quiz), back=True)

    def laid_aside(self, card: tuple[str, str]) -> None:
        name = "/".join(card)
        self.say("", f"{name} is laid aside. It is asked again after shoot drill --rule {name}")

    def rule(self, quiz: Quiz) -> Rule | None:
        return next((rule for rule in self.edition.rulebook() if rule.id == quiz.rule), None)

    def say(self, *lines: str) -> None:
        self.show.say(*lines)
