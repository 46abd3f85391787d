"""The facts of 10th edition that are frozen when a target is selected (10E-TGT-11). Short: the rest is shared."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from shoot_cli.engine.reasons import Reason
from shoot_cli.rules.datasheets import weapons
from shoot_cli.rules.datasheets.effects import ActiveEffects
from shoot_cli.rules.datasheets.profiles import Model, Weapon
from shoot_cli.rules.datasheets.tokens import Gun, Modifier
from shoot_cli.rules.datasheets.weapons import armed, force_of, of_each_strength, reported_modifiers, throughout
from shoot_cli.rules.tenth.edition import ABILITIES, NUMBERS


class Snapshot(weapons.Snapshot):
    """The facts about one firing model when its target was selected."""

    unseen: bool = False  # no model of the shooting unit sees the target
    engaged_big: bool = False  # the shooter is a MONSTER or VEHICLE locked in combat (10E-ELIG-5)
    target_engaged_big: bool = False  # the target is one in combat (10E-TGT-7)
    stealth: str = "none"  # the source, such as " from Smokescreen"; "none": no Stealth
    indirect: str = "current"  # settings
    save_net: bool = True
    precise_lethal: bool = True
    strength_each: bool = False
    free_in_combat: bool = False  # no penalty for combat of the shooter or the target (10E-EFF-61)
    free_unseen: bool = False  # no penalty for Indirect Fire at an unseen target (10E-EFF-70)


@lru_cache(2048)
def gun_of(weapon: Weapon, model: Model, shot: Snapshot) -> Gun:
    """Return the gun of this weapon of this model. Its index among the groups is set later."""
    return of_each_strength(weapon, shot.strength_each, lambda one: _gun_of(one, model, shot))


def _gun_of(weapon: Weapon, model: Model, shot: Snapshot) -> Gun:
    has = force_of(ABILITIES, weapon, shot)
    unseen = shot.unseen and "Indirect Fire" in has
    misses = (1, "", "")
    if unseen and shot.indirect == "current" and not shot.free_unseen:
        up_to = NUMBERS.indirect_misses
        misses = (up_to, f"Indirect Fire at what nobody sees: unmodified 1-{up_to} miss", "10E-WPN-INDIRECT-2")
    gun = armed(weapon, has, shot, hit_changes(model, has, shot), misses=misses)
    settings = {"gives_cover": unseen, "precise_lethal": shot.precise_lethal, "save_net": shot.save_net}
    return throughout(gun, lambda one: one.but(**settings))


def hit_changes(model: Model, has: ActiveEffects, shot: Snapshot) -> Iterable[Modifier]:
    """Yield all modifiers of the hit roll; they are summed, then capped (10E-HIT-4)."""
    if "Heavy" in has and shot.stationary:
        yield Modifier(NUMBERS.heavy, Reason("Heavy, Remained Stationary", "10E-WPN-HEAVY-1"))
    yield from has.changes("to hit")
    if shot.stealth != "none":
        yield Modifier(NUMBERS.stealth, Reason(f"Stealth{shot.stealth}", "10E-DEF-STEALTH-1"))
    if shot.unseen and "Indirect Fire" in has and not shot.free_unseen:
        yield Modifier(NUMBERS.indirect, Reason("Indirect Fire at what nobody sees", "10E-WPN-INDIRECT-2"))
    if "Pistol" not in has and not shot.free_in_combat:
        if shot.engaged_big:
            yield Modifier(NUMBERS.big_guns, Reason("the shooter is locked in combat", "10E-ELIG-5"))
        if shot.target_engaged_big:
            yield Modifier(NUMBERS.big_guns, Reason("the target is locked in combat", "10E-TGT-7"))
    if (bracket := model.get("Damaged")) and 0 < shot.wounded <= bracket.number:
        yield Modifier(NUMBERS.damaged, Reason(f"Damaged: {shot.wounded} wounds left", "10E-DMG-5"))
    yield from reported_modifiers(NUMBERS, shot.hit_modifier, "hit", "FX-HIT-1")
