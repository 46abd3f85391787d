"""Which values of a weapon are worth a question: not those that another one is plainly better than (RH-HIT-1)."""

from __future__ import annotations

from typing import NamedTuple

from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import Weapon
from shoot_cli.rules.reikhammer.records import Attack, Change, Fire, Hit
from shoot_cli.rules.reikhammer.steps.formation import away, recipients, stands_of


class Way(NamedTuple):
    """What comes of a shot: so many of 36 hit, and for each unit that a hit may come to, the faces that fail a save."""

    hits: int
    fails: dict[int, int]

    def no_worse(self, other: Way) -> bool:
        """At the same units it hits as often, and as many saves fail; a shot that never hits is no use at all."""
        fails = self.fails.keys() == other.fails.keys() and all(self.fails[at] >= n for at, n in other.fails.items())
        return not other.hits or (fails and self.hits >= other.hits)


def hurting(s: Attack, weapon: Weapon) -> list[str]:
    """Its values that have somebody to hurt."""
    return [kind for kind in weapon.values if reached(s, weapon, kind)]


def reached(s: Attack, weapon: Weapon, kind: str) -> list[int]:
    """Places of the units that it may hit, fired so."""
    return recipients(s, Hit(kind, kind in weapon.macro))


def as_usual(s: Attack, weapon: Weapon, kinds: tuple[str, ...] | list[str]) -> list[str]:
    """These values, that first which is proposed: the highest, of equal ones that which may hit more."""
    return sorted(kinds, key=lambda kind: (-(weapon.value(kind) or 0), -len(reached(s, weapon, kind))))


def worth_asking(s: Attack, weapon: Weapon, shots: int, table: Table) -> list[str]:
    """Its values that hurt somebody, without those that another one of them is no worse than at every unit.

    ``shots``: of all weapons whose hits will be spread together.
    """
    kinds = as_usual(s, weapon, hurting(s, weapon))
    if len(kinds) < 2 or (shots > 1 and table.setting("even_count") == "per_kind"):
        return kinds  # hits of each kind are spread for themselves: what comes of the others depends on it
    ways = {kind: ways_of(s, weapon, kind, shots, table) for kind in kinds}

    def beats(one: str, other: str) -> bool:
        if shots > 1 and (one in weapon.macro) != (other in weapon.macro):
            return False  # macro hits are spread anew, among those whom the others left
        return all(any(way.no_worse(worse) for way in ways[one]) for worse in ways[other])

    def in_vain(nth: int) -> bool:
        return any(
            at != nth and beats(one, kinds[nth]) and (at < nth or not beats(kinds[nth], one))
            for at, one in enumerate(kinds)
        )

    return [kind for nth, kind in enumerate(kinds) if not in_vain(nth)]


def ways_of(s: Attack, weapon: Weapon, kind: str, shots: int, table: Table) -> list[Way]:
    """Fired at all whom it may hit, and at those in the open only (RH-COV-1)."""
    macro, stands = kind in weapon.macro, stands_of(s)
    changes = charts.action_change(s.action, s.overwatch)
    at = reached(s, weapon, kind)
    bare = [place for place in at if not stands[place].cover]
    macro_save, six_fails = table.setting("macro_save"), table.setting("save_six_fails") == "true"

    def way(places: list[int], more: tuple[Change, ...]) -> Way:
        fire = Fire(weapon.name, kind, weapon.value(kind) or 0, (*changes, *more), macro)
        needs = {place: charts.to_save(stands[place], macro, macro_save, six_fails) for place in places}
        return Way(charts.hits_of_36(fire), {place: charts.FACES - (need.target or 0) for place, need in needs.items()})

    covered = (charts.IN_COVER,) if len(bare) < len(at) else ()
    found = [way(nearest(s, at, shots), covered)]
    return [*found, way(nearest(s, bare, shots), ())] if bare and covered else found


def nearest(s: Attack, places: list[int], shots: int) -> list[int]:
    """Those of these units that a hit can come to: with so few shots the last ones have none while others have none.

    Macro hits come after the others, but no hit removes more than one unit. Beside a barrage no distance is known.
    """
    if shots >= len(places):
        return places
    last = sorted(away(s, place) for place in places)[shots - 1]
    return [place for place in places if away(s, place) <= last]
