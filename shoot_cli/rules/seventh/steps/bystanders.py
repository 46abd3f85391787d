"""An attack on its own whose target goes up: those of the firing unit who stand too near (7E-VEH-14, 7E-FLY-10).

A battle knows everybody who is near. Here there is only the firing unit; for its losses the attack becomes a battle of
two units, until they are played.
"""

from __future__ import annotations

from collections import Counter

from shoot_cli.core.pools import Rank, models
from shoot_cli.core.questions import DEFENDER, Number
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Side, merged
from shoot_cli.rules.seventh.flying import CRASH, HARD_TO_HIT
from shoot_cli.rules.seventh.records import Attack, Battle, BattleUnit, BystanderHits, VehicleState
from shoot_cli.rules.seventh.steps.markers import MOST_UNDER
from shoot_cli.rules.seventh.vehicle_charts import EXPLOSION


def tell_who_is_near(s: Attack, table: Table) -> Attack:
    """How many of the firing unit an explosion, or the marker of a crash, would reach; nobody, if nobody says so."""
    if not s.target.value.vehicle or s.sky.mode in HARD_TO_HIT:  # whom nothing hits without a roll (7E-FLY-5)
        return s
    unit = s.shooter.value
    most = sum(firer.n for firer in s.firers)
    near = Number(
        f"near:{unit.name}", 0, most, 0, "models", owner=DEFENDER, rules=("7E-VEH-14",),
        text=f"How many models of {unit.name} are near enough to be hit if it explodes?",
    )  # fmt: skip
    under = Number(
        f"under:{unit.name}", 0, min(most, MOST_UNDER), 0, "models", owner=DEFENDER, rules=("7E-FLY-10",),
        text=f"How many models of {unit.name} are under the marker if it crashes?",
    )  # fmt: skip
    question = under if s.zooming else near
    return s.but(near=int(table.unless_said(question, 0)))


def blast_waits(s: Attack) -> bool:
    """True if something went up since this was looked at last, and somebody is near."""
    return s.battle is None and bool(s.near) and s.toll.exploded + s.toll.crashed > 0


def as_battle(s: Attack) -> Battle:
    """The two units as they stand, and what the firing unit suffers: one hit for each who is near, however many blew up
    (7E-VEH-14)."""
    ranks = tuple(sorted(Rank(firer.model, firer.n, firer.left) for firer in s.firers if firer.n))
    vehicle = s.shooter.value.vehicle
    firing = BattleUnit(
        s.shooter,
        ranks if vehicle else merged(ranks),
        models(ranks),
        wear=tuple(VehicleState(firer.lost) for firer in s.firers for _ in range(firer.n)) if vehicle else (),
    )
    shot_at = BattleUnit(s.target, (), 0)
    sides = (Side("Attacker", (firing,)), Side("Target", (shot_at,)))
    b = Battle(sides, None, unit=0, target=0, alone=True)
    weapon, why = (CRASH, "under the crash") if s.toll.crashed else (EXPLOSION, "near the explosion")
    halted = s.but(battle=Hashed(b), near=0)
    return b.but(
        harms=(BystanderHits(0, 0, min(s.near, models(ranks)), weapon, why),), halted=Hashed(halted), shooter=s.shooter
    )


def back_alone(b: Battle, s: Attack) -> Attack:
    """The attack as it goes on, with what its own unit lost among its losses."""
    assert s.battle is not None
    before, after = s.battle.value.company(0, 0), b.company(0, 0)
    found = {key: n for *parts, n in s.toll.burnt for key in [tuple(parts)]}
    was = Counter((rank.kind, rank.left) for rank in before.ranks for _ in range(rank.n))
    now = Counter((rank.kind, rank.left) for rank in after.ranks for _ in range(rank.n))
    hurt = now - was
    for (kind, left), n in sorted((was - now).items(), reverse=True):
        for _ in range(n):
            still = next((other for (of, other), m in sorted(hurt.items()) if of == kind and other < left and m), 0)
            hurt[kind, still] -= bool(still)
            key = (kind, left, left - still)
            found[key] = found.get(key, 0) + 1
    return s.but(battle=None).costs(burnt=tuple((*key, n) for key, n in sorted(found.items())))
