"""Units inside transports: fire points (7E-WPN-23), and what happens to them with it (7E-VEH-10, 7E-END-6)."""

from __future__ import annotations

from shoot_cli.core.pools import models
from shoot_cli.core.questions import ATTACKER, DEFENDER, Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh import vehicle_charts as vehicles
from shoot_cli.rules.seventh.records import Attack, Battle, BattleUnit
from shoot_cli.rules.seventh.steps.marks import (
    BAILED_OUT,
    DAMAGED,
    PASSENGERS_FIRED,
    SILENCED,
    SPEED_MARKS,
    known_speed,
    passengers_of,
)
from shoot_cli.rules.seventh.tokens import SHAKEN


def why_not_through_fire_points(b: Battle, company: BattleUnit) -> tuple[Reason, ...]:
    """Why an embarked unit cannot shoot; () if it can (7E-NOM-3 e, n; 7E-WPN-23)."""
    if company.inside is None:
        return (Reason("embarked: say in which transport (a unit's state)", "7E-WPN-23"),)
    transport = b.company(b.active, company.inside)
    for mark, words in (
        (vehicles.FLAT_OUT, "its transport moved Flat Out"),
        (vehicles.SMOKE, "its transport used smoke launchers"),
    ):
        if transport.marked(mark):
            return (Reason(words, "7E-NOM-3"),)
    if not fire_points(transport, company):
        return (Reason(f"{transport.unit.value.name} has no fire point", "7E-WPN-23"),)
    return ()


def fire_points(transport: BattleUnit, company: BattleUnit) -> int:
    """How many of the unit may shoot: one out of each fire point, everybody out of an open-topped vehicle."""
    unit = transport.unit.value
    if unit.of_type("Open-topped"):
        return models(company.ranks)
    return min(models(company.ranks), max(0, unit.fire_points - transport.points_used))


def through_fire_points(transport: BattleUnit, company: BattleUnit, s: Attack, table: Table) -> Attack:
    """The attack of an embarked unit: a model for each fire point, moved as its vehicle did (7E-WPN-23)."""
    return s.but(fire_points=fire_points(transport, company), speed=known_speed(transport, table))


def ask_transport_speed(s: Attack, table: Table) -> Attack:
    """How the passengers' vehicle moved, unless it said so itself; at Cruising Speed they snap (7E-NOM-3 m)."""
    if not s.speed:
        s = s.but(
            speed=table.choose(
                "transport_speed",
                tuple(Option(speed, words) for speed, words in vehicles.SPEEDS.items()),
                default=vehicles.STATIONARY,
                rules=("7E-WPN-23",),
                text=f"How did the transport of {s.shooter.value.name} move this turn?",
            )
        )
    if s.speed == vehicles.CRUISING and not s.snap_only:
        s = s.but(snap_only="its transport moved at Cruising Speed")
    return s


def passengers_fired(b: Battle, s: Attack, shooter: BattleUnit) -> Battle:
    """The vehicle whose passengers have shot can neither go Flat Out nor use smoke now (7E-NOM-3 n)."""
    if s.fire_points is None or shooter.inside is None or not s.fired:
        return b
    transport = b.company(b.active, shooter.inside)
    until = b.this_turn()
    used = fire_points(transport, shooter) - s.fire_points
    transport = transport.but(points_used=transport.points_used + max(0, used))
    marked = transport.with_mark(Mark(PASSENGERS_FIRED, until)).with_mark(Mark(SPEED_MARKS[s.speed], until))
    return replaced(b, b.active, shooter.inside, marked)


# A damaged transport -------------------------------------------------------------------------------------------------


def passengers_test(b: Battle, table: Table) -> Battle:
    """At the end of the phase, units in vehicles that were damaged but stand test their Leadership (7E-END-6)."""
    for s, side in enumerate(b.sides):
        for i, transport in enumerate(side.companies):
            if transport.ranks and transport.marked(DAMAGED):
                for p in passengers_of(b, s, i):
                    b = replaced(b, s, p, shaken_inside(b, s, b.company(s, p), transport, table))
    return b


def shaken_inside(b: Battle, side: int, company: BattleUnit, transport: BattleUnit, table: Table) -> BattleUnit:
    unit = company.unit.value
    until = b.next_end_of(side)
    if table.setting("passengers_shaken") == "sixth_edition":
        crews = {wear.crew for wear in transport.wear}
        if not crews - {""}:
            return company
        mark = BAILED_OUT if crews <= {"", SHAKEN} else SILENCED
        table.tell("{unit}: {mark}", ("7E-NOM-3",), unit=unit.name, mark=mark)
        return company.with_mark(Mark(mark, until))
    alive = {rank.kind for rank in company.ranks}
    highest = max(model.leadership for i, (model, _) in enumerate(unit.models) if i in alive)
    need = charts.leadership_test(highest, "its transport was damaged", "7E-END-6")
    owner = DEFENDER if side != b.active else ATTACKER
    total = table.total(
        "passengers", 2, need=need, owner=owner, rules=("7E-END-6",), text=f"{unit.name}: test inside the transport"
    )
    if need.met_by(total):
        table.tell("{unit}: calm", ("7E-END-6",), unit=unit.name)
        return company
    table.tell("{unit} shaken: Snap Shots in its next Shooting phase", ("7E-END-6",), unit=unit.name)
    return company.with_mark(Mark(BAILED_OUT, until))
