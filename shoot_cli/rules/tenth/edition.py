"""Its numbers, abilities, settings."""

from __future__ import annotations

from shoot_cli.engine.ruleset import settings_of
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.edition import EditionTerms, ThrownStratagem

# What another edition of these rules says otherwise, in one object: nothing of this is written into a step.


class EditionNumbers(EditionTerms):
    """The numbers of this edition that its later forms change, besides those of every datasheet game."""

    lone_operative: int = 12  # inches (10E-TGT-6)
    save_cap: int = 1  # of what improves a saving throw (10E-SAV-3)
    cover_useless: int = 3  # this save or a better one has no cover against AP 0 (10E-COV-3)
    hazard_fails: int = 1  # faces up to this one (10E-WPN-HAZ-2)
    hazard_wounds: int = 3
    indirect_misses: int = 3  # unmodified rolls up to this one, unseen (10E-WPN-INDIRECT-2)
    overwatch_reach: int = 24  # inches (10E-OOP-1)
    big_guns: int = -1  # to hit, of the unit that is engaged or shoots at one that is (10E-ELIG-5, 10E-TGT-7)
    stealth: int = -1  # to hit (10E-DEF-STEALTH-1)
    heavy: int = 1  # to hit (10E-WPN-HEAVY-1)
    indirect: int = -1  # to hit (10E-WPN-INDIRECT-2)
    damaged: int = -1  # to hit (10E-DMG-5)
    engagement: int = 1  # inches, horizontally (10E-ELIG-3)


NUMBERS = EditionNumbers("10E")
GRENADE = ThrownStratagem("grenade", "GRENADES", "Grenade stratagem", "a grenade", "grenades")  # (10E-OOP-3)


# The abilities of this edition (``datasheets/abilities.md`` has them all), with the ids of its rules.

ABILITIES = Abilities(NUMBERS)


# Lines of the rules that groups read differently, of ``settings.md``; the first value of each is ours.

SETTINGS = settings_of(__file__)
