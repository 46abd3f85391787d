"""How many shots, dice and hits: the answers of ``counting.toml``."""

from __future__ import annotations

from itertools import islice

from shoot_cli.core.questions import Facts, Number, Roll
from shoot_cli.core.quizzes import NothingToAsk, PlayedAttack, Source
from shoot_cli.rules.second import charts, targeting
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.meeting import Meeting, Names, faction_of, meet, meetings, person, ranges
from shoot_cli.rules.second.profiles import Unit, Weapon
from shoot_cli.rules.second.steps.eligible import weapons_at_once

LOOKED_THROUGH = 40  # attacks


def shots_in_range(source: Source, it: Meeting, near: int, far: int, beyond: int) -> Names:
    """Of some models in each band, and some beyond."""
    short, long = int(it.weapon.short or 0), int(it.weapon.long or 0)
    reaches = ((near, 1, short), (far, short + 1, long), (beyond, long, long + 4))
    groups = [(n, source.random.randint(least, most)) for n, least, most in reaches]
    source.random.shuffle(groups)
    bands = [(n, charts.band(it.weapon, away)[0]) for n, away in groups]
    at_short, at_long = (sum(n for n, at in bands if at == band) for band in (charts.SHORT, charts.LONG))
    every = near + far + beyond
    told = ", ".join(f'{n} {"is" if n == 1 else "are"} {away}" away' for n, away in groups)
    return {
        "answer": at_short + at_long, "errors": (every, at_short), "every": every, "told": told,
        "ranges": ranges(it.weapon), "long": long, "groups": groups,
    }  # fmt: skip


def firer_of_single_shots(source: Source) -> Meeting:
    """Mostly of the marines, whom the rule is about."""
    marines = source.one((True, True, False))

    def fits(met: Meeting, marines: bool) -> bool:
        one_shot = not met.weapon.area and not met.weapon.has("Twin-linked") and not met.weapon.thrown
        able = met.unit.has("Rapid Fire") or met.unit.has("Scout")
        return one_shot and bool(faction_of(source, met.unit)) and not met.unit.machine and able == marines

    return meet(source, lambda met: fits(met, marines), lambda met: fits(met, not marines))


def rapid_shots(source: Source, it: Meeting, n: int, walked: bool) -> Names:
    moved, faction = walked and not it.weapon.move_or_fire, faction_of(source, it.unit)
    twice = targeting.fires_twice(it.unit, it.model, it.weapon, moved=moved, fighting=False) is not None
    return {
        "answer": 2 * n if twice else n, "doubled": 2 * n, "twice": twice, "moved": moved, "faction": faction,
        "marines": "marines" in faction.casefold(), "scouts": it.unit.has("Scout"),
    }  # fmt: skip


# Sustained fire ------------------------------------------------------------------------------------------------------


def sustained_fire_played(source: Source) -> Names:
    """Counted in a played attack."""
    found: Names | None = None
    wanted = source.one((1, 2, 2))  # most units have one such weapon, and several ask for more thought
    for played in islice(source.attacks(can_sustain), LOOKED_THROUGH):
        counted = first_sustained(played)
        found = counted if counted and (not found or counted["n"] > found["n"]) else found
        if found and found["n"] >= wanted:
            break
    if found is None:
        raise NothingToAsk
    return found


def can_sustain(shooter: Unit, target: Unit) -> bool:
    plain = not shooter.has("Rapid Fire") and not shooter.machine
    return plain and any(weapon.sustained and not weapon.has("Twin-linked") for weapon in shooter.weapons())


def first_sustained(played: PlayedAttack) -> Names | None:
    """Who fires a weapon with sustained fire, and how many dice to hit they roll; None if nobody rolls."""
    weapons = {weapon.name: weapon for weapon in played.shooter.weapons() if weapon.sustained}
    firing: dict[str, int] = {}
    for entry in played.log:
        question = entry.question
        name = question.key.partition(":")[2] if question is not None else ""
        if isinstance(question, Facts) and name in weapons:
            firing[name] = sum(entry.value["firing"])
        elif isinstance(question, Roll) and question.key == f"hit:{name}" and firing.get(name):
            n, sustained = firing[name], weapons[name].sustained
            return {
                "answer": question.dice, "name": played.shooter.name, "weapon": weapons[name], "n": n,
                "sustained": sustained, "with_a_hit_die": n * (sustained + 1),
            }  # fmt: skip
    return None


def sustained_fire_thrown(source: Source, weapon: Weapon) -> tuple[str, ...]:
    dice = weapon.sustained if source.own else max(weapon.sustained, source.one((1, 2, 3)))
    return tuple(source.one(charts.SUSTAINED_FACES) for _ in range(dice))


def hits_of_faces(faces: tuple[str, ...]) -> Names:
    hits, n = charts.sustained_hits(*(faces.count(face) for face in ("1", "2", "3"))), len(faces)
    errors = [hits + 1, n, *([0] if "JAM" in faces else [])]
    return {"answer": hits, "errors": errors, "n": n, "sum": " + ".join(faces).replace("JAM", "0")}


def twin_linked(source: Source) -> Weapon:
    found = source.found(meetings, lambda met: met.weapon.has("Twin-linked") and met.weapon.sustained > 0)
    if found is not None and (source.own or source.one((False, True))):
        return found.weapon
    stock = [weapon for modes in armoury().values() for weapon in modes if weapon.sustained]
    plain = source.one(weapon for weapon in stock if found is None or not weapon.blast)
    return plain.but(name=f"twin-linked {plain.name}", rules=tuple(sorted({*plain.rules, "Twin-linked"})))


def dice_of_both(weapon: Weapon) -> Names:
    return {"answer": charts.sustained_dice(weapon)[1], "n": weapon.sustained, "four_times": 4 * weapon.sustained}


# Weapons at once -----------------------------------------------------------------------------------------------------


def armed_with_several(source: Source) -> Meeting:
    machine = source.one((True, False))

    def armed(met: Meeting) -> bool:
        at_once = any(weapon.has("Combi") or weapon.has("Twin-linked") for weapon in met.model.weapons)
        return len(names_of(met.model.weapons)) > 1 and not at_once

    return meet(source, lambda met: armed(met) and met.unit.machine == machine, armed)


def weapons_fired(it: Meeting) -> Names:
    names = names_of(it.model.weapons)
    at_once = min(weapons_at_once(it.unit, it.model), len(names))
    return {"answer": at_once, "names": names, "weapons": len(names), "whom": person(it.model.name)}


def names_of(weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
    """Weapons by name, their modes as one."""
    return tuple(dict.fromkeys(weapon.of or weapon.name for weapon in weapons))


def most_laser_shots(source: Source, n: int) -> Names:
    """Up to how many shots: the most that the question of the attack allows."""
    question = next(one for one in source.ruleset.known if one.key == "shots")
    assert isinstance(question, Number)
    others = source.random.sample([k * n for k in (1, 2, 3, 4, 8, 10)], 4)
    return {"answer": n * int(question.high), "each": int(question.high), "others": others}
