"""The screens to look at as text: made-up battles, at 80 and 40 columns by 24 rows, in ``tests/ui/views``.

    python tests/ui/test_views.py

writes them anew; read the difference as a player would.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

HOUSE = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(HOUSE))

from shoot_cli.analysis.attack_result import AttackResult, HurtUnit  # noqa: E402
from shoot_cli.battle.luck import (  # noqa: E402
    FEWER,
    HAND,
    MORE,
    LuckReport,
    LuckRow,
)
from shoot_cli.engine.markdown import (  # noqa: E402
    Rule,
    cell_of,
)
from shoot_cli.engine.questions import (  # noqa: E402
    Choose,
    Facts,
    Need,
    Number,
    Option,
    Question,
    Roll,
    Tally,
    Total,
    Watch,
)
from shoot_cli.engine.reasons import DEFENDER, Reason, TeachingPoint  # noqa: E402
from shoot_cli.engine.ruleset import (  # noqa: E402
    Headline,
    UnitRow,
)
from shoot_cli.engine.table import Entry  # noqa: E402
from shoot_cli.rules import RULESETS  # noqa: E402
from shoot_cli.ui.screen import Reader, View, ViewPage  # noqa: E402
from shoot_cli.ui.styles import (  # noqa: E402
    FIRST,
    SECOND,
)
from shoot_cli.ui.tables import StatusTable  # noqa: E402
from shoot_cli.ui.views import (  # noqa: E402
    LogLines,
    armies,
    attack_lines,
    came_lines,
    chart,
    grounds,
    likeliest,
    needle_column,
    needles,
    roll_lines,
    title_of,
)

FOLDER = Path(__file__).parent / "views"
ROWS, WIDTHS = 24, (80, 40)

# Both armies: 42 units, nine of them hurt or marked
MINE = [
    UnitRow("Tactical Squad", 9, 10, "", ("cannot charge (to the end of turn 1, Ultramarines)",)),
    UnitRow("Captain with Iron Halo", 1, 1, "Captain with Iron Halo 2 of 3"),
    UnitRow("Rhino", 1, 1, "", ("hunter-killer missile spent",)),
    *(UnitRow(f"{name} Squad", 5, 5) for name in ("Melta", "Flamer", "Devastator", "Plasma", "Bike", "Grav")),
    *(UnitRow(name, 1, 1) for name in ("Dreadnought", "Predator Destructor", "Land Raider", "Vindicator", "Whirlwind")),
    *(UnitRow(f"Scout Snipers {n}", 10, 10) for n in range(1, 12)),
]
THEIRS = [
    UnitRow("Shoota Boyz", 13, 20, "Boss Nob 1 of 2", ("gone to ground (to the end of turn 2, Waaagh! Grimgutz)",)),
    UnitRow("Trukk Boyz", 8, 12, "", ("pinned",)),
    UnitRow("Lootas", 12, 15),
    UnitRow("Green Tide", 25, 30),
    UnitRow("Deff Dread", 1, 1, "Deff Dread 2 of 3 Hull Points"),
    UnitRow("Trukk", 0, 1),
    *(UnitRow(f"Grot Horde {n}", 33, 33) for n in range(1, 12)),
]
SIDES = (("Ultramarines Strike Force", tuple(MINE)), ("Waaagh! Grimgutz", tuple(THEIRS)))

# The log: two attacks
NEED = Need(3, (Reason("Ballistic Skill 4 hits on 3+", "X-HIT-1", "3+"),))
WOUND = Need(4, (Reason("Strength 4 against Toughness 4", "X-WND-1", "4+"),))
NO_ARMOUR = Reason("AP5 beats armour 6+", "X-SAV-2", "no")
COVER = Need(5, (NO_ARMOUR, Reason("a wood", "X-SAV-5", "6+"), Reason("gone to ground: +1", "X-GTG-2", "+1")))
UNIT = Choose("unit", (Option("Tactical Squad", "Tactical Squad, 10 models"), Option("Lootas")), text="Which unit?")
DISTANCE = Number("distance", 0, 48, unit="inches", text="How far away are they?")
FACTS = Facts("facts:boltgun", (Choose("cover", (Option("none"), Option("5+", "in a wood, 5+")), "none"),))
HITS = Roll("hit:boltgun", 16, NEED, text="boltgun: to hit", luck="hits")
WOUNDS = Roll("wound:boltgun", 11, WOUND, text="boltgun: to wound", luck="wounds")
SAVES = Roll("save:Boy", 6, COVER, text="Boy: cover save", owner=DEFENDER, luck="saves")
STAY = Choose("go_to_ground", (Option("go"), Option("stay up")), "stay up", DEFENDER, text="Go to ground?")


def entry(step: str, question: Question, answer: Any, attack: int | None) -> Entry:
    return Entry(step, question, answer, question.read(answer), record="record", attack=attack)


def attack(place: int) -> list[Entry]:
    return [
        entry("Nominate", UNIT, "Tactical Squad", place),
        entry("Measure", DISTANCE, 12, place),
        entry("Fire weapon", FACTS, {"cover": "5+"}, place),
        entry("Roll to hit", HITS, {"passed": 11}, place),
        entry("Roll to wound", WOUNDS, {"first": [6, 6, 5, 5, 4, 4, 3, 3, 2, 1, 1]}, place),
        entry("Go to ground", STAY, "stay up", place),
        entry("Roll to save", SAVES, {"first": [6, 5, 4, 3, 3, 1]}, place),
        Entry("Deal", None, text="4 Boyz slain: Shoota Boyz have 16 of 20 models left", attack=place),
    ]


LOG = [
    entry("First turn", Choose("first turn", (Option("Ultramarines"),), text="Who has the first turn?"), "Ultramarines", None),
    Entry("Begin phase", None, text="Turn 1: Ultramarines shoot"),
    *attack(1),
    *attack(8),
]  # fmt: skip
LINES = LogLines(
    LOG,
    lambda record: ("Ultramarines", "Orks"),
    "Ultramarines",
    lambda record: Headline(1, who="Tactical Squad", whom="Shoota Boyz"),
    {1: "4 slain"},
)

# Luck
ROWS_OF_LUCK = (
    LuckRow("Ultramarines", "hits", "all", 165, 107, 114.2, FEWER, 0.125, False),
    LuckRow("Ultramarines", "wounds", "all", 159, 95, 88.7, MORE, 0.16, False),
    LuckRow("Ultramarines", "saves", "all", 30, 21, 19.8, MORE, 0.406, False),
    LuckRow("Ultramarines", "saves", HAND, 20, 15, 13.2, MORE, 0.28, True),
    LuckRow("Ultramarines", "slain", "all", 12, 87, 85.2, MORE, 0.417, False),
    LuckRow("Waaagh! Grimgutz", "hits", "all", 91, 34, 34.3, FEWER, 0.518, False),
    LuckRow("Waaagh! Grimgutz", "penetration rolls", "all", 40, 33, 29.2, MORE, 0.0107, False),
    LuckRow("Waaagh! Grimgutz", "saves", "all", 11, 5, 5.5, FEWER, 0.49, True),
)
REPORT = LuckReport(ROWS_OF_LUCK)

# Odds
LAW = [0.018, 0.082, 0.176, 0.234, 0.218, 0.149, 0.095, 0.023, 0.005]
FOUND = AttackResult(
    expected={"shots": 16.0, "hits": 10.67, "wounds": 5.33, "unsaved": 3.55, "damage": 3.6, "slain": 3.5},
    slain=tuple(LAW),
    damage=tuple(LAW),
    further={"pinned": 0.12},
)
WHO = "Tactical Squad → Shoota Boyz"

# Why
TWICE = Rule("X-WND-2", "", "", "", "", chart=(("S against T", "needed"), ("twice", "2+"), ("equal", "4+")))
RULES = (
    Rule("X-HIT-1", "To hit", "7 minus the Ballistic Skill.", "", "", chart=(("BS", "3", "4"), ("needed", "4+", "3+"))),
    Rule("X-WND-1", "To wound", "The number needed is 4 plus Toughness minus Strength, never better than 2+.", "", "",
         chart=(("S / T", "3", "4", "5"), ("3", "4+", "5+", "6"), ("4", "3+", "4+", "5+"))),
    Rule("X-SAV-2", "Armour saves and AP", "An armour save is allowed unless the AP is no higher than it.", "", "",
         chart=(("AP", "such as", "Sv 5+", "Sv 6+"), ("6", "lasgun", "5+", "no"), ("5", "boltgun", "no", "no"))),
)  # fmt: skip
TARGET = Choose(
    "target",
    (Option("boyz"), Option("grots", "Grots, 10 models", (Reason("out of range: 30 inches, it reaches 24", "X-TGT-5"),))),
    text="Whom do they shoot at?",
)  # fmt: skip


def view(title: str, body: Callable[[int, int], Any], right: str = "", **more: Any) -> View:
    return View(title, [ViewPage(body), *more.pop("pages", ())], list, right, **more)


def why(question: Question, rules: Sequence[Rule] = RULES, charts: bool = False) -> View:
    title, about = title_of(question)
    return view(title, lambda width, high: grounds(question, rules, width, charts=charts), about)


SCREENS = {
    "status": view("STATUS", lambda width, high: armies(SIDES, width, high, False), "turn 1", turn="-"),
    "status-every-unit": view("STATUS", lambda width, high: armies(SIDES, width, high, True), "turn 1", turn="-"),
    "log": View("LOG", [ViewPage(LINES.lines, "", LINES.picks)], list, "15 answers", take=print, taking="change it"),
    "luck": view("LUCK", lambda width, high: needles(REPORT, "Ultramarines", False, width), "what stands"),
    "luck-apart": view("LUCK", lambda width, high: needles(REPORT, "Ultramarines", True, width), "what stands"),
    "odds-roll": view("ODDS", lambda width, high: roll_lines(HITS, width, high), "exact"),
    "odds-attack": view("ODDS", lambda width, high: attack_lines(WHO, "the whole", FOUND, {}, width, high), "exact"),
    "odds-came": view("ODDS", lambda width, high: came_lines(WHO, "Models slain", LAW, 4, width, high), "exact"),
    "why-wound": why(WOUNDS, RULES[1:2]),
    "why-save": why(SAVES, RULES[2:]),
    "why-target": why(TARGET, RULES[:1], True),
}


def drawn(name: str, width: int) -> str:
    """The screen as text, without the spaces at the ends of its lines."""
    lines = Reader(SCREENS[name], Console(file=StringIO())).lines(width, ROWS)
    assert len(lines) == ROWS
    assert [line.plain for line in lines if line.cell_len > width] == []
    return "\n".join(line.plain.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_stands_in_its_file(name: str, width: int) -> None:
    assert drawn(name, width) == (FOLDER / f"{name}-{width}.txt").read_text(encoding="utf-8")


def test_no_file_is_of_a_screen_that_is_no_more() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {f"{name}-{width}" for name in SCREENS for width in WIDTHS}


# What the pictures mean ----------------------------------------------------------------------------------------------


def styled(lines: Sequence[Any], style: str) -> list[str]:
    return [line.plain[span.start : span.end].strip() for line in lines for span in line.spans if span.style == style]


@pytest.mark.parametrize("width", WIDTHS)
def test_42_units_fit_24_rows_and_every_one_is_named_by_its_key(width: int) -> None:
    assert sum(len(units) for _, units in SIDES) == 42
    assert len(armies(SIDES, width, 22, False)) <= 22
    every = "\n".join(line.plain for line in armies(SIDES, 120, 22, True))
    assert [unit.name for _, units in SIDES for unit in units if unit.name not in every] == []


def test_each_player_has_a_colour_and_the_first_list_is_first() -> None:
    lines = armies(SIDES, 80, 22, False)
    assert "Ultramarines" in " ".join(styled(lines, FIRST))
    assert "Waaagh!" in " ".join(styled(lines, SECOND))


def test_whoever_stands_is_never_drawn_as_fallen() -> None:
    (head, row) = armies((("A", (UnitRow("Horde", 1, 200),)),), 40, 22, False)[1:]
    assert "■" in row.plain
    assert "1 of 200" in head.plain + row.plain


def test_the_cell_of_a_chart_is_lit() -> None:
    assert styled(grounds(WOUNDS, RULES[1:2], 80), "here") == ["4", "4", "4+"]
    assert styled(grounds(WOUNDS, RULES[1:2], 80, charts=True), "here") == []


def test_the_faces_that_will_do_are_bright() -> None:
    lines = grounds(SAVES, (), 80)
    assert styled(lines, "passed") == ["5", "6"]
    assert styled(lines, "failed") == ["1", "2", "3", "4"]


def test_of_a_wide_chart_the_columns_around_the_cell_are_shown() -> None:
    wide = (("S / T", *map(str, range(1, 21))), ("4", *["-"] * 14, "4+", *["5+"] * 5))
    heads, row = (line.plain.split() for line in chart(wide, (1, 15), 40))
    assert heads[:3] == ["S", "/", "T"]
    assert "15" in heads
    assert row[heads.index("15") - 2] == "4+"
    assert all(line.cell_len <= 40 for line in chart(wide, None, 40))


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_every_cell_of_every_chart_is_shown_within_the_width(edition: Any, width: int) -> None:
    for rule in edition.rulebook():
        for row, column in product(range(1, len(rule.chart)), range(1, len(rule.chart[0]) if rule.chart else 0)):
            lines = [*chart(rule.chart, (row, column), width)]
            assert all(line.cell_len <= width for line in lines), rule.id
            shown = "".join("".join(styled(lines, "here")).split())
            assert "".join(rule.chart[row][column].split()) in shown, (rule.id, row, column)


@pytest.mark.parametrize(
    ("rule", "ground", "value", "cell"),
    [
        (1, "Strength 4 against Toughness 3", "3+", (2, 1)),
        (1, "Strength 3 against Toughness 5", "6+", (1, 3)),
        (1, "Strength 9 against Toughness 5", "2+", None),
        (0, "Ballistic Skill 4 hits on 3+", "3+", (1, 2)),
        (2, "AP5 beats armour 6+", "-", (2, 3)),
        (2, "armour 5+ holds against AP6", "5+", (1, 2)),
        (2, "no armour", "-", None),
        (1, "Strength 4 against Toughness 3", "6+", None),  # a number that came about otherwise
        (1, "no numbers here", "6", None),
        (3, "at least twice Toughness 3", "2+", (1, 1)),
        (3, "they are alike", "4+", (2, 1)),
    ],
)
def test_where_a_number_stands_in_its_chart(rule: int, ground: str, value: str, cell: tuple[int, int] | None) -> None:
    assert cell_of((*RULES, TWICE)[rule].chart, [ground], value) == cell


@pytest.mark.parametrize(
    ("ground", "value", "words"),
    [
        ("short range: +1", "+1", "short range"),
        ("AP -1", "-1", "AP"),
        ("-1 crossfire", "-1", "crossfire"),
        ("+1 to its saves", "+1", "to its saves"),
        ("Ballistic Skill 4 hits on 3+", "3+", "Ballistic Skill 4 hits on 3+"),
        ("AP5 beats armour 6+", "no", "AP5 beats armour 6+"),
        ("gone to ground: 1 better", "", "gone to ground: 1 better"),
    ],
)
def test_what_a_ground_adds_stands_beside_its_words(ground: str, value: str, words: str) -> None:
    assert Reason(ground, "X-1", value).words == words


def test_a_save_is_held_against_the_others_that_there_were() -> None:
    others = (
        Reason("no cloak", "X-SAV-2", "no"),
        *SAVES.need.because,
        Reason("the lowest number counts", "X-SAV-5"),
        Reason("no invulnerable save", "X-SAV-3", "no"),
    )
    which = TeachingPoint("save", "Which save?", "cover save", ("armour save",), others)
    death = TeachingPoint("bookkeeping", "Is it Instant Death?", "no", ("yes",), (Reason("twice Toughness 4", "X-9"),))
    text = "\n".join(line.plain for line in grounds(SAVES.but(lessons=lambda: (which, death)), (), 80))
    assert text.index("no  no cloak") < text.index("no  no invulnerable") < text.index("6+  a wood")
    assert text.count("AP5 beats") == text.count("a wood") == 1
    assert "the lowest number" not in text  # its rule is among those of the save that is rolled
    assert "twice Toughness" not in text


def test_a_sum_ends_in_the_number_and_one_ground_alone_needs_none() -> None:
    assert "5+  is needed" in "\n".join(line.plain for line in grounds(SAVES, (), 80))
    assert "is needed" not in "\n".join(line.plain for line in grounds(WOUNDS, (), 80))


def test_an_attack_has_at_its_right_what_became_of_it() -> None:
    heads = [line.plain.split(" → ")[1].split() for line in LINES.lines(80) if " → " in line.plain]
    assert heads == [["Shoota", "Boyz", "4", "slain"], ["Shoota", "Boyz"]]
    assert all(line.cell_len <= 30 for line in LINES.heading("Tactical Squad → Shoota Boyz", 1, 30))


def test_an_attack_is_headed_by_who_shot_at_whom_whatever_exploded_then() -> None:
    heads = {"begun": ("Predator", ""), "shot": ("Predator", "Trukk"), "end": ("The explosion of Trukk", "Grot Horde")}
    entries = [entry("Nominate", UNIT, "Tactical Squad", 1).but(record=record) for record in heads]
    for met, head in ((3, "Predator → Trukk"), (2, "Predator → Trukk"), (1, "Predator")):
        lines = LogLines(
            entries[:met], LINES.sides, "", lambda record: Headline(1, who=heads[record][0], whom=heads[record][1])
        )
        assert lines.lines(80)[1].plain.strip() == head


def test_a_die_with_named_sides_says_what_it_shows_and_no_more() -> None:
    scatter = Roll("scatter", 1, Need(5), faces=("arrow",) * 4 + ("Hit!",) * 2, text="frag: scatter die")
    lines = LogLines([entry("Scatter", scatter, {"first": [1]}, None)], LINES.sides, "Ultramarines", LINES.headline)
    assert lines.lines(80)[0].plain.split()[-1] == "arrow"


def test_the_log_has_the_die_that_was_thrown_again_and_what_an_answer_was_before() -> None:
    question = Roll("hit:gun", 36, Need(3), text="gun: to hit", luck="hits", once=("hit",))
    answer = {"passed": 26, "watched": [], "more": [{"by": "Command Re-roll", "first": [5]}]}
    one = entry("Hit", question, answer, Tally(27, 9))
    lines = LogLines([one], LINES.sides, "Ultramarines", LINES.headline, notes={0: ("before: 30",)})
    shown = " ".join(line.plain for line in lines.lines(100))
    assert " ".join(shown.split()).endswith("36 dice 3+ Command Re-roll: 5 27 passed before: 30")


def test_needles_point_to_the_right_for_more_and_further_for_what_is_rarer() -> None:
    less, more, _, _, _, usual, rare, few = (needle_column(row, 10) for row in ROWS_OF_LUCK)
    assert less < 0 < more < rare <= 10
    assert usual == 0
    assert needle_column(ROWS_OF_LUCK[0].but(chance=1e-30), 10) == -10
    words = "\n".join(line.plain for line in needles(REPORT, "Ultramarines", False, 80))
    assert "12.5%" in words
    assert "few dice" in words
    assert few != 0 or "49" not in words


@pytest.mark.parametrize(
    ("law", "words"),
    [(LAW, "3 to 4"), ([0.2, 0.8], "1"), ([0.5, 0.5], "0 to 1"), ([1.0], "0"), ([0, 0.3, 0.4, 0.3], "2")],
)
def test_what_is_likeliest(law: list[float], words: str) -> None:
    assert likeliest(law) == words


def test_what_came_is_marked_and_its_chance_told() -> None:
    lines = [line.plain for line in came_lines(WHO, "Models slain", LAW, 4, 80, 22)]
    assert [line.split()[1] for line in lines if line.startswith(" ►")] == ["4"]
    assert any("4 came: so many or more in 49.0% of such attacks" in line for line in lines)
    fewer = "\n".join(line.plain for line in came_lines(WHO, "Models slain", LAW, 1, 80, 22))
    assert "1 came: so few or fewer in 10.0%" in fewer


def test_wounds_are_told_where_they_are_no_models() -> None:
    def told(**changed: Any) -> str:
        return "\n".join(line.plain for line in attack_lines("", "", FOUND.but(**changed), {}, 80, 22))

    assert "Wounds lost" not in told()
    assert "Wounds lost: 0 is likeliest" in told(damage=(0.6, 0.2, 0.2))
    assert "20.0%" in told(slain=(0.8, 0.2), damage=(0.6, 0.1, 0.1, 0.2))  # one model: its wounds are drawn
    assert "destroyed" in told(units=(HurtUnit("Boyz", 1.5, 0.25),))


@pytest.mark.parametrize(
    "question",
    [
        SAVES,
        HITS.but(again=(1,), watch=(Watch((6,)),)),
        Roll("dice", 3, Need(None, (Reason("the sum", "X-1"),)), (Watch((6,)),), faces=("1", "1", "2", "2", "3", "JAM")),
        Roll("scatter", 1, Need(5), faces=("arrow",) * 4 + ("Hit!",) * 2),
        Total("morale", 2, need=Need(7, (Reason("Leadership 7", "X-2"),), or_less=True)),
        Total("damage", 1),
        TARGET,
        FACTS,
        DISTANCE,
    ],
)  # fmt: skip
@pytest.mark.parametrize("width", [40, 60, 80])
def test_whatever_is_asked_has_a_why_and_odds_that_fit(question: Question, width: int) -> None:
    lines = [*grounds(question, RULES, width), *grounds(question, RULES, width, charts=True)]
    if isinstance(question, (Roll, Total)):
        lines += roll_lines(question, width, 22)
    assert [line.plain for line in lines if line.cell_len > width] == []


@pytest.mark.parametrize("high", [22, 12])
def test_why_of_facts_is_one_screen(high: int) -> None:
    """The rules that have no room stand as ids; whatever is rolled has all of its rules."""
    words = "Cover is judged as it stands, and said by the players. " * 3
    rules = [Rule(f"10E-COV-{n}", f"Rule {n}", words, "", "") for n in range(9)]
    facts = Facts("facts", tuple(FACTS.parts[0].but(key=f"fact {n}", text=f"Fact {n}") for n in range(5)))
    lines = [line.plain for line in grounds(facts, rules, 80, high)]
    assert len(lines) <= high
    told = [rule.id for rule in rules if any(f"{rule.id}  {rule.title}" in line for line in lines)]
    assert [*told, *" ".join(" ".join(lines).partition("also: ")[2].split()).split(", ")] == [rule.id for rule in rules]
    assert len(grounds(WOUNDS, rules, 80, high)) > high


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.iterdir():
        file.unlink()
    for name in SCREENS:
        for width in WIDTHS:
            (FOLDER / f"{name}-{width}.txt").write_text(drawn(name, width), encoding="utf-8")


if __name__ == "__main__":
    write()


@pytest.mark.rule("EVE-23", "EVE-33")
@pytest.mark.parametrize("width", [80, 40])
def test_an_order_of_several_units_stands_once_in_the_status(width: int) -> None:
    told = "+1 to hit (Aim), this phase"
    rows = (
        UnitRow("Boyz", 9, 10, in_force=(told, "Stealth")),
        UnitRow("Grots", 9, 9, in_force=(told,)),
        UnitRow("Nobz", 5, 5),
    )
    lines = armies((("Orks", rows), ("Marines", (UnitRow("Squad", 5, 5),))), width, 22, True)
    heard = " ".join(" ".join(line.plain[: width // 2 if width == 80 else None] for line in lines).split())
    assert heard.count("+1 to hit") == 1
    assert "Boyz, Grots: +1 to hit (Aim), this phase" in heard
    assert heard.count("Stealth") == 1
    shown = StringIO()
    Console(file=shown, width=width).print(StatusTable((("Orks", rows),), plain=True))
    assert " ".join(shown.getvalue().split()).count("+1 to hit") == 1
