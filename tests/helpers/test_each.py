"""Tests of what goes through hundreds of cases in one."""

from __future__ import annotations

import pytest

from tests.helpers.each import each


def test_all_that_is_wrong_is_told_with_its_place() -> None:
    @each("n", [1, pytest.param(2, id="two"), 3])
    def odd(n: int) -> None:
        assert n % 2 == 0, f"{n} is odd"

    with pytest.raises(
        pytest.fail.Exception, match=r"2 of 3 are wrong\n\n1: test_each\.py:\d+: AssertionError: 1 is odd"
    ):
        odd()


def test_one_that_is_wrong_alone_raises_its_own_error() -> None:
    @each(("a", "b"), [(1, 1), (1, 0)], ids=("first", "second"))
    def divided(a: int, b: int) -> None:
        assert a / b

    with pytest.raises(ZeroDivisionError) as raised:
        divided()
    assert raised.value.__notes__ == ["with second"]


def test_nothing_to_go_through_is_wrong() -> None:
    @each("n", [])
    def idle(n: int) -> None: ...

    with pytest.raises(AssertionError, match="nothing to go through"):
        idle()


@each("m", [1, 2])
@each("n", [3, 4])
def test_each_may_stand_on_each_and_beside_fixtures(m: int, n: int, request: pytest.FixtureRequest) -> None:
    assert m < n
    assert request.node.name == "test_each_may_stand_on_each_and_beside_fixtures"
