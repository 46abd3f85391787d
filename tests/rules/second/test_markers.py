"""Where markers and templates lie, and whom they touch: 2E-CAS-3, 2E-TGT-5."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.battle.current_attack import AlreadyAnswered, current_attack
from shoot_cli.engine.questions import Roll
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.odds import Budget, odds
from shoot_cli.rules.second import ATTACK, RULESET
from shoot_cli.rules.second.profiles import Save, Unit, Weapon
from shoot_cli.rules.second.records import Hit
from shoot_cli.rules.second.steps.attack import new_attack
from tests.helpers.scripted_table import DEFAULT
from tests.play.test_odds_at_prompt import law_of
from tests.rules.second.helpers.guns_and_men import both, engine, firer, flamer, gun, men, sure
from tests.rules.second.helpers.tabletop import Played, army, attack, battle, chances, fire, printed

F = Fraction


BIG = sure(10, -9, blast=2)
SIX_INCHES = 3  # a side of the artillery die


@pytest.mark.rule("2E-CAS-3", "2E-COV-4")
def test_who_lies_under_a_marker_is_hit_whatever_his_cover() -> None:
    crowd = both(men(name="Hidden"), men(name="Open"))
    played = attack(
        engine(sure(name="first"), BIG), crowd, fire("first", order="1 Hidden hard, 1 Open"), ("wound", [1]),
        fire("gun"), ("under", 1), ("partial", 0), ("who_under", DEFAULT), ("wound", [6]),
    )  # fmt: skip
    assert played.alive() == {"Open": [1]}


@pytest.mark.rule("2E-CAS-3")
def test_who_placed_the_marker_says_whom_it_touches() -> None:
    crowd = both(men(3, name="Boy"), men(name="Nob"))
    played = attack(
        firer(BIG), crowd, fire("gun"), ("under", 2), ("partial", 0), ("who_under", "1 Boy, 1 Nob"), ("wound", [6]),
        ("wound", [6]),
    )  # fmt: skip
    question = played.question("who_under")
    assert (question.owner, question.default) == ("attacker", (2, 0))
    assert not played.question("under").more
    assert "order" not in played.parts()
    assert played.alive() == {"Boy": [1, 1]}


@pytest.mark.rule("2E-CAS-3")
def test_whom_it_touches_is_not_asked_where_they_are_alike_or_all_are_hit() -> None:
    crowd = both(men(name="Boy"), men(name="Nob"))
    assert attack(firer(BIG), crowd, fire("gun"), ("under", 2), ("wound", [6]), ("wound", [6])).alive() == {}
    assert attack(firer(BIG), men(2), fire("gun"), ("under", 1), ("partial", 0), ("wound", [6])).alive() == {"Man": [1]}


@pytest.mark.rule("2E-CAS-1", "2E-CAS-3")
def test_the_order_said_beforehand_is_for_the_first_weapon_that_asks_for_it() -> None:
    """The marker, which fires first, does not; then the one shot finds the Nob."""
    crowd = both(men(name="Boy"), men(name="Nob", toughness=14))
    order = [[[1, "Nob", ""], [1, "Boy", ""]]]
    assert chances(engine(BIG.but(name="first"), sure(10, -9)), crowd, under=0, order=order) == {0: 1}


@pytest.mark.rule("2E-CAS-3")
def test_the_next_marker_is_proposed_to_touch_the_next_in_line() -> None:
    crowd = both(men(name="Boy"), men(2, name="Nob"))
    under = [("under", 1), ("partial", 0), ("who_under", DEFAULT)]
    played = attack(firer(BIG, n=2), crowd, fire("gun"), *under, *under, ("wound", [6]), ("wound", [6]))
    assert [played.question("who_under", i).default for i in range(2)] == [(1, 0), (0, 1)]
    assert played.alive() == {"Nob": [1]}


@pytest.mark.rule("2E-CAS-3")
def test_markers_may_all_touch_the_same_model() -> None:
    crowd = both(men(3, name="Boy"), men(name="Nob", wounds=2))
    under = [("under", 1), ("partial", 0), ("who_under", "1 Nob")]
    assert attack(firer(BIG, n=2), crowd, fire("gun"), *under, *under, ("wound", [6, 6])).alive() == {"Boy": [1] * 3}


@pytest.mark.rule("2E-CAS-3")
def test_of_those_that_nobody_names_the_next_of_the_line_are_hit() -> None:
    crowd = both(men(3, name="Boy"), men(name="Nob"))
    named = {"under": 2, "who_under": "1 Nob"}
    assert chances(firer(sure(10, -9, blast=2)), crowd, "slain", **named)[2] == F(25, 36)
    played = attack(
        firer(BIG),
        crowd,
        fire("gun"),
        ("under", 2),
        ("partial", 0),
        ("who_under", "1 Nob"),
        ("wound", [6]),
        ("wound", [6]),
    )
    assert played.alive() == {"Boy": [1, 1]}


@pytest.mark.rule("2E-CAS-3", "2E-TGT-5")
def test_in_a_battle_only_who_wishes_is_asked_whom_it_touches_and_who_else_is_there() -> None:
    """Without a plus nobody else is there, and the hits go to the next in their order, which is told."""
    sides = (
        army("A", firer(BIG), men(name="Idle")),
        army("B", both(men(3, name="Boy"), men(name="Nob")).but(name="Mob")),
    )
    aim = ("unit", DEFAULT), ("target", "Mob"), fire("gun")
    plain = battle(*sides, *aim, ("under", 2), ("wound", [6, 6]))
    assert "others under:gun" not in plain.keys
    assert plain.said("Hit in their order: 2 Boys", "2E-CAS-3")
    named = battle(*sides, *aim, ("under", "2+"), ("others under", DEFAULT), ("who_under", "1 Nob"), ("wound", [6]),
                   ("wound", [6]))  # fmt: skip
    assert not named.said("Hit in their order")
    left = [[(rank.kind, rank.n) for rank in played.unit_at("Mob").ranks] for played in (plain, named)]
    assert left == [[(0, 1), (1, 1)], [(0, 2)]]
    assert plain.question("under").more == "if others are too, some partly, or to say which"


@pytest.mark.rule("2E-CAS-3")
@pytest.mark.parametrize(
    ("target", "weapon", "settings", "words"),
    [
        (men(4), BIG, {"blast_partial": "hit"}, "if others are under it too"),
        (men(4), BIG, {}, "if others are too, or some partly"),
        (men(4), flamer(), {"blast_partial": "hit"}, "if others are too, or some partly"),
        (both(men(3), men(name="Nob")), BIG, {"blast_partial": "hit"}, "if others are too, or to say which"),
    ],
)
def test_what_a_plus_is_for_is_said(target: Unit, weapon: Weapon, settings: dict[str, str], words: str) -> None:
    sides = army("A", firer(weapon), men(name="Idle")), army("B", target.but(name="Men"))
    placed = battle(*sides, ("unit", DEFAULT), ("target", "Men"), fire(weapon.name), distance=6, settings=settings)
    assert placed.left.more == words  # type: ignore[union-attr]


@pytest.mark.rule("2E-CAS-3")
@pytest.mark.parametrize(("under", "owner"), [({"More": 1}, "attacker"), ({"Friends": 1}, "defender")])
def test_of_others_under_it_who_shot_says_whom_it_touches(under: dict[str, int], owner: str) -> None:
    """A friend's unit is the shooter's own, although it is the one that suffers."""
    crowd = both(men(2, name="Boy"), men(name="Nob"))
    mine, theirs = army("A", firer(BIG), crowd.but(name="Friends")), army("B", men(4), crowd.but(name="More"))
    played = battle(
        mine, theirs, ("unit", DEFAULT), ("target", "Men"), fire("gun"), ("under", "2+"), ("others under", under), ("wound", [1, 1]), ("who_under", "1 Nob"), ("wound", [6]),
    )  # fmt: skip
    assert played.question("who_under").owner == owner
    name = next(iter(under))
    assert [(rank.kind, rank.n) for rank in played.unit_at(name).ranks] == [(0, 2)]


def lying(*script: tuple[str, object], weapon: Weapon = BIG, n: int = 1, settings: Any = None) -> Played:
    mine, theirs = (
        army("A", firer(weapon, n=n), men(name="Idle")),
        army("B", men(8, toughness=14), men(6).but(name="More")),
    )
    script = ("unit", DEFAULT), ("target", "Men"), fire(weapon.name), *script  # type: ignore[assignment]
    return battle(mine, theirs, *script, distance=6, settings=settings)


@pytest.mark.rule("2E-TGT-5")
def test_a_marker_placed_with_too_few_of_the_target_is_placed_again() -> None:
    """Two of the target and one partly, against three of others; then four and a half of eight."""
    played = lying(
        ("under", "2+"), ("others under", {"only partly": 1, "More": 3}),
        ("under", "3+"), ("others under", {"only partly": 1, "More": 3}), ("partly", [1]),
    )  # fmt: skip
    assert played.said("3 of the 6 models under it are the target's", "2E-TGT-5")
    assert played.said("Hits of the gun on More come after this attack")
    assert played.said("More, under the gun: 3 hits")


@pytest.mark.rule("2E-TMP-2")
def test_of_others_some_may_be_only_partly_under_it() -> None:
    """They are hit on 4+, when their hits come; who is only partly under it counts for where it may lie, too."""
    played = lying(
        ("under", "4+"), ("others under", {"More": 1, "More, only partly": 2}), ("partly", [4, 3]), ("wound", [1, 1]),
    )  # fmt: skip
    assert played.said("More, under the gun: 2 hits")
    asked = played.question("others under")
    partly = "More, only partly"
    for typed, found in (
        ("more partly 2", {partly: 2}), ("more 2", {"More": 2}), ("partly 1", {"only partly": 1}),
        ("more 1, more partly 2", {"More": 1, partly: 2}),
    ):  # fmt: skip
        said = dict(zip(asked.names, asked.read(parse(asked, typed)), strict=True))
        assert {name: n for name, n in said.items() if n} == found, typed
    many = lying(("under", "4+"), ("others under", {"More, only partly": 5}))
    assert many.said("models under it are the target's", "2E-TGT-5")
    none = lying(("under", "4+"), ("others under", {"More, only partly": 1}), ("partly", [3]))
    assert not none.said("More, under the gun")


@pytest.mark.rule("2E-TGT-5")
def test_who_insists_is_believed() -> None:
    played = lying(*[("under", "2+"), ("others under", {"More": 3})] * 3, ("wound", [1] * 3))
    assert played.said("It stays where the players have it", "2E-TGT-5")
    assert played.said("More, under the gun: 3 hits")


@pytest.mark.rule("2E-TGT-5")
def test_a_template_is_placed_again_too_but_a_scattered_marker_lies_where_it_ended() -> None:
    again = lying(("whole", "2+"), ("others under", {"More": 2}), ("whole", 2), weapon=flamer())
    assert again.said("It cannot lie so", "2E-TGT-5")
    scattered = lying(
        ("hit", [1]), ("artillery", [SIX_INCHES]), ("under_missed", "0+"), ("others under", {"More": 3}),
        ("wound", [1, 1, 1]), weapon=gun(10, -9, blast=2),
    )  # fmt: skip
    assert not scattered.said("It cannot lie so")


@pytest.mark.rule("2E-BLA-1")
def test_many_markers_are_no_more_work_than_many_shots() -> None:
    """Twenty frag grenades: the odds go through them abreast."""
    given = Preset({"distance": 6}, raise_missing)
    start = new_attack(firer(printed("frag grenade"), n=20), men(10, save=Save(3)))
    ends = odds(ATTACK, start, given, settings=RULESET.defaults(), budget=Budget(most=20_000))
    assert ends.measure(RULESET.measures["slain"])


@pytest.mark.rule("2E-TMP-1", "2E-BLA-1")
@pytest.mark.parametrize(("weapon", "hits"), [(flamer(), 3), (sure(blast=2), 3), (gun(blast=2), 2)])
def test_the_odds_count_the_hits_of_areas(weapon: Weapon, hits: int) -> None:
    given = Preset({"distance": 6, "whole": 3, "under": 3}, raise_missing)
    ends = odds(ATTACK, new_attack(firer(weapon), men(9)), given, exact=True, settings=RULESET.defaults())
    assert ends.expected[Hit] == hits


# Several markers of one weapon ----------------------------------------------------------------------------------------

MISSILES = gun(10, -9, blast=2)  # hits on 3+
FOUR, MISFIRE = 2, 6  # sides of the artillery die


@pytest.mark.rule("2E-BLA-1", "2E-BLA-2", "2E-TGT-5")
def test_five_missiles_are_two_throws_and_two_answers() -> None:
    """Three hit, one moves, one is a dud; then all that lie are counted in one answer, and who else in another."""
    played = lying(
        ("hit", [6, 6, 6, 1, 1]), ("artillery", [FOUR, MISFIRE]), ("under each", "3 2 2 1+"),
        ("others under", {"only partly": 2}), ("partly", [4, 3]), weapon=MISSILES, n=5,
    )  # fmt: skip
    keys = ["hit", "artillery", "under each", "others under", "partly"]
    assert played.keys[played.keys.index("hit") :][:5] == keys
    question = played.question("under each")
    assert [name for name, _ in question.groups] == ["1 on target", "2 on target", "3 on target", '4 moved 4"']
    assert question.default == (4, 4, 4, 0)
    assert played.said('It scatters 4" along the arrow', "2E-BLA-2")
    assert played.said("MISFIRE: the gun is a dud", "2E-BLA-2")


@pytest.mark.rule("2E-BLA-1")
def test_missiles_with_different_needs_are_thrown_one_need_after_the_other() -> None:
    mine = army("A", both(firer(MISSILES, n=2), firer(gun(10, -9, blast=2), n=1, skill=2)), men(name="Idle"))
    script = ("unit", DEFAULT), ("target", "Men"), fire("gun"), ("hit", [6, 1]), ("hit", [6]), ("artillery", [FOUR])
    assert battle(mine, army("B", men(8, toughness=14)), *script, distance=6).left.key == "under each:gun"


@pytest.mark.rule("2E-TGT-5")
def test_of_several_markers_each_must_lie_mainly_on_the_target() -> None:
    """Three of others are under the first, where one of the target is; the second, which moved, may lie anywhere."""
    thrown = ("hit", [6, 1]), ("artillery", [FOUR])
    first = ("under each", "1 0+"), ("others under", {"More": 3}), ("others under each", "3 0")
    again = ("under each", "1 0+"), ("others under", {"More": 3}), ("others under each", "0 3"), ("wound", [1] * 3)
    played = lying(*thrown, *first, *again, weapon=MISSILES, n=2)
    assert played.said("1 of the 4 models under it are the target's", "2E-TGT-5")
    assert played.said("More, under the gun: 3 hits")


@pytest.mark.rule("2E-CAS-3")
def test_two_markers_may_touch_the_same_model_and_one_answer_says_whom() -> None:
    crowd = both(men(3, name="Boy"), men(name="Nob", wounds=3, toughness=14)).but(name="Men")
    mine = army("A", firer(BIG, n=2), men(name="Idle"))
    script = [("unit", DEFAULT), ("target", "Men"), *fire("gun"), ("under each", "2 1+"), ("others under", 0)]
    played = battle(mine, army("B", crowd), *script, ("who_under", "1 Boy, 2 Nob"), ("wound", [1]), distance=6)
    assert played.question("who_under").groups == (("Boy", 3), ("Nob", 2))
    assert played.said("1 Nob takes 2")


@pytest.mark.rule("2E-CAS-3", "2E-TGT-5")
def test_others_under_two_markers_take_a_hit_of_each() -> None:
    crowd = both(men(2, name="Boy"), men(name="Nob")).but(name="More")
    mine = army("A", firer(BIG, n=2), men(name="Idle"))
    script = [("unit", DEFAULT), ("target", "Men"), *fire("gun"), ("under each", "4 4+"), ("others under", {"More": 4})]
    hits = (
        ("others under each", "3 1"),
        ("wound", [1] * 8),
        ("who_under", DEFAULT),
        ("wound", [1, 1]),
        ("wound", [1, 1]),
    )
    assert battle(mine, army("B", men(8), crowd), *script, *hits, distance=6).said("More, under the gun: 4 hits")


# How many can lie there -----------------------------------------------------------------------------------------------


def after_a_bolter(*script: tuple[str, object], weapon: Weapon = BIG) -> Played:
    """Two of eight fall, then the marker comes."""
    mine = army("A", engine(sure(10, -9, name="bolter", sustained=2), weapon), men(name="Idle"))
    killed = [("unit", DEFAULT), ("target", "Men"), *fire("bolter"), ("sustained dice", [1, 1]), ("wound", [6, 6])]
    return battle(mine, army("B", men(8), men(6).but(name="More")), *killed, *fire(weapon.name), *script)


@pytest.mark.rule("2E-BLA-1", "2E-TMP-2")
def test_no_more_lie_under_a_marker_than_live() -> None:
    played = after_a_bolter(("under", "4+"), ("others under", DEFAULT))
    question = played.question("others under")
    assert (played.question("under").high, question.names[0], question.most[0]) == (6, "only partly", 2)


@pytest.mark.rule("2E-TGT-5")
def test_no_more_of_others_lie_under_it_than_live_and_each_is_named() -> None:
    question = lying(*[("under", "4+"), ("others under", {"More": 3}), ("wound", [1] * 3)]).question("others under")
    most = {"Firers": 1, "Men": 1, "More": 6}
    partly = {f"{name}, only partly": n for name, n in most.items()}
    assert dict(zip(question.names, question.most, strict=True)) == {"only partly": 4, **most, **partly}
    assert question.by_name


@pytest.mark.rule("2E-BLA-1")
def test_what_is_said_beforehand_holds_however_many_have_fallen() -> None:
    assert max(chances(engine(sure(10, -9, name="bolter"), BIG), men(3), under=3)) == 3


@pytest.mark.rule("2E-TGT-5")
@pytest.mark.parametrize(("wholly", "asked"), [(0, False), (1, False), (2, True)])
def test_who_else_lies_under_it_is_asked_where_anybody_may(wholly: int, asked: bool) -> None:
    """More than half must be the target's: of one, or of none, that leaves room for nobody."""
    placed = lying(("under", f"{wholly}+"), settings={"blast_partial": "hit"})
    assert placed.left is not None
    assert ("others under:gun" in [*placed.keys, placed.left.key]) == asked


# The odds in the middle of it -----------------------------------------------------------------------------------------


@pytest.mark.rule("2E-BLA-1", "2E-BLA-2", "2E-TMP-2")
def test_the_odds_before_each_throw_are_the_mean_of_those_after_it() -> None:
    """Two missiles: dice to hit, an artillery die, and those who are only partly under them."""
    sides = army("A", firer(MISSILES, n=2), men(name="Idle")), army("B", men(8, save=Save(4)), men(6).but(name="More"))
    played = battle(
        *sides, ("unit", DEFAULT), ("target", "Men"), fire("gun"), ("hit", [6, 1]), ("artillery", [FOUR]),
        ("under each", "3 2+"), ("others under", {"only partly": 2}), ("partly", [4, 3]), distance=6,
    )  # fmt: skip
    asked = [entry for entry in played.table.log if entry.question is not None]
    start, known = RULESET.begin_battle(*sides), RULESET.defaults()

    def mean(answers: list[Any]) -> Fraction:
        now = current_attack(RULESET.battle, start, answers, known)
        assert now is not None
        law = odds(now.rest, now.record, AlreadyAnswered(now.answers), exact=True, settings=known)
        return sum((n * F(p) for n, p in law.measure(RULESET.measures["slain"]).items()), F())

    thrown = [place for place, entry in enumerate(asked) if isinstance(entry.question, Roll)]
    assert [asked[place].question.key for place in thrown] == ["hit:gun", "artillery:gun", "partly:gun"]
    for place in thrown:
        before = [entry.answer for entry in asked[:place]]
        after = [(mean([*before, answer]), p) for answer, p in law_of(asked[place].question)]
        assert float(mean(before)) == pytest.approx(sum(float(n) * p for n, p in after))
        assert len({n for n, _ in after}) > 1 or asked[place].question.key == "artillery:gun"  # none is proposed there
