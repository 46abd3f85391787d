"""Groups of attacks, one after the other, and what waits until all are done: 10E-ORD-1 to 7."""

from __future__ import annotations

from shoot_cli.core.piles import Pile, pile
from shoot_cli.core.questions import Option
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.tenth.records import Attack, Group, Mortal, Packet, Volley
from shoot_cli.rules.tenth.steps.allocate import KINDS
from shoot_cli.rules.tenth.steps.hit import spare_of

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
