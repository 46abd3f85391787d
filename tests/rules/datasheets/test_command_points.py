"""Command points at the table: gained, spent, told by hand, and what closes for want of them (EVE-50 to 57)."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.armies.army import ONCE_A_PHASE, STRATAGEM, TARGETED, ArmyBlock, ArmyEntry
from shoot_cli.asked.rows import row_of, row_typed
from shoot_cli.battle.command_points import left_now, spent_in, why_no_reroll
from shoot_cli.battle.luck import LuckReport
from shoot_cli.battle.summaries import battle_end
from shoot_cli.battle.turns import PHASE
from shoot_cli.engine.reasons import ATTACKER, BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.input.answers import parse
from shoot_cli.play.amendment import lying
from shoot_cli.rules.datasheets.steps.command_points import noted_on, why_not_on
from shoot_cli.rules.datasheets.steps.happened import question
from shoot_cli.ui.summaries import battle_lines, battle_words
from tests.helpers.scripted_table import closed
from tests.rules.datasheets.test_parting import EACH, eleventh, tenth

MENU, END = ("unit", "something happened"), ("unit", "end the phase")
COMMAND = "Command Re-roll"
SHORT = "needs 1 CP, 0 left; cp +1 if that is wrong"


def counted(army: Any, start: int | None = 0) -> Any:
    return army.but(block=ArmyBlock(command_points=start))


def told(line: str) -> tuple[Any, ...]:
    return MENU, ("happened", line)


def men(at: Any, name: str, *has: str, keywords: tuple[str, ...] = ("INFANTRY",), n: int = 3) -> Any:
    """Men whose gun always hits; each wound fells one of them."""
    gun = at.gun(f"{name} gun", "Torrent")
    return at.squad(name, at.kind(f"{name} man", n, gun, has=has, keywords=keywords, W=1, Sv="-"))


def thrower(at: Any) -> str:
    return "grenade" if at is tenth else "explosives"


def armies(at: Any, start: int | None = 0, *, mine: Any = None, theirs: Any = None) -> tuple[Any, Any]:
    grenades = ("INFANTRY", "GRENADES" if at is tenth else "EXPLOSIVES")
    own = at.army("Mine", *(mine or (men(at, "First"), men(at, "Bombers", keywords=grenades))))
    enemies = at.army("Theirs", *(theirs or (men(at, "Mob", n=9), men(at, "Smokers", keywords=("INFANTRY", "SMOKE")))))
    return (counted(own, start) if start is not None else own), enemies


def played(at: Any, *script: Any, start: int | None = 0, settings: Any = None, **units: Any) -> Any:
    return at.battle(*armies(at, start, **units), *script, settings=settings)


def points(found: Any) -> Any:
    return found.battle.points and found.battle.points.left


def shots(at: Any, *has: str) -> Any:
    """Two men, each with a shot that hits on 3+."""
    return at.squad("First", at.kind("First man", 2, at.gun("First gun"), has=has, Sv="-"))


def again(first: list[int], new: int) -> dict[str, Any]:
    return {"first": first, "more": [{"by": COMMAND, "first": [new]}]}


def refused(battle: Any, line: str) -> str:
    asked = question(Hashed(battle))
    with pytest.raises(BadAnswer) as error:
        asked.read(parse(asked, line))
    return str(error.value)


# Gained


@EACH
@pytest.mark.rule("EVE-51")
def test_both_gain_one_as_each_player_turn_begins(at: Any) -> None:
    expected = {0: (1, 1), 1: (2, 2), 2: (3, 3), 9: (10, 10)}
    for turns, both in expected.items():
        found = played(at, *[END] * turns)
        assert points(found) == both, turns
    assert found.said("command points ▲ 10 ● 10", "10E-CP-1")


@EACH
@pytest.mark.rule("EVE-50")
def test_they_are_counted_if_a_list_says_so_or_somebody_types_it(at: Any) -> None:
    assert points(played(at, END, start=None)) is None
    assert points(played(at, start=3)) == (4, 1)
    mine, theirs = armies(at, None)
    assert points(at.battle(mine, counted(theirs, 2))) == (1, 3)
    typed = played(at, *told("theirs cp = 3"), start=None)
    assert points(typed) == (0, 3)
    assert typed.said("Command points are counted from now on: Mine 0, Theirs 3")
    assert points(played(at, *told("cp = 2"), END, start=None)) == (3, 1)


@EACH
@pytest.mark.rule("EVE-50")
def test_what_is_not_counted_closes_nothing_and_shows_its_price(at: Any) -> None:
    found = played(at, *told("bombers shocked"), start=None)
    rows = [(option.value, option.label, option.closed) for option in found.left.options]
    name = thrower(at)
    throw = next(row for row in rows if row[0] == name)
    assert throw[1].endswith("(1CP)")
    assert throw[2] == ()
    assert not any(value.endswith(" 0") for value, _, _ in rows)
    assert at.RULESET.headline(found.end).points is None
    wrong = "command points are not counted yet: cp = 3 begins to count them, for both armies"
    assert refused(found.battle, "cp -1") == refused(found.battle, "theirs cp +1") == wrong


@EACH
@pytest.mark.rule("EVE-51")
def test_the_gain_is_a_setting(at: Any) -> None:
    none = played(at, END, settings={"command_points_gain": "0"})
    assert points(none) == (0, 0)
    assert not none.said("command points")
    assert points(played(at, END, settings={"command_points_gain": "2"})) == (4, 4)


@EACH
@pytest.mark.rule("EVE-51")
def test_more_than_one_a_round_is_taken_and_told(at: Any) -> None:
    over = "that makes +2 this round, and +1 is the most by rule"
    once = played(at, *told("cp +1"), *told("theirs cp +1"), END)
    assert points(once) == (3, 3)
    assert not once.said("the most by rule")
    twice = played(at, *told("cp +1"), END, *told("theirs cp +1"))  # the same army in the turn of the other
    assert points(twice) == (4, 2)
    assert twice.said(f"Mine: 1 CP gained, 4 now; {over}")
    assert played(at, *told("cp +2")).said(f"Mine: 2 CP gained, 3 now; {over}")
    assert not played(at, *told("cp +1"), END, END, *told("cp +1")).said("the most by rule")


# Told by hand


@EACH
@pytest.mark.rule("EVE-50", "EVE-56")
def test_a_line_spends_gains_and_sets_them_of_either_army(at: Any) -> None:
    found = played(at, *told("cp = 5, theirs cp -1, mine cp -2 for Storm of Shells; theirs 4 cp gained, first -1"))
    assert points(found) == (3, 4)
    assert found.said("Mine: 2 CP for Storm of Shells, 3 left")
    assert found.standing("First") == {"First man": [1, 1]}
    assert [len(each) for each in spent_in(found.table.log)] == [1, 1]
    assert spent_in(found.table.log)[0] == (("Storm of Shells", 2),)
    turn = played(at, END, *told("cp -1"))  # of the army whose turn it is
    assert points(turn) == (2, 1)


@EACH
@pytest.mark.rule("EVE-56", "EVE-57")
def test_what_cannot_be_is_refused_with_what_would_do(at: Any) -> None:
    battle = played(at).battle
    assert refused(battle, "cp -2") == "Mine has 1 CP: 2 cannot be spent; Mine cp = 2 if that is wrong"
    assert (
        refused(battle, "cp -1, cp -1")
        == "Mine has 0 CP: 1 cannot be spent; Mine cp = 1 if that is wrong, after “cp -1”"
    )
    assert played(at, *told("cp = 1")).said("Mine: 1 CP, as before")
    assert refused(battle, "cp 2") == "“cp 2”: is that cp = 2, cp -2 or cp +2?"


# Spent by what is used


@EACH
@pytest.mark.rule("EVE-52", "EVE-53")
def test_a_reroll_of_either_player_costs_one_at_once(at: Any) -> None:
    theirs = (at.squad("Guard", at.kind("Guard man", 5, Sv="5+", keywords=("VEHICLE",))),)
    mine = (shots(at), men(at, "Second"))
    begins = [("unit", "First"), ("target", "Guard"), ("hit:First gun", again([4, 1], 6)), ("wound:First gun", [6, 6])]
    whole = [*begins, ("save:Guard man" if at is tenth else "save:First gun", again([1, 6], 6))]
    found = played(at, *whole, mine=mine, theirs=theirs)
    assert points(found) == (0, 0)
    assert found.said(f"Mine: 1 CP for {COMMAND}, 0 left", "10E-CP-2")
    assert found.said(f"Theirs: 1 CP for {COMMAND}, 0 left", "10E-CP-2")
    assert spent_in(found.table.log) == (((COMMAND, 1),), ((COMMAND, 1),))


@EACH
@pytest.mark.rule("EVE-52", "EVE-57")
def test_a_used_reroll_counts_before_its_attack_is_over(at: Any) -> None:
    shoots = [("unit", "First"), ("target", "Mob")]
    found = played(at, *shoots, ("hit:First gun", again([6, 1], 6)), mine=(shots(at), men(at, "Second")))
    assert found.left.key == "wound:First gun"
    assert (points(found), left_now(at.RULESET, found.table, found.table.record)) == ((1, 1), (0, 1))
    whole = [*shoots, ("hit:First gun", again([6, 1], 6)), ("wound:First gun", [1, 1])]
    for script, key in ((whole, "unit"), ([*whole, ("unit", "Second")], "target")):
        after = played(at, *script, start=4, mine=(shots(at), men(at, "Second")))
        assert after.left.key == key
        assert left_now(at.RULESET, after.table, after.table.record) == (4, 1), "and only once"


@EACH
@pytest.mark.rule("EVE-54", "EVE-57")
def test_a_reroll_that_a_later_change_leaves_unpaid_stays_and_is_told(at: Any) -> None:
    """The die was thrown at the table, so it lies as it fell."""
    shoots = [("unit", "First"), ("target", "Mob"), ("hit:First gun", again([6, 1], 6))]
    units = (shots(at), men(at, "Second"))
    at_the_wounds = played(at, *told("cp = 0"), *shoots, mine=units)
    assert left_now(at.RULESET, at_the_wounds.table, at_the_wounds.table.record) == (0, 1)
    assert at_the_wounds.left.dice == 2
    found = played(at, *told("cp = 0"), *shoots, ("wound:First gun", [1, 1]), mine=units)
    assert points(found) == (0, 1)
    assert found.said(f"Mine: 0 CP for {COMMAND}, 0 left; it needs 1, and more were not there")
    assert spent_in(found.table.log) == ((), ())


@EACH
@pytest.mark.rule("EVE-54")
def test_what_an_ability_rolls_again_is_free(at: Any) -> None:
    own = "re-roll one hit roll"
    free = {"first": [6, 1], "more": [{"by": own, "first": [6]}]}
    script = [("unit", "First"), ("target", "Mob"), ("hit:First gun", free), ("wound:First gun", [1, 1])]
    found = played(at, *script, mine=(shots(at, own), men(at, "Second")))
    assert points(found) == (1, 1)
    assert not found.said(" CP for ")
    both = {"first": [1, 1], "more": [{"by": own, "first": [6]}, {"by": COMMAND, "first": [6]}]}
    found = played(at, *script[:2], ("hit:First gun", both), script[3], mine=(shots(at, own), men(at, "Second")))
    assert points(found) == (0, 1)
    assert len([text for text, _ in found.told if " CP for " in text]) == 1


@EACH
@pytest.mark.rule("EVE-52")
def test_a_thrown_stratagem_costs_one_if_it_is_thrown(at: Any) -> None:
    name = thrower(at)
    script = [("unit", name), (name, "Bombers"), ("target", "Mob"), ("distance", 6), (f"mortal:{name}", [1] * 6)]
    found = at.battle(*armies(at), *script, distance=6)
    assert points(found) == (0, 1)
    what = "Grenade" if at is tenth else "Explosives"
    assert found.said(f"Mine: 1 CP for {what}, 0 left")
    assert closed(found.left, name)[0][0].endswith(("was thrown this phase", "were thrown this phase"))
    assert points(played(at, ("unit", name), (name, "back"))) == (1, 1)


@EACH
@pytest.mark.rule("EVE-52", "EVE-53")
def test_overwatch_costs_one_once_it_shoots(at: Any) -> None:
    found = played(at, *[("unit", "overwatch"), ("overwatch", "Mob"), ("target", "First"), ("wound:Mob gun", [1] * 9)])
    assert points(found) == (1, 0)
    assert found.said("Theirs: 1 CP for Fire Overwatch, 0 left")
    assert closed(played(at, *told("theirs cp = 0")).left, "overwatch") == [
        ("needs 1 CP, 0 left; theirs cp +1 if that is wrong", "10E-CP-2")
    ]


@EACH
@pytest.mark.rule("EVE-52")
def test_overwatch_that_reaches_nobody_costs_nothing_and_nothing_later(at: Any) -> None:
    fires = [("unit", "overwatch"), ("overwatch", "Mob")]
    far = at.battle(*armies(at), *fires, ("target", "First"), distance=30)
    assert far.left.key in ("unit", "target")
    whole = [*fires, ("target", "First"), *([("target", "Bombers")] if far.left.key == "target" else [])]
    assert points(at.battle(*armies(at), *whole, distance=30)) == (1, 1)
    shots = [("unit", "First"), ("target", "Mob"), ("distance", 12), ("wound:First gun", [1] * 3)]
    later = at.battle(*armies(at), *whole, *shots, distance=30)
    assert points(later) == (1, 1)
    assert spent_in(later.table.log) == ((), ())


@EACH
@pytest.mark.rule("EVE-52")
def test_a_distance_beyond_overwatch_is_asked_again_before_it_loses_the_target(at: Any) -> None:
    """A weapon of 36" reaches 24" in Overwatch: its line said 36", and 30" closed the target at once."""
    mob = at.squad("Mob", at.kind("Mob man", 3, at.gun("Mob gun", "Rapid Fire 1", range=36)))
    found = at.battle(*armies(at, theirs=(mob,)), ("unit", "overwatch"), ("target", "First"), distance=20)
    asked = found.question("distance")
    assert (asked.reach, asked.decides) == (24, 'reach: Mob guns 24" (half 18")')
    assert asked.doubt(30).startswith("30 inches: nothing of this unit reaches further than 24. Type the distance anew")
    own = at.squad("First", at.kind("First man", 3, at.gun("First gun", range=36)))
    in_turn = at.battle(*armies(at, mine=(own,)), ("unit", "First"), ("target", "Mob"), distance=20)
    assert in_turn.question("distance").reach == 36


@EACH
@pytest.mark.rule("EVE-52")
def test_free_overwatch_needs_no_points(at: Any) -> None:
    theirs = (men(at, "Mob", "Free Overwatch"), men(at, "Others"))
    none = told("theirs cp = 0")
    fires = [("unit", "overwatch"), ("overwatch", "Mob"), ("target", "First"), ("wound:Mob gun", [1] * 3)]
    found = played(at, *none, *fires, theirs=theirs)
    assert points(found) == (1, 0)
    asked = found.question("overwatch")
    assert closed(asked, "Mob") == []
    assert closed(asked, "Others") == [("needs 1 CP, 0 left; theirs cp +1 if that is wrong", "10E-CP-2")]
    assert spent_in(found.table.log) == ((), ())


@EACH
@pytest.mark.rule("EVE-52")
def test_a_zero_behind_a_row_makes_it_one_cheaper(at: Any) -> None:
    name = thrower(at)
    free = [("unit", f"{name} 0"), (name, "Bombers"), ("target", "Mob"), ("distance", 6), (f"mortal:{name}", [1] * 6)]
    found = at.battle(*armies(at), *told("cp = 0"), *free, distance=6)
    assert points(found) == (0, 1)
    asked = found.question("unit", 1)
    assert closed(asked, name) == [(SHORT, "10E-CP-2")]
    cheaper = next(option for option in asked.options if option.less)
    assert (cheaper.rarely_chosen, cheaper.closed) == (True, ())
    assert cheaper.label.endswith("(0CP, if a rule makes it cheaper)")
    with pytest.raises(BadAnswer, match="needs 1 CP, 0 left"):
        parse(asked, name[:4])
    rich = played(at, *told("cp = 2")).left
    assert parse(rich, f"{name[:4]} 0") == f"{name} 0"
    assert parse(rich, name[:4]) == name
    rows = [row_of(option) for option in rich.options]
    assert [rich.options[row_typed(text, rich, rows)].value for text in (name[:4], f"{name[:4]} 0", f"#{3}")] == [
        name, f"{name} 0", name,
    ]  # fmt: skip
    assert next(option.label for option in rich.options if option.value == name).endswith("(1CP of 2)")


@pytest.mark.rule("EVE-52", "EVE-53")
def test_10e_reactions_cost_one_and_close_for_want_of_it() -> None:
    shoots = [("unit", "First"), ("target", "Smokers")]
    down = played(tenth, *shoots, ("reaction:Smokers", "go to ground"), ("wound:First gun", [1] * 3))
    assert points(down) == (1, 0)
    assert down.said("Theirs: 1 CP for Go to Ground, 0 left")
    assert next(one.label for one in down.question("reaction:Smokers").options if one.value == "smokescreen").endswith(
        "(1CP of 1)"
    )
    smoke = played(tenth, *shoots, ("reaction:Smokers", "smokescreen 0"), ("wound:First gun", [1] * 3))
    assert points(smoke) == (1, 1)
    assert smoke.marks("Smokers") == ["smokescreen"]
    poor = played(tenth, *told("theirs cp = 0"), *shoots, ("wound:First gun", [1] * 3))
    assert "reaction:Smokers" not in poor.keys, "only rows for one point less are open: nobody is asked"
    saved = played(tenth, *told("theirs cp = 0"), *told("theirs cp = 1"), *shoots, ("reaction:Smokers", "smokescreen"))
    assert points(saved) == (1, 0)
    free = ArmyEntry("Fog", STRATAGEM, ("incoming: -1 to hit",), when=TARGETED, lasts=PHASE, once=ONCE_A_PHASE)
    mine, theirs = armies(tenth)
    block = ArmyBlock(stratagems=(free,))
    asked = tenth.battle(mine, theirs.but(block=block), *told("theirs cp = 0"), *shoots).question("reaction:Smokers")
    why = [("needs 1 CP, 0 left; theirs cp +1 if that is wrong", "10E-CP-2")]
    assert closed(asked, "go to ground") == closed(asked, "smokescreen") == why


@pytest.mark.rule("EVE-52", "EVE-53")
def test_11e_smokescreen_costs_one_and_closes_for_want_of_it() -> None:
    smoke = played(eleventh, ("smokescreen", "Smokers"))
    assert points(smoke) == (1, 0)
    assert smoke.said("Theirs: 1 CP for Smokescreen, 0 left")
    assert points(played(eleventh, ("smokescreen", "Smokers 0"))) == (1, 1)
    assert played(eleventh).question("smokescreen").default == "nobody"
    assert "smokescreen" not in played(eleventh, settings={"command_points_gain": "0"}).keys


# Limits


@EACH
@pytest.mark.rule("EVE-53")
def test_no_stratagem_on_an_own_unit_that_is_battle_shocked(at: Any) -> None:
    why = [("it is Battle-shocked", "10E-CP-3")]
    found = played(at, *told("bombers shocked"), *told("mob shocked"), ("unit", "overwatch"), ("overwatch", "back"))
    assert closed(found.left, thrower(at)) == why
    assert closed(found.question("overwatch"), "Mob") == why
    assert closed(played(at, *told("bombers shocked"), *told("bombers not shocked")).left, thrower(at)) == []


@pytest.mark.rule("EVE-53")
def test_10e_a_battle_shocked_target_cannot_react() -> None:
    shots = [("unit", "First"), ("target", "Smokers"), ("wound:First gun", [1] * 3)]
    assert "reaction:Smokers" not in played(tenth, *told("smokers shocked"), *shots).keys
    assert "reaction:Smokers" in played(tenth, *shots).keys
    uncounted = played(tenth, *told("smokers shocked"), *shots, start=None)
    assert "reaction:Smokers" in uncounted.keys, "as ever, where points are not counted"


@pytest.mark.rule("EVE-53")
def test_11e_one_stratagem_a_phase_for_each_unit() -> None:
    class Set:
        def __init__(self, value: str) -> None:
            self.value = value

        def setting(self, key: str) -> str:
            assert key == "one_stratagem"
            return self.value

    smoke = played(eleventh, ("smokescreen", "Smokers")).battle
    why = why_not_on(smoke, (1, 1), Set("yes"))  # type: ignore[arg-type]
    assert [one.text for one in why] == ["Smokers had Smokescreen this phase"]
    assert why_not_on(smoke, (1, 0), Set("yes")) == ()  # type: ignore[arg-type]
    assert why_not_on(smoke, (1, 1), Set("no")) == ()  # type: ignore[arg-type]
    after = played(eleventh, ("smokescreen", "Smokers"), END).battle
    assert why_not_on(after, (1, 1), Set("yes")) == ()  # type: ignore[arg-type]
    other = noted_on(played(tenth).battle, (1, 0), "Smokescreen")
    assert why_not_on(other, (1, 0), Set("yes")) == (), "10th edition has no such limit"  # type: ignore[arg-type]


@pytest.mark.rule("EVE-53")
def test_11e_what_a_unit_had_counts_for_its_parts() -> None:
    mage = eleventh.squad("Mage", eleventh.kind("Mage", 1, keywords=("INFANTRY", "CHARACTER"), character=True))
    whole = eleventh.led(men(eleventh, "Smokers", keywords=("INFANTRY", "SMOKE")), mage)
    found = played(eleventh, ("smokescreen", "Smokers"), *told("mage dead"), theirs=(whole,))
    assert "Smokescreen: on 1 Smokers" in found.battle.stratagems


@EACH
@pytest.mark.rule("EVE-54")
def test_a_reroll_closes_without_points_with_the_reason(at: Any) -> None:
    def again_at_the_wounds(n: int | None, *has: str, also: str = "") -> tuple[list[str], list[str]]:
        """Whose re-rolls are offered, and why others are not. With None no points are counted."""
        counted: dict[str, Any] = {"start": None} if n is None else {}
        line = "first shocked" if n is None else f"cp = {n}, theirs cp = 0{also}"
        found = played(at, *told(line), ("unit", "First"), ("target", "Mob"),
                       ("hit:First gun", [6, 1]), mine=(shots(at, *has), men(at, "Second")), **counted)  # fmt: skip
        assert found.left.key == "wound:First gun"
        why: list[str] = []

        def not_paid(right: Any, record: Any) -> str:
            return why_no_reroll(at.RULESET, found.table, at.RULESET.sides(record)[right.owner != ATTACKER], right.cost)

        rolls = lying(found.table, SimpleNamespace(last=lambda: 0), why.append, not_paid)  # type: ignore[arg-type]
        return [roll.who.name for roll in rolls], why

    own = "re-roll one hit roll"
    assert again_at_the_wounds(0) == ([], [SHORT])
    assert again_at_the_wounds(2) == ([COMMAND], [])
    assert again_at_the_wounds(0, own) == ([own], [SHORT])
    assert again_at_the_wounds(2, own) == ([own, COMMAND], [])
    assert again_at_the_wounds(2, own, also=", mob shocked") == ([own, COMMAND], [])
    assert again_at_the_wounds(None) == ([COMMAND], [])
    assert again_at_the_wounds(2, own, also=", first shocked") == ([own], [f"{COMMAND}: First is Battle-shocked"])


# Courses


@EACH
@pytest.mark.rule("EVE-51", "EVE-52")
def test_a_course_of_rerolls_reactions_and_overwatch(at: Any) -> None:
    """The first player re-rolls and the second reacts in turn 1; the second fires Overwatch in turn 2."""
    mine = (shots(at), men(at, "Second"))
    shoots = [("unit", "First"), ("target", "Smokers")]
    dice = [("hit:First gun", again([1, 1], 2))]
    if at is tenth:
        first = [*shoots, ("reaction:Smokers", "go to ground"), *dice]
    else:
        first = [("smokescreen", "Smokers"), *shoots, *dice]
    watch = [("unit", "overwatch"), ("overwatch", "Mob"), ("target", "First"), ("wound:Mob gun", [1] * 9)]
    assert points(played(at, *first, mine=mine)) == (0, 0)
    assert points(played(at, *first, END, mine=mine)) == (1, 1)
    assert points(played(at, *first, END, END, *watch, mine=mine)) == (2, 1)
    four = played(at, *first, END, END, *watch, END, mine=mine)
    assert points(four) == (3, 2)
    reacted = "Go to Ground" if at is tenth else "Smokescreen"
    assert spent_in(four.table.log) == (((COMMAND, 1),), ((reacted, 1), ("Fire Overwatch", 1)))


@EACH
@pytest.mark.rule("EVE-50", "EVE-51", "EVE-53", "EVE-57")
def test_random_evenings_come_to_what_a_plain_count_says(at: Any) -> None:
    """Turns, gains, sets and uses in any order, against two numbers that are kept beside it."""
    name = thrower(at)
    rng = random.Random(50)
    for _ in range(12):
        left, turn, thrown, watched, script = [1, 1], 0, False, False, list[Any]()
        for _ in range(rng.randrange(4, 12)):
            act, mine = rng.choice(("end", "gain", "spend", "set", "throw", "watch")), turn % 2
            side = rng.choice((0, 1))
            who = ("red", "blue")[side]
            if act == "end":
                script += [END]
                left, turn, thrown, watched = [n + 1 for n in left], turn + 1, False, False
            elif act == "gain":
                script += told(f"{who} cp +1")
                left[side] += 1
            elif act == "spend" and left[side]:
                script += told(f"{who} cp -1")
                left[side] -= 1
            elif act == "set" and left[side] != 4:
                script += told(f"{who} cp = 4")
                left[side] = 4
            elif act == "throw" and left[mine] and not thrown:
                unit, whom = ("A", "B") if mine == 0 else ("B", "A")
                script += [("unit", name), ("target", whom), (f"mortal:{name}", [1] * 6)]
                left[mine], thrown = left[mine] - 1, True
            elif act == "watch" and left[1 - mine] and not watched:
                unit, whom = ("B", "A") if mine == 0 else ("A", "B")
                script += [("unit", "overwatch"), ("target", whom), (f"wound:{unit} gun", [1] * 3)]
                left[1 - mine], watched = left[1 - mine] - 1, True
        grenades = ("INFANTRY", "GRENADES" if at is tenth else "EXPLOSIVES")
        red = counted(at.army("Red Host", men(at, "A", keywords=grenades), men(at, "A2")))
        blue = at.army("Blue Host", men(at, "B", keywords=grenades), men(at, "B2"))
        found = at.battle(red, blue, *script, distance=6)
        assert points(found) == tuple(left), script
        assert at.RULESET.headline(found.end).points == tuple(left)


# Shown at the end


@EACH
@pytest.mark.rule("EVE-57")
def test_the_end_of_the_battle_says_what_was_spent_on_what(at: Any) -> None:
    found = played(at, *told("cp = 9, theirs cp = 9, cp -3 for Storm of Shells, cp -1, theirs cp -2 for Contempt"))
    start = at.RULESET.begin_battle(*armies(at), None)
    end = battle_end(found.table, at.RULESET, start, found.end, LuckReport((), ()))
    assert [army.spent for army in end.armies] == [(("Storm of Shells", 3), ("elsewhere", 1)), (("Contempt", 2),)]
    wide = "\n".join(line.plain.rstrip() for line in battle_lines(end, "", {}, 100))
    assert "COMMAND POINTS SPENT  ▲ 4 (Storm of Shells 3, elsewhere 1)   ● 2 (Contempt 2)" in wide
    middle = "\n".join(line.plain.rstrip() for line in battle_lines(end, "", {}, 70))
    assert "▲ 4 (Storm of Shells 3 …)   ● 2 (Contempt 2)" in middle
    assert "  ▲ 4 (Storm of Shells 3, elsewhere 1)" in [line.plain.rstrip() for line in battle_lines(end, "", {}, 40)]
    assert "Mine: command points spent: 4 (Storm of Shells 3, elsewhere 1)." in battle_words(end, {})
    late = played(at, END, END, *told("cp = 3"), *told("cp -1"), start=None)
    end = battle_end(late.table, at.RULESET, start, late.end, LuckReport((), ()))
    wide = "\n".join(line.plain.rstrip() for line in battle_lines(end, "", {}, 80))
    assert "COMMAND POINTS SPENT SINCE TURN 2  ▲ 1 (elsewhere 1)   ● 0" in wide
    assert "Theirs: command points spent since turn 2: 0." in battle_words(end, {})
    uncounted = played(at, start=None)
    end = battle_end(uncounted.table, at.RULESET, start, uncounted.end, LuckReport((), ()))
    assert [army.spent for army in end.armies] == [None, None]
    assert "COMMAND POINTS" not in "\n".join(line.plain for line in battle_lines(end, "", {}, 100))


@EACH
@pytest.mark.rule("EVE-80")
def test_the_end_of_the_battle_has_what_was_noted(at: Any) -> None:
    found = played(at, *told("note 45-38"), *told("first -1, note the bridge is down"))
    end = battle_end(found.table, at.RULESET, at.RULESET.begin_battle(*armies(at), None), found.end, LuckReport((), ()))
    assert end.notes == ("45-38", "the bridge is down")
    lines = [line.plain.rstrip() for line in battle_lines(end, "", {}, 80)]
    assert f"  {'NOTED':<18}  45-38 · the bridge is down" in lines
    narrow = [line.plain.rstrip() for line in battle_lines(end.but(notes=("45-38", "the bridge " * 9)), "", {}, 40)]
    (noted,) = (line for line in narrow if line.startswith("  NOTED  "))
    assert len(noted) <= 40
    assert "the bridge" in noted
    assert "45-38" not in noted
    assert battle_words(end, {})[-1] == "Noted: 45-38 · the bridge is down."
