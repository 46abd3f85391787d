"""Tokens and how many of each, and the line of models that they meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from shoot_cli.engine.record import Record

Pool = tuple[tuple[Any, int], ...]  # (token, how many), each token once


def pool(*tokens: tuple[Any, int]) -> Pool:
    """A pool of these tokens: alike ones together, none where there are none."""
    if len(tokens) == 1:
        return tokens if tokens[0][1] else ()
    found: dict[Any, int] = {}
    for token, n in tokens:
        if n:
            found[token] = found.get(token, 0) + n
    return tuple(found.items())


class Blow(Record):
    """``points`` wounds that one model loses; what it does not have is wasted.

    A blow of none hurts nobody, but at the table the line knows of it: see ``Line.met``. The odds pass over it, so a
    rule gives it only ``if table.is_live``.
    """

    points: int


class Rank(Record):
    """``n`` models of one kind side by side, each with ``left`` wounds."""

    kind: Any
    n: int
    left: int


class Line(Record):
    """Models in the order in which they take wounds, nearest first; wounds lost so far are all that changes.

    A record has one line at a time: a step that turns to another target, or to a shooter who suffers, puts it there.

    ``reach`` is how many ranks at the front can be met before somebody has to decide something; None: all.
    ``met``: the front model had something allocated to it that left it standing. Whoever draws up the ranks anew says
    ``met=False``. The odds do not keep it: ask only ``if table.is_live``.
    """

    ranks: tuple[Rank, ...]
    lost: int = 0  # wounds since the ranks were drawn up
    reach: int | None = None
    met: bool = False

    def reachable(self) -> tuple[Rank, ...]:
        return self.ranks if self.reach is None else self.ranks[: self.reach]

    def front(self) -> tuple[Any, int, int] | None:
        """The kind hurt next, how many of its rank still stand, wounds left of the first; None: nobody in reach."""
        lost = self.lost
        for kind, n, left in self.bare(self.reachable()):
            if lost < n * left:
                return kind, n - lost // left, left - lost % left
            lost -= n * left
        return None

    @staticmethod
    def bare(ranks: Iterable[Rank]) -> Iterable[tuple[Any, int, int]]:
        return (rank[1:] for rank in ranks)

    def standing(self) -> tuple[Rank, ...]:
        """The ranks as they are now: a wounded model is a rank of its own, before its fellows."""
        lost, now = self.lost, []
        if not lost:
            return tuple([rank for rank in self.ranks if rank.n])
        for rank in self.ranks:
            whole = rank.n * rank.left
            gone = min(lost, whole)
            lost -= gone
            models, part = rank.n - gone // rank.left, gone % rank.left
            if part:
                now.append(Rank(rank.kind, 1, rank.left - part))
            if models - bool(part):
                now.append(Rank(rank.kind, models - bool(part), rank.left))
        return tuple(now)

    def remaining(self) -> tuple[int, int]:
        """Models and wounds that are left, in and beyond reach."""
        lost, models_left, wounds_left = self.lost, 0, 0
        for _, _, n, left in self.ranks:
            whole = n * left
            if lost < whole:
                models_left += n - lost // left
                wounds_left += whole - lost
                lost = 0
            else:
                lost -= whole
        return models_left, wounds_left

    def any_left(self) -> bool:
        """True while a model stands, in or beyond reach. The odds answer this without dealing every line out."""
        return self.lost < self.wounds

    def known_ranks(self) -> tuple[Rank, ...]:
        """The ranks as far as they are known without looking at losses: as they stand; in the odds, as they began."""
        return self.standing()

    def struck(self, blow: Blow, left: int) -> Line:
        """After a blow on the front model, which has ``left`` wounds."""
        return self.but(lost=self.lost + min(blow.points, left), met=blow.points < left)

    def struck_by(self, blow: Blow, n: int) -> Line:
        """After so many blows one after the other, each on the front model; those that find nobody are lost."""
        lost, met, points, end = self.lost, self.met, blow.points, 0
        for _, models, left in self.bare(self.reachable()):
            end += models * left
            while n and lost < end:
                front = (end - lost) % left or left  # wounds that the front model has
                each = -(-front // points) if points else n + 1  # blows that fell it
                met = n < each
                if met:
                    lost, n = lost + n * points, 0
                else:
                    fallen = min((end - lost) // left, n // each) if front == left else 1  # it, and those like it
                    lost, n = lost + fallen * front, n - fallen * each
        return self.but(lost=lost, met=met)

    def changed(self, change: Callable[[Any], Any]) -> Line:
        """The same line with every kind of model changed (they took cover, say)."""
        return self.but(ranks=tuple(rank.but(kind=change(rank.kind)) for rank in self.ranks))

    @property
    def wounds(self) -> int:
        """Wounds of all ranks before anything was lost."""
        return wounds(self.ranks)


def models(ranks: Iterable[Rank]) -> int:
    return sum([n for _, _, n, _ in ranks])


def wounds(ranks: Iterable[Rank]) -> int:
    return sum([n * left for _, _, n, left in ranks])


def merge_neighbours(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Neighbours that are alike as one rank."""
    found: list[Rank] = []
    for rank in ranks:
        if found and found[-1].kind == rank.kind and found[-1].left == rank.left:
            found[-1] = found[-1].but(n=found[-1].n + rank.n)
        else:
            found.append(rank)
    return tuple(found)


def marked_runs(queue: Iterable[Rank], mark: Callable[[Any], str]) -> tuple[tuple[int, str, str], ...]:
    """The models as people say it: how many, of which name, with which ``mark``; neighbours of one name together."""
    found: list[tuple[int, str, str]] = []
    for rank in queue:
        run = rank.kind.name, mark(rank.kind)
        if found and found[-1][1:] == run:
            found[-1] = (found[-1][0] + rank.n, *run)
        else:
            found.append((rank.n, *run))
    return tuple(found)
