"""Mean, median, span and chance of at least so many, against counting every way for dice to fall.

Short: one small function, and every way to break its definition.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from shoot_cli.engine.distributions import figures_of
from tests.helpers.each import each


def games(random: Random) -> list[int]:
    """Everything that may come of a few dice, each as likely as any other, the smallest first."""
    dice, sides, cut = random.randint(1, 4), random.choice((3, 6, 10)), random.randint(0, 6)
    scale = random.choice((1, 1, 2, 6))
    return sorted(max(0, sum(faces) - cut) // scale for faces in product(range(1, sides + 1), repeat=dice))


def law_of(numbers: list[int]) -> list[Fraction]:
    counts = Counter(numbers)
    return [Fraction(counts[k], len(numbers)) for k in range(max(numbers) + 1)]


@pytest.mark.slow
@each("seed", range(120))
def test_figures_are_those_of_all_games_put_in_order(seed: int) -> None:
    every = games(Random(seed))
    law, n = law_of(every), len(every)
    for found in (figures_of([float(p) for p in law]), figures_of(law)):
        assert found.mean == pytest.approx(sum(every) / n)
        assert found.median == every[n // 2]
        assert (found.low, found.high) == (every[n // 10], every[n - 1 - n // 10])
        assert found.at_least == pytest.approx([sum(x >= k for x in every) / n for k in range(max(every) + 1)])
        assert found.at_least[0] == 1.0
        assert sum(found.low <= x <= found.high for x in every) >= 0.8 * n


def test_ends_that_hold_exactly_a_tenth_are_left_out() -> None:
    """Nine of ten games bring 1 or more, and nine of ten no more than 2: so `1-2`, whatever floats add up to."""
    assert figures_of((0.1, 0.4, 0.4, 0.1)).span == "1-2"
    assert figures_of((0.1 + 1e-6, 0.4, 0.4, 0.1 - 1e-6)).span == "0-2"
    assert figures_of((0.7, 0.1, 0.1, 0.1)).span == "0-2"
    assert figures_of((0.5, 0.5)).median == 1  # half of all games bring it
    assert figures_of((0.05, 0.95)).span == "1"


def test_what_is_sure_is_one_number_and_nothing_has_no_figures_but_0() -> None:
    sure = figures_of((0.0, 0.0, 1.0))
    assert (sure.mean, sure.median, sure.span, sure.at_least) == (2.0, 2, "2", (1.0, 1.0, 1.0))
    assert figures_of((1.0,)).document() == {"mean": 0.0, "median": 0, "low": 0, "high": 0, "at_least": [1.0]}


@each("seed", range(200))
def test_a_better_attack_has_no_lower_figure(seed: int) -> None:
    """Whoever does more in every game has no lower figure."""
    random = Random(seed)
    every = games(random)
    better = sorted(number + random.randint(0, 2) for number in every)
    one, other = figures_of(law_of(every)), figures_of(law_of(better))
    for name, value in one.summary().items():
        assert other.summary()[name] >= value, name
