"""Words of a list: single dice, conditions, sums of equal words, damage re-rolls, what "against" takes, leaders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.rules.datasheets.profiles import Army
from shoot_cli.rules.tenth import lists
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.unit_text import card, explained, notes, read_line
from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN
from tests.rules.tenth.helpers.attacks import (
    attack,
    battle,
    chances,
    gun,
    hits,
    led,
    mean,
    models,
    shooters,
    shots,
    squad,
    targets,
)

F = Fraction


def expected(attacker: str, target: str, **said: str) -> Any:
    """What ``shoot odds -r 10e`` expects of two profile lines."""
    task = of_units("40k-10e", read_line(attacker, "attacker"), read_line(target, "target"), said)
    return worked_out(task).document()["expected"]


# Single dice (10E-EFF-35) --------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-35", "10E-FX-RR-6", "10E-FX-DIE-1")
@pytest.mark.parametrize(
    ("word", "wanted_hits", "wanted_slain"),
    [
        ("re-roll one hit roll", 1.375, 0.6875),
        ("re-roll one wound roll", 1, 0.5 + 7 / 16 * 0.5),  # some hit does not wound: 1 - (3/4)^2
        ("set one hit roll to 6", 1.75, 0.875),
        ("set one wound roll to 6", 1, 0.5 + 7 / 16),
    ],
)
def test_a_single_die_in_a_profile_line(word: str, wanted_hits: float, wanted_slain: float) -> None:
    found = expected(f"1x A2 BS4+ S4 AP0 D1 [{word}]", "9x T4 Sv7+")
    assert (found["hits"], found["slain"]) == pytest.approx((wanted_hits, wanted_slain))


@pytest.mark.rule("10E-EFF-35")
def test_one_die_for_the_unit_however_many_carry_the_word() -> None:
    """Three guns that have it, and the models too: one die of the three."""
    word = "re-roll one hit roll"
    for unit in (shooters(gun(word, BS=4), n=3), shooters(gun(word, BS=4), n=3, abilities=(word,))):
        assert hits(unit) == F(3, 2) + F(7, 8) * F(1, 2)
    two = squad("Two", models("A", 1, gun(word, name="a")), models("B", 1, gun(word, name="b")))
    played = attack(two, targets(), ("hit:a", [1]), ("one hit again:a", [1]), ("hit:b", [1]))
    assert played.dice == ["hit:a", "one hit again:a", "hit:b"]


@pytest.mark.rule("10E-EFF-35")
def test_it_is_a_die_of_those_who_carry_the_word() -> None:
    word = "re-roll one hit roll"
    own = (gun(name="plain"), gun(word, name="own"))
    unit = squad("Two", models("A", 1, own[0]), models("B", 1, own[1]))
    assert attack(unit, targets(), ("hit:plain", [1]), ("hit:own", [1]), ("one hit again:own", [1])).dice[-1] == (
        "one hit again:own"
    )
    of_a_model = squad("Two", models("A", 1, own[0]), models("B", 1, gun(name="other"), abilities=(word,)))
    played = attack(of_a_model, targets(), ("hit:plain", [1]), ("hit:other", [1]), ("one hit again:other", [1]))
    assert played.dice == ["hit:plain", "hit:other", "one hit again:other"]


@pytest.mark.rule("10E-EFF-35", "10E-RR-6")
def test_the_units_own_die_and_a_command_re_roll_are_two() -> None:
    unit = shooters(gun("re-roll one hit roll", A=3))
    played = attack(unit, targets(), ("hit:gun", [1, 1, 1]), ("one hit again:gun", [1, 1]), command_reroll="hit")
    assert played.dice == ["hit:gun", "one hit again:gun"]
    assert hits(unit.but(), command_reroll="hit") == 2 + F(2, 3) * (3 * F(1, 3) - F(1, 27))  # all but a third failure


@pytest.mark.rule("10E-EFF-8", "10E-EFF-35")
@pytest.mark.parametrize("word", ["re-roll one hit roll", "set one wound roll to 6"])
def test_single_dice_have_conditions(word: str) -> None:
    weapon = gun(f"{word} against MONSTER", A=2, BS=4)
    plain, bare = mean(shooters(gun(A=2, BS=4)), targets()), targets(keywords=("MONSTER",))
    assert mean(shooters(weapon), targets()) == plain
    assert mean(shooters(weapon), bare) > plain
    asked = shooters(gun(f"{word} if lit", A=2, BS=4))
    assert mean(asked, targets()) == plain < mean(asked, targets(), **{"if lit": "yes"})


# Conditions (10E-EFF-8) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-8", "10E-WPN-IGNCOVER-1")
def test_cover_is_ignored_only_where_the_condition_holds() -> None:
    attacker = '6x A1 S8 AP-1 D1 12" [torrent, ignores cover against MONSTER]'
    assert expected(attacker, "6x T4 Sv4+ (INFANTRY)", cover="yes")["slain"] == pytest.approx(2.5)
    assert expected(attacker, "6x T4 Sv4+ (MONSTER)", cover="yes")["slain"] == pytest.approx(10 / 3)


@pytest.mark.rule("10E-EFF-8", "10E-WPN-IGNCOVER-1")
@pytest.mark.parametrize(
    ("word", "facts", "ignored"),
    [
        ("if lit", {"if lit": "no"}, False),
        ("if lit", {"if lit": "yes"}, True),
        ("within half range", {"distance": 13}, False),
        ("within half range", {"distance": 12}, True),
    ],
)
def test_cover_is_asked_where_it_may_not_be_ignored(word: str, facts: dict[str, Any], ignored: bool) -> None:
    unit = shooters(gun("torrent", f"ignores cover {word}", AP=-1))
    saved = F(3, 6) if ignored else F(4, 6)
    assert mean(unit, targets(1, Sv="3+"), cover="yes", **facts) == F(1, 2) * (1 - saved)


@pytest.mark.rule("10E-EFF-8", "10E-TGT-6")
@each(
    ("word", "facts", "open_"),
    [
        ("against INFANTRY", {}, True),
        ("against MONSTER", {}, False),
        ("if lit", {"if lit": "yes"}, True),
        ("if lit", {"if lit": "no"}, False),
        ("if stationary", {"stationary": "yes"}, True),
        ("if stationary", {"stationary": "no"}, False),
    ],
)
def test_a_lone_operative_is_ignored_only_where_the_condition_holds(
    word: str, facts: dict[str, str], open_: bool
) -> None:
    alone = targets(1, abilities=("Lone Operative",))
    unit = shooters(gun(f"ignores lone operative {word}"))
    if open_:
        assert hits(unit, alone, distance=20, **facts) == F(2, 3)
        played = battle(unit, alone, ("unit", "Shooters"), ("target", "Targets"), ("facts:Targets", facts), distance=20)
        assert played.left.key == "hit:gun"
    else:
        with pytest.raises(ValueError, match="10E-TGT-6"):
            hits(unit, alone, distance=20, **facts)
        unheard = battle(unit, alone, ("unit", "Shooters"), ("target", "Targets"), distance=20)
        assert unheard.said("Targets is a Lone Operative", "10E-TGT-6")
        assert "hit:gun" not in unheard.keys


@pytest.mark.rule("10E-EFF-8")
@pytest.mark.parametrize(
    "text",
    ["+1 to hit if stationary within half range", "+1 to hit against MONSTER against FLY", "+1 to hit if a if b"],
)
def test_all_conditions_must_hold(text: str) -> None:
    ability = ABILITIES.named(text)
    assert ability is not None
    assert len(ability.conditions) == 2


@pytest.mark.rule("10E-EFF-8")
@pytest.mark.parametrize("text", ["+1 to hit if a if a", "+1 to hit against FLY if a against FLY"])
def test_a_condition_that_stands_twice_is_a_slip(text: str) -> None:
    with pytest.raises(ValueError, match="one condition stands twice"):
        ABILITIES.named(text)


# What stands behind "against" ----------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-8")
@each(
    "text",
    [
        "re-roll hit rolls of 1 against targets within range of an objective",
        "re-roll hit rolls not against the closest unit",
        "+1 to hit against Oath of Moment target",
        "+1 to hit against 5+",
        "+1 to hit against INFANTRY or whoever is near",
    ],
)
def test_only_keywords_stand_behind_against(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no keyword; .*write anything else with if, as in if "):
        ABILITIES.named(text)


@pytest.mark.rule("10E-EFF-8")
@pytest.mark.parametrize("words", ["against /", "not against /", "against MONSTER not against /"])
def test_a_condition_without_a_keyword_is_refused_not_dropped(words: str) -> None:
    with pytest.raises(ValueError, match="is no keyword; write one"):
        ABILITIES.named(f"+1 to hit {words}")


@pytest.mark.rule("10E-EFF-8")
@pytest.mark.parametrize("words", ["within half range of an objective", "in half range of the closest enemy"])
def test_what_follows_half_range_is_refused_not_dropped(words: str) -> None:
    with pytest.raises(ValueError, match="says nothing here; write such a condition with if"):
        ABILITIES.named(f"+1 to hit {words}")


@pytest.mark.parametrize("text", ["Deep Strike +1 to hit", "Leader: re-roll hit rolls of 1", "Hover; Stealth"])
def test_an_ability_behind_one_that_does_nothing_is_not_dropped(text: str) -> None:
    with pytest.raises(ValueError, match="is two abilities; write each by itself"):
        ABILITIES.named(text)


@pytest.mark.rule("10E-EFF-8")
@each("words", ["T4", "W 3", "MELEE", "melee attacks", "MONSTER or AP 0"])
def test_what_belongs_to_the_attack_is_no_keyword_in_capitals_either(words: str) -> None:
    with pytest.raises(ValueError, match="is no keyword, and not played behind against"):
        ABILITIES.named(f"+1 to hit against {words}")


@pytest.mark.rule("10E-EFF-8")
@each(
    ("words", "keywords", "counts"),
    [
        ("against ORKS INFANTRY", "ORKS, INFANTRY", True),
        ("against ORKS INFANTRY", "ORKS", False),
        ("against ORKS JUMP PACK", "ORKS, JUMP PACK", True),
        ("not against ORKS INFANTRY", "ORKS, INFANTRY", False),
        ("not against ORKS INFANTRY", "INFANTRY", True),
        ("against T’AU EMPIRE", "T'AU EMPIRE", True),
        ("against T'AU EMPIRE", "T’AU EMPIRE", True),
    ],
)
def test_keywords_in_a_row_are_all_wanted_however_their_apostrophe_is_written(
    words: str, keywords: str, counts: bool
) -> None:
    found = expected(f"1x A2 BS4+ S4 AP0 D1 [+1 to hit {words}]", f"9x T4 Sv7+ ({keywords})")
    assert found["hits"] == pytest.approx(4 / 3 if counts else 1)


@pytest.mark.rule("10E-EFF-8")
@each(
    ("text", "against"),
    [
        ("+1 to hit against Monster or vehicle", ("MONSTER", "VEHICLE")),
        ("+1 to hit against ADEPTUS ASTARTES", ("ADEPTUS ASTARTES",)),
        ("+1 to hit vs. T'AU EMPIRE/FLY", ("FLY", "T'AU EMPIRE")),
        ("Feel No Pain 4+ against mortal wounds", ()),
        ("Feel No Pain 4+ against Psychic Attacks", ()),
        ("+1 to saves against damage 1", ()),
    ],
)
def test_keywords_and_the_words_of_an_ability_stand_there(text: str, against: tuple[str, ...]) -> None:
    ability = ABILITIES.named(text)
    assert ability is not None
    assert next((one.words for one in ability.conditions if one.kind == "against"), ()) == against
    assert bool(ability.conditions)


# Equal words of two sources (10E-EFF-30 to 33) -----------------------------------------------------------------------


def of_two(word: str, of: str = "attacker", **target: Any) -> Any:
    """A scenario in which ``abilities`` and ``effects`` say the same."""
    sides: dict[str, Any] = {
        "attacker": {"models": [{"name": "S", "count": 10, "weapons": ["gun"]}]},
        "target": {"models": [{"name": "T", "count": 20, "T": 4, "Sv": "3+", **target}]},
    }
    sides[of] |= {"abilities": [word], "effects": [word]}
    weapon = {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1}
    return {"ruleset": "40k-10e", "weapons": {"gun": weapon}, **sides}


@pytest.mark.rule("10E-EFF-30", "10E-MOD-AP-1")
def test_improve_ap_of_two_sources_adds_up() -> None:
    from shoot_cli import armies
    from shoot_cli.analysis.single_attack import pairing_of_scenario

    found = worked_out(pairing_of_scenario(armies.scenario_from(of_two("improve AP by 1")), {}).task()).document()
    assert found["expected"]["slain"] == pytest.approx(20 / 9)
    line = "20x T4 Sv3+"
    assert expected("10x A1 BS3+ S4 AP0 D1 [improve AP by 2]", line)["slain"] == pytest.approx(20 / 9)
    assert expected("10x A1 BS3+ S4 AP0 D1 [improve AP by 1, improve AP by 1]", line)["slain"] == pytest.approx(20 / 9)


@pytest.mark.rule("10E-EFF-30", "10E-EFF-33", "10E-HIT-4", "10E-WND-3")
def test_what_adds_up_and_what_is_capped_after_it() -> None:
    def two(word: str, **more: Any) -> Any:
        return shooters(gun(word, **more), abilities=(word,))

    plain = targets()
    assert shots(two("+1 attacks")) == 3
    assert shots(two("-1 attacks", A=4)) == 2
    assert shots(two("double attacks", A=2)) == 8
    assert mean(two("+2 strength"), plain) == F(2, 3) * F(5, 6)
    assert mean(two("+1 damage"), targets(1, W=9)) == F(2, 3) * F(1, 2) * 3
    assert hits(two("improve BS by 1", BS=5)) == F(4, 6)
    assert hits(two("worsen BS by 1", BS=3)) == F(2, 6)
    assert hits(two("+1 to hit")) == F(5, 6)  # +2 is +1
    assert hits(two("+1 to hit"), targets(abilities=("Stealth",))) == F(5, 6)  # 2 - 1
    assert mean(two("+1 to wound"), targets(abilities=("incoming: -1 to wound",))) == F(2, 3) * F(4, 6)
    assert mean(two("improve AP by 1 on critical wounds"), targets(1, Sv="3+", W=1)) == F(2, 3) * (
        F(2, 6) * F(2, 6) + F(1, 6) * F(4, 6)
    )


@pytest.mark.rule("10E-EFF-30", "10E-EFF-32", "10E-EFF-33")
def test_what_is_done_to_the_attacks_of_others_adds_up() -> None:
    def against(word: str, weapon: Any, **stats: Any) -> Fraction:
        return mean(shooters(weapon), targets(1, abilities=(word, word), **stats))

    assert against("incoming: -1 to hit", gun("+1 to hit"), W=9) == F(3, 6) * F(1, 2)  # 1 - 2
    assert against("incoming: -1 to wound", gun("+1 to wound"), W=9) == F(2, 3) * F(2, 6)
    assert against("incoming: -1 damage", gun(D=3), W=9) == F(2, 3) * F(1, 2)
    assert against("incoming: half damage", gun(D=8), W=9) == F(2, 3) * F(1, 2) * 2
    assert against("incoming: worsen AP by 1", gun(AP=-2), Sv="3+", W=9) == F(2, 3) * F(1, 2) * F(2, 6)
    assert against("+1 to saves", gun(AP=-2), Sv="3+", W=9) == F(2, 3) * F(1, 2) * F(2, 6)  # two against AP-2
    assert against("Stealth", gun(), W=9) == F(3, 6) * F(1, 2)  # once
    assert against("Feel No Pain 5+", gun(), W=9) == F(2, 3) * F(1, 2) * F(4, 6)  # the best, once
    two_shields = targets(1, W=30, abilities=("incoming: no damage once",) * 2)
    assert chances(shooters(gun("Torrent", "re-roll wound rolls", A=3, S=8)), two_shields)[1] == F(35, 36) ** 3


@pytest.mark.rule("10E-EFF-30")
def test_a_leader_brings_another_source_and_models_of_one_unit_do_not() -> None:
    word = "incoming: -1 to hit"
    guard = models("Guard", 2, W=1, abilities=(word,))
    sharp = shooters(gun("+1 to hit"))
    assert hits(sharp, led(models("Boss", 1, leader=True), guards=guard)) == F(4, 6)  # 1 - 1
    assert hits(sharp, led(models("Boss", 1, leader=True, abilities=(word,)), guards=guard)) == F(3, 6)  # 1 - 2
    assert hits(sharp, squad("Boyz", models("A", 2, abilities=(word,)), models("B", 2, abilities=(word,)))) == F(4, 6)


@pytest.mark.rule("10E-EFF-30", "10E-ORD-5")
def test_mortal_wounds_in_addition_of_two_sources_are_two() -> None:
    word = "1 mortal wounds in addition on critical wounds"
    assert mean(shooters(gun("Torrent", word, S=4), abilities=(word,)), targets(1, W=9)) == F(1, 2) + F(1, 6) * 2


@pytest.mark.rule("10E-EFF-32", "10E-WPN-DUP-1")
def test_the_best_of_what_does_not_add_up() -> None:
    assert hits(shooters(gun("Sustained Hits 1"), abilities=("Sustained Hits 2",))) == F(2, 3) + F(2, 6)
    assert shots(shooters(gun("Rapid Fire 1"), abilities=("Rapid Fire 1",)), distance=6) == 2
    assert mean(shooters(gun("Mortal Wounds 1 on 6+", "Mortal Wounds D3 on 2+", S=4)), targets(1, W=9)) == F(5, 6) * 2


@pytest.mark.rule("10E-WPN-DUP-1")
def test_of_two_numbers_of_a_models_ability_the_best_counts() -> None:
    for words in (("Deadly Demise 1", "Deadly Demise D6"), ("Deadly Demise D6", "Deadly Demise 1")):
        kept = models("Tank", 1, abilities=words)[0].get("Deadly Demise")
        assert kept is not None
        assert kept.text == "Deadly Demise D6"


LIST = """
ruleset: 10e
name: Test
weapons: {rifle: {range: 24, A: 1, BS: 3+, S: 4, AP: 0, D: 1, abilities: [improve AP by 1, Improve AP by 1]}}
units:
  - name: Guards
    keywords: [Infantry]
    abilities: [+1 attacks, Lethal Hits, Lethal Hits]
    effects: [+1 attacks]
    models: [{name: Guard, count: 5, T: 4, Sv: 3+, W: 2, weapons: [rifle]}]
  - name: Captain
    leader: Guards
    keywords: [Infantry, Character]
    abilities:
      [re-roll hit rolls of 1, "incoming: -1 to hit", Stealth, Lone Operative, Feel No Pain 5+, +1 to saves, "Damaged: 1-2"]
    models: [{name: Captain, T: 4, Sv: 3+, W: 5, weapons: [rifle]}]
"""


def army_of(text: str) -> Army:
    return lists.read(read_text(text, "list.yaml"), "list.yaml")


@pytest.mark.rule("10E-EFF-31")
def test_the_check_asks_whether_equal_words_are_a_slip() -> None:
    said = notes(army_of(LIST))
    assert "rifle: “Improve AP by 1” stands twice, and both count (10E-EFF-31); is that a slip?" in said
    assert sum("+1 attacks" in note and "is that a slip?" in note for note in said) == 1
    assert not any("Lethal" in note for note in said)  # once or twice is the same


# Leaders -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-ALL-4")
def test_the_check_says_whom_a_leaders_abilities_reach() -> None:
    told = {one.text: one.does for one in explained(army_of(LIST))}
    assert {text: told[text] for text in told if " for " in told[text]} == {
        "Re-roll hit rolls of 1": "hit rolls of 1 are rolled again, for its own attacks alone",
        "Incoming: -1 to hit": "to hit -1, for attacks at any model of the unit",
        "Stealth": "Stealth, for nobody, unless every model of the unit has it",
        "Lone Operative": "Lone Operative, for nobody, as long as it leads a unit",
        "+1 to saves": "saves +1, for itself alone",
        "Feel No Pain 5+": "Feel No Pain 5+, for itself alone",
    }
    (shown,) = card(army_of(LIST))
    assert (
        "“Re-roll hit rolls of 1”: hit rolls of 1 are rolled again, for its own attacks alone; asked: no" in shown.words
    )


@pytest.mark.rule("10E-DEF-STEALTH-1", "10E-FX-RR-1", "10E-FX-HIT-1", "10E-TGT-6")
def test_and_it_is_so() -> None:
    (unit,) = army_of(LIST).units
    assert hits(shooters(), unit) == F(3, 6)  # -1 for all; neither Stealth nor a Lone Operative
    assert hits(shooters(), unit, distance=20) == F(3, 6)
    own = unit.but(models=tuple((model, n) for model, n in unit.models if model.leader))
    assert hits(own, targets()) == F(7, 9)  # 5 guards: 2 of 3
    assert hits(unit, targets()) == 5 * 3 * F(2, 3) + F(7, 9)


# Damage rolls (10E-FX-RR-5) ------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-FX-RR-5")
@pytest.mark.parametrize(
    ("wounds", "lower_half", "not_where_slain"), [(2, 55 / 72, 35 / 36 * 5 / 6), (3, 25 / 36, 8 / 9 * 5 / 6)]
)
def test_damage_rerolls(wounds: int, lower_half: float, not_where_slain: float) -> None:
    """By hand: D6 at W2, 1 to 3 again: 1/2 + 1/2 x 5/6; only 1 again: 5/6 + 1/6 x 5/6. Each of 5/6 that wound."""
    lines = "1x A1 S8 AP0 D D6 [torrent, re-roll damage rolls]", f"1x T4 Sv7+ W{wounds}"
    assert expected(*lines)["slain"] == pytest.approx(lower_half)
    assert expected(*lines, damage_rerolls="not_where_slain")["slain"] == pytest.approx(not_where_slain)
    assert not_where_slain == pytest.approx({2: 0.8102, 3: 0.7407}[wounds], abs=5e-5)


@pytest.mark.rule("10E-EFF-67")
def test_random_strength_of_a_weapon_or_of_each_attack() -> None:
    """By hand: S D6 at T4 wounds on 6, 6, 5, 4, 3 and 3; of two attacks at one model one has to."""
    lines = "1x A2 S D6 AP0 D1 [torrent]", "1x T4 Sv7+"
    assert expected(*lines)["slain"] == pytest.approx(133 / 216)
    assert expected(*lines, random_strength="per_attack")["slain"] == pytest.approx(1 - (7 / 12) ** 2)


def assumed(attacker: str, target: str, **said: str) -> Any:
    task = of_units("40k-10e", read_line(attacker, "attacker"), read_line(target, "target"), said)
    return worked_out(task).document()["assumed"]


@pytest.mark.rule("10E-FX-RR-5")
def test_the_policy_is_told_where_it_matters() -> None:
    weapon = "1x A1 S8 AP0 D D6 [torrent, re-roll damage rolls]"
    assert assumed(weapon, "1x T4 W3")["damage_rerolls"] == "lower_half"
    assert "damage_rerolls" not in assumed(weapon, "1x T4 W3", damage_rerolls="not_where_slain")  # it was said
    for target in ("5x T4 W1", "1x T4 W3 FNP5+"):  # every roll fells it; no roll is sure to
        assert "damage_rerolls" not in assumed(weapon, target)


@pytest.mark.rule("10E-FX-RR-5")
def test_what_is_left_of_a_wounded_model_decides() -> None:
    """W7 twice wounded by 2 shots: after a 4 it has 3 left, and then a 3 stays."""
    unit = shooters(gun("Torrent", "re-roll damage rolls", A=2, S=8, D="D6"))
    one = {n: F(1, 6) * (n > 3) + F(1, 2) * F(1, 6) for n in range(1, 7)}  # of a model that no roll fells
    slain = F(0)
    for first, p in one.items():
        left = 7 - first
        again = [n for n in (1, 2, 3) if n < left]
        good = [n for n in range(1, 7) if n >= left]
        slain += p * (F(len(good), 6) + F(len(again), 6) * F(len(good), 6))
        assert not any(n in again for n in good)
    assert chances(unit, targets(1, W=7), "slain", {"damage_rerolls": "not_where_slain"})[1] == F(5, 6) ** 2 * slain


@pytest.mark.rule("10E-FX-RR-5")
def test_at_the_table_the_shooter_decides_where_it_may_help() -> None:
    unit = shooters(gun("re-roll damage rolls", A=3, S=8, D="D6"))
    before = (("unit", "Shooters"), ("target", "Targets"), ("hit:gun", [6] * 3), ("wound:gun", [6] * 3))
    played = battle(
        unit, targets(3, W=3), *before,
        ("damage:gun", [3]),  # fells it: not asked
        ("damage:gun", [2]), ("damage_reroll:gun", "yes"), ("damage again:gun", [1]),
        ("damage:gun", [2]),  # fells the one that has 2 left
    )  # fmt: skip
    asked = played.question("damage_reroll:gun")
    assert (asked.default, "has 3 left" in asked.text) == ("yes", True)
    assert played.keys.count("damage_reroll:gun") == 1
    high = battle(unit, targets(1, W=30), *before, ("damage:gun", [4]), ("damage:gun", [6]), ("damage:gun", [6]))
    assert high.question("damage_reroll:gun").default == "no"  # of 30: the odds say keep it
    assert high.keys.count("damage_reroll:gun") == 1  # nothing is better than a 6
    thick = targets(1, W=30, abilities=("incoming: -1 damage",))
    for target, printed, words, damage in (
        (targets(1, W=30), "D6", "D6+2", 4), (thick, "D6+1", "D6+2", 4), (thick, "D6", "D6+1", 3),
    ):  # fmt: skip
        melta = battle(shooters(gun("re-roll damage rolls", "+2 damage", S=8, D=printed)), target, *before[:2],
                       ("hit:gun", [6]), ("wound:gun", [6]), ("damage:gun", [2]))  # fmt: skip
        assert melta.question("damage:gun").text == f"gun: damage {words}"
        assert f"rolled 2, damage {damage}; the Target has 30 left" in melta.question("damage_reroll:gun").text
    tough = battle(unit, targets(1, W=3, FNP=5), *before, ("damage:gun", [3]))
    assert tough.question("damage_reroll:gun").default == "yes"  # it may ignore some of them


# Fishing (10E-FX-RR-4) -----------------------------------------------------------------------------------------------

FISHING = {"rerolls": "fishing"}


@pytest.mark.rule("10E-FX-RR-4")
@each(
    ("words", "target", "faces"),
    [
        (("Devastating Wounds",), {}, (1, 2, 3)),  # no save: a critical wound is worth no more
        (("Devastating Wounds",), {"Sv": "6+"}, (1, 2, 3, 4, 5)),
        (("Devastating Wounds",), {"Sv": "-/6++"}, (1, 2, 3, 4, 5)),
        (("Devastating Wounds",), {"Sv": "6+", "abilities": ("Feel No Pain 2+ against mortal wounds",)}, (1, 2, 3)),
        (("improve AP by 1 on critical wounds",), {"Sv": "3+"}, (1, 2, 3, 4, 5)),
        (("improve AP by 1 on critical wounds",), {"Sv": "2+/2++"}, (1, 2, 3)),  # AP does not touch it
        (("1 mortal wounds in addition on critical wounds",), {}, (1, 2, 3, 4, 5)),
    ],
)
def test_nobody_fishes_for_wounds_worth_no_more(
    words: tuple[str, ...], target: dict[str, Any], faces: tuple[int, ...]
) -> None:
    unit = shooters(gun("Torrent", "Twin-linked", *words))
    played = attack(unit, targets(2, **target), ("wound:gun", [1, AGAIN, 1]), settings=FISHING)
    assert played.question("wound:gun").again == faces


@pytest.mark.rule("10E-FX-RR-4", "10E-WPN-DEV-1")
def test_spilling_wounds_are_worth_more_even_without_a_save() -> None:
    unit = shooters(gun("Torrent", "Twin-linked", "Devastating Wounds", D=2))
    for n, dev in ((5, "launch"), (5, "current"), (1, "launch")):
        usual = mean(unit, targets(n, W=1), settings={"devastating": dev})
        fishing = mean(unit, targets(n, W=1), settings=FISHING | {"devastating": dev})
        assert (fishing != usual) == ((n, dev) == (5, "launch"))


@pytest.mark.rule("10E-FX-RR-4")
def test_nobody_fishes_for_lethal_hits_that_would_spoil_the_wound_roll() -> None:
    """Anti 2+ with Devastating Wounds: a hit that rolls to wound is past the save in 5 of 6, one of Lethal Hits in 1."""
    words = ("Lethal Hits", "re-roll hit rolls")
    spoiled = shooters(gun(*words, "Devastating Wounds", "Anti-INFANTRY 2+"))
    worth = shooters(gun(*words))
    hard = targets(Sv="2+")
    assert hits(spoiled, hard, FISHING) == hits(spoiled, hard)
    assert hits(worth, hard, FISHING) < hits(worth, hard)
