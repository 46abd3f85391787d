"""Two armies taking turns: what the battles of all editions have in common.

A battle is a record with ``sides``, ``turn``, ``turns`` (that it lasts; None: as many as the players like), ``active``
and ``first`` (places of sides), ``said`` (see ``said.py``) and ``over``. A side has companies; a company has ``unit``,
``ranks`` and ``marks``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from shoot_cli.core.pools import Rank, merge_neighbours, models
from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.record import Record
from shoot_cli.core.status import Headline, KindRow, UnitRow
from shoot_cli.core.table import Table

MOST_TURNS = 20
GO_ON, END = "go on", "end the battle"
STATE, END_PHASE = "a unit's state", "end the phase"

Company = TypeVar("Company", bound="HasMarks")
Battle = TypeVar("Battle")


class Mark(Record):
    """A state of a unit. ``until``: (turn, side whose turn it is) at whose end it goes; None: until it is taken off.

    ``once``: it goes sooner, with the next attack of the unit or at it.
    """

    name: str
    until: tuple[int, int] | None = None
    once: bool = False


class HasMarks(Protocol):
    @property
    def marks(self) -> tuple[Mark, ...]: ...

    def but(self: Company, **changed: Any) -> Company: ...


class Marked:
    """Of records with ``marks``: at most one of each name."""

    __slots__ = ()

    def marked(self: HasMarks, name: str) -> bool:
        return bool(self.marks) and any(mark.name == name for mark in self.marks)  # asked of all units at every prompt

    def with_mark(self: Company, mark: Mark) -> Company:
        others = tuple(old for old in self.marks if old.name != mark.name)
        return self.but(marks=(*others, mark))

    def without(self: Company, *names: str) -> Company:
        return self.but(marks=tuple(mark for mark in self.marks if mark.name not in names))


class Side(Record):
    name: str
    companies: tuple[Any, ...]


def two_sides(mine: Any, theirs: Any, company: Callable[[Any], Any]) -> tuple[Side, Side]:
    """Both armies drawn up; two of one name are told apart."""
    again = theirs.name if theirs.name != mine.name else f"{theirs.name} (2)"
    first, second = (
        Side(name, tuple(company(unit) for unit in army.units)) for name, army in ((mine.name, mine), (again, theirs))
    )
    return first, second


def replaced(b: Battle, s: int, i: int, company: Any) -> Battle:
    """The battle with another company in this place of this side."""
    battle: Any = b
    companies = battle.sides[s].companies
    side = battle.sides[s].but(companies=(*companies[:i], company, *companies[i + 1 :]))
    return battle.but(sides=(side, battle.sides[1]) if s == 0 else (battle.sides[0], side))  # type: ignore[no-any-return]


def alive(side: Side) -> list[int]:
    """Places of the companies that have models left."""
    return [i for i, company in enumerate(side.companies) if company.ranks]


def place_named(companies: Iterable[Any], name: str) -> int:
    return next(place for place, company in enumerate(companies) if company.unit.value.name == name)


def who_shoots(b: Any, units: Iterable[Option], others: Iterable[Option], rules: tuple[str, ...], table: Table) -> str:
    """The unit that is named; or one of the others, STATE or END_PHASE."""
    units = tuple(units)
    first = next((option.value for option in units if not option.closed), END_PHASE)
    return table.choose(
        "unit", (*units, *others, Option(STATE, "a unit's state ..."), Option(END_PHASE)), default=first, rules=rules,
        text="Which unit shoots?", spent=END_PHASE, nth=len(b.done),
    )  # fmt: skip


def tell_who_cannot(b: Any, why_not: Callable[[Any, int], tuple[Reason, ...]], table: Table) -> None:
    """Nobody stands about without a word why (units by reason)."""
    idle: dict[Reason, list[str]] = {}
    for at, company in enumerate(b.sides[b.active].companies):
        if company.ranks and (why := why_not(b, at)):
            idle.setdefault(why[0], []).append(company.unit.value.name)
    for reason, names in idle.items():
        table.tell("{names} cannot shoot: {why}", (reason.rule,), why=reason.text, names=", ".join(names))


def battle_goes_on(b: Any) -> bool:
    return not b.over


def ask_first(b: Battle, rule: str, table: Table) -> Battle:
    """Who has the first turn."""
    battle: Any = b
    names = [side.name for side in battle.sides]
    text = "Who has the first turn?"
    who = table.choose("first turn", tuple(map(Option, names)), default=names[0], rules=(rule,), text=text)
    return battle.but(active=names.index(who), first=names.index(who))  # type: ignore[no-any-return]


def without_ended(b: Battle, ended: Callable[[Any, str], None] | None = None) -> Battle:
    """Marks that end with this turn come off; ``ended`` is told the company and each of them."""
    battle: Any = b
    now = (battle.turn, battle.active)
    sides = []
    for side in battle.sides:
        companies = []
        for company in side.companies:
            names = [mark.name for mark in company.marks if mark.until == now]
            if ended:
                for name in names:
                    ended(company, name)
            companies.append(company.without(*names))
        sides.append(side.but(companies=tuple(companies)))
    return battle.but(sides=tuple(sides))  # type: ignore[no-any-return]


def following_turn(b: Battle, gone: str, goes_on: str, table: Table) -> Battle:
    """The other player's turn, the next turn, or the end. ``gone``, ``goes_on``: ids of the rules that are named."""
    battle: Any = b
    both_done = battle.active != battle.first
    for side in battle.sides:
        if not alive(side):
            table.tell("{side} has nobody left", (gone,), side=side.name)
            return battle.but(over=True)  # type: ignore[no-any-return]
    if both_done and battle.turns is not None and battle.turn >= battle.turns:
        return battle.but(over=True)  # type: ignore[no-any-return]
    following = battle.but(active=1 - battle.active, turn=battle.turn + both_done, said=())
    if following.turn > MOST_TURNS:
        return battle.but(over=True)  # type: ignore[no-any-return]
    if battle.turns is None and both_done:
        text = f"Turn {battle.turn} is over. Another turn?"
        options = (Option(GO_ON), Option(END))
        if table.choose("next turn", options, default=GO_ON, rules=(goes_on,), text=text) == END:
            return battle.but(over=True)  # type: ignore[no-any-return]
    return following  # type: ignore[no-any-return]


def merged(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Ranks of plain kinds, sorted, those that are alike as one."""
    return merge_neighbours(sorted(ranks, key=lambda rank: (rank.kind, rank.left)))


def unit_row(b: Any, company: Any, *besides: str) -> UnitRow:
    """A unit on the status screen: who is hurt, its marks and when they end, and what else there is to say."""
    unit = company.unit.value
    hurt = [
        f"{unit.models[rank.kind][0].name} {rank.left} of {unit.models[rank.kind][0].wounds}"
        for rank in company.ranks
        if rank.left < unit.models[rank.kind][0].wounds
        for _ in range(rank.n)
    ]
    marks = tuple(
        mark.name + (f" (to the end of turn {mark.until[0]}, {b.sides[mark.until[1]].name})" if mark.until else "")
        for mark in company.marks
    )
    of = sum(n for _, n in unit.models)
    return UnitRow(unit.name, models(company.ranks), of, ", ".join(hurt), (*marks, *besides), tuple(kind_rows(company)))


def kind_rows(company: Any) -> Iterator[KindRow]:
    """Each kind of model that a unit is made of, as it stands now."""
    for place, (model, start) in enumerate(company.unit.value.models):
        own = [rank for rank in company.ranks if rank.kind == place]
        hurt = [rank.left for rank in own for _ in range(rank.n) if rank.left < model.wounds]
        note = f"{', '.join(map(str, hurt))} of {model.wounds} left" if hurt else ""
        yield KindRow(model.name, models(own), start, note, model.plural)


def headline(b: Battle, who: str = "", whom: str = "", now: int | None = None) -> Headline:
    """Where the battle stands. ``now``: whose turn to shoot it is: a unit's place, counted as done by some editions."""
    battle: Any = b
    standing = alive(battle.sides[battle.active])
    shot = sum(at in battle.done and at != now for at in standing)  # who shoots now has not shot yet
    return Headline(battle.turn, (shot, len(standing)), who, whom)
