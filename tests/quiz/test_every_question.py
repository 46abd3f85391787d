"""Hundreds of questions of every edition, held against tables typed from the specification by hand.

Each edition has a module beside this file, called like its package (``seventh_tables``):

``TABLES``: (rule, kind) -> the right option, worked out from ``facts`` (and, if need be, the quiz's own words);
``ORDERS``: rule -> the steps in their order; ``PHRASES``: topic -> words that only this edition's custom holds;
``shots_told``: the shots that an estimate tells, on average;
``NEEDS``: (pattern of a reason's text, function of its match) -> the number that a line of a log needs.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shoot_cli.practice.session import elsewhere, ruleset_and_armies, shipped, source
from shoot_cli.practice.teaching import reasons
from shoot_cli.quiz.quiz import BY_KEY, FORM, NOTHING, Drill, Quiz, folded, size
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules import edition as edition_of
from tests.helpers.each import each
from tests.helpers.samples import THE_QUICKEST, many, quick_ones
from tests.importing.sample_rosters import armies_of, rosters_of

QUESTIONS, HAND = 100, 1  # so that every drill has one; below, those of another hand
every = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
quickest = pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)

quickest_of_all = pytest.mark.parametrize(
    "edition", quick_ones(RULESETS, THE_QUICKEST), ids=lambda edition: edition.short
)


def tables(edition: Edition) -> Any:
    return import_module(f"tests.quiz.expected.{edition.package.rpartition('.')[2]}_tables")


@cache
def asked(edition: Edition) -> list[tuple[Drill, Quiz | None]]:
    """Every drill in turn, until there are so many questions."""
    drills = edition.drill().DRILLS
    drawn = source(edition.name, Random(f"{edition.name} {HAND}"))
    return [(drill, drill.make(drawn)) for _ in range(-(-QUESTIONS // len(drills))) for drill in drills]


@quickest
def test_every_question_has_one_right_option_and_no_two_alike(edition: Edition) -> None:
    rules = {rule.id: rule for rule in edition.rulebook()}
    for drill, quiz in asked(edition):
        assert quiz is not None, drill
        assert (quiz.kind, quiz.rule) == (drill.kind, drill.rule)
        assert quiz.kind in BY_KEY
        assert quiz.text.strip()
        assert len(quiz.options) > 1
        assert len({*map(folded, quiz.options)}) == len(quiz.options), quiz
        assert quiz.options.count(quiz.right) == 1, quiz
        assert len({*map(folded, quiz.options)} & {*NOTHING}) < 2, quiz  # one way to say that nothing will do
        forms = {words for option in quiz.options for words in re.findall(r"^[0-9](\+| or less)$", option)}
        assert len(forms) < 2, quiz  # one of another form would tell what is wrong
        numbers = [(place, known) for place, option in enumerate(quiz.options) if (known := size(option))]
        if len(numbers) > 1 and quiz.kind != "mistake":  # by size, with nothing between them
            assert [known for _, known in numbers] == sorted(known for _, known in numbers), quiz
            assert numbers[-1][0] - numbers[0][0] == len(numbers) - 1, quiz
        assert quiz.because
        assert any(reason.rule == quiz.rule and reason.text for reason in quiz.because), quiz
        assert {reason.rule for reason in quiz.because} <= rules.keys() | {""}, quiz
        if quiz.cell:
            row, column = quiz.cell
            assert rules[quiz.rule].chart[row][column], quiz


SLIPS = (  # of a hand that puts sentences together
    r"\b[Aa]n? [Aa]n? ", r"\b[Aa]n [bcdfgjkpqtvwz]", r"\b[Aa] (?!un|us|one|eu)[aeio]", r"  ", r"[{}]", r" [,.?;:]",
    r"\bNone\b(?! on )", r"(?<![\w.])(?<!and )1 (?:models|wounds|turns|units|shots|abilities)\b", r"\([^()]*$",
)  # fmt: skip


@quickest
def test_no_sentence_slips(edition: Edition) -> None:
    """Articles that are doubled or wrong, spaces before commas, a number that does not go with its word."""
    for _drill, quiz in asked(edition):
        for words in (quiz.situation, quiz.text, *quiz.options, *(reason.text for reason in quiz.because)):
            for slip in SLIPS:
                assert not re.search(slip, words), (slip, words)


@every
def test_every_answer_is_that_of_the_tables(edition: Edition) -> None:
    known = tables(edition)
    for _drill, quiz in asked(edition):
        if quiz.kind in ("mistake", "estimate", "edition", "order"):
            continue
        right = known.TABLES[quiz.rule, quiz.kind](dict(quiz.facts), quiz)
        assert folded(str(right)) == folded(quiz.right), (right, quiz)


@every
def test_every_order_is_that_of_the_tables(edition: Edition) -> None:
    for _drill, quiz in asked(edition):
        if quiz.kind != "order":
            continue
        steps, facts = [*tables(edition).ORDERS[quiz.rule]], dict(quiz.facts)
        if facts["ask"] == "after":
            assert quiz.right == steps[steps.index(facts["step"]) + 1], quiz
        else:
            assert quiz.right == min(facts["of"], key=steps.index), quiz


@every
def test_every_custom_is_of_this_edition_alone(edition: Edition) -> None:
    phrases, customs = tables(edition).PHRASES, edition.drill().CUSTOMS
    assert phrases.keys() == customs.keys()
    for topic, custom in customs.items():
        assert phrases[topic] in custom.text
        every = [other.customs[topic].text for other in elsewhere(edition.name) if topic in other.customs]
        others = [text for text in every if text != custom.text]  # who does it alike says so in the same words
        assert not any(phrases[topic] in text for text in others), topic
        assert others, f"{topic}: no other edition has it, so nobody can mix it up"
    for _drill, quiz in asked(edition):
        if quiz.kind == "edition":
            facts = dict(quiz.facts)  # the edition itself is no question: it stands above every card
            assert quiz.right == customs[facts["topic"]].text
            for option in quiz.options:  # what was picked is told with its edition, and nothing else is
                told = reasons(quiz, option)[len(reasons(quiz)) :]
                known = [(it.title, it.customs.get(facts["topic"])) for it in elsewhere(edition.name)]
                pairs = {(title, other.text) for title, other in known if other}
                its = {f"{title}: {text}" for title, text in pairs if option == text != quiz.right}
                assert {*told} == its
                assert bool(told) == (option != quiz.right)


@pytest.mark.slow
@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_every_mistake_is_the_only_one(edition: Edition) -> None:
    found = [(drill, quiz) for drill, quiz in asked(edition) if quiz is not None and quiz.kind == "mistake"]
    drawn = source(edition.name, Random(f"{edition.name} mistakes"))
    more = (drill.make(drawn) for drill in dict.fromkeys(drill for drill, _ in found) for _ in range(many(3)))
    checked = needs_of_mistakes(edition, [quiz for _, quiz in found] + [quiz for quiz in more if quiz])
    assert checked == {pattern for pattern, _ in tables(edition).NEEDS}


def needs_of_mistakes(edition: Edition, made: list[Quiz]) -> set[str]:
    """The patterns of reasons that were met; each line but the wrong one is what they need."""
    checked = set()
    for quiz in made:
        lines = [option.rpartition(", ")[2] for option in quiz.options]
        true = [need for _, need in dict(quiz.facts)["needs"]]
        wrong = [place for place, (line, need) in enumerate(zip(lines, true, strict=True)) if line != need]
        assert wrong == [quiz.options.index(quiz.right)], quiz
        for words, need in dict(quiz.facts)["needs"]:
            for pattern, number in tables(edition).NEEDS:
                if match := re.fullmatch(pattern, words):
                    checked.add(pattern)
                    assert number(match) == need, (words, need)
    return checked


@every
def test_every_estimate_is_the_closest(edition: Edition) -> None:
    for _drill, quiz in asked(edition):
        if quiz.kind == "estimate":
            mean = dict(quiz.facts)["mean"]
            apart = sorted((abs(float(option.removeprefix("about ")) - mean), option) for option in quiz.options)
            assert apart[0][1] == quiz.right
            assert apart[1][0] > 1.5 * apart[0][0], quiz


TWO_GUNS = """
ruleset: 40k-10e
name: Two Guns
weapons:
  storm rifle: {range: 24, A: 2, BS: 3+, S: 8, AP: 0, D: 1}
  long lance: {range: 48, A: 2, BS: 3+, S: 9, AP: -3, D: 3}
units:
  - name: Storm Squad
    keywords: [INFANTRY]
    models:
      - {name: Stormer, count: 6, M: 6", T: 4, Sv: 3+, W: 2, weapons: [storm rifle]}
      - {name: Lancer, M: 6", T: 4, Sv: 3+, W: 2, weapons: [long lance]}
"""
FEW = """
ruleset: 40k-10e
name: Few
units:
  - name: Scouts
    keywords: [INFANTRY]
    models: [{name: Scout, count: 5, M: 6", T: 4, Sv: 4+, W: 1}]
"""


def shots_counted(quiz: Quiz) -> float:
    """``20 shots, 13.3 hits``: the first number of what is said after the answer."""
    return float(quiz.because[0].text.partition(" ")[0])


@pytest.mark.slow
@every
def test_every_estimate_counts_the_shots_that_it_tells(edition: Edition) -> None:
    told = tables(edition).shots_told
    for _drill, quiz in asked(edition):
        if quiz.kind == "estimate":
            assert shots_counted(quiz) == pytest.approx(told(quiz), abs=0.06), quiz


def test_an_attack_of_two_guns_is_not_told_as_one_gun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first gun leaves nobody, the second one is not rolled; the odds count it nevertheless."""
    monkeypatch.setattr("shoot_cli.quiz.quiz.TRIES", 60)
    (tmp_path / "mine.yaml").write_text(TWO_GUNS)
    (tmp_path / "theirs.yaml").write_text(FEW)
    name, own = ruleset_and_armies(None, str(tmp_path / "mine.yaml"), str(tmp_path / "theirs.yaml"))
    found = edition_of(name)
    assert found is not None
    drawn = source(name, Random("two guns"), *own)
    estimates = [drill for drill in found.drill().DRILLS if drill.kind == "estimate"]
    made = [quiz for drill in estimates if (quiz := drill.make(drawn))]
    assert not [quiz for quiz in made if "Storm Squad at" in quiz.situation]


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition", [one for one in RULESETS if rosters_of(one.name)], ids=lambda edition: edition.short
)
def test_the_questions_of_rosters_are_those_of_the_tables_too(edition: Edition) -> None:
    """Lists of another program: every kind; what units of the words alone come to is in `test_what_is_told.py`."""
    known, armies = tables(edition), armies_of(edition.name)
    drawn = source(edition.name, Random("rosters"), *armies)
    made = [quiz for drill in edition.drill().DRILLS for _ in range(many(2)) if (quiz := drill.make(drawn))]
    assert len({quiz.kind for quiz in made}) == len(BY_KEY)
    for quiz in made:
        facts = dict(quiz.facts)
        if quiz.kind == "estimate":
            assert shots_counted(quiz) == pytest.approx(known.shots_told(quiz), abs=0.06), quiz
        elif quiz.kind == "order":
            steps = [*known.ORDERS[quiz.rule]]
            after = steps[steps.index(facts["step"]) + 1] if facts["ask"] == "after" else None
            assert quiz.right == (after or min(facts["of"], key=steps.index)), quiz
        elif quiz.kind not in ("mistake", "edition"):
            right = known.TABLES[quiz.rule, quiz.kind](facts, quiz)
            assert folded(str(right)) == folded(quiz.right), (right, quiz)


@each(
    ("wrong", "can"),
    [
        ("3 5 2 6 1 7", (1, 2, 3)), ("5 3 2 6 1 7", (0, 1, 2)), ("3 5 6 7", (1,)), ("5 6 7", (0,)), ("3 2 1 5", (2, 3)),
        ("none 3 5 2 6", (0, 1, 2)),
    ],
)  # fmt: skip
def test_as_many_stand_below_as_the_place_asks_for(wrong: str, can: tuple[int, ...]) -> None:
    """The nearest that these numbers allow; the first wrong one, which people take for right, is always offered."""
    drawn = source("reikhammer", Random("beside"))
    for wanted in range(4):
        drawn.place = (wanted + 0.5) / 4
        shown = drawn.listed("4", wrong.split())
        assert len(shown) == 4
        assert shown.index("4") == min(can, key=lambda count: abs(count - wanted))
        assert wrong.split()[0] in shown
        assert drawn.listed("that", ["this", "it", "none of them"]).index("that") == wanted


@every
def test_every_kind_of_question_is_asked(edition: Edition) -> None:
    assert {drill.kind for drill in edition.drill().DRILLS} == BY_KEY.keys()
    cards = [drill.card for drill in edition.drill().DRILLS]
    assert len({*cards}) == len(cards)


DIE = 0.1  # what a die needs has a range: where a 1 always fails 2+ stands first, and with -1 no roll needs it


@pytest.mark.slow
@quickest_of_all
def test_the_right_option_stands_anywhere(edition: Edition) -> None:
    """Whoever always takes the same place is right no more often than by chance, in every kind: of four options in a
    quarter of all questions. Fewer numbers are what a roll of an attack leaves of its scale, such as 2+, 3+ and 4+."""
    drawn = source(edition.name, Random(f"{edition.name} places"))
    made = [quiz for _, quiz in asked(edition) if quiz]
    quick = [drill for drill in edition.drill().DRILLS if drill.kind not in ("estimate", "mistake")]
    made += [quiz for drill in quick for _ in range(5) if (quiz := drill.make(drawn))]
    stand_anywhere(made)


@pytest.mark.slow
@every
def test_the_right_guess_of_two_lists_stands_anywhere(edition: Edition) -> None:
    """The same of two lists, imported ones too; of what takes long to make below."""
    for pair in filter(None, (shipped(edition.name)[:2], armies_of(edition.name))):
        drawn, numbers = source(edition.name, Random("places"), *pair), {"estimate": many(3), "mistake": many(1)}
        drills = edition.drill().DRILLS
        made = [drill.make(drawn) for drill in drills for _ in range(numbers.get(drill.kind, many(2)))]
        stand_anywhere([quiz for quiz in made if quiz])


def stand_anywhere(made: list[Quiz]) -> None:
    every: dict[tuple[str, int, bool], Counter[int]] = {}
    for quiz in made:
        numbers = [option for option in quiz.options if size(option) is not None]
        die = any(FORM.fullmatch(option) for option in numbers) and quiz.kind != "mistake"
        if len(quiz.options) >= 4 or len(numbers) < 2:
            every.setdefault((quiz.kind, len(quiz.options), die), Counter())[quiz.options.index(quiz.right)] += 1
    for (kind, options, die), places in every.items():
        share, of = 1 / options + DIE * die, places.total()
        assert max(places.values()) <= of * share + 4 * (of * share * (1 - share)) ** 0.5, (kind, options, places)


@pytest.mark.slow
@every
def test_the_same_of_many_more(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "QUESTIONS", many(60))
    monkeypatch.setitem(globals(), "HAND", 2)
    asked.cache_clear()
    for test in (
        test_every_question_has_one_right_option_and_no_two_alike,
        test_no_sentence_slips,
        test_every_answer_is_that_of_the_tables,
        test_every_order_is_that_of_the_tables,
        test_every_custom_is_of_this_edition_alone,
        test_every_estimate_is_the_closest,
        test_every_estimate_counts_the_shots_that_it_tells,
    ):
        test(edition)
    made = [quiz for _, quiz in asked(edition) if quiz]
    needs_of_mistakes(edition, [quiz for quiz in made if quiz.kind == "mistake"])
    stand_anywhere(made)
    asked.cache_clear()
