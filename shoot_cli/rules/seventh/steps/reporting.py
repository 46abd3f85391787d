"""What the app cannot see and the players report: units locked, embarked, off the table; night (7E-NOM-3)."""

from __future__ import annotations

from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh.records import Battle, Company
from shoot_cli.rules.seventh.steps.states import (
    ARRIVED,
    EMBARKED,
    FALLING_BACK,
    GROUNDED,
    INTERCEPTED,
    LOCKED,
    REGROUPED,
    REPORTED,
    SMOKED,
    label,
    until_it_moves,
)
from shoot_cli.rules.seventh.steps.transports import embark
from shoot_cli.rules.seventh.vehicle_charts import SMOKE

BACK, NIGHT = "back", "Night Fighting"


def report_state(b: Battle, table: Table) -> Battle:
    """What the app cannot see: units locked, falling back, off the table (7E-NOM-3)."""
    places = places_by_name(b)
    labels = {name: f"{b.sides[s].name}: {label(b.sides[s].companies[i])}" for name, (s, i) in places.items()}
    night = Option(NIGHT, "Night Fighting ends" if b.night else "Night Fighting begins: everybody has Stealth")
    name = table.choose(
        "state of",
        (*(Option(name, words) for name, words in labels.items()), night, Option(BACK)),
        default=BACK,
        rules=("7E-NOM-3", "7E-TGT-8"),
        text="Whose state?",
    )
    if name == NIGHT:
        table.tell("Night Fighting {what}", ("7E-TGT-8",), what="is over" if b.night else "begins")
        return b.but(night=not b.night)
    if name == BACK:
        return b
    s, i = places[name]
    company = b.sides[s].companies[i]
    options = states_of(company)
    mark = table.choose("state", (*options, Option(BACK)), default=BACK, rules=("7E-NOM-3",), text=f"What is {name}?")
    if mark == BACK:
        return b
    if company.marked(mark):
        changed = company.without(mark).but(inside=None if mark == EMBARKED else company.inside)
        if mark == SMOKED:  # it was a slip: the launchers are full again
            changed = changed.without(SMOKE).but(spent=tuple(one for one in changed.spent if one != (-1, SMOKE)))
        table.tell("{unit} is no longer {mark}", ("7E-NOM-3",), unit=name, mark=mark)
    else:
        until = UNTIL[mark](b, s) if mark in UNTIL else None
        changed = company.with_mark(Mark(mark, until))
        if mark == FALLING_BACK:
            changed = changed.without(GROUNDED)  # forced movement ends it (7E-GTG-4)
        if mark == REGROUPED:
            changed = changed.without(FALLING_BACK)
        if mark == SMOKED:
            changed = smoke_used(b, s, changed)
        table.tell("{unit} is {mark}", ("7E-NOM-3",), unit=name, mark=mark)
    b = replaced(b, s, i, changed)
    return embark(b, s, i, table) if mark == EMBARKED and changed.marked(mark) else b


def states_of(company: Company) -> tuple[Option, ...]:
    """What can be said of the unit. Left out: what it has not got the gear for; closed: what its kind never is."""
    unit = company.unit.value
    walker = unit.of_type("Walker") or unit.of_type("Chariot")
    found = []
    for mark, words in REPORTED.items():
        why: tuple[Reason, ...] = ()
        if company.marked(mark):
            found.append(Option(mark, f"no longer {mark}"))
            continue
        if mark == INTERCEPTED and not any(weapon.has("Interceptor") for weapon in unit.weapons()):
            continue
        if mark == SMOKED and not unit.has("Smoke Launchers"):
            continue
        if unit.vehicle and mark == LOCKED and not walker:
            why = (Reason("only Walkers and Chariots are ever locked", "7E-TGT-3"),)
        if unit.vehicle and mark in (FALLING_BACK, REGROUPED):
            why = (Reason("vehicles take no Morale checks", "7E-VEH-12"),)
        if unit.vehicle and mark == EMBARKED:
            why = (Reason("vehicles do not embark", "7E-WPN-23"),)
        if mark == SMOKED and (-1, SMOKE) in company.spent:
            why = (Reason("its smoke launchers are used up", "7E-WPN-17"),)
        found.append(Option(mark, words, why))
    return tuple(found)


def smoke_used(b: Battle, side: int, company: Company) -> Company:
    """Its launchers are empty; in its own turn it does not shoot any more (7E-NOM-3 d)."""
    company = company.but(spent=tuple(sorted((*company.spent, (-1, SMOKE)))))
    return company.with_mark(Mark(SMOKE, (b.turn, side))) if side == b.active else company


def next_own_end(b: Battle, side: int) -> tuple[int, int]:
    """The end of this turn if it is the side's own, else of its next."""
    if side == b.active:
        return b.turn, side
    return (b.turn, side) if b.active == b.first else (b.turn + 1, side)


def this_turn(b: Battle, side: int) -> tuple[int, int]:
    return b.turn, b.active


UNTIL = {REGROUPED: this_turn, ARRIVED: this_turn, INTERCEPTED: next_own_end, SMOKED: until_it_moves}


def places_by_name(b: Battle) -> dict[str, tuple[int, int]]:
    """Side and place of every unit that stands; names that both sides have are followed by their army's."""
    found: dict[str, tuple[int, int]] = {}
    names = [{company.unit.value.name for company in side.companies if company.ranks} for side in b.sides]
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            if company.ranks:
                name = company.unit.value.name
                found[f"{name} ({side.name})" if name in names[0] & names[1] else name] = (s, i)
    return found
