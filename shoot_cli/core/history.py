"""What was said, taken back, brought back and amended: the same for a battle being played and one on disk.

Nothing is ever erased: every change is an event somewhere, and this is the state after all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")
Other = TypeVar("Other")


class Impossible(ValueError):
    """A change that cannot be: more taken back than there is, a place that was never answered."""


class Amended(NamedTuple, Generic[Item]):
    """An amendment in force. ``at``: the place answered anew; ``before``: what was said until then.

    ``carry`` and ``origin``: those of an amendment that was not through yet. ``length``: answers that followed from it.
    """

    at: int
    before: list[Item]
    carry: dict[int, Item]
    origin: dict[int, int]
    length: int


class Reverted(NamedTuple, Generic[Item]):
    """An amendment taken back: what was in force after it, and what of the older answers was not used yet."""

    at: int
    said: list[Item]
    carry: dict[int, Item]
    origin: dict[int, int]
    length: int


class History(Generic[Item]):
    """Answers in force, oldest first; what redo brings back, the next one last; the amendments, newest last.

    ``carry``: answers from before an amendment that may still be used again, by their old place, in its order.
    ``origin``: the old places of those that were, by their new one.
    """

    def __init__(self, said: Iterable[Item] = ()) -> None:
        self.said: list[Item] = [*said]
        self.undone: list[Item | Reverted[Item]] = []
        self.past: list[Amended[Item]] = []
        self.carry: dict[int, Item] = {}
        self.origin: dict[int, int] = {}

    def add(self, item: Item, of: int | None = None) -> None:
        """A new answer; ``of``: the old place of the one whose dice it uses. :raises Impossible: nothing is there."""
        if of is not None:
            self.take(of)
        self.said.append(item)
        self.undone.clear()
        if of is not None:
            self.derived()

    def undo(self, count: int) -> list[Item]:
        """Take back the last answers; oldest first. :raises Impossible: there are fewer."""
        if not 1 <= count <= len(self.said):
            raise Impossible(count_words(count, len(self.said)))
        taken = self.said[-count:]
        del self.said[-count:]
        self.undone += reversed(taken)
        return taken

    def redo(self, count: int) -> list[Item]:
        """Bring back so many answers. :raises Impossible: there are fewer."""
        back = self.undone[-count:] if count > 0 else []
        if not back or len(back) != count or any(isinstance(item, Reverted) for item in back):
            raise Impossible(count_words(count, len(self.undone)))
        del self.undone[-count:]
        items = [item for item in reversed(back) if not isinstance(item, Reverted)]
        self.said += items
        return items

    # Amendments ------------------------------------------------------------------------------------------------------

    def amend(self, at: int, item: Item) -> None:
        """Another answer at this place; those after it wait to be used again. :raises Impossible: nobody answered.

        What still waits from an earlier amendment waits on, behind them.
        """
        if not 0 <= at < len(self.said):
            raise Impossible(f"there is no answer {at + 1} to change")
        before, waiting = self.said, self.carry
        self.said = [*before[:at], item]
        self.undone.clear()
        self.past.append(Amended(at, before, waiting, self.origin, len(self.said)))
        self.carry = dict(enumerate([*before[at + 1 :], *waiting.values()], at + 1))
        self.origin = {}

    def keep(self, runs: Sequence[Sequence[int]], drop: Sequence[Sequence[int]] = ()) -> None:
        """Older answers as they were, and those that are given up: runs ``[first place, place after the last]``.

        :raises Impossible: one of them is not waiting.
        """
        kept, dropped = ([place for first, end in each for place in range(first, end)] for each in (runs, drop))
        both = [*kept, *dropped]
        for place in both if len({*both}) == len(both) else [-1]:
            self.must_wait(place)  # before anything is done: what is refused leaves no trace
        for place in kept:
            self.said.append(self.take(place))
        for place in dropped:
            self.give_up(place)
        if runs:
            self.derived()

    def take(self, place: int) -> Item:
        """The older answer of this place, which is the next one. :raises Impossible: it is not waiting."""
        item = self.give_up(place)
        self.origin[len(self.said)] = place
        return item

    def give_up(self, place: int) -> Item:
        self.must_wait(place)
        return self.carry.pop(place)

    def must_wait(self, place: int) -> None:
        if place not in self.carry:
            raise Impossible(f"no earlier answer {place + 1} waits to be used again")

    def settle(self) -> None:
        """What was not used again is given up."""
        self.carry.clear()

    def derived(self) -> None:
        """What is in force now follows from the last amendment."""
        if self.past:
            self.past[-1] = self.past[-1]._replace(length=len(self.said))

    def since(self) -> list[Item]:
        """Answers given anew since the last amendment; all of them if there was none."""
        return self.said[self.past[-1].length :] if self.past else self.said

    def waits(self) -> bool:
        """True while older answers may still be used again, later than the last one that was."""
        if not self.carry or not self.past:
            return False
        last = max(self.origin.values(), default=self.past[-1].at)
        return next(reversed(self.carry)) > last

    def revert(self) -> None:
        """Take the last amendment back, with all that followed. :raises Impossible: there is none."""
        if not self.past:
            raise Impossible("there is no amendment to take back")
        last = self.past.pop()
        self.undone.append(Reverted(last.at, self.said, self.carry, self.origin, last.length))
        self.said, self.carry, self.origin = last.before.copy(), last.carry.copy(), last.origin.copy()

    def can_restore(self) -> bool:
        return bool(self.undone) and isinstance(self.undone[-1], Reverted)

    def restore(self) -> None:
        """Bring back an amendment that was taken back. :raises Impossible: it is not the next thing to come back."""
        last = self.undone[-1] if self.undone else None
        if not isinstance(last, Reverted):
            raise Impossible("there is no amendment to bring back")
        self.undone.pop()
        self.past.append(Amended(last.at, self.said, self.carry, self.origin, last.length))
        self.said, self.carry, self.origin = last.said.copy(), last.carry.copy(), last.origin.copy()

    def mapped(self, change: Callable[[Item], Other]) -> History[Other]:
        """The same history of other items."""

        def each(items: Iterable[Item]) -> list[Other]:
            return [change(item) for item in items]

        def carried(carry: dict[int, Item]) -> dict[int, Other]:
            return {place: change(item) for place, item in carry.items()}

        twin: History[Other] = History(each(self.said))
        twin.undone = [
            Reverted(item.at, each(item.said), carried(item.carry), item.origin.copy(), item.length)
            if isinstance(item, Reverted)
            else change(item)
            for item in self.undone
        ]
        twin.past = [
            Amended(one.at, each(one.before), carried(one.carry), one.origin.copy(), one.length) for one in self.past
        ]
        twin.carry, twin.origin = carried(self.carry), self.origin.copy()
        return twin

    def copy(self) -> History[Item]:
        twin = type(self)(self.said)
        twin.undone, twin.past = self.undone.copy(), self.past.copy()
        twin.carry, twin.origin = self.carry.copy(), self.origin.copy()
        return twin


def count_words(count: int, most: int) -> str:
    return f"{count}, but {most} can be taken" if most else f"{count}, but there is nothing to take"
