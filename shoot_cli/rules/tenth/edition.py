"""The numbers, abilities and settings of 10th edition. Short: nearly every module imports it."""

from __future__ import annotations

from shoot_cli.engine.ruleset import settings_of
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.edition import EditionTerms, ThrownStratagem


class EditionNumbers(EditionTerms):
    """The numbers of this edition in addition to those of every datasheet game."""

    lone_operative: int = 12  # inches (10E-TGT-6)
    save_cap: int = 1  # the cap on improvements of a saving throw (10E-SAV-3)
    cover_useless: int = 3  # this or a better save has no cover against AP 0 (10E-COV-3)
    hazard_fails: int = 1  # faces up to this one fail (10E-WPN-HAZ-2)
    hazard_wounds: int = 3
    indirect_misses: int = 3  # unmodified rolls up to this one miss an unseen target (10E-WPN-INDIRECT-2)
    overwatch_reach: int = 24  # inches (10E-OOP-1)
    big_guns: int = -1  # to hit, if the shooter or the target is in combat (10E-ELIG-5, 10E-TGT-7)
    stealth: int = -1  # to hit (10E-DEF-STEALTH-1)
    heavy: int = 1  # to hit (10E-WPN-HEAVY-1)
    indirect: int = -1  # to hit (10E-WPN-INDIRECT-2)
    damaged: int = -1  # to hit (10E-DMG-5)
    engagement: int = 1  # inches, horizontally (10E-ELIG-3)


NUMBERS = EditionNumbers("10E")
GRENADE = ThrownStratagem("grenade", "GRENADES", "Grenade stratagem", "a grenade", "grenades")  # (10E-OOP-3)


# Abilities, settings

ABILITIES = Abilities(NUMBERS)


SETTINGS = settings_of(__file__)
