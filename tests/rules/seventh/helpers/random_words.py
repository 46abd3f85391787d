"""Rules and effects that random attacks draw from, of units that characters have joined: words of lists and of 7E-EFF-1."""

from __future__ import annotations

OF_WEAPONS = (
    "Twin-linked", "Master-crafted", "Gets Hot", "Rending", "Bladestorm", "Gauss", "Shred", "Sniper", "Fleshbane",
    "Tesla", "Ignores Cover", "Instant Death", "Pinning",
)  # fmt: skip
# IC-3: what one model is enough for, and what is of its own
SHARED_OF_FIRERS = ("Preferred Enemy", "Slow and Purposeful", "Monster Hunter", "Night Vision")
OWN_OF_FIRERS = ("Relentless", "Precision Shots", "Rending", "Shred")
SHARED_OF_TARGETS = ("Stealth", "Stealth", "Shrouded", "Fearless", "Zealot")
OWN_OF_TARGETS = ("Eternal Warrior", "Camo Cloak", "Reanimation Protocols")
ON_FIRERS = (
    "hit ones", "hit ones and twos", "hit failed", "wound ones", "wound failed", "bs +1", "bs +2", "bs -1", "bs =1",
    "bs =4", "snap bs +1", "snap bs +2", "gains Twin-linked", "gains Rending", "gains Ignores Cover", "gains Shred",
    "gains Pinning", "gains Precision Shots", "gains Relentless", "gains Monster Hunter", "gains Preferred Enemy",
    "loses Twin-linked", "loses Preferred Enemy", "gains Night Vision", "gains Slow and Purposeful", "stationary",
    "no sight", "snap only", "invulnerable 4+", "fnp 5+", "save failed", "armour +1", "t +1", "Prescience",
    "Perfect Timing", "Guide", "Phase Form", "Endurance", "Aversion", "Holophoton", "Blind", "Tempest's Wrath",
    "Bolter Drill", "Target Priority", "Mission Tactics", "Coordinated Firepower", "Hallucination",
    "Target Protocols", "Mass Hypnosis", "Extermination Protocols", "Fire on my Target!", "Aquila Doctrine", "Deathwatch Doctrine", "Twin-linked", "Monster Hunter", "Preferred Enemy",
    "Command and Control Node", "Multi-spectrum Suite", "Doctrina Imperatives +1", "Doctrina Imperatives +3",
    "Doctrina Imperatives -2", "Benediction of Omniscience 3", "Benediction of Omniscience 4", "Benediction of Omniscience 8",
    "Smite at Will!", "Forwards!", "Zephyr's Grace", "Tactical Doctrine", "Devastator Doctrine", "Suppressive Fire!",
    "Take Aim!", "Bring it Down!", "Fire and Advance!", "First Rank, Fire! Second Rank, Fire!",
)  # fmt: skip
OF_ONE_WEAPON = (
    "shots +1", "shots +1", "shots +2", "hit ones", "hit failed", "wound failed", "gains Rending", "gains Twin-linked", "gains Ignores Cover", "loses Twin-linked", "snap only", "snap bs +1", "bs +1", "no sight",
)  # fmt: skip
OF_ONE_KIND = (
    "hit failed", "hit ones", "bs +1", "bs =1", "wound ones", "wound failed", "gains Relentless",
    "gains Preferred Enemy", "gains Rending", "gains Shred", "gains Twin-linked", "gains Slow and Purposeful",
    "stationary", "snap only", "snap bs +1", "Precognition", "Luck of the Laughing God", "Expert Instructor 5", "Brutal but Kunnin'",
)  # fmt: skip
ON_TARGETS = (
    "t +1", "t -1", "t -2", "s -1", "cover 4+", "cover 5+", "cover +1", "cover -1", "cover -1", "cover -2",
    "no cover", "armour +1", "armour -1", "invulnerable 5+", "invulnerable 4+", "invulnerable +1",
    "invulnerable -1", "fnp 5+", "fnp 4+", "save ones", "save failed", "snap only", "wound failed", "gains Rending",
    "gains Stealth", "gains Shrouded", "gains Eternal Warrior", "loses Stealth", "loses Shrouded", "gains Fearless",
    "wound ones", "fnp 6+", "gains Skilled Rider", "Born in the Saddle", "Sense of Stone", "Omnispex",
    "Battle Auspex", "Luminagen", "Null Zone", "The Flesh is Weak", "Strike from the Shadows", "Shroudpsalm 1", "Shroudpsalm 7", "Shroudpsalm 9",
    "Power from Pain 2", "Power from Pain 4", "Cursed Earth", "Storm Caller", "Forewarning",
    "Misfortune", "Misfortune", "Misfortune", "Doom", "Fortune", "Protect", "Jinx", "Conceal", "Reveal", "Invisibility", "Shrouding",
    "Telekine Dome", "Kustom Force Field", "Sanctuary", "Banishment", "Fire Shield", "Endurance", "Enfeeble",
    "Warpmetal Armour", "Auspex", "Auspex",
)  # fmt: skip
OF_ONE_MODEL = (
    "invulnerable 3+", "Electroshield", "Fiery Form", "Iron Arm", "t +3", "fnp 4+", "gains Stealth",
    "gains Shrouded", "gains Eternal Warrior", "save failed", "save ones", "t -1", "armour -1", "cover 4+",
    "no cover", "cover -1", "invulnerable +1", "loses Eternal Warrior",
)  # fmt: skip
