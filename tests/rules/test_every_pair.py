"""Units of the shipped lists at each other: the odds in floats are those in fractions.

A few pairs with the plain tests, some hundreds with the slow ones; all there are with
``python tests/benchmarks/pairs.py --exact 1``.
"""

from __future__ import annotations

import pytest

from shoot_cli.rules import RULESETS
from tests.benchmarks.pairs import CLOSE, apart, pairs
from tests.helpers.samples import first, many

SECONDS = 60.0  # of CPU; a bound, not a wish


@pytest.mark.parametrize(
    ("edition", "sample"), first(2, [(edition.short, n) for n in (20, many(60)) for edition in RULESETS[::-1]])
)
def test_floats_are_the_fractions(edition: str, sample: int) -> None:
    ruleset, every = pairs(edition)
    all_ = [*every]
    found = {pair: apart(ruleset, pair, SECONDS) for pair in all_[:: len(all_) // sample]}
    assert len(found) >= sample
    assert {(pair.attacker, pair.target): off for pair, off in found.items() if off > CLOSE} == {}
