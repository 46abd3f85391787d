"""Two turns of 7th, of 2nd edition and of Reikhammer, as two players would type them, held against a book beside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.evening import HAPPENED, SINCE, UNITS, Book, Evening, kept, standing
from tests.end_to_end.terminal import Terminal, outside

SEVENTH = (
    """\
ruleset: 40k-7e
name: Blues
units:
  - name: Tank Killers
    models: [{name: Gunner, count: 4, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [lascannon]}]
  - name: Riflemen
    models:
      - {name: Rifleman, count: 9, plural: Riflemen, BS: 3, T: 3, Ld: 7, Sv: 5+, weapons: [lasgun]}
      - {name: Sergeant, BS: 3, T: 3, W: 2, Ld: 8, Sv: 4+, character: yes, weapons: [lasgun]}
""",
    """\
ruleset: 40k-7e
name: Reds
units:
  - name: Trukk
    type: Vehicle
    models: [{name: Trukk, BS: 2, front: 11, side: 10, rear: 10, HP: 3, weapons: [shoota]}]
  - name: Boyz
    models: [{name: Boy, count: 13, plural: Boyz, BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: [shoota]}]
""",
)
SECOND = (
    """\
ruleset: 40k-2e
name: Blues
profiles:
  man: {M: 4, WS: 3, BS: 3, S: 3, T: 3, W: 1, I: 3, A: 1, Ld: 8, Sv: 6+}
  hero: {M: 4, WS: 5, BS: 5, S: 4, T: 4, W: 2, I: 5, A: 2, Ld: 9, Sv: 3+}
units:
  - name: Riflemen
    type: Infantry
    models: [{name: Rifleman, count: 8, plural: Riflemen, profile: man, weapons: [lasgun]}]
  - name: Captain Rho
    type: Infantry
    models: [{name: Captain Rho, profile: hero, weapons: [bolt pistol]}]
""",
    """\
ruleset: 40k-2e
name: Reds
profiles:
  boy: {M: 4, WS: 3, BS: 3, S: 3, T: 4, W: 1, I: 2, A: 1, Ld: 7, Sv: -}
units:
  - name: Boyz
    type: Infantry
    models: [{name: Boy, count: 12, plural: Boyz, profile: boy, weapons: [bolt pistol]}]
  - name: Gretchin
    type: Infantry
    models: [{name: Gretchin, count: 10, plural: Gretchin, profile: boy, weapons: [autogun]}]
""",
)
GUARD = """\
ruleset: reikhammer
name: Ford Guard
strategy: 2
weapons:
  heavy stubber: {range: 8, AP: 3}
  long gun: {range: 24, AT: 4}
formations:
  - name: Watch
    CR: 4
    points: 100
    units:
      - {name: Rifle Band, count: 4, type: INF, speed: 4, armour: 2, integrity: 3, ammo: 6, weapons: [heavy stubber]}
  - name: Gun Row
    CR: 4
    points: 100
    units:
      - {name: Gun Car, count: 3, type: AV, speed: 5, armour: 3, integrity: 1, ammo: 4, weapons: [long gun]}
"""
REIKHAMMER = (
    GUARD,
    GUARD.replace("Ford Guard", "Raiders").replace("Watch", "Horde").replace("Rifle Band", "Brute")
    .replace("Gun Row", "Car Gang").replace("Gun Car", "Buggy"),
)  # fmt: skip


@pytest.fixture
def begin(open_: Callable[..., Terminal], tmp_path: Path) -> Callable[..., Terminal]:
    """A new battle of two turns, dice by hand; without lists the last battle goes on."""

    def run(*texts: str) -> Terminal:
        names = [str(tmp_path / f"{name}.yaml") for name, _ in zip(("mine", "theirs"), texts, strict=False)]
        for name, text in zip(names, texts, strict=True):
            Path(name).write_text(text)
        more = (*names, "--turns", "2", "--seed", "5", "--dice", "hand") if texts else ("--resume",)
        return open_("play", *more, columns=80, rows=24)

    return run


def ends_as(evening: Evening, home: Path, stands: dict[str, list[int]]) -> None:
    """The battle that was kept is the book, and the book is what the script comes to. It can be verified."""
    assert standing(kept(home, "v")) == evening.book.stands == stands
    assert outside(home, "battle", "verify", "v").returncode == 0


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-6", "EVE-8", "EVE-10", "EVE-12")
def test_seventh_edition(begin: Callable[..., Terminal], tmp_path: Path) -> None:
    evening = Evening(begin(*SEVENTH), Book({"Gunner": (4, 1), "Rifleman": (9, 1), "Sergeant": (1, 2), "Trukk": (1, 3), "Boy": (13, 1)}))  # fmt: skip
    say, of = evening.say, evening.book
    evening.here.wait("Who has the first turn?")
    say("", UNITS)
    evening.tell("trukk hull -1, immobilised")
    of.loses("Trukk", 1)
    evening.stands("2 of 3")

    def riflemen(*dice: str) -> None:
        for keys, asked in (("riflemen", "Which target"), ("boyz", "HOW FAR"), ("12", "Which weapon"), ("", "AGREED?"), ("", "to hit")):  # fmt: skip
            say(keys, asked)
        for roll in dice[:-1]:
            say(roll, "ROLL")
        say(dice[-1], UNITS)

    riflemen("4", "2", "0")
    of.falls("Boy", 2)
    say("end the phase", SINCE)
    say("boyz -9", SINCE)
    evening.undo("Turn 1: what happened since the last shots: boyz -9")
    say("boyz -3, riflemen -2 rifleman", SINCE)
    of.falls("Boy", 3)
    of.falls("Rifleman", 2)
    say("", UNITS)
    for keys, asked in (("boyz", "Which target"), ("tank", "HOW FAR"), ("12", "Which weapon"), ("", "AGREED?"), ("", "to hit"), ("4", "to wound"), ("2", "save"), ("2", UNITS)):  # fmt: skip
        say(keys, asked)

    evening.phase_ends("sergeant dead, trukk hull +1")
    of.dies("Sergeant")
    of.heals("Trukk", 1)
    evening.change("boyz -3", "boyz -4, riflemen -2 rifleman", "to hit")
    evening.shows("only the number that passed was typed, and fewer dice are rolled now")
    say("4", UNITS)  # two shots fewer; the wounds and the saves after them stay
    of.falls("Boy")
    for keys, asked in (("riflemen", "Which target"), ("boyz", "HOW FAR"), ("12", "Which weapon"), ("", "AGREED?"), ("", "to hit"), ("4", "to wound")):  # fmt: skip
        say(keys, asked)
    evening.here.kill()
    evening.here = begin()
    evening.here.wait("to wound")
    say("1", "save")
    say("1", UNITS)
    of.falls("Boy")

    evening.phase_ends("trukk wrecked")
    of.dies("Trukk")
    evening.over()
    ends_as(evening, tmp_path / "home", {"Gunner": [1] * 4, "Rifleman": [1] * 7, "Boy": [1] * 6})


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-6", "EVE-8", "EVE-10", "EVE-12")
def test_second_edition(begin: Callable[..., Terminal], tmp_path: Path) -> None:
    evening = Evening(begin(*SECOND), Book({"Rifleman": (8, 1), "Captain Rho": (1, 2), "Boy": (12, 1), "Gretchin": (10, 1)}))  # fmt: skip
    say, of, watch = evening.say, evening.book, "goes on overwatch"
    evening.here.wait("Who has the first turn?")
    say("", watch)
    say("", UNITS)
    evening.tell("gretchin -2")
    of.falls("Gretchin", 2)

    def riflemen_to_the_wounds() -> None:
        for keys, asked in (("riflemen", "Which target"), ("boyz", "Which weapon"), ("", "HOW FAR"), ("12", "AGREED?"), ("", "to hit"), ("4", "to wound")):  # fmt: skip
            say(keys, asked)

    riflemen_to_the_wounds()
    say("2", UNITS)
    of.falls("Boy", 2)
    say("end the phase", SINCE)
    say("boyz -5", SINCE)
    evening.undo("Turn 1: what happened since the last shots: boyz -5")
    say("boyz -1, captain 1 wound", SINCE)
    of.falls("Boy")
    of.loses("Captain Rho", 1)
    say("", watch)
    say("", UNITS)
    say("end the phase", SINCE)
    say("gretchin +1, captain +1 wound", SINCE)
    of.rise("Gretchin", 1)
    of.heals("Captain Rho", 1)
    say("", watch)
    say("", UNITS)
    evening.change("boyz -1", "boyz -2, captain 1 wound", UNITS)
    of.falls("Boy")
    riflemen_to_the_wounds()
    evening.here.kill()
    evening.here = begin()
    evening.here.wait("to wound")
    say("1", UNITS)
    of.falls("Boy")
    say("end the phase", SINCE)
    say("captain dead, gretchin broken", SINCE)
    of.dies("Captain Rho")
    say("", watch)
    say("", UNITS)
    evening.over()
    ends_as(evening, tmp_path / "home", {"Rifleman": [1] * 8, "Boy": [1] * 7, "Gretchin": [1] * 9})


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-6", "EVE-8", "EVE-10", "EVE-12")
def test_reikhammer(begin: Callable[..., Terminal], tmp_path: Path) -> None:
    evening = Evening(begin(*REIKHAMMER), Book({"Rifle Band": (4, 3), "Gun Car": (3, 1), "Brute": (4, 3), "Buggy": (3, 1)}))  # fmt: skip
    say, of, acts = evening.say, evening.book, "Which formation acts?"
    evening.here.wait("strategy roll")

    def turn_begins(turn: int) -> None:
        say("5", "strategy roll")
        say("2", f"goes first in turn {turn}")
        say("", acts)

    def tell(line: str) -> None:
        say("something", HAPPENED)
        say(line, acts)

    turn_begins(1)
    tell("horde -1, shock +2")
    of.loses("Brute", 1)
    evening.stands("Shock 2")
    tell("buggy -1")
    evening.here.wish("u", "Taken back: What happened: buggy -1")
    evening.here.press("\x1b")
    evening.here.settle(0.1)
    say("buggy -2", acts)
    of.falls("Buggy", 2)
    say("nothing more", acts)
    say("nothing more", "within 8 tiles?")
    say("", "ROLL 1 DIE")
    evening.here.kill()
    evening.here = begin()
    evening.here.wait("ROLL 1 DIE")
    say("1", "")
    while SINCE not in evening.here.shown():
        say("1" if "ROLL" in evening.here.shown() else "")
    say("watch -3, gun row ammo -1", SINCE)
    of.falls("Rifle Band")
    say("", "strategy roll")
    turn_begins(2)
    evening.change("buggy -2", "buggy -1", acts)
    of.rise("Buggy", 1)
    tell("horde -2, watch shock +1")
    of.loses("Brute", 2)
    say("nothing more", acts)
    say("nothing more", "within 8 tiles?")
    for _ in range(6):
        if "The battle is over" in evening.here.shown():
            break
        evening.here.press(("1" if "ROLL" in evening.here.shown() else "") + "\r")
        evening.here.settle(0.5)
    evening.here.press("q")
    evening.here.end()
    ends_as(evening, tmp_path / "home", {"Rifle Band": [3] * 3, "Gun Car": [1] * 3, "Brute": [3] * 3, "Buggy": [1] * 2})
