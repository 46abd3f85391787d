"""Refusals at a terminal break between words, and nowhere else where somebody reads them who is no person."""

from __future__ import annotations

import sys

import pytest

from shoot_cli.ui.console import between_words

LINE = "“Friday” is open in another terminal (process 1234 since 12:31). Close it there first, or follow it here: shoot battle watch Friday"


@pytest.mark.parametrize("columns", [80, 40])
def test_at_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    told = between_words(LINE)
    assert max(map(len, told.splitlines())) <= columns
    assert told.split() == LINE.split()


def test_elsewhere_a_line_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    assert between_words(LINE) == LINE
