"""A table to test the 10th edition on: units written short, attacks as players ask for them, scripted battles.

``worked`` and ``refusal`` go the way of ``shoot odds``; ``attack`` and ``battle`` play a script that names dice, units and
targets. A decision that is not next in it is answered as proposed, distances are ``distance``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.analysis.single_attack import of_scenario, worked_out
from shoot_cli.armies import Scenario
from shoot_cli.armies.fields import armour_of, saves_of
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.signals import InputError
from shoot_cli.input.answerers import Missing, Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.fields import attached, finish_unit, make_model, make_weapon
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit, Weapon, amount_of
from shoot_cli.rules.datasheets.records import battle_in
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.rulebook import RULES
from tests.helpers import scripted_table
from tests.helpers.scripted_table import ScriptedTable, Settings, average, wounds_left

Law = dict[int, Fraction]

# Units ---------------------------------------------------------------------------------------------------------------


def gun(name: str = "gun", *abilities: str, of: str = "", **values: Any) -> Weapon:
    """A weapon from values as printed: 24", A1 BS3+ S4 AP0 D1 unless ``values`` says otherwise (``A="D6"``)."""
    stats = {"range": 24, "A": 1, "BS": 3, "S": 4, "AP": 0, "D": 1} | values
    stats |= {key: amount_of(str(stats[key])) for key in ("A", "D")}
    return make_weapon(ABILITIES, name, stats, [made for text in abilities if (made := ABILITIES.of_weapon(text))], of)


def kind(
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
    """``n`` models: T4 W2 Sv3+ unless ``stats`` says otherwise (``Sv="2+/4++"``, ``FNP=5``)."""
    values = {"T": 4, "W": 2, "Sv": "3+"} | stats
    values["Sv"] = saves_of(values["Sv"], armour_of)
    found = [made for text in has if (made := ABILITIES.of_unit(text))]
    return make_model(ABILITIES, name, values, found, keywords, weapons, character, leader, lost), n


def squad(name: str, *models: tuple[Model, int]) -> Unit:
    return finish_unit(name, list(models))


def shooters(n: int, *weapons: Weapon, name: str = "Shooters", **stats: Any) -> Unit:
    """Models that all carry these weapons."""
    return squad(name, kind("Shooter", n, *weapons, **stats))


def targets(n: int = 1, name: str = "Targets", **stats: Any) -> Unit:
    """Models without weapons; soft unless ``stats`` says otherwise: T4 W1, no save."""
    return squad(name, kind("Target", n, **({"W": 1, "Sv": "-"} | stats)))


def tank(*weapons: Weapon, name: str = "Tank", **stats: Any) -> Unit:
    stats = {"T": 10, "W": 12, "keywords": ("VEHICLE",)} | stats
    return squad(name, kind(name, 1, *weapons, **stats))


def led(bodyguard: Unit, *leaders: Unit) -> Unit:
    """An Attached unit."""
    return attached(bodyguard, list(leaders))


def army(name: str, *units: Unit) -> Army:
    return Army("40k-10e", name, units)


# Odds, as players ask for them ---------------------------------------------------------------------------------------


def worked(shooter: Unit, target: Unit, **said: Any) -> dict[str, Any]:
    """What ``shoot odds --json --fractions`` says of this scenario."""
    answers = tuple((key, {True: "yes", False: "no"}.get(value, str(value))) for key, value in said.items())
    return worked_out(of_scenario(Scenario("40k-10e", shooter, target, answers), {}), True)[0]


def refusal(shooter: Unit, target: Unit, **said: Any) -> str:
    """The sentence with which it says no; fails if it works it out."""
    try:
        worked(shooter, target, **said)
    except (InputError, BadAnswer, Missing) as error:
        return str(error)
    raise AssertionError(f"{shooter.name} may shoot at {target.name} with {said}")


def law(shooter: Unit, target: Unit, measure: str = "slain", **said: Any) -> Law:
    """The exact chance of each number slain, of wounds lost ("damage"), or of another measure of the edition."""
    known = {setting.key for setting in RULESET.settings}
    settings = RULESET.defaults() | {key: value for key, value in said.items() if key in known}
    given = Preset({key.replace("__", ":"): value for key, value in said.items() if key not in known}, raise_missing)
    ends = odds(RULESET.attack, RULESET.begin_attack(shooter, target), given, settings=settings, exact=True)
    return {value: chance for value, chance in ends.measure(RULESET.measures[measure]).items() if chance}


mean = average


def times(n: int, one: Law) -> Law:
    """The sum of ``n`` independent numbers."""
    found: Law = {0: Fraction(1)}
    for _ in range(n):
        after: Law = {}
        for a, p in found.items():
            for b, q in one.items():
                after[a + b] = after.get(a + b, Fraction(0)) + p * q
        found = after
    return found


# Scripts -------------------------------------------------------------------------------------------------------------


class Played(scripted_table.Played):
    @property
    def battle(self) -> Any:
        return battle_in(self.end)

    def wounds(self, name: str = "") -> dict[str, list[int]]:
        """Wounds left of each model, by name: of the target, or of a unit of the battle."""
        target = () if name else ((rank.kind.name, rank) for rank in self.end.line.standing())
        found = self.standing(name) if name else wounds_left(target)
        return {kind: sorted(left) for kind, left in found.items()}


class Tenth(ScriptedTable):
    RULESET, IDS, PLAYED = RULESET, {rule.id for rule in RULES}, Played
    NAMED = ("unit", "target")


def attack(
    shooter: Unit, target: Unit, *script: tuple[str, Any], distance: float = 12, settings: Settings = None
) -> Played:
    """An attack on its own, to its end."""
    return Tenth(script, assumed={"distance": distance}).attack(shooter, target, settings)  # type: ignore[no-any-return]


def battle(
    mine: Army, theirs: Army, *script: tuple[str, Any], distance: float = 12, settings: Settings = None
) -> Played:
    """A battle, until the script is used up. The first army has the first turn."""
    return Tenth(script, assumed={"distance": distance}).battle(mine, theirs, settings)  # type: ignore[no-any-return]


def state(unit: str, what: str) -> tuple[tuple[str, str], ...]:
    """The players report how a unit stands."""
    return ("unit", "a unit's state"), ("state of", unit), ("state", what)
