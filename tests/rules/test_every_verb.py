"""The five verbs of the table keep their laws in every edition: the odds are the same with what only players have.

The odds by brute force are computed as usual, and once with one verb doing what it does at the table. All measures
must agree jointly. See `Table.explain`, `moot`, `detail`, `in_sight` and `blindly`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from shoot_cli.rules import Edition
from tests.helpers.samples import first
from tests.helpers.table_verbs import held_to_laws
from tests.rules.test_every_ruleset import Case, every, some

HELD = ("moot", "detail", "blindly", "explain")


def check(edition: Edition, seed: int) -> Counter[str]:
    """Check one random attack with each verb by itself, and with all together; return how often each was used."""
    case = Case(edition, seed)
    return held_to_laws(lambda: some(case.odds(exact=True, brute_force=True).measure(case.measure)), HELD)


@every
@pytest.mark.parametrize("part", first(1, range(10)))
def test_odds_are_the_same_with_what_players_have(edition: Edition, part: int) -> None:
    for seed in range(1000 + 5 * part, 1005 + 5 * part):
        check(edition, seed)
