"""Reikhammer's answers by rule and kind, typed from its specification: nothing in here comes from the program."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.quiz.expected.reikhammer_answers import (
    BARRAGE,
    BESIDE,
    COVER_SAVE,
    CROSSFIRES,
    FATE,
    HURT_BY,
    NEVER,
    SECOND_DIE,
    SHOOTS,
    TILES,
    TO_HIT,
    Facts,
    action_die,
    after_rally,
    after_test,
    against_type,
    band,
    barrage,
    barrage_value,
    by_type,
    can_take,
    change,
    changed,
    chooses,
    dice,
    evenly,
    first_die,
    in_mixed_cover,
    in_reach,
    left_by_cover,
    less,
    lost,
    macro,
    may_act,
    mortar,
    one_save,
    points,
    reaching,
    ready,
    rolled_save,
    sees,
    state,
    suppressed,
    test,
    two_kinds,
    value_used,
    which_die,
    with_ammo,
)
from tests.quiz.expected.reikhammer_cases import CASES

Table = Callable[[Facts, Any], object]


def shoots_after(f: Facts, quiz: Any) -> str:
    """Who takes Sustained Fire never moves, so “only if it does not move” would be true as well."""
    assert f["action"] != "sustained_fire" or SHOOTS["hold"] not in quiz.options
    return SHOOTS[f["action"]]


TABLES: dict[tuple[str, str], Table] = {
    ("RH-HIT-1", "hit"): lambda f, q: less(f["value"]),
    ("RH-HIT-2", "hit"): lambda f, q: changed(f),
    ("RH-HIT-3", "hit"): lambda f, q: less(f["value"] + change(f["action"])),
    ("RH-HIT-4", "hit"): lambda f, q: SECOND_DIE[f["value"]],
    ("RH-COV-1", "hit"): lambda f, q: in_mixed_cover(f),
    ("RH-COV-2", "hit"): lambda f, q: less(f["value"] - 1),
    ("RH-SAVE-5", "hit"): lambda f, q: less(f["value"] - 1),
    ("RH-ACT-2", "hit"): lambda f, q: TO_HIT[f["action"]],
    ("RH-OW-6", "hit"): lambda f, q: less(f["value"] - f["cover"]),
    ("RH-BAR-4", "hit"): lambda f, q: barrage_value(f),
    ("RH-BAR-6", "hit"): lambda f, q: changed(f),
    ("RH-BAR-5", "toughness"): lambda f, q: against_type(f),
    ("RH-HIT-1", "toughness"): lambda f, q: value_used(f),
    ("RH-SAVE-2", "toughness"): lambda f, q: which_die(f),
    ("RH-ACT-1", "toughness"): lambda f, q: test(f["rating"] - (f["shock"] > 0) - f["retaining"]),
    ("RH-SHOCK-5", "toughness"): lambda f, q: test(f["rating"] - 1),
    ("RH-RALLY-1", "toughness"): lambda f, q: test(f["rating"] - 2 * f["broken"] - f["near"]),
    ("RH-SAVE-1", "save"): lambda f, q: less(f["armour"]),
    ("RH-SAVE-2", "save"): rolled_save,
    ("RH-SAVE-3", "save"): lambda f, q: less(max(f["armour"], f["cover"])),
    ("RH-SAVE-4", "save"): lambda f, q: COVER_SAVE[f["terrain"]],
    ("RH-XF-3", "save"): lambda f, q: less(max(f["armour"], f["cover"]) - 1),
    ("RH-MW-2", "save"): lambda f, q: macro(f),
    ("RH-SAVE-1", "wound"): lambda f, q: lost(f),
    ("RH-TER-2", "wound"): lambda f, q: f["faces"].count(6),
    ("RH-TER-4", "wound"): lambda f, q: HURT_BY[f["type"]],
    ("RH-HIT-3", "six"): lambda f, q: first_die(f),
    ("RH-HIT-4", "six"): lambda f, q: first_die(f),
    ("RH-SAVE-1", "six"): one_save,
    ("RH-CHAR-1", "six"): lambda f, q: FATE[f["face"]],
    ("RH-ACT-1", "six"): lambda f, q: action_die(f),
    ("RH-ELIG-1", "eligible"): lambda f, q: sees(f),
    ("RH-ELIG-2", "eligible"): lambda f, q: reaching(f),
    ("RH-ELIG-3", "eligible"): lambda f, q: with_ammo(f),
    ("RH-ELIG-4", "eligible"): lambda f, q: ready(f),
    ("RH-ACT-2", "eligible"): shoots_after,
    ("RH-BRK-2", "eligible"): lambda f, q: may_act(f),
    ("RH-OW-4", "eligible"): lambda f, q: "no" if f["fired"] else "yes",
    ("RH-SUP-1", "eligible"): suppressed,
    ("RH-BAR-7", "eligible"): lambda f, q: BESIDE[f["shooting"]],
    ("RH-SUP-3", "eligible"): lambda f, q: "yes" if f["far"] or f["shock"] > f["others"] else "no",
    ("RH-BAR-1", "eligible"): lambda f, q: mortar(f),
    ("RH-XF-1", "eligible"): lambda f, q: "yes" if f["tiles"] <= 12 else "no, the line is too long",
    ("RH-XF-2", "eligible"): lambda f, q: CROSSFIRES[f["friend"]],
    ("RH-SUP-1", "shots"): lambda f, q: max(f["units"] - f["blind"] - f["shock"], 0),
    ("RH-TGT-1", "shots"): lambda f, q: f["units"] - f["blind"],
    ("RH-HIT-1", "shots"): lambda f, q: dice(f),
    ("RH-BAR-1", "shots"): lambda f, q: points(f),
    ("RH-BAR-2", "shots"): lambda f, q: points(f),
    ("RH-BAR-5", "shots"): lambda f, q: 1 if f["type"] == "WE" else f["left"],
    ("RH-ALLOC-3", "targets"): can_take,
    ("RH-ALLOC-1", "targets"): in_reach,
    ("RH-MW-1", "targets"): in_reach,
    ("RH-COV-1", "targets"): left_by_cover,
    ("RH-OW-3", "targets"): lambda f, q: f"only {f['moved']}",
    ("RH-BAR-7", "targets"): lambda f, q: TILES[f["radius"]],
    ("RH-TGT-1", "targets"): lambda f, q: f["seen"] if f["choosing"] else 1,
    ("RH-ALLOC-1", "allocate"): lambda f, q: min(f["distances"], key=lambda unit: unit[1])[0],
    ("RH-ALLOC-2", "allocate"): lambda f, q: evenly(f),
    ("RH-ALLOC-3", "allocate"): lambda f, q: by_type(f),
    ("RH-ALLOC-5", "allocate"): lambda f, q: two_kinds(f),
    ("RH-MW-1", "allocate"): lambda f, q: f["units"][f["macro"] - 1],
    ("RH-SHOCK-1", "bookkeeping"): lambda f, q: f["shock"] + 1,
    ("RH-SHOCK-2", "bookkeeping"): lambda f, q: f["shock"] + 1,
    ("RH-SHOCK-3", "bookkeeping"): lambda f, q: f["shock"] + 1 + f["destroyed"],
    ("RH-SHOCK-4", "bookkeeping"): lambda f, q: f["shock"] + 1 + barrage(f["points"])[1],
    ("RH-BAR-3", "bookkeeping"): lambda f, q: 1 + f["extra"],
    ("RH-BRK-1", "bookkeeping"): lambda f, q: state(f),
    ("RH-DEST-1", "bookkeeping"): lambda f, q: sum(failed >= f["integrity"] for failed in f["failed"]),
    ("RH-DEST-2", "bookkeeping"): lambda f, q: "it is broken" if f["left"] else "it is removed",
    ("RH-SUP-2", "bookkeeping"): lambda f, q: int(f["shock"] < f["units"]),
    ("RH-AMMO-1", "bookkeeping"): lambda f, q: f["ammo"] - (not f["blocked"]),
    ("RH-OW-5", "bookkeeping"): lambda f, q: "it has had it" if f["fired"] else "it may act, and is then off overwatch",
    ("RH-ACT-1", "bookkeeping"): lambda f, q: after_test(f),
    ("RH-RALLY-1", "bookkeeping"): lambda f, q: after_rally(f),
    ("RH-TURN-1", "decision"): lambda f, q: chooses(f),
}

TABLES |= CASES

ACTIONS = ("advance", "double", "march", "marshal", "sustained_fire", "overwatch", "engage", "hold")
TYPES = ("INF", "LV", "AV", "WE", "AC")


def from_top(names: Any, name: object) -> int:
    """The row of a chart whose rows are called so; row 0 are the headings."""
    return 1 + [*names].index(name)


CELLS: dict[tuple[str, str], Callable[[Facts], tuple[int, int]]] = {
    ("RH-HIT-4", "hit"): lambda f: (from_top((0, -1, -2, -3), f["value"]), 2),
    ("RH-ACT-2", "hit"): lambda f: (from_top(ACTIONS, f["action"]), 3),
    ("RH-ACT-2", "eligible"): lambda f: (from_top(ACTIONS, f["action"]), 2),
    ("RH-BAR-4", "hit"): lambda f: (from_top(BARRAGE, band(f["points"])), 3 + (f["kind"] == "AT")),
    ("RH-SAVE-4", "save"): lambda f: (from_top((4, 3, 2, 1), COVER_SAVE[f["terrain"]]), 1),
    ("RH-TER-4", "wound"): lambda f: (from_top(TYPES, f["type"]), 2),
    ("RH-CHAR-1", "six"): lambda f: (1 if f["face"] == 1 else 2 if f["face"] < 4 else 3, 1),
}


def beside(table: Table, cell: Callable[[Facts], tuple[int, int]]) -> Table:
    """The table, and where its answer stands in the rule's chart."""

    def checked(facts: Facts, quiz: Any) -> object:
        assert quiz.cell == cell(facts), quiz
        return table(facts, quiz)

    return checked


TABLES |= {card: beside(TABLES[card], cell) for card, cell in CELLS.items()}

ORDERS = {
    "RH-SEQ": (
        "the formation and its action are named and tested",
        "the enemy formation or the tile is named",
        "those without line of fire, range or ammo are left out",
        "Shock suppresses units of the shooters",
        "the target gains 1 Shock",
        "the cover penalty is taken or refused",
        "each unit that fires spends 1 ammo",
        "the dice to hit are rolled",
        "a crossfire is claimed",
        "the normal hits are allocated",
        "the normal hits are saved",
        "units at 0 integrity are destroyed",
        "the macro hits are allocated and saved",
        "it is seen whether the target is broken",
    ),
    "RH-MW-1": (
        "normal hits are allocated",
        "normal hits are saved",
        "units without integrity are removed",
        "macro hits are allocated",
        "macro hits are saved, where a unit can",
        "the formation is seen to be broken or not",
    ),
    "RH-TURN-1": (
        "both sides roll for strategy",
        "the winner says who goes first",
        "formations act in turn",
        "formations with Shock try to rally",
    ),
    "RH-ALLOC-5": (
        "AP hits that gave up the units in cover",
        "AT hits that gave up the units in cover",
        "other AP hits",
        "other AT hits",
        "other AA hits",
        "macro hits",
    ),
}

PHRASES = {
    "the wound chart": "a point of integrity",
    "armour against a strong weapon": "macro hits allow no save",
    "cover": "1 off the value to hit",
    "who takes the next wound": "one hit each before any",
    "wounds beyond a model's last": "last point of integrity",
    "heavy weapons after moving": "after two, all weapons have -1",
    "which unit may be shot": "some unit is in sight",
    "splitting the fire of a unit": "a whole formation",
    "a natural 1 or 6 to hit": "low rolls are good",
    "a second kind of save": "whichever number is higher",
    "blast weapons": "one barrage at one tile",
    "shooting at vehicles": "AP hits light ones only",
    "morale after losses": "as much Shock as units left",
    "shooting out of turn": "with values as printed",
    "measuring distances": "In tiles",
    "number of shots": "less the units suppressed",
}

SIGNED = r"(?:; [+-]1 (?:Double|Marshal|Sustained Fire|the target is in cover))"


def hit_need(match: re.Match[str]) -> str:
    """A value below 1 hits on a 1 at first; what it came to is said as well, and must be right."""
    value = int(match[1]) + sum(map(int, re.findall(r"; ([+-]1)", match[2])))
    if match[3]:
        assert int(match[3]) == value
    return NEVER if value < -2 else less(max(value, 1))


def save_need(match: re.Match[str]) -> str:
    value = int(match[1]) - (match[3] is not None)
    assert all(int(n) < int(match[1]) for n in re.findall(r"\d", match[2] or ""))
    return less(value)


def shots_told(quiz: Any) -> float:
    """``weapons: 3 twin gun AP4 AT1, 2 volcano gun AT5``: a shot each. A barrage has a die for each point of integrity
    of a unit, one for a war engine, and none for aircraft (RH-BAR-5)."""
    if "; a barrage of " in quiz.situation:
        hit = re.findall(r"(\d+) [^(,]+\((.*?)\)", quiz.situation.partition("target: ")[2])
        each = [
            (
                int(count),
                0 if "aircraft" in told else 1 if "war engine" in told else int(re.findall(r"integrity (\d)", told)[0]),
            )
            for count, told in hit
        ]
        return sum(count * dice for count, dice in each)
    numbers = re.findall(r"(?:^|, )(\d+) ", quiz.situation.partition("weapons: ")[2])
    assert numbers, quiz
    return sum(map(int, numbers))


NEEDS = (
    (rf"(?:AP|AT|AA) (\d+)({SIGNED}*)(?:; that is (-?\d+)[^;]*)?", hit_need),
    (r"value (-?\d): second die after a 1", lambda match: SECOND_DIE[int(match[1])]),
    (
        r"(?:reinforced armour|armour|cover save|invulnerable save) (\d)(; better than [^;]+)?(; -1 crossfire)?(?:; a 6 fails)?",
        save_need,
    ),
)
