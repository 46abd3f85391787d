"""The server against guests who mean no good: every request is sent as bytes, and every answer is read as bytes."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from shoot_cli.asked.prompt import asked
from shoot_cli.engine.questions import Number
from shoot_cli.phone import server as servers
from shoot_cli.phone.hub import Hub
from shoot_cli.phone.server import HEADERS, MOST_BODY, MOST_HEAD, MOST_OF_ONE, Server
from tests.phone.guest import raw

TOKENS = "a" * 16, "b" * 16, "c" * 16
FAR = Number("distance", 0, 48, 12, "inches", text="How far?")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(servers, "A_SECOND", 10_000)
    monkeypatch.setattr(servers, "LAST_STATE", 0.1)
    hub = Hub(("Reds", "Greens"))
    publish(hub)
    made = Server(hub, "127.0.0.1", 0, TOKENS)
    made.begin()
    yield made
    hub.end("over")
    made.stop()


def wait_until(so: Callable[[], bool]) -> None:
    for _ in range(2000):
        if so():
            return
        time.sleep(0.01)
    raise AssertionError


def publish(hub: Hub) -> str:
    hub.publish(FAR, dict(asked(FAR, 0, ("Reds", "Greens")).json()), {}, lambda question, answer: "")  # type: ignore[call-overload]
    return hub.ask


def get(server: Server, path: str = "/state", *more: str, method: str = "GET", host: str | None = None) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host or server.name}", f"Authorization: Bearer {TOKENS[0]}", *more]
    return "\r\n".join([*lines, "", ""]).encode()


def post(server: Server, body: bytes, *instead: str, path: str = "/answer", length: str | None = None) -> bytes:
    usual = {
        "Host": server.name, "Origin": f"http://{server.name}", "Content-Type": "application/json",
        "Authorization": f"Bearer {TOKENS[0]}", "Content-Length": length or str(len(body)),
    }  # fmt: skip
    given = usual | dict(line.split(": ", 1) for line in instead)
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {text}" for name, text in given.items() if text != "-")]
    return "\r\n".join([*lines, "", ""]).encode() + body


def said(server: Server) -> bytes:
    return json.dumps({"ask": server.hub.ask, "answer": 99}).encode()


def status(answer: bytes) -> int:
    """The status of an answer that has all headers, and JSON or a page behind them."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    found = dict(line.split(": ", 1) for line in lines)
    assert len(found) == len(lines)
    assert HEADERS.items() <= found.items()
    assert found["Server"] == "shoot"
    assert not [name for name in found if name.startswith(("Access-Control", "Set-Cookie", "Location"))]
    assert int(found["Content-Length"]) == len(body)
    if found["Content-Type"] == "application/json" and body:
        assert isinstance(json.loads(body), dict)
        assert b"<" not in body
    return int(first.split(" ")[1])


@pytest.mark.rule("PH-18", "PH-19", "PH-20", "PH-21")
def test_each_request_has_its_answer(server: Server) -> None:
    good, big = said(server), b"[" * 4000
    requests: list[tuple[bytes, int]] = [
        (get(server, "/"), 200), (get(server, "/p.js"), 200), (get(server, "/p.css"), 200), (get(server), 200),
        (get(server, "/favicon.ico"), 204), (get(server, "/page.js"), 404), (get(server, "/../pyproject.toml"), 404),
        (get(server, "/state?x=1"), 404), (get(server, "/answer"), 404),
        # of another name
        (get(server, host="evil.example"), 421), (get(server, host=f"localhost:{server.port}"), 421),
        (get(server, host="127.0.0.1"), 421), (get(server, "/", f"Host: {server.name}"), 421),
        (get(server, f"http://{server.name}/state"), 404), (b"GET / HTTP/1.1\r\n\r\n", 421), (b"GET /\r\n\r\n", 421),
        # other methods
        *((get(server, "/", method=method), 405) for method in ("PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "X")),
        # no request at all
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400), (b"A B C D\r\n\r\n", 400), (b"GET / HTTP/9.9\r\n\r\n", 505),
        (b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 200 + b"\r\n", 431),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 431), (get(server, "/", f"X: {'y' * MOST_HEAD}"), 431),
        # answers from elsewhere
        (post(server, good, "Origin: http://evil.example"), 403), (post(server, good, "Origin: null"), 403),
        (post(server, good, "Origin: -"), 403), (post(server, good, f"Origin: https://{server.name}"), 403),
        (post(server, good, "Content-Type: text/plain"), 415),
        (post(server, good, "Content-Type: application/x-www-form-urlencoded"), 415), (post(server, good, "Content-Type: -"), 415),
        (post(server, good, path="/state"), 404), (post(server, good, path="/p.js"), 404),
        # lengths
        (post(server, good, "Content-Length: -"), 411), (post(server, good, length="-1"), 411), (post(server, good, length="１"), 411),
        (post(server, good, length=str(MOST_BODY + 1)), 413), (post(server, good, length="9" * 4000), 413),
        (post(server, good, "Transfer-Encoding: chunked"), 411), (post(server, good, "Expect: 100-continue"), 417),
        # bodies
        (post(server, b"{"), 400), (post(server, b""), 400), (post(server, big), 400), (post(server, b"NaN"), 400), (post(server, b"\xff"), 400),
        (post(server, b"[]"), 400), (post(server, b'{"ask": 5, "answer": 1}'), 400), (post(server, b'{"ask": "x"}'), 400),
        (post(server, b'{"ask": "x", "answer": NaN}'), 400), (post(server, b'{"ask": "x", "answer": -Infinity}'), 400),
        (post(server, b'{"ask": "x", "answer": 1, "by": "Greens"}'), 400), (post(server, b'{"ask": "x", "answer": 1}'), 409),
        (post(server, good), 422), (post(server, good, path="/try"), 422),
        (post(server, good, f"Authorization: Bearer {TOKENS[1]}"), 403), (post(server, good, f"Authorization: Bearer {TOKENS[2]}"), 403),
        # tokens
        (get(server, "/state").replace(b"Bearer a", b"Bearer x"), 401), (get(server, "/state").replace(b"Bearer ", b"Basic "), 401),
        (get(server, "/state").replace(b"Authorization", b"Cookie"), 401),
    ]  # fmt: skip

    wrong = [
        (request[:200], found) for request, wanted in requests if (found := status(raw(server.name, request))) != wanted
    ]
    assert wrong == []
    assert server.hub.take_answer() is None


@pytest.mark.rule("PH-16")
def test_who_guesses_is_heard_no_more_and_the_others_are(server: Server) -> None:
    wrong = get(server).replace(b"Bearer a", b"Bearer x")
    found = [status(raw(server.name, wrong)) for _ in range(servers.WRONG_A_MINUTE + 2)]
    assert found == [401] * servers.WRONG_A_MINUTE + [429] * 2
    assert b"aaaa" not in raw(server.name, wrong)


@pytest.mark.slow
@pytest.mark.rule("PH-21")
def test_a_request_has_little_time_for_all_of_its_bytes(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte now and then does not buy more: the time is for all of them."""
    monkeypatch.setattr(servers, "TIME_TO_ASK", 0.6)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(OSError, match=r"reset|pipe"):  # noqa: PT012
            for _ in range(200):
                slow.sendall(b"x")
                time.sleep(0.05)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as slow:
        slow.sendall(post(server, b"{", length="4000"))
        assert slow.recv(1000) == b""


@pytest.mark.rule("PH-21")
def test_one_guest_cannot_take_all_connections(server: Server) -> None:
    idle = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(40)]
    try:
        wait_until(lambda: server._open["127.0.0.1"] == MOST_OF_ONE)
        assert server._open["127.0.0.1"] == MOST_OF_ONE
        with socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.2", 0), timeout=20) as other:
            other.sendall(get(server))
            assert status(other.recv(65536)) == 200
    finally:
        for one in idle:
            one.close()


@pytest.mark.rule("PH-21")
def test_too_many_a_second_are_turned_away(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server._requests = servers.Recently(60, servers.A_SECOND if servers.A_SECOND < 100 else 20)
    assert [status(raw(server.name, get(server, "/"))) for _ in range(22)] == [200] * 20 + [429] * 2


@pytest.mark.rule("PH-22")
def test_a_fault_of_a_handler_is_counted_and_not_printed(
    server: Server, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.hub, "next_state", lambda *_: 1 / 0)
    assert raw(server.name, get(server)) == b""
    assert status(raw(server.name, get(server, "/"))) == 200
    assert server.errors == 1
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_phone_that_hung_up_gives_its_connection_back(server: Server) -> None:
    held = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    held.sendall(get(server, "/state", f"X-Seen: {server.hub.ask}"))
    wait_until(lambda: server.hub._held[0] == 1)
    held.close()
    wait_until(lambda: server.hub._held[0] == 0)


@pytest.mark.rule("PH-19")
def test_a_held_request_hears_of_what_is_asked_next(server: Server) -> None:
    found: list[bytes] = []
    seen = server.hub.ask
    thread = threading.Thread(target=lambda: found.append(raw(server.name, get(server, "/state", f"X-Seen: {seen}"))))
    thread.start()
    publish(server.hub)
    thread.join(20)
    assert status(found[0]) == 200
    assert server.hub.ask.encode() in found[0]


@pytest.mark.rule("PH-17", "PH-23")
def test_it_listens_at_one_address_and_its_port_is_free_at_once(server: Server) -> None:
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", server.port), timeout=5).close()
    with pytest.raises(OSError, match="in use"):
        Server(server.hub, "127.0.0.1", server.port, TOKENS)
    other = Server(server.hub, "127.0.0.1", 0, TOKENS)
    other.begin()
    assert status(raw(other.name, get(other, "/"))) == 200
    other.stop()
    Server(server.hub, "127.0.0.1", other.port, TOKENS).server_close()
