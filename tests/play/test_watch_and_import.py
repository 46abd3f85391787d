"""``shoot battle watch``, ``import`` and ``verify`` of battles that were really played."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from json import dumps
from pathlib import Path

import pytest

from shoot_cli import armies
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import Leave
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.play.watch import Watcher
from shoot_cli.replay.journal import Journal, run
from shoot_cli.rules import RULESETS
from shoot_cli.storage.home import StorageError
from shoot_cli.storage.remembered_place import journal_of, reloaded
from shoot_cli.storage.store import Store, StoredBattle
from tests.end_to_end.terminal import CTRL_C, Terminal, words
from tests.helpers.each import each
from tests.helpers.samples import first

NAME = "Grot day"
at_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


class Played:
    """A battle that goes on one step at a time, in this process."""

    def __init__(self, store: Store, ruleset: str = "40k-7e") -> None:
        lists = {"40k-7e": ("ultramarines", "orks")}.get(ruleset) or [
            f"{one.ruleset}/{one.name}" for one in armies.samples() if one.ruleset == ruleset
        ][:2]
        loaded = [load(armies.find_list(words)) for words in lists]
        mine, theirs = (dumps({"name": one.army.name, "path": "", "text": one.text}) for one in loaded)
        version = next(one for one in RULESETS if one.name == ruleset).ruleset().version
        self.stored: StoredBattle = store.create(NAME, ruleset, version, 7, (mine, theirs), {"turns": "1"}, "app")
        self.ruleset, self.start, self.settings = reloaded(self.stored)

    def on(self, answers: int, **given: str) -> None:
        """So many more answers, or to the end of the battle."""
        journal: Journal = journal_of(self.stored)
        behind, most = Preset(self.ruleset.demo_facts | given, raise_missing), len(journal.answers) + answers

        def live(question: Question, place: int) -> object:
            if place >= most:
                raise Leave
            return dice(7)(question, place) if isinstance(question, (Roll, Total)) else behind(question, place)

        def seat() -> Table:
            table = journal.seat(
                live,
                lambda question: self.ruleset.sides(self.start)[0],
                lambda question: False if isinstance(question, (Roll, Total)) else None,
            )
            table.settings = self.settings
            return table

        try:
            run(self.ruleset.battle, self.start, journal, seat, lambda wish, said: None)
            self.stored.append("finish", {})
        except Leave:
            pass


@pytest.fixture
def played(home: Path) -> Iterator[Played]:
    with Store.open() as store:
        yield Played(store)


def roll_of(stored: StoredBattle) -> int:
    """The place of the first roll."""
    return next(at for at, given in enumerate(stored.answers()) if given.key.startswith("hit:"))


# Watching ------------------------------------------------------------------------------------------------------------


def test_watch_once_prints_the_log_and_the_status(played, shoot):
    played.on(30)
    shown = shoot("battle", "watch", "grot", "--once", "--plain")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"Watching “{NAME}”")
    assert "Which unit shoots? > " in shown.out
    assert "3+" in shown.out
    assert "Grot Horde" in shown.out.rpartition("Ork")[2]


def test_another_battle_of_the_same_name_is_not_followed(played, home):
    """Not even where nothing was answered in either, so that all events are the same."""
    with Store.open() as store, Store.open() as other:
        watcher = Watcher(store, store.load(NAME), plain=True, once=False)
        played.stored.close()
        other.delete(NAME)
        other.create(NAME, "40k-7e", watcher.battle.version, 8, watcher.battle.armies, {"turns": "1"}, "app").close()
        watcher.file = None  # whoever looks at the file sees that it is not as it was
        with pytest.raises(StorageError, match="it is another battle now"):
            watcher.news()


@pytest.mark.slow
def test_watch_takes_no_lock_and_ends_with_the_battle(played, shoot):
    played.on(10_000)
    shown = shoot("battle", "watch", "grot", "--plain")
    assert shown.code == 0
    assert "The battle is over." in shown.out
    played.stored.append("undo", {"count": 1})  # nobody else took it


def test_a_second_writer_is_told_to_watch(played, shoot):
    done = shoot("play", "--resume", "--battle", "grot")
    assert "is open in another terminal" in done.err
    assert f"shoot battle watch '{NAME}'" in done.err


@pytest.mark.slow
@at_a_terminal
@pytest.mark.parametrize(("columns", "plain"), [(80, []), (40, ["--plain"])])
def test_watch_follows_live(played, home, columns, plain):
    played.on(3)
    watching = Terminal(home, "battle", "watch", "grot", *plain, columns=columns, rows=60, patience=60)
    try:
        watching.wait("Who has the first turn?", prompt=False)
        watching.wait("Green Tide", prompt=False)  # the status
        watching.press("")
        played.on(6)
        watching.wait("Which weapon fires?", prompt=False)
        played.stored.append("undo", {"count": 2})
        watching.wait("Taken back:", prompt=False)
        played.stored.append("redo", {"count": 2})
        watching.wait("Brought back:", prompt=False)
        roll = roll_of(played.stored)
        given = played.stored.answers()[roll]
        faces = {"first": [6] * len(given.answer["first"])}
        amended = {"at": roll, "key": given.key, "answer": faces, "by": "Orks", "hand": True, "wish": "Orks"}
        played.stored.append("amend", amended)
        watching.wait(f"Changed at the wish of Orks: answer {roll + 1}, bolt", prompt=False)
        watching.press("")
        played.stored.append("undo", {"amend": True})
        watching.wait(f"Taken back: the change of answer {roll + 1}, bolt", prompt=False)
        played.stored.append("redo", {"amend": True})
        watching.wait(f"Brought back: the change of answer {roll + 1}, bolt", prompt=False)
        watching.press("")
        played.on(10_000)
        watching.wait("The battle is over.", prompt=False)
        assert all(len(line.rstrip()) <= columns for line in watching.screen.display)
        watching.end(0)
    finally:
        watching.close()


@pytest.mark.slow
@at_a_terminal
def test_ctrl_c_leaves_a_watched_battle(played, home):
    played.on(3)
    watching = Terminal(home, "battle", "watch", "grot", patience=60)
    try:
        watching.wait("Which unit shoots?", prompt=False)
        watching.press(CTRL_C)
        watching.end(130)
    finally:
        watching.close()


@pytest.mark.slow
@at_a_terminal
@pytest.mark.parametrize("how", first(1, ["deleted", "file deleted", "overwritten", "cut off", "other battle"]))
def test_a_watched_battle_that_goes_is_said_in_words(played, home, how):
    played.on(8)
    watching = Terminal(home, "battle", "watch", "grot", patience=60)
    path = home / "shoot.db"
    try:
        watching.wait("Which unit shoots?", prompt=False)
        time.sleep(0.3)
        played.stored.close()
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else all of it is in the write-ahead log still
        database.close()
        match how:
            case "deleted":
                with Store.open() as other:
                    other.delete(NAME)
            case "file deleted":
                for part in home.glob("shoot.db*"):
                    part.unlink()
            case "overwritten":
                path.write_bytes(b"nothing to see here" * 1000)
            case "cut off":
                os.truncate(path, path.stat().st_size // 2)
            case "other battle":
                with Store.open() as other:
                    other.delete(NAME)
                    Played(other).on(4)
        assert words(watching.end(3)).count(".") >= 1
    finally:
        watching.close()


# Import --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def exported(played, shoot, tmp_path) -> Callable[[str], Path]:
    """What was played for a while, with something taken back, written out; the battle is deleted then."""
    played.on(12)
    played.stored.append("undo", {"count": 2})
    played.on(6)
    played.stored.close()
    for ending in ("json", "jsonl"):
        assert shoot("battle", "export", "grot", "-o", str(tmp_path / f"grot.{ending}")).code == 0
    assert shoot("battle", "delete", NAME, "--yes").code == 0
    return lambda ending: tmp_path / f"grot.{ending}"


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_what_was_exported_comes_back_as_it_was(exported, shoot, ending):
    path = exported(ending)
    done = shoot("battle", "import", str(path))
    assert (done.code, done.out) == (0, "")
    assert f"“{NAME}” is taken in" in done.err
    assert shoot("battle", "export", "grot", "--format", ending).out == path.read_text()
    assert "answers fit the rules" in shoot("battle", "verify", "grot").out
    refused = shoot("battle", "import", str(path))
    assert refused.code == 1
    assert "There is a battle named" in refused.err
    assert shoot("battle", "import", str(path), "--name", "Grot day, again", "--json").json["name"] == "Grot day, again"
    assert shoot("battle", "verify", "again", "--json").json["fits"] is True
    events = json.loads(shoot("battle", "export", "Grot day, again", "--json").out)["events"]
    assert events[-1]["payload"] == {
        "imported": NAME,
        "last_hash": json.loads(exported("json").read_text())["last_hash"],
    }


@each(
    ("old", "new", "sentence"),
    [
        ('"key": "distance"', '"key": "distanze"', "is not as it was written"),
        ('"number": 5,', '"number": 6,', "event 5 is expected here"),
        ('"seed": 7', '"seed": 8', "is not as it was written"),
        ('"seed": 7', '"seed": "7"', "“seed” is missing"),
        ('"kind": "undo"', '"kind": "undone"', "is not as it was written"),
        ('"at": "', '"at": "x', "is no time"),
        ('"armies": [', '"armies": [1, ', "does not hold two lists"),
        ('"finished": false', '"finished": true', "whether the battle is finished"),
        ('"first": [', '"first": [NaN, ', "something that no answer is"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("ending", first(1, ["jsonl", "json"]))
def test_what_was_changed_is_refused_by_its_line(exported, shoot, ending, old, new, sentence):
    path = exported(ending)
    whole = path.read_text()
    text = whole if ending == "jsonl" else dumps(json.loads(whole))
    assert old in text
    place = text.rindex(old)  # in an event, where there is one: the answers in force stand before them
    path.write_text(text[:place] + new + text[place + len(old) :])
    done = shoot("battle", "import", str(path))
    assert done.code == 3
    assert "Line " in done.err or "header" in done.err
    assert sentence in done.err
    assert json.loads(shoot("battle", "list", "--json").out) == []
    path.write_text(whole)


def test_a_file_cut_off_anywhere_is_refused(exported, shoot):
    for ending in ("json", "jsonl"):
        path = exported(ending)
        whole = path.read_bytes().rstrip()
        for part in range(1, 30):
            path.write_bytes(whole[: len(whole) * part // 30])
            done = shoot("battle", "import", str(path), "--json")
            assert done.code == 3
            assert done.error
        lines = whole.splitlines()
        if ending == "jsonl":
            path.write_bytes(b"\n".join(lines[:-1]))
            assert "cut off" in shoot("battle", "import", str(path)).refused(3)
            path.write_bytes(b"\n".join(lines[1:]))
            assert "Line 1: JSON lines begin with the battle" in shoot("battle", "import", str(path)).refused(3)
    assert json.loads(shoot("battle", "list", "--json").out) == []


@pytest.mark.parametrize("text", ["", "{}", "[]", "hello", '{"events": 3}', "[" * 100_000, '{"battle": {}}', "\xff"])
def test_what_is_no_battle_is_refused(shoot, tmp_path, text):
    path = tmp_path / "no.json"
    path.write_bytes(text.encode("latin-1"))
    assert "cannot be taken in" in shoot("battle", "import", str(path)).refused(3)
    assert "cannot be read" in shoot("battle", "import", str(tmp_path / "none")).refused(1)


# Verifying -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", first(1, [one.name for one in RULESETS[::-1]]))
def test_verify_reproduces_the_casualties(home, shoot, ruleset):
    with Store.open() as store:
        played = Played(store, ruleset)
        played.on(10_000)
        answers = len(played.stored.answers())
    found = shoot("battle", "verify", "grot", "--json").json
    assert (found["whole"], found["fits"], found["answers"]) == (True, True, answers)
    assert found["casualties"] == sum(found["lost"].values()) > 0
    said = shoot("battle", "verify", "grot").out
    assert f"reproduces {found['casualties']} casualties" in said


def test_answers_that_no_longer_fit_are_named_by_their_question(played, shoot):
    played.on(5)
    played.stored.append("answer", {"key": "hit:big shoota", "answer": {"passed": 1}, "by": "Orks", "hand": True})
    done = shoot("battle", "verify", "grot")
    assert done.code == 3
    assert "answer 6 of the log is for “hit:big shoota”, but the rules now ask “" in done.out
    found = json.loads(shoot("battle", "verify", "grot", "--json").out)
    assert (found["whole"], found["fits"]) == (True, False)
    assert shoot("battle", "watch", "grot", "--once").code == 3


@pytest.mark.slow
def test_a_log_that_goes_on_after_the_end_does_not_fit(played, shoot):
    played.on(10_000)
    played.stored.append("answer", {"key": "unit", "answer": "x", "by": "Orks", "hand": None})
    assert "but the battle is over by then" in shoot("battle", "verify", "grot").out
