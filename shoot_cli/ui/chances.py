"""Chances at a prompt: of the dice that are about to be thrown, and of an attack. For rich; fits 40 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import RenderableType

from shoot_cli.core.dice import tallies, totals
from shoot_cli.core.questions import Question, Roll, Total
from shoot_cli.core.visible import visible
from shoot_cli.ui.results import losses_of, title
from shoot_cli.ui.tables import Distribution, as_is, grid, percent
from shoot_cli.ui.words import dice_words, need_words

ROWS = 8  # of a distribution between two prompts
NOTHING = "There is nothing to roll yet."
LOCKED = "Odds are locked in this battle."


# What is about to be rolled ------------------------------------------------------------------------------------------


def of_roll(roll: Roll, plain: bool) -> list[RenderableType]:
    """How many pass, and how many show what is counted on its own."""
    rows = tally_law(roll)
    passed = [0.0] * (roll.dice + 1)
    for tally, p in rows:
        passed[tally.passed] += p
    need = need_words(roll.need, roll)
    head = f"This roll, {dice_words(roll.dice, roll.sides)}{f', {need}' if need else ''}"
    if roll.again:
        head += ", with what is rolled again"
    shown: list[RenderableType] = []
    if roll.dice == 1:
        shown.append(as_is(f"{head}: {percent(passed[1])} to pass", "bold"))
    else:
        shown.append(as_is(f"{head}: {mean(passed):.2f} pass on average", "bold"))
        shown.append(Distribution("How many pass", passed, plain, ROWS))
    for place, watch in enumerate(roll.watch):
        names = visible(roll.faces_text(watch.faces))
        counted = sum(tally.watched[place] * p for tally, p in rows)
        shown.append(as_is(f"Counted on its own, each {names}: {counted:.2f} on average"))
    return shown


def tally_law(roll: Roll) -> list[tuple[Any, float]]:
    """Every tally of the roll with its chance."""
    need, second = roll.need, roll.again_need
    again = (second.target, roll.sides, second.or_less) if second else (-1, roll.sides)
    rows, whole = tallies(roll.dice, need.target, need.or_less, roll.watch, roll.again, *again)
    return [(tally, ways / whole) for tally, ways in rows]


def of_total(total: Total, plain: bool) -> list[RenderableType]:
    """The chance to pass, where a number is needed; else every sum."""
    rows, whole = totals(total.dice, total.sides, total.again)
    law = {n: ways / whole for n, ways in rows}
    average = sum(n * p for n, p in law.items())
    head = f"This roll, {total.dice}D{total.sides}"
    if total.again:
        head += ", with what is rolled again"
    need = total.need
    if need is not None:
        passes = sum(p for n, p in law.items() if need.met_by(n))
        return [as_is(f"{head}, {need_words(need)}: {percent(passes)} to pass, {average:.2f} on average", "bold")]
    sums = [law.get(n, 0.0) for n in range(max(law) + 1)]
    return [
        as_is(f"{head}: {average:.2f} on average", "bold"),
        Distribution("The sum", sums, plain, max(ROWS, 12)),
    ]


def about_to_be_rolled(question: Question, plain: bool) -> list[RenderableType]:
    if isinstance(question, Roll):
        return of_roll(question, plain)
    if isinstance(question, Total):
        return of_total(question, plain)
    return []


# An attack -----------------------------------------------------------------------------------------------------------


def of_attack(head: str, found: Mapping[str, Any], titles: Mapping[str, str], plain: bool) -> list[RenderableType]:
    """``found``: as ``commands.odds.numbers`` has it; with "units", if several formations are hurt."""
    shown: list[RenderableType] = [as_is(head, "bold")]
    if units := found.get("units"):
        table = grid(("Unit", "left"), ("lost", "right"), ("destroyed", "right"), plain=plain)
        for name, lost, gone in units:
            table.add_row(as_is(name), f"{lost:.2f}", percent(gone))
        return [*shown, table]
    words = (
        f"{value:.2f} {titles.get(name, name)}"
        for name, value in found["expected"].items()
        if name not in ("damage", "slain")
    )
    if found.get("expects", True):
        shown.append(as_is("Expected: " + ", ".join(words)))
    for name in losses_of(titles):
        law = found[name]
        about = f"{title(name, titles)}: {mean(law):.2f} on average"
        if name == "damage" and law == found["slain"] and len(losses_of(titles)) > 1:
            continue
        shown.append(Distribution(about, law, plain, ROWS) if len(law) > 1 else as_is(about, "bold"))
    shown.append(as_is(f"Destroyed: {percent(found['destroyed'])}"))
    for name, value in found.items():
        if isinstance(value, float) and name != "destroyed":
            shown.append(as_is(f"{title(name, titles)}: {percent(value)}"))
        elif isinstance(value, list) and name not in ("slain", "damage"):
            shown.append(as_is(f"{title(name, titles)}: {mean(value):.2f} on average"))
    return shown


def mean(law: Iterable[float]) -> float:
    return sum(k * p for k, p in enumerate(law))
