"""How many fire, and how many dice and points that makes."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.reikhammer.drill.firing import all_guns, fired, guns_of, mortars_of
from shoot_cli.rules.reikhammer.drill.scenes import (
    Scene,
    asker,
    attack,
    close,
    scene,
    some,
    together,
    with_gunners,
)
from shoot_cli.rules.reikhammer.profiles import AIRCRAFT, TYPE_WORDS, WAR_ENGINE, Model, Unit
from shoot_cli.rules.reikhammer.records import Gunner
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE
from shoot_cli.rules.reikhammer.steps.weapon import shell


def how_many_fire(source: Source) -> Quiz:
    of = scene(source, all_guns)
    s = attack(of)
    size = len(s.gunners)
    blind, shock = source.random.randint(0, size - 2), source.one((1, 2, 3))
    s = with_gunners(s, lambda place, gunner: gunner.but(obstruction=2 if place < blind else 0)).but(shock=shock)
    n = sum(gunner.fired for gunner in fired(s, of).gunners)
    sight = (
        "all see the target" if not blind else f"{blind} of them {'does' if blind == 1 else 'do'} not see the target"
    )
    text = f"A formation of {size} units has Shock {shock}. All are in range with ammo, and {sight}. How many fire?"
    wrong = close(source, n, size - shock, size - blind, min(size - blind, size - 1))
    why = f"{size} units, {blind} without sight, Shock {shock} on those that see: {some(n, 'unit fires', 'units fire')}"
    facts = {"units": size, "blind": blind, "shock": shock}
    return source.quiz(text, n, wrong, why, facts)


def how_many_see(source: Source) -> Quiz:
    of = scene(source, all_guns)
    s = attack(of)
    size = len(s.gunners)
    blind = source.random.randint(1, size - 1)
    s = with_gunners(s, lambda place, gunner: gunner.but(obstruction=3 if place < blind else 0))
    n = sum(gunner.fired for gunner in fired(s, of).gunners)
    cannot = f"{blind} of them {'sees' if blind == 1 else 'see'} only another formation of the enemy"
    text = f"A formation of {size} units without Shock shoots at the one in front of it; {cannot}. How many units fire?"
    why = f"{size} units, {blind} without sight of the one target: {some(n, 'fires', 'fire')}"
    facts = {"units": size, "blind": blind}
    return source.quiz(text, n, close(source, n, size, blind), why, facts)


# Dice ----------------------------------------------------------------------------------------------------------------


def one_kind(shooter: Unit, target: Unit) -> bool:
    return all_guns(shooter, target) and len(shooter.models) == 1


def how_many_dice(source: Source) -> Quiz:
    """Every weapon in range of every unit that fires."""
    of = scene(source, one_kind)
    model, size = of.shooter.models[0][0], len(of.shooter.pieces())
    distance = max(source.one(guns_of(model)).range - source.one((0, 0, 1)), 1)
    s = with_gunners(attack(of), lambda place, gunner: gunner.but(distance=distance))
    n = sum(job.n for job in fired(s, of).jobs)
    weapons = together([f"{weapon.name} (range {weapon.range})" for weapon in guns_of(model)])
    text = f"{some(size, 'unit')} of {model.name}, each with {weapons}, without Shock, {distance} tiles from "
    text += "their target. How many dice to hit are rolled?"
    each = sum(weapon.range >= distance for weapon in guns_of(model))
    wrong = close(source, n, size * len(guns_of(model)), size, 2 * n, size * (each + 1), low=1)
    why = f"{size} units with {some(each, 'weapon')} in range each: {some(n, 'die', 'dice')}"
    facts = {"units": size, "ranges": tuple(w.range for w in guns_of(model)), "distance": distance}
    return source.quiz(text, n, wrong, why, facts)


# Barrages ------------------------------------------------------------------------------------------------------------


def guns_in_barrage(of: Scene) -> list[tuple[Gunner, Model]]:
    found = [(gunner, of.shooter.models[gunner.model][0]) for gunner in attack(of, BARRAGE).gunners]
    return [(gunner, model) for gunner, model in found if mortars_of(model)]


def points_of_barrage(source: Source, shocked: bool) -> Quiz:
    """The sum of points; some guns are out of range, or suppressed."""
    of = scene(source, lambda shooter, target: sum(n for model, n in shooter.models if mortars_of(model)) > 1)
    found = guns_in_barrage(of)
    out = 0 if shocked else source.random.randrange(len(found))
    shock = source.random.randrange(1, len(found)) if shocked else 0
    near = {gunner.place: nth + 1 for nth, (gunner, _) in enumerate(found)}
    far = {gunner.place for gunner, _ in found[len(found) - out :]}
    s = with_gunners(
        attack(of, BARRAGE, shock=shock),
        lambda place, gunner: gunner.but(distance=99 if gunner.place in far else near.get(gunner.place, 1)),
    )
    n = fired(s, of).points
    each = [(gunner.name, sum(weapon.bp for weapon in mortars_of(model))) for gunner, model in found]
    listed = ", ".join(f"{name} has {bp}" for name, bp in each)
    total = sum(bp for _, bp in each)
    state = f"{some(out, 'unit', 'units')} at the end of the list {'is' if out == 1 else 'are'} out of range"
    if shocked:
        state = f"the formation has Shock {shock}, and they are listed with the nearest to the tile first"
    else:
        state = f"nobody is suppressed, and {state if out else 'all are in range of the tile'}"
    text = f"Barrage points: {listed}. All see the tile; {state}. How many points has the barrage?"
    first = sum(bp for _, bp in each[shock:]) if shocked else total
    wrong = close(source, n, total, first, total - shock, len(found) - out - shock, low=1)
    left = together([str(bp) for _, bp in each[: len(each) - out - shock]])
    reasons = f"those left have {left}: {some(n, 'point')}"
    facts = {"points": tuple(bp for _, bp in each), "out": out, "shock": shock}
    return source.quiz(text, n, wrong, reasons, facts)


def shelled(source: Source) -> Quiz:
    """Dice of a barrage at one unit under it."""
    of = scene(source, lambda shooter, target: any(model.type != AIRCRAFT for model, _ in target.models))
    source.as_usual("barrage_hits", "barrage_integrity")
    pieces = of.target.pieces()
    place = source.one(place for place, model in enumerate(pieces) if model.type != AIRCRAFT)
    model = pieces[place]
    left = source.random.randint(1, model.integrity)
    s = attack(of, BARRAGE, points=9)
    s = s.but(pieces=tuple(p.but(left=left) if nth == place else p for nth, p in enumerate(s.pieces)))
    n = sum(k for shot, k in shell(s, asker(of.settings)).pool if shot.fire.value.on.unit == place)
    text = f"A barrage of 9 points covers {model.name} ({TYPE_WORDS[model.type]}), integrity {model.integrity}, "
    text += f"of which {left} {'is' if left == 1 else 'are'} left. How many dice to hit are rolled at it?"
    wrong = close(source, n, model.integrity, left, 9, 1, 3, low=1)
    words = "a war engine: 1" if model.type == WAR_ENGINE else f"one for each point of integrity that is left: {n}"
    facts = {"type": model.type, "integrity": model.integrity, "left": left}
    return source.quiz(text, n, wrong, words, facts)


DRILLS = (
    Drill("shots", "RH-SUP-1", how_many_fire, 3),
    Drill("shots", "RH-TGT-1", how_many_see, 3),
    Drill("shots", "RH-HIT-1", how_many_dice, 3),
    Drill("shots", "RH-BAR-1", lambda source: points_of_barrage(source, shocked=False), 2),
    Drill("shots", "RH-BAR-2", lambda source: points_of_barrage(source, shocked=True), 1),
    Drill("shots", "RH-BAR-5", shelled, 2),
)
