"""Several attackers of one target: what adds up, which order is best, what was said of one alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from shoot_cli.analysis.several_attackers import attacker_tasks, called, in_succession
from shoot_cli.analysis.single_attack import as_input_error, of_sides, worked_out
from shoot_cli.analysis.succession import WHOLE, Attacks, OrderSearch, OrderValue, without_the_fallen
from shoot_cli.engine.reasons import InputError, Refusal
from shoot_cli.importing.list_files import attack_side
from shoot_cli.rules import RULESETS
from tests.analysis.random_sides import random_sides, units
from tests.helpers.samples import first, many, quick_ones

TENTH = "40k-10e"
MARINES, BIG = "10x T4 Sv3+ W2", "3x T6 Sv3+ W4"
GUNS = ("4x BS3 A2 S4 AP-1 D1", "2x BS3 A1 S9 AP-3 DD3", "1x BS4 A3 S6 AP-2 D2")


def line(text, role="attacker", ruleset=TENTH):
    return attack_side(text, ruleset, role)


def tasks_of(lines, target, said=None, ruleset=TENTH):
    return attacker_tasks([line(text, ruleset=ruleset) for text in lines], line(target, "target", ruleset), said or {})


# What adds up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [MARINES, BIG, "5x T4 Sv4+ W1 Inv5 FNP6", "1x T9 Sv3+ W10"])
@pytest.mark.parametrize("gun", ["BS3 A2 S4 AP-1 D1", "BS4 A1 S8 AP-2 D2", "BS3 A1 S5 AP0 D3 [lethal hits]"])
def test_half_a_squad_and_then_the_other_half_is_the_squad(gun, target):
    whole = worked_out(of_sides(line(f"6x {gun}"), line(target, "target"), {}), fractions=True).document()
    tasks, own = tasks_of([f"2x {gun}", f"4x {gun}"], target)
    halves = in_succession(tasks, own, fractions=True).document()
    assert halves["exact"]["slain"] == whole["exact"]["slain"]
    assert halves["exact"]["damage"] == whole["exact"]["damage"]
    assert halves["destroyed"] == pytest.approx(whole["destroyed"], abs=1e-12)
    assert halves["expected"]["slain"] == pytest.approx(whole["expected"]["slain"], abs=1e-12)


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
def test_one_attacker_alone_is_what_odds_say(edition):
    met = 0
    for seed in range(25):
        attacker, target = random_sides(edition, seed)
        try:
            with as_input_error():
                alone = worked_out(of_sides(attacker, target, {})).document()
        except Refusal:
            continue
        tasks, own = attacker_tasks([attacker], target, {})
        found = in_succession(tasks, own).document()
        for name, value in alone.items():
            if isinstance(value, (list, float)):
                assert found[name] == pytest.approx(value, abs=1e-12), name
        assert found["expected"] == pytest.approx(alone["expected"], abs=1e-9)
        met += 1
    assert met > 10


def test_who_is_gone_is_attacked_no_more():
    tasks, own = tasks_of(["10x BS2 A9 S10 AP-6 D9", *GUNS], "1x T3 Sv- W1")
    found = in_succession(tasks, own).document()
    alone = worked_out(tasks[0]).document()["expected"]
    left = 1 - found["after"][0]["destroyed"]
    assert 0 <= left < 1e-9  # Python sums up to the last digit, from 3.12 on, and has none left
    assert found["expected"]["shots"] == pytest.approx(alone["shots"], abs=100 * left)
    assert found["after"][-1]["slain"] == pytest.approx(1)
    assert found["slain"][1] == pytest.approx(1)


def test_fractions_are_exact_and_floats_their_neighbours():
    tasks, own = tasks_of(GUNS, BIG)
    found = in_succession(tasks, own, fractions=True).document()
    for name in ("slain", "damage"):
        exact = [*map(Fraction, found["exact"][name])]
        assert sum(exact) == 1
        assert [*map(float, exact)] == pytest.approx(found[name], abs=1e-12)
    assert sum(found["slain"]) == pytest.approx(1, abs=1e-12)
    assert found["after"][-1]["slain"] == pytest.approx(found["expected"]["slain"], abs=1e-12)


def test_one_command_reroll_a_phase():
    """Whoever comes first has it: the second attack has it only where the first did not need it."""
    tasks, _ = tasks_of(["1x BS4 A1 S20 AP-6 D1", "1x BS4 A1 S20 AP-6 D1"], "3x T3 Sv- W1", {"command_reroll": "hit"})
    found = [*map(Fraction, Attacks(tasks, exact=True).through([0, 1]).exact["slain"])]
    plain = Fraction(5, 6)  # it wounds on 2 and more
    first_hits, again = Fraction(1, 2), Fraction(1, 4)
    second = {True: first_hits + again, False: first_hits}  # whether it is still there
    none = (1 - first_hits) * (1 - Fraction(1, 2) * plain) * (1 - second[False] * plain)
    none += first_hits * (1 - plain) * (1 - second[True] * plain)
    assert found[0] == none


def test_a_shield_that_was_used_is_not_there_for_the_next():
    """10th edition: the damage of one attack becomes 0, once; of two attackers one is spared."""
    tasks, _ = tasks_of(["1x A1 S20 AP-6 D3 [torrent]"] * 2, "1x T3 Sv- W3 [incoming: no damage once]")
    exact = Attacks(tasks, exact=True)
    wounds = Fraction(5, 6)
    assert exact.through([0]).destroyed == 0
    assert Fraction(exact.through([0, 1]).exact["slain"][1]) == wounds**2


def test_a_die_that_was_thrown_again_is_not_there_for_the_next():
    """10th edition: one save again is one of all in the phase, whoever attacks."""
    tasks, _ = tasks_of(["1x A1 S20 AP0 D1 [torrent]"] * 2, "2x T3 Sv4+ W1 [incoming: re-roll one save]")
    slain = [*map(Fraction, Attacks(tasks, exact=True).through([0, 1]).exact["slain"])]
    wounds, fails = Fraction(5, 6), Fraction(1, 2)
    again = wounds * fails  # the first failed save is thrown again
    none_first = 1 - again
    assert slain[2] == again * fails * wounds * fails
    assert slain[0] == none_first * (1 - again * fails) + again * (1 - fails) * (1 - again)


# The best order ------------------------------------------------------------------------------------------------------


def by_every_order(attacks, who):
    best = None
    for order in permutations(who):
        after = attacks.through(order).after[-1]
        worth = OrderValue(after.destroyed, after.average("damage"))
        best = worth if best is None or worth.beats(best) else best
    return best


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seed"), first(1, [(e, n) for n in range(many(2)) for e in RULESETS][: many(7)]))
def test_the_best_order_is_that_of_all_orders(edition, seed):
    met = 0
    for nth in range(6):
        sides = [random_sides(edition, 10_000 + 100 * seed + 4 * nth + place) for place in range(4)]
        try:
            tasks, _ = attacker_tasks([side for side, _ in sides], sides[0][1], {})
            attacks = Attacks(tasks)
            with as_input_error():
                expected = by_every_order(attacks, range(len(tasks)))
        except Refusal:
            continue
        found = OrderSearch(attacks).order_of([*range(len(tasks))])
        assert sorted(found.order) == [*range(len(tasks))]
        after = attacks.through(found.order).after[-1]
        assert after.destroyed == pytest.approx(expected.destroyed, abs=1e-11)
        assert found.worth.damage == pytest.approx(after.average("damage"), abs=1e-9)
        assert not expected.beats(found.worth)
        met += 1
    assert met > 2


def test_an_order_that_matters_is_found():
    """Damage 3 is wasted on models with one wound left: whoever has damage 1 shoots last."""
    tasks, own = tasks_of(["6x BS3 A2 S5 AP-2 D1", "2x BS3 A2 S8 AP-3 D3"], "4x T4 Sv3+ W3")
    found = in_succession(tasks, own, best=True).document()
    assert found["order"] == [2, 1]
    assert found["attackers"] == ["Attacker 2", "Attacker 1"]
    assert found["destroyed"] > found["as_given"]["destroyed"]
    again = in_succession([tasks[1], tasks[0]], best=True).document()
    assert again["order"] == [1, 2]
    assert again["destroyed"] == pytest.approx(found["destroyed"], abs=1e-12)


def test_the_order_that_is_given_stays_where_none_is_better():
    tasks, own = tasks_of(["2x BS3 A1 S4 AP0 D1"] * 3 + ["3x BS3 A1 S4 AP0 D1"], "6x T4 Sv3+ W1")
    assert in_succession(tasks, own, best=True).document()["order"] == [1, 2, 3, 4]


def test_a_good_order_is_not_worse_than_any_with_one_moved():
    tasks, _ = tasks_of([*GUNS, "6x BS3 A2 S5 AP-2 D1", "2x BS3 A2 S8 AP-3 D3"], "4x T4 Sv3+ W3")
    best = OrderSearch(Attacks(tasks))
    good, exact = best.good_order_of(range(5)), best.order_of([*range(5)])
    assert sorted(good.order) == [*range(5)]
    assert not good.worth.beats(exact.worth)
    assert good.worth.destroyed == pytest.approx(exact.worth.destroyed, rel=0.01)


def test_alike_attackers_are_worked_out_once():
    tasks, _ = tasks_of([GUNS[0]] * 4, MARINES)
    attacks = Attacks(tasks)
    attacks.through(range(4))
    assert {*attacks.kinds} == {0}
    assert len(attacks.known) < 3 * 21


# What was said of one alone ------------------------------------------------------------------------------------------


def test_an_answer_may_be_of_one_attacker():
    lines = ['5x BS4 S4 AP5 Heavy 2 36"', '5x BS4 S4 AP5 Heavy 2 36"']
    target = "10x T4 Sv5+"
    both = in_succession(*tasks_of(lines, target, {"cover": "4+"}, "40k-7e")).document()
    one = in_succession(*tasks_of(lines, target, {"cover@2": "4+"}, "40k-7e")).document()
    other = in_succession(*tasks_of(lines, target, {"cover": "4+", "cover@1": "none"}, "40k-7e")).document()
    none = in_succession(*tasks_of(lines, target, {}, "40k-7e")).document()
    assert one["slain"] == other["slain"]
    assert both["expected"]["slain"] < one["expected"]["slain"] < none["expected"]["slain"]
    assert one["assumed"]["cover"] == "none"
    assert "cover" not in both["assumed"]


def test_an_attacker_may_be_meant_by_his_name():
    sides = units("ultramarines::Tactical Squad", "ultramarines::Devastator Squad")
    target = units("orks::Shoota Boyz")[0]
    by_name = attacker_tasks(sides, target, {"cover@devas": "4+"})
    by_number = attacker_tasks(sides, target, {"cover@2": "4+"})
    assert by_name.own == by_number.own == [frozenset(), frozenset({"cover"})]
    assert [task.answers for task in by_name.tasks] == [task.answers for task in by_number.tasks]
    for said, words in (
        ({"cover@squad": "4+"}, "@1 (Tactical Squad) or @2 (Devastator Squad)"),
        ({"cover@boyz": "4+"}, "no attacker is called boyz"),
        ({"cover@3": "4+"}, "there are 2 attackers"),
        ({"explosion_timing@1": "after_attack"}, "holds for all attackers"),
    ):
        with pytest.raises(InputError, match=words.replace("(", r"\(").replace(")", r"\)")):
            attacker_tasks(sides, target, said)


def test_names_that_come_twice_are_numbered():
    assert called(["Boyz", "Nob", "Boyz"]) == ["Boyz 1", "Nob", "Boyz 2"]


def test_what_is_of_no_use_to_anybody_is_told():
    lines = ['5x BS4 S4 AP5 Heavy 2 36"', '5x BS4 S4 AP5 Heavy 2 36"']
    for key in ("jink", "jink@2"):
        assert in_succession(*tasks_of(lines, "10x T4 Sv5+", {key: "no"}, "40k-7e")).document()["unused"] == {key: "no"}
        with pytest.raises(InputError, match="nobody in it has Jink"):
            in_succession(*tasks_of(lines, "10x T4 Sv5+", {key: "yes"}, "40k-7e")).document()
    with pytest.raises(InputError, match="did you mean distance"):
        in_succession(*tasks_of(lines, "10x T4 Sv5+", {"distnce": "3"}, "40k-7e")).document()
    with pytest.raises(InputError, match="did you mean distance"):
        in_succession(*tasks_of(lines, "10x T4 Sv5+", {"distnce@1": "3"}, "40k-7e")).document()


def test_an_order_of_models_is_that_of_those_who_are_left():
    """7th edition: who stood in front fell first; the order that was said goes on without him."""
    target = '1x "Nob" T4 Sv4+ W1 + 3x "Boy" T4 Sv6+'
    said = {"order": "1 Nob, 3 Boy"}
    tasks, own = tasks_of(['4x BS4 S4 AP4 Heavy 1 36"'] * 2, target, said, "40k-7e")
    found = in_succession(tasks, own).document()
    attacks = Attacks(tasks, exact=True)
    attacks.through([0, 1])
    assert "unused" not in found
    assert len(attacks.known) > 3
    nobody = [left for _, left in attacks.known if left not in (WHOLE, None) and all(r.kind for r in left.ranks)]
    assert nobody  # the Nob fell, and the order that names him did not hinder the next attack


@pytest.mark.rule("RH-HIT-2")
@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        ({"cover": "Aa: 1, Bb: 2"}, Fraction(4, 6) * Fraction(5, 6), Fraction(2, 6) * Fraction(4, 6)),
        ({"cover": "Aa: 1, Bb: none"}, Fraction(4, 6) * Fraction(5, 6), Fraction(3, 6)),
        ({"hidden@2": "Aa, Bb"}, Fraction(5, 6), 0),
        ({"hidden@2": "Aa"}, Fraction(5, 6), Fraction(3, 6)),
        ({"distance@2": "Aa: 5, Bb: 20"}, Fraction(5, 6), 0),
    ],
)
def test_what_was_said_of_one_who_fell_takes_nothing_from_the_others(said, first, second):
    """Reikhammer: the first attack destroys Aa, or it misses; the second can hurt Bb alone."""
    lines, target = ["1x AP5 range 12", "1x AT3 range 12"], '1x INF A0 I1 "Aa" + 1x AV A0 I1 "Bb"'
    tasks, own = tasks_of(lines, target, said, "reikhammer")
    slain = [*map(Fraction, in_succession(tasks, own, fractions=True).document()["exact"]["slain"])]
    assert slain[2:] == ([first * second] if second else [])


@pytest.mark.rule("RH-DEST-2", "RH-BRK-1")
def test_a_broken_formation_that_is_destroyed_ends_removed():
    """Reikhammer: two units. The first attack destroys one and breaks the other, the second may destroy it."""
    tasks, own = tasks_of(["1x AP5 range 12", "1x AT3 range 12"], "1x INF A0 I1 + 1x AV A0 I1", {}, "reikhammer")
    found = in_succession(tasks, own).document()
    assert found["destroyed"] == pytest.approx(5 / 6 * 1 / 2)
    assert found["broken"] == pytest.approx(1 - found["destroyed"])  # each attack is a Shock, and two break the two


def test_a_template_hits_no_more_models_than_are_left():
    """7th edition: two of three are under each flamer; if one is left, the second flamer hits him alone."""
    tasks, own = tasks_of(["1x BS4 flamer"] * 2, "3x T3 Sv6+", {"under": "2"}, "40k-7e")
    slain = [*map(Fraction, in_succession(tasks, own, fractions=True).document()["exact"]["slain"])]
    wounds = Fraction(2, 3)
    one, both = 2 * wounds * (1 - wounds), wounds**2
    assert slain[3] == one * wounds**2 + both * wounds
    assert slain[0] == (1 - wounds) ** 4


@pytest.mark.slow
@pytest.mark.parametrize("edition", first(1, [*RULESETS[::-1]]))
def test_the_chance_to_destroy_never_falls_with_one_more(edition):
    random = Random(5)
    met = 0
    for _ in range(12):
        sides = [random_sides(edition, random.randrange(10**6)) for _ in range(3)]
        try:
            tasks, _ = attacker_tasks([side for side, _ in sides], sides[0][1], {})
            with as_input_error():
                after = Attacks(tasks).through(range(3)).after
        except Refusal:
            continue
        chances = [one.destroyed for one in after]
        assert chances == sorted(chances)
        met += 1
    assert met > 3


# What remains, by hand -----------------------------------------------------------------------------------------------


def test_who_was_allocated_an_attack_is_allocated_the_next():
    """10th edition, best saves first: a save that was made binds the attacks of the next unit to that model."""
    target = '1x "Plate" T4 Sv2+ W1 + 1x "Shield" T4 Sv3+ Inv3 W1'
    said = {"allocation": "best_save"}
    tasks, _ = tasks_of(["1x A1 S20 AP0 D1 [torrent]", "1x A1 S20 AP-4 D1 [torrent]"], target, said)
    none = Fraction(Attacks(tasks, exact=True).through([0, 1]).exact["slain"][0])
    wounds, plate, shield = Fraction(5, 6), Fraction(5, 6), Fraction(4, 6)  # how often each is saved by
    pierced = Fraction(1, 6)  # the plate, of AP-4
    not_hurt = (1 - wounds) * (1 - wounds * (1 - shield))  # nobody was met: the shield takes the second
    bound = wounds * plate * (1 - wounds * (1 - pierced))  # the plate took the first, and must take the second
    assert none == not_hurt + bound


@pytest.mark.slow
def test_shock_adds_up():
    """Reikhammer: each attack puts Shock on the target, on top of what was said to be there before."""
    shooters = units("blue_column::River Column", "blue_column::River Column")
    target = units("red_host::Red Company")[0]
    for before in (0, 2):
        tasks, own = attacker_tasks(shooters * 2, target, {"target_shock": str(before)} if before else {})
        found = in_succession(tasks, own).document()
        one = worked_out(tasks[0]).document()
        assert next(k for k, p in enumerate(one["shock"]) if p) == before + 1
        assert next(k for k, p in enumerate(found["shock"]) if p) == before + len(tasks)
        assert sum(found["shock"]) == pytest.approx(1)
        assert "unused" not in found


def test_wounds_of_one_model_stay():
    """2nd edition: a model with wounds left is hurt on."""
    tasks, _ = tasks_of(["4x BS4 boltgun"] * 2, "1x T4 W20", ruleset="40k-2e")
    exact = Attacks(tasks, exact=True)
    damage = [*map(Fraction, exact.through([0, 1]).exact["damage"])]
    alone = [*map(Fraction, exact.through([0]).exact["damage"])]
    assert len(damage) > len(alone)
    mean = sum(k * p for k, p in enumerate(alone))
    assert sum(k * p for k, p in enumerate(damage)) <= 2 * mean
    assert {left[0].left for step in exact.known.values() for left in step.moves if left is not None} == {
        20 - k for k, p in enumerate(damage) if p and k < 20
    }


def test_the_foremost_of_an_order_fall_first():
    runs = [(1, "Nob", ""), (3, "Boy", "hidden"), (2, "Nob", "")]
    assert without_the_fallen(runs, {"Nob": 2, "Boy": 2}) == [[2, "Boy", "hidden"], [2, "Nob", ""]]
    assert without_the_fallen(runs, {"Nob": 3}) == [[1, "Nob", ""], [2, "Nob", ""]]
    assert without_the_fallen(runs, {}) == []


@pytest.mark.rule("10E-ORD-6")
def test_of_two_leaders_that_are_left_the_next_attacker_meets_one():
    """Without their bodyguards they are units of their own: nobody kills both with one attack."""
    one, three = (f"1x A{n} S20 AP-6 D1 [torrent]" for n in (1, 3))
    led = '1x "Guard" T4 Sv6+ W1 + 1x "Chief" T4 Sv6+ W1 [leader] + 1x "Mage" T4 Sv6+ W1 [leader]'
    found = in_succession(*tasks_of([one, three], led), fractions=True).document()
    still_guarded, wounds = Fraction(1, 6), Fraction(5, 6)
    assert Fraction(found["exact"]["slain"][3]) == still_guarded * wounds**3
