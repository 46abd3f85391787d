"""Questions about rolling to hit: the number, which dice are rolled again; who fires how, and where markers end."""

from __future__ import annotations

from collections.abc import Mapping

from shoot_cli.core.answers import Reason, face_list
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh import charts, rolled_again, vehicle_charts
from shoot_cli.rules.seventh.drill.meeting import (
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
    shots_text,
)
from shoot_cli.rules.seventh.profiles import ASSAULT, Model, Unit, Weapon
from shoot_cli.rules.seventh.steps.shots import skill_of
from shoot_cli.rules.seventh.tokens import Gun, Shot

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
    again, *_ = rolled_again.hits_again(shot, charts.to_hit(skill, snap))
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
    gun = Gun(weapon.name, weapon.strength, weapon.ap, weapon.rules, weapon.poisoned, 4, preferred)
    return Shot(Hashed(gun), skill, snap, precise=precise)


def changed_skill(source: Source) -> Quiz:
    skill, change = source.one(range(2, 8)), source.one((-1, 1, 1, 2))
    if source.own:
        meet = source.meeting(meetings, lambda meet: meet.unit.has("Strafing Run"))
        skill, change = meet.bearer.ballistic_skill, 1
    snap = source.random.random() < 0.3
    now = skill_of(Model("", skill, 4), Weapon("", 24, 4, None, ASSAULT), {"bs_modifier": change})
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


# Heavy weapons, Ordnance, types of units -----------------------------------------------------------------------------


def heavy(meet: Meet) -> bool:
    return rolls_to_hit(meet) and meet.weapon.type == "Heavy" and not meet.bearer.vehicle and not skyfire(meet.weapon)


def skyfire(weapon: Weapon) -> bool:
    return weapon.has("Skyfire")


def is_relentless(meet: Meet) -> bool:
    at = [model for model, _ in meet.unit.models].index(meet.bearer)
    return charts.relentless(meet.unit, at)


def heavy_moved(source: Source) -> Quiz:
    meet = met(source, lambda meet: heavy(meet) and not is_relentless(meet))
    moved = source.one((True, True, False))
    if meet is None:
        weapon, skill = (
            arm(source.one(("heavy bolter", "lascannon", "autocannon", "multi melta"))),
            source.one(range(2, 6)),
        )
        unit, name = a_unit(weapon, ballistic_skill=skill), "An infantryman"
    else:
        unit, weapon, skill = alone(meet.unit, meet.bearer, meet.weapon), meet.weapon, meet.bearer.ballistic_skill
        name = an(meet.bearer.name)
    return of_heavy(source, unit, weapon, skill, moved, name, {})


TYPES = ("Infantry", "Monstrous Creature", "Bike", "Jetbike", "Jet Pack Infantry", "Jump Infantry", "Beast", "Cavalry")


def counts_as_stationary(source: Source) -> Quiz:
    meet = met(source, lambda meet: heavy(meet) and is_relentless(meet))
    if meet is None:
        weapon, skill, type = (
            arm(source.one(("heavy bolter", "assault cannon", "multi melta"))),
            source.one(range(2, 6)),
            source.one(TYPES),
        )
        rules = source.one(((), (), ("Relentless",), ("Slow and Purposeful",)))
        unit, name = a_unit(weapon, 1, type, rules, ballistic_skill=skill), "A model"
    else:
        unit, weapon, skill = alone(meet.unit, meet.bearer, meet.weapon), meet.weapon, meet.bearer.ballistic_skill
        type, name, rules = (
            unit.type.removesuffix(" (Character)"),
            an(meet.bearer.name),
            tuple(r for r in meet.bearer.rules if r in ("Relentless", "Slow and Purposeful")),
        )
    facts = {"type": type, "rules": rules}
    words = ", ".join((type, *rules))
    return of_heavy(source, unit, weapon, skill, True, f"{name} of the type {words}", facts)


def of_heavy(
    source: Source,
    unit: Unit,
    weapon: Weapon,
    skill: int,
    moved: bool,
    name: str,
    more: Mapping[str, object],
) -> Quiz:
    """What a Heavy weapon needs to hit, whether its bearer moved or not."""
    shot = shot_in(fired(unit, moved=1 if moved else 0, distance=6))
    need, other = charts.to_hit(skill, shot.snap), charts.to_hit(skill, not shot.snap)
    text = (
        f"{name} (Ballistic Skill {skill}) {'moved' if moved else 'stood still'} and fires the {weapon.name} "
        f"({shots_text(weapon)}). What does each die need to hit?"
    )
    why = "moved: Snap Shots" if shot.snap else "counts as stationary" if moved else "stood still: full Ballistic Skill"
    likely = [other.text, charts.to_hit(max(1, skill - 1)).text, NO_SHOT, charts.to_hit(skill + 1).text, "5+"]
    facts = {"bs": skill, "moved": moved, **more}
    return source.quiz(text, need.text, likely, f"{why}, {need.text}", facts, more=need.because)


TANKS = ("battle cannon", "demolisher cannon")


def second_gun(meet: Meet) -> Weapon | None:
    """What the vehicle may fire besides its Ordnance, on dice to hit; None: it has not both."""
    guns = [w for w in meet.bearer.weapons if w.type == "Heavy" and not vehicle_charts.area_of(w)]
    cannons = [w for w in meet.bearer.weapons if w.type == "Ordnance"]
    return guns[0] if meet.bearer.vehicle and guns and cannons else None


def after_ordnance(source: Source) -> Quiz:
    meet = met(source, lambda meet: second_gun(meet) is not None)
    ordnance = source.one((True, True, False))
    skill, cannon, gun = source.one((3, 4)), arm(source.one(TANKS)), arm(source.one(("heavy bolter", "lascannon")))
    if meet is not None:
        skill, cannon = meet.bearer.ballistic_skill, next(w for w in meet.bearer.weapons if w.type == "Ordnance")
        gun = second_gun(meet) or gun
    tank = Unit(
        "Tank",
        "Vehicle (Tank)",
        ((Model("Tank", skill, 0, 3, weapons=(cannon, gun), front=14, side=13, rear=10, hull_points=3), 1),),
    )
    shot = shot_in(fired(tank, weapon=gun.name, ordnance="yes" if ordnance else "no", distance=20))
    need = charts.to_hit(skill, shot.snap)
    said = f"fires its {cannon.name} (Ordnance)" if ordnance else f"said that its {cannon.name} (Ordnance) stays silent"
    text = f"A tank (Ballistic Skill {skill}) stood still and {said} this phase. What does its {gun.name} need to hit?"
    why = "with Ordnance all else fires Snap Shots" if ordnance else "no Ordnance: full Ballistic Skill"
    likely = [charts.to_hit(skill, not shot.snap).text, charts.to_hit(skill - 1).text, NO_SHOT, "2+"]
    facts = {"bs": skill, "ordnance": ordnance}
    return source.quiz(text, need.text, likely, f"{why}, {need.text}", facts)


# Markers --------------------------------------------------------------------------------------------------------------


def scatter(source: Source) -> Quiz:
    meet = met(source, lambda meet: "Blast" in vehicle_charts.area_of(meet.weapon) and not meet.weapon.has("Barrage"))
    skill = source.one(range(2, 6)) if meet is None else meet.bearer.ballistic_skill
    name = "A model" if meet is None else an(meet.bearer.name)
    what = "a Blast weapon" if meet is None else f"the {meet.weapon.name}, a Blast weapon"
    return of_scatter(source, f"{name} (Ballistic Skill {skill}) fires {what}", skill, True)


def unseen_barrage(source: Source) -> Quiz:
    meet = met(source, lambda meet: meet.weapon.has("Barrage"))
    skill = source.one(range(2, 6)) if meet is None else meet.bearer.ballistic_skill
    name = "A model" if meet is None else an(meet.bearer.name)
    what = "a Barrage weapon" if meet is None else f"the {meet.weapon.name}, a Barrage weapon,"
    seen = source.one((False, False, True))
    where = "a target in sight" if seen else "a target that nobody sees"
    return of_scatter(source, f"{name} (Ballistic Skill {skill}) fires {what} at {where}", skill, seen)


def of_scatter(source: Source, who: str, skill: int, subtracted: bool) -> Quiz:
    first, second = source.random.randint(1, 6), source.random.randint(1, 6)
    total = first + second
    inches = vehicle_charts.drift(total, skill, subtracted)
    text = f"{who}: the scatter die shows an arrow, 2D6 show {first} and {second}. How far does the marker move?"
    why = (
        f"{total} less Ballistic Skill {skill}, never below 0"
        if subtracted
        else f"no Ballistic Skill is taken off {total}"
    )
    wrong = [
        total,
        vehicle_charts.drift(total, skill, not subtracted),
        max(0, total - skill),
        inches + 1,
        inches + 2,
        max(0, inches - 1),
        inches + 3,
    ]
    facts = {"bs": skill, "dice": (first, second), "seen": subtracted}
    return source.quiz(text, f'{inches}"', [f'{n}"' for n in wrong], f'{why}: {inches}"', facts)


DRILLS = (
    Drill("hit", "7E-HIT-1", what_to_hit, 3),
    Drill("hit", "7E-HIT-4", snap_shots, 3),
    Drill("hit", "7E-HIT-6", twin_linked, 2),
    Drill("hit", "7E-HIT-12", changed_skill),
    Drill("hit", "7E-HIT-3", high_skill),
    Drill("hit", "7E-WPN-10", heavy_moved, 3),
    Drill("hit", "7E-WPN-21", counts_as_stationary, 2),
    Drill("hit", "7E-WPN-18", after_ordnance),
    Drill("hit", "7E-WPN-13", scatter, 2),
    Drill("hit", "7E-WPN-15", unseen_barrage),
)
