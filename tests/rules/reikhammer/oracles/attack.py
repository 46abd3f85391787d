"""Shooting of Reikhammer once more, from the rules in words alone: one die after the other, every face of it.

``fight`` plays a formation against another. Nothing here knows the steps, charts or odds of the program; it reads
formations (``profiles.py``) and nothing else.

Where the rules leave something open and no setting settles it:

- who cannot see the target (``firing``, ``obstruction``), or has nothing in range, cannot be suppressed instead of
  others; who has no ammo can, unless ``empty_units_soak`` is false;
- a war engine that takes more Shock than is left takes all of it and still fires (``we_suppression``);
- a hit that nothing could save counts as a failed save too (``shock_per_failed_save``);
- hits of a barrage do not count for the even spread of the hits of guns that fire beside it;
- what a weapon is fired as, and whether it ignores cover, is settled before any die, by who stands there then;
- with ``per_kind`` those hits that ignored cover are a kind of their own, for each value;
- ``shock_on_fire`` per unit counts units, war engines too as one each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from shoot_cli.rules.reikhammer.profiles import (
    AIRCRAFT,
    ARMOURED,
    INFANTRY,
    LIGHT,
    VALUES,
    WAR_ENGINE,
    Model,
    Unit,
    Weapon,
)
from tests.helpers.dice_laws import Law, Roll, every, then

DEFAULTS = {
    "shock_per_failed_save": "false",
    "shock_on_fire": "per_formation",
    "save_six_fails": "true",
    "macro_save": "none",
    "barrage_hits": "roll_per_integrity",
    "barrage_modifiers": "all",
    "barrage_low_at": "none",
    "empty_units_soak": "true",
    "we_suppression": "one",
    "metric": "chebyshev",
    "even_count": "all_kinds",
    "barrage_integrity": "current",
    "barrage_with_guns": "no",
}
ACTIONS = {"double": -1, "marshal": -1, "sustained_fire": +1}
HURT = {"AP": (INFANTRY, LIGHT), "AT": (LIGHT, ARMOURED, WAR_ENGINE), "AA": (AIRCRAFT,)}
SECOND = {0: 3, -1: 2, -2: 1}  # of a value this low: after a 1, what the second die may show


# Dice ----------------------------------------------------------------------------------------------------------------


def hits(value: int, roll: Roll) -> bool:
    """RH-HIT-1 to RH-HIT-4: the value or less, never a 6; 0, -1 and -2 need a 1 and a second die."""
    if value >= 1:
        face = roll()
        return face <= value and face != 6
    return value in SECOND and roll() == 1 and roll() <= SECOND[value]


@cache
def to_hit(value: int) -> Law:
    return every(lambda roll: hits(value, roll))


@cache
def to_save(value: int | None, six_fails: bool) -> Law:
    """RH-SAVE-1, RH-XF-3: a value of 0 or less is no save, and a 1 no help; None for no save at all."""

    def play(roll: Roll) -> bool:
        if value is None or value <= 0:
            return False
        face = roll()
        return face <= value and not (face == 6 and six_fails)

    return every(play)


# What is given -------------------------------------------------------------------------------------------------------


def yes(text: str) -> bool:
    return text.casefold() in ("yes", "true")


def tiles(text: str, metric: str) -> float | None:
    """RH-ELIG-4: a number of tiles, or an offset of so many columns and rows; None where nothing is said."""
    if text == "in range":
        return None
    if "x" not in text:
        return float(text)
    columns, rows = map(int, text.split("x"))
    if metric == "chebyshev":
        return max(columns, rows)
    return float(columns + rows) if metric == "manhattan" else (columns * columns + rows * rows) ** 0.5


def of_barrage(points: int, low_at: str) -> tuple[int, int, int | None]:
    """RH-BAR-4: extra Shock, AP, AT. None where there is no value. More than 30 points are like 30."""
    if points <= 2:
        return 0, 1, 1 if low_at == "1" else None
    if points <= 4:
        return 0, 1, 1
    if points <= 6:
        return 0, 2, 1
    extra = 1 if points <= 12 else 2 if points <= 20 else 3 if points <= 25 else 4
    return extra, 3, 2


class Shots(NamedTuple):
    """Dice that are rolled alike."""

    weapon: str
    kind: str  # AP, AT or AA
    macro: bool
    ignores: bool  # cover, and gives up those who are in it
    value: int  # with its modifiers
    dice: int

    @property
    def place(self) -> int:
        """Of its hits in the order in which they are allocated: normal ones, then macro; those that ignored cover first."""
        return 6 * self.macro + 3 * (not self.ignores) + VALUES.index(self.kind)


class State(NamedTuple):
    left: tuple[int, ...]  # integrity of each unit of the target
    shock: int


class Fight:
    """One formation that shoots at another. Units go by their places in the list."""

    def __init__(self, attacker: Unit, target: Unit, answers: Mapping[str, Any], settings: Mapping[str, str]) -> None:
        self.answers = {key: self.text(value) for key, value in answers.items()}
        self.settings = {**DEFAULTS, **settings}
        self.own, self.own_names = attacker.pieces(), attacker.names()
        self.models, self.names = target.pieces(), target.names()
        guns, howitzers = any(w.values for w in attacker.weapons()), any(w.bp for w in attacker.weapons())
        self.both = guns and howitzers
        self.barrage = howitzers and (not guns or self.answers.get("shooting") == "barrage")
        self.beside = self.barrage and self.settings["barrage_with_guns"] == "yes"
        metric = self.settings["metric"]
        twice = [f"target {name}" if name in self.own_names else name for name in self.names]
        self.away = [tiles(self.of("distance", name, "in range"), metric) for name in self.own_names]
        self.near = [tiles(self.of("distance", name, "in range"), metric) for name in twice]
        self.cover = [self.cover_of(self.of("cover", name, "none")) for name in self.names]
        self.hidden = self.some("hidden", self.names, "nobody") if not self.barrage else set()
        self.under = self.some("under", self.names, "all") if self.barrage else set()
        self.known: dict[Any, Law] = {}

    @staticmethod
    def text(value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{name}: {part}" for name, part in value.items())
        return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)

    def of(self, key: str, name: str, usual: str) -> str:
        """What was said of one unit: for all of them, or "NAME: value, NAME: value"."""
        text = self.answers.get(key, usual)
        if ": " not in text:
            return text
        return {n: v for n, _, v in (part.rpartition(": ") for part in text.split(", "))}.get(name, usual)

    def some(self, key: str, names: Sequence[str], usual: str) -> set[int]:
        text = self.answers.get(key, usual)
        if text in ("all", "nobody", "none"):
            return {*range(len(names))} if text == "all" else set()
        return {names.index(name) for name in text.split(", ")}

    @staticmethod
    def cover_of(text: str) -> int | None:
        return None if text == "none" else int(text)

    # Who fires (RH-TGT, RH-ELIG, RH-SUP) -----------------------------------------------------------------------------

    def ready(self, place: int) -> list[Weapon]:
        """Its weapons that take part and reach the target, or the tile of the barrage."""
        away = self.away[place]
        return [
            weapon
            for weapon in self.own[place].weapons
            if (weapon.bp > 0 if self.barrage else bool(weapon.values)) or (self.beside and weapon.values)
            if away is None or away <= weapon.range
        ]

    def eligible(self, place: int) -> bool:
        blocked = self.of("obstruction", self.own_names[place], "0")
        seen = blocked != "war engine" and int(blocked) < 2 and len(self.hidden) < len(self.models)
        counts = self.own[place].ammo != 0 or self.settings["empty_units_soak"] == "true"
        return seen and counts and place in self.some("firing", self.own_names, "all") and bool(self.ready(place))

    def weight(self, model: Model) -> int:
        """RH-SUP-3: how many a unit counts for."""
        return model.integrity if model.type == WAR_ENGINE and self.settings["we_suppression"] == "integrity" else 1

    def suppressed(self) -> set[int]:
        """From the farthest to the nearest; of those equally far the ones named, else the last listed first."""
        points, named = int(self.answers.get("shock", "0")), self.some("suppressed", self.own_names, "nobody")
        eligible = [place for place in range(len(self.own)) if self.eligible(place)]
        found: set[int] = set()
        for place in sorted(eligible, key=lambda place: (self.away[place] or 0, place in named, place), reverse=True):
            weight = self.weight(self.own[place])
            if weight > points:
                break
            points -= weight
            found.add(place)
        return found

    def firers(self) -> list[int]:
        out = self.suppressed()
        return [
            place
            for place in range(len(self.own))
            if self.eligible(place) and place not in out and self.own[place].ammo != 0
        ]

    # What they fire (RH-HIT, RH-COV) -----------------------------------------------------------------------------------

    def fired(self) -> list[Weapon]:
        """Every weapon that is fired as AP, AT or AA, in the order of the list."""
        return [weapon for place in self.firers() for weapon in self.ready(place) if weapon.values]

    def recipients(self, kind: str, reach: float, ignores: bool = False) -> list[int]:
        """RH-ALLOC-1, RH-ALLOC-3: who may be hit so, living or not, the nearest first."""
        found = [
            place
            for place, model in enumerate(self.models)
            if model.type in HURT[kind] and place not in self.hidden and (self.near[place] or 0) <= reach
            if not (ignores and self.cover[place] is not None)
        ]
        return sorted(found, key=lambda place: self.near[place] or 0)

    def hurting(self, weapon: Weapon) -> list[str]:
        """Its values that somebody could be hit with."""
        reach = max(one.range for one in self.fired())
        return [kind for kind in weapon.values if self.recipients(kind, reach)]

    def chosen(self) -> list[tuple[Weapon, str]]:
        """What each weapon is fired as: what was said, or the highest of those that hurt, or the highest.

        Of equal ones that with the most recipients, then the first as lists print them.
        """
        found: list[tuple[Weapon, str]] = []
        for weapon in self.fired():
            hurting = self.hurting(weapon)
            said = self.answers.get(f"value:{weapon.name}", "") if len(hurting) > 1 else ""
            best = max(hurting or weapon.values, key=lambda kind: self.rank(weapon, kind))
            if said == "some of each":
                of_it = [kind for one, kind in found if one == weapon]
                wanted = {kind: int(self.answers.get(f"{kind}:{weapon.name}", "0")) for kind in hurting}
                best = next(kind for kind in hurting if of_it.count(kind) < wanted[kind])
            found.append((weapon, said if said in VALUES else best))
        return found

    def rank(self, weapon: Weapon, kind: str) -> tuple[int, int, int]:
        reach = max(one.range for one in self.fired())
        return (weapon.value(kind) or 0, len(self.recipients(kind, reach)), -VALUES.index(kind))

    def reach(self, macro: bool) -> float:
        """The longest range: of all that is fired, or of the macro weapons (RH-MW-1)."""
        return max((w.range for w, kind in self.chosen() if kind in w.macro or not macro), default=0)

    def change(self) -> int:
        return ACTIONS.get(self.answers.get("action", "advance"), 0)

    def mixed(self, kind: str, macro: bool) -> bool:
        """RH-COV-1: some of those who may be hit are in cover, some are not."""
        return len({self.cover[place] is None for place in self.recipients(kind, self.reach(macro))}) == 2

    def shots(self) -> list[Shots]:
        counted: dict[tuple[Weapon, str], int] = {}
        for fired in self.chosen():
            counted[fired] = counted.get(fired, 0) + 1
        return [self.shots_of(weapon, kind, n) for (weapon, kind), n in counted.items()]

    def shots_of(self, weapon: Weapon, kind: str, n: int) -> Shots:
        macro, ignores = kind in weapon.macro, False
        covered = [self.cover[place] is not None for place in self.recipients(kind, self.reach(macro))]
        if self.mixed(kind, macro):
            ignores = yes(self.answers.get(f"ignore_cover:{weapon.name}") or self.answers["ignore_cover"])
        minus = any(covered) and not ignores
        return Shots(weapon.name, kind, macro, ignores, (weapon.value(kind) or 0) + self.change() - minus, n)

    # Saves, Shock ----------------------------------------------------------------------------------------------------

    def save(self, place: int, macro: bool) -> int | None:
        """The number to roll or less (RH-SAVE-2, RH-XF-3, RH-MW-2); None for no save."""
        model, cover = self.models[place], self.cover[place]
        saves = [model.invulnerable]
        if not macro or model.reinforced or self.settings["macro_save"] == "armour":
            saves.append(model.armour)
        if not macro or self.settings["macro_save"] == "cover":
            saves.append(cover)
        best = max((save for save in saves if save is not None), default=None)
        return None if best is None else best - yes(self.answers.get("crossfire", "no"))

    def suffer(self, state: State, place: int, n: int, macro: bool) -> Law:
        """So many hits on one unit, a die for each while it lives (RH-SAVE-1, RH-DEST-1)."""
        saved = to_save(self.save(place, macro), self.settings["save_six_fails"] == "true")
        law: Law = {state: Fraction(1)}
        for _ in range(n):
            law = then(law, lambda now: then(saved, lambda safe: {now if safe else self.hurt(now, place): Fraction(1)}))
        return law

    def hurt(self, state: State, place: int) -> State:
        left = state.left[place]
        if not left:
            return state
        shock = state.shock + (self.settings["shock_per_failed_save"] == "true") + (left == 1)
        return State((*state.left[:place], left - 1, *state.left[place + 1 :]), shock)

    # Allocation (RH-ALLOC) -------------------------------------------------------------------------------------------

    def allocated(self, left: Sequence[int], counts: Sequence[int], macro: bool) -> tuple[int, ...]:
        """How many hits each unit takes; ``counts``: hits by ``Shots.place``, of the six kinds without macro or with."""
        took, count = [0] * len(left), [0] * len(left)
        for kind, n in enumerate(counts):
            if self.settings["even_count"] == "per_kind":
                count = [0] * len(left)
            allowed = self.recipients(VALUES[kind % 3], self.reach(macro), kind < 3) if n else []
            allowed = [place for place in allowed if left[place]]
            for _ in range(n if allowed else 0):
                place = min(allowed, key=lambda place: count[place])  # of equals the first, which is the nearest
                count[place] += 1
                took[place] += 1
        return tuple(took)

    def struck(self, state: State, counts: tuple[int, ...], macro: bool) -> Law:
        key = state, counts, macro
        if key not in self.known:
            law: Law = {state: Fraction(1)}
            for place, n in enumerate(self.allocated(state.left, counts, macro)):
                if n:
                    law = then(law, lambda now, place=place, n=n: self.suffer(now, place, n, macro))  # type: ignore[misc]
            self.known[key] = law
        return self.known[key]

    # The whole of it -------------------------------------------------------------------------------------------------

    def guns(self, law: Law) -> Law:
        """All dice to hit, then the normal hits, then the macro hits on what is left."""
        rolled: Law = {(0,) * 12: Fraction(1)}
        for shots in self.shots():
            at = shots.place
            for _ in range(shots.dice):
                rolled = then(
                    rolled,
                    lambda found, at=at, value=shots.value: {  # type: ignore[misc]
                        (*found[:at], found[at] + hit, *found[at + 1 :]): p for hit, p in to_hit(value).items()
                    },
                )
        after: Law = {}
        for found, chance in rolled.items():
            ends = then(law, lambda state, found=found: self.struck(state, found[:6], False))  # type: ignore[misc]
            ends = then(ends, lambda state, found=found: self.struck(state, found[6:], True))  # type: ignore[misc]
            for state, more in ends.items():
                after[state] = after.get(state, Fraction(0)) + chance * more
        return after

    def points(self) -> int:
        """Barrage points of the guns that fire."""
        return sum(weapon.bp for place in self.firers() for weapon in self.ready(place)) if self.barrage else 0

    def blast(self, place: int, ap: int, at: int | None) -> int | None:
        """The value that the barrage has against a unit; None if it cannot hit it (RH-BAR-5, RH-BAR-6)."""
        kind = self.models[place].type
        of_type: dict[str, tuple[int | None, ...]] = {INFANTRY: (ap,), LIGHT: (ap, at), AIRCRAFT: ()}
        values = of_type.get(kind, (at,))
        best = max((value for value in values if value is not None), default=None)
        if best is None or self.settings["barrage_modifiers"] == "none":
            return best
        covered = self.cover[place] is not None and self.settings["barrage_modifiers"] == "all"
        return best + self.change() - covered

    def shelled(self, state: State, place: int, ap: int, at: int | None) -> Law:
        model, value = self.models[place], self.blast(place, ap, at)
        if value is None:
            return {state: Fraction(1)}
        attacks = model.integrity if self.settings["barrage_integrity"] == "starting" else state.left[place]
        if model.type == WAR_ENGINE:
            attacks = 1
        found: Law = {0: Fraction(1)}
        one = {True: Fraction(1)} if self.settings["barrage_hits"] == "automatic" else to_hit(value)
        for _ in range(attacks):
            found = then(found, lambda n: {n + hit: p for hit, p in one.items()})
        return then(found, lambda n: self.suffer(state, place, n, False))

    def play(self) -> Law:
        """The chance of every state in the end."""
        state = State(tuple(model.left for model in self.models), int(self.answers.get("target_shock", "0")))
        if not self.firers():
            return {state: Fraction(1)}
        points = self.points()
        extra, ap, at = of_barrage(points, self.settings["barrage_low_at"]) if points else (0, 0, None)
        fire = len(self.models) if self.settings["shock_on_fire"] == "per_unit" else 1
        law: Law = {state._replace(shock=state.shock + fire + extra): Fraction(1)}
        for place in sorted(self.under) if points else ():
            law = then(law, lambda now, place=place: self.shelled(now, place, ap, at))  # type: ignore[misc]
        return self.guns(law)

    def end(self, state: State) -> tuple[int, int, int, bool]:
        slain = sum(not left for left in state.left)
        damage = sum(model.left for model in self.models) - sum(state.left)
        standing = sum(self.weight(model) for model, left in zip(self.models, state.left, strict=True) if left)
        return slain, damage, state.shock, any(state.left) and state.shock >= standing


def fight(
    attacker: Unit, target: Unit, answers: Mapping[str, Any], settings: Mapping[str, str]
) -> dict[tuple[int, int, int, bool], Fraction]:
    """The chance of each (units destroyed, integrity lost, Shock on the target in the end, whether it is broken)."""
    game = Fight(attacker, target, answers, settings)
    return then(game.play(), lambda state: {game.end(state): Fraction(1)})
