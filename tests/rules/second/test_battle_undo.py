"""Battles with jams, overwatch and weapons apart, taken back, changed and broken off: as if played at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shoot_cli.engine.reasons import Redo, Undo
from shoot_cli.rules.second import BATTLE, RULESET
from shoot_cli.rules.second.profiles import Army, Unit
from shoot_cli.rules.second.steps.happened import new_battle
from tests.helpers.samples import seeds
from tests.rules.second.helpers.scripted_battles import Played
from tests.rules.second.test_random_battles import NAMES, some_army
from tests.rules.test_every_amendment import CHANGE, walked
from tests.rules.test_every_ruleset import Killed, Run

WISHES = (None, None, None, CHANGE, CHANGE, Undo, Redo, Killed)
DRAWN = ("overwatch", "overwatch fire", "target", "apart", "apart target", "firing", "weapon", "leader", "others")


class Skirmish:
    """A battle whose questions are answered as proposed. Quacks like ``Game``."""

    def __init__(self, mine: tuple[Unit, ...], theirs: tuple[Unit, ...], turns: int, **answers: Any) -> None:
        self.ruleset, self.sequence, self.seed = RULESET, BATTLE, 5
        self.answers: Any = {"distance": 12} | answers
        self.settings = RULESET.defaults()
        self.start = new_battle(Army("40k-2e", "Mine", mine), Army("40k-2e", "Theirs", theirs), turns)


class Told(Run):
    """The same story, by the place of each question in the log; ``wish`` as of ``Run``."""

    def __init__(self, played: Played, wish: Any = lambda n: None, case: Any = None) -> None:
        super().__init__(case, wish)
        answers = [entry.answer for entry in played.table.log if entry.question is not None]
        self.given: Any = lambda question, place: answers[place]


@pytest.mark.parametrize("seed", seeds(2, 13))
def test_battles_end_like_a_fresh_game(seed: int) -> None:
    any_skirmish(seed)


def any_skirmish(seed: int) -> None:
    """What is drawn is answered by chance: units go on overwatch, weapons apart, and models are left out."""
    random = Random(seed)
    mine, theirs = (some_army(random, random.choice(NAMES)).units[:3] for _ in range(2))
    answers: dict[str, Any] = {key: "by chance" for key in DRAWN if random.random() < 0.6}
    wishes = [None] * random.randint(0, 40) + [random.choice(WISHES) for _ in range(random.randint(5, 30))]
    case: Any = Skirmish(mine, theirs, random.choice((1, 2)), **answers)
    walked(case, wishes, seed, random.random() < 0.5)
