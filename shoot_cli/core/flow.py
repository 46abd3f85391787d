"""How an attack went so far: its pools from the shots to whoever fell, each with what a die needed for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shoot_cli.core.questions import DEFENDER, Question, Roll
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
    """The pool that a roll fills; "" for whatever else is asked, and for saves of those who shoot."""
    if not isinstance(question, Roll) or (question.luck == "saves" and question.owner != DEFENDER):
        return ""
    return FILLS.get(question.luck, "")


def needed(question: Question | None) -> str:
    """``3+``, ``≤4``."""
    if not isinstance(question, Roll):
        return ""
    return f"≤{question.need.target}" if question.need.or_less and not question.faces else question.need_text()


def weapons(table: Table, ruleset: Ruleset, since: int) -> list[Any]:
    """What was fired from this line of the log on, as ``Ruleset.fires`` has it, each once, in order."""
    fired = (ruleset.fires(one.record) for one in table.passed_on if one.line >= since)
    return list(dict.fromkeys(fired))


def flow(
    table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], asked: Question | None = None
) -> tuple[Pool, ...]:
    """The pools of the weapon fired last, as far as it came; () if nothing was fired yet.

    ``since``: the line of the log with which the attack began. ``fallen(record)``: models that fell since this record
    of the attack. ``asked``: the roll that somebody is about to make: what it needs is known.
    """
    fired = weapons(table, ruleset, since)
    weapon = (ruleset.fires(table.record) if asked else None) or (fired[-1] if fired else None)
    given, made = Counter[type](), Counter[type]()
    for one in table.passed_on:
        if one.line >= since and ruleset.fires(one.record) == weapon:
            (made if one.made else given)[one.kind] += one.n
    passed, failed, needs = Counter[str](), Counter[str](), dict[str, dict[str, None]]()
    begun: Any = None
    for entry in table.log[since:]:
        if ruleset.fires(entry.record) != weapon:
            continue
        begun = begun or entry.record
        if name := filled_by(entry.question):
            passed[name] += entry.value.passed
            failed[name] += entry.value.failed
            needs.setdefault(name, {})[needed(entry.question)] = None
    if name := filled_by(asked):
        needs.setdefault(name, {})[needed(asked)] = None
    thrown = asked.dice if isinstance(asked, Roll) and filled_by(asked) == FILLS["hits"] else 0
    *names, last = ruleset.pools or ("",)
    pools = []
    for name in names:
        kinds = ruleset.pools[name]
        number = sum(max(given[kind], made[kind]) for kind in kinds)
        if not number and name in passed | failed:  # nothing counts them, or not yet
            number = failed[name] if name == FILLS["saves"] else passed[name]
        number = number if number or name != names[0] else thrown
        known = name in needs or number > 0
        pools.append(Pool(name, number if known else None, " or ".join(needs.get(name, ()))))
    if not pools or (pools[0].number is None and not needs):
        return ()
    if not asked:  # over: what nobody counted is left out
        pools = [pool for pool in pools if pool.number is not None]
    slain = fallen(begun) if begun is not None else 0
    waits = filled_by(asked) != "" and not slain  # more dice come before anybody falls
    return (*pools, Pool(last, None if waits or (not slain and pools[-1].number is None) else slain))
