"""Which of its values a weapon is asked about: none that another is plainly better than (RH-HIT-1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from shoot_cli.battle.summaries import flow_of_all, weapons
from shoot_cli.engine.questions import Roll
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.sequence import play
from shoot_cli.input.answerers import Preset, PresetTable, dice
from shoot_cli.rules.reikhammer import ATTACK, RULESET
from shoot_cli.rules.reikhammer.profiles import Unit
from shoot_cli.rules.reikhammer.steps.attack import new_attack
from shoot_cli.rules.reikhammer.steps.summary import possible_questions
from tests.helpers.samples import many
from tests.helpers.scripted_table import colons
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    act,
    army,
    attack,
    battle,
    formation,
    gun,
    mean,
    mixed,
    shooters,
    targets,
    units,
)
from tests.rules.reikhammer.helpers.random_attacks import random_attack, settled, watched
from tests.rules.reikhammer.oracles.attack import Fight
from tests.rules.reikhammer.test_oracle import Law, by_odds, by_oracle

F = Fraction
LV, INF, AV = "LV", "INF", "AV"
DECIDED = ("value", "AP", "AT", "AA", "ignore_cover")


NO_LOSSES: dict[str, Any] = {"lost": (), "target_lost": ()}  # nobody is asked of them


def asked(shooter: Unit, target: Unit, settings: Any = None, **facts: Any) -> dict[str, list[str]]:
    """The values that each weapon is asked about, by its name."""
    found = watched(shooter, target, colons(facts), settings or {}).asked_about
    return {key.partition(":")[2]: ways for key, ways in found.items()}


# By hand -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-HIT-1")
@pytest.mark.parametrize(("ap", "at", "need"), [(4, 2, 4), (2, 4, 4), (3, 3, 3), (0, 1, 1)])
@pytest.mark.parametrize("n", [1, 3])
def test_light_vehicles_are_hit_by_the_higher_value_without_a_question(ap: int, at: int, need: int, n: int) -> None:
    played = attack(shooters(gun(AP=ap, AT=at), n=n), mixed(LV, LV), ("hit:gun", [6] * n))
    assert played.keys == ["facts", "hit:gun"]
    assert played.need() == need


@pytest.mark.rule("RH-HIT-1", "RH-HIT-3")
def test_values_that_hit_equally_often_are_no_question() -> None:
    """AP 6 and AT 5 both hit on 5 or less, and so do 5 and 4 after Sustained Fire; in cover they do not."""
    high = shooters(gun(AP=6, AT=5))
    assert asked(high, mixed(LV)) == {}
    assert asked(shooters(gun(AP=4, AT=5)), mixed(LV), action="sustained_fire") == {}
    assert attack(high, mixed(LV), ("hit:gun", [6]), cover=2).need() == 5


@pytest.mark.rule("RH-HIT-1", "RH-ALLOC-3")
def test_it_is_asked_where_each_hurts_somebody_whom_the_other_does_not() -> None:
    both = shooters(gun(AP=4, AT=2), n=2)
    assert asked(both, mixed(INF, AV)) == {"gun": ["AP", "AT", "some of each"]}
    assert asked(both, mixed(LV, AV)) == {"gun": ["AP", "AT", "some of each"]}
    assert asked(both, mixed(LV, INF)) == {"gun": ["AP", "AT", "some of each"]}  # AT: all at the light vehicle
    assert asked(both, mixed(LV, INF), hidden="INF") == {}
    assert asked(both, mixed(LV, INF), distance="INF: 30, LV: 5, Gunner: 5") == {}


@pytest.mark.rule("RH-HIT-1", "RH-ALLOC-2")
def test_units_that_no_hit_can_come_to_do_not_matter() -> None:
    """Two shots at two light vehicles in front: evenly, nearest first, none comes to the infantry behind."""
    both, three = shooters(gun(AP=4, AT=2), n=2), mixed(LV, LV, INF)
    assert asked(both, three, distance="LV 1: 5, LV 2: 6, INF: 7, Gunner: 5") == {}
    assert asked(both, three, distance="LV 1: 5, LV 2: 6, INF: 6, Gunner: 5") != {}  # equally near
    assert asked(shooters(gun(AP=4, AT=2), n=3), three, distance="LV 1: 5, LV 2: 6, INF: 7, Gunner: 5") != {}
    more = formation("More", units("Gunner", 2, gun(AP=4, AT=2)), units("Rifles", 1, gun("rifle", AP=3)))
    far = "LV 1: 5, LV 2: 6, INF: 7, Gunner: 5, Rifles: 5"
    assert asked(more, three, distance=far) == {"gun": ["AP", "AT", "some of each"]}  # a third hit may come


@pytest.mark.rule("RH-HIT-1", "RH-MW-2")
def test_a_macro_hit_is_better_than_another_where_it_stands_alone() -> None:
    """One shot: what is macro has no better save. Two shots: macro hits are spread anew, among those who are left."""
    both, one = gun(macro=("AT",), AP=4, AT=4), targets(1, type=LV)
    assert asked(shooters(both), one) == {}
    assert mean(shooters(both), one) == F(4, 6)
    assert asked(shooters(gun(macro=("AT",), AP=5, AT=4)), one) == {"gun": ["AP", "AT"]}
    assert asked(shooters(both, n=2), targets(2, type=LV)) == {"gun": ["AP", "AT", "some of each"]}
    assert asked(shooters(gun(macro=("AP", "AT"), AP=4, AT=3), n=2), targets(2, type=LV)) == {}


@pytest.mark.rule("RH-HIT-1", "RH-MW-1", "RH-ALLOC-2")
def test_macro_hits_that_come_last_are_bounded_by_the_shots_as_well() -> None:
    """Two shots, one of them macro: of three in a row nothing can come to the last, whoever falls first."""
    melta = gun("melta", macro=("AP", "AT"), AP=4, AT=2)
    both = formation("Both", units("Gunner", 1, melta), units("Rifles", 1, gun("rifle", AP=3)))
    away = "LV 1: 5, LV 2: 6, INF: 7, Gunner: 5, Rifles: 5"
    assert asked(both, mixed(LV, LV, INF), distance=away) == {}
    assert asked(both, mixed(LV, INF, INF), distance="LV: 5, INF 1: 6, INF 2: 7, Gunner: 5, Rifles: 5") != {}


@pytest.mark.rule("RH-HIT-1", "RH-MW-2", "RH-SAVE-2")
def test_a_macro_hit_that_meets_the_same_save_is_as_good() -> None:
    """Reinforced armour saves against both; AP is higher, and its hits need no better save."""
    tough = targets(1, type=LV, reinforced=True)
    assert asked(shooters(gun(macro=("AT",), AP=4, AT=3)), tough) == {}
    assert asked(shooters(gun(macro=("AT",), AP=4, AT=3)), tough, cover=4) != {}  # cover saves against one alone
    assert asked(shooters(gun(macro=("AT",), AP=4, AT=3)), tough, {"macro_save": "cover"}, cover=4) == {}


@pytest.mark.rule("RH-HIT-1", "RH-COV-1")
def test_mixed_cover_is_still_a_choice_but_the_value_is_not() -> None:
    played = attack(
        shooters(gun(AP=4, AT=2), n=2), mixed(LV, LV), ("hit:gun", [6, 6]), cover="LV 1: 2", ignore_cover__gun="yes"
    )
    assert played.keys == ["facts", "ignore_cover:gun", "hit:gun"]


@pytest.mark.rule("RH-HIT-1", "RH-COV-1", "RH-COV-2")
def test_a_value_of_which_everybody_is_in_cover_does_not_beat_one_with_a_choice() -> None:
    """One shot, an LV in a wood in front: AP may also go to the infantry in the open behind it, AT may not."""
    both = shooters(gun(AP=2, AT=4))
    away = "LV: 5, INF: 9, Gunner: 5"
    assert asked(both, mixed(LV, INF), cover="LV: 2", distance=away) == {"gun": ["AP", "AT"]}
    assert asked(both, mixed(LV, INF), distance=away) == {}
    # AP hits the light vehicle as often, and has the choice of the infantry besides.
    assert asked(shooters(gun(AP=4, AT=4)), mixed(LV, INF), cover="LV: 2", distance=away) == {}


@pytest.mark.rule("RH-HIT-1", "RH-ALLOC-5")
def test_hits_counted_by_kind_are_a_choice() -> None:
    """Setting per_kind: AP and AT hits of two guns may both come to the nearest, two of one kind do not."""
    both, by_kind = gun(AP=4, AT=4), {"even_count": "per_kind"}
    assert asked(shooters(both, n=2), targets(2, type=LV), by_kind) == {"gun": ["AP", "AT", "some of each"]}
    assert asked(shooters(both), targets(2, type=LV), by_kind) == {}


@pytest.mark.rule("RH-HIT-1")
def test_of_three_values_those_in_vain_are_left_out() -> None:
    played = attack(
        shooters(gun(AP=4, AT=2, AA=3)), mixed(LV, "AC"), ("hit:gun", [6]), value__gun="AA"
    )  # fmt: skip
    assert [option.value for option in played.question("value:gun").options] == ["AP", "AA"]
    assert played.question("value:gun").default == "AP"


def test_what_came_of_it_counts_what_was_thrown() -> None:
    """Two guns that can hurt nobody are fired without dice, so their shots are not among those that hit."""
    both = formation("Both", units("Gunner", 2, gun("flak", AA=6), gun("gun", AP=4)))
    tank = battle(
        army("Mine", both),
        targets(1, integrity=2),
        FIRST,
        act("Both", "advance", ("target", "Targets"), ("hit:gun", [1, 6]), ("save:Target", [6])),
    )
    start = tank.table.attacks[-1]
    assert any("flak: to hit, AA: no need to roll" in entry.text for entry in tank.table.log)
    fired = weapons(tank.table, RULESET, start.line)
    last = flow_of_all(tank.table, RULESET, start.line, lambda record: 0, fired)
    assert [(pool.name, pool.number) for pool in last][:2] == [("shots", 2), ("hits", 1)]


@pytest.mark.rule("RH-HIT-1")
def test_a_worse_value_counts_if_it_was_said() -> None:
    """Nobody is asked, but the attacker chooses all the same; what the gun has not is not possible."""
    assert watched(shooters(gun(AP=4, AT=2)), mixed(LV), {}, {}).taken == {**NO_LOSSES, "value:gun": "AP"}
    assert attack_given(shooters(gun(AP=4, AT=2)), mixed(LV), {}) == [4]
    for value, need in (("AP", 4), ("AT", 2)):
        assert attack_given(shooters(gun(AP=4, AT=2)), mixed(LV), {"value:gun": value}) == [need]
        assert attack_given(shooters(gun(AP=4, AT=2)), mixed(LV), {"value": value}) == [need]
    with pytest.raises(BadAnswer, match="“AA” is not one of: AP, AT"):
        attack_given(shooters(gun(AP=4, AT=2)), mixed(LV), {"value:gun": "AA"})


@pytest.mark.rule("RH-HIT-1")
def test_how_many_fire_the_last_value_is_what_is_left() -> None:
    both, split = shooters(gun(AP=4, AT=2), n=5), {"value:gun": "some of each", "AP:gun": "3"}
    attack_given(both, mixed(INF, AV), split | {"AT:gun": "2"})
    with pytest.raises(BadAnswer, match="AT:gun: only 2"):
        attack_given(both, mixed(INF, AV), split | {"AT:gun": "1"})


@pytest.mark.rule("RH-HIT-1")
def test_a_gun_with_one_value_cannot_fire_some_of_each() -> None:
    def said_of(found: Unit) -> list[str]:
        key = next(question for question in possible_questions(found, mixed(INF)) if question.key == "value:gun")
        return [option.value for option in key.options]  # type: ignore[attr-defined]

    assert said_of(shooters(gun(AP=4), n=5)) == ["AP"]
    assert said_of(shooters(gun(AP=4, AT=2), n=5)) == ["AP", "AT", "some of each"]


def attack_given(shooter: Unit, target: Unit, said: dict[str, str]) -> list[int | None]:
    """What its dice to hit need, with these answers given beforehand."""
    table = PresetTable(Preset(said, dice(1)), 1)
    table.settings = RULESET.defaults()
    play(ATTACK, new_attack(shooter, target), table)
    rolls = [entry.question for entry in table.log if isinstance(entry.question, Roll)]
    return [roll.need.target for roll in rolls if roll.key.startswith("hit:")]


# Against the oracle: what is not asked is no worse in everything that an attack does ---------------------------------------


def no_worse(one: Law, other: Law) -> bool:
    """True if ``one`` has at least the other's chance of so much or more, of every mix of slain, damage and Shock."""
    marks = [sorted({end[place] for end in {**one, **other}}) for place in range(5)]
    corners = product(*([marks[0], marks[1]] + [mark[-1:] if len(mark) == 1 else mark for mark in marks[2:4]]))

    def above(law: Law, corner: Any) -> Fraction:
        return sum((p for end, p in law.items() if all(a >= b for a, b in zip(end, corner, strict=False))), F(0))

    return all(above(one, corner) >= above(other, corner) for corner in corners)


def check(seed: int) -> int:
    """How many values were left out of this attack: as it was drawn, and with light vehicles for targets."""
    shooter, target, said, settings = random_attack(Random(seed))
    light = target.but(models=tuple((model.but(type=LV), n) for model, n in target.models))
    fewer = {key: value for key, value in said.items() if key.partition(":")[0] not in DECIDED} | {"ignore_cover": "no"}
    return left_out(shooter, target, said, settings) + left_out(shooter, light, fewer, settings)


def left_out(shooter: Unit, target: Unit, said: dict[str, Any], settings: dict[str, str]) -> int:
    game, found = Fight(shooter, target, said, settings), 0
    taken = watched(shooter, target, said, settings).taken if settled(game) else {}
    for weapon in dict.fromkeys(game.fired()):
        key = f"value:{weapon.name}"
        for kind in game.hurting(weapon) if key in taken else ():
            if kind != taken[key]:
                best, other = ((shooter, target, said | {key: value}, settings) for value in (taken[key], kind))
                law = by_oracle(other)
                assert no_worse(by_oracle(best), law), (said, weapon, taken[key], kind)
                assert by_odds(other) == law, (said, weapon, kind)  # who says it all the same has it
                found += 1
    return found


@pytest.mark.slow
@pytest.mark.rule("RH-HIT-1")
def test_what_is_not_asked_is_never_better() -> None:
    assert sum(map(check, range(5000, 5040))) >= 10


@pytest.mark.slow
@pytest.mark.rule("RH-HIT-1")
@pytest.mark.parametrize("part", range(many(3)))
def test_what_is_not_asked_is_never_better_in_many_more(part: int) -> None:
    assert sum(check(seed) for seed in range(6000 + 100 * part, 6100 + 100 * part)) >= 20
