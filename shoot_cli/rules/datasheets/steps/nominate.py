"""Selecting a unit to shoot: ELIG-1 to 9; Overwatch and Grenade beside it (OOP-1 to 3)."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.questions import ATTACKER, DEFENDER, Option, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.said import Place
from shoot_cli.core.table import Table
from shoot_cli.core.turns import END_PHASE, STATE, alive, place_named, who_shoots
from shoot_cli.rules.datasheets.abilities import MAY_SHOOT
from shoot_cli.rules.datasheets.battle import Battle, BattleUnit, Nomination, UnitMovement
from shoot_cli.rules.datasheets.forms import DECIDES
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.scenes import holds
from shoot_cli.rules.datasheets.steps import auras, holding, states
from shoot_cli.rules.datasheets.steps.may import hopeful_scene
from shoot_cli.rules.datasheets.steps.replies import ability_of, reply_next, scene_at

OVERWATCH = "overwatch"
WATCH_AGAIN, FREE_WATCH = "Overwatch again", "Free Overwatch"


def why_not_nominated(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why this unit cannot be selected to shoot now; () if it can."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (b.game.reason("destroyed", "DMG-4"),)
    if at in b.done and at not in b.again:
        return (b.game.reason("has shot", "ELIG-9"),)
    if at in b.untargeted:
        return (b.game.reason("it has no legal target", "ELIG-6"),)
    why = why_barred(company)
    if why and (near := auras.early(b, (b.active, at), (MAY_SHOOT, DECIDES))):
        why = why_barred(company, tuple(one.ability for one in near))
    enemies = b.sides[1 - b.active].companies
    pistols_alone = company.marked(states.LOCKED) and not is_big(states.living_unit(company).value)
    if not why and pistols_alone and not any(enemy.ranks and enemy.marked(states.LOCKED) for enemy in enemies):
        return (b.game.reason("no enemy unit is said to be locked in combat with it", "ELIG-4"),)
    return why


@lru_cache(1024)
def why_barred(company: BattleUnit, near: tuple[Ability, ...] = ()) -> tuple[Reason, ...]:
    """What its state and its weapons bar it for (ELIG-1 to 8). ``near``: what it may have from its friends."""
    unit = company.unit.value
    living = [unit.models[rank.kind][0] for rank in company.ranks]
    if company.marked(states.OFF):
        return (company.game.reason("not on the battlefield", "ELIG-1"),)
    if states.embarked(company):
        return (company.game.reason(f"it is {states.EMBARKED}{states.embarked(company)}", "ELIG-8"),)
    if not any(model.weapons or model.has("Firing Deck") for model in living):
        return (company.game.reason("it has no ranged weapons left", "ELIG-6"),)
    moved = UnitMovement(*map(company.marked, (states.FELL_BACK, states.ADVANCED, states.LOCKED, states.ACTING)))
    why = company.game.why_barred(hopeful_scene(company, near), moved)
    return (why,) if why else ()


def why_no_overwatch(b: Battle) -> tuple[Reason, ...]:
    if why := b.game.why_no_watch(b):
        return (why,)
    companies = b.sides[1 - b.active].companies
    if all(why_not_watching(company, b.stratagems) for company in companies):
        if OVERWATCH in b.stratagems:
            return (b.game.reason("Overwatch was fired this turn", "OOP-1"),)
        return (b.game.reason("no unit of theirs may fire Overwatch", "OOP-1"),)
    return ()


def watch_of(company: BattleUnit) -> str:
    """What a battle remembers of a unit that fired Overwatch."""
    return f"{OVERWATCH} of {company.unit.value.name}"


def why_not_watching(company: BattleUnit, used: tuple[str, ...]) -> tuple[Reason, ...]:
    """Why a unit of the other side cannot fire Overwatch; () if it can (OOP-1, OOP-2, EFF-59).

    ``used``: Stratagems of this turn
    """
    if not company.ranks:
        return (company.game.reason("destroyed", "DMG-4"),)
    again = ability_of(company, WATCH_AGAIN) if OVERWATCH in used else None
    if watch_of(company) in used or (OVERWATCH in used and (again is None or holding.is_spent(company, again))):
        return (company.game.reason("Overwatch was fired this turn", "OOP-1"),)
    unit = company.unit.value
    if unit.is_a("TITANIC"):
        return (company.game.reason("TITANIC units cannot fire Overwatch", "OOP-1"),)
    if company.marked(states.LOCKED):
        return (company.game.reason(company.game.in_phase_alone, "OOP-2"),)
    others = company.without(states.ADVANCED, states.FELL_BACK, states.ACTING)
    return why_barred(others)


def why_no_thrower(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why a unit cannot throw grenades; () if it can (OOP-3)."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (b.game.reason("destroyed", "DMG-4"),)
    if not has_grenades(company):
        return (b.game.reason(f"it has no {b.game.thrown.keyword}", "OOP-3"),)
    if at in b.done and at not in b.held:
        return (b.game.reason("it has shot this phase", "OOP-3"),)
    for mark in (states.ADVANCED, states.FELL_BACK, states.LOCKED, states.OFF):
        if company.marked(mark):
            return (b.game.reason(f"it is {mark}", "OOP-3"),)
    inside = states.embarked(company)
    return (b.game.reason(f"it is {states.EMBARKED}{inside}", "OOP-3"),) if inside else ()


@lru_cache(1024)
def has_grenades(company: BattleUnit) -> bool:
    return states.living_unit(company).value.is_a(company.game.thrown.keyword)


def why_no_grenades(b: Battle) -> tuple[Reason, ...]:
    if b.game.thrown.name in b.stratagems:
        return (b.game.reason(f"{b.game.thrown.one} was thrown this phase", "OOP-3"),)
    if not any(not why_no_thrower(b, at) for at in range(len(b.sides[b.active].companies))):
        return (b.game.reason(f"no unit can throw {b.game.thrown.several}", "OOP-3"),)
    return ()


def phase_goes_on(b: Battle) -> bool:
    """Until all have been selected; those that their state bars may still be said to be in another."""
    if b.replies:
        return not b.over
    return not b.ended_phase and not b.over and any(may_yet_shoot(b, at) for at in alive(b.sides[b.active]))


def may_yet_shoot(b: Battle, at: int) -> bool:
    company = b.sides[b.active].companies[at]
    freed = company.without(*states.REPORTED, states.EMBARKED + states.embarked(company))
    return (at not in b.done or at in b.again) and not why_barred(freed)


def nominate(b: Battle, table: Table) -> Battle | Nomination:
    """One unit at a time; stopping while units have not shot is allowed (ELIG-9).

    Whoever may shoot out of turn comes before the next of them (EFF-58).
    """
    if b.replies:
        return reply_next(b, table)
    side = b.sides[b.active]
    options = [
        Option(company.unit.value.name, states.left(company), why_not_nominated(b, at))
        for at, company in enumerate(side.companies)
    ]
    watch = f"{b.sides[1 - b.active].name} fires Overwatch {b.game.watched}"
    others = (
        Option(b.game.thrown.name, f"throw {b.game.thrown.one} (1CP)", why_no_grenades(b)),
        Option(OVERWATCH, watch, why_no_overwatch(b)),
    )
    name = who_shoots(b, options, others, b.game.rules("ELIG-1", "ELIG-9"), table)
    if name == END_PHASE:
        return b.but(ended_phase=True)
    if name == STATE:
        return states.report_state(b, table).but(untargeted=())  # what it is may give somebody a target
    if name == b.game.thrown.name:  # 6D6 at a unit within 8"
        return who_does(b, name, b.active, b.game.rule("OOP-3"), f"Which unit throws {b.game.thrown.one}?", table)
    if name == OVERWATCH:
        return who_does(b, OVERWATCH, 1 - b.active, b.game.rule("OOP-1"), "Which unit fires Overwatch?", table)
    at = place_named(side.companies, name)
    return Nomination(Hashed(b), b.active, at, "")


def who_does(b: Battle, what: str, side: int, rule: str, text: str, table: Table) -> Battle | Nomination:
    companies = b.sides[side].companies
    options = [
        Option(c.unit.value.name, states.left(c), why_no_thrower(b, at))
        if what == b.game.thrown.name
        else Option(c.unit.value.name, watch_words(c), why_not_watching(c, b.stratagems))
        for at, c in enumerate(companies)
    ]
    owner = DEFENDER if side != b.active else ATTACKER
    usual = next((option.value for option in options if not option.closed), states.BACK)
    name = table.choose(what, (*options, Option(states.BACK)), default=usual, owner=owner, rules=(rule,), text=text)
    if name == states.BACK:
        return b
    at = place_named(companies, name)
    return watches(b, (side, at), table) if what == OVERWATCH else Nomination(Hashed(b), side, at, what)


def watch_words(company: BattleUnit) -> str:
    """With what makes its Overwatch cost nothing (EFF-59)."""
    free = ability_of(company, FREE_WATCH) if company.ranks else None
    return f"{states.left(company)}; {free.text}" if free else states.left(company)


def watches(b: Battle, place: Place, table: Table) -> Battle | Nomination:
    """A unit fires Overwatch, if what lets it do so again holds; what makes it cost nothing is told."""
    company = b.sides[place[0]].companies[place[1]]
    name = company.unit.value.name
    again = ability_of(company, WATCH_AGAIN) if OVERWATCH in b.stratagems else None
    if again is not None:
        b, true = holding.said_of(b, place, again, table)
        if not all(holds(one, again, scene_at(b, place, None, true), True) for one in again.when):
            table.tell("{unit} does not fire Overwatch: {why}", b.game.rules("EFF-59"), unit=name, why=again.text)
            return b
        b = holding.using(b, place, again)
    free = ability_of(company, FREE_WATCH)
    if free is not None and not holding.is_spent(company, free):
        b, true = holding.said_of(b, place, free, table)
        free_now = all(holds(one, free, scene_at(b, place, None, true), True) for one in free.when)
        if free_now and holding.use_limit(free):
            options, text = (Option("no"), Option("yes")), f"{name}: {free.text}?"
            rules = b.game.rules("EFF-59")
            said = table.choose(f"free overwatch:{name}", options, default="no", owner=DEFENDER, rules=rules, text=text)
            free_now = said == "yes"
        if free_now:
            table.tell("{unit}: its Overwatch costs no CP", b.game.rules("EFF-59"), unit=name)
            b = holding.using(b, place, free)
    return Nomination(Hashed(b), *place, OVERWATCH)


def unit_named(record: Battle | Nomination) -> bool:
    return isinstance(record, Nomination)
