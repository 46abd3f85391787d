"""A list whose first entries are made when somebody looks at them. Short: one class, which knows no table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class LateList(MutableSequence[T]):
    """A list that begins with `n` entries which `make` returns. It is called once, when one of them is needed."""

    def __init__(self, n: int, make: Callable[[], Sequence[T]], tail: Sequence[T] = ()) -> None:
        self._n, self._make, self._tail = n, make, [*tail]

    def _every(self) -> list[T]:
        if self._n:
            first = self._make()
            if len(first) != self._n:
                raise ValueError(f"{len(first)} entries were made, not {self._n}")
            self._n, self._tail = 0, [*first, *self._tail]
        return self._tail

    @property
    def late(self) -> int:
        """The number of entries at the beginning that nobody has looked at yet."""
        return self._n

    def __len__(self) -> int:
        return self._n + len(self._tail)

    @overload
    def __getitem__(self, which: int) -> T: ...
    @overload
    def __getitem__(self, which: slice) -> MutableSequence[T]: ...
    def __getitem__(self, which: int | slice) -> T | MutableSequence[T]:
        n = self._n
        if isinstance(which, slice):
            first, end, step = which.indices(len(self))
            if first >= n and step > 0:
                return self._tail[first - n : max(end - n, 0) : step]
            if end >= n and step == 1:  # the first is late: so it stays, whatever becomes of this list
                make = self._make
                return LateList(n - first, lambda: make()[first:], self._tail[: end - n])
            return self._every()[which]
        at = which + len(self) if which < 0 else which
        return self._tail[at - n] if n and at >= n else self._every()[at if at >= 0 else which]

    def __setitem__(self, which: Any, value: Any) -> None:
        if which == -1 and self._tail:
            self._tail[-1] = value
        else:
            self._every()[which] = value

    def __delitem__(self, which: Any) -> None:
        del self._every()[which]

    def insert(self, index: int, value: T) -> None:
        if index == len(self):
            self._tail.append(value)
        else:
            self._every().insert(index, value)

    def __iter__(self) -> Iterator[T]:
        return iter(self._every())

    def __reversed__(self) -> Iterator[T]:
        """Yield the last entry first. Entries of the beginning are made when their turn comes."""
        yield from reversed([*self._tail])
        n = self._n
        if n:
            yield from reversed(self._every()[:n])
