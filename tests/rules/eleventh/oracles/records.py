"""What ``oracle.py`` rolls with: identical attacks, the dice of a weapon, what a model has against them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from tests.helpers.dice_laws import Roll
from tests.rules.tenth.oracles.dice import Amount, rolled


class Attack(NamedTuple):
    """What is identical in identical attacks (11E-ATK-1): all that counts from the hit roll on."""

    automatic: bool
    skill: int  # 11E-COV-3: after cover and plunging fire
    to_hit: int
    misses: int  # up to which face
    snap: bool
    critical_hit: int
    critical_if_hit: int
    again_hit: str
    lethal: bool
    sustained: Amount | None
    strength: int
    to_wound: tuple[tuple[int, str], ...]  # changes, and how S must compare with T for them
    fails: int
    critical_wound: int  # Anti among them
    critical_if_wound: int
    again_wound: str
    devastating: bool
    ap: int
    critical_ap: int
    damage: Amount
    more_damage: int
    critical_damage: int
    again_damage: str
    precise: bool
    psychic: bool
    on_hit: tuple[Amount, ...]  # mortal wounds in addition, of critical hits
    on_wound: tuple[Amount, ...]
    part: tuple[Any, ...]  # what else parts a pool, if it does

    @property
    def changed(self) -> bool:
        """11E-POOL-2: critical wounds are other attacks."""
        return (self.ap, 0) != (self.critical_ap, self.critical_damage)


class Number(NamedTuple):
    """How many dice one weapon gives (11E-BLAST-1)."""

    base: Amount
    times: int
    more: int
    rapid: Amount | None
    blast: int
    again: bool

    def roll(self, roll: Roll) -> int:
        first = rolled(self.base, roll)
        if self.again and self.base.dice and first < self.base.average:
            first = rolled(self.base, roll)
        return max(1, first * self.times + self.more) + (rolled(self.rapid, roll) if self.rapid else 0) + self.blast

    @property
    def average(self) -> Fraction:
        more = self.rapid.average if self.rapid else Fraction(0)
        return max(Fraction(1), self.base.average * self.times + self.more) + more + self.blast


class Guard(NamedTuple):
    """What one model has against one kind of wound."""

    save: int  # the lowest face that saves; 1 fails always
    pain: int
    pain_mortal: int
    halvings: int
    less: int
    most: int | None
    again: frozenset[int] = frozenset()  # faces that are rolled again


def points(attack: Attack, guard: Guard, base: int, critical: bool, modified: bool) -> int:
    """11E-MOD-1: what is added comes before the half, what is taken away after it; then up, and 1 at the least."""
    found = base + attack.more_damage + critical * attack.critical_damage
    if not modified:
        return max(1, found)
    least = max(1, ceil(Fraction(found, 2**guard.halvings) - guard.less))
    return least if guard.most is None else min(least, guard.most)
