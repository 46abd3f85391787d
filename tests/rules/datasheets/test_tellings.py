"""Effects told in a battle: they are as if they stood in the list, until they end."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from shoot_cli.battle import what_happened
from shoot_cli.battle.turns import replaced
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.play import views
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.steps import states, turns
from shoot_cli.rules.datasheets.steps.happened import LINE
from tests.rules.datasheets.test_happened import MENU, refused, told
from tests.rules.datasheets.test_parting import EACH, flames, need, rows, shoots


def in_force(unit: Any) -> list[str]:
    return [one.shown for one in unit.tellings]


def both(at: Any) -> tuple[Any, ...]:
    return flames(at, "First", 1), flames(at, "Second", 1)


# What can be tapped instead of typed ---------------------------------------------------------------------------------


@EACH
@pytest.mark.rule("EVE-30", "PH-11")
def test_effects_are_offered_to_be_tapped_the_likeliest_first(at: Any) -> None:
    battle = at.RULESET.begin_battle(at.army("Mine", *both(at)), at.army("Theirs", at.targets(3, "Mob")), None)
    for line in ("first: +1 to hit as Drill this turn", "mob: Stealth this turn"):
        battle, _ = what_happened.after(LINE, battle, line)

    def offered(place: tuple[int, int]) -> list[str]:
        question = what_happened.question(LINE, Hashed(battle), place)
        assert question.offers is not None
        found = list(question.offers())
        for text in found:
            assert question.read(question.split(text))
        assert "1 wound" in found or "-1" in found
        assert "1 wounds" not in found
        return found[found.index("dead") :]

    usual = [*told_effects.OF_SHOOTER, *told_effects.OF_ATTACKED]
    states = ["dead", "off", "arrives", "shocked"]
    of_first, of_second, of_mob = map(offered, ((0, 0), (0, 1), (1, 0)))
    assert of_first == [*states, "First: no longer Drill", "Stealth", *(one for one in usual if one != "Stealth")]
    assert of_second == [*states, "Stealth", "+1 to hit as Drill", *(one for one in usual if one != "Stealth")]
    assert of_mob == [
        *states,
        "Mob: no longer Stealth",
        "+1 to hit as Drill",
        *(one for one in usual if one != "Stealth"),
    ]


@EACH
@pytest.mark.rule("EVE-29", "PH-11")
def test_effects_are_offered_of_both_units_while_an_attack_is_agreed_upon(at: Any) -> None:
    mine, theirs = at.army("Mine", *both(at)), at.army("Theirs", at.targets(20, "Mob"), at.targets(20, "Others"))
    game = at.battle(mine, theirs, ("unit", "First"), ("target", "Mob"))
    asked = next(one for one in game.questions[::-1] if one.key == "facts:Mob")
    rows = {part.key: part for part in asked.parts}
    assert rows["effects"].offers() == told_effects.OF_SHOOTER
    assert rows["target_effects"].offers() == told_effects.OF_ATTACKED


# Spans: courses over the turns of both players -----------------------------------------------------------------------

COURSES = {
    "the first player until his next turn": ((1, 0), "-1 to hit until my next turn", {
        "1 A over": True, "1 B": True, "2 A": False}),
    "the second player until his next turn": ((1, 1), "Feel No Pain 5+ until my next turn", {
        "1 B over": True, "2 A": True, "2 A over": True, "2 B": False}),
    "the first player until the second one's next turn": ((1, 0), "-1 to hit until their next turn", {
        "1 A": True, "1 A over": True, "1 B": False}),
    "the second player until the first one's next turn": ((1, 1), "Lethal Hits until the enemy's next turn", {
        "1 B over": True, "2 A": False}),
    "a phase ends before its turn": ((2, 0), "Lethal Hits this phase", {
        "2 A": True, "2 A over": False, "2 B": False}),
    "a phase is what is meant": ((2, 0), "Lethal Hits", {"2 A": True, "2 A over": False}),
    "a round of the first player": ((3, 0), "+1 to wound this round", {
        "3 A over": True, "3 B over": True, "4 A": False}),
    "a round of the second player": ((3, 1), "+1 to wound this round", {"3 B over": True, "4 A": False}),
    "a turn": ((4, 1), "Assault this turn", {"4 B over": True, "5 A": False}),
    "a battle": ((1, 0), "Assault this battle", {"1 A over": True, "2 B over": True}),
    "an attack, at the latest with its phase": ((1, 0), "Assault this attack", {"1 A": True, "1 A over": False}),
}  # fmt: skip


def moments(battle: Any) -> Any:
    """Each moment of the battle from now on, with the battle there, and what was said as it came."""
    said = ""
    while True:
        table = Table(lambda question, _: "go on")
        name = f"{battle.turn} {'AB'[battle.active]}"
        yield name, battle, said
        battle = turns.end_phase(battle, table)
        yield f"{name} over", battle, ""
        battle = turns.end_turn(battle, table)
        said = " ".join(entry.text for entry in table.log if entry.question is None)


@EACH
@pytest.mark.rule("EVE-24")
@pytest.mark.parametrize("course", COURSES)
def test_spans(at: Any, course: str) -> None:
    (turn, active), text, expected = COURSES[course]
    battle = at.RULESET.begin_battle(at.army("Mine", *both(at)), at.army("Theirs", at.targets(3, "Mob")), None)
    battle, _ = what_happened.after(LINE, battle.but(turn=turn, active=active), f"{('first', 'mob')[active]}: {text}")
    words = text.split(" this")[0].split(" until")[0]
    for name, there, _ in moments(battle):
        if name in expected:
            assert in_force(there.sides[active].units[0]) == ([words] if expected.pop(name) else []), name
        if not expected:
            break


@EACH
@pytest.mark.rule("EVE-24", "EVE-33")
def test_its_end_is_said_in_words_and_told_as_it_comes(at: Any) -> None:
    played = told(at, "first: -1 to hit as Smoke until my next turn", "mob: Lethal Hits", mine=both(at))
    assert played.said("First: -1 to hit (Smoke), until Mine's turn 2; told by Mine")
    assert played.said("Mob: Lethal Hits, this phase; told by Theirs")
    (_, _, first), _, (_, _, second), _, (_, third, last) = islice(moments(played.battle), 5)
    assert (first, second, last) == ("", "ended: Lethal Hits on Mob", "ended: -1 to hit (Smoke) on First")
    assert third.sides[0].units[0].unit == Hashed(both(at)[0])
    assert third.sides[0].units[0].listed is None


# In attacks ----------------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.rule("EVE-20", "EVE-21")
def test_what_is_told_of_a_unit_counts_in_its_attacks(at: Any) -> None:
    shot = shoots("First", "Mob", 1)
    played = told(at, "first: +1 to wound this turn", script=(*shot,), mine=both(at))
    assert in_force(played.unit_at("First")) == ["+1 to wound"]
    assert need(played, "First") == 3
    assert need(told(at, "mob: incoming: -1 to wound", script=(*shot,), mine=both(at)), "First") == 5
    assert need(told(at, "mob: +1 to wound", script=(*shot,), mine=both(at)), "First") == 4


@EACH
@pytest.mark.rule("EVE-23")
def test_what_is_told_of_many_is_one_thing_and_who_arrives_has_it(at: Any) -> None:
    lines = ("theirs all infantry: incoming: -1 to wound this battle", "mob dead", "mob back")
    played = told(at, *lines, script=(*shoots("First", "Mob", 1),), mine=both(at))
    assert played.said("attacks at all INFANTRY of Theirs: -1 to wound, this battle; told by Mine")
    assert need(played, "First") == 5
    vehicles = told(at, "all vehicle: +1 to wound", script=(*shoots("First", "Mob", 1),), mine=(*both(at), at.tank()))
    assert need(vehicles, "First") == 4
    gone = told(
        at, *lines, "theirs all infantry: no longer incoming", script=(*shoots("First", "Mob", 1),), mine=both(at)
    )
    assert need(gone, "First") == 4
    assert refused(at, gone.battle, "theirs all vehicle: +1 to hit").startswith(
        "“vehicle” is no keyword of a unit of Theirs; its units have"
    )


@EACH
@pytest.mark.rule("EVE-23", "EVE-24")
def test_an_army_that_is_named_tells_it_of_its_own(at: Any) -> None:
    lines = "all infantry of theirs: Stealth until my next turn", "theirs all: Lethal Hits as Fog until my next turn"
    played = told(at, *lines, mine=both(at))
    assert [(one.by, one.until) for one in played.unit_at("Mob").tellings] == [(1, (1, 0)), (0, (1, 1))]
    assert played.said("all INFANTRY of Theirs: Stealth, until Theirs' turn 1; told by Theirs")
    ended, _ = what_happened.after(LINE, played.battle, "all infantry of theirs: no longer stealth")
    assert in_force(ended.sides[1].units[0]) == ["Lethal Hits (Fog)"]


@EACH
@pytest.mark.rule("EVE-24", "EVE-28")
def test_what_was_told_of_others_is_ended_where_it_was_told(at: Any) -> None:
    battle = told(at, "all infantry: +1 to hit as Aim, first: +1 to wound as Spite", mine=both(at)).battle
    assert refused(at, battle, "first: no longer aim") == "Aim was told of all INFANTRY: name them before the colon"
    assert refused(at, battle, "all: no longer spite") == "Spite was told of one unit: name it before the colon"
    assert refused(at, battle, "first: no longer fog") == "“fog” is not in force; in force there: Spite"


@EACH
@pytest.mark.rule("EVE-26")
def test_told_again_it_counts_once_and_takes_the_new_span(at: Any) -> None:
    lines = ("first: +1 strength this turn", "first: +1 strength this battle", "all infantry: +1 strength")
    mine = flames(at, "First", 1, s=3), flames(at, "Second", 1)
    played = told(at, *lines, script=(*shoots("First", "Mob", 1),), mine=mine)
    assert need(played, "First") == 4
    assert [one.span for one in played.unit_at("First").tellings] == ["this battle", "this phase"]


@EACH
@pytest.mark.rule("EVE-20", "EVE-30")
def test_a_name_of_this_battle_will_do(at: Any) -> None:
    lines = ("first: +1 to wound as Spite", "second: spite this turn", "first: no longer spite")
    played = told(at, *lines, script=(*shoots("Second", "Mob", 1),), mine=both(at))
    assert (in_force(played.unit_at("First")), need(played, "Second")) == ([], 3)
    assert played.said("Second: +1 to wound (Spite), this turn; told by Mine")
    assert refused(at, played.battle, "first: no longer spite") == "“spite” is not in force; nothing was told of it"


@EACH
@pytest.mark.rule("EVE-24")
def test_an_attack_ends_what_was_told_of_it_alone(at: Any) -> None:
    lines = ("first: +1 to wound this attack, Stealth this attack", "second: Stealth this attack",
             "mob: incoming: -1 to wound this attack, Lethal Hits this attack")  # fmt: skip
    played = told(at, *lines, script=(*shoots("First", "Mob", 1),), mine=both(at))
    assert need(played, "First") == 4
    left = [in_force(played.unit_at(name)) for name in ("First", "Mob", "Second")]
    assert left == [["Stealth"], ["Lethal Hits"], ["Stealth"]]


@EACH
@pytest.mark.rule("EVE-36", "EVE-5")
def test_both_parts_have_it_and_its_end_is_that_of_the_unit(at: Any) -> None:
    script = (MENU, ("happened", "crusader: Stealth this battle, captain dead"))
    played = told(at, script=script, mine=both(at))
    assert rows(at, played)["Captain"] == (0, 1)
    assert (in_force(played.unit_at("Crusader Squad")), in_force(played.unit_at("Captain"))) == (["Stealth"], [])
    one, _ = what_happened.after(LINE, played.battle, "crusader dead")
    assert in_force(one.sides[1].units[0]) == []
    assert one.sides[1].units[0].unit == played.unit_at("Crusader Squad").listed


@EACH
@pytest.mark.rule("EVE-20", "EVE-7")
def test_losses_and_effects_in_one_line(at: Any) -> None:
    line = "crusader -2, mob: Stealth this turn, +1 to wound against MONSTER, VEHICLE; Lethal Hits, -1, all: Assault"
    played = told(at, line, mine=both(at))
    assert in_force(played.unit_at("Mob")) == ["Stealth", "+1 to wound against MONSTER, VEHICLE", "Lethal Hits"]
    assert played.standing("Mob")["Target"] == [1] * 19
    assert in_force(played.unit_at("First")) == ["Assault"]


@EACH
@pytest.mark.rule("EVE-28")
def test_what_is_refused_changes_nothing(at: Any) -> None:
    battle = told(at, mine=both(at)).battle
    for line, words in {
        "mob: re-roll hits": "“re-roll hits” is no ability that is known; did you mean Re-roll hit rolls",
        "mob: led: +1 to hit": "tell it of the units that have it, without “led:”",
        "mob: re-roll hit rolls once per battle": "it is in force now, or it is not",
        "first: Lethal Hits with lamps": "no weapon of First is called “lamps”",
        "mob: no longer Smoke": "“Smoke” is not in force; nothing was told of it",
        "man: +1 to hit": "can be First man of First, Second man of Second",
        "nobody: +1 to hit": "nobody",
        "all: nonsense": "“nonsense” is no ability that is known",
    }.items():
        assert words in refused(at, battle, line), line


@EACH
@pytest.mark.rule("EVE-26", "10E-EFF-31")
def test_told_and_listed_add_up_but_the_same_name_counts_once(at: Any) -> None:
    mine = flames(at, "First", 1, "+1 strength as Spite", s=3), flames(at, "Second", 1)
    shot = shoots("First", "Mob", 1)
    assert need(told(at, script=(*shot,), mine=mine), "First") == 4
    assert need(told(at, "first: +1 strength as Spite", script=(*shot,), mine=mine), "First") == 4
    assert need(told(at, "first: +1 strength as Rage", script=(*shot,), mine=mine), "First") == 3


@EACH
@pytest.mark.rule("EVE-21")
def test_it_counts_in_overwatch_and_when_they_shoot_back(at: Any) -> None:
    theirs = (
        at.squad("Mob", at.kind("Mob man", 3, at.gun("Mob gun", "Torrent", A=1), W=1, Sv="-")),
        at.targets(1, "Others"),
    )
    watch = [("unit", "overwatch"), ("overwatch", "Mob"), ("target", "First"), ("wound:Mob gun", [1] * 3)]
    assert need(told(at, "mob: +1 to wound this turn", script=(*watch,), mine=both(at), theirs=theirs), "Mob") == 3
    back = [*shoots("First", "Mob", 1), ("shoots back:Mob", "yes"), ("target", "First"), ("wound:Mob gun", [1] * 3)]
    line = "mob: Shoots back, +1 to wound"
    assert need(told(at, line, script=(*back,), mine=both(at), theirs=theirs), "Mob") == 3


@EACH
@pytest.mark.rule("EVE-36")
def test_a_unit_takes_it_along_into_transports_and_reserves(at: Any) -> None:
    boat = at.tank(at.gun("Boat gun"), name="Boat", keywords=("VEHICLE", "TRANSPORT"))
    script = (*at.state("First", "embarked"), MENU, ("happened", "first: Stealth this battle, mob: Stealth this turn"))
    played = told(at, script=(*script, MENU, ("happened", "mob off")), mine=(*both(at), boat))
    assert [in_force(played.unit_at(name)) for name in ("First", "Mob")] == [["Stealth"], ["Stealth"]]


@EACH
@pytest.mark.rule("EVE-34", "EVE-23")
@pytest.mark.parametrize(("line", "on_attack"), [
    ("all vehicle: +1 to hit", False), ("all infantry: +1 to hit", True), ("all: +1 to hit", True),
    ("theirs all infantry: -1 toughness", True),
    ("all vehicle: +1 to hit, first: Lethal Hits", True),
])  # fmt: skip
@pytest.mark.parametrize("shooter", ["First", "Second"])
def test_told_of_many_it_is_on_an_attack_if_one_of_its_units_has_it(
    at: Any, line: str, on_attack: bool, shooter: str
) -> None:
    """Wherever the units stand in their lists: the first row of an army shows what all of it has."""
    boat = at.tank(at.gun("Boat gun"), name="Boat", keywords=("VEHICLE",))
    battle, ruleset = told(at, mine=(*both(at), boat)).battle, at.RULESET
    question = what_happened.question(LINE, Hashed(battle))
    units = frozenset({("Mine", shooter), ("Theirs", "Mob")})
    if "first" in line and shooter == "Second":
        on_attack = False
    assert views.is_effect(ruleset, battle, question, units, question.read(question.split(line))) is on_attack
    others = frozenset({("Mine", "Boat"), ("Theirs", "Others")})
    assert views.is_effect(ruleset, battle, question, others, ("all vehicle: +1 to hit",))


@EACH
@pytest.mark.rule("EVE-33", "EVE-23")
def test_status_menu_and_reasons_say_what_is_in_force(at: Any) -> None:
    lines = ("first: +1 to wound as Storm of Shells", "theirs all infantry: incoming: -1 strength this battle")
    played = told(at, *lines, script=(*shoots("First", "Mob", 1),), mine=both(at))
    (_, mine), (_, theirs) = at.RULESET.status(played.battle)
    assert mine[0].in_force[-1] == "+1 to wound (Storm of Shells), this phase"
    assert theirs[0].of_army == ("all INFANTRY: whoever attacks it: -1 strength, this battle",)
    assert not any(row.of_army for row in (*mine, *theirs[1:]))
    asked = next(one for one in played.questions[::-1] if one.key == "wound:First gun")
    assert "Storm of Shells +1" in [reason.text for reason in asked.need.because]
    units = next(one for one in played.questions[::-1] if one.key == "unit")
    assert units.options[0].label.startswith("First, 1 model, ")
    assert units.options[0].label.endswith("+1 to wound (Storm of Shells)")


@EACH
@pytest.mark.rule("EVE-24")
def test_a_row_of_a_units_state_ends_it(at: Any) -> None:
    lines = ("first: +1 to wound as Spite, first: Stealth",)
    played = told(at, *lines, script=(*at.state("First", "no longer Spite"),), mine=both(at))
    assert in_force(played.unit_at("First")) == ["Stealth"]
    assert played.said("First: no longer +1 to wound (Spite)")


@EACH
@pytest.mark.rule("EVE-24")
def test_whoever_tells_it_decides_which_turn_is_the_next(at: Any) -> None:
    played = told(at, "mob: Stealth until my next turn", "theirs mob: Stealth as Fog until my next turn", mine=both(at))
    assert [(one.by, one.until) for one in played.unit_at("Mob").tellings] == [(1, (1, 0)), (0, (1, 1))]
    assert played.said("Mob: Stealth, until Theirs' turn 1; told by Theirs")
    assert played.said("Mob: Stealth (Fog), until Mine's turn 2; told by Mine")


SHOOTS = "is shooting this phase only by Overwatch or shooting back"
FALLS = "falls on ● Theirs; if Mine does it to them: theirs Mob: -1 to hit until my next turn"


@EACH
@pytest.mark.rule("EVE-24", "EVE-28", "EVE-33")
@pytest.mark.parametrize(("line", "says"), [
    ("mob: -1 to hit", ("Mob " + SHOOTS, FALLS)),
    ("mob: +1 to hit this turn", ("Mob is shooting this turn only by Overwatch",)),
    ("mob: -1 to hit until my next turn", (FALLS,)),
    ("theirs mob: -1 to hit", ("Mob " + SHOOTS,)),
    ("theirs mob: -1 to hit until my next turn", ()), ("mob: -1 to hit this battle", ()), ("mob: Stealth", ()),
    ("mob: incoming: -1 to hit", ()), ("first: +1 to hit", ()),
    ("mob: incoming: +1 to hit", ("incoming: +1 to hit until my next turn",)),
    ("first: Stealth", ("First is shot at this phase only by Overwatch or shooting back",)),
    ("first: -1 to hit", ("falls on ▲ Mine; if Theirs does it to them: theirs First: -1 to hit until my next turn",)),
    ("theirs all infantry: +1 to hit", ("all INFANTRY " + SHOOTS,)),
    ("all infantry: -1 to hit", ("falls on ▲ Mine; if Theirs does it to them: theirs all INFANTRY: -1 to hit",)),
])  # fmt: skip
def test_what_hardly_works_and_harm_to_own_units_is_said_before_enter_and_after(
    at: Any, line: str, says: tuple[str, ...]
) -> None:
    played = told(at, line, mine=both(at))
    preview = what_happened.foretold(LINE, played.began, (line,))
    log = " · ".join(played.told_of())
    for words in (preview, log):
        assert [words for one in says if one.casefold() not in words.casefold()] == []
        assert ("only by" in words) == any("only by" in one for one in says)
        assert ("falls on" in words) == any("falls on" in one or "until my next" in one for one in says)


@EACH
@pytest.mark.rule("EVE-1", "EVE-20", "EVE-23")
@pytest.mark.parametrize(("line", "like"), [
    ("mob -1 to hit until my next turn", "mob: -1 to hit until my next turn"), ("mob Stealth", "mob: Stealth"),
    ("theirs mob -1 to hit", "theirs mob: -1 to hit"), ("-1 to hit on mob", "mob: -1 to hit"),
    ("Stealth mob", "mob: Stealth"), ("all infantry +1 to hit", "all infantry: +1 to hit"),
    ("mob +1 to save", "mob: +1 to save"), ("crusader squad +1 damage", "crusader squad: +1 damage"),
])  # fmt: skip
def test_an_effect_without_a_colon_is_refused_with_one(at: Any, line: str, like: str) -> None:
    began = told(at, mine=both(at)).began
    assert refused(at, began, line) == f"“{line}”: an effect stands behind a colon, as in {like}"
    told(at, like, mine=both(at))


@EACH
@pytest.mark.rule("EVE-20", "10E-FX-SAVE-1")
def test_a_save_is_said_in_the_singular_too(at: Any) -> None:
    played = told(at, "mob: +1 to save", "first: -1 to save, mob: +1 to saves")
    assert [one.words for one in played.unit_at("Mob").tellings] == ["+1 to saves"]  # the same, said twice
    assert [one.words for one in played.unit_at("First").tellings] == ["-1 to save"]


@EACH
@pytest.mark.rule("EVE-33")
def test_rows_do_not_repeat_what_every_unit_has(at: Any) -> None:
    battle = at.RULESET.begin_battle(at.army("Mine", *both(at)), at.army("Theirs", at.targets(3, "Mob")), None)
    battle, _ = what_happened.after(LINE, battle, "first: +1 to hit as Drill this turn")
    assert states.labels(battle.sides[0].units) == ("First, 1 model, +1 to hit (Drill)", "Second, 1 model")
    for line in ("second: +1 to hit as Drill this turn", "second: +1 to wound as Aim this turn"):
        battle, _ = what_happened.after(LINE, battle, line)
    assert states.labels(battle.sides[0].units) == ("First, 1 model", "Second, 1 model, +1 to wound (Aim)")
    fallen = replaced(battle, 0, 1, battle.sides[0].units[1].but(ranks=()))
    assert states.labels(fallen.sides[0].units)[0] == "First, 1 model, +1 to hit (Drill)"
    battle, _ = what_happened.after(LINE, battle, "mob: Stealth this turn")  # there is no other to tell it from
    assert states.labels(battle.sides[1].units) == ("Mob, 3 models, Stealth",)
