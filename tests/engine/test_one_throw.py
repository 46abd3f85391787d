"""Dice that players throw at once: the same blows as one after the other, one question, and what may be typed."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from shoot_cli.asked.prompt import asked
from shoot_cli.asked.sentences import answer_text, pile_words
from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Question, Roll, Tally, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Convert, Use, play, shared_text, values_of
from shoot_cli.engine.table import Table
from shoot_cli.input.answers import parse, say
from shoot_cli.input.dice import RollAgain
from shoot_cli.replay.rebase import AnswerMatch, rebased, with_missing
from tests.helpers.each import each

PAIRS = Roll("pain:Boy", 6, Need(5), text="Boy: Feel No Pain", groups=(2, 2, 2), luck="saves", owner="defender")
LIVES = PAIRS.but(lives=True)
FACES = {"first": [6, 5, 1, 5, 2, 3]}


# At the table --------------------------------------------------------------------------------------------------------


class Hurt(Record):
    points: int


class Fight(Record):
    line: Line
    pool: Pool


class Thrown(Table):
    """Takes its dice from a row of faces, die after die. `rolls` has the questions. With `counts`, it says how many
    live where that is enough."""

    def __init__(self, faces: list[int], counts: bool = False) -> None:
        self.faces, self.rolls, self.counts = list(faces), list[Roll](), counts
        super().__init__(self.throw)

    def throw(self, question: Question, place: int) -> Any:
        assert isinstance(question, Roll)
        self.rolls.append(question)
        thrown, self.faces = self.faces[: question.dice], self.faces[question.dice :]
        answer = {"first": thrown + [1] * (question.dice - len(thrown))}
        if self.counts and question.lives:
            return {"live": sum(not part.failed for part in question.read(answer).parts)}
        return answer


def suffer(hurt: Hurt, n: int, kind: str, table: Table) -> Pool:
    roll = table.roll(f"pain:{kind}", hurt.points * n, Need(5 if kind != "nob" else 4), text=f"{kind}: pain")
    table.tell("{kind} rolled", kind=kind)
    return ((Blow(roll.failed), n),) if roll.failed else ((Blow(0), n),)


def node(at_once: bool) -> Allocate:
    return Allocate(
        {Hurt: suffer},
        lambda record, tokens, table: tokens,
        same_outcome=lambda token, kind: (kind == "nob", True),
        one_at_a_time=lambda token: True,
        one_throw=lambda token: at_once,
    )


def fought(
    ranks: tuple[Rank, ...], hurts: Pool, faces: list[int], at_once: bool, counts: bool = False
) -> tuple[Line, Thrown]:
    table = Thrown(faces, counts)
    return play((node(at_once),), Fight(Line(ranks), hurts), table).line, table


def test_the_blows_are_those_of_one_after_the_other() -> None:
    """Random lines and dice: the same models stand at the end, and no die is thrown that was not thrown before."""
    random, joined, typed = Random(1), 0, 0
    for _ in range(400):
        kinds = random.choices(["boy", "grot", "nob"], k=random.randint(1, 4))
        ranks = tuple(Rank(kind, random.randint(1, 4), random.randint(1, 3)) for kind in kinds)
        hurts = pool(*((Hurt(points), random.randint(1, 5)) for points in random.sample((2, 3), random.randint(1, 2))))
        faces = [random.randint(1, 6) for _ in range(60)]
        (alone, one_by_one), (line, at_once) = (fought(ranks, hurts, faces, how) for how in (False, True))
        assert (line.standing(), line.lost) == (alone.standing(), alone.lost)
        assert len(at_once.rolls) <= len(one_by_one.rolls)
        joined += len(at_once.rolls) < len(one_by_one.rolls)
        counted, _ = fought(ranks, hurts, faces, True, counts=True)
        assert counted.standing() == line.standing()
        typed += any(roll.lives for roll in at_once.rolls)
    assert joined > 200
    assert typed > 50


def test_one_question_and_what_was_told_of_each() -> None:
    line, table = fought((Rank("boy", 9, 1),), ((Hurt(2), 7),), [6, 6, 1, 6, 6, 1, 5, 5, 2, 2, 6, 6, 1, 1], True)
    assert [(roll.dice, roll.groups, roll.lives) for roll in table.rolls] == [(14, (2,) * 7, True)]
    assert line.lost == 4
    assert [entry.text for entry in table.log if entry.question is None] == ["boy rolled"] * 7


def test_models_that_roll_otherwise_wait_for_a_throw_of_their_own() -> None:
    """Two boys take at least two pairs; who is met by the third is known only then."""
    _, table = fought((Rank("boy", 2, 2), Rank("nob", 1, 2)), ((Hurt(2), 4),), [1, 1, 6, 1, 6, 6, 1, 1], True)
    assert [(roll.key, roll.dice) for roll in table.rolls] == [("pain:boy", 4), ("pain:boy", 2), ("pain:boy", 2)]


def test_dice_for_whom_nobody_is_left_are_of_no_account() -> None:
    line, table = fought((Rank("boy", 1, 1),), ((Hurt(2), 3),), [1, 1, 6, 6, 6, 6], True)
    assert (line.lost, len(table.rolls), len(table.log)) == (1, 1, 2)


def test_a_wounded_model_makes_the_order_matter() -> None:
    _, table = fought((Rank("boy", 3, 2),), ((Hurt(2), 3),), [1] * 6, True)
    assert [roll.lives for roll in table.rolls] == [False]


def test_several_questions_of_each_use_are_asked_stage_by_stage() -> None:
    """Equal ones together, others apart; a single die of equal uses is a plain roll."""
    table = Thrown([4, 1, 4, 6, 1, 1, 1])

    def use(need: int) -> list[int]:
        first = table.roll("a", 1, Need(need))
        return [first.passed, *([table.roll("b", 1, Need(6)).passed] if first.passed else [])]

    uses = [Use(need, lambda need=need: use(need)) for need in (4, 4, 3, 4)]  # type: ignore[misc]
    values = values_of(uses, table)
    assert [(roll.key, roll.dice, roll.groups) for roll in table.rolls] == [
        ("a", 3, ()),
        ("a", 1, ()),
        ("b", 3, (1, 1, 1)),
    ]
    assert [[tally.passed for tally in one] for one in values] == [[0], [1, 0], [1, 0], [1, 0]]


class Shot(Record):
    """A shot at somebody, and the face that it must show."""

    whose: str
    need: int


class Passed(Record):
    whose: str


class Firing(Record):
    pool: Pool


def shoot(shot: Shot, n: int, table: Table) -> Pool:
    roll = table.roll(f"hit:{shot.whose}", n, Need(shot.need), text=f"gun: to hit {shot.whose} Boy")
    again = table.roll(f"again:{shot.whose}", roll.passed, Need(6), text=f"{shot.whose} Boy: once more")
    table.tell("{whose}", whose=shot.whose)
    return pool((Passed(shot.whose), again.passed))


@each("seed", range(40))
def test_dice_of_tokens_with_equal_needs_are_one_throw_and_do_the_same(seed: int) -> None:
    random = Random(seed)
    tokens = pool(*((Shot(name, random.choice((3, 4))), random.randint(1, 3)) for name in "abcd"))
    faces = [random.randint(1, 6) for _ in range(40)]
    one_by_one, at_once = Thrown(faces), Thrown(faces)
    end = play((Convert({Shot: shoot}, one_throw=lambda token: True),), Firing(tokens), at_once)
    hits = [roll for roll in at_once.rolls if roll.key.startswith("hit")]
    assert len(hits) == len({token.need for token, _ in tokens})
    by_use: dict[str, list[int]] = {}  # the same dice
    for entry in at_once.log:
        if entry.question is not None:
            row = iter(entry.answer["first"])
            for name, n in zip(
                entry.question.whose or [entry.question.key[-1]],
                entry.question.groups or [entry.question.dice],
                strict=True,
            ):
                by_use.setdefault(f"{entry.question.key.partition(':')[0]}:{name}", []).extend(
                    next(row) for _ in range(n)
                )
    one_by_one.faces = [
        face for token, _ in tokens for what in ("hit", "again") for face in by_use.get(f"{what}:{token.whose}", [])
    ]
    assert end == play((Convert({Shot: shoot}),), Firing(tokens), one_by_one)
    assert [entry.text for entry in at_once.log if entry.question is None] == [token.whose for token, _ in tokens]


def test_the_words_of_one_throw_are_those_that_all_have_in_common() -> None:
    table = Thrown([6, 6, 6, 6, 6])
    play(
        (Convert({Shot: shoot}, one_throw=lambda token: True),),
        Firing(pool((Shot("a", 3), 2), (Shot("b", 3), 1))),
        table,
    )
    hit, again = table.rolls
    assert (hit.text, hit.groups, hit.whose) == ("gun: to hit", (2, 1), ("a", "b"))
    assert again.text == "Boy: once more"
    assert shared_text(["bolter: to wound", "bolter: to wound"]) == "bolter: to wound"
    assert shared_text(["one", "two"]) == "one"


# What is typed -------------------------------------------------------------------------------------------------------


def test_faces_are_read_pair_by_pair() -> None:
    assert PAIRS.read(FACES) == Tally(3, 3, (), (Tally(2, 0), Tally(1, 1), Tally(0, 2)))
    for text in ("65 15 23", "651523", "6 5 1 5 2 3"):
        assert parse(PAIRS, text) == FACES
    assert say(PAIRS, FACES) == "65 15 23"


@each(("text", "live"), [("2", 2), ("0", 0), ("all", 3), ("none", 0), ("1 live", 1)])
def test_how_many_live_is_enough_where_it_decides(text: str, live: int) -> None:
    answer = parse(LIVES, text)
    assert answer == {"live": live}
    assert [not part.failed for part in LIVES.read(answer).parts].count(True) == live
    assert parse(LIVES, say(LIVES, answer)) == answer


def test_elsewhere_a_number_does_not_say_which() -> None:
    with pytest.raises(
        BadAnswer, match="which of them pass decides here: type the faces in this order, as in 64 26 42"
    ):
        parse(PAIRS, "2")
    assert parse(PAIRS, "all") == {"passed": 6}
    assert PAIRS.read(parse(PAIRS, "none")).parts == (Tally(0, 2),) * 3
    assert say(PAIRS, {"passed": 0}) == "none"


@pytest.mark.parametrize(
    ("answer", "why"),
    [("4", "3 pairs were rolled, so 0 to 3 can live, not 4"), ("65 1", "6 dice were rolled, you typed 3")],
)
def test_what_cannot_be_is_refused(answer: str, why: str) -> None:
    with pytest.raises(BadAnswer, match=why):
        parse(LIVES, answer)


@pytest.mark.parametrize("answer", [{"live": 1}, {"passed": 2}, {"live": True}, {"first": [1]}, 3, None])
def test_answers_that_do_not_fit(answer: Any) -> None:
    with pytest.raises(BadAnswer):
        PAIRS.read(answer)
    if answer != {"live": 1}:
        with pytest.raises(BadAnswer):
            LIVES.read(answer)


def test_every_text_of_three_dice_is_read_as_one_thing() -> None:
    triple = LIVES.but(dice=6, groups=(3, 3))
    for faces in product("16", repeat=6):
        text = "".join(faces)
        assert parse(triple, text) == {"first": [*map(int, text)]}
        assert not isinstance(parse(triple, text), RollAgain)


def test_the_bar_and_the_hint() -> None:
    made = asked(LIVES, 0, ("Marines", "Orks"))
    assert made.act.sentence() == "ROLL 3 PAIRS, 5+ Feel No Pain. Orks, Boy."
    assert made.hint.startswith("type how many live, or the faces, as in 64 26 42")
    ordered = asked(PAIRS.but(groups=(3, 2, 1), whose=("Boy", "Boy", "Nob")), 0, ("Marines", "Orks"))
    assert ordered.act.pieces[:3] == ("ROLL", "6", "DICE")
    assert "in this order: 3 for Boy, 2 for Boy, 1 for Nob" in ordered.act.below
    assert asked(PAIRS.but(groups=(3, 3)), 0, ("a", "b")).act.pieces[1:3] == ("2", "x 3 DICE")
    assert asked(PAIRS.but(groups=(6,)), 0, ("a", "b")).act.pieces[1:3] == ("6", "DICE")


def test_many_pairs_have_a_short_example_and_a_typed_number_says_who_lives() -> None:
    many = PAIRS.but(dice=14, groups=(2,) * 7)
    assert asked(many, 0, ("Marines", "Orks")).hint.startswith("type the faces in this order, as in 64 26 42 …;")
    assert (pile_words(many), pile_words(many.but(groups=())), pile_words(Total("d", 2))) == (
        "7 pairs", "14 dice", "2 dice",
    )  # fmt: skip
    assert answer_text({"live": 2}) == "2 live"


def test_how_many_passed_of_each_is_enough() -> None:
    several = Roll("save:Boy", 9, Need(4), text="armour save", groups=(5, 1, 3), whose=("Boy", "Nob", "Boy"))
    answer = parse(several, "3 / 1/0")
    assert answer == {"each": [3, 1, 0]}
    assert several.read(answer) == Tally(4, 5, (), (Tally(3, 2), Tally(1, 0), Tally(0, 3)))
    assert (say(several, answer), answer_text(answer)) == ("3/1/0", "3/1/0 passed")
    assert asked(several, 0, ("Marines", "Orks")).hint.startswith(
        "type how many passed of each, as in 3/1/2, or the faces"
    )
    assert rebased(several, several, answer) == AnswerMatch(answer)
    assert rebased(several.but(dice=6, groups=(5, 1)), several, answer).answer is None
    assert rebased(several.but(dice=6, groups=(5, 1)), several, {"each": [5, 1, 3]}) == AnswerMatch({"passed": 6})
    for text, why in (
        ("3/1", "3 numbers are wanted, one for each, that is 2"),
        ("6/1/0", "of 5 dice 0 to 5 can pass, not 6"),
    ):
        with pytest.raises(BadAnswer, match=why):
            parse(several, text)
    with pytest.raises(BadAnswer):
        parse(LIVES, "1/2/0")
    single = several.but(dice=3, groups=(1, 1, 1))
    assert "in this order: Boy, Nob, Boy" in asked(single, 0, ("Marines", "Orks")).act.below
    assert "in this order: 2 x Boy, 1 x Nob" in asked(single.but(whose=("Boy", "Boy", "Nob")), 0, ("a", "b")).act.below


# After a change ------------------------------------------------------------------------------------------------------


def test_faces_stay_with_fewer_pairs_and_with_more() -> None:
    assert rebased(PAIRS.but(dice=4, groups=(2, 2)), PAIRS, FACES) == AnswerMatch({"first": [6, 5, 1, 5]})
    more = PAIRS.but(dice=8, groups=(2, 2, 2, 2))
    found = rebased(more, PAIRS, FACES)
    assert (found.missing.dice, found.missing.groups, found.missing.lives) == (2, (2,), False)
    assert with_missing(more, found, {"first": [1, 2]}) == {"first": [*FACES["first"], 1, 2]}
    with pytest.raises(BadAnswer, match="type the faces"):
        with_missing(more, found, {"passed": 0})


def test_faces_of_a_plain_roll_are_those_of_the_first_pairs() -> None:
    plain = PAIRS.but(groups=(), dice=5)
    found = rebased(LIVES, plain, {"first": [6, 5, 1, 5, 2]})
    assert (found.missing.dice, found.missing.groups) == (1, (1,))
    assert rebased(plain, LIVES, FACES) == AnswerMatch({"first": [6, 5, 1, 5, 2]})


def test_counts_stay_where_they_mean_the_same() -> None:
    assert rebased(LIVES, LIVES, {"live": 2}) == AnswerMatch({"live": 2})
    fewer = LIVES.but(dice=4, groups=(2, 2))
    assert rebased(fewer, LIVES, {"live": 3}) == AnswerMatch({"live": 2})
    assert rebased(fewer, LIVES, {"live": 2}).why == "no faces were typed, and other dice belong together now"
    assert rebased(PAIRS, LIVES, {"live": 3}) == AnswerMatch({"passed": 6})
    assert rebased(PAIRS, LIVES, {"live": 1}).answer is None
    assert rebased(LIVES, PAIRS.but(groups=()), {"passed": 3}).answer is None
    assert rebased(LIVES.but(need=Need(6)), LIVES, {"live": 2}).why == "no faces were typed, and they need 6+ now"


@pytest.mark.parametrize("roll", ["gun: to wound Boy", "Nob: save", "bolter at Nob, front: armour save"])
@pytest.mark.parametrize(
    "notes", [("one model, 2 hits", "one model, 3 hits"), ("2 hits", "3 hits"), ("a b c", "a b d")]
)
def test_a_bracket_that_is_not_shared_whole_is_left_out(roll: str, notes: tuple[str, str]) -> None:
    """What stands behind in brackets begins alike and ends otherwise: half of it would be told."""
    assert shared_text([f"{roll} ({note})" for note in notes]) == roll
    assert shared_text([f"{roll} ({notes[0]})"] * 2) == f"{roll} ({notes[0]})"
