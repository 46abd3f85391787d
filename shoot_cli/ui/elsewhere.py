"""Prompts that somebody may answer elsewhere. They are closed then, and keys pressed meanwhile count for nobody."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from select import select
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from shoot_cli.engine.reasons import Elsewhere
from shoot_cli.ui.typed_input import flush_lines

if TYPE_CHECKING:
    from prompt_toolkit.application import Application

    from shoot_cli.ui.screen import Others

DEAF = 0.7  # seconds after an answer from elsewhere, in which nobody here has read the next question
LOOKED_AT = 5.0  # seconds after which a prompt is drawn again, since a phone may be lost


class ClosableApplication:
    """An application of prompt_toolkit that other threads may close. Work given before its loop runs waits for it."""

    def __init__(self, application: Application[Any]) -> None:
        self.application = application
        self._lock, self._runs = Lock(), False
        self._waiting: list[Callable[[], None]] = []
        application.pre_run_callables.append(self._begin)

    def _begin(self) -> None:
        with self._lock:
            self._runs = True
            waiting, self._waiting = self._waiting, []
        for work in waiting:
            work()

    def _in_its_loop(self, work: Callable[[], None]) -> None:
        with self._lock:
            if not self._runs:
                self._waiting.append(work)
                return
        loop = self.application.loop
        if loop is not None:
            with suppress(RuntimeError):  # it has just ended
                loop.call_soon_threadsafe(work)

    def close(self) -> None:
        def leave() -> None:
            future = self.application.future
            if future is not None and not future.done():
                self.application.exit(exception=Elsewhere())

        self._in_its_loop(leave)

    def soon(self, work: Callable[[], None]) -> None:
        def done() -> None:
            work()
            self.application.invalidate()

        self._in_its_loop(done)


def run_closable(application: Application[Any], others: Others) -> Any:
    """Return the application's result. :raises Elsewhere: somebody else has answered

    Replies of the terminal itself and Ctrl-C are heard even while no key is.
    """
    from prompt_toolkit.input.typeahead import clear_typeahead
    from prompt_toolkit.keys import Keys

    heard = {Keys.ControlC, Keys.SIGINT, Keys.CPRResponse}
    feed = application.key_processor.feed_multiple

    def sifted(keys: Any, first: bool = False) -> None:
        feed([press for press in keys if monotonic() >= others.deaf_until or press.key in heard], first)

    application.key_processor.feed_multiple = sifted  # type: ignore[method-assign, assignment]
    application.refresh_interval = application.refresh_interval or LOOKED_AT
    try:
        with others.prompt_open(ClosableApplication(application)):
            return application.run()
    except Elsewhere:
        clear_typeahead(application.input)
        others.deaf_until = monotonic() + DEAF
        raise


class ClosableLine:
    """A line of standard input for which other threads can end the wait. Not on Windows, where only sockets wait."""

    def __init__(self) -> None:
        self.reader, self._writer = socket.socketpair()
        self._work: list[Callable[[], None]] = []
        self.closed = False

    def close(self) -> None:
        self.closed = True
        self._wake()

    def soon(self, work: Callable[[], None]) -> None:
        self._work.append(work)
        self._wake()

    def _wake(self) -> None:
        with suppress(OSError):
            self._writer.send(b"\0")

    def woken(self) -> None:
        """Do what waits."""
        self.reader.recv(4096)
        while self._work:
            self._work.pop(0)()

    def end(self) -> None:
        self.reader.close()
        self._writer.close()


def read_closable(prompt: str, others: Others) -> str:
    """Return a line of standard input. :raises Elsewhere: somebody else has answered. :raises EOFError:"""
    print(prompt, end="", flush=True)
    closable = ClosableLine()
    try:
        with others.prompt_open(closable):
            while not closable.closed:
                ready = select([sys.stdin, closable.reader], [], [])[0]
                if closable.reader in ready:
                    closable.woken()
                    continue
                line = sys.stdin.readline()
                if monotonic() < others.deaf_until:
                    print(prompt, end="", flush=True)
                    continue
                if not line:
                    raise EOFError
                return line.rstrip("\r\n")
    finally:
        closable.end()
    print()
    flush_lines()
    others.deaf_until = monotonic() + DEAF
    raise Elsewhere
