"""`Quiz`, `Drill` and `Source`, and the differences between editions."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cache
from pkgutil import get_data
from random import Random
from typing import Any, NamedTuple, Self, TypeVar
from weakref import WeakKeyDictionary

from shoot_cli.engine.names import name_key
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry
from shoot_cli.input.answerers import Preset, PresetTable, dice

# One question with exactly one right option, and the kinds of questions.


class QuizKind(Record):
    """A kind of question. A right answer after more than `seconds` shows knowledge, but no fluency yet. With
    `closed_book`, the rule is not shown before the answer, because it would give the answer away."""

    key: str
    title: str
    level: int  # 1 opens first
    seconds: float = 12
    closed_book: bool = False


KINDS = (
    QuizKind("hit", "what to hit", 1),
    QuizKind("wound", "what wounds", 1),
    QuizKind("save", "which save, and what it needs", 1),
    QuizKind("shots", "how many shots", 1),
    QuizKind("toughness", "which value counts", 2),
    QuizKind("targets", "which targets are legal", 2, 15),
    QuizKind("allocate", "who takes the next wound", 2, 15),
    QuizKind("six", "what a 6 or a 1 does", 2),
    QuizKind("eligible", "who may fire, and why not", 3, 15),
    QuizKind("decision", "when a decision is due", 3, 15),
    QuizKind("order", "the order of the steps", 3, 15),
    QuizKind("bookkeeping", "what is noted after the attack", 3, 15),
    QuizKind("edition", "how this edition does it", 4, 20, True),
    QuizKind("mistake", "where the mistake is", 4, 30, True),
    QuizKind("estimate", "what to expect", 4, 30),
)

BY_KEY = {kind.key: kind for kind in KINDS}
LEVELS = max(kind.level for kind in KINDS)


MOST = 4  # the most options, unless the question shows a whole scale


class Quiz(Record):
    """A question. `options` contain the right one once, in an order that does not tell it.

    `because` holds the reasons with their numbers; `rule` is the id of the rule in question, one of theirs. `situation`
    is the text before the question, or "". `cell` is row and column of the answer in the chart of the rule (0 is a
    heading), or None. `facts` are named values for other programs; they are never shown. `meant` says of a wrong option
    where it would be right, such as in which edition.
    """

    kind: str
    text: str
    options: tuple[str, ...]
    right: str
    because: tuple[Reason, ...]
    rule: str
    situation: str = ""
    cell: tuple[int, int] | None = None
    facts: tuple[tuple[str, Any], ...] = ()
    meant: tuple[tuple[str, str], ...] = ()

    def stands_at(self, place: float) -> bool:
        """Return True if the right option stands there (0 to 1), or could, since fewer than two options are numbers."""
        several = sum(size(option) is not None for option in self.options) > 1
        return not several or self.options.index(self.right) == int(place * len(self.options))


def folded(option: str) -> str:
    """Return the key of an option; options with equal keys look equal to a reader."""
    return name_key(option).rstrip(".")


FORM = re.compile(r"[0-9]+(\+| or less)")


def of_one_form(right: str, wrong: Sequence[str]) -> list[str]:
    """Return the wrong options without numbers of another form, such as `4+` beside `3 or less`. Nobody would choose
    those."""
    forms = [match[1] for option in (right, *wrong) if (match := FORM.fullmatch(option))]
    form = " or less" if right == "1" and " or less" in forms else forms[0] if FORM.fullmatch(right) else ""
    form = form or (max(forms, key=forms.count) if forms else "")
    return [option for option in wrong if not (match := FORM.fullmatch(option)) or match[1] == form]


NUMBER = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?)(.*)")
LAST = (float("inf"), 0.0)
NOTHING = ("-", "no save", "no roll", "none", "no face will do", "it cannot", "cannot")  # sorted after every number


def size(option: str) -> tuple[float, float] | None:
    """Return the sort key of an option that begins with a number; None for other options."""
    words = folded(option).removeprefix("about ")
    match = NUMBER.match(words)
    return LAST if words in NOTHING else (float(match[1]), len(match[2])) if match and len(match[2]) < 24 else None


# What questions are drawn from: armies, attacks that are played, and the rules of other editions.

T = TypeVar("T")
TRIES = 300  # the most pairs of units for a question


WHO_SHOOTS = ("Your army shoots at theirs.", "Their army shoots at yours.")
YOU = re.compile(r"\byour?\b", re.IGNORECASE)


class NothingToAsk(Exception):
    """Raised if these armies offer nothing for the question."""


class Redraw(Exception):
    """Raised if the drawn values make no question; others may."""


class Custom(Record):
    """A custom of one edition that other editions do not share: one sentence, and its rule."""

    text: str
    rule: str


class OtherEdition(NamedTuple):
    """Another edition that learners may confuse with theirs."""

    title: str
    customs: Mapping[str, Custom]
    charts: Mapping[str, Callable[..., str | None]]


class ArmyPair(NamedTuple):
    """Two armies, and all settings of the ruleset."""

    shooter: Any
    target: Any
    settings: Mapping[str, str]


class PlayedAttack(NamedTuple):
    """A played attack. `facts` are the answers that were drawn for it."""

    shooter: Any
    target: Any
    facts: Mapping[str, Any]
    settings: Mapping[str, str]
    start: Any
    end: Any
    log: list[Entry]


class Source:
    """A source of questions.

    `pairs` are the armies; in the first pair, the learner's army shoots. `own` is True if the learner named both lists.
    Then only possible meetings are asked, and each question says which army shoots. All draws use `random`, so equal
    random numbers give equal questions. `asked_for` sets `kind` and `rule`. `specials` returns the number of special
    rules of a unit, with those of its models and weapons.
    """

    kind = rule = ""
    place = 0.5  # where the right option shall stand if it can, from 0 (first) to 1 (last)
    trap = True  # the first wrong option, which people take for right, must be among the others
    most: int | None = None  # the most special rules of a unit, if there are simple units; None: any

    def __init__(
        self,
        ruleset: Ruleset,
        pairs: Iterable[ArmyPair],
        random: Random,
        own: bool = False,
        others: Callable[[], tuple[OtherEdition, ...]] = tuple,
        specials: Callable[[Any], int] = lambda unit: 0,
    ) -> None:
        self.specials = specials
        self.plain: dict[tuple[int, int], list[Any]] = {}  # simple units, by army and `most`
        self.ruleset, self.pairs, self.random, self.own = ruleset, tuple(pairs), random, own
        self.others = cache(others)
        self.met: set[int] = set()  # places of the pairs that the question is about
        self.without: WeakKeyDictionary[Callable[[Any], bool], set[tuple[Any, int, int]]] = WeakKeyDictionary()

    def asked_for(self, kind: str, rule: str) -> Self:
        """Return this source for questions of this kind about this rule."""
        other = copy(self)
        other.kind, other.rule, other.met = kind, rule, set()
        return other

    def drawing_by(self, seed: str) -> Self:
        """Return this source with random numbers of this seed."""
        other = copy(self)
        other.random = Random(seed)
        return other

    @property
    def settings(self) -> Mapping[str, str]:
        return self.pairs[0].settings if self.pairs else self.ruleset.defaults()

    def require_defaults(self, *keys: str) -> None:
        """:raises NothingToAsk: one of these settings does not have its default, which the words assume"""
        usual = self.ruleset.defaults()
        if any(self.settings[key] != usual[key] for key in keys):
            raise NothingToAsk

    # Drawing --------------------------------------------------------------------------------------------------------

    def pick(self, items: Iterable[T]) -> T:
        return self.random.choice([*items])

    def weighed(self, items: Iterable[tuple[T, float]]) -> T | None:
        """Return a thing, drawn by weight; None if there is none."""
        pairs = [(item, weight) for item, weight in items if weight > 0]
        if not pairs:
            return None
        return self.random.choices([item for item, _ in pairs], [weight for _, weight in pairs])[0]

    def units(self) -> Iterator[tuple[Any, Any, Mapping[str, str]]]:
        """Yield pairs of a unit and its target, with settings, drawn at random up to `TRIES` times. `met` holds the
        pairs of the armies whose units were drawn, if these are kept: the last one, and those before."""
        before = {*self.met}
        for _ in range(TRIES if self.pairs else 0):
            index = self.random.randrange(len(self.pairs))
            pair = self.pairs[index]
            shooter, target = (self.random.choice(self.simple(army)) for army in (pair.shooter, pair.target))
            if not self.ruleset.why_cannot_meet(shooter, target):
                self.met = before | {index}
                yield shooter, target, pair.settings
        self.met = before

    def simple(self, army: Any) -> Sequence[Any]:
        """Return the units of the army with at most `most` special rules; if there are none, the simplest."""
        if self.most is None:
            return army.units  # type: ignore[no-any-return]
        units = self.plain.setdefault((id(army), self.most), [])
        if not units:
            counts = [self.specials(unit) for unit in army.units]
            most = max(self.most, min(counts))
            units += [unit for unit, count in zip(army.units, counts, strict=True) if count <= most]
        return units

    def meeting(self, meetings: Callable[[Any, Any], Iterable[tuple[T, float]]], *fits: Callable[[T], bool]) -> T:
        """Return something that meets something else, such as a weapon and a model, drawn by weight.

        :param meetings: (attacker's unit, target's unit) -> what meets, with its weight, such as shots
        :param fits: tests; the second one is used only if nothing fits the first, and so on; none: anything fits
        :raises NothingToAsk: nothing that fits can meet in these armies
        """
        for good in fits or (lambda item: True,):
            for shooter, target, _ in self.units():
                drawn = self.weighed(self.fitting(meetings, good, shooter, target))
                if drawn is not None:
                    return drawn
            for index, pair in enumerate(self.pairs):  # search all pairs for things too rare for random draws
                pairs = (
                    (a, b)
                    for a in pair.shooter.units
                    for b in pair.target.units
                    if not self.ruleset.why_cannot_meet(a, b)
                )
                drawn = self.weighed(item for a, b in pairs for item in self.fitting(meetings, good, a, b))
                if drawn is not None:
                    self.met = {*self.met, index}
                    return drawn
        raise NothingToAsk

    def fitting(
        self,
        meetings: Callable[[Any, Any], Iterable[tuple[T, float]]],
        good: Callable[[T], bool],
        unit: Any,
        target: Any,
    ) -> list[tuple[T, float]]:
        """Return what meets and fits, with its weight. Pairs of units without any are remembered, because what is rare
        is searched for often."""
        without, pair = self.without.setdefault(good, set()), (meetings, id(unit), id(target))
        items = [] if pair in without else [item for item in meetings(unit, target) if good(item[0])]
        if not items:
            without.add(pair)
        return items

    def found(self, meetings: Callable[[Any, Any], Iterable[tuple[T, float]]], *fits: Callable[[T], bool]) -> T | None:
        """Return the same, or None if it may be made up because the learner named no lists."""
        try:
            return self.meeting(meetings, *fits)
        except NothingToAsk:
            if self.own:
                raise
            return None

    def must_meet(self, meetings: Callable[[Any, Any], Iterable[tuple[T, float]]], fits: Callable[[T], bool]) -> None:
        """:raises NothingToAsk: the learner named both lists, and nothing that fits can meet"""
        if self.own:
            before = self.met
            self.meeting(meetings, fits)
            self.met = before

    # Attacks --------------------------------------------------------------------------------------------------------

    def attacks(
        self, fits: Callable[[Any, Any], bool] = lambda shooter, target: True, **facts: Any
    ) -> Iterator[PlayedAttack]:
        """Yield played attacks of units that fit, with facts drawn from `Ruleset.drill_facts`. `facts` are answers that
        are not drawn."""
        for shooter, target, settings in self.units():
            if not fits(shooter, target):
                continue
            drawn = {key: self.random.choice(values) for key, values in self.ruleset.drill_facts.items()} | facts
            seed = str(self.random.random())
            table = PresetTable(Preset(drawn, dice(seed)), seed)
            table.settings = settings
            start = self.ruleset.begin_attack(shooter, target)
            try:
                end = play(self.ruleset.attack, start, table)
            except ValueError:  # the drawn facts contradict each other
                continue
            yield PlayedAttack(shooter, target, drawn, settings, start, end, [*table.log])

    # Questions ------------------------------------------------------------------------------------------------------

    def situation_text(self, situation: str) -> str:
        """Return the situation, with who shoots before it if the learner named both lists."""
        known = self.own and len(self.met) == 1
        return f"{WHO_SHOOTS[min(self.met)]} {situation}".rstrip() if known else situation

    def quiz(
        self,
        text: str,
        right: str | int,
        wrong: Iterable[str | int],
        because: str | Iterable[Reason],
        facts: Mapping[str, Any] | None = None,
        *,
        more: Iterable[Reason] = (),
        situation: str = "",
        cell: tuple[int, int] | None = None,
        most: int = MOST,
    ) -> Quiz:
        """Return a question with its options in order: numbers by size, others at random before or after them. The
        right one stands at `place` if it can.

        :param wrong: the likeliest errors first; those that equal the right answer or each other are dropped, and
            numbers of another form
        :param because: a text becomes a reason of the rule in question
        :param more: other reasons
        :param most: the number of options
        :raises ValueError: there is no wrong option
        """
        listed = self.listed(str(right), map(str, wrong), most)
        if len(listed) < 2:
            raise ValueError(f"{text}: {right} is all there is to choose")
        first = (Reason(because, self.rule),) if isinstance(because, str) else because
        values = tuple(sorted((facts or {}).items()))
        situation = self.situation_text(situation)
        return Quiz(self.kind, text, listed, str(right), (*first, *more), self.rule, situation, cell, values)

    def listed(self, right: str, wrong: Iterable[str], most: int = MOST) -> tuple[str, ...]:
        """Return so many options: the first wrong ones; of numbers the first one, which people take for right, and as
        many lower ones as `place` asks for."""
        known = {folded(right): right}
        for option in of_one_form(right, [*wrong]):
            known.setdefault(folded(option), option)
        _, *others = known.values()
        chosen, key = others[: most - 1], size(right)
        if key and len(others) > len(chosen):
            words = [option for option in chosen if size(option) is None]
            less, more = (
                [option for option in others if (n := size(option)) and (n < key) is lower] for lower in (True, False)
            )
            number, trap = len(chosen) - len(words), others[0] if self.trap else ""
            most_below = min(len(less), number - (trap in more))
            below = min(max(int(self.place * most), number - len(more), trap in less), most_below)
            chosen = [*words, *less[:below], *more[: number - below]]
        self.random.shuffle(chosen)
        wanted = int(self.place * (len(chosen) + 1))
        chosen.insert(wanted, right)
        numbers = sorted(filter(size, chosen), key=lambda option: size(option) or ())
        if len(numbers) < 2:
            return tuple(chosen)
        words = [option for option in chosen if option not in numbers]  # they stand before or behind
        return min((*words, *numbers), (*numbers, *words), key=lambda options: abs(options.index(right) - wanted))

    def elsewhere(self, chart: str, *inputs: Any) -> list[str]:
        """Return what the charts of this name in other editions say, without those that have no answer."""
        answers = (other.charts[chart](*inputs) for other in self.others() if chart in other.charts)
        return [answer for answer in answers if answer is not None]


# Drills ---------------------------------------------------------------------------------------------------------------

REDRAWN = 20  # the most questions for a place of the right option
Maker = Callable[[Source], Quiz]  # raises NothingToAsk if the source offers nothing


class Drill(Record):
    """A rule asked in one way: `maker` makes questions about `rule` of this `kind`."""

    kind: str
    rule: str
    maker: Maker
    common: int = 1  # how often it occurs at the table, compared with others of its kind; for new rules

    def make(self, source: Source) -> Quiz | None:
        """Return a question; None if the source offers nothing. Where the right option shall stand is drawn first: if
        numbers, which stand by size, do not allow it, other ones are drawn, and at last without the usual mistake."""
        place, fallback = source.random.random(), None
        for attempt in range(REDRAWN):
            quiz = self.made(source, place, 2 * attempt < REDRAWN)
            if quiz is None or quiz.stands_at(place):
                return quiz or fallback
            fallback = fallback or quiz
        return fallback

    def made(self, source: Source, place: float, trap: bool) -> Quiz | None:
        for most in dict.fromkeys((source.most, None)):  # if no simple unit fits, take any unit
            with suppress(NothingToAsk):
                for pairs in (source.pairs, source.pairs[:1]):  # who says “you” means the learner: mine shoots
                    asked = source.asked_for(self.kind, self.rule)
                    asked.most, asked.pairs, asked.place, asked.trap = most, pairs, place, trap
                    quiz = self.maker(asked)
                    if not (source.own and 1 in asked.met and YOU.search(f"{quiz.text} {' '.join(quiz.options)}")):
                        return quiz
        return None

    @property
    def level(self) -> int:
        return BY_KEY[self.kind].level

    @property
    def card(self) -> tuple[str, str]:
        """The key of this drill in its edition: rule, kind."""
        return self.rule, self.kind


class FirstLesson(Record):
    """The attack of the first lesson, and the texts around it.

    `attacker` and `target` name a list of the program and a unit in it. `answers` are the answers by key; others have
    their default. `seed` is chosen so that something happens at every stage. `stages` holds a few sentences for each
    stage (as in `Ruleset.stages`) that occurs. `basics` are one or two plain cards (rule, kind)
    of every step, in the order of the phase: newcomers are asked them first.
    """

    attacker: tuple[str, str]
    target: tuple[str, str]
    answers: tuple[tuple[str, str], ...]
    seed: int
    opening: str
    stages: tuple[tuple[str, str], ...]
    closing: str
    basics: tuple[tuple[str, str], ...] = ()


# Customs and the first lesson, read from `customs.toml` of an edition.

FILE = "customs.toml"


def read(package: str, shared: str = "", rule: Callable[[str], str] = str) -> tuple[Mapping[str, Custom], FirstLesson]:
    """Return the customs by topic and the first lesson, from the file in `package`.

    :param shared: a package whose customs it may share
    :param rule: returns the id of a shared rule
    """
    page = tomllib.loads((get_data(package, FILE) or b"").decode())
    texts = tomllib.loads((get_data(shared, FILE) or b"").decode())["customs"] if shared else {}
    lesson = page["lesson"]
    first = FirstLesson(
        attacker=tuple(lesson["attacker"]),
        target=tuple(lesson["target"]),
        answers=tuple(lesson["answers"].items()),
        seed=lesson["seed"],
        opening=lesson["opening"],
        stages=tuple((stage["title"], stage["words"]) for stage in lesson["stages"]),
        closing=lesson["closing"],
        basics=tuple((rule, kind) for rule, _, kind in (card.partition("/") for card in lesson["basics"])),
    )
    customs = page["customs"].items()
    return {
        topic: Custom(row.get("text") or texts[topic], row.get("rule") or rule(row["shared"])) for topic, row in customs
    }, first
