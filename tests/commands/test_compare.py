"""``shoot compare`` and ``shoot matchup``: words, documents, files, and what is refused."""

from __future__ import annotations

import csv
import io

import pytest

from shoot_cli.analysis import grid as figures
from shoot_cli.battle.turns import strength
from tests.analysis.random_sides import units
from tests.helpers.samples import first

SQUADS = ("ultramarines::Tactical Squad", "ultramarines::Tank Killers")


@pytest.mark.slow
def test_the_document_has_every_figure_of_odds(shoot):
    found = shoot(
        "compare", *SQUADS, "-a", "orks::Trukk", "-a", "orks::Lootas", "--distance", "12", "--no-facts", "--json"
    ).json
    assert (found["ruleset"], found["what"], found["answers"]) == ("40k-7e", "kill", {"distance": "12"})
    assert found["targets"] == ["Trukk", "Lootas"]
    assert [row["attacker"] for row in found["rows"]] == ["Tactical Squad", "Tank Killers"]
    for words, row in zip(SQUADS, found["rows"], strict=True):
        for cell in row["cells"]:
            odds = shoot("odds", words, f"orks::{cell['target']}", "--distance", "12", "--json").json
            assert cell["destroyed"] == pytest.approx(odds["destroyed"], abs=1e-12)
            assert cell["slain"] == pytest.approx(odds["expected"]["slain"], abs=1e-12)
            assert cell["damage"] == pytest.approx(odds["expected"]["damage"], abs=1e-12)
    trukk = [row["cells"][0] for row in found["rows"]]
    assert [cell["best"] for cell in trukk] == [False, True]
    assert trukk[1]["points_removed"] is None  # the list has no points for it
    lootas, cost = found["rows"][0]["cells"][1], units("orks::Lootas")[0].unit
    gone = cost.points * lootas["slain"] / strength(cost)
    assert lootas["points_removed"] == pytest.approx(gone)
    assert lootas["points_per_100"] == pytest.approx(100 * gone / found["rows"][0]["points"])


def test_without_targets_the_shipped_set_is_measured_against(shoot):
    found = shoot("compare", *SQUADS, "--no-facts", "--json").json
    assert found["targets"][0] == "Guardsmen"
    assert "Rhino" in found["targets"]
    assert found["changes"] == []


def test_a_profile_line_is_a_gun_too(shoot):
    done = shoot(
        "compare", '1x BS4 S8 AP3 Heavy 1 48"', "1x BS4 meltagun", "-r", "7e", "-a", "targets::Rhino", "--json"
    )
    assert [row["attacker"] for row in done.json["rows"]] == ["Attacker", "Attacker 2"]


def test_csv_has_the_targets_by_name_and_full_precision(shoot):
    (head, *rows) = csv.reader(io.StringIO(shoot("compare", *SQUADS, "-a", "orks::Trukk", "--no-facts", "--csv").out))
    assert head == ["attacker", "Trukk (kill)"]
    odds = shoot("odds", SQUADS[1], "orks::Trukk", "--json").json
    assert float(rows[1][1]) == odds["destroyed"]


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (["--what", "luck"], 2, "--what “luck”: it can be kill, mean, points or share"),
        (["--by", "squad"], 2, "--by “squad”: it can be unit, weapon or mode"),
        (["--against", "red_host"], 1, "is of reikhammer, not of 40k-7e"),
        (["--set", "kover=5+"], 1, "kover is not asked in this attack; did you mean cover?"),
        (["--set", "distance=5", "--distance", "6"], 2, "distance is said twice"),
        (["--json", "--csv"], 2, "--json and --csv contradict each other"),
        (["-o", "page.txt"], 2, "it ends in .html, .svg, .md or .csv"),
        (["--against", "orks::Nobody"], 1, "has no unit “Nobody”"),
    ],
)
def test_what_is_refused_is_told(shoot, more, code, words):
    against = [] if "--against" in more else ["-a", "orks::Trukk"]
    assert words in shoot("compare", *SQUADS, *against, *more).refused(code)


def test_it_is_told_as_json_where_that_is_wanted(shoot):
    assert "kover is not asked" in shoot("compare", *SQUADS, "-a", "orks::Trukk", "--set", "kover=1", "--json").error


# Matchup -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_matchup_has_both_grids_answers_and_threats(shoot):
    found = shoot("matchup", "blue_column", "red_host", "--json").json
    assert (found["mine"], found["theirs"], found["what"]) == ("Blue Column", "Red Host", "share")
    for grid, best, there in (
        (found["ours"], found["best_answers"], "theirs"),
        (found["back"], found["threats"], "mine"),
    ):
        assert [one["unit"] for one in best] == grid["targets"], there
        for at, one in enumerate(best):
            column = {row["attacker"]: row["cells"][at] for row in grid["rows"]}
            starred = [name for name, cell in column.items() if cell["best"]]
            if one["by"] is None:
                assert not starred
                continue
            assert one["by"] == starred[0]
            chosen = column[one["by"]]
            assert one["destroyed"] == chosen["destroyed"]
            assert one["share"] >= 0.05
            assert chosen["damage"] == max(cell["damage"] for cell in column.values())
            lost = chosen["damage"] if one["in"] == "integrity" else chosen["slain"]
            assert one["left"] == pytest.approx(one["of"] - lost)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", first(1, [[], ["--jobs", "2"]]), ids=" ".join)
def test_its_distance_counts_both_ways(shoot, jobs):
    near, far = (
        shoot("matchup", "deffskulls", "vanguard", "--distance", *more, "--json").json
        for more in (["6", *jobs], ["80", "--set", "cover=yes"])  # which one side is never asked
    )
    for grid in ("ours", "back"):
        assert sum(cell.get("damage", 0) for row in near[grid]["rows"] for cell in row["cells"]) > 0
    assert sum(cell.get("damage", 0) for row in far["back"]["rows"] for cell in row["cells"]) == 0
    assert any("harms none of these" in one for one in far["oddities"])


TOP = (
    "compare",
    "ultramarines::Tactical,Tank Killers,Melta Squad",
    "-a",
    "orks::Trukk",
    "--no-facts",
    "--what",
    "kill",
)


@pytest.mark.slow
def test_the_first_rows_are_the_best_and_those_left_out_are_named(shoot):
    """What is left out changes no figure and no star."""
    every = {row["attacker"]: row["cells"][0] for row in shoot(*TOP, "--json").json["rows"]}
    order = sorted(every, key=lambda name: every[name]["destroyed"], reverse=True)
    assert order != [*every]
    for top in (1, 2, 3, 9):
        found = shoot(*TOP, "--top", str(top), "--json").json
        assert [row["attacker"] for row in found["rows"]] == order[:top]
        assert {row["attacker"]: row["cells"][0] for row in found["rows"]}.items() <= every.items()
        assert {*found.get("not_shown", [])} == {*order[top:]}
    told = " ".join(shoot(*TOP, "--top", "2").out.split())
    assert f"The best 2 of 3 rows, the best first. Left out: {order[2]}." in told
    assert "Left out" not in shoot(*TOP, "--top", "3").out


def test_a_star_that_is_left_out_is_told(shoot):
    told = shoot(*TOP, "-a", "orks::Lootas", "-a", "orks::Deff Dread", "--top", "1").out
    assert "Some of them are the best of a column." in " ".join(told.split())


def test_a_map_has_no_top(shoot):
    assert "--top is for rows" in shoot("compare", "-r", "7e", "1x BS4 lascannon", "-a", "grid", "--top", "1").refused(
        2
    )


@pytest.mark.slow
def test_a_matchup_shows_the_first_rows_of_both_sides(shoot):
    every, few = (shoot("matchup", "blue_column", "red_host", *top, "--json").json for top in ((), ("--top", "2")))
    for side in ("ours", "back"):
        assert len(few[side]["rows"]) == 2
        assert len(few[side]["not_shown"]) == len(every[side]["rows"]) - 2
    assert few["best_answers"] == every["best_answers"]
    assert few["threats"] == every["threats"]


@pytest.mark.slow
def test_a_key_that_no_side_is_asked_is_an_error(shoot):
    assert "kover is not asked" in shoot("matchup", "blue_column", "red_host", "--set", "kover=yes").refused()


@pytest.mark.slow
def test_the_page_is_written_whole_and_not_over_another(shoot, tmp_path):
    page = tmp_path / "saturday.html"
    done = shoot("matchup", "blue_column", "red_host", "-o", page)
    assert (done.code, done.out) == (0, "")
    assert f"Written: {page}" in done.err
    text = page.read_text(encoding="utf-8")
    assert "Best answers of Blue Column" in text
    assert "http:" not in text
    assert "https:" not in text
    assert (
        "is there already; --force overwrites it" in shoot("matchup", "blue_column", "red_host", "-o", page).refused()
    )
    assert shoot("matchup", "blue_column", "red_host", "-o", page, "--force").code == 0
    assert page.read_text(encoding="utf-8") == text


def test_every_what_has_a_title():
    assert figures.TITLES.keys() == {*figures.WHAT}


# What a newcomer types, and what a sheet says to him ---------------------------------------------------------------


def test_a_kind_of_file_as_an_option_names_the_option_that_writes_it(shoot):
    said = shoot("compare", *SQUADS, "-a", "orks::Trukk", "--html").refused(2)
    assert "No such option: --html. A file is written with -o FILE.html" in said


def test_a_fact_may_be_said_in_short(shoot):
    words = ("odds", "adeptus-astartes::Hellblaster", "waaagh::Shoota Boyz", "--json", "--set")
    assert shoot(*words, "oath=yes").json == shoot(*words, "if Oath of Moment target=yes").json


def test_weapons_stand_with_the_best_first(shoot):
    found = shoot(
        "compare", "adeptus-astartes::Hellblaster", "--by", "weapon", "-a", "waaagh::Shoota Boyz", "--no-facts",
        "--what", "mean", "--distance", "12", "--json",
    ).json  # fmt: skip
    values = [row["cells"][0]["value"] for row in found["rows"]]
    assert len(values) == 3
    assert values == sorted(values, reverse=True)


def test_points_of_a_tank_are_explained_and_little_is_not_nothing(shoot):
    words = ("compare", "vanguard::Hellblaster", "vanguard::Eliminator", "--what", "points", "--no-facts", "--plain")
    tank = shoot(*words, "-a", "40k-11e/targets::Rhino").out
    assert "A lone model counts its points only if it is destroyed." in " ".join(tank.split())
    assert "counts its points" not in shoot(*words, "-a", "40k-11e/targets::Boyz").out


TWINS = """ruleset: 40k-7e
name: Two
profiles:
  boy: {WS: 4, BS: 2, S: 3, T: 4, W: 1, I: 2, A: 2, Ld: 7, Sv: 6+}
units:
  - name: Mob
    type: Infantry
    models: [{name: Boy, count: 5, profile: boy, weapons: [shoota]}]
  - name: Mob
    type: Infantry
    models: [{name: Boy, count: 5, profile: boy, weapons: [shoota]}]
"""


def test_equal_units_are_one_row_in_the_terminal_too(shoot, tmp_path):
    (tmp_path / "two.yaml").write_text(TWINS)
    found = shoot("compare", tmp_path / "two.yaml", "-a", "40k-7e/targets::Guardsmen", "--no-facts").out
    assert "Mob x2" in found
    assert "Mob 2" not in found


def test_a_second_target_without_its_option_is_told(shoot):
    said = shoot("compare", SQUADS[0], "orks::Lootas", "--against", "orks::Trukk", "--no-facts", "--distance", "12")
    assert "orks::Lootas was taken as a shooter: another target needs --against again." in said.err
    meant = shoot("compare", "orks::Lootas", "--against", "orks::Trukk", "--no-facts", "--distance", "12")
    assert "--against again" not in meant.err


@pytest.mark.parametrize("name", ["'Ard Boyz + Warboss", "'ard boyz + warboss"])
def test_a_joined_unit_is_found_by_the_name_that_reports_print(shoot, name):
    assert "'Ard Boyz + Warboss" in " ".join(
        shoot("compare", "ultramarines::Tactical", "--against", f"orks::{name}").out.split()
    )
    assert shoot("odds", "ultramarines::Tactical", f"orks::{name}", "--json").code == 0
    assert shoot("army", "show", "orks", name).out.startswith("'Ard Boyz + Warboss")
    assert "has no unit" in shoot("odds", "ultramarines::Tactical", "orks::'Ard Boyz + Trukk").refused()
