"""How dice can fall: every tally and every sum with the number of ways it comes about. Whole numbers throughout."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from shoot_cli.core.budget import over, room
from shoot_cli.core.questions import Need, Tally, Watch

Rows = tuple[tuple[Tally, int], ...]
HANDFUL = 2_000  # ways to share dice out, up to which that takes no time
TALLIES = 500_000  # of one roll, each of so many numbers of 256 bits


def one_die(
    need: Need, watch: tuple[Watch, ...], again: tuple[int, ...], again_need: Need | None, sides: int
) -> tuple[dict[tuple[bool, tuple[bool, ...]], int], int]:
    """Ways of each (passed, watched or not by group) of one die, and all ways."""
    ways: dict[tuple[bool, tuple[bool, ...]], int] = {}
    second = again_need or need
    for face in range(1, sides + 1):
        back = face in again
        for end in range(1, sides + 1) if back else (face,):
            seen = tuple(end in w.faces and not (back and w.both and face not in w.faces) for w in watch)
            this = (second if back else need).met_by(end), seen
            ways[this] = ways.get(this, 0) + (1 if back or not again else sides)
    return ways, sides * sides if again else sides


@lru_cache(4096)
def tallies(
    dice: int,
    target: int | None,
    or_less: bool,
    watch: tuple[Watch, ...] = (),
    again: tuple[int, ...] = (),
    again_target: int | None = -1,
    sides: int = 6,
    again_or_less: bool | None = None,
) -> tuple[Rows, int]:
    """Every tally of ``dice`` dice with its ways, and all ways together. ``again_target`` -1: as the first throw."""
    need = Need(target, (), or_less)
    second = need if again_target == -1 else Need(again_target, (), or_less if again_or_less is None else again_or_less)
    ways, each = one_die(need, watch, again, second, sides)
    rows = [(dice, 0, (0,) * len(watch), 1)]  # dice left, passed, watched, ways
    last = len(ways) - 1
    long = dice**last > HANDFUL
    for place, ((met, seen), one) in enumerate(ways.items()):
        if long and place < last:
            room(sum(left + 1 for left, *_ in rows) * (1 + dice // 256), TALLIES, "ways for dice to fall")
        rows = [
            (
                left - k,
                passed + k * met,
                tuple(c + k * hit for c, hit in zip(watched, seen, strict=True)) if watch else (),
                so_far * comb(left, k) * one**k,
            )
            for left, passed, watched, so_far in (over(rows, 10 * dice) if long else rows)
            for k in (range(left + 1) if place < last else (left,))
        ]
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    for _, passed, watched, n in over(rows, 2):
        found[passed, watched] = found.get((passed, watched), 0) + n
    return tuple((Tally(passed, dice - passed, watched), n) for (passed, watched), n in found.items()), each**dice


@lru_cache(1024)
def totals(dice: int, sides: int, again: tuple[int, ...] = ()) -> tuple[tuple[tuple[int, int], ...], int]:
    """Every sum of ``dice`` dice with its ways, lowest first, and all ways together.

    Sums in ``again`` are rolled once more, all dice of them.

    >>> totals(1, 3, (1,))
    (((1, 1), (2, 4), (3, 4)), 9)
    """
    law = {0: 1}
    for _ in over(range(dice), 20 * dice):
        law = {
            total: ways
            for total in range(min(law) + 1, max(law) + sides + 1)
            if (ways := sum(law.get(total - face, 0) for face in range(1, sides + 1)))
        }
    whole = sides**dice
    back = sum(law.get(total, 0) for total in {*again})
    if not back:
        return tuple(law.items()), whole
    return tuple((total, ways * (back + (total not in again) * whole)) for total, ways in law.items()), whole * whole
