"""A terminal and phones at one battle: whoever answers first has answered, and the other surface goes on with him."""

from __future__ import annotations

import json
import random
import re
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from shoot_cli.cli.app import app
from shoot_cli.phone import links
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.storage.store import Store
from tests.end_to_end import terminal
from tests.end_to_end.terminal import CTRL_C, Terminal, printed, words
from tests.helpers.samples import many
from tests.phone.guest import Guest, play_on, raw
from tests.phone.table import LISTS, free_port, table

RULE = re.compile(r"[0-9A-Z]+(-[A-Z]+)+-[0-9]+ ")  # how the text of a rule begins
CHANCE = re.compile(r"%|\b1 in \d|\bodds\b|expected")
CORNER = "█▀▀▀▀▀█"  # of a code to scan


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "bare", "code"),
    [
        pytest.param(80, {}, True, id="80"),
        pytest.param(40, {}, False, id="40", marks=pytest.mark.slow),
        pytest.param(80, {"NO_COLOR": "1"}, False, id="no colour", marks=pytest.mark.slow),
    ],
)
@pytest.mark.rule("PH-32", "PH-36")
def test_all_links_are_in_sight_on_24_rows(tmp_path: Path, columns: int, bare: dict[str, Any], code: bool) -> None:
    """Who reads the Wi-Fi is said before the first link; the code stands right under its own, until Enter goes on."""
    with table(tmp_path, columns=columns, rows=24, **bare) as here:
        here.here.wait("Enter goes on")
        lines = here.here.lines()
        seen = [next(n for n, line in enumerate(lines) if link in line) for link in (*here.links[::2], here.links[1])]
        said = next(n for n, line in enumerate(lines) if line.startswith("Whoever can read this Wi-Fi"))
        assert said < seen[0] < seen[1] < seen[2]
        assert "and answer for you" in words(here.here.shown())
        drawn = links.code(here.links[1])
        assert drawn
        shown = [line[1:] for line in lines[seen[2] + 1 :][: len(drawn)]]
        assert (shown == [line.rstrip() for line in drawn]) == code
        assert (CORNER in here.here.shown()) == code
        here.go()
        assert CORNER not in here.here.shown()
        assert here.links[1] in here.here.shown()
        here.here.press(" w")
        here.here.wait_to_see("PHONES")
        assert (CORNER in here.here.shown()) != bool(bare)
        assert here.links[1] in here.here.shown()


@pytest.mark.slow
@pytest.mark.rule("PH-17")
def test_in_no_network_the_battle_goes_on_without_phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = "from shoot_cli.phone import links; links.addresses = list; "
    monkeypatch.setattr(terminal, "SCRIPT", alone + terminal.SCRIPT)
    here = Terminal(tmp_path, "play", "blue_column", "red_host", "--dice", "hand", "--seed", "7", "--phone")
    try:
        here.wait("this machine is in no private network")
        here.wait("strategy")
        here.press("3\r")
        while not kept(tmp_path):
            here.read()
        assert "http:" not in here.all
        here.press(" q")
        here.end()
    finally:
        here.close()


TWO = {"typed": "2"}  # of the first question of a battle, which is one die


def without_taste(state: dict[str, Any], owner: Guest) -> Any:
    """What leads to an attack soonest: facts as they stand, near enough for every weapon."""
    kind = state["form"]["kind"]
    return {} if kind == "facts" else 6 if kind == "number" else owner.any_answer(state)


def without_rules(state: dict[str, Any]) -> dict[str, Any]:
    """The state without the texts of rules, of which some speak of 25% and of odds."""
    return {**state, "why": [line for line in state.get("why", {}).get("lines", ()) if not RULE.match(line)]}


def kept(home: Path) -> list[dict[str, object]]:
    """What the answers in the log hold, each event whole."""
    with Store.open(home / "shoot.db") as store:
        name = next(iter(store.battles())).name
        return [event.payload for event in store.load(name).events if event.kind == "answer"]


@pytest.mark.slow
@pytest.mark.rule("PH-1", "PH-4", "PH-5", "PH-10", "PH-13")
def test_a_phone_answers_and_the_terminal_goes_on(tmp_path: Path) -> None:
    with table(tmp_path, "blue_column", "red_host", "--dice", "hand", "--seed", "7", "--clock", "30m") as here:
        here.go()
        here.here.wait("strategy")
        state = here.first.state()
        owner = here.owner()
        asked = owner.state()
        assert asked["clock"]["runs"] == asked["owner"]
        assert here.watch.state()["yours"] is False
        here.here.press("3")  # half a line, which is for nobody after the phone has answered
        status, _ = owner.answer(asked["ask"], TWO)
        assert status == 200
        here.here.wait(f"{asked['owner']}, by phone: strategy")
        here.here.press("3\r3\r", at_once=True)  # nobody here has read the next question yet
        here.here.settle(0.3)
        time.sleep(0.8)
        assert here.first.state()["ask"] != state["ask"]
        assert [one.get("via") for one in kept(tmp_path)] == ["phone"]
        here.here.press("3\r")
        while len(kept(tmp_path)) < 2:
            here.here.read()
        assert [one.get("via") for one in kept(tmp_path)] == ["phone", None]
        late, told = owner.answer(asked["ask"], TWO)
        assert (late, "over" in told["error"]) == (409, True)
        here.here.press(" q")
        assert "WARNING" not in here.here.end()


@pytest.mark.slow
@pytest.mark.rule("PH-4")
def test_who_answered_is_said_where_a_player_looks(tmp_path: Path) -> None:
    """In the log, at an undo, in `show`, in all that export writes: of what a phone gave, and of nothing else."""
    with table(tmp_path) as here:
        here.go()
        by = here.owner().state()["owner"]
        here.here.press("3\r")
        while len(kept(tmp_path)) < 1:
            here.here.read()
        here.here.wait("")
        for _ in range(2):
            asked = here.owner().state()
            assert here.owner().answer(asked["ask"], TWO)[0] == 200
            time.sleep(0.8)
        here.here.wish("u", "Taken back")
        here.here.wait_to_see("by phone)")
        assert f"(answered by {asked['owner']}, by phone)" in words(here.here.shown())
        here.here.press(" l")
        here.here.wait_to_see("LOG")
        assert here.here.shown().count("by phone") == 1
        here.here.press("\x1b")
        here.here.press(" q")
        here.here.end()
    with Store.open(tmp_path / "shoot.db") as store:
        name = next(iter(store.battles())).name
    assert by
    for command in ("show", "export"):
        text = printed(tmp_path, "battle", command, name)
        assert [line.partition(".")[0] for line in text.splitlines() if "by phone)" in line] == ["2"]
    whole = printed(tmp_path, "battle", "export", name, "--json")
    assert [one.get("via") for one in json.loads(whole)["answers"]] == [None, "phone"]
    (tmp_path / "one.json").write_text(whole)
    printed(tmp_path, "battle", "import", str(tmp_path / "one.json"), "--name", "again")
    (tmp_path / "two.json").write_text(whole.replace('"via": "phone"', '"via": "crow"', 1))
    refused = CliRunner().invoke(
        app, ["battle", "import", str(tmp_path / "two.json"), "--name", "crow"], env={"SHOOT_HOME": str(tmp_path)}
    )
    assert refused.exit_code == 3, refused.stdout
    lines = printed(tmp_path, "battle", "export", name, "--format", "jsonl").splitlines()
    given = [json.loads(line)["payload"] for line in lines[1:] if json.loads(line)["kind"] == "answer"]
    assert [one.get("via") for one in given] == [None, "phone", "phone"]


@pytest.mark.slow
@pytest.mark.rule("PH-15", "PH-30")
@pytest.mark.parametrize("leaves", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_last_state_has_the_numbers_of_the_end(tmp_path: Path, leaves: bool) -> None:
    """Whoever was slain stands there, by army and by unit, as the laptop counts them; no chance stands there."""
    arguments = ("blue_column", "red_host", "--dice", "app", "--seed", "7", "--turns", "1", "--no-odds")
    with table(tmp_path, *arguments) as here:
        here.go()
        seen: list[Any] = []

        def watch() -> None:
            while not seen or not seen[-1]["over"]:
                seen.append(here.watch.state(seen[-1]["ask"] if seen else ""))

        watches = threading.Thread(target=watch)
        watches.start()
        with here.watched():
            play_on(here.guests, 20 if leaves else 1000)
        if leaves:
            time.sleep(0.8)
            here.here.press(" q")
        watches.join(60)
        last = seen[-1]
        if not leaves:
            time.sleep(0.8)
            here.here.press("q")
        here.here.end()
    with Store.open(tmp_path / "shoot.db") as store:
        name = next(iter(store.battles())).name
    lost = json.loads(printed(tmp_path, "battle", "verify", name, "--json"))["lost"]
    assert last["over"] == ("The laptop has stopped. The battle is kept." if leaves else "The battle is over.")
    assert "form" not in last
    assert [*lost] == [army["name"] for army in last["end"]]
    assert sum(lost.values())
    for army, other in (last["end"], last["end"][::-1]):
        left, start = map(int, army["words"][0].removesuffix(" left").split(" of "))
        assert start - left == lost[army["name"]] == other["killed"]
        fell = [re.search(r": (\d+) [a-z]+, ", unit) for unit in army["units"]]
        assert sum(int(one[1]) for one in fell if one) == lost[army["name"]]
    assert not CHANCE.search(json.dumps(last))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "shows"),
    [
        pytest.param(" s", "", id="view", marks=pytest.mark.slow),
        pytest.param(" w", "PHONES", id="links"),
        pytest.param("1", "", id="half a line", marks=pytest.mark.slow),
        pytest.param(" ", "", id="commands", marks=pytest.mark.slow),
    ],
)
@pytest.mark.rule("PH-4")
def test_whatever_stands_at_the_terminal_is_closed(tmp_path: Path, keys: str, shows: str) -> None:
    with table(tmp_path) as here:
        here.go()
        owner = here.owner()
        here.here.press(keys)
        here.here.settle(0.3)
        if shows:
            here.here.wait_to_see(shows)
        assert owner.answer(owner.state()["ask"], TWO)[0] == 200
        here.here.wait("by phone: strategy")
        assert here.here.screen.below is None
        assert len(kept(tmp_path)) == 1


@pytest.mark.slow
@pytest.mark.rule("PH-4")
def test_a_fact_that_stands_open_in_its_list_is_closed(tmp_path: Path) -> None:
    with table(tmp_path, "ultramarines", "orks", "--dice", "hand", "--seed", "7", "--turns", "1") as here:
        here.go()
        while True:
            owner = here.owner()
            state = owner.state()
            if state["form"]["kind"] == "facts":
                break
            owner.answer(state["ask"], without_taste(state, owner))
        time.sleep(0.8)
        here.here.press("2\r")
        here.here.settle(0.3)
        assert owner.answer(state["ask"], {})[0] == 200
        here.here.wait("by phone:")
        assert kept(tmp_path)[-1]["answer"] == {}


@pytest.mark.slow
@pytest.mark.rule("PH-4")
def test_plain_lines_are_closed_too(tmp_path: Path) -> None:
    with table(tmp_path, "blue_column", "red_host", "--dice", "hand", "--seed", "7", "--plain") as here:
        here.here.press("\r")
        here.here.wait("strategy", prompt=False)
        owner = here.owner()
        here.here.press("7")
        assert owner.answer(owner.state()["ask"], TWO)[0] == 200
        here.here.wait("by phone: strategy", prompt=False)
        time.sleep(0.8)
        here.here.press("3\r")
        end = time.monotonic() + 60
        while len(kept(tmp_path)) < 2 and time.monotonic() < end:
            here.here.read()
        assert [one.get("via") for one in kept(tmp_path)] == ["phone", None]


@pytest.mark.slow
@pytest.mark.rule("PH-1")
@pytest.mark.parametrize("lists", [LISTS["7e"], LISTS["10e"]], ids=["7e", "10e"])
def test_status_and_reasons_are_those_of_the_terminal(tmp_path: Path, lists: tuple[str, str]) -> None:
    """Where a number is to be rolled, and where none is: the words of `?` and `s` of plain lines, all of them."""
    with table(tmp_path, *lists, "--dice", "hand", "--seed", "7", "--turns", "1", "--plain", rows=300) as here:
        here.here.press("\r")
        here.here.wait("", prompt=False)
        rolls = 0
        while rolls < 2:
            owner = here.owner()
            state = owner.state()
            is_roll = state["form"]["kind"] == "roll"
            if is_roll or not rolls:
                for _ in range(600):
                    here.here.read(0.1)
                    if words(state["act"]["told"]) in words(here.here.all):
                        break
                else:
                    raise AssertionError((state["act"]["told"], here.here.shown()))
                time.sleep(0.8)
                here.here.press("?\r")
                here.here.wait(state["why"]["lines"][-1][-20:], prompt=False)
                here.here.press("s\r")
                here.here.wait(state["status"][1]["units"][-1]["name"], prompt=False)
                here.here.settle(0.3)
                told = words(here.here.all)
                for row in (one for one in state["options"] if not one.get("rarely_chosen")):
                    assert words(row["label"]) in told, row
                for line in state["why"]["lines"]:
                    assert words(line) in told
                for army in state["status"]:
                    assert words(army["name"]) in told
                    for unit in army["units"]:
                        assert re.search(rf"{re.escape(words(unit['name']))} +{unit['models']}", told), unit
                assert (state["why"]["title"] == "WHY?") == (not is_roll)
            rolls += is_roll
            code, came = owner.answer(state["ask"], without_taste(state, owner))
            assert code == 200 or came.get("again"), came  # some of the dice may have to be thrown again


@pytest.mark.slow
@pytest.mark.rule("PH-7", "PH-10")
def test_while_something_else_is_asked_phones_wait(tmp_path: Path) -> None:
    with table(tmp_path, "blue_column", "red_host", "--dice", "hand", "--seed", "7", "--clock", "30m") as here:
        here.go()
        owner = here.owner()
        first = owner.state()["ask"]
        here.here.press(" p")
        here.here.wait("Paused")
        state = owner.state(first)
        assert state["clock"]["runs"] == ""
        assert owner.state()["clock"] == state["clock"]
        assert (state["yours"], state["busy"]) == (False, "Paused at the laptop.")
        assert owner.answer(state["ask"], TWO)[0] == 409
        here.here.press("\r")
        here.here.wait("The clock runs again")
        asked = owner.state(state["ask"])
        assert asked["yours"] is True
        assert asked["clock"]["runs"] == asked["owner"]
        time.sleep(0.1)
        then = owner.state()
        assert then["ask"] == asked["ask"]
        waits = next(name for name in asked["clock"]["left"] if name != asked["owner"])
        assert then["clock"]["left"][asked["owner"]] <= asked["clock"]["left"][asked["owner"]] - 100
        assert then["clock"]["left"][waits] == asked["clock"]["left"][waits]
        assert owner.answer(asked["ask"], TWO)[0] == 200
        time.sleep(0.8)
        here.here.wish("u", "Taken back")
        again = owner.state()
        assert again["yours"] is True
        assert again["ask"] not in (first, asked["ask"])
        assert owner.answer(asked["ask"], TWO)[0] == 409


@pytest.mark.slow
@pytest.mark.rule("PH-9")
def test_dice_of_the_app_are_the_same_after_undo(tmp_path: Path) -> None:
    with table(tmp_path, "ultramarines", "orks", "--dice", "hand", "--seed", "7", "--turns", "1") as here:
        here.go()
        while True:
            owner = here.owner()
            state = owner.state()
            if state["form"]["kind"] == "roll":
                break
            owner.answer(
                state["ask"],
                without_taste(state, owner),
            )
        found = []
        for _ in range(2):
            assert owner.answer(owner.state()["ask"], {"throw": True})[0] == 200
            found.append(kept(tmp_path)[-1])
            time.sleep(0.8)
            here.here.wish("u", "Taken back")
        assert found[0] == found[1]
        assert found[0]["hand"] is False
        assert found[0]["via"] == "phone"


@pytest.mark.slow
@pytest.mark.rule("PH-9")
def test_dice_of_the_app_are_asked_of_no_phone(tmp_path: Path) -> None:
    with table(tmp_path, "ultramarines", "orks", "--dice", "app", "--seed", "7", "--turns", "1") as here:
        here.go()
        with here.watched():
            for _ in range(20):  # until dice were thrown: some units hold their fire
                assert play_on(here.guests, 6) == 6
                if any(one["hand"] is False for one in kept(tmp_path)):
                    break
        shown = [json.loads(text).get("form", {}).get("kind") for guest in here.guests for text in guest.saw]
        assert {"choose"} <= {*shown}
        assert {"roll", "total"}.isdisjoint(shown)
        assert any(one["hand"] is False for one in kept(tmp_path))
        assert not [one for one in kept(tmp_path) if one["hand"] is False and "via" in one]
        assert [one for one in kept(tmp_path) if "via" in one]


@pytest.mark.slow
@pytest.mark.rule("PH-30", "PH-12", "PH-27")
def test_who_goes_on_another_day_has_the_same_links(tmp_path: Path) -> None:
    port = free_port()
    with table(tmp_path, port=port) as here:
        mine = here.links
        here.go()
        owner = here.owner()
        owner.answer(owner.state()["ask"], TWO)
        asked = here.first.state()["ask"]
        told: list[object] = []
        waits = threading.Thread(target=lambda: told.append(here.first.state(asked)))
        waits.start()
        time.sleep(0.8)
        here.here.press(" q")
        here.here.end()
        waits.join(20)
        assert "stopped" in str(told[0])
    with Store.open(tmp_path / "shoot.db") as store:
        name = next(iter(store.battles())).name
        everything = json.dumps([event.payload for event in store.load(name).events])
    everything += (tmp_path / "phones.json").read_text()
    assert not [link for link in mine if link.partition("#")[2] in everything]
    with table(tmp_path, "--resume", port=port) as again:
        assert again.links == mine
        again.go()
        assert again.first.state()["ask"].partition("-")[0] != asked.partition("-")[0]
    with table(tmp_path, "--resume", "--phone-new", port=port) as anew:
        assert {*anew.links}.isdisjoint(mine)
        assert Guest(mine[0]).request("GET", "/state")[0] == 401


@pytest.mark.slow
@pytest.mark.rule("PH-22", "PH-29")
def test_a_flood_of_requests_is_not_seen_at_the_terminal(tmp_path: Path) -> None:
    """Two guests ask as fast as they can, while somebody types: each key is drawn, and nothing else is."""
    with table(tmp_path) as here:
        here.go()
        name, stop = here.first.name, threading.Event()

        def flood() -> None:
            while not stop.is_set():
                with suppress(OSError):
                    raw(name, b"GET /state HTTP/1.1\r\nHost: x\r\n\r\n", 2)

        guests = [threading.Thread(target=flood) for _ in range(2)]
        for guest in guests:
            guest.start()
        try:
            for typed in ("1", "12", "123"):
                here.here.press(typed[-1])
                here.here.wait_to_see(f"► {typed}")
        finally:
            stop.set()
            for guest in guests:
                guest.join(20)
        here.here.press("\x1b")
        time.sleep(1.2)
        here.here.press(CTRL_C)
        here.here.end(130)


@pytest.mark.slow
@pytest.mark.rule("PH-8")
def test_a_beginner_is_asked_at_the_terminal_first(tmp_path: Path) -> None:
    with table(
        tmp_path, "ultramarines", "orks", "--dice", "hand", "--seed", "7", "--turns", "1", "--teach", "both"
    ) as here:
        here.go()
        for _ in range(30):
            found = [guest.state() for guest in here.guests]
            if any("beginner" in state["busy"] for state in found):
                break
            owner = next(guest for guest, state in zip(here.guests, found, strict=True) if state["yours"])
            state = owner.state()
            owner.answer(
                state["ask"],
                without_taste(state, owner),
            )
            time.sleep(0.1)
        else:
            raise AssertionError(here.here.shown())
        assert not [state for state in found if "act" in state or "form" in state]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--demo", "--phone"), "the demo asks nobody"),
        (("--phone-new",), "need --phone"),
        (("--phone-port", "7467"), "need --phone"),
        (("--phone", "--phone-host", "0.0.0.0"), "no single address"),
        (("--phone", "--phone-host", "here"), "no address like"),
    ],
)
@pytest.mark.rule("PH-17")
def test_what_cannot_be_is_refused_in_words(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    done = CliRunner().invoke(app, ["play", *arguments], env={"SHOOT_HOME": str(tmp_path)})
    assert done.exit_code == 2, done.exception
    assert sentence in " ".join(done.stderr.split())


@pytest.mark.slow
@pytest.mark.rule("PH-17")
def test_an_address_that_is_none_of_this_machine_is_refused(tmp_path: Path) -> None:
    here = Terminal(
        tmp_path, "play", "blue_column", "red_host", "--dice", "hand", "--phone", "--phone-host", "192.0.2.77"
    )
    try:
        assert "nothing can listen at 192.0.2.77" in here.end(1)
    finally:
        here.close()


def is_whole(home: Path) -> None:
    with Store.open(home / "shoot.db") as store:
        name = next(iter(store.battles())).name
    found = json.loads(printed(home, "battle", "verify", name, "--json"))
    assert (found["whole"], found["fits"]) == (True, True)


# Struck while a phone answers -----------------------------------------------------------------------------------------


def struck(home: Path, kills: int, chance: random.Random) -> int:
    """Kill the app so many times a moment after an answer was sent. Return how many heard that theirs was kept."""
    port, heard, count = free_port(), 0, 0
    for number in range(kills):
        arguments = ("--resume",) if number else ("ultramarines", "orks", "--dice", "app", "--seed", "7")
        with table(home, *arguments, port=port) as here:
            here.go()
            owner = here.owner()
            state = owner.state()
            said = owner.any_answer(state)
            told: list[int] = []

            def send(
                owner: Guest = owner, ask: str = state["ask"], said: object = said, told: list[int] = told
            ) -> None:
                try:
                    told.append(owner.request("POST", "/answer", {"ask": ask, "answer": said})[0])
                except (OSError, ValueError, HTTPException):  # it ended in the midst of an answer
                    told.append(0)

            sends = threading.Thread(target=send)
            sends.start()
            time.sleep(chance.random() * 0.08)
            here.here.kill()
            sends.join(60)
        there = [one for one in kept(home) if one.get("via") == "phone"]
        if told == [200]:
            heard += 1
            assert len(there) == count + 1, "said to be kept, and not there"
        assert count <= len(there) <= count + 1
        count = len(there)
    is_whole(home)
    return heard


@pytest.mark.slow
@pytest.mark.rule("PH-3")
def test_what_was_said_to_be_kept_is_there_after_a_kill(tmp_path: Path) -> None:
    struck(tmp_path, 2, random.Random(1))


@pytest.mark.slow
@pytest.mark.rule("PH-3")
@pytest.mark.parametrize("number", range(many(2)))
def test_many_kills_lose_nothing_that_was_said_to_be_kept(tmp_path: Path, number: int) -> None:
    struck(tmp_path, 10, random.Random(number))


# A whole battle by phone ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("PH-11", "PH-15")
@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_many_questions_are_answered_by_phone(tmp_path: Path, edition: Edition) -> None:
    lists, number = LISTS[edition.short], many({"10e": 100, "2e": 80, "7e": 80}.get(edition.short, 40))
    with table(tmp_path, *lists, "--dice", "hand", "--seed", "7", "--turns", "5", "--no-odds") as here:
        here.go()
        with here.watched():
            assert play_on(here.guests, number) == number
        here.watch.state()
        saw = [json.loads(text) for guest in (*here.guests, here.watch) for text in guest.saw]
        assert any(state.get("why", {}).get("title", "").startswith("WHY ") for state in saw)
        assert not [found for state in saw if (found := CHANCE.search(json.dumps(without_rules(state))))]
        assert "Traceback" not in words(here.here.all)
    is_whole(tmp_path)
