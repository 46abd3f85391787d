"""`Quiz`, `Drill`, `Source`; how editions differ."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pkgutil import get_data
from random import Random
from typing import Any, NamedTuple, Self, TypeVar

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry
from shoot_cli.input.answerers import Preset, PresetTable, dice

# One question with options, exactly one of them right; and which kinds of questions there are.


class QuizKind(Record):
    """A way of asking. ``seconds``: who needs longer for a right answer knows it, but is not fluent yet.

    ``closed_book``: which rule is behind it would be the answer, so that it is not shown before.
    """

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
    QuizKind("edition", "which edition it is", 4, 20, True),
    QuizKind("mistake", "where the mistake is", 4, 30, True),
    QuizKind("estimate", "what to expect", 4, 30),
)

BY_KEY = {kind.key: kind for kind in KINDS}
LEVELS = max(kind.level for kind in KINDS)


MOST = 4  # options, unless the question shows a whole scale


class Quiz(Record):
    """``options`` hold the right one once, in an order that does not give it away.

    ``because``: why, the numbers put in. ``rule``: the id of the rule that is asked about, one of those.
    ``situation``: what stands before the question; "" if it says everything itself.
    ``cell``: row and column in that rule's chart where the answer stands, row 0 being the headings and column 0 what
    the rows are called; None if it stands in no chart.
    ``facts``: what the answer follows from, by name, for other programs; never shown.
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


def folded(option: str) -> str:
    """What makes two options alike to a reader."""
    return name_key(option).rstrip(".")


LAST = (float("inf"), 0.0)
NOTHING = ("-", "no save", "none", "no face will do", "it cannot", "cannot")  # stand behind every number


def size(option: str) -> tuple[float, float] | None:
    """What options that begin with a number are sorted by; None: it is no number."""
    words = folded(option)
    if words in NOTHING:
        return LAST
    digits = ""
    for sign in words.removeprefix("about "):
        if not (sign.isdigit() or sign == "."):
            break
        digits += sign
    rest = words.removeprefix("about ")[len(digits) :]
    return (float(digits), len(rest)) if digits.strip(".") and len(rest) < 24 else None


# What questions are drawn from: armies that meet, attacks that are played on the spot, what other editions say.

T = TypeVar("T")
TRIES = 300  # pairs of units looked at before a question is given up


class NothingToAsk(Exception):
    """These armies have nothing that the question could be about."""


class Redraw(Exception):
    """What was drawn makes no question; other values may."""


class Custom(Record):
    """How one edition does something that others do otherwise: one sentence, and the rule that says so."""

    text: str
    rule: str


class OtherEdition(NamedTuple):
    """Another edition, as far as learners mix it up with theirs."""

    title: str
    customs: Mapping[str, Custom]
    charts: Mapping[str, Callable[..., str | None]]


class ArmyPair(NamedTuple):
    """Two armies, and the settings they are played with: every key of the ruleset."""

    shooter: Any
    target: Any
    settings: Mapping[str, str]


class PlayedAttack(NamedTuple):
    """One attack, rolled: ``facts`` are the answers that were drawn for it."""

    shooter: Any
    target: Any
    facts: Mapping[str, Any]
    settings: Mapping[str, str]
    start: Any
    end: Any
    log: list[Entry]


class Source:
    """``pairs``: who can shoot at whom. ``own``: the learner named both lists, so only what they can meet is asked.

    Everything is drawn from ``random``: the same random numbers make the same questions. ``kind``, ``rule``: of what
    is asked; see `asked_for`. ``specials``: how many special rules a unit has, with those of its models and weapons.
    """

    kind = rule = ""
    most: int | None = None  # special rules of a unit, where there are simple ones; None: any

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
        self.plain: dict[tuple[int, int], list[Any]] = {}  # simple units, by the army and how simple
        self.ruleset, self.pairs, self.random, self.own = ruleset, tuple(pairs), random, own
        self.others = cache(others)

    def asked_for(self, kind: str, rule: str) -> Self:
        """The same, for questions of this kind about this rule."""
        other = copy(self)
        other.kind, other.rule = kind, rule
        return other

    @property
    def settings(self) -> Mapping[str, str]:
        """How these armies read the rules."""
        return self.pairs[0].settings if self.pairs else self.ruleset.defaults()

    def as_usual(self, *keys: str) -> None:
        """:raises NothingToAsk: one of these settings, whose default the words take for granted, is another one."""
        usual = self.ruleset.defaults()
        if any(self.settings[key] != usual[key] for key in keys):
            raise NothingToAsk

    # Drawing --------------------------------------------------------------------------------------------------------

    def one(self, things: Iterable[T]) -> T:
        return self.random.choice([*things])

    def weighed(self, things: Iterable[tuple[T, float]]) -> T | None:
        """One of the things by how much each weighs; None if there is none."""
        found = [(thing, weight) for thing, weight in things if weight > 0]
        if not found:
            return None
        return self.random.choices([thing for thing, _ in found], [weight for _, weight in found])[0]

    def units(self) -> Iterator[tuple[Any, Any, Mapping[str, str]]]:
        """Unit, the unit it shoots at, settings: drawn by chance, without end worth speaking of."""
        for _ in range(TRIES if self.pairs else 0):
            pair = self.random.choice(self.pairs)
            shooter, target = (self.random.choice(self.simple(army)) for army in (pair.shooter, pair.target))
            if not self.ruleset.why_cannot_meet(shooter, target):
                yield shooter, target, pair.settings

    def simple(self, army: Any) -> Sequence[Any]:
        """Its units with no more special rules than wanted; where there are none, the simplest."""
        if self.most is None:
            return army.units  # type: ignore[no-any-return]
        found = self.plain.setdefault((id(army), self.most), [])
        if not found:
            counts = [self.specials(unit) for unit in army.units]
            most = max(self.most, min(counts))
            found += [unit for unit, count in zip(army.units, counts, strict=True) if count <= most]
        return found

    def meeting(self, of: Callable[[Any, Any], Iterable[tuple[T, float]]], *fits: Callable[[T], bool]) -> T:
        """Something that meets something else, such as a weapon and a model, weighed by how often it will.

        :param of: attacker's unit, target's unit -> what meets, with its weight: shots, say
        :param fits: it must fit; where nothing does, the next of them; none: anything
        :raises NothingToAsk: nothing that fits can meet in any pair of these armies
        """
        for good in fits or (lambda thing: True,):
            for shooter, target, _ in self.units():
                found = self.weighed((thing, weight) for thing, weight in of(shooter, target) if good(thing))
                if found is not None:
                    return found
            for pair in self.pairs:  # what is too rare to be found by chance
                every = (
                    (a, b)
                    for a in pair.shooter.units
                    for b in pair.target.units
                    if not self.ruleset.why_cannot_meet(a, b)
                )
                found = self.weighed((thing, w) for a, b in every for thing, w in of(a, b) if good(thing))
                if found is not None:
                    return found
        raise NothingToAsk

    def found(self, of: Callable[[Any, Any], Iterable[tuple[T, float]]], *fits: Callable[[T], bool]) -> T | None:
        """The same; None where it may be made up, as no lists are named."""
        try:
            return self.meeting(of, *fits)
        except NothingToAsk:
            if self.own:
                raise
            return None

    def must_meet(self, of: Callable[[Any, Any], Iterable[tuple[T, float]]], fits: Callable[[T], bool]) -> None:
        """:raises NothingToAsk: the learner named both lists, and nothing that fits can meet in them."""
        if self.own:
            self.meeting(of, fits)

    def around(self, right: int, errors: Iterable[int], lowest: int = 0) -> list[int]:
        """Three wrong numbers, the errors first; how many are less than ``right`` is drawn, so place tells nothing."""
        known = [*errors]
        less = [n for n in dict.fromkeys((*known, right - 1, right - 2, right - 3)) if lowest <= n < right]
        more = [n for n in dict.fromkeys((*known, right + 1, right + 2, right + 3)) if n > right]
        kept = less[: self.random.randrange(4)]
        return [*kept, *more[: 3 - len(kept)]]

    # Attacks --------------------------------------------------------------------------------------------------------

    def attacks(
        self, fits: Callable[[Any, Any], bool] = lambda shooter, target: True, **facts: Any
    ) -> Iterator[PlayedAttack]:
        """Attacks of units that fit, one after the other, with facts drawn as the edition wants to see them drilled.

        ``facts``: answers that are not drawn.
        """
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
            except ValueError:  # facts drawn by chance that do not go together
                continue
            yield PlayedAttack(shooter, target, drawn, settings, start, end, table.log)

    # Questions ------------------------------------------------------------------------------------------------------

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
        """A question whose options are put in order: numbers by size, everything else by chance.

        :param wrong: the likeliest errors first; those that say the same as the right answer, or as each other, are
            dropped
        :param because: words alone are a reason of the rule that is asked about
        :param more: other reasons
        :param most: options in all
        :raises ValueError: there is nothing wrong to choose, so it is no question
        """
        options = {folded(str(right)): str(right)}
        for other in map(str, wrong):
            if len(options) < most:
                options.setdefault(folded(other), other)
        if len(options) < 2:
            raise ValueError(f"{text}: {right} is all there is to choose")
        listed = [*options.values()]
        self.random.shuffle(listed)
        sizes = {option: size(option) for option in listed}
        if None not in sizes.values():
            listed.sort(key=lambda option: sizes[option] or ())
        first = (Reason(because, self.rule),) if isinstance(because, str) else because
        told = tuple(sorted((facts or {}).items()))
        return Quiz(self.kind, text, tuple(listed), str(right), (*first, *more), self.rule, situation, cell, told)

    def elsewhere(self, chart: str, *inputs: Any) -> list[str]:
        """What the charts of this name in other editions say; charts that have no answer are left out."""
        found = (other.charts[chart](*inputs) for other in self.others() if chart in other.charts)
        return [answer for answer in found if answer is not None]


# Drills ---------------------------------------------------------------------------------------------------------------

Maker = Callable[[Source], Quiz]  # :raises NothingToAsk: the source has nothing to ask it about


class Drill(Record):
    """``maker`` gives questions about ``rule`` of this ``kind``."""

    kind: str
    rule: str
    maker: Maker
    common: int = 1  # how often it comes up at a table, against others of its kind; for what nobody has learned yet

    def make(self, source: Source) -> Quiz | None:
        """None if the source has nothing to ask it about."""
        asked = source.asked_for(self.kind, self.rule)
        for most in dict.fromkeys((source.most, None)):  # what no simple unit has is asked of others
            asked.most = most
            try:
                return self.maker(asked)
            except NothingToAsk:
                continue
        return None

    @property
    def level(self) -> int:
        return BY_KEY[self.kind].level

    @property
    def card(self) -> tuple[str, str]:
        """What tells the drills of an edition apart: rule, kind."""
        return self.rule, self.kind


class FirstLesson(Record):
    """Which attack is played, and what is said around it.

    ``attacker``, ``target``: name of a shipped list, name of a unit in it. ``answers``: what is answered in the attack,
    by key; the rest has its default. ``seed``: of its dice, chosen so that something happens at every stage.
    ``stages``: for each stage of the attack that comes about (as in ``Ruleset.stages``), what a newcomer must know
    before it: a few sentences. ``basics``: the rules that a newcomer is asked about first, here and in a drill.
    """

    attacker: tuple[str, str]
    target: tuple[str, str]
    answers: tuple[tuple[str, str], ...]
    seed: int
    opening: str
    stages: tuple[tuple[str, str], ...]
    closing: str
    basics: tuple[str, ...] = ()


# What an edition does otherwise than others, and a newcomer's first attack: read from its ``customs.toml``.

FILE = "customs.toml"


def read(package: str, shared: str = "", rule: Callable[[str], str] = str) -> tuple[Mapping[str, Custom], FirstLesson]:
    """The customs by their topics, and the first lesson, of the file beside the modules of ``package``.

    :param shared: the package whose customs it may share
    :param rule: the id of a rule that those name
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
        basics=tuple(lesson["basics"]),
    )
    every = page["customs"].items()
    return {
        topic: Custom(of.get("text") or texts[topic], of.get("rule") or rule(of["shared"])) for topic, of in every
    }, first
