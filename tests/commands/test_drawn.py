"""Chances by number on the command line and in scenarios: ``under: {3: 0.5, 1: 0.5}``."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.toy_markers import NAME, toy

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")
HALF = Fraction(1, 2)
HUNDRED = ", ".join(f"{n}: 0.01" for n in range(100))

MORTARS = """\
ruleset: toy-markers
attacker: {name: Mortars, markers: {frag: %s}}
target: {name: Boyz, models: 9, save: 7}
answers: {%s}
"""


@pytest.fixture
def mortars(tmp_path: Path) -> Any:
    """A scenario of so many markers with these answers. Nobody has a save, and so each wound slays."""

    def written(answers: str = "", markers: int = 1) -> str:
        path = tmp_path / "mortars.yaml"
        path.write_text(MORTARS % (markers, answers), encoding="utf-8")
        return str(path)

    return written


def slain(law: dict[int, Fraction]) -> list[str]:
    """Of as many dice as that: 1 to 3 of 6 sides hurt nobody, 4 and 5 hurt one, 6 two."""
    out: dict[int, Fraction] = {}
    for dice, p in law.items():
        for k in range(dice + 1):
            for twice in range(k + 1):
                ways = comb(dice, k) * HALF**dice * comb(k, twice) * Fraction(1, 3) ** twice
                n = min(9, k + twice)
                out[n] = out.get(n, Fraction()) + p * ways * Fraction(2, 3) ** (k - twice)
    return [f"{p.numerator}/{p.denominator}" for k in range(max(out) + 1) for p in [out.get(k, Fraction())]]


EVEN = {3: HALF, 1: HALF}


@pytest.mark.parametrize(
    ("answers", "options", "law"),
    [
        ("", (), {1: Fraction(1)}),
        ("under: {3: 0.5, 1: 0.5}", (), EVEN),
        ("under: {3: 50%, 1: 50%}", (), EVEN),
        ("under: {'3': .5, '1': .5}", (), EVEN),
        ("under: '3: 0.5, 1: 0.5'", (), EVEN),
        ("under: {frag: {3: .5, 1: .5}}", (), EVEN),
        ("under: {frag: 3}", (), {3: Fraction(1)}),
        ("under: {frag: [3, 1]}", (), {3: Fraction(1)}),
        ("under: 2, 'under:frag': {3: .5, 1: .5}", (), EVEN),
        ("under: 2", ("under=3:0.5,1:0.5",), EVEN),
        ("", ("under=3:0.5,1:0.5",), EVEN),
        ("", ("under=3: 50%, 1: 50%",), EVEN),
        ("", ("under:frag=3: 1/2, 1: 1/2",), EVEN),
        ("under: {3: 0.1, 1: 0.9}", (), {3: Fraction(1, 10), 1: Fraction(9, 10)}),
        ("under: {3: 1/3, 1: 2/3}", (), {3: Fraction(1, 3), 1: Fraction(2, 3)}),
        ("under: {3: .3333333, 1: .6666667}", (), {3: Fraction(3333333, 10**7), 1: Fraction(6666667, 10**7)}),
    ],
)
def test_ways_to_say_it(shoot, mortars, answers, options, law):
    sets = [word for option in options for word in ("--set", option)]
    done = shoot("odds", mortars(answers), *sets, "--fractions", "--json")
    assert done.json["exact"]["slain"] == slain(law)
    assert done.json["assumed"] == ({} if answers or options else {"under:frag": "1"})


@pytest.mark.parametrize(
    ("answers", "options", "law"),
    [
        ("under: [3, 1]", (), {4: Fraction(1)}),
        ("", ("under=3", "under=1"), {4: Fraction(1)}),
        ("under: [{3: 0.5, 1: 0.5}, 2]", (), {5: HALF, 3: HALF}),
        ("", ("under=3: 0.5, 1: 0.5", "under=2"), {5: HALF, 3: HALF}),
        ("under: {frag: [{3: 0.5, 1: 0.5}, 2]}", (), {5: HALF, 3: HALF}),
        ("under: {3: 0.5, 1: 0.5}", (), {6: HALF**2, 4: HALF, 2: HALF**2}),
    ],
)
def test_marker_after_marker(shoot, mortars, answers, options, law):
    sets = [word for option in options for word in ("--set", option)]
    assert shoot("odds", mortars(answers, 2), *sets, "--fractions", "--json").json["exact"]["slain"] == slain(law)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ("under: {3: 0.5, 1: 0.4}", "under:frag: the chances add up to 90%, not to 100%; as in 3: 50%, 1: 50%"),
        ("under: {9: 0.5, 1: 0.5}", "under:frag: 0 to 6 models, not 9"),
        ("under: {3: 0, 1: 1}", "under:frag: the chance of 3 must be above 0, not “0”"),
        ("under: {3: -1, 1: 2}", "under:frag: the chance of 3 must be above 0, not “-1”"),
        ("under: {3: , 1: 1}", "under:frag: “” is not the chance of 3; write it as in 0.5, 50% or 1/2"),
        ("under: {3: often, 1: .5}", "under:frag: “often” is not the chance of 3; write it as in 0.5, 50% or 1/2"),
        ("under: {3: {1: 0.5}, 1: 0.5}", "under:3 is not asked in this attack; did you mean under? (--questions"),
        ("under: {frag: {3: 0.5, 1: 0.4}}", "under:frag: the chances add up to 90%"),
        ("under: [3, {1: 0.5, 0: 0.4}]", "under:frag: the chances add up to 90%"),
        (f"under: {{{HUNDRED}}}", "under:frag: at most 50 numbers"),
    ],
)
@pytest.mark.parametrize("command", ["odds", "resolve"])
def test_what_is_refused(shoot, mortars, command, answers, words):
    assert words in shoot(command, mortars(answers, 2)).refused()


def test_the_same_key_twice_is_refused_with_its_place(shoot, mortars):
    assert "mortars.yaml:4:" in shoot("odds", mortars("under: {3: 0.5, 3: 0.5}")).refused()


def test_a_name_nobody_has_is_refused(shoot, mortars):
    words = "under:krak is not asked in this attack; did you mean under:frag? (--questions lists what is)"
    assert words in shoot("odds", mortars("under: 1"), "--set", "under:krak=3: .5, 1: .5").refused()
    assert words in shoot("odds", mortars("under: {frag: {3: .5, 1: .5}, krak: 1}")).refused()


def test_a_batch_has_numbers_and_texts(shoot):
    line = {
        "ruleset": NAME,
        "attacker": {"name": "Mortars", "markers": {"frag": "1"}},
        "target": {"name": "Boyz", "models": "9", "save": "7"},
    }
    third = 1 / 3
    said: list[Any] = [{"3": 0.5, "1": 0.5}, {"3": third, "2": third, "1": third}, {"3": 0.5}, {"3": 1e-7, "1": 1.0}]
    lines = [json.dumps(line | {"answers": {"under": under}}) for under in said]
    done = shoot("odds", "--batch", "-", "--fractions", stdin="\n".join(lines))
    first, second, short, fourth = map(json.loads, done.out.splitlines())
    assert first["exact"]["slain"] == slain(EVEN)
    assert second["exact"]["slain"] == slain(dict.fromkeys((3, 2, 1), Fraction(1, 3)))
    assert short == {"error": "under:frag: the chances add up to 50%, not to 100%; as in 3: 50%, 1: 50%"}
    assert sum(map(Fraction, fourth["exact"]["slain"])) == 1


def test_questions_say_that_chances_will_do(shoot, mortars):
    (row,) = shoot("odds", mortars(), "--questions", "--json").json["questions"]
    assert row == {
        "key": "under:frag",
        "text": "How many models are under it?",
        "values": "0 to 6 models, or chances as in 3: 50%, 1: 50%, or one for each marker as in 4,2,0",
        "default": "1",
        "rules": ["TM-UND-1"],
        "drawn": True,
    }
    shown = shoot("odds", mortars("under: {3: 0.5, 1: 0.5}"), "--questions", "--plain").out
    assert "0 to 6 models, or chances as in 3: 50%, 1: 50%" in shown


def test_what_was_assumed_is_shown(shoot, mortars):
    assert "Assumed: how many models are under it: 1." in shoot("odds", mortars()).out
    assert "Assumed" not in shoot("odds", mortars("under: {3: 0.5, 1: 0.5}")).out


# One roll ------------------------------------------------------------------------------------------------------------


def test_one_roll_draws_by_its_seed_and_says_so(shoot, mortars):
    scenario = mortars("under: {3: 0.5, 1: 0.5}", 2)
    seen = set()
    for seed in range(8):
        one = shoot("resolve", scenario, "--seed", str(seed), "--json")
        assert one.json == shoot("resolve", scenario, "--seed", str(seed), "--json").json
        log = one.json["log"]
        numbers = [entry["answer"] for entry in log if entry.get("key") == "under:frag"]
        told = [entry["text"] for entry in log if "drawn from" in entry.get("text", "")]
        assert told == [f"under:frag: {number}, drawn from 3 (50%) or 1 (50%)" for number in numbers]
        seen.add(tuple(numbers))
        shown = shoot("resolve", scenario, "--seed", str(seed), "--plain").out
        assert all(line in shown for line in told)
    assert len(seen) > 2


def test_many_rolls_come_to_the_odds(shoot, mortars):
    scenario = mortars("under: {6: 0.2, 0: 0.8}")
    exact = shoot("odds", scenario, "--json").json["slain"]
    rolled = shoot("resolve", scenario, "--times", "2000", "--seed", "4", "--json").json["slain"]
    assert rolled == pytest.approx([*exact, *[0.0] * len(rolled)][: len(rolled)], abs=0.03)
