"""Every figure that is compared is that of the odds of the same attack."""

from __future__ import annotations

from random import Random

import pytest

from shoot_cli.analysis import grid
from shoot_cli.analysis import matchup as matchups
from shoot_cli.analysis.attack_result import averages
from shoot_cli.analysis.compare import compare
from shoot_cli.analysis.compared_lines import Candidate
from shoot_cli.analysis.grid import AttackerRow, ruleset_of
from shoot_cli.analysis.matchup import matchup
from shoot_cli.analysis.single_attack import as_input_error, of_sides, with_modes, worked_out
from shoot_cli.analysis.ways_to_fire import ProposedDistances, ways_in
from shoot_cli.engine.reasons import Refusal
from shoot_cli.rules import RULESETS
from tests.analysis.random_sides import random_sides, units
from tests.helpers.samples import first, quick_ones

EDITIONS = [(edition, seed) for seed in range(10) for edition in RULESETS]
MANY = 4  # attackers, and targets


def by_odds(attacker, target, said):
    """Destroyed, slain and damage as ``shoot odds`` has them; a sentence where it has none."""
    try:
        with as_input_error():
            result = worked_out(of_sides(attacker, target, said)).document()
    except Refusal as error:
        return str(error)
    return result["destroyed"], result["expected"]["slain"], result["expected"]["damage"]


def where_it_stands(attacker, target, said):
    """What is said, with the distance at which comparisons put the attacker."""
    far = ProposedDistances(ruleset_of(target), said).distance_of(attacker, target)
    return said if far is None else {**said, "distance": f"{far:g}"}


def figures_of(result):
    return result.why_not or (result.destroyed, result.average("slain"), result.average("damage"))


@pytest.mark.parametrize(("edition", "seed"), first(len(RULESETS), EDITIONS))
def test_figures_of_a_comparison_are_those_of_odds(edition, seed):
    shooters, targets = zip(*[random_sides(edition, seed * MANY + nth) for nth in range(MANY)], strict=True)
    found = compare([*map(Candidate, shooters)], targets, {}, "mean", strict=False)
    ruleset = edition.ruleset()
    for shooter, cells in zip(shooters, found.cells, strict=True):
        for target, cell in zip(targets, cells, strict=True):
            stood = where_it_stands(shooter, target, {"mode": cell.mode} if cell.mode else {})
            expected = by_odds(shooter, target, stood)
            assert figures_of(cell.result) == (
                expected if isinstance(expected, str) else pytest.approx(expected, abs=1e-12)
            )
            if not isinstance(expected, str):
                assert cell.result.figures == worked_out(of_sides(shooter, target, stood)).figures
                told = expected[2] if grid.in_wounds(ruleset, target.unit) else expected[1]
                assert cell.value == pytest.approx(told, abs=1e-12)


@pytest.mark.parametrize(("edition", "seed"), first(len(RULESETS), EDITIONS))
def test_figures_of_a_matchup_are_those_of_odds(edition, seed):
    drawn = [random_sides(edition, 1000 + seed * MANY + nth) for nth in range(MANY)]
    mine = [side for side, _ in drawn]
    found = matchup(mine[:2], mine[2:], {})
    for comparison in (found.ours, found.back):
        for line, cells in zip(comparison.lines, comparison.cells, strict=True):
            for target, cell in zip(comparison.targets, cells, strict=True):
                said = {"mode": cell.mode} if cell.mode else {}
                expected = by_odds(line.side, target, where_it_stands(line.side, target, said))
                assert figures_of(cell.result) == (
                    expected if isinstance(expected, str) else pytest.approx(expected, abs=1e-12)
                )


@pytest.mark.rule("2E-VEH-3")
def test_what_becomes_of_a_vehicle_of_damage_tables_is_unknown_in_a_matchup():
    found = matchup(units("macragge_column::Lascannon Squad"), units("cadian_line::Leman Russ"), {})
    (row,) = matchups.report(found).sheets[0].rows
    assert [cell.text for cell in row][1:] == ["Lascannon Squad", "-", "0.22 penetrations", "-", "-"]
    (best,) = matchups.document(found, {})["best_answers"]
    assert (best["destroyed"], best["share"], best["in"]) == (None, None, "penetrations")


def worked_out_together(rows, columns, said, **options):
    places = [(i, j) for i in range(len(rows)) for j in range(len(columns))]
    found = grid.worked_out_at(places, rows, columns, said, tells=True, laws=True, **options)
    return [[found[i, j] for j in range(len(columns))] for i in range(len(rows))]


@pytest.mark.slow
def test_an_answer_that_somebody_said_counts_for_those_who_are_asked():
    shooters = units("ultramarines::Tactical Squad", "ultramarines::Rhino")
    targets = units("orks::Shoota Boyz", "orks::Trukk")
    said = {"cover:Boss Nob": "4+", "distance": "12"}
    found = worked_out_together([*map(AttackerRow, shooters)], targets, said)
    for shooter, row in zip(shooters, found, strict=True):
        boyz, trukk = row
        assert figures_of(boyz) == pytest.approx(by_odds(shooter, targets[0], said), abs=1e-12)
        assert [*trukk.answers.unknown] == ["cover:Boss Nob"]  # it has none, and is worked out without
        assert figures_of(trukk) == pytest.approx(by_odds(shooter, targets[1], {"distance": "12"}), abs=1e-12)


def test_equal_attacks_are_worked_out_once(monkeypatch):
    asked = []
    once = grid.result_at
    monkeypatch.setattr(grid, "result_at", lambda *said: asked.append(said) or once(*said))
    boyz, nobz = units("orks::Shoota Boyz")[0], units("orks::Trukk")[0]
    rows = [AttackerRow(units("ultramarines::Rhino")[0])] * 3
    told = []
    found = worked_out_together(rows, [boyz, nobz, boyz], {}, tell=told.append)
    assert len(asked) == 2
    assert sum(told) == 9
    assert found[0] == found[1] == found[2]
    assert found[0][0] == found[0][2] != found[0][1]


@pytest.mark.slow
def test_several_processes_come_to_the_same():
    shooters, targets = units("adeptus-astartes"), units("waaagh")
    rows = [*map(AttackerRow, shooters)]
    assert len(rows) * len(targets) > grid.TOO_FEW_TO_SHARE
    assert worked_out_together(rows, targets, {}, jobs=2) == worked_out_together(rows, targets, {})


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
def test_who_is_destroyed_for_sure_has_lost_all(edition):
    """``whole`` of a ruleset is what damage comes to in the end: no attack does more, and who is gone has lost it."""
    ruleset, seen = edition.ruleset(), 0
    for seed in range(20):
        attacker, target = random_sides(edition, Random(seed).randrange(10**6))
        whole = ruleset.total_wounds(target.unit)
        try:
            with as_input_error():
                result = worked_out(of_sides(attacker, target, {})).document()
        except Refusal:
            continue
        if whole:
            assert len(result["damage"]) - 1 <= whole
            if result["destroyed"]:
                all_lost = result["damage"][whole] if len(result["damage"]) > whole else 0.0
                gone = result["destroyed"] - (result["destroyed"] if result.get("explodes") else 0.0)
                assert gone - 1e-9 <= all_lost <= result["destroyed"] + 1e-9  # what explodes has hull points left
                seen += 1
    assert seen > 2


def test_who_has_joined_counts():
    """A squad that a character has joined is shot at, told and paid for with him."""
    shooters, targets = units("hive_fleet::Carnifex Brood"), units("ultramarines::Plasma Squad")
    found = matchup(shooters, targets, {})
    (best,) = found.answers
    assert best.cell is not None
    joint = found.ours.targets[0].as_one
    assert joint.name == "Plasma Squad + Captain with Iron Halo"
    assert joint.points is None  # of the squad nobody says what it costs
    damage = by_odds(shooters[0], targets[0], {})[2]
    assert best.cell.value == pytest.approx(max(best.cell.result.destroyed, damage / 8))  # 5 wounds and his 3
    assert matchup(shooters, targets, {"joined": "none"}).ours.targets[0].as_one.name == "Plasma Squad"


@pytest.mark.slow
def test_distances_that_differ_are_told():
    orks, rhino = [Candidate(side) for side in units("orks")], units("40k-7e/targets::Rhino")
    found = compare(orks, rhino, {"half_range": "none"})  # says something of the distance, so nobody is put anywhere
    assert found.answers.assumed["distance"].endswith(", as each attack proposes")
    assert found.standing == ""
    said = compare([Candidate(side) for side in units("orks")], units("40k-7e/targets::Rhino"), {"distance": "12"})
    assert "distance" not in said.answers.assumed


def test_what_explodes_is_gone_whatever_it_had_left():
    (trukk,) = units("orks::Trukk")
    ruleset = grid.ruleset_of(trukk)
    assert grid.share_lost(ruleset, trukk.unit, averages(0.9, 0.0, 1.5)) == 0.9
    assert grid.share_lost(ruleset, trukk.unit, averages(0.1, 0.0, 1.5)) == 0.5


@pytest.mark.slow
def test_what_was_taken_for_granted_is_told_where_most_are_worked_out_together():
    shooters, targets = units("adeptus-astartes"), units("waaagh")
    found = compare([*map(Candidate, shooters)], targets, {})
    assert any(cell.result.of_many for row in found.cells for cell in row)
    first = [ways_in(cell)[0] for cell in (*found.cells[0], *(row[0] for row in found.cells))]
    assert not any(cell.result.of_many for cell in first)
    assert {"cover", "overwatch"} <= found.answers.assumed.keys()


@pytest.mark.slow
def test_attacks_that_are_worked_out_together_have_the_figures_of_odds():
    shooters, targets = units("adeptus-astartes"), units("waaagh")
    found = matchup(shooters, targets, {})
    together = 0
    for comparison in (found.ours, found.back):
        for line, cells in zip(comparison.lines, comparison.cells, strict=True):
            for target, cell in zip(comparison.targets, cells, strict=True):
                if cell.result.why_not:
                    continue
                together += cell.result.of_many
                shooter = with_modes(line.side, cell.fired)
                alone = worked_out(of_sides(shooter, target, where_it_stands(line.side, target, {}))).figures
                assert [*alone] == [*cell.result.figures] == ["slain", "damage"]
                for loss, figures in cell.result.figures.items():
                    assert figures.but(mean=0.0, at_least=()) == alone[loss].but(mean=0.0, at_least=())
                    assert figures.mean == pytest.approx(alone[loss].mean, abs=1e-12)
                    longer = max(len(figures.at_least), len(alone[loss].at_least))
                    curves = (one.at_least + (0.0,) * (longer - len(one.at_least)) for one in (figures, alone[loss]))
                    assert next(curves) == pytest.approx(next(curves), abs=1e-12)
    assert together > 50
    for best in found.answers:
        cell, side = best.cell, found.ours.targets[best.at]
        if cell is not None:
            rest = matchups.rest_of(grid.ruleset_of(side), side.as_one, cell)
            lost = cell.result.figures[grid.loss_of(grid.ruleset_of(side), side.as_one)]
            low, high = rest.span
            assert low <= rest.median <= high
            assert (low, rest.median, high) == (rest.whole - lost.high, rest.whole - lost.median, rest.whole - lost.low)
            assert low - 1e-9 <= 0 or rest.average > 0
