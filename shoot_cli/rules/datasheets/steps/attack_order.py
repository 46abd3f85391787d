"""The order of groups and targets, and what a group needs before it is resolved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any

from shoot_cli.engine.names import so_many
from shoot_cli.engine.pools import Line, Pool
from shoot_cli.engine.questions import Option
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets import tokens as token_types
from shoot_cli.rules.datasheets.abilities import Abilities, traits_of
from shoot_cli.rules.datasheets.ability_forms import ONE_ROLL
from shoot_cli.rules.datasheets.effects import LISTED, RE_ROLL, in_force, of_unit
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.records import Attack, Firing, Group, HazardousTest, Shooting
from shoot_cli.rules.datasheets.steps.hit import dice_of, own_sustained
from shoot_cli.rules.datasheets.steps.marks_and_auras import marks_by_name, marks_with, may_mark
from shoot_cli.rules.datasheets.steps.single_die import single_die_rights, without_used
from shoot_cli.rules.datasheets.steps.states import owned, situation_of
from shoot_cli.rules.datasheets.weapons import throughout

LOWER_HALF = "lower_half"


def usual_orders(state: Shooting) -> tuple[Option, ...]:
    """Return the orders of attacks that name no weapon; the last one is proposed (ORD-2)."""
    listed = Option(LISTED, "in the order they were declared")
    if not state.attack.value.for_reroll:
        return (listed,)
    return listed, Option(RE_ROLL, "the gun to which the one re-roll is worth most, before the others")


def order_open(state: Shooting) -> bool:
    """Return True if the attacker may still choose what is next, and this may matter (ORD-1, ORD-2)."""
    return not state.ordered and len(state.groups) > 1


def ask_order(state: Shooting, names: tuple[str, ...], nth: int, rules: tuple[str, ...], table: Table) -> str:
    """Ask which of the groups with these names is resolved next; "" for the others in declared order (ORD-2)."""
    *_, usual = orders = usual_orders(state)
    name: str = table.choose(
        "group_order",
        (*orders, *map(Option, names)),
        default=usual.value,
        rules=rules,
        text="Which attacks are resolved first?",
        spent=usual.value,
        expired_values=tuple({weapon.name for weapon in state.attack.value.shooter.value.weapons()} - {*names}),
        nth=nth,
    )
    return "" if name in (usual.value, LISTED) else name


def sorted_by_target(groups: tuple[Group, ...]) -> list[Group]:
    """Return the groups sorted by target, in the order of their first groups (ORD-1)."""
    return [group for aim in dict.fromkeys(one.aim for one in groups) for group in groups if group.aim == aim]


def meet_the_same(line: Line) -> bool:
    """Return True if the order of attacks at these models cannot matter: they are equal, with one wound each."""
    return len({rank.kind for rank in line.ranks}) < 2 and all(rank.left < 2 for rank in line.ranks)


def order_of_hazards(state: HazardousTest, tokens: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return tuple(sorted(tokens, key=lambda token: token.gun.value.psychic))


def end_tests(state: HazardousTest, table: Table) -> Shooting:
    return state.shooting.value.but(own=state.line, own_before=state.before)


def tested_again(state: Attack, order: token_types.WeaponDeclaration) -> bool:
    """Return True if failed Hazardous tests of the bearers are repeated (EFF-70)."""
    situation = situation_of(state, state.aims[order.aim])
    return "Re-roll Hazardous tests" in of_unit(state.game.abilities, order.model, situation, True)


def has_shields(gun: token_types.Gun) -> bool:
    """Return True if a model may change the damage of this attack to 0 (FX-DMG-5)."""
    if not (gun.defences or gun.guarded_defences or gun.critical or gun.by_strength):
        return False
    others = (*([gun.critical] if gun.critical else []), *gun.by_strength)
    shielded = any(defence.shields for defence in (*gun.defences, *gun.guarded_defences))
    return shielded or any(has_shields(gun.value) for gun in others)


def weapon_after_weapon(gun: token_types.Gun, spare: tuple[token_types.SingleDieRight, ...]) -> bool:
    """Return True if weapons must roll one after the other, because one of their dice may be changed."""
    if not spare:
        return False
    if dice_of(gun) and single_die_rights(gun, spare, token_types.ATTACKS):
        return True
    return (own_sustained(gun) or bool(gun.by_strength)) and bool(
        single_die_rights(gun, spare, token_types.HIT, token_types.WOUND)
    )


def telling(gun: token_types.Gun, tells: str) -> token_types.Gun:
    """Return the gun with this value of ``tells_hits``."""
    return throughout(gun, lambda one: one.but(tells_hits=tells)) if tells else gun


def telling_hits(state: Attack, name: str, told_later: bool) -> str:
    """Return ``Gun.tells_hits`` for this weapon.

    :param told_later: mortal wounds are rolled later against units that were hit
    """
    unit = state.battle.value.sides[state.side].units[state.unit]
    if may_mark(state) and marks_by_name(unit, name):
        return name
    marks = may_mark(state) and marks_with(unit, name)
    return token_types.ANY if told_later or marks or state.battle.value.hits_logged else ""


def in_place(gun: token_types.Gun, i: int) -> token_types.Gun:
    return throughout(gun, lambda one: one.but(place=i)) if gun.place != i else gun


def attacks_in_all(state: Attack, orders: Iterable[token_types.WeaponDeclaration], table: Table) -> str:
    """Return the attacks in all and of each weapon: ``51 attacks``, ``2D6+24 attacks: 20, 2D6+4 (4 for Blast)``.

    The weapons stand in the order of ``orders``. Return "" if it is 0 or too long to say.
    """
    by_weapon: dict[str, tuple[int, Counter[int]]] = {}  # number and dice of the attacks by each weapon
    by_blast = Counter[str]()
    for order in orders:
        plus, dice = by_weapon.get(order.weapon.value.name, (0, Counter[int]()))
        model = state.shooter.value.models[order.model][0]
        for near, n in ((True, order.near), (False, order.n - order.near)):
            if not n:
                continue
            made = state.game.gun(state, order, model, near, table).attacks
            amounts = [made.base] * made.times + [*made.more]
            if any(amount.dice for amount in amounts) and (made.less or made.times > 1):
                return ""
            fixed = sum(amount.plus for amount in amounts)
            plus += n * ((max(1, fixed - made.less) if made.less else fixed) + made.blast)
            plus += n * sum(amount.plus for amount in made.beside)
            by_blast[order.weapon.value.name] += n * made.blast
            for amount in (*amounts, *made.beside):
                dice[amount.sides] += n * amount.dice
        by_weapon[order.weapon.value.name] = plus, dice
    plus, dice = sum(n for n, _ in by_weapon.values()), sum((one for _, one in by_weapon.values()), Counter[int]())
    if state.doing == state.game.thrown_stratagem.name:
        return f"{plus} dice"  # these are no attacks (OOP-3)
    if not plus and not dice:
        return ""
    named = {name: f" ({n} for Blast)" for name, n in by_blast.items() if n}
    terms = [f"{so_many(*one, 'attack').partition(' ')[0]}{named.get(name, '')}" for name, one in by_weapon.items()]
    more = f": {', '.join(terms)}" if len(by_weapon) > 1 else "".join(named.values())
    return f"{so_many(plus, dice, 'attack')}{more}"


def with_rerolls(state: Attack, line: Line, gun: token_types.Gun, table: Table) -> token_types.Gun:
    """Return the gun with re-rolls that depend on the target: on the value of criticals, and on rolls that kill."""
    ranks = line.known_ranks()
    kinds = dict.fromkeys(rank.kind for rank in ranks)
    if "fishing" in (gun.hits_again, gun.wounds_again) or any(
        words.startswith(token_types.SIX) for words in gun.single
    ):
        gun = throughout(gun, lambda one: charts.judged(state.game.to_save, one, kinds, sum(rank.n for rank in ranks)))
    if gun.damage_again != "low" or not gun.damage.dice:
        return gun
    rerolled = table.setting("damage_rerolls")
    matters = any(kind.wounds > 1 and kind.feel_no_pain is None for kind in kinds)
    if not state.manner.each_die and rerolled == LOWER_HALF and matters:
        rerolled = table.choose(
            "damage_rerolls",
            (Option(LOWER_HALF, "what is below the average"), Option("not_where_slain", "of these, what fells nobody")),
            default=LOWER_HALF,
            rules=state.game.rules("FX-RR-5"),
            text="Which damage rolls are rolled again?",
        )
    policy = "low" if rerolled == LOWER_HALF else "felling"
    return throughout(gun, lambda one: one.but(damage_again=policy, damage_asked=state.manner.each_die))


def rolled_once(known: Abilities, ability: Ability) -> bool:
    return known.form_of(ability).for_the_unit == ONE_ROLL and bool(ability.amount and ability.amount.dice)


def roll_once(state: Attack, table: Table) -> Attack:
    """Roll amounts such as ``+D3 attacks`` once for the unit when it is selected (EFF-52)."""
    units = [state.shooter, *(aim.unit for aim in state.aims)]
    given = any(aim.granted or aim.given for aim in state.aims)
    if not given and not any(traits_of(state.game.abilities, unit).rolls for unit in units):
        return state
    by_text: dict[tuple[str, int], Ability] = {}
    for order in state.orders:
        weapon, aim = order.weapon.value, state.aims[order.aim]
        if not any(
            rolled_once(state.game.abilities, part) for one in owned(state, aim, weapon) for part in (one, *one.gives)
        ):
            continue
        for near in dict.fromkeys((order.near > 0, order.near == order.n)):
            force = in_force(state.game.abilities, weapon, order.model, situation_of(state, aim, weapon, near))
            times = Counter[str]()
            for ability in filter(
                partial(rolled_once, state.game.abilities), force.found
            ):  # equal words twice have separate dice (EFF-30)
                times[ability.text] += 1
                by_text[ability.text, times[ability.text]] = ability
    rolled = []
    for (text, nth), ability in by_text.items():
        assert ability.amount
        key = f"rolled:{text}" if nth == 1 else f"rolled:{text}:{nth}"
        total = table.total(key, ability.amount.dice, ability.amount.sides, rules=state.game.rules("EFF-52"), text=text)
        rolled.append((text, total + ability.amount.plus))
    return state.but(rolled=tuple(rolled)) if rolled else state


# From group to group, and from target to target


def groups_left(state: Shooting) -> bool:
    return bool(state.groups)


def fired(state: Shooting, gun: Hashed[token_types.Gun], tokens: Pool, late: Pool) -> Firing:
    """Return the stage of these tokens at the current target. ``late`` are its waiting tokens."""
    shooting = state.but(line=Line(()), late=(), spare=(), allocation="", single=False)
    return Firing(Hashed(shooting), state.line, tokens, gun, (), late, state.spare, state.allocation, "", state.single)


def aimed(state: Shooting, at: int) -> Shooting:
    """Return the record with another current target."""
    if at == state.at:
        return state
    lines = tuple(line for _, line in state.targets())
    late = {**dict(state.late_elsewhere), state.at: state.late}
    now = late.pop(at, ())
    elsewhere = tuple(sorted((aim, tokens) for aim, tokens in late.items() if tokens))
    return state.but(lines=lines, at=at, line=lines[at], late=now, late_elsewhere=elsewhere)


def resolving(record: Shooting | Firing) -> bool:
    return isinstance(record, Firing)


def spend(state: Firing, token: token_types.UsedSingleDie, n: int, table: Table) -> Firing:
    """Remove a used change of a single die."""
    return state.but(spare=without_used(state.spare, token))
