"""The real package of datasheets, where it is installed: each of its units, and the shipped lists against it (IMP-65).

It is no part of the tests' own packages (``CONTRIBUTING.md`` says why): ``pip install -e '.[datasheets]'`` first.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shoot_cli.armies.tree import plain
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.importing.data.names import key
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.importer import made_of
from shoot_cli.importing.report import Options
from shoot_cli.rules import edition

PUBLISHED = IMPORTERS["40k-11e"].published()


SHIPPED = sorted((Path(__file__).parents[2] / "armies" / "40k-11e").glob("*.yaml"))
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PUBLISHED.installed(), reason="the package is not installed")]


def made(unit: str, faction: str, apply: bool = False) -> dict[str, Any]:
    """A list of it; its own reader has been content with it."""
    source, of = PUBLISHED.source(apply), edition("11e")
    assert of is not None
    return made_of(PUBLISHED.ordered(source, [unit], (), faction, ""), of, source, Options(), "it").document


@pytest.mark.rule("IMP-65")
@pytest.mark.parametrize("apply", [False, True])
def test_each_unit_makes_a_list_as_small_and_as_large_as_it_may_be(
    apply: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = PUBLISHED.source(apply)
    monkeypatch.setattr(type(PUBLISHED), "source", lambda self, apply=False: source)
    assert len(source.listed) > 1000
    for raw, (name, _) in zip(source.units, source.listed, strict=True):
        for size in sorted({raw["model_count"]["min"], raw["model_count"]["max"]}):
            (unit,) = made(f"{name}*{size}", source.factions[raw["faction_id"]], apply)["units"]
            assert sum(one["count"] for one in unit["models"]) == size, (name, size)


@pytest.mark.rule("IMP-65")
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_lists_have_the_statlines_and_points_of_the_package(path: Path) -> None:
    document = plain(read_text(path.read_text(encoding="utf-8"), path.name))
    for unit in document["units"]:
        size = sum(int(one.get("count", 1)) for one in unit["models"])
        theirs = made(f"{unit['name']}*{size}", unit.get("faction") or document["faction"])
        assert theirs["units"][0]["points"] == int(unit["points"]), unit["name"]
        known = {values(one, theirs) for one in theirs["units"][0]["models"]}
        assert {values(one, document) for one in unit["models"]} <= known, unit["name"]


def values(model: dict[str, Any], document: dict[str, Any]) -> tuple[str, ...]:
    page = {**(document.get("profiles") or {}).get(model.get("profile"), {}), **model}
    return tuple(key(str(page.get(one, "-"))) for one in ("M", "T", "Sv", "W", "Ld", "OC", "Inv"))
