"""Switches of units: abilities that no words of lists say whole, as rows of the attacks that they touch."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from shoot_cli.armies.army import AFTER, ARMY, ENEMY, OWN, SHOOTS, SWITCH, TARGETED, TOLD, ArmyEntry
from shoot_cli.asked.rows import fact_rows
from shoot_cli.asked.scene import current_facts
from shoot_cli.asked.sentences import reasons
from shoot_cli.battle.turns import ATTACK, PHASE
from shoot_cli.engine.reasons import Amend, BadAnswer
from shoot_cli.rules.datasheets.profiles import Unit
from tests.rules import test_every_amendment as amendments
from tests.rules.datasheets.test_entries import EACH, men, shoots
from tests.rules.datasheets.test_happened import MENU, refused
from tests.rules.datasheets.test_told_at_agreed import LISTS
from tests.rules.datasheets.test_told_effects import EDITIONS
from tests.rules.test_every_ruleset import Game, Killed


def switch(name: str, when: str = SHOOTS, on: str = OWN, lasts: str = ATTACK, *effects: str) -> ArmyEntry:
    return ArmyEntry(name, SWITCH, effects, on=on, when=when, lasts=lasts)


def having(unit: Unit, *switches: ArmyEntry) -> Unit:
    return unit.but(models=tuple((model.but(switches=switches), n) for model, n in unit.models))


def fight(
    at: ModuleType, of_men: tuple[ArmyEntry, ...], of_mob: tuple[ArmyEntry, ...], *script: Any, **more: Any
) -> Any:
    """A battle of Men and Others against Mob and Tank."""
    others = having(men(at, "Others"), *more.pop("of_others", ()))
    mine = at.army("Mine", having(men(at), *of_men), others)
    theirs = at.army("Theirs", having(men(at, "Mob", 5), *of_mob), at.tank(at.gun("gun")))
    return at.battle(mine, theirs, *script, **more)


def said(name: str, *words: str) -> tuple[str, list[str]]:
    return f"words of {name}", [*words]


def using(name: str, target: str, key: str, *words: str, hit: int = 1) -> list[Any]:
    begin = [("unit", name), ("target", target), (f"facts:{target}", {f"switch:{key}": "yes"})]
    return [*begin, *([said(key.removeprefix("at the target:"), *words)] if words else []), ("hit:gun", [hit])]


def rows(played: Any, target: str = "Mob", nth: int = 0) -> dict[str, bool]:
    """The rows of switches at AGREED, and whether they are in sight."""
    asked = played.question(f"facts:{target}", nth)
    of_keys = {row.also[0]: row for row in fact_rows(asked, {}, current_facts(asked, {})) if row.also}
    return {
        of_keys[part.key].label: not of_keys[part.key].rarely_chosen for part in asked.parts if "switch:" in part.key
    }


def chosen(at: ModuleType, of_men: tuple[ArmyEntry, ...], of_mob: tuple[ArmyEntry, ...] = (), **more: Any) -> Any:
    return fight(at, of_men, of_mob, ("unit", "Men"), ("target", "Mob"), **more)


# Where the rows stand ------------------------------------------------------------------------------------------------


@EACH
def test_a_switch_is_in_sight_at_its_moment_alone(at: ModuleType) -> None:
    mine = switch("Old Oath"), switch("Grim Resolve", TARGETED), switch("Relic", TOLD), switch("Prey", AFTER, ENEMY)
    theirs = switch("Hard Shells", TARGETED), switch("Fury"), switch("Idol", TOLD, ARMY)
    assert rows(chosen(at, mine, theirs)) == {
        "Old Oath: counts now? no": True, "Mob, Hard Shells: counts now? no": True,
        "Men, Relic: counts now? no": False, "Men, Prey: counts now? no": False, "Mob, Idol: counts now? no": False,
    }  # fmt: skip


@EACH
def test_what_comes_after_shooting_is_in_sight_for_others_once_its_unit_has_shot(at: ModuleType) -> None:
    script = [*shoots("Men", "Mob"), ("unit", "Others"), ("target", "Mob")]
    played = fight(at, (switch("Prey", AFTER, ENEMY),), (), *script)
    assert [rows(played, nth=nth) for nth in (0, 1)] == [
        {"Men, Prey: counts now? no": False}, {"Men, Prey: counts now? no": True},
    ]  # fmt: skip


@EACH
def test_at_most_three_switches_are_in_sight(at: ModuleType) -> None:
    found = rows(chosen(at, tuple(switch(f"Oath {n}") for n in range(5))))
    assert [*found.values()] == [True, True, True, False, False]


@EACH
def test_one_that_is_for_the_army_is_a_row_for_others_out_of_sight(at: ModuleType) -> None:
    aura, own = switch("Standard", SHOOTS, ARMY), switch("Own", SHOOTS)
    assert rows(chosen(at, (), of_others=(aura, own))) == {"Others, Standard: counts now? no": False}


@EACH
def test_both_sides_may_have_switches_of_one_name(at: ModuleType) -> None:
    played = chosen(at, (switch("Pride", TOLD),), (switch("Pride", TOLD), switch("PRIDE", TARGETED)))
    keys = [part.key for part in played.question("facts:Mob").parts if "switch:" in part.key]
    assert keys == ["switch:Pride", "switch:at the target:Pride"]


@EACH
def test_units_without_switches_have_the_rows_that_they_had(at: ModuleType) -> None:
    assert not rows(chosen(at, ()))
    bare = [part.key for part in chosen(at, ()).question("facts:Mob").parts]
    more = [part.key for part in chosen(at, (switch("Old Oath"),)).question("facts:Mob").parts]
    assert [key for key in more if "switch:" not in key] == bare


# What they do ---------------------------------------------------------------------------------------------------------


@EACH
def test_its_words_are_said_once_and_kept_for_the_battle(at: ModuleType) -> None:
    oath = switch("Old Oath")
    script = [*using("Men", "Mob", "Old Oath", "+1 to hit"), *using("Others", "Mob", "Old Oath")]
    played = fight(at, (oath,), (), *script, of_others=(oath,))
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 2]
    assert [*rows(played, nth=1)] == ["Old Oath: +1 to hit, this attack, counts now? no"]
    assert [one.key for one in played.questions].count("words of Old Oath") == 1
    assert played.said("Men: +1 to hit (Old Oath), this attack; told by Mine")


@EACH
def test_nothing_is_asked_if_nobody_takes_it(at: ModuleType) -> None:
    played = fight(at, (switch("Old Oath"),), (switch("Hard Shells", TARGETED),), *shoots("Men", "Mob"))
    plain = fight(at, (), (), *shoots("Men", "Mob"))
    asked = [one.key for one in played.questions if "switch:" not in one.key]
    assert sorted(asked) == sorted(one.key for one in plain.questions)
    assert played.need() == plain.need() == 3


@EACH
def test_words_with_a_span_stay_in_force_and_the_row_goes(at: ModuleType) -> None:
    script = [*using("Men", "Mob", "at the target:Hard Shells", "incoming: -1 to hit this battle"),
              ("unit", "Others"), ("target", "Mob")]  # fmt: skip
    played = fight(at, (), (switch("Hard Shells", TARGETED),), *script)
    assert played.need() == 4
    assert not rows(played, nth=1)
    assert "-1 to hit (Hard Shells)" in played.question("facts:Mob", 1).sentence({})


@EACH
def test_the_list_may_say_how_long_it_lasts(at: ModuleType) -> None:
    prey = switch("Prey", AFTER, ENEMY, PHASE)
    played = fight(at, (prey,), (), *[*using("Men", "Mob", "Prey", "+1 to hit"), *shoots("Others", "Mob")])
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 2]


@EACH
def test_of_those_who_are_shot_at_words_about_attacks_work_on_attacks_at_them(at: ModuleType) -> None:
    script = using("Men", "Mob", "at the target:Smoke", "-1 to hit")
    played = fight(at, (), (switch("Smoke", TARGETED),), *script)
    assert played.need() == 4
    assert played.said("attacks at Mob: -1 to hit (Smoke), this attack; told by Theirs")


@EACH
def test_what_the_list_says_it_does_is_not_asked(at: ModuleType) -> None:
    played = fight(at, (switch("Old Oath", SHOOTS, OWN, ATTACK, "+1 to hit"),), (), *using("Men", "Mob", "Old Oath"))
    assert played.need() == 2


@EACH
def test_one_of_several_is_picked_in_the_row(at: ModuleType) -> None:
    oath = switch("Old Oath", SHOOTS, OWN, ATTACK, "one of: +1 to hit; +1 to wound")
    script = [("unit", "Men"), ("target", "Mob"), ("facts:Mob", {"switch:Old Oath": "+1 to hit"}), ("hit:gun", [1])]
    assert fight(at, (oath,), (), *script).need() == 2


@EACH
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ('+6" range', "comes too late here"),
        ("Devastating Wounds with Torrent", "Torrent"),
        ("glorious", "glorious"),
        ("once per battle: +1 to hit", "once per"),
    ],
)
def test_words_that_cannot_be_here_are_refused_and_asked_again(at: ModuleType, words: str, why: str) -> None:
    script = using("Men", "Mob", "Old Oath", "+1 to hit")
    question = fight(at, (switch("Old Oath"),), (), *script).question("words of Old Oath")
    with pytest.raises(BadAnswer, match=why):
        question.read([words])


@EACH
def test_whoever_took_it_and_cannot_say_it_says_none_and_it_does_nothing(at: ModuleType) -> None:
    script = [*using("Men", "Mob", "Old Oath"), *using("Others", "Mob", "Old Oath", "+1 to hit")]
    script.insert(3, said("Old Oath"))
    oath = switch("Old Oath")
    played = fight(at, (oath,), (), *script, of_others=(oath,))
    assert [played.need(nth=nth) for nth in (0, 1)] == [3, 2]
    question = played.question("words of Old Oath")
    assert question.text.endswith("; none: it does not count")
    assert question.split("none") == [] == list(question.read([]))
    assert [*rows(played, nth=1)] == ["Old Oath: counts now? no"]


@EACH
def test_the_question_about_its_words_shows_how_they_are_written(at: ModuleType) -> None:
    script = using("Men", "Mob", "Old Oath", "+1 to hit")
    question = fight(at, (switch("Old Oath"),), (), *script).question("words of Old Oath")
    lines = reasons(question)
    for line in question.forms:
        assert line in lines
    for line in question.forms[:-1]:
        assert question.read([line.replace("WEAPON", "gun")])


@EACH
def test_it_goes_with_the_last_of_its_models(at: ModuleType) -> None:
    sergeant, trooper = men(at, "Sergeant").models[0], men(at, "Trooper", 3).models[0]
    unit = Unit("Squad", ((sergeant[0].but(switches=(switch("Old Oath"),)), 1), trooper))
    line = [("unit", "something happened"), ("happened", "squad -1 sergeant")]
    for script, there in (((), ["Old Oath: counts now? no"]), (line, [])):
        army, mob = at.army("Mine", unit, men(at, "Others")), at.army("Theirs", men(at, "Mob", 5))
        assert [*rows(at.battle(army, mob, *script, ("unit", "Squad"), ("target", "Mob")))] == there


# By their names -------------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.rule("EVE-30")
def test_a_switch_is_told_by_its_name_once_its_words_were_said(at: ModuleType) -> None:
    oath = switch("Old Oath", SHOOTS, OWN, PHASE)
    lines = [step for line in ("men: +1 to hit as Old Oath", "others: old oath") for step in (MENU, ("happened", line))]
    played = fight(at, (oath,), (), *lines, *shoots("Men", "Mob"), *shoots("Others", "Mob"), of_others=(oath,))
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 2]
    assert not rows(played)


@EACH
@pytest.mark.rule("EVE-30", "EVE-28")
def test_a_name_without_words_or_of_another_unit_is_refused_in_words(at: ModuleType) -> None:
    mine = having(men(at), switch("Old Oath")), having(men(at, "Others"), switch("Prey", AFTER, ENEMY))
    battle = at.RULESET.begin_battle(at.army("Mine", *mine), at.army("Theirs", men(at, "Mob", 5)), None)
    assert refused(at, battle, "men: Old Oath") == (
        "what does Old Oath do? Say it once, as in Men: +1 to hit as Old Oath"
    )
    assert refused(at, battle, "others: Old Oath") == "Old Oath is for units that have it, and Others is not"
    assert refused(at, battle, "others: Prey") == "Prey is put on an enemy unit, and Others is a unit of Mine itself"


# Changes and resume --------------------------------------------------------------------------------------------------


class Takes(amendments.Walk):
    """Players who take a switch in the first attack that has it, and say at the end that it did not count."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self.usual, self.given = self.given, self.taking  # type: ignore[method-assign]
        self.taken = False

    def taking(self, question: Any, place: int) -> Any:
        if question.key == "words of Old Oath":
            return ["+1 to wound this battle"]
        if not self.taken and any(part.key == "switch:Old Oath" for part in getattr(question, "parts", ())):
            self.taken = True
            return {"switch:Old Oath": "yes"}
        return self.usual(question, place)

    def change(self, random: Any) -> None:
        asked = [entry for entry in self.table.log if entry.question is not None]
        at = next(at for at, one in enumerate(asked) if "switch:Old Oath" in str(one.answer))
        raise Amend(at, {}, "somebody", None)


@pytest.mark.slow
@pytest.mark.rule("EVE-34")
def test_a_switch_taken_back_leaves_the_dice_and_a_resumed_battle_knows_it(tmp_path: Path) -> None:
    text = (LISTS / "vanguard.yaml").read_text()
    assert text.count("    models:")
    mine = tmp_path / "mine.yaml"
    mine.write_text(text.replace("    models:", "    switches: [{name: Old Oath, when: shoots}]\n    models:"))

    def walked(*wishes: Any) -> tuple[Any, list[Any]]:
        walk = Takes(Game(EDITIONS["10e"], 1, mine, LISTS / "horde.yaml"), [*wishes], 0, True)
        end, _ = walk.end()
        rolls = [one for one in walk.table.log if one.question and one.question.key.startswith("wound:")]
        return end, [(one.question.need.target, one.answer["first"]) for one in rolls[:1]]

    end, ((need, dice),) = walked()
    _, changed = walked(*[None] * 30, amendments.CHANGE)
    assert changed == [(need + 1, dice)]
    assert walked(*[Killed] * 3)[0] == end
    assert walked(*[None] * 30, amendments.CHANGE, Killed)[1] == changed
