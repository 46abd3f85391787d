"""What stands around an attack: Morale (7E-END-2), phases and turns, and the status screen."""

from __future__ import annotations

from shoot_cli.core.piles import models
from shoot_cli.core.questions import DEFENDER, Option, Reason
from shoot_cli.core.status import UnitRow
from shoot_cli.core.table import Table
from shoot_cli.core.turns import (
    Mark,
    Side,
    ask_first,
    following_turn,
    replaced,
    two_sides,
    unit_row,
    without_ended,
)
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Army
from shoot_cli.rules.seventh.records import Attack, Battle, Company
from shoot_cli.rules.seventh.steps import nominate as nom
from shoot_cli.rules.seventh.steps import states
from shoot_cli.rules.seventh.steps.end import highest_leadership
from shoot_cli.rules.seventh.steps.ranks_up import drawn_up
from shoot_cli.rules.seventh.steps.results import target_after
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
    table.tell("Turn {turn}: {side} shoots", ("7E-NOM-1",), turn=b.turn, side=b.sides[b.active].name)
    idle: dict[Reason, list[str]] = {}  # nobody stands about without a word why (units by reason)
    for at, company in enumerate(b.sides[b.active].companies):
        if company.ranks and (why := nom.why_not_nominated(b, at)):
            idle.setdefault(why[0], []).append(company.unit.value.name)
    for reason, names in idle.items():
        table.tell("{names} cannot shoot: {why}", (reason.rule,), why=reason.text, names=", ".join(names))
    return b


def unit_done(b: Battle, table: Table) -> Battle:
    """The unit has shot, and all that came of it was played: the next one, or the rest of one that split its fire."""
    assert b.unit is not None
    at = b.unit
    company = b.sides[b.active].companies[at]
    if b.split is not None and not b.split.fired and company.ranks and nom.divided_left(company, b.split):
        return b.but(split=b.split.but(fired=True), done=tuple(i for i in b.done if i != at))
    b = b.but(split=None, done=tuple(sorted({*b.done, at})))
    return run_afterwards(b, company, table).but(unit=None)


def run_afterwards(b: Battle, company: Company, table: Table) -> Battle:
    """Battle Focus: a unit that has shot may still run (7E-NOM-3 b)."""
    if not company.ranks or not nom.focused(company.unit.value) or nom.run_is_closed(company):
        return b
    if company.marked(states.EMBARKED) or company.marked(states.LOCKED):
        return b
    said = table.choose(
        "battle_focus", (Option("no", "it stays"), Option("yes", "it runs now")), default="no", rules=("7E-NOM-3",),
        text=f"{company.unit.value.name} has Battle Focus: does it run?",
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
        or company.marked(states.LOCKED)
        or company.marked(states.EMBARKED)
    ):
        return company
    alive = {rank.kind for rank in company.ranks}
    for rule in FEARLESS:
        if charts.still_has(unit, alive, rule):
            table.tell("{unit} is {rule}: it passes its Morale check", ("7E-END-2",), unit=unit.name, rule=rule)
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
        table.tell("{unit} holds", ("7E-END-2",), unit=unit.name)
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
    table.tell("{unit} falls back", ("7E-END-2",), unit=unit.name)
    return company.without(states.GROUNDED).with_mark(Mark(states.FALLING_BACK))


def end_turn(b: Battle, table: Table) -> Battle:
    """Marks that end with this turn come off; then the other player's turn, the next turn, or the end."""

    def say(company: Company, name: str) -> None:
        if company.ranks and not name.startswith(states.PASSING):
            table.tell("{unit} is no longer {mark}", ("7E-GTG-4",), unit=company.unit.value.name, mark=name)

    return following_turn(crews_recover(without_ended(b, say), table), "7E-ALC-11", "7E-END-4", table)


def crews_recover(b: Battle, table: Table) -> Battle:
    """Crews that were shaken or stunned until the end of this turn are themselves again (7E-VEH-5)."""
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            if any(wear.crew and wear.until == (b.turn, b.active) for wear in company.wear):
                table.tell("{unit}: its crew recovers", ("7E-VEH-5",), unit=company.unit.value.name)
                wear = tuple(
                    one.but(crew="", until=None) if one.until == (b.turn, b.active) else one for one in company.wear
                )
                b = replaced(b, s, i, company.but(wear=wear))
    return b


# The status screen ---------------------------------------------------------------------------------------------------


def status_of(record: Battle | Attack) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Both armies. In the middle of an attack the target is shown as it stands now."""
    if isinstance(record, Attack):
        if record.battle is None:
            return ()
        b: Battle = record.battle.value
        side, at = (record.harm.side, record.harm.unit) if record.harm else (1 - b.active, b.target)
        assert at is not None
        target = b.sides[side].companies[at]
        return status_of(replaced(b, side, at, target_after(b, record, target)))
    return tuple((side.name, tuple(_row(record, side, company) for company in side.companies)) for side in record.sides)


def _row(b: Battle, side: Side, company: Company) -> UnitRow:
    spent = [f"{name} spent" for name in dict.fromkeys(name for _, name in company.spent)]
    inside = [f"inside {side.companies[company.inside].unit.value.name}"] if company.inside is not None else []
    row = unit_row(b, company, *inside, *spent, *worn_words(b, company))
    if not company.wear:
        return row
    unit = company.unit.value
    hurt = [
        f"{unit.models[rank.kind][0].name} {rank.left} of {unit.models[rank.kind][0].wounds} Hull Points"
        for rank in company.ranks
        if rank.left < unit.models[rank.kind][0].wounds
    ]
    return row.but(wounds_note=", ".join(hurt))


def worn_words(b: Battle, company: Company) -> list[str]:
    """What the vehicles of a unit have suffered, in words."""
    words = []
    for wear in company.wear:
        words += [f"{name} destroyed" for name in wear.lost]
        if wear.immobilised:
            words.append("immobilised")
        if wear.crew and wear.until:
            words.append(f"{wear.crew} (to the end of turn {wear.until[0]}, {b.sides[wear.until[1]].name})")
    return words


def sides_of(record: Battle | Attack) -> tuple[str, str]:
    if isinstance(record, Attack):
        return record.sides
    return record.sides[record.active].name, record.sides[1 - record.active].name
