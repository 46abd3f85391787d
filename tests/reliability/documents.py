"""Good documents that cases are made of: small lists out of the shipped ones, scenarios, lines, and words they consist of."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from importlib import import_module
from typing import Any

from shoot_cli import armies
from shoot_cli.armies.tree import plain
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.engine.questions import Choose, Facts, Number, Numbers, Question
from shoot_cli.rules import RULESETS, Edition

UNITS = ("units", "formations")
FEW = 3  # models of a kind: attacks stay small
EACH = 12  # small lists of an edition


def shrunk(value: Any) -> Any:
    """The same with fewer models."""
    if isinstance(value, dict):
        return {key: str(min(int(item), FEW)) if key == "count" else shrunk(item) for key, item in value.items()}
    return [shrunk(item) for item in value] if isinstance(value, list) else value


@cache
def lists(edition: Edition) -> list[dict[str, Any]]:
    """Lists of one unit each, with the profiles and weapons that it needs."""
    found = []
    for sample in armies.samples():
        if sample.ruleset != edition.name:
            continue
        tree = plain(read_text(sample.path.read_text(encoding="utf-8"), sample.name))
        units = next(key for key in UNITS if key in tree)
        for unit in tree[units]:
            small = {key: value for key, value in tree.items() if key not in ("profiles", "weapons", units)}
            for library in ("profiles", "weapons"):
                named = {key: value for key, value in tree.get(library, {}).items() if key in str(unit)}
                small |= {library: named} if named else {}
            found.append(small | {units: [shrunk(unit)]})
    step = max(1, len(found) // EACH)
    return [one for one in found[::step] if reads(one)]


def reads(document: dict[str, Any]) -> bool:
    from tests.reliability.strange import as_yaml

    try:
        armies.load_text(as_yaml(document), "list")
    except armies.ListError:
        return False
    return True


def unit_of(document: dict[str, Any]) -> dict[str, Any]:
    (unit,) = next(document[key] for key in UNITS if key in document)
    return unit


@cache
def scenarios(edition: Edition) -> list[dict[str, Any]]:
    """Each small list shooting at the next one."""
    found = []
    for one, other in zip(lists(edition), lists(edition)[1:], strict=False):
        both = {"ruleset": edition.short, "attacker": deepcopy(unit_of(one)), "target": deepcopy(unit_of(other))}
        for library in ("profiles", "weapons"):
            both |= {library: {**one.get(library, {}), **other.get(library, {})}}
        found.append({key: value for key, value in both.items() if value} | {"answers": {"distance": "9"}})
    attacker, target = examples(edition)
    lines = {"ruleset": edition.name, "attacker": attacker, "target": target, "answers": {"distance": 6}}
    return [one for one in [*found, lines] if meets(one)]


def meets(scenario: dict[str, Any]) -> bool:
    try:
        armies.scenario_from(scenario)
    except armies.ListError:
        return False
    return True


def examples(edition: Edition) -> tuple[str, str]:
    """A profile line of each role, as errors show it."""
    shown = import_module(f"{edition.package}.unit_text").EXAMPLES
    return shown["attacker"], shown["target"]


@cache
def words(edition: Edition) -> tuple[str, ...]:
    """Keys and short values of its lists: right somewhere, wrong wherever else they come to stand."""
    found: dict[str, None] = {}
    for document in lists(edition):
        waiting: list[Any] = [document]
        for value in waiting:
            if isinstance(value, dict):
                found |= dict.fromkeys(value)
                waiting += value.values()
            elif isinstance(value, list):
                waiting += value
            elif value and len(value) < 40:
                found[value] = None
    return tuple(found)


@cache
def facts(edition: Edition) -> dict[str, tuple[str, ...]]:
    """What an attack of the edition may be told, settings too: keys, each with a few values that are right."""
    ruleset = edition.ruleset()
    asked = [
        *ruleset.possible_questions,
        *(part for question in ruleset.possible_questions if isinstance(question, Facts) for part in question.parts),
    ]
    found = {question.key: values_of(question) for question in asked}
    return found | {setting.key: setting.values for setting in ruleset.settings}


def values_of(question: Question) -> tuple[str, ...]:
    if isinstance(question, Choose):
        return tuple(option.value for option in question.options) or ("none",)
    return ("3", "0", "12") if isinstance(question, (Number, Numbers)) else ("all", "none", "1")


EDITIONS = RULESETS
