"""The 2nd edition's printed charts and words, typed from the specification and not from the program."""

from __future__ import annotations

import re

# Section 6: rows are Strength 1 to 10, columns Toughness 1 to 10.
WOUND_CHART = {
    1: "4 5 6 6 - - - - - -",
    2: "3 4 5 6 6 - - - - -",
    3: "2 3 4 5 6 6 - - - -",
    4: "2 2 3 4 5 6 6 - - -",
    5: "2 2 2 3 4 5 6 6 - -",
    6: "2 2 2 2 3 4 5 6 6 -",
    7: "2 2 2 2 2 3 4 5 6 6",
    8: "2 2 2 2 2 2 3 4 5 6",
    9: "2 2 2 2 2 2 2 3 4 5",
    10: "2 2 2 2 2 2 2 2 3 4",
}
SCORES = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1, 7: 0, 8: -1, 9: -2, 10: -3}  # 2E-HIT-1
LONG_SHOTS = {7: "6 and then 4+", 8: "6 and then 5+", 9: "6 and then 6+"}  # 2E-HIT-5
COVER = {"none": 0, "soft": -1, "hard": -2}
FIELDS = {
    "conversion field": 4, "refractor field": 5, "displacer field": 3, "power field": 2, "storm shield": 4,
    "rosarius": 4, "rune armour": 4, "daemonic aura": 4, "lictor exoskeleton": 5,
}  # fmt: skip
LOCATIONS = {  # 2E-VEH-1: the six faces, front/side
    "Rhino": ("track 15/15", *["hull 20/18"] * 4, "weapons 12/12"),
    "Land Raider": (*["track 17/17"] * 2, *["hull 22/20"] * 3, "lascannon 18/18"),
    "Predator": ("track 15/15", *["hull 20/18"] * 2, "sponson 17/15", *["turret 22/22"] * 2),
    "Leman Russ": ("track 16/16", *["hull 22/18"] * 2, "heavy bolter 17/17", *["turret 25/22"] * 2),
    "Falcon": ("grav motor 18/18", *["hull 18/18"] * 3, *["turret 18/18"] * 2),
    "Dreadnought": ("legs 20/18", "left arm 19/17", "right arm 19/17", *["body 21/19"] * 3),
}
MOVE_OR_FIRE = {  # section 5 and the unit file; of the two weapons without it the file is followed
    "heavy bolter", "autocannon", "lascannon", "multi-melta", "heavy stubber", "multi-laser", "heavy plasma gun",
    "missile launcher", "bio-plasma",
}  # fmt: skip
BIG_ONES = {"vehicle", "monstrous"}
CATEGORY = {  # 2E-TGT-1; whatever is not here is human-sized
    **dict.fromkeys(("Nurglings", "Snotlings", "Ripper Swarm"), "smaller"),
    **dict.fromkeys(("Rhino", "Predator", "Land Raider", "Leman Russ", "Falcon", "Warbikes"), "vehicle"),
    **dict.fromkeys(
        ("Great Unclean One", "Carnifex", "Hive Tyrant", "Lictor", "Tyranid Warriors", "Zoanthrope", "Dreadnought"),
        "monstrous",
    ),
}
KINDS = ("smaller", "human-sized", "vehicle", "monstrous")
NEVER_TEST = {"Tyranid Warriors", "Hive Tyrant", "Zoanthrope", "Lictor"}
SILENT = {"charged", "broken", "engaged", "ran", "blinded", "webbed", "in stasis", "held"}  # 2E-ELIG-1
AMMUNITION = {1: "D3", 2: "D3", 3: "D3", 4: "D6", 5: "D6", 6: "D12", 7: "D12", 8: "D20", 9: "D20", 10: "D20"}
ARTILLERY = ("2", "4", "6", "8", "10", "MISFIRE")


def said(score: int) -> str:
    if score >= 10:
        return "cannot hit"
    return LONG_SHOTS.get(score) or f"{max(2, score)}+"


def wounds(strength: int, toughness: int) -> str:
    cell = WOUND_CHART[strength].split()[toughness - 1]
    return "it cannot" if cell == "-" else f"{cell}+"


def saved(armour: int, modifier: int, dice: int = 1) -> str:
    needed = max(2, armour - modifier)
    return f"{needed}+" if needed <= 6 * dice else "no save"


ORDERS = {
    "2E-SEQ-1": (  # section 1
        "a unit is picked", "its target is named", "weapons and sustained fire dice are chosen",
        "the range is measured", "the rolls to hit", "the sustained fire dice", "hits are given to models",
        "the rolls to wound", "the saves", "the damage dice", "casualties are removed", "break tests",
    ),
    "2E-DMG-3": (
        "the roll to wound", "the save of a field", "the armour save", "the damage dice", "surplus damage is lost",
    ),
    "2E-BLA-1": (
        "a model is aimed at", "the roll to hit", "the scatter and artillery dice", "who lies under the marker",
        "the rolls to wound",
    ),
    "2E-VEH-3": ("the roll to hit", "the location die", "the penetration dice", "the die on the damage table"),
}  # fmt: skip

PHRASES = {
    "the wound chart": "own Toughness counts",
    "armour against a strong weapon": "modifier is added",
    "cover": "roll to hit",
    "who takes the next wound": "spreads hits",
    "wounds beyond a model's last": "rolls damage dice",
    "rapid fire weapons": "Space Marines who stood still",
    "heavy weapons after moving": "A bearer on foot",
    "which unit may be shot": "nearest of the troops",
    "splitting the fire of a unit": "other target group",
    "a natural 1 or 6 to hit": "confirmed by a second die",
    "a second kind of save": "armour too",
    "blast weapons": "artillery die",
    "shooting at vehicles": "A die finds the part",
    "morale after losses": "A quarter of this turn's models",
    "shooting out of turn": "gave up their own turn",
    "measuring distances": "misjudged shots are lost",
    "sustained or extra hits": "1 to 3 hits, or a jam",
    "shooting at units in combat": "friend or foe",
    "number of shots": "combi-weapons",
    "special rules on a 6": "gauss-flayer",
}


def need_to_hit(match: re.Match[str]) -> str:
    score = SCORES[int(match[1])] - sum(map(int, re.findall(r": ([+-]\d+)", match[2])))
    return "no face will do" if score >= 10 else "6+" if score > 6 else f"{max(2, score)}+"


def need_to_wound(match: re.Match[str]) -> str:
    found = wounds(int(match[1]), int(match[2]))
    return "no face will do" if found == "it cannot" else found


def need_to_save(match: re.Match[str]) -> str:
    found = saved(int(match[1]), int(match[2] or 0))
    return "no face will do" if found == "no save" else found


NEEDS = (
    (
        r"Ballistic Skill (\d+): a score of -?\d+((?:; [^;]*: [+-]\d+)*)(?:; a 1 always misses|; a score of \d.*)?",
        need_to_hit,
    ),
    (r"Strength (\d+) against Toughness (\d+)(?:; it cannot wound)?", need_to_wound),
    (
        r"armour (\d)\+(?: against blasts and templates)?(?:; save modifier (-\d+))?(?:; \d+\+ cannot be rolled)?",
        need_to_save,
    ),
)
