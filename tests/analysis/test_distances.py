"""Where attackers stand in comparisons: as far away as all their main guns reach, which the head says."""

from __future__ import annotations

import pytest

from shoot_cli import api
from shoot_cli.analysis import compare as comparing
from shoot_cli.analysis.compare import compare, comparison_document, comparison_report
from shoot_cli.analysis.compared_lines import Candidate, lines_of
from shoot_cli.analysis.grid import ruleset_of
from shoot_cli.analysis.matchup import matchup, report
from shoot_cli.analysis.need import how_many, need, one_gun
from shoot_cli.analysis.ways_to_fire import ProposedDistances, greatest
from shoot_cli.engine.ruleset import Reach
from shoot_cli.importing.list_files import attack_side
from shoot_cli.rules import RULESETS
from tests.analysis.random_sides import units

GUN = '5x A1 BS3+ S9 AP-3 D2 36"'
RHINO = units("40k-10e/targets::Rhino")


def far_of(attacker, target, said=None):
    (side,), (victim,) = units(attacker), units(target)
    return ProposedDistances(ruleset_of(victim), said or {}).distance_of(side, victim)


@pytest.mark.rule("10E-TGT-2")
def test_it_stands_where_all_its_main_guns_reach_and_a_pistol_is_none():
    guns = [
        Reach("lascannon", "lascannon", 48.0),
        Reach("bolter", "bolter", 24.0),
        Reach("pistol", "pistol", 12.0, True),
    ]
    assert greatest(guns) == 24.0
    assert greatest(guns[:1] + guns[2:]) == 48.0
    assert greatest(guns[2:]) == 12.0  # it has nothing else
    assert greatest(guns, ["Lascannon"]) == 48.0
    assert greatest(guns, ["pistol"]) == 12.0
    assert greatest([Reach("flame", "gun", 12.0), Reach("bolt", "gun", 24.0)]) == 24.0  # modes of one gun
    assert greatest([]) is None


@pytest.mark.parametrize(
    ("attacker", "target", "inches"),
    [
        pytest.param("40k-7e/ultramarines::Tank Killers", "orks::Trukk", 24, marks=pytest.mark.rule("7E-WPN-5")),
        pytest.param("40k-7e/ultramarines::Flamer Squad", "orks::Trukk", 8, marks=pytest.mark.rule("7E-WPN-24")),
        pytest.param("40k-10e/adeptus-astartes::Hellblaster Squad", "40k-10e/targets::Boyz", 24, marks=pytest.mark.rule("10E-TGT-2")),
        pytest.param("40k-11e/vanguard::Whirlwind", "deffskulls::Gretchin", 72, marks=pytest.mark.rule("11E-TGT-2")),
        pytest.param("40k-2e/cadian_line::Flamer Squad", "goff_mob::Goff Boyz", 8, marks=pytest.mark.rule("2E-RNG-1")),
        pytest.param("40k-2e/cadian_line::Ratling Snipers", "goff_mob::Goff Boyz", 32, marks=pytest.mark.rule("2E-RNG-1")),
        pytest.param("40k-2e/craftworld_host::Dire Avengers", "goff_mob::Goff Boyz", 24, marks=pytest.mark.rule("2E-RNG-1")),
        pytest.param("40k-2e/craftworld_host::Falcon", "goff_mob::Goff Boyz", 24, marks=pytest.mark.rule("2E-SEQ-1")),
        pytest.param("blue_column::Sky Watch", "red_host::Ochre Levy", 12, marks=pytest.mark.rule("RH-ELIG-2")),
    ],
)  # fmt: skip
def test_where_units_of_the_lists_stand(attacker, target, inches):
    assert far_of(attacker, target) == inches


@pytest.mark.rule("RH-ELIG-2")
def test_a_barrage_is_no_main_gun_of_a_formation_and_weapons_of_assaults_fire_at_nobody():
    (side,), (victim,) = units("blue_column::Blue Battery"), units("red_host::Ochre Levy")
    ruleset, formation = ruleset_of(victim), side.as_one
    reaches = ruleset.reaches(formation, victim.as_one, ruleset.defaults())
    assert {one.weapon: (one.distance, one.aside) for one in reaches} == {
        "twin gun": (8, False),
        "howitzer": (30, True),
    }
    models = tuple(
        (model.but(weapons=tuple(gun.but(assault=gun.name == "twin gun") for gun in model.weapons)), n)
        for model, n in formation.models
    )
    (only,) = ruleset.reaches(formation.but(models=models), victim.as_one, ruleset.defaults())
    assert only.weapon == "howitzer"


@pytest.mark.rule("7E-WPN-24")
def test_a_template_reaches_as_far_as_the_group_plays():
    assert far_of("ultramarines::Flamer Squad", "orks::Trukk", {"template_reach": "10"}) == 10


@pytest.mark.rule("11E-LONE-1")
def test_a_lone_operative_is_shot_at_from_where_it_is_seen():
    shooters = units("deffskulls::Flash Gitz")
    targets = units("vanguard::Lieutenant with Combi-weapon", "vanguard::Infernus Squad")
    found = compare([*map(Candidate, shooters)], targets, {})
    assert [cell.distance for cell in found.cells[0]] == [12.0, 36.0]
    assert all(cell.value is not None for cell in found.cells[0])
    assert found.standing.endswith('12" at Lieutenant with Combi-weapon, seen from no farther.')


@pytest.mark.rule("10E-TGT-6")
def test_a_lone_operative_of_tenth_edition_too():
    (lone,) = api.compare(GUN, "1x T4 Sv3+ W4 [lone operative]", ruleset="10e").cells[0]
    assert lone.distance == 12.0
    (sure,) = api.compare(GUN, "1x T4 Sv3+ W4", ruleset="10e").cells[0]
    assert sure.distance == 36.0


@pytest.mark.rule("10E-OOP-1", "11E-SNAP-1", "10E-WPN-ASSAULT-1")
@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_they_stand_no_farther_than_they_may_fire(edition):
    """Overwatch reaches 24 inches, and after an Advance only Assault weapons fire."""
    both = f'{GUN} + 2x A1 BS3+ S4 AP0 D1 18" [assault]'

    def distance_of(guns, **said):
        ((cell,),) = api.compare(guns, "5x T4 Sv3+ W2", ruleset=edition, **said).cells
        assert not cell.why_not
        return cell.distance

    assert (distance_of(GUN), distance_of(GUN, overwatch="yes")) == (36.0, 24.0)
    assert (distance_of(both), distance_of(f"{GUN} [assault]", advanced="yes")) == (18.0, 36.0)
    far = f'{both} + 1x A1 BS3+ S4 AP0 D1 12"'
    assert (distance_of(far), distance_of(far, advanced="yes")) == (12.0, 18.0)
    free = f'{GUN} [shoots after advancing] + 5x A1 BS3+ S4 AP0 D1 12" [pistol, shoots after advancing]'
    assert (distance_of(free), distance_of(free, advanced="yes")) == (36.0, 36.0)


@pytest.mark.rule("10E-OOP-1")
def test_what_is_said_of_one_attack_does_not_move_another():
    shooter, victim = attack_side(GUN, "40k-10e", "attacker"), attack_side("5x T4 Sv3+ W2", "40k-10e", "target")
    proposed = ProposedDistances(ruleset_of(victim), {})
    reaction = (("overwatch", "yes"),)
    assert [proposed.distance_of(shooter, victim, said) for said in ((), reaction, ())] == [36.0, 24.0, 36.0]


@pytest.mark.rule("10E-TGT-2")
def test_each_weapon_stands_at_its_own_range_and_out_of_reach_it_does_nothing():
    lines = lines_of(units("adeptus-astartes::Hellblaster Squad"), "weapon", RHINO, {})
    fars = {line.weapon: row[0].distance for line, row in zip(lines, compare(lines, RHINO, {}).cells, strict=True)}
    assert fars == {"plasma incinerator": 24.0, "bolt pistol": 12.0, "plasma pistol": 12.0}
    said = compare(lines, RHINO, {"distance": "20"})
    reaching = {line.weapon: row[0].result.why_not for line, row in zip(lines, said.cells, strict=True)}
    assert not reaching["plasma incinerator"]
    assert all("out of range" in reaching[pistol] for pistol in ("bolt pistol", "plasma pistol"))
    assert said.standing.startswith('Distance: 20", as you say.')
    assert said.best == ((0,),)


@pytest.mark.parametrize("edition", RULESETS, ids=str)
def test_what_says_something_of_the_distance_is_left_as_it_is(edition):
    ruleset = edition.ruleset()
    keys = {key for pair in ruleset.contradictions for key in (pair.one, pair.other)} & {"half_range", "short"}
    (target, *_) = units(f"{edition.name}/targets")
    armed = next(
        one
        for one in units(ARMED[edition.name])
        if ProposedDistances(ruleset_of(target), {}).distance_of(one, target) is not None
    )
    for key in {"distance", *keys}:
        assert ProposedDistances(ruleset_of(target), {key: "1"}).distance_of(armed, target) is None
    assert ProposedDistances(ruleset_of(target), {"cover": "none"}).distance_of(armed, target) == ProposedDistances(
        ruleset_of(target), {}
    ).distance_of(armed, target)
    asked_first = {key.removesuffix(":") for key in ruleset.asked_first}
    assert asked_first <= {question.key for question in ruleset.possible_questions} | {*ruleset.defaults()}


@pytest.mark.rule("10E-ELIG-4", "11E-CQ-1")
def test_in_combat_with_each_other_nobody_stands_far_away_and_in_other_combats_all_stay_where_they_are():
    def distance_of(guns, target, edition, **said):
        ((cell,),) = api.compare(guns, target, ruleset=edition, **said).cells
        return cell.distance, not cell.why_not

    squad, tank = '5x T4 W1 A1 BS3+ S4 AP0 D1 24"', f"{GUN} (VEHICLE)"
    pistols = f'{squad} + 5x A1 BS3+ S4 AP0 D1 12" [pistol]'
    men, car = "5x T4 Sv3+ W2", "1x T9 Sv3+ W10 (VEHICLE)"
    for edition in ("10e", "11e"):
        for said in ({"engaged": "no"}, {"together": "no"}, {"target_engaged": "no"}):
            assert distance_of(pistols, men, edition, **said) == (24.0, True)
        assert distance_of(squad, car, edition, target_engaged="yes") == (24.0, True)
        for said in ({"engaged": "yes"}, {"together": "yes"}):
            assert distance_of(pistols, men, edition, **said) == (None, True)
    assert distance_of(tank, men, "10e", engaged="yes") == (36.0, True)  # with others
    assert distance_of(tank, men, "10e", engaged="yes", target_engaged="yes") == (None, True)
    assert distance_of(tank, men, "10e", engaged="yes", together="no") == (36.0, True)
    assert distance_of(GUN, men, "11e", shooting="snap") == (24.0, True)


ARMED = {
    "40k-2e": "cadian_line", "40k-7e": "ultramarines", "40k-10e": "adeptus-astartes", "40k-11e": "vanguard",
    "reikhammer": "blue_column",
}  # fmt: skip


@pytest.mark.rule("7E-WPN-5")
def test_the_head_says_it_in_words_and_a_program_reads_it():
    sides = units("ultramarines::Melta Squad", "ultramarines::Predator Annihilator", "ultramarines::Tactical Squad")
    found = compare([*map(Candidate, sides)], units("orks::Trukk"), {})
    (head,) = comparison_report(found).head
    assert head == (
        "Distance: the greatest at which all its main guns reach: "
        '12" (Melta Squad), 24" (Tactical Squad), 48" (Predator Annihilator).'
    )
    document = comparison_document(found, {})
    assert document["standing"] == head
    assert [row["cells"][0]["distance"] for row in document["rows"]] == [12.0, 48.0, 24.0]
    assert "distance" not in document["assumed"]
    assert "unused" not in document


@pytest.mark.rule("7E-WPN-5")
def test_a_matchup_says_it_for_both_lists():
    mine, theirs = units("ultramarines::Melta Squad"), units("orks::Lootas")
    heads = report(matchup(mine, theirs, {})).head
    assert heads == (
        'Ultramarines Strike Force. Distance: 12", the greatest at which all its main guns reach.',
        'Waaagh! Grimgutz. Distance: 24", the greatest at which all its main guns reach.',
    )
    assert report(matchup(mine, theirs, {"distance": "10"})).head == (
        'Distance: 10", as you say. What does not reach that far does nothing.',
    )


@pytest.mark.slow
@pytest.mark.rule("7E-WPN-5")
def test_a_need_shoots_from_there():
    shooters, (trukk,) = units("ultramarines::Melta Squad", "ultramarines::Predator Annihilator"), units("orks::Trukk")
    found = need(shooters, trukk, {}, 0.5)
    said = need(shooters, trukk, {"distance@1": "12", "distance@2": "48"}, 0.5)
    assert [one.destroyed for one in found.sets] == [one.destroyed for one in said.sets]
    assert found.answers.unused == {}
    assert '12" (Melta Squad), 48" (Predator Annihilator)' in found.standing
    gun = one_gun(shooters, "lascannon")
    guns, at_48 = (how_many(*gun, trukk, answers, 0.8) for answers in ({}, {"distance": "48"}))
    assert guns.destroyed == at_48.destroyed
    assert guns.standing.startswith('Distance: 48"')


@pytest.mark.slow
@pytest.mark.rule("7E-WPN-5")
def test_facts_are_tried_from_where_everybody_stands():
    sides, targets = units("ultramarines::Melta Squad", "ultramarines::Tank Killers"), units("orks::Trukk")
    found = compare([*map(Candidate, sides)], targets, {})
    told = comparing.with_facts(found, comparing.facts_to_try(found, {}), {})
    assert {"cover", "distance"} <= {*told.tried}
    for change in told.changes:
        if change.key != "distance":
            chances = [
                api.odds(f"ultramarines::{side.unit.name}", "orks::Trukk",
                         answers={change.key: change.values[0], "distance": cell[0].distance}).destroyed
                for side, cell in zip(sides, found.cells, strict=True)
            ]  # fmt: skip
            assert max(chances) == pytest.approx(chances[change.after])
