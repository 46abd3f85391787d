"""Several attackers of one target: their answers, and the combined result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.analysis.attack_order import best_order
from shoot_cli.analysis.single_attack import (
    fraction_text,
    further_measures,
    mean,
    of_units,
    overruled_answers,
    too_much_error,
)
from shoot_cli.analysis.succession import Attacks, OrderResult, idle_answers
from shoot_cli.engine.names import all_of
from shoot_cli.engine.signals import InputError
from shoot_cli.input.task import Task, spelled

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide


# Tasks and answers ---------------------------------------------------------------------------------------------------

Said = Mapping[str, Any]


class AttackerTasks(NamedTuple):
    """One attack for each attacker at the same target, and the keys that were given for each alone."""

    tasks: list[Task]
    own: list[frozenset[str]]


def of_several(shooters: Sequence[AttackSide], victim: AttackSide, said: Said) -> AttackerTasks:
    """Return the attacks of these at one target, all of one ruleset.

    ``said`` has answers and settings by key. ``cover@2`` is for the second attacker, ``cover@boyz`` for the one with
    that name. Such answers replace those for all.

    :raises InputError: if an answer is wrong, or if their lists read the rules differently
    """
    from shoot_cli.armies.list_search import agreed

    sides = (*shooters, victim)
    every, alone = told_apart(said, called([side.unit.name for side in shooters]))
    every = spelled(every, {key for side in sides for key, _ in side.settings})
    readings = agreed(((side.army_name, side.settings) for side in sides), every)
    tasks, own = list[Task](), list[frozenset[str]]()
    for place, side in enumerate(shooters):
        theirs = alone.get(place, {})
        units, lists = (side.ruleset, side.unit, victim.unit), (side.units, victim.units)
        tasks.append(of_units(*units, readings | every | theirs, lists))
        own.append(frozenset(of_units(*units, theirs, lists).answers) if theirs else frozenset())
    check_together(tasks)
    return AttackerTasks(tasks, own)


def called(names: Sequence[str]) -> list[str]:
    """Return the names of the attackers; equal names get a number."""
    return [
        f"{name} {names[: nth + 1].count(name)}" if names.count(name) > 1 else name for nth, name in enumerate(names)
    ]


def told_apart(said: Said, names: Sequence[str]) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """Return the answers for all, and those for single attackers by index."""
    every, alone = dict[str, Any](), dict[int, dict[str, Any]]()
    for key, value in said.items():
        head, at, of = key.rpartition("@")
        if not at:
            every[key] = value
        elif not head.strip() or "@" in head:
            raise InputError(f"{key}: write KEY@N=VALUE or KEY@NAME=VALUE, as in cover@2=5+")
        else:
            alone.setdefault(place_of(of.strip(), key, names), {})[head.strip()] = value
    return every, alone


def place_of(who: str, key: str, names: Sequence[str]) -> int:
    """Return the index of an attacker given by number (from 1) or name. :raises InputError: if none or several fit."""
    if who.isascii() and who.isdecimal():
        if 1 <= int(who) <= len(names):
            return int(who) - 1
        raise InputError(f"{key}: there are {len(names)} attackers; @1 is the first")
    places = all_of(who, names)
    if len(places) == 1:
        return places[0]
    numbers = " or ".join(f"@{place + 1} ({names[place]})" for place in places)
    if places:
        raise InputError(f"{key}: that can be {numbers}; say which")
    every = ", ".join(f"@{place} {name}" for place, name in enumerate(names, 1))
    raise InputError(f"{key}: no attacker is called {who}; there are {every}")


def check_together(tasks: Sequence[Task]) -> None:
    """Check the tasks. :raises InputError: if an answer for one attacker must hold for all"""
    first = tasks[0]
    for nth, task in enumerate(tasks[1:], 2):
        if task.target != first.target:
            raise InputError(f"who has joined {task.target.name} is the same for all attackers; say it without @{nth}")
        settings = [{**one.ruleset.defaults(), **one.settings} for one in (first, task)]
        if differ := [key for key in settings[0] if settings[0][key] != settings[1][key]]:
            raise InputError(f"{differ[0]} is how the rules are read: it holds for all attackers; say it without @")


# The result as numbers by name, as ``shoot odds`` prints it ----------------------------------------------------------

MOST = 40  # most attackers


def in_succession(
    tasks: Sequence[Task],
    own: Sequence[frozenset[str]] = (),
    fractions: bool = False,
    seconds: float | None = None,
    best: bool = False,
) -> dict[str, Any]:
    """Return the result of the attacks in order as JSON, with the result ``after`` each attack.

    :param best: True to search for the order that destroys the target most often
    :param seconds: of CPU time in all; None means no limit
    :raises InputError, BadAnswer, Missing:
    """
    from shoot_cli.odds import Budget, TooMany

    if len(tasks) > MOST:
        raise InputError(f"{len(tasks)} attackers are too many; at most {MOST}")
    attacks, order = Attacks(tasks, own), [*range(len(tasks))]
    try:
        with Budget(seconds):
            given = attacks.through(order)
            idle = idle_answers(attacks)
            found = given
            if best:
                order = best_order(attacks)
                found = attacks.through(order)
            names = called([task.attacker.name for task in tasks])
            result: dict[str, Any] = {
                "ruleset": attacks.ruleset.name,
                "attacker": ", then ".join(names[who] for who in order),
                "attackers": [names[who] for who in order],
                "target": tasks[0].target.name,
                "assumed": assumed(attacks),
            }
            result |= idle.document()
            if against := overruled_answers(*attacks.given.values()):
                result["overruled"] = against
            if closed := closed_of(attacks):
                result["closed"] = closed
            result |= numbers(attacks, found)
            result["after"] = [
                {"attacker": names[who], **as_floats(so_far)} for who, so_far in zip(order, found.after, strict=True)
            ]
            if best:
                result["order"] = [who + 1 for who in order]
                result["as_given"] = as_floats(given.after[-1])
            if fractions:
                result["exact"] = exactly(tasks, order, result)
            return result
    except (TooMany, MemoryError) as error:
        raise too_much_error(tasks[0], error, "--budget") from None


def as_floats(so_far: dict[str, Any]) -> dict[str, float]:
    return {name: float(x) for name, x in so_far.items()}


def rows_of(attacks: Attacks, found: OrderResult) -> dict[str, list[Any]]:
    """Return the chances of 0, 1, 2 ... for each measure."""
    rows = {}
    for name, law in found.laws.items():
        by_value: dict[int, Any] = {}
        for (_, value), p in law.items():
            by_value[value] = by_value.get(value, 0) + p
        rows[name] = [by_value.get(k, 0 * attacks.one) for k in range(1 + max(by_value, default=0))]
    return rows


def numbers(attacks: Attacks, found: OrderResult) -> dict[str, Any]:
    """Return the numbers in the form of ``single_attack.numbers``."""
    rows, ruleset = rows_of(attacks, found), attacks.ruleset
    expected = {name: float(x) for name, x in found.counted.items()}
    if ruleset.unsaved_measure:
        expected["unsaved"] = expected.get("unsaved", 0.0) + mean(rows[ruleset.unsaved_measure])
    expected |= {name: mean(rows[name]) for name in ("damage", "slain")}
    result: dict[str, Any] = {"expected": expected}
    result |= {name: [*map(float, rows[name])] for name in ("slain", "damage")}
    result["destroyed"] = float(found.after[-1]["destroyed"])
    return result | further_measures(rows, ruleset.chances, ruleset.rare_measures)


def exactly(tasks: Sequence[Task], order: Iterable[int], result: dict[str, Any]) -> dict[str, list[str]]:
    attacks = Attacks(tasks, exact=True)
    rows = rows_of(attacks, attacks.through(order))
    return {name: [*map(fraction_text, row)] for name, row in rows.items() if isinstance(result.get(name), list)}


def assumed(attacks: Attacks) -> dict[str, str]:
    """Return the defaults that were used; if attackers differ, by number: ``weapon@2``."""
    found: dict[str, dict[int, str]] = {}
    for who, kind in enumerate(attacks.kinds):
        for key, value in {**attacks.given[kind].assumed, **attacks.tasks[who].assumed()}.items():
            found.setdefault(key, {})[who] = value
    words = {}
    for key, by_attacker in found.items():
        if len({*by_attacker.values()}) == 1:
            words[key] = next(iter(by_attacker.values()))
        else:
            words |= {f"{key}@{attacks.numbers[who]}": value for who, value in by_attacker.items()}
    return words


def closed_of(attacks: Attacks) -> dict[str, str]:
    """Return the options that were closed for every attacker, with the reason."""
    every = [attacks.given[kind].closed for kind in attacks.given]
    return {option: why for option, why in every[0].items() if all(option in other for other in every)}
