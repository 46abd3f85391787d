"""A file of version 1, from before there were cards: it is read as it is, and changed by the first card alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from shoot_cli.storage import database
from shoot_cli.storage.home import StorageError
from shoot_cli.storage.store import Store
from tests.helpers.kept_answers import counted

NAME = "Old friends"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database as version 1 made it, with a battle and two scores in it."""
    path = tmp_path / "shoot.db"
    with monkeypatch.context() as before:
        before.setattr(database, "VERSION", 1)
        before.setattr(database, "make_cards", lambda connection: connection.execute("PRAGMA user_version = 1"))
        with Store.open(path) as store:
            battle = store.create(NAME, "40k-7e", "1", 7, ("{}", "{}"), {}, "app")
            battle.append("answer", {"key": "unit", "answer": "Boyz", "by": "Orks", "hand": None})
            noted = "INSERT INTO drills (ruleset, rule, kind, correct, at) VALUES ('40k-7e', '7E-HIT-1', 'need', ?, ?)"
            store._connection.executemany(noted, [(right, "2026-03-02T08:00:00.000Z") for right in (1, 0)])
    assert made(path) == (1, False)
    return path


def made(path: Path) -> tuple[int, bool]:
    """The version of the file, and whether it has cards."""
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'cards'").fetchall()
    return version, bool(tables)


def card(store: Store, kind: str = "hit", rule: str = "7E-HIT-1") -> None:
    store.answered("40k-7e", rule, kind, True, 3.0, "2026-03-02T09:00:00.000Z", lambda state: ("{}", "later"))


def test_whoever_only_looks_changes_nothing(old):
    with Store.open(old) as store:
        assert [battle.name for battle in store.battles()] == [NAME]
        assert store.verify(NAME) == []
        assert store.cards("40k-7e") == []
        assert [answer.right for answer in store.answers("40k-7e")] == [True, False]
        assert store.streak("40k-7e", "7E-HIT-1") == 0
    assert made(old) == (1, False)


def test_the_first_card_brings_the_table_and_keeps_the_rest(old):
    with Store.open(old) as store:
        hash_before = store.load(NAME).last_hash
        card(store)
    assert made(old) == (2, True)
    with Store.open(old) as store:
        assert store.verify(NAME) == []
        assert store.load(NAME).last_hash == hash_before
        assert counted(store) == [("7E-HIT-1", "hit", 1, 1), ("7E-HIT-1", "need", 2, 1)]
        assert [(kept.rule, kept.kind) for kept in store.cards("40k-7e")] == [("7E-HIT-1", "hit")]


def test_a_migrated_file_is_the_same_as_a_new_one(old, tmp_path):
    new = tmp_path / "new.db"
    for path in (old, new):
        with Store.open(path) as store:
            card(store)
    schemas = []
    for path in (old, new):
        with closing(sqlite3.connect(path)) as connection:
            rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
            schemas.append(rows.fetchall())
    assert schemas[0] == schemas[1]


def test_a_migration_that_fails_leaves_the_file_as_it_was(old):
    def struck(state: str | None) -> tuple[str, str]:
        raise RuntimeError("power cut")

    with Store.open(old) as store, pytest.raises(RuntimeError, match="power cut"):
        store.answered("40k-7e", "7E-HIT-1", "hit", True, 3.0, "2026-03-02T09:00:00.000Z", struck)
    assert made(old) == (1, False)
    with Store.open(old) as store:
        assert len(store.answers("40k-7e")) == 2


def learn(path: Path, kind: str) -> None:
    """In a process of its own."""
    with Store.open(path) as store:
        for number in range(20):
            card(store, kind, f"7E-HIT-{number}")


@pytest.mark.slow
def test_two_processes_migrate_at_once(old):
    spawn = get_context("spawn")
    both = [spawn.Process(target=learn, args=(old, kind)) for kind in ("hit", "six")]
    for one in both:
        one.start()
    for one in both:
        one.join(30)
    assert [one.exitcode for one in both] == [0, 0]
    assert made(old) == (2, True)
    with Store.open(old) as store:
        assert store.verify(NAME) == []
        assert len(store.cards("40k-7e")) == 40
        assert len(store.answers("40k-7e")) == 42


def test_a_table_of_cards_that_is_gone_is_found(old):
    with Store.open(old) as store:
        card(store)
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("DROP TABLE cards")
    with Store.open(old) as store:
        assert store.verify(NAME) == ["The table cards of the database is missing."]
        with pytest.raises(StorageError):
            store.cards("40k-7e")
