"""Every weapon of every shipped list fires at a squad and at a vehicle: nothing raises, and all chances are whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shoot_cli.input import answerers
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.second import ATTACK, RULESET
from shoot_cli.rules.second.profiles import Save, Unit, Weapon
from shoot_cli.rules.second.steps.attack import new_attack
from tests.helpers.each import each
from tests.helpers.samples import every_nth
from tests.rules.second.helpers.guns_and_men import LASCANNON, RHINO, firer, flamer, men
from tests.rules.second.helpers.reader import NAMES, shipped

AT_ONCE = 5  # models of a kind: twenty grenades would take long
UNITS = {f"{name}-{unit.name}": unit for name in NAMES for unit in shipped(name).units}
TARGETS = {"squad": men(10, save=Save(3), name="Marine"), "vehicle": RHINO}
NEAR = 6  # inches


def weapons(unit: Unit) -> list[Weapon]:
    return [*{weapon.name: weapon for weapon in unit.weapons()}.values()]


def every_weapon() -> Iterator[Any]:
    for name, unit in UNITS.items():
        for weapon in weapons(unit):
            for target in TARGETS:
                yield pytest.param(unit, weapon, TARGETS[target], id=f"{name}-{weapon.name}-{target}")


@pytest.mark.parametrize(("unit", "weapon", "target"), every_nth(5, [*every_weapon()]))
def test_every_weapon_fires(unit: Unit, weapon: Weapon, target: Unit) -> None:
    said = {"weapon": weapon.name, "distance": NEAR}
    settings = RULESET.defaults()
    unit = unit.but(models=tuple((model, min(n, AT_ONCE)) for model, n in unit.models))
    ends = odds(ATTACK, new_attack(unit, target), Preset(said, raise_missing), settings=settings)
    laws = {name: ends.measure(measure) for name, measure in RULESET.measures.items()}
    for law in laws.values():
        assert sum(law.values()) == pytest.approx(1, abs=1e-9)
    if not target.datafax:
        assert sum(n * chance for n, chance in laws["slain"].items()) > 0
    for seed in range(3):
        end, _ = answerers.resolve(RULESET, new_attack(unit, target), said, seed, settings)
        assert end.fired == (weapon.name,)
        for name, measure in RULESET.measures.items():
            assert laws[name][measure(end)] > 0


@each("unit", UNITS.values(), ids=UNITS)
def test_every_unit_is_shot_at(unit: Unit) -> None:
    for shooter in (firer(LASCANNON, n=2), firer(flamer())):
        ends = odds(
            ATTACK, new_attack(shooter, unit), Preset({"distance": NEAR}, raise_missing), settings=RULESET.defaults()
        )
        law = ends.measure(RULESET.measures["damage"])
        assert sum(law.values()) == pytest.approx(1, abs=1e-9)
        assert any(n for n, chance in law.items() if chance) or shooter.weapons()[0].template
