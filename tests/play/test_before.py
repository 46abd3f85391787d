"""The questions before a battle: lists that are pasted, what they lack, who leads whom, and undo among them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from shoot_cli.armies import Loaded
from shoot_cli.armies.loading import has_changed, load_text
from shoot_cli.armies.tree import ListError, NotFound, plain
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.cli.units import leaders_of
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import InputError, Redo, Undo
from shoot_cli.importing.list_files import Pasted, load, text_kept, undecided
from shoot_cli.importing.report import Leads, Remark
from shoot_cli.importing.written_list import yaml_of
from shoot_cli.play import before
from shoot_cli.play.before import STOP, Before, Chosen, is_path, led_by, lists_of, meant, path_of, ready
from shoot_cli.storage.home import given_data, remembered
from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.screen import Key
from tests.importing import sample_rosters
from tests.importing.test_given_data import FILE, LATER, UNTOLD, text, written
from tests.importing.written_rosters import as_json
from tests.storage.before import run
from tests.ui.test_prompts import type_one_by_one

UNDO, REDO = Undo(), Redo()
Played = tuple[list[Loaded], list[str], str]


class Table:
    """Somebody who answers with these, one after the other. A signal is a key that was pressed."""

    def __init__(self, *answers: Any) -> None:
        self.answers = [*answers]
        self.asked: list[str] = []
        self.told: list[dict[Key, str]] = []

    def ask(self, question: Any, screen: Any, plain: bool, why: str, takes: Any, of: Before) -> str:
        self.asked.append(question.key)
        self.told.append(of.labels())
        said = self.answers.pop(0)
        if isinstance(said, BaseException):
            raise said
        return str(said)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Played]:
    """Ask what two lists leave open, and answer. Return the lists, the questions, and what was said."""

    def play(
        mine: str | None, theirs: str | None, *answers: Any, piped: bytes | None = None, attach: Sequence[str] = ()
    ) -> Played:
        table, out = Table(*answers), StringIO()
        monkeypatch.setattr(before, "ask_one", table.ask)
        settled = Before(Console(file=out, width=400), True)
        chosen = Chosen(mine, theirs, piped, leaders_of(attach))
        lists = settled.settle(lambda one: lists_of(one, chosen, remembered(), True))
        assert table.answers == []
        return lists, table.asked, out.getvalue()

    return play


@pytest.fixture
def river(tmp_path: Path) -> str:
    return str(sample_rosters.written(tmp_path)[0])


LEADS = "leads:River Captain"


@pytest.mark.rule("IMP-50")
def test_who_leads_whom_is_shown_back(play: Callable[..., Played], river: str) -> None:
    lists, asked, said = play(river, "necrons", "River Guard 2")
    assert (asked, said) == ([LEADS], "River Captain leads River Guard 2.\n")
    assert lists[0].imported.attached == (("River Captain", "River Guard 2"),)
    lists, _, said = play(river, "necrons", "nobody")
    assert (said, lists[0].imported.attached) == ("River Captain leads nobody.\n", ())


@pytest.mark.rule("IMP-50")
def test_whom_the_command_line_attaches_nobody_asks_for(play: Callable[..., Played], river: str) -> None:
    lists, asked, said = play(river, "necrons", attach=["River Captain=River Guard 2"])
    assert (asked, said) == ([], "River Captain leads River Guard 2, as you say.\n")
    assert lists[0].imported.attached == (("River Captain", "River Guard 2"),)
    with pytest.raises(NotFound, match="--attach River Captin=River Guard 2: there is no unit River Captin"):
        play(river, "necrons", attach=["River Captin=River Guard 2"])


@pytest.mark.rule("IMP-50")
@pytest.mark.parametrize("form", ["block", "flow"])
def test_a_list_that_was_written_from_a_roster_asks_the_same_and_its_battle_keeps_the_answer(
    play: Callable[..., Played], river: str, tmp_path: Path, form: str
) -> None:
    """Whoever leads somebody by the list, or whose unit was taken out of it, is asked for no more."""
    path, text = tmp_path / "river.yaml", yaml_of(load(Path(river)).made)
    if form == "flow":  # JSON is YAML too
        text = json.dumps(plain(read_text(text, "")), indent=1)
    path.write_text(text)
    lists, asked, said = play(str(path), "necrons", "River Guard 2")
    assert (asked, said) == ([LEADS], "River Captain leads River Guard 2.\n")
    assert [unit.name for unit in lists[0].army.units] == [
        "River Guard", "River Guard 2 with River Captain", "River Engine"]  # fmt: skip
    kept = text_kept(lists[0])
    assert load_text(kept, "kept") == lists[0].army
    assert (undecided(lists[0]), has_changed(path, kept)) == ((), False)
    path.write_text(text + "\n")
    assert has_changed(path, kept)
    lists, asked, said = play(str(path), "necrons", attach=["River Captain=River Guard 1"])
    assert (asked, said) == ([], "River Captain leads River Guard 1, as you say.\n")
    assert lists[0].army.units[0].name == "River Guard with River Captain"
    lists, asked, said = play(str(path), "necrons", "nobody")
    assert (asked, text_kept(lists[0])) == ([LEADS], path.read_text())
    path.write_text(text.replace("River Guard 1", "River Gard").replace("River Guard 2", "Gone"))
    assert play(str(path), "necrons")[1] == []


@pytest.mark.rule("IMP-50")
def test_undo_takes_back_who_leads_whom_and_redo_brings_it_again(play: Callable[..., Played], river: str) -> None:
    told = "River Captain leads River Guard 2."
    lists, asked, said = play(river, river, "River Guard 2", UNDO, REDO, UNDO, "River Guard 1", "nobody")
    assert asked == [LEADS] * 6
    assert said.splitlines() == [
        told, f"Taken back: {told}", told, f"Taken back: {told}", "River Captain leads River Guard 1.",
        "River Captain leads nobody.",
    ]  # fmt: skip
    assert [one.imported.attached for one in lists] == [(("River Captain", "River Guard 1"),), ()]


def test_what_undo_and_redo_would_do_is_told(monkeypatch: pytest.MonkeyPatch, river: str) -> None:
    table = Table("River Guard 1", UNDO, "nobody")
    monkeypatch.setattr(before, "ask_one", table.ask)
    chosen = Chosen(river, river)
    with pytest.raises(IndexError):  # the second list is asked for, and nobody answers
        Before(Console(file=StringIO()), True).settle(lambda one: lists_of(one, chosen, remembered(), True))
    back = "River Captain leads River Guard 1"
    assert table.told == [{}, {Key.UNDO: f"takes back: {back}"}, {Key.REDO: f"brings back: {back}"}, {
        Key.UNDO: "takes back: River Captain leads nobody"}]  # fmt: skip


@pytest.mark.rule("IMP-50")
def test_a_leader_too_many_is_refused_and_asked_again(
    play: Callable[..., Played], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two captains may lead one squad; only the answer that does not fit is asked for anew."""
    captains = [sample_rosters.river_captain() for _ in range(3)]
    made = sample_rosters.roster(sample_rosters.river_guard(), sample_rosters.river_guard(), *captains)
    (tmp_path / "many.json").write_bytes(as_json(made))
    first, second = "River Guard 1", "River Guard 2"
    lists, asked, said = play(str(tmp_path / "many.json"), "necrons", first, first, first, second)
    assert asked == ["leads:River Captain 1", "leads:River Captain 2", *["leads:River Captain 3"] * 2]
    assert [line[:1] for line in said.splitlines()] == ["R", "R", "R", "!", "R"]
    assert [unit for _, unit in lists[0].imported.attached] == [first, first, second]
    back = (first, first, UNDO, second, UNDO, UNDO, second, first, first)
    lists, asked, said = play(str(tmp_path / "many.json"), "necrons", *back)
    assert [key[-1] for key in asked] == ["1", "2", "3", "2", "3", "2", "1", "2", "3"]
    assert said.count("Taken back: River Captain 2 leads River Guard") == 2
    assert [unit for _, unit in lists[0].imported.attached] == [second, first, first]


@pytest.mark.rule("IMP-50")
def test_a_unit_that_has_a_leader_says_so_when_the_next_is_asked() -> None:
    seen: list[list[str]] = []

    class Player(Before):
        def ask(self, question: Any, *more: Any) -> str:
            seen.append([option.label or option.value for option in question.options])
            return "Guard 2"

    player = Player(Console(file=StringIO()), True)
    for led in ([], [("Captain", "Guard 2")], [("Captain", "Guard 2"), ("Medic", "Guard 2")]):
        led_by(Leads("Sage", ("Guard 1", "Guard 2")), "River", player, led)
    assert [labels[1:] for labels in seen] == [
        ["Guard 1", "Guard 2"], ["Guard 1", "Guard 2, led by Captain"], ["Guard 1", "Guard 2, led by Captain, Medic"],
    ]  # fmt: skip


def test_who_stops_at_what_is_left_out_is_told_that_nothing_was_begun(river: str) -> None:
    lost = (Remark("River Engine", "Boiler: nobody has it"),)
    loaded = load(Path(river))
    loaded = loaded.but(made=loaded.made.but(report=loaded.imported.but(left_out=lost)))
    out = StringIO()
    with pytest.raises(SystemExit) as end:
        ready(loaded, None, Stopping(Console(file=out, width=200), True), False)
    assert end.value.code == 0
    assert "no battle was begun" in out.getvalue()


class Stopping(Before):
    def ask(self, question: Any, *more: Any) -> str:
        return STOP


# Lists that are asked for ---------------------------------------------------------------------------------------------


def test_a_list_is_pasted_typed_or_picked(play: Callable[..., Played], river: str, tmp_path: Path) -> None:
    given_data().keep({"40k-10e": [written(tmp_path)]})
    raw = text().decode()
    lists, asked, _ = play(None, None, raw, "40k-10e/necrons")
    assert (asked, [one.path.name for one in lists]) == (["army", "army"], ["pasted list", "necrons.yaml"])
    assert lists[0].pasted == text()
    lists, asked, _ = play("-", None, raw, f"'{river}'", "nobody")  # a file that was dropped on the terminal
    assert (asked, [one.path.name for one in lists]) == (["paste", "army", LEADS], ["pasted list", "river-watch.json"])
    lists, asked, _ = play("-", "-", raw, UNDO, raw, raw)
    assert asked == ["paste"] * 4
    lists, asked, _ = play("-", "necrons", piped=text())
    assert (asked, lists[0].path.name) == ([], "standard input")


@pytest.mark.rule("IMP-50")
def test_a_pasted_list_has_its_leaders_too(play: Callable[..., Played]) -> None:
    lists, _, said = play("-", "necrons", as_json(sample_rosters.river_watch()).decode() + " " * 400, "River Guard 2")
    assert said == "Your army: River Watch at the Ford.\nRiver Captain leads River Guard 2.\n"
    assert lists[0].imported.attached == (("River Captain", "River Guard 2"),)


def test_a_list_that_is_wrong_is_asked_for_again_and_one_that_was_named_is_an_error(
    play: Callable[..., Played], tmp_path: Path
) -> None:
    given_data().keep({"40k-10e": [written(tmp_path)]})
    junk, raw = "Dear all,\nhere is no list,\nyours\n", text().decode()
    _, asked, said = play("-", "necrons", junk, "/no/such/file.txt", raw)
    assert asked == ["paste"] * 3
    assert [line[:25] for line in said.splitlines()] == [
        "! pasted list: this is no", "! there is no file and no", "Your army: Ford.",
    ]  # fmt: skip
    with pytest.raises(ListError, match="standard input: this is no list"):
        play("-", "necrons", piped=junk.encode())
    with pytest.raises(SystemExit) as end:
        play("-", "necrons", "stop")
    assert end.value.code == 0


@pytest.mark.parametrize(
    ("typed", "path"),
    [("{}", "{}"), (" {} ", "{}"), ("'{}'", "{}"), ('"{}"', "{}"), ("/no/where", "/no/where"), ("it's", "it's")],
)
def test_paths_as_terminals_type_them(tmp_path: Path, typed: str, path: str) -> None:
    file = tmp_path / "my list.txt"
    file.write_text("x")
    assert path_of(typed.format(file)) == path.format(file)
    assert path_of(str(file).replace(" ", "\\ ")) == str(file)
    assert [is_path(one) for one in ("/no/where", "list.TXT", "orks", "", "3")] == [True, True, False, False, False]
    assert isinstance(meant("https://listforge.example/#/listforge/H4sI"), Pasted)


# What a text lacks ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-63")
def test_a_text_without_values_asks_where_they_are_and_remembers_it(
    play: Callable[..., Played], tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes(text())
    mine, data = str(tmp_path / FILE), written(tmp_path)
    later = str(Path(__file__).parents[2] / "armies" / "40k-11e" / "vanguard.yaml")
    lists, asked, said = play(mine, "necrons", "/no/where", later, data)
    assert asked == ["data"] * 3
    refused = said.splitlines()[-2:]
    sentence = "".join("".join(said.splitlines()[:-2]).split())
    wanted = f"(shoot play {mine} necrons --data wh40k-10e); a roster with these units does as --data, too"
    assert wanted.replace(" ", "") in sentence
    assert sentence.endswith("writethevaluesofyourbookthere")
    assert refused == [
        "! there is nothing at /no/where; name a folder, a roster, a list of ours, or a catalogue",
        f"! {later} has values of 11th edition (40k-11e), and the list is of 10th edition (40k-10e)",
    ]
    assert lists[0].imported.models == 10
    assert play(mine, "necrons")[1] == []  # from now on
    given_data().forget()
    with pytest.raises(SystemExit) as end:
        play(mine, "necrons", "stop")
    assert end.value.code == 1


@pytest.mark.rule("IMP-63")
def test_an_untold_edition_is_that_of_the_other_list_or_asked_for(play: Callable[..., Played], tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(text(UNTOLD))
    mine, data = str(tmp_path / FILE), written(tmp_path)
    assert play(mine, "necrons", data)[1] == ["data"]
    assert play("necrons", mine)[1] == []
    given_data().forget()
    assert play(mine, None, "40k-11e", UNDO, "40k-10e", data, "40k-10e/necrons")[1] == [
        "edition", "data", "edition", "data", "army",
    ]  # fmt: skip
    for said in ("10", "40k-10e"):  # a number that is that of no row
        given_data().forget()
        assert play(mine, None, said, data, "40k-10e/necrons")[0][0].army.ruleset == "40k-10e"


def test_lists_of_two_editions_are_refused_before_anything_is_asked(
    play: Callable[..., Played], tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes(text())
    (tmp_path / "later.txt").write_bytes(text(LATER))
    mine, other = str(tmp_path / FILE), str(tmp_path / "later.txt")
    for pair in ((mine, "vanguard"), ("vanguard", mine), (mine, other)):
        with pytest.raises(
            InputError, match=r"is of 1\dth edition .*is of 1\dth edition .*both must be of one ruleset"
        ):
            play(*pair)


def test_leaders_that_the_list_names_are_shown_back(play: Callable[..., Played], tmp_path: Path) -> None:
    made = sample_rosters.roster(sample_rosters.river_captain(), sample_rosters.river_guard())
    (tmp_path / "data.json").write_bytes(as_json(made))
    given_data().keep({"40k-10e": [str(tmp_path / "data.json")]})
    raw = text().replace(b"BATTLELINE", b"Attached Units\nAttached Unit 1\n\nRiver Captain (50 points)\n"
                         b"\xe2\x80\xa2 Attached as: Leader (Character)\n  \xe2\x80\xa2 1x Tide pistol\n")  # fmt: skip
    raw = raw.replace(b"(65 points)\n", b"(65 points)\n\xe2\x80\xa2 Attached as: Bodyguard (Battleline)\n")
    _, asked, said = play("-", "necrons", piped=raw)
    assert (asked, said) == ([], "River Captain leads River Guard, as the list says.\n")


def test_whoever_has_the_first_battle_with_own_dice_is_told_of_two_keys(tmp_path: Path) -> None:
    told = []
    for folder, dice in (("one", "hand"), ("one", "hand"), ("other", "app")):
        (tmp_path / folder).mkdir(exist_ok=True)
        shown = run(tmp_path / folder, "play", "ultramarines", "orks", "--plain", "--dice", dice, said=["leave"])
        told.append(
            "r lets the app throw the rest of the attack, c changes an earlier answer" in " ".join(shown.split())
        )
    assert told == [True, False, False]


def test_after_undo_the_commands_stay_open_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each key comes when its prompt is on the screen; the second `u` is pressed at the prompt that undo went back to."""
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    pressed = ["1", "\r", "1", "\r", " u", "u", "2", "\r", "2", "\r", "2", "\r", "\x03"]

    def questions(of: Before) -> list[str]:
        options = (Option("a", "Ann"), Option("b", "Bob"))
        return [of.ask(Choose(key, options, None, text=f"{key}?"), "", str) for key in ("one", "two", "three")]

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        settled = Before(Console(file=StringIO(), width=80), False)
        typing = SimpleNamespace()
        type_one_by_one(typing, keys, *pressed)
        monkeypatch.setattr(CursorScreen, "_begun", lambda screen, asked: typing._begun(asked))
        assert settled.settle(questions) == ["b", "b", "b"]
