"""What wounds, what penetrates, and which value counts: the answers of ``wounding.toml``."""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.core.quizzes import Source
from shoot_cli.rules.second import charts, morale, vehicle_charts
from shoot_cli.rules.second.drill.meeting import (
    NO_WOUND,
    Meeting,
    Names,
    chart_of,
    elsewhere,
    figures,
    meet,
    person,
    ranges,
    wounds_on,
)
from shoot_cli.rules.second.profiles import Dice, Location, Model, Weapon

ON_CHART = {"Dreadnought": "SM Dreadnought", "Marine Bike": "SM bike"}  # shipped units called otherwise on the chart


# To wound ------------------------------------------------------------------------------------------------------------


def any_toughness(source: Source, strength: int) -> int:
    """The margins of the chart as often as its middle."""
    near = [value for value in range(1, 11) if abs(value - strength) < 5]
    return source.one(near if source.one((True, True, False)) else range(1, 11))


def to_wound(source: Source, strength: int, toughness: int) -> Names:
    others = elsewhere(source, "to wound", NO_WOUND, strength, toughness)
    return {"answer": wounds_on(strength, toughness), "likely": [NO_WOUND, wounds_on(toughness, strength), *others]}


def wound_by_needle(weapon: Weapon, it: Meeting) -> Names:
    model = it.faced
    immune = model.has("Tyranid") or model.has("Daemon")
    at_once, rolled = "no roll: it saves at once", wounds_on(weapon.strength, model.toughness)
    answers = (at_once, rolled) if charts.poisoned(weapon, model) else (rolled, at_once)
    likely = (answers[1], "no roll: it falls at once", NO_WOUND)
    return {"answer": answers[0], "likely": likely, "immune": immune, "whom": person(model.name)}


# Armour of vehicles --------------------------------------------------------------------------------------------------


def any_damage(source: Source) -> Dice:
    single = (Dice(((1, sides),)) for sides in (3, 4, 6, 10))
    return source.one((Dice((), 1), *single, Dice(((2, 6),)), Dice(((2, 12),))))


def thrown_against_armour(strength: int, damage: Dice) -> str:
    return added_up(vehicle_charts.printed_penetration(strength, damage))


def forgotten(strength: int, damage: Dice) -> list[str]:
    """Without the damage, without the D6, with too many of them."""
    without = Dice(damage.dice, strength) if damage.dice else Dice((), strength + 1)
    twice = Dice(((2, 6), *damage.dice), strength)
    return [added_up(dice) for dice in (Dice(((1, 6),), strength), without, twice, Dice(((3, 6),), strength))]


def added_up(dice: Dice) -> str:
    """Dice with as many sides together: ``2D6+8``, not ``D6+D6+8``."""
    found: dict[int, int] = {}
    for n, sides in dice.dice:
        found[sides] = found.get(sides, 0) + n
    return Dice(tuple((n, sides) for sides, n in found.items()), dice.plus).text


def hit_on_armour(source: Source) -> Names:
    """A weapon that may go through a part of a vehicle it meets, with the armour of the side that is hit."""
    facing = source.one(vehicle_charts.FACINGS)
    found = meet(source, lambda met: any(parts_for(met.weapon, met.faced, facing)))
    part = source.one(parts_for(found.weapon, found.faced, facing))
    armour, _ = vehicle_charts.armour_at(part, facing)
    return {"unit": found.enemy, "weapon": found.weapon, "part": part.name.lower(), "armour": armour}


def parts_for(weapon: Weapon, faced: Model, facing: str) -> list[Location]:
    special = {"Metal Flayer", "Armour-piercing", "Automatic Penetration", "Melta"} & {*weapon.rules}
    parts = [part for part in faced.locations if not part.crew and not special]
    return [part for part in parts if weapon.penetration.most >= vehicle_charts.armour_at(part, facing)[0]]


def penetrating(source: Source, weapon: Weapon, armour: int) -> Names:
    goes = vehicle_charts.penetrates(weapon.penetration, armour, setting=source.settings["penetrate_on"])
    can = goes.dice is not None
    dice = goes.dice or weapon.penetration.most - weapon.penetration.plus
    near = [f"{dice + step} or more" for step in (-1, 1, -2, 2) if dice + step > 0]
    known = {"near": near, "goes": goes.because[-1].text, "total": goes.total, "reasons": goes.because if can else ()}
    return {"answer": f"{dice} or more" if can else "nothing will do", **known}


def location(source: Source, it: Meeting, shown: str, die: int) -> Names:
    parts, facing = it.faced.locations, vehicle_charts.FRONT if shown == "front" else vehicle_charts.SIDE
    part = parts[vehicle_charts.location_by(parts, die)]
    every = [part_words(other, side) for other in parts for side in vehicle_charts.FACINGS if not other.crew]
    source.random.shuffle(every)
    if not part.crew:  # likeliest: its armour of the other side
        every.insert(0, part_words(part, next(side for side in vehicle_charts.FACINGS if side != facing)))
    chart, name = [row[0] for row in chart_of("2E-VEH-1")], ON_CHART.get(it.enemy.name, it.enemy.name)
    cell = (chart.index(name), die) if name in chart else None
    known = {"every": every, "parts": "; ".join(map(with_faces, parts)), "cell": cell, "facing": facing}
    return {"answer": part_words(part, facing), **known}


def part_words(part: Location, side: str) -> str:
    return "the crew is hit" if part.crew else f"{part.name.lower()}, {vehicle_charts.armour_at(part, side)[0]}"


def with_faces(part: Location) -> str:
    """``2-5 hull 20/18``."""
    faces = "-".join(map(str, dict.fromkeys((part.faces[0], part.faces[-1]))))
    return f"{faces} {part.name.lower()}" + ("" if part.crew else f" {part.front}/{part.side}")


# Which value counts --------------------------------------------------------------------------------------------------


def about_its_bands(source: Source, it: Meeting) -> Names:
    short, long = int(it.weapon.short or 0), int(it.weapon.long or 0)
    distance = source.one((short - 1, short, short + 1, long - 1, long, long + 1, long + 2))
    return {"short": short, "long": long, "distance": distance}


def band(it: Meeting, distance: int) -> Names:
    at, reason = charts.band(it.weapon, distance)
    near, far = figures(it.weapon)
    known = {
        "ranges": ranges(it.weapon),
        "figures": (it.weapon.hit_short, it.weapon.hit_long),
        "near": near,
        "far": far,
    }
    return {"answer": at, "because": reason.text.removesuffix(": the shot is lost"), **known}


def flak_value(it: Meeting) -> Names:
    save, area = it.faced.save, it.weapon.area
    value = charts.armour_need(save, 0, area).because[0].value
    return {"answer": value, "what": kind_of_shot(it.weapon), "whom": person(it.faced.name)}


def kind_of_shot(weapon: Weapon) -> str:
    if weapon.template or weapon.has("Venom Cannon"):
        return "a template"
    return "a blast" if weapon.area else "a plain shot"


def row_of_strength(strength: int, toughness: int) -> Names:
    counts, *others = charts.to_wound(strength, toughness).because
    return {"answer": min(strength, charts.STRONGEST), "counts": counts.text, "reasons": others}


def leadership_values(source: Source) -> list[int]:
    found = meet(source)
    values = {model.leadership for unit in (found.unit, found.enemy) for model, _ in unit.models}
    values |= {7, 9} if len(values) < 2 else set()
    return source.random.sample(sorted(values), len(values))


def best_of_them(values: Sequence[int]) -> Names:
    best = morale.best_leadership(tuple(Model("", 4, leadership=value) for value in values))
    return {"answer": str(best), "best": best, "others": [str(value) for value in values if value != best]}


def ammunition(strength: int) -> Names:
    sides = vehicle_charts.ammunition_die(strength)
    return {"answer": f"D{sides}", "column": 1 + [die for _, die in vehicle_charts.AMMUNITION].index(sides)}
