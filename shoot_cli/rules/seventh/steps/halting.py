"""An attack that halts until an explosion and stray hits have been played, and goes on with who is left (7E-VEH-14)."""

from __future__ import annotations

from shoot_cli.core.piles import Line, Rank
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh.records import Attack, Battle, Company, Firer, Wear
from shoot_cli.rules.seventh.steps.allocate import grounded
from shoot_cli.rules.seventh.steps.facts import closed_up
from shoot_cli.rules.seventh.steps.ranks_up import snaps, worn
from shoot_cli.rules.seventh.steps.results import written
from shoot_cli.rules.seventh.steps.states import CREW, EMBARKED, GROUNDED, SNAP_SHOTS
from shoot_cli.rules.seventh.steps.weapon import can_use


def must_halt(s: Attack) -> bool:
    """Something was destroyed, or a unit was hit that nobody aimed at: that comes before the next weapon."""
    return s.battle is not None and s.at_once and bool(s.gone or s.beside)


def halt(s: Attack, table: Table) -> Battle:
    """What the attack has done so far is written down, and the attack put aside."""
    b = written(s, table)
    return b.but(halted=Card(s.but(battle=Card(b), gone=(), beside=(), burnt=())))


def go_on(b: Battle, table: Table) -> Attack:
    """The attack as it was, without those of both units who fell meanwhile."""
    assert b.halted is not None
    assert b.unit is not None
    assert b.target is not None
    s: Attack = b.halted.value
    assert s.battle is not None
    before: Battle = s.battle.value
    s = s.but(battle=Card(b.but(halted=None)))
    shooter, target = b.sides[b.active].companies[b.unit], b.sides[1 - b.active].companies[b.target]
    s = firing_on(s, before.sides[b.active].companies[b.unit], shooter, table)
    return shot_on(s, before.sides[1 - b.active].companies[b.target], target)


# The firing unit -----------------------------------------------------------------------------------------------------


def firing_on(s: Attack, before: Company, after: Company, table: Table) -> Attack:
    """Those who are left of the firing unit, with what each has fired already; who dropped down fires Snap Shots."""
    if not after.marked(EMBARKED):
        s = s.but(fire_points=None)
    snap = next((words for mark, words in SNAP_SHOTS.items() if snaps(after, mark)), "")
    s = s.but(snap_only=s.snap_only or snap)
    if (before.ranks, before.wear) == (after.ranks, after.wear):
        return s
    firers: list[Firer] = []
    for kind in sorted({firer.model for firer in s.firers}):
        own = [firer.but(n=1) for firer in s.firers if firer.model == kind for _ in range(firer.n)]
        was, now = models_of(before, kind), models_of(after, kind)
        firers += as_they_are(survivors(s, own, len(was), len(was) - len(now), table), now)
    alike: dict[Firer, int] = {}
    for firer in firers:
        alike[firer] = alike.get(firer, 0) + 1
    return s.but(firers=tuple(firer.but(n=n) for firer, n in alike.items()))


def models_of(company: Company, kind: int) -> list[tuple[int, Wear]]:
    """Every model of a kind: wounds left, and what a vehicle has suffered."""
    wear = company.wear or (Wear(),) * len(company.ranks)
    return [
        (rank.left, own)
        for rank, own in zip(company.ranks, wear, strict=True)
        if rank.kind == kind
        for _ in range(rank.n)
    ]


def survivors(s: Attack, own: list[Firer], there: int, lost: int, table: Table) -> list[Firer]:
    """Those of a kind who are left of ``there``, ``own`` being those of the attack; who fell is asked if it matters."""
    if not lost:
        return own
    model = s.shooter.value.models[own[0].model][0]
    own = sorted(own, key=lambda firer: any(can_use(s, firer, weapon) for weapon in model.weapons))
    ready = sum(any(can_use(s, firer, weapon) for weapon in model.weapons) for firer in own)
    idle = there - ready
    fell = table.number(
        f"fallen firers:{model.name}", max(0, lost - idle), min(lost, ready), default=max(0, lost - idle),
        unit="models", rules=("7E-VEH-14",),
        text=f"How many of the {lost} {model.name} who fell have a weapon left to fire?",
    )  # fmt: skip
    spent, armed = own[: len(own) - ready], own[len(own) - ready :]
    return [*spent[: max(0, there - lost - (ready - fell))], *armed[fell:]]


def as_they_are(own: list[Firer], now: list[tuple[int, Wear]]) -> list[Firer]:
    """Each with what he has left: the unhurt as they were, then the others."""
    left, found = [*now], dict[int, Firer]()
    for at, firer in enumerate(own):
        same = next((one for one in left if (one[0], one[1].lost) == (firer.left, firer.lost)), None)
        if same is not None:
            left.remove(same)
            found[at] = with_wear(firer, *same)
    return [found[at] if at in found else with_wear(firer, *left.pop(0)) for at, firer in enumerate(own)]


def with_wear(firer: Firer, left: int, wear: Wear) -> Firer:
    """With the weapons that a vehicle lost meanwhile; a crew that was shaken fires Snap Shots."""
    return firer.but(left=left, lost=wear.lost, snap=firer.snap or CREW.get(wear.crew, ""))


# The target ----------------------------------------------------------------------------------------------------------


def shot_on(s: Attack, before: Company, after: Company) -> Attack:
    """The target without those who fell; in the order and the cover in which it stood."""
    if after.marked(GROUNDED) and not s.on_ground:
        s = grounded(s)
    if (before.ranks, before.wear) == (after.ranks, after.wear):
        return s
    ranks = [rank.but(n=1) for rank in (*s.line.standing(), *s.apart) for _ in range(rank.n)]
    left: list[Rank] = []
    for kind in sorted({rank.kind.model for rank in ranks}):
        own, now = [rank for rank in ranks if rank.kind.model == kind], models_of(after, kind)
        # Vehicles as they are kept in the battle; of others the nearest fell, and the wounded stand in front.
        own.sort(key=lambda rank: rank.left if before.wear else rank.kind.place)
        now.sort(key=lambda one: 0 if before.wear else one[0])
        for rank, (wounds_left, wear) in zip(own[len(own) - len(now) :], now, strict=True):
            hurt = worn(rank.kind, s.target.value, kind, wear, after.spent) if before.wear else rank.kind
            left.append(rank.but(left=wounds_left, kind=hurt))
    left.sort(key=lambda rank: rank.kind.place)
    fallen, lost = len(ranks) - len(left), sum(rank.left for rank in ranks) - sum(rank.left for rank in left)
    return s.but(
        line=Line(closed_up([rank for rank in left if not rank.kind.hidden])),
        apart=closed_up([rank for rank in left if rank.kind.hidden]),
        strength=(s.strength[0] - fallen, s.strength[1] - lost),
        chosen=False,
    )
