"""Attack pools, and the facts that are frozen when a target is selected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from shoot_cli.engine.pools import Pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets import tokens, weapons
from shoot_cli.rules.datasheets.conditions import Situation, SituationSide
from shoot_cli.rules.datasheets.effects import ActiveEffects, all_have, at_model, toughness_at, untouched
from shoot_cli.rules.datasheets.profiles import Ability, Model, Weapon
from shoot_cli.rules.datasheets.records import Firing as SharedFiring
from shoot_cli.rules.datasheets.records import Group
from shoot_cli.rules.datasheets.tokens import Defence, Gun, Modifier, SingleDieRight, WeaponDeclaration
from shoot_cli.rules.datasheets.weapons import BIG, armed, facts_of, force_of, of_each_strength, reported_modifiers
from shoot_cli.rules.datasheets.weapons import throughout as throughout
from shoot_cli.rules.eleventh.edition import ABILITIES, CLOSE, INDIRECT, NORMAL, NOT_OF_TORRENT, NUMBERS, SNAP

OF_PSYCHIC = Ability("Ignore BS and hit modifiers", text="Psychic")  # an additional effect of Psychic (11E-PSY-1)


class Snapshot(weapons.Snapshot):
    """The facts about one firing model when its target was selected, and who stands when its pool begins."""

    shooting: str = NORMAL  # the shooting type (11E-SEQ-1)
    own_phase: bool = True  # it is the shooter's own Shooting phase
    within_3: bool = False  # it moved, but no model over 3" (11E-HEAVY-1)
    spotted: bool = False  # a friendly unit sees the target (11E-IND-1)
    cover: bool = False  # terrain gives the target cover against this model (11E-COV-4)
    smoke: bool = False  # Smokescreen gives the target cover (11E-COV-5)
    plunging: bool = False  # the model fires down (11E-PLUNGE-1)
    engaged: bool = False  # the shooting unit is engaged
    engages_shooter: bool = False  # the shooting unit is engaged with the target
    target_engaged: bool = False  # the target is engaged with the shooter's army
    free_in_combat: bool = False  # no penalty for engagement of the shooter or the target (10E-EFF-61)
    free_unseen: bool = False  # no penalty in indirect shooting (10E-EFF-70)
    living: tuple[tuple[int, int], ...] = ()  # the living models of the target; (): as when it was selected
    strength_each: bool = False  # settings
    snap_torrent: str = "hits"
    dev_damage: str = "apply"
    saves_both: bool = False

    @property
    def now(self) -> Situation:
        if not self.living:
            return self.situation
        target = self.situation.target
        return self.situation.but(target=SituationSide(target.unit, self.living, target.given))


def gun_of(weapon: Weapon, model: Model, shot: Snapshot) -> Gun:
    """Return the gun of this weapon of this model, with the Toughness of the living models. When the pool begins,
    ``gun_of(weapon, model, shot.but(living=...))`` forms the gun again.
    """
    if shot.living and toughness_at(ABILITIES, shot.now) == toughness_at(ABILITIES, shot.situation):
        shot = shot.but(living=())  # nothing has changed, so the cached gun is used
    return formed(weapon, model, shot)


@lru_cache(2048)
def formed(weapon: Weapon, model: Model, shot: Snapshot) -> Gun:
    return of_each_strength(weapon, shot.strength_each, lambda one: _formed(one, model, shot))


def _formed(weapon: Weapon, model: Model, shot: Snapshot) -> Gun:
    has = settled(force_of(ABILITIES, weapon, shot))
    if shot.shooting == SNAP:
        shot = shot.but(overwatch=True)
        if shot.snap_torrent == "sixes" and "Torrent" in has:  # it rolls to hit, and only 6s hit
            weapon, has = weapon.but(skill=NUMBERS.overwatch_hits), without(has, ("Torrent",))
    indirect = shot.shooting == INDIRECT and "Indirect Fire" in has
    misses = misses_of(shot) if indirect and not shot.free_unseen else (1, "", "")
    to_hit, to_skill = tuple(hit_changes(model, has, shot)), tuple(skill_changes(weapon, has, shot, indirect))
    gun = armed(weapon, has, shot, to_hit, to_skill, misses)
    if gun.skill is not None:
        because = (*gun.skill_changes, *ignored_by_psychic(has, (*to_hit, *to_skill, *has.changes("BS"))))
        stands = shot.shooting == SNAP or (indirect and not shot.free_unseen)
        gun = throughout(gun, lambda one: one.but(skill_changes=because))
        if stands:
            gun = throughout(gun, lambda one: one.but(hits_stand=True, hits_again="", hits_again_rule=""))
    if shot.saves_both:
        gun = throughout(gun, lambda one: one.but(saves_both=True))
    if gun.devastating and shot.dev_damage == "ignore":
        gun = gun.but(critical=Hashed(unhindered((gun.critical.value if gun.critical else gun).but(is_critical=True))))
    return gun


# Effects on the weapon ----------------------------------------------------------------------------------------------


def settled(has: ActiveEffects) -> ActiveEffects:
    """Return the effects without what Torrent removes (11E-WPN-TORRENT-1), and with what Psychic adds (11E-PSY-1)."""
    if "Torrent" in has:
        has = without(has, NOT_OF_TORRENT)
    return ActiveEffects(has.known, (*has.found, OF_PSYCHIC)) if "Psychic" in has else has


def without(has: ActiveEffects, names: tuple[str, ...]) -> ActiveEffects:
    if not any(name in has for name in names):
        return has
    return ActiveEffects(has.known, (ability for ability in has.found if ability.name not in names))


# To hit --------------------------------------------------------------------------------------------------------------


def misses_of(shot: Snapshot) -> tuple[int, str, str]:
    """Return the misses of Indirect Fire: unmodified 1-5, or 1-3 if stationary and spotted (11E-IND-1)."""
    seen = shot.stationary and shot.spotted
    up_to = NUMBERS.indirect_spotted if seen else NUMBERS.indirect_misses
    words = ", stationary and spotted" if seen else ""
    return up_to, f"Indirect Fire{words}: unmodified 1-{up_to} miss", "11E-IND-1"


def skill_changes(weapon: Weapon, has: ActiveEffects, shot: Snapshot, indirect: bool) -> Iterator[Modifier]:
    """Yield the changes of BS by cover and plunging fire, which are no modifiers of the roll (11E-COV-2)."""
    if because := why_covered(weapon, has, shot, indirect):
        if "Ignores Cover" in has:
            yield Modifier(0, Reason("the weapon ignores cover", "11E-COV-5"))
        else:
            yield Modifier(NUMBERS.cover, because)
    if shot.plunging:
        yield Modifier(NUMBERS.plunging, Reason("plunging fire: BS better by 1", "11E-PLUNGE-1", "+1"))


def why_covered(weapon: Weapon, has: ActiveEffects, shot: Snapshot, indirect: bool) -> Reason | None:
    """Return why the target has cover against this model; several sources count once (11E-COV-5)."""
    situation, source = shot.situation, ("", "")
    if shot.cover:
        source = ("cover", "11E-COV-1")
    elif shot.smoke:
        source = ("cover from Smokescreen", "11E-COV-5")
    elif all_have(situation, False, lambda ability: ability.name == "Stealth"):
        source = ("cover from Stealth", "11E-COV-5")
    elif indirect:
        source = ("cover from Indirect Fire", "11E-IND-1")
    forces: list[ActiveEffects] = []
    if not untouched(has.known, situation):
        facts = facts_of(has, weapon, shot)
        forces = [at_model(has.known, kind, situation).judged_by(facts) for kind in situation.target.kinds]
    if not source[0] and forces and all("Has cover" in force for force in forces):
        source = (f"cover: {forces[0].all('Has cover')[0].text}", "10E-EFF-45")
    if not source[0] or any("No cover" in force for force in forces):
        return None
    return Reason(f"{source[0]}: BS worse by 1", source[1], str(NUMBERS.cover))


def ignored_by_psychic(has: ActiveEffects, changes: Iterable[Modifier]) -> Iterator[Modifier]:
    """Yield why bad changes of BS or of the hit roll do not count, if there are any."""
    if OF_PSYCHIC in has.found and any(change.value < 0 for change in changes):
        yield Modifier(0, Reason("Psychic: what makes BS or the hit roll worse is ignored", "11E-PSY-1"))


def hit_changes(model: Model, has: ActiveEffects, shot: Snapshot) -> Iterable[Modifier]:
    """Yield all modifiers of the hit roll; they are summed, then capped (10E-HIT-4)."""
    if "Heavy" in has and (still := why_steady(shot)):
        yield Modifier(NUMBERS.heavy, Reason(f"Heavy, {still}", "11E-HEAVY-1"))
    yield from has.changes("to hit")
    if not ("Pistol" in has and shot.engages_shooter) and not shot.free_in_combat:
        if shot.shooting == CLOSE and shot.situation.shooter.unit.value.is_a(*BIG):
            yield Modifier(NUMBERS.big_guns, Reason("the shooter is engaged", "11E-CQ-1"))
        if (shot.target_engaged or shot.engages_shooter) and shot.target.is_a(*BIG):
            yield Modifier(NUMBERS.big_guns, Reason("the target is engaged", "11E-TGT-1"))
    if (bracket := model.get("Damaged")) and 0 < shot.wounded <= bracket.number:
        yield Modifier(NUMBERS.damaged, Reason(f"Damaged: {shot.wounded} wounds left", "11E-DMGD-1"))
    yield from reported_modifiers(NUMBERS, shot.hit_modifier, "hit", "FX-HIT-1")


def why_steady(shot: Snapshot) -> str:
    """Return how the unit stood still enough for Heavy (own Shooting phase, unengaged); "" if not (11E-HEAVY-1)."""
    if shot.engaged or not shot.own_phase or shot.shooting in (SNAP, CLOSE):
        return ""
    return "Remained Stationary" if shot.stationary else 'moved 3" at most' if shot.within_3 else ""


# Devastating Wounds --------------------------------------------------------------------------------------------------


def unhindered(gun: Gun) -> Gun:
    """Return the gun without reductions of its damage (setting dev_damage_modifiers)."""

    def whole(defence: Defence) -> Defence:
        additions = tuple(change for change in defence.damage if change.value > 0)
        return defence.but(damage=additions, halvings=0, becomes=0, most=0)

    return gun.but(defences=tuple(map(whole, gun.defences)), guarded_defences=tuple(map(whole, gun.guarded_defences)))


# Tokens and stages that only 11th edition has

CHANGED, UNCHANGED = "changed", "unchanged"  # piles of one pool (11E-POOL-2)

# Pools of attacks ----------------------------------------------------------------------------------------------------


class Saved(Record):
    """The need of a save for some kinds of models that may be met."""

    names: tuple[str, ...]
    need: Need
    again: tuple[int, ...] = ()  # faces that are re-rolled
    stands: bool = False  # it cannot be re-rolled


class PoolGun(Gun):
    """A gun with all that decides one pool's dice. ``saves`` are of the models it may meet, first group first."""

    saves: tuple[Saved, ...] = ()
    save_spare: tuple[SingleDieRight, ...] = ()  # changes of one die of its saves


class PoolWeapons(Record):
    """``n`` equal weapons of a pool. ``near`` is True if they are within half range."""

    order: WeaponDeclaration
    weapon: Hashed[Weapon]
    shot: Hashed[Snapshot]  # the facts when their target was selected
    near: bool
    n: int


class AttackPool(Group):
    """Identical attacks at one target by weapons of any name (11E-ATK-1)."""

    parts: tuple[PoolWeapons, ...] = ()
    names: tuple[str, ...] = ()


# Tokens in the pool --------------------------------------------------------------------------------------------------


class GatheredDice(tokens.Volley):
    """A weapon whose dice join the pool's dice."""

    into: Hashed[Gun] | None = None


class ChangedWound(tokens.Wound):
    """A wound by an attack that its wound roll has changed (11E-POOL-2)."""


class Die(Record):
    """A thrown save die. ``face`` is the lowest face with the same result for every model."""

    gun: Hashed[Gun]
    face: int


class HazardRoll(tokens.Test):
    """A hazard roll. ``each`` are the mortal wounds on the unit if it fails (11E-HAZ-1)."""

    each: int = 1


# Stages of an attack -------------------------------------------------------------------------------------------------


class Firing(SharedFiring):
    """A pool at one target. ``late`` has its packets, ``added`` its additional mortal wounds, ``pile`` the attacks to
    save later. ``volleys`` are weapons that wait, and ``held`` are the results of earlier weapons.
    """

    added: Pool = ()
    pile: Pool = ()
    now: str = ""  # the pile that is saved now: "changed" or "unchanged"; "": there is one pile
    last: str = ""  # the pile that comes last
    apart: bool = False  # the last pile waits; the odds only separate it if something can change in between
    volleys: Pool = ()
    held: Pool = ()
