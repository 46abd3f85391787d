"""The words of ``effect_patterns.json`` as lines that somebody may write in a list: numbers and keywords filled in.

Some words there are shorthand for a sentence that says more. ``SHORTHAND`` has the line of the grammar that stands for
each; where a sentence may mean several lines it stands for all of them, and all must work. What has no honest line is
None: it counts as not covered.
"""

from __future__ import annotations

import re

KEYWORD, CONDITION = "VEHICLE", "the banner stands"
REACHES = re.compile(r'(?:(?:led|unit|lent|marked|incoming|friendly [^:]*|enemies within N?\d"): )*')

SHORTHAND: dict[str, tuple[str, ...] | None] = {
    "(mark after shooting)": ("mark after shooting: +1 to hit",),
    "(mark)": ("mark: re-roll hit rolls of 1",),
    "(lend)": (f'lend {KEYWORD} within 6": +1 to hit',),
    "(once per battle / asked)": ("+1 to hit once per battle",),
    "kept dice: may replace this roll": tuple(f"kept dice: {roll}" for roll in ("hit", "wound", "damage", "save")),
    "own mortal wounds: D3": ("own mortal wounds D3",),
    "mortal wounds roll": ("D3 mortal wounds on 4+ after shooting",),
    "may not be targeted / may target only": (
        f"may target only {KEYWORD}",
        f"may not target {KEYWORD}",
        f"may not be targeted by {KEYWORD}",
    ),
    "one of: …": ("one of: Lethal Hits, Sustained Hits 1",),
    "EFFECT on critical wounds": ("improve AP by 1 on critical wounds",),  # what these sentences go on to say
    "shoots freely in combat": ("no penalty in combat",),
    "(Stratagem cost)": ("free Overwatch", "again though used"),
    "set one roll to N1": ("set one hit roll to 6", "set one save to 6"),
    "(mixed Toughness: majority)": ("toughness of the majority",),
    "+N1 ?": None,
}
WITHOUT_REACH = ("mortal wounds roll", "shoots on death", "shoots again")  # the unit marked is the one that is hit
SLIPS = {  # an importer's reading that no list would have: a condition taken for a keyword, words of our own shortened
    "against Y K1": f"against {KEYWORD}",
    "if disembarked": "if disembarked this turn",
    "against MEDUSAE": "if Medusae are among them",
    "against SSLYTH": "if Sslyth are among them",
    "against GRETCHIN": "if Gretchin are among them",
    "against HYBRID METAMORPHS": "if it has Hybrid Metamorphs",
    "against ITS HATED FOE": "if target is the hated foe",
    "against YOUR MACHINE VENGEANCE TARGET": "if target is marked for vengeance",
    "against AUSPEX SCANNED": "if target is auspex scanned",
    "against SUPPRESSED": "if suppressed",
    "against VISIBLE TO THE ATTACKING": "if the shooter sees it",
    "against BATTLE‐SHOCKED": "if target Battle-shocked",
    "against BATTLE-SHOCKED AND BELOW ITS STARTING STRENGTH": "if target Battle-shocked if target below strength",
    "if WORDS against LEADING A": "if it leads nobody and friends are near",
}
MISREAD = {
    "shoots on death against NOT WITHIN ENGAGEMENT RANGE OF ANY ENEMY": "the sentence is of a move after shooting"
}

NUMBERS = (  # what a number stands before or after, and one that is likely there
    (r'targeted only within N\d"', "12"),
    (r'enemies within N\d"', "24"),
    (r' within N\d"$', "18"),
    (r'beyond N\d"', "9"),
    (r'\+N\d" range', "6"),
    (r'N\d"', "6"),
    (r"rolls of N\d", "1"),
    (r"damage N\d$", "1"),
    (r"(?:set|become) .*N\d|attacks become N\d", "6"),
    (r"(?:critical hits|hits) on (?:successful )?N\d", "5"),
    (r"N\d\+", "4"),
    (r"melta N\d", "2"),
    (r"N\d", "1"),
)


def lines_of(words: str) -> tuple[str, ...] | None:
    """The lines that these words come to, of which all must work; None if they say too little for one."""
    if words in MISREAD:
        return None
    for slip, meant in SLIPS.items():
        if words.endswith(slip):
            words = words.removesuffix(slip) + meant
    words = words.replace("^", "")
    if either := re.match(r"friendly (.*) OR (.*?) within (.*)", words):  # all keywords are needed that stand there
        return tuple(filled(f"friendly {keywords} within {either[3]}") for keywords in either.groups()[:2])
    reach = REACHES.match(words)
    assert reach is not None
    core = words[reach.end() :]
    for short, full in SHORTHAND.items():
        if core == short or core.startswith(short + " "):
            if full is None:
                return None
            before = "" if short in WITHOUT_REACH else reach[0]
            return tuple(filled(f"{before}{line}{core.removeprefix(short)}") for line in full)
    if any(core.startswith(short) for short in WITHOUT_REACH):
        words = core
    return (filled(words),)


def filled(text: str) -> str:
    """With numbers, keywords and a condition in the place of N1, K1 and WORDS."""
    text = re.sub(r"\bK\d\b", KEYWORD, text).replace("WORDS", CONDITION)
    for pattern, number in NUMBERS:
        text = re.sub(pattern, lambda found, number=number: re.sub(r"N\d", number, found[0]), text, flags=re.I)  # type: ignore[misc]
    return text
