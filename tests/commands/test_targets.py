"""Targets to measure against, at the command line: named, checked, shot at, and never played."""

from __future__ import annotations

from collections.abc import Callable
from json import loads
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.armies import ArmyErrors, target_sets
from shoot_cli.cli.units import sides_of_many
from shoot_cli.engine.reasons import InputError
from shoot_cli.importing.list_files import load
from tests.armies.test_targets import OWN
from tests.helpers.each import each

Shoot = Callable[..., Any]
WHO_SHOOTS = {
    "40k-2e": "macragge_column::Land Raider",
    "40k-7e": "ultramarines::Tank Killers",
    "40k-10e": "adeptus-astartes::Hellblaster",
    "40k-11e": "vanguard::Hellblaster",
    "reikhammer": "red_host::Old Bear",
}
ROSTER = Path(__file__).parents[2] / "docs" / "rosters"


@pytest.mark.slow
@each("sample", target_sets(), ids=lambda sample: sample.ruleset)
def test_every_target_can_be_shot_at(sample: armies.Sample, shoot: Shoot) -> None:
    for unit in load(sample.path).army.units:
        done = shoot("odds", WHO_SHOOTS[sample.ruleset], f"targets::{unit.name}", "--json")
        assert done.code == 0, (sample.ruleset, unit.name, done.err)
        found = loads(done.out)
        assert found["target"] == unit.name
        assert abs(sum(found["slain"]) - 1) < 1e-9
        assert sum(n * chance for n, chance in enumerate(found["damage"])) > 0, (sample.ruleset, unit.name)


def test_check_and_show_know_them(shoot: Shoot) -> None:
    done = shoot("army", "check", "7e/targets")
    assert done.out.startswith("7e/targets: fine, 11 units, 56 models: targets, no army\n")
    assert loads(shoot("army", "check", "7e/targets", "--json").out)["files"][0]["only_targets"] is True
    assert "only_targets" not in loads(shoot("army", "check", "orks", "--json").out)["files"][0]
    assert shoot("army", "show", "7e/targets", "Rhino").out.startswith("Rhino\n")
    assert "40k-2e/targets" in shoot("army", "check", "targets").err


def test_a_set_alone_is_no_target_of_one_attack(shoot: Shoot) -> None:
    done = shoot("odds", "ultramarines::Tactical", "targets")
    assert (done.code, "name a unit behind the list, as in targets::Guardsmen" in done.err) == (1, True)
    assert "may be several lists" in shoot("odds", "targets", "orks::Green Tide").err


@pytest.mark.parametrize("words", [("targets", "orks"), ("orks", "7e/targets")])
def test_play_does_not_take_them(words: tuple[str, str], shoot: Shoot) -> None:
    done = shoot("play", "--demo", *words)
    assert (done.code, "is a set of targets to measure attacks against, no army" in done.err) == (1, True)


def test_nor_does_a_drill_or_a_file_of_ones_own(shoot: Shoot, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    assert "no army" in shoot("play", "--demo", path, "orks").err
    assert "no army" in shoot("drill", "sheet", "--mine", "7e/targets").err


# Many units at once ---------------------------------------------------------------------------------------------------


def test_targets_are_of_the_ruleset_of_those_who_shoot() -> None:
    shooters, victims = sides_of_many(
        ["ultramarines::Tactical, Melta"], ["targets::Rhino", "targets::Boyz"], None, False
    )
    assert [side.unit.name for side in shooters] == ["Tactical Squad", "Melta Squad"]
    assert [side.unit.name for side in victims] == ["Rhino", "Boyz"]
    shooters, victims = sides_of_many(["10x BS4 boltgun"], ["10x T4 Sv3+"], "7e", False)
    assert (shooters[0].ruleset, victims[0].ruleset) == ("40k-7e", "40k-7e")
    with pytest.raises(InputError, match="no ruleset '8e'"):
        sides_of_many(["orks"], ["targets"], "8e", False)


def test_lists_of_other_programs_are_taken_and_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    roster = tmp_path / "army.json"
    copy(next(iter(sorted(ROSTER.glob("*.json")))), roster)
    try:
        shooters, _ = sides_of_many([str(roster)], ["targets"], None, True)
    except ArmyErrors as error:
        pytest.fail(str(error))
    assert shooters
    assert all(side.imported for side in shooters)
    assert "army.json" in capsys.readouterr().err
