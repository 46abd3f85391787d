"""The abilities of the datasheet games as a table: how each is written, whose it is, and the rule it comes from."""

from __future__ import annotations

from shoot_cli.core.record import Record

WEAPON, SHOOTER, TARGET, UNIT = "weapon", "shooter", "target", "unit"  # what an ability belongs to


class Form(Record):
    """How an ability is written: X stands for an amount, N for a number, K for a keyword.

    ``of``: WEAPON abilities may stand on a weapon, or on a model, whose ranged weapons then all have them; so may what
    helps or hinders the SHOOTER; what works for a TARGET, or a whole UNIT, stands on models and units alone.
    """

    name: str  # canonical: the words without X, N and K
    written: str
    of: str
    rule: str  # as all editions call it (``book.py``)
    example: str = ""
    default: int | None = None  # of an X or N that may be left out
    rolled: bool = False  # N is what a die must show
    adds: bool = False  # from two sources it comes to more than from one (EFF-30, EFF-33); of others once is enough
    sure: bool = False  # has no conditions: what may be fired at all is known before they are
    asked: bool = False  # of a TARGET or UNIT: the players may be asked whether it counts


FORMS = (
    Form("Assault", "assault", WEAPON, "WPN-ASSAULT-1", sure=True),
    Form("Rapid Fire", "rapid fire X", WEAPON, "WPN-RF-1", "Rapid Fire 1"),
    Form("Ignores Cover", "ignores cover", WEAPON, "WPN-IGNCOVER-1"),
    Form("Twin-linked", "twin linked", WEAPON, "WPN-TWIN-1"),
    Form("Pistol", "pistol", WEAPON, "WPN-PISTOL-1", sure=True),
    Form("Torrent", "torrent", WEAPON, "WPN-TORRENT-1"),
    Form("Lethal Hits", "lethal hits", WEAPON, "WPN-LETHAL-1"),
    Form("Lance", "lance", WEAPON, "WPN-LANCE-1"),
    Form("Indirect Fire", "indirect fire", WEAPON, "WPN-INDIRECT-1", sure=True),
    Form("Precision", "precision", WEAPON, "WPN-PREC-1"),
    Form("Blast", "blast", WEAPON, "WPN-BLAST-1"),
    Form("Melta", "melta N", WEAPON, "WPN-MELTA-1", "Melta 2"),
    Form("Heavy", "heavy", WEAPON, "WPN-HEAVY-1"),
    Form("Hazardous", "hazardous", WEAPON, "WPN-HAZ-2"),
    Form("Devastating Wounds", "devastating wounds", WEAPON, "WPN-DEV-2"),
    Form("Sustained Hits", "sustained hits X", WEAPON, "WPN-SUST-1", "Sustained Hits D3"),
    Form("Extra Attacks", "extra attacks", WEAPON, "WPN-XATK-1", sure=True),
    Form("Anti", "anti K N", WEAPON, "WPN-ANTI-1", "Anti-INFANTRY 4+", rolled=True),
    Form("One Shot", "one shot", WEAPON, "WPN-ONESHOT-1", sure=True),
    Form("Psychic", "psychic", WEAPON, "WPN-PSYCHIC-1"),
    Form("Conversion", "conversion N", WEAPON, "WPN-CONV-1", "Conversion 12", default=12),
    Form("Mortal Wounds", "mortal wounds X on N", WEAPON, "MW-1", "Mortal Wounds 1 on 4+", rolled=True, sure=True),
    # What helps or hinders whoever has it when it shoots.
    Form("Re-roll hit rolls of 1", "re roll hit rolls of 1", SHOOTER, "FX-RR-1"),
    Form("Re-roll hit rolls", "re roll hit rolls", SHOOTER, "FX-RR-2"),
    Form("Re-roll one hit roll", "re roll one hit roll", SHOOTER, "FX-RR-6"),
    Form("Re-roll wound rolls of 1", "re roll wound rolls of 1", SHOOTER, "FX-RR-1"),
    Form("Re-roll wound rolls", "re roll wound rolls", SHOOTER, "FX-RR-2"),
    Form("Re-roll one wound roll", "re roll one wound roll", SHOOTER, "FX-RR-6"),
    Form("Re-roll damage rolls of 1", "re roll damage rolls of 1", SHOOTER, "FX-RR-1"),
    Form("Re-roll damage rolls", "re roll damage rolls", SHOOTER, "FX-RR-5"),
    Form("Critical hits", "critical hits on N", SHOOTER, "FX-CRIT-1", "critical hits on 5+", rolled=True),
    Form("Critical successful hits", "critical hits on successful N", SHOOTER, "FX-CRIT-2",
         "critical hits on successful 5+", rolled=True),
    Form("Critical wounds", "critical wounds on N", SHOOTER, "FX-CRIT-3", "critical wounds on 5+", rolled=True),
    Form("Critical successful wounds", "critical wounds on successful N", SHOOTER, "FX-CRIT-3",
         "critical wounds on successful 5+", rolled=True),
    Form("Every successful wound is critical", "every successful wound is critical", SHOOTER, "FX-CRIT-3"),
    Form("+ to hit", "+N to hit", SHOOTER, "FX-HIT-1", "+1 to hit", adds=True),
    Form("- to hit", "minus N to hit", SHOOTER, "FX-HIT-1", "-1 to hit", adds=True),
    Form("+ to wound", "+N to wound", SHOOTER, "FX-WND-1", "+1 to wound", adds=True),
    Form("- to wound", "minus N to wound", SHOOTER, "FX-WND-1", "-1 to wound", adds=True),
    Form("Ignore hit modifiers", "ignore hit modifiers", SHOOTER, "HIT-7"),
    Form("Ignore BS and hit modifiers", "ignore bs and hit modifiers", SHOOTER, "HIT-7"),
    Form("Improve BS", "improve bs by N", SHOOTER, "HIT-5", "improve BS by 1", adds=True),
    Form("Worsen BS", "worsen bs by N", SHOOTER, "HIT-5", "worsen BS by 1", adds=True),
    Form("Improve AP", "improve ap by N", SHOOTER, "FX-AP-1", "improve AP by 1", adds=True),
    Form("Worsen AP", "worsen ap by N", SHOOTER, "FX-AP-1", "worsen AP by 1", adds=True),
    Form("Critical AP", "improve ap by N on critical wounds", SHOOTER, "INT-18", "improve AP by 1 on critical wounds",
         adds=True),
    Form("+ damage", "+N damage", SHOOTER, "FX-DMG-1", "+1 damage", adds=True),
    Form("+ attacks", "+N attacks", SHOOTER, "FX-ATK-1", "+1 attacks", adds=True),
    Form("- attacks", "minus N attacks", SHOOTER, "FX-ATK-1", "-1 attacks", adds=True),
    Form("Attacks become", "attacks become N", SHOOTER, "FX-ATK-1", "attacks become 4"),
    Form("Double attacks", "double attacks", SHOOTER, "MOD-1", adds=True),
    Form("+ strength", "+N strength", SHOOTER, "MOD-1", "+1 strength", adds=True),
    Form("Mortal wounds in addition", "X mortal wounds in addition on critical wounds", SHOOTER, "ORD-5",
         "1 mortal wounds in addition on critical wounds", adds=True),
    Form("Set one hit roll to 6", "set one hit roll to 6", SHOOTER, "FX-DIE-1"),
    Form("Set one wound roll to 6", "set one wound roll to 6", SHOOTER, "FX-DIE-1"),
    Form("Ignores Lone Operative", "ignores lone operative", SHOOTER, "TGT-6"),
    # What belongs to a unit.
    Form("Damaged", "damaged 1 N", UNIT, "DMG-5", "Damaged: 1-4"),
    Form("Shoots after Falling Back", "shoots after falling back", UNIT, "ELIG-1"),
    Form("Shoots after Advancing", "shoots after advancing", UNIT, "ELIG-1"),
    Form("Firing Deck", "firing deck N", UNIT, "ELIG-8", "Firing Deck 2"),
    Form("Deadly Demise", "deadly demise X", UNIT, "DEMISE-1", "Deadly Demise D3"),
    # What works for whoever is shot at.
    Form("Stealth", "stealth", TARGET, "DEF-STEALTH-1"),
    Form("Lone Operative", "lone operative", TARGET, "TGT-6"),
    Form("Feel No Pain", "feel no pain N", TARGET, "FX-FNP-1", "Feel No Pain 5+", rolled=True),
    Form("Feel No Pain against mortal wounds", "feel no pain N against mortal wounds", TARGET, "FNP-3",
         "Feel No Pain 4+ against mortal wounds", rolled=True),
    Form("Feel No Pain against Psychic Attacks", "feel no pain N against psychic attacks", TARGET, "FNP-3",
         "Feel No Pain 4+ against Psychic Attacks", rolled=True),
    Form("Incoming - to hit", "incoming minus N to hit", TARGET, "FX-HIT-1", "incoming: -1 to hit", adds=True,
         asked=True),
    Form("Incoming - to wound", "incoming minus N to wound", TARGET, "FX-WND-1", "incoming: -1 to wound", adds=True,
         asked=True),
    Form("Incoming - to wound if stronger", "incoming minus N to wound when s is greater than t", TARGET, "WND-5",
         "incoming: -1 to wound when S is greater than T", adds=True, asked=True),
    Form("Incoming wound rolls fail", "incoming wound rolls of 1 N fail", TARGET, "FX-WND-2",
         "incoming: wound rolls of 1-3 fail", asked=True),
    Form("Incoming - damage", "incoming minus N damage", TARGET, "FX-DMG-2", "incoming: -1 damage", adds=True),
    Form("Incoming half damage", "incoming half damage", TARGET, "FX-DMG-3", "incoming: half damage", adds=True),
    Form("Incoming no damage once", "incoming no damage once", TARGET, "FX-DMG-5", "incoming: no damage once",
         adds=True),
    Form("Incoming worsen AP", "incoming worsen ap by N", TARGET, "FX-AP-1", "incoming: worsen AP by 1", adds=True),
    Form("+ to saves", "+N to saves", TARGET, "FX-SAVE-1", "+1 to saves", adds=True),
    Form("+ to saves against damage 1", "+N to saves against damage 1", TARGET, "FX-SAVE-1",
         "+1 to saves against damage 1", adds=True),
)  # fmt: skip

OTHERS = (  # printed on datasheets; they do nothing when somebody shoots
    "Deep Strike", "Infiltrators", "Scouts", "Leader", "Fights First", "Hover", "Support", "Super-heavy Walker",
)  # fmt: skip
KEYWORDS = (  # of the rules themselves; those of factions are written in capitals, as datasheets print them
    "AIRCRAFT", "ARTILLERY", "BATTLELINE", "BATTLESUIT", "BEAST", "BEASTS", "BIKER", "CAVALRY", "CHAOS", "CHARACTER",
    "DAEMON", "DEDICATED TRANSPORT", "DREADNOUGHT", "EPIC HERO", "FLY", "FORTIFICATION", "FRAME", "GRAVIS",
    "GRENADES", "IMPERIUM", "INFANTRY", "JUMP PACK", "KNIGHT", "MONSTER", "MOUNTED", "PHOBOS", "PRIMARCH", "PSYKER",
    "SMOKE", "SUPREME COMMANDER", "SWARM", "SYNAPSE", "TERMINATOR", "TITAN", "TITANIC", "TOWERING", "TRANSPORT",
    "TYRANIDS", "VEHICLE", "WALKER",
)  # fmt: skip
