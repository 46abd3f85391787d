"""Facts that cannot be true together. Only what somebody said can clash, never what is taken for granted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

Said = Collection[tuple[str, str, Any]]  # key, the answer as it was said, and its value


class Clash(NamedTuple):
    """Two keys that contradict each other if ``never(value, other value, attacker, target)``."""

    one: str
    other: str
    never: Callable[[Any, Any, Any, Any], bool]
    why: str
    rule: str


def exclude(
    one: str, value: str, other: str, other_value: str, why: str, rule: str, where: Callable[[Any], bool] | None = None
) -> Clash:
    """These two values are never true together; ``where`` of this attacker alone, if it is not so for everybody."""

    def never(said: Any, also: Any, attacker: Any, target: Any) -> bool:
        return bool(said == value and also == other_value and (where is None or where(attacker)))

    return Clash(one, other, never, why, rule)


def clash(clashes: Iterable[Clash], said: Said, attacker: Any, target: Any) -> str | None:
    """A sentence about the first two answers that contradict each other, which names both; None if none do.

    ``moved:boltgun`` is held against ``distance``, and against what else is said of the boltgun.
    """
    for pair in clashes:
        for key, text, value in said:
            one, _, about = key.partition(":")
            if one != pair.one:
                continue
            for also, words, wanted in said:
                other, _, of = also.partition(":")
                alike = not about or not of or about == of
                if other == pair.other and alike and pair.never(value, wanted, attacker, target):
                    return f"{key}={text} and {also}={words} contradict each other: {pair.why} ({pair.rule})"
    return None
