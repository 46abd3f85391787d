"""Saves and what failed ones cost; what single dice do: the answers of ``saving.toml``."""

from __future__ import annotations

from shoot_cli.core.quizzes import NothingToAsk, Source
from shoot_cli.core.record import Hashed
from shoot_cli.core.sequence import Convert, play
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.formations import FormationPair, by_armour
from shoot_cli.rules.reikhammer.drill.scenes import (
    CHART,
    MANY,
    Known,
    asker,
    attack,
    fire,
    less,
    number,
    row_of,
    told,
    value,
)
from shoot_cli.rules.reikhammer.profiles import INFANTRY, TYPE_WORDS, VALUES
from shoot_cli.rules.reikhammer.records import AllocatedHit, Attack, Failed, Hit, SecondRoll, Shot, TargetUnit
from shoot_cli.rules.reikhammer.steps.hit import roll_to_hit
from shoot_cli.rules.reikhammer.steps.save import hit_on, lose_integrity, roll_to_save, suffer

COVERS = (1, 2, 3, 4)


def stand(armour: int, **more: object) -> TargetUnit:
    return TargetUnit("", INFANTRY, armour, 1).but(**more)


def six_fails(source: Source) -> bool:
    return source.settings["save_six_fails"] == "true"


def another_cover_save(source: Source, armour: int) -> int:
    return source.one(n for n in COVERS if n != armour)


# Numbers -------------------------------------------------------------------------------------------------------------


def to_save(source: Source, armour: int, cover: int = 0, crossfire: bool = False) -> Known:
    if not armour and crossfire:
        raise NothingToAsk
    cover = 0 if cover == armour else cover
    made = stand(armour, cover=cover, crossfire=crossfire)
    known = {"cover": cover, "lower": less(min(armour, cover)), "best": max(armour, cover)}
    return {**number(charts.to_save(made, False, six_fails=six_fails(source))), **known}


def macro_save(source: Source, armour: int, extra: str, cover: int) -> Known:
    """``cover``: of a cover save, or of an invulnerable one."""
    value = True if extra == "reinforced" else cover
    made = stand(armour, **({extra: value} if extra else {}))
    return number(charts.to_save(made, True, source.settings["macro_save"], six_fails(source)))


def which_save(armour: int, cover: int) -> Known:
    return {"answer": charts.to_save(stand(armour, cover=cover), False).label, "sum": armour + cover}


def cover_save_of_terrain(terrain: str) -> Known:
    kind = terrain.removeprefix("a ")
    row = next(n for n, line in enumerate(CHART["RH-SAVE-4"]) if kind in line[0].casefold().split(", "))
    return {"answer": CHART["RH-SAVE-4"][row][1], "row": row}


def save_the_other_way_round(source: Source, armour: int) -> list[str]:
    errors = [f"{armour}+", *source.elsewhere("save", armour, 0)] if armour > 1 else []
    source.random.shuffle(errors)
    return errors[:1]


def as_if_it_were_better(best: int) -> list[str]:
    return [less(n) for n in (best, best + 1) if n <= charts.MOST]


def other_saves(armour: int, cover: int, target: int | None) -> list[str]:
    beside = armour - 1 if armour > 1 else armour + 1, armour + 1 if armour < charts.MOST else 3
    return [less(n) for n in (None, armour, cover, *beside, 2) if n != target]


# What it costs -------------------------------------------------------------------------------------------------------


def a_sturdy_unit(source: Source, of: FormationPair) -> int:
    pieces = of.target.pieces()
    return source.one(place for place, model in enumerate(pieces) if model.integrity > 1 and by_armour(model))


def integrity_lost(of: FormationPair, place: int, faces: list[int]) -> Known:
    """One unit of the target with so many hits on it, and what its save dice show."""
    model, s, table = of.target.pieces()[place], attack(of), asker(of.settings, faces)
    s = s.but(pool=((hit_on(s, place, False, table), len(faces)),))
    after: Attack = play((Convert({AllocatedHit: roll_to_save, Failed: lose_integrity}), suffer), s, table)
    failed = sum(face > min(model.armour, charts.MOST) for face in faces)
    below = sum(face < model.armour for face in faces)
    counts = {"hits": len(faces), "below": below, "passed": len(faces) - failed, "failed": failed}
    return {"answer": after.damage, "model": model, "shown": sorted(faces), **counts}


def lost_on_dangerous_ground(faces: list[int]) -> Known:
    lost = sum(not charts.dangerous.met_by(face) for face in faces)
    return {"answer": lost, "integrity": len(faces), "ones": faces.count(1), "kept": len(faces) - lost}


def hurt_by(type: str) -> Known:
    kinds = " or ".join(kind for kind in VALUES if type in charts.HURT[kind])
    return {"answer": kinds, "many": MANY[type], "called": TYPE_WORDS[type], "row": row_of("RH-TER-4", type)}


# Single dice ---------------------------------------------------------------------------------------------------------


def value_and_more(source: Source) -> int:
    return value(source)[1] + (0 if source.own else source.one((0, 1, 2)))


def what_comes(source: Source, value: int, face: int) -> str:
    """What one die comes to, against a value that all modifiers are in."""
    ends = roll_to_hit(Shot(Hashed(fire("AP", value))), 1, asker(source.settings, [face]))
    kinds = {type(thing) for thing, _ in ends}
    return "it is rolled once more" if SecondRoll in kinds else "it hits" if Hit in kinds else "it misses"


def die_of_save(source: Source, armour: int, crossfire: bool, face: int) -> Known:
    need = charts.to_save(stand(armour, crossfire=crossfire), False, six_fails=six_fails(source))
    options = ("saved", "not saved", "saved, if a second die shows 3 or less", "rolled once more")
    if need.target is None:
        options = ("no", "yes", "yes, if a second die shows 3 or less", "only a 1, then another 1")
    right = options[need.target is not None and not need.met_by(face)]
    return {"answer": right, "options": options, "told": told(need), "possible": need.target is not None}


def fate(face: int) -> Known:
    fates = {charts.ESCAPES: "he escapes", charts.INCAPACITATED: "he is incapacitated", charts.KILLED: "he is killed"}
    row = next(n for n, row in enumerate(CHART["RH-CHAR-1"]) if n and face in span(row[0]))
    return {"answer": fates[charts.character_fate[face - 1]], "row": row}


def span(words: str) -> range:
    """``4-6`` as its numbers."""
    low, _, high = words.partition("-")
    return range(int(low), int(high or low) + 1)


def die_of_test(rating: int, shock: int, face: int) -> Known:
    need = charts.to_act(rating, shock > 0, False)
    return {"answer": need.met_by(face), "told": told(need)}
