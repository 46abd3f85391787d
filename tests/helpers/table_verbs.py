"""Odds by brute force in which chosen verbs of the table do what they do for players, to hold each verb to its law.

Short: it is one table and one context, used by the contract of every edition and by its planted violations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from shoot_cli.odds import forking_table
from shoot_cli.odds.forking_table import Forking

VERBS = ("moot", "detail", "blindly", "in_sight", "explain")


class LawBroken(AssertionError):
    """A text that was only to be told asked a question, or returned something."""


@contextmanager
def as_at_the_table(*verbs: str) -> Iterator[Counter[str]]:
    """Within it, the odds use these verbs as players do. The counter says how often each verb made a difference.

    What the odds have cached is forgotten before and after, because their caches do not know of it.
    """
    used: Counter[str] = Counter()

    def moot(self: Forking, pointless: Callable[..., Any], *given: Any) -> bool:
        used["moot"] += (found := bool(pointless(*given)))
        return found

    def detail(self: Forking, shown: Any, plain: Any) -> Any:
        used["detail"] += shown != plain
        return shown

    def blindly(self: Forking, may: Callable[..., Any], *given: Any) -> bool:
        used["blindly"] += bool(may(*given, self))
        return False

    def in_sight(self: Forking, step: Callable[..., Any], record: Any, *given: Any) -> Any:
        after = step(record, *given, self)
        used["in_sight"] += after != record
        return after

    def explain(self: Forking, tell: Callable[..., Any], *given: Any) -> None:
        def asks(*_: Any) -> Any:
            raise LawBroken(f"{tell.__name__} asks a question")

        used["explain"] += 1
        with pytest.MonkeyPatch.context() as patch:
            for method in ("ask", "roll", "total"):
                patch.setattr(Forking, method, asks)
            if tell(*given, self) is not None:  # type: ignore[func-returns-value]
                raise LawBroken(f"{tell.__name__} returns something")

    ways = {way.__name__: way for way in (moot, detail, blindly, in_sight, explain)}
    forking_table.cache.known.clear()
    try:
        with pytest.MonkeyPatch.context() as patch:
            for verb in verbs:
                patch.setattr(Forking, verb, ways[verb])
            yield used
    finally:
        forking_table.cache.known.clear()


def held_to_laws(law: Callable[[], Any], verbs: tuple[str, ...]) -> Counter[str]:
    """Hold each verb to its law by itself, and all together; return how often each made a difference.

    ``law`` works out the odds by brute force, anew for each call.

    :raises LawBroken: the odds are others if a verb does what it does at the table; it names the verb, what
        differs, and how often each verb made a difference
    """
    used: Counter[str] = Counter()
    want = law()
    for some in (*((verb,) for verb in verbs), verbs):
        with as_at_the_table(*some) as now:
            got = law()
        if got != want:
            raise LawBroken(f"{', '.join(some)} as at the table: {differences(want, got)}; used {dict(now)}")
        used += now
    return used


def differences(odds: Any, players: Any) -> str:
    """Return which ends differ, with both chances: `(1, 2) has 1/9, in the odds 1/8`."""
    if not isinstance(odds, dict) or not isinstance(players, dict):
        return f"{players}, in the odds {odds}"
    ends = [end for end in {**odds, **players} if odds.get(end, 0) != players.get(end, 0)]
    return "; ".join(f"{end} has {players.get(end, 0)}, in the odds {odds.get(end, 0)}" for end in ends[:4])
