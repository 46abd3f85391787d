"""Text typed by people as answers: a table of what is typed at tables, and that nothing else ever happens."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoot_cli.asked.sentences import hint, numbered, roll_words
from shoot_cli.engine.questions import (
    Arrange,
    Choose,
    Facts,
    HowMany,
    Need,
    Number,
    Numbers,
    Option,
    Question,
    Roll,
    Subset,
    Total,
    Watch,
)
from shoot_cli.engine.reasons import Answer, BadAnswer, Meaning, Outcome, Reason
from shoot_cli.input.answerers import Preset, order_from, raise_missing
from shoot_cli.input.answers import LONGEST, completed, example, parse, say
from shoot_cli.input.dice import RollAgain, second_throw, with_second
from shoot_cli.input.lists import of_those_here
from tests.helpers.each import each
from tests.helpers.samples import many
from tests.helpers.work import lines_run

NEED = Need(3, (Reason("skill 4", "X-HIT-1"),))
EIGHT = Roll("hit", 8, NEED)
FOUR = Roll("hit", 4, NEED)
SIXES = Roll("hit", 8, NEED, (Watch((6,)),))
ALL_SIXES = SIXES.but(need=Need(6))  # each die that passes is counted
TWO_WATCHES = Roll("hit", 8, NEED, (Watch((6,)), Watch((1,))))
ONE = Roll("save", 1, NEED)
ONES_AGAIN = Roll("hit", 4, NEED, (), (1, 2))
TWICE = Roll("hit", 4, NEED, (Watch((6,), both=True),), (1, 6))
ARROWS = Roll("scatter", 2, Need(5), faces=("arrow",) * 4 + ("Hit!",) * 2)
ARTILLERY = Roll("artillery", 2, Need(1), faces=("2", "4", "6", "8", "10", "misfire"))
TEN_SIDES = Roll("hit", 2, NEED, sides=10)
LEADERSHIP = Total("leadership", 2)
HALF_DIE = Total("shots", 1, 3)
DAMAGE = Total("damage", 1, again=(1, 2, 3))
CHARGE = Total("charge", 2, again=(2, 3, 4))
ACTION = Choose("action", (Option("sustained_fire"), Option("fire")))
MODES = Choose("weapon", tuple(map(Option, ("frag grenade", "launcher (frag)", "launcher (krak)"))))
COVER = Choose(
    "cover",
    (
        Option("none", "in the open"),
        Option("6+"),
        Option("5+", "ruins"),
        Option("4+", "bunker", (Reason("no bunker stands here (X-COV-1)", "X-COV-1"),)),
        Option("5++"),
    ),
    "none",
)
INCHES = Number("distance", 0, 48, 12, "inches", whole=False)
MODELS = Number("models", 1, 10, unit="models")
FIRING = HowMany("firing", (("Space Marine", 8), ("Sergeant", 1)), (8, 1))
GUNS = HowMany(
    "firing",
    (
        ("plasma incinerator (standard)", 9),
        ("plasma incinerator (supercharge)", 9),
        ("plasma pistol (standard)", 1),
        ("plasma pistol (supercharge)", 1),
        ("bolt pistol", 10),
    ),
    by_name=True,
)
MARKERS = HowMany("under", (("1 on target", 9), ('2 moved 4"', 9)), (4, 0), apiece=True)
UNDER = Number("under", 0, 9, 5, "models", more="if others are under it too")
EACH = MARKERS.but(more="if others are under them too")
ORDER = Arrange("order", (("Ork Boy", 10), ("Boss Nob", 1)), (("5+", "in cover"), ("hidden", "unseen")))
COMMAS = Arrange("order", (("Nob, boss", 1), ("Nob", 2)))
UNITS = ("Grenadiers 1", "Grenadiers 2", "Main Tank 1", "Main Tank 2", "Howitzer")
FAR = Numbers("distance", UNITS, 0, 48, 12, "tiles", otherwise="none", across=lambda a, b: max(a, b) + min(a, b) / 2)
RANGES = Numbers("distance", ("Boys", "Nobs"), 0, 48, unit="inches", whole=False)
HIDDEN = Subset("hidden", UNITS, (), closed=(("Howitzer", (Reason("too large", "X-HID-1"),)),))
PAIR = Subset("pair", UNITS, exactly=2)
BOTH = Facts("facts", (FAR, COVER, HIDDEN))
FACTS = Facts("facts", (INCHES, COVER, FIRING), check=lambda said: "too near" if said["distance"] < 1 else None)


def faces(*first: int, again: tuple[int, ...] | None = None) -> dict[str, Any]:
    return {"first": list(first)} | ({} if again is None else {"again": list(again)})


@each(
    ("question", "text", "answer"),
    [
        (EIGHT, "7", {"passed": 7}),
        (EIGHT, " 0 ", {"passed": 0}),
        (EIGHT, "all", {"passed": 8}),
        (EIGHT, "none", {"passed": 0}),
        (EIGHT, "3 passed", {"passed": 3}),
        (EIGHT, "3 failed", {"passed": 5}),
        (EIGHT.but(luck="saves"), "3 saved", {"passed": 3}),
        (EIGHT.but(luck="hits"), "3 hits", {"passed": 3}),
        (EIGHT.but(luck="hits"), "hit 3", {"passed": 3}),
        (EIGHT.but(luck="hits"), "three hit", {"passed": 3}),
        (EIGHT.but(luck="hits"), "no hits", {"passed": 0}),
        (EIGHT.but(luck="wounds"), "3 wounds", {"passed": 3}),
        (EIGHT.but(luck="wounds"), "3 wounded", {"passed": 3}),
        (EIGHT, "3 missed", {"passed": 5}),
        (EIGHT, "3 misses", {"passed": 5}),
        (EIGHT, "all miss", {"passed": 0}),
        (EIGHT, "3 of 8", {"passed": 3}),
        (EIGHT, "3 of 8 failed", {"passed": 5}),
        (EIGHT, "three", {"passed": 3}),
        (EIGHT, "zero", {"passed": 0}),
        (FOUR, "six six three one", faces(6, 6, 3, 1)),
        (ONE, "six", faces(6)),
        (ONE.but(luck="hits"), "hit", {"passed": 1}),
        (ONE.but(luck="hits"), "miss", {"passed": 0}),
        (EIGHT, "3failed", {"passed": 5}),
        (EIGHT, "66315542", faces(6, 6, 3, 1, 5, 5, 4, 2)),
        (EIGHT, "3x6 2x5 3*1", faces(6, 6, 6, 5, 5, 1, 1, 1)),
        (EIGHT, "3 x 6, 5 X 2", faces(6, 6, 6, 2, 2, 2, 2, 2)),
        (MARKERS, "3 2", [3, 2]),
        (MARKERS, "3", [3, 3]),  # under each of them
        (MARKERS, "none", [0, 0]),
        (UNDER, "5", 5),
        (UNDER, "5+", "5+"),
        (UNDER, "5 models +", "5+"),
        (EACH, "3 2", [3, 2]),
        (EACH, "3 2+", [3, 2, "+"]),
        (EACH, "3 +", [3, 3, "+"]),
        (FOUR, "6 6 3 1", faces(6, 6, 3, 1)),
        (FOUR, "6,6,3,1", faces(6, 6, 3, 1)),
        (FOUR, "6631", faces(6, 6, 3, 1)),
        (FOUR, "66 31", faces(6, 6, 3, 1)),
        (FOUR, "2x6 3 1", faces(6, 6, 3, 1)),
        (FOUR, "4", {"passed": 4}),
        (FOUR.but(dice=2), "11", faces(1, 1)),
        (FOUR.but(dice=12), "11", {"passed": 11}),
        (SIXES, "7/2", {"passed": 7, "watched": [2]}),
        (SIXES, "7 / 2", {"passed": 7, "watched": [2]}),
        (SIXES, "0", {"passed": 0, "watched": [0]}),
        (TWO_WATCHES, "5/2/1", {"passed": 5, "watched": [2, 1]}),
        (ONE, "4", faces(4)),
        (ONE, "1", faces(1)),
        (ONE, "passed", {"passed": 1}),
        (ONE, "No", {"passed": 0}),
        (ONES_AGAIN, "3", {"passed": 3}),
        (ONES_AGAIN, "6 3 1 1 > 4 2", faces(6, 3, 1, 1, again=(4, 2))),
        (ONES_AGAIN, "6311->42", faces(6, 3, 1, 1, again=(4, 2))),
        (ONES_AGAIN, "6 3 3 3", faces(6, 3, 3, 3, again=())),
        (TWICE, "6 3 1 1 > 6 6 6", faces(6, 3, 1, 1, again=(6, 6, 6))),
        (ARROWS, "hit arrow", faces(5, 1)),
        (ARROWS, "2 hit", faces(5, 5)),
        (ARROWS, "2xarrow", faces(1, 1)),
        (ARROWS, "h, hit!", faces(5, 5)),
        (ARTILLERY, "10 mis", faces(5, 6)),
        (ARTILLERY.but(dice=1), "4", faces(2)),
        (TEN_SIDES, "10 3", faces(10, 3)),
        (LEADERSHIP, "7", {"sum": 7}),
        (LEADERSHIP, "11", {"sum": 11}),
        (LEADERSHIP, "3 4", faces(3, 4)),
        (LEADERSHIP, "62", faces(6, 2)),  # no sum is that
        (HALF_DIE, "2", faces(2)),
        (DAMAGE, "4", faces(4)),
        (DAMAGE, "4 >", faces(4)),
        (DAMAGE, "2 > 5", faces(2, again=(5,))),
        (DAMAGE, "2->1", faces(2, again=(1,))),
        (DAMAGE, "> 1", {"sum": 1}),
        (DAMAGE, '{"sum": 1}', {"sum": 1}),
        (CHARGE, "7", {"sum": 7}),
        (CHARGE, "4 3", faces(4, 3)),
        (CHARGE, "1 2 > 3 1", faces(1, 2, again=(3, 1))),
        (CHARGE, "1,2 > 3,1", faces(1, 2, again=(3, 1))),
        (CHARGE, "3 > 9", {"sum": 9}),
        (CHARGE, "3 > 5 4", {"sum": 9}),
        (CHARGE, "1 2 > 9", {"sum": 9}),
        (CHARGE, "> 3", {"sum": 3}),
        (CHARGE, "> 1 2", {"sum": 3}),
        (COVER, "NONE", "none"),
        (COVER, "open", "none"),
        (COVER, "6", "6+"),
        (COVER, "5+", "5+"),
        (COVER, "Ruin", "5+"),
        (COVER, "#2", "6+"),
        (ACTION, "sustained fire", "sustained_fire"),
        (ACTION, "Sustained_Fire", "sustained_fire"),
        (ACTION, "fire", "fire"),
        (ACTION, "ned f", "sustained_fire"),
        (INCHES, "12", 12),
        (INCHES, '12"', 12),
        (INCHES, "12.5 in", 12.5),
        (INCHES, "12,5 inches", 12.5),
        (MODELS, "3 models", 3),
        (FIRING, "all", [8, 1]),
        (FIRING, "none", [0, 0]),
        (FIRING, "all but the sergeant", [8, 0]),
        (FIRING, "everything except 3 marines", [5, 1]),
        (FIRING, "5", [5, 0]),
        (FIRING, "9", [8, 1]),
        (FIRING, "5 1", [5, 1]),
        (FIRING, "Space Marine 5, Sergeant 1", [5, 1]),
        (FIRING, "5 Space Marine, 1 Sergeant", [5, 1]),
        (FIRING, "Space Marine=5", [5, 0]),
        (FIRING, "5x marines; serg", [5, 1]),
        (FIRING, "all marines, no sergeant", [8, 0]),
        (ORDER, "6 Ork Boy, Boss Nob, 4 Ork Boy", [[6, "Ork Boy", ""], [1, "Boss Nob", ""], [4, "Ork Boy", ""]]),
        (ORDER, "nob, 10 boyz", [[1, "Boss Nob", ""], [10, "Ork Boy", ""]]),
        (
            ORDER,
            "4 Ork Boy 5+, 6 ork boy HIDDEN, boss nob (5+)",
            [[4, "Ork Boy", "5+"], [6, "Ork Boy", "hidden"], [1, "Boss Nob", "5+"]],
        ),
        (COMMAS, "1 Nob, boss, 2 Nob", [[1, "Nob, boss", ""], [2, "Nob", ""]]),
        (FAR, "12", 12),
        (FAR, "12 tiles", 12),
        (FAR, "None", "none"),
        (FAR, "5x3", [5, 3]),
        (FAR, "all 5", 5),
        (FAR, "3, 4, 5, none, 5x3", dict(zip(UNITS, (3, 4, 5, "none", [5, 3]), strict=True))),
        (FAR, "3 4 5 6 7", dict(zip(UNITS, (3, 4, 5, 6, 7), strict=True))),
        (FAR, "3,4,5,6,7", dict(zip(UNITS, (3, 4, 5, 6, 7), strict=True))),
        (
            FAR,
            "Grenadiers 10, main tank 2: 14, howitzer: 5x3",
            {"Grenadiers 1": 10, "Grenadiers 2": 10, "Main Tank 2": 14, "Howitzer": [5, 3]},
        ),
        (FAR, "12, Howitzer 30", dict(zip(UNITS, (12, 12, 12, 12, 30), strict=True))),
        (FAR, "rest 12; howitzer none", dict(zip(UNITS, (12, 12, 12, 12, "none"), strict=True))),
        (FAR, "Main Tank 2 14", {"Main Tank 2": 14}),
        (FAR, "main tank 2 14 tiles", {"Main Tank 2": 14}),
        (FAR, "tank 2=14", {"Main Tank 2": 14}),
        (FAR, "grenadier 2 5 x 3", {"Grenadiers 2": [5, 3]}),
        (FAR, "Main Tank 14", {"Main Tank 1": 14, "Main Tank 2": 14}),
        (FAR, "main tanks: 1", {"Main Tank 1": 1, "Main Tank 2": 1}),
        (FAR, "Main Tank 1: 10, main tank 14", {"Main Tank 1": 10, "Main Tank 2": 14}),
        (FAR, '{"Howitzer": [5, 3]}', {"Howitzer": [5, 3]}),
        (RANGES, "3, 5", {"Boys": 3, "Nobs": 5}),
        (RANGES, "3,5 4", {"Boys": 3.5, "Nobs": 4}),
        (RANGES, 'boys 3,5", nobs 4', {"Boys": 3.5, "Nobs": 4}),
        (RANGES.but(names=("Boys",)), "3,5", 3.5),
        (HIDDEN, "all", [*UNITS[:4]]),
        (HIDDEN, "nobody", []),
        (HIDDEN, "grenadiers", ["Grenadiers 1", "Grenadiers 2"]),
        (HIDDEN, "main tank 2, gren", ["Grenadiers 1", "Grenadiers 2", "Main Tank 2"]),
        (HIDDEN, "all but main tank 1", ["Grenadiers 1", "Grenadiers 2", "Main Tank 2"]),
        (HIDDEN, "everybody except gren, tank 2", ["Main Tank 1"]),
        (HIDDEN, "#2 #3", ["Grenadiers 2", "Main Tank 1"]),
        (HIDDEN, '["Grenadiers 2"]', ["Grenadiers 2"]),
        (PAIR, "main tank", ["Main Tank 1", "Main Tank 2"]),
        (
            BOTH,
            "distance=Grenadiers 10, Main Tank: 14, cover=5+, hidden=all but gren",
            {
                "distance": {"Grenadiers 1": 10, "Grenadiers 2": 10, "Main Tank 1": 14, "Main Tank 2": 14},
                "cover": "5+",
                "hidden": ["Main Tank 1", "Main Tank 2"],
            },
        ),
        (FACTS, "", {}),
        (FACTS, "as said", {}),
        (FACTS, "distance=6, cover=5+", {"distance": 6, "cover": "5+"}),
        (FACTS, "firing=5 marines, 1 sergeant, cover=ruins", {"firing": [5, 1], "cover": "5+"}),
        (FACTS, '{"distance": 6}', {"distance": 6}),
        (LEADERSHIP.but(dice=4), "4316", {"first": [4, 3, 1, 6]}),
        (HALF_DIE.but(dice=3), "313", {"first": [3, 1, 3]}),
        (LEADERSHIP.but(dice=3), "11", {"sum": 11}),
        (ALL_SIXES, "3", {"passed": 3, "watched": [3]}),
        (ALL_SIXES.but(again=(1,)), "2", {"passed": 2, "watched": [2]}),
    ],
)
def test_what_is_typed_at_the_table(question: Question, text: str, answer: Any) -> None:
    assert parse(question, text) == answer


@each(
    ("question", "text", "words"),
    [
        (Roll("hit", 9, NEED), "10", "9 dice were rolled, you typed 10"),
        (EIGHT, "6631", "8 dice were rolled, you typed 4"),
        (EIGHT, "12", "8 dice were rolled, you typed 12, or 2 faces"),
        (EIGHT, "9x6", "8 dice were rolled, you typed 9"),
        (EIGHT, "7/2", "only how many passed counts here: type 7 alone"),
        (EIGHT, "hello", "is no face of these dice: 1 to 6"),
        (EIGHT.but(luck="saves"), "3 hits", "“hits” is no face of these dice"),
        (EIGHT.but(luck="hits"), "9 hits", "8 dice were rolled, you typed 9"),
        (EIGHT, "3 of 80", "is no face of these dice"),
        (EIGHT.but(dice=1), "hello", "is no face of this die: 1 to 6"),
        (FOUR, "6 6 7 1", "the 3rd die shows 7: faces go from 1 to 6"),
        (FOUR, "6171", "the 3rd die shows 7: faces go from 1 to 6"),
        (FOUR, "2x6 17", "the 4th die shows 7"),
        (EIGHT.but(dice=16), "6666766666666666", "the 5th die shows 7: faces go from 1 to 6"),
        (EIGHT.but(dice=16), "66667666666666661", "16 dice were rolled, you typed"),
        (FOUR, "10 6 6 1", "the 1st die shows 10"),
        (FOUR, "6 6 3 1 > 2", "nothing is rolled again here"),
        (SIXES, "7 4", "the 1st die shows 7: faces go from 1 to 6; counts are typed as 7/4"),
        (SIXES, "6 4", "8 dice were rolled, you typed 2; counts are typed as 6/4"),
        (SIXES, "7", "say also how many showed 6, as in 7/1"),
        (SIXES, "7/8", "0 to 7 can show 6, not 8"),
        (
            EIGHT.but(dice=2, means=Meaning((Outcome(1, "nothing"), Outcome(4, "glances")), best=True)),
            "7",
            "the highest die counts, not the sum: type every face, as in 6 4",
        ),
        (ALL_SIXES, "2/0", "2 passed, so 2 must show 6, not 0"),
        (EIGHT.but(need=Need(5), watch=(Watch((6,)), Watch((5,)))), "2/1/0", "2 passed, so 2 must show 5 or 6, not 1"),
        (
            EIGHT.but(need=Need(6), watch=(Watch((5,)), Watch((4,)))),
            "2/4/3",
            "6 failed, so at most 6 can show 4 or 5, not 7",
        ),
        (ALL_SIXES.but(again=(1,), again_need=Need(5)), "2", "say also how many showed 6"),
        (ALL_SIXES.but(watch=(Watch((5, 6)),)), "2", "say also how many showed 5 or 6"),
        (SIXES, "9/1", "8 dice were rolled, you typed 9"),
        (ONE, "0", "type the face that it shows, or passed, or failed"),
        (ONES_AGAIN, "6 3 1 1 > 4", "2 dice were rolled, you typed 1"),
        (TWICE, "3", "type the dice, as in"),
        (ARTILLERY, "3 4", "is no face of these dice: 2, 4, 6, 8, 10, misfire"),
        (LEADERSHIP, "13", "2D6 give 2 to 12, not 13"),
        (LEADERSHIP, "19", "single dice are typed with spaces"),
        (LEADERSHIP, "37", "the 2nd die shows 7"),
        (LEADERSHIP.but(dice=4), "431", "single dice are typed with spaces"),
        (LEADERSHIP.but(dice=4), "4317", "the 4th die shows 7"),
        (HALF_DIE, "4", "a D3 is 1 to 3: halve the D6, rounding up"),
        (DAMAGE, "2", "2 is rolled again: type both throws, as in 2 > 6"),
        (DAMAGE, "4 > 2", "4 is not rolled again here, only 1 to 3"),
        (DAMAGE, "2 > 5 5", "1 die was rolled, you typed 2"),
        (DAMAGE, "2 >", "no dice were typed; 1 were rolled"),
        (DAMAGE, ">", "no dice were typed; 1 were rolled"),
        (DAMAGE, "2 > 7", "the die shows 7"),
        (DAMAGE, "2 > 1 > 4", "is no face of this die"),
        (CHARGE, "1 2", "3 is rolled again: type both throws, as in 1 2 > 6 6"),
        (CHARGE, "3", "3 is rolled again: type both throws, as in 3 > 12"),
        (CHARGE, "3 > 13", "2D6 give 2 to 12, not 13"),
        (CHARGE, "1", "2D6 give 2 to 12, not 1"),
        (LEADERSHIP, "1 2 > 3 4", "nothing is rolled again here"),
        (COVER, "4+", "no bunker stands here (X-COV-1)"),
        (COVER, "bunker", "no bunker stands here (X-COV-1)"),
        (COVER, "5", "can be 5+, 5++"),
        (MODES, "frag", "can be frag grenade, launcher (frag): say more"),
        (MODES, "launcher", "can be launcher (frag), launcher (krak): say more"),
        (COVER, "#9", "there is no row 9: the last one is 5"),
        (COVER, "2+", "is not one of: none, 6+, 5+, 5++"),
        (ARROWS.but(dice=1), "6", "“6” is no face of this die: arrow, Hit!"),
        (ARROWS.but(dice=1), "passed", "is no face of this die: arrow, Hit!"),
        (INCHES, "nan", "how many inches? As in 12"),
        (INCHES.but(default="in range, beyond half"), "far", "how many inches? As in 12"),
        (INCHES, "inf", "how many inches? As in 12"),
        (INCHES, "1e999", "how many inches? As in 12"),
        (INCHES, "12 cm", "how many inches? As in 12"),
        (INCHES, "49", "0 to 48 inches, not 49"),
        (MODELS, "2.5", "only whole models"),
        (FIRING, "10", "there are 9 (8 Space Marines, 1 Sergeant), not 10"),
        (FIRING, "9 Space Marine", "0 to 8 Space Marines, not 9"),
        (FIRING, "marines", "how many Space Marines? 0 to 8, as in 8 Space Marines"),
        (FIRING, "1 Sargeant", "Sergeant was meant?"),
        (FIRING, "serg, serg", "said twice"),
        (ORDER, "9 boyz, nob", "there are 10 Ork Boys, that is 9"),
        (ORDER, "3 squigs", "only Ork Boy, Boss Nob"),
        (FAR, "3 4", "2 numbers for 5: name whose they are, as in 12, Howitzer: 12"),
        (FAR, "1, 2, howitzer 4", "2 numbers for 5"),
        (FAR, "Main Tank 2", "is a name: say Main Tank: 2 if 2 is the number, or Main Tank 2: with its own"),
        (FAR, "tank 2", "is a name: say tank: 2 if 2 is the number, or Main Tank 2: with its own"),
        (FAR, "tank 3: 4", "no “tank 3” here, only Grenadiers 1"),
        (FAR, "Hotwizer 3", "Howitzer was meant?"),
        (FAR, "howitzer", "how many tiles for Howitzer? As in Howitzer: 12"),
        (FAR, "howitzer: far", "“far”: how many tiles for Howitzer? As in"),
        (FAR, "howitzer: 49", "Howitzer: 0 to 48 tiles, not 49"),
        (FAR, "howitzer: 2.5", "Howitzer: only whole tiles, not 2.5"),
        (FAR, "40x20", "0 to 48 tiles, not 50 (40x20)"),
        (FAR, "gren 3, 1: 4", "Grenadiers 1 is said twice, by “gren” and “1”"),
        (FAR, "howitzer 3, howitzer 4", "Howitzer is said twice"),
        (FAR, '{"Mortar": 3}', "no “Mortar” here"),
        (FAR, '{"Howitzer": 3, "howitzer": 3}', "Howitzer is said twice"),
        (FAR, ",", "how many tiles? As in"),
        (FAR.but(across=None), "5x3", "is not understood"),
        (RANGES, "3,5", "is that one number, 3.5, or are they two, 3, 5?"),
        (RANGES, "boys 3", "nothing is said of Nobs"),
        (UNDER, "3 2+", "“3 2+”: one number is asked for here. As in 3+"),
        (HIDDEN, "how", "“Howitzer” is closed: too large (X-HID-1)"),
        (HIDDEN, "mortar", "no “mortar” here, only Grenadiers 1"),
        (FAR, "wood", "say none, or 0 to 48 tiles; no “wood” here"),
        (FAR.but(otherwise="none"), "2+", "“2+” is not understood; say none, or 0 to 48 tiles, as in "),
        (HIDDEN, "#9", "there are 4"),
        (HIDDEN, "4", "say names, such as Grenadiers 1, or places, such as #1, or all; no “4” here"),
        (HIDDEN, ",", "nothing was named"),
        (HIDDEN.but(at_least=1), "none", "at least 1 of Grenadiers 1"),
        (PAIR, "all", "exactly 2 of Grenadiers 1, Grenadiers 2, Main Tank 1, Main Tank 2, Howitzer, not 5"),
        (FACTS, "range=3", "say what differs, as in distance=12, cover=none"),
        (FACTS, "distance=6, distance=7", "said twice"),
        (FACTS, "distance=0.5", "too near"),
        (FACTS, "cover=4+", "no bunker stands here (X-COV-1)"),
        (EIGHT, "", "what was thrown? As in 4"),
        (EIGHT, "6 " * 501, "at most 1000 characters"),
    ],
)
def test_what_cannot_be_is_refused_in_words(question: Question, text: str, words: str) -> None:
    with pytest.raises(BadAnswer) as wrong:
        parse(question, text)
    assert words in str(wrong.value)


def test_the_second_throw_may_come_in_a_second_step() -> None:
    with pytest.raises(RollAgain) as again:
        parse(ONES_AGAIN, "6 3 1 1")
    assert (again.value.first, again.value.dice) == ([6, 3, 1, 1], 2)
    second = second_throw(ONES_AGAIN, again.value.first)
    assert with_second(ONES_AGAIN, [6, 3, 1, 1], parse(second, "42")) == faces(6, 3, 1, 1, again=(4, 2))
    assert with_second(ONES_AGAIN, [6, 3, 1, 1], parse(second, "1 passed")) == {"passed": 3}


FAILED_AGAIN = Roll("hit", 36, NEED, again=(1, 2))
ONES, OF_SIX = Roll("hit", 36, NEED, again=(1,)), (Watch((6,)),)


@each(
    ("roll", "first", "again", "second", "answer"),
    [
        (FAILED_AGAIN, "32", 4, "3", {"passed": 35}),
        (FAILED_AGAIN.but(dice=12), "ten", 2, "one", {"passed": 11}),
        (FAILED_AGAIN, "4 failed", 4, "6 6 1 1", {"passed": 34}),
        (FAILED_AGAIN.but(watch=OF_SIX), "32/6", 4, "3/1", {"passed": 35, "watched": [7]}),
        (ONES, "24/5", 5, "all", {"passed": 29}),
        (ONES.but(watch=OF_SIX), "24/4/5", 5, "2/1", {"passed": 26, "watched": [5]}),
        (ONES.but(watch=(Watch((1,)),)), "24/5", 5, "2/1", {"passed": 26, "watched": [1]}),
        (ONES.but(again=(1, 2, 3, 4, 5), watch=OF_SIX), "24/5", 31, "20/6", {"passed": 25, "watched": [11]}),
    ],
)
def test_a_count_is_of_the_first_throw_and_the_second_is_asked(
    roll: Roll, first: str, again: int, second: str, answer: Answer
) -> None:
    with pytest.raises(RollAgain) as more:
        completed(roll, first)
    assert more.value.dice == again
    assert with_second(roll, [], parse(second_throw(roll, [], more.value), second), more.value) == answer
    assert completed(roll, f"{first} > {second}") == completed(roll, f"{more.value.typed} > {second}") == answer


@each(
    ("roll", "text", "answer"),
    [
        (FAILED_AGAIN, "all", {"passed": 36}),
        (FAILED_AGAIN.but(watch=OF_SIX), "36/6", {"passed": 36, "watched": [6]}),
        (ONES.but(watch=OF_SIX), "36/6", {"passed": 36, "watched": [6]}),
        (ONES, "24/0", {"passed": 24}),
        (FAILED_AGAIN, "> 35", {"passed": 35}),
        (ONES.but(watch=OF_SIX), "> 35/6", {"passed": 35, "watched": [6]}),
        (ONES.but(dice=1), "passed", {"passed": 1}),
    ],
)
def test_a_count_after_which_nothing_is_rolled_again_is_the_answer(roll: Roll, text: str, answer: Answer) -> None:
    assert completed(roll, text) == answer


@each(
    ("roll", "text", "words"),
    [
        (ONES, "24", "say also how many showed 1, as in 24/1"),
        (ONES, "24/13", "0 to 12 can show 1, not 13"),
        (FAILED_AGAIN, "32 > 5", "4 dice were rolled, you typed 5"),
        (FAILED_AGAIN, "36 > 1", "nothing is rolled again here"),
        (ONES.but(dice=1), "failed", "type the face"),
        (ONES.but(again=(1, 2, 3, 4), watch=OF_SIX), "24/5", "type the dice"),
    ],
)
def test_a_count_that_does_not_say_what_is_rolled_again_is_refused(roll: Roll, text: str, words: str) -> None:
    with pytest.raises(BadAnswer) as wrong:
        completed(roll, text)
    assert words in str(wrong.value)
    assert not isinstance(wrong.value, RollAgain)


def test_counts_of_the_second_throw_carry_the_watched_faces() -> None:
    roll = ONES_AGAIN.but(watch=(Watch((6,)),))
    second = second_throw(roll, [6, 3, 1, 1])
    assert with_second(roll, [6, 3, 1, 1], parse(second, "2/1")) == {"passed": 4, "watched": [2]}


def test_a_watched_face_that_is_thrown_again_is_what_it_shows_then() -> None:
    roll = Roll("hit", 2, NEED, watch=(Watch((1,)),), again=(1,))
    assert with_second(roll, [1, 5], {"passed": 1, "watched": [0]}) == {"passed": 2, "watched": [0]}


def test_counts_of_the_second_throw_will_not_do_where_the_first_face_matters() -> None:
    with pytest.raises(BadAnswer, match="type the dice"):
        with_second(TWICE, [6, 3, 1, 1], parse(second_throw(TWICE, [6, 3, 1, 1]), "2/1"))


@each(
    ("question", "answer", "text"),
    [
        (FOUR, faces(6, 3, 6, 1), "6 3 6 1"),
        (Roll("hit", 13, NEED), faces(*[6, 1] * 6, 3), "6x6 1x3 6x1"),
        (SIXES, {"passed": 7, "watched": [2]}, "7/2"),
        (ONE, {"passed": 0}, "failed"),
        (ONES_AGAIN, faces(6, 3, 1, 1, again=(4, 2)), "6 3 1 1 > 4 2"),
        (DAMAGE, faces(2, again=(5,)), "2 > 5"),
        (DAMAGE, faces(4), "4"),
        (CHARGE, faces(1, 2, again=(3, 1)), "1 2 > 3 1"),
        (CHARGE, {"sum": 7}, "7"),
        (CHARGE, {"sum": 3}, "> 3"),
        (FIRING, [8, 1], "all"),
        (FIRING, [3, 1], "3 Space Marine, 1 Sergeant"),
        (HowMany("firing", (("Boy", 2), ("Boy", 3))), [1, 3], "[1, 3]"),
        (FAR, 12, "12"),
        (FAR, [5, 3], "5x3"),
        (FAR, {}, "12"),
        (FAR, {"Howitzer": "none"}, "12, Howitzer: none"),
        (FAR, {name: n for n, name in enumerate(UNITS[:3])}, "12, Grenadiers 1: 0, Grenadiers 2: 1, Main Tank 1: 2"),
        (RANGES, {"Boys": 3.5, "Nobs": 4}, "Boys: 3.5, Nobs: 4"),
        (HIDDEN, [], "none"),
        (HIDDEN, UNITS[:4], "all"),
        (HIDDEN, ["Main Tank 2", "Grenadiers 1"], "Grenadiers 1, Main Tank 2"),
        (INCHES, 12.0, "12"),
        (INCHES, 7.123456789, "7.123456789"),
        (FACTS, {}, "as said"),
        (FACTS, {"cover": "5+"}, "cover=5+"),
    ],
)
def test_answers_said_back(question: Question, answer: Any, text: str) -> None:
    assert say(question, answer) == text


# Anything at all -------------------------------------------------------------------------------------------------------

NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).map(str.strip).filter(bool) | st.sampled_from(
    ["Ork Boy", "Boss Nob", "Nob, boss", "Squad 2", "5+", "all", "7 Eyes", "=", "[x]", "x"]
)
NEEDS = st.builds(Need, st.none() | st.integers(1, 7), or_less=st.booleans())
WATCHES = st.lists(st.builds(Watch, st.tuples(st.integers(1, 6)), st.booleans()), max_size=2).map(tuple)
ROLLS = st.builds(
    Roll,
    st.just("hit"),
    st.integers(1, 30),
    NEEDS,
    WATCHES,
    st.sampled_from([(), (1,), (1, 2), (6,)]),
    st.none() | NEEDS,
    faces=st.sampled_from([(), ("arrow",) * 4 + ("Hit!",) * 2, ("2", "4", "6", "8", "10", "misfire")]),
)
TOTALS = st.builds(
    Total,
    st.just("sum"),
    st.integers(1, 20),
    st.sampled_from([3, 6, 10]),
    again=st.sampled_from([(), (), (1, 2, 3), (4, 7, 30)]),
)
CHOICES = st.lists(NAMES, min_size=1, max_size=5, unique_by=str.casefold).map(
    lambda names: Choose("choice", tuple(Option(name) for name in names), names[0])
)
NUMBERS = st.builds(Number, st.just("n"), st.just(0), st.integers(1, 999), st.just(1), NAMES, st.booleans())
GROUPS = st.lists(st.tuples(NAMES, st.integers(1, 9)), min_size=1, max_size=4).map(tuple)
HOW_MANY = st.builds(
    lambda groups, apiece: HowMany("firing", groups, tuple(n for _, n in groups), apiece=apiece), GROUPS, st.booleans()
)
MARKS = st.sampled_from([(), (("5+", "cover"),), (("5+", "cover"), ("hidden", "unseen"))])
KINDS = st.lists(
    st.tuples(NAMES, st.integers(1, 9)), min_size=1, max_size=4, unique_by=lambda kind: kind[0].casefold()
).map(tuple)
ARRANGES = st.builds(Arrange, st.just("order"), KINDS, MARKS)
SET = st.lists(NAMES, min_size=1, max_size=5, unique_by=str.casefold).map(tuple)
FOR_EACH = st.builds(
    Numbers,
    st.just("each"),
    SET,
    st.just(0),
    st.integers(1, 999),
    st.sampled_from([1, 0, "none"]),
    NAMES,
    st.booleans(),
    otherwise=st.just("none"),
    across=st.sampled_from([None, max]),
)
SOME = st.builds(
    Subset, st.just("some"), SET, st.just(()), closed=st.just(()) | SET.map(lambda names: ((names[0], ()),))
)
PARTS = st.tuples(NUMBERS, CHOICES, HOW_MANY, FOR_EACH, SOME)
QUESTIONS = (
    ROLLS
    | TOTALS
    | CHOICES
    | NUMBERS
    | HOW_MANY
    | ARRANGES
    | FOR_EACH
    | SOME
    | st.builds(Facts, st.just("facts"), PARTS)
)
TYPED = st.text(max_size=60) | st.text('0123456789 x/>,=+#[]{}":.-hitpasedlno', max_size=40)


@pytest.mark.slow
@settings(max_examples=100)
@given(QUESTIONS, TYPED)
def test_any_text_is_an_answer_that_fits_or_is_refused(question: Question, text: str) -> None:
    fits_or_is_refused(question, text)


@pytest.mark.slow
@settings(max_examples=many(1000))
@given(QUESTIONS, TYPED)
def test_more_texts_are_answers_that_fit_or_are_refused(question: Question, text: str) -> None:
    fits_or_is_refused(question, text)


def fits_or_is_refused(question: Question, text: str) -> None:
    try:
        answer = parse(question, text)
    except BadAnswer:
        return
    assert question.read(json.loads(json.dumps(answer))) == question.read(answer)


@each("text", ["[" * LONGEST, "{" * LONGEST, '{"distance": 1e999}', '{"distance": NaN}', "9" * LONGEST])
@each("question", [EIGHT, ONE, LEADERSHIP, COVER, INCHES, FIRING, ORDER, FAR, HIDDEN, FACTS])
def test_hostile_text_is_refused(question: Question, text: str) -> None:
    with pytest.raises(BadAnswer):
        parse(question, text)


@st.composite
def answered(draw: st.DrawFn) -> tuple[Question, Any]:
    """A question and an answer that fits."""
    question = draw(ROLLS | TOTALS | CHOICES | NUMBERS | HOW_MANY | ARRANGES | FOR_EACH | SOME)
    if isinstance(question, Roll):
        die = st.integers(1, 6)
        first = draw(st.lists(die, min_size=question.dice, max_size=question.dice))
        back = sum(face in question.again for face in first)
        return question, {"first": first, "again": draw(st.lists(die, min_size=back, max_size=back))}
    if isinstance(question, Total):
        if draw(st.booleans()):
            return question, {"sum": draw(st.integers(question.dice, question.dice * question.sides))}
        throw = st.lists(st.integers(1, question.sides), min_size=question.dice, max_size=question.dice)
        first = draw(throw)
        return question, {"first": first} | ({"again": draw(throw)} if sum(first) in question.again else {})
    if isinstance(question, Choose):
        return question, draw(st.sampled_from([option.value for option in question.options]))
    if isinstance(question, Number):
        return question, draw(st.integers(0, int(question.high)))
    if isinstance(question, HowMany):
        return question, [draw(st.integers(0, most)) for _, most in question.groups]
    if isinstance(question, Numbers):
        number = st.integers(0, int(question.high))
        value = number | st.just("none") | (st.tuples(number, number).map(list) if question.across else number)
        return question, draw(value | st.dictionaries(st.sampled_from(question.names), value))
    if isinstance(question, Subset):
        return question, [name for name in question.open() if draw(st.booleans())]
    kinds = dict(question.kinds)
    marks = ["", *(mark for mark, _ in question.marks)]
    return question.but(kinds=tuple(kinds.items())), [
        [n, name, draw(st.sampled_from(marks))] for name, n in kinds.items()
    ]


@pytest.mark.slow
@settings(max_examples=100)
@given(answered())
def test_what_is_said_is_read_back(case: tuple[Question, Any]) -> None:
    read_back(case)


@pytest.mark.slow
@settings(max_examples=many(1000))
@given(answered())
def test_more_that_is_said_is_read_back(case: tuple[Question, Any]) -> None:
    read_back(case)


def read_back(case: tuple[Question, Any]) -> None:
    question, answer = case
    value, text = question.read(answer), say(question, answer)
    if text.strip() and len(text) <= LONGEST:
        assert question.read(parse(question, text)) == value


@pytest.mark.slow
@settings(max_examples=100)
@given(QUESTIONS)
def test_the_example_may_be_typed(question: Question) -> None:
    if example(question).strip():
        assert len(say(question, parse(question, example(question)))) < LONGEST


@pytest.mark.slow
def test_the_longest_text_is_no_great_work() -> None:
    """A great many commas: twice as many are twice the work and a little more."""
    names = tuple(f"Squad, the {n}th, of many" for n in range(40))
    with pytest.raises(BadAnswer):
        parse(HowMany("firing", tuple((name, 5) for name in names)), ",a" * 500)

    def work(question: Question, text: str) -> int:
        def read() -> None:
            with suppress(BadAnswer):
                question.read(parse(question, text))

        return lines_run(read)

    for question in (
        HowMany("firing", tuple((name, 5) for name in names)),
        Numbers("each", names, 0, 9, 1),
        Subset("some", names, ()),
    ):
        for part, times in ((",a", 100), ("a ", 100), ("1: ", 80), ("squad 1 ", 40), ("1 ", 100)):
            assert work(question, part * times) < 2.5 * work(question, part * (times // 2)) + 1_000, (
                question.key,
                part,
            )


UNDER = Numbers("under", ("Boys", "Nobs", "Grots"), 0, 9, 0, "models", most=(9, 3, 9), by_name=True)


@pytest.mark.parametrize("text", ["5", "5, nobs: 1"])
def test_a_number_alone_is_asked_of_which_it_is_meant(text: str) -> None:
    with pytest.raises(BadAnswer, match=r"^5 of whom\? As in Boys 5$"):
        parse(UNDER, text)


@each(
    ("text", "value"),
    [
        ("0", (0, 0, 0)),
        ("no", (0, 0, 0)),
        ("Nobody", (0, 0, 0)),
        ("grots: 5", (0, 0, 5)),
        ("3 grots", (0, 0, 3)),
        ("3 grots, 2 nob", (0, 2, 3)),
        ("0, nobs 2", (0, 2, 0)),
        ("all 3", (3, 3, 3)),
        ("5 1 2", (5, 1, 2)),
    ],
)
def test_numbers_that_are_somebodys(text: str, value: tuple[int, ...]) -> None:
    answer = parse(UNDER, text)
    assert UNDER.read(answer) == value
    assert UNDER.read(parse(UNDER, say(UNDER, answer))) == value


def test_an_example_is_a_number_that_somebody_can_have() -> None:
    dreads = UNDER.but(names=("Dread", "Lootas", "Squad 2"), high=10, most=(1, 10, 9))
    assert example(dreads) == "Lootas 3"
    assert dreads.read(parse(dreads, "3 lootas, 2 squad 2")) == (0, 3, 2)
    with pytest.raises(BadAnswer, match=r"^10 of whom\? As in Lootas 10$"):
        parse(dreads, "10")
    with pytest.raises(BadAnswer, match=r"As in Squad 2: 3$"):
        parse(dreads, "squad 2:")


def test_some_of_them_by_their_places_as_they_are_shown() -> None:
    first_shut = Subset("some", ("Boys", "Nobs", "Grots"), (), closed=(("Boys", (Reason("hidden", "X-1"),)),))
    assert parse(first_shut, "#2") == ["Grots"]
    assert parse(first_shut, "#1, #2") == ["Nobs", "Grots"]
    with pytest.raises(BadAnswer, match=r"there are 2 \(Nobs, Grots\), not 3"):
        parse(first_shut, "#3")


@each(
    ("text", "answer"),
    [("1", ["Boyz"]), ("1 3", ["Boyz", "Lootas"]), ("2, 3", ["Grots", "Lootas"]), ("#2", ["Grots"]), ("lootas", ["Lootas"])],
)  # fmt: skip
def test_names_that_are_asked_for_may_be_said_by_their_numbers(text: str, answer: list[str]) -> None:
    assert parse(Subset("nearer", ("Boyz", "Grots", "Lootas"), ()), text) == answer


def test_a_number_of_a_name_is_never_that_of_a_place() -> None:
    squads = Subset("nearer", ("Squad 2", "Squad 1", "Tank"), ())
    assert (parse(squads, "1"), parse(squads, "#1")) == (["Squad 1"], ["Squad 2"])
    with pytest.raises(BadAnswer, match="there are 3"):
        parse(squads.but(names=("Boyz", "Grots", "Lootas")), "4")
    assert [numbered(squads), numbered(squads.but(names=("Boyz", "Tank")))] == [
        ["Squad 2", "Squad 1", "Tank"],
        ["1. Boyz", "2. Tank"],
    ]
    assert hint(squads.but(text="Who is nearer?")) == "names; Enter: nobody"
    assert hint(Subset("nearer", ("Boyz", "Tank"), (), text="Which of them?")) == "names or numbers; Enter: none"


def test_who_passes_only_on_what_is_counted_is_not_told_to_count_it() -> None:
    """Overwatch with Lethal Hits: each hit is a 6."""
    assert hint(ALL_SIXES) == "type how many passed, or the faces"
    assert "count" not in roll_words(ALL_SIXES)
    assert "how many of them showed 6" in hint(SIXES)
    assert "count how many show 6" in roll_words(SIXES)


@each(
    ("text", "counts"),
    [
        ("6 super", [0, 6, 0, 0, 0]),  # only one pistol could
        ("6 plasma incinerator super", [0, 6, 0, 0, 0]),
        ("6 incin sup", [0, 6, 0, 0, 0]),
        ("6 plasma incinerators supercharge, pistol stand", [0, 6, 1, 0, 0]),
        ("6 plasma incinerators (supercharge)", [0, 6, 0, 0, 0]),
        ("6 super, 3 stand", [3, 6, 0, 0, 0]),
        ("6 super 3 stand", [3, 6, 0, 0, 0]),
        ("6 super and 3 stand", [3, 6, 0, 0, 0]),
        ("9 0 1 0 10", [9, 0, 1, 0, 10]),
    ],
)
def test_weapons_are_named_by_beginnings_and_without_brackets(text, counts):
    assert parse(GUNS, text) == counts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("6", "6 of which? As in 6 plasma incinerator standard"),
        (
            "1 super",
            "“super” can be plasma incinerator (supercharge), plasma pistol (supercharge): say more of it, as in 1 plasma incinerator supercharge",
        ),
        (
            "6 incinerators",
            "“incinerators” can be plasma incinerator (standard), plasma incinerator (supercharge): say more of it, as in 6 plasma incinerator standard",
        ),
    ],
)
def test_weapons_that_may_be_several_are_refused_with_what_would_do(text, words):
    with pytest.raises(BadAnswer, match=re.escape(words)):
        parse(GUNS, text)
    assert parse(GUNS, words.rpartition("As in " if "As in" in words else "as in ")[2])


# What is said of a whole attack --------------------------------------------------------------------------------------

CANNONS = HowMany("moved", (("Gunner", 2),), (0,), absent=(("Rifleman", 3), ("Gunner Sergeant", 1)))
RIFLES = HowMany("moved", (("Rifleman", 3),), (0,), absent=(("Gunner", 2), ("Gunner Sergeant", 1)))


@each("text", ["", "1", "all", "all but 1 Gunner", "[1]", "1 gunner"])
def test_what_names_nobody_else_stays_as_it_is(text: str) -> None:
    """A name that fits models that are asked about is theirs, though others have it as well."""
    assert of_those_here(CANNONS, text) == text
    with pytest.raises(BadAnswer, match="0 to 3 Riflemen, not 4"):  # also where nobody asks about them
        of_those_here(CANNONS, "4 Rifleman")
    assert of_those_here(CANNONS, "3 Rifleman") == "none"
    assert of_those_here(CANNONS, "all but 3 Rifleman") == "all"
    assert of_those_here(CANNONS, "all but Rifleman, 1 Gunner") == "all but 1 Gunner"


@each("firing", [False, True])
def test_an_answer_that_is_about_others_alone_is_not_used_yet(firing: bool) -> None:
    """Once it was about somebody, it stays used. Where all is proposed, it says who does not."""
    cannons, rifles = ((one.but(default=(one.groups[0][1],)) if firing else one) for one in (CANNONS, RIFLES))
    given = Preset({"moved": "Rifleman=3"}, raise_missing)
    assert given.given_answer(cannons, "moved") == (True, [0])
    assert given.used == ({"moved"} if firing else set())
    assert given.given_answer(rifles, "moved") == (True, [3])
    assert given.given_answer(cannons, "moved") == (True, [0])
    assert given.used == {"moved"}
    anew = Preset({"moved": "Rifleman=3"}, raise_missing)
    assert anew.given_answer(rifles, "moved") == (True, [3])  # even if it says what is proposed
    assert anew.used == {"moved"}


def test_an_answer_for_one_gun_names_only_those_who_carry_it() -> None:
    with pytest.raises(BadAnswer, match="no “Rifleman” here"):
        Preset({"moved:cannon": "1 Rifleman"}, raise_missing).given_answer(CANNONS, "moved:cannon")


def test_an_order_may_name_who_is_not_there_any_more_and_leave_out_the_rest() -> None:
    two = Arrange("order", (("A", 1), ("B", 1)), default=((1, "A", ""), (1, "B", "")), expired_values=("C", "D"))
    for text in ("C, B", "B, C", "B", "B, C, A"):
        assert order_from(two, text) == [[1, "B", ""], [1, "A", ""]]


@each("text", ["L", "if", "visible"])
def test_a_remark_of_a_label_is_no_answer(text: str) -> None:
    one = Choose(
        "precision:g",
        (Option("nobody", "allocate as usual"), Option("Captain Telion", "to Captain Telion, if visible")),
    )
    with pytest.raises(BadAnswer, match="is not one of"):
        parse(one, text)
    assert parse(one, "tel") == parse(one, "to cap") == "Captain Telion"
