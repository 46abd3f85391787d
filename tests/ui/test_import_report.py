"""The report of a list that was taken: what to look at, what is asked, what is the players', and what was left out.

    python tests/ui/test_import_report.py

writes the reports of ``tests/ui/import_reports`` anew; read the difference as a player would.
"""

from __future__ import annotations

import sys
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

HOUSE = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(HOUSE))

from shoot_cli.cli.units import say  # noqa: E402
from shoot_cli.importing.importer import take  # noqa: E402
from shoot_cli.importing.report import NO_POINTS, UNKNOWN, ImportedList, Leads, Options, Remark, Report  # noqa: E402
from shoot_cli.ui.import_report import ROOM, by_unit, grouped, report_lines, size_of, unit_line  # noqa: E402
from tests.importing.written_rosters import as_json  # noqa: E402
from tests.ui.two_thousand_points import TEXT, data  # noqa: E402

FOLDER = Path(__file__).parent / "import_reports"
SCREENS = {"80x24": 80, "40x24": 40}

FULL = Report(
    "tau.rosz", "0" * 64, "BattleScribe", "Game 10", "10th edition", "40k-10e", "Patrol", "T'au Empire", 13, 44, 995, 1000,
    35, 18, 1, 0, 11, 9, 17,
    guesses=(Remark("Cadre Fireblade", "Shield Drone: W 3 → 4"),
             Remark("Ghostkeel", "Guide: asked at the table: Guided at a Spotted unit")),
    leads=(Leads("Cadre Fireblade", ("Breacher Team", "Breacher Team 2")),),
    attached=(("Ethereal", "Strike Team"),),
    yours_to_play=(Remark("Ghostkeel", "Stealth Drones: read it on the datasheet"),) * 3,
    other_phases=(Remark("Ethereal", "Long Hand: read it on the datasheet"),),
    nothing_to_shooting=(Remark("Ghostkeel", "Relic: Reed spear: tau.cat does not have it for this unit, and by …", named="Relic: Reed spear"),),
    left_out=(Remark("Great \x1b[2JUnclean One", "it has no statline", "look it up with --data"),),
)  # fmt: skip

SHORT = """\
tau.rosz  BattleScribe, 10th edition, T'au Empire: 13 units, 44 models, 995
  points, but the file says 1000
  abilities  11 played · 3 yours to play · 18 of other phases
Look at these, they are guesses:
  Cadre Fireblade: Shield Drone: W 3 → 4
Asked at the table, when it matters:
  Guided at a Spotted unit
May lead (--attach "LEADER=UNIT", or play asks):
  Cadre Fireblade → Breacher Team | Breacher Team 2
Leaders:
  Ethereal leads Strike Team
In the Shooting phase, yours to play:
  Ghostkeel (3x): Stealth Drones
No ranged weapons by their names, and not in the data:
  Ghostkeel: Relic: Reed spear
Yours to play in other phases: 1 ability
LEFT OUT:
  Great \\x1b[2JUnclean One: it has no statline (look it up with --data)
"""
UNIT = {
    "name": "Watch", "points": 90, "models": [
        {"name": "Watchman", "count": 9, "weapons": ["Rifle", "2x Pistol (Watch)"]},
        {"name": "Boy", "plural": "Boyz", "count": 2}, {"name": "Chief", "weapons": ["Rifle (Chief)"]},
    ],
}  # fmt: skip
WHOLE = """\
tau.rosz  BattleScribe, 10th edition, T'au Empire: 13 units, 44 models, 995
  points, but the file says 1000
  weapons    35 ranged profiles taken; 18 of melee are not needed
  saves      1 invulnerable, 0 Feel No Pain
  abilities  11 played · 9 yours to play · 17 nothing to shooting
Look at these, they are guesses:
  Cadre Fireblade: Shield Drone: W 3 → 4
Asked at the table, when it matters:
  Guided at a Spotted unit: Guide of Ghostkeel
Units:
  Watch 1: 12 models: 9 Watchmen (9 Rifles, 18 Pistols), 2 Boyz, 1 Chief
    (Rifle (Chief)), 90 points
  Watch 2: 12 models: 9 Watchmen (9 Rifles, 18 Pistols), 2 Boyz, 1 Chief
    (Rifle (Chief)), 90 points
May lead:
  Cadre Fireblade → Breacher Team | Breacher Team 2
  attach with --attach "Cadre Fireblade=Breacher Team"
Ethereal leads Strike Team
In the Shooting phase, yours to play:
  Ghostkeel: Stealth Drones: read it on the datasheet (3x)
Yours to play in other phases:
  Ethereal: Long Hand: read it on the datasheet
Nothing to shooting:
  Ghostkeel: Relic: Reed spear: tau.cat does not have it for this unit, and by
    …
LEFT OUT:
  Great \\x1b[2JUnclean One: it has no statline (look it up with --data)
In short: 13 units, 44 models, 995 points, but the file says 1000; 1 guess, 1
  left out
"""


def drawn(report: Report, width: int) -> list[str]:
    return [line.plain for line in report_lines(report, width)]


@pytest.mark.rule("IMP-3")
def test_the_short_report() -> None:
    lines = [*report_lines(FULL, 78)]
    assert "\n".join(line.plain for line in lines) + "\n" == SHORT
    assert [line.plain for line in lines if line.style == "bold"] == SHORT.splitlines()[-2:]


def test_the_whole_report() -> None:
    assert "\n".join([line.plain for line in report_lines(FULL, 78, verbose=True, units=[UNIT, UNIT])]) + "\n" == WHOLE


def test_the_head_names_the_units_whose_points_are_missing_in_the_sum() -> None:
    told = FULL.but(
        guesses=(Remark("Lootas", NO_POINTS),), left_out=(Remark("Foo", f"{UNKNOWN}; left out with it: Bar"),)
    )
    assert size_of(told).endswith("but the file says 1000 (not counted: Lootas, Foo)")
    lost = told.but(guesses=(), left_out=(Remark("Foo", UNKNOWN, points=90),))
    assert lost.points is not None
    assert size_of(lost).endswith(f"{lost.points:g} points, {lost.points + 90:g} with Foo, but the file says 1000")
    lost = lost.but(told_points=lost.points + 90)
    assert size_of(lost).endswith(f"but the file says {lost.told_points:g} (not counted: Foo)")
    assert size_of(told.but(told_points=told.points)).endswith("(adds up)")


def test_an_item_of_several_models_of_a_unit_is_named_once() -> None:
    remarks = [Remark("Jakhals", f"{n}x Mauler: no ranged weapon", named="Mauler") for n in (1, 7)]
    lines = drawn(FULL.but(nothing_to_shooting=(*remarks, Remark("Jakhals", "Hook", named="Hook"))), 78)
    assert "  Jakhals: Mauler, Hook" in lines


def test_a_condition_of_many_units_is_one_line_of_the_whole_report_and_no_guess() -> None:
    asked = [Remark(unit, f"{ability}: asked at the table: it is late")
             for unit, ability in [("Boyz", "Mob"), ("Boyz", "Mob"), ("Nobz", "Mob"), ("Mek", "Mob"), ("Nobz", "Da Boss")]]  # fmt: skip
    lines = [line.plain for line in report_lines(FULL.but(guesses=(*asked,)), 78, verbose=True)]
    assert lines[lines.index("Asked at the table, when it matters:") + 1] == (
        "  it is late: Mob of Boyz (2x) and 2 more units; Da Boss of Nobz"
    )
    assert not any("guesses" in line for line in lines)


def test_what_is_said_of_two_kinds_of_models_of_a_unit_counts_the_unit_once() -> None:
    said = [
        Remark("Boyz", "Boyz: Flag: OC 1 → 2", path=("units", nth, "models", kind)) for nth in (0, 3) for kind in (0, 1)
    ]
    assert grouped(said) == ["Boyz (2x): Flag: OC 1 → 2"]
    lines = [line.plain for line in report_lines(FULL.but(guesses=(*said,)), 78, verbose=True)]
    assert "  Boyz: Flag: OC 1 → 2 (2x)" in lines


def test_forty_columns_suffice() -> None:
    lines = drawn(FULL, 40)
    assert max(map(len, lines)) <= 40
    said = " ".join(" ".join(lines).split())
    told = SHORT.replace("abilities ", "").replace("LEADER=UNIT", "").partition("Look")[2]
    assert all(word in said for word in told.replace('(--attach "", or play asks):', "").split())


def test_of_a_list_that_was_taken_whole() -> None:
    whole = Report("a.json", "", "New Recruit", "", "", "40k-10e", "A", units=1, models=5, points=90, told_points=90)
    lines = drawn(whole, 80)
    assert lines[0] == "a.json  New Recruit: 1 unit, 5 models, 90 points (adds up)"
    assert lines[-1] == "Left out: nothing"
    assert not any("guesses" in line or "lead" in line.casefold() for line in lines)


def test_what_would_do_for_several_is_said_once() -> None:
    lost = (
        Remark("A", "is not there", "give data"),
        Remark("B", "is not there", "give data"),
        Remark("C", "x", "do y"),
    )
    lines = drawn(FULL.but(left_out=lost), 80)
    assert lines[lines.index("LEFT OUT:") + 1 :] == [
        "  A: is not there",
        "  B: is not there",
        "  C: x (do y)",
        "  for these: give data",
    ]


def test_only_before_a_battle_a_long_report_ends_with_what_it_comes_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    many = FULL.but(left_out=tuple(Remark(f"Squad {n}", "is not there") for n in range(40)))
    for report, before_battle in ((many, True), (many, False), (FULL, True)):
        say(report, before_battle)
        lines = capsys.readouterr().err.splitlines()
        summaries = [n for n, line in enumerate(lines) if line.startswith("In short: 13 units")]
        assert summaries == ([len(lines) - 1] if before_battle and report is many else [])


def test_what_is_said_of_several_units_is_said_once() -> None:
    names = ("Boyz", "Boyz", "Nobz", "Meks")
    assert grouped([Remark(name, f"{name}: odd") for name in names[:3]]) == ["Boyz (2x), Nobz: odd"]
    assert grouped([Remark(name, "odd") for name in names]) == ["Boyz (2x) and 2 more units: odd"]
    assert grouped([Remark("", "of all"), Remark("Boyz", "Waaagh: asked at the table: it is loud")]) == ["of all"]
    assert grouped([Remark("", "of all"), Remark("Boyz", "odd")]) == ["Boyz: odd", "of all"]
    assert by_unit(
        [*(Remark(name, f"{what}: read it on the datasheet") for name in names[1:] for what in ("Old", "New")),
         Remark("", "Oath: read it in the rules of the army"), Remark("Cart", "no data says what Horn does")]
    ) == ["Boyz and 2 more units: Old, New", "Cart: no data says what Horn does", "The army: Oath"]  # fmt: skip


@pytest.mark.parametrize("width", [80, 40])
def test_a_clean_list_of_any_length_fits_on_a_screen(width: int) -> None:
    """What must be looked at is cut last of all, and what was left out never."""
    many = FULL.but(
        left_out=(), guesses=tuple(Remark(f"Squad {n}", f"guess {n}") for n in range(40)),
        leads=tuple(Leads(f"Lord {n}", (f"Squad {n}", f"Squad {n + 7}")) for n in range(30)),
        attached=tuple((f"Lady {n}", f"Squad {n}") for n in range(9)),
        rules_played=tuple(Remark("", f"Rule {n}: +1 to hit") for n in range(20)),
        yours_to_play=tuple(Remark(f"Squad {n}", f"Trick {n}: read it on the datasheet") for n in range(40)),
    )  # fmt: skip
    lines = drawn(many, width)
    assert len(lines) <= ROOM + 1
    assert sum("more: --verbose" in line for line in lines) == 5
    assert drawn(many, 10**6)[-1] == "Left out: nothing"
    lost = tuple(Remark(f"Squad {n}", "is not there") for n in range(40))
    assert sum(line.endswith("is not there") for line in drawn(many.but(left_out=lost), 80)) == 40


def test_one_line_for_each_unit() -> None:
    alone = {"name": "Cart", "models": [{"name": "Cart", "count": 1, "weapons": ["Bow", "Bow (Cart) (krak)"]}]}
    assert unit_line(alone, "Cart") == "Cart: 1 model (Bow, Bow (krak))"
    assert (
        unit_line({"name": "Carts", "models": [{"name": "Cart", "count": 2}]}, "Carts 2")
        == "Carts 2: 2 models: 2 Carts"
    )
    assert unit_line({"name": "Cart", "models": [{"name": "Cart"}]}, "Cart") == "Cart: 1 model"


# A list of 2,000 points, as the official app writes it -----------------------------------------------------------------


@cache
def imported() -> ImportedList:
    with TemporaryDirectory() as folder:
        values = Path(folder) / "data.json"
        values.write_bytes(as_json(data()))
        options = Options(data=(str(values),), edition="40k-10e")
        return take(TEXT.encode(), "high-water.txt", options, date(2026, 11, 27))


def screen(width: int) -> str:
    return "".join(f"{line}\n" for line in drawn(imported().report, width))


@pytest.mark.parametrize("name", SCREENS)
def test_the_report_of_two_thousand_points_is_as_it_stands_in_its_file(name: str) -> None:
    shown = screen(SCREENS[name])
    assert shown == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert len(shown.splitlines()) < 24
    assert max(map(len, shown.splitlines())) <= SCREENS[name]


def test_the_list_of_two_thousand_points_is_whole() -> None:
    report, document = imported().report, imported().document
    assert (report.points, report.models, report.left_out) == (2000, 52, ())
    assert [unit["name"] for unit in document["units"]] == [
        line.partition(" (")[0] for line in TEXT.splitlines()[4:] if line.endswith(" points)")
    ]
    models = {model["name"] for unit in document["units"] for model in unit["models"]}
    assert "Keeper" in models
    assert not any("w/" in name for name in models)
    assert {"Tide pistol", "Tide pistol (River Captain)"} <= {*document["weapons"]}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for own, columns in SCREENS.items():
        (FOLDER / f"{own}.txt").write_text(screen(columns), encoding="utf-8")
