"""Who may fire, and why not: the answers of ``eligible.toml``."""

from __future__ import annotations

from shoot_cli.core.quizzes import Source
from shoot_cli.rules.second import morale, targeting
from shoot_cli.rules.second.drill.meeting import Names, faction_of, meet
from shoot_cli.rules.second.profiles import Unit, Weapon


def as_asked(mark: str, may: bool) -> bool:
    return (not targeting.cannot_fire((mark,))) == may


def why_not(mark: str, each: str) -> Names:
    why = targeting.cannot_fire((mark,))
    return {"answer": each, "because": why[0].text if why else "nothing forbids it to fire"}


def carried_on_foot(source: Source) -> Names:
    units = [unit for pair in source.pairs for unit in pair.shooter.units if not unit.machine]
    weapon = source.one(weapon for unit in units for weapon in unit.weapons() if not weapon.thrown)
    return {"weapon": weapon, "name": weapon.of or weapon.name}


def silent_after_a_walk(weapon: Weapon) -> bool:
    return targeting.silent(weapon, moved=True) is not None


def fire_on_overwatch(its_own: bool, mark: str) -> str:
    why = targeting.cannot_fire((mark,), overwatch=True, own_turn=its_own)
    return "fires" if not why else "waits" if its_own else "hindered"


def fires_now(watching: bool, mark: str) -> bool:
    return not targeting.cannot_fire((mark,), overwatch=watching, own_turn=False)


# Break tests ---------------------------------------------------------------------------------------------------------


def tested_unit(source: Source, shaken: bool) -> Unit:
    """One that rolls, and is shaken or broken if it fails."""

    def fits(unit: Unit) -> bool:
        rolls = morale.needs_no_test(unit) is None and not unit.machine
        return rolls and unit.has("Shaken Not Broken") == shaken and sum(n for _, n in unit.models) > 1

    found = meet(source, lambda met: fits(met.unit) or fits(met.enemy))
    return found.unit if fits(found.unit) else found.enemy


def after_the_test(source: Source, unit: Unit, dice: tuple[int, ...]) -> Names:
    leadership, total = morale.best_leadership(tuple(model for model, _ in unit.models)), sum(dice)
    mark = "passed" if morale.break_test_need(leadership).met_by(total) else morale.when_it_fails(unit)[0]
    return {
        "answer": mark, "silent": bool(targeting.cannot_fire((mark,))), "total": total, "leadership": leadership,
        "faction": faction_of(source, unit), "scouts": unit.has("Scout"),
    }  # fmt: skip
