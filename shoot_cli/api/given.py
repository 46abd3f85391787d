"""What programs give: whether it is of the kind that is wanted, and how it is called in a sentence if not."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.api.values import ShootError

LONGEST = 80  # characters of what was given, in a sentence
DEEPEST = 20  # levels of an answer


def told(value: object) -> str:
    """What was given, as a sentence can hold it: short, and whatever it does when it is to be shown.

    >>> told(b"x"), told("x" * 1000)[:4]
    ("b'x'", "'xxx")
    """
    if isinstance(value, (str, bytes, bytearray)):
        value = value[:LONGEST]
    try:
        text = repr(value) if isinstance(value, (str, bytes, int, float, type(None))) or few(value) else ""
    except Exception:  # it is not ours: of it nothing is known
        text = ""
    says = 0 < len(text) <= 2 * LONGEST and " at 0x" not in text
    return text if says else f"a value of type {type(value).__name__}"


def few(value: object) -> bool:
    """True of what is shown without a look at much that is in it."""
    if not isinstance(value, (list, tuple, set, frozenset, Mapping)):
        return True
    inside = (list, tuple, set, frozenset, Mapping)
    return len(value) < 10 and not any(isinstance(one, inside) for one in parts(value))


def parts(value: Any) -> list[Any]:
    return [*value.values(), *value] if isinstance(value, Mapping) else [*value]


def own(value: Any) -> Any:
    """Of a number or array of numpy, which is nothing that JSON has, Python's own."""
    try:
        return value.tolist()
    except Exception:  # it is none, or one that does what it wants
        return value


def known_ruleset(value: Any) -> str | None:
    """:raises ShootError: it is neither a name nor None"""
    if value is None or (isinstance(value, str) and len(value) <= LONGEST):
        return value
    raise ShootError(f"ruleset is a name, such as 7e, and not {told(value)}")


def truth(name: str, value: Any) -> bool:
    """:raises ShootError: it is not True or False"""
    value = own(value)
    if isinstance(value, bool):
        return value
    raise ShootError(f"{name} is True or False, and not {told(value)}")


def seconds(name: str, value: Any) -> float | None:
    """More than none; None, or infinitely many, for as long as it takes. :raises ShootError: it is nothing of that"""
    value = own(value)
    if value is None or (isinstance(value, float) and value == float("inf")):
        return None
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and value > 0:
        try:
            return float(value)
        except OverflowError:
            return None
    raise ShootError(f"{name} is a number of seconds, more than 0, or None; and not {told(value)}")


def whole(name: str, value: Any, low: int, high: int) -> int:
    """:raises ShootError: it is no whole number from ``low`` to ``high``"""
    value = own(value)
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise ShootError(f"{name} is a whole number from {low} to {high}, and not {told(value)}")


def plain(value: Any, level: int = 0) -> Any:
    """An answer as JSON could have it: fractions as text, numpy's numbers and arrays as Python's own.

    :raises ShootError: it is nothing that JSON has, or nested as no answer is
    """
    if level > DEEPEST:
        raise ShootError(f"an answer is nested more than {DEEPEST} levels deep")
    value = own(value)
    if isinstance(value, Mapping):
        if wrong := [key for key in value if not isinstance(key, (str, int, float))]:
            raise ShootError(f"what an answer has by name stands by words or numbers, and not by {told(wrong[0])}")
        return {key: plain(one, level + 1) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one, level + 1) for one in value]
    if isinstance(value, Fraction):
        return str(value)
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise ShootError(f"{told(value)} is nothing that JSON has; an answer is a text or a number, or several of them")
