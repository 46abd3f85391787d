"""Ways in which a unit fires: from where, and in which modes; and the best attacks at each target.

One rule for all commands that compare. If nobody said where attackers stand, it is as far away as all their main guns
reach. A way says which mode each weapon with several modes has. At each target the way counts that does most by the
measure that is compared. The star of a grid, the best answer and the worst threat follow the same rule.

Every way is a legal choice: the unit fires as the game proposes, but has only these modes. Up to `MOST_TOGETHER`
combinations are all tried, which is exact. Of more, each weapon gets its own best mode while the others fire as
proposed, then these modes are tried together. That is exact for averages where nothing of the damage is too much, and
never less than what is proposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AttackResult
from shoot_cli.analysis.grid import AnswerPairs, AttackerRow, Place, SharedTime, ruleset_of
from shoot_cli.analysis.single_attack import (
    AS_PROPOSED,
    Modes,
    has_values,
    mode_word,
    modes_of,
    names_in,
    said_modes,
    unit_with_modes,
    with_modes,
    without_lacking,
    worked_out,
)
from shoot_cli.engine.names import name_key, percent, same_name
from shoot_cli.engine.reasons import Refusal
from shoot_cli.engine.record import Record
from shoot_cli.input.lists import ALL

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.ruleset import Reach, Ruleset
    from shoot_cli.input.answers import Task


DISTANCE, WEAPON, HALF_RANGE, SHORT = "distance", "weapon", "half_range", "short"  # the keys of these facts
MOST_NAMED = 2  # units that stand at one distance, by name; 1 where there are more than three distances


# One attack ----------------------------------------------------------------------------------------------------------


class ProposedDistances:
    """Where attackers stand: the greatest distance at which all their main guns reach the target.

    If all are within half range, and nobody says the distance, it is half of that.

    :param given: the answers for all attacks. If they say the distance or half range, nobody is put anywhere
    :ivar given: the answers of the attacks, without half range if the distance is half for it
    """

    def __init__(self, ruleset: Ruleset, given: Mapping[str, Any]) -> None:
        close = [key for key in given if same_name(key, HALF_RANGE) and name_key(str(given[key])) in ALL]
        others = {key: value for key, value in given.items() if key not in close}
        asked = any(HALF_RANGE in (pair.one, pair.other) for pair in ruleset.contradictions)
        self.half = bool(close) and asked and not any(map(is_distance, others))
        self.given = others if self.half else given
        self.known: dict[object, tuple[Reach, ...]] = {}

    def distance_of(self, attacker: AttackSide, target: AttackSide, given: grid.AnswerPairs = ()) -> float | None:
        """Return the distance of this attack; None if it was said, if no weapon has a range, or in combat.

        :param given: what else is said of this attack
        """
        answers = {**self.given, **dict(given)}
        if any(is_distance(key) for key in answers):
            return None
        distance = greatest(self.reaches(attacker, target, answers), names_in(answers.get(WEAPON, "")))
        return distance / 2 if self.half and distance is not None else distance

    def reaches(self, attacker: AttackSide, target: AttackSide, answers: Mapping[str, Any]) -> tuple[Reach, ...]:
        """Return how far each weapon reaches with these answers; () for units that are locked with each other."""
        key = (attacker.as_one, target.as_one, *sorted(map(str, answers.items())))
        if key not in self.known:
            ruleset = ruleset_of(target)
            settings = {**ruleset.defaults(), **dict(attacker.settings), **dict(target.settings), **answers}
            self.known[key] = ruleset.reaches(attacker.as_one, target.as_one, settings)
        return self.known[key]


def is_distance(key: str) -> bool:
    """Return True if this fact is the distance, or a part of the range."""
    return any(same_name(key.partition(":")[0], name) for name in (DISTANCE, HALF_RANGE, SHORT))


def greatest(reaches: Iterable[Reach], names: Sequence[str] = ()) -> float | None:
    """Return the greatest distance at which all main guns reach; None without any. Of modes the farthest counts.

    :param names: the only weapons that fire; () for all. Side arms count if nothing else fires
    """
    wanted = {*map(name_key, names)}
    all_reaches = [*reaches]
    named_weapons = [reach for reach in all_reaches if wanted & {name_key(reach.weapon), name_key(reach.family)}]
    fired = named_weapons or all_reaches
    guns = [reach for reach in fired if not reach.aside] or fired
    families: dict[str, float] = {}
    for reach in guns:
        families[reach.family] = max(float(reach.distance), families.get(reach.family, 0.0))
    return min(families.values(), default=None)


def as_answer(far: float) -> tuple[str, str]:
    return DISTANCE, f"{far:g}"


# Many attacks --------------------------------------------------------------------------------------------------------


class Placed:
    """Attacks to compute, each from its own distance: equal rows at equal distances are one row."""

    def __init__(self) -> None:
        self.rows: list[AttackerRow] = []
        self.places: dict[Place, Place] = {}  # by the number and column of an attack those of its row
        self.numbers: dict[tuple[int, float | None], int] = {}

    def add(self, place: Place, row: AttackerRow, far: float | None) -> None:
        """Add an attack: the number of its row, and its column."""
        number = self.numbers.setdefault((place[0], far), len(self.rows))
        if number == len(self.rows):
            self.rows.append(row if far is None else row.but(given=(*row.given, as_answer(far))))
        self.places[place] = number, place[1]

    def worked_out(
        self, columns: Sequence[AttackSide], given: Mapping[str, Any], **options: Any
    ) -> dict[Place, AttackResult]:
        """Return the attacks that were computed, as `grid.worked_out_at` does."""
        results = grid.worked_out_at(self.places.values(), self.rows, columns, given, **options)
        return {place: not_of_distance(results[own], given) for place, own in self.places.items() if own in results}


def not_of_distance(result: AttackResult, given: Mapping[str, Any]) -> AttackResult:
    """Return the result without remarks that the distance was not used, if nobody gave it."""
    answers = result.answers
    remarks = {"unused": answers.unused, "not_asked": answers.not_asked, "unknown": answers.unknown}
    if DISTANCE in given or not any(DISTANCE in entries for entries in remarks.values()):
        return result
    kept = {name: {key: why for key, why in entries.items() if key != DISTANCE} for name, entries in remarks.items()}
    return result.but(answers=answers.but(**kept))


# In words ------------------------------------------------------------------------------------------------------------


class RowDistances(Record):
    """How far a row is from each target; None at targets at which it stands where it was said."""

    title: str
    fars: tuple[float | None, ...]


def distance_words(
    ruleset: Ruleset, rows: Sequence[RowDistances], targets: Sequence[str], given: Any = None, half: bool = False
) -> str:
    """Return a sentence about the distances of a comparison; "" if each attack proposes its own.

    :param given: the distance that was said, or None
    :param half: True if they stand at half of that distance
    """
    if given is not None:
        return f"Distance: {with_length(ruleset, given)}, as you say. What does not reach that far does nothing."
    usual: dict[float, list[str]] = {}
    nearer: dict[float, dict[str, None]] = {}
    for row in rows:
        fars = [far for far in row.fars if far is not None]
        if not fars:
            continue
        usual.setdefault(max(fars), []).append(row.title)
        for name, far in zip(targets, row.fars, strict=True):
            if far is not None and far < max(fars):
                nearer.setdefault(far, {})[name] = None
    if not usual:
        return ""
    what = "half the greatest" if half else "the greatest"
    if len(usual) == 1:
        guns = "main guns" if len(rows) > 1 else "its main guns"
        words = f"Distance: {with_length(ruleset, next(iter(usual)))}, {what} at which all {guns} reach"
    else:
        most = MOST_NAMED if len(usual) <= 3 else 1
        distances = [f"{with_length(ruleset, far)} ({named(usual[far], most)})" for far in sorted(usual)]
        words = f"Distance: {what} at which all its main guns reach: {', '.join(distances)}"
    near = [f"{with_length(ruleset, far)} at {named([*names])}" for far, names in sorted(nearer.items())]
    return f"{words}; {', '.join(near)}, seen from no farther." if near else f"{words}."


def with_length(ruleset: Ruleset, far: Any) -> str:
    return f"{far:g}{ruleset.length}" if isinstance(far, (int, float)) else f"{far}{ruleset.length}"


def named(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return the first names, and how many more there are."""
    unique = [*dict.fromkeys(names)]
    more = len(unique) - most
    return ", ".join(unique[:most]) + (f" and {more} more" if more > 0 else "")


LIKELY = 0.05  # the smallest chance to destroy, or share of the target, that is called the best
LIKELY_TEXT = f"{LIKELY:.0%}"
DIGITS = 9
EQUAL: float = 10**-DIGITS  # smaller differences do not count

# Who is called the best, by the compared measure.
WHO = {
    "kill": f"whoever is likeliest to destroy it, or takes most of it where nobody reaches {LIKELY_TEXT}",
    "share": "whoever takes most of it",
    "mean": "whoever takes most of it",
    "points": "whoever removes most for its points",
}


class AttackCell(Record):
    """One attack of a comparison. ``value`` is what is compared; None if there is none. A higher value is better.

    ``fired`` has the modes of its weapons that were chosen, and ``ways`` the attack in each way that was tried; () for
    a single one (`ways_to_fire.py`). ``distance`` is how far away the attacker stands; None if that was said or
    proposed.
    """

    result: AttackResult
    value: float | None = None
    fired: tuple[str, ...] = ()
    distance: float | None = None
    ways: tuple[AttackCell, ...] = ()

    @property
    def deciding_modes(self) -> tuple[str, ...]:
        """Those of `fired` that matter. All modes of a weapon that does not fire do as much: a pistol beside rifles."""
        equal_ways = {way.fired for way in self.ways if rank(way) == rank(self)}
        others = [way.fired for way in self.ways if len(way.fired) == len(self.fired) > 1]
        modes_that_matter = []
        for index, mode in enumerate(self.fired):
            other_ways = [way for way in others if {*way} - {way[index]} == {*self.fired} - {mode}]
            if not other_ways or not equal_ways.issuperset(other_ways):
                modes_that_matter.append(mode)
        return tuple(modes_that_matter)

    @property
    def mode(self) -> str:
        """The modes in which its weapons fire, in words; "" if none was chosen."""
        return ", ".join(self.deciding_modes)


def ways_in(cell: AttackCell) -> Sequence[AttackCell]:
    """Return the attack in each way that was tried."""
    return cell.ways or (cell,)


def cell_of(ways: Sequence[AttackCell]) -> AttackCell:
    """Return one cell for an attack that was computed in these ways."""
    return ways[0].but(ways=tuple(ways)) if len(ways) > 1 else ways[0]


Cells = Sequence[Sequence[AttackCell]]  # a row for each attacker, a cell for each target


class Judged(Record):
    """The cells with their values. ``best`` has for each target the indexes of the best rows; () if nobody is.

    ``measures`` has for each target the measure that is compared.
    """

    cells: tuple[tuple[AttackCell, ...], ...]
    best: tuple[tuple[int, ...], ...]
    measures: tuple[str, ...]


def judged(
    what: str, attackers: Sequence[AttackSide], targets: Sequence[AttackSide], cells: Cells, falls_back: bool = True
) -> Judged:
    """Return the value of each cell, and the best at each target.

    Where nobody has a fair chance to destroy a target, ``kill`` falls back to ``share``. Nobody is the best without a
    fair chance, or a fair share of the target; if its damage has no end, any damage is enough.

    :param what: the measure, one of `grid.WHAT`
    :param falls_back: False if all targets are to have the same measure
    """
    measures = tuple(
        measure_of(what, [row[index] for row in cells]) if falls_back else what for index in range(len(targets))
    )
    valued_cells = tuple(
        tuple(
            valued(measure, side.as_one, target, cell)
            for measure, target, cell in zip(measures, targets, row, strict=True)
        )
        for side, row in zip(attackers, cells, strict=True)
    )
    best = tuple(
        best_at(measure, target, [row[index] for row in valued_cells])
        for index, (measure, target) in enumerate(zip(measures, targets, strict=True))
    )
    return Judged(valued_cells, best, measures)


def measure_of(what: str, column: Sequence[AttackCell]) -> str:
    """Return the measure by which these attacks at one target are compared."""
    known = [way.result.destroyed for cell in column for way in cell.ways or (cell,) if not way.result.why_not]
    return "share" if what == "kill" and known and max(known) < LIKELY else what


def valued(measure: str, attacker: Any, target: AttackSide, cell: AttackCell) -> AttackCell:
    """Return the cell with its value, and in the mode that does most."""

    def value_in(way: AttackCell) -> float | None:
        return value_of(measure, ruleset_of(target), way.result, attacker, target.as_one)

    if not cell.ways:
        return cell.but(value=value_in(cell))
    valued_ways = [way.but(value=value_in(way)) for way in cell.ways]
    return max(valued_ways, key=rank).but(ways=tuple(valued_ways))


def rank(cell: AttackCell) -> tuple[float, float]:
    """Return the sort key of an attack in one mode. The first of equal modes counts, and tiny differences do not."""
    return (-1.0 if cell.value is None else round(cell.value, DIGITS), round(cell.result.average("damage"), DIGITS))


def value_of(what: str, ruleset: Ruleset, result: AttackResult, attacker: Any, target: Any) -> float | None:
    """Return the number that `what` compares; None if there is none. A higher number is better."""
    if result.why_not:
        return None
    if what == "kill":
        return result.destroyed
    if what == "share":
        share = grid.share_lost(ruleset, target, result)
        return result.average("damage") if share is None else share
    if what == "points":
        return grid.per_100(attacker, target, result.average("slain"))
    return grid.mean(ruleset, target, result)


def best_at(measure: str, target: AttackSide, column: Sequence[AttackCell]) -> tuple[int, ...]:
    """Return the indexes of the best attacks at one target, which have their values; several if they are equal."""
    most = max((cell.value for cell in column if cell.value is not None), default=0.0)
    if most <= EQUAL:
        return ()
    least = most - EQUAL * max(1.0, most)
    best = [index for index, cell in enumerate(column) if cell.value is not None and cell.value >= least]
    return tuple(index for index in best if is_fair(measure, target, column[index].result))


def is_fair(measure: str, target: AttackSide, result: AttackResult) -> bool:
    """Return True if the attack does enough to be called the best."""
    if measure == "kill":
        return result.destroyed >= LIKELY
    share = grid.share_lost(ruleset_of(target), target.as_one, result)
    return share is None or share >= LIKELY


LEAST_GAIN = 1.01  # how much better modes must be, as a factor, to be named
MOST_TOGETHER = 4  # most combinations of modes that are all tried


# At one target -------------------------------------------------------------------------------------------------------


class Fired(NamedTuple):
    """One attack to compute: the modes, the row, and where it stands. None is as in `AttackCell.distance`."""

    modes: Modes
    row: AttackerRow
    distance: float | None


def ways_of(side: AttackSide, target: AttackSide, proposed: ProposedDistances, given: AnswerPairs = ()) -> list[Fired]:
    """Return the ways in which a unit may fire at a target. All stand where the whole unit stands.

    At half range each stands at half of its own range. What was said of weapons or of who fires is not changed.

    :param given: what else is said of this attack, such as a fact that is tried
    """
    distance = proposed.distance_of(side, target, given)
    answers = {**proposed.given, **dict(given)}
    fired = []
    for way in combinations(side, [target], answers, distance, proposed.reaches(side, target, answers)):
        shooter = with_modes(side, way)
        fired.append(
            Fired(
                way,
                AttackerRow(shooter, given),
                proposed.distance_of(shooter, target, given) if proposed.half else distance,
            )
        )
    return fired


def combinations(
    side: AttackSide,
    targets: Sequence[AttackSide],
    answers: Mapping[str, Any],
    distance: float | None,
    reaches: Iterable[Reach],
) -> list[Modes]:
    """Return the modes to try: all combinations if they are few, else as proposed and each mode alone.

    At several targets weapons with several values are also fired as proposed, which differs from target to target.
    """
    modes_of_weapons = [] if any(map(names_weapons, answers)) else choices(side, targets, answers, distance, reaches)
    if prod(map(len, modes_of_weapons)) <= MOST_TOGETHER:
        proposed = [AS_PROPOSED] if modes_of_weapons and len(targets) > 1 and has_values(side.as_one) else []
        return [*proposed, *product(*modes_of_weapons)]
    return [AS_PROPOSED, *((mode,) for modes in modes_of_weapons for mode in modes)]


def names_weapons(key: str) -> bool:
    return any(same_name(key.partition(":")[0], name) for name in ("weapon", "firing"))


def choices(
    side: AttackSide,
    targets: Sequence[AttackSide],
    answers: Mapping[str, Any],
    distance: float | None,
    reaches: Iterable[Reach],
) -> list[list[str]]:
    """Return the modes of each weapon of which several reach the target, and of which none was said."""
    unit = side.as_one
    with suppress(Refusal):  # the attack itself will say why
        unit = unit_with_modes(unit, said_modes(unit, without_lacking(unit, answers))[0])
    given = {name_key(key.partition(":")[2]) for key in answers}  # such as value:WEAPON
    modes_by_weapon = modes_of(unit, targets=[target.as_one for target in targets])
    modes_of_weapons = [modes for name, modes in modes_by_weapon.items() if name_key(name) not in given]
    if not modes_of_weapons:
        return []
    reach = {weapon_reach.weapon: float(weapon_reach.distance) for weapon_reach in reaches}
    inches = distance if distance is not None else inches_of(answers)
    names = ([mode.name for mode in modes] for modes in modes_of_weapons)
    modes_in_reach = (
        [name for name in modes if inches is None or reach.get(name, inches) >= inches] for modes in names
    )
    return [modes for modes in modes_in_reach if len(modes) > 1]


def inches_of(answers: Mapping[str, Any]) -> float | None:
    """Return the distance that was said; None if it was not, or is no number."""
    given = next((value for key, value in answers.items() if same_name(key, DISTANCE)), None)
    try:
        return None if given is None else float(given)
    except (TypeError, ValueError):
        return None


def together(unit: Any, cells: Sequence[AttackCell]) -> Modes:
    """Return the best mode of each weapon, of cells in which single weapons have one; () if at most one is better.

    :param cells: with their values; the first is as proposed
    """
    weapons = {mode.name: name for name, modes in modes_of(unit).items() for mode in modes}
    usual, *others = cells
    best: dict[str, AttackCell] = {}
    for cell in sorted(others, key=rank):
        if rank(cell) > rank(usual):
            best[weapons[cell.fired[0]]] = cell
    return tuple(cell.fired[0] for cell in best.values()) if len(best) > 1 else ()


# Many attacks --------------------------------------------------------------------------------------------------------


def fired_cells(
    ways_by_place: Sequence[Sequence[Sequence[Fired]]],
    columns: Sequence[AttackSide],
    given: Mapping[str, Any],
    **options: Any,
) -> list[list[list[AttackCell]]]:
    """Return a cell for each way, by row and column. All first ways are computed before any second one.

    :param options: as for `grid.worked_out_at`
    """
    placed, numbers = Placed(), dict[tuple[int, Modes], int]()
    most = max((len(ways) for row in ways_by_place for ways in row), default=0)
    for nth in range(most):
        for i, row in enumerate(ways_by_place):
            for j, ways in enumerate(row):
                if nth < len(ways):
                    number = numbers.setdefault((i, ways[nth].modes), len(numbers))
                    placed.add((number, j), ways[nth].row, ways[nth].distance)
    results = placed.worked_out(columns, given, **options)
    return [
        [
            [AttackCell(results[numbers[i, way.modes], j], fired=way.modes, distance=way.distance) for way in ways]
            for j, ways in enumerate(row)
        ]
        for i, row in enumerate(ways_by_place)
    ]


# One attack ----------------------------------------------------------------------------------------------------------


def modes_fired(unit: Any, result: AttackResult) -> set[str]:
    """Return the modes that the game proposed and nobody said, by the answers that were assumed."""
    said = [value for key, value in result.answers.assumed.items() if key.partition(":")[0] in ("weapon", "firing")]
    parts = [part for value in said for part in value.split(", ")]
    names = {part.lstrip("0123456789").lstrip() for part in parts}
    return {mode.name for modes in modes_of(unit).values() for mode in modes if mode.name in names}


def better_modes(task: Task, result: AttackResult, seconds: float | None) -> str:
    """Return a sentence about the modes that take more of the target than those that were fired, or else about these.

    It is "" where no weapon with several modes fired as proposed.

    :param result: the result of the attack, as it was proposed
    :param seconds: of CPU time for all modes; what has none left is not tried
    """
    from shoot_cli.armies import AttackSide

    attacker, target = AttackSide("", task.attacker, task.ruleset.name), AttackSide("", task.target, task.ruleset.name)
    answers = {**task.answers, **task.settings}
    time, cells = SharedTime(seconds), [AttackCell(result)]
    reaches = ProposedDistances(task.ruleset, answers).reaches(attacker, target, answers)
    all_ways = combinations(attacker, [target], answers, None, reaches)
    fired_now = modes_fired(task.attacker, result)
    modes_now = [
        f"{weapon}: {mode_word(mode.name, weapon)}"
        for weapon, modes in modes_of(task.attacker).items()
        for mode in modes
        if mode.name in fired_now
    ]
    as_proposed = f"Fired as proposed ({'; '.join(modes_now)})." if modes_now else ""
    if len(all_ways) < 2:
        return as_proposed
    alone = {(mode,) for way in all_ways for mode in way}
    ways = [*sorted(alone), *(way for way in all_ways if way not in alone)]  # of equal ways, the one with fewest words
    ways = [way for way in ways if {*way} != fired_now]  # what was fired is known
    for nth, way in enumerate(ways):
        with suppress(Refusal):
            if not time.is_over() and way:
                task_with_modes = task._replace(attacker=unit_with_modes(task.attacker, way))
                part = time.part(None, len(ways) - nth)
                cells.append(
                    AttackCell(worked_out(task_with_modes, seconds=part, explain=False, tokens=False), fired=way)
                )
    best = judged("share", [attacker], [target], [[cell_of(cells)]]).cells[0][0]
    if not best.fired or (best.value or 0.0) < LEAST_GAIN * (best.ways[0].value or 0.0):
        return as_proposed
    fired = [mode for modes in modes_of(task.attacker).values() for mode in modes if mode.name in best.fired]
    costs = dict.fromkeys(cost for mode in fired for cost in mode.costs)
    cost_words = f" ({', '.join(costs)})" if costs else ""
    lost = f"{best.result.average('damage'):.2f} {task.ruleset.nouns[2]} lost"
    effect_words = f"destroyed {percent(best.result.destroyed)}, {lost} on average"
    proposed_words = as_proposed or "Fired as proposed."
    return f'{proposed_words} Other modes{cost_words} do more: {effect_words}, with --set "mode={best.mode}".'
