"""Mortal wounds that are no attacks: by a roll after shooting or as the phase begins, and by a test of one's own."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.steps.facts import labelled
from shoot_cli.rules.tenth import RULESET
from tests.helpers.each import each
from tests.rules.tenth.helpers.tabletop import (
    army,
    battle,
    gun,
    kind,
    law,
    led,
    mean,
    shooters,
    squad,
    targets,
    times,
    worked,
)

F = Fraction
MISSING = gun("rifle", S=1)  # hits on 3+, and seldom wounds
SURE = gun("flamer", "Torrent", S=1)  # hits whatever it rolls


def unit_with(*has: str, weapon: Any = MISSING, n: int = 1, name: str = "Squad", **stats: Any) -> Unit:
    return shooters(n, weapon, name=name, has=has, **stats)


WALL = targets(6, "Wall", T=20, Sv="2+")


# An attack on its own (10E-EFF-44) -----------------------------------------------------------------------------------


def use(words: str) -> dict[str, str]:
    return {f"use {words}": "yes"}


@pytest.mark.rule("10E-EFF-44")
@each(
    ("words", "found"),
    [
        ("1 mortal wounds on 4+ after shooting", {0: F(1, 2), 1: F(1, 2)}),
        ("D3 mortal wounds on 4+ after shooting", {0: F(1, 2), 1: F(1, 6), 2: F(1, 6), 3: F(1, 6)}),
        ("1 mortal wound on 5+", {0: F(2, 3), 1: F(1, 3)}),
        ("1 mortal wounds on 4+ on each of 2 dice after shooting", {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}),
        ("2 mortal wounds on 4+ in the Shooting phase", {0: F(1, 2), 2: F(1, 2)}),
    ],
)
def test_on_its_own_it_is_rolled_after_the_attacks(words: str, found: dict[int, F]) -> None:
    shooter = unit_with(words, weapon=gun("flamer", "Torrent", S=1, AP=0))
    safe = targets(6, "Safe", T=20, Sv="2+/2++")
    without = law(shooter, safe)
    assert without == {0: F(35, 36), 1: F(1, 36)}  # it is not used unless somebody says so
    expected: dict[int, F] = {}
    for shot, p in without.items():
        for more, q in found.items():
            expected[shot + more] = expected.get(shot + more, F(0)) + p * q
    assert law(shooter, safe, **use(words)) == expected


@pytest.mark.rule("10E-EFF-44")
def test_only_at_whom_it_hit() -> None:
    words = "1 mortal wounds on 2+ after shooting"
    found = law(unit_with(words), targets(6, "Safe", T=20, Sv="2+/2++"), **use(words))
    shot = F(2, 3) * F(1, 36)  # it hits on 3+, wounds on 6 and is saved on 2+
    assert found[0] == F(1, 3) + (F(2, 3) - shot) * F(1, 6)
    assert mean(found) == shot + F(2, 3) * F(5, 6)


@pytest.mark.rule("10E-EFF-44", "10E-EFF-12")
def test_within_a_distance_whoever_was_hit() -> None:
    words = '1 mortal wounds on 2+ after shooting within 6"'
    unit, safe = unit_with(words), targets(6, "Safe", T=20, Sv="2+/2++")
    plain = mean(law(unit, safe))
    assert mean(law(unit, safe, distance=6, **use(words))) == plain + F(5, 6)
    assert mean(law(unit, safe, distance=7, **use(words))) == plain
    assert mean(law(unit, safe, **use(words))) == plain  # no distance is said: not so near


@pytest.mark.rule("10E-EFF-44", "10E-EFF-10")
def test_against_some_alone() -> None:
    words = "1 mortal wounds on 4+ after shooting against MONSTER"
    unit = unit_with(words, weapon=SURE)
    soft, monster = targets(6, "Soft", T=20, Sv="2+/2++"), targets(6, "M", T=20, Sv="2+/2++", keywords=("MONSTER",))
    assert mean(law(unit, monster, **use(words))) == mean(law(unit, monster)) + F(1, 2)
    assert mean(law(unit, soft)) == F(1, 36)


@pytest.mark.rule("10E-EFF-44")
def test_a_die_for_each_model_that_has_it() -> None:
    words = "1 mortal wounds on 4+ per model after shooting"
    unit, safe = unit_with(words, weapon=SURE, n=3), targets(9, "Safe", T=20, Sv="2+/2++")
    assert mean(law(unit, safe, **use(words))) == 3 * F(1, 36) + F(3, 2)
    attached = led(unit_with(weapon=SURE, n=3), squad("Boss", kind("Boss", 1, has=(f"led: {words}",), leader=True)))
    assert mean(law(attached, safe, **use(f"Led: {words}"))) == 3 * F(1, 36) + 2


@pytest.mark.rule("10E-EFF-44", "10E-MW-2", "10E-FNP-3")
def test_they_spill_and_are_ignored_by_feel_no_pain() -> None:
    words = "3 mortal wounds on 2+ after shooting"
    unit = unit_with(words, weapon=SURE)
    assert law(unit, targets(4, "W2", T=20, W=2, Sv="2+/2++"), "damage", **use(words))[3] == F(35, 36) * F(5, 6)
    ignoring = targets(4, "FNP", T=20, Sv="2+/2++", has=("Feel No Pain 4+ against mortal wounds",))
    assert mean(law(unit, ignoring, **use(words))) == F(1, 36) + F(5, 6) * F(3, 2)


@pytest.mark.rule("10E-EFF-44", "10E-EFF-30")
def test_two_of_them_are_both_rolled() -> None:
    one, other = "1 mortal wounds on 4+ as Spores", "1 mortal wounds on 5+ as Fumes"
    unit, safe = unit_with(one, other, weapon=SURE), targets(9, "Safe", T=20, Sv="2+/2++")
    assert mean(law(unit, safe, **use("Spores"), **use("Fumes"))) == F(1, 36) + F(1, 2) + F(1, 3)


@pytest.mark.rule("10E-EFF-44", "10E-OOP-2")
def test_not_in_overwatch() -> None:
    words = "1 mortal wounds on 2+ after shooting"
    unit, safe = unit_with(words, weapon=SURE), targets(6, "Safe", T=20, Sv="2+/2++")
    assert mean(law(unit, safe, overwatch="yes", **use(words))) == F(1, 36)


@pytest.mark.rule("10E-EFF-44", "10E-ORD-6", "10E-WPN-HAZ-2")
@pytest.mark.parametrize(
    ("setting", "chance"), [("hazardous_first", F(5, 6) * F(1, 2)), ("other_rules_first", F(1, 2))]
)
def test_who_died_of_his_own_weapon_rolls_nothing(setting: str, chance: F) -> None:
    words = "1 mortal wounds on 4+ after shooting"
    unit = unit_with(words, weapon=gun("flamer", "Torrent", "Hazardous", S=1), W=1)
    safe = targets(6, "Safe", T=20, Sv="2+/2++")
    assert mean(law(unit, safe, after_shooting=setting, **use(words))) == F(1, 36) + chance


@pytest.mark.rule("10E-EFF-44")
def test_odds_name_what_they_assume() -> None:
    words = "1 mortal wounds on 4+ after shooting"
    assert worked(unit_with(words, weapon=SURE), WALL)["assumed"][f"use {words}"] == "no"


# In a battle ---------------------------------------------------------------------------------------------------------

SHOTS = (("unit", "Squad"), ("target", "Near"), ("hit:rifle", [6]), ("wound:rifle", [1]))
FOES = army("Foes", targets(5, "Near", T=20), targets(5, "Far", T=20), targets(1, "Beast", keywords=("MONSTER",), W=9))


def fought(*script: Any, has: str = "D3 mortal wounds on 4+ after shooting", theirs: Any = FOES, **more: Any) -> Any:
    return battle(army("Mine", unit_with(has), unit_with(name="Others")), theirs, *script, **more)


@pytest.mark.rule("10E-EFF-44", "10E-ORD-6")
def test_it_is_offered_after_the_attacks_against_whom_they_hit() -> None:
    roll = "by a roll:D3 mortal wounds on 4+ after shooting"
    played = fought(*SHOTS, (roll, [4]), ("mortal wounds:D3 mortal wounds on 4+ after shooting", [3]))
    asked = played.question("roll for:D3 mortal wounds on 4+ after shooting")
    assert [option.value for option in asked.options] == ["Near", "nobody"]
    assert played.wounds("Near") == {"Target": [1, 1]}
    assert played.because(roll) == [("D3 mortal wounds on 4+ after shooting", "10E-EFF-44")]
    assert played.left.key == "unit"


@pytest.mark.rule("10E-EFF-44")
def test_who_hit_nobody_is_not_asked() -> None:
    played = fought(("unit", "Squad"), ("target", "Near"), ("hit:rifle", [2]))
    assert played.left.key == "unit"
    assert not [key for key in played.every_key if key.startswith("roll for")]


@pytest.mark.rule("10E-EFF-44")
def test_the_roll_may_be_left() -> None:
    played = fought(*SHOTS, ("roll for:D3 mortal wounds on 4+ after shooting", "nobody"))
    assert played.wounds("Near") == {"Target": [1] * 5}


@pytest.mark.rule("10E-EFF-44")
def test_within_a_distance_any_of_them() -> None:
    has = '2 mortal wounds on 4+ after shooting within 6" as Fumes'
    played = fought(*SHOTS, ("roll for:Fumes", "Far"), ("by a roll:Fumes", [5]), has=has)
    assert [option.value for option in played.question("roll for:Fumes").options] == ["Near", "Far", "Beast", "nobody"]
    assert played.question("roll for:Fumes").default == "nobody"
    assert played.wounds("Far") == {"Target": [1, 1, 1]}
    assert played.wounds("Near") == {"Target": [1] * 5}


@pytest.mark.rule("10E-EFF-44", "10E-EFF-10")
def test_against_monsters_alone() -> None:
    has = '2 mortal wounds on 4+ after shooting within 6" against MONSTER as Fumes'
    played = fought(*SHOTS, ("roll for:Fumes", "Beast"), ("by a roll:Fumes", [5]), has=has)
    assert [option.value for option in played.question("roll for:Fumes").options] == ["Beast", "nobody"]
    assert played.wounds("Beast") == {"Target": [7]}


@pytest.mark.rule("10E-EFF-44", "10E-EFF-20")
def test_after_shooting_once_a_battle() -> None:
    has = "2 mortal wounds on 4+ after shooting once per battle as Fumes"
    again = (("unit", "end the phase"), ("next turn", "go on"), *SHOTS)
    assert fought(*SHOTS, ("by a roll:Fumes", [5]), *again, has=has).every_key.count("roll for:Fumes") == 1
    left = fought(*SHOTS, ("roll for:Fumes", "nobody"), *again, ("roll for:Fumes", "nobody"), has=has)
    assert left.left.key == "unit"


BEFORE = "D3 mortal wounds on 4+ in the Shooting phase"


@pytest.mark.rule("10E-EFF-44")
def test_in_the_phase_it_is_offered_as_it_begins() -> None:
    key, roll = f"roll for:Squad: {BEFORE}", f"by a roll:{BEFORE}"
    played = fought((key, "Near"), (roll, [4]), ("mortal wounds:Near", [2]), has=BEFORE)
    assert played.every_key.index(key) < played.every_key.index("unit")
    assert played.question(key).default == "nobody"
    assert played.wounds("Near") == {"Target": [1] * 3}
    assert not [key for key in fought(*SHOTS, has=BEFORE).every_key if key.startswith("by a roll")]


@pytest.mark.rule("10E-EFF-44", "10E-EFF-20")
def test_once_a_battle_it_is_offered_until_it_was_used() -> None:
    has, key = f"{BEFORE} once per battle", f"roll for:Squad: {BEFORE}"
    assert fought(("unit", "end the phase"), ("unit", "end the phase"), has=has).every_key.count(key) > 1
    used = fought(
        (key, "Near"), (f"by a roll:{BEFORE}", [1]), ("unit", "end the phase"), ("unit", "end the phase"), has=has
    )
    assert used.every_key.count(key) == 1


@pytest.mark.rule("10E-EFF-44", "10E-EFF-21")
def test_its_condition_is_asked_first() -> None:
    has = f"{BEFORE} if lit"
    assert "roll for:Squad: D3 mortal wounds on 4+ in the Shooting phase if lit" not in fought(has=has).every_key
    played = fought(("if lit:Squad", "yes"), (f"roll for:Squad: {has}", "Near"), (f"by a roll:{has}", [1]), has=has)
    assert played.left.key == "unit"


@pytest.mark.rule("10E-EFF-44", "10E-DEMISE-1")
def test_who_dies_of_it_may_explode() -> None:
    theirs = army("Foes", squad("Bomb", kind("Bomb", 1, W=1, has=("Deadly Demise 1",))), targets(5, "Near"))
    key = f"roll for:Squad: {BEFORE}"
    played = fought(
        (key, "Bomb"), (f"by a roll:{BEFORE}", [4]), ("mortal wounds:Bomb", [2]), ("demise:Bomb", [1]), has=BEFORE,
        theirs=theirs,
    )  # fmt: skip
    assert played.left.key == "unit"


# Tests of one's own (10E-EFF-41) -------------------------------------------------------------------------------------

PACT = "own mortal wounds D3 if a test fails"


@pytest.mark.rule("10E-EFF-41")
def test_a_failed_test_costs_models_before_they_shoot() -> None:
    unit, foes = unit_with(PACT, weapon=gun("flamer", "Torrent"), n=5, W=1), targets(9, "Foes")
    assert mean(law(unit, foes)) == F(5, 2)  # it is not taken unless somebody says so
    assert mean(law(unit, foes, test="passed")) == F(5, 2)
    failed = law(unit, foes, test="failed")
    half = {0: F(1, 2), 1: F(1, 2)}
    three = [times(n, half) for n in (4, 3, 2)]
    assert failed == {n: sum((one.get(n, F(0)) for one in three), F(0)) / 3 for n in range(5)}
    assert law(unit, foes, "own_slain", test="failed") == {1: F(1, 3), 2: F(1, 3), 3: F(1, 3)}


@pytest.mark.rule("10E-EFF-41")
def test_what_it_costs_is_not_expected_of_its_attacks() -> None:
    unit = unit_with("own mortal wounds 2 if a test fails", weapon=gun("flamer", "Torrent"), n=5, W=1)
    found = worked(unit, targets(9, "Foes"), test="failed")["expected"]
    assert (found["unsaved"], found["damage"], found["slain"]) == (1.5, 1.5, 1.5)


@pytest.mark.rule("10E-EFF-41", "10E-FNP-3")
def test_feel_no_pain_helps_against_it() -> None:
    words = "own mortal wounds 2 if a test fails"
    unit = unit_with(words, "Feel No Pain 4+ against mortal wounds", n=5, W=1)
    assert law(unit, WALL, "own_damage", test="failed") == {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}


@pytest.mark.rule("10E-EFF-41")
def test_who_is_gone_does_not_shoot() -> None:
    unit = unit_with("own mortal wounds 3 if a test fails", weapon=SURE, n=2, W=1)
    assert law(unit, targets(5, "Foes", T=1), test="failed") == {0: F(1)}
    assert law(unit, targets(5, "Foes", T=1), "own_slain", test="failed") == {2: F(1)}


@pytest.mark.rule("10E-EFF-41", "10E-WPN-HAZ-2")
def test_what_hazardous_weapons_cost_is_added() -> None:
    unit = unit_with("own mortal wounds 1 if a test fails", weapon=gun("plasma", "Hazardous", S=1), n=2, W=1)
    assert mean(law(unit, WALL, "own_slain", test="failed")) == 1 + F(1, 6)


@pytest.mark.rule("10E-EFF-41")
def test_so_many_weapons_as_are_left_fire() -> None:
    unit = unit_with("own mortal wounds 2 if a test fails", weapon=gun("flamer", "Torrent"), n=5, W=1)
    assert mean(law(unit, targets(9, "Foes"), test="failed", firing="4 flamer")) == F(3, 2)
    assert mean(law(unit, targets(9, "Foes"), test="failed", firing="2 flamer")) == F(1)


@pytest.mark.rule("10E-EFF-41")
def test_in_a_battle_it_is_taken_before_the_target_is_chosen() -> None:
    mine = army("Mine", unit_with(PACT, n=5, W=1), unit_with(name="Others"))
    played = battle(mine, FOES, ("unit", "Squad"), ("test", "failed"), ("mortal wounds:Squad", [2]), ("target", "Near"),
                    ("hit:rifle", [1, 1, 1]))  # fmt: skip
    assert played.every_key.index("test") < played.every_key.index("target")
    assert played.wounds("Squad") == {"Shooter": [1, 1, 1]}
    assert played.question("hit:rifle").dice == 3
    assert played.left.key == "unit"


@pytest.mark.rule("10E-EFF-41", "10E-EFF-20")
@pytest.mark.parametrize(("said", "times_asked"), [("passed", 1), ("not taken", 2)])
def test_a_test_once_a_battle(said: str, times_asked: int) -> None:
    mine = army("Mine", unit_with(f"{PACT} once per battle", n=5, W=1), unit_with(name="Others"))
    once = (("unit", "Squad"), ("test", said), ("target", "Near"), ("hit:rifle", [1] * 5))
    again = (("unit", "Squad"), ("target", "Near"), ("hit:rifle", [1] * 5))
    played = battle(mine, FOES, *once, ("unit", "end the phase"), ("next turn", "go on"), *again)
    assert played.every_key.count("test") == times_asked


PACTS = (f"{PACT} if a Pact was made as Pact", "+1 to hit if a Pact was made")


@pytest.mark.rule("10E-EFF-41", "10E-EFF-8")
@pytest.mark.parametrize(("said", "hits"), [("passed", F(5, 6)), ("not taken", F(2, 3))])
def test_whoever_takes_a_test_says_that_its_condition_holds(said: str, hits: F) -> None:
    gone = gun("bolt", S=10, AP=-6)  # wounds on 2+, and nobody saves
    assert mean(law(unit_with(*PACTS, weapon=gone), targets(9, "Foes"), **{"test Pact": said})) == hits * F(5, 6)
    failed = law(unit_with(*PACTS, weapon=gone, n=4, W=1), targets(9, "Foes"), **{"test Pact": "failed"})
    assert mean(failed) == 2 * F(5, 6) * F(5, 6)  # of four models 3, 2 or 1 are left


@pytest.mark.rule("10E-EFF-41", "10E-EFF-8")
def test_at_the_table_the_condition_is_not_asked_about_again() -> None:
    mine = army("Mine", unit_with(*PACTS, n=5, W=1), unit_with(name="Others"))
    start = (("unit", "Squad"), ("test Pact", "passed"), ("target", "Near"))
    played = battle(mine, FOES, *start, ("hit:rifle", [2, 2, 1, 1, 1]), ("wound:rifle", [1, 1]))
    assert played.question("wound:rifle").dice == 2  # a rifle hits on 3+ without the pact
    assert not [key for key in played.every_key if "Pact was made" in key]
    choice = "one of: Lethal Hits if a Pact was made; Sustained Hits 1 if a Pact was made"
    mine = army("Mine", unit_with(*PACTS, choice, n=5, W=1), unit_with(name="Others"))
    played = battle(mine, FOES, *start, ("hit:rifle", [1] * 5))
    (row,) = [part for part in played.question("facts:Near").parts if "which one" in part.text.lower()]
    assert [option.label for option in row.options] == ["Lethal Hits", "Sustained Hits 1"]
    assert {option.label for option in labelled(("Lethal Hits if a Pact was made", "Sustained Hits 1"))} == {""}


@pytest.mark.rule("10E-EFF-20")
def test_effects_of_one_name_are_one_use() -> None:
    both = "+1 to hit once per battle as Trick", "+1 to wound once per battle as Trick"
    mine = army("Mine", unit_with(*both, n=5, W=1), unit_with(name="Others"))
    used = (("unit", "Squad"), ("target", "Near"), ("facts:Near", {"use Trick": "yes"}), ("hit:rifle", [1] * 5))
    again = (("unit", "end the phase"), ("next turn", "go on"), ("unit", "Squad"), ("target", "Near"))
    played = battle(mine, FOES, *used, *again)
    assert [played.question("facts:Near", nth).parts[0].key for nth in (0, 1)] == ["use Trick", "firing"]


@pytest.mark.rule("10E-EFF-41", "10E-OOP-2")
def test_no_test_in_overwatch() -> None:
    theirs = army("Theirs", unit_with(PACT, n=5, W=1, name="Watchers"))
    played = battle(army("Mine", unit_with()), theirs, ("unit", "overwatch"), ("overwatch", "Watchers"), ("target", "Squad"),
                    ("hit:rifle", [1] * 5))  # fmt: skip
    assert "test" not in played.every_key


# Every way ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-41", "10E-EFF-44")
@pytest.mark.parametrize(
    ("has", "said"),
    [
        (("D3 mortal wounds on 4+ as Fumes",), {"use Fumes": "yes"}),
        (("1 mortal wounds on 3+ per model as Fumes", PACT), {"use Fumes": "yes", "test": "failed"}),
        ((PACT, "Feel No Pain 5+"), {"test": "failed", "firing": "2 rifle"}),
    ],
)
def test_the_odds_are_those_of_all_dice_one_by_one(has: tuple[str, ...], said: dict[str, str]) -> None:
    unit = squad("Squad", kind("Shooter", 3, gun("rifle", "Hazardous", S=5), has=has, W=2))
    foes = squad("Foes", kind("Guard", 2, W=2, Sv="5+", FNP=6), kind("Chief", 1, W=3, Sv="3+", T=5))
    found = []
    for brute_force in (False, True):
        given = Preset(said, raise_missing)
        ends = odds(
            RULESET.attack, RULESET.begin_attack(unit, foes), given, settings=RULESET.defaults(), exact=True,
            brute_force=brute_force,
        )  # fmt: skip
        found.append({name: ends.measure(measure) for name, measure in RULESET.measures.items()})
    assert found[0] == found[1]
