"""The effects that are known by name, as data (7E-EFF-4, 7E-EFF-6): whose they are, what they do, how long they last.

What they do is said in the words of ``effects.py``. A word may be narrowed to weapons, ``hit ones:boltgun``, or hang on
what the unit is, in brackets before it: ``[named Tactical]``, ``[part Devastator]`` (of a joint unit that part alone),
``[type Bike]``, ``[no vehicle]``, ``[armed pulse]``, and ``[else]`` for those of whom no condition before it held.
``{n}`` is the number told behind the name, ``Doctrina Imperatives +2``.
"""

from __future__ import annotations

from shoot_cli.core.record import Record

# How long they last, as a battle proposes it (7E-EFF-2).
SHOT, PHASE, NEXT_TURN, UNTIL_SAID = "this shot", "this phase", "until its owner's next turn", "until said"
OWN_TURN_ENDS = "to the end of its next turn"  # Blind
# Whom they are on: the unit that is told to have them, one of its models, or a unit as somebody shoots at it.
UNIT, MODEL, AT_IT, EITHER = "the unit", "one model", "shots at it", "the firer, or shots at it"


class Known(Record):
    """An effect that is known by its name."""

    name: str
    whose: str
    words: tuple[str, ...]
    on: str = UNIT
    lasts: str = NEXT_TURN
    numbers: tuple[tuple[str, tuple[str, ...]], ...] = ()  # told behind the name: what it is, and its words
    asks: str = ""  # what the number is
    once: str = ""  # several of these count once
    hostile: bool = False  # somebody puts it on his enemy
    note: str = ""


def _numbered(*rows: tuple[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((numbers, tuple(words.split(", "))) for numbers, words in rows)


BOLT_WEAPONS = ("bolt pistol", "boltgun", "storm bolter", "heavy bolter")  # and what has these in its name
DIVINATION, ELDAR, TELEPATHY, BIOMANCY = "Divination", "Eldar", "Telepathy", "Biomancy"
FISTS, GLADIUS, MECHANICUS, TAU = "Imperial Fists", "Ultramarines, Gladius", "Adeptus Mechanicus", "Tau"
ORDERS = "Astra Militarum, orders"
STEALTHY = "gains Stealth, gains Shrouded"

KNOWN: tuple[Known, ...] = (
    Known("Prescience", DIVINATION, ("hit failed",)),
    Known("Perfect Timing", DIVINATION, ("gains Ignores Cover",)),
    Known("Precognition", DIVINATION, ("hit failed", "wound failed", "save failed"), MODEL),
    Known("Forewarning", DIVINATION, ("invulnerable 4+",)),
    Known("Misfortune", DIVINATION, ("gains Rending",), AT_IT, hostile=True),
    Known("Guide", ELDAR, ("hit failed",)),
    Known("Doom", ELDAR, ("wound failed", "pen failed"), AT_IT, hostile=True),
    Known("Fortune", ELDAR, ("save failed",)),
    Known("Protect", ELDAR, ("armour +1",)),
    Known("Jinx", ELDAR, ("armour -1",), hostile=True),
    Known("Conceal", ELDAR, ("gains Shrouded",)),
    Known("Reveal", ELDAR, ("loses Stealth", "loses Shrouded"), hostile=True),
    Known("Phase Form", "Geokinesis", ("gains Ignores Cover", "no sight")),
    Known(
        "Invisibility", TELEPATHY, ("snap only",), AT_IT,
        note="no Blast or Template may be aimed at it; a marker that scatters onto it hits",
    ),
    Known("Shrouding", TELEPATHY, ("gains Shrouded",)),
    Known("Storm Caller", "Space Wolves", ("gains Shrouded",)),
    Known("Telekine Dome", "Telekinesis", ("invulnerable 5+",)),
    Known("Kustom Force Field", "Orks", ("invulnerable 5+",), lasts=UNTIL_SAID),
    Known("Sanctuary", "Sanctic Daemonology", ("invulnerable +1",)),
    Known("Cursed Earth", "Malefic Daemonology", ("invulnerable +1",), note="Daemons only"),
    Known("Banishment", "Sanctic Daemonology", ("invulnerable -1",), hostile=True),
    Known("Null Zone", "Librarius", ("invulnerable -2",), hostile=True),
    Known("Electroshield", "Technomancy", ("invulnerable 3+",), MODEL),
    Known("Fiery Form", "Pyromancy", ("invulnerable 4+",), MODEL),
    Known("Fire Shield", "Pyromancy", ("cover 4+",)),
    Known("Endurance", BIOMANCY, ("fnp 4+", "gains Relentless", "gains Eternal Warrior")),
    Known("Iron Arm", BIOMANCY, ("t +3",), MODEL, note="Strength +3 as well: no gun has it of its bearer"),
    Known("Enfeeble", BIOMANCY, ("t -1",), hostile=True, note="Strength -1 as well: no gun has it of its bearer"),
    Known("Warpmetal Armour", "Technomancy", ("t +1", "av +1")),
    Known("Aversion", "who shoots at it", ("snap only",), EITHER, PHASE, hostile=True),
    Known("Holophoton", "Tau, who shoots at it", ("snap only",), EITHER, PHASE, hostile=True),
    Known(
        "Blind", "any", ("bs =1",), lasts=OWN_TURN_ENDS, hostile=True,
        note="after a failed Initiative test; these are no Snap Shots",
    ),
    Known("Tempest's Wrath", "Space Wolves", ("bs -1",), hostile=True),
    Known("Hallucination", TELEPATHY, ("bs -1",), hostile=True, note="results 3 and 4"),
    Known("Mass Hypnosis", "Genestealer Cults", ("bs -1",), hostile=True),
    Known("Twin-linked", "rules", ("gains Twin-linked",), lasts=UNTIL_SAID),
    Known("Tank Hunters", "rules", ("gains Tank Hunters",), lasts=UNTIL_SAID),
    Known("Monster Hunter", "rules", ("gains Monster Hunter",), lasts=UNTIL_SAID),
    Known("Preferred Enemy", "rules", ("gains Preferred Enemy",), lasts=UNTIL_SAID),
    Known("Bolter Drill", FISTS, tuple(f"hit ones:{name}" for name in BOLT_WEAPONS), lasts=UNTIL_SAID),
    Known("Siege Masters", FISTS, ("[named Devastator] gains Tank Hunters",), lasts=UNTIL_SAID),
    Known("Tactical Doctrine", GLADIUS, ("[named Tactical] hit failed", "[else] hit ones"), lasts=PHASE),
    Known("Devastator Doctrine", GLADIUS, ("[part Devastator] hit failed", "[else] hit ones"), lasts=PHASE),
    Known("The Flesh is Weak", "Iron Hands", ("fnp +1",), lasts=UNTIL_SAID, note="6+, or 1 better than another"),
    Known("Born in the Saddle", "White Scars", ("[type Bike] gains Skilled Rider",), lasts=UNTIL_SAID),
    Known(
        "Strike from the Shadows", "Raven Guard", ("[no vehicle] gains Shrouded",),
        note="game turn 1, not those who began it in a transport",
    ),
    Known("Target Priority", "Marine trait", ("hit ones",), lasts=UNTIL_SAID),
    Known("Target Protocols", "trait", ("hit ones",), lasts=UNTIL_SAID),
    Known("Luck of the Laughing God", "Eldar trait", ("hit ones",), MODEL, UNTIL_SAID),
    Known(
        "Storm of Fire", "Ethereal; Marine trait",
        ("[armed pulse] shots +1 within half range:pulse", "[else] gains Rending"), lasts=PHASE,
        note="of a unit with pulse weapons the Ethereal's, of any other the trait",
    ),
    Known(
        "Expert Instructor", "Marine trait", (), MODEL, PHASE,
        tuple((str(n), (f"bs ={n}",)) for n in range(1, 11)), "the warlord's Ballistic Skill",
    ),
    Known(
        "Brutal but Kunnin'", "Ork trait", ("gains Master-crafted",), MODEL, UNTIL_SAID,
        note="one failed die To Hit of a weapon; used for one To Wound it is left out",
    ),
    Known("Mission Tactics", "Deathwatch", ("hit ones",), lasts=UNTIL_SAID),
    Known("Deathwatch Doctrine", "Deathwatch", ("wound failed", "pen failed"), lasts=PHASE),
    Known("Aquila Doctrine", "Deathwatch", ("wound ones", "pen ones"), lasts=PHASE),
    Known(
        "Doctrina Imperatives", "Skitarii", (), lasts=PHASE,
        numbers=tuple((f"{n:+}", (f"bs {n:+}",)) for n in (1, 2, 3, -1, -2)), asks="the change of Ballistic Skill",
    ),
    Known(
        "Benediction of Omniscience", MECHANICUS, (), lasts=PHASE, asks="how many units",
        numbers=_numbered(("1-3", "hit ones"), ("4-7", "hit ones and twos"), ("8-99", "hit failed")),
    ),
    Known(
        "Shroudpsalm", MECHANICUS, (), asks="how many units",
        numbers=_numbered(("1-3", "gains Stealth"), ("4-7", "gains Shrouded"), ("8-99", STEALTHY)),
    ),
    Known("Auspex", "Marines", ("cover -1",), lasts=PHASE, once="auspex", hostile=True),
    Known("Battle Auspex", "Militarum Tempestus", ("cover -1",), lasts=PHASE, once="auspex", hostile=True),
    Known("Omnispex", "Skitarii", ("cover -1",), lasts=PHASE, once="auspex", hostile=True),
    Known("Luminagen", "Skitarii", ("cover -1",), lasts=PHASE, hostile=True),
    Known("Sense of Stone", "Ethereal", ("fnp 6+",), lasts=PHASE),
    Known("Zephyr's Grace", "Ethereal", ("snap only",), lasts=PHASE, note="who ran may shoot"),
    Known("Command and Control Node", TAU, ("hit failed",), lasts=PHASE, note="its bearer does not shoot"),
    Known("Multi-spectrum Suite", TAU, ("gains Ignores Cover",), lasts=PHASE, note="its bearer does not shoot"),
    Known("Coordinated Firepower", "Tau contingent", ("bs +1",), lasts=PHASE, note="three units or more"),
    Known(
        "Power from Pain", "Dark Eldar", (), lasts=UNTIL_SAID, asks="the game turn",
        numbers=_numbered(("2", "fnp 6+"), ("3-99", "fnp 5+")),
    ),
    Known("Extermination Protocols", "Necrons", ("wound failed", "pen failed"), lasts=PHASE),
    Known("Ramshackle", "Orks", ("pen to glance 6+",), lasts=UNTIL_SAID),
    Known("Take Aim!", ORDERS, ("gains Precision Shots",), lasts=PHASE),
    Known("First Rank, Fire! Second Rank, Fire!", ORDERS, ("shots +1:lasgun",), lasts=PHASE),
    Known("Suppressive Fire!", ORDERS, ("gains Pinning",), lasts=PHASE),
    Known("Smite at Will!", ORDERS, ("gains Split Fire",), lasts=PHASE),
    Known("Forwards!", ORDERS, (), lasts=PHASE, note="it shoots, then runs"),
    Known("Bring it Down!", ORDERS, ("gains Tank Hunters", "gains Monster Hunter"), lasts=PHASE),
    Known("Fire on my Target!", ORDERS, ("gains Ignores Cover",), lasts=PHASE),
    Known(
        "Get Back in the Fight!", ORDERS, ("back in the fight",), lasts=PHASE,
        note="no longer gone to ground, or it regroups",
    ),
    Known("Fire and Advance!", ORDERS, ("stationary",), lasts=PHASE),
)  # fmt: skip

SPOKEN = {  # other words for the same
    "first rank fire": "First Rank, Fire! Second Rank, Fire!", "frfsrf": "First Rank, Fire! Second Rank, Fire!",
    "kff": "Kustom Force Field", "invisible": "Invisibility", "blinded": "Blind", "doctrina imperative":
    "Doctrina Imperatives", "holophoton countermeasures": "Holophoton", "flesh is weak": "The Flesh is Weak",
    "tactical doctrines": "Tactical Doctrine", "hallucination 3": "Hallucination", "hallucination 4": "Hallucination",
    "extermination protocol": "Extermination Protocols", "brutal but kunnin": "Brutal but Kunnin'",
}  # fmt: skip
