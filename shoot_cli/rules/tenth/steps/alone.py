"""Single dice after wound rolls: one attack goes to one model at a time, so that what is left is known before each.

See ``datasheets/steps/single.py`` for what may be done to a die, and who chooses where somebody does.
"""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.once_more import OnceMore
from shoot_cli.core.pools import Pool, Rank, pool
from shoot_cli.core.questions import ATTACKER, DEFENDER, Need, Watch
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Aim, Attack, Battle, Dealt, Facing, Firing, Standing, Through, Unsaved
from shoot_cli.rules.datasheets.defences import facts_of
from shoot_cli.rules.datasheets.in_force import of_unit
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import Gun, Mortal, Packet, Single, Spent, Wound
from shoot_cli.rules.datasheets.scenes import Side
from shoot_cli.rules.datasheets.single import (
    AGAIN,
    ATTACKS,
    COMMAND,
    DAMAGE,
    HAZARDOUS,
    HIT,
    KEPT,
    SAVE,
    SIX,
    WOUND,
    command_of,
    single_of,
    words_of,
)
from shoot_cli.rules.datasheets.steps.scene import scene_of
from shoot_cli.rules.datasheets.steps.single import doing, spare_of, tell_kept
from shoot_cli.rules.datasheets.traits import traits_of
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.steps.save import points_of, save_owed, saved, suffer

ONE_DIE = "one die"  # what abilities change that work on single dice
OF_SHOOTER = (HIT, WOUND, DAMAGE, ATTACKS, HAZARDOUS)


# What lies ready -----------------------------------------------------------------------------------------------------


def may_change_saves(aim: Aim) -> bool:
    """False if nobody could do anything to a die of the target's saves, as nearly always."""
    return bool(aim.given) or keeps_dice(aim.unit)


def of_target(s: Attack, aim: Aim) -> Callable[[Gun], Gun]:
    """What the target's unit may do to one of its saves against a gun, told apart from what other targets may."""
    scene = scene_of(s, aim)
    forces = [of_unit(ABILITIES, kind, scene, False) for kind in scene.target.kinds]

    def against(gun: Gun) -> Gun:
        each = (force.here(facts_of(gun)).changing("one die", "again six kept") for force in forces)
        found = [ability for one in each for ability, _ in one if SAVE in ability.rolls]
        return gun.but(their_single=tuple(dict.fromkeys(f"{words_of(one)}, {aim.unit.value.name}" for one in found)))

    return against


def lies_ready(s: Attack, guns: list[Gun], table: Table) -> tuple[Single, ...]:
    """All that may be done to single dice of these attacks. In a battle players are offered what they may throw again.

    Of either unit that is one die a phase (10E-EFF-35), and of either player one Command Re-roll (10E-RR-6).
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
        return (*every, *([command_of(s.command)] if s.command != "no" else []))
    again = [one for one in every if one.does == AGAIN]
    offered = [
        OnceMore(one.name, DEFENDER if one.rolls == (SAVE,) else ATTACKER, one.rolls, "10E-EFF-56", True)
        for one in again
    ]
    for owner, rolls, side in ((ATTACKER, OF_SHOOTER, s.side), (DEFENDER, (SAVE,), 1 - s.side)):
        if command_used(s.battle.value, side) not in used:
            offered.append(OnceMore(COMMAND, owner, rolls, "10E-RR-6"))
    table.may_throw_again(*offered)
    return tuple(one for one in every if one.does != AGAIN)


def with_faces(singles: list[Single], kept: tuple[tuple[str, int], ...]) -> list[Single]:
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
    """What a battle remembers of a Command Re-roll: each player may use one a phase (10E-RR-6)."""
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


def keeps_dice(unit: Hashed[Unit]) -> bool:
    """False if nobody of the unit has anything to do with single dice, as nearly always."""
    return ONE_DIE in traits_of(ABILITIES, unit).changes


def may_keep(side: Side) -> tuple[str, ...]:
    """Kinds of roll that a die kept beside the table may take the place of, whatever that hangs on (10E-EFF-51)."""
    every = list(side.given)
    for model, _ in side.unit.value.models:
        every += [*model.abilities, *(ability for weapon in model.weapons for ability in weapon.abilities)]
    every += [one for each in every for one in each.gives]
    return tuple(dict.fromkeys(roll for one in every if one.name == "Kept dice" for roll in one.rolls))


# One attack, one model -----------------------------------------------------------------------------------------------


def hangs_together(s: Firing) -> bool:
    """True if a die of an attack that waits may be changed, which then may not be done to a later one."""
    if not any(SAVE in one.rolls or DAMAGE in one.rolls for one in s.spare):
        return False
    return any(ready_for(s, token) for token, _ in s.pool)


def ready_for(s: Firing, token: Wound | Packet | Mortal) -> tuple[Single, ...]:
    if type(token) is Mortal:
        return ()
    gun = token.gun.value
    rolls = (*((SAVE,) if type(token) is Wound else ()), *((DAMAGE,) if gun.damage.dice else ()))
    return spare_of(gun, s.spare, *rolls) if rolls else ()


def facing(s: Firing, token: Wound | Packet | Mortal, front: Rank) -> Wound | Packet | Mortal | Facing:
    """The attack, with the model it goes to and what may be done to its dice, if anything."""
    if type(token) is Mortal or not (ready := ready_for(s, token)):
        return token
    return Facing(token, front.kind.but(left=front.left), ready)  # type: ignore[arg-type]


def faces_alone(s: Firing) -> bool:
    return s.alone


def save_alone(facing: Facing, n: int, table: Table) -> Pool:
    """One save, of which the die may be changed (10E-EFF-56, 10E-EFF-63, 10E-EFF-64)."""
    table.needs_all_dice("one die of this attack may be changed")
    token, model = facing.attack, facing.model
    gun = token.gun.value
    if type(token) is Packet:
        pain = charts.feel_no_pain(gun, model, True) is not None
        return pool((Through(Unsaved(token.gun, True, pain, model.nothing), model, facing.spare), n))
    assert type(token) is Wound
    pain = charts.feel_no_pain(gun, model, False) is not None
    through = Through(Unsaved(token.gun, pain=pain, nothing=model.nothing), model, facing.spare)
    need, ready = charts.to_save(model, token), spare_of(token.gun.value, facing.spare, SAVE)
    if need.target is None:
        ready = ()
    elif charts.stands(model, token, need):
        ready = tuple(one for one in ready if one.does != AGAIN)
    if kept := doing(ready, KEPT)[:1]:
        tell_kept([kept[0].face], token.gun.value, SAVE, table)
        passed, used = need.met_by(kept[0].face), kept
    else:
        passed, used = rolled_alone(token, model, need, ready, table)
    spent = ((Spent(what), 1) for what in used)
    if passed:
        return pool(*spent, *((Dealt(through.unsaved, 0), n) for _ in range(table.is_live)))
    return pool((through, n), *spent)


def rolled_alone(
    token: Wound, model: Standing, need: Need, ready: tuple[Single, ...], table: Table
) -> tuple[bool, tuple[Single, ...]]:
    """Whether the save is made in the end, and what was used for it."""
    fresh = tuple(face for face in need.failures() if face not in charts.save_again(model, token, need))
    first = save_owed(token, 1, model, table, (Watch(fresh, both=True),) if ready else ())
    if first.passed or not ready:
        return bool(first.passed), ()
    used = doing(ready, AGAIN)[: first.watched[0]][:1]
    if used:
        text = f"{model.name}: {need.label}, again: {used[0].name}"
        key = f"one save again:{model.name}"
        if table.roll(key, 1, need, owner=DEFENDER, text=text, luck="saves").passed:
            return True, used
    if (six := doing(ready, SIX)[:1]) and need.met_by(charts.SIXES):
        table.tell("One die becomes an unmodified 6", ("10E-FX-DIE-1",))
        return True, (*used, *six)
    return False, used


def damage_alone(through: Through, n: int, table: Table) -> Pool:
    """One damage roll, of which the dice may be changed (10E-EFF-56, 10E-EFF-63, 10E-EFF-51)."""
    unsaved, model = through.unsaved, through.model
    points, used = points_of(unsaved, model, table, spare_of(unsaved.gun.value, through.spare, DAMAGE))
    dealt = ((Dealt(unsaved, points), n),) if points or table.is_live else ()
    return pool(*dealt, *((Spent(what), 1) for what in used))


def suffer_alone(dealt: Dealt, n: int, model: Standing, table: Table) -> Pool:
    return suffer(dealt.unsaved, dealt.points, n, model, table) if dealt.points else saved(n, table)
