"""Attack pools and their order, and Lethal Hits."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Line, Pool, pool
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import tokens
from shoot_cli.rules.datasheets.effects import toughness_at, untouched
from shoot_cli.rules.datasheets.profiles import Model
from shoot_cli.rules.datasheets.records import Attack, Group, Shooting
from shoot_cli.rules.datasheets.steps import attack_order, mortal_wounds, permissions
from shoot_cli.rules.datasheets.steps.hit import count_attacks, roll_to_wound
from shoot_cli.rules.datasheets.steps.hit import roll_to_hit as roll_to_hit
from shoot_cli.rules.datasheets.steps.permissions import OUT_OF_PHASE
from shoot_cli.rules.datasheets.steps.single_die import lies_ready, may_change_saves, of_target, single_die_rights
from shoot_cli.rules.datasheets.steps.states import situation_of, standing_in
from shoot_cli.rules.datasheets.weapons import same_weapon, throughout
from shoot_cli.rules.eleventh import edition, records
from shoot_cli.rules.eleventh.edition import ABILITIES, INDIRECT, NORMAL
from shoot_cli.rules.eleventh.steps.damage import with_saves

# Facts that are frozen when a target is selected (10E-TGT-11, 11E-COV-4, 11E-SNAP-1)


def snapshot(
    state: Attack, order: tokens.WeaponDeclaration, model: Model, near: bool, table: Table
) -> records.Snapshot:
    aim, weapon, kind = state.aims[order.aim], order.weapon.value, order.model
    situation = situation_of(state, aim, weapon, near)
    in_combat = state.engaged or aim.engaged or aim.engages_shooter
    return records.Snapshot(
        situation,
        kind,
        sum(n for _, n in situation.target.standing),
        state.stationary,
        state.overwatch,
        aim.hit_modifier,
        aim.wound_modifier,
        order.wounded,
        table.setting("rerolls"),
        table.setting("sustained_random") == "per_weapon",
        table.setting("wound_fail_vs_anti") == "fail_wins",
        watching=permissions.watching(situation, kind) if state.overwatch else 0,
        shooting=state.shooting or NORMAL,
        own_phase=not state.overwatch and state.doing not in OUT_OF_PHASE,
        within_3=state.moved_little,
        spotted=aim.spotted,
        cover=kind in aim.covered_from,
        smoke=aim.smoke,
        plunging=aim.plunging,
        engaged=state.engaged,
        engages_shooter=aim.engages_shooter,
        target_engaged=aim.engaged,
        free_in_combat=in_combat and permissions.may(situation, kind, permissions.NO_PENALTY, permissions.FREELY),
        free_unseen=state.shooting == INDIRECT and permissions.may(situation, kind, permissions.UNSEEN),
        strength_each=table.setting("random_strength") == "per_attack",
        snap_torrent=table.setting("snap_torrent"),
        dev_damage=table.setting("dev_damage_modifiers"),
        saves_both=table.setting("save_modifiers") == "both",
    )


# From weapons to wounds: gathered dice, Lethal Hits by choice, piles of changed attacks

LETHAL = "Lethal Hits"
YES, NO = "yes", "no"


def gather_dice(volley: records.GatheredDice, n: int, table: Table) -> Pool:
    """Return the shots of the weapons, with the pool's gun so that all dice are rolled together (11E-ATK-1)."""
    made = count_attacks(volley, n, table)
    gun = volley.into
    if gun is None or (volley.gun.value.by_strength and not volley.gun.value.strength_each):
        return made
    return pool(*((token.but(gun=gun) if type(token) is tokens.Shot else token, m) for token, m in made))


# Lethal Hits ---------------------------------------------------------------------------------------------------------


def lethal_used(state: Attack, gun: tokens.Gun, table: Table) -> tokens.Gun:
    """Return the gun with or without Lethal Hits. Outside a battle this is asked before; default yes (11E-LETHAL-1)."""
    if state.manner.each_die or (not gun.lethal and may_have_lethal(state)):
        return gun
    question = Choose(
        "lethal", (Option(YES, "each wounds by itself"), Option(NO, "each rolls to wound")), YES,
        rules=("11E-LETHAL-1",), text="Lethal Hits: do Critical Hits wound by themselves?",
    )  # fmt: skip
    if not gun.lethal:
        never = Option(YES, closed=(Reason("it has no Lethal Hits", "11E-LETHAL-1"),))
        table.check_only_answer(
            question.but(key=f"lethal:{gun.name}", options=(never, question.options[1]), default=NO), NO
        )
        return gun
    answer = table.ask(question) if edition.crit_worth(gun) else table.default_unless_given(question, YES)
    return gun if answer == YES else throughout(gun, lambda part: part.but(lethal=False))


def may_have_lethal(state: Attack) -> bool:
    """Return True if an ability of the firers or a loan names Lethal Hits, even if it does not hold here."""
    models = [model for model, _ in state.shooter.value.models]
    weapons = [weapon.abilities for model in models for weapon in model.weapons]
    sources = (*weapons, *(model.abilities for model in models), state.granted)
    named = [ability for abilities in sources for ability in abilities]
    return any(LETHAL in (ability.name, *(given.name for given in ability.gives)) for ability in named)


def choose_lethal(state: records.Firing, table: Table) -> records.Firing:
    """Ask at the table how many Critical Hits wound by themselves, if a wound roll may do more."""
    if not state.attack.value.manner.each_die or not edition.crit_worth(state.gun.value):
        return state
    return table.in_sight(choose_how_many, state)


def choose_how_many(state: records.Firing, table: Table) -> records.Firing:
    lethal: list[tuple[Any, int]] = [(one, n) for one, n in state.pool if type(one) is tokens.Hit and one.lethal]
    if not lethal:
        return state
    ((token, n),) = lethal
    used = table.number(
        "lethal", 0, n, default=n, unit="Critical Hits", rules=("11E-LETHAL-1",),
        text=f"{state.gun.value.name}: {n} Critical Hit{'s' * (n > 1)} of Lethal Hits. How many wound by themselves?",
    )  # fmt: skip
    rolls = tokens.Hit(token.gun, single_die_rights(token.gun.value, state.spare, tokens.WOUND))
    others = [(one, m) for one, m in state.pool if one != token]
    return state.but(pool=pool((token, used), *others, (rolls, n - used)))


# To wound ------------------------------------------------------------------------------------------------------------


def wound(hit: tokens.Hit, n: int, table: Table) -> Pool:
    """Return the wounds; attacks that the wound roll changed form a pile (11E-POOL-2)."""
    made = roll_to_wound(hit, n, table)
    if not any(type(one) is tokens.Wound and one.gun.value.is_critical for one, _ in made):
        return made
    return pool(
        *(
            (records.ChangedWound(*one[1:]) if type(one) is tokens.Wound and one.gun.value.is_critical else one, m)
            for one, m in made
        )
    )


# Pools of identical attacks, resolved one after the other (11E-ATK-1, 11E-TOUGH-1, 10E-ORD-1, 10E-TGT-11)

BY_ABILITY = "by_ability"


# Pools ---------------------------------------------------------------------------------------------------------------


def form_pools(state: Attack, table: Table) -> Shooting:
    """Return the pools of identical attacks at each target (11E-ATK-1). Limited weapons are now used."""
    state = attack_order.roll_once(state, table)
    rolls = mortal_wounds.due_after(state)
    apart = table.setting("pooling") == BY_ABILITY
    used, tests, guns = list(state.used), list[tuple[bool, bool]](), list[tokens.Gun]()
    by_key: dict[Any, records.AttackPool] = {}
    for order in state.orders:
        model, weapon = state.shooter.value.models[order.model][0], order.weapon.value
        for near, n in ((True, order.near), (False, order.n - order.near)):
            if n:
                shot = snapshot(state, order, model, near, table)
                gun = with_target_effects(state, order, records.gun_of(weapon, model, shot), table)
                guns.append(gun)
                key = order.aim, pool_key(gun, apart)
                before = by_key.get(key) or records.AttackPool(order.aim, Hashed(gun), 0)
                parts = (*before.parts, records.PoolWeapons(order, Hashed(weapon), Hashed(shot), near, n))
                names = before.names if gun.name in before.names else (*before.names, gun.name)
                by_key[key] = before.but(n=before.n + n, parts=parts, names=names)
                if gun.hazardous:
                    tests += [(gun.psychic, attack_order.tested_again(state, order))] * n
        if weapon.has("One Shot"):
            used += [(order.model, same_weapon(weapon))] * order.n
    lines, spare = tuple(aim.line for aim in state.aims), lies_ready(state, guns, table)
    return Shooting(
        Hashed(state.but(used=tuple(sorted(used)))), lines[-1] if lines else Line(()), lines, max(0, len(lines) - 1),
        groups=tuple(by_key.values()), precise=any(gun.precise for gun in guns), spare=spare,
        shielded=any(map(attack_order.has_shields, guns)), tests=tuple(sorted(tests)),
        ordered=state.manner.fires_at_once and not state.in_order, mortal_wounds_due=rolls,
        spare_at_start=() if state.manner.each_die else spare,
        mortal_wounds_first=bool(rolls) and table.setting("after_shooting") == "other_rules_first",
    )  # fmt: skip


def with_target_effects(state: Attack, order: tokens.WeaponDeclaration, gun: tokens.Gun, table: Table) -> tokens.Gun:
    """Return the gun with all that depends on the target and on the battle."""
    aim, gun = state.aims[order.aim], without_equal_critical(gun)
    if may_change_saves(ABILITIES, aim):
        gun = throughout(gun, of_target(state, aim))
    gun = attack_order.with_rerolls(state, aim.line, gun, table)
    return attack_order.telling(
        gun,
        attack_order.telling_hits(
            state, order.weapon.value.name, mortal_wounds.asks_who_was_hit(mortal_wounds.due_after(state))
        ),
    )


def without_equal_critical(gun: tokens.Gun) -> tokens.Gun:
    """Return the gun without a separate critical profile if its AP and damage are equal (11E-POOL-2)."""
    if gun.by_strength:
        gun = gun.but(by_strength=tuple(Hashed(without_equal_critical(one.value)) for one in gun.by_strength))
    critical = gun.critical.value if gun.critical else None
    if critical is None or gun.devastating or damage_and_ap(gun) != damage_and_ap(critical):
        return gun
    return gun.but(critical=None)


def damage_and_ap(gun: tokens.Gun) -> Any:
    """Return AP against each kind of model, and the sum of damage modifiers."""
    of_kinds = [sum(change.value for change in defence.ap) for defence in gun.defences] or [0]
    ap = gun.ap + sum(change.value for change in gun.ap_changes)
    return [min(0, ap + extra) for extra in of_kinds], sum(change.value for change in gun.more_damage)


RULES = ("critical_hit_rule", "hits_again_rule", "critical_wound_rule", "wounds_again_rule")


def pool_key(gun: tokens.Gun, by_ability: bool) -> Any:
    """Return a key that is equal for attacks of one pool: characteristics and effects, without names. The number of
    dice and hazard rolls only count with ``by_ability``. Abilities without effect here never count.
    """
    made = gun.attacks
    dice = (made.beside, made.blast, gun.hazardous) if by_ability else ()
    return dice, without_words(comparable(gun))


def comparable(gun: tokens.Gun) -> tokens.Gun:
    """Return the gun without its name, its number of dice and values that make no difference."""
    return gun.but(
        place=0, name="", attacks=None, hazardous=False, psychic=False, ignores_cover=False, gives_cover=False,
        attacks_again=False, toughness=0, toughness_why=(),
        **dict.fromkeys(RULES, ""),
    )  # fmt: skip


def without_words(value: Any) -> Any:
    """Return the value without its reasons."""
    if isinstance(value, Reason):
        return None
    if isinstance(value, Hashed):
        return without_words(comparable(value.value))
    if isinstance(value, tuple):
        return tuple([without_words(one) for one in value if not (isinstance(one, tokens.Modifier) and not one.value)])
    return value


# Order ---------------------------------------------------------------------------------------------------------------


def order_pools(state: Shooting, table: Table) -> Shooting:
    """Ask for the next pool, or take the others in declared order (11E-ATK-1)."""
    if table.moot(all_alike, state):
        return state.but(ordered=True)
    rest = state.groups[state.in_order :]
    names = tuple(dict.fromkeys(name for group in rest for name in labels(state, group)))
    nth = state.in_order and len({labels(state, group)[0] for group in state.groups[: state.in_order]})
    name = attack_order.ask_order(state, names, nth, state.game.rules("ORD-1", "ORD-2"), table)
    if not name:
        return state.but(ordered=True)
    now = tuple(group for group in rest if name in labels(state, group))
    others = tuple(group for group in rest if group not in now)
    return state.but(
        groups=(*state.groups[: state.in_order], *now, *others),
        in_order=state.in_order + len(now),
        ordered=len(others) < 2,
    )


def labels(state: Shooting, group: Group) -> tuple[str, ...]:
    """Return each name that the pool may have."""
    assert isinstance(group, records.AttackPool)
    if len({other.aim for other in state.groups}) < 2:
        return group.names
    return tuple(f"{name} at {state.attack.value.aims[group.aim].unit.value.name}" for name in group.names)


def all_alike(state: Shooting) -> bool:
    """Return True if every target has one pool, or only equal models with one wound each."""
    for aim, (_, line) in enumerate(state.targets()):
        several = sum(group.aim == aim for group in state.groups) > 1
        if several and not attack_order.meet_the_same(line):
            return False
    return True


def number_pools(state: Shooting, table: Table) -> Shooting:
    """Return the pools sorted by target (10E-ORD-1), each with its index."""
    groups = attack_order.sorted_by_target(state.groups)
    return state.but(
        groups=tuple(g.but(gun=Hashed(attack_order.in_place(g.gun.value, i))) for i, g in enumerate(groups))
    )


# One pool ------------------------------------------------------------------------------------------------------------


def next_pool(state: Shooting, table: Table) -> Shooting | records.Firing:
    """Return the stage of the next pool, with the Toughness of the living models (11E-TOUGH-1)."""
    group, *rest = state.groups
    assert isinstance(group, records.AttackPool)
    if group.aim != state.at:
        state = attack_order.aimed(state, group.aim).but(allocation="")
    state = state.but(groups=tuple(rest))
    if table.moot(nobody_left, state):
        table.tell("{name}: nobody is left to shoot at", state.game.rules("ORD-7"), name=pool_name(group))
        return state
    table.explain(tell_what_fires, state, group)
    volleys = gathered(state, group, table)
    into = volleys[0][0].into
    assert into is not None
    single = attack_order.weapon_after_weapon(into.value, state.spare) or any(
        attack_order.weapon_after_weapon(volley.gun.value, state.spare) for volley, _ in volleys
    )
    if single:
        volleys = tuple((volley, 1) for volley, n in volleys for _ in range(n))
    around = state.but(line=Line(()), spare=(), allocation="")
    firing = records.Firing(
        Hashed(around), state.line, (), into, spare=state.spare, allocation=state.allocation, volleys=volleys
    )
    return firing.but(pool=pool(*volleys), volleys=()) if not single else next_weapon(firing, table)


def nobody_left(state: Shooting) -> bool:
    return not state.line.any_left()


def tell_what_fires(state: Shooting, group: records.AttackPool, table: Table) -> None:
    """Log the pool and its target, if there are other pools or targets."""
    if state.lines[1:] or state.groups or group.gun.value.place:
        guns, target = weapons_of(group), state.aim.unit.value.name
        table.tell("{guns} at {target}", state.game.rules("ORD-2"), guns=guns, target=target)


def gathered(state: Shooting, group: records.AttackPool, table: Table) -> tuple[tuple[records.GatheredDice, int], ...]:
    """Return the weapons of the pool, each kind with its own number of dice, all for one gun."""
    attack, place = state.attack.value, group.gun.value.place
    living = standing_now(state, group, table)
    guns: list[tuple[tokens.Gun, int]] = []
    for part in group.parts:
        model = attack.shooter.value.models[part.order.model][0]
        shot = part.shot.value.but(living=living) if living else part.shot.value
        gun = attack_order.in_place(
            with_target_effects(attack, part.order, records.gun_of(part.weapon.value, model, shot), table), place
        )
        guns.append((gun, part.n))
    first = guns[0][0].but(name=pool_name(group))
    first = lethal_used(attack, first, table)
    saves = single_die_rights(first, state.spare, tokens.SAVE)
    into: Hashed[tokens.Gun] = Hashed(with_saves(first, state.line, saves, table))
    weapons: list[tuple[records.GatheredDice, int]] = []
    for gun, n in guns:
        if gun.by_strength:  # its shots are of the gun for the rolled Strength
            gun = with_saves(gun.but(lethal=first.lethal), state.line, saves, table)
        weapons.append(
            (
                records.GatheredDice(
                    Hashed(gun), single_die_rights(gun, state.spare, tokens.ATTACKS, tokens.HIT, tokens.WOUND), into
                ),
                n,
            )
        )
    return pool(*weapons)


def standing_now(state: Shooting, group: records.AttackPool, table: Table) -> tuple[tuple[int, int], ...]:
    """Return the living models of the target if their Toughness may have changed; else ()."""
    situation = group.parts[0].shot.value.situation
    models = situation.target.unit.value.models
    kinds = situation.target.kinds
    same = len({models[kind][0].toughness for kind in kinds}) == 1 and untouched(ABILITIES, situation)
    if len(kinds) < 2 or same:
        return ()
    now = standing_in(Line(state.line.standing()))
    before = situation.target.standing
    if not now or now == before:
        return ()
    target = situation.target.but(standing=now)
    if toughness_at(ABILITIES, situation.but(target=target)) == toughness_at(ABILITIES, situation):
        return ()
    return now


def pool_name(group: records.AttackPool) -> str:
    return " + ".join(group.names)


def weapons_of(group: records.AttackPool) -> str:
    """Return the text ``10 bolt rifles + 1 bolt pistol``."""
    by_name: dict[str, int] = {}
    for part in group.parts:
        by_name[part.weapon.value.name] = by_name.get(part.weapon.value.name, 0) + part.n
    return " + ".join(counted(n, name) for name, n in by_name.items())


def weapons_wait(state: records.Firing) -> bool:
    return bool(state.volleys)


def next_weapon(state: records.Firing, table: Table) -> records.Firing:
    """Return the state with one weapon in the pool. Weapons go one at a time if one of their dice may be changed."""
    (volley, _), *rest = state.volleys
    volley = volley.but(
        spare=single_die_rights(volley.gun.value, state.spare, tokens.ATTACKS, tokens.HIT, tokens.WOUND)
    )
    return state.but(pool=((volley, 1),), volleys=tuple(rest))


def gun_at(state: Attack, order: tokens.WeaponDeclaration, model: Model, near: bool, table: Table) -> tokens.Gun:
    """Return the gun of a declared weapon. ``near`` is True within half range."""
    return records.gun_of(order.weapon.value, model, snapshot(state, order, model, near, table))
