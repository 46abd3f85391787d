"""What is shown of a record: the status screen, an attack in a sentence, and what it came to as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.pools import Rank
from shoot_cli.core.status import AttackPools, Headline, UnitRow
from shoot_cli.core.turns import (
    Side,
    headline,
    replaced,
    unit_row,
)
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.companies import split_parts
from shoot_cli.rules.seventh.flying import is_flyer
from shoot_cli.rules.seventh.profiles import Model
from shoot_cli.rules.seventh.records import Attack, Battle, BattleUnit, Firing
from shoot_cli.rules.seventh.steps.attack import target_after
from shoot_cli.rules.seventh.steps.end import OF_VEHICLES, damage_done, destroyed, own_slain, slain
from shoot_cli.rules.seventh.tokens import (
    FRONT,
    REAR,
    SIDE,
    Aim,
    Dent,
    Fired,
    Hull,
    Impact,
    Marker,
    MarkerlightHit,
    Shot,
    Strike,
    UnassignedDent,
)


def report_of(s: Attack) -> dict[str, Any]:
    standing = s.standing()
    models = []
    for index, (model, _) in enumerate(s.target.value.models):
        own = [rank for rank in standing if rank.kind.model == index]
        said: dict[str, Any] = {
            "name": model.name,
            "alive": sum(rank.n for rank in own),
            "wounds": sorted(rank.left for rank in own for _ in range(rank.n)),
        }
        models.append(said | vehicle_report(own) if model.vehicle else said)
    report: dict[str, Any] = {
        "slain": slain(s),
        "damage": damage_done(s),
        "destroyed": bool(destroyed(s)),
        "models": models,
    }
    if s.target.value.vehicle:
        flyer = is_flyer(s.target.value)
        report |= {name: bool(measure(s)) for name, measure in OF_VEHICLES.items() if flyer or name != "crashes"}
        if lost := [name for said in models for name in said["weapons_lost"]]:
            report["weapons_lost"] = lost
    if s.toll.burnt:
        report["own_slain"] = own_slain(s)
    if s.pinned:
        report["pinned"] = True
    if s.on_ground:
        report["gone_to_ground"] = True
    return report


def vehicle_report(own: list[Rank]) -> dict[str, Any]:
    """What those that still stand have left and have suffered, in their order."""
    hulls = [rank.kind.hull for rank in own]
    return {
        "hull_points": sorted(rank.left for rank in own),
        "immobilised": sum(hull.immobilised for hull in hulls),
        "weapons_lost": [name for hull in hulls for name in hull.lost],
    }


def called(record: Attack | Firing) -> dict[str, str]:
    """What the numbers of this attack are called, where they are not about models and wounds."""
    if not attack_in(record).target.value.vehicle:
        return {}
    return {
        "slain": "Vehicles destroyed",
        "damage": "Hull Points lost",
        "points": "Hull Points",
        "wounds": "glances and penetrations",
    }


def situation(record: Attack | Firing) -> str:
    """The attack in a sentence, with what a learner needs to work out any of its rolls."""
    s = attack_in(record)
    words = [f'{s.shooter.value.name} at {s.target.value.name}, {s.distance:g}" away']
    if s.snap_only:
        words.append(f"firing unit: {s.snap_only}")
    if isinstance(record, Firing):
        weapon = record.weapon.value
        strength = "X" if weapon.strength is None else weapon.strength
        ap = "-" if weapon.ap is None else weapon.ap
        rules = f" ({', '.join(weapon.rules)})" if weapon.rules else ""
        skills = sorted({model.ballistic_skill for model, _ in s.shooter.value.models if weapon in model.weapons})
        words.append(f"{weapon.name} S{strength} AP{ap} {weapon.type}{rules}, BS {' or '.join(map(str, skills))}")
    kinds: dict[str, str] = {}
    for rank in s.standing():
        kind = rank.kind
        values = [f"T{kind.toughness}", f"W{rank.left}"]
        if kind.hull is not None:
            armour = f"AV{kind.hull.front}/{kind.hull.side}/{kind.hull.rear}"
            values = [armour, f"HP{rank.left}", *conditions(kind.hull)]
        for label, value in (("Sv", kind.armour), ("Inv", kind.invulnerable), ("FNP", kind.feel_no_pain)):
            if value is not None and value <= 6:
                values.append(f"{label}{value}+")
        if kind.cover is not None:
            values.append(f"cover {kind.cover}+")
        kinds[f"{kind.name} {' '.join(values)}"] = ""
    words.append("target: " + ", ".join(kinds))
    if s.target.value.vehicle and isinstance(record, Firing):
        facings = dict.fromkeys(aim.facing for token, _ in record.pool if (aim := aim_of(token)) is not None)
        words += [f"{' and '.join(facings)} facing"] * bool(facings)
    if s.on_ground:
        words.append("gone to ground")
    if any(charts.stealth_of(s.target.value, i) for i in range(len(s.target.value.models))):
        words.append("with Stealth, Shrouded or camo cloaks")
    return "; ".join(words)


def aim_of(token: Any) -> Aim | None:
    """From where a shot at a vehicle comes, or what has become of it."""
    impact = getattr(token, "impact", token)
    aim = getattr(getattr(token, "shot", impact), "aim", None)
    return aim if isinstance(aim, Aim) else None


def conditions(hull: Hull) -> list[str]:
    """What a roll against the vehicle, or on the Vehicle Damage table, hangs on besides its armour."""
    named = (("open-topped", hull.open_topped), ("extra armour", hull.extra_armour), ("immobilised", hull.immobilised))
    return [word for word, there in named if there]


def attack_in(record: Attack | Firing) -> Attack:
    return record.over() if isinstance(record, Firing) else record


def status_of(record: Battle | Attack | Firing) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Both armies. In the middle of an attack the target is shown as it stands now."""
    if not isinstance(record, Battle):
        s = attack_in(record)
        if s.battle is None:
            return ()
        b, where = replaced(s.around(), *s.target_at(), target_after(s)), s.target_at()
        return sides_with(b, lambda side, at: faced(record) if (side, at) == where else ())
    return sides_with(record, lambda side, at: ())


def sides_with(b: Battle, faced: Callable[[int, int], tuple[str, ...]]) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """``faced``: the facings of a unit that are shot at, by its side and place."""
    return tuple(
        (
            side.name,
            tuple(
                _row(b, side, company, faced(i, at))
                for at, company in enumerate(side.companies)
                if company.joined is None
            ),
        )
        for i, side in enumerate(b.sides)
    )


def faced(record: Attack | Firing) -> tuple[str, ...]:
    """The facings of the target that are shot at, as far as it is known (7E-VEH-2)."""
    pool = record.pool if isinstance(record, Firing) else ()
    found = dict.fromkeys(aim.facing for token, _ in pool if (aim := aim_of(token)) is not None)
    s = record.attack if isinstance(record, Firing) else record
    return tuple(found) or ((SIDE if is_barrage(s, s.fired[-1]) else s.facing,) if s.fired else ())


def is_barrage(s: Attack, name: str) -> bool:
    """True of what hits the side armour of vehicles, from wherever it is fired (7E-WPN-15)."""
    return any(weapon.name == name and weapon.has("Barrage") for weapon in s.shooter.value.weapons())


def _row(b: Battle, side: Side, company: BattleUnit, faced: tuple[str, ...] = ()) -> UnitRow:
    spent = [f"{name} spent" for name in dict.fromkeys(name for _, name in company.spent)]
    inside = [f"inside {side.companies[company.inside].unit.value.name}"] if company.inside is not None else []
    row = unit_row(b, company, *inside, *spent, *worn_words(b, company))
    row = row.but(parts=tuple(unit_row(b, part).but(marks=row.marks) for part in split_parts(company)))
    if not company.wear:
        return row
    unit = company.unit.value
    hurt = [
        f"{unit.models[rank.kind][0].name} {rank.left} of {unit.models[rank.kind][0].wounds} Hull Points"
        for rank in company.ranks
        if rank.left < unit.models[rank.kind][0].wounds
    ]
    kinds = [
        kind.but(
            worn="hull points",
            points=sum(rank.left * rank.n for rank in company.ranks if rank.kind == at),
            each=model.wounds,
            about=armour_words(model, faced),
        )
        if model.vehicle
        else kind
        for at, (kind, (model, _)) in enumerate(zip(row.kinds, unit.models, strict=True))
    ]
    return row.but(wounds_note=", ".join(hurt), kinds=tuple(kinds))


def armour_words(model: Model, faced: tuple[str, ...]) -> str:
    """``armour 13/11/10``, ``side armour 11 of 13/11/10``."""
    values = {FRONT: model.front, SIDE: model.side, REAR: model.rear}
    of = "/".join(map(str, values.values()))
    said = " and ".join(f"{facing} armour {values[facing]}" for facing in faced)
    return f"{said} of {of}" if said else f"armour {of}"


def worn_words(b: Battle, company: BattleUnit) -> list[str]:
    """What the vehicles of a unit have suffered, in words."""
    words = []
    for wear in company.wear:
        words += [f"{name} destroyed" for name in wear.lost]
        if wear.immobilised:
            words.append("immobilised")
        if wear.crew and wear.until:
            words.append(f"{wear.crew} (to the end of turn {wear.until[0]}, {b.sides[wear.until[1]].name})")
    return words


def headline_of(record: Battle | Attack | Firing) -> Headline:
    if isinstance(record, Battle):
        return headline(record, now=record.unit)
    s = attack_in(record)
    why = s.harm.why if s.harm else ""  # nobody shot at them
    who = f"{why[:1].upper()}{why[1:]}" or s.shooter.value.name
    return headline(s.around(), who, s.target.value.name, s.around().unit)


def fires(record: Attack | Firing) -> Any:
    """The weapon, and whom it hits: others under its marker have pools of their own."""
    return (record.weapon, record.attack.target_at()) if isinstance(record, Firing) else None


AT_VEHICLES = AttackPools(
    {
        "shots": (Shot, Fired, Marker),
        "hits": ((Impact, Strike), MarkerlightHit),
        "glance or penetrate": ((UnassignedDent, Dent),),
        "hull points lost": (),
    },
    {"hits": "hits", "penetration rolls": "glance or penetrate", "saves": "hull points lost"},
    {"glance or penetrate": "glance/pen", "hull points lost": "hull lost"},
    points=True,
)


def attack_pools(record: Battle | Attack | Firing) -> AttackPools | None:
    """At vehicles: what they lose is hull points."""
    return AT_VEHICLES if not isinstance(record, Battle) and attack_in(record).target.value.vehicle else None


def sides_of(record: Battle | Attack | Firing) -> tuple[str, str]:
    """The names of the attacker's and the defender's army."""
    if isinstance(record, Battle):
        return record.sides[record.active].name, record.sides[1 - record.active].name
    s = attack_in(record)
    if s.battle is None:
        return "Attacker", "Target"
    b = s.around()
    return b.sides[b.active].name, b.sides[s.target_at()[0]].name
