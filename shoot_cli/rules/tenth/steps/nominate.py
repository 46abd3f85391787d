"""Selecting a unit to shoot: 10E-ELIG-1 to 9; Overwatch and Grenade beside it (10E-OOP-1 to 3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from shoot_cli.core.piles import Rank, models
from shoot_cli.core.questions import DEFENDER, HowMany, Option, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, Side, alive, replaced
from shoot_cli.rules.tenth.profiles import Unit, Weapon
from shoot_cli.rules.tenth.records import Battle, Company
from shoot_cli.rules.tenth.steps.eligible import AFTER_ADVANCING, AFTER_FALLING_BACK, assault, grenade_of, is_big

END_PHASE, STATE, BACK = "end the phase", "a unit's state", "back"
OVERWATCH, GRENADE = "overwatch", "grenade"

# States that players report. Those of movement end with the turn of the unit's own side.
LOCKED, ADVANCED, FELL_BACK, STILL, ARRIVED, OFF = (
    "locked in combat",
    "advanced",
    "fell back",
    "remained stationary",
    "set up this turn",
    "off the table",
)
EMBARKED = "embarked in "
SMOKE, GROUND = "smokescreen", "gone to ground"
REPORTED = {
    LOCKED: "within Engagement Range of an enemy",
    STILL: "it did not move this turn",
    ADVANCED: "it Advanced this turn",
    FELL_BACK: "it Fell Back this turn",
    ARRIVED: "it was set up on the battlefield this turn",
    OFF: "in Reserves or off the table",
}
OF_THIS_TURN = (ADVANCED, FELL_BACK, STILL, ARRIVED)
MOVEMENT = (ADVANCED, FELL_BACK, STILL, ARRIVED)  # one of them at a time


def company(unit: Unit) -> Company:
    ranks = tuple(Rank(i, n, model.wounds - model.lost) for i, (model, n) in enumerate(unit.models))
    return Company(Card(unit), ranks)


def embarked(company: Company) -> str:
    """The transport it is embarked in; "" if it is not."""
    return next((mark.name.removeprefix(EMBARKED) for mark in company.marks if mark.name.startswith(EMBARKED)), "")


def living_unit(company: Company) -> Unit:
    """An Attached unit of which one side is gone has the keywords of the other alone (10E-ORD-6)."""
    unit = company.unit.value
    if not unit.attached:
        return unit
    living = [unit.models[rank.kind][0] for rank in company.ranks]
    if len({model.leader for model in living}) == 2:
        return unit
    return unit.but(keywords=tuple(sorted({word for model in living for word in model.keywords})))


@lru_cache(1024)  # asked of every unit at every prompt, and few of them have changed
def left(company: Company) -> str:
    n = models(company.ranks)
    words = f"{company.unit.value.name}, {n} model{'s' * (n != 1)}" if n else company.unit.value.name
    return ", ".join([words, *(mark.name for mark in company.marks)])


def why_not_nominated(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why this unit cannot be selected to shoot now; () if it can."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (Reason("destroyed", "10E-DMG-4"),)
    if at in b.done:
        return (Reason("it was selected to shoot this phase", "10E-ELIG-9"),)
    if at in b.untargeted:
        return (Reason("it has no legal target", "10E-ELIG-6"),)
    why = why_barred(company)
    pistols_alone = company.marked(LOCKED) and not is_big(living_unit(company))
    if (
        not why
        and pistols_alone
        and not any(enemy.ranks and enemy.marked(LOCKED) for enemy in b.sides[1 - b.active].companies)
    ):
        return (Reason("no enemy unit is said to be locked in combat with it", "10E-ELIG-4"),)
    return why


@lru_cache(1024)
def why_barred(company: Company) -> tuple[Reason, ...]:
    """What its state and its weapons bar it for (10E-ELIG-1 to 8)."""
    unit = company.unit.value
    living = [unit.models[rank.kind][0] for rank in company.ranks]
    if company.marked(OFF):
        return (Reason("not on the battlefield", "10E-ELIG-1"),)
    if embarked(company):
        return (Reason(f"it is {EMBARKED}{embarked(company)}", "10E-ELIG-8"),)
    weapons = [weapon for model in living for weapon in model.weapons]
    if not weapons and not any(model.has("Firing Deck") for model in living):
        return (Reason("it has no ranged weapons left", "10E-ELIG-6"),)
    if company.marked(FELL_BACK) and not all(model.has(AFTER_FALLING_BACK) for model in living):
        return (Reason("it Fell Back this turn", "10E-ELIG-1"),)
    runs = any(map(assault, weapons)) or all(model.has(AFTER_ADVANCING) for model in living)
    if company.marked(ADVANCED) and not runs:
        return (Reason("it Advanced this turn and has no Assault weapon", "10E-ELIG-1"),)
    if (
        company.marked(LOCKED)
        and not is_big(living_unit(company))
        and not any(weapon.has("Pistol") for weapon in weapons)
    ):
        return (Reason("it is locked in combat, has no Pistols and is no MONSTER or VEHICLE", "10E-ELIG-3"),)
    return ()


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
    if company.marked(LOCKED):
        return (Reason("locked in combat: Big Guns and Pistols in combat are for your own phase", "10E-OOP-2"),)
    others = company.without(ADVANCED, FELL_BACK)
    return why_barred(others)


def why_no_thrower(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why a unit cannot throw grenades; () if it can (10E-OOP-3)."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (Reason("destroyed", "10E-DMG-4"),)
    if grenade_of(living_unit(company)) is None:
        return (Reason("it has no GRENADES", "10E-OOP-3"),)
    if at in b.done and at not in b.held:
        return (Reason("it has shot this phase", "10E-OOP-3"),)
    for mark in (ADVANCED, FELL_BACK, LOCKED, OFF):
        if company.marked(mark):
            return (Reason(f"it is {mark}", "10E-OOP-3"),)
    return (Reason(f"it is {EMBARKED}{embarked(company)}", "10E-OOP-3"),) if embarked(company) else ()


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
    states = {*REPORTED, EMBARKED + embarked(company)}
    freed = company.but(marks=tuple(mark for mark in company.marks if mark.name not in states))
    return at not in b.done and not why_barred(freed)


def nominate(b: Battle, table: Table) -> Battle:
    """One unit at a time; stopping while units have not shot is allowed (10E-ELIG-9)."""
    side = b.sides[b.active]
    options = [
        Option(company.unit.value.name, left(company), why_not_nominated(b, at))
        for at, company in enumerate(side.companies)
    ]
    first = next((option.value for option in options if not option.closed), END_PHASE)
    watchers = b.sides[1 - b.active].name
    name = table.choose(
        "unit",
        (
            *options,
            Option(GRENADE, "throw a grenade (1CP)", why_no_grenades(b)),
            Option(
                OVERWATCH,
                f"{watchers} fires Overwatch at a unit that moved or charges (1CP)",
                why_no_overwatch(b),
            ),
            Option(STATE, "a unit's state: it stood still, advanced, is locked in combat ..."),
            Option(END_PHASE, "nobody else shoots"),
        ),
        default=first,
        rules=("10E-ELIG-1", "10E-ELIG-9"),
        text="Which unit shoots?",
        spent=END_PHASE,
        nth=len(b.done),
    )
    if name == END_PHASE:
        return b.but(ended_phase=True, unit=None)
    if name == STATE:
        return report_state(b, table).but(unit=None, untargeted=())  # what it is may give somebody a target
    if name == GRENADE:
        return choose_thrower(b, table)
    if name == OVERWATCH:
        return choose_watcher(b, table)
    at = next(i for i, company in enumerate(side.companies) if company.unit.value.name == name)
    return b.but(unit=at, shooting=b.active, doing="")


def choose_thrower(b: Battle, table: Table) -> Battle:
    """Who throws: 6D6 at a unit within 8" (10E-OOP-3)."""
    companies = b.sides[b.active].companies
    options = [Option(c.unit.value.name, left(c), why_no_thrower(b, at)) for at, c in enumerate(companies)]
    return doing(b, GRENADE, b.active, (*options, Option(BACK)), "Which unit throws a grenade?", table)


def choose_watcher(b: Battle, table: Table) -> Battle:
    """Who fires Overwatch, in the turn of the other side (10E-OOP-1)."""
    companies = b.sides[1 - b.active].companies
    options = [Option(c.unit.value.name, left(c), why_not_watching(c)) for c in companies]
    return doing(b, OVERWATCH, 1 - b.active, (*options, Option(BACK)), "Which unit fires Overwatch?", table)


def doing(b: Battle, what: str, side: int, options: tuple[Option, ...], text: str, table: Table) -> Battle:
    owner = DEFENDER if side != b.active else "attacker"
    usual = next(option.value for option in options if not option.closed)
    rule = "10E-OOP-3" if what == GRENADE else "10E-OOP-1"
    name = table.choose(what, options, default=usual, owner=owner, rules=(rule,), text=text)
    if name == BACK:
        return b.but(unit=None)
    companies = b.sides[side].companies
    at = next(i for i, company in enumerate(companies) if company.unit.value.name == name)
    return b.but(unit=at, shooting=side, doing=what)


def report_state(b: Battle, table: Table) -> Battle:
    """What the app cannot see: how units moved, who is locked, embarked or off the table."""
    places = {
        company.unit.value.name: (s, i)
        for s, side in enumerate(b.sides)
        for i, company in enumerate(side.companies)
        if company.ranks
    }
    labels = {name: f"{b.sides[s].name}: {left(b.sides[s].companies[i])}" for name, (s, i) in places.items()}
    options = (*(Option(name, label) for name, label in labels.items()), Option(BACK))
    name = table.choose("state of", options, default=BACK, rules=("10E-ELIG-1",), text="Whose state?")
    if name == BACK:
        return b
    s, i = places[name]
    company = b.sides[s].companies[i]
    known = tuple(
        Option(mark, f"no longer {mark}" if company.marked(mark) else words) for mark, words in REPORTED.items()
    )
    boats = transports(b.sides[s], i)
    inside = embarked(company)
    if boats or inside:
        known = (*known, Option("embarked", f"no longer {EMBARKED}{inside}" if inside else "inside a transport"))
    mark = table.choose(
        "state", (*known, Option(BACK)), default=BACK, rules=("10E-ELIG-1",), text=f"What is true of {name}?"
    )
    if mark == BACK:
        return b
    if mark == "embarked":
        changed = company.without(EMBARKED + inside) if inside else get_in(company, boats, table)
    elif company.marked(mark):
        changed = company.without(mark)
        table.tell("{unit} is no longer {mark}", ("10E-ELIG-1",), unit=name, mark=mark)
    else:
        later = s != b.active and b.active != b.first  # its own turn comes in the next one
        until = (b.turn + later, s) if mark in OF_THIS_TURN else None
        changed = company.without(*MOVEMENT) if mark in MOVEMENT else company
        changed = changed.with_mark(Mark(mark, until))
        table.tell("{unit} is {mark}", ("10E-ELIG-1",), unit=name, mark=mark)
        if mark == LOCKED:
            return lock_both(replaced(b, s, i, changed), s, name, table)
    return replaced(b, s, i, changed)


def lock_both(b: Battle, s: int, name: str, table: Table) -> Battle:
    """Combat has two sides: the enemy unit is locked as well (10E-ELIG-3)."""
    enemies = b.sides[1 - s].companies
    options = tuple(Option(c.unit.value.name, left(c)) for c in enemies if c.ranks and not c.marked(OFF))
    none = Option(BACK, "with one that was said before")
    text = f"With which unit is {name} locked?"
    said = table.choose("locked with", (*options, none), default=BACK, rules=("10E-ELIG-3",), text=text)
    if said == BACK:
        return b
    at = next(i for i, company in enumerate(enemies) if company.unit.value.name == said)
    table.tell("{unit} is {mark}", ("10E-ELIG-3",), unit=said, mark=LOCKED)
    return replaced(b, 1 - s, at, enemies[at].with_mark(Mark(LOCKED)))


def transports(side: Side, but_for: int) -> tuple[str, ...]:
    return tuple(
        company.unit.value.name
        for i, company in enumerate(side.companies)
        if i != but_for and company.ranks and company.unit.value.is_a("TRANSPORT")
    )


def get_in(company: Company, boats: tuple[str, ...], table: Table) -> Company:
    name = table.choose(
        "transport", tuple(map(Option, boats)), default=boats[0], rules=("10E-ELIG-8",), text="In which transport?"
    )
    return company.with_mark(Mark(EMBARKED + name))


def unit_named(b: Battle) -> bool:
    return b.unit is not None


# Firing Deck ---------------------------------------------------------------------------------------------------------


def passengers(b: Battle) -> dict[tuple[int, int, Weapon], int]:
    """What may be fired from the deck: so many of (unit, kind of model, weapon), of units inside that have not shot."""
    assert b.unit is not None
    side = b.sides[b.shooting]
    name = side.companies[b.unit].unit.value.name
    found: dict[tuple[int, int, Weapon], int] = {}
    for i, company in enumerate(side.companies):
        if embarked(company) == name and i not in b.done:
            for rank in company.ranks:
                for weapon in dict.fromkeys(company.unit.value.models[rank.kind][0].weapons):
                    if not weapon.has("One Shot"):
                        key = i, rank.kind, weapon
                        found[key] = found.get(key, 0) + rank.n
    return found


def fire_from_deck(b: Battle, unit: Unit, table: Table) -> tuple[Unit, tuple[int, ...]]:
    """The transport with the weapons of its passengers that it fires, and the units they belong to (10E-ELIG-8)."""
    deck = next((model.get("Firing Deck") for model, _ in unit.models if model.has("Firing Deck")), None)
    inside = passengers(b)
    if deck is None or b.doing or not inside:
        return unit, ()
    companies, most = b.sides[b.shooting].companies, deck.number
    names = []
    for i, kind, weapon in inside:
        name = f"{weapon.name} of {companies[i].unit.value.name}"
        if sum((j, other.name) == (i, weapon.name) for j, _, other in inside) > 1:
            name += f", {companies[i].unit.value.models[kind][0].name}"
        names.append(name)
    default, room, free = [], most, {(i, kind): n for (i, kind, _), n in inside.items()}  # models lend one weapon each
    for i, kind, _ in inside:
        n = min(room, free[i, kind])
        default.append(n)
        room, free[i, kind] = room - n, free[i, kind] - n

    def wrong(values: Mapping[str, Any]) -> str | None:
        lent: dict[tuple[int, int], int] = {}
        for ((i, kind, _), there), n in zip(inside.items(), values["firing_deck"], strict=True):
            lent[i, kind] = lent.get((i, kind), 0) + n
            if lent[i, kind] > there:
                return f"each model lends one weapon to the deck; there are {there} of them (10E-ELIG-8)"
        return f"at most {most} weapons fire from the deck (10E-ELIG-8)" if sum(lent.values()) > most else None

    groups = tuple((name, min(most, n)) for name, n in zip(names, inside.values(), strict=True))
    question = HowMany("firing_deck", groups, tuple(default), rules=("10E-ELIG-8",), text=f"Firing Deck {most}")
    told = table.facts("deck", (question,), check=wrong, rules=("10E-ELIG-8",), text="Weapons of passengers")
    (first, count), *others = unit.models
    carried = list(first.weapons)
    for (i, kind, weapon), n in zip(inside, told["firing_deck"], strict=True):
        own = companies[i].unit.value.models[kind][0].abilities  # the rules of the passengers do not come along
        lent = weapon.but(of="", abilities=tuple(one for one in weapon.abilities if one not in own))
        whose = companies[i].unit.value
        for name in (f"{weapon.name} of {whose.name}", f"{weapon.name} of {whose.name}, {whose.models[kind][0].name}"):
            if any(other.name == lent.name and other != lent for other in carried):
                lent = lent.but(name=name)
        carried += [lent] * n
    units = {i for (i, _, _), n in zip(inside, told["firing_deck"], strict=True) if n}
    return unit.but(models=((first.but(weapons=tuple(carried)), count), *others)), tuple(sorted(units))
