"""What stands around an attack: its results on both units, phases and turns (10E-ELIG-9, 10E-ALL-3)."""

from __future__ import annotations

from shoot_cli.core.piles import models
from shoot_cli.core.questions import Reason
from shoot_cli.core.status import UnitRow
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, ask_first, following_turn, merged, replaced, two_sides, unit_row, without_ended
from shoot_cli.rules.tenth.profiles import Army
from shoot_cli.rules.tenth.records import Aim, Attack, Battle, Company
from shoot_cli.rules.tenth.steps import nominate as nom
from shoot_cli.rules.tenth.steps.demise import deaths
from shoot_cli.rules.tenth.steps.facts import command_used
from shoot_cli.rules.tenth.steps.target import company_after

OF_PHASE = (nom.SMOKE, nom.GROUND)


def battle_of(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(two_sides(mine, theirs, nom.company), turns)


def first_turn(b: Battle, table: Table) -> Battle:
    return ask_first(b, "10E-ELIG-9", table)


def battle_goes_on(b: Battle) -> bool:
    return not b.over


def begin_phase(b: Battle, table: Table) -> Battle:
    """Nobody stands about without a word why."""
    b = b.but(done=(), held=(), untargeted=(), unit=None, ended_phase=False, stratagems=())
    table.tell("Turn {turn}: {side} shoots", ("10E-ELIG-9",), turn=b.turn, side=b.sides[b.active].name)
    idle: dict[Reason, list[str]] = {}
    for at, company in enumerate(b.sides[b.active].companies):
        if company.ranks and (why := nom.why_not_nominated(b, at)):
            idle.setdefault(why[0], []).append(company.unit.value.name)
    for reason, names in idle.items():
        table.tell("{names} cannot shoot: {why}", (reason.rule,), why=reason.text, names=", ".join(names))
    return b


def end_attack(s: Attack, table: Table) -> Battle:
    """Losses of all targets and of the shooter; leaders without bodyguards stand alone from here (10E-ORD-6)."""
    assert s.battle is not None
    b: Battle = s.battle.value
    at = b.unit
    assert at is not None
    lines = [s.line if i == s.at else aim.line for i, aim in enumerate(s.aims)]
    enemy = 1 - b.shooting
    for aim, line in zip(s.aims, lines, strict=True):
        assert aim.company is not None
        before = b.sides[enemy].companies[aim.company]
        after = company_after(before, line)
        for mark, true in ((nom.SMOKE, aim.smoke), (nom.GROUND, aim.ground)):
            if true:
                after = after.with_mark(Mark(mark, (b.turn, b.active)))
        say_losses(aim, after, s, table)
        b = deaths(b, enemy, aim.company, before.ranks, after.ranks)
        b = replaced(b, enemy, aim.company, after)
    if b.doing == nom.GRENADE:
        return b.but(unit=None, doing="", stratagems=(*b.stratagems, nom.GRENADE) if s.shot else b.stratagems)
    if s.command != "no" and f"re-roll one {s.command} roll" not in s.spare:
        b = b.but(stratagems=(*b.stratagems, command_used(b)))
    shooter = b.sides[b.shooting].companies[at]
    after = shooter_after(shooter, s)
    b = deaths(b, b.shooting, at, shooter.ranks, after.ranks)
    b = replaced(b, b.shooting, at, after)
    if b.doing == nom.OVERWATCH:
        return b.but(unit=None, doing="", stratagems=(*b.stratagems, nom.OVERWATCH) if s.shot else b.stratagems)
    if s.untargeted:  # neither it nor those aboard were selected (10E-ELIG-6)
        done = tuple(other for other in b.done if other not in s.aboard)
        return b.but(unit=None, done=done, untargeted=(*b.untargeted, at))
    return b.but(unit=None, done=tuple(sorted({*b.done, at})), held=b.held if s.shot else (*b.held, at))


def say_losses(aim: Aim, after: Company, s: Attack, table: Table) -> None:
    name, left = after.unit.value.name, models(after.ranks)
    lost = aim.strength[0] - left
    if not left:
        table.tell("{unit} is destroyed", ("10E-DMG-4",), unit=name)
    elif s.shot:
        words = "{unit}: {lost} slain, {left} left" if lost else "{unit}: nobody slain, {left} left"
        table.tell(words, ("10E-DMG-4",), unit=name, lost=lost, left=left)


def shooter_after(company: Company, s: Attack) -> Company:
    """The shooter without what its Hazardous weapons slew, and with its One Shot weapons spent."""
    company = company.but(used=s.used)
    if s.own is None:
        return company
    suffered = {rank.kind.model for rank in s.own.ranks}
    others = [rank for rank in company.ranks if rank.kind not in suffered]
    now = [rank.but(kind=rank.kind.model) for rank in s.own.standing()]
    lost = models(company.ranks) - models(others) - models(now)
    return company.but(ranks=merged([*others, *now])) if lost or s.own.lost else company


def end_phase(b: Battle, table: Table) -> Battle:
    """Allocation is forgotten, smoke clears, who went to ground gets up (10E-ALL-3, 10E-DEF-SMOKE-1, 10E-DEF-GTG-1)."""
    sides = []
    for side in b.sides:
        companies = []
        for company in side.companies:
            companies.append(company.but(told=()).without(*OF_PHASE))
        sides.append(side.but(companies=tuple(companies)))
    return b.but(sides=tuple(sides))


def end_turn(b: Battle, table: Table) -> Battle:
    """Marks that end with this turn come off; then the other player's turn, the next turn, or the end."""
    return following_turn(without_ended(b), "10E-DMG-4", "10E-ELIG-9", table)


# The status screen ---------------------------------------------------------------------------------------------------


def status_of(record: Battle | Attack) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Both armies. In the middle of an attack its targets are shown as they stand now."""
    if isinstance(record, Attack):
        if record.battle is None:
            return ()
        b: Battle = record.battle.value
        side = record.suffers if record.suffers >= 0 else 1 - b.shooting
        line = record.kept or record.line
        for i, aim in enumerate(record.aims):
            if aim.company is not None:
                before = b.sides[side].companies[aim.company]
                after = company_after(before, line if i == record.at else aim.line)
                b = replaced(b, side, aim.company, after)
        return status_of(b)
    return tuple((side.name, tuple(row(record, company) for company in side.companies)) for side in record.sides)


def row(b: Battle, company: Company) -> UnitRow:
    models_of = company.unit.value.models
    hit = dict.fromkeys(told.kind for told in company.told if told.allocated)
    told = [f"attacks allocated to {models_of[kind][0].name}" for kind in hit]
    return unit_row(b, company, *told, *(f"{name} spent" for name in dict.fromkeys(name for _, name in company.used)))


def sides_of(record: Battle | Attack) -> tuple[str, str]:
    if isinstance(record, Attack):
        return record.sides
    return record.sides[record.active].name, record.sides[1 - record.active].name
