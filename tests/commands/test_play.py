"""``shoot play`` up to the first question and after the last: lists, settings, names, what is refused and how."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shoot_cli.play.start import demo_lists
from tests.golden.playing import Lines, Screen, Stuck, call

END = ["as usual", "end the phase", "as usual", "end the phase"]


@pytest.fixture
def play(home: Path):
    """Play at a table with these answers; what was shown."""

    def played(answers: list[str], *arguments: str) -> str:
        lines = Lines(answers, Screen())
        try:
            call(["play", *arguments, "--plain"], lines, home)
        finally:
            played.shown = lines.screen.getvalue()
        return lines.screen.getvalue()

    return played


def test_a_whole_battle_of_nothing(play, shoot):
    shown = play(END, "ultramarines", "orks", "--dice", "app", "--turns", "1")
    assert "Battle “Ultramarines Strike Force v Waaagh! Grimgutz”, Warhammer 40,000, 7th edition." in " ".join(
        shown.split()
    )
    assert "Turn 1: Ultramarines Strike Force" in shown
    assert "The battle is over." in shown
    (row,) = json.loads(shoot("battle", "list", "--json").out)
    assert (row["answers"], row["finished"]) == (4, True)


def test_a_second_battle_of_the_same_armies_has_a_name_of_its_own(play, shoot):
    for _ in range(2):
        play(END, "ultramarines", "orks", "--dice", "app", "--turns", "1")
    assert len({row["name"] for row in json.loads(shoot("battle", "list", "--json").out)}) == 2


def test_lists_dice_and_sides_are_asked_where_they_are_not_said(play):
    shown = play(
        ["orks", "tau", "app", "Farsight Gunline", "end the phase", "as usual", "end the phase"], "--turns", "1"
    )
    assert shown.index("Your army?") < shown.index("Your opponent's army?") < shown.index("Whose dice?")
    assert "Waaagh! Grimgutz v Farsight Gunline" in shown
    mine, theirs = "Your army: Waaagh! Grimgutz.", "Your opponent's army: Farsight Gunline."
    assert shown.index(mine) < shown.index("Your opponent's army?") < shown.index(theirs) < shown.index("Whose dice?")
    assert shown.index("Turn 1: Farsight Gunline") < shown.index("Turn 1: Waaagh! Grimgutz")


def test_without_turns_the_players_say_when_it_is_over(play):
    shown = play(
        [*END, "go on", "as usual", "end the phase", "as usual", "end the phase", "end the battle"],
        "tau",
        "orks",
        "--dice",
        "app",
    )
    assert "Turn 1 is over. Another turn?" in shown
    assert "Turn 2: Farsight Gunline" in shown


def test_both_sides_may_have_the_same_list(play):
    assert "Waaagh! Grimgutz (2)" in play(END, "orks", "orks", "--dice", "app", "--turns", "1")


def test_leaving_and_going_on(play, shoot):
    play(["as usual", "Lootas", "q"], "orks", "tau", "--dice", "app", "--turns", "1", "--battle", "Friday")
    assert "Left “Friday”. Go on with: shoot play --resume --battle Friday" in play.shown
    assert json.loads(shoot("battle", "list", "--json").out)[0]["answers"] == 2
    shown = play(["hold fire", "end the phase", "as usual", "end the phase"], "--resume")
    assert "Going on with “Friday”: 2 answers so far." in shown
    assert "Which unit shoots?" in shown  # the next one; the first is not asked again
    assert shown.count("Which target for Lootas?") == 1
    assert "The battle is over." in shown


def test_settings_are_kept_with_the_battle(play, shoot):
    play(["q"], "orks", "tau", "--dice", "app", "--set", "gtg_window=first_weapon", "--battle", "House rules")
    assert json.loads(shoot("battle", "show", "house", "--json").out)["settings"] == {"gtg_window": "first_weapon"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere", "orks"], "no shipped list “nowhere”"),
        (["orks", "tau", "--set", "distance=5"], "a battle takes settings only"),
        (["orks", "tau", "--set", "gtg_window=x"], "each_weapon or first_weapon"),
        (["orks", "tau", "--set", "gtg_window"], "KEY=VALUE"),
        (["orks", "tau", "--battle", ""], "name"),
        (["--resume"], "no unfinished battle"),
        (["--resume", "--battle", "nothing"], "no battle named “nothing”"),
    ],
)
def test_what_cannot_begin_says_why(play, capsys, arguments, words):
    with pytest.raises(Stuck, match="shoot ended with 1"):
        play([], *arguments, *([] if "--resume" in arguments else ["--dice", "app"]))
    assert words in capsys.readouterr().err


def test_a_list_with_mistakes_names_them_all(play, capsys, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(
        "ruleset: 7e\nname: Bad\nunits: [{name: A, models: [{name: B, T: x}]}, {nam: C}]\n", encoding="utf-8"
    )
    with pytest.raises(Stuck):
        play([], str(path), "orks", "--dice", "app")
    assert capsys.readouterr().err.count("bad.yaml:3:") >= 2


@pytest.mark.parametrize("turns", ["0", "21", "x"])
def test_turns_have_bounds(shoot, turns):
    assert "--turns" in shoot("play", "orks", "tau", "--turns", turns).refused(2)


def test_nothing_may_shoot_says_why_and_goes_on(play, tmp_path):
    """No dead end: a side that has nothing to shoot with is told so, unit by unit, and the other goes on."""
    path = tmp_path / "silent.yaml"
    path.write_text(
        "ruleset: 7e\nname: Silent\nunits: [{name: Monks, models: [{name: Monk, count: 3, T: 3, BS: 3, Ld: 7, Sv: 5+}]}]\n",
        encoding="utf-8",
    )
    shown = play(["Silent", "as usual", "end the phase"], str(path), "orks", "--dice", "app", "--turns", "1")
    assert "Monks cannot shoot: nobody in it has a ranged weapon" in shown
    assert "Turn 1: Waaagh! Grimgutz" in shown
    assert "The battle is over." in shown


def test_names_of_players_are_text(play, tmp_path):
    path = tmp_path / "odd.yaml"
    name = json.dumps("[b]Odd[/b] \x1b[2J")
    path.write_text(
        f"ruleset: 7e\nname: {name}\nunits: [{{name: {name}, models: [{{name: {name}, T: 3, BS: 3, Ld: 7, Sv: 5+, weapons: [boltgun]}}]}}]\n",
        encoding="utf-8",
    )
    shown = play(
        ["as usual", "as usual", "as usual", "12", "as usual", "as usual", "as usual", "end the phase"],
        str(path),
        "orks",
        "--dice",
        "app",
        "--turns",
        "1",
        "--seed",
        "2",
    )
    assert r"[b]Odd[/b] \x1b[2J" in shown
    assert "\x1b[2J" not in shown


@pytest.mark.parametrize(
    ("named", "both"),
    [
        ((None, None), ("ultramarines", "orks")),
        (("ultramarines", None), ("ultramarines", "orks")),
        (("orks", None), ("orks", "ultramarines")),  # no list fights itself
        ((None, "barrow_tide"), ("blue_column", "barrow_tide")),
        (("adeptus-astartes", None), ("adeptus-astartes", "aeldari")),
    ],
)
def test_the_demo_takes_another_shipped_list_of_the_edition(home, named, both):
    assert tuple(loaded.path.stem for loaded in demo_lists(named, None, True)) == both


def test_what_cannot_begin_is_refused_in_a_sentence_alone(shoot, tmp_path):
    for arguments in (["play"], ["play", "ultramarines", "orks"], ["play", "--plain", "orks", "tau"]):
        done = shoot(*arguments)
        assert (done.code, done.out) == (2, ""), arguments
        assert "there is no terminal here" in done.err
    untold = tmp_path / "ford.txt"
    untold.write_text("Ford\n\nRiver Guard 75\nRiver Captain 50\n= 125\n")
    done = shoot("play", "--demo", str(untold))
    assert done.code == 1
    assert "The text does not tell its edition: name a list of that edition beside it, such as " in done.err
    assert "needs those of 10th edition" in shoot("play", "--demo", str(untold), "waaagh").err
    done = shoot("play", "--demo", "--battle", "Mine")
    assert (done.code, done.out) == (2, "")
    assert done.err == "--battle names a battle that is kept; the demo keeps none.\n"
    for begun in ("--resume", "--demo"):
        for option, words in (("--attach", "is for the lists of a new battle"), ("--clock", "belongs to a new battle")):
            done = shoot("play", begun, option, "Boss=Boyz" if option == "--attach" else "60")
            assert (done.code, done.out) == (2, "")
            assert f"{option} {words}" in done.err
    for said in (("--set", "allocation=listed"), ("--seed", "7"), ("--turns", "2")):
        assert "belong to a new battle: one that goes on keeps its own." in shoot("play", "--resume", *said).refused(2)


@pytest.mark.parametrize(
    ("type_", "rules", "words"),
    [
        ("Infantri", "Fearles", "fine but for 2 words that may be misspelt (below), 1 unit, 5 models"),
        ("Infantry", "Fearles", "fine but for 1 word that may be misspelt (below), 1 unit, 5 models"),
        ("Infantry", "Fearless, Our Own Rule", "fine, 1 unit, 5 models"),
    ],
)
def test_words_of_a_list_that_may_be_misspelt_are_counted_in_its_first_line(shoot, tmp_path, type_, rules, words):
    (tmp_path / "list.yaml").write_text(
        f"""ruleset: 40k-7e
name: Men
weapons:
  gun: {{range: 24, S: 4, AP: 5, type: Rapid Fire}}
units:
  - {{name: Men, type: {type_}, rules: [{rules}], models: [
      {{name: Man, count: 5, BS: 4, T: 4, W: 1, Sv: 3+, Ld: 8, weapons: [gun]}}]}}
"""
    )
    done = shoot("army", "check", str(tmp_path / "list.yaml"))
    assert done.code == 0
    assert words in done.out.splitlines()[0]
