"""Units as tables: what each fires at each sort of target, and what tells targets apart. No chance is here yet."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from shoot_cli.attacks.batched.arrays import Ints, np
from shoot_cli.core.chains import Chains, Target

Thing = TypeVar("Thing", bound=Hashable)
NOBODY = -1


class Numbered(Generic[Thing]):
    """Different things, numbered as they come."""

    def __init__(self) -> None:
        self.places: dict[Thing, int] = {}

    def __call__(self, thing: Thing) -> int:
        return self.places.setdefault(thing, len(self.places))

    def __len__(self) -> int:
        return len(self.places)

    def every(self) -> list[Thing]:
        return [*self.places]


class Sort(NamedTuple):
    """Targets that nothing tells apart. All are numbers: of what tokens meet, of its guard, of its ranks, and of what
    it shows to each way of looking at a target."""

    meets: int
    guard: int
    ranks: int
    shows: tuple[int, ...]


class Tables:
    """:ivar sorts: every different sort of target; :ivar sort_of: of each target; NOBODY: attacks at it are no chains
    :ivar looks: of each shooter the number of its way of looking at targets
    :ivar first: of each shooter its first *variant*, what it fires at a target that shows it the first thing; what it
        fires where it sees the k-th thing is k places further
    :ivar fired: of each variant its links, in their order, NOBODY behind the last: ``[variant, group]``
    :ivar groups: of each variant how many these are; 0: it is no chain, or fires nothing
    """

    def __init__(self, chains: Chains, shooters: Sequence[Any], targets: Sequence[Any]) -> None:
        self.chains = chains
        self.fronts, self.backs = Numbered[Hashable](), Numbered[Hashable]()
        self.meets, self.guards = Numbered[Hashable](), Numbered[Hashable]()
        self.ranks = Numbered[tuple[tuple[Any, int, int], ...]]()
        self.links, self.sorts = Numbered[tuple[int, int, int]](), Numbered[Sort]()
        ways = Numbered[Hashable]()
        self.looks: Ints = np.array([ways(chains.looks_at(unit)) for unit in shooters], np.int32)
        self.shown: list[Numbered[Hashable]] = [Numbered() for _ in ways.places]
        self.one_of: list[list[Target]] = [[] for _ in ways.places]  # a target that shows the first thing, the next ...
        self.sort_of = [self.sort(unit, ways.every()) for unit in targets]
        self.shoot(shooters)

    def sort(self, unit: Any, ways: list[Hashable]) -> int:
        found = self.chains.target(unit)
        if found is None:
            return NOBODY
        shows = []
        for way, looks_at in enumerate(ways):
            shows.append(self.shown[way](self.chains.shows(found, looks_at)))
            if len(self.shown[way]) > len(self.one_of[way]):
                self.one_of[way].append(found)
        sort = Sort(self.meets(found.meets), self.guards(found.guard), self.ranks(found.ranks), tuple(shows))
        return self.sorts(sort)

    def shoot(self, shooters: Sequence[Any]) -> None:
        first, variants = list[int](), list[tuple[int, ...]]()
        for unit, way in zip(shooters, self.looks.tolist(), strict=True):
            first.append(len(variants))
            variants += [self.fire(unit, target) for target in self.one_of[way]]
        self.first: Ints = np.array(first, np.int32)
        self.groups: Ints = np.array([len(variant) for variant in variants], np.int32)
        most = max(map(len, variants), default=0)
        rows = [(*variant, *(NOBODY,) * (most - len(variant))) for variant in variants]
        self.fired: Ints = np.array(rows, np.int32).reshape(len(variants), most)

    def fire(self, unit: Any, target: Target) -> tuple[int, ...]:
        found = self.chains.links(unit, target) or ()
        return tuple(self.links((self.fronts(front), n, self.backs(back))) for front, n, back in found)
