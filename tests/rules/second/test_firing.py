"""Who fires, at what range, and what is added to the die: 2E-SEQ, ELIG, ARC, LOS, COV, RNG, HIT, SPC-1 to 5."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.second.profiles import Save, Unit
from tests.helpers.each import each
from tests.helpers.scripted_table import DEFAULT, closed, refused
from tests.rules.second.helpers.guns_and_men import (
    LASCANNON,
    bikes,
    both,
    car,
    engine,
    firer,
    gun,
    hull,
    men,
    rapiers,
    sure,
)
from tests.rules.second.helpers.tabletop import army, attack, battle, chances, fire, mean, printed

F = Fraction


BOLTGUN = printed("boltgun")
PAPER = car(hull(0))  # whatever hits it penetrates it
SURE_KILL: dict[str, Any] = {"strength": 10, "save": -9, "penetration": "D6+20"}


def shooter(skill: int = 4, n: int = 1, rules: tuple[str, ...] = (), **weapon: Any) -> Unit:
    return firer(gun(**SURE_KILL | weapon), skill=skill, n=n, rules=rules)


def hit(unit: Unit, target: Unit = PAPER, settings: dict[str, str] | None = None, **facts: Any) -> F:
    """The chance that its one shot hits."""
    return chances(unit, target, "penetrated", settings, **facts).get(1, F(0))


# The sequence ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-SEQ-1")
def test_the_order_of_an_attack() -> None:
    played = attack(
        firer(printed("heavy bolter")), men(2, wounds=2, save=Save(3)), fire("heavy bolter", sustained=1),
        ("hit", [6]), ("sustained dice", [1]), ("wound", [6]), ("save", [1]), ("damage", [4]),
    )  # fmt: skip
    order = ["in_arc", "distance", "weapon", "facts", "hit", "sustained dice", "wound", "save", "damage"]
    assert [key for key in played.keys if key in order] == order
    assert played.alive() == {"Man": [2]}


@pytest.mark.rule("2E-SEQ-1", "2E-RNG-1")
def test_shots_named_at_26_inches_are_lost_and_count_as_fired() -> None:
    mine, theirs = army("A", firer(BOLTGUN, n=2), men(name="Idle")), army("B", men(10))
    played = battle(
        mine, theirs, ("unit", "Firers"), ("target", "Men"), ("weapon", "boltgun"), ("declare", {}), distance=26
    )
    assert played.said('boltgun: 26" is beyond its 24"; the shots are lost', "2E-RNG-1")
    assert played.left is not None
    assert played.left.key != "unit"  # nobody else has a gun
    order = ["target", "weapon", "declare", "distance"]
    assert [key for key in played.keys if key in order] == order


@pytest.mark.rule("2E-SEQ-1")
def test_one_unit_is_finished_before_the_next_and_nobody_must_fire() -> None:
    mine = army("A", firer(BOLTGUN), firer(BOLTGUN).but(name="Others"))
    played = battle(
        mine, army("B", men(10)), ("unit", "Others"), ("target", "Men"), fire("boltgun"), ("hit", [1]),
        ("unit", DEFAULT), ("target", "hold fire"),
    )  # fmt: skip
    assert closed(played.question("unit", 1), "Others") == [("has shot", "2E-SEQ-1")]
    assert played.said("Firers: no shots", "2E-SEQ-1")


# Who can fire ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-ELIG-1", "2E-SPC-5")
def test_who_walked_keeps_his_heavy_bolter_silent() -> None:
    squad = both(firer(BOLTGUN, n=9), firer(printed("heavy bolter")))
    played = attack(squad, men(10), fire("boltgun"), ("hit", [1] * 9), fire("heavy bolter", moved="1"))
    assert played.keys.count("hit") == 1
    assert "moved" not in played.parts()
    assert "moved" in played.parts("facts", 1)


@pytest.mark.rule("2E-ELIG-1")
@each(
    ("state", "why", "rule"),
    [
        ("charged", "it charged or tried to", "2E-ELIG-1"),
        ("ran", "it ran", "2E-ELIG-1"),
        ("in hand-to-hand combat", "in hand-to-hand combat", "2E-ELIG-1"),
        ("blinded, webbed or held", "blinded, webbed, in stasis or held", "2E-ELIG-1"),
        ("broken", "broken", "2E-BRK-2"),
        ("off the table", "not on the table", "2E-ELIG-1"),
    ],
)
def test_states_that_forbid_firing(state: str, why: str, rule: str) -> None:
    mine = army("A", firer(BOLTGUN), firer(BOLTGUN).but(name="Others"))
    played = battle(mine, army("B", men(10)), ("unit", "a unit's state"), ("state of", "Firers"), ("state", state))
    assert closed(played.left, "Firers") == [(why, rule)]  # type: ignore[arg-type]


@pytest.mark.rule("2E-ELIG-1")
def test_machines_move_and_fire_heavy_weapons_and_skill_0_fires_nothing() -> None:
    assert "moved" not in attack(engine(gun(**SURE_KILL, move_or_fire=True)), PAPER, fire("gun"), ("hit", [1])).parts()
    assert attack(firer(gun(), skill=0), men()).said("Ballistic Skill 0 cannot shoot", "2E-ELIG-1")


@pytest.mark.rule("2E-ELIG-2")
def test_one_weapon_of_a_man_and_all_of_a_machine() -> None:
    pistol, launcher = printed("bolt pistol"), printed("missile launcher (krak)")
    frag = printed("missile launcher (frag)")
    one = attack(firer(pistol, frag, launcher), PAPER, fire("missile launcher (krak)"), ("hit", [1]))
    assert one.keys.count("weapon") == 1
    all_of_it = attack(
        engine(pistol, frag, launcher), men(3), fire("bolt pistol"), ("hit", [1]), fire("missile launcher (krak)"),
        ("hit", [1]),
    )  # fmt: skip
    assert all_of_it.keys.count("weapon") == 2  # krak or frag, not both


# Arc, sight and cover -------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-LOS-1", "2E-LOS-2")
def test_sight_is_asked_model_by_model() -> None:
    """Woods, walls and heights: the players mark whom nobody sees."""
    crowd = both(men(name="Seen"), men(name="Unseen"))
    played = attack(
        firer(sure(10, -9), n=3), crowd, fire("gun", order="1 Seen, 1 Unseen out of reach"), ("wound", [6, 6, 6])
    )
    assert played.alive() == {"Unseen": [1]}


@pytest.mark.rule("2E-COV-1", "2E-COV-2", "2E-COV-3", "2E-COV-4")
@pytest.mark.parametrize(("cover", "needs"), [("none", 3), ("soft", 4), ("hard", 5)])
def test_cover_is_one_class_and_never_adds(cover: str, needs: int) -> None:
    played = attack(firer(gun()), PAPER, fire("gun", cover=cover), ("hit", [1]))
    assert played.question("hit").need.target == needs
    assert ({"soft": "2E-COV-2", "hard": "2E-COV-1"}.get(cover) in played.why("hit")) == (cover != "none")
    assert [option.value for option in played.question("cover").options] == ["none", "soft", "hard"]


@pytest.mark.rule("2E-COV-4")
@pytest.mark.parametrize(("cover", "exposed"), [("none", 2), ("soft", 3), ("hard", 5)])
def test_the_class_shot_at_says_who_can_be_hit(cover: str, exposed: int) -> None:
    crowd = both(both(men(2, name="Open"), men(1, name="Soft")), men(2, name="Hard"))
    order = [[2, "Open", "none"], [1, "Soft", "soft"], [2, "Hard", "hard"]]
    assert max(chances(firer(sure(10, -9), n=5), crowd, cover=cover, order=[order])) == exposed


@pytest.mark.rule("2E-COV-4")
def test_hits_that_find_nobody_are_lost() -> None:
    assert attack(firer(sure()), men(2), fire("gun", order="2 Man out of reach")).said("hits are lost")


# Whoever says in which cover the models are, and not at which class he shoots, shoots at the easiest that is there.


@pytest.mark.rule("2E-COV-4")
@each(
    ("order", "needs"),
    [("2 Man hard", 5), ("2 Man soft", 4), ("1 Man hard, 1 Man soft", 4), ("1 Man hard, 1 Man", 3),
     ("1 Man soft, 1 Man none", 3), ("1 Man hard, 1 Man out of reach", 5)],
)  # fmt: skip
def test_the_easiest_cover_that_is_there_is_shot_at(order: str, needs: int) -> None:
    played = attack(firer(gun()), men(2), fire("gun", order=order), ("hit", [6]), ("wound", [6]))
    assert played.question("hit").need.target == needs
    assert played.alive() == {"Man": [1]}


@pytest.mark.rule("2E-COV-4")
@pytest.mark.parametrize(
    ("order", "cover", "words"),
    [
        ("2 Man hard", "none", "cover none, but by the order nobody is in the open, they are in hard cover: say cover hard"),
        ("2 Man soft", "hard", "cover hard, but by the order nobody is in hard cover, they are in soft cover: say cover soft"),
        ("1 Man hard, 1 Man none", "soft", "they are in the open or in hard cover: say cover none or hard, or another order"),
    ],
)  # fmt: skip
def test_cover_that_no_model_of_the_order_has_is_refused(order: str, cover: str, words: str) -> None:
    with pytest.raises(BadAnswer, match=words):
        attack(firer(gun()), men(2), fire("gun", order=order, cover=cover))


@pytest.mark.rule("2E-COV-4", "2E-CAS-1")
def test_the_next_weapon_shoots_at_the_easiest_cover_that_is_left() -> None:
    """The one in soft cover fell to the first: what was said of cover holds on, and is lost where it was said."""
    shooter, order = both(firer(sure()), firer(sure(name="other"))), "1 Man soft, 2 Man hard"
    rolls = [("wound", [6])]
    played = attack(shooter, men(3), fire("gun", order=order), *rolls, fire("other"), ("wound", [1]))
    assert played.question("cover", 1).default == "hard"
    lost = attack(shooter, men(3), fire("gun", order=order, cover="soft"), *rolls, fire("other", cover="soft"))
    assert lost.said("hits are lost", "2E-COV-4")


@pytest.mark.rule("2E-ELIG-2")
def test_whoever_carries_the_chosen_weapon_fires_it() -> None:
    """The last of the three has another weapon first, and fires that as usual."""
    shooter = both(firer(gun(), n=2), firer(gun(name="pistol"), gun()))
    for said, shots in (({"weapon": "gun"}, 3), ({"weapon": "pistol"}, 1), ({"weapon": "gun", "firing": "all"}, 3)):
        found = worked_out(of_units("40k-2e", shooter, men(20), {"distance": "7"} | said)).document()["expected"]
        assert found["shots"] == pytest.approx(shots), said


# Range and the score --------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-RNG-1", "2E-HIT-2")
@pytest.mark.parametrize(("inches", "needs"), [(12, 2), (12.1, 3), (24, 3)])
def test_the_bands(inches: float, needs: int) -> None:
    played = attack(firer(BOLTGUN), men(), fire("boltgun"), ("hit", [1]), distance=inches)
    assert played.question("hit").need.target == needs


@pytest.mark.rule("2E-RNG-1")
def test_each_measures_for_himself_and_beyond_is_lost() -> None:
    assert mean(chances(firer(BOLTGUN, n=2), men(5), distance=24.1)) == 0
    played = attack(firer(BOLTGUN, n=3), men(5), fire("boltgun", short="1"), ("hit", [1]), ("hit", [1, 1]))
    assert sorted(played.question("hit", i).need.target for i in range(2)) == [2, 3]


@pytest.mark.rule("2E-HIT-1", "2E-HIT-2")
def test_the_score_of_the_example() -> None:
    played = attack(firer(BOLTGUN), men(), fire("boltgun", cover="soft"), ("hit", [2]), distance=10)
    assert played.question("hit").need.target == 3
    assert hit(shooter(hit_long=-1), distance=20) == F(1, 2)


@pytest.mark.rule("2E-HIT-3")
@pytest.mark.parametrize("skill", [5, 6, 8, 10])
def test_a_1_always_misses(skill: int) -> None:
    assert hit(shooter(skill)) == F(5, 6)
    assert "2E-HIT-3" in attack(firer(gun(), skill=8), men(), fire("gun"), ("hit", [1])).why("hit")


MODIFIED: dict[str, Any] = {  # facts and rules: what a BS3 shot (4+) then needs
    "large": ({"large": "yes"}, {}, {}, 3),
    "soft cover": ({"cover": "soft"}, {}, {}, 5),
    "hard cover": ({"cover": "hard"}, {}, {}, 6),
    "fast": ({"speed": "fast"}, {}, {}, 5),
    "very fast": ({"speed": "very fast"}, {}, {}, 6),
    "a weapon's targeter": ({}, {"rules": ("Targeter",)}, {}, 3),
    "stasis": ({"stasis": "yes"}, {}, {}, 6),
    "another": ({"modifier": 1}, {}, {}, 3),
    "another that hinders": ({"modifier": -2}, {}, {}, 6),
    "both barrels": ({"both_barrels": "yes"}, {"rules": ("Combi",)}, {}, 5),
    "all of them together": ({"cover": "soft", "speed": "fast", "large": "yes"}, {}, {}, 5),
    "speed that is ignored": ({}, {"rules": ("Ignores Speed",)}, {}, 4),
    "seeking": ({"cover": "hard"}, {"rules": ("Seeking",)}, {}, 2),
    "hunter-killer": ({"cover": "hard"}, {"rules": ("Hunter-killer",)}, {}, 3),
    "its own figure": ({}, {"hit_short": 2}, {}, 2),
}


@pytest.mark.rule("2E-HIT-4", "2E-COV-1", "2E-COV-2", "2E-SPC-3", "2E-HIT-2")
@each("name", MODIFIED)
def test_every_modifier(name: str) -> None:
    facts, weapon, _, needs = MODIFIED[name]
    unit = firer(gun(**weapon), skill=3)
    barrels = 2 if "both_barrels" in facts else 1
    assert attack(unit, men(), fire("gun", **facts), ("hit", [1] * barrels)).question("hit").need.target == needs


@pytest.mark.rule("2E-HIT-4")
@pytest.mark.parametrize(("value", "asked"), [("10:-1 20:-2", True), ("none", False)])
def test_setting_fast_target(value: str, asked: bool) -> None:
    played = attack(firer(gun()), men(), fire("gun"), ("hit", [1]), settings={"fast_target": value})
    assert ("speed" in played.parts()) == asked


@pytest.mark.rule("2E-HIT-4")
@pytest.mark.parametrize("rule", ["Targeter", "Bionic Eye"])
def test_models_with_an_eye_for_it(rule: str) -> None:
    played = attack(firer(gun(), skill=3, rules=(rule,)), men(), fire("gun"), ("hit", [1]))
    assert played.question("hit").need.target == 3


@pytest.mark.rule("2E-HIT-4")
@pytest.mark.parametrize("rule", ["Cameleoline", "Holo-suit", "Holo-field"])
def test_targets_that_are_hard_to_see(rule: str) -> None:
    hidden = men(rules=(rule,))
    assert attack(firer(gun()), hidden, fire("gun"), ("hit", [1])).question("hit").need.target == 4
    assert attack(firer(gun()), hidden, fire("gun", hidden_by="no"), ("hit", [1])).question("hit").need.target == 3
    assert "hidden_by" not in attack(firer(gun()), men(), fire("gun"), ("hit", [1])).parts()


@pytest.mark.rule("2E-HIT-4")
@pytest.mark.parametrize(("rules", "needs"), [(("Cameleoline",), 4), (("Cameleoline", "Holo-field"), 5)])
def test_cameleoline_helps_only_who_stands_still(rules: tuple[str, ...], needs: int) -> None:
    hidden = men(rules=rules)
    fast = attack(firer(gun()), hidden, fire("gun", speed="fast"), ("hit", [1]))
    assert fast.question("hit").need.target == needs  # -1 for its speed
    if len(rules) == 1:
        with pytest.raises(ValueError, match="hides only who stands still"):
            attack(firer(gun()), hidden, fire("gun", speed="fast", hidden_by="yes"))
    steady = attack(firer(gun(), rules=("Ignores Speed",)), hidden, fire("gun", speed="fast"), ("hit", [1]))
    assert steady.question("hit").need.target == needs - 1  # so its speed is asked of it, too
    told = {"fast_target": "none"}
    free = attack(firer(gun()), hidden, fire("gun", speed="fast"), ("hit", [1]), settings=told)
    assert free.question("hit").need.target == needs - 1  # and costs nothing by this setting


@pytest.mark.rule("2E-HIT-4")
def test_a_large_target_is_proposed_and_may_be_overruled() -> None:
    big = men(rules=("Large Target",))
    assert attack(firer(gun()), big, fire("gun"), ("hit", [1])).question("hit").need.target == 2
    assert attack(firer(gun()), big, fire("gun", large="no"), ("hit", [1])).question("hit").need.target == 3


@pytest.mark.rule("2E-HIT-4")
@pytest.mark.parametrize("name", ["ripper gun", "gretchin blunderbuss"])
def test_guns_that_need_no_roll_when_near(name: str) -> None:
    played = attack(
        firer(printed(name)), men(3, toughness=9), fire(name, **({"sustained": 0} if name == "ripper gun" else {})),
        distance=6,
    )  # fmt: skip
    assert "hit" not in played.keys


@pytest.mark.rule("2E-OW-4", "2E-HIT-4")
@pytest.mark.parametrize(
    ("setting", "appearing", "needs"),
    [("appearing_only", "no", 2), ("appearing_only", "yes", 3), ("always", None, 3), ("none", None, 2)],
)
def test_firing_on_overwatch(setting: str, appearing: str | None, needs: int) -> None:
    facts = {"appearing": appearing} if appearing else {}
    played = attack(
        firer(BOLTGUN), men(), ("attacker_state", "overwatch"), fire("boltgun", **facts), ("hit", [1]),
        settings={"overwatch_penalty": setting},
    )  # fmt: skip
    assert played.question("hit").need.target == needs
    assert ("appearing" in played.parts()) == (setting == "appearing_only")


@pytest.mark.rule("2E-HIT-5")
@pytest.mark.parametrize(("modifier", "chance"), [(-3, F(1, 12)), (-4, F(1, 18)), (-5, F(1, 36)), (-6, F(0))])
def test_seven_and_more(modifier: int, chance: F) -> None:
    assert hit(shooter(3), modifier=modifier) == chance


@pytest.mark.rule("2E-HIT-5")
def test_the_second_die_comes_before_the_sustained_fire_dice() -> None:
    storm = printed("storm bolter")
    played = attack(firer(storm, skill=3), men(), fire("storm bolter", modifier=-4), ("hit", [6]), ("hit again", [3]))
    assert "sustained dice" not in played.keys
    assert played.question("hit again").need.target == 4
    played = attack(
        firer(storm, skill=3), men(toughness=9), fire("storm bolter", modifier=-4), ("hit", [6]), ("hit again", [4]),
        ("sustained dice", [1]),
    )  # fmt: skip
    assert played.keys[-1] == "sustained dice"


# Rapid fire, combi-weapons, plasma ------------------------------------------------------------------------------------


@pytest.mark.rule("2E-SPC-1")
@pytest.mark.parametrize("name", ["boltgun", "bolt pistol", "storm bolter"])
def test_who_stood_still_fires_twice(name: str) -> None:
    unit = firer(printed(name), n=5, rules=("Rapid Fire",))
    assert attack(unit, men(10), fire(name), ("hit", [1] * 10), distance=8).question("hit").dice == 10
    assert attack(unit, men(10), fire(name, rapid_fire="no"), ("hit", [1] * 5), distance=8).question("hit").dice == 5


@pytest.mark.rule("2E-SPC-1")
def test_who_moved_has_other_guns_or_is_a_scout_fires_once() -> None:
    unit = firer(BOLTGUN, n=5, rules=("Rapid Fire",))
    assert attack(unit, men(10), fire("boltgun", moved="2"), ("hit", [1] * 8)).question("hit").dice == 8
    others = attack(firer(printed("lasgun"), n=5, rules=("Rapid Fire",)), men(10), fire("lasgun"), ("hit", [1] * 5))
    assert "rapid_fire" not in others.parts()
    scouts = attack(firer(BOLTGUN, n=5, rules=("Rapid Fire", "Scout")), men(10), fire("boltgun"), ("hit", [1] * 5))
    assert "rapid_fire" not in scouts.parts()


@pytest.mark.rule("2E-SPC-3")
def test_one_barrel_or_both() -> None:
    unit = firer(printed("combi-bolter"), skill=5)
    both_of_them = attack(unit, men(3), fire("combi-bolter", both_barrels="yes"), ("hit", [1, 1]))
    assert both_of_them.question("hit").need.target == 2
    assert attack(unit, men(3), fire("combi-bolter"), ("hit", [1])).question("hit").dice == 1


@pytest.mark.rule("2E-SPC-4")
def test_plasma_recharges_even_if_it_missed() -> None:
    mine, theirs = army("A", firer(printed("plasma gun")), men(name="Idle")), army("B", men(10, toughness=9))
    played = battle(mine, theirs, ("unit", DEFAULT), ("target", "Men"), fire("plasma gun"), ("hit", [1]))
    (silence,) = played.unit_at("Firers").silent
    assert (silence.name, silence.n, silence.turns) in {("plasma gun", 1, 1), ("plasma gun", 1, 2)}


@pytest.mark.rule("2E-SPC-4")
def test_heavy_plasma_recharges_at_full_power_only() -> None:
    low, full = printed("heavy plasma gun (low)"), printed("heavy plasma gun (maximum)")
    assert (low.recharge, full.recharge) == (0, 1)


@pytest.mark.rule("2E-SPC-6")
def test_needles_need_no_wound_of_the_living() -> None:
    rifle = firer(printed("needle sniper rifle"))
    assert chances(rifle, men(save=Save(3)), distance=16)[1] == F(5, 12)
    assert chances(rifle, men(save=Save(3), rules=("Tyranid",)), distance=16)[1] == F(5, 6) * F(1, 3) * F(1, 2)
    assert chances(rifle, men(save=Save(3), rules=("Daemon",)), distance=16)[1] == F(5, 6) * F(1, 3) * F(1, 2)


@pytest.mark.rule("2E-SPC-6", "2E-VEH-1", "2E-VEH-2")
def test_needles_need_no_wound_of_living_crews() -> None:
    """Of a bike the crew is hit on a 1 or 2; of a support weapon the firer picks it."""
    needle = firer(sure(1, -1, rules=("Needle",)))
    assert chances(needle, bikes(save=Save(3)))[1] == F(1, 3) * F(1, 2)
    assert chances(needle, rapiers(save=Save(3)), aim="crew")[1] == F(1, 2)
    assert chances(needle, bikes().but(rules=("Daemon",)))[1] == F(1, 3) * F(1, 6)


@pytest.mark.rule("2E-SPC-7")
def test_a_scatter_laser_fires_up_to_six_shots() -> None:
    laser = firer(gun(hit_short=1, rules=("Scatter Laser",), **SURE_KILL), skill=3)
    assert mean(chances(laser, men(20))) == 4 * F(5, 6)
    assert attack(laser, men(20), fire("gun", shots=2), ("hit", [1, 1])).question("hit").need.target == 3


@pytest.mark.rule("2E-ELIG-1")
def test_facts_that_contradict_each_other_are_refused() -> None:
    facts = attack(firer(BOLTGUN, n=3), men(), fire("boltgun"), ("hit", [1] * 3)).question("facts")
    assert "nobody of the enemy" in refused(facts, {"friends_engaged": 2})
    assert refused(facts, {"firing": [1], "short": [2]})


@pytest.mark.rule("2E-ELIG-1")
def test_what_is_used_once_is_spent() -> None:
    missile = LASCANNON.but(rules=("One Use Only",))
    mine, theirs = army("A", firer(missile), men(name="Idle")), army("B", men(10, toughness=9))
    played = battle(mine, theirs, ("unit", DEFAULT), ("target", "Men"), fire("lascannon"), ("hit", [1]))
    assert played.unit_at("Firers").spent == ((0, "lascannon"),)


@pytest.mark.rule("2E-COV-4")
def test_the_head_line_says_what_is_proposed() -> None:
    """Soft cover for the first weapon is proposed for the next."""
    unit = both(firer(BOLTGUN), firer(printed("lasgun")))
    first = [*fire("boltgun", cover="soft"), ("hit", [1])]
    played = attack(unit, men(), *first, *fire("lasgun"), ("hit", [1]))
    assert played.question("facts").text == "1 boltgun, in the open, short range"
    assert played.question("facts", 1).text == "1 lasgun, in soft cover, short range"
