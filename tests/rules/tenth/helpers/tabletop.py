"""A table to test the 10th edition on: units written short, attacks as players ask for them, scripted battles.

``worked`` and ``refusal`` go the way of ``shoot odds``; ``attack`` and ``battle`` play a script, a list of
``(key of the question, answer)`` in the order in which they come. Dice, units and targets must all be in the script; a
decision that is not next in it is answered as proposed, distances are ``distance``. The script must be used up: an
attack then is at its end, a battle at the next unit, target or roll, which is ``left``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.analysis.single_attack import of_scenario, worked_out
from shoot_cli.armies import Scenario
from shoot_cli.armies.fields import armour_of, saves_of
from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.signals import InputError
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Missing, Preset, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.fields import attached, finish_unit, make_model, make_weapon
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit, Weapon, amount_of
from shoot_cli.rules.datasheets.records import BattleUnit, battle_in
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.rulebook import RULES

AGAIN = ">"  # faces after it are of dice that were rolled again
IDS = {rule.id for rule in RULES}
Law = dict[int, Fraction]

# Units ---------------------------------------------------------------------------------------------------------------


def gun(name: str = "gun", *abilities: str, of: str = "", **values: Any) -> Weapon:
    """A weapon from values as printed: 24", A1 BS3+ S4 AP0 D1 unless ``values`` says otherwise (``A="D6"``)."""
    stats = {"range": 24, "A": 1, "BS": 3, "S": 4, "AP": 0, "D": 1} | values
    stats |= {key: amount_of(str(stats[key])) for key in ("A", "D")}
    return make_weapon(ABILITIES, name, stats, [made for text in abilities if (made := ABILITIES.of_weapon(text))], of)


def kind(
    name: str,
    n: int = 1,
    *weapons: Weapon,
    has: tuple[str, ...] = (),
    keywords: tuple[str, ...] = ("INFANTRY",),
    character: bool = False,
    leader: bool = False,
    lost: int = 0,
    **stats: Any,
) -> tuple[Model, int]:
    """``n`` models: T4 W2 Sv3+ unless ``stats`` says otherwise (``Sv="2+/4++"``, ``FNP=5``)."""
    values = {"T": 4, "W": 2, "Sv": "3+"} | stats
    values["Sv"] = saves_of(values["Sv"], armour_of)
    found = [made for text in has if (made := ABILITIES.of_unit(text))]
    return make_model(ABILITIES, name, values, found, keywords, weapons, character, leader, lost), n


def squad(name: str, *models: tuple[Model, int]) -> Unit:
    return finish_unit(name, list(models))


def shooters(n: int, *weapons: Weapon, name: str = "Shooters", **stats: Any) -> Unit:
    """Models that all carry these weapons."""
    return squad(name, kind("Shooter", n, *weapons, **stats))


def targets(n: int = 1, name: str = "Targets", **stats: Any) -> Unit:
    """Models without weapons; soft unless ``stats`` says otherwise: T4 W1, no save."""
    return squad(name, kind("Target", n, **({"W": 1, "Sv": "-"} | stats)))


def tank(*weapons: Weapon, name: str = "Tank", **stats: Any) -> Unit:
    stats = {"T": 10, "W": 12, "keywords": ("VEHICLE",)} | stats
    return squad(name, kind(name, 1, *weapons, **stats))


def led(bodyguard: Unit, *leaders: Unit) -> Unit:
    """An Attached unit."""
    return attached(bodyguard, list(leaders))


def army(name: str, *units: Unit) -> Army:
    return Army("40k-10e", name, units)


# Odds, as players ask for them ---------------------------------------------------------------------------------------


def worked(shooter: Unit, target: Unit, **said: Any) -> dict[str, Any]:
    """What ``shoot odds --json --fractions`` says of this scenario."""
    answers = tuple((key, {True: "yes", False: "no"}.get(value, str(value))) for key, value in said.items())
    return worked_out(of_scenario(Scenario("40k-10e", shooter, target, answers), {}), True)[0]


def refusal(shooter: Unit, target: Unit, **said: Any) -> str:
    """The sentence with which it says no; fails if it works it out."""
    try:
        worked(shooter, target, **said)
    except (InputError, BadAnswer, Missing) as error:
        return str(error)
    raise AssertionError(f"{shooter.name} may shoot at {target.name} with {said}")


def law(shooter: Unit, target: Unit, measure: str = "slain", **said: Any) -> Law:
    """The exact chance of each number slain, of wounds lost ("damage"), or of another measure of the edition."""
    known = {setting.key for setting in RULESET.settings}
    settings = RULESET.defaults() | {key: value for key, value in said.items() if key in known}
    given = Preset({key.replace("__", ":"): value for key, value in said.items() if key not in known}, raise_missing)
    ends = odds(RULESET.attack, RULESET.begin_attack(shooter, target), given, settings=settings, exact=True)
    return {value: chance for value, chance in ends.measure(RULESET.measures[measure]).items() if chance}


def mean(found: Law) -> Fraction:
    return sum((n * chance for n, chance in found.items()), Fraction(0))


def times(n: int, one: Law) -> Law:
    """The sum of ``n`` independent numbers."""
    found: Law = {0: Fraction(1)}
    for _ in range(n):
        after: Law = {}
        for a, p in found.items():
            for b, q in one.items():
                after[a + b] = after.get(a + b, Fraction(0)) + p * q
        found = after
    return found


# Scripts -------------------------------------------------------------------------------------------------------------


class Enough(Exception):
    """The script of a battle is used up."""


class Played:
    """How it went: ``end`` is the last record, ``left`` the question that the script has no answer for."""

    def __init__(self, table: Table, end: Any, left: Question | None = None) -> None:
        self.log: list[Entry] = list(table.log)
        self.end, self.left = end, left

    def said(self, words: str, rule: str) -> bool:
        """True if something with these words was told, with this rule."""
        return any(words in one.text and rule in one.rules for one in self.log if one.question is None)

    @property
    def asked(self) -> list[Any]:
        """Every question, and the parts of those that ask for facts."""
        found: list[Any] = [entry.question for entry in self.log if entry.question is not None]
        found += [self.left] if self.left is not None else []
        return [one for question in found for one in (question, *getattr(question, "parts", ()))]

    @property
    def keys(self) -> list[str]:
        return [question.key for question in self.asked]

    def question(self, key: str, nth: int = 0) -> Any:
        found = [question for question in self.asked if question.key == key]
        assert len(found) > nth, f"{key} was not asked, only {', '.join(dict.fromkeys(self.keys))}"
        return found[nth]

    def because(self, key: str, nth: int = 0) -> list[tuple[str, str]]:
        """The reasons that a player sees for what a roll needs: (words, rule id)."""
        return [(reason.text, reason.rule) for reason in self.question(key, nth).need.because]

    def unit_at(self, name: str) -> BattleUnit:
        """A unit of the battle as it stands."""
        return next(one for side in battle_in(self.end).sides for one in side.units if one.unit.value.name == name)

    def wounds(self, name: str = "") -> dict[str, list[int]]:
        """Wounds left of each model, by name: of the target, or of a unit of the battle."""
        found: dict[str, list[int]] = {}
        if not name:
            for rank in self.end.line.standing():
                found.setdefault(rank.kind.name, []).extend([rank.left] * rank.n)
            return {kind: sorted(left) for kind, left in found.items()}
        unit = self.unit_at(name)
        for rank in unit.ranks:
            found.setdefault(unit.unit.value.models[rank.kind][0].name, []).extend([rank.left] * rank.n)
        return {kind: sorted(left) for kind, left in found.items()}


MUST = ("unit", "target")  # a script says these, or it ends there


class Script:
    def __init__(
        self, steps: tuple[tuple[str, Any], ...], distance: float, battle: bool, ids: set[str] | None = None
    ) -> None:
        self.steps, self.distance, self.battle, self.ids = [*steps], distance, battle, ids or IDS

    def __call__(self, question: Question, place: int) -> Any:
        check_ids(question, self.ids)
        if self.steps and self.steps[0][0] == question.key:
            _, answer = self.steps.pop(0)
            read = reading(question, answer)
            question.read(read)
            return read
        if question.key == "distance":
            return self.distance
        if question.key not in MUST and not isinstance(question, Roll | Total):
            return question.default
        if self.steps:
            raise AssertionError(f"the script has {self.steps[0][0]}, but {question.key} is asked: {question.text}")
        if self.battle:
            raise Enough(question)
        raise AssertionError(f"the script is used up, but {question.key} is asked")


def check_ids(question: Any, ids: set[str]) -> None:
    """Whatever a question cites must be in the rulebook: its rules, its reasons, and those of closed options."""
    need, options = getattr(question, "need", None), getattr(question, "options", ())
    reasons = [*(need.because if need else ()), *(reason for option in options for reason in option.closed)]
    cited = {*question.rules, *(reason.rule for reason in reasons)}
    assert cited, question.key
    assert cited <= ids, f"{question.key} cites {cited - ids}"
    for part in getattr(question, "parts", ()):
        check_ids(part, ids)


def reading(question: Question, answer: Any) -> Any:
    if isinstance(question, Roll) and isinstance(answer, list):
        at = answer.index(AGAIN) if AGAIN in answer else len(answer)
        return {"first": answer[:at], "again": answer[at + 1 :]}
    if isinstance(question, Total):
        return {"first": answer} if isinstance(answer, list) else {"sum": answer}
    if isinstance(question, Facts):
        parts = {part.key: part for part in question.parts}
        assert set(answer) <= set(parts), f"{question.key}: {', '.join(parts)} are asked"
        return {key: reading(parts[key], value) for key, value in answer.items()}
    return parse(question, answer) if isinstance(answer, str) else answer


def run(
    sequence: Any, start: Any, script: Script, settings: Mapping[str, str] | None, ruleset: Ruleset = RULESET
) -> Played:
    table = Table(script)
    table.settings = ruleset.defaults() | dict(settings or {})
    left: Question | None = None
    try:
        end = play(sequence, start, table)
    except Enough as enough:
        end, left = table.record, enough.args[0]
    assert not script.steps, f"never asked: {script.steps}"
    assert all(set(entry.rules) <= script.ids for entry in table.log)
    return Played(table, end, left)


def attack(
    shooter: Unit,
    target: Unit,
    *script: tuple[str, Any],
    distance: float = 12,
    settings: Mapping[str, str] | None = None,
) -> Played:
    """An attack on its own, to its end."""
    return run(RULESET.attack, RULESET.begin_attack(shooter, target), Script(script, distance, False), settings)


def battle(
    mine: Army,
    theirs: Army,
    *script: tuple[str, Any],
    distance: float = 12,
    settings: Mapping[str, str] | None = None,
) -> Played:
    """A battle, until the script is used up. The first army has the first turn."""
    return run(RULESET.battle, RULESET.begin_battle(mine, theirs, None), Script(script, distance, True), settings)


def state(unit: str, what: str) -> tuple[tuple[str, str], ...]:
    """The players report how a unit stands."""
    return ("unit", "a unit's state"), ("state of", unit), ("state", what)


def closed(question: Choose | None, value: str) -> list[tuple[str, str]]:
    """Why this option is closed: (words, rule id); empty if it is open."""
    assert question is not None
    option = next(option for option in question.options if option.value == value)
    return [(reason.text, reason.rule) for reason in option.closed]


def refused(question: Question | None, answer: Any) -> str:
    """The words with which the answer is refused; fails if it is not."""
    assert question is not None
    try:
        question.read(reading(question, answer))
    except BadAnswer as error:
        return str(error)
    raise AssertionError(f"{question.key} takes {answer!r}")
