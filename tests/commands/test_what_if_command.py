"""``shoot odds --what-if``: what comes on which stream, which options go together, scenarios, files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

LASCANNONS = ("odds", "-r", "7e", "3x BS4 lascannon", "1x AV11/11/10 HP3", "--what-if", "--set", "working_weapons=1")


@pytest.mark.slow
def test_each_line_is_what_odds_says_of_the_fact(shoot):
    found = shoot(*LASCANNONS, "--json").json
    assert found["base"]["destroyed"] == shoot(*LASCANNONS[:5], *LASCANNONS[6:], "--json").json["destroyed"]
    for line in found["lines"][::4]:
        said = f"{line['fact']}={line['values'][0]}"
        odds = shoot(*LASCANNONS[:5], "--json", "--set", said, *(LASCANNONS[6:] if "working" not in said else ())).json
        assert odds["destroyed"] == pytest.approx(line["destroyed"], abs=1e-12), said
        assert odds["expected"]["damage"] == pytest.approx(line["damage"], abs=1e-12), said


@pytest.mark.slow
def test_one_document_and_nothing_else(shoot):
    found = shoot(*LASCANNONS, "--json", "--pairs").json
    keys = ["ruleset", "attacker", "target", "what", "expected", "assumed", "base", "lines", "facts", "pairs"]
    assert [key for key in found if key in keys] == keys
    assert found["pairs_not_tried"] == 0


@pytest.mark.slow
def test_the_table_as_csv_and_as_a_file(shoot, tmp_path: Path):
    rows = [*csv.DictReader(io.StringIO(shoot(*LASCANNONS, "--csv").out))]
    assert list(rows[0]) == ["fact", "value", "destroyed", "change", "expected"]
    assert rows[0]["fact"] == "as given"
    assert {"distance", "cover"} <= {row["fact"] for row in rows}
    page = tmp_path / "x.md"
    assert shoot(*LASCANNONS, "-o", str(page)).code == 0
    assert "| Distance" in page.read_text(encoding="utf-8")
    assert "is there" in shoot(*LASCANNONS, "-o", str(page)).refused()


@pytest.mark.slow
def test_a_scenario_has_facts_too(shoot, scenario):
    found = shoot("odds", scenario("cover: {Boss Nob: 4+}"), "--what-if", "--json").json
    facts = {fact["fact"]: fact for fact in found["facts"]}
    assert (facts["distance"]["base"], facts["distance"]["said"]) == ("12", True)
    assert (facts["cover:Boss Nob"]["base"], facts["cover:Boss Nob"]["said"]) == ("4+", True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--pairs",), "--pairs is for --what-if"),
        (("--what", "mean"), "--what is for --what-if"),
        (("--what-if", "--questions"), "--what-if and --questions do not go together"),
        (("--what-if", "--fractions"), "--what-if and --fractions do not go together"),
        (("--what-if", "cover=4+"), "it takes no value, so say --set cover=4+"),
        (("--what-if", "cover"), " are read as attackers, cover as target; it takes no value, so say --set FACT=VALUE"),
        (("--what-if", "--what", "luck"), "--what “luck”: it can be kill, mean or points"),
        (("--what-if", "--json", "--csv"), "--json and --csv contradict each other"),
    ],
)
def test_options_that_do_not_go_together(shoot, words, told):
    assert told in shoot(*LASCANNONS[:5], *words).refused(2)


def test_what_is_wrong_is_told_as_odds_tells_it(shoot):
    assert "points" in shoot(*LASCANNONS, "--what", "points").refused()
    assert shoot(*LASCANNONS, "--cover", "9+").refused() == shoot(*LASCANNONS[:5], "--cover", "9+").refused()
    assert "lines" not in shoot("odds", "--batch", "x.jsonl", "--what-if").refused(2)
