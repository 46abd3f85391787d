"""How many fire, and how many dice and points that makes: the answers of ``shots.toml``."""

from __future__ import annotations

from shoot_cli.core.quizzes import Source
from shoot_cli.core.quizzes.words import together
from shoot_cli.rules.reikhammer.drill.formations import FormationPair, guns_of, mortars_of
from shoot_cli.rules.reikhammer.drill.scenes import Known, asker, attack, fired, with_gunners
from shoot_cli.rules.reikhammer.profiles import AIRCRAFT, TYPE_WORDS, Model
from shoot_cli.rules.reikhammer.records import Gunner
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE
from shoot_cli.rules.reikhammer.steps.weapon import shell


def those_without_sight(source: Source, of: FormationPair) -> int:
    return source.random.randint(0, of.shooters - 2)


def how_many_fire(of: FormationPair, blind: int, shock: int = 0) -> int:
    s = with_gunners(attack(of), lambda place, gunner: gunner.but(obstruction=3 if place < blind else 0))
    return sum(gunner.fired for gunner in fired(s.but(shock=shock), of).gunners)


# Dice ----------------------------------------------------------------------------------------------------------------


def about_the_range_of_a_gun(source: Source, of: FormationPair) -> int:
    return max(source.one(guns_of(of.shooter.models[0][0])).range - source.one((0, 0, 1)), 1)


def how_many_dice(of: FormationPair, distance: int) -> Known:
    s = with_gunners(attack(of), lambda place, gunner: gunner.but(distance=distance))
    guns = guns_of(of.shooter.models[0][0])
    return {
        "answer": sum(job.n for job in fired(s, of).jobs),
        "name": of.shooter.models[0][0].name,
        "weapons": together([f"{gun.name} (range {gun.range})" for gun in guns]),
        "carried": len(guns),
        "each": sum(gun.range >= distance for gun in guns),
        "ranges": tuple(gun.range for gun in guns),
    }


# Barrages ------------------------------------------------------------------------------------------------------------


def in_barrage(of: FormationPair) -> list[tuple[Gunner, Model]]:
    found = [(gunner, of.shooter.models[gunner.model][0]) for gunner in attack(of, BARRAGE).gunners]
    return [(gunner, model) for gunner, model in found if mortars_of(model)]


def guns_out_of_range(source: Source, of: FormationPair) -> int:
    return source.random.randrange(len(in_barrage(of)))


def guns_suppressed(source: Source, of: FormationPair) -> int:
    return source.random.randrange(1, len(in_barrage(of)))


def points_of_barrage(of: FormationPair, out: int = 0, shock: int = 0) -> Known:
    """The sum of points; the last guns are out of range, or those farthest away suppressed."""
    found = in_barrage(of)
    left = len(found) - out
    tiles = {gunner.place: nth + 1 if nth < left else 99 for nth, (gunner, _) in enumerate(found)}
    s = with_gunners(attack(of, BARRAGE, shock=shock), lambda place, gun: gun.but(distance=tiles.get(gun.place, 1)))
    points = tuple(sum(weapon.bp for weapon in mortars_of(model)) for _, model in found)
    return {
        "answer": fired(s, of).points,
        "listed": ", ".join(f"{gunner.name} has {bp}" for (gunner, _), bp in zip(found, points, strict=True)),
        "left": together([str(bp) for bp in points[: left - shock]]),
        "points": points,
        "total": sum(points),
        "without_the_first": sum(points[shock:]),
        "guns": left - shock,
        "out": out,
        "shock": shock,
    }


def somebody_on_the_ground(source: Source, of: FormationPair) -> tuple[int, Model]:
    return source.one((place, model) for place, model in enumerate(of.target.pieces()) if model.type != AIRCRAFT)


def dice_of_barrage(of: FormationPair, place: int, model: Model, left: int) -> Known:
    s = attack(of, BARRAGE, points=9)
    s = s.but(pieces=tuple(piece.but(left=left) if nth == place else piece for nth, piece in enumerate(s.pieces)))
    n = sum(k for shot, k in shell(s, asker(of.settings)).pool if shot.fire.value.on.unit == place)
    return {"answer": n, "called": TYPE_WORDS[model.type]}
