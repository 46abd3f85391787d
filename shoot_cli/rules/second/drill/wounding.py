"""What wounds, what penetrates, and which value counts: 2E-WND-1, 2E-SPC-6, 2E-AP, 2E-VEH-1, 2E-RNG-1."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.second import charts, morale, vehicle_charts
from shoot_cli.rules.second.drill.meeting import (
    NO_WOUND,
    Meeting,
    an,
    carried,
    elsewhere,
    faces_near,
    figure,
    first,
    measured,
    meet,
    meetings,
    numbers_near,
    person,
    ranges,
)
from shoot_cli.rules.second.profiles import Dice, Location, Model, Unit, Weapon
from shoot_cli.rules.second.rulebook import RULES

CHART = next(rule.chart for rule in RULES if rule.id == "2E-VEH-1")
ON_CHART = {"Dreadnought": "SM Dreadnought", "Marine Bike": "SM bike"}  # shipped units called otherwise on the chart


def wounds_on(strength: int, toughness: int) -> str:
    need = charts.to_wound(strength, toughness)
    return need.text if need.target is not None else NO_WOUND


# To wound ------------------------------------------------------------------------------------------------------------


def to_wound(source: Source) -> Quiz:
    """Any cell of the chart; the margins as often as the middle."""
    found = None
    if source.own:
        found = meet(source, lambda meeting: meeting.faced.toughness > 0)
        strength, toughness = min(found.weapon.strength, charts.STRONGEST), found.faced.toughness
    else:
        strength = source.random.randint(1, 10)
        near = [value for value in range(1, 11) if abs(value - strength) < 5]
        toughness = source.one(near if source.one((True, True, False)) else range(1, 11))
    right = wounds_on(strength, toughness)
    because = f"Strength {strength} against Toughness {toughness}: {right}"
    turned = wounds_on(toughness, strength)
    wrong = faces_near(source, right, NO_WOUND, turned, *elsewhere(source, "to wound", NO_WOUND, strength, toughness))
    who = f"{first(an(found.weapon.name))} of" if found else "A weapon of"
    text = f"{who} Strength {strength} hits a model of Toughness {toughness}. What wounds it?"
    facts = {"strength": strength, "toughness": toughness}
    return source.quiz(text, right, wrong, because, facts, cell=(strength, toughness))


def needle(source: Source) -> Quiz:
    """Straight to the save against the living, by the chart against Tyranids and daemons."""
    try:
        weapon = carried(source, lambda weapon: weapon.has("Needle"))
    finally:  # drawn in any case, so that a seed goes on with the same numbers
        found = meet(source, lambda meeting: meeting.faced.toughness > 0 and not meeting.faced.locations)
    source.must_meet(meetings, lambda meeting: meeting.weapon.has("Needle"))
    model = found.faced
    bug = model.has("Tyranid") or model.has("Daemon")
    no_roll = charts.poisoned(weapon, model)
    right = "no roll: it saves at once" if no_roll else wounds_on(weapon.strength, model.toughness)
    because = f"no poison for a Tyranid: Strength {weapon.strength} against Toughness {model.toughness}: {right}"
    if no_roll:
        because = f"{person(model.name)}: the poison needs no roll"
    other = "no roll: it saves at once" if bug else wounds_on(weapon.strength, model.toughness)
    wrong = [other, "no roll: it falls at once", *faces_near(source, right, NO_WOUND)]
    kind = "Tyranid" if bug else "no Tyranid, no daemon"
    whom = f"{an(person(model.name))} (T{model.toughness}, {kind})"
    text = f"{first(an(weapon.name))} (Strength {weapon.strength}) hits {whom}. What wounds?"
    facts = {"strength": weapon.strength, "toughness": model.toughness, "immune": bug}
    return source.quiz(text, right, wrong, because, facts)


def penetration_dice(source: Source) -> Quiz:
    """What is thrown against armour, where the profile does not print it."""
    if source.own:
        found = meet(source, lambda meeting: meeting.enemy.datafax)
        strength, damage = found.weapon.strength, found.weapon.damage
    else:
        strength = source.random.randint(3, 10)
        damage = source.one(
            (Dice((), 1), *(Dice(((1, sides),)) for sides in (3, 4, 6, 10)), Dice(((2, 6),)), Dice(((2, 12),)))
        )
    plain = Dice(((1, 6),), strength)
    right = added_up(vehicle_charts.printed_penetration(strength, damage))
    because = f"Strength {strength}, D6, damage {damage.text}: {right}"
    without = Dice(damage.dice, strength) if damage.dice else Dice((), strength + 1)
    twice = Dice(((2, 6), *damage.dice), strength)
    wrong = [added_up(dice) for dice in (plain, without, twice, Dice(((3, 6),), strength))]
    text = (
        f"A weapon of Strength {strength} and damage {damage.text} hits a vehicle. What does it throw against armour?"
    )
    facts = {"strength": strength, "damage": damage.text}
    return source.quiz(text, right, wrong, because, facts)


def added_up(dice: Dice) -> str:
    """Dice with as many sides together: ``2D6+8``, not ``D6+D6+8``."""
    found: dict[int, int] = {}
    for n, sides in dice.dice:
        found[sides] = found.get(sides, 0) + n
    return Dice(tuple((n, sides) for sides, n in found.items()), dice.plus).text


def armour_hits(source: Source) -> tuple[Unit, Weapon, Location, str]:
    """A weapon that may go through a part of a vehicle it meets, and the facing."""
    facing = source.one(vehicle_charts.FACINGS)
    found = meet(source, lambda meeting: any(parts_for(meeting.weapon, meeting.faced, facing)))
    return found.enemy, found.weapon, source.one(parts_for(found.weapon, found.faced, facing)), facing


def parts_for(weapon: Weapon, faced: Model, facing: str) -> list[Location]:
    special = {"Metal Flayer", "Armour-piercing", "Automatic Penetration", "Melta"} & {*weapon.rules}
    parts = [part for part in faced.locations if not part.crew and not special]
    return [part for part in parts if weapon.penetration.most >= vehicle_charts.armour_at(part, facing)[0]]


def penetrating(source: Source) -> Quiz:
    """Which total goes through: higher than the armour, or as high."""
    unit, weapon, part, facing = armour_hits(source)
    armour, _ = vehicle_charts.armour_at(part, facing)
    goes = vehicle_charts.penetrates(weapon.penetration, armour, setting=source.settings["penetrate_on"])
    text = f"{stands(weapon, unit, part, armour)} What must its dice show together?"
    facts = {"armour": armour, "plus": weapon.penetration.plus, "most": weapon.penetration.most}
    if goes.dice is None or goes.total is None:
        wrong = [f"{n} or more" for n in numbers_near(source, weapon.penetration.most - weapon.penetration.plus)]
        because = f"its most is {weapon.penetration.most}, and {armour} is not beaten"
        return source.quiz(text, "nothing will do", wrong, because, facts)
    right = f"{goes.dice} or more"
    because = f"{goes.because[-1].text}, so {goes.total} in all: {goes.total} - {weapon.penetration.plus} = {right}"
    wrong = [f"{goes.dice + step} or more" for step in (-1, 1, -2, 2) if goes.dice + step > 0]
    errors = wrong[:1] + source.random.sample(wrong[1:], len(wrong) - 1)
    return source.quiz(text, right, errors, because, facts, more=goes.because)


def stands(weapon: Weapon, unit: Unit, part: Location, armour: int) -> str:
    printed = weapon.penetration.text
    return (
        f"{first(an(weapon.name))} (penetration {printed}) hits the {part.name.lower()} of {an(unit.name)}, "
        f"armour {armour}."
    )


# Which value counts --------------------------------------------------------------------------------------------------


def location(source: Source) -> Quiz:
    """The part that a die names, and the armour of the side that the firer faces."""
    found = meet(source, lambda meeting: len(meeting.faced.locations) > 1)
    parts, facing, die = found.faced.locations, source.one(vehicle_charts.FACINGS), source.random.randint(1, 6)
    place = vehicle_charts.location_by(parts, die)
    part = parts[place]
    armour, _ = vehicle_charts.armour_at(part, facing)
    right = "the crew is hit" if part.crew else f"{part.name.lower()}, {armour}"
    every = [part_words(part, side) for part in parts for side in vehicle_charts.FACINGS if not part.crew]
    other = vehicle_charts.SIDE if facing == vehicle_charts.FRONT else vehicle_charts.FRONT
    wrong = [] if part.crew else [part_words(part, other)]
    source.random.shuffle(every)
    shown = "front" if facing == vehicle_charts.FRONT else source.one(("side", "rear"))
    listed = "; ".join(
        f"{'-'.join(map(str, (part.faces[0], part.faces[-1]))) if len(part.faces) > 1 else part.faces[0]} "
        f"{part.name.lower()}" + ("" if part.crew else f" {part.front}/{part.side}")
        for part in parts
    )
    text = f"A shot from the {shown} hits, and the location die shows {die}. What is struck, and which armour counts?"
    because = f"{die}: {right} from the {shown}"
    facts = {"unit": found.enemy.name, "die": die, "facing": facing, "parts": listed}
    cell = on_the_chart(found.enemy.name, die)
    situation = f"{found.enemy.name}: {listed} (front/side and rear)"
    return source.quiz(
        text,
        right,
        [*wrong, *every, "the firer chooses", "the hull, always"],
        because,
        facts,
        cell=cell,
        situation=situation,
    )


def part_words(part: Location, side: str) -> str:
    return f"{part.name.lower()}, {vehicle_charts.armour_at(part, side)[0]}"


def on_the_chart(name: str, die: int) -> tuple[int, int] | None:
    """None for units that are not on it, or have other parts."""
    names = [row[0] for row in CHART]
    row = ON_CHART.get(name, name)
    return (names.index(row), die) if row in names else None


def which_band(source: Source) -> Quiz:
    """Short range, long range or a lost shot: which of the weapon's figures is used."""
    found = meet(source, lambda meeting: measured(meeting.weapon) and (meeting.weapon.long or 0) < 60)
    weapon = found.weapon
    short, long = int(weapon.short or 0), int(weapon.long or 0)
    distance = source.one((short - 1, short, short + 1, long - 1, long, long + 1, long + 2))
    band, reason = charts.band(weapon, distance)
    words = {
        charts.SHORT: f"short range, {figure(weapon.hit_short)}",
        charts.LONG: f"long range, {figure(weapon.hit_long)}",
        charts.BEYOND: "neither, the shot is lost",
    }
    both = "either, as the firer likes"
    text = f'{first(an(ranges(weapon)))} turns out to be {distance}" from its target. Which of its figures counts?'
    wrong = [*(other for name, other in words.items() if name != band), both]
    facts = {"short": short, "long": long, "distance": distance, "figures": (weapon.hit_short, weapon.hit_long)}
    return source.quiz(text, words[band], wrong, (reason,), facts)


def flak(source: Source) -> Quiz:
    """Which of the two numbers of flak armour counts against a weapon."""
    wanted = source.one((True, False))  # as many blasts as plain shots, where there are any

    def flakked(meeting: Meeting) -> bool:
        return meeting.faced.save is not None and meeting.faced.save.area is not None

    found = meet(source, lambda meeting: flakked(meeting) and meeting.weapon.area == wanted, flakked)
    assert found.faced.save is not None
    save, area = found.faced.save, found.weapon.area
    value = (save.area or save.target) if area else save.target
    salvo = found.weapon.has("Venom Cannon")
    kind = "a template" if found.weapon.template or salvo else "a blast" if found.weapon.area else "a plain shot"
    modifier = found.weapon.save_modifier
    words = "blasts and templates" if area else "plain shots"
    because = f"against {words} it counts as {value}+, before the modifier"
    what = f"{first(an(found.weapon.name))} ({kind}, save modifier {modifier})"
    text = f"{what} wounds {an(person(found.faced.name))} in flak armour."
    wrong = [option for option in ("6+", "5+", "4+", "3+") if option != f"{value}+"]
    text = f"{text} From which number is the modifier taken?"
    facts = {"area": area, "modifier": modifier}
    return source.quiz(text, f"{value}+", wrong, because, facts)


def above_ten(source: Source) -> Quiz:
    """Strength above the last row of the chart. No list that ships has such a weapon."""
    strength = source.random.randint(8, 14)
    source.must_meet(meetings, lambda meeting: meeting.weapon.strength > charts.STRONGEST)
    toughness = source.random.randint(5, 7)
    need = charts.to_wound(strength, toughness)
    right = str(min(strength, charts.STRONGEST))
    because = need.because[0].text
    text = f"A hit of Strength {strength} meets Toughness {toughness}. Which Strength is looked up on the chart?"
    wrong = [*([str(strength), "10"] if strength > 10 else ["10"]), str(toughness), str(strength - toughness), "9", "8"]
    wrong = wrong
    facts = {"strength": strength, "toughness": toughness}
    return source.quiz(text, right, wrong, because, facts, more=need.because[1:])


def best_leadership(source: Source) -> Quiz:
    """The Leadership that a squad tests on."""
    if source.own:
        found = meet(source)
        names = [] if found is None else [model for unit in (found.unit, found.enemy) for model, _ in unit.models]
        values = sorted({model.leadership for model in names})
        if len(values) < 2:
            values = sorted({*values, 7, 9})
    else:
        values = sorted(source.random.sample(range(5, 11), 3))
    models = tuple(Model("", 4, leadership=value) for value in values)
    best = morale.best_leadership(models)
    listed = list(values)
    source.random.shuffle(listed)
    told = ", ".join(map(str, listed[:-1])) + f" and {listed[-1]}"
    text = f"A squad of models with Leadership {told} takes a break test. On which number does it test?"
    because = f"of {told} the best: {best} or less on 2D6"
    wrong = [str(value) for value in values if value != best] + [str(best - 1), str(best + 1), "its average"]
    return source.quiz(text, best, wrong, because, {"values": tuple(values)})


def ammunition(source: Source) -> Quiz:
    """The die that armour-piercing ammunition adds."""
    source.must_meet(meetings, lambda meeting: meeting.weapon.has("Armour-piercing"))
    strength = source.random.randint(1, 10)
    sides = vehicle_charts.ammunition_die(strength)
    column = [most for most, _ in vehicle_charts.AMMUNITION].index(
        next(m for m, _ in vehicle_charts.AMMUNITION if strength <= m)
    ) + 1
    text = f"Armour-piercing ammunition in a gun of Strength {strength} hits a vehicle. Which die does it add?"
    because = f"Strength {strength}: D{sides} more"
    wrong = [f"D{other}" for _, other in vehicle_charts.AMMUNITION if other != sides]
    facts = {"strength": strength}
    return source.quiz(text, f"D{sides}", wrong, because, facts, cell=(1, column))


DRILLS = (
    Drill("wound", "2E-WND-1", to_wound, 3),
    Drill("wound", "2E-SPC-6", needle),
    Drill("wound", "2E-AP-1", penetration_dice, 2),
    Drill("wound", "2E-AP-2", penetrating, 2),
    Drill("toughness", "2E-VEH-1", location, 2),
    Drill("toughness", "2E-RNG-1", which_band, 3),
    Drill("toughness", "2E-SAV-4", flak, 2),
    Drill("toughness", "2E-WND-1", above_ten),
    Drill("toughness", "2E-BRK-1", best_leadership, 2),
    Drill("toughness", "2E-AP-3", ammunition),
)
