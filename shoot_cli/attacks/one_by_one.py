"""What several attacks at one target come to, one after the other, as numbers by name: what ``shoot odds`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shoot_cli.attacks.exact import extra, fraction_text, mean, overruled, too_much
from shoot_cli.attacks.idle import idle_answers
from shoot_cli.attacks.orders import best_order
from shoot_cli.attacks.several import called
from shoot_cli.attacks.succession import Attacks, OrderResult
from shoot_cli.core.signals import InputError
from shoot_cli.core.task import Task

MOST = 40  # attackers


def in_succession(
    tasks: Sequence[Task],
    own: Sequence[frozenset[str]] = (),
    fractions: bool = False,
    seconds: float | None = None,
    best: bool = False,
) -> dict[str, Any]:
    """What the attacks come to, one after the other, as JSON: as of one attack, and what it came to ``after`` each.

    :param best: the order is looked for in which the target is destroyed most often
    :param seconds: of CPU, for all of it; None: as many as it takes
    :raises InputError, BadAnswer, Missing:
    """
    from shoot_cli.core.odds import Budget, TooMany

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
            if against := overruled(*attacks.given.values()):
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
        raise too_much(tasks[0], error, "--budget") from None


def as_floats(so_far: dict[str, Any]) -> dict[str, float]:
    return {name: float(x) for name, x in so_far.items()}


def rows_of(attacks: Attacks, found: OrderResult) -> dict[str, list[Any]]:
    """The chance of 0, 1, 2 ... of each measure."""
    rows = {}
    for name, law in found.laws.items():
        by_value: dict[int, Any] = {}
        for (_, value), p in law.items():
            by_value[value] = by_value.get(value, 0) + p
        rows[name] = [by_value.get(k, 0 * attacks.one) for k in range(1 + max(by_value, default=0))]
    return rows


def numbers(attacks: Attacks, found: OrderResult) -> dict[str, Any]:
    """As ``exact.numbers`` has them for one attack."""
    rows, ruleset = rows_of(attacks, found), attacks.ruleset
    expected = {name: float(x) for name, x in found.counted.items()}
    if ruleset.unsaved:
        expected["unsaved"] = expected.get("unsaved", 0.0) + mean(rows[ruleset.unsaved])
    expected |= {name: mean(rows[name]) for name in ("damage", "slain")}
    result: dict[str, Any] = {"expected": expected}
    result |= {name: [*map(float, rows[name])] for name in ("slain", "damage")}
    result["destroyed"] = float(found.after[-1]["destroyed"])
    return result | extra(rows, ruleset.chances, ruleset.rare)


def exactly(tasks: Sequence[Task], order: Iterable[int], result: dict[str, Any]) -> dict[str, list[str]]:
    attacks = Attacks(tasks, exact=True)
    rows = rows_of(attacks, attacks.through(order))
    return {name: [*map(fraction_text, row)] for name, row in rows.items() if isinstance(result.get(name), list)}


def assumed(attacks: Attacks) -> dict[str, str]:
    """The defaults that were taken: of all attackers that took one, or of each by its number, ``weapon@2``."""
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
    """Options that nobody could take, of those that no attacker could."""
    every = [attacks.given[kind].closed for kind in attacks.given]
    return {option: why for option, why in every[0].items() if all(option in other for other in every)}
