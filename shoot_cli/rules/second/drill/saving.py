"""Which save, and what it needs: the answers of ``saving.toml``."""

from __future__ import annotations

from shoot_cli.core.quizzes import Maker, Source
from shoot_cli.core.quizzes.makers import rolled
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.meeting import (
    NO_SAVE,
    Meeting,
    Names,
    chart_of,
    elsewhere,
    put_together,
    saves_on,
)
from shoot_cli.rules.second.drill.wounding import kind_of_shot
from shoot_cli.rules.second.profiles import Field, Save, Unit


def any_modifier(source: Source, armour: int) -> int:
    """Mostly one that leaves something."""
    most = max(1, min(6, 7 - armour)) if source.one((True, True, False)) else 6
    return -source.random.randint(1, most)


def save_on_one_die(source: Source, armour: int, modifier: int) -> Names:
    save = Save(armour)
    others = elsewhere(source, "save", NO_SAVE, armour, -modifier)
    likely = [f"{armour}+", saves_on(save, -modifier), NO_SAVE, *others]
    return {"answer": saves_on(save, modifier), "likely": likely, "less": -modifier, "needed": armour - modifier}


def save_on_two_dice(source: Source, armour: int, modifier: int) -> Names:
    needed = armour - modifier
    near = [f"{needed + step}+" for step in (-3, -2, -1, 1, 2, 3) if 2 <= needed + step <= 12]
    source.random.shuffle(near)
    near = near or [f"{face}+" for face in (8, 10, 11, 12)]
    near = [NO_SAVE, *near] if needed > 6 and modifier else [*near, NO_SAVE]
    return {"answer": saves_on(Save(armour, 2), modifier), "near": near, "less": -modifier, "needed": needed}


def flak_save(it: Meeting) -> Names:
    save, weapon = it.faced.save, it.weapon
    assert save is not None
    return {
        "answer": saves_on(save, weapon.save_modifier, weapon.area),
        "value": saves_on(save, 0, weapon.area),
        "other_way": saves_on(save, weapon.save_modifier, not weapon.area),
        "what": kind_of_shot(weapon),
    }


def a_field(source: Source) -> Field:
    """Any of them; as most need 4+, the other numbers are drawn more often than by chance."""
    fields = [Field(name, int(needed[0])) for name, needed in chart_of("2E-SAV-5")[1:]]
    if source.one((True, False)):
        return source.one(fields)
    target = source.one(sorted({field.target for field in fields}))
    return source.one(field for field in fields if field.target == target)


def save_of_field(field: Field, armour: int, modifier: int) -> Names:
    """First the field, which no modifier worsens."""
    names = [row[0] for row in chart_of("2E-SAV-5")]
    name, need = field.name.casefold(), charts.field_need(field)
    assert need is not None
    likely = [f"{armour}+", saves_on(Save(armour), modifier), saves_on(Save(field.target), modifier)]
    cell = (names.index(name), 1) if name in names else None
    return {"answer": need.text, "likely": likely, "reasons": need.because, "cell": cell}


def save_of_an_attack() -> Maker:
    return put_together(rolled(fits=no_splash, speed="slow", large="no"))


def no_splash(shooter: Unit, target: Unit) -> bool:
    """Splashes have a modifier of their own, which the situation does not tell."""
    return shooter.name != target.name and not any(weapon.has("Deathspitter") for weapon in shooter.weapons())
