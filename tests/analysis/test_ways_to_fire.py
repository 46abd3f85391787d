"""Units fire the modes that do most: target by target, never less than proposed, and always as a player may choose."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest

from shoot_cli import api
from shoot_cli.analysis import grid, ways_to_fire
from shoot_cli.analysis.compare import compare, comparison_document, comparison_report
from shoot_cli.analysis.compared_lines import Candidate, FiredRow, cost_lines, lines_of
from shoot_cli.analysis.grid import SharedTime, ruleset_of
from shoot_cli.analysis.matchup import matchup, matrix_of, records
from shoot_cli.analysis.need import need
from shoot_cli.analysis.several_attackers import attacker_tasks
from shoot_cli.analysis.single_attack import mode_word, modes_of, of_sides, rows_of, with_modes, worked_out
from shoot_cli.analysis.ways_to_fire import AttackCell, better_modes, together, value_of, ways_in
from shoot_cli.engine.reasons import BadAnswer, InputError
from shoot_cli.importing.list_files import attack_side
from tests.analysis.random_sides import units
from tests.helpers.each import each
from tests.helpers.samples import first

# Units with modes, and targets at which different modes are best.
ARMED = {
    "2e": (["macragge_column::Tactical"], ["40k-2e/targets::Rhino", "40k-2e/targets::Goff Boyz"]),
    "7e": (["ultramarines::Devastator", "tau::Hammerhead"], ["40k-7e/targets::Rhino", "40k-7e/targets::Guardsmen"]),
    "10e": (
        ["adeptus-astartes::Hellblaster", "imperium::Cadian Shock"],
        ["40k-10e/targets::Rhino", "40k-10e/targets::Boyz"],
    ),
    "11e": (["deffskulls::Killa Kans", "vanguard::Hellblaster"], ["40k-11e/targets::Rhino", "40k-11e/targets::Boyz"]),
}
DUO = """
ruleset: 40k-10e
name: Duos
weapons:
  duo:
    modes:
      a: {range: 24, A: 1, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Rapid Fire 1]}
      b: {range: 18, A: 1, BS: 3+, S: 9, AP: -4, D: D6, abilities: [Melta 4]}
units:
  - {name: Duo, keywords: [Infantry], models: [{name: A, count: 4, T: 4, Sv: 3+, W: 2, weapons: [duo]}]}
"""
HELLBLASTERS = units("adeptus-astartes::Hellblaster")
RHINO, BOYZ = units("40k-10e/targets::Rhino", "40k-10e/targets::Boyz")


def of_line(text, role):
    return attack_side(text, "40k-10e", role)


def as_said(side, target, cell, **said):
    """The odds of a cell, with its modes and distance as somebody would type them."""
    modes = {"mode": cell.mode} if cell.mode else {}
    return worked_out(of_sides(side, target, {**said, **modes, "distance": f"{cell.distance:g}"}))


@pytest.mark.parametrize(("what", "edition"), first(4, [(what, short) for what in ("kill", "mean") for short in ARMED]))
def test_a_unit_fires_the_best_of_its_modes_at_each_target(edition, what):
    sides, targets = units(*ARMED[edition][0]), units(*ARMED[edition][1])
    found = compare([*map(Candidate, sides)], targets, {}, what)
    fired = set()
    for side, row in zip(sides, found.cells, strict=True):
        for at, cell in enumerate(row):
            values = []
            for modes in product(*modes_of(side.as_one).values()):
                names = tuple(mode.name for mode in modes)
                with suppress(BadAnswer, InputError):  # out of range
                    one = as_said(side, targets[at], AttackCell(cell.result, fired=names, distance=cell.distance))
                    values.append(value_of(found.measures[at], ruleset_of(side), one, side.as_one, targets[at].as_one))
            assert cell.value == pytest.approx(max(values), abs=1e-9)
            assert as_said(side, targets[at], cell).average("damage") == pytest.approx(cell.result.average("damage"))
            fired.add(cell.fired)
    assert len(fired) > 1


def test_what_odds_say_of_the_modes_that_were_fired_is_what_the_cell_says():
    found = compare([*map(Candidate, HELLBLASTERS)], [RHINO, BOYZ], {})
    for target, cell in zip((RHINO, BOYZ), found.cells[0], strict=True):
        alone = as_said(HELLBLASTERS[0], target, cell)
        assert (cell.result.destroyed, cell.result.slain) == (alone.destroyed, alone.slain)
    by_number = {"firing": "10 plasma incinerator (supercharge)", "distance": "24"}
    assert found.cells[0][0].value == worked_out(of_sides(HELLBLASTERS[0], RHINO, by_number)).destroyed > 0.3
    assert comparison_document(found, {})["rows"][0]["cells"][0]["mode"] == "plasma incinerator (supercharge)"


def test_the_notes_name_the_modes_by_target_and_what_they_cost():
    shooters = units("adeptus-astartes::Hellblaster", "adeptus-astartes::Terminator Assault")
    notes = comparison_report(compare([*map(Candidate, shooters)], [RHINO, BOYZ], {})).sheets[0].notes
    assert (
        "Fired in the mode that does most. plasma incinerator: supercharge; cyclone missile launcher: krak at Rhino, else "
        "frag."
    ) in notes
    assert "Mind, Hazardous: plasma incinerator (supercharge)." in notes
    row = FiredRow("Hellblasters", HELLBLASTERS[0].as_one, compare([Candidate(HELLBLASTERS[0])], [RHINO], {}).cells[0])
    assert cost_lines([row]) == ["Mind, Hazardous: plasma incinerator (supercharge)."]
    nothing_done = [cell.but(value=0.0) for cell in row.cells]
    assert cost_lines([row._replace(cells=nothing_done)]) == []
    combi = compare([*map(Candidate, units("orks::Warboss"))], units("40k-7e/targets::Rhino"), {"distance": "12"})
    assert "Mind, One Use Only: kombi-rokkit (rokkit launcha)." in comparison_report(combi).sheets[0].notes


def test_no_mode_is_named_of_a_gun_that_does_not_fire():
    """A sergeant's plasma pistol has modes, and stays in its holster beside rifles."""
    found = compare([*map(Candidate, HELLBLASTERS)], [RHINO], {"distance": "10"})
    (cell,) = found.cells[0]
    assert len(cell.fired) == 2
    assert (cell.deciding_modes, cell.mode) == (cell.fired[:1], "plasma incinerator (supercharge)")
    assert comparison_document(found, {})["rows"][0]["cells"][0]["mode"] == cell.mode
    assert not any("pistol" in note for note in comparison_report(found).sheets[0].notes if "mode" in note)
    near = compare([*map(Candidate, HELLBLASTERS)], [RHINO], {"engaged": "yes"}).cells[0][0]
    assert (near.deciding_modes, near.mode) == (near.fired[1:], "plasma pistol (supercharge)")


def test_every_reason_of_its_modes_is_told(tmp_path):
    (tmp_path / "reasons.yaml").write_text(REASONS)
    lines, said = [*units(f"{tmp_path}/reasons.yaml::Duo")], {"distance": "24", "target_engaged": "yes"}
    found = compare(lines_of([*lines, *HELLBLASTERS], "weapon", [RHINO], said), [RHINO], said)
    notes = comparison_report(found).sheets[0].notes
    why = 'out of range (18") (10E-TGT-2); Blast is never fired at a unit locked in combat with your army (10E-WPN-BLAST-3)'
    assert f"No numbers for Duo: duo at Rhino: {why}." in notes


REASONS = """
ruleset: 40k-10e
name: Two reasons
weapons:
  duo:
    modes:
      lobbed: {range: 18, A: 2, BS: 3+, S: 4, AP: 0, D: 1}
      burst: {range: 48, A: D6, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Blast]}
  rifle: {range: 48, A: 2, BS: 3+, S: 4, AP: 0, D: 1}
units:
  - {name: Duo, keywords: [Vehicle], models: [{name: A, T: 9, Sv: 3+, W: 12, weapons: [duo, rifle]}]}
"""


@pytest.mark.parametrize(
    ("said", "mode"),
    [
        ({"mode": "standard"}, "plasma incinerator (standard)"),
        ({"mode:plasma incinerator": "standard"}, "plasma incinerator (standard)"),
        ({"Mode": "Plasma Incinerator (Standard)"}, "plasma incinerator (standard)"),
    ],
)
def test_a_mode_that_was_said_is_fired_and_no_other(said, mode):
    (cell,) = compare([*map(Candidate, HELLBLASTERS)], [RHINO], said).cells[0]
    assert not cell.ways
    alone = worked_out(of_sides(HELLBLASTERS[0], RHINO, {"firing": f"10 {mode}", "distance": "24"}))
    assert cell.result.slain == alone.slain


@pytest.mark.parametrize(
    "said", [{"weapon": "bolt pistol", "distance": "10"}, {"firing": "3 plasma incinerator (standard)"}]
)
def test_where_it_was_said_what_fires_no_mode_is_chosen(said):
    assert not compare([*map(Candidate, HELLBLASTERS)], [RHINO], said).cells[0][0].ways


def test_modes_that_no_weapon_has_are_refused_and_those_of_others_are_left_to_them():
    with pytest.raises(
        InputError, match="mode=supercarge: Hellblaster Squad has no such mode; it has standard, supercharge"
    ):
        of_sides(HELLBLASTERS[0], RHINO, {"mode": "supercarge"})
    with pytest.raises(InputError, match="mode:melta gun: Hellblaster Squad has no melta gun with modes"):
        of_sides(HELLBLASTERS[0], RHINO, {"mode:melta gun": "standard"})
    with pytest.raises(InputError, match="mode=standard, supercharge: plasma incinerator fires in one mode; say one"):
        of_sides(HELLBLASTERS[0], RHINO, {"mode": "standard, supercharge"})
    both = units("adeptus-astartes::Hellblaster", "adeptus-astartes::Eradicator")
    found = compare([*map(Candidate, both)], [RHINO], {"mode": "standard"})
    assert [cell.result.why_not for (cell,) in found.cells] == ["", ""]


def test_each_of_several_modes_that_were_said_is_of_somebody():
    """Half an answer counted, and nobody was told that the other half meant nothing."""
    havocs, marines = units("chaos::Havocs", "chaos::Plague Marines")
    with pytest.raises(InputError, match="mode=banana: Havocs has no such mode; it has frag, krak, standard, super"):
        of_sides(havocs, RHINO, {"mode": "standard, banana"})
    with pytest.raises(InputError, match="mode:plasma gun=krak: Havocs has no such mode; it has standard, supercharge"):
        of_sides(havocs, RHINO, {"mode:plasma gun": "standard, krak"})
    nobody = "mode=banana: these units have no such mode; they have frag, krak, standard, supercharge"
    said = {"mode": "standard, krak", "distance": "12"}
    for given in (said | {"mode": "krak, banana"}, {"mode": "banana"}):
        for refused in (
            lambda given: compare([Candidate(havocs), Candidate(marines)], [RHINO], given),
            lambda given: matchup([havocs], [marines], given),
            lambda given: attacker_tasks([havocs, marines], RHINO, given),
            lambda given: [*records(matrix_of([havocs, marines], [RHINO], given))],
            lambda given: api.compare(["chaos::Havocs", "chaos::Plague Marines"], "targets::Rhino", answers=given),
        ):
            with pytest.raises((InputError, api.ShootError), match=nobody):
                refused(given)
    found = compare([Candidate(marines), Candidate(havocs)], [RHINO], said)
    assert not found.answers.unused, "krak is the other unit's"
    assert not any(cell.fired for (cell,) in found.cells), "no mode is left to choose"
    tasks = attacker_tasks([marines, havocs], RHINO, said).tasks
    for (cell,), side, own, task in zip(found.cells, (marines, havocs), ("standard", said["mode"]), tasks, strict=True):
        alone = worked_out(of_sides(side, RHINO, said | {"mode": own}))
        assert cell.result.damage == worked_out(task).damage == alone.damage


def test_questions_list_the_modes_and_take_the_usual_one():
    (havocs,) = units("chaos::Havocs")
    rows = {row["key"]: row for row in rows_of(of_sides(havocs, RHINO, {}))}
    assert rows["mode:plasma gun"]["values"] == ["as proposed", "standard", "supercharge"]
    assert rows["mode:plasma gun"]["default"] == "as proposed"
    assert "mode:havoc lascannon" not in rows
    said = of_sides(havocs, RHINO, {"mode:plasma gun": "As Proposed", "mode:havoc missile launcher": "krak"})
    assert worked_out(said).damage == worked_out(of_sides(havocs, RHINO, {"mode": "krak"})).damage


@pytest.mark.slow
def test_who_has_no_such_mode_fires_as_without_it_and_is_named():
    """A unit with other modes is no worse off than a unit without any."""
    sides = units(
        "adeptus-astartes::Hellblaster", "adeptus-astartes::Terminator Assault", "adeptus-astartes::Eradicator"
    )
    lines = [*map(Candidate, sides)]
    said, plain = (compare(lines, [RHINO], answers) for answers in ({"mode": "standard"}, {}))
    assert said.cells[0][0].value < plain.cells[0][0].value
    assert [row[0].value for row in said.cells[1:]] == [row[0].value for row in plain.cells[1:]]
    assert said.cells[1][0].mode == "cyclone missile launcher (krak)"
    told = "No such mode: Terminator Assault Force, Eradicator Squad. They fire what they have."
    assert told in comparison_report(said).sheets[0].notes
    needed = need(sides, RHINO, {"mode": "standard"}, 0.99)
    assert needed.standing.endswith(told)
    assert needed.together.destroyed < need(sides, RHINO, {}, 0.99).together.destroyed
    with pytest.raises(InputError, match=r"ha(s|ve) no such mode"):
        need(sides, RHINO, {"mode": "supercarge"}, 0.99)
    with pytest.raises(InputError, match=r"ha(s|ve) no such mode"):
        compare(lines, [RHINO], {"mode": "supercarge"})


def test_a_mode_that_does_not_reach_is_not_tried():
    (gitz,) = units("deffskulls::Flash Gitz")
    (boyz,) = units("40k-11e/targets::Boyz")
    far = compare([Candidate(gitz)], [boyz], {}).cells[0][0]
    assert (far.distance, far.ways) == (36.0, ())
    assert len(compare([Candidate(gitz)], [boyz], {"distance": "12"}).cells[0][0].ways) == 2


def test_many_modes_are_tried_one_weapon_at_a_time_and_then_together(monkeypatch):
    """It finds the same modes here as all combinations do, and never does less than what is proposed."""
    (squad,) = units("imperium::Cadian Shock")
    (terminators,) = units("40k-10e/targets::Terminator")
    for target in (RHINO, BOYZ, terminators):
        every = compare([Candidate(squad)], [target], {}, "mean").cells[0][0]
        assert len(every.ways) == 4
        monkeypatch.setattr(ways_to_fire, "MOST_TOGETHER", 1)
        found = compare([Candidate(squad)], [target], {}, "mean").cells[0][0]
        monkeypatch.undo()
        assert found.ways[0].fired == ()
        assert found.value == pytest.approx(every.value)
        assert found.value >= found.ways[0].value


def test_modes_that_do_as_much_as_the_proposed_ones_are_not_better(tmp_path):
    (tmp_path / "near.yaml").write_text(FRESH)
    (trio,) = units(f"{tmp_path}/near.yaml::Trio")
    names = [mode.name for modes in modes_of(trio.as_one).values() for mode in modes]
    usual = AttackCell(worked_out(of_sides(trio, RHINO, {})), 0.5)
    assert together(trio.as_one, [usual, *(usual.but(fired=(name,)) for name in names)]) == ()
    assert len(together(trio.as_one, [usual, *(usual.but(fired=(name,), value=0.6) for name in names)])) == 2


def test_a_unit_for_whose_modes_no_time_was_left_is_named():
    time = SharedTime(10)
    calls = []
    time.is_over = lambda: calls.append(1) or len(calls) > 1
    time.left = lambda: 0.0 if len(calls) > 1 else 10.0
    found = compare([*map(Candidate, HELLBLASTERS)], [RHINO], {}, time=time, strict=False)
    assert found.cells[0][0].mode == "plasma incinerator (standard)"
    assert "Not every mode was tried in time: Hellblaster Squad." in comparison_report(found).sheets[0].notes


def test_all_commands_fire_the_same_modes():
    targets = [RHINO, BOYZ]
    found = compare([*map(Candidate, HELLBLASTERS)], targets, {"distance": "20"}, "share")
    back = matchup(targets, HELLBLASTERS, {"distance": "20"}).back
    assert [cell.mode for cell in back.cells[0]] == [cell.mode for cell in found.cells[0]]
    (some,) = records(matrix_of(HELLBLASTERS, targets, {"distance": "20"}))
    assert [record["mode"] for record in some] == [cell.mode for cell in found.cells[0]]
    assert [record["share"] for record in some] == pytest.approx([cell.value for cell in found.cells[0]])
    assert need(HELLBLASTERS, RHINO, {"distance": "20"}, 0.01).sets[0].destroyed == pytest.approx(some[0]["destroyed"])


def test_the_side_with_modes_is_the_same_unit_but_for_them():
    side = with_modes(HELLBLASTERS[0], ("plasma incinerator (supercharge)",))
    assert [mode.name for mode in modes_of(side.as_one, several=False)["plasma incinerator"]] == [
        "plasma incinerator (supercharge)"
    ]
    assert len(modes_of(side.as_one)["plasma pistol"]) == 2
    assert with_modes(HELLBLASTERS[0], ()) == HELLBLASTERS[0]
    assert mode_word("plasma incinerator (supercharge)", "plasma incinerator") == "supercharge"


@pytest.mark.slow
def test_facts_are_tried_in_every_mode():
    """A mode that is worse as it is may be the best with a fact, so a fact may not fix the mode."""
    from shoot_cli.analysis.compare import facts_to_try, with_facts

    both = units("adeptus-astartes::Hellblaster", "adeptus-astartes::Predator Annihilator")
    found = compare([*map(Candidate, both)], [RHINO], {})
    told = with_facts(found, facts_to_try(found, {}), {})
    (change,) = [one for one in told.changes if (one.key, one.values) == ("stationary", ("yes",))] or [None]
    for one in told.changes:
        line = both[one.after]
        best = max(
            (
                grid.result_at(
                    with_modes(line, cell.fired), RHINO, {one.key: one.values[0], "distance": f"{cell.distance:g}"}, 5
                )
                for cell in ways_in(found.cells[one.after][0])
            ),
            key=lambda result: result.destroyed,
        )
        if one.what == "kill" and one.key != "distance":
            assert one.value_after == pytest.approx(best.destroyed)
    assert change is None or change.value_after > change.value_before


FRESH = """
ruleset: 40k-10e
name: Near and far
weapons:
  duo:
    modes:
      far: {range: 36, A: 1, BS: 3+, S: 5, AP: 0, D: 1}
      near: {range: 12, A: 1, BS: 3+, S: 12, AP: -4, D: D6}
  trio:
    modes:
      weak: {range: 36, A: 1, BS: 3+, S: 3, AP: 0, D: 1}
      still: {range: 36, A: 4, BS: 6+, S: 9, AP: -3, D: 3, abilities: [Heavy, Hazardous]}
      sure: {range: 36, A: 1, BS: 2+, S: 9, AP: -3, D: 3}
  other:
    modes:
      weak: {range: 36, A: 1, BS: 3+, S: 3, AP: 0, D: 1}
      still: {range: 36, A: 4, BS: 6+, S: 9, AP: -3, D: 3, abilities: [Heavy, Hazardous]}
      sure: {range: 36, A: 1, BS: 2+, S: 9, AP: -3, D: 3}
  gun: {range: 48, A: 3, BS: 3+, S: 12, AP: -3, D: D6+1}
units:
  - {name: Duo, keywords: [Infantry], models: [{name: A, count: 4, T: 4, Sv: 3+, W: 2, weapons: [duo]}]}
  - {name: Trio, keywords: [Infantry], models: [{name: A, count: 2, T: 4, Sv: 3+, W: 2, weapons: [trio, other]}]}
  - {name: Tank, keywords: [Vehicle], models: [{name: T, T: 10, Sv: 3+, W: 11, weapons: [gun]}]}
"""


@pytest.mark.slow
@pytest.mark.parametrize(("who", "key", "value", "fired"), [
    ("Duo", "distance", "12", ("duo (near)",)),  # out of reach from where it stands
    ("Trio", "stationary", "yes", ("trio (still)", "other (still)")),  # many modes: each alone, then together
])  # fmt: skip
def test_a_fact_is_tried_in_the_modes_that_are_best_with_it(tmp_path, who, key, value, fired):
    from shoot_cli.analysis.compare import facts_to_try, with_facts

    (tmp_path / "near.yaml").write_text(FRESH)
    lines = [Candidate(*units(f"{tmp_path}/near.yaml::{name}")) for name in (who, "Tank")]
    found = compare(lines, [RHINO], {}, "mean")
    assert found.best == ((1,),)
    (change,) = [one for one in with_facts(found, facts_to_try(found, {}), {}).changes if one.key == key]
    said = {key: value, **({} if key == "distance" else {"distance": "36"})}
    alone = worked_out(of_sides(with_modes(lines[0].side, fired), RHINO, said))
    assert (change.after, value in change.values) == (0, True)
    assert change.value_after == pytest.approx(alone.average("damage"))


# One attack, and one re-roll ------------------------------------------------------------------------------------------


def test_odds_name_the_modes_that_do_more_than_the_proposed_ones():
    task = of_sides(HELLBLASTERS[0], RHINO, {})
    words = better_modes(task, worked_out(task), None)
    assert words == (
        "Fired as proposed (plasma incinerator: standard). Other modes (Hazardous) do more: destroyed 30.7%, 6.93 wounds lost on average, with --set "
        '"mode=plasma incinerator (supercharge)".'
    )
    said = worked_out(of_sides(HELLBLASTERS[0], RHINO, {"mode": "plasma incinerator (supercharge)"}))
    assert (round(said.destroyed, 3), round(said.average("damage"), 2)) == (0.307, 6.93)
    chosen = of_sides(HELLBLASTERS[0], RHINO, {"mode": "plasma incinerator (supercharge)"})
    assert better_modes(chosen, worked_out(chosen), None) == ""
    proposed = "Fired as proposed (plasma incinerator: standard)."
    assert better_modes(task, worked_out(task), 0.0) == proposed  # no time
    few = of_sides(HELLBLASTERS[0], BOYZ, {"distance": "20"})
    assert better_modes(few, worked_out(few), None) == proposed


def test_modes_that_were_fired_as_proposed_are_not_worked_out_again(monkeypatch):
    tried = []
    monkeypatch.setattr(ways_to_fire, "worked_out", lambda one, **options: tried.append(one) or worked_out(one))
    task = of_sides(
        attack_side("vanguard::Hellblaster", None, "attacker"),
        attack_side("40k-11e/targets::Rhino", None, "target"),
        {},
    )
    found = worked_out(task)
    assert ways_to_fire.modes_fired(task.attacker, found) == {"plasma incinerator (standard)"}
    assert "supercharge" in better_modes(task, found, None)
    assert [str(one.attacker.models[0][0].weapons[0].name) for one in tried] == ["plasma incinerator (supercharge)"]


@pytest.mark.rule("10E-WPN-MELTA-1")
def test_at_half_range_each_mode_stands_at_half_of_its_own_range(tmp_path):
    """A mode that reaches less far counts what it has at half range, in every command."""
    (tmp_path / "duo.yaml").write_text(DUO, encoding="utf-8")
    (duo,), (car,) = units(f"{tmp_path / 'duo.yaml'}::Duo"), (of_line('1x "Car" T9 Sv3+ W10', "target"),)
    said = {"half_range": "all"}
    alone = worked_out(of_sides(duo, car, {**said, "mode": "b"}))
    ((cell,),) = compare([Candidate(duo)], [car], said).cells
    assert (cell.fired, cell.distance) == (("duo (b)",), 9.0)
    assert cell.result.average("damage") == pytest.approx(alone.average("damage"))
    needed = need([duo], car, said, chance=alone.destroyed - 1e-9)
    assert [one.destroyed for one in needed.sets] == [pytest.approx(alone.destroyed)]


@pytest.mark.rule("10E-EFF-35", "10E-ORD-2")
@pytest.mark.parametrize("who", ["Hammerhead Gunship", "Ion Hammerhead", "Gun Drone Hammerhead"])
@pytest.mark.parametrize("target", ["Custodian", "Terminator", "Rhino"])
def test_one_re_roll_of_a_unit_goes_first_to_the_gun_to_which_it_is_worth_most(who, target):
    """No other gun that fires first does more, and the players may say any order."""
    (tank,), (victim,) = units(f"tau-empire::{who}"), units(f"40k-10e/targets::{target}")
    proposed = worked_out(of_sides(tank, victim, {"distance": "18"})).average("damage")
    firsts = {}
    for name in dict.fromkeys(weapon.name for model, _ in tank.unit.models for weapon in model.weapons):
        with suppress(BadAnswer, InputError):  # a mode that is not fired
            firsts[name] = worked_out(of_sides(tank, victim, {"distance": "18", "group_order": name})).average("damage")
    assert len(firsts) > 1
    assert proposed == pytest.approx(max(firsts.values()), abs=1e-9)
    assert proposed > min(firsts.values())


@pytest.mark.rule("10E-EFF-35", "10E-ORD-2", "11E-ATK-1")
@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_a_listed_order_is_that_of_the_list_and_what_is_proposed_can_be_said(edition):
    guns = '1x "R" A2 BS3+ S4 AP-1 D1 "carbine" + 1x "G" A1 BS3+ S12 AP-4 D6 "rail" [unit: re-roll one hit roll]'
    tank, victim = (
        attack_side(guns, f"40k-{edition}", "attacker"),
        attack_side("1x T10 Sv3+ W12", f"40k-{edition}", "target"),
    )

    def does(**said):
        return worked_out(of_sides(tank, victim, said))

    proposed, listed, named = does(), does(group_order="listed"), does(group_order="carbine, rail")
    assert listed.average("damage") == named.average("damage") < proposed.average("damage")
    assert proposed.answers.assumed["group_order"] == "for the re-roll"
    said = does(group_order=proposed.answers.assumed["group_order"])
    assert (said.average("damage"), said.answers.unused) == (proposed.average("damage"), {})


@pytest.mark.rule("10E-EFF-35", "10E-ORD-2")
def test_at_models_of_several_kinds_the_listed_order_stays():
    """A heavy gun that goes first for its re-roll would hit the small ones: the unit would be worse for its ability."""
    rifles, rail = '8x "R" A1 BS3+ S4 AP-1 D1 "rifle"', '1x "G" A1 BS3+ S12 AP-4 D6 "rail"'
    target = of_line('3x T4 Sv5+ W1 + 1x "Big" T4 Sv5+ W6', "target")
    able, unable = (of_line(f"{rifles}{it} + {rail}", "attacker") for it in (" [unit: re-roll one hit roll]", ""))
    proposed = worked_out(of_sides(able, target, {})).average("damage")
    said = worked_out(of_sides(able, target, {"group_order": "rifle, rail"})).average("damage")
    assert proposed == pytest.approx(said)
    assert proposed > worked_out(of_sides(unable, target, {})).average("damage")


def test_the_notes_say_to_whom_the_one_re_roll_goes():
    tanks = units("tau-empire::Hammerhead Gunship", "tau-empire::Broadside Battlesuits")
    notes = comparison_report(compare([*map(Candidate, tanks)], [RHINO], {})).sheets[0].notes
    assert (
        "At models that are alike the one re-roll of a unit goes first to the gun to which it is worth most: Hammerhead Gunship."
        in notes
    )


MIXED = "2x INF armour 5 integrity 2 + 3x AV armour 1 integrity 2"
GUNS = "5x AP4 AT3 range 12 + 2x AP2 AT5 range 12"


@pytest.mark.rule("RH-HIT-1")
def test_values_are_modes_at_a_formation_of_several_types():
    """Every combination of AP and AT is tried; a formation of one type is fired at as is proposed."""
    shooter, mixed = attack_side(GUNS, "reikhammer", "attacker"), attack_side(MIXED, "reikhammer", "target")
    infantry = attack_side("4x INF armour 5 integrity 2", "reikhammer", "target")
    found = compare([Candidate(shooter)], [mixed, infantry], {"distance": "6"}, "mean")
    cell, plain = found.cells[0]
    values = {
        (one, other): worked_out(
            of_sides(shooter, mixed, {"value:AP4 AT3": one, "value:AP2 AT5": other, "distance": "6"})
        ).average("damage")
        for one, other in product(("AP", "AT"), repeat=2)
    }
    assert cell.result.average("damage") == pytest.approx(max(values.values()))
    assert max(values.values()) > 1.2 * worked_out(of_sides(shooter, mixed, {"distance": "6"})).average("damage")
    assert (cell.mode, plain.mode) == ("AP4 AT3 (AT), AP2 AT5 (AT)", "")
    as_typed = worked_out(of_sides(shooter, mixed, {"mode": cell.mode, "distance": "6"}))
    assert as_typed.average("damage") == cell.result.average("damage")
    (line,) = [note for note in comparison_report(found).sheets[0].notes if "mode" in note]
    assert "AT at Target, else as proposed" in line or "as proposed at Target, else AT" in line


@pytest.mark.rule("RH-HIT-1")
@each(
    ("values", "types", "modes"),
    [
        ("AP4 AT3", "INF AV", ["AP", "AT"]),
        ("AP4 AT3", "INF INF", []),
        ("AP4 AT3", "INF LV", []),  # AP hurts both, and is higher
        ("AP3 AT4", "INF LV", ["AP", "AT"]),
        ("AP4 AT3 AA2", "INF AC", ["AP", "AA"]),
        ("AP4", "INF AV", []),
    ],
)
def test_a_value_that_is_no_better_anywhere_is_no_mode(values, types, modes):
    guns = attack_side(f"5x {values} range 12", "reikhammer", "attacker").unit
    target = attack_side(
        " + ".join(f"2x {type} armour 3 integrity 2" for type in types.split()), "reikhammer", "target"
    ).unit
    found = modes_of(guns, targets=[target])
    assert [mode_word(one.name, name) for name, every in found.items() for one in every] == modes


@pytest.mark.rule("RH-HIT-1")
def test_a_matrix_fires_the_best_value_and_never_less_than_what_is_proposed():
    shooter = attack_side("5x AP4 AT3 AA2 range 12", "reikhammer", "attacker")
    targets = [attack_side(line, "reikhammer", "target") for line in (MIXED, "2x AC armour 3 integrity 2")]
    cells = compare([Candidate(shooter)], targets, {"distance": "6"}, "share").cells[0]
    (found,) = records(matrix_of([shooter], targets, {"distance": "6"}))
    for record, cell in zip(found, cells, strict=True):
        assert record["damage"] == pytest.approx(cell.result.average("damage")) != 0
