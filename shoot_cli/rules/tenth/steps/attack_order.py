"""The groups of attacks, their order, the facts that are frozen with a target, and tokens that wait until all are
resolved.

Rules: 10E-ORD-1 to 7, 10E-TGT-11.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Line, Pool
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import tokens as token_types
from shoot_cli.rules.datasheets import weapons
from shoot_cli.rules.datasheets.effects import ActiveEffects, all_have
from shoot_cli.rules.datasheets.profiles import Model, Weapon
from shoot_cli.rules.datasheets.records import Attack, Firing, Group, Shooting
from shoot_cli.rules.datasheets.steps import attack_order, mortal_wounds, permissions
from shoot_cli.rules.datasheets.steps.single_die import lies_ready, may_change_saves, of_target, single_die_rights
from shoot_cli.rules.datasheets.steps.states import situation_of
from shoot_cli.rules.datasheets.tokens import Gun, Modifier
from shoot_cli.rules.datasheets.weapons import (
    armed,
    force_of,
    is_big,
    of_each_strength,
    reported_modifiers,
    same_weapon,
    throughout,
)
from shoot_cli.rules.tenth.edition import ABILITIES, NUMBERS
from shoot_cli.rules.tenth.steps.allocation import place_of


class Snapshot(weapons.Snapshot):
    """The facts about one firing model when its target was selected."""

    unseen: bool = False  # no model of the shooting unit sees the target
    engaged_big: bool = False  # the shooter is a MONSTER or VEHICLE locked in combat (10E-ELIG-5)
    target_engaged_big: bool = False  # the target is one in combat (10E-TGT-7)
    stealth: str = "none"  # the source, such as " from Smokescreen"; "none": no Stealth
    indirect: str = "current"  # settings
    save_net: bool = True
    precise_lethal: bool = True
    strength_each: bool = False
    free_in_combat: bool = False  # no penalty for combat of the shooter or the target (10E-EFF-61)
    free_unseen: bool = False  # no penalty for Indirect Fire at an unseen target (10E-EFF-70)


@lru_cache(2048)
def gun_of(weapon: Weapon, model: Model, shot: Snapshot) -> Gun:
    """Return the gun of this weapon of this model. Its index among the groups is set later."""
    return of_each_strength(weapon, shot.strength_each, lambda variant: _gun_of_one_strength(variant, model, shot))


def _gun_of_one_strength(weapon: Weapon, model: Model, shot: Snapshot) -> Gun:
    has = force_of(ABILITIES, weapon, shot)
    unseen = shot.unseen and "Indirect Fire" in has
    misses = (1, "", "")
    if unseen and shot.indirect == "current" and not shot.free_unseen:
        up_to = NUMBERS.indirect_misses
        misses = (up_to, f"Indirect Fire at what nobody sees: unmodified 1-{up_to} miss", "10E-WPN-INDIRECT-2")
    gun = armed(weapon, has, shot, hit_changes(model, has, shot), misses=misses)
    settings = {"gives_cover": unseen, "precise_lethal": shot.precise_lethal, "save_net": shot.save_net}
    return throughout(gun, lambda variant: variant.but(**settings))


def hit_changes(model: Model, has: ActiveEffects, shot: Snapshot) -> Iterable[Modifier]:
    """Yield all modifiers of the hit roll; they are summed, then capped (10E-HIT-4)."""
    if "Heavy" in has and shot.stationary:
        yield Modifier(NUMBERS.heavy, Reason("Heavy, Remained Stationary", "10E-WPN-HEAVY-1"))
    yield from has.changes("to hit")
    if shot.stealth != "none":
        yield Modifier(NUMBERS.stealth, Reason(f"Stealth{shot.stealth}", "10E-DEF-STEALTH-1"))
    if shot.unseen and "Indirect Fire" in has and not shot.free_unseen:
        yield Modifier(NUMBERS.indirect, Reason("Indirect Fire at what nobody sees", "10E-WPN-INDIRECT-2"))
    if "Pistol" not in has and not shot.free_in_combat:
        if shot.engaged_big:
            yield Modifier(NUMBERS.big_guns, Reason("the shooter is locked in combat", "10E-ELIG-5"))
        if shot.target_engaged_big:
            yield Modifier(NUMBERS.big_guns, Reason("the target is locked in combat", "10E-TGT-7"))
    if (bracket := model.get("Damaged")) and 0 < shot.wounded <= bracket.number:
        yield Modifier(NUMBERS.damaged, Reason(f"Damaged: {shot.wounded} wounds left", "10E-DMG-5"))
    yield from reported_modifiers(NUMBERS, shot.hit_modifier, "hit", "FX-HIT-1")


FROM_ABOVE = (token_types.Modifier(-1, Reason("plunging fire: AP improved by 1", "10E-COV-5")),)


# Groups --------------------------------------------------------------------------------------------------------------


def form_groups(state: Attack, table: Table) -> Shooting:
    """Return the groups: equal weapons at one target (10E-ORD-2). Limited weapons are now used (10E-ORD-7)."""
    state = attack_order.roll_once(state, table)
    groups: dict[tuple[int, token_types.Gun], int] = {}
    rolls = mortal_wounds.due_after(state)
    told_later = mortal_wounds.asks_who_was_hit(rolls)
    used, tests = list(state.used), list[tuple[bool, bool]]()
    for order in state.orders:
        model, weapon = state.shooter.value.models[order.model][0], order.weapon.value
        for near, n in ((True, order.near), (False, order.n - order.near)):
            if n:
                gun = gun_at(state, order, model, near, table)
                if may_change_saves(ABILITIES, state.aims[order.aim]):
                    gun = throughout(gun, of_target(state, state.aims[order.aim]))
                gun = attack_order.with_rerolls(state, state.aims[order.aim].line, gun, table)
                gun = attack_order.telling(gun, attack_order.telling_hits(state, weapon.name, told_later))
                key = (order.aim, gun)
                groups[key] = groups.get(key, 0) + n
                if gun.hazardous:
                    tests += [(gun.psychic, attack_order.tested_again(state, order))] * n
        if weapon.has("One Shot"):
            used += [(order.model, same_weapon(weapon))] * order.n
    spare = lies_ready(state, [gun for _, gun in groups], table)
    made = []
    for i, ((aim, gun), n) in enumerate(groups.items()):
        alone = attack_order.weapon_after_weapon(gun, spare)
        made += [Group(aim, Hashed(attack_order.in_place(gun, i)), 1 if alone else n)] * (n if alone else 1)
    each_target = table.setting("late_packets") == "after_each_target"
    lines = tuple(aim.line for aim in state.aims)
    return Shooting(
        Hashed(state.but(used=tuple(sorted(used)))), lines[-1] if lines else Line(()), lines, max(0, len(lines) - 1),
        groups=tuple(made), each_target=each_target, precise=any(gun.precise for _, gun in groups), spare=spare,
        shielded=any(attack_order.has_shields(gun) for _, gun in groups),
        tests=tuple(sorted(tests)), ordered=state.manner.fires_at_once and not state.in_order, mortal_wounds_due=rolls,
        spare_at_start=() if state.manner.each_die else spare,
        mortal_wounds_first=bool(rolls) and table.setting("after_shooting") == "other_rules_first",
    )  # fmt: skip


def snapshot(state: Attack, order: token_types.WeaponDeclaration, model: Model, near: bool, table: Table) -> Snapshot:
    """Return what was true when this order was given (10E-TGT-11)."""
    aim, weapon = state.aims[order.aim], order.weapon.value
    target = aim.unit.value
    situation = situation_of(state, aim, weapon, near)
    has_stealth = all_have(situation, False, lambda ability: ability.name == "Stealth")
    stealth = " from Smokescreen" if aim.smoke else "" if has_stealth else "none"
    return Snapshot(
        situation,
        order.model,
        sum(n for _, n in situation.target.standing),
        state.stationary,
        state.overwatch,
        aim.hit_modifier,
        aim.wound_modifier,
        order.wounded,
        table.setting("rerolls"),
        table.setting("sustained_random") == "per_weapon",
        table.setting("wound_fail_vs_anti") == "fail_wins",
        table.setting("devastating"),
        unseen=not aim.visible,
        engaged_big=state.engaged and is_big(state.shooter.value),
        target_engaged_big=aim.engaged and is_big(target),
        stealth=stealth,
        indirect=table.setting("indirect"),
        save_net=table.setting("save_cap") == "net",
        precise_lethal=table.setting("precision_lethal") == "yes",
        ap_changes=FROM_ABOVE if aim.plunging else (),
        strength_each=table.setting("random_strength") == "per_attack",
        watching=permissions.watching(situation, order.model) if state.overwatch else 0,
        free_in_combat=(state.engaged or aim.engaged)
        and permissions.may(situation, order.model, permissions.NO_PENALTY, permissions.FREELY),
        free_unseen=not aim.visible and permissions.may(situation, order.model, permissions.UNSEEN),
    )


def order_groups(state: Shooting, table: Table) -> Shooting:
    """Ask for the next group, or take the others in declared order (10E-ORD-2)."""
    names = tuple(dict.fromkeys(label(state, group) for group in state.groups[state.in_order :]))
    if table.moot(all_alike, state):
        return state.but(ordered=True)
    nth = state.in_order and len({label(state, group) for group in state.groups[: state.in_order]})
    name = attack_order.ask_order(state, names, nth, ("10E-ORD-1", "10E-ORD-2"), table)
    if not name:
        return state.but(ordered=True)
    rest = state.groups[state.in_order :]
    chosen = tuple(group for group in rest if label(state, group) == name)
    others = tuple(group for group in rest if label(state, group) != name)
    groups = (*state.groups[: state.in_order], *chosen, *others)
    return state.but(
        groups=groups, in_order=state.in_order + len(chosen), ordered=len({label(state, g) for g in others}) < 2
    )


def label(state: Shooting, group: Group) -> str:
    name = group.gun.value.name
    if len({other.aim for other in state.groups}) < 2:
        return name
    return f"{name} at {state.attack.value.aims[group.aim].unit.value.name}"


def all_alike(state: Shooting) -> bool:
    """Return True if every group does the same to every model that it can meet."""
    for aim, (_, line) in enumerate(state.targets()):
        guns = {group.gun.value.but(place=0, name="", attacks=None) for group in state.groups if group.aim == aim}
        if len(guns) > 1 and not attack_order.meet_the_same(line):
            return False
    return True


def number_groups(state: Shooting, table: Table) -> Shooting:
    """Return the groups sorted by target (10E-ORD-1), each with its index (10E-ORD-2)."""
    groups = attack_order.sorted_by_target(state.groups)
    if all(group.gun.value.place == i for i, group in enumerate(groups)):
        return state
    placed = tuple(group.but(gun=Hashed(attack_order.in_place(group.gun.value, i))) for i, group in enumerate(groups))
    return state.but(groups=placed)


def next_group(state: Shooting, table: Table) -> Shooting | Firing:
    """Return the stage of the next group, with its volleys in the pool."""
    group, *rest = state.groups
    state = attack_order.aimed(state, group.aim).but(groups=tuple(rest))
    gun = group.gun.value
    if table.moot(nobody_left, state):
        table.tell("{name}: nobody is left to shoot at", ("10E-ORD-7",), name=gun.name)
        return state
    table.explain(tell_what_fires, state, group)
    return attack_order.fired(
        state,
        group.gun,
        (
            (
                token_types.Volley(
                    group.gun,
                    single_die_rights(gun, state.spare, token_types.ATTACKS, token_types.HIT, token_types.WOUND),
                ),
                group.n,
            ),
        ),
        state.late,
    )


def nobody_left(state: Shooting) -> bool:
    return not state.line.any_left()


def tell_what_fires(state: Shooting, group: Group, table: Table) -> None:
    """Log the group and its target, if there are other groups or targets."""
    gun = group.gun.value
    if state.lines[1:] or state.groups or gun.place:
        guns, target = counted(group.n, gun.name), state.aim.unit.value.name
        table.tell("{guns} at {target}", ("10E-ORD-2",), guns=guns, target=target)


def precise_waits(token: token_types.Packet | token_types.Mortal) -> bool:
    return token.gun.value.precise


def others_follow(state: Firing) -> bool:
    """Return True if late tokens must wait, for other groups or because they may go to another model (10E-ORD-4)."""
    shooting = state.shooting.value
    if shooting.groups or shooting.late_elsewhere or not shooting.precise:
        return bool(shooting.groups or shooting.late_elsewhere)
    return bool(state.late) and (state.gun.value.precise or any(precise_waits(token) for token, _ in state.late))


def last_of_all(state: Firing) -> bool:
    """Return True if late tokens are allocated with these attacks, because all meet the same line."""
    return not others_follow(state)


def late_now(state: Shooting) -> bool:
    """Return True if late tokens are allocated now: after all groups, or after those of this target."""
    if not state.groups:
        return bool(state.late or state.late_elsewhere)
    return state.each_target and state.groups[0].aim != state.at and bool(state.late)


def next_late(state: Shooting, table: Table) -> Firing:
    """Return the stage of a target's late tokens. Those with Precision come separately, as they may go elsewhere."""
    state = state if state.late else attack_order.aimed(state, state.late_elsewhere[0][0])
    due = tuple(sorted(state.late, key=lambda end: place_of(end[0])))
    first = due[0][0]
    rest: Pool = ()
    if any(precise_waits(token) for token, _ in due):
        tokens = due
        due = tuple(end for end in tokens if end[0].gun == first.gun and type(end[0]) is type(first))
        rest = tuple(end for end in tokens if end not in due)
    table.explain(tell_it_is_late, state)
    return attack_order.fired(state, first.gun, due, rest)


def tell_it_is_late(state: Shooting, table: Table) -> None:
    if state.line.any_left():
        table.tell("What waited is allocated now", ("10E-ORD-4", "10E-ORD-5"))


def gun_at(
    state: Attack, order: token_types.WeaponDeclaration, model: Model, near: bool, table: Table
) -> token_types.Gun:
    """Return the gun of a declared weapon. ``near`` is True within half range."""
    return gun_of(order.weapon.value, model, snapshot(state, order, model, near, table))
