"""Effects in a battle: remembered conditions, known facts, and effects from other units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from shoot_cli.battle.turns import Memory, Place, Side, place_named, remembering, replaced
from shoot_cli.engine.names import IF, USE
from shoot_cli.engine.pools import models
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import conditions
from shoot_cli.rules.datasheets.abilities import traits_of
from shoot_cli.rules.datasheets.ability_forms import TARGET, UNIT, every_form
from shoot_cli.rules.datasheets.ability_grammar import (
    LEND,
    MARK,
    OF_A_TARGET,
    OF_BEARER,
    TARGET_IS,
    number_of,
    parted,
    state_of,
)
from shoot_cli.rules.datasheets.effects import EffectQuestion, asked, borne, matters
from shoot_cli.rules.datasheets.profiles import BEARER, Ability, Model, Unit
from shoot_cli.rules.datasheets.records import Attack, Battle, BattleUnit, DeclaredTarget, UsedAbility
from shoot_cli.rules.datasheets.steps import marks_and_auras, states
from shoot_cli.rules.datasheets.steps.marks_and_auras import NEAR, TARGET_NEAR, Aura, borne_by
from shoot_cli.rules.datasheets.steps.states import situation_of
from shoot_cli.rules.datasheets.steps.tellings import for_attackers

# Conditions that a battle remembers (EFF-14 to 21)

ARMY = -1  # instead of a unit's index: a whole army
TURN, PHASE, ROUND = "turn", "phase", "battle round"
UNTIL_ITS_TURN = "own turn"  # until the next turn of its owner begins
ADVANCED_LAST = "Advanced last turn"
BATTLE_SHOCKED, ON_OBJECTIVE, CLOSEST = "Battle-shocked", "on an objective", OF_A_TARGET
OF_ONE_UNIT = r"(?i)\b(?:targets?|attackers?|units?|bearers?|models?|this|its?)\b"
MARKS = {
    "stationary": states.STILL, "Advanced": states.ADVANCED, "Fell Back": states.FELL_BACK,
    "set up this turn": states.ARRIVED, "disembarked this turn": states.DISEMBARKED,
    "performing an action": states.ACTING,
}  # fmt: skip


# Counted states ------------------------------------------------------------------------------------------------------


def state_from_losses(battle_unit: BattleUnit, state: str) -> bool | None:
    """Return whether a state such as below half strength holds; None if only players see it (EFF-14, 18)."""
    if state in MARKS:
        return battle_unit.marked(MARKS[state])
    unit = battle_unit.unit.value
    start, now = sum(n for _, n in unit.models), models(battle_unit.ranks)
    wounds, left = unit.models[0][0].wounds, sum(rank.left * rank.n for rank in battle_unit.ranks)
    has, had = (left, wounds) if start == 1 else (now, start)  # a single model counts its wounds
    holds = {
        "below half strength": 2 * has < had,
        "at or below half strength": 2 * has <= had,
        "below strength": has < had,
        "at full strength": has >= had,
        "alone": now == 1,
        "Damaged": any(is_damaged(battle_unit, rank.kind, rank.left) for rank in battle_unit.ranks),
    }
    return holds.get(state)


def is_damaged(unit: BattleUnit, kind: int, left: int) -> bool:
    damaged = unit.unit.value.models[kind][0].get("Damaged")
    return damaged is not None and left <= damaged.number


# The scope of an answer ----------------------------------------------------------------------------------------------


class Scope(Record):
    """The units or the army that an answer is about, and how long it holds."""

    about: tuple[Place, ...]
    span: str


def scope_of(key: str, bearer: Place, shooter: Place, target: Place) -> Scope | None:
    """Return the scope of a key; None if it is not remembered. ``bearer`` has the ability that asks for it."""
    if key.startswith(NEAR):
        return Scope((shooter,), PHASE)
    if key.startswith(TARGET_NEAR):
        return Scope((target,), PHASE)
    if key.startswith(conditions.ONE) or key == conditions.LENT:
        return Scope((bearer,), PHASE)
    if key == conditions.MARKED:  # the enemy of the bearer's army in this attack
        return Scope((target if bearer == shooter else shooter,), PHASE)
    if not key.startswith(IF):
        return None
    words = key.removeprefix(IF)
    if (state_of_unit := conditions.state_in(key)) is not None:
        state, of_shooter = state_of_unit
        if state == CLOSEST:  # closest to this shooter
            return Scope((shooter, target), TURN)
        spans = {BATTLE_SHOCKED: TURN, ON_OBJECTIVE: UNTIL_ITS_TURN, ADVANCED_LAST: UNTIL_ITS_TURN}
        return Scope((shooter if of_shooter else target,), spans.get(state, PHASE))
    if not re.search(OF_ONE_UNIT, words):
        return Scope(((bearer[0], ARMY),), TURN)
    return Scope((meant_by(words, bearer, shooter, target),), PHASE)


def meant_by(words: str, bearer: Place, shooter: Place, target: Place) -> Place:
    """Return the unit that a condition is about; by default the bearer's unit."""
    if re.search(r"(?i)\btargets?\b", words):
        return target
    if re.search(r"(?i)\battackers?\b", words):
        return shooter
    if re.search(r"(?i)\b(?:enemy|marked) unit\b", words):
        return target if bearer[0] == shooter[0] else shooter
    return bearer


def remembered_answer(battle: Battle, key: str, bearer: Place, shooter: Place, target: Place) -> str | None:
    """Return the answer that was given before, or the use of an ability; None if there is none."""
    if key.startswith(USE):
        used = [use for use in battle.sides[bearer[0]].units[bearer[1]].uses if use.key == key]
        return None if not used else "yes" if used[0].this_phase else "no"
    scope = scope_of(key, bearer, shooter, target)
    if scope is None:
        return None
    about = tuple(sorted(scope.about))
    kept: Memory = getattr(battle, FIELDS[scope.span])
    return next((fact.answer for fact in kept if fact.key == bare(key) and fact.about == about), None)


FIELDS = {TURN: "of_turn", PHASE: "of_phase", UNTIL_ITS_TURN: "until_own_turn"}  # fields of `Battle`


def bare(key: str) -> str:
    """Return the key without its role in the attack: "on an objective" without "target"."""
    for before in (TARGET_NEAR, NEAR):
        if key.startswith(before):
            return NEAR + key.removeprefix(before)
    if (found := conditions.state_in(key)) is not None:
        return found[0]
    words = key.removeprefix(IF).removeprefix(TARGET_IS)
    return words if key.startswith(IF) else key


def remember(
    battle: Battle, facts: Mapping[str, Any], bearers: Mapping[str, tuple[Place, str]], shooter: Place, target: Place
) -> Battle:
    """Return the battle with these answers and uses.

    :param bearers: by key: the unit with the ability, and the span of its limit
    """
    for key, (bearer, span) in bearers.items():
        if key not in facts:
            continue
        if key.startswith(USE):
            if facts[key] == "yes":
                unit = battle.sides[bearer[0]].units[bearer[1]]
                others = tuple(use for use in unit.uses if use.key != key)
                battle = replaced(battle, *bearer, unit.but(uses=(*others, UsedAbility(key, span))))
            continue
        scope = scope_of(key, bearer, shooter, target)
        if scope is None:
            continue
        field = FIELDS[scope.span]
        kept: Memory = remembering(getattr(battle, field), {bare(key): facts[key]}, *scope.about)
        battle = battle.but(**{field: kept})
    return battle


# Ends ----------------------------------------------------------------------------------------------------------------


def phase_over(unit: BattleUnit) -> BattleUnit:
    """Return the unit at the end of a phase: its abilities once per phase may be used again (EFF-20)."""
    return with_uses(unit, [use.but(this_phase=False) for use in unit.uses if use.span != PHASE])


def turn_over(unit: BattleUnit, last: bool) -> BattleUnit:
    """Return the unit at the end of a turn. ``last`` is True if the battle round also ends."""
    over = (TURN, ROUND) if last else (TURN,)
    return with_uses(unit, [use for use in unit.uses if use.span not in over])


def with_uses(unit: BattleUnit, uses: Iterable[UsedAbility]) -> BattleUnit:
    kept = tuple(uses)
    return unit if kept == unit.uses else unit.but(uses=kept)


# Texts ---------------------------------------------------------------------------------------------------------------


def words_of(battle: Battle, side: int, at: int) -> list[str]:
    """Return the words of the status screen: remembered answers about the unit or its army, and used abilities."""
    unit = battle.sides[side].units[at]
    lines = []
    spans = (
        (battle.of_turn, "the end of the turn"),
        (battle.of_phase, "the end of the phase"),
        (battle.until_own_turn, "its next turn"),
    )
    for memory, span in spans:
        facts = [fact for fact in memory if fact.about == ((side, at),)]
        facts += [fact for fact in memory if fact.about == ((side, ARMY),) and fact.key in words_asked(unit)]
        if facts:
            lines.append(f"to {span}: {'; '.join(condition_text(fact.key, fact.answer) for fact in facts)}")
    for use in unit.uses:
        ends = "in use to the end of the phase" if use.this_phase else "used"
        lines.append(f"{use.key.removeprefix(USE)} ({ends}; once per {use.span})")
    return lines


@lru_cache(1024)
def words_asked(unit: BattleUnit) -> frozenset[str]:
    owned = [one for model, _ in unit.unit.value.models for one in borne_by(model)]
    owned += [one for ability in owned for one in ability.gives]
    return frozenset(when.words[0] for one in owned for when in one.conditions if when.kind == "if")


def condition_text(key: str, answer: str) -> str:
    if key.startswith(NEAR):
        return f"{'' if answer == 'yes' else 'not '}near ({key.partition(':')[2].strip()})"
    if key.startswith(conditions.ONE):
        return f"{key.removeprefix(conditions.ONE)}: {answer}"
    return key if answer == "yes" else f"not {key}"


# Known facts: counted, from the lists, from the log, or from the turn (EFF-14 to 21)

NOBODY = -1  # instead of a target's index
OF_HITS = ("was hit", "was hit by these")
DISTANCE, FIRST_TURN = "distance", "first turn"


def known_answer(
    battle: Battle, key: str, bearer: Place, shooter: Place, target: Place, far: Memory = (), fought: bool = True
) -> str | None:
    """Return the answer if it is known; None if players must answer.

    :param far: distances of this turn
    :param fought: False if no battle comes before the attack, so its states are unknown
    """
    answer = remembered_answer(battle, key, bearer, shooter, target)
    if answer is not None or (found := conditions.state_in(key)) is None:
        return answer
    known = is_so(battle, *found, shooter, target, far, fought)
    return None if known is None else "yes" if known else "no"


def is_so(
    battle: Battle, state: str, of_shooter: bool, shooter: Place, target: Place, far: Memory, fought: bool
) -> bool | None:
    """Return whether this state of one of the two units holds; None if only players see it."""
    row = state_of(state)
    if row is None or (target[1] == NOBODY and not of_shooter):
        return None
    if state == CLOSEST:
        return is_closest(battle, shooter, target, far) if fought and not of_shooter else None
    if row.known == "turn":
        return (
            None
            if state == FIRST_TURN and not fought
            else holds_this_turn(battle, state, (shooter if of_shooter else target)[0])
        )
    side, at = shooter if of_shooter else target
    unit = battle.sides[side].units[at]
    if state == ADVANCED_LAST:  # answers are remembered; before its first turn no unit has moved
        return False if battle.turn == 1 and battle.active != side and battle.first != side and fought else None
    if row.name == "disembarked from this transport":
        return got_out(battle.sides[side], unit) if fought else None
    if row.known == "log":
        return by_the_log(battle, state, (side, at), target if of_shooter else shooter)
    if row.known == "told":  # its owner reports it; without losses it has no reason to be Battle-shocked
        return unit.marked(states.SHOCKED) or (None if state_from_losses(unit, "below half strength") else False)
    if row.name == "has the W ability":
        return has_ability(battle, side, unit, state.removeprefix("has the ").removesuffix(" ability"))
    if row.known == "list":
        return in_the_list(unit, state)
    if state in MARKS:
        return state_from_losses(unit, state) if fought else None
    if not fought and state == "alone" and sum(n for _, n in unit.unit.value.models) == 1:
        return None  # it may be the last of several models
    return counted(unit, state) if row.known else None


def counted(unit: BattleUnit, state: str) -> bool | None:
    """Return whether a state of models, wounds or reports holds."""
    if state.startswith(OF_BEARER):
        bearers = of_bearers(unit, state)
        return counted(bearers, state.removeprefix(OF_BEARER)) if bearers else None
    name, number = _name(state), number_of(state)
    if name == "N models":
        return models(unit.ranks) == number
    if name == "N or more models":
        return models(unit.ranks) >= number
    if name == "has N or fewer wounds":
        return any(rank.left <= number for rank in unit.ranks)
    if name == "has lost wounds":
        lost = sum(n for _, n in unit.unit.value.models) > models(unit.ranks)
        return lost or any(rank.left < _model(unit, rank.kind).wounds for rank in unit.ranks)
    if name == "embarked":
        return bool(states.embarked(unit))
    return state_from_losses(unit, state)


@lru_cache(1024)
def of_bearers(battle_unit: BattleUnit, state: str) -> BattleUnit | None:
    """Return the standing models with an ability on their own state, as a unit; None if the list has none."""
    unit = battle_unit.unit.value
    kinds = {kind for kind, (model, _) in enumerate(unit.models) if depends_on_state(model, state)}
    ranks = tuple(rank for rank in battle_unit.ranks if rank.kind in kinds)
    standing = [sum(rank.n for rank in ranks if rank.kind == kind) for kind in range(len(unit.models))]
    with_numbers = tuple((model, n) for (model, _), n in zip(unit.models, standing, strict=True))
    return battle_unit.but(unit=Hashed(unit.but(models=with_numbers)), ranks=ranks) if kinds else None


def depends_on_state(model: Model, state: str) -> bool:
    """Return True if an ability of the model depends on this state of its bearer."""
    whens = (when for ability in borne_by(model) for part in (ability, *ability.gives) for when in part.conditions)
    return any(when.kind in ("state", conditions.DENIED[0]) and when.words[0] == state for when in whens)


def _name(state: str) -> str:
    row = state_of(state)
    return row.name if row else ""


def _model(unit: BattleUnit, kind: int) -> Model:
    model: Model = unit.unit.value.models[kind][0]
    return model


# Lists ---------------------------------------------------------------------------------------------------------------


@lru_cache(1024)
def in_the_list(unit: BattleUnit, state: str) -> bool:
    """Return whether a state of the standing models holds: leaders, keywords, weapons."""
    living = [_model(unit, rank.kind) for rank in unit.ranks]
    leaders = [model for model in living if model.leader]
    guarded = unit.unit.value.attached and 0 < len(leaders) < len(living)
    name = _name(state)
    if name == "led":
        return guarded
    if name == "led by K":
        return guarded and any(_is_a(model, state.removeprefix("led by ")) for model in leaders)
    if name == "leads K":
        return guarded and any(_is_a(model, state.removeprefix("leads ")) for model in living if not model.leader)
    if name == "is K":
        return states.living_unit(unit).value.is_a(*state.removeprefix("is ").split(" or "))
    if name == "contains K":
        keywords = state.removeprefix("contains ")
        whole = states.living_unit(unit).value.is_a(*keywords.split(" or "))
        return whole or any(_is_a(model, keywords) for model in living)
    if name == "has only models with W":
        weapon = state.removeprefix("has only models with ")
        return bool(living) and all(_carries(model, weapon) for model in living)
    return any(_carries(model, state.removeprefix("carries ")) for model in living)


def has_ability(battle: Battle, side: int, unit: BattleUnit, name: str) -> bool | None:
    """Return whether the unit has this ability now; None if that depends on conditions or the list cannot say it."""
    if not any(form.name.casefold() == name and form.owner in (TARGET, UNIT) for form in every_form()):
        return None

    def named(abilities: Iterable[Ability]) -> list[Ability]:
        return [part for ability in abilities for part in (ability, *ability.gives) if part.name.casefold() == name]

    living = [_model(unit, rank.kind) for rank in unit.ranks]
    on_models = named(ability for model in living for ability in borne_by(model))
    lent = named(ability.ability for ability in unit.given)
    if lent or any(not ability.conditional and ability.reach.kind != "led" for ability in on_models):
        return True
    units = (friend.unit.value for friend in battle.sides[side].units if battle.auras)
    friends = (model for friend in units for model, _ in friend.models)
    reaching = named(ability for model in friends for ability in borne_by(model) if ability.reach.kind == "friendly")
    smoke = unit.marked(states.SMOKE)
    return None if on_models or reaching or smoke else False


def got_out(side: Side, unit: BattleUnit) -> bool | None:
    """Return whether the unit got out of this transport; None if there are several."""
    if not unit.marked(states.DISEMBARKED):
        return False
    return True if sum(battle_unit.unit.value.is_a("TRANSPORT") for battle_unit in side.units) == 1 else None


def _is_a(model: Model, keywords: str) -> bool:
    """Return True if the model has such a keyword or name."""
    words = keywords.split(" or ")
    return Unit("", (), keywords=model.keywords).is_a(*words) or model.name.upper() in words


def _carries(model: Model, weapon: str) -> bool:
    """Return True if a weapon's name contains these words, such as ``plasma gun``."""
    words = weapon.removesuffix("s")
    return any(words in gun.name.casefold() for gun in model.weapons)


# The log -------------------------------------------------------------------------------------------------------------


@lru_cache(1024)
def depends_on_log(unit: Hashed[Unit], hits: bool = False) -> bool:
    """Return True if an ability of the unit depends on earlier shooting; with ``hits``, on which units were hit."""
    owned = (one for model, _ in unit.value.models for one in borne_by(model))
    whens = (when for ability in owned for one in (ability, *ability.gives) for when in one.conditions)
    rows = (state_of(parted(when.words[0])[1]) for when in whens if when.kind in ("state", conditions.DENIED[0]))
    return any(row is not None and row.known == "log" and (row.name in OF_HITS or not hits) for row in rows)


def any_depends_on_log(sides: Iterable[Side], hits: bool = False) -> bool:
    return any(depends_on_log(unit.unit, hits) for side in sides for unit in side.units)


def with_needed_log(battle: Battle) -> Battle:
    """Return the battle that notes from now on what an effect told of a unit needs to know of earlier shooting."""
    return battle.but(
        deeds_logged=battle.deeds_logged or any_depends_on_log(battle.sides),
        hits_logged=battle.hits_logged or any_depends_on_log(battle.sides, hits=True),
    )


def by_the_log(battle: Battle, state: str, unit: Place, other: Place) -> bool:
    """Return whether this holds: what the unit did or suffered this turn, or whom the other unit shot last."""
    this_turn = (battle.turn, battle.active)
    by_it = [deed for deed in battle.deeds if deed.shooter == unit and deed.turn == this_turn]
    on_it = [deed for deed in battle.deeds if deed.target == unit and deed.turn == this_turn]
    if state == "was the last target":
        last = [deed for deed in battle.deeds if deed.shooter == other]
        return any(deed.target == unit and deed.turn == last[-1].turn for deed in last)
    holds = {
        "has shot": bool(by_it),
        "destroyed a unit": any(deed.destroyed for deed in by_it),
        "destroyed a model": any(deed.slew for deed in by_it),
        "was shot at": bool(on_it),
        "was shot at by these": any(deed.shooter == other for deed in on_it),
        "was hit": any(deed.hit for deed in on_it),
        "was hit by these": any(deed.shooter == other and deed.hit for deed in on_it),
    }
    return holds[state]


def is_closest(battle: Battle, shooter: Place, target: Place, far: Memory) -> bool | None:
    """Return False if another target was measured as nearer this turn; None if it is unknown."""
    distances = {fact.about: fact.answer for fact in far if fact.key == DISTANCE}
    its_distance = distances.get(tuple(sorted((shooter, target))))
    if its_distance is None:
        return None
    side, its_index = target
    others = (i for i, unit in enumerate(battle.sides[side].units) if i != its_index and states.is_on_table(unit))
    pairs = (tuple(sorted((shooter, (side, other)))) for other in others)
    return False if any(distances.get(pair, its_distance) < its_distance for pair in pairs) else None


# The turn ------------------------------------------------------------------------------------------------------------


def holds_this_turn(battle: Battle, state: str, side: int) -> bool:
    """Return whether this holds for the battle round or the player's turn."""
    name = _name(state)
    if name == "your turn":
        return battle.active == side
    if name == FIRST_TURN:
        return battle.turn == 1 and battle.active == battle.first
    if name == "battle round N or later":
        return battle.turn >= number_of(state)
    if name == "in rounds N-M":
        low, _, high = state.removeprefix("in rounds ").partition("-")
        return int(low) <= battle.turn <= int(high)
    return battle.turn == number_of(state)


# Effects from other units, and facts that the battle knows

GIFTS = {conditions.MARKED: MARK, conditions.LENT: LEND}


def shooter_and_target(state: Attack, aim: DeclaredTarget) -> tuple[Place, Place]:
    return (state.side, state.unit), (1 - state.side, aim.place)


@lru_cache(256)
def without_gifts(unit: Hashed[Unit]) -> Hashed[Unit]:
    """Return the unit without its marks and loans. In a battle, other units have them."""
    models = unit.value.models
    if not any(one.name in (MARK, LEND) for model, _ in models for one in marks_and_auras.borne_by(model)):
        return unit

    def kept(abilities: Iterable[Ability]) -> tuple[Ability, ...]:
        return tuple(one for one in abilities if one.name not in (MARK, LEND))

    return Hashed(
        unit.value.but(
            models=tuple(
                (
                    model.but(
                        abilities=kept(model.abilities),
                        weapons=tuple(weapon.but(abilities=kept(weapon.abilities)) for weapon in model.weapons),
                    ),
                    n,
                )
                for model, n in models
            )
        )
    )


def beginning(state: Attack, aim: DeclaredTarget) -> DeclaredTarget:
    """Return the target with the abilities that it and the shooter were given."""
    battle = state.battle.value
    shooter, target = (battle.sides[side].units[at] for side, at in shooter_and_target(state, aim))
    granted, has = marks_and_auras.in_attack(shooter, target)
    granted = (*granted, *for_attackers(target, shooter))
    known = []
    for key, name in GIFTS.items():
        for shoots, (who, other) in ((True, (shooter, target)), (False, (target, shooter))):
            side = state.side if shoots else 1 - state.side
            whose = other if key == conditions.MARKED else who  # the enemy has the mark
            if any(one.ability.name == name and one.side == side for one in whose.given):
                known.append(conditions.key_of_one(key, shoots))
    aim = aim.but(unit=without_gifts(aim.unit), granted=granted, given=has, facts=tuple(sorted({*aim.facts, *known})))
    return with_known_facts(
        state, reached_by(aim, (aura for aura, answer in auras_here(state, aim) if answer == "yes"))
    )


def with_known_facts(state: Attack, aim: DeclaredTarget) -> DeclaredTarget:
    """Return the target with the known facts of both units, so that they count before the questions."""
    if not (here := known_states(state, aim)):
        return aim
    true = (key if answer == "yes" else conditions.no(key) for key, answer in here.items())
    return aim.but(facts=tuple(sorted({*aim.facts, *true})))


def known_states(state: Attack, aim: DeclaredTarget) -> dict[str, str]:
    """Return the answers about states of both units that are known, by key."""
    battle, (shooter, target), answers = state.battle.value, shooter_and_target(state, aim), {}
    for question in asked_here(state, aim):
        bearer = bearer_of(state, aim, question)
        if conditions.state_in(question.key) is None:
            continue
        known = state.remembered, state.manner.known
        if (answer := known_answer(battle, question.key, bearer, shooter, target, *known)) is not None:
            answers[question.key] = answer
    return answers


# Auras ---------------------------------------------------------------------------------------------------------------


@lru_cache(256)
def auras_beside(battle: Hashed[Battle], shooter: Place, target: Place) -> tuple[Aura, ...]:
    return marks_and_auras.beside(battle.value, shooter, target)


def auras_here(state: Attack, aim: DeclaredTarget) -> Iterator[tuple[Aura, str | None]]:
    """Yield each aura that may change this attack, with its answer in this phase."""
    if not state.battle.value.auras:
        return
    shooter, target = shooter_and_target(state, aim)
    for aura in auras_beside(state.battle, shooter, target):
        ability = aura.ability
        if not any(
            matters(state.game.abilities, part, situation_of(state, aim), aura.works)
            for part in ability.gives or (ability,)
        ):
            continue
        yield aura, remembered_answer(state.battle.value, aura.key, shooter, shooter, target)


def with_auras(
    state: Attack, aim: DeclaredTarget, facts: Mapping[str, Any], assume_all: bool = False
) -> DeclaredTarget:
    """Return the target with the auras that reach; with ``assume_all``, also those not yet answered."""
    return reached_by(
        aim,
        (
            aura
            for aura, answer in auras_here(state, aim)
            if answer is None and (facts.get(aura.key) == "yes" or (assume_all and aura.key not in facts))
        ),
    )


def reached_by(aim: DeclaredTarget, auras: Iterable[Aura]) -> DeclaredTarget:
    granted, has = [*aim.granted], [*aim.given]
    for aura in auras:
        (granted if aura.works else has).append(aura.ability)
    return aim.but(granted=tuple(granted), given=tuple(has))


def aura_rows(state: Attack, aim: DeclaredTarget) -> list[Choose]:
    battle, (shooter, target) = state.battle.value, shooter_and_target(state, aim)
    return [
        marks_and_auras.aura_question(
            state.game, aura, state.side, marks_and_auras.living_at(battle, shooter if aura.shooter else target).name
        )
        for aura, said in auras_here(state, aim)
        if said is None
    ]


# Questions and known answers -----------------------------------------------------------------------------------------


def anything_asked(state: Attack, aim: DeclaredTarget) -> bool:
    """Return False if no ability of either unit depends on players' answers, which is the normal case."""
    return bool(aim.granted or aim.given) or any(
        traits_of(state.game.abilities, unit).hangs for unit in (state.shooter, aim.unit)
    )


def asked_here(state: Attack, aim: DeclaredTarget) -> tuple[EffectQuestion, ...]:
    """Return the questions about effects of this attack, known or not."""
    if not (anything_asked(state, aim) or state.battle.value.auras):
        return ()
    return asked(state.game.abilities, situation_of(state, with_auras(state, aim, {}, assume_all=True)))


@lru_cache(64)  # wanted for every value of every fact of an attack
def known_answers(state: Attack, aim: DeclaredTarget) -> Mapping[str, str]:
    """Return all known answers by key, also about marks, loans and uses of abilities."""
    if not state.manner.known:
        return known_states(state, aim)
    if not (here := asked_here(state, aim)):
        return {}
    battle, (shooter, target), answers = state.battle.value, shooter_and_target(state, aim), {}
    for question in here:
        bearer = bearer_of(state, aim, question)
        if question.key in GIFTS and gives(battle, bearer[0], GIFTS[question.key]):
            answers[question.key] = "no"  # `DeclaredTarget.true` has the marked units
        elif (answer := known_answer(battle, question.key, bearer, shooter, target, state.remembered)) is not None:
            answers[question.key] = answer
    return answers


def bearer_of(state: Attack, aim: DeclaredTarget, question: EffectQuestion) -> Place:
    """Return the unit that has the ability: for an aura, the friend that has it (EFF-20)."""
    shooter, target = shooter_and_target(state, aim)
    for aura, _ in auras_here(state, aim) if question.key.startswith(USE) else ():
        once = any(when.kind == "once" for when in aura.ability.conditions)
        if once and USE + conditions.use_name(aura.ability) == question.key:
            return aura.side, place_named(state.battle.value.sides[aura.side].units, aura.bearers[0])
    return shooter if question.shoots else target


def gives(battle: Battle, side: int, name: str) -> bool:
    """Return True if a unit of this army marks or lends. Then the battle knows the other unit."""
    return any(marks_and_auras.unit_has_mark(unit.unit, name) for unit in battle.sides[side].units)


def with_remembered_answers(state: Attack, aim: DeclaredTarget, facts: Mapping[str, Any]) -> Attack:
    """Return the attack with a battle that remembers these answers."""
    shooter, target = shooter_and_target(state, aim)
    bearers = {
        question.key: (
            bearer_of(state, aim, question),
            span_of(state, aim, question.key) if question.key.startswith(USE) else "",
        )
        for question in asked_here(state, aim)
    }
    bearers |= {aura.key: (shooter, "") for aura, said in auras_here(state, aim) if said is None}
    battle = remember(state.battle.value, facts, bearers, shooter, target)
    return state if battle == state.battle.value else state.but(battle=Hashed(battle))


def span_of(state: Attack, aim: DeclaredTarget, key: str) -> str:
    """Return the span in which the ability with this key may be used once."""
    situation = situation_of(state, with_auras(state, aim, {}, assume_all=True))
    for shoots in (True, False):
        for ability in borne(situation, shoots):
            for part in (ability, *ability.gives):
                for when in part.conditions:
                    if when.kind == "once" and USE + conditions.use_name(part) == key:
                        return when.words[0]
    return "battle"


def texts_from_others(aim: DeclaredTarget) -> list[str]:
    """Return the effects of other units on this attack, as text. What players told of the target is none of these."""
    given = (one for one in (*aim.granted, *aim.given) if one.reach != BEARER)
    texts = dict.fromkeys(one.called or one.text.partition(": ")[2] or one.text for one in given)
    return ["from others: " + ", ".join(texts)] if texts else []


# Whether an ability of a unit may be used in a battle: its conditions and its limit


def use_limit(ability: Ability) -> str:
    """Return the span in which the ability may be used once; "" if there is no limit."""
    return next((one.words[0] for one in ability.conditions if one.kind == "once"), "")


def is_spent(unit: BattleUnit, ability: Ability) -> bool:
    key = USE + conditions.use_name(ability)
    return bool(use_limit(ability)) and any(use.key == key for use in unit.uses)


def using(battle: Battle, at: Place, ability: Ability) -> Battle:
    """Return the battle in which the unit has used the ability (EFF-20)."""
    if not use_limit(ability):
        return battle
    unit = battle.sides[at[0]].units[at[1]]
    use = UsedAbility(USE + conditions.use_name(ability), use_limit(ability), this_phase=False)
    return replaced(battle, *at, unit.but(uses=(*unit.uses, use)))


def ask_conditions(battle: Battle, at: Place, ability: Ability, table: Table) -> tuple[Battle, tuple[str, ...]]:
    """Return the keys of its conditions that hold. Unknown ones are asked and remembered (EFF-21)."""
    nobody, found = (1 - at[0], NOBODY), [USE + conditions.use_name(ability)]
    name = battle.sides[at[0]].units[at[1]].unit.value.name
    for condition in ability.conditions:
        key = conditions.key_of(condition, ability, True)
        if not key or condition.kind == "once" or "target " in key:
            continue
        answer = known_answer(battle, key, at, at, nobody)
        if answer is None:
            rule, words = battle.game.abilities.form_of(ability).rule, key.partition(" ")[2]
            answer = table.choose(
                f"{key}:{name}", (Option("no"), Option("yes")), default="no", rules=(rule,), text=f"{name}: {words}?"
            )
            battle = remember(battle, {key: answer}, {key: (at, "")}, at, nobody)
        found += [key] if answer == "yes" else []
    return battle, tuple(found)
