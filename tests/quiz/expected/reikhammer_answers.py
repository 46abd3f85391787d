"""Reikhammer's charts and what follows from them, typed from its specification: nothing comes from the program."""

from __future__ import annotations

import re
from math import ceil
from typing import Any

Facts = dict[str, Any]
NEVER = "no face will do"


def less(n: int) -> str:
    """Equal or under; a 6 never does."""
    return NEVER if n < 1 else "1" if n == 1 else f"{min(n, 5)} or less"


def test(n: int) -> str:
    """Against CR: a 6 passes against 6."""
    return NEVER if n < 1 else "1" if n == 1 else f"{min(n, 6)} or less"


# Charts --------------------------------------------------------------------------------------------------------------

TO_HIT = {  # action: does it shoot, and what it does to the value
    "advance": "0",
    "double": "-1",
    "march": "it does not shoot",
    "marshal": "-1",
    "sustained_fire": "+1",
    "engage": "it does not shoot",
    "hold": "0",
}
SHOOTS = {
    "advance": "yes",
    "double": "yes",
    "march": "no",
    "marshal": "only if it does not move",
    "sustained_fire": "yes",
    "overwatch": "later, when an enemy has moved",
    "engage": "no",
    "hold": "only if it does not move",
}
SECOND_DIE = {0: "3 or less", -1: "2 or less", -2: "1", -3: NEVER}
HURTS = {"AP": {"INF", "LV"}, "AT": {"LV", "AV", "WE"}, "AA": {"AC"}}
HURT_BY = {"INF": "AP", "LV": "AP or AT", "AV": "AT", "WE": "AT", "AC": "AA"}
BARRAGE = {  # points up to: radius, extra Shock, AP, AT
    2: (0, 0, 1, None),
    4: (1, 0, 1, 1),
    6: (1, 0, 2, 1),
    9: (1, 1, 3, 2),
    12: (2, 1, 3, 2),
    15: (2, 2, 3, 2),
    20: (2, 2, 3, 2),
    25: (3, 3, 3, 2),
    30: (3, 4, 3, 2),
}
COVER_SAVE = {
    "a fortification": 4,
    "a building": 3,
    "a ruin": 3,
    "jungle": 3,
    "a wood": 2,
    "scrub": 1,
    "a marsh": 1,
    "a river": 1,
}
TILES = {0: 1, 1: 9, 2: 25, 3: 49}
FATE = {1: "he escapes", 2: "he is incapacitated", 3: "he is incapacitated"} | dict.fromkeys((4, 5, 6), "he is killed")


def band(points: int) -> int:
    """The most points of the row."""
    return min(most for most in BARRAGE if points <= most)


def barrage(points: int) -> tuple[int, int, int, int | None]:
    return BARRAGE[band(points)]


def change(action: str) -> int:
    return {"double": -1, "marshal": -1, "sustained_fire": 1}.get(action, 0)


# Names in options ----------------------------------------------------------------------------------------------------


def meant(option: str) -> frozenset[str]:
    """Who is named: ``Horde 1 to 3 and Bell Bearer``."""
    found: set[str] = set()
    for part in re.split(r", | and ", option):
        if run := re.fullmatch(r"(.*) (\d+) to (\d+)", part):
            found |= {f"{run[1]} {n}" for n in range(int(run[2]), int(run[3]) + 1)}
        elif part not in ("nobody", "nobody: they are lost"):
            found.add(part)
    return frozenset(found)


def option_of(quiz: Any, names: Any) -> str:
    """The option that names these, and nobody else."""
    (found,) = (option for option in quiz.options if meant(option) == frozenset(names))
    return str(found)


# To hit --------------------------------------------------------------------------------------------------------------


def changed(facts: Facts) -> str:
    return less(facts["value"] + change(facts["action"]) - facts["cover"])


def in_mixed_cover(facts: Facts) -> str:
    assert 0 < facts["covered"] < facts["units"]
    return less(facts["value"] if facts["ignored"] else facts["value"] - 1)


def barrage_value(facts: Facts) -> str:
    _, _, ap, at = barrage(facts["points"])
    n = ap if facts["kind"] == "AP" else at
    return NEVER if n is None else less(n)


def against_type(facts: Facts) -> str:
    ap, at = f"AP {facts['ap']}", f"AT {facts['at']}"
    better = ap if facts["ap"] >= facts["at"] else at
    return {"INF": ap, "LV": better, "AV": at, "WE": at, "AC": "neither: it is not hit"}[facts["type"]]


def value_used(facts: Facts) -> str:
    """The one that some unit of the target can be hurt by."""
    (kind, n) = next((kind, n) for kind, n in facts["values"] if HURTS[kind] & {*facts["types"]})
    assert sum(bool(HURTS[kind] & {*facts["types"]}) for kind, _ in facts["values"]) == 1
    return f"{kind} {n}"


def first_die(facts: Facts) -> str:
    value, face = facts["value"], facts["face"]
    if value < 1:
        return "it is rolled once more" if face == 1 and value > -3 else "it misses"
    return "it hits" if face < 6 and face <= value else "it misses"


# Saves ---------------------------------------------------------------------------------------------------------------


def which_die(facts: Facts) -> str:
    armour, cover = facts["armour"], facts["cover"]
    return f"one die against the {f'armour, {armour}' if armour > cover else f'cover save, {cover}'}"


def macro(facts: Facts) -> str:
    return less({"": 0, "cover": 0, "reinforced": facts["armour"], "invulnerable": facts["second"]}[facts["extra"]])


def rolled_save(facts: Facts, quiz: Any) -> str:
    armour, cover, invulnerable = facts["saves"]
    if quiz.text.startswith("Which save"):
        assert not facts["macro"]
        saves = {"armour save": armour, "cover save": cover, "invulnerable save": invulnerable}
        return max(saves, key=lambda name: saves[name])
    if facts["macro"]:
        return less(max(armour if facts["reinforced"] else 0, invulnerable) - facts["crossfire"])
    return less(max(armour, cover, invulnerable) - facts["crossfire"])


def lost(facts: Facts) -> int:
    return min(len([face for face in facts["faces"] if face > facts["armour"] or face == 6]), facts["integrity"])


def one_save(facts: Facts, quiz: Any) -> str:
    value = facts["armour"] - facts["crossfire"]
    saved = facts["face"] <= value and facts["face"] != 6
    yes, no = ("saved", "not saved") if "saved" in quiz.options else ("yes", "no")
    return yes if saved else no


def action_die(facts: Facts) -> str:
    passes = facts["face"] <= facts["rating"] - (facts["shock"] > 0)
    return "it passes, and does as it wants" if passes else "it fails, and Holds with 1 Shock more"


# Who fires -----------------------------------------------------------------------------------------------------------


def sees(facts: Facts) -> str:
    return "no, it has no line of fire" if facts["engine"] or facts["tiles"] >= 2 else "yes"


def reaching(facts: Facts) -> str:
    names = [name for name, tiles in facts["ranges"] if facts["distance"] <= tiles]
    return " and ".join(names) if names else "nothing"


def with_ammo(facts: Facts) -> str:
    return f"yes, and then its ammo is {facts['ammo'] - 1}" if facts["ammo"] else "no"


def ready(facts: Facts) -> str:
    says = SHOOTS[facts["action"]]
    # RH-OW-2: overwatch fire, which broke it, answers a move
    assert not facts["broken"] or facts["moved"] or facts["action"] in ("advance", "double", "march")
    if facts["broken"] or says == "no" or (says.startswith("only") and facts["moved"]):
        return "no"
    n = change(facts["action"])
    return f"yes, at {n:+d} to hit" if n else "yes, its values as printed"


def may_act(facts: Facts) -> str:
    return "none" if facts["broken"] or facts["acted"] else "an action of its choice, if it passes its test"


def suppressed(facts: Facts, quiz: Any) -> str:
    able = [(tiles, name) for name, tiles in facts["distances"] if name != facts["blind"]]
    return option_of(quiz, [name for _, name in sorted(able, reverse=True)[: facts["shock"]]])


BESIDE = {"barrage": "no", "direct": "yes, at the target in front of it"}
CROSSFIRES = {
    "sees the target from 10 tiles, and its guns reach 6": "yes",
    "sees the target, and has no ammo left": "yes",
    "is broken, and sees the target": "no",
    "is marching this turn, and sees the target": "no",
    "has the target in range behind two tiles of wood, out of its sight": "no",
}


def mortar(facts: Facts) -> str:
    n = facts["points"]
    return f"yes, {n} point{'s' * (n != 1)} of barrage" if facts["shooting"] == "barrage" else "no"


def dice(facts: Facts) -> int:
    return int(facts["units"] * sum(facts["distance"] <= tiles for tiles in facts["ranges"]))


def points(facts: Facts) -> int:
    """The farthest are suppressed, or out of range."""
    return sum(facts["points"][: len(facts["points"]) - facts["out"] - facts["shock"]])


# Whose hits ----------------------------------------------------------------------------------------------------------


def can_take(facts: Facts, quiz: Any) -> str:
    return option_of(quiz, {name for name, type_ in facts["types"] if type_ in HURTS[facts["kind"]]})


def in_reach(facts: Facts, quiz: Any) -> str:
    """The units stand at 3, 4, 5 ... tiles."""
    near = {name for place, name in enumerate(facts["units"]) if place + 3 <= facts["reach"]}
    return option_of(quiz, near - {facts.get("hidden", "")})


def left_by_cover(facts: Facts, quiz: Any) -> str:
    return option_of(quiz, facts["open"] if facts["ignored"] else (*facts["covered"], *facts["open"]))


def in_rounds(hits: int, legal: list[int], counts: dict[int, int]) -> None:
    """Each to the unit with the fewest so far, the nearest of several; units are numbered from the nearest."""
    for _ in range(hits if legal else 0):
        fewest = min(counts.get(unit, 0) for unit in legal)
        unit = next(unit for unit in legal if counts.get(unit, 0) == fewest)
        counts[unit] = counts.get(unit, 0) + 1


def evenly(facts: Facts) -> int:
    counts: dict[int, int] = {}
    in_rounds(facts["hits"], [*range(facts["units"])], counts)
    return counts.get(facts["place"], 0)


def by_type(facts: Facts) -> int:
    counts: dict[int, int] = {}
    legal = [place for place, type_ in enumerate(facts["types"]) if type_ in HURTS[facts["kind"]]]
    in_rounds(facts["hits"], legal, counts)
    return counts.get(facts["place"], 0)


def two_kinds(facts: Facts) -> int:
    counts: dict[int, int] = {}
    types = {"Car": "LV", "Platoon": "INF", "Tank": "AV"}
    for kind in ("AP", "AT"):
        legal = [place for place, name in enumerate(facts["order"]) if types[name] in HURTS[kind]]
        in_rounds(facts[kind.lower()], legal, counts)
    return counts.get(facts["order"].index(facts["asked"]), 0)


# Afterwards ----------------------------------------------------------------------------------------------------------


def state(facts: Facts) -> str:
    assert facts["shock"] < facts["units"]  # else it would be broken before the attack
    shock = facts["shock"] + 1 + facts["destroyed"]
    return f"Shock {shock}, {'broken' if shock >= facts['units'] - facts['destroyed'] else 'not broken'}"


def after_test(facts: Facts) -> int:
    return int(facts["shock"] + (facts["face"] > facts["rating"] - (facts["shock"] > 0)))


def after_rally(facts: Facts) -> int:
    """A rallied broken formation keeps half its unit count; another loses half its Shock, rounded up."""
    assert facts["broken"] == (facts["shock"] >= facts["units"]) or facts["units"] == 1  # RH-BRK-1
    return int(facts["units"] // 2 if facts["broken"] else facts["shock"] - ceil(facts["shock"] / 2))


def chooses(facts: Facts) -> str:
    mine, theirs = (rating + face for rating, face in zip(facts["ratings"], facts["faces"], strict=True))
    if mine == theirs:
        return {-1: "both roll again", 0: "they choose", 1: "you choose"}[facts["won"]]
    return "you choose" if mine > theirs else "they choose"
