"""What commands that compare print is what stands in ``golden/``."""

from __future__ import annotations

import pytest

from shoot_cli.analysis import compare, matchup, need
from tests.commands.golden_results import COMMANDS, FOLDER, FORMS, printed
from tests.helpers.each import each
from tests.helpers.samples import first

LONG = {
    "compare-2e",
    "compare-units-7e",
    "compare-points-7e",
    "compare-weapons-10e",
    "matchup-10e",
    "need-7e",
    "need-points-11e",
}
CASES = [(name, form) for name in COMMANDS for form in FORMS]


@pytest.fixture
def worked_out_once(monkeypatch):
    """The forms of one command are the same figures, printed in several ways: only the first form works them out."""
    for module, name in ((compare, "compare"), (compare, "with_facts"), (matchup, "matchup"), (need, "need")):
        monkeypatch.setattr(module, name, once(getattr(module, name)))


def once(compute):
    found = []

    def known(*what, **how):
        if not found:
            found.append(compute(*what, **how))
        return found[0]

    return known


@pytest.mark.parametrize("name", first(2, sorted(COMMANDS, key=lambda name: name in LONG)))
def test_it_prints_what_it_did(name, tmp_path, worked_out_once):
    for form in FORMS:
        assert printed(name, form, tmp_path) == (FOLDER / f"{name}-{form}").read_text(encoding="utf-8"), form


def test_nothing_else_lies_there():
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}-{form}" for name, form in CASES}


@each("name, form", [case for case in CASES if case[1] != "json"])
def test_it_fits(name, form):
    wide = FORMS[form][1]
    lines = (FOLDER / f"{name}-{form}").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > wide] == []
    if "plain" in form:
        assert not {"─", "│", "\x1b"} & {*"".join(lines)}
