"""The charts of 7th edition, typed from the specification row by row, and what follows from them: dice and saves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Facts = Mapping[str, Any]
NO_FACE, NO_SAVE = "no face will do", "no save"


def plus(number: int | None, none: str = NO_SAVE) -> str:
    return none if number is None else f"{number}+"


# To hit: 7E-HIT ------------------------------------------------------------------------------------------------------

TO_HIT = dict(zip(range(1, 11), ("6+", "5+", "4+", "3+", "2+", "2+", "2+", "2+", "2+", "2+"), strict=True))
TO_HIT_AGAIN = {6: "6+", 7: "5+", 8: "4+", 9: "3+", 10: "2+"}
MISSES = {"6+": "1 to 5", "5+": "1 to 4", "4+": "1 to 3", "3+": "1 or 2", "2+": "1"}


def hit_or_snap(snap: bool, skill: int) -> str:
    return "6+" if snap else TO_HIT[skill]


def second_line(facts: Facts, quiz: Any) -> str:
    """Of the chart, for what shows 1; it begins at Ballistic Skill 6."""
    assert quiz.cell == (1, facts["bs"] - 5)
    return TO_HIT_AGAIN[facts["bs"]]


def snap_shots(facts: Facts, quiz: Any) -> str:
    snapping = {"gone to ground": True, "falling back": True, "jinked": True, "regrouped": True, "ready": False}
    return hit_or_snap(snapping[facts["state"]], facts["bs"])


def twin_linked(facts: Facts, quiz: Any) -> str:
    return f"those that show {MISSES[hit_or_snap(facts['snap'], facts['bs'])]}"


def changed_skill(facts: Facts, quiz: Any) -> str:
    return hit_or_snap(facts["snap"], min(10, facts["bs"] + facts["change"]))


def heavy(facts: Facts, quiz: Any) -> str:
    return hit_or_snap(facts["moved"], facts["bs"])


def relentless(facts: Facts, quiz: Any) -> str:
    by_type = any(word in facts["type"] for word in ("Monstrous Creature", "Bike", "Jetbike", "Jet Pack", "Vehicle"))
    return hit_or_snap(not by_type and not {"Relentless", "Slow and Purposeful"} & {*facts["rules"]}, facts["bs"])


def ordnance(facts: Facts, quiz: Any) -> str:
    return hit_or_snap(facts["ordnance"], facts["bs"])


def scatter(facts: Facts, quiz: Any) -> str:
    inches = sum(facts["dice"])
    return f'{max(0, inches - facts["bs"]) if facts["seen"] else inches}"'


def how_many_hit(facts: Facts, quiz: Any) -> str:
    needed = int(TO_HIT[facts["bs"]][0])
    return str(sum(die >= needed and die != 1 for die in facts["dice"]))


def precision(facts: Facts, quiz: Any) -> str:
    return "0" if facts["snap"] else str(facts["dice"].count(6))


def gets_hot(facts: Facts, quiz: Any) -> str:
    """Without a second roll each 1; with it, the 1s that were rolled again into 1s."""
    first, again = facts["first"], facts["again"]
    if not again:
        return str(first.count(1))
    missed = [die for die in first if die < 3]  # Ballistic Skill 4
    assert len(missed) == len(again)
    return str(sum(before == 1 and after == 1 for before, after in zip(missed, again, strict=True)))


def tesla(facts: Facts, quiz: Any) -> str:
    needed = int(hit_or_snap(facts["snap"], facts["bs"])[0])
    hits = sum(die >= needed for die in facts["dice"])
    return str(hits if facts["snap"] else hits + 2 * facts["dice"].count(6))


# To wound: 7E-WND ----------------------------------------------------------------------------------------------------

TO_WOUND = {
    strength: dict(zip(range(1, 11), row.split(), strict=True))
    for strength, row in {
        1: "4+ 5+ 6+ 6+ - - - - - -",
        2: "3+ 4+ 5+ 6+ 6+ - - - - -",
        3: "2+ 3+ 4+ 5+ 6+ 6+ - - - -",
        4: "2+ 2+ 3+ 4+ 5+ 6+ 6+ - - -",
        5: "2+ 2+ 2+ 3+ 4+ 5+ 6+ 6+ - -",
        6: "2+ 2+ 2+ 2+ 3+ 4+ 5+ 6+ 6+ -",
        7: "2+ 2+ 2+ 2+ 2+ 3+ 4+ 5+ 6+ 6+",
        8: "2+ 2+ 2+ 2+ 2+ 2+ 3+ 4+ 5+ 6+",
        9: "2+ 2+ 2+ 2+ 2+ 2+ 2+ 3+ 4+ 5+",
        10: "2+ 2+ 2+ 2+ 2+ 2+ 2+ 2+ 3+ 4+",
    }.items()
}


def chart(strength: int | None, toughness: int) -> str:
    found = TO_WOUND[1 if strength is None else strength][toughness]
    return NO_FACE if found == "-" else found


def wound(facts: Facts, quiz: Any) -> str:
    row, column = quiz.cell
    assert (row, column) == (facts["s"], facts["t"])
    return chart(facts["s"], facts["t"])


def majority(models: tuple[tuple[int, int], ...]) -> int:
    count = {toughness: sum(n for n, other in models if other == toughness) for _, toughness in models}
    return max(toughness for toughness, n in count.items() if n == max(count.values()))


def poisoned(facts: Facts, quiz: Any) -> str:
    by_chart = chart(facts["s"], facts["t"])
    return min(f"{facts['poisoned']}+", by_chart) if by_chart != NO_FACE else f"{facts['poisoned']}+"


def six_at_least(facts: Facts, quiz: Any) -> str:
    found = chart(facts["s"], facts["t"])
    return "6+" if found == NO_FACE else found


GRAVITON = {2: "2+", 3: "3+", 4: "4+", 5: "5+", 6: "6+", None: "6+"}
SIX_IS_AP2 = {"Rending": True, "Bladestorm": True, "Sniper": True, "Gauss": False}


def ap2(facts: Facts, quiz: Any) -> str:
    return str(facts["dice"].count(6) if SIX_IS_AP2[facts["rule"]] else 0)


# Saves: 7E-SAV, 7E-GTG ------------------------------------------------------------------------------------------------

ARMOUR = {  # AP: armour 2+ to 6+
    None: "2+ 3+ 4+ 5+ 6+",
    6: "2+ 3+ 4+ 5+ -",
    5: "2+ 3+ 4+ - -",
    4: "2+ 3+ - - -",
    3: "2+ - - - -",
    2: "- - - - -",
    1: "- - - - -",
}
AP_ROW = {None: 1, 6: 2, 5: 3, 4: 4, 3: 5, 2: 6, 1: 7}


def armour_left(armour: int | None, ap: int | None) -> int | None:
    if armour is None:
        return None
    found = ARMOUR[ap].split()[armour - 2]
    return None if found == "-" else int(found[0])


def armour(facts: Facts, quiz: Any) -> str:
    assert quiz.cell == (AP_ROW[facts["ap"]], facts["armour"])
    return plus(armour_left(facts["armour"], facts["ap"]))


def best_save(facts: Facts, quiz: Any) -> str:
    saves = {
        "armour": armour_left(facts["armour"], facts["ap"]),
        "invulnerable": facts["invulnerable"],
        "cover": facts["cover"],
    }
    allowed = [(number, name) for name, number in saves.items() if number is not None]
    if not allowed:
        return NO_SAVE
    number, name = min(allowed)
    return f"{name} save, {number}+"


COVER = {  # where: save, its row in the chart, how much better going to ground makes it
    "none": (None, None, 1),
    "ruin": (4, 2, 1),
    "wood": (5, 4, 1),
    "crater": (6, 5, 2),
    "barricade": (4, 6, 1),
    "defence line": (4, 7, 2),
    "tank traps": (4, 8, 1),
    "fuel drum": (5, 9, 1),
    "tanglewire": (6, 10, 1),
    "statuary": (3, 11, 1),
    "models": (5, 12, 1),
}


def better(cover: int | None, by: int) -> str:
    """So much better, none counting as 7+, and never better than 2+."""
    if cover is None and not by:
        return NO_SAVE
    return f"{max(2, (cover or 7) - by)}+"


def cover_value(facts: Facts, quiz: Any) -> str:
    save, row, _ = COVER[facts["place"]]
    assert quiz.cell == (row, 1)
    return plus(save)


def on_the_ground(facts: Facts, quiz: Any) -> str:
    save, _, by = COVER[facts["place"]]
    return better(save, by)


def improved(facts: Facts, quiz: Any) -> str:
    return better(facts["cover"], facts["better"] + (1 if facts["ground"] else 0))


def jinking(facts: Facts, quiz: Any) -> str:
    worth = {"Skilled Rider": 1, "Stealth": 1, "Shrouded": 2}
    return NO_SAVE if facts["ignores"] else better(4, sum(worth[rule] for rule in facts["rules"]))


def night(facts: Facts, quiz: Any) -> str:
    return better(COVER[facts["place"]][0], 0 if facts["vision"] else 1)


def feel_no_pain(facts: Facts, quiz: Any) -> str:
    return "no roll" if facts["s"] >= 2 * facts["t"] else f"{facts['fnp']}+"
