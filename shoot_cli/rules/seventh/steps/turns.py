"""What stands around an attack: Morale (7E-END-2), phases and turns."""

from __future__ import annotations

from shoot_cli.core.pools import Rank, models
from shoot_cli.core.questions import DEFENDER, Option, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.core.turns import (
    Mark,
    ask_first,
    following_turn,
    replaced,
    two_sides,
    without_ended,
)
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Army, Unit
from shoot_cli.rules.seventh.records import Battle, Company, Wear
from shoot_cli.rules.seventh.steps import marks
from shoot_cli.rules.seventh.steps import nominate as nom
from shoot_cli.rules.seventh.steps.end import highest_leadership
from shoot_cli.rules.seventh.steps.target import FEARLESS
from shoot_cli.rules.seventh.steps.transports import passengers_test

OWN_OUTCOME = ("Mob Rule", "Instinctive Behaviour")


def battle_of(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(two_sides(mine, theirs, drawn_up), turns)


def first_turn(b: Battle, table: Table) -> Battle:
    return ask_first(b, "7E-NOM-1", table)


def battle_goes_on(b: Battle) -> bool:
    return not b.over


def begin_phase(b: Battle, table: Table) -> Battle:
    """Casualties are counted from here (7E-END-2); marks whose time is over were taken off."""
    sides = tuple(
        side.but(companies=tuple(c.but(start=models(c.ranks), points_used=0) for c in side.companies))
        for side in b.sides
    )
    b = b.but(sides=sides, done=(), unit=None, target=None, ended_phase=False)
    table.tell("Turn {turn}: {side}", ("7E-NOM-1",), turn=b.turn, side=b.sides[b.active].name)
    idle: dict[Reason, list[str]] = {}  # nobody stands about without a word why (units by reason)
    for at, company in enumerate(b.sides[b.active].companies):
        if company.ranks and (why := nom.why_not_nominated(b, at)):
            idle.setdefault(why[0], []).append(company.unit.value.name)
    for reason, names in idle.items():
        table.tell("{names} cannot shoot: {why}", (reason.rule,), why=reason.text, names=", ".join(names))
    return b


def unit_done(b: Battle, table: Table) -> Battle:
    """The unit has shot, and all that came of it was played: the next one, or the rest of one that split its fire."""
    side, at = b.shooting()
    company = b.company(side, at)
    if b.split is not None and not b.split.fired and company.ranks and nom.divided_left(company, b.split):
        return b.but(split=b.split.but(fired=True), done=tuple(i for i in b.done if i != at))
    b = b.but(split=None, done=tuple(sorted({*b.done, at})))
    return run_afterwards(b, company, table).but(unit=None)


def run_afterwards(b: Battle, company: Company, table: Table) -> Battle:
    """Battle Focus: a unit that has shot may still run (7E-NOM-3 b)."""
    if not company.ranks or not nom.focused(company.unit.value) or nom.run_is_closed(company):
        return b
    if company.marked(marks.EMBARKED) or company.marked(marks.LOCKED):
        return b
    said = table.choose(
        "battle_focus", (Option("no", "it stays"), Option("yes", "it runs now")), default="no", rules=("7E-NOM-3",),
        text=f"{company.unit.value.name}: run (Battle Focus)?",
    )  # fmt: skip
    return b if said == "no" else nom.run(b, company, table)


# The end of the phase ------------------------------------------------------------------------------------------------


def end_phase(b: Battle, table: Table) -> Battle:
    """Morale for everybody who lost a quarter of his models in this phase (7E-END-2), and tests in transports."""
    b = passengers_test(b, table)
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            b = replaced(b, s, i, morale(b, s, company, table))
    return b


def morale(b: Battle, s: int, company: Company, table: Table) -> Company:
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
        table.tell("{unit}: no retreat", ("7E-END-2",), unit=unit.name)
        return company
    own = [
        rule
        for rule in OWN_OUTCOME
        if any(rule in other for other in (*unit.rules, *(r for m, _ in unit.models for r in m.rules)))
    ]
    if own:
        options = (Option("falls back"), Option("stands", f"{own[0]} lets it stand"))
        text = f"{unit.name} failed, but has {own[0]}: what happens?"
        if (
            table.choose("own outcome", options, default="falls back", owner=owner, rules=("7E-END-2",), text=text)
            == "stands"
        ):
            return company
    table.tell("{unit}: falling back", ("7E-END-2",), unit=unit.name)
    return company.without(marks.GROUNDED).with_mark(Mark(marks.FALLING_BACK))


def end_turn(b: Battle, table: Table) -> Battle:
    """Marks that end with this turn come off; then the other player's turn, the next turn, or the end."""

    def say(company: Company, name: str) -> None:
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


def drawn_up(unit: Unit) -> Company:
    """A unit before the battle; each vehicle is a rank of its own."""
    if unit.vehicle:
        ranks = tuple(Rank(i, 1, model.wounds) for i, (model, n) in enumerate(unit.models) for _ in range(n))
        return Company(Hashed(unit), ranks, len(ranks), wear=(Wear(),) * len(ranks))
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(unit.models))
    return Company(Hashed(unit), ranks, models(ranks))
