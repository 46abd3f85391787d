"""Which save, and what it needs: 2E-SAV."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.quizzes.makers import rolled
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.meeting import (
    NO_SAVE,
    an,
    elsewhere,
    faces_near,
    meet,
    meetings,
    put_together,
)
from shoot_cli.rules.second.profiles import Field, Model, Save, Unit
from shoot_cli.rules.second.rulebook import RULES

CHART = next(rule.chart for rule in RULES if rule.id == "2E-SAV-5")
FIELDS = tuple(Field(name, int(needs[0])) for name, needs in CHART[1:])


def saves_on(save: Save, modifier: int, area: bool = False) -> str:
    need = charts.armour_need(save, modifier, area)
    return need.text if need.target is not None else NO_SAVE


def armoured(meeting_model: Model, dice: int) -> bool:
    save = meeting_model.save
    return save is not None and save.dice == dice and save.area is None


def modified(source: Source) -> Quiz:
    """One die, the modifier put in the right way round."""
    if source.own:
        found = meet(source, lambda meeting: armoured(meeting.faced, 1) and meeting.weapon.save_modifier < 0)
        assert found.faced.save is not None
        save, modifier = found.faced.save, found.weapon.save_modifier
    else:
        save, modifier = Save(source.random.randint(2, 6)), -source.random.randint(1, 6)
        if source.one((True, True, False)):  # mostly where something is left
            modifier = -source.random.randint(1, max(1, min(6, 7 - save.target)))
    right = saves_on(save, modifier)
    needed = save.target - modifier
    because = f"{save.target} + {-modifier} = {needed}: {right}"
    errors = [f"{save.target}+", saves_on(save, -modifier), NO_SAVE]
    errors += elsewhere(source, "save", NO_SAVE, save.target, -modifier)
    text = f"Armour {save.target}+ is wounded by a weapon with a save modifier of {modifier}. What does the save need?"
    facts = {"armour": save.target, "modifier": modifier}
    return source.quiz(text, right, faces_near(source, right, *errors), because, facts)


def two_dice(source: Source) -> Quiz:
    """The sum of two dice, that ends at 12."""
    if source.own:
        found = meet(source, lambda meeting: armoured(meeting.faced, 2))
        assert found.faced.save is not None
        save, modifier = found.faced.save, found.weapon.save_modifier
    else:
        save, modifier = Save(source.one((2, 3, 3)), 2), -source.random.randint(0, 11)
    right = saves_on(save, modifier)
    needed = save.target - modifier
    because = f"{save.target} + {-modifier} = {needed} on 2D6: {right}"
    wrong = [f"{needed + step}+" for step in (-3, -2, -1, 1, 2, 3) if 2 <= needed + step <= 12]
    source.random.shuffle(wrong)
    wrong = wrong or [f"{face}+" for face in (8, 10, 11, 12)]
    errors = [NO_SAVE, *wrong] if needed > 6 and modifier else [*wrong, NO_SAVE]
    text = f"Armour {save.target}+ on 2D6, and a wound with a save modifier of {modifier}. What must the dice total?"
    facts = {"armour": save.target, "modifier": modifier}
    return source.quiz(text, right, errors, because, facts)


def flak_save(source: Source) -> Quiz:
    found = meet(source, lambda meeting: meeting.faced.save is not None and meeting.faced.save.area is not None)
    assert found.faced.save is not None
    save, weapon = found.faced.save, found.weapon
    if not source.own:  # as many blasts as shots
        area = source.one((True, False))
        found = source.found(meetings, lambda meeting: meeting.weapon.area == area) or found
        weapon = found.weapon
    right = saves_on(save, weapon.save_modifier, weapon.area)
    value = charts.armour_need(save, 0, weapon.area).target
    salvo = weapon.has("Venom Cannon")
    kind = "a template" if weapon.template or salvo else "a blast" if weapon.area else "a plain shot"
    because = f"{value}+ against {kind}, {weapon.save_modifier} on it: {right}"
    errors = [saves_on(save, weapon.save_modifier, not weapon.area), f"{value}+", NO_SAVE, "5+", "6+", "4+"]
    text = f"Flak armour is wounded by {an(weapon.name)} ({kind}, save modifier {weapon.save_modifier}). What saves?"
    facts = {"area": weapon.area, "modifier": weapon.save_modifier}
    return source.quiz(text, right, errors, because, facts)


def a_field(source: Source) -> Field:
    """Any of them; as most need 4+, the other numbers are drawn more often than by chance."""
    if source.one((True, False)):
        return source.one(FIELDS)
    target = source.one(sorted({field.target for field in FIELDS}))
    return source.one(field for field in FIELDS if field.target == target)


def field(source: Source) -> Quiz:
    """What a field needs, whatever the modifier; which save comes first is a question of its own."""
    found = source.found(meetings, lambda meeting: meeting.faced.field is not None)
    own = found.faced.field if found is not None and source.own else a_field(source)
    assert own is not None
    armour, modifier = source.random.randint(2, 5), -source.random.randint(1, 6)
    need = charts.field_need(own)
    assert need is not None
    because = f"{own.name}: {need.text}, and the {modifier} does not touch it"
    names = [row[0] for row in CHART]
    cell = (names.index(own.name.casefold()), 1) if own.name.casefold() in names else None
    errors = [f"{armour}+", saves_on(Save(armour), modifier), saves_on(Save(own.target), modifier)]
    front = " from the front" if own.name.casefold() == "storm shield" else ""
    text = f"A model has two saves, {own.name} and armour {armour}+, and is wounded{front} with a save modifier of"
    text = f"{text} {modifier}."
    text = f"{text} What does its first save need?"
    facts = {"field": own.name, "modifier": modifier}
    return source.quiz(
        text, need.text, faces_near(source, need.text, *errors), because, facts, cell=cell, more=need.because
    )


def no_splash(shooter: Unit, target: Unit) -> bool:
    """Splashes have a modifier of their own, which the situation does not tell."""
    return shooter.name != target.name and not any(weapon.has("Deathspitter") for weapon in shooter.weapons())


DRILLS = (
    Drill("save", "2E-SAV-1", put_together(rolled(fits=no_splash, speed="slow", large="no")), 3),
    Drill("save", "2E-SAV-2", modified, 3),
    Drill("save", "2E-SAV-3", two_dice, 2),
    Drill("save", "2E-SAV-4", flak_save, 2),
    Drill("save", "2E-SAV-5", field, 2),
)
