"""What may be done to single dice of an attack, and what of it was used up.

See ``steps/single.py`` for what may be done to a die, and who chooses where somebody does.
"""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.once_more import SingleReroll
from shoot_cli.core.questions import ATTACKER, DEFENDER
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.battle import Attack, Battle, DeclaredTarget, Shooting
from shoot_cli.rules.datasheets.defences import facts_of
from shoot_cli.rules.datasheets.in_force import of_unit
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import Gun, SingleDieRight
from shoot_cli.rules.datasheets.scenes import SituationSide
from shoot_cli.rules.datasheets.single import (
    AGAIN,
    ATTACKS,
    COMMAND,
    DAMAGE,
    HAZARDOUS,
    HIT,
    KEPT,
    SAVE,
    WOUND,
    command_of,
    single_of,
    words_of,
)
from shoot_cli.rules.datasheets.steps.scene import scene_of
from shoot_cli.rules.datasheets.traits import traits_of

ONE_DIE = "one die"  # what abilities change that work on single dice
OF_SHOOTER = (HIT, WOUND, DAMAGE, ATTACKS, HAZARDOUS)


def may_change_saves(known: Abilities, aim: DeclaredTarget) -> bool:
    """False if nobody could do anything to a die of the target's saves, as nearly always."""
    return bool(aim.given) or keeps_dice(known, aim.unit)


def of_target(s: Attack, aim: DeclaredTarget) -> Callable[[Gun], Gun]:
    """What the target's unit may do to one of its saves against a gun, told apart from what other targets may."""
    scene = scene_of(s, aim)
    forces = [of_unit(s.game.known, kind, scene, False) for kind in scene.target.kinds]

    def against(gun: Gun) -> Gun:
        each = (force.here(facts_of(gun)).changing("one die", "again six kept") for force in forces)
        found = [ability for one in each for ability, _ in one if SAVE in ability.rolls]
        return gun.but(their_single=tuple(dict.fromkeys(f"{words_of(one)}, {aim.unit.value.name}" for one in found)))

    return against


def lies_ready(s: Attack, guns: list[Gun], table: Table) -> tuple[SingleDieRight, ...]:
    """All that may be done to single dice of these attacks. In a battle players are offered what they may throw again.

    Of either unit that is one die a phase (EFF-35), and of either player one Command Re-roll (RR-6).
    """
    if s.alone and s.command == "no" and not any(gun.single or gun.their_single for gun in guns):
        return ()
    mine = [single_of(words) for words in dict.fromkeys(words for gun in guns for words in gun.single)]
    mine = [one.but(rolls=rolls) for one in mine if (rolls := tuple(roll for roll in one.rolls if roll in OF_SHOOTER))]
    theirs = [
        single_of(words).but(rolls=(SAVE,))
        for words in dict.fromkeys(words for gun in guns for words in gun.their_single)
    ]
    used = s.battle.value.stratagems
    every = [*with_faces(mine, s.kept), *with_faces([one for one in theirs if one.name not in used], s.kept)]
    if s.alone:
        side = 1 - s.side if s.command == SAVE else s.side
        gone = s.command == "no" or command_used(s.battle.value, side) in used
        return (*every, *([] if gone else [command_of(s.command)]))
    again = [one for one in every if one.does == AGAIN]
    offered = [
        SingleReroll(one.name, DEFENDER if one.rolls == (SAVE,) else ATTACKER, one.rolls, s.game.rule("EFF-56"), True)
        for one in again
    ]
    for owner, rolls, side in ((ATTACKER, OF_SHOOTER, s.side), (DEFENDER, (SAVE,), 1 - s.side)):
        if command_used(s.battle.value, side) not in used:
            offered.append(SingleReroll(COMMAND, owner, rolls, s.game.rule("RR-6")))
    table.may_throw_again(*offered)
    return tuple(one for one in every if one.does != AGAIN)


def with_faces(singles: list[SingleDieRight], kept: tuple[tuple[str, int], ...]) -> list[SingleDieRight]:
    """Kept dice, one of each kind of roll for which the players said a face."""
    faces = dict(kept)
    found = []
    for one in singles:
        if one.does == KEPT:
            found += [one.but(rolls=(roll,), face=faces[roll]) for roll in one.rolls if roll in faces]
        else:
            found.append(one)
    return found


def command_used(b: Battle, side: int) -> str:
    """What a battle remembers of a Command Re-roll: each player may use one a phase (RR-6)."""
    return f"command re-roll of {b.sides[side].name}"


def used_up(s: Attack, table: Table) -> tuple[str, ...]:
    """What was thrown again by somebody's choice in this attack, as the battle remembers it."""
    found = []
    for one in table.rights.used:
        if one.name == COMMAND:
            found.append(command_used(s.battle.value, s.side if one.owner == ATTACKER else 1 - s.side))
        elif one.owner == DEFENDER:
            found.append(one.name)
    return tuple(found)


def used_of(s: Shooting) -> tuple[str, ...]:
    """What an attack on its own has used up that either side may do once a phase, as the battle remembers it."""
    found, left = [], [*s.spare]
    b, side = s.attack.value.battle.value, s.attack.value.side
    for one in s.ready:
        if one in left:
            left.remove(one)
        elif not one.named:
            found.append(command_used(b, 1 - side if one.rolls == (SAVE,) else side))
        elif one.rolls == (SAVE,):
            found.append(one.name)
    return tuple(found)


def keeps_dice(known: Abilities, unit: Hashed[Unit]) -> bool:
    """False if nobody of the unit has anything to do with single dice, as nearly always."""
    return ONE_DIE in traits_of(known, unit).changes


def may_keep(side: SituationSide) -> tuple[str, ...]:
    """Kinds of roll that a die kept beside the table may take the place of, whatever that hangs on (EFF-51)."""
    every = list(side.given)
    for model, _ in side.unit.value.models:
        every += [*model.abilities, *(ability for weapon in model.weapons for ability in weapon.abilities)]
    every += [one for each in every for one in each.gives]
    return tuple(dict.fromkeys(roll for one in every if one.name == "Kept dice" for roll in one.rolls))
