"""Permissions of units (EFF-48, 49, 54, 55, 58 to 61, TGT-6), and units that shoot out of turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import inf

from shoot_cli.armies.army import AFTER, ArmyEntry
from shoot_cli.armies.army import ENEMY as ON_ENEMY
from shoot_cli.battle.turns import GunReach, Place, deciding
from shoot_cli.engine.names import IF, USE
from shoot_cli.engine.questions import Choose, Need, Number, Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import Reach
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import conditions, records
from shoot_cli.rules.datasheets.abilities import MAY_BE_TARGETED, MAY_SHOOT, MAY_TARGET, Abilities, traits_of
from shoot_cli.rules.datasheets.ability_forms import LATE
from shoot_cli.rules.datasheets.ability_grammar import ENEMY, FAR_OR_NEAR, TARGET_IS
from shoot_cli.rules.datasheets.effects import all_have, held, in_force
from shoot_cli.rules.datasheets.profiles import BEARER, Ability, Condition, Model, Unit, Weapon
from shoot_cli.rules.datasheets.steps import command_points, effects, entries, states
from shoot_cli.rules.datasheets.steps.marks_and_auras import borne_by, lent_to
from shoot_cli.rules.datasheets.steps.states import FAR, inches, living, owned, situation_before, situation_of
from shoot_cli.rules.datasheets.tokens import Firer
from shoot_cli.rules.datasheets.weapons import is_left, same_weapon

AFTER_FALLING_BACK, AFTER_ADVANCING = "Shoots after Falling Back", "Shoots after Advancing"
ELIGIBLE = "Eligible to shoot"
FREELY, NO_PENALTY, UNSEEN = "Shoots freely in combat", "No penalty in combat", "Indirect Fire without penalty"
RANGE = "+ range"
OF_TARGET = ("against", "not against", *FAR_OR_NEAR)  # conditions on a target
EVERY_MARKED = "MARKED"  # instead of a keyword: the marked unit


# Situations ----------------------------------------------------------------------------------------------------------


def moved_of(state: records.Attack) -> records.UnitMovement:
    return records.UnitMovement(state.fell_back, state.advanced, state.engaged, state.acting)


@lru_cache(1024)
def with_all_conditions(unit: Hashed[Unit], of_target: bool = False) -> Hashed[Unit]:
    """Return the unit without conditions of its abilities; with ``of_target``, without conditions on a target."""

    def gone(when: Condition) -> bool:
        of_it = when.kind in ("state", "not state") and when.words[0].startswith((TARGET_IS, ENEMY))
        return not of_target or when.kind in OF_TARGET or of_it

    def freed(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
        return tuple(
            ability.but(
                conditions=tuple(when for when in ability.conditions if not gone(when)),
                reach=BEARER if ability.reach.kind in ("marked", "enemies") else ability.reach,
            )
            for ability in abilities
        )

    models = tuple(
        (
            model.but(
                abilities=freed(model.abilities),
                weapons=tuple(weapon.but(abilities=freed(weapon.abilities)) for weapon in model.weapons),
            ),
            n,
        )
        for model, n in unit.value.models
    )
    return Hashed(unit.value.but(models=models)) if models != unit.value.models else unit


@lru_cache(1024)
def hopeful_situation(unit: records.BattleUnit, near: tuple[Ability, ...] = ()) -> conditions.Situation:
    """Return the situation before a unit is selected. ``near`` are auras that friends may give."""
    standing: dict[int, int] = {}
    for rank in unit.ranks:
        standing[rank.kind] = standing.get(rank.kind, 0) + rank.n
    lent = lent_to(unit)
    given = tuple(ability.but(conditions=()) for ability in (*lent, *near))
    side = conditions.SituationSide(with_all_conditions(states.living_unit(unit)), tuple(standing.items()), given)
    return conditions.Situation(side, side, facts=(conditions.key_of_one(conditions.LENT, True),) if lent else ())


# The shooter ---------------------------------------------------------------------------------------------------------


def all_may(situation: conditions.Situation, *names: str) -> bool:
    """Return True if every standing model of the shooter has one of these abilities."""
    return all_have(situation, True, lambda one: one.name in names)


def may(situation: conditions.Situation, kind: int, *names: str) -> bool:
    """Return True if this kind of model of the shooter has one of these abilities."""
    return any(ability.name in names for ability in held(situation, True).of_kind(kind))


def watching(situation: conditions.Situation, kind: int) -> int:
    """Return what unmodified hit rolls of Overwatch must show; 0 if no ability says so (EFF-57)."""
    return min(
        (one.need or 6 for one in held(situation, True).of_kind(kind) if one.name == "Overwatch hits"), default=0
    )


def fires_as(situation: conditions.Situation, kind: int, weapon: Weapon, name: str) -> bool:
    """Return True if the weapon or its bearer has this weapon ability: Assault, Pistol, Indirect Fire."""
    on_the_weapon = (ability for ability in weapon.abilities if ability.name == name)
    at_it = any(ability.name == name for ability in held(situation, True).enemies)  # for a marked or near enemy
    of_weapon = any(conditions.counts(ability, situation, True) for ability in on_the_weapon)
    return at_it or of_weapon or may(situation, kind, name)


def kind_of(state: records.Attack, model: Model) -> int:
    """Return the model's index in the unit's list."""
    return next(kind for kind, (other, _) in enumerate(state.shooter.value.models) if other is model or other == model)


def is_one(unit: Unit, keyword: str, situation: conditions.Situation, shoots: bool) -> bool:
    """Return True if the keyword of an ability means this unit: ``MONSTER``, ``MONSTER OR VEHICLE``, ``MARKED``."""
    words = keyword.replace(",", " OR").split(" OR ")
    marked = shoots and EVERY_MARKED in words and conditions.marked_or_lent(conditions.MARKED, situation, True)
    return marked or unit.is_a(*(word for word in words if word != EVERY_MARKED))


def might(known: Abilities, unit: Hashed[Unit], *changes: str) -> bool:
    """Return True if an ability of the unit or its weapons changes one of these. Most units have none."""
    return not traits_of(known, unit).changes.isdisjoint(changes)


def is_plain(state: records.Attack, aim: records.DeclaredTarget) -> bool:
    """Return True if no ability affects who may shoot at whom, which is the normal case."""
    if aim.granted or aim.given or state.granted:
        return False
    return _plain(state.game.abilities, state.shooter, aim.unit)


@lru_cache(1024)
def _plain(known: Abilities, shooter: Hashed[Unit], target: Hashed[Unit]) -> bool:
    return not (might(known, shooter, MAY_SHOOT, MAY_TARGET) or might(known, target, MAY_BE_TARGETED))


def with_range(state: records.Attack, aim: records.DeclaredTarget | None) -> records.Attack:
    """Return the unit with its current ranges, which also decide half range (EFF-60)."""
    if not (might(state.game.abilities, state.shooter, "range") or state.granted or (aim and aim.granted)):
        return state
    situation, models = situation_of(state, aim) if aim else situation_before(state), list[tuple[Model, int]]()
    for kind, (model, n) in enumerate(state.shooter.value.models):
        own = (*model.abilities, *(one for weapon in model.weapons for one in weapon.abilities))
        has = any(one.name == RANGE for each in own for one in (each, *each.gives))
        if kind in situation.shooter.kinds and (has or held(situation, True).shared):
            every = [one for one in held(situation, True).of_kind(kind) if one.name == RANGE]
            longer = ((weapon, weapon.range + _more_range(weapon, every, situation)) for weapon in model.weapons)
            model = model.but(weapons=tuple(weapon.but(range=inches) for weapon, inches in longer))
        models.append((model, n))
    unit = state.shooter.value.but(models=tuple(models))
    return state if unit == state.shooter.value else state.but(shooter=Hashed(unit))


def _more_range(weapon: Weapon, of_model: list[Ability], situation: conditions.Situation) -> int:
    """Return by how many inches the abilities of the model and of the weapon lengthen its range."""
    on_the_weapon = [one for one in weapon.abilities if one.name == RANGE and conditions.counts(one, situation, True)]
    unit = situation.shooter.unit
    return sum(one.number for one in (*of_model, *on_the_weapon) if conditions.fits_weapon(one, weapon.name, unit))


# The target ----------------------------------------------------------------------------------------------------------


def of_target(
    situation: conditions.Situation, name: str, counting: Callable[[Ability], bool] = lambda ability: True
) -> Ability | None:
    """Return the first such ability of the target if every model has one; else None."""
    abilities, target = held(situation, False), situation.target
    if not target.kinds or not all_have(situation, False, lambda one: one.name == name and counting(one)):
        return None
    return next(one for kind in target.kinds for one in abilities.of_kind(kind) if one.name == name and counting(one))


def nearest_of_target(situation: conditions.Situation) -> Ability | None:
    """Return the ability ``targeted only within N"`` that counts for the unit: smallest N of each model (EFF-55)."""
    abilities, smallest = held(situation, False), list[Ability]()
    for kind in situation.target.kinds:
        near_only = [ability for ability in abilities.of_kind(kind) if ability.name == "Targeted only within"]
        if not near_only:
            return None
        smallest.append(min(near_only, key=lambda ability: ability.number))
    return max(smallest, key=lambda ability: ability.number, default=None)


def lone(situation: conditions.Situation) -> bool:
    """Return True for a Lone Operative. In an Attached unit only abilities for the whole unit count (TGT-6)."""
    abilities, unit = held(situation, False), situation.target.unit.value
    shared = abilities.shared
    attached = unit.attached and len({unit.models[kind][0].leader for kind in situation.target.kinds}) == 2
    on_models = () if attached else (ability for kind in situation.target.kinds for ability in abilities.own[kind])
    return any(ability.name == "Lone Operative" for ability in (*on_models, *shared))


# Questions before there is a target ----------------------------------------------------------------------------------


def asked_early(state: records.Attack, changes: Iterable[str]) -> tuple[tuple[str, Ability], ...]:
    """Return the keys to ask before there is a target, each with an ability. `changes` is what abilities change."""
    situation, wanted = situation_before(state), tuple(changes)
    by_key: dict[str, Ability] = {}
    models = (state.shooter.value.models[kind][0] for kind in situation.shooter.kinds)
    for ability in (*(ability for model in models for ability in borne_by(model)), *situation.shooter.given):
        if state.game.abilities.form_of(ability).changes not in wanted:
            continue
        for condition in ability.conditions:
            key = conditions.key_of(condition, ability, True)
            if key and key.startswith((IF, USE)) and "target " not in key and key not in state.answered:
                by_key.setdefault(key, ability)
    return tuple(by_key.items())


# Whether a weapon may be fired at a target, in all editions (TGT-1 to 13, EFF-48, EFF-54, EFF-55)


def has_here(
    state: records.Attack, aim: records.DeclaredTarget, model: Model, weapon: Weapon, name: str, sure: bool
) -> bool:
    """Return True if the weapon or its bearer has this ability against this target.

    :param sure: True if unanswered conditions do not hold, False if they may hold
    """
    if not any(one.name == name or (one.gives and holds_one(one, name)) for one in owned(state, aim, weapon)):
        return False
    near = aim.distance is not None and 2 * aim.distance <= weapon.range
    situation = situation_of(state, aim, weapon, near, assume_all=not aim.facts_given and not sure)
    situation = situation.but(assume_none=sure) if sure and not aim.facts_given else situation
    scenes = (
        (situation,)
        if aim.facts_given or aim.distance is not None
        else (situation.but(distance=0.0, half_range=True), situation.but(distance=FAR))
    )
    effects = [in_force(state.game.abilities, weapon, kind_of(state, model), one).all(name) for one in scenes]
    return (all if sure else any)(any(not (sure and hangs_on_attack(one)) for one in each) for each in effects)


def holds_one(ability: Ability, name: str) -> bool:
    return any(inner.name == name for inner in ability.gives)


def hangs_on_attack(ability: Ability) -> bool:
    """Return True if its Strength, AP or damage decides whether it counts."""
    return any(condition.kind in LATE for condition in ability.conditions)


def why_forbidden(
    state: records.Attack, aim: records.DeclaredTarget, model: Model, situation: conditions.Situation
) -> Reason | None:
    """Return why a model may not shoot at the target with any weapon (EFF-48, EFF-54)."""
    kind, game = kind_of(state, model), state.game
    if state.overwatch and (never := of_target(situation, "No Overwatch")):
        return game.reason(f"{aim.unit.value.name}: {never.text}", "EFF-54")
    target, shooter = situation.target.unit.value, situation.shooter.unit.value
    for ability in held(situation, True).of_kind(kind):
        if not aim.facts_given and (
            EVERY_MARKED in ability.keyword.split(" OR ")
        ):  # not yet known whether it is marked
            continue
        is_it = ability.name in ("May target only", "May not target") and is_one(
            target, ability.keyword, situation, True
        )
        if (ability.name == "May target only" and not is_it) or (ability.name == "May not target" and is_it):
            return game.reason(ability.text, "EFF-48")
    if never := of_target(
        situation, "May not be targeted by", lambda ability: is_one(shooter, ability.keyword, situation, False)
    ):
        return game.reason(f"{target.name}: {never.text}", "EFF-48")
    return None


def why_alone(
    state: records.Attack, aim: records.DeclaredTarget, model: Model, weapon: Weapon, situation: conditions.Situation
) -> Reason | None:
    """Return why the target is too far away for a Lone Operative or a similar ability (TGT-6, EFF-55)."""
    reaches = seen_from(state, aim, model, weapon, situation)
    return too_far(state, aim, weapon, *min(reaches)) if reaches else None


def seen_from(
    state: records.Attack, aim: records.DeclaredTarget, model: Model, weapon: Weapon, situation: conditions.Situation
) -> list[tuple[int, str, str]]:
    """Return up to how many inches the target may be shot at, each with who it is and the rule (TGT-6, EFF-55)."""
    target = aim.unit.value
    reaches = []
    lone = state.game.lone_operative_reach(situation)
    if lone and not has_here(state, aim, model, weapon, "Ignores Lone Operative", sure=False):
        reaches.append((lone, f"{target.name} is a Lone Operative", "TGT-6"))
    if near := nearest_of_target(situation):
        reaches.append((near.number, f"{target.name}: {near.text}", "EFF-55"))
    return reaches


OF_REACH = frozenset(("overwatch", "advanced", "engaged", "target_engaged", "together", "shooting"))  # facts


def reaches_of(
    state: records.Attack, answers: Mapping[str, str] = {}, reach_of_overwatch: float = FAR
) -> tuple[Reach, ...]:
    """Return how far each weapon of an attack on its own reaches, and is not too far for its target (TGT-2, TGT-6).

    A Pistol is aside; after an Advance, beside Assault weapons, so is a weapon that is none. None reaches between units
    that are locked in combat with each other: they are within Engagement Range (ELIG-4).

    :param answers: answers and settings; those of `OF_REACH` count
    :param reach_of_overwatch: inches
    """
    aim = state.aims[0]
    if OF_REACH & answers.keys():
        yes = {key: answers.get(key) == "yes" for key in OF_REACH}
        aims = (aim.but(engaged=yes["target_engaged"]),)
        state = state.but(overwatch=yes["overwatch"], advanced=yes["advanced"], engaged=yes["engaged"], aims=aims)
        state = state.game.with_answers(state, {key: answers[key] for key in OF_REACH & answers.keys()})
    aim, far = state.aims[0], reach_of_overwatch if state.overwatch else FAR
    if aim.engages_shooter:
        return ()
    state = with_range(state, aim)
    situation = None if is_plain(state, aim) else situation_of(state, aim)
    assault = state.advanced and any(weapon.has("Assault") for _, weapon in armed(state))
    reaches = []
    for _, model in living(state):
        for weapon in model.weapons:
            limits = [inches for inches, _, _ in seen_from(state, aim, model, weapon, situation)] if situation else []
            aside = weapon.has("Pistol") or (assault and not weapon.has("Assault"))
            reaches.append(Reach(weapon.name, weapon.mode_of or weapon.name, min(weapon.range, *limits, far), aside))
    return tuple(dict.fromkeys(reaches))


def armed(state: records.Attack) -> list[tuple[Model, Weapon]]:
    """Return every weapon of the firing unit with its bearer."""
    return [(model, weapon) for _, model in living(state) for weapon in model.weapons]


def abilities_of(model: Model) -> Iterable[Ability]:
    """Yield the abilities of a model, and the abilities that these hold."""
    for one in model.abilities:
        yield one
        yield from one.gives


def depends_on(ability: Ability, what: str) -> bool:
    """Return True if the ability has such a condition: its kind or its state."""
    every_condition = (condition for part in (ability, *ability.gives) for condition in part.conditions)
    return any(what in (condition.kind, *condition.words) for condition in every_condition)


def half_counts(model: Model, weapon: Weapon) -> bool:
    """Return True if half range changes something for this weapon (WPN-RF-1, WPN-MELTA-1)."""
    return any(map(of_half_range, (*weapon.abilities, *abilities_of(model))))


def of_half_range(ability: Ability) -> bool:
    """Return True if this ability counts only within half range, or only beyond it."""
    return (
        ability.name in ("Rapid Fire", "Melta")
        or depends_on(ability, "half range")
        or depends_on(ability, "not half range")
    )


@lru_cache(512)
def half_may_count(weapon: Weapon, units: tuple[Hashed[Unit], ...], given: tuple[Ability, ...]) -> bool:
    """Return True if half range may change something for this weapon, by its own abilities, those of any model of both
    units, or those that other units gave them."""
    models = (model for unit in units for model, _ in unit.value.models)
    every = (*weapon.abilities, *given, *(one for model in models for one in model.abilities))
    return any(of_half_range(one) for ability in every for one in (ability, *ability.gives))


def deciding_distance(question: Number, state: records.Attack, aim: records.DeclaredTarget) -> Number:
    """Return the question with how far the weapons without a target reach at this one (TGT-2), in Overwatch too
    (OOP-1), where half range counts (WPN-RF-1), and from how far the target is seen (TGT-6, EFF-55).
    """
    state = with_range(state.but(aims=(aim,)), aim)
    most = state.game.book.overwatch_reach if state.overwatch else inf
    left, ranges = state.game.arming.slots(state), {weapon.name: min(weapon.range, most) for _, weapon in armed(state)}
    near = {weapon.name: f'half {weapon.range / 2:g}"' for model, weapon in armed(state) if half_counts(model, weapon)}
    every = [one for one in reaches_of(state) if left.get(one.family)]
    guns = (GunReach(one.family, left[one.family], ranges[one.weapon], near.get(one.weapon, "")) for one in every)
    question = deciding(question, dict.fromkeys(guns))  # profiles of one weapon that reach as far are one
    if every and all(one.distance < ranges[one.weapon] for one in every):
        return question.but(decides=f'{question.decides}; seen from {max(one.distance for one in every):g}" or less')
    return question


def too_far(
    state: records.Attack, aim: records.DeclaredTarget, weapon: Weapon, reach: int, who: str, rule: str
) -> Reason | None:
    """Return why the target is beyond ``reach`` inches; None if it is not."""
    if aim.distance is not None and aim.distance > reach:
        return state.game.reason(f'{who}: {inches(aim.distance)} is more than {reach}"', rule)
    if aim.distance is None and 2 * reach <= weapon.range:  # beyond half its range is too far
        return state.game.reason(f'{who}: say a distance of {reach}" or less', rule)
    return None


def why_not_thrown(state: records.Attack, aim: records.DeclaredTarget) -> Reason | None:
    """Return why nothing can be thrown at this target; None if it can (OOP-3)."""
    what = f"no {state.game.thrown_stratagem.plural}"
    for is_so, words in ((state.advanced, "Advanced"), (state.fell_back, "Fell Back")):
        if is_so:
            return state.game.reason(f"{what}: the unit {words} this turn", "OOP-3")
    if state.engaged or aim.engaged or aim.engages_shooter:
        return state.game.reason(f"{what} where somebody is locked in combat", "OOP-3")
    if not aim.visible:
        return state.game.reason("the target must be visible", "OOP-3")
    return None


def reasons_for_nothing(state: records.Attack, aim: records.DeclaredTarget) -> Iterable[tuple[str, Reason]]:
    """Yield for each weapon why no model can fire it."""
    seen: set[str] = set()
    for _, model in living(state):
        for weapon in model.weapons:
            reason = state.game.why_closed(state, aim, model, weapon)
            if reason and weapon.name not in seen:
                seen.add(weapon.name)
                yield weapon.name, reason


# Units that shoot out of turn: back, on death, and once more (EFF-58)

BACK_AGAIN = "Shoots back"
DEATH, DEATH_ON = "Shoots on death", "Shoots on death on a roll"
AGAIN = "Shoots again"
DEMISE = "Deadly Demise"
RULE = "EFF-58"
SHOOTS_BACK, ON_DEATH = "shoots back", "shoots on death"
OUT_OF_PHASE = (SHOOTS_BACK, ON_DEATH)


def one_of(unit: records.BattleUnit, kind: int, *names: str) -> Ability | None:
    """Return such an ability of a kind of model as in the list, with its conditions."""
    hoped = next(
        (ability for ability in held(hopeful_situation(unit), True).of_kind(kind) if ability.name in names), None
    )
    if hoped is None:
        return None
    owned = (ability for model, _ in unit.unit.value.models for ability in model.abilities)
    return next((ability for ability in owned if (ability.name, ability.text) == (hoped.name, hoped.text)), hoped)


def ability_of(unit: records.BattleUnit, *names: str) -> Ability | None:
    """Return such an ability of the first model that has one."""
    abilities = (one_of(unit, rank.kind, *names) for rank in unit.ranks)
    return next((ability for ability in abilities if ability is not None), None)


# Permission ----------------------------------------------------------------------------------------------------------


def dying(before: records.BattleUnit, at: Place, gone: dict[int, int]) -> tuple[records.OutOfTurnShooting, ...]:
    """Return the falling models that may shoot before they are removed. ``gone`` has their numbers by kind."""
    listed = (ability for model, _ in before.unit.value.models for ability in model.abilities)
    if not any(ability.name in (DEATH, DEATH_ON) for ability in (*listed, *lent_to(before))):
        return ()
    fallen_kinds = [(kind, n, one_of(before, kind, DEATH, DEATH_ON)) for kind, n in gone.items() if n > 0]
    return tuple(
        records.OutOfTurnShooting(*at, ON_DEATH, ability, kind, n) for kind, n, ability in fallen_kinds if ability
    )


def shot_at(battle: records.Battle, side: int, shooter: int, whom: list[int]) -> records.Battle:
    """Return the battle with the units that may shoot back, because they were shot at and still stand."""
    replies = []
    for index in whom:
        unit = battle.sides[1 - side].units[index]
        ability = ability_of(unit, BACK_AGAIN) if unit.ranks else None
        if ability is not None:
            replies.append(records.OutOfTurnShooting(1 - side, index, SHOOTS_BACK, ability, at=shooter))
        replies += after_shots(battle, (1 - side, index), shooter, back=ability is None)
    return battle.but(replies=(*battle.replies, *replies)) if replies else battle


def after_shots(battle: records.Battle, place: Place, shooter: int, back: bool) -> list[records.OutOfTurnShooting]:
    """Return the rules and stratagems of the army that this unit may have now that it was shot at (EVE-43).

    Without ``back`` it shoots back by an ability of its own, and needs none by which it may.
    """
    shootings = []
    for entry in entries.entries_of(battle, place[0], AFTER) if place[0] != battle.active else ():
        if entries.is_for(battle, entry, place):
            abilities = [told.ability for told in entries.effects_of(battle, place[0], entry)]
            usual = abilities[0] if abilities else NO_ABILITY
            ability = next((one for one in abilities if one.name == BACK_AGAIN), usual)
            if back or ability.name != BACK_AGAIN:
                shootings.append(records.OutOfTurnShooting(*place, SHOOTS_BACK, ability, at=shooter, entry=entry.name))
    return shootings


NO_ABILITY = Ability("", text="")  # of a stratagem whose words nobody has said yet


def may_again(battle: records.Battle, index: int, table: Table) -> records.Battle:
    """Return the battle in which the unit may be selected once more, if the conditions hold."""
    battle_unit, place = battle.sides[battle.active].units[index], (battle.active, index)
    ability = ability_of(battle_unit, AGAIN) if battle_unit.ranks and index not in battle.done else None
    if ability is None or effects.is_spent(battle_unit, ability):
        return battle.but(once_more=tuple(other for other in battle.once_more if other != index))
    battle, true = effects.ask_conditions(battle, place, ability, table)
    situation = situation_at(battle, place, None, true)
    if not all(conditions.holds(when, ability, situation, True) for when in ability.conditions):
        return battle
    name = battle_unit.unit.value.name
    if effects.use_limit(ability):
        question = Choose(
            f"shoots again:{name}", NO_YES, "no", rules=battle.game.rules(RULE), text=f"{name}: {ability.text}?"
        )
        if table.ask(question) == "no":
            return battle
    table.tell("{unit} may shoot again", battle.game.rules(RULE), unit=name)
    return effects.using(battle, place, ability).but(once_more=(*battle.once_more, index))


NO_YES = (Option("no"), Option("yes"))


# Shooting ------------------------------------------------------------------------------------------------------------


def reply_next(battle: records.Battle, table: Table) -> records.Battle | records.Nomination:
    """Ask whether the next unit shoots out of turn."""
    reply, *rest = battle.replies
    battle = battle.but(replies=tuple(rest))
    if reply.entry:
        return reply_by_entry(battle, reply, table)
    place, ability = (reply.side, reply.unit), reply.ability
    battle_unit = battle.sides[reply.side].units[reply.unit]
    if why_not(battle, reply) or not open_to(battle, reply):
        return removed(battle, reply)
    name = battle_unit.unit.value.name
    who = battle_unit.unit.value.models[reply.kind][0].name if reply.doing == ON_DEATH else name
    yes = "it shoots before it is removed" if reply.doing == ON_DEATH else "it shoots back"
    owner = ATTACKER if reply.side == battle.active else DEFENDER
    options = (Option("no"), Option("yes", yes))
    question = Choose(f"{reply.doing}:{who}", options, "no", owner, battle.game.rules(RULE), f"{name}: {ability.text}?")
    if table.ask(question) == "no":
        return removed(battle, reply)
    battle, true = effects.ask_conditions(battle, place, ability, table)
    if not all(
        conditions.holds(when, ability, situation_at(battle, place, reply.at, true), True)
        for when in ability.conditions
    ):
        table.tell("No shots by {unit}: {why}", battle.game.rules(RULE), unit=name, why=ability.text)
        return removed(battle, reply)
    battle = effects.using(battle, place, ability)
    if ability.need:
        need = Need(ability.need, (battle.game.reason(ability.text, RULE),))
        text = f"{who}: {ability.text}"
        passed = table.roll(f"shoots on death:{who}", reply.n, need, owner=owner, text=text).passed
        if not passed:
            return removed(battle, reply)
        battle = removed(battle, reply.but(n=reply.n - passed))
        reply = reply.but(n=passed)
    return records.Nomination(Hashed(battle.but(replies=(reply, *battle.replies))), reply.side, reply.unit, reply.doing)


def reply_by_entry(
    battle: records.Battle, reply: records.OutOfTurnShooting, table: Table
) -> records.Battle | records.Nomination:
    """Ask whether a unit that was shot at uses a stratagem of its army: it shoots back, or has another effect."""
    place, entry = (reply.side, reply.unit), entries.entry_called(battle, reply.side, reply.entry)
    unit = battle.sides[reply.side].units[reply.unit]
    if entry is None or not unit.ranks:
        return battle
    shoots = reply.ability.name == BACK_AGAIN
    if shoots and (why_not(battle, reply) or not open_to(battle, reply)):
        return battle
    if why := entries.why_not_used(battle, reply.side, entry, place):
        return too_dear(battle, reply.side, entry, table) if why[0].rule.endswith("CP-2") else battle
    name = unit.unit.value.name
    on = place if entry.on != ON_ENEMY or reply.at is None else (1 - reply.side, reply.at)
    if not battle.sides[on[0]].units[on[1]].ranks:
        return battle
    several = entries.options_of(battle, reply.side, entry)
    rows = [row for one in several or ("",) for row in entries.priced_rows(battle, entry, place, one or "yes", one)]
    owner = ATTACKER if reply.side == battle.active else DEFENDER
    answer = table.choose(
        f"after:{entry.name}:{name}", (Option("no"), *command_points.cheaper_last(rows)), default="no", owner=owner,
        rules=battle.game.rules(RULE), text=f"{name}: {entry.name}?",
    )  # fmt: skip
    if answer == "no":
        return battle
    value, cost = command_points.paid_for(answer, rows, entry.cost)
    option = value if several else ""
    battle = entries.with_words(battle, reply.side, entry, table)
    battle, entry = entries.paid(battle, reply.side, entry, place, table, cost), entry.but(cost=cost)
    abilities = [told.ability for told in entries.effects_of(battle, reply.side, entry, option)]
    others = [ability for ability in abilities if ability.name != BACK_AGAIN]
    if others:
        battle = entries.put_in_force(battle, reply.side, entry, on, option, but_for=BACK_AGAIN)
        whom = battle.sides[on[0]].units[on[1]].unit.value.name
        entries.tell_use(battle, reply.side, entry, whom, table, option)
    ability = next((ability for ability in abilities if ability.name == BACK_AGAIN), None)
    if ability is None or why_not(battle, reply) or not open_to(battle, reply.but(ability=ability)):
        return battle
    reply = reply.but(ability=ability)
    return records.Nomination(Hashed(battle.but(replies=(reply, *battle.replies))), reply.side, reply.unit, SHOOTS_BACK)


def too_dear(battle: records.Battle, side: int, entry: ArmyEntry, table: Table) -> records.Battle:
    """Return the battle in which it was told, once a phase, that a stratagem costs more points than are left (CP-2)."""
    note = f"{entry.name} is too dear for {side}"
    if note in battle.stratagems:
        return battle
    (why,) = command_points.why_closed(battle, side, entry.cost)
    rules = battle.game.rules("CP-2")
    table.tell("{army}: {name} {why}", rules, army=battle.sides[side].name, name=entry.name, why=why.text)
    return battle.but(stratagems=(*battle.stratagems, note))


def why_not(battle: records.Battle, reply: records.OutOfTurnShooting) -> Reason | None:
    """Return why a unit cannot shoot out of turn, such as combat or being off the table (OOP-2)."""
    unit = battle.sides[reply.side].units[reply.unit]
    if unit.marked(states.LOCKED):
        return battle.game.reason("locked in combat", "OOP-2")
    if unit.marked(states.OFF) or states.embarked(unit):
        return battle.game.reason("not on the battlefield", "ELIG-1")
    if effects.is_spent(unit, reply.ability):
        return battle.game.reason("used", "EFF-20")
    if reply.doing == SHOOTS_BACK and not unit.ranks:
        return battle.game.reason("destroyed", "DMG-4")
    enemies = battle.sides[1 - reply.side].units
    if reply.at is not None and not enemies[reply.at].ranks:
        return battle.game.reason("the unit that shot it is gone", "DMG-4")
    fallen_ones = [(reply.kind, reply.n)] if reply.doing == ON_DEATH else None
    if not has_weapons_left(unit, fallen_ones):
        return battle.game.reason("it has no ranged weapons left", "ELIG-6")
    return None


def has_weapons_left(unit: records.BattleUnit, counts: Iterable[tuple[int, int]] | None = None) -> bool:
    """Return True if a ranged weapon can still be fired (ELIG-6). ``counts`` are numbers of models by kind; None for
    those that stand.
    """
    numbers: dict[int, int] = {}
    for kind, n in [(rank.kind, rank.n) for rank in unit.ranks] if counts is None else counts:
        numbers[kind] = numbers.get(kind, 0) + n
    models = unit.unit.value.models
    return any(
        is_left(models[kind][0], weapon, n, unit.used.count((kind, same_weapon(weapon))))
        for kind, n in numbers.items()
        for weapon in models[kind][0].weapons
    )


def open_to(battle: records.Battle, reply: records.OutOfTurnShooting) -> bool:
    """Return False if the conditions do not hold against the unit that it would shoot back at."""
    if reply.at is None:
        return True
    situation = situation_at(battle, (reply.side, reply.unit), reply.at, ())
    return all(
        conditions.holds(one, reply.ability, situation, True)
        for one in reply.ability.conditions
        if "against" in one.kind
    )


def situation_at(battle: records.Battle, at: Place, enemy: int | None, true: tuple[str, ...]) -> conditions.Situation:
    own = conditions.SituationSide(battle.sides[at[0]].units[at[1]].unit, ())
    other = (
        conditions.SituationSide(battle.sides[1 - at[0]].units[enemy].unit, ())
        if enemy is not None
        else conditions.SituationSide(Hashed(Unit("", ())), ())
    )
    return conditions.Situation(own, other, facts=true)


def removed(battle: records.Battle, reply: records.OutOfTurnShooting) -> records.Battle:
    """Return the battle after a model's last shot; Deadly Demise follows now (DMG-4)."""
    if reply.doing != ON_DEATH:
        return battle
    return fallen(battle, reply.side, reply.unit, (Firer(reply.kind, reply.n, 1),))


def fallen(battle: records.Battle, side: int, at: int, firers: tuple[Firer, ...]) -> records.Battle:
    models = battle.sides[side].units[at].unit.value.models
    demises = [(side, at, one.model) for one in firers for _ in range(one.n) if models[one.model][0].has(DEMISE)]
    return battle.but(demises=(*battle.demises, *demises))


def firers_for(unit: records.BattleUnit, reply: records.OutOfTurnShooting) -> tuple[Firer, ...]:
    """Return the models that shoot: the fallen ones with one wound left, or all that may."""
    if reply.doing == ON_DEATH:
        return (Firer(reply.kind, reply.n, 1),)
    ranks = (rank for rank in unit.ranks if reply.entry or one_of(unit, rank.kind, BACK_AGAIN))
    return tuple(Firer(rank.kind, rank.n, rank.left) for rank in ranks)
