"""One table for the tests of every edition: it answers questions from a script, and has one meaning.

A script is a list of ``(key of the question, answer)``, or of lists of such, in the order in which they are asked.

* An answer is a list of faces (dice picked up again follow after ``AGAIN``), a number, text as a person types it, a
  mapping for facts, or ``DEFAULT``. A fact that is not asked is a failure.
* A question that is next in the script gets its answer. Else it gets what is said of its key in ``facts`` or ``assumed``:
  ``facts`` must all be asked, ``assumed`` need not be.
* Any other question has its default, but ``NAMED`` ones do not, nor dice, nor those without one. Where ``ALL_NAMED`` is true,
  none has.
* A battle ends where such a question comes and the script is used up; where ``ENDS_AT_ONCE`` is true, at any question then.
  An attack goes to its end. Everything else is a failure that names the question, its place, and what the script still has.
* A script that is not used up is a failure. So is a question or a sentence that cites what is not in the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.odds import Ends, odds

DEFAULT, AGAIN = object(), ">"
Settings = Mapping[str, str] | None
Told = tuple[str, tuple[str, ...]]


class Enough(Exception):
    """The script of a battle is used up."""


class Played:
    """How it went: ``end`` is the last record, ``left`` the question that a battle's script has no answer for."""

    def __init__(self, table: Table, end: Any, left: Any = None) -> None:
        self.table, self.end, self.left = table, end, left

    @staticmethod
    def short(key: str) -> str:
        """The key as scripts have it."""
        return key

    @property
    def told(self) -> list[Told]:
        """What was told, with its rules."""
        return [(entry.text, entry.rules) for entry in self.table.log if entry.question is None]

    def told_of(self, rule: str = "") -> list[str]:
        """What was told of this rule, or everything."""
        return [text for text, rules in self.told if not rule or rule in rules]

    def said(self, words: str, rule: str = "") -> bool:
        """True if something with these words (of this rule) was told."""
        return any(words in text for text in self.told_of(rule))

    @property
    def asked(self) -> list[Entry]:
        """Every question with its answer."""
        return [entry for entry in self.table.log if entry.question is not None]

    @property
    def keys(self) -> list[str]:
        """The keys of all questions that were answered, in their order."""
        return [self.short(entry.question.key) for entry in self.asked if entry.question]

    @property
    def questions(self) -> list[Any]:
        """Every question, each with the parts of the facts that it asks for, and then the one that is left."""
        every: list[Any] = [entry.question for entry in self.asked] + ([self.left] if self.left is not None else [])
        return [one for question in every for one in (question, *getattr(question, "parts", ()))]

    @property
    def every_key(self) -> list[str]:
        """The keys of all of ``questions``."""
        return [self.short(question.key) for question in self.questions]

    @property
    def dice(self) -> list[str]:
        """The keys of all rolls, in their order."""
        return [entry.question.key for entry in self.asked if isinstance(entry.question, (Roll, Total))]

    def question(self, key: str, nth: int = 0) -> Any:
        """The question with this key, or the part of the facts that has it."""
        found = [one for one in self.questions if self.short(one.key) == key]
        assert len(found) > nth, f"{key} was not asked, only {', '.join(dict.fromkeys(self.every_key))}"
        return found[nth]

    def parts(self, key: str = "facts", nth: int = 0) -> list[str]:
        """Keys of the facts that were asked together."""
        return [part.key for part in self.question(key, nth).parts]

    def need(self, key: str = "hit:gun", nth: int = 0) -> int | None:
        return self.question(key, nth).need.target  # type: ignore[no-any-return]

    def because(self, key: str, nth: int = 0) -> list[tuple[str, str]]:
        """The reasons that a player sees for what a roll needs: (words, rule id)."""
        return [(reason.text, reason.rule) for reason in self.question(key, nth).need.because]

    def why(self, key: str = "hit:gun", nth: int = 0) -> dict[str, str]:
        """The reasons of a need: rule id -> words (of the last with this id)."""
        return {rule: text for text, rule in self.because(key, nth)}

    @property
    def battle(self) -> Any:
        """The battle as it stands, also in the middle of an attack."""
        return self.end if hasattr(self.end, "sides") else self.end.battle.value

    def unit_at(self, name: str) -> Any:
        """A unit of the battle as it stands."""
        return next(one for side in self.battle.sides for one in side.units if one.unit.value.name == name)

    def marks(self, name: str) -> list[str]:
        return [mark.name for mark in self.unit_at(name).marks]

    def standing(self, name: str) -> dict[str, list[int]]:
        """Wounds left of every model of a unit of the battle, by name."""
        unit = self.unit_at(name)
        return wounds_left((unit.unit.value.models[rank.kind][0].name, rank) for rank in unit.ranks)


def wounds_left(ranks: Iterable[tuple[str, Any]]) -> dict[str, list[int]]:
    """Wounds left of every model, by name, in the order in which they stand."""
    found: dict[str, list[int]] = {}
    for name, rank in ranks:
        found.setdefault(name, []).extend([rank.left] * rank.n)
    return found


class ScriptedTable:
    """A table of one edition; the module says how its script is read.

    An ``assumed`` key that ends with a colon stands for all keys that begin so.
    """

    RULESET: ClassVar[Ruleset]
    IDS: ClassVar[set[str]]  # of the rulebook
    PLAYED: ClassVar[type[Played]] = Played
    TABLE: ClassVar[type[Table]] = Table
    NAMED: ClassVar[tuple[str, ...]] = ()  # in a battle
    ALL_NAMED: ClassVar[bool] = False
    ENDS_AT_ONCE: ClassVar[bool] = False

    def __init__(
        self, script: Iterable[Any], facts: Mapping[str, Any] | None = None, assumed: Mapping[str, Any] | None = None
    ) -> None:
        steps = (step if isinstance(step, list) else [step] for step in script)
        self.steps: list[tuple[str, Any]] = [one for several in steps for one in several]
        self.facts, self.assumed = colons(facts or {}), assumed or {}
        self.used: set[str] = set()
        self.in_battle = False
        self.left: Question | None = None

    def attack(self, shooter: Any, target: Any, settings: Settings = None) -> Any:
        """An attack on its own, played to its end."""
        found = self.play(self.RULESET.attack, self.RULESET.begin_attack(shooter, target), settings)
        assert {*self.facts} <= self.used, f"never asked: {sorted({*self.facts} - self.used)}"
        return found

    def battle(self, mine: Any, theirs: Any, settings: Settings = None, turns: int | None = None) -> Any:
        """A battle, played until the script is used up; ``end`` is the record there."""
        self.in_battle = True
        return self.play(self.RULESET.battle, self.RULESET.begin_battle(mine, theirs, turns), settings)

    def play(self, sequence: Any, start: Any, settings: Settings) -> Any:
        table = self.TABLE(self)
        table.settings = self.RULESET.defaults() | dict(settings or {})
        try:
            end = play(sequence, start, table)
        except Enough:
            end = table.record
        assert not self.steps, f"never asked: {self.steps}"
        assert all(set(entry.rules) <= self.IDS for entry in table.log)
        return self.PLAYED(table, end, self.left)

    def __call__(self, question: Question, place: int) -> Any:
        self.check_cited(question)
        key = self.PLAYED.short(question.key)
        if self.steps and self.steps[0][0] == key:
            read = reading(question, self.one_throw(question, key) or self.steps[0][1])
            question.read(read)
            self.steps.pop(0)
            return read
        if key in self.facts:
            self.used.add(key)
            return reading(question, self.facts[key])
        if isinstance(question, Facts) and key == "facts" and self.facts:
            given = {
                part.key: self.facts[part.key]
                for part in (*question.parts, *question.unasked)
                if part.key in self.facts
            }
            self.used |= {*given}
            return reading(question, given)
        for known in (key, f"{key.partition(':')[0]}:"):
            if known in self.assumed:
                return reading(question, self.assumed[known])
        if (said := self.said_further_on(question, key)) is not None:
            question.read(said)
            return said
        if not self.steps and self.in_battle and (self.ENDS_AT_ONCE or self.must_be_named(question)):
            self.left = question
            raise Enough
        if self.must_be_named(question):
            has = f"has {self.steps}" if self.steps else "is used up"
            raise AssertionError(f"question {place}, {question.key}, is asked, but the script {has}: {question.text}")
        return question.default

    def one_throw(self, question: Any, key: str) -> list[int] | None:
        """The faces of one throw, if the script has them one after the other, without a second throw; else None. The
        last of them is left in it. Groups for which it has none are of no account: they show 1."""
        if not isinstance(question, Roll) or question.again:
            return None
        faces: list[int] = []
        taken = 0
        for known, said in self.steps:
            if (
                known.partition(":")[0] != key.partition(":")[0]
                or not isinstance(said, (list, tuple))
                or len(faces) + len(said) > question.dice
            ):
                break
            faces += said
            taken += 1
        if taken < 2 or not (question.groups or len(faces) == question.dice):
            return None
        self.steps[:taken] = [(key, faces)]
        return faces + [question.least] * (question.dice - len(faces))

    def must_be_named(self, question: Question) -> bool:
        """True if what the script does not say of this question is a failure."""
        named = self.in_battle and question.key in self.NAMED
        no_default = question.default is None and not isinstance(question, Facts)
        return self.ALL_NAMED or named or no_default or isinstance(question, (Roll, Total))

    def said_further_on(self, question: Any, key: str) -> Any:
        """What a later line of the script says of this question; None if nothing. Between turns nothing happened."""
        return [] if key == "since" else None

    def check_cited(self, question: Any) -> None:
        """Whatever a question cites is in the rulebook: its rules, its reasons, and those of closed options."""
        need, options = getattr(question, "need", None), getattr(question, "options", ())
        reasons = [*(need.because if need else ()), *(reason for option in options for reason in option.closed)]
        cited = {*question.rules, *(reason.rule for reason in reasons)}
        assert cited, f"{question.key} cites nothing"
        assert cited <= self.IDS, f"{question.key} cites {cited - self.IDS}"
        for part in getattr(question, "parts", ()):
            self.check_cited(part)


def reading(question: Any, answer: Any) -> Any:
    """An answer of a script as the table reads it."""
    if answer is DEFAULT:
        return question.default
    if isinstance(question, (Roll, Total)) and isinstance(answer, (list, tuple)):
        at = answer.index(AGAIN) if AGAIN in answer else len(answer)
        return {"first": [*answer[:at]], "again": [*answer[at + 1 :]]}
    if isinstance(question, (Roll, Total)) and isinstance(answer, int):
        return {"sum": answer} if isinstance(question, Total) else {"first": [answer]}
    if isinstance(question, Facts):
        parts = {part.key: part for part in question.parts}
        parts |= {key: part for key in answer if (part := question.unasked_part(key))}
        for key in answer:
            assert key in parts, f"{question.key}: {key} is not asked, only {', '.join(parts)}"
        return {key: reading(parts[key], value) for key, value in answer.items()}
    return parse(question, answer) if isinstance(answer, str) else answer


def colons(facts: Mapping[str, Any]) -> dict[str, Any]:
    """``cover__Nob`` as ``cover:Nob``."""
    return {key.replace("__", ":"): value for key, value in facts.items()}


def closed(question: Choose, value: str) -> list[tuple[str, str]]:
    """Why this option is closed: (words, rule id); empty if it is open."""
    option = next(option for option in question.options if option.value == value)
    return [(reason.text, reason.rule) for reason in option.closed]


def closed_by(question: Choose, value: str) -> list[str]:
    """The rules for which this option is closed; [] if it is open."""
    return [rule for _, rule in closed(question, value)]


def refused(question: Any, answer: Any) -> str:
    """The words with which the answer is refused; fails if it is not."""
    try:
        question.read(reading(question, answer))
    except BadAnswer as error:
        return str(error)
    raise AssertionError(f"{question.key} takes {answer!r}")


# Exact odds ----------------------------------------------------------------------------------------------------------


def exact(ruleset: Ruleset, shooter: Any, target: Any, settings: Settings = None, **facts: Any) -> Ends:
    """The exact ends of an attack. Facts that are never asked are a failure."""
    given = Preset(colons(facts), raise_missing)
    start, known = ruleset.begin_attack(shooter, target), ruleset.defaults() | dict(settings or {})
    found = odds(ruleset.attack, start, given, exact=True, settings=known)
    assert not given.unused(), f"never asked: {given.unused()}"
    return found


def average(law: Mapping[Any, Fraction]) -> Fraction:
    return sum((n * p for n, p in law.items()), Fraction())


class ExactOdds:
    """What an attack comes to, exactly. ``target``: at whom is shot where only hits or shots are counted."""

    def __init__(self, ruleset: Ruleset, hit: type, shot: type, target: Any) -> None:
        self.ruleset, self.hit, self.shot, self.target = ruleset, hit, shot, target

    def ends(self, shooter: Any, target: Any, settings: Settings = None, **facts: Any) -> Ends:
        return exact(self.ruleset, shooter, target, settings, **facts)

    def chances(
        self,
        shooter: Any,
        target: Any,
        value: str | Callable[[Any], Any] = "damage",
        settings: Settings = None,
        **facts: Any,
    ) -> dict[Any, Fraction]:
        """The chance of each value of a measure at the end of an attack."""
        measure = self.ruleset.measures[value] if isinstance(value, str) else value
        return self.ends(shooter, target, settings, **facts).measure(measure)

    def mean(
        self, shooter: Any, target: Any, value: str = "damage", settings: Settings = None, **facts: Any
    ) -> Fraction:
        return average(self.chances(shooter, target, value, settings, **facts))

    def hits(self, shooter: Any, target: Any = None, settings: Settings = None, **facts: Any) -> Fraction:
        """How many hits there are on average; with one shot, the chance of one."""
        return Fraction(self.ends(shooter, target or self.target, settings, **facts).expected.get(self.hit, 0))

    def shots(self, shooter: Any, target: Any = None, settings: Settings = None, **facts: Any) -> Fraction:
        """How many shots there are on average."""
        return Fraction(self.ends(shooter, target or self.target, settings, **facts).expected.get(self.shot, 0))
