"""Names that are equal to the eye are equal: of lists, units, models, weapons, effects, answers, keywords."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from shoot_cli.api import load
from shoot_cli.armies.army import numbered
from shoot_cli.armies.loading import find_list, find_unit, list_and_unit, load_text
from shoot_cli.armies.tree import ArmyErrors, plain_name
from shoot_cli.engine.names import find, name_key, same_name, visible
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.importing.list_files import attack_side
from shoot_cli.input.answers import spelled
from tests.helpers.each import each

ALIKE = (
    ("Théodric’s Garde", unicodedata.normalize("NFD", "théodric's GARDE")),
    ("Ωmega 歩兵ガード", unicodedata.normalize("NFD", "ωMEGA\u00a0歩兵ガード")),
    ("Half‑Track “Rex”", 'half-track "REX"'),
    ("Ｗｉｄｅ Squad", "wide squad"),
    ("Straße", "STRASSE"),
    ("👨\u200d🚀 Sergeant", "👨🚀 sergeant"),
    ("soft\u00adhyphen", "softhyphen"),
)
LIST = """
ruleset: 40k-10e
name: Garde
weapons:
  Éclair d’or: {range: 24, A: 1, BS: 4+, S: 3, AP: 0, D: 1}
units:
  - name: Théodric’s Garde
    keywords: [Gardé d’Or]
    abilities: ["+1 to hit against T’AU"]
    models:
      - {name: Garde d’élite, count: 3, T: 4, Sv: 3+, W: 2, weapons: ["WEAPON"]}
  - {name: Other, keywords: [T'au], models: [{name: Lad, count: 3, T: 4, Sv: 3+, W: 2}]}
"""


@each("one, other", ALIKE)
def test_names_that_are_equal_to_the_eye_have_one_key(one: str, other: str) -> None:
    assert one != other
    assert same_name(one, other)
    assert plain_name(one) == plain_name(other)
    assert find(other, [one, "somebody"]) == [0]
    assert numbered([one, other]) == [one, f"{other} 2"]
    assert Choose("who", (Option(one), Option("nobody"))).read(other) == one


def test_names_that_are_not_equal_are_not() -> None:
    assert not same_name("Garde", "Gardé")
    assert name_key("-1") != name_key("1")
    with pytest.raises(BadAnswer):
        Choose("who", (Option("Garde"), Option("nobody"))).read("Gardé")


def test_a_list_uses_its_own_names_however_they_are_typed() -> None:
    said = unicodedata.normalize("NFD", "éclair d'or")
    army = load_text(LIST.replace("WEAPON", said), "garde.yaml")
    unit = find_unit(army, unicodedata.normalize("NFD", "théodric's garde"))
    assert [weapon.name for weapon in unit.weapons()] == ["Éclair d’or"]
    assert unit.models[0][0].keywords == ("GARDÉ D'OR",)
    with pytest.raises(ArmyErrors, match="same name"):
        load_text(
            LIST.replace("units:", f'  "{said}": {{range: 12, A: 1, BS: 4+, S: 3, AP: 0, D: 1}}\nunits:'), "x.yaml"
        )


def test_answers_are_said_of_names_in_another_form() -> None:
    said = {unicodedata.normalize("NFD", "cover:théodric's garde"): "yes"}
    assert spelled(said, ["cover"], ["Théodric’s Garde"]) == {"cover:Théodric’s Garde": "yes"}
    assert spelled(said, ["cover:Théodric’s Garde"]) == {"cover:Théodric’s Garde": "yes"}


def test_a_keyword_of_another_apostrophe_is_the_same_keyword() -> None:
    army = load_text(LIST.replace("WEAPON", "Éclair d’or"), "garde.yaml")
    assert army.units[0].models[0][0].abilities[0].conditions[0].words == army.units[1].models[0][0].keywords


def test_a_file_may_have_two_colons_in_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a::b.yaml").write_text(LIST.replace("WEAPON", "Éclair d’or"), encoding="utf-8")
    assert list_and_unit("a::b.yaml") == ("a::b.yaml", "", "")
    assert list_and_unit("a::b.yaml::Garde") == ("a::b.yaml", "::", "Garde")
    assert list_and_unit("c::b.yaml") == ("c", "::", "b.yaml")
    assert attack_side("a::b.yaml::Other", None, "target").unit.name == "Other"
    assert load("a::b.yaml").unit("Other").name == "Other"


def test_a_file_is_found_by_its_name_in_another_form(tmp_path: Path) -> None:
    there = tmp_path / unicodedata.normalize("NFD", "Gardé.yaml")
    there.write_text(LIST, encoding="utf-8")
    assert find_list(str(tmp_path / unicodedata.normalize("NFC", "Gardé.yaml"))) == there


def test_a_joined_picture_is_shown_without_its_joiner() -> None:
    assert visible("👨\u200d🚀 Sergeant") == "👨🚀 Sergeant"
    assert visible("\u202eevil") == "\N{REPLACEMENT CHARACTER}evil"
