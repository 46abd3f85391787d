"""Battles that were really played, exported, and changed by other hands: what ``battle import`` may be given."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from shoot_cli.play.battle_text import json_of
from shoot_cli.rules import Edition
from shoot_cli.storage.records import armies_hash, canonical, event_hash, header_hash
from shoot_cli.storage.store import Store
from tests.end_to_end.driver import drive
from tests.reliability import documents
from tests.reliability.cases import argument, editions
from tests.reliability.strange import TEXTS, as_json, as_yaml, changed, spoilt

EVENTS = 36  # of a battle, with answers taken back and amended among them


class Import(NamedTuple):
    """``file`` is taken in, perhaps under another name, and looked at by the command ``then``."""

    file: bytes
    name: tuple[str, ...]
    then: tuple[str, ...]


@cache
def battle(edition: Edition) -> Any:
    """A battle of two small lists, as ``export --json`` writes it."""
    lists = documents.lists(edition)
    texts = [json.dumps({"name": one["name"], "path": "", "text": as_yaml(one)}) for one in (lists[0], lists[-1])]
    version = edition.ruleset().version
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "shoot.db") as store:
        stored = store.create("Grot day", edition.name, version, 7, (texts[0], texts[1]), {"turns": "3"}, "app")
        drive(stored, EVENTS, lambda line: None)
        return json.loads(json_of(stored))


def sealed(tree: Any) -> Any:
    """The same with every hash as if it had been played so: what somebody can do who knows how."""
    try:
        tree = json.loads(as_json(tree))
        tree["armies_hash"] = armies_hash(tuple(tree["armies"]))
        tree["hash"] = previous = header_hash(tree)
        for number, event in enumerate(tree["events"], 1):
            event["number"] = number
            event["hash"] = previous = event_hash(previous, number, event["kind"], canonical(event["payload"]))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return tree
    return {key: value for key, value in tree.items() if key not in ("answers", "last_hash", "finished", "breaks")}


numbers = st.sampled_from([-1, 0, 1, 2, 5, 30, 10**13, 1.5, True, None, "1", [], 2**63])


@st.composite
def event(draw: st.DrawFn) -> dict[str, Any]:
    """One that changes what was said before."""
    kind = draw(st.sampled_from(["undo", "redo", "amend", "keep", "settle", "finish", "note", "answer", "x"]))
    runs = st.lists(st.lists(numbers, min_size=2, max_size=2), max_size=2)
    payload = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "count": numbers, "at": numbers, "of": numbers, "amend": st.booleans(), "runs": runs, "drop": runs, "hand": numbers,
                "key": st.sampled_from(["end_phase", "unit", "distance", ""]), "answer": numbers, "by": st.sampled_from(["", "x", 1]),
                "wish": st.sampled_from(["", "y", {}]),
            },
        )
    )  # fmt: skip
    return {"number": 1, "kind": kind, "payload": payload, "at": "2026-01-01T00:00:00.000Z", "hash": ""}


@st.composite
def imports(draw: st.DrawFn) -> Import:
    tree = battle(draw(editions))
    if draw(st.booleans()):
        more = draw(st.lists(st.tuples(st.integers(0, len(tree["events"])), event()), min_size=1, max_size=3))
        events = list(tree["events"])
        for at, one in more:
            events.insert(at, one)
        tree = {**tree, "events": events}
    tree = draw(changed(tree, ("answer", "end the phase", "Friday", "40k-7e"), many=False))
    if draw(st.integers(0, 3)):
        tree = sealed(tree)
    text = draw(spoilt(draw(st.sampled_from([as_json, as_lines]))(tree)))
    name = ("--name", argument(draw(st.sampled_from(TEXTS)))) if draw(st.integers(0, 4)) == 0 else ()
    return Import(text, name, draw(st.sampled_from(AFTERWARDS)))


def as_lines(tree: Any) -> str:
    """JSON lines, where there are events to be lines."""
    if not isinstance(tree.get("events"), list):
        return as_json(tree)
    header = {key: value for key, value in tree.items() if key not in ("events", "answers")}
    return "".join(as_json(row) + "\n" for row in ({"battle": header}, *tree["events"]))


AFTERWARDS = (
    ("show",), ("show", "--json"), ("verify",), ("verify", "--json"), ("luck",), ("luck", "--json"), ("export",),
    ("export", "--format", "jsonl"), ("watch", "--once"), ("watch", "--once", "--plain"),
)  # fmt: skip
