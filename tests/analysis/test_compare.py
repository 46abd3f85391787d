"""Comparisons: who is best, in which mode, and what would make another the best."""

from __future__ import annotations

from functools import cache

import pytest

from shoot_cli.analysis import compare as compared
from shoot_cli.analysis import compare as winners
from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AttackResult, averages
from shoot_cli.analysis.compare import (
    AttackCell,
    Candidate,
    Comparison,
    FactValue,
    best_mode_cells,
    best_of,
    changes_of,
    compare,
    lines_of,
)
from shoot_cli.analysis.distances import Stances
from shoot_cli.analysis.single_attack import of_sides, worked_out
from shoot_cli.battle.turns import strength
from shoot_cli.engine.signals import InputError
from tests.analysis.random_sides import units

SQUADS = units("ultramarines::Tactical Squad", "ultramarines::Devastator Squad", "ultramarines::Tank Killers")
TARGETS = units("orks::Trukk", "orks::Shoota Boyz", "orks::Lootas")
GUARD = units("40k-7e/targets::Guardsmen", "40k-7e/targets::Terminators", "orks::Dakka Ladz")


def odds_of(side, target, **said):
    """The odds of an attack, from where a comparison puts the attacker if nobody says it."""
    far = Stances(said).of(side, target)
    placed = said if far is None else {**said, "distance": f"{far:g}"}
    return worked_out(of_sides(side, target, placed)).document()


def test_of_a_weapon_with_modes_the_best_counts_target_by_target():
    lines = lines_of(SQUADS[1:2], "weapon", TARGETS, {})
    found = compare(lines, TARGETS, {}, "mean")
    at = next(n for n, line in enumerate(lines) if line.weapon == "missile launcher")
    assert lines[at].modes == ("missile launcher (frag)", "missile launcher (krak)")
    assert [cell.mode for cell in found.cells[at]][:2] == ["missile launcher (krak)", "missile launcher (frag)"]
    for target, cell in zip(TARGETS, found.cells[at], strict=True):
        tried = [odds_of(SQUADS[1], target, weapon=mode)["expected"] for mode in lines[at].modes]
        key = "damage" if strength(target.unit) == 1 else "slain"
        assert cell.value == pytest.approx(max(one[key] for one in tried), abs=1e-12)


def test_a_line_for_each_mode_and_each_weapon():
    modes = [line.weapon for line in lines_of(SQUADS[1:2], "mode", TARGETS, {})]
    weapons = [line.weapon for line in lines_of(SQUADS[1:2], "weapon", TARGETS, {})]
    assert "missile launcher (frag)" in modes
    assert "missile launcher (krak)" in modes
    assert "missile launcher" in weapons
    assert len(modes) == len(weapons) + 1


def test_what_fires_is_said_once():
    with pytest.raises(InputError, match="leave it out, or --by weapon"):
        lines_of(SQUADS, "weapon", TARGETS, {"weapon": "boltgun"})


def test_where_everything_fires_no_weapon_is_a_line():
    column = units("blue_column::River Column")
    with pytest.raises(InputError, match="everything fires"):
        lines_of(column, "weapon", units("red_host::Red Company"), {})


@pytest.mark.parametrize("what", grid.WHAT)
def test_the_best_are_those_that_nobody_beats(what):
    found = compare([*map(Candidate, SQUADS)], TARGETS, {}, what) if what != "points" else None
    found = found or compare([*map(Candidate, SQUADS)], units("orks::Trukk", "orks::Lootas"), {}, what)
    for at, best in enumerate(found.best):
        values = [cells[at].value for cells in found.cells]
        known = [value for value in values if value]
        assert {*best} == {n for n, value in enumerate(values) if known and value == pytest.approx(max(known))}


def test_nobody_is_best_where_nothing_happens():
    found = compare([Candidate(SQUADS[0])], units("ultramarines::Predator Annihilator"), {"weapon": "boltgun"})
    assert found.best == ((),)


def test_as_good_is_as_good():
    found = compare([Candidate(SQUADS[0]), Candidate(SQUADS[0])], TARGETS[:1], {})
    assert found.best == ((0, 1),)


def test_points_removed_are_the_share_of_models_times_their_cost():
    (lootas,) = units("orks::Lootas")
    expected = odds_of(SQUADS[0], lootas)["expected"]["slain"]
    removed = lootas.unit.points * expected / strength(lootas.unit)
    found = compare([Candidate(SQUADS[0])], [lootas], {}, "points")
    assert found.cells[0][0].value == pytest.approx(100 * removed / SQUADS[0].unit.points)


def test_without_points_nothing_is_removed():
    with pytest.raises(InputError, match="Macragge Column: no unit has points"):
        compare([Candidate(units("macragge_column::Rhino")[0])], units("macragge_column::Rhino"), {}, "points")


def test_a_key_that_nobody_knows_is_refused():
    with pytest.raises(InputError, match="kover is not asked"):
        compare([*map(Candidate, SQUADS)], TARGETS, {"kover": "5+"})


def test_where_nobody_can_shoot_it_says_why():
    with pytest.raises(InputError, match="out of range"):
        compare([Candidate(SQUADS[0])], TARGETS, {"weapon": "bolt pistol", "distance": "20"})


# Facts that change the winner ----------------------------------------------------------------------------------------


def worked_out_anew(squads, targets):
    found = compare([*map(Candidate, squads)], targets, {})
    return winners.with_facts(found, winners.facts_to_try(found, {}), {})


with_facts = cache(worked_out_anew)  # once for all who look at it


def test_facts_take_no_more_than_their_time_and_the_first_value_of_each_is_tried_before_others():
    """Nothing that was not tried is said to change anything, and it is named."""
    whole = with_facts(SQUADS, GUARD)
    plain = whole.but(changes=(), left_out=())
    tries = winners.facts_to_try(plain, {})
    order = winners.one_of_each_first(tries, grid.ruleset_of(GUARD[0]))
    assert {*order} == {*tries}
    keys = [fact.key for fact in order]
    assert len({*keys[: len({*keys})]}) == len({*keys})
    found = winners.with_facts(plain, tries, {}, in_all=-1.0)
    assert whole.changes
    assert not found.changes
    for fact in order[1:]:
        assert any(
            words.startswith(f"{winners.as_words(fact.key)} ") and fact.value in words for words in found.left_out
        )


def test_each_change_is_what_the_odds_say_with_that_fact():
    found = with_facts(SQUADS, GUARD)
    assert found.changes
    for change in found.changes:
        for value in change.values:
            target = GUARD[change.target]
            chances = [odds_of(side, target, **{change.key: value})["destroyed"] for side in SQUADS]
            assert max(chances) == pytest.approx(chances[change.after])
            assert chances[change.before] < chances[change.after]
        first = [odds_of(side, target, **{change.key: change.values[0]})["destroyed"] for side in SQUADS]
        assert change.then == pytest.approx(first[change.after])
        assert change.now == pytest.approx(first[change.before])


@pytest.mark.slow
def test_no_change_is_missed():
    """Every distance that is tried, against all squads at all targets."""
    found = with_facts(SQUADS[:2], GUARD)
    told = {(value, change.target) for change in found.changes if change.key == "distance" for value in change.values}
    for at, target in enumerate(GUARD):
        base = [odds_of(side, target)["destroyed"] for side in SQUADS[:2]]
        for inches in winners.DISTANCES:
            now = [odds_of(side, target, distance=inches)["destroyed"] for side in SQUADS[:2]]
            if max(base) <= 1e-9 or max(now) <= 1e-9 or abs(now[0] - now[1]) <= 1e-9:
                continue
            if base.index(max(base)) != now.index(max(now)) and abs(base[0] - base[1]) > 1e-9:
                assert (inches, at) in told


def test_a_fact_that_was_said_is_not_tried():
    found = compare([*map(Candidate, SQUADS)], GUARD, {"distance": "12"})
    assert "distance" not in {fact.key for fact in winners.facts_to_try(found, {"distance": "12"})}


def test_one_line_alone_has_no_rival():
    found = compare([Candidate(SQUADS[0])], GUARD, {})
    assert not winners.facts_to_try(found, {})


def cells_of(*values):
    return tuple((AttackCell(averages(value, value, value), value),) for value in values)


@pytest.mark.parametrize(("theirs", "told"), [(False, 1), (True, 0)])
def test_nobody_defends_himself_to_his_own_harm(theirs, told):
    """A save that only makes it worse for the defender is his to choose: that it changes the winner is nothing to tell."""
    lines, targets = (Candidate(SQUADS[0]), Candidate(SQUADS[1])), TARGETS[:1]
    found = Comparison("kill", lines, targets, cells_of(0.3, 0.2), ((0,),))
    fact = FactValue("save", "worst", theirs)
    changes = [*changes_of(found, {fact: cells_of(0.35, 0.5)}, {})]
    assert len(changes) == told
    assert len([*changes_of(found, {fact: cells_of(0.05, 0.1)}, {})]) == 1  # it helps him: he may well


def test_of_several_modes_the_one_that_does_most_by_what_is_compared():
    line = Candidate(SQUADS[0], "gun", ("one", "other"))
    modes = [[averages(0.6, 1.0, 1.0)], [averages(0.1, 4.0, 9.0)]]
    assert best_mode_cells([line], TARGETS[:1], "kill", modes)[0][0].mode == "one"
    assert best_mode_cells([line], TARGETS[:1], "share", modes)[0][0].mode == "other"


def test_what_takes_long_is_named(monkeypatch):
    monkeypatch.setattr(winners, "MOST_RECORDS", 1)
    found = worked_out_anew(SQUADS[:2], GUARD[:1])
    assert found.changes == ()
    assert any(one.startswith("cover ") for one in found.left_out)
    assert any(note.startswith("Not tried, it takes too long: ") for note in compared.notes(found))


def test_too_many_are_not_tried(monkeypatch):
    monkeypatch.setattr(winners, "MOST_ATTACKS", 10)
    assert worked_out_anew(SQUADS, GUARD).left_out == ("facts",)


# Told ----------------------------------------------------------------------------------------------------------------


def test_changes_that_do_not_show_are_not_told():
    found = with_facts(SQUADS, GUARD)
    small = found.changes[0].but(now=0.1, then=0.1004)
    assert compared.visible_changes(found.but(changes=(small, small.but(then=0.2)))) == [small.but(then=0.2)]


def test_one_sentence_for_each_fact_names_two_targets_and_counts_the_others():
    found = with_facts(SQUADS, GUARD)
    change = found.changes[0].but(key="cover", values=("4+", "3+"), before=0, after=1, now=0.1, then=0.25)
    said = compared.fact_text(found.but(changes=tuple(change.but(target=at) for at in range(3))), "cover", ("4+", "3+"))
    assert said == (
        "If cover is 4+ or 3+: best at Guardsmen is Devastator Squad (25.0%), not Tactical Squad (10.0%); "
        "best at Terminators is Devastator Squad (25.0%), not Tactical Squad (10.0%); and at 1 more."
    )


def test_cells_without_numbers_do_not_win():
    cells = best_mode_cells([Candidate(SQUADS[0]), Candidate(SQUADS[1])], TARGETS[:1], "kill", [
        [compared_chance("out of range")], [compared_chance("")],
    ])  # fmt: skip
    assert cells[0][0].value is None
    assert best_of(cells) == ((1,),)


def compared_chance(why):
    return AttackResult(why_not=why) if why else averages(0.5, 1.0, 1.0)
