"""Effects told while an attack is agreed upon, and laws: what is told is as if it stood in the list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shoot_cli.asked.rows import fact_named, fact_rows
from shoot_cli.asked.scene import current_facts
from shoot_cli.asked.sentences import preview_text
from shoot_cli.battle.current_attack import current_attack
from shoot_cli.engine.reasons import Amend, BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.play.views import is_line
from shoot_cli.replay.rebase import rebased
from shoot_cli.rules import Edition
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.fields import with_effects
from shoot_cli.rules.datasheets.profiles import Army, Unit
from shoot_cli.rules.datasheets.records import Nomination
from shoot_cli.rules.datasheets.steps import tellings
from shoot_cli.rules.datasheets.steps.attack import begin_attack
from tests.helpers.samples import every_nth
from tests.rules import test_every_amendment as amendments
from tests.rules.datasheets.test_happened import MENU
from tests.rules.datasheets.test_parting import EACH, flames, need
from tests.rules.datasheets.test_tellings import both, in_force
from tests.rules.datasheets.test_told_effects import ALL_LINES, EDITIONS, equal, known, units
from tests.rules.test_every_ruleset import Game, Killed

GO_ON = ("next turn", "go on")


def agreed(name: str, target: str, *wounds: int, **facts: Any) -> list[Any]:
    return [("unit", name), ("target", target), (f"facts:{target}", facts), (f"wound:{name} gun", [*wounds])]


def played(at: Any, *script: Any, mine: Any = None, theirs: Any = None) -> Any:
    enemies = theirs or (at.targets(20, "Mob"), at.targets(20, "Others"))
    return at.battle(at.army("Mine", *(mine or both(at))), at.army("Theirs", *enemies), *script)


def facts_of(game: Any, target: str = "Mob") -> Any:
    return next(one for one in game.questions[::-1] if one.key == f"facts:{target}")


def refused(game: Any, target: str = "Mob", **facts: Any) -> str:
    with pytest.raises(BadAnswer) as error:
        facts_of(game, target).read(facts)
    return str(error.value)


# Laws ----------------------------------------------------------------------------------------------------------------


def at_table(edition: Edition, shooter: Unit, target: Unit, *told: tuple[int, str], **facts: Any) -> Any:
    """The odds of an attack in a battle in which this was told of the sides, or why there are none."""
    ruleset, armies = edition.ruleset(), (("Mine", shooter), ("Theirs", target))
    battle = ruleset.begin_battle(*(Army(ruleset.name, name, (unit,)) for name, unit in armies), None)
    for side, line in told:
        effect = tellings.read(battle, line)
        battle = tellings.tell(battle, (side, 0), tellings.new_telling(battle, effect, 0, as_target=side == 1))
    try:
        start = begin_attack(Nomination(Hashed(battle), 0, 0, ""), Table(lambda question, _: question.default))
        ends = odds(ruleset.attack, start, Preset({"distance": 9, **facts}, raise_missing), settings=ruleset.defaults())
    except BadAnswer as error:
        return str(error)
    return ends.measure(lambda end: tuple(int(measure(end)) for measure in ruleset.measures.values()))


# who may fire is not decided by what is told of the target, and AGREED takes nothing of the kind
LISTS = Path(__file__).parents[2] / "golden" / "40k-10e"
OF_FIRING = ("Pistol", "Close-Quarters", "Extra Attacks", "Hunter: MONSTER/VEHICLE")


@pytest.mark.rule("EVE-20", "EVE-21", "EVE-22", "EVE-27")
@pytest.mark.parametrize(("short", "line"), every_nth(40, ALL_LINES[1::6]))
def test_told_at_the_table_is_as_listed(short: str, line: str) -> None:
    """Of those who fire it is their list; of the target it is its list, or that of whoever attacks it."""
    edition, abilities, (shooter, target) = EDITIONS[short], known(short), units(short)
    effect = told_effects.read(abilities, line).ability
    own, theirs = with_effects(abilities, shooter, [effect]), with_effects(abilities, target, [effect])
    listed = at_table(edition, own, target)
    of_target = at_table(edition, shooter, theirs) if told_effects.works_for_target(abilities, effect) else listed
    told = {
        "effects": (at_table(edition, shooter, target, (0, line)), listed),
        "target_effects": (at_table(edition, shooter, target, (1, line)), of_target),
    }
    for key, (before, wanted) in told.items():
        if key == "effects" or line not in OF_FIRING:
            assert before == wanted if isinstance(before, str) else equal(before, wanted), key
        found = at_table(edition, shooter, target, **{key: line})
        if not (isinstance(found, str) and "comes too late here" in found):
            assert found == wanted if isinstance(found, str) else equal(found, wanted), key


@EACH
@pytest.mark.rule("EVE-21", "EVE-29")
def test_odds_at_the_prompt_see_it(at: Any) -> None:
    def slain(*answers: Any, has: tuple[str, ...] = ()) -> list[float]:
        ruleset, mine = at.RULESET, (flames(at, "First", 3, *has), flames(at, "Second", 1))
        battle = ruleset.begin_battle(at.army("Mine", *mine), at.army("Theirs", at.targets(5, "Mob")), None)
        now = current_attack(ruleset.battle, battle, answers, ruleset.defaults())
        assert now is not None
        ends = odds(now.rest, now.record, Preset({}, raise_missing), settings=ruleset.defaults())
        return [float(chance) for chance in ends.distribution(ruleset.measures["slain"])]

    attack = ("First", "Mob", 12)
    listed = slain("Mine", *attack, has=("+1 to wound",))
    assert listed != slain("Mine", *attack)
    assert slain("Mine", *MENU[1:], ["first: +1 to wound"], *attack) == listed
    assert slain("Mine", *attack, {"effects": ["+1 to wound"]}) == listed
    assert slain("Mine", *attack, {"target_effects": ["+1 to wound this battle"]}) == listed


# The rows ------------------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.rule("EVE-22", "EVE-24", "EVE-33")
def test_what_is_told_at_agreed_holds_for_this_attack(at: Any) -> None:
    game = played(at, *agreed("First", "Mob", 1, effects=["+1 to wound as Spite"], target_effects=["-1 to wound"]))
    assert need(game, "First") == 4
    game = played(at, *agreed("First", "Mob", 1, target_effects=["+1 to wound"]))
    assert need(game, "First") == 3
    assert game.said("attacks at Mob: +1 to wound, this attack; told by Mine")
    assert [in_force(game.unit_at(name)) for name in ("First", "Mob")] == [[], []]


@EACH
@pytest.mark.rule("EVE-22", "EVE-24")
def test_a_longer_span_is_kept_for_all_who_attack_it(at: Any) -> None:
    first = agreed("First", "Mob", 1, target_effects=["+1 to wound as Marked Down until my next turn"])
    three = (*both(at), flames(at, "Third", 1))
    game = played(at, *first, *agreed("Second", "Mob", 1), mine=three)
    assert need(game, "Second") == 3
    assert in_force(game.unit_at("Mob")) == ["whoever attacks it: +1 to wound (Marked Down)"]
    assert game.said("attacks at Mob: +1 to wound (Marked Down), until Mine's turn 2; told by Mine")
    own = played(at, *agreed("First", "Mob", 1, target_effects=["incoming: -1 to wound this turn"]), mine=three)
    assert in_force(own.unit_at("Mob")) == ["whoever attacks it: -1 to wound"]


@EACH
@pytest.mark.rule("EVE-26")
def test_what_is_in_force_already_counts_once_and_of_the_target_it_is_another_thing(at: Any) -> None:
    mine = flames(at, "First", 1, s=2), flames(at, "Second", 1), flames(at, "Third", 1)
    line = MENU, ("happened", "first: +1 strength this turn, mob: +1 strength")
    told = agreed("First", "Mob", 1, effects=["+1 strength"], target_effects=["+1 strength as Oil this turn"])
    game = played(at, *line, *told, mine=mine)
    assert need(game, "First") == 4
    assert in_force(game.unit_at("First")) == []
    assert in_force(game.unit_at("Mob")) == ["+1 strength", "whoever attacks it: +1 strength (Oil)"]
    same = played(at, MENU, ("happened", "mob: +1 strength"), *agreed("First", "Mob", 1, target_effects=["+1 strength"]),
                  mine=mine)  # fmt: skip
    assert (need(same, "First"), in_force(same.unit_at("Mob"))) == (5, ["+1 strength"])
    other = refused(played(at, MENU, ("happened", "first: Lethal Hits as Oil"), *agreed("First", "Mob", 1)),
                    effects=["+1 strength as Oil"])  # fmt: skip
    assert other.endswith("Lethal Hits (Oil) is in force on First; end it first: no longer Oil")


@EACH
@pytest.mark.rule("EVE-22")
def test_a_target_that_was_told_something_loses_by_it(at: Any) -> None:
    """Toughness, saves and Feel No Pain are those of the target as it is now, and cover is as it was said."""
    told = agreed("First", "Mob", 6, target_effects=["Feel No Pain 5+", "+4 toughness"])
    game = played(at, *told, ("feel no pain:Target", [5]))
    assert need(game, "First") == 6
    assert game.standing("Mob")["Target"] == [1] * 20


@EACH
@pytest.mark.rule("EVE-24")
def test_this_attack_means_all_targets_of_the_unit(at: Any) -> None:
    two = at.squad("Two", at.kind("Two man", 1, at.gun("Two gun", "Torrent", A=1), at.gun("Other gun", "Torrent", A=1)))
    script = [
        ("unit", "Two"), ("target", "Mob"), ("facts:Mob", {"firing": "1 Two gun"}),
        ("target", "Others"), ("facts:Others", {"effects": ["+1 to wound"]}),
        ("wound:Two gun", [1]), ("wound:Other gun", [1]),
    ]  # fmt: skip
    game = played(at, *script, mine=(two,))
    assert set({one.key: one.need.target for one in game.questions if one.key.startswith("wound:")}.values()) == {3}


@EACH
@pytest.mark.rule("EVE-29", "EVE-33")
def test_without_recents_the_two_rows_are_hidden_and_the_headline_says_what_is_in_force(at: Any) -> None:
    game = played(at, MENU, ("happened", "first: +1 to wound as Spite, mob: incoming: -1 to wound"),
                  *agreed("First", "Mob", 1))  # fmt: skip
    asked = facts_of(game)
    rows = {row.name: row for row in fact_rows(asked, {}, current_facts(asked, {}))}
    assert rows["effects on the shooters ..."].rarely_chosen
    assert rows["effects on Mob ..."].rarely_chosen
    for typed in ("effects on", "force"):
        with pytest.raises(
            BadAnswer, match=f"“{typed}” can be effects on the shooters, effects on Mob: say more of it"
        ):
            fact_named(typed, asked)
    assert not {"hit_modifier", "wound_modifier"} & {part.key for part in asked.parts}
    assert asked.read({"wound_modifier": 1})["wound_modifier"] == 1  # battles of earlier versions
    assert "+1 to wound (Spite), -1 to wound" in asked.text
    typed = asked.sentence({"effects": ["+1 to hit as Aim"]})
    assert "+1 to wound (Spite), +1 to hit (Aim)" in typed


@EACH
@pytest.mark.rule("EVE-29", "EVE-30")
def test_what_was_told_is_a_row_of_one_key(at: Any) -> None:
    told = agreed("First", "Mob", 1, effects=["+1 to wound as Spite"], target_effects=["+1 strength"])
    game = played(at, *told, *agreed("Second", "Mob", 1, **{"again:+1 to wound as Spite this attack": "yes"}))
    asked = facts_of(game)
    keys = [part.key for part in asked.parts]
    rows = [
        "again:at the target:+1 strength this attack",
        "again:+1 to wound as Spite this attack",
        "effects",
        "target_effects",
    ]
    assert [key for key in keys if key in rows] == rows
    assert not any(
        row.rarely_chosen for row in fact_rows(asked, {}, current_facts(asked, {})) if "in force" in row.name
    )
    texts = [part.text for part in asked.parts if part.key.startswith("again:")]
    assert texts == ["attacks at Mob: +1 strength, this attack", "Spite: +1 to wound, this attack"]
    assert need(game, "Second") == 3


@EACH
@pytest.mark.rule("EVE-34", "EVE-30")
def test_a_row_that_was_taken_holds_if_what_it_came_from_is_taken_back(at: Any) -> None:
    game = played(at, *agreed("First", "Mob", 1, **{"again:+1 to wound as Spite this attack": "yes"}))
    assert (need(game, "First"), in_force(game.unit_at("First"))) == (3, [])
    answer = {"again:at the target:+1 to wound this turn": "yes"}
    assert rebased(facts_of(game), None, answer).answer == answer
    game = played(at, *agreed("First", "Mob", 1, **answer))
    assert (need(game, "First"), in_force(game.unit_at("Mob"))) == (3, ["whoever attacks it: +1 to wound"])


@EACH
@pytest.mark.rule("EVE-30")
def test_told_in_two_turns_on_end_it_is_the_first_row(at: Any) -> None:
    again = agreed("First", "Mob", 1, effects=["+1 to wound as Spite"])
    turn = [*again, *agreed("Second", "Mob", 1, effects=["+1 strength as Rage"]), GO_ON]
    asked = facts_of(played(at, *turn, *turn, *agreed("First", "Mob", 1)))
    assert [part.key for part in asked.parts][:3] == [
        "again:+1 to wound as Spite this attack", "again:+1 strength as Rage this attack", "effects"
    ]  # fmt: skip


@EACH
@pytest.mark.rule("EVE-28", "EVE-30")
def test_what_comes_too_late_and_what_is_for_the_others_is_refused(at: Any) -> None:
    told = agreed("First", "Mob", 1, effects=["+1 to wound as Spite"], target_effects=["Stealth as Smoke"])
    game = played(at, *told, *agreed("Second", "Mob", 1))
    for words in ('+6" range', "Shoots after Advancing", "may target only MONSTER", "Assault"):
        assert "comes too late here: tell it of the unit before it shoots" in refused(game, effects=[words])
    assert refused(game, target_effects=["spite"]).endswith("Spite is for the firers; say it as effects")
    assert refused(game, effects=["smoke"]).endswith("Smoke is for those who are shot at; say it as target_effects")
    assert "did you mean Re-roll hit rolls" in refused(game, effects=["re-roll hits"])
    assert "no weapon of Second is called “lamps”" in refused(game, effects=["Lethal Hits with lamps"])
    assert "tell the one in force" in refused(game, target_effects=["one of: Lethal Hits, Feel No Pain 5+"])


@EACH
@pytest.mark.rule("EVE-27")
def test_conditions_of_what_is_told_are_asked_after_it(at: Any) -> None:
    line = "+1 to wound if the sun shines"
    yes, no = (
        played(at, *agreed("First", "Mob", effects=[line])[:3], ("told:Mob", {"if the sun shines": said}),
               ("wound:First gun", [1]))
        for said in ("yes", "no")
    )  # fmt: skip
    assert (need(yes, "First"), need(no, "First")) == (3, 4)


@EACH
@pytest.mark.rule("EVE-28")
def test_what_lets_a_unit_shoot_is_told_before(at: Any) -> None:
    advanced = at.state("First", "advanced")
    told = (MENU, ("happened", 'first: Shoots after Advancing, +12" range'))
    squad = at.squad("First", at.kind("First man", 1, at.gun("First gun", A=1, range=6)))
    game = played(at, *advanced, *told, ("unit", "First"), ("target", "Mob"), mine=(squad, flames(at, "Second", 1)))
    assert "facts:Mob" in game.keys
    untold = played(at, *advanced, mine=(squad, flames(at, "Second", 1)))
    closed = next(one for one in untold.questions[::-1] if one.key == "unit")
    assert "First" in [option.value for option in closed.options if option.closed]


@EACH
@pytest.mark.rule("EVE-28")
def test_what_lets_the_target_shoot_is_not_told_of_attacks_at_it(at: Any) -> None:
    told = (MENU, ("happened", 'Mob: Shoots after Advancing; mob: +12" range; mob: Feel No Pain 5+'))
    game = played(at, *told, ("unit", "First"), ("target", "Mob"))
    sentence = facts_of(game).sentence({})
    assert "Mob: Feel No Pain 5+" in sentence
    assert "Mob: Shoots" not in sentence
    assert 'Mob: +12" range' not in sentence


# Changes and resume --------------------------------------------------------------------------------------------------


class Tells(amendments.Walk):
    """Players who tell an effect before the first shot, and say at the end of the battle that it was another one."""

    instead: tuple[str, ...] = ()

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self.usual, self.given = self.given, self.telling  # type: ignore[method-assign]
        self.told = False

    def telling(self, question: Any, place: int) -> Any:
        if question.key == "happened":
            self.told = True
            return ["all: +1 to wound this battle"]
        return "something happened" if question.key == "unit" and not self.told else self.usual(question, place)

    def change(self, random: Any) -> None:
        asked = [entry for entry in self.table.log if entry.question is not None]
        at = next(at for at, entry in enumerate(asked) if entry.question.key == "happened")
        raise Amend(at, [*self.instead], "somebody", None)


def walked(wishes: list[Any], *instead: str) -> tuple[Any, list[Any]]:
    """The end of the battle, and the first rolls to wound of each attack with their answers."""
    walk = Tells(Game(EDITIONS["10e"], 1, LISTS / "vanguard.yaml", LISTS / "horde.yaml"), wishes, 0, True)
    walk.instead = instead
    end, _ = walk.end()
    rolls = [e for e in walk.table.log if e.question and e.question.key.startswith("wound:") and e.question.dice > 1]
    return end, [(roll.question.need.target, roll.answer["first"]) for roll in rolls]


@pytest.mark.rule("EVE-34", "EVE-10")
def test_a_changed_telling_keeps_the_dice_and_a_resumed_battle_knows_it() -> None:
    end, first = walked([])
    asked = 30
    amended, rolls = walked([None] * asked + [amendments.CHANGE], "all: -1 to wound this battle")
    assert (rolls[0][0] > first[0][0], rolls[0][1]) == (True, first[0][1])
    resumed, again = walked([None] * asked + [amendments.CHANGE, Killed], "all: -1 to wound this battle")
    assert (resumed, again) == (amended, rolls)
    assert walked([Killed] * 3)[0] == end


# Before Enter --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EVE-29", "EVE-24")
@pytest.mark.parametrize(("key", "text", "wanted"), [
    ("target_effects", "-1 to hit as Smoke until my next turn", "attacks at Mob: -1 to hit (Smoke) · until Mine's turn 2"),
    ("target_effects", "-1 to hit as Smoke until their next turn",
     "attacks at Mob: -1 to hit (Smoke) · until Theirs' turn 1"),
    ("target_effects", "Feel No Pain 5+", "Mob: Feel No Pain 5+ · this attack"),
    ("effects", "Lethal Hits this phase; +1 to wound", "First: Lethal Hits · this phase; First: +1 to wound · this attack"),
    ("effects", "incoming: -1 to hit this turn", "attacks at First: -1 to hit · this turn"),
    ("effects", "Lethal Hits with nothing", "! "),
    ("effects", "re-roll hits", "! “re-roll hits” is no ability that is known"),
])  # fmt: skip
@EACH
def test_what_is_told_is_said_back_before_enter(at: Any, key: str, text: str, wanted: str) -> None:
    game = played(at, ("unit", "First"), ("target", "Mob"))
    found = preview_text(next(part for part in facts_of(game).parts if part.key == key), text, str)
    assert found.startswith(wanted) if wanted.startswith("!") else found == wanted


@pytest.mark.rule("EVE-29")
@EACH
def test_a_row_of_words_is_not_the_line_of_what_happened(at: Any) -> None:
    """The key for that line works at it as at any other prompt."""
    game = played(at, ("unit", "First"), ("target", "Mob"))
    assert not any(is_line(part) for part in facts_of(game).parts)


@EACH
@pytest.mark.rule("EVE-26", "10E-EFF-31")
def test_two_effects_of_one_name_are_both_in_force_as_in_a_list(at: Any) -> None:
    words = ("+1 to wound as Aim", "+1 strength as Aim")
    listed = flames(at, "First", 1, *words, s=3), flames(at, "Second", 1)
    told = flames(at, "First", 1, s=3), flames(at, "Second", 1)
    assert need(played(at, *agreed("First", "Mob", 1), mine=listed), "First") == 3
    assert need(played(at, *agreed("First", "Mob", 1, effects=[*words]), mine=told), "First") == 3
    expected = [
        at.worked(unit, at.targets(5, "Mob"), distance=9, **said)["expected"]
        for unit, said in ((listed[0], {}), (told[0], {"effects": "; ".join(words)}))
    ]
    assert expected[0] == expected[1]


@EACH
@pytest.mark.rule("EVE-26")
def test_other_words_under_a_name_that_is_in_force_take_its_place_and_this_is_said(at: Any) -> None:
    told = played(at, MENU, ("happened", "first: +1 strength as Aim, all: Stealth as Fog"), MENU,
                  ("happened", "first: +1 to wound as Aim, all: Lethal Hits as fog"), mine=both(at))  # fmt: skip
    assert in_force(told.unit_at("First")) == ["+1 to wound (Aim)", "Lethal Hits (Fog)"]
    assert told.said("First: +1 to wound (Aim), this phase; told by Mine; in place of +1 strength")
    assert told.said("all of Mine: Lethal Hits (Fog), this phase; told by Mine; in place of Stealth")
