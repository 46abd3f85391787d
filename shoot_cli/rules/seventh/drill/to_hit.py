"""Questions about rolling to hit: the number, and which dice are rolled again."""

from __future__ import annotations

from shoot_cli.core.answers import Reason, face_list
from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Source
from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.drill.pieces import (
    Meet,
    a,
    a_unit,
    alone,
    an,
    arm,
    fired,
    meetings,
    met,
    near,
    rolls_to_hit,
    shot_in,
)
from shoot_cli.rules.seventh.profiles import Model, Weapon
from shoot_cli.rules.seventh.records import Shot
from shoot_cli.rules.seventh.steps.shots import skill_of

NO_SHOT = "no shot"


def what_to_hit(source: Source) -> Quiz:
    meet = met(source, rolls_to_hit)
    if meet is None:
        skill, text = (
            source.one(range(1, 11)),
            "A model with Ballistic Skill {} shoots. What does each die need to hit?",
        )
    else:
        skill = meet.bearer.ballistic_skill
        who = an(meet.bearer.name)
        text = f"{who} (Ballistic Skill {{}}) fires the {meet.weapon.name}. What does each die need to hit?"
    need = charts.to_hit(skill)
    likely = source.elsewhere("to hit", skill)
    return source.quiz(
        text.format(skill),
        need.text,
        near(source, need.target, "every shot hits", likely),
        need.because,
        {"bs": skill},
        cell=(1, skill),
    )


def high_skill(source: Source) -> Quiz:
    skill = source.one(range(6, 11))
    if source.own:
        meet = source.meeting(meetings, lambda meet: rolls_to_hit(meet) and meet.bearer.ballistic_skill >= 6)
        skill = meet.bearer.ballistic_skill
    need = charts.to_hit_again(skill)
    text = f"Ballistic Skill {skill}, no other re-roll: a die to hit shows 1. What does it need when rolled again?"
    others = near(source, need.target, "it is not rolled again", ("2+",) if need.target != 2 else ())
    return source.quiz(text, need.text, others, need.because, {"bs": skill}, cell=(1, skill - 5))


STATES = {  # of the firing unit, as said to players
    "gone to ground": "has gone to ground",
    "falling back": "is falling back",
    "jinked": "jinked in the enemy's turn",
    "regrouped": "regrouped this turn, without And They Shall Know No Fear,",
    "ready": "walked this turn",
}


def no_fear(meet: Meet) -> bool:
    return meet.unit.has("And They Shall Know No Fear")


def can_be(meet: Meet, state: str) -> bool:
    """False of bikes that go to ground, and of infantry that jinks."""
    if state == "jinked":
        return vehicle_charts.jinks(meet.unit, meet.bearer)
    return state != "gone to ground" or charts.never_to_ground(meet.unit) is None


def plain_gun(meet: Meet) -> bool:
    """A gun that fires alike whether or not its bearer moved, and rolls to hit."""
    return rolls_to_hit(meet) and meet.weapon.type in ("Rapid Fire", "Assault") and not meet.bearer.vehicle


def snap_shots(source: Source) -> Quiz:
    meet = met(source, lambda meet: plain_gun(meet) and not no_fear(meet))
    state = source.one(state for state in STATES if meet is None or can_be(meet, state))
    if meet is None:
        weapon, skill, name = arm(source.one(("boltgun", "lasgun", "shoota"))), source.one(range(2, 9)), "A model"
        unit = a_unit(weapon, ballistic_skill=skill)
    else:
        weapon, skill, name = meet.weapon, meet.bearer.ballistic_skill, an(meet.bearer.name)
        unit = alone(meet.unit, meet.bearer, weapon)
    shot = shot_in(fired(unit, attacker_state=state, distance=6))
    assert shot is not None
    need = charts.to_hit(skill, shot.snap)
    text = (
        f"{name} (Ballistic Skill {skill}) {STATES[state]} and fires the {weapon.name}. What does each die need to hit?"
    )
    likely = [charts.to_hit(skill).text, charts.to_hit(max(1, skill - 1)).text, charts.to_hit(skill, True).text]
    because = (
        (need.because[0].but(text=f"{need.because[0].text}: {need.text}"),)
        if shot.snap
        else (Reason(f"no Snap Shot: {need.because[0].text}", "7E-HIT-4"),)
    )
    others = [*dict.fromkeys(likely), NO_SHOT]
    facts = {"bs": skill, "state": state}
    return source.quiz(text, need.text, [*others, "5+", "4+"], because, facts)


def twin_linked(source: Source) -> Quiz:
    meet = met(source, lambda meet: rolls_to_hit(meet) and meet.weapon.has("Twin-linked"))
    weapon = arm("twin linked lascannon") if meet is None else meet.weapon
    skill = source.one(range(2, 6)) if meet is None else meet.bearer.ballistic_skill
    snap = source.random.random() < 0.3
    shot = a_shot(weapon, skill, snap)
    again, *_ = charts.hits_again(shot, charts.to_hit(skill, snap))
    how = "fires Snap Shots with" if snap else "fires"
    named = a(weapon.name) if "linked" in weapon.name else f"{a(weapon.name)} (Twin-linked)"
    text = f"A model with Ballistic Skill {skill} {how} {named}. Which dice are rolled again?"
    wrong = [which_dice(tuple(range(1, most + 1))) for most in (1, 2, 3, 4, 5)]
    source.random.shuffle(wrong)
    others = [which_dice((1,)), which_dice(charts.to_hit(skill).failures()), *wrong]
    because = f"hits on {charts.to_hit(skill, snap).text}: every miss is rolled again"
    facts = {"bs": skill, "snap": snap}
    return source.quiz(text, which_dice(again), others, because, facts)


def which_dice(faces: tuple[int, ...]) -> str:
    return "those that show " + face_list(faces)


def a_shot(weapon: Weapon, skill: int, snap: bool = False, preferred: bool = False, precise: bool = False) -> Shot:
    return Shot(
        weapon.name, skill, snap, weapon.strength, weapon.ap, weapon.rules, weapon.poisoned, 4,
        precise=precise, preferred=preferred, shred=False,
    )  # fmt: skip


def changed_skill(source: Source) -> Quiz:
    skill, change = source.one(range(2, 8)), source.one((-1, 1, 1, 2))
    if source.own:
        meet = source.meeting(meetings, lambda meet: meet.unit.has("Strafing Run"))
        skill, change = meet.bearer.ballistic_skill, 1
    snap = source.random.random() < 0.3
    now = skill_of(Model("", skill, 4), {"bs_modifier": change})
    need = charts.to_hit(now, snap)
    how = "Snap Shots" if snap else "normal shots"
    sign = f"{change:+d}".replace("-", "−")
    text = (
        f"Ballistic Skill {skill}, a rule gives it {sign}, and the model fires {how}. What does each die need to hit?"
    )
    likely = [
        charts.to_hit(now).text,
        charts.to_hit(skill).text,
        charts.to_hit(max(1, skill - change)).text,
        "5+",
        "6+",
    ]
    words = "Snap Shots keep Ballistic Skill 1" if snap else f"{skill} {sign} is Ballistic Skill {now}: {need.text}"
    facts = {"bs": skill, "change": change, "snap": snap}
    return source.quiz(text, need.text, [*likely, "3+"], words, facts)


DRILLS = (
    Drill("hit", "7E-HIT-1", what_to_hit, 3),
    Drill("hit", "7E-HIT-4", snap_shots, 3),
    Drill("hit", "7E-HIT-6", twin_linked, 2),
    Drill("hit", "7E-HIT-12", changed_skill),
    Drill("hit", "7E-HIT-3", high_skill),
)
