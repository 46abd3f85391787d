"""Pools of tokens, and the line of models that tokens meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from shoot_cli.engine.record import Record

Pool = tuple[tuple[Any, int], ...]  # pairs of token and count; each token occurs once


def pool(*tokens: tuple[Any, int]) -> Pool:
    """Return a pool of these tokens: equal tokens are added up, counts of 0 are left out."""
    if len(tokens) == 1:
        return tokens if tokens[0][1] else ()
    counts: dict[Any, int] = {}
    for token, n in tokens:
        if n:
            counts[token] = counts.get(token, 0) + n
    return tuple(counts.items())


class Blow(Record):
    """A loss of `points` wounds by one model. Points above what the model has left are wasted.

    `Blow(0)` takes no wound, but sets `Line.met`. The odds ignore it, so a rule returns it only by `table.detail`.
    """

    points: int


class Rank(Record):
    """`n` models of one kind side by side, each with `left` wounds."""

    kind: Any
    n: int
    left: int


class Line(Record):
    """The models of a target in the order in which they take wounds, nearest first. Usually only `lost` changes.

    A record has one line at a time. A step that turns to another target or to the shooter replaces it.

    `reach` is the number of front ranks that can take wounds before somebody must decide something; None means all.
    `met` is True if something was allocated to the front model and left it alive. A step that makes new ranks sets
    `met=False`. The odds do not keep `met`, so only a step of
    `table.in_sight` reads it.
    """

    ranks: tuple[Rank, ...]
    lost: int = 0  # wounds lost since the ranks were made
    reach: int | None = None
    met: bool = False

    def reachable(self) -> tuple[Rank, ...]:
        return self.ranks if self.reach is None else self.ranks[: self.reach]

    def front(self) -> tuple[Any, int, int] | None:
        """Return the kind of the front model, the models left in its rank, and the wounds left of the front model.

        Return None if nobody in reach is left.
        """
        lost = self.lost
        for kind, n, left in self.as_tuples(self.reachable()):
            if lost < n * left:
                return kind, n - lost // left, left - lost % left
            lost -= n * left
        return None

    @staticmethod
    def as_tuples(ranks: Iterable[Rank]) -> Iterable[tuple[Any, int, int]]:
        return (rank[1:] for rank in ranks)

    def standing(self) -> tuple[Rank, ...]:
        """Return the ranks as they are now. A wounded model is a rank of its own, before its fellows."""
        lost, ranks_now = self.lost, []
        if not lost:
            return tuple([rank for rank in self.ranks if rank.n])
        for rank in self.ranks:
            rank_wounds = rank.n * rank.left
            wounds_lost = min(lost, rank_wounds)
            lost -= wounds_lost
            models, partial = rank.n - wounds_lost // rank.left, wounds_lost % rank.left
            if partial:
                ranks_now.append(Rank(rank.kind, 1, rank.left - partial))
            if models - bool(partial):
                ranks_now.append(Rank(rank.kind, models - bool(partial), rank.left))
        return tuple(ranks_now)

    def remaining(self) -> tuple[int, int]:
        """Return how many models and wounds are left, in reach or not."""
        lost, models_left, wounds_left = self.lost, 0, 0
        for _, _, n, left in self.ranks:
            rank_wounds = n * left
            if lost < rank_wounds:
                models_left += n - lost // left
                wounds_left += rank_wounds - lost
                lost = 0
            else:
                lost -= rank_wounds
        return models_left, wounds_left

    def any_left(self, among: Callable[[Any], bool] | None = None) -> bool:
        """Return True if any model, or one of such a kind, is left, in reach or not. The odds split a lazy line."""
        return self.lost < (self.wounds if among is None else wounds_before_last(self.ranks, among))

    def known_ranks(self) -> tuple[Rank, ...]:
        """Return the current ranks. In the odds, a lazy line returns its original ranks."""
        return self.standing()

    def after_blow(self, blow: Blow, left: int) -> Line:
        """Return the line after a blow on the front model, which has `left` wounds."""
        return self.but(lost=self.lost + min(blow.points, left), met=blow.points < left)

    def after_blows(self, blow: Blow, n: int) -> Line:
        """Return the line after `n` equal blows, each on the front model. Blows are lost if nobody is left."""
        lost, met, points, end = self.lost, self.met, blow.points, 0
        for _, models, full_wounds in self.as_tuples(self.reachable()):
            end += models * full_wounds
            while n and lost < end:
                front = (end - lost) % full_wounds or full_wounds  # wounds of the front model
                blows_to_kill = -(-front // points) if points else n + 1  # blows that it takes to kill it
                met = n < blows_to_kill
                if met:
                    lost, n = lost + n * points, 0
                else:
                    # models that fall: the front model, and unhurt models behind it
                    killed = min((end - lost) // full_wounds, n // blows_to_kill) if front == full_wounds else 1
                    lost, n = lost + killed * front, n - killed * blows_to_kill
        return self.but(lost=lost, met=met)

    def changed(self, change: Callable[[Any], Any]) -> Line:
        """Return the line with every kind of model changed, for example after they took cover."""
        return self.but(ranks=tuple(rank.but(kind=change(rank.kind)) for rank in self.ranks))

    @property
    def wounds(self) -> int:
        """The wounds of all ranks, including lost ones."""
        return wounds(self.ranks)


def may_hold(tokens: Any) -> bool:
    """Return False for a pool, or ranks, that are empty for certain. The odds need not know how many there are."""
    return type(tokens) is not tuple or bool(tokens)


def models(ranks: Iterable[Rank]) -> int:
    return sum([n for _, _, n, _ in ranks])


def wounds(ranks: Iterable[Rank]) -> int:
    return sum([n * left for _, _, n, left in ranks])


def wounds_before_last(ranks: tuple[Rank, ...], among: Callable[[Any], bool]) -> int:
    """Return the wounds up to the end of the last rank of such a kind; 0 without one."""
    last = max((index for index, rank in enumerate(ranks) if among(rank.kind)), default=-1)
    return wounds(ranks[: last + 1])


def merge_neighbours(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Return the ranks with equal neighbours merged into one rank."""
    merged: list[Rank] = []
    for rank in ranks:
        if merged and merged[-1].kind == rank.kind and merged[-1].left == rank.left:
            merged[-1] = merged[-1].but(n=merged[-1].n + rank.n)
        else:
            merged.append(rank)
    return tuple(merged)


def names_with_marks(queue: Iterable[Rank], mark: Callable[[Any], str]) -> tuple[tuple[int, str, str], ...]:
    """Return (count, name, mark) for the models; neighbours with the same name and mark are counted together."""
    runs: list[tuple[int, str, str]] = []
    for rank in queue:
        name_and_mark = rank.kind.name, mark(rank.kind)
        if runs and runs[-1][1:] == name_and_mark:
            runs[-1] = (runs[-1][0] + rank.n, *name_and_mark)
        else:
            runs.append((rank.n, *name_and_mark))
    return tuple(runs)
