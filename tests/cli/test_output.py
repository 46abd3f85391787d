"""How a report leaves a command: shown, as JSON or CSV, as a file; and the bar meanwhile."""

from __future__ import annotations

import csv
import json
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

from shoot_cli.analysis.report import ENDINGS
from shoot_cli.cli import output
from shoot_cli.cli.output import check_output, finish, progress
from shoot_cli.cli.units import Usage
from shoot_cli.commands.need import longest
from shoot_cli.ui.report_files import written
from tests.helpers.command_line import Done
from tests.helpers.each import each
from tests.ui.reports import COMPARE, ODD

Shoot = Callable[..., Done]
COMPARED = ("compare", "ultramarines::Tactical", "ultramarines::Melta", "-a", "orks::Warboss", "-a", "orks::Trukk", "--no-facts")  # fmt: skip


def test_it_is_shown_unless_a_program_or_a_file_wants_it(capsys: pytest.CaptureFixture[str]) -> None:
    finish(COMPARE, {"a": 1}, inputs=(), plain=True)
    shown = capsys.readouterr()
    assert "Terminator Assault Squad" in shown.out
    assert shown.err == ""
    finish(COMPARE, {"a": 1}, inputs=(), json=True)
    assert capsys.readouterr() == ('{"a": 1}\n', "")
    finish(COMPARE, {"a": 1}, inputs=(), csv=True)
    assert capsys.readouterr() == (written(COMPARE, ".csv").replace("\r\n", "\n"), "")


@pytest.mark.parametrize("end", [*ENDINGS, ".HTML"])
def test_a_file_is_written_whole_and_said_on_standard_error(
    tmp_path: Path, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"a report{end}"
    finish(ODD, {}, inputs=(), out=file)
    assert capsys.readouterr() == ("", f"Written: {file}\n")
    assert file.read_bytes().decode() == written(ODD, end.lower())
    assert [one.name for one in tmp_path.iterdir() if one.name != "home"] == [file.name]


def test_a_file_and_json_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finish(COMPARE, {"a": 1}, inputs=(), json=True, out=tmp_path / "x.md")
    assert json.loads(capsys.readouterr().out) == {"a": 1}
    assert (tmp_path / "x.md").exists()


def test_nothing_is_overwritten_unless_it_is_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.html"
    file.write_text("mine")
    for call in (lambda: check_output(inputs=(), out=file), lambda: finish(COMPARE, {}, inputs=(), out=file)):
        with pytest.raises(SystemExit) as error:
            call()
        assert error.value.code == 1
        assert capsys.readouterr() == ("", f"{file} is there already; --force overwrites it.\n")
        assert file.read_text() == "mine"
    finish(COMPARE, {}, inputs=(), out=file, force=True)
    assert file.read_text(encoding="utf-8") == written(COMPARE, ".html")


@pytest.mark.parametrize("force", [False, True])
def test_what_cannot_be_written_is_told_before_the_work(
    tmp_path: Path, force: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder.svg").mkdir()
    for file, words in (
        (tmp_path / "none" / "x.md", "there is no folder"),
        (tmp_path / "folder.svg", "it is not a file"),
    ):
        with pytest.raises(SystemExit) as error:
            check_output(inputs=(), out=file, force=force)
        assert error.value.code == 1
        assert words in capsys.readouterr().err


@each("name", ["x", "x.pdf", "-", "x.html.gz", ".html", "x.htm"])
def test_another_ending_is_refused_by_the_names_of_those_that_do(name: str) -> None:
    with pytest.raises(Usage, match=r"ends in \.html, \.svg, \.md or \.csv"):
        check_output(inputs=(), out=Path(name))


def test_contradictions_are_usage_errors() -> None:
    with pytest.raises(Usage, match="--json and --csv contradict"):
        check_output(inputs=(), json=True, csv=True)
    with pytest.raises(Usage, match="--force is for --output"):
        check_output(inputs=(), force=True)
    assert Usage.exit_code == 2


# On the command line -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_comparison_in_every_way(shoot: Shoot, tmp_path: Path) -> None:
    document = shoot(*COMPARED, "--json").json
    (_, *heads), *rows = [*csv.reader(StringIO(shoot(*COMPARED, "--csv").out))]
    likely = [measure == "kill" for measure in document["measures"]]
    assert [not head.endswith(" (share)") for head in heads] == likely
    assert {*likely} == {True, False}
    for told, row in zip(rows, document["rows"], strict=True):
        for text, cell, kill in zip(told[1:], row["cells"], likely, strict=True):
            assert (float(text) == cell["destroyed"]) if kill else (float(text) > cell["destroyed"])
    file = tmp_path / "x.html"
    done = shoot(*COMPARED, "-o", str(file))
    assert (done.code, done.out, done.err) == (0, "", f"Written: {file}\n")
    assert "Tactical Squad" in file.read_text(encoding="utf-8")
    assert "--force" in shoot(*COMPARED, "-o", str(file)).refused(1)


@pytest.mark.parametrize(
    "wrong", [["--json", "--csv"], ["-o", "x.pdf"], ["--force"], ["--jobs", "-1"], ["--jobs", "61"]]
)
def test_wrong_ways_are_usage(shoot: Shoot, wrong: list[str]) -> None:
    shoot(*COMPARED, *wrong).refused(2)


# The bar -------------------------------------------------------------------------------------------------------------


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What time it is, in its last place."""
    times = [0.0]
    monkeypatch.setattr(output, "monotonic", lambda: times[-1])
    return times


def told(
    monkeypatch: pytest.MonkeyPatch, clock: list[float], seconds: float, plain: bool = False, total: int | None = 10
) -> str:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with progress(total, plain, "Comparing") as tell:
        for _ in range(10):
            clock.append(clock[-1] + seconds)
            tell(1)
    return terminal.getvalue()


def test_a_bar_is_shown_once_a_second_has_passed(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    assert told(monkeypatch, clock, 0.09) == ""
    shown = told(monkeypatch, clock, 0.25)
    assert "Comparing" in shown
    assert " 3/10" not in shown
    assert " 4/10" in shown
    assert "10/10" in shown
    assert "━" in shown
    assert "━" not in told(monkeypatch, clock, 0.25, plain=True)


def test_a_search_tells_how_many_it_looked_through_and_no_end(
    monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    """The bar of all sets of units stood at 0/16777216 until the search was over."""
    shown = told(monkeypatch, clock, 0.25, total=None)
    assert "Comparing 4" in shown
    assert "/" not in re.sub(r"\x1b\[[^m]*m", "", shown)
    assert "━" not in shown
    assert longest(5.0) == "Searching, 5 seconds of work at most."


def test_nobody_is_told_without_a_terminal(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert told(monkeypatch, clock, 2) == ""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(Terminal, "isatty", lambda self: False)
    assert told(monkeypatch, clock, 2) == ""


def test_the_cursor_comes_back_when_it_is_interrupted(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with suppress(KeyboardInterrupt), progress(10) as tell:
        clock.append(5.0)
        tell(1)
        raise KeyboardInterrupt
    assert terminal.getvalue().rindex("\x1b[?25h") > terminal.getvalue().rindex("\x1b[?25l")


def test_a_bar_starts_no_thread(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    """Processes are forked while it stands."""
    monkeypatch.setattr("sys.stderr", Terminal())
    before = threading.active_count()
    with progress(10) as tell:
        clock.append(5.0)
        tell(1)
        assert threading.active_count() == before
