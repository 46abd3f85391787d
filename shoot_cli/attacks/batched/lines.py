"""Lines of models as arrays: where tokens take them that got through, by the number of wounds lost so far."""

from __future__ import annotations

from typing import Any

from shoot_cli.attacks.batched.arrays import Floats, np
from shoot_cli.attacks.batched.laws import Moves


class Row:
    """Models in the order in which they fall. Its places are the wounds lost: 0 to ``size``.

    :ivar commutes: True if it makes no difference which token comes first, whatever they do: one model, whose losses add
        up, or models that any of them fells
    :ivar slain: of each place how many models are gone
    """

    def __init__(self, ranks: tuple[tuple[Any, int, int], ...]) -> None:
        self.ranks = ranks
        self.size = sum(n * wounds for _, n, wounds in ranks)
        models = sum(n for _, n, _ in ranks)
        self.commutes = models == 1 or all(wounds == 1 for _, _, wounds in ranks)
        self.slain = np.zeros(self.size + 1, np.int64)
        at = gone = 0
        for _, n, wounds in ranks:
            self.slain[at : at + n * wounds] = gone + np.arange(n * wounds) // wounds
            at, gone = at + n * wounds, gone + n
        self.slain[at] = gone

    def figures(self) -> Floats:
        """For each place: is it destroyed, models slain, wounds lost."""
        places = np.arange(self.size + 1)
        return np.stack([places == self.size, self.slain, places], 1).astype(np.float64)

    def unmoved(self) -> tuple[Moves, ...]:
        """Of tokens none of which ever gets through."""
        return tuple((((0, 1.0),),) * wounds for _, _, wounds in self.ranks)

    def step(self, moves: tuple[Moves, ...]) -> Floats:
        """``[i, j]``: the chance that one token takes it from place ``i`` to ``j``. ``moves``: of each rank's models."""
        found = np.zeros((self.size + 1, self.size + 1))
        at = 0
        for (_, n, wounds), rows in zip(self.ranks, moves, strict=True):
            for lost, row in enumerate(rows):
                places = at + lost + wounds * np.arange(n)
                for points, chance in row:
                    found[places, places + points] += chance
            at += n * wounds
        found[self.size, self.size] = 1
        return found


def onward(steps: Floats, start: Floats, most: int) -> Floats:
    """``[e, k]``: ``start`` after ``k`` tokens of the ``e``-th kind, for 0 to ``most``: each time twice as many at once."""
    found = np.broadcast_to(start, (len(steps), 1, len(start)))
    while found.shape[1] <= most:
        found = np.concatenate([found, found @ steps], 1)
        steps = steps @ steps
    return found[:, : most + 1]


def backward(steps: Floats, ends: Floats, most: int) -> Floats:
    """``[e, k]``: what ``ends``, ``[place, figure]``, come to from each place, ``k`` tokens being still to come."""
    found = np.broadcast_to(ends, (len(steps), 1, *ends.shape))
    while found.shape[1] <= most:
        found = np.concatenate([found, steps[:, None] @ found], 1)
        steps = steps @ steps
    return found[:, : most + 1]
