"""An old answer against the question asked now: kept, judged anew, the missing dice, or asked again and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoot_cli.engine.questions import Choose, Facts, HowMany, Need, Number, Option, Roll, Subset, Total, Watch
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.replay.rebase import AnswerMatch, places_of_attack, rebased, with_missing
from tests.helpers.each import each

ROLL = Roll("hit:gun", 4, Need(4), text="gun: to hit")
FACES = {"first": [6, 4, 3, 1]}
SIX = (Watch((6,)),)


# Faces ---------------------------------------------------------------------------------------------------------------


@each("need", [Need(4), Need(3), Need(6), Need(None), Need(3, or_less=True)])
def test_faces_are_judged_anew_whatever_they_need(need):
    assert rebased(ROLL.but(need=need), ROLL, FACES) == AnswerMatch(FACES)


def test_of_a_smaller_pool_the_first_count():
    assert rebased(ROLL.but(dice=2), ROLL, FACES) == AnswerMatch({"first": [6, 4]})
    assert rebased(ROLL.but(dice=0), ROLL, FACES) == AnswerMatch({"first": []})


def test_of_a_larger_pool_only_the_missing_dice_are_thrown():
    found = rebased(ROLL.but(dice=6), ROLL, FACES)
    assert found.answer is None
    assert (found.missing.dice, found.missing.need, found.missing.text) == (2, Need(4), "gun: to hit, 4 dice stay")
    assert found.missing.key != ROLL.key  # the app would throw the same dice again
    assert with_missing(ROLL.but(dice=6), found, {"first": [2, 5]}) == {"first": [6, 4, 3, 1, 2, 5]}
    assert with_missing(ROLL.but(dice=6), found, {"passed": 2}) == {"passed": 4}
    assert rebased(ROLL.but(dice=2), ROLL.but(dice=1), {"first": [6]}).missing.text == "gun: to hit, 1 die stays"


def test_watched_faces_are_counted_of_all():
    more = ROLL.but(dice=6, watch=SIX)
    found = rebased(more, ROLL, FACES)
    assert with_missing(more, found, {"passed": 2, "watched": [1]}) == {"passed": 4, "watched": [2]}


def test_dice_of_another_kind_are_thrown_anew():
    assert rebased(ROLL.but(sides=3), ROLL, {"first": [1, 2, 3, 1]}).why == "these are dice with 3 sides now"
    assert rebased(ROLL.but(sides=3), None, FACES).why == "these are dice with 3 sides now"
    assert rebased(ROLL.but(sides=12), ROLL, FACES).why == "these are dice with 12 sides now"


# Rolled again --------------------------------------------------------------------------------------------------------

AGAIN = ROLL.but(again=(1, 2, 3))
BOTH = {"first": [6, 3, 1, 5], "again": [4, 2]}


def test_second_throws_stay_with_their_dice():
    assert rebased(AGAIN, AGAIN, BOTH) == AnswerMatch(BOTH)
    assert rebased(AGAIN.but(dice=2), AGAIN, BOTH) == AnswerMatch({"first": [6, 3], "again": [4]})
    assert rebased(ROLL, AGAIN, BOTH) == AnswerMatch({"first": [6, 3, 1, 5]})  # nothing is rolled again now
    assert rebased(AGAIN.but(again=(1,)), AGAIN, BOTH) == AnswerMatch({"first": [6, 3, 1, 5], "again": [2]})


def test_second_throws_that_are_due_now_are_asked_for():
    found = rebased(AGAIN, ROLL, FACES)
    assert (found.missing.dice, found.missing.again, found.missing.text) == (2, (), "gun: to hit, rolled again")
    assert with_missing(AGAIN, found, {"first": [5, 1]}) == {"first": [6, 4, 3, 1], "again": [5, 1]}
    assert with_missing(AGAIN, found, {"passed": 1}) == {"passed": 3}
    some = rebased(AGAIN, AGAIN.but(again=(1,)), {"first": [6, 3, 1, 5], "again": [4]})
    assert (some.missing.dice, some.again) == (1, (None, 4))
    assert with_missing(AGAIN, some, {"first": [2]}) == {"first": [6, 3, 1, 5], "again": [2, 4]}


def test_counts_of_the_missing_second_throws_are_added_to_those_that_stay():
    some = rebased(AGAIN, AGAIN.but(again=(1,)), {"first": [6, 3, 1, 5], "again": [4]})
    assert with_missing(AGAIN, some, {"passed": 1}) == {"passed": 4}
    assert with_missing(AGAIN, some, {"passed": 0}) == {"passed": 3}


def test_the_need_of_the_second_throw_is_asked_for():
    assert rebased(AGAIN.but(again_need=Need(6)), ROLL, FACES).missing.need == Need(6)


def test_more_dice_with_second_throws_of_their_own():
    found = rebased(AGAIN.but(dice=5), AGAIN, BOTH)
    assert (found.missing.dice, found.missing.again) == (1, (1, 2, 3))
    assert with_missing(AGAIN.but(dice=5), found, {"first": [1], "again": [6]}) == {
        "first": [6, 3, 1, 5, 1], "again": [4, 2, 6],
    }  # fmt: skip


def test_more_dice_and_second_throws_together_are_thrown_anew():
    assert "more dice are thrown now" in rebased(AGAIN.but(dice=5), ROLL, FACES).why


def test_counts_will_not_do_where_a_face_must_show_twice():
    twice = AGAIN.but(watch=(Watch((1,), both=True),))
    found = rebased(twice, ROLL, FACES)
    with pytest.raises(BadAnswer, match="type the faces"):
        with_missing(twice, found, {"passed": 1, "watched": [0]})


# Counts --------------------------------------------------------------------------------------------------------------


def counts(passed: int, new: Roll, old: Roll | None = ROLL) -> AnswerMatch:
    return rebased(new, old, {"passed": passed})


def test_counts_hold_for_the_same_dice():
    assert counts(3, ROLL) == AnswerMatch({"passed": 3})
    assert counts(3, ROLL.but(need=Need(4, (Reason("another reason", "X-1"),)))) == AnswerMatch({"passed": 3})
    watched = ROLL.but(watch=SIX)
    assert rebased(watched, watched, {"passed": 3, "watched": [1]}) == AnswerMatch({"passed": 3, "watched": [1]})


def test_counts_of_a_larger_pool_stay_and_the_missing_dice_are_thrown():
    found = counts(3, ROLL.but(dice=6))
    assert found.missing.dice == 2
    assert with_missing(ROLL.but(dice=6), found, {"passed": 1}) == {"passed": 4}
    assert with_missing(ROLL.but(dice=6), found, {"first": [1, 6]}) == {"passed": 4}
    watched = ROLL.but(watch=SIX)
    found = rebased(watched.but(dice=5), watched, {"passed": 3, "watched": [1]})
    assert with_missing(watched.but(dice=5), found, {"first": [6]}) == {"passed": 4, "watched": [2]}


def test_counts_that_can_mean_but_one_thing_are_kept():
    assert counts(4, ROLL.but(dice=2)) == AnswerMatch({"passed": 2})  # all passed
    assert counts(0, ROLL.but(dice=2)) == AnswerMatch({"passed": 0})
    assert counts(4, ROLL.but(need=Need(3))) == AnswerMatch({"passed": 4})  # easier: all pass still
    assert counts(0, ROLL.but(need=Need(5))) == AnswerMatch({"passed": 0})
    assert counts(4, ROLL.but(need=Need(5))).answer is None
    assert counts(4, ROLL.but(need=Need(3), dice=6)).answer is None  # of the two that are new nobody knows
    assert counts(0, ROLL.but(need=Need(5), dice=6)).answer is None
    assert counts(0, ROLL.but(need=Need(3))).answer is None


@each(
    ("new", "why"),
    [
        (ROLL.but(need=Need(3)), "they need 3+ now"),
        (ROLL.but(dice=3), "fewer dice are rolled now"),
        (ROLL.but(again=(1,)), "other dice are rolled again now"),
        (ROLL.but(watch=SIX), "other faces are counted now"),
        (ROLL.but(sides=8), "these are dice with 8 sides now"),
    ],
)
def test_other_counts_are_asked_again_saying_why(new, why):
    assert counts(2, new).why == f"only the number that passed was typed, and {why}"


def test_counts_are_asked_again_if_second_throws_need_another_face():
    new, old = (AGAIN.but(again_need=Need(face)) for face in (5, 6))
    assert rebased(new, old, {"passed": 2}).why.endswith("and those rolled again need another face now")


def test_counts_of_a_roll_that_nobody_knows_are_asked_again():
    assert counts(2, ROLL, None).answer is None


@pytest.mark.slow
@given(
    st.integers(1, 6), st.integers(1, 6), st.lists(st.integers(1, 6), max_size=6), st.lists(st.integers(1, 6)),
    st.booleans(), st.sets(st.integers(1, 6)), st.sets(st.integers(1, 6)), st.data(),
)  # fmt: skip
def test_what_comes_of_it_always_fits_and_never_changes_a_known_die(a, b, first, second, typed, one, other, data):
    old = Roll("q", len(first), Need(a), again=tuple(one), watch=SIX)
    new = Roll("q", data.draw(st.integers(0, 8)), Need(b), again=tuple(other), watch=SIX)
    again = (second + [1] * 6)[: sum(face in old.again for face in first)]
    answer = {"first": first, "again": again} if old.again else {"first": first}
    if typed:
        tally = old.read(answer)
        answer = {"passed": tally.passed, "watched": [*tally.watched]}
    found = rebased(new, old, answer)
    if found.missing:
        lone = [data.draw(st.integers(1, 6)) for _ in range(found.missing.dice)]
        thrown = {"first": lone, "again": [6 for face in lone if face in found.missing.again]}
        found = AnswerMatch(with_missing(new, found, thrown if found.missing.again else {"first": lone}))
    assert found.answer is not None or found.why
    if found.answer is not None:
        new.read(found.answer)
        if not typed:
            n = min(len(first), new.dice)
            assert found.answer["first"][:n] == first[:n]
        elif new == old:
            assert found.answer == answer


# Sums ----------------------------------------------------------------------------------------------------------------

SUM = Total("lead", 2, need=Need(7, or_less=True), text="Leadership")


def test_sums_of_the_same_dice_stay():
    assert rebased(SUM, SUM, {"first": [3, 4]}) == AnswerMatch({"first": [3, 4]})
    assert rebased(SUM.but(need=Need(9)), SUM, {"sum": 7}) == AnswerMatch({"sum": 7})


def test_a_sum_of_other_dice_is_not_taken_for_one_of_these():
    assert "other dice are added up" in rebased(SUM.but(dice=3), SUM, {"sum": 7}).why
    assert "other dice are added up" in rebased(SUM.but(sides=8), SUM, {"sum": 7}).why
    assert rebased(SUM, None, {"sum": 7}).answer is None
    assert "other sums are rolled again" in rebased(SUM.but(again=(7,)), SUM, {"sum": 7}).why


def test_the_dice_of_a_sum_are_kept_and_the_missing_thrown():
    more = SUM.but(dice=3)
    found = rebased(more, SUM, {"first": [3, 4]})
    assert (found.missing.dice, found.missing.need, found.missing.text) == (1, None, "Leadership, 2 dice stay")
    assert with_missing(more, found, {"first": [6]}) == {"first": [3, 4, 6]}
    assert with_missing(more, found, {"sum": 6}) == {"sum": 13}
    assert rebased(SUM.but(dice=1), SUM, {"first": [3, 4]}) == AnswerMatch({"first": [3]})


def test_sums_that_are_rolled_again_now_or_no_more():
    again = SUM.but(again=(10, 11, 12))
    assert rebased(SUM, again, {"first": [6, 6], "again": [1, 2]}) == AnswerMatch({"first": [6, 6]})
    assert rebased(again, again, {"first": [6, 6], "again": [1, 2]}) == AnswerMatch({"first": [6, 6], "again": [1, 2]})
    found = rebased(again, SUM, {"first": [6, 6]})
    assert (found.missing.dice, found.missing.again) == (2, ())
    assert with_missing(again, found, {"first": [1, 2]}) == {"first": [6, 6], "again": [1, 2]}
    assert with_missing(again, found, {"sum": 3}) == {"sum": 3}


def test_dice_of_a_sum_with_other_sides_are_thrown_anew():
    assert rebased(SUM.but(sides=3), SUM, {"first": [3, 4]}) == AnswerMatch(None, "these are dice with 3 sides now")


# Everything else -----------------------------------------------------------------------------------------------------

WEAPON = Choose("weapon", (Option("gun"), Option("axe", "", (Reason("it is no gun", "X-2"),))), text="Which weapon?")
COVER = Choose("cover", (Option("none"), Option("5+")), "none")
FAR = Number("distance", 0, 48, 12)
FACTS = Facts("facts:gun", (COVER, FAR))


def test_closed_choices_and_other_bounds_are_asked_again_saying_why():
    assert rebased(WEAPON, None, "gun") == AnswerMatch("gun")
    assert rebased(WEAPON, None, "axe").why == "“axe” is closed: it is no gun (X-2)"
    assert rebased(WEAPON, None, "bow").why == "“bow” is not one of: gun"
    assert rebased(FAR, None, 12) == AnswerMatch(12)
    assert rebased(FAR.but(high=10), None, 12).why == "0 to 10, not 12"
    assert rebased(HowMany("firing", (("Boy", 4),)), None, [5]).why == "0 to 4 Boys, not 5"
    assert rebased(Subset("hidden", ("Boyz", "Grots")), None, ["Nobz"]).why == "no “Nobz” here, only Boyz, Grots"


def test_facts_that_are_not_asked_any_more_vanish():
    assert rebased(FACTS, None, {"cover": "5+", "old": 3}) == AnswerMatch({"cover": "5+"})
    assert rebased(FACTS, None, {}) == AnswerMatch({})


def test_a_fact_that_cannot_stay_is_never_dropped_in_silence():
    found = rebased(FACTS, None, {"cover": "4+", "distance": 20})
    assert found.answer is None
    assert found.why == "cover: “4+” is not one of: none, 5+"
    assert found.proposal == {"distance": 20}  # the rest need not be said again


def test_facts_that_cannot_go_together_any_more_are_asked_again():
    def check(values):
        return "too far for cover" if values["distance"] > 15 and values["cover"] == "5+" else None

    checked = FACTS.but(check=check)
    found = rebased(checked, None, {"distance": 20, "cover": "5+"})
    assert (found.answer, found.why) == (None, "too far for cover")
    assert found.proposal == {"distance": 20}  # what is proposed fits
    assert rebased(checked, None, {"distance": 12, "cover": "5+"}).answer == {"distance": 12, "cover": "5+"}


def test_an_attack_is_made_of_what_follows_its_unit():
    keys = ["first", "unit", "target", "hit", "unit", "target"]
    units = [place for place, key in enumerate(keys, 3) if key == "unit"]
    assert [*places_of_attack(range(3, 9), units.__contains__, 2)] == [3]
    assert [*places_of_attack(range(3, 9), units.__contains__, 4)] == [5, 6]
    assert [*places_of_attack(range(3, 9), units.__contains__, 7)] == [8]
    assert [*places_of_attack(range(3, 9), units.__contains__, None)] == []


def test_counts_of_one_face_are_none_of_another():
    sixes, fives = ROLL.but(watch=SIX), ROLL.but(watch=(Watch((5,)),))
    fitted = rebased(sixes, fives, {"passed": 2, "watched": [1]})
    assert fitted.answer is None
    assert fitted.why.endswith("other faces are counted now")
