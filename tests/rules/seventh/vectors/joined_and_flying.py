"""Test vectors of characters that joined, effects in force and things that fly: section 14 of the specification."""

from __future__ import annotations

from fractions import Fraction

F = Fraction
Values = tuple[Fraction, ...]

VECTORS: dict[str, tuple[str, str, Values]] = {
    "TV-72": (
        "FLY-2",
        "Zooming Flyer after 30 inches: each of the first four weapons hits; the fifth",
        (F(2, 3), F(1, 6)),
    ),
    "TV-73": ("FLY-4", "Skyfire at a Zooming Flyer; none at it; Skyfire at Boyz", (F(2, 3), F(1, 6), F(1, 6))),
    "TV-74": ("FLY-6, VEH-3", "twin-linked lascannon at a jinking Zooming AV12 costs a hull point", (F(11, 108),)),
    "TV-75": ("FLY-7", "Strafing Run at Infantry; at a Skimmer; jinked last turn", (F(5, 6), F(2, 3), F(1, 6))),
    "TV-76": ("FLY-6", "Jink save of an Agile Flyer; without Agile", (F(2, 3), F(1, 2))),
    "TV-77": ("FLY-9", "a penetrating hit crashes a Zooming Flyer by AP2; AP4; AP1", (F(2, 9), F(1, 18), F(7, 18))),
    "TV-78": ("FLY-10", "a crash hit kills a Marine; a Guardsman", (F(5, 18), F(5, 9))),
    "TV-79": ("FLY-10", "a crash kills a Marine inside; a Terminator", (F(5, 6), F(5, 9))),
    "TV-80": ("FLY-10", "the crash marker stays over the Flyer", (F(1, 3),)),
    "TV-81": ("FMC-4", "it falls; with a traktor Wound", (F(1, 3), F(5, 6))),
    "TV-82": ("FMC-4", "the Grounding test costs a Wound: T6; T5 5++", (F(5, 18), F(5, 27))),
    "TV-83": ("FMC-4, SAV-12", "it slays T4; with 4++", (F(5, 18), F(5, 36))),
    "TV-84": (
        "FMC-3, FMC-4",
        "lascannon at Swooping T6 Sv3+: unsaved; of three at least one; it falls",
        (F(5, 36), F(16865, 46656), F(16865, 139968)),
    ),
    "TV-85": ("IC-2, WND-2", "S4 at 9 x T3 and a T4 character; at 1 x T3 and him", (F(2, 3), F(1, 2))),
    "TV-86": ("IC-2, ALC-6", "AP3 Wound on 3+/4++ among Marines: a Marine dies; he loses a Wound", (F(5, 6), F(1, 12))),
    "TV-87": ("IC-3, SAV-7", "a character with Stealth: squad in a ruin is saved; in the open", (F(2, 3), F(1, 6))),
    "TV-88": (
        "IC-3, WPN-10",
        "moved lascannon with a Slow and Purposeful character; a Relentless one",
        (F(2, 3), F(1, 6)),
    ),
    "TV-89": ("IC-2, END-1", "Ld 10 in an Ld 7 unit passes; without him", (F(11, 12), F(7, 12))),
    "TV-90": ("IC-5", "squad gone, one S10 AP2 hit left, 4++: unsaved", (F(5, 12),)),
    "TV-91": ("EFF-4", "BS3 with Prescience; with `hit ones`", (F(3, 4), F(7, 12))),
    "TV-92": ("EFF-4", "BS4 boltgun with Bolter Drill", (F(7, 9),)),
    "TV-93": ("EFF-5", "BS3 with Pinpoint 2; on a Snap Shot", (F(5, 6), F(1, 2))),
    "TV-94": ("EFF-6", "First Rank: expected hits of 10 lasguns at 12 inches; at 24", (F(15), F(10))),
    "TV-95": ("EFF-4, WND-5", "S4 AP5 hit on 2+/5++ unsaved with Misfortune; without", (F(1, 6), F(1, 12))),
    "TV-96": ("EFF-4", "plasma hit on a Guardsman unsaved: Forewarning; without", (F(5, 12), F(5, 6))),
    "TV-97": ("EFF-4, HIT-4", "Invisible target; twin-linked", (F(1, 6), F(11, 36))),
    "TV-98": ("EFF-4", "Doom: S4 wounds T4; S8 at AV13 glances; penetrates", (F(3, 4), F(5, 18), F(5, 18))),
    "TV-99": ("EFF-1", "ruin 4+ with `cover -1`; `-2`; `-3`: saved", (F(1, 3), F(1, 6), F(0))),
    "TV-100": ("EFF-4", "Fortune on 3+: saved", (F(8, 9),)),
    "TV-101": ("VEH-16", "S8 hit on a Trukk glances; penetrates", (F(5, 18), F(5, 9))),
    "TV-102": (
        "EFF-4, SAV-12",
        "S6 wounds T4 under Enfeeble (Instant Death: 1); plain (0)",
        (F(5, 6), F(1), F(5, 6), F(0)),
    ),
    "TV-103": ("EFF-4", "Storm of Fire pulse rifle at 15 inches: expected hits", (F(3, 2),)),
    "TV-104": ("EFF-4", "unsaved 3+, then Endurance; plain 5+: Wound lost", (F(1, 6), F(2, 9))),
    "TV-105": ("EFF-4", "BS4 blinded; not", (F(1, 6), F(2, 3))),
    "TV-106": ("EFF-6", "Bring it Down! lascannon hit wounds a T6 Monstrous Creature", (F(35, 36),)),
    "TV-107": ("EFF-4", "Terminator facing AP2 unsaved; with Sanctuary", (F(2, 3), F(1, 2))),
    "TV-108": ("VEH-15", "S8 Melta Rending at AV14; without Rending", (F(5, 36), F(7, 12), F(5, 36), F(7, 12))),
    "TV-109": ("VEH-15", "S6 Armourbane Rending at AV14; without Rending", (F(11, 108), F(10, 27), F(5, 36), F(5, 18))),
    "TV-110": ("VEH-15", "S4 Rending, Tank Hunters at AV12", (F(17, 162), F(17, 162))),
    "TV-111": ("VEH-15", "S6 Ordnance Rending at AV13", (F(11, 108), F(11, 54))),
    "TV-112": ("ALC-12", "unsaved Blast Wound on a Swarm with 5+: loses 0; 1; 2", (F(1, 9), F(4, 9), F(4, 9))),
    "TV-113": ("ALC-12", "the same with `fnp_first`", (F(1, 3), F(0), F(2, 3))),
    "TV-114": ("VEH-14", "4 Marines near an explosion: expected dead; all fire on", (F(2, 3), F(625, 1296))),
    "TV-115": ("VEH-10, VEH-14", "6 Guardsmen inside: expected dead", (F(8, 3),)),
    "TV-116": ("SAV-8", "AP4 Wound on 3+ in a ruin saved by armour; by cover", (F(2, 3), F(1, 2))),
}
