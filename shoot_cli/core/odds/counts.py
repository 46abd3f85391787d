"""Numbers that are left open: so many alike tokens, how many of them nobody has looked. See `loops`."""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType
from typing import Any, NoReturn

from shoot_cli.core.record import Hashed

LEAST = 2  # so many at least are more than one of them less
ATOMS = {int, str, bool, float, type, NoneType}  # nothing is within these


class Counted(Exception):
    """Somebody looked how many there are."""


class Count:
    """So many, and ``more``: how many of them, nobody has looked.

    :ivar of: the numbers it is the sum of, ``LEAST`` at least each: two counts are of the same number only if they
        share the object; sorted
    """

    __slots__ = ("more", "of")

    def __init__(self, of: tuple[object, ...], more: int = 0) -> None:
        self.of, self.more = of, more

    @property
    def least(self) -> int:
        return LEAST * len(self.of) + self.more

    def __add__(self, other: Any) -> Count:
        if isinstance(other, int):
            return Count(self.of, self.more + other)
        if type(other) is Count:
            return Count(tuple(sorted((*self.of, *other.of), key=id)), self.more + other.more)
        raise Counted

    __radd__ = __add__

    def __sub__(self, other: Any) -> Count:
        if isinstance(other, int):
            return Count(self.of, self.more - other)
        raise Counted

    def __gt__(self, other: Any) -> bool:
        return self.surely(isinstance(other, int) and other < self.least)

    def __ge__(self, other: Any) -> bool:
        return self.surely(isinstance(other, int) and other <= self.least)

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __bool__(self) -> bool:
        return self > 0

    def __eq__(self, other: object) -> bool:
        if type(other) is Count and other.of == self.of:
            return other.more == self.more
        return not self.surely(isinstance(other, int) and other < self.least)

    def __hash__(self) -> int:
        return hash((self.of, self.more))

    @staticmethod
    def surely(known: bool) -> bool:
        if known:
            return True
        raise Counted

    def counted(self, *_: Any) -> NoReturn:
        raise Counted

    __index__ = __int__ = __float__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = __mod__ = counted
    __divmod__ = __pow__ = __rpow__ = __neg__ = __str__ = __format__ = counted


Places = dict[object, int]  # of the numbers that a loop has left open
Numbers = tuple[int, ...]


def number(n: Any, places: Places, numbers: Numbers) -> Any:
    """A number in the place of a count; what is of another loop stays a count."""
    if type(n) is int:
        return n
    others = tuple([of for of in n.of if of not in places])
    known = n.more + sum([numbers[places[of]] for of in n.of if of in places])
    return Count(others, known) if others else known


def filled(record: Any, places: Places, numbers: Numbers) -> Any:
    """The record with numbers in the place of its counts."""
    return record.but(pool=tuple([(token, number(n, places, numbers)) for token, n in record.pool]))


def open_numbers(lay: Iterable[Any]) -> Numbers:
    """Those of these numbers that are left open."""
    return tuple([n for n in lay if type(n) is int and n >= LEAST])


def of_places(n: Any, places: Places) -> bool:
    return type(n) is Count and not places.keys().isdisjoint(n.of)


Seen = dict[int, Any]  # by their place in memory, which is theirs as long as they are here


def hidden(record: Any, before: Any, seen: Seen) -> bool:
    """True if a count is anywhere but in the pool, where nobody would put a number in its place.

    :param seen: what was looked through and holds none; it grows
    """
    lay = getattr(record, "pool", ())
    known = {id(field) for field in before if field is not before.pool}
    tokens = [token for token, _ in lay] if type(lay) is tuple else ()
    return holds_count([*tokens, *(field for field in record if field is not lay and id(field) not in known)], seen)


def holds_count(found: Any, seen: Seen) -> bool:
    for part in found:
        kind = type(part)
        if kind is Count:
            return True
        if kind not in ATOMS and id(part) not in seen:
            if holds_count(part if isinstance(part, tuple) else inside(part), seen):
                return True
            seen[id(part)] = part
    return False


def inside(part: Any) -> tuple[Any, ...]:
    return (part.value,) if type(part) is Hashed else ()
