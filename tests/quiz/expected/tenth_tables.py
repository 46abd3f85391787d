"""What the learner of 10th edition must be told, typed from the specification of its rules. See test_every_question."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import ceil
from typing import Any

from tests.quiz.expected.tenth_words import (
    ADD_UP,
    DECISIONS,
    HOLDS,
    ORDERS,
    PHRASES,
    SPLIT,
    TORRENT,
    Facts,
    decided,
    lasts,
    reaction,
)

__all__ = ["NEEDS", "ORDERS", "PHRASES", "TABLES", "shots_told"]


# 10E-WND-1, typed row by row: Strength -> the numbers for Toughness 2, 3, 4 ...
WOUND = {
    2: "4566666666666666",
    3: "3455666666666666",
    4: "2345556666666666",
    5: "2334555566666666",
    6: "2233455555666666",
    7: "2233345555556666",
    8: "2223334555555566",
    9: "2223333455555555",
    10: "2222333345555555",
    11: "2222333334555555",
    12: "2222233333455555",
    13: "2222233333345555",
    14: "2222223333334555",
    15: "2222223333333455",
    16: "2222222333333345",
}


def wound(strength: int, toughness: int) -> int:
    if strength in WOUND and toughness - 2 < len(WOUND[strength]) and toughness >= 2:
        return int(WOUND[strength][toughness - 2])
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return {True: 3, False: 5}[strength > toughness] if strength != toughness else 4


def clamp(changes: Any) -> int:
    return max(-1, min(1, sum(changes)))


def die(number: int) -> str:
    """1 always fails, 6 always succeeds: hit and wound rolls (10E-HIT-2, 10E-WND-2)."""
    return f"{max(2, min(6, number))}+"


def hit(f: Facts, change: int = 0) -> str:
    return die(f["skill"] - change)


def save(armour: int, ap: int, bonus: int = 0, inv: int | None = None) -> str:
    """10E-SAV-1 to 4: f + AP + bonus >= Sv, the sum at most +1; ``ap`` is 0 or less; the better of two."""
    needed = max(2, armour - min(1, ap + bonus))
    if inv is not None and inv < needed:
        needed = inv
    return f"{needed}+" if needed <= 6 else "no save"


def cover(armour: int, ap: int) -> int:
    return 0 if ap == 0 and armour <= 3 else 1


def rolled_hit(f: Facts, quiz: Any) -> str:
    total = clamp(f["changes"])
    return {0: "0", 1: "+1", -1: "-1"}[total] if "come to" in quiz.text else hit(f, total)


def worse_skill(f: Facts, quiz: Any) -> str:
    skill = f["skill"] + (1 if f["worse"] else -1)
    return die(max(2, skill) - f["change"])


def in_combat(f: Facts, quiz: Any) -> str:
    assert not f["blast"]  # 10E-WPN-BLAST-3: it may not be fired there at all
    return hit(f, 0 if f.get("pistol") else -1)


def damaged(f: Facts, quiz: Any) -> str:
    bracket = f"1-{f['bracket']} wounds"
    assert bracket in quiz.text
    assert bracket in quiz.because[0].text
    return hit(f, -1 if f["left"] <= f["bracket"] else 0)


def unseen(f: Facts, quiz: Any) -> str:
    change = (1 if f["heavy"] and f["stationary"] else 0) - 1
    return f"{max(4, f['skill'] - change)}+" if f["skill"] - change <= 6 else "6+"


# Effects of datasheets ------------------------------------------------------------------------------------------------


def with_leader(f: Facts, quiz: Any) -> str:
    """10E-EFF-1: for every model while a bodyguard stands; without such words, for himself."""
    helped = not f["alone"] if f["led"] else f["who"] == "Captain"
    return hit(f, int(helped))


def made_again(f: Facts, quiz: Any) -> str:
    if f["stopped"]:
        return "none of them"
    return twin({**f, "changes": ()}, quiz) if f["twin"] else "1"


def changed_toughness(f: Facts, quiz: Any) -> str:
    change = f["change"] if f["change"] > 0 or f["distance"] <= 6 else 0
    return f"{wound(f['strength'], max(1, f['toughness'] + change))}+"


# Toughness and shots --------------------------------------------------------------------------------------------------


def toughness(f: Facts, quiz: Any) -> int:
    return max([t for t, leader in f["models"] if not leader] or [t for t, _ in f["models"]])


def near(f: Facts) -> bool:
    return bool(f["distance"] <= f["range"] / 2)


def melta(f: Facts, quiz: Any) -> int:
    """The die is called by its sides: a D3 gives 3 where a D6 shows 5 or 6."""
    assert bool(re.search(r"Damage \d?D", quiz.text)) == bool(re.search(r"; the D[36] gives \d", quiz.text)), quiz
    return int(f["rolled"] + (f["x"] if near(f) else 0))


def changed_attacks(f: Facts, quiz: Any) -> int:
    return max(1, f["attacks"] + f["more"] - f["less"]) + f["models"] // 5


def twin(f: Facts, quiz: Any) -> str:
    needed = max(2, min(6, wound(f["strength"], f["toughness"]) - clamp(f["changes"])))
    return {2: "1", 3: "1 or 2", 4: "1 to 3", 5: "1 to 4", 6: "1 to 5"}[needed]


def changed_ap(f: Facts, quiz: Any) -> str:
    ap = min(0, f["ap"] + f["change"])
    return save(f["save"], ap, cover(f["save"], ap) if f["cover"] else 0)


def feel_no_pain(f: Facts, quiz: Any) -> str:
    values = [f["always"]] if f["always"] else []
    values += [f["mortal"]] if f["is_mortal"] else []
    return f"{min(values)}+" if values else "it is not ignored"


def anti(f: Facts, quiz: Any) -> str:
    needed = wound(f["strength"], f["toughness"])
    return f"{min(needed, f['anti']) if f['has'] else needed}+"


def anti_hindered(f: Facts, quiz: Any) -> str:
    return f"{min(f['anti'], 6, wound(f['strength'], f['toughness']) + 1)}+"


# Who may fire ---------------------------------------------------------------------------------------------------------

ALL, ASSAULT, PISTOLS, NO = (
    "yes, as usual",
    "yes, with Assault weapons only",
    "yes, with Pistols only",
    "no",
)


def eligible(f: Facts, quiz: Any) -> str:
    """10E-ELIG-1 to 5; no two options may let the same weapons fire."""
    fires = {
        ALL: [True] * len(f["weapons"]),
        ASSAULT: [a for a, _ in f["weapons"]],
        PISTOLS: [p for _, p in f["weapons"]],
    }
    assert quiz.rule != "10E-ELIG-4" or f["state"] == "locked in combat"
    right = allowed(f, any(fires[ASSAULT]), any(fires[PISTOLS]))
    assert right == NO or [*fires.values()].count(fires[right]) == 1
    return right


def allowed(f: Facts, assault: bool, pistols: bool) -> str:
    after_falling_back, after_advancing = f["freed"]
    if f["state"] == "fell back":
        return ALL if after_falling_back else NO
    if f["state"] == "advanced":
        return ALL if after_advancing else ASSAULT if assault else NO
    if f["state"] == "locked in combat" and not f["big"]:
        return PISTOLS if pistols else NO
    return ALL


def overwatch(f: Facts, quiz: Any) -> str:
    return "no" if f["locked"] or f["used"] or f["titanic"] else "yes, hitting on unmodified 6s only"


def grenade(f: Facts, quiz: Any) -> str:
    return "yes, and it may still shoot" if f["state"] == "free" else "no"


YES, HINDERED = "yes", "yes, at -1 to hit"


def friend_engaged(f: Facts, quiz: Any) -> str:
    if not f["big"]:
        return NO
    return YES if f["pistol"] or f["torrent"] else HINDERED


def pistol_in_combat(f: Facts, quiz: Any) -> str:
    return NO if not (f["pistol"] and f["same"]) else YES


# Allocation -----------------------------------------------------------------------------------------------------------

FREE = "any model its owner likes"


def allocated(f: Facts, quiz: Any) -> str:
    """10E-ALL-1 to 4: bodyguards before Leaders; of them who lost wounds or was allocated an attack."""
    guards = [rank for rank in f["ranks"] if not rank[4]] or [*f["ranks"]]
    forced = [rank for rank in guards if rank[2] or rank[3]]
    names = list(dict.fromkeys(rank[0] for rank in forced or guards))
    if len(names) > 1:
        return FREE
    alike = sum(n for name, n, *_ in f["ranks"] if name == names[0])
    if forced and alike > 1:
        return f"the {names[0]} {'that is wounded' if forced[0][2] else 'that saved'}"
    return f"the {names[0]}" if alike == 1 else f"one {names[0]}"


# A 6 or a 1 -----------------------------------------------------------------------------------------------------------

MISS, LETHAL = "a miss", "a wound, without a wound roll"
FAILS, WOUNDS, PACKET = "no wound", "a wound, which may be saved", "a wound without any save"


def hits(face: int, needed: int, change: int = 0) -> bool:
    return face == 6 or (face != 1 and face + change >= needed)


def natural_hit(f: Facts, quiz: Any) -> str:
    return "1 hit" if hits(f["die"], f["skill"], f["change"]) else MISS


def critical_hit(f: Facts, quiz: Any) -> str:
    if f["die"] == 6:
        return "a Critical Hit"
    return "a hit, but not a Critical Hit" if hits(f["die"], f["skill"], f["change"]) else MISS


def lethal(f: Facts, quiz: Any) -> str:
    return LETHAL if f["die"] == 6 else "1 hit" if hits(f["die"], f["skill"]) else MISS


def sustained(f: Facts, quiz: Any) -> str:
    return f"{1 + f['x']} hits" if f["die"] == 6 else "1 hit" if hits(f["die"], f["skill"]) else MISS


def unseen_die(f: Facts, quiz: Any) -> str:
    change = 0 if f["still"] else -1
    return "1 hit" if f["die"] > 3 and hits(f["die"], f["skill"], change) else MISS


def natural_wound(f: Facts, quiz: Any) -> str:
    return WOUNDS if hits(f["die"], wound(f["strength"], f["toughness"]), f["change"]) else FAILS


def devastating(f: Facts, quiz: Any) -> str:
    if f["die"] == 6:
        return PACKET
    return WOUNDS if hits(f["die"], wound(f["strength"], f["toughness"])) else FAILS


def anti_critical(f: Facts, quiz: Any) -> str:
    if f["die"] >= f["x"]:
        return PACKET
    return WOUNDS if hits(f["die"], wound(4, f["toughness"])) else FAILS


def natural_save(f: Facts, quiz: Any) -> str:
    saved = f["die"] != 1 and f["die"] + f["ap"] >= f["save"]
    return "it is saved" if saved else "it is not saved"


# What is noted --------------------------------------------------------------------------------------------------------


def standing(slain: int, hurt: int) -> str:
    fell = "nobody slain" if not slain else f"{slain} slain"
    return f"{fell}, {f'one with {hurt} left' if hurt else 'nobody wounded'}"


def packets(points: int, n: int, wounds: int, models: int) -> str:
    """10E-DMG-2: each packet hurts one model; the wounded one takes the next."""
    left = [wounds] * models
    for _ in range(n):
        if left:
            left[0] -= points
            if left[0] <= 0:
                left.pop(0)
    return standing(models - len(left), left[0] if left and left[0] < wounds else 0)


def noted_damage(f: Facts, quiz: Any) -> int:
    base = f["rolled"] / 2 if f["half"] else f["rolled"]
    return max(1, ceil(base + f["more"] - f["less"]))


COVERED = {  # the chart of 10E-COV-1, read for each of the cards' models
    "INFANTRY wholly on top of a crater", "a model wholly within a ruin, fully visible",
    "a model partly hidden by a hill from one of the attacking models",
    'INFANTRY wholly within 2" of a barricade, which hides a part of it',
}  # fmt: skip


TABLES: dict[tuple[str, str], Callable[[Facts, Any], object]] = {
    ("10E-HIT-1", "hit"): lambda f, q: {2: "2+", 3: "3+", 4: "4+", 5: "5+", 6: "6+"}[f["skill"]],
    ("10E-HIT-4", "hit"): lambda f, q: hit(f, clamp(f["changes"])),
    ("10E-HIT-5", "hit"): worse_skill,
    ("10E-FX-HIT-1", "hit"): rolled_hit,
    ("10E-WPN-HEAVY-1", "hit"): lambda f, q: hit(f, 1 if f["stationary"] else 0),
    ("10E-DEF-STEALTH-1", "hit"): lambda f, q: hit(f, -1 if f["every"] else 0),
    ("10E-ELIG-5", "hit"): lambda f, q: hit(f, 0 if f["pistol"] else -1),
    ("10E-TGT-7", "hit"): in_combat,
    ("10E-TGT-8", "hit"): in_combat,
    ("10E-WPN-INDIRECT-2", "hit"): unseen,
    ("10E-DMG-5", "hit"): damaged,
    ("10E-EFF-8", "hit"): lambda f, q: hit(f, int(HOLDS[f["says"]](f))),
    ("10E-EFF-1", "hit"): with_leader,
    ("10E-EFF-34", "hit"): lambda f, q: hit(f, min(1, f["plus"])),
    ("10E-EFF-34", "wound"): made_again,
    ("10E-EFF-47", "wound"): changed_toughness,
    ("10E-EFF-45", "save"): lambda f, q: save(f["save"], f["ap"], 0 if f["ignored"] else cover(f["save"], f["ap"])),
    ("10E-EFF-30", "shots"): lambda f, q: f["attacks"] + f["first"] + f["second"],
    ("10E-EFF-33", "shots"): lambda f, q: f["becomes"] + f["more"],
    ("10E-EFF-32", "toughness"): lambda f, q: "both, they add up" if f["ability"] in ADD_UP else "no more than one",
    ("10E-WND-1", "wound"): lambda f, q: f"{wound(f['strength'], f['toughness'])}+",
    ("10E-WND-3", "wound"): lambda f, q: die(wound(f["strength"], f["toughness"]) - clamp(f["changes"])),
    ("10E-WND-5", "wound"): lambda f, q: die(
        wound(f["strength"], f["toughness"]) + (1 if f["strength"] > f["toughness"] else 0)
    ),
    ("10E-WPN-ANTI-1", "wound"): anti,
    ("10E-WPN-ANTI-2", "wound"): anti_hindered,
    ("10E-WPN-TWIN-1", "wound"): twin,
    ("10E-WND-4", "toughness"): toughness,
    ("10E-TGT-11", "toughness"): lambda f, q: f["before"],
    ("10E-WPN-DUP-1", "toughness"): lambda f, q: max(f["numbers"]),
    ("10E-SAV-1", "save"): lambda f, q: save(f["save"], f["ap"]),
    ("10E-SAV-3", "save"): lambda f, q: save(f["save"], f["ap"], cover(f["save"], f["ap"]) + 1),
    ("10E-SAV-4", "save"): lambda f, q: save(f["save"], f["ap"], 0, f["invulnerable"]),
    ("10E-SAV-5", "save"): lambda f, q: "no save" if f["die"] == 6 else save(f["save"], f["ap"], 0, f["invulnerable"]),
    ("10E-COV-1", "save"): lambda f, q: save(f["save"], f["ap"], 1 if f["where"] in COVERED else 0),
    ("10E-COV-2", "save"): lambda f, q: save(f["save"], f["ap"], cover(f["save"], f["ap"]), f["invulnerable"]),
    ("10E-COV-3", "save"): lambda f, q: save(f["save"], f["ap"], cover(f["save"], f["ap"])),
    ("10E-COV-5", "save"): lambda f, q: save(f["save"], f["ap"] - 1),
    ("10E-WPN-IGNCOVER-1", "save"): lambda f, q: save(f["save"], f["ap"]),
    ("10E-MOD-AP-1", "save"): changed_ap,
    ("10E-DEF-GTG-1", "save"): lambda f, q: save(f["save"], f["ap"], cover(f["save"], f["ap"]), 6),
    ("10E-FNP-3", "save"): feel_no_pain,
    ("10E-ATK-1", "shots"): lambda f, q: f["weapons"] * f["attacks"],
    ("10E-ATK-2", "shots"): lambda f, q: f"{f['weapons'] * f['dice']}D{f['sides']}",
    ("10E-ATK-3", "shots"): changed_attacks,
    ("10E-WPN-RF-1", "shots"): lambda f, q: f["weapons"] * (f["attacks"] + (f["more"] if near(f) else 0)),
    ("10E-WPN-BLAST-1", "shots"): lambda f, q: f["plain"] + f["weapons"] * (f["models"] // 5),
    ("10E-WPN-TORRENT-1", "shots"): lambda f, q: f["attacks"],
    ("10E-WPN-HAZ-3", "shots"): lambda f, q: f["weapons"],
    **dict.fromkeys([(f"10E-ELIG-{n}", "eligible") for n in (1, 2, 3, 4)], eligible),
    ("10E-ELIG-9", "eligible"): lambda f, q: "yes" if f["state"] == "waiting" else "no, not in this phase",
    ("10E-TGT-9", "eligible"): lambda f, q: "all of them" if f["big"] else "its Pistols or its other weapons",
    ("10E-OOP-1", "eligible"): overwatch,
    ("10E-OOP-3", "eligible"): grenade,
    ("10E-TGT-2", "targets"): lambda f, q: YES if f["distance"] <= f["range"] else NO,
    ("10E-TGT-3", "targets"): lambda f, q: SPLIT[f["what"]],
    ("10E-TGT-5", "targets"): lambda f, q: NO if "stops every" in f["what"] else YES,
    ("10E-ELIG-8", "eligible"): lambda f, q: (
        NO if "embarked in" in f["what"] else f"{YES}, but it has not Remained Stationary"
    ),
    ("10E-TGT-6", "targets"): lambda f, q: YES if f["distance"] <= 12 else NO,
    ("10E-TGT-7", "targets"): friend_engaged,
    ("10E-WPN-BLAST-3", "targets"): lambda f, q: YES if f["free"] else NO,
    ("10E-WPN-INDIRECT-1", "targets"): lambda f, q: HINDERED if f["indirect"] and not f["torrent"] else NO,
    ("10E-ELIG-4", "targets"): pistol_in_combat,
    **dict.fromkeys([(f"10E-ALL-{n}", "allocate") for n in (1, 3, 4)], allocated),
    **{(rule, "decision"): decided for rule in DECISIONS},
    ("10E-HIT-2", "six"): natural_hit,
    ("10E-HIT-3", "six"): critical_hit,
    ("10E-RR-1", "six"): lambda f, q: "1 hit" if f["die"] >= f["skill"] else MISS,
    ("10E-RR-2", "six"): lambda f, q: YES if f["die"] + f["change"] < f["skill"] else NO,
    ("10E-WND-2", "six"): natural_wound,
    ("10E-SAV-2", "six"): natural_save,
    ("10E-WPN-LETHAL-1", "six"): lethal,
    ("10E-WPN-SUST-1", "six"): sustained,
    ("10E-WPN-DEV-2", "six"): devastating,
    ("10E-WPN-TORRENT-2", "six"): lambda f, q: TORRENT[f["ability"]],
    ("10E-WPN-INDIRECT-2", "six"): unseen_die,
    ("10E-OOP-1", "six"): lambda f, q: "1 hit" if f["die"] == 6 else MISS,
    ("10E-INT-1", "six"): lambda f, q: WOUNDS if f["die"] == 6 else "a hit, to be rolled to wound",
    ("10E-INT-4", "six"): anti_critical,
    ("10E-WPN-HAZ-2", "six"): lambda f, q: "the unit suffers 3 mortal wounds" if f["die"] == 1 else "nothing happens",
    ("10E-DEMISE-1", "six"): lambda f, q: 'all units within 6" suffer' if f["die"] == 6 else "nothing happens",
    ("10E-DMG-2", "bookkeeping"): lambda f, q: packets(f["damage"], f["attacks"], f["wounds"], f["models"]),
    ("10E-MW-2", "bookkeeping"): lambda f, q: packets(1, f["points"], f["wounds"], f["models"]),
    ("10E-WPN-DEV-3", "bookkeeping"): lambda f, q: packets(f["damage"], f["attacks"], f["wounds"], f["models"]),
    ("10E-WPN-HAZ-2", "bookkeeping"): lambda f, q: packets(3, f["tests"], f["wounds"], f["models"]),
    ("10E-WPN-MELTA-1", "bookkeeping"): melta,
    ("10E-MOD-1", "bookkeeping"): noted_damage,
    ("10E-FNP-1", "bookkeeping"): lambda f, q: sum(face < f["x"] for face in f["faces"]),
    ("10E-ALL-3", "bookkeeping"): lasts,
    ("10E-DEF-SMOKE-1", "bookkeeping"): reaction,
    ("10E-WPN-ONESHOT-1", "bookkeeping"): lambda f, q: f["missiles"] - f["spent"] - f["wasted"],
}


def armour(match: Any) -> str:
    return save(int(match[1]), -int(match[2] or 0))


def shots_told(quiz: Any) -> float:
    match = re.search(r"(\d+) shots? at \d+ models?", quiz.situation)
    assert match, quiz
    return int(match[1])


NEEDS = (
    (r"Ballistic Skill (\d)\+", lambda match: f"{match[1]}+"),
    (r"Ballistic Skill (\d)\+; ([+-]\d) to hit", lambda match: die(int(match[1]) - int(match[2]))),
    (r"Strength (\d+) is [a-z ]+ Toughness (\d+): \d\+", lambda match: f"{wound(int(match[1]), int(match[2]))}+"),
    (r"Save (\d)\+(?:; AP -(\d+))?", armour),
    (r"Save (\d)\+(?:; AP -(\d+))?; cover \+1", lambda match: save(int(match[1]), -int(match[2] or 0), 1)),
)
