"""How an attack went so far: its pools from the shots to whoever fell, each with what a die needed for it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from shoot_cli.core.questions import Question, Roll
from shoot_cli.core.record import Record

if TYPE_CHECKING:
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.core.table import Table

FILLS = {"hits": "hits", "wounds": "wounds", "penetration rolls": "wounds", "saves": "unsaved"}


class Pool(Record):
    """``number`` None: nothing came of it yet. ``need``: what a die of the pool before had to show for it."""

    name: str
    number: int | None
    need: str = ""


def filled_by(question: Question | None) -> str:
    """The pool that a roll fills; "" for whatever else is asked."""
    return FILLS.get(question.luck, "") if isinstance(question, Roll) else ""


def needed(question: Question | None) -> str:
    return question.need_text() if isinstance(question, Roll) else ""


def flow(table: Table, ruleset: Ruleset, since: int, slain: int, asked: Question | None = None) -> tuple[Pool, ...]:
    """The pools of the weapon fired last, as far as it came; () if nothing was fired yet.

    ``since``: the line of the log with which the attack began. ``slain``: models that fell by it so far. ``asked``:
    the roll that somebody is about to make: what it needs is known.
    """
    names = list(ruleset.pools)
    place = {kind: at for at, name in enumerate(names) for kind in ruleset.pools[name]}
    begun, given, made, latest = since, Counter[type](), Counter[type](), 0
    for kind, n, is_made, line in table.passed_on:
        if line < since or kind not in place:
            continue
        if place[kind] == 0 and latest > 0 and not is_made:  # the next weapon
            begun, given, made, latest = line, Counter(), Counter(), 0
        (made if is_made else given)[kind] += n
        latest = max(latest, 0 if is_made else place[kind])
    passed, failed, needs = Counter[str](), Counter[str](), dict[str, dict[str, None]]()
    for entry in table.log[begun:]:
        if name := filled_by(entry.question):
            passed[name] += entry.value.passed
            failed[name] += entry.value.failed
            needs.setdefault(name, {})[needed(entry.question)] = None
    if name := filled_by(asked):
        needs.setdefault(name, {})[needed(asked)] = None
    pools = []
    for name in names[:-1]:
        kinds = ruleset.pools[name]
        number = sum(max(given[kind], made[kind]) for kind in kinds)
        if not kinds and name in passed | failed:
            number = failed[name] if name == FILLS["saves"] else passed[name]
        known = name in needs or number > 0
        pools.append(Pool(name, number if known else None, " or ".join(needs.get(name, ()))))
    if not pools or (pools[0].number is None and not needs):
        return ()
    return (*pools, Pool(names[-1], slain if slain or pools[-1].number is not None else None))
