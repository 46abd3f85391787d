"""Whether a unit may shoot once more, out of its turn, or throw a grenade."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.tenth.drill.choosing import WORDS, battle, unit_of
from shoot_cli.rules.tenth.steps import nominate as nom
from shoot_cli.rules.tenth.steps import states


def selected_again(source: Source) -> Quiz:
    unit = unit_of(source, lambda unit: len({*unit.weapons()}) > 1)
    state = source.one(("fired", "held", "waiting", "waiting"))
    done, held = ((), ()) if state == "waiting" else ((0,), (0,) if state == "held" else ())
    closed = nom.why_not_nominated(battle(unit).but(done=done, held=held), 0)
    right = "no, not in this phase" if closed else "yes"
    told = {
        "fired": "was selected to shoot this phase and fired some of its weapons",
        "held": "was selected to shoot this phase and held its fire",
        "waiting": "was not selected this phase, but some of your other units were",
    }[state]
    text = f"{unit.name}: it Remained Stationary, sees an enemy in range, and {told}. May it be selected to shoot now?"
    wrong = [
        "yes" if closed else "no, not in this phase",
        "yes, but at -1 to hit",
        "yes, once all others have shot",
    ]
    because = f"{closed[0].text if closed else 'each unit once a phase'}: {right}"
    return source.quiz(text, right, wrong, because, {"state": state})


def overwatch(source: Source) -> Quiz:
    unit = unit_of(source, lambda unit: any(weapon.skill and weapon.range >= 18 for weapon in unit.weapons()))
    state, used = source.one((("free", False), ("free", False), (states.LOCKED, False), ("free", True)))
    begun = battle(unit, *([state] if state != "free" else []))
    theirs = begun.but(active=1, stratagems=(nom.OVERWATCH,) if used else ())
    closed = nom.why_not_watching(theirs.sides[0].companies[0]) or nom.why_no_overwatch(theirs)
    right = "no" if closed else "yes, hitting on unmodified 6s only"
    told = "within Engagement Range of another enemy" if state == states.LOCKED else "not engaged"
    once = "Overwatch was fired once already this turn" if used else "nobody has fired Overwatch this turn"
    titan = "TITANIC" if unit.is_a("TITANIC") else "not TITANIC"
    text = (
        f"In your opponent's Movement phase an enemy unit ends its move 12\" away, visible. {unit.name} ({titan}) "
        f"is {told}; {once}. May it fire Overwatch?"
    )
    because = f"{closed[0].text if closed else 'nothing bars it'}: {right}"
    wrong = ["no", "yes, hitting on unmodified 6s only", "yes, at its usual BS", "yes, at -1 to hit"]
    facts = {"locked": state == states.LOCKED, "used": used, "titanic": unit.is_a("TITANIC")}
    return source.quiz(text, right, wrong, because, facts)


def grenade(source: Source) -> Quiz:
    unit = unit_of(source, lambda unit: unit.is_a("GRENADES"))
    state = source.one(("free", "free", "shot", states.ADVANCED, states.FELL_BACK, states.LOCKED))
    begun = battle(unit, *([state] if state in WORDS else []))
    if state == "shot":
        begun = begun.but(done=(0,))
    closed = nom.why_no_thrower(begun, 0)
    after = nom.why_not_nominated(begun, 0)
    right = "no" if closed else "yes, and it may still shoot" if not after else "yes, instead of shooting"
    words = {"free": "it has not shot, Advanced or Fallen Back and is not engaged", "shot": "it has shot this phase"}
    told = (words | WORDS)[state]
    other = "Another" if state == states.LOCKED else "An"
    text = (
        f'{unit.name} (GRENADES): {told}. {other} enemy unit, in combat with nobody, is 6" away, visible. '
        "May it use the Grenade stratagem?"
    )
    because = f"{closed[0].text if closed else told}: {right}"
    wrong = ["no", "yes, instead of shooting", "yes, and it may still shoot", "yes, in place of one weapon"]
    return source.quiz(text, right, wrong, because, {"state": state})


DRILLS = (
    Drill("eligible", "10E-ELIG-9", selected_again),
    Drill("eligible", "10E-OOP-1", overwatch, 2),
    Drill("eligible", "10E-OOP-3", grenade),
)
