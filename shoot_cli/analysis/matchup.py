"""All units against all units of two lists: in both directions as a report, or one record for each pair.

An interrupted run of records can continue. Each record has the mark of its run (`Matrix.run`), which shows that it
belongs to it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from shoot_cli import __version__
from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AnswerUse, AttackResult, above_all, points, removed
from shoot_cli.analysis.compare import (
    Comparison,
    assumed_defaults,
    compare,
    comparison_document,
    comparison_report,
    footnotes,
    results_in,
    transposed,
    with_shared_use,
)
from shoot_cli.analysis.compared_lines import Candidate, counted_names, guns_of, has_weapons, head_of, kinds_of
from shoot_cli.analysis.grid import AttackerRow, SharedTime, SharedUse, Tell, ruleset_of
from shoot_cli.analysis.report import Cell, Column, Report, Sheet, chance_cell, words_cell
from shoot_cli.analysis.single_attack import AS_PROPOSED, check_modes, misspelt_in, with_modes
from shoot_cli.analysis.ways_to_fire import (
    LIKELY_TEXT,
    WHO,
    AttackCell,
    ProposedDistances,
    cell_of,
    combinations,
    judged,
    together,
)
from shoot_cli.battle.turns import strength
from shoot_cli.engine.budget import SECONDS
from shoot_cli.engine.distributions import Figures, span_text
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.ruleset import Ruleset


KEYS = (
    "run", "attacker_list", "attacker", "attacker_points", "target_list", "target", "target_points", "pairs",
    "destroyed", "slain", "damage", "share", "points_removed", "points_per_100", "mode", "error",
)  # fmt: skip
NAMES = ("attacker_list", "attacker", "target_list", "target")
TEXTS = (*NAMES, "mode")
AT_ONCE, ONE_BY_ONE = 20_000, 200  # pairs computed before they are written: as arrays, and by the solver


class Matrix(Record):
    """Different units against different units. `attackers_times` and `targets_times` say how often each one occurs."""

    attackers: tuple[AttackSide, ...]
    targets: tuple[AttackSide, ...]
    attackers_times: tuple[int, ...]
    targets_times: tuple[int, ...]
    given: tuple[tuple[str, Any], ...] = ()

    def __len__(self) -> int:
        """Return the number of pairs, which is the number of records."""
        return len(self.attackers) * len(self.targets)

    def names(self, index: int) -> tuple[str, str, str, str]:
        """Return the `NAMES` of the record at this index."""
        i, j = divmod(index, len(self.targets))
        attacker, target = self.attackers[i], self.targets[j]
        return attacker.army_name, attacker.as_one.name, target.army_name, target.as_one.name

    @cached_property
    def run(self) -> str:
        """A hash of the units, the answers and the version. Equal hashes mean equal records."""
        sides = [
            [(side.army_name, side.unit, side.units, side.settings) for side in group]
            for group in (self.attackers, self.targets)
        ]
        return sha256(repr((__version__, KEYS, sides, self.given)).encode()).hexdigest()[:12]


def matrix_of(attackers: Sequence[AttackSide], targets: Sequence[AttackSide], given: Mapping[str, Any]) -> Matrix:
    """Return the matrix; equal units of two lists occur once, as in the first list."""
    (unique_attackers, attackers_times), (unique_targets, targets_times) = (
        unique_sides(grid.with_joined_units(sides, role, given))
        for sides, role in ((attackers, "attacker"), (targets, "target"))
    )
    return Matrix(unique_attackers, unique_targets, attackers_times, targets_times, (*sorted(given.items()),))


def unique_sides(sides: Sequence[AttackSide]) -> tuple[tuple[AttackSide, ...], tuple[int, ...]]:
    """Return each different side once, and how often each one occurs."""
    first: dict[Any, AttackSide] = {}
    times: dict[Any, int] = {}
    for side in sides:
        key = (side.as_one, side.settings)
        first.setdefault(key, side)
        times[key] = times.get(key, 0) + 1
    return (*first.values(),), (*times.values(),)


def records(
    matrix: Matrix,
    missing: Sequence[int] | None = None,
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
    on_results: Callable[[Iterable[AttackResult]], None] = lambda results: None,
) -> Iterator[list[dict[str, Any]]]:
    """Yield the records in order, several at a time, attacker by attacker.

    A continued run computes the same groups of attackers as a complete one, so its figures are identical.

    :param missing: indexes of the wanted records, in order; None means all
    :param on_results: called with the results of each group of wanted attacks
    :raises InputError: if none of the first attacks knows a key
    """
    columns, ruleset = len(matrix.targets), ruleset_of(matrix.attackers[0])
    rows_at_once = max(1, (ONE_BY_ONE if ruleset.chains is None else AT_ONCE) // columns)
    indexes = range(len(matrix)) if missing is None else missing
    given = dict(matrix.given)
    check_modes([side.as_one for side in matrix.attackers], given)
    proposed = ProposedDistances(ruleset, given)
    for first_row in range(0, len(matrix.attackers), rows_at_once):
        sides = matrix.attackers[first_row : first_row + rows_at_once]
        first, end = (bisect_left(indexes, row * columns) for row in (first_row, first_row + len(sides)))
        wanted = [divmod(index - first_row * columns, columns) for index in indexes[first:end]]
        if not wanted:
            continue
        ways = [
            combinations(side, matrix.targets, given, None, proposed.reaches(side, matrix.targets[0], given))
            for side in sides
        ]
        rows = [
            AttackerRow(with_modes(side, way))
            for side, ways_of_side in zip(sides, ways, strict=True)
            for way in ways_of_side
        ]
        begin = [0, *accumulate(map(len, ways))]  # the first row of each attacker
        results = grid.worked_out_at(
            [(i, j) for i in range(len(rows)) for j in range(columns)], rows, matrix.targets, given,
            jobs=jobs, seconds=seconds, tell=lambda n: None,
            wanted=frozenset((row, j) for i, j in wanted for row in range(begin[i], begin[i + 1])),
        )  # fmt: skip
        if first_row == 0 and len(wanted) == len(sides) * columns:  # otherwise an earlier run has checked
            grid.check_known(results.values())
        cells = []
        for i, j in wanted:
            tried = [AttackCell(results[begin[i] + way_index, j], fired=way) for way_index, way in enumerate(ways[i])]
            cells.append(best_way(matrix, sides[i], matrix.targets[j], tried, seconds))
        tell(len(wanted))
        if first_row == 0 and cells[0].result.answers.unused:  # of one attack alone it is found out why
            i, j = wanted[0]
            answers = grid.result_at(sides[i], matrix.targets[j], given, seconds).answers
            cells[0] = cells[0].but(result=cells[0].result.but(answers=answers))
        on_results(cell.result for cell in cells)
        yield [
            record_at(matrix, ruleset, (first_row + i) * columns + j, cell.result, cell.mode)
            for (i, j), cell in zip(wanted, cells, strict=True)
        ]


def shared_use(use: SharedUse, matrix: Matrix) -> AnswerUse:
    """Return what became of the answers, with facts that change nothing in any pair of a small matrix."""
    pairs = [(AttackerRow(side), target) for side in matrix.attackers for target in matrix.targets]
    sides = (*matrix.attackers, *matrix.targets)
    shared = grid.with_shared_facts(use.found(dict(matrix.given)), pairs, dict(matrix.given))
    return shared.but(misspelt=misspelt_in(ruleset_of(sides[0]).name, (side.as_one for side in sides)))


def best_way(
    matrix: Matrix, side: AttackSide, target: AttackSide, tried: list[AttackCell], seconds: float | None
) -> AttackCell:
    """Return the attack in the modes that take most of the target (`ways_to_fire.py`)."""
    best = judged("share", [side], [target], [[cell_of(tried)]]).cells[0][0]
    way = together(side.as_one, best.ways) if tried[1:] and tried[0].fired == AS_PROPOSED else AS_PROPOSED
    if not way:
        return best
    result = grid.result_at(with_modes(side, way), target, dict(matrix.given), seconds, tells=False)
    return judged("share", [side], [target], [[cell_of([best, AttackCell(result, fired=way)])]]).cells[0][0]


def record_at(matrix: Matrix, ruleset: Ruleset, index: int, result: AttackResult, mode: str) -> dict[str, Any]:
    """Return the record at this index. ``mode`` has the modes in which its weapons fire, if they were chosen."""
    i, j = divmod(index, len(matrix.targets))
    attacker, target = matrix.attackers[i], matrix.targets[j]
    record: dict[str, Any] = dict.fromkeys(KEYS)
    record |= {
        "run": matrix.run, "attacker_list": attacker.army_name, "attacker": attacker.as_one.name,
        "attacker_points": points(attacker.as_one), "target_list": target.army_name, "target": target.as_one.name,
        "target_points": points(target.as_one), "pairs": matrix.attackers_times[i] * matrix.targets_times[j],
        "mode": mode,
    }  # fmt: skip
    if result.why_not:
        return record | {"mode": "", "error": result.why_not}
    slain = result.average("slain")
    return record | result.averages() | {
        "share": grid.share_lost(ruleset, target.as_one, result),
        "points_removed": removed(target.as_one, slain),
        "points_per_100": grid.per_100(attacker.as_one, target.as_one, slain),
    }  # fmt: skip


class BestAttacker(Record):
    """The best attacker of one unit. ``by`` is its index; None if nobody is the best (`ways_to_fire.py`).

    ``cell`` is its attack, or the one that comes nearest; None if nobody harms the unit.
    """

    at: int
    by: int | None
    cell: AttackCell | None = None


class Matchup(Record):
    """Two lists against each other: ``ours`` has my units at theirs, ``back`` theirs at mine. ``answers`` are the best
    attackers of each of their units, ``threats`` those of each of mine.
    """

    mine: str  # names of the lists
    theirs: str
    ours: Comparison
    back: Comparison
    answers: tuple[BestAttacker, ...]
    threats: tuple[BestAttacker, ...]
    oddities: tuple[str, ...] = ()
    use: AnswerUse = AnswerUse()  # of both directions; unused is what neither used, assumed what all that ask assume


def matchup(
    mine: Sequence[AttackSide],
    theirs: Sequence[AttackSide],
    answers: Mapping[str, Any],
    what: str = "share",
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
    time: SharedTime | None = None,
) -> Matchup:
    """Compare both directions. :raises InputError: if no attack of either side knows a key

    :param time: for all attacks together; None means that they share none
    """
    ours, back = (
        compare(
            [*map(Candidate, shooters)], targets, answers, what, jobs=jobs, seconds=seconds, tell=tell,
            strict=False, time=time and time.fraction(part), whole=False,
        )
        for shooters, targets, part in ((mine, theirs, 0.5), (theirs, mine, 1.0))
    )  # fmt: skip
    check_modes([line.side.as_one for comparison in (ours, back) for line in comparison.lines], answers)
    grid.check_known(cell.result for comparison in (ours, back) for row in comparison.cells for cell in row)
    our_answers, their_answers = ours.answers, back.answers
    use = our_answers.but(
        assumed=assumed_defaults([*results_in([ours.cells, back.cells])]),
        names={**their_answers.names, **our_answers.names}, phrases={**their_answers.phrases, **our_answers.phrases},
    )  # fmt: skip
    comparison = Matchup(
        mine[0].army_name, theirs[0].army_name, ours, back, tuple(best_of(ours)), tuple(best_of(back)),
        use=with_shared_use(use, (ours, back), answers),
    )  # fmt: skip
    return comparison.but(oddities=tuple(dict.fromkeys(oddities(comparison))))


def best_of(comparison: Comparison) -> Iterator[BestAttacker]:
    """Yield the best attacker of each target, which has the star of the grid."""
    for target_index, best in enumerate(comparison.best):
        column = [cells[target_index] for cells in comparison.cells]
        top_cell = column[best[0]] if best else max(column, key=lambda cell: cell.value or 0.0)
        yield BestAttacker(target_index, best[0] if best else None, top_cell if top_cell.value else None)


class Rest(Record):
    """What is left of a unit, in models or wounds: on average, and the figures of what is lost of ``whole``."""

    average: float
    whole: int
    lost: Figures

    @property
    def median(self) -> int:
        return self.whole - self.lost.median

    @property
    def span(self) -> tuple[int, int]:
        """What is left in at least 8 of 10 games, lowest and highest."""
        return self.whole - self.lost.high, self.whole - self.lost.low


def rest_of(ruleset: Ruleset, target: Any, cell: AttackCell) -> Rest | None:
    """Return what is left of a unit; None if its damage has no limit."""
    wounds = ruleset.total_wounds(target)
    if not wounds:
        return None
    whole = wounds if grid.in_wounds(ruleset, target) else strength(target)
    loss = grid.loss_of(ruleset, target)
    return Rest(max(0.0, whole - cell.result.average(loss)), whole, cell.result.figures[loss])


# Oddities of the lists -----------------------------------------------------------------------------------------------


def oddities(matchup: Matchup) -> Iterator[str]:
    """Yield notes: units that cannot shoot, units that nobody harms, missing points, settings, imports."""
    for name, comparison, answers in (
        (matchup.mine, matchup.ours, matchup.answers),
        (matchup.theirs, matchup.back, matchup.threats),
    ):
        silent = [line.side.as_one.name for line in comparison.lines if not has_weapons(line.side.as_one)]
        if silent:
            yield f"{name}: without weapons for this phase: {', '.join(counted_names(silent))}."
        safe = [comparison.targets[best.at].as_one.name for best in answers if best.cell is None]
        if safe:
            yield f"{name} harms none of these as it is assumed here: {', '.join(counted_names(safe))}."
        cheap = [line.side.as_one.name for line in comparison.lines if points(line.side.as_one) is None]
        if 0 < len(cheap) < len(comparison.lines) or (cheap and comparison.what == "points"):
            yield f"{name}: without points: {', '.join(cheap)}."
        first = comparison.lines[0].side
        if first.settings:
            readings = ", ".join(f"{key} {value}" for key, value in first.settings)
            yield f"{name} reads the rules so: {readings}."
        yield from of_import(name, first.imported)


def of_import(name: str, report: Any) -> Iterator[str]:
    """Yield notes of an imported list: what players must do, and what was left out."""
    for what, remarks in (
        ("yours to play", getattr(report, "yours_to_play", ())),
        ("left out", getattr(report, "left_out", ())),
    ):
        for remark in remarks:
            yield f"{name}, {what}: {remark.unit + ': ' if remark.unit else ''}{remark.text.rstrip('.')}."


# The report ----------------------------------------------------------------------------------------------------------

ANSWERS = (
    Column("unit", "Unit"),
    Column("by", ""),
    Column("destroyed", "Destroys it", True),
    Column("share", "Share lost", True),
    Column("left", "Left on average", True, folds=True),
    Column("left_in_most", "8 of 10 games", True, folds=True),
)


NOBODY = f"nobody takes {LIKELY_TEXT} of it"


def report(matchup: Matchup) -> Report:
    """Return two pages, my attacks and theirs, with best answers and worst threats; my units are the rows."""
    ours = grid_sheet(matchup.ours, f"{matchup.mine} shooting at {matchup.theirs}").but(
        means="does most to this unit of theirs"
    )
    back = transposed(grid_sheet(matchup.back, f"{matchup.mine} is shot at by {matchup.theirs}"))
    back = back.but(means="does most to this unit of ours")
    answers = best_sheet(matchup.ours, matchup.answers, f"Best answers of {matchup.mine}", "Best answer")
    threats = best_sheet(matchup.back, matchup.threats, f"Threats to {matchup.mine}", "Worst threat")
    notes, page_notes = ((best_words(matchup), *matchup.oddities, *assumed(matchup, page)) for page in (False, True))
    title = f"{matchup.mine} v {matchup.theirs}"
    have = f"The tables have the {grid.TITLES[matchup.ours.what]}."
    sheets = answers, ours, threats, back
    return Report(title, sheets, (have, *notes), (2, 2), lead=(have,), head=standing(matchup), page_notes=page_notes)


def standing(matchup: Matchup) -> tuple[str, ...]:
    """Return where the units of both lists stand: one line, if it is the same for both."""
    both: tuple[tuple[str, str], ...] = ((matchup.mine, matchup.ours.standing), (matchup.theirs, matchup.back.standing))
    if matchup.ours.standing == matchup.back.standing:
        both = (("", matchup.ours.standing),)
    where = (f"{name}. {words}" if name else words for name, words in both if words)
    return *where, *above_all(matchup.use)


def best_words(matchup: Matchup) -> str:
    """Return in words who is called the best answer."""
    return (
        f"The best answer has the star of its table: {WHO[matchup.ours.what]}, {LIKELY_TEXT} at least. "
        "One unit shoots once, at full strength."
    )


def grid_sheet(comparison: Comparison, title: str) -> Sheet:
    return comparison_report(comparison).sheets[0].but(title=title)


def best_sheet(comparison: Comparison, best: tuple[BestAttacker, ...], title: str, by: str) -> Sheet:
    columns = tuple(column.but(title=by) if column.key == "by" else column for column in ANSWERS)
    kinds = kinds_of([side.as_one for side in comparison.targets])
    titles = {None if one.by is None else comparison.lines[one.by].title for one in best}
    is_one = len(best) > 2 and len(titles) == 1 and None not in titles
    notes = (f"{by} at every one of them: {next(iter(titles))}.",) if is_one else ()
    return Sheet(title, columns, tuple(best_row(comparison, one, kinds[one.at]) for one in best), notes)


def best_row(comparison: Comparison, best: BestAttacker, kind: str) -> tuple[Cell, ...]:
    side = comparison.targets[best.at]
    name, ruleset = head_of(side.as_one.name, side.as_one, kind, guns=False), ruleset_of(side)
    if best.cell is None:
        return name, words_cell("nobody harms it"), chance_cell(0.0), chance_cell(0.0), Cell("all of it"), Cell("")
    lost = grid.share_lost(ruleset, side.as_one, best.cell.result)
    remains = rest_of(ruleset, side.as_one, best.cell)
    by = words_cell(NOBODY)
    if best.by is not None:
        line = comparison.lines[best.by]
        by = words_cell(line.title).but(below="" if line.weapon else guns_of(line.side.as_one, whole=False))
    if remains is None:  # only its damage tables say what becomes of it
        damage = best.cell.result.average("damage")
        return name, by, Cell("-"), Cell(f"{damage:.2f} {loss_word(comparison, best)}", damage), Cell("-"), Cell("-")
    words = f"{remains.average:.1f} of {remains.whole} {loss_word(comparison, best)}"
    span = span_text(*remains.span)
    destroyed = chance_cell(best.cell.result.destroyed)
    return name, by, destroyed, chance_cell(lost), Cell(words, remains.average), Cell(span, span)


def loss_word(comparison: Comparison, best: BestAttacker) -> str:
    target, ruleset = comparison.targets[best.at], ruleset_of(comparison.targets[best.at])
    _, models, wounds = ruleset.nouns
    if not grid.in_wounds(ruleset, target.as_one):
        return models
    start = ruleset.begin_attack(comparison.lines[best.by or 0].side.as_one, target.as_one)
    titles = {**ruleset.titles, **ruleset.measure_titles(start)}
    return titles.get("points", wounds if ruleset.total_wounds(target.as_one) else titles["damage"]).lower()


def assumed(matchup: Matchup, page: bool) -> list[str]:
    """Return notes that are equal in both directions. ``page`` as in `footnotes`."""
    return footnotes(matchup.ours.but(answers=matchup.use), page)


# For programs --------------------------------------------------------------------------------------------------------


def document(matchup: Matchup, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the matchup as ``--json`` prints it."""
    ours, back = (comparison_document(comparison, answers) for comparison in (matchup.ours, matchup.back))
    return {
        "ruleset": ours["ruleset"], "what": matchup.ours.what, "answers": dict(answers), "mine": matchup.mine,
        "theirs": matchup.theirs, "ours": grid_of(ours), "back": grid_of(back),
        "best_answers": [best_data(matchup.ours, comparison) for comparison in matchup.answers],
        "threats": [best_data(matchup.back, comparison) for comparison in matchup.threats],
        "oddities": [*matchup.oddities], "assumed": dict(matchup.use.assumed), **matchup.use.document(),
    }  # fmt: skip


def grid_of(document: dict[str, Any]) -> dict[str, Any]:
    return {key: document[key] for key in ("targets", "measures", "rows", "not_shown", "standing") if key in document}


def best_data(comparison: Comparison, best: BestAttacker) -> dict[str, Any]:
    side = comparison.targets[best.at]
    data: dict[str, Any] = {"unit": side.as_one.name, "by": None}
    if best.by is None or best.cell is None:
        return data
    ruleset = ruleset_of(side)
    remains = rest_of(ruleset, side.as_one, best.cell)
    return data | {
        "by": comparison.lines[best.by].title, "destroyed": best.cell.result.destroyed if remains else None,
        "share": grid.share_lost(ruleset, side.as_one, best.cell.result),
        "in": loss_word(comparison, best), **rest_data(remains),
    }  # fmt: skip


def rest_data(remains: Rest | None) -> dict[str, Any]:
    if remains is None:
        return {"left": None, "of": None}
    low, high = remains.span
    return {
        "left": remains.average, "of": remains.whole, "left_median": remains.median, "left_low": low, "left_high": high,
    }  # fmt: skip
