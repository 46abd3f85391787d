"""What commands that compare print, whole, at 80 and 40 columns, plain and as JSON: files to be read.

``python tests/commands/golden_results.py`` writes them anew. Read what changed before it is committed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from typer.testing import CliRunner

from shoot_cli.cli.app import app

FOLDER = Path(__file__).parent / "golden"
SQUADS = ("ultramarines::Tactical Squad", "ultramarines::Devastator Squad", "ultramarines::Tank Killers")
GUNS = ("adeptus-astartes::Hellblaster Squad", "adeptus-astartes::Eradicator Squad")
LOOTAS = ("waaagh::Lootas", "waaagh::Flash Gitz", "waaagh::Small Lootas")
COMMANDS: dict[str, tuple[str, ...]] = {
    "compare-units-7e": ("compare", *SQUADS, "-a", "targets::Guardsmen,Terminators,Rhino,Carnifex"),
    "compare-points-7e": (
        "compare",
        *SQUADS,
        "--what",
        "points",
        "-a",
        "orks::Lootas,Dakka Ladz,Gretchin with Runtherd",
        "--distance",
        "12",
        "--cover",
        "5+",
    ),
    "compare-weapons-10e": (
        "compare",
        *GUNS,
        "--by",
        "weapon",
        "--what",
        "mean",
        "-a",
        "targets::Boyz,Terminator Squad,Rhino",
    ),
    "compare-2e": (
        "compare",
        "macragge_column::Lascannon Squad",
        "macragge_column::Predator",
        "-a",
        "targets::Guardsmen,Carnifex,Rhino",
    ),
    "compare-rh": ("compare", "blue_column", "--against", "red_host::Red Company", "--what", "share"),
    "need-7e": ("need", "ultramarines::Rhino", "orks"),
    "need-points-11e": ("need", "vanguard::Intercessor Squad", "deffskulls", "--chance", "60%"),
    "need-nothing-7e": ("need", "ultramarines::Land Raider", "orks::Shoota Boyz", "orks::Slugga Boyz"),
    "need-gun-7e": ("need", "ultramarines::Rhino", "orks", "--attacks", "rokkit launcha", "--chance", "50"),
    "several-10e": ("odds", *LOOTAS, "adeptus-astartes::Intercessor Squad", "--best-order", "--set", "cover@2=yes"),
    "several-rh": (
        "odds",
        "blue_column::River Column",
        "blue_column::Siege Train",
        "red_host::Red Company",
        "--distance",
        "4",
    ),
    "matchup-10e": ("matchup", "deffskulls", "vanguard"),
    "matchup-rh": ("matchup", "blue_column", "red_host"),
}
FORMS: dict[str, tuple[tuple[str, ...], int]] = {
    "80.txt": ((), 80),
    "40.txt": ((), 40),
    "80-plain.txt": (("--plain",), 80),
    "40-plain.txt": (("--plain",), 40),
    "json": (("--json",), 80),
}


def printed(name: str, form: str, home: Path) -> str:
    """What it prints, errors and all: in this process, which may remember what it has worked out for the form before."""
    more, width = FORMS[form]
    env = {"COLUMNS": str(width), "SHOOT_HOME": str(home), "TERM": "xterm", "NO_COLOR": None}
    patient = ("--budget", "500") if COMMANDS[name][0] in ("compare", "need") else ()  # whatever the machine
    done = CliRunner().invoke(app, [*COMMANDS[name], *patient, *more], env=env)
    text = done.stdout + done.stderr
    if form != "json":
        return text
    lines = json.dumps(rounded(json.loads(text)), indent=1, ensure_ascii=False) + "\n"
    for whole in (
        r"\[[-\d.e,\s]+\]",
        r'\{[^{}]*"at_least": [^{}]*\}',
    ):  # a row of numbers is one line, and so are figures
        lines = re.sub(whole, lambda found: re.sub(r"\s+", " ", found[0]), lines)
    return lines


def rounded(value: object) -> object:
    """Numbers to nine digits: what machines add up in another order differs behind them."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [*map(rounded, value)] if isinstance(value, list) else value


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as home:
        for name in COMMANDS:
            for form in FORMS:
                (FOLDER / f"{name}-{form}").write_text(printed(name, form, Path(home)), encoding="utf-8")
