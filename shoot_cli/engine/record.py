"""Records: immutable, compared by class and content, as fast as tuples."""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from operator import itemgetter
from types import CodeType, FunctionType
from typing import Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

T = TypeVar("T")
new: Any = tuple.__new__
named: Any = namedtuple
# Attribute readers of a named tuple, which are twice as fast as properties.
PLACES = tuple(f"at{place}" for place in range(40))
Places = named("Places", PLACES)  # must stay referenced, or the class may be deleted while it is in use
READERS = tuple(map(vars(Places).__getitem__, PLACES))


@dataclass_transform(frozen_default=True)
class Record(tuple[Any, ...]):
    """A tuple that begins with its own class, so that `Hit(gun) != Shot(gun)` although both have the same fields.

    Named tuples of different classes are equal if their fields are, which would merge two stages of an attack. Frozen
    dataclasses compare by class, but their hash is too slow for the odds.

    >>> class Shot(Record):
    ...     weapon: str
    ...     twin_linked: bool = False
    >>> Shot("boltgun").but(twin_linked=True)
    Shot(weapon='boltgun', twin_linked=True)
    """

    fields: ClassVar[tuple[str, ...]] = ()
    places: ClassVar[dict[str, int]] = {}
    presets: ClassVar[dict[str, Any]] = {}
    hashed: ClassVar[int | None] = None  # the hash of a large record; None before it was wanted

    def __init_subclass__(cls) -> None:
        own_fields = [name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)]
        cls.fields = (*cls.fields, *own_fields)
        cls.places = {name: index + 1 for index, name in enumerate(cls.fields)}
        cls.presets = presets = cls.presets | {name: cls.__dict__[name] for name in own_fields if name in cls.__dict__}
        optional = tuple(presets[name] for name in cls.fields if name in presets)
        if any(name in presets for name in cls.fields[: len(cls.fields) - len(optional)]):
            raise TypeError(f"{cls.__name__}: a field without a default follows one that has one")
        name = f"{cls.__name__}.__new__"
        code = maker(len(cls.fields)).replace(co_varnames=("cls", *cls.fields), co_name="__new__", co_qualname=name)
        cls.__new__ = FunctionType(code, {"new": new}, "__new__", optional)  # type: ignore[method-assign]
        if len(cls.fields) >= LARGE:
            cls.__hash__ = hash_once  # type: ignore[assignment, method-assign]
        for name in own_fields:
            index = cls.places[name]
            setattr(cls, name, READERS[index] if index < len(READERS) else property(itemgetter(index)))

    def but(self, **changed: Any) -> Self:
        """Return the record with some fields changed; the record itself if it has these values already.

        :raises KeyError: the record has no such field
        """
        places, values = self.places, None
        for name, value in changed.items():
            index = places[name]
            if values is not None:
                values[index] = value
            elif self[index] is not value:
                values = [*self]
                values[index] = value
        return self if values is None else new(values[0], values)

    def key_but(self, **changed: Any) -> tuple[Any, ...]:
        """Return a key that is equal for records which are equal with these fields changed. It is no record, and takes
        half the time of one to make and to hash.

        :raises KeyError: the record has no such field
        """
        places, values = self.places, [*self]
        for name, value in changed.items():
            values[places[name]] = value
        return tuple(values)

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in zip(self.fields, self[1:], strict=True))
        return f"{type(self).__name__}({', '.join(shown)})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self[1:]

    def __getstate__(self) -> None:
        """Return None, so that only the fields are copied: a hash differs from process to process."""


LARGE = 24  # fields of records that know their hash once it was wanted


def hash_once(record: Any) -> int:
    """Return the hash of a record. Large ones stay in others that change around them."""
    known: int | None = record.hashed
    if known is None:
        known = record.hashed = tuple.__hash__(record)
    return known


@lru_cache
def maker(fields: int) -> CodeType:
    """Return the code that makes a record of this many fields; only the names of the fields must be replaced.
    Dataclasses and named tuples also handle arguments at C speed, but compile code for each of a hundred classes."""
    names = "".join(f", at{index}" for index in range(fields))
    scope: dict[str, Any] = {}
    exec(f"def make(cls{names}): return new(cls, (cls,{names[1:]}))", scope)
    return scope["make"].__code__  # type: ignore[no-any-return]


class Hashed(Generic[T]):
    """A large value that never changes, whose hash is computed once. Equal values are equal, however they were
    loaded."""

    __slots__ = ("hashed", "value")

    def __init__(self, value: T) -> None:
        self.value, self.hashed = value, hash(value)

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Hashed) or self.hashed != other.hashed:
            return False
        if self.value is not other.value:
            if self.value != other.value:
                return False
            self.value = other.value  # shared from now on, so that the next comparison is fast
        return True

    def __repr__(self) -> str:
        return f"Card({self.value!r})"
