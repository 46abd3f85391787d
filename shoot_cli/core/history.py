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
    """An amendment in force. ``before``: what was said until then; ``length``: answers that followed from it."""

    before: list[Item]
    length: int


class Reverted(NamedTuple, Generic[Item]):
    """An amendment taken back: what was in force after it, and what of the older answers was not used yet."""

    said: list[Item]
    carry: dict[int, Item]
    length: int


class History(Generic[Item]):
    """Answers in force, oldest first; what redo brings back, the next one last; the amendments, newest last.

    ``carry``: answers from before an amendment that may still be used again, by their old place.
    """

    def __init__(self, said: Iterable[Item] = ()) -> None:
        self.said: list[Item] = [*said]
        self.undone: list[Item | Reverted[Item]] = []
        self.past: list[Amended[Item]] = []
        self.carry: dict[int, Item] = {}

    def add(self, item: Item, of: int | None = None) -> None:
        """A new answer; ``of``: the old place of the one whose dice it uses. :raises Impossible: nothing is there."""
        if of is not None and of not in self.carry:
            raise Impossible(f"no earlier answer {of + 1} waits to be used again")
        self.said.append(item)
        self.undone.clear()
        if of is not None:
            del self.carry[of]
            self.derived()

    def undo(self, count: int) -> list[Item]:
        """Take back the last answers; oldest first. :raises Impossible: there are fewer."""
        if not 1 <= count <= len(self.said):
            raise Impossible(count_words(count, len(self.said)))
        taken = self.said[-count:]
        del self.said[-count:]
        self.undone += reversed(taken)
        self.carry.clear()
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
        """Another answer at this place; those after it wait to be used again. :raises Impossible: nobody answered."""
        if not 0 <= at < len(self.said):
            raise Impossible(f"there is no answer {at + 1} to change")
        before = self.said
        self.said = [*before[:at], item]
        self.carry = {place: old for place, old in enumerate(before) if place > at}
        self.undone.clear()
        self.past.append(Amended(before, len(self.said)))

    def keep(self, runs: Sequence[Sequence[int]]) -> None:
        """Older answers as they were: runs ``[first place, place after the last]``. :raises Impossible: not waiting."""
        for first, end in runs:
            for place in range(first, end):
                if place not in self.carry:
                    raise Impossible(f"no earlier answer {place + 1} waits to be used again")
                self.said.append(self.carry.pop(place))
        self.derived()

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

    def revert(self) -> None:
        """Take the last amendment back, with all that followed. :raises Impossible: there is none."""
        if not self.past:
            raise Impossible("there is no amendment to take back")
        last = self.past.pop()
        self.undone.append(Reverted(self.said, self.carry, last.length))
        self.said, self.carry = last.before, {}

    def can_restore(self) -> bool:
        return bool(self.undone) and isinstance(self.undone[-1], Reverted)

    def restore(self) -> None:
        """Bring back an amendment that was taken back. :raises Impossible: it is not the next thing to come back."""
        last = self.undone[-1] if self.undone else None
        if not isinstance(last, Reverted):
            raise Impossible("there is no amendment to bring back")
        self.undone.pop()
        self.past.append(Amended(self.said, last.length))
        self.said, self.carry = last.said, last.carry

    def mapped(self, change: Callable[[Item], Other]) -> History[Other]:
        """The same history of other items."""

        def each(items: Iterable[Item]) -> list[Other]:
            return [change(item) for item in items]

        def carried(carry: dict[int, Item]) -> dict[int, Other]:
            return {place: change(item) for place, item in carry.items()}

        twin: History[Other] = History(each(self.said))
        twin.undone = [
            Reverted(each(item.said), carried(item.carry), item.length) if isinstance(item, Reverted) else change(item)
            for item in self.undone
        ]
        twin.past = [Amended(each(one.before), one.length) for one in self.past]
        twin.carry = carried(self.carry)
        return twin

    def copy(self) -> History[Item]:
        twin = type(self)(self.said)
        twin.undone, twin.past, twin.carry = self.undone.copy(), self.past.copy(), self.carry.copy()
        return twin


def count_words(count: int, most: int) -> str:
    return f"{count}, but {most} can be taken" if most else f"{count}, but there is nothing to take"
