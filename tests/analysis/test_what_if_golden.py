"""What ``odds --what-if`` prints of real attacks, to be read: wide, narrow, and for programs.

    PYTHONPATH=. python tests/analysis/test_what_if_golden.py

writes it anew.
"""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from shoot_cli.analysis.what_if import WhatIf, document, report
from shoot_cli.ui.console import as_json
from shoot_cli.ui.report_screen import ReportView
from tests.analysis.test_what_if import found_of as found_before
from tests.helpers.each import each
from tests.helpers.samples import first

FOLDER = Path(__file__).parent / "what_if"
ATTACKS: dict[str, tuple[str, str, dict[str, str], str, bool]] = {
    "krak_at_a_chimera": ("ultramarines::Devastator", "astra_militarum::Chimera", {}, "kill", True),
    "bolters_at_boyz": ("adeptus-astartes::Combat Squad", "waaagh::Small Mob", {"cover": "yes"}, "kill", False),
    "siege": ("blue_column::Siege", "red_host::Ochre", {}, "mean", False),
    "terminators": ("macragge_column::Terminator", "goff_mob::Gretchin", {}, "kill", False),  # storm bolters: CHEAPER
    "hellblasters": ("vanguard::Hellblaster", "deffskulls::Boyz", {}, "points", False),
}
FORMS = ("80", "40", "json")


def found_of(name: str) -> WhatIf:
    """Worked out once, to be shown in every form; often others have looked at it before."""
    attacker, target, said, what, pairs = ATTACKS[name]
    return found_before((attacker, target), what, pairs, **said)


def printed(name: str, form: str) -> str:
    """The report at this width, or the document with its lists spread out to be read."""
    found = found_of(name)
    if form != "json":
        out = Console(width=int(form), color_system=None, file=StringIO())
        with out.capture() as shown:
            out.print(ReportView(report(found), plain=True))
        return "\n".join(line.rstrip() for line in shown.get().splitlines())
    rounded = json.loads(as_json(document(found)), parse_float=lambda text: round(float(text), 9))
    head = {key: value for key, value in rounded.items() if not isinstance(value, list)}
    rows = [f"{key}: {as_json(row)}" for key, many in rounded.items() if isinstance(many, list) for row in many]
    return "\n".join([as_json(head), *rows])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", first(4, sorted(ATTACKS, key="krak_at_a_chimera".__eq__)))
def test_it_prints_what_it_did(name: str, form: str) -> None:
    text = (FOLDER / f"{name}.{form}.txt").read_text(encoding="utf-8")
    assert printed(name, form).splitlines() == text.splitlines(), (
        "if this is meant: python tests/analysis/test_what_if_golden.py"
    )


@each("name", ATTACKS)
def test_it_is_not_too_wide(name: str) -> None:
    for width in (80, 40):
        assert max(map(len, (FOLDER / f"{name}.{width}.txt").read_text(encoding="utf-8").splitlines())) <= width


if __name__ == "__main__":
    for attack in ATTACKS:
        for form in FORMS:
            (FOLDER / f"{attack}.{form}.txt").write_text(f"{printed(attack, form)}\n", encoding="utf-8")
