"""Wargear of the package that is no weapon: what the ability of its name says, as a roster has it.

The package has gear by its name alone. What it does stands in an ability that is called so: of this unit, else of
others of its faction, if all of these say the same. A statline or a weapon that it gives is taken; the rest is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from shoot_cli.imports.data.names import key
from shoot_cli.imports.roster import Profile, Selection
from shoot_cli.imports.words import cleaned
from shoot_cli.rules.datasheets.published import abilities

Raw = Mapping[str, Any]
Arms = Mapping[str, str]  # gear that is a weapon, and the id of the weapon where the package does not say it
ABILITY = "Abilities"  # what tables of them are called
RANGED = "Ranged weapon"  # what it was chosen from
GEAR_STATS = {"W": "Wounds", "T": "Toughness", "Sv": "Save"}
ITS_BEARER = ("self", "bearer")


class Things(Protocol):
    """What gear is looked up in. ``named``: abilities by the keys of their names; ``arms``: which weapons gear is."""

    named: dict[str, list[Raw]]
    arms: Arms

    def thing(self, own: str, unit: Raw, number: int = 1) -> Selection | None:
        """What has this id; None if nothing has."""


def gear(raw: Raw, library: Things, unit: Raw, number: int) -> Selection:
    """So many of it, with the weapons that it gives standing in it. Without profiles if these are not in the data."""
    name = cleaned(str(raw.get("name", "")))
    known = of_name(name, library, unit)
    if known is None:
        return Selection(name, number=number, profiles=(about(name, abilities.OF_ATTACKS),))
    name = cleaned(str(known.get("name") or name))
    found = list(abilities.effects(known.get("effect")))
    weapons, guessed = list[Selection](), list[str]()
    for effect in filter(is_weapon, found):
        own = named_weapon(effect)
        given = library.thing(own or library.arms.get(key(name), ""), unit)
        if given is None:  # whoever reads it misses its values, and leaves it out
            return Selection(name, number=number, group=RANGED)
        weapons.append(given)
        if not own:
            guessed.append(f"the data does not say which weapon {name} has: taken to be {given.name}")
    more = [effect for effect in found if not is_weapon(effect)]
    profiles = (about(name, said_of(known, more)),) if more or not weapons else ()
    return Selection(
        name, number=number, profiles=profiles, selections=tuple(weapons), guessed=tuple(guessed),
    )  # fmt: skip


def about(name: str, text: str) -> Profile:
    return Profile(name, ABILITY, (("Description", text),))


def of_name(name: str, library: Things, unit: Raw) -> Raw | None:
    """The ability of this name that is the unit's, else that of its faction; None if several say different things."""
    same = [one for one in library.named.get(key(name), ()) if one.get("ability_type") == "unit"]
    own = [one for one in same if unit.get("id") in (one.get("unit_ids") or ())]
    ours = own or [one for one in same if one.get("faction_id") == unit.get("faction_id")]
    return ours[0] if ours and all(one.get("effect") == ours[0].get("effect") for one in ours) else None


def is_weapon(effect: Raw) -> bool:
    """True if it gives a weapon, whichever it is."""
    more = effect.get("modifier") or {}
    given = str(more.get("grant_type", ""))
    return effect.get("type") == "ability-grant" and given in ("ranged-weapon", "weapon-grant", "weapon")


def named_weapon(effect: Raw) -> str:
    """Its id; "" if the data does not say."""
    more = effect.get("modifier") or {}
    return str(more.get("weapon_id") or more.get("weapon") or "")


def said_of(ability: Raw, found: Sequence[Raw]) -> str:
    """What stands in the place of its text: what it does to the statline of its bearer, in the words of datasheets."""
    if found and all(map(abilities.quiet_effect, found)):
        return abilities.OF_NO_ACCOUNT
    always = ability.get("behavior") == "passive" and not (ability.get("trigger") or ability.get("usage"))
    lines = list(statlines(found)) if always else []
    return "\n".join(lines) if lines and len(lines) == len(found) else abilities.OF_ATTACKS


def statlines(found: Iterable[Raw]) -> Iterator[str]:
    """A sentence for each effect that changes a value of the bearer, whatever happens; none for others."""
    for effect in found:
        more = effect.get("modifier") or {}
        stat, n = GEAR_STATS.get(str(more.get("stat"))), more.get("value")
        if effect.get("type") != "stat-modifier" or effect.get("target") not in ITS_BEARER or stat is None:
            continue
        if isinstance(n, bool) or not isinstance(n, int) or not 0 < n < 100:
            continue
        if more.get("operation") == "set":
            yield f"The bearer's {stat} characteristic is {n}."
        elif more.get("operation") == "add" and n < 10 and stat != GEAR_STATS["Sv"]:
            yield f"Add {n} to the bearer's {stat} characteristic."
