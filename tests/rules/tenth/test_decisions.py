"""Who may shoot what at whom: the decision vectors of section 22 of the specification, as players meet them.

A refusal is its whole sentence, with the rule; a permission shows in what the dice then need, and why.
"""

from __future__ import annotations

import pytest

from shoot_cli.rules.datasheets.profiles import Unit
from tests.helpers.scripted_table import closed, refused
from tests.rules.tenth.helpers.tabletop import (
    army,
    attack,
    battle,
    gun,
    kind,
    law,
    led,
    refusal,
    shooters,
    squad,
    state,
    tank,
    targets,
    worked,
)

RIFLE, LAUNCHER = gun("bolt rifle", "Assault", "Heavy"), gun("krak launcher", S=9, AP=-2, D="D6")
CARBINE, PISTOL = gun("carbine"), gun("bolt pistol", "Pistol", range=12)
CANNON, BATTLE_CANNON = gun("cannon", range=48), gun("battle cannon", "Blast", range=48)
BOYZ, NOBZ = targets(10, "Boyz"), targets(5, "Nobz", W=2)
WAGON = targets(1, "Wagon", T=10, W=16, keywords=("VEHICLE",))
ORKS = army("Orks", BOYZ, NOBZ, WAGON)
BALLISTIC = ("Ballistic Skill 3+", "10E-HIT-1")
SHOOTER_LOCKED = ("the shooter is locked in combat", "10E-ELIG-5")
TARGET_LOCKED = ("the target is locked in combat", "10E-TGT-7")
CAPPED = ("together -2, never more than -1", "10E-HIT-4")


def marines(*weapons: object, n: int = 1, name: str = "Marines") -> Unit:
    return shooters(n, *weapons, name=name)  # type: ignore[arg-type]


OTHERS = marines(CARBINE, name="Others")


# Who may shoot -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-ELIG-1")
def test_d01_a_unit_that_fell_back_does_not_shoot() -> None:
    reason = "it Fell Back this turn"
    assert refusal(marines(RIFLE), BOYZ, fell_back=True) == f"Marines cannot shoot at Boyz: {reason} (10E-ELIG-1)"
    played = battle(army("Imperium", marines(RIFLE), OTHERS), ORKS, *state("Marines", "fell back"))
    assert closed(played.left, "Marines") == [(reason, "10E-ELIG-1")]
    assert refused(played.left, "Marines") == f"“Marines” is closed: {reason} (10E-ELIG-1)"
    wraithguard = squad("Wraithguard", kind("Wraithguard", 5, RIFLE, has=("Shoots after Falling Back",)))
    assert worked(wraithguard, BOYZ, fell_back=True)["expected"]["shots"] == 5


ADVANCED = squad("Intercessors", kind("Intercessor", 4, RIFLE), kind("Gunner", 1, LAUNCHER))
NO_ASSAULT = "the unit Advanced, and it is no Assault weapon"


@pytest.mark.rule("10E-ELIG-2", "10E-WPN-ASSAULT-1")
def test_d02_who_advanced_fires_assault_weapons_only() -> None:
    found = worked(ADVANCED, BOYZ, advanced=True)
    assert found["expected"]["shots"] == 4
    assert found["closed"] == {"krak launcher": f"{NO_ASSAULT} (10E-ELIG-2)"}
    said = refusal(ADVANCED, BOYZ, advanced=True, weapon="krak launcher")
    assert said == f"weapon: “krak launcher” is closed: {NO_ASSAULT} (10E-ELIG-2)"


@pytest.mark.rule("10E-ELIG-2")
def test_d02_in_a_battle() -> None:
    reported = state("Intercessors", "advanced")
    mine = army("Imperium", ADVANCED, OTHERS)
    declared = *reported, ("unit", "Intercessors"), ("target", "Boyz")
    played = battle(mine, ORKS, *declared)
    assert played.question("firing").default == (4, 0)
    said = refused(played.question("facts:Boyz"), {"firing": [4, 1]})
    assert said == f"1 krak launcher cannot fire: {NO_ASSAULT} (10E-ELIG-2)"
    assert played.question("hit:bolt rifle").dice == 4
    shot = battle(mine, ORKS, *declared, ("hit:bolt rifle", [1] * 4))
    assert shot.left is not None
    assert shot.left.key == "unit"


@pytest.mark.rule("10E-ELIG-1")
def test_d03_who_advanced_without_assault_weapons_does_not_shoot() -> None:
    reason = "it Advanced this turn and has no Assault weapon"
    assert refusal(marines(CARBINE), BOYZ, advanced=True) == f"Marines cannot shoot at Boyz: {reason} (10E-ELIG-1)"
    played = battle(army("Imperium", marines(CARBINE), OTHERS), ORKS, *state("Marines", "advanced"))
    assert closed(played.left, "Marines") == [(reason, "10E-ELIG-1")]


@pytest.mark.rule("10E-ELIG-3")
def test_d04_infantry_without_pistols_does_not_shoot_in_combat() -> None:
    reason = "it is locked in combat, has no Pistols and is no MONSTER or VEHICLE"
    said = refusal(marines(RIFLE), WAGON, engaged=True, target_engaged=True)  # even at a tank
    assert said == f"Marines cannot shoot at Wagon: {reason} (10E-ELIG-3)"
    played = battle(army("Imperium", marines(RIFLE), OTHERS), ORKS, *state("Marines", "locked in combat"))
    assert closed(played.left, "Marines") == [(reason, "10E-ELIG-3")]


PISTOLS_ALONE = "in combat the unit fires Pistols alone"


@pytest.mark.rule("10E-ELIG-4", "10E-TGT-7", "10E-WPN-PISTOL-1")
def test_d05_pistols_in_combat_at_the_tank_without_a_penalty() -> None:
    armed = marines(PISTOL, RIFLE, n=5)
    said = {"engaged": True, "target_engaged": True}
    found = worked(armed, WAGON, **said)
    assert found["expected"]["shots"] == 5
    assert found["closed"] == {"bolt rifle": f"{PISTOLS_ALONE} (10E-ELIG-4)"}
    refused_rifle = refusal(armed, WAGON, **said, weapon="bolt rifle")
    assert refused_rifle == f"weapon: “bolt rifle” is closed: {PISTOLS_ALONE} (10E-ELIG-4)"
    played = attack(
        armed, WAGON, ("facts", {"engaged": "yes", "target_engaged": "yes"}), ("hit:bolt pistol", [1] * 5),
    )  # fmt: skip
    assert played.because("hit:bolt pistol") == [BALLISTIC]


@pytest.mark.rule("10E-ELIG-4")
def test_d05_and_at_nobody_else() -> None:
    mine = army("Imperium", marines(PISTOL, RIFLE), OTHERS)
    played = battle(mine, ORKS, *state("Marines", "locked in combat"), *state("Wagon", "locked in combat"), ("unit", "Marines"))  # fmt: skip
    reason = "in combat, Pistols are fired at a unit it is engaged with"
    assert closed(played.left, "Boyz") == [(reason, "10E-ELIG-4")]
    assert closed(played.left, "Wagon") == []
    said = refusal(marines(PISTOL), BOYZ, engaged=True, together="no")
    assert said.startswith("engaged=yes and together=no contradict each other: in combat")
    assert said.endswith("(10E-ELIG-4)")


@pytest.mark.rule("10E-ELIG-5")
def test_d06_an_engaged_tank_shoots_another_unit_at_minus_1() -> None:
    played = attack(tank(CANNON), BOYZ, ("facts", {"engaged": "yes"}), ("hit:cannon", [3]))
    assert played.because("hit:cannon") == [BALLISTIC, SHOOTER_LOCKED]
    assert played.question("hit:cannon").need.target == 4
    mine = army("Imperium", tank(CANNON), OTHERS)
    locked = (*state("Tank", "locked in combat"), *state("Nobz", "locked in combat"))
    played = battle(mine, ORKS, *locked, ("unit", "Tank"), ("target", "Boyz"))
    assert played.because("hit:cannon") == [BALLISTIC, SHOOTER_LOCKED]
    assert closed(played.question("target"), "Nobz") == []  # and at those it fights with


@pytest.mark.rule("10E-ELIG-6", "10E-TGT-2")
def test_d07_without_a_legal_target_there_is_no_attack() -> None:
    said = refusal(marines(RIFLE), BOYZ, distance=24.1)
    assert said == 'Marines cannot shoot at Boyz: bolt rifle: out of range (24") (10E-TGT-2)'
    assert worked(marines(RIFLE), BOYZ, distance=24)["expected"]["shots"] == 1
    played = battle(
        army("Imperium", marines(RIFLE), OTHERS), ORKS, ("unit", "Marines"), ("target", "Boyz"), distance=30
    )
    assert played.said('bolt rifle cannot fire: out of range (24")', "10E-TGT-2")
    assert played.left is not None
    assert played.left.key == "target"  # still free to shoot at somebody else
    assert closed(played.left, "Boyz") == [("nothing of the unit can fire at it", "10E-TGT-2")]
    assert closed(played.left, "Nobz") == []


@pytest.mark.rule("10E-ELIG-1", "10E-ELIG-6", "10E-OOP-3")
def test_d07_who_was_selected_but_made_no_attack_has_not_shot() -> None:
    mine = army("Imperium", squad("Grenadiers", kind("Grenadier", 5, RIFLE, keywords=("GRENADES", "INFANTRY"))), OTHERS)
    held = battle(mine, ORKS, ("unit", "Grenadiers"), ("target", "hold fire"))
    assert closed(held.left, "Grenadiers") == [("has shot", "10E-ELIG-9")]
    assert closed(held.left, "grenade") == []
    shot = battle(mine, ORKS, ("unit", "Grenadiers"), ("target", "Boyz"), ("hit:bolt rifle", [1] * 5))
    assert closed(shot.left, "grenade") == [("no unit can throw grenades", "10E-OOP-3")]


@pytest.mark.rule("10E-ELIG-6")
def test_d07_who_has_nothing_to_shoot_with_is_not_selected() -> None:
    unarmed = targets(1, "Unarmed")
    assert refusal(unarmed, BOYZ) == "nobody in Unarmed has a ranged weapon (10E-ELIG-6)"
    played = battle(army("Imperium", unarmed, targets(1, "Monks"), OTHERS), ORKS)
    assert closed(played.left, "Unarmed") == [("it has no ranged weapons", "10E-ELIG-6")]
    assert played.said("Unarmed, Monks cannot shoot: they have no ranged weapons", "10E-ELIG-6")


@pytest.mark.rule("10E-ELIG-6", "10E-ELIG-9")
def test_d07_who_finds_no_legal_target_was_not_selected_to_shoot() -> None:
    """Of two enemy units both are too far: the unit may still be selected when somebody's state has changed."""
    mine = army("Imperium", marines(RIFLE), OTHERS)
    far = ("unit", "Marines"), ("target", "Boyz"), ("target", "Nobz")
    played = battle(mine, army("Orks", BOYZ, NOBZ), *far, distance=30)
    assert played.said("Marines: no legal target", "10E-ELIG-6")
    assert played.left is not None
    assert played.left.key == "unit"
    assert closed(played.left, "Marines") == [("it has no legal target", "10E-ELIG-6")]
    assert played.left.default == "Others"
    again = battle(mine, army("Orks", BOYZ, NOBZ), *far, *state("Boyz", "locked in combat"), distance=30)
    assert closed(again.left, "Marines") == []


@pytest.mark.rule("10E-TGT-9", "10E-TGT-4")
def test_a_gun_and_a_pistol_named_together_cannot_both_fire() -> None:
    both = {"weapon": "bolt rifle, bolt pistol", "distance": 6}
    words = "only one of them can fire, as a model fires its Pistols or its other weapons, not both (10E-TGT-9)"
    for n in (1, 5):
        armed = squad("Marines", kind("Marine", n, RIFLE, PISTOL))
        assert words in refusal(armed, BOYZ, **both)
        assert worked(armed, BOYZ, weapon="bolt pistol", distance=6)["expected"]["shots"] == n
    assert worked(armed, BOYZ, **both, firing="3 bolt rifle, 2 bolt pistol")["expected"]["shots"] == 5
    apart = squad("Marines", kind("Marine", 4, RIFLE), kind("Sergeant", 1, PISTOL))
    assert worked(apart, BOYZ, **both)["expected"]["shots"] == 5
    two = gun("plasma gun (standard)", of="plasma gun"), gun("plasma gun (supercharge)", of="plasma gun", S=8)
    said = refusal(squad("Marines", kind("Marine", 1, *two)), BOYZ, weapon=", ".join(one.name for one in two))
    words = "only one of them can fire, as each plasma gun fires with one profile (10E-TGT-4)"
    assert words in said
    said = refusal(squad("Marines", kind("Marine", 1, *two, PISTOL)), BOYZ, weapon=", ".join(one.name for one in two))
    assert words in said  # though he has a Pistol too


@pytest.mark.rule("10E-ELIG-3", "10E-ELIG-5")
def test_who_is_locked_with_the_target_is_locked_whether_said_or_not() -> None:
    said = refusal(marines(RIFLE), BOYZ, together="yes")
    assert "it is locked in combat, has no Pistols and is no MONSTER or VEHICLE (10E-ELIG-3)" in said
    tank = squad("Tank", kind("Tank", 1, RIFLE, keywords=("VEHICLE",)))
    hits = [worked(tank, BOYZ, **facts)["expected"]["hits"] for facts in ({}, {"together": "yes"}, {"engaged": "yes"})]
    assert hits[0] > hits[1] == hits[2]


# At whom -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-TGT-1", "10E-TGT-3")
def test_d08_nothing_is_redirected_after_the_first_die() -> None:
    two = squad("Marines", kind("A", 1, RIFLE), kind("B", 1, LAUNCHER))
    declared = ("unit", "Marines"), ("target", "Boyz"), ("facts:Boyz", {"firing": [1, 0]})
    played = battle(army("Imperium", two, OTHERS), ORKS, *declared)
    assert played.left is not None
    assert played.left.key == "target"  # before any die the other may have a target of its own
    assert closed(played.left, "Boyz") == [("a target already", "10E-TGT-1")]
    assert refused(played.left, "Boyz") == "“Boyz” is closed: a target already (10E-TGT-1)"
    shot = battle(
        army("Imperium", two, OTHERS), ORKS, *declared, ("target", "no more targets"), ("hit:bolt rifle", [6]), ("wound:bolt rifle", [6]),
    )  # fmt: skip
    assert shot.left is not None
    assert shot.left.key == "unit"
    assert shot.every_key[shot.every_key.index("hit:bolt rifle") + 1 :] == ["wound:bolt rifle", "unit"]


@pytest.mark.rule("10E-TGT-6")
def test_d09_a_lone_operative_at_12_inches_and_beyond() -> None:
    spy = targets(1, "Spy", has=("Lone Operative",))
    assert worked(marines(RIFLE), spy, distance=12.0)["expected"]["shots"] == 1
    said = refusal(marines(RIFLE), spy, distance=12.1)
    reason = 'Spy is a Lone Operative: 12.1" is more than 12"'
    assert said == f"Marines cannot shoot at Spy: bolt rifle: {reason} (10E-TGT-6)"
    assert reason in refusal(marines(gun("mortar", "Indirect Fire", range=48)), spy, distance=12.1, visible=False)
    sniper = squad("Vindicare", kind("Vindicare", 1, RIFLE, has=("Ignores Lone Operative",)))
    assert worked(sniper, spy, distance=24)["expected"]["shots"] == 1


@pytest.mark.rule("10E-TGT-7")
def test_d10_enemy_infantry_in_combat_with_a_friend_is_no_target() -> None:
    said = refusal(marines(RIFLE), BOYZ, target_engaged=True)
    assert said == "Marines cannot shoot at Boyz: Boyz is locked in combat with your army (10E-TGT-7)"
    mine = army("Imperium", marines(RIFLE), OTHERS)
    played = battle(mine, ORKS, *state("Boyz", "locked in combat"), ("unit", "Marines"))
    assert closed(played.left, "Boyz") == [("locked in combat with your army", "10E-TGT-7")]


@pytest.mark.rule("10E-TGT-7")
def test_d11_a_monster_in_combat_with_a_friend_is_a_target_at_minus_1() -> None:
    monster = targets(1, "Squiggoth", keywords=("MONSTER",), W=10)
    played = attack(marines(RIFLE), monster, ("facts", {"target_engaged": "yes"}), ("hit:bolt rifle", [3]))
    assert played.because("hit:bolt rifle") == [BALLISTIC, TARGET_LOCKED]
    assert played.question("hit:bolt rifle").need.target == 4
    played = attack(marines(PISTOL), monster, ("facts", {"target_engaged": "yes"}), ("hit:bolt pistol", [1]))
    assert played.because("hit:bolt pistol") == [BALLISTIC]  # Pistols excepted
    mine = army("Imperium", marines(RIFLE), OTHERS)
    played = battle(mine, ORKS, *state("Wagon", "locked in combat"), ("unit", "Marines"), ("target", "Wagon"))
    assert played.because("hit:bolt rifle") == [BALLISTIC, TARGET_LOCKED]


@pytest.mark.rule("10E-TGT-8", "10E-HIT-4")
def test_d12_an_engaged_tank_shoots_an_engaged_tank_at_minus_1_in_all() -> None:
    both = {"engaged": "yes", "target_engaged": "yes"}
    played = attack(tank(CANNON), WAGON, ("facts", both), ("hit:cannon", [3]))
    assert played.because("hit:cannon") == [BALLISTIC, SHOOTER_LOCKED, TARGET_LOCKED, CAPPED]
    assert played.question("hit:cannon").need.target == 4


@pytest.mark.rule("10E-TGT-9")
def test_d13_pistols_or_the_rest() -> None:
    either = "a model fires its Pistols or its other weapons, not both (10E-TGT-9)"
    one = marines(PISTOL, RIFLE)
    assert either in refusal(one, BOYZ, firing="1 bolt pistol, 1 bolt rifle")
    played = battle(army("Imperium", one, OTHERS), ORKS, ("unit", "Marines"), ("target", "Boyz"))
    assert played.question("firing").default == (0, 1)  # usually the others
    facts = played.question("facts:Boyz")
    assert refused(facts, {"firing": [1, 1]}) == f"1 bolt rifle cannot fire: {either}"
    facts.read({"firing": [1, 0]})
    two = battle(army("Imperium", marines(PISTOL, RIFLE, n=2), OTHERS), ORKS, ("unit", "Marines"), ("target", "Boyz"))
    two.question("facts:Boyz").read({"firing": [1, 1]})  # one model each
    assert either in refused(two.question("facts:Boyz"), {"firing": [1, 2]})


# With what -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-WPN-BLAST-3")
def test_d14_no_blast_at_who_fights_the_tank_itself() -> None:
    reason = "Blast is never fired at a unit locked in combat with your army (10E-WPN-BLAST-3)"
    said = refusal(tank(BATTLE_CANNON), BOYZ, engaged=True, target_engaged=True)
    assert said == f"Tank cannot shoot at Boyz: battle cannon: {reason}"
    found = worked(tank(BATTLE_CANNON, CANNON), BOYZ, engaged=True, target_engaged=True)
    assert found["closed"] == {"battle cannon": reason}
    assert found["expected"]["shots"] == 1
    free = attack(tank(BATTLE_CANNON), BOYZ, ("facts", {"engaged": "yes"}), ("hit:battle cannon", [3] * 3))
    assert free.because("hit:battle cannon") == [BALLISTIC, SHOOTER_LOCKED]


@pytest.mark.rule("10E-WPN-BLAST-3")
def test_d14_nor_at_a_tank_that_fights_a_friend() -> None:
    reason = "Blast is never fired at a unit locked in combat with your army (10E-WPN-BLAST-3)"
    said = refusal(tank(BATTLE_CANNON), WAGON, target_engaged=True)
    assert said == f"Tank cannot shoot at Wagon: battle cannon: {reason}"


@pytest.mark.rule("10E-OOP-2", "10E-OOP-1")
def test_d15_no_overwatch_in_combat() -> None:
    armiger = tank(CANNON, name="Armiger")
    said = refusal(armiger, BOYZ, overwatch=True, engaged=True)
    reason = "nobody who is locked in combat fires Overwatch"
    assert said == f"overwatch=yes and engaged=yes contradict each other: {reason} (10E-OOP-2)"
    knight = tank(CANNON, name="Knight", keywords=("TITANIC", "VEHICLE"))
    said = refusal(knight, BOYZ, overwatch=True)
    assert said == "Knight cannot shoot at Boyz: TITANIC units cannot fire Overwatch (10E-OOP-1)"
    played = battle(
        army("Orks", marines(CARBINE, name="Lootas")), army("Imperium", armiger, knight, OTHERS), *state("Armiger", "locked in combat"),
        ("unit", "overwatch"),
    )  # fmt: skip
    watchers = played.question("overwatch")
    reason = "locked in combat: Big Guns and Pistols in combat are for your own phase"
    assert closed(watchers, "Armiger") == [(reason, "10E-OOP-2")]
    assert closed(watchers, "Knight") == [("TITANIC units cannot fire Overwatch", "10E-OOP-1")]
    assert closed(watchers, "Others") == []


@pytest.mark.rule("10E-OOP-1")
def test_d15_overwatch_reaches_24_inches_whatever_the_range_of_the_weapon() -> None:
    said = refusal(tank(CANNON), BOYZ, overwatch=True, distance=24.1)
    assert said == 'Tank cannot shoot at Boyz: cannon: Overwatch reaches 24" (10E-OOP-1)'
    orks = army("Orks", BOYZ, marines(CARBINE, name="Lootas"))
    watch = ("unit", "overwatch"), ("overwatch", "Tank"), ("target", "Boyz")
    played = battle(orks, army("Imperium", tank(CANNON), OTHERS), *watch, distance=30)
    assert played.said('cannon cannot fire: Overwatch reaches 24"', "10E-OOP-1")
    assert played.left is not None
    assert played.left.key == "target"  # another one, or none


@pytest.mark.rule("10E-TGT-6")
def test_d16_an_attached_lone_operative_is_a_target() -> None:
    spy = squad("Spy", kind("Spy", 1, has=("Lone Operative",), character=True))
    assert "10E-TGT-6" in refusal(marines(RIFLE), spy, distance=20)
    assert worked(marines(RIFLE), led(BOYZ, spy), distance=20)["expected"]["shots"] == 1


@pytest.mark.rule("10E-TGT-2")
def test_d17_who_does_not_see_the_target_does_not_fire() -> None:
    two = marines(RIFLE, n=2)
    assert law(two, BOYZ, "damage", blind="1 Shooter") == law(marines(RIFLE), BOYZ, "damage")
    said = refusal(two, BOYZ, blind="1 Shooter", firing="2 bolt rifle")
    assert said == "firing: 2 bolt rifles cannot fire: the others do not see the target (10E-TGT-2)"
    three = marines(RIFLE, n=3)
    shot = ("unit", "Marines"), ("target", "Boyz")
    played = battle(army("Imperium", three, OTHERS), ORKS, *shot, ("facts:Boyz", {"blind": [1]}))
    said = refused(played.question("facts:Boyz"), {"blind": [2], "firing": [2]})
    assert said == "2 bolt rifles cannot fire: the others do not see the target (10E-TGT-2)"
    assert played.question("hit:bolt rifle").dice == 2


@pytest.mark.rule("10E-WPN-INDIRECT-2", "10E-WPN-INDIRECT-1")
def test_d18_an_indirect_weapon_is_free_while_a_comrade_sees_the_target() -> None:
    mortar = gun("mortar", "Indirect Fire", range=48)
    crew = squad("Crew", kind("Spotter", 1, CARBINE), kind("Mortar", 1, mortar))
    played = attack(
        crew, BOYZ, ("facts", {"blind": "1 Mortar"}), ("hit:carbine", [1]), ("hit:mortar", [3]), ("wound:mortar", [1]),
    )  # fmt: skip
    assert played.because("hit:mortar") == [BALLISTIC]
    unseen = attack(crew, BOYZ, ("facts", {"visible": "no"}), ("hit:mortar", [3]))
    assert unseen.because("hit:mortar") == [BALLISTIC, ("Indirect Fire at what nobody sees", "10E-WPN-INDIRECT-2")]
    assert unseen.question("hit:mortar").need.target == 4
    assert "hit:carbine" not in unseen.every_key
    assert worked(crew, BOYZ, visible=False)["closed"] == {"carbine": "nobody of the unit sees the target (10E-TGT-2)"}


@pytest.mark.rule("10E-WPN-TORRENT-3")
def test_d19_no_torrent_at_what_nobody_sees() -> None:
    burner = gun("burner", "Torrent", "Indirect Fire", BS=None)
    reason = "Torrent weapons cannot be fired at what nobody sees (10E-WPN-TORRENT-3)"
    assert refusal(marines(burner), BOYZ, visible=False) == f"Marines cannot shoot at Boyz: burner: {reason}"
    assert worked(marines(burner), BOYZ)["expected"]["hits"] == 1


# What is spent, what follows -----------------------------------------------------------------------------------------


@pytest.mark.rule("10E-ORD-7", "10E-WPN-ONESHOT-1")
def test_d20_a_missile_is_spent_though_nobody_was_left_to_hit() -> None:
    missile = gun("hunter-killer missile", "One Shot", S=14, AP=-3, D="D6", range=48)
    armed = squad("Tank", kind("Tank", 1, CANNON, missile, T=10, W=12, keywords=("VEHICLE",)))
    lone, next_one = targets(1, "Lone"), targets(1, "Next")
    foe = army("Orks", lone, next_one, marines(CARBINE, name="Lootas"))
    gone = ("unit", "Tank"), ("target", "Lone"), ("hit:cannon", [6]), ("wound:cannon", [6])
    played = battle(army("Imperium", armed, OTHERS), foe, *gone)
    assert played.said("nobody is left to shoot at", "10E-ORD-7")
    assert "hit:hunter-killer missile" not in played.every_key
    assert played.unit_at("Tank").used == ((0, "hunter-killer missile"),)
    later = battle(
        army("Imperium", armed, OTHERS), foe, *gone, ("unit", "end the phase"), ("unit", "end the phase"), ("unit", "Tank"), ("target", "Next"),
    )  # fmt: skip
    assert later.question("firing", 1).groups == (("cannon", 1),)


PLASMA = (
    gun("plasma gun: standard", S=7, AP=-2, of="plasma gun"),
    gun("plasma gun: supercharge", "Hazardous", S=8, AP=-3, D=2, of="plasma gun"),
)


@pytest.mark.rule("10E-ORD-2", "10E-WPN-HAZ-3", "10E-TGT-4")
def test_d21_two_plasma_guns_one_supercharged() -> None:
    two = marines(*PLASMA, n=2, name="Hellblasters")
    firing = {"firing": [1, 1]}
    played = battle(
        army("Imperium", two, OTHERS), ORKS, ("unit", "Hellblasters"), ("target", "Nobz"), ("facts:Nobz", firing), ("hit:plasma gun: standard", [1]),
        ("hit:plasma gun: supercharge", [1]),
    )  # fmt: skip
    assert played.left is not None
    assert (played.left.key, played.left.dice) == ("hazardous", 1)
    assert played.because("hazardous") == [("Hazardous: 2+ or the bearer suffers", "10E-WPN-HAZ-2")]
    found = worked(two, NOBZ, firing="1 plasma gun: standard, 1 plasma gun: supercharge")
    assert found["own_slain"] == pytest.approx([5 / 6, 1 / 6])
    assert "own_slain" not in worked(two, NOBZ, firing="2 plasma gun: standard")
    said = refusal(two, NOBZ, firing="1 plasma gun: standard, 2 plasma gun: supercharge")
    assert said == (
        "firing: 2 plasma guns: supercharge cannot fire: each plasma gun fires with one profile (10E-TGT-4)"
    )


@pytest.mark.rule("10E-ALL-4")
def test_d22_a_wounded_leader_stands_behind_his_bodyguards() -> None:
    boss = squad("Boss", kind("Boss", 1, W=5, Sv="-", character=True, lost=2))
    mob = led(targets(1, "Mob"), boss)
    hit = ("hit:gun", [6, 6]), ("wound:gun", [6, 6])
    assert attack(marines(gun(A=2)), mob, *hit).wounds() == {"Boss": [2]}  # the bodyguard first, then he
    assert attack(marines(gun()), mob, ("hit:gun", [6]), ("wound:gun", [6])).wounds() == {"Boss": [3]}
    alone = squad("Mob", kind("Boy", 1, W=1, Sv="-"), kind("Boss", 1, W=5, Sv="-", character=True, lost=2))
    free = attack(marines(gun()), alone, ("hit:gun", [6]), ("wound:gun", [6]))
    assert free.wounds() == {"Boy": [1], "Boss": [2]}  # in no Attached unit the wounded one is next


@pytest.mark.rule("10E-ALL-3", "10E-ALL-1")
def test_d23_who_saved_an_attack_takes_the_next_one_of_the_phase_too() -> None:
    terminators = squad("Terminators", kind("Terminator", 4, W=3, Sv="2+"), kind("Sergeant", 1, W=3, Sv="3+"))
    chaos = army("Chaos", terminators, marines(CARBINE, name="Cultists"))
    mine = army("Imperium", marines(gun("first"), name="A"), marines(gun("second"), name="B"))

    def shot(unit: str, weapon: str) -> tuple[tuple[str, object], ...]:
        return ("unit", unit), ("target", "Terminators"), (f"hit:{weapon}", [6]), (f"wound:{weapon}", [6])

    first = *shot("A", "first"), ("allocate", "Sergeant"), ("save:Sergeant", [6])
    played = battle(mine, chaos, *first, *shot("B", "second"))
    assert played.left is not None
    assert played.left.key == "save:Sergeant"
    assert (
        sum(said.question is not None and said.question.key == "allocate" for said in played.table.log) == 1
    )  # forced
    assert played.unit_at("Terminators").histories[0].allocated
    next_phase = battle(
        mine, chaos, *first, ("unit", "end the phase"), ("unit", "end the phase"), *shot("B", "second"),
    )  # fmt: skip
    assert next_phase.left is not None
    assert next_phase.left.key == "save:Terminator"


@pytest.mark.rule("10E-TGT-9", "10E-ELIG-5")
def test_d24_an_engaged_vehicle_fires_pistol_and_cannon_the_cannon_at_minus_1() -> None:
    walker = tank(PISTOL, CANNON, name="Walker")
    played = attack(
        walker, BOYZ, ("facts", {"engaged": "yes", "target_engaged": "yes"}), ("hit:bolt pistol", [1]), ("hit:cannon", [3]),
    )  # fmt: skip
    assert played.because("hit:bolt pistol") == [BALLISTIC]
    assert played.because("hit:cannon") == [BALLISTIC, SHOOTER_LOCKED]
    assert worked(walker, BOYZ, engaged=True, target_engaged=True)["expected"]["hits"] == pytest.approx(4 / 6 + 3 / 6)


@pytest.mark.rule("10E-WPN-HEAVY-1", "10E-ELIG-8")
def test_d25_who_arrived_this_turn_did_not_stand_still() -> None:
    mine = army("Imperium", marines(RIFLE), OTHERS)
    shot = ("unit", "Marines"), ("target", "Boyz")
    played = battle(mine, ORKS, *state("Marines", "set up this turn"), *shot)
    assert played.because("hit:bolt rifle") == [BALLISTIC]
    assert "stationary" not in {part.key for part in played.question("facts:Boyz").parts}
    still = battle(mine, ORKS, *state("Marines", "remained stationary"), *shot)
    assert still.because("hit:bolt rifle") == [BALLISTIC, ("Heavy, Remained Stationary", "10E-WPN-HEAVY-1")]
    assert still.question("hit:bolt rifle").need.target == 2
