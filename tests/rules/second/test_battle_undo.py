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
from tests.rules.second.helpers.guns_and_men import RHINO, both, gun
from tests.rules.second.helpers.scripted_battles import Played, battle, squad
from tests.rules.second.test_random_battles import NAMES, some_army
from tests.rules.test_every_amendment import CHANGE, walked
from tests.rules.test_every_ruleset import Killed, Run, log_of

GUN = gun()
BOLTER = gun(5, -2, name="heavy bolter", sustained=2)
LASER = gun(9, -6, "2D6", "lascannon", penetration="3D6+9", short=20, long=60, rules=("Heavy",))
MINE: list[Unit] = [
    both(both(squad("A", 3, GUN), squad("A", 1, BOLTER, kind="Bolter")), squad("A", 1, LASER, kind="Gunner")),
    squad("B", 1, GUN),
]
THEIRS: list[Unit] = [squad("Orks", 6, GUN), RHINO.but(name="Rhino")]
WISHES = (None, None, None, CHANGE, CHANGE, Undo, Redo, Killed)
DRAWN = ("overwatch", "overwatch fire", "target", "apart", "apart target", "firing", "weapon", "leader", "others")
END = ("unit", "end the phase")


class Skirmish:
    """A battle whose questions are answered as proposed. Quacks like ``Game``."""

    def __init__(self, mine: tuple[Unit, ...], theirs: tuple[Unit, ...], turns: int, **answers: Any) -> None:
        self.ruleset, self.sequence, self.seed = RULESET, BATTLE, 5
        self.answers: Any = {"distance": 12} | answers
        self.settings = RULESET.defaults()
        self.start = new_battle(Army("40k-2e", "Mine", mine), Army("40k-2e", "Theirs", theirs), turns)


def story() -> Played:
    """The lascannon apart, the heavy bolter jammed; then half of the Orks fire, and the others lose their overwatch."""
    first = [
        ("unit", "A"), ("target", "a heavy or special weapon at another target"), ("apart target", "Rhino"),
        ("facts:lascannon", {}), ("hit:lascannon", [1]), ("target", "Orks"), ("facts:gun", {}), ("hit:gun", [6, 1, 1]),
        ("wound:gun", [1]), ("hit:heavy bolter", [6]),
        ("sustained dice:heavy bolter", [6, 6]), END,
    ]  # fmt: skip
    second = [
        ("overwatch", ["Orks"]), ("overwatch fire", "Orks"), ("target", "B"),
        ("facts:gun", {"firing": "3"}), ("hit:gun", [1, 1, 1]), ("overwatch fire", "nobody"),
        ("unit", "A"), ("target", "Orks"), ("declare:gun", {}), ("weapon", "no more"), ("facts:gun", {}), ("hit:gun", [1, 1, 1]),
        ("overwatch test", 12), END, END,
    ]  # fmt: skip
    return battle(MINE, THEIRS, *first, *second, turns=2)


class Told(Run):
    """The same story, by the place of each question in the log; ``wish`` as of ``Run``."""

    def __init__(self, played: Played, wish: Any = lambda n: None, case: Any = None) -> None:
        super().__init__(case or Skirmish(tuple(MINE), tuple(THEIRS), 2), wish)
        answers = [entry.answer for entry in played.table.log if entry.question is not None]
        self.given: Any = lambda question, place: answers[place]


def test_the_story_has_all_of_it() -> None:
    played = story()
    assert played.left is None
    for words in ("2 of the owner's turns", "Orks: overwatch lost"):
        assert played.said(words), words
    assert played.keys.count("target") == 4
    end, log = Told(played).end()
    assert end.over
    assert log == log_of(played.table)


@pytest.mark.slow
@pytest.mark.rule("2E-SF-3", "2E-OW-5", "2E-OW-6", "2E-TGT-3")
def test_undo_and_redo_at_every_prompt_change_nothing() -> None:
    played = story()
    first = Told(played)
    want = first.end()
    for at in range(len(first.prompts)):
        for wishes in ({at: Undo}, {at: Undo, at + 1: Undo}, {at: Undo, at + 1: Redo}):
            again = Told(played, wishes.get)
            assert again.end() == want, (at, wishes)
            assert again.kept() == again.said() == first.said()


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
