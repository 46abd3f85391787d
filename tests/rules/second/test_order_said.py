"""What is said when: target, arc, weapons and dice, then the measure; and what was accepted is done (2E-SEQ-1)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.questions import Arrange, HowMany, seldom_words
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.table import Table
from shoot_cli.input.answers import completed
from shoot_cli.rules.second.profiles import Unit
from tests.rules.second.helpers.guns_and_men import RHINO, both, flamer, gun, rapiers
from tests.rules.second.helpers.scripted_battles import Played, battle, squad

GUN = gun()
ORKS, GROTS, CAR = squad("Orks", 10, GUN), squad("Grots", 10, GUN), RHINO.but(name="Rhino")
PLASMA = gun(7, -2, name="plasma gun", hit_long=-1, recharge=1, sustained=1)
BOLTER = gun(5, -2, name="heavy bolter", sustained=2, move_or_fire=True, rules=("Heavy",))
LASER = gun(9, -6, "2D6", "lascannon", penetration="3D6+9", short=20, long=60, rules=("Heavy",))
FRAG = gun(3, -1, name="frag", blast=2, short=20, long=72)
B, SHOTS = squad("B", 1, GUN), [("unit", "A"), ("target", "Orks")]

ONE_BY_ONE = [("weapon", "gun"), ("weapon", "lascannon")]


def mixed(*parts: tuple[str, int, Any]) -> Unit:
    """Squad A of so many of each kind with one weapon each."""
    first, *others = (squad("A", n, weapon, kind=kind) for kind, n, weapon in parts)
    for other in others:
        first = both(first, other)
    return first


def play(mine: Unit, *script: Any, enemies: tuple[Unit, ...] = (ORKS,), **more: Any) -> Played:
    return battle([mine, B], [*enemies], *script, **more)


def order(played: Played, *keys: str) -> list[str]:
    """The questions about the attack in their order, without the names after the colon."""
    short = [key.partition(":")[0] for key in played.keys]
    return [key for key in short[short.index("target") :] if key in keys]


# Point 17: before measuring -------------------------------------------------------------------------------------------

STEPS = ("target", "distances", "arc", "weapon", "declare", "distance", "facts", "hit")


@pytest.mark.rule("2E-SEQ-1", "2E-ARC-2", "2E-RNG-1")
def test_the_table_of_the_sequence_from_top_to_bottom() -> None:
    """The arc, both weapons, then the measure, then the facts and dice of one after the other."""
    squad_ = mixed(("Man", 3, GUN), ("Gunner", 1, BOLTER))
    shots = [("facts:gun", {}), ("hit:gun", [1, 1, 1]), ("facts:heavy bolter", {}), ("hit:heavy bolter", [1])]
    edge = [("weapon", "edge of the arc"), ("on_edge", [0, 1]), ("arc:Gunner", [4])]
    declared = [("weapon", "gun"), ("declare:gun", {}), ("weapon", "heavy bolter"), ("declare:heavy bolter", {})]
    played = play(squad_, *SHOTS, *edge, *declared, *shots)
    asked = [
        "target",
        "weapon",
        "arc",
        "weapon",
        "declare",
        "weapon",
        "declare",
        "distance",
        "facts",
        "hit",
        "facts",
        "hit",
    ]
    assert order(played, *STEPS) == asked


@pytest.mark.rule("2E-SEQ-1", "2E-SF-1", "2E-SPC-1", "2E-SPC-3", "2E-SPC-5")
def test_dice_rapid_fire_and_who_moved_are_said_with_the_weapon_cover_and_bands_afterwards() -> None:
    marines = squad("A", 5, gun(name="storm bolter", hit_long=-1, sustained=1, rules=("Combi",)), rules=("Rapid Fire",))
    played = play(marines, *SHOTS, ("declare:storm bolter", {}), ("facts:storm bolter", {}))
    said = [part.key for part in played.last("declare:storm bolter").parts]
    assert said == ["firing", "moved", "sustained", "rapid_fire", "both_barrels"]
    assert played.last("declare:storm bolter").text == (
        "5 storm bolters, nobody moved, rapid fire, 1 sustained fire die each"
    )
    shots = [part.key for part in played.last("facts:storm bolter").parts]
    assert not {*said} & {*shots}
    assert {"cover", "short", "speed", "within_4"} <= {*shots}
    facts = played.last("facts:storm bolter")
    assert facts.text == "5 storm bolters, in the open, short range"
    assert facts.decided({}).so == "10 shots"
    assert facts.decided({"in_range": [3]}).so == "6 shots"


@pytest.mark.rule("2E-SEQ-1", "2E-SPC-7")
def test_the_shots_of_a_scatter_laser_are_said_before_measuring() -> None:
    laser = squad("A", 1, gun(name="laser", rules=("Scatter Laser",)))
    played = play(laser, *SHOTS, ("declare:laser", {"shots": 2}), ("distance", 10), ("facts:laser", {}))
    assert played.left is not None
    assert (played.left.key, played.left.dice) == ("hit:laser", 2)


@pytest.mark.rule("2E-SEQ-1", "2E-ARC-2")
def test_nobody_measures_to_what_is_outside_the_arc() -> None:
    edge = [("weapon", "edge of the arc"), ("arc:Man", [1, 1, 1])]
    assert "distance" not in play(mixed(("Man", 3, GUN)), *SHOTS, *edge, enemies=(ORKS, GROTS)).keys


@pytest.mark.rule("2E-SEQ-1", "2E-SPC-4", "2E-RNG-1")
def test_a_plasma_gun_declared_beyond_its_range_recharges() -> None:
    """It was fired and lost; the others of the squad, whose guns reach, fire."""
    squad_ = mixed(("Man", 3, gun(long=40)), ("Plasma", 1, PLASMA))
    played = play(squad_, *[*SHOTS, ("distance", 30), ("facts:gun", {}), ("hit:gun", [1, 1, 1]), ("unit", "B")])
    assert played.said('plasma gun: 30" is beyond its 24"; the shots are lost')
    assert "facts:plasma gun" not in played.keys
    ((silence),) = played.unit_at("A").silent
    assert (silence.name, silence.n) == ("plasma gun", 1)


@pytest.mark.rule("2E-SEQ-1", "2E-RNG-1", "2E-SPC-4")
def test_of_those_who_declared_some_may_turn_out_to_be_out_of_range() -> None:
    """It is measured to the nearest: two of the three do not reach, and all three recharge."""
    played = play(
        squad("A", 3, PLASMA),
        *SHOTS,
        ("distance", 12),
        ("facts:plasma gun", {"in_range": "1"}),
        ("hit:plasma gun", [1]),
    )
    assert sum(silence.n for silence in played.unit_at("A").silent) == 3
    facts = played.last("facts:plasma gun")
    with pytest.raises(BadAnswer, match="2 Men at short range, but only 1 fires"):
        facts.read({"in_range": [1], "short": [2]})
    with pytest.raises(BadAnswer, match="2 Men at short range, but nobody fires"):
        facts.read({"in_range": [0], "short": [2]})
    assert "in_range" not in [
        part.key for part in play(squad("A", 1, GUN), *SHOTS, ("facts:gun", {})).last("facts:gun").parts
    ]


@pytest.mark.rule("2E-SEQ-1", "2E-SPC-4")
def test_a_plasma_gun_held_back_does_not_recharge() -> None:
    squad_ = mixed(("Man", 3, GUN), ("Plasma", 1, PLASMA))
    shots = [("weapon", "gun"), ("weapon", "no more"), ("distance", 30), ("unit", "B")]
    assert play(squad_, *SHOTS, *shots).unit_at("A").silent == ()


@pytest.mark.rule("2E-SEQ-1", "2E-SPC-4")
def test_shots_declared_at_a_unit_that_falls_before_are_fired_too() -> None:
    squad_ = mixed(("Man", 1, gun(10, -9)), ("Plasma", 1, PLASMA))
    shots = [("facts:gun", {}), ("hit:gun", [6]), ("wound:gun", [6]), ("unit", "B")]
    played = play(squad_, *SHOTS, *shots, enemies=(squad("Orks", 1, GUN), GROTS))
    assert played.said("plasma gun: nobody is left to be hit; the shots are lost")
    assert [silence.name for silence in played.unit_at("A").silent] == ["plasma gun"]


@pytest.mark.rule("2E-SEQ-1", "2E-TGT-2")
def test_setting_measure_before_declare_turns_the_order_round() -> None:
    squad_ = mixed(("Man", 3, GUN), ("Laser", 1, LASER))
    said = [("unit", "A"), ("distances", {"Orks": 30}), ("target", "Orks"), ("facts:lascannon", {})]
    played = play(squad_, *said, settings={"measure_before_declare": "true"})
    assert order(played, *STEPS[:2]) == ["target"]
    assert played.keys.index("distances") < played.keys.index("target") < played.keys.index("weapon")
    assert "distance" not in played.keys
    assert played.closed("weapon", "gun") == [('30" is beyond its 24"', "2E-RNG-1")]


@pytest.mark.rule("2E-SEQ-1", "2E-SPC-4")
def test_what_is_known_not_to_reach_is_not_fired() -> None:
    said = [("unit", "A"), ("distances", {"Orks": 30}), ("target", "Orks"), ("unit", "B")]
    played = play(mixed(("Plasma", 1, PLASMA)), *said, settings={"measure_before_declare": "true"})
    assert played.said('plasma gun cannot fire: 30" is beyond its 24"')
    assert played.unit_at("A").silent == ()


@pytest.mark.rule("2E-RNG-1", "2E-VEH-2")
@pytest.mark.parametrize(("inches", "needs"), [(12, 2), (13, 3)])
def test_beyond_short_range_nobody_is_asked_who_is_at_it(inches: float, needs: int) -> None:
    """It is measured to the nearest; then nobody picks between gun and crew of a support weapon either."""
    far = play(squad("A", 2, gun(hit_short=1)), *SHOTS, ("distance", inches), ("facts:gun", {}))
    assert ("short" in [part.key for part in far.last("facts:gun").parts]) == (inches == 12)
    assert far.left is not None
    assert far.left.need.target == needs
    aimed = play(
        squad("A", 2, GUN), *SHOTS, ("distance", inches), ("hit:gun", [1, 1]), enemies=(rapiers().but(name="Orks"),)
    )
    assert ("aim:gun" in aimed.keys) == (inches == 12)


@pytest.mark.rule("2E-SEQ-1", "2E-ELIG-2")
def test_one_man_with_one_gun_is_not_asked_who_fires_it() -> None:
    assert not [key for key in play(squad("A", 1, GUN), *SHOTS, ("facts:gun", {})).keys if "declare" in key]
    asked = play(squad("A", 1, BOLTER), *SHOTS, ("declare:heavy bolter", {})).last("declare:heavy bolter")
    assert [part.key for part in asked.parts] == ["moved", "sustained"]


@pytest.mark.rule("2E-SEQ-1")
def test_the_next_menu_of_weapons_says_what_fires_already() -> None:
    played = play(mixed(("Man", 3, GUN), ("Laser", 1, LASER)), *SHOTS, *ONE_BY_ONE, ("facts:gun", {}))
    texts = [entry.question.text for entry in played.asked if entry.question.key == "weapon"]
    assert texts == ["Which weapon fires?", "Gun will fire. Which other weapon fires?"]


# Point 18: one weapon does not bind the next --------------------------------------------------------------------------


@pytest.mark.rule("2E-RNG-1", "2E-CAS-1")
def test_the_reach_of_one_weapon_does_not_bind_the_next() -> None:
    squad_ = mixed(("Man", 3, GUN), ("Laser", 1, LASER))
    near = [[2, "Man", ""], [8, "Man", "out of reach"]]
    shots = [("facts:gun", {"order": near}), ("hit:gun", [6, 1, 1]), ("wound:gun", [1]), ("facts:lascannon", {})]
    (order_,) = [p for p in play(squad_, *SHOTS, *ONE_BY_ONE, *shots).last("facts:lascannon").parts if p.key == "order"]
    assert {mark for _, _, mark in order_.default} == {""}


@pytest.mark.rule("2E-RNG-1", "2E-BLA-2")
def test_the_reach_of_one_weapon_does_not_bind_a_stray_blast() -> None:
    squad_ = mixed(("Man", 3, GUN), ("Frag", 1, FRAG))
    near = [[2, "Man", ""], [8, "Man", "out of reach"]]
    shots = [("facts:gun", {"order": near}), ("hit:gun", [6, 1, 1]), ("wound:gun", [1])]
    stray = [("hit:frag", [1]), ("artillery:frag", [3]), ("under_missed:frag", 6)]
    assert play(squad_, *SHOTS, *shots, *stray).last("under_missed:frag").high == 10


@pytest.mark.rule("2E-RNG-1", "2E-SPC-9")
def test_a_splash_reaches_whom_its_gun_does_not() -> None:
    worm = gun(6, -2, name="worm", hit_short=None, hit_long=None, rules=("Deathspitter",))
    near = [[1, "Man", ""], [9, "Man", "out of reach"]]
    shots = [("facts:worm", {"order": near}), ("wound:worm", [6]), ("splash:worm", 3), ("splashed:worm", [6, 6, 1])]
    assert play(squad("A", 1, worm), *SHOTS, *shots, ("wound:worm splash", [6, 6]), ("unit", "B")).alive("Orks") == 7


@pytest.mark.rule("2E-SPC-9")
def test_splashes_of_all_hits_of_a_weapon_are_one_answer() -> None:
    """At the table; an attack on its own asks for each, since a number may be drawn there. Who has fallen is nobody."""
    worm = gun(6, -2, name="worm", hit_short=None, hit_long=None, rules=("Deathspitter",))
    shots = [("facts:worm", {}), ("wound:worm", [6, 1, 1]), ("splash each:worm", [2, 0, 5])]
    rolls = [("splashed:worm", [4, 1]), ("splashed:worm", [4, 4, 4, 1, 1]), ("wound:worm splash", [1] * 4)]
    asked = play(squad("A", 3, worm), *SHOTS, *shots, *rolls, ("unit", "B")).last("splash each:worm")
    assert (asked.groups, asked.default) == ((("hit 1", 9), ("hit 2", 9), ("hit 3", 9)), (3, 3, 3))
    assert completed(asked, "2") == [2, 2, 2]
    few = play(squad("A", 3, worm), *SHOTS, ("facts:worm", {}), ("wound:worm", [6, 1, 1]), enemies=(squad("Orks", 3),))
    assert few.left.default == (2, 2, 2)  # no more than stand there beside the one who was hit


@pytest.mark.rule("2E-ARC-2")
def test_after_the_edge_of_the_arc_the_menu_counts_who_can_still_fire() -> None:
    squad_ = mixed(("Man", 4, GUN), ("Sergeant", 1, GUN), ("Flamer", 1, flamer()))
    edge = [("weapon", "edge of the arc"), ("on_edge", [4, 1, 1]), ("arc:Man", [1, 1, 4, 4]), ("arc:Sergeant", [6])]
    played = play(squad_, *SHOTS, *edge, ("arc:Flamer", [1]), ("declare:gun", {}))
    menu = played.last("weapon").options
    assert [option.label[:8] for option in menu] == ["all as u", "3 guns, ", "fire not"]  # no flamer
    firing = played.last("declare:gun").parts[0]
    assert firing.groups == (("Man", 2), ("Sergeant", 1))
    assert played.last("declare:gun").text == "3 guns"
    with pytest.raises(BadAnswer):
        firing.read([4, 1])


@pytest.mark.rule("2E-ARC-2", "2E-TGT-3")
def test_an_accepted_flamer_is_never_dropped() -> None:
    """His pistol is in the menu only while he can fire it; at another target he fires on."""
    pistol = gun(name="pistol", short=8, long=16)
    man, burner = squad("A", 2, pistol), squad("A", 1, flamer(), pistol, kind="Flamer")
    edge = [("weapon", "edge of the arc"), ("on_edge", [0, 1]), ("arc:Flamer", [1]), ("declare:pistol", {})]
    outside = play(both(man, burner), *SHOTS, *edge, enemies=(ORKS, GROTS))
    assert outside.last("declare:pistol").parts[0].groups == (("Man", 2),)
    held = [("weapon", "pistol"), ("declare:pistol", {"firing": [2, 1]}), ("distance", 6), ("hit:pistol", [1, 1])]
    played = play(both(man, burner), *SHOTS, *held, enemies=(ORKS, GROTS))
    assert played.left is not None
    assert (played.left.key, played.left.dice) == ("hit:pistol", 1)  # the third of them


@pytest.mark.rule("2E-ARC-2", "2E-TGT-3")
def test_a_weapon_apart_that_did_not_fire_fires_with_its_squad() -> None:
    """Two lascannons at the Rhino: it is outside the arc of one, who then shoots at the Orks with the others."""
    squad_ = mixed(("Man", 2, GUN), ("Laser", 2, LASER))
    apart = [("unit", "A"), ("target", "a heavy or special weapon at another target"), ("apart", [2])]
    edge = [("apart target", "Rhino"), ("weapon", "edge of the arc"), ("arc:Laser", [6, 1]), ("hit:lascannon", [1])]
    rest = [("target", "Orks"), ("facts:gun", {}), ("hit:gun", [1, 1])]
    played = play(squad_, *apart, *edge, *rest, enemies=(ORKS, CAR))
    assert played.left is not None
    assert (played.left.key, played.left.dice) == ("hit:lascannon", 1)


@pytest.mark.rule("2E-SEQ-1")
def test_nobody_measures_for_shots_that_nobody_declared() -> None:
    assert "distance" not in play(mixed(("Man", 3, GUN)), *SHOTS, ("weapon", "no more"), ("unit", "B")).keys


@pytest.mark.rule("2E-TGT-3")
def test_a_weapon_apart_that_did_not_fire_takes_no_group() -> None:
    squad_ = mixed(("Man", 2, GUN), ("Laser", 2, LASER))
    apart = [("unit", "A"), ("target", "a heavy or special weapon at another target"), ("apart", [2])]
    held = [("apart target", "Rhino"), ("declare:lascannon", {"firing": "0"})]
    assert play(squad_, *apart, *held, enemies=(ORKS, CAR, CAR.but(name="Truck"))).closed("target", "Truck") == []


@pytest.mark.rule("2E-TGT-3")
def test_after_a_split_shot_the_squad_may_join_at_the_same_target() -> None:
    squad_ = mixed(("Man", 3, gun(7)), ("Laser", 1, LASER))
    truck = CAR.but(name="Truck")
    split = [("unit", "A"), ("target", "a heavy or special weapon at another target"), ("apart target", "Rhino")]
    shot = [("facts:lascannon", {}), ("hit:lascannon", [1])]
    played = play(squad_, *split, *shot, enemies=(CAR, ORKS, truck))
    assert played.closed("target", "Rhino") == []
    assert played.closed("target", "Truck") == [("its lascannon shot at that group", "2E-TGT-3")]
    assert played.last("target").default == "Orks"
    joined = play(squad_, *split, *shot, ("target", "Rhino"), ("facts:gun", {}), enemies=(CAR, truck, ORKS))
    assert joined.left is not None
    assert (joined.left.key, joined.left.dice) == ("hit:gun", 3)


@pytest.mark.rule("2E-TGT-3", "2E-ELIG-2")
def test_of_two_weapons_apart_with_one_bearer_it_is_said_at_once() -> None:
    heavy = squad("A", 1, LASER, BOLTER, kind="Gunner")
    split = [("unit", "A"), ("target", "a heavy or special weapon at another target"), ("apart", [1, 1])]
    played = play(both(squad("A", 3, GUN), heavy), *split, enemies=(ORKS, CAR))
    assert played.said("1 heavy bolter cannot fire as well: its bearer was named with another weapon")


@pytest.mark.rule("2E-ELIG-1")
def test_who_cannot_shoot_is_not_counted_among_those_who_do() -> None:
    squad_ = both(squad("A", 3, GUN), squad("A", 2, GUN, kind="Beast", ballistic_skill=0))
    assert play(squad_, *SHOTS, ("declare:gun", {})).last("declare:gun").parts[0].groups == (("Man", 3),)


@pytest.mark.rule("2E-HIT-4", "2E-SEQ-1")
def test_what_was_said_of_the_target_is_proposed_for_the_next_weapon() -> None:
    """A fast target is fast for all of them, and the line says so before anybody accepts it."""
    squad_ = mixed(("Man", 3, GUN), ("Laser", 1, LASER))
    said = {"speed": "fast", "stasis": "yes", "cover": "soft"}
    played = play(squad_, *SHOTS, *ONE_BY_ONE, ("facts:gun", said), ("hit:gun", [1, 1, 1]), ("facts:lascannon", {}))
    asked = played.last("facts:lascannon")
    assert asked.text == ("1 lascannon, in soft cover, short range, it is fast, in a stasis field")
    assert played.left is not None
    assert (played.left.key, played.left.need.target) == ("hit:lascannon", 6)
    lasers = mixed(("Man", 3, LASER.but(name="gun")), ("Laser", 1, LASER))
    side = play(
        lasers,
        *SHOTS,
        *ONE_BY_ONE,
        ("facts:gun", {"facing": "side"}),
        ("hit:gun", [1] * 3),
        enemies=(CAR.but(name="Orks"),),
    )
    assert side.last("facts:lascannon").text == "1 lascannon, in the open, from the side, short range"


# Few keys -------------------------------------------------------------------------------------------------------------


def answers_of(mine: Unit, *enemies: Unit) -> list[str]:
    """The questions from the nomination to the first dice, all of them answered as proposed."""
    keys = play(mine, *SHOTS, ("distance", 12), enemies=(ORKS, *enemies)).keys
    return keys[keys.index("unit") :]


@pytest.mark.rule("2E-SEQ-1", "2E-ARC-1")
def test_the_common_case_takes_five_answers_at_most() -> None:
    """A squad, one weapon, a target in the open; who is nearer is asked only of those who wish it."""
    assert answers_of(squad("A", 5, GUN)) == ["unit", "target", "weapon", "distance"]  # and the facts, which are left
    marines = squad("A", 5, gun(name="storm bolter", sustained=1, rules=("Combi",)), rules=("Rapid Fire",))
    assert len(answers_of(marines, GROTS)) + 1 == 5


@pytest.mark.rule("2E-SEQ-1", "2E-ELIG-2", "2E-SPC-5")
def test_all_at_once_is_what_would_be_proposed_one_by_one() -> None:
    """Its words say all of it, and the same dice are asked; who moved with a heavy bolter fires his pistol."""
    bearer = squad("A", 1, BOLTER, gun(name="pistol"), kind="Gunner")
    squad_ = both(both(squad("A", 3, GUN), squad("A", 1, LASER, kind="Laser")), bearer)
    menu = play(squad_, *SHOTS).last("weapon")
    assert (menu.default, menu.options[0].label) == (
        "all as usual",
        'all as usual: 3 guns (24"); 1 lascannon; 1 heavy bolter, nobody moved, 2 sustained fire dice (24")',
    )
    moved = [("unit", "a unit's state"), ("state of", "A"), ("state", "moved"), ("unit", "A"), ("target", "Orks")]
    assert play(squad_, *moved).last("weapon").options[0].label == (
        'all as usual: 3 guns (24"); 1 lascannon; no heavy bolter, for all of them moved; 1 pistol (24")'
    )
    dice = [("hit:gun", [1, 1, 1]), ("hit:lascannon", [1]), ("hit:heavy bolter", [1]), ("unit", "B")]
    at_once = play(squad_, *SHOTS, ("weapon", "all as usual"), *dice)
    one_by_one = [("declare:gun", {}), ("declare:heavy bolter", {})]
    one_at_a_time = play(
        squad_, *SHOTS, ("weapon", "gun"), one_by_one[0], ("weapon", "lascannon"), *one_by_one[1:], *dice
    )
    assert at_once.end == one_at_a_time.end


@pytest.mark.rule("2E-SEQ-1", "2E-ELIG-2")
def test_after_one_weapon_was_declared_otherwise_the_rest_go_as_usual() -> None:
    squad_ = mixed(("Man", 3, GUN), ("Laser", 1, LASER), ("Gunner", 1, BOLTER))
    first = [*SHOTS, ("weapon", "gun"), ("declare:gun", {"firing": "2"})]
    assert play(squad_, *first).last("weapon").options[0].label.startswith("all as usual: 1 lascannon; 1 heavy bolter")
    dice = [("hit:gun", [1, 1]), ("hit:lascannon", [1]), ("hit:heavy bolter", [1])]
    assert play(squad_, *first, ("weapon", "all as usual"), *dice).keys.count("declare:heavy bolter") == 0


@pytest.mark.rule("2E-ARC-2")
def test_the_edge_of_the_arc_is_rolled_for_once_and_before_anything_is_declared() -> None:
    squad_ = mixed(("Man", 3, GUN), ("Gunner", 1, BOLTER))
    declared = play(squad_, *SHOTS, ("weapon", "gun"), ("declare:gun", {}))
    rolled = play(squad_, *SHOTS, ("weapon", "edge of the arc"), ("arc:Man", [4, 4, 4]), ("arc:Gunner", [4]))
    for played in (declared, rolled):
        assert "edge of the arc" not in [option.value for option in played.last("weapon").options]


@pytest.mark.rule("2E-SEQ-1", "2E-ELIG-2")
def test_of_a_machine_its_guns_are_counted() -> None:
    tank = squad("A", 1, BOLTER, BOLTER, LASER, kind="Tank", type="Vehicle")
    played = play(tank, *SHOTS, ("hit:heavy bolter", [1, 1]))
    assert played.last("weapon").options[0].label == (
        'all as usual: 2 heavy bolters, 2 sustained fire dice each (24"); 1 lascannon'
    )
    assert played.last("facts:heavy bolter").text.startswith("2 heavy bolters, in the open")


@pytest.mark.rule("2E-SF-1", "2E-SF-4")
@pytest.mark.parametrize("dice", [0, 2])
def test_without_sustained_fire_dice_nobody_is_asked_about_extra_hits(dice: int) -> None:
    said = ("declare:heavy bolter", {"sustained": dice})
    played = play(squad("A", 2, BOLTER), *SHOTS, said, ("facts:heavy bolter", {}))
    assert ("within_4" in [part.key for part in played.last("facts:heavy bolter").parts]) == bool(dice)


@pytest.mark.rule("2E-SEQ-1", "2E-TMP-1")
def test_after_all_as_usual_nobody_is_asked_for_what_hardly_reaches() -> None:
    """Measured beforehand: at 14 inches the flamer is not proposed, and stays out of it without a question."""
    squad_ = mixed(("Man", 3, GUN), ("Laser", 1, LASER), ("Flamer", 1, flamer()))
    said = [("unit", "A"), ("distances", {"Orks": 14}), ("target", "Orks"), ("weapon", "all as usual")]
    played = play(squad_, *said, ("facts:gun", {}), settings={"measure_before_declare": "true"})
    assert played.keys.count("weapon") == 1
    assert played.last("weapon").options[0].label == "all as usual: 3 guns; 1 lascannon"


def test_what_is_seldom_said_is_said_in_the_plural() -> None:
    both_kinds, boyz = (("Guardian", 5), ("Boy", 6)), (("Boy", "Boyz"),)
    order = Arrange("order", both_kinds, (("out of reach", "x"),), text="Order", plurals=boyz)
    runs = ((4, "Guardian", "out of reach"), (1, "Boy", ""), (2, "Boy", ""))
    assert seldom_words(order, runs) == "order: 4 Guardians (out of reach), 1 Boy, 2 Boyz"
    count = HowMany("near", both_kinds, (0, 0), text="Near")
    assert seldom_words(count, (4, 1)) == "near: 4 Guardians, 1 Boy"
    assert seldom_words(count, (0, 0)) == "near: none"


@pytest.mark.rule("2E-SEQ-1", "2E-TMP-1", "2E-RNG-1")
def test_all_as_usual_says_how_far_each_reaches_and_far_away_no_template_is_asked_about() -> None:
    squad_ = mixed(("Man", 3, GUN), ("Flamer", 1, flamer()))
    played = play(squad_, *[*SHOTS, ("distance", 9), ("hit:gun", [1, 1, 1])])
    assert played.question("weapon").options[0].label == "all as usual: 3 guns; 1 flamer (template)"
    assert played.said('flamer: no template reaches 9"; the shots are lost', "2E-RNG-1")
    assert "flamer" not in str(played.question("facts:gun").sentence({}))
    assert not [key for key in played.keys if key.startswith(("under", "others under"))]
    near = play(squad_, *SHOTS, ("distance", 8), ("hit:gun", [1, 1, 1]))
    assert "flamer: no template" not in str(near.told)
    assert "flamer" in str(near.left or near.keys)


@pytest.mark.rule("2E-TMP-1")
@pytest.mark.parametrize(("number", "answer"), [(1, ("whole:flamer", 2)), (2, ("under each:flamer", [2, 1]))])
def test_a_log_of_before_keeps_who_lay_under_templates_beyond_8_inches(
    number: int, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "needless", lambda self, key: key != answer[0])
    played = play(mixed(("Flamer", number, flamer())), *SHOTS, ("distance", 12), answer)
    assert played.left
    assert played.left.key == "wound:flamer"
