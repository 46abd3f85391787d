"""What happened without the app, told between attacks of 7th edition: losses, damage, states, and what follows."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.battle import what_happened
from shoot_cli.battle.happened import Happened
from shoot_cli.battle.losses import TypedLoss
from shoot_cli.battle.luck import LuckReport
from shoot_cli.battle.summaries import battle_end, phase_end
from shoot_cli.battle.turns import Mark
from shoot_cli.battle.what_happened import after, what_is_left
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.input.answers import parse
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.effects import NAMES, PLAIN, canonical
from shoot_cli.rules.seventh.steps.happened import LINE, PHRASES, after_damage, question
from shoot_cli.rules.seventh.steps.states import label
from shoot_cli.rules.seventh.steps.turns import new_battle, new_battle_unit
from shoot_cli.rules.seventh.steps.vehicles import WEAPON_DESTROYED
from shoot_cli.rules.seventh.tokens import SHAKEN, STUNNED, VehicleState
from shoot_cli.ui.summaries import facts_of
from tests.helpers.each import each
from tests.helpers.samples import seeds
from tests.helpers.scripted_table import closed
from tests.rules.seventh.helpers.tabletop import (
    Played,
    army,
    battle,
    chances,
    fire,
    gun,
    marines,
    squad,
    trooper,
)
from tests.rules.seventh.helpers.vehicle_battles import END, NO, ride, riders, state
from tests.rules.seventh.helpers.vehicles import hull, sure, tank, vehicles
from tests.rules.seventh.test_joining import captain

F = Fraction
MENU, SAID = ("unit", "something happened"), "happened"
STUBBER = gun("stubber", "36", "4", "-", "Assault 3")
FIRST = squad("First", trooper("Gunner", 1, STUBBER))
BOTH = (FIRST, FIRST.but(name="Second"))
TWINS = tank(11, 3, "lascannon", "storm bolter", n=2, name="Speeder")
MIXED = vehicles((hull("Red", 11, 3, "lascannon"), 1), (hull("Blue", 11, 3, "storm bolter"), 2)).but(name="Patrol")
SOLO = tank(11, 3, "lascannon", "storm bolter", name="Wagon").but(capacity=12, fire_points=2)
MOB = squad(
    "Mob",
    trooper("Boy", 6, "shoota", Sv="-", BS=2, Ld=7),
    trooper("Heavy", 3, "shoota", Sv="-", BS=2, W=2, Ld=7),
    trooper("Nob", 1, "shoota", Sv="-", BS=2, W=2, Ld=7, character=True),
)


def told(*lines: str, before: Any = (), after: Any = (), mine: Any = None, theirs: Any = None) -> Played:
    """A battle with these lines, each at a prompt of its own, between other answers."""
    said = [step for line in lines for step in (MENU, (SAID, line))]
    shooters, enemies = army("Mine", *(mine or (FIRST,))), army("Theirs", *(theirs or (MOB, SOLO)))
    return battle(shooters, enemies, *before, *said, *after)


def refused(line: str, *lines: str, **armies: Any) -> str:
    asked = question(Hashed(told(*lines, **armies).battle))
    with pytest.raises(BadAnswer) as error:
        asked.read(parse(asked, line))
    return str(error.value)


def hulls(played: Played, name: str) -> list[tuple[int, VehicleState]]:
    unit = played.unit_at(name)
    return [(rank.left, wear) for rank, wear in zip(unit.ranks, unit.wear, strict=True)]


def rows(played: Played) -> dict[str, tuple[int, int]]:
    sides = RULESET.status(played.battle)
    return {row.name: (row.models_left, row.models_start) for _, side in sides for row in side}


def shots(target: str, wounds: list[int], *more: Any, unit: str = "First", dice: int = 3) -> list[Any]:
    """Three hits of the stubber; these dice wound, and nobody has a save."""
    return [
        ("unit", unit), ("target", target), *fire("stubber"), ("hit:stubber", [6] * dice), ("wound:stubber", wounds),
        *more,
    ]  # fmt: skip


def checks_morale(played: Played) -> bool:
    """Return True if a Morale check was asked for, answered or not."""
    return "morale" in (*played.keys, played.left.key)


# Losses --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EVE-1", "EVE-2", "EVE-3")
@each(
    ("lines", "left"),
    [
        (["mob -2"], {"Boy": [1] * 4, "Heavy": [2] * 3, "Nob": [2]}),  # the kind of which most live
        (["heavy 1 wound", "mob -1"], {"Boy": [1] * 6, "Heavy": [2] * 2, "Nob": [2]}),  # who is hurt goes first
        (["nob 1 wound", "mob -9"], {"Nob": [1]}),  # characters last, also if they are hurt
        (["mob -1 heavy, -1 boy"], {"Boy": [1] * 5, "Heavy": [2] * 2, "Nob": [2]}),
        (["heavies 3 wounds"], {"Boy": [1] * 6, "Heavy": [1, 2], "Nob": [2]}),
        (["mob 2 left"], {"Heavy": [2], "Nob": [2]}),
        (["mob -8", "mob +2"], {"Boy": [1] * 2, "Heavy": [2], "Nob": [2]}),  # of which most are missing
        (["mob -8", "mob +1 heavy"], {"Heavy": [2] * 2, "Nob": [2]}),
        (["heavy 1 wound", "heavy +1w"], {"Boy": [1] * 6, "Heavy": [2] * 3, "Nob": [2]}),
    ],
)
def test_who_falls_and_who_comes_back(lines: list[str], left: dict[str, list[int]]) -> None:
    assert told(*lines).standing("Mob") == left


@pytest.mark.rule("EVE-4", "EVE-7", "EVE-12")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("mob -11", "Mob has 10: 11 cannot fall"),
        ("mob -7, mob -4", "Mob has 3: 4 cannot fall"),
        ("mob +1", "nobody is gone: all 10 stand"),
        ("nob +1 wound", "Nob has all 2 wounds"),
        ("mob back", "Mob: nothing changes, 10 of 10 stand"),
        ("wagon hull -4", "Wagon has 3 hull points left: 4 cannot be lost"),
        ("wagon hull +1", "Wagon has all 3 hull points"),
        ("mob hull -1", "Mob has no hull points; say how many models or wounds it has lost"),
        ("mob wrecked", "Mob has no hull points; say how many models or wounds it has lost"),
        ("mob immobilised", "Mob is no vehicle: it is never immobilised"),
        ("wagon weapon destroyed", "which weapon of Wagon is destroyed: lascannon, storm bolter?"),
        ("wagon weapon destroyed plasma", "no “plasma” here, only lascannon, storm bolter"),
        ("wagon not immobilised", "Wagon is not immobilised"),
        ("wagon not shaken", "Wagon: its crew is neither shaken nor stunned"),
        (
            "wagon hull -1 immobilised",
            "“wagon hull -1 immobilised” is two things: put a comma, as in wagon hull -1, immobilised",
        ),
        ("wagon repaired", "nothing of Wagon is broken; a hull point comes back as hull +1"),
        ("mob shocked", "Mob: there is no Battle-shock in this edition; a unit can be locked in combat, falling back"),
        ("mob joins first", "“joins first”: who joins or leaves a unit is told under “a unit's state”"),
        ("mob embarked", "Mob: inside which transport? Write it as in mob inside wagon"),
        ("wagon falling back", "Wagon cannot be falling back: vehicles take no Morale checks"),
        ("wagon pinned", "Wagon cannot go to ground: vehicles cannot go to ground"),
        ("wagon locked", "Wagon cannot be locked in combat: only Walkers and Chariots are ever locked"),
        ("mob swooping", "Mob can never be swooping"),
        ("mob not falling back", "Mob: the unit was not said to be falling back"),
        ("mob comes from reserve", "Mob: the unit was not said to be off the table"),
        ("cp -1", "“cp -1”: there are no command points in this edition; write it down as in note cp -1"),
        ("gretchin -1", "no “gretchin” here, only First, Mob, Wagon"),
    ],
)
def test_what_cannot_be_is_refused_with_the_count(line: str, words: str) -> None:
    assert refused(line).startswith(words)


@pytest.mark.rule("EVE-1", "EVE-5")
def test_whole_units_go_and_come_again() -> None:
    gone = told("mob falling back", "mob dead")
    assert (rows(gone)["Mob"], gone.marks("Mob")) == ((0, 10), [])
    assert gone.said("Mob: destroyed") or gone.said("destroyed")
    assert refused("mob -1", "mob dead") == "Mob: destroyed; Mob back sets it up again"
    assert refused("mob off", "mob dead") == "Mob: destroyed; Mob back sets it up again"
    again = told("mob dead", "mob back 4")
    assert (again.standing("Mob"), again.marks("Mob")) == ({"Boy": [1] * 4}, ["arrived by Deep Strike"])
    assert told("mob dead", "mob back").standing("Mob") == told().standing("Mob")


@pytest.mark.rule("EVE-5", "7E-NOM-1")
def test_a_unit_that_comes_back_has_not_shot() -> None:
    script = (*shots("Mob", [1, 1, 1], unit="First"),)
    assert told("first dead, first back", before=script, after=shots("Mob", [1, 1, 1]), mine=BOTH).battle.done == (0,)


@pytest.mark.rule("EVE-1", "7E-NOM-3")
def test_who_leaves_and_who_arrives() -> None:
    assert told("mob falling back", "mob off").marks("Mob") == ["off the table"]
    assert told("mob off", "mob arrives").marks("Mob") == ["arrived by Deep Strike"]
    assert told("mob off", "mob comes from reserve").marks("Mob") == []
    assert refused("mob off", "mob in reserves") == "Mob: off the table already"


@pytest.mark.rule("EVE-1", "7E-NOM-3", "7E-GTG-4")
def test_states_by_their_names() -> None:
    assert told("mob falls back").marks("Mob") == ["falling back"]
    assert told("mob falling back", "mob regrouped").marks("Mob") == ["regrouped"]
    assert told("mob locked in close combat").marks("Mob") == ["locked in combat"]
    assert told("mob is locked", "mob no longer locked in combat").marks("Mob") == []
    down = told("mob goes to ground")
    assert [(mark.name, mark.until) for mark in down.unit_at("Mob").marks] == [("gone to ground", (1, 1))]
    assert told("mob pinned", "mob falling back").marks("Mob") == ["falling back"]
    assert refused("mob pinned", "mob locked") == "Mob cannot go to ground: it is locked in combat"


@pytest.mark.rule("EVE-1")
def test_nothing_and_a_note_change_nothing() -> None:
    before, after = told(), told("none", "note the bridge is down, 45-38")
    assert after.battle == before.battle
    assert after.said("Note: the bridge is down, 45-38")


@pytest.mark.rule("EVE-6")
def test_it_is_told_of_the_unit_whose_state_is_asked() -> None:
    played = told(before=(*state("Mob", "something happened"), (SAID, "-2, nob 1 wound, falling back, wagon hull -1")))
    assert played.standing("Mob") == {"Boy": [1] * 4, "Heavy": [2] * 3, "Nob": [1]}
    assert played.marks("Mob") == ["falling back"]
    assert played.question(SAID).text == "What happened to Mob"
    assert [left for left, _ in hulls(played, "Wagon")] == [2]


# Vehicles ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EVE-12", "7E-VEH-4", "7E-VEH-5")
def test_hull_points_and_results_of_the_table() -> None:
    played = told("wagon hull -1, immobilised in assault, weapon destroyed lasc")
    assert hulls(played, "Wagon") == [(2, VehicleState(("lascannon",), True))]
    assert played.said("Wagon: 2 of 3 hull points left")
    assert played.said("Wagon: immobilised")
    assert played.said("Wagon: lascannon destroyed")
    for words in ("wagon lasc destroyed", "wagon weapon lost: lascannon", "wagon: its lascannon is gone"):
        assert hulls(told(words), "Wagon") == [(3, VehicleState(("lascannon",)))]
    gunners = squad("Gunners", trooper("Lascannon Gunner", 2, "lascannon"))
    both = told("wagon hull -1, lascannon destroyed", theirs=(SOLO, gunners))
    assert hulls(both, "Wagon") == [(2, VehicleState(("lascannon",)))]
    assert both.standing("Gunners") == {"Lascannon Gunner": [1, 1]}
    better = told("wagon hull -2, immobilised", "wagon hull +1, wagon immobilised repaired")
    assert hulls(better, "Wagon") == [(2, VehicleState())]
    assert not played.marks("Wagon"), "its passengers take no test for what was told"
    assert refused("wagon immobilised", "wagon immobilised").startswith("Wagon is immobilised already; a hull point")


@pytest.mark.rule("EVE-12", "7E-VEH-5")
def test_a_crew_is_shaken_until_its_next_turn_ends() -> None:
    assert hulls(told("wagon crew shaken"), "Wagon") == [(3, VehicleState(crew=SHAKEN, until=(1, 1)))]
    assert hulls(told("wagon shaken, stunned"), "Wagon") == [(3, VehicleState(crew=STUNNED, until=(1, 1)))]
    assert refused("wagon shaken", "wagon stunned") == "Wagon: its crew is stunned already"
    assert hulls(told("wagon stunned", "wagon crew recovered"), "Wagon") == [(3, VehicleState())]


@pytest.mark.rule("EVE-12")
@each("line", ["wagon wrecked", "wagon explodes", "wagon dead", "wagon hull -3", "wagon destroyed", "wagon -1"])
def test_a_wreck_is_no_target(line: str) -> None:
    played = told(line, after=(("unit", "First"),))
    assert played.unit_at("Wagon").wear == ()
    assert closed(played.left, "Wagon") == [("destroyed", "7E-ALC-11")]


@pytest.mark.rule("7E-HIT-11", "7E-VEH-7")
@pytest.mark.parametrize("burning", [0, 1])
@pytest.mark.parametrize("worn", ["immobilised", "crew shaken", "lascannon destroyed"])
def test_the_vehicle_of_a_squadron_that_gets_hot_pays_for_it(worn: str, burning: int) -> None:
    """Both have all their hull points: only what else was done to the first tells them apart."""
    hot = tank(11, 3, gun("hot", S="8", type="Heavy 1, Gets Hot"), "lascannon", n=2, name="Speeder")
    cool, burns = ("hit:hot", [2]), [("hit:hot", [1]), ("gets hot, vehicle:hot", [1])]
    shots = [burns, cool] if burning == 0 else [cool, burns]
    fires = [
        ("unit", "Speeder"),
        ("target", "Mob"),
        ("speed", "stationary"),
        *fire("hot"),
        *shots,
        ("weapon", "no more"),
    ]
    played = told(f"speeder {worn}", mine=(hot,), after=fires)
    (first, wear), (second, unworn) = hulls(played, "Speeder")
    assert (first, second) == ((2, 3) if burning == 0 else (3, 2))
    assert wear != unworn == VehicleState()


@pytest.mark.rule("EVE-2", "EVE-3", "EVE-12", "7E-VEH-7")
def test_each_vehicle_of_a_squadron_keeps_its_own_damage() -> None:
    stuck, fine = VehicleState((), True), VehicleState()
    assert hulls(told("speeder hull -1, immobilised", theirs=(TWINS,)), "Speeder") == [(2, stuck), (3, fine)]
    assert hulls(told("speeder hull -1, immobilised", "speeder -1", theirs=(TWINS,)), "Speeder") == [(3, fine)]
    # the hurt one to its end, then the next
    assert hulls(told("speeder hull -2, immobilised, speeder 2 hull", theirs=(TWINS,)), "Speeder") == [(2, fine)]
    again = told("speeder hull -1, immobilised", "speeder -1, speeder +1", theirs=(TWINS,))
    assert hulls(again, "Speeder") == [(3, fine), (3, fine)]
    assert hulls(told("speeder 2 immobilised", theirs=(TWINS,)), "Speeder") == [(3, stuck), (3, stuck)]
    one = told("speeder hull -1", "speeder wrecked", theirs=(TWINS,))  # a result is of one vehicle, the hurt one first
    assert hulls(one, "Speeder") == [(3, fine)]
    assert told("speeder explodes", theirs=(TWINS,)).standing("Speeder") == {"Speeder": [3]}
    assert told("speeder 2 wrecked", theirs=(TWINS,)).unit_at("Speeder").wear == ()
    assert refused("speeder 3 immobilised", theirs=(TWINS,)) == "Speeder: 2 of 2 can still be immobilised, not 3"


@pytest.mark.rule("EVE-6", "EVE-12")
def test_a_vehicle_that_is_only_damaged_is_among_the_hurt_rows() -> None:
    unit = told("wagon immobilised, weapon destroyed lascannon, shaken").unit_at("Wagon")
    assert what_is_left(LINE, unit) == ("3 of 3 hull points, lascannon destroyed, immobilised, crew shaken", True)
    assert what_is_left(LINE, unit.but(wear=(VehicleState(),))) == ("3 of 3 hull points", False)


@pytest.mark.rule("EVE-20", "7E-EFF-1")
@pytest.mark.parametrize("words", ["ignore cover", "ignores cover"])
def test_who_ignores_cover_is_not_taken_for_one_without_any(words: str) -> None:
    assert refused(f"first: {words} this turn").endswith("did you mean gains Ignores Cover?")


@pytest.mark.rule("EVE-12", "7E-GTG-6")
def test_one_point_is_one_point_and_who_jinked_is_said_once() -> None:
    assert refused("wagon hull -2", "wagon hull -2") == "Wagon has 1 hull point left: 2 cannot be lost"
    unit = told().unit_at("Wagon")
    until = (1, 0)
    for mark in (Mark("jinking", until), Mark("jinked", until)):
        unit = unit.with_mark(mark)
    assert label(unit).endswith(", jinking (it fires Snap Shots)")
    assert label(unit.without("jinking")).endswith(", jinked")


@pytest.mark.rule("EVE-12", "PH-11")
def test_what_is_tapped_is_called_in_plain_words() -> None:
    played = told()
    names = [unit.unit.value.name for side in played.battle.sides for unit in side.units]
    taps = what_happened.offered(LINE, played.battle, names.index("Wagon"))
    assert [*taps.items()][:7] == [
        ("1 hull point", "1 hull point lost"), ("2 hull points", "2 hull points lost"), ("immobilised", "immobilised"),
        ("lascannon destroyed", "lascannon destroyed"), ("storm bolter destroyed", "storm bolter destroyed"),
        ("shaken", "shaken"), ("stunned", "stunned"),
    ]  # fmt: skip
    assert (taps["bs +1"], taps["hit ones"]) == ("Ballistic Skill +1", "To Hit rolls of 1 again")
    assert "immobilised" not in what_happened.offered(LINE, played.battle, names.index("First"))


@pytest.mark.rule("EVE-1", "EVE-12", "7E-VEH-7")
def test_a_vehicle_of_a_squadron_is_named_by_its_kind() -> None:
    played = told("blue immobilised", "red hull -1, blue -1", theirs=(MIXED,))
    assert hulls(played, "Patrol") == [(2, VehicleState()), (3, VehicleState())]
    assert told("blue -1", theirs=(MIXED,)).standing("Patrol") == {"Red": [3], "Blue": [3]}
    assert refused("red shaken", "red dead", theirs=(MIXED,)) == "Patrol: no Red stands"
    assert refused("blue weapon destroyed lascannon", theirs=(MIXED,)) == "no “lascannon” here, only storm bolter"
    hurt = told("red hull -2, blue hull -1", "patrol -1", theirs=(MIXED,))
    assert hurt.standing("Patrol") == {"Red": [1], "Blue": [3]}, "of which most live, also among the hurt"
    other = told("patrol storm bolter destroyed", theirs=(MIXED,))
    assert [wear.lost for _, wear in hulls(other, "Patrol")] == [(), ("storm bolter",), ()]
    assert hulls(told("red weapon destroyed", theirs=(MIXED,)), "Patrol")[0] == (3, VehicleState(("lascannon",)))


@pytest.mark.rule("EVE-12", "7E-VEH-5", "7E-FLY-9", "7E-VEH-13")
def test_who_is_never_immobilised_or_stunned() -> None:
    chariot = tank(11, 2, name="Cart", type="Vehicle (Chariot)")
    flyer = tank(11, 3, name="Jet", type="Vehicle (Flyer)")
    every = {"theirs": (chariot, flyer, tank(11, 3, name="Plated", rules=("Extra Armour",)))}
    assert refused("cart immobilised", **every).endswith("stunned instead (7E-VEH-5): write Cart stunned")
    assert refused("jet immobilised", **every).startswith("Jet is zooming: it crashes or is stunned")
    assert refused("plated stunned", **every).startswith("Plated has Extra Armour: its crew is shaken")


@pytest.mark.rule("EVE-12", "7E-VEH-5")
def test_what_stands_shoots_without_its_lost_weapon() -> None:
    mine = (SOLO.but(name="Ours"),)
    lost = told("ours weapon destroyed lascannon", after=(("unit", "Ours"), ("target", "Mob")), mine=mine)
    assert "lascannon" not in str(lost.left.options if hasattr(lost.left, "options") else lost.left)
    assert "speed" not in told("ours immobilised", after=(("unit", "Ours"), ("target", "Mob")), mine=mine).every_key
    assert told("ours weapon destroyed lasc, ours weapon destroyed storm", mine=mine).said(
        "Ours: storm bolter destroyed"
    )


# Consequences --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EVE-12", "7E-END-2")
def test_what_was_told_causes_no_morale_check() -> None:
    """Three of ten fall without the app; of ten, two to shots are no quarter, but of the seven they are."""
    assert not checks_morale(told("mob -3, mob -2", after=(END,)))
    assert not checks_morale(told("mob -9", after=(END,)))
    assert not checks_morale(told("mob -3", after=(*shots("Mob", [6, 1, 1], NO),)))
    shot = told("mob -3", after=(*shots("Mob", [6, 6, 1], NO), ("morale", 6)))
    assert shot.said("Mob lost 2 of 7 this phase: Morale check", "7E-END-2")
    later = told("mob -3", before=shots("Mob", [6, 6, 1], NO), after=(END, ("morale", 6)), mine=BOTH)
    assert later.said("Mob lost 2 of 7 this phase: Morale check", "7E-END-2")


@pytest.mark.rule("EVE-4", "EVE-12", "7E-END-2")
def test_who_comes_back_takes_no_loss_of_this_phase_away() -> None:
    script = shots("Mob", [6, 6, 6], NO)
    played = told("mob +2", before=script, after=(END, ("morale", 6)), mine=BOTH)
    assert played.said("Mob lost 3 of 10 this phase: Morale check", "7E-END-2")
    both = told("mob +2, mob -1", before=script, after=(END, ("morale", 6)), mine=BOTH)
    assert both.said("Mob lost 3 of 9 this phase: Morale check", "7E-END-2")
    assert both.unit_at("Mob").came_back == 0, "the next phase has begun"


@pytest.mark.rule("EVE-8", "7E-VEH-10")
def test_who_was_inside_a_dead_transport_is_out() -> None:
    mine = (riders(), SOLO.but(name="Ours"), FIRST)
    played = told("ours dead", before=ride("Riders", "Ours"), mine=mine)
    assert (played.marks("Riders"), played.unit_at("Riders").inside) == ([], None)
    assert played.said("Riders: no longer inside Ours")
    assert told("riders disembarked", before=ride("Riders", "Ours"), mine=mine).marks("Riders") == []
    off = told("ours off", before=ride("Riders", "Ours"), mine=mine)
    assert closed(off.left, "Riders") == [("its transport is not on the table", "7E-NOM-3")]


@pytest.mark.rule("EVE-8", "7E-WPN-23", "7E-TGT-7")
def test_who_gets_into_a_transport_is_told_by_its_name() -> None:
    mine = (riders(5), SOLO.but(name="Ours", capacity=5), FIRST)
    for line in ("inside ours", "in the ours", "embarks on ours", "boards ours", "gets into ours", "embarked ours"):
        played = told(f"riders {line}", mine=mine)
        assert (played.marks("Riders"), played.unit_at("Riders").inside) == (["embarked"], 1)
        assert played.said("Riders: inside Ours")
    assert refused("riders embarked", mine=mine).startswith(
        "Riders: inside which transport? Write it as in riders inside ours"
    )
    assert refused("riders inside rhino", mine=mine).startswith("no “rhino” here, only Ours")
    assert refused("first inside ours", "riders inside ours", mine=mine).startswith(
        "Ours has room for 0, and First has"
    )
    assert refused("riders inside ours", "riders inside ours", mine=mine).startswith("Riders is embarked already")
    assert refused("first inside rhino", mine=(FIRST,)).startswith("First: Mine has no transport on the table")
    assert refused("ours inside ours", mine=mine).startswith("Ours cannot be embarked: vehicles do not embark")


JOINED = (FIRST, captain(STUBBER, name="Captain").but(joined_to="Line"), marines(5, STUBBER, name="Line"))


@pytest.mark.rule("EVE-8", "7E-IC-5")
def test_a_character_who_falls_elsewhere_leaves_the_unit_under_its_own_name() -> None:
    gone = told("captain dead", mine=JOINED)
    assert {name: n for name, n in rows(gone).items() if name in ("Line", "Captain")} == {
        "Line": (5, 5), "Captain": (0, 1),
    }  # fmt: skip
    alone = told("marine dead", mine=JOINED)
    assert rows(alone)["Captain"] == (1, 1)
    assert rows(alone)["Line"] == (0, 5)
    assert told("line -3", mine=JOINED).standing("Line + Captain") == {"Marine": [1, 1], "Captain": [3]}
    assert told("line 1 left", mine=JOINED).standing("Captain") == {"Captain": [3]}
    assert told("captain 2 wounds", mine=JOINED).standing("Line + Captain")["Captain"] == [1]
    assert told("captain dead", "captain back", mine=JOINED).standing("Captain") == {"Captain": [3]}
    assert told("captain dead, -2", mine=JOINED).standing("Line") == {"Marine": [1, 1, 1]}
    assert told("captain dead, line -1", mine=JOINED).standing("Line") == {"Marine": [1, 1, 1, 1]}
    lord = (FIRST, captain(STUBBER, name="Lord Zed").but(joined_to="Line"), JOINED[2])
    assert told("zed dead", mine=lord).standing("Line") == {"Marine": [1] * 5}  # a part of his name means him too


@pytest.mark.rule("EVE-8", "7E-IC-6")
def test_parts_of_a_unit_that_has_shot_do_not_shoot_again() -> None:
    left = told("marine dead", before=[("unit", "Line + Captain"), ("target", "hold fire")], mine=JOINED)
    assert closed(left.left, "Captain") == [("has shot", "7E-NOM-1")]
    assert closed(told("marine dead", mine=JOINED).left, "Captain") == []


@pytest.mark.rule("EVE-8", "7E-END-2")
def test_who_is_left_alone_by_what_was_told_takes_no_morale_check() -> None:
    assert not checks_morale(told("marine dead", after=(END,), mine=JOINED))
    assert not checks_morale(told("marine -2, line +1", "marine dead", after=(END,), mine=JOINED))
    assert phase_end(told("captain dead", after=(END,), mine=JOINED).table.phases[0], RULESET).fell == (0, 0)


@pytest.mark.rule("EVE-12", "7E-VEH-5")
def test_a_weapon_that_was_used_up_is_not_destroyed_as_well() -> None:
    unit = new_battle_unit(SOLO).but(spent=((0, "lascannon"),))
    said = Happened(WEAPON_DESTROYED, 0, TypedLoss(n=1), "lascannon")
    with pytest.raises(BadAnswer, match="no “lascannon” here, only storm bolter"):
        after_damage(unit, said)


@pytest.mark.rule("EVE-11")
def test_the_ends_of_phase_and_battle_count_what_fell_to_shooting_apart() -> None:
    shot = shots("Mob", [6, 6, 1], NO)
    mine, theirs = army("Mine", FIRST), army("Theirs", MOB, SOLO)
    lines = [step for line in ("mob -3, wagon dead", "mob +1") for step in (MENU, (SAID, line))]
    played = battle(mine, theirs, *lines, *shot, ("morale", 6), END, turns=1)
    phase = phase_end(played.table.phases[0], RULESET)
    assert phase.fell == (0, 2)
    assert [(one.row.name, one.fell) for one in phase.losses] == [("Mob", 2)]
    found = battle_end(played.table, RULESET, RULESET.begin_battle(mine, theirs, 1), played.end, LuckReport((), ()))
    ours, other = found.armies
    assert (ours.enemies_killed, other.left, other.otherwise, other.back) == (2, 6, 4, 1)
    assert [*facts_of(other, {}, found, True)][:2] == ["2 slain by shooting, 4 otherwise", "1 came back"]


# Effects -------------------------------------------------------------------------------------------------------------


def in_force(played: Played, name: str) -> list[tuple[str, Any, bool]]:
    return [(mark.name, mark.until, mark.once) for mark in played.unit_at(name).marks]


@pytest.mark.rule("EVE-20", "EVE-24", "7E-EFF-2")
@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("first: bs+1", ("bs +1", (1, 0), False)),
        ("first: bs +1 this phase", ("bs +1", (1, 0), False)),
        ("first: bs +1 this attack", ("bs +1", (1, 0), True)),
        ("first: bs +1 this shot", ("bs +1", (1, 0), True)),
        ("first: bs +1 this turn", ("bs +1", (1, 0), False)),
        ("first: bs +1 this round", ("bs +1", (1, 1), False)),
        ("first: bs +1 until my next turn", ("bs +1", (1, 1), False)),
        ("theirs first: bs -1 until their next turn", ("bs -1", (1, 0), False)),
        ("first: bs +1 until said", ("bs +1", None, False)),
        ("first: bs +1 this battle", ("bs +1", None, False)),
        ("first: prescience", ("Prescience", (1, 1), False)),
        ("first: enfeeble", ("Enfeeble", (1, 0), False)),  # the enemy puts it on them
        ("first: bs +1:stub", ("bs +1:stubber", (1, 0), False)),
    ],
)
def test_an_effect_is_told_and_how_long_it_lasts(line: str, mark: Any) -> None:
    assert in_force(told(line), "First") == [mark]


@pytest.mark.rule("EVE-20", "EVE-26", "7E-EFF-2")
def test_it_is_the_same_as_told_under_the_state_of_a_unit() -> None:
    menu = told(before=state("Mob", "Enfeeble"))
    line = told("mob: Enfeeble")
    assert menu.battle == line.battle
    assert line.told_of("7E-EFF-2") == menu.told_of("7E-EFF-2")
    assert in_force(told("first pinned", "gunner: Get Back in the Fight!"), "First") == []
    assert in_force(told("mob: bs +1", "mob: bs+1 this battle"), "Mob") == [("bs +1", None, False)]


@pytest.mark.rule("EVE-21", "7E-EFF-1")
def test_it_enters_the_attacks_of_the_unit_and_those_at_it() -> None:
    assert told(after=shots("Mob", [1, 1, 1])).need("hit:stubber") == 3
    weaker = shots("Mob", [1, 1, 1])
    assert told("first: bs -2", after=weaker).need("hit:stubber") == 5
    assert told("first: bs -2:stubber, mob: t +1", after=weaker).need("hit:stubber") == 5
    assert told("mob: t +1", after=weaker).need("wound:stubber") == 5
    once = told("first: bs -2 this attack", after=weaker, mine=BOTH)
    assert [name for name, *_ in in_force(once, "First")] == ["may only charge Mob"]


@pytest.mark.rule("EVE-20", "EVE-24", "EVE-36")
def test_several_in_a_line_with_losses_and_their_ends() -> None:
    played = told("mob: fnp 5+, t +1, -2", "mob off, mob arrives")
    assert [mark.name for mark in played.unit_at("Mob").marks][:2] == ["fnp 5+", "t +1"]
    assert rows(played)["Mob"] == (8, 10)
    assert [name for name, *_ in in_force(told("mob: fnp 5+, t +1", "mob: no longer fnp"), "Mob")] == ["t +1"]
    assert in_force(told("mob: fnp 5+", "mob dead", "mob back"), "Mob")[0][0] == "arrived by Deep Strike"
    assert told("mob: falling back", "mob: no longer falling back").marks("Mob") == []


@pytest.mark.rule("EVE-28", "7E-EFF-8")
@each(
    ("line", "words"),
    [
        ("mob: flying", "no effect “flying” is known"),
        ("mob: stealth this turn", "no effect “stealth” is known; did you mean gains Stealth?"),
        ("mob: FNP (5+)", "no effect “FNP (5+)” is known; did you mean gains Feel No Pain (5+)?"),
        ("mob: bs +11", "“bs +11”: write it as in bs +1 or bs -1 or bs =1"),
        ("mob: bs +1 as Waaagh", "“bs +1 as Waaagh”: effects have no names of your own here; tell it as bs +1"),
        ("mob: bs +1:stubber", "no “stubber” here, only shoota, Boy, Heavy, Nob"),
        ("mob: no longer Prescience", "“Prescience” is not in force: nothing was told of Mob"),
        ("all FLYER: bs +1", "no unit of Mine is “FLYER”"),
        ("all: flying", "no effect “flying” is known"),
    ],
)
def test_an_effect_that_cannot_be_is_refused(line: str, words: str) -> None:
    assert refused(line).startswith(words)
    assert refused("mob: bs +1", "mob dead") == "Mob: destroyed; Mob back sets it up again"


@pytest.mark.slow
@pytest.mark.rule("EVE-1")
def test_no_word_for_a_state_is_an_effect() -> None:
    for words in PHRASES:
        with pytest.raises(BadAnswer):
            canonical(words)


# By chance -----------------------------------------------------------------------------------------------------------

WORDS = (
    "-1", "-2", "+1", "+2", "dead", "back", "back 2", "3 left", "1 wound", "+1 wound", "hull -1", "hull +1", "immobilised",
    "2 immobilised", "repaired", "not immobilised", "weapon destroyed", "lascannon destroyed", "lascannon repaired",
    "shaken", "not shaken", "off", "arrives", "comes from reserve", "falling back", "pinned", "bs +1", "no longer bs",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-4", "EVE-5", "EVE-8")
@pytest.mark.parametrize("seed", seeds(2, 4))
def test_whatever_is_told_leaves_a_battle_that_can_be(seed: int) -> None:
    random = Random(seed)
    everybody = (*JOINED, MIXED, SOLO.but(name="Ours"))
    battle_now = new_battle(army("Mine", *everybody), army("Theirs", MOB, TWINS, SOLO))
    names = (
        "first",
        "line",
        "captain",
        "marine",
        "red",
        "blue",
        "patrol",
        "ours",
        "mob",
        "heavy",
        "nob",
        "speeder",
        "wagon",
    )
    taken = 0
    for _ in range(120):
        before = battle_now
        try:
            battle_now, said = after(LINE, battle_now, f"{random.choice(names)}: {random.choice(WORDS)}")
        except BadAnswer:
            assert battle_now == before
            continue
        taken += 1
        assert said
        for side in battle_now.sides:
            for unit in side.units:
                of = unit.unit.value
                standing = unit.by_kind()
                assert len(unit.wear) == (len(unit.ranks) if of.vehicle else 0)
                assert all(n <= of.models[kind][1] for kind, n in standing.items())
                assert all(0 < rank.left <= of.models[rank.kind][0].wounds for rank in unit.ranks)
                assert unit.ranks or not unit.marks
                assert unit.joined is None or not unit.ranks
                for rank, wear in zip(unit.ranks, unit.wear, strict=False):
                    listed = of.models[rank.kind][0].working()
                    assert len(of.models[rank.kind][0].working(wear.lost)) == len(listed) - len(wear.lost)
        RULESET.status(battle_now)
    assert taken > 20


# An attack on its own -------------------------------------------------------------------------------------------------

LAW = F(4, 6)  # Strength 9 penetrates armour 11 on 3+; with AP2 the table has one more on the die


@pytest.mark.rule("EVE-9", "EVE-12", "7E-VEH-5")
def test_a_vehicle_that_was_immobilised_loses_a_hull_point_more() -> None:
    assert chances(sure(), SOLO, "damage").get(2, 0) == 0
    told_so = chances(sure(), SOLO, "damage", target_lost="immobilised")
    assert told_so == {0: F(1, 6), 1: 1 - F(1, 6) - LAW * F(1, 6), 2: LAW * F(1, 6)}
    assert chances(sure(), SOLO, "damage", target_lost="wagon is immobilized") == told_so
    assert chances(sure(), TWINS, "damage", target_lost="2 immobilised") == told_so
    assert chances(sure(), TWINS, "damage", target_lost="wrecked") == chances(sure(), TWINS, "damage", target_lost="1")


@pytest.mark.rule("EVE-9", "EVE-12", "7E-VEH-5")
def test_a_vehicle_without_a_weapon_is_immobilised_instead() -> None:
    alone = {"target_lost": "weapon destroyed lascannon, storm bolter destroyed weapon"}
    assert chances(sure(), SOLO, "immobilised", **alone)[1] == LAW * F(2, 6)
    assert chances(sure(), SOLO, "immobilised", target_lost="weapon destroyed lascannon")[1] == LAW * F(1, 6)


@pytest.mark.rule("EVE-9", "EVE-12", "7E-WPN-22")
def test_a_vehicle_fires_without_the_weapon_that_it_lost() -> None:
    bolter = tank(11, 3, "storm bolter", name="Wagon")
    assert chances(SOLO, MOB, lost="weapon destroyed lascannon") == chances(bolter, MOB)
    assert chances(SOLO, MOB, lost="weapon destroyed lascannon") != chances(SOLO, MOB)
    assert chances(SOLO, MOB, lost="immobilised", speed="cruising") == chances(SOLO, MOB, speed="stationary")
    assert chances(SOLO, MOB, speed="cruising") != chances(SOLO, MOB, speed="stationary")


@pytest.mark.rule("EVE-30", "PH-11", "7E-EFF-2")
def test_effects_are_offered_to_be_tapped_the_likeliest_first() -> None:
    start = told("mob: Prescience", mine=(FIRST.but(name="Seer", rules=("Guide", "Doom")),)).battle

    def offered(place: tuple[int, int]) -> list[str]:
        asked = what_happened.question(LINE, Hashed(start), place)
        assert asked.offers is not None
        found = list(asked.offers())
        for text in found:
            assert asked.read(asked.split(text))
        return [one for one in found if one.rpartition(": ")[2] in (*NAMES, *PLAIN, "bs +1", "no longer Prescience")]

    assert offered((0, 0)) == ["Prescience", "Guide", "bs +1", *PLAIN]
    assert offered((1, 0)) == ["Mob: no longer Prescience", "Doom", "bs +1", *PLAIN]


@pytest.mark.rule("EVE-12", "EVE-23", "7E-EFF-2")
@each(
    "lines, mine, theirs",
    [
        (("all: bs +1",), True, False),
        (("all infantry: bs +1 this phase",), True, False),
        (("theirs all INFANTRY: bs +1",), False, True),
        (("all: bs +1", "all: no longer bs +1"), False, False),
    ],
)
def test_an_effect_is_told_of_all_units_of_a_side(lines: tuple[str, ...], mine: bool, theirs: bool) -> None:
    found = told(*lines).battle
    assert [[unit.marked("bs +1") for unit in side.units if unit.unit.value.name in ("First", "Mob")]
            for side in found.sides] == [[mine], [theirs]]  # fmt: skip
