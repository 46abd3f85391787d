"""What a battle knows of conditions, so that nobody is asked: counted, reported, or said before (EFF-14 to 21).

What players say of a unit holds for the phase, that it is Battle-shocked and what is true of a whole army for the turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from shoot_cli.core.pools import models
from shoot_cli.core.record import Record
from shoot_cli.core.said import Memory, Place, remembering
from shoot_cli.core.turns import replaced
from shoot_cli.rules.datasheets.battle import Battle, BattleUnit
from shoot_cli.rules.datasheets.between import UsedAbility
from shoot_cli.rules.datasheets.grammar import TARGET_IS
from shoot_cli.rules.datasheets.scenes import IF, LENT, MARKED, ONE, USE, state_in
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.auras import NEAR, TARGET_NEAR
from shoot_cli.rules.datasheets.steps.given import borne_by

ARMY = -1  # in the place of a unit: a whole army
TURN, PHASE, ROUND = "turn", "phase", "battle round"
UNTIL_ITS_TURN = "own turn"  # until the next turn of the unit's owner begins
ADVANCED_LAST = "Advanced last turn"
FOR_A_TURN, ON_OBJECTIVE, CLOSEST = "Battle-shocked", "on an objective", "is closest"
OF_ONE_UNIT = r"(?i)\b(?:targets?|attackers?|units?|bearers?|models?|this|its?)\b"
MARKS = {
    "stationary": states.STILL, "Advanced": states.ADVANCED, "Fell Back": states.FELL_BACK,
    "set up this turn": states.ARRIVED, "disembarked this turn": states.DISEMBARKED,
    "performing an action": states.ACTING,
}  # fmt: skip


# What is counted -----------------------------------------------------------------------------------------------------


def state_from_losses(company: BattleUnit, state: str) -> bool | None:
    """Whether a unit is below half strength, Damaged and the like; None if only the players see it (EFF-14, 18)."""
    if state in MARKS:
        return company.marked(MARKS[state])
    unit = company.unit.value
    start, now = sum(n for _, n in unit.models), models(company.ranks)
    wounds, left = unit.models[0][0].wounds, sum(rank.left * rank.n for rank in company.ranks)
    has, had = (left, wounds) if start == 1 else (now, start)  # of a single model its wounds are counted
    found = {
        "below half strength": 2 * has < had,
        "below strength": has < had,
        "at full strength": has >= had,
        "alone": now == 1,
        "Damaged": any(is_damaged(company, rank.kind, rank.left) for rank in company.ranks),
    }
    return found.get(state)


def is_damaged(company: BattleUnit, kind: int, left: int) -> bool:
    damaged = company.unit.value.models[kind][0].get("Damaged")
    return damaged is not None and left <= damaged.number


# Whom an answer is about ---------------------------------------------------------------------------------------------


class Scope(Record):
    """Of which units, or of which army, something is said, and how long it holds."""

    about: tuple[Place, ...]
    span: str


def scope_of(key: str, bearer: Place, shooter: Place, target: Place) -> Scope | None:
    """Of a key of what is true of an attack; None if it is not kept. ``bearer``: whose ability asks for it."""
    if key.startswith(NEAR):
        return Scope((shooter,), PHASE)
    if key.startswith(TARGET_NEAR):
        return Scope((target,), PHASE)
    if key.startswith(ONE) or key == LENT:
        return Scope((bearer,), PHASE)
    if key == MARKED:  # the unit that its army shoots at, or that shoots at it
        return Scope((target if bearer == shooter else shooter,), PHASE)
    if not key.startswith(IF):
        return None
    words = key.removeprefix(IF)
    if (found := state_in(key)) is not None:
        state, of_shooter = found
        if state == CLOSEST:  # to these shooters
            return Scope((shooter, target), TURN)
        spans = {FOR_A_TURN: TURN, ON_OBJECTIVE: UNTIL_ITS_TURN, ADVANCED_LAST: UNTIL_ITS_TURN}
        return Scope((shooter if of_shooter else target,), spans.get(state, PHASE))
    if not re.search(OF_ONE_UNIT, words):
        return Scope(((bearer[0], ARMY),), TURN)
    return Scope((meant_by(words, bearer, shooter, target),), PHASE)


def meant_by(words: str, bearer: Place, shooter: Place, target: Place) -> Place:
    """Which unit a condition in words is about: the bearer's, where it names none of the others."""
    if re.search(r"(?i)\btargets?\b", words):
        return target
    if re.search(r"(?i)\battackers?\b", words):
        return shooter
    if re.search(r"(?i)\b(?:enemy|marked) unit\b", words):
        return target if bearer[0] == shooter[0] else shooter
    return bearer


def remembered_answer(b: Battle, key: str, bearer: Place, shooter: Place, target: Place) -> str | None:
    """The answer to this key, if it was used, or said before; what is worked out is in ``computed.py``."""
    if key.startswith(USE):
        used = [use for use in b.sides[bearer[0]].companies[bearer[1]].uses if use.key == key]
        return None if not used else "yes" if used[0].now else "no"
    scope = scope_of(key, bearer, shooter, target)
    if scope is None:
        return None
    about = tuple(sorted(scope.about))
    kept: Memory = getattr(b, FIELDS[scope.span])
    return next((said.answer for said in kept if said.key == bare(key) and said.about == about), None)


FIELDS = {TURN: "of_turn", PHASE: "of_phase", UNTIL_ITS_TURN: "until_own_turn"}  # of a battle


def bare(key: str) -> str:
    """As it is kept of a unit, which shoots now and is shot at later: "on an objective", without "target"."""
    for before in (TARGET_NEAR, NEAR):
        if key.startswith(before):
            return NEAR + key.removeprefix(before)
    if (found := state_in(key)) is not None:
        return found[0]
    words = key.removeprefix(IF).removeprefix(TARGET_IS)
    return words if key.startswith(IF) else key


def remember(
    b: Battle, told: Mapping[str, Any], bearers: Mapping[str, tuple[Place, str]], shooter: Place, target: Place
) -> Battle:
    """The battle with what was said; what was used is used.

    :param bearers: by key whose ability asks for it, and of what may be used once how often
    """
    for key, (bearer, span) in bearers.items():
        if key not in told:
            continue
        if key.startswith(USE):
            if told[key] == "yes":
                company = b.sides[bearer[0]].companies[bearer[1]]
                others = tuple(use for use in company.uses if use.key != key)
                b = replaced(b, *bearer, company.but(uses=(*others, UsedAbility(key, span))))
            continue
        scope = scope_of(key, bearer, shooter, target)
        if scope is None:
            continue
        field = FIELDS[scope.span]
        kept: Memory = remembering(getattr(b, field), {bare(key): told[key]}, *scope.about)
        b = b.but(**{field: kept})
    return b


# When it ends --------------------------------------------------------------------------------------------------------


def phase_over(company: BattleUnit) -> BattleUnit:
    """What it used is no longer in use; what may be used once a phase may be used again (EFF-20)."""
    return with_uses(company, [use.but(now=False) for use in company.uses if use.span != PHASE])


def turn_over(company: BattleUnit, last: bool) -> BattleUnit:
    """What may be used once a turn may be used again. ``last``: the battle round is over, too."""
    over = (TURN, ROUND) if last else (TURN,)
    return with_uses(company, [use for use in company.uses if use.span not in over])


def with_uses(company: BattleUnit, uses: Iterable[UsedAbility]) -> BattleUnit:
    kept = tuple(uses)
    return company if kept == company.uses else company.but(uses=kept)


# In words ------------------------------------------------------------------------------------------------------------


def words_of(b: Battle, side: int, at: int) -> list[str]:
    """What the status says of a unit: what is remembered of it, or of its army, and what it used."""
    company = b.sides[side].companies[at]
    found = []
    spans = (
        (b.of_turn, "the end of the turn"),
        (b.of_phase, "the end of the phase"),
        (b.until_own_turn, "its next turn"),
    )
    for memory, span in spans:
        own = [one for one in memory if one.about == ((side, at),)]
        own += [one for one in memory if one.about == ((side, ARMY),) and one.key in words_asked(company)]
        if own:
            found.append(f"to {span}: {'; '.join(condition_text(one.key, one.answer) for one in own)}")
    for use in company.uses:
        ends = "in use to the end of the phase" if use.now else "used"
        found.append(f"{use.key.removeprefix(USE)} ({ends}; once per {use.span})")
    return found


@lru_cache(1024)
def words_asked(company: BattleUnit) -> frozenset[str]:
    """The words of conditions of this unit."""
    owned = [one for model, _ in company.unit.value.models for one in borne_by(model)]
    owned += [one for ability in owned for one in ability.gives]
    return frozenset(when.words[0] for one in owned for when in one.when if when.kind == "if")


def condition_text(key: str, answer: str) -> str:
    if key.startswith(NEAR):
        return f"{'' if answer == 'yes' else 'not '}near ({key.partition(':')[2].strip()})"
    if key.startswith(ONE):
        return f"{key.removeprefix(ONE)}: {answer}"
    return key if answer == "yes" else f"not {key}"
