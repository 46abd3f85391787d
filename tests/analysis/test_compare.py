"""Comparisons: who is best, in which mode, and what would make another the best."""

from __future__ import annotations

from functools import cache

import pytest

from shoot_cli.analysis import compare as compared
from shoot_cli.analysis import compare as winners
from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AttackResult, averages
from shoot_cli.analysis.compare import (
    Comparison,
    DecidingFact,
    FactValue,
    changes_of,
    compare,
)
from shoot_cli.analysis.compared_lines import Candidate, judged_lines, lines_of
from shoot_cli.analysis.grid import ruleset_of
from shoot_cli.analysis.need import need
from shoot_cli.analysis.single_attack import of_sides, worked_out
from shoot_cli.analysis.ways_to_fire import AttackCell, ProposedDistances, cell_of
from shoot_cli.battle.turns import strength
from shoot_cli.engine.reasons import InputError
from tests.analysis.random_sides import units

SQUADS = units("ultramarines::Tactical Squad", "ultramarines::Devastator Squad", "ultramarines::Tank Killers")
TARGETS = units("orks::Trukk", "orks::Shoota Boyz", "orks::Lootas")
GUARD = units("40k-7e/targets::Guardsmen", "40k-7e/targets::Terminators", "orks::Dakka Ladz")


def odds_of(side, target, **said):
    """The odds of an attack, from where a comparison puts the attacker if nobody says it."""
    far = ProposedDistances(ruleset_of(target), said).distance_of(side, target)
    placed = said if far is None else {**said, "distance": f"{far:g}"}
    return worked_out(of_sides(side, target, placed)).document()


def lost(target, told):
    """The share of a target that is lost by these odds, at least its chance to be destroyed."""
    whole = grid.ruleset_of(target).total_wounds(target.as_one)
    return max(told["destroyed"], told["expected"]["damage"] / whole)


def values_of(squads, target, **said):
    """Chances to destroy a target; where none is 5%, the shares that it loses."""
    told = [odds_of(side, target, **said) for side in squads]
    chances = [one["destroyed"] for one in told]
    return chances if max(chances) >= 0.05 else [lost(target, one) for one in told]


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
        most = {n for n, value in enumerate(values) if known and value == pytest.approx(max(known))}
        assert {*best} in (most, set())
        shares = [lost(found.targets[at], found.cells[n][at].result.document()) for n in most]
        assert bool(best) == (max(shares, default=0.0) >= 0.05)


def test_nobody_is_best_where_nothing_happens():
    found = compare([Candidate(SQUADS[0])], units("ultramarines::Predator Annihilator"), {"weapon": "boltgun"})
    assert found.best == ((),)


def test_as_good_is_as_good():
    assert compare([Candidate(SQUADS[0]), Candidate(SQUADS[0])], TARGETS[:1], {}).best == ((0, 1),)


def test_points_removed_are_the_share_of_models_times_their_cost():
    (lootas,) = units("orks::Lootas")
    removed = lootas.unit.points * odds_of(SQUADS[0], lootas)["expected"]["slain"] / strength(lootas.unit)
    found = compare([Candidate(SQUADS[0])], [lootas], {}, "points")
    assert found.cells[0][0].value == pytest.approx(100 * removed / SQUADS[0].unit.points)


def test_without_points_the_share_that_is_lost_is_compared():
    rhino = units("macragge_column::Rhino")
    found = compare([Candidate(rhino[0])], rhino, {}, "points")
    assert (found.what, found.measures) == ("share", ("share",))
    page = str(winners.comparison_report(found))
    assert "Macragge Column: no unit has points. The figures are the share that is lost." in page
    with pytest.raises(InputError, match="Macragge Column: no unit has points"):
        compare([Candidate(rhino[0])], rhino, {}, "points", falls_back=False)


def test_rows_without_points_are_named_once():
    squad, tank = SQUADS[0], units("ultramarines::Vindicator")[0]
    lootas = units("orks::Lootas")
    assert (squad.unit.points, tank.unit.points) == (170, None)
    report = winners.comparison_report(compare([Candidate(squad), Candidate(tank)], lootas, {}, "points"))
    assert [row[0].text for row in report.sheets[0].rows] == ["Tactical Squad"]
    assert "Without points: Vindicator." in report.notes
    assert "has no points" not in str(report)


@pytest.mark.parametrize(
    ("lost", "below"),
    [
        ({}, "170 points"), ({"lost": "none"}, "170 points"), ({"target_lost": "2"}, "170 points"),
        ({"Lost": "6"}, "as listed: 170 points"),
    ],
)  # fmt: skip
def test_points_and_guns_of_who_has_losses_are_as_listed(lost, below):
    report = winners.comparison_report(compare([Candidate(SQUADS[0])], units("orks::Lootas"), lost))
    assert report.sheets[0].rows[0][0].below.startswith(below)
    assert ("of each attacker" in str(report)) == ("Lost" in lost)
    both = {"lost": "6", "target_lost": "2 Lootas"}
    told = str(winners.comparison_report(compare([Candidate(SQUADS[0])], units("orks::Lootas"), both)))
    assert "Lost before, as you say: 6 of each attacker; 2 Lootas of each target." in told


def test_that_no_marker_scatters_is_said_once_unless_somebody_says_who_is_under_it():
    tank, targets = [Candidate(units("ultramarines::Vindicator")[0])], units("ultramarines::Vindicator", "orks::Lootas")
    words = "No scatter is rolled: under each marker are as many as is usual (demolisher cannon)."
    assert str(winners.comparison_report(compare(tank, targets, {}))).count(words) == 2  # on the screen and in files
    assert "scatter" not in str(winners.comparison_report(compare(tank, targets, {"under": "0"})))


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


@pytest.mark.slow
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
            words.startswith(f"{winners.fact_words(fact.key, found.answers.names)}: ") and fact.value in words
            for words in found.left_out
        )


@pytest.mark.slow
def test_each_change_is_what_the_odds_say_with_that_fact():
    found = with_facts(SQUADS, GUARD)
    assert found.changes
    for change in found.changes:
        for value in change.values:
            target = GUARD[change.target]
            chances = values_of(SQUADS, target, **{change.key: value})
            assert max(chances) == pytest.approx(chances[change.after])
            assert chances[change.before] < chances[change.after]
        first = values_of(SQUADS, target, **{change.key: change.values[0]})
        assert change.value_after == pytest.approx(first[change.after])
        assert change.value_before == pytest.approx(first[change.before])


@pytest.mark.slow
def test_no_change_is_missed():
    """Every distance that is tried, against all squads at all targets."""
    found = with_facts(SQUADS[:2], GUARD)
    told = {(value, change.target) for change in found.changes if change.key == "distance" for value in change.values}
    for at, target in enumerate(GUARD):
        base = values_of(SQUADS[:2], target)
        for inches in winners.DISTANCES:
            now = values_of(SQUADS[:2], target, distance=inches)
            if max(base) < 0.05 or max(now) < 0.05 or abs(now[0] - now[1]) <= 1e-9:
                continue
            if base.index(max(base)) != now.index(max(now)) and abs(base[0] - base[1]) > 1e-9:
                assert (inches, at) in told


def test_a_fact_that_was_said_is_not_tried():
    found = compare([*map(Candidate, SQUADS)], GUARD, {"distance": "12"})
    assert "distance" not in {fact.key for fact in winners.facts_to_try(found, {"distance": "12"})}


def test_one_line_alone_has_no_rival():
    assert not winners.facts_to_try(compare([Candidate(SQUADS[0])], GUARD, {}), {})


def cells_of(*values):
    return tuple((AttackCell(averages(value, value, value), value),) for value in values)


@pytest.mark.parametrize(("theirs", "told"), [(False, 1), (True, 0)])
def test_nobody_defends_himself_to_his_own_harm(theirs, told):
    """A save that only makes it worse for the defender is his to choose: that it changes the winner is nothing to tell."""
    lines, targets = (Candidate(SQUADS[0]), Candidate(SQUADS[1])), TARGETS[:1]
    found = Comparison("kill", lines, targets, cells_of(0.3, 0.2), ((0,),), ("kill",))
    fact = FactValue("save", "worst", theirs)
    assert len([*changes_of(found, {fact: cells_of(0.35, 0.5)}, {})]) == told
    assert len([*changes_of(found, {fact: cells_of(0.05, 0.1)}, {})]) == 1  # it helps him: he may well


def test_of_several_modes_the_one_that_does_most_by_what_is_compared():
    line = Candidate(SQUADS[0], "gun", ("one", "other"))
    one = AttackCell(averages(0.6, 1.0, 1.0), fired=("one",))
    modes = [[cell_of([one, AttackCell(averages(0.1, 4.0, 9.0), fired=("other",))])]]
    assert judged_lines("kill", [line], TARGETS[:1], modes).cells[0][0].mode == "one"
    assert judged_lines("share", [line], TARGETS[:1], modes).cells[0][0].mode == "other"


def judged_at_guardsmen(what, *chances_and_damage, **more):
    """Squads with these chances to destroy ten Guardsmen and this damage to them, judged by one measure."""
    (target,) = units("40k-7e/targets::Guardsmen")
    lines = [Candidate(SQUADS[0])] * len(chances_and_damage)
    cells = [[AttackCell(averages(chance, damage, damage))] for chance, damage in chances_and_damage]
    return judged_lines(what, lines, [target], cells, **more)


def test_kill_falls_back_to_share_where_nobody_is_likely_to_destroy_it():
    """The rule is one for all attacks at a target: 5% of anybody is enough for everybody."""
    assert judged_at_guardsmen("kill", (0.05, 1.0), (0.0, 9.0)).measures == ("kill",)
    assert judged_at_guardsmen("kill", (0.05, 1.0), (0.0, 9.0)).best == ((0,),)
    found = judged_at_guardsmen("kill", (0.0499, 1.0), (0.0, 9.0))
    assert (found.measures, found.best) == (("share",), ((1,),))
    assert [row[0].value for row in found.cells] == pytest.approx([0.1, 0.9])


def test_a_map_has_one_measure_and_no_best_where_nobody_is_likely_to_destroy_it():
    found = judged_at_guardsmen("kill", (0.0499, 1.0), (0.0, 9.0), falls_back=False)
    assert (found.measures, found.best) == (("kill",), ((),))


@pytest.mark.parametrize("what", ["kill", "share", "mean"])
def test_nobody_is_the_best_below_5_percent(what):
    assert judged_at_guardsmen(what, (0.0, 0.49), (0.0, 0.1)).best == ((),)
    assert judged_at_guardsmen(what, (0.0, 0.5), (0.0, 0.1)).best == ((0,),)


def test_the_sheet_says_where_kill_fell_back_and_heads_name_the_measure():
    tactical, bolter = units("ultramarines::Tactical"), units("ultramarines::Tank Killers")
    found = compare([*map(Candidate, (*tactical, *bolter))], units("orks::Trukk", "orks::Lootas"), {"distance": "24"})
    assert found.measures == ("kill", "share")
    report = winners.comparison_report(found)
    assert [column.title for column in report.sheets[0].columns] == ["", "Trukk", "Lootas (share)"]
    told = "Nobody is 5% likely to destroy Lootas: the figures there are the share that is lost."
    assert told in report.sheets[0].notes
    assert winners.comparison_document(found, {})["measures"] == ["kill", "share"]


def test_a_fact_is_told_in_the_measure_that_it_makes():
    """Where somebody gets a fair chance by the fact, it is a chance; where nobody has one, it is a share."""
    lines, targets = [Candidate(SQUADS[0]), Candidate(SQUADS[1])], units("40k-7e/targets::Guardsmen")
    likely = tuple((AttackCell(averages(chance, 9.0 - at, 9.0 - at)),) for at, chance in enumerate((0.3, 0.2)))
    unlikely = tuple((AttackCell(averages(0.02 - at / 100, 2.0 + at, 2.0 + at)),) for at in range(2))
    as_it_is = judged_lines("kill", lines, targets, likely)
    found = Comparison("kill", tuple(lines), tuple(targets), as_it_is.cells, as_it_is.best, as_it_is.measures)
    (change,) = changes_of(found, {FactValue("save", "good", True): unlikely}, {})
    assert (change.what, change.value_before, change.value_after) == ("share", 0.2, 0.3)
    assert "(30.0% lost on average), not" in compared.fact_text(found.but(changes=(change,)), "save", ("good",))
    low = judged_lines("kill", lines, targets, unlikely)
    found = found.but(cells=low.cells, best=low.best, measures=low.measures)
    (change,) = changes_of(found, {FactValue("save", "worst"): likely}, {})
    assert (change.what, change.value_before, change.value_after) == ("kill", 0.2, 0.3)
    assert not [*changes_of(found, {FactValue("save", "worst", True): likely}, {})]  # to his own harm


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


@pytest.mark.slow
def test_changes_that_do_not_show_are_not_told():
    found = with_facts(SQUADS, GUARD)
    small = found.changes[0].but(value_before=0.1, value_after=0.1004)
    assert compared.visible_changes(found.but(changes=(small, small.but(value_after=0.2)))) == [
        small.but(value_after=0.2)
    ]


def test_one_sentence_for_each_fact_names_two_targets_and_counts_the_others():
    found = compare([*map(Candidate, SQUADS)], GUARD, {})
    change = DecidingFact("cover", ("4+", "3+"), 0, before=0, after=1, value_before=0.1, value_after=0.25)
    said = compared.fact_text(found.but(changes=tuple(change.but(target=at) for at in range(3))), "cover", ("4+", "3+"))
    assert said == (
        "If cover of the target is 4+ or 3+: best at Guardsmen is Devastator Squad (25.0%), not Tactical Squad (10.0%); "
        "best at Terminators is Devastator Squad (25.0%), not Tactical Squad (10.0%); and at 1 more."
    )


def test_cells_without_numbers_do_not_win():
    lines = [Candidate(SQUADS[0]), Candidate(SQUADS[1])]
    cells = [[AttackCell(compared_chance(why))] for why in ("out of range", "")]
    found = judged_lines("kill", lines, TARGETS[:1], cells)
    assert found.cells[0][0].value is None
    assert found.best == ((1,),)


def compared_chance(why):
    return AttackResult(why_not=why) if why else averages(0.5, 1.0, 1.0)


@pytest.mark.slow
def test_who_has_fallen_is_in_no_name():
    (squad, other), (boyz,) = units("vanguard::Intercessor", "vanguard::Hellblaster"), units("deffskulls::Boyz")
    names, fallen = ("Intercessor Squad with Lieutenant", "Boyz with Painboy"), {"target_lost": "warboss dead"}
    given = {"lost": "captain dead", "distance": "12"} | fallen
    found = compare([Candidate(squad), Candidate(other)], [boyz], given)
    assert found.lines[0].title == names[0]
    assert found.lines[1].title == "Hellblaster Squad"  # it has no Captain, as its cell says
    assert "no “captain”" in found.cells[1][0].result.why_not
    assert found.targets[0].as_one.name == names[1]
    own = {"lost@1": "captain dead", "distance": "40"} | fallen
    with pytest.raises(InputError, match=rf"^{names[0]}: {names[0]} \(@1\): {names[0]} cannot shoot at {names[1]}: "):
        need([squad, other], boyz, own, 0.1)
    needed = need([squad, other], boyz, own | {"distance": "12"}, 0.1)
    assert (needed.names[0], needed.target.name) == names
    whole = worked_out(of_sides(squad, boyz, given))
    assert (whole.attacker, whole.target) == names
