"""What 11th edition says otherwise, in one object: its numbers, and the rules of it that took the place of others."""

from __future__ import annotations

from shoot_cli.rules.datasheets.book import EditionTerms, ThrownStratagem

# What this edition leaves as it was keeps its id; where a rule has changed, it is known by the one that says so now.
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
# What has no like in the edition before, and so no name of its own there.
ADDED = (("HUNTER-1", "11E-TGT-3"),)


class EditionNumbers(EditionTerms):
    """The numbers of this edition, besides those of every datasheet game."""

    worst: int = 6  # of BS (11E-COV-3)
    halve_first: bool = False  # what is added counts before anything is divided (11E-MOD-1)
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
    indirect_misses: int = 5  # unmodified rolls up to this one (11E-IND-1)
    indirect_spotted: int = 3  # and up to this one by a unit that stood still, at what a friend sees
    snap_reach: int = 24  # inches (11E-SNAP-1)
    lone_operative: int = 12  # inches, where nothing is written (11E-LONE-1)
    lone_least: int = 9
    lone_most: int = 30
    hidden_reach: int = 15  # inches (11E-HID-1)
    stratagem_reach: int = 18  # inches, of a stratagem by which a unit is a target only so near (11E-STRAT-1)
    hazard_fails: int = 2  # faces up to this one (11E-HAZ-1)
    hazard_wounds: int = 1
    hazard_wounds_big: int = 3


NUMBERS = EditionNumbers("10E", RENAMED + ADDED)
EXPLOSIVES = ThrownStratagem(
    "explosives", "EXPLOSIVES", "Explosives stratagem", "explosives", "explosives"
)  # (10E-OOP-3)

# Shooting types (11E-SEQ-1, 11E-SNAP-1).
NORMAL, ASSAULT, CLOSE, INDIRECT, SNAP = "normal", "assault", "close-quarters", "indirect", "snap"
TYPES = (NORMAL, ASSAULT, CLOSE, INDIRECT, SNAP)
IN_COVER = ("INFANTRY", "BEASTS", "SWARM")  # who has cover in terrain, and may be Hidden (11E-COV-4, 11E-HID-1)
