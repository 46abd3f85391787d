"""The exact odds of one attack, as numbers by name: what ``shoot odds --json`` prints, and all that is compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shoot_cli.attacks.tried import told_apart
from shoot_cli.attacks.unused import check_unused, weapons
from shoot_cli.core.signals import InputError
from shoot_cli.core.task import Task

if TYPE_CHECKING:
    from fractions import Fraction

    from shoot_cli.core.answerers import Preset
    from shoot_cli.core.budget import TooMany
    from shoot_cli.core.odds import Ends
    from shoot_cli.core.ruleset import Ruleset

ALWAYS = ("slain", "damage", "destroyed")


class TooMuch(InputError):
    """Odds that are given up: they take too much time or memory."""


def worked_out(
    task: Task,
    fractions: bool = False,
    seconds: float | None = None,
    most: int | None = None,
    tells: bool = True,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The result as JSON, and the answers that nobody used.

    :param seconds: of CPU; None: as many as it takes
    :param tells: else nobody is told of those answers, so that no others are tried
    :param most: records that may be gone through, whichever machine it is; None: as many as there are
    :raises InputError, BadAnswer, Missing:
    """
    from shoot_cli.core.answerers import Preset, raise_missing
    from shoot_cli.core.odds import Budget, TooMany
    from shoot_cli.core.odds import odds as exact_odds

    budget, ruleset, given = Budget(seconds, most), task.ruleset, Preset(task.answers, raise_missing)
    start, settings = task.start(), ruleset.defaults() | task.settings
    try:
        ends = exact_odds(ruleset.attack, start, given, settings=settings, budget=budget)
        idle = check_unused(task, given, {key: question for key, (question, _) in ends.asked.items()})
        result: dict[str, Any] = {
            "ruleset": ruleset.name,
            "attacker": task.attacker.name,
            "target": task.target.name,
            "assumed": {**given.assumed, **task.assumed()},
        }
        if idle and tells:
            told = told_apart(task, idle)
            idle = dict(told.unused)
            result |= told.document()
        if against := overruled(given):
            result["overruled"] = against
        if given.closed:
            result["closed"] = given.closed
        result |= numbers(ruleset, ends)
        if fractions:
            given = Preset(task.answers, raise_missing)
            precise = exact_odds(ruleset.attack, start, given, settings=settings, exact=True, budget=budget)
            result["exact"] = {
                name: [fraction_text(value) for value in row]
                for name, row in precise.distributions(ruleset.measures).items()
                if isinstance(result.get(name), list)
            }
        return result, idle
    except (TooMany, MemoryError) as error:
        raise too_much(task, error, "--budget") from None


def overruled_in_words(key: str, both: Mapping[str, str], where: str = "") -> str:
    """``both``: what is worked out, and what was said in its place. ``where``: in which attacks, if not in all."""
    return f"{key} is {both['computed']} by what is known of these units{where}; {both['said']} is taken, as you say."


def overruled(*given: Preset) -> dict[str, dict[str, str]]:
    """What was said in the place of what is worked out, by key."""
    return {key: {"computed": own, "said": said} for one in given for key, (own, said) in one.overruled.items()}


def numbers(ruleset: Ruleset, ends: Ends) -> dict[str, Any]:
    """What an attack comes to, as JSON: what is expected, distributions, chances."""
    arrays = ends.distributions(ruleset.measures)
    expected = dict.fromkeys(ruleset.counted.values(), 0.0)
    for kind, name in ruleset.counted.items():
        expected[name] += float(ends.expected.get(kind, 0))
    unsaved = mean(arrays[ruleset.unsaved]) if ruleset.unsaved else float(ends.unsaved)
    expected["unsaved"] = expected.get("unsaved", 0.0) + unsaved
    expected |= {name: mean(arrays[name]) for name in ("damage", "slain")}
    result: dict[str, Any] = {"expected": expected}
    result |= {name: list(map(float, arrays[name])) for name in ("slain", "damage")}
    result["destroyed"] = at_least_one(arrays["destroyed"])
    return result | extra(arrays, ruleset.chances, ruleset.rare)


def extra(arrays: dict[str, list[Any]], chances: tuple[str, ...], rare: tuple[str, ...]) -> dict[str, Any]:
    """What this edition measures besides: a number as a distribution, yes or no (``chances``) as a chance.

    Losses of the shooter's own are said where one of them can happen; so are hits on friends and the ``rare`` chances.
    """
    found: dict[str, Any] = {}
    own = {name: row for name, row in arrays.items() if name.endswith(("slain", "damage")) and name not in ALWAYS}
    losses = any(map(at_least_one, own.values()))
    for name, row in arrays.items():
        if name in ALWAYS or (name in own and not losses):
            continue
        if (name in rare or name.endswith("_hit")) and not at_least_one(row):
            continue
        found[name] = at_least_one(row) if name in (*chances, *rare) else list(map(float, row))
    return found


def fraction_text(value: Fraction) -> str:
    """ "1/3", of any length: ``str`` of an `int` refuses more than 4,300 digits, as those of a thousand shots are."""
    from decimal import Decimal

    return f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"


def mean(row: list[Any]) -> float:
    return float(sum(k * p for k, p in enumerate(row)))


def at_least_one(row: list[Any]) -> float:
    return min(1.0, float(sum(row[1:])))  # sums of floats may end a hair above


def too_much(task: Task, error: TooMany | MemoryError, option: str = "") -> TooMuch:
    """Odds that are given up: what was at work then, and what would help. ``option``: that gives them more time."""
    from contextlib import suppress

    from shoot_cli.core.budget import TooMany

    known = {question.key for question in task.known()}
    about = f"{task.attacker.name} at {task.target.name}"
    told, late = "the odds take more memory than there is", False
    if isinstance(error, TooMany):
        told, late = str(error), error.late
        with suppress(Exception):  # it says what stands there, which is not yet or no longer known of this record
            about = task.ruleset.situation(error.record)
        error.record = None  # an error may go to another process, and what the odds leave open cannot
    less = ["fewer weapons at once (weapon=...)"] * ("weapon" in known and len(weapons(task)) > 1)
    less += ["fewer who fire (firing=...)"] * ("firing" in known)
    helps = [f"{' or '.join(less)} would be less to work out"] if less else []
    helps += [f"{option} gives it more time"] if late and option else []
    helps.append("shoot resolve with --times 1000 rolls the attack so often instead")
    return TooMuch(f"{told}. {about}. What helps: {'; '.join(helps)}.")
