"""One sitting: sources, deck, questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from datetime import date, timedelta
from random import Random
from time import monotonic
from typing import Any, NamedTuple, Protocol

from shoot_cli import armies
from shoot_cli.armies.list_search import agreed, edition_name
from shoot_cli.engine.signals import InputError
from shoot_cli.importing.list_files import load, load_army
from shoot_cli.practice.memory import CardKnown, Memory
from shoot_cli.quiz.quiz import KINDS, LEVELS, ArmyPair, Drill, OtherEdition, Quiz, Source
from shoot_cli.rules import RULESETS, edition
from shoot_cli.storage.home import remembered

# Which question comes next. Start reading at ``Deck.draw``.

Card = tuple[str, str]  # rule, kind

BETWEEN = 3  # other questions, before what was answered wrong comes back
COMES_BACK = 3  # times in a session, at the most
A_SPECIAL = 2  # right answers of the latest: for so many a unit may have one special rule more
TRIES = 3  # for a question that was not put in the same words before


class Drawn(NamedTuple):
    """``card``: what the answer counts for."""

    card: Card
    quiz: Quiz


class Makers:
    """The drills by card, and the questions they make. ``cards`` loses those that have nothing to ask here."""

    def __init__(self, drills: Iterable[Drill], source: Source) -> None:
        self.source = source
        self.cards: dict[Card, list[Drill]] = {}
        for drill in drills:
            self.cards.setdefault(drill.card, []).append(drill)
        self.seen: set[tuple[str, str]] = set()

    def common(self, card: Card) -> int:
        return sum(drill.common for drill in self.cards[card])

    def make(self, card: Card) -> Drawn | None:
        """A question of this card, in new words if that is possible; None if there is none: then the card is gone."""
        drills, found = self.cards[card].copy(), None
        for _ in range(TRIES):
            quiz = None
            while drills and quiz is None:
                drill = self.source.weighed((one, one.common) for one in drills) or drills[0]
                quiz = drill.make(self.source)
                if quiz is None:
                    drills.remove(drill)
            if quiz is None:
                break
            found = quiz
            if (quiz.situation, quiz.text) not in self.seen:
                break
        if found is None:
            del self.cards[card]
            return None
        self.seen.add((found.situation, found.text))
        return Drawn(card, found)


class Deck:
    """For one learner, by what ``memory`` knows of them. ``level``: opened by hand up to here. ``basics``: rules that
    are asked before all others of level 1.
    """

    def __init__(
        self, drills: Iterable[Drill], memory: Memory, source: Source, level: int = 1, basics: Collection[str] = ()
    ) -> None:
        self.basics = basics
        self.makers = Makers(drills, source)
        self.memory, self.by_hand = memory, level
        self.level = self.open_level()
        self.asked = self.new = 0
        self.last: Card | None = None
        self.before: dict[Card, CardKnown] = {}  # what was known when the last question was drawn
        self.when: dict[Card, int] = {}  # the question of this session that a card was asked by last
        self.again: dict[Card, int] = {}  # what was wrong: from which question on it comes back
        self.came_back: Counter[Card] = Counter()

    def draw(self) -> Drawn | None:
        """The next question; None if no card can make one here."""
        self.makers.source.most = self.most_specials()
        while (card := self.next_card()) is not None:
            if drawn := self.makers.make(card):
                self.last = card
                return drawn
        return None

    def answered(self, card: Card, right: bool) -> None:
        """Said after the memory knows of it, so that a level may open."""
        back = card in self.again
        self.came_back[card] += back
        self.again.pop(card, None)
        self.asked += 1
        self.new += card not in self.when and card not in self.before
        self.when[card] = self.asked
        if not right and self.came_back[card] < COMES_BACK:
            self.again[card] = self.asked + BETWEEN
        if right:
            self.level = self.open_level()

    def open_level(self) -> int:
        """A level in which an edition, or a choice of its rules, has nothing to ask cannot keep the next one shut."""
        level = max(self.memory.level(), self.by_hand)
        there = {drill.level for drills in self.makers.cards.values() for drill in drills}
        while level < LEVELS and level not in there:
            level += 1
        return level

    def most_specials(self) -> int | None:
        """Level 1 begins with plain squads; special rules come one by one, with right answers."""
        return self.memory.standing().right // A_SPECIAL if self.level == 1 else None

    def next_card(self) -> Card | None:
        """See the module. The same card does not come twice running while there is another."""
        cards = self.makers.cards
        known = {card: one for card, one in self.memory.cards().items() if card in cards}
        self.before = known
        others = [card for card in cards if card != self.last]
        back = [card for card in others if card in self.again and self.again[card] <= self.asked]
        if back:
            return min(back, key=lambda card: self.again[card])
        # What was wrong so often today that it is given up for now would be due at once, again and again.
        free = [card for card in others if card not in self.again and self.came_back[card] < COMES_BACK]
        due = [card for card in free if card in known and known[card].due <= self.memory.now()]
        if due:
            return self.weakest(due, known)
        fresh = [card for card in free if card not in known and self.is_open(card)]
        if self.level == 1:
            fresh = [card for card in fresh if card[0] in self.basics] or fresh
        rest = [card for card in free if card in known and card not in self.when]
        if fresh and (not rest or 2 * (self.new + 1) <= self.asked + 1):
            return self.makers.source.weighed((card, self.makers.common(card)) for card in fresh)
        if rest:
            return self.weakest(rest, known)
        if met := [card for card in others if card in self.when or card in known]:
            return min(met, key=lambda card: (card not in self.again, self.again.get(card, 0), self.when.get(card, 0)))
        return self.last if self.last in cards else None

    def is_open(self, card: Card) -> bool:
        return any(drill.level <= self.level for drill in self.makers.cards[card])

    @staticmethod
    def weakest(cards: Iterable[Card], known: dict[Card, CardKnown]) -> Card:
        """What is most likely forgotten, then what has been due longest."""
        return min(cards, key=lambda card: (known[card].recalled, known[card].due, card))


class ClassDeck:
    """For a class: drawn by the random numbers of ``source`` alone, of all levels up to ``level``, so that everybody is
    asked the same, whatever they know and answer.
    """

    def __init__(self, drills: Iterable[Drill], source: Source, level: int = LEVELS) -> None:
        self.makers = Makers((drill for drill in drills if drill.level <= level), source)
        self.last: Card | None = None

    def draw(self) -> Drawn | None:
        """The next question; None if there is nothing left to ask."""
        cards = self.makers.cards
        while cards:
            others = [card for card in cards if card != self.last] or [*cards]
            card = self.makers.source.weighed((card, self.makers.common(card)) for card in others)
            assert card is not None
            if drawn := self.makers.make(card):
                self.last = card
                return drawn
        return None

    def answered(self, card: Card, right: bool) -> None:
        """It makes no difference."""


# One sitting of a learner: question after question, each on disk before it is marked, and what it comes to.


class Learner(Protocol):
    """Who is asked. Either may raise what the learner wishes instead: `Leave`, KeyboardInterrupt."""

    def ask(self, quiz: Quiz, place: int) -> str:
        """The option taken. ``place``: questions asked before."""

    def marked(self, quiz: Quiz, right: bool) -> None:
        """Say how it was."""


class AskedQuestion(NamedTuple):
    """``rule``: of the card. ``seconds``: until the answer."""

    rule: str
    right: bool
    seconds: float


class DrillSession:
    """``more``: whether another question is wanted, by how many there were. ``clock``: in seconds."""

    def __init__(
        self,
        questions: Deck | ClassDeck,
        memory: Memory,
        learner: Learner,
        more: Callable[[int], bool],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.questions, self.memory, self.learner = questions, memory, learner
        self.more, self.clock = more, clock
        self.asked: list[AskedQuestion] = []
        self.level = memory.level()
        self.card: Card = ("", "")  # that was asked last

    def run(self) -> None:
        """Until it is enough, or nothing can be asked. What was answered is kept, whatever ends it."""
        while self.more(len(self.asked)) and (drawn := self.questions.draw()):
            self.card, quiz = drawn
            rule, kind = self.card
            begun = self.clock()
            right = self.learner.ask(quiz, len(self.asked)) == quiz.right
            seconds = self.clock() - begun
            self.memory.answered(rule, kind, right, seconds)
            self.asked.append(AskedQuestion(rule, right, seconds))
            self.questions.answered(drawn.card, right)
            self.learner.marked(quiz, right)

    # The end ----------------------------------------------------------------------------------------------------------

    def comes_back(self) -> str:
        """When the question that was asked last is asked again, in a sentence."""
        rule, kind = self.card
        questions = self.questions
        if isinstance(questions, Deck) and self.card in questions.again and self.more(len(self.asked) + BETWEEN):
            return f"It comes back after {BETWEEN} others."
        known = self.memory.cards().get((rule, kind))
        if known is None:
            return ""
        days = (known.due.astimezone().date() - self.memory.now().astimezone().date()).days
        return f"It comes back {'today' if days < 1 else 'tomorrow' if days == 1 else f'in {days} days'}."

    def summary(self) -> list[str]:
        """Sentences: the score, what to read again, which level has opened, what is due when."""
        if not self.asked:
            return ["Nothing was asked."]
        right = sum(one.right for one in self.asked)
        told = [f"{right} of {len(self.asked)} right, in {time_words(sum(one.seconds for one in self.asked))}."]
        if missed := dict.fromkeys(one.rule for one in self.asked if not one.right):
            told.append("Read again: " + ", ".join(f"shoot rules {rule}" for rule in missed))
        for level in range(self.level + 1, self.memory.level() + 1):
            titles = ", ".join(kind.title for kind in KINDS if kind.level == level)
            told.append(f"Level {level} is open: {titles}.")
        known = self.memory.cards()
        if due := due_words(
            [one.due.astimezone().date() for one in known.values()], self.memory.now().astimezone().date()
        ):
            told.append(due)
        return told


def due_words(days: list[date], today: date) -> str:
    """``3 questions come back tomorrow, 5 within a week, 2 later``; "" if there are none. By the learner's own days."""
    names = {"today": 0, "tomorrow": 1, "within a week": 7}
    counts = dict.fromkeys([*names, "later"], 0)
    for day in days:
        counts[next((name for name, most in names.items() if day - today <= timedelta(days=most)), "later")] += 1
    told = [(name, count) for name, count in counts.items() if count]
    if not told:
        return ""
    (first, count), *rest = told
    questions = "1 question comes" if count == 1 else f"{count} questions come"
    return ", ".join([f"{questions} back {first}", *(f"{count} {name}" for name, count in rest)]) + "."


def time_words(seconds: float) -> str:
    """``45 s``, ``1:40 min``."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60}:{whole % 60:02d} min"


# What a learner's questions are drawn from: the shipped armies, or the two lists that will meet.


def ruleset_and_armies(
    ruleset: str | None, mine: str | None, theirs: str | None, told: Callable[[list[Any]], None] | None = None
) -> tuple[str, tuple[Any, Any]]:
    """The ruleset that is meant, and the two armies; None for one that was not named.

    ``told``: hears what became of lists of other programs, as `armies.Loaded` has it.

    :raises InputError: they are not of one ruleset. :raises ListError: a list cannot be found or read.
    """
    name = edition_name(ruleset)
    memory = remembered()
    lists = [None if words is None else load_army(words, memory) for words in (mine, theirs)]
    if told and (reports := [one.imported for one in lists if one and one.imported]):
        told(reports)
    own = [None if one is None else one.army for one in lists]
    found = {army.ruleset for army in own if army is not None} | ({name} if name else set())
    if len(found) > 1:
        raise InputError("the lists and --ruleset must be of one ruleset")
    return found.pop() if found else RULESETS[0].name, (own[0], own[1])


def shipped(name: str) -> list[Any]:
    """The armies of this ruleset that come with the program."""
    memory = remembered()
    return [load(sample.path, memory).army for sample in armies.samples() if sample.ruleset == name]


def source(name: str, random: Random, mine: Any = None, theirs: Any = None) -> Source:
    """Questions about the ruleset called ``name``.

    :param mine: the learner's own army; None: any of the shipped ones
    :param theirs: the army it meets; None: any of the shipped ones
    :raises InputError: both are given, and want the rules read differently
    """
    found = edition(name)
    assert found is not None
    ruleset = found.ruleset()
    own = [army for army in (mine, theirs) if army is not None]
    others = [] if len(own) == 2 else shipped(name)
    first = [own[0]] if own else others
    second = [own[1]] if len(own) == 2 else others
    pairs = []
    for a in first:
        for b in second:
            if a is b and len(others) > 1:
                continue
            try:
                settings = ruleset.defaults() | readings([a, b])
            except InputError:  # lists that want the rules read differently do not meet
                if len(own) == 2:
                    raise
                continue
            pairs += [ArmyPair(a, b, settings), ArmyPair(b, a, settings)]
    return Source(ruleset, pairs, random, len(own) == 2, lambda: elsewhere(name), found.drill().specials)


def readings(lists: Iterable[Any]) -> dict[str, str]:
    """The settings that armies want. :raises InputError: they disagree."""
    return agreed((army.name, armies.settings_of(army)) for army in lists)


def elsewhere(name: str) -> tuple[OtherEdition, ...]:
    """What is done otherwise in the editions that are not called ``name``."""
    others = [one for one in RULESETS if one.name != name]
    return tuple(OtherEdition(one.title, one.drill().CUSTOMS, one.drill().CHARTS) for one in others)
