"""What naive implementations get wrong: section 11 of the specification, trap by trap, as far as it concerns infantry."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.tokens import Burn, Wound
from tests.rules.seventh.helpers.tabletop import (
    army,
    attack,
    battle,
    boyz,
    chances,
    fire,
    gun,
    hits,
    marines,
    no_more,
    one_hit,
    squad,
    trooper,
    wounds_on,
)

F = Fraction
NO = ("go_to_ground", "no")


def soft(name: str, n: int = 1, **stats: Any) -> Any:
    return trooper(name, n, "lasgun", **({"Sv": "-"} | stats))


@pytest.mark.rule("7E-WND-1")
def test_trap_01_a_difference_of_3_wounds_on_6_and_4_never() -> None:
    for strength in range(1, 7):
        assert charts.strength_against_toughness(strength, strength + 2).target == 6
        assert charts.strength_against_toughness(strength, strength + 3).target == 6
        assert charts.strength_against_toughness(strength, strength + 4).target is None


@pytest.mark.rule("7E-WND-2", "7E-SAV-12")
def test_trap_02_majority_to_wound_own_toughness_for_instant_death() -> None:
    mob = squad("Mob", soft("Runtherd", 1, T=4, W=2), soft("Gretchin", 9, T=2, W=2))
    played = attack(
        marines(1, gun("gun", type="Assault 2")), mob, *fire("gun"), ("hit:gun", [6, 6]), ("wound:gun", [2, 2]), NO
    )
    assert played.alive() == {"Gretchin": [2] * 9}  # two wounds for the Runtherd
    grots_first = attack(
        marines(1, gun("gun", type="Assault 2")),
        mob,
        *fire("gun", order="9 Gretchin, 1 Runtherd"),
        ("hit:gun", [6, 6]),
        ("wound:gun", [2, 2]),
        NO,
    )
    assert grots_first.alive() == {"Gretchin": [2] * 7, "Runtherd": [2]}  # doubled out, one each


@pytest.mark.rule("7E-SAV-2")
def test_trap_03_ap_is_compared_never_subtracted() -> None:
    assert [charts.armour_save(3, ap).target for ap in (None, 6, 5, 4, 3, 2, 1)] == [3, 3, 3, 3, None, None, None]
    assert one_hit(gun("gun", S="10", AP="1"), squad("T", soft("T")), cover="4+")[1] == F(5, 6) * F(1, 2)


@pytest.mark.rule("7E-SAV-1", "7E-SAV-8", "7E-SAV-11", "7E-SAV-12")
def test_trap_04_one_save_only_and_no_pain_against_instant_death() -> None:
    wound = ((Wound(4, 5, (), False), 1),)
    assert wounds_on(wound, marines(5), cover="ruin")[1] == F(1, 3)
    painless = marines(5, rules=("Feel No Pain",), W=2)
    assert wounds_on(wound, painless)[1] == F(2, 9)
    assert wounds_on(((Wound(8, 5, (), False), 1),), painless)[2] == F(1, 3)


@pytest.mark.rule("7E-SAV-15")
def test_trap_05_fast_dice_across_different_saves() -> None:
    queue = squad("Boyz", trooper("Boy", 2, "shoota", Sv="6+"), trooper("Nob", 1, "slugga", Sv="4+", W=2))
    hurt = wounds_on(((Wound(4, None, (), False), 3),), queue, lambda state: state.line.remaining()[1] < 2)
    assert hurt[True] == F(25, 72) != F(125, 216)


@pytest.mark.rule("7E-ALC-1", "7E-ALC-3")
def test_trap_06_closest_to_the_unit_and_ties_stick_across_weapons() -> None:
    """Nobody says where the firing model stands; the queue is one for the whole attack."""
    guns = squad("S", trooper("A", 1, gun("first", AP="1")), trooper("B", 1, gun("second", AP="1")))
    played = attack(
        guns, squad("T", soft("A", 1, W=2), soft("B", 1, W=2)),
        *fire("first", order="1 B, 1 A"), ("hit:first", [6]), ("wound:first", [6]), NO, *fire("second"), ("hit:second", [6]), ("wound:second", [6]), NO,
    )  # fmt: skip
    assert played.alive() == {"A": [2]}


@pytest.mark.rule("7E-ALC-2", "7E-WPN-9")
def test_trap_07_half_range_counts_shots_full_range_allocates() -> None:
    gunner = marines(1, gun("gun", AP="1", type="Rapid Fire"))
    played = attack(
        gunner,
        squad("T", soft("At 12", 1), soft("At 24", 1)),
        *fire("gun"),
        ("hit:gun", [6, 6]),
        ("wound:gun", [6, 6]),
        NO,
    )
    assert played.alive() == {}


@pytest.mark.rule("7E-ALC-2")
def test_trap_08_wounds_are_lost_when_the_next_models_are_out_of_sight() -> None:
    gunner = marines(1, gun("gun", AP="1", type="Assault 3"))
    facts = {"order": "1 T, 4 T hidden"}
    played = attack(
        gunner, squad("T", soft("T", 5)), *fire("gun", **facts), ("hit:gun", [6] * 3), ("wound:gun", [6] * 3), NO
    )
    assert played.alive() == {"T": [1] * 4}
    assert max(chances(gunner, squad("T", soft("T", 5)), **facts)) == 1


@pytest.mark.rule("7E-SAV-4")
def test_trap_09_cover_counts_against_all_wounds_of_the_weapon() -> None:
    """One of ten firers is obscured: one answer for all wounds on that model."""
    played = attack(
        marines(10, gun("gun", AP="1")),
        squad("T", soft("T", 20)),
        *fire("gun", cover="5+"),
        ("hit:gun", [6] * 10),
        ("wound:gun", [6] * 10),
        NO,
        ("save:T", [5] * 10),
    )
    assert played.question("save:T").dice == 10


@pytest.mark.rule("7E-HIT-3", "7E-HIT-4")
def test_trap_10_the_reroll_of_high_skill_has_its_own_number() -> None:
    one = gun("gun")
    assert hits(marines(1, one, BS=6))[1] == F(31, 36)  # not 35/36
    assert hits(marines(1, gun("gun", type="Assault 1, Twin-linked"), BS=6))[1] == F(35, 36)
    assert hits(marines(1, one, BS=6), attacker_state="gone to ground")[1] == F(1, 6)


@pytest.mark.rule("7E-HIT-4", "7E-HIT-5", "7E-HIT-9")
def test_trap_11_snap_shots() -> None:
    blast = attack(marines(1, "plasma cannon"), boyz(), ("attacker_state", "falling back"))
    assert not [key for key in blast.keys if key.startswith("hit")]
    assert hits(marines(1, gun("gun", type="Assault 1, Twin-linked")), attacker_state="falling back")[1] == F(11, 36)
    sniper = attack(
        marines(1, gun("gun", S="X", type="Assault 1, Sniper")), squad("T", soft("A"), soft("B")), ("attacker_state", "falling back"), *fire("gun"),
        ("hit:gun", [6]), ("wound:gun", [4]), NO,
    )  # fmt: skip
    assert "precision" not in sniper.keys


@pytest.mark.rule("7E-WPN-9", "7E-WPN-10", "7E-WPN-11")
def test_trap_12_salvo_rapid_fire_and_heavy_on_the_move() -> None:
    salvo = marines(1, gun("gun", "18", type="Salvo 2/3"))
    assert sum(n * p for n, p in hits(salvo, moved="1", distance=9).items()) == 2 * F(2, 3)
    assert hits(salvo, moved="1", distance=10) == {0: 1}
    assert max(hits(marines(1), distance=24)) == 1  # nobody asks a boltgun whether it moved
    assert hits(marines(1, gun("gun", type="Heavy 1")), moved="1")[1] == F(1, 6)


@pytest.mark.rule("7E-WPN-1", "7E-WPN-2", "7E-WND-2", "7E-WPN-6")
def test_trap_13_each_name_is_resolved_to_removal_before_the_next() -> None:
    guns = squad(
        "S",
        trooper("A", 2, gun("first", S="10", AP="1")),
        trooper("B", 1, gun("second")),
        trooper("C", 1, "missile launcher"),
    )
    mob = squad("Mob", soft("Gretchin", 3, T=2), soft("Runtherd", 2, T=4))
    played = attack(
        guns, mob, *fire("first"), ("hit:first", [6, 6]), ("wound:first", [6, 6]), NO,
        *fire("second", distance=20), ("hit:second", [6]), ("wound:second", [4]), ("go_to_ground", "yes"), ("save:Gretchin", [6]), *no_more(),
    )  # fmt: skip
    assert played.question("wound:second").need.target == 4
    names = [option.value for option in played.question("weapon", 2).options]
    assert {"missile launcher (frag)", "missile launcher (krak)"} <= set(names)


@pytest.mark.rule("7E-HIT-11")
def test_trap_14_gets_hot_with_a_reroll_needs_two_1s_and_has_no_cover() -> None:
    twin = gun("gun", type="Assault 1, Gets Hot, Twin-linked")
    assert chances(marines(1, twin, Sv="-"), boyz(), "own_slain")[1] == F(1, 36)
    assert chances(marines(1, twin, Sv="-", rules=("Stealth", "Shrouded")), boyz(), "own_slain")[1] == F(1, 36)
    led = squad(
        "S",
        trooper("Sergeant", 1, gun("gun", type="Assault 1, Gets Hot"), character=True, Sv="-"),
        trooper("Marine", 4),
    )
    assert attack(led, boyz(), *fire("gun"), ("hit:gun", [1])).end.toll.burnt == ((Burn(0, 1, 1), 1),)


@pytest.mark.rule("7E-GTG-1")
def test_trap_15_going_to_ground_is_declared_after_to_wound() -> None:
    gunner = marines(1, gun("gun", AP="1"))
    keys = attack(
        gunner, boyz(), *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6]), ("go_to_ground", "yes"), ("save:Boy", [6])
    ).keys
    assert keys[-4:] == ["hit:gun", "wound:gun", "go_to_ground", "save:Boy"]


@pytest.mark.rule("7E-WND-3", "7E-WND-7", "7E-END-1")
def test_trap_20_poisoned_never_rerolls_and_snipers_neither_rend_nor_pin() -> None:
    assert one_hit(gun("gun", S="10", type="Assault 1, Poisoned (2+)"), squad("T", soft("T", 3, T=2)))[1] == F(5, 6)
    sniper = gun("gun", S="X", AP="6", type="Assault 1, Sniper")
    assert one_hit(sniper, squad("T", soft("T", 3, T=10)))[1] == F(1, 2)  # 4+, not 6
    assert chances(marines(1, sniper), squad("T", soft("T", 3)), "pinned") == {0: 1}


@pytest.mark.rule("7E-HIT-9")
def test_trap_21_characters_have_no_precision_shots() -> None:
    hero = squad("Hero", trooper("Hero", 1, gun("gun", AP="1"), character=True, independent=True))
    played = attack(hero, squad("T", soft("A"), soft("B")), *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6]), NO)
    assert played.alive() == {"B": [1]}


@pytest.mark.rule("7E-ALC-6", "7E-SAV-17")
def test_trap_22_look_out_sir_comes_before_the_save_once_a_wound() -> None:
    led = squad("T", trooper("Captain", 1, "boltgun", independent=True), trooper("Marine", 3, "boltgun"))
    played = attack(
        marines(1, gun("gun")), led, *fire("gun", order="1 Captain, 3 Marine hidden"), ("hit:gun", [6]), ("wound:gun", [6]),
        ("look out sir:Captain", [2]), ("save:Marine", [1]),
    )  # fmt: skip
    assert played.alive() == {"Captain": [1], "Marine": [1, 1]}


@pytest.mark.rule("7E-SAV-9", "7E-SAV-7", "7E-GTG-2")
def test_trap_23_2_is_the_cap_and_1_always_fails() -> None:
    stealthy = squad("T", soft("T", 5), rules=("Stealth", "Shrouded"))
    wound = ((Wound(4, 1, (), False), 1),)
    assert wounds_on(wound, stealthy, cover="ruin", go_to_ground="yes", target_state="gone to ground")[1] == F(1, 6)
    assert wounds_on(wound, stealthy, cover="2+")[1] == F(1, 6)


@pytest.mark.rule("7E-END-1", "7E-END-2")
def test_trap_25_morale_at_the_end_pinning_right_after_each_unit() -> None:
    carbine = gun("gun", AP="1", type="Assault 1, Pinning")
    tau = army("Tau", *(marines(2, carbine, name=name) for name in "AB"))
    guard = army("Guard", squad("Guard", soft("Guardsman", 10, Ld=7)))
    volley = [("target", "Guard"), *fire("gun"), ("hit:gun", [6, 6]), ("wound:gun", [6, 6]), NO, ("pinning", 7)]
    played = battle(tau, guard, ("unit", "A"), volley, ("unit", "B"), volley, ("morale", 7), ("unit", "Guard"))
    assert [key for key in played.keys if key in ("pinning", "morale")] == ["pinning", "pinning", "morale"]
    assert played.said("lost 4 of 10")


@pytest.mark.rule("7E-WPN-21", "7E-WPN-10")
@pytest.mark.parametrize("type_", ["Monstrous Creature", "Bike", "Jetbike"])
def test_trap_27_relentless_hides_in_the_type(type_: str) -> None:
    unit = squad("Unit", trooper("Model", 1, gun("gun", type="Heavy 1")), type=type_)
    assert "moved" not in attack(unit, boyz(), *fire("gun"), ("hit:gun", [3]), ("wound:gun", [1])).parts("facts:gun")
    assert chances(unit, boyz(), moved="1") == chances(unit, boyz())


@pytest.mark.rule("7E-SAV-15", "7E-WND-10")
def test_trap_29_the_odds_walk_the_queue() -> None:
    """Hits, wounds and saves multiplied as one probability would give a binomial; the queue does not."""
    queue = squad("Boyz", trooper("Boy", 1, "shoota", Sv="-"), trooper("Nob", 1, "slugga", Sv="4+", W=2))
    two = marines(2, gun("gun", AP="-"))
    wound = F(2, 3) * F(1, 2)
    slain = chances(two, queue, "damage")
    assert slain[2] == wound * wound * F(1, 2)
    assert slain[1] == 2 * wound * (1 - wound) + wound * wound * F(1, 2)
    for shots in (3, 5):
        walked = chances(marines(shots, gun("gun", AP="-")), queue, "damage")
        by_hand: dict[tuple[int, int], Fraction] = {(1, 2): F(1)}
        for _ in range(shots):
            after: dict[tuple[int, int], Fraction] = {}
            for (boy, nob), p in by_hand.items():
                q = wound if boy else wound * F(1, 2) if nob else F(0)
                hurt = (0, nob) if boy else (0, max(0, nob - 1))
                after[boy, nob] = after.get((boy, nob), F(0)) + p * (1 - q)
                after[hurt] = after.get(hurt, F(0)) + p * q
            by_hand = after
        for damage in range(4):
            assert walked.get(damage, 0) == sum(p for (boy, nob), p in by_hand.items() if 3 - boy - nob == damage)
