"""One sitting of a learner: where questions come from, which cards are chosen, which one is next, and the summary.

Learners can choose cards: of a rule or a step, wrong or due ones, or those that two lists need by a day.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from datetime import date, timedelta
from math import ceil
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol
from zlib import crc32

from shoot_cli import armies
from shoot_cli.armies.loading import agreed, edition_name
from shoot_cli.engine.markdown import Rule
from shoot_cli.engine.reasons import InputError, LayAside, Undo
from shoot_cli.importing.list_files import load, load_army
from shoot_cli.practice.memory import Card, CardKnown, Memory, level_of
from shoot_cli.quiz.quiz import KINDS, LEVELS, ArmyPair, Drill, OtherEdition, Quiz, Source
from shoot_cli.rules import RULESETS, Edition, edition
from shoot_cli.storage.home import remembered

if TYPE_CHECKING:
    from shoot_cli.storage.store import Store


# Which question comes next: start with `Deck.draw`.

BETWEEN = 3  # other questions before a wrongly answered card comes back
COMES_BACK = 3  # most times that a card comes back in a session
A_SPECIAL = 2  # right answers for each additional special rule that a unit may have
TRIES = 3  # attempts to make a question that was not asked before


class Drawn(NamedTuple):
    """A drawn question. The answer counts for `card`. `number` is quoted: rule, kind, # and two numbers."""

    card: Card
    quiz: Quiz
    number: str = ""


SEEDS, SPECIALS = 1_000, 20  # different questions of a card; the most special rules that a number can tell
NUMBER = re.compile(r"([^/#\s]+)/(\w+)\s*#(\d+):(\d+)")


def made(card: Card, drills: Iterable[Drill], source: Source, variant: int) -> Drawn | None:
    """Return the question of this card in this variant, the same one each time with the same lists; None for none."""
    own_source, rest = source.drawing_by(f"{card} {variant}"), [*drills]
    own_source.most = variant % SPECIALS - 1 if variant % SPECIALS else None
    while rest:
        drill = own_source.weighed((candidate, candidate.common) for candidate in rest) or rest[0]
        if quiz := drill.make(own_source):
            check = crc32(repr((quiz.situation, quiz.text, quiz.options)).encode()) % 90 + 10
            return Drawn(card, quiz, f"{'/'.join(card)} #{check}:{variant}")
        rest.remove(drill)
    return None


def quoted(number: str, ruleset: str = "", mine: Any = None, theirs: Any = None) -> tuple[Edition, Drawn]:
    """Return the edition and the question with this number. `ruleset` is needed for a rule that several editions share.
    :raises InputError: it is no number, or of other lists"""
    match = NUMBER.fullmatch(number.strip())
    if match is None:
        raise InputError(
            f"“{number}” is no number of a question; say all of it in quotes: rule, kind, # and two numbers"
        )
    card, variant = (match[1].upper(), match[2]), int(match[4])
    for game in RULESETS:
        drills = [drill for drill in game.drill().DRILLS if drill.card == card and ruleset in ("", game.name)]
        if not drills:
            continue
        drawn = made(card, drills, source(game.name, Random(0), mine, theirs), variant)
        if drawn is None or drawn.number.rpartition("#")[2] != f"{match[3]}:{variant}":
            raise InputError(f"“{number}” was asked with other lists (say --mine and --theirs), or by another version")
        return game, drawn
    raise InputError(f"there is no card {'/'.join(card)}; `shoot rules` finds rules")


class Makers:
    """The drills by card, and the questions they make. Cards that cannot make a question are removed from `cards`."""

    def __init__(self, drills: Iterable[Drill], source: Source) -> None:
        self.source = source
        self.cards: dict[Card, list[Drill]] = {}
        for drill in drills:
            self.cards.setdefault(drill.card, []).append(drill)
        self.seen: set[tuple[str, str]] = set()

    def common(self, card: Card) -> int:
        return sum(drill.common for drill in self.cards[card])

    def make(self, card: Card) -> Drawn | None:
        """Return a question for this card, in new words if possible. Return None and remove the card if it has none."""
        most, question = self.source.most, None
        for _ in range(TRIES):
            limit = 0 if most is None else min(most + 1, SPECIALS - 1)
            variant = SPECIALS * self.source.random.randrange(SEEDS) + limit
            drawn = made(card, self.cards[card], self.source, variant)
            if drawn is None:
                break
            question = drawn
            if (drawn.quiz.situation, drawn.quiz.text) not in self.seen:
                break
        if question is None:
            del self.cards[card]
            return None
        self.seen.add((question.quiz.situation, question.quiz.text))
        return question


class Deck:
    """The questions for one learner, chosen by what `memory` knows.

    `level` is opened by hand. The basics of the memory come before all other new cards, in the order of the phase.
    `wanted` is the number of new cards for today, in the order of the drills and from any level. They come even if
    other cards are due. 0 means the usual share, at most half. `first` is the plan of a day: the cards that come before
    its new ones, which are all that come. None means no plan.
    """

    def __init__(
        self, drills: Iterable[Drill], memory: Memory, source: Source, level: int = 1, wanted: int = 0,
        first: Iterable[Card] | None = None,
    ) -> None:  # fmt: skip
        self.wanted, self.planned, self.first = wanted, first is not None, [*(first or ())]
        self.makers = Makers(drills, source)
        self.memory, self.by_hand = memory, level
        self.level = self.open_level()
        self.asked = self.new = 0
        self.last: Card | None = None
        self.before: dict[Card, CardKnown] = {}  # what was known when the last question was drawn
        self.last_asked: dict[Card, int] = {}  # number of the question at which a card was last asked in this session
        self.returns_at: dict[Card, int] = {}  # wrongly answered cards, and the question number at which they come back
        self.came_back: Counter[Card] = Counter()
        self.past: dict[str, Any] = {}  # all this before the latest answer

    def draw(self) -> Drawn | None:
        """Return the next question; None if no card can make one."""
        self.makers.source.most = self.most_specials()
        while (card := self.next_card()) is not None:
            if drawn := self.makers.make(card):
                self.last = card
                return drawn
        return None

    def answered(self, card: Card, right: bool) -> None:
        """Note the answer. The memory must have it already, because a level may open."""
        self.past = {
            name: copy(getattr(self, name))
            for name in ("asked", "new", "before", "last_asked", "returns_at", "came_back")
        }
        self.past["level"] = self.level
        is_back = card in self.returns_at
        self.came_back[card] += is_back
        self.returns_at.pop(card, None)
        self.asked += 1
        self.new += card not in self.last_asked and card not in self.before
        self.last_asked[card] = self.asked
        if not right and self.came_back[card] < COMES_BACK:
            self.returns_at[card] = self.asked + BETWEEN
        if right:
            self.level = self.open_level()

    def take_back(self) -> None:
        """Be as before the latest answer. The memory must be so already."""
        vars(self).update(self.past)

    def lay_aside(self, card: Card) -> None:
        """Ask this card no more."""
        self.makers.cards.pop(card, None)
        self.returns_at.pop(card, None)

    def open_level(self) -> int:
        """Return the highest open level. A level whose cards here were all right does not block the next one."""
        level = max(self.memory.level(), self.by_hand)
        right = {(answer.rule, answer.kind): answer.right for answer in self.memory.answers()}
        left = {level_of(card, self.memory.basics) for card in self.makers.cards if not right.get(card)}
        while level < LEVELS and level not in left:
            level += 1
        return level

    def most_specials(self) -> int | None:
        """Return the most special rules of a unit: on level 1 more with each few right answers; None: no limit."""
        return self.memory.standing().right // A_SPECIAL if self.level == 1 else None

    def next_card(self) -> Card | None:
        """Return the next card, or None. The last card is repeated only if there is no other.

        The order is: wrong answers that come back, due cards, new cards (at most half of the questions), then all
        others.
        """
        cards = self.makers.cards
        known = {card: knowledge for card, knowledge in self.memory.cards().items() if card in cards}
        self.before = known
        others = [card for card in cards if card != self.last]
        returning = [card for card in others if card in self.returns_at and self.returns_at[card] <= self.asked]
        if returning:
            return min(returning, key=lambda card: self.returns_at[card])
        if early := [card for card in self.first if card in others and card not in self.last_asked]:
            return early[0]
        # A card that was wrong too often today is skipped, because it would be due again at once.
        free = [card for card in others if card not in self.returns_at and self.came_back[card] < COMES_BACK]
        due = [card for card in free if card in known and known[card].due <= self.memory.now()]
        wanted = self.new < self.wanted
        fresh = [card for card in free if card not in known and (wanted or (self.is_open(card) and not self.planned))]
        first = [card for card in self.memory.basics if card in fresh] or (fresh if self.wanted else [])
        late = wanted and bool(first)
        if due and not (late and (self.planned or 2 * self.new <= self.asked)):
            return self.weakest(due, known)
        rest = [card for card in free if card in known and card not in self.last_asked]
        if fresh and (late or not rest or 2 * (self.new + 1) <= self.asked + 1):
            return self.makers.source.weighed((card, self.makers.common(card)) for card in first[:1] or fresh)
        if rest:
            return self.weakest(rest, known)
        if met := [card for card in others if card in self.last_asked or card in known]:
            again, asked = self.returns_at, self.last_asked
            return min(met, key=lambda card: (card not in again, again.get(card, 0), asked.get(card, 0)))
        return self.last if self.last in cards else None

    def left(self) -> int:
        """Return how many questions of the day's plan are left, as far as it is known."""
        cards = self.makers.cards
        known = self.memory.cards().keys()
        fresh = sum(card not in known for card in cards)
        return (
            min(self.wanted - self.new, fresh)
            + sum(card not in self.last_asked for card in {*self.first} & {*cards})
            + len(self.returns_at)
        )

    def is_open(self, card: Card) -> bool:
        return level_of(card, self.memory.basics) <= self.level

    @staticmethod
    def weakest(cards: Iterable[Card], known: dict[Card, CardKnown]) -> Card:
        """Return the card that is most likely forgotten, then the one that is due longest."""
        return min(cards, key=lambda card: (known[card].recalled, known[card].due, card))


class ClassDeck:
    """The questions for a class: drawn at random from all levels up to `level`.

    The draw depends only on `source`, so that all learners get the same questions.
    """

    def __init__(self, drills: Iterable[Drill], source: Source, level: int = LEVELS) -> None:
        self.makers = Makers((drill for drill in drills if drill.level <= level), source)
        self.last: Card | None = None

    def draw(self) -> Drawn | None:
        """Return the next question; None if there is nothing left to ask."""
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
        """Do nothing, because answers do not change the draw."""

    def take_back(self) -> None:
        """Do nothing, for the same reason."""

    def lay_aside(self, card: Card) -> None:
        """Ask this card no more."""
        self.makers.cards.pop(card, None)


# One sitting: each answer is stored before the learner hears the result.


class Learner(Protocol):
    """Someone who is asked. `ask` and `marked` may raise `Leave`, KeyboardInterrupt, and `Undo` if an answer can be
    taken back."""

    def ask(self, quiz: Quiz, place: int) -> str:
        """Return the chosen option. `place` is the number of questions asked before. :raises LayAside:"""

    def marked(self, quiz: Quiz, right: bool) -> None:
        """Show if the answer was right."""

    def laid_aside(self, card: Card) -> None:
        """Show that this card is asked no more."""


class AskedQuestion(NamedTuple):
    """An answered question: the rule of its card, and the seconds until the answer."""

    rule: str
    right: bool
    seconds: float


class DrillSession:
    """One sitting. `more` says if another question is wanted after so many. `clock` returns seconds."""

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
        self.card: Card = ("", "")  # the last card
        self.number = ""  # of the last question
        self.answered: Drawn | None = None  # the last answered question, if its answer can be taken back

    def run(self) -> None:
        """Ask questions until `more` says no or none is left. Each answer is stored at once. It may be taken back until
        the next one."""
        waiting: list[Drawn] = []  # after an answer was taken back; the next one last
        while self.more(len(self.asked)) and (drawn := waiting.pop() if waiting else self.questions.draw()):
            try:
                self.put(drawn)
            except Undo:
                waiting += [drawn] * (drawn is not self.answered) + [self.take_back()]
            except LayAside:
                self.memory.lay_aside(drawn.card)
                self.questions.lay_aside(drawn.card)
                self.learner.laid_aside(drawn.card)

    def put(self, drawn: Drawn) -> None:
        """Ask this question and store its answer. :raises Undo, LayAside: the learner wants that instead"""
        (rule, kind), quiz, self.number = drawn
        self.card = drawn.card
        begun = self.clock()
        right = self.learner.ask(quiz, len(self.asked)) == quiz.right
        seconds = self.clock() - begun
        self.memory.answered(rule, kind, right, seconds)
        self.answered = drawn
        self.asked.append(AskedQuestion(rule, right, seconds))
        self.questions.answered(drawn.card, right)
        self.learner.marked(quiz, right)

    def take_back(self) -> Drawn:
        """Take back the last answer and return its question."""
        drawn, self.answered = self.answered, None
        assert drawn is not None
        assert self.memory.take_back is not None
        self.memory.take_back()
        self.questions.take_back()
        self.asked.pop()
        return drawn

    def comes_back(self, until: date | None = None) -> str:
        """Return a sentence that says when the last question comes back; "" if unknown. `until`: the day of a game."""
        rule, kind = self.card
        questions = self.questions
        if isinstance(questions, Deck) and self.card in questions.returns_at and self.more(len(self.asked) + BETWEEN):
            return f"It comes back after {BETWEEN} others."
        known = self.memory.cards().get((rule, kind))
        if known is None:
            return ""
        days = (known.due.astimezone().date() - self.memory.now().astimezone().date()).days
        if days < 1 and isinstance(questions, Deck) and questions.planned:
            return "It comes back tomorrow."
        if days < 1:
            when = "in this drill or the next" if self.more(len(self.asked)) else "when you drill next"
            return f"It comes back {when}."
        if until and known.due.astimezone().date() > until:
            return "It comes back after your game."
        return f"It comes back {'tomorrow' if days == 1 else f'in {days} days'}."

    def summary(self) -> list[str]:
        """Return sentences: the score, rules to read, opened levels, due dates."""
        if not self.asked:
            return ["Nothing was asked."]
        right = sum(answer.right for answer in self.asked)
        lines = [f"{right} of {len(self.asked)} right, in {time_words(sum(answer.seconds for answer in self.asked))}."]
        if missed := dict.fromkeys(answer.rule for answer in self.asked if not answer.right):
            lines.append("Read again: " + ", ".join(f"shoot rules {rule}" for rule in missed))
        for level in range(self.level + 1, self.memory.level() + 1):
            titles = ", ".join(kind.title for kind in KINDS if kind.level == level)
            lines.append(f"Level {level} is open: {titles}.")
        known = self.memory.cards()
        if isinstance(self.questions, Deck) and self.questions.planned:  # the plan says what comes back
            return lines
        if due := due_words(
            [state.due.astimezone().date() for state in known.values()], self.memory.now().astimezone().date()
        ):
            lines.append(due)
        return lines


def due_words(days: list[date], today: date) -> str:
    """Return `3 questions come back tomorrow, 5 within a week, 2 later`, by local days; "" for no questions."""
    names = {"when you drill next": 0, "tomorrow": 1, "within a week": 7}
    counts = dict.fromkeys([*names, "later"], 0)
    for day in days:
        counts[next((name for name, most in names.items() if day - today <= timedelta(days=most)), "later")] += 1
    due = [(name, count) for name, count in counts.items() if count]
    if not due:
        return ""
    (first, count), *rest = due
    questions = "1 question comes" if count == 1 else f"{count} questions come"
    return ", ".join([f"{questions} back {first}", *(f"{count} {name}" for name, count in rest)]) + "."


def time_words(seconds: float) -> str:
    """Return such words as `45 s` or `1:40 min`."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60}:{whole % 60:02d} min"


# Sources of questions: the shipped armies, or two given lists.


def played(store: Store) -> list[Edition]:
    """Return the editions that were played or drilled, the latest first."""
    return [game for name in store.rulesets() if (game := edition(name))]


def not_said() -> NoReturn:
    """:raises InputError: nothing tells which edition is meant"""
    raise InputError(f"say of which edition: --ruleset {', '.join(edition.short for edition in RULESETS)}")


def ruleset_and_armies(
    ruleset: str | None,
    mine: str | None,
    theirs: str | None,
    tell: Callable[[list[Any]], None] | None = None,
    usual: Callable[[], str] = not_said,
) -> tuple[str, tuple[Any, Any]]:
    """Return the name of the ruleset and the two armies; None for an army that was not named.

    :param tell: called with the import reports of lists from other programs
    :param usual: returns the name of the ruleset if nothing was named
    :raises InputError: if they are of different rulesets
    :raises ListError: if a list cannot be found or read
    """
    name = edition_name(ruleset)
    memory = remembered()
    lists = [None if words is None else load_army(words, memory) for words in (mine, theirs)]
    if tell and (reports := [loaded.imported for loaded in lists if loaded and loaded.imported]):
        tell(reports)
    pair = [None if loaded is None else loaded.army for loaded in lists]
    rulesets = {army.ruleset for army in pair if army is not None} | ({name} if name else set())
    if len(rulesets) > 1:
        raise InputError("the lists and --ruleset must be of one ruleset")
    return rulesets.pop() if rulesets else usual(), (pair[0], pair[1])


def shipped(name: str) -> list[Any]:
    """Return the armies of this ruleset that come with the program."""
    memory = remembered()
    return [load(sample.path, memory).army for sample in armies.samples() if sample.ruleset == name]


def source(name: str, random: Random, mine: Any = None, theirs: Any = None) -> Source:
    """Return the source of questions about the ruleset `name`.

    :param mine: the learner's army; None: any shipped army
    :param theirs: the opposing army; None: any shipped army
    :raises InputError: if both are given but want different settings
    """
    game = edition(name)
    assert game is not None
    ruleset = game.ruleset()
    given = [army for army in (mine, theirs) if army is not None]
    others = [] if len(given) == 2 else shipped(name)
    first = [given[0]] if given else others
    second = [given[1]] if len(given) == 2 else others
    pairs = []
    for attacker in first:
        for defender in second:
            if attacker is defender and len(others) > 1:
                continue
            try:
                settings = ruleset.defaults() | readings([attacker, defender])
            except InputError:  # shipped lists with different settings do not meet
                if len(given) == 2:
                    raise
                continue
            pairs += [ArmyPair(attacker, defender, settings), ArmyPair(defender, attacker, settings)]
    return Source(ruleset, pairs, random, len(given) == 2, lambda: elsewhere(name), game.drill().specials)


def readings(lists: Iterable[Any]) -> dict[str, str]:
    """Return the settings that the armies want. :raises InputError: if they disagree"""
    return agreed((army.name, armies.settings_of(army)) for army in lists)


def elsewhere(name: str) -> tuple[OtherEdition, ...]:
    """Return how the other editions differ from the edition `name`."""
    others = [other for other in RULESETS if other.name != name]
    return tuple(OtherEdition(other.title, other.drill().CUSTOMS, other.drill().CHARTS) for other in others)


MOST_NEEDED = 40  # cards that two lists will need most
DAYS_TO_MEET = 10  # days in which these are met, if no day is said
HALF = 5  # cards to look at again on a day without new ones
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WHEN = "a weekday, tomorrow, or a date such as 2026-12-05"


class Choice(NamedTuple):
    """What the learner wants of all cards. `until` is the day of a game; None and False choose nothing."""

    rule: str | None = None
    step: str | None = None
    wrong: bool = False
    due: bool = False
    until: date | None = None


def day_of(words: str, today: date) -> date:
    """Return the day that the words mean: the next such weekday, or today. :raises InputError: none, or a past one"""
    key = words.strip().casefold()
    days = [index for index, name in enumerate(DAYS) if len(key) > 1 and name.startswith(key)]
    if key in ("today", "tomorrow"):
        return today + timedelta(days=key == "tomorrow")
    if len(days) == 1:
        return today + timedelta(days=(days[0] - today.weekday()) % 7)
    try:
        day = date.fromisoformat(key)
    except ValueError:
        raise InputError(f"--until: “{words}” is no day; say {WHEN}") from None
    if day < today:
        raise InputError(f"--until: {day} is over; say {WHEN}")
    return day


def chosen(drills: Iterable[Drill], rules: Iterable[Rule], memory: Memory, choice: Choice) -> tuple[Drill, ...]:
    """Return the drills that fit all of the choice. :raises InputError: none does, in words"""
    fits = tuple(drills)
    if choice.rule is not None:
        wanted = choice.rule.casefold()
        named = [drill for drill in fits if wanted in (drill.rule.casefold(), "/".join(drill.card).casefold())]
        fits = kept(named, f"there is no card of rule {choice.rule}; `shoot rules` finds rules")
    if choice.step is not None:
        wanted = choice.step.casefold()
        by_id = {rule.id: rule for rule in rules}
        parts = {drill: (by_id[drill.rule].section, by_id[drill.rule].part) for drill in fits if drill.rule in by_id}
        near = dict.fromkeys(section for section, _ in parts.values() if f" {wanted[:3]}" in f" {section.casefold()}")
        steps = f"near it: {', '.join(near)}; " * bool(near) + "all of them: shoot drill stats --steps"
        in_step = [
            drill
            for drill, (section, part) in parts.items()
            if wanted in section.casefold() or wanted == part.casefold()
        ]
        fits = kept(in_step, f"“{choice.step}” is in no step; {steps}")
    if choice.wrong:
        latest = {(answer.rule, answer.kind): answer.right for answer in memory.answers()}
        fits = kept((drill for drill in fits if latest.get(drill.card) is False), "no card was wrong the last time")
    if choice.due:
        known, now = memory.cards(), memory.now()
        due = (drill for drill in fits if drill.card in known and known[drill.card].due <= now)
        fits = kept(due, "no card is due now")
    return fits


def kept(drills: Iterable[Drill], nothing: str) -> tuple[Drill, ...]:
    """Return the drills. :raises InputError: there are none; `nothing` says so"""
    if result := tuple(drills):
        return result
    raise InputError(nothing)


def of_lists(drills: Sequence[Drill], source: Source, memory: Memory) -> tuple[Drill, ...]:
    """Return the drills of the cards that come up most where these lists meet: basics first, then by how common."""
    common: dict[Card, int] = {}
    for drill in drills:
        if drill.make(source) is not None:
            common[drill.card] = common.get(drill.card, 0) + drill.common
    basics = memory.basics
    order = sorted(common, key=lambda card: (card not in basics, -common[card], level_of(card, basics)))
    ranks = {card: number for number, card in enumerate(order[:MOST_NEEDED])}
    return tuple(sorted((drill for drill in drills if drill.card in ranks), key=lambda drill: ranks[drill.card]))


def of_lists_first(drills: Sequence[Drill], source: Source, memory: Memory) -> tuple[tuple[Drill, ...], int]:
    """Return the drills, those of `of_lists` before all others, and how many new cards of these are for today."""
    first = of_lists(drills, source, memory)
    cards = {drill.card for drill in first}
    new = min(len(cards - memory.cards().keys()), ceil(MOST_NEEDED / DAYS_TO_MEET))
    return (*first, *(drill for drill in drills if drill.card not in cards)), new


class Plan(NamedTuple):
    """A day before a game. The numbers: cards in all, cards met, cards whose last answer was right, new cards for the
    day. `wrong` are those answered wrongly before it. `due` are others, the likeliest forgotten first."""

    cards: int
    met: int
    right: int
    new: int
    wrong: tuple[Card, ...]
    due: tuple[Card, ...]

    @property
    def words(self) -> str:
        """Return `9 new, 2 that were wrong, 5 to look at again`; "" for nothing."""
        counts = {"new": self.new, "that were wrong": len(self.wrong), "to look at again": len(self.due)}
        return ", ".join(f"{count} {name}" for name, count in counts.items() if count).replace(
            " 1 that were", " 1 that was"
        )


def plan(drills: Iterable[Drill], memory: Memory, until: date, ahead: int = 0) -> Plan:
    """Return the plan for today, or for so many days `ahead`. New cards are spread over the days before `until`, those
    met today among them. Other due cards are as many as the new ones at most, or half of a usual drill."""
    day = memory.now().astimezone().date() + timedelta(days=ahead)
    cards, known = {drill.card for drill in drills}, memory.cards()
    first, latest = dict[Card, date](), dict[Card, tuple[bool, date]]()
    for answer in memory.answers():
        card, when = (answer.rule, answer.kind), answer.at.astimezone().date()
        if card in cards:
            first.setdefault(card, when)
            latest[card] = answer.right, when
    today = sum(when == day for when in first.values())
    share = ceil((len(cards) - len(first) + today) / max((until - day).days, 1))
    before = [card for card, (_, when) in latest.items() if when < day]
    wrong = tuple(card for card in before if not latest[card][0])
    due = [card for card in before if latest[card][0] and card in known and known[card].due.astimezone().date() <= day]
    due.sort(key=lambda card: known[card].recalled)
    seen = sum(when == day > first[card] for card, (_, when) in latest.items())  # looked at again today
    new = max(0, min(share - today, len(cards) - len(first)))
    right = sum(right for right, _ in latest.values())
    return Plan(len(cards), len(first), right, new, wrong, tuple(due[: max(0, max(share, HALF) - seen)]))
