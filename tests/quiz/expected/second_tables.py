"""What the 2nd edition's specification answers, typed from it and not from the program."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tests.quiz.expected.second_answers import (
    after_testing,
    decided,
    on_the_edge,
    on_watch,
    out_of_range,
    partly_under,
    splashed,
    under_template,
    watcher,
    wounded,
)
from tests.quiz.expected.second_printed import (
    AMMUNITION,
    ARTILLERY,
    BIG_ONES,
    CATEGORY,
    COVER,
    FIELDS,
    KINDS,
    LOCATIONS,
    MOVE_OR_FIRE,
    NEVER_TEST,
    SCORES,
    SILENT,
    said,
    saved,
    wounds,
)
from tests.quiz.expected.second_printed import NEEDS as NEEDS
from tests.quiz.expected.second_printed import ORDERS as ORDERS
from tests.quiz.expected.second_printed import PHRASES as PHRASES

Facts = Mapping[str, Any]

# Where answers stand in the printed charts: row and column, headings being row 0 and column 0 --------------------------

CELLS: dict[tuple[str, str], Callable[[Facts], tuple[int, int] | None]] = {
    ("2E-HIT-1", "hit"): lambda facts: (1, facts["bs"]),
    ("2E-HIT-5", "hit"): lambda facts: (1, min(SCORES[facts["bs"]] - modifiers(facts), 10) - 6),
    ("2E-WND-1", "wound"): lambda facts: (facts["strength"], facts["toughness"]),
    ("2E-SAV-5", "save"): lambda facts: (1 + [*FIELDS].index(facts["field"]), 1),
    ("2E-VEH-1", "toughness"): lambda facts: (1 + [*LOCATIONS].index(facts["unit"]), facts["die"]),
    ("2E-AP-3", "toughness"): lambda facts: (1, 1 + ["D3", "D6", "D12", "D20"].index(AMMUNITION[facts["strength"]])),
    ("2E-TGT-1", "targets"): lambda facts: (1 + KINDS.index(CATEGORY.get(facts["unit"], "human-sized")), 0),
    ("2E-SF-2", "six"): lambda facts: (1, {"1": 1, "2": 3, "3": 5, "JAM": 6}[facts["face"]]),
    ("2E-BLA-2", "six"): lambda facts: (2, 1 + ARTILLERY.index(facts["face"])),
}


def checked(answer: Callable[[Facts, Any], Any], card: tuple[str, str]) -> Callable[[Facts, Any], Any]:
    """The answer, once the cell has been looked at."""

    def answered(facts: Facts, quiz: Any) -> Any:
        assert quiz.cell == (CELLS[card](facts) if card in CELLS else None), quiz
        return answer(facts, quiz)

    return answered


# To hit --------------------------------------------------------------------------------------------------------------


def modifiers(facts: Facts) -> int:
    figure = facts["figures"][0 if facts["distance"] <= facts["short"] else 1]
    assert facts["distance"] <= facts["long"]
    fast = -2 if facts["moved"] > 20 else -1 if facts["moved"] > 10 else 0
    found = figure + COVER[facts["cover"]] + fast + facts["large"] + facts["targeter"] - facts["both_barrels"]
    return found - (facts["overwatch"] and facts["appearing"])


def shot(facts: Facts, quiz: Any) -> str:
    return said(SCORES[facts["bs"]] - modifiers(facts))


def from_situation(facts: Facts, quiz: Any) -> str:
    """The score from the sentence that the learner is shown, so that it says enough."""
    distance, short, near, far, bs = re.search(
        r', ([\d.]+)" away; .* ([\d.]+)"/[\d.]+" ([+-]\d)/([+-]\d) S.* BS (\d+)', quiz.situation
    ).groups()
    added = int(near if float(distance) <= float(short) else far)
    parts = quiz.situation.split("; ")
    added += ("targeter" in parts) + ("large target" in parts) - ("soft cover" in parts) - 2 * ("hard cover" in parts)
    assert not any(part.startswith(("target fast", "target very")) for part in parts)
    return said(SCORES[int(bs)] - added)


def krak(facts: Facts, quiz: Any) -> str:
    return said(SCORES[facts["bs"]] + 1 - COVER[facts["cover"]])


# To wound, armour, saves ---------------------------------------------------------------------------------------------


def needles(facts: Facts, quiz: Any) -> str:
    return wounds(facts["strength"], facts["toughness"]) if facts["immune"] else "no roll: it saves at once"


def penetration(facts: Facts, quiz: Any) -> str:
    strength, damage = facts["strength"], facts["damage"]
    if damage == "1":
        return f"D6+{strength}"
    if damage in ("D6", "2D6"):
        return f"{2 if damage == 'D6' else 3}D6+{strength}"
    return f"D6+{damage}+{strength}"


def beaten(facts: Facts, quiz: Any) -> str:
    if facts["most"] <= facts["armour"]:
        return "nothing will do"
    return f"{facts['armour'] + 1 - facts['plus']} or more"


def field(facts: Facts, quiz: Any) -> str:
    assert facts["field"] != "storm shield" or "from the front" in quiz.text, quiz
    return f"{FIELDS[facts['field']]}+"


def part_hit(facts: Facts, quiz: Any) -> str:
    name, _, armour = LOCATIONS[facts["unit"]][facts["die"] - 1].rpartition(" ")
    front, side = armour.split("/")
    return f"{name}, {front if facts['facing'] == 'front' else side}"


def band(facts: Facts, quiz: Any) -> str:
    near, far = (f"{figure:+d}" if figure else "0" for figure in facts["figures"])
    if facts["distance"] > facts["long"]:
        return "neither, the shot is lost"
    return f"short range, {near}" if facts["distance"] <= facts["short"] else f"long range, {far}"


def printed_save(facts: Facts, quiz: Any) -> str:
    """Of a roll out of a played attack: the words of the question name the model, the situation its armour."""
    armours = {*re.findall(r"Sv(\d)\+", quiz.situation)}
    assert len(armours) == 1, quiz
    modifier = int(re.search(r"save modifier (-?\d+)", quiz.situation)[1])
    right = saved(int(armours.pop()), modifier)
    if right == "no save":
        return "no save is left" if "no save is left" in quiz.options else "no face will do"
    return right


def flak(facts: Facts, quiz: Any) -> str:
    return saved(5 if facts["area"] else 6, facts["modifier"])


# Shots ---------------------------------------------------------------------------------------------------------------


def rapid(facts: Facts, quiz: Any) -> int:
    marines = facts["marines"] and not facts["scouts"] and not facts["moved"]
    return facts["n"] * (2 if marines and facts["weapon"] in ("bolt pistol", "boltgun", "storm bolter") else 1)


# Targets -------------------------------------------------------------------------------------------------------------


def legal(unit: tuple[Any, ...], seen: tuple[tuple[Any, ...], ...]) -> bool:
    """2E-TGT-2 and 2E-TGT-4 of an ordinary squad."""
    name, distance, kind, in_cover, *_, character = unit
    others = [one for one in seen if one[0] != name]
    if character and any(one[1] < distance for one in others):
        return False
    forcing = [one for one in seen if one[2] == "smaller" and one[1] <= 6 and not one[4] and not one[5]]
    if forcing:
        return unit == min(forcing, key=lambda one: one[1])
    for _, nearer, other_kind, other_cover, fights, flees, _ in others:
        same = (kind in BIG_ONES) == (other_kind in BIG_ONES)
        small = other_kind == "smaller" and nearer > 6
        if same and nearer < distance and not (small or flees or fights or (other_cover and not in_cover)):
            return False
    return True


def only(found: list[str]) -> str:
    assert len(found) == 1, found
    return found[0]


def target(facts: Facts, quiz: Any) -> str:
    for name, _, kind, *_, character in facts["seen"]:
        assert kind == CATEGORY.get(name, "human-sized"), (name, kind)
        assert not character or kind == "human-sized"
    return only([one[0] for one in facts["seen"] if legal(one, facts["seen"]) == (facts["ask"] == "may")])


def other_group(facts: Facts, quiz: Any) -> str:
    squad = next(one for one in facts["seen"] if one[0] == facts["squad"])
    group = tuple(one for one in facts["seen"] if (one[2] in BIG_ONES) != (squad[2] in BIG_ONES))
    return only([one[0] for one in group if legal(one, group)])


def marker(facts: Facts, quiz: Any) -> str:
    splits = [tuple(map(int, re.findall(r"\d+", words))) for words in facts["splits"]]
    return only([words for words, (own, others) in zip(facts["splits"], splits, strict=True) if 2 * own > own + others])


def spotter(facts: Facts, quiz: Any) -> str:
    return only([words for words, far, sharp, scanner in facts["enemies"] if far <= sharp or (scanner and far <= 24)])


def may_fire(facts: Facts, quiz: Any) -> str:
    return only([words for words, mark in facts["states"] if (mark not in SILENT) == facts["ask"]])


# Hits and faces ------------------------------------------------------------------------------------------------------


def taking_most(facts: Facts, quiz: Any) -> int:
    hits, n = facts["hits"], facts["models"]
    assert facts["most"] == -(-hits // n)
    return hits % n or n


def open_to(facts: Facts, quiz: Any) -> int:
    return sum(facts["numbers"][: 1 + ("none", "soft", "hard").index(facts["declared"])])


def extra(facts: Facts, quiz: Any) -> str:
    first = facts["first"]
    return only([words for words, far, score, same in facts["models"] if far <= 4 and score <= first and same])


def split(facts: Facts, quiz: Any) -> str:
    share = Fraction(6 * facts["enemies"], facts["enemies"] + facts["friends"])
    assert share.denominator == 1
    return {1: "a 1 only", 2: "1 or 2"}.get(int(share), f"1 to {share}")


def shot_face(facts: Facts, quiz: Any) -> str:
    score, die = facts["score"], facts["die"]
    if die == 1 or score >= 10:
        return "it misses"
    if score >= 7:
        return f"it hits if a second die shows {score - 3}+"
    return "it hits" if die >= score else "it misses"


def wound_face(facts: Facts, quiz: Any) -> str:
    need = wounds(facts["strength"], facts["toughness"])
    return "it wounds" if need != "it cannot" and facts["die"] >= int(need[0]) else "it does not wound"


def save_face(facts: Facts, quiz: Any) -> str:
    need = saved(facts["armour"], facts["modifier"])
    return "it is saved" if need != "no save" and facts["die"] >= int(need[0]) else "it is not saved"


def sum_save(facts: Facts, quiz: Any) -> str:
    return "it is saved" if sum(facts["dice"]) >= facts["armour"] - facts["modifier"] else "it is not saved"


def jams(facts: Facts, quiz: Any) -> str:
    assert ("2E-SF-3" in {reason.rule for reason in quiz.because}) == (facts["jams"] < 3), quiz
    return {1: "it is silent for 1 turn", 2: "it is silent for 2 turns", 3: "it explodes, its user dies"}[facts["jams"]]


def drift(facts: Facts, quiz: Any) -> str:
    dud = facts["face"] == "MISFIRE"
    return "it is a dud: nobody is hit" if dud else f"it moves {facts['face']} inches along the arrow"


# Afterwards ----------------------------------------------------------------------------------------------------------


def quarter_lost(facts: Facts, quiz: Any) -> str:
    return only([words for words, start, lost in facts["squads"] if 4 * lost >= start])


def left_over(facts: Facts, quiz: Any) -> str:
    left = facts["left"] - facts["points"]
    return "it is slain" if left <= 0 else f"{left} wound{'s' * (left > 1)} left"


def fires_again(facts: Facts, quiz: Any) -> str:
    plasma = facts["weapon"] in ("plasma gun", "plasma pistol", "heavy plasma gun (maximum)")
    return f"turn {facts['turn'] + (2 if plasma else 1)}"


ANSWERS: dict[tuple[str, str], Callable[[Facts, Any], Any]] = {
    ("2E-HIT-1", "hit"): lambda facts, quiz: said(SCORES[facts["bs"]]),
    **{(rule, "hit"): shot for rule in ("2E-HIT-2", "2E-HIT-3", "2E-HIT-4", "2E-HIT-5", "2E-OW-4", "2E-SPC-3")},
    **{(rule, "hit"): from_situation for rule in ("2E-COV-1", "2E-COV-2")},
    ("2E-COV-3", "hit"): lambda facts, quiz: min(COVER[name] for name in facts["classes"]),
    ("2E-TMP-1", "hit"): under_template,
    ("2E-TMP-2", "hit"): partly_under,
    ("2E-GRN-1", "hit"): krak,
    ("2E-SPC-9", "hit"): splashed,
    ("2E-WND-1", "wound"): lambda facts, quiz: wounds(facts["strength"], facts["toughness"]),
    ("2E-SPC-6", "wound"): needles,
    ("2E-AP-1", "wound"): penetration,
    ("2E-AP-2", "wound"): beaten,
    ("2E-VEH-1", "toughness"): part_hit,
    ("2E-RNG-1", "toughness"): band,
    ("2E-SAV-4", "toughness"): lambda facts, quiz: "5+" if facts["area"] else "6+",
    ("2E-WND-1", "toughness"): lambda facts, quiz: min(10, facts["strength"]),
    ("2E-BRK-1", "toughness"): lambda facts, quiz: max(facts["values"]),
    ("2E-AP-3", "toughness"): lambda facts, quiz: AMMUNITION[facts["strength"]],
    ("2E-SAV-1", "save"): printed_save,
    ("2E-SAV-2", "save"): lambda facts, quiz: saved(facts["armour"], facts["modifier"]),
    ("2E-SAV-3", "save"): lambda facts, quiz: saved(facts["armour"], facts["modifier"], 2),
    ("2E-SAV-4", "save"): flak,
    ("2E-SAV-5", "save"): field,
    ("2E-RNG-1", "shots"): lambda facts, quiz: sum(n for n, far in facts["groups"] if far <= facts["long"]),
    ("2E-SPC-1", "shots"): rapid,
    ("2E-SF-1", "shots"): lambda facts, quiz: facts["n"],
    ("2E-SF-2", "shots"): lambda facts, quiz: sum(int(face) for face in facts["faces"] if face != "JAM"),
    ("2E-SPC-2", "shots"): lambda facts, quiz: 2 * facts["sustained"],
    ("2E-ELIG-2", "shots"): lambda facts, quiz: facts["weapons"] if facts["machine"] else 1,
    ("2E-SPC-7", "shots"): lambda facts, quiz: 6 * facts["n"],
    ("2E-TGT-1", "targets"): lambda facts, quiz: CATEGORY.get(facts["unit"], "human-sized"),
    ("2E-TGT-2", "targets"): target,
    ("2E-TGT-3", "targets"): other_group,
    ("2E-TGT-4", "targets"): target,
    ("2E-OW-3", "targets"): target,
    ("2E-TGT-5", "targets"): marker,
    ("2E-TGT-6", "targets"): spotter,
    ("2E-ARC-1", "targets"): lambda facts, quiz: only([words for words, off in facts["degrees"] if off < 45]),
    ("2E-ARC-2", "targets"): on_the_edge,
    ("2E-LOS-1", "targets"): lambda facts, quiz: only(
        [words for words in quiz.options if (deep := re.match(r"([\d.]+) inch", words)) and float(deep[1]) <= 2]
    ),
    ("2E-ELIG-1", "eligible"): may_fire,
    ("2E-SPC-5", "eligible"): lambda facts, quiz: only([name for name in facts["weapons"] if name in MOVE_OR_FIRE]),
    ("2E-OW-1", "eligible"): on_watch,
    ("2E-OW-2", "eligible"): watcher,
    ("2E-BRK-2", "eligible"): after_testing,
    ("2E-BRK-3", "eligible"): after_testing,
    ("2E-CAS-1", "allocate"): taking_most,
    ("2E-CAS-2", "allocate"): wounded,
    ("2E-CAS-3", "allocate"): lambda facts, quiz: f"the {facts['touched']}",
    ("2E-COV-4", "allocate"): open_to,
    ("2E-SF-4", "allocate"): extra,
    ("2E-HTH-1", "allocate"): split,
    ("2E-HTH-2", "allocate"): lambda facts, quiz: f"{facts['enemies']} in {facts['enemies'] + facts['friends']}",
    ("2E-HIT-3", "six"): shot_face,
    ("2E-HIT-5", "six"): shot_face,
    ("2E-WND-1", "six"): wound_face,
    ("2E-SAV-2", "six"): save_face,
    ("2E-SAV-3", "six"): sum_save,
    ("2E-SF-2", "six"): lambda facts, quiz: {"1": 2, "2": 2, "3": 1, "JAM": 1}[facts["face"]],
    ("2E-SF-5", "six"): jams,
    ("2E-BLA-2", "six"): drift,
    ("2E-AP-3", "six"): lambda facts, quiz: (
        "another D6 is added" if facts["die"] == 6 else f"that is all: {facts['plus'] + facts['die']}"
    ),
    **{
        (rule, "decision"): decided
        for rule in ("2E-SEQ-1", "2E-SF-1", "2E-OW-1", "2E-OW-2", "2E-SPC-7", "2E-CAS-1", "2E-COV-4", "2E-BRK-1")
    },
    ("2E-BRK-1", "bookkeeping"): quarter_lost,
    ("2E-BRK-4", "bookkeeping"): lambda facts, quiz: (
        "none, they never test" if facts["unit"] in NEVER_TEST else f"{facts['leadership']} or less on 2D6"
    ),
    ("2E-SF-3", "bookkeeping"): lambda facts, quiz: f"turn {facts['turn'] + facts['jams'] + 1}",
    ("2E-SPC-4", "bookkeeping"): fires_again,
    ("2E-OW-6", "bookkeeping"): lambda facts, quiz: f"{facts['leadership']} or less on 2D6",
    ("2E-OW-5", "bookkeeping"): lambda facts, quiz: facts["n"] - facts["fired"],
    ("2E-DMG-1", "bookkeeping"): left_over,
    ("2E-DMG-2", "bookkeeping"): lambda facts, quiz: 1 if facts["points"] >= facts["left"] else 0,
    ("2E-SEQ-1", "bookkeeping"): out_of_range,
    ("2E-VEH-3", "bookkeeping"): lambda facts, quiz: (
        f"a D6 on the table of that {facts['part']}"
        if facts["total"] > facts["armour"]
        else "nothing, it left no trace"
    ),
    ("2E-VEH-2", "bookkeeping"): lambda facts, quiz: (
        "the gun is destroyed" if facts["total"] > 10 else "nothing comes of it"
    ),
    ("2E-SPC-8", "bookkeeping"): lambda facts, quiz: (
        "it takes a break test" if facts["weapon"] == "devourer" else "it takes no break test"
    ),
}

TABLES = {card: checked(answer, card) for card, answer in ANSWERS.items()}


def shots_told(quiz: Any) -> float:
    match = re.match(r"(\d+) models? fires?( twice)?", quiz.text)
    assert match, quiz
    return int(match[1]) * (2 if match[2] else 1)
