"""Rules and stratagems told by their names: they do what their list says, cost what it says, and keep its limits."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from shoot_cli.armies.army import AFTER, EACH_TURN, ENEMY, NO_LIMIT, ONCE_A_BATTLE, TARGETED, TOLD
from shoot_cli.battle.turns import NEXT_TURN
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.datasheets.army_rules import offered
from tests.rules.datasheets.test_entries import (
    EACH,
    SHOT,
    fight,
    happens,
    men,
    rule,
    shoots,
    stratagem,
    with_block,
)
from tests.rules.eleventh.helpers import tabletop as eleventh

STORM, FURY = stratagem("Storm", "+1 to hit"), stratagem("Fury", "+1 to wound")


def refused(game: Any, key: str, answer: Any) -> str:
    """The words with which the last question with this key refuses an answer; "" if it takes it."""
    asked = next(one for one in game.questions[::-1] if one.key == key)
    try:
        asked.read(answer)
    except BadAnswer as error:
        return str(error)
    return ""


def line_refused(at: ModuleType, entries: tuple[Any, ...], text: str) -> str:
    with pytest.raises(BadAnswer) as error:
        happens(at, entries, text)
    return str(error.value)


@EACH
@pytest.mark.rule("EVE-40", "EVE-22")
@pytest.mark.parametrize("said", ["Blind", "-1 to hit as Blind"])
def test_what_is_put_on_an_enemy_is_for_those_of_its_list_however_it_is_told(at: ModuleType, said: str) -> None:
    blind = stratagem("Blind", "-1 to hit", on=ENEMY, whom="HERO", lasts=NEXT_TURN)
    mine = with_block(at.army("Mine", men(at, keywords=("INFANTRY", "HERO")), men(at, "Others")), blind, points=3)
    theirs = at.army("Theirs", men(at, "Mob", 5), at.tank(at.gun("gun")))
    shots = (*shoots("Men", "Mob", {"target_effects": [said]}), *shoots("Others", "Mob"))
    played = at.battle(mine, theirs, *shots)
    assert [played.need(nth=nth) for nth in (0, 1)] == [4, 3]
    assert played.said("attacks at Mob: -1 to hit (Blind), until Mine's turn 2; told by Mine, 1CP")
    asked = at.battle(mine, theirs, ("unit", "Others"), ("target", "Mob"))
    assert refused(asked, "facts:Mob", {"target_effects": [said]}).endswith("Blind is for HERO, and Others is not")


@EACH
@pytest.mark.rule("EVE-20", "EVE-30")
def test_the_name_of_an_entry_with_other_words_is_refused(at: ModuleType) -> None:
    why = "Storm is +1 to hit: tell +1 to wound with another name, or without one"
    for text in ("men: +1 to wound as Storm", "all infantry: +1 to wound as storm this turn"):
        assert line_refused(at, (STORM,), text).endswith(why), text
    game = fight(at, (STORM,), (), ("unit", "Men"), ("target", "Mob"))
    assert refused(game, "facts:Mob", {"effects": ["+1 to wound as Storm"]}).endswith(why)


@EACH
@pytest.mark.rule("EVE-23", "EVE-52")
def test_many_units_have_a_rule_by_its_words_and_name_for_one_price(at: ModuleType) -> None:
    played = happens(at, (rule("Storm", "+1 to hit", when=TOLD, cost=1),), "all: +1 to hit as storm")
    assert [[one.words for one in played.unit_at(name).tellings] for name in ("Men", "Others")] == [["+1 to hit"]] * 2
    assert played.battle.points.left == (3, 1)
    assert line_refused(at, (STORM,), "theirs all: Storm").endswith(
        "Storm is for units of Mine, and those are units of Theirs"
    )


@EACH
@pytest.mark.rule("EVE-23", "EVE-52", "EVE-53")
def test_a_stratagem_is_used_on_one_unit_or_on_each_at_its_price(at: ModuleType) -> None:
    """Of many units it is refused if it is once a phase; else each use of it costs, as long as the points last."""
    why = (
        "Storm is used on one unit, once a phase: name it, as in Men: Storm; what is for several units at one price "
        "stands under rules:"
    )
    for text in ("all: Storm", "all INFANTRY: +1 to hit as storm"):
        assert line_refused(at, (STORM,), text).endswith(why), text
    often = STORM.but(once=NO_LIMIT)
    played = happens(at, (often,), "all: Storm")
    assert [[one.words for one in played.unit_at(name).tellings] for name in ("Men", "Others")] == [["+1 to hit"]] * 2
    assert played.battle.points.left == (2, 1)
    assert [played.said(f"{name}: +1 to hit") for name in ("Men", "Others")] == [True, True]
    assert "Storm: needs 3 CP, 1 left" in line_refused(at, (often.but(cost=3),), "all: Storm")


@EACH
@pytest.mark.rule("EVE-45", "EVE-20")
def test_one_of_several_is_told_as_the_refusal_says(at: ModuleType) -> None:
    drill = rule("Drill", "one of: Lethal Hits, Sustained Hits 1")
    assert "as in Men: Lethal Hits as Drill" in line_refused(at, (drill,), "men: Drill")
    for text in ("men: Lethal Hits as Drill", "all: Lethal Hits as Drill"):
        played = happens(at, (drill,), text)
        assert [one.words for one in played.unit_at("Men").tellings] == ["Lethal Hits"], text
    shot = shoots("Men", "Mob", {"effects": ["+1 to hit as Aim"]})
    assert fight(at, (rule("Aim", "one of: +1 to hit, +1 to wound"),), (), *shot).need() == 2
    wrong = line_refused(at, (drill,), "men: Stealth as Drill")
    assert wrong.endswith("Drill is Lethal Hits, Sustained Hits 1: tell Stealth with another name, or without one")


@EACH
@pytest.mark.rule("EVE-53", "EVE-50")
def test_words_before_the_name_do_not_go_round_the_limits(at: ModuleType) -> None:
    once = STORM.but(once=ONCE_A_BATTLE)
    game = fight(at, (once,), (), *shoots("Men", "Mob", {"effects": ["storm"]}), ("unit", "Others"), ("target", "Mob"))
    dear = fight(at, (STORM.but(cost=3),), (), ("unit", "Men"), ("target", "Mob"), points=0)
    for said in ("Storm", "+1 to hit as Storm"):
        assert refused(game, "facts:Mob", {"effects": [said]}).endswith("Storm: used this battle")
        short = "Storm: needs 3 CP, 1 left; cp +2 if that is wrong"
        assert refused(dear, "facts:Mob", {"effects": [said]}).endswith(short)


@EACH
@pytest.mark.rule("EVE-53", "EVE-57", "11E-STRAT-2")
def test_two_at_once_must_both_be_paid_and_both_be_allowed(at: ModuleType) -> None:
    poor, rich = (fight(at, (STORM, FURY), (), ("unit", "Men"), ("target", "Mob"), points=n) for n in (0, 5))
    short, had = "Fury: needs 1 CP, 0 left; cp +1 if that is wrong", "Fury: Men had Storm this phase"
    both = (
        {"entry:Storm": "yes", "entry:Fury": "yes"},
        {"effects": ["Storm", "Fury"]},
        {"entry:Storm": "yes", "effects": ["Fury"]},
    )
    for said in both:
        one_each = at is eleventh
        assert refused(poor, "facts:Mob", said).endswith(had if one_each else short), said
        assert refused(rich, "facts:Mob", said).endswith(had if one_each else ""), said
        assert bool(refused(rich, "facts:Mob", said)) == one_each
    assert bool(refused(poor, "facts:Mob", {"entry:Storm 0": "yes", "effects": ["Fury"]})) == (at is eleventh)
    assert not refused(poor, "facts:Mob", {"entry:Storm": "yes", "effects": ["Storm"]})  # it is used once


@EACH
@pytest.mark.rule("EVE-52", "EVE-55", "EVE-57")
def test_in_overwatch_there_must_be_enough_for_both(at: ModuleType) -> None:
    watch = [("unit", "overwatch"), ("overwatch", "Mob"), ("target", "Men")]
    more = {"settings": {"one_stratagem": "no"}} if at is eleventh else {}
    for points, why in ((0, "Fury: needs 1 CP, 0 left; theirs cp +1 if that is wrong"), (1, "")):
        game = fight(at, (), (FURY,), *watch, ("facts:Men", {}), ("hit:gun", [1] * 5), points=points, **more)
        assert refused(game, "facts:Men", {"effects": ["Fury"]}).endswith(why)
        assert bool(refused(game, "facts:Men", {"effects": ["Fury"]})) == bool(why)


# Reactions, and what is used after shots -----------------------------------------------------------------------------

DUCK = stratagem("Duck", "incoming: -1 to hit", when=TARGETED)


def answered(at: ModuleType, words: str, *before: Any, entries: tuple[Any, ...] = (DUCK,), points: Any = None) -> Any:
    script = [
        *before,
        *SHOT,
        ("reaction:Mob", "something else in force"),
        ("in force on Mob", [words]),
        ("hit:gun", [1]),
    ]
    return fight(at, (), entries, *script, points=points)


@EACH
@pytest.mark.rule("EVE-32", "EVE-30")
def test_something_else_takes_names_as_every_other_line_does(at: ModuleType) -> None:
    told = [("unit", "something happened"), ("happened", "tank: incoming: -1 to hit as Smoke")]
    assert answered(at, "Smoke", *told).need() == 4
    assert answered(at, "incoming: -1 to hit as smoke").need() == 4
    dig = stratagem("Dig", "incoming: -1 to hit", when=TOLD)
    for words in ("dig", "incoming: -1 to hit as Dig"):
        played = answered(at, words, entries=(DUCK, dig), points=1)
        assert (played.need(), played.battle.points.left[1]) == (4, 1)
        assert played.said("attacks at Mob: -1 to hit (Dig), this phase; told by Theirs, 1CP")


@EACH
@pytest.mark.rule("EVE-32", "EVE-28", "EVE-53")
def test_something_else_refuses_what_comes_too_late_or_cannot_be_used(at: ModuleType) -> None:
    tanks = stratagem("Rumble", "incoming: -1 to hit", when=TOLD, whom="VEHICLE")
    twice = stratagem("Dig", "incoming: -1 to hit", when=TOLD), stratagem("Hide", "Stealth", when=TOLD)
    game = answered(at, "Feel No Pain 5+", entries=(DUCK, tanks, *twice), points=0)
    for words, why in {
        "Lone Operative": "comes too late here",
        '+6" range': "comes too late here",
        "Rumble": "Rumble is for VEHICLE, and Mob is not",
    }.items():
        assert why in refused(game, "in force on Mob", [words]), words
    assert refused(game, "in force on Mob", ["Dig", "Hide"])


@EACH
@pytest.mark.rule("EVE-43", "EVE-45")
def test_after_shots_one_of_several_is_picked(at: ModuleType) -> None:
    dig = stratagem("Dig", "one of: incoming: -1 to hit, +1 to hit", when=AFTER)
    script = (*shoots("Men", "Mob"), ("after:Dig:Mob", "Incoming: -1 to hit"), *shoots("Others", "Mob"))
    played = fight(at, (), (dig,), *script)
    assert played.need(nth=1) == 4
    assert [option.label for option in played.question("after:Dig:Mob").options][1:] == [
        "Dig: to hit -1 · 1CP",
        "Dig: +1 to hit · 1CP",
    ]


@EACH
@pytest.mark.rule("EVE-43", "EVE-22")
def test_after_shots_what_is_put_on_an_enemy_is_put_on_who_shot(at: ModuleType) -> None:
    curse = stratagem("Curse", "-1 to hit", when=AFTER, on=ENEMY, lasts=NEXT_TURN)
    played = fight(at, (), (curse,), *shoots("Men", "Mob"), ("after:Curse:Mob", "yes"), ("unit", "Others"))
    assert played.said("attacks at Men: -1 to hit (Curse), until Theirs' turn 1; told by Theirs, 1CP")


@EACH
@pytest.mark.rule("EVE-43")
def test_after_shots_a_unit_that_shoots_back_by_itself_has_the_other_entries(at: ModuleType) -> None:
    dig, back = stratagem("Dig", "incoming: -1 to hit", when=AFTER), stratagem("Back", "Shoots back", when=AFTER)
    mob = at.squad("Mob", at.kind("Mob man", 5, at.gun("gun"), has=("Shoots back",), W=1, Sv="-"))
    mine, theirs = at.army("Mine", men(at), men(at, "Others")), with_block(at.army("Theirs", mob), dig, back)
    script = (*shoots("Men", "Mob"), ("shoots back:Mob", "no"), ("after:Dig:Mob", "yes"))
    assert at.battle(mine, theirs, *script, *shoots("Others", "Mob")).need(nth=1) == 4


@EACH
@pytest.mark.rule("EVE-40", "EVE-43")
def test_words_that_are_said_late_let_nobody_shoot_without_weapons(at: ModuleType) -> None:
    secret = stratagem("Secret", when=AFTER, once=NO_LIMIT)
    mine = at.army("Mine", men(at), men(at, "Others"))
    theirs = with_block(at.army("Theirs", at.targets(5, "Mob"), men(at, "Last")), secret)
    script = (*shoots("Men", "Mob"), ("after:Secret:Mob", "yes"), ("words of Secret", ["Shoots back"]))
    assert at.battle(mine, theirs, *script, *shoots("Others", "Mob")).need(nth=1) == 3


# Limits of units, and entries for nobody -----------------------------------------------------------------------------


@pytest.mark.rule("EVE-53", "11E-STRAT-2")
def test_told_of_many_units_it_is_the_one_stratagem_of_each() -> None:
    trick = stratagem("Trick", "+1 to hit", when=TOLD, once=NO_LIMIT)
    fury = stratagem("Fury", "+1 to wound", when=TOLD)
    for name in ("Men", "Others"):
        why = line_refused(eleventh, (trick, fury), f"all: Trick, {name}: Fury")
        assert why.endswith(f"Fury: {name} had Trick this phase, after “all: Trick”")


@pytest.mark.rule("EVE-23", "11E-STRAT-2")
def test_who_may_not_have_an_entry_told_of_many_has_it_not() -> None:
    trick, fury = stratagem("Trick", "+1 to hit", when=TOLD), stratagem("Fury", "+1 to wound", when=TOLD)
    played = happens(eleventh, (trick, fury), "men: Trick, all: Fury")
    assert [[one.name for one in played.unit_at(name).tellings] for name in ("Men", "Others")] == [["Trick"], ["Fury"]]


@EACH
@pytest.mark.rule("EVE-40", "EVE-42")
def test_no_enemy_is_named_for_units_that_nobody_has(at: ModuleType) -> None:
    grudge = rule("Grudge", "re-roll hit rolls", when=EACH_TURN, on=ENEMY, whom="GHOST")
    assert "if Grudge target" not in fight(at, (grudge,), (), *shoots("Men", "Mob")).every_key


@EACH
@pytest.mark.rule("EVE-40", "EVE-45")
def test_only_a_stance_is_once_a_battle_for_each_of_several(at: ModuleType) -> None:
    either = stratagem("Either", "one of: Lethal Hits, +1 to wound", once=ONCE_A_BATTLE)
    assert "each" not in offered(either)
    assert "each once a battle" in offered(either.but(when=EACH_TURN))
    game = fight(
        at, (either,), (), *shoots("Men", "Mob", {"entry:Either": "Lethal Hits"}), ("unit", "Others"), ("target", "Mob")
    )
    assert [bool(option.closed) for option in game.question("entry:Either", 1).options] == [False, True, True]
