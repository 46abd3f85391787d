"""Whether a weapon may be fired at a target: what all editions ask alike (TGT-1 to 13, EFF-48, EFF-54, EFF-55)."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.questions import Reason
from shoot_cli.rules.datasheets.battle import Attack, DeclaredTarget
from shoot_cli.rules.datasheets.forms import LATE
from shoot_cli.rules.datasheets.in_force import held, in_force
from shoot_cli.rules.datasheets.profiles import Ability, Model, Weapon
from shoot_cli.rules.datasheets.scenes import Situation
from shoot_cli.rules.datasheets.steps import may
from shoot_cli.rules.datasheets.steps.may import kind_of
from shoot_cli.rules.datasheets.steps.scene import FAR, inches, living, owned, scene_of


def has_here(s: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon, name: str, sure: bool) -> bool:
    """True if the weapon or its bearer has this ability against this target.

    :param sure: what is taken of a condition that nobody has spoken of yet: True, that it does not hold
    """
    if not any(one.name == name or (one.gives and holds_one(one, name)) for one in owned(s, aim, weapon)):
        return False
    near = aim.distance is not None and 2 * aim.distance <= weapon.range
    scene = scene_of(s, aim, weapon, near, hopeful=not aim.told and not sure)
    scene = scene.but(unsaid=sure) if sure and not aim.told else scene
    scenes = (scene,) if aim.told or aim.distance is not None else (scene.but(far=0.0, near=True), scene.but(far=FAR))
    found = [in_force(s.game.known, weapon, kind_of(s, model), one).all(name) for one in scenes]
    return (all if sure else any)(any(not (sure and hangs_on_attack(one)) for one in each) for each in found)


def holds_one(ability: Ability, name: str) -> bool:
    return any(inner.name == name for inner in ability.gives)


def hangs_on_attack(ability: Ability) -> bool:
    """True if only its Strength, AP or damage tells whether it counts."""
    return any(one.kind in LATE for one in ability.when)


def why_forbidden(s: Attack, aim: DeclaredTarget, model: Model, scene: Situation) -> Reason | None:
    """Why a model may not shoot at the target, whatever it fires (EFF-48, EFF-54)."""
    kind, game = kind_of(s, model), s.game
    if s.overwatch and (never := may.of_target(scene, "No Overwatch")):
        return game.reason(f"{aim.unit.value.name}: {never.text}", "EFF-54")
    target, shooter = scene.target.unit.value, scene.shooter.unit.value
    for one in held(scene, True).of(kind):
        if not aim.told and may.hangs_on_marks(one):  # nobody has spoken yet of whether it is marked
            continue
        is_it = one.name in ("May target only", "May not target") and may.is_one(target, one.keyword, scene, True)
        if (one.name == "May target only" and not is_it) or (one.name == "May not target" and is_it):
            return game.reason(one.text, "EFF-48")
    if never := may.of_target(
        scene, "May not be targeted by", lambda one: may.is_one(shooter, one.keyword, scene, False)
    ):
        return game.reason(f"{target.name}: {never.text}", "EFF-48")
    return None


def why_alone(s: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon, scene: Situation) -> Reason | None:
    """Lone Operative, and whoever may be targeted from near alone (TGT-6, EFF-55)."""
    target = aim.unit.value
    reaches = []
    lone = s.game.lone(scene)
    if lone and not has_here(s, aim, model, weapon, "Ignores Lone Operative", sure=False):
        reaches.append((lone, f"{target.name} is a Lone Operative", "TGT-6"))
    if near := may.nearest_of_target(scene):
        reaches.append((near.number, f"{target.name}: {near.text}", "EFF-55"))
    return too_far(s, aim, weapon, *min(reaches)) if reaches else None


def too_far(s: Attack, aim: DeclaredTarget, weapon: Weapon, reach: int, who: str, rule: str) -> Reason | None:
    """Why the target is beyond the ``reach`` from which it may be shot at, in inches; None if it is not."""
    if aim.distance is not None and aim.distance > reach:
        return s.game.reason(f'{who}: {inches(aim.distance)} is more than {reach}"', rule)
    if aim.distance is None and 2 * reach <= weapon.range:  # beyond half its range is too far
        return s.game.reason(f'{who}: say a distance of {reach}" or less', rule)
    return None


def why_not_thrown(s: Attack, aim: DeclaredTarget) -> Reason | None:
    """Why what a stratagem throws cannot be thrown at this target; None if it can (OOP-3)."""
    what = f"no {s.game.thrown.several}"
    for state, words in ((s.advanced, "Advanced"), (s.fell_back, "Fell Back")):
        if state:
            return s.game.reason(f"{what}: the unit {words} this turn", "OOP-3")
    if s.engaged or aim.engaged or aim.together:
        return s.game.reason(f"{what} where somebody is locked in combat", "OOP-3")
    if not aim.visible:
        return s.game.reason("the target must be visible", "OOP-3")
    return None


def reasons_for_nothing(s: Attack, aim: DeclaredTarget) -> Iterable[tuple[str, Reason]]:
    """Of every weapon why nobody can fire it."""
    seen: set[str] = set()
    for _, model in living(s):
        for weapon in model.weapons:
            reason = s.game.why_closed(s, aim, model, weapon)
            if reason and weapon.name not in seen:
                seen.add(weapon.name)
                yield weapon.name, reason
