"""A whole evening at a terminal, and the book that its players keep beside it: who stands, and command points."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shoot_cli.storage.remembered_place import in_force
from shoot_cli.storage.store import Store
from tests.end_to_end.terminal import ENTER, UP, Terminal, words

UNITS, HAPPENED, SINCE, OVER = "Which unit shoots?", "WHAT HAPPENED", "since the last shots?", "The battle is over."


class Book:
    """What somebody with pencil and paper keeps: the wounds left of every model, by unit. It knows nothing of the app.

    :ivar points: the command points of both armies
    """

    def __init__(self, whole: Mapping[str, tuple[int, int]], points: tuple[int, int] = (0, 0)) -> None:
        self.whole = {unit: [each] * n for unit, (n, each) in whole.items()}
        self.left = {unit: [*models] for unit, models in self.whole.items()}
        self.points = [*points]

    def falls(self, unit: str, n: int = 1) -> None:
        """Those who are hurt fall first."""
        assert 0 < n <= len(self.left[unit]), (unit, n, self.left[unit])
        self.left[unit] = sorted(self.left[unit])[n:]

    def dies(self, unit: str) -> None:
        self.left[unit] = []

    def loses(self, unit: str, wounds: int) -> None:
        """One model after the other, who is hurt first."""
        for _ in range(wounds):
            first, *others = sorted(self.left[unit])
            self.left[unit] = [first - 1, *others] if first > 1 else others

    def heals(self, unit: str, wounds: int) -> None:
        first, *others = sorted(self.left[unit])
        self.left[unit] = [first + wounds, *others]

    def rise(self, unit: str, n: int | None = None) -> None:
        """So many come back whole; without a number the whole unit."""
        self.left[unit] += self.whole[unit][: len(self.whole[unit]) if n is None else n]

    def gain(self) -> None:
        """A player turn begins."""
        self.points = [n + 1 for n in self.points]

    def spend(self, side: int, n: int = 1) -> None:
        self.points[side] -= n

    @property
    def stands(self) -> dict[str, list[int]]:
        return {unit: sorted(models) for unit, models in self.left.items() if models}


class Evening:
    """Two players at one terminal. What they do is typed; what they say of it to each other is in their book."""

    def __init__(self, here: Terminal, book: Book) -> None:
        here.patience = 20
        self.here, self.book = here, book

    def say(self, keys: str, then: str = "") -> None:
        """Type an answer. Without ``then`` whatever is asked next will do."""
        self.here.say(keys, then)

    def shows(self, *sentences: str) -> None:
        """Each stands on the screen: large digits are digits, and lines may be broken anywhere."""
        seen = re.sub("─+►", "►", words(self.here.aloud()))
        for sentence in sentences:
            assert words(sentence) in seen, f"{sentence!r} is not to be seen:\n{self.here.shown()}"

    def stands(self, *sentences: str) -> None:
        """The status says so."""
        seen = words(self.here.look(" s", "STATUS"))
        for sentence in sentences:
            assert sentence in seen, f"{sentence!r} is not in the status:\n{seen}"

    def tell(self, line: str) -> None:
        """Say what happened while somebody chooses his next unit."""
        self.say("something", HAPPENED)
        self.say(line, UNITS)

    def attack(
        self, unit: str, target: str, inches: int, *dice: str, rows: Sequence[str] = (), reaction: str = ""
    ) -> None:
        """An attack: who, at whom, how far, the rows of AGREED that are changed, a reaction if one is asked, and dice."""
        for keys, asked in ((unit, "Which target for"), (target, "HOW FAR"), (str(inches), "AGREED?")):
            self.say(keys, asked)
        for row in rows:
            self.say(row, "AGREED?")
        self.say("")
        if "a reaction?" in words(self.here.shown()):
            self.say(reaction, "ROLL")
        else:
            assert not reaction
        for roll in dice[:-1]:
            self.say(roll, "ROLL")
        self.say(dice[-1], UNITS)

    def phase_ends(self, *lines: str, then: str = UNITS) -> None:
        """The phase ends, so many lines are told between the turns, and then nothing more."""
        self.say("end the phase", SINCE)
        for line in lines:
            self.say(line, SINCE)
        self.say("", then)

    def undo(self, named: str) -> None:
        """Take the last answer back, which must be named: the question may be cut, the answer is whole."""
        asked, _, answer = named.rpartition(": ")
        self.here.press(" u")
        self.here.wait(f"Taken back: {asked[:7]}")
        told = next(line for line in self.here.shown().splitlines() if "Taken back: " in line)
        assert f": {answer}" in told or told.rstrip().endswith("…"), told  # a narrow screen has no room for both
        self.here.press("\x1b")
        self.here.settle(0.1)

    def change(self, said: str, to: str, then: str) -> None:
        """Go up in the log to the answer with these words, give another one, and say that both players want it."""
        self.here.press(" c")
        self.here.wait_to_see("Enter change it")
        for _ in range(60):
            lines = self.here.shown().splitlines()
            at = next(at for at, line in enumerate(lines) if line.startswith("►"))
            if said in " ".join(lines[at : at + 3]):
                break
            self.here.press(UP)
            self.here.settle(0.1)
        else:
            raise AssertionError(f"{said!r} is not in the log:\n{self.here.shown()}")
        self.here.press(ENTER)
        self.here.wait(HAPPENED)
        self.say(to, "Who asked for this change?")
        self.say("", then)

    def over(self, last: str = "end the phase") -> str:
        """The battle is over; what stands there then."""
        self.here.press(last + ENTER)
        self.here.wait(OVER, prompt=False)
        self.here.settle(0.3)
        seen = words(self.here.shown())
        self.here.end()
        return seen


def kept(home: Path, battle: str) -> Any:
    """The record at the end of a battle that was played."""
    with Store.open(home / "shoot.db") as store:
        return in_force(store.load(store.find(battle).name)).end


def standing(record: Any) -> dict[str, list[int]]:
    """The wounds left of every model, by the units of the lists."""
    found: dict[str, list[int]] = {}
    for side in record.sides:
        for unit in side.units:
            models = unit.unit.value.models
            for rank in unit.ranks:
                name = models[rank.kind][0].name
                found.setdefault(name, []).extend([rank.left] * rank.n)
    return {name: sorted(models) for name, models in found.items()}


__all__ = ["Book", "Evening", "kept", "standing"]
