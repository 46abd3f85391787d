"""Nominating a unit and choosing its target: 7E-NOM-1 to 4, 7E-TGT-1, 3, 7."""

from __future__ import annotations

from shoot_cli.core.piles import Line, Rank, models, wounds
from shoot_cli.core.questions import ATTACKER, Option, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, alive, replaced
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Attack, Battle, Company, Firer
from shoot_cli.rules.seventh.steps.target import NO_FEAR, standing, weapons_at_once, why_no_shooter, why_no_target

END_PHASE, STATE, RUN, HOLD, BACK = "end the phase", "a unit's state", "run", "hold fire", "back"

# States that players report (7E-NOM-3). Marks that end do so with the turn of the unit's own side, unless said.
LOCKED, FALLING_BACK, REGROUPED, OFF, EMBARKED = (
    "locked in combat",
    "falling back",
    "regrouped",
    "off the table",
    "embarked",
)
GROUNDED = "gone to ground"
RAN = "ran"
REPORTED = {
    LOCKED: "locked in close combat: cannot shoot nor be shot at",
    FALLING_BACK: "falling back: Snap Shots only",
    REGROUPED: "regrouped this turn: Snap Shots only",
    OFF: "in Reserve or off the table",
    EMBARKED: "inside a transport",
}
CANNOT_SHOOT = {
    LOCKED: Reason("locked in close combat", "7E-NOM-3"),
    RAN: Reason("it ran this phase", "7E-NOM-3"),
    OFF: Reason("not on the table", "7E-NOM-3"),
    EMBARKED: Reason("embarked: fire points are not supported yet", "7E-WPN-23"),
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
}


def company(unit: Unit) -> Company:
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(unit.models))
    return Company(Card(unit), ranks, models(ranks))


def why_not_nominated(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why this unit cannot be named now; () if it can (7E-NOM-1 to 3)."""
    company = b.sides[b.active].companies[at]
    if not company.ranks:
        return (Reason("destroyed", "7E-ALC-11"),)
    if at in b.done:
        return (Reason("it had its turn to shoot this phase", "7E-NOM-1"),)
    for mark, reason in CANNOT_SHOOT.items():
        if company.marked(mark):
            return (reason,)
    return why_no_shooter(company.unit.value) or why_nobody_can_fire(company)


def why_nobody_can_fire(company: Company) -> tuple[Reason, ...]:
    """Why those who are left have nothing to shoot with; () if somebody has (7E-NOM-2)."""
    unit = company.unit.value
    for kind, n in left_of(company).items():
        model = unit.models[kind][0]
        if model.ballistic_skill and any(company.spent.count((kind, weapon.name)) < n for weapon in model.weapons):
            return ()
    return (Reason("nobody left in it can use a ranged weapon", "7E-NOM-2"),)


def left_of(company: Company) -> dict[int, int]:
    """How many models of each kind still stand."""
    found: dict[int, int] = {}
    for rank in company.ranks:
        found[rank.kind] = found.get(rank.kind, 0) + rank.n
    return found


def phase_goes_on(b: Battle) -> bool:
    return not b.ended_phase and not b.over and any(not why_not_nominated(b, at) for at in alive(b.sides[b.active]))


def nominate(b: Battle, table: Table) -> Battle:
    """Any order, each unit once; one is finished before the next is named (7E-NOM-1)."""
    side = b.sides[b.active]
    options = [
        Option(company.unit.value.name, _left(company), why_not_nominated(b, at))
        for at, company in enumerate(side.companies)
    ]
    first = next(option.value for option in options if not option.closed)
    name = table.choose(
        "unit",
        (
            *options,
            Option(STATE, "say that a unit is locked, falling back, off the table ..."),
            Option(END_PHASE, "nobody else shoots"),
        ),
        default=first,
        rules=("7E-NOM-1", "7E-NOM-2", "7E-NOM-3"),
        text="Which unit shoots?",
        spent=END_PHASE,
        nth=len(b.done),
    )
    if name == END_PHASE:
        return b.but(ended_phase=True, unit=None, target=None)
    if name == STATE:
        return report_state(b, table)
    at = next(i for i, company in enumerate(side.companies) if company.unit.value.name == name)
    return b.but(unit=at, target=None)


def _left(company: Company) -> str:
    n = models(company.ranks)
    words = f"{company.unit.value.name}, {n} model{'s' * (n != 1)}" if n else company.unit.value.name
    return ", ".join([words, *(mark.name for mark in company.marks)])


def report_state(b: Battle, table: Table) -> Battle:
    """What the app cannot see: units locked, falling back, off the table (7E-NOM-3)."""
    places = {
        company.unit.value.name: (s, i)
        for s, side in enumerate(b.sides)
        for i, company in enumerate(side.companies)
        if company.ranks
    }
    labels = {name: f"{b.sides[s].name}: {_left(b.sides[s].companies[i])}" for name, (s, i) in places.items()}
    name = table.choose(
        "state of",
        (*(Option(name, label) for name, label in labels.items()), Option(BACK)),
        default=BACK,
        rules=("7E-NOM-3",),
        text="Whose state?",
    )
    if name == BACK:
        return b
    s, i = places[name]
    company = b.sides[s].companies[i]
    options = tuple(
        Option(mark, f"no longer {mark}" if company.marked(mark) else words) for mark, words in REPORTED.items()
    )
    mark = table.choose("state", (*options, Option(BACK)), default=BACK, rules=("7E-NOM-3",), text=f"What is {name}?")
    if mark == BACK:
        return b
    if company.marked(mark):
        changed = company.without(mark)
        table.tell("{unit} is no longer {mark}", ("7E-NOM-3",), unit=name, mark=mark)
    else:
        until = (b.turn, b.active) if mark == REGROUPED else None
        changed = company.with_mark(Mark(mark, until))
        if mark == FALLING_BACK:
            changed = changed.without(GROUNDED)  # forced movement ends it (7E-GTG-4)
        if mark == REGROUPED:
            changed = changed.without(FALLING_BACK)
        table.tell("{unit} is {mark}", ("7E-NOM-3",), unit=name, mark=mark)
    return replaced(b, s, i, changed)


def unit_named(b: Battle) -> bool:
    return b.unit is not None


def choose_target(b: Battle, table: Table) -> Battle:
    """One enemy unit for everybody (7E-TGT-1), or run instead (7E-NOM-4), or hold fire."""
    assert b.unit is not None
    shooter = b.sides[b.active].companies[b.unit]
    enemies = b.sides[1 - b.active].companies
    options = []
    for enemy in enemies:
        closed = (Reason("destroyed", "7E-ALC-11"),) if not enemy.ranks else why_not_shot(enemy)
        options.append(Option(enemy.unit.value.name, _left(enemy), closed))
    open_ones = [option.value for option in options if not option.closed]
    cannot_run = run_is_closed(shooter)
    name = table.choose(
        "target",
        (*options, Option(RUN, "run instead of shooting", cannot_run), Option(HOLD, "do not shoot")),
        default=open_ones[0] if open_ones else HOLD,
        rules=("7E-TGT-1", "7E-TGT-3", "7E-NOM-4"),
        text=f"What does {shooter.unit.value.name} shoot at?",
        spent=HOLD,
        nth=len(b.done),
    )
    done = b.but(done=tuple(sorted({*b.done, b.unit})))
    if name == HOLD:
        table.tell("{unit} holds fire", ("7E-NOM-1",), unit=shooter.unit.value.name)
        return done.but(unit=None)
    if name == RUN:
        return run(done, shooter, table)
    return done.but(target=next(i for i, enemy in enumerate(enemies) if enemy.unit.value.name == name))


def why_not_shot(enemy: Company) -> tuple[Reason, ...]:
    for mark, reason in CANNOT_BE_SHOT.items():
        if enemy.marked(mark):
            return (reason,)
    return why_no_target(enemy.unit.value)


def run_is_closed(company: Company) -> tuple[Reason, ...]:
    if company.marked(GROUNDED):
        return (Reason("a unit gone to ground cannot run", "7E-NOM-4"),)
    if company.unit.value.has("Slow and Purposeful"):
        return (Reason("Slow and Purposeful units cannot run", "7E-NOM-4"),)
    return ()


def run(b: Battle, company: Company, table: Table) -> Battle:
    """One D6 for the unit: so many inches each model may move; no charge this turn (7E-NOM-4)."""
    assert b.unit is not None
    name = company.unit.value.name
    inches = table.total("run", 1, owner=ATTACKER, rules=("7E-NOM-4",), text=f"{name} runs")
    table.tell('{unit} runs: up to {n}" each, no shooting, no charge this turn', ("7E-NOM-4",), unit=name, n=inches)
    ran = company.with_mark(Mark(RAN, (b.turn, b.active)))
    return replaced(b, b.active, b.unit, ran).but(unit=None)


def target_chosen(b: Battle) -> bool:
    return b.target is not None


def begin_attack(b: Battle, table: Table) -> Attack:
    """Both units as they stand now."""
    assert b.unit is not None
    assert b.target is not None
    shooter, target = b.sides[b.active].companies[b.unit], b.sides[1 - b.active].companies[b.target]
    enemy = target.unit.value
    on_ground = target.marked(GROUNDED)
    alive = left_of(target)
    ranks = tuple(
        rank.but(kind=standing(enemy, rank.kind, rank.kind, alive).but(on_ground=on_ground)) for rank in target.ranks
    )
    firers = firers_of(shooter)
    snap = next((words for mark, words in SNAP_SHOTS.items() if snaps(shooter, mark)), "")
    no_ground = "units falling back cannot go to ground" if target.marked(FALLING_BACK) else ""
    return Attack(
        shooter.unit, target.unit, (b.sides[b.active].name, b.sides[1 - b.active].name), firers, Line(ranks),
        (models(ranks), wounds(ranks)),
        snap_only=snap, on_ground=on_ground, no_ground=no_ground, spent=shooter.spent, battle=Card(b),
    )  # fmt: skip


def firers_of(company: Company) -> tuple[Firer, ...]:
    """Those who are left, apart where some of a kind have spent a one-use weapon and others have not (7E-WPN-17)."""
    unit = company.unit.value
    firers: list[Firer] = []
    left = left_of(company)
    for rank in company.ranks:
        at_once = weapons_at_once(unit, unit.models[rank.kind][0])
        for _ in range(rank.n):
            place = left[rank.kind] = left[rank.kind] - 1  # those who have spent nothing come first
            spent = {name for kind, name in company.spent if kind == rank.kind}
            used = tuple(sorted(name for name in spent if place < company.spent.count((rank.kind, name))))
            if firers and firers[-1].but(n=0) == Firer(rank.kind, 0, rank.left, at_once, used):
                firers[-1] = firers[-1].but(n=firers[-1].n + 1)
            else:
                firers.append(Firer(rank.kind, 1, rank.left, at_once, used))
    return tuple(firers)


def snaps(company: Company, mark: str) -> bool:
    return company.marked(mark) and not (mark == REGROUPED and company.unit.value.has(NO_FEAR))
