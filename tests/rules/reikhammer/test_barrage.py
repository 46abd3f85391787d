"""Barrages: points, the area, dice by integrity, formations touched, and guns beside them (RH-BAR)."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.battle.summaries import battle_end, flow, weapons
from shoot_cli.rules.reikhammer import RULESET
from shoot_cli.rules.reikhammer.profiles import Army
from shoot_cli.rules.reikhammer.steps.summary import status_of
from shoot_cli.rules.reikhammer.steps.turns import new_battle
from shoot_cli.ui.summaries import battle_words
from tests.helpers.scripted_table import closed_by
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    Played,
    act,
    army,
    attack,
    battle,
    chances,
    formation,
    gun,
    hits,
    mean,
    mixed,
    mortar,
    refusal,
    shooters,
    shots,
    targets,
    units,
)

F = Fraction
TILE = ("target", "a barrage at a tile")
BESIDE = {"barrage_with_guns": "yes"}
BOTH = formation("Battery", units("Mortar", 1, mortar(9)), units("Gun", 1, gun()))


def crew(*weapons: Any, name: str = "Battery", n: int = 1, **stats: Any) -> Any:
    return shooters(*(weapons or (mortar(9),)), name=name, n=n, **stats)


def shelling(mine: Army | Any, theirs: Army | Any, touched: str, *script: Any, **said: Any) -> Played:
    return battle(mine, theirs, FIRST, act("Battery", "advance", TILE, ("touched", touched), *script), **said)


# Points and rows -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-BAR-1", "RH-BAR-4")
def test_all_points_make_one_barrage() -> None:
    guns = formation("S", units("A", 2, mortar(2)), units("B", 1, mortar(5, "big")))
    played = attack(guns, targets(1), ("hit:Target", [6]))
    assert (played.end.points, played.end.extra_shock) == (9, 1)
    assert played.dice == ["hit:Target"]
    for words in ("9 points", "radius 1, that is 9 tiles", "AP 3, AT 2", "1"):
        assert played.said(words, "RH-BAR-4")
    assert attack(crew(mortar(2)), targets(1), ("hit:Target", [6])).said("the target tile only; AP 1, AT -", "RH-BAR-4")


@pytest.mark.rule("RH-BAR-1", "RH-BAR-2")
@pytest.mark.parametrize(
    "facts",
    [{"obstruction": "A: 2"}, {"distance": "A: 31, B: 5"}, {"firing": "B"}, {"distance": "A: 9, B: 5", "shock": 1}],
)
def test_guns_without_the_tile_lose_their_shot(facts: dict[str, Any]) -> None:
    guns = formation("S", units("A", 1, mortar(6, "big"), ammo=2), units("B", 1, mortar(3), ammo=2))
    played = attack(guns, targets(1), ("hit:Target", [6]), **facts)
    assert (played.end.points, played.fired) == (3, ["B"])
    assert [gunner.ammo for gunner in played.end.gunners] == [2, 1]


@pytest.mark.rule("RH-BAR-4")
@pytest.mark.parametrize(("setting", "chance"), [("none", F(0)), ("1", F(1, 6))])
def test_the_blank_cell_by_setting(setting: str, chance: Fraction) -> None:
    said = {"barrage_low_at": setting}
    assert hits(crew(mortar(2)), targets(1, type="AV"), said) == chance
    assert hits(crew(mortar(2)), targets(1), said) == F(1, 6)
    assert hits(crew(mortar(3)), targets(1, type="AV"), said) == F(1, 6)


@pytest.mark.rule("RH-BAR-4")
def test_more_than_30_points_by_setting() -> None:
    guns = crew(mortar(11), n=3)
    assert chances(guns, targets(9, type="AC"), "shock") == {5: 1}
    refuse = {"bp_over_30": "refuse"}
    assert "33" in refusal(guns, targets(1), refuse)
    allowed: list[dict[str, Any]] = [{"shock": 1}, {"firing": "Gunner 1"}, {"obstruction": "Gunner 1: 2"}]
    for facts in allowed:
        assert attack(guns, targets(1), ("hit:Target", [6]), settings=refuse, **facts).end.points <= 30
    with pytest.raises(AssertionError, match="it is allowed"):
        refusal(crew(mortar(10), n=3), targets(1, type="AC"), refuse)


# Dice ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-BAR-5")
def test_dice_by_integrity_and_the_value_of_its_type() -> None:
    target = mixed("INF", "LV", "AV", "WE", "AC", integrity=2)
    script = [(f"hit:{name}", [6] * n) for name, n in (("INF", 2), ("LV", 2), ("AV", 2), ("WE", 1))]
    played = attack(crew(), target, *script)
    assert [played.need(f"hit:{name}") for name in ("INF", "LV", "AV", "WE")] == [3, 3, 2, 2]
    assert played.told_of("RH-BAR-5") == ["AC: no value of the barrage is for it"]


@pytest.mark.rule("RH-BAR-5", "RH-HIT-4")
def test_dice_of_units_with_an_equal_need_are_one_throw() -> None:
    target = formation("Targets", units("Foot", 2), units("Truck", type="LV"), units("Tank", type="AV"))
    hit = [("hit:Foot 1", [1]), ("hit:Foot 2", [6]), ("hit:Truck", [6]), ("hit:Tank", [6]), ("save:Foot 1", [6])]
    played = attack(crew(), target, *hit)
    assert played.dice == ["hit:Foot 1", "hit:Tank", "save:Foot 1"]
    assert played.question("hit:Foot 1").whose == ("Foot 1", "Foot 2", "Truck")
    second = [("hit:Target 1", [1]), ("hit:Target 2", [1]), ("again:Target 1", [6]), ("again:Target 2", [6])]
    again = attack(crew(mortar(1)), targets(2), *second, cover=2)
    assert again.dice == ["hit:Target 1", "again:Target 1"]
    assert again.question("again:Target 1").whose == ("Target 1", "Target 2")


@pytest.mark.rule("RH-BAR-5")
def test_the_mean_and_the_chance_of_a_barrage() -> None:
    assert mean(crew(), targets(1, integrity=3)) == F(3, 4)
    assert chances(crew(), targets(1, integrity=3), "slain")[1] == F(1, 64)
    assert chances(crew(mortar(6)), targets(1, type="AV", integrity=2, armour=0))[0] == 1 - F(11, 36)


@pytest.mark.rule("RH-BAR-5")
@pytest.mark.parametrize(("setting", "dice"), [("current", 1), ("starting", 3)])
def test_integrity_lost_by_setting(setting: str, dice: int) -> None:
    assert shots(crew(), targets(1, integrity=3, lost=2), {"barrage_integrity": setting}) == dice
    assert shots(crew(), targets(1, type="WE", integrity=3), {"barrage_integrity": setting}) == 1


@pytest.mark.rule("RH-BAR-5")
def test_automatic_hits_by_setting() -> None:
    sure = {"barrage_hits": "automatic"}
    played = attack(
        crew(), targets(2, integrity=2), ("save:Target 1", [1, 1]), ("save:Target 2", [1, 1]), settings=sure
    )
    assert played.said("Target 1: 2 automatic hits", "RH-BAR-5")
    assert attack(crew(mortar(2)), targets(1, type="AV"), settings=sure).dice == []  # no value for it
    engine = attack(crew(), targets(1, type="WE", integrity=3), ("save:Target", [1]), settings=sure)
    assert engine.rolled("save:Target") == 1


@pytest.mark.rule("RH-BAR-5")
def test_only_those_in_the_area() -> None:
    played = attack(crew(), targets(3), ("hit:Target 2", [6]), under="Target 2")
    assert played.told_of("RH-BAR-5") == ["Target 1: not in the area", "Target 3: not in the area"]
    assert played.end.target_shock == 2  # the formation is touched
    missed = attack(crew(), targets(3), under="none")
    assert missed.told_of("RH-BAR-3") == ["Targets: nobody is in the area, no Shock"]
    assert missed.end.target_shock == 0


@pytest.mark.rule("RH-BAR-7", "RH-AMMO-1")
def test_guns_beside_a_barrage_that_touches_nobody_keep_their_ammo() -> None:
    both = formation("Crew", units("Mortar", 1, mortar(9), ammo=2), units("Gun", 1, gun(), ammo=2))
    played = attack(both, targets(1), shooting="barrage", under="none", settings=BESIDE)
    assert [(gunner.name, gunner.ammo) for gunner in played.end.gunners] == [("Mortar", 1), ("Gun", 2)]
    assert played.dice == []


@pytest.mark.rule("RH-BAR-5", "RH-ALLOC-2")
def test_hits_stay_where_they_fell() -> None:
    script = [("hit:Target 1", [6]), ("hit:Target 2", [1]), ("save:Target 2", [6])]
    assert attack(crew(), targets(2), *script).left_of == [1, 0]


@pytest.mark.rule("RH-BAR-6")
@pytest.mark.parametrize(
    ("setting", "in_cover", "open_"), [("all", 3 - 1 - 1, 3 - 1), ("action_only", 3 - 1, 3 - 1), ("none", 3, 3)]
)
def test_modifiers_by_setting(setting: str, in_cover: int, open_: int) -> None:
    target = formation("Targets", units("Wood", armour=1), units("Open"))
    facts = {} if setting == "none" else {"action": "double"}  # what changes nothing is not asked
    played = attack(
        crew(), target, ("hit:Wood", [6]), ("hit:Open", [6]), cover="Wood: 2", settings={"barrage_modifiers": setting},
        **facts,
    )  # fmt: skip
    assert (played.need("hit:Wood"), played.need("hit:Open")) == (in_cover, open_)
    assert "ignore_cover:mortar" not in played.keys


@pytest.mark.rule("RH-BAR-6", "RH-HIT-4")
def test_ap_1_at_cover_takes_a_second_die() -> None:
    assert hits(crew(mortar(1)), targets(1), cover=2) == F(1, 12)
    played = attack(crew(mortar(1)), targets(1), ("hit:Target", [1]), ("again:Target", [4]), cover=2)
    assert played.need("again:Target") == 3


@pytest.mark.rule("RH-BAR-6", "RH-XF-1", "RH-XF-3")
def test_crossfire_under_a_barrage() -> None:
    assert mean(crew(), targets(1), crossfire="yes") == F(3, 6) * F(4, 6)


# Formations touched --------------------------------------------------------------------------------------------------

TWO = army("Theirs", targets(1, "A"), targets(1, "B", integrity=2))


@pytest.mark.rule("RH-BAR-3", "RH-SHOCK-4", "RH-BRK-1")
def test_each_formation_touched_is_resolved_on_its_own() -> None:
    played = shelling(crew(), TWO, "A, B", ("hit:Target", [6]), ("hit:Target", [6, 6]))
    assert [played.unit_at(name).shock for name in "AB"] == [2, 2]
    assert [played.unit_at(name).broken for name in "AB"] == [True, True]
    one = shelling(crew(), TWO, "B", ("hit:Target", [6, 1]), ("save:Target", [6]))
    assert [(one.unit_at(name).shock, one.unit_at(name).pieces[0].left) for name in "AB"] == [(0, 1), (2, 1)]


@pytest.mark.rule("RH-BAR-3", "RH-AMMO-1")
def test_nobody_in_the_area() -> None:
    played = shelling(crew(ammo=2), TWO, "nobody")
    assert played.told_of("RH-BAR-3") == ["nobody is in the area"]
    assert played.unit_at("Battery").pieces[0].ammo == 1  # it was fired all the same
    assert played.unit_at("A").shock == 0


@pytest.mark.rule("RH-BAR-3", "RH-XF-1")
def test_friends_are_hit_as_enemies_are_but_not_in_crossfire() -> None:
    mine = army("Mine", crew(), targets(2, "Friends"))
    script = [("hit:Target", [6]), ("hit:Target 1", [1]), ("hit:Target 2", [6]), ("save:Target 1", [6])]
    played = shelling(mine, targets(1, "A"), "A, Friends", *script)
    friends = played.unit_at("Friends")
    assert (friends.shock, friends.broken, [piece.left for piece in friends.pieces]) == (3, True, [0, 1])
    keys = [[part.key for part in played.question(f"facts:{name}").parts] for name in ("A", "Friends")]
    assert keys == [["cover", "crossfire", "under"], ["cover", "under"]]


@pytest.mark.rule("RH-BAR-3", "RH-AMMO-1", "RH-BRK-2")
def test_a_barrage_on_the_shooter_itself() -> None:
    """18 points: 3 Shock, 1 for the loss. Its ammo is spent, its losses are its own, and broken it does not regroup."""
    mine = army("Mine", crew(n=2, ammo=3))
    script = [("hit:Gunner 1", [1]), ("hit:Gunner 2", [6]), ("save:Gunner 1", [6])]
    played = battle(mine, TWO, FIRST, act("Battery", "marshal", TILE, ("touched", "Battery"), *script))
    battery = played.unit_at("Battery")
    assert [(piece.left, piece.ammo) for piece in battery.pieces] == [(0, 2), (1, 2)]
    assert (battery.shock, battery.broken) == (4, True)
    assert "shock left" not in played.keys
    assert played.said("Battery broken: nothing more this action", "RH-BRK-2")


@pytest.mark.rule("RH-BAR-3", "RH-DEST-2")
def test_a_barrage_that_destroys_the_shooter() -> None:
    script = [("hit:Gunner", [1]), ("save:Gunner", [6])]
    played = shelling(army("Mine", crew(), shooters(name="Other")), TWO, "Battery", *script)
    assert played.unit_at("Battery").ranks == ()
    assert played.said("Battery destroyed")


@pytest.mark.rule("RH-BAR-3")
def test_who_is_proposed_as_touched() -> None:
    """Of several enemies nobody is: an Enter would shell who was not named."""
    asked = shelling(army("Mine", crew(), targets(1, "Friends")), TWO, "nobody").question("touched")
    assert (asked.names, asked.default) == (("A", "B", "Battery", "Friends"), ())
    assert shelling(crew(), targets(1, "A"), "nobody").question("touched").default == ("A",)
    mirror = shelling(army("Mine", crew()), army("Theirs", crew()), "nobody").question("touched")
    assert mirror.names == ("Battery", "Battery of Mine")


@pytest.mark.rule("RH-BAR-3", "RH-CHAR-1")
def test_characters_under_a_barrage_are_lost_once() -> None:
    led = army("Theirs", formation("A", units("Lord", character="Vance"), units("Guard")), targets(1, "B"))
    script = [("hit:Lord", [1]), ("hit:Guard", [6]), ("save:Lord", [6]), ("character:Vance", [6]), ("hit:Target", [6])]
    played = shelling(crew(), led, "A, B", *script)
    assert played.unit_at("A").lost == (("Vance", "killed"),)
    between = next(entry.record for entry in played.asked if entry.question and entry.question.key == "facts:B")
    assert status_of(between)[1][1][0].marks.count("Vance killed") == 1
    assert played.unit_at("B").lost == ()


# Guns beside it ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-BAR-7", "RH-BAR-1")
def test_guns_do_not_fire_beside_a_barrage() -> None:
    played = attack(BOTH, targets(1), ("hit:Target", [6]), shooting="barrage")
    assert played.fired == ["Mortar"]
    assert played.told_of("RH-BAR-7") == ["Gun cannot fire: no barrage points: it does not fire beside a barrage"]
    assert played.question("shooting").default == "direct"


@pytest.mark.rule("RH-BAR-7", "RH-SHOCK-1")
def test_guns_beside_a_barrage_by_setting() -> None:
    """The barrage is saved first; one Shock for both, and the extra one."""
    script = [
        ("hit:Target 1", [1]), ("hit:Target 2", [6]), ("save:Target 1", [6]),
        ("hit:gun", [1]), ("save:Target 2", [1]),
    ]  # fmt: skip
    played = attack(BOTH, targets(2), *script, shooting="barrage", settings=BESIDE)
    assert played.fired == ["Mortar", "Gun"]
    assert (played.left_of, played.end.target_shock) == ([0, 1], 3)  # the gun's hit goes to who is left


@pytest.mark.rule("RH-BAR-7")
def test_no_guns_where_no_barrage_is_left() -> None:
    played = attack(BOTH, targets(2), shooting="barrage", distance="Mortar: 31, Gun: 5", settings=BESIDE)
    assert (played.fired, played.end.target_shock) == ([], 0)


@pytest.mark.rule("RH-BAR-7", "RH-BAR-3")
def test_guns_beside_a_barrage_fire_at_one_enemy_formation() -> None:
    mine = army("Mine", BOTH, targets(1, "Friends"))
    script = [("guns at", "B"), ("hit:Target", [6, 6]), ("hit:gun", [6]), ("hit:Target", [6])]
    both = shelling(mine, TWO, "A, B", *script, settings=BESIDE)
    assert both.keys.count("hit:gun") == 1
    assert both.question("guns at").default == "A"
    assert [both.unit_at(name).shock for name in "AB"] == [2, 2]
    assert "guns at" not in shelling(mine, TWO, "A", ("hit:Target", [6]), ("hit:gun", [6]), settings=BESIDE).keys
    friend = shelling(mine, TWO, "Friends", ("hit:Target", [6]), settings=BESIDE)
    assert "hit:gun" not in friend.keys  # nobody fires at friends on purpose


@pytest.mark.rule("RH-BAR-7", "RH-AMMO-1")
def test_guns_that_have_nobody_to_fire_at_keep_their_ammo() -> None:
    crew_and_guns = formation("Battery", units("Mortar", 1, mortar(9), ammo=2), units("Gun", 1, gun(), ammo=2))
    mine = army("Mine", crew_and_guns, targets(1, "Friends"))
    friend = shelling(mine, TWO, "Friends", ("hit:Target", [6]), settings=BESIDE)
    assert [piece.ammo for piece in friend.unit_at("Battery").pieces] == [1, 2]


@pytest.mark.rule("RH-BAR-1")
def test_a_formation_of_barrage_weapons_has_no_other_target() -> None:
    played = battle(crew(), TWO, FIRST, act("Battery", "advance"))
    options = {option.value: [reason.rule for reason in option.closed] for option in played.left.options}
    assert options == {"A": ["RH-BAR-1"], "B": ["RH-BAR-1"], "a barrage at a tile": [], "no shooting": []}
    assert played.left.default == "a barrage at a tile"
    direct = battle(shooters(), TWO, FIRST, act("Shooters", "advance"))
    assert "a barrage at a tile" not in [option.value for option in direct.left.options]
    empty = formation("Battery", units("Mortar", 1, mortar(9)), units("Gun", 1, gun(), ammo=0))
    shells = battle(empty, TWO, FIRST, act("Battery", "advance"))
    assert closed_by(shells.left, "A") == ["RH-BAR-1"]  # there is no ammo for the gun


@pytest.mark.rule("RH-BAR-1", "RH-SUP-2")
def test_a_target_is_closed_if_shock_suppresses_every_gun_and_not_the_barrage() -> None:
    for at_once, why in (
        (1, []),
        (6, ["RH-SUP-2"]),
    ):  # failed, it Holds and has a point of Shock: the one gun is silent
        does = [("does", "shoot")] if why else []
        played = battle(BOTH, TWO, FIRST, act("Battery", "advance", *does, test=at_once))
        assert (played.left.key, closed_by(played.left, "A"), closed_by(played.left, TILE[1])) == ("target", why, [])


def test_friends_under_a_barrage_are_no_feat_of_the_enemy() -> None:
    mine, theirs = army("Mine", crew(), targets(2, "Friends")), army("Theirs", targets(1, "A"))
    script = [("hit:Target", [6]), ("hit:Target 1", [1]), ("hit:Target 2", [6]), ("save:Target 1", [6])]
    played = shelling(mine, theirs, "A, Friends", *script)
    luck: Any = SimpleNamespace(rows=(), left_out=())
    found = battle_end(played.table, RULESET, new_battle(mine, theirs, None), played.battle, luck)
    assert [(one.name, one.enemies_killed, one.own) for one in found.armies] == [("Mine", 0, 1), ("Theirs", 0, 0)]
    assert "best attack" not in [moment.title for moment in found.highlights]
    said = battle_words(found, {})
    assert said[0].startswith("Mine: 0 enemy units destroyed, 2 of 3 left, 1 lost in their own attacks")


def test_pools_of_a_barrage_are_of_each_formation_by_itself() -> None:
    script = [("hit:Target", [1]), ("save:Target", [6]), ("hit:Target", [6, 6])]
    played = shelling(crew(), TWO, "A, B", *script)
    start = played.table.attacks[-1]
    assert len(weapons(played.table, RULESET, start.line)) == 2
    last = flow(played.table, RULESET, start.line, lambda record: 0)
    assert [(pool.name, pool.number) for pool in last][:2] == [("shots", 2), ("hits", 0)]


@pytest.mark.rule("RH-BAR-1", "RH-DEST-2")
def test_no_barrage_is_proposed_where_no_enemy_is_left() -> None:
    mine = army("Mine", shooters(name="A"), crew())
    kill = act("A", "advance", ("target", "Targets"), ("hit:gun", [1]), ("save:Target", [6]))
    played = battle(mine, targets(1), FIRST, kill, act("Battery", "advance"))
    assert (closed_by(played.left, "Targets"), played.left.default) == (["RH-DEST-2"], "no shooting")
