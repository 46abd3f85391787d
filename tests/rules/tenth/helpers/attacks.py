"""Units, guns, scripts and odds for tests of the 10th edition.

A script is a list of ``(key of the question, answer)``. All dice must come in its order, and it must be used up; what is
not in it and has a default gets its default. An answer is a list of faces (dice picked up again follow after ``AGAIN``),
a number, text as a person types it, or a mapping for facts. The facts of an attack on its own are keywords.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.armies.fields import armour_of, saves_of
from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.odds import Ends, odds
from shoot_cli.rules.datasheets.fields import attached, finish_unit, make_model, make_weapon
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit, Weapon, amount_of, damage_of
from shoot_cli.rules.datasheets.records import battle_in
from shoot_cli.rules.datasheets.tokens import Hit, Shot
from shoot_cli.rules.tenth import ATTACK, BATTLE, RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.game import new_attack, new_battle
from shoot_cli.rules.tenth.rulebook import RULES

F = Fraction
AGAIN = ">"
IDS = {rule.id for rule in RULES}
MUST_BE_SAID = ("unit", "target", "next turn")  # in a battle

# Units ---------------------------------------------------------------------------------------------------------------


def gun(*abilities: str, name: str = "gun", of: str = "", **values: Any) -> Weapon:
    """24" A1 BS3+ S4 AP0 D1 unless ``values`` say otherwise; numbers or text as printed."""
    said = {"range": 24, "A": 1, "BS": 3, "S": 4, "AP": 0, "D": 1} | values
    said |= {"A": amount_of(str(said["A"])), "D": damage_of(str(said["D"]))}
    kept = [ability for text in abilities if (ability := ABILITIES.of_weapon(text))]
    return make_weapon(ABILITIES, name, said, kept, of, "test")


def models(
    name: str = "Marine",
    n: int = 1,
    *weapons: Weapon,
    abilities: tuple[str, ...] = (),
    keywords: tuple[str, ...] = (),
    leader: bool = False,
    character: bool = False,
    lost: int = 0,
    **stats: Any,
) -> tuple[Model, int]:
    """``n`` models: T4 W2, no save unless ``stats`` says otherwise (``Sv="2+/4++"``, ``FNP=5``)."""
    values = {"T": 4, "W": 2, "Sv": "-"} | stats
    values["Sv"] = saves_of(values["Sv"], armour_of)
    kept = [ability for text in abilities if (ability := ABILITIES.of_unit(text))]
    return make_model(ABILITIES, name, values, kept, keywords, weapons, character or leader, leader, lost), n


def squad(name: str, *rows: tuple[Model, int], keywords: tuple[str, ...] = ("INFANTRY",)) -> Unit:
    wider = [(model.but(keywords=tuple(sorted({*model.keywords, *keywords}))), n) for model, n in rows]
    return finish_unit(name, wider)


def shooters(*weapons: Weapon, n: int = 1, name: str = "Shooters", **stats: Any) -> Unit:
    """Alike models, each with all these weapons."""
    keywords = stats.pop("keywords", ("INFANTRY",))
    return squad(name, models("Shooter", n, *(weapons or (gun(),)), **stats), keywords=keywords)


def targets(n: int = 5, name: str = "Targets", **stats: Any) -> Unit:
    keywords = stats.pop("keywords", ("INFANTRY",))
    return squad(name, models("Target", n, **stats), keywords=keywords)


def led(*leaders: tuple[Model, int], guards: tuple[Model, int] | None = None) -> Unit:
    """An Attached unit: bodyguards and those who lead them."""
    bodies = squad("Guards", guards or models("Guard", 2, W=1))
    return attached(bodies, [squad(model.name, (model.but(character=True), n)) for model, n in leaders])


def army(name: str, *units: Unit) -> Army:
    return Army("40k-10e", name, units)


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

    def said(self, words: str, rule: str = "") -> bool:
        """True if something with these words (of this rule) was told."""
        told = [(entry.text, entry.rules) for entry in self.table.log if entry.question is None]
        return any(words in text and (not rule or rule in rules) for text, rules in told)

    def question(self, key: str, nth: int = 0) -> Any:
        """The question with this key, or the part of the facts that has it."""
        every = [entry.question for entry in self.asked] + ([self.left] if self.left is not None else [])
        parts = [part for one in every for part in (one.parts if isinstance(one, Facts) else ())]
        found = [one for one in (*every, *parts) if one.key == key]
        assert len(found) > nth, f"{key} was not asked, only {', '.join(self.keys)}"
        return found[nth]

    def need(self, key: str = "hit:gun", nth: int = 0) -> int | None:
        return self.question(key, nth).need.target  # type: ignore[no-any-return]

    def why(self, key: str = "hit:gun", nth: int = 0) -> dict[str, str]:
        """The reasons of a need: rule id -> words (of the last with this id)."""
        return {reason.rule: reason.text for reason in self.question(key, nth).need.because}

    def alive(self) -> dict[str, list[int]]:
        """Wounds left of every model of the target, by name."""
        found: dict[str, list[int]] = {}
        for rank in self.end.line.standing():
            found.setdefault(rank.kind.name, []).extend([rank.left] * rank.n)
        return {name: sorted(wounds) for name, wounds in found.items()}


class Script:
    def __init__(self, steps: tuple[Any, ...], facts: Mapping[str, Any], in_battle: bool) -> None:
        flat: list[tuple[str, Any]] = []
        for step in steps:
            flat += step if isinstance(step, list) else [step]
        self.steps, self.facts, self.in_battle = flat, facts, in_battle

    def __call__(self, question: Question, place: int) -> Any:
        check_ids(question)
        if self.steps and self.steps[0][0] == question.key:
            return reading(question, self.steps.pop(0)[1])
        if isinstance(question, Facts):
            return reading(question, self.facts if question.key == "facts" else {})
        if question.key in self.facts:
            return self.facts[question.key]
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
        at = answer.index(AGAIN) if AGAIN in answer else len(answer)
        return {"first": answer[:at], "again": answer[at + 1 :]}
    if isinstance(question, Facts):
        parts = {part.key: part for part in question.parts}
        return {key: reading(parts[key], value) if key in parts else value for key, value in answer.items()}
    return parse(question, answer) if isinstance(answer, str) else answer


def attack(
    shooter: Unit, target: Unit, *script: Any, settings: Mapping[str, str] | None = None, **facts: Any
) -> Played:
    """An attack on its own, played to its end. ``cover__Nob`` is the fact ``cover:Nob``."""
    return run(ATTACK, new_attack(shooter, target), script, colons(facts), settings, False)


def battle(
    mine: Army | Unit,
    theirs: Army | Unit,
    *script: Any,
    distance: float = 12,
    settings: Mapping[str, str] | None = None,
) -> Played:
    """A battle, played until the script is used up; ``left`` is the question then asked, ``end`` the record there."""
    first, second = (
        one if isinstance(one, Army) else army(name, one) for one, name in ((mine, "Mine"), (theirs, "Theirs"))
    )
    return run(BATTLE, new_battle(first, second), script, {"distance": distance}, settings, True)


def run(
    sequence: Any, start: Any, script: tuple[Any, ...], facts: Mapping[str, Any], settings: Any, in_battle: bool
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
    return Played(table, end)


def colons(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key.replace("__", ":"): value for key, value in facts.items()}


def no_attack(shooter: Unit, target: Unit, settings: Mapping[str, str] | None = None, **facts: Any) -> str:
    """The sentence with which this attack is refused, whoever is asked; fails if it is not."""
    try:
        attack(shooter, target, settings=settings, **facts)
    except BadAnswer as error:
        return str(error)
    raise AssertionError("it is allowed")


def state(unit: str, mark: str, *more: tuple[str, Any]) -> list[tuple[str, Any]]:
    """What the players report of a unit in a battle."""
    return [("unit", "a unit's state"), ("state of", unit), ("state", mark), *more]


def closed(question: Choose, value: str) -> list[str]:
    """The rules for which this option is closed; [] if it is open."""
    option = next(option for option in question.options if option.value == value)
    return [reason.rule for reason in option.closed]


def company(played: Played, name: str) -> Any:
    """A unit of the battle as it stands."""
    return next(c for side in battle_in(played.end).sides for c in side.units if c.unit.value.name == name)


def standing(played: Played, name: str) -> dict[str, list[int]]:
    """Wounds left of every model of a unit of a battle, by name."""
    unit, found = company(played, name), dict[str, list[int]]()
    for rank in unit.ranks:
        found.setdefault(unit.unit.value.models[rank.kind][0].name, []).extend([rank.left] * rank.n)
    return found


# Exact odds ----------------------------------------------------------------------------------------------------------


def ends(shooter: Unit, target: Unit, settings: Mapping[str, str] | None = None, **facts: Any) -> Ends:
    known = RULESET.defaults() | dict(settings or {})
    given = Preset(colons(facts), raise_missing)
    found = odds(ATTACK, new_attack(shooter, target), given, exact=True, settings=known)
    assert not given.unused(), f"never asked: {given.unused()}"
    return found


def chances(
    shooter: Unit,
    target: Unit,
    value: str | Callable[[Any], Any] = "damage",
    settings: Mapping[str, str] | None = None,
    **facts: Any,
) -> dict[Any, Fraction]:
    """The chance of each value of a measure at the end of an attack."""
    measure = RULESET.measures[value] if isinstance(value, str) else value
    return ends(shooter, target, settings, **facts).measure(measure)  # type: ignore[no-any-return]


def mean(
    shooter: Unit, target: Unit, value: str = "damage", settings: Mapping[str, str] | None = None, **facts: Any
) -> Fraction:
    return sum((k * p for k, p in chances(shooter, target, value, settings, **facts).items()), F(0))


def hits(
    shooter: Unit, target: Unit | None = None, settings: Mapping[str, str] | None = None, **facts: Any
) -> Fraction:
    """How many hits there are on average; with one attack, the chance of one."""
    return F(ends(shooter, target or targets(), settings, **facts).expected.get(Hit, 0))


def shots(
    shooter: Unit, target: Unit | None = None, settings: Mapping[str, str] | None = None, **facts: Any
) -> Fraction:
    """How many attacks there are on average."""
    return F(ends(shooter, target or targets(), settings, **facts).expected.get(Shot, 0))


def refused(question: Question, answer: Any) -> str:
    """The words with which the answer is refused; fails if it is not."""
    try:
        question.read(answer)
    except BadAnswer as error:
        return str(error)
    raise AssertionError(f"{question.key} takes {answer!r}")
