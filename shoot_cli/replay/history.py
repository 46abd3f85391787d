"""The answers in force after undo, redo and amendments."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, overload

from shoot_cli.engine.record import Record

# A rope (Boehm, Atkinson and Plass, 1995): a sequence that shares its parts with the sequences it was made of.

Element = TypeVar("Element")

# (height, length, left, right). A leaf (height 0) holds a sequence and the index where it begins; None: empty.
Tree = tuple[int, int, Any, Any] | None


class Rope(Sequence[Element]):
    """An immutable sequence. `+` and slices without a step return new ropes; ropes with equal items are equal."""

    __slots__ = ("tree",)

    def __init__(self, items: Sequence[Element] = ()) -> None:
        """`items` must not change while the rope is used, so it is a tuple, a range, or similar."""
        self.tree: Tree = (0, len(items), items, 0) if items else None

    @classmethod
    def from_tree(cls, tree: Tree) -> Rope[Element]:
        rope = cls()
        rope.tree = tree
        return rope

    def __len__(self) -> int:
        return self.tree[1] if self.tree else 0

    @overload
    def __getitem__(self, which: int) -> Element: ...
    @overload
    def __getitem__(self, which: slice) -> Rope[Element]: ...
    def __getitem__(self, which: int | slice) -> Element | Rope[Element]:
        if isinstance(which, slice):
            first, end, _ = which.indices(len(self))
            return Rope.from_tree(cut(cut(self.tree, end)[0], first)[1])
        at = which + len(self) if which < 0 else which
        if self.tree is None or not 0 <= at < self.tree[1]:
            raise IndexError(which)
        height, _, left, right = self.tree
        while height:
            at, tree = (at, left) if at < left[1] else (at - left[1], right)
            height, _, left, right = tree
        item: Element = left[right + at]
        return item

    def __iter__(self) -> Iterator[Element]:
        waiting = [self.tree] if self.tree else []
        while waiting:
            height, length, left, right = waiting.pop()
            if height:
                waiting += (right, left)
            else:
                yield from left[right : right + length]

    def __add__(self, other: Rope[Element]) -> Rope[Element]:
        return Rope.from_tree(join(self.tree, other.tree))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rope) and (self.tree is other.tree or [*self] == [*other])

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Rope({[*self]!r})"


def join(left: Tree, right: Tree) -> Tree:
    if left is None or right is None:
        return left or right
    if left[0] > right[0] + 1:
        return balanced(left[2], join(left[3], right))
    if right[0] > left[0] + 1:
        return balanced(join(left, right[2]), right[3])
    return branch(left, right)


def balanced(left: Any, right: Any) -> Tree:
    """Return both trees joined. One may be higher than the other by two."""
    if right[0] > left[0] + 1:
        _, _, inner, outer = right
        if inner[0] > outer[0]:
            return branch(branch(left, inner[2]), branch(inner[3], outer))
        return branch(branch(left, inner), outer)
    if left[0] > right[0] + 1:
        _, _, outer, inner = left
        if inner[0] > outer[0]:
            return branch(branch(outer, inner[2]), branch(inner[3], right))
        return branch(outer, branch(inner, right))
    return branch(left, right)


def branch(left: Any, right: Any) -> tuple[int, int, Any, Any]:
    return max(left[0], right[0]) + 1, left[1] + right[1], left, right


def cut(tree: Tree, at: int) -> tuple[Tree, Tree]:
    """Return the first `at` items, and the others."""
    if tree is None or at <= 0:
        return None, tree
    height, length, left, right = tree
    if at >= length:
        return tree, None
    if not height:
        return (0, at, left, right), (0, length - at, left, right + at)
    if at < left[1]:
        first, rest = cut(left, at)
        return first, join(rest, right)
    first, rest = cut(right, at - left[1])
    return join(left, first), rest


# Answers given, undone, redone and amended. A battle in play and a stored battle share this code.

Item = TypeVar("Item")


class Impossible(ValueError):
    """Raised for an impossible change, such as more undo steps than answers, or an index without an answer."""


class PendingAnswers(Mapping[int, Item]):
    """Answers from before an amendment that may be used again, by their old index. It is immutable."""

    __slots__ = ("answers", "places")

    def __init__(self, places: Rope[int], answers: Rope[Item]) -> None:
        self.places, self.answers = places, answers

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[int]:
        return iter(self.places)

    def __getitem__(self, place: int) -> Item:
        at = bisect_left(self.places, place)
        if at == len(self.places) or self.places[at] != place:
            raise KeyError(place)
        return self.answers[at]

    def __repr__(self) -> str:
        return f"Waiting({dict(self)!r})"

    def items(self) -> ItemsView[int, Item]:
        return PlacedAnswers(self)

    def run(self, first: int, end: int) -> int:
        """Return how many answers wait before this run of indexes. :raises Impossible: one of the run is not waiting"""
        if end < first:
            raise Impossible(f"a run from {first} to {end}")
        at = bisect_left(self.places, first)
        last = at + end - first
        if last > len(self.places) or (last > at and self.places[last - 1] != end - 1):
            waiting = {*self.places[at:last]}
            gone = next(place for place in range(first, end) if place not in waiting)
            raise Impossible(f"no earlier answer {gone + 1} waits to be used again")
        return at

    def without(self, at: int, length: int) -> PendingAnswers[Item]:
        """Return the waiting answers without `length` of them from position `at` on."""
        end = at + length
        return PendingAnswers(self.places[:at] + self.places[end:], self.answers[:at] + self.answers[end:])


class PlacedAnswers(ItemsView[int, Item]):
    """Indexes and answers side by side, without a search for each."""

    _mapping: PendingAnswers[Item]

    def __iter__(self) -> Iterator[tuple[int, Item]]:
        return zip(self._mapping.places, self._mapping.answers, strict=True)


class ReusedRun(NamedTuple):
    """A run of reused answers. They stood at `old` before the amendment and stand at `place` now."""

    place: int
    old: int
    length: int


class Amendment(NamedTuple, Generic[Item]):
    """An amendment in force. `at` is the index of the changed answer; `before` holds the answers before the amendment.
    `carry` and `origin` belong to an earlier amendment that was not finished. Answers before the index `length` result
    from the amendment; later ones are new. If `inserted` is True, the answer at `at` was inserted before the others."""

    at: int
    before: Rope[Item]
    carry: PendingAnswers[Item]
    origin: Rope[ReusedRun]
    length: int
    inserted: bool = False

    @property
    def last_old(self) -> int:
        """The index of the last answer in `before` that does not wait to be used again."""
        return self.at - self.inserted


class RevertedAmendment(NamedTuple, Generic[Item]):
    """An undone amendment. It keeps the answers that were in force and the old answers that still waited."""

    at: int
    answers: Rope[Item]
    carry: PendingAnswers[Item]
    origin: Rope[ReusedRun]
    length: int
    inserted: bool = False


class History(Generic[Item]):
    """The answers in force, the undone ones, and the amendments. `undone` holds what redo restores, the next one last.
    `past` holds amendments, newest last. `carry` holds answers from before the amendment that may be used again.
    `origin` holds the reused ones, by their current index."""

    def __init__(self, answers: Iterable[Item] = ()) -> None:
        self.shared: Rope[Item] = answers if isinstance(answers, Rope) else Rope((*answers,))
        self.latest: list[Item] = []  # answers after those in `shared`
        self.listed: list[Item] | None = None  # both as one list, made when first needed
        self.undone: list[Rope[Item] | RevertedAmendment[Item]] = []
        self.past: list[Amendment[Item]] = []
        self.carry: PendingAnswers[Item] = PendingAnswers(Rope(), Rope())
        self.origin: Rope[ReusedRun] = Rope()

    @property
    def answers(self) -> list[Item]:
        if self.listed is None:
            self.listed = [*self.shared, *self.latest]
        return self.listed

    @property
    def count(self) -> int:
        """The number of answers in force."""
        return len(self.shared) + len(self.latest)

    def whole(self) -> Rope[Item]:
        """Return the answers in force as a rope that can be kept."""
        if self.latest:
            self.shared += Rope((*self.latest,))
            self.latest = []
        return self.shared

    def append_all(self, items: Rope[Item]) -> None:
        self.shared = self.whole() + items
        if self.listed is not None:
            self.listed += items

    def replace_all(self, answers: Rope[Item]) -> None:
        self.shared, self.latest, self.listed = answers, [], None

    def add(self, item: Item, old_index: int | None = None) -> None:
        """Add a new answer. `old_index` is that of the answer whose dice it uses.
        :raises Impossible: nothing waits there"""
        if old_index is not None:
            self.use(old_index, old_index + 1)
        self.latest.append(item)
        if self.listed is not None:
            self.listed.append(item)
        self.undone.clear()
        if old_index is not None:
            self.mark_derived()

    def undo(self, count: int) -> Rope[Item]:
        """Take back the last `count` answers and return them, oldest first. :raises Impossible: there are fewer"""
        if not 1 <= count <= self.count:
            raise Impossible(count_words(count, self.count))
        answers = self.whole()
        taken = answers[-count:]
        self.shared = answers[:-count]
        if self.listed is not None:
            del self.listed[-count:]
        self.undone.append(taken)
        return taken

    def redo(self, count: int) -> Rope[Item]:
        """Restore `count` answers and return them. :raises Impossible: there are fewer"""
        back: Rope[Item] = Rope()
        at = len(self.undone)
        while len(back) < count and at and isinstance(run := self.undone[at - 1], Rope):
            back += run
            at -= 1
        if not back or len(back) < count:
            raise Impossible(count_words(count, self.redoable))
        rest = back[count:]
        self.undone[at:] = [rest] if rest else []
        back = back[:count]
        self.append_all(back)
        return back

    @property
    def redoable(self) -> int:
        """The number of answers and amendments that redo can restore."""
        return sum(len(run) if isinstance(run, Rope) else 1 for run in self.undone)

    def back(self) -> Iterator[Item | RevertedAmendment[Item]]:
        """Yield what redo restores, in this order."""
        for run in reversed(self.undone):
            if isinstance(run, Rope):
                yield from run
            else:
                yield run

    # Amendments ------------------------------------------------------------------------------------------------------

    def amend(self, at: int, item: Item) -> None:
        """Replace the answer at this index. Later answers wait to be used again, before those that still wait from an
        earlier amendment. :raises Impossible: there is no such answer"""
        if not 0 <= at < self.count:
            raise Impossible(f"there is no answer {at + 1} to change")
        self.rewrite(at, item, at + 1)

    def insert(self, at: int, item: Item) -> None:
        """Put an answer before the one at this index. That one and later answers wait, as after `amend`.
        :raises Impossible: there is no such answer"""
        if not 0 <= at < self.count:
            raise Impossible(f"there is no answer {at + 1} to put another before")
        self.rewrite(at, item, at)

    def rewrite(self, at: int, item: Item, first: int) -> None:
        """Put an answer at index `at`. The answers from index `first` on wait to be used again."""
        before, listed = self.whole(), self.listed
        self.past.append(Amendment(at, before, self.carry, self.origin, at + 1, first == at))
        rest = before[first:] + self.carry.answers
        self.carry, self.origin = PendingAnswers(Rope(range(first, first + len(rest))), rest), Rope()
        self.undone.clear()
        self.replace_all(before[:at])
        self.latest = [item]
        self.listed = None if listed is None else [*listed[:at], item]

    def keep(self, runs: Sequence[Sequence[int]], drop: Sequence[Sequence[int]] = ()) -> None:
        """Use older answers unchanged, and give up others. Runs are `[first index, index after the last]`.
        :raises Impossible: one of them is not waiting"""
        end = -1
        # all checks come first, so that a refused call changes nothing
        for first, after in sorted((first, after) for first, after in (*runs, *drop)):
            self.carry.run(first, after)
            if first < end:
                raise Impossible(f"no earlier answer {first + 1} waits to be used again")
            end = max(end, after)
        for first, after in runs:
            self.append_all(self.use(first, after))
        for first, after in drop:
            self.give_up(first, after)
        if runs:
            self.mark_derived()

    def use(self, first: int, end: int) -> Rope[Item]:
        """Use waiting answers as the next ones, and return them. :raises Impossible: one of them is not waiting"""
        items = self.give_up(first, end)
        self.origin = noted(self.origin, ReusedRun(self.count, first, len(items)))
        return items

    def give_up(self, first: int, end: int) -> Rope[Item]:
        """Remove waiting answers and return them. :raises Impossible: one of them is not waiting"""
        at = self.carry.run(first, end)
        items = self.carry.answers[at : at + end - first]
        self.carry = self.carry.without(at, end - first)
        return items

    def settle(self) -> None:
        """Give up all answers that still wait."""
        self.carry = PendingAnswers(Rope(), Rope())

    def mark_derived(self) -> None:
        """Mark all current answers as results of the last amendment."""
        if self.past:
            self.past[-1] = self.past[-1]._replace(length=self.count)

    def old_place(self, place: int) -> int | None:
        """Return the index of this answer before the last amendment; None if it is newer."""
        at = bisect_right(self.origin, place, key=attrgetter("place"))
        used = self.origin[at - 1] if at else None
        return used.old + place - used.place if used and place < used.place + used.length else None

    def since(self) -> list[Item]:
        """Return the answers that are newer than the last amendment; all answers without an amendment."""
        return self.answers[self.past[-1].length :] if self.past else self.answers

    def waits(self) -> bool:
        """Return True if answers after the last reused one still wait."""
        if not self.carry or not self.past:
            return False
        last = max((used.old + used.length - 1 for used in self.origin), default=self.past[-1].last_old)
        return self.carry.places[-1] > last

    def revert(self) -> None:
        """Undo the last amendment and everything after it. :raises Impossible: there is none"""
        if not self.past:
            raise Impossible("there is no amendment to take back")
        last = self.past.pop()
        self.undone.append(
            RevertedAmendment(last.at, self.whole(), self.carry, self.origin, last.length, last.inserted)
        )
        self.replace_all(last.before)
        self.carry, self.origin = last.carry, last.origin

    def can_restore(self) -> bool:
        return bool(self.undone) and isinstance(self.undone[-1], RevertedAmendment)

    def restore(self) -> None:
        """Redo an undone amendment. :raises Impossible: the next thing to redo is not an amendment"""
        last = self.undone[-1] if self.undone else None
        if not isinstance(last, RevertedAmendment):
            raise Impossible("there is no amendment to bring back")
        self.undone.pop()
        self.past.append(Amendment(last.at, self.whole(), self.carry, self.origin, last.length, last.inserted))
        self.replace_all(last.answers)
        self.carry, self.origin = last.carry, last.origin

    def copy(self) -> History[Item]:
        twin = type(self)(self.whole())
        twin.undone, twin.past = self.undone.copy(), self.past.copy()
        twin.carry, twin.origin = self.carry, self.origin
        return twin


def noted(origin: Rope[ReusedRun], used: ReusedRun) -> Rope[ReusedRun]:
    """Return the runs with one more run. Older entries at the same indexes are removed, because they were undone."""
    while origin and (last := origin[-1]).place + last.length >= used.place:
        origin = origin[:-1]
        last = last._replace(length=min(last.length, used.place - last.place))
        if last.length > 0 and last.old + last.length == used.old:
            used = ReusedRun(last.place, last.old, last.length + used.length)
        elif last.length > 0:
            origin += Rope((last,))
            break
    return origin + Rope((used,)) if used.length else origin


def count_words(count: int, most: int) -> str:
    return f"{count}, but {most} can be taken" if most else f"{count}, but there is nothing to take"


BY_PHONE = "by phone"


class Response(Record):
    """An answer in force. `hand` is True for dice rolled by hand, False for dice of the app, None without dice. `asked`
    is True if somebody was asked first and let the app roll; None if the answer was loaded from a log, which does not
    store it. `via` is "phone" if it was given on the phone of whoever owed it, "" for the terminal (R10)."""

    key: str
    answer: Any
    by: str
    hand: bool | None = None
    asked: bool | None = None
    via: str = ""

    @property
    def whose(self) -> str:
        """Who gave it: `Orks`, or `Orks, by phone`."""
        return f"{self.by}, {BY_PHONE}" if self.via else self.by


class KeptAnswer(Response):
    """An answer in force with its origin. `number` is the number of its event. `was` is the answer that an amendment
    replaced, if it differs. `wish` is who asked for the amendment; "" if the answer only follows from one."""

    number: int = 0
    at: str = ""
    previous: KeptAnswer | None = None
    wish: str = ""
