"""Every weapon of every shipped list fires, and every unit is shot at: nothing is closed, and all chances are whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.armies import find_list
from shoot_cli.importing.list_files import load
from shoot_cli.input import answerers
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.profiles import ORDNANCE, Unit, Weapon
from tests.helpers.each import each
from tests.helpers.samples import every_nth
from tests.rules.seventh.helpers.tabletop import marines
from tests.rules.seventh.helpers.vehicles import tank

LISTS = ("ultramarines", "orks", "astra_militarum", "tau", "eldar", "hive_fleet")
UNITS = {
    f"{name}-{unit.name}": unit for name in LISTS for unit in load(find_list(f"40k-7e/{name}")).army.units
}  # by list and name, in the order of the lists
TARGETS = {"squad": marines(10), "vehicle": tank((12, 11, 10), 3, name="Target")}
GUNS = {name: marines(2, name) for name in ("boltgun", "lascannon")}
NEAR = 12  # inches: Rapid Fire and Melta are near enough for their best, heavy weapons not too near
BESIDE = 1e-9


def weapons(unit: Unit) -> list[Weapon]:
    """Each name once, in the order of the list."""
    return [*{weapon.name: weapon for weapon in unit.weapons()}.values()]


def every_weapon() -> Iterator[Any]:
    for name, unit in UNITS.items():
        for weapon in weapons(unit):
            for target in TARGETS:
                yield pytest.param(unit, weapon, TARGETS[target], id=f"{name}-{weapon.name}-{target}")


def reach(weapon: Weapon) -> float:
    """A distance in inches at which it is sure to fire."""
    return 6 if weapon.range is None else min(NEAR, weapon.range)


def played(attacker: Unit, target: Unit, said: Mapping[str, Any]) -> dict[str, Any]:
    """Its odds, which are whole, and one roll of it, which is one of their cases."""
    task = of_units("40k-7e", attacker, target, said)
    result = worked_out(task).document()
    assert not result.get("unused", {})
    for name in ("slain", "damage"):
        assert sum(result[name]) == pytest.approx(1, abs=BESIDE)
        assert all(-BESIDE <= chance <= 1 + BESIDE for chance in result[name])
    end, _ = answerers.resolve(task.ruleset, task.start(), task.answers, 7, task.settings)
    report = task.ruleset.report(end)
    for name in ("slain", "damage"):
        assert result[name][report[name]] > 0
    return result


@pytest.mark.parametrize(("unit", "weapon", "target"), every_nth(5, [*every_weapon()]))
def test_every_weapon_fires(unit: Unit, weapon: Weapon, target: Unit) -> None:
    said = {"weapon": weapon.name, "distance": reach(weapon)}
    if weapon.type != ORDNANCE and any(other.type == ORDNANCE for other in unit.weapons()):
        said["ordnance"] = "no"  # its other weapons would be Snap Shots
    result = played(unit, target, said)
    assert weapon.name not in result.get("closed", ())
    assert result["expected"]["hits"] > 0
    if target.vehicle:
        assert 0 <= result["expected"]["damage"] <= 3
    else:
        assert 0 < result["expected"]["slain"] <= 10


@pytest.mark.slow
@each("gun", GUNS)
@each("unit", UNITS.values(), ids=UNITS)
def test_every_unit_is_shot_at(unit: Unit, gun: str) -> None:
    result = played(GUNS[gun], unit, {"distance": NEAR})
    assert result["expected"]["hits"] > 0
    if gun == "lascannon":
        assert result["expected"]["damage"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_every_unit_fires_all_that_it_can(unit: Unit, target: str) -> None:
    """One weapon after the other, as proposed; grenades and pistols may be out of reach."""
    task = of_units("40k-7e", unit, TARGETS[target], {"distance": NEAR})
    result = worked_out(task).document()
    for name in ("slain", "damage"):
        assert sum(result[name]) == pytest.approx(1, abs=BESIDE)
    assert result["expected"]["hits"] > 0
    for seed in range(20):
        end, _ = answerers.resolve(task.ruleset, task.start(), task.answers, seed, task.settings)
        report = task.ruleset.report(end)
        assert result["slain"][report["slain"]] > 0


def test_a_drill_tells_of_a_vehicle_what_the_learner_needs() -> None:
    said = RULESET.situation(RULESET.begin_attack(GUNS["lascannon"], TARGETS["vehicle"]))
    assert "Target AV12/11/10 HP3" in said
    assert "T0" not in said
