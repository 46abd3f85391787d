"""A name that no data has, with one near it: `play` asks whether that is meant, and takes it (IMP-62)."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from shoot_cli.importing.list_files import load
from shoot_cli.play import before
from shoot_cli.play.before import LEAVE, NEAR, TAKE, Before, ready, with_near_names
from tests.importing.toy_package import installed

TEXT = """Lamps (200 points)

Torches
Strike Force (2000 points)
High Lamp

BATTLELINE

Toorch Archerr (100 points)
  • 10x Torch Archer
    • 10x Fiire boww

OTHER DATASHEETS

Lamp Cart (100 points)
  • 1x Lamp Cart
    • 1x Lamp cannon

Nobody Knows (50 points)

Exported with App Version: v2.0.0 (121), Data Version: v867
"""
FIRST, SECOND = "near:Toorch Archerr", "near:Fiire boww"


class Table(Before):
    """Whoever is asked: the answers by the beginnings of keys, what was asked, and what was said."""

    def __init__(self, answers: dict[str, str]) -> None:
        self.out = StringIO()
        super().__init__(Console(file=self.out, width=400), True)
        self.scripted, self.questions = answers, list[Any]()

    def one(self, question: Any, screen: Any, plain: bool, why: str, takes: Any, of: Before) -> str:
        self.questions.append((question.key, question.text, why))
        return next(said for key, said in self.scripted.items() if question.key.startswith(key))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], Table]:
    def table(answers: dict[str, str]) -> Table:
        made = Table(answers)
        monkeypatch.setattr(before, "ask_one", made.one)
        return made

    return table


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    installed(tmp_path / "package", monkeypatch)
    text = tmp_path / "lamps.txt"
    text.write_text(TEXT, encoding="utf-8")
    return text


def models(loaded: Any) -> dict[str, list[tuple[str, int, list[str]]]]:
    return {
        unit.name: [(model.name, n, [weapon.name for weapon in model.weapons]) for model, n in unit.models]
        for unit in loaded.army.units
    }


@pytest.mark.rule("IMP-62", "IMP-3")
def test_a_near_name_is_asked_for_and_taken(path: Path, table: Callable[..., Table]) -> None:
    """A weapon of a unit that was unknown comes to light only when the unit is taken."""
    asked = table({"near": TAKE, "gaps": "go on", "leads": "nobody"})
    loaded = ready(load(path), None, asked, False)
    assert [key for key, _, _ in asked.questions] == [FIRST, SECOND, "gaps"]
    assert asked.questions[0] == (FIRST, "Lamps: no data has “Toorch Archerr”. Is it Torch Archer?", NEAR)
    assert models(loaded)["Torch Archer"] == [("Torch Archer", 10, ["Fire bow"])]
    assert "“Fiire boww” is taken to be Fire bow." in asked.out.getvalue()
    assert "Now 2 units, 11 models, 200 points (adds up)." in asked.out.getvalue()
    assert [one.unit for one in loaded.imported.left_out] == ["Nobody Knows"]
    _, _, gaps = asked.out.getvalue().partition("LEFT OUT:\n")  # the report before named what was taken, too
    assert "Nobody Knows" in gaps
    assert "Archer" not in gaps
    assert [one.text for one in loaded.imported.guesses if "as you said" in one.text] == [
        "“Toorch Archerr” is taken to be Torch Archer, as you said", "“Fiire boww” is taken to be Fire bow, as you said",
    ]  # fmt: skip
    assert loaded.imported.meant == (("Toorch Archerr", "Torch Archer"), ("Fiire boww", "Fire bow"))


@pytest.mark.rule("IMP-62", "IMP-3")
def test_a_near_name_is_not_taken_unasked(path: Path, table: Callable[..., Table]) -> None:
    loaded = load(path)
    assert [*models(loaded)] == ["Lamp Cart"]
    assert [(one.named, one.near) for one in loaded.imported.proposals] == [("Toorch Archerr", ("Torch Archer",))]
    asked = table({"near": LEAVE, "gaps": "go on"})
    assert [*models(ready(loaded, None, asked, False))] == ["Lamp Cart"]
    assert "Now" not in asked.out.getvalue()
    assert "LEFT OUT" not in asked.out.getvalue()  # as the report had it
    assert [key for key, _, _ in asked.questions] == [FIRST, "gaps"]
    asked = table({FIRST: TAKE, SECOND: LEAVE})
    assert models(with_near_names(load(path), None, asked))["Torch Archer"] == [("Torch Archer", 10, [])]
    asked = table({})
    assert [*models(ready(load(path), None, asked, True))] == ["Lamp Cart"]


@pytest.mark.rule("IMP-62")
def test_what_has_several_near_names_or_none_is_not_asked_for(path: Path) -> None:
    path.write_text(TEXT.replace("Toorch Archerr", "Unknown Thing"), encoding="utf-8")
    assert load(path).imported.proposals == ()
    report = load(path).imported
    (lost, _) = report.left_out
    both = lost.but(named="Thing", near=("Thinge", "Things"))
    assert report.but(left_out=(both, lost.but(named="", near=("Thinge",)))).proposals == ()


@pytest.mark.rule("IMP-32", "IMP-62")
def test_a_weapon_of_another_unit_is_proposed_with_whose_it_is(path: Path, table: Callable[..., Table]) -> None:
    """Its exact name goes before names of the unit that are near it; the report and the question say the same."""
    text = "Lamps (200 points)\n\nLanterns\n\nLamp Cart (50 points)\n  • 1x Lamp rifle\n\nApp Version: v2.0.0"
    path.write_text(text, encoding="utf-8")
    (lost,) = load(path).imported.left_out
    assert (lost.unit, lost.text) == ("Lamp Cart", "Lamp rifle: wh40kdc 9.9 does not have it for this unit")
    assert lost.remedy == "is it Lamp rifle (of Lamp Guard)? Then write that in the text"
    asked = table({"near": TAKE})
    loaded = with_near_names(load(path), None, asked)
    (question,) = asked.questions
    assert question[1] == "Lamps: the datasheet of Lamp Cart has no “Lamp rifle”. Is it Lamp rifle (of Lamp Guard)?"
    assert models(loaded) == {"Lamp Cart": [("Lamp Cart", 1, ["Lamp rifle (Broad)", "Lamp rifle (Narrow)"])]}
    assert loaded.imported.left_out == ()
    path.write_text(
        path.read_text(encoding="utf-8").replace("Lamp rifle", "Lamp rifle (of Lamp Guard)"), encoding="utf-8"
    )
    assert models(load(path)) == models(loaded)
