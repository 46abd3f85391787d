"""Who of a group carries what, where a text has only totals: ``9x Boy: 7x shoota, 2x big shoota`` (IMP-62)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple


class CarriedItems(NamedTuple):
    """So many models that carry the same. ``carried``: places of what there is, and how many of it each has."""

    models: int
    carried: tuple[tuple[int, int], ...]


def shared_out(models: int, totals: Sequence[int], last: Container[int] = ()) -> tuple[CarriedItems, ...]:
    """``models`` of a group with so many of each thing in all. ``last``: places of those that others go before.

    What there is enough of for all goes to all. What is left is laid out from the first model to the last, as much of a
    thing as there is beside the thing before it, so that 7 and 2 become a group of 7 and one of 2. What no longer fits
    goes to those that carry as many of something else, or begins again with the first model.
    """
    each = [[total // models for total in totals] for _ in range(models)]
    laid: dict[int, int] = {}  # where a thing of so many begins
    end = 0
    for thing in sorted(range(len(totals)), key=lambda thing: (thing in last, -(totals[thing] % models))):
        if not (rest := totals[thing] % models):
            continue
        start = end if end + rest <= models else laid.get(rest, 0)
        laid.setdefault(rest, start)
        end = max(end, start + rest) if start else max(end, rest)
        for model in range(start, start + rest):
            each[model][thing] += 1
    found: dict[tuple[int, ...], int] = {}
    for load in map(tuple, each):
        found[load] = found.get(load, 0) + 1
    return tuple(
        CarriedItems(n, tuple((thing, number) for thing, number in enumerate(carried) if number))
        for carried, n in found.items()
    )
