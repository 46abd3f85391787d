"""How many shots, dice and hits: 2E-RNG-1, 2E-ELIG-2, 2E-SF, 2E-SPC-1, 2E-SPC-2, 2E-SPC-7."""

from __future__ import annotations

from itertools import islice

from shoot_cli.core.questions import Facts, Number, Roll
from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Played, Source
from shoot_cli.rules.second import charts, targeting
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.meeting import (
    Meeting,
    an,
    carried,
    faction_of,
    first,
    inches,
    measured,
    meet,
    numbers_near,
    person,
    ranges,
    reasons,
    several,
)
from shoot_cli.rules.second.profiles import Unit, Weapon
from shoot_cli.rules.second.steps.eligible import weapons_at_once

LOOKED_THROUGH = 40  # attacks


def in_range(source: Source) -> Quiz | None:
    """Of models at several distances, how many have shots that are not lost."""
    found = meet(source, lambda meeting: measured(meeting.weapon) and not meeting.weapon.blast)
    if found is None:
        return None
    weapon = found.weapon
    short, long = int(weapon.short or 0), int(weapon.long or 0)
    groups = [
        (inches(source, 1, 5), inches(source, *reach)) for reach in ((1, short), (short + 1, long), (long, long + 4))
    ]
    source.random.shuffle(groups)
    shots = sum(n for n, far in groups if charts.band(weapon, far)[0] != charts.BEYOND)
    every = sum(n for n, _ in groups)
    near = sum(n for n, far in groups if charts.band(weapon, far)[0] == charts.SHORT)
    told = ", ".join(f'{n} {"is" if n == 1 else "are"} {far}" away' for n, far in groups)
    text = (
        f"{several(every, 'model')} of a squad fire one shot each with {an(ranges(weapon))}: {told}. "
        "How many shots are not lost?"
    )
    because = reasons(f'{shots} of {every} are within {long}"', "2E-RNG-1")
    facts = {"groups": tuple(groups), "long": long}
    return source.quiz("shots", text, str(shots), numbers_near(source, shots, every, near), because, facts=facts)


def rapid_fire(source: Source) -> Quiz | None:
    """Marines who stood still fire some weapons twice; the others, and the others' weapons, once."""
    marines = source.one((True, True, False))

    def fits(meeting: Meeting) -> bool:
        one_shot = not meeting.weapon.area and not meeting.weapon.has("Twin-linked") and not meeting.weapon.thrown
        able = meeting.unit.has("Rapid Fire") or meeting.unit.has("Scout")
        return one_shot and bool(faction_of(source, meeting.unit)) and not meeting.unit.machine and able == marines

    found = meet(source, fits)
    if found is None:
        marines = not marines
        found = meet(source, fits)
    if found is None:
        return None
    unit, weapon = found.unit, found.weapon
    n, moved = source.random.randint(3, 10), source.one((True, False, False))
    moved = moved and not weapon.move_or_fire
    twice = targeting.fires_twice(unit, found.model, weapon, moved=moved, fighting=False)
    shots = 2 * n if twice else n
    why = twice.text if twice else "one shot each"
    because = reasons(f"{several(n, 'model')}, {why}: {several(shots, 'shot')}", "2E-SPC-1")
    stood = "walked 4 inches" if moved else "stood still"
    who = f"{unit.name} ({faction_of(source, unit)})"
    text = f"{who}: {n} models with {an(weapon.name)} each {stood} and shoot. How many shots at most?"
    error = n if twice else 2 * n
    wrong = [str(error), *map(str, source.random.sample(sorted({3 * n, n + 1, n - 1, n // 2} - {error, shots}), 2))]
    facts = {
        "n": n, "weapon": weapon.name, "moved": moved, "marines": "marines" in faction_of(source, unit).casefold(),
        "scouts": unit.has("Scout"),
    }  # fmt: skip
    return source.quiz("shots", text, str(shots), wrong, because, facts=facts)


def one_roll(source: Source) -> Quiz | None:
    """Sustained fire: one die to hit for each weapon, however many dice wait behind it. Counted in a played attack."""
    found: tuple[str, int, int, Weapon] | None = None
    wanted = source.one((1, 2, 2))  # most units have one such weapon, and several ask for more thought
    for played in islice(source.attacks(can_sustain), LOOKED_THROUGH):
        counted = first_sustained(played)
        if counted is not None and (found is None or counted[0] >= wanted):
            found = (played.shooter.name, *counted)
            if counted[0] >= wanted:
                break
    if found is None:
        return None
    name, n, dice, weapon = found
    each = several(weapon.sustained, "sustained fire die", "sustained fire dice")
    who = "one model fires" if n == 1 else f"{n} models fire"
    of_all = "" if n == 1 else " each"
    text = f"{name}: {who} {an(weapon.name)}{of_all}, which has {each}. How many dice are rolled to hit?"
    because = reasons(f"one roll to hit for each weapon: {several(dice, 'die', 'dice')}", "2E-SF-1")
    wrong = numbers_near(source, dice, n * weapon.sustained, n * (weapon.sustained + 1), least=1)
    facts = {"n": n, "sustained": weapon.sustained}
    return source.quiz("shots", text, str(dice), wrong, because, facts=facts)


def can_sustain(shooter: Unit, target: Unit) -> bool:
    plain = not shooter.has("Rapid Fire") and not shooter.machine
    return plain and any(weapon.sustained and not weapon.has("Twin-linked") for weapon in shooter.weapons())


def first_sustained(played: Played) -> tuple[int, int, Weapon] | None:
    """Who fires a weapon with sustained fire, how many dice to hit they roll, the weapon; None if nobody rolls."""
    weapons = {weapon.name: weapon for weapon in played.shooter.weapons() if weapon.sustained}
    firing: dict[str, int] = {}
    for entry in played.log:
        question = entry.question
        name = question.key.partition(":")[2] if question is not None else ""
        if isinstance(question, Facts) and name in weapons:
            firing[name] = sum(entry.value["firing"])
        elif isinstance(question, Roll) and question.key == f"hit:{name}" and firing.get(name):
            return firing[name], question.dice, weapons[name]
    return None


def dice_of_one(source: Source) -> Quiz | None:
    """Twin-linked guns: one roll to hit, and the sustained fire dice of both."""
    weapon = carried(source, lambda weapon: weapon.has("Twin-linked") and weapon.sustained > 0)
    if weapon is None and not source.own:
        stock = [one for modes in armoury().values() for one in modes if one.sustained and not one.has("Twin-linked")]
        plain = source.one(stock)
        weapon = plain.but(name=f"twin-linked {plain.name}", rules=tuple(sorted({*plain.rules, "Twin-linked"})))
    elif not source.own and source.one((True, False)):
        stock = [one for modes in armoury().values() for one in modes if one.sustained and not one.blast]
        plain = source.one(stock)
        weapon = plain.but(name=f"twin-linked {plain.name}", rules=tuple(sorted({*plain.rules, "Twin-linked"})))
    if weapon is None:
        return None
    _, most = charts.sustained_dice(weapon)
    dice = several(weapon.sustained, "sustained fire die", "sustained fire dice")
    text = f"One {weapon.name} hits; each of its two guns has {dice}. How many of these dice are rolled at most?"
    because = reasons(f"2 x {weapon.sustained} = {most}, after one roll to hit", "2E-SPC-2")
    wrong = numbers_near(source, most, weapon.sustained, 4 * weapon.sustained, least=1)
    return source.quiz("shots", text, str(most), wrong, because, facts={"sustained": weapon.sustained})


def sum_of_dice(source: Source) -> Quiz | None:
    """Dice that were thrown after a hit: how many hits."""
    weapon = carried(source, lambda weapon: weapon.sustained > 0)
    if weapon is None:
        return None
    dice = weapon.sustained if source.own else max(weapon.sustained, source.one((1, 2, 3)))
    sides = [source.random.randrange(6) for _ in range(dice)]
    faces = [charts.SUSTAINED_FACES[side] for side in sides]
    hits = charts.sustained_hits(faces.count("1"), faces.count("2"), faces.count("3"))
    shown = " and ".join(faces) if dice < 3 else ", ".join(faces[:-1]) + f" and {faces[-1]}"
    show = "die shows" if dice == 1 else "dice show"
    text = f"A weapon with sustained fire has hit, and its {show} {shown}. How many hits are that?"
    because = reasons(f"{' + '.join('0' if face == 'JAM' else face for face in faces)} = {hits}", "2E-SF-2")
    wrong = numbers_near(source, hits, hits + 1, dice, *([0] if "JAM" in faces else []))
    return source.quiz("shots", text, str(hits), wrong, because, facts={"faces": tuple(faces)})


def at_once(source: Source) -> Quiz | None:
    """One weapon for each model, all of them for a vehicle."""
    machine = source.one((True, False))

    def armed(meeting: Meeting) -> bool:
        return len(names_of(meeting.model.weapons)) > 1 and not any(map(both, meeting.model.weapons))

    found = meet(source, lambda meeting: armed(meeting) and meeting.unit.machine == machine) or meet(source, armed)
    if found is None:
        return None
    n = weapons_at_once(found.unit, found.model)
    names = names_of(found.model.weapons)
    count = len(names)
    n = min(n, count)
    kind = "vehicle, everything manned" if found.unit.machine else "on foot"
    text = (
        f"{first(an(person(found.model.name)))} ({kind}) has: {', '.join(names)}. "
        "How many of these weapons may it fire in one phase?"
    )
    why = "a vehicle fires whatever is manned" if found.unit.machine else "one weapon for each model"
    because = reasons(f"{why}: {n}", "2E-ELIG-2")
    facts = {"weapons": count, "machine": found.unit.machine}
    return source.quiz("shots", text, str(n), numbers_near(source, n, 1, 2, count, least=1), because, facts=facts)


def names_of(weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
    """Weapons by name, their modes as one."""
    return tuple(dict.fromkeys(weapon.of or weapon.name for weapon in weapons))


def both(weapon: Weapon) -> bool:
    return weapon.has("Combi") or weapon.has("Twin-linked")


def scatter_laser(source: Source) -> Quiz | None:
    """Up to how many shots: the most that the question of the attack allows."""
    question = next(one for one in source.ruleset.known if one.key == "shots")
    assert isinstance(question, Number)
    if source.own and meet(source, lambda meeting: meeting.weapon.has("Scatter Laser")) is None:
        return None
    n = source.one((1, 1, 2, 3))
    most = n * int(question.high)
    guns = "one scatter laser" if n == 1 else f"{n} scatter lasers"
    because = reasons(f"{n} x {question.high} = {most}, all named before any is rolled", "2E-SPC-7")
    text = (
        f"How many shots do {guns} fire at most in one phase?" if n > 1 else f"How many shots may {guns} fire at most?"
    )
    wrong = source.random.sample([str(k * n) for k in (1, 2, 3, 4, 8, 10)], 4)
    return source.quiz("shots", text, str(most), wrong, because, facts={"n": n})


DRILLS = (
    Drill("shots", "2E-RNG-1", in_range, 3),
    Drill("shots", "2E-SPC-1", rapid_fire, 3),
    Drill("shots", "2E-SF-1", one_roll, 3),
    Drill("shots", "2E-SF-2", sum_of_dice, 3),
    Drill("shots", "2E-SPC-2", dice_of_one),
    Drill("shots", "2E-ELIG-2", at_once, 2),
    Drill("shots", "2E-SPC-7", scatter_laser),
)
