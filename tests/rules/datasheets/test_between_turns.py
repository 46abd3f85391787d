"""Once between two player turns, and wherever somebody tells it unasked: what happened without the app (EVE-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shoot_cli.armies.loading import find_list
from shoot_cli.asked.rows import row_of
from shoot_cli.asked.scene import act
from shoot_cli.asked.sentences import instruction, reasons
from shoot_cli.battle import what_happened
from shoot_cli.battle.happened import read_happened
from shoot_cli.battle.what_happened import since
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table, without
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Missing
from shoot_cli.replay.history import History, Response
from shoot_cli.replay.journal import Journal
from shoot_cli.rules import RULESETS
from shoot_cli.rules.datasheets.steps.happened import LINE
from tests.rules.datasheets.test_happened import crusaders, standing, told
from tests.rules.datasheets.test_parting import EACH, captain, flames

NEXT = ("unit", "end the phase")
TURN_2 = (NEXT, NEXT, ("next turn", "go on"))
NEVER = "nothing, and do not ask again this battle"


def armies(at: Any) -> tuple[Any, Any]:
    mine = at.army("Mine", flames(at, "First", 2), flames(at, "Second", 1))
    return mine, at.army("Theirs", crusaders(at), at.targets(20, "Mob"), captain(at, "Boss"))


def asked(at: Any, *script: Any) -> Any:
    return at.battle(*armies(at), *script)


@EACH
@pytest.mark.rule("EVE-6")
def test_it_is_asked_once_between_two_player_turns_and_not_in_the_first(at: Any) -> None:
    played = asked(at, *TURN_2, NEXT)
    assert played.keys.count("since") == 3
    assert played.keys[:3] == ["first turn", "unit", "since"]
    texts = [one.text for one in played.questions if one.key == "since"]
    assert texts == [f"Turn {turn}: what happened since the last shots?" for turn in (1, 2, 2)]


@EACH
@pytest.mark.rule("EVE-1", "EVE-6")
def test_lines_are_taken_until_there_is_nothing_more(at: Any) -> None:
    played = asked(at, NEXT, ("since", "mob -3, captain 3 wounds"), ("since", "mob -1"), ("since", "nothing"), NEXT)
    assert standing(played, "Mob")["Target"] == [1] * 16
    assert standing(played, "Crusader Squad with Captain")["Captain"] == [2]
    assert played.said("3 Targets fall: 17 of 20 left")


@EACH
@pytest.mark.rule("EVE-6")
def test_nobody_is_asked_again_in_this_battle(at: Any) -> None:
    played = asked(at, NEXT, ("since", [NEVER]), NEXT, ("next turn", "go on"), NEXT, NEXT)
    assert played.keys.count("since") == 1
    assert not played.battle.asks_between


@EACH
@pytest.mark.rule("EVE-6")
def test_a_state_is_told_and_then_it_is_asked_again(at: Any) -> None:
    state = (("state of", "First"), ("state", "Advanced"))
    played = asked(at, NEXT, ("since", ["a unit's state"]), *state, ("since", "mob -3"), ("since", "nothing"), NEXT)
    assert played.said("First: advanced")
    assert standing(played, "Mob")["Target"] == [1] * 17


@EACH
@pytest.mark.rule("EVE-6")
def test_a_unit_is_picked_first_and_then_left_out(at: Any) -> None:
    name = "Crusader Squad with Captain"
    line = ("happened to", "-2, captain 3 wounds")
    played = asked(at, NEXT, ("since", [name]), line, ("since", "nothing"), NEXT)
    assert standing(played, name)["Captain"] == [2]
    assert len(standing(played, name)["Initiate"]) == 3
    assert played.question("happened to").text == f"What happened to {name}"
    others = asked(at, NEXT, ("since", [name]), ("happened to", "-2, mob -3"), ("since", "nothing"), NEXT)
    assert len(standing(others, name)["Initiate"]) == 3
    assert standing(others, "Mob")["Target"] == [1] * 17


@EACH
@pytest.mark.rule("EVE-6")
def test_hurt_units_stand_first_and_dead_ones_not_at_all(at: Any) -> None:
    """While more is told of one pause between turns, the rows stay where they were."""
    said = ("since", "mob -3, boss -2 wounds, second dead")
    played = asked(at, NEXT, said, ("since", "nothing"), *TURN_2[1:], NEXT)
    assert [row.label for row in played.question("since", 1).rows[3:]] == [
        "● Crusader Squad with Captain, 11 of 11", "● Mob, 17 of 20", "● Boss, 3 of 5 wounds", "▲ First, 3 of 3 wounds",
        "▲ Second, destroyed",
    ]  # fmt: skip
    assert [row.label for row in played.question("since", 2).rows[3:]] == [
        "● Mob, 17 of 20", "● Boss, 3 of 5 wounds", "▲ First, 3 of 3 wounds", "● Crusader Squad with Captain, 11 of 11",
    ]  # fmt: skip
    assert not any(row.rarely_chosen for row in played.question("since", 1).rows)
    assert row_of(played.question("since", 1).rows[4])[:4] == ("● Mob, 17 of 20", "", ("Mob",), "17 of 20")


@EACH
@pytest.mark.rule("EVE-6")
def test_of_many_units_those_that_nothing_happened_to_are_out_of_sight(at: Any) -> None:
    mine = at.army("Mine", *(at.targets(3, f"Squad {n}") for n in range(1, 7)), flames(at, "First", 1))
    theirs = at.army("Theirs", crusaders(at), at.targets(20, "Mob"), captain(at, "Boss"))
    more = (("since", ["Squad 4"]), ("happened to", "-1"), ("since", "crusader -1"))
    played = at.battle(mine, theirs, NEXT, ("since", "mob -3"), *more)
    whole = "Crusader Squad with Captain"
    for nth, seen in enumerate(([], ["Mob"], ["Mob", "Squad 4"], ["Mob", "Squad 4", whole])):
        rows = played.question("since", nth).rows
        assert [row.value for row in rows[3:] if not row.rarely_chosen] == seen
        assert [row.value for row in rows[3 : 3 + len(seen)]] == seen  # no number is left out
        assert len(rows) == 13
    assert played.said("Squad 4: 1 Target falls: 2 of 3 left")


@EACH
@pytest.mark.rule("EVE-5", "EVE-6")
def test_rows_go_with_units_that_part_and_are_joined_again(at: Any) -> None:
    mine = at.army("Mine", *(at.targets(3, f"Squad {n}") for n in range(1, 8)))
    theirs = at.army("Theirs", crusaders(at), at.targets(20, "Mob"))
    script = (NEXT, ("since", "captain dead"), ("since", "nothing"), NEXT, ("next turn", "go on"))
    said = (("since", "mob -1"), ("since", "captain back"), ("since", ["Mob"]), ("happened to", "-1"))
    played = at.battle(mine, theirs, *script, *said)
    before, after = (
        [row.label for row in played.question("since", nth).rows[3:] if not row.rarely_chosen] for nth in (5, 6)
    )
    assert before == ["● Mob, 19 of 20"]
    assert after == ["● Mob, 19 of 20"]
    assert standing(played, "Mob")["Target"] == [1] * 18


# Logs, with such answers and without them


class Over(Exception):
    """The log is at its end."""


def log_of(at: Any, script: Sequence[tuple[str, Any]]) -> Any:
    """A table that plays these answers, each at the question of its key, as a stored log does."""

    def nobody(question: Any, place: int) -> Any:
        raise Missing(question)

    said = [Response(key, answer, "") for key, answer in script]
    table = Journal(None, History(said)).seat(nobody, lambda question: "Mine", lambda question: None)
    table.settings = at.RULESET.defaults()
    with pytest.raises(Missing) as missing:
        play(at.RULESET.battle, at.RULESET.begin_battle(*armies(at), None), table)
    return table, missing.value.question


OLD = [("first turn", "Mine"), NEXT, NEXT, ("next turn", "go on"), NEXT]


@EACH
@pytest.mark.rule("EVE-6", "EVE-10")
def test_a_log_from_before_this_question_goes_on_and_then_asks_it(at: Any) -> None:
    table, left = log_of(at, OLD)
    assert [entry.question.key for entry in table.log if entry.question] == [key for key, _ in OLD]
    assert left.key == "since"


@EACH
@pytest.mark.rule("EVE-6", "EVE-10")
def test_what_was_told_unasked_stands_where_it_was_told(at: Any) -> None:
    log = [OLD[0], ("happened", ["mob -3"]), ("happened", ["mob -1"]), NEXT, ("happened", ["mob -2"])]
    table, left = log_of(at, [*log, ("since", []), ("happened", ["first dead"])])
    assert left.key == "unit"
    assert [entry.text for entry in table.log if entry.text.startswith("Mob:")] == [
        "Mob: 3 Targets fall: 17 of 20 left", "Mob: 1 Target falls: 16 of 20 left", "Mob: 2 Targets fall: 14 of 20 left"
    ]  # fmt: skip
    assert table.record.active == 1
    assert table.open_line.place == 7


@EACH
@pytest.mark.rule("EVE-6", "EVE-10")
def test_what_was_told_between_turns_is_shown_at_the_next_line(at: Any) -> None:
    table, left = log_of(at, [OLD[0], NEXT, ("since", ["mob -3"])])
    assert left.key == "since"
    assert {row.name: row.models_left for _, rows in at.RULESET.status(table.record) for row in rows}["Mob"] == 17


@EACH
@pytest.mark.rule("EVE-6")
def test_a_table_that_knows_the_keys_of_its_answers_tells_them_apart(at: Any) -> None:
    log = [OLD[0], ("happened", ["mob -3"]), NEXT]

    def answer(question: Any, place: int) -> Any:
        if place == len(log):
            raise Over
        return log[place][1]

    table = Table(answer)
    table.settings, table.goes_on_without = at.RULESET.defaults(), without([key for key, _ in log])
    with pytest.raises(Over):
        play(at.RULESET.battle, at.RULESET.begin_battle(*armies(at), None), table)
    assert table.record.active == 1


@EACH
@pytest.mark.rule("EVE-7")
def test_what_is_typed_is_foretold_in_the_words_in_which_it_is_told(at: Any) -> None:
    line = told(at).question("unit") and told(at, "none").question("happened")
    assert line.tells(("mob -3", "captain 3 wounds")) == (
        "Mob: 3 Targets fall: 17 of 20 left · Crusader Squad with Captain: Captain: 2 of 5 wounds left"
    )


@EACH
@pytest.mark.rule("EVE-6")
def test_the_state_menu_of_a_unit_has_a_row_for_it(at: Any) -> None:
    played = asked(at, *at.state("Mob", "something happened"), ("happened", "-3, boss -2 wounds"), NEXT)
    assert standing(played, "Mob")["Target"] == [1] * 17
    assert standing(played, "Boss")["Boss"] == [3]
    assert played.question("happened").text == "What happened to Mob"


# The budget of prompts: what a shipped pair is asked


def keys_asked(edition: str, mine: str, theirs: str, said: Any) -> list[str]:
    """The keys of two turns in which nobody shoots, and `said` is answered to the question between turns."""
    ruleset = next(one for one in RULESETS if one.name == edition).ruleset()
    pair = [load(find_list(name, edition)).army for name in (mine, theirs)]

    def answer(question: Any, place: int) -> Any:
        if question.key == "unit":
            return "end the phase"
        return said if question.key == "since" else question.default

    table = Table(answer)
    table.settings = ruleset.defaults()
    play(ruleset.battle, ruleset.begin_battle(*pair, 2), table)
    return [entry.question.key for entry in table.log if entry.question]


PAIRS = [("40k-10e", "adeptus-astartes", "waaagh"), ("40k-11e", "vanguard", "deffskulls")]


@pytest.mark.parametrize("pair", PAIRS, ids=["10e", "11e"])
@pytest.mark.rule("EVE-6", "EVE-47")
def test_between_two_player_turns_there_is_one_prompt_more_and_none_once_it_is_switched_off(pair: Any) -> None:
    every, off = keys_asked(*pair, []), keys_asked(*pair, [NEVER])
    assert every.count("since") == 3  # of four player turns
    assert off.count("since") == 1
    assert [key for key in every if key != "since"] == [key for key in off if key != "since"]
    assert {*every} <= {"first turn", "unit", "since", "if Oath of Moment target", "smoke", "smokescreen"}


@pytest.mark.rule("EVE-1", "EVE-6")
@EACH
def test_what_can_be_typed_stands_in_one_line_and_behind_why(at: Any) -> None:
    """All of it: each form that is named can be typed."""
    mine, theirs = (
        at.army("Mine", at.targets(9, "Boyz")),
        at.army("Theirs", at.targets(3, "Crusader"), at.targets(1, "Captain")),
    )
    battle = at.battle(mine, theirs).battle
    asked = since(LINE, battle)
    assert asked.example == "boyz -2, boyz: Stealth this turn, cp = 3"
    said = " ".join(reasons(asked))
    for form in (*asked.example.split(", "), "boyz 4 left", "boyz +1", "boyz dead", "boyz back", "boyz off", "boyz arrives",
                 "boyz shocked", "boyz not shocked", "all INFANTRY: +1 to hit this phase", "boyz: no longer Stealth",
                 "theirs cp +1", "cp = 3"):  # fmt: skip
        assert form in said
        read_happened(form, what_happened.names_of(LINE, battle), LINE.reader(battle))
    assert "(one thing, or several with commas, as in boyz -2, boyz: Stealth" in instruction(asked, ("Mine", "Theirs"))
    assert act(asked, ("Mine", "Theirs")).below == ("one thing, or several with commas; Enter: nothing more",)


@EACH
@pytest.mark.rule("EVE-6", "EVE-57")
def test_while_more_is_told_the_battle_stands_as_it_was_told(at: Any) -> None:
    table, left = log_of(at, [("first turn", "Mine"), NEXT, ("since", ["mob -3", "cp = 3"])])
    assert left.key == "since"
    assert at.RULESET.headline(table.record).points[1] == 3
    _, (_, theirs) = at.RULESET.status(table.record)
    assert [row.models_left for row in theirs if row.name == "Mob"] == [17]
