"""A phone without a browser: the protocol of the page, and answers of its own to any form that the page could send."""

from __future__ import annotations

import json
import socket
import time
from http.client import HTTPConnection, RemoteDisconnected
from random import Random
from secrets import token_hex
from typing import Any


class Guest:
    """Whoever has this link. :ivar sent: how many answers, by status. :ivar saw: all states, as text"""

    def __init__(self, link: str, seed: int = 7) -> None:
        self.name, _, self.token = link.removeprefix("http://").partition("/#")
        self.chance = Random(seed)
        self.sent: dict[int, int] = {}
        self.saw: list[str] = []
        self.page = token_hex(4)  # each page has a name of its own, as `page.js` makes it

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        host, _, port = self.name.partition(":")
        connection = HTTPConnection(host, int(port), timeout=40)
        given = {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            given |= {"Origin": f"http://{self.name}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), given | headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def patient(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """The same, waiting while the server thinks that it is too often: all guests here have one address."""
        while True:
            try:
                found = self.request(method, path, body, **headers)
            except (BrokenPipeError, ConnectionResetError, RemoteDisconnected):  # turned away at the door
                found = 429, None
            if found[0] != 429:
                return found
            time.sleep(0.1)

    def state(self, seen: str = "") -> dict[str, Any]:
        headers = {"X-Page": self.page} | ({"X-Seen": seen} if seen else {})
        status, found = self.patient("GET", "/state", **headers)
        assert status == 200, found
        self.saw.append(json.dumps(found))
        return dict(found)

    def answer(self, ask: str, answer: Any) -> tuple[int, Any]:
        status, found = self.patient("POST", "/answer", {"ask": ask, "answer": answer})
        self.sent[status] = self.sent.get(status, 0) + 1
        return status, found

    def words(self, ask: str, answer: Any) -> tuple[int, Any]:
        return self.request("POST", "/try", {"ask": ask, "answer": answer})

    def any_answer(self, state: dict[str, Any]) -> Any:
        """An answer that the form of this state offers, by chance."""
        return filled(state["form"], state["options"], state["default"], self.chance)


def filled(form: dict[str, Any], options: list[Any], usual: Any, chance: Random) -> Any:
    """An answer that this form offers. Where only words will do, the usual one."""
    kind = form["kind"]
    if kind in ("roll", "total"):
        return dice(form, chance)
    if kind == "choose":
        open_ = [value for value, row in zip(form["values"], options, strict=True) if not row.get("closed")]
        return chance.choice(open_)
    if form.get("more") and chance.random() < 0.3:
        said = filled(form | {"more": ""}, options, usual, chance)
        return [*said, "+"] if kind == "howmany" else f"{said}+"
    if kind == "number":
        if usual is not None and chance.random() < 0.7:
            return usual
        return chance.randint(int(form["low"]), int(form["high"]))
    if kind == "numbers":
        if usual is not None:
            return {} if chance.random() < 0.5 or form["across"] else {form["names"][0]: form["low"]}
        return {name: int(form["low"]) for name in form["names"]}
    if kind == "howmany":
        return usual if usual is not None else [chance.randint(0, most) for _, most in form["groups"]]
    if kind == "several":
        open_ = [name for name, shut in zip(form["names"], form["closed"], strict=True) if not shut]
        few = form["least"] if form["exactly"] is None else form["exactly"]
        return open_[:few]
    if kind == "arrange":
        return usual if usual is not None else [[n, name, ""] for name, n in form["kinds"]]
    if kind == "phrases":
        if form["taps"] and chance.random() < 0.8:
            return {"typed": chance.choice(form["taps"])}
        if form["rows"] and chance.random() < 0.4:
            row = chance.choice(form["rows"])
            return [] if row == "nothing" else [row]
        return usual if usual is not None else []
    assert kind == "facts", kind
    changed = {}
    for part in form["parts"]:
        if chance.random() < 0.1 and part["form"]["kind"] == "choose":
            changed[part["key"]] = filled(part["form"], part["options"], part["default"], chance)
    return changed


def dice(form: dict[str, Any], chance: Random) -> Any:
    """Dice as they are typed, or how many passed."""
    if chance.random() < 0.1:
        return {"throw": True}
    if form["kind"] == "roll" and form["counts"] and chance.random() < 0.5 and not form["watch"]:
        return {"passed": chance.randint(0, form["dice"])}
    if form["kind"] == "roll" and form["lives"] and chance.random() < 0.5:
        return {"live": chance.randint(0, len(form["groups"]))}
    return {"typed": throw(form["dice"], form, chance)}


def throw(many: int, form: dict[str, Any], chance: Random) -> str:
    names = form.get("names") or [str(face) for face in range(len(form.get("adds", ())) or 1, form["sides"] + 1)]
    return (", " if form.get("names") else " ").join(chance.choice(names) for _ in range(many))


def play_on(guests: list[Guest], answers: int) -> int:
    """Let these phones answer so many questions, each its own. Return how many were kept."""
    kept, seen = 0, ""
    while kept < answers:
        state = guests[0].state(seen)
        seen = state["ask"]
        if state["over"]:
            break
        mine = next((guest for guest in guests if guest is guests[0] and state["yours"]), None)
        if mine is None:
            for guest in guests[1:]:
                other = guest.state()
                if other["yours"] and other["ask"] == seen:
                    mine, state = guest, other
        if mine is None:
            continue
        said = mine.any_answer(state)
        status, told = mine.answer(seen, said)
        while status == 422 and told.get("again"):
            said = {"typed": f"{told['first']} > {throw(told['again'], state['form'], mine.chance)}"}
            status, told = mine.answer(seen, said)
        if status == 422 and state["form"]["kind"] == "facts":  # some contradict each other, and it is said how
            assert told["error"]
            status, told = mine.answer(seen, {})
        if status == 422 and told["error"].endswith(
            ("again if it is so far", "again if it is so near")
        ):  # asked once more
            status, told = mine.answer(seen, said)
        assert status in (200, 202), (status, told, said, state["act"], state["form"])
        kept += 1
    return kept


def raw(name: str, data: bytes, patience: float = 20) -> bytes:
    """What comes back for these bytes until the other side closes."""
    host, _, port = name.partition(":")
    with socket.create_connection((host, int(port)), timeout=patience) as connection:
        connection.sendall(data)
        found = b""
        try:
            while more := connection.recv(65536):
                found += more
        except ConnectionError:
            pass
        return found
