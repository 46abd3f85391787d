"""What it takes to destroy a target: every set in every order on small lists; what is told where nothing does."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, islice, permutations
from random import Random

import pytest

from shoot_cli.analysis import need as needed
from shoot_cli.analysis import succession
from shoot_cli.analysis.need import AllAttackers, GoodSet, Search, document, how_many, need, nothing, one_gun, report
from shoot_cli.analysis.several_attackers import attacker_distances, attacker_tasks
from shoot_cli.analysis.single_attack import as_input_error, of_sides, worked_out
from shoot_cli.analysis.succession import UNTOUCHED, Attacks, Bounds, OrderSearch, without_name
from shoot_cli.engine.budget import TooMany
from shoot_cli.engine.reasons import InputError, Refusal
from shoot_cli.importing.list_files import attack_side
from shoot_cli.rules import RULESETS
from tests.analysis.random_sides import random_sides, units
from tests.helpers.samples import first, many, seeds

TENTH = "40k-10e"
GUNS = (
    ("5x BS3 A2 S4 AP-1 D1", 80), ("2x BS3 A1 S9 AP-3 D3", 110), ("3x BS4 A3 S6 AP-2 D2", 140),
    ("4x BS4 A2 S5 AP0 D1", 60), ("1x BS2 A4 S8 AP-2 D2", 125),
)  # fmt: skip


def line(text, role="attacker", ruleset=TENTH):
    return attack_side(text, ruleset, role)


def priced(text, points, name):
    side = line(text)
    return side.but(unit=side.unit.but(points=points, name=name))


def mine(*which, points=True):
    return [priced(*GUNS[n], f"Gun {place}") if points else line(GUNS[n][0]) for place, n in enumerate(which)]


def by_every_set(attacks, costs, chance):
    """The sets of attackers that do and that cost least, with the best chance of each; then all that do."""
    return those_that_do(best_of_every_set(attacks), costs, chance)


def best_of_every_set(attacks):
    """The best chance of each set of attackers over all its orders; the smaller sets first."""
    every = range(len(attacks.tasks))
    return {
        who: max(attacks.through(order).after[-1].destroyed for order in permutations(who))
        for n in range(1, len(attacks.tasks) + 1)
        for who in combinations(every, n)
    }


@cache
def of_five_guns(target):
    """These guns at that target, and what every set of them does: worked out once for all chances that are asked for."""
    attacks = Attacks(attacker_tasks(mine(0, 1, 2, 3, 4), line(target, "target"), {}).tasks)
    return attacks, best_of_every_set(attacks)


def those_that_do(chances, costs, chance):
    doing = {}
    for who, best in chances.items():
        if best >= chance - 1e-12 and not any({*other} < {*who} for other in doing):
            doing[who] = best
    return sorted((sum(costs[one] for one in who), len(who), best) for who, best in doing.items())


def shown(found):
    return [(one.points or 0, len(one.order), one.destroyed) for one in found.sets]


def near(rows):
    return [(points, n, pytest.approx(chance, abs=1e-11)) for points, n, chance in rows]


# Against every set ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("chance", first(1, [0.8, 0.3, 0.95]))
@pytest.mark.parametrize("target", first(2, ["5x T4 Sv3+ W2", "6x T4 Sv4+ W1 Inv5", "3x T5 Sv3+ W3", "1x T8 Sv3+ W10"]))
def test_the_smallest_sets_are_those_of_all_sets(target, chance):
    shooters = mine(0, 1, 2, 3, 4)
    victim = line(target, "target")
    attacks, chances = of_five_guns(target)
    expected = those_that_do(chances, [side.unit.points for side in shooters], chance)
    found = need(shooters, victim, {}, chance)
    least = [row for row in expected if row[0] == expected[0][0]] if expected else []
    rows = shown(found)
    assert sorted(rows)[: len(least)] == near(least)
    assert sorted(rows) == near(sorted(expected)[: len(rows)])
    assert len(rows) == len([row for row in expected[:5] if row[0] <= 2 * expected[0][0]]) if expected else not rows
    assert [one.least for one in found.sets] == [points == rows[0][0] for points, *_ in rows]
    for one in found.sets:
        assert attacks.through(one.order).after[-1].destroyed == pytest.approx(one.destroyed, abs=1e-12)
    assert found.together.destroyed == pytest.approx(found.together.at_most)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seed"), first(1, [(e, n) for n in range(2) for e in RULESETS]))
def test_sets_of_random_units_are_those_of_all_sets(edition, seed):
    met, random = 0, Random(seed)
    for nth in range(many(8)):
        sides = [random_sides(edition, 20_000 + 100 * seed + 4 * nth + place) for place in range(4)]
        shooters, victim = [side for side, _ in sides], sides[0][1]
        if met == many(2):
            break
        chance = random.choice((0.02, 0.2, 0.5))
        try:
            found = need(shooters, victim, {}, chance, "units", seconds=20)
        except Refusal:
            continue
        if found.cannot:
            continue
        with as_input_error():
            expected = by_every_set(
                Attacks(attacker_tasks(shooters, victim, attacker_distances(shooters, victim, {}).placed).tasks),
                [0] * len(shooters),
                chance,
            )
        rows = [(0, n, chance) for _, n, chance in shown(found)]
        assert sorted(rows) == near(sorted(expected)[: len(rows)])
        assert bool(rows) == bool(expected)
        met += 1
    assert met > 1


def test_alike_units_are_one_kind_and_each_counts():
    shooters = mine(0, 0, 0, 1, 1)
    found = need(shooters, line("5x T4 Sv3+ W2", "target"), {}, 0.3)
    search = Search(Attacks(attacker_tasks(shooters, line("5x T4 Sv3+ W2", "target"), {}).tasks), 0.3, "points")
    assert sorted(search.all) == [2, 3]
    assert len([*search.by_cost()]) == 3 * 4 - 1
    costs = [search.cost(counts) for counts in search.by_cost()]
    assert costs == sorted(costs)
    names = [{found.names[who] for who in one.order} for one in found.sets]
    assert len(names) == len({*map(frozenset, names)})
    for one in names:  # of alike units the first are named
        assert [name for name in ("Gun 0", "Gun 1", "Gun 2") if name in one] == ["Gun 0", "Gun 1", "Gun 2"][
            : len(one & {"Gun 0", "Gun 1", "Gun 2"})
        ]


def test_by_units_they_are_fewer_and_may_cost_more():
    shooters = [priced("4x BS2 A4 S8 AP-3 D2", 900, "dear"), *mine(0, 1, 2, 3)]
    victim = line("4x T4 Sv3+ W2", "target")
    by_points, by_units = (need(shooters, victim, {}, 0.5, by).sets[0] for by in ("points", "units"))
    assert len(by_units.order) == 1 < len(by_points.order)
    assert by_units.points == 900 > by_points.points


def test_the_bounds_are_never_below_what_a_set_reaches():
    shooters = mine(0, 1, 2, 3, 4)
    for target in ("5x T4 Sv3+ W2", "1x T8 Sv3+ W10"):
        best = OrderSearch(Attacks(attacker_tasks(shooters, line(target, "target"), {}).tasks))
        every = (1,) * 5
        told = Bounds(best, every)
        tight = []
        for counts in {
            tuple(int(n in who) for n in range(5)) for k in range(1, 6) for who in combinations(range(5), k)
        }:
            reached = best.destroyed(counts, UNTOUCHED)
            assert told.at_most(counts) >= reached - 1e-12
            tight.append(told.at_most(counts) - reached)
        assert max(tight) < 0.9
        assert told.fewest(1e-9) == min(n for n in range(1, 7) if n == 6 or told.reach(0, n, UNTOUCHED) >= 1e-9)
    assert len(succession.STEEP) > 5


@pytest.mark.slow
def test_most_sets_are_told_by_bounds(monkeypatch):
    """Of a whole list few sets are worked out: those near the chance."""
    told, worked = [], []
    at_most, ordered = Bounds.at_most, Search.ordered

    def looked_at(self, counts, *more):
        told.append(counts)
        return at_most(self, counts, *more)

    def put_in_order(self, counts):
        worked.append(counts)
        return ordered(self, counts)

    monkeypatch.setattr(Bounds, "at_most", looked_at)
    monkeypatch.setattr(Search, "ordered", put_in_order)
    need(units("waaagh"), units("adeptus-astartes::Intercessor Squad")[0], {}, 0.8)
    assert len(worked) < len(told) / 2


# What is told --------------------------------------------------------------------------------------------------------


def test_nothing_does():
    found = need(mine(0, 1), line("10x T5 Sv2+ W3 Inv4", "target"), {}, 0.8)
    assert found.sets == ()
    words = " ".join(needed.report(found).notes)
    assert "Nothing does. All that can shoot at it (2 units) destroy it in 0.0%." in words
    assert needed.document(found)["sets"] == []
    assert needed.document(found)["all"]["destroyed"] == found.together.destroyed


def test_who_cannot_shoot_at_it_is_named():
    everybody = units("ultramarines::Grav Squad", "ultramarines::Devastator Squad")
    target = units("orks::Shoota Boyz")[0]
    found = need(everybody, target, {"distance": "40"}, 0.5)
    assert found.names == ("Devastator Squad",)
    assert [name for name, _ in found.cannot] == ["Grav Squad"]
    assert "out of range" in found.cannot[0][1]
    assert "Left out: Grav Squad" in " ".join(needed.report(found).notes)
    with pytest.raises(InputError, match="Grav Squad: out of range"):
        need(everybody, target, {"distance": "200"}, 0.5)


def test_without_points_it_goes_by_units_alone():
    found = need(mine(0, 1, 2, points=False), line("3x T4 Sv3+ W2", "target"), {}, 0.3)
    assert found.sets
    assert all(one.points is None for one in found.sets)
    report = needed.report(found)
    assert "Counted in units, not in points" in report.notes[0]
    assert [column.key for column in report.sheets[0].columns] == ["units", "number", "destroyed"]
    by_units = need(mine(0, 1, 2, points=False), line("3x T4 Sv3+ W2", "target"), {}, 0.3, by="units")
    assert "in points" not in " ".join(needed.report(by_units).notes)


def test_the_chance_stands_above_as_it_was_asked_for():
    words = ["90.0% or more", "99.99% or more", "0.02% or more", "100% (less than one failure in a trillion)"]
    assert [*map(needed.wanted_words, (0.9, 0.9999, 0.0002, 1.0))] == words


def test_a_key_that_nobody_asks_is_an_error():
    with pytest.raises(InputError, match="did you mean distance"):
        need(mine(0, 1), line("3x T4 Sv3+ W2", "target"), {"distnce": "3"}, 0.3)


def test_what_takes_too_long_says_what_would_help():
    with pytest.raises(InputError, match=r"fewer units to choose from .*--budget"):
        need(units("adeptus-astartes"), line("20x T5 Sv3+ W3 Inv4", "target"), {}, 0.8, seconds=0.05)


def up_after(monkeypatch, sets):
    """The time is up after so many sets were found."""
    all_sets = Search.sets

    def some(self, tell):
        yield from islice(all_sets(self, tell), sets)
        raise TooMany("the time is up", late=True)

    monkeypatch.setattr(Search, "sets", some)


@pytest.mark.parametrize("most", [needed.SMALL, 1])
def test_when_no_set_was_found_in_time_what_all_do_is_told_and_not_said_to_be_proven(monkeypatch, most):
    """Where the time was up before all orders of all were tried, a plain order is known all the same."""
    target = line("9x T4 Sv3+ W2", "target")
    attacks = Attacks(attacker_tasks(mine(0, 1, 2), target, {}).tasks)

    def up(self):
        raise TooMany("the time is up", late=True)

    monkeypatch.setattr(Search, "all_of_them", up)
    monkeypatch.setattr(needed, "SMALL", most)
    found = need(mine(0, 1, 2), target, {}, 0.9, seconds=60)
    assert (found.sets, found.proven, found.together.at_most) == ((), False, 1.0)
    orders = [attacks.through(order).after[-1].destroyed for order in permutations(range(3))]
    assert any(one == pytest.approx(found.together.destroyed) for one in orders)
    assert document(found)["proven"] is False
    words = nothing(found)
    assert words.startswith(f"{needed.IN_TIME} All that can shoot at it (3 units) destroy it in ")
    assert words.endswith(
        ", in the best order that was found. What helps: fewer units to choose from (name them: "
        "LIST::UNIT), or more time (--budget)."
    )


@pytest.mark.parametrize("chance", [0.3, 0.6])
def test_when_the_time_is_up_a_good_set_is_told_and_not_said_to_be_the_smallest(monkeypatch, chance):
    target = line("3x T4 Sv3+ W2", "target")
    exact = need(mine(0, 1, 2, 3, 4), target, {}, chance)
    up_after(monkeypatch, 0)
    found = need(mine(0, 1, 2, 3, 4), target, {}, chance, seconds=60)
    assert (exact.proven, found.proven) == (True, False)
    assert found.together == exact.together
    (one,) = found.sets
    assert (one.least, one.best) == (False, False)
    attacks = Attacks(attacker_tasks(mine(0, 1, 2, 3, 4), target, {}).tasks)
    assert attacks.through(one.order).after[-1].destroyed == pytest.approx(one.destroyed)
    assert one.destroyed >= chance
    assert exact.sets[0].points <= one.points <= 1.15 * exact.sets[0].points
    (sheet,) = report(found).sheets
    assert sheet.notes == (needed.UNPROVEN,)
    assert document(found)["proven"] is False
    assert "proven" not in document(exact)


def test_of_units_one_alone_is_the_smallest_set_there_can_be(monkeypatch):
    up_after(monkeypatch, 0)
    found = need(mine(0, 1, 2, 3, 4), line("1x T4 Sv3+ W2", "target"), {}, 0.05, by="units", seconds=60)
    assert [len(one.order) for one in found.sets] == [1]
    assert report(found).sheets[0].notes == ("No fewer will do. The time was up before all others were tried.",)


def test_what_was_proven_before_the_time_was_up_stays_so(monkeypatch):
    target = line("3x T4 Sv3+ W2", "target")
    exact = need(mine(0, 1, 2, 3, 4), target, {}, 0.5)
    up_after(monkeypatch, 1)
    found = need(mine(0, 1, 2, 3, 4), target, {}, 0.5, seconds=60)
    assert found.sets[0].points == exact.sets[0].points
    assert found.sets[0].least
    assert "The time was up before all others were tried; --budget gives it more." in report(found).sheets[0].notes


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_a_good_set_is_enough_and_hardly_dearer_than_the_least(seed):
    r = Random(seed)
    attacks = Attacks(attacker_tasks(mine(*r.choices(range(5), k=5)), line("5x T4 Sv3+ W2", "target"), {}).tasks)
    search = Search(attacks, r.choice((0.1, 0.3, 0.5)), "points")
    least, good = next(search.sets(lambda sets: None), None), GoodSet(search)
    good.seek()
    assert (least is None) == (good.counts is None)
    if least is not None:
        assert good.worth(good.counts).destroyed >= search.wanted
        assert least.points <= good.cost[0] <= 1.25 * least.points


def test_all_together_are_a_good_set_where_the_time_was_up_before_any_other(monkeypatch):
    attacks = Attacks(attacker_tasks(mine(0, 1, 2), line("1x T4 Sv3+ W1", "target"), {}).tasks)
    monkeypatch.setattr(needed, "SMALL", 1)
    monkeypatch.setattr(GoodSet, "begun", lambda self: iter(()))
    good = GoodSet(Search(attacks, 0.01, "points"))
    good.seek()
    assert (good.counts, good.together) == (good.search.all, good.worth(good.search.all).destroyed)


def test_a_good_set_keeps_what_it_found_when_the_time_is_up(monkeypatch):
    attacks = Attacks(attacker_tasks(mine(0, 1, 2, 3, 4), line("5x T4 Sv3+ W2", "target"), {}).tasks)
    good = GoodSet(Search(attacks, 0.1, "points"))

    def up(counts):
        raise TooMany("the time is up", late=True)

    monkeypatch.setattr(good, "pruned", up)
    good.seek()
    assert good.worth(good.counts).destroyed >= 0.1


@pytest.mark.slow
def test_numbers_of_attackers_are_those_that_were_given():
    """``@2`` is the second that was named, also where the first cannot shoot."""
    shooters = units("ultramarines::Grav Squad", "ultramarines::Devastator Squad", "ultramarines::Predator Destructor")
    found = need(shooters, units("orks::Trukk")[0], {"distance": "36", "cover@3": "4+"}, 0.2)
    assert [name for name, _ in found.cannot] == ["Grav Squad"]
    keys = {*found.answers.assumed}
    assert "weapon@2" in keys
    assert "weapon@3" in keys


# How many of one gun -------------------------------------------------------------------------------------------------


def test_so_many_guns_are_odds_of_so_many():
    gun, target = line("1x BS3 A1 S9 AP-3 DD6"), line("1x T9 Sv3+ W10", "target")
    found = how_many(gun, "gun", "", target, {}, 0.5)
    for n, chance in enumerate(found.destroyed, 1):
        odds = worked_out(of_sides(line(f"{n}x BS3 A1 S9 AP-3 DD6"), target, {})).document()
        assert chance == pytest.approx(odds["destroyed"], abs=1e-12)
    assert found.number == len(found.destroyed)
    assert found.destroyed[-1] >= 0.5 > found.destroyed[-2]


def test_a_gun_is_one_model_with_it_alone():
    side, title, bearer = one_gun(units("ultramarines"), "plasma gun")
    ((model, n),) = side.unit.models
    assert (n, [weapon.name for weapon in model.weapons], side.units) == (1, ["plasma gun"], ())
    assert (title, bearer) == ("plasma gun", "Plasma gunner, Tactical Squad")
    side, title, _ = one_gun(units("ultramarines"), "missile launcher")
    assert [weapon.name for weapon in side.unit.models[0][0].weapons] == [
        "missile launcher (frag)",
        "missile launcher (krak)",
    ]
    assert title == "missile launcher"
    with pytest.raises(InputError, match="plasma gun was meant"):
        one_gun(units("ultramarines"), "plasmagun")
    with pytest.raises(InputError, match="say more of it"):
        one_gun(units("ultramarines"), "missile")


def test_so_many_guns_do_not():
    found = how_many(line("1x BS4 A1 S3 AP0 D1"), "gun", "", line("1x T10 Sv2+ W20", "target"), {}, 0.9)
    assert found.number is None
    assert len(found.destroyed) == 60
    assert "60 of them do not." in needed.report_of_guns(found).sheets[0].notes


def test_where_nothing_does_the_best_order_found_is_told():
    """An upper bound far above it would read as if it were within reach."""
    found = need(mine(0, 1), line("5x T4 Sv3+ W2", "target"), {}, 0.999)
    exact = found.but(sets=(), together=AllAttackers(0.221, 0.221))
    assert nothing(exact) == "Nothing does. All that can shoot at it (2 units) destroy it in 22.1%."
    bounded = exact.but(together=AllAttackers(0.221, 0.856))
    assert nothing(bounded).endswith("destroy it in 22.1%, in the best order that was found.")


def test_an_attack_of_both_searches_is_computed_once(monkeypatch):
    """One unit has a second mode, the others fire the same in either search."""
    once, counted = Attacks.worked_out, Counter[tuple[object, object]]()

    def counting(attacks, kind, left):
        counted[without_name(attacks.tasks[kind]), left] += 1
        return once(attacks, kind, left)

    monkeypatch.setattr(Attacks, "worked_out", counting)
    (hellblasters,) = units("adeptus-astartes::Hellblaster")
    found = need([*mine(0, 1, 2), hellblasters], line("1x T6 Sv3+ W4", "target"), {}, 0.5)
    assert found.sets
    assert found.modes
    assert len({who for who, _ in counted}) == 5  # four as they fire best, and one as is proposed
    assert {*counted.values()} == {1}


def test_it_says_that_modes_are_those_that_are_proposed_where_no_others_do_more():
    found = need(units("vanguard::Hellblaster", "vanguard::Eradicator"), units("deffskulls::Boyz")[0], {}, 0.1)
    assert found.modes == ("Fired in the modes that are proposed: others do no more.",)
