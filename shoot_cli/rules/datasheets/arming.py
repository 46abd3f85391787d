"""Which model fires which weapon: counts by name dealt out to the models that carry them (TGT-1 to 4, 9, 13).

``s`` below is the record in which an edition's unit declares what it fires: with ``shooter``, ``firers``, ``aims``,
``orders`` (what is declared already), ``used`` (One Shot weapons) and ``blind``; an ``aim`` has a ``distance``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.book import EditionTerms
from shoot_cli.rules.datasheets.guns import BIG
from shoot_cli.rules.datasheets.profiles import Model, Weapon
from shoot_cli.rules.datasheets.records import Firer, WeaponDeclaration


class Bearer:
    """Alike models and what they can still fire. :ivar pistols, others: models that fire the one or the other"""

    def __init__(self, s: Any, firer: Firer, model: Model, spent: dict[tuple[int, str], int]) -> None:
        self.firer, self.model = firer, model
        self.left: dict[str, int] = {}  # of each weapon, whichever profile it fires with
        self.pistols = self.others = 0
        own = [order for order in s.orders if order.model == firer.model and order.wounded == firer.left]
        for weapon in kinds(model):
            same = same_weapon(weapon)
            if same not in self.left:
                told = sum(order.n for order in own if same_weapon(order.weapon.value) == same)
                carried = copies(model, weapon) * firer.n
                gone = min(carried, spent.get((firer.model, same), 0)) if weapon.has("One Shot") else 0
                if gone:  # what is left of it counts for the next of its kind
                    spent[firer.model, same] -= gone
                self.left[same] = max(0, carried - told - gone)
        self.fired: dict[str, int] = {}
        both = len(model.weapons) > 1 and len({weapon.has("Pistol") for weapon in model.weapons}) == 2
        self.either = both and not s.shooter.value.is_a(*BIG)
        for order in own:
            self.busy(order.weapon.value, order.n)

    def can(self, weapon: Weapon) -> int:
        """How many of this name these models can still fire."""
        left = self.left.get(same_weapon(weapon), 0)
        if self.either:
            elsewhere = self.others if weapon.has("Pistol") else self.pistols
            left = min(left, (self.firer.n - elsewhere) * copies(self.model, weapon))
        return left

    def busy(self, weapon: Weapon, n: int) -> None:
        same = same_weapon(weapon)
        self.fired[same] = self.fired.get(same, 0) + n
        models = -(-self.fired[same] // copies(self.model, weapon))
        if weapon.has("Pistol"):
            self.pistols = max(self.pistols, models)
        else:
            self.others = max(self.others, models)

    def fire(self, weapon: Weapon, n: int) -> None:
        self.left[same_weapon(weapon)] -= n
        self.busy(weapon, n)


class WeaponShare(NamedTuple):
    orders: tuple[WeaponDeclaration, ...]
    wrong: str | None  # a sentence, if somebody would have to fire what he cannot


class Arming:
    """For an edition.

    :param why_closed: ``(s, aim, model, weapon)``: why this model cannot fire this weapon at this target, or None
    :param why_silent: ``(s, model, weapon)``: why it cannot fire it at anybody now, or None
    :param needs_sight: ``(s, weapon)``: False of a weapon that is fired at what its bearer does not see
    """

    def __init__(
        self,
        book: EditionTerms,
        why_closed: Callable[[Any, Any, Model, Weapon], Reason | None],
        why_silent: Callable[[Any, Model, Weapon], Reason | None],
        needs_sight: Callable[[Any, Weapon], bool],
    ) -> None:
        self.book, self.why_closed, self.why_silent, self.needs_sight = book, why_closed, why_silent, needs_sight
        self.either = book.reason(f"a model fires its {book.pistols} or its other weapons, not both", "TGT-9")
        self.names = lru_cache(64)(self._names)  # asked several times of one attack
        self.slots, self.usual = lru_cache(64)(self._slots), lru_cache(64)(self._usual)

    def bearers(self, s: Any) -> list[Bearer]:
        spent = {key: s.used.count(key) for key in s.used}
        return [Bearer(s, firer, s.shooter.value.models[firer.model][0], spent) for firer in s.firers]

    def _names(self, s: Any) -> Mapping[str, int]:
        """Every name that the unit carries, in listed order, and how many of it are not declared yet."""
        found: dict[str, int] = {}
        for bearer in self.bearers(s):
            for weapon in kinds(bearer.model):
                found[weapon.name] = found.get(weapon.name, 0) + bearer.can(weapon)
        return found

    def _slots(self, s: Any) -> Mapping[str, int]:
        """The same with all profiles of a weapon as one; those that can be fired at somebody."""
        found: dict[str, int] = {}
        for bearer in self.bearers(s):
            most: dict[str, int] = {}
            for weapon in bearer.model.weapons:
                n = 0 if self.why_silent(s, bearer.model, weapon) else bearer.can(weapon)
                most[same_weapon(weapon)] = max(n, most.get(same_weapon(weapon), 0))
            for same, n in most.items():
                found[same] = found.get(same, 0) + n
        return {same: n for same, n in found.items() if n}

    def _usual(self, s: Any, aim: Any, only: tuple[str, ...] = (), modes: tuple[str, ...] = ()) -> Mapping[str, int]:
        """What fires where nobody says: all that may, each weapon with its first profile that can (TGT-13).

        :param modes: profiles that are wanted before others of their weapon
        """
        found = dict.fromkeys(self.names(s), 0)
        for bearer in self.bearers(s):
            weapons = [
                weapon
                for weapon in kinds(bearer.model)
                if (not only or weapon.name in only) and bearer.can(weapon)
                if not self.why_closed(s, aim, bearer.model, weapon)
            ]
            others = [weapon for weapon in weapons if not weapon.has("Pistol")]
            if bearer.either and others:  # the others, unless it is locked: then nothing else is open (TGT-9)
                weapons = others
            for weapon in sorted(weapons, key=lambda weapon: weapon.name not in modes) if modes else weapons:
                n = self.sighted(s, bearer.firer, weapon, bearer.can(weapon))
                if n:
                    bearer.fire(weapon, n)
                    found[weapon.name] += n
        return found

    def dealt(self, s: Any, aim: Any, wanted: Mapping[str, int], near: Mapping[str, int] | None = None) -> WeaponShare:
        """These counts as orders for the models that carry them, in listed order.

        :param near: how many of each name that was asked about are within half range; of others the distance says it
        """
        own, orders = self.bearers(s), list[WeaponDeclaration]()
        for name, n in wanted.items():
            left, close = n, None if near is None else near.get(name)
            why: Reason | None = None
            for bearer in sorted(own, key=lambda bearer: bearer.either and pistol(bearer, name)):
                weapon = next((weapon for weapon in bearer.model.weapons if weapon.name == name), None)
                if weapon is None or not left:
                    continue
                reason = self.why_closed(s, aim, bearer.model, weapon)
                if reason:
                    why = why or reason
                    continue
                now = min(left, self.sighted(s, bearer.firer, weapon, bearer.can(weapon)))
                if now < left and not why:
                    why = self.blocked(s, bearer, weapon, now)
                if now:
                    bearer.fire(weapon, now)
                    nearer = (now if within_half(aim, weapon) else 0) if close is None else min(close, now)
                    close = None if close is None else close - nearer
                    orders.append(
                        WeaponDeclaration(
                            len(s.aims) - 1, bearer.firer.model, Hashed(weapon), now, nearer, bearer.firer.left
                        )
                    )
                    left -= now
            if left:
                reason = why or self.book.reason(f"there are {n - left} of them left", "TGT-3")
                words = f"{reason.text} ({reason.rule})"
                return WeaponShare((), f"{counted(n, name)} cannot fire: {words}")
        places = {bearer.firer: place for place, bearer in enumerate(own)}
        listed = {
            (bearer.firer.model, weapon.name): place
            for bearer in own
            for place, weapon in reversed([*enumerate(bearer.model.weapons)])
        }
        models = [firer.model for firer in places]
        orders.sort(key=lambda o: (models.index(o.model), o.wounded, listed[o.model, o.weapon.value.name]))
        return WeaponShare(tuple(orders), None)

    def blocked(self, s: Any, bearer: Bearer, weapon: Weapon, now: int) -> Reason | None:
        """Why not more of these models fire it."""
        if self.sighted(s, bearer.firer, weapon, bearer.can(weapon)) < bearer.can(weapon):
            return self.book.reason("the others do not see the target", "TGT-2")
        if bearer.either and bearer.left[same_weapon(weapon)] > now:
            return self.either
        if weapon.of and bearer.left[same_weapon(weapon)] == now:
            return self.book.reason(f"each {weapon.of} fires with one profile", "TGT-4")
        return None

    def sighted(self, s: Any, firer: Firer, weapon: Weapon, n: int) -> int:
        """Of so many weapons those whose bearers see the target, or need not (TGT-2, WPN-INDIRECT-1)."""
        if not s.blind or not self.needs_sight(s, weapon):
            return n
        unseeing: int = s.blind[s.firers.index(firer)]
        return max(0, n - unseeing)


def same_weapon(weapon: Weapon) -> str:
    return weapon.of or weapon.name


def copies(model: Model, weapon: Weapon) -> int:
    return max(1, [other.name for other in model.weapons].count(weapon.name))


def kinds(model: Model) -> tuple[Weapon, ...]:
    """Each of its weapons once, in listed order."""
    return tuple(dict.fromkeys(model.weapons)) if len(model.weapons) > 1 else model.weapons


def pistol(bearer: Bearer, name: str) -> bool:
    """True if this name is a Pistol of these models: those who have nothing else fire theirs first."""
    return any(weapon.name == name and weapon.has("Pistol") for weapon in bearer.model.weapons)


def within_half(aim: Any, weapon: Weapon) -> bool:
    """Exactly half the range counts (WPN-RF-1)."""
    return aim.distance is not None and bool(2 * aim.distance <= weapon.range)
