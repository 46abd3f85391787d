"""What stands around an attack: its results on both units, Morale (7E-END-2), phases and turns."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.piles import Rank, models
from shoot_cli.core.questions import DEFENDER, Option, Reason
from shoot_cli.core.status import UnitRow
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, ask_first, following_turn, merged, replaced, two_sides, unit_row, without_ended
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, RAPID_FIRE, SALVO, Army
from shoot_cli.rules.seventh.records import Attack, Battle, Company
from shoot_cli.rules.seventh.steps import nominate as nom
from shoot_cli.rules.seventh.steps.end import highest_leadership
from shoot_cli.rules.seventh.steps.target import FEARLESS

NO_CHARGE = "no charge this turn"
ONLY_CHARGE = "may only charge "
OWN_OUTCOME = ("Mob Rule", "Instinctive Behaviour")


def battle_of(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(two_sides(mine, theirs, nom.company), turns)


def first_turn(b: Battle, table: Table) -> Battle:
    return ask_first(b, "7E-NOM-1", table)


def battle_goes_on(b: Battle) -> bool:
    return not b.over


def begin_phase(b: Battle, table: Table) -> Battle:
    """Casualties are counted from here (7E-END-2); marks whose time is over were taken off."""
    sides = tuple(side.but(companies=tuple(c.but(start=models(c.ranks)) for c in side.companies)) for side in b.sides)
    b = b.but(sides=sides, done=(), unit=None, target=None, ended_phase=False)
    table.tell("Turn {turn}: {side} shoots", ("7E-NOM-1",), turn=b.turn, side=b.sides[b.active].name)
    idle: dict[Reason, list[str]] = {}  # nobody stands about without a word why (units by reason)
    for at, company in enumerate(b.sides[b.active].companies):
        if company.ranks and (why := nom.why_not_nominated(b, at)):
            idle.setdefault(why[0], []).append(company.unit.value.name)
    for reason, names in idle.items():
        table.tell("{names} cannot shoot: {why}", (reason.rule,), why=reason.text, names=", ".join(names))
    return b


def end_attack(s: Attack, table: Table) -> Battle:
    """Losses and marks of both units (7E-END-5, 7E-NOM-5), and the table is free for the next unit (7E-END-4)."""
    assert s.battle is not None
    b: Battle = s.battle.value
    shooting, aimed_at = b.unit, b.target
    assert shooting is not None
    assert aimed_at is not None
    shooter, target = b.sides[b.active].companies[shooting], b.sides[1 - b.active].companies[aimed_at]
    after = _target_after(b, s, target)
    lost, left = models(target.ranks) - models(after.ranks), models(after.ranks)
    if not left:
        table.tell("{unit} is destroyed", ("7E-ALC-11",), unit=target.unit.value.name)
    elif s.fired:
        words = "{unit}: {lost} slain, {left} left" if lost else "{unit}: nobody slain, {left} left"
        table.tell(words, ("7E-END-4",), unit=target.unit.value.name, lost=lost, left=left)
    b = replaced(b, 1 - b.active, aimed_at, after)
    b = replaced(b, b.active, shooting, _shooter_after(b, s, shooter, target))
    return b.but(unit=None, target=None)


def _target_after(b: Battle, s: Attack, target: Company) -> Company:
    ranks = sorted((*s.line.standing(), *s.apart), key=lambda rank: (rank.kind.model, rank.left))
    target = target.but(ranks=merged([rank.but(kind=rank.kind.model) for rank in ranks]))
    if (s.on_ground or s.pinned) and not target.marked(nom.GROUNDED):
        target = target.with_mark(Mark(nom.GROUNDED, _own_next_turn(b)))  # 7E-GTG-4
    for mark in s.afterwards:
        target = target.with_mark(Mark(mark, SUFFERED[mark](b)))
    return target


def _this_turn(b: Battle) -> tuple[int, int]:
    return b.turn, b.active


def _own_next_turn(b: Battle) -> tuple[int, int]:
    """The end of the turn that the side not shooting now has next."""
    other = 1 - b.active
    return (b.turn, other) if b.active == b.first else (b.turn + 1, other)


# Until when the target suffers it: Concussive through the next Assault phase, which is the shooter's (7E-END-5).
SUFFERED: dict[str, Callable[[Battle], tuple[int, int] | None]] = {
    "Concussive": _this_turn,
    "Blind": _own_next_turn,
    "Soul Blaze": lambda b: None,
}


def _shooter_after(b: Battle, s: Attack, shooter: Company, target: Company) -> Company:
    unit = shooter.unit.value
    shooter = shooter.but(ranks=_burnt(shooter.ranks, s.burnt), spent=s.spent)
    if not s.fired:
        return shooter
    slow = any(
        weapon.name in s.fired
        and weapon.type in (RAPID_FIRE, SALVO, HEAVY, ORDNANCE)
        and not charts.relentless(unit, i)
        for i, (model, _) in enumerate(unit.models)
        for weapon in model.weapons
    )
    name = NO_CHARGE if slow else ONLY_CHARGE + target.unit.value.name
    return shooter.with_mark(Mark(name, (b.turn, b.active)))


def _burnt(ranks: tuple[Rank, ...], burnt: tuple[tuple[int, int, int, int], ...]) -> tuple[Rank, ...]:
    """The firing unit without what its own weapons slew."""
    now = list(ranks)
    for index, left, lost, n in burnt:
        for _ in range(n):
            at = next(i for i, rank in enumerate(now) if rank.kind == index and rank.left == left)
            rank = now[at]
            hurt = [rank.but(n=1, left=left - lost)] if lost < left else []
            rest = [rank.but(n=rank.n - 1)] if rank.n > 1 else []
            now[at : at + 1] = [*hurt, *rest]
    return merged(now)


# The end of the phase ------------------------------------------------------------------------------------------------


def end_phase(b: Battle, table: Table) -> Battle:
    """Morale for everybody who lost a quarter of his models in this phase (7E-END-2)."""
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
        or company.marked(nom.LOCKED)
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
    return company.without(nom.GROUNDED).with_mark(Mark(nom.FALLING_BACK))


def end_turn(b: Battle, table: Table) -> Battle:
    """Marks that end with this turn come off; then the other player's turn, the next turn, or the end."""

    def say(company: Company, name: str) -> None:
        if company.ranks and not name.startswith((NO_CHARGE, ONLY_CHARGE, nom.RAN)):
            table.tell("{unit} is no longer {mark}", ("7E-GTG-4",), unit=company.unit.value.name, mark=name)

    return following_turn(without_ended(b, say), "7E-ALC-11", "7E-END-4", table)


# The status screen ---------------------------------------------------------------------------------------------------


def status_of(record: Battle | Attack) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Both armies. In the middle of an attack the target is shown as it stands now."""
    if isinstance(record, Attack):
        if record.battle is None:
            return ()
        b: Battle = record.battle.value
        assert b.target is not None
        target = b.sides[1 - b.active].companies[b.target]
        return status_of(replaced(b, 1 - b.active, b.target, _target_after(b, record, target)))
    return tuple((side.name, tuple(_row(record, company) for company in side.companies)) for side in record.sides)


def _row(b: Battle, company: Company) -> UnitRow:
    return unit_row(b, company, *(f"{name} spent" for name in dict.fromkeys(name for _, name in company.spent)))


def sides_of(record: Battle | Attack) -> tuple[str, str]:
    if isinstance(record, Attack):
        return record.sides
    return record.sides[record.active].name, record.sides[1 - record.active].name
