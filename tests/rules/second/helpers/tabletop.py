"""A table to test the 2nd edition on: scripts of answers that must be used up, and exact chances.

A script is a list of ``(key of the question, answer)`` in the order in which they are asked. Keys go without the name
that stands after their colon: ``hit`` is ``hit:boltgun``. Answers are faces, numbers, names, mappings for facts, or
``DEFAULT``; of dice with named sides the names. Questions in ``ASSUMED`` need not be in the script.
In a battle all weapons are declared before any is fired: they are found further down in the script of the attack, and
what is said of how they fire in their facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.odds import odds
from shoot_cli.rules.second import ATTACK, BATTLE, RULESET
from shoot_cli.rules.second.fields import armoury
from shoot_cli.rules.second.profiles import Army, Unit, Weapon
from shoot_cli.rules.second.records import Battle, Burst, Hit
from shoot_cli.rules.second.rulebook import RULES
from shoot_cli.rules.second.steps.allocation import allot
from shoot_cli.rules.second.steps.attack import new_attack
from shoot_cli.rules.second.steps.summary import begun_of
from shoot_cli.rules.second.steps.turns import new_battle

DEFAULT, AGAIN = object(), ">"
IDS = {rule.id for rule in RULES}
ASSUMED: dict[str, Any] = {"attacker_state": "ready", "in_arc": "inside"}
Steps = list[tuple[str, Any]]


def printed(name: str) -> Weapon:
    """A weapon of the armoury; ``"missile launcher (krak)"`` is one mode."""
    of, _, mode = name.partition(" (")
    found = armoury()[plain_name(of)]
    return next(weapon for weapon in found if not mode or weapon.name == name)


class Said(dict[str, Any]):
    """Facts of one weapon that are not as proposed."""

    weapon = ""


def fire(weapon: str, **facts: Any) -> Steps:
    """Picking a weapon, with the facts that are not as proposed."""
    said = Said(facts)
    said.weapon = weapon
    return [("weapon", weapon), ("facts", said)]


class Enough(Exception):
    """The script of a battle is used up."""


class Counting(Table):
    """:ivar hits: on models that are wounded, as many as were shared out among them"""

    hits = 0

    def enter_step(self, step: Any, record: Any) -> None:
        super().enter_step(step, record)
        if step is allot:
            self.hits += sum(n * getattr(thing, "size", 1) for thing, n in record.pool if type(thing) in (Hit, Burst))


class Played:
    """How it went: ``end`` is the last record, ``left`` what was asked when the script was used up."""

    def __init__(self, table: Counting, end: Any, left: Question | None = None) -> None:
        self.table, self.end, self.left = table, end, left

    @property
    def asked(self) -> list[Entry]:
        return [entry for entry in self.table.log if entry.question is not None]

    @property
    def keys(self) -> list[str]:
        return [short(entry.question.key) for entry in self.asked if entry.question is not None]

    def said(self, words: str, rule: str = "") -> bool:
        """True if something with these words (of this rule) was told."""
        told = [entry for entry in self.table.log if entry.question is None]
        return any(words in entry.text and (not rule or rule in entry.rules) for entry in told)

    def question(self, key: str, nth: int = 0) -> Any:
        """The question with this key, or the part of facts that has it."""
        every: list[Any] = [entry.question for entry in self.asked] + ([self.left] if self.left is not None else [])
        parts = [part for one in every if isinstance(one, Facts) for part in one.parts]
        found = [one for one in (*every, *parts) if short(one.key) == key]
        assert len(found) > nth, f"{key} was not asked"
        return found[nth]

    def parts(self, nth: int = 0) -> list[str]:
        """Keys of the facts that were asked together."""
        return [part.key for part in self.question("facts", nth).parts]

    def reasons(self, key: str, nth: int = 0) -> dict[str, str]:
        """Why a roll needs what it needs: words by rule; the last of a rule that has several."""
        return {reason.rule: reason.text for reason in self.question(key, nth).need.because}

    def alive(self) -> dict[str, list[int]]:
        """Wounds left of every model of the target of an attack, by name."""
        found: dict[str, list[int]] = {}
        for rank in self.end.ranks:
            found.setdefault(rank.kind.name, []).extend([rank.left] * rank.n)
        return found


def short(key: str) -> str:
    return key.partition(":")[0]


def checked(question: Any) -> None:
    """Whatever a question cites is in the rulebook."""
    need, options = getattr(question, "need", None), getattr(question, "options", ())
    reasons = [*(need.because if need else ()), *(reason for option in options for reason in option.closed)]
    cited = [*question.rules, *(reason.rule for reason in reasons)]
    assert cited, question.key
    assert set(cited) <= IDS, question.key
    for part in getattr(question, "parts", ()):
        checked(part)


class Script:
    def __init__(self, steps: tuple[Any, ...], assumed: Mapping[str, Any], battle: bool) -> None:
        self.steps = [one for step in steps for one in (step if isinstance(step, list) else [step])]
        self.assumed, self.battle, self.left = assumed, battle, None

    def __call__(self, question: Any, place: int) -> Any:
        key = short(question.key)
        checked(question)
        if (not self.steps or self.steps[0][0] != key) and key in self.assumed:
            return reading(question, self.assumed[key])
        if self.battle and key in ("weapon", "declare") and (not self.steps or self.steps[0][0] != key):
            said = self.ahead(question, key)
            if said is not None:
                return said
        if self.battle and self.steps and self.steps[0] == ("facts", {}) and key != "facts":
            self.steps.pop(0)  # of some weapons there is nothing left to say
        if not self.steps:
            if not self.battle:
                raise AssertionError(f"the script is used up, but {question.key} is asked: {question.text}")
            self.left = question
            raise Enough
        wanted, answer = self.steps[0]
        assert wanted == key, f"the script has {wanted}, but {question.key} is asked: {question.text}"
        read = reading(question, answer)
        question.read(read)
        self.steps.pop(0)
        return read

    def ahead(self, question: Any, key: str) -> Any:
        """What the rest of this attack's script says of a weapon that is declared; None if nothing."""
        weapon = question.key.partition(":")[2]
        for place, (name, answer) in enumerate(self.steps):
            if name in ("unit", "target"):
                break
            if key == "weapon" and name == "weapon":
                return reading(question, self.steps.pop(place)[1])
            if key == "declare" and isinstance(answer, Said) and answer.weapon == weapon:
                asked = {part.key for part in question.parts}
                rest = Said({part: value for part, value in answer.items() if part not in asked})
                self.steps[place] = (name, rest)
                return reading(question, {part: value for part, value in answer.items() if part in asked})
        return None


def reading(question: Question, answer: Any) -> Any:
    if answer is DEFAULT:
        return question.default
    if isinstance(question, Roll) and isinstance(answer, list):
        names = list(answer)
        at = names.index(AGAIN) if AGAIN in names else len(names)
        return {"first": names[:at], "again": names[at + 1 :]}
    if isinstance(question, Total):
        return {"sum": answer} if isinstance(answer, int) else {"first": answer}
    if isinstance(question, Facts):
        parts = {part.key: part for part in question.parts}
        for key in answer:
            assert key in parts, f"{key} is not asked, only {', '.join(parts)}"
        return {key: reading(parts[key], value) for key, value in answer.items()}
    return parse(question, answer) if isinstance(answer, str) else answer


def attack(
    shooter: Unit, target: Unit, *script: Any, distance: float = 12, settings: Mapping[str, str] | None = None
) -> Played:
    """An attack on its own, played by a script to its end."""
    return run(ATTACK, new_attack(shooter, target), script, ASSUMED | {"distance": distance}, settings, False)


def battle(
    mine: Army, theirs: Army, *script: Any, distance: float = 12, settings: Mapping[str, str] | None = None
) -> Played:
    """A battle, played until the script is used up; the first army has the first turn, nobody is on overwatch."""
    start = new_battle(mine, theirs, None)
    assumed = ASSUMED | {"first turn": start.sides[0].name, "distance": distance, "overwatch": [], "nearer": []}
    return run(BATTLE, start, script, assumed, settings, True)


def run(
    sequence: Any, start: Any, script: tuple[Any, ...], assumed: Mapping[str, Any],
    settings: Mapping[str, str] | None, is_battle: bool,
) -> Played:  # fmt: skip
    answers = Script(script, assumed, is_battle)
    table = Counting(answers)
    table.settings = RULESET.defaults() | dict(settings or {})
    try:
        end = play(sequence, start, table)
    except Enough:
        return Played(table, table.record, answers.left)
    assert not answers.steps, f"never asked: {answers.steps}"
    assert all(set(entry.rules) <= IDS for entry in table.log)
    return Played(table, end)


def army(name: str, *units: Unit) -> Army:
    return Army("40k-2e", name, units)


def company(played: Played, name: str) -> Any:
    """A unit of the battle as it stands."""
    record = played.end
    b = record if isinstance(record, Battle) else begun_of(record).battle
    return next(c for side in b.sides for c in side.units if c.unit.value.name == name)


def marks(played: Played, name: str) -> list[str]:
    return [mark.name for mark in company(played, name).marks]


def closed(question: Choose, value: str) -> list[tuple[str, str]]:
    """Why this option is closed: (words, rule id); empty if it is open."""
    option = next(option for option in question.options if option.value == value)
    return [(reason.text, reason.rule) for reason in option.closed]


def refused(question: Question, answer: Any) -> str:
    """The words with which the answer is refused; fails if it is not."""
    try:
        question.read(answer)
    except BadAnswer as error:
        return str(error)
    raise AssertionError(f"{question.key} takes {answer!r}")


def chances(
    shooter: Unit, target: Unit, measure: str = "slain", settings: Mapping[str, str] | None = None, **facts: Any
) -> dict[int, Fraction]:
    """The chance of each value of a measure at the end of an attack."""
    given = Preset({"distance": 12} | facts, raise_missing)
    ends = odds(
        ATTACK, new_attack(shooter, target), given, exact=True, settings=RULESET.defaults() | dict(settings or {})
    )
    found: dict[int, Fraction] = ends.measure(RULESET.measures[measure])
    assert sum(found.values()) == 1
    return found


def mean(law: Mapping[int, Fraction]) -> Fraction:
    return sum((n * p for n, p in law.items()), Fraction())
