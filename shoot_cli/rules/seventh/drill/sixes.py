"""Questions about what a 6 or a 1 to hit does."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.seventh import charts, rolled_again
from shoot_cli.rules.seventh.drill.meeting import (
    a_unit,
    arm,
    at_table,
    dice_of,
    dice_text,
    fired,
    meetings,
    met,
    numbers_near,
    rolls_to_hit,
    shot_in,
)
from shoot_cli.rules.seventh.drill.to_hit import a_shot
from shoot_cli.rules.seventh.steps.hit import dice_to_hit, roll_to_hit
from shoot_cli.rules.seventh.tokens import Hit


def preferred_enemy(source: Source) -> Quiz:
    source.must_meet(meetings, lambda meet: charts.preferred(meet.unit, meet.target) is not None)
    skill, dice = source.one(range(2, 6)), dice_of(source, 6)
    if 1 not in dice and source.random.random() < 0.7:
        dice = (*dice[:-1], 1)
    shot = a_shot(arm("boltgun"), skill, preferred=True)
    need = charts.to_hit(skill)
    again, _, why = rolled_again.hits_again(shot, need)
    right, missed = sum(die in again for die in dice), sum(not need.met_by(die) for die in dice)
    text = (
        f"Ballistic Skill {skill} against a Preferred Enemy. The dice to hit show {dice_text(dice)}. "
        "How many are rolled again?"
    )
    because = f"{why[0].text}: {right} of them"
    wrong = numbers_near(source, right, missed)
    return source.quiz(text, right, wrong, because, {"dice": dice})


def how_many_hit(source: Source) -> Quiz:
    """A natural 1 misses whatever the skill."""
    meet = met(source, rolls_to_hit)
    skill, dice = (source.one((2, 3, 4, 5)) if meet is None else meet.bearer.ballistic_skill), dice_of(source, 6)
    if 1 not in dice:
        dice = (*dice[:-1], 1)
    shot = a_shot(arm("boltgun"), skill)
    hits = sum(
        n
        for _, n in roll_to_hit(
            shot.but(ballistic_skill=min(skill, 5)), 6, at_table(**{"hit:boltgun": {"first": [*dice]}})
        )
    )
    text = f"Six shots with Ballistic Skill {min(skill, 5)}, the dice show {dice_text(dice)}. How many hit?"
    need = charts.to_hit(min(skill, 5))
    because = f"{need.because[0].text}, and a natural 1 always misses: {hits}"
    return source.quiz(text, hits, numbers_near(source, hits, hits + 1), because, {"bs": min(skill, 5), "dice": dice})


def precision(source: Source) -> Quiz:
    meet = met(source, lambda meet: meet.weapon.has("Sniper") or meet.bearer.has("Precision Shots"))
    skill = source.one((3, 4, 5)) if meet is None else meet.bearer.ballistic_skill
    weapon = arm("sniper rifle") if meet is None else meet.weapon
    state = source.one(("ready", "ready", "gone to ground"))
    shot = shot_in(fired(a_unit(weapon, 5, ballistic_skill=skill), attacker_state=state, distance=6))
    dice = (6, *dice_of(source, 4))
    pool = roll_to_hit(shot, 5, at_table(**{f"hit:{weapon.name}": {"first": [*dice]}}))
    right = sum(n for hit, n in pool if isinstance(hit, Hit) and hit.precise)
    hits = sum(n for _, n in pool)
    who = "Five snipers gone to ground" if state != "ready" else "Five snipers that stood still"
    shown = dice_text(sorted(dice, reverse=True))
    text = f"{who} (Ballistic Skill {skill}) roll {shown} to hit. How many are Precision Shots?"
    why = "Snap Shots are never Precision Shots" if shot.snap else f"each natural 6 is one: {right}"
    facts = {"dice": tuple(sorted(dice, reverse=True)), "snap": shot.snap}
    return source.quiz(text, right, numbers_near(source, right, sum(d == 6 for d in dice), hits), why, facts)


def gets_hot(source: Source) -> Quiz:
    meet = met(source, lambda meet: rolls_to_hit(meet) and meet.weapon.has("Gets Hot") and not meet.bearer.vehicle)
    twin = source.random.random() < 0.4 if meet is None else meet.weapon.has("Twin-linked")
    weapon = arm("plasma gun")
    shot = a_shot(weapon.but(rules=("Gets Hot", "Twin-linked") if twin else ("Gets Hot",)), 4)
    first = (*dice_of(source, 3), 1)
    again, *_ = rolled_again.hits_again(shot, charts.to_hit(4))
    back = [die for die in first if die in again]
    second = tuple(source.one((1, 1, 3, 5)) for _ in back)
    name = weapon.name
    roll = dice_to_hit(shot, 4, at_table(**{f"hit:{name}": {"first": [*first], "again": [*second]}}), hot=True)
    right = roll.watched[-1]
    how = (
        f"; of these the misses ({dice_text(back)}) are rolled again, in that order: {dice_text(second)}"
        if twin
        else ""
    )
    text = (
        f"Four {'twin-linked plasma guns' if twin else 'shots of plasma guns'} (Gets Hot, Ballistic Skill 4) roll "
        f"{dice_text(first)}{how}. How many Wounds do their bearers suffer, before saves?"
    )
    why = f"only a 1 rolled again into a 1 hurts: {right}" if twin else f"each natural 1 hurts: {right}"
    wrong = numbers_near(source, right, first.count(1), second.count(1), first.count(1) + second.count(1))
    facts = {"first": first, "again": second}
    return source.quiz(text, right, wrong, why, facts)


def extra_hits(source: Source) -> Quiz:
    source.must_meet(meetings, lambda meet: meet.weapon.has("Tesla"))
    skill, dice, snap = source.one((3, 4)), (6, *dice_of(source, 3)), source.random.random() < 0.25
    weapon = arm("boltgun").but(rules=("Tesla",))
    hits = sum(
        n for _, n in roll_to_hit(a_shot(weapon, skill, snap), 4, at_table(**{"hit:boltgun": {"first": [*dice]}}))
    )
    sixes, plain = dice.count(6), sum(charts.to_hit(skill, snap).met_by(die) for die in dice)
    how = "fires Snap Shots" if snap else "fires"
    text = (
        f"A Tesla weapon (two more hits for each 6 to hit, not with Snap Shots; Ballistic Skill {skill}) {how} and "
        f"rolls {dice_text(dice)}. How many hits?"
    )
    why = (
        f"Snap Shots get none: {hits}"
        if snap
        else f"{plain} of the dice hit, and each 6 ({sixes} here) adds two: {hits}"
    )
    wrong = numbers_near(source, hits, plain + sixes, plain, plain + 2 * sixes)
    facts = {"bs": skill, "dice": dice, "snap": snap}
    return source.quiz(text, hits, wrong, why, facts)


DRILLS = (
    Drill("six", "7E-HIT-1", how_many_hit, 3),
    Drill("six", "7E-HIT-8", preferred_enemy),
    Drill("six", "7E-HIT-9", precision),
    Drill("six", "7E-HIT-11", gets_hot, 2),
    Drill("six", "7E-HIT-13", extra_hits),
)
