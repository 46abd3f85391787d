"""The vectors of the specification (``vectors.json``, its section 12) as scenarios in the words of players."""

from __future__ import annotations

from fractions import Fraction
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from shoot_cli.armies import Scenario
from shoot_cli.rules.reikhammer.profiles import Model, Unit, Weapon

DOCUMENT = loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
RANGE = 30


class Vector(NamedTuple):
    id: str
    rules: tuple[str, ...]
    words: str  # what is given and what comes of it
    exact: Fraction | None  # None: no chance is asked for
    play: dict[str, Any]

    @property
    def kind(self) -> str:
        """ "odds": a chance or mean of an attack, "state": what it comes to, "chart": a number of its own."""
        return str(self.play["kind"])

    @property
    def answers(self) -> dict[str, Any]:
        """Facts and settings, as a scenario has them."""
        return {**self.play.get("answers", {}), **self.play.get("settings", {})}

    def weapons(self) -> list[dict[str, Any]]:
        """One for each unit that fires; those without a name are all alike."""
        return [{"name": "gun", "range": RANGE, **weapon} for weapon in self.play["fire"]]

    def printable(self) -> bool:
        """False if a value is too low for any list to print it."""
        return all(weapon.get("AP", 0) >= 0 for weapon in self.play["fire"])

    def document(self) -> dict[str, Any]:
        """A scenario as a player writes it."""
        weapons = {weapon["name"]: {k: v for k, v in weapon.items() if k != "name"} for weapon in self.weapons()}
        carried = [weapon["name"] for weapon in self.weapons()]
        gunner = {"name": "Gunner", "type": "INF", "armour": 3, "integrity": 1}
        if len(set(carried)) == 1:
            units = [{**gunner, "count": len(carried), "weapons": carried[:1]}]
        else:
            units = [{**gunner, "name": f"Gunner {n}", "weapons": [name]} for n, name in enumerate(carried, 1)]
        return {
            "ruleset": "reikhammer",
            "weapons": weapons,
            "attacker": {"name": "Shooters", "CR": 4, "units": units},
            "target": {"name": "Targets", "CR": 4, "units": self.play["at"]},
            "answers": self.answers,
        }

    def scenario(self) -> Scenario:
        """The same in records, for the oracle and for what no list can say."""
        made = [
            Weapon(
                w["name"], w["range"], w.get("AP"), w.get("AT"), None, w.get("BP", 0), ("AP",) if w.get("macro") else ()
            )
            for w in self.weapons()
        ]
        if len(set(made)) == 1:
            shooters: tuple[tuple[Model, int], ...] = ((Model("Gunner", "INF", 3, weapons=(made[0],)), len(made)),)
        else:
            shooters = tuple((Model(f"Gunner {n}", "INF", 3, weapons=(w,)), 1) for n, w in enumerate(made, 1))
        targets = tuple(
            (Model(u["name"], u["type"], u["armour"], u["integrity"]), u.get("count", 1)) for u in self.play["at"]
        )
        answers = tuple((key, as_text(value)) for key, value in self.answers.items())
        return Scenario("reikhammer", Unit("Shooters", shooters), Unit("Targets", targets), answers)


def as_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {part}" for name, part in value.items())
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def vectors() -> list[Vector]:
    return [vector(told) for told in DOCUMENT["vectors"]]


def vector(told: dict[str, Any]) -> Vector:
    words = f"{told['inputs']}: {told.get('question') or told['expected']}"
    exact = Fraction(told["exact"]) if "exact" in told else None
    return Vector(told["id"], tuple(told["rules"]), words, exact, told["play"])
