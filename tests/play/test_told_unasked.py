"""What players tell by the key at any prompt: it goes before the attack that goes on, and the dice stay (EVE-6, EVE-10)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.play.clock import Clock
from shoot_cli.play.watch import Watcher
from shoot_cli.storage.store import Store
from tests.golden.playing import Lines, Screen, call, tidy
from tests.helpers.samples import first

LISTS = ("imperium", "chaos")
NAME = "golden"
TO_AGREED = ["as usual", "Purging Sisters", "Warpflamer Rubrics", "6"]
TO_HITS = [*TO_AGREED, "as usual", "as usual"]
ENDS = ["q"]


def run(home: Path, arguments: Sequence[str], said: Sequence[str] = ()) -> str:
    lines = Lines([*said], Screen())
    call(arguments, lines, home)
    assert lines.said == len(said)
    return tidy(lines.screen.getvalue())


def play(home: Path, *said: str, dice: str = "hand", turns: int = 2) -> str:
    """What is shown of a battle until the players leave."""
    options = ["--plain", "--battle", NAME, "--seed", "5", "--dice", dice, "--turns", str(turns)]
    return run(home, ["play", *LISTS, *options], [*said, *ENDS])


def resume(home: Path, *said: str) -> str:
    return run(home, ["play", "--resume", "--battle", NAME, "--plain"], [*said, *ENDS])


def exported(home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(home, ["battle", "export", NAME, "--format", "json"]))
    return found


def events(home: Path) -> list[tuple[str, Any]]:
    return [(one["kind"], one["payload"].get("answer")) for one in exported(home)["events"]]


def whole(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.rule("EVE-6", "EVE-10")
def test_before_the_facts_are_agreed_the_attack_begins_again_with_what_was_told(tmp_path: Path) -> None:
    shown = play(tmp_path, *TO_AGREED, "e", "purging -2", "as usual", "as usual", "event", "havocs -2, note here")
    assert "Told before this attack: purging -2" in shown
    assert "fall as well, 8 of 10 models left" in " ".join(shown.split())
    assert "5 boltguns, 1 meltagun" in shown.rpartition("[event]")[0].rpartition("[event]")[2]
    assert shown.rstrip().endswith("Left “golden”. Go on with: shoot play --resume --battle golden")
    kinds = [kind for kind, _ in events(tmp_path)]
    assert kinds == ["answer"] * 4 + ["insert", "keep"] + ["answer"] * 2 + ["insert", "keep"]
    assert "All 8 answers fit the rules" in whole(run(tmp_path, ["battle", "verify", NAME]))
    log = run(tmp_path, ["battle", "show", NAME])
    assert log.index("> havocs -2, note here") < log.index("Which unit shoots? > Purging Sisters")
    assert "Told before the attack that went on: 3. What happened: havocs -2, note here" in whole(
        run(tmp_path, ["battle", "export", NAME, "--format", "markdown"])
    )
    again = resume(tmp_path)
    assert "The last that was said was told before this attack; it goes on." in again
    assert "ROLL 10 DICE, 3+ to hit" in again
    kept = tmp_path / "kept.json"
    run(tmp_path, ["battle", "export", NAME, "-o", str(kept)])
    run(tmp_path, ["battle", "import", str(kept), "--name", "a copy"])
    assert "All 8 answers fit the rules" in whole(run(tmp_path, ["battle", "verify", "a copy"]))


@pytest.mark.rule("EVE-10")
def test_undo_takes_exactly_it_back_and_redo_brings_it_back(tmp_path: Path) -> None:
    shown = play(tmp_path, *TO_HITS, "7", "e", "havocs -2", "undo", "redo", "undo", "undo", "7")
    assert shown.count("Taken back: havocs -2") == 2
    assert "Brought back: havocs -2" in shown
    assert "stand up again, 5 of 5 models left" in " ".join(shown.split())
    assert "Taken back: boltgun: to hit: 7 passed" in whole(shown)
    assert [kind for kind, _ in events(tmp_path)][7:] == ["insert", "keep", "undo", "redo", "undo", "undo", "answer"]
    changes = whole(run(tmp_path, ["battle", "export", NAME, "--format", "markdown"]))
    assert "Taken back: 2. Happened: havocs -2" in changes
    assert "Brought back: 2. Happened: havocs -2" in changes


@pytest.mark.rule("EVE-6", "EVE-34")
def test_while_dice_lie_there_their_two_units_are_refused_with_what_to_do(tmp_path: Path) -> None:
    shown = whole(play(tmp_path, *TO_HITS, "e", "wrong: purging -1", "wrong: warpflamer shocked", "havocs -1"))
    for name in ("Purging Sisters", "Warpflamer Rubrics"):
        sentence = f"! The dice of {name} lie here: tell it when whoever shoots is done, or take the dice back"
        assert sentence in shown


@pytest.mark.rule("EVE-6")
def test_nothing_told_changes_nothing(tmp_path: Path) -> None:
    shown = play(tmp_path, "e", "as usual", "e", "as usual", "e", "undo")
    assert "Nothing can be told yet: first say who has the first turn." in shown
    assert shown.count("Nothing changes.") == 2
    assert events(tmp_path) == [("answer", "Crusade of Saint Drusus")]


@pytest.mark.rule("EVE-6", "EVE-10")
def test_at_the_menu_of_units_it_is_an_answer_like_any_other(tmp_path: Path) -> None:
    shown = play(tmp_path, "as usual", "e", "havocs -1", "e", "havocs -1", "undo")
    assert "Havocs: 1 Havoc with Heavy Bolter falls: 4 of 5 left" in whole(shown)
    assert "Taken back: What happened: havocs -1" in whole(shown)
    said = ["havocs -1"]
    assert events(tmp_path)[1:] == [("answer", said), ("answer", said), ("undo", None)]


@pytest.mark.rule("EVE-10")
def test_a_told_line_is_changed_and_the_dice_after_it_are_kept(tmp_path: Path) -> None:
    faces = ("6 6 6 5 5 4 3 2 1 1 2 1 1 1", "6 6 6 1 1 1 1")
    told = ["as usual", "e", "havocs -2", *TO_HITS[1:], *faces]
    shown = play(tmp_path, *told, "change", "2", "purging -2", "as usual")
    assert (
        "Changed at the wish of Crusade of Saint Drusus: answer 2, What happened: now purging -2, before havocs -2"
        in whole(shown)
    )
    assert "boltgun: to hit: 10 dice instead of 14" in whole(shown)
    assert "stand up again, 5 of 5 models left" in " ".join(shown.split())
    assert "fall as well, 8 of 10 models left" in " ".join(shown.split())
    assert whole(shown).partition("What changes")[2].count("Who takes") == 1


@pytest.mark.slow
@pytest.mark.rule("EVE-10")
def test_counts_that_are_short_are_asked_again(tmp_path: Path) -> None:
    shown = whole(
        play(tmp_path, "as usual", "e", "havocs -2", *TO_HITS[1:], "7", "change", "2", "purging -2", "as usual")
    )
    assert "Asked again: only the number that passed was typed, and fewer dice are rolled now." in shown


@pytest.mark.slow
@pytest.mark.rule("EVE-10")
def test_what_is_told_buys_no_other_dice(tmp_path: Path) -> None:
    """A roll that is taken back falls the same, whatever is told before it."""
    plain = play(tmp_path / "one", *TO_HITS, "as usual")
    told = play(tmp_path / "two", *TO_HITS, "as usual", "undo", "e", "note again", "as usual")
    dice = next(line for line in plain.splitlines() if (line.startswith("> ") and "passed" in line) or "keep" in line)
    assert told.count(dice) == 2


@pytest.mark.slow
@pytest.mark.rule("EVE-10")
def test_the_prompt_comes_back_after_a_night_with_what_was_said(tmp_path: Path) -> None:
    play(tmp_path, *TO_AGREED, "e", "purging -2")
    assert "5 boltguns, 1 meltagun" in whole(resume(tmp_path))
    shown = resume(tmp_path, "undo")
    assert "Taken back: purging -2" in shown
    assert "7 boltguns, 1 meltagun" in whole(shown)


@pytest.mark.rule("EVE-6")
def test_a_row_is_taken_by_a_part_of_its_name_and_several_are_refused(tmp_path: Path) -> None:
    said = ("as usual", "end the phase", "wrong: sisters", "purging sisters", "-1", "do not ask again")
    shown = whole(play(tmp_path, *said))
    assert "! “sisters” fits Battle Sisters Squad, Heavy Bolter Sisters, Purging Sisters: say more of it." in shown
    assert "Purging Sisters: 1 Battle Sister falls: 9 of 10 left" in shown
    assert "Nobody is asked between turns what happened any more" in shown
    assert events(tmp_path)[-1] == ("answer", ["nothing, and do not ask again this battle"])


@pytest.mark.rule("EVE-6")
def test_at_the_line_itself_the_key_says_so(tmp_path: Path) -> None:
    assert "It can be told in this line." in play(tmp_path, "as usual", "end the phase", "e")


@pytest.mark.rule("EVE-50", "EVE-57")
def test_points_counted_from_a_line_between_turns_on_are_exported(tmp_path: Path) -> None:
    play(tmp_path, "as usual", "end the phase", "cp = 3", "as usual")
    assert sorted(one["left"] for one in exported(tmp_path)["command_points"].values()) == [0, 3]


# Who follows the battle, and who pays for the time


@pytest.mark.rule("EVE-10")
def test_whoever_watches_sees_what_is_told_before_the_next_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path, "as usual")
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path))
    told = {"by": "Crusade of Saint Drusus", "hand": None}
    later = [
        ("answer", {"key": "happened", "answer": ["havocs -2"], **told}),
        ("answer", {"key": "unit", "answer": "Purging Sisters", **told}),
        ("insert", {"key": "happened", "answer": ["purging -1"], "at": 2, **told}),
        ("keep", {"runs": [[2, 3]]}),
    ]
    with Store.open() as keeping, Store.open() as store:
        stored = keeping.load(NAME, write=True)
        watcher = Watcher(store, store.load(NAME), plain=True, once=False)
        wait = watcher.wait

        def appended() -> None:
            watcher.once = not later
            if later:
                stored.append(*later.pop(0))
            wait()

        monkeypatch.setattr(watcher, "wait", appended)
        watcher.follow()
    shown = whole(capsys.readouterr().out)
    assert shown.count("3 of 5 left") == 1
    assert "Told before this attack: purging -1" in shown
    assert shown.rindex("havocs -2") < shown.rindex("Which unit shoots? > Purging Sisters")


@pytest.mark.rule("EVE-6", "EVE-10")
def test_what_is_told_at_the_prompt_of_the_other_player_is_on_the_time_of_whose_turn_it_is() -> None:
    moments = iter((0, 0, 5, 5, 7))
    clock = Clock(60_000, ("Mine", "Theirs"), lambda: next(moments))
    next(moments)
    clock.owing = "Theirs"
    with clock.running():
        pass
    with clock.charged_to("Mine"), clock.running():
        pass
    assert (clock.spent, clock.owing) == ({"Mine": 2_000, "Theirs": 5_000}, "Theirs")


@pytest.mark.rule("EVE-10")
def test_a_line_between_turns_is_changed_and_what_follows_it_is_used_again(tmp_path: Path) -> None:
    """The named target after it, and the dice of the attack: nothing is asked twice."""
    start = ["as usual", "end the phase", "lascannon havocs -2", "as usual"]
    fires = ["Havocs", "Cadian Shock Troops", "12", "as usual", "as usual"]
    shown = play(tmp_path, *start, *fires, "change", "3", "nothing", "as usual")
    assert "Changed at the wish of Warband of Three Legions: answer 3," in whole(shown)
    assert "What changes:" in shown
    assert "stand up again, 5 of 5 models left" in " ".join(shown.split())
    last = shown.partition("What changes:")[2]
    assert "(one thing a line" not in whole(last)
    assert "ROLL" in last


@pytest.mark.slow
@pytest.mark.rule("EVE-6", "EVE-34")
@pytest.mark.parametrize(
    ("changed", "words"),
    first(1, [(["effects on the shooters", "Lethal Hits"], "at half range, Lethal Hits"), (["cover"], "in cover")]),
)
def test_what_was_changed_and_not_agreed_yet_is_kept_when_something_is_told(
    tmp_path: Path, changed: list[str], words: str
) -> None:
    """Also when it is taken back, and when an earlier answer is changed."""
    said = [*TO_AGREED, *changed, "e", "havocs -1, note hello", "undo", "redo", "as usual"]
    assert whole(play(tmp_path / "told", *said)).rpartition("Told before")[2].count(words) >= 3
    facts = dict(event for event in events(tmp_path / "told") if isinstance(event[1], dict))["answer"]
    assert list(facts.values()) in (["yes"], [["Lethal Hits"]])
    army = "Crusade of Saint Drusus"
    other = whole(play(tmp_path / "changed", *TO_AGREED, *changed, "c", "4", "5", army))
    assert words in other.rpartition("Changed at the wish")[2]


@pytest.mark.slow
@pytest.mark.rule("EVE-34")
def test_what_cannot_be_kept_of_it_is_said(tmp_path: Path) -> None:
    gone = whole(play(tmp_path / "gone", *TO_AGREED, "cover", "e", "purging dead"))
    assert "Not kept, say it again if it still holds: Target in cover. " in gone
    other = whole(play(tmp_path / "other", *TO_AGREED, "cover", "e", "warpflamer dead", "havocs"))
    assert "Not kept, say it again if it still holds: Target in cover. " in other
    assert other.count("in cover") == 2
    far = whole(play(tmp_path / "far", *TO_AGREED, "cover", "undo", "undo", "Havocs", "6"))
    assert "Not kept, say it again if it still holds: Target in cover. " in far
    assert far.rpartition("Not kept")[2].count("in cover") == 1


@pytest.mark.slow
@pytest.mark.rule("EVE-34")
@pytest.mark.parametrize(
    "back",
    first(
        2,
        [
            ["undo", "6"],  # not agreed yet: an answer before it is taken back
            ["as usual", "undo"],
            ["as usual", "undo", "undo", "6"],
            ["as usual", "undo", "undo", "undo", "Warpflamer Rubrics", "6"],
            ["as usual", "undo", "redo", "undo"],
        ],
    ),
)
def test_facts_stand_as_they_were_said_after_they_are_taken_back(tmp_path: Path, back: list[str]) -> None:
    """Both that of a menu and that of a turned row; they are agreed by Enter, and can be turned back."""
    said = [*TO_AGREED, "cover", "effects on the shooters", "Lethal Hits", *back]
    now = whole(play(tmp_path / "again", *said, "as usual")).rpartition("Taken back")[2]
    assert now.count("in cover") >= 2
    assert "Lethal Hits" in now
    *_, agreed = (answer for kind, answer in events(tmp_path / "again") if isinstance(answer, dict))
    assert [*agreed.values()] == ["yes", ["Lethal Hits"]]
    play(tmp_path / "turned", *said, "cover", "as usual")
    *_, turned = (answer for kind, answer in events(tmp_path / "turned") if isinstance(answer, dict))
    assert [*turned.values()] == [["Lethal Hits"]]
