"""What a menu of units costs: a long battle asks of every unit again and again, and few of them have changed."""

from __future__ import annotations

from shoot_cli import armies
from shoot_cli.importing.list_files import load
from shoot_cli.rules.second import RULESET
from shoot_cli.rules.second.records import Battle
from shoot_cli.rules.second.steps.eligibility import label, why_nobody_can_fire
from shoot_cli.rules.second.steps.happened import why_not_nominated
from tests.helpers.work import lines_run


def menu(battle: Battle) -> list[tuple[str, object]]:
    """Each unit as it stands there, and why it is closed."""
    return [
        (label(company, why), why)
        for at, company in enumerate(battle.shooters.units)
        for why in (why_not_nominated(battle, at),)
    ]


def test_models_of_units_that_have_not_changed_are_not_looked_at_again() -> None:
    army = load(next(one.path for one in armies.samples() if one.ruleset == RULESET.name)).army

    def work(times: int) -> int:
        for known in (label, why_nobody_can_fire):
            known.cache_clear()  # equal units of other tests would have to be compared
        units = [unit.but(models=tuple((model, n * times) for model, n in unit.models)) for unit in army.units]
        b = RULESET.begin_battle(army.but(units=tuple(units)), army, None)
        first = menu(b)
        assert menu(b) == first
        return lines_run(lambda: menu(b))

    assert work(1) == work(5)
