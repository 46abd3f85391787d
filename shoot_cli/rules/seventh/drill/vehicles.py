"""Which armour counts, what penetrates it and what comes of that: the answers of ``vehicles.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from shoot_cli.core.pools import pool
from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import NothingToAsk, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh import vehicle_charts as charts
from shoot_cli.rules.seventh.drill.filters import at_vehicles
from shoot_cli.rules.seventh.drill.meeting import NO_FACE, Meet, arm, at_table, face, has, meetings, shown
from shoot_cli.rules.seventh.profiles import Model, Unit
from shoot_cli.rules.seventh.steps.attack import new_attack
from shoot_cli.rules.seventh.steps.damage import RESULTS, suffer, table_rolls
from shoot_cli.rules.seventh.steps.penetrate import roll_to_penetrate, save_hull
from shoot_cli.rules.seventh.tokens import (
    FRONT,
    GLANCE,
    PENETRATION,
    REAR,
    SIDE,
    Aim,
    Damage,
    Dent,
    Gun,
    Impact,
    Strike,
    Wreckage,
)

Dice = tuple[int, ...]


def a_vehicle(front: int = 13, side: int = 11, rear: int = 10, points: int = 3, *rules: str) -> Unit:
    model = Model("Tank", 4, 0, points, weapons=(arm("boltgun"),), rules=rules, hull_points=points)
    model = model.but(front=front, side=side, rear=rear)
    return Unit("Tank", "Vehicle (Tank)", ((model, 1),), rules)


def strike_at(strength: int | None, armour: int, *rules: str, ap: int | None = 3, melta: bool = False) -> Strike:
    kind = new_attack(a_vehicle(), a_vehicle(armour, armour, armour)).line.ranks[0].kind
    return Strike(Impact(Hashed(Gun("gun", strength, ap, rules)), Aim(FRONT, melta=melta)), kind)


# Armour ---------------------------------------------------------------------------------------------------------------


def armour_that_is_hit(source: Source, meet: Meet | None, least: int = 10) -> Mapping[str, Any]:
    facing = source.one((FRONT, SIDE, REAR))
    if meet is None:
        return {"facing": facing, "av": source.one(range(least, 15))}
    return {"facing": facing, "av": {FRONT: meet.model.front, SIDE: meet.model.side, REAR: meet.model.rear}[facing]}


def a_strength_against_it(source: Source, av: int) -> int:
    return min(10, max(3, av - source.random.randint(1, 7)))


def penetrates_on(s: int, av: int, glances: bool) -> Mapping[str, Any]:
    number = charts.penetration(strike_at(s, av)).glance
    if glances and 1 <= number <= 6:
        return {"answer": number, "glance": True, "number": number}
    through = NO_FACE if number >= 6 else face(max(1, number + 1))
    return {"answer": through, "glance": False, "number": number + 1}


def rolls_beside(number: int, glance: bool) -> list[str]:
    if glance:
        return [str(n) for n in (number + 1, number - 1, number + 2, number - 2) if 1 <= n <= 6]
    return [face(n) for n in (number - 1, number + 1, number - 2, 6, 5, 4) if 2 <= n <= 6] + [NO_FACE]


def penetrates_by_a_rule_on(s: int, av: int, rule: str, near: bool) -> Mapping[str, Any]:
    named = () if rule == "Melta" else (rule,)
    how = charts.penetration(strike_at(s, av, *named, melta=rule == "Melta" and near))
    dice = "2D6" if how.how == charts.SUM else "the D6"
    number = how.glance + 1
    right = NO_FACE if number > 6 * how.dice else f"{number}+ on {dice}"
    total = min(av, charts.LANCE_ARMOUR) if rule == "Lance" else av
    said = "Melta too far" if rule == "Melta" and not near else rule
    return {"answer": right, "number": number, "dice": dice, "total": total, "rule": said}


def other_sums(s: int, av: int, number: int, dice: str) -> list[str]:
    plain, lance = av - s + 1, min(av, charts.LANCE_ARMOUR) - s + 1
    sums = ((plain, "the D6"), (number - 1, dice), (plain, "2D6"), (max(2, lance), "the D6"), (number + 1, "2D6"))
    return [f"{n}+ on {on}" for n, on in sums if 2 <= n <= (12 if on == "2D6" else 6)]


def armour_all_round(source: Source) -> Mapping[str, Any]:
    meet = source.found(meetings, at_vehicles) if source.own or source.random.random() < 0.8 else None
    if meet is not None and not meet.model.front == meet.model.side == meet.model.rear:
        model = meet.model
        return {"tank": model.name, "front": model.front, "side": model.side, "rear": model.rear}
    return {"tank": "tank", "front": source.one((13, 14)), "side": source.one((11, 12)), "rear": 10}


def armour_of_the_arc(front: int, side: int, rear: int, facing: str) -> int:
    hull = charts.hull_of(a_vehicle(front, side, rear).models[0][0], a_vehicle())
    assert hull is not None
    return hull.armour(facing)


def armour_that_counts(av: int, rule: str) -> Mapping[str, Any]:
    """As far as the roll has to reach."""
    right, _ = charts.armour_against(strike_at(8, av, rule))
    return {"answer": right, "least": min(12, av)}


# Saves and damage -----------------------------------------------------------------------------------------------------


def save_of_a_hull(cover: int | None, covered: bool, dodge: int | None, ap: int, ignores: bool) -> Need:
    hit = strike_at(8, 11, *(["Ignores Cover"] * ignores), ap=ap)
    impact = hit.impact.but(aim=hit.impact.aim.but(covered=covered))
    return charts.hull_save(Dent(PENETRATION, impact, hit.model.but(cover=cover, dodge=dodge)))


def hits_on_a_hull(source: Source) -> tuple[int, int]:
    """Glancing, penetrating."""
    glances, through = source.random.randint(0, 3), source.random.randint(0, 2)
    return (glances if glances + through else 1), through


def points_and_rolls(ask: str, points: int, glances: int, through: int) -> int:
    """Hull Points that are left, or rolls on the damage table."""
    start = new_attack(a_vehicle(), a_vehicle(points=points))
    hits = tuple((Damage(kind, 3), n) for kind, n in ((GLANCE, glances), (PENETRATION, through)) if n)
    s = suffer(start.firing(Hashed(arm("boltgun"))).but(pool=hits), at_table())
    rolls: int = sum(n for thing, n in s.pool if isinstance(thing, Wreckage))
    return rolls if ask == "rolls" else points - s.toll.hull_lost


NAMES = tuple(reversed(RESULTS.values()))  # from Crew Shaken to Explodes!


def result_on_the_table(ap: int | None, open: bool, die: int) -> Mapping[str, Any]:
    """7E-VEH-5 and 7E-VEH-9."""
    front = new_attack(a_vehicle(), a_vehicle(13, 11, 10, 3, *["Open-topped"] * open)).line.ranks[0]
    results = table_rolls(front, ap, 1, "damage table", at_table(**{"damage table:Tank": shown(die)}))
    right = next(name for name, n in zip(RESULTS.values(), results, strict=True) if n)
    more, _ = charts.damage_modifier(front.kind.hull, ap)
    place = NAMES.index(right)
    return {
        "answer": right, "more": f" + {more}" if more else "", "added": more, "place": place, "cell": (1 + place, 1),
    }  # fmt: skip


def other_results(place: int, added: int) -> list[str]:
    beside = (place - added, place + 1, place - 1, place + 2, place - 2, place - 3, place + 3)
    return [NAMES[i] for i in beside if 0 <= i < len(NAMES) and i != place]


# What one face does ---------------------------------------------------------------------------------------------------


def at_a_vehicle(shooter: Unit, target: Unit) -> Iterable[tuple[Meet, float]]:
    return meetings(shooter, target) if target.vehicle else ()


def a_rule_of_one_face(source: Source) -> str:
    rules = []
    for rule in ("Haywire", "Gauss", "Rending", "Sniper"):
        with suppress(NothingToAsk):
            source.must_meet(at_a_vehicle, has(rule))
            rules.append(rule)
    if not rules:
        raise NothingToAsk
    return source.one(rules)


def armour_for_that_die(source: Source, rule: str, die: int) -> int:
    """Beyond 12 the D3 of Rending decides."""
    return source.one(range(10, 13 if rule == "Rending" and die == 6 else 15))


def a_strength_for_that_rule(source: Source, rule: str) -> int | None:
    return {"Haywire": 4, "Gauss": source.one((4, 5)), "Rending": 6, "Sniper": None}[rule]


def made_of(hit: Strike, **dice: Any) -> str:
    """What becomes of it, with these dice on the table."""
    kinds = [thing.kind for thing, n in roll_to_penetrate(hit, 1, at_table(**dice)) if isinstance(thing, Dent) and n]
    return "nothing" if not kinds else "a glancing hit" if kinds[0] == GLANCE else "a penetrating hit"


def comes_of_that_face(s: int | None, av: int, rule: str, die: int) -> str:
    roll = "haywire:gun" if rule == "Haywire" else "penetrate:gun"
    return made_of(strike_at(s, av, rule), **{roll: shown(die)})


def a_strength_for_that_armour(source: Source, rule: str, av: int) -> int:
    """Such that the dice may just do."""
    return av - (8 if rule == "Ordnance" else source.one((8, 8, 8, 9, 10, 11)))


def a_6_or_a_5_and_another(source: Source) -> Dice:
    return (6, source.one((6, 1, 2, 3, 4))) if source.random.random() < 0.85 else (5, source.one((3, 4, 5)))


def comes_of_more_dice(s: int, av: int, rule: str, dice: Dice, d3: int) -> Mapping[str, Any]:
    """Each 6 of a sum adds D3; of Ordnance the die that is kept."""
    named = {"Armourbane": ("Armourbane",), "Ordnance": (charts.ORDNANCE_DICE,)}.get(rule, ())
    kept = (max(dice),) if rule == "Ordnance" else dice
    sixes = kept.count(6)
    hit = strike_at(s, av, "Rending", *named, melta=rule.startswith("Melta"))
    rends = [d3] if rule == "Ordnance" else [d3] * sixes
    right = made_of(hit, **{"penetrate:gun": shown(*dice), "rending:gun": shown(*rends)})
    return {"answer": right, "base": sum(kept), "sixes": sixes, "total": s + sum(kept) + d3 * sixes}


def dice_as_they_fall(source: Source, n: int, show: Iterable[int]) -> Dice:
    return (*show, *(source.random.randint(1, 6) for _ in range(n)))


def ramshackle_hits(glances: int, dice: Dice, rolls: bool) -> Mapping[str, Any]:
    """A 6 makes a glancing hit of a penetrating one: a Hull Point, and no roll on the table."""
    unit = a_vehicle(10, 10, 10, 5, "Ramshackle")
    kind, impact = new_attack(unit, unit).line.ranks[0].kind, strike_at(8, 10).impact
    found = pool(
        *save_hull(Dent(GLANCE, impact, kind), glances, at_table()),
        *save_hull(Dent(PENETRATION, impact, kind), len(dice), at_table(**{"ramshackle:Tank": shown(*dice)})),
    )
    hits = [(hit.kind, n) for hit, n in found if isinstance(hit, Damage)]
    on_table, lost = sum(n for kind, n in hits if kind == PENETRATION), sum(n for _, n in hits)
    every, sixes = glances + len(dice), dice.count(6)
    numbers = {"through": len(dice), "every": every, "sixes": sixes, "table_rolls": on_table, "lost": lost}
    return {"answer": on_table if rolls else lost, **numbers}
