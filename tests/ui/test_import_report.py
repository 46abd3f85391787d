"""The report of a list that was taken: what is counted, guessed, left to the players, and left out."""

from __future__ import annotations

from shoot_cli.importing.report import Leads, Remark, Report
from shoot_cli.ui.import_report import report_lines

FULL = Report(
    "tau.rosz", "0" * 64, "BattleScribe", "Game 10", "10th edition", "40k-10e", "Patrol", "T'au Empire", 13, 44, 995, 1000,
    35, 18, 1, 0, 11, 9, 17,
    guesses=(Remark("Cadre Fireblade", "Shield Drone: W 3 → 4"),),
    leads=(Leads("Cadre Fireblade", ("Breacher Team", "Breacher Team 2")),),
    attached=(("Ethereal", "Strike Team"),),
    yours_to_play=(Remark("Ghostkeel", "Stealth Drones: read it on the datasheet"),) * 3,
    left_out=(Remark("Great \x1b[2JUnclean One", "it has no statline", "look it up with --data"),),
)  # fmt: skip

WIDE = """\
tau.rosz  BattleScribe, 10th edition, T'au Empire: 13 units, 44 models, 995
  points, but the file says 1000
  weapons    35 ranged profiles taken, 18 melee left out
  saves      1 invulnerable, 0 Feel No Pain
  abilities  11 played · 9 yours to play · 17 nothing to shooting
Look at these, they are guesses:
  Cadre Fireblade: Shield Drone: W 3 → 4
May lead:
  Cadre Fireblade → Breacher Team | Breacher Team 2
  attach with --attach "Cadre Fireblade=Breacher Team"
Ethereal leads Strike Team
Yours to play:
  Ghostkeel: Stealth Drones: read it on the datasheet (3x)
LEFT OUT:
  Great \\x1b[2JUnclean One: it has no statline (look it up with --data)
"""


def test_the_whole_report() -> None:
    lines = [*report_lines(FULL, 78)]
    assert "\n".join(line.plain for line in lines) + "\n" == WIDE
    assert [line.plain for line in lines if line.style == "bold"] == WIDE.splitlines()[-2:]


def test_forty_columns_suffice() -> None:
    lines = [line.plain for line in report_lines(FULL, 40)]
    assert max(map(len, lines)) <= 40
    said = " ".join(" ".join(lines).split())
    assert all(word in said for word in " ".join(WIDE.split()).replace("·", "").split())


def test_of_a_list_that_was_taken_whole() -> None:
    whole = Report("a.json", "", "New Recruit", "", "", "40k-10e", "A", units=1, models=5, points=90, told_points=90)
    lines = [line.plain for line in report_lines(whole, 80)]
    assert lines[0] == "a.json  New Recruit: 1 unit, 5 models, 90 points (adds up)"
    assert lines[-1] == "Left out: nothing"
    assert not any("guesses" in line or "lead" in line.casefold() for line in lines)


def test_what_would_do_for_several_is_said_once() -> None:
    lost = (
        Remark("A", "is not there", "give data"),
        Remark("B", "is not there", "give data"),
        Remark("C", "x", "do y"),
    )
    lines = [line.plain for line in report_lines(FULL.but(left_out=lost), 80)]
    assert lines[lines.index("LEFT OUT:") + 1 :] == [
        "  A: is not there",
        "  B: is not there",
        "  C: x (do y)",
        "  for these: give data",
    ]


def test_abilities_of_other_phases_are_counted_and_not_listed() -> None:
    for n, said in ((1, "1 ability"), (12, "12 abilities")):
        more = FULL.but(other_phases=tuple(Remark("Ghostkeel", f"Song {at}") for at in range(n)))
        lines = [line.plain for line in report_lines(more, 78)]
        assert f"Yours to play in other phases: {said}" in lines
        assert not any("Song" in line for line in lines)
        assert len(more.data()["other_phases"]) == n
    assert "other_phases" not in FULL.data()
