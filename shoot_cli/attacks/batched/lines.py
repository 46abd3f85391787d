"""Lines of models as arrays: where tokens that got through take them, by the number of wounds lost so far."""

from __future__ import annotations

from typing import Any

from shoot_cli.attacks.batched.arrays import Floats, Places, np
from shoot_cli.attacks.batched.laws import Moves


class WoundTrack:
    """Models in the order in which they fall. Its places are the wounds lost, from 0 to ``size``.

    :ivar commutes: True if it makes no difference which token comes first, whatever they do: there is one model, whose
        losses add up, or each model is felled by whatever hurts it
    :ivar slain: of each place how many models are gone
    """

    def __init__(self, ranks: tuple[tuple[Any, int, int], ...]) -> None:
        self.ranks = ranks
        self.size = sum(n * wounds for _, n, wounds in ranks)
        self.commutes = sum(n for _, n, _ in ranks) == 1 or all(wounds == 1 for _, _, wounds in ranks)
        lasts = [wounds for _, n, wounds in ranks for _ in range(n)]
        self.slain: Places = np.searchsorted(np.cumsum(lasts), np.arange(self.size + 1), "right")

    def places(self) -> Floats:
        """For each place: is it this one, or the next ...: ``[place, place]``."""
        return np.eye(self.size + 1)

    def figures(self) -> Floats:
        """For each place: is everybody gone, models slain, wounds lost: ``[place, figure]``."""
        lost = np.arange(self.size + 1)
        return np.stack([lost == self.size, self.slain, lost], 1).astype(np.float64)

    def unmoved(self) -> tuple[Moves, ...]:
        """Of tokens none of which ever gets through."""
        return tuple((((0, 1.0),),) * wounds for _, _, wounds in self.ranks)

    def step(self, moves: tuple[Moves, ...]) -> Floats:
        """The chance that one token takes it from one place to another: ``[from, to]``.

        :param moves: of the models of each rank
        """
        found = np.zeros((self.size + 1, self.size + 1))
        at = 0
        for (_, n, wounds), by_lost in zip(self.ranks, moves, strict=True):
            for lost, law in enumerate(by_lost):
                places = at + lost + wounds * np.arange(n)
                for points, chance in law:
                    found[places, places + points] += chance
            at += n * wounds
        found[self.size, self.size] = 1
        return found


def onward(steps: Floats, start: Floats, most: int) -> Floats:
    """Where ``start`` is after 0 to ``most`` tokens of each kind, ``[kind, tokens, place]``: twice as far at each turn.

    :param steps: one for each kind of token
    """
    found = np.broadcast_to(start, (len(steps), 1, len(start)))
    while found.shape[1] <= most:
        found = np.concatenate([found, found @ steps], 1)
        steps = steps @ steps
    return found[:, : most + 1]


def backward(steps: Floats, ends: Floats, most: int) -> Floats:
    """What ``ends``, ``[place, figure]``, come to from each place with 0 to ``most`` tokens of each kind to come.

    ``[kind, tokens, place, figure]``
    """
    found = np.broadcast_to(ends, (len(steps), 1, *ends.shape))
    while found.shape[1] <= most:
        found = np.concatenate([found, steps[:, None] @ found], 1)
        steps = steps @ steps
    return found[:, : most + 1]
