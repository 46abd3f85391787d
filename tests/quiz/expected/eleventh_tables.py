"""What the learner of 11th edition must be told, typed from the specification of its rules. See test_every_question.

What it leaves as it was is typed once, for 10th edition; here is what it says itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil
from typing import Any

from tests.quiz.expected import tenth_tables as before
from tests.quiz.expected.tenth_tables import clamp, die, hits, packets, shots_told, wound
from tests.quiz.expected.tenth_words import SPLIT
from tests.quiz.expected.tenth_words import decided as decided_before

__all__ = ["NEEDS", "ORDERS", "PHRASES", "TABLES", "shots_told"]

Facts = dict[str, Any]

ORDERS = {
    "11E-SAV-1": (
        "the hit rolls",
        "the wound rolls",
        "the order of the target's groups",
        "the save dice, all at once",
        "the damage, from the lowest die on",
    ),
    "11E-DEV-1": (
        "choosing the shooting type",
        "selecting the targets of all weapons",
        "the saves against the first pool",
        "the Devastating Wounds of the first pool",
        "the saves against the second pool",
        "the hazard rolls",
    ),
    "11E-DEMISE-1": (
        "the pool that slays it",
        "the other pools of the same unit",
        "passengers getting out",
        "the roll for Deadly Demise",
        "removing it",
    ),
    "11E-MOD-1": (
        "replacing it by another value",
        "multiplying it",
        "adding to it",
        "dividing it",
        "subtracting from it",
        "rounding it up",
    ),
    "10E-FNP-1": ("the saving throw", "the damage roll", "the Feel No Pain rolls", "removing the slain model"),
}

SAME = (  # as in 10th edition, and nowhere else
    "the wound chart", "armour against a strong weapon", "wounds beyond a model's last", "rapid fire weapons",
    "splitting the fire of a unit", "a natural 1 or 6 to hit", "re-rolls", "shooting at vehicles",
    "sustained or extra hits", "shooting at units in combat", "number of shots",
)  # fmt: skip
PHRASES = {
    **{topic: before.PHRASES[topic] for topic in SAME},
    "cover": "makes the BS of attacks at the unit worse",
    "who takes the next wound": "Groups of alike models",
    "heavy weapons after moving": 'moved more than 3"',
    "which unit may be shot": 'beyond 15"',
    "a second kind of save": "nobody chooses",
    "blast weapons": "X more dice",
    "shooting out of turn": "at the end of the enemy's Movement phase",
    "special rules on a 6": "if their owner wants them to",
    "dangerous weapons": "A roll of 1 or 2",
    "a target that is hard to see": "Stealth: cover",
    "damage that is halved and added to": "What is added comes first",
    "how near is in combat": '2"',
    "saves of models that are not alike": "the lowest is resolved first",
    "firing down from a height": "The BS is better",
    "fire at what nobody sees": "Rolls of 1 to 5 miss",
    "weapons of different names at one target": "Identical attacks are one pool",
}

DECISIONS = {
    "10E-TGT-1": "the attacker, before any dice are rolled",
    "11E-SEQ-1": "the attacker, before any dice are rolled",
    "11E-LETHAL-1": "the attacker, after the hit rolls",
    "11E-POOL-2": "the attacker, before the save is rolled",
    "11E-SAV-1": "the defender, before the save is rolled",
    "11E-PREC-1": "the attacker, before the save is rolled",
    "11E-HAZ-1": "the attacker, after the unit's last attack",
}


def decided(f: Facts, quiz: Any) -> str:
    return decided_before(f, quiz, DECISIONS)


# To hit ---------------------------------------------------------------------------------------------------------------


def hit(skill: int, of_skill: int = 0, change: int = 0) -> str:
    """11E-COV-3: BS with its changes is 2+ to 6+; the roll has its own limit."""
    return die(max(2, min(6, skill - of_skill)) - clamp([change]))


def behind(f: Facts) -> int:
    return -1 if f["cover"] else 0


def stealthy(f: Facts, quiz: Any) -> str:
    """11E-COV-5: every model has it, or there is cover besides; Ignores Cover takes away both."""
    return hit(f["skill"], -1 if (f["every"] or f["covered"]) and not f["ignored"] else 0)


def misses(f: Facts) -> int:
    return 3 if f["still"] in ("yes", True) and f["spotted"] else 5


def indirect(f: Facts, quiz: Any) -> str:
    needed = int(hit(f["skill"], -1, 1 if f["heavy"] and f["still"] == "yes" else 0)[0])
    return f"{max(needed, misses(f) + 1)}+"


def indirect_die(f: Facts, quiz: Any) -> str:
    return "1 hit" if f["die"] > misses(f) and hits(f["die"], min(6, f["skill"] + 1)) else "a miss"


def psychic(f: Facts, quiz: Any) -> str:
    return hit(f["skill"], 0, max(0, f["change"]))


def close(f: Facts, quiz: Any) -> str:
    return hit(f["skill"], 0, 0 if f["pistol"] and f["together"] else -1)


def lethal(f: Facts, quiz: Any) -> str:
    if f["die"] == 6:
        return "a wound without a wound roll, or a hit, as the attacker likes"
    return "1 hit" if hits(f["die"], f["skill"]) else "a miss"


def limited(f: Facts, quiz: Any) -> str:
    if f["die"] == 6 and f["limit"] == f["keyword"]:
        return "a wound, without a wound roll"
    return "1 hit" if hits(f["die"], f["skill"]) else "a miss"


# Values, shots and saves ----------------------------------------------------------------------------------------------


def toughness(f: Facts, quiz: Any) -> int:
    """11E-TOUGH-1: of the living, the bodyguards' first."""
    living = [(t, leader) for t, leader, first in f["models"] if not (f["gone"] and first)]
    return max([t for t, leader in living if not leader] or [t for t, _ in living])


def dice_beside(f: Facts, quiz: Any) -> int:
    if "x" in f:
        return f["weapons"] * (f["attacks"] + f["x"] * (f["models"] // 5))
    return max(1, f["attacks"] - f["less"]) + f["more"] + f["models"] // 5


def save(armour: int, ap: int, plus: int = 0, inv: int = 7) -> str:
    needed = min(max(2, armour - ap - plus), inv)
    return f"{needed}+" if needed <= 6 else "no save"


def better_saves(f: Facts, quiz: Any) -> str:
    """11E-SAV-3: no limit of +1."""
    assert "11E-SAV-3" in {reason.rule for reason in quiz.because}
    return save(f["save"], f["ap"], f["plus"])


def covered_by_an_ability(f: Facts, quiz: Any) -> str:
    assert "11E-COV-1" in {reason.rule for reason in quiz.because}
    return hit(f["skill"], 0 if f["ignored"] else -1)


def noted_damage(f: Facts, quiz: Any) -> int:
    """11E-MOD-1: add, then halve, then take away."""
    base = (f["rolled"] + f["more"]) / (2 if f["half"] else 1)
    return max(1, ceil(base - f["less"]))


def of_a_packet(f: Facts, quiz: Any) -> int:
    """11E-DEV-2: open, and so as played here."""
    assert quiz.text.endswith("as played here?")
    return ceil(f["damage"] / 2) if "half" in f["does"] else max(1, f["damage"] - 1)


def of_hazards(f: Facts, quiz: Any) -> str:
    return packets(1, f["tests"] * (1 if f["who"] == "INFANTRY" else 3), f["wounds"], f["models"])


def hazard(f: Facts, quiz: Any) -> str:
    if f["die"] > 2:
        return "nothing happens"
    return f"the unit suffers {'1 mortal wound' if f['who'] == 'INFANTRY' else '3 mortal wounds'}"


# Who may fire ---------------------------------------------------------------------------------------------------------


def types(f: Facts, quiz: Any) -> str:
    """11E-SEQ-1, 11E-SEQ-2, 11E-CQ-1, 11E-IND-1."""
    assault, pistol, lobs = (any(of) for of in zip(*f["weapons"], strict=True))
    after_falling_back, after_advancing = f["freed"]
    if f["state"] == "fell back" and not after_falling_back:
        return "none of them"
    if f["state"] == "locked in combat":
        return "close-quarters" if pistol or f["big"] else "none of them"
    found = [] if f["state"] == "advanced" and not after_advancing else ["normal"]
    found += ["assault"] if f["state"] == "advanced" and assault else []
    found += ["indirect"] if lobs and "normal" in found else []
    return " or ".join(found) or "none of them"


def in_close_quarters(f: Facts, quiz: Any) -> str:
    pistols = [pistol for _, pistol, _ in f["weapons"]]
    if f["big"] or all(pistols):
        return "all of its weapons"
    return "Close-Quarters weapons only" if any(pistols) else "none of them"


def yes(so: bool) -> str:
    return "yes" if so else "no"


def engaged_target(f: Facts, quiz: Any) -> str:
    return "no" if f["keyword"] == "INFANTRY" or f["ability"] == "Blast" else "yes, at -1 to hit"


# Groups ---------------------------------------------------------------------------------------------------------------


def first_group(f: Facts, quiz: Any) -> str:
    """11E-SAV-1: by W and Sv; of the wounded first, CHARACTERs last."""
    assert any(character for *_, character in f["stand"])  # else "but no CHARACTER" would say nothing
    groups: dict[Any, list[str]] = {}
    for name, wounds, armour, character in f["stand"]:
        groups.setdefault(name if character else (wounds, armour), []).append(name)
    others = [names for key, names in groups.items() if not isinstance(key, str)]
    may = [names for names in others if f["hurts"] in names] or others
    return f"the {' and '.join(may[0])}" if len(may) == 1 else "a group of the owner's choice, but no CHARACTER"


def mortal(f: Facts, quiz: Any) -> str:
    plain = [name for name, _, _, character in f["stand"] if not character]
    assert len(plain) < len(f["stand"])
    return f"the wounded {f['hurts']}" if f["hurts"] in plain else "any model that is no CHARACTER"


def walk(dice: Iterable[int], groups: list[list[Any]], ap: int) -> dict[str, int]:
    """11E-SAV-2. Each group: its name, its models, what it needs; wounds that it loses are counted."""
    lost: dict[str, int] = {name: 0 for name, _, _ in groups}
    for face in sorted(dice):
        now = next((one for one in groups if lost[one[0]] < one[1]), None)
        if now and (face == 1 or face + ap < now[2]):
            lost[now[0]] += 1
    return lost


def many(n: int, name: str) -> str:
    return f"{n} {name}{'s' * (n != 1)}"


def who_falls(f: Facts, quiz: Any) -> str:
    groups = [["Veteran", f["n"], f["saves"][0]], ["Trooper", f["m"], f["saves"][1]]]
    lost = walk(f["faces"], groups if f["first"] == "Veteran" else groups[::-1], f["ap"])
    return " and ".join(many(lost[name], name) for name in ("Veteran", "Trooper") if lost[name]) or "nobody"


def precise(f: Facts, quiz: Any) -> str:
    lost = walk(f["faces"], [["Captain", f["wounds"], f["save"]], ["Guard", 5, f["guards"]]], f["ap"])
    return f"{many(lost['Captain'], 'wound')} of the Captain and {many(lost['Guard'], 'Guard')}"


OLD = {  # a rule of 10th edition that stands under another id, or another of its kind
    ("11E-SAV-2", "six"): "10E-SAV-2", ("11E-DEV-1", "six"): "10E-WPN-DEV-2", ("11E-SNAP-1", "six"): "10E-OOP-1",
    ("11E-DEMISE-1", "six"): "10E-DEMISE-1", ("11E-MOD-1", "shots"): "10E-EFF-33", ("11E-HAZ-1", "shots"): "10E-WPN-HAZ-3",
    ("11E-DUP-1", "toughness"): "10E-WPN-DUP-1", ("11E-SNAP-1", "eligible"): "10E-OOP-1",
    ("11E-TGT-2", "targets"): "10E-TGT-2", ("11E-MW-1", "bookkeeping"): "10E-MW-2",
    ("11E-DEV-1", "bookkeeping"): "10E-WPN-DEV-3",
}  # fmt: skip
STANDS = [  # as it was
    *((f"10E-{rule}", "hit") for rule in ("HIT-1", "HIT-4", "EFF-8", "EFF-1", "EFF-34")),
    *((f"10E-{rule}", "wound") for rule in ("WND-1", "WND-3", "WND-5", "WPN-ANTI-1", "WPN-ANTI-2", "WPN-TWIN-1")),
    *((f"10E-{rule}", "wound") for rule in ("EFF-34", "EFF-47")),
    *((f"10E-{rule}", "shots") for rule in ("ATK-1", "ATK-2", "EFF-30", "WPN-TORRENT-1")),
    *((f"10E-{rule}", "six") for rule in ("HIT-2", "HIT-3", "RR-1", "RR-2", "WPN-SUST-1", "WND-2", "INT-4", "WPN-TORRENT-2")),
    *((f"10E-{rule}", "bookkeeping") for rule in ("DMG-2", "WPN-MELTA-1", "FNP-1", "WPN-ONESHOT-1")),
    ("10E-TGT-11", "toughness"), ("10E-EFF-32", "toughness"), ("10E-FNP-3", "save"), ("10E-ELIG-9", "eligible"),
    ("10E-OOP-3", "eligible"), ("10E-TGT-5", "targets"),
]  # fmt: skip

TABLES: dict[tuple[str, str], Callable[[Facts, Any], object]] = {
    **{card: before.TABLES[card] for card in STANDS},
    **{(rule, kind): before.TABLES[old, kind] for (rule, kind), old in OLD.items()},
    ("10E-HIT-5", "hit"): lambda f, q: hit(f["skill"], -1 if f["worse"] else 1, f["change"]),
    ("10E-FX-HIT-1", "hit"): before.rolled_hit,
    ("11E-COV-1", "hit"): lambda f, q: hit(f["skill"], behind(f)),
    ("11E-COV-2", "hit"): lambda f, q: hit(f["skill"], -1, f["change"]),
    ("11E-COV-3", "hit"): lambda f, q: hit(f["skill"], -1 if f["covered"] else 1),
    ("11E-COV-5", "hit"): stealthy,
    ("11E-PLUNGE-1", "hit"): lambda f, q: hit(f["skill"], 1 + behind(f)),
    ("11E-HEAVY-1", "hit"): lambda f, q: hit(f["skill"], 0, 0 if f["still"] == "no" else 1),
    ("11E-IND-1", "hit"): indirect,
    ("11E-PSY-1", "hit"): psychic,
    ("11E-CQ-1", "hit"): close,
    ("11E-TGT-1", "hit"): lambda f, q: hit(f["skill"], 0, -1),
    ("11E-DMGD-1", "hit"): lambda f, q: hit(f["skill"], 0, -1 if f["left"] <= f["x"] else 0),
    ("10E-EFF-45", "hit"): covered_by_an_ability,
    ("11E-TOUGH-1", "toughness"): toughness,
    ("11E-SAV-2", "save"): lambda f, q: save(f["save"], f["ap"]),
    ("11E-SAV-3", "save"): lambda f, q: save(f["save"], f["ap"], 0, f["invulnerable"]),
    ("10E-SAV-5", "save"): lambda f, q: (
        "no save" if f["die"] == 6 else save(f["save"], f["ap"], 0, f["invulnerable"] or 7)
    ),
    ("11E-COV-1", "save"): lambda f, q: save(f["save"], f["ap"]),
    ("10E-MOD-AP-1", "save"): lambda f, q: save(f["save"], min(0, f["ap"] + f["change"])),
    ("10E-FX-SAVE-1", "save"): better_saves,
    ("11E-BLAST-1", "shots"): dice_beside,
    ("11E-ATK-1", "shots"): lambda f, q: f["n"] * f["attacks"] + (0 if f["parted"] else 1),
    **dict.fromkeys([(rule, "eligible") for rule in ("11E-SEQ-1", "11E-SEQ-2", "11E-IND-1")], types),
    ("11E-CQ-1", "eligible"): in_close_quarters,
    ("11E-CQ-2", "eligible"): lambda f, q: (
        "all of them" if f["big"] else "its Close-Quarters weapons or its other weapons"
    ),
    ("11E-ENG-1", "eligible"): lambda f, q: yes(f["distance"] <= 2),
    ("11E-DECK-1", "eligible"): lambda f, q: "all units inside, until the end of the turn",
    ("10E-TGT-3", "targets"): lambda f, q: SPLIT[f["what"]],
    ("11E-LONE-1", "targets"): lambda f, q: yes(f["distance"] <= f["x"]),
    ("11E-HID-1", "targets"): lambda f, q: yes(f["distance"] <= 15 or not f["hidden"]),
    ("11E-TGT-1", "targets"): engaged_target,
    ("11E-CQ-1", "targets"): lambda f, q: yes(f["keyword"] == "VEHICLE" or (f["pistol"] and f["same"])),
    ("11E-TGT-3", "targets"): lambda f, q: yes(f["keyword"] in f["hunted"].split("/")),
    ("11E-IND-1", "targets"): lambda f, q: yes(f["indirect"] and f["shooting"] == "indirect"),
    ("11E-WPN-TORRENT-1", "targets"): lambda f, q: yes(not f["torrent"]),
    ("11E-STRAT-1", "targets"): lambda f, q: yes(f["distance"] <= 18),
    ("11E-SAV-1", "allocate"): first_group,
    ("11E-ALL-1", "allocate"): first_group,
    ("11E-MW-1", "allocate"): mortal,
    ("11E-SAV-2", "allocate"): who_falls,
    ("11E-PREC-1", "allocate"): precise,
    **{(rule, "decision"): decided for rule in DECISIONS},
    ("11E-LETHAL-1", "six"): lethal,
    ("11E-DUP-1", "six"): limited,
    ("11E-IND-1", "six"): indirect_die,
    ("11E-HAZ-1", "six"): hazard,
    ("11E-HAZ-1", "bookkeeping"): of_hazards,
    ("11E-MOD-1", "bookkeeping"): noted_damage,
    ("11E-COV-4", "shots"): lambda f, q: f["m"] * f["attacks"],
    ("11E-MOD-2", "bookkeeping"): lambda f, q: 0 if f["nothing"] else f["rolled"] + f["more"],
    ("11E-DEV-2", "bookkeeping"): of_a_packet,
}


NEEDS = (
    (r"Ballistic Skill (\d)\+", lambda match: f"{match[1]}+"),
    (r"Ballistic Skill (\d)\+; ([+-]\d) to hit", lambda match: die(int(match[1]) - int(match[2]))),
    (r"Strength (\d+) is [a-z ]+ Toughness (\d+): \d\+", lambda match: f"{wound(int(match[1]), int(match[2]))}+"),
    (r"Save (\d)\+(?:; AP -(\d+))?", lambda match: save(int(match[1]), -int(match[2] or 0))),
)
