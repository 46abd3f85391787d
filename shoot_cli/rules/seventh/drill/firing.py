"""Questions about who fires how: Heavy weapons, Ordnance, types of units, and where markers end."""

from __future__ import annotations

from collections.abc import Mapping

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Source
from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.drill.pieces import (
    Meet,
    a_unit,
    alone,
    an,
    arm,
    fired,
    met,
    rolls_to_hit,
    shot_in,
    shots_text,
)
from shoot_cli.rules.seventh.drill.to_hit import NO_SHOT
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon


def heavy(meet: Meet) -> bool:
    return rolls_to_hit(meet) and meet.weapon.type == "Heavy" and not meet.bearer.vehicle and not skyfire(meet.weapon)


def skyfire(weapon: Weapon) -> bool:
    return weapon.has("Skyfire")


def is_relentless(meet: Meet) -> bool:
    at = [model for model, _ in meet.unit.models].index(meet.bearer)
    return charts.relentless(meet.unit, at)


def heavy_moved(source: Source) -> Quiz:
    meet = met(source, lambda meet: heavy(meet) and not is_relentless(meet))
    moved = source.one((True, True, False))
    if meet is None:
        weapon, skill = (
            arm(source.one(("heavy bolter", "lascannon", "autocannon", "multi melta"))),
            source.one(range(2, 6)),
        )
        unit, name = a_unit(weapon, ballistic_skill=skill), "An infantryman"
    else:
        unit, weapon, skill = alone(meet.unit, meet.bearer, meet.weapon), meet.weapon, meet.bearer.ballistic_skill
        name = an(meet.bearer.name)
    return of_heavy(source, unit, weapon, skill, moved, name, {})


TYPES = ("Infantry", "Monstrous Creature", "Bike", "Jetbike", "Jet Pack Infantry", "Jump Infantry", "Beast", "Cavalry")


def counts_as_stationary(source: Source) -> Quiz:
    meet = met(source, lambda meet: heavy(meet) and is_relentless(meet))
    if meet is None:
        weapon, skill, type = (
            arm(source.one(("heavy bolter", "assault cannon", "multi melta"))),
            source.one(range(2, 6)),
            source.one(TYPES),
        )
        rules = source.one(((), (), ("Relentless",), ("Slow and Purposeful",)))
        unit, name = a_unit(weapon, 1, type, rules, ballistic_skill=skill), "A model"
    else:
        unit, weapon, skill = alone(meet.unit, meet.bearer, meet.weapon), meet.weapon, meet.bearer.ballistic_skill
        type, name, rules = (
            unit.type.removesuffix(" (Character)"),
            an(meet.bearer.name),
            tuple(r for r in meet.bearer.rules if r in ("Relentless", "Slow and Purposeful")),
        )
    facts = {"type": type, "rules": rules}
    words = ", ".join((type, *rules))
    return of_heavy(source, unit, weapon, skill, True, f"{name} of the type {words}", facts)


def of_heavy(
    source: Source,
    unit: Unit,
    weapon: Weapon,
    skill: int,
    moved: bool,
    name: str,
    more: Mapping[str, object],
) -> Quiz:
    """What a Heavy weapon needs to hit, whether its bearer moved or not."""
    shot = shot_in(fired(unit, moved=1 if moved else 0, distance=6))
    assert shot is not None
    need, other = charts.to_hit(skill, shot.snap), charts.to_hit(skill, not shot.snap)
    text = (
        f"{name} (Ballistic Skill {skill}) {'moved' if moved else 'stood still'} and fires the {weapon.name} "
        f"({shots_text(weapon)}). What does each die need to hit?"
    )
    why = "moved: Snap Shots" if shot.snap else "counts as stationary" if moved else "stood still: full Ballistic Skill"
    likely = [other.text, charts.to_hit(max(1, skill - 1)).text, NO_SHOT, charts.to_hit(skill + 1).text, "5+"]
    facts = {"bs": skill, "moved": moved, **more}
    return source.quiz(text, need.text, likely, f"{why}, {need.text}", facts, more=need.because)


TANKS = ("battle cannon", "demolisher cannon")


def second_gun(meet: Meet) -> Weapon | None:
    """What the vehicle may fire besides its Ordnance, on dice to hit; None: it has not both."""
    guns = [w for w in meet.bearer.weapons if w.type == "Heavy" and not vehicle_charts.area_of(w)]
    cannons = [w for w in meet.bearer.weapons if w.type == "Ordnance"]
    return guns[0] if meet.bearer.vehicle and guns and cannons else None


def after_ordnance(source: Source) -> Quiz:
    meet = met(source, lambda meet: second_gun(meet) is not None)
    ordnance = source.one((True, True, False))
    skill, cannon, gun = source.one((3, 4)), arm(source.one(TANKS)), arm(source.one(("heavy bolter", "lascannon")))
    if meet is not None:
        skill, cannon = meet.bearer.ballistic_skill, next(w for w in meet.bearer.weapons if w.type == "Ordnance")
        gun = second_gun(meet) or gun
    tank = Unit(
        "Tank",
        "Vehicle (Tank)",
        ((Model("Tank", skill, 0, 3, weapons=(cannon, gun), front=14, side=13, rear=10, hull_points=3), 1),),
    )
    shot = shot_in(fired(tank, weapon=gun.name, ordnance="yes" if ordnance else "no", distance=20))
    assert shot is not None
    need = charts.to_hit(skill, shot.snap)
    said = f"fires its {cannon.name} (Ordnance)" if ordnance else f"said that its {cannon.name} (Ordnance) stays silent"
    text = f"A tank (Ballistic Skill {skill}) stood still and {said} this phase. What does its {gun.name} need to hit?"
    why = "with Ordnance all else fires Snap Shots" if ordnance else "no Ordnance: full Ballistic Skill"
    likely = [charts.to_hit(skill, not shot.snap).text, charts.to_hit(skill - 1).text, NO_SHOT, "2+"]
    facts = {"bs": skill, "ordnance": ordnance}
    return source.quiz(text, need.text, likely, f"{why}, {need.text}", facts)


# Markers --------------------------------------------------------------------------------------------------------------


def scatter(source: Source) -> Quiz:
    meet = met(source, lambda meet: "Blast" in vehicle_charts.area_of(meet.weapon) and not meet.weapon.has("Barrage"))
    skill = source.one(range(2, 6)) if meet is None else meet.bearer.ballistic_skill
    name = "A model" if meet is None else an(meet.bearer.name)
    what = "a Blast weapon" if meet is None else f"the {meet.weapon.name}, a Blast weapon"
    return of_scatter(source, f"{name} (Ballistic Skill {skill}) fires {what}", skill, True)


def unseen_barrage(source: Source) -> Quiz:
    meet = met(source, lambda meet: meet.weapon.has("Barrage"))
    skill = source.one(range(2, 6)) if meet is None else meet.bearer.ballistic_skill
    name = "A model" if meet is None else an(meet.bearer.name)
    what = "a Barrage weapon" if meet is None else f"the {meet.weapon.name}, a Barrage weapon,"
    seen = source.one((False, False, True))
    where = "a target in sight" if seen else "a target that nobody sees"
    return of_scatter(source, f"{name} (Ballistic Skill {skill}) fires {what} at {where}", skill, seen)


def of_scatter(source: Source, who: str, skill: int, subtracted: bool) -> Quiz:
    first, second = source.random.randint(1, 6), source.random.randint(1, 6)
    total = first + second
    inches = vehicle_charts.drift(total, skill, subtracted)
    text = f"{who}: the scatter die shows an arrow, 2D6 show {first} and {second}. How far does the marker move?"
    why = (
        f"{total} less Ballistic Skill {skill}, never below 0"
        if subtracted
        else f"no Ballistic Skill is taken off {total}"
    )
    wrong = [
        total,
        vehicle_charts.drift(total, skill, not subtracted),
        max(0, total - skill),
        inches + 1,
        inches + 2,
        max(0, inches - 1),
        inches + 3,
    ]
    facts = {"bs": skill, "dice": (first, second), "seen": subtracted}
    return source.quiz(text, f'{inches}"', [f'{n}"' for n in wrong], f'{why}: {inches}"', facts)


DRILLS = (
    Drill("hit", "7E-WPN-10", heavy_moved, 3),
    Drill("hit", "7E-WPN-21", counts_as_stationary, 2),
    Drill("hit", "7E-WPN-18", after_ordnance),
    Drill("hit", "7E-WPN-13", scatter, 2),
    Drill("hit", "7E-WPN-15", unseen_barrage),
)
