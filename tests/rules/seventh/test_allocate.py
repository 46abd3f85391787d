"""Who takes the wounds (7E-ALC)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.pools import Line
from shoot_cli.rules.seventh import ATTACK
from tests.helpers.scripted_table import refused
from tests.rules.seventh.helpers.tabletop import (
    Played,
    attack,
    chances,
    fire,
    gun,
    marines,
    new_attack,
    squad,
    trooper,
    work_out,
    wounds_on,
)

F = Fraction
NO = ("go_to_ground", "no")


def soft(name: str, n: int = 1, **stats: Any) -> Any:
    """Models without a save."""
    return trooper(name, n, "lasgun", **({"Sv": "-"} | stats))


def volley(target: Any, wounds: int, *script: Any, weapon: Any = None, settings: Any = None, **facts: Any) -> Played:
    """So many wounds on the target, then what is in the script."""
    gunner = marines(1, weapon or gun("gun", AP="1", type=f"Assault {wounds}"))
    return attack(
        gunner,
        target,
        *fire("gun", **facts),
        ("hit:gun", [6] * wounds),
        ("wound:gun", [6] * wounds),
        *script,
        settings=settings,
    )


LINE = squad("Line", soft("Front", 2), soft("Middle", 2), soft("Rear", 2))


@pytest.mark.rule("7E-ALC-1")
def test_closest_first() -> None:
    assert volley(LINE, 3, NO).alive() == {"Middle": [1], "Rear": [1, 1]}


@pytest.mark.rule("7E-ALC-1")
def test_the_order_is_what_the_players_say() -> None:
    assert volley(LINE, 3, NO, order="1 Rear, 2 Front, 1 Rear, 2 Middle").alive() == {"Rear": [1], "Middle": [1, 1]}


@pytest.mark.rule("7E-ALC-2", "7E-WPN-5")
@pytest.mark.parametrize("named", [{}, {"weapon": "first, second"}], ids=("in turn", "named"))
def test_a_later_weapon_that_sees_nobody_more_does_not_fire(named: dict[str, Any]) -> None:
    """The one model in sight may fall to the first weapon; then nobody is left for the second, and that is no mistake."""
    guns = squad("S", *(trooper(name, 1, gun(name, S="8", AP="1")) for name in ("first", "second")))
    slain = chances(guns, squad("Line", soft("Front"), soft("Rear", 3)), order="1 Front, 3 Rear hidden", **named)
    assert slain == {0: F(4, 9) ** 2, 1: 1 - F(4, 9) ** 2}


@pytest.mark.rule("7E-ALC-1")
def test_the_order_holds_for_the_next_weapon_and_may_be_said_again() -> None:
    guns = squad("S", trooper("A", 1, gun("first", AP="1")), trooper("B", 1, gun("second", AP="1")))
    first = [*fire("first", order="2 Rear, 2 Middle, 2 Front"), ("hit:first", [6]), ("wound:first", [6]), NO]
    second = [("hit:second", [6]), ("wound:second", [6]), NO]
    kept = attack(guns, LINE, first, *fire("second"), second)
    assert kept.question("order", 1).default == ((1, "Rear", ""), (2, "Middle", ""), (2, "Front", ""))
    assert kept.alive() == {"Middle": [1, 1], "Front": [1, 1]}
    changed = attack(guns, LINE, first, *fire("second", order="2 Front, 1 Rear, 2 Middle"), second)
    assert changed.alive() == {"Front": [1], "Rear": [1], "Middle": [1, 1]}


@pytest.mark.rule("7E-ALC-1")
def test_no_model_is_forgotten_or_invented() -> None:
    question = volley(LINE, 1, NO).question("order")
    assert "there are 2 Middles, that is 1" in refused(question, [[2, "Front", ""], [1, "Middle", ""], [2, "Rear", ""]])
    assert question.owner == "defender"


@pytest.mark.rule("7E-ALC-2")
def test_who_is_out_of_reach_takes_no_wounds() -> None:
    played = volley(LINE, 4, NO, order="2 Front hidden, 2 Middle, 2 Rear hidden")
    assert played.alive() == {"Front": [1, 1], "Rear": [1, 1]}  # two wounds are lost


@pytest.mark.rule("7E-ALC-2", "7E-WPN-9")
def test_half_range_is_for_counting_shots_full_range_for_allocating() -> None:
    played = attack(
        marines(1, AP="1"),
        squad("T", soft("Near", 1), soft("Far", 1)),
        *fire("boltgun"),
        ("hit:boltgun", [6, 6]),
        ("wound:boltgun", [6, 6]),
        NO,
    )
    assert played.alive() == {}  # the one beyond 12" dies too


@pytest.mark.rule("7E-ALC-1", "7E-ALC-4")
def test_in_a_new_order_the_wounded_of_a_kind_come_first() -> None:
    """The rear Nob alone was seen and hurt. Told anew, an order of kinds cannot say which Nob is nearer."""
    guns = squad("S", trooper("A", 1, gun("first", S="3", AP="1")), trooper("B", 1, gun("second", S="3", AP="1")))
    mob = squad("Mob", trooper("Nob", 2, "shoota", W=2, Sv="-"), trooper("Boy", 1, "shoota", Sv="-"))
    played = attack(
        guns, mob, *fire("first", order="1 Nob hidden, 1 Nob, 1 Boy"), ("hit:first", [6]), ("wound:first", [6]), NO,
        *fire("second", order="1 Boy hidden, 2 Nob"), ("hit:second", [6]), ("wound:second", [6]), NO,
    )  # fmt: skip
    assert played.alive() == {"Nob": [2], "Boy": [1]}


@pytest.mark.rule("7E-ALC-2")
def test_what_is_hidden_is_asked_for_each_weapon() -> None:
    guns = squad("S", trooper("A", 1, gun("first", AP="1")), trooper("B", 1, gun("second", AP="1")))
    played = attack(
        guns, LINE, *fire("first", order="2 Front hidden, 2 Middle, 2 Rear"), ("hit:first", [6]), ("wound:first", [6]), NO,
        *fire("second", order="2 Front, 1 Middle, 2 Rear"), ("hit:second", [6]), ("wound:second", [6]), NO,
    )  # fmt: skip
    assert played.question("order", 1).default == ((2, "Front", "hidden"), (1, "Middle", ""), (2, "Rear", ""))
    assert played.alive() == {"Front": [1], "Middle": [1], "Rear": [1, 1]}


@pytest.mark.rule("7E-ALC-2")
@pytest.mark.parametrize(("value", "words"), [("no", "of all who fire"), ("yes", "same firer")])
def test_setting_alc2_same_firer(value: str, words: str) -> None:
    """Range and sight are facts of the players: the setting changes what they are asked."""
    assert words in dict(volley(LINE, 1, NO, settings={"alc2_same_firer": value}).question("order").marks)["hidden"]


@pytest.mark.rule("7E-ALC-3")
def test_ties_are_the_owners_choice_and_stick() -> None:
    boyz = squad("Boyz", trooper("Boy", 1, "shoota", Sv="6+"), trooper("Rokkit", 1, "rokkit launcha", Sv="6+"))
    guns = squad("S", trooper("A", 1, gun("first", AP="-")), trooper("B", 1, gun("second", AP="1")))
    played = attack(
        guns, boyz, *fire("first", order="1 Rokkit, 1 Boy"), ("hit:first", [6]), ("wound:first", [6]), ("save:Rokkit", [6]),
        *fire("second"), ("hit:second", [6]), ("wound:second", [6]), NO,
    )  # fmt: skip
    assert played.question("order").owner == "defender"
    assert played.alive() == {"Boy": [1]}  # the Rokkit stayed first


@pytest.mark.rule("7E-ALC-4", "7E-SAV-14")
def test_the_same_model_goes_on_taking_them() -> None:
    broadsides = squad("T", soft("Broadside", 3, W=2))
    guns = squad("S", trooper("A", 1, gun("first", AP="1")), trooper("B", 1, gun("second", AP="1", type="Assault 2")))
    played = attack(
        guns, broadsides, *fire("first"), ("hit:first", [6]), ("wound:first", [6]), NO,
        *fire("second"), ("hit:second", [6, 6]), ("wound:second", [6, 6]), NO,
    )  # fmt: skip
    assert played.alive() == {"Broadside": [1, 2]}


@pytest.mark.rule("7E-ALC-4", "7E-SAV-14")
def test_the_wounded_come_first_of_their_kind_when_the_order_is_said_again() -> None:
    guns = squad("S", trooper("A", 1, gun("first", AP="1")), trooper("B", 1, gun("second", AP="1", type="Assault 2")))
    played = attack(
        guns, squad("T", soft("Brute", 3, W=2), soft("Runt", 1)),
        *fire("first"), ("hit:first", [6]), ("wound:first", [6]), NO,
        *fire("second", order="1 Runt, 3 Brute"), ("hit:second", [6, 6]), ("wound:second", [6, 6]), NO,
    )  # fmt: skip
    assert played.alive() == {"Brute": [2, 2]}


@pytest.mark.rule("7E-ALC-4", "7E-ALC-11")
def test_excess_wounds_are_lost() -> None:
    played = volley(squad("T", soft("Boy", 2)), 5, NO)
    assert played.alive() == {}
    assert played.left is None


# Precision Shots -----------------------------------------------------------------------------------------------------


def precise(target: Any, wounds: int, *script: Any, **facts: Any) -> Played:
    gunner = marines(1, gun("gun", AP="1", type=f"Assault {wounds}"), rules=("Precision Shots",))
    return attack(
        gunner, target, *fire("gun", **facts), ("hit:gun", [6] * wounds), ("wound:gun", [6] * wounds), NO, *script
    )


@pytest.mark.rule("7E-ALC-5")
def test_the_shooter_picks_the_models() -> None:
    assert precise(LINE, 1, ("precision", "Rear")).alive() == {"Front": [1, 1], "Middle": [1, 1], "Rear": [1]}
    assert precise(LINE, 1, ("precision", "closest")).alive()["Front"] == [1]


@pytest.mark.rule("7E-ALC-5")
def test_he_picks_again_when_the_model_he_aimed_at_is_gone() -> None:
    played = precise(LINE, 3, ("precision", "Rear"), ("precision_next", "Middle"))
    assert played.alive() == {"Front": [1, 1], "Middle": [1]}


@pytest.mark.rule("7E-ALC-5", "7E-ALC-2")
def test_only_models_in_range_and_sight_can_be_picked() -> None:
    played = precise(LINE, 1, ("precision", "Middle"), order="2 Front hidden, 2 Middle, 2 Rear")
    assert [option.value for option in played.question("precision").options] == ["closest", "Middle", "Rear"]


@pytest.mark.rule("7E-ALC-5")
def test_the_dead_cannot_be_picked() -> None:
    guns = squad(
        "S",
        trooper("A", 1, gun("first", AP="1", type="Assault 2")),
        trooper("B", 1, gun("gun", AP="1"), rules=("Precision Shots",)),
    )
    played = attack(
        guns, LINE, *fire("first"), ("hit:first", [6, 6]), ("wound:first", [6, 6]), NO,
        *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6]), NO, ("precision", "Rear"),
    )  # fmt: skip
    assert [option.value for option in played.question("precision").options] == ["closest", "Middle", "Rear"]


@pytest.mark.rule("7E-ALC-5", "7E-ALC-6")
def test_look_out_sir_against_precision() -> None:
    led = squad("Led", soft("Grunt", 4), soft("Sergeant", 1, character=True))
    played = precise(led, 1, ("precision", "Sergeant"), ("look out sir:Sergeant", [4]))
    assert played.alive() == {"Grunt": [1] * 3, "Sergeant": [1]}


@pytest.mark.rule("7E-ALC-5", "7E-HIT-9")
def test_other_wounds_of_the_weapon_go_to_the_closest() -> None:
    gunner = marines(1, gun("gun", AP="1", type="Assault 2"), rules=("Precision Shots",))
    played = attack(
        gunner,
        LINE,
        *fire("gun"),
        ("hit:gun", [6, 5]),
        ("wound:gun", [6]),
        ("wound:gun", [6]),
        NO,
        ("precision", "Rear"),
    )
    assert played.alive() == {"Front": [1], "Middle": [1, 1], "Rear": [1]}


# Look Out, Sir -------------------------------------------------------------------------------------------------------

LED = squad("Led", trooper("Sergeant", 1, "boltgun", character=True), trooper("Marine", 4, "boltgun"))
HERO = squad(
    "Hero", trooper("Captain", 1, "boltgun", independent=True, W=3, Sv="3+/4++"), trooper("Marine", 4, "boltgun")
)


@pytest.mark.rule("7E-ALC-6")
@pytest.mark.parametrize(("die", "receiver"), [(4, "Marine"), (6, "Marine"), (3, "Sergeant"), (1, "Sergeant")])
def test_a_character_needs_4(die: int, receiver: str) -> None:
    played = volley(LED, 1, ("look out sir:Sergeant", [die]), (f"save:{receiver}", [1]), weapon=gun("gun"))
    roll = played.question("look out sir:Sergeant")
    assert (roll.need.target, roll.owner, roll.need.because[0].rule) == (4, "defender", "7E-ALC-6")
    assert receiver not in played.alive() or len(played.alive()[receiver]) < 4


@pytest.mark.rule("7E-ALC-6")
def test_an_independent_character_needs_2() -> None:
    played = volley(HERO, 1, NO, ("look out sir:Captain", [2]))
    assert played.question("look out sir:Captain").need.target == 2
    assert played.alive() == {"Captain": [3], "Marine": [1] * 3}


@pytest.mark.rule("7E-ALC-6", "7E-SAV-17")
def test_one_attempt_for_each_wound_before_its_save() -> None:
    led = squad("T", trooper("Sergeant", 1, "boltgun", Sv="4+", character=True), trooper("Marine", 3, "boltgun"))
    played = volley(
        led,
        2,
        ("look out sir:Sergeant", [1]),
        ("save:Sergeant", [4]),
        ("look out sir:Sergeant", [4]),
        ("save:Marine", [3]),
        weapon=gun("gun", type="Assault 2"),
    )
    assert played.keys[-4:] == ["look out sir:Sergeant", "save:Sergeant", "look out sir:Sergeant", "save:Marine"]


@pytest.mark.rule("7E-ALC-6")
@pytest.mark.parametrize("facts", [{"within_6": "no"}, {"look_out_sir": "no"}])
def test_nobody_near_or_not_wanted(facts: dict[str, str]) -> None:
    assert "Sergeant" not in volley(LED, 1, ("save:Sergeant", [1]), weapon=gun("gun"), **facts).alive()


@pytest.mark.rule("7E-ALC-6")
def test_a_lone_character_has_nobody() -> None:
    played = volley(
        squad("Lone", trooper("Sergeant", 1, "boltgun", character=True)), 1, ("save:Sergeant", [3]), weapon=gun("gun")
    )
    assert "within_6" not in played.parts("facts:gun")


@pytest.mark.rule("7E-ALC-6")
def test_characters_do_not_ask_each_other_unless_told() -> None:
    two = squad(
        "Two", trooper("Sergeant", 1, "boltgun", character=True), trooper("Captain", 1, "boltgun", independent=True)
    )
    assert "look out sir:Sergeant" not in volley(two, 1, ("save:Sergeant", [3]), weapon=gun("gun")).keys
    asked = volley(
        two,
        1,
        ("look_out_sir_now", "yes"),
        ("look out sir:Sergeant", [4]),
        ("save:Captain", [3]),
        weapon=gun("gun"),
        look_out_sir="ask",
    )
    assert asked.question("look_out_sir_now").default == "no"
    assert asked.keys[-1] == "save:Captain"  # who gets no second attempt for that wound
    told = ("look out sir:Sergeant", [4]), ("save:Captain", [3])
    assert volley(two, 1, *told, weapon=gun("gun"), look_out_sir="yes").keys[-1] == "save:Captain"
    assert next(part for part in asked.question("facts:gun").parts if part.key == "look_out_sir").default == "no"


@pytest.mark.rule("7E-ALC-6")
def test_asked_wound_by_wound() -> None:
    played = volley(LED, 2, ("look_out_sir_now", "no"), ("save:Sergeant", [3]), ("look_out_sir_now", "yes"), ("look out sir:Sergeant", [4]), ("save:Marine", [3]),
                    weapon=gun("gun", type="Assault 2"), look_out_sir="ask")  # fmt: skip
    assert played.question("look_out_sir_now").default == "yes"


@pytest.mark.rule("7E-ALC-6")
def test_who_takes_it_has_his_own_save_toughness_and_pain() -> None:
    mixed = squad(
        "Mixed",
        trooper("Sergeant", 1, "boltgun", character=True),
        trooper("Grot", 4, "boltgun", T=2, W=2, Sv="5+", rules=("Feel No Pain",)),
    )
    played = volley(mixed, 1, ("look out sir:Sergeant", [4]), ("save:Grot", [1]), weapon=gun("gun", S="4", AP="6"))
    assert played.question("save:Grot").need.target == 5
    assert played.alive()["Grot"] == [2] * 3  # doubled out, although the majority and the Sergeant matter not


@pytest.mark.rule("7E-ALC-6", "7E-ALC-2")
def test_the_receiver_may_be_out_of_sight() -> None:
    played = volley(LED, 1, NO, ("look out sir:Sergeant", [4]), order="1 Sergeant, 4 Marine hidden")
    assert played.alive() == {"Sergeant": [1], "Marine": [1] * 3}


SPREAD = squad(
    "Spread", soft("Front", 1), soft("Near", 1), soft("Sergeant", 1, character=True), soft("Behind", 1), soft("Far", 1)
)


@pytest.mark.rule("7E-ALC-6")
@pytest.mark.parametrize(
    ("value", "who"), [("closest", ["Near", "Behind"]), ("any_within_6", ["Behind", "Far", "Front", "Near"])]
)
def test_setting_los_receiver(value: str, who: list[str]) -> None:
    played = attack(
        marines(1, gun("gun", AP="1"), rules=("Precision Shots",)), SPREAD, *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6]), NO,
        ("precision", "Sergeant"), ("look out sir:Sergeant", [4]), ("look_out_sir_to", "Behind"), settings={"los_receiver": value},
    )  # fmt: skip
    assert sorted(option.value for option in played.question("look_out_sir_to").options) == sorted(who)
    assert "Behind" not in played.alive()


@pytest.mark.rule("7E-ALC-5", "7E-ALC-6")
def test_who_may_take_a_wound_stands_with_saves_and_wounds() -> None:
    mixed = squad(
        "Mixed", soft("Front", 1), trooper("Sergeant", 1, "boltgun", character=True, Sv="3+", W=2), soft("Behind", 1)
    )
    shooter = marines(1, gun("gun", AP="1"), rules=("Precision Shots",))
    wounded = *fire("gun", cover="5+"), ("hit:gun", [6]), ("wound:gun", [6]), NO, ("precision", "Sergeant")
    played = attack(
        shooter,
        mixed,
        *wounded,
        ("look out sir:Sergeant", [4]),
        ("look_out_sir_to", "Behind"),
        ("save:Behind", [1]),
        settings={"los_receiver": "any_within_6"},
    )
    whom = [option.label for option in played.question("precision").options]
    assert whom[0] == "the closest model"
    assert "Sergeant, 3+ armour, 5+ cover, 2 wounds left" in whom
    instead = {option.value: option.label for option in played.question("look_out_sir_to").options}
    assert instead["Front"].startswith("Front, ")
    assert "5+ cover" in instead["Front"]


@pytest.mark.rule("7E-ALC-6")
def test_chances_of_look_out_sir() -> None:
    from shoot_cli.rules.seventh.tokens import Wound

    def lost(unit: Any, ap: int | None, **facts: Any) -> Any:
        name = unit.models[0][0].name
        return wounds_on(
            ((Wound(4, ap, (), False), 1),),
            unit,
            lambda state: name not in {r.kind.name for r in (*state.line.standing(), *state.apart)},
            **facts,
        )[True]

    assert lost(LED, None) == F(1, 6)
    assert lost(LED, None, look_out_sir="no") == F(1, 3)


# Random Allocation ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-ALC-10")
def test_a_random_model_until_it_dies_then_another() -> None:
    brutes = squad("T", soft("Brute", 4, W=2), soft("Runt", 6))
    played = volley(brutes, 3, NO, ("random model", 3), ("random model", 9), allocation="random")
    assert [e.question.sides for e in played.asked if e.question.key == "random model"] == [10, 9]
    assert played.alive() == {"Brute": [2] * 3, "Runt": [1] * 5}


@pytest.mark.rule("7E-ALC-10")
def test_the_random_model_stays_closest_for_the_next_weapon() -> None:
    guns = squad("S", trooper("A", 1, gun("first", AP="1")), trooper("B", 1, gun("second", AP="1")))
    brutes = squad("T", soft("Brute", 4, W=2))
    played = attack(
        guns, brutes, *fire("first", allocation="random"), ("hit:first", [6]), ("wound:first", [6]), NO, ("random model", 3),
        *fire("second"), ("hit:second", [6]), ("wound:second", [6]), NO,
    )  # fmt: skip
    assert played.alive() == {"Brute": [2] * 3}


@pytest.mark.rule("7E-ALC-10")
def test_the_order_may_be_said_again_after_a_random_model() -> None:
    guns = squad("S", trooper("A", 1, gun("first", AP="1")), trooper("B", 1, gun("second", AP="1")))
    brutes = squad("T", soft("Brute", 2, W=2), soft("Runt", 2))
    played = attack(
        guns, brutes, *fire("first", allocation="random"), ("hit:first", [6]), ("wound:first", [6]), NO, ("random model", 2),
        *fire("second", order="2 Runt, 2 Brute"), ("hit:second", [6]), ("wound:second", [6]), NO, ("random model", 1),
    )  # fmt: skip
    assert played.alive() == {"Runt": [1], "Brute": [1, 2]}


@pytest.mark.rule("7E-ALC-10")
def test_random_allocation_in_the_odds() -> None:
    brutes = squad("T", soft("A", 1), soft("B", 3))
    sure = marines(1, gun("gun", S="10", AP="1"), BS=5)
    dead = chances(sure, brutes, lambda state: "A" in {r.kind.name for r in state.line.standing()}, allocation="random")
    assert dead[False] == F(5, 6) * F(5, 6) * F(1, 4)


@pytest.mark.rule("7E-ALC-11", "7E-END-3")
def test_wounds_never_pass_to_another_unit_and_weapons_are_wasted() -> None:
    guns = squad("S", trooper("A", 1, gun("first", AP="1", type="Assault 4")), trooper("B", 1, gun("second", AP="1")))
    played = attack(
        guns, squad("T", soft("Boy", 1)), *fire("first"), ("hit:first", [6] * 4), ("wound:first", [6] * 4), NO
    )
    assert played.alive() == {}
    assert played.end.fired == ("first",)


@pytest.mark.rule("7E-ALC-1", "7E-END-3")
def test_a_character_in_front_and_no_wounds_do_not_stop_the_attack() -> None:
    guns = squad("S", trooper("A", 1, gun("first")), trooper("B", 1, gun("second")))
    played = attack(guns, LED, *fire("first"), ("hit:first", [1]), *fire("second"), ("hit:second", [1]))
    assert played.end.fired == ("first", "second")


def test_whom_a_weapon_reached_keeps_no_records_apart() -> None:
    """Where a weapon made no wound, it was kept that a character stood in front; the next weapon was fired by both."""
    mob = squad("Mob", soft("Boy", 2), soft("Nob", character=True, W=2), soft("Rokkit", 4))
    guns = squad("Squad", trooper("A", 4, gun("first", AP="5")), trooper("B", 2, gun("second", AP="4")))
    ends = work_out(ATTACK, new_attack(guns, mob))
    lines = [s.line for s, _ in ends.records]
    assert {line.reach for line in lines} == {None}
    known = [s for s, _ in ends.records if isinstance(s.line, Line)]
    assert len(known) == len(set(known)) > 5
