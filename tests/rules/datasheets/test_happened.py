"""What happened without the app, told between attacks: losses, healing, whole units, Battle-shock, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.battle import what_happened
from shoot_cli.battle.luck import LuckReport
from shoot_cli.battle.summaries import battle_end, phase_end, told_in
from shoot_cli.battle.turns import RememberedAnswer
from shoot_cli.commands.battle import Verified, lost_in, verification_lines
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.input.answers import parse
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.records import Deed, OutOfTurnShooting
from shoot_cli.rules.datasheets.steps.happened import LINE, question
from shoot_cli.ui.summaries import battle_lines, facts_of, phase_lines, phase_words
from tests.rules.datasheets.test_parting import EACH, captain, flames, need, rows, shoots, squad

MENU = ("unit", "something happened")
END = ("unit", "end the phase")
BELOW = "if target below half strength"


def crusaders(at: Any) -> Any:
    """Eleven models: four with one wound, five and one with two, and their Captain."""
    plain = {"Sv": "-"}
    body = at.squad(
        "Crusader Squad",
        at.kind("Neophyte", 4, **plain, W=1),
        at.kind("Initiate", 5, at.gun("Initiate gun"), **plain, W=2),
        at.kind("Sword Brother", 1, **plain, W=2),
    )
    return at.led(body, captain(at))


def told(at: Any, *lines: str, script: tuple[Any, ...] = (), mine: Any = None, theirs: Any = None) -> Any:
    """A battle of the Crusaders against these lines, each at a prompt of its own."""
    steps = [step for line in lines for step in (MENU, ("happened", line))]
    shooters = at.army("Mine", *(mine or (flames(at, "First", 1, f"+1 to wound {BELOW}"),)))
    enemies = at.army("Theirs", *(theirs or (crusaders(at), at.targets(20, "Mob"))))
    played = at.battle(shooters, enemies, *steps, *script)
    played.began = at.RULESET.begin_battle(shooters, enemies, None)
    return played


def refused(at: Any, battle: Any, line: str) -> str:
    asked = question(Hashed(battle))
    with pytest.raises(BadAnswer) as error:
        asked.read(parse(asked, line))
    return str(error.value)


def standing(played: Any, name: str) -> dict[str, list[int]]:
    return played.standing(name)


@EACH
@pytest.mark.rule("EVE-7")
def test_a_side_before_a_name_decides_between_equal_units_and_the_reply_names_it(at: Any) -> None:
    played = told(at, "theirs mob -2, ours mob -1, theirs boss dead", mine=(flames(at, "First", 1, "Torrent"), at.targets(9, "Mob")),
                  theirs=(at.targets(20, "Mob"), at.targets(1, "Boss")))  # fmt: skip
    assert [len(unit.ranks) and unit.ranks[0].n for side in played.battle.sides for unit in side.units] == [1, 8, 18, 0]
    assert played.said("Mob of Theirs: 2 Targets fall: 18 of 20 left")
    assert played.said("Mob of Mine: 1 Target falls: 8 of 9 left")
    assert played.said("Boss: ")


@EACH
@pytest.mark.rule("EVE-1", "EVE-7")
def test_a_fight_is_told_as_people_tell_it(at: Any) -> None:
    battle = told(at, theirs=(at.targets(20, "Boyz"), at.targets(3, "Mek Gunz")), mine=(at.targets(10, "Line"),)).battle
    asked = question(Hashed(battle))
    assert asked.tells
    for line, words in {
        "boyz lost a wound": "Boyz: 1 Target falls: 19 of 20 left",
        "gunz lost a model": "Mek Gunz: 1 Target falls: 2 of 3 left",
        "a gunz fell": "Mek Gunz: 1 Target falls: 2 of 3 left",
        "line killed 6 boyz": "Boyz: 6 Targets fall: 14 of 20 left",
        "theirs boyz killed a line": "Line: 1 Target falls: 9 of 10 left",
        "boyz killed the line": "Line: 10 Targets fall: destroyed",
        "boyz killed 4": "Boyz: 4 Targets fall: 16 of 20 left",
        "boyz killed by line": "Boyz: 20 Targets fall: destroyed",
        "boyz lost 2 targets in assault": "Boyz: 2 Targets fall: 18 of 20 left",
        "boyz -2 in the fight": "Boyz: 2 Targets fall: 18 of 20 left",
        "boyz lost 2 to the line": "Boyz: 2 Targets fall: 18 of 20 left",
        "both 3 cp": "Command points are counted from now on: Mine 0, Theirs 3 · Mine: 3 CP now",
        "both cp = 3": "Command points are counted from now on: Mine 0, Theirs 3 · Mine: 3 CP now",
    }.items():
        assert asked.tells(asked.read(parse(asked, line))) == words, line
    for line in ("boyz 2 in combat", "boyz lost 1 to hit"):
        assert refused(at, battle, line)
    assert "of Boyz is told under “a unit's state”" in refused(at, battle, "boyz: fell back")
    words = refused(at, battle, "boyz charged, killed 4 line")
    assert words.startswith("“charged”: how many? Write it as in ")
    assert words.endswith("; what counts nothing is left out, or begins with the word note")


@EACH
@pytest.mark.rule("EVE-1", "EVE-2")
def test_two_fall_of_the_kind_of_which_most_live(at: Any) -> None:
    played = told(at, "crusader -2")
    name = "Crusader Squad with Captain"
    assert standing(played, name) == {"Neophyte": [1] * 4, "Initiate": [2] * 3, "Sword Brother": [2], "Captain": [5]}
    assert played.said(f"{name}: 2 Initiates fall: 9 of 11 left")
    named = told(at, "crusader -2 neophyte, -1 initiate")
    assert standing(named, name)["Neophyte"] == [1, 1]
    assert named.said("2 Neophytes fall: 9 of 11 left")
    assert named.said("1 Initiate falls: 8 of 11 left")


@EACH
@pytest.mark.rule("EVE-1", "EVE-3", "EVE-4", "EVE-7")
def test_wounds_are_lost_and_healed_and_refused_with_the_count(at: Any) -> None:
    played = told(at, "captain 3 wounds", "captain +1 wound")
    assert standing(played, "Crusader Squad with Captain")["Captain"] == [3]
    assert refused(at, played.battle, "captain +4 wounds") == "at most 2 are missing"
    assert refused(at, played.battle, "mob -21") == "Mob has 20: 21 cannot fall"
    assert refused(at, played.battle, "mob -15, mob -6") == "Mob has 5: 6 cannot fall, after “mob -15”"
    assert refused(at, played.battle, "mob +1") == "nobody is gone: all 20 stand"
    assert refused(at, played.battle, "mob back") == "Mob: nothing changes, 20 of 20 stand"
    assert refused(at, played.battle, "mob not shocked") == "Mob: the unit was not said to be Battle-shocked"


@EACH
@pytest.mark.rule("EVE-1", "EVE-8")
def test_what_remains_is_said_and_counts_for_half_strength(at: Any) -> None:
    played = told(at, "mob 9 left", script=(*shoots("First", "Mob", 1),))
    assert standing(played, "Mob")["Target"] == [1] * 9
    assert need(played, "First") == 3
    assert need(told(at, "mob 10 left", script=(*shoots("First", "Mob", 1),)), "First") == 4


@EACH
@pytest.mark.rule("EVE-8", "10E-ORD-6")
def test_a_captain_who_falls_elsewhere_leaves_a_squad_of_its_own(at: Any) -> None:
    assert rows(at, told(at, "captain dead")) == {"Crusader Squad": (10, 10), "Captain": (0, 1), "Mob": (20, 20)}
    alone = told(at, "neophyte dead, initiate dead, sword brother dead")
    assert rows(at, alone) == {"Captain": (1, 1), "Crusader Squad": (0, 10), "Mob": (20, 20)}


@EACH
@pytest.mark.rule("EVE-5", "EVE-8")
def test_a_dead_unit_is_closed_and_frees_whom_it_held(at: Any) -> None:
    locked = (*at.state("First", "locked in combat"), ("locked with", "Mob"))
    script = (*locked, MENU, ("happened", "mob dead"))
    played = told(at, script=script)
    assert rows(at, played)["Mob"] == (0, 20)
    assert (played.marks("First"), played.marks("Mob"), played.battle.locked) == ([], [], ())
    assert played.said("First: no longer locked in combat")
    assert refused(at, played.battle, "mob -1") == "Mob: destroyed; Mob back sets it up again"
    assert refused(at, played.battle, "mob off") == "Mob: destroyed; Mob back sets it up again"


@EACH
@pytest.mark.rule("EVE-8")
def test_who_was_inside_a_dead_transport_is_out(at: Any) -> None:
    boat = at.tank(at.gun("Boat gun"), name="Boat", keywords=("VEHICLE", "TRANSPORT"))
    script = (*at.state("First", "embarked"), MENU, ("happened", "boat dead"))
    played = told(at, script=script, mine=(flames(at, "First", 1), boat))
    assert played.marks("First") == []
    assert played.said("First: no longer embarked in Boat")


def boat_of(at: Any, *has: str) -> Any:
    kind = at.kind("Hull", 1, at.gun("Boat gun"), W=1, Sv="-", keywords=("VEHICLE", "TRANSPORT"), has=has)
    return at.squad("Boat", kind)


@EACH
@pytest.mark.rule("EVE-8", "10E-ELIG-3")
def test_whom_a_unit_held_is_free_once_shooting_has_destroyed_it(at: Any) -> None:
    """And held by two, once both are."""
    locked = (*at.state("First", "locked in combat"), ("locked with", "Boat"))
    gone = shoots("Second", "Boat", 6)
    mine, theirs = (flames(at, "First", 1), flames(at, "Second", 1, s=12)), (boat_of(at), at.targets(20, "Mob"))
    played = told(at, script=(*locked, *gone), mine=mine, theirs=theirs)
    assert rows(at, played)["Boat"] == (0, 1)
    assert (played.marks("First"), played.marks("Boat"), played.battle.locked) == ([], [], ())
    assert played.said("First: no longer locked in combat")
    other = (*at.state("Mob", "locked in combat"), ("locked with", "First"))
    both = told(at, script=(*locked, *other, *gone), mine=mine, theirs=theirs)
    assert both.marks("First") == ["locked in combat"]
    assert both.battle.locked == (((0, 0), (1, 1)),)


@EACH
@pytest.mark.rule("EVE-8", "10E-DEMISE-1")
def test_passengers_get_out_of_a_transport_that_shooting_has_destroyed(at: Any) -> None:
    """In their own turn they are disembarked; Deadly Demise reaches them where they get out before it."""
    mine = flames(at, "First", 1, s=12), flames(at, "Second", 1)  # the second one has not shot: it is still their phase
    theirs = boat_of(at, "Deadly Demise 1"), at.targets(9, "Mob")
    script = (*at.state("Mob", "embarked"), *shoots("First", "Boat", 6), ("demise:Hull", [6]))
    played = told(at, script=script, mine=mine, theirs=theirs)
    assert rows(at, played)["Boat"] == (0, 1)
    assert played.marks("Mob") == [], "it is not their turn"
    assert played.said("Mob: no longer embarked in Boat")
    (asked,) = [one for one in played.questions if one.key.startswith("within reach of")]
    assert ("Theirs: Mob" in [part.key for part in asked.parts]) == at.RULESET.name.endswith("11e")


@EACH
@pytest.mark.rule("EVE-8", "10E-WPN-HEAVY-1")
def test_who_got_out_of_a_wreck_in_its_own_turn_is_disembarked(at: Any) -> None:
    hazardous = at.squad("Boat", at.kind("Hull", 1, at.gun("Boat gun", "Hazardous", "Torrent"), W=1, Sv="-",
                                         keywords=("VEHICLE", "TRANSPORT")))  # fmt: skip
    script = (*at.state("First", "embarked"), *shoots("Boat", "Mob", 1), ("hazardous", [1]))
    played = told(at, script=script, mine=(flames(at, "First", 1), hazardous), theirs=(at.targets(9, "Mob"),))
    assert played.battle.unit_at((0, 1)).ranks == ()
    assert played.marks("First") == ["disembarked this turn"]


@EACH
@pytest.mark.rule("EVE-5")
def test_a_unit_comes_back_as_one_that_was_set_up_this_turn(at: Any) -> None:
    played = told(at, "mob shocked", "mob dead", "mob back 10")
    assert standing(played, "Mob")["Target"] == [1] * 10
    assert played.marks("Mob") == ["set up this turn"]
    assert played.said("Mob is set up again: 10 of 20")
    assert told(at, "mob dead", "mob back").standing("Mob")["Target"] == [1] * 20
    assert told(at, "mob dead", "mob back").said("Mob is set up again: 20 of 20")


@EACH
@pytest.mark.rule("EVE-5")
def test_a_unit_that_comes_back_has_not_shot(at: Any) -> None:
    script = (*shoots("First", "Mob", 1), MENU, ("happened", "first dead, first back"), *shoots("First", "Mob", 1))
    assert told(at, script=script, mine=(flames(at, "First", 1), flames(at, "Second", 1))).battle.done == (0,)


@EACH
@pytest.mark.rule("EVE-1")
def test_who_leaves_who_arrives_and_who_is_shocked(at: Any) -> None:
    assert told(at, "mob off").marks("Mob") == ["off the table"]
    assert told(at, "mob off", "mob arrives").marks("Mob") == ["set up this turn"]
    shocked = told(at, "mob shocked")
    assert [(mark.name, mark.until) for mark in shocked.unit_at("Mob").marks] == [("Battle-shocked", (1, 0))]
    assert told(at, "mob shocked", "mob not shocked").marks("Mob") == []
    assert refused(at, told(at, "mob off").battle, "mob off") == "Mob: off the table already"


@EACH
@pytest.mark.rule("EVE-1")
def test_nothing_and_a_note_change_nothing(at: Any) -> None:
    before, after = told(at), told(at, "none", "note the bridge is down, 45-38")
    assert after.battle == before.battle
    assert after.said("Note: the bridge is down, 45-38")


@EACH
@pytest.mark.rule("EVE-11")
def test_the_ends_of_phase_and_battle_count_what_fell_to_shooting_apart(at: Any) -> None:
    lines = ("mob -3, crusader -2", "captain dead", "mob +1")
    shot = ([("unit", "First"), ("target", "Mob"), ("wound:First gun", [6, 6, 6, 6])],)
    script = (*shot, ("unit", "end the phase"), ("next turn", "end the battle"))
    played = told(at, *lines, script=script, mine=(flames(at, "First", 4),))
    phase = phase_end(played.table.phases[0], at.RULESET)
    assert phase.fell == (0, 4)
    assert [(one.row.name, one.fell) for one in phase.losses] == [("Mob", 4)]
    found = battle_end(played.table, at.RULESET, played.began, played.end, LuckReport((), ()))
    mine, theirs = found.armies
    assert (mine.enemies_killed, theirs.left, theirs.otherwise, theirs.back) == (4, 22, 6, 1)
    assert [*facts_of(theirs, {}, found, True)][:2] == ["4 slain by shooting, 6 otherwise", "1 came back"]
    status, (_, back) = at.RULESET.status, told_in(played.table.log)
    lost = lost_in(status(played.began), status(played.end), back)
    assert verification_lines(Verified(9, lost, back))[1].endswith(", Theirs 10, of whom 1 came back).")
    assert next(facts_of(theirs, {}, found, False)) == "otherwise lost 6"
    assert [*facts_of(mine, {}, found, True)] == ["4 dice"]
    for width in (40, 80):
        assert all(line.cell_len <= width for line in battle_lines(found, "Friday", {}, width))


@EACH
def test_of_a_phase_it_is_not_said_that_a_list_has_shot(at: Any) -> None:
    played = told(at, "mob -3", script=(END, END, ("next turn", "end the battle")))
    nobody = phase_end(played.table.phases[0], at.RULESET)
    assert phase_words(nobody, "models", "slain") == ["Turn 1, Mine: nobody slain."]
    assert "have shot" not in "".join(line.plain for line in phase_lines(nobody, "models", "slain", 80))


@EACH
@pytest.mark.rule("EVE-7")
@pytest.mark.parametrize("words", ["fell back", "advanced", "in combat", "falls back"])
def test_how_a_unit_moved_is_told_elsewhere_and_brings_nobody_back(at: Any, words: str) -> None:
    assert "is told under “a unit's state”" in refused(at, told(at, "mob -3").battle, f"mob {words}")


# A part that comes back ------------------------------------------------------------------------------------------------

WHOLE = "Crusader Squad with Captain"


@EACH
@pytest.mark.rule("EVE-5", "EVE-8")
def test_a_leader_who_comes_back_is_with_his_unit_again(at: Any) -> None:
    played = told(at, "captain dead", "crusader squad -2", "captain back, captain 1 wound", "mob -1")
    rows = at.RULESET.status(played.battle)[1][1]
    assert [(row.name, row.models_left, row.models_start) for row in rows] == [(WHOLE, 9, 11), ("Mob", 19, 20)]
    assert standing(played, WHOLE)["Captain"] == [4]
    assert played.said(f"Captain is set up again: 1 of 1, in {WHOLE}")
    first = at.RULESET.status(played.began)[1][1]
    assert rows[0].kinds[3].name == first[0].kinds[3].name
    assert played.unit_at(WHOLE).unit == played.began.unit_at((1, 0)).unit
    assert played.unit_at(WHOLE).part_of is None
    again = told(at, "captain dead", "captain back", "captain dead", "crusader squad dead", "captain back")
    assert [row.name for row in at.RULESET.status(again.battle)[1][1]] == ["Crusader Squad", "Captain", "Mob"]
    assert again.said("Captain is set up again: 1 of 1")  # nobody is there whom he could lead


@EACH
@pytest.mark.rule("EVE-1", "EVE-5")
@pytest.mark.parametrize("words", ["captain back", "captain +1"])
def test_of_a_joined_unit_that_is_destroyed_its_leader_comes_back_alone(at: Any, words: str) -> None:
    """The word stands in the name of the whole unit as well, and means him."""
    whole = "River Guard with River Captain"
    unit = at.led(at.squad("River Guard", at.kind("Guard", 10, W=1, Sv="-")), captain(at, name="River Captain"))
    played = told(at, "guard -10, captain dead", words, "mob -1", theirs=(unit, at.targets(20, "Mob")))
    assert played.said(f"{whole} is set up again: 1 River Captain, 1 of 11")
    assert [row.name for row in at.RULESET.status(played.battle)[1][1]] == ["River Captain", "River Guard", "Mob"]
    assert standing(told(at, "captain dead", theirs=(unit, at.targets(20, "Mob"))), "River Guard")["Guard"] == [1] * 10
    gone = told(at, f"{whole} dead", theirs=(unit, at.targets(20, "Mob")))
    why = refused(at, gone.battle, f"{whole}: back, captain back")
    assert why == f"{whole}: nothing changes, 11 of 11 stand, after “{whole}: back”"


@EACH
@pytest.mark.rule("EVE-5", "EVE-8", "EVE-36")
def test_a_squad_that_comes_back_has_its_leader_and_all_that_was_said_stays_with_its_unit(at: Any) -> None:
    """Units behind them have other indexes then."""
    second = at.led(at.squad("Guard", at.kind("Spear", 5, W=1, Sv="-")), captain(at, name="Marshal"))
    theirs = (crusaders(at), second, at.targets(20, "Mob"))
    lines = ["captain dead", "spear dead", "mob: Stealth this battle", "marshal: Lethal Hits this battle"]
    played = told(at, *lines, "captain back", "guard back 3", "marshal 1 wound", theirs=theirs)
    rows = at.RULESET.status(played.battle)[1][1]
    assert [(row.name, row.models_left, row.models_start) for row in rows] == [
        (WHOLE, 11, 11), ("Guard with Marshal", 4, 6), ("Mob", 20, 20),
    ]  # fmt: skip
    assert [row.in_force for row in rows] == [(), ("Lethal Hits, this battle",), ("Stealth, this battle",)]
    assert [one.place for one in played.battle.recent] == [(1, 2), (1, 1)]
    assert standing(played, "Guard with Marshal") == {"Spear": [1] * 3, "Marshal": [4]}


@EACH
@pytest.mark.rule("EVE-5", "EVE-4")
def test_a_part_of_those_who_shoot_comes_back_and_they_have_shot(at: Any) -> None:
    mine = (
        at.led(at.squad("Men", at.kind("Man", 3, at.gun("Man gun"))), captain(at, name="Chief")),
        flames(at, "Last", 1),
    )
    shot = [
        ("unit", "Men"),
        ("target", "Mob"),
        ("hit:Man gun", [1] * 3),
        MENU,
        ("happened", "chief back"),
        ("unit", "Last"),
    ]
    played = told(at, "chief dead", script=shot, mine=mine)
    assert [row.name for row in at.RULESET.status(played.battle)[0][1]] == ["Men with Chief", "Last"]
    assert played.battle.done == (0,)


@EACH
@pytest.mark.rule("EVE-5", "EVE-53")
def test_what_a_battle_remembers_of_units_behind_them_is_of_these_units_still(at: Any) -> None:
    trio = at.led(squad(at, 3), captain(at, name="Chief"), captain(at, name="Marshal", keywords=("INFANTRY",)))
    lines = ["captain dead", "trooper dead", "marshal: Lethal Hits this battle"]
    battle = told(at, *lines, theirs=(crusaders(at), trio, at.targets(20, "Mob"))).battle
    marshal = [unit.unit.value.name for unit in battle.sides[1].units].index("Marshal")
    assert marshal == 4
    here, mob, own = (1, marshal), (1, 2), (0, 0)
    answer = RememberedAnswer((own, here), "distance", 9)
    battle = battle.but(
        locked=((own, here), (own, mob)), remembered=(answer,), of_turn=(answer,), of_phase=(answer,), until_own_turn=(answer,),
        deeds=(Deed(own, here, (1, 0), True, False),), stratagems=("Fury: on 1 Crusader Squad",),
        replies=(OutOfTurnShooting(1, marshal, "shoots back", Ability("", text=""), at=0),),
    )  # fmt: skip
    after, _ = what_happened.after(LINE, battle, "captain back")
    now = (1, marshal - 1)
    assert after.unit_at(now).unit.value.name == "Marshal"
    answers = {
        one.about for each in (after.remembered, after.of_turn, after.of_phase, after.until_own_turn) for one in each
    }
    assert answers == {(own, now)}
    assert [one.place for one in after.recent] == [now]
    assert after.locked == ((own, mob), (own, now))
    assert [(deed.shooter, deed.target) for deed in after.deeds] == [(own, now)]
    assert [(one.unit, one.at) for one in after.replies] == [(marshal - 1, 0)]
    assert f"Fury: on 1 {WHOLE}" in after.stratagems
    active = battle.but(
        active=1, done=(0, 1, marshal), held_fire=(marshal,), once_more=(marshal,), untargeted=(marshal,)
    )
    after, _ = what_happened.after(LINE, active, "captain back")
    assert (after.done, after.held_fire, after.once_more, after.untargeted) == ((0, 1, 3), (3,), (3,), (3,))


@EACH
@pytest.mark.rule("EVE-1", "EVE-7")
def test_who_names_a_leaders_unit_means_his_part_of_the_joined_unit(at: Any) -> None:
    """Its name in the list stands in the name of the whole unit, and its models may be called otherwise."""
    body = at.squad("Shock Troops", at.kind("Trooper", 10, W=1, Sv="-"))
    staff = at.squad("Command Squad", captain(at, name="Officer").models[0], at.kind("Medic", 4, W=1, Sv="-"))
    theirs, whole = (at.led(body, staff), at.targets(20, "Mob")), "Shock Troops with Command Squad"
    played = told(at, "command squad -2, command squad 1 wound, officer 2 wounds", theirs=theirs)
    assert standing(played, whole) == {"Trooper": [1] * 10, "Medic": [1], "Officer": [3]}
    gone = told(at, "command squad dead", theirs=theirs)
    assert standing(gone, "Shock Troops")["Trooper"] == [1] * 10
    assert gone.said(f"{whole}: 4 Medics, 1 Officer fall: 10 of 15 left")
    began = told(at, theirs=theirs).battle
    assert refused(at, began, "command squad -6") == "Command Squad has 5: 6 cannot fall"
    assert refused(at, began, "command squad 20 wounds") == "Command Squad has 9 wounds left: 20 cannot be lost"
    assert refused(at, began, "command squad +1") == "nobody is gone: all 5 stand"
    both = told(at, "shock troops -3, shock troops with command squad -2", theirs=theirs)
    assert standing(both, whole)["Trooper"] == [1] * 5


@EACH
@pytest.mark.rule("EVE-8", "10E-ORD-6")
def test_a_parted_unit_has_its_new_name_at_the_very_next_prompt(at: Any) -> None:
    """Between two turns: the rows, and what can be typed. To the end of the line it has the name that it began with."""
    theirs = (crusaders(at), at.targets(20, "Mob"))
    shooters, lines = at.army("Mine", flames(at, "First", 1)), ("since", "captain dead, -2, crusader squad +1")
    played = at.battle(shooters, at.army("Theirs", *theirs), END, lines)
    texts = [entry.text for entry in played.table.log]
    assert [text for text in texts if text][-2:] == [
        f"{WHOLE}: 1 Initiate comes back: 9 of 11 left", "Captain destroyed: Crusader Squad is a unit of its own now",
    ]  # fmt: skip
    assert rows(at, played) == {"Crusader Squad": (9, 10), "Captain": (0, 1), "Mob": (20, 20)}
    asked = next(question for question in played.questions if question.key == "since" and question.rows[-1].value)
    assert WHOLE in [row.value for row in asked.rows]
    assert [row.value for row in played.questions[-2].rows if "Crusader" in row.value] == ["Crusader Squad"]
