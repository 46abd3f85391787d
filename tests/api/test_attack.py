"""One attack for programs: the same as the command line, in values."""

from __future__ import annotations

import json
import pickle
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from shoot_cli import api
from shoot_cli.api.attacks import fraction
from shoot_cli.api.units import for_programs
from shoot_cli.cli.app import app
from shoot_cli.rules import RULESETS
from tests.helpers.each import each

# Keys that every edition's result has; other keys are measures of the edition.
COMMON = {
    "ruleset", "attacker", "target", "assumed", "unused", "not_asked", "overruled", "closed", "expected", "slain",
    "damage", "destroyed", "exact", "figures",
}  # fmt: skip
GUNS, BOYZ = "10x BS4 boltgun", "10x T4 Sv6+"
BLAST = 'BS4 36" S4 AP5 Heavy 1 [Blast]'
MARINES, ORKS = "ultramarines::Tactical", "orks::Slugga Boyz"


def command(*arguments: str) -> dict[str, object]:
    done = CliRunner().invoke(app, ["odds", *arguments, "--json"])
    assert done.exit_code == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


ATTACKS = [
    ((GUNS, BOYZ), {"ruleset": "7e", "distance": 12}, (GUNS, BOYZ, "-r7e", "--distance=12")),
    ((MARINES, ORKS), {"distance": 12, "fractions": False}, (MARINES, ORKS, "--distance", "12")),
    ((MARINES, ORKS), {"answers": {"cover:Boy": "5+"}, "night": False}, (MARINES, ORKS, "--set", "cover:Boy=5+", "--set=night=no")),
    (("ultramarines::Melta", "orks::Deff Dread"), {"distance": 6.0, "fractions": True}, ("ultramarines::Melta", "orks::Deff Dread", "--distance", "6", "--fractions")),
    ((MARINES, "10x T4"), {"weapon": ["boltgun", "missile launcher (krak)"], "go_to_ground": None}, (MARINES, "10x T4", "--weapon", "boltgun, missile launcher (krak)")),
    (("vanguard::Hellblaster", "deffskulls::Flash Gitz"), {"distance": 12, "zzz": None}, ("vanguard::Hellblaster", "deffskulls::Flash Gitz", "--distance", "12")),
    ((MARINES, ORKS), {"distance": 12, "swarms_fnp": None, "jink": "no"}, (MARINES, ORKS, "--distance", "12", "--set", "jink=no")),
]  # fmt: skip


@pytest.mark.parametrize(("units", "said", "line"), ATTACKS, ids=lambda value: str(value)[:30])
def test_all_of_it_is_as_the_command_prints_it(units, said, line) -> None:
    found, printed = api.odds(*units, **said), command(*line)
    assert found.as_dict() == printed
    assert json.loads(json.dumps(found.as_dict())) == printed
    assert [*found.slain] == printed["slain"]
    assert [*found.damage] == printed["damage"]
    assert found.destroyed == printed["destroyed"]
    assert found.expected == printed["expected"]
    assert found.assumed == printed["assumed"]
    assert found.unused == printed.get("unused", {})
    assert found.overruled == printed.get("overruled", {})
    assert found.closed == printed.get("closed", {})
    assert {name: one.document() for name, one in found.figures.items()} == printed["figures"]
    assert {*found.measures} == {*printed} - {*COMMON}
    assert {name: [f"{x.numerator}/{x.denominator}" for x in row] for name, row in found.exact.items()} == printed.get("exact", {})  # fmt: skip


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_what_an_edition_measures_besides_is_among_its_measures(edition) -> None:
    of = {name for name in edition.ruleset().measures if name not in ("slain", "damage", "destroyed")}
    seen = set[str]()
    for attacker, target in OF_EDITIONS[edition.short]:
        found = api.odds(attacker, target, ruleset=edition.short)
        seen |= {*found.measures}
        for value in found.measures.values():
            assert sum(value) == pytest.approx(1) if isinstance(value, tuple) else 0 <= value <= 1
    assert seen <= of
    assert bool(seen) is (edition.short in ("7e", "2e", "rh"))


OF_EDITIONS = {
    "7e": [("3x BS4 meltagun", "AV13/11/10 HP3")],
    "10e": [("5x A2 BS3+ S4 AP0 D1", "5x T4 Sv3+")],
    "11e": [("5x A2 BS3+ S4 AP0 D1", "5x T4 Sv3+")],
    "2e": [("macragge_column::Lascannon", "goff_mob::Goff Boyz")],
    "rh": [("blue_column::Blue Battery", "red_host::Red Company")],
}


def test_chances_of_so_many_or_more() -> None:
    found = api.odds(GUNS, BOYZ, ruleset="7e", distance=12)
    assert found.at_least(0) == found.at_least(-5) == pytest.approx(1)
    assert found.at_least(10) == found.slain[10] == found.destroyed
    assert found.at_least(11) == 0
    assert found.at_least(3, "damage") == sum(found.damage[3:])
    with pytest.raises(api.ShootError, match="destroyed is no distribution of this attack; there is slain, damage"):
        found.at_least(1, "destroyed")


def test_fractions_of_any_length() -> None:
    found = api.odds('100x BS4 S4 AP5 Heavy 10 24"', "200x T4 Sv6+", ruleset="7e", fractions=True)
    assert sum(found.exact["slain"]) == Fraction(1)
    assert [float(x) for x in found.exact["slain"]] == pytest.approx(found.slain, abs=1e-12)
    assert fraction(f"{'1' * 5_000}/1{'0' * 5_000}") < Fraction(1, 8)  # ``int`` reads no text of that length
    assert api.odds(GUNS, BOYZ, ruleset="7e").exact == {}


def test_odds_are_values() -> None:
    found, again = (api.odds(GUNS, BOYZ, ruleset="7e", distance=12) for _ in range(2))
    assert found == again != api.odds(GUNS, BOYZ, ruleset="7e", distance=24)
    assert len({found, again}) == 1
    assert pickle.loads(pickle.dumps(found)) == found
    found.as_dict()["slain"].clear()
    found.expected.clear()  # type: ignore[attr-defined]
    found.assumed.clear()  # type: ignore[attr-defined]
    assert found == again
    assert repr(found) == "<Attacker at Target: 6.611 slain, destroyed 0.0919, 40k-7e>"


def test_what_may_be_said() -> None:
    rows = {row["key"]: row for row in api.questions(MARINES, ORKS, distance=12)}
    assert rows["cover"]["default"] == "none"
    assert "5+" in rows["cover"]["values"]
    assert rows["gtg_window"]["setting"] is True
    done = CliRunner().invoke(app, ["odds", MARINES, ORKS, "--distance", "12", "--questions", "--json"])
    assert [*rows.values()] == json.loads(done.stdout)["questions"]


def test_answers_by_name_and_one_after_the_other_are_those_of_a_scenario() -> None:
    by_name = api.odds(MARINES, ORKS, cover={"Boy": "5+", "Boss Nob": "4+"}, distance=12)
    assert by_name == api.odds(MARINES, ORKS, answers={"cover:Boy": "5+", "cover:Boss Nob": "4+"}, distance=12)
    assert by_name != api.odds(MARINES, ORKS, distance=12)
    drawn = api.odds(BLAST, BOYZ, ruleset="7e", under={3: Fraction(1, 3), 1: Fraction(2, 3)})
    assert drawn == api.odds(BLAST, BOYZ, ruleset="7e", under="3: 1/3, 1: 2/3")
    assert drawn.expected["hits"] == pytest.approx(5 / 3, rel=0.5)


class OfNumpy:
    """As its numbers and arrays are, as far as it matters here: no ``int``, and ``tolist`` gives one of Python."""

    def __init__(self, value: object) -> None:
        self.value = value

    def tolist(self) -> object:
        return self.value


def test_numbers_of_numpy_are_numbers() -> None:
    assert api.odds(GUNS, BOYZ, ruleset="7e", distance=OfNumpy(12)) == api.odds(GUNS, BOYZ, ruleset="7e", distance=12)
    weapons = OfNumpy(["boltgun", "plasma gun"])
    assert api.odds(MARINES, ORKS, weapon=weapons) == api.odds(MARINES, ORKS, weapon=["boltgun", "plasma gun"])


def odds(**said):
    return lambda: api.odds(GUNS, BOYZ, **{"ruleset": "7e", **said})


@each(
    ("call", "words"),
    [
        (odds(cower="5+"), "cower is not asked in this attack; did you mean cover? (questions(...) lists what is)"),
        (odds(cover="9+"), "cover: “9+” is not one of: none, 6+"),
        (odds(cover=object()), "is nothing that JSON has"),
        (odds(weapon=[]), "weapon: “none” is not one of: "),
        (odds(cover=["5+", None]), "the answer to cover is neither a text nor a number"),
        (odds(distance=float("nan")), "distance: “nan”: how many inches?"),
        (
            lambda: api.odds("vanguard::Hellblaster", "deffskulls::Flash Gitz", distance=99),
            "cannot shoot at Flash Gitz",
        ),
        (odds(answers=5), "answers stand by their keys"),
        (odds(answers={3: 5}), "answers stand by their keys, which are words; 3 is none"),
        (odds(answers={"cover": "5+"}, cover="4+"), "cover is said twice"),
        (odds(ruleset="9e"), "no ruleset '9e'; there is 40k-7e (or 7e)"),
        (odds(ruleset=None), "add ruleset= (7e"),
        (odds(gtg_window="never"), "gtg_window=“never”: it can be"),
        (odds(gtg_window="never" * 1000), "gtg_window=“" + ("never" * 12)[:57] + "...”: it can be"),
        (lambda: api.odds(3, BOYZ, ruleset="7e"), "a unit is named by words"),
        (lambda: api.odds(GUNS, None, ruleset="7e"), "a unit is named by words"),
        (lambda: api.odds(MARINES, api.load("vanguard").units[0]), "is of 40k-7e, not of 40k-11e"),
        (lambda: api.odds(api.unit(MARINES), api.load("vanguard").units[0]), "both must be of one ruleset"),
        (lambda: api.odds(api.unit(MARINES), ORKS, ruleset="10e"), "is of 40k-7e, not of 40k-10e"),
        (lambda: api.odds(MARINES, "orks::Shoota", budget=0.001), "the odds would take more than 0.001 s of CPU"),
        (lambda: api.questions(MARINES, ORKS, cover="9+"), "cover: “9+” is not one of"),
    ],
)
def test_what_will_not_do_is_a_sentence(call, words) -> None:
    with pytest.raises(api.ShootError) as error:
        call()
    assert words in str(error.value)
    assert "--" not in str(error.value).replace("--times 1000", "")  # that is a command in the sentence
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
    before = error.value.__context__  # some who send errors to another process send what was before them, too
    while before is not None:
        assert getattr(before, "record", None) is None
        before = before.__context__


@each(
    ("sentence", "ours"),
    [
        ("Say it with --distance or --set distance=...", "Say it with distance=..."),
        ("Say it with --set aim=...", "Say it with aim=..."),
        ("Say it with --set in_arc:heavy bolter=...", 'Say it with answers={"in_arc:heavy bolter": ...}'),
        ("agree on one: --set metric=grid or --set metric=inch", "agree on one: metric=grid or metric=inch"),
        ("--ruleset 40k-7e, but the lists", "ruleset=40k-7e, but the lists"),
        ("--budget gives it more time", "budget= gives it more time"),
    ],
)
def test_options_are_said_as_arguments(sentence, ours) -> None:
    assert for_programs(sentence) == ours


def test_what_is_said_against_what_is_known_is_kept():
    line = '6x A1 BS3+ S4 AP0 D1 24" [re-roll hit rolls if target below half strength]'
    key = "if target below half strength"
    found = api.odds(line, "10x T4 Sv3+ W1", ruleset="10e", answers={key: "yes"})
    assert found.overruled == {key: {"computed": "no", "said": "yes"}}


SAID_BACK = {  # a default of one weapon, of whoever is left, of the first of several orders
    "40k-2e": [("Lascannon Squad", "Genestealers", {"distance": "12"}), ("Leman Russ", "Goff Boyz", {"distance": "6"})],
    "40k-7e": [("Bike Squad", "Plague Marines", {}), ("Missile Squad", "Heavy Bolter Squad", {"distance": "24"})],
    "reikhammer": [("Guard of the Long Barrow", "Red Company", {})],
}


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_all_that_is_assumed_said_back_comes_to_the_same(edition) -> None:
    units = {u.name: u for file in sorted(Path("armies", edition.name).glob("*.yaml")) for u in api.load(file).units}
    rng, attacks = Random(3), list(SAID_BACK.get(edition.name, ()))
    for _ in range(26):
        attacker, target = rng.choice([*units]), rng.choice([*units])
        attacks.append(
            (attacker, target, {"distance": rng.choice(["6", "12", "18", "24"])} if rng.random() < 0.6 else {})
        )
    tried = 0
    for attacker, target, said in attacks:
        with suppress(api.ShootError):  # some cannot
            found = api.odds(units[attacker], units[target], answers=said)
            tried += 1
            try:
                again = api.odds(units[attacker], units[target], answers={**said, **found.assumed})
            except api.ShootError as error:
                pytest.fail(f"{attacker} at {target}, {said}: {error}")
            assert (again.slain, again.damage) == (found.slain, found.damage), (attacker, target, said, found.assumed)
    assert tried >= 15
