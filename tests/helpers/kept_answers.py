"""Answers of drills in a store: noted without a scheduler, and counted."""

from __future__ import annotations

from collections import Counter

from shoot_cli.storage.records import now
from shoot_cli.storage.store import Store


def note(store: Store, rule: str, kind: str, right: bool, ruleset: str = "40k-7e") -> None:
    store.answered(ruleset, rule, kind, right, 2.0, now(), lambda state: ("{}", now()))


def counted(store: Store, ruleset: str = "40k-7e") -> list[tuple[str, str, int, int]]:
    """Rule, kind, how often it was asked and answered right, by rule and kind."""
    answers = store.answers(ruleset)
    asked = Counter((answer.rule, answer.kind) for answer in answers)
    right = Counter((answer.rule, answer.kind) for answer in answers if answer.right)
    return [(*card, asked[card], right[card]) for card in sorted(asked)]
