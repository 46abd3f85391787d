"""Deadly Demise, and mortal wounds that fall on whole units: DEMISE-1, DEMISE-2, MW-2."""

from __future__ import annotations

from functools import partial
from typing import Any

from shoot_cli.core.pools import Line
from shoot_cli.core.questions import Choose, Decided, Need, Option
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.core.turns import replaced
from shoot_cli.rules.datasheets.battle import Attack, Battle, BattleUnit, Firing, Shooting, battle_in
from shoot_cli.rules.datasheets.between import PendingMortalWounds
from shoot_cli.rules.datasheets.defences import harm
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.records import Firer, Mortal, TargetModel
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.hit import amount_of
from shoot_cli.rules.datasheets.steps.lines import aim_at, company_after, line_of
from shoot_cli.rules.datasheets.steps.replies import ON_DEATH, dying
from shoot_cli.rules.datasheets.steps.scene import target_of

NAME = "Deadly Demise"


Interrupted = Attack | Shooting  # what goes on when a unit has suffered


def with_battle(record: Battle | Shooting, b: Battle) -> Battle | Shooting:
    return b if isinstance(record, Battle) else record.but(attack=Hashed(record.attack.value.but(battle=Hashed(b))))


def demises_wait(record: Battle | Shooting) -> bool:
    return bool(battle_in(record).demises)


def note_deaths_at_once(s: Shooting, table: Table) -> Shooting:
    """Setting ``demise_timing``: between the groups, or when the attack is over (DEMISE-2)."""
    if s.attack.value.alone or table.setting("demise_timing") != "at_once":
        return s
    return note_deaths(s)


def note_deaths_before_tests(s: Shooting, table: Table) -> Shooting:
    """Setting ``after_shooting``: before Hazardous tests, or after them (ORD-6)."""
    if s.attack.value.alone or not s.tests or table.setting("after_shooting") != "other_rules_first":
        return s
    return note_deaths(s)


def note_deaths(s: Shooting) -> Shooting:
    """The battle learns how the targets stand, and who is gone."""
    attack = s.attack.value
    b, enemy = attack.battle.value, 1 - attack.side
    for aim, line in s.targets():
        b = stands_now(b, enemy, aim.company, company_after(b.sides[enemy].companies[aim.company], line))
    return s.but(attack=Hashed(attack.but(battle=Hashed(b))))


def stands_now(b: Battle, side: int, at: int, after: BattleUnit) -> Battle:
    """The battle with a unit as it stands; models with Deadly Demise that are gone will roll for it (DEMISE-1)."""
    before: BattleUnit = b.sides[side].companies[at]
    if before.ranks == after.ranks:
        return replaced(b, side, at, after)
    gone = dict.fromkeys(sorted({rank.kind for rank in before.ranks}), 0)
    for sign, ranks in ((1, before.ranks), (-1, after.ranks)):
        for rank in ranks:
            gone[rank.kind] += sign * rank.n
    last = dying(before, (side, at), gone)
    waiting = {reply.kind for reply in last}  # their Deadly Demise comes after their last shots (DMG-4)
    demises = [
        (side, at, kind)
        for kind, n in gone.items()
        if kind not in waiting and before.unit.value.models[kind][0].has(NAME)
        for _ in range(n)
    ]
    b = b.but(demises=(*b.demises, *demises), replies=(*b.replies, *last))
    return replaced(b, side, at, after)


def roll_for_demise(record: Battle | Shooting, table: Table) -> Battle | Shooting:
    """One D6; on a 6 every unit within 6" suffers (DEMISE-1)."""
    b = battle_in(record)
    (side, at, kind), *rest = b.demises
    b = b.but(demises=tuple(rest))
    unit = b.sides[side].companies[at].unit.value
    model = unit.models[kind][0]
    ability = next(ability for ability in model.abilities if ability.name == NAME)
    amount = ability.amount or Amount(plus=1)
    because = (record.game.reason(f"{ability.text}: an unmodified {record.game.book.demise_need}", "DEMISE-1"),)
    need = Need(record.game.book.demise_need, because)
    if not table.roll(f"demise:{model.name}", 1, need, text=f"{model.name}: {ability.text}").passed:
        return with_battle(record, b)
    near = tuple(
        Choose(
            f"{b.sides[s].name}: {company.unit.value.name}",
            (Option("no"), Option("yes")),
            "no",
            rules=record.game.rules("DEMISE-1"),
            text=f"{company.unit.value.name} of {b.sides[s].name}",
        )
        for s in (side, 1 - side)
        for company in b.sides[s].companies
        if company.ranks and not company.marked(states.OFF) and not states.embarked(company)
    )
    told: dict[str, Any] = table.facts(
        f"within reach of {model.name}",
        near,
        rules=record.game.rules("DEMISE-1"),
        text=f'Who is within {record.game.book.demise_reach}" of the {model.name}? Nobody',
        words=lambda told: Decided(tuple(who for who, said in told.items() if said == "yes") or ("nobody",)),
    )
    hit = tuple(
        PendingMortalWounds(s, i, amount)
        for s in (0, 1)
        for i, company in enumerate(b.sides[s].companies)
        if told.get(f"{b.sides[s].name}: {company.unit.value.name}") == "yes"
    )
    return with_battle(record, b.but(suffering=(*b.suffering, *hit)))


def somebody_suffers(record: Battle | Interrupted) -> bool:
    return bool(battle_in(record).suffering)


def begin_suffering(record: Battle | Interrupted, table: Table) -> Firing:
    """Mortal wounds on one unit, random ones rolled for each unit."""
    b = battle_in(record)
    first, *rest = b.suffering
    aim = aim_at(b.sides[first.side].companies[first.unit], first.unit)
    name = aim.unit.value.name
    text = f"{first.why}: mortal wounds on {name}"
    n = amount_of(first.amount, first.times, f"mortal wounds:{name}", text, record.game.book.rule(first.rule), table)
    table.tell("{unit}: {n} mortal wound{s}", (record.game.book.rule(first.rule),), unit=name, n=n, s="s" * (n != 1))
    gun = harm(record.game.known, record.game.book, first.why, target_of(aim))
    attack = Attack(
        Hashed(b.but(suffering=tuple(rest))), 1 - first.side, first.unit, "", aim.unit, (), aims=(aim,)
    )  # fmt: skip
    outer: Any = None if isinstance(record, Battle) else Hashed(record)
    return Firing(
        Hashed(Shooting(Hashed(attack), Line(()), (aim.line,), outer=outer)), aim.line, ((Mortal(gun), n),), gun
    )


def end_suffering(s: Shooting, table: Table) -> Battle | Interrupted:
    """The unit as it is left; an attack that was interrupted goes on at what stands now."""
    b, side, at = battle_in(s), 1 - s.attack.value.side, s.aim.company
    b = stands_now(b, side, at, company_after(b.sides[side].companies[at], s.line))
    if s.outer is None:
        return b
    outer: Interrupted = s.outer.value
    return gone_on(outer, b) if isinstance(outer, Shooting) else selected_again(outer, s, b)


def selected_again(attack: Attack, s: Shooting, b: Battle) -> Attack:
    """A unit that suffered before it shot, as it stands; what it lost is its own doing (EFF-41)."""
    company = b.sides[attack.side].companies[attack.unit]
    lost = s.aim.strength[0] - s.line.remaining()[0], s.aim.strength[1] - s.line.remaining()[1]
    own = attack.own_lost[0] + lost[0], attack.own_lost[1] + lost[1]
    keywords = states.living_unit(company).value.keywords
    shooter = attack.shooter.value.but(keywords=keywords)  # its ranges, and what fires from its deck, as they were
    attack = attack.but(battle=Hashed(b), firers=firers_of(company), own_lost=own, shooter=Hashed(shooter))
    return attack if attack.firers else attack.but(declared=True)


def as_it_was(before: dict[int, TargetModel], kind: TargetModel) -> TargetModel:
    """Its cover, and its save of having gone to ground, as they were when targets were selected."""
    old = before.get(kind.model, kind)
    return kind.but(cover=old.cover, invulnerable=old.invulnerable)


def gone_on(s: Shooting, b: Battle) -> Shooting:
    """The attack with its targets and its shooter as the battle has them."""
    attack, lines = s.attack.value.but(battle=Hashed(b)), []
    for aim in attack.aims:
        now = Line(line_of(b.sides[1 - attack.side].companies[aim.company]))
        lines.append(now.changed(partial(as_it_was, {rank.kind.model: rank.kind for rank in aim.line.ranks})))
    if attack.doing not in (attack.game.thrown.name, ON_DEATH):
        attack = attack.but(firers=firers_of(b.sides[attack.side].companies[attack.unit]))
    return s.but(attack=Hashed(attack), lines=tuple(lines), line=lines[s.at])


def firers_of(company: BattleUnit) -> tuple[Firer, ...]:
    return tuple(Firer(rank.kind, rank.n, rank.left) for rank in company.ranks)
