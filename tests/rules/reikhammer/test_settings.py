"""Each setting changes exactly what it should: scenes in which it matters, and many in which it does not."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest

from shoot_cli.analysis.single_attack import questions_of
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.input.answers import Task
from shoot_cli.rules.reikhammer import RULESET
from shoot_cli.rules.reikhammer.charts import Attack
from shoot_cli.rules.reikhammer.profiles import SETTINGS, Unit
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    PASS,
    act,
    attack,
    battle,
    chances,
    formation,
    gun,
    mixed,
    mortar,
    shooters,
    state,
    targets,
    units,
)

VALUES = [(setting.key, value) for setting in SETTINGS for value in setting.values[1:]]


class Scene(NamedTuple):
    shooter: Unit
    target: Unit
    facts: dict[str, Any]


MELTA = gun("melta", macro=("AP",))
BATTERY = formation("Battery", units("Mortar", 1, mortar(9)), units("Gun", 1, gun()))
ENGINES = formation("Engines", units("Engine", 1, gun(), type="WE", integrity=2), units("Near", 1, gun()))
EMPTY = formation("Empties", units("Near", 1, gun()), units("Empty", 1, gun(), ammo=0))
TWO_KINDS = formation("Both", units("Gunner", 1, gun("p", AP=4), gun("q", AT=4)))

SCENES = {
    "guns": Scene(shooters(n=2), targets(2, integrity=2), {}),
    "hard": Scene(shooters(), targets(1, armour=6), {}),
    "macro": Scene(shooters(MELTA), targets(2), {}),
    "macro in cover": Scene(shooters(MELTA), targets(2), {"cover": 2}),
    "many": Scene(shooters(), targets(3, armour=0), {}),
    "three kinds": Scene(TWO_KINDS, mixed("LV", "INF", "AV"), {"distance": "Gunner: 1, LV: 1, INF: 2, AV: 3"}),
    "empty": Scene(EMPTY, targets(2), {"distance": "Near: 3, Empty: 5", "shock": 1}),
    "engine": Scene(ENGINES, targets(2), {"distance": "Engine: 9, Near: 3", "shock": 1}),
    "engine shot at": Scene(shooters(), mixed("WE", integrity=2), {}),
    "offset": Scene(shooters(gun(range=4)), targets(1), {"distance": "3x3"}),
    "near one hidden": Scene(
        shooters(gun(range=12)), mixed("INF", "LV"), {"distance": "Gunner: 3, INF: 3, LV: 13", "hidden": "INF"}
    ),
    "barrage": Scene(shooters(mortar(9)), targets(1, armour=5), {}),
    "barrage at the hurt": Scene(shooters(mortar(9)), targets(1, integrity=2, lost=1, armour=5), {}),
    "barrage in cover": Scene(shooters(mortar(9)), targets(1, armour=5), {"cover": 1}),
    "barrage of a double": Scene(shooters(mortar(9)), targets(1, armour=5), {"action": "double"}),
    "small barrage at armour": Scene(shooters(mortar(2)), targets(1, type="AV"), {}),
    "huge barrage": Scene(shooters(mortar(31)), targets(1, type="AC"), {}),
    "barrage with guns": Scene(BATTERY, targets(1, armour=5), {"shooting": "barrage"}),
}
BARRAGES_THAT_HIT = {"barrage", "barrage at the hurt", "barrage in cover", "barrage of a double", "barrage with guns"}

MATTERS = {
    ("shock_per_failed_save", "true"): {*SCENES}
    - {
        "huge barrage",
        "small barrage at armour",
        "engine shot at",
        "near one hidden",
    },
    ("shock_on_fire", "per_unit"): {
        "near one hidden",
        "guns",
        "macro",
        "macro in cover",
        "many",
        "three kinds",
        "empty",
        "engine",
    },
    ("save_six_fails", "false"): {"hard"},
    ("macro_save", "armour"): {"macro", "macro in cover"},
    ("macro_save", "cover"): {"macro in cover"},
    ("barrage_hits", "automatic"): BARRAGES_THAT_HIT,
    ("barrage_modifiers", "action_only"): {"barrage in cover"},
    ("barrage_modifiers", "none"): {"barrage in cover", "barrage of a double"},
    ("barrage_low_at", "1"): {"small barrage at armour"},
    ("bp_over_30", "refuse"): {"huge barrage"},
    ("empty_units_soak", "false"): {"empty"},
    ("we_suppression", "integrity"): {"engine", "engine shot at"},
    ("metric", "manhattan"): {"offset"},
    ("metric", "euclidean"): {"offset"},
    ("cr_six_passes", "false"): set[str](),
    ("los_and_range", "same_unit"): {"near one hidden"},
    ("even_count", "per_kind"): {"three kinds"},
    ("barrage_integrity", "starting"): {"barrage at the hurt"},
    ("barrage_with_guns", "yes"): {"barrage with guns"},
}


def result(end: Attack) -> tuple[int, int, int, bool]:
    return end.slain, end.damage, end.target_shock, end.broken


@cache
def law(name: str, key: str = "", value: str = "") -> Any:
    scene, settings = SCENES[name], {key: value} if key else {}
    said = {key: scene.facts[key] for key in scene.facts if key == "shooting"}
    try:
        task = Task(RULESET, scene.shooter, scene.target, said, RULESET.defaults() | settings)
        asked = {question.key for question in questions_of(task)}
        facts = {key: fact for key, fact in scene.facts.items() if key in asked}  # what cannot matter is not asked
        return chances(scene.shooter, scene.target, result, settings, **facts)
    except BadAnswer as error:
        return str(error)


def test_every_value_is_looked_at() -> None:
    assert sorted(MATTERS) == sorted(VALUES)
    assert len(SETTINGS) == 16


@pytest.mark.rule(
    "RH-SHOCK-1", "RH-SHOCK-2", "RH-SAVE-1", "RH-MW-2", "RH-BAR-4", "RH-BAR-5", "RH-BAR-6", "RH-BAR-7", "RH-SUP-1",
    "RH-SUP-3", "RH-ELIG-2", "RH-ELIG-4", "RH-ACT-1", "RH-ALLOC-5",
)  # fmt: skip
@pytest.mark.parametrize(("key", "value"), VALUES)
def test_a_setting_changes_what_it_should_and_nothing_else(key: str, value: str) -> None:
    assert {name for name in SCENES if law(name, key, value) != law(name)} == MATTERS[key, value]


def test_defaults_are_the_first_values() -> None:
    for setting in SETTINGS:
        assert all(law(name, setting.key, setting.values[0]) == law(name) for name in ("guns", "barrage", "macro"))


@pytest.mark.rule("RH-BAR-4")
def test_the_words_of_a_refusal() -> None:
    assert "31 barrage points" in law("huge barrage", "bp_over_30", "refuse")
    assert "RH-BAR-4" in law("huge barrage", "bp_over_30", "refuse")


@pytest.mark.rule("RH-ELIG-2")
@pytest.mark.parametrize(("value", "told"), [("separate", False), ("same_unit", True)])
def test_sight_and_range_may_be_of_one_unit(value: str, told: bool) -> None:
    """What the players measure: the nearest unit, or the nearest one in sight."""
    played = attack(shooters(), targets(), ("hit:gun", [6]), settings={"los_and_range": value})
    assert ("sees" in played.question("distance").text) == told
    barrage = attack(shooters(mortar(1)), targets(1), ("hit:Target", [6]), settings={"los_and_range": value})
    assert "tile" in barrage.question("distance").text


@pytest.mark.rule("RH-ACT-1", "RH-RALLY-1")
@pytest.mark.parametrize(("value", "need"), [("true", None), ("false", 5)])
def test_tests_against_6(value: str, need: int | None) -> None:
    said = {"cr_six_passes": value}
    unit = shooters(name="A", rating=6)
    played = battle(unit, targets(), FIRST, act("A", "march", test=None if need is None else 6), settings=said)
    assert played.unit_at("A").shock == (0 if need is None else 1)
    shocked = [*state("A", "shock", ("shock", 1)), PASS, PASS]
    rolled = battle(unit, targets(), FIRST, shocked, *([("rally", [6])] if need else []), settings=said)
    assert rolled.unit_at("A").shock == (0 if need is None else 1)


@pytest.mark.rule("RH-BAR-7", "RH-ELIG-4")
@pytest.mark.parametrize(("metric", "tiles"), [("chebyshev", 9), ("manhattan", 5), ("euclidean", 5)])
def test_the_area_told_by_the_metric(metric: str, tiles: int) -> None:
    played = attack(shooters(mortar(9)), targets(1), ("hit:Target", [6]), settings={"metric": metric})
    assert played.said(f"radius 1, that is {tiles} tiles", "RH-BAR-4")
