"""Reports as files: whole, well-formed, closed to the network, and harmless whatever names there are."""

from __future__ import annotations

import csv
import doctest
import re
from html.parser import HTMLParser
from io import StringIO
from types import ModuleType
from xml.etree import ElementTree

import pytest

from shoot_cli.analysis.report import ENDINGS, Column, Report, Sheet, chance_cell, number_cell, words_cell
from shoot_cli.engine.names import visible
from shoot_cli.ui import report_files
from shoot_cli.ui.report_files import FLOWING, LARGEST, SMALLEST, pages_of, printed, written
from tests.ui.reports import ANSWERS, COMPARE, HOSTILE, MATCHUP, MINE, ODD, REPORTS, SMALL, THEIRS, grid_of

VOID = {"meta", "br", "hr", "img", "link", "input", "!doctype"}
KNOWN = {
    *("html", "head", "meta", "title", "style", "body", "main", "section", "h1", "h2", "div", "table", "caption"),
    *("span", "thead", "tbody", "tr", "th", "td", "b", "p", "small"),
}
ASKS = re.compile(r"https?:|//|url\(|@import|@font-face|\bsrc=|\bhref=|<script|<link|<img|<iframe|\bon\w+=", re.IGNORECASE)  # fmt: skip
NAMESPACE = "http://www.w3.org/2000/svg"


class Page(HTMLParser):
    """Every element, which of them are open, and the text of each kind."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attributes)))
        assert len(dict(attributes)) == len(attributes)
        self.texts.setdefault(tag, []).append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in {*self.open}:
            self.texts[tag][-1] += data


def tags(page: Page, *names: str) -> list[dict[str, str | None]]:
    return [attributes for tag, attributes in page.seen if tag in names]


@pytest.mark.parametrize("name", REPORTS)
def test_a_page_is_well_formed_and_has_every_table(name: str) -> None:
    report = REPORTS[name]
    text = written(report, ".html")
    page = Page(text)
    assert page.open == []
    assert {tag for tag, _ in page.seen} <= KNOWN
    assert text.startswith('<!doctype html>\n<html lang="en">')
    assert page.texts["title"] == page.texts["h1"] == [visible(report.title)]
    assert {"charset": "utf-8"} in tags(page, "meta")
    assert any(attributes.get("name") == "viewport" for attributes in tags(page, "meta"))
    with_rows = [sheet for sheet in report.sheets if sheet.rows]
    assert len(page.texts["table"]) == len(page.texts["caption"]) == len(with_rows)
    assert len(tags(page, "td")) == sum(len(sheet.rows) * (len(sheet.columns) - 1) for sheet in with_rows)
    assert len([one for one in tags(page, "th") if one["scope"] == "col"]) == sum(len(s.columns) for s in with_rows)
    assert len([one for one in tags(page, "th") if one["scope"] == "row"]) == sum(len(s.rows) for s in with_rows)
    ids = [attributes["id"] for _, attributes in page.seen if "id" in attributes]
    assert len(ids) == len({*ids})
    assert {attributes["aria-labelledby"] for attributes in tags(page, "div") if "aria-labelledby" in attributes} <= {
        *ids
    }


@pytest.mark.parametrize("name", REPORTS)
def test_a_page_and_a_picture_ask_nobody_for_anything(name: str) -> None:
    """What is left once the text is taken out: tags, attributes and styles."""
    for end in (".html", ".svg"):
        text = written(REPORTS[name], end).replace(NAMESPACE, "")
        style = "".join(re.findall(r"<style>(.*?)</style>", text, re.DOTALL))
        markup = "".join(re.findall(r"<[^>]*>", text))
        assert style
        assert ASKS.findall(style + markup) == []
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]", text)


def test_a_request_would_be_found() -> None:
    for bad in (
        '<img src="x">',
        "a { b: url(x) }",
        "@import 'x'",
        '<a href="x">',
        "https://x.example",
        "<p onclick=x>",
    ):
        assert ASKS.search(bad)


def test_hostile_names_are_text_in_a_page() -> None:
    page = Page(written(ODD, ".html"))
    assert [visible(name) for name in HOSTILE] == page.texts["p"][2:]  # no note is there twice
    assert [text for text in page.texts["th"] if text][3:] == [visible(name) for name in HOSTILE]
    assert all(set(attributes) <= {"class", "style"} for attributes in tags(page, "td"))
    assert "class" in dict(tags(page, "td")[-1])


def test_numbers_stand_to_the_right_heat_has_one_scale_and_the_best_has_a_sign() -> None:
    page = Page(written(COMPARE, ".html"))
    cells = tags(page, "td")
    assert all("number" in (one["class"] or "").split() for one in cells)
    values = [cell for row in COMPARE.sheets[0].rows for cell in row[1:]]
    top = max(float(cell.value or 0) for cell in values)
    assert [heat_of(one) for one in cells] == [pytest.approx(float(cell.value or 0) / top, rel=0.01) for cell in values]
    assert [text.endswith("*") for text in page.texts["td"]] == [cell.best for cell in values]
    assert [("best" in (one["class"] or "").split()) for one in cells] == [cell.best for cell in values]
    assert "style" not in tags(Page(written(SMALL, ".html")), "td")[0]  # no chance, no bar


def heat_of(cell: dict[str, str | None]) -> float:
    """How hot a cell is, from 0 to 1."""
    return float((cell.get("style") or "--heat: 0").rpartition("--heat: ")[2])


def test_a_share_never_leaves_its_cell() -> None:
    row = (words_cell("Squad"), chance_cell(1.0).but(share=7.0), chance_cell(0.0), chance_cell(None))
    sheet = Sheet("", (Column("u", "U"), *(Column(k, k, True) for k in "abc")), (row,))
    assert [one.get("style") for one in tags(Page(written(Report("One", (sheet,)), ".html")), "td")] == [
        "--share: 100%; --heat: 1",
        None,
        None,
    ]


# On paper ------------------------------------------------------------------------------------------------------------


def test_pages_hold_as_many_tables_as_was_said() -> None:
    sheets = (*MATCHUP.sheets, ANSWERS, ANSWERS)
    for pages, counted in (((2, 1), [2, 1, 2]), ((2, 3), [2, 3]), ((), [5]), ((9,), [5]), ((0, 5, 3), [5])):
        assert [len(page) for page in pages_of(Report("", sheets, (), pages))] == counted
    assert pages_of(Report("Nothing", ())) == [()]
    assert Page(written(MATCHUP, ".html")).texts["section"] != []
    papers = [one for one in tags(Page(written(MATCHUP, ".html")), "section") if "page" in (one["class"] or "").split()]
    assert len(papers) == 2


@pytest.mark.slow
def test_letters_are_as_large_as_fits() -> None:
    first, second = printed(MATCHUP)
    assert SMALLEST < first.points < second.points <= LARGEST
    assert second.across  # many columns, and one table alone
    assert not first.across  # two tables, one below the other
    assert printed(SMALL)[0].points == LARGEST
    many = Report("Many", (grid_of("Many", [f"Unit {n}" for n in range(300)], THEIRS[:3]),))
    assert [one.points for one in printed(many)] == [FLOWING]  # goes on overleaf
    narrower = [printed(Report("", (grid_of("", MINE, [*THEIRS] * n),), (), (1,)))[0].points for n in (1, 2, 3)]
    assert narrower == sorted(narrower, reverse=True)
    assert narrower[0] > narrower[-1] == SMALLEST


# Markdown, CSV and pictures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REPORTS)
def test_every_table_of_markdown_has_as_many_cells_in_each_line(name: str) -> None:
    report = REPORTS[name]
    lines = written(report, ".md").splitlines()
    rows = [re.sub(r"\\.", "", line) for line in lines if line.startswith("|")]
    assert len(rows) == sum(len(sheet.rows) + 2 for sheet in report.sheets if sheet.rows)
    counts = [line.count("|") - 1 for line in rows]
    assert counts == [len(sheet.columns) for sheet in report.sheets if sheet.rows for _ in range(len(sheet.rows) + 2)]
    under = [line for line in rows if not line.strip("|-: ")]
    assert under[-1].count(":") == sum(column.number for column in report.sheets[-1].columns)


def test_markdown_means_nothing_but_what_is_ours() -> None:
    text = written(ODD, ".md")
    left = re.sub(r"\\.|&(amp|lt|gt);", "", text)
    assert re.findall(r"[<>`\[\]~]|://|(?<!\*)\*(?!\*)", left) == []
    assert [line for line in left.splitlines() if re.match(r"\s*([-+=>]|\d+[.)]\s)", line)] == []
    assert [line.partition(" ")[0] for line in text.splitlines() if line.startswith("#")] == ["#", "##", "##"]


def read(text: str) -> list[list[str]]:
    return [*csv.reader(StringIO(text, newline=""))]


def test_csv_has_full_precision_and_one_table() -> None:
    text = written(COMPARE, ".csv")
    assert text.count("\r\n") == text.count("\n") == 6
    head, *rows = read(text)
    assert head == [column.key for column in COMPARE.sheets[0].columns]
    assert [float(one) for row in rows for one in row[1:]] == [c.value for r in COMPARE.sheets[0].rows for c in r[1:]]


def test_csv_of_several_tables_says_which_each_row_is_of() -> None:
    head, *rows = read(written(MATCHUP, ".csv"))
    assert head[:2] == ["table", "unit"]
    assert len(head) == len({*head}) == 1 + 1 + 15 + 4  # the columns that both grids have are there once
    assert {len(row) for row in rows} == {len(head)}
    assert [row[0] for row in rows] == [sheet.title for sheet in MATCHUP.sheets for _ in sheet.rows]
    answer = dict(zip(head, rows[15], strict=True))
    assert answer["by"] == MINE[0]
    assert answer["target_0"] == ""


def test_csv_defuses_formulas_and_has_no_control_characters() -> None:
    rows = read(written(ODD, ".csv"))[1:]
    assert [row[1] for row in rows] == [f"'{name}" if name[0] in "=@" else visible(name) for name in HOSTILE]
    row = (words_cell("-1 to hit"), words_cell("+2"), number_cell(-0.5))
    sheet = Sheet("", (Column("=a", ""), Column("b", ""), Column("c", "", True)), (row,))
    assert read(written(Report("", (sheet,)), ".csv")) == [["'=a", "b", "c"], ["'-1 to hit", "'+2", "-0.5"]]


@pytest.mark.parametrize("name", REPORTS)
def test_a_picture_is_well_formed_and_nothing_hangs_out(name: str) -> None:
    root = ElementTree.fromstring(written(REPORTS[name], ".svg"))
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    texts = root.findall(f"{{{NAMESPACE}}}text")
    assert texts
    for one in texts:
        assert float(one.get("x", "")) + float(one.get("textLength", "")) <= width - 20 + 1e-6
        assert float(one.get("y", "")) < height - 10
        assert one.text == (one.text or "").strip(" ")
    assert {kind.get("class") for kind in texts} <= {None, "bold", "dim", "best"}
    best = [one.text for one in texts if one.get("class") == "best"]
    assert len(best) == sum(cell.best for sheet in REPORTS[name].sheets for row in sheet.rows for cell in row)


def test_letters_of_two_columns_have_room_in_a_picture() -> None:
    name = words_cell("戦士" * 4)
    sheet = Sheet(
        "",
        (Column("u", "Unit"), Column("n", "N", True)),
        ((name, number_cell(1.0)), (words_cell("x" * 16), number_cell(1.0))),
    )
    found = re.findall(
        r'x="([\d.]+)" y="[\d.]+" textLength="([\d.]+)">(?:戦|x|1)', written(Report("", (sheet,)), ".svg")
    )
    assert [round(float(wide) / 8.4) for _, wide in found] == [16, 4, 16, 4]
    assert found[1][0] == found[3][0]


def test_a_picture_is_wide_enough_for_one_table() -> None:
    assert len(re.findall("─{20,}", written(MATCHUP, ".svg"))) == 3
    assert 'width="712"' in written(COMPARE, ".svg")


@pytest.mark.parametrize("module", [report_files])
def test_the_examples_are_true(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


def test_every_ending_writes_and_the_same_report_is_the_same_file() -> None:
    for end in ENDINGS:
        for report in REPORTS.values():
            assert written(report, end) == written(report, end)
        assert written(Report("Nothing", ()), end)
