"""What is kept, under which names, and what the database refuses."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from shoot_cli.rules.seventh import RULESET
from shoot_cli.storage import database
from shoot_cli.storage.home import BadName, Locked, StorageError, UnknownBattle, home
from shoot_cli.storage.records import event_hash, folded
from shoot_cli.storage.store import Store
from tests.helpers.each import each
from tests.helpers.kept_answers import counted, note
from tests.reliability.places import full_disk

FIRST = {"key": "distance", "answer": 12, "by": "Ultramarines", "hand": True}
SECOND = {"key": "hit:boltgun", "answer": {"first": [6, 6, 3]}, "by": "Ultramarines", "hand": False}


def test_a_battle_comes_back_as_it_was(store, begin):
    with begin(store) as battle:
        battle.append("answer", FIRST)
        battle.append("note", {"text": "Zoë is late"})
        battle.append("answer", SECOND)
    with Store.open() as again:
        loaded = again.load("ultramarines V ORKS")
    assert (loaded.name, loaded.ruleset, loaded.version, loaded.seed) == (
        "Ultramarines v Orks",
        "40k-7e",
        RULESET.version,
        7,
    )
    assert (loaded.armies, loaded.settings, loaded.dice) == (battle.armies, {"odds": "off"}, "hand")
    assert loaded.events == battle.events
    assert [(a.key, a.answer, a.by, a.hand) for a in loaded.answers()] == [
        tuple(FIRST.values()),
        tuple(SECOND.values()),
    ]
    assert (loaded.created, loaded.hash, loaded.last_hash) == (battle.created, battle.hash, battle.last_hash)


def test_what_append_returns_is_what_a_resumed_battle_sees(store, begin):
    event = begin(store).append("note", {"pair": (1, 2), "by": {3: "three"}})
    assert event.payload == {"pair": [1, 2], "by": {"3": "three"}}
    assert store.load("Ultramarines v Orks").events == [event]


def test_the_hashes_are_those_that_the_documentation_promises(store, begin):
    battle = begin(store)
    event = battle.append("answer", FIRST)

    def digest(value: object) -> str:
        return sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    header = {
        "name": battle.name,
        "ruleset": "40k-7e",
        "version": RULESET.version,
        "seed": 7,
        "armies": list(battle.armies),
    }
    assert battle.armies_hash == digest(list(battle.armies))
    assert battle.hash == digest(header | {"settings": {"odds": "off"}, "dice": "hand"})
    assert event.hash == digest([battle.hash, 1, "answer", FIRST])


def test_seeds_of_any_size_are_kept(store):
    for number, seed in enumerate((0, -1, 2**63, 10**40)):
        store.create(f"battle {number}", "40k-7e", "1", seed, ("{}", "{}"), {}, "app").close()
        assert store.load(f"battle {number}").seed == seed


def test_nothing_is_made_on_disk_before_the_first_write(store, folder, begin):
    assert store.battles() == []
    assert store.answers("40k-7e") == []
    assert store.latest() is None
    with pytest.raises(UnknownBattle, match="none has been kept yet"):
        store.find("orks")
    assert not folder.exists()
    begin(store)
    assert (folder / "shoot.db").exists()


def test_a_reader_that_came_first_sees_what_another_one_wrote(store, begin):
    with Store.open() as writer:
        begin(writer)
    assert [summary.name for summary in store.battles()] == ["Ultramarines v Orks"]


def test_every_commit_is_synced_and_readers_are_not_kept_out(store, begin):
    begin(store)
    pragmas = {
        name: store._connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert store._connection.execute("PRAGMA fullfsync").fetchone() == (1,)


def test_a_copy_is_synced_while_it_is_written(store, begin, tmp_path, monkeypatch):
    begin(store)
    done = []

    class Copy(sqlite3.Connection):
        def execute(self, words, *more):
            done.append(words)
            return super().execute(words, *more)

    class Source:
        def backup(self, copy):
            assert [copy.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "fullfsync")] == [2, 1]
            store._connection.backup(copy)
            done.append("copied")

    monkeypatch.setattr(database.sqlite3, "connect", partial(sqlite3.connect, factory=Copy))
    database.back_up(Source(), tmp_path / "copy.db")
    assert "copied" in done
    assert not [words for words in done[done.index("copied") :] if "sync" in words]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "not empty"),
        ("   ", "not empty"),
        ("x" * 61, "at most 60"),
        ("a\nb", "printed"),
        ("a\x1b[31mb", "printed"),
        ("a\u202eb", "printed"),
        ("a\ud800", "printed"),
        ("ULTRAMARINES  v orks", "already"),
        (" Ultramarines v Orks ", "already"),
    ],
)
def test_names_that_a_battle_cannot_have(store, begin, name, why):
    begin(store)
    with pytest.raises(BadName, match=why):
        begin(store, name)
    assert len(store.battles()) == 1


@pytest.mark.parametrize("name", ["x" * 60, "Grótsnik's “Waaagh” 100% [red]", "-", "'; DROP TABLE events; --"])
def test_names_that_a_battle_can_have(store, begin, name):
    begin(store, name)
    assert store.find(name).name == store.load(name).name == name


def test_new_names_are_free_and_fit(store, begin):
    for expected in ("A v B", "A v B 2", "A v B 3"):
        assert store.new_name("A v B") == expected
        begin(store, expected)
    assert store.new_name("a V b") == "a V b 4"
    assert store.new_name("\x1b\n") == "Battle"
    begin(store, store.new_name("long " * 30))
    second = store.new_name("long " * 30)
    assert len(second) <= 60
    begin(store, second)


def test_battles_are_found_by_name_or_by_a_part_that_no_other_has(store, begin):
    for name in ("Orks", "Orks v Eldar", "Orks v Tau"):
        begin(store, name)
    assert store.find("orks").name == "Orks"
    assert store.find("ELDAR").name == "Orks v Eldar"
    with pytest.raises(UnknownBattle, match="could be 2 battles: “Orks v Tau”, “Orks v Eldar”"):
        store.find("orks v")
    with pytest.raises(UnknownBattle, match="Did you mean “Orks v Eldar”"):
        store.find("Orcs v Eldra")
    with pytest.raises(UnknownBattle, match="battle list"):
        store.find("zzz")
    with pytest.raises(UnknownBattle):
        store.find("")


def test_the_battle_changed_last_comes_first(store, begin, monkeypatch):
    times = iter(f"2025-03-01T18:00:{second:02}.000Z" for second in range(60))
    monkeypatch.setattr("shoot_cli.storage.store.now", lambda: next(times))
    first, second = begin(store, "first"), begin(store, "second")
    assert [summary.name for summary in store.battles()] == ["second", "first"]
    first.append("answer", FIRST)
    assert [(s.name, s.answers, s.finished) for s in store.battles()] == [("first", 1, False), ("second", 0, False)]
    first.append("finish", {})
    assert store.latest().name == "second"
    assert store.latest(unfinished=False).name == "first"
    second.append("finish", {})
    assert store.latest() is None
    assert store.find("first").changed == first.changed == "2025-03-01T18:00:03.000Z"


def test_deleting_takes_the_whole_battle_and_nothing_else(store, begin):
    for name in ("one", "two"):
        with begin(store, name) as battle:
            battle.append("answer", FIRST)
    store.delete("ONE")
    assert [summary.name for summary in store.battles()] == ["two"]
    assert store._connection.execute("SELECT count(*) FROM events").fetchone() == (1,)
    assert store.verify("two") == []
    with pytest.raises(UnknownBattle):
        store.delete("one")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = '{}' WHERE number = 1",
        "UPDATE OR REPLACE events SET number = 9 WHERE number = 1",
        "DELETE FROM events WHERE number = 2",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events SELECT battle, number, kind, '{}', at, hash FROM events WHERE number = 1",
        "INSERT INTO events SELECT battle, 9, kind, payload, at, hash FROM events WHERE number = 1",
        "UPDATE battles SET seed = '8'",
        "UPDATE drills SET correct = 1",
    ],
)
def test_what_is_written_stays_written(store, begin, statement):
    battle = begin(store)
    battle.append("answer", FIRST)
    battle.append("answer", SECOND)
    note(store, "7E-HIT-1", "roll", False)
    with pytest.raises(sqlite3.IntegrityError):
        store._connection.execute(statement)
    assert store.load(battle.name).events == battle.events


def test_only_a_battle_opened_for_writing_can_be_added_to(store, begin):
    begin(store).close()
    with pytest.raises(StorageError, match="reading only"):
        store.load("Ultramarines v Orks").append("answer", FIRST)
    with store.load("Ultramarines v Orks", write=True) as battle:
        battle.append("answer", FIRST)
    with pytest.raises(StorageError, match="reading only"):
        battle.append("answer", FIRST)


def test_two_writers_in_one_process_and_a_reader_beside_them(store, begin):
    battle = begin(store)
    battle.append("answer", FIRST)
    with Store.open() as other:
        with pytest.raises(
            Locked, match=rf"“{battle.name}” is open in another terminal \(process {os.getpid()} since \d\d:\d\d\)"
        ):
            other.load(battle.name, write=True)
        with pytest.raises(Locked):
            other.delete(battle.name)
        watching = other.load(battle.name)
        new = battle.append("answer", SECOND)
        assert watching.refresh() == [new]
        assert watching.answers() == battle.answers()
        assert watching.refresh() == []
        battle.close()
        other.load(battle.name, write=True).append("undo", {"count": 1})
    assert len(store.load(battle.name).answers()) == 1


def test_closing_the_store_lets_go_of_its_battles(begin):
    with Store.open() as store:
        begin(store)
    with Store.open() as again:
        again.load("Ultramarines v Orks", write=True)


def test_several_events_are_written_together_or_not_at_all(store, begin):
    battle = begin(store)
    with pytest.raises(StorageError, match="Event 2"):
        battle.append_all([("answer", FIRST), ("undo", {"count": 2})])
    assert battle.events == store.load(battle.name).events == []
    battle.append_all([("answer", FIRST), ("undo", {"count": 1}), ("redo", {"count": 1})])
    assert len(store.load(battle.name).answers()) == 1


def test_a_full_disk_is_said_in_words_and_loses_nothing(store, begin):
    battle = begin(store)
    battle.append("answer", FIRST)
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageError, match="disk is full"):
        battle.append("note", {"text": "x" * 100_000})
    assert store.load(battle.name).events == battle.events
    store._connection.execute("PRAGMA max_page_count = 100000")
    battle.append("answer", SECOND)
    assert store.load(battle.name).events == battle.events


@pytest.mark.parametrize("left", ["nothing", "a header"])
def test_what_a_full_disk_left_at_the_first_start_is_no_battles_yet(tmp_path, begin, left):
    path = tmp_path / "new" / "shoot.db"
    with full_disk(), Store.open(path) as store, pytest.raises(StorageError, match="full"):
        begin(store)
    assert path.stat().st_size == 0
    if left == "a header":  # the disk was full a page later
        with closing(sqlite3.connect(path)) as made:
            made.execute("PRAGMA journal_mode = WAL")
        assert path.stat().st_size
    with full_disk(), Store.open(path) as store:
        assert store.battles() == []
        assert store.latest() is None
        with pytest.raises(UnknownBattle, match="nothing was kept yet"):
            store.backup(tmp_path / "copy")
        with pytest.raises(UnknownBattle):
            store.verify("Ultramarines v Orks")
        with pytest.raises(StorageError, match="full"):
            begin(store)
    with Store.open(path) as store:
        begin(store).append("answer", FIRST)
        assert store.verify("Ultramarines v Orks") == []
    with full_disk(), Store.open(path) as other:
        assert [battle.answers for battle in other.battles()] == [1]


def test_a_store_that_saw_nothing_sees_what_is_written_later(tmp_path, begin):
    path = tmp_path / "shoot.db"
    path.touch()
    with full_disk():
        early = Store.open(path)
    with early, Store.open(path) as store:
        begin(store)
        assert len(early.battles()) == 1


def test_a_battle_deleted_behind_our_back(store, begin):
    battle = begin(store)
    store._connection.execute("DELETE FROM battles")
    with pytest.raises(StorageError, match="changed or deleted"):
        battle.append("answer", FIRST)


def test_a_folder_that_cannot_be_made(tmp_path, monkeypatch, begin):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(
        StorageError, match=r"file is a file, and should be a folder\. Name another folder with SHOOT_HOME"
    ):
        Store.open()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_folder_that_is_read_only(folder, begin):
    folder.mkdir(mode=0o500)
    with Store.open() as store, pytest.raises(StorageError, match="cannot be written to"):
        begin(store)


def test_a_database_that_is_read_only_where_permissions_do_not_say_so(store, begin):
    battle = begin(store)
    store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError, match="cannot be written to"):
        battle.append("answer", FIRST)
    assert battle.events == []


def test_home_is_what_the_environment_names_or_the_platform_has(monkeypatch, tmp_path):
    monkeypatch.setenv("SHOOT_HOME", "~/games")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home() == tmp_path / "games"
    monkeypatch.setenv("SHOOT_HOME", "")
    assert home().name == "shoot"


def test_many_can_open_a_new_database_at_once(folder, begin):
    wrong: list[BaseException] = []

    def work(number: int) -> None:
        try:
            with Store.open() as store:
                begin(store, f"battle {number}").append("answer", FIRST)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    with Store.open() as store:
        assert len(store.battles()) == 8


def test_answers_of_drills_are_kept_by_ruleset(store):
    for right in (True, False, True):
        note(store, "7E-HIT-1", "roll", right)
    note(store, "2E-HIT-1", "number", True, "40k-2e")
    with Store.open() as again:
        assert counted(again) == [("7E-HIT-1", "roll", 3, 2)]
        assert counted(again, "40k-2e") == [("2E-HIT-1", "number", 1, 1)]
        assert again.answers("reikhammer") == []


def test_a_newer_schema_and_a_strange_database_are_refused(store, begin, folder, tmp_path):
    begin(store)
    store._connection.execute("PRAGMA user_version = 3")
    with pytest.raises(StorageError, match="newer version of shoot"):
        Store.open()
    strange = tmp_path / "strange.db"
    connection = sqlite3.connect(strange)
    connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    before = strange.read_bytes()
    with pytest.raises(StorageError, match="not one of shoot"):
        Store.open(strange)
    assert strange.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"no database at all", b"\x00" * 5000, b"SQLite format 3\x00", os.urandom(8192)],
    ids=["words", "nothing", "a head alone", "any bytes"],
)
def test_a_file_that_is_no_database(tmp_path, content):
    path: Path = tmp_path / "shoot.db"
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"shoot\.db is damaged or no database .* Move it aside"):
        Store.open(path)


def test_a_folder_where_the_database_should_be(folder):
    (folder / "shoot.db").mkdir(parents=True)
    with pytest.raises(StorageError, match="is a folder, and should be a file"):
        Store.open()


def test_a_loaded_battle_stands_where_its_events_lead(store, begin):
    with begin(store) as battle:
        for event in (("answer", FIRST), ("answer", SECOND), ("undo", {"count": 1}), ("answer", SECOND)):
            battle.append(*event)
        battle.append("amend", FIRST | {"at": 0, "answer": 11, "wish": "Orks"})
        battle.append("keep", {"runs": [[1, 2]]})
    loaded = store.load(battle.name)
    for fold in (folded(loaded.events), battle.fold):
        assert vars(loaded.fold.history) == vars(fold.history)
        assert loaded.finished == fold.finished


@each("kind", ["answer", "né", "a b", 'a"b', "", "\ud800", "a\nb"])
@each("previous", ["0f" * 32, "", "' or 1", "ß"])
def test_the_hash_of_an_event_is_over_canonical_json(kind, previous):
    text = json.dumps([previous, 3, kind, {}], sort_keys=True, separators=(",", ":"))
    assert event_hash(previous, 3, kind, "{}") == sha256(text.encode()).hexdigest()
