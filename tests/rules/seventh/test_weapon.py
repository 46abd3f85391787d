"""Selecting and firing a weapon (7E-WPN)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.helpers.each import each
from tests.helpers.scripted_table import closed, refused
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
    squad,
    trooper,
)


def ones(n: int) -> list[int]:
    return [1] * n


def tactical(boltguns: int = 8) -> object:
    return squad(
        "Tactical Squad",
        trooper("Marine", boltguns, "boltgun", "krak grenade"),
        trooper("Gunner", 1, "plasma pistol"),
        trooper("Heavy", 1, "missile launcher"),
    )


@pytest.mark.rule("7E-WPN-1")
def test_name_after_name_each_resolved_to_the_end() -> None:
    played = attack(
        tactical(), boyz(30),
        *fire("boltgun"), ("hit:boltgun", [3, *ones(15)]), ("wound:boltgun", [4]), ("go_to_ground", "no"),
        *fire("plasma pistol"), ("hit:plasma pistol", [3]), ("wound:plasma pistol", [2]), ("go_to_ground", "no"),
        *fire("missile launcher (krak)"), ("hit:missile launcher (krak)", [2]),
    )  # fmt: skip
    assert played.end.fired == ("boltgun", "plasma pistol", "missile launcher (krak)")
    assert played.alive() == {"Boy": [1] * 28}
    names = [option.value for option in played.question("weapon", 1).options]
    assert "boltgun" not in names
    assert "plasma pistol" in names


@pytest.mark.rule("7E-WPN-1")
def test_everybody_with_the_name_may_fire_together() -> None:
    two_kinds = squad("Squad", trooper("Marine", 3, "boltgun"), trooper("Sergeant", 1, "boltgun", BS=5))
    played = attack(
        two_kinds, boyz(), *fire("boltgun"), ("hit:boltgun", ones(3)), ("hit:boltgun", ones(1)), distance=24
    )
    assert played.keys.count("weapon") == 1


@pytest.mark.rule("7E-WPN-2", "7E-WPN-1")
def test_two_modes_are_two_names() -> None:
    launchers = marines(2, "missile launcher")
    krak, flakk = "missile launcher (krak)", "missile launcher (flakk)"
    played = attack(
        launchers, boyz(), *fire(krak, firing="1"), (f"hit:{krak}", [1]), *fire(flakk), (f"hit:{flakk}", [1])
    )
    assert played.question(f"hit:{flakk}").dice == 1  # the other one has used its launcher
    assert attack(launchers, boyz(), *fire(krak), (f"hit:{krak}", ones(2))).keys.count("weapon") == 1


CREATURE = squad(
    "Dreadknight", trooper("Knight", 1, "missile launcher", "heavy bolter", T=6, W=4), type="Monstrous Creature"
)


@pytest.mark.rule("7E-WPN-2")
def test_setting_mode_uses_weapon_yes() -> None:
    krak = "missile launcher (krak)"
    played = attack(
        CREATURE, boyz(), *fire(krak), (f"hit:{krak}", [1]), *fire("heavy bolter"), ("hit:heavy bolter", ones(3))
    )
    assert [option.value for option in played.question("weapon", 1).options] == ["heavy bolter", "no more"]


@pytest.mark.rule("7E-WPN-2")
def test_setting_mode_uses_weapon_no() -> None:
    krak, flakk = "missile launcher (krak)", "missile launcher (flakk)"
    played = attack(
        CREATURE,
        boyz(),
        *fire(krak),
        (f"hit:{krak}", [1]),
        *fire(flakk),
        (f"hit:{flakk}", [1]),
        settings={"mode_uses_weapon": "no"},
    )
    assert played.end.fired == (krak, flakk)


@pytest.mark.rule("7E-WPN-3")
def test_who_declines_may_fire_another_name() -> None:
    unit = squad("Squad", trooper("Marine", 8, "boltgun", "krak grenade"))
    played = attack(
        unit,
        boyz(),
        *fire("boltgun", firing="7"),
        ("hit:boltgun", ones(14)),
        *fire("krak grenade"),
        ("hit:krak grenade", [1]),
        distance=8,
    )
    assert played.question("hit:krak grenade").dice == 1
    firing = next(part for part in played.question("facts:krak grenade").parts if part.key == "firing")
    assert firing.groups == (("Marine", 1),)  # the one who declined


@pytest.mark.rule("7E-WPN-3")
def test_who_declines_does_not_fire_that_name_later() -> None:
    assert attack(marines(3), boyz(), *fire("boltgun", firing="2"), ("hit:boltgun", ones(4))).keys.count("weapon") == 1


@pytest.mark.rule("7E-WPN-3")
def test_declining_is_said_before_the_dice() -> None:
    keys = attack(marines(3), boyz(), *fire("boltgun", firing="2"), ("hit:boltgun", ones(4))).keys
    assert keys.index("facts:boltgun") < keys.index("hit:boltgun")


@pytest.mark.rule("7E-WPN-4")
def test_one_weapon_a_phase() -> None:
    played = attack(marines(2, "boltgun", "bolt pistol"), boyz(), *fire("boltgun"), ("hit:boltgun", ones(4)))
    assert played.keys.count("weapon") == 1


@pytest.mark.rule("7E-WPN-4")
@pytest.mark.parametrize(
    ("weapons", "rules", "type_"),
    [
        (("heavy bolter", "lascannon"), (), "Monstrous Creature"),
        (("bolt pistol", "plasma pistol"), (), "Infantry"),
        (("storm bolter", "lascannon"), ("Multi-tracker",), "Infantry"),
    ],
)
def test_two_weapons_a_phase(weapons: tuple[str, str], rules: tuple[str, ...], type_: str) -> None:
    first, second = weapons
    unit = squad("Unit", trooper("Model", 1, *weapons, "boltgun", rules=rules), type=type_)
    dice = {"heavy bolter": 3, "storm bolter": 2}
    played = attack(
        unit, boyz(), *fire(first), (f"hit:{first}", ones(dice.get(first, 1))), *fire(second), (f"hit:{second}", [2])
    )
    assert played.end.fired == weapons  # and no third


@pytest.mark.rule("7E-WPN-4")
def test_two_pistols_do_not_add_a_pistol_to_a_rifle() -> None:
    gunslinger = marines(1, "boltgun", "bolt pistol", "plasma pistol")
    assert attack(gunslinger, boyz(), *fire("boltgun"), ("hit:boltgun", ones(2))).end.fired == ("boltgun",)


@pytest.mark.rule("7E-WPN-4")
def test_several_of_one_name_fire_together() -> None:
    name = "twin-linked devourer with brainleech worms"
    carnifex = squad("Carnifex", trooper("Carnifex", 1, name, name, BS=3, T=6, W=4), type="Monstrous Creature")
    played = attack(carnifex, boyz(20), *fire(name), (f"hit:{name}", [6] * 12), (f"wound:{name}", ones(12)))
    assert played.question(f"hit:{name}").dice == 12
    assert played.keys.count("weapon") == 1


@pytest.mark.rule("7E-WPN-4")
def test_two_of_one_name_are_both_weapons_it_may_fire() -> None:
    creature = squad(
        "C", trooper("C", 1, "heavy bolter", "heavy bolter", "lascannon", W=4, T=6), type="Monstrous Creature"
    )
    assert attack(creature, boyz(), *fire("heavy bolter"), ("hit:heavy bolter", ones(6))).end.fired == ("heavy bolter",)


@pytest.mark.rule("7E-WPN-4", "7E-HIT-11")
def test_two_hot_weapons_of_one_name_both_burn() -> None:
    hot = gun("plasma", "24", "7", "2", "Assault 1, Gets Hot")
    creature = squad("C", trooper("C", 1, hot, hot, W=4, T=6, Sv="-"), type="Monstrous Creature")
    played = attack(creature, boyz(), *fire("plasma"), ("hit:plasma", [1, 1]))
    assert sum(burn.points * n for burn, n in played.end.toll.burnt) == 2


@pytest.mark.rule("7E-WPN-4")
def test_one_grenade_a_unit() -> None:
    grenadiers = marines(5, "krak grenade", gun("haywire grenade", "8", "2", "-", "Assault 1"))
    played = attack(grenadiers, boyz(), *fire("krak grenade"), ("hit:krak grenade", [1]), distance=8)
    assert played.question("firing").default == (1,)
    assert "one model of a unit throws a grenade" in refused(played.question("facts:krak grenade"), {"firing": [2]})
    labels = [option.label for option in played.question("weapon").options]
    assert [label.partition(",")[0] for label in labels[:2]] == ["1 krak grenade", "1 haywire grenade"]
    assert played.said("one model of a unit throws a grenade in a phase", "7E-WPN-4")


@pytest.mark.rule("7E-WPN-4")
@pytest.mark.parametrize("names", [("krak grenade", "haywire grenade"), ("haywire grenade", "krak grenade")])
def test_one_grenade_a_unit_whatever_its_name(names: tuple[str, str]) -> None:
    grenadiers = marines(5, "krak grenade", gun("haywire grenade", "8", "2", "-", "Assault 1"))
    assert attack(grenadiers, boyz(), *fire(names[0]), (f"hit:{names[0]}", [1]), distance=8).end.fired == (names[0],)


@pytest.mark.rule("7E-WPN-5")
def test_only_who_sees_and_reaches_the_same_model_fires() -> None:
    played = attack(marines(5, "bolt pistol"), boyz(), *fire("bolt pistol", firing="4"), ("hit:bolt pistol", ones(4)))
    part = played.question("firing")
    assert part.default == (5,)
    assert part.text == "In range and sight"
    assert "0 to 5" in refused(part, [6])


@pytest.mark.rule("7E-WPN-6")
def test_range_is_asked_again_before_the_next_name() -> None:
    mixed = squad("Squad", trooper("Marine", 1, "boltgun"), trooper("Gunner", 1, "meltagun"))
    played = attack(
        mixed, boyz(1 + 9), *fire("boltgun"), ("hit:boltgun", [3, 3]), ("wound:boltgun", [4, 4]), ("go_to_ground", "no"),
        *fire("meltagun", distance=13),
    )  # fmt: skip
    assert "distance" not in played.parts("facts:boltgun")
    assert played.question("facts:meltagun").parts[0].default == 12
    assert "hit:meltagun" not in played.keys  # 13" is out of its range now


@pytest.mark.rule("7E-WPN-6", "7E-WPN-9")
@each(("before", "now", "dice"), [(12, 13, 1), (12, 11, 2), (12, 12, 2), (13, 12, 2), (13, 14, 1)])
def test_half_range_is_judged_by_the_distance_now(before: int, now: int, dice: int) -> None:
    mixed = squad("Squad", trooper("Gunner", 1, "storm bolter"), trooper("Marine", 1, "boltgun"))
    played = attack(
        mixed,
        boyz(),
        *fire("storm bolter"),
        ("hit:storm bolter", ones(2)),
        *fire("boltgun", distance=now),
        ("hit:boltgun", ones(dice)),
        distance=before,
    )
    assert played.question("hit:boltgun").dice == dice


@pytest.mark.rule("7E-WPN-7")
def test_movement_is_per_model() -> None:
    devastators = squad("Devastators", trooper("Sergeant", 1, "lascannon"), trooper("Devastator", 4, "lascannon"))
    played = attack(
        devastators, boyz(), *fire("lascannon", moved="1 Sergeant"), ("hit:lascannon", [2]), ("hit:lascannon", ones(4))
    )
    assert [(e.question.need.target, e.question.dice) for e in played.asked if e.question.key == "hit:lascannon"] == [
        (6, 1),
        (3, 4),
    ]


@pytest.mark.rule("7E-WPN-7")
def test_more_moved_than_fire_is_refused() -> None:
    played = attack(
        marines(3, "lascannon"),
        boyz(),
        *fire("lascannon", moved="1"),
        ("hit:lascannon", [1]),
        ("hit:lascannon", [1, 1]),
    )
    assert "moved, but only 1 fires" in refused(played.question("facts:lascannon"), {"firing": [1], "moved": [2]})


@pytest.mark.rule("7E-WPN-8")
def test_assault_fires_as_often_on_the_move() -> None:
    played = attack(
        marines(1, "storm bolter"),
        boyz(),
        *fire("storm bolter"),
        ("hit:storm bolter", [3, 1]),
        ("wound:storm bolter", [1]),
    )
    assert "moved" not in played.parts("facts:storm bolter")  # it cannot matter
    assert hits(marines(1, "storm bolter")) == {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}


@pytest.mark.rule("7E-WPN-9")
def test_rapid_fire_is_decided_per_firer() -> None:
    played = attack(marines(10), boyz(), *fire("boltgun", half_range="6"), ("hit:boltgun", ones(16)))
    assert played.question("hit:boltgun").dice == 16


@pytest.mark.rule("7E-WPN-9")
@pytest.mark.parametrize(("distance", "dice"), [(0, 2), (12, 2), (12.1, 1), (24, 1)])
def test_rapid_fire_at_half_range_inclusive(distance: float, dice: int) -> None:
    played = attack(marines(1), boyz(), *fire("boltgun"), ("hit:boltgun", ones(dice)), distance=distance)
    assert "moved" not in played.parts("facts:boltgun")


@pytest.mark.rule("7E-WPN-10")
def test_heavy_on_the_move_is_a_snap_shot_not_fewer_shots() -> None:
    played = attack(
        marines(1, "heavy bolter"), boyz(), *fire("heavy bolter", moved="1"), ("hit:heavy bolter", [5, 5, 5])
    )
    roll = played.question("hit:heavy bolter")
    assert (roll.dice, roll.need.target) == (3, 6)
    still = attack(marines(1, "heavy bolter"), boyz(), *fire("heavy bolter"), ("hit:heavy bolter", [2, 2, 2]))
    assert still.question("hit:heavy bolter").need.target == 3


SALVO = gun("salvo gun", "18", "4", "5", "Salvo 2/3")


@pytest.mark.rule("7E-WPN-11")
@each(
    ("distance", "moved", "dice"),
    [(9, "1", 2), (9.1, "1", None), (10, "1", None), (10, "0", 3), (9, "0", 3), (18, "0", 3)],
)
def test_salvo(distance: float, moved: str, dice: int | None) -> None:
    script = [("hit:salvo gun", ones(dice))] if dice else []
    played = attack(marines(1, SALVO), boyz(), *fire("salvo gun", moved=moved), *script, distance=distance)
    assert ("hit:salvo gun" in played.keys) == bool(dice)


@pytest.mark.rule("7E-WPN-11", "7E-WPN-21")
def test_salvo_of_the_relentless() -> None:
    played = attack(
        marines(1, SALVO, rules=("Relentless",)), boyz(), *fire("salvo gun"), ("hit:salvo gun", ones(3)), distance=9
    )
    assert "moved" not in played.parts("facts:salvo gun")
    assert "half_range" not in played.parts("facts:salvo gun")  # they stand still: it cannot matter


@pytest.mark.rule("7E-WPN-12")
@pytest.mark.parametrize(("distance", "fires"), [(12, True), (12.5, False)])
def test_pistol(distance: float, fires: bool) -> None:
    script = [*fire("bolt pistol"), ("hit:bolt pistol", [1])] if fires else []
    played = attack(marines(1, "bolt pistol"), boyz(), *script, distance=distance)
    if fires:
        assert played.parts("facts:bolt pistol") == [
            "cover",
            "firing",
            "order",
            "night",
            "allocation",
            "save_again",
            "bs_modifier",
        ]


# Once a battle -------------------------------------------------------------------------------------------------------

COMBI = army("Ultramarines", squad("A", trooper("Veteran", 2, "combi-melta")), marines(1, name="B"))
ORKS = army("Orks", boyz(10), boyz(10, name="More Boyz"))
MELTA, BOLT = "combi-melta (meltagun)", "combi-melta (boltgun)"
NEXT_TURN = [("unit", "end the phase"), ("unit", "end the phase"), ("next turn", "go on")]


@pytest.mark.rule("7E-WPN-17")
def test_one_use_weapons_are_spent_for_the_battle() -> None:
    played = battle(
        COMBI,
        ORKS,
        ("unit", "A"),
        ("target", "Boyz"),
        *fire(MELTA),
        (f"hit:{MELTA}", [1, 1]),
        *NEXT_TURN,
        ("unit", "A"),
        ("target", "Boyz"),
    )
    assert [option.value for option in played.left.options] == [BOLT, "no more"]


@pytest.mark.rule("7E-WPN-17")
def test_one_part_of_a_combi_weapon_a_phase() -> None:
    played = battle(COMBI, ORKS, ("unit", "A"), ("target", "Boyz"), *fire(MELTA), (f"hit:{MELTA}", [1, 1]))
    assert played.left.key == "unit"  # the boltguns are not offered
    other = battle(COMBI, ORKS, ("unit", "A"), ("target", "Boyz"), *fire(BOLT), (f"hit:{BOLT}", ones(4)))
    assert other.left.key == "unit"


@pytest.mark.rule("7E-WPN-17", "7E-WPN-3")
def test_who_declined_has_not_spent_it() -> None:
    first = [
        ("unit", "A"),
        ("target", "Boyz"),
        *fire(MELTA, firing="1"),
        (f"hit:{MELTA}", [1]),
        *fire(BOLT),
        (f"hit:{BOLT}", ones(2)),
    ]
    played = battle(
        COMBI, ORKS, *first, *NEXT_TURN, ("unit", "A"), ("target", "Boyz"), *fire(MELTA), (f"hit:{MELTA}", [1])
    )
    assert played.question(f"hit:{MELTA}", 1).dice == 1  # the other Veteran's
    assert played.left.key == "weapon"


@pytest.mark.rule("7E-WPN-17")
def test_nothing_fired_nothing_spent() -> None:
    nobody = [("unit", "A"), ("target", "Boyz"), *fire(MELTA, firing="0"), *fire(BOLT), (f"hit:{BOLT}", ones(4))]
    played = battle(COMBI, ORKS, *nobody, *NEXT_TURN, ("unit", "A"), ("target", "Boyz"))
    assert MELTA in [option.value for option in played.left.options]


# Random numbers of shots ---------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-20")
def test_setting_random_shots_per_weapon() -> None:
    played = attack(
        marines(5, "deffgun"), boyz(), *fire("deffgun"), ("shots:deffgun", [1, 1, 2, 3, 3]), ("hit:deffgun", ones(10))
    )
    assert (played.question("shots:deffgun").dice, played.question("shots:deffgun").sides) == (5, 3)


@pytest.mark.rule("7E-WPN-20")
def test_setting_random_shots_per_name() -> None:
    played = attack(
        marines(5, "deffgun"),
        boyz(),
        *fire("deffgun"),
        ("shots:deffgun", [2]),
        ("hit:deffgun", ones(10)),
        settings={"random_shots": "per_name"},
    )
    assert played.question("shots:deffgun").dice == 1


@pytest.mark.rule("7E-WPN-20")
@pytest.mark.parametrize("rules", ["", "Master-crafted", "Gets Hot"])
def test_random_shots_in_the_odds(rules: str) -> None:
    """Each of two kinds of firers misses so many times: 1 to 3 with a roll of its own, or both with one roll."""
    weapon = gun("gun", type=f"Heavy D3, {rules}" if rules else "Heavy D3")
    lootas = squad("Lootas", trooper("Loota", 1, weapon, BS=1), trooper("Boss", 1, weapon, BS=1))
    miss = [Fraction(5, 6) ** (n + (rules == "Master-crafted")) for n in (1, 2, 3)]
    assert hits(lootas)[0] == (sum(miss) / 3) ** 2
    assert hits(lootas, settings={"random_shots": "per_name"})[0] == sum(p**2 for p in miss) / 3


# Relentless ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WPN-21")
@pytest.mark.parametrize(
    ("rules", "type_"),
    [(("Relentless",), "Infantry"), (("Slow and Purposeful",), "Infantry"), ((), "Bike"), ((), "Monstrous Creature")],
)
def test_the_relentless_are_not_asked_whether_they_moved(rules: tuple[str, ...], type_: str) -> None:
    unit = marines(1, "heavy bolter", unit_rules=rules, type=type_)
    played = attack(unit, boyz(), *fire("heavy bolter"), ("hit:heavy bolter", [2, 2, 2]))
    assert "moved" not in played.parts("facts:heavy bolter")
    assert played.question("hit:heavy bolter").need.target == 3


@pytest.mark.rule("7E-WPN-21", "7E-WPN-10")
def test_the_relentless_among_others_are_left_out() -> None:
    mixed = squad(
        "Mixed", trooper("Terminator", 1, "lascannon", rules=("Relentless",)), trooper("Marine", 1, "lascannon")
    )
    played = attack(mixed, boyz(), *fire("lascannon", moved="1 1"), ("hit:lascannon", [2]), ("hit:lascannon", [2]))
    assert [e.question.need.target for e in played.asked if e.question.key == "hit:lascannon"] == [3, 6]


@pytest.mark.rule("7E-WPN-10")
def test_movement_of_who_snaps_anyway_is_not_asked() -> None:
    played = attack(
        marines(1, "heavy bolter"),
        boyz(),
        ("attacker_state", "falling back"),
        *fire("heavy bolter"),
        ("hit:heavy bolter", ones(3)),
    )
    assert "moved" not in played.parts("facts:heavy bolter")


@pytest.mark.rule("7E-WPN-13", "7E-WPN-16", "7E-WPN-18")
def test_every_kind_of_weapon_can_be_picked() -> None:
    guns = marines(1, "missile launcher", "flamer", gun("battle cannon", "72", "8", "3", "Ordnance 1"))
    played = attack(guns, boyz(), *fire("missile launcher (krak)"), ("hit:missile launcher (krak)", [1]))
    question = played.question("weapon")
    for name in ("missile launcher (frag)", "missile launcher (krak)", "flamer", "battle cannon"):
        assert closed(question, name) == []


@pytest.mark.rule("7E-WPN-3", "7E-WPN-9")
def test_the_facts_are_exact_in_the_odds() -> None:
    seven = chances(marines(10), boyz(), firing="7", half_range="3")
    assert seven == chances(squad("S", trooper("M", 10, gun("ten", "24", "4", "5", "Assault 1"))), boyz())


def test_the_helper_uses_its_script_up() -> None:
    with pytest.raises(AssertionError, match="never asked"):
        attack(marines(1), boyz(), *fire("boltgun"), ("hit:boltgun", [1, 1]), ("wound:boltgun", [1]))
    with pytest.raises(AssertionError, match="is asked"):
        attack(marines(1), boyz(), *fire("boltgun"), ("wound:boltgun", [1]))


@pytest.mark.rule("7E-WPN-7", "7E-WPN-9")
def test_why_half_range_and_who_moved_are_not_asked_at_the_table() -> None:
    """Whoever types a fact that is not among the questions hears why."""
    man = squad("Man", trooper("Man", 1, "boltgun", "heavy bolter"))
    known = []
    for gun_name, inches in (("boltgun", 14), ("boltgun", 12), ("heavy bolter", 14)):
        picked = ("unit", "Man"), ("target", "Boyz"), ("weapon", gun_name)
        known.append(battle(army("M", man), army("O", boyz()), *picked, distance=inches).left.known())
    assert known == [
        {"Within half range": 'nobody, as half of 24" is 12"', "Who moved": "decides nothing for boltguns"},
        {"Who moved": "decides nothing for boltguns"},
        {"Within half range": "decides nothing for heavy bolters"},
    ]
