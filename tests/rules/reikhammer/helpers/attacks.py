"""Formations, weapons, scripts and odds for tests of Reikhammer.

A script is a list of ``(key of the question, answer)``. All dice must come in its order, and it must be used up; what is
not in it and has a default gets its default. An answer is a list of faces, a number, text as a person types it, or a
mapping for facts. The facts of an attack on its own are keywords.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.odds import Ends, odds
from shoot_cli.rules.reikhammer import ATTACK, BATTLE, RULESET
from shoot_cli.rules.reikhammer.profiles import ASSAULT_WEAPON, SMALL_ARMS, Army, Model, Unit, Weapon
from shoot_cli.rules.reikhammer.records import Battle, BattleUnit, Hit, Shot
from shoot_cli.rules.reikhammer.rulebook import RULES
from shoot_cli.rules.reikhammer.steps.attack import new_attack
from shoot_cli.rules.reikhammer.steps.turns import new_battle

F = Fraction
IDS = {rule.id for rule in RULES}
MUST_BE_SAID = ("unit", "action", "target", "next turn")  # in a battle
Row = tuple[Model, int]
Settings = Mapping[str, str] | None

# Formations ----------------------------------------------------------------------------------------------------------


def gun(name: str = "gun", range: int = 24, macro: tuple[str, ...] = (), **values: int) -> Weapon:
    """AP 4 unless ``values`` (AP, AT, AA) say otherwise."""
    said = values or {"AP": 4}
    return Weapon(name, range, said.get("AP"), said.get("AT"), said.get("AA"), macro=macro)


def mortar(bp: int, name: str = "mortar", range: int = 30) -> Weapon:
    return Weapon(name, range, bp=bp)


PISTOLS = Weapon("pistols", 2, ap=3, assault=SMALL_ARMS)
BLADES = Weapon("blades", 0, assault=ASSAULT_WEAPON)


def units(name: str, n: int = 1, *weapons: Weapon, type: str = "INF", armour: int = 3, **stats: Any) -> Row:
    """``n`` units of infantry, armour 3, integrity 1, ammo without end, unless it is said otherwise."""
    return Model(name, type, armour, weapons=weapons, **stats), n


def formation(name: str, *rows: Row, rating: int = 4) -> Unit:
    return Unit(name, rows, rating)


def shooters(*weapons: Weapon, n: int = 1, name: str = "Shooters", rating: int = 4, **stats: Any) -> Unit:
    """Alike units, each with all these weapons."""
    return formation(name, units("Gunner", n, *(weapons or (gun(),)), **stats), rating=rating)


def targets(n: int = 5, name: str = "Targets", rating: int = 4, **stats: Any) -> Unit:
    return formation(name, units("Target", n, **stats), rating=rating)


def mixed(*types: str, integrity: int = 1, armour: int = 3) -> Unit:
    """One unit of each type, called by it."""
    return formation("Mixed", *(units(type, type=type, integrity=integrity, armour=armour) for type in types))


def army(name: str, *formations: Unit, strategy: int = 1) -> Army:
    return Army("reikhammer", name, formations, strategy)


# Scripts -------------------------------------------------------------------------------------------------------------


class Enough(Exception):
    """The script of a battle is used up."""


class Played:
    """How it went: ``end`` is the last record, ``left`` the question that a battle's script has no answer to."""

    def __init__(self, table: Table, end: Any, left: Any = None) -> None:
        self.table, self.end, self.left = table, end, left

    @property
    def asked(self) -> list[Entry]:
        return [entry for entry in self.table.log if entry.question is not None]

    @property
    def dice(self) -> list[str]:
        """The keys of all rolls, in their order."""
        return [entry.question.key for entry in self.asked if isinstance(entry.question, (Roll, Total))]

    @property
    def keys(self) -> list[str]:
        return [entry.question.key for entry in self.asked if entry.question]

    def told(self, rule: str = "") -> list[str]:
        """What was told of this rule, or everything."""
        entries = [entry for entry in self.table.log if entry.question is None]
        return [entry.text for entry in entries if not rule or rule in entry.rules]

    def said(self, words: str, rule: str = "") -> bool:
        """True if something with these words (of this rule) was told."""
        return any(words in text for text in self.told(rule))

    def question(self, key: str, nth: int = 0) -> Any:
        """The question with this key, or the part of the facts that has it."""
        every = [entry.question for entry in self.asked] + ([self.left] if self.left is not None else [])
        parts = [part for one in every for part in (one.parts if isinstance(one, Facts) else ())]
        found = [one for one in (*every, *parts) if one.key == key]
        assert len(found) > nth, f"{key} was not asked, only {', '.join(self.keys)}"
        return found[nth]

    def need(self, key: str = "hit:gun", nth: int = 0) -> int | None:
        return self.question(key, nth).need.target  # type: ignore[no-any-return]

    def rolled(self, key: str = "hit:gun", nth: int = 0) -> int:
        """How many dice."""
        return self.question(key, nth).dice  # type: ignore[no-any-return]

    def why(self, key: str = "hit:gun", nth: int = 0) -> dict[str, str]:
        """The reasons of a need: rule id -> words (of the last with this id)."""
        return {reason.rule: reason.text for reason in self.question(key, nth).need.because}

    @property
    def fired(self) -> list[str]:
        """Who of the shooting formation fired."""
        return [gunner.name for gunner in self.end.gunners if gunner.fired]

    @property
    def suppressed(self) -> list[str]:
        return [gunner.name for gunner in self.end.gunners if gunner.suppressed]

    @property
    def left_of(self) -> list[int]:
        """Integrity left of each of the target's units."""
        return [piece.left for piece in self.end.pieces]

    @property
    def struck(self) -> dict[str, int]:
        """Dice rolled to save, by unit."""
        found: dict[str, int] = {}
        for entry in self.asked:
            if isinstance(entry.question, Roll) and entry.question.key.startswith("save:"):
                name = entry.question.key.removeprefix("save:")
                found[name] = found.get(name, 0) + entry.question.dice
        return found


class Script:
    def __init__(self, steps: tuple[Any, ...], facts: Mapping[str, Any], in_battle: bool) -> None:
        flat: list[tuple[str, Any]] = []
        for step in steps:
            flat += step if isinstance(step, list) else [step]
        self.steps, self.facts, self.in_battle = flat, facts, in_battle
        self.used: set[str] = set()

    def __call__(self, question: Question, place: int) -> Any:
        check_ids(question)
        if self.steps and self.steps[0][0] == question.key:
            return reading(question, self.steps.pop(0)[1])
        if isinstance(question, Facts):
            self.used |= {part.key for part in question.parts}
            return reading(question, self.facts if question.key == "facts" else {})
        if question.key in self.facts:
            self.used.add(question.key)
            return reading(question, self.facts[question.key])
        if question.default is not None and not (self.in_battle and question.key in MUST_BE_SAID):
            return question.default
        if not self.steps and self.in_battle:
            raise Enough
        wanted = self.steps[0][0] if self.steps else "nothing"
        raise AssertionError(f"the script has {wanted}, but {question.key} is asked: {question.text}")


def check_ids(question: Any) -> None:
    """Whatever a question cites must be in the rulebook: its rules, its reasons, and those of closed options."""
    need, options = getattr(question, "need", None), getattr(question, "options", ())
    reasons = [*(need.because if need else ()), *(reason for option in options for reason in option.closed)]
    cited = [*question.rules, *(reason.rule for reason in reasons)]
    assert cited, question.key
    assert set(cited) <= IDS, cited


def reading(question: Question, answer: Any) -> Any:
    if isinstance(question, (Roll, Total)) and isinstance(answer, list):
        return {"first": answer}
    if isinstance(question, Facts):
        parts = {part.key: part for part in question.parts}
        answer = {key: value for key, value in answer.items() if key in parts}
        return {key: reading(parts[key], value) for key, value in answer.items()}
    return parse(question, answer) if isinstance(answer, str) else answer


def attack(shooter: Unit, target: Unit, *script: Any, settings: Settings = None, **facts: Any) -> Played:
    """An attack on its own, played to its end. ``value__gun`` is the answer to ``value:gun``."""
    return run(ATTACK, new_attack(shooter, target), script, colons(facts), settings, False)


def battle(
    mine: Army | Unit, theirs: Army | Unit, *script: Any, settings: Settings = None, turns: int | None = None
) -> Played:
    """A battle, played until the script is used up; ``left`` is the question then asked, ``end`` the record there."""
    first, second = (
        one if isinstance(one, Army) else army(name, one) for one, name in ((mine, "Mine"), (theirs, "Theirs"))
    )
    return run(BATTLE, new_battle(first, second, turns), script, {}, settings, True)


def run(
    sequence: Any, start: Any, script: tuple[Any, ...], facts: Mapping[str, Any], settings: Settings, in_battle: bool
) -> Played:
    said = Script(script, facts, in_battle)
    left: list[Question] = []

    def answer(question: Question, place: int) -> Any:
        try:
            return said(question, place)
        except Enough:
            left.append(question)
            raise

    table = Table(answer)
    table.settings = RULESET.defaults() | dict(settings or {})
    try:
        end = play(sequence, start, table)
    except Enough:
        return Played(table, table.record, left[0])
    assert not said.steps, f"never asked: {said.steps}"
    assert {*facts} <= said.used, f"never asked: {sorted({*facts} - said.used)}"
    return Played(table, end)


def colons(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key.replace("__", ":"): value for key, value in facts.items()}


# Battles -------------------------------------------------------------------------------------------------------------

FIRST = [("strategy:1", [6]), ("strategy:2", [1])]  # the first side chooses, and goes first
PASS = ("unit", "nothing more this turn")
RETAIN = ("unit", "retain the initiative")


def act(unit: str, action: str, *more: Any, test: int | None = 1) -> list[Any]:
    """A formation takes an action; ``test``: the die of its action test, None where none is rolled."""
    rolled = [] if test is None else [("action test", [test])]
    found: list[Any] = [("unit", unit), ("action", action), *rolled]
    for step in more:
        found += step if isinstance(step, list) else [step]
    return found


def state(of: str, what: str, *more: tuple[str, Any]) -> list[tuple[str, Any]]:
    """What the players report of a formation."""
    return [("unit", "a formation's state"), ("state of", of), ("state", what), *more]


def closed(question: Choose, value: str) -> list[str]:
    """The rules for which this option is closed; [] if it is open."""
    option = next(option for option in question.options if option.value == value)
    return [reason.rule for reason in option.closed]


def battle_at(played: Played) -> Battle:
    record = played.end
    return record if isinstance(record, Battle) else record.battle.value


def company(played: Played, name: str) -> BattleUnit:
    """A formation of the battle as it stands."""
    found: BattleUnit = next(c for side in battle_at(played).sides for c in side.units if c.unit.value.name == name)
    return found


# Exact odds ----------------------------------------------------------------------------------------------------------


def ends(shooter: Unit, target: Unit, settings: Settings = None, **facts: Any) -> Ends:
    known = RULESET.defaults() | dict(settings or {})
    given = Preset(colons(facts), raise_missing)
    found = odds(ATTACK, new_attack(shooter, target), given, exact=True, settings=known)
    assert not given.unused(), f"never asked: {given.unused()}"
    return found


def chances(
    shooter: Unit,
    target: Unit,
    value: str | Callable[[Any], Any] = "damage",
    settings: Settings = None,
    **facts: Any,
) -> dict[Any, Fraction]:
    """The chance of each value of a measure at the end of an attack."""
    measure = RULESET.measures[value] if isinstance(value, str) else value
    return ends(shooter, target, settings, **facts).measure(measure)


def mean(shooter: Unit, target: Unit, value: str = "damage", settings: Settings = None, **facts: Any) -> Fraction:
    return sum((k * p for k, p in chances(shooter, target, value, settings, **facts).items()), F(0))


def hits(shooter: Unit, target: Unit | None = None, settings: Settings = None, **facts: Any) -> Fraction:
    """How many hits there are on average; with one shot, the chance of one."""
    return F(ends(shooter, target or targets(), settings, **facts).expected.get(Hit, 0))


def shots(shooter: Unit, target: Unit | None = None, settings: Settings = None, **facts: Any) -> Fraction:
    """How many shots there are on average."""
    return F(ends(shooter, target or targets(), settings, **facts).expected.get(Shot, 0))


def refusal(shooter: Unit, target: Unit, settings: Settings = None, **facts: Any) -> str:
    """The words with which these facts are refused; fails if they are not."""
    try:
        attack(shooter, target, settings=settings, **facts)
    except BadAnswer as error:
        return str(error)
    raise AssertionError("it is allowed")
