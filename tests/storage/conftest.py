"""A store of its own for each test, and battles to put into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shoot_cli.rules.seventh import RULESET
from shoot_cli.storage.store import Store, StoredBattle

ARMIES = ('{"name": "Ultramarines"}', '{"name": "Waaagh! Grótsnik"}')


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where SHOOT_HOME points; it does not exist yet."""
    home = tmp_path / "home"
    monkeypatch.setenv("SHOOT_HOME", str(home))
    return home


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with Store.open() as opened:
        yield opened


@pytest.fixture
def begin() -> Callable[[Store, str], StoredBattle]:
    """Create a battle with this name in this store."""

    def begin_named(store: Store, name: str = "Ultramarines v Orks") -> StoredBattle:
        return store.create(name, "40k-7e", RULESET.version, 7, ARMIES, {"odds": "off"}, "hand")

    return begin_named
