"""From a list that is pasted to the first dice, at a terminal: each format that is taken, and the answers it takes."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
from pathlib import Path

import pexpect
import pytest

from tests.end_to_end.terminal import ENTER, READY, SCRIPT, Terminal
from tests.importing import sample_rosters, written_rosters
from tests.importing.pasted import texts
from tests.importing.written_rosters import (
    ELEVENTH,
    ELEVENTH_NAME,
    Node,
    as_json,
    as_link,
    as_listforge,
    as_xml,
    as_zip,
    blade,
    gun,
    model,
    statline,
    unit,
)

LEADS = "This model can be attached to the following units:\n■ Wardens"
PISTOL, RIFLE = gun("Storm pistol", range_='12"', keywords="Pistol"), gun("Beam rifle")
BCP = texts.APP_B.replace("Lantern Watch\nStrike Force (2,000 Points)", "Strike Force (2,000 Points)\nLantern Watch")
FLAT = re.sub(r"(?m)^ +", "", texts.APP_B.replace("Captain (95", "Captain(95"))
RIVER = sample_rosters.river_watch()
# Each format, with the edition that it is of and the answers from the paste to the first dice. The paste is the first.
FORMATS: dict[str, tuple[str | bytes, str, int]] = {
    "app A": (texts.APP_A, "11e", 8),
    "app B": (texts.APP_B, "10e", 9),
    "app, flattened": (FLAT, "10e", 9),
    "app, French": (texts.FRENCH, "11e", 8),
    "BCP": (BCP, "10e", 9),
    "New Recruit, tournament": (texts.TOURNAMENT, "10e", 9),
    "New Recruit, WTC full": (texts.WTC_FULL, "10e", 9),
    "New Recruit, GW": (texts.GW, "10e", 9),
    "New Recruit, simple": (texts.SIMPLE, "10e", 9),
    "ListForge, text": (texts.LIST_FORGE, "10e", 9),
    "WarOrgan": (texts.WAR_ORGAN, "11e", 9),
    "ListForge, link": (as_link(as_listforge(RIVER)), "10e", 9),
    "New Recruit, JSON": (as_json(RIVER), "10e", 9),
    "New Recruit, rosz": (as_zip(as_xml(RIVER)), "10e", 9),
    "BattleScribe, ros": (as_xml(RIVER), "10e", 9),
}
THEIRS = {"10e": "necrons", "11e": "vanguard"}


def rim(**edition: str) -> Node:
    """A roster with the values of all units that the texts name."""
    foot = ("Infantry", "Faction: Star Clans")
    captain = unit(
        "Warden Captain", statline("Warden Captain", w=4), written_rosters.ability("Leader", LEADS), PISTOL, blade("Beam sabre"),
        kind="model", points=80, categories=("Character", *foot),
    )  # fmt: skip
    signaller = unit(
        "Warden Signaller", statline("Warden Signaller", w=3), PISTOL, kind="model", points=40,
        categories=("Character", *foot),
    )  # fmt: skip
    squad = unit(
        "Wardens", statline("Warden", w=1), model("Warden Sergeant", PISTOL, RIFLE, blade("Beam sabre")),
        model("Warden", RIFLE, gun("Heavy beamer", s=8), gun("Grenade", range_='8"'), number=4), points=90, categories=foot,
    )  # fmt: skip
    guards = unit("Rim Guard", statline("Rim Guard"), gun("Beam lance"), points=90, categories=foot)
    hounds = unit("Rim Hounds", statline("Rim Hounds"), PISTOL, blade("Fangs"), points=75, categories=foot)
    crawler = unit(
        "Crawler", statline("Crawler", t=10, w=10), gun("Storm cannon", range_='36"'), gun("Beam lance"),
        kind="model", points=100, categories=("Vehicle", "Faction: Star Clans"),
    )  # fmt: skip
    return written_rosters.roster(
        captain, signaller, squad, guards, hounds, crawler, faction="Rim - Star Clans", **edition
    )


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files with the values, by edition."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "10e.json").write_bytes(as_json(rim()))
    (folder / "11e.json").write_bytes(as_json(rim(system=ELEVENTH, game=ELEVENTH_NAME)))
    return {name: str(folder / f"{name}.json") for name in ("10e", "11e")}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def to_the_first_dice(table: Terminal, answers: int = 0) -> int:
    """Answer with Enter, and with a distance where nothing is proposed, until dice are asked for. Return how often."""
    for more in range(60):
        shown = " ".join(table.aloud().split())
        own = "whose dice?" in shown.casefold()  # their own, so that the prompt says that dice are thrown
        keys = "2" if own else "12" if "HOW FAR" in shown else ""
        if re.search(r"ROLL \d|Roll \d", shown):
            return answers + more
        table.press(keys + ENTER)
        while READY not in table.heard and table.read():
            pass
        table.settle()
    raise AssertionError(f"no dice:\n{table.shown()}")


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_a_list_of_each_format_comes_to_the_first_dice(
    name: str, home: Path, tmp_path: Path, data: dict[str, str]
) -> None:
    content, edition, answers = FORMATS[name]
    options = ("--data", data[edition], "--accept-gaps", "--turns", "1", "--seed", "3")
    if isinstance(content, bytes):  # a file, whose name is typed
        (tmp_path / "list").write_bytes(content)
        given = str(tmp_path / "list")
    else:
        given = f"\x1b[200~{content}\x1b[201~".replace("\n", "\r")
    table = Terminal(home, "play", "-", THEIRS[edition], *options, rows=40)
    try:
        table.wait("Paste the list here")
        table.press(given)
        table.settle(0.1)
        table.press(ENTER)
        while READY not in table.heard and table.read():
            pass
        table.settle()
        assert to_the_first_dice(table, answers=1) == answers
    finally:
        table.close()


FIRST_TURN = "Who has the first turn?"


@pytest.mark.slow
@pytest.mark.rule("IMP-50")
def test_who_leads_whom_is_taken_back_and_is_kept_through_a_kill(home: Path, tmp_path: Path) -> None:
    mine = str(sample_rosters.written(tmp_path)[0])
    options = ("--turns", "1", "--seed", "3", "--battle", "Ford")
    table = Terminal(home, "play", *options, rows=40)
    try:
        table.wait("Your army?")
        table.say(mine, "opponent's army?")
        table.say("necrons", "whom does River Captain lead?")
        table.say("Guard 1", "Whose dice?")
        assert "River Captain leads River Guard 1." in table.aloud()
        table.wish("u", "whom does River Captain lead?")
        assert "Taken back: River Captain leads River Guard 1." in table.aloud()
        table.say("Guard 2", "Whose dice?")
        table.say("", FIRST_TURN)
        table.kill()
    finally:
        table.close()
    table = Terminal(home, "play", "--resume", rows=40)
    try:
        table.wait(FIRST_TURN)
        assert "lead?" not in table.aloud()
        table.look(" s", then=[("-", "River Guard 2 with River Captain")])
        table.press(" q")
        table.end()
    finally:
        table.close()


@pytest.mark.slow
def test_a_list_through_a_pipe_is_played_at_the_terminal(home: Path, tmp_path: Path, data: dict[str, str]) -> None:
    """The pipe is read to its end; then the questions come from the terminal. Ctrl-C ends it without a trace."""
    (tmp_path / "list.txt").write_text(texts.APP_B, encoding="utf-8")
    keys = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    call = f"{sys.executable} -c {shlex.quote(SCRIPT)} play - necrons --accept-gaps --data {data['10e']}"
    child = pexpect.spawn(
        "/bin/sh", ["-c", f"cat {tmp_path / 'list.txt'} | {call}"], env={**keys, "TERM": "dumb", "SHOOT_HOME": str(home)},
        encoding="utf-8", timeout=60, dimensions=(40, 80),
    )  # fmt: skip
    child.expect("whom does Warden Captain lead")
    child.expect("Enter for 1:")
    child.sendline("2")
    child.expect("Warden Captain leads Wardens")
    child.expect("Whose dice")
    child.expect("Enter for 1:")
    child.send("\x03")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130 or child.signalstatus == signal.SIGINT  # of the pipe, by the shell
    assert "Traceback" not in str(child.before)
