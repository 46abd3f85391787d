"""Five turns of 10th and of 11th edition, as two players would type them, held against a book that they keep beside."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.evening import SINCE, UNITS, Book, Evening, kept, standing
from tests.end_to_end.terminal import Terminal, outside, words

RIVER = """\
ruleset: {ruleset}
name: River Watch
army:
  detachment: Iron Column
  command_points: 1
  rules:
    - {{name: Steady Aim, when: told, for: INFANTRY, lasts: my next turn, effect: improve BS by 1}}
  stratagems:
    - {{name: Storm of Shells, for: INFANTRY, effect: Sustained Hits 1}}
    - {{name: Light Them Up, on: enemy, lasts: my next turn, effect: +1 to hit}}
weapons:
  blaster: {{range: 24, A: 2, BS: 4+, S: 5, AP: -1, D: 1}}
  long gun: {{range: 36, A: 1, BS: 4+, S: 9, AP: -2, D: 3}}
  repeater: {{range: 36, A: 6, BS: 4+, S: 6, AP: -1, D: 1}}
units:
  - name: Breachers
    keywords: [Infantry]
    models:
      - {{name: Breacher, count: 10, M: 6, T: 3, Sv: 4+, W: 1, Ld: 7+, OC: 2, weapons: [blaster]}}
  - name: Captain Rho
    keywords: [Infantry, Character]
    leader: Breachers
    models:
      - {{name: Captain Rho, M: 6, T: 3, Sv: 3+, W: 5, Ld: 6+, OC: 1, weapons: [blaster]}}
  - name: Gunners
    keywords: [Infantry]
    models:
      - {{name: Gunner, count: 5, M: 6, T: 3, Sv: 4+, W: 2, Ld: 7+, OC: 1, weapons: [long gun]}}
  - name: Walker
    keywords: [Vehicle, Walker]
    models:
      - {{name: Walker, M: 8, T: 8, Sv: 3+, W: 8, Ld: 7+, OC: 2, weapons: [repeater]}}
"""
MOB = """\
ruleset: {ruleset}
name: Red Mob
army:
  command_points: 2
  stratagems:
    - {{name: Contempt, when: targeted, effect: "incoming: worsen AP by 1"}}
weapons:
  shoota: {{range: 18, A: 2, BS: 5+, S: 4, AP: 0, D: 1}}
  big shoota: {{range: 36, A: 3, BS: 5+, S: 5, AP: 0, D: 1}}
  deffgun: {{range: 36, A: 2, BS: 5+, S: 8, AP: -1, D: 2}}
units:
  - name: Boyz
    keywords: [Infantry, Orks]
    models:
      - {{name: Boy, count: 20, plural: Boyz, M: 6, T: 5, Sv: 5+, W: 1, Ld: 7+, OC: 2, weapons: [shoota]}}
  - name: Lootas
    keywords: [Infantry, Orks]
    models:
      - {{name: Loota, count: 8, M: 6, T: 5, Sv: 5+, W: 1, Ld: 7+, OC: 1, weapons: [deffgun]}}
  - name: Nobz
    keywords: [Infantry, Orks]
    models:
      - {{name: Nob, count: 5, plural: Nobz, M: 6, T: 5, Sv: 4+, W: 2, Ld: 7+, OC: 1, weapons: [shoota]}}
  - name: Trukk
    keywords: [Vehicle, Orks]
    models:
      - {{name: Trukk, M: 12, T: 8, Sv: 4+, W: 10, Ld: 7+, OC: 2, weapons: [big shoota]}}
"""
BREACHERS, CAPTAIN, GUNNERS, WALKER = "Breacher", "Captain Rho", "Gunner", "Walker"
BOYZ, LOOTAS, NOBZ, TRUKK = "Boy", "Loota", "Nob", "Trukk"
MINE, THEIRS = 0, 1


def book() -> Book:
    units = {
        BREACHERS: (10, 1), CAPTAIN: (1, 5), GUNNERS: (5, 2), WALKER: (1, 8),
        BOYZ: (20, 1), LOOTAS: (8, 1), NOBZ: (5, 2), TRUKK: (1, 10),
    }  # fmt: skip
    return Book(units, (1, 2))


def first_turn(evening: Evening) -> None:
    """An order for all INFANTRY, a stratagem and a reaction to it; then a loss is told too high, and taken back."""
    say, of = evening.say, evening.book
    say("", UNITS)
    of.gain()
    evening.tell("all INFANTRY: Steady Aim")
    evening.shows("all INFANTRY of River Watch: Improve BS by 1 (Steady Aim), until River Watch's turn 2")
    evening.attack("breachers", "boyz", 12, "14/3", "8", "2", rows=["storm"], reaction="contempt")
    evening.shows("22 ► 17 ► 8 ► 6 ► 6", "6 Boyz slain")
    of.spend(MINE)
    of.spend(THEIRS)
    of.falls(BOYZ, 6)

    say("end the phase", SINCE)
    evening.shows("ended: Sustained Hits 1 (Storm of Shells) on Breachers with Captain Rho")
    of.gain()
    say("breachers -3", SINCE)
    evening.shows("3 Breachers fall: 8 of 11 left")
    evening.undo("Turn 1: what happened since the last shots: breachers -3")
    say("breachers -2, gunners -1", SINCE)
    of.falls(BREACHERS, 2)
    of.falls(GUNNERS)
    say("", UNITS)
    evening.attack("lootas", "gunners", 24, "6", "4", "1")
    of.falls(GUNNERS, 3)


def second_turn(evening: Evening) -> None:
    """The leader dies in the fight. An enemy is lit up until the next turn, another one sees nothing for as long."""
    of = evening.book
    evening.phase_ends("captain dead, boyz -3, gunners 1 wound")
    of.gain()
    of.dies(CAPTAIN)
    of.falls(BOYZ, 3)
    of.loses(GUNNERS, 1)
    evening.shows("Breachers 8 models")
    evening.tell("theirs lootas: -1 to hit as Smoke until my next turn")
    evening.attack("gunners", "trukk", 20, "6", "6", "1", rows=["light"])
    evening.shows("► 1 ► 1")
    of.spend(MINE)
    of.loses(TRUKK, 3)
    evening.attack("walker", "trukk", 20, "4", "3", "1")
    evening.shows("3+")  # its 4+, and 1 for the light
    of.loses(TRUKK, 2)

    evening.phase_ends("walker 2 wounds, nobz -1")
    of.gain()
    of.loses(WALKER, 2)
    of.falls(NOBZ)
    evening.attack("lootas", "breachers", 24, "3", "3", "1")
    evening.shows("6+")  # their 5+, in the smoke
    of.falls(BREACHERS, 2)


def third_turn(evening: Evening, resumed: Callable[[], Terminal]) -> None:
    """What was told two turns ago is changed; the plug is pulled between two rolls. A wreck comes back, and two more."""
    of, say = evening.book, evening.say
    say("end the phase", SINCE)
    of.gain()
    say("trukk dead, cp -1 for Charge", SINCE)
    of.dies(TRUKK)
    of.spend(MINE)
    evening.stands("CP 3", "Trukk destroyed")  # also while more is told
    say("", UNITS)
    evening.change("captain dead", "captain dead, boyz -4, gunners 1 wound", UNITS)
    of.falls(BOYZ)
    evening.shows("Which unit shoots?")
    for keys, asked in (
        ("breachers", "Which target for"),
        ("lootas", "HOW FAR"),
        ("20", "AGREED?"),
        ("", "a reaction?"),
    ):
        say(keys, asked)
    say("", "ROLL 12 DICE")
    say("10", "ROLL 10 DICE")
    evening.here.kill()
    evening.here = resumed()
    evening.here.wait("ROLL 10 DICE")
    evening.shows("12 ► 10", "Breachers → Lootas")
    evening.say("6", "ROLL 6 DICE")
    evening.say("2", UNITS)
    of.falls(LOOTAS, 4)

    evening.phase_ends("trukk back, lootas +2", "nobz 3 left")
    of.gain()
    of.rise(TRUKK)
    of.rise(LOOTAS, 2)
    of.falls(NOBZ)
    evening.attack("boyz", "breachers", 12, "7", "3", "1")
    of.falls(BREACHERS, 2)


def fourth_turn(evening: Evening) -> None:
    of = evening.book
    evening.phase_ends("breachers +1", "all INFANTRY: Steady Aim")
    of.gain()
    of.rise(BREACHERS, 1)
    evening.attack("gunners", "nobz", 20, "6", "2", "0", rows=["storm"])
    of.spend(MINE)
    of.falls(NOBZ, 2)

    evening.phase_ends("gunners dead")
    of.gain()
    of.dies(GUNNERS)
    evening.attack("trukk", "walker", 20, "2", "1", "1")
    of.loses(WALKER, 1)


def fifth_turn(evening: Evening) -> str:
    of = evening.book
    evening.phase_ends("walker +1 wound, boyz -2, theirs cp -2 for Rescue")
    of.gain()
    of.heals(WALKER, 1)
    of.falls(BOYZ, 2)
    of.spend(THEIRS, 2)
    evening.attack("walker", "boyz", 20, "5", "4", "1", reaction="contempt")
    of.spend(THEIRS)
    of.falls(BOYZ, 3)

    evening.phase_ends("lootas -1")
    of.gain()
    of.falls(LOOTAS)
    evening.attack("nobz", "breachers", 12, "2", "1", "1")
    of.falls(BREACHERS)
    return evening.over()


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-6", "EVE-8", "EVE-10", "EVE-11", "EVE-23", "EVE-24", "EVE-34", "EVE-51", "EVE-52")
@pytest.mark.parametrize(("ruleset", "columns"), [("40k-10e", 80), ("40k-11e", 40)], ids=["10e", "11e-phone"])
def test_five_turns(open_: Callable[..., Terminal], tmp_path: Path, ruleset: str, columns: int) -> None:
    lists = [tmp_path / "river.yaml", tmp_path / "mob.yaml"]
    for path, text in zip(lists, (RIVER, MOB), strict=True):
        path.write_text(text.format(ruleset=ruleset))
    size = {"columns": columns, "rows": 24}
    here = open_("play", *map(str, lists), "--turns", "5", "--seed", "5", "--dice", "hand", **size)
    here.wait("Who has the first turn?")
    evening = Evening(here, book())
    first_turn(evening)
    second_turn(evening)
    third_turn(evening, lambda: open_("play", "--resume", **size))
    fourth_turn(evening)
    seen = fifth_turn(evening)

    of = evening.book
    assert standing(kept(tmp_path / "home", "River")) == of.stands
    assert of.stands == {BREACHERS: [1] * 4, WALKER: [6], BOYZ: [1] * 5, LOOTAS: [1] * 5, NOBZ: [2], TRUKK: [10]}
    assert outside(tmp_path / "home", "battle", "verify", "River").returncode == 0
    whole = json.loads(outside(tmp_path / "home", "battle", "export", "River", "--json").stdout)
    assert [one["left"] for one in whole["command_points"].values()] == of.points
    assert [one["spent"] for one in whole["command_points"].values()] == [
        {"Storm of Shells": 2, "Light Them Up": 1, "Charge": 1}, {"Contempt": 2, "Rescue": 2},
    ]  # fmt: skip
    assert words("slain by shooting") in seen or columns == 40
