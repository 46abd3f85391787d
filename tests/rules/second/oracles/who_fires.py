"""Who of a unit of the 2nd edition fires what, how often and what he needs, from the rules in words alone.

For ``oracle.py``. Nothing here knows the steps, charts or odds of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from shoot_cli.rules.second.profiles import Model, Unit, Weapon

Answers = Mapping[str, Any]
COVER = {"none": 0, "soft": -1, "hard": -2}
SPEED = {"slow": 0, "fast": -1, "very fast": -2}
RAPID = ("bolt pistol", "boltgun", "storm bolter")
HARD_TO_SEE = ("Cameleoline", "Holo-suit", "Holo-field")


def said(answers: Answers, key: str, weapon: str, otherwise: Any) -> Any:
    """What was answered for this weapon, or for all of them."""
    return answers.get(f"{key}:{weapon}", answers.get(key, otherwise))


def how_many(answer: Any, n: int) -> int:
    """How many of ``n`` models "all", "none" or a number are."""
    if answer in ("all", "none"):
        return n if answer == "all" else 0
    return min(n, int(answer))


class Shot(NamedTuple):
    """One roll to hit, or one template."""

    who: int  # place of the model among all models of the unit
    weapon: Weapon
    score: int | None  # None: no roll is needed
    short: bool
    again: bool = False  # the second shot of rapid fire


def on_the_edge(shooter: Unit, answers: Answers) -> list[int]:
    """Places of the models that have the target on the very edge of their arc (2E-ARC-2)."""
    if answers.get("in_arc", "inside") == "inside":
        return []
    kinds = [kind for kind, (_, n) in enumerate(shooter.models) for _ in range(n)]
    if "on_edge" not in answers:
        return list(range(len(kinds)))
    return [who for who, kind in enumerate(kinds) if kinds[:who].count(kind) < answers["on_edge"][0][kind]]


class Battery:
    """A unit that fires: for every weapon name its shots, as the answers have it."""

    def __init__(
        self, shooter: Unit, target: Unit, answers: Answers, settings: Mapping[str, str], absent: frozenset[int]
    ) -> None:
        """``absent``: places of the models that have the target outside their arc (2E-ARC-2)."""
        self.shooter, self.target, self.answers, self.settings = shooter, target, answers, settings
        self.absent = absent
        self.models = [(kind, model) for kind, (model, n) in enumerate(shooter.models) for _ in range(n)]
        self.mounted = shooter.type in ("Vehicle", "Walker")  # every weapon fires
        self.used: set[int] = set()

    @property
    def names(self) -> list[str]:
        if "weapon" in self.answers:
            return [name.strip() for name in str(self.answers["weapon"]).split(",")]
        return list(dict.fromkeys(weapon.name for weapon in self.shooter.weapons()))

    @property
    def distance(self) -> float:
        if "distance" in self.answers:
            return float(self.answers["distance"])
        return (next(weapon for weapon in self.shooter.weapons() if weapon.name == self.names[0]).short or 0) / 2

    def shots(self, name: str) -> list[Shot]:
        """Those of the weapon that fires next; none if the target is out of range (2E-RNG-1)."""
        weapon = next(weapon for weapon in self.shooter.weapons() if weapon.name == name)
        if not self.reaches(weapon):
            return []
        shots: list[Shot] = []
        for kind in range(len(self.shooter.models)):
            firing = self.firing(kind, weapon)
            for place, (who, guns) in enumerate(firing):
                short = self.at_short_range(place, len(firing), weapon)
                shots += self.of_one(who, weapon, short) * guns
        return shots

    def firing(self, kind: int, weapon: Weapon) -> list[tuple[int, int]]:
        """The models of a kind that fire it, each with how many of it he fires (2E-ELIG-1, 2E-ELIG-2)."""
        able = []
        for who, (of, model) in enumerate(self.models):
            guns = sum(own.name == weapon.name for own in model.weapons)
            if of == kind and guns and who not in self.used | self.absent and model.ballistic_skill:
                able.append((who, guns if self.mounted else 1))
        still = list(able)
        if weapon.move_or_fire and not self.mounted:
            still = still[how_many(said(self.answers, "moved", weapon.name, "none"), len(able)) :]
        fire = still[: how_many(said(self.answers, "firing", weapon.name, "all"), len(still))]
        if not self.mounted and said(self.answers, "firing", weapon.name, None) is None:
            fire = [(who, guns) for who, guns in still if not self.waits(who, weapon)]
        if not self.mounted:
            self.used |= {who for who, _ in fire}
        return fire

    def waits(self, who: int, weapon: Weapon) -> bool:
        """Models keep to the first of their weapons that can still be fired, unless told otherwise."""
        to_come = self.names[self.names.index(weapon.name) :]
        _, model = self.models[who]
        return weapon.name != next(own.name for own in model.weapons if own.name in to_come and self.reaches(own))

    def reaches(self, weapon: Weapon) -> bool:
        """2E-RNG-1."""
        reach = weapon.long if weapon.long is not None else weapon.short
        return weapon.template or reach is None or self.distance <= reach

    def at_short_range(self, place: int, n: int, weapon: Weapon) -> bool:
        if weapon.short is None or self.distance > weapon.short:
            return False
        return place < how_many(said(self.answers, "short", weapon.name, "all"), n)

    def of_one(self, who: int, weapon: Weapon, short: bool) -> list[Shot]:
        """All shots of one weapon of one model (2E-SPC-1, 2E-SPC-3)."""
        _, model = self.models[who]
        both = weapon.has("Combi") and said(self.answers, "both_barrels", weapon.name, "no") == "yes"
        rapid = model.has("Rapid Fire") and not model.has("Scout") and weapon.name.casefold() in RAPID
        rapid = rapid and said(self.answers, "rapid_fire", weapon.name, "yes") == "yes"
        shot = Shot(who, weapon, self.score(model, weapon, short, both), short)
        return [shot, *[shot._replace(again=True)] * rapid, *[shot] * both]

    def score(self, model: Model, weapon: Weapon, short: bool, both: bool) -> int | None:
        """2E-HIT-1 to 2E-HIT-4."""
        figure = weapon.hit_short if short else weapon.hit_long
        if weapon.template or figure is None:
            return None
        if weapon.has("Seeking") or weapon.has("Hunter-killer"):
            return 2 if weapon.has("Seeking") else 3
        changes = [figure, -both, COVER[self.of("cover", weapon, "none")], int(self.of("modifier", weapon, 0))]
        if self.settings["fast_target"] != "none" and not (weapon.has("Ignores Speed") or model.has("Ignores Speed")):
            changes.append(SPEED[self.of("speed", weapon, "slow")])
        changes.append(self.of("large", weapon, "yes" if self.target.has("Large Target") else "no") == "yes")
        changes.append(-2 * (self.of("stasis", weapon, "no") == "yes"))
        changes += [weapon.has("Targeter") or model.has("Targeter"), model.has("Bionic Eye")]
        if self.of("hidden_by", weapon, "yes") == "yes":
            still = self.settings["fast_target"] == "none" or self.of("speed", weapon, "slow") == "slow"
            changes.append(-sum(self.target.has(rule) for rule in HARD_TO_SEE[not still :]))
        if self.answers.get("attacker_state", "ready") == "overwatch":
            appearing = self.of("appearing", weapon, "no") == "yes"
            penalty = {"appearing_only": appearing, "always": True, "none": False}
            changes.append(-penalty[self.settings["overwatch_penalty"]])
        return 7 - model.ballistic_skill - sum(changes)

    def of(self, key: str, weapon: Weapon, otherwise: Any) -> Any:
        return said(self.answers, key, weapon.name, otherwise)

    def dice(self, weapon: Weapon) -> int:
        """Sustained fire dice of one shot (2E-SF-1, 2E-SPC-2)."""
        most = weapon.sustained * (2 if weapon.has("Twin-linked") else 1)
        least = int(self.settings["sustained_min_dice"]) if most else 0
        return max(least, min(most, int(self.of("sustained", weapon, most))))
