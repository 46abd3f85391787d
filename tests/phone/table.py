"""A battle at a terminal, with phones: the process, what it shows, and the guests who have its links."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from tests.end_to_end.terminal import Terminal, words
from tests.phone.guest import Guest

HOST = "127.0.0.1"
LINK = re.compile(r"http://[0-9.]+:[0-9]+/#[a-z2-7]{16}")
LISTS = {"2e": ("macragge_column", "goff_mob"), "7e": ("ultramarines", "orks"), "10e": ("adeptus-astartes", "waaagh"),
         "11e": ("nihilakh", "deffskulls"), "rh": ("blue_column", "red_host")}  # fmt: skip


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Table:
    """The terminal and its three links. :ivar links: of the first and the second list, and to watch"""

    def __init__(self, here: Terminal) -> None:
        self.here = here
        here.wait("Enter goes on", prompt=False)
        found = list(dict.fromkeys(LINK.findall(words(here.all))))
        assert len(found) == 3, here.shown()
        self.links = (found[0], found[2], found[1])
        self.first, self.second, self.watch = map(Guest, self.links)

    @property
    def guests(self) -> list[Guest]:
        return [self.first, self.second]

    def go(self) -> None:
        """Leave the page of links."""
        self.here.press("\r")
        self.here.wait("")

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Read what the app draws meanwhile: a terminal that nobody reads takes nothing more, and the app waits."""
        stop = Event()

        def read() -> None:
            while not stop.is_set() and self.here.read(0.05):
                pass

        reader = Thread(target=read)
        reader.start()
        try:
            yield
        finally:
            stop.set()
            reader.join(20)

    def owner(self) -> Guest:
        """Whose turn it is to answer."""
        for _ in range(600):
            for guest in self.guests:
                if guest.state()["yours"]:
                    return guest
            time.sleep(0.05)
        raise AssertionError(self.here.shown())


@contextmanager
def table(home: Path, *arguments: str, port: int | None = None, **how: object) -> Iterator[Table]:
    named = arguments or ("blue_column", "red_host", "--dice", "hand", "--seed", "7")
    more = ("--phone", "--phone-host", HOST, "--phone-port", str(port or free_port()))
    here = Terminal(home, "play", *named, *more, **how)  # type: ignore[arg-type]
    try:
        yield Table(here)
    finally:
        here.close()
