"""How many shots, dice and hits: 2E-RNG-1, 2E-ELIG-2, 2E-SF, 2E-SPC-1, 2E-SPC-2, 2E-SPC-7."""

from __future__ import annotations

from itertools import islice

from shoot_cli.core.questions import Facts, Number, Roll
from shoot_cli.core.quizzes import Drill, NothingToAsk, PlayedAttack, Quiz, Source
from shoot_cli.rules.second import charts, targeting
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.meeting import (
    Meeting,
    an,
    carried,
    faction_of,
    first,
    measured,
    meet,
    meetings,
    numbers_near,
    person,
    ranges,
    several,
)
from shoot_cli.rules.second.profiles import Unit, Weapon
from shoot_cli.rules.second.steps.eligible import weapons_at_once

LOOKED_THROUGH = 40  # attacks


def in_range(source: Source) -> Quiz:
    """Of models at several distances, how many have shots that are not lost."""
    found = meet(source, lambda meeting: measured(meeting.weapon) and not meeting.weapon.blast)
    weapon = found.weapon
    short, long = int(weapon.short or 0), int(weapon.long or 0)
    reaches = ((1, short), (short + 1, long), (long, long + 4))
    groups = [(source.random.randint(1, 5), source.random.randint(*reach)) for reach in reaches]
    source.random.shuffle(groups)
    shots = sum(n for n, far in groups if charts.band(weapon, far)[0] != charts.BEYOND)
    every = sum(n for n, _ in groups)
    near = sum(n for n, far in groups if charts.band(weapon, far)[0] == charts.SHORT)
    told = ", ".join(f'{n} {"is" if n == 1 else "are"} {far}" away' for n, far in groups)
    text = (
        f"{several(every, 'model')} of a squad fire one shot each with {an(ranges(weapon))}: {told}. "
        "How many shots are not lost?"
    )
    because = f'{shots} of {every} are within {long}"'
    facts = {"groups": tuple(groups), "long": long}
    return source.quiz(text, shots, numbers_near(source, shots, every, near), because, facts)


def rapid_fire(source: Source) -> Quiz:
    """Marines who stood still fire some weapons twice; the others, and the others' weapons, once."""
    marines = source.one((True, True, False))

    def fits(meeting: Meeting, marines: bool) -> bool:
        one_shot = not meeting.weapon.area and not meeting.weapon.has("Twin-linked") and not meeting.weapon.thrown
        able = meeting.unit.has("Rapid Fire") or meeting.unit.has("Scout")
        return one_shot and bool(faction_of(source, meeting.unit)) and not meeting.unit.machine and able == marines

    found = meet(source, lambda meeting: fits(meeting, marines), lambda meeting: fits(meeting, not marines))
    unit, weapon = found.unit, found.weapon
    n, moved = source.random.randint(3, 10), source.one((True, False, False))
    moved = moved and not weapon.move_or_fire
    twice = targeting.fires_twice(unit, found.model, weapon, moved=moved, fighting=False)
    shots = 2 * n if twice else n
    why = twice.text if twice else "one shot each"
    because = f"{several(n, 'model')}, {why}: {several(shots, 'shot')}"
    stood = "walked 4 inches" if moved else "stood still"
    who = f"{unit.name} ({faction_of(source, unit)})"
    text = f"{who}: {n} models with {an(weapon.name)} each {stood} and shoot. How many shots at most?"
    error = n if twice else 2 * n
    wrong = [str(error), *map(str, source.random.sample(sorted({3 * n, n + 1, n - 1, n // 2} - {error, shots}), 2))]
    facts = {
        "n": n, "weapon": weapon.name, "moved": moved, "marines": "marines" in faction_of(source, unit).casefold(),
        "scouts": unit.has("Scout"),
    }  # fmt: skip
    return source.quiz(text, shots, wrong, because, facts)


def one_roll(source: Source) -> Quiz:
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
        raise NothingToAsk
    name, n, dice, weapon = found
    each = several(weapon.sustained, "sustained fire die", "sustained fire dice")
    who = "one model fires" if n == 1 else f"{n} models fire"
    of_all = "" if n == 1 else " each"
    text = f"{name}: {who} {an(weapon.name)}{of_all}, which has {each}. How many dice are rolled to hit?"
    because = f"one roll to hit for each weapon: {several(dice, 'die', 'dice')}"
    wrong = numbers_near(source, dice, n * weapon.sustained, n * (weapon.sustained + 1), least=1)
    facts = {"n": n, "sustained": weapon.sustained}
    return source.quiz(text, dice, wrong, because, facts)


def can_sustain(shooter: Unit, target: Unit) -> bool:
    plain = not shooter.has("Rapid Fire") and not shooter.machine
    return plain and any(weapon.sustained and not weapon.has("Twin-linked") for weapon in shooter.weapons())


def first_sustained(played: PlayedAttack) -> tuple[int, int, Weapon] | None:
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


def dice_of_one(source: Source) -> Quiz:
    """Twin-linked guns: one roll to hit, and the sustained fire dice of both."""
    found = source.found(meetings, lambda one: one.weapon.has("Twin-linked") and one.weapon.sustained > 0)
    if found is not None and (source.own or source.one((False, True))):
        weapon = found.weapon
    else:
        stock = [one for modes in armoury().values() for one in modes if one.sustained]
        plain = source.one(one for one in stock if found is None or not one.blast)
        weapon = plain.but(name=f"twin-linked {plain.name}", rules=tuple(sorted({*plain.rules, "Twin-linked"})))
    _, most = charts.sustained_dice(weapon)
    dice = several(weapon.sustained, "sustained fire die", "sustained fire dice")
    text = f"One {weapon.name} hits; each of its two guns has {dice}. How many of these dice are rolled at most?"
    because = f"2 x {weapon.sustained} = {most}, after one roll to hit"
    wrong = numbers_near(source, most, weapon.sustained, 4 * weapon.sustained, least=1)
    return source.quiz(text, most, wrong, because, {"sustained": weapon.sustained})


def sum_of_dice(source: Source) -> Quiz:
    """Dice that were thrown after a hit: how many hits."""
    weapon = carried(source, ["sustained"])
    dice = weapon.sustained if source.own else max(weapon.sustained, source.one((1, 2, 3)))
    sides = [source.random.randrange(6) for _ in range(dice)]
    faces = [charts.SUSTAINED_FACES[side] for side in sides]
    hits = charts.sustained_hits(faces.count("1"), faces.count("2"), faces.count("3"))
    shown = " and ".join(faces) if dice < 3 else ", ".join(faces[:-1]) + f" and {faces[-1]}"
    show = "die shows" if dice == 1 else "dice show"
    text = f"A weapon with sustained fire has hit, and its {show} {shown}. How many hits are that?"
    because = f"{' + '.join('0' if face == 'JAM' else face for face in faces)} = {hits}"
    wrong = numbers_near(source, hits, hits + 1, dice, *([0] if "JAM" in faces else []))
    return source.quiz(text, hits, wrong, because, {"faces": tuple(faces)})


def at_once(source: Source) -> Quiz:
    """One weapon for each model, all of them for a vehicle."""
    machine = source.one((True, False))

    def armed(meeting: Meeting) -> bool:
        return len(names_of(meeting.model.weapons)) > 1 and not any(map(both, meeting.model.weapons))

    found = meet(source, lambda meeting: armed(meeting) and meeting.unit.machine == machine, armed)
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
    because = f"{why}: {n}"
    facts = {"weapons": count, "machine": found.unit.machine}
    return source.quiz(text, n, numbers_near(source, n, 1, 2, count, least=1), because, facts)


def names_of(weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
    """Weapons by name, their modes as one."""
    return tuple(dict.fromkeys(weapon.of or weapon.name for weapon in weapons))


def both(weapon: Weapon) -> bool:
    return weapon.has("Combi") or weapon.has("Twin-linked")


def scatter_laser(source: Source) -> Quiz:
    """Up to how many shots: the most that the question of the attack allows."""
    question = next(one for one in source.ruleset.known if one.key == "shots")
    assert isinstance(question, Number)
    source.must_meet(meetings, lambda meeting: meeting.weapon.has("Scatter Laser"))
    n = source.one((1, 1, 2, 3))
    most = n * int(question.high)
    guns = "one scatter laser" if n == 1 else f"{n} scatter lasers"
    because = f"{n} x {question.high} = {most}, all named before any is rolled"
    text = (
        f"How many shots do {guns} fire at most in one phase?" if n > 1 else f"How many shots may {guns} fire at most?"
    )
    wrong = source.random.sample([str(k * n) for k in (1, 2, 3, 4, 8, 10)], 4)
    return source.quiz(text, most, wrong, because, {"n": n})


DRILLS = (
    Drill("shots", "2E-RNG-1", in_range, 3),
    Drill("shots", "2E-SPC-1", rapid_fire, 3),
    Drill("shots", "2E-SF-1", one_roll, 3),
    Drill("shots", "2E-SF-2", sum_of_dice, 3),
    Drill("shots", "2E-SPC-2", dice_of_one),
    Drill("shots", "2E-ELIG-2", at_once, 2),
    Drill("shots", "2E-SPC-7", scatter_laser),
)
