"""Questions about how many shots there are, and who can be shot with what."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.seventh import vehicle_charts
from shoot_cli.rules.seventh.drill.meeting import (
    Meet,
    a,
    a_unit,
    alone,
    an,
    arm,
    counted,
    fired,
    meetings,
    met,
    numbers_near,
    rolls_to_hit,
    shots_in,
    shots_text,
)
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.steps.attack import any_two, weapons_at_once

Asked = tuple[Unit, Model, Weapon, int]


def bearers(source: Source, type: str, names: tuple[str, ...], n: int) -> Asked:
    """``n`` bearers of a weapon of this type, of the lists or made up."""

    def fits(meet: Meet) -> bool:
        plain = rolls_to_hit(meet) and not meet.weapon.shots.dice and not meet.bearer.vehicle
        return plain and meet.weapon.type == type and not meet.weapon.grenade and not meet.weapon.has("Skyfire")

    meet = met(source, fits)
    if meet is None:
        weapon = arm(source.one(names))
        unit = a_unit(weapon, n)
        return unit, unit.models[0][0], weapon, n
    return alone(meet.unit, meet.bearer, meet.weapon, n), meet.bearer, meet.weapon, n


def inches(weapon: Weapon) -> float:
    assert weapon.range is not None
    return weapon.range


def profile(weapon: Weapon) -> str:
    return f'{weapon.name} ({inches(weapon):g}", {shots_text(weapon)})'


def rapid_fire(source: Source) -> Quiz:
    n = source.one(range(3, 13))
    unit, _, weapon, _ = bearers(source, "Rapid Fire", ("boltgun", "lasgun", "pulse rifle"), n)
    close, moved = source.random.randint(1, n - 1), source.one((True, False))
    half = inches(weapon) / 2
    right = shots_in(fired(unit, distance=half if close else half + 1, half_range=close))
    text = (
        f"{counted(n, 'model')}, each with a {profile(weapon)}, {'moved' if moved else 'stood still'}. {close} of them "
        f'have the target within {half:g}", the rest farther away but within {inches(weapon):g}". How many shots?'
    )
    because = f"{close} x 2 and {n - close} x 1, moved or not: {right}"
    wrong = numbers_near(source, right, n if moved else 2 * n, 2 * n, n, close * 2)
    facts = {"n": n, "close": close}
    return source.quiz(text, right, wrong, because, facts)


def assault(source: Source) -> Quiz:
    n, moved = source.one(range(2, 11)), source.one((True, False))
    unit, _, weapon, _ = bearers(source, "Assault", ("storm bolter", "shoota", "shotgun", "pulse carbine"), n)
    return of_shots(source, unit, weapon, n, moved, "moved or not")


def heavy(source: Source) -> Quiz:
    """Moving changes how it hits, not how often it fires."""
    n, moved = source.one(range(1, 5)), source.one((True, True, False))
    unit, _, weapon, _ = bearers(source, "Heavy", ("heavy bolter", "autocannon", "scatter laser", "multi laser"), n)
    return of_shots(source, unit, weapon, n, moved, "moving only makes Snap Shots of them")


def of_shots(source: Source, unit: Unit, weapon: Weapon, n: int, moved: bool, why: str) -> Quiz:
    each = weapon.shots.plus
    right = shots_in(fired(unit, distance=min(inches(weapon), 10), moved=n if moved else 0))
    text = (
        f"{counted(n, 'model')} with {a(weapon.name)}{'' if n == 1 else ' each'} "
        f"({shots_text(weapon)}) {'moved' if moved else 'stood still'}, the target in range. How many shots?"
    )
    because = f"{n} x {each}, {why}: {right}"
    wrong = numbers_near(
        source, right, n if each > 1 else 2 * n, 0 if moved else each, n * max(1, each // 2), n * (each + 1)
    )
    return source.quiz(text, right, wrong, because, {"n": n, "each": each, "moved": moved})


def salvo(source: Source) -> Quiz:
    meet = met(source, lambda meet: meet.weapon.type == "Salvo" and meet.unit.type == "Infantry")
    weapon = arm(source.one(("grav gun", "grav cannon"))) if meet is None else meet.weapon
    unit = a_unit(weapon) if meet is None else alone(meet.unit, meet.bearer, weapon)
    half, moved = inches(weapon) / 2, source.one((True, True, False))
    distance = source.one((half - 2, half, half + 1, half + 4, inches(weapon)))
    right = shots_in(fired(unit, distance=distance, moved=1 if moved else 0))
    text = (
        f'An infantryman with a {profile(weapon)} {"moved" if moved else "stood still"}; the target is {distance:g}" '
        "away. How many shots?"
    )
    assert weapon.moved_shots is not None
    few, many = weapon.moved_shots.plus, weapon.shots.plus
    why = f'moved: {few}, within {half:g}" only' if moved else f"stood still: {many}, up to full range"
    wrong = numbers_near(source, right, *(n for n in (few, many, 0, 1) if n != right))
    facts = {"few": few, "many": many, "half": half, "distance": distance, "moved": moved}
    return source.quiz(text, right, wrong, f"{why}: {right}", facts)


def random_shots(source: Source) -> Quiz:
    meet = met(source, lambda meet: bool(meet.weapon.shots.dice), 0.7)
    n, sides, dice = source.one(range(2, 9)), source.one((3, 6)), source.one((1, 1, 2))
    name = "a weapon"
    if meet is not None:
        sides, dice, name = meet.weapon.shots.sides, meet.weapon.shots.dice, a(meet.weapon.name)
    plus = 0 if meet is None else meet.weapon.shots.plus
    number = f"{dice if dice > 1 else ''}D{sides}{f'+{plus}' if plus else ''}"
    low, high = n * (dice + plus), n * (dice * sides + plus)
    text = f"{n} models each fire {name} that has {number} shots. How many shots can it be in all?"
    right = f"{low} to {high}"
    wrong = [
        f"{dice + plus} to {dice * sides + plus}",
        f"{n} to {n * 6 if sides == 3 else n * 3}",
        f"{low} to {high + n}",
        f"{dice + plus} to {high}",
        f"{low - 1} to {high}",
    ]
    because = f"{number} for each of {n} weapons: {right}"
    return source.quiz(text, right, wrong, because, {"n": n, "low": dice + plus, "high": dice * sides + plus})


def how_many_weapons(source: Source) -> Quiz:
    meet = met(source, lambda meet: not meet.bearer.vehicle and len(meet.bearer.weapons) > 1)
    if meet is None:
        type, rules, pistols = source.one(
            (
                ("Monstrous Creature", (), 0),
                ("Infantry", (), 0),
                ("Infantry", (), 2),
                ("Infantry", ("Multi-tracker",), 0),
                ("Bike", (), 0),
            )
        )  # fmt: skip
        weapons = (arm("bolt pistol"),) * 2 if pistols else (arm("boltgun"), arm("frag grenade"), arm("krak grenade"))
        model, unit_type = Model("A model", 4, 4, weapons=weapons, rules=rules), type
    else:
        model, unit_type = meet.bearer, meet.unit.type
        pistols = sum(weapon.type == "Pistol" for weapon in model.weapons)
        rules = tuple(rule for rule in ("Multi-tracker", "Cyclone") if model.has(rule))
    unit = Unit("Squad", unit_type, ((model, 1),))
    right = weapons_at_once(unit, model)
    arms = ", ".join(weapon.name for weapon in model.weapons)
    with_ = f", {', '.join(rules)}" if rules else ""
    who = "A model" if meet is None else an(model.name)
    text = f"{who} ({unit_type}{with_}) has {arms}. How many of its weapons may it fire in one phase?"
    two = "two pistols" if not any_two(unit, model) else "two of any kind"
    why = f"{two}: 2" if right == 2 else "one weapon a phase: 1"
    facts = {"type": unit_type, "rules": rules, "pistols": pistols}
    return source.quiz(text, right, ["1", "2", "3", "4"], why, facts)


# Vehicles -------------------------------------------------------------------------------------------------------------

SORTS = (("ordinary", ""), ("Fast", "Fast"), ("Heavy", "Heavy"), ("Walker", "Walker"))  # rows of the chart of 7E-WPN-22
SPEEDS = (
    (vehicle_charts.STATIONARY, "stood still"),
    (vehicle_charts.COMBAT, 'moved 6"'),
    (vehicle_charts.CRUISING, 'moved 12"'),
    (vehicle_charts.FLAT_OUT, "moved Flat Out"),
)
GUNS = 4


def weapons_of_vehicles(source: Source) -> Quiz:
    meet = met(source, lambda meet: meet.bearer.vehicle and not meet.unit.has("Power of the Machine Spirit"))
    row, column = source.one(range(4)), source.one(range(4))
    spirit = 0
    if meet is not None:
        row = next((i for i, (_, word) in enumerate(SORTS) if word and meet.unit.of_type(word)), 0)
    elif source.random.random() < 0.2:
        row, spirit = 0, 1
    if row >= 2:
        column = min(column, 1)  # these are never faster
    sort, word = SORTS[row]
    speed, said = SPEEDS[column]
    unit = a_unit(
        arm("boltgun"), 1, f"Vehicle ({word})" if word else "Vehicle", ("Power of the Machine Spirit",) * spirit
    )
    full = vehicle_charts.full_skill(unit, speed)
    right = "all four" if full is None else {0: "none", 1: "one", 2: "two"}[full]
    name = "ordinary vehicle" if not word else f"{word} vehicle" if word != "Walker" else "Walker"
    name = f"{name} with a Machine Spirit" if spirit else name
    article = "An" if name[0] == "o" else "A"
    text = f"{article} {name} with four weapons {said} this turn. How many of them fire at full Ballistic Skill?"
    because = f"{name}, {said}: {right}"
    cell = (1 + row, 1 + column) if not spirit else (5, 1 + column)
    facts = {"sort": sort, "column": column, "spirit": bool(spirit)}
    others = ["one", "none", "all four", "two", "three"]
    return source.quiz(text, right, others, because, facts, cell=cell)


def several_markers(source: Source) -> Quiz:
    source.must_meet(meetings, lambda meet: "Blast" in vehicle_charts.area_of(meet.weapon))
    under = tuple(source.random.randint(0, 5) for _ in range(3))
    hidden = source.random.randint(1, 3)
    right = sum(under)
    text = (
        f"Three Blast markers of one unit end over {under[0]}, {under[1]} and {under[2]} models of the target; "
        f"nobody sees {hidden} of these. How many hits?"
    )
    because = f"{' + '.join(map(str, under))}, seen or not: {right}"
    wrong = numbers_near(source, right, max(0, right - hidden), max(under), 3)
    return source.quiz(text, right, wrong, because, {"under": under})


# Who may fire ---------------------------------------------------------------------------------------------------------


def sees_and_reaches(source: Source) -> Quiz:
    n = source.one(range(6, 13))
    unit, _, weapon, _ = bearers(source, "Pistol", ("slugga", "bolt pistol", "laspistol"), n)
    torn, far = 2, source.one((0, 2, 3))
    able = n - torn - far
    right = shots_in(fired(unit, distance=6, firing=able))
    reach, nobody = f'{inches(weapon):g}"', f", and {far} see nobody" if far else ""
    text = (
        f"{n} models have {weapon.name}s ({reach}, one shot each). {able} of them see an enemy within {reach}. "
        f"{torn} see only enemies farther away, while nearer ones are hidden from them{nobody}. How many shots?"
    )
    because = f"only those who see and reach the same enemy: {right}"
    wrong = numbers_near(source, right, right + torn, n)
    return source.quiz(text, right, wrong, because, {"able": able})


def never_snaps(source: Source) -> Quiz:
    meet = met(source, lambda meet: not meet.weapon.has("Skyfire") and not meet.bearer.vehicle)
    names = (
        "flamer",
        "battle cannon",
        "mortar",
        "frag grenade",
        "lascannon",
        "boltgun",
        "multi melta",
        "plasma cannon",
    )
    weapon = arm(source.one(names)) if meet is None else meet.weapon
    kind = [shots_text(weapon), *(rule for rule in weapon.rules if rule in vehicle_charts.AREA)]
    unit = a_unit(weapon, ballistic_skill=4)
    fires = fired(unit, attacker_state="gone to ground", distance=min(weapon.range or 6, 6))
    right = "no, it stays silent" if not fires else "yes, and it hits on 6"
    why = "never fired as Snap Shots" if not fires else "an ordinary weapon: Snap Shots"
    text = f"A unit that has gone to ground wants to fire its {weapon.name} ({', '.join(kind)}). May it?"
    others = ["no, it stays silent", "yes, and it hits on 6", "yes, as usual", "yes, at one less to hit"]
    facts = {"type": weapon.type, "rules": weapon.rules}
    return source.quiz(text, right, others, f"{', '.join(kind)}: {why}", facts)


def template_reach(source: Source) -> Quiz:
    """A template is a few inches long; Torrent lets its narrow end be placed farther away."""
    source.must_meet(meetings, lambda meet: meet.weapon.range is None)
    source.as_usual("template_reach")
    torrent, flamer = source.one((True, False)), arm(source.one(("flamer", "heavy flamer")))
    weapon = flamer.but(torrent=12.0) if torrent else flamer
    distance = source.one((6, 8, 9, 12, 16, 20, 21, 24) if torrent else (5, 8, 8, 9, 10, 12))
    fires = fired(a_unit(weapon), distance=distance)
    right = AS_USUAL if fires else TOO_FAR
    kind = "Template, Torrent" if torrent else "Template"
    text = f'The nearest enemy model stands {distance}" away. May a {weapon.name} ({kind}) be fired at its unit?'
    more = ', and Torrent 12" more' if torrent else ""
    why = f'a template reaches about 8"{more}'
    others = [AS_USUAL, TOO_FAR, "yes, as Snap Shots", "yes, if it did not move"]
    return source.quiz(text, right, others, f"{why}: {right}", {"torrent": torrent, "distance": distance})


AS_USUAL, TOO_FAR = "yes, as usual", "no, it is too far away"

DRILLS = (
    Drill("shots", "7E-WPN-9", rapid_fire, 3),
    Drill("shots", "7E-WPN-8", assault, 2),
    Drill("shots", "7E-WPN-10", heavy, 2),
    Drill("shots", "7E-WPN-11", salvo),
    Drill("shots", "7E-WPN-20", random_shots),
    Drill("shots", "7E-WPN-4", how_many_weapons, 2),
    Drill("shots", "7E-WPN-22", weapons_of_vehicles, 2),
    Drill("shots", "7E-WPN-14", several_markers),
    Drill("eligible", "7E-WPN-5", sees_and_reaches, 2),
    Drill("eligible", "7E-HIT-5", never_snaps, 2),
    Drill("eligible", "7E-WPN-24", template_reach),
)
