"""Dice that are resolved one by one, because something may be decided of each: damage changed to 0, one damage roll.

10E-FX-DMG-5, 10E-EFF-56, 10E-EFF-63, 10E-EFF-51. Single dice of the saves themselves need none of it: all are thrown
at once, and ``save.py`` sees them all.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import Line, Pool, Rank, merge_neighbours, pool
from shoot_cli.core.questions import DEFENDER, Option
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.records import (
    FailedSave,
    Gun,
    Packet,
    RolledDamage,
    TargetModel,
    Unsaved,
    UsedSingleDie,
)
from shoot_cli.rules.datasheets.single import DAMAGE
from shoot_cli.rules.datasheets.steps.damage import points_of, saved, suffer
from shoot_cli.rules.datasheets.steps.single import single_die_rights
from shoot_cli.rules.eleventh import charts
from shoot_cli.rules.eleventh.records import Die, Firing
from shoot_cli.rules.eleventh.steps.allocate import may_hold_tokens, ordering
from shoot_cli.rules.eleventh.steps.groups import BY_MORTAL_WOUNDS, Ordering, in_order
from shoot_cli.rules.eleventh.steps.save import order_of, saves_with

Resolved = Die | Packet


def one_by_one(s: Firing) -> bool:
    """True while a die is to be resolved on its own, and somebody stands."""
    return s.single and may_hold_tokens(s.pool) and bool(s.pool) and bool(s.line.anybody())


def take_one(s: Firing, table: Table) -> Firing:
    """The lowest die, or the next packet, against the one model that it meets; everything else waits."""
    counts = dict(s.pool)
    first, *others = order_of(s, tuple(counts), table)
    front, *rest = in_order(s.line.standing(), met_by(s, first))
    if front.n > 1:
        rest = [front.but(n=front.n - 1), *rest]
        front = front.but(n=1)
    gets_through = type(first) is Packet or not saves_with(first, front.kind)
    if gets_through and shields_of(first, front.kind) and use_it(first.gun, table):
        front = front.but(kind=front.kind.but(nothing=True, spared=front.kind.spared + 1))
    token = through(s, first, front) if gets_through else first
    return s.but(
        line=Line((front, *rest), 0, 1),
        pool=((token, 1),),
        alone=token is not first,
        waiting=pool((first, counts[first] - 1), *((token, counts[token]) for token in others)),
    )


def met_by(s: Firing, token: Resolved) -> Ordering:
    return BY_MORTAL_WOUNDS.but(first=s.precise) if type(token) is Packet else ordering(s)


def through(s: Firing, token: Resolved, front: Rank) -> Any:
    """The attack, with what may be done to its damage roll, if anything."""
    gun, mortal = token.gun.value, type(token) is Packet
    ready = single_die_rights(gun, s.spare, DAMAGE) if gun.damage.dice else ()
    if not ready:
        return token
    pain = charts.feel_no_pain(gun, front.kind, mortal) is not None
    unsaved = Unsaved(token.gun, mortal, pain, front.kind.nothing)
    return FailedSave(unsaved, front.kind.but(left=front.left), ready)


def shields_of(token: Resolved, model: TargetModel) -> bool:
    """True if the model may still change the damage of this to 0 (10E-FX-DMG-5)."""
    return charts.defence(token.gun.value, model).shields > model.spared


def use_it(gun: Hashed[Gun], table: Table) -> bool:
    """The defender may change the damage of one attack to 0 (10E-FX-DMG-5)."""
    text = f"Change the damage of this attack ({gun.value.name}, damage {gun.value.damage.text}) to 0?"
    options = (Option("yes"), Option("no"))
    return (
        table.choose("no_damage", options, default="yes", owner=DEFENDER, rules=("10E-FX-DMG-5",), text=text) == "yes"
    )


def faces_alone(s: Firing) -> bool:
    return s.alone


def damage_alone(through: FailedSave, n: int, table: Table) -> Pool:
    """One damage roll, of which the dice may be changed (10E-EFF-56, 10E-EFF-63, 10E-EFF-51)."""
    table.needs_all_dice("one die of this attack may be changed")
    unsaved, model = through.unsaved, through.model
    points, used = points_of(unsaved, model, table, single_die_rights(unsaved.gun.value, through.spare, DAMAGE))
    dealt = ((RolledDamage(unsaved, points), n),) if points or table.is_live else ()
    return pool(*dealt, *((UsedSingleDie(what), 1) for what in used))


def suffer_alone(dealt: RolledDamage, n: int, model: TargetModel, table: Table) -> Pool:
    return suffer(dealt.unsaved, dealt.points, n, model, table) if dealt.points else saved(n, table)


def close_up(s: Firing, table: Table) -> Firing:
    """What waited comes back, and everybody stands behind whoever was met."""
    ranks = tuple(
        rank.but(kind=rank.kind.but(nothing=False)) if rank.kind.nothing else rank for rank in s.line.standing()
    )
    return s.but(line=Line(merge_neighbours(ranks)), pool=pool(*s.waiting), waiting=(), alone=False)
