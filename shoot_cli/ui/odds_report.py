"""The odds of an attack, or of several, as a report: for pages, pictures and spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.attacks.sheet import Column, Report, Sheet, chance_cell, number_cell
from shoot_cli.core.percent import percent
from shoot_cli.ui.results import losses_of, order_words, steps_sheet, title


def report_of(result: Mapping[str, Any], titles: Mapping[str, str]) -> Report:
    """``result``: as ``shoot odds --json`` prints it; ``titles``: what its measures are called."""
    several = "after" in result
    shoot = "shoot" if several else "shoots"
    losses = losses_of(titles)
    sheets = [steps_sheet(dict(result), titles).but(title="One after the other")] if several else []
    sheets += [distribution(title(name, titles), result[name]) for name in losses]
    notes = [*order_words(dict(result)), f"Destroyed: {percent(result['destroyed'])}."]
    notes += [f"{title(name, titles)}: {result['expected'][name]:.2f} on average." for name in losses]
    own = [name for name, value in result.items() if isinstance(value, float) and name != "destroyed"]
    notes += [f"{title(name, titles)}: {percent(result[name])}." for name in own]
    notes += [f"Not possible here: {option}, {why}." for option, why in result.get("closed", {}).items()]
    said = ", ".join(f"{key} {value}" for key, value in result["assumed"].items() if value)
    notes += [f"Assumed: {said}."] if said else []
    return Report(f"{result['attacker']} {shoot} at {result['target']}: exact odds", tuple(sheets), tuple(notes))


def distribution(name: str, row: list[float]) -> Sheet:
    """A row for each number that can be, with its chance, and that of so many or more."""
    columns = (Column("number", name, True), Column("chance", "Chance", True), Column("at_least", "At least", True))
    rows = tuple(
        (number_cell(k, 0), chance_cell(p), chance_cell(min(1.0, sum(row[k:])) if k else 1.0))
        for k, p in enumerate(row)
        if p
    )
    return Sheet(name, columns, rows)
