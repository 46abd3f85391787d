"""`--data` given once: remembered by edition, used by every command that imports, forgotten on wish (IMP-61, 63)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.armies.cache import MOST_PLACES, GivenData, RememberedLists, state_of
from shoot_cli.importing.data.sources import editions_of
from shoot_cli.importing.importer import take
from shoot_cli.importing.list_files import load, what_is_missing
from shoot_cli.importing.report import ImportedList, Options
from shoot_cli.importing.roster import Refused, ValueSource, WithoutValues
from tests.importing import sample_rosters, written_catalogues, written_rosters
from tests.importing.written_rosters import ELEVENTH, ELEVENTH_NAME, as_json

TEXT = """Ford (125 points)

River Watch
Strike Force (2000 points)
High Water

BATTLELINE

River Guard (65 points)
  • 1x Guard Sergeant
    • 1x Sabre
      1x Tide pistol
  • 9x River Guard
    • 9x Tide rifle

Exported with App Version: {version} (1), Data Version: v620
"""
TENTH, LATER, UNTOLD = "v1.34.0", "v2.0.0", "of mine"
FILE = "ford.txt"


def text(version: str = TENTH) -> bytes:
    return TEXT.format(version=version).encode()


def written(folder: Path, name: str = "guards.json", strength: int = 4, **edition: Any) -> str:
    """Write a roster that has the values, of the edition that is said, and return its path."""
    made = written_rosters.roster(sample_rosters.river_guard(), faction="Test - River Watch", **edition)
    (folder / name).write_bytes(as_json(made).replace(b'"$text": "4"', b'"$text": "%d"' % strength))
    return str(folder / name)


@pytest.fixture
def place(tmp_path: Path) -> Callable[..., str]:
    return partial(written, tmp_path)


@pytest.fixture
def memory(tmp_path: Path) -> RememberedLists:
    return RememberedLists(tmp_path / "cache" / "lists", lambda make: b"s" * 32, GivenData(tmp_path / "data.json"))


def given(memory: RememberedLists) -> GivenData:
    assert memory.given is not None
    return memory.given


def taken(memory: RememberedLists, raw: bytes, *data: str) -> ImportedList:
    return take(raw, FILE, Options(data=data), memory=memory)


# The file -------------------------------------------------------------------------------------------------------------


def test_places_are_kept_by_edition_and_forgotten(tmp_path: Path) -> None:
    file = GivenData(tmp_path / "deep" / "data.json")
    assert file.places_of("40k-10e") == ()
    assert file.keep({"40k-10e": ["/a", "/b"]})
    assert not file.keep({"40k-10e": ["/a", "/b"]})  # nothing is new
    assert file.keep({"40k-11e": ["/c"]})
    assert file.keep({"40k-10e": ["/d"]})  # in place of those before, and those of the other edition stay
    assert GivenData(file.file).by_edition() == {"40k-10e": ("/d",), "40k-11e": ("/c",)}
    assert [one.name for one in file.file.parent.iterdir()] == ["data.json"]
    assert file.forget() == ("/d", "/c")
    assert (file.forget(), file.by_edition()) == ((), {})


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"3", b'{"40k-10e": 3}', b"\xff\xfe", b"[" * 100_000, b'{"40k-10e": "' + b"a" * 70_000],
    ids=["empty", "half", "list", "number", "no places", "no text", "deep", "large"],
)  # fmt: skip
def test_a_broken_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    file = GivenData(tmp_path / "data.json")
    file.file.write_bytes(content)
    assert file.by_edition() == {}
    assert file.keep({"40k-10e": ["/a"]})
    assert file.places_of("40k-10e") == ("/a",)


def test_no_more_places_than_a_list_may_search(tmp_path: Path) -> None:
    file = GivenData(tmp_path / "data.json")
    file.keep({"40k-10e": [str(n) for n in range(MOST_PLACES + 5)]})
    assert len(file.places_of("40k-10e")) == MOST_PLACES


def test_the_state_of_a_place_is_that_of_its_data_files(tmp_path: Path) -> None:
    (tmp_path / "a.cat").write_text("a")
    before = state_of(str(tmp_path), [".cat"])
    (tmp_path / "notes.md").write_text("of no account")
    assert state_of(str(tmp_path), [".cat"]) == before
    (tmp_path / "a.cat").write_text("ab")
    assert state_of(str(tmp_path), [".cat"]) != before
    with pytest.raises(OSError, match="gone"):
        state_of(str(tmp_path / "gone"), [".cat"])


# Which edition a place is for -----------------------------------------------------------------------------------------


def test_a_place_is_for_the_edition_of_what_is_in_it(tmp_path: Path, place: Callable[..., str]) -> None:
    clone = tmp_path / "clone"
    clone.mkdir()
    squad = written_catalogues.entry("Line Squad", written_catalogues.statline("Line Squad"))
    (clone / "legion.cat").write_bytes(written_catalogues.as_xml(written_catalogues.catalogue("Legion", squad)))
    (clone / "broken.cat").write_bytes(b'<?xml version="1.0"?><catalogue')
    ours = Path(__file__).parents[2] / "armies" / "40k-11e" / "vanguard.yaml"
    later = place("later.json", system=ELEVENTH, game=ELEVENTH_NAME)
    found = [editions_of(Path(one), None) for one in (clone, clone / "legion.cat", ours, place(), later)]
    assert found == [("40k-10e",), ("40k-10e",), ("40k-11e",), ("40k-10e",), ("40k-11e",)]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("list.txt", text(), "list.txt: a text has no values"),
        ("fantasy.yaml", b"ruleset: 40k-2e\nname: x\nunits: []\n", "fantasy.yaml"),
        (
            "game.cat",
            written_catalogues.as_xml(written_catalogues.catalogue("x", system="other")),
            "no values for lists",
        ),
        ("half.cat", b'<?xml version="1.0"?><catalogue', "half.cat"),
    ],
)
def test_a_place_without_values_is_refused(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(Refused, match=words):
        editions_of(tmp_path / name, None)


# What is taken from where ---------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-61")
def test_a_text_has_its_values_from_what_is_remembered_and_what_is_said_goes_first(
    memory: RememberedLists, place: Callable[..., str]
) -> None:
    given(memory).keep({"40k-10e": [place("old.json", strength=5)]})
    assert taken(memory, text()).document["weapons"]["Tide rifle"]["S"] == 5
    assert taken(memory, text(), place("new.json", strength=6)).document["weapons"]["Tide rifle"]["S"] == 6


@pytest.mark.rule("IMP-61", "IMP-63")
def test_what_is_remembered_is_for_its_edition_alone(memory: RememberedLists, place: Callable[..., str]) -> None:
    given(memory).keep({"40k-10e": [place()]})
    with pytest.raises(WithoutValues) as error:
        taken(memory, text(LATER))
    assert error.value.edition == "40k-11e"


@pytest.mark.rule("IMP-63")
def test_a_text_of_an_untold_edition_is_of_the_one_that_is_remembered_and_says_so(
    memory: RememberedLists, place: Callable[..., str]
) -> None:
    given(memory).keep({"40k-10e": [place()]})
    found = taken(memory, text(UNTOLD))
    assert found.document["ruleset"] == "40k-10e"
    assert found.report.guesses[0].text == (
        "the text does not tell its edition; 10th edition, as its data is remembered"
    )
    given(memory).keep({"40k-11e": [place("later.json", system=ELEVENTH, game=ELEVENTH_NAME)]})
    with pytest.raises(WithoutValues, match="does not tell whether it is of") as error:  # now it may be of two
        taken(memory, text(UNTOLD))
    assert error.value.edition == ""


@pytest.mark.rule("IMP-63")
def test_what_is_gone_is_told_and_breaks_nothing(memory: RememberedLists, place: Callable[..., str]) -> None:
    gone = place("gone.json")
    given(memory).keep({"40k-10e": [gone, place()]})
    Path(gone).unlink()
    told = f"{gone} is remembered for values and cannot be used: gone.json cannot be read: No such file or directory "
    assert taken(memory, text()).report.guesses[0].text == f"{told}(--data none forgets it)"
    given(memory).keep({"40k-10e": [gone]})
    with pytest.raises(WithoutValues, match="No such file or directory") as error:
        taken(memory, text())
    assert error.value.doubts[0] == f"{told}(--data none forgets it)"


@pytest.mark.rule("IMP-20", "IMP-61")
def test_a_roster_with_a_gap_is_completed_and_a_whole_one_is_left_alone(
    memory: RememberedLists, place: Callable[..., str]
) -> None:
    bare = sample_rosters.river_guard()
    del bare["profiles"]
    broken = as_json(written_rosters.roster(sample_rosters.river_captain(), bare))
    nothing, whole = (as_json(written_rosters.roster(one)) for one in (bare, sample_rosters.river_guard()))
    assert taken(memory, broken).report.left_out
    given(memory).keep({"40k-10e": [place()]})
    assert taken(memory, broken).report.left_out == ()
    assert taken(memory, nothing).report.models == 10
    assert taken(memory, whole) == take(whole, FILE)
    given(memory).keep({"40k-10e": ["/nowhere"]})
    assert taken(memory, broken).report.left_out  # as without data
    with pytest.raises(Refused, match="no unit could be taken"):
        taken(memory, nothing)


def test_a_list_is_remembered_until_its_data_changes(
    memory: RememberedLists, place: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls: list[str] = []
    monkeypatch.setattr("shoot_cli.importing.importer.take", lambda *args, **kw: calls.append("") or take(*args, **kw))
    file = tmp_path / FILE
    file.write_bytes(text())
    given(memory).keep({"40k-10e": [place()]})
    first = load(file, memory)
    assert load(file, memory).army == first.army
    assert len(calls) == 1
    place(strength=10)
    assert load(file, memory).army != first.army
    given(memory).forget()
    with pytest.raises(WithoutValues):
        load(file, memory)


# What a text needs, in words ------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-63")
def test_what_a_text_needs_is_one_sentence_with_address_and_command() -> None:
    with pytest.raises(WithoutValues) as error:
        take(text(), FILE)
    words = what_is_missing(error.value, "shoot play ford.txt orks")
    assert words == (
        "Ford (the official app): 1 unit, 10 models, 125 points. A text has no values, and this one needs those of "
        "10th edition: fetch them once (git clone --depth 1 https://github.com/BSData/wh40k-10e; about 5 MB to fetch, "
        "40 MB on the disk) and say where they are (shoot play ford.txt orks --data wh40k-10e); a roster with these "
        "units does as --data, too; it is of 10th edition by its words “App Version: v1”: without that line you say of "
        "which it is. Without a network: shoot army import LIST --as 10e --new -o OUT.yaml, and write the "
        "values of your book there"
    )
    assert "(the same command with --data wh40k-10e)" in what_is_missing(error.value)
    error.value.source = ValueSource("fetch it", "there", "pip install it")
    assert "install them once (pip install it), or fetch them once (fetch it)" in what_is_missing(error.value)
