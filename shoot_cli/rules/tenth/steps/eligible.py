"""Who may shoot, at whom, with what: 10E-ELIG-1 to 9, 10E-TGT-1 to 13, with the reason for every no."""

from __future__ import annotations

from shoot_cli.core.questions import Reason
from shoot_cli.rules.datasheets.battle import Attack, DeclaredTarget, UnitMovement
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.profiles import Model, Weapon
from shoot_cli.rules.datasheets.scenes import Situation
from shoot_cli.rules.datasheets.steps import may
from shoot_cli.rules.datasheets.steps.may import kind_of
from shoot_cli.rules.datasheets.steps.replies import OUT_OF_PHASE
from shoot_cli.rules.datasheets.steps.scene import inches, scene_before, scene_of
from shoot_cli.rules.datasheets.steps.targeting import has_here, why_alone, why_forbidden, why_not_thrown
from shoot_cli.rules.tenth.edition import GRENADE, NUMBERS


def why_not_eligible(s: Attack, aim: DeclaredTarget | None = None) -> Reason | None:
    """Why the unit may not shoot at all; None if it may (10E-ELIG-1 to 5, 10E-OOP-1, 2)."""
    if s.overwatch or s.doing in OUT_OF_PHASE:
        if s.overwatch and s.shooter.value.is_a("TITANIC"):
            return Reason("TITANIC units cannot fire Overwatch", "10E-OOP-1")
        if s.engaged:
            return Reason("locked in combat: Big Guns Never Tire and Pistols in combat work in your own Shooting phase "
                          "alone", "10E-OOP-2")  # fmt: skip
        return None
    if not (s.acting or s.fell_back or s.advanced or s.engaged):
        return None
    return why_not_selected(scene_of(s, aim) if aim else scene_before(s), may.moved_of(s))


def why_not_selected(scene: Situation, moved: UnitMovement) -> Reason | None:
    """Why such a unit may not shoot in its own phase; None if it may (10E-ELIG-1 to 5, 10E-EFF-49)."""
    unit, kinds = scene.shooter.unit.value, scene.shooter.kinds
    armed = [(kind, weapon) for kind in kinds for weapon in unit.models[kind][0].weapons]
    if moved.acting and not may.all_may(scene, may.ELIGIBLE):
        return Reason("it performs an action", "10E-EFF-49")
    if moved.fell_back and not may.all_may(scene, may.AFTER_FALLING_BACK, may.ELIGIBLE):
        return Reason("it Fell Back this turn", "10E-ELIG-1")
    after = may.all_may(scene, may.AFTER_ADVANCING, may.ELIGIBLE) if moved.advanced else True
    if not after and not any(may.fires_as(scene, kind, weapon, "Assault") for kind, weapon in armed):
        return Reason("it Advanced this turn and has no Assault weapon", "10E-ELIG-1")
    free = not moved.engaged or is_big(unit) or any(may.may(scene, kind, may.FREELY) for kind in kinds)
    if not free and not any(may.fires_as(scene, kind, weapon, "Pistol") for kind, weapon in armed):
        return Reason("it is locked in combat, has no Pistols and is no MONSTER or VEHICLE", "10E-ELIG-3")
    return None


def why_no_target(s: Attack, aim: DeclaredTarget) -> Reason | None:
    """Why the unit cannot select this target; None if some weapon may be able to (10E-TGT-2, 6, 7, 10E-ELIG-4)."""
    unit, target = s.shooter.value, aim.unit.value
    if aim.engaged and not aim.together and not is_big(target):
        return Reason(f"{target.name} is locked in combat with your army", "10E-TGT-7")
    if s.engaged and not is_big(unit) and not aim.together:
        return Reason("in combat, Pistols may only be fired at a unit it is within Engagement Range of", "10E-ELIG-4")
    if s.overwatch and not aim.visible:
        return Reason("Overwatch wants a visible unit", "10E-OOP-1")
    return None


def why_not_fired_at(s: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> Reason | None:
    """Why this model cannot fire this weapon at this target; None if it can."""
    if weapon.source == GRENADE.source and (reason := why_not_thrown(s, aim)):
        return reason
    scene = None if may.is_plain(s, aim) else scene_of(s, aim)
    if reason := why_not_fired(s, model, weapon, aim) or (why_forbidden(s, aim, model, scene) if scene else None):
        return reason
    if aim.distance is not None and aim.distance > weapon.range:
        return Reason(f"out of range ({inches(weapon.range)})", "10E-TGT-2")
    if s.overwatch and aim.distance is not None and aim.distance > NUMBERS.overwatch_reach:
        return Reason(f'Overwatch reaches {NUMBERS.overwatch_reach}"', "10E-OOP-1")
    locked = aim.engaged or aim.together
    freely = scene and aim.together and may.may(scene, kind_of(s, model), may.FREELY)
    if locked and not freely and has_here(s, aim, model, weapon, "Blast", sure=True):
        return Reason("Blast is never fired at a unit locked in combat with your army", "10E-WPN-BLAST-3")
    if not aim.visible:
        if not may.fires_as(scene_of(s, aim), kind_of(s, model), weapon, "Indirect Fire"):
            return Reason("nobody of the unit sees the target", "10E-TGT-2")
        if weapon.skill is None or has_here(s, aim, model, weapon, "Torrent", sure=True):
            return Reason("Torrent weapons cannot be fired at what nobody sees", "10E-WPN-TORRENT-3")
    return why_alone(s, aim, model, weapon, scene) if scene else None


def why_not_fired(s: Attack, model: Model, weapon: Weapon, aim: DeclaredTarget | None = None) -> Reason | None:
    """Why this model cannot fire this weapon at anybody now; None if it may (10E-ELIG-2, 10E-ELIG-4)."""
    if weapon.has("Extra Attacks"):
        return Reason("Extra Attacks are made in close combat", "10E-WPN-XATK-1")
    if s.advanced or s.engaged:  # what frees it may hang on the target: without one, it is not barred for that
        aims = [aim] if aim is not None else [*s.aims, None]
        scenes = [scene_of(s, one) if one else scene_before(s) for one in aims]
        reasons = [_why_silent(scene, s, kind_of(s, model), weapon) for scene in scenes]
        return reasons[0] if all(reasons) else None
    return None


def _why_silent(scene: Situation, s: Attack, kind: int, weapon: Weapon) -> Reason | None:
    after = may.may(scene, kind, may.AFTER_ADVANCING, may.ELIGIBLE)
    if s.advanced and not s.overwatch and not after and not may.fires_as(scene, kind, weapon, "Assault"):
        return Reason("the unit Advanced, and it is no Assault weapon", "10E-ELIG-2")
    free = is_big(s.shooter.value) or may.may(scene, kind, may.FREELY)
    if s.engaged and not free and not may.fires_as(scene, kind, weapon, "Pistol"):
        return Reason("in combat the unit fires Pistols alone", "10E-ELIG-4")
    return None
