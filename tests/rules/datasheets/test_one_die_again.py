"""One die of a roll that is thrown again, with all else that its roll may do: the quick odds are those of whole rolls."""

from __future__ import annotations

from hashlib import md5
from itertools import product
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import worked_out
from shoot_cli.cli import units
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import Ends, forget, odds
from shoot_cli.rules.eleventh.records import Die
from tests.helpers.samples import first
from tests.helpers.work import lines_run

WORDS = (
    "re-roll one hit roll",
    "re-roll one wound roll",
    "re-roll one hit roll or wound roll",
    "re-roll one hit roll or wound roll or damage roll",
)
GUNS = (
    "2x A1 BS3+ S5 AP-1 D2 [lethal hits, sustained hits 1, {}]",
    "1x A2 BS3+ S5 AP-1 D1 [devastating wounds, {}]",
    "1x A2 BS4+ S4 AP0 D1 [critical hits on 5+, lethal hits, {}]",
    "1x A2 BS4+ S4 AP0 D1 [sustained hits 2, re-roll hit rolls of 1, {}]",
    "1x A1 BS3+ S4 AP0 D1 [rapid fire 1, {}] + 1x A1 BS3+ S8 AP-3 D2 [{}]",
    "1x AD3 BS4+ S6 AP-2 D2 [{}]",
)
TARGETS = ("3x T4 Sv4+ W2", '1x "A" T4 Sv3+ W2 + 1x "B" T4 Sv5+ W1')


def hash_of(words: tuple[str, ...]) -> bytes:
    """Return a number by which cases are mixed, so that the first few are of all kinds."""
    return md5(" ".join(words).encode()).digest()


def attack_of(ruleset: str, gun: str, target: str, **given: str) -> tuple[Any, ...]:
    task = units.pairing(gun, target, ruleset, units.shared_answers(None, {"distance": "6", **given})).task()
    settings = task.ruleset.defaults() | task.settings
    return task.ruleset, task.start(), Preset(task.answers, raise_missing), settings


def held_to_brute_force(ruleset: str, gun: str, target: str, **given: str) -> None:
    edition, start, answers, settings = attack_of(ruleset, gun, target, **given)
    measures = [edition.measures[name] for name in ("damage", "slain")]
    exact, plain = (
        odds(edition.attack, start, answers, settings=settings, exact=True, brute_force=way) for way in (False, True)
    )
    floats = odds(edition.attack, start, answers, settings=settings)
    for measure in measures:
        want = {k: p for k, p in plain.measure(measure).items() if p}
        assert {k: p for k, p in exact.measure(measure).items() if p} == want
        got = floats.measure(measure)
        assert all(abs(got.get(k, 0) - float(p)) < 1e-12 for k, p in want.items())
    assert shown(exact) == shown(plain)


def shown(ends: Ends) -> dict[type, Any]:
    """Return the expected counts that people see. Dice of a later pool that find nobody left are none of them."""
    return {kind: x for kind, x in ends.expected.items() if x and kind is not Die}


@pytest.mark.parametrize(
    ("gun", "word", "target", "ruleset"),
    first(5, sorted(product(GUNS, WORDS, TARGETS, ("10e", "11e")), key=hash_of)[::2]),
)
@pytest.mark.rule("10E-EFF-35")
def test_one_die_thrown_again_is_as_in_whole_rolls(gun: str, word: str, target: str, ruleset: str) -> None:
    held_to_brute_force(ruleset, gun.replace("{}", word), target)


DAMAGE_WORDS = (
    "re-roll one damage roll",
    "re-roll one damage roll, re-roll damage rolls of 1",
    "re-roll one damage roll, re-roll damage rolls",
    "set one damage roll to 6",
    "re-roll one wound roll or damage roll, set one damage roll to 6",
)
DAMAGE_GUNS = (
    "2x A1 BS3+ S5 AP-1 DD6 [{}]",
    "1x A2 BS3+ S5 AP-1 DD3+1 [devastating wounds, {}]",
    "2x A1 BS3+ S5 AP-1 D2D3 [sustained hits 1, {}]",
    "1x A1 BS3+ S4 AP0 DD3 [rapid fire 1, {}] + 1x A1 BS3+ S8 AP-3 DD6 [{}]",
    "2x A1 BS3+ S5 AP-2 DD6 [melta 2, improve AP by 1 on critical wounds, {}]",
    "1x A1 BS3+ S5 AP-1 DD3 [{}] + 1x A1 BS3+ S5 AP-1 D1",
)
DAMAGE_TARGETS = (
    "1x T4 Sv4+ W5",
    "2x T4 Sv4+ W3 FNP5+",
    '1x "A" T4 Sv3+ W2 + 2x "B" T4 Sv5+ W1',
    '1x "A" T4 Sv5+ W3 + 1x "B" T4 Sv4+ Inv5+ W4',
)


@pytest.mark.parametrize(
    ("gun", "word", "target", "ruleset"),
    first(6, sorted(product(DAMAGE_GUNS, DAMAGE_WORDS, DAMAGE_TARGETS, ("10e", "11e")), key=hash_of)[::2]),
)
@pytest.mark.rule("10E-EFF-56")
def test_one_damage_roll_thrown_again_is_as_attack_by_attack(gun: str, word: str, target: str, ruleset: str) -> None:
    held_to_brute_force(ruleset, gun.replace("{}", word), target)


@pytest.mark.parametrize("ruleset", ["10e", "11e"])
@pytest.mark.rule("10E-EFF-56", "10E-ORD-4")
def test_what_waits_has_the_right_that_others_left(ruleset: str) -> None:
    """Devastating Wounds of two weapons wait for all other attacks, and share one re-roll with them."""
    gun = "1x A2 BS3+ S5 AP-1 DD6 [devastating wounds, {0}] + 1x A1 BS3+ S8 AP-1 DD3 [devastating wounds, {0}]"
    held_to_brute_force(ruleset, gun.replace("{0}", DAMAGE_WORDS[0]), DAMAGE_TARGETS[3])


@pytest.mark.parametrize("command", ["damage", "save"])
@pytest.mark.parametrize("order", ["listed", "best_save"])
@pytest.mark.parametrize(("ruleset", "target"), [("10e", DAMAGE_TARGETS[3]), ("11e", DAMAGE_TARGETS[3])])
@pytest.mark.rule("10E-EFF-72", "10E-EFF-35")
def test_a_command_reroll_beside_that_of_the_unit(ruleset: str, target: str, order: str, command: str) -> None:
    gun = DAMAGE_GUNS[0].replace("{}", DAMAGE_WORDS[0])
    held_to_brute_force(ruleset, gun, target, command_reroll=command, allocation=order)


@pytest.mark.parametrize("command", ["hit", "wound"])
@pytest.mark.parametrize("gun", first(1, GUNS))
@pytest.mark.rule("10E-EFF-35")
def test_a_command_reroll_and_that_of_the_unit_are_two_dice(gun: str, command: str) -> None:
    held_to_brute_force(
        "10e", gun.replace("{}", "re-roll one hit roll or wound roll"), TARGETS[0], command_reroll=command
    )


@pytest.mark.parametrize("word", WORDS[:3])
@pytest.mark.parametrize("ruleset", ["10e", "11e"])
def test_more_dice_are_hardly_more_work(ruleset: str, word: str) -> None:
    """Dice are not gone through one by one."""

    def work(attacks: int) -> int:
        gun = f"10x A{attacks} BS3+ S5 AP-1 D2 [sustained hits 1, lethal hits, {word}]"
        edition, start, answers, settings = attack_of(ruleset, gun, "10x T4 Sv3+ W2")
        forget()
        return lines_run(
            lambda: odds(edition.attack, start, answers, settings=settings).measure(edition.measures["slain"])
        )

    assert work(8) < 1.5 * work(2)


@pytest.mark.parametrize(("ruleset", "command"), [("10e", "damage"), ("10e", "save"), ("11e", "damage")])
def test_a_die_of_a_later_roll_is_hardly_more_work(ruleset: str, command: str) -> None:
    """Attacks are not gone through one by one."""

    def work(attacks: int) -> int:
        edition, start, answers, settings = attack_of(
            ruleset, f"10x A{attacks} BS3+ S5 AP-1 DD6", "10x T4 Sv3+ W3", command_reroll=command
        )
        forget()
        return lines_run(
            lambda: odds(edition.attack, start, answers, settings=settings).measure(edition.measures["slain"])
        )

    work(1)  # what is kept between attacks
    assert work(8) < 1.5 * work(2)


@pytest.mark.rule("10E-SAV-1", "10E-FNP-1")
@pytest.mark.parametrize("ruleset", ["10e", "11e"])
@pytest.mark.parametrize(
    ("gun", "target", "of_wounds"),
    [
        ("2x A1 BS3+ S8 AP-4 D1", "4x T4 Sv5+ W1 FNP5+", 1.0),  # wounds that are ignored were not saved
        ("20x A2 BS3+ S8 AP-1 D2", "2x T4 Sv4+ W1", 2 / 3),  # the unit is soon dead
        ("9x A2 BS3+ S8 AP-1 D2 + 9x A1 BS3+ S8 AP-1 D1", "2x T4 Sv4+ W1", 2 / 3),  # before the second gun fires
        ("9x A2 BS3+ S8 AP0 D1 [devastating wounds]", "2x T4 Sv4+ W1", 1 / 2 + 1 / 2 / 5),  # 1 of 5 wounds is critical
    ],
)
def test_every_unsaved_attack_counts(ruleset: str, gun: str, target: str, of_wounds: float) -> None:
    task = units.pairing(gun, target, ruleset, units.shared_answers(None, {"distance": "6"})).task()
    expected = worked_out(task).expected
    assert expected["unsaved"] == pytest.approx(expected["wounds"] * of_wounds)


@pytest.mark.parametrize("ruleset", ["10e", "11e"])
def test_attacks_at_models_of_two_saves_count_where_they_strike(ruleset: str) -> None:
    task = units.pairing("9x A2 BS3+ S8 AP-1 D2", TARGETS[1], ruleset, units.shared_answers(None, {})).task()
    expected = worked_out(task).expected
    assert expected["slain"] <= expected["unsaved"] + 1e-12 < 2  # no more than two blows slay two models
