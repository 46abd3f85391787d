"""Numbers given as chances by number: how they are written, the odds of them, and one roll of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest

from shoot_cli.battle.current_attack import AlreadyAnswered
from shoot_cli.engine.distributions import Draw, draw_of
from shoot_cli.engine.pools import Line, Pool, Rank, pool
from shoot_cli.engine.questions import Choose, Facts, Need, Number, Option
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Convert, If, While, play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, PresetTable, answer_from, dice, flattened, raise_missing
from shoot_cli.input.answers import parse, say
from shoot_cli.odds import odds
from shoot_cli.replay.journal import log_json
from tests.helpers.each import each
from tests.helpers.toy_games import Attack, Hit, Model, Wound, by_ap, save_from

UNDER = Number("under", 0, 5, 1, "models", text="How many are under it?", drawn=True)
HALF = Fraction(1, 2)

# A toy: markers are placed one after the other, each model under one is hit on its own -------------------------------


class Marked(Record):
    left: int
    placed: int = 0
    under: int = 0
    pool: Pool = ()
    hits: int = 0


class Struck(Record):
    pass


class Marker(Record):
    pass


def place_marker(s: Marked, table: Table) -> Marked:
    under = table.drawn_number("under:frag", 0, 5, default=1, unit="models", rules=("T-1",), nth=s.placed)
    return s.but(left=s.left - 1, placed=s.placed + 1, under=s.under + under, pool=pool(*s.pool, (Struck(), under)))


def same_marker(s: Marked, table: Table) -> Marked:
    """As a step that does not say how often it asked."""
    return s.but(left=s.left - 1, under=s.under + table.drawn_number("under", 0, 5, default=1))


def hit_each(struck: Struck, n: int, table: Table) -> Pool:
    return pool((Hit, table.roll("hit", n, Need(4)).passed))


def count_hits(s: Marked, table: Table) -> Marked:
    return s.but(hits=sum(n for _, n in s.pool), pool=())


PLACING = While(lambda s: bool(s.left), place_marker)
MARKERS = (PLACING, Convert({Struck: hit_each}), count_hits)


def of(sequence: Any, start: Any, value: Any, exact: bool = True, **answers: Any) -> dict[Any, Any]:
    ends = odds(sequence, start, Preset(answers, raise_missing), exact=exact)
    return {k: p for k, p in ends.measure(value).items() if p}


def under(s: Marked) -> int:
    return s.under


# How it is written ---------------------------------------------------------------------------------------------------


@each(
    ("said", "rows", "whole", "words"),
    [
        ("3:0.5,1:0.5", ((3, 1), (1, 1)), 2, "3 (50%) or 1 (50%)"),
        ("3: 50%, 1: 50%", ((3, 1), (1, 1)), 2, "3 (50%) or 1 (50%)"),
        ("3 (50%) or 1 (50%)", ((3, 1), (1, 1)), 2, "3 (50%) or 1 (50%)"),
        ("{3: .5, 1: .5}", ((3, 1), (1, 1)), 2, "3 (50%) or 1 (50%)"),
        ("3=1/4; 2=1/4; 1 model=1/2", ((3, 1), (2, 1), (1, 2)), 4, "3 (25%), 2 (25%) or 1 (50%)"),
        ("3: 0.1, 1: 0.9", ((3, 1), (1, 9)), 10, "3 (10%) or 1 (90%)"),
        ("3: 1/3, 1: 2/3", ((3, 1), (1, 2)), 3, "3 (1/3) or 1 (2/3)"),
        ("3: 12.5%, 1: 87.5%", ((3, 1), (1, 7)), 8, "3 (12.5%) or 1 (87.5%)"),
        ("3: 0.3333333, 2: 0.3333333, 0: 0.3333333", ((3, 1), (2, 1), (0, 1)), 3, "3 (1/3), 2 (1/3) or 0 (1/3)"),
        ("3 models: 50%, 1 models: 50%", ((3, 1), (1, 1)), 2, "3 (50%) or 1 (50%)"),
        ({3: 0.5, 1: 0.5}, ((3, 1), (1, 1)), 2, "3 (50%) or 1 (50%)"),
        ({"3": 0.1, "1": "90%"}, ((3, 1), (1, 9)), 10, "3 (10%) or 1 (90%)"),
        ({5: 1 / 3, 4: 1 / 3, 3: 1 / 3}, ((5, 1), (4, 1), (3, 1)), 3, "5 (1/3), 4 (1/3) or 3 (1/3)"),
        ({3: 1e-05, 1: 0.99999}, ((3, 1), (1, 99999)), 100000, "3 (0.001%) or 1 (99.999%)"),
    ],
)
def test_ways_to_write_it(said: Any, rows: Any, whole: int, words: str) -> None:
    answer = answer_from(UNDER, said)
    assert answer == Draw(rows, whole)
    assert say(UNDER, answer) == words
    assert answer_from(UNDER, words) == answer


@each("said", ["3: 1", "3: 100%", {3: 1.0}, "3", 3, "3 models"])
def test_what_is_certain_is_a_number(said: Any) -> None:
    assert answer_from(UNDER, said) == 3


@each(
    ("said", "words"),
    [
        ("3: 0.5, 1: 0.4", "under: the chances add up to 90%, not to 100%; as in 3: 50%, 1: 50%"),
        ("3: 33%, 2: 33%, 1: 33%", "under: the chances add up to 99%, not to 100%; as in 3: 50%, 1: 50%"),
        ("3: 50, 1: 50", "under: the chances add up to 10000%, not to 100%; as in 3: 50%, 1: 50%"),
        ("3: 0.500001, 1: 0.5", "under: the chances add up to 100.0001%, not to 100%; as in 3: 50%, 1: 50%"),
        ("3: 0, 1: 1", "under: the chance of 3 must be above 0, not “0”"),
        ("3: -0.5, 1: 1.5", "under: the chance of 3 must be above 0, not “-0.5”"),
        ({3: 0.5, 9: 0.5}, "under: 0 to 5 models, not 9"),
        ("-1: 0.5, 1: 0.5", "under: 0 to 5 models, not -1"),
        ("1.5: 0.5, 1: 0.5", "under: only whole models, not 1.5"),
        ("3: 0.5, 3.0: 0.5", "under: 3 is said twice"),
        ("3: 1/0, 1: 1", "under: “1/0” is not the chance of 3; write it as in 0.5, 50% or 1/2"),
        ("3: nan, 1: 1", "under: “nan” is not the chance of 3; write it as in 0.5, 50% or 1/2"),
        ("3: inf, 1: 1", "under: “inf” is not the chance of 3; write it as in 0.5, 50% or 1/2"),
        ("3: 1e999999999, 1: 1", "under: “1e999999999” is not the chance of 3; write it as in 0.5, 50% or 1/2"),
        ({3: True}, "under: True is not the chance of 3; write it as in 0.5, 50% or 1/2"),
        ({3: {1: 2}}, "under: {1: 2} is not the chance of 3; write it as in 0.5, 50% or 1/2"),
        ({"frag": 0.5, "krak": 0.5}, "under: “frag”: how many models? As in 3: 50%, 1: 50%"),
        ({}, "under: numbers with their chances are wanted, as in 3: 50%, 1: 50%"),
        ("3: 0,5, 1: 0,5", "under: “5” is not a number with its chance, as in 3: 50%, 1: 50%"),
        ("3: 0.5 1: 0.5", "under: “3: 0.5 1: 0.5” is not a number with its chance, as in 3: 50%, 1: 50%"),
        ("3%", "under: “3%” is not a number with its chance, as in 3: 50%, 1: 50%"),
        ("9", "under: 0 to 5 models, not 9"),
        ("many", "under: “many”: how many models? As in 1"),
        (dict.fromkeys(range(51), 1 / 51), "under: at most 50 numbers with their chances, not 51"),
        ("3: 0.5," * 400, "under: an answer has at most 2000 characters, that is 2800"),
    ],
)
def test_what_is_refused(said: Any, words: str) -> None:
    with pytest.raises(BadAnswer) as refused:
        answer_from(UNDER, said)
    assert str(refused.value) == words


def test_fifty_numbers_are_as_many_as_there_may_be() -> None:
    wide = UNDER.but(high=100)
    assert draw_of(wide, ", ".join(f"{n}: {1 / 50!r}" for n in range(50))) == Draw(tuple((n, 1) for n in range(50)), 50)


def test_only_a_number_that_may_be_drawn_takes_chances() -> None:
    with pytest.raises(BadAnswer, match=r"no number of models|how many models"):
        answer_from(UNDER.but(drawn=False), "3: 0.5, 1: 0.5")
    with pytest.raises(BadAnswer, match=r"no number of models|how many models"):
        answer_from(UNDER.but(drawn=False), {3: 0.5, 1: 0.5})


def test_mappings_by_name_and_by_number() -> None:
    spread = {3: 0.5, 1: 0.5}
    assert flattened({"under": spread}) == {"under": spread}
    assert flattened({"under": {"frag": spread, "krak": 1}}) == {"under:frag": spread, "under:krak": 1}
    assert flattened({"under": [spread, 1]}) == {"under": [spread, 1]}
    assert flattened({"cover": {"Ork Boy": "5+"}, "hit": {"first": [3]}}) == {
        "cover:Ork Boy": "5+",
        "hit": {"first": [3]},
    }


# At the table --------------------------------------------------------------------------------------------------------


def test_at_the_table_it_is_one_number() -> None:
    assert parse(UNDER, "3") == 3
    for text in ("3: 0.5, 1: 0.5", "3 (50%) or 1 (50%)", "3:50%,1:50%"):
        with pytest.raises(BadAnswer) as refused:
            parse(UNDER, text)
        assert str(refused.value) == "say one number; only resolve and odds take chances by number"
    for answer in (Draw(((3, 1), (1, 1)), 2), {"3": 0.5, "1": 0.5}):
        with pytest.raises(BadAnswer, match=r"no number of models|how many models"):
            UNDER.read(answer)


def test_it_is_asked_like_any_number() -> None:
    asked: list[Any] = []

    def answer(question: Any, place: int) -> Any:
        asked.append(question)
        return 2

    assert play((PLACING,), Marked(2), Table(answer)).under == 4
    first = Number("under:frag", 0, 5, 1, "models", rules=("T-1",), drawn=True)
    assert asked == [first, first.but(nth=1)]


def test_facts_put_together_take_no_chances() -> None:
    def ask(s: Any, table: Table) -> Any:
        return table.facts("facts:frag", (UNDER,))["under"]

    assert of((ask,), None, lambda value: value, under=2) == {2: 1}
    with pytest.raises(BadAnswer) as refused:
        of((ask,), None, lambda value: value, under="3: 0.5, 1: 0.5")
    assert str(refused.value) == "under: only one number will do here, not 3 (50%) or 1 (50%)"


def test_one_possible_number_is_not_asked_and_held_against_what_was_given() -> None:
    def ask(s: Any, table: Table) -> Any:
        return table.drawn_number("under", 1, 1, default=1)

    assert of((ask,), None, lambda value: value) == {1: 1}
    for said in ("3: 0.5, 1: 0.5", "1: 0.5, 3: 0.5"):
        with pytest.raises(BadAnswer, match=r"^under: 1 to 1, not 3$"):
            of((ask,), None, lambda value: value, under=said)


# Odds ----------------------------------------------------------------------------------------------------------------


def test_each_marker_draws_anew() -> None:
    assert of((PLACING,), Marked(1), under, under="3: 0.5, 1: 0.5") == {3: HALF, 1: HALF}
    sixth = {3: Fraction(1, 6), 1: Fraction(5, 6)}
    want: Counter[int] = Counter()
    for ways in product(sixth, repeat=3):
        want[sum(ways)] += sixth[ways[0]] * sixth[ways[1]] * sixth[ways[2]]  # type: ignore[assignment]
    assert of((PLACING,), Marked(3), under, **{"under:frag": "3: 1/6, 1: 5/6"}) == want


def test_the_very_same_question_draws_anew_as_well() -> None:
    again = (While(lambda s: bool(s.left), same_marker),)
    assert of(again, Marked(2), under, under={3: 0.1, 1: 0.9}) == {
        6: Fraction(1, 100),
        4: Fraction(18, 100),
        2: Fraction(81, 100),
    }


def test_a_list_answers_marker_after_marker() -> None:
    assert of((PLACING,), Marked(2), under, under=["3", "1"]) == {4: 1}
    assert of((PLACING,), Marked(3), under, under=["3", "2: 0.5, 0: 0.5"]) == {
        7: Fraction(1, 4),
        5: HALF,
        3: Fraction(1, 4),
    }


def test_a_name_of_its_own_goes_before_the_rest() -> None:
    said = {"under": {"frag": {5: 0.5, 4: 0.5}, "krak": 1}}
    assert of((PLACING,), Marked(1), under, **said) == {5: HALF, 4: HALF}
    assert of((PLACING,), Marked(1), under, **{"under": 2, "under:frag": "5: 50%, 4: 50%"}) == {5: HALF, 4: HALF}
    assert of((PLACING,), Marked(1), under, **{"under": {2: 0.5, 0: 0.5}, "under:krak": 1}) == {2: HALF, 0: HALF}


def binomial(n: int, k: int) -> Fraction:
    return Fraction(comb(n, k), 2**n)


@pytest.mark.parametrize("plain", [False, True])
def test_what_is_drawn_goes_on_to_the_dice(plain: bool) -> None:
    want = {}
    for ways in product((3, 0), repeat=2):
        p = Fraction(1, 5) ** ways.count(3) * Fraction(4, 5) ** ways.count(0)
        for k in range(sum(ways) + 1):
            want[k] = want.get(k, 0) + p * binomial(sum(ways), k)
    given = Preset({"under": "3: 0.2, 0: 0.8"}, raise_missing)
    assert odds(MARKERS, Marked(2), given, exact=True, brute_force=plain).measure(lambda s: s.hits) == want
    floats = odds(MARKERS, Marked(2), given, brute_force=plain).measure(lambda s: s.hits)
    assert floats == pytest.approx({k: float(p) for k, p in want.items()}, abs=1e-12)


def test_nothing_of_it_is_remembered_for_the_next_call() -> None:
    for said, want in (("3: 0.5, 1: 0.5", {3: HALF, 1: HALF}), ("2", {2: 1}), ("4: 0.5, 0: 0.5", {4: HALF, 0: HALF})):
        assert of((PLACING,), Marked(1), under, under=said) == want
        asks = (Convert({Marker: lay_markers}), count_hits)
        assert of(asks, Marked(0, pool=((Marker(), 1),)), lambda s: s.hits, under=said) == want


def lay_markers(marker: Marker, n: int, table: Table) -> Pool:
    """A rule that asks one number for all its things."""
    return pool((Struck(), n * table.drawn_number("under", 0, 5, default=1)))


def test_a_rule_draws_one_number_for_all_its_things() -> None:
    asks = (Convert({Marker: lay_markers}), count_hits)
    start = Marked(0, pool=((Marker(), 2),))
    given = {"under": "3: 0.5, 1: 0.5"}
    assert of(asks, start, lambda s: s.hits, **given) == {6: HALF, 2: HALF}
    assert {play(asks, start, PresetTable(Preset(given, raise_missing), seed)).hits for seed in range(20)} == {6, 2}


def test_a_decision_on_models_that_stand_for_many_is_not_passed_over() -> None:
    """The first number that is drawn leaves the record as it is; the others do not."""

    def more(s: Attack, table: Table) -> Attack:
        return s.but(burnt=s.burnt + table.drawn_number("under", 0, 5, default=0))

    start = Attack((), Line((Rank(Model("Boy", save=4), 3, 1),)), ((Wound(4, None), 2),))
    sequence = (Allocate({Wound: save_from}, by_ap), If(lambda s: s.line.standing(), more))
    assert of(sequence, start, lambda s: s.burnt, under="0: 0.75, 2: 0.25") == {0: Fraction(3, 4), 2: Fraction(1, 4)}


def test_the_question_that_was_met_is_told_with_its_chances() -> None:
    ends = odds((PLACING,), Marked(2), Preset({"under": "3: 0.5, 1: 0.5"}, raise_missing))
    question, answer = ends.asked["under:frag"]
    assert (question.nth, say(question, answer)) == (0, "3 (50%) or 1 (50%)")


def test_a_default_is_told_as_assumed() -> None:
    given = Preset({}, raise_missing)
    odds((PLACING,), Marked(2), given)
    assert given.assumed == {"under:frag": "1"}
    given = Preset({"under": "3: 0.5, 1: 0.5"}, raise_missing)
    odds((PLACING,), Marked(2), given)
    assert given.assumed == {}
    assert given.unused() == []


def test_a_default_that_changes_for_one_weapon_is_not_told_as_assumed() -> None:
    """Those of weapons that keep theirs are, under the key with which each can be said back."""
    given = Preset({}, raise_missing)
    for weapon, default in (("rifle", "no"), ("cannon", "yes"), ("cannon", "no")):
        given(Facts(f"facts:{weapon}", (Choose("short", (Option("no"), Option("yes")), default),)), 0)
    assert given.assumed == {"short:rifle": "no"}


def test_in_a_battle_what_was_said_is_a_number() -> None:
    """Odds at the prompt: the second marker takes the number of its own time round, else the default."""
    first = Number("under:frag", 0, 5, 1, "models", rules=("T-1",), drawn=True)
    assert of_answers(AlreadyAnswered([(first, 4)])) == {5: 1}


def of_answers(answer: Any) -> dict[int, Any]:
    return {k: p for k, p in odds((PLACING,), Marked(2), answer, exact=True).measure(under).items() if p}


# One roll ------------------------------------------------------------------------------------------------------------


def rolled(seed: int | str, markers: int = 2, **answers: Any) -> tuple[Marked, PresetTable]:
    table = PresetTable(Preset(answers or {"under": "3: 0.5, 1: 0.5"}, dice(seed)), seed)
    return play(MARKERS, Marked(markers), table), table


def test_the_same_seed_draws_the_same() -> None:
    for seed in (1, "7:3"):
        (end, table), (again, other) = rolled(seed), rolled(seed)
        assert (end, table.log) == (again, other.log)


def test_the_seed_is_joined_to_place_and_key() -> None:
    """The very numbers, so that they stay the same on every machine and Python."""
    for seed in range(8):
        want = [3 if Random(f"{seed}/{place}/under:frag").random() < 0.5 else 1 for place in (0, 1)]
        assert rolled(seed)[0].under == sum(want)
    assert [rolled(seed)[0].under for seed in range(8)] == [4, 4, 2, 6, 6, 4, 6, 4]
    draws = [tuple(e.value for e in rolled(seed)[1].log if isinstance(e.question, Number)) for seed in range(40)]
    assert {*draws} == {(3, 3), (3, 1), (1, 3), (1, 1)}


def test_the_log_says_what_was_drawn() -> None:
    _, table = rolled(0, markers=1)
    told, asked, *_ = log_json(table.log, lambda record: ("Mine", "Theirs"))
    number = asked["answer"]
    assert told == {
        "step": "Place marker",
        "text": f"under:frag: {number}, drawn from 3 (50%) or 1 (50%)",
        "rules": ["T-1"],
    }
    assert (asked["key"], number in ("3", "1")) == ("under:frag", True)
    assert len([entry for entry in rolled(0, markers=1, under=3)[1].log if entry.question is None]) == 0


def test_it_is_drawn_as_often_as_it_says() -> None:
    draw = Draw(((3, 1), (1, 2), (0, 3)), 6)
    assert Counter(draw.picked((k + 0.5) / 600) for k in range(600)) == {3: 100, 1: 200, 0: 300}
    assert (draw.picked(0.0), draw.picked(1 - 2**-53)) == (3, 0)
    times = Counter(rolled(seed, 1, under="3: 0.2, 1: 0.8")[0].under for seed in range(500))
    assert 70 < times[3] < 130
    assert times[3] + times[1] == 500
