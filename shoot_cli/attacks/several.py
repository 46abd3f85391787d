"""Several attackers of one target as somebody names them: what was said of all of them, and of one alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.attacks.tasks import of_units
from shoot_cli.core.finding import all_of
from shoot_cli.core.signals import InputError
from shoot_cli.core.task import Task, spelled

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide

Said = Mapping[str, Any]


class AttackerTasks(NamedTuple):
    """One attack for each attacker, all at the same target, and the keys of what was said of each alone."""

    tasks: list[Task]
    own: list[frozenset[str]]


def of_several(shooters: Sequence[AttackSide], victim: AttackSide, said: Said) -> AttackerTasks:
    """The attacks of these at one target, all of one ruleset.

    ``said``: answers and settings by key, of all attackers that ask for it; ``cover@2`` of the second alone, and
    ``cover@boyz`` of the one with such a name. Of an attacker what was said of him alone goes before the rest.

    :raises InputError: in words; also if their lists want the rules read differently
    """
    from shoot_cli.armies.finding import agreed

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
    """The attackers by name, those of one name with a number each."""
    return [
        f"{name} {names[: nth + 1].count(name)}" if names.count(name) > 1 else name for nth, name in enumerate(names)
    ]


def told_apart(said: Said, names: Sequence[str]) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """What was said of all, and what of single attackers, by their places."""
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
    """The attacker who is meant: by number, from 1, or by name. :raises InputError: nobody, or several."""
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
    """:raises InputError: what was said of one attacker holds of all, and was not said of the others"""
    first = tasks[0]
    for nth, task in enumerate(tasks[1:], 2):
        if task.target != first.target:
            raise InputError(f"who has joined {task.target.name} is the same for all attackers; say it without @{nth}")
        settings = [{**one.ruleset.defaults(), **one.settings} for one in (first, task)]
        if differ := [key for key in settings[0] if settings[0][key] != settings[1][key]]:
            raise InputError(f"{differ[0]} is how the rules are read: it holds for all attackers; say it without @")
