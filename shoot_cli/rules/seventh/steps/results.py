"""What an attack did to both units, written into the battle (7E-END-5, 7E-NOM-5, 7E-GTG-4, 7E-VEH-5).

Mostly at its end; also in the middle of it, where an explosion is played before the next weapon fires (7E-VEH-14).
"""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.piles import Rank, models
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, merged, replaced
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, RAPID_FIRE, SALVO
from shoot_cli.rules.seventh.records import SHAKEN, STUNNED, Attack, Battle, Company, Gone, Harm, Wear
from shoot_cli.rules.seventh.steps import states
from shoot_cli.rules.seventh.steps.aftermath import to_test
from shoot_cli.rules.seventh.steps.end import own_slain
from shoot_cli.rules.seventh.steps.ranks_up import NOBODY
from shoot_cli.rules.seventh.steps.transports import passengers_fired


def end_attack(s: Attack, table: Table) -> Battle:
    """Losses and marks of both units (7E-END-5, 7E-NOM-5), and the table is free for the next unit (7E-END-4)."""
    b = written(s, table)
    assert b.unit is not None
    assert b.target is not None
    target = b.sides[1 - b.active].companies[b.target]
    if target.ranks:
        tell_losses(s, target, table)
    b = passengers_fired(b, s, b.sides[b.active].companies[b.unit])
    tests = tuple(to_test(side, unit) for side, unit in b.shaky)
    return b.but(harms=(*b.harms, *tests), shaky=(), target=None)


def written(s: Attack, table: Table) -> Battle:
    """The battle with what the attack has done to both units so far, and with what that brings upon others."""
    assert s.battle is not None
    b: Battle = s.battle.value
    shooting, aimed_at = b.unit, b.target
    assert shooting is not None
    assert aimed_at is not None
    shooter, target = b.sides[b.active].companies[shooting], b.sides[1 - b.active].companies[aimed_at]
    after = target_after(b, s, target)
    if target.ranks and not after.ranks:
        table.tell("{unit} is destroyed", ("7E-ALC-11",), unit=target.unit.value.name)
    b = replaced(b, 1 - b.active, aimed_at, after)
    b = replaced(b, b.active, shooting, shooter_after(b, s, shooter, target))
    gone = tuple(Gone(1 - b.active, aimed_at, name, exploded) for name, exploded in s.gone)
    burnt = tuple(Gone(b.active, shooting, name, exploded=False) for name in burnt_out(s, table))
    if b.split is not None and not b.split.fired:
        b = b.but(split=b.split.but(ordnance=s.ordnance))
    if b.split is not None and own_slain(s):  # its weapon slew him: all who are left are the rest
        b = b.but(split=b.split.but(kind=NOBODY))
    return b.but(gone=(*gone, *burnt), harms=together(s.beside), shooter=s.shooter)


def together(harms: tuple[Harm, ...]) -> tuple[Harm, ...]:
    """What several markers of one weapon did to a unit, as one (7E-WPN-14)."""
    found: dict[Harm, int] = {}
    for harm in harms:
        alike = harm.but(hits=0)
        found[alike] = found.get(alike, 0) + harm.hits
    return tuple(harm.but(hits=hits) for harm, hits in found.items())


def burnt_out(s: Attack, table: Table) -> list[str]:
    """Names of the firing vehicles that their own weapons wrecked (7E-HIT-11)."""
    if not s.shooter.value.vehicle:
        return []
    names = [s.shooter.value.models[kind][0].name for kind, left, lost, n in s.burnt if lost >= left for _ in range(n)]
    for name in names:
        table.tell("{name} is wrecked by its own weapon", ("7E-VEH-4", "7E-HIT-11"), name=name)
    return names


def end_harm(s: Attack, table: Table) -> Battle:
    """What hits that nobody aimed left of a unit; vehicles they destroyed have an aftermath of their own."""
    assert s.battle is not None
    assert s.harm is not None
    b: Battle = s.battle.value
    harm = s.harm
    target = b.sides[harm.side].companies[harm.unit]
    if not target.ranks:
        return b.but(harms=b.harms[1:])
    after = target_after(b, s, target)
    tell_losses(s, after, table)
    gone = tuple(Gone(harm.side, harm.unit, name, exploded) for name, exploded in s.gone)
    b = replaced(b, harm.side, harm.unit, after).but(harms=b.harms[1:], gone=(*b.gone, *gone))
    return will_test(b, harm.side, harm.unit) if s.pinning and not harm.tests else b


def will_test(b: Battle, side: int, unit: int) -> Battle:
    """The unit takes one Pinning test once the firing unit has fired all its weapons (7E-END-1)."""
    if b.halted is not None:
        return b.but(shaky=tuple(sorted({*b.shaky, (side, unit)})))
    test = to_test(side, unit)
    return b if test in b.harms else b.but(harms=(*b.harms, test))


def tell_losses(s: Attack, after: Company, table: Table) -> None:
    """What the attack itself came to; what an explosion did meanwhile was told there."""
    left = models(after.ranks)
    lost, name = s.strength[0] - left, after.unit.value.name
    if not left:
        table.tell("{unit} is destroyed", ("7E-ALC-11",), unit=name)
    elif after.unit.value.vehicle and s.fired:
        hull = sum(rank.left for rank in after.ranks)
        words = "{unit}: {lost} Hull Point{plural} lost, {left} left"
        table.tell(words, ("7E-END-4",), unit=name, lost=s.hull_lost, plural="s" * (s.hull_lost != 1), left=hull)
    elif s.fired and (s.harm is None or s.harm.hits):
        words = "{unit}: {lost} slain, {left} left" if lost else "{unit}: nobody slain, {left} left"
        table.tell(words, ("7E-END-4",), unit=name, lost=lost, left=left)


def target_after(b: Battle, s: Attack, target: Company) -> Company:
    ranks = sorted((*s.line.standing(), *s.apart), key=lambda rank: (rank.kind.model, rank.left))
    if target.wear:
        target = vehicles_after(b, s, ranks, target)
    else:
        target = target.but(ranks=merged([rank.but(kind=rank.kind.model) for rank in ranks]))
    if (s.on_ground or s.pinned) and not target.marked(states.GROUNDED):
        target = target.with_mark(Mark(states.GROUNDED, own_next_turn(b, s)))  # 7E-GTG-4
    if s.jinks:  # 7E-GTG-6
        target = target.with_mark(Mark(states.JINKED, _this_turn(b)))
        target = target.with_mark(Mark(states.JINKED_SHOOTS, own_next_turn(b, s)))
    for mark in s.afterwards:
        target = target.with_mark(Mark(mark, SUFFERED[mark](b, s)))
    return target


def vehicles_after(b: Battle, s: Attack, ranks: list[Rank], target: Company) -> Company:
    """The vehicles that still stand, each with what it suffered (7E-VEH-5)."""
    wear = []
    damaged = False
    for rank in ranks:
        hull = rank.kind.hull
        old = next((w for w in target.wear if w.crew == hull.crew), None)
        crew_now = SHAKEN in hull.newly or STUNNED in hull.newly
        until = own_next_turn(b, s) if crew_now else old.until if old else None
        wear.append(Wear(hull.lost, hull.immobilised, hull.crew, until if hull.crew else None))
        damaged = damaged or bool(hull.newly)
    target = target.but(ranks=tuple(rank.but(kind=rank.kind.model) for rank in ranks), wear=tuple(wear))
    return target.with_mark(Mark(states.DAMAGED, _this_turn(b))) if damaged and ranks else target


def _this_turn(b: Battle) -> tuple[int, int]:
    return b.turn, b.active


def _own_next_turn(b: Battle) -> tuple[int, int]:
    """The end of the turn that the side not shooting now has next."""
    other = 1 - b.active
    return (b.turn, other) if b.active == b.first else (b.turn + 1, other)


def own_next_turn(b: Battle, s: Attack) -> tuple[int, int]:
    """The end of the target's own next turn; of the active side's own units, hit by accident, that is turns away."""
    if s.harm is not None and s.harm.side == b.active:
        return b.turn + 1, b.active
    return _own_next_turn(b)


# Until when the target suffers it: Concussive through the next Assault phase, which is the shooter's (7E-END-5).
SUFFERED: dict[str, Callable[[Battle, Attack], tuple[int, int] | None]] = {
    "Concussive": lambda b, s: _this_turn(b),
    "Blind": own_next_turn,
    "Soul Blaze": lambda b, s: None,
}


def shooter_after(b: Battle, s: Attack, shooter: Company, target: Company) -> Company:
    unit = shooter.unit.value
    if shooter.wear:
        shooter = burnt_vehicles(shooter, s.burnt)
        shooter = shooter.but(spent=s.spent)
        if s.speed_said:
            shooter = shooter.with_mark(Mark(states.SPEED_MARKS[s.speed], _this_turn(b)))
    else:
        shooter = shooter.but(ranks=_burnt(shooter.ranks, s.burnt), spent=s.spent)
    if not s.fired or (unit.vehicle and not unit.of_type("Walker")):  # tanks charge nobody
        return shooter
    slow = any(
        weapon.name in s.fired
        and weapon.type in (RAPID_FIRE, SALVO, HEAVY, ORDNANCE)
        and not charts.relentless(unit, i)
        for i, (model, _) in enumerate(unit.models)
        for weapon in model.weapons
    )
    name = states.NO_CHARGE if slow else states.ONLY_CHARGE + target.unit.value.name
    return shooter.with_mark(Mark(name, (b.turn, b.active)))


def _burnt(ranks: tuple[Rank, ...], burnt: tuple[tuple[int, int, int, int], ...]) -> tuple[Rank, ...]:
    """The firing unit without what its own weapons slew."""
    now = list(ranks)
    for index, left, lost, n in burnt:
        for _ in range(n):
            at = next(i for i, rank in enumerate(now) if rank.kind == index and rank.left == left)
            rank = now[at]
            hurt = [rank.but(n=1, left=left - lost)] if lost < left else []
            rest = [rank.but(n=rank.n - 1)] if rank.n > 1 else []
            now[at : at + 1] = [*hurt, *rest]
    return merged(now)


def burnt_vehicles(shooter: Company, burnt: tuple[tuple[int, int, int, int], ...]) -> Company:
    """Vehicles without the hull points that their own weapons cost them (7E-HIT-11)."""
    now = [*zip(shooter.ranks, shooter.wear, strict=True)]
    for index, left, lost, n in burnt:
        for _ in range(n):
            at = next(i for i, (rank, _) in enumerate(now) if rank.kind == index and rank.left == left)
            rank, wear = now[at]
            now[at : at + 1] = [(rank.but(left=left - lost), wear)] if lost < left else []
    return shooter.but(ranks=tuple(rank for rank, _ in now), wear=tuple(wear for _, wear in now))
