"""Questions that would be answered rightly, and yet make no sense at a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from shoot_cli.engine.questions import Roll
from shoot_cli.practice.session import shipped, source
from shoot_cli.quiz.quiz import Quiz
from shoot_cli.rules import edition
from tests.helpers.samples import first
from tests.quiz.test_every_question import asked


def questions(short: str, *kinds: str) -> Iterator[Quiz]:
    return (quiz for _, quiz in asked(edition(short)) if quiz and quiz.kind in kinds)


@pytest.mark.slow
def test_a_damage_of_6_is_not_told_like_a_die() -> None:
    told = [
        quiz.situation for quiz in questions("10e", "hit", "wound", "mistake", "estimate") if "AP" in quiz.situation
    ]
    assert any(re.search(r"damage \d", situation) for situation in told)
    assert not [situation for situation in told if re.search(r"AP-?\d D", situation)]


def test_options_for_dice_are_not_the_same_dice() -> None:
    """Half a D6 is a D3."""
    for quiz in questions("10e", "shots"):
        assert not any("halved" in option for option in quiz.options), quiz


def test_nothing_but_ranged_attacks_is_asked_about() -> None:
    for quiz in questions("10e", "hit", "wound", "save", "shots"):
        assert not re.search(r"\b(Lance|charge)\b", quiz.text), quiz


def test_aa_fires_at_what_flies_alone() -> None:
    logs = [quiz for quiz in questions("rh", "mistake") if "aircraft" not in quiz.situation]
    assert logs
    for quiz in logs:
        assert not any("to hit, AA" in line for line in quiz.options), quiz


@pytest.mark.slow
@pytest.mark.parametrize(
    ("short", "kind"), first(2, [("10e", "shots"), ("rh", "bookkeeping"), ("10e", "bookkeeping"), ("rh", "shots")])
)
def test_the_right_number_is_not_always_the_second(short: str, kind: str) -> None:
    """Numbers stand by size, so how many of the wrong ones are less must differ. Of many, or a card more changes it."""
    found = edition(short)
    assert found is not None
    drawn = source(found.name, Random(f"{short} {kind}"))
    every = [drill.make(drawn) for _ in range(30) for drill in found.drill().DRILLS if drill.kind == kind]
    counts = [quiz for quiz in every if quiz and len(quiz.options) == 4 and quiz.options[-1].isdigit()]
    places = Counter(quiz.options.index(quiz.right) for quiz in counts if quiz.right != "0")
    assert max(places.values()) < 0.55 * sum(places.values())
    assert min(places[place] for place in range(4)) > 0.05 * sum(places.values())


def test_who_is_asked_for_his_save_was_not_hit_by_a_macro_weapon() -> None:
    asked_about = [quiz for quiz in questions("rh", "save") if quiz.rule == "RH-SAVE-2"]
    assert asked_about
    assert not [quiz for quiz in asked_about if "macro" in quiz.situation]


def test_the_second_save_is_not_always_the_better() -> None:
    drawn = source("reikhammer", Random("saves"))
    drills = [drill for drill in edition("rh").drill().DRILLS if (drill.kind, drill.rule) == ("save", "RH-SAVE-2")]
    asked_about = [quiz for drill in drills for _ in range(20) if (quiz := drill.make(drawn))]
    asked_about = [quiz for quiz in asked_about if quiz.text.startswith("Which save")]
    assert {"armour save", "cover save"} <= {quiz.right for quiz in asked_about}


def test_reasons_say_what_the_target_is_within() -> None:
    because = [quiz.because[0].text for quiz in questions("10e", "targets") if quiz.rule in ("10E-TGT-2", "10E-TGT-6")]
    assert any(text.endswith("yes") for text in because)
    assert all(re.search(r'\d"', text) for text in because)


@pytest.mark.rule("2E-SAV-2")
def test_a_modifier_raises_only_where_there_is_one() -> None:
    drawn, seen = source("40k-2e", Random("modifier")), set()
    for played in islice(drawn.attacks(), 120):
        for entry in played.log:
            roll = entry.question
            for lesson in roll.lessons() if isinstance(roll, Roll) and roll.lessons else ():
                splashes = "Deathspitter" in getattr(entry.record.weapon, "rules", ())  # these hits have no modifier
                if lesson.text.endswith("need to save?") and not splashes:
                    told = any("raises" in reason.text for reason in lesson.because)
                    assert told == bool(entry.record.weapon.save_modifier), (entry.record.weapon, lesson)
                    seen.add(told)
    assert seen == {True, False}


@pytest.mark.parametrize("short", ["10e", "11e"])
def test_who_is_asked_about_overwatch_rolls_to_hit(short: str) -> None:
    """Torrent weapons hit without a roll, so no option would be true of them."""
    found = edition(short)
    units = {unit.name: unit for army in shipped(found.name) for unit in army.units}
    drawn, asked_about = source(found.name, Random("overwatch")), set()
    for drill in found.drill().DRILLS:
        if (drill.kind, drill.rule) in (("eligible", "10E-OOP-1"), ("eligible", "11E-SNAP-1")):
            made = [drill.make(drawn) for _ in range(40)]
            asked_about = {re.search(r"visible\. (.*) \((?:not )?TITANIC\)", quiz.text)[1] for quiz in made}
    assert len(asked_about) > 9
    assert not [name for name in asked_about for weapon in units[name].weapons() if weapon.has("Torrent")]


@pytest.mark.slow
def test_who_fires_melta_is_told_his_range() -> None:
    found = edition("11e")
    drawn = source(found.name, Random("melta"))
    drills = [drill for drill in found.drill().DRILLS if drill.kind == "estimate"]
    made = [quiz for drill in drills for _ in range(60) if (quiz := drill.make(drawn))]
    hot = [quiz.situation for quiz in made if re.search(r"\[[^]]*Melta", quiz.situation)]
    assert hot
    assert all(re.search(r' range \d+" ', situation) for situation in hot)


@pytest.mark.parametrize(
    ("short", "card", "trap"),
    [
        ("10e", ("10E-WND-4", "toughness"), lambda f, q: next(t for t, _ in f["models"] if str(t) != q.right)),
        ("10e", ("10E-TGT-11", "toughness"), lambda f, q: f["before"] - f["gone"]),
        ("11e", ("10E-TGT-11", "toughness"), lambda f, q: f["before"] - f["gone"]),
        ("2e", ("2E-CAS-1", "allocate"), lambda f, q: f["models"] if str(f["models"]) != q.right else f["hits"] - f["models"]),
    ],
)  # fmt: skip
def test_what_people_take_for_right_is_offered(short: str, card: tuple[str, str], trap: Callable[..., int]) -> None:
    """But where the right one shall stand at the other end of all four."""
    found = edition(short)
    drawn = source(found.name, Random("traps"))
    (drill,) = [drill for drill in found.drill().DRILLS if drill.card == card]
    made = [drill.make(drawn) for _ in range(60)]
    assert sum(str(trap(dict(quiz.facts), quiz)) in quiz.options for quiz in made) >= 36


def test_reasons_are_those_of_the_situation() -> None:
    """Once no bodyguard lives, nothing is said of bodyguards that live; what is no body has its own reason."""
    for short, rule, says in (
        ("11e", "11E-TOUGH-1", lambda q: ("no bodyguard lives" in q.because[0].text) == ("slew every Bodyguard" in q.text)),
        ("7e", "7E-TGT-4", lambda q: ("own unit" in q.because[0].text) == ("own unit" in q.text)),
        ("rh", "RH-TER-4", lambda q: "RH-ALLOC-3" in {reason.rule for reason in q.because}),
    ):  # fmt: skip
        found = edition(short)
        drawn = source(found.name, Random("reasons"))
        drills = [d for d in found.drill().DRILLS if d.rule == rule and d.kind in ("toughness", "targets", "wound")]
        made = [quiz for drill in drills for _ in range(20) if (quiz := drill.make(drawn))]
        assert len(made) == 20
        assert all(map(says, made)), made
