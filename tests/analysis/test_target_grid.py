"""Maps by Toughness and Save: each cell is the odds of its profile line, and what an edition has no map for is said."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from shoot_cli import api
from shoot_cli.analysis.compare import compare
from shoot_cli.analysis.compared_lines import Candidate
from shoot_cli.analysis.target_grid import axes_of, grid_report, lines_of_grid, names_grid
from shoot_cli.cli.units import sides_of_many
from shoot_cli.engine.reasons import InputError
from shoot_cli.engine.ruleset import TargetGrid
from shoot_cli.importing.list_files import units_from
from shoot_cli.rules import RULESETS
from shoot_cli.ui.report_files import written
from tests.helpers.command_line import home, shoot
from tests.helpers.samples import quick_ones

__all__ = ["home", "shoot"]

GUNS = {
    "2e": ("10x BS4 boltgun", "3x BS4 lascannon"),
    "7e": ("10x BS4 boltgun", "3x BS4 lascannon"),
    "10e": ("10x A2 BS3+ S4 AP-1 D1", "3x A1 BS3+ S12 AP-3 D6"),
    "11e": ("10x A2 BS3+ S4 AP-1 D1", "3x A1 BS3+ S12 AP-3 D6"),
}
WITH_A_GRID = [one for one in RULESETS if isinstance(one.ruleset().target_grid, TargetGrid)]


def mapped(edition, words="grid", guns=None):
    axes = axes_of(edition.ruleset())
    shooters, _ = sides_of_many(list(guns or GUNS[edition.short]), [], edition.name, False)
    targets = units_from(lines_of_grid(axes, words), edition.name, "target")
    return axes, compare([*map(Candidate, shooters)], targets, {}, "mean")


def test_every_edition_with_both_values_has_a_grid():
    assert {one.short for one in WITH_A_GRID} == {*GUNS}


@pytest.mark.parametrize("edition", quick_ones(WITH_A_GRID, ("7e",)), ids=lambda one: one.short)
def test_a_cell_is_the_odds_of_its_profile_line_and_harder_targets_lose_less(edition):
    axes, found = mapped(edition)
    wide = len(axes.column_words)
    assert len(found.targets) == len(axes.row_words) * wide
    for cells, gun in zip(found.cells, GUNS[edition.short], strict=True):
        for row, column in ((0, 0), (2, 1), (len(axes.row_words) - 1, wide - 1)):
            line = f"10x W1 {axes.row_words[row]} {axes.column_words[column]}"
            cell = cells[row * wide + column]
            alone = api.odds(
                gun, line, ruleset=edition.short, answers=None if cell.distance is None else {"distance": cell.distance}
            )
            assert cell.value == pytest.approx(alone.expected["slain"], abs=1e-12)
        values = [cell.value for cell in cells]
        for row in range(len(axes.row_words)):
            assert all(one <= other + 1e-9 for one, other in pairwise(values[row * wide : (row + 1) * wide]))
        for column in range(wide):
            assert all(one >= other - 1e-9 for one, other in pairwise(values[column::wide]))
        assert values[0] < values[wide - 1] or gun.endswith("lascannon")  # which no save stops
        assert values[0] > values[-wide]


@pytest.mark.parametrize("edition", quick_ones(WITH_A_GRID, ("2e",)), ids=lambda one: one.short)
def test_a_map_has_rows_columns_heat_and_says_who_stands_behind_a_cell(edition):
    axes, found = mapped(edition)
    report = grid_report(found, axes, "grid")
    assert report.title == "Models slain on average, by Toughness and Save"
    assert [sheet.heat for sheet in report.sheets] == [True, True]
    bolt, laser = (sheet.rows for sheet in report.sheets)
    wide = len(axes.column_words)
    assert [column.title for column in report.sheets[0].columns] == ["Toughness", *axes.column_words[:-1], "no save"]
    assert [row[0].text for row in bolt] == [*axes.row_words]
    for place, (row, other) in enumerate(zip(bolt, laser, strict=True)):
        for at, (one, two) in enumerate(zip(row[1:], other[1:], strict=True)):
            assert one.value == found.cells[0][place * wide + at].value
            assert (one.best, two.best) == (one.value >= two.value - 1e-9, two.value >= one.value - 1e-9)
    told = "Behind each cell: 10 models, 10 wounds in all, no invulnerable save."
    assert report.lead == (told,)
    assert told in report.notes
    assert report.head[0] == found.standing != ""  # at which distance the figures hold
    greatest = max(cell.value for sheet in report.sheets for row in sheet.rows for cell in row[1:])
    assert {sheet.strongest for sheet in report.sheets} == {greatest}  # one scale, since the best of all has a star
    page = written(report, ".html")
    assert page.count("Behind each cell") == 1
    assert page.count('class="heat"') == 2
    assert page.count("--heat: 1") == sum(
        cell.value == greatest for sheet in report.sheets for row in sheet.rows for cell in row[1:]
    )


def test_one_line_alone_is_the_best_of_nothing():
    axes, found = mapped(next(one for one in RULESETS if one.short == "10e"), guns=GUNS["10e"][:1])
    assert not grid_report(found, axes, "grid").sheets[0].has_best()


@pytest.mark.slow
def test_what_stands_behind_a_cell_may_be_said(shoot):
    gun = ("compare", "-r", "10e", "3x A1 BS3+ S12 AP-3 D6")
    told = shoot(*gun, "--against", "grid 3x W3 Inv4+", "--json").json
    assert told["grid"]["rows"][0] == "T3"
    assert told["grid"]["columns"] == ["Sv2+", "Sv3+", "Sv4+", "Sv5+", "Sv6+", "no save"]
    assert told["targets"][:2] == ["T3 Sv2+", "T3 Sv3+"]
    assert told["what"] == "mean"
    alone = api.odds(gun[-1], "3x T3 Sv2+ W3 Inv4+", ruleset="10e")
    cell = told["rows"][0]["cells"][0]
    assert cell["damage"] == pytest.approx(alone.expected["damage"], abs=1e-12)
    assert cell["figures"] == json.loads(json.dumps(alone.as_dict()["figures"]))
    seen = shoot(*gun, "--against", "grid 3x W3 Inv4+").out
    assert "Wounds lost on average, by Toughness and Save" in seen
    assert "Behind each cell: 3 models, 9 wounds in all, as you say it (3x W3 Inv4+)." in seen.replace("\n", " ")
    assert shoot(*gun, "--against", "grid", "--csv").out.splitlines()[0] == "row,Sv2+,Sv3+,Sv4+,Sv5+,Sv6+,no save"
    assert "Destroyed" not in shoot(*gun, "--against", "grid", "--what", "kill", "--plain").out


@pytest.mark.slow
def test_modes_are_counted_not_listed(shoot):
    seen = shoot("compare", "adeptus-astartes::Hellblaster", "--by", "weapon", "--against", "grid").out
    assert "The mode that does most, by cells: plasma incinerator (" in seen
    assert "Mind, Hazardous: plasma incinerator (supercharge), plasma pistol (supercharge)." in seen.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-r", "rh", "6x AP4 AT2 range 12", "-a", "grid"], "Reikhammer has no grid: its targets have no Toughness"),
        (["-r", "7e", "10x BS4 boltgun", "-a", "grid", "-a", "targets"], "grid is a map of its own"),
        (["-r", "7e", "10x BS4 boltgun", "-a", 'grid 3x "Boy"'], "one kind of model without a name"),
        (["-r", "7e", "10x BS4 boltgun", "-a", "grid 3x W1 + 2x W2"], "one kind of model without a name"),
        (["-r", "7e", "10x BS4 boltgun", "-a", "grid 3x W2 Zz9"], "Zz9"),
        (["-r", "7e", "10x BS4 boltgun", "-a", "grid 3x T4"], "T"),
    ],
)
def test_what_is_no_grid_is_told(words, told, shoot):
    done = shoot("compare", *words)
    assert done.code != 0
    assert told in done.err.replace("\n", " ")
    assert "Traceback" not in done.err


def test_grid_is_a_word_of_its_own():
    assert names_grid(["grid"])
    assert names_grid(["GRID 5x W2"])
    assert not names_grid(["grids.yaml", "targets"])
    with pytest.raises(InputError):
        names_grid(["grid", "targets"])
