"""10th edition at a terminal: marks and loans in one list, a reaction to what was said, a power cut, what is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.terminal import ENTER, UP, play

LISTS = Path(__file__).parents[1] / "golden" / "40k-10e"
NOBODY = "AGREED? Captain marks nobody, Painboy lends to nobody"
MARK = "Marked by Captain: +1 to wound as Priority Target"
MARKED = "AGREED? Shoota Boyz marked: +1 to wound as Priority Target"
PHASE = [
    ("", NOBODY),
    ("2", MARK),
    ("shoota", MARKED),
    ("", "Vanguard: Which unit shoots?"),
]
SHOT = [
    ("Intercessors", "Which target for Intercessors?"),
    ("Shoota", "How far is their nearest model in sight?"),
    ("12", "AGREED? in the open, Doctrine: Lethal Hits, from others: Priority Target"),
    ("3", "AGREED? in the open, Doctrine: Lethal Hits, Fury, from others: Priority Target"),
    ("", "Shoota Boyz: a reaction?"),
    ("", "Vanguard: Which unit shoots?"),
    ("Infiltrators", "Which target for Infiltrators?"),
    ("Lootas", "How far is their nearest model in sight?"),
    ("12", "AGREED? in the open"),
    ("", "Lootas: a reaction?"),
    ("", "Which unit that it hit is marked by Infiltrators: -1 to hit?"),
]


@pytest.mark.slow
def test_what_is_marked_used_and_said_is_there_after_a_power_cut(open_) -> None:
    lists = (str(LISTS / "vanguard.yaml"), str(LISTS / "horde.yaml"))
    table = open_("play", *lists, "--turns", "1", "--seed", "27", "--dice", "app", rows=60)
    table.wait("Who has the first turn?")
    play(table, PHASE)
    assert "Shoota Boyz: marked by Captain" in table.shown()
    play(table, SHOT)
    table.kill()

    again = open_("play", "--resume", rows=60)
    again.wait("Which unit that it hit is marked by Infiltrators: -1 to hit?")
    again.say("", "Vanguard: Which unit shoots?")
    seen = again.look(" s", "marked by Infiltrators: -1 to hit")  # two columns: what stands in one line
    assert "marked by Captain: +1 to wound" in seen
    assert "Fury (in use to the" in seen
    again.say(UP + ENTER, "WHAT HAPPENED since the last shots?")
    again.say("", "Horde: Which unit shoots?")
    seen = again.look(" s", "marked by Infiltrators: -1 to hit")
    assert "marked by Captain: +1 to wound" not in seen
    assert "Fury (used; once per battle)" in seen
