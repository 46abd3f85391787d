"""What the players report between attacks, because the app cannot see it (2E-ELIG-1, 2E-TGT-2, 2E-TGT-6)."""

from __future__ import annotations

from collections import Counter

from shoot_cli.core.plurals import own_plurals
from shoot_cli.core.pools import Rank, models, pool
from shoot_cli.core.questions import ATTACKER, DEFENDER, HowMany, Numbers, Option
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, alive, merged, replaced
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.steps.companies import (
    BLIND,
    BROKEN,
    CHARGED,
    ENGAGED,
    HIDDEN,
    MOVED,
    OBJECTIVE,
    OFF,
    OVERWATCH,
    RAN,
    label,
    left_of,
    off_overwatch,
)

BACK = "back"
LOSSES = "lost in hand to hand"
REPORTED = {
    ENGAGED: "fighting hand to hand: cannot shoot, and may be shot into",
    CHARGED: "charged or tried to charge this turn: cannot shoot",
    RAN: "ran this turn: cannot shoot",
    MOVED: "moved this turn: no rapid fire, no move-or-fire weapon",
    HIDDEN: "hidden: cannot be shot at",
    OBJECTIVE: "the mission names it: it may always be shot at",
    OFF: "in reserve or off the table",
    BLIND: "blinded, webbed, in a stasis field or held by graviton: cannot shoot",
    BROKEN: "broken: cannot shoot",
}
THIS_TURN = (CHARGED, RAN, MOVED, BLIND)  # these end with the turn


def report_state(b: Battle, table: Table) -> Battle:
    """Units engaged, hidden, off the table, that ran or moved, or that the mission names."""
    named = [{company.unit.value.name for company in side.companies if company.ranks} for side in b.sides]
    places = {}
    for s, side in enumerate(b.sides):
        for i in alive(side):
            name = side.companies[i].unit.value.name
            places[f"{name} ({side.name})" if name in named[0] & named[1] else name] = (s, i)
    options = tuple(
        Option(name, f"{b.sides[s].name}: {label(b.sides[s].companies[i])}") for name, (s, i) in places.items()
    )
    name = table.choose("state of", (*options, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text="Whose state?")
    if name == BACK:
        return b.but(unit=None)
    s, i = places[name]
    company: BattleUnit = b.sides[s].companies[i]
    states = tuple(
        Option(mark, f"no longer {mark}" if company.marked(mark) else words) for mark, words in REPORTED.items()
    )
    if company.marked(OVERWATCH):
        states += (Option(OVERWATCH, "no longer on overwatch: who charged it causes fear, or wears a banshee mask"),)
    lost = Option(LOSSES, "models, or wounds, that it lost hand to hand: they are taken off")
    options = (*states, lost, Option(BACK))
    mark = table.choose("state", options, default=BACK, rules=("2E-ELIG-1",), text=f"What is {name}?")
    if mark == BACK:
        return b.but(unit=None)
    if mark == LOSSES:
        owner = ATTACKER if s == b.active else DEFENDER
        return replaced(b, s, i, after_losses(company, owner, table)).but(unit=None)
    rule = {OBJECTIVE: "2E-TGT-2", OVERWATCH: "2E-OW-6"}.get(mark, "2E-ELIG-1")
    if company.marked(mark):
        changed = off_overwatch(company) if mark == OVERWATCH else company.without(mark)
        table.tell("{unit}: no longer {mark}", (rule,), unit=name, mark=mark)
    else:
        changed = company.with_mark(Mark(mark, (b.turn, b.active) if mark in THIS_TURN else None))
        table.tell("{unit}: {mark}", (rule,), unit=name, mark=mark)
    return replaced(b, s, i, changed).but(unit=None)


def after_losses(company: BattleUnit, owner: str, table: Table) -> BattleUnit:
    """Without what it lost hand to hand, the wounded first (2E-CAS-2).

    That phase comes after this one, so it was lost before the turn began: it is no cause of a break test (2E-BRK-1).
    """
    unit: Unit = company.unit.value
    left = left_of(company)
    kinds = tuple(sorted(left))
    groups = tuple((unit.models[kind][0].name, left[kind]) for kind in kinds)
    text = f"Which of {unit.name} fell hand to hand?"
    question = HowMany("lost", groups, (0,) * len(groups), owner, ("2E-CAS-2",), text, plurals=own_plurals(unit))
    said = table.how_many(question)
    ranks = list(company.ranks)
    for kind, n in zip(kinds, said, strict=True):
        ranks = without_the_first(ranks, kind, n)
    ranks = hurt(unit, ranks, owner, table)
    fell = sum(said)
    table.tell(
        "{unit}: {n} lost hand to hand, {left} left", ("2E-BRK-1",), unit=unit.name, n=fell or "nobody",
        left=models(ranks),
    )  # fmt: skip
    return company.but(ranks=merged(ranks), start=company.start - fell)


def without_the_first(ranks: list[Rank], kind: int, n: int) -> list[Rank]:
    """Without ``n`` models of a kind, of those the ones with the fewest wounds."""
    found = []
    for rank in sorted(ranks, key=lambda rank: rank.left):
        gone = min(n, rank.n) if rank.kind == kind else 0
        n -= gone
        found += [rank.but(n=rank.n - gone)] if rank.n > gone else []
    return found


def hurt(unit: Unit, ranks: list[Rank], owner: str, table: Table) -> list[Rank]:
    """Wounds that those who stand lost besides, one model after the other; each keeps one."""
    spare = dict(pool(*((rank.kind, rank.n * (rank.left - 1)) for rank in ranks)))
    kinds = tuple(sorted(spare))
    names = tuple(unit.models[kind][0].name for kind in kinds)
    most = tuple(spare[kind] for kind in kinds)
    said = table.numbers(
        Numbers(
            "wounds lost", names, 0, max(most, default=0), 0, "wounds", owner=owner, rules=("2E-CAS-2", "2E-DMG-1"),
            text=f"Wounds that those of {unit.name} lost who still stand?", most=most, by_name=True,
        )
    )  # fmt: skip
    points = Counter({kind: int(n or 0) for kind, n in zip(kinds, said, strict=True)})
    found = []
    for rank in sorted(ranks, key=lambda rank: rank.left):
        for _ in range(rank.n):
            lost = min(points[rank.kind], rank.left - 1)
            points[rank.kind] -= lost
            found.append(Rank(rank.kind, 1, rank.left - lost))
    return found
