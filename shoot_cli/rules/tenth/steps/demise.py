"""Deadly Demise, and mortal wounds that fall on whole units: 10E-DEMISE-1, 10E-DEMISE-2, 10E-MW-2."""

from __future__ import annotations

from functools import partial
from typing import Any

from shoot_cli.core.piles import Line, Rank, models, wounds
from shoot_cli.core.questions import Choose, Need, Option, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.core.turns import replaced
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.guns import toughness_of
from shoot_cli.rules.tenth.profiles import Amount
from shoot_cli.rules.tenth.records import Aim, Attack, Attacks, Battle, Company, Firer, Gun, Mortal, Standing, Suffering
from shoot_cli.rules.tenth.steps import nominate as nom
from shoot_cli.rules.tenth.steps import states
from shoot_cli.rules.tenth.steps.allocate import company_after
from shoot_cli.rules.tenth.steps.hit import amount_of
from shoot_cli.rules.tenth.steps.target import line_of

NAME = "Deadly Demise"


def battle_of(record: Attack | Battle) -> Battle | None:
    """The battle that a record stands in; None for an attack on its own."""
    if isinstance(record, Battle):
        return record
    return record.battle.value if record.battle is not None else None


def with_battle(record: Attack | Battle, b: Battle) -> Attack | Battle:
    return b if isinstance(record, Battle) else record.but(battle=Card(b))


def demises_wait(record: Attack | Battle) -> bool:
    b = battle_of(record)
    return b is not None and bool(b.demises)


def note_deaths_at_once(s: Attack, table: Table) -> Attack:
    """Setting ``demise_timing``: between the groups, or when the attack is over (10E-DEMISE-2)."""
    if s.battle is None or table.setting("demise_timing") != "at_once":
        return s
    return note_deaths(s)


def note_deaths_before_tests(s: Attack, table: Table) -> Attack:
    """Setting ``after_shooting``: before Hazardous tests, or after them (10E-ORD-6)."""
    if s.battle is None or not s.tests or table.setting("after_shooting") != "other_rules_first":
        return s
    return note_deaths(s)


def note_deaths(s: Attack) -> Attack:
    """The battle learns how the targets stand, and who is gone."""
    assert s.battle is not None
    b: Battle = s.battle.value
    enemy = 1 - b.shooting
    for i, aim in enumerate(s.aims):
        assert aim.company is not None
        before = b.sides[enemy].companies[aim.company]
        after = company_after(before, s.line if i == s.at else aim.line)
        b = deaths(b, enemy, aim.company, before.ranks, after.ranks)
        b = replaced(b, enemy, aim.company, after)
    return s.but(battle=Card(b))


def deaths(b: Battle, side: int, at: int, before: tuple[Rank, ...], after: tuple[Rank, ...]) -> Battle:
    """Models with Deadly Demise that are gone: each will roll (10E-DEMISE-1)."""
    unit = b.sides[side].companies[at].unit.value
    gone = []
    for kind in dict.fromkeys(rank.kind for rank in before):
        if unit.models[kind][0].has(NAME):
            n = sum(rank.n for rank in before if rank.kind == kind)
            n -= sum(rank.n for rank in after if rank.kind == kind)
            gone += [(side, at, kind)] * n
    return b.but(demises=(*b.demises, *gone))


def roll_for_demise(record: Attack | Battle, table: Table) -> Attack | Battle:
    """One D6; on a 6 every unit within 6" suffers (10E-DEMISE-1)."""
    b = battle_of(record)
    assert b is not None
    (side, at, kind), *rest = b.demises
    b = b.but(demises=tuple(rest))
    unit = b.sides[side].companies[at].unit.value
    model = unit.models[kind][0]
    ability = model.get(NAME)
    assert ability is not None
    amount = ability.amount or Amount(plus=1)
    because = (Reason(f"{ability.text}: an unmodified {NUMBERS.demise_need}", "10E-DEMISE-1"),)
    need = Need(NUMBERS.demise_need, because)
    if not table.roll(f"demise:{model.name}", 1, need, text=f"{model.name}: {ability.text}").passed:
        return with_battle(record, b)
    near = tuple(
        Choose(
            f"{b.sides[s].name}: {company.unit.value.name}",
            (Option("no"), Option("yes")),
            "no",
            rules=("10E-DEMISE-1",),
            text=f'{company.unit.value.name} of {b.sides[s].name} is within {NUMBERS.demise_reach}"',
        )
        for s in (side, 1 - side)
        for company in b.sides[s].companies
        if company.ranks and not company.marked(states.OFF) and not states.embarked(company)
    )
    told: dict[str, Any] = table.facts(
        f"within reach of {model.name}",
        near,
        rules=("10E-DEMISE-1",),
        text=f'Who is within {NUMBERS.demise_reach}" of the {model.name}? Nobody',
    )
    hit = tuple(
        Suffering(s, i, amount)
        for s in (0, 1)
        for i, company in enumerate(b.sides[s].companies)
        if told.get(f"{b.sides[s].name}: {company.unit.value.name}") == "yes"
    )
    return with_battle(record, b.but(suffering=(*b.suffering, *hit)))


def somebody_suffers(record: Attack | Battle) -> bool:
    b = battle_of(record)
    return b is not None and bool(b.suffering)


def begin_suffering(record: Attack | Battle, table: Table) -> Attack:
    """Mortal wounds on one unit, random ones rolled for each unit."""
    b = battle_of(record)
    assert b is not None
    first, *rest = b.suffering
    b = b.but(suffering=tuple(rest))
    company = b.sides[first.side].companies[first.unit]
    unit = states.living_unit(company)
    ranks = line_of(unit, company)
    name = unit.name
    n = amount_of(first.amount, 1, f"mortal wounds:{name}", f"{NAME}: mortal wounds on {name}", "10E-DEMISE-1", table)
    table.tell("{unit} suffers {n} mortal wound{s}", ("10E-DEMISE-1",), unit=name, n=n, s="s" * (n != 1))
    toughness = toughness_of(unit, sorted({rank.kind.model for rank in ranks})) if ranks else 1
    gun = Card(Gun(0, NAME, Attacks(Amount()), toughness, 0, 0, Amount(plus=1)))
    aim = Aim(Card(unit), Line(ranks), (models(ranks), wounds(ranks)), toughness, first.unit)
    sides = (b.sides[1 - first.side].name, b.sides[first.side].name)
    return Attack(
        Card(unit), sides, (), (aim,), aim.line, pile=((Mortal(gun), n),), resolving=gun, declared=True,
        suffers=first.side, battle=Card(b), outer=Card(record) if isinstance(record, Attack) else None,
    )  # fmt: skip


def end_suffering(s: Attack, table: Table) -> Attack | Battle:
    """The unit as it is left; an attack that was interrupted goes on at what stands now."""
    assert s.battle is not None
    b: Battle = s.battle.value
    at = s.aims[0].company
    assert at is not None
    before: Company = b.sides[s.suffers].companies[at]
    after = company_after(before, s.line)
    b = replaced(deaths(b, s.suffers, at, before.ranks, after.ranks), s.suffers, at, after)
    return b if s.outer is None else gone_on(s.outer.value, b)


def as_it_was(before: dict[int, Standing], kind: Standing) -> Standing:
    """Its cover, and its save of having gone to ground, as they were when targets were selected."""
    old = before.get(kind.model, kind)
    return kind.but(cover=old.cover, invulnerable=old.invulnerable)


def gone_on(s: Attack, b: Battle) -> Attack:
    """The attack with its targets and its shooter as the battle has them."""
    enemies = b.sides[1 - b.shooting].companies
    aims = []
    for aim in s.aims:
        assert aim.company is not None
        line = Line(line_of(aim.unit.value, enemies[aim.company]))
        aims.append(
            aim.but(line=line.changed(partial(as_it_was, {rank.kind.model: rank.kind for rank in aim.line.ranks})))
        )
    s = s.but(aims=tuple(aims), line=aims[s.at].line, battle=Card(b))
    if b.unit is None or b.doing == nom.GRENADE:
        return s
    return s.but(firers=tuple(Firer(*rank[1:]) for rank in b.sides[b.shooting].companies[b.unit].ranks))
