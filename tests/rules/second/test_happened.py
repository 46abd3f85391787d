"""What happened without the app in a battle of this edition: who falls, what is refused, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.battle.luck import LuckReport
from shoot_cli.battle.summaries import battle_end, phase_end
from shoot_cli.battle.what_happened import unit_rows, what_is_left
from shoot_cli.engine.reasons import Amend, BadAnswer, Undo
from shoot_cli.engine.record import Hashed
from shoot_cli.input.answers import parse
from shoot_cli.rules.second import RULESET
from shoot_cli.rules.second.profiles import Army, Unit
from shoot_cli.rules.second.steps.happened import LINE, question
from shoot_cli.ui.summaries import facts_of
from tests.helpers.each import each
from tests.rules.second.helpers.guns_and_men import both, engine, sure
from tests.rules.second.helpers.scripted_battles import Played, battle, squad
from tests.rules.second.test_battle_undo import Skirmish, Told

SURE = sure(9, -9)
MENU = ("unit", "something happened")
END = ("unit", "end the phase")
LED = both(squad("Orks", 7, SURE, kind="Boy"), squad("Orks", 1, SURE, kind="Boss", character=True, wounds=2))
BEASTS = squad("Beasts", 3, SURE, kind="Beast", wounds=3)
MINE, THEIRS = [squad("A", 2, SURE), engine(SURE)], [LED, BEASTS]


def told(*lines: str, script: tuple[Any, ...] = (), mine: list[Unit] = MINE, turns: int = 9) -> Played:
    """A battle of mine against Orks and Beasts, and these lines, each at a prompt of its own."""
    return battle(mine, THEIRS, *[step for line in lines for step in (MENU, ("happened", line))], *script, turns=turns)


def refused(played: Played, line: str) -> str:
    asked = question(Hashed(played.battle))
    with pytest.raises(BadAnswer) as error:
        asked.read(parse(asked, line))
    return str(error.value)


def shoots(unit: str, target: str, *dice: int) -> tuple[Any, ...]:
    return ("unit", unit), ("target", target), ("facts:gun", {}), ("wound:gun", [*dice])


@pytest.mark.rule("EVE-1", "EVE-2", "EVE-12", "2E-CAS-2")
def test_who_falls_where_no_kind_is_said() -> None:
    assert told("orks -2").said("Orks: 2 Boys fall: 6 of 8 left", "2E-CAS-2")
    assert told("boss 1 wound").said("Orks: Boss: 1 of 2 wounds left")
    assert told("boss 1 wound", "orks 7 left", "-1 orks").said("Orks: 1 Boy falls: 6 of 8 left"), "leaders fall last"
    assert told("orks -2 boy, boss dead").said("Orks: 1 Boss falls: 5 of 8 left")
    assert told("orks dead").said("Orks: 7 Boys, 1 Boss fall: destroyed")


@pytest.mark.rule("EVE-3", "EVE-4", "2E-CAS-2")
def test_wounds_go_to_the_wounded_first_and_come_back() -> None:
    ranks = told("beasts 4 wounds").unit_at("Beasts").ranks
    assert [(rank.n, rank.left) for rank in ranks] == [(1, 2), (1, 3)]
    healed = told("beasts 4 wounds, +1 wound, +1").unit_at("Beasts").ranks
    assert [(rank.n, rank.left) for rank in healed] == [(3, 3)]


@pytest.mark.rule("EVE-7", "EVE-12", "2E-VEH-3")
@each(
    ("line", "words"),
    [
        ("orks -9", "Orks has 8: 9 cannot fall"),
        ("orks -5, orks -4", "Orks has 3: 4 cannot fall"),
        ("beasts 10 wounds", "Beasts has 9 wounds left: 10 cannot be lost"),
        ("orks +1", "nobody is gone: all 8 stand"),
        ("orks back", "Orks: nothing changes, 8 of 8 stand"),
        ("engine left leg 2", "Engine has a datafax, so “left leg 2” is not told here: a row of its damage tables is"),
        ("engine hull -1", "Engine has a datafax"),
        ("engine 1 wound", "Engine has a datafax"),
        ("engine weapon destroyed", "Engine has a datafax"),
        ("orks shocked", "“shocked”: nobody is Battle-shocked in this edition; write broken, or rallied"),
        (
            "orks: +1 to hit this turn",
            "“orks: +1 to hit this turn”: this edition has no words for effects: what changes",
        ),
        ("orks re-roll hits", "“orks re-roll hits”: this edition has no words for effects"),
        ("theirs all ORK: +1 to hit", "“theirs all ORK: +1 to hit”: this edition has no words for effects"),
        ("cp -1", "“cp -1”: this edition has no command points; write it down as in note cp -1"),
        ("theirs -1 to hit orks", "“theirs -1 to hit orks”: this edition has no words for effects"),
        ("orks rallied", "Orks: not broken"),
        ("orks arrives", "Orks: on the table already"),
        ("orks off, off", "Orks: off the table already"),
        ("orks broken, broken", "Orks: broken already"),
        ("orks dead, off", "Orks: destroyed; Orks back sets it up again"),
        ("orks", "“orks”: what happened to Orks? Write it as in orks -2, beasts broken"),
        ("elves -1", "no “elves” here, only A, Engine, Orks, Beasts"),
    ],
)
def test_what_is_refused(line: str, words: str) -> None:
    assert refused(told(), line).startswith(words)


@pytest.mark.rule("EVE-1", "2E-ELIG-1", "2E-BRK-2", "2E-BRK-3")
def test_who_leaves_who_comes_who_breaks_and_who_rallies() -> None:
    assert told("orks off").marks("Orks") == ["off the table"]
    assert told("orks off", "orks arrives").marks("Orks") == []
    assert told("a broken").closed("unit", "A") == [("broken", "2E-BRK-2")]
    assert told("a shaken").marks("A") == ["shaken"]
    assert told("a shaken", "a broken", "a rallied").marks("A") == []
    assert told("orks off", script=(("unit", "A"),)).closed("target", "Orks") == [("not on the table", "2E-ELIG-1")]
    watching = battle(MINE, THEIRS, ("overwatch", ("A",)), MENU, ("happened", "a broken"))
    assert watching.marks("A") == ["broken"], "who breaks is on overwatch no more"


@pytest.mark.rule("2E-ELIG-1", "2E-BRK-2", "2E-OW-5")
@pytest.mark.parametrize("mark", ["broken", "off the table"])
def test_a_row_of_the_menu_is_as_the_same_words_in_the_line(mark: str) -> None:
    menu = (("unit", "a unit's state"), ("state of", "A"), ("state", mark))
    watching = battle(MINE, THEIRS, ("overwatch", ("A",)), *menu)
    assert watching.marks("A") == [mark], "who breaks or leaves is on overwatch no more"
    assert told("a shaken", script=menu).marks("A") == (["broken"] if mark == "broken" else ["shaken", mark])
    assert told("a broken", script=menu).marks("A") == ([] if mark == "broken" else ["broken", mark])


@pytest.mark.rule("EVE-6", "2E-VEH-3")
def test_between_turns_a_vehicle_has_its_damage_and_no_wounds() -> None:
    def rows(unit: Any) -> str:
        with_unit = battle([squad("A", 2, SURE), unit], THEIRS).battle
        return next(row.label for row in unit_rows(LINE, with_unit) if row.value == unit.name)

    assert rows(engine(SURE)) == "▲ Engine, undamaged"
    assert rows(squad("Scout", 1, SURE)) == "▲ Scout, 1 of 1"
    assert rows(squad("Beast", 1, SURE, wounds=3)) == "▲ Beast, 3 of 3 wounds"
    unit = battle(MINE, THEIRS).unit_at("Engine")
    assert what_is_left(LINE, unit) == ("undamaged", False)
    assert what_is_left(LINE, unit.but(damage=("Hull 2: slow",))) == ("Hull 2: slow", True)


@pytest.mark.rule("EVE-8", "2E-BRK-1")
def test_no_break_test_for_what_fell_or_came_without_the_app() -> None:
    assert "break test" not in told("orks -6", script=(END,)).keys
    shot = shoots("A", "Orks", 6, 6)
    assert told(script=(*shot, END)).left.key == "break test"  # two of eight are a quarter
    assert told(script=(*shot, MENU, ("happened", "orks +1"))).unit_at("Orks").start == 9
    assert told("orks -4", script=(*shoots("A", "Orks", 6, 1), END)).left.key == "break test"  # one of four


@pytest.mark.rule("EVE-5", "EVE-8")
def test_a_destroyed_unit_is_no_target_and_comes_back_as_new() -> None:
    assert told("orks broken", "orks dead").marks("Orks") == []
    shooting = told("orks dead", script=(("unit", "A"), ("target", "Beasts")))
    assert shooting.closed("target", "Orks") == [("destroyed", "2E-DMG-1")]
    few = told("orks broken", "orks dead", "orks back 5")
    assert (few.alive("Orks"), few.marks("Orks"), few.unit_at("Orks").start) == (5, [], 5)
    assert few.said("Orks is set up again: 5 Boys, 5 of 8")
    again = (*shoots("A", "Orks", 1, 1), MENU, ("happened", "a dead, a back"), *shoots("A", "Orks", 1, 1))
    assert told(script=again).battle.done == (0,), "it has not shot"
    watched = told("note nothing", script=shoots("A", "Orks", 1, 1)).battle.but(done=(0,), watching=True)
    assert question(Hashed(watched)).check_all(("orks dead", "orks back")).done == (0,), "nor have others"  # type: ignore[misc, union-attr]
    assert told("engine dead", "engine back").said("Engine is set up again: 1 of 1")


@pytest.mark.rule("EVE-1")
def test_nothing_and_a_note_change_nothing() -> None:
    after = told("none", "note the bridge is down, 45-38")
    assert after.battle == told().battle
    assert after.said("Note: the bridge is down, 45-38")


@pytest.mark.rule("EVE-10")
def test_a_line_is_taken_back_and_changed() -> None:
    case: Any = Skirmish(tuple(MINE), tuple(THEIRS), 1)
    played = told("orks -2", script=(*shoots("A", "Orks", 1, 1), END, END), turns=1)
    at = played.keys.index("happened")
    want = Told(played, case=case).end()
    assert Told(played, {at + 1: Undo}.get, case).end() == want
    amended, _ = Told(played, {at + 3: Amend(at, ["orks -3"], "Mine")}.get, case).end()
    assert [sum(rank.n for rank in end.sides[1].units[0].ranks) for end in (want[0], amended)] == [6, 5]


@pytest.mark.rule("EVE-11")
def test_the_ends_of_phase_and_battle_count_what_fell_to_shooting_apart() -> None:
    played = told("orks -3, +1", "a -1", script=(*shoots("A", "Beasts", 6), END, END), turns=1)
    assert played.left is None
    assert phase_end(played.table.phases[0], RULESET).fell == (0, 0)
    armies = (Army("40k-2e", name, tuple(units)) for name, units in (("Mine", MINE), ("Theirs", THEIRS)))
    found = battle_end(played.table, RULESET, RULESET.begin_battle(*armies, 1), played.end, LuckReport((), ()))
    mine, theirs = found.armies
    assert (mine.enemies_killed, theirs.left, theirs.otherwise, theirs.back) == (0, 9, 3, 1)
    assert [*facts_of(theirs, {}, found, True)][:2] == ["0 slain by shooting, 3 otherwise", "1 came back"]
    assert [*facts_of(mine, {}, found, True)][:1] == ["0 slain by shooting, 1 otherwise"]
