"""Examples in docstrings do what they show."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import shoot_cli

PACKAGE = Path(shoot_cli.__file__).parent
FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if ">>> " in file.read_text(encoding="utf-8")]


def test_every_example_is_right(capsys) -> None:
    assert len(FILES) > 10
    failed = {}
    for file in FILES:
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        found = doctest.testmod(import_module(".".join(part for part in parts if part != "__init__")))
        assert found.attempted, file
        if found.failed:
            failed[file.name] = capsys.readouterr().out
    assert failed == {}
