"""What an attack at vehicles came to, in JSON, in words for learners, and on the status screen."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.steps.summary import report_of, situation
from tests.rules.seventh.helpers.tabletop import Played, attack, boyz, fire, marines
from tests.rules.seventh.helpers.vehicle_battles import DISARMED, EXPLODES, IMMOBILISED, LANCE, SHAKEN
from tests.rules.seventh.helpers.vehicles import tank


def at_tank(table: int, target: Any = None, *more: Any, points: int = 3) -> Played:
    target = target or tank((11, 11, 10), points, "lascannon", "storm bolter")
    return attack(
        marines(1, LANCE),
        target,
        *fire("lance"),
        ("hit:lance", [6]),
        ("penetrate:lance", [6]),
        ("damage table:Tank", [table]),
        *more,
    )


@pytest.mark.rule("7E-VEH-4", "7E-VEH-5")
def test_the_report_of_a_vehicle() -> None:
    report = report_of(at_tank(DISARMED, None, ("weapon destroyed:Tank", 1)).end)
    assert (report["slain"], report["damage"], report["destroyed"]) == (0, 1, False)
    assert report["models"] == [
        {"name": "Tank", "alive": 1, "wounds": [2], "hull_points": [2], "immobilised": 0, "weapons_lost": ["lascannon"]}
    ]
    assert {name: report[name] for name in ("explodes", "wrecked", "immobilised", "stunned", "shaken", "weapon_destroyed")} == {
        "explodes": False, "wrecked": False, "immobilised": False, "stunned": False, "shaken": False, "weapon_destroyed": True,
    }  # fmt: skip
    assert report["weapons_lost"] == ["lascannon"]


@pytest.mark.rule("7E-VEH-4", "7E-VEH-5")
def test_what_became_of_it() -> None:
    blown, stopped = report_of(at_tank(EXPLODES).end), report_of(at_tank(IMMOBILISED).end)
    assert (blown["explodes"], blown["wrecked"], blown["destroyed"], blown["slain"]) == (True, False, True, 1)
    assert blown["models"] == [
        {"name": "Tank", "alive": 0, "wounds": [], "hull_points": [], "immobilised": 0, "weapons_lost": []}
    ]
    assert stopped["immobilised"]
    assert stopped["models"][0]["immobilised"] == 1
    wreck = report_of(at_tank(SHAKEN, points=1).end)
    assert (wreck["explodes"], wreck["wrecked"], wreck["destroyed"]) == (False, True, True)
    assert "weapons_lost" not in wreck


def test_reports_of_infantry_are_as_they_were() -> None:
    played = attack(marines(1, LANCE), boyz(2), *fire("lance"), ("hit:lance", [1]))
    assert report_of(played.end) == {
        "slain": 0, "damage": 0, "destroyed": False, "models": [{"name": "Boy", "alive": 2, "wounds": [1, 1]}],
    }  # fmt: skip
    assert [*RULESET.measure_titles(played.end)] == ["excess"]


def test_numbers_of_vehicles_have_names_of_their_own() -> None:
    called = RULESET.measure_titles(at_tank(SHAKEN).end)
    assert (called["slain"], called["damage"]) == ("Vehicles destroyed", "Hull Points lost")


@pytest.mark.rule("7E-VEH-2", "7E-VEH-4")
def test_the_situation_of_a_vehicle_in_a_sentence() -> None:
    target = tank((12, 11, 10), 3, type="Vehicle (Tank, Open-topped)", rules=("Extra Armour",))
    records = [
        entry.record
        for entry in attack(
            marines(1, LANCE), target, *fire("lance", facing="side"), ("hit:lance", [6]), ("penetrate:lance", [1]),
        ).asked
        if entry.question is not None and entry.question.key == "penetrate:lance"
    ]  # fmt: skip
    words = situation(records[0])
    assert "Tank AV12/11/10 HP3 open-topped extra armour" in words
    assert "side facing" in words
    assert "T0" not in words
    before = situation(at_tank(IMMOBILISED).end)
    assert "HP2 immobilised" in before
    assert "facing" not in before  # no shot is on its way
