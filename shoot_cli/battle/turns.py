"""Sides, turns, marks, casualties, facts remembered this turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from shoot_cli.engine.names import counted, own_plurals
from shoot_cli.engine.pools import Rank, merge_neighbours, models, wounds
from shoot_cli.engine.questions import Numbers, Option, Question
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import Headline, KindRow, UnitRow
from shoot_cli.engine.table import Table

# Two armies taking turns: what the battles of all editions have in common.

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
    units: tuple[Any, ...]


def two_sides(mine: Any, theirs: Any, battle_unit: Callable[[Any], Any]) -> tuple[Side, Side]:
    """Both armies drawn up; two of one name are told apart."""
    again = theirs.name if theirs.name != mine.name else f"{theirs.name} (2)"
    first, second = (
        Side(name, tuple(battle_unit(unit) for unit in army.units))
        for name, army in ((mine.name, mine), (again, theirs))
    )
    return first, second


def replaced(record: Battle, s: int, i: int, unit: Any) -> Battle:
    """The battle with another unit in this place of this side."""
    battle: Any = record
    battle_units = battle.sides[s].units
    side = battle.sides[s].but(units=(*battle_units[:i], unit, *battle_units[i + 1 :]))
    return battle.but(sides=(side, battle.sides[1]) if s == 0 else (battle.sides[0], side))  # type: ignore[no-any-return]


def alive(side: Side) -> list[int]:
    """Places of the units that have models left."""
    return [i for i, unit in enumerate(side.units) if unit.ranks]


def place_named(units: Iterable[Any], name: str) -> int:
    return next(place for place, unit in enumerate(units) if unit.unit.value.name == name)


def who_shoots(
    battle: Any, units: Iterable[Option], others: Iterable[Option], rules: tuple[str, ...], table: Table
) -> str:
    """The unit that is named; or one of the others, STATE or END_PHASE."""
    units = tuple(units)
    first = next((option.value for option in units if not option.closed), END_PHASE)
    return table.choose(
        "unit", (*units, *others, Option(STATE, "a unit's state ..."), Option(END_PHASE)), default=first, rules=rules,
        text="Which unit shoots?", spent=END_PHASE, nth=len(battle.done),
    )  # fmt: skip


def tell_who_cannot(battle: Any, why_not: Callable[[Any, int], tuple[Reason, ...]], table: Table) -> None:
    """Nobody stands about without a word why (units by reason)."""
    idle: dict[Reason, list[str]] = {}
    for at, unit in enumerate(battle.sides[battle.active].units):
        if unit.ranks and (why := why_not(battle, at)):
            idle.setdefault(why[0], []).append(unit.unit.value.name)
    for reason, names in idle.items():
        table.tell("{names} cannot shoot: {why}", (reason.rule,), why=reason.text, names=", ".join(names))


def battle_goes_on(battle: Any) -> bool:
    return not battle.over


def ask_first(record: Battle, rule: str, table: Table) -> Battle:
    """Who has the first turn."""
    battle: Any = record
    names = [side.name for side in battle.sides]
    text = "Who has the first turn?"
    who = table.choose("first turn", tuple(map(Option, names)), default=names[0], rules=(rule,), text=text)
    return battle.but(active=names.index(who), first=names.index(who))  # type: ignore[no-any-return]


def without_ended(record: Battle, ended: Callable[[Any, str], None] | None = None) -> Battle:
    """Marks that end with this turn come off; ``ended`` is told the unit and each of them."""
    battle: Any = record
    now = (battle.turn, battle.active)
    sides = []
    for side in battle.sides:
        battle_units = []
        for unit in side.units:
            names = [mark.name for mark in unit.marks if mark.until == now]
            if ended:
                for name in names:
                    ended(unit, name)
            battle_units.append(unit.without(*names))
        sides.append(side.but(units=tuple(battle_units)))
    return battle.but(sides=tuple(sides))  # type: ignore[no-any-return]


def following_turn(record: Battle, gone: str, goes_on: str, table: Table) -> Battle:
    """The other player's turn, the next turn, or the end. ``gone``, ``goes_on``: ids of the rules that are named."""
    battle: Any = record
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


def unit_row(battle: Any, battle_unit: Any, *besides: str) -> UnitRow:
    """A unit on the status screen: who is hurt, its marks and when they end, and what else there is to say."""
    unit = battle_unit.unit.value
    hurt = [
        f"{unit.models[rank.kind][0].name} {rank.left} of {unit.models[rank.kind][0].wounds}"
        for rank in battle_unit.ranks
        if rank.left < unit.models[rank.kind][0].wounds
        for _ in range(rank.n)
    ]
    marks = tuple(
        mark.name + (f" (to the end of turn {mark.until[0]}, {battle.sides[mark.until[1]].name})" if mark.until else "")
        for mark in battle_unit.marks
    )
    of = sum(n for _, n in unit.models)
    return UnitRow(
        unit.name, models(battle_unit.ranks), of, ", ".join(hurt), (*marks, *besides), tuple(kind_rows(battle_unit))
    )


def kind_rows(unit: Any) -> Iterator[KindRow]:
    """Each kind of model that a unit is made of, as it stands now."""
    for place, (model, start) in enumerate(unit.unit.value.models):
        own = [rank for rank in unit.ranks if rank.kind == place]
        hurt = [rank.left for rank in own for _ in range(rank.n) if rank.left < model.wounds]
        note = f"{', '.join(map(str, hurt))} of {model.wounds} left" if hurt else ""
        yield KindRow(model.name, models(own), start, note, model.plural)


def headline(record: Battle, who: str = "", whom: str = "", now: int | None = None) -> Headline:
    """Where the battle stands. ``now``: whose turn to shoot it is: a unit's place, counted as done by some editions."""
    battle: Any = record
    standing = alive(battle.sides[battle.active])
    shot = sum(at in battle.done and at != now for at in standing)  # who shoots now has not shot yet
    return Headline(battle.turn, (shot, len(standing)), who, whom)


# What was said of units this turn, so that it is proposed when it is asked again: cover, a distance.

Place = tuple[int, int]  # of a unit: its side, and its place there
Asked = TypeVar("Asked", bound=Question)


class RememberedAnswer(Record):
    """An answer, of ``Numbers`` as pairs. ``about``: the units that it is true of, sorted: two of a distance."""

    about: tuple[Place, ...]
    key: str
    answer: Any


Memory = tuple[RememberedAnswer, ...]


def proposed(question: Asked, memory: Memory, *about: Place) -> Asked:
    """The question with what was said last for its default, if that can be answered now."""
    for said in memory:
        if said.key == question.key and said.about == tuple(sorted(about)):
            answer = dict(said.answer) if isinstance(question, Numbers) else said.answer
            try:
                question.but(default=None).read(answer)  # of ``Numbers`` each must be named
            except BadAnswer:
                break
            return question.but(default=answer)  # type: ignore[return-value]
    return question


def remembering(memory: Memory, told: Mapping[str, Any], *about: Place) -> Memory:
    """With these answers by key, in place of older ones about the same units."""
    units = tuple(sorted(about))
    others = tuple(said for said in memory if said.about != units or said.key not in told)
    return (*others, *(RememberedAnswer(units, key, answer) for key, answer in told.items()))


def forgetting(memory: Memory, unit: Place) -> Memory:
    """Without what was true of this unit where it stood."""
    return tuple(said for said in memory if unit not in said.about)


# What an attack cost a unit, in the same few sentences in every edition: who fell, and one number of those left.

Hurt = tuple[int, tuple[int, ...]]  # models standing; wounds left of those that have lost some
SLAIN, DESTROYED = "slain", "destroyed"


class CasualtyReport(Record):
    """What such a sentence says. ``unit``: its name; ``n``: models; ``left``: how the unit stood then, in words."""

    unit: str
    n: int
    left: str


def tell_fallen(
    table: Table,
    rules: tuple[str, ...],
    unit: Any,
    before: Iterable[Rank],
    after: Iterable[Rank],
    apart: int = 0,
    cause: str = "",
) -> None:
    """Says who fell and who is hurt. ``apart``: models of the unit that stand, but in none of these ranks.

    ``cause``: "Gets Hot", where it was not the enemy.
    """
    after = tuple(after)
    old, new, plurals = by_name(before), by_name(after), dict(own_plurals(unit))
    fell = {name: n - new.get(name, (0, ()))[0] for name, (n, _) in old.items()}
    if any(fell.values()):
        who = ", ".join(counted(n, name, plurals.get(name, "")) for name, n in fell.items() if n)
        left = left_words(unit, models(after) + apart)
        alone = strength(unit) == 1 and not cause
        told = CasualtyReport(unit.name, sum(fell.values()), left)
        table.log_line(left if alone else sentence(f"{who} {SLAIN}", left, cause), rules, told)
    whole = {rank.kind.name: rank.kind.wounds for rank in after}
    for name, (_, hurt) in new.items():
        if hurt and hurt != old[name][1]:
            left = f"{name}: {', '.join(map(str, hurt))} of {whole[name]} wounds left"
            table.log_line(f"{cause}, {left}" if cause else left, rules)


def by_name(ranks: Iterable[Rank]) -> Mapping[str, Hurt]:
    found: dict[str, Hurt] = {}
    for rank in ranks:
        n, hurt = found.get(rank.kind.name, (0, ()))
        more = (rank.left,) * rank.n if rank.left < rank.kind.wounds else ()
        found[rank.kind.name] = n + rank.n, hurt + more
    return found


def sentence(what: str, left: str, cause: str = "") -> str:
    """``6 Boyz slain: Shoota Boyz 14 of 20 left``, ``Gets Hot: 1 Gunner slain, Infantry Squad 9 of 10 left``."""
    return f"{cause}: {what}, {left}" if cause else f"{what}: {left}"


def left_words(unit: Any, left: int) -> str:
    """``Shoota Boyz 14 of 20 left``, ``Shoota Boyz destroyed``"""
    return f"{unit.name} {left} of {strength(unit)} left" if left else f"{unit.name} {DESTROYED}"


def strength(unit: Any) -> int:
    """Models that the list has in it."""
    return sum(n for _, n in unit.models)


def tell_losses(
    table: Table, rules: tuple[str, ...], unit: Any, before: tuple[int, int], after: Iterable[Rank]
) -> None:
    """Says at its end what an attack came to, unless the last thing told of this unit said all of it.

    ``before``: models and wounds.
    """
    after = tuple(after)
    left = models(after)
    lost, hurt = before[0] - left, before[1] > wounds(after)
    if not hurt:
        table.log_line(f"No losses: {unit.name} {left} of {strength(unit)}", rules)
    elif lost:
        told, end = fallen_so_far(table, unit), left_words(unit, left)
        if told and told[-1].left == end and (len(told) == 1 or not left or sum(one.n for one in told) != lost):
            return  # the last thing said all of it, or a sum would count what others did
        in_all = sentence(f"{lost} {SLAIN} in all" if len(told) > 1 else f"{lost} {SLAIN}", end)
        table.log_line(in_all if strength(unit) > 1 else end, rules)
    elif strength(unit) > 1:
        table.log_line(f"Nobody slain: {unit.name} {left} of {strength(unit)}", rules)


def fallen_so_far(table: Table, unit: Any) -> list[CasualtyReport]:
    """What was told of the unit in this attack, the first thing first."""
    found: list[CasualtyReport] = []
    for entry in reversed(table.log):
        if entry.attack != table.attack:
            break
        if isinstance(entry.value, CasualtyReport) and entry.value.unit == unit.name:
            found.append(entry.value)
    return found[::-1]


def points(n: int, what: str) -> str:
    """``1 wound``, ``2 hull points``: what one model loses."""
    return f"{n} {what}{'s' * (n != 1)}"
