"""A table to test the editions of the datasheet games on: units written short, attacks as players ask for them, scripts.

``worked`` and ``refusal`` go the way of ``shoot odds``; ``attack`` and ``battle`` play a script that names dice, units and
targets. A decision that is not next in it is answered as proposed, distances are ``distance``.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out
from shoot_cli.armies import Scenario
from shoot_cli.armies.fields import armour_of, saves_of
from shoot_cli.engine.reasons import BadAnswer, InputError
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.input.answerers import Missing
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.fields import attached, finish_unit, make_model, make_weapon
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit, Weapon, amount_of
from shoot_cli.rules.datasheets.records import battle_in
from tests.helpers import scripted_table
from tests.helpers.scripted_table import ScriptedTable, Settings, colons, wounds_left


class Played(scripted_table.Played):
    @property
    def battle(self) -> Any:
        return battle_in(self.end)

    def wounds(self, name: str = "") -> dict[str, list[int]]:
        """Wounds left of each model, by name: of the target, or of a unit of the battle."""
        target = () if name else ((rank.kind.name, rank) for rank in self.end.line.standing())
        found = self.standing(name) if name else wounds_left(target)
        return {kind: sorted(left) for kind, left in found.items()}


class Tabletop:
    """``usual``: the save and wounds of a model of which nothing else is said; targets are always soft: W1, no save."""

    def __init__(self, ruleset: Ruleset, abilities: Abilities, ids: set[str], **usual: Any) -> None:
        self.ruleset, self.abilities, self.usual = ruleset, abilities, usual

        class Scripted(ScriptedTable):
            RULESET, IDS, PLAYED, NAMED = ruleset, ids, Played, ("unit", "target")

        self.scripted = Scripted

    def gun(self, name: str = "gun", *abilities: str, of: str = "", **values: Any) -> Weapon:
        """A weapon from values as printed: 24", A1 BS3+ S4 AP0 D1 unless ``values`` says otherwise (``A="D6"``)."""
        stats = {"range": 24, "A": 1, "BS": 3, "S": 4, "AP": 0, "D": 1} | values
        stats |= {key: amount_of(str(stats[key])) for key in ("A", "D")}
        found = [made for text in abilities if (made := self.abilities.of_weapon(text))]
        return make_weapon(self.abilities, name, stats, found, of)

    def kind(
        self,
        name: str,
        n: int = 1,
        *weapons: Weapon,
        has: tuple[str, ...] = (),
        keywords: tuple[str, ...] = ("INFANTRY",),
        character: bool = False,
        leader: bool = False,
        lost: int = 0,
        **stats: Any,
    ) -> tuple[Model, int]:
        """``n`` models of T4, and as usual unless ``stats`` says otherwise (``Sv="2+/4++"``, ``FNP=5``)."""
        values = {"T": 4} | self.usual | stats
        values["Sv"] = saves_of(values["Sv"], armour_of)
        found = [made for text in has if (made := self.abilities.of_unit(text))]
        return make_model(self.abilities, name, values, found, keywords, weapons, character, leader, lost), n

    def shooters(self, n: int, *weapons: Weapon, name: str = "Shooters", **stats: Any) -> Unit:
        """Models that all carry these weapons."""
        return squad(name, self.kind("Shooter", n, *weapons, **stats))

    def targets(self, n: int = 1, name: str = "Targets", **stats: Any) -> Unit:
        """Models without weapons."""
        return squad(name, self.kind("Target", n, **({"W": 1, "Sv": "-"} | stats)))

    def tank(self, *weapons: Weapon, name: str = "Tank", **stats: Any) -> Unit:
        return squad(name, self.kind(name, 1, *weapons, **({"T": 10, "W": 12, "keywords": ("VEHICLE",)} | stats)))

    def army(self, name: str, *units: Unit) -> Army:
        return Army(self.ruleset.name, name, units)

    def worked(self, shooter: Unit, target: Unit, **said: Any) -> dict[str, Any]:
        """What ``shoot odds --json`` says of this scenario; ``cover__Name`` is the key ``cover:Name``."""
        answers = ((key, {True: "yes", False: "no"}.get(value, str(value))) for key, value in colons(said).items())
        return worked_out(
            pairing_of_scenario(Scenario(self.ruleset.name, shooter, target, tuple(answers)), {}).task(), True
        ).document()

    def refusal(self, shooter: Unit, target: Unit, **said: Any) -> str:
        """The sentence with which it says no; fails if it works it out."""
        try:
            self.worked(shooter, target, **said)
        except (InputError, BadAnswer, Missing) as error:
            return str(error)
        raise AssertionError(f"{shooter.name} may shoot at {target.name} with {said}")

    def attack(
        self, shooter: Unit, target: Unit, *script: tuple[str, Any], distance: float = 12, settings: Settings = None
    ) -> Played:
        """An attack on its own, to its end."""
        return self.scripted(script, assumed={"distance": distance}).attack(shooter, target, settings)

    def battle(
        self, mine: Army, theirs: Army, *script: tuple[str, Any], distance: float = 12, settings: Settings = None
    ) -> Played:
        """A battle, until the script is used up. The first army has the first turn."""
        return self.scripted(script, assumed={"distance": distance}).battle(mine, theirs, settings)


def squad(name: str, *models: tuple[Model, int]) -> Unit:
    return finish_unit(name, list(models))


def led(bodyguard: Unit, *leaders: Unit) -> Unit:
    """An Attached unit."""
    return attached(bodyguard, list(leaders))


def state(unit: str, what: str) -> tuple[tuple[str, str], ...]:
    """The players report how a unit stands."""
    return ("unit", "a unit's state"), ("state of", unit), ("state", what)
