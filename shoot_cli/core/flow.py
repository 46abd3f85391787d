"""How an attack went so far: its pools from the shots to whoever fell, each with what a die needed for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.core.questions import DEFENDER, Question, Roll, Total
from shoot_cli.core.record import Record
from shoot_cli.core.status import FILLS, AttackPools

if TYPE_CHECKING:
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.core.table import Table


class PoolSummary(Record):
    """``number`` None: nothing came of it yet. ``need``: what a die of the pool before had to show for it.

    ``of``: so many of the pool before have been rolled for, while others wait; None: all of them. ``short``: the name
    where there is little room.
    """

    name: str
    number: int | None
    need: str = ""
    of: int | None = None
    short: str = ""


def course_of(ruleset: Ruleset, record: Any) -> AttackPools:
    return ruleset.course(record) or AttackPools(ruleset.pools)


def filled_by(question: Question | None, fills: Mapping[str, str] = FILLS) -> str:
    """The pool that a roll fills; "" for whatever else is asked, and for saves of those who shoot."""
    if not isinstance(question, Roll) or (question.luck == "saves" and question.owner != DEFENDER):
        return ""
    return fills.get(question.luck, "")


def needed(question: Question | None) -> str:
    """``3+``, ``≤4``; "" where nothing is needed, or what the dice come to has words of its own."""
    need = question.need if isinstance(question, (Roll, Total)) else None
    if need is None or need.target is None:
        return ""
    if isinstance(question, Roll) and question.faces:
        return question.need_text()
    return f"≤{need.target}" if need.or_less else need.text


def most_lain(records: Sequence[Any]) -> Counter[type]:
    """Of each kind that steps take from the pool one by one, such as markers, how many lay there at the most."""
    most = Counter[type]()
    for record in records:
        most |= Counter({type(token): n for token, n in getattr(record, "pool", ())})
    return most


def fired_in(table: Table, ruleset: Ruleset, since: int) -> list[Any]:
    """The records, from this line of the log on, in which something was fired, in order: tokens were passed on, or dice
    were thrown for it, as for a marker that hits nobody.
    """
    passed = [(one.line, one.record) for one in table.passed_on if one.line >= since]
    thrown = [
        (line, entry.record)
        for line, entry in enumerate(table.log[since:], since)
        if isinstance(entry.question, (Roll, Total)) and ruleset.fires(entry.record) is not None
    ]
    return [record for _, record in sorted(passed + thrown, key=lambda one: one[0])]


def weapons(table: Table, ruleset: Ruleset, since: int) -> list[Any]:
    """What was fired from this line of the log on, as ``Ruleset.fires`` has it, each once, in order."""
    return list(dict.fromkeys(ruleset.fires(record) for record in fired_in(table, ruleset, since)))


def by_target(table: Table, ruleset: Ruleset, since: int) -> dict[tuple[str, str], list[Any]]:
    """What was fired from this line of the log on, as ``Ruleset.fires`` has it, by army and unit it was fired at."""
    found: dict[tuple[str, str], dict[Any, None]] = {}
    for record in fired_in(table, ruleset, since):
        target = ruleset.sides(record)[1], ruleset.headline(record).whom
        found.setdefault(target, {})[ruleset.fires(record)] = None
    return {target: list(fired) for target, fired in found.items()}


def flow(
    table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], asked: Question | None = None
) -> tuple[PoolSummary, ...]:
    """The pools of the weapon fired last, as far as it came; () if nothing was fired yet.

    ``since``: the line of the log with which the attack began. ``fallen(record)``: models that fell since this record
    of the attack, or points that were lost. ``asked``: the roll that somebody is about to make: what it needs is known.
    """
    fired = weapons(table, ruleset, since)
    weapon = (ruleset.fires(table.record) if asked else None) or (fired[-1] if fired else None)
    return flow_of(weapon, table, ruleset, since, fallen, asked)


def in_all(
    table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], fired: Sequence[Any]
) -> tuple[PoolSummary, ...]:
    """Of all weapons ``fired`` together, once the attack is over; what each needed is said where it is one."""
    if len(fired) == 1:
        return flow_of(fired[0], table, ruleset, since, fallen)
    every = (flow_of(weapon, table, ruleset, since, lambda record: 0) for weapon in fired)
    flows = [{pool.name: pool for pool in one} for one in every]
    begun = table.attacks[-1].start
    course = course_of(ruleset, begun)
    *names, last = course.pools
    pools: list[PoolSummary] = []
    for place, name in enumerate(names):
        found = []
        for known in flows if any(name in one for one in flows) else ():
            if name not in known and name == course.fills.get("saves") and names[place - 1] in known:
                found.append(PoolSummary(name, known[names[place - 1]].number))  # nobody had a save
            elif name in known:
                found.append(known[name])
        needs = [*{pool.need: None for pool in found if pool.number or pool.need}]
        if found:
            need = needs[0] if len(needs) == 1 else ""
            pools.append(
                PoolSummary(name, sum(pool.number or 0 for pool in found), need, None, course.short.get(name, ""))
            )
    return (*pools, PoolSummary(last, fallen(begun), "", None, course.short.get(last, ""))) if pools else ()


def flow_of(
    weapon: Any, table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], asked: Question | None = None
) -> tuple[PoolSummary, ...]:
    """The same of this weapon."""
    given, made = Counter[type](), Counter[type]()
    for one in table.passed_on:
        if one.line >= since and ruleset.fires(one.record) == weapon:
            (made if one.made else given)[one.kind] += one.n
    entries = [entry for entry in table.log[since:] if ruleset.fires(entry.record) == weapon]
    begun = entries[0].record if entries else None
    course = course_of(ruleset, table.record if begun is None else begun)
    lay = most_lain([*(entry.record for entry in entries), *([table.record] if asked else [])])
    passed, failed, needs = Counter[str](), Counter[str](), dict[str, dict[str, None]]()
    for entry in entries:
        if name := filled_by(entry.question, course.fills):
            passed[name] += entry.value.passed
            failed[name] += entry.value.failed
            needs.setdefault(name, {})[needed(entry.question)] = None
    fills = filled_by(asked, course.fills)
    if fills:
        needs.setdefault(fills, {})[needed(asked)] = None
    dice = asked.dice if isinstance(asked, Roll) else 0
    thrown = dice if fills == FILLS["hits"] else 0
    tallies = (entry.value for entry in entries if filled_by(entry.question, course.fills) == FILLS["hits"])
    first = next((tally.passed + tally.failed for tally in tallies), 0)
    *names, last = course.pools or ("",)
    pools: list[PoolSummary] = []
    done, all_ = 0, 0  # of the pool before: rolled for already, and in all
    for name in names:
        same = [kinds if isinstance(kinds, tuple) else (kinds,) for kinds in course.pools[name]]
        number = sum(max(max(given[kind], made[kind]) for kind in kinds) for kinds in same)
        if name == names[0] and not number:
            number = max((lay[kind] for kinds in same for kind in kinds), default=0)
        if not number and name in passed | failed:  # nothing counts them, or not yet
            number = failed[name] if name == FILLS["saves"] else passed[name]
        if name == names[0] and not any(given[kind] + lay[kind] for kinds in same for kind in kinds):
            number = number + thrown if number else first or thrown  # of weapons whose dice hang together
        known = name in needs or number > 0
        done -= dice * (name == fills)
        of = done if known and pools and 0 < done < all_ else None
        need = " or ".join(filter(None, needs.get(name, ())))
        pools.append(PoolSummary(name, number if known else None, need, of, course.short.get(name, "")))
        done, all_ = (sum(max(count[kind] for kind in kinds) for kinds in same) for count in (given, made))
    if not pools or (pools[0].number is None and not needs):
        begins = isinstance(asked, (Roll, Total)) and weapon is not None  # such as how many shots there are
        return tuple(PoolSummary(name, None) for name in ruleset.pools) if begins else ()
    if not asked:  # over: what nobody counted is left out
        pools = [pool for pool in pools if pool.number is not None]
    if len(pools) > 1 and pools[0].number is None:  # what lies under a marker is no shot
        pools = pools[1:]
    lost = fallen(begun) if begun is not None else 0
    waits = fills != "" and not lost  # more dice come before anybody falls
    need = " or ".join(filter(None, needs.get(last, ())))
    short = course.short.get(last, "")
    unknown = waits or (not lost and last not in needs and pools[-1].number is None)
    return (*pools, PoolSummary(last, None if unknown else lost, need, None, short))
