"""Ropes against lists; that they share what they have in common."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import partial
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoot_cli.replay.history import Rope, Tree
from tests.helpers.work import lines_run

CUTS = st.lists(st.tuples(st.integers(-9, 99), st.integers(-9, 99), st.booleans()), max_size=60)


def sound(tree: Tree) -> tuple[int, int]:
    """Height and length, worked out anew."""
    assert tree is not None
    if tree[0] == 0:
        assert tree[1] > 0
        return 0, tree[1]
    (left, first), (right, rest) = sound(tree[2]), sound(tree[3])
    assert abs(left - right) <= 1
    assert tree[:2] == (max(left, right) + 1, first + rest)
    return max(left, right) + 1, first + rest


@given(st.lists(st.integers(), max_size=9), CUTS)
def test_a_rope_is_what_a_list_would_be(items, cuts):
    rope, model = Rope((*items,)), items
    for number, (first, end, ahead) in enumerate(cuts):
        part, there = rope[first:end], model[first:end]
        more, also = Rope(range(number % 4)), [*range(number % 4)]
        rope, model = (
            (part + more + rope, there + also + model) if ahead else (rope + more + part, model + also + there)
        )
        rope, model = rope[:200], model[:200]
        assert [*part] == there
        assert [*rope] == [*reversed([*reversed(rope)])] == model
        assert [rope[at] for at in range(-len(model), len(model))] == model * 2
        assert (len(rope), bool(rope), rope == Rope((*model,))) == (len(model), bool(model), True)
        if rope.tree:
            sound(rope.tree)


@pytest.mark.parametrize("at", [3, -4])
def test_there_is_nothing_beyond_its_ends(at):
    with pytest.raises(IndexError):
        Rope("abc")[at]


def pieces(count: int) -> Rope[int]:
    rope: Rope[int] = Rope()
    for number in range(count):
        rope += Rope((number,))
    return rope


WORK: list[Callable[[Rope[int]], object]] = [
    lambda rope: rope[len(rope) // 3 : -len(rope) // 5],
    lambda rope: rope + rope[7:],
    lambda rope: rope[:-1] + Rope((1,)),
    lambda rope: rope[len(rope) // 3],
]


@pytest.mark.parametrize("work", WORK)
def test_to_cut_and_to_join_takes_the_logarithm(work):
    few, many = (lines_run(partial(work, pieces(count))) for count in (100, 10_000))
    assert many < 3 * few
    assert many < 40 * log2(10_000)


def test_what_is_cut_and_joined_shares_its_parts():
    rope = pieces(10_000)
    tracemalloc.start()
    try:
        kept = [rope[at:] + rope[:at] for at in range(0, 10_000, 100)]
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(kept) == 100
    assert grown < 100 * 8 * 10_000 / 10  # a tenth of what copies of the pointers alone would take
