"""Attached units: ``leader: UNIT`` makes one unit of the leader's and the one that it names."""

from __future__ import annotations

import re
from typing import NamedTuple

from shoot_cli.armies.checking import Path, Problems
from shoot_cli.armies.naming import named_once
from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.core.questions import shown
from shoot_cli.rules.tenth.building import MOST_LEADERS, attached
from shoot_cli.rules.tenth.profiles import Model, Unit


class Written(NamedTuple):
    """A unit of a list as far as it could be read: ``unit`` is None if something is wrong with it."""

    path: Path
    name: str  # as written; "" if that is missing
    leads: str | None  # the name of the unit that it leads
    unit: Unit | None


def join_leaders(written: list[Written], problems: Problems) -> tuple[Unit, ...]:
    """The units of the list, leaders joined to their bodyguards. Two of one name get numbers, in the order of the list.

    What is wrong with the leaders is added to the problems.
    """
    leads = {place: at for place in range(len(written)) if (at := _bodyguard(place, written, problems)) is not None}
    led: dict[int, list[int]] = {}
    for place, at in leads.items():
        if _may_lead(place, at, leads, written, problems):
            led.setdefault(at, []).append(place)
    for at, places in led.items():
        before = sum(count for model, count in _models(written[at]) if model.leader)
        for place in places[max(MOST_LEADERS - before, 0) :]:
            words = f"{written[at].name} has {MOST_LEADERS} leaders already; at most {MOST_LEADERS}"
            problems.add((*written[place].path, "leader"), words)
    if problems.found or any(one.unit is None for one in written):
        return ()
    units = named_once(one.unit for one in written if one.unit)
    joined = [
        attached(unit, [units[leader] for leader in led[place]]) if place in led else unit
        for place, unit in enumerate(units)
        if place not in leads
    ]
    return named_once(joined)


def _models(one: Written) -> tuple[tuple[Model, int], ...]:
    return one.unit.models if one.unit else ()


def _bodyguard(place: int, written: list[Written], problems: Problems) -> int | None:
    """Which unit is led by the one at ``place``; None if none, or not one, which is then among the problems."""
    said = written[place].leads
    if said is None:
        return None
    names = [plain_name(one.name) for one in written]
    found = [at for at, name in enumerate(names) if name == plain_name(said)]
    numbered = re.fullmatch(r"(.+?) ([1-9]\d?)", plain_name(said))
    if not found and numbered:  # the second unit of this name is called "NAME 2"
        found = [at for at, name in enumerate(names) if name == numbered[1]][int(numbered[2]) - 1 :][:1]
    others = [at for at in found if at != place]
    if len(others) == 1 and (len(found) == 1 or names[place] == plain_name(said)):
        return others[0]
    if found and not others:
        words = f"{shown(said)} cannot lead itself; name another unit of the list"
    elif others:
        numbers = " or ".join(f"{shown(f'{said} {number}')}" for number in range(1, min(len(found), 3) + 1))
        words = f"{len(found)} units are called {shown(said)}; count them in the order of the list: {numbers}"
    else:
        known = [one.name for at, one in enumerate(written) if one.name and at != place]
        words = f"no unit {shown(said)} in this list; {did_you_mean(said, known)}"
    problems.add((*written[place].path, "leader"), words)
    return None


def _may_lead(place: int, at: int, leads: dict[int, int], written: list[Written], problems: Problems) -> bool:
    unit, bodyguard, path = written[place].unit, written[at], (*written[place].path, "leader")
    if at in leads:
        problems.add(path, f"{bodyguard.name} leads a unit itself; name the unit that both lead")
    elif unit and not any(model.character for model, _ in unit.models):
        problems.add(path, f"only CHARACTERs lead; add Character to the keywords of {unit.name}")
    elif unit and any(model.leader for model, _ in unit.models):
        problems.add(path, f"a model of {unit.name} leads already; leave out its leader: yes, or this")
    else:
        return True
    return False
