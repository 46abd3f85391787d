"""The vectors of the specification (``vectors.json``): scenario documents, and what must come out of them, as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

Laws = dict[str, list[Fraction]]  # slain, damage, own_slain: the chance of 0, 1, 2 ... of them


class Vector(NamedTuple):
    id: str
    rules: tuple[str, ...]
    scenario: dict[str, Any]
    laws: Laws
    other: tuple[tuple[str, str], Laws] | None  # another reading of the rules: its setting, what comes out then

    def read_otherwise(self) -> dict[str, Any]:
        assert self.other is not None
        (key, value), _ = self.other
        return {**self.scenario, "answers": {**self.scenario["answers"], key: value}}


def vectors() -> list[Vector]:
    document = loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
    return [vector(told) for told in document["vectors"]]


def vector(told: Mapping[str, Any]) -> Vector:
    other = None
    if "other" in told:
        key, _, value = told["other"]["reading"].partition(": ")
        other = (key, value), laws(told["other"])
    return Vector(told["id"], tuple(told["rules"]), told["scenario"], laws(told), other)


def laws(told: Mapping[str, Any]) -> Laws:
    return {key: [*map(Fraction, told[key])] for key in ("slain", "damage", "own_slain") if key in told}
