"""Records as data that JSON can hold, and back: content only, so that reading it runs nothing and makes no surprises.

Equal parts are packed once: a list of ten alike units holds their weapons one time, and so does the record that comes
back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shoot_cli.core.record import Record

TUPLE = ""  # stands where the name of a class stands
PLAIN = (str, int, float, bool, type(None))


def packed(record: Any) -> list[Any]:
    """Parts, each after those that it is made of, and the whole last.

    A part is a text, a number, a truth or None as it is, or a list: the name of the record's class (``TUPLE`` for a
    tuple) and the places of its fields.

    :raises TypeError: there is something in it that is neither a record, a tuple nor plain.
    """
    parts: list[Any] = []
    places: dict[tuple[type, Any], int] = {}

    def place_of(value: Any) -> int:
        kind = type(value)
        if issubclass(kind, Record):
            part: Any = [kind.__name__, *map(place_of, value[1:])]
        elif kind is tuple:
            part = [TUPLE, *map(place_of, value)]
        elif kind in PLAIN:
            part = value
        else:
            raise TypeError(f"{kind.__name__} cannot be packed")
        same = kind, tuple(part) if type(part) is list else part  # by type too: 1, 1.0 and True are equal
        if same not in places:
            places[same] = len(parts)
            parts.append(part)
        return places[same]

    place_of(record)
    return parts


def unpacked(parts: Sequence[Any], classes: Mapping[str, type[Record]]) -> Any:
    """What was packed. Only records of ``classes`` are made, by their names.

    :raises ValueError: these are no such parts, or there are none.
    """
    values: list[Any] = []
    try:
        for part in parts:
            if type(part) is not list:
                if type(part) not in PLAIN:
                    raise ValueError(f"{type(part).__name__} is no part of a record")
                values.append(part)
                continue
            name, *places = part
            if places and min(places) < 0:
                raise ValueError("a place before the first")
            inside = tuple([values[place] for place in places])
            values.append(inside if name == TUPLE else made(classes[name], inside))
        return values[-1]
    except (TypeError, KeyError, IndexError) as error:
        raise ValueError(f"these are no parts of a record: {error!r}") from None


def made(kind: type[Record], inside: tuple[Any, ...]) -> Record:
    """A record of these fields, all of them. :raises ValueError: it has more or fewer."""
    if len(inside) != len(kind.fields):
        raise ValueError(f"{kind.__name__} has {len(kind.fields)} fields, not {len(inside)}")
    return kind(*inside)
