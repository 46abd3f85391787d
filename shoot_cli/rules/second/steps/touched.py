"""Which models a marker or template touches, where they are not all alike: their hits stay on them (2E-CAS-3)."""

from __future__ import annotations

from itertools import chain

from shoot_cli.core.piles import Pile
from shoot_cli.core.questions import ATTACKER, HowMany
from shoot_cli.core.table import Table
from shoot_cli.rules.second.records import Attack, Blow, Hit
from shoot_cli.rules.second.steps.facts import eligible

WHO_UNDER = HowMany("who_under", (), rules=("2E-CAS-3",), text="Which of them are hit")


def touched(s: Attack, blow: Blow, n: int, before: Pile, table: Table, owner: str = ATTACKER) -> list[tuple[Hit, int]]:
    """``n`` different models with a hit each. ``before``: hits of earlier markers of the weapon.

    Whoever placed it says which; of those that nobody names, it is the next in the order of the line.
    """
    line = [s.ranks[at].kind.model for at in eligible(s, area=True) for _ in range(s.ranks[at].n)]
    there = {kind: line.count(kind) for kind in sorted({*line})}
    if not n or len(there) < 2 or s.target.value.datafax:
        return [(Hit(blow), n)]
    first = sum(hits for _, hits in before) % len(line)
    following = (*line[first:], *line[:first])
    found = counted({}, following, n, there)
    if n < len(line):
        every = enumerate(s.target.value.models)
        whole = s.battle is None  # what is said beforehand of an attack on its own holds whoever has fallen
        groups = {kind: (model.name, many if whole else there.get(kind, 0)) for kind, (model, many) in every}
        asked = tuple(kind for kind, (_, most) in groups.items() if most)
        question = WHO_UNDER.but(
            key=f"who_under:{blow.name}", groups=tuple(groups[kind] for kind in asked),
            default=tuple(found.get(kind, 0) for kind in asked), owner=owner,
            text=f"Which of {s.target.value.name} are hit ({n} in all)",
        )  # fmt: skip
        said = zip(asked, table.how_many(question), strict=True)
        named = chain.from_iterable([kind] * k for kind, k in said)
        found = counted(counted({}, tuple(named), n, there), following, n, there)
    return [(Hit(blow, kind), k) for kind, k in found.items() if k]


def counted(found: dict[int, int], kinds: tuple[int, ...], n: int, there: dict[int, int]) -> dict[int, int]:
    """``n`` models in all: those found, and the next of ``kinds`` as long as there are more of that kind."""
    found = {kind: found.get(kind, 0) for kind in there}
    for kind in kinds:
        if found.get(kind, 0) < there.get(kind, 0) and sum(found.values()) < n:
            found[kind] += 1
    return found
