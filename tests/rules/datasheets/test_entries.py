"""Rules and stratagems of the army block at the table: who may use which, and what a use does."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from shoot_cli.armies.army import (
    AFTER,
    ALWAYS,
    EACH_TURN,
    ENEMY,
    NO_LIMIT,
    ONCE_A_BATTLE,
    ONCE_A_PHASE,
    RULE,
    SHOOTS,
    STRATAGEM,
    TARGETED,
    TOLD,
    ArmyBlock,
    ArmyEntry,
    whom_of,
)
from shoot_cli.asked.rows import fact_named, fact_rows, rows_numbered
from shoot_cli.asked.scene import current_facts
from shoot_cli.battle import what_happened
from shoot_cli.battle.turns import ATTACK, NEXT_TURN, PHASE
from shoot_cli.engine.questions import Decided
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.profiles import Army
from shoot_cli.rules.datasheets.records import Nomination
from shoot_cli.rules.datasheets.steps import turns
from shoot_cli.rules.datasheets.steps.attack import begin_attack
from shoot_cli.rules.datasheets.steps.happened import LINE
from shoot_cli.rules.datasheets.steps.tellings import in_force
from tests.helpers.samples import every_nth
from tests.rules.eleventh.helpers import tabletop as eleventh
from tests.rules.tenth.helpers import tabletop as tenth

EACH = pytest.mark.parametrize("at", [tenth, eleventh], ids=["10e", "11e"])


def stratagem(name: str, *effects: str, whom: str = "", **more: Any) -> ArmyEntry:
    usual = {"when": SHOOTS, "lasts": PHASE, "cost": 1, "once": ONCE_A_PHASE} | more
    return ArmyEntry(name, STRATAGEM, effects, **({"whom": whom_of(whom)} if whom else {}), **usual)


def rule(name: str, *effects: str, whom: str = "", **more: Any) -> ArmyEntry:
    usual = {"when": TOLD, "lasts": PHASE, "once": NO_LIMIT} | more
    return ArmyEntry(name, RULE, effects, **({"whom": whom_of(whom)} if whom else {}), **usual)


STORM = stratagem("Storm of Shells", "+1 to hit", whom="INFANTRY")
CONTEMPT = stratagem("Contempt", "incoming: worsen AP by 1", when=TARGETED)


def with_block(army: Army, *entries: ArmyEntry, points: int | None = None) -> Army:
    rules = tuple(one for one in entries if one.kind == RULE)
    return army.but(block=ArmyBlock((), points, rules, tuple(one for one in entries if one.kind == STRATAGEM)))


def men(at: ModuleType, name: str = "Men", n: int = 1, **stats: Any) -> Any:
    return at.squad(name, at.kind(f"{name} man", n, at.gun("gun"), **({"W": 1, "Sv": "-"} | stats)))


def fight(at: ModuleType, mine: tuple[ArmyEntry, ...], theirs: tuple[ArmyEntry, ...], *script: Any, **more: Any) -> Any:
    """A battle of Men and Others against Mob and Tank."""
    points = more.pop("points", None)
    first = with_block(at.army("Mine", men(at), men(at, "Others")), *mine, points=points)
    second = with_block(at.army("Theirs", men(at, "Mob", 5), at.tank(at.gun("gun"), Sv="3+")), *theirs, points=points)
    return at.battle(
        first if mine else first.but(block=None), second if theirs else second.but(block=None), *script, **more
    )


def shoots(name: str, target: str, taken: dict[str, Any] | None = None, hit: int = 1, **more: Any) -> list[Any]:
    return [("unit", name), ("target", target), (f"facts:{target}", taken or {}), ("hit:gun", [hit])]


def rows(played: Any, target: str, nth: int = 0) -> dict[str, str]:
    """The rows of what may be used at AGREED, with the reason why they are closed."""
    parts = played.question(f"facts:{target}", nth).parts
    return {
        part.key.removeprefix("entry:"): "; ".join(why.text for option in part.options for why in option.closed)
        for part in parts
        if part.key.startswith("entry:") and not part.less
    }


# At AGREED -----------------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.rule("EVE-29", "EVE-33")
def test_a_stratagem_of_those_who_shoot_is_a_row(at: ModuleType) -> None:
    taken = {"entry:Storm of Shells": "yes"}
    played = fight(at, (STORM,), (), *shoots("Men", "Mob", taken), *shoots("Others", "Mob"))
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 3]
    assert played.question("entry:Storm of Shells").text == "Storm of Shells: +1 to hit, this phase · 1CP"
    assert rows(played, "Mob") == {"Storm of Shells": ""}
    assert rows(played, "Mob", 1) == {"Storm of Shells": "used this phase"}
    assert played.said("Men: +1 to hit (Storm of Shells), this phase; told by Mine, 1CP")
    asked = played.question("facts:Mob")
    assert "+1 to hit (Storm of Shells)" in asked.sentence(taken)
    assert [row.label for row in fact_rows(asked, taken, current_facts(asked, taken)) if row.changed] == [
        "Storm of Shells: +1 to hit, this phase · 1CP: taken"
    ]


@EACH
@pytest.mark.rule("EVE-29")
def test_at_most_three_rows_are_in_sight_and_closed_ones_come_last(at: ModuleType) -> None:
    names = [f"Trick {n}" for n in range(1, 6)]
    entries = tuple(stratagem(name, "+1 to hit", cost=n) for n, name in enumerate(names))
    asked = fight(at, entries, (), ("unit", "Men"), ("target", "Mob"), points=1).question("facts:Mob")
    shown = [row for row in fact_rows(asked, {}, current_facts(asked, {})) if "Trick" in row.label][:5]
    assert [row.label.partition(":")[0] for row in shown] == names
    assert [row.closed for row in shown] == [
        "",
        "",
        "",
        *(f"needs {n} CP, 2 left; cp +{n - 2} if that is wrong" for n in (3, 4)),
    ]
    assert [row.rarely_chosen for row in shown] == [False, False, False, True, True]
    assert shown[1].label.endswith(" · 1CP of 2")


@EACH
@pytest.mark.rule("EVE-29")
def test_what_changes_a_chance_is_in_sight_before_what_may_be_used(at: ModuleType) -> None:
    orders = tuple(stratagem(f"Order {n}", f"+{n} attacks") for n in range(1, 4))
    weapon = at.gun("gun", "Heavy", "+1 to wound if target on an objective")
    mine = with_block(at.army("Mine", at.squad("Men", at.kind("Man", 1, weapon))), *orders)
    game = at.battle(
        mine, at.army("Theirs", at.targets(5, "Mob")), ("unit", "Men"), ("target", "Mob"), ("facts:Mob", {})
    )
    shown = [row for row in fact_rows(game.question("facts:Mob"), {}, Decided(())) if not row.rarely_chosen]
    keys = [row.also[0] for row in shown]
    still, objective = keys.index("stationary"), keys.index("if target on an objective")
    assert still < objective < keys.index("entry:Order 1")
    assert sum(key.startswith("entry:") for key in keys) == 3


@EACH
@pytest.mark.rule("EVE-29", "TGT-11")
def test_what_takes_cover_away_is_out_of_sight_in_the_open(at: ModuleType) -> None:
    """It stands among the rows that - shows, since another unit may want it later."""
    mine = (stratagem("Flares", "no cover", on=ENEMY, lasts="turn"), stratagem("Oath", "+1 to hit"))

    game = fight(at, mine, (), *shoots("Men", "Tank"))
    seldom = [part.key for part in game.question("facts:Tank").parts if getattr(part, "seldom", False)]
    assert "entry:Flares" in seldom
    assert "entry:Oath" not in seldom


@EACH
@pytest.mark.rule("EVE-29")
def test_what_can_do_nothing_to_this_target_comes_late(at: ModuleType) -> None:
    entries = (
        stratagem("Seams", "improve AP by 1 against VEHICLE"), stratagem("Hide", "Feel No Pain 5+"),
        stratagem("Blind", "-1 to hit", on=ENEMY), stratagem("Soft", "-1 toughness", on=ENEMY), STORM,
    )  # fmt: skip
    played = fight(at, entries, (), *shoots("Men", "Mob"), ("unit", "Others"), ("target", "Tank"))
    assert [*rows(played, "Mob")] == ["Blind", "Soft", "Storm of Shells", "Seams", "Hide"]
    assert [*rows(played, "Tank")] == ["Seams", "Blind", "Soft", "Storm of Shells", "Hide"]
    asked = played.question("facts:Mob")
    shown = {row.also[0]: row for row in fact_rows(asked, {}, current_facts(asked, {}))}
    seldom = [key for key, row in shown.items() if row.rarely_chosen]
    assert {"entry:Seams", "entry:Hide"} <= {*seldom}  # they stand behind a key
    assert not {"entry:Blind", "entry:Soft", "entry:Storm of Shells"} & {*seldom}
    assert shown["entry:Blind"].value.startswith("attacks at it: -1 to hit, this phase")
    assert shown["entry:Soft"].value.startswith("on it: -1 toughness, this phase")
    asked = played.question("facts:Tank")
    shown = {row.also[0]: row for row in fact_rows(asked, {}, current_facts(asked, {}))}
    assert not shown["entry:Seams"].rarely_chosen


@EACH
@pytest.mark.rule("EVE-53", "EVE-55")
def test_whom_it_is_for_and_whose_turn_it_is(at: ModuleType) -> None:
    tanks = stratagem("Rumble", "+1 to hit", whom="VEHICLE")
    played = fight(at, (STORM, tanks), (stratagem("Theirs", "+1 to hit"),), ("unit", "Men"), ("target", "Mob"))
    assert rows(played, "Mob") == {"Storm of Shells": ""}
    watch = [("unit", "overwatch"), ("overwatch", "Mob"), ("target", "Men")]
    assert rows(fight(at, (STORM,), (stratagem("Theirs", "+1 to hit"),), *watch), "Men") == {}


@EACH
@pytest.mark.rule("EVE-53")
def test_nothing_is_used_on_a_unit_that_is_shocked(at: ModuleType) -> None:
    told = [("unit", "something happened"), ("happened", "men shocked")]
    flares = stratagem("Flares", "no cover", on=ENEMY)  # it is put on the enemy
    played = fight(at, (STORM, flares), (), *told, ("unit", "Men"), ("target", "Mob"))
    assert rows(played, "Mob") == {"Storm of Shells": "it is Battle-shocked", "Flares": ""}


@pytest.mark.rule("EVE-53", "11E-STRAT-2")
@pytest.mark.parametrize(("at", "setting", "why"), [
    (tenth, {}, ""), (eleventh, {}, "Men had Storm of Shells this phase"), (eleventh, {"one_stratagem": "no"}, ""),
], ids=["10e", "11e", "11e, as many as they like"])  # fmt: skip
def test_one_stratagem_a_phase_for_each_unit(at: ModuleType, setting: dict[str, str], why: str) -> None:
    told = [("unit", "something happened"), ("happened", "men: Storm of Shells")]
    other = stratagem("Fury", "+1 to wound")
    script = [*told, *shoots("Men", "Mob"), ("unit", "Others"), ("target", "Mob")]
    played = fight(at, (STORM, other), (), *script, settings=setting)
    assert played.need() == 2
    assert (
        rows(played, "Mob") == {"Fury": why, "Storm of Shells": "used this phase"}
        if not why
        else {"Storm of Shells": "used this phase", "Fury": why}
    )
    assert rows(played, "Mob", 1)["Fury"] == ""


@EACH
@pytest.mark.rule("EVE-22", "EVE-29")
def test_put_on_an_enemy_it_works_for_all_who_attack_it(at: ModuleType) -> None:
    blind = stratagem("Blind Them", "-1 to hit", on=ENEMY, lasts=NEXT_TURN)
    taken = {"entry:Blind Them": "yes"}
    played = fight(at, (blind,), (), *shoots("Men", "Mob", taken), *shoots("Others", "Mob"), ("unit", "end the phase"))
    assert [played.need(nth=nth) for nth in (0, 1)] == [4, 4]
    assert played.said("attacks at Mob: -1 to hit (Blind Them), until Mine's turn 2; told by Mine, 1CP")


@EACH
@pytest.mark.rule("EVE-40")
def test_the_words_of_an_entry_without_any_are_asked_once(at: ModuleType) -> None:
    unsaid = stratagem("Secret", once=NO_LIMIT)
    taken = {"entry:Secret": "yes"}
    first = [
        ("unit", "Men"),
        ("target", "Mob"),
        ("facts:Mob", taken),
        ("words of Secret", ["+1 to hit"]),
        ("hit:gun", [1]),
    ]
    played = fight(at, (unsaid,), (), *first, *shoots("Others", "Mob", taken))
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 2]
    assert played.question("entry:Secret").text == "Secret: its words are asked, this phase · 1CP"
    assert played.question("entry:Secret", 1).text == "Secret: +1 to hit, this phase · 1CP"
    assert played.keys.count("words of Secret") == 1


@EACH
@pytest.mark.rule("EVE-40", "EVE-29")
def test_one_of_several_is_picked_in_its_row(at: ModuleType) -> None:
    either = stratagem("Drill", "one of: +1 to hit, +1 to wound", "+1 strength")
    played = fight(at, (either,), (), *shoots("Men", "Mob", {"entry:Drill": "+1 to wound"}, hit=6), ("wound:gun", [1]))
    assert (played.need(), played.need("wound:gun")) == (3, 2)
    assert played.said("Men: +1 to wound (Drill), this phase; told by Mine, 1CP")
    assert played.said("Men: +1 strength (Drill), this phase; told by Mine")
    assert not played.said("Men: +1 strength (Drill), this phase; told by Mine, 1CP")  # it is paid once


@EACH
@pytest.mark.rule("EVE-27", "EVE-29", "EVE-46")
def test_its_conditions_are_asked_when_it_is_used(at: ModuleType) -> None:
    line = stratagem("Sun", "+1 to hit if the sun shines")
    script = [("unit", "Men"), ("target", "Mob"), ("facts:Mob", {"entry:Sun": "yes"})]
    yes, no = (
        fight(at, (line,), (), *script, ("told:Mob", {"if the sun shines": said}), ("hit:gun", [1])) for said in ("yes", "no")
    )  # fmt: skip
    assert (yes.need(), no.need()) == (2, 3)


@EACH
@pytest.mark.rule("EVE-28", "EVE-43")
def test_what_comes_too_late_is_closed_and_is_told_before(at: ModuleType) -> None:
    far = stratagem("Far", '+12" range')
    played = fight(at, (far,), (), ("unit", "Men"), ("target", "Mob"))
    assert rows(played, "Mob") == {"Far": "too late here: tell it of the unit before it shoots, as in Men: Far"}
    told = [("unit", "something happened"), ("happened", "men: far")]
    assert fight(at, (far,), (), *told, *shoots("Men", "Mob"), distance=30).need() == 3


@EACH
@pytest.mark.rule("EVE-52", "EVE-57", "EVE-53")
def test_command_points_are_spent_and_close_rows(at: ModuleType) -> None:
    dear = stratagem("Dear", "+1 to wound", cost=2)
    taken = {"entry:Storm of Shells": "yes"}
    played = fight(at, (STORM, dear), (), *shoots("Men", "Mob", taken), ("unit", "Others"), ("target", "Mob"), points=1)
    assert played.said("Mine: 1 CP for Storm of Shells, 1 left")
    assert rows(played, "Mob", 1)["Dear"] == "needs 2 CP, 1 left; cp +1 if that is wrong"
    assert played.battle.points.left == (1, 1)


@EACH
@pytest.mark.rule("EVE-53")
def test_a_row_that_the_last_point_leaves_no_point_for_is_closed(at: ModuleType) -> None:
    other = stratagem("Other", "+1 to wound")
    asked = fight(at, (STORM, other), (), *shoots("Men", "Mob"), points=0).question("facts:Mob")
    for changed, why in ({}, ""), ({"entry:Storm of Shells": "yes"}, "needs 1 CP, 0 left; cp +1 if that is wrong"):
        rows = fact_rows(asked, changed, current_facts(asked, changed))
        closed = {row.also[0]: row.closed for row in rows if row.also[0].startswith("entry:")}
        one_only = at is eleventh and "Men had Storm of Shells this phase"
        assert closed["entry:Other"] == (why and (one_only or why))
        assert not closed["entry:Storm of Shells"]


@EACH
@pytest.mark.rule("EVE-52")
def test_a_0_behind_the_number_of_a_row_takes_it_for_less(at: ModuleType) -> None:
    asked = fight(at, (STORM,), (), *shoots("Men", "Mob"), points=0).question("facts:Mob")
    keys = ["", *(part.key for part in asked.parts)]
    dear, cheap = keys.index("entry:Storm of Shells"), keys.index("entry:Storm of Shells 0")
    assert rows_numbered(f"{dear + 1} 0", asked) == [cheap]
    with pytest.raises(BadAnswer, match="agrees to all"):
        rows_numbered("1 0", asked)
    with pytest.raises(BadAnswer, match=r"no row 0|no plain yes or no"):
        rows_numbered(f"{keys.index('effects') + 1} 0", asked)
    words = keys.index("effects")  # it takes words, and is asked last
    assert rows_numbered(f"{words + 1} {dear + 1}, {cheap + 1}", asked) == [dear, cheap, words]
    assert rows_numbered(f"{dear + 1} {words + 1}", asked) == [dear, words]
    with pytest.raises(BadAnswer, match=f"{words + 1} must be typed alone: .* is no plain yes or no"):
        rows_numbered(f"{words + 1} {dear + 1}", asked)  # it may be meant as its value


@EACH
@pytest.mark.rule("EVE-52")
def test_a_0_behind_a_name_in_a_line_is_one_point_less(at: ModuleType) -> None:
    for said, left in ("storm of shells", 0), ("storm of shells 0", 1):
        played = fight(at, (STORM,), (), ("unit", "something happened"), ("happened", f"men: {said}"), points=0)
        assert played.battle.points.left == (left, 1)
        assert [one.name for one in played.battle.sides[0].units[0].tellings] == ["Storm of Shells"]
    asked = fight(at, (STORM,), (), *shoots("Men", "Mob"), points=0).question("facts:Mob")
    with pytest.raises(BadAnswer, match="take its row, and type the 0 behind its number"):
        asked.read({"effects": ["storm of shells 0"]})


@EACH
@pytest.mark.rule("EVE-52")
def test_a_0_behind_the_name_is_one_point_less(at: ModuleType) -> None:
    played = fight(at, (STORM,), (), *shoots("Men", "Mob", {"entry:Storm of Shells 0": "yes"}), points=0)
    assert played.need() == 2
    assert played.battle.points.left == (1, 1)
    asked = played.question("facts:Mob")
    rows = fact_rows(asked, {}, current_facts(asked, {}))
    whole, less = (rows[fact_named(words, asked)] for words in ("storm", "storm 0"))
    assert (whole.label, whole.rarely_chosen) == ("Storm of Shells: +1 to hit, this phase · 1CP of 1", False)
    words = "Storm of Shells: +1 to hit, this phase · 0CP, if a rule makes it cheaper"
    assert (less.label, less.rarely_chosen) == (words, True)


@EACH
@pytest.mark.rule("EVE-33", "EVE-53")
@pytest.mark.parametrize("cost", [1, 2])
def test_what_is_taken_for_less_is_taken_once_and_its_price_is_told_once(at: ModuleType, cost: int) -> None:
    """Its other row is closed meanwhile. Both together are refused, as a phone may send them."""
    cheap, dear = "entry:Storm of Shells 0", "entry:Storm of Shells"
    storm, paid, said = STORM.but(cost=cost), cost - 1, ", 1CP" if cost > 1 else ""
    played = fight(at, (storm,), (), *shoots("Men", "Mob", {cheap: "yes"}), points=cost)
    assert played.said(f"Mine: {paid} CP for Storm of Shells, {cost + 1 - paid} left")
    assert [text for text in played.told_of() if "told by" in text] == [
        f"Men: +1 to hit (Storm of Shells), this phase; told by Mine{said}"
    ]
    asked = played.question("facts:Mob")
    for taken, other in ((cheap, dear), (dear, cheap)):
        rows = fact_rows(asked, {taken: "yes"}, current_facts(asked, {taken: "yes"}))
        one, two = (next(row for row in rows if row.also == (key,)) for key in (taken, other))
        assert (one.label.endswith(": taken"), one.closed) == (True, "")
        assert (two.label.endswith("taken"), two.closed) == (False, "taken at its other price")
    with pytest.raises(BadAnswer, match="Storm of Shells is taken at both of its prices: leave out one"):
        asked.read({cheap: "yes", dear: "yes"})


# Reactions -----------------------------------------------------------------------------------------------------------

SHOT = [("unit", "Men"), ("target", "Mob"), ("facts:Mob", {})]


def reaction(played: Any, nth: int = 0) -> dict[str, str]:
    return {option.value: option.label for option in played.question("reaction:Mob", nth).options}


@EACH
@pytest.mark.rule("EVE-32", "EVE-43", "EVE-55")
def test_those_who_are_shot_at_may_react(at: ModuleType) -> None:
    mine = at.army("Mine", at.squad("Men", at.kind("Men man", 1, at.gun("gun", AP=-1))), men(at, "Others"))
    theirs = with_block(at.army("Theirs", men(at, "Mob", 5, Sv="3+"), at.tank(at.gun("gun"))), CONTEMPT)
    saves = "save:Mob man" if at is tenth else "save:gun"
    script = [*SHOT, ("reaction:Mob", "Contempt"), ("hit:gun", [6]), ("wound:gun", [6]), (saves, [1])]
    played = at.battle(mine, theirs, *script)
    assert played.need(saves) == 3
    labels = reaction(played)
    assert labels["Contempt"] == "Contempt: AP worse by 1, this phase · 1CP"
    names = [one for one in labels if one != "smokescreen"]  # which is closed, and stands last where it is a row
    assert names[-3:] == ["something else in force", "no more reactions of Mob", "no more reactions"]
    assert [*labels][: len(names)] == names
    assert labels["no more reactions of Mob"] == "none, and do not ask again of Mob this phase"
    assert played.said("attacks at Mob: worsen AP by 1 (Contempt), this phase; told by Theirs, 1CP")


@EACH
@pytest.mark.rule("EVE-32", "EVE-53")
def test_it_is_asked_where_something_is_open_and_no_more_where_that_was_said(at: ModuleType) -> None:
    def keys(entry: ArmyEntry, said: str, target: str = "Mob", others: tuple[str, ...] = ("Mob",)) -> int:
        script = [*SHOT, ("reaction:Mob", said), ("hit:gun", [1])]
        for name in others:
            script += [("unit", "Others"), ("target", name), (f"facts:{name}", {})]
        return fight(at, (), (entry,), *script).every_key.count(f"reaction:{target}")

    cover = stratagem("Duck", "incoming: -1 to hit", when=TARGETED)
    core = at is tenth  # Go to Ground is still open
    assert keys(cover, "Duck") == 1 + core
    assert keys(cover.but(once=NO_LIMIT), "Duck") == 1 + core  # 11e: one stratagem for each unit
    assert keys(cover, "nothing") == 2
    assert keys(cover, "no more reactions of Mob") == 1
    assert keys(cover, "no more reactions of Mob", "Tank", ("Tank",)) == 1
    assert keys(cover, "no more reactions", "Tank", ("Tank",)) == 0
    tanks = stratagem("Fog", "incoming: -1 to hit", when=TARGETED, whom="VEHICLE")
    played = fight(at, (), (tanks,), *SHOT, ("hit:gun", [1]))
    assert played.every_key.count("reaction:Mob") == core
    assert not any("Fog" in label for label in (reaction(played).values() if core else ()))


@EACH
@pytest.mark.rule("EVE-32")
def test_something_else_is_told_in_words(at: ModuleType) -> None:
    duck = stratagem("Duck", "incoming: -1 to hit", when=TARGETED)
    script = [
        *SHOT,
        ("reaction:Mob", "something else in force"),
        ("in force on Mob", ["-1 to hit as Smoke"]),
        ("hit:gun", [1]),
    ]
    played = fight(at, (), (duck,), *script)
    assert played.need() == 4
    assert played.unit_at("Mob").tellings == ()  # it was for this attack


@EACH
@pytest.mark.rule("EVE-27", "EVE-32")
def test_conditions_of_a_reaction_are_asked_after_it(at: ModuleType) -> None:
    duck = stratagem("Duck", "incoming: -1 to hit if the moon shines", when=TARGETED)
    script = [*SHOT, ("reaction:Mob", "Duck")]
    yes, no = (
        fight(at, (), (duck,), *script, ("facts of Mob", {"if the moon shines": said}), ("hit:gun", [1])) for said in ("yes", "no")
    )  # fmt: skip
    assert (yes.need(), no.need()) == (4, 3)


@EACH
@pytest.mark.rule("EVE-32", "EVE-52")
def test_a_reaction_costs_its_owner_and_may_be_cheaper(at: ModuleType) -> None:
    for said, left in (("Contempt", 0), ("Contempt 0", 1)):
        played = fight(at, (), (CONTEMPT,), *SHOT, ("reaction:Mob", said), ("hit:gun", [1]), points=0)
        assert played.battle.points.left == (1, left)
        assert [text.partition("told by ")[2] for text in played.told_of() if "told by" in text] == [
            "Theirs" if left else "Theirs, 1CP"
        ]


@EACH
@pytest.mark.rule("EVE-32", "EVE-52")
def test_nobody_is_asked_where_only_rows_for_one_point_less_are_open(at: ModuleType) -> None:
    costly = CONTEMPT.but(cost=2)  # one point is there: for less it would do
    fought = [*SHOT, ("hit:gun", [1])]
    assert "reaction:Tank" not in fight(at, (), (costly,), *shoots("Men", "Tank"), points=0).every_key
    asked = "reaction:Mob" in fight(at, (), (costly,), *fought, points=0).every_key
    assert asked is (at is tenth), "where core stratagems are reactions, Go to Ground costs the one point"
    free = stratagem("Fog", "incoming: -1 to hit", when=TARGETED, cost=0)
    assert "reaction:Tank" in fight(at, (), (costly, free), *shoots("Men", "Tank"), points=0).every_key


# After it was shot at, and told by name ------------------------------------------------------------------------------


@EACH
@pytest.mark.rule("EVE-43", "EVE-53")
def test_answering_fire_is_offered_as_shooting_back_is(at: ModuleType) -> None:
    fire = stratagem("Answering Fire", "Shoots back", "+1 to hit", when=AFTER, once=ONCE_A_BATTLE, lasts=ATTACK)
    script = [*shoots("Men", "Mob"), ("after:Answering Fire:Mob", "yes"), ("facts:Men", {}), ("hit:gun", [1] * 5)]
    played = fight(at, (), (fire,), *script[:4], *script[4:5], ("target", "Men"), *script[5:], *shoots("Others", "Mob"))
    assert played.need(nth=1) == 2
    assert played.keys.count("after:Answering Fire:Mob") == 1
    rows = played.question("after:Answering Fire:Mob").options
    assert [one.label for one in rows][1:] == ["Answering Fire: Shoots back, +1 to hit · 1CP"]
    assert (
        fight(at, (), (fire,), *shoots("Men", "Mob"), ("after:Answering Fire:Mob", "no"), ("unit", "Others")).need()
        == 3
    )


@EACH
@pytest.mark.rule("EVE-43")
def test_what_does_not_shoot_back_is_in_force_from_then_on(at: ModuleType) -> None:
    dig = stratagem("Dig In", "incoming: -1 to hit", when=AFTER)
    played = fight(at, (), (dig,), *shoots("Men", "Mob"), ("after:Dig In:Mob", "yes"), *shoots("Others", "Mob"))
    assert [played.need(nth=nth) for nth in (0, 1)] == [3, 4]


def happens(at: ModuleType, mine: tuple[ArmyEntry, ...], text: str, theirs: tuple[ArmyEntry, ...] = ()) -> Any:
    return fight(at, mine, theirs, ("unit", "something happened"), ("happened", text), points=3)


AIM = rule("Steady Aim", "improve BS by 1", whom="INFANTRY", lasts=NEXT_TURN)


@EACH
@pytest.mark.rule("EVE-30", "EVE-43")
def test_it_is_told_by_its_name(at: ModuleType) -> None:
    for text in ("men: Steady Aim", "men: steady aim"):
        played = happens(at, (AIM,), text)
        assert [(one.name, one.words, one.span) for one in played.unit_at("Men").tellings] == [
            ("Steady Aim", "Improve BS by 1", NEXT_TURN)
        ]
    assert happens(at, (AIM,), "men: Steady Aim this battle").unit_at("Men").tellings[0].span == "this battle"
    played = happens(at, (stratagem("Blind Them", "-1 to hit", on=ENEMY, when=TOLD),), "mob: Blind Them this turn")
    assert played.unit_at("Mob").tellings[0].as_target
    assert played.battle.points.left == (3, 1)


@EACH
@pytest.mark.rule("EVE-55")
def test_what_answers_enemy_shots_is_noted_as_such_in_the_own_turn(at: ModuleType) -> None:
    reply = stratagem("Reply", "Shoots back", when=AFTER)
    note = "answers enemy shots; in this turn {} is shot at only by Overwatch or shooting back"
    for name in ("Contempt", "Reply"):
        assert happens(at, (CONTEMPT, reply), f"men: {name}").said(f"{name} {note.format('Men')}")
    order = rule("Order", "incoming: -1 to hit", when=TARGETED)
    assert happens(at, (order,), "all INFANTRY: Order").said(f"Order {note.format('Men, Others')}")
    assert not happens(at, (AIM,), "mob: Contempt", (CONTEMPT,)).said("Contempt answers enemy shots")
    assert not happens(at, (STORM,), "men: Storm of Shells").said("answers enemy shots")


@EACH
@pytest.mark.rule("EVE-30")
def test_the_name_alone_will_do_if_it_fits_one_unit(at: ModuleType) -> None:
    played = happens(at, (AIM,), "Rumble", (rule("Rumble", "+1 to hit", whom="VEHICLE"),))
    assert [one.name for one in played.unit_at("Tank").tellings] == ["Rumble"]


@EACH
@pytest.mark.rule("EVE-30", "EVE-53")
@pytest.mark.parametrize(("text", "why"), [
    ("Steady Aim", "Steady Aim fits Men, Others: say which, as in Men: Steady Aim"),
    ("mob: Steady Aim", "Steady Aim is for units of Mine, and Mob is a unit of Theirs"),
    ("men: Glare", "Glare is put on an enemy unit, and Men is a unit of Mine itself"),
    ("men: Rumble", "Rumble is for VEHICLE, and Men is not"),
    ("men: Riddle", "what does Riddle do? Say it once, as in Men: +1 to hit as Riddle"),
    ("men: Drill", "Drill is one of several: say which, as in Men: Lethal Hits as Drill"),
    ("men: Old Oath", "Old Oath is always in force"),
    ("men: Dear", "Dear: needs 9 CP, 4 left; cp +5 if that is wrong"),
    ("men: Once; others: Once", "Once: used this phase, after “men: Once”"),
])  # fmt: skip
def test_what_cannot_be_is_refused_in_words(at: ModuleType, text: str, why: str) -> None:
    mine = (
        AIM, rule("Glare", "-1 to hit", on=ENEMY), rule("Rumble", "+1 to hit", whom="VEHICLE"), rule("Riddle"),
        rule("Drill", "one of: Lethal Hits, Sustained Hits 1"), rule("Old Oath", "+1 to hit", when=ALWAYS),
        stratagem("Dear", "+1 to hit", when=TOLD, cost=9), stratagem("Once", "+1 to hit", when=TOLD),
    )  # fmt: skip
    with pytest.raises(BadAnswer) as error:
        happens(at, mine, text)
    assert str(error.value).endswith(why)


@EACH
@pytest.mark.rule("EVE-30", "EVE-40")
def test_words_with_the_name_teach_what_it_does(at: ModuleType) -> None:
    played = happens(at, (rule("Riddle"),), "men: +1 to hit as Riddle; others: Riddle")
    assert [one.words for one in played.unit_at("Others").tellings] == ["+1 to hit"]


COURSES = {  # who may use it again in the phases of A1, B1, A2, B2, if it is used wherever it can be
    ONCE_A_PHASE: {"A": ["A1", "B1", "A2", "B2"], "B": ["A1", "B1", "A2", "B2"]},
    "turn": {"A": ["A1", "B1", "A2", "B2"], "B": ["A1", "B1", "A2", "B2"]},
    ONCE_A_BATTLE: {"A": ["A1"], "B": ["A1"]},
}


def refusal(battle: Any, line: str) -> str:
    """Why this cannot be told now; "" if it can."""
    try:
        what_happened.after(LINE, battle, line)
    except BadAnswer as error:
        return str(error)
    return ""


@EACH
@pytest.mark.rule("EVE-53")
@pytest.mark.parametrize("once", COURSES)
def test_limits_in_a_course_of_both_sides(at: ModuleType, once: str) -> None:
    """Each side has an entry of this name; both try it twice in each phase."""
    entry = rule("Trick", "+1 to hit", once=once)
    armies = (with_block(at.army(name, men(at, f"{name} men")), entry) for name in "AB")
    battle, used = at.RULESET.begin_battle(*armies, None), dict[str, list[str]]()
    table = Table(lambda question, _: "go on")
    for phase in ("A1", "B1", "A2", "B2"):
        for _ in range(2):
            for side in "AB":
                if why := refusal(battle, f"{side} men: Trick"):
                    assert why.endswith(f"Trick: used this {once}")
                    continue
                battle, _ = what_happened.after(LINE, battle, f"{side} men: Trick")
                used.setdefault(side, []).append(phase)
        battle = turns.end_turn(turns.end_phase(battle, table), table)
    assert used == COURSES[once]


@EACH
@pytest.mark.rule("EVE-53")
def test_once_a_turn_holds_over_the_phases_of_a_turn(at: ModuleType) -> None:
    armies = (
        with_block(at.army(name, men(at, f"{name} men")), rule("Trick", "+1 to hit", once="turn")) for name in "AB"
    )
    battle, _ = what_happened.after(LINE, at.RULESET.begin_battle(*armies, None), "A men: Trick")
    battle = turns.end_phase(battle, Table(lambda question, _: "go on"))
    with pytest.raises(BadAnswer, match="Trick: used this turn"):
        what_happened.after(LINE, battle, "A men: Trick")


# As a turn begins ----------------------------------------------------------------------------------------------------

NEXT = [("unit", "end the phase"), ("unit", "end the phase")]
GO_ON = ("next turn", "go on")


@EACH
@pytest.mark.rule("EVE-42", "10E-TGT-11")
def test_a_rule_names_one_enemy_each_turn(at: ModuleType) -> None:
    grudge = rule("Old Grudge", "+1 to hit", when=EACH_TURN, on=ENEMY, lasts=NEXT_TURN)
    named = ("if Old Grudge target", "Mob")
    played = fight(at, (grudge,), (), named, *shoots("Men", "Mob"), *shoots("Others", "Tank"))
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 3]
    assert played.question("if Old Grudge target").text == "Which unit is the Old Grudge target?"
    assert "Old Grudge target" in played.marks("Mob")


@EACH
@pytest.mark.rule("EVE-45")
def test_a_stance_is_picked_in_one_row_and_the_last_is_kept(at: ModuleType) -> None:
    stance = rule("Doctrine", "one of: +1 to hit, +1 to wound", when=EACH_TURN, lasts=NEXT_TURN)
    picked = ("marks and loans", {"entry:Doctrine": "+1 to hit"})
    played = fight(at, (stance,), (), *[picked, *shoots("Men", "Mob"), *NEXT, GO_ON, *shoots("Others", "Mob")])
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 2]
    assert played.question("entry:Doctrine", 1).default == "+1 to hit"
    assert played.said("Men, Others: +1 to hit (Doctrine), until Mine's turn 2; told by Mine")


@EACH
@pytest.mark.rule("EVE-45")
def test_once_a_battle_strikes_each_off(at: ModuleType) -> None:
    stance = rule("Doctrine", "one of: +1 to hit, +1 to wound", when=EACH_TURN, lasts=NEXT_TURN, once=ONCE_A_BATTLE)
    turn = lambda said: [("marks and loans", {"entry:Doctrine": said}), *NEXT, GO_ON]  # noqa: E731
    played = fight(at, (stance,), (), *turn("+1 to hit"), ("marks and loans", {}), *shoots("Men", "Mob"))
    assert played.need() == 3
    closed = {option.value: bool(option.closed) for option in played.question("entry:Doctrine", 1).options}
    assert closed == {"none": False, "+1 to hit": True, "+1 to wound": False}
    over = fight(at, (stance,), (), *turn("+1 to hit"), *turn("+1 to wound"), *shoots("Men", "Mob"))
    assert over.keys.count("marks and loans") == 2


@EACH
@pytest.mark.rule("EVE-40", "EVE-45")
def test_without_a_choice_it_is_in_force_each_turn(at: ModuleType) -> None:
    rush = rule("Rush", "+1 to hit", when=EACH_TURN, whom="INFANTRY", lasts="this turn")
    played = fight(at, (rush,), (), *shoots("Men", "Mob"))
    assert played.need() == 2
    assert "marks and loans" not in played.keys
    assert played.said("Men, Others: +1 to hit (Rush), this turn; told by Mine")
    bought = rush.but(cost=1)
    assert fight(at, (bought,), (), *shoots("Men", "Mob")).need() == 3
    assert fight(at, (bought,), (), ("marks and loans", {"entry:Rush": "yes"}), *shoots("Men", "Mob")).need() == 2


# Without a block ------------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.rule("EVE-47")
def test_without_a_block_nothing_is_asked_and_nothing_shown(at: ModuleType) -> None:
    """An army with a block of a detachment alone has the same questions, rows and lines as one without."""
    script = [*shoots("Men", "Mob"), ("unit", "end the phase"), ("unit", "Mob"), ("target", "Men"), ("facts:Men", {}),
              ("hit:gun", [1] * 5)]  # fmt: skip
    mine, theirs = (
        at.army("Mine", men(at), men(at, "Others")),
        at.army("Theirs", men(at, "Mob", 5), at.tank(at.gun("gun"))),
    )
    plain = at.battle(mine, theirs, *script)
    named = at.battle(with_block(mine), theirs, *script)
    assert plain.every_key == named.every_key
    assert plain.told == named.told
    assert at.RULESET.status(plain.end) == at.RULESET.status(named.end)
    assert [key for key in plain.every_key if key.startswith(("entry:", "words of", "marks and loans"))] == []
    labels = [option.label for one in plain.questions if one.key.startswith("reaction:") for option in one.options]
    assert not any("something else" in label or "of all units" in label for label in labels)


@EACH
@pytest.mark.rule("EVE-23", "EVE-30")
def test_an_order_is_told_of_many_units_at_once(at: ModuleType) -> None:
    played = happens(at, (AIM.but(cost=1),), "all INFANTRY: Steady Aim")
    assert [one.name for unit in ("Men", "Others") for one in played.unit_at(unit).tellings] == ["Steady Aim"] * 2
    assert played.battle.points.left == (3, 1)
    assert played.said("all INFANTRY of Mine: Improve BS by 1 (Steady Aim), until Mine's turn 2; told by Mine, 1CP")
    assert at.RULESET.status(played.end)[0][1][0].of_army  # one line in the status, and one end of it
    two = AIM.but(name="Old Aim", whom=whom_of("INFANTRY or VEHICLE"))
    men = happens(at, (AIM, two), "all: Steady Aim; all: Old Aim").unit_at("Men").tellings
    assert [(one.of_side, one.keywords) for one in men] == [(True, ("INFANTRY",)), (False, ())]  # two groups: of each
    late = "others off, all INFANTRY: Steady Aim, others arrives"
    assert [one.name for one in in_force(happens(at, (AIM,), late).unit_at("Others"))] == ["Steady Aim"]
    ended = happens(at, (AIM,), f"{late}, all INFANTRY: no longer Steady Aim").battle
    assert not any(unit.tellings for unit in ended.sides[0].units)
    with pytest.raises(BadAnswer, match="Steady Aim: no unit with these keywords may have it"):
        happens(at, (AIM,), "theirs all VEHICLE: Steady Aim", (rule("Steady Aim", "+1 to hit", whom="INFANTRY"),))


@EACH
@pytest.mark.rule("EVE-29", "EVE-30", "EVE-55")
def test_at_agreed_it_is_told_by_its_name(at: ModuleType) -> None:
    played = fight(at, (STORM,), (), *shoots("Men", "Mob", {"effects": ["storm of shells"]}), ("unit", "Others"),
                   ("target", "Mob"), points=1)  # fmt: skip
    assert played.need() == 2
    assert played.battle.points.left == (1, 1)
    assert rows(played, "Mob", 1) == {"Storm of Shells": "used this phase"}
    asked = played.question("facts:Mob", 1)
    with pytest.raises(BadAnswer, match="Storm of Shells: used this phase"):
        asked.read({"effects": ["Storm of Shells"]})
    with pytest.raises(BadAnswer, match="Storm of Shells is for the firers; say it as effects"):
        asked.read({"target_effects": ["Storm of Shells"]})


@EACH
@pytest.mark.rule("EVE-55", "EVE-53")
def test_in_overwatch_it_is_used_by_its_name(at: ModuleType) -> None:
    """Overwatch is a stratagem itself, so that a unit has no other one with it where it may have one."""
    watch = [("unit", "overwatch"), ("overwatch", "Mob"), ("target", "Men"), ("facts:Men", {"effects": ["Rage"]})]
    rage = stratagem("Rage", "+1 strength", cost=2)
    more = {"settings": {"one_stratagem": "no"}} if at is eleventh else {}
    assert fight(at, (), (rage,), *watch, ("hit:gun", [1] * 5), points=2, **more).battle.points.left[1] == 0
    if at is eleventh:
        with pytest.raises(BadAnswer, match="Rage: Mob had Fire Overwatch this phase"):
            fight(at, (), (rage,), *watch, points=2)
        rule = ArmyEntry("Rage", RULE, ("+1 strength",), when=TOLD)
        assert fight(at, (), (rule,), *watch, ("hit:gun", [1] * 5), points=2).battle.points.left[1] == 2


@EACH
@pytest.mark.rule("EVE-53", "EVE-43")
def test_what_is_too_dear_after_shots_is_said_once_a_phase(at: ModuleType) -> None:
    fire = stratagem("Answering Fire", "Shoots back", when=AFTER, cost=3)
    played = fight(at, (), (fire,), *shoots("Men", "Mob"), *shoots("Others", "Mob"), points=1)
    says = "Theirs: Answering Fire needs 3 CP, 2 left; theirs cp +1 if that is wrong"
    assert played.told_of().count(says) == 1
    assert not any(key.startswith("after:") for key in played.keys)
    rich = fight(at, (), (fire,), *shoots("Men", "Mob"), ("after:Answering Fire:Mob", "no"), points=2)
    assert not any("needs 3 CP" in words for words in rich.told_of())


# Laws -----------------------------------------------------------------------------------------------------------------

LINES = (
    "+1 to hit", "Sustained Hits 1", "Lethal Hits against INFANTRY", "re-roll wound rolls", "improve AP by 1", "+1 attacks",
    "Devastating Wounds", "critical hits on 5+", "incoming: worsen AP by 1", "Feel No Pain 5+", "+1 damage",
)  # fmt: skip


def law(
    at: ModuleType, unit: Any, target: Any, mine: tuple[ArmyEntry, ...], theirs: tuple[ArmyEntry, ...], **said: Any
) -> Any:
    """How many fall, in a battle of these two."""
    armies = with_block(at.army("Mine", unit), *mine), with_block(at.army("Theirs", target), *theirs)
    battle = at.RULESET.begin_battle(*armies, None)
    start = begin_attack(Nomination(Hashed(battle), 0, 0, ""), Table(lambda question, _: question.default))
    ends = odds(
        at.RULESET.attack,
        at.RULESET.for_odds(start),
        Preset({"distance": 9, **said}, raise_missing),
        settings=at.RULESET.defaults(),
    )
    return ends.measure(lambda end: int(at.RULESET.measures["slain"](end)))


@EACH
@pytest.mark.rule("EVE-21", "EVE-29", "EVE-32", "EVE-41")
@pytest.mark.parametrize("line", every_nth(4, LINES))
def test_a_use_has_the_odds_of_the_same_attack_with_the_line_in_the_list(at: ModuleType, line: str) -> None:
    gun, armour = at.gun("gun", A=3, AP=-1, D=1), {"W": 2, "Sv": "3+"}

    def unit(name: str, *has: str, **stats: Any) -> Any:
        return at.squad(name, at.kind(f"{name} man", 2, gun, has=has, **stats))

    plain, listed = unit("Men"), unit("Men", line)
    mob, tough = unit("Mob", **armour), unit("Mob", line, **armour)
    wanted, reacted = law(at, listed, mob, (), ()), law(at, plain, tough, (), ())
    assert law(at, plain, mob, (stratagem("Use", line),), (), **{"entry:Use": "yes"}) == wanted
    react = {"reaction:Mob": "Use"}
    assert law(at, plain, mob, (), (stratagem("Use", line, when=TARGETED),), **react) == reacted
    if line in ("Sustained Hits 1", "Feel No Pain 5+"):
        assert law(at, plain, mob, (), ()) != (wanted if line == "Sustained Hits 1" else reacted)


@EACH
@pytest.mark.rule("10E-EFF-56")
def test_odds_of_an_attack_at_the_table_count_the_one_die_that_may_be_thrown_again(at: ModuleType) -> None:
    """One shot that hits on 4+ and wounds on 4+, without a save: 1/4 falls without the ability, 3/8 with it."""
    gun, mob = at.gun("gun", A=1, BS=4, S=4, AP=0, D=1), men(at, "Mob", 1, T=4)
    for has, slain in (
        ((), 1 / 4),
        (("re-roll one hit roll",), 3 / 8),
        (("re-roll one hit roll or wound roll",), 1 / 2),
    ):
        shooter = at.squad("Men", at.kind("Men man", 1, gun, has=has))
        assert float(law(at, shooter, mob, (), ())[1]) == pytest.approx(slain), has


@EACH
@pytest.mark.rule("EVE-22", "EVE-40", "EVE-42")
def test_put_on_an_enemy_it_works_for_those_it_is_for(at: ModuleType) -> None:
    tank = at.tank(at.gun("gun"), name="Walker", keywords=("VEHICLE", "WALKER"))
    grudge = rule(
        "Grudge", "+1 to hit", when=EACH_TURN, on=ENEMY, lasts=NEXT_TURN, whom="INFANTRY or MOUNTED, not WALKER"
    )
    mine, theirs = with_block(at.army("Mine", men(at), tank), grudge), at.army("Theirs", men(at, "Mob", 5))
    played = at.battle(mine, theirs, *[("if Grudge target", "Mob"), *shoots("Men", "Mob"), *shoots("Walker", "Mob")])
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 3]
    said = [one.text for one in played.questions if one.key == "facts:Mob"]
    assert ["+1 to hit (Grudge)" in one for one in said] == [True, False]  # it stands where it works


@EACH
@pytest.mark.rule("EVE-42", "EVE-33")
def test_a_named_enemy_is_told_by_what_that_does_and_not_twice(at: ModuleType) -> None:
    grudge = rule("Grudge", "+1 to hit", when=EACH_TURN, on=ENEMY, lasts=NEXT_TURN)
    keen = at.squad("Keen", at.kind("Keen man", 1, at.gun("gun"), has=("+1 to wound if Grudge target",)))
    mine, theirs = with_block(at.army("Mine", keen), grudge), at.army("Theirs", men(at, "Mob", 5))
    played = at.battle(mine, theirs, ("if Grudge target", "Mob"), *shoots("Keen", "Mob", hit=6), ("wound:gun", [1]))
    (row, *_) = played.question("target").options
    assert (row.label.count("Grudge"), "+1 to hit (Grudge)" in row.label) == (1, True)
    said = next(one.text for one in played.questions if one.key == "facts:Mob")
    assert (said.count("Grudge"), "+1 to hit (Grudge)" in said) == (1, True)


@EACH
@pytest.mark.rule("EVE-40", "EVE-43")
@pytest.mark.parametrize("when", [TARGETED, AFTER])
def test_the_words_of_a_reaction_are_asked_too(at: ModuleType, when: str) -> None:
    secret = stratagem("Secret", when=when)
    words = ("words of Secret", ["incoming: -1 to hit"])
    if when == TARGETED:
        script = [*SHOT, ("reaction:Mob", "Secret"), words, ("hit:gun", [1])]
        assert fight(at, (), (secret,), *script).need() == 4
        return
    script = [*shoots("Men", "Mob"), ("after:Secret:Mob", "yes"), words, *shoots("Others", "Mob")]
    assert fight(at, (), (secret,), *script).need(nth=1) == 4
    back = [*shoots("Men", "Mob"), ("after:Secret:Mob", "yes"), ("words of Secret", ["Shoots back"]), ("target", "Men")]
    assert fight(at, (), (secret,), *back, ("facts:Men", {}), ("hit:gun", [1] * 5)).need(nth=1) == 3


# What a package proposes ----------------------------------------------------------------------------------------------

THOUGHT = stratagem("Bright Beam", "+1 to hit", proposed=True)


@EACH
@pytest.mark.rule("EVE-64")
@pytest.mark.parametrize(("typed", "need", "later"), [
    (None, 2, "Bright Beam: +1 to hit, this phase · 1CP"),  # Enter
    (["Ignores Cover", "+1 to hit"], 2, "Bright Beam: Ignores Cover, +1 to hit, this phase · 1CP"),
    (["+1 to wound"], 3, "Bright Beam: +1 to wound, this phase · 1CP"),
])  # fmt: skip
def test_what_a_package_proposes_is_shown_at_its_first_use(
    at: ModuleType, typed: list[str] | None, need: int, later: str
) -> None:
    taken = {"entry:Bright Beam": "yes"}
    beam = THOUGHT.but(once=NO_LIMIT)
    words = [("words of Bright Beam", typed)] if typed else []
    first = [("unit", "Men"), ("target", "Mob"), ("facts:Mob", taken), *words, ("hit:gun", [1])]
    played = fight(at, (beam,), (), *first, *shoots("Others", "Mob", taken))
    asked = played.question("words of Bright Beam")
    assert asked.text == "Bright Beam · 1CP, not checked: is this what your book says"
    assert asked.default == ("+1 to hit",)
    assert [played.need(nth=nth) for nth in (0, 1)] == [need, need]
    assert played.keys.count("words of Bright Beam") == 1
    assert played.question("entry:Bright Beam").text == "Bright Beam: +1 to hit, not checked, this phase · 1CP"
    assert played.question("entry:Bright Beam", 1).text == later


@EACH
@pytest.mark.rule("EVE-64")
def test_what_a_package_proposes_is_never_in_force_unasked(at: ModuleType) -> None:
    played = fight(at, (THOUGHT,), (), *shoots("Men", "Mob"))
    assert played.need() == 3
    back = stratagem("Turn Aside", "incoming: -1 to hit", when=TARGETED, proposed=True)
    played = fight(at, (), (back,), *SHOT, ("reaction:Mob", "Turn Aside"), ("hit:gun", [1]))
    assert played.question("words of Turn Aside").default == ("incoming: -1 to hit",)
    assert played.need() == 4


@EACH
@pytest.mark.rule("EVE-64")
def test_told_by_name_it_is_refused_until_somebody_says_what_it_does(at: ModuleType) -> None:
    for text in ("men: Bright Beam", "all INFANTRY: Bright Beam"):
        with pytest.raises(BadAnswer) as error:
            happens(at, (THOUGHT,), text)
        assert str(error.value).endswith(
            "Bright Beam is not checked: is it +1 to hit? Say once what it does, as in Men: +1 to hit as Bright Beam"
        )
    told = "men: +1 to wound as Bright Beam; others: Bright Beam"
    played = happens(at, (THOUGHT.but(once=NO_LIMIT),), told)
    assert [one.words for one in played.unit_at("Others").tellings] == ["+1 to wound"]


@EACH
@pytest.mark.rule("EVE-64")
@pytest.mark.parametrize("when", [SHOOTS, TARGETED])
def test_without_words_they_are_asked(at: ModuleType, when: str) -> None:
    secret = stratagem("Secret", when=when, proposed=True)
    if when == TARGETED:
        script = [*SHOT, ("reaction:Mob", "Secret"), ("words of Secret", ["incoming: -1 to hit"]), ("hit:gun", [1])]
        played, need = fight(at, (), (secret,), *script), 4
    else:
        told = [("facts:Mob", {"entry:Secret": "yes"}), ("words of Secret", ["+1 to hit"]), ("hit:gun", [1])]
        played, need = fight(at, (secret,), (), ("unit", "Men"), ("target", "Mob"), *told), 2
    asked = played.question("words of Secret")
    assert (asked.text, asked.default, played.need()) == ("Secret: what does it do", None, need)


@EACH
@pytest.mark.rule("TGT-2", "ELIG-3")
def test_a_distance_that_closes_everything_is_doubted_and_named(at: ModuleType) -> None:
    """It may be a slip for 11.5 inches."""
    pistol = at.squad("Men", at.kind("Man", 1, at.gun("gun"), at.gun("pistol", "Pistol")))
    go = [("unit", "Men"), ("target", "Mob")]

    def game(unit: Any, *script: Any, **more: Any) -> Any:
        return at.battle(at.army("Mine", unit), at.army("Theirs", at.targets(5, "Mob")), *go, *script, **more)

    near = game(men(at), ("distance", 1), distance=1)
    asked = near.question("distance")
    assert asked.doubt(1).endswith("Type the distance anew, or 1 again if it is so near")
    assert asked.doubt(1).startswith("1 inch: so near ")
    assert asked.doubt(3) == ""
    assert near.said('Men cannot shoot at Mob (1" away): ') or near.said('nothing can fire at Mob (1" away)')
    doubt = game(pistol).question("distance").doubt(1)
    if at is tenth:  # in 11th edition it says before that it shoots in close quarters
        assert doubt.startswith("1 inch: so near both are in combat, and only pistol may fire. Type the distance anew")
        only = at.squad("Men", at.kind("Man", 1, at.gun("pistol", "Pistol")))
        assert game(only).question("distance").doubt(1) == ""  # nothing is lost by it
    else:
        assert doubt.startswith("1 inch: so near nothing may be fired")
    assert game(men(at), ("distance", 30)).said('nothing can fire at Mob (30" away)')
