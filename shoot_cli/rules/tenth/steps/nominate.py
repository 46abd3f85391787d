"""Selecting a unit to shoot: 10E-ELIG-1 to 9; Overwatch and Grenade beside it (10E-OOP-1 to 3)."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.questions import ATTACKER, DEFENDER, Option, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.core.turns import END_PHASE, STATE, alive, place_named, who_shoots
from shoot_cli.rules.tenth.records import Battle, Company, Nomination
from shoot_cli.rules.tenth.steps import eligible, states
from shoot_cli.rules.tenth.steps.eligible import GRENADE, grenade_of, is_big
from shoot_cli.rules.tenth.steps.may import Moved, hopeful_scene

OVERWATCH = "overwatch"


def why_not_nominated(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why this unit cannot be selected to shoot now; () if it can."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (Reason("destroyed", "10E-DMG-4"),)
    if at in b.done:
        return (Reason("has shot", "10E-ELIG-9"),)
    if at in b.untargeted:
        return (Reason("it has no legal target", "10E-ELIG-6"),)
    why = why_barred(company)
    enemies = b.sides[1 - b.active].companies
    pistols_alone = company.marked(states.LOCKED) and not is_big(states.living_unit(company).value)
    if not why and pistols_alone and not any(enemy.ranks and enemy.marked(states.LOCKED) for enemy in enemies):
        return (Reason("no enemy unit is said to be locked in combat with it", "10E-ELIG-4"),)
    return why


@lru_cache(1024)
def why_barred(company: Company) -> tuple[Reason, ...]:
    """What its state and its weapons bar it for (10E-ELIG-1 to 8)."""
    unit = company.unit.value
    living = [unit.models[rank.kind][0] for rank in company.ranks]
    if company.marked(states.OFF):
        return (Reason("not on the battlefield", "10E-ELIG-1"),)
    if states.embarked(company):
        return (Reason(f"it is {states.EMBARKED}{states.embarked(company)}", "10E-ELIG-8"),)
    if not any(model.weapons or model.has("Firing Deck") for model in living):
        return (Reason("it has no ranged weapons left", "10E-ELIG-6"),)
    moved = Moved(*map(company.marked, (states.FELL_BACK, states.ADVANCED, states.LOCKED, states.ACTING)))
    why = eligible.why_barred(hopeful_scene(company), moved)
    return (why,) if why else ()


def why_no_overwatch(b: Battle) -> tuple[Reason, ...]:
    if OVERWATCH in b.stratagems:
        return (Reason("Overwatch was fired this turn", "10E-OOP-1"),)
    if not any(not why_not_watching(company) for company in b.sides[1 - b.active].companies):
        return (Reason("no unit of theirs may fire Overwatch", "10E-OOP-1"),)
    return ()


def why_not_watching(company: Company) -> tuple[Reason, ...]:
    """Why a unit of the other side cannot fire Overwatch; () if it can (10E-OOP-1, 10E-OOP-2)."""
    if not company.ranks:
        return (Reason("destroyed", "10E-DMG-4"),)
    unit = company.unit.value
    if unit.is_a("TITANIC"):
        return (Reason("TITANIC units cannot fire Overwatch", "10E-OOP-1"),)
    if company.marked(states.LOCKED):
        return (Reason("locked in combat: Big Guns and Pistols in combat are for your own phase", "10E-OOP-2"),)
    others = company.without(states.ADVANCED, states.FELL_BACK, states.ACTING)
    return why_barred(others)


def why_no_thrower(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why a unit cannot throw grenades; () if it can (10E-OOP-3)."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (Reason("destroyed", "10E-DMG-4"),)
    if not has_grenades(company):
        return (Reason("it has no GRENADES", "10E-OOP-3"),)
    if at in b.done and at not in b.held:
        return (Reason("it has shot this phase", "10E-OOP-3"),)
    for mark in (states.ADVANCED, states.FELL_BACK, states.LOCKED, states.OFF):
        if company.marked(mark):
            return (Reason(f"it is {mark}", "10E-OOP-3"),)
    return (
        (Reason(f"it is {states.EMBARKED}{states.embarked(company)}", "10E-OOP-3"),) if states.embarked(company) else ()
    )


@lru_cache(1024)
def has_grenades(company: Company) -> bool:
    return grenade_of(states.living_unit(company).value) is not None


def why_no_grenades(b: Battle) -> tuple[Reason, ...]:
    if GRENADE in b.stratagems:
        return (Reason("a Grenade was thrown this phase", "10E-OOP-3"),)
    if not any(not why_no_thrower(b, at) for at in range(len(b.sides[b.active].companies))):
        return (Reason("no unit can throw grenades", "10E-OOP-3"),)
    return ()


def phase_goes_on(b: Battle) -> bool:
    """Until all have been selected; those that their state bars may still be said to be in another."""
    return not b.ended_phase and not b.over and any(may_yet_shoot(b, at) for at in alive(b.sides[b.active]))


def may_yet_shoot(b: Battle, at: int) -> bool:
    company = b.sides[b.active].companies[at]
    freed = company.without(*states.REPORTED, states.EMBARKED + states.embarked(company))
    return at not in b.done and not why_barred(freed)


def nominate(b: Battle, table: Table) -> Battle | Nomination:
    """One unit at a time; stopping while units have not shot is allowed (10E-ELIG-9)."""
    side = b.sides[b.active]
    options = [
        Option(company.unit.value.name, states.left(company), why_not_nominated(b, at))
        for at, company in enumerate(side.companies)
    ]
    watch = f"{b.sides[1 - b.active].name} fires Overwatch at a unit that moved or charges (1CP)"
    others = (
        Option(GRENADE, "throw a grenade (1CP)", why_no_grenades(b)),
        Option(OVERWATCH, watch, why_no_overwatch(b)),
    )
    name = who_shoots(b, options, others, ("10E-ELIG-1", "10E-ELIG-9"), table)
    if name == END_PHASE:
        return b.but(ended_phase=True)
    if name == STATE:
        return states.report_state(b, table).but(untargeted=())  # what it is may give somebody a target
    if name == GRENADE:  # 6D6 at a unit within 8"
        return who_does(b, GRENADE, b.active, "10E-OOP-3", "Which unit throws a grenade?", table)
    if name == OVERWATCH:
        return who_does(b, OVERWATCH, 1 - b.active, "10E-OOP-1", "Which unit fires Overwatch?", table)
    at = place_named(side.companies, name)
    return Nomination(Hashed(b), b.active, at, "")


def who_does(b: Battle, what: str, side: int, rule: str, text: str, table: Table) -> Battle | Nomination:
    companies = b.sides[side].companies
    options = [
        Option(c.unit.value.name, states.left(c), why_no_thrower(b, at) if what == GRENADE else why_not_watching(c))
        for at, c in enumerate(companies)
    ]
    owner = DEFENDER if side != b.active else ATTACKER
    usual = next((option.value for option in options if not option.closed), states.BACK)
    name = table.choose(what, (*options, Option(states.BACK)), default=usual, owner=owner, rules=(rule,), text=text)
    if name == states.BACK:
        return b
    at = place_named(companies, name)
    return Nomination(Hashed(b), side, at, what)


def unit_named(record: Battle | Nomination) -> bool:
    return isinstance(record, Nomination)
