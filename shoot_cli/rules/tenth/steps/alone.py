"""Single dice after wound rolls: one attack goes to one model at a time, so that what is left is known before each.

See ``datasheets/steps/single.py`` for what may be done to a die, and who chooses where somebody does.
"""

from __future__ import annotations

from shoot_cli.core.pools import Pool, Rank, pool
from shoot_cli.core.questions import DEFENDER, Need, Watch
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Firing
from shoot_cli.rules.datasheets.records import (
    AttackOnModel,
    FailedSave,
    Mortal,
    Packet,
    RolledDamage,
    SingleDieRight,
    TargetModel,
    Unsaved,
    UsedSingleDie,
    Wound,
)
from shoot_cli.rules.datasheets.single import (
    AGAIN,
    DAMAGE,
    KEPT,
    SAVE,
    SIX,
)
from shoot_cli.rules.datasheets.steps.damage import points_of, saved, suffer
from shoot_cli.rules.datasheets.steps.single import doing, single_die_rights, tell_kept
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.steps.save import save_owed

# What lies ready -----------------------------------------------------------------------------------------------------


# One attack, one model -----------------------------------------------------------------------------------------------


def hangs_together(s: Firing) -> bool:
    """True if a die of an attack that waits may be changed, which then may not be done to a later one."""
    if not any(SAVE in one.rolls or DAMAGE in one.rolls for one in s.spare):
        return False
    return any(ready_for(s, token) for token, _ in s.pool)


def ready_for(s: Firing, token: Wound | Packet | Mortal, roll: str = "") -> tuple[SingleDieRight, ...]:
    """What may be done to dice that come of this attack. ``roll``: of one kind of roll; "" of any."""
    if type(token) is Mortal:
        return ()
    gun = token.gun.value
    rolls = (*((SAVE,) if type(token) is Wound else ()), *((DAMAGE,) if gun.damage.dice else ()))
    rolls = tuple(one for one in rolls if roll in ("", one))
    return single_die_rights(gun, s.spare, *rolls) if rolls else ()


def facing(s: Firing, token: Wound | Packet | Mortal, front: Rank) -> Wound | Packet | Mortal | AttackOnModel:
    """The attack, with the model it goes to and what may be done to its dice, if anything."""
    if type(token) is Mortal or not (ready := ready_for(s, token)):
        return token
    return AttackOnModel(token, front.kind.but(left=front.left), ready)  # type: ignore[arg-type]


def faces_alone(s: Firing) -> bool:
    return s.alone


def save_alone(facing: AttackOnModel, n: int, table: Table) -> Pool:
    """One save, of which the die may be changed (10E-EFF-56, 10E-EFF-63, 10E-EFF-64)."""
    table.needs_all_dice("one die of this attack may be changed")
    token, model = facing.attack, facing.model
    gun = token.gun.value
    if type(token) is Packet:
        pain = charts.feel_no_pain(gun, model, True) is not None
        return pool((FailedSave(Unsaved(token.gun, True, pain, model.nothing), model, facing.spare), n))
    assert type(token) is Wound
    pain = charts.feel_no_pain(gun, model, False) is not None
    through = FailedSave(Unsaved(token.gun, pain=pain, nothing=model.nothing), model, facing.spare)
    need, ready = charts.to_save(model, token), single_die_rights(token.gun.value, facing.spare, SAVE)
    if need.target is None:
        ready = ()
    elif charts.is_final(model, token, need):
        ready = tuple(one for one in ready if one.does != AGAIN)
    if kept := doing(ready, KEPT)[:1]:
        tell_kept([kept[0].face], token.gun.value, SAVE, table)
        passed, used = need.met_by(kept[0].face), kept
    else:
        passed, used = rolled_alone(token, model, need, ready, table)
    spent = ((UsedSingleDie(what), 1) for what in used)
    if passed:
        return pool(*spent, *((RolledDamage(through.unsaved, 0), n) for _ in range(table.is_live)))
    return pool((through, n), *spent)


def rolled_alone(
    token: Wound, model: TargetModel, need: Need, ready: tuple[SingleDieRight, ...], table: Table
) -> tuple[bool, tuple[SingleDieRight, ...]]:
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


def damage_alone(through: FailedSave, n: int, table: Table) -> Pool:
    """One damage roll, of which the dice may be changed (10E-EFF-56, 10E-EFF-63, 10E-EFF-51)."""
    unsaved, model = through.unsaved, through.model
    points, used = points_of(unsaved, model, table, single_die_rights(unsaved.gun.value, through.spare, DAMAGE))
    dealt = ((RolledDamage(unsaved, points), n),) if points or table.is_live else ()
    return pool(*dealt, *((UsedSingleDie(what), 1) for what in used))


def suffer_alone(dealt: RolledDamage, n: int, model: TargetModel, table: Table) -> Pool:
    return suffer(dealt.unsaved, dealt.points, n, model, table) if dealt.points else saved(n, table)
