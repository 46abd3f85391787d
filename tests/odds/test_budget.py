"""How much effort odds may take: every long loop looks at the clock, what grows is stopped, and nothing is left spoiled.

The clocks here tick when somebody looks at them: what is asserted is work, not time.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from shoot_cli.engine import budget as budgets
from shoot_cli.engine.budget import ENDLESS, NUMBERS, RECORDS, Budget, TooMany, in_force, over, room
from shoot_cli.engine.distributions import tallies, totals
from shoot_cli.engine.pools import Line, Rank
from shoot_cli.engine.questions import Need, Watch
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import While
from shoot_cli.engine.table import Table
from shoot_cli.odds import forget, laws, odds
from shoot_cli.odds.damage import Effect
from shoot_cli.odds.laws import ONE, Law
from shoot_cli.odds.lazy_pools import LazyPool
from shoot_cli.odds.set_aside import rests_by_number
from shoot_cli.odds.shared_kinds import RunEffects, run_met_by_new, run_met_by_old
from shoot_cli.odds.solver import Solver
from tests.helpers.each import each
from tests.helpers.samples import first, seeds
from tests.helpers.toy_games import ODD, TEN, Amount, Answers, Attack, Body, Gun, Model, Volley, Weapon, anything, lost


def looks(most: int) -> Budget:
    """A budget that is spent when the clock has been looked at so often."""
    ticks = count()
    return Budget(most, clock=lambda: float(next(ticks)))


# The budget itself ---------------------------------------------------------------------------------------------------


def test_it_is_spent_when_its_time_is_up() -> None:
    now = [0.0]
    budget = Budget(20, clock=lambda: now[0])
    budget.spend(10**9)
    now[0] = 20.5
    with pytest.raises(TooMany, match=r"^the odds would take more than 20 s of CPU$") as stopped:
        budget.spend(10**9)
    assert stopped.value.late
    with pytest.raises(TooMany):  # whoever catches it gets no further
        budget.spend(1)


def test_records_are_counted_whichever_machine_it_is() -> None:
    with pytest.raises(TooMany, match="more than 3 records") as stopped:
        odds(*anything(Random(3)), budget=Budget(most=3))
    assert not stopped.value.late
    assert odds(*anything(Random(3)), budget=Budget(most=100_000)).records


def test_it_is_in_force_from_with_on() -> None:
    assert in_force() is ENDLESS
    with looks(1) as outer:
        with looks(1) as inner:
            assert in_force() is inner
        assert in_force() is outer
    assert in_force() is ENDLESS


def test_one_that_ends_at_the_same_time() -> None:
    now = [0.0]
    attack = Budget(20, clock=lambda: now[0]).with_most(5)
    now[0] = 21
    with pytest.raises(TooMany, match="20 s"):
        attack.spend(10**9)


@each(("n", "each"), [(3, 1), (3, 10**9), (100_000, 1), (100_000, 0), (0, 5)])
def test_all_items_come_in_their_order(n: int, each: int) -> None:
    assert [*over(range(n), each)] == [*range(n)]


def test_what_grows_is_stopped() -> None:
    out: list[int] = []
    with pytest.raises(TooMany, match=f"more than {NUMBERS:,} numbers at once"):
        out.extend(i for i in over(range(10**9), 1, out))
    assert len(out) < 2 * NUMBERS
    with pytest.raises(TooMany, match=f"more than {RECORDS:,} things"):
        room(RECORDS + 1, RECORDS, "things")


# Every long loop -----------------------------------------------------------------------------------------------------

TWO = Law(("A", "B"), {0: 4, 1: 1, ONE: 1}, 6)
PAIRS = Law(("A", "B"), {0: 3, 1: 1, 2: 1, 1 + ONE: 1}, 6)
GROUPS = tuple(Watch((face,)) for face in (1, 2, 5, 6))
STORM = Gun("storm", Amount(2, 6), 4, "misses", 4, 5, 0, Amount(1, 6), sustained=1, lethal=True, devastating=True)


def branches(n: int, law: Law) -> list[Any]:
    return [(1 / n, ((law, k), (PAIRS, 2))) for k in range(n)]


def engine(budget: Budget) -> Solver:
    return Solver(Answers(), {}, False, False, budget)


def a_line(*ranks: tuple[int, int]) -> Line:
    return Line(tuple(Rank(Model(str(place), save=5 - place), n, wounds) for place, (n, wounds) in enumerate(ranks)))


def many_guns(n: int, *ranks: tuple[int, int]) -> tuple[Any, Any, Answers]:
    guns = tuple((Weapon(str(ap), 4, ap, twin_linked=ap == 3, rending=ap == 4), n) for ap in (3, 4, 5))
    return ODD, Attack(guns, a_line(*ranks)), Answers()


def one_gun(n: int, line: Line, **more: Any) -> tuple[Any, Any, Answers]:
    return ODD, Attack(((Weapon("gun", **more), n),), line), Answers()


def storm(n: int, models: int, wounds: int) -> tuple[Any, Any, Answers]:
    return TEN, Volley(((STORM, n),), Line((Rank(Body("B", 4, 4), models, wounds),))), Answers()


def one_after_the_other(s: Record, table: Table) -> Record:
    """Dice that nothing ties together, all in one step."""
    return s.but(line=sum(table.roll(f"die {k}", 1, Need(k % 5 + 2)).passed for k in range(40)))


def one_more(s: Any, table: Table) -> Any:
    return s.but(line=s.line + 1 + table.roll("more", 1, Need(4)).passed)


def again_and_again(s: Any) -> bool:
    return bool(s.line < 10_000_000)


def two_kinds() -> RunEffects:
    return RunEffects([Effect([({(points,): 1, (): 1},)], 2, [Rank("B", 500, 2)]) for points in (1, 2)], (1, 2), False)


def place() -> list[float]:
    return [1.0] + [0.0] * 1000


def wide(n: int) -> dict[int, float]:
    return dict.fromkeys(range(n), 1.0)


LONG: dict[str, Callable[[Budget], Any]] = {
    "a product": lambda b: laws.times(wide(4000), wide(4000)),
    "a power": lambda b: laws.power(PAIRS.ways, 300),
    "a substitution": lambda b: laws.substituted(dict.fromkeys(range(300_000), 1), 6, [(0, ({0: 1, 1: 1}, 2))]),
    "a sum of many parts": lambda b: laws.added([({k: 1}, 6) for k in range(300_000)]),
    "numbers of one kind": lambda b: laws.convolved([0.5] * 5000, [0.5] * 5000, 10**6),
    "numbers up to so many": lambda b: laws.convolved([0.5] * 5000, [0.5] * 5000, 5000),
    "a power in floats": lambda b: laws.raised([0.2] * 40, 3000, 10**6),
    "a power in whole numbers": lambda b: laws.raised([1, 1, 1], 6000, 10**6),
    "a power by its derivative": lambda b: laws.chances([1] * 500, 500, 600, 10**6),
    "kinds by themselves": lambda b: laws.powered({0: 1, 1: 1, ONE: 1, ONE**2: 1}, 4, 300, 3, False),
    "kinds together": lambda b: laws.powered(PAIRS.ways, 6, 300, 2, False),
    "powers of one law, mixed": lambda b: laws.sum_of_powers(
        [(0.01, ((TWO, n),)) for n in range(5000)], {0: 1, 1: 1}, 2, 10**6, False
    ),
    "branches of one kind": lambda b: LazyPool(("A",), branches(3000, Law(("A",), {0: 1, 1: 1}, 2))).joint(
        ("A",), False
    ),
    "branches of two kinds": lambda b: LazyPool(("A", "B"), branches(3000, TWO)).joint(("A", "B"), False),
    "what is on none of the piles": lambda b: [*LazyPool(("A", "B"), branches(9000, TWO)).halves(False)],
    "what is set aside": lambda b: rests_by_number(
        engine(b), {factors: p for p, factors in branches(300, Law(("A", 1), TWO.ways, 6))}, 1, 10**6
    ),
    "a tally of several groups": lambda b: tallies(60, 3, False, GROUPS),
    "a sum of dice": lambda b: totals(2000, 6),
    "a step that rolls on": lambda b: odds((one_after_the_other,), Attack((), 0), Answers(), budget=b),  # type: ignore[arg-type]
    "a loop without end": lambda b: odds((While(again_and_again, one_more),), Attack((), 0), Answers(), budget=b),  # type: ignore[arg-type]
    "whole piles": lambda b: odds(*many_guns(8, (5, 2), (5, 2)), brute_force=True, budget=b),
    "numbers of several kinds down the line": lambda b: odds(*many_guns(200, (50, 3), (50, 2)), budget=b),
    "one kind or the other": lambda b: odds(*one_gun(3000, a_line((400, 1), (400, 2)), rending=True), budget=b),
    "one kind down a long line": lambda b: odds(*one_gun(9000, a_line((900, 3), (900, 2))), budget=b),
    "damage dice": lambda b: odds(*storm(300, 100, 9), budget=b),
    "kinds in the same shares": lambda b: run_met_by_new(
        two_kinds(), {0: place()}, dict.fromkeys(range(900), 0.001), 0
    ),
    "kinds in the same shares, drawn before": lambda b: run_met_by_old(
        two_kinds(), {n: place() for n in range(900)}, 0
    ),
    "fractions": lambda b: odds(*many_guns(90, (40, 3), (40, 2)), exact=True, budget=b),
}


@pytest.mark.parametrize("what", LONG)
def test_every_long_loop_looks_at_the_clock(what: str) -> None:
    forget()
    with looks(2) as budget, pytest.raises(TooMany, match="more than 2 s of CPU"):
        LONG[what](budget)


def test_measures_are_part_of_it() -> None:
    """What is worked out only when it is asked for comes out of the same budget."""
    now = [0.0]
    ends = odds(*many_guns(5, (3, 2), (3, 1)), brute_force=True, budget=Budget(1, clock=lambda: now[0]))
    now[0] = 2
    with pytest.raises(TooMany, match="different records in the end"):
        [ends.measure(lambda s, place=place: (s.line.lost, place)) for place in range(10_000)]  # type: ignore[misc]
    assert in_force() is ENDLESS


@pytest.mark.slow
def test_no_more_is_kept_than_fits() -> None:
    with pytest.raises(TooMany, match="at once") as stopped:
        laws.powered({0: 1, 1: 1, ONE: 1, ONE**2: 1, ONE**3: 1}, 5, 400, 4, False)
    assert not stopped.value.late
    with pytest.raises(TooMany, match="ways for dice to fall at once"):
        tallies(200, 3, False, GROUPS)


def test_floats_weigh_the_same_whatever_they_come_from() -> None:
    """Ways in very long numbers, chances in floats: nothing long is kept."""
    ways = 10**30 + 1
    joint, _ = laws.powered({0: ways, 1: ways, ONE: ways}, 3 * ways, 500, 2, False)
    assert sum(joint.values()) == pytest.approx(1)


# What it says --------------------------------------------------------------------------------------------------------


def test_it_names_the_step_and_how_many_there_were() -> None:
    with pytest.raises(TooMany) as stopped:
        LONG["a step that rolls on"](looks(2))
    words = r"the odds would take more than 2 s of CPU: at “one after the other” with 40 rolls one after the other, "
    assert str(stopped.value).startswith(words)
    with pytest.raises(TooMany, match="at “save from” with what comes of 9,000 dice") as stopped:
        LONG["one kind down a long line"](looks(2))
    assert isinstance(stopped.value.record, Attack)
    with pytest.raises(TooMany, match=r"at “.*” with up to [0-9,]+ different records"):
        LONG["whole piles"](looks(2))


# Nothing is spoiled --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", seeds(1, 3))
@pytest.mark.parametrize("how", first(1, [{}, {"exact": True}, {"brute_force": True}]))
def test_odds_that_were_stopped_anywhere_spoil_none_that_follow(
    seed: int, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is remembered from call to call is whole, or not there."""
    case = anything(Random(seed))
    forget()
    want = odds(*case, **how).measure(lost)
    monkeypatch.setattr(budgets, "LOOK", 1)  # every bit of work looks at the clock
    after, stops = 1, 0
    while True:
        forget()
        try:
            found = odds(*case, **how, budget=looks(after)).measure(lost)
        except TooMany:
            stops += 1
            assert odds(*case, **how).measure(lost) == want
            after += 1 + after // 2
        else:
            assert found == want
            break
    assert stops > 0
