"""The web server in front of a hub: four routes, one request a connection, and limits for guests who mean no good.

It is the one of the standard library, and never serves a file by a name that came from outside. Each answer is JSON or
one of three constant files. Nothing of it writes on the terminal.
"""

from __future__ import annotations

import hmac
import io
import json
import os
import socket
import threading
from collections import Counter, deque
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from http.server import BaseHTTPRequestHandler
from importlib.resources import files
from select import select
from socketserver import ThreadingTCPServer
from time import monotonic
from typing import Any, NoReturn

from shoot_cli.phone.hub import Hub, State

MOST_HEAD, MOST_BODY = 8192, 4096  # bytes
TIME_TO_ASK = 5.0  # seconds for a whole request (PH-21)
MOST_OPEN, MOST_OF_ONE = 24, 6  # connections in all, and of one address
LAST_STATE = 3.0  # seconds in which the last state is sent
A_SECOND = 20  # requests of one address
WRONG_A_MINUTE = 10  # tokens
MOST_ADDRESSES = 1000  # that are remembered
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Connection": "close",
}
JSON_TYPE = "application/json"
PAGES = {
    "/": ("page.html", "text/html; charset=utf-8"),
    "/p.js": ("page.js", "text/javascript; charset=utf-8"),
    "/p.css": ("page.css", "text/css; charset=utf-8"),
}
NOTHING_HERE = "There is nothing here."
WRONG_LINK = "This link is not of this battle. Scan the code again."
TOO_OFTEN = "Too many requests."


def head_of(status: int, words: str, kind: str, length: int) -> bytes:
    """Return the beginning of an answer, with the headers that every answer has (PH-20)."""
    lines = {"Server": "shoot", "Content-Type": kind, "Content-Length": str(length), **HEADERS}
    return "\r\n".join([f"HTTP/1.1 {status} {words}", *map(": ".join, lines.items()), "", ""]).encode()


def as_json(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def too_often() -> bytes:
    body = as_json({"error": TOO_OFTEN})
    return head_of(429, "Too Many Requests", JSON_TYPE, len(body)) + body


class Incoming(io.RawIOBase):
    """The bytes of one request, which must all be there by `end`, a `monotonic` time. `left` is how many may come."""

    def __init__(self, connection: socket.socket, end: float) -> None:
        self.connection, self.end, self.left = connection, end, MOST_HEAD

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        time = self.end - monotonic()
        if time <= 0:
            raise TimeoutError
        if self.left <= 0:
            raise TooLong
        self.connection.settimeout(time)
        size = self.connection.recv_into(memoryview(buffer)[: min(self.left, len(buffer))])
        self.left -= size
        return size


class TooLong(Exception):
    """A request has more bytes than any of ours."""


class Handler(BaseHTTPRequestHandler):
    """One request. `server` knows the hub, the tokens and its own name."""

    protocol_version = "HTTP/1.1"
    server: Server

    def setup(self) -> None:
        super().setup()
        self.incoming = Incoming(self.connection, monotonic() + TIME_TO_ASK)
        self.rfile = io.BufferedReader(self.incoming, 1024)

    def finish(self) -> None:
        """Read what is left over, or the other side may hear of a broken connection instead of our answer."""
        super().finish()
        self.connection.setblocking(False)
        with suppress(OSError):
            for _ in range(16):
                if not self.connection.recv(MOST_BODY):
                    break

    def handle(self) -> None:
        try:
            self.handle_one_request()
        except TooLong:
            self.send_error(431)
        self.close_connection = True

    def parse_request(self) -> bool:
        self.requestline = ""
        if not super().parse_request():
            return False
        self.close_connection = True
        if self.command not in ("GET", "POST"):
            self.refuse(405, "Only GET and POST.")
            return False
        if self.headers.get_all("Host") != [self.server.name]:
            self.refuse(421, "This is not the name of this place.")
            return False
        return True

    # What is sent -----------------------------------------------------------------------------------------------------

    def send(self, status: int, body: bytes, kind: str = JSON_TYPE) -> None:
        self.close_connection = True
        self.connection.settimeout(TIME_TO_ASK)
        words = self.responses.get(status, ("",))[0] if isinstance(status, int) else ""
        self.wfile.write(head_of(int(status), str(words), kind, len(body)) + body)

    def reply(self, status: int, state: State) -> None:
        self.send(status, as_json(state))

    def refuse(self, status: int, why: str) -> None:
        self.reply(status, {"error": why})

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what the standard library cannot read, in our own form."""
        self.refuse(code, "This cannot be read.")

    def handle_expect_100(self) -> bool:
        self.refuse(417, "Nothing is expected.")
        return False

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a prompt stands on the terminal."""

    # Routes -----------------------------------------------------------------------------------------------------------

    def do_GET(self) -> None:
        if self.path in PAGES:
            self.send(200, *self.server.pages[self.path])
        elif self.path == "/favicon.ico":
            self.send(204, b"")
        elif self.path == "/state":
            if (seat := self.seat()) is not None:
                page = self.headers.get("X-Page", "")[:16]
                self.reply(200, self.server.hub.next_state(seat, self.headers.get("X-Seen"), page, self.gone))
        else:
            self.refuse(404, NOTHING_HERE)

    def do_POST(self) -> None:
        """Take an answer, or say what one would do. Refuse what no page of ours sends."""
        hub = self.server.hub
        takes = {"/answer": hub.answer, "/try": hub.preview}.get(self.path)
        if takes is None:
            return self.refuse(404, NOTHING_HERE)
        if self.headers.get_all("Origin") != [f"http://{self.server.name}"]:
            return self.refuse(403, "This came from another page.")
        if self.headers.get_all("Content-Type") != [JSON_TYPE]:
            return self.refuse(415, "Only JSON.")
        if (seat := self.seat()) is None:
            return None
        if self.headers.get("Transfer-Encoding") is not None:
            return self.refuse(411, "The length must be said before.")
        length = self.headers.get_all("Content-Length") or []
        if len(length) != 1 or not (length[0].isascii() and length[0].isdigit()):
            return self.refuse(411, "The length must be said before.")
        if len(length[0]) > 5 or int(length[0]) > MOST_BODY:
            return self.refuse(413, "Too long.")
        self.incoming.left = int(length[0])
        try:
            body = json.loads(self.rfile.read(int(length[0])), parse_constant=no_number)
            ask, answer = body["ask"], body["answer"]
            if set(body) != {"ask", "answer"} or not isinstance(ask, str):
                raise ValueError
        except (ValueError, TypeError, KeyError, RecursionError, TooLong):
            return self.refuse(400, "This is no answer.")
        return self.reply(*takes(seat, ask, answer))

    def seat(self) -> int | None:
        """Return the seat of the token; None if it was refused (PH-16)."""
        if self.server.guesses.full(self.client_address[0]):
            self.refuse(429, TOO_OFTEN)
            return None
        kind, _, given = self.headers.get("Authorization", "").partition(" ")
        sent = given.encode("utf-8", "replace")
        seats = [index for index, token in enumerate(self.server.tokens) if hmac.compare_digest(token.encode(), sent)]
        if kind == "Bearer" and seats:
            return seats[0]
        self.server.guesses.full(self.client_address[0], add=True)
        self.refuse(401, WRONG_LINK)
        return None

    def gone(self) -> bool:
        """Return True if the other side has hung up."""
        try:
            return bool(select([self.connection], [], [], 0)[0]) and not self.connection.recv(1, socket.MSG_PEEK)
        except (OSError, ValueError):
            return True


def no_number(text: str) -> NoReturn:
    """Refuse `NaN` and `Infinity`, which are no JSON."""
    raise ValueError(text)


class Recently:
    """How often something came from each address within so many seconds."""

    def __init__(self, seconds: float, most: int) -> None:
        self.seconds, self.most = seconds, most
        self._times: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def full(self, address: str, add: bool = False) -> bool:
        """Return True if there were `most` already. `add` counts one more."""
        with self._lock:
            now = monotonic()
            times = self._times.setdefault(address, deque())
            while times and now - times[0] > self.seconds:
                times.popleft()
            full = len(times) >= self.most
            if add and not full:
                times.append(now)
            while len(self._times) > MOST_ADDRESSES:
                self._times.pop(next(iter(self._times)))
            return full


class Server(ThreadingTCPServer):
    """The server of one battle, which listens at `address` only. `tokens` are those of the seats, in order.

    :raises OSError: the port is taken, or this is no address of this machine
    """

    daemon_threads, block_on_close, request_queue_size = True, False, 64
    allow_reuse_address = os.name != "nt"

    def __init__(self, hub: Hub, address: str, port: int, tokens: tuple[str, ...]) -> None:
        self.hub, self.tokens = hub, tokens
        self.errors = 0
        self._open: Counter[str] = Counter()
        self._lock = threading.Condition()
        self._requests, self.guesses = Recently(1, A_SECOND), Recently(60, WRONG_A_MINUTE)
        super().__init__((address, port), Handler)
        self.address, self.port = address, int(self.server_address[1])
        self.name = f"{address}:{self.port}"

    def begin(self) -> None:
        threading.Thread(target=self.serve_forever, args=(0.2,), daemon=True, name="phones").start()

    def stop(self) -> None:
        """Listen no more. Whoever still waits gets the last state first (PH-30)."""
        if self.hub.over:
            self.hub.wait_for_pages(LAST_STATE)
        self.shutdown()
        with self._lock:
            self._lock.wait_for(lambda: not self._open.total(), LAST_STATE)
        self.server_close()

    def server_bind(self) -> None:
        if os.name == "nt":
            self.socket.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE"), 1)  # noqa: B009
        super().server_bind()

    @cached_property
    def pages(self) -> dict[str, tuple[bytes, str]]:
        folder = files("shoot_cli.phone")
        return {path: (folder.joinpath(name).read_bytes(), kind) for path, (name, kind) in PAGES.items()}

    def process_request(self, request: Any, client_address: Any) -> None:
        """Refuse too many at the door, without a thread for each of them."""
        address = client_address[0]
        if self._requests.full(address, add=True):
            self._turned_away(request)
            return
        with self._lock:
            if self._open.total() >= MOST_OPEN or self._open[address] >= MOST_OF_ONE:
                self.shutdown_request(request)
                return
            self._open[address] += 1
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._open[client_address[0]] -= 1
                self._open += Counter()  # drops what is zero
                self._lock.notify_all()

    def _turned_away(self, request: Any) -> None:
        request.setblocking(False)
        try:
            request.send(TURNED_AWAY)
        except OSError:
            self.errors += 1
        self.shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Count it: a phone that went away, or a fault of ours. The terminal belongs to the players (PH-22)."""
        self.errors += 1


TURNED_AWAY = too_often()
