"""A table to test the 11th edition on: units written short, attacks as players ask for them, scripted battles.

As ``tests/rules/tenth/helpers/tabletop.py``, which says how scripts are read.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.analysis.single_attack import of_scenario, worked_out
from shoot_cli.armies import Scenario
from shoot_cli.armies.fields import armour_of, saves_of
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.signals import InputError
from shoot_cli.input.answerers import Missing
from shoot_cli.rules.datasheets.fields import attached, finish_unit, make_model, make_weapon
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit, Weapon, amount_of
from shoot_cli.rules.eleventh import RULESET
from shoot_cli.rules.eleventh.edition import ABILITIES
from shoot_cli.rules.eleventh.rulebook import RULES
from tests.helpers.scripted_table import Settings
from tests.rules.tenth.helpers.tabletop import Played, Tenth
from tests.rules.tenth.helpers.tabletop import state as state


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
    **stats: Any,
) -> tuple[Model, int]:
    """``n`` models: T4 W1, no save, unless ``stats`` says otherwise."""
    values = {"T": 4, "W": 1, "Sv": "-"} | stats
    values["Sv"] = saves_of(values["Sv"], armour_of)
    found = [made for text in has if (made := ABILITIES.of_unit(text))]
    return make_model(ABILITIES, name, values, found, keywords, weapons, character, leader, 0), n


def squad(name: str, *models: tuple[Model, int]) -> Unit:
    return finish_unit(name, list(models))


def shooters(n: int, *weapons: Weapon, name: str = "Shooters", **stats: Any) -> Unit:
    """Models that all carry these weapons."""
    return squad(name, kind("Shooter", n, *weapons, **stats))


def targets(n: int = 1, name: str = "Targets", **stats: Any) -> Unit:
    return squad(name, kind("Target", n, **stats))


def tank(*weapons: Weapon, name: str = "Tank", **stats: Any) -> Unit:
    return squad(name, kind(name, 1, *weapons, **({"T": 10, "W": 12, "keywords": ("VEHICLE",)} | stats)))


def led(bodyguard: Unit, *leaders: Unit) -> Unit:
    """An Attached unit."""
    return attached(bodyguard, list(leaders))


def army(name: str, *units: Unit) -> Army:
    return Army("40k-11e", name, units)


def worked(shooter: Unit, target: Unit, **said: Any) -> dict[str, Any]:
    """What ``shoot odds --json`` says of this scenario; ``cover__Name`` is the key ``cover:Name``."""
    answers = tuple(
        (key.replace("__", ":"), {True: "yes", False: "no"}.get(value, str(value))) for key, value in said.items()
    )
    return worked_out(of_scenario(Scenario("40k-11e", shooter, target, answers), {}), True)[0]


def hits(shooter: Unit, target: Unit, **said: Any) -> Fraction:
    """How many hits are expected, of shots that all wound alike."""
    return Fraction(worked(shooter, target, **said)["expected"]["hits"]).limit_denominator(10_000)


def refusal(shooter: Unit, target: Unit, **said: Any) -> str:
    """The sentence with which it says no; fails if it works it out."""
    try:
        worked(shooter, target, **said)
    except (InputError, BadAnswer, Missing) as error:
        return str(error)
    raise AssertionError(f"{shooter.name} may shoot at {target.name} with {said}")


class Eleventh(Tenth):
    RULESET, IDS = RULESET, {rule.id for rule in RULES}


def attack(shooter: Unit, target: Unit, *script: tuple[str, Any], distance: float = 12) -> Played:
    """An attack on its own, to its end."""
    return Eleventh(script, assumed={"distance": distance}).attack(shooter, target)  # type: ignore[no-any-return]


def battle(
    mine: Army, theirs: Army, *script: tuple[str, Any], distance: float = 12, settings: Settings = None
) -> Played:
    """A battle, until the script is used up. The first army has the first turn."""
    return Eleventh(script, assumed={"distance": distance}).battle(mine, theirs, settings)  # type: ignore[no-any-return]
