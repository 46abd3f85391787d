"""What a 6 or a 1 to hit does, rolled by the rules themselves: the answers of ``sixes.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.quizzes import Source
from shoot_cli.rules.seventh import charts, rolled_again
from shoot_cli.rules.seventh.drill.meeting import a_unit, arm, at_table, fired, shot_in, shown
from shoot_cli.rules.seventh.drill.to_hit import a_shot
from shoot_cli.rules.seventh.profiles import Weapon
from shoot_cli.rules.seventh.steps.hit import dice_to_hit, roll_to_hit
from shoot_cli.rules.seventh.tokens import Hit, Shot

Dice = tuple[int, ...]


def hits_of(shot: Shot, dice: Dice) -> list[tuple[Hit, int]]:
    """What these dice to hit make of so many shots."""
    pool = roll_to_hit(shot, len(dice), at_table(**{f"hit:{shot.gun.value.name}": shown(*dice)}))
    return [(hit, n) for hit, n in pool if isinstance(hit, Hit)]


def how_many_hit(bs: int, dice: Dice) -> Mapping[str, Any]:
    bs = min(bs, 5)  # beyond, a 1 is rolled again
    hits = sum(n for _, n in hits_of(a_shot(arm("boltgun"), bs), dice))
    return {"answer": hits, "bs": bs, "needed": charts.to_hit(bs).text, "too_many": hits + 1}


def preferred_again(bs: int, dice: Dice) -> Mapping[str, Any]:
    need = charts.to_hit(bs)
    again, *_ = rolled_again.hits_again(a_shot(arm("boltgun"), bs, preferred=True), need)
    missed = sum(not need.met_by(die) for die in dice)
    return {"answer": sum(die in again for die in dice), "missed": missed}


def precision_shots(gun: Weapon, bs: int, state: str, dice: Dice) -> Mapping[str, Any]:
    shot = shot_in(fired(a_unit(gun, 5, ballistic_skill=bs), attacker_state=state, distance=6))
    hits = hits_of(shot, dice)
    precise = sum(n for hit, n in hits if hit.precise)
    return {"answer": precise, "snap": shot.snap, "sixes": dice.count(6), "hits": sum(n for _, n in hits)}


def plasma(twin: bool) -> Shot:
    rules = ("Gets Hot", "Twin-linked") if twin else ("Gets Hot",)
    return a_shot(arm("plasma gun").but(rules=rules), 4)


def misses_rolled_again(source: Source, twin: bool, first: Dice) -> Mapping[str, Any]:
    faces, *_ = rolled_again.hits_again(plasma(twin), charts.to_hit(4))
    back = tuple(die for die in first if die in faces)
    return {"back": back, "again": tuple(source.one((1, 1, 3, 5)) for _ in back)}


def burnt(twin: bool, first: Dice, again: Dice) -> Mapping[str, Any]:
    rolled = shown(*first, again=again if twin else None)
    roll = dice_to_hit(plasma(twin), 4, at_table(**{"hit:plasma gun": rolled}), hot=True)
    return {"answer": roll.watched[-1], "ones": first.count(1), "ones_again": again.count(1)}


def tesla_hits(bs: int, dice: Dice, snap: bool) -> Mapping[str, Any]:
    shot = a_shot(arm("boltgun").but(rules=("Tesla",)), bs, snap)
    plain = sum(charts.to_hit(bs, snap).met_by(die) for die in dice)
    hits = sum(n for _, n in hits_of(shot, dice))
    return {"answer": hits, "plain_hits": plain, "sixes": dice.count(6)}
