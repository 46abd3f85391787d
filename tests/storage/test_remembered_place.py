"""A battle goes on from a remembered place as if all of its answers were played again, or the place does not count."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from json import dumps, loads
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.armies.cache import keep_sealed, sealed
from shoot_cli.battle.summaries import passed_on_since
from shoot_cli.battle.turns import GO_ON
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import Amend, Leave, Redo, Undo
from shoot_cli.engine.sequence import Walk
from shoot_cli.engine.table import LateList, Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.play.amendment import lying
from shoot_cli.play.game import Game
from shoot_cli.replay.journal import Mismatch, run
from shoot_cli.rules import RULESETS, edition
from shoot_cli.storage import remembered_place
from shoot_cli.storage.home import remembered, secret
from shoot_cli.storage.remembered_place import (
    MOST_BYTES,
    Parts,
    RememberedPlace,
    half_agreed_before,
    half_agreed_file,
    keep_half_agreed,
    place_data,
    place_of,
    reloaded,
    value_of,
)
from shoot_cli.storage.store import Store, StoredBattle
from tests.helpers.samples import first

NAME, ANSWERS = "Evening", 60
Wish = Callable[[Table], Exception]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes the home of a battle of this ruleset in which a place is remembered, each once."""
    folder = tmp_path_factory.mktemp("made")

    @cache
    def home(ruleset: str) -> Path:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SHOOT_HOME", str(folder / ruleset))
            begun(ruleset)
            sitting(ANSWERS)
        return folder / ruleset

    return home


@pytest.fixture
def at_home(made: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Goes to a copy of the home of such a battle."""

    def goes(ruleset: str) -> None:
        copytree(made(ruleset), tmp_path / ruleset)
        monkeypatch.setenv("SHOOT_HOME", str(tmp_path / ruleset))

    return goes


def begun(ruleset: str) -> None:
    """A battle of two shipped lists, nothing answered yet."""
    lists = [sample for sample in armies.samples() if sample.ruleset == ruleset][:2]
    loaded = [load(armies.find_list(f"{one.ruleset}/{one.name}")) for one in lists]
    mine, theirs = (dumps({"name": one.army.name, "path": "", "text": one.text}) for one in loaded)
    found = edition(ruleset)
    assert found
    with Store.open() as store:
        store.create(NAME, ruleset, found.ruleset().version, 7, (mine, theirs), {}, "app").close()


class Evening:
    """One sitting of the battle, without a screen. It leaves at the prompt after so many answers."""

    def __init__(self, stored: StoredBattle, remembers: bool = True) -> None:
        ruleset, start, settings = reloaded(stored, remembered())
        self.game = Game(ruleset, start, stored, settings, 7, False)
        self.given, self.throw, self.remembers = Preset(ruleset.demo_facts, raise_missing), dice(7), remembers
        self.question: Question | None = None
        self.began = 0  # the answers that were not played again

    def play(self, most: int, *wishes: Wish, then: int = 0) -> Table:
        """`then`: after the wishes it goes on to so many answers, with other dice."""
        waiting, there = [*wishes], False

        def live(question: Question, place: int) -> Any:
            nonlocal there
            self.question = question
            if self.remembers:
                self.game.remember()
            if place < most and not there:
                return self.answer(question, place)
            there = True
            if waiting:
                raise waiting.pop(0)(self.game.seated())
            if place < then:
                self.throw = dice(9)
                return self.answer(question, place)
            raise Leave

        game = self.game
        earlier = game.earlier() if self.remembers else None
        self.began = game.walk.places[0].asked if earlier else 0
        with pytest.raises(Leave):
            run(
                game.ruleset.battle, game.start, game.journal, lambda: game.seat(live, lambda entry: None),
                lambda wish, said: None, game.walk, earlier,
            )  # fmt: skip
        return game.seated()

    def answer(self, question: Question, place: int) -> Any:
        if isinstance(question, (Roll, Total)):
            return self.throw(question, place)
        return GO_ON if question.key == "next turn" else self.given(question, place)


def sitting(most: int, *wishes: Wish, remembers: bool = True, then: int = 0) -> tuple[Evening, Table]:
    with Store.open() as store, store.load(NAME, write=True) as stored:
        evening = Evening(stored, remembers)
        return evening, evening.play(most, *wishes, then=then)


def state(evening: Evening, table: Table) -> tuple[Any, ...]:
    """All that a prompt can show."""
    said, prompt = evening.game.journal.answers, evening.question
    log = [
        (
            one.step,
            one.question and one.question.key,
            dumps(one.answer, sort_keys=True),
            one.text,
            one.record,
            one.attack,
        )
        for one in table.log
    ]
    return (
        dumps([(one.key, one.answer, one.by) for one in said], sort_keys=True), prompt and (prompt.key, prompt.text, prompt.default), log,
        [(one.start, one.end, one.line, one.after) for one in table.attacks], [*table.phases], [*table.passed_on],
        table.record, table.going, table.begun, table.attack, table.told_indexes, table.rights, table.over, table.asked,
        table.told_values, table.open_line and (table.open_line.place, table.open_line.record),
    )  # fmt: skip


def undo(table: Table) -> Exception:
    return Undo()


def redo(table: Table) -> Exception:
    return Redo()


def amend(place: int) -> Wish:
    """The dice of the first roll from this index on, in another order."""

    def wish(table: Table) -> Exception:
        asked = [entry for entry in table.log if entry.question is not None]
        at = next(n for n, one in enumerate(asked) if n >= place and isinstance(one.question, Roll))
        return Amend(at, {**asked[at].answer, "first": [*asked[at].answer["first"]][::-1]}, "attacker", True)

    return wish


WISHES: tuple[tuple[Wish, ...], ...] = ((undo, undo, redo), (amend(2), undo), (), (undo,), (undo,) * 30, (amend(2),))


@pytest.mark.parametrize(("ruleset", "wishes"), first(2, [(one.name, wishes) for one in RULESETS for wishes in WISHES]))
def test_a_battle_goes_on_as_if_all_was_played_again(
    ruleset: str, wishes: tuple[Wish, ...], at_home: Callable[[str], None]
) -> None:
    at_home(ruleset)
    quick, table = sitting(ANSWERS + 1, *wishes)
    assert 0 < quick.began < ANSWERS, "nothing was remembered, so this test shows nothing"
    slow, whole = sitting(0, remembers=False)
    assert state(quick, table) == state(slow, whole)
    assert quick.game.journal.between >= slow.game.journal.between


def test_what_is_played_otherwise_after_an_undo_is_remembered_as_it_was_played(
    at_home: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home("40k-7e")
    monkeypatch.setattr(remembered_place, "STEP", 1)
    sitting(ANSWERS, *((undo,) * 20), then=ANSWERS + 2)
    quick, table = sitting(ANSWERS + 2)
    slow, whole = sitting(0, remembers=False)
    assert quick.began
    assert state(quick, table) == state(slow, whole)


@pytest.mark.parametrize("ruleset", first(0, [one.name for one in RULESETS]))
def test_each_of_many_sittings_that_are_broken_off_goes_on_like_the_first(
    ruleset: str, at_home: Callable[[str], None]
) -> None:
    at_home(ruleset)
    for most in range(ANSWERS, ANSWERS + 60, 7):
        quick, table = sitting(most)
        slow, whole = sitting(most, remembers=False)
        assert quick.began > most - 60
        assert state(quick, table) == state(slow, whole)


def test_what_was_logged_before_the_place_is_not_made_at_a_prompt(
    at_home: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home("40k-7e")
    made: list[int] = []
    whole = RememberedPlace.replayed
    monkeypatch.setattr(RememberedPlace, "replayed", lambda self, *given: made.append(1) or whole(self, *given))
    evening, table = sitting(ANSWERS + 3)
    assert evening.began
    assert not made
    assert table.log[0].question is not None
    assert made == [1]
    assert table.attacks[0].line >= 0
    assert [*table.passed_on]
    assert made == [1]


def test_the_key_for_luck_is_known_without_the_log_before(
    place: RememberedPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a prompt after few dice, all answers were played again only to find out whether any were thrown."""
    log = found(place).table.log
    monkeypatch.setattr(RememberedPlace, "replayed", None)
    assert isinstance(log, LateList)
    assert log.late == len(log) > 0
    assert place.has_luck(log)
    place.lucky = False
    assert not place.has_luck(log)
    monkeypatch.undo()
    entries = [*log]
    assert place.has_luck(log) is place.has_luck(entries) is True
    assert not place.has_luck([entry for entry in entries if not isinstance(entry.question, Roll)])


def test_what_passed_on_in_this_attack_is_known_without_the_log_before(
    place: RememberedPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = found(place).table
    since = table.log.late + 1
    whole = RememberedPlace.replayed
    monkeypatch.setattr(RememberedPlace, "replayed", None)
    assert passed_on_since(table, since) == []
    monkeypatch.setattr(RememberedPlace, "replayed", whole)
    earlier = passed_on_since(table, 1)
    assert earlier == [*table.passed_on][-len(earlier) :]
    assert len(earlier) > 0
    assert len(table.log) == since - 1
    assert passed_on_since(table, since) == []


@pytest.mark.slow
def test_dice_that_may_be_thrown_again_are_found_without_the_log_before(
    at_home: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prompts of 10th edition played all answers again, only to know whether a die may be rolled once more."""
    at_home("40k-10e")
    monkeypatch.setattr(RememberedPlace, "replayed", None)
    begun_before = 0
    for most in range(ANSWERS, ANSWERS + 40, 3):
        evening, table = sitting(most)
        if table.rights.left and table.begun and isinstance(table.log, LateList) and table.begun[2] < table.log.late:
            lying(table, evening.game.journal)
            begun_before += 1
    assert begun_before


def test_a_place_before_any_dice_says_so(place: RememberedPlace) -> None:
    now = found(place)
    stand = place_data(now.place, now.between, False)
    with pytest.raises(Mismatch):
        place.replayed(stand, place.game.journal.answers[: stand.asked])  # type: ignore[attr-defined]


@pytest.fixture
def place(at_home: Callable[[str], None]) -> Iterator[RememberedPlace]:
    """The remembered place of a battle that is open."""
    at_home("40k-7e")
    with Store.open() as store, store.load(NAME, write=True) as stored:
        ruleset, start, settings = reloaded(stored, remembered())
        game = Game(ruleset, start, stored, settings, 7, False)
        assert game.remembered.found(game.journal)
        game.remembered.game = game  # type: ignore[attr-defined]
        yield game.remembered


def found(place: RememberedPlace) -> Any:
    return place.found(place.game.journal)  # type: ignore[attr-defined]


def rewritten(place: RememberedPlace, change: Callable[[Any], Any]) -> None:
    """Write other content, sealed by who knows the secret."""
    content = sealed(place.path(), secret, MOST_BYTES)
    assert content
    keep_sealed(place.path(), dumps(change(loads(content))).encode(), secret, 9, MOST_BYTES)


def test_a_file_that_is_cut_off_or_changed_does_not_count(place: RememberedPlace) -> None:
    path, whole = place.path(), place.path().read_bytes()
    for n in (0, 1, 60, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:n])
        assert found(place) is None
    random = Random(3)
    for _ in range(50):
        at = random.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << random.randrange(7)]) + whole[at + 1 :])
        assert found(place) is None
    path.unlink()
    assert found(place) is None
    path.mkdir()
    assert found(place) is None
    path.rmdir()
    path.write_bytes(whole)
    assert found(place)


def test_sealed_nonsense_does_not_count_and_makes_nothing_but_records(place: RememberedPlace) -> None:
    asked, check, start, parts = loads(sealed(place.path(), secret, MOST_BYTES) or b"")
    nonsense: list[Any] = [
        [], None, 7, [asked], [asked, check, start, []], [asked, check, start[1:], parts], [asked, check, start, parts[:-1]],
        [asked - 1, check, start, parts], ["1", check, start, parts], [10**6, check, start, parts], [-1, check, start, parts],
        [asked, "", start, parts], [asked, check, start, [["os:system", 0]]], [asked, check, start, [["builtins:eval", 0]]],
        [asked, check, start, [*parts[:-1], [parts[-1][0], -1, *parts[-1][2:]]]],
        [asked, check, start, [*parts[:-1], [parts[-1][0], *parts[-1][2:]]]],
        [asked, check, start, [*parts[:-1], [parts[-1][0], 10**9, *parts[-1][2:]]]], [asked, check, start, [{}]],
    ]  # fmt: skip
    for one in nonsense:
        rewritten(place, lambda content, one=one: one)
        assert found(place) is None, one
    rewritten(place, lambda content: [asked, check, start, parts])
    assert found(place)


def test_other_answers_before_the_place_are_seen(place: RememberedPlace) -> None:
    journal = place.game.journal  # type: ignore[attr-defined]
    said = [*journal.answers]
    for at in (0, 7, place.kept - 1):
        journal.history.answers[at] = said[at].but(by="somebody else")
        assert found(place) is None
        journal.history.answers[at] = said[at]
    assert found(place)
    journal.history.undo(len(said) - place.kept)
    assert found(place) is None


def test_other_settings_lists_or_sources_are_seen(place: RememberedPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = place.settings
    place.settings = settings | {next(iter(settings)): "another"}
    assert found(place) is None
    place.settings = settings
    start, place.start = place.start, place.start.but(turn=2)
    assert found(place) is None
    place.start = start
    assert found(place)
    stat = os.stat(remembered_place.__file__)
    try:
        os.utime(remembered_place.__file__, ns=(stat.st_atime_ns, time.time_ns()))
        assert found(place) is None
    finally:
        os.utime(remembered_place.__file__, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert found(place)
    monkeypatch.setattr(place, "stored", replace(place.stored, hash="0" * 64))
    assert found(place) is None


def test_a_place_that_does_not_fit_its_answers_is_refused_in_words_and_forgotten(place: RememberedPlace) -> None:
    """Nobody can write it but a fault of ours: sealed, checked, and another record."""
    now = found(place)
    journal = place.game.journal  # type: ignore[attr-defined]
    stand = place_data(now.place, now.between, place.lucky)
    wrong = place.before(stand.but(record=stand.record.but(turn=9)), journal.answers[: stand.asked])
    with pytest.raises(Mismatch, match="forgotten: open it again"):
        list(wrong.log)
    assert found(place) is None


def test_nothing_is_remembered_while_a_change_goes_on(place: RememberedPlace) -> None:
    journal = place.game.journal  # type: ignore[attr-defined]
    journal.history.amend(3, journal.answers[3])
    assert found(place) is None


def test_a_disk_that_refuses_stops_no_battle(at_home: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: Any) -> None:
        raise OSError(28, "no space left")

    at_home("40k-7e")
    monkeypatch.setattr(remembered_place, "keep_sealed", refuse)
    assert (first := sitting(ANSWERS + 40)[0].began)
    assert sitting(ANSWERS)[0].began == first


@pytest.mark.parametrize("ruleset", first(1, [one.name for one in RULESETS]))
def test_every_nomination_is_a_place_of_its_sequence(ruleset: str, at_home: Callable[[str], None]) -> None:
    at_home(ruleset)
    evening, _ = sitting(0, remembers=False)
    walk, known = evening.game.walk, Parts()
    assert isinstance(walk, Walk)
    assert walk.nominations
    for one in walk.nominations:
        known.add(place_data(one, (), True))
        again = place_of(value_of(known.parts, ()), evening.game.ruleset.battle)
        assert again.frames[-1][:2] == one.frames[-1][:2]
        assert [*map(len, again.frames)] == [*map(len, one.frames)]
        assert again.record == one.record
        assert all(a[2] is b[2] for a, b in zip(again.frames, one.frames, strict=True))


def test_values_come_back_with_their_types() -> None:
    value = (1, 1.0, True, 0, False, 0.0, -0.0, None, "1", (), ((1.0,), (1,), (True,)))
    known = Parts()
    known.add(value)
    assert repr(value_of(loads(dumps(known.parts)), ())) == repr(value)
    with pytest.raises(TypeError):
        Parts().add((1, [2]))


def test_a_late_list_is_a_list() -> None:
    """Whatever is done with it, it is what a list would be, and made only if something of the beginning is needed."""
    for seed in range(200):
        random, made = Random(seed), list[int]()
        begins = [*range(random.randrange(5))]
        late: Any = LateList(len(begins), lambda begins=begins, made=made: made.append(1) or begins)
        plain: list[int] = [*begins]
        for _ in range(12):
            what, n = random.randrange(9), random.randrange(100)
            a, b = random.randrange(-9, 9), random.randrange(-9, 9)
            if what < 3:
                late.append(n)
                plain.append(n)
            elif what == 3 and plain:
                at = random.randrange(-len(plain), len(plain))
                assert n % 2 or late[at] == plain[at]  # now and then it is set before anything is read
                late[at], plain[at] = n, n
            elif what == 4:
                assert [*late[a:b]] == plain[a:b]
                assert [*late[:b]] == plain[:b]
                assert [*late[a:]] == plain[a:]
            elif what == 5:
                late, plain = (late[a:], plain[a:]) if n % 2 else (late[:b], plain[:b])
            elif what == 6 and plain:
                late += [n]
                plain += [n]
                assert late.pop() == plain.pop()
            elif what == 7:
                assert [*reversed(late)] == plain[::-1]
            assert len(late) == len(plain)
            assert bool(late) == bool(plain)
        assert [*late] == plain
    late = LateList(3, lambda: made.append(1) or [0, 1, 2], [3, 4])
    del made[:]
    since = late[1:]
    assert [*islice(reversed(since), 2)] == [4, 3]
    late[-1] = 9
    assert not made
    late[1] = 8
    assert [*since] == [1, 2, 3, 4]
    with pytest.raises(ValueError, match="1 entries were made, not 2"):
        LateList(2, lambda: [1])[0]


@pytest.mark.rule("EVE-10")
def test_facts_not_agreed_are_kept_until_something_is_answered(made, tmp_path, monkeypatch) -> None:
    copytree(made("40k-7e"), tmp_path / "home")
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path / "home"))
    with Store.open() as store, store.load(NAME, write=True) as stored:
        assert half_agreed_before(stored, "facts") == {}
        keep_half_agreed(stored, "facts", {"cover": "5+"})
        assert half_agreed_before(stored, "facts") == {"cover": "5+"}
        assert half_agreed_before(stored, "other") == {}
        stored.append("note", {"spent": 1.5})  # the clock says nothing of the game
        assert half_agreed_before(stored, "facts") == {"cover": "5+"}
        half_agreed_file(stored).write_text("spoilt")
        assert half_agreed_before(stored, "facts") == {}
        keep_half_agreed(stored, "facts", {"cover": "5+"})
        stored.append("undo", {"count": 1})
        assert half_agreed_before(stored, "facts") == {}
