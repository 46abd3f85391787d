"""What an edition says of attacks that are chains: tokens that go their way alone, up to a line of alike models.

Of many such attacks at once the odds are worked out with arrays (``attacks/batched``), provided that the edition can
say what of an attack hangs on what: then nobody has to declare every unit at every other. It never says a number of its
own: it gives the tokens, and the rules that are played say what becomes of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, NamedTuple, NoReturn

from shoot_cli.core.sequence import Allocate, Convert
from shoot_cli.core.table import Table


class BranchingTable(Table):
    """A table on which every roll falls every way, one way a run.

    :ivar path: the rolls of this run; empty if no die was rolled
    """

    path: list[Any]

    def begin(self, alone: bool) -> None:
        """Start again with the first way of every roll. ``alone``: one token of many is worked out."""
        raise NotImplementedError


class UnreadFieldRead(Exception):
    """A rule looked at what was said to make no difference to it."""


class UnreadField:
    """Stands in a token where no rule looks that the token still has before it; whoever does look is found out."""

    def _looked(self, *_: object) -> NoReturn:
        raise UnreadFieldRead("a rule looked at what its edition says it does not look at")

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __len__ = __iter__ = __getitem__ = _looked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __contains__ = __int__ = __index__ = (
        _looked
    )
    __str__ = __format__ = _looked

    def __getattr__(self, name: str) -> NoReturn:
        raise UnreadFieldRead(f"a rule looked at {name} of what its edition says it does not look at")

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return "UNREAD"


UNREAD: Any = UnreadField()


class Link(NamedTuple):
    """One group of attacks: ``n`` alike tokens, those of the next group after them.

    :ivar front: all that decides what one of them becomes until it meets the line, but for what it ``meets`` there
    :ivar back: all that decides what it does then. Of two links that are equal in one of these it is the same
    """

    front: Hashable
    n: int
    back: Hashable


class Target(NamedTuple):
    """A unit that can be shot at so.

    :ivar meets: what of it decides how many tokens come to meet its line
    :ivar guard: a model as a token meets it first, the same for all of them
    :ivar ranks: of the line in its order: a model as what gets past the guard meets it, how many, the wounds of each
    :ivar facing: all else of it that whoever shoots may look at, for `Chains.shows`
    """

    meets: Hashable
    guard: Hashable
    ranks: tuple[tuple[Any, int, int], ...]
    facing: Any


class Chains(ABC):
    """Of an edition, for one batch: what was told beforehand is the same for all its attacks.

    :ivar answers: keys of the answers that it can be told
    :ivar late: kinds of tokens that meet the line when those of all groups have
    """

    answers: frozenset[str]
    convert: Convert
    allocate: Allocate
    late: tuple[type, ...] = ()

    @abstractmethod
    def target(self, unit: Any) -> Target | None:
        """What there is to shoot at; None if attacks at it are no chains."""

    @abstractmethod
    def looks_at(self, unit: Any) -> Hashable:
        """What of a target decides what this unit fires and how: the same for units that look at the same."""

    @abstractmethod
    def shows(self, target: Target, looks_at: Hashable) -> Hashable:
        """What such units see of it: of targets that show the same, they make the same links."""

    @abstractmethod
    def links(self, unit: Any, target: Target) -> tuple[Link, ...] | None:
        """What one unit fires at another, in the order in which it is resolved; None if it is no chain, or nothing."""

    @abstractmethod
    def token(self, front: Hashable, meets: Hashable) -> Any:
        """A token of the `Link` at such a target."""

    @abstractmethod
    def narrowed(self, token: Any) -> Any:
        """The token without what none of the rules looks at that it has still before it.

        Of one that has come to meet the line nothing is left but its kind; one that got through keeps what it does.
        """

    @abstractmethod
    def striking(self, token: Any, back: Hashable) -> Any:
        """A token that has come to the line (narrowed: without all that it was) with what it does there."""
