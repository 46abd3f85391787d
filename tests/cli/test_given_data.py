"""`--data` of the commands: said once, known to all that import, forgotten on wish."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from shoot_cli.storage.home import remembered
from tests.helpers.command_line import Done
from tests.importing.test_given_data import FILE, text, written

ODDS = ("odds", "{}::River Guard", "{}::River Guard", "--distance", "12", "--json")


@pytest.mark.rule("IMP-61", "IMP-63")
def test_data_said_once_is_known_to_later_commands(
    shoot: Callable[..., Done],
    tmp_path: Path,
) -> None:
    (tmp_path / FILE).write_bytes(text())
    odds = [one.format(tmp_path / FILE) for one in ODDS]
    assert "https://github.com/BSData/wh40k-10e" in shoot(*odds).refused()
    data = written(tmp_path)
    first = shoot(*odds, "--data", data)
    assert first.code == 0, first.err
    assert f"Remembered: values of 10th edition are in {data} (--data none forgets it)." in first.err
    assert remembered().given.places_of("40k-10e") == (data,)  # type: ignore[union-attr]
    for words in (odds, ("army", "check", tmp_path / FILE), ("army", "import", tmp_path / FILE)):
        done = shoot(*words)
        assert (done.code, "Remembered" in done.err) == (0, False), done.err
    gone = shoot("odds", "orks::Boyz", "ultramarines::Tactical", "--distance", "12", "--data", "none")
    assert f"Forgotten: {data}." in gone.err
    assert "https://github.com/BSData/wh40k-10e" in shoot(*odds).refused()


@pytest.mark.rule("IMP-61")
def test_an_import_remembers_its_data_and_forgets_it(
    shoot: Callable[..., Done],
    tmp_path: Path,
) -> None:
    (tmp_path / FILE).write_bytes(text())
    done = shoot("army", "import", tmp_path / FILE, "--data", written(tmp_path), "--json")
    assert json.loads(done.out)["report"]["units"] == 1
    assert "Remembered: values of 10th edition" in done.err
    assert shoot("army", "import", tmp_path / FILE).code == 0
    assert shoot("army", "import", tmp_path / FILE, "--data", "none").code == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (("/nowhere",), "--data: there is nothing at /nowhere; name a folder"),
        (("{}",), "--data: ford.txt: a text has no values"),
        (("none", "{}"), "--data none forgets where values are; it stands alone"),
    ],
)
def test_data_that_has_no_values_is_refused(
    shoot: Callable[..., Done],
    tmp_path: Path,
    data: tuple[str, ...],
    words: str,
) -> None:
    (tmp_path / FILE).write_bytes(text())
    said = [word for one in data for word in ("--data", one.format(tmp_path / FILE))]
    done = shoot("odds", "orks::Boyz", "ultramarines::Tactical", *said)
    assert (done.code, done.out) in ((1, ""), (2, ""))
    assert words in done.err
    assert not (tmp_path / "home" / "data.json").exists()
