"""Full-screen prompts: what is pasted raises nothing and is no answer by itself, and an interrupt from outside ends it."""

from __future__ import annotations

import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shoot_cli.armies import find_list
from tests.end_to_end.terminal import ENTER, Terminal, words
from tests.helpers.samples import first

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")

COLOURED = "\x1b[31mred\x1b[0m\x1b[1;31;40m\x1b[38;5;196m\x1b[2J\x1b]0;a title\x07\x9b31m"
HOW = "Whose dice?"


@pytest.fixture
def terminal(home: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def begin(*arguments: str, **more: str) -> Terminal:
        opened.append(Terminal(home, *arguments, **more))  # type: ignore[arg-type]
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


@pytest.mark.slow
def test_sequences_and_lists_are_pasted(terminal: Callable[..., Terminal]) -> None:
    """Unbracketed, at a menu, then at a line; and dice by hand with line ends, one a line."""
    here = terminal("play", "ultramarines", "orks", "--seed", "4", "--turns", "1")
    here.wait(HOW)
    here.press("\x1b[31m\x1b[1;31;40m\x1b[2J")
    here.press("2")
    here.wait("► 2 we throw", prompt=False)
    here.say("", "Who has the first turn?")
    here.say("", "Which unit shoots?")
    here.say("tactical", "Which target")
    here.say("", "How far")
    here.press(COLOURED.replace("red", "1") + "2" + ENTER)
    here.wait('Shoota Boyz 12"', prompt=False)
    for _ in range(8):
        if found := re.search(r"ROLL (\d+) DICE", words(here.aloud())):
            break
        here.press(ENTER)
        here.settle(0.3)
    assert found
    dice = int(found[1])
    here.press("3\r" * dice)
    here.wait(f"{' 3 ' * dice}= {dice} hits", prompt=False)
    assert "Traceback" not in here.all
    assert "Unhandled exception" not in here.all


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "shown"),
    first(
        1,
        [
            (("play", "ultramarines", "orks"), "we throw our own"),
            (("drill", "--ruleset", "7e"), "q leave"),
            (("drill", "--lesson", "--ruleset", "7e"), "Enter goes on."),
        ],
    ),
)
@pytest.mark.parametrize("plain", first(1, ["", "--plain"]))
def test_an_interrupt_from_outside(
    terminal: Callable[..., Terminal], arguments: tuple[str, ...], shown: str, plain: str
) -> None:
    here = terminal(*arguments, *plain.split())
    here.wait(shown, prompt=False)
    here.settle(0.2)
    here.child.kill(signal.SIGINT)
    here.end(130)


@pytest.mark.slow
def test_prompts_in_an_encoding_that_lacks_signs(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    army = tmp_path / "list.yaml"
    army.write_text(
        "ruleset: 40k-7e\nname: Röd “Company”\nunits:\n"
        "  - {name: Rífle “Squad”, models: [{name: M, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [boltgun]}]}\n",
        encoding="utf-8",
    )
    here = terminal("play", str(army), "orks", "--dice", "app", "--turns", "1", PYTHONIOENCODING="ascii")
    here.wait('1 Rod "Company"', prompt=False)
    assert here.all.isascii()


@pytest.mark.slow
def test_the_name_of_a_list_need_not_be_text(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    army = tmp_path / b"l\xff.yaml".decode(errors="surrogateescape")
    try:
        shutil.copy(find_list("orks"), army)
    except OSError:
        pytest.skip("here it must be")
    link = tmp_path / "link.yaml"
    link.symlink_to(army)
    here = terminal("play", str(link), "ultramarines", "--dice", "app", "--turns", "1")
    here.wait("Who has the first turn?", prompt=False)
    here.settle(0.2)
    here.press(" q")
    here.end()
    again = terminal("play", "--resume")
    again.wait("Who has the first turn?", prompt=False)
    assert "has changed" not in again.all


@pytest.mark.slow
@pytest.mark.parametrize("plain", ["", "--plain"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_ended_from_outside_gives_the_terminal_back(
    terminal: Callable[..., Terminal], number: int, plain: str
) -> None:
    import termios

    here = terminal("play", "ultramarines", "orks", *plain.split())
    before = termios.tcgetattr(here.child.child_fd)
    here.wait("we throw our own", prompt=False)
    here.settle(0.2)
    here.child.kill(number)
    while here.read():
        pass
    assert termios.tcgetattr(here.child.child_fd)[:4] == before[:4]
    here.end(128 + number)
