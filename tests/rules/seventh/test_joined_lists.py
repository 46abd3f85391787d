"""Joined characters in lists, in scenarios and in one attack: 7E-IC-1, 7E-IC-6."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario, questions_of, worked_out
from shoot_cli.armies import ArmyErrors, load_text
from shoot_cli.cli.app import app
from shoot_cli.cli.units import pairing, shared_answers
from shoot_cli.commands.odds import batch_line
from shoot_cli.engine.reasons import InputError
from shoot_cli.rules.seventh import unit_text
from tests.helpers.each import each


def shoot(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "80", "NO_COLOR": "1"})


LIST = """\
ruleset: 40k-7e
name: Strike Force
units:
  - name: Tactical Squad
    points: 100
    models: [{name: Marine, count: 5, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [boltgun]}]
  - name: Captain
    points: 90
    joined_to: JOINED
    models: [{name: Captain, BS: 5, T: 4, W: 3, Ld: 10, Sv: 3+/4++, independent: INDEPENDENT, weapons: [bolt pistol]}]
  - name: Chaplain
    points: 80
    models: [{name: Chaplain, BS: 5, T: 4, W: 2, Ld: 10, Sv: 3+/4++, independent: yes, weapons: [bolt pistol]}]
  - name: Rhino
    points: 35
    models: [{name: Rhino, BS: 4, front: 11, side: 11, rear: 10, HP: 3, weapons: [storm bolter]}]
  - name: Wraithlord
    type: Monstrous Creature
    models: [{name: Wraithlord, BS: 4, T: 8, W: 3, Ld: 10, Sv: 3+, weapons: [bright lance]}]
"""


def text(joined: str = "tactical-squad", independent: str = "yes") -> str:
    return LIST.replace("JOINED", joined).replace("INDEPENDENT", independent)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "list.yaml"
    path.write_text(text(), encoding="utf-8")
    return str(path)


# The list ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-IC-6")
def test_a_list_says_who_has_joined_whom() -> None:
    army = load_text(text(), "list.yaml")
    assert [unit.joined_to for unit in army.units] == ["", "Tactical Squad", "", "", ""]
    first, *others = unit_text.card(army)
    assert first.name == "Tactical Squad + Captain"
    assert first.about == "Infantry, 6 models, 190 points"
    assert [card.name for card in others] == ["Chaplain", "Rhino", "Wraithlord"]


@pytest.mark.rule("7E-IC-1")
@each(
    ("joined", "independent", "words"),
    [
        ("Tactical Sqad", "yes", "“Tactical Sqad” is no unit of this list; did you mean Tactical Squad?"),
        ("Tactical Squad", "no", "only Independent Characters join a unit"),
        ("Rhino", "yes", "nobody joins vehicles"),
        ("Wraithlord", "yes", "nobody joins Monstrous Creatures"),
        ("Captain", "yes", "nobody joins himself"),
    ],
)
def test_what_a_list_cannot_join(joined: str, independent: str, words: str) -> None:
    with pytest.raises(ArmyErrors) as error:
        load_text(text(joined, independent), "list.yaml")
    assert str(error.value).startswith("list.yaml:9:16: ")
    assert words in str(error.value)


@pytest.mark.rule("7E-IC-1")
def test_nobody_joins_who_has_joined_another() -> None:
    chained = text().replace("points: 80", "points: 80\n    joined_to: Captain")
    with pytest.raises(ArmyErrors, match="Captain has joined “tactical-squad”: name that unit"):
        load_text(chained, "list.yaml")


def test_the_commands_show_them_as_one(file: str) -> None:
    shown = shoot("army", "show", file, "Captain", "--plain").stdout
    assert shown.startswith("Tactical Squad + Captain\nInfantry, 6 models, 190 points")
    assert (
        "  one unit: Tactical Squad + Captain, Infantry, 6 models, 190 points\n" in shoot("army", "check", file).stdout
    )


# One attack ----------------------------------------------------------------------------------------------------------


def named(file: str, target: str = "10x T4 Sv6+", attacker: str = "", **said: Any) -> Any:
    sides = (attacker or f"{file}::Tactical", target)
    return pairing(
        *sides, "7e", shared_answers([f"{key}={value}" for key, value in said.items()], {"distance": "10"})
    ).task()


@pytest.mark.rule("7E-IC-1", "7E-IC-6")
@pytest.mark.parametrize(
    ("unit", "said", "name", "assumed"),
    [
        ("Tactical", None, "Tactical Squad + Captain", "Captain"),
        ("Captain", None, "Tactical Squad + Captain", "Captain"),
        ("Tactical", "none", "Tactical Squad", None),
        ("Captain", "none", "Captain", None),
        ("Tactical", "chaplain", "Tactical Squad + Chaplain", None),
        ("Tactical", "Captain, Chaplain", "Tactical Squad + Captain + Chaplain", None),
        ("Captain", "Captain, Chaplain", "Tactical Squad + Captain + Chaplain", None),
        ("Captain", "Chaplain", "Captain + Chaplain", None),
        ("Chaplain", None, "Chaplain", "none"),
        ("Rhino", None, "Rhino", None),
    ],
)
def test_who_stands_in_a_unit(file: str, unit: str, said: str | None, name: str, assumed: str | None) -> None:
    answers = {} if said is None else {"attacker_joined": said}
    found = named(file, attacker=f"{file}::{unit}", **answers)
    assert found.attacker.name == name
    assert found.assumed().get("attacker_joined") == assumed
    answers = {} if said is None else {"joined": said}
    assert named(file, f"{file}::{unit}", "10x BS4 boltgun", **answers).target.name == name


@pytest.mark.rule("7E-IC-1")
@pytest.mark.parametrize(
    ("target", "said", "words"),
    [
        ("FILE::Tactical", "Chaplin", "joined: “Chaplin” is no Independent Character of this list; did you mean Chaplain"),
        ("FILE::Rhino", "Chaplain", "joined: Chaplain cannot join Rhino, nobody joins vehicles (7E-IC-1)"),
        ("FILE::Tactical", "Rhino", "“Rhino” is no Independent Character of this list"),
        ("10x T4 Sv6+", "Captain", "joined: there is no Independent Character in the list who could be “Captain”"),
    ],
)  # fmt: skip
def test_who_cannot_have_joined(file: str, target: str, said: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        named(file, target.replace("FILE", file), "10x BS4 boltgun", joined=said)
    assert words in str(error.value)


def test_what_is_assumed_is_listed_and_asked(file: str) -> None:
    found = named(file)
    assert [question.key for question in found.mustered] == ["attacker_joined", "joined"]
    assert worked_out(found).document()["assumed"]["attacker_joined"] == "Captain"
    shown = shoot("odds", f"{file}::Tactical", "T4 Sv6+", "--ruleset", "7e", "--questions", "--plain").stdout
    assert "attacker_joined = Captain\n  Who has joined Tactical Squad: some, all or none of Captain, Chaplain" in shown
    assert "attacker_joined" not in [question.key for question in questions_of(found)]


# A scenario ----------------------------------------------------------------------------------------------------------

MARINE = {"name": "Marine", "count": 5, "BS": 4, "T": 4, "Sv": "3+", "weapons": ["boltgun"]}
HERO = {"name": "Hero", "BS": 5, "T": 4, "W": 3, "Sv": "3+", "independent": True, "weapons": ["boltgun"]}
SQUAD = {"name": "Squad", "models": [MARINE]}


def scenario(*units: dict[str, Any], **answers: Any) -> dict[str, Any]:
    said = {"distance": 10, **answers}
    return {"ruleset": "40k-7e", "attacker": [SQUAD, *units], "target": "10x T4 Sv6+", "answers": said}


def hero(name: str = "Hero", **more: Any) -> dict[str, Any]:
    return {"name": name, "models": [HERO | {"name": name}], **more}


@pytest.mark.rule("7E-IC-1", "7E-IC-6")
@each(
    ("units", "said", "name"),
    [
        ((hero(joined_to="Squad"),), None, "Squad + Hero"),
        ((hero(),), None, "Squad"),
        ((hero(),), "Hero", "Squad + Hero"),
        ((hero(joined_to="squad"),), "none", "Squad"),
        ((hero(joined_to="squad"), hero("Other")), "Hero, Other", "Squad + Hero + Other"),
        ((hero(joined_to="squad"), hero("Other")), "all", "Squad + Hero + Other"),
    ],
)
def test_a_side_may_be_several_units(units: Any, said: str | None, name: str) -> None:
    answers = {} if said is None else {"attacker_joined": said}
    known = armies.KnownSides()
    for _ in range(2):  # read, and remembered
        found = pairing_of_scenario(armies.scenario_from(scenario(*units, **answers), known), {}).task()
        assert found.attacker.name == name
    assert worked_out(found).document()["attacker"] == name


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (hero(joined_to="Sqaud"), "attacker[1].joined_to: “Sqaud” is no unit of this list; did you mean Squad?"),
        ({"name": "Others", "models": [MARINE]}, "attacker[1]: Others is no Independent Character"),
    ],
)
def test_what_is_wrong_with_such_a_side(unit: Any, words: str) -> None:
    with pytest.raises(ArmyErrors) as error:
        armies.scenario_from(scenario(unit))
    assert words in str(error.value)


def test_it_stands_in_a_batch_too() -> None:
    import json

    assert batch_line(json.dumps(scenario(hero(), attacker_joined="Hero")).encode(), False).attacker == "Squad + Hero"
    wrong = json.dumps(scenario(hero(), attacker_joined="Villain")).encode()
    assert "“Villain” is no Independent Character" in batch_line(wrong, False).why_not
