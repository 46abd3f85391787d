"""What one attack leaves of its target, as the next one finds it: 7th edition."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.analysis.several_attackers import attacker_tasks
from shoot_cli.analysis.succession import Attacks
from shoot_cli.importing.list_files import attack_side
from shoot_cli.input.answers import Task
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.effects import within
from shoot_cli.rules.seventh.tokens import STUNNED

GUN = '1x BS4 S4 AP5 Heavy 1 36"'


def unit(text: str, role: str = "target"):
    return attack_side(text, RULESET.name, role).unit


def left_after(start):
    """What another attack finds of what remains of this record."""
    return RULESET.next_attack(unit(GUN, "attacker"), start.target.value, RULESET.attacked_target(start))


def begun(target: str):
    return RULESET.next_attack(unit(GUN, "attacker"), unit(target), None)


@pytest.mark.rule("7E-VEH-5")
def test_a_vehicle_keeps_what_it_has_suffered():
    s = begun("1x AV13/12/10 HP3 (Tank)")
    (rank,) = s.line.ranks
    hull = rank.kind.hull.but(immobilised=True, crew=STUNNED, lost=("gun",), newly=(STUNNED,))
    hurt = s.but(line=s.line.but(ranks=(rank.but(left=2, kind=rank.kind.but(hull=hull)),)))
    (now,) = left_after(hurt).line.ranks
    assert (now.left, now.kind.hull) == (2, hull)  # what is new in it stays new to whoever sums them all up
    assert left_after(hurt).strength == (1, 2)


@pytest.mark.rule("7E-GTG-4", "7E-GTG-5")
@pytest.mark.parametrize("how", ["on_ground", "pinned"])
def test_who_is_down_stays_down(how):
    after = left_after(begun("5x T4 Sv5+").but(**{how: True}))
    assert after.on_ground
    assert all(rank.kind.on_ground for rank in after.line.ranks)
    assert after.pinned == (how == "pinned")
    assert not left_after(begun("5x T4 Sv5+")).on_ground


@pytest.mark.rule("7E-GTG-6")
@pytest.mark.parametrize("target", ["1x AV10/10/10 HP2 (Fast, Skimmer)", "3x T5 Sv3+ (Jetbike)"])
def test_who_jinks_jinks_at_the_next_too(target):
    after = left_after(begun(target).but(jinks=True))
    assert all(rank.kind.dodge == 4 for rank in after.line.ranks)
    again = left_after(after)
    assert all(rank.kind.dodge == 4 for rank in again.line.ranks)
    assert all(rank.kind.dodge is None for rank in left_after(begun(target)).line.ranks)


def test_nobody_is_nobody():
    s = begun("5x T4 Sv5+")
    assert RULESET.attacked_target(s.but(line=s.line.but(lost=5))) is None
    assert RULESET.attacked_target(s.but(line=s.line.but(lost=4))) is not None


@pytest.mark.rule("7E-VEH-5")
def test_a_second_immobilised_result_costs_a_hull_point():
    """By hand: of two penetrating hits with 4 and 5 on the table; the odds find the vehicle as it was left."""
    target, shooter = unit("1x AV10/10/10 HP9 (Tank)"), unit('1x BS10 S10 AP6 Heavy 1 36"', "attacker")
    tasks = [Task(RULESET, shooter, target, {"working_weapons": 0}, RULESET.defaults())] * 2
    exact = Attacks(tasks, exact=True)
    damage = dict(enumerate(exact.course([0, 1]).rows["damage"]))
    alone: dict[int, Fraction] = {}
    for (_, value), p in exact.step(0, next(iter(exact.known))[1]).laws["damage"].items():
        alone[value] = alone.get(value, Fraction(0)) + p
    most = max(alone) * 2
    twice = sum(p * q for a, p in alone.items() for b, q in alone.items() if a + b == most)
    assert damage[most + 1] > 0  # one more than both of them alone could cost: the second result counts
    assert damage.get(most, 0) < twice + sum(p for value, p in damage.items() if value > most)


LIGHTS, GUNS = "2x BS4 markerlight", '9x BS3 S4 AP5 Heavy 1 36"'


def hits_of_the_last(lines, target="40x T4 Sv5+", **said):
    """Expected hits of the last attacker."""
    shooters = [attack_side(line, RULESET.name, "attacker") for line in lines]
    victim = attack_side(target, RULESET.name, "target")
    tasks, own = attacker_tasks(shooters, victim, {key.replace("_at_", "@"): value for key, value in said.items()})
    attacks = Attacks(tasks, own, exact=True)
    before, after = (attacks.course(range(n)).tokens.get("hits", 0) for n in (len(lines) - 1, len(lines)))
    return after - before


@pytest.mark.rule("7E-EFF-5")
def test_counters_are_there_for_whoever_shoots_next():
    """Two markerlights of BS4: 0, 1, 2 counters on 1, 4, 4 of 9; each spent adds 1 to BS3."""
    none, one, two = Fraction(1, 9), Fraction(4, 9), Fraction(4, 9)
    bs = [Fraction(3, 6), Fraction(4, 6), Fraction(5, 6)]
    assert hits_of_the_last([LIGHTS, GUNS]) == 9 * bs[0]
    found = hits_of_the_last([LIGHTS, GUNS], markerlights_at_2="pinpoint 2")
    assert found == 9 * (none * bs[0] + one * bs[1] + two * bs[2])
    found = hits_of_the_last([LIGHTS, GUNS], markerlights_at_2="pinpoint 1")
    assert found == 9 * (none * bs[0] + (one + two) * bs[1])
    assert hits_of_the_last([GUNS, GUNS], markerlights_at_2="pinpoint 2") == 9 * bs[2]  # others have put them there


@pytest.mark.rule("7E-EFF-5")
def test_who_spends_counters_leaves_the_rest():
    none, one, two = Fraction(1, 9), Fraction(4, 9), Fraction(4, 9)
    bs = [Fraction(3, 6), Fraction(4, 6), Fraction(5, 6)]
    said = {"markerlights_at_2": "pinpoint 1", "markerlights_at_3": "pinpoint 2"}
    assert hits_of_the_last([LIGHTS, GUNS, GUNS], **said) == 9 * ((none + one) * bs[0] + two * bs[1])
    assert (
        hits_of_the_last([LIGHTS, GUNS, LIGHTS, GUNS], markerlights_at_2="pinpoint 2", markerlights_at_4="scour") == 4.5
    )


@pytest.mark.rule("7E-EFF-5")
def test_what_counters_suffice_for():
    assert within(["pinpoint 2", "scour"], 3) == ("pinpoint 2",)
    assert within(["scour", "pinpoint 2"], 3) == ("scour", "pinpoint 1")
    assert within(["scour", "seeker 1"], 1) == ("seeker 1",)
    assert within(["pinpoint 1"], 0) == ()
