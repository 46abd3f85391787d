"""After the shots: pinning, morale, what is to be remembered (7E-END)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers.each import each
from tests.rules.seventh.helpers.tabletop import (
    Played,
    army,
    attack,
    battle,
    boyz,
    chances,
    fire,
    gun,
    marines,
    no_more,
    squad,
    trooper,
)

F = Fraction
NO = ("go_to_ground", "no")
END = ("unit", "end the phase")


def soft(n: int = 10, name: str = "Guard", **stats: Any) -> Any:
    rules = stats.pop("unit_rules", ())
    kind = stats.pop("type", "Infantry")
    return squad(name, trooper("Guardsman", n, "lasgun", **({"Sv": "-", "Ld": 7} | stats)), rules=rules, type=kind)


# Pinning -------------------------------------------------------------------------------------------------------------

CARBINE = gun("carbine", type="Assault 2, Pinning")


def pins(target: Any, dice: list[int], *script: Any, **facts: Any) -> Played:
    """Two shots of a carbine: ``dice`` to wound."""
    return attack(
        marines(1, CARBINE),
        target,
        *fire("carbine", **facts),
        ("hit:carbine", [6, 6]),
        ("wound:carbine", dice),
        *script,
    )


@pytest.mark.rule("7E-END-1")
def test_one_test_for_a_lost_wound() -> None:
    played = pins(soft(), [6, 6], NO, ("pinning", 7))
    question = played.question("pinning")
    assert (question.dice, question.sides, question.need.target, question.owner) == (2, 6, 7, "defender")
    assert not played.end.pinned
    assert played.said("not pinned", "7E-END-1")
    assert pins(soft(), [6, 6], NO, ("pinning", 8)).end.pinned


@pytest.mark.rule("7E-END-1")
def test_no_lost_wound_no_test() -> None:
    assert "pinning" not in pins(soft(), [1, 1]).keys
    assert "pinning" not in pins(soft(Sv="2+"), [6, 6], ("save:Guardsman", [2, 2])).keys
    felt = pins(soft(rules=("Feel No Pain",)), [6, 1], NO, ("feel no pain:Guardsman", [5]))
    assert "pinning" not in felt.keys  # it counts as saved


@pytest.mark.rule("7E-END-1")
def test_a_wound_that_kills_nobody_pins_too() -> None:
    assert "pinning" in pins(soft(W=2), [6, 1], NO, ("pinning", 7)).keys


@pytest.mark.rule("7E-END-1")
def test_the_best_leadership_of_those_who_live() -> None:
    led = squad(
        "Guard", trooper("Sergeant", 1, "laspistol", Sv="-", Ld=9), trooper("Guardsman", 9, "lasgun", Sv="-", Ld=7)
    )
    assert pins(led, [6, 1], NO, ("pinning", 8)).question("pinning").need.target == 7  # the Sergeant fell
    assert pins(led, [6, 1], NO, ("pinning", 8), order="9 Guardsman, 1 Sergeant").question("pinning").need.target == 9


@pytest.mark.rule("7E-END-1")
def test_after_all_weapons_and_once() -> None:
    two = squad(
        "S",
        trooper("A", 1, CARBINE),
        trooper("B", 1, gun("second", type="Assault 1, Pinning")),
        trooper("C", 1, gun("third")),
    )
    played = attack(
        two, soft(), *fire("carbine"), ("hit:carbine", [6, 6]), ("wound:carbine", [6, 6]), NO, *fire("second"), ("hit:second", [6]), ("wound:second", [6]), NO,
        *fire("third"), ("hit:third", [1]), ("pinning", 7),
    )  # fmt: skip
    assert played.keys.count("pinning") == 1
    assert played.keys[-1] == "pinning"


@pytest.mark.rule("7E-END-1")
def test_only_the_pinning_weapon_pins() -> None:
    two = squad("S", trooper("A", 1, CARBINE), trooper("B", 1, gun("second")))
    played = attack(
        two,
        soft(),
        *fire("carbine"),
        ("hit:carbine", [1, 1]),
        *fire("second"),
        ("hit:second", [6]),
        ("wound:second", [6]),
        NO,
    )
    assert "pinning" not in played.keys


@pytest.mark.rule("7E-END-1")
def test_once_for_each_firing_unit() -> None:
    tau = army("Tau", *(marines(1, CARBINE, name=name) for name in "AB"))
    shot = [("target", "Guard"), *fire("carbine"), ("hit:carbine", [6, 1]), ("wound:carbine", [6]), NO, ("pinning", 7)]
    assert battle(tau, army("Guard", soft(20)), ("unit", "A"), shot, ("unit", "B"), shot).keys.count("pinning") == 2


@pytest.mark.rule("7E-END-1", "7E-GTG-1")
def test_who_is_down_already_is_not_tested() -> None:
    assert "pinning" not in pins(soft(), [6, 1], ("go_to_ground", "yes"), ("save:Guardsman", [1])).keys


@pytest.mark.rule("7E-END-1", "7E-ALC-11")
def test_nobody_left_nobody_tested() -> None:
    assert "pinning" not in pins(soft(1), [6, 6], NO).keys


@pytest.mark.rule("7E-END-1")
@pytest.mark.parametrize("rules", [("Fearless",), ("Zealot",), ("Never Pinned",)])
def test_some_always_pass(rules: tuple[str, ...]) -> None:
    ask = [NO] if rules == ("Never Pinned",) else []
    played = pins(soft(unit_rules=rules), [6, 1], *ask)
    assert "pinning" not in played.keys
    assert not played.end.pinned


@pytest.mark.rule("7E-END-1")
def test_fearlessness_dies_with_its_bearer() -> None:
    mob = squad(
        "Mob", trooper("Priest", 1, "laspistol", Sv="-", rules=("Fearless",)), trooper("Guardsman", 9, "lasgun", Sv="-")
    )
    assert "pinning" in pins(mob, [6, 1], ("pinning", 7)).keys


@pytest.mark.rule("7E-END-1", "7E-GTG-3")
@pytest.mark.parametrize("type_", ["Monstrous Creature", "Bike"])
def test_who_cannot_go_to_ground_is_not_pinned(type_: str) -> None:
    played = attack(
        marines(1, CARBINE), soft(3, type=type_, T=4), *[("jink", "no")] * (type_ == "Bike"),
        *fire("carbine"), ("hit:carbine", [6, 6]), ("wound:carbine", [6, 1]),
    )  # fmt: skip
    assert "pinning" not in played.keys


@pytest.mark.rule("7E-END-1")
@pytest.mark.parametrize(("leadership", "passes"), [(5, F(5, 18)), (7, F(7, 12)), (8, F(13, 18)), (10, F(11, 12))])
def test_chances_to_be_pinned(leadership: int, passes: Fraction) -> None:
    sure = marines(1, gun("sure", S="10", type="Assault 1, Pinning"), BS=5)
    assert chances(sure, soft(Ld=leadership), "pinned")[1] == F(5, 6) * F(5, 6) * (1 - passes)


# Morale --------------------------------------------------------------------------------------------------------------

BOLTERS = army("Ultramarines", marines(3, gun("gun", AP="1"), name="A"), marines(3, gun("gun", AP="1"), name="B"))


def kills(unit: str, n: int, target: str = "Guard", of: int = 3) -> list[Any]:
    return [
        ("unit", unit),
        ("target", target),
        *fire("gun"),
        ("hit:gun", [6] * n + [1] * (of - n)),
        ("wound:gun", [6] * n),
        NO,
    ]


@pytest.mark.rule("7E-END-2")
@each(
    ("start", "lost", "test"),
    [
        (10, 2, False),
        (10, 3, True),
        (8, 2, True),
        (9, 2, False),
        (12, 3, True),
        (13, 3, False),
        (4, 1, True),
        (5, 1, False),
    ],
)
def test_a_quarter_of_the_models_at_the_start_of_the_phase(start: int, lost: int, test: bool) -> None:
    played = battle(
        BOLTERS,
        army("Guard", soft(start)),
        kills("A", lost),
        END,
        *([("morale", 7)] if test else []),
        ("unit", "Guard"),
    )
    assert played.said(f"Guard lost {lost} of {start} this phase", "7E-END-2") == test


@pytest.mark.rule("7E-END-2", "7E-END-4")
def test_once_at_the_end_of_the_phase_for_the_losses_of_all_attacks() -> None:
    played = battle(BOLTERS, army("Guard", soft(10)), kills("A", 2), kills("B", 2), ("morale", 7), ("unit", "Guard"))
    assert played.keys.count("morale") == 1
    assert played.said("Guard lost 4 of 10")


@pytest.mark.rule("7E-END-2")
def test_losses_of_an_earlier_phase_do_not_count() -> None:
    played = battle(
        BOLTERS,
        army("Guard", soft(10)),
        kills("A", 2),
        END,
        END,
        ("next turn", "go on"),
        kills("A", 1),
        END,
        ("unit", "Guard"),
    )
    assert "morale" not in played.keys
    later = battle(
        BOLTERS,
        army("Guard", soft(10)),
        kills("A", 2),
        END,
        END,
        ("next turn", "go on"),
        kills("A", 2),
        END,
        ("morale", 7),
        ("unit", "Guard"),
    )
    assert later.said("Guard lost 2 of 8")


@pytest.mark.rule("7E-END-2")
def test_wounds_that_killed_nobody_do_not_count() -> None:
    assert "morale" not in battle(BOLTERS, army("Guard", soft(4, W=2)), kills("A", 1), END, ("unit", "Guard")).keys


@pytest.mark.rule("7E-END-2")
@pytest.mark.parametrize(("leadership", "total", "falls"), [(7, 7, False), (7, 8, True), (2, 2, False), (10, 11, True)])
def test_morale_is_2d6_against_leadership(leadership: int, total: int, falls: bool) -> None:
    played = battle(
        BOLTERS, army("Guard", soft(4, Ld=leadership)), kills("A", 1), END, ("morale", total), ("unit", "Guard")
    )
    assert played.marks("Guard") == (["falling back"] if falls else [])
    question = played.question("morale")
    assert (question.dice, question.sides, question.need.target, question.owner) == (2, 6, leadership, "defender")


@pytest.mark.rule("7E-END-2")
def test_double_1_always_passes() -> None:
    played = battle(BOLTERS, army("Guard", soft(4, Ld=1)), kills("A", 1), END, ("morale", [1, 1]), ("unit", "Guard"))
    assert played.marks("Guard") == []


@pytest.mark.rule("7E-END-2")
@pytest.mark.parametrize(
    ("rules", "tested"),
    [(("Fearless",), False), (("Zealot",), False), (("And They Shall Know No Fear",), True), (("Stubborn",), True)],
)
def test_who_passes_morale_by_himself(rules: tuple[str, ...], tested: bool) -> None:
    script = kills("A", 1) if tested else kills("A", 1)[:-1]
    played = battle(
        BOLTERS,
        army("Guard", soft(4, unit_rules=rules)),
        script,
        END,
        *([("morale", 12)] if tested else []),
        ("unit", "Guard"),
    )
    assert ("morale" in played.keys) == tested
    assert played.marks("Guard") == (["falling back"] if tested else [])


@pytest.mark.rule("7E-END-2")
@pytest.mark.parametrize(("rule", "usual"), [("Mob Rule", "stands"), ("Instinctive Behaviour (Lurk)", "falls back")])
def test_what_stands_in_place_of_a_failed_test_is_asked_for(rule: str, usual: str) -> None:
    def played(said: str) -> Played:
        own = ("own outcome", said)
        guard = army("Guard", soft(4, unit_rules=(rule,)))
        return battle(BOLTERS, guard, kills("A", 1), END, ("morale", 12), own, ("unit", "Guard"))

    assert played(usual).question("own outcome").default == usual
    assert played(usual).question("own outcome").options[0].label == "it falls back"
    assert played("stands").marks("Guard") == []
    assert played("falls back").marks("Guard") == ["falling back"]


@pytest.mark.rule("7E-END-2")
def test_morale_without_the_fearless_who_fell() -> None:
    mob = squad(
        "Guard",
        trooper("Priest", 1, "laspistol", Sv="-", rules=("Fearless",)),
        trooper("Guardsman", 3, "lasgun", Sv="-"),
    )
    played = battle(BOLTERS, army("Guard", mob), kills("A", 1)[:-1], END, ("morale", 12), ("unit", "Guard"))
    assert played.marks("Guard") == ["falling back"]


@pytest.mark.rule("7E-END-2")
def test_not_while_locked() -> None:
    said = [("unit", "a unit's state"), ("state of", "Guard"), ("state", "locked in combat")]
    played = battle(BOLTERS, army("Guard", soft(4), soft(4, "Other")), kills("A", 1), said, END, ("unit", "Other"))
    assert "morale" not in played.keys


@pytest.mark.rule("7E-END-2", "7E-HIT-11")
def test_losses_to_the_units_own_weapons_count() -> None:
    burners = army("Ultramarines", marines(4, gun("hot", type="Assault 1, Gets Hot"), name="A", Sv="-"))
    played = battle(
        burners,
        army("Orks", boyz()),
        ("unit", "A"),
        ("target", "Boyz"),
        *fire("hot"),
        *[("hit:hot", [1])],
        *[("hit:hot", [2])] * 3,
        ("morale", 12),
        ("unit", "Boyz"),
    )
    assert played.question("morale").owner == "attacker"
    assert played.marks("A")[-1] == "falling back"


@pytest.mark.rule("7E-END-2")
@pytest.mark.parametrize("rule", ["Mob Rule", "Instinctive Behaviour (Feed)"])
def test_rules_that_replace_a_failed_test(rule: str) -> None:
    target = army("Guard", soft(4, unit_rules=(rule,)))
    stands = battle(BOLTERS, target, kills("A", 1), END, ("morale", 12), ("own outcome", "stands"), ("unit", "Guard"))
    assert stands.marks("Guard") == []
    falls = battle(
        BOLTERS, target, kills("A", 1), END, ("morale", 12), ("own outcome", "falls back"), ("unit", "Guard")
    )
    assert falls.marks("Guard") == ["falling back"]


@pytest.mark.rule("7E-END-2", "7E-NOM-3")
def test_who_falls_back_snaps_in_his_own_turn() -> None:
    played = battle(
        BOLTERS,
        army("Guard", soft(4)),
        kills("A", 1),
        END,
        ("morale", 12),
        ("unit", "Guard"),
        ("target", "A"),
        *fire("lasgun"),
        ("hit:lasgun", [5] * 6),
    )
    assert played.question("hit:lasgun").need.target == 6


# Next weapon, next unit, flags ---------------------------------------------------------------------------------------


@pytest.mark.rule("7E-END-3")
def test_the_next_weapon_is_offered_against_the_same_target() -> None:
    two = squad("S", trooper("A", 1, gun("first")), trooper("B", 1, gun("second")))
    played = attack(two, soft(), *fire("first"), ("hit:first", [1]), *no_more())
    assert [option.value for option in played.question("weapon", 1).options] == ["second", "no more"]


@pytest.mark.rule("7E-END-3")
def test_no_weapon_is_offered_against_nobody() -> None:
    two = squad("S", trooper("A", 1, gun("first")), trooper("B", 1, gun("second")))
    assert attack(two, soft(1), *fire("first"), ("hit:first", [6]), ("wound:first", [6]), NO).keys.count("weapon") == 1


@pytest.mark.rule("7E-END-4")
def test_the_phase_ends_when_everybody_had_his_turn() -> None:
    one = army("Ultramarines", marines(1, gun("gun"), name="A"))
    played = battle(
        one, army("Orks", boyz()), ("unit", "A"), ("target", "Boyz"), *fire("gun"), ("hit:gun", [1]), ("unit", "Boyz")
    )
    assert played.said("Turn 1: Orks")


@pytest.mark.rule("7E-END-5")
@pytest.mark.parametrize(("rule", "until"), [("Concussive", (1, 0)), ("Blind", (1, 0)), ("Soul Blaze", None)])
def test_what_the_target_suffers(rule: str, until: tuple[int, int] | None) -> None:
    """Concussive lasts through the next Assault phase, which is the shooter's own."""
    weapon = army(
        "Ultramarines", marines(1, gun("gun", AP="1", type=f"Assault 1, {rule}"), name="A"), marines(1, name="B")
    )
    hurt = battle(
        weapon,
        army("Guard", soft()),
        ("unit", "A"),
        ("target", "Guard"),
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        NO,
        ("unit", "B"),
    )
    named = {"Blind": "hit by a Blind weapon"}.get(rule, rule)
    assert [(mark.name, mark.until) for mark in hurt.unit_at("Guard").marks] == [(named, until)]
    unhurt = battle(
        weapon,
        army("Guard", soft()),
        ("unit", "A"),
        ("target", "Guard"),
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [1]),
        ("unit", "B"),
    )
    assert unhurt.marks("Guard") == []


@pytest.mark.rule("7E-END-5", "7E-WPN-17")
def test_the_status_shows_what_is_to_be_remembered() -> None:
    from shoot_cli.rules.seventh.steps.summary import status_of

    one = army("Ultramarines", marines(2, "hunter-killer missile", name="A"), marines(1, name="B"))
    played = battle(
        one, army("Guard", soft(3, W=2)), ("unit", "A"), ("target", "Guard"), *fire("hunter-killer missile"), ("hit:hunter-killer missile", [1, 1]),
        ("unit", "B"), ("target", "Guard"), *fire("boltgun"), ("hit:boltgun", [6, 1]), ("wound:boltgun", [6]), ("go_to_ground", "yes"), ("save:Guardsman", [1]),
        ("unit", "Guard"),
    )  # fmt: skip
    (_, (a, _)), (_, (guard,)) = status_of(played.end)
    assert [mark for mark in a.marks if "spent" in mark]
    assert guard.models_left == 3
    assert "1 of 2" in guard.wounds_note
    assert "gone to ground" in guard.marks[0]
    assert "turn 1" in guard.marks[0]


@pytest.mark.rule("7E-END-5", "7E-EFF-4")
@pytest.mark.parametrize(("said", "left"), [("passed", []), ("failed", ["Blind"])])
def test_who_was_dazzled_tests_his_initiative_at_the_end_of_the_phase(said: str, left: list[str]) -> None:
    weapon = army("Ultramarines", marines(1, gun("gun", AP="1", type="Assault 1, Blind"), name="A"))
    played = battle(
        weapon,
        army("Guard", soft(9)),
        ("unit", "A"),
        ("target", "Guard"),
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [6]),
        NO,
        ("blind", said),
        ("unit", "Guard"),
    )
    assert played.marks("Guard") == left
