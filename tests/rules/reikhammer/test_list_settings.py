"""How a group reads the rules may stand in its list: what becomes of that where two lists meet."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from shoot_cli.armies.loading import agreed
from shoot_cli.cli.units import pairing, shared_answers
from shoot_cli.engine.reasons import InputError
from shoot_cli.importing.list_files import attack_side, load
from shoot_cli.play.start import checked_settings
from shoot_cli.practice.session import readings, source
from shoot_cli.rules import edition
from shoot_cli.storage.remembered_place import reloaded
from shoot_cli.storage.store import Store
from tests.golden.playing import Lines, Screen, call

LIST = """\
ruleset: reikhammer
name: {name}
settings: {settings}
formations:
  - {{name: Line, CR: 4, units: [{{name: Men, count: 2, type: INF, armour: 3, integrity: 2, weapons: [{{name: gun, range: 9, AP: 3}}]}}]}}
"""


@pytest.fixture
def write(tmp_path: Path):
    def written(name: str, settings: str = "{}") -> str:
        path = tmp_path / f"{name}.yaml"
        path.write_text(LIST.format(name=name, settings=settings), encoding="utf-8")
        return str(path)

    return written


def test_settings_come_with_a_side(write) -> None:
    side = attack_side(f"{write('Red', '{macro_save: cover}')}::Line", None, "attacker")
    assert side.settings == (("macro_save", "cover"),)
    assert attack_side("2x AP4", "rh", "attacker").settings == ()
    assert attack_side("ultramarines::Tactical", None, "attacker").settings == ()


@pytest.mark.parametrize(
    ("mine", "theirs", "said", "settings"),
    [
        ("{}", "{}", [], {}),
        ("{macro_save: cover}", "{}", [], {"macro_save": "cover"}),
        ("{}", "{macro_save: cover}", [], {"macro_save": "cover"}),
        (
            "{macro_save: cover}",
            "{macro_save: cover, metric: euclidean}",
            [],
            {"macro_save": "cover", "metric": "euclidean"},
        ),
        ("{macro_save: cover}", "{}", ["macro_save=armour"], {"macro_save": "armour"}),
        ("{macro_save: cover}", "{macro_save: none}", ["macro_save=armour"], {"macro_save": "armour"}),
        ("{macro_save: cover}", "{macro_save: none}", ["Macro_Save=armour"], {"macro_save": "armour"}),
        ("{macro_save: cover}", "{}", ["metric=manhattan"], {"macro_save": "cover", "metric": "manhattan"}),
    ],
)
def test_an_attack_is_read_as_its_lists_say(
    write, mine: str, theirs: str, said: list[str], settings: dict[str, str]
) -> None:
    attacker, target = f"{write('Red', mine)}::Line", f"{write('Blue', theirs)}::Line"
    found = pairing(attacker, target, None, shared_answers(said, {})).task()
    assert found.settings == settings
    assert found.answers == {}


def test_lists_that_disagree_are_refused(write) -> None:
    attacker, target = f"{write('Red', '{macro_save: cover}')}::Line", f"{write('Blue', '{macro_save: none}')}::Line"
    with pytest.raises(
        InputError, match="Red reads macro_save as cover, Blue as none; agree on one: --set macro_save=cover"
    ):
        pairing(attacker, target, None, shared_answers(["metric=manhattan"], {})).task()


def test_a_list_against_a_line(write) -> None:
    found = pairing(f"{write('Red', '{macro_save: cover}')}::Line", "2x INF A3", "rh", shared_answers(None, {})).task()
    assert found.settings == {"macro_save": "cover"}


def test_a_battle_is_read_as_its_lists_say(write) -> None:
    found = edition("rh")
    assert found is not None
    pair = [load(Path(write(name, "{macro_save: cover}"))) for name in ("Red", "Blue")]
    other = load(Path(write("Green", "{macro_save: none}")))
    ruleset = found.ruleset()
    assert checked_settings(ruleset, ["metric=manhattan"], pair) == {"macro_save": "cover", "metric": "manhattan"}
    assert checked_settings(ruleset, ["macro_save=none"], pair) == {"macro_save": "none"}
    with pytest.raises(InputError, match="Red reads macro_save as cover, Green as none"):
        checked_settings(ruleset, None, [pair[0], other])
    for key in ("macro_save", "MACRO_save"):
        assert checked_settings(ruleset, [f"{key}=armour"], [pair[0], other]) == {"macro_save": "armour"}


def test_they_are_kept_with_the_battle(write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path / "home"))
    lists_ = [write("Red", "{macro_save: cover}"), write("Blue")]
    call(["play", *lists_, "--dice", "app", "--battle", "Kept", "--plain"], Lines(["q"], Screen()), tmp_path / "home")
    with Store.open() as store:
        stored = store.load("Kept")
    assert stored.settings == {"macro_save": "cover"}
    assert reloaded(stored)[2]["macro_save"] == "cover"


def test_a_drill_is_read_as_its_lists_say(write) -> None:
    red, green = write("Red", "{macro_save: cover}"), write("Green", "{macro_save: none}")
    one, blue, other = (load(Path(file)).army for file in (red, write("Blue"), green))
    assert readings([one, blue]) == {"macro_save": "cover"}
    assert {pair.settings["macro_save"] for pair in source("reikhammer", Random(1), one, blue).pairs} == {"cover"}
    with pytest.raises(InputError, match="agree on one"):
        source("reikhammer", Random(1), one, other)


def test_who_agrees() -> None:
    assert agreed([]) == {}
    assert agreed([("A", [("x", "1")]), ("B", [("y", "2"), ("x", "1")])]) == {"x": "1", "y": "2"}
    assert agreed([("A", [("x", "1")]), ("B", [("x", "2")])], {"x": "3"}) == {}
