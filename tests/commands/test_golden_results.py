"""What commands that compare print is what stands in ``golden/``."""

from __future__ import annotations

import pytest

from tests.commands.golden_results import COMMANDS, FOLDER, FORMS, printed
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


@pytest.mark.parametrize("name", first(6, sorted(COMMANDS, key=lambda name: name in LONG)))
def test_it_prints_what_it_did(name, tmp_path):
    for form in FORMS:
        assert printed(name, form, tmp_path) == (FOLDER / f"{name}-{form}").read_text(encoding="utf-8"), form


def test_nothing_else_lies_there():
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}-{form}" for name, form in CASES}


@pytest.mark.parametrize(("name", "form"), [case for case in CASES if case[1] != "json"])
def test_it_fits(name, form):
    wide = FORMS[form][1]
    lines = (FOLDER / f"{name}-{form}").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > wide] == []
    if "plain" in form:
        assert not {"─", "│", "\x1b"} & {*"".join(lines)}
