"""The pools of an attack so far, by what rules were given and made, and by the dice that fill them."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

from shoot_cli.battle.summaries import PoolSummary, by_target, filled_by, flow, flow_of_all, new_marks, weapons
from shoot_cli.battle.turns import headline
from shoot_cli.engine.pools import Blow
from shoot_cli.engine.questions import Need, Roll, Tally, Total
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.ruleset import AttackPools, Headline, UnitRow
from shoot_cli.engine.table import Entry, FinishedAttack, Table, TokenFlow, size
from tests.helpers.each import each
from tests.rules.eleventh.helpers import tabletop as eleventh
from tests.rules.tenth.helpers import tabletop as tenth


class Shot(NamedTuple): ...


class Hit(NamedTuple): ...


class Fires(NamedTuple):
    """A record in the middle of an attack."""

    weapon: str | None


GUN, PISTOL, NOTHING = Fires("gun"), Fires("pistol"), Fires(None)
POOLS = {"shots": (Shot,), "hits": (Hit,), "wounds": (), "unsaved": (Blow,), "slain": ()}
RULESET: Any = SimpleNamespace(pools=POOLS, fired_weapon=lambda record: record.weapon, attack_pools=lambda record: None)


def roll(luck: Any, dice: int, target: int = 3, owner: str = ATTACKER) -> Roll:
    return Roll(f"{luck}:x", dice, Need(target), owner=owner, luck=luck)


def thrown(record: Fires, question: Roll, passed: int) -> Entry:
    return Entry("Step", question, None, Tally(passed, question.dice - passed), record=record)


def table(passed_on: list[TokenFlow], log: list[Entry], now: Fires) -> Table:
    made = Table(lambda question, place: None)
    made.passed_on, made.log, made.record = passed_on, log, now
    return made


def pools(here: Table, fallen: int = 0, asked: Roll | None = None) -> list[tuple[str, int | None, str]]:
    return [(pool.name, pool.number, pool.need) for pool in flow(here, RULESET, 0, lambda record: fallen, asked)]


HITS = [TokenFlow(Shot, 6, False, GUN, 0), TokenFlow(Hit, 4, True, GUN, 0)]
TO_HIT = thrown(GUN, roll("hits", 6), 4)


def test_what_came_of_each_other_and_what_each_needed():
    here = table([*HITS, TokenFlow(Hit, 4, False, GUN, 1)], [TO_HIT], GUN)
    assert pools(here, asked=roll("wounds", 4, 5)) == [
        ("shots", 6, ""), ("hits", 4, "3+"), ("wounds", 0, "5+"), ("unsaved", None, ""), ("slain", None, ""),
    ]  # fmt: skip


def test_wounds_that_no_token_counts_are_counted_by_their_dice_and_blows_by_themselves():
    log = [TO_HIT, thrown(GUN, roll("wounds", 4, 5), 2)]
    here = table([*HITS, TokenFlow(Blow, 2, True, GUN, 2)], log, NOTHING)
    assert [number for _, number, _ in pools(here, fallen=2)] == [6, 4, 2, 2, 2]


def test_hits_that_lie_in_a_rule_still_are_told_by_their_dice():
    """The weapon's dice are thrown, its bearer is asked to save: no rule has given the hits on yet."""
    here = table([TokenFlow(Shot, 2, False, GUN, 0)], [thrown(GUN, roll("hits", 2), 1)], GUN)
    assert pools(here, asked=roll("saves", 1, owner=ATTACKER))[1] == ("hits", 1, "3+")


def test_a_save_of_who_shoots_fills_no_pool():
    log = [TO_HIT, thrown(GUN, roll("saves", 1, 5, ATTACKER), 0)]
    assert pools(table(HITS, log, GUN), asked=roll("wounds", 4))[3] == ("unsaved", None, "")
    theirs = [TO_HIT, thrown(GUN, roll("saves", 1, 5, DEFENDER), 0)]
    assert pools(table(HITS, theirs, GUN), asked=roll("wounds", 4))[3] == ("unsaved", 1, "5+")


def test_each_weapon_has_pools_of_its_own():
    both = [*HITS, TokenFlow(Shot, 1, False, PISTOL, 1), TokenFlow(Hit, 1, True, PISTOL, 1)]
    here = table(both, [TO_HIT, thrown(PISTOL, roll("hits", 1, 5), 1)], PISTOL)
    assert weapons(here, RULESET, 0) == ["gun", "pistol"]
    assert pools(here, asked=roll("wounds", 1))[:2] == [("shots", 1, ""), ("hits", 1, "5+")]


def test_before_its_first_dice_the_shots_are_those_that_are_asked_for():
    assert pools(table(HITS, [TO_HIT], PISTOL), asked=roll("hits", 3, 4))[:2] == [("shots", 3, ""), ("hits", 0, "4+")]


def test_nothing_fired_has_no_pools():
    assert pools(table([], [], NOTHING)) == []


@pytest.mark.parametrize(("now", "shot"), [(None, 2), (1, 1), (2, 2)])
def test_who_shoots_now_has_not_shot_yet(now: int | None, shot: int):
    side = SimpleNamespace(units=tuple(SimpleNamespace(ranks=(1,) * n) for n in (1, 1, 1, 0)))
    battle = SimpleNamespace(turn=2, active=0, sides=(side, side), done=(0, 1, 3))
    found: Any = headline(battle, "A", "B", now)
    assert (found.turn, found.shot, found.who) == (2, (shot, 3), "A")


def test_at_the_end_the_weapons_are_summed_up():
    second = thrown(PISTOL, roll("hits", 2, 4), 1)
    lie = [*HITS, TokenFlow(Shot, 2, False, PISTOL, 1), TokenFlow(Hit, 1, True, PISTOL, 1)]
    log = [TO_HIT, thrown(GUN, roll("wounds", 4, 5), 2), second, thrown(PISTOL, roll("wounds", 1, 5), 1)]
    here = table(lie, log, NOTHING)
    here.attacks = [FinishedAttack("start", "end", ())]
    found = flow_of_all(here, RULESET, 0, {"start": 3}.__getitem__, weapons(here, RULESET, 0))
    assert [(pool.name, pool.number, pool.need) for pool in found] == [
        ("shots", 8, ""), ("hits", 5, ""), ("wounds", 3, "5+"), ("slain", 3, ""),
    ]  # fmt: skip
    log.append(thrown(PISTOL, roll("saves", 1, 6, DEFENDER), 0))  # of the gun nobody had a save
    assert flow_of_all(here, RULESET, 0, {"start": 3}.__getitem__, weapons(here, RULESET, 0))[3] == PoolSummary(
        "unsaved", 3
    )


def test_before_the_first_dice_of_a_weapon_all_of_its_pools_wait():
    many = Total("attacks", 2)
    assert pools(table([], [], GUN), asked=many) == [(name, None, "") for name in POOLS]
    assert pools(table([], [], NOTHING), asked=many) == []
    assert pools(table([], [], GUN)) == []


def test_shots_that_no_token_counts_are_told_by_their_dice():
    """One missile, rolled for before anybody says whom it hits."""
    one = thrown(GUN, roll("hits", 1), 1)
    assert pools(table([], [one], GUN), asked=Total("scatter", 1))[:2] == [("shots", 1, ""), ("hits", 1, "3+")]


# One at a time, and at vehicles --------------------------------------------------------------------------------------


class Wound(NamedTuple): ...


class Saved(NamedTuple): ...


class Volley(NamedTuple): ...


SINGLY: Any = SimpleNamespace(
    pools={"shots": (Shot,), "hits": (Hit,), "wounds": (Wound,), "unsaved": (Saved,), "slain": ()},
    fired_weapon=lambda record: record.weapon,
    attack_pools=lambda record: None,
)
HURT = [*HITS, TokenFlow(Hit, 4, False, GUN, 1), TokenFlow(Wound, 4, True, GUN, 1)]
LOG = [TO_HIT, thrown(GUN, roll("wounds", 4, 4), 4)]


@pytest.mark.parametrize(("given", "saved", "words"), [(1, 1, (1, 1)), (3, 2, (2, 3)), (4, 2, (2, None))])
def test_wounds_that_are_allotted_one_by_one_say_of_how_many(given: int, saved: int, words: tuple[int, int | None]):
    """Five wounds and one unsaved would be four saves that nobody made yet."""
    passed_on = [*HURT, TokenFlow(Wound, given, False, GUN, 2), TokenFlow(Saved, saved, True, GUN, 2)]
    unsaved = flow(table(passed_on, LOG, GUN), SINGLY, 0, lambda record: 0, roll("", 1))[3]
    assert (unsaved.number, unsaved.of) == words


def test_the_save_that_is_asked_is_not_among_those_that_were_made():
    passed_on = [*HURT, TokenFlow(Wound, 2, False, GUN, 2), TokenFlow(Saved, 1, True, GUN, 2)]
    unsaved = flow(table(passed_on, LOG, GUN), SINGLY, 0, lambda record: 0, roll("saves", 1, owner=DEFENDER))[3]
    assert (unsaved.number, unsaved.of) == (1, 1)


HULLS = AttackPools(
    {"shots": (Shot,), "hits": ((Hit, Wound),), "through": (Saved,), "points lost": ()},
    {"hits": "hits", "penetration rolls": "through", "saves": "points lost"},
    {"points lost": "lost"},
    points=True,
)
AT_HULLS: Any = SimpleNamespace(
    pools=POOLS, fired_weapon=lambda record: record.weapon, attack_pools=lambda record: HULLS
)


def test_at_vehicles_the_pools_are_those_of_vehicles():
    passed_on = [*HITS, TokenFlow(Wound, 1, False, GUN, 1), TokenFlow(Saved, 1, True, GUN, 1)]
    log = [TO_HIT, thrown(GUN, roll("penetration rolls", 1, 2), 1)]
    found = flow(table(passed_on, log, GUN), AT_HULLS, 0, lambda record: 1, roll("saves", 1, 5, DEFENDER))
    assert [(pool.name, pool.number, pool.need) for pool in found] == [
        ("shots", 6, ""), ("hits", 4, "3+"), ("through", 1, "2+"), ("points lost", 1, "5+"),
    ]  # fmt: skip
    assert found[-1].short == "lost"
    assert filled_by(roll("saves", 1, owner=DEFENDER), HULLS.fills) == "points lost"


def test_shots_of_a_weapon_whose_dice_hang_together_are_counted_while_it_is_fired():
    """It gets hot: its shots are made when its bearer has saved, or not."""
    here = table([TokenFlow(Volley, 1, False, GUN, 0)], [thrown(GUN, roll("hits", 2), 1)], GUN)
    assert pools(here, asked=roll("saves", 1, owner=ATTACKER))[0] == ("shots", 2, "")
    second = table([TokenFlow(Volley, 1, False, GUN, 0), TokenFlow(Shot, 2, True, GUN, 0)], [TO_HIT], GUN)
    assert pools(second, asked=roll("hits", 2))[0] == ("shots", 4, "")


def test_what_lies_under_a_marker_is_no_shot():
    assert pools(table([TokenFlow(Hit, 3, False, GUN, 0)], [], GUN), asked=roll("wounds", 3))[0] == ("hits", 3, "")


class Missile(NamedTuple): ...


class Placing(NamedTuple):
    """A record whose markers are placed one by one."""

    weapon: str
    pool: tuple[tuple[Any, int], ...]


def test_missiles_that_are_placed_one_by_one_are_all_shots():
    ruleset: Any = SimpleNamespace(
        pools={"shots": (Shot, Missile), "hits": (), "slain": ()},
        fired_weapon=lambda record: record.weapon,
        attack_pools=lambda record: None,
    )
    five, four = (Placing("gun", ((Missile(), n),)) for n in (5, 4))
    log: Any = [Entry("Step", roll("hits", 1), None, Tally(1, 0), record=five)]
    made = table([], log, four)  # type: ignore[arg-type]
    assert flow(made, ruleset, 0, lambda record: 0, roll("hits", 1))[0].number == 5


def test_a_weapon_whose_only_marker_hits_nobody_has_shot():
    """Its marker comes down where nobody is: no rule is given anything of it."""
    ruleset: Any = SimpleNamespace(
        pools={"shots": (Shot, Missile), "hits": (), "slain": ()},
        fired_weapon=lambda record: record.weapon,
        attack_pools=lambda record: None,
        sides=lambda record: ("Blues", "Reds"),
        headline=lambda record: Headline(whom="Boyz"),
    )
    dud = Entry("Step", roll("", 1), None, Tally(0, 1), record=Placing("cannon", ((Missile(), 1),)))
    here = table([TokenFlow(Shot, 2, False, GUN, 0)], [dud, thrown(GUN, roll("hits", 2), 1)], NOTHING)
    here.attacks = [FinishedAttack("start", "end", ())]
    assert by_target(here, ruleset, 0) == {("Reds", "Boyz", ""): ["gun", "cannon"]}
    found = flow_of_all(here, ruleset, 0, {"start": 0}.__getitem__, ["gun", "cannon"])
    assert [(pool.name, pool.number) for pool in found] == [("shots", 3), ("hits", 1), ("slain", 0)]


def test_a_model_that_takes_two_hits_counts_as_two():
    assert (size(SimpleNamespace(size=2)), size(Hit())) == (2, 1)
    made = Table(lambda question, place: None)
    made.heard = lambda entry: None
    made.record = GUN
    made.apply_rule(lambda token, n, table: (), SimpleNamespace(size=2), 3)
    assert [one.n for one in made.passed_on] == [6]


@each(("mark", "new"), [
    ("to its next turn: on an objective", ()), ("to the end of the turn: not Waaagh!", ()),
    ("to the end of the phase: Waaagh!; near (MOB)", ()), ("ammo left: Gunner 2: 0", ()),
    ("Shock 1: 1 of 2 suppressed, 1 more to break", ("Shock 1",)), ("torn", ("torn",)),
    ("pinned (to the end of turn 2, Orks)", ("pinned",)), ("marked by Scouts: no cover (to the end of the phase)",
     ("marked by Scouts",)), ("a mark of more than twenty letters", ()),
])  # fmt: skip
def test_a_new_mark_is_told_in_few_words_or_not_at_all(mark: str, new: tuple[str, ...]) -> None:
    assert new_marks(UnitRow("Boyz", 5, 10, marks=("old", mark)), UnitRow("Boyz", 10, 10, marks=("old",))) == new


@pytest.mark.parametrize(("at", "saves"), [(tenth, "save:Target"), (eleventh, "save:gun")], ids=["10e", "11e"])
def test_wounds_that_allow_no_save_are_among_the_wounds(at: ModuleType, saves: str) -> None:
    """No number of the line is larger than the one before it."""
    mine = at.army("Mine", at.squad("Mob", at.kind("Man", 6, at.gun("gun", "Devastating Wounds", A=2))))
    theirs = at.army("Theirs", at.targets(20, "X", Sv="4+"))
    dice = [("hit:gun", [6] * 8 + [1] * 4), ("wound:gun", [6, 6, 4, 4, 4, 1, 1, 1])]
    begin = [("first turn", "Mine"), ("unit", "Mob"), ("target", "X"), ("facts:X", {}), *dice]

    def line(asked: bool, *script: Any) -> list[int | None]:
        game = at.battle(mine, theirs, *begin, *script)
        pools = flow(game.table, at.TABLE.ruleset, 0, lambda record: 4, game.left if asked else None)
        return [pool.number for pool in pools]

    assert line(True)[:3] == [12, 8, 5]
    assert line(False, (saves, [6, 1, 1])) == [12, 8, 5, 4, 4]
