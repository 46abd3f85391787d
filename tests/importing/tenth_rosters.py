"""Rosters of 10th edition made into lists, for tests: what came of them, and that lists are read as they are written."""

from __future__ import annotations

from typing import Any, NamedTuple

import yaml

from shoot_cli.armies.loading import load_text
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.formats import read
from shoot_cli.importing.report import USUAL, ImportContext
from shoot_cli.importing.roster import Roster
from shoot_cli.rules.datasheets.profiles import Army
from tests.importing.written_rosters import Node, as_json, roster

take = IMPORTERS["40k-10e"].take


class Came(NamedTuple):
    document: dict[str, Any]
    taking: ImportContext
    army: Army  # as whoever plays the list reads it

    def unit(self, place: int = 0) -> dict[str, Any]:
        return self.document["units"][place]  # type: ignore[no-any-return]

    def models(self, place: int = 0) -> list[tuple[str, int]]:
        return [(one["name"], one["count"]) for one in self.unit(place)["models"]]

    def model(self, name: str, place: int = 0) -> dict[str, Any]:
        """With what stands in its profile."""
        return self.model_of(next(one for one in self.unit(place)["models"] if one["name"] == name))

    def model_of(self, page: dict[str, Any]) -> dict[str, Any]:
        return {**self.document["profiles"][page["profile"]], **page}

    def weapon(self, name: str) -> dict[str, Any]:
        return self.document["weapons"][name]  # type: ignore[no-any-return]

    def guesses(self) -> list[str]:
        return [one.text for one in self.taking.guesses]

    def left(self) -> list[str]:
        return [f"{one.unit}: {one.text}" for one in self.taking.left]

    def yours(self) -> list[str]:
        return [f"{one.unit}: {one.text}" for one in self.taking.yours]


def taken(*below: Node, **more: Any) -> Came:
    return taken_from(roster(*below, **more))


def taken_from(made: Node) -> Came:
    found = read(as_json(made), "roster.json")
    assert isinstance(found, Roster)
    taking = ImportContext(USUAL)
    document = take(found, taking)
    return Came(document, taking, load_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True), "list.yaml"))
