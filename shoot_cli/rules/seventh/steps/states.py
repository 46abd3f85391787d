"""States of units that outlast an attack, and what they forbid (7E-NOM-3, 7E-GTG-4, 7E-GTG-6)."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.piles import models
from shoot_cli.core.questions import Reason
from shoot_cli.core.table import Table
from shoot_cli.core.turns import alive
from shoot_cli.rules.seventh.records import SHAKEN, STUNNED, Battle, Company
from shoot_cli.rules.seventh.vehicle_charts import COMBAT, CRUISING, FLAT_OUT, SMOKE, STATIONARY

# States that players report. Marks that end do so with the turn of the unit's own side, unless said.
LOCKED, FALLING_BACK, REGROUPED, OFF, EMBARKED = (
    "locked in combat",
    "falling back",
    "regrouped",
    "off the table",
    "embarked",
)
GROUNDED = "gone to ground"
RAN = "ran"
JINKED, JINKED_SHOOTS = (
    "jinking",
    "jinked",
)  # 4+ cover until its next Movement phase; Snap Shots until its next turn ends
SMOKED = "behind smoke"
BAILED_OUT = "passengers shaken"  # 7E-END-6: Snap Shots in their next Shooting phase
SILENCED = "passengers stunned"  # setting passengers_shaken = sixth_edition
ARRIVED = "arrived by Deep Strike"
TURBO = "turbo-boosted"
INTERCEPTED = "Interceptor weapons fired"
DAMAGED = "damaged this phase"  # a transport, for its passengers (7E-END-6)
PASSENGERS_FIRED = "passengers fired"
SPEED_MARKS = {
    STATIONARY: "stood still",
    COMBAT: "moved at Combat Speed",
    CRUISING: "moved at Cruising Speed",
}
NO_CHARGE = "no charge this turn"
ONLY_CHARGE = "may only charge "
PASSING = (  # nobody says when they end
    DAMAGED, PASSENGERS_FIRED, NO_CHARGE, ONLY_CHARGE, RAN, TURBO, ARRIVED, FLAT_OUT, SMOKE, *SPEED_MARKS.values(),
)  # fmt: skip
REPORTED = {
    LOCKED: "locked in close combat: cannot shoot nor be shot at",
    FALLING_BACK: "falling back: Snap Shots only",
    REGROUPED: "regrouped this turn: Snap Shots only",
    OFF: "in Reserve or off the table",
    EMBARKED: "inside a transport",
    ARRIVED: "arrived by Deep Strike this turn: counts as moved",
    INTERCEPTED: "fired its Interceptor weapons in the enemy's turn",
    SMOKED: "behind its smoke launchers",
}
CANNOT_SHOOT = {
    LOCKED: Reason("locked in close combat", "7E-NOM-3"),
    RAN: Reason("it ran this phase", "7E-NOM-3"),
    TURBO: Reason("it turbo-boosted this phase", "7E-NOM-3"),
    SILENCED: Reason("its transport was stunned", "7E-NOM-3"),
    OFF: Reason("not on the table", "7E-NOM-3"),
    FLAT_OUT: Reason("it moved Flat Out this phase", "7E-NOM-3"),
    SMOKE: Reason("it used its smoke launchers this turn", "7E-NOM-3"),
}
CANNOT_BE_SHOT = {
    LOCKED: Reason("locked in close combat", "7E-TGT-3"),
    OFF: Reason("not on the table", "7E-NOM-3"),
    EMBARKED: Reason("inside a vehicle", "7E-TGT-7"),
}
SNAP_SHOTS = {
    GROUNDED: "it has gone to ground",
    FALLING_BACK: "it is falling back",
    REGROUPED: "it regrouped this turn",
    JINKED_SHOOTS: "it jinked",
    BAILED_OUT: "its transport was shaken",
}
CREW = {SHAKEN: "its crew is shaken", STUNNED: "its crew is stunned"}


def on_the_table(b: Battle) -> list[tuple[int, int, Company, str]]:
    """Every unit that a marker or an explosion could touch: side, place, company, a name that no other has."""
    found = []
    for s, side in enumerate(b.sides):
        for i in alive(side):
            company = side.companies[i]
            if not company.marked(OFF) and not company.marked(EMBARKED):
                found.append((s, i, company, f"{company.unit.value.name} ({side.name})"))
    return found


def until_it_moves(b: Battle, side: int) -> tuple[int, int]:
    """The turn with whose end a state goes that lasts until this side moves again: the enemy's next, or this one."""
    if side != b.active:
        return b.turn, b.active
    return (b.turn, 1 - side) if b.active == b.first else (b.turn + 1, 1 - side)


def passengers_of(b: Battle, side: int, transport: int) -> list[int]:
    """Places of the units inside this transport."""
    companies = b.sides[side].companies
    return [
        i
        for i, company in enumerate(companies)
        if company.ranks and company.marked(EMBARKED) and company.inside == transport
    ]


def known_speed(company: Company, table: Table) -> str:
    """How its vehicles moved this turn as far as that is known (7E-WPN-22, 7E-NOM-3 q); "": nobody said."""
    for speed, mark in SPEED_MARKS.items():
        if company.marked(mark):
            return speed
    if company.marked(ARRIVED) and not company.unit.value.of_type("Walker"):
        return table.setting("deep_strike_vehicle")
    if company.wear and all(wear.immobilised or wear.crew == STUNNED for wear in company.wear):
        return STATIONARY
    return ""


@lru_cache(1024)  # asked of every unit at every prompt, and few of them have changed
def label(company: Company) -> str:
    """A unit in a menu: how many are left, and its marks."""
    n = models(company.ranks)
    words = f"{company.unit.value.name}, {n} model{'s' * (n != 1)}" if n else company.unit.value.name
    return ", ".join([words, *(mark.name for mark in company.marks)])
