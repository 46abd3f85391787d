"""A table to test the 7th edition on: units written short, scripts of answers that must be used up, exact odds.

A script is a list of ``(key of the question, answer)``. Every question must come in the order of the script, and the
script must be used up. An answer is a list of faces (dice picked up again follow after ``AGAIN``), a number, text as a
person types it, a mapping for facts, or ``DEFAULT``. ``attacker_state``, ``target_state`` and ``distance`` need not be
in the script: they are ready, ready and ``distance``; templates are in reach unless somebody says how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.armies.fields import saves_of
from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.sequence import Convert, TakeOut, play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.odds import Ends, odds
from shoot_cli.rules.seventh import ALLOCATE_AND_SAVE, ATTACK, BATTLE, RULESET
from shoot_cli.rules.seventh.fields import armoury, finish_unit, make_model
from shoot_cli.rules.seventh.fields import weapon_of_row as printed_weapon
from shoot_cli.rules.seventh.profiles import Army, Model, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Battle
from shoot_cli.rules.seventh.rulebook import RULES
from shoot_cli.rules.seventh.steps.attack import new_attack
from shoot_cli.rules.seventh.steps.damage import roll_to_wound
from shoot_cli.rules.seventh.steps.hit import fire_volley, lose_bearers, roll_per_weapon, roll_to_hit
from shoot_cli.rules.seventh.steps.target import measure
from shoot_cli.rules.seventh.steps.turns import new_battle
from shoot_cli.rules.seventh.steps.weapon import choose_weapon, fire_weapon
from shoot_cli.rules.seventh.tokens import Burn, Hit, Shot, Volley

DEFAULT, AGAIN = object(), ">"
IDS = {rule.id for rule in RULES}
Told = tuple[str, tuple[str, ...]]

# Units ---------------------------------------------------------------------------------------------------------------


def gun(name: str, range: str = "24", S: str = "4", AP: str = "5", type: str = "Assault 1") -> Weapon:  # noqa: N803
    """A weapon from values as printed."""
    return printed_weapon(name, range, S, AP, type, "test")


def armed(*names: str | Weapon) -> tuple[Weapon, ...]:
    """Weapons of the armoury by name; both modes of those that have modes."""
    found: list[Weapon] = []
    for name in names:
        found += [name] if isinstance(name, Weapon) else armoury()[plain_name(name)]
    return tuple(found)


def trooper(
    name: str,
    n: int = 1,
    *weapons: str | Weapon,
    rules: tuple[str, ...] = (),
    character: bool = False,
    independent: bool = False,
    **stats: Any,
) -> Callable[[tuple[str, ...]], tuple[Model, int]]:
    """``n`` models: BS4 T4 W1 Ld8 with armour 3+ unless ``stats`` says otherwise (``Sv="2+/5++"``, ``FNP=5``)."""
    values = {"BS": 4, "T": 4, "W": 1, "Ld": 8, "Sv": "3+"} | stats
    values["Sv"] = saves_of(values["Sv"])
    return lambda unit_rules: (
        make_model(name, values, (*unit_rules, *rules), armed(*weapons), character, independent),
        n,
    )


def squad(
    name: str,
    *troopers: Callable[[tuple[str, ...]], tuple[Model, int]],
    type: str = "Infantry",
    rules: tuple[str, ...] = (),
    faction: str = "",
) -> Unit:
    return finish_unit(name, type, [trooper(rules) for trooper in troopers], rules, faction=faction)


def marines(n: int = 1, *weapons: str | Weapon, name: str = "Marines", **stats: Any) -> Unit:
    """Marines with one kind of weapons, boltguns unless said."""
    rules = stats.pop("unit_rules", ())
    kind = stats.pop("type", "Infantry")
    return squad(name, trooper("Marine", n, *(weapons or ("boltgun",)), **stats), rules=rules, type=kind)


def boyz(n: int = 10, name: str = "Boyz", **stats: Any) -> Unit:
    """Orks: BS2 T4 Sv6+ Ld7 with shootas."""
    rules = stats.pop("unit_rules", ())
    return squad(name, trooper("Boy", n, "shoota", **({"BS": 2, "Sv": "6+", "Ld": 7} | stats)), rules=rules)


def army(name: str, *units: Unit) -> Army:
    return Army("40k-7e", name, units)


# Scripts -------------------------------------------------------------------------------------------------------------


def fire(weapon: str, **facts: Any) -> list[tuple[str, Any]]:
    """Picking a weapon, with the facts that are not as proposed: ``fire("boltgun", cover="5+")``."""
    return [("weapon", weapon), (f"facts:{weapon}", facts)]


def no_more() -> list[tuple[str, Any]]:
    return [("weapon", "no more")]


def short(key: str) -> str:
    """``pools:rifle`` as ``pools``: which weapon it is about goes without saying in a script of one weapon."""
    base = key.partition(":")[0]
    return base if base in ("pools", "precision", "precision_next") else key


class Enough(Exception):
    """The script of a battle is used up."""


class Played:
    """How it went: ``end`` is the last record, ``told`` what was said, ``asked`` every question with its answer."""

    def __init__(self, table: Table, end: Any, left: Question | None = None) -> None:
        self.table, self.end, self.left = table, end, left

    @property
    def told(self) -> list[Told]:
        return [(entry.text, entry.rules) for entry in self.table.log if entry.question is None]

    @property
    def asked(self) -> list[Entry]:
        return [entry for entry in self.table.log if entry.question is not None]

    def said(self, words: str, rule: str = "") -> bool:
        """True if something with these words (of this rule) was told."""
        return any(words in text and (not rule or rule in rules) for text, rules in self.told)

    @property
    def asked_keys(self) -> list[str]:
        """The keys of all questions, in the order in which they were asked."""
        return [short(entry.question.key) for entry in self.asked]

    def question(self, key: str, nth: int = 0) -> Any:
        """The question with this key, or the part of the facts that has it."""
        every = [entry.question for entry in self.asked] + ([self.left] if self.left is not None else [])
        parts = [
            part for question in every for part in (question.parts if isinstance(question, Facts) else (question,))
        ]
        found = [question for question in (*every, *parts) if short(question.key) == key]
        assert len(found) > nth, f"{key} was not asked"
        return found[nth]

    def parts(self, key: str, nth: int = 0) -> list[str]:
        """Keys of the facts that were asked together."""
        return [part.key for part in self.question(key, nth).parts]

    def alive(self) -> dict[str, list[int]]:
        """Wounds left of every model of the target, by name, in the order in which they stand."""
        found: dict[str, list[int]] = {}
        for rank in (*self.end.line.standing(), *self.end.apart):
            found.setdefault(rank.kind.name, []).extend([rank.left] * rank.n)
        return found


class Script:
    def __init__(self, steps: tuple[Any, ...], assumed: Mapping[str, Any], battle: bool) -> None:
        flat: list[tuple[str, Any]] = []
        for step in steps:
            flat += step if isinstance(step, list) else [step]
        self.steps, self.assumed, self.battle = flat, assumed, battle

    def __call__(self, question: Question, place: int) -> Any:
        key = short(question.key)
        check_ids(question)
        if (not self.steps or self.steps[0][0] != key) and key in self.assumed:
            return reading(question, self.assumed[key])
        if key.startswith("distance:") and (not self.steps or self.steps[0][0] != key):
            return question.default
        if not self.steps:
            raise Enough if self.battle else AssertionError(f"the script is used up, but {key} is asked")
        wanted, answer = self.steps[0]
        if wanted != key:
            raise AssertionError(f"the script has {wanted}, but {key} is asked: {question.text}")
        read = reading(question, answer)
        question.read(read)
        self.steps.pop(0)
        return read


def check_ids(question: Any) -> None:
    """Whatever a question cites must be in the rulebook: its rules, its reasons, and those of closed options."""
    need, options = getattr(question, "need", None), getattr(question, "options", ())
    reasons = [*(need.because if need else ()), *(reason for option in options for reason in option.closed)]
    cited = [*question.rules, *(reason.rule for reason in reasons)]
    if not cited or not set(cited) <= IDS:
        raise AssertionError(f"{question.key} cites {cited or 'nothing'}")
    for part in getattr(question, "parts", ()):
        check_ids(part)


def reading(question: Question, answer: Any) -> Any:
    if answer is DEFAULT:
        return question.default
    if isinstance(question, Roll) and isinstance(answer, list):
        at = answer.index(AGAIN) if AGAIN in answer else len(answer)
        return {"first": answer[:at], "again": answer[at + 1 :]}
    if isinstance(question, Total):
        return {"sum": answer} if isinstance(answer, int) else {"first": answer}
    if isinstance(question, Facts):
        parts = {part.key: part for part in question.parts}
        for key in answer:
            if key not in parts:
                raise AssertionError(f"{question.key}: {key} is not asked, only {', '.join(parts)}")
        return {key: reading(parts[key], value) for key, value in answer.items()}
    return parse(question, answer) if isinstance(answer, str) else answer


def attack(
    shooter: Unit, target: Unit, *script: Any, distance: float = 12, settings: Mapping[str, str] | None = None
) -> Played:
    """An attack on its own, played by a script to its end."""
    return run(
        ATTACK,
        new_attack(shooter, target),
        script,
        {"attacker_state": "ready", "target_state": "ready", "distance": distance},
        settings,
        False,
    )


def battle(
    mine: Army,
    theirs: Army,
    *script: Any,
    distance: float = 12,
    turns: int | None = None,
    settings: Mapping[str, str] | None = None,
) -> Played:
    """A battle, played until the script is used up; ``left`` is the question then asked, ``end`` the record there.

    The first army has the first turn unless the script says otherwise; questions for distances get ``distance``.
    """
    start = new_battle(mine, theirs, turns)
    return run(BATTLE, start, script, {"first turn": start.sides[0].name, "distance": distance}, settings, True)


def run(
    sequence: Any,
    start: Any,
    script: tuple[Any, ...],
    assumed: Mapping[str, Any],
    settings: Mapping[str, str] | None,
    is_battle: bool,
) -> Played:
    said = Script(script, assumed, is_battle)
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
    assert all(set(entry.rules) <= IDS for entry in table.log)
    return Played(table, end)


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


def company(played: Played, name: str) -> Any:
    """A unit of the battle as it stands."""
    record = played.end
    b: Battle = record if isinstance(record, Battle) else record.battle.value
    return next(c for side in b.sides for c in side.units if c.unit.value.name == name)


def marks(played: Played, name: str) -> list[str]:
    return [mark.name for mark in company(played, name).marks]


# Exact odds ----------------------------------------------------------------------------------------------------------

SHOTS_TO_HITS = Convert({Volley: fire_volley, Shot: roll_to_hit}, one_at_a_time=roll_per_weapon)
HITS_TO_WOUNDS = Convert({Hit: roll_to_wound})


def work_out(
    sequence: Any, start: Any, facts: Mapping[str, Any] | None = None, settings: Mapping[str, str] | None = None
) -> Ends:
    facts = dict(facts or {})
    if "distance" not in facts and isinstance(start, Attack):
        facts |= {f"distance:{name}": 6 for name in templates(start)} | {"distance": 12}
    return odds(
        sequence,
        start,
        Preset(facts, raise_missing),
        exact=True,
        settings=RULESET.defaults() | dict(settings or {}),
    )


def templates(start: Any) -> list[str]:
    return [weapon.name for weapon in start.shooter.value.weapons() if weapon.range is None and not start.battle]


def chances(
    shooter: Unit,
    target: Unit,
    value: str | Callable[[Attack], Any] = "slain",
    settings: Mapping[str, str] | None = None,
    **facts: Any,
) -> dict[Any, Fraction]:
    """The chance of each value of a measure at the end of an attack."""
    answers = {key.replace("__", ":"): said for key, said in facts.items()}
    value = RULESET.measures[value] if isinstance(value, str) else value
    return work_out(ATTACK, new_attack(shooter, target), answers, settings).measure(value)


def hits(
    shooter: Unit, target: Unit | None = None, settings: Mapping[str, str] | None = None, **facts: Any
) -> dict[int, Fraction]:
    """The chance of each number of hits of the first weapon."""
    sequence = (measure, choose_weapon, fire_weapon, SHOTS_TO_HITS, TakeOut(Burn, lose_bearers))
    start = new_attack(shooter, target or marines(10, name="Target"))
    return work_out(sequence, start, facts, settings).measure(
        lambda state: sum(n for thing, n in state.pool if isinstance(thing, Hit))
    )


def one_hit(
    weapon: Weapon,
    target: Unit,
    value: str | Callable[[Attack], Any] = "damage",
    settings: Mapping[str, str] | None = None,
    **facts: Any,
) -> dict[Any, Fraction]:
    """The chance of each value of a measure after one hit of this weapon on the target, met as the facts have it."""

    def lands(state: Attack, table: Table) -> Attack:
        (shot, _), *_ = state.pool
        shot = shot.shot if isinstance(shot, Volley) else shot
        return state.but(pool=((Hit(shot.gun), 1),))

    return _from(lands, weapon, target, value, settings, facts)


def wounds_on(
    wounds: tuple[tuple[Any, int], ...],
    target: Unit,
    value: str | Callable[[Attack], Any] = "damage",
    weapon: Weapon | None = None,
    settings: Mapping[str, str] | None = None,
    **facts: Any,
) -> dict[Any, Fraction]:
    """The chance of each value of a measure after these wounds meet the target."""

    def wait(state: Attack, table: Table) -> Attack:
        return state.but(pool=wounds)

    return _from(wait, weapon or gun("gun"), target, value, settings, facts)


def after_the_wounds(nodes: Any) -> Any:
    """What the attack does once its wounds wait: the nodes behind those that set things aside, wherever they are."""
    for place, node in enumerate(nodes):
        if isinstance(node, TakeOut) and node.kind is Burn:
            return nodes[place + 1 :]
        if found := after_the_wounds(getattr(node, "body", ())):
            return found
    return ()


def _from(
    change: Any, weapon: Weapon, target: Unit, value: Any, settings: Any, facts: Mapping[str, Any]
) -> dict[Any, Fraction]:
    after = after_the_wounds(ATTACK)
    sequence = (measure, choose_weapon, fire_weapon, change, HITS_TO_WOUNDS, *after)
    value = RULESET.measures[value] if isinstance(value, str) else value
    keep = {key.replace("__", ":"): said for key, said in facts.items()}
    return work_out(sequence, new_attack(marines(1, weapon), target), keep, settings).measure(value)


__all__ = [
    "AGAIN", "ALLOCATE_AND_SAVE", "DEFAULT", "Played", "armed", "army", "attack", "battle", "boyz", "chances", "closed", "company",
    "fire", "gun", "hits", "marines", "marks", "no_more", "one_hit", "refused", "squad", "trooper", "work_out", "wounds_on",
]  # fmt: skip
