"""Words for tests of what flies: Flyers, flying monsters, and the exact chances of what a battle makes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.analysis.single_attack import as_input_error, of_units, worked_out
from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import AFTERMATH, ATTACK, RULESET
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Battle, BystanderHits
from shoot_cli.rules.seventh.steps.attack import begin_attack, end_attack
from shoot_cli.rules.seventh.steps.flyers import ground_at_once, grounding_tests
from shoot_cli.rules.seventh.steps.states import HURT_ALOFT, PULLED
from shoot_cli.rules.seventh.steps.turns import new_battle
from tests.rules.seventh.helpers.tabletop import army, marines, squad, trooper
from tests.rules.seventh.helpers.vehicle_battles import state
from tests.rules.seventh.helpers.vehicles import tank

HOVER = "Vehicle (Flyer, Hover)"
SWOOPS = state("Tyrant", "swooping")
ASIDE = ("under:Raven", 0)  # nobody is under the marker


def flyer(
    *weapons: Any, points: int = 3, type: str = HOVER, armour: int = 10, name: str = "Raven", **more: Any
) -> Unit:
    return tank(armour, points, *weapons, name=name, type=type, **more)


def tyrant(*weapons: Any, n: int = 1, rules: tuple[str, ...] = (), **stats: Any) -> Unit:
    values = {"T": 6, "W": 4} | stats
    models = trooper("Tyrant", n, *(weapons or ("devourer",)), **values)
    return squad("Tyrant", models, type="Flying Monstrous Creature", rules=rules)


def said(mine: Unit, theirs: Unit, **answers: Any) -> dict[str, Any]:
    """What the odds say, as the command has it. :raises InputError: refused in words"""
    task = of_units(
        "40k-7e", mine, theirs, {"distance": 12} | {key.replace("__", ":"): v for key, v in answers.items()}
    )
    with as_input_error():
        result = worked_out(task).document()
    return dict(result)


# Exact chances in a battle -------------------------------------------------------------------------------------------


def two(mine: Unit, theirs: Unit, *marks: str) -> Battle:
    """A battle of one unit on each side; the second one bears these marks."""
    b = new_battle(army("Mine", mine), army("Theirs", theirs)).but(unit=0, target=0)
    company = b.unit_at(1, 0)
    for mark in marks:
        company = company.with_mark(Mark(mark))
    return replaced(b, 1, 0, company)


def chances_of(
    battle: Battle, nodes: Any, value: Callable[[Battle], Any], settings: Mapping[str, str] | None = None, **facts: Any
) -> dict[Any, Fraction]:
    """The chance of each value after these nodes of the sequence, all else as proposed."""
    given = Preset({"distance": 12} | facts, raise_missing)
    ends = odds(nodes, battle, given, exact=True, settings=RULESET.defaults() | dict(settings or {}))
    found: dict[Any, Fraction] = ends.measure(value)
    return found


def left(battle: Battle, side: int = 1) -> int:
    """Wounds and models left in the first unit of this side."""
    return sum(rank.left * rank.n for rank in battle.unit_at(side, 0).ranks)


def hurt_by(weapon: Any, theirs: Unit, settings: Mapping[str, str] | None = None, **how: Any) -> dict[int, Fraction]:
    """Wounds left after one such hit that nobody aimed."""
    b = two(marines(1), theirs)
    return chances_of(b.but(harms=(BystanderHits(1, 0, 1, weapon, "here", **how),)), (AFTERMATH,), left, settings)


def after_the_test(
    theirs: Unit,
    value: Callable[[Battle], Any] = left,
    settings: Mapping[str, str] | None = None,
    traktor: bool = False,
) -> dict[Any, Fraction]:
    """What the end of the phase makes of a Swooping creature that was hurt."""
    b = two(marines(1), theirs, "swooping", HURT_ALOFT, *[PULLED] * traktor)
    return chances_of(b, (grounding_tests, AFTERMATH), value, settings)


def after_the_phase(
    mine: Unit, theirs: Unit, value: Callable[[Battle], Any], settings: Mapping[str, str] | None = None, **facts: Any
) -> dict[Any, Fraction]:
    """What an attack at a Swooping creature comes to, with the end of the phase."""
    nodes = (begin_attack, *ATTACK, end_attack, ground_at_once, AFTERMATH, grounding_tests, AFTERMATH)
    return chances_of(two(mine, theirs, "swooping"), nodes, value, settings, **facts)


def grounded(battle: Battle) -> bool:
    """True if it fell, and of one that did not live through that."""
    return bool(battle.unit_at(1, 0).marked("grounded")) or not left(battle)
