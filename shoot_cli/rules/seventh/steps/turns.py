"""What stands around an attack: Morale (7E-END-2), phases and turns."""

from __future__ import annotations

from shoot_cli.core.pools import Rank, models
from shoot_cli.core.questions import DEFENDER, Option
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.core.turns import (
    Mark,
    ask_first,
    following_turn,
    replaced,
    tell_who_cannot,
    two_sides,
    without_ended,
)
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.companies import join, without_the_dead
from shoot_cli.rules.seventh.profiles import Army, Unit
from shoot_cli.rules.seventh.records import Battle, BattleUnit, VehicleState
from shoot_cli.rules.seventh.steps import marks
from shoot_cli.rules.seventh.steps import nominate as nom
from shoot_cli.rules.seventh.steps.end import highest_leadership
from shoot_cli.rules.seventh.steps.ground import FEARLESS
from shoot_cli.rules.seventh.steps.lasting import FORWARDS
from shoot_cli.rules.seventh.steps.markerlights import without_counters
from shoot_cli.rules.seventh.steps.transports import passengers_test

# What comes in place of a failed test is asked for. By itself only Mob Rule lets a unit stand: for the other it takes a
# Synapse creature near by.
OWN_OUTCOME = {
    "Mob Rule": ("stands", "Mob Rule lets it stand"),
    "Instinctive Behaviour": ("falls back", "within Synapse range (Fearless): it stands"),
}


def new_battle(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    """Both armies; characters whom their list has joined to a unit are in it (7E-IC-6)."""
    b = Battle(two_sides(mine, theirs, new_battle_unit), turns, factions=(mine.faction, theirs.faction))
    for s, army in enumerate((mine, theirs)):
        places = {unit.name: at for at, unit in enumerate(army.units)}
        for at, unit in enumerate(army.units):
            if unit.joined_to in places:
                b = join(b, s, places[unit.joined_to], at)
    return b


def first_turn(b: Battle, table: Table) -> Battle:
    return ask_first(b, "7E-NOM-1", table)


def begin_phase(b: Battle, table: Table) -> Battle:
    """Casualties are counted from here (7E-END-2); marks whose time is over were taken off."""
    for s, side in enumerate(b.sides):
        for at in range(len(side.companies)):
            b = without_the_dead(b, s, at)
    sides = tuple(
        side.but(companies=tuple(c.but(start=models(c.ranks), points_used=0) for c in side.companies))
        for side in b.sides
    )
    b = b.but(sides=sides, done=(), unit=None, target=None, ended_phase=False)
    table.tell("Turn {turn}: {side}", ("7E-NOM-1",), turn=b.turn, side=b.sides[b.active].name)
    tell_who_cannot(b, nom.why_not_nominated, table)
    return b


def unit_done(b: Battle, table: Table) -> Battle:
    """The unit has shot, and all that came of it was played: the next one, or the rest of one that split its fire."""
    side, at = b.shooting()
    company = b.company(side, at)
    if b.split is not None and not b.split.fired and company.ranks and nom.divided_left(company, b.split):
        return b.but(split=b.split.but(fired=True), done=tuple(i for i in b.done if i != at))
    b = b.but(split=None, done=tuple(sorted({*b.done, at})))
    return run_afterwards(b, company, table).but(unit=None)


def run_afterwards(b: Battle, company: BattleUnit, table: Table) -> Battle:
    """Battle Focus: a unit that has shot may still run (7E-NOM-3 b)."""
    focused = nom.may_run_and_shoot(company)
    if not company.ranks or not (focused or company.marked(FORWARDS)) or nom.run_is_closed(company):
        return b
    if company.marked(marks.EMBARKED) or company.marked(marks.LOCKED):
        return b
    why = "Battle Focus" if focused else FORWARDS
    said = table.choose(
        "battle_focus", (Option("no", "it stays"), Option("yes", "it runs now")), default="no", rules=("7E-NOM-3",),
        text=f"{company.unit.value.name}: run ({why})?",
    )  # fmt: skip
    return b if said == "no" else nom.run(b, company, table)


# The end of the phase ------------------------------------------------------------------------------------------------


def end_phase(b: Battle, table: Table) -> Battle:
    """Morale for everybody who lost a quarter of his models in this phase (7E-END-2), and tests in transports."""
    b = blinded(b, table)
    b = passengers_test(b, table)
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            b = replaced(b, s, i, without_counters(morale(b, s, company, table)))
    return b


def blinded(b: Battle, table: Table) -> Battle:
    """Units that lost wounds to a Blind weapon test their Initiative; who fails shoots badly (7E-END-5, 7E-EFF-4)."""
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            if company.ranks and company.marked(marks.DAZZLED):
                said = table.choose(
                    "blind", (Option("passed"), Option("failed", "it is blind until the end of its next turn")),
                    default="passed", owner=DEFENDER if s != b.active else "attacker", rules=("7E-END-5", "7E-EFF-4"),
                    text=f"{company.unit.value.name}: Initiative test (Blind)",
                )  # fmt: skip
                after = company.without(marks.DAZZLED)
                if said == "failed":
                    after = after.with_mark(Mark(marks.BLIND, b.next_end_of(s)))
                b = replaced(b, s, i, after)
    return b


def morale(b: Battle, s: int, company: BattleUnit, table: Table) -> BattleUnit:
    unit, left = company.unit.value, models(company.ranks)
    lost = company.start - left
    if (
        not left
        or not lost
        or lost < charts.casualties_for_morale(company.start)
        or unit.vehicle
        or company.marked(marks.LOCKED)
        or company.marked(marks.EMBARKED)
    ):
        return company
    alive = {rank.kind for rank in company.ranks}
    for rule in FEARLESS:
        if charts.still_has(unit, alive, rule):
            table.tell("{unit}: {rule}, the Morale check is passed", ("7E-END-2",), unit=unit.name, rule=rule)
            return company
    highest = highest_leadership(unit, alive)
    table.tell(
        "{unit} lost {lost} of {start} this phase: Morale check",
        ("7E-END-2",),
        unit=unit.name,
        lost=lost,
        start=company.start,
    )
    need = charts.leadership_test(highest, f"lost {lost} of {company.start}, a quarter or more", "7E-END-2")
    owner = DEFENDER if s != b.active else "attacker"
    total = table.total("morale", 2, need=need, owner=owner, rules=("7E-END-2",), text=f"{unit.name}: Morale check")
    if need.met_by(total) or total == 2:
        table.tell("{unit} holds: Morale check passed", ("7E-END-2",), unit=unit.name)
        return company
    own = [
        rule
        for rule in OWN_OUTCOME
        if any(rule in other for other in (*unit.rules, *(r for m, _ in unit.models for r in m.rules)))
    ]
    if own:
        usual, words = OWN_OUTCOME[own[0]]
        options = (Option("falls back", "it falls back"), Option("stands", words))
        text = f"{unit.name} failed, but has {own[0]}: what happens?"
        said = table.choose("own outcome", options, default=usual, owner=owner, rules=("7E-END-2",), text=text)
        if said == "stands":
            return company
    table.tell("{unit}: falling back", ("7E-END-2",), unit=unit.name)
    return company.without(marks.GROUNDED).with_mark(Mark(marks.FALLING_BACK))


def end_turn(b: Battle, table: Table) -> Battle:
    """Marks that end with this turn come off; then the other player's turn, the next turn, or the end."""

    def say(company: BattleUnit, name: str) -> None:
        if company.ranks and not name.startswith(marks.PASSING):
            table.tell("{unit}: no longer {mark}", ("7E-GTG-4",), unit=company.unit.value.name, mark=name)

    return following_turn(crews_recover(without_ended(b, say), table), "7E-ALC-11", "7E-END-4", table)


def crews_recover(b: Battle, table: Table) -> Battle:
    """Crews that were shaken or stunned until the end of this turn are themselves again (7E-VEH-5)."""
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            if any(wear.crew and wear.until == b.this_turn() for wear in company.wear):
                table.tell("{unit}: crew recovered", ("7E-VEH-5",), unit=company.unit.value.name)
                wear = tuple(
                    one.but(crew="", until=None) if one.until == b.this_turn() else one for one in company.wear
                )
                b = replaced(b, s, i, company.but(wear=wear))
    return b


def new_battle_unit(unit: Unit) -> BattleUnit:
    """A unit before the battle; each vehicle is a rank of its own."""
    if unit.vehicle:
        ranks = tuple(Rank(i, 1, model.wounds) for i, (model, n) in enumerate(unit.models) for _ in range(n))
        return BattleUnit(Hashed(unit), ranks, len(ranks), wear=(VehicleState(),) * len(ranks))
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(unit.models))
    return BattleUnit(Hashed(unit), ranks, models(ranks))
