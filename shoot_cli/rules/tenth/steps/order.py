"""Attacks in groups, one after the other, and what waits until all are done: 10E-ORD-1 to 7, 10E-TGT-11."""

from __future__ import annotations

from shoot_cli.core.piles import Line, Pile, pile
from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.tenth import worth
from shoot_cli.rules.tenth.guns import Snapshot, gun_of, stealthy
from shoot_cli.rules.tenth.profiles import ONE_TARGET, Model
from shoot_cli.rules.tenth.records import Attack, Change, Group, Gun, Mortal, Order, Packet, Volley
from shoot_cli.rules.tenth.steps.allocate import KINDS
from shoot_cli.rules.tenth.steps.bearers import same_weapon
from shoot_cli.rules.tenth.steps.eligible import (
    is_big,
)
from shoot_cli.rules.tenth.steps.hit import COMMAND, SIX, own_sustained, spare_of

LOWER_HALF = "lower_half"


# What is frozen ------------------------------------------------------------------------------------------------------


def form_groups(s: Attack, table: Table) -> Attack:
    """Alike weapons at one target are one group (10E-ORD-2); what is used up is used up (10E-ORD-7)."""
    groups: dict[tuple[int, Gun], int] = {}
    used, tests = list(s.used), list(s.tests)
    for order in s.orders:
        model, weapon = s.shooter.value.models[order.model][0], order.weapon.value
        for near, n in ((True, order.near), (False, order.n - order.near)):
            if n:
                gun = gun_of(weapon, model, snapshot(s, order, model, near, table))
                if s.aims[order.aim].plunging:
                    down = Change(-1, Reason("plunging fire: AP improved by 1", "10E-COV-5"))
                    gun = gun.but(ap_changes=(*gun.ap_changes, down))
                gun = with_rerolls(s, s.aims[order.aim].line, gun, table)
                key = (order.aim, gun)
                groups[key] = groups.get(key, 0) + n
                tests += [gun.psychic] * n if gun.hazardous else []
        if weapon.has("One Shot"):
            used += [(order.model, same_weapon(weapon))] * order.n
    single = dict.fromkeys(what for _, gun in groups for what in gun.single)
    spare = (*single, *([COMMAND[s.command]] if s.command in COMMAND else []))
    made = []
    for i, ((aim, gun), n) in enumerate(groups.items()):
        alone = own_sustained(gun) and bool(spare_of(gun, spare))  # the one die is looked for weapon after weapon
        made += [Group(aim, Card(gun.but(place=i)), 1 if alone else n)] * (n if alone else 1)
    each = table.setting("late_packets") == "after_each_target"
    s = s.but(groups=tuple(made), used=tuple(sorted(used)), tests=tuple(sorted(tests)), shot=bool(made))
    return s.but(orders=(), each_target=each, spare=spare)


def with_rerolls(s: Attack, line: Line, gun: Gun, table: Table) -> Gun:
    """What is rolled again hangs on the target too: whether criticals are worth more, and what fells its models."""
    ranks = line.drawn_up()
    kinds = dict.fromkeys(rank.kind for rank in ranks)
    if "fishing" in (gun.hits_again, gun.wounds_again) or {*SIX.values()} & {*gun.single}:
        gun = worth.judged(gun, kinds, sum(rank.n for rank in ranks))
    if gun.damage_again != "low" or not gun.damage.dice:
        return gun
    said = table.setting("damage_rerolls")
    matters = any(kind.wounds > 1 and kind.feel_no_pain is None for kind in kinds)
    if s.battle is None and said == LOWER_HALF and matters:
        said = table.choose(
            "damage_rerolls",
            (
                Option(LOWER_HALF, "what is below the average"),
                Option("not_where_slain", "of these, what fells nobody"),
            ),
            default=LOWER_HALF,
            rules=("10E-FX-RR-5",),
            text="Which damage rolls are rolled again?",
        )
    policy = "low" if said == LOWER_HALF else "felling"
    return gun.but(damage_again=policy, damage_asked=s.battle is not None)


def snapshot(s: Attack, order: Order, model: Model, near: bool, table: Table) -> Snapshot:
    """What was true when this order was given (10E-TGT-11)."""
    aim, weapon = s.aims[order.aim], order.weapon.value
    target = aim.unit.value
    ranks = aim.line.drawn_up()
    alive = tuple(sorted({rank.kind.model for rank in ranks}))
    far = 0.0
    if weapon.has("Conversion") or model.has("Conversion"):  # where no distance is said, it is more than half the range
        far = weapon.range / 2 + 0.1 if aim.distance is None else aim.distance
    stealth = " from Smokescreen" if aim.smoke else "" if stealthy(target, alive) else "none"
    return Snapshot(
        target,
        aim.toughness,
        sum(rank.n for rank in ranks),
        near,
        s.stationary,
        far,
        not aim.visible,
        s.overwatch,
        s.engaged and is_big(s.shooter.value),
        aim.engaged and is_big(target),
        stealth,
        alive,
        (*aim.true, ONE_TARGET) if len({other.aim for other in s.orders}) == 1 else aim.true,
        aim.hit_modifier,
        aim.wound_modifier,
        order.wounded,
        table.setting("rerolls"),
        table.setting("sustained_random") == "per_weapon",
        table.setting("wound_fail_vs_anti") == "fail_wins",
        table.setting("devastating"),
        table.setting("indirect"),
        table.setting("save_cap") == "net",
        table.setting("precision_lethal") == "yes",
    )


LISTED = "listed"


def order_open(s: Attack) -> bool:
    """True if the attacker may still say which group goes first, and it may make a difference (10E-ORD-1, 2)."""
    return not s.ordered and len(s.groups) > 1


def order_groups(s: Attack, table: Table) -> Attack:
    """The next group, or all others in the order they were declared (10E-ORD-2)."""
    names = tuple(dict.fromkeys(label(s, group) for group in s.groups[s.in_order :]))
    if table.speaks and not order_matters(s):
        return s.but(ordered=True)
    name = table.choose(
        "group_order",
        (Option(LISTED, "in the order they were declared"), *map(Option, names)),
        default=LISTED,
        rules=("10E-ORD-1", "10E-ORD-2"),
        text="Which attacks are resolved first?",
        spent=LISTED,
        lapsed=tuple({weapon.name for weapon in s.shooter.value.weapons()} - {*names}),
        nth=s.in_order and len({label(s, group) for group in s.groups[: s.in_order]}),
    )
    if name == LISTED:
        return s.but(ordered=True)
    rest = s.groups[s.in_order :]
    now = tuple(group for group in rest if label(s, group) == name)
    others = tuple(group for group in rest if label(s, group) != name)
    groups = (*s.groups[: s.in_order], *now, *others)
    return s.but(groups=groups, in_order=s.in_order + len(now), ordered=len({label(s, g) for g in others}) < 2)


def label(s: Attack, group: Group) -> str:
    name = group.gun.value.name
    if len({other.aim for other in s.groups}) < 2:
        return name
    return f"{name} at {s.aims[group.aim].unit.value.name}"


def order_matters(s: Attack) -> bool:
    """False if every group does the same to every model that it can meet."""
    for aim in {group.aim for group in s.groups}:
        guns = {group.gun.value.but(place=0, name="", attacks=None) for group in s.groups if group.aim == aim}
        ranks = s.aims[aim].line.ranks if aim != s.at else s.line.ranks
        if len(guns) > 1 and (len({rank.kind for rank in ranks}) > 1 or any(rank.left > 1 for rank in ranks)):
            return True
    return False


def number_groups(s: Attack, table: Table) -> Attack:
    """All attacks at one target before the next (10E-ORD-1); each group gets its place (10E-ORD-2)."""
    aims = dict.fromkeys([group.aim for group in s.groups])
    groups = [group for aim in aims for group in s.groups if group.aim == aim]
    if all(group.gun.value.place == i for i, group in enumerate(groups)):
        return s
    placed = tuple(group.but(gun=Card(group.gun.value.but(place=i))) for i, group in enumerate(groups))
    return s.but(groups=placed)


def groups_left(s: Attack) -> bool:
    return bool(s.groups)


def next_group(s: Attack, table: Table) -> Attack:
    """Volleys on the pile; with the last of them comes what waits, if everything meets the same line."""
    group, *rest = s.groups
    s = aimed(s, group.aim)
    gun = group.gun.value
    if table.speaks:
        if not s.line.anybody():
            table.tell("{name}: nobody is left to shoot at", ("10E-ORD-7",), name=gun.name)
            return s.but(groups=tuple(rest), resolving=None)
        if s.aims[1:] or rest or gun.place:
            table.tell("{n} x {name} at {target}", ("10E-ORD-2",), n=group.n, name=gun.name,
                       target=s.aims[s.at].unit.value.name)  # fmt: skip
    things: Pile = ((Volley(group.gun, spare_of(gun, s.spare)), group.n),)
    late = dict(s.late)
    if not rest and s.at in late and not any(precise_waits(thing) for thing, _ in late[s.at]) and not gun.precise:
        things = pile(*things, *late.pop(s.at))
    return s.but(groups=tuple(rest), resolving=group.gun, pile=things, late=tuple(late.items()))


def precise_waits(thing: Packet | Mortal) -> bool:
    return thing.gun.value.precise


def aimed(s: Attack, aim: int) -> Attack:
    """The record with another target's line before it."""
    if aim == s.at:
        return s
    aims = tuple(a.but(line=s.line) if i == s.at else a for i, a in enumerate(s.aims))
    return s.but(aims=aims, at=aim, line=aims[aim].line)


def resolving(s: Attack) -> bool:
    return s.resolving is not None


def others_follow(s: Attack) -> bool:
    """True if what comes late must wait for other groups, or for packets that waited before it (10E-ORD-4)."""
    return bool(s.groups) or bool(s.late)


def wait(s: Attack, thing: Packet | Mortal, n: int, table: Table) -> Attack:
    """Devastating Wounds and mortal wounds in addition are set aside (10E-ORD-4, 10E-ORD-5)."""
    late = dict(s.late)
    waiting = pile(*late.get(s.at, ()), (thing, n))
    late[s.at] = tuple(sorted(waiting, key=lambda end: (KINDS[type(end[0])], end[0].gun.value.place)))
    return s.but(late=tuple(sorted(late.items())))


def late_now(s: Attack) -> bool:
    """True if what was set aside is allocated now: after all groups, or after those of this target."""
    if not s.late:
        return False
    return not s.groups or (s.each_target and s.groups[0].aim != s.at and any(aim == s.at for aim, _ in s.late))


def next_late(s: Attack, table: Table) -> Attack:
    """What waits for one target; those of a Precision weapon come on their own, because they may go elsewhere."""
    aim, things = next(((aim, things) for aim, things in s.late if aim == s.at), s.late[0])
    s = aimed(s, aim)
    now: Pile = things
    rest: Pile = ()
    if any(precise_waits(thing) for thing, _ in things):
        first = things[0][0]
        now = tuple(end for end in things if end[0].gun == first.gun and type(end[0]) is type(first))
        rest = tuple(end for end in things if end not in now)
    late = tuple((i, rest if i == aim else other) for i, other in s.late if i != aim or rest)
    if table.speaks and s.line.anybody():
        table.tell("What waited is allocated now", ("10E-ORD-4", "10E-ORD-5"))
    return s.but(pile=now, late=late, resolving=now[0][0].gun)
