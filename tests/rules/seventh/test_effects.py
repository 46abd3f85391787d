"""Effects in force, told of an attack on its own: every word in both roles against a number reckoned by hand (7E-EFF)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.effects import in_force, read
from shoot_cli.rules.seventh.joined_units import joined
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from tests.helpers.each import each
from tests.rules.seventh.helpers.one_weapon import outcome
from tests.rules.seventh.helpers.tabletop import (
    attack,
    boyz,
    chances,
    fire,
    gun,
    hits,
    marines,
    one_hit,
    squad,
    trooper,
)
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction
PLAIN = gun("gun")  # S4 AP5 Assault 1
STRONG = gun("gun", S="7", AP="2")  # at T4: 2+, no armour save of 3+
RAPID, HEAVY = gun("gun", type="Rapid Fire"), gun("gun", type="Heavy 1")


def hit(weapon: Weapon = PLAIN, skill: int = 4, target: Unit | None = None, **facts: Any) -> Fraction:
    """The hits that one bearer can expect."""
    found = hits(shooter(weapon, skill=skill), target, **facts)
    return sum((n * p for n, p in found.items()), F(0))


def lost(weapon: Weapon = PLAIN, target: Unit | None = None, **facts: Any) -> Fraction:
    """That one hit costs a wound."""
    return one_hit(weapon, target or marines(1, name="Target"), **facts).get(1, F(0))


SNAPS = {"attacker_state": "gone to ground"}


# Those who fire ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-EFF-1", "7E-EFF-3", "7E-EFF-7")
@each(
    ("effects", "facts", "wanted"),
    [
        ("hit ones", {}, F(7, 9)),
        ("hit failed", {}, F(8, 9)),
        ("hit ones and twos", {}, F(8, 9)),
        ("hit failed, hit ones", {}, F(8, 9)),
        ("hit failed", SNAPS, F(11, 36)),
        ("hit failed", SNAPS | {"snap_rerolls": "no"}, F(1, 6)),
        ("bs +1", {}, F(5, 6)),
        ("plus 1 bs", {}, F(5, 6)),
        ("bs -1", {}, F(1, 2)),
        ("bs -9", {}, F(1, 6)),
        ("bs =1", {}, F(1, 6)),
        ("bs +2, bs =1", {}, F(1, 6)),
        ("bs =1", {"bs_modifier": 3}, F(1, 6)),
        ("bs +1", {"bs_modifier": -1}, F(2, 3)),
        ("bs +3", {}, F(8, 9)),
        ("bs +3, hit ones", {}, F(35, 36)),
        ("bs +1", SNAPS, F(1, 6)),
        ("snap bs +1", {}, F(5, 6)),
        ("snap bs +2", SNAPS, F(1, 2)),
        ("snap bs +1, snap bs +1", SNAPS, F(1, 2)),
        ("snap only", {}, F(1, 6)),
        ("shots +1", {}, F(4, 3)),
        ("shots +2", SNAPS, F(1, 2)),
        ("gains Twin-linked", {}, F(8, 9)),
        ("gains Preferred Enemy", {}, F(7, 9)),
        ("gains Preferred Enemy (Orks)", {}, F(2, 3)),
        ("gains Skyfire", {}, F(1, 6)),
        ("gains Master-crafted", {}, F(8, 9)),
        ("Prescience; Prescience", {}, F(8, 9)),
        ("Tempest's Wrath, Tempest's Wrath", {}, F(1, 2)),
        ("Blind", {}, F(1, 6)),
        ("Doctrina Imperatives +2", {}, F(5, 6) + F(1, 36)),
        ("Expert Instructor 5", {}, F(5, 6)),
    ],
)
def test_to_hit(effects: str, facts: dict[str, Any], wanted: Fraction) -> None:
    settings = {key: value for key, value in facts.items() if key == "snap_rerolls"}
    rest = {key: value for key, value in facts.items() if key not in settings}
    assert hit(settings=settings or None, effects=effects, **rest) == wanted


@pytest.mark.rule("7E-EFF-1", "7E-HIT-11")
def test_gets_hot_and_re_rolls() -> None:
    hot = shooter(gun("gun", type="Assault 1, Gets Hot"), rules=())
    dies = {"": F(1, 6), "hit failed": F(1, 36), "hit ones": F(1, 36), "save failed": F(1, 6), "armour +1": F(1, 6)}
    for effects, chance in dies.items():
        saved = {"save failed": F(1, 9), "armour +1": F(1, 6)}.get(effects, F(1, 3))
        assert chances(hot, boyz(), "own_slain", effects=effects or "none").get(1) == chance * saved
    blast = shooter(gun("gun", type="Assault 1, Gets Hot, Blast"))
    assert chances(blast, boyz(), "own_slain", effects="hit ones").get(1) == F(1, 36) * F(1, 3)


@pytest.mark.rule("7E-EFF-1", "7E-HIT-7")
def test_master_crafted_beside_a_re_roll_of_ones_and_twos() -> None:
    found = hits(shooter(gun("gun", type="Assault 2, Master-crafted"), skill=2), effects="hit ones and twos")
    # 5+: 1 and 2 again for every die, and one more that showed 3 or 4
    by_hand = {n: F(0) for n in range(3)}
    dice = {"hit": F(1, 3), "low": F(1, 3), "miss": F(1, 3)}
    for one, p in dice.items():
        for other, q in dice.items():
            crafted = (one == "miss") + (other == "miss") > 0
            again = (one == "low") + (other == "low") + crafted
            sure = (one == "hit") + (other == "hit")
            for more in range(again + 1):
                ways = {0: 1, 1: again, 2: 1}[more]
                by_hand[sure + more] += p * q * ways * F(1, 3) ** more * F(2, 3) ** (again - more)
    assert found == by_hand


@pytest.mark.rule("7E-EFF-1")
@pytest.mark.parametrize(
    ("effects", "weapon", "wanted"),
    [
        ("none", HEAVY, F(1, 6)),
        ("stationary", HEAVY, F(2, 3)),
        ("gains Relentless", HEAVY, F(2, 3)),
        ("Fire and Advance!", HEAVY, F(2, 3)),
    ],
)
def test_as_if_it_stood(effects: str, weapon: Weapon, wanted: Fraction) -> None:
    assert hit(weapon, effects=effects, moved=1) == wanted


@pytest.mark.rule("7E-EFF-1", "7E-WPN-22")
def test_a_vehicle_counts_as_stationary() -> None:
    car = tank(11, 3, gun("a", S="4"), gun("b", S="4"))
    assert sum(n * p for n, p in chances(car, boyz(), "slain", effects="stationary", speed="cruising").items()) == sum(
        n * p for n, p in chances(car, boyz(), "slain", speed="stationary").items()
    )


@pytest.mark.rule("7E-EFF-4", "7E-EFF-6")
@each(
    ("effects", "distance", "name", "wanted"),
    [
        ("First Rank, Fire! Second Rank, Fire!", 12, "lasgun", 3),
        ("First Rank, Fire! Second Rank, Fire!", 24, "lasgun", 2),
        ("First Rank, Fire! Second Rank, Fire!", 12, "hot-shot lasgun", 3),
        ("First Rank, Fire! Second Rank, Fire!", 12, "boltgun", 2),
        ("Storm of Fire", 12, "pulse rifle", 3),
        ("Storm of Fire", 13, "pulse rifle", 1),
        ("shots +1 within half range", 12, "boltgun", 3),
        ("shots +1 within half range", 13, "boltgun", 1),
        ("shots +1:lasgun", 13, "boltgun", None),
    ],
)
def test_more_shots(effects: str, distance: int, name: str, wanted: int | None) -> None:
    weapon = gun(name, type="Rapid Fire")
    if wanted is None:
        with pytest.raises(BadAnswer, match="no “lasgun” here"):
            hit(weapon, effects=effects, distance=distance)
        return
    assert hit(weapon, effects=effects, distance=distance) == F(2, 3) * wanted


@pytest.mark.rule("7E-EFF-4")
def test_more_shots_of_assault_weapons_ask_for_half_range() -> None:
    carbine = gun("pulse carbine", "18", type="Assault 2")
    assert hit(carbine, effects="Storm of Fire", distance=9) == F(2, 3) * 3
    assert hit(carbine, effects="Storm of Fire", distance=9, half_range="none") == F(2, 3) * 2
    assert hit(carbine, effects="Storm of Fire", distance=10) == F(2, 3) * 2


@pytest.mark.rule("7E-EFF-1", "7E-WND-9")
@each(
    ("effects", "wanted"),
    [
        ("none", F(1, 2) * F(1, 3)),
        ("wound ones", F(7, 12) * F(1, 3)),
        ("wound failed", F(3, 4) * F(1, 3)),
        ("gains Shred", F(3, 4) * F(1, 3)),
        ("gains Rending", F(1, 3) * F(1, 3) + F(1, 6)),
        ("gains Rending, wound failed", F(1, 2) * F(1, 3) + F(1, 4)),
        ("gains Rending, wound ones", (F(1, 3) + F(1, 18)) * F(1, 3) + F(1, 6) + F(1, 36)),
        ("gains Preferred Enemy", F(7, 12) * F(1, 3)),
        ("s +1", F(2, 3) * F(1, 3)),
        ("s -1", F(1, 3) * F(1, 3)),
        ("s =3, s +1", F(1, 3) * F(1, 3)),
        ("gains Poisoned (2+)", F(5, 6) * F(1, 3)),
        ("gains Fleshbane", F(5, 6) * F(1, 3)),
    ],
)  # fmt: skip
def test_to_wound(effects: str, wanted: Fraction) -> None:
    assert lost(effects=effects) == wanted


@pytest.mark.rule("7E-EFF-1")
def test_a_monster_hunter_and_what_ignores_cover() -> None:
    monster = squad("Beast", trooper("Beast", 1, "boltgun", T=6, Sv="-"), type="Monstrous Creature")
    assert lost(PLAIN, monster) == F(1, 6)
    assert lost(PLAIN, monster, effects="gains Monster Hunter") == F(11, 36)
    assert lost(STRONG, cover="4+") == F(5, 12)
    assert lost(STRONG, cover="4+", effects="gains Ignores Cover") == F(5, 6)
    assert lost(STRONG, cover="4+", effects="Fire on my Target!") == F(5, 6)


@pytest.mark.rule("7E-EFF-1", "7E-HIT-9")
def test_precision_shots_by_an_order() -> None:
    target = squad("Mob", trooper("Boy", 1, Sv="-"), trooper("Nob", 1, Sv="-"))
    strong = gun("gun", S="10", AP="1")

    def nob_dies(**facts: Any) -> Fraction:
        found = chances(
            shooter(strong), target, lambda state: all(r.kind.name != "Nob" for r in state.line.standing()), **facts
        )
        return found.get(True, F(0))

    assert nob_dies(precision="Nob") == 0
    assert nob_dies(effects="Take Aim!", precision="Nob") == F(1, 6) * F(5, 6)
    assert nob_dies(effects="Take Aim!", precision="Nob", **SNAPS) == 0


@pytest.mark.rule("7E-EFF-1", "7E-END-1")
def test_pinning_by_an_order() -> None:
    assert chances(shooter(PLAIN), boyz(3), "pinned").get(1, 0) == 0
    dies = F(2, 3) * F(1, 2)  # AP5 goes through 6+
    assert chances(shooter(PLAIN), boyz(3), "pinned", effects="Suppressive Fire!")[1] == dies * F(5, 12)


@pytest.mark.rule("7E-EFF-1", "7E-TGT-6")
def test_no_sight_is_needed() -> None:
    marks = dict(attack(shooter(PLAIN), boyz(2), *fire("gun"), ("hit:gun", [1])).question("order").marks)
    assert "out of sight" in marks["hidden"]
    played = attack(in_force(shooter(PLAIN), read("no sight")), boyz(2), *fire("gun"), ("hit:gun", [1]))
    assert dict(played.question("order").marks)["hidden"] == "out of range of all who fire"


# Whom it is about ----------------------------------------------------------------------------------------------------


def mixed(**facts: Any) -> Fraction:
    """Hits of a trooper and his Sergeant, BS4, with a gun each."""
    pair = squad("Squad", trooper("Trooper", 1, PLAIN), trooper("Sergeant", 1, PLAIN, character=True))
    told = {key.replace("__", ":"): said for key, said in facts.items()}
    return sum((n * p for n, p in hits(pair, **told).items()), F(0))


@pytest.mark.rule("7E-EFF-1")
def test_narrowed_to_a_weapon_or_a_kind_of_model() -> None:
    assert mixed() == F(4, 3)
    assert mixed(effects="hit failed") == F(16, 9)
    assert mixed(effects__Sergeant="hit failed") == F(14, 9)
    assert mixed(effects="hit failed:Sergeant") == F(14, 9)
    assert mixed(effects="Sergeant: hit failed") == F(14, 9)
    assert mixed(effects__gun="hit failed") == F(16, 9)
    assert mixed(effects__gun="hit failed", effects="bs -1:Trooper") == F(3, 4) + F(8, 9)
    assert mixed(effects__Sergeant="snap only") == F(2, 3) + F(1, 6)
    assert mixed(effects__Sergeant="bs =1") == F(2, 3) + F(1, 6)
    assert mixed(effects="Precognition") == F(2, 3) + F(8, 9)  # its bearer is the character
    assert mixed(effects="Precognition:Trooper") == F(2, 3) + F(8, 9)
    for wrong in ("lasgun", "Captain"):
        with pytest.raises(BadAnswer, match=f"no “{wrong}” here, only gun"):
            mixed(**{f"effects__{wrong}": "hit failed"})


@pytest.mark.rule("7E-EFF-4")
@each(
    ("effects", "unit", "weapon", "wanted"),
    [
        ("Bolter Drill", "Squad", "boltgun", "hit ones"),
        ("Bolter Drill", "Squad", "combi-flamer (boltgun)", "hit ones"),
        ("Bolter Drill", "Squad", "twin-linked heavy bolter", "hit ones"),
        ("Bolter Drill", "Squad", "lascannon", ""),
        ("Tactical Doctrine", "Tactical Squad", "gun", "hit failed"),
        ("Tactical Doctrine", "Assault Squad", "gun", "hit ones"),
        ("Devastator Doctrine", "Centurion Devastator Squad", "gun", "hit failed"),
        ("Devastator Doctrine", "Tactical Squad", "gun", "hit ones"),
    ],
)
def test_names_that_are_for_some(effects: str, unit: str, weapon: str, wanted: str) -> None:
    now = in_force(squad(unit, trooper("Man", 1, gun(weapon))), read(effects))
    assert [rule for rule in now.weapons()[0].rules if rule.startswith("hit")] == ([wanted] if wanted else [])


@pytest.mark.rule("7E-EFF-4")
def test_names_that_are_for_some_units() -> None:
    def gained(effect: str, unit: Unit) -> set[str]:
        return set(in_force(unit, read(effect)).rules) - set(unit.rules)

    bikes, squad_ = marines(1, type="Bike", name="Bikers"), marines(1)
    assert gained("Born in the Saddle", bikes) == {"Skilled Rider"}
    assert gained("Born in the Saddle", squad_) == set()
    assert gained("Siege Masters", marines(1, name="Devastator Squad")) == {"Tank Hunters"}
    assert gained("Siege Masters", squad_) == set()
    assert gained("Strike from the Shadows", squad_) == {"Shrouded"}
    assert gained("Strike from the Shadows", tank()) == set()
    assert in_force(squad_, read("Storm of Fire")).weapons()[0].has("Rending")
    assert in_force(squad_, read("Brutal but Kunnin'")).weapons()[0].has("Master-crafted")
    pain = in_force(marines(1, FNP=5), read("The Flesh is Weak")).models[0][0].feel_no_pain
    assert (pain, in_force(squad_, read("The Flesh is Weak")).models[0][0].feel_no_pain) == (4, 6)


@pytest.mark.rule("7E-EFF-1")
def test_a_whole_name_is_that_weapon_alone() -> None:
    unit = squad("Squad", trooper("Man", 1, gun("boltgun"), gun("storm boltgun")))
    for told, reached in (("boltgun", [True, False]), ("bolt", [True, True]), ("storm", [False, True])):
        now = in_force(unit, read(f"hit ones:{told}"))
        assert [weapon.has("hit ones") for weapon in now.weapons()] == reached


@pytest.mark.rule("7E-EFF-4")
def test_who_is_doomed_does_not_shoot_any_better() -> None:
    unit = marines(1)
    assert in_force(unit, read("Doom, Misfortune, Invisibility")) == unit


@pytest.mark.rule("7E-EFF-4")
def test_a_power_of_the_psyker_is_on_him() -> None:
    unit = squad(
        "Squad", trooper("Marine", 1), trooper("Librarian", 1, rules=("Psyker",)), trooper("Captain", 1, character=True)
    )
    now = in_force(unit, read("Electroshield"))
    assert [model.invulnerable for model, _ in now.models] == [None, 3, None]
    assert [model.invulnerable for model, _ in in_force(unit, read("Electroshield:Captain")).models] == [None, None, 3]


# The target ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-EFF-1", "7E-EFF-4")
@each(
    ("effects", "wanted"),
    [
        ("hit ones", F(7, 9)), ("hit failed", F(8, 9)), ("snap only", F(1, 6)), ("Invisibility", F(1, 6)),
        ("Invisibility, snap only", F(1, 6)), ("Aversion", F(1, 6)), ("gains Twin-linked", F(8, 9)),
        ("Blind", F(2, 3)), ("bs -1", F(2, 3)), ("shots +1", F(2, 3)), ("snap bs +2", F(2, 3)),
    ],
)  # fmt: skip
def test_shots_at_it(effects: str, wanted: Fraction) -> None:
    assert hit(target_effects=effects) == wanted


@pytest.mark.rule("7E-EFF-1", "7E-EFF-4", "7E-WND-5")
@each(
    ("effects", "wanted"),
    [
        ("wound failed", F(3, 4) * F(1, 3)), ("wound ones", F(7, 12) * F(1, 3)), ("Doom", F(3, 4) * F(1, 3)),
        ("Misfortune", F(1, 3) * F(1, 3) + F(1, 6)), ("gains Rending", F(1, 3) * F(1, 3) + F(1, 6)),
        ("gains Instant Death", F(1, 2) * F(1, 3)), ("t +1", F(1, 3) * F(1, 3)), ("t -1", F(2, 3) * F(1, 3)),
        ("t +1, t =3", F(2, 3) * F(1, 3)), ("Enfeeble", F(2, 3) * F(1, 3)), ("t =8", F(0)), ("Iron Arm", F(1, 6) * F(1, 3)),
        ("s -1", F(1, 2) * F(1, 3)), ("armour +1", F(1, 2) * F(1, 6)), ("armour +4", F(1, 2) * F(1, 6)), ("armour -1", F(1, 2) * F(1, 2)),
        ("armour -2", F(1, 2)), ("armour -4", F(1, 2)), ("Protect, Jinx", F(1, 2) * F(1, 3)),
        ("save ones", F(1, 2) * (F(1, 6) + F(1, 6) * F(1, 3))), ("save failed", F(1, 2) * F(1, 9)),
        ("Fortune", F(1, 2) * F(1, 9)), ("fnp 5+", F(1, 6) * F(2, 3)), ("fnp 4+, fnp 6+", F(1, 6) * F(1, 2)),
        ("fnp +1", F(1, 6) * F(5, 6)), ("Endurance", F(1, 6) * F(1, 2)), ("gains Feel No Pain (4+)", F(1, 6) * F(1, 2)),
        ("gains Reanimation Protocols", F(1, 6) * F(2, 3)),
        ("invulnerable 2+", F(1, 2) * F(1, 6)), ("Precognition", F(1, 2) * F(1, 9)),
        ("stationary", F(1, 6)), ("no sight", F(1, 6)), ("pen failed", F(1, 6)), ("av +1", F(1, 6)),
        ("pen to glance 6+", F(1, 6)),
    ],
)  # fmt: skip
def test_what_becomes_of_a_hit_on_it(effects: str, wanted: Fraction) -> None:
    assert lost(target_effects=effects) == wanted


@pytest.mark.rule("7E-EFF-1")
def test_what_is_told_of_models_of_the_target_is_not_about_those_who_fire() -> None:
    pair = marines(1, PLAIN), marines(1, name="Target")
    assert chances(*pair, target_effects="hit failed:Marine") == chances(*pair)
    assert chances(*pair, target_effects="hit failed:gun") == chances(*pair, effects="hit failed")
    assert chances(*pair, effects="hit failed:Marine") == chances(*pair, effects="hit failed")


@pytest.mark.rule("7E-EFF-1", "7E-EFF-3", "7E-SAV-7", "7E-SAV-9")
@each(
    ("effects", "cover", "saved"),
    [
        ("none", "ruin", 4), ("cover 4+", "none", 4), ("cover 4+", "ruin", 4), ("cover 4+", "statuary", 3),
        ("cover +1", "ruin", 3), ("cover +1", "none", 6), ("cover +2", "none", 5), ("cover -1", "ruin", 5),
        ("cover -2", "ruin", 6), ("cover -3", "ruin", None), ("cover -1", "none", None), ("no cover", "ruin", None),
        ("no cover, cover 3+", "none", None), ("gains Stealth", "ruin", 3), ("gains Shrouded", "none", 5),
        ("Conceal, Reveal", "none", None), ("cover 4+, gains Stealth, cover -2", "none", 5), ("cover +9", "ruin", 2),
        ("cover +3, cover -1", "ruin", 2), ("Auspex, Omnispex, Auspex", "ruin", 5), ("Auspex, Luminagen", "ruin", 6),
        ("cover -1, cover -1", "ruin", 6), ("invulnerable 5+", "ruin", 4), ("invulnerable 3+", "ruin", 3),
        ("Sanctuary", "none", 6), ("Sanctuary, Telekine Dome", "none", 4), ("invulnerable 4+, invulnerable 5+", "none", 4),
        ("Forewarning, Banishment", "none", 5), ("Forewarning, Null Zone, Banishment", "none", 6),
        ("Banishment", "none", None), ("Fire Shield", "none", 4), ("Shroudpsalm 9", "none", 4),
    ],
)  # fmt: skip
def test_saves_against_ap2(effects: str, cover: str, saved: int | None) -> None:
    chance = F(7 - saved, 6) if saved and saved < 10 else F(0)
    if effects == "cover +9":
        with pytest.raises(BadAnswer):
            lost(STRONG, target_effects=effects)
        return
    assert lost(STRONG, cover=cover, target_effects=effects) == F(5, 6) * (1 - chance)


@pytest.mark.rule("7E-EFF-1", "7E-SAV-12", "7E-SAV-13")
def test_toughness_counts_for_instant_death() -> None:
    hero = squad("Hero", trooper("Hero", 1, W=3, Sv="-"))
    blow = gun("gun", S="7", AP="2")
    assert chances(shooter(blow), hero, "slain").get(1, F(0)) == 0
    assert chances(shooter(blow), hero, "slain", target_effects="Enfeeble")[1] == F(2, 3) * F(5, 6)
    assert chances(shooter(blow), hero, "slain", target_effects="Enfeeble, Endurance").get(1, F(0)) == 0
    assert chances(shooter(blow), hero, "slain", effects="s +1")[1] == F(2, 3) * F(5, 6)
    assert chances(shooter(blow), hero, "slain", target_effects="gains Instant Death")[1] == F(2, 3) * F(5, 6)


@pytest.mark.rule("7E-EFF-1", "7E-WND-2")
def test_majority_toughness_is_the_changed_one() -> None:
    mixed_ = squad("Mob", trooper("Grot", 2, T=2, Sv="-"), trooper("Runtherd", 1, T=4, Sv="-"))
    assert lost(PLAIN, mixed_, target_effects="t +2") == F(1, 2)
    assert lost(PLAIN, mixed_, target_effects="t +3:Grot") == F(1, 3)


@pytest.mark.rule("7E-EFF-1", "7E-WPN-13", "7E-WPN-16")
def test_no_marker_is_aimed_at_the_invisible() -> None:
    for kind in ("Assault 1, Blast", "Ordnance 1, Large Blast"):
        played = attack(in_force(shooter(gun("gun", type=kind)), read("snap only")), boyz(3), ("weapon", "no more"))
        assert played.keys[-1:] == ["weapon"]
        assert chances(shooter(gun("gun", type=kind)), boyz(3), target_effects="Invisibility") == {0: 1}
        assert chances(shooter(gun("gun", type=kind)), boyz(3), effects="Blind", under=2)[2] > 0


@pytest.mark.rule("7E-EFF-4", "7E-VEH-15")
def test_misfortune_is_for_templates_too() -> None:
    flamer = gun("gun", "T")
    target = marines(1, name="Target", Sv="2+")
    assert chances(shooter(flamer), target, under=1, target_effects="Misfortune")[1] == F(1, 3) * F(1, 6) + F(1, 6)


# Vehicles ------------------------------------------------------------------------------------------------------------

LASCANNON = gun("gun", "48", "9", "2")


@pytest.mark.rule("7E-EFF-1", "7E-VEH-6", "7E-VEH-15", "7E-VEH-16")
@each(
    ("weapon", "armour", "facts", "wanted"),
    [
        (LASCANNON, 13, {}, (F(1, 6), F(1, 3))),
        (LASCANNON, 13, {"effects": "pen failed"}, (F(1, 4), F(1, 2))),
        (LASCANNON, 13, {"effects": "pen failed+glances"}, (F(1, 9), F(5, 9))),
        (LASCANNON, 13, {"effects": "pen ones"}, (F(7, 36), F(7, 18))),
        (LASCANNON, 10, {"effects": "pen ones"}, (F(1, 36), F(35, 36))),
        (LASCANNON, 13, {"effects": "gains Tank Hunters"}, (F(1, 4), F(1, 2))),
        (LASCANNON, 13, {"effects": "pen ones, gains Tank Hunters"}, (F(1, 4), F(1, 2))),
        (LASCANNON, 13, {"effects": "pen failed+glances, gains Tank Hunters"}, (F(1, 9), F(5, 9))),
        (LASCANNON, 13, {"target_effects": "pen failed"}, (F(1, 4), F(1, 2))),
        (LASCANNON, 13, {"target_effects": "Doom"}, (F(1, 4), F(1, 2))),
        (LASCANNON, 13, {"target_effects": "av +1"}, (F(1, 6), F(1, 6))),
        (LASCANNON, 13, {"target_effects": "Warpmetal Armour"}, (F(1, 6), F(1, 6))),
        (LASCANNON, 13, {"target_effects": "av -1"}, (F(1, 6), F(1, 2))),
        (LASCANNON, 13, {"effects": "s +1"}, (F(1, 6), F(1, 2))),
        (LASCANNON, 13, {"effects": "gains Lance"}, (F(1, 6), F(1, 2))),
        (LASCANNON, 13, {"target_effects": "pen to glance 5+"}, (F(5, 18), F(2, 9))),
        (LASCANNON, 13, {"target_effects": "Ramshackle, pen to glance 5+"}, (F(5, 18), F(2, 9))),
        (LASCANNON, 13, {"target_effects": "Kustom Force Field"}, (F(1, 9), F(2, 9))),
        (LASCANNON, 13, {"target_effects": "Kustom Force Field, save failed"}, (F(2, 27), F(4, 27))),
        (LASCANNON, 13, {"target_effects": "Kustom Force Field, save ones"}, (F(11, 108), F(11, 54))),
        (LASCANNON, 13, {"target_effects": "cover 4+"}, (F(1, 12), F(1, 6))),
        (LASCANNON, 13, {"target_effects": "cover 4+, cover -1"}, (F(1, 9), F(2, 9))),
        (LASCANNON, 13, {"target_effects": "cover 4+", "obscured": "none"}, (F(1, 12), F(1, 6))),
        (LASCANNON, 13, {"target_effects": "armour +1, fnp 4+, t +3"}, (F(1, 6), F(1, 3))),
        (gun("gun", S="4", type="Assault 1, Haywire"), 14, {"effects": "pen failed"}, (F(2, 3), F(1, 6))),
        # All dice of a hit again: 2D6 and a 1 on each, S8 at 14
        (gun("gun", S="8", AP="1", type="Assault 1, Armourbane"), 14, {"effects": "pen ones"},
         (F(5, 36) * F(37, 36), F(7, 12) * F(37, 36))),
        # The better of two dice, S8 at 13: both show 1 in 1 of 36
        (gun("gun", S="8", AP="3", type="Ordnance 1"), 13, {"effects": "pen ones"},
         (F(1, 4) * F(37, 36), F(11, 36) * F(37, 36))),
        # S4 Rending at 12: a 6 and D3
        (gun("gun", S="4", type="Assault 1, Rending"), 12, {"effects": "pen ones"},
         (F(1, 18) * F(7, 6), F(1, 18) * F(7, 6))),
    ],
)  # fmt: skip
def test_penetration(weapon: Weapon, armour: int, facts: dict[str, str], wanted: tuple[Fraction, Fraction]) -> None:
    assert outcome(weapon, tank(armour, 3), **facts) == wanted


@pytest.mark.rule("7E-VEH-16")
def test_ramshackle_of_a_list() -> None:
    trukk = tank(10, 3, rules=("Ramshackle",), type="Vehicle (Fast, Open-topped)")
    assert outcome(gun("gun", S="8", AP="4"), trukk) == (F(5, 18), F(5, 9))
    assert outcome(gun("gun", S="8", AP="4"), trukk, target_effects="cover 4+") == (F(5, 36), F(5, 18))


# Markerlights --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-EFF-5")
@each(
    ("lights", "facts", "wanted"),
    [
        ("pinpoint 2", {}, F(5, 6)), ("pinpoint 2", SNAPS, F(1, 2)), ("pinpoint", {}, F(2, 3)),
        ("pinpoint 2", {"effects": "bs =1"}, F(1, 6)), ("scour", {}, F(1, 2)), ("none", {}, F(1, 2)),
        ("pinpoint 9", SNAPS, F(5, 6)),
    ],
)  # fmt: skip
def test_pinpoint(lights: str, facts: dict[str, str], wanted: Fraction) -> None:
    assert hit(skill=3, markerlights=lights, **facts) == wanted


@pytest.mark.rule("7E-EFF-5")
def test_scour_and_what_is_refused() -> None:
    assert lost(STRONG, cover="4+", markerlights="pinpoint 1, scour") == F(5, 6)
    for wrong in ("scour 1", "pinpoint 0", "pin", "seeker 1"):
        with pytest.raises(BadAnswer):
            lost(STRONG, markerlights=wrong)


def seekers(**facts: Any) -> Fraction:
    """Hits at T6 of a BS3 vehicle with a gun that cannot hurt it and two seeker missiles: S8 hurts with 5 of 6."""
    car = tank(11, 3, "seeker missile", "seeker missile", gun("gun", S="1"), skill=3, type="Vehicle (Skimmer)")
    found = chances(car, marines(9, name="Target", T=6), "damage", **facts)
    return sum((n * p for n, p in found.items()), F(0)) / F(5, 6)


@pytest.mark.rule("7E-EFF-5")
def test_seeker_missiles() -> None:
    assert seekers() == 1
    assert seekers(markerlights="seeker 1") == F(5, 6)
    assert seekers(markerlights="seeker 2") == F(5, 3)
    assert seekers(markerlights="seeker 2", speed="cruising") == F(5, 3)  # beside the weapons it may fire
    assert seekers(markerlights="seeker 2", target_effects="cover 4+") == F(5, 3)
    assert seekers(target_effects="cover 4+") == F(1, 2)


@pytest.mark.rule("7E-EFF-5", "7E-WPN-22")
def test_a_guided_missile_is_none_of_the_weapons_at_full_skill() -> None:
    car = tank(11, 3, "seeker missile", gun("gun", S="8"), skill=3, type="Vehicle (Skimmer)")
    found = chances(car, marines(9, name="Target", T=6, Sv="-"), "damage", markerlights="seeker 1", speed="combat")
    assert sum((n * p for n, p in found.items()), F(0)) == F(5, 6) * (F(5, 6) + F(1, 2))


# How it is said ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-EFF-8")
def test_what_is_on_the_target_is_not_said_of_the_firers() -> None:
    with pytest.raises(BadAnswer, match="say it as target_effects"):
        hit(effects="Doom")


@pytest.mark.rule("7E-EFF-3")
def test_facts_and_effects_agree() -> None:
    assert lost(save_again="ones", target_effects="save failed") == F(1, 2) * F(1, 9)
    assert lost(save_again="failed", target_effects="save ones") == F(1, 2) * F(1, 9)
    assert hit(effects="bs +1", bs_modifier=1) == F(5, 6) + F(1, 36)


def test_a_re_roll_of_one_part_is_not_that_of_all() -> None:
    pair = squad("Target", trooper("Marine", 1), trooper("Captain", 1))
    strong = gun("gun", S="4", AP="-", type="Assault 2")
    both = chances(marines(1, strong, BS=10), pair, "slain", target_effects="save failed:Captain")
    again = chances(marines(1, strong, BS=10), pair, "slain", target_effects="save failed")
    assert both[2] > again[2]


@pytest.mark.rule("7E-EFF-1")
def test_nothing_is_told_is_the_default() -> None:
    assert {"effects", "target_effects", "markerlights"} <= {question.key for question in RULESET.possible_questions}
    assert attack(shooter(PLAIN), boyz(2), *fire("gun"), ("hit:gun", [1])).keys[0] != "effects"


@pytest.mark.rule("7E-EFF-4", "7E-IC-3")
def test_the_doctrine_of_devastators_is_theirs_and_the_others_have_ones() -> None:
    devastators = marines(1, name="Devastator Squad")
    captain = squad("Captain", trooper("Captain", 1, "boltgun", independent=True))
    unit = in_force(joined(devastators, [captain]), read("Devastator Doctrine"))
    rules = [model.weapons[0].rules for model, _ in unit.models]
    assert [("hit failed" in own, "hit ones" in own) for own in rules] == [(True, False), (False, True)]
    tactical = in_force(joined(devastators.but(name="Tactical Squad"), [captain]), read("Tactical Doctrine"))
    assert all("hit failed" in model.weapons[0].rules for model, _ in tactical.models)


@pytest.mark.rule("7E-HIT-11", "7E-HIT-7", "7E-EFF-4")
def test_a_two_that_becomes_a_one_does_not_burn() -> None:
    """Only a 1 that shows 1 again hurts: of two shots of a master-crafted gun, 1 - (35/36) ** 2."""
    plasma = gun("plasma", S="7", AP="2", type="Assault 2, Gets Hot, Master-crafted")
    found = chances(marines(1, plasma, BS=3, Sv="-"), boyz(9), "own_slain", effects="hit ones and twos")
    assert found[1] == 1 - Fraction(35, 36) ** 2


@pytest.mark.rule("7E-HIT-11", "7E-HIT-7", "7E-WPN-4")
@pytest.mark.parametrize("area", ["", ", Blast"])
def test_each_of_two_master_crafted_weapons_has_its_re_roll(area: str) -> None:
    """One master-crafted gun of two shots re-rolls one 1; two guns of one shot re-roll one each."""
    for shots, guns, burnt in ((1, 2, 1 - Fraction(35, 36) ** 2), (2, 1, Fraction(2, 27))):
        plasma = gun("plasma", S="7", type=f"Assault {shots}, Gets Hot, Master-crafted{area}")
        creature = marines(1, *[plasma] * guns, type="Monstrous Creature", Sv="-")
        assert chances(creature, boyz(9), "own_slain")[1] == burnt
    skilled = marines(1, plasma, BS=6, Sv="-")  # by its skill it re-rolls every 1, beside the die of the weapon
    adds = {"mastercrafted_bs6": "adds"}
    assert chances(skilled, boyz(9), "own_slain", adds)[1] == 1 - Fraction(35, 36) ** 2
