"""Kinds of tokens that come in the same shares meet the line by their total: the same as kind after kind."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.engine.pools import Line, Rank
from shoot_cli.odds import allocation, forget
from shoot_cli.odds.allocation import in_turn
from shoot_cli.odds.damage import Effect
from shoot_cli.odds.laws import ONE, Branch, Law, Ways, power, power_of_kinds, power_of_two_kinds, times
from shoot_cli.odds.lazy_pools import LazyPool
from shoot_cli.odds.set_aside import PendingLine
from shoot_cli.odds.shared_kinds import Run, bunch_of, runs_of
from shoot_cli.odds.states import Engine
from shoot_cli.rules.datasheets.steps.attack import damage
from tests.helpers.work import lines_run
from tests.rules.eleventh.helpers.bare_attacks import ends
from tests.rules.eleventh.helpers.small_documents import attack, damage_by, gun, hero, men

F = Fraction
RANKS = (Rank("Boy", 2, 1), Rank("Nob", 1, 3))
A, B, C = 1, ONE, ONE**2
DICE = {0: 3, A: 2, B: 1}  # two of three dice of the first kind
PAIRS = {0: 1, 2 * A: 4, A + B: 4, 2 * B: 1, C: 5}


def coded(law: Law) -> tuple[Ways, int]:
    return law.ways, law.all


def a_law(*parts: Ways) -> Law:
    """A token that becomes something of each of these, independently."""
    ways: Ways = {0: 1}
    for part in parts:
        ways = times(ways, part)
    return Law(("A", "B", "C", "D"), ways, sum(ways.values()))


def some_effects(r: Random, n: int) -> list[Effect]:
    out = []
    for _ in range(n):
        laws: list[dict[tuple[int, ...], int]] = [
            {(): r.randint(0, 2), (1,): 1, (r.randint(1, 3),): r.randint(1, 3)} for _ in RANKS
        ]
        whole = lcm(*[sum(law.values()) for law in laws])
        even = [({struck: n * whole // sum(law.values()) for struck, n in law.items() if n},) for law in laws]
        out.append(Effect(even, whole, RANKS))
    return out


@pytest.mark.parametrize(
    ("laws", "runs"),
    [
        ([DICE], [Run(0, (2, 1)), Run(2, (1,))]),
        ([DICE, PAIRS], [Run(0, (2, 1)), Run(2, (1,))]),
        ([DICE, {0: 1, A: 1, B: 1}], [Run(0, (1,)), Run(1, (1,)), Run(2, (1,))]),  # other shares
        ([{0: 1, A + B: 1}], [Run(0, (1,)), Run(1, (1,)), Run(2, (1,))]),  # one of each
        ([{0: 1, 2 * A: 1, 2 * B: 1}], [Run(0, (1,)), Run(1, (1,)), Run(2, (1,))]),  # never one of each
        ([{0: 1, A: 1, B: 1, A + C: 2, B + C: 1}], [Run(0, (1,)), Run(1, (1,)), Run(2, (1,))]),  # by what comes too
        ([{0: 3, A: 1, B: 2, C: 3}], [Run(0, (1, 2, 3))]),
    ],
)  # fmt: skip
def test_kinds_are_a_run_only_if_each_token_takes_its_kind_by_itself(laws: list[Ways], runs: list[Run]) -> None:
    assert runs_of(laws, 3) == runs


def one_by_one(laws: Any, kinds: int) -> list[Run]:
    return [Run(place, (1,)) for place in range(kinds)]


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_a_run_is_the_same_as_kind_after_kind(seed: int, exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a second part, and with a second run whose total is drawn with the first."""
    r = Random(seed)
    first, second = {0: 2, A: r.randint(1, 3), B: 1}, {0: 1, C: 1, C * ONE: 2}
    both = first | {code: 2 * n for code, n in second.items() if code}
    laws = a_law(both), a_law(first, {0: 1, C**2: 2}), a_law(first, second), a_law(second)
    one: Any = 1 if exact else 1.0
    rows: list[list[Branch]] = [
        [(one, ((laws[0], r.randint(1, 4)),))],
        [(one, ((laws[1 + seed % 3], r.randint(1, 3)),))],
    ]
    if seed == 7:
        rows = rows[:1]
    effects, start = some_effects(r, 4), [1, 2, 0, 0, 1, 0]
    kinds = 5  # the last is left over, besides those that no effect is for
    begin = start if exact else [x / 4 for x in start]
    found, whole, flows = in_turn(effects, [(row, coded) for row in rows], kinds, begin, 4 if exact else 1, exact)
    monkeypatch.setattr(allocation, "runs_of", one_by_one)
    rows_, whole_, flows_ = in_turn(effects, [(row, coded) for row in rows], kinds, begin, 4 if exact else 1, exact)
    assert {code for code, row in found.items() if any(row)} == {code for code, row in rows_.items() if any(row)}
    for code, row in found.items():
        alike([(x, whole) for x in row], [(x, whole_) for x in rows_.get(code, [0] * 6)], exact)
    for (effect, *line), (effect_, *line_) in zip(flows, flows_, strict=True):
        assert effect is effect_
        for (these, each), (those, each_) in zip((line[:2], line[2:]), (line_[:2], line_[2:]), strict=True):
            alike([(x, each) for x in these], [(x, each_) for x in those], exact)


def alike(found: list[tuple[Any, Any]], wanted: list[tuple[Any, Any]], exact: bool) -> None:
    if exact:
        assert [Fraction(*x) for x in found] == [Fraction(*x) for x in wanted]
    else:
        assert [x for x, _ in found] == pytest.approx([x for x, _ in wanted], abs=1e-15)


@pytest.mark.parametrize(("kinds", "one", "other"), [(2, A, B), (4, C, ONE**3), (3, A, C)])
@pytest.mark.parametrize("seed", range(3))
def test_powers_of_two_kinds_are_repeated_products(seed: int, kinds: int, one: int, other: int) -> None:
    r = Random(seed)
    ways = {0: 3, one: 1, other: 2}
    ways |= {a * one + b * other: r.randint(0, 5) for a, b in product(range(3), range(4)) if a or b}
    assert power_of_two_kinds(ways, 7, kinds) == {code: n for code, n in power(ways, 7).items() if n}


@pytest.mark.parametrize("seed", range(30))
def test_powers_of_any_number_of_kinds_equal_repeated_products(seed: int) -> None:
    r = Random(seed)
    kinds, n = r.randint(1, 4), r.randint(1, 8)
    tokens = [sum(r.randint(0, 2) * ONE**place for place in range(kinds)) for _ in range(r.randint(1, 6))]
    ways = {0: r.randint(1, 9)} | {code: r.randint(1, 9) for code in tokens if code}
    assert power_of_kinds(ways, n, kinds) == (power(ways, n) if len(ways) > 1 else None)


def test_only_of_tokens_that_may_become_nothing() -> None:
    assert power_of_kinds({A: 1, B: 1, C: 2}, 7, 3) is None
    assert power_of_kinds({0: 1}, 7, 3) is None


def test_only_two_kinds_that_may_become_nothing() -> None:
    assert power_of_two_kinds({A: 1, B: 1}, 7, 2) is None
    assert power_of_two_kinds({0: 1, A: 1}, 7, 2) is None
    assert power_of_two_kinds({0: 1, A: 1, B: 1, C: 1}, 7, 3) is None
    assert power_of_two_kinds({0: 1, A: 1, B: 1}, 3000, 2) is None  # repeated products refuse them, or end in time


UNIT = men("Vet", 3, W=2, Sv="3+"), men("Trooper", 3, Sv="5+", FNP="5+"), hero("Captain", W=3, Sv="2+", Inv="4+")
DICE_OF_DAMAGE = gun("improve AP by 2 on critical wounds", n=3, BS="3+", S=4, AP=-1, D="D3")


def test_a_second_pile_by_its_total(monkeypatch: pytest.MonkeyPatch) -> None:
    """A damage roll that may be thrown again lets nobody wait: each pile meets the line at once."""
    one = attack([DICE_OF_DAMAGE], *UNIT, allocate="best_save", command_reroll="damage")
    found, struck = damage_by(one), ends(one).expected
    calls = list[Any]()
    monkeypatch.setattr(allocation, "by_totals", lambda *given: calls.append(given))
    forget()
    assert (damage_by(one), ends(one).expected) == (found, struck)
    assert calls


@pytest.mark.parametrize("other", [DICE, {0: 5, A: 2, B: 1}, {0: 1, A: 1, B: 1}, {0: 1}])
def test_blocks_by_their_totals_if_all_take_their_kinds_in_the_same_shares(
    other: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools: Any = SimpleNamespace(effects=some_effects(Random(1), 2), thinned_law=coded)
    parts = (DICE, 3, [(0, F(1, 3)), (2, F(1, 3))]), (other, 2, [(1, F(1, 3))])
    blocks = [(LazyPool((), [(F(1), ((a_law(law), n),))]), start) for law, n, start in parts]
    found = allocation.by_totals(pools, blocks, True)
    assert (found is None) is (A in other and other[A] != 2)
    if found:
        monkeypatch.setattr(allocation, "by_totals", lambda *_: None)
        wanted = allocation.meet(
            SimpleNamespace(effects=pools.effects, thinned_law=coded, sums=None), blocks, False, True
        )  # type: ignore[arg-type]
        assert [F(x, found.whole) for x in found.vector] == [F(x, wanted.whole) for x in wanted.vector]


@pytest.mark.parametrize("exact", [True, False])
def test_a_run_after_another_kind_by_its_total(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second kind and the third come 2 to 1 in both laws, as dice of saves after one that is thrown again."""
    one: Any = F(1) if exact else 1.0
    pools: Any = SimpleNamespace(effects=some_effects(Random(2), 3), thinned_law=coded, sums=None)
    laws = a_law({0: 5, A: 3, B: 4, C: 2}), a_law({0: 7, B: 2, C: 1})
    branches = [(one * n / 6, ((laws[0], n), (laws[1], 4 - n))) for n in (1, 2, 3)]
    block = LazyPool((), branches), [(0, one / 2), (2, one / 2)]
    found = allocation.meet(pools, [block], False, exact)
    assert len(runs_of([law.ways for law in laws], 3)) == 2
    assert sum(found.vector) == pytest.approx(found.whole, rel=0 if exact else 1e-15)
    monkeypatch.setattr(allocation, "runs_of", one_by_one)
    wanted = allocation.meet(pools, [block], False, exact)
    alike([(x, found.whole) for x in found.vector], [(x, wanted.whole) for x in wanted.vector], exact)
    for (_, *line), (_, *line_) in zip(found.flows(), wanted.flows(), strict=True):
        for (these, each), (those, each_) in zip((line[:2], line[2:]), (line_[:2], line_[2:]), strict=True):
            alike([(x, each) for x in these], [(x, each_) for x in those], exact)


D3 = {A: 1, 2 * A: 1, 3 * A: 1}


@pytest.mark.parametrize(
    ("ways", "bunch"),
    [
        ({0: 3, A: 1, 2 * A: 1, 3 * A: 1}, {1: 1, 2: 1, 3: 1}),
        ({0: 3, A: 2, 2 * A: 2, B: 4, B + A: 1, B + 2 * A: 1}, {1: 1, 2: 1}),
        (times(D3, D3) | {B: 5, B + A: 7, B + 2 * A: 7, B + 3 * A: 7}, {1: 1, 2: 1, 3: 1}),
        ({0: 1, A: 2, 2 * A: 1}, {1: 2, 2: 1}),
        ({0: 1, A: 2}, None),  # one by one
        ({0: 1, 2 * A: 1, A: 1, B + A: 1, B + 2 * A: 2}, None),  # other chances beside another kind
        (times(D3, D3) | {B + 3 * A: 1}, None),
    ],
)
def test_bunches(ways: Ways, bunch: Ways | None) -> None:
    assert bunch_of([ways], 0) == bunch


@pytest.mark.parametrize("exact", [True, False])
def test_bunches_that_wait_are_the_same_as_their_tokens(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """D3 of one kind, or D2 of another, for each token that does not meet the line, and either for one that does."""
    one: Any = 1 if exact else 1.0
    law = {0: 9, A: 6, B: 3} | {C * n: 2 for n in (1, 2, 3)} | {A + C * n: 4 for n in (1, 2, 3)}
    law |= {A + ONE**3 * n: 3 for n in (1, 2)}
    laws = Law(("A", "B", "C", "D"), law, sum(law.values())), a_law({0: 3, A: 2})
    parts: Any = [([(one, ((each, n),))], coded) for each, n in zip(laws, (3, 2), strict=True)]
    effects, start = some_effects(Random(3), 2), [1, 2, 0, 0, 1, 0]
    given = effects, parts, 4, start if exact else [x / 4 for x in start], 4 if exact else 1, exact
    found, whole, _ = in_turn(*given)
    monkeypatch.setattr(allocation, "bunch_of", lambda *_: None)
    rows, each, _ = in_turn(*given)
    assert found.keys() == rows.keys()
    for code, row in found.items():
        alike([(x, whole) for x in row], [(x, each) for x in rows[code]], exact)


def work_of(n: int, *abilities: str, **more: Any) -> int:
    one = attack([gun(*abilities, n=n, BS="3+", S=4, AP=-1)], *UNIT, **more)
    ends(one, exact=False).distribution(damage)  # what a process makes once is made whatever was tested before
    forget()
    return lines_run(lambda: ends(one, exact=False).distribution(damage))


@pytest.mark.parametrize(
    "abilities",
    [
        ("Lethal Hits", "Sustained Hits 1", "Devastating Wounds"),
        ("Sustained Hits 1", "D3 mortal wounds in addition on critical wounds"),
        ("Sustained Hits 1", "improve AP by 1 on critical wounds"),
    ],
)
def test_twice_the_shots_are_four_times_the_work_at_most(abilities: tuple[str, ...]) -> None:
    """Numbers of every face of the dice would be thirty times as much."""
    assert work_of(16, *abilities) < 4 * work_of(8, *abilities)


@pytest.mark.slow
def test_a_pile_is_saved_while_the_other_and_mortal_wounds_wait() -> None:
    """If each number of them were a record, it would be seven times the work."""
    words = "improve AP by 1 on critical wounds", "D3 mortal wounds in addition on critical wounds"
    less, more = (work_of(n, *words, allocate="best_save") for n in (8, 16))
    assert more < 5 * less


def test_unsaved_attacks_are_learnt_of_a_line_that_waits() -> None:
    """To know who is met no token that waits is dealt out."""
    start, seen = Line(RANKS), list[Any]()
    node: Any = SimpleNamespace(counted=True, unsaved=(), rights=seen.append)
    pending = PendingLine(start, node, (), ())
    engine: Any = SimpleNamespace(unsaved={}, table=None)
    Engine.learn_unsaved(engine, node, (), SimpleNamespace(line=pending))
    assert seen
    assert engine.unsaved is None


def test_unsaved_attacks_are_not_learnt_while_models_stand_behind() -> None:
    """Who comes forward may save otherwise, so only blows that strike are counted."""
    node: Any = SimpleNamespace(counted=True, unsaved=(int,), rights=lambda record: ())
    for reach, learnt in ((1, None), (2, {}), (None, {})):
        engine: Any = SimpleNamespace(unsaved={}, table=None)
        Engine.learn_unsaved(engine, node, (), SimpleNamespace(line=Line(RANKS, reach=reach)))
        assert engine.unsaved == learnt, reach
