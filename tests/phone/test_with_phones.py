"""Where the phones of a battle find it: addresses, ports, links, codes, and what helps if nobody comes."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from shoot_cli.asked.prompt import asked
from shoot_cli.asked.scene import WentBack
from shoot_cli.cli.app import app
from shoot_cli.engine.extras import how_to_install
from shoot_cli.engine.questions import Choose, Need, Number, Option, Roll, Total
from shoot_cli.engine.reasons import InputError
from shoot_cli.phone import links
from shoot_cli.phone import server as servers
from shoot_cli.phone.hub import WATCH, Hub
from shoot_cli.phone.links import REMEDIES
from shoot_cli.play import with_phones
from shoot_cli.play.with_phones import SAFETY, WITHOUT_CODE, Phones, below, given_words, news_of, served
from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.styles import with_theme
from tests.phone.guest import Guest
from tests.phone.test_server import wait_until

HERE, THERE = "127.0.0.1", "127.0.0.2"
SECRET = b"k" * 32


class Pressed(CursorScreen):
    """A screen on which Enter is pressed at once. :ivar frames: what stood around each prompt"""

    def line(self, text: str, around: Any, letter_keys: Any) -> str:
        self.frames = [*getattr(self, "frames", []), around]
        return ""


class Begin:
    """Phones of one battle, begun as often as wanted. :ivar told: what was said, in all of them"""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.begun: list[Phones] = []

    def __call__(
        self, host: str | None = None, port: int | None = None, anew: bool = False, console: Console | None = None
    ) -> Phones | None:
        console = with_theme(console or coloured())
        self.screen = Pressed(console)
        stored = SimpleNamespace(hash="battle", finished=False)
        game: Any = SimpleNamespace(
            stored=stored, start=None, table=None, journal=SimpleNamespace(keeper=object()),
            ruleset=SimpleNamespace(sides=lambda start: ("Reds", "Greens")),
        )  # fmt: skip
        shown: Any = SimpleNamespace(
            screen=self.screen, console=console, plain=False, say=lambda *lines, style="": self.told.extend(lines)
        )
        found = Phones.begun(game, shown, None, host, port, anew)
        self.begun += [found] if found else []
        return found

    @property
    def hint(self) -> str:
        return str(self.screen.frames[-1].hint)


def coloured() -> Console:
    return Console(file=StringIO(), force_terminal=True, color_system="truecolor", width=80, height=24, no_color=False)


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path))
    monkeypatch.setattr(links, "addresses", lambda: [HERE])
    monkeypatch.setattr(servers, "LAST_STATE", 0.1)  # no phone is here that waits for it
    made = Begin()
    yield made
    for phones in made.begun:
        phones.stop(None)


def begun(begin: Begin, **how: Any) -> Phones:
    phones = begin(**how)
    assert phones
    return phones


def pages(phones: Phones, width: int = 80, rows: int = 22) -> list[str]:
    return ["\n".join(line.plain for line in page.body(width, rows)) for page in phones.view().pages]


def free_run(many: int) -> int:
    """The first of so many ports in a row that nobody listens at."""
    for first in range(20000, 60000, 37):
        try:
            held = [socket.create_server((HERE, first + n)) for n in range(many)]
        except OSError:
            continue
        for one in held:
            one.close()
        return first
    raise AssertionError


# Addresses and ports --------------------------------------------------------------------------------------------------


def test_a_phone_that_is_asked_how_far_is_told_what_reaches_how_far() -> None:
    far = Number("distance", 0, 200, decides='reach: boltguns 24"', text="How far?")
    names = "Reds", "Greens"
    assert below(asked(far, 0, names)) == ('reach: boltguns 24"',)
    assert below(asked(far.but(decides=""), 0, names)) == ()


@pytest.mark.rule("PH-17")
def test_only_private_addresses_are_taken_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    private = (
        "10.0.0.1",
        "10.255.1.1",
        "172.16.0.1",
        "172.31.9.9",
        "192.168.0.9",
        "169.254.1.1",
        "100.64.0.1",
        "100.127.1.1",
    )
    others = ("9.255.1.1", "11.0.0.1", "172.15.1.1", "172.32.0.1", "192.167.1.1", "192.169.0.1", "100.63.1.1", "100.128.0.1",
              "203.0.113.5", "127.0.0.1", "0.0.0.0")  # fmt: skip
    assert [one for one in (*private, *others) if links.is_private(one)] == [*private]

    def fake(towards: dict[str, str], named: list[str]) -> None:
        class Probe:
            def __enter__(self) -> Probe:
                return self

            def __exit__(self, *how: object) -> None:
                """Nothing is held."""

            def connect(self, far: tuple[str, int]) -> None:
                if far[0] not in towards:
                    raise OSError
                self.own = towards[far[0]]

            def getsockname(self) -> tuple[str, int]:
                return self.own, 1

        module = SimpleNamespace(
            AF_INET=0, SOCK_DGRAM=0, socket=lambda *_: Probe(), gethostname=lambda: "here",
            gethostbyname_ex=lambda name: (name, [], named),
        )  # fmt: skip
        monkeypatch.setattr(links, "socket", module)

    fake({"192.0.2.1": "203.0.113.5"}, ["203.0.113.6", "127.0.1.1"])
    assert links.addresses() == []
    fake({"192.0.2.1": "203.0.113.5", "10.0.0.1": "10.1.1.1"}, ["192.168.7.7", "10.1.1.1"])
    assert links.addresses() == ["10.1.1.1", "192.168.7.7"]


@pytest.mark.rule("PH-17")
def test_without_an_address_a_sentence_is_said_and_nothing_listens(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "addresses", list)
    assert begin() is None
    assert len(begin.told) == 1
    assert "no private network" in begin.told[0]
    assert "--phone-host" in begin.told[0]
    with pytest.raises(InputError, match=r"nothing can listen at 203\.0\.113\.5"):  # said: it is tried
        begin(host="203.0.113.5")


@pytest.mark.rule("PH-23")
def test_a_port_that_is_taken_gives_way_to_the_next(begin: Begin) -> None:
    first, hub = free_run(links.PORTS + 1), Hub(("Reds", "Greens"))
    taken = [socket.create_server((HERE, first + n)) for n in range(2)]
    try:
        server = served(hub, HERE, first, ("a", "b", "c"), False)
        server.server_close()
        assert server.port == first + 2
        with pytest.raises(InputError, match=f"port {first}:"):  # this one was named
            served(hub, HERE, first, ("a", "b", "c"), True)
        taken += [socket.create_server((HERE, first + n)) for n in range(2, links.PORTS)]
        with pytest.raises(InputError, match=f"port {first} and above"):
            served(hub, HERE, first, ("a", "b", "c"), False)
    finally:
        for one in taken:
            one.close()


@pytest.mark.slow
@pytest.mark.rule("PH-23", "PH-27")
def test_the_port_that_worked_is_remembered_for_the_battle(begin: Begin) -> None:
    port = free_run(2)
    first = begun(begin, port=port)
    known = [first.link(seat) for seat in range(3)]
    first.stop(None)
    again = begun(begin)
    assert [again.link(seat) for seat in range(3)] == known
    assert "again" not in begin.hint.replace("the links again", "")
    again.stop(None)
    with socket.create_server((HERE, port)):
        moved = begun(begin)
        assert moved.server.port == port + 1
        assert f":{port + 1}/" in pages(moved)[0]


@pytest.mark.rule("PH-27")
def test_another_address_is_told_once(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    first = begun(begin, port=free_run(1))
    first.stop(None)
    monkeypatch.setattr(links, "addresses", lambda: [THERE])
    moved = begun(begin)
    assert begin.hint == f"New address (it was {HERE}): scan the code again. Enter goes on."
    assert moved.server.tokens == first.server.tokens
    assert f"http://{THERE}:{first.server.port}/" in pages(moved)[0]
    moved.stop(None)
    begun(begin)
    assert "New address" not in begin.hint


@pytest.mark.rule("PH-28")
def test_the_server_moves_with_the_address_and_the_mark_says_so(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(with_phones, "CHECKED", 0.01)
    phones = begun(begin, port=free_run(1))
    old = phones.link(0)
    assert Guest(old).request("GET", "/state")[0] == 200
    here: list[str] = []
    looks: list[str] = []

    def is_ours(address: str) -> bool:
        looks.append(address)
        return address != HERE

    monkeypatch.setattr(links, "addresses", lambda: here)
    monkeypatch.setattr(links, "is_ours", is_ours)
    wait_until(lambda: len(looks) > 2)
    assert phones.phone_signs().startswith("◘▲")  # in no network at all there is nowhere to move
    here.append(THERE)
    wait_until(lambda: phones.moved)
    assert phones.phone_signs() == "◘ moved: Space w"
    assert phones.link(0) == old.replace(HERE, THERE)
    assert Guest(phones.link(0)).request("GET", "/state")[0] == 200
    assert f"http://{THERE}:" in pages(phones)[0]
    assert phones.phone_signs().startswith("◘▲")  # whoever has looked at the links knows
    wait_until(lambda: refuses(old))
    kept = links.kept(tmp_path / with_phones.KEPT, "battle")
    assert kept
    assert (kept.host, kept.port) == (THERE, phones.server.port)


def refuses(link: str) -> bool:
    try:
        Guest(link).request("GET", "/state")
    except OSError:
        return True
    return False


# Links and tokens -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PH-12")
def test_tokens_are_those_of_the_seat_the_battle_and_the_salt() -> None:
    usual = links.tokens(SECRET, "battle", "salt")
    assert all(re.fullmatch("[a-z2-7]{16}", token) for token in usual)  # 5 bits a sign: 80 bits
    others = (
        links.tokens(b"x" * 32, "battle", "salt"),
        links.tokens(SECRET, "other", "salt"),
        links.tokens(SECRET, "battle", "new"),
    )
    every = [token for tokens in (usual, *others) for token in tokens]
    assert len({*every}) == len(every) == 12
    assert links.tokens(SECRET, "battle", "salt") == usual
    assert links.new_salt() != links.new_salt()


@pytest.mark.rule("PH-12")
def test_new_links_end_the_old_ones_and_no_token_is_stored(begin: Begin, tmp_path: Path) -> None:
    first = begun(begin, port=free_run(1))
    first.stop(None)
    anew = begun(begin, anew=True)
    assert {*first.server.tokens}.isdisjoint(anew.server.tokens)
    assert Guest(anew.link(0).partition("#")[0] + "#" + first.server.tokens[0]).request("GET", "/state")[0] == 401
    stored = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert not [token for token in (*first.server.tokens, *anew.server.tokens) if token.encode() in stored]


@pytest.mark.rule("PH-29")
def test_the_mark_says_whose_phone_is_there_and_whose_is_lost(begin: Begin) -> None:
    phones, time = begun(begin, port=free_run(1)), [0.0]
    phones.hub.now = lambda: time[0]
    assert phones.phone_signs() == ""
    phones.hub.next_state(WATCH, None)
    assert phones.phone_signs() == ""  # who only watches is no player
    phones.hub.next_state(0, None)
    time[0] = 14.0
    phones.hub.next_state(1, None)
    assert phones.phone_signs() == "◘▲ ◘●"
    time[0] = 16.0
    assert phones.phone_signs() == "◘▲ lost ◘●"
    assert phones.who_is_there() == "there: Reds (lost), Greens, somebody who watches (lost)"


# Words that help ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PH-31", "PH-32")
def test_the_view_says_what_helps_in_order_until_somebody_has_come(begin: Begin) -> None:
    phones = begun(begin, port=free_run(1))
    order = (
        "same network",
        "hotspot",
        "firewall: Windows",
        "allow private",
        "macOS",
        "iPhone",
        "Local Network",
        "--phone-host",
    )
    for text in (*pages(phones), "\n".join(str(line) for line in phones.view().spoken())):
        flat = " ".join(text.split())
        places = [flat.index(words) for words in order]
        assert places == sorted(places)
        assert flat.index(f"1. {REMEDIES[0]}") < flat.index("2. The Wi-Fi") < flat.index("3. ") < flat.index("4. ")
        assert SAFETY in flat
    phones.hub.next_state(1, None)
    for text in pages(phones):
        assert REMEDIES[0] not in text
        assert SAFETY in " ".join(text.split())


@pytest.mark.rule("PH-31")
def test_the_help_of_the_command_has_the_same_words() -> None:
    flat = " ".join(CliRunner().invoke(app, ["play", "--help"]).stdout.split())
    assert flat.endswith(" ".join(f"{n}. {words}" for n, words in enumerate(REMEDIES, 1)))
    assert "If no phone comes: 1." in flat


@pytest.mark.rule("PH-31")
@pytest.mark.parametrize("comes", [False, True])
def test_after_a_minute_without_phones_the_first_remedy_is_said_once(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, comes: bool
) -> None:
    time = [1000.0]
    monkeypatch.setattr(with_phones, "monotonic", lambda: time[0])
    phones = begun(begin, port=free_run(1))
    begin.told.clear()
    if comes:
        phones.hub.next_state(1, None)
    for now in (1000.0, 1059.0, 1061.0, 1062.0, 2000.0):
        time[0] = now
        phones.say_nobody()
        assert begin.told == ([] if comes or now < 1060 else [f"No phone has come. {REMEDIES[0]} More: Space, w."])


@pytest.mark.rule("PH-36")
@pytest.mark.parametrize("width", [80, 40])
def test_without_the_package_links_and_a_sentence_stand_there(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    console = coloured()
    console.width = width
    phones = begun(begin, port=free_run(1), console=console)
    block = "\n".join(line.plain for line in begin.screen.frames[-1].block(width, 21))
    assert " ".join(block.split()) == WITHOUT_CODE + how_to_install("phone")
    for seat, text in zip((1, 0, WATCH), pages(phones, width), strict=True):
        assert phones.link(seat) in text
        assert WITHOUT_CODE + how_to_install("phone") in " ".join(text.split())


BARE: dict[str, Callable[[], Console]] = {
    "no colour": lambda: Console(file=StringIO(), force_terminal=True, color_system="truecolor", no_color=True),
    "no colours at all": lambda: Console(file=StringIO(), force_terminal=True, color_system=None, no_color=False),
    "ASCII": lambda: Console(
        file=TextIOWrapper(BytesIO(), encoding="ascii"), force_terminal=True, color_system="truecolor", no_color=False
    ),
}


@pytest.mark.rule("PH-36")
@pytest.mark.parametrize("package", [True, False])
@pytest.mark.parametrize("bare", BARE)
def test_where_no_code_can_be_drawn_the_link_is_alone(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, bare: str, package: bool
) -> None:
    if not package:
        monkeypatch.setitem(sys.modules, "segno", None)
    phones = begun(begin, port=free_run(1), console=BARE[bare]())
    assert list(begin.screen.frames[-1].block(80, 21)) == []
    for seat, text in zip((1, 0, WATCH), pages(phones), strict=True):
        assert phones.link(seat) in text
        assert not {*"█▀▄"} & {*text}
        assert "pip install" not in text


@pytest.mark.rule("PH-36")
def test_a_code_is_black_on_white_with_room_around_it_and_fits_40_columns(begin: Begin) -> None:
    phones = begun(begin, port=free_run(1))
    drawn = phones.code_lines(1, 40, 17)
    assert len(drawn) == 17
    assert {str(span.style) for line in drawn for span in line.spans} == {with_phones.BLACK_ON_WHITE}
    assert all(line.plain[1:3] == line.plain[-2:] == "  " for line in drawn)
    assert not (drawn[0].plain + drawn[-1].plain[:1]).strip()
    assert phones.code_lines(1, 40, 16) == phones.code_lines(1, 33, 17) == []


@pytest.mark.rule("PH-4")
def test_the_line_at_the_terminal_says_what_was_answered() -> None:
    save = Roll("save", 3, Need(4), text="Boy: armour save (4+)")
    assert given_words(save, {"passed": 2}) == "armour save: 2 passed"
    assert given_words(save, {"first": [6, 3, 1]}) == "armour save: 6 3 1"
    assert given_words(Total("charge", 2, text="charge"), {"sum": 7}) == "charge: 7 in all"
    assert given_words(Choose("who", (Option("boy", "17 Boyz"),), text="Who?"), "boy") == "17 Boyz"
    assert (
        given_words(Roll("scatter", 2, Need(1), faces=("hit", "arrow"), text="scatter"), {"first": [1, 2]})
        == "hit arrow"
    )


@pytest.mark.rule("PH-7")
def test_the_page_hears_that_something_was_taken_back() -> None:
    assert news_of(WentBack("Taken back", "to hit: 3 passed")) == {
        "kind": "went back",
        "text": "Taken back: to hit: 3 passed",
    }
