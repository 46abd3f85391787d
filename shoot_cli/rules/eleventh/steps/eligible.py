"""Who may shoot, at whom, with what, with the reason for every no.

11E-SEQ-1, SEQ-2, CQ-1, CQ-2, TGT-1 to TGT-3, LONE-1, HID-1, IND-1, SNAP-1.
"""

from __future__ import annotations

from shoot_cli.core.questions import Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Attack, Battle, BattleUnit, DeclaredTarget
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.in_force import held
from shoot_cli.rules.datasheets.profiles import Model, Weapon
from shoot_cli.rules.datasheets.scenes import Situation
from shoot_cli.rules.datasheets.steps import may, states
from shoot_cli.rules.datasheets.steps.may import kind_of
from shoot_cli.rules.datasheets.steps.replies import OUT_OF_PHASE
from shoot_cli.rules.datasheets.steps.scene import inches, scene_before, scene_of
from shoot_cli.rules.datasheets.steps.target import why_not_a_target
from shoot_cli.rules.datasheets.steps.targeting import has_here, why_alone, why_forbidden, why_not_thrown
from shoot_cli.rules.eleventh.abilities import lone_reach, prey
from shoot_cli.rules.eleventh.edition import ASSAULT, CLOSE, EXPLOSIVES, INDIRECT, NUMBERS
from shoot_cli.rules.eleventh.steps import types

ENGAGED_TARGET = "is engaged with your army"


# The unit ------------------------------------------------------------------------------------------------------------


def why_not_eligible(s: Attack, aim: DeclaredTarget | None = None) -> Reason | None:
    """Why the unit may not shoot at all, or not in its shooting type; None if it may (11E-SEQ-1, 11E-SNAP-1)."""
    if s.doing == EXPLOSIVES.name:
        return None
    if s.overwatch or s.doing in OUT_OF_PHASE:
        if s.overwatch and s.shooter.value.is_a("TITANIC"):
            return Reason("TITANIC units do not fire Overwatch", "11E-SNAP-1")
        return Reason(types.IN_PHASE_ALONE, "11E-SNAP-1") if s.engaged else None
    scene, moved = scene_of(s, aim) if aim else scene_before(s), may.moved_of(s)
    if why := types.why_not_selected(scene, moved):
        return why
    return types.why_type_closed(s.shooting, scene, moved) if s.shooting else None


def why_no_watch(b: Battle) -> Reason | None:
    """Overwatch is fired before the Shooting phase (11E-SNAP-1)."""
    if b.done:
        return Reason("it is fired at the end of the Movement phase, before anybody shoots", "11E-SNAP-1")
    return None


# The target ----------------------------------------------------------------------------------------------------------


def why_not_shot(s: Attack, enemy: BattleUnit, at: int, table: Table) -> tuple[Reason, ...]:
    """What is known before anything is measured (11E-TGT-1, 11E-CQ-1)."""
    if why := why_not_a_target(s, enemy, at):
        return (why,)
    engaged, big = enemy.marked(states.LOCKED), is_big(states.living_unit(enemy).value)
    if s.shooting == CLOSE:
        if not engaged and not is_big(s.shooter.value):
            return (Reason("in close quarters it shoots at units that it is engaged with", "11E-CQ-1"),)
        return ()  # whether it is engaged with this very unit is asked
    return (Reason(ENGAGED_TARGET, "11E-TGT-1"),) if engaged and not big else ()


def why_no_target(s: Attack, aim: DeclaredTarget) -> Reason | None:
    """Why the unit cannot select this target; None if some weapon may be able to (11E-TGT-1, 11E-CQ-1)."""
    target = aim.unit.value
    if s.shooting == CLOSE and not is_big(s.shooter.value) and not aim.together:
        return Reason("in close quarters it shoots at units that it is engaged with", "11E-CQ-1")
    if aim.engaged and not aim.together and not is_big(target):
        return Reason(f"{target.name} {ENGAGED_TARGET}", "11E-TGT-1")
    if s.overwatch and not aim.visible:
        return Reason("Overwatch wants a visible unit", "11E-SNAP-1")
    return None


# The weapon ----------------------------------------------------------------------------------------------------------


def why_not_fired_at(s: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> Reason | None:
    """Why this model cannot fire this weapon at this target; None if it can."""
    if weapon.source == EXPLOSIVES.source and (reason := why_not_thrown(s, aim)):
        return reason
    scene = None if may.is_plain(s, aim) else scene_of(s, aim)
    if reason := why_not_fired(s, model, weapon, aim) or (why_forbidden(s, aim, model, scene) if scene else None):
        return reason
    hunted = prey(weapon, model)
    if hunted and not aim.unit.value.is_a(*hunted):
        return Reason(f"Hunter: it is fired at {' or '.join(hunted)} alone", "11E-TGT-3")
    if aim.distance is not None and aim.distance > weapon.range:
        return Reason(f"out of range ({inches(weapon.range)})", "11E-TGT-2")
    if s.overwatch and aim.distance is not None and aim.distance > NUMBERS.snap_reach:
        return Reason(f'Overwatch reaches {NUMBERS.snap_reach}"', "11E-SNAP-1")
    engaged = aim.engaged or aim.together
    freely = scene and aim.together and may.may(scene, kind_of(s, model), may.FREELY)
    if engaged and not freely and has_here(s, aim, model, weapon, "Blast", sure=True):
        return Reason("Blast is never fired at an engaged unit", "11E-TGT-1")
    if reason := why_unseen(s, aim, model, weapon):
        return reason
    return why_alone(s, aim, model, weapon, scene) if scene else None


def why_unseen(s: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> Reason | None:
    """Why it would have to see the target, and does not (11E-TGT-1, 11E-HID-1, 11E-IND-1)."""
    near = NUMBERS.hidden_reach
    beyond = aim.hidden and aim.distance is not None and aim.distance > near
    if aim.visible and not beyond:
        return None
    if fires_blindly(s, aim, model, weapon):
        return None
    if aim.visible:
        return Reason(f'{aim.unit.value.name} is Hidden: not seen beyond {near}"', "11E-HID-1")
    if weapon.has("Torrent") and weapon.has("Indirect Fire"):
        return Reason("a Torrent weapon has no Indirect Fire", "11E-WPN-TORRENT-1")
    if s.shooting != INDIRECT and weapon.has("Indirect Fire"):
        return Reason("nobody of the unit sees the target, and this is no indirect shooting", "11E-IND-1")
    return Reason("nobody of the unit sees the target", "11E-TGT-1")


def fires_blindly(s: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> bool:
    """True of an Indirect Fire weapon in indirect shooting, but for Torrent (11E-IND-1, 11E-WPN-TORRENT-1)."""
    if s.shooting != INDIRECT or weapon.skill is None or has_here(s, aim, model, weapon, "Torrent", sure=True):
        return False
    return may.fires_as(scene_of(s, aim), kind_of(s, model), weapon, "Indirect Fire")


def why_not_fired(s: Attack, model: Model, weapon: Weapon, aim: DeclaredTarget | None = None) -> Reason | None:
    """Why this model cannot fire this weapon at anybody in this shooting type; None if it may (11E-SEQ-2, 11E-CQ-1)."""
    if weapon.has("Extra Attacks"):
        return Reason("Extra Attacks are made in close combat", "10E-WPN-XATK-1")
    if s.shooting in (ASSAULT, CLOSE):  # what frees it may hang on the target: without one, it is not barred for that
        aims = [aim] if aim is not None else [*s.aims, None]
        scenes = [scene_of(s, one) if one else scene_before(s) for one in aims]
        reasons = [_why_silent(scene, s, kind_of(s, model), weapon) for scene in scenes]
        return reasons[0] if all(reasons) else None
    return None


def _why_silent(scene: Situation, s: Attack, kind: int, weapon: Weapon) -> Reason | None:
    if s.shooting == ASSAULT:
        if may.may(scene, kind, *types.AFTER) or may.fires_as(scene, kind, weapon, "Assault"):
            return None
        return Reason("in assault shooting Assault weapons fire alone", "11E-SEQ-2")
    free = is_big(s.shooter.value) or may.may(scene, kind, may.FREELY)
    if free or may.fires_as(scene, kind, weapon, "Pistol"):
        return None
    return Reason("in close-quarters shooting Close-Quarters weapons fire alone", "11E-CQ-1")


# Lone Operative ------------------------------------------------------------------------------------------------------


def lone(scene: Situation) -> int | None:
    """From how far such a target is seen at all; None: however far it is (11E-LONE-1).

    In an Attached unit every model must have it, and the highest X counts; once its bearers are alone it counts again.
    """
    found, reach = held(scene, False), 0
    for kind in scene.target.kinds:
        own = [lone_reach(one) for one in found.of(kind) if one.name == "Lone Operative"]
        if not own and scene.target.unit.value.attached:
            return None
        reach = max(reach, *own, 0)
    return reach or None
