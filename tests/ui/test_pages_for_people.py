"""Pages that people share: colour by value, equal rows as one, curves with their median, notes at the end."""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle

import pytest

from shoot_cli.analysis import matchup as matchups
from shoot_cli.analysis.compare import DecidingFact, change_text, compare, comparison_report
from shoot_cli.analysis.compared_lines import Candidate, counted_names, guns_of, kinds_of
from shoot_cli.analysis.need import need
from shoot_cli.analysis.need import report as need_report
from shoot_cli.analysis.report import (
    MOST_LETTERS,
    Cell,
    Column,
    Report,
    Sheet,
    assumed_note,
    average_cell,
    chance_cell,
    fitting,
    number_cell,
    words_cell,
)
from shoot_cli.analysis.single_attack import of_sides, worked_out
from shoot_cli.armies import AttackSide
from shoot_cli.cli.output import command_of
from shoot_cli.cli.units import sides_of_many
from shoot_cli.engine.distributions import figures_of
from shoot_cli.rules import RULESETS, edition
from shoot_cli.ui.report_files import curve, html_page, scaled, written
from shoot_cli.ui.results import report_of
from tests.helpers.each import each
from tests.helpers.samples import every_nth
from tests.ui.reports import MATCHUP
from tests.ui.test_pages import Page, heat_of, tags

KEYS = ("fell_back", "bs_modifier", "go_to_ground", "--set", "KEY=", "in_front")


def row(name: str, *chances: float, kind: str = "", below: str = "") -> tuple[Cell, ...]:
    return (words_cell(name).but(kind=kind, below=below), *map(chance_cell, chances))


def sheet_of(*rows: tuple[Cell, ...], kinds: tuple[str, ...] = ("", ""), heat: bool = True) -> Sheet:
    heads = (Column(f"t{at}", f"T{at}", True, kind) for at, kind in enumerate(kinds))
    return Sheet("Table", (Column("unit", ""), *heads), rows, heat=heat)


# Equal rows ----------------------------------------------------------------------------------------------------------


def names_of(sheet: Sheet) -> list[str]:
    return [cells[0].text for cells in Report("", (sheet,)).for_people().sheets[0].rows]


def test_equal_rows_of_a_kind_are_one_and_say_how_many() -> None:
    same = [row(name, 0.5, 0.25, kind="Rhino") for name in ("Rhino", "Rhino 2", "Rhino 3")]
    assert names_of(sheet_of(*same, row("Rhino 4", 0.5, 0.2, kind="Rhino"))) == ["Rhino x3", "Rhino 4"]
    assert names_of(sheet_of(row("Ork", 0.5, 0.1, kind="Ork"), row("Rhino", 0.5, 0.1, kind="Rhino"))) == [
        "Ork",
        "Rhino",
    ]
    assert names_of(sheet_of(row("a", 0.5, 0.1), row("a", 0.5, 0.1))) == ["a", "a"]  # nobody says that they are a kind
    two = [row(name, 0.1, 0.1, kind="Rhino 2") for name in ("Rhino 2", "Rhino 4")]
    assert names_of(sheet_of(row("Rhino", 0.5, 0.1, kind="Rhino"), *two)) == ["Rhino", "Rhino 2, 4"]
    dear = row("Rhino 2", 0.5, 0.25, kind="Rhino", below="90 points")
    assert names_of(sheet_of(same[0], dear)) == ["Rhino", "Rhino 2"]


def test_equal_columns_of_a_kind_are_one() -> None:
    found = Report("", (sheet_of(row("a", 0.5, 0.5), row("b", 0.1, 0.1), kinds=("Ork", "Ork")),)).for_people().sheets[0]
    assert [column.title for column in found.columns] == ["", "Ork x2"]
    assert {len(cells) for cells in found.rows} == {2}
    apart = sheet_of(row("a", 0.5, 0.5), row("b", 0.1, 0.2), kinds=("Ork", "Ork"))
    assert len(Report("", (apart,)).for_people().sheets[0].columns) == 3


def test_a_spreadsheet_has_every_row_on_its_own() -> None:
    report = Report("", (sheet_of(row("Rhino", 0.5, 0.5, kind="Rhino"), row("Rhino 2", 0.5, 0.5, kind="Rhino")),))
    assert "Rhino 2" in written(report, ".csv")
    for end in (".html", ".md", ".svg"):
        assert "Rhino x2" in written(report, end)
        assert "Rhino 2" not in written(report, end)


# Colour and bars -----------------------------------------------------------------------------------------------------


def test_heat_has_one_scale_a_table_and_is_never_alone() -> None:
    page = Page(written(Report("", (sheet_of(row("a", 0.2, 0.4), row("b", 0.0, 0.1)),)), ".html"))
    assert [heat_of(one) for one in tags(page, "td")] == [0.5, 1.0, 0.0, 0.25]
    assert page.texts["td"] == ["20.0%", "40.0%", "0.0%", "10.0%"]
    assert "The stronger the colour, the more" in page.texts["p"]


def test_numbers_have_heat_too_but_not_beside_chances() -> None:
    def heats(*cells: Cell) -> list[float | None]:
        return [one.share for one in scaled(sheet_of((words_cell("a"), *cells))).rows[0][1:]]

    assert heats(number_cell(1.0), number_cell(4.0)) == [0.25, 1.0]
    assert heats(number_cell(9.0), chance_cell(0.4)) == [None, 1.0]  # damage without an end has another scale
    assert heats(number_cell(None), number_cell(None)) == [None, None]
    assert heats(number_cell(0.0), number_cell(0.0)) == [None, None]


def test_bars_are_as_long_as_their_share_of_the_greatest_of_their_column() -> None:
    found = scaled(sheet_of(row("a", 0.2, 0.9), row("b", 0.1, 0.3), heat=False))
    assert [cell.share for cells in found.rows for cell in cells[1:]] == [
        pytest.approx(share) for share in (1.0, 1.0, 0.5, 1 / 3)
    ]


def luminance(colour: tuple[float, ...]) -> float:
    parts = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_figures_can_be_read_on_every_heat() -> None:
    """Between paper and the hottest, light and dark, the contrast is 4.5 and more."""
    style = written(MATCHUP, ".html")
    inks, papers = (
        [tuple(bytes.fromhex(found)) for found in re.findall(rf"--{name}: #(\w{{6}})", style)]
        for name in ("ink", "paper")
    )
    hots = [tuple(map(int, found)) for found in re.findall(r"--hot: (\d+), (\d+), (\d+)", style)]
    assert len(inks) == len(papers) == len(hots) == 2
    for ink, paper, hot in zip(inks, papers, hots, strict=True):
        for heat in range(11):
            back = tuple(round(low + (high - low) * heat / 10) for low, high in zip(paper, hot, strict=True))
            low, high = sorted((luminance(ink), luminance(back)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, back)


# The curve -----------------------------------------------------------------------------------------------------------

LAW = (0.125, 0.25, 0.375, 0.25)


def test_an_average_has_its_span_in_brackets_and_a_spreadsheet_its_figures() -> None:
    columns = (Column("unit", "Unit"), Column("boyz", "Boyz", True), Column("rhino", "Rhino", True))
    rows = (
        (words_cell("A"), average_cell(1.9, figures_of(LAW)), chance_cell(0.5)),
        (words_cell("B"), average_cell(2, None), chance_cell(0.1)),
    )
    report = Report("Odds", (Sheet("Odds", columns, rows),))
    assert [row[1].text for row in rows] == ["1.90 (0-3)", "2.00"]
    assert '1.90 (<span class="whole">0-3</span>)' in written(report, ".html")
    assert written(report, ".csv").splitlines() == [
        "unit,boyz,boyz median,boyz low,boyz high,rhino", "A,1.9,2,0,3,0.5", "B,2,,,,0.1",
    ]  # fmt: skip
    beside = Report("Odds", (), more=(Sheet("In figures", columns, rows),))
    assert written(beside, ".csv").startswith("unit,boyz,")
    assert "In figures" not in written(beside, ".html") + written(beside, ".md") + written(beside, ".svg")


def test_a_curve_falls_and_marks_its_median_at_its_number() -> None:
    picture = curve("Models slain", LAW)
    points = [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", picture)]
    heights = [y for _, y in points[1:]]
    assert heights == sorted(heights)  # downwards
    assert "median 2" in picture
    assert "Median 2: half of all games bring 2 or more" in picture
    (number,) = re.findall(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="middle">2<', picture)
    (place,) = re.findall(r'class="median" x1="([\d.]+)"', picture)
    assert place == number
    assert curve("Nothing", (1.0,)) == curve("Destroyed", (0.5, 0.5)) == ""


def test_a_distribution_has_its_curve_on_a_page_and_the_bars_of_the_terminal_in_a_picture() -> None:
    rows = tuple((number_cell(k, 0), chance_cell(p), chance_cell(sum(LAW[k:]))) for k, p in enumerate(LAW))
    columns = (Column("number", "Slain", True), Column("chance", "Chance", True), Column("at_least", "At least", True))
    report = Report("Odds", (Sheet("Slain", columns, rows, law=LAW),), lead=("Destroyed: 25.0%.",))
    assert written(report, ".html").count('<svg class="curve" role="img"') == 1
    picture = written(report, ".svg")
    assert len(re.findall(r'<text class="bar"[^>]*>█+[▏▎▍▌▋▊▉]?</text>', picture)) == 4
    assert "Destroyed: 25.0%." in picture
    assert [len(sheet.rows) for sheet in Report("", report.sheets * 2).for_people().sheets] == [4]  # the same law twice


# What commands write, from shipped lists -----------------------------------------------------------------------------


@cache
def sides(*words: str) -> list[AttackSide]:
    return sides_of_many([*words], [*words], None, False)[0]


def test_heads_have_points_and_guns_and_no_note_names_a_key() -> None:
    lines = [Candidate(one) for one in sides("ultramarines::Tactical", "ultramarines::Vindicator")]
    report = comparison_report(compare(lines, sides("orks::Trukk"), {}))
    page = html_page(report.but(command="shoot compare").for_people())
    assert "<small>170 points, missile launcher" in page
    assert "demolisher cannon" in page
    assert [key for key in KEYS if key in page] == []
    assert "Not so: they see only another facing." in page
    assert page.rindex("</table>") < page.index("Assumed: ") < page.index("Made with: shoot compare")
    assert any("Change it with --set" in note for note in report.notes)  # on a screen it can be typed


def test_odds_say_first_what_matters() -> None:
    attacker, target = sides("ultramarines::Tactical")[0], sides("orks::Trukk")[0]
    task = of_sides(attacker, target, {})
    result = worked_out(task)
    report = report_of(result, task.titles())
    page = html_page(report.for_people())
    assert page.index('<p class="lead">Destroyed: ') < page.index("<table")
    assert report.lead[-1] == (
        f"Expected: {result.expected['shots']:.2f} shots, {result.expected['hits']:.2f} hits, {result.expected['wounds']:.2f} glances and penetrations, "
        f"{result.expected['unsaved']:.2f} unsaved."
    )
    figures = {row["measure"]: row["mean"] for row in report.more[0].records()}
    assert figures["Destroyed"] == result.destroyed
    assert figures["Wrecked"] == result.chances["wrecked"] > 0
    assert re.search(r"on average, median \d+, in 8 of 10 games (<span class=.whole.>)?\d+(-\d+)?", page)
    assert [key for key in KEYS if key in page] == []


PAIRS = {
    "2e": ("macragge_column", "goff_mob"),
    "7e": ("ultramarines", "orks"),
    "10e": ("adeptus-astartes", "waaagh"),
    "11e": ("vanguard", "deffskulls"),
    "reikhammer": ("blue_column", "red_host"),
}


@pytest.mark.slow
@pytest.mark.parametrize("edition", every_nth(3, PAIRS))
def test_everything_that_is_assumed_has_the_words_of_its_question(edition: str) -> None:
    """On a page no key stands, and no unit is named where the words hold for all of a table."""
    mine, theirs = map(sides, PAIRS[edition])
    mine, theirs = mine[:5], theirs[:3]
    found = compare([*map(Candidate, mine)], theirs, {}, strict=False)
    told = dict(found.answers.names)
    assert [key for key in found.answers.assumed if not told.get(key) and not {*":@"} & {*key}] == []
    assert [name for name in told.values() if any(one.as_one.name in name for one in (*mine, *theirs))] == []
    notes = comparison_report(found).for_people().notes
    assert any(note.startswith("Assumed: ") or note.startswith("Not so: ") for note in notes)
    assert [note for note in notes if re.search(r"\w_\w", note)] == []


def test_need_names_no_key_on_a_page() -> None:
    tank = [one.but(unit=one.unit.but(points=120)) for one in sides("ultramarines::Vindicator")]
    page = html_page(need_report(need(tank, sides("orks::Trukk")[0], {}, 0.01)).for_people())
    assert "Vindicator<small>120 points, demolisher cannon, storm bolter</small>" in page
    assert [key for key in KEYS if key in page] == []


def test_who_has_no_weapon_is_named_in_one_line_and_has_no_row() -> None:
    squad, tank = sides("ultramarines::Tactical", "ultramarines::Vindicator")
    unit = squad.unit
    bare = unit.but(name="Servants", models=tuple((model.but(weapons=()), n) for model, n in unit.models))
    unarmed = squad.but(unit=bare, units=())
    targets = sides("orks::Trukk", "orks::Lootas")
    found = comparison_report(compare([*map(Candidate, (unarmed, tank))], targets, {}, strict=False))
    assert [cells[0].text for cells in found.sheets[0].rows] == ["Vindicator"]
    assert "Without weapons for this phase: Servants." in found.notes
    assert not any("Servants" in note for note in found.sheets[0].notes)
    sheet = matchups.report(matchups.matchup([unarmed, tank], targets, {}))
    assert written(sheet, ".html").count("without weapons for this phase: Servants.") == 1
    assert sheet.sheets[3].rows[0][0].text == "Servants"  # it can be shot at
    assert len(comparison_report(compare([Candidate(unarmed)], targets, {}, strict=False)).sheets[0].rows) == 1


def test_units_are_of_a_kind_if_only_their_names_differ() -> None:
    tank = sides("ultramarines::Vindicator")[0].as_one
    other = sides("ultramarines::Tactical")[0].as_one
    assert kinds_of([tank, tank.but(name="Vindicator 2"), other]) == [tank.name, tank.name, other.name]
    assert kinds_of([tank, tank], ["storm bolter", "demolisher cannon"])[1] == "Vindicator: demolisher cannon"


def test_a_measure_that_holds_everywhere_stands_in_the_title_alone() -> None:
    """Where nobody destroys anything all figures are shares; of what never ends they are damage."""
    gun = [Candidate(one) for one in sides("macragge_column::Rhino")]
    found = compare(gun, sides("40k-2e/targets::Rhino", "40k-2e/targets::Goff Boyz"), {})
    report = comparison_report(found)
    assert report.title == "Which is best: share of the target that is lost on average"
    assert [column.title for column in report.sheets[0].columns] == ["", "Rhino", "Goff Boyz"]
    assert any("likely to destroy Goff Boyz" in note for note in report.sheets[0].notes)  # nobody said it of the Rhino
    deciding = DecidingFact("speed", ("fast",), 0, 0, 0, 0.25, 1.154, "share")
    assert change_text(found, deciding) == "best at Rhino is Rhino (1.15 damage), not Rhino (0.25 damage)"
    assert "(115.4% lost on average)" in change_text(found, deciding.but(target=1))
    strong = [Candidate(one) for one in sides("macragge_column::Terminator Squad")]
    mixed = comparison_report(compare(strong, sides("40k-2e/targets::Rhino", "40k-2e/targets::Guardsmen"), {}))
    assert mixed.title == "Which is best: chance to destroy"
    assert [column.title for column in mixed.sheets[0].columns] == ["", "Rhino (damage)", "Guardsmen"]


@pytest.mark.parametrize("ruleset", [one.short for one in RULESETS])
def test_what_was_assumed_is_short(ruleset: str) -> None:
    """Some 200 letters, whatever an attack asks; nothing is said twice, and what is left out is counted."""
    asked = edition(ruleset).ruleset().possible_questions
    every = [(question.key, value) for question, value in zip(asked, cycle(("no", "none", "yes", "12", "0")))]
    first = ("cover", "distance")
    note = assumed_note(every, {}, first)
    assert len(note) <= MOST_LETTERS + 100
    assert "cover" in note
    assert "distance" in note
    told, more = fitting([(key, value, key) for key, value in every], first)
    assert len(told) + more == len(every)
    assert ("more: as is usual" in note) == (more > 0)


def test_what_an_ability_asks_is_told_before_what_every_attack_asks() -> None:
    """Oath of Moment changes most, so it is never one of "12 more: as is usual", and a page that is printed has it."""
    (squad, mob) = (sides(name)[0] for name in ("adeptus-astartes::Hellblaster", "waaagh::Slugga Boyz"))
    both = matchups.report(matchups.matchup([squad], [mob], {}))
    reports = [comparison_report(compare([Candidate(squad)], [mob], {})), both]
    for report in reports:
        for ending in (".html", ".svg", ".md"):
            _, _, words = written(report, ending).partition("Not so: target in cover; ")
            assert words.startswith("Oath of Moment target; "), ending


def test_heads_of_rows_have_points_and_guns_in_every_file() -> None:
    report = comparison_report(compare([Candidate(sides("ultramarines::Tactical")[0])], sides("orks::Trukk"), {}))
    for ending in (".html", ".svg", ".md"):
        text = written(report, ending)
        assert all(word in text for word in ("170", "points", "missile", "plasma"))


def test_units_that_a_list_numbers_are_counted_in_one_line() -> None:
    assert counted_names(["Rhino", "Rhino 2", "Lictor", "Titan 9", "Rhino 3"]) == ["Rhino x3", "Lictor", "Titan 9"]


def test_the_strongest_guns_are_named_first() -> None:
    tank, squad = (one.as_one for one in sides("ultramarines::Vindicator", "ultramarines::Tactical"))
    assert guns_of(tank) == "demolisher cannon, storm bolter"
    assert guns_of(squad).endswith("and 4 more")
    (grav,) = (one.as_one for one in sides("ultramarines::Grav Squad"))
    (burners,) = (one.as_one for one in sides("ultramarines::Flamer Squad"))
    assert guns_of(burners, whole=False) == "5x bolt pistol, 4x boltgun"  # not what is thrown
    assert guns_of(grav).startswith("grav-gun")  # without a Strength its AP2 counts as 8
    assert guns_of(squad, whole=False) == guns_of(squad).removesuffix(" and 4 more")


@each(
    ("words", "told"),
    [
        (["shoot", "matchup", "a", "b", "-o", "x.html", "--force"], "shoot matchup a b"),
        (["/usr/bin/shoot", "need", "/home/me/b.yaml::Big One", "c"], "shoot need 'b.yaml::Big One' c"),
        (["x/__main__.py", "odds", "10x S4 AP-1", "--output=y.md", "--jobs", "2"], "shoot odds '10x S4 AP-1'"),
        (["shoot", "need", "1x AV11/11/10 HP3"], "shoot need '1x AV11/11/10 HP3'"),
        (["C:\\bin\\shoot.exe", "odds", "C:\\lists\\a.yaml::X"], "shoot odds a.yaml::X"),
        (["shoot", "odds", "a", "b", "--set", "armour=11/11/10."], "shoot odds a b --set armour=11/11/10."),
        (["pytest", "-q"], ""),
    ],
)
def test_the_command_that_made_it_names_no_folder_of_anybody(words: list[str], told: str) -> None:
    assert command_of(words) == told


def test_one_best_answer_to_all_is_said_in_one_line():
    tanks = sides("ultramarines::Tank Killers")
    found = matchups.matchup(tanks, sides("orks::Trukk", "orks::Deff Dread", "orks::Lootas"), {})
    assert len({one.by for one in found.answers if one.by is not None}) == 1
    notes = matchups.report(found).sheets[0].notes
    assert ("Best answer at every one of them: Tank Killers." in notes) == all(
        one.by is not None for one in found.answers
    )
    both = matchups.matchup(
        sides("ultramarines::Tank Killers", "ultramarines::Tactical"), sides("orks::Trukk", "orks::Lootas"), {}
    )
    assert not matchups.report(both).sheets[0].notes


@pytest.mark.rule("RH-ALLOC-1")
def test_where_hits_spread_the_rest_is_told_in_what_is_lost():
    """A formation whose units are all hurt and none gone has not lost nothing."""
    found = matchups.matchup(sides("blue_column"), sides("red_host::Red Company"), {})
    (answer,) = found.answers
    remains = matchups.rest_of(edition("reikhammer").ruleset(), found.ours.targets[0].as_one, answer.cell)
    lost = answer.cell.result.average("damage")
    assert lost > 1
    assert answer.cell.result.average("slain") < 0.1
    assert remains.average == pytest.approx(remains.whole - lost)
    assert " of 16 integrity" in matchups.report(found).sheets[0].rows[0][4].text
