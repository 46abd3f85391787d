"""What formations and army lists say, as frozen records. What happens to them in a battle is in ``records.py``."""

from __future__ import annotations

from functools import cached_property

from shoot_cli.core.record import Record

INFANTRY, LIGHT, ARMOURED, WAR_ENGINE, AIRCRAFT = TYPES = ("INF", "LV", "AV", "WE", "AC")
TYPE_WORDS = {
    INFANTRY: "infantry",
    LIGHT: "light vehicle",
    ARMOURED: "armoured vehicle",
    WAR_ENGINE: "war engine",
    AIRCRAFT: "aircraft",
}
AP, AT, AA = VALUES = ("AP", "AT", "AA")  # what a weapon may be fired as: at infantry, armour, aircraft
SMALL_ARMS, ASSAULT_WEAPON = "Small Arms", "Assault Weapon"  # of assaults: they never shoot (RH-ELIG-2)


class Weapon(Record):
    """One weapon. A value is the number to roll or less; None where the list prints "-": it cannot be fired so."""

    name: str
    range: int  # tiles
    ap: int | None = None
    at: int | None = None
    aa: int | None = None
    bp: int = 0  # barrage points; a weapon with any has no values
    macro: tuple[str, ...] = ()  # the values of which hits are macro hits (RH-MW-2), in the order of VALUES
    assault: str = ""  # SMALL_ARMS or ASSAULT_WEAPON: it fights in assaults only; else ""

    def value(self, kind: str) -> int | None:
        """The value of AP, AT or AA."""
        return {AP: self.ap, AT: self.at, AA: self.aa}[kind]

    @cached_property  # asked of every weapon at every prompt
    def values(self) -> tuple[str, ...]:
        """What it can be fired as, in the order of VALUES; () for barrage weapons and those of assaults."""
        return () if self.assault else tuple(kind for kind in VALUES if self.value(kind) is not None)


class Model(Record):
    """One kind of unit of a formation, such as a stand of infantry or a tank."""

    name: str
    type: str  # one of TYPES
    armour: int  # to save, a die must show this or less
    integrity: int = 1  # hits it can lose before it is destroyed
    ammo: int | None = None  # how often it can shoot; None: without end
    weapons: tuple[Weapon, ...] = ()  # in the order of the list; a name stands twice if two are carried
    reinforced: bool = False  # reinforced armour: it saves against macro hits (RH-MW-2)
    invulnerable: int | None = None  # a save that macro hits do not take away (RH-MW-2)
    character: str = ""  # who is with each unit of this kind; "" nobody (RH-CHAR-1)
    speed: int | None = None  # tiles
    lost: int = 0  # integrity it has lost already
    plural: str = ""  # what several are called; "": by the rule of English

    @property
    def left(self) -> int:
        """Integrity at the beginning."""
        return self.integrity - self.lost


class Unit(Record):
    """A formation as its list has it. ``models``: its units, nearest to the enemy first."""

    name: str
    models: tuple[tuple[Model, int], ...]
    rating: int = 4  # CR, its command rating: action and rally tests show this or less
    points: int | None = None
    note: str = ""

    def pieces(self) -> tuple[Model, ...]:
        """Its units one by one."""
        return tuple(model for model, n in self.models for _ in range(n))

    def names(self) -> tuple[str, ...]:
        """A name for each of its units: "Grenadiers 1", "Grenadiers 2"; no number where there is one of the name."""
        pieces = [model.name for model in self.pieces()]
        return tuple(
            f"{name} {pieces[: place + 1].count(name)}" if pieces.count(name) > 1 else name
            for place, name in enumerate(pieces)
        )

    def weapons(self) -> tuple[Weapon, ...]:
        """Every weapon that its units carry, in the order of the list."""
        return tuple(weapon for model, _ in self.models for weapon in model.weapons)


class Army(Record):
    """One side's list. Formation names are unique in it (the loader adds numbers to those that are not)."""

    ruleset: str
    name: str
    units: tuple[Unit, ...]
    strategy: int = 1  # strategy rating
    invented: bool = False  # its units are nobody's but ours
    settings: tuple[tuple[str, str], ...] = ()  # key and value: how this group reads the rules
    only_targets: bool = False  # no army: units that attacks are measured against
