"""Units, guns, scripts and odds for tests of the 10th edition.

What the script of an attack does not name takes its default, and the facts of an attack on its own are keywords.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.armies.fields import armour_of, saves_of
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.datasheets.fields import attached, finish_unit, make_model, make_weapon
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit, Weapon, amount_of, damage_of
from shoot_cli.rules.datasheets.records import battle_in
from shoot_cli.rules.datasheets.tokens import Hit, Shot
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.rulebook import RULES
from tests.helpers import scripted_table
from tests.helpers.scripted_table import ExactOdds, ScriptedTable, Settings, wounds_left

F = Fraction

# Units ---------------------------------------------------------------------------------------------------------------


def gun(*abilities: str, name: str = "gun", of: str = "", **values: Any) -> Weapon:
    """24" A1 BS3+ S4 AP0 D1 unless ``values`` say otherwise; numbers or text as printed."""
    said = {"range": 24, "A": 1, "BS": 3, "S": 4, "AP": 0, "D": 1} | values
    said |= {"A": amount_of(str(said["A"])), "D": damage_of(str(said["D"]))}
    kept = [ability for text in abilities if (ability := ABILITIES.of_weapon(text))]
    return make_weapon(ABILITIES, name, said, kept, of, "test")


def models(
    name: str = "Marine",
    n: int = 1,
    *weapons: Weapon,
    abilities: tuple[str, ...] = (),
    keywords: tuple[str, ...] = (),
    leader: bool = False,
    character: bool = False,
    lost: int = 0,
    **stats: Any,
) -> tuple[Model, int]:
    """``n`` models: T4 W2, no save unless ``stats`` says otherwise (``Sv="2+/4++"``, ``FNP=5``)."""
    values = {"T": 4, "W": 2, "Sv": "-"} | stats
    values["Sv"] = saves_of(values["Sv"], armour_of)
    kept = [ability for text in abilities if (ability := ABILITIES.of_unit(text))]
    return make_model(ABILITIES, name, values, kept, keywords, weapons, character or leader, leader, lost), n


def squad(name: str, *rows: tuple[Model, int], keywords: tuple[str, ...] = ("INFANTRY",)) -> Unit:
    wider = [(model.but(keywords=tuple(sorted({*model.keywords, *keywords}))), n) for model, n in rows]
    return finish_unit(name, wider)


def shooters(*weapons: Weapon, n: int = 1, name: str = "Shooters", **stats: Any) -> Unit:
    """Alike models, each with all these weapons."""
    keywords = stats.pop("keywords", ("INFANTRY",))
    return squad(name, models("Shooter", n, *(weapons or (gun(),)), **stats), keywords=keywords)


def targets(n: int = 5, name: str = "Targets", **stats: Any) -> Unit:
    keywords = stats.pop("keywords", ("INFANTRY",))
    return squad(name, models("Target", n, **stats), keywords=keywords)


def led(*leaders: tuple[Model, int], guards: tuple[Model, int] | None = None) -> Unit:
    """An Attached unit: bodyguards and those who lead them."""
    bodies = squad("Guards", guards or models("Guard", 2, W=1))
    return attached(bodies, [squad(model.name, (model.but(character=True), n)) for model, n in leaders])


def army(name: str, *units: Unit) -> Army:
    return Army("40k-10e", name, units)


# Scripts -------------------------------------------------------------------------------------------------------------


class Played(scripted_table.Played):
    @property
    def battle(self) -> Any:
        return battle_in(self.end)

    def alive(self) -> dict[str, list[int]]:
        """Wounds left of every model of the target, by name."""
        found = wounds_left((rank.kind.name, rank) for rank in self.end.line.standing())
        return {name: sorted(wounds) for name, wounds in found.items()}


class Tenth(ScriptedTable):
    RULESET, IDS, PLAYED = RULESET, {rule.id for rule in RULES}, Played
    NAMED = ("unit", "target", "next turn")


def attack(shooter: Unit, target: Unit, *script: Any, settings: Settings = None, **facts: Any) -> Played:
    """An attack on its own, played to its end. ``cover__Nob`` is the fact ``cover:Nob``."""
    return Tenth(script, facts).attack(shooter, target, settings)  # type: ignore[no-any-return]


def battle(
    mine: Army | Unit, theirs: Army | Unit, *script: Any, distance: float = 12, settings: Settings = None
) -> Played:
    """A battle, played until the script is used up; ``left`` is the question then asked, ``end`` the record there."""
    first, second = (
        one if isinstance(one, Army) else army(name, one) for one, name in ((mine, "Mine"), (theirs, "Theirs"))
    )
    return Tenth(script, assumed={"distance": distance}).battle(first, second, settings)  # type: ignore[no-any-return]


def no_attack(shooter: Unit, target: Unit, settings: Settings = None, **facts: Any) -> str:
    """The sentence with which this attack is refused, whoever is asked; fails if it is not."""
    try:
        attack(shooter, target, settings=settings, **facts)
    except BadAnswer as error:
        return str(error)
    raise AssertionError("it is allowed")


def state(unit: str, mark: str, *more: tuple[str, Any]) -> list[tuple[str, Any]]:
    """What the players report of a unit in a battle."""
    return [("unit", "a unit's state"), ("state of", unit), ("state", mark), *more]


# Exact odds ----------------------------------------------------------------------------------------------------------


EXACT = ExactOdds(RULESET, Hit, Shot, targets())
ends, chances, mean, hits, shots = EXACT.ends, EXACT.chances, EXACT.mean, EXACT.hits, EXACT.shots
