"""What stands around an attack: its results on both units, Morale (7E-END-2), phases and turns."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.piles import Rank, models
from shoot_cli.core.questions import DEFENDER, Option, Reason
from shoot_cli.core.status import UnitRow
from shoot_cli.core.table import Table
from shoot_cli.core.turns import (
    Mark,
    Side,
    ask_first,
    following_turn,
    merged,
    replaced,
    two_sides,
    unit_row,
    without_ended,
)
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, RAPID_FIRE, SALVO, Army
from shoot_cli.rules.seventh.records import SHAKEN, STUNNED, Attack, Battle, Company, Gone, Harm, Wear
from shoot_cli.rules.seventh.steps import nominate as nom
from shoot_cli.rules.seventh.steps import states
from shoot_cli.rules.seventh.steps.end import highest_leadership, own_slain
from shoot_cli.rules.seventh.steps.ranks_up import NOBODY, drawn_up
from shoot_cli.rules.seventh.steps.target import FEARLESS
from shoot_cli.rules.seventh.steps.transports import passengers_fired, passengers_test

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


def end_attack(s: Attack, table: Table) -> Battle:
    """Losses and marks of both units (7E-END-5, 7E-NOM-5), and the table is free for the next unit (7E-END-4)."""
    assert s.battle is not None
    b: Battle = s.battle.value
    shooting, aimed_at = b.unit, b.target
    assert shooting is not None
    assert aimed_at is not None
    shooter, target = b.sides[b.active].companies[shooting], b.sides[1 - b.active].companies[aimed_at]
    after = target_after(b, s, target)
    tell_losses(s, target, after, table)
    b = replaced(b, 1 - b.active, aimed_at, after)
    shooter = _shooter_after(b, s, shooter, target)
    b = passengers_fired(replaced(b, b.active, shooting, shooter), s, shooter)
    gone = tuple(Gone(1 - b.active, aimed_at, name, exploded) for name, exploded in s.gone)
    burnt = tuple(Gone(b.active, shooting, name, exploded=False) for name in burnt_out(s, table))
    if b.split is not None and not b.split.fired:
        b = b.but(split=b.split.but(ordnance=s.ordnance))
    if b.split is not None and own_slain(s):  # its weapon slew him: all who are left are the rest
        b = b.but(split=b.split.but(kind=NOBODY))
    return b.but(gone=(*gone, *burnt), harms=together(s.beside), shooter=s.shooter, target=None)


def together(harms: tuple[Harm, ...]) -> tuple[Harm, ...]:
    """What several markers of one weapon did to a unit, as one (7E-WPN-14)."""
    found: dict[Harm, int] = {}
    for harm in harms:
        alike = harm.but(hits=0)
        found[alike] = found.get(alike, 0) + harm.hits
    return tuple(harm.but(hits=hits) for harm, hits in found.items())


def burnt_out(s: Attack, table: Table) -> list[str]:
    """Names of the firing vehicles that their own weapons wrecked (7E-HIT-11)."""
    if not s.shooter.value.vehicle:
        return []
    names = [s.shooter.value.models[kind][0].name for kind, left, lost, n in s.burnt if lost >= left for _ in range(n)]
    for name in names:
        table.tell("{name} is wrecked by its own weapon", ("7E-VEH-4", "7E-HIT-11"), name=name)
    return names


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


def end_harm(s: Attack, table: Table) -> Battle:
    """What hits that nobody aimed left of a unit; vehicles they destroyed have an aftermath of their own."""
    assert s.battle is not None
    assert s.harm is not None
    b: Battle = s.battle.value
    harm = s.harm
    target = b.sides[harm.side].companies[harm.unit]
    if not target.ranks:
        return b.but(harms=b.harms[1:])
    after = target_after(b, s, target)
    tell_losses(s, target, after, table)
    gone = tuple(Gone(harm.side, harm.unit, name, exploded) for name, exploded in s.gone)
    return replaced(b, harm.side, harm.unit, after).but(harms=b.harms[1:], gone=(*b.gone, *gone))


def tell_losses(s: Attack, target: Company, after: Company, table: Table) -> None:
    lost, left = models(target.ranks) - models(after.ranks), models(after.ranks)
    name = target.unit.value.name
    if not left:
        table.tell("{unit} is destroyed", ("7E-ALC-11",), unit=name)
    elif target.unit.value.vehicle and s.fired:
        hull = sum(rank.left for rank in after.ranks)
        words = "{unit}: {lost} Hull Point{plural} lost, {left} left"
        table.tell(words, ("7E-END-4",), unit=name, lost=s.hull_lost, plural="s" * (s.hull_lost != 1), left=hull)
    elif s.fired and (s.harm is None or s.harm.hits):
        words = "{unit}: {lost} slain, {left} left" if lost else "{unit}: nobody slain, {left} left"
        table.tell(words, ("7E-END-4",), unit=name, lost=lost, left=left)


def target_after(b: Battle, s: Attack, target: Company) -> Company:
    ranks = sorted((*s.line.standing(), *s.apart), key=lambda rank: (rank.kind.model, rank.left))
    if target.wear:
        target = vehicles_after(b, s, ranks, target)
    else:
        target = target.but(ranks=merged([rank.but(kind=rank.kind.model) for rank in ranks]))
    if (s.on_ground or s.pinned) and not target.marked(states.GROUNDED):
        target = target.with_mark(Mark(states.GROUNDED, own_next_turn(b, s)))  # 7E-GTG-4
    if s.jinks:  # 7E-GTG-6
        target = target.with_mark(Mark(states.JINKED, _this_turn(b)))
        target = target.with_mark(Mark(states.JINKED_SHOOTS, own_next_turn(b, s)))
    for mark in s.afterwards:
        target = target.with_mark(Mark(mark, SUFFERED[mark](b, s)))
    return target


def vehicles_after(b: Battle, s: Attack, ranks: list[Rank], target: Company) -> Company:
    """The vehicles that still stand, each with what it suffered (7E-VEH-5)."""
    wear = []
    damaged = False
    for rank in ranks:
        hull = rank.kind.hull
        old = next((w for w in target.wear if w.crew == hull.crew), None)
        crew_now = SHAKEN in hull.newly or STUNNED in hull.newly
        until = own_next_turn(b, s) if crew_now else old.until if old else None
        wear.append(Wear(hull.lost, hull.immobilised, hull.crew, until if hull.crew else None))
        damaged = damaged or bool(hull.newly)
    target = target.but(ranks=tuple(rank.but(kind=rank.kind.model) for rank in ranks), wear=tuple(wear))
    return target.with_mark(Mark(states.DAMAGED, _this_turn(b))) if damaged and ranks else target


def _this_turn(b: Battle) -> tuple[int, int]:
    return b.turn, b.active


def _own_next_turn(b: Battle) -> tuple[int, int]:
    """The end of the turn that the side not shooting now has next."""
    other = 1 - b.active
    return (b.turn, other) if b.active == b.first else (b.turn + 1, other)


def own_next_turn(b: Battle, s: Attack) -> tuple[int, int]:
    """The end of the target's own next turn; of the active side's own units, hit by accident, that is turns away."""
    if s.harm is not None and s.harm.side == b.active:
        return b.turn + 1, b.active
    return _own_next_turn(b)


# Until when the target suffers it: Concussive through the next Assault phase, which is the shooter's (7E-END-5).
SUFFERED: dict[str, Callable[[Battle, Attack], tuple[int, int] | None]] = {
    "Concussive": lambda b, s: _this_turn(b),
    "Blind": own_next_turn,
    "Soul Blaze": lambda b, s: None,
}


def _shooter_after(b: Battle, s: Attack, shooter: Company, target: Company) -> Company:
    unit = shooter.unit.value
    if shooter.wear:
        shooter = burnt_vehicles(shooter, s.burnt)
        shooter = shooter.but(spent=s.spent)
        if s.speed_said:
            shooter = shooter.with_mark(Mark(states.SPEED_MARKS[s.speed], _this_turn(b)))
    else:
        shooter = shooter.but(ranks=_burnt(shooter.ranks, s.burnt), spent=s.spent)
    if not s.fired or (unit.vehicle and not unit.of_type("Walker")):  # tanks charge nobody
        return shooter
    slow = any(
        weapon.name in s.fired
        and weapon.type in (RAPID_FIRE, SALVO, HEAVY, ORDNANCE)
        and not charts.relentless(unit, i)
        for i, (model, _) in enumerate(unit.models)
        for weapon in model.weapons
    )
    name = states.NO_CHARGE if slow else states.ONLY_CHARGE + target.unit.value.name
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


def burnt_vehicles(shooter: Company, burnt: tuple[tuple[int, int, int, int], ...]) -> Company:
    """Vehicles without the hull points that their own weapons cost them (7E-HIT-11)."""
    now = [*zip(shooter.ranks, shooter.wear, strict=True)]
    for index, left, lost, n in burnt:
        for _ in range(n):
            at = next(i for i, (rank, _) in enumerate(now) if rank.kind == index and rank.left == left)
            rank, wear = now[at]
            now[at : at + 1] = [(rank.but(left=left - lost), wear)] if lost < left else []
    return shooter.but(ranks=tuple(rank for rank, _ in now), wear=tuple(wear for _, wear in now))


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
