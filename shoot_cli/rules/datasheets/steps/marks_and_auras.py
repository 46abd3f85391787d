"""Marks on enemies, loans to friends, and auras in a battle (EFF-3 to 6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from shoot_cli.battle.turns import Place, Side, place_named, replaced
from shoot_cli.engine.questions import Choose, Decided, Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_forms import ATTACK, TARGET, THE_SHOOTER, THE_TARGET, WEAPON
from shoot_cli.rules.datasheets.ability_grammar import LEND, MARK
from shoot_cli.rules.datasheets.conditions import LENT, MARKED, hit_with, use_name, without_hit_conditions
from shoot_cli.rules.datasheets.profiles import Ability, Model, Reach, Unit
from shoot_cli.rules.datasheets.records import AppliedEffect, Attack, Battle, BattleUnit, Game, Shooting, UsedAbility
from shoot_cli.rules.datasheets.steps import states

NOBODY = "nobody"
AT_BEGINNING = "marks and loans"  # the key of the question at the start of the phase
OUT_OF_TURN = (
    "Overwatch hits", "Free Overwatch", "Overwatch again",
    "Shoots back", "Shoots on death", "Shoots on death on a roll",
)  # fmt: skip
AFTER, FOR_A_TURN = "after shooting", "for a turn"
MARK_RULES = {MARK: "EFF-5", LEND: "EFF-6"}


def borne_by(model: Model) -> Iterator[Ability]:
    """Yield the abilities of a model and of its weapons."""
    yield from model.abilities
    for weapon in model.weapons:
        yield from weapon.abilities


@lru_cache(1024)
def holders(unit: BattleUnit, name: str) -> tuple[Ability, ...]:
    """Return the abilities of this name of the living models and their weapons."""
    living = [unit.unit.value.models[rank.kind][0] for rank in unit.ranks]
    return tuple(dict.fromkeys(one for model in living for one in borne_by(model) if one.name == name))


@lru_cache(1024)
def unit_has_mark(unit: Hashed[Unit], name: str) -> bool:
    """Return True if a model in the unit's list has an ability with this name."""
    return any(one.name == name for model, _ in unit.value.models for one in borne_by(model))


def what(ability: Ability) -> str:
    """Return what the ability gives, in the words of the list."""
    return ability.text.partition(":")[2].strip()


def for_the_shot_at(known: Abilities, one: Ability) -> bool:
    """Return True if it works on attacks at its owner."""
    first = one.gives[0] if one.gives else one
    return first.incoming or known.form_of(first).owner == TARGET


# Offers --------------------------------------------------------------------------------------------------------------


class Offer(Record):
    """A mark or loan that the unit (``side``, ``unit``) may make. ``whom`` are the possible units."""

    side: int
    unit: int
    ability: Ability
    key: str
    whom: tuple[str, ...]


def offers(battle: Battle) -> Iterator[Offer]:
    """Yield the possible marks and loans of this phase. The other side may make those that help a target."""
    for side in (battle.active, 1 - battle.active):
        for at, unit in enumerate(battle.sides[side].units):
            if not (unit_has_mark(unit.unit, MARK) or unit_has_mark(unit.unit, LEND)) or not states.is_on_table(unit):
                continue
            own = side == battle.active
            marks = [one for one in holders(unit, MARK) if marks_now(battle.game.abilities, one, own)]
            loans = [one for one in holders(unit, LEND) if works_now(battle.game.abilities, one, own)]
            name = unit.unit.value.name
            for ability in (*marks, *loans):
                several = len(marks if ability.name == MARK else loans) > 1
                key = f"{ability.name.casefold()}:{name}" + (f": {what(ability)}" if several else "")
                whom = tuple(whom_of(battle, side, ability))
                if whom and not spent(unit, ability):
                    yield Offer(side, at, ability, key, whom)


def works_now(known: Abilities, loan: Ability, own_phase: bool) -> bool:
    """Return True if the loan has an effect in the phase of its own side, or of the enemy.

    A loan for a turn is made in the phase of its own side, whatever it does.
    """
    if loan.span:
        return own_phase
    return any((for_the_shot_at(known, one) or one.name in OUT_OF_TURN) != own_phase for one in loan.gives)


def marks_now(known: Abilities, mark: Ability, own_phase: bool) -> bool:
    """Return True if the mark is made at the start of the phase of its own side, or of the enemy.

    A mark for one phase that only hinders the shooting of the marked unit is made when that unit may shoot.
    """
    if mark.span.startswith(AFTER):
        return False
    return own_phase == bool(mark.span or any(not _hinders(known, one) for one in mark.gives))


def _hinders(known: Abilities, ability: Ability) -> bool:
    """Return True if it makes the attacks of its owner worse."""
    form = known.form_of(ability)
    return not ability.incoming and form.owner in (WEAPON, ATTACK) and form.helped == THE_TARGET


def whom_of(battle: Battle, side: int, ability: Ability) -> Iterator[str]:
    """Yield the enemies that may be marked, or the friends with the keywords of a loan."""
    for unit in battle.sides[side if ability.name == LEND else 1 - side].units:
        keywords = ability.reach.keywords
        if states.is_on_table(unit) and (not keywords or all(states.living_unit(unit).value.is_a(k) for k in keywords)):
            yield unit.unit.value.name


Told = Mapping[str, Any]


def offer_marks_and_loans(
    battle: Battle, table: Table, rows: Collection[Choose], after: Callable[[Battle, Told, Table], Battle]
) -> Battle:
    """Ask for all marks and loans of a phase in one list. The default is none.

    :param rows: questions about the rules of the army
    :param after: returns the battle after the answers to these rows
    """
    all_offers = tuple(offers(battle))
    parts = (*(mark_question(battle, offer) for offer in all_offers), *rows)
    answers = table.facts(
        AT_BEGINNING,
        parts,
        rules=tuple(
            dict.fromkeys(
                (
                    *battle.game.rules(*(MARK_RULES[offer.ability.name] for offer in all_offers)),
                    *(rule for row in rows for rule in row.rules),
                )
            )
        ),
        words=partial(marks_declaration, battle, all_offers, rows),
    )
    battle = after(battle, answers, table)
    for offer in all_offers:
        if answers[offer.key] != NOBODY:
            battle = done(battle, offer.side, offer.unit, offer.ability, answers[offer.key], table)
    return battle


def mark_question(battle: Battle, offer: Offer) -> Choose:
    rules = battle.game.rules(MARK_RULES[offer.ability.name])
    ability, name = offer.ability, battle.sides[offer.side].units[offer.unit].unit.value.name
    does = f"Marked by {name}" if ability.name == MARK else f'Lent by {name} within {ability.reach.inches}"'
    return Choose(
        offer.key, (Option(NOBODY), *map(Option, offer.whom)), NOBODY,
        ATTACKER if offer.side == battle.active else DEFENDER, rules, f"{does}: {what(ability)}",
    )  # fmt: skip


def marks_declaration(
    battle: Battle, all_offers: Collection[Offer], rows: Iterable[Choose], facts: Mapping[str, Any]
) -> Decided:
    chosen = [(offer, facts[offer.key]) for offer in all_offers if facts[offer.key] != NOBODY]
    words = [f"{whom} {states.DONE[offer.ability.name]}: {what(offer.ability)}" for offer, whom in chosen]
    nobody = dict.fromkeys(
        f"{battle.sides[offer.side].units[offer.unit].unit.value.name} "
        f"{'marks nobody' if offer.ability.name == MARK else 'lends to nobody'}"
        for offer in all_offers
    )
    words = words or [*nobody]
    return Decided((*words, *(f"{row.text}: {facts[row.key]}" for row in rows)))


def mark_after_shooting(battle: Battle, state: Shooting, table: Table) -> Battle:
    """Ask for an enemy unit that this unit hit, by the required weapon (EFF-5)."""
    side, at = state.attack.value.side, state.attack.value.unit
    unit, enemies = battle.sides[side].units[at], battle.sides[1 - side].units
    abilities = [one for one in holders(unit, MARK) if one.span.startswith(AFTER) and not spent(unit, one)]
    for ability in abilities:
        hit = (state.attack.value.aims[i].place for i in hit_for(ability, state))
        standing = [enemies[i].unit.value.name for i in hit if enemies[i].ranks]
        if not standing:
            continue
        name = unit.unit.value.name
        several = f": {what(ability)}" if len(abilities) > 1 else ""
        chosen = table.choose(
            f"mark:{name}{several}",
            (*map(Option, standing), Option(NOBODY)),
            default=NOBODY if limits(ability) else standing[0],
            owner=ATTACKER if side == battle.active else DEFENDER,
            rules=battle.game.rules("EFF-5"),
            text=f"Which unit that it hit is marked by {name}: {what(ability)}?",
        )
        if chosen != NOBODY:
            battle = done(battle, side, at, ability, chosen, table)
    return battle


def hit_for(mark: Ability, state: Shooting) -> list[int]:
    """Return the targets that were hit as the mark requires."""
    if not (weapon := hit_with(mark)):
        return [*state.targets_hit]
    return [*dict.fromkeys(at for at, name in state.weapons_that_hit if is_named(name, weapon))]


def may_mark(state: Attack) -> bool:
    """Return True if others may shoot at the marked unit: in a battle, or in successive attacks."""
    return state.manner.others or state.followed


@lru_cache(1024)
def marks_with(unit: BattleUnit, weapon: str) -> bool:
    """Return True if a hit by this weapon may mark a unit, by its own or a model's ability."""
    models = [unit.unit.value.models[rank.kind][0] for rank in unit.ranks]
    on_models = (ability for model in models for ability in model.abilities)
    carried = (ability for model in models for gun in model.weapons if gun.name == weapon for ability in gun.abilities)
    return any(ability.name == MARK and ability.span.startswith(AFTER) for ability in (*on_models, *carried))


@lru_cache(1024)
def marks_by_name(unit: BattleUnit, weapon: str) -> bool:
    """Return True if a mark requires a hit by this weapon."""
    wanted = (hit_with(words) for words in holders(unit, MARK) if words.span.startswith(AFTER))
    return any(is_named(weapon, words) for words in wanted if words)


def is_named(weapon: str, words: str) -> bool:
    """Return True if the words are the name of the weapon or part of it: ``rivet kannon``."""
    return words.removesuffix("s") in weapon.casefold()


def done(battle: Battle, side: int, index: int, ability: Ability, whom: str, table: Table) -> Battle:
    """Return the battle with this mark or loan, which counts as used by its owner."""
    by = battle.sides[side].units[index]
    battle = replaced(battle, side, index, with_use(by, ability))
    other = side if ability.name == LEND else 1 - side
    place = place_named(battle.sides[other].units, whom)
    battle_unit = battle.sides[other].units[place]
    given = AppliedEffect(side, by.unit.value.name, ability, until_of(battle, side, ability))
    others = tuple(
        one for one in battle_unit.given if (one.side, one.giver, one.ability) != (side, given.giver, ability)
    )
    table.tell(
        "{unit}: {words}", (battle.game.rule(MARK_RULES[ability.name]),), unit=whom, words=words_of(battle, given)
    )
    return replaced(battle, other, place, battle_unit.but(given=(*others, given)))


def until_of(battle: Battle, side: int, ability: Ability) -> tuple[int, int] | None:
    """Return the last turn before the next turn of the marking side; None if the mark ends with the phase."""
    if not ability.span.endswith(FOR_A_TURN):
        return None
    return (
        (battle.turn + (battle.active != battle.first), 1 - battle.active)
        if side == battle.active
        else (battle.turn, battle.active)
    )


def ended(unit: BattleUnit, turn: tuple[int, int] | None) -> BattleUnit:
    """Return the unit without effects that end with this turn; None is the end of a phase."""
    kept = tuple(effect for effect in unit.given if effect.until != turn)
    return unit if kept == unit.given else unit.but(given=kept)


def words_of(battle: Battle, given: AppliedEffect) -> str:
    """Return the effect as the status screen shows it, with its end."""
    ends = "the phase" if given.until is None else f"turn {given.until[0]}, {battle.sides[given.until[1]].name}"
    return f"{states.DONE[given.ability.name]} by {given.giver}: {what(given.ability)} (to the end of {ends})"


# Limited use --------------------------------------------------------------------------------------------------------


def limits(ability: Ability) -> tuple[str, ...]:
    """Return the spans in which a mark or loan may be made once (EFF-20)."""
    return tuple(
        dict.fromkeys(when.words[0] for part in ability.gives for when in part.conditions if when.kind == "once")
    )


def spent(unit: BattleUnit, ability: Ability) -> bool:
    return bool(limits(ability)) and any(use.key == use_name(ability) for use in unit.uses)


def with_use(unit: BattleUnit, ability: Ability) -> BattleUnit:
    uses = tuple(UsedAbility(use_name(ability), span, this_phase=False) for span in limits(ability))
    return unit.but(uses=(*unit.uses, *uses)) if uses else unit


# In an attack --------------------------------------------------------------------------------------------------------


def in_attack(shooter: BattleUnit, target: BattleUnit) -> tuple[tuple[Ability, ...], tuple[Ability, ...]]:
    """Return the abilities that the shooter and the target have from marks and loans. A mark belongs to the side that
    made it, and works for its attacks at the unit or against the unit's attacks.
    """
    return (*lent_to(shooter), *marks_on(target)), (*lent_to(target), *marks_on(shooter))


def marks_on(unit: BattleUnit) -> Iterator[Ability]:
    """Yield what the enemy's marks do to the unit."""
    for effect in unit.given:
        if effect.ability.name == MARK:
            yield from held_in(effect.ability)


@lru_cache(1024)
def lent_to(unit: BattleUnit) -> tuple[Ability, ...]:
    """Return what the unit was lent, for any target."""
    lent = (one.ability for one in unit.given if one.ability.name == LEND)
    return tuple(one for ability in lent for one in held_in(ability))


def helps_shooter(known: Abilities, ability: Ability) -> bool:
    first = ability.gives[0] if ability.gives else ability
    return known.form_of(first).helped == THE_SHOOTER


def held_in(ability: Ability) -> Iterator[Ability]:
    """Yield what a mark or loan gives, without its limit of use."""
    reach = Reach(MARKED if ability.name == MARK else LENT)
    for part in ability.gives:
        when = tuple(when for when in without_hit_conditions(part).conditions if when.kind != "once")
        yield part.but(conditions=when, called=ability.called, reach=reach)


# Auras of other units on friends and on enemies (EFF-3, EFF-4)

FRIENDS, ENEMIES = "friendly", "enemies"
NEAR, TARGET_NEAR = "near ", "target near "
AURA_RULES = {FRIENDS: "EFF-3", ENEMIES: "EFF-4"}


class Aura(Record):
    """An aura of units outside the attack. ``works`` is True if it works for the shooter, else for the target."""

    ability: Ability
    bearers: tuple[str, ...]
    side: int  # the side of the bearers
    shooter: bool  # the shooter must be near them, else the target
    works: bool

    @property
    def key(self) -> str:
        return (NEAR if self.shooter else TARGET_NEAR) + self.ability.text


@lru_cache(1024)
def unit_has_aura(unit: Hashed[Unit]) -> bool:
    """Return True if a model in the unit's list has an aura."""
    return any(one.reach.kind in (FRIENDS, ENEMIES) for model, _ in unit.value.models for one in model.abilities)


def anywhere(sides: Iterable[Side]) -> bool:
    return any(unit_has_aura(unit.unit) for side in sides for unit in side.units)


@lru_cache(1024)
def auras_of(unit: BattleUnit) -> tuple[Ability, ...]:
    """Return the auras of the living models."""
    living = (unit.unit.value.models[rank.kind][0] for rank in unit.ranks)
    owned = (one for model in living for one in model.abilities if one.reach.kind in (FRIENDS, ENEMIES))
    return tuple(dict.fromkeys(owned))


def beside(battle: Battle, shooter: Place, target: Place) -> tuple[Aura, ...]:
    """Return every aura of other units that may affect this attack. Equal auras of several units are one (EFF-31)."""
    by_effect: dict[tuple[Ability, bool, bool], Aura] = {}
    for side, units in enumerate(side.units for side in battle.sides):
        for index, unit in enumerate(units):
            if not unit_has_aura(unit.unit) or (side, index) in (shooter, target) or not states.is_on_table(unit):
                continue
            for ability in auras_of(unit):
                for near_shooter, works in reached(battle, ability, side, shooter, target):
                    key = ability.but(text=""), near_shooter, works
                    before = by_effect.get(key, Aura(ability, (), side, near_shooter, works))
                    by_effect[key] = before.but(bearers=(*before.bearers, unit.unit.value.name))
    return tuple(by_effect.values())


def reached(battle: Battle, ability: Ability, side: int, shooter: Place, target: Place) -> Iterator[tuple[bool, bool]]:
    """Yield (True if the shooter must be near, else the target; True if the aura works for the shooter)."""
    mine, at_target = side == shooter[0], for_the_shot_at(battle.game.abilities, ability)
    if ability.reach.kind == FRIENDS:
        if at_target != mine and has_keywords(battle, target if at_target else shooter, ability.reach.keywords):
            yield mine, not at_target
    elif mine and (at_target or helps_shooter(battle.game.abilities, ability)):
        yield False, True
    elif not mine and not at_target and not helps_shooter(battle.game.abilities, ability):
        yield True, False


def early(battle: Battle, shooter: Place, changes: tuple[str, ...]) -> tuple[Aura, ...]:
    """Return the auras of friends that change one of ``changes`` before a target is chosen."""
    by_effect: dict[Ability, Aura] = {}
    for index, unit in enumerate(battle.sides[shooter[0]].units):
        if index == shooter[1] or not unit_has_aura(unit.unit) or not states.is_on_table(unit):
            continue
        for ability in auras_of(unit):
            lets = ability.reach.kind == FRIENDS and battle.game.abilities.form_of(ability).changes in changes
            if lets and has_keywords(battle, shooter, ability.reach.keywords):
                before = by_effect.get(ability.but(text=""), Aura(ability, (), shooter[0], True, True))
                by_effect[ability.but(text="")] = before.but(bearers=(*before.bearers, unit.unit.value.name))
    return tuple(by_effect.values())


def has_keywords(battle: Battle, place: Place, keywords: tuple[str, ...]) -> bool:
    unit = living_at(battle, place)
    return all(unit.is_a(keyword) for keyword in keywords)


def living_at(battle: Battle, place: Place) -> Unit:
    """Return the unit at this place as `states.living_unit` has it."""
    return states.living_unit(battle.unit_at(place)).value


def aura_question(game: Game, aura: Aura, active: int, name: str) -> Choose:
    """Return the question. ``name`` is the unit that may be near."""
    does = aura.ability.text.partition(":")[2].strip()
    text = f'{name} within {aura.ability.reach.inches}" of {" or ".join(aura.bearers)}: {does}'
    owner = ATTACKER if aura.side == active else DEFENDER
    return Choose(
        aura.key, (Option("no"), Option("yes")), "no", owner, (game.rule(AURA_RULES[aura.ability.reach.kind]),), text
    )
