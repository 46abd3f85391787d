"""Sides, turns, marks, told effects, casualties, and facts remembered during a turn, for the battles of all editions.

Told effects are marks: whose they are, until when, and how they end (EVE-20 to 36). What their words do is a matter of
the edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from shoot_cli.engine.names import counted, own_plurals, plural
from shoot_cli.engine.pools import Rank, merge_neighbours, models, wounds
from shoot_cli.engine.questions import Number, Numbers, Option, Question
from shoot_cli.engine.reasons import BadAnswer, Reason, listed
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import DamagedModel, Headline, KindRow, UnitRow
from shoot_cli.engine.table import Table

# Two armies in turns.

MOST_TURNS = 20
GO_ON, END = "go on", "end the battle"
STATE, HAPPENED, END_PHASE = "a unit's state", "something happened", "end the phase"

Company = TypeVar("Company", bound="HasMarks")
Battle = TypeVar("Battle")


class Mark(Record):
    """A state of a unit. `until` is (turn, active side) at whose end it goes; None: until somebody removes it. If
    `once` is True, it also goes with the next attack by or at the unit."""

    name: str
    until: tuple[int, int] | None = None
    once: bool = False


class HasMarks(Protocol):
    @property
    def marks(self) -> tuple[Mark, ...]: ...

    def but(self: Company, **changed: Any) -> Company: ...


class Marked:
    """Records with `marks`, at most one of each name."""

    __slots__ = ()

    def marked(self: HasMarks, name: str) -> bool:
        # called for all units at every prompt
        return bool(self.marks) and any(mark.name == name for mark in self.marks)

    def with_mark(self: Company, mark: Mark) -> Company:
        return self.but(marks=(*(old for old in self.marks if old.name != mark.name), mark))

    def without(self: Company, *names: str) -> Company:
        return self.but(marks=tuple(mark for mark in self.marks if mark.name not in names))


class Side(Record):
    name: str
    units: tuple[Any, ...]


def two_sides(mine: Any, theirs: Any, battle_unit: Callable[[Any], Any]) -> tuple[Side, Side]:
    """Return both armies as sides. If both have the same name, the second one gets " (2)"."""
    second_name = theirs.name if theirs.name != mine.name else f"{theirs.name} (2)"
    first, second = (
        Side(name, tuple(battle_unit(unit) for unit in army.units))
        for name, army in ((mine.name, mine), (second_name, theirs))
    )
    return first, second


def unit_at(battle: Any, place: Place) -> Any:
    side, index = place
    return battle.sides[side].units[index]


def replaced(record: Battle, s: int, i: int, unit: Any) -> Battle:
    """Return the battle with another unit at index `i` of side `s`."""
    battle: Any = record
    battle_units = battle.sides[s].units
    side = battle.sides[s].but(units=(*battle_units[:i], unit, *battle_units[i + 1 :]))
    return battle.but(sides=(side, battle.sides[1]) if s == 0 else (battle.sides[0], side))  # type: ignore[no-any-return]


def alive(side: Side) -> list[int]:
    """Return the indexes of the units with models left."""
    return [i for i, unit in enumerate(side.units) if unit.ranks]


def place_named(units: Iterable[Any], name: str) -> int:
    return next(index for index, unit in enumerate(units) if unit.unit.value.name == name)


def who_shoots(
    battle: Any, units: Iterable[Option], others: Iterable[Option], rules: tuple[str, ...], table: Table
) -> str:
    """Ask which unit shoots. Return its name, one of the other options, STATE, or END_PHASE."""
    units, others = tuple(units), tuple(others)
    cheaper = tuple(option for option in others if option.less)  # out of sight, and so behind all that have a number
    others = tuple(option for option in others if not option.less)
    ready = [option.value for option in units if not option.closed]
    first = ready[0] if ready else END_PHASE
    left = f"{counted(len(ready), 'unit')} can still shoot" if ready else ""
    rows = *units, *others, Option(STATE, "a unit's state ..."), Option(END_PHASE, doubt=left), *cheaper
    return table.choose(
        "unit", rows, default=first, rules=rules, text="Which unit shoots?", spent=END_PHASE, nth=len(battle.done),
    )  # fmt: skip


THEY = {"has": "have", "is": "are", "was": "were", "does": "do"}  # verbs of one, and of several; others lose their s


def tell_who_cannot(battle: Any, why_not: Callable[[Any, int], tuple[Reason, ...]], table: Table) -> None:
    """Log which units cannot shoot, grouped by reason."""
    idle: dict[Reason, list[str]] = {}
    for index, unit in enumerate(battle.sides[battle.active].units):
        if unit.ranks and (why := why_not(battle, index)):
            idle.setdefault(why[0], []).append(unit.unit.value.name)
    tell_idle(idle, "shoot", table)


def tell_idle(idle: Mapping[Reason, Sequence[str]], what: str, table: Table) -> None:
    """Log which of these cannot do it, a line for each reason: `Howitzer 1, 2, 3 cannot fire: no ammo`."""
    for reason, names in idle.items():
        bases = [name.rstrip("0123456789") for name in names]
        shown = [
            name.removeprefix(base) if base.endswith(" ") and base == before else name
            for name, base, before in zip(names, bases, ("", *bases), strict=False)
        ]
        why_all = plural_reason(reason.text) if len(names) > 1 else reason.text
        table.tell("{names} cannot {what}: {why}", (reason.rule,), why=why_all, what=what, names=", ".join(shown))


def plural_reason(reason: str) -> str:
    """Return the reason of one unit as that of several.

    >>> plural_reason("it has no ranged weapons"), plural_reason("it performs an action"), plural_reason("it ran")
    ('they have no ranged weapons', 'they perform an action', 'they ran')
    """
    subject, _, rest = reason.partition(" ")
    if subject != "it":
        return reason
    verb, space, more = rest.partition(" ")
    return f"they {THEY.get(verb, verb.removesuffix('s'))}{space}{more}"


def battle_goes_on(battle: Any) -> bool:
    return not battle.over


def ask_first(record: Battle, rule: str, table: Table) -> Battle:
    battle: Any = record
    names = [side.name for side in battle.sides]
    text = "Who has the first turn?"
    about = f"The mission or a roll-off decides it: settle it, and choose. Enter takes {names[0]}."
    options = tuple(map(Option, names))
    who = table.choose("first turn", options, default=names[0], rules=(rule,), text=text, about=about)
    return battle.but(active=names.index(who), first=names.index(who))  # type: ignore[no-any-return]


def without_ended(record: Battle, ended: Callable[[Any, str], None] | None = None) -> Battle:
    """Remove marks that end with this turn. `ended` is called with the unit and the name of each."""
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


ANOTHER_TURN = "next turn"  # the key of the question whether they play on


def following_turn(record: Battle, gone: str, goes_on: str, table: Table, rounds: int | None = None) -> Battle:
    """Return the battle in the other player's turn, in the next turn, or over. `gone` and `goes_on` are rule ids.

    `rounds` is how many the game has, if players did not say how many turns they play.
    """
    battle: Any = record
    both_done = battle.active != battle.first
    for side in battle.sides:
        if not alive(side):
            table.tell("{side} has nobody left", (gone,), side=side.name)
            return battle.but(over=True)  # type: ignore[no-any-return]
    if both_done and battle.turns is not None and battle.turn >= battle.turns:
        return battle.but(over=True)  # type: ignore[no-any-return]
    following = battle.but(active=1 - battle.active, turn=battle.turn + both_done, remembered=())
    if following.turn > MOST_TURNS:
        return battle.but(over=True)  # type: ignore[no-any-return]
    if battle.turns is None and both_done:
        if battle.turn == rounds and table.needless(ANOTHER_TURN):
            return battle.but(over=True)  # type: ignore[no-any-return]
        text = f"Turn {battle.turn} is over. Another turn?"
        options = (Option(GO_ON), Option(END))
        if table.choose(ANOTHER_TURN, options, default=GO_ON, rules=(goes_on,), text=text) == END:
            return battle.but(over=True)  # type: ignore[no-any-return]
    return following  # type: ignore[no-any-return]


def merged(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Return the ranks sorted, with equal ones merged."""
    return merge_neighbours(sorted(ranks, key=lambda rank: (rank.kind, rank.left)))


def unit_row(battle: Any, battle_unit: Any, *besides: str) -> UnitRow:
    """Return the status row of a unit: damaged models, marks with their end, and the texts `besides`."""
    unit = battle_unit.unit.value
    damaged = tuple(
        DamagedModel(model.name, f"{model.name} {rank.left} of {model.wounds} wounds")
        for rank in battle_unit.ranks
        if rank.left < (model := unit.models[rank.kind][0]).wounds
        for _ in range(rank.n)
    )
    marks = tuple(
        mark.name + (f" (to the end of turn {mark.until[0]}, {battle.sides[mark.until[1]].name})" if mark.until else "")
        for mark in battle_unit.marks
    )
    listed = sum(n for _, n in unit.models)
    hurt, kinds = ", ".join(model.words for model in damaged), tuple(kind_rows(battle_unit))
    return UnitRow(unit.name, models(battle_unit.ranks), listed, hurt, (*marks, *besides), kinds, damaged=damaged)


def kind_rows(unit: Any) -> Iterator[KindRow]:
    """Yield a row for each kind of model in the unit."""
    for index, (model, start) in enumerate(unit.unit.value.models):
        ranks = [rank for rank in unit.ranks if rank.kind == index]
        hurt = [rank.left for rank in ranks for _ in range(rank.n) if rank.left < model.wounds]
        note = f"{', '.join(map(str, hurt))} of {model.wounds} wounds left" if hurt else ""
        yield KindRow(model.name, models(ranks), start, note, model.plural)


def headline(record: Battle, who: str = "", whom: str = "", now: int | None = None) -> Headline:
    """Return the headline. `now` is the index of the shooting unit, which some editions already count as done."""
    battle: Any = record
    standing = alive(battle.sides[battle.active])
    shot = sum(index in battle.done and index != now for index in standing)  # the shooting unit has not finished
    return Headline(battle.turn, (shot, len(standing)), who, whom)


# Answers about units, such as cover or a distance, which are proposed again in the same turn.

Place = tuple[int, int]  # of a unit: the index of its side, and its index there
Asked = TypeVar("Asked", bound=Question)


class RememberedAnswer(Record):
    """An answer; for `Numbers`, pairs. `about` are the units that it concerns, sorted: two for a distance."""

    about: tuple[Place, ...]
    key: str
    answer: Any


Memory = tuple[RememberedAnswer, ...]


def proposed(question: Asked, memory: Memory, *about: Place) -> Asked:
    """Return the question with the last answer as its default, if this answer is still possible."""
    for old in memory:
        if old.key == question.key and old.about == tuple(sorted(about)):
            answer = dict(old.answer) if isinstance(question, Numbers) else old.answer
            try:
                question.but(default=None).read(answer)  # without a default, `Numbers` must name each
            except BadAnswer:
                break
            return question.but(default=answer)  # type: ignore[return-value]
    return question


def remembered_answer(memory: Memory, key: str, *about: Place) -> Any:
    """Return the answer about these units in this turn; None if there is none."""
    return next((old.answer for old in memory if old.key == key and old.about == tuple(sorted(about))), None)


def remembering(memory: Memory, answers: Mapping[str, Any], *about: Place) -> Memory:
    """Return the memory with these answers by key, in place of older ones about the same units."""
    units = tuple(sorted(about))
    others = tuple(old for old in memory if old.about != units or old.key not in answers)
    return (*others, *(RememberedAnswer(units, key, answer) for key, answer in answers.items()))


def forgetting(memory: Memory, unit: Place) -> Memory:
    """Return the memory without answers that concern this unit, because it moved."""
    return tuple(old for old in memory if unit not in old.about)


# How far the target is.

MOST_REACHES = 3  # named beside a question
UNLIMITED = 1000  # inches; what reaches so far reaches everywhere


class GunReach(NamedTuple):
    """How far `n` equal weapons reach: `reach` inches. `nearer` says what begins nearer, as in `half 12"`, or is ""."""

    name: str
    n: int
    reach: float
    nearer: str = ""


def reach_words(guns: Iterable[GunReach], length: str = '"') -> tuple[str, float]:
    """Return how far weapons reach, the farthest first, and the farthest number; 0 without any. `length` is the unit.

    >>> reach_words([GunReach("boltgun", 5, 24, 'half 12"'), GunReach("lascannon", 1, 48)])
    ('reach: lascannon 48"; boltguns 24" (half 12")', 48)
    """
    alike: dict[tuple[float, str], dict[str, int]] = {}
    for gun in guns:
        names = alike.setdefault((gun.reach, gun.nearer), {})
        names[gun.name] = names.get(gun.name, 0) + gun.n
    for (far, near), names in alike.items():
        for name in names if near else ():  # a weapon of two profiles is named once, with what begins nearer
            alike.get((far, ""), {}).pop(name, None)
    reaches = sorted(((reach, names) for reach, names in alike.items() if names), key=lambda pair: -pair[0][0])
    named = reaches
    if len(reaches) > MOST_REACHES + 1:  # one more is named, as "others" is no shorter
        largest = max(reaches, key=lambda pair: sum(pair[1].values()))
        named = [pair for pair in reaches if pair in reaches[: MOST_REACHES - 1] or pair is largest] or reaches
        named = reaches[:MOST_REACHES] if len(named) < MOST_REACHES else named
    parts = []
    for (far, near), names in named:
        weapons = listed([plural(name) if n > 1 else name for name, n in names.items()], MOST_REACHES)
        far_words = f"{far:g}{length}" if far < UNLIMITED else "any distance"
        parts.append(f"{weapons} {far_words}{f' ({near})' if near else ''}")
    if rest := [pair[0][0] for pair in reaches if pair not in named]:
        parts.append(f"others up to {rest[0]:g}{length}")
    return (f"reach: {'; '.join(parts)}", reaches[0][0][0]) if reaches else ("", 0)


def deciding(question: Number, guns: Iterable[GunReach]) -> Number:
    """Return the question for a distance in inches with the reach of the weapons that it decides on."""
    words, farthest = reach_words(guns)
    return question.but(decides=words, reach=farthest if 0 < farthest < UNLIMITED else None)


def tell_silent(weapons: Iterable[tuple[str, tuple[Reason, ...]]], table: Table) -> None:
    """Tell why weapons cannot fire, those with the same reason together: `boltgun, plasma gun cannot fire: ...`."""
    alike: dict[tuple[Reason, ...], list[str]] = {}
    for name, why in weapons:
        alike.setdefault(why, []).append(name)
    for why, names in alike.items():
        rules = tuple(reason.rule for reason in why)
        table.tell("{names} cannot fire: {why}", rules, names=listed(names), why=why[0].text)


# Losses of a unit, in the same sentences for every edition.

Hurt = tuple[int, tuple[int, ...]]  # models left; wounds left of damaged ones
SLAIN, DESTROYED = "slain", "destroyed"


class LossReport(Record):
    """The content of a sentence about what is left of a unit, with its name."""

    unit: str


class CasualtyReport(LossReport):
    """The content of a sentence about losses: the number of fallen models, and what is left."""

    n: int
    left: str


class ToldLosses(LossReport):
    """The content of a sentence about losses that players told: the index of the army, fallen and returned models.
    `parts` are the names of the units that it is joined of, or its own name, and how many models each has more."""

    side: int
    fell: int
    back: int
    parts: tuple[tuple[str, int], ...] = ()


class Note(Record):
    """The content of a sentence that players only noted, such as the victory points: it changes nothing (EVE-80)."""

    words: str


def tell_fallen(
    table: Table, rules: tuple[str, ...], unit: Any, before: Iterable[Rank], after: Iterable[Rank], apart: int = 0,
    cause: str = "",
) -> None:  # fmt: skip
    """Log who fell and who is damaged. `apart` is the number of models of the unit outside of these ranks. `cause`
    names a cause other than the enemy: "Gets Hot"."""
    after = tuple(after)
    old, new, plurals = by_name(before), by_name(after), dict(own_plurals(unit))
    fell = {name: n - new.get(name, (0, ()))[0] for name, (n, _) in old.items()}
    if any(fell.values()):
        who = ", ".join(counted(n, name, plurals.get(name, "")) for name, n in fell.items() if n)
        left = left_words(unit, models(after) + apart)
        alone = strength(unit) == 1 and not cause
        report = CasualtyReport(unit.name, sum(fell.values()), left)
        table.log_line(left if alone else sentence(f"{who} {SLAIN}", left, cause), rules, report)
    whole = {rank.kind.name: rank.kind.wounds for rank in after}
    for name, (_, hurt) in new.items():
        if hurt and hurt != old[name][1]:
            left = f"{name}: {', '.join(map(str, hurt))} of {whole[name]} wounds left"
            table.log_line(f"{cause}, {left}" if cause else left, rules)


def by_name(ranks: Iterable[Rank]) -> Mapping[str, Hurt]:
    counts: dict[str, Hurt] = {}
    for rank in ranks:
        n, hurt = counts.get(rank.kind.name, (0, ()))
        more = (rank.left,) * rank.n if rank.left < rank.kind.wounds else ()
        counts[rank.kind.name] = n + rank.n, hurt + more
    return counts


def sentence(what: str, left: str, cause: str = "") -> str:
    """Return `6 Boyz slain: Shoota Boyz 14 of 20 left`, or `Gets Hot: 1 Gunner slain, Infantry Squad 9 of 10 left`."""
    return f"{cause}: {what}, {left}" if cause else f"{what}: {left}"


def left_words(unit: Any, left: int) -> str:
    """Return `Shoota Boyz 14 of 20 left` or `Shoota Boyz destroyed`."""
    return f"{unit.name} {left} of {strength(unit)} left" if left else f"{unit.name} {DESTROYED}"


def strength(unit: Any) -> int:
    """Return the number of models of the unit in its list."""
    return sum(n for _, n in unit.models)


def tell_losses(
    table: Table, rules: tuple[str, ...], unit: Any, before: tuple[int, int], after: Iterable[Rank]
) -> None:
    """Log the losses of an attack at its end, unless the last line about this unit told all of them. `before` holds
    models and wounds before the attack."""
    after = tuple(after)
    left = models(after)
    lost, hurt = before[0] - left, before[1] > wounds(after)
    if not hurt:
        table.log_line(f"No losses: {unit.name} {left} of {strength(unit)}", rules, LossReport(unit.name))
    elif lost:
        falls, end = fallen_so_far(table, unit), left_words(unit, left)
        if falls and falls[-1].left == end and (len(falls) == 1 or not left or sum(fall.n for fall in falls) != lost):
            return  # the last line told everything, or the sum would include other losses
        in_all = sentence(f"{lost} {SLAIN} in all" if len(falls) > 1 else f"{lost} {SLAIN}", end)
        table.log_line(in_all if strength(unit) > 1 else end, rules, LossReport(unit.name))
    elif strength(unit) > 1:
        table.log_line(f"Nobody slain: {unit.name} {left} of {strength(unit)}", rules, LossReport(unit.name))


def fallen_so_far(table: Table, unit: Any) -> list[CasualtyReport]:
    """Return the reports about this unit in the current attack, oldest first."""
    reports = (entry.value for entry in table.entries_of_attack())
    return [report for report in reports if isinstance(report, CasualtyReport) and report.unit == unit.name][::-1]


def points(n: int, what: str) -> str:
    """Return points that a model loses: `1 wound`, `2 hull points`."""
    return f"{n} {what}{'s' * (n != 1)}"


# Spans, in the order in which they end (EVE-24)
ATTACK, PHASE, TURN, ROUND, NEXT_TURN, THEIR_NEXT_TURN, BATTLE = SPANS = (
    "this attack", "this phase", "this turn", "this round", "until my next turn", "until their next turn",
    "this battle",
)  # fmt: skip

INCOMING = "Incoming: "  # the first words of an effect on attacks at the unit that has it


class Telling(Mark):
    """An effect that players told of a unit. It is a mark of the unit that it was told of.

    :ivar name: what players call it, or its words; of two tellings with one name the later counts (EVE-26)
    :ivar until: (turn, active side) at whose end it goes; None for "this attack", "this phase" and "this battle"
    :ivar words: the effect in the words of the edition
    :ivar by: the index of the side that told it
    :ivar as_target: True if it works when the unit is shot at, or for whoever attacks it (EVE-22)
    :ivar span: one of `SPANS`
    :ivar of_side: True if it was told of all units of a side; each of them has the telling
    :ivar keywords: those that a unit needs for it, if it was told of all units of a side (EVE-23)
    :ivar cost: what it cost in command points
    :ivar part: a number that tells apart several effects of one name
    :ivar attackers: groups of keywords; with `as_target` whoever attacks the unit needs one group, () for anybody
    :ivar but_not: keywords of which whoever attacks the unit has none
    """

    words: str = ""
    by: int = 0
    as_target: bool = False
    span: str = BATTLE
    keywords: tuple[str, ...] = ()
    cost: int = 0
    of_side: bool = False
    part: int = 0
    attackers: tuple[tuple[str, ...], ...] = ()
    but_not: tuple[str, ...] = ()

    @property
    def of_attacks_at_it(self) -> bool:
        """True if it is about attacks at the unit, whoever has it."""
        return self.as_target or self.words.startswith(INCOMING)

    @property
    def plainly(self) -> str:
        """Return what it does, and its name if it has one: `-1 to hit (Smoke)`."""
        words = self.words.removeprefix(INCOMING)
        return f"{words} ({self.name})" if self.name != self.words else words

    @property
    def shown(self) -> str:
        """Return what is in force on the unit, as screens show it: `whoever attacks it: -1 to hit (Smoke)`."""
        return f"whoever attacks it: {self.plainly}" if self.of_attacks_at_it else self.plainly

    def on(self, unit: str, side: str) -> str:
        """Return what is in force with those who have it: `Stealth (Smoke) on Boyz`."""
        if self.of_side:
            unit = f"{whom(self.keywords)} of {side}"
        return f"attacks at {unit}: {self.plainly}" if self.of_attacks_at_it else f"{self.plainly} on {unit}"


def whom(keywords: tuple[str, ...]) -> str:
    """Return the units of a side that have these keywords: `all INFANTRY`."""
    return " ".join(("all", *keywords))


def end_words(telling: Telling, sides: tuple[str, ...], first: int) -> str:
    """Return until when it is in force: `this phase`, or `until Orks' turn 3` (EVE-24).

    `sides` are the names of both armies. `first` is the index of the army that has the first turn.
    """
    if telling.span not in (NEXT_TURN, THEIR_NEXT_TURN) or telling.until is None:
        return telling.span
    turn, side = telling.until
    return f"until {possessive(sides[1 - side])} turn {turn + (side != first)}"


def possessive(name: str) -> str:
    """
    >>> possessive("Silver Skulls"), possessive("Green Tide")
    ("Silver Skulls'", "Green Tide's")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def end_of(span: str, by: int, turn: int, active: int, first: int) -> tuple[int, int] | None:
    """Return (turn, active side) at whose end a span is over. None: it ends with the attack, the phase or the battle.

    `by` is the side that tells it. `turn`, `active` and `first` are those of the battle.

    >>> end_of(NEXT_TURN, 0, 1, 0, 0)  # the first player, in his turn 1: to the end of the enemy's turn 1
    (1, 1)
    >>> end_of(NEXT_TURN, 1, 1, 1, 0)  # the second player, in his turn 1: to the end of the enemy's turn 2
    (2, 0)
    >>> end_of(THEIR_NEXT_TURN, 0, 1, 0, 0)  # the first player, in his turn 1: the enemy's turn 1 is next
    (1, 0)
    """
    if span == THEIR_NEXT_TURN:
        span, by = NEXT_TURN, 1 - by
    if span == TURN:
        return turn, active
    if span == ROUND:
        return turn, 1 - first
    if span == NEXT_TURN:
        return turn + (active == by and active != first), 1 - by
    return None
