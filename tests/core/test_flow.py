"""The pools of an attack so far, by what rules were given and made, and by the dice that fill them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from shoot_cli.core.flow import flow, weapons
from shoot_cli.core.over import PassedOn
from shoot_cli.core.pools import Blow
from shoot_cli.core.questions import ATTACKER, DEFENDER, Need, Roll, Tally
from shoot_cli.core.table import Entry, Table
from shoot_cli.core.turns import headline


class Shot(NamedTuple): ...


class Hit(NamedTuple): ...


class Fires(NamedTuple):
    """A record in the middle of an attack."""

    weapon: str | None


GUN, PISTOL, NOTHING = Fires("gun"), Fires("pistol"), Fires(None)
POOLS = {"shots": (Shot,), "hits": (Hit,), "wounds": (), "unsaved": (Blow,), "slain": ()}
RULESET: Any = SimpleNamespace(pools=POOLS, fires=lambda record: record.weapon)


def roll(luck: Any, dice: int, target: int = 3, owner: str = ATTACKER) -> Roll:
    return Roll(f"{luck}:x", dice, Need(target), owner=owner, luck=luck)


def thrown(record: Fires, question: Roll, passed: int) -> Entry:
    return Entry("Step", question, None, Tally(passed, question.dice - passed), record=record)


def table(passed_on: list[PassedOn], log: list[Entry], now: Fires) -> Table:
    made = Table(lambda question, place: None)
    made.passed_on, made.log, made.record = passed_on, log, now
    return made


def pools(here: Table, fallen: int = 0, asked: Roll | None = None) -> list[tuple[str, int | None, str]]:
    return [(pool.name, pool.number, pool.need) for pool in flow(here, RULESET, 0, lambda record: fallen, asked)]


HITS = [PassedOn(Shot, 6, False, GUN, 0), PassedOn(Hit, 4, True, GUN, 0)]
TO_HIT = thrown(GUN, roll("hits", 6), 4)


def test_what_came_of_each_other_and_what_each_needed():
    here = table([*HITS, PassedOn(Hit, 4, False, GUN, 1)], [TO_HIT], GUN)
    assert pools(here, asked=roll("wounds", 4, 5)) == [
        ("shots", 6, ""), ("hits", 4, "3+"), ("wounds", 0, "5+"), ("unsaved", None, ""), ("slain", None, ""),
    ]  # fmt: skip


def test_wounds_that_no_token_counts_are_counted_by_their_dice_and_blows_by_themselves():
    log = [TO_HIT, thrown(GUN, roll("wounds", 4, 5), 2)]
    here = table([*HITS, PassedOn(Blow, 2, True, GUN, 2)], log, NOTHING)
    assert [number for _, number, _ in pools(here, fallen=2)] == [6, 4, 2, 2, 2]


def test_hits_that_lie_in_a_rule_still_are_told_by_their_dice():
    """The weapon's dice are thrown, its bearer is asked to save: no rule has given the hits on yet."""
    here = table([PassedOn(Shot, 2, False, GUN, 0)], [thrown(GUN, roll("hits", 2), 1)], GUN)
    assert pools(here, asked=roll("saves", 1, owner=ATTACKER))[1] == ("hits", 1, "3+")


def test_a_save_of_who_shoots_fills_no_pool():
    log = [TO_HIT, thrown(GUN, roll("saves", 1, 5, ATTACKER), 0)]
    assert pools(table(HITS, log, GUN), asked=roll("wounds", 4))[3] == ("unsaved", None, "")
    theirs = [TO_HIT, thrown(GUN, roll("saves", 1, 5, DEFENDER), 0)]
    assert pools(table(HITS, theirs, GUN), asked=roll("wounds", 4))[3] == ("unsaved", 1, "5+")


def test_each_weapon_has_pools_of_its_own():
    both = [*HITS, PassedOn(Shot, 1, False, PISTOL, 1), PassedOn(Hit, 1, True, PISTOL, 1)]
    log = [TO_HIT, thrown(PISTOL, roll("hits", 1, 5), 1)]
    here = table(both, log, PISTOL)
    assert weapons(here, RULESET, 0) == ["gun", "pistol"]
    assert pools(here, asked=roll("wounds", 1))[:2] == [("shots", 1, ""), ("hits", 1, "5+")]


def test_before_its_first_dice_the_shots_are_those_that_are_asked_for():
    here = table(HITS, [TO_HIT], PISTOL)
    assert pools(here, asked=roll("hits", 3, 4))[:2] == [("shots", 3, ""), ("hits", 0, "4+")]


def test_nothing_fired_has_no_pools():
    assert pools(table([], [], NOTHING)) == []


@pytest.mark.parametrize(("now", "shot"), [(None, 2), (1, 1), (2, 2)])
def test_who_shoots_now_has_not_shot_yet(now: int | None, shot: int):
    companies = tuple(SimpleNamespace(ranks=(1,) * n) for n in (1, 1, 1, 0))
    side = SimpleNamespace(companies=companies)
    battle = SimpleNamespace(turn=2, active=0, sides=(side, side), done=(0, 1, 3))
    found: Any = headline(battle, "A", "B", now)
    assert (found.turn, found.shot, found.who) == (2, (shot, 3), "A")
