"""Battles as other hands may write them: every hash of them is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json import dumps
from typing import Any

from shoot_cli import armies
from shoot_cli.importing.list_files import load
from shoot_cli.rules import RULESETS
from shoot_cli.storage.records import KeptList, armies_hash, canonical, event_hash, header_hash

EDITION = RULESETS[0]
AT = "2025-03-01T18:04:09.120Z"
Row = tuple[str, Mapping[str, Any]]


def answer(value: Any) -> Row:
    return "answer", {"key": "q", "answer": value, "by": "me", "hand": True}


def amend(at: int) -> Row:
    return "amend", {"key": "q", "answer": "new", "by": "me", "hand": True, "at": at, "wish": "me"}


def lists() -> list[str]:
    """Two lists as a battle keeps them."""
    loaded = [load(one.path) for one in armies.samples() if one.ruleset == EDITION.name][:2]
    return [KeptList(one.army.name, "", one.text).raw() for one in loaded]


def exported(rows: Iterable[Row] = (), **facts: Any) -> bytes:
    """The battle with these events as JSON lines; ``facts`` of its header are other than usual."""
    head = {
        "name": "Odd day",
        "ruleset": EDITION.name,
        "version": EDITION.ruleset().version,
        "seed": 7,
        "dice": "app",
        "settings": {},
        "armies": facts.get("armies") or lists(),
        "created": AT,
    } | facts
    previous = header_hash(head)
    lines = [dumps({"battle": head | {"armies_hash": armies_hash(head["armies"]), "hash": previous}})]
    for number, (kind, payload) in enumerate(rows, 1):
        previous = event_hash(previous, number, kind, canonical(dict(payload)))
        lines.append(dumps({"number": number, "kind": kind, "payload": payload, "at": AT, "hash": previous}))
    return "\n".join(lines).encode()
