"""What is noted after an attack: the answers of ``bookkeeping.toml``."""

from __future__ import annotations

from itertools import islice

from shoot_cli.core.answerers import Preset, PresetTable, raise_missing
from shoot_cli.core.answers import Reason
from shoot_cli.core.plurals import counted
from shoot_cli.core.quizzes import NothingToAsk, Redraw, Source
from shoot_cli.rules.second import charts, morale, targeting, vehicle_charts
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.meeting import Meeting, Names, measured, meet
from shoot_cli.rules.second.profiles import Dice, Unit, Weapon
from shoot_cli.rules.second.records import AllottedHits, WoundsLost
from shoot_cli.rules.second.steps.companies import target_model
from shoot_cli.rules.second.steps.shots import blow_of
from shoot_cli.rules.second.steps.wound import wound

# Tests ---------------------------------------------------------------------------------------------------------------


def some_of_them(source: Source, start: int) -> int:
    return source.random.randint(1, max(1, start // 2))


def must_test(start: int, lost: int) -> Reason | None:
    return morale.break_test_due(start, lost)


def tested_or_fearless(source: Source) -> Unit:
    def never(unit: Unit) -> bool:
        return unit.has("Never Breaks") and size_of(unit) > 2

    def fits(unit: Unit) -> bool:
        return never(unit) or (size_of(unit) > 2 and not unit.machine and not unit.has("Tyranid"))

    wanted = source.one((True, False))
    return meet(source, lambda met: fits(met.enemy) and never(met.enemy) == wanted, lambda met: fits(met.enemy)).enemy


def size_of(unit: Unit) -> int:
    return sum(n for _, n in unit.models)


def tested_after_losses(unit: Unit) -> Names:
    best, size = morale.best_leadership(tuple(model for model, _ in unit.models)), size_of(unit)
    return {"answer": morale.needs_no_test(unit) is None, "leadership": best, "lost": (size + 1) // 2, "size": size}


def needed_to_keep_overwatch(leadership: int) -> Names:
    need = morale.overwatch_test(leadership)
    return {"answer": need.target, "reasons": need.because}


def still_waiting(n: int, fired: int) -> int:
    return n - fired


def squad_hit(source: Source, afraid: bool) -> Meeting:
    """One that rolls its tests, and a weapon that frightens or another."""

    def fits(met: Meeting) -> bool:
        weapon, rolls = met.weapon, not met.enemy.machine and morale.needs_no_test(met.enemy) is None
        return (
            size_of(met.enemy) > 4 and rolls and weapon.has("Fear") == afraid and measured(weapon) and not weapon.area
        )

    return meet(source, fits)


def frightened(it: Meeting) -> bool:
    return "Fear" in blow_of(it.weapon).rules


# Weapons that are silent ---------------------------------------------------------------------------------------------


def fires_again(weapon: Weapon, turn: int, jammed: int = 0, recharging: int = 0) -> int:
    """The first turn in which it is not silent any more, after so many of either."""
    for later in range(turn + 1, turn + 9):
        gone = later - turn - 1
        if not targeting.silent(weapon, jammed=max(0, jammed - gone), recharging=max(0, recharging - gone)):
            return later
    raise NothingToAsk


def silent_after_jams(source: Source, weapon: Weapon, turn: int, jams: int) -> Names:
    turns = charts.jammed_turns(jams, setting=source.settings["jam_turns"])
    return {"answer": fires_again(weapon, turn, jammed=turns), "turns": turns}


def later_turns(source: Source, answer: int, turn: int) -> list[str]:
    """The near ones first."""
    others = [other for other in range(turn + 1, turn + 6) if other != answer]
    source.random.shuffle(others)
    return [f"turn {other}" for other in sorted(others, key=lambda other: abs(other - answer) > 2)]


def silent_after_firing(weapon: Weapon, turn: int) -> int:
    return fires_again(weapon, turn, recharging=weapon.recharge)


def out_of_range(weapon: Weapon, beyond: int) -> tuple[int, int]:
    return int(weapon.long or 0), int(weapon.long or 0) + beyond


def fired_too_far(source: Source) -> Names:
    """An attack of weapons that all reach as far, played at a target beyond that."""

    def fits(shooter: Unit, target: Unit) -> bool:
        weapons = shooter.weapons()
        alike = len({weapon.long for weapon in weapons}) == 1 and not shooter.machine
        return alike and all(measured(weapon) and (weapon.long or 99) < 40 for weapon in weapons)

    for played in islice(source.attacks(fits, distance=44), 20):
        if played.end.fired:
            long = int(played.shooter.weapons()[0].long)
            return {"played": played, "answer": True, "long": long, "far": long + source.random.randint(1, 4)}
    raise NothingToAsk


# Damage --------------------------------------------------------------------------------------------------------------


def hurt(met: Meeting) -> bool:
    """A weapon with one damage die that can wound a model which it may not slay, with a plain save."""
    model, blow = met.faced, met.weapon
    plain = model.field is None and not model.locations and (model.save is None or model.save.dice == 1)
    dice = blow.damage.dice
    one_die = len(dice) == 1 and dice[0][0] == 1 and not blow.damage.plus
    wounds = charts.to_wound(blow.strength, model.toughness).target is not None
    return plain and one_die and wounds and model.wounds > 1 and not blow.has("Needle")


def taken(source: Source, it: Meeting, left: int, points: int) -> int:
    """Wounds that one unsaved hit takes from a model with so many left, its damage die showing ``points``."""
    blow = blow_of(it.weapon).but(guns=1)
    kind = target_model(it.enemy, [model for model, _ in it.enemy.models].index(it.faced))
    answers = {
        f"wound:{blow.name}": {"passed": 1}, f"save:{kind.name}": {"passed": 0}, f"damage:{blow.name}": {"sum": points}
    }  # fmt: skip
    table = PresetTable(Preset(answers, raise_missing))
    table.settings = source.pairs[0].settings
    return sum(
        thing.points for thing, _ in wound(AllottedHits(blow, 1, kind, left), 1, table) if type(thing) is WoundsLost
    )


def wounds_left(source: Source, it: Meeting, left: int, points: int) -> Names:
    right, others = left - taken(source, it, left, points), (left - 1, left - points + 1, left - points - 1, left, 1, 2)
    words = [left_words(wounds) for wounds in (0, *others)]
    return {"answer": left_words(right), "others": words, "rest": max(0, left - points)}


def left_words(wounds: int) -> str:
    return f"{counted(wounds, 'wound')} left" if wounds > 0 else "it is slain"


def models_that_fall(source: Source, it: Meeting, points: int) -> Names:
    left = it.faced.wounds
    if points == left:
        raise Redraw
    lost, size = taken(source, it, left, points), sum(n for model, n in it.enemy.models if model.wounds == left)
    errors = (points // left, -(-points // left), 0)
    return {"answer": lost // left, "left": left, "rest": left - lost, "errors": errors, "size": size}


# Vehicles ------------------------------------------------------------------------------------------------------------


def penetrates(source: Source, penetration: Dice, armour: int, total: int) -> bool:
    goes = vehicle_charts.penetrates(penetration, armour, setting=source.settings["penetrate_on"])
    return goes.total is not None and total >= goes.total


def goes_through(source: Source, weapon: Weapon, armour: int, over: int) -> Names:
    total = min(weapon.penetration.most, armour + over)
    compared = "more" if total > armour else "not more" if total < armour else "just as much"
    return {"answer": penetrates(source, weapon.penetration, armour, total), "total": total, "compared": compared}


def total_at_a_gun(source: Source) -> int:
    if source.own and not any(unit.type == "Support weapon" for pair in source.pairs for unit in pair.target.units):
        raise NothingToAsk
    return source.one((8, 9, 10, 10, 11, 11, 12, 13))


def gun_destroyed(source: Source, total: int) -> Names:
    """By a lascannon, say: of any that can do it the least total is the same."""
    armour = vehicle_charts.SUPPORT_WEAPON_ARMOUR
    return {"answer": penetrates(source, armoury()["lascannon"][0].penetration, armour, total), "armour": armour}
