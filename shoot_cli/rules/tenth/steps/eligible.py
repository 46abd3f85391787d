"""Who may shoot, at whom, with what: 10E-ELIG-1 to 9, 10E-TGT-1 to 13, with the reason for every no."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.questions import Reason
from shoot_cli.rules.datasheets.battle import Aim, Attack, Moved
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.in_force import held, in_force
from shoot_cli.rules.datasheets.profiles import Ability, Model, Weapon
from shoot_cli.rules.datasheets.scenes import LATE, Scene
from shoot_cli.rules.datasheets.steps import may
from shoot_cli.rules.datasheets.steps.may import kind_of
from shoot_cli.rules.datasheets.steps.replies import OUT_OF_PHASE
from shoot_cli.rules.datasheets.steps.scene import FAR, inches, living, owned, scene_before, scene_of
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.edition import GRENADE, NUMBERS


def why_not_eligible(s: Attack, aim: Aim | None = None) -> Reason | None:
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
    return why_barred(scene_of(s, aim) if aim else scene_before(s), may.moved_of(s))


def why_barred(scene: Scene, moved: Moved) -> Reason | None:
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


def why_no_target(s: Attack, aim: Aim) -> Reason | None:
    """Why the unit cannot select this target; None if some weapon may be able to (10E-TGT-2, 6, 7, 10E-ELIG-4)."""
    unit, target = s.shooter.value, aim.unit.value
    if aim.engaged and not aim.together and not is_big(target):
        return Reason(f"{target.name} is locked in combat with your army", "10E-TGT-7")
    if s.engaged and not is_big(unit) and not aim.together:
        return Reason("in combat, Pistols may only be fired at a unit it is within Engagement Range of", "10E-ELIG-4")
    if s.overwatch and not aim.visible:
        return Reason("Overwatch wants a visible unit", "10E-OOP-1")
    return None


def why_closed(s: Attack, aim: Aim, model: Model, weapon: Weapon) -> Reason | None:
    """Why this model cannot fire this weapon at this target; None if it can."""
    if weapon.source == GRENADE.source and (reason := why_no_grenade(s, aim)):
        return reason
    scene = None if may.is_plain(s, aim) else scene_of(s, aim)
    if reason := why_silent(s, model, weapon, aim) or (why_forbidden(s, aim, model, scene) if scene else None):
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


def has_here(s: Attack, aim: Aim, model: Model, weapon: Weapon, name: str, sure: bool) -> bool:
    """True if the weapon or its bearer has this ability against this target.

    :param sure: what is taken of a condition that nobody has spoken of yet: True, that it does not hold
    """
    if not any(one.name == name or (one.gives and holds_one(one, name)) for one in owned(s, aim, weapon)):
        return False
    near = aim.distance is not None and 2 * aim.distance <= weapon.range
    scene = scene_of(s, aim, weapon, near, hopeful=not aim.told and not sure)
    scenes = (scene,) if aim.told or aim.distance is not None else (scene.but(far=0.0, near=True), scene.but(far=FAR))
    found = [in_force(ABILITIES, weapon, kind_of(s, model), one).all(name) for one in scenes]
    return (all if sure else any)(any(not (sure and hangs_on_attack(one)) for one in each) for each in found)


def holds_one(ability: Ability, name: str) -> bool:
    return any(inner.name == name for inner in ability.gives)


def hangs_on_attack(ability: Ability) -> bool:
    """True if only its Strength, AP or damage tells whether it counts."""
    return any(one.kind in LATE for one in ability.when)


def why_silent(s: Attack, model: Model, weapon: Weapon, aim: Aim | None = None) -> Reason | None:
    """Why this model cannot fire this weapon at anybody now; None if it may (10E-ELIG-2, 10E-ELIG-4)."""
    if weapon.has("Extra Attacks"):
        return Reason("Extra Attacks are made in close combat", "10E-WPN-XATK-1")
    if s.advanced or s.engaged:  # what frees it may hang on the target: without one, it is not barred for that
        aims = [aim] if aim is not None else [*s.aims, None]
        scenes = [scene_of(s, one) if one else scene_before(s) for one in aims]
        reasons = [_why_silent(scene, s, kind_of(s, model), weapon) for scene in scenes]
        return reasons[0] if all(reasons) else None
    return None


def _why_silent(scene: Scene, s: Attack, kind: int, weapon: Weapon) -> Reason | None:
    after = may.may(scene, kind, may.AFTER_ADVANCING, may.ELIGIBLE)
    if s.advanced and not s.overwatch and not after and not may.fires_as(scene, kind, weapon, "Assault"):
        return Reason("the unit Advanced, and it is no Assault weapon", "10E-ELIG-2")
    free = is_big(s.shooter.value) or may.may(scene, kind, may.FREELY)
    if s.engaged and not free and not may.fires_as(scene, kind, weapon, "Pistol"):
        return Reason("in combat the unit fires Pistols alone", "10E-ELIG-4")
    return None


def why_forbidden(s: Attack, aim: Aim, model: Model, scene: Scene) -> Reason | None:
    """Why a model may not shoot at the target, whatever it fires (10E-EFF-48, 10E-EFF-54)."""
    kind = kind_of(s, model)
    if s.overwatch and (never := may.of_target(scene, "No Overwatch")):
        return Reason(f"{aim.unit.value.name}: {never.text}", "10E-EFF-54")
    target, shooter = scene.target.unit.value, scene.shooter.unit.value
    for one in held(scene, True).of(kind):
        if not aim.told and may.hangs_on_marks(one):  # nobody has spoken yet of whether it is marked
            continue
        is_it = one.name in ("May target only", "May not target") and may.is_one(target, one.keyword, scene, True)
        if (one.name == "May target only" and not is_it) or (one.name == "May not target" and is_it):
            return Reason(one.text, "10E-EFF-48")
    if never := may.of_target(
        scene, "May not be targeted by", lambda one: may.is_one(shooter, one.keyword, scene, False)
    ):
        return Reason(f"{target.name}: {never.text}", "10E-EFF-48")
    return None


def why_alone(s: Attack, aim: Aim, model: Model, weapon: Weapon, scene: Scene) -> Reason | None:
    """Lone Operative, and whoever may be targeted from near alone (10E-TGT-6, 10E-EFF-55)."""
    target = aim.unit.value
    reaches = []
    if may.lone(scene) and not has_here(s, aim, model, weapon, "Ignores Lone Operative", sure=False):
        reaches.append((NUMBERS.lone_operative, f"{target.name} is a Lone Operative", "10E-TGT-6"))
    if near := may.nearest_of_target(scene):
        reaches.append((near.number, f"{target.name}: {near.text}", "10E-EFF-55"))
    return _too_far(aim, weapon, *min(reaches)) if reaches else None


def _too_far(aim: Aim, weapon: Weapon, reach: int, who: str, rule: str) -> Reason | None:
    if aim.distance is not None and aim.distance > reach:
        return Reason(f'{who}: {inches(aim.distance)} is more than {reach}"', rule)
    if aim.distance is None and 2 * reach <= weapon.range:  # beyond half its range is too far
        return Reason(f'{who}: say a distance of {reach}" or less', rule)
    return None


def why_no_grenade(s: Attack, aim: Aim) -> Reason | None:
    """10E-OOP-3."""
    for state, words in ((s.advanced, "Advanced"), (s.fell_back, "Fell Back")):
        if state:
            return Reason(f"no grenades: the unit {words} this turn", "10E-OOP-3")
    if s.engaged or aim.engaged or aim.together:
        return Reason("no grenades where somebody is locked in combat", "10E-OOP-3")
    if not aim.visible:
        return Reason("the target must be visible", "10E-OOP-3")
    return None


def reasons_for_nothing(s: Attack, aim: Aim) -> Iterable[tuple[str, Reason]]:
    """Of every weapon why nobody can fire it."""
    seen: set[str] = set()
    for _, model in living(s):
        for weapon in model.weapons:
            reason = why_closed(s, aim, model, weapon)
            if reason and weapon.name not in seen:
                seen.add(weapon.name)
                yield weapon.name, reason
