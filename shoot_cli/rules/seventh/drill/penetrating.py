"""Questions about penetrating armour where more counts than one die: Rending, Ramshackle, re-rolls by an effect."""

from __future__ import annotations

from shoot_cli.core.pools import pool
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.seventh import vehicle_charts as charts
from shoot_cli.rules.seventh.drill.old_meeting import (
    at_table,
    at_vehicles,
    counted,
    dice_of,
    dice_text,
    has,
    meetings,
    numbers_near,
)
from shoot_cli.rules.seventh.drill.vehicles import GLANCES, NOTHING, PENETRATES, a_vehicle, strike
from shoot_cli.rules.seventh.steps.attack import attack_of
from shoot_cli.rules.seventh.steps.penetrate import roll_to_penetrate, save_hull
from shoot_cli.rules.seventh.tokens import GLANCE, PENETRATION, Damage, Dent

MORE_DICE = ("Melta within half range", "Armourbane", "Ordnance")


def rending_and_more(source: Source) -> Quiz:
    """Each 6 of a sum adds D3; of Ordnance the die that is kept."""
    source.must_meet(meetings, lambda meet: at_vehicles(meet) and has("Rending")(meet))
    source.as_usual("rending_extra_dice")
    rule, armour = source.one(MORE_DICE), source.one((13, 14))
    strength = armour - 8 if rule == "Ordnance" or source.one((True, False)) else armour - source.one((9, 10, 11))
    dice = (6, source.one((6, 1, 2, 3, 4))) if source.random.random() < 0.85 else (5, source.one((3, 4, 5)))
    more = source.random.randint(1, 3)
    named = {"Armourbane": ("Armourbane",), "Ordnance": (charts.ORDNANCE_DICE,)}.get(rule, ())
    hit = strike(strength, armour, "Rending", *named, melta=rule.startswith("Melta"))
    shown = {"penetrate:gun": {"first": [*dice]}, "rending:gun": {"first": [more] * dice.count(6)}}
    if rule == "Ordnance":
        shown["rending:gun"] = {"first": [more]}
    kinds = [thing.kind for thing, n in roll_to_penetrate(hit, 1, at_table(**shown)) if isinstance(thing, Dent) and n]
    right = NOTHING if not kinds else GLANCES if kinds[0] == GLANCE else PENETRATES
    text = (
        f"A hit of Strength {strength} (Rending, {rule}) strikes armour {armour}. Its dice show {dice[0]}, {dice[1]}; "
        f"each D3 that is added shows {more}. What comes of it?"
    )
    sixes = min(dice.count(6), 1) if rule == "Ordnance" else dice.count(6)
    base = max(dice) if rule == "Ordnance" else sum(dice)
    total = strength + base + more * sixes
    rends = f", and {counted(sixes, 'D3')}," if sixes else ""
    why = f"{strength} and {base}{rends} are {total} against {armour}"
    facts = {"rule": rule, "s": strength, "av": armour, "dice": dice, "d3": more}
    others = [NOTHING, GLANCES, PENETRATES, "an Immobilised result"]
    return source.quiz(text, right, others, f"{why}: {right}", facts)


def ramshackle(source: Source) -> Quiz:
    """A 6 makes a glancing hit of a penetrating one: a Hull Point, and no roll on the table."""
    source.must_meet(meetings, lambda meet: at_vehicles(meet) and meet.target.has("Ramshackle"))
    glances, dice = source.random.randint(0, 2), (source.one((6, 6, 5)), *dice_of(source, source.one((0, 1, 2))))
    unit = a_vehicle(10, 10, 10, 5, "Ramshackle")
    kind = attack_of(unit, unit).line.ranks[0].kind
    impact = strike(8, 10).impact
    found = pool(
        *save_hull(Dent(GLANCE, impact, kind), glances, at_table()),
        *save_hull(Dent(PENETRATION, impact, kind), len(dice), at_table(**{"ramshackle:Tank": {"first": [*dice]}})),
    )
    rolls = sum(n for hit, n in found if isinstance(hit, Damage) and hit.kind == PENETRATION)
    lost = sum(n for hit, n in found if isinstance(hit, Damage))
    hits = f"{counted(glances, 'glancing hit')} and {counted(len(dice), 'penetrating hit')}"
    start = f"A vehicle with Ramshackle takes {hits}, no save made; its dice for the rule show {dice_text(dice)}."
    asks_rolls = source.one((True, True, False))
    if asks_rolls:
        text, right, why = (
            f"{start} How many rolls on the Vehicle Damage table follow?",
            rolls,
            "each 6 is a glancing hit",
        )
    else:
        text, right, why = f"{start} How many Hull Points does it lose?", lost, "a glancing hit costs one as well"
    wrong = numbers_near(source, right, len(dice), glances + len(dice), dice.count(6), rolls, lost)
    facts = {"dice": dice, "glances": glances, "rolls": asks_rolls}
    return source.quiz(text, right, wrong, f"{why}: {right}", facts)


DRILLS = (
    Drill("six", "7E-VEH-15", rending_and_more),
    Drill("six", "7E-VEH-16", ramshackle),
)
