"""A rope (Boehm, Atkinson and Plass, 1995): a sequence that shares its parts with those that it was made of.

To cut one and to join two costs the logarithm of how many pieces they have, whatever their length, in time and in
memory. The pieces hang in a tree whose two sides never differ by more than one in height (as of Adelson-Velsky and
Landis).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, overload

Element = TypeVar("Element")

# (height, length, left, right); a piece, of height 0, has a sequence and where in it the piece begins; None: nothing.
Tree = tuple[int, int, Any, Any] | None


class Rope(Sequence[Element]):
    """Never changes: ``+`` and slices without a step make others. Two of the same items are equal."""

    __slots__ = ("tree",)

    def __init__(self, items: Sequence[Element] = ()) -> None:
        """``items``: a tuple, a range, or what else does not change while the rope is used."""
        self.tree: Tree = (0, len(items), items, 0) if items else None

    @classmethod
    def of(cls, tree: Tree) -> Rope[Element]:
        made = cls()
        made.tree = tree
        return made

    def __len__(self) -> int:
        return self.tree[1] if self.tree else 0

    @overload
    def __getitem__(self, which: int) -> Element: ...
    @overload
    def __getitem__(self, which: slice) -> Rope[Element]: ...
    def __getitem__(self, which: int | slice) -> Element | Rope[Element]:
        if isinstance(which, slice):
            first, end, _ = which.indices(len(self))
            return Rope.of(cut(cut(self.tree, end)[0], first)[1])
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
        return Rope.of(join(self.tree, other.tree))

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
    """Both together; one may be higher than the other by two."""
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
    """The first ``at`` items, and the others."""
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
