"""``shoot drill``: what the command line may say, what it is about, and what stands under it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from shoot_cli.engine.reasons import Reason
from shoot_cli.quiz.quiz import Drill, Quiz
from shoot_cli.rules import RULESETS
from shoot_cli.rules.seventh.rulebook import RULES
from shoot_cli.storage.store import Store
from tests.helpers.samples import quick_ones
from tests.helpers.scripted_learner import drilled, first_option
from tests.helpers.toy_drills import dumb, toy
from tests.practice.test_undone import Players, amend, begun, play, undo


@pytest.fixture
def drill(home: Path):
    return partial(drilled, home)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--minutes", "2", "--questions", "9"], "so many --questions or so many --minutes"),
        (["--battle", "x", "--ruleset", "7e"], "leave out --ruleset"),
        (["--battle", "x", "--mine", "tau"], "leave out --mine"),
        (["--battle", "x", "--level", "2"], "leave out --level"),
        (["--lesson", "--seed", "2"], "leave out --seed"),
        (["--lesson", "--due"], "leave out --due"),
        (["--until", "saturday"], "say --mine and --theirs"),
        (["--until", "saturday", "--wrong", "--mine", "tau", "--theirs", "orks"], "leave out --wrong"),
        (["--until", "saturday", "--rule", "7E-HIT-1"], "leave out --rule"),
        (["--rule", "7E-HIT-1", "--seed", "2"], "leave out --seed"),
        (["--wrong", "--battle", "x"], "leave out --battle"),
        (["--step", "saves", "stats"], "--step stands behind `stats`"),
        (["--lesson", "--battle", "x"], "leave out --battle"),
        (["--seed", "2", "stats"], "--seed stands behind `stats`"),
        (["--plain", "sheet"], "--plain stands behind `sheet`"),
        (["--level", "5"], "a whole number from 1 to 4, not 5"),
        (["--questions", "0"], "0"),
        (["--minutes", "0"], "0"),
        (["--minutes", "nan"], 'a number from 0.1 to 180, not "nan"'),
        (["--minutes", "soon"], "soon"),
        (["nonsense"], "nonsense"),
    ],
    ids=" ".join,
)
def test_what_does_not_go_together_is_a_usage_error(shoot, arguments, words):
    assert words in shoot("drill", *arguments).refused(2)


def test_without_a_terminal_nobody_is_asked(shoot):
    done = shoot("drill", "--ruleset", "7e")
    assert done.code == 2
    assert "there is no terminal here" in done.err


def test_a_battle_that_is_not_there(shoot):
    done = shoot("drill", "--battle", "nowhere")
    assert done.code == 1
    assert "There is no battle named “nowhere”" in done.err


def test_stats_and_sheet_are_commands_of_their_own(shoot):
    assert shoot("drill", "stats", "--json").json == {"rulesets": []}
    assert len(shoot("drill", "sheet", "-r", "7e", "-n", "3", "--seed", "4", "--json").json["questions"]) == 3
    assert shoot("drill", "sheet", "-r", "7e", "-n", "3", "--seed", "4").out.count("\n## ") == 4  # and the answers


# The edition ---------------------------------------------------------------------------------------------------------


def test_the_edition_that_was_played_or_drilled_last_is_drilled(drill, home, shoot):
    assert "say of which edition: --ruleset 7e, 10e" in shoot("drill", "sheet").refused(1)
    drill(first_option, "-n", "1", "--ruleset", "10e")
    shown, _ = drill(first_option, "-n", "1", usual=True)
    assert "Warhammer 40,000, 10th edition, as last time. Another: --ruleset." in " ".join(shown.split())
    assert "drill sheet --ruleset 10e" in shoot("drill", "sheet", "-n", "1").out
    with Store.open() as store:
        begun(store).close()
        assert store.rulesets() == ["40k-7e", "40k-10e"]
    shown, _ = drill(first_option, "-n", "1", usual=True)
    assert "7th edition, as last time." in shown


@pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda one: one.short)
def test_who_plays_one_edition_is_not_asked_how_others_differ(drill, home, monkeypatch, edition):
    own = edition.drill()
    differences = tuple(one for one in own.DRILLS if one.kind == "edition")
    monkeypatch.setattr(own, "DRILLS", (*differences, toy("7E-HIT-1", "hit")))
    named = ("--ruleset", edition.short, "-n", "4", "--level", "4")

    def kinds() -> set[str]:
        with Store.open() as store:
            return {card.kind for card in store.cards(edition.name)}

    for _ in range(2):
        drill(first_option, *named)
        assert kinds() == {"hit"}
    drill(first_option, "--ruleset", "7e" if edition.short == "2e" else "2e", "-n", "1")
    drill(first_option, *named)
    assert kinds() == {"hit", "edition"}


# A battle ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def battle(home):
    with Store.open() as store:
        yield begun(store)


def rules_asked(home) -> set[str]:
    with closing(sqlite3.connect(home / "shoot.db")) as database, database:
        return {rule for (rule,) in database.execute("SELECT rule FROM drills")}


@pytest.mark.slow
@pytest.mark.parametrize("wish", [undo, amend])
def test_the_rules_of_a_mistake_are_drilled(drill, home, battle, wish):
    players = play(battle, Players(wish))
    battle.close()
    shown, asked = drill(first_option, "--battle", "lessons", "-n", "6")
    assert asked == 6
    assert rules_asked(home) == {"7E-HIT-1"} & {*players.rules}
    assert "Taken back or changed in “Lessons" in shown


def test_the_rules_of_a_mistake_are_asked_in_every_way_whatever_the_level(drill, home, battle, monkeypatch):
    from shoot_cli.rules.seventh import drill as asked_about

    play(battle, Players(undo))
    battle.close()
    kinds = ("hit", "six", "order")
    monkeypatch.setattr(asked_about, "DRILLS", tuple(toy("7E-HIT-1", kind) for kind in kinds))
    drill(first_option, "--battle", "lessons", "-n", "3")
    with Store.open() as store:
        assert {card.kind for card in store.cards("40k-7e")} == {*kinds}


@pytest.mark.slow
def test_a_battle_without_mistakes_is_drilled_by_its_armies(drill, home, battle):
    play(battle, Players())
    battle.close()
    shown, asked = drill(first_option, "--battle", "lessons", "-n", "8", "--seed", "3")
    assert asked == 8
    assert "Nothing was taken back or changed in “Lessons" in shown
    assert len(rules_asked(home)) > 2


def test_rules_that_nobody_asks_about(drill, home, battle, monkeypatch):
    from shoot_cli.rules.seventh import drill as asked_about

    play(battle, Players(undo))
    battle.close()
    monkeypatch.setattr(asked_about, "DRILLS", tuple(one for one in asked_about.DRILLS if one.rule != "7E-HIT-1"))
    shown, asked = drill(first_option, "--battle", "lessons", "-n", "3")
    assert asked == 3
    assert "7E-HIT-1 To Hit chart. Nothing can be asked about that" in " ".join(shown.split())


def test_rules_that_these_armies_have_no_questions_about(drill, home, battle, monkeypatch):
    from shoot_cli.rules.seventh import drill as asked_about

    play(battle, Players(undo))
    battle.close()
    none = (dumb(one.rule, one.kind) if one.rule == "7E-HIT-1" else one for one in asked_about.DRILLS)
    monkeypatch.setattr(asked_about, "DRILLS", tuple(none))
    shown, asked = drill(first_option, "--battle", "lessons", "-n", "3")
    assert asked == 3
    assert "Nothing can be asked about that" in shown
    assert "7E-HIT-1" not in rules_asked(home)


def test_a_battle_of_another_version_is_drilled_while_its_answers_fit(drill, home):
    with Store.open() as store:
        begun(store, "0").close()
    shown, asked = drill(first_option, "--battle", "lessons", "-n", "2")
    assert asked == 2
    assert "Nothing was taken back or changed in “Lessons 0”" in shown


# What is kept --------------------------------------------------------------------------------------------------------


def test_a_damaged_card_is_said_once_and_begins_anew(drill, home):
    drill(first_option, "-n", "2", "--seed", "5")
    with closing(sqlite3.connect(home / "shoot.db")) as database, database:
        ((rule,),) = database.execute("SELECT rule FROM cards LIMIT 1").fetchall()
        database.execute("UPDATE cards SET state = '{' WHERE rule = ?", (rule,))
    shown, _ = drill(first_option, "-n", "2", "--seed", "5")
    assert shown.count("cannot be read") == 1
    assert f"What was known of {rule} cannot be read, and begins anew." in " ".join(shown.split())
    shown, _ = drill(first_option, "-n", "2", "--seed", "5")
    assert "cannot be read" not in shown


def test_the_chart_is_shown_with_the_cell_marked(drill, home, monkeypatch):
    from shoot_cli.rules.seventh import drill as asked_about

    def make(source):
        return Quiz("wound", "What now?", ("2+", "5+"), "5+", (Reason("it is", rule.id),), rule.id, cell=(4, 5))

    rule = next(rule for rule in RULES if rule.id == "7E-WND-1")
    monkeypatch.setattr(asked_about, "DRILLS", (Drill("wound", rule.id, make),))
    shown, _ = drill(first_option, "-n", "1")
    assert "  S / T 1  2  3  4  5    6 7 8\n  4     2+ 2+ 3+ 4+ [5+] 6 6 -\n" in shown
