"""Special rules of units that change nothing in what is played here: those of other phases, and those not played.

Known so that they are not taken for misspelt ones, and so that ``army check`` can say what became of them.
"""

from __future__ import annotations

# What they are about instead of the Shooting phase, and their names.
ELSEWHERE = {
    "deployment and Reserves": (
        "Acute Senses", "Combat Squads", "Combined Squad", "Deep Strike", "Infiltrate", "Outflank", "Scout", "Unbound",
        "Vehicle Squadron",
    ),
    "room in transports": ("Bulky", "Very Bulky", "Extremely Bulky"),
    "movement": ("Move Through Cover", "Supersonic", "Vector Dancer"),
    "the Psychic phase": ("Adamantium Will", "Psyker", "Shadow in the Warp"),
    "the Assault phase": (
        "'Ere We Go!", "Ancient Doom", "Champion of Chaos", "Counter-attack", "Defence Tactics", "Fear",
        "Furious Charge", "Hammer of Wrath", "Hatred", "Hit & Run", "Living Battering Ram", "Rage",
        "Smash", "Supporting Fire",
    ),
    "falling back and regrouping": ("Bonding Knife Ritual", "Stubborn"),
}  # fmt: skip

# What they do in the Shooting phase that nobody plays here, and what to do about it where the list can say it.
NOT_PLAYED = {
    "Bolter Drill": "rolls of 1 To Hit with bolters are rolled again",
    "Born in the Saddle": "write Skilled Rider for its bikes",
    "Chapter Tactics": "those of some Chapters count here; write the rules that they give, such as Tank Hunters",
    "Crusader": "it rolls one die more to Run",
    "Daemon": "write its invulnerable save, Inv: 5+",
    "Fleet": "it may roll its Run again",
    "Living Metal": "Crew Shaken and Crew Stunned do nothing to it",
    "Power from Pain": "write the Feel No Pain that it gives",
    "Repair": "it may mend itself instead of shooting",
    "Runtherd": "it helps its unit to pass Morale checks",
    "Searchlight": "what it lights up has no Stealth of the night",
    "Siege Masters": "write Tank Hunters for Devastators",
    "Strike from the Shadows": "write Shrouded while it lasts",
    "Synapse Creature": "units near it are Fearless; write Fearless for them",
    "Target Lock": "its model may shoot at another unit",
    "The Flesh is Weak": "write its Feel No Pain (6+)",
    "Voice of Command": "orders are not given here",
}
