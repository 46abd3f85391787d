"""What a question tells: who shoots, all that counts of the shooter, only what defends the target, and nothing twice."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shoot_cli.practice.session import ruleset_and_armies, shipped, source
from shoot_cli.quiz.quiz import WHO_SHOOTS, Quiz, Source
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules.eleventh.drill import ELEVENTH
from shoot_cli.rules.tenth.drill import TENTH
from tests.helpers.samples import quick_ones

ROSTERS = [
    str(Path(__file__).parents[2] / "docs" / "rosters" / f"{name}.json") for name in ("river-watch", "ash-raiders")
]
quickest = pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
SHOOTS = ("Re-roll hit", "Sustained", "Lethal", "Devastating", "Rapid Fire", "Melta", "Twin-linked", "Anti-", "Heavy")
DEFENDS = ("Feel No Pain", "Incoming", "Stealth", "halve", "Invulnerable", "Lone Operative", "Deadly Demise", "Smoke")


def imported() -> list[Any]:
    return [army for army in ruleset_and_armies(None, *ROSTERS)[1] if army]


@cache
def of_two_lists(edition: Edition) -> tuple[list[Any], list[Quiz]]:
    """Two lists, and questions of every card about them; of the shipped ones and, if there are any, rosters."""
    pairs = [tuple(shipped(edition.name)[:2])]
    if edition.name == imported()[0].ruleset:
        pairs.append(tuple(imported()))
    made = []
    for mine, theirs in pairs:
        drawn: Source = source(edition.name, Random("who shoots"), mine, theirs)
        made += [quiz for drill in edition.drill().DRILLS for _ in range(2) if (quiz := drill.make(drawn))]
    return [army for pair in pairs for army in pair], made


@quickest
def test_with_two_lists_it_is_told_who_shoots(edition: Edition) -> None:
    """Wherever a unit shoots at another, the first is of the army that is said to shoot."""
    armies, made = of_two_lists(edition)
    names = [{unit.name for army in armies[side::2] for unit in army.units} for side in (0, 1)]
    names = [own | {model.name for army in armies[side::2] for unit in army.units for model, _ in unit.models}
             for side, own in enumerate(names)]  # fmt: skip
    seen = 0
    for quiz in made:
        at = re.search(r"^(.*?army shoots at \w+\.) (.+?)(?: at |: .*; target: )(.+?)(?:, | T\d|; )", quiz.situation)
        if at and at[2] in names[0] | names[1]:
            side = WHO_SHOOTS.index(at[1])
            assert at[2] in names[side], quiz
            assert at[3] in names[1 - side], quiz
            seen += 1
        if " shoots at yours" in quiz.situation:
            assert not re.search(r"\byour?\b", quiz.text), quiz
        assert (" at " not in quiz.situation) or quiz.situation.startswith(WHO_SHOOTS), quiz
    assert seen >= 5
    assert {one for one in WHO_SHOOTS for quiz in made if quiz.situation.startswith(one)} == {*WHO_SHOOTS}


@quickest
def test_without_two_lists_nobody_is_yours(edition: Edition) -> None:
    drawn = source(edition.name, Random("any"), shipped(edition.name)[0])
    made = [quiz for drill in edition.drill().DRILLS if (quiz := drill.make(drawn))]
    assert not [quiz for quiz in made if "army shoots at" in quiz.situation]


@pytest.mark.parametrize("drilled", [TENTH, ELEVENTH], ids=lambda one: one.name)
def test_of_a_target_only_what_defends_is_told_and_of_the_shooter_only_what_shoots(drilled: Any) -> None:
    """Every weapon of every shipped and imported list, at a unit of another one; keywords where an ability asks."""
    armies = shipped(drilled.name) + (imported() if imported()[0].ruleset == drilled.name else [])
    targets = [
        next(unit for army in armies for unit in army.units if unit.is_a(word)) for word in ("VEHICLE", "INFANTRY")
    ]
    asked = 0
    for unit in (unit for army in armies for unit in army.units):
        for target in targets:
            for one, _ in drilled.meetings(unit, target):
                gun, _, at = one.situation.partition("; target: ")
                own, others = (", ".join(re.findall(r"\[(.*?)\]", words)) for words in (gun, at))
                assert not [word for word in own.split(", ") if word.startswith(DEFENDS)], one.situation
                assert not [word for word in others.split(", ") if word.startswith(SHOOTS)], one.situation
                for word in ("VEHICLE", "INFANTRY"):
                    if word in gun.partition("; the target is ")[0] and target.is_a(word):
                        assert f"the target is {word}" in gun or f"and {word}" in gun, one.situation
                        asked += 1
    assert asked >= 5


@cache
def estimates(edition: Edition, number: int) -> list[Quiz]:
    drawn = source(edition.name, Random("told"))
    drills = [drill for drill in edition.drill().DRILLS if drill.kind == "estimate"]
    return [quiz for _ in range(number) for drill in drills if (quiz := drill.make(drawn))]


def without_names(quiz: Quiz) -> tuple[str, str]:
    """The words with which the answer is found; what a unit is called tells nobody anything."""
    facts = dict(quiz.facts)
    situation, text = (
        words.replace(facts["attacker"], "X").replace(facts["target"], "Y") for words in (quiz.situation, quiz.text)
    )
    first, _, target = situation.partition("target: ")
    return f"{first}{', '.join(re.sub(r'^[^(]*? (?=T[0-9])', '', words) for words in target.split(', '))}", text


@pytest.mark.slow
@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_equal_words_have_equal_answers(edition: Edition) -> None:
    """Whatever counts and is not told would make two numbers of the same words."""
    known: dict[tuple[str, str], float] = {}
    for quiz in estimates(edition, 200):
        mean = dict(quiz.facts)["mean"]
        assert known.setdefault(without_names(quiz), mean) == pytest.approx(mean, abs=0.01), quiz


@quickest
def test_that_what_is_not_said_is_not_so_stands_in_no_question(edition: Edition) -> None:
    assert not [quiz for quiz in of_two_lists(edition)[1] if "not said" in f"{quiz.situation} {quiz.text}"]
