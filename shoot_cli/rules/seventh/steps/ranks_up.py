"""From the battle to an attack: who stands, who can fire, what earlier shooting left of them."""

from __future__ import annotations

from shoot_cli.core.piles import Line, Rank, models, wounds
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import vehicle_charts
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Attack, Battle, Company, Firer, Split, Standing, Wear
from shoot_cli.rules.seventh.steps.states import (
    ARRIVED,
    CREW,
    EMBARKED,
    FALLING_BACK,
    GROUNDED,
    INTERCEPTED,
    JINKED,
    RAN,
    REGROUPED,
    SMOKED,
    SNAP_SHOTS,
    known_speed,
)
from shoot_cli.rules.seventh.steps.target import NO_FEAR, standing, weapons_at_once
from shoot_cli.rules.seventh.steps.transports import through_fire_points


def drawn_up(unit: Unit) -> Company:
    """A unit before the battle; each vehicle is a rank of its own."""
    if unit.vehicle:
        ranks = tuple(Rank(i, 1, model.wounds) for i, (model, n) in enumerate(unit.models) for _ in range(n))
        return Company(Card(unit), ranks, len(ranks), wear=(Wear(),) * len(ranks))
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(unit.models))
    return Company(Card(unit), ranks, models(ranks))


def begin_attack(b: Battle, table: Table) -> Attack:
    """Both units as they stand now."""
    assert b.unit is not None
    assert b.target is not None
    shooter, target = b.sides[b.active].companies[b.unit], b.sides[1 - b.active].companies[b.target]
    night = b.night and not shooter.unit.value.has("Night Vision")
    ranks = line_of(target, night)
    firers = divided(firers_of(shooter), b.split, shooter.unit.value)
    snap = next((words for mark, words in SNAP_SHOTS.items() if snaps(shooter, mark)), "")
    no_ground = "units falling back cannot go to ground" if target.marked(FALLING_BACK) else ""
    s = Attack(
        shooter.unit, target.unit, (b.sides[b.active].name, b.sides[1 - b.active].name), firers, Line(ranks),
        (models(ranks), wounds(ranks)),
        snap_only=snap, on_ground=target.marked(GROUNDED), no_ground=no_ground, spent=shooter.spent, night=night,
        immobile=bool(shooter.wear) and all(wear.immobilised for wear in shooter.wear), ran=shooter.marked(RAN),
        intercepted=shooter.marked(INTERCEPTED), battle=Card(b),
        ordnance=b.split.ordnance if b.split is not None and b.split.fired else None,
    )  # fmt: skip
    if shooter.marked(EMBARKED):
        s = through_fire_points(b, shooter, s, table)
        used = bool(b.split and b.split.fired)
        return s.but(fire_points=max(0, (s.fire_points or 0) - used))
    if shooter.wear and (speed := known_speed(shooter, table)):
        return s.but(speed=speed, speed_said=True)
    return s.but(moved=not shooter.wear and (shooter.marked(ARRIVED) or snaps(shooter, REGROUPED)))


def line_of(company: Company, night: bool) -> tuple[Rank, ...]:
    """The unit as a target: its models nearest first, with what they have suffered and the cover they carry."""
    unit, alive = company.unit.value, company.by_kind()
    on_ground = company.marked(GROUNDED)
    ranks = []
    for place, rank in enumerate(company.ranks):
        kind = standing(unit, rank.kind, rank.kind, alive, night).but(on_ground=on_ground)
        kind = kind.but(dodge=dodge_of(company, rank.kind))
        if company.wear:
            kind = worn(kind, unit, rank.kind, company.wear[place], company.spent)
        ranks.append(rank.but(kind=kind))
    return tuple(ranks)


def dodge_of(company: Company, index: int) -> int | None:
    """The cover save that it has wherever it stands: it jinks, or hides behind smoke (7E-GTG-6, 7E-SAV-5)."""
    unit = company.unit.value
    model = unit.models[index][0]
    found = []
    if company.marked(JINKED) and vehicle_charts.jinks(unit, model):
        found.append(vehicle_charts.dodge(unit, model))
    if company.marked(SMOKED):
        found.append(vehicle_charts.SMOKE_SAVE)
    return min(found, default=None)


def worn(kind: Standing, unit: Unit, index: int, wear: Wear, spent: tuple[tuple[int, str], ...]) -> Standing:
    """A vehicle with the weapons that still work, immobilised or not. Spent one-use weapons cannot be destroyed."""
    assert kind.hull is not None
    gone = tuple(name for of, name in spent if of == index)
    working = unit.models[index][0].working((*wear.lost, *gone))
    return kind.but(hull=kind.hull.but(weapons=working, lost=wear.lost, immobilised=wear.immobilised, crew=wear.crew))


NOBODY = -1  # as the kind of model that shoots apart: it has, and fell


def divided(firers: tuple[Firer, ...], split: Split | None, unit: Unit) -> tuple[Firer, ...]:
    """The one that shoots at another unit, or, once it has, the rest (7E-TGT-1)."""
    if split is None:
        return firers
    at = next((i for i, firer in enumerate(firers) if firer.model == split.kind), None)
    if at is None:
        return firers
    one = firers[at].but(n=1)
    others = (*firers[:at], firers[at].but(n=firers[at].n - 1), *firers[at + 1 :])
    if not split.weapon:
        return tuple(firer for firer in ((one,) if not split.fired else others) if firer.n)
    weapons = unit.models[split.kind][0].weapons
    if not split.fired:
        silent = {weapon.name for weapon in weapons if weapon.name != split.weapon}
        return (one.but(used=tuple(sorted({*one.used, *silent})), weapons=1),)
    fired = next(weapon.physical for weapon in weapons if weapon.name == split.weapon)
    rest = one.but(lost=(*one.lost, fired), weapons=one.weapons - 1, spared=1)  # others of that name still fire
    return tuple(firer for firer in (rest, *others) if firer.n)


def firers_of(company: Company) -> tuple[Firer, ...]:
    """Those who are left, apart where some of a kind have spent a one-use weapon and others have not (7E-WPN-17)."""
    unit = company.unit.value
    firers: list[Firer] = []
    left = company.by_kind()
    for number, rank in enumerate(company.ranks):
        wear = company.wear[number] if company.wear else Wear()
        fresh = Firer(
            rank.kind, 0, rank.left, weapons_at_once(unit, unit.models[rank.kind][0]) - len(wear.lost),
            snap=CREW.get(wear.crew, ""), lost=wear.lost,
        )  # fmt: skip
        for _ in range(rank.n):
            place = left[rank.kind] = left[rank.kind] - 1  # those who have spent nothing come first
            spent = {name for kind, name in company.spent if kind == rank.kind}
            used = tuple(sorted(name for name in spent if place < company.spent.count((rank.kind, name))))
            if firers and firers[-1].but(n=0) == fresh.but(used=used):
                firers[-1] = firers[-1].but(n=firers[-1].n + 1)
            else:
                firers.append(fresh.but(n=1, used=used))
    return tuple(firers)


def snaps(company: Company, mark: str) -> bool:
    return company.marked(mark) and not (mark == REGROUPED and company.unit.value.has(NO_FEAR))
