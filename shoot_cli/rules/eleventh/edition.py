"""The numbers, rule ids, abilities and settings of 11th edition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from shoot_cli.engine.reasons import shown
from shoot_cli.engine.ruleset import settings_of
from shoot_cli.rules.datasheets.abilities import DETECTION, HIDDEN, Abilities, compared
from shoot_cli.rules.datasheets.ability_forms import ADDS, EARLY, TARGET, THE_TARGET, UNIT, WEAPON, Form
from shoot_cli.rules.datasheets.ability_grammar import Opened
from shoot_cli.rules.datasheets.edition import EditionTerms, ThrownStratagem
from shoot_cli.rules.datasheets.profiles import Ability, Army, Model, Unit, Weapon

# Unchanged rules keep their id of 10th edition. A changed rule has the id of the rule that replaces it.
RENAMED = (
    ("ALL-1", "11E-SAV-1"),
    ("ALL-2", "11E-SAV-1"),
    ("ALL-3", "11E-ALL-1"),
    ("ALL-4", "11E-SAV-1"),
    ("ALL-5", "11E-PREC-1"),
    ("ALL-6", "11E-SAV-1"),
    ("ATK-3", "11E-MOD-1"),
    ("COV-1", "11E-COV-4"),
    ("COV-2", "11E-COV-1"),
    ("COV-3", "11E-COV-1"),
    ("COV-4", "11E-COV-5"),
    ("COV-5", "11E-PLUNGE-1"),
    ("DEF-SMOKE-1", "11E-COV-5"),
    ("DEF-STEALTH-1", "11E-COV-5"),
    ("DEMISE-1", "11E-DEMISE-1"),
    ("DEMISE-2", "11E-DEMISE-1"),
    ("DMG-4", "11E-DES-1"),
    ("DMG-5", "11E-DMGD-1"),
    ("EFF-33", "11E-MOD-1"),
    ("ELIG-1", "11E-SEQ-1"),
    ("ELIG-2", "11E-SEQ-2"),
    ("ELIG-3", "11E-SEQ-1"),
    ("ELIG-4", "11E-CQ-1"),
    ("ELIG-5", "11E-CQ-1"),
    ("ELIG-6", "11E-SEQ-1"),
    ("ELIG-7", "11E-SEQ-1"),
    ("ELIG-8", "11E-DECK-1"),
    ("FAST-1", "11E-ATK-1"),
    ("FAST-2", "11E-SAV-2"),
    ("FAST-3", "11E-SAV-2"),
    ("FAST-4", "11E-SAV-2"),
    ("FX-DMG-4", "11E-MOD-1"),
    ("INT-10", "11E-MW-1"),
    ("INT-11", "11E-DEV-1"),
    ("INT-14", "11E-IND-1"),
    ("INT-15", "11E-COV-5"),
    ("INT-16", "11E-PREC-1"),
    ("INT-18", "11E-POOL-2"),
    ("MOD-1", "11E-MOD-1"),
    ("MOD-2", "11E-MOD-2"),
    ("MOD-5", "11E-MOD-2"),
    ("MW-2", "11E-MW-1"),
    ("MW-3", "11E-DEV-1"),
    ("MW-4", "11E-MW-1"),
    ("OOP-1", "11E-SNAP-1"),
    ("OOP-2", "11E-SNAP-1"),
    ("ORD-2", "11E-ATK-1"),
    ("ORD-3", "11E-SAV-1"),
    ("ORD-4", "11E-DEV-1"),
    ("SAV-1", "11E-SAV-2"),
    ("SAV-2", "11E-SAV-2"),
    ("SAV-3", "11E-SAV-3"),
    ("SAV-4", "11E-SAV-3"),
    ("TGT-2", "11E-TGT-2"),
    ("TGT-6", "11E-LONE-1"),
    ("TGT-7", "11E-TGT-1"),
    ("TGT-8", "11E-TGT-1"),
    ("TGT-9", "11E-CQ-2"),
    ("WND-4", "11E-TOUGH-1"),
    ("WPN-ANTI-3", "11E-DUP-1"),
    ("WPN-ASSAULT-1", "11E-SEQ-2"),
    ("WPN-BLAST-1", "11E-BLAST-1"),
    ("WPN-BLAST-3", "11E-TGT-1"),
    ("WPN-DEV-1", "11E-DEV-1"),
    ("WPN-DEV-2", "11E-DEV-1"),
    ("WPN-DEV-3", "11E-DEV-1"),
    ("WPN-DEV-5", "11E-DEV-2"),
    ("WPN-DEV-6", "11E-DEV-1"),
    ("WPN-DUP-1", "11E-DUP-1"),
    ("WPN-HAZ-1", "11E-HAZ-1"),
    ("WPN-HAZ-2", "11E-HAZ-1"),
    ("WPN-HAZ-3", "11E-HAZ-1"),
    ("WPN-HEAVY-1", "11E-HEAVY-1"),
    ("WPN-IGNCOVER-1", "11E-COV-5"),
    ("WPN-INDIRECT-1", "11E-IND-1"),
    ("WPN-INDIRECT-2", "11E-IND-1"),
    ("WPN-INDIRECT-3", "11E-IND-1"),
    ("WPN-LETHAL-1", "11E-LETHAL-1"),
    ("WPN-PISTOL-1", "11E-CQ-1"),
    ("WPN-PREC-1", "11E-PREC-1"),
    ("WPN-PREC-2", "11E-MW-1"),
    ("WPN-PSYCHIC-1", "11E-PSY-1"),
    ("WPN-RF-1", "11E-BLAST-1"),
    ("WPN-TORRENT-3", "11E-WPN-TORRENT-1"),
)
# rules without a predecessor
ADDED = (("HUNTER-1", "11E-TGT-3"), ("HID-1", "11E-HID-1"))


class EditionNumbers(EditionTerms):
    """The numbers of this edition in addition to those of every datasheet game."""

    worst: int = 6  # the worst BS (11E-COV-3)
    halve_first: bool = False  # additions come before divisions (11E-MOD-1)
    zero_stays: bool = True  # (11E-MOD-2)
    lone_together: bool = True  # (11E-LONE-1)
    pistols: str = "Close-Quarters weapons"  # (11E-CQ-2)
    rapid_beside: bool = True  # (11E-BLAST-1)
    sixes_only: str = "Snap shooting"  # (11E-SNAP-1)
    toughness_when: str = "as those have it who stand now"  # (11E-TOUGH-1)
    packets_wait: str = "after the other wounds of these attacks"  # (11E-DEV-1)
    engagement: int = 2  # inches (11E-ENG-1)
    cover: int = -1  # to BS (11E-COV-1)
    plunging: int = 1  # to BS (11E-PLUNGE-1)
    heavy: int = 1  # to hit (11E-HEAVY-1)
    heavy_moves: int = 3  # inches
    big_guns: int = -1  # to hit, in close quarters or at an enemy that is engaged (11E-CQ-1, 11E-TGT-1)
    damaged: int = -1  # to hit (11E-DMGD-1)
    indirect_misses: int = 5  # unmodified rolls up to this one miss (11E-IND-1)
    indirect_spotted: int = 3  # the same for a stationary unit whose target a friend sees
    snap_reach: int = 24  # inches (11E-SNAP-1)
    lone_operative: int = 12  # inches, if the list has no number (11E-LONE-1)
    lone_least: int = 9
    lone_most: int = 30
    hidden_reach: int = 15  # inches (11E-HID-1)
    hidden_least: int = 9
    hidden_most: int = 30
    stratagem_reach: int = 18  # inches: the reach of stratagems that limit targeting (11E-STRAT-1)
    hazard_fails: int = 2  # faces up to this one fail (11E-HAZ-1)
    hazard_wounds: int = 1
    hazard_wounds_big: int = 3


NUMBERS = EditionNumbers("10E", RENAMED + ADDED)
EXPLOSIVES = ThrownStratagem(
    "explosives", "EXPLOSIVES", "Explosives stratagem", "explosives", "explosives"
)  # (10E-OOP-3)

# shooting types (11E-SEQ-1, 11E-SNAP-1)
NORMAL, ASSAULT, CLOSE, INDIRECT, SNAP = "normal", "assault", "close-quarters", "indirect", "snap"
TYPES = (NORMAL, ASSAULT, CLOSE, INDIRECT, SNAP)
IN_COVER = ("INFANTRY", "BEASTS", "SWARM")  # units that have cover in terrain and may be Hidden (11E-COV-4, 11E-HID-1)


# Abilities of this edition that differ from `datasheets/abilities.md`

HUNTER, CLOSE_QUARTERS = "Hunter", "Close-Quarters"
MORE_DETECTION, LESS_DETECTION = "+ detection range", "- detection range"
STAYS_HIDDEN = "Stays Hidden after shooting"
OLD_KEYWORD = "GRENADES"  # now called EXPLOSIVES
OWN = (
    Form("Blast", "blast N", WEAPON, "WPN-BLAST-1", "Blast 2", default=1, changes="attacks", twice="best"),
    # The code uses the old name; lists may use either.
    Form("Pistol", "close quarters; pistol", WEAPON, "WPN-PISTOL-1", CLOSE_QUARTERS, changes="may be fired",
         condition=""),
    Form(HUNTER, "hunter", WEAPON, "HUNTER-1", "Hunter: MONSTER/VEHICLE", changes="may be fired", by="only",
         condition=EARLY),
    Form("Stealth", "stealth", TARGET, "DEF-STEALTH-1", changes="cover", helps=THE_TARGET, condition=EARLY),
    Form("Lone Operative", "lone operative N", TARGET, "TGT-6", 'Lone Operative 12"', default=NUMBERS.lone_operative,
         changes="may be targeted", twice="best", helps=THE_TARGET),
    Form("Damaged", "damaged 1 N; damaged N", UNIT, "DMG-5", "Damaged 4", changes="hit roll", helps=THE_TARGET,
         condition=""),
    # It is the detection range of the unit that is Hidden: more of it helps whoever shoots.
    Form(MORE_DETECTION, "+N detection range", TARGET, "HID-1", '+3" detection range', changes=DETECTION, twice=ADDS),
    Form(LESS_DETECTION, "minus N detection range", TARGET, "HID-1", '-3" detection range', changes=DETECTION,
         twice=ADDS, helps=THE_TARGET),
    Form(STAYS_HIDDEN, "stays hidden after shooting", UNIT, "HID-1", changes=HIDDEN, helps=THE_TARGET),
)  # fmt: skip
# Overwatch is the only snap shooting (11E-SNAP-1)
SNAP_SHOOTING = r"(?i)^no snap shooting(?: (?:against|at)(?= it\b| this unit\b|$)(?: it| this unit)?)?"
NOT_OF_TORRENT = ("Indirect Fire", "Precision")  # abilities that a Torrent weapon cannot have (11E-WPN-TORRENT-1)


class Own(Abilities):
    """The abilities of this edition. Weapon abilities may have keywords (11E-DUP-1): ``Lethal Hits: VEHICLE``."""

    def in_our_words(self, text: str) -> str:
        text = re.sub(rf"\b{OLD_KEYWORD}\b", EXPLOSIVES.keyword, text)
        text = re.sub(SNAP_SHOOTING, "no Overwatch against", text)
        ability, colon, keywords = text.partition(":")
        fit = self.fit(compared(ability)) if colon and keywords.strip() else None
        return f"{ability} against {keywords.strip()}" if fit and fit[0].of == WEAPON else text

    def all_keywords(self, keywords: Iterable[str]) -> Iterable[str]:
        own = {*keywords}
        return own | {EXPLOSIVES.keyword} if OLD_KEYWORD in own else own

    def effect(self, start: Opened, whole: str) -> Ability:
        found = super().effect(start, whole)
        if found.name == HUNTER and [one.kind for one in found.when] != ["against"]:
            raise ValueError(f"{shown(whole)}: whom it hunts is not said, or more than that; write Hunter: VEHICLE")
        return found


ABILITIES = Own(NUMBERS, OWN)

# Questions of the steps about a weapon or ability --------------------------------------------------------------------


def prey(weapon: Weapon, model: Model) -> tuple[str, ...]:
    """Return the keywords of which a target must have one; () if any target is allowed (11E-TGT-3)."""
    every = (one for one in (*weapon.abilities, *model.abilities) if one.name == HUNTER)
    return next((one.when[0].words for one in every), ())


def lone_reach(ability: Ability) -> int:
    """Return the distance within which a Lone Operative is seen: always 9" to 30" (11E-LONE-1)."""
    return min(NUMBERS.lone_most, max(NUMBERS.lone_least, ability.number))


def detection_range(more: int) -> int:
    """Return the distance within which a Hidden unit is seen, changed by ``more``: always 9" to 30" (11E-HID-1)."""
    return min(NUMBERS.hidden_most, max(NUMBERS.hidden_least, NUMBERS.hidden_reach + more))


# Words of 10th edition ----------------------------------------------------------------------------------------------


def old_words(army: Army) -> Iterator[str]:
    """Yield notes about words of 10th edition in a list, and about values that count differently."""
    for unit in army.units:
        if OLD_KEYWORD in unit.keywords:
            yield f"{unit.name}: the keyword Grenades is called Explosives now, and read so (10E-OOP-3)"
        for weapon in unit.weapons():
            yield from _of_weapon(weapon)
        yield from _of_models(unit)


def _of_weapon(weapon: Weapon) -> Iterator[str]:
    for one in weapon.abilities:
        if one.name == "Pistol" and "pistol" in one.text.casefold():
            yield f"{weapon.name}: Pistol is called Close-Quarters now, and read so (11E-CQ-1)"
        if one.name in NOT_OF_TORRENT and weapon.skill is None:
            yield f"{weapon.name}: a Torrent weapon has no {one.name} (11E-WPN-TORRENT-1); it does nothing here"


def _of_models(unit: Unit) -> Iterator[str]:
    for model, _ in unit.models:
        for one in model.abilities:
            if one.name == "Damaged" and re.search(r"1\D+\d", one.text):
                yield f"{model.name}: {one.text} is called Damaged {one.number} now, and read so (11E-DMGD-1)"
            if one.name == "Lone Operative" and lone_reach(one) != one.number:
                yield f'{model.name}: {one.text} counts as {lone_reach(one)}", for it is 9" to 30" (11E-LONE-1)'


# rules that groups read differently (`settings.md`); the first value is ours

SETTINGS = settings_of(__file__)
