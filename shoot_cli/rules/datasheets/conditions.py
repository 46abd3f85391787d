"""``Situation``, the facts that effects of an attack depend on, and the conditions that read it."""

from __future__ import annotations

import re
from functools import lru_cache
from math import inf
from typing import NamedTuple

from shoot_cli.engine.names import IF, USE, name_key
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets import ability_grammar
from shoot_cli.rules.datasheets.ability_forms import LATE, THE_SHOOTER, THE_TARGET
from shoot_cli.rules.datasheets.ability_grammar import WITH
from shoot_cli.rules.datasheets.profiles import Ability, Condition, Unit

OF_ITS_MODEL = ("AP", "D")  # changes of these by the target depend on the allocated model
ONCE = ("friendly", "enemies", "marked", "lent")  # reaches for which equal words count once (EFF-31)
MARKED, LENT, ONE = "marked", "lent", "one of "  # keys, and the prefix of a key
SIGHT = "visible"  # a key that holds until somebody says otherwise
DENIED = ("not state", "not if")  # conditions that hold if their key is not true
OF_ENEMIES = ("enemies", MARKED)  # reaches of effects on the other unit


class SituationSide(Record):
    """A unit of an attack at the time when targets were selected."""

    unit: Hashed[Unit]
    standing: tuple[tuple[int, int], ...]  # (kind of model, number)
    given: tuple[Ability, ...] = ()  # abilities that other units give it

    @property
    def kinds(self) -> tuple[int, ...]:
        return tuple(kind for kind, _ in self.standing)


class Situation(Record):
    """The facts that effects of an attack depend on."""

    shooter: SituationSide
    target: SituationSide
    distance: float = 0  # inches; if no distance was given, more than half the range
    half_range: bool = False  # within half range
    facts: tuple[str, ...] = ()  # keys that are true, from players or the battle; "one of NAME: OPTION" for a choice
    rolled: tuple[tuple[str, int], ...] = ()  # results of dice that are rolled once for the unit
    assume_all: bool = False  # before the questions: everything that players are asked may hold
    assume_none: bool = False  # before the questions: only what is known holds

    def side(self, shoots: bool) -> SituationSide:
        return self.shooter if shoots else self.target


class AttackValues(Record):
    """The characteristics of the attack. ``damage`` is None if it is rolled."""

    strength: int
    toughness: int
    ap: int
    damage: int | None = None
    psychic: bool = False
    mortal: bool = False
    attack: bool = True  # False for mortal wounds without an attack; only "mortal" and "psychic" can hold for them


# Conditions ----------------------------------------------------------------------------------------------------------


def key_of(condition: Condition, ability: Ability, shoots: bool) -> str:
    """Return the key under which players answer the condition; "" if it is not asked. ``shoots``: its bearer shoots."""
    if condition.kind in ("if", "not if"):
        return IF + condition.words[0]
    if condition.kind == "once":
        return USE + use_name(ability)
    if condition.kind not in ("state", "not state"):
        return ""
    whose, state = ability_grammar.parted(condition.words[0])
    return key_of_state(state, of_shooter(whose, ability, shoots))


def of_shooter(whose: str, ability: Ability, shoots: bool) -> bool:
    """Return True if a state is about the shooting unit. ``shoots`` is True if the bearer of the ability shoots."""
    if whose in (ability_grammar.TARGET, ability_grammar.ATTACKER):
        return whose == ability_grammar.ATTACKER
    other = whose == ability_grammar.ENEMY or (whose == ability_grammar.THAT and ability.reach.kind in OF_ENEMIES)
    return shoots != other


def key_of_state(state: str, shooter: bool) -> str:
    """Return the key of a state, the same for all wordings. ``shooter``: the state is about the shooting unit."""
    row = ability_grammar.state_of(state)
    if row and (fact := row.fact if shooter else row.of_target):
        return fact
    if ability_grammar.is_about_battle(state):
        return IF + state
    return IF + (ability_grammar.said_of_itself(state) if shooter else ability_grammar.TARGET + state)


def key_meant(key: str) -> tuple[str, bool] | None:
    """Return the usual key for a key in other words, and True if its yes means no; None if there is none."""
    if not key.casefold().startswith(IF):
        return None
    fact = ability_grammar.meant(key[len(IF) :])
    if fact is not None:
        return key_of_state(fact.state, fact.whose not in (ability_grammar.TARGET, ability_grammar.ENEMY)), fact.denied
    if far := ability_grammar.of_distance(key[len(IF) :]):
        return IF + far, False
    words, denied = ability_grammar.free_words(typed := key[len(IF) :].strip())
    return (IF + words, denied) if words != typed else None


def state_in(key: str) -> tuple[str, bool] | None:
    """Return the state of a key, and True if it is the shooter's state; None if the key has no state."""
    if not key.startswith(IF):
        return None
    words = key.removeprefix(IF)
    whose, state = ability_grammar.parted(words)
    if whose == ability_grammar.TARGET and ability_grammar.state_of(state):
        return state, False
    for spelt in (words, words.removeprefix("it "), words.removeprefix("this unit ")):
        if ability_grammar.state_of(spelt):
            return spelt, True
    return None


# What one fact says of another ---------------------------------------------------------------------------------------

# Numbers that conditions speak of, with the rule: from the first number on, exactly it, up to it, from one to another
COUNTED = (
    (r"(?P<of>if (?:target )?)(?P<n>\d+) or more models", "EFF-14"),
    (r"(?P<of>if (?:target )?)(?P<n>(?P<m>\d+)) models", "EFF-14"),
    (r"(?P<of>if .*)has (?P<m>\d+) or fewer wounds", "EFF-18"),
    (r"if battle (?P<of>round) (?P<n>\d+) or later", "EFF-21"),
    (r"if in (?P<of>round) (?P<n>(?P<m>\d+))", "EFF-21"),
    (r"if in (?P<of>round)s (?P<n>\d+)-(?P<m>\d+)", "EFF-21"),
)
FIRST_TURN = "if first turn"  # it is in the first round, in which another player's turn follows
NUMBERED = {FIRST_TURN: "if in round 1", "if alone": "if 1 models", "if target alone": "if target 1 models"}
STRONGER = (  # of each row every state means those behind it
    ("below half strength", "at or below half strength", "below strength", "has lost wounds"),
    ("was hit by these", "was hit", "was shot at"),
    ("was hit by these", "was shot at by these", "was shot at"),
    ("destroyed a unit", "destroyed a model"),
)
OF_KEYWORDS = ("is K", "led by K", "leads K", "contains K")  # rows in which K means K or L


class NumbersOf(NamedTuple):
    """The numbers for which a condition holds: of what, the lowest, the highest, and the rule."""

    subject: str
    low: float
    high: float
    rule: str

    def spans(self, answer: str) -> tuple[tuple[float, float], ...]:
        """Return the numbers, from 1 on, for which this is the answer."""
        if answer == "yes":
            return ((self.low, self.high),)
        below, above = (1.0, self.low - 1), (self.high + 1, inf)
        return tuple(span for span in (below, above) if span[0] <= span[1] and span[0] < inf)


@lru_cache(512)
def numbers_of(key: str) -> NumbersOf | None:
    """Return the numbers for which the condition with this key holds; None if it is about no number."""
    for pattern, rule in COUNTED:
        if match := re.fullmatch(pattern, NUMBERED.get(key, key)):
            low, high = (match.groupdict().get(name) for name in "nm")
            return NumbersOf(f"{rule} {match['of']}", float(low or 1), float(high or inf), rule)
    return None


def rule_of(key: str) -> str:
    """Return the rule of a condition, named as all editions call it."""
    numbers, state = numbers_of(key), state_in(key)
    row = ability_grammar.state_of(state[0]) if state else None
    return numbers.rule if numbers else row.rule if row else "EFF-21"


@lru_cache(2048)
def follows(key: str, answer: str, other: str) -> str:
    """Return the answer to another condition that this answer means: "yes" or "no"; "" if it says nothing of it."""
    known, asked = numbers_of(key), numbers_of(other)
    if known and asked:
        spans = known.spans(answer) if known.subject == asked.subject and (key != FIRST_TURN or answer == "yes") else ()
        if spans and other != FIRST_TURN and all(asked.low <= low and high <= asked.high for low, high in spans):
            return "yes"
        return "no" if spans and all(high < asked.low or low > asked.high for low, high in spans) else ""
    state, other_state = state_in(key), state_in(other)
    if state is None or other_state is None or state[1] != other_state[1]:
        return ""
    if answer == "yes":
        return "yes" if _means(state[0], other_state[0]) else ""
    return "no" if _means(other_state[0], state[0]) else ""


def _means(state: str, other: str) -> bool:
    """Return True if every unit of the first state is of the other one, too."""
    if state != other and any(state in row and other in row[row.index(state) :] for row in STRONGER):
        return True
    row, wider = ability_grammar.state_of(state), ability_grammar.state_of(other)
    if row is None or row.name not in OF_KEYWORDS:
        return False
    if other == "led":
        return row.name in ("led by K", "leads K")
    first = row.name.removesuffix("K")
    return row is wider and {*state.removeprefix(first).split(" or ")} <= {*other.removeprefix(first).split(" or ")}


HIT_WITH = "was hit with "  # the first words of a state
BEARER_HIT = "the bearer hit the marked unit"  # a condition that players judge as they choose the marked unit


def hit_with(mark: Ability) -> str:
    """Return the weapon that must have hit the marked unit; "" if any weapon may have hit it."""
    words = (when.words[0] for ability in mark.gives for when in ability.conditions if when.kind == "state")
    return next(
        (word.partition(HIT_WITH)[2] for word in words if word.startswith(ability_grammar.ENEMY + HIT_WITH)), ""
    )


def without_hit_conditions(ability: Ability) -> Ability:
    """Return the ability of a mark without the conditions on who or what hit, which the mark itself required."""
    when = tuple(
        condition
        for condition in ability.conditions
        if not (condition.kind == "state" and condition.words[0].startswith(ability_grammar.ENEMY + HIT_WITH))
        and not (condition.kind == "if" and condition.words[0] == BEARER_HIT)
    )
    return ability if when == ability.conditions else ability.but(conditions=when)


def use_name(ability: Ability) -> str:
    """Return the name of an ability with a limit: its own name, or its text without the limit."""
    if ability.called:
        return ability.called
    text = ability.text
    for span in ("battle round", "battle", "turn", "phase"):
        text = text.replace(f" once per {span}", "").replace(f", once per {span}", "")
    return text


def choice_key(ability: Ability) -> str:
    """Return the key of a choice among several abilities."""
    return ONE + (ability.called or ability.text.partition(":")[2].strip())


def key_of_distance(condition: Condition) -> str:
    """Return the key of a condition on the distance, which is computed: ``if within 12"``."""
    return IF + ability_grammar.distance_text(condition)


def holds(condition: Condition, ability: Ability, situation: Situation, shoots: bool) -> bool:
    """Return True if the condition holds, or depends on the attack itself."""
    if condition.kind in LATE or condition.kind == WITH:  # `with` is judged weapon by weapon, see `fits_weapon`
        return True
    other = situation.side(not shoots).unit.value
    if condition.kind == "against":
        return other.is_a(*condition.words)
    if condition.kind == "not against":
        return not other.is_a(*condition.words)
    if condition.kind in ("half range", "not half range"):
        return situation.half_range == (condition.kind == "half range")
    if condition.kind in ability_grammar.FAR_OR_NEAR:
        key = key_of_distance(condition)
        return key in situation.facts or (
            ability_grammar.fits_distance(condition, situation.distance) and no(key) not in situation.facts
        )
    if situation.assume_all:
        return True
    key = key_of(condition, ability, shoots)
    if condition.kind not in DENIED:
        return key in situation.facts and not (situation.assume_none and key == SIGHT)
    return key not in situation.facts and (not situation.assume_none or no(key) in situation.facts)


@lru_cache(512)
def weapons_with(unit: Hashed[Unit], words: str) -> frozenset[str]:
    """Return the names of the unit's weapons that ``with WORDS`` means: those with an ability of this name, or else
    those with the words in their name (EVE-25).
    """
    weapons, key = unit.value.weapons(), name_key(words).replace("-", " ")
    having = [w.name for w in weapons if any(key == name_key(held.name).replace("-", " ") for held in w.abilities)]
    return frozenset(having or [w.name for w in weapons if key in name_key(w.name).replace("-", " ")])


def without_weapon(ability: Ability, unit: Unit) -> str:
    """Return a sentence with the weapons of the unit if the ability is limited to weapons that it does not have."""
    for limit in ability.conditions:
        if limit.kind == WITH and not weapons_with(Hashed(unit), limit.words[0]):
            has = ", ".join(dict.fromkeys(weapon.name for weapon in unit.weapons())) or "no ranged weapon"
            return f"no weapon of {unit.name} is called {shown(limit.words[0])}, or has such an ability; it has {has}"
    return ""


def fits_weapon(ability: Ability, weapon: str, unit: Hashed[Unit]) -> bool:
    """Return True if the ability is not limited to other weapons than this one of the shooting unit."""
    return all(when.kind != WITH or weapon in weapons_with(unit, when.words[0]) for when in ability.conditions)


def no(key: str) -> str:
    """Return the key that says: this is known to be false."""
    return f"{key}: no"


def counts(ability: Ability, situation: Situation, shoots: bool) -> bool:
    return not ability.conditions or all(holds(one, ability, situation, shoots) for one in ability.conditions)


def holds_here(condition: Condition, facts: AttackValues) -> bool:
    """Return True if a condition on the attack itself holds (EFF-11, EFF-13)."""
    if condition.kind == "greater":
        return facts.attack and facts.strength > facts.toughness
    if condition.kind == "less":
        return facts.attack and facts.strength < facts.toughness
    if condition.kind == "equal":
        return facts.attack and facts.strength == facts.toughness
    if condition.kind in ("not greater", "not less", "not equal"):
        return facts.attack and not holds_here(Condition(condition.kind.removeprefix("not ")), facts)
    if condition.kind in ("attack", "not attack"):
        return any(_is_so(word, facts) for word in condition.words) == (condition.kind == "attack")
    return True


def _all_hold(ability: Ability, facts: AttackValues) -> bool:
    return all(holds_here(condition, facts) for condition in ability.conditions)


def _is_so(word: str, facts: AttackValues) -> bool:
    """Return True if the attack has this property: ``damage 1``, ``AP -1``, ``S 4 or less``, ``psychic``."""
    kind, _, rest = word.partition(" ")
    if not facts.attack:
        return {"psychic": facts.psychic, "mortal": facts.mortal}.get(kind, False)
    if kind == "damage":
        return facts.damage == int(rest)
    if kind == "AP":
        return facts.ap == int(rest)
    if kind == "S":
        number, side = int(rest.split()[0]), rest.split()[-1]
        return facts.strength <= number if side == "less" else facts.strength >= number
    return {"ranged": True, "psychic": facts.psychic, "mortal": facts.mortal}[kind]


def marked_or_lent(word: str, situation: Situation, shoots: bool) -> bool:
    """Return True if the other unit is ``marked``, or this unit is ``lent`` something. A battle knows which unit."""
    return situation.assume_all or word in situation.facts or key_of_one(word, shoots) in situation.facts


def key_of_one(word: str, shoots: bool) -> str:
    return f"{word} {THE_SHOOTER if shoots else THE_TARGET}"
