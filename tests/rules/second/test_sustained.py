"""Sustained fire and twin-linked guns: 2E-SF-1 to 5, 2E-SPC-2; shots into a fight: 2E-HTH-1, 2E-HTH-2."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.second import ATTACK, RULESET, charts
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.records import Burst, Declared, Firing, FriendlyHit, Hit, Jam, Wounded
from shoot_cli.rules.second.steps.attack import begin_attack, book_jam, into_a_fight, new_attack
from shoot_cli.rules.second.steps.eligibility import FOREVER
from shoot_cli.rules.second.steps.markers import without
from shoot_cli.rules.second.steps.weapon import blow_of
from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN, DEFAULT, refused
from tests.rules.second.helpers.guns_and_men import both, car, engine, firer, gun, hull, men, sure
from tests.rules.second.helpers.tabletop import Played, army, attack, battle, chances, fire, mean, printed

F = Fraction


ONE, ONE_TOO, TWO, TWO_TOO, THREE, JAM = range(1, 7)  # sides of the die
PAPER = car(hull(0))


def dice_of(n: int, rules: tuple[str, ...] = (), **weapon: Any) -> Unit:
    """A gun that hits, and whose hits all penetrate."""
    return firer(sure(rules=("Automatic Penetration", *rules), sustained=n, **weapon))


def holes(*dice: int) -> Played:
    return attack(dice_of(len(dice)), PAPER, fire("gun"), ("sustained dice", [*dice]))


@pytest.mark.rule("2E-SF-1")
def test_one_roll_to_hit_for_all_dice() -> None:
    played = attack(firer(printed("heavy bolter")), men(9), fire("heavy bolter"), ("hit", [2]), distance=30)
    assert (played.question("hit").dice, played.question("hit").need.target) == (1, 3)
    assert "sustained dice" not in played.keys
    played = attack(
        firer(printed("heavy bolter")),
        men(9, toughness=10),
        fire("heavy bolter"),
        ("hit", [3]),
        ("sustained dice", [JAM, JAM]),
    )
    assert played.question("sustained dice").dice == 2


@pytest.mark.rule("2E-SF-1")
def test_fewer_dice_and_none_is_one_plain_hit() -> None:
    played = attack(dice_of(2), PAPER, fire("gun", sustained=0))
    assert played.end.penetrations == ((0, 1),)
    assert not played.end.jams
    fewer = attack(dice_of(2), PAPER, fire("gun", sustained=1), ("sustained dice", [THREE]))
    assert fewer.end.penetrations == ((0, 3),)


@pytest.mark.rule("2E-SF-1")
def test_setting_sustained_min_dice() -> None:
    with pytest.raises(BadAnswer):
        attack(dice_of(2), PAPER, fire("gun", sustained=0), settings={"sustained_min_dice": "1"})


@pytest.mark.rule("2E-SF-2")
@each(("side", "hits"), [*zip(range(1, 7), (1, 1, 2, 2, 3, 0), strict=True)])
def test_the_sides_of_the_die(side: int, hits: int) -> None:
    assert sum(n for _, n in holes(side).end.penetrations) == hits
    assert mean(chances(dice_of(1), PAPER, "damage")) == F(3, 2)


@pytest.mark.rule("2E-SF-2", "2E-SF-3")
def test_a_2_and_a_jam_are_two_hits_and_then_the_gun_jams() -> None:
    played = holes(TWO, JAM)
    assert played.end.penetrations == ((0, 2),)
    assert played.said("gun: 2 hits", "2E-SF-2")
    assert played.said("1 gun jammed: silent in the owner's next turn", "2E-SF-3")


@pytest.mark.rule("2E-SF-2")
@pytest.mark.parametrize(
    ("dice", "words"), [((JAM, JAM), "no hits"), ((ONE, JAM), "1 hit"), ((THREE, TWO_TOO), "5 hits")]
)
def test_the_sum_of_the_dice_is_told(dice: tuple[int, ...], words: str) -> None:
    (told,) = [entry.text for entry in holes(*dice).table.log if entry.text.startswith("gun: ")]
    assert told == f"gun: {words}"


@pytest.mark.rule("2E-SF-3")
@pytest.mark.parametrize(("setting", "turns"), [("per_jam_die", 2), ("one", 1)])
def test_setting_jam_turns(setting: str, turns: int) -> None:
    played = attack(dice_of(2), PAPER, fire("gun"), ("sustained dice", [JAM, JAM]), settings={"jam_turns": setting})
    assert played.end.jams == ((0, "gun", turns, 1),)


@pytest.mark.rule("2E-SF-3")
def test_a_jam_outlasts_the_turn() -> None:
    mine, theirs = army("A", dice_of(1), men(name="Idle")), army("B", men(9))
    played = battle(mine, theirs, ("unit", DEFAULT), ("target", "Men"), fire("gun"), ("sustained dice", [JAM]))
    (silence,) = played.unit_at("Firers").silent
    assert (silence.name, silence.n) == ("gun", 1)
    played = attack(firer(printed("storm bolter")), men(9), fire("storm bolter"), ("hit", [1]))
    assert not played.end.jams  # no hit, no dice, no jam
    assert chances(firer(printed("storm bolter")), PAPER, "jammed")[1] == F(5, 36)


@pytest.mark.rule("2E-SF-3")
def test_a_dreadnought_ignores_the_first_jam() -> None:
    gun_ = sure(rules=("Automatic Penetration",), sustained=3)
    for dice, jams in (([JAM, ONE, ONE], ()), ([JAM, JAM, ONE], ((0, "gun", 1, 1),))):
        played = attack(engine(gun_, rules=("Ignores First Jam",)), PAPER, fire("gun"), ("sustained dice", dice))
        assert played.end.jams == jams
    law = chances(engine(gun_, rules=("Ignores First Jam",)), PAPER, "jammed")
    assert law[1] == 1 - F(5, 6) ** 3 - 3 * F(1, 6) * F(5, 6) ** 2


@pytest.mark.rule("2E-SF-3")
def test_only_the_first_jam_of_a_turn_is_ignored() -> None:
    walker = engine(sure(rules=("Automatic Penetration",), sustained=1), rules=("Ignores First Jam",))
    mine, theirs = army("A", walker, firer(printed("boltgun"))), army("B", men(9))
    script = [("unit", "Engine"), ("target", "Men"), *fire("gun"), ("sustained dice", [JAM])]
    played = battle(mine, theirs, *script)
    assert played.unit_at("Engine").silent == ()
    again = begin_attack(played.end.but(unit=0, target=0), played.table)  # as with a weapon that shoots apart
    firing = Firing(again, Declared(Hashed(sure())), again.ranks)
    assert book_jam(firing, Jam(0, "gun", 1), 1, played.table).attack.jams == ((0, "gun", 1, 1),)
    later = battle(mine, theirs, *script, ("unit", "end the phase"), ("next turn", "go on"))
    assert not begin_attack(later.end.but(unit=0, target=0), later.table).ignored


@pytest.mark.rule("2E-SF-3")
def test_auxiliary_bolters_throw_jams_again() -> None:
    played = attack(dice_of(1, ("Auxiliary",)), PAPER, fire("gun"), ("sustained dice", [JAM, AGAIN, TWO]))
    assert played.end.penetrations == ((0, 2),)
    assert chances(dice_of(1, ("Auxiliary",)), PAPER, "jammed")[1] == F(1, 36)


@pytest.mark.rule("2E-SF-3")
@pytest.mark.parametrize(("setting", "dice"), [("both_shots", [2]), ("second_lost", [1])])
def test_setting_rapid_fire_jam(setting: str, dice: list[int]) -> None:
    storm = firer(sure(name="storm bolter", sustained=1, rules=("Automatic Penetration",)), rules=("Rapid Fire",))
    rolls = [("sustained dice", [JAM] * n) for n in dice]
    played = attack(storm, PAPER, fire("storm bolter"), *rolls, settings={"rapid_fire_jam": setting})
    assert played.keys.count("sustained dice") == len(dice)
    law = chances(storm, PAPER, "damage", {"rapid_fire_jam": setting})
    assert mean(law) == {"both_shots": F(3), "second_lost": F(3, 2) + F(5, 6) * F(3, 2)}[setting]


@pytest.mark.rule("2E-SF-4")
def test_extra_hits_stay_with_those_who_are_near() -> None:
    unit = firer(sure(10, -9, sustained=2))
    played = attack(
        unit, men(5), fire("gun", within_4=2), ("sustained dice", [THREE, TWO]), ("wound", [6] * 2), ("wound", [6] * 3)
    )
    assert played.alive() == {"Man": [1] * 3}
    assert max(chances(unit, men(9), within_4=2)) == 2
    assert max(chances(unit, men(9))) == 6


@pytest.mark.rule("2E-SF-4", "2E-COV-4")
def test_extra_hits_do_not_reach_models_in_better_cover() -> None:
    """The state vector 2E-S05: B may be hit, C is too far, D harder to hit, E of another squad."""
    crowd = both(both(both(men(name="A"), men(name="B")), men(name="C")), men(name="D"))
    played = attack(
        firer(sure(10, -9, sustained=1)), crowd,
        fire("gun", within_4=2, order="1 A, 1 B, 1 C out of reach, 1 D hard"), ("sustained dice", [TWO]), ("wound", [6]),
        ("wound", [6]),
    )  # fmt: skip
    assert played.alive() == {"C": [1], "D": [1]}
    facts = {"distance": 5, "first_score": 4, "same_unit": True}
    assert charts.no_extra_hit(**facts | {"own_score": 4, "distance": 3}) is None  # type: ignore[arg-type]
    assert charts.no_extra_hit(**facts | {"own_score": 4}) is not None  # type: ignore[arg-type]
    assert charts.no_extra_hit(**facts | {"own_score": 6, "distance": 2}) is not None  # type: ignore[arg-type]
    elsewhere = {"distance": 2, "first_score": 4, "own_score": 4, "same_unit": False}
    assert charts.no_extra_hit(**elsewhere) is not None  # type: ignore[arg-type]
    assert charts.no_extra_hit(**elsewhere, same_unit_only=False) is None  # type: ignore[arg-type]


def extra(*script: tuple[str, Any], dice: int = 1, setting: str = "false") -> Played:
    """Guns whose hits wound on a 2, at a Crowd beside whom More stand."""
    mine = army("A", firer(sure(10, -9, sustained=1), n=dice), men(name="Idle"))
    theirs = army("B", men(9, toughness=5).but(name="Crowd"), men(4, toughness=5).but(name="More"))
    return battle(
        mine, theirs, ("unit", DEFAULT), ("target", "Crowd"), fire("gun"), *script,
        settings={"sustained_same_unit": setting},
    )  # fmt: skip


@pytest.mark.rule("2E-SF-4")
@pytest.mark.parametrize("setting", ["true", "false"])
def test_setting_sustained_same_unit(setting: str) -> None:
    """Of three hits two may go to others; they are resolved after those on the target."""
    elsewhere = [("extra hits", "yes"), ("extra hits on", {"More": 2}), ("wound", [6]), ("wound", [6, 1])]
    played = extra(("sustained dice", [THREE]), *(elsewhere if setting == "false" else [("wound", [6] * 3)]),
                   setting=setting)  # fmt: skip
    assert sum(rank.n for rank in played.unit_at("Crowd").ranks) == (8 if setting == "false" else 6)
    assert sum(rank.n for rank in played.unit_at("More").ranks) == (3 if setting == "false" else 4)
    assert played.said("More, by sustained fire of the gun: 2 hits", "2E-SF-4") == (setting == "false")


@pytest.mark.rule("2E-SF-4")
def test_the_first_hit_of_each_shot_stays() -> None:
    """A 3 and a 2 are five hits, three of them extra: four cannot go elsewhere."""
    played = extra(
        ("sustained dice", [THREE]), ("sustained dice", [TWO]), ("extra hits", "yes"), ("extra hits on", {"More": 3}),
        ("wound", [1, 1]), ("wound", [1] * 3), dice=2,
    )  # fmt: skip
    assert refused(played.question("extra hits on"), {"More": 4})


@pytest.mark.rule("2E-SF-4")
def test_no_more_extra_hits_go_elsewhere_than_there_are() -> None:
    others = [men(4, toughness=14).but(name=name) for name in ("More", "Most")]
    played = battle(
        army("A", firer(sure(10, -9, sustained=1)), men(name="Idle")), army("B", men(9, toughness=5), *others),
        ("unit", DEFAULT), ("target", "Men"), fire("gun"), ("sustained dice", [THREE]), ("extra hits", "yes"),
        ("extra hits on", {"More": 1, "Most": 2}), ("wound", [1]), settings={"sustained_same_unit": "false"},
    )  # fmt: skip
    assert played.said("More, by sustained fire of the gun: 1 hit")
    assert played.said("Most, by sustained fire of the gun: 1 hit")
    assert not played.said("Most, by sustained fire of the gun: 2 hits")


@pytest.mark.rule("2E-SF-4", "2E-TGT-5")
def test_extra_hits_of_a_second_weapon_find_nobody_if_those_of_the_first_slew_all() -> None:
    guns = sure(10, -9, sustained=1), sure(10, -9, name="piece", sustained=1)
    spared = ("sustained dice", [TWO]), ("extra hits", "yes"), ("extra hits on", {"One": 1}), ("wound", [1])
    played = battle(
        army("A", engine(*guns), men(name="Idle")), army("B", men(9, toughness=5), men(1).but(name="One")),
        ("unit", DEFAULT), ("target", "Men"), fire("gun"), *spared, fire("piece"), *spared, ("wound", [6]),
        settings={"sustained_same_unit": "false"},
    )  # fmt: skip
    assert played.unit_at("One").ranks == ()
    assert played.said("One, by sustained fire of the gun: 1 hit")
    assert not played.said("One, by sustained fire of the piece")
    assert not played.said("No losses: One")


@pytest.mark.rule("2E-SF-4")
def test_each_shot_keeps_a_hit_when_others_go_elsewhere() -> None:
    blow = blow_of(sure())
    assert without(((Burst(blow, 3), 1), (Burst(blow, 2), 1)), 3) == ((Burst(blow, 1), 2),)


@pytest.mark.rule("2E-SF-4", "2E-CAS-1")
def test_of_a_mixed_unit_its_owner_says_who_takes_extra_hits() -> None:
    mixed = both(men(name="Boy"), men(name="Nob")).but(name="Mixed")
    played = battle(
        army("A", firer(sure(10, -9, sustained=1)), men(name="Idle")), army("B", men(9, toughness=5), mixed),
        ("unit", DEFAULT), ("target", "Men"), fire("gun"), ("sustained dice", [TWO]), ("extra hits", "yes"),
        ("extra hits on", {"Mixed": 1}), ("wound", [1]), ("order", "1 Nob, 1 Boy"), ("wound", [6]),
        settings={"sustained_same_unit": "false"},
    )  # fmt: skip
    assert [(rank.kind, rank.n) for rank in played.unit_at("Mixed").ranks] == [(0, 1)]


@pytest.mark.rule("2E-SF-4")
def test_in_their_own_unit_no_extra_hits_are_asked_for() -> None:
    """Although they are kept apart, since not everybody is within reach."""
    mine, theirs = army("A", firer(sure(sustained=1)), men(name="Idle")), army("B", men(9), men(4).but(name="More"))
    played = battle(
        mine, theirs, ("unit", DEFAULT), ("target", "Men"), fire("gun", within_4=2), ("sustained dice", [THREE])
    )
    assert played.left is not None
    assert played.left.key == "wound:gun"


@pytest.mark.rule("2E-SF-4")
def test_shots_that_hit_once_have_nothing_to_spare() -> None:
    played = extra(("sustained dice", [ONE]), ("sustained dice", [ONE_TOO]), ("wound", [1, 1]), dice=2)
    assert "extra hits" not in played.keys
    assert extra(("sustained dice", [TWO]), ("extra hits", "no"), ("wound", [1, 1])).keys.count("wound") == 1


@pytest.mark.rule("2E-SF-4", "2E-HTH-1")
def test_of_a_burst_that_found_friends_alone_nothing_is_left() -> None:
    class Shooting(Record):
        pool: Any
        fight: tuple[int, int] = (1, 2)

    table, blow = Table(lambda question, place: {"passed": 0}), blow_of(sure())
    table.settings = RULESET.defaults()
    assert into_a_fight(Shooting(((Burst(blow, 3), 2),)), table).pool == ((FriendlyHit(blow), 6),)


@pytest.mark.rule("2E-SF-5")
def test_three_jams_of_an_assault_cannon() -> None:
    cannon = firer(printed("assault cannon"), n=2)
    played = attack(
        cannon, men(9, toughness=10), fire("assault cannon", firing="1"), ("hit", [6]), ("sustained dice", [JAM] * 3)
    )
    assert played.end.own_slain == ((0, 1),)
    assert played.said("explodes: 1 ", "2E-SF-5")
    assert chances(firer(printed("assault cannon")), PAPER, "own_slain")[1] == F(5, 6) * F(1, 216)


@pytest.mark.rule("2E-SF-5")
def test_a_dreadnought_loses_the_arm_although_it_ignores_a_jam() -> None:
    walker = engine(printed("assault cannon"), rules=("Ignores First Jam",))
    played = attack(walker, men(9, toughness=10), fire("assault cannon"), ("hit", [6]), ("sustained dice", [JAM] * 3))
    assert played.said("loses the arm", "2E-SF-5")
    assert (played.end.own_slain, played.end.own_arms) == ((), 1)


@pytest.mark.rule("2E-SF-5")
def test_what_blew_up_is_gone_in_the_battle_too() -> None:
    """The bearer falls; a walker stays, and the arm is silent for good."""
    cannon = printed("assault cannon")
    mine = army("A", firer(cannon, n=2), engine(cannon, rules=("Ignores First Jam",)), men(name="Idle"))
    blown = [("hit", [6]), ("sustained dice", [JAM] * 3)]
    script = [("unit", "Firers"), ("target", "Men"), *fire("assault cannon", firing="1"), *blown]
    script += [("unit", "Engine"), ("target", "Men"), *fire("assault cannon"), *blown]
    played = battle(mine, army("B", men(9, toughness=10)), *script)
    assert [rank.n for rank in played.unit_at("Firers").ranks] == [1]
    (arm,) = played.unit_at("Engine").silent
    assert (arm.model, arm.n, arm.turns) == (0, 1, FOREVER)


# Twin-linked ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-SPC-2")
def test_twin_guns_hit_one_model_twice() -> None:
    twin = firer(gun(10, -9, rules=("Twin-linked",)))
    played = attack(twin, men(5), fire("gun"), ("hit", [3]), ("wound", [6, 6]))
    assert played.question("hit").dice == 1
    assert played.alive() == {"Man": [1] * 4}
    assert chances(twin, men(5))[1] == F(2, 3) * F(35, 36)


@pytest.mark.rule("2E-SPC-2")
@pytest.mark.parametrize("area", [{}, {"blast": 2}])
def test_both_hits_of_twin_guns_count(area: dict[str, int]) -> None:
    given = Preset({"distance": 6, "under": 1}, raise_missing)
    twin = new_attack(firer(gun(10, -9, rules=("Twin-linked",), **area)), men(5))
    ends = odds(ATTACK, twin, given, exact=True, settings=RULESET.defaults())
    assert (ends.expected[Hit], ends.expected[Wounded]) == (F(4, 3), F(4, 3) * F(5, 6))


@pytest.mark.rule("2E-SPC-2", "2E-SF-3")
def test_twin_guns_throw_the_dice_of_both_and_jam_together() -> None:
    heavy = firer(gun(sustained=2, rules=("Twin-linked", "Automatic Penetration")))
    played = attack(heavy, PAPER, fire("gun"), ("hit", [6]), ("sustained dice", [ONE] * 4))
    assert played.question("sustained dice").dice == 4
    assert chances(heavy, PAPER, "jammed")[1] == F(2, 3) * F(671, 1296)


# Into a fight ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2E-HTH-1")
def test_six_against_three() -> None:
    played = attack(
        firer(sure(10, -9), n=3), men(6), fire("gun", enemy_engaged=6, friends_engaged=3), ("fight", [4, 5, 6]),
        ("wound", [6]),
    )  # fmt: skip
    assert played.alive() == {"Man": [1] * 5}
    assert played.said("2 hit a friend", "2E-HTH-1")
    assert chances(firer(sure()), men(6), "friends_hit", enemy_engaged=6, friends_engaged=3) == {0: F(2, 3), 1: F(1, 3)}


@pytest.mark.rule("2E-HTH-2")
@pytest.mark.parametrize(("setting", "chance"), [("exact", F(5, 8)), ("d6_rounded", F(4, 6))])
def test_setting_hth_allocation(setting: str, chance: F) -> None:
    law = chances(firer(sure()), men(5), "friends_hit", {"hth_allocation": setting}, enemy_engaged=5, friends_engaged=3)
    assert law[0] == chance


@pytest.mark.rule("2E-HTH-1", "2E-ELIG-1")
def test_without_friends_there_is_no_fight() -> None:
    assert chances(firer(sure()), men(6), "friends_hit") == {0: 1}


@pytest.mark.rule("2E-SF-3")
def test_the_odds_keep_no_count_of_jams() -> None:
    """Whether any weapon jams is all that is measured; how many, for how long, would keep their ways apart."""
    given = Preset({"distance": 12, "sustained": 3}, raise_missing)
    guns = firer(sure(rules=("Automatic Penetration",), sustained=3), n=4)
    ends = odds(ATTACK, new_attack(guns, men(1)), given, exact=True, settings=RULESET.defaults())
    assert len({end.jams for end, _ in ends.records}) == 2
    assert ends.measure(RULESET.measures["jammed"])[0] == F(5, 6) ** 12


@pytest.mark.rule("2E-SF-3", "2E-SF-5")
def test_to_the_odds_a_jam_is_a_jam() -> None:
    """Whichever weapon it was, and whether it blew up besides: who was slain by that is told apart."""
    guns = both(firer(sure(sustained=2, explodes=2)), firer(sure(name="other", sustained=1)))
    given = Preset({"distance": 12}, raise_missing)
    ends = odds(ATTACK, new_attack(guns, men(9, toughness=9)), given, exact=True, settings=RULESET.defaults())
    assert len({(end.jams, end.own_slain) for end, _ in ends.records}) == 3
    assert ends.measure(RULESET.measures["jammed"])[0] == F(5, 6) ** 3
    assert ends.measure(RULESET.measures["own_slain"])[1] == F(1, 36)
