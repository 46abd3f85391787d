"""What the steps of 11th edition hand on to each other, besides what all datasheet games have."""

from __future__ import annotations

from shoot_cli.core.pools import Pool
from shoot_cli.core.questions import Need
from shoot_cli.core.record import Hashed, Record
from shoot_cli.rules.datasheets import battle, records
from shoot_cli.rules.datasheets.battle import Firing as SharedFiring
from shoot_cli.rules.datasheets.profiles import Weapon
from shoot_cli.rules.datasheets.records import Gun, SingleDieRight, WeaponDeclaration
from shoot_cli.rules.eleventh.guns import Snapshot

CHANGED, UNCHANGED = "changed", "unchanged"  # piles of one pool (11E-POOL-2)

# Pools of attacks ----------------------------------------------------------------------------------------------------


class Saved(Record):
    """What a die needs to save some kinds of model that may be met, whoever they are."""

    names: tuple[str, ...]
    need: Need
    again: tuple[int, ...] = ()  # faces that are rolled again
    stands: bool = False  # nothing rolls it again


class PoolGun(Gun):
    """All that decides the dice of one pool. ``saves``: of the models it may meet, those of the first group first."""

    saves: tuple[Saved, ...] = ()
    save_spare: tuple[SingleDieRight, ...] = ()  # what may be done to one die of its saves


class PoolWeapons(Record):
    """So many weapons of a pool that are alike to the last. ``near``: within half range."""

    order: WeaponDeclaration
    weapon: Hashed[Weapon]
    shot: Hashed[Snapshot]  # what was true when they were aimed
    near: bool
    n: int


class AttackPool(battle.Group):
    """Identical attacks at one target, whatever their weapons are called (11E-ATK-1)."""

    parts: tuple[PoolWeapons, ...] = ()
    names: tuple[str, ...] = ()


# Tokens in the pool --------------------------------------------------------------------------------------------------


class GatheredDice(records.Volley):
    """A weapon whose dice join those of the pool."""

    into: Hashed[Gun] | None = None


class ChangedWound(records.Wound):
    """A wound of an attack that its own wound roll has changed (11E-POOL-2)."""


class Die(Record):
    """One save die that lies there to be resolved. ``face``: the lowest that comes to the same for every model."""

    gun: Hashed[Gun]
    face: int


class HazardRoll(records.Test):
    """One hazard roll. ``each``: mortal wounds on the unit if it fails (11E-HAZ-1)."""

    each: int = 1


# Stages of an attack -------------------------------------------------------------------------------------------------


class Firing(SharedFiring):
    """One pool at one target.

    ``late`` has its packets, ``added`` the mortal wounds in addition, ``pile`` the attacks that are saved for later;
    ``volleys`` weapons that wait for their turn, ``held`` what those before them came to.
    """

    added: Pool = ()
    pile: Pool = ()
    now: str = ""  # which of two piles is saved, "changed" or "unchanged"; "": there is one
    last: str = ""  # which comes last
    apart: bool = False  # and waits until then; in the odds only where something can change in between
    volleys: Pool = ()
    held: Pool = ()
