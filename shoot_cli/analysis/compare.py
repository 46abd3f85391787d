"""Comparisons: which unit or weapon is best at each target, which facts would change that, and the report."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import ANY_UNIT, AnswerUse, AttackResult, above_all, of_any_unit, points
from shoot_cli.analysis.compared_lines import (
    MOST_PLACES,
    Candidate,
    FiredRow,
    cells_in_all_ways,
    counted_names,
    first_names,
    has_weapons,
    head_of,
    judged_lines,
    kinds_of,
    lacking_lines,
    losses_told,
    lost_lines,
    mode_lines,
    one_die_lines,
    without_weapons,
)
from shoot_cli.analysis.grid import NO_TIME, SharedTime, Tell, ruleset_of
from shoot_cli.analysis.report import (
    SPAN_LEGEND,
    Column,
    Report,
    Sheet,
    assumed_note,
    average_cell,
    chance_cell,
    fact_words,
    number_cell,
    value_words,
    words_cell,
)
from shoot_cli.analysis.report import Cell as Shown
from shoot_cli.analysis.single_attack import (
    Modes,
    as_input_error,
    check_modes,
    is_mode,
    misspelt_in,
    of_sides,
    questions_of,
    those_alone,
)
from shoot_cli.analysis.ways_to_fire import (
    DISTANCE,
    EQUAL,
    LIKELY_TEXT,
    AttackCell,
    Fired,
    Judged,
    Placed,
    ProposedDistances,
    RowDistances,
    as_answer,
    cell_of,
    distance_words,
    ways_in,
)
from shoot_cli.battle.turns import strength
from shoot_cli.engine.budget import SECONDS
from shoot_cli.engine.reasons import DEFENDER, InputError, Refusal, series
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.questions import Question
    from shoot_cli.engine.ruleset import Ruleset


class DecidingFact(Record):
    """A fact with ``values`` that make line ``after`` the best at a target instead of ``before``. Lines are indexes."""

    key: str
    values: tuple[str, ...]
    target: int
    before: int
    after: int
    value_before: float  # the value of line `before` with this fact
    value_after: float  # the value of line `after` with this fact
    what: str = "kill"  # the measure that is compared with this fact


class Comparison(Record):
    """A finished comparison. ``measures`` and ``best`` have for each target what is compared, and the best lines."""

    what: str
    lines: tuple[Candidate, ...]
    targets: tuple[AttackSide, ...]
    cells: tuple[tuple[AttackCell, ...], ...]
    best: tuple[tuple[int, ...], ...]
    measures: tuple[str, ...]
    changes: tuple[DecidingFact, ...] = ()
    tried: tuple[str, ...] = ()  # keys of the facts that were tried
    left_out: tuple[str, ...] = ()  # facts that were not tried, in words
    answers: AnswerUse = AnswerUse()  # what no attack used, and defaults that are equal in all attacks that ask
    standing: str = ""  # where the attackers stand, as a sentence; "" if each attack proposes its distance
    top: int | None = None  # how many lines are shown, the best first; None for all, units as they were given
    no_points: str = ""  # why points cannot be compared, as a sentence, where that was wanted
    losses: Mapping[str, str] = {}  # the losses that were told before, by "attacker" and "target"

    @property
    def measure(self) -> str:
        """The measure of all targets, if it is the same; else the one that was wanted."""
        return self.measures[0] if len({*self.measures}) == 1 else self.what

    def shown(self) -> list[int]:
        """Return the indexes of the lines that are shown, in order."""
        all_lines = [*range(len(self.lines))]
        if self.top is None and not any(line.weapon for line in self.lines):
            return all_lines
        return sorted(all_lines, key=self.worth, reverse=True)[: self.top]

    def worth(self, line: int) -> float:
        """Return how good a line is: its values as shares of the best ones, summed over all targets."""
        most = [max((cell.value or 0.0 for cell in column), default=0.0) for column in zip(*self.cells, strict=True)]
        return sum((cell.value or 0.0) / best for cell, best in zip(self.cells[line], most, strict=True) if best)


# Comparing -----------------------------------------------------------------------------------------------------------


def compare(
    lines: Sequence[Candidate],
    targets: Sequence[AttackSide],
    given: Mapping[str, Any],
    what: str = "kill",
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
    strict: bool = True,
    time: SharedTime | None = None,
    falls_back: bool = True,
    whole: bool = True,
) -> Comparison:
    """Compute each line at each target, from where it stands (`ways_to_fire.py`).

    :param time: for all attacks together; None means that they share none
    :param tell: called with the number of attacks since the last call
    :param strict: if False, unknown keys and units that cannot shoot are no errors
    :param falls_back: as in `judged`
    :param whole: False for a part of a larger comparison, which says itself what no attack used
    :raises InputError: if no attack knows a key, or no attack is possible
    """
    targets = grid.with_joined_units(targets, "target", given)
    sides = grid.with_joined_units([line.side for line in lines], "attacker", given)
    lines = [line.but(side=side) for line, side in zip(lines, sides, strict=True)]
    if strict:
        check_modes([side.as_one for side in sides], given)
    proposed = ProposedDistances(ruleset_of(targets[0]), given)
    no_points = without_points(lines, targets) if what == "points" else ""
    if no_points and not (falls_back and whole):
        raise InputError(f"{no_points}. Write points: into the list, or compare something else (--what)")
    what = "share" if no_points else what
    cells = cells_in_all_ways(
        what, lines, targets, proposed, jobs=jobs, seconds=seconds, tell=tell, time=time, falls_back=falls_back
    )
    results = [*results_in([cells])]
    if strict:
        grid.check_known(results)
    if strict and all(result.why_not for result in results):
        raise InputError(results[0].why_not)
    verdict = judged_lines(what, lines, targets, cells, falls_back)
    standing = distance_words(
        ruleset_of(targets[0]),
        [
            RowDistances(line.title, tuple(cell.distance for cell in row))
            for line, row in zip(lines, verdict.cells, strict=True)
        ],
        [side.as_one.name for side in targets],
        given.get(DISTANCE),
        proposed.half,
    )
    answers = AnswerUse(
        assumed=assumed_defaults(results), phrases=told_effects(results),
        names={key: name for result in results for key, name in result.answers.names.items()},
        misspelt=misspelt_in(targets[0].ruleset, (side.as_one for side in (*sides, *targets))),
        stand_alone=those_alone((*(line.side for line in lines), *targets)),
    )  # fmt: skip
    compared = Comparison(
        what,
        tuple(lines),
        tuple(targets),
        verdict.cells,
        verdict.best,
        verdict.measures,
        answers=answers,
        standing=standing,
        no_points=no_points,
        losses=losses_told(given),
    )
    return compared.but(answers=with_shared_use(answers, [compared], given)) if whole else compared


def with_shared_use(answers: AnswerUse, compared: Sequence[Comparison], given: Mapping[str, Any]) -> AnswerUse:
    """Return what became of the answers, with what no attack of these comparisons used and what was overruled."""
    proposed = ProposedDistances(ruleset_of(compared[0].targets[0]), given)
    shared = grid.SharedUse(results_in(comparison.cells for comparison in compared))
    attacks = [
        (line, cell.fired, () if cell.distance is None else (as_answer(cell.distance),), target)
        for comparison in compared
        for line, row in zip(comparison.lines, comparison.cells, strict=True)
        for cell, target in zip(row, comparison.targets, strict=True)
    ]
    fired = [(line.row(modes, row_answers), target) for line, modes, row_answers, target in attacks]
    in_said_modes = [
        (grid.AttackerRow(line.side, row_answers), target) for line, modes, row_answers, target in attacks if modes
    ]
    shared.narrow_down(in_said_modes, proposed.given)
    use = grid.with_shared_facts(shared.found(given), [*fired, *in_said_modes], proposed.given)
    return answers.but(unused=use.unused, not_asked=use.not_asked, partly=use.partly, overruled=use.overruled)


def results_in(grids: Iterable[Iterable[Iterable[AttackCell]]]) -> Iterator[AttackResult]:
    """Yield the results of all ways to fire in grids of attacks."""
    return (way.result for cells in grids for row in cells for cell in row for way in ways_in(cell))


def told_effects(results: Iterable[AttackResult]) -> dict[str, tuple[str, ...]]:
    """Return the effects that were said, by key, as the first attack that knows them understood them."""
    effects: dict[str, tuple[str, ...]] = {}
    for result in results:
        effects = {**result.answers.phrases, **effects}
    return effects


def without_points(lines: Iterable[Candidate], targets: Iterable[AttackSide]) -> str:
    """Return why no points can be compared, if no attacker or no target has any; else ""."""
    for sides in ([line.side for line in lines], [*targets]):
        if all(points(side.as_one) is None for side in sides):
            return f"{', '.join(dict.fromkeys(side.army_name for side in sides))}: no unit has points"
    return ""


OF_FIRERS = ("weapon", "firing")  # keys of defaults that each attack has its own of


def assumed_defaults(results: Sequence[AttackResult]) -> dict[str, str]:
    """Return the defaults that are equal in all attacks that ask. The distance is returned even if it differs."""
    values_of: dict[str, dict[str, None]] = {}
    for result in results:
        for key, value in result.answers.assumed.items():
            values_of.setdefault(key, {})[value] = None
    single = {
        key: values for key, values in values_of.items() if len(values) == 1 and key.partition(":")[0] not in OF_FIRERS
    }
    equal = {key: next(iter(values)) for key, values in single.items()}
    if len(distances := sorted(values_of.get(DISTANCE, {}), key=lambda text: (len(text), text))) > 1:
        equal = {DISTANCE: f"{series(distances, 'or')}, as each attack proposes"} | equal
    return equal


# The report ----------------------------------------------------------------------------------------------------------

SMALLEST_CHANGE = {
    "kill": 0.005,
    "share": 0.005,
    "mean": 0.05,
    "points": 0.5,
}  # the smallest difference that is reported
LATE = words_cell("not in time")


def figure_cell(comparison: Comparison, target: int, cell: AttackCell, span: bool = True) -> Shown:
    """Return the cell of the table for an attack, without the mark for the best.

    :param span: True if an average has what 8 of 10 games bring
    """
    if cell.result.late:
        return LATE
    side, value = comparison.targets[target], cell.value
    if grid.is_percent(comparison.measures[target], ruleset_of(side), side.as_one):
        return chance_cell(value)
    if comparison.what == "mean" and span:
        return average_cell(value, cell.result.figures.get(grid.loss_of(ruleset_of(side), side.as_one)))
    return number_cell(value, 1 if comparison.what == "points" else 2)


def comparison_report(comparison: Comparison) -> Report:
    """Return the report: a row for each line, a column for each target, and a sentence for each deciding fact."""
    kinds = kinds_of([side.as_one for side in comparison.targets])
    heads = (Column(key, head, True, kind) for (key, head), kind in zip(target_heads(comparison), kinds, strict=True))
    columns = (Column("attacker", ""), *heads)
    kinds = kinds_of([line.side.as_one for line in comparison.lines], [line.weapon for line in comparison.lines])
    unarmed, unpriced = unarmed_lines(comparison), unpriced_lines(comparison)
    shrunk = "attacker" in comparison.losses
    rows = tuple(
        (
            head_of(line.title, line.side.as_one, kinds[line_index], guns=not line.weapon, listed=shrunk),
            *(
                figure_cell(comparison, target, cell).but(best=line_index in comparison.best[target])
                for target, cell in enumerate(cells)
            ),
        )
        for line_index in comparison.shown()
        for line, cells in [(comparison.lines[line_index], comparison.cells[line_index])]
        if line_index not in (*unarmed, *unpriced)
    )
    title = f"Which is best: {grid.TITLES[comparison.measure]}"
    left_out = [without_weapons(comparison.lines[line_index].title for line_index in unarmed)] if unarmed else []
    if unpriced:
        names = counted_names(comparison.lines[line_index].title for line_index in unpriced)
        left_out.append(f"Without points: {', '.join(names)}.")
    screen_notes, file_notes = (tuple(notes(comparison, page)) for page in (False, True))
    sheet = Sheet(title, columns, rows, screen_notes, heat=True, page_notes=file_notes)
    return Report(
        title, (sheet,), (*left_out, *footnotes(comparison)), page_notes=(*left_out, *footnotes(comparison, page=True)),
        head=tuple(filter(None, [comparison.standing, *above_all(comparison.answers)])),
    )  # fmt: skip


def target_heads(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the key of each column, a target with its measure, and its head, without a usual measure."""
    names = unique_names([side.as_one.name for side in comparison.targets])
    for name, side, measure in zip(names, comparison.targets, comparison.measures, strict=True):
        key = f"{name} ({measure if has_end(side) else 'damage'})"
        yield key, name if measure == comparison.measure else key


def unarmed_lines(comparison: Comparison) -> list[int]:
    """Return the indexes of the lines without any weapon; they need no row. If nobody has one, all keep theirs."""
    unarmed = [index for index, line in enumerate(comparison.lines) if not has_weapons(line.side.as_one)]
    return unarmed if len(unarmed) < len(comparison.lines) else []


def unpriced_lines(comparison: Comparison) -> list[int]:
    """Return the indexes of the lines that have no row, because points are compared and only others have any."""
    if comparison.what != "points":
        return []
    unarmed = unarmed_lines(comparison)
    lines = [(index, line) for index, line in enumerate(comparison.lines) if index not in unarmed]
    unpriced = [index for index, line in lines if points(line.side.as_one) is None]
    return unpriced if len(unpriced) < len(lines) else []


def unique_names(names: Sequence[str]) -> list[str]:
    """Return the names; repeated ones get a number."""
    return [
        name if name not in names[:index] else f"{name} ({names[: index + 1].count(name)})"
        for index, name in enumerate(names)
    ]


def transposed(sheet: Sheet) -> Sheet:
    """Return the sheet with rows and columns exchanged."""
    heads = unique_names([row[0].text for row in sheet.rows])
    kinds = [row[0].kind for row in sheet.rows]
    columns = (sheet.columns[0], *(Column(head, head, True, kind) for head, kind in zip(heads, kinds, strict=True)))
    rows = tuple(
        (words_cell(column.title).but(kind=column.kind), *(row[index] for row in sheet.rows))
        for index, column in enumerate(sheet.columns)
        if index
    )
    return sheet.but(columns=columns, rows=rows)


def notes(comparison: Comparison, page: bool = False) -> list[str]:
    """Return the notes of the table: chosen modes, attacks without numbers, deciding facts.

    ``page`` as in `footnotes`.
    """
    lines = [SPAN_LEGEND] if comparison.what == "mean" else []
    lines += lost_lines(comparison.losses)
    if comparison.no_points:
        lines.append(f"{comparison.no_points}. The figures are the share that is lost.")
    lines += [*not_shown(comparison), *fallen_back(comparison)]
    lines += mode_lines(
        [FiredRow(line.title, line.side.as_one, comparison.cells[i]) for i, line in enumerate(comparison.lines)],
        [side.as_one.name for side in comparison.targets],
    )
    lines += lacking_lines(without_modes(comparison))
    if comparison.what == "points" and any(strength(side.as_one) == 1 for side in comparison.targets):
        lines.append("A lone model counts its points only if it is destroyed.")
    lines += one_die_lines((line.title, line.side.as_one) for line in comparison.lines)
    lines += marker_lines(comparison, page)
    lines += [fact_text(comparison, key, value) for key, value in changed_facts(comparison)]
    if comparison.tried:
        tried = "; ".join(fact_words(key, comparison.answers.names) for key in comparison.tried)
        lines.append(f"Facts that were tried: {tried}.")
    if comparison.left_out and page:
        lines.append("Other facts were not tried, it takes too long.")
    elif comparison.left_out:
        lines.append(f"Not tried, it takes too long: {'; '.join(comparison.left_out)}.")
    in_share = zip(comparison.targets, comparison.measures, strict=True)
    if not all(has_end(side) for side, measure in in_share if measure == "share"):
        lines.append("A number without % is damage on average, of units whose damage has no end.")
    return [*lines, *problem_lines(comparison)]


UNDER = "under:"  # begins the keys of the facts how many are under the marker of a weapon


def marker_lines(comparison: Comparison, page: bool) -> list[str]:
    """Return a line about the weapons whose markers come to rest as is usual, because nobody said who is under them."""
    keys = [key for row in comparison.cells for cell in row for key in cell.result.answers.assumed]
    weapons = dict.fromkeys(key.removeprefix(UNDER) for key in keys if key.startswith(UNDER))
    how = "" if page else " Another number: --set under=N."
    words = "No scatter is rolled: under each marker are as many as is usual"
    return [f"{words} ({first_names([*weapons])}).{how}"] if weapons else []


def without_modes(comparison: Comparison) -> dict[str, list[str]]:
    """Return the lines without a mode that was said, by the key of the mode."""
    titles_by_key: dict[str, dict[str, None]] = {}
    for line, cells in zip(comparison.lines, comparison.cells, strict=True):
        for key in {key: None for cell in cells for key in cell.result.answers.unknown if is_mode(key)}:
            titles_by_key.setdefault(key, {})[line.title] = None
    return {key: [*names] for key, names in titles_by_key.items()}


def not_shown(comparison: Comparison) -> list[str]:
    """Return a line about the lines that are not among the first ones."""
    shown = comparison.shown()
    rowless = (*unarmed_lines(comparison), *unpriced_lines(comparison))
    left_out = [index for index in range(len(comparison.lines)) if index not in shown and index not in rowless]
    if not left_out:
        return []
    hidden = {*left_out} & {index for best in comparison.best for index in best}
    star = " Some of them are the best of a column." if hidden else ""
    names = first_names([comparison.lines[index].title for index in left_out])
    return [f"The best {len(shown)} of {len(shown) + len(left_out)} rows, the best first. Left out: {names}.{star}"]


def fallen_back(comparison: Comparison) -> list[str]:
    """Return a line about the targets that nobody is likely to destroy."""
    measured_targets = zip(comparison.targets, comparison.measures, strict=True)
    names = [side.as_one.name for side, measure in measured_targets if measure != comparison.what and has_end(side)]
    if not names:
        return []
    if len(names) == len(comparison.targets) > 1:
        return [f"Nobody is {LIKELY_TEXT} likely to destroy any of them: the figures are the share that is lost."]
    return [
        f"Nobody is {LIKELY_TEXT} likely to destroy {first_names(names)}: the figures there are the share that is lost."
    ]


def problem_lines(comparison: Comparison) -> list[str]:
    """Return a line for each reason why attacks have no numbers."""
    missing = missing_by_reason(comparison).items()
    return [f"No numbers for {first_names(where)}: {why.rstrip('.')}." for why, where in missing]


def has_end(side: AttackSide) -> bool:
    """Return True if the damage of this unit has a limit at which nothing is left."""
    return bool(ruleset_of(side).total_wounds(side.as_one))


def changed_facts(comparison: Comparison) -> dict[tuple[str, tuple[str, ...]], None]:
    """Return the facts, with their values, that get a sentence in the report, in order."""
    return dict.fromkeys((change.key, change.values) for change in visible_changes(comparison))


def visible_changes(comparison: Comparison) -> list[DecidingFact]:
    """Return the changes that are visible in the printed figures."""
    return [
        change
        for change in comparison.changes
        if change.value_after - change.value_before >= SMALLEST_CHANGE[change.what]
    ]


def fact_text(comparison: Comparison, key: str, values: tuple[str, ...]) -> str:
    """Return the sentence for one fact: which lines would be best with it, at which targets."""
    changes = [change for change in visible_changes(comparison) if (change.key, change.values) == (key, values)]
    texts = [change_text(comparison, change) for change in changes[:MOST_PLACES]]
    left_out = len(changes) - MOST_PLACES
    texts += [f"and at {left_out} more"] if left_out > 0 else []
    value = value_words(
        values[0] if len(values) == 1 else f"{values[0]} to {values[-1]}" if key == DISTANCE else " or ".join(values)
    )
    name = "the distance" if key == DISTANCE else fact_words(key, comparison.answers.names).removeprefix("how is ")
    sentence = f"If {name}" if value == "yes" else f"If not: {name}" if value == "no" else f"If {name} is {value}"
    unit_words, _, action = name.partition(": ")
    if unit_words in ANY_UNIT and value in ("yes", "no"):
        sentence = f"If {unit_words} does {'not ' * (value == 'no')}{action}"
    sentence = (
        f"{name[:1].upper()}{name[1:]}? {value}" if name.startswith(("how ", "is ", "which ", "who ")) else sentence
    )
    return f"{sentence}: {'; '.join(texts)}."


def change_text(comparison: Comparison, change: DecidingFact) -> str:
    what, lost = change.what, " lost on average" if change.what != comparison.what else ""
    if not has_end(comparison.targets[change.target]):
        what, lost = "mean", " damage"
    value_before, value_after = (
        grid.figure_text(what, value) + lost for value in (change.value_before, change.value_after)
    )
    target, line = comparison.targets[change.target].as_one.name, comparison.lines[change.after].title
    return f"best at {target} is {line} ({value_after}), not {comparison.lines[change.before].title} ({value_before})"


def missing_by_reason(comparison: Comparison) -> dict[str, list[str]]:
    """Return the attacks without numbers, by the reason: `Boyz at Rhino`."""
    places_by_reason: dict[str, list[str]] = {}
    rowless = (*unarmed_lines(comparison), *unpriced_lines(comparison))
    for line_index, (line, cells) in enumerate(zip(comparison.lines, comparison.cells, strict=True)):
        if line_index in rowless:
            continue
        for side, cell in zip(comparison.targets, cells, strict=True):
            place = f"{line.title} at {side.as_one.name}"
            if cell.result.why_not:
                reasons = dict.fromkeys(short_reason(way.result.why_not, line, side) for way in ways_in(cell))
                places_by_reason.setdefault("; ".join(reasons), []).append(place)
            elif cell.value is None:
                places_by_reason.setdefault("one of them has no points", []).append(place)
    return places_by_reason


def short_reason(why: str, line: Candidate, target: AttackSide) -> str:
    """Return the first reason without the names of units and weapons, so that equal reasons are equal texts."""
    reason = why.removeprefix(f"{line.side.as_one.name} cannot shoot at {target.as_one.name}: ").partition("; ")[0]
    for model, _ in line.side.as_one.models:
        for weapon in model.weapons:
            reason = reason.removeprefix(f"weapon: “{weapon.name}” is closed: ").removeprefix(f"{weapon.name}: ")
    return reason


def footnotes(comparison: Comparison, page: bool = False) -> list[str]:
    """Return the lines below the report: assumed values and the ruleset.

    On a ``page`` nobody can type an option, so no key is named.
    """
    ruleset = ruleset_of(comparison.targets[0])
    assumed = [(key, value) for key, value in comparison.answers.assumed.items() if ":" not in key]
    note = assumed_note(assumed, comparison.answers.names, ruleset.asked_first, page)
    return [*filter(None, [note]), f"{ruleset.title}."]


# For programs --------------------------------------------------------------------------------------------------------


def comparison_document(comparison: Comparison, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the comparison as ``--json`` prints it, with full precision."""
    names = [side.as_one.name for side in comparison.targets]
    rows, shown = [], comparison.shown()
    for line_index in shown:
        line, cells = comparison.lines[line_index], comparison.cells[line_index]
        row: dict[str, Any] = {"attacker": line.side.as_one.name, "points": points(line.side.as_one)}
        if line.weapon:
            row["weapon"] = line.weapon
        row["cells"] = [
            cell_document(line.side.as_one, side.as_one, cell) | {"best": line_index in best}
            for side, cell, best in zip(comparison.targets, cells, comparison.best, strict=True)
        ]
        rows.append(row)
    changes = [
        {
            "key": change.key, "values": [*change.values], "target": names[change.target],
            "best": comparison.lines[change.after].title, "instead_of": comparison.lines[change.before].title,
            "what": change.what, "value": change.value_after, "value_of_other": change.value_before,
        }
        for change in comparison.changes
    ]  # fmt: skip
    result: dict[str, Any] = {
        "ruleset": comparison.lines[0].side.ruleset, "what": comparison.what, "answers": dict(given), "targets": names,
        "measures": [*comparison.measures], "rows": rows, "changes": changes,
        "assumed": dict(comparison.answers.assumed),
    }  # fmt: skip
    if len(shown) < len(comparison.lines):
        result["not_shown"] = [line.title for index, line in enumerate(comparison.lines) if index not in shown]
    optional = {
        "standing": comparison.standing, "no_points": comparison.no_points, **comparison.answers.document(),
        "tried": [*comparison.tried], "left_out": [*comparison.left_out],
    }  # fmt: skip
    return result | {key: value for key, value in optional.items() if value}


def cell_document(attacker: Any, target: Any, cell: AttackCell) -> dict[str, Any]:
    result: dict[str, Any] = {"target": target.name}
    if cell.mode:
        result["mode"] = cell.mode
    if cell.result.why_not:
        return result | {"error": cell.result.why_not}
    if cell.distance is not None:
        result["distance"] = cell.distance
    return {
        **result,
        "value": cell.value,
        **cell.result.averages(),
        **cell.result.figures_document(),
        "points_removed": cell.result.points,
        "points_per_100": grid.per_100(attacker, target, cell.result.average("slain")),
    }


# Deciding facts: every fact of the attacks gets other values, to see which line is best then -------------------------

DISTANCES = ("6", "12", "18", "24", "36", "48")  # distances that are tried
MOST_VALUES = 5  # of a choice, the first values are tried
MOST_ATTACKS = 4_000  # most attacks that are computed to find deciding facts
MOST_RECORDS = 6_000  # most records for one of these attacks, about a tenth of a second
TOO_MANY_TO_NAME = 3  # from this number of targets on, they are counted instead of named


class FactValue(Record):
    """A value that a fact may have. ``theirs`` is True if the defender decides."""

    key: str
    value: str
    theirs: bool = False


class FactPlace(NamedTuple):
    """An attack that is computed with a fact; line and target are indexes."""

    fact: FactValue
    line: int
    target: int


class Tries(dict[FactValue, list[tuple[int, int]]]):
    """For each value of a fact the (line, target) of each attack that asks for it.

    :ivar unknown: the (line, target) of each attack for whose questions no time was left
    :ivar names: the names of the facts, by key, for use inside a sentence
    """

    def __init__(self) -> None:
        super().__init__()
        self.unknown: list[tuple[int, int]] = []
        self.names: dict[str, str] = {}


def facts_to_try(comparison: Comparison, given: Mapping[str, Any], time: SharedTime | None = None) -> Tries:
    """Return every value to try of the facts that attacks ask for and nobody gave; {} for a single line."""
    from shoot_cli.engine.questions import told_in_full

    proposed = ProposedDistances(ruleset_of(comparison.targets[0]), given)
    given_keys = {key.partition(":")[0] for key in given} | ({DISTANCE} if proposed.half else set())
    tries = Tries()
    questions_by_side: dict[AttackSide, list[list[Question]]] = {}
    for line_index, line in enumerate(comparison.lines if len(comparison.lines) > 1 else ()):
        if line.side not in questions_by_side:
            questions_by_side[line.side] = []
            for target_index, target in enumerate(comparison.targets):
                seconds_left = SECONDS if time is None else time.left()
                result = comparison.cells[line_index][target_index].result
                if seconds_left == 0 or result.late:
                    tries.unknown.append((line_index, target_index))
                    questions_by_side[line.side].append([])
                    continue
                distance = comparison.cells[line_index][target_index].distance
                known = {key: value for key, value in proposed.given.items() if key not in result.answers.unknown}
                known |= {} if distance is None else dict([as_answer(distance)])
                questions_by_side[line.side].append(asked_by(line.side, target, known, seconds_left))
        for target_index, questions in enumerate(questions_by_side[line.side]):
            for question in questions:
                if question.key.partition(":")[0] not in given_keys and ":" not in question.key:
                    name = of_any_unit(
                        told_in_full(question), line.side.as_one, comparison.targets[target_index].as_one
                    )
                    tries.names.setdefault(question.key, name)
                    for value in values_of(question):
                        tries.setdefault(FactValue(question.key, value, question.owner == DEFENDER), []).append(
                            (line_index, target_index)
                        )
    return tries


def attacks_of(comparison: Comparison, tries: Tries) -> int:
    """Return the number of attacks that these facts need."""
    ways = [[len(ways_in(cell)) for cell in row] for row in comparison.cells]
    return sum(ways[line_index][target_index] for places in tries.values() for line_index, target_index in places)


def with_facts(
    comparison: Comparison,
    tries: Tries,
    given: Mapping[str, Any],
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    in_all: float | None = None,
    tell: Tell = lambda n: None,
) -> Comparison:
    """Return the comparison with its deciding facts. Attacks that take too long are left out and named.

    :param seconds: for each attack
    :param in_all: for all of them together, after which no more is begun; None means no limit
    """
    if in_all is None and attacks_of(comparison, tries) > MOST_ATTACKS:
        return comparison.but(left_out=("facts",))
    proposed = ProposedDistances(ruleset_of(comparison.targets[0]), given)
    ways = {
        FactPlace(fact, line, target_index): comparison.lines[line].ways(
            comparison.targets[target_index], proposed, ((fact.key, fact.value),)
        )
        for fact in one_of_each_first(tries, ruleset_of(comparison.targets[0]))
        for line, target_index in tries[fact]
    }
    options = {"jobs": jobs, "seconds": seconds, "most": MOST_RECORDS, "enough": time_is_up(in_all, jobs)}
    cells_by_place = cells_in_ways(comparison, ways, proposed.given, tell=tell, **options)
    more_ways = {
        place: comparison.lines[place.line].together(
            comparison.measures[place.target], comparison.targets[place.target], cells, ways[place]
        )
        for place, cells in cells_by_place.items()
    }
    for place, cells in cells_in_ways(comparison, more_ways, proposed.given, **options).items():
        cells_by_place[place] = (*cells_by_place[place], *cells)
    slow: dict[FactValue, set[int]] = {}
    for place, cells in cells_by_place.items():
        if any(cell.result.late for cell in cells):
            slow.setdefault(place.fact, set()).add(place.target)
    cells_by_fact = {fact: cells_with_fact(comparison, fact, cells_by_place) for fact in tries}
    changes = changes_of(comparison, cells_by_fact, slow)
    late = {(fact, target_index) for fact, targets in slow.items() for target_index in targets}
    tried = dict.fromkeys(
        fact.key for fact in tries if any((fact, target_index) not in late for _, target_index in tries[fact])
    )
    names = {**tries.names, **comparison.answers.names}
    return comparison.but(
        changes=tuple(change for change in changes if applies_to_both(comparison, change, tries, given)),
        tried=(*tried,),
        answers=comparison.answers.but(names=names),
        left_out=(*left_out_words(comparison, slow, names), *unknown_words(comparison, tries)),
    )


def unknown_words(comparison: Comparison, tries: Tries) -> list[str]:
    """Return in words the attacks of which no fact was tried."""
    names = [
        f"{comparison.lines[line].title} at {comparison.targets[target].as_one.name}" for line, target in tries.unknown
    ]
    return [f"any fact of {first_names(names)}"] if names else []


def left_out_words(
    comparison: Comparison, slow: Mapping[FactValue, set[int]], names: Mapping[str, str]
) -> tuple[str, ...]:
    """Return what was not tried: the values of a fact that were left out at the same targets stand together."""
    values: dict[tuple[str, frozenset[int]], list[str]] = {}
    for fact, targets in slow.items():
        values.setdefault((fact.key, frozenset(targets)), []).append(fact.value)
    return tuple(
        f"{fact_words(key, names)}: {', '.join(map(value_words, fact_values))} at {target_names(comparison, targets)}"
        for (key, targets), fact_values in values.items()
    )


def one_of_each_first(tries: Tries, ruleset: Ruleset) -> list[FactValue]:
    """Return the facts to try: the first value of every fact, what players ask first; then the second ones."""
    last_turn: dict[str, int] = {}
    turns: list[tuple[int, int, FactValue]] = []
    for fact in tries:
        last_turn[fact.key] = turn = last_turn.get(fact.key, -1) + 1
        first = ruleset.asked_first
        turns.append((turn, first.index(fact.key) if fact.key in first else len(first), fact))
    return [fact for _, _, fact in sorted(turns, key=lambda turn_and_fact: turn_and_fact[:2])]


def time_is_up(seconds: float | None, jobs: int) -> Callable[[], bool]:
    """Return a function that tells if these seconds are over: of CPU, or on the clock for several processes."""
    if seconds is None:
        return lambda: False
    clock = process_time if jobs == 1 else monotonic
    end = clock() + seconds
    return lambda: clock() > end


def applies_to_both(comparison: Comparison, change: DecidingFact, tries: Tries, given: Mapping[str, Any]) -> bool:
    """Return True if the fact is possible for both lines, even if only one of them asks for it."""
    for value in change.values:
        fact = next(fact for fact in tries if (fact.key, fact.value) == (change.key, value))
        for line_index in (change.before, change.after):
            if (line_index, change.target) in tries[fact]:
                continue
            target = comparison.targets[change.target]
            proposed, line = ProposedDistances(ruleset_of(target), given), comparison.lines[line_index]
            ways = {FactPlace(fact, line_index, change.target): line.ways(target, proposed, ((change.key, value),))}
            (cells,) = cells_in_ways(comparison, ways, proposed.given, seconds=SECONDS, most=MOST_RECORDS).values()
            if all(cell.result.why_not for cell in cells):
                return False
    return True


def target_names(comparison: Comparison, targets: Collection[int]) -> str:
    """Return the names of the targets, or their number if there are many."""
    names = [comparison.targets[index].as_one.name for index in sorted(targets)]
    return " and ".join(names) if len(names) < TOO_MANY_TO_NAME else f"{len(names)} targets"


def cells_in_ways(
    comparison: Comparison, ways: Mapping[FactPlace, Sequence[Fired]], given: Mapping[str, Any], **options: Any
) -> dict[FactPlace, tuple[AttackCell, ...]]:
    """Return the attacks with facts, each in all these ways. `options` are those of `grid.worked_out_at`."""
    placed, numbers = Placed(), dict[tuple[FactValue, int, Modes], int]()
    for place, ways_of_place in ways.items():
        for way in ways_of_place:
            number = numbers.setdefault((place.fact, place.line, way.modes), len(numbers))
            placed.add((number, place.target), way.row, way.distance)
    results = placed.worked_out(comparison.targets, given, **options)
    return {
        place: tuple(
            AttackCell(
                results.get((numbers[place.fact, place.line, way.modes], place.target), NO_TIME), fired=way.modes
            )
            for way in ways_of_place
        )
        for place, ways_of_place in ways.items()
    }


def cells_with_fact(
    comparison: Comparison, fact: FactValue, cells_by_place: Mapping[FactPlace, Sequence[AttackCell]]
) -> tuple[tuple[AttackCell, ...], ...]:
    """Return all cells with this fact. An attack that does not ask for the fact keeps its cell."""
    cells = [[*row] for row in comparison.cells]
    for place, ways in cells_by_place.items():
        if place.fact == fact:
            cells[place.line][place.target] = cell_of(ways)
    return tuple(map(tuple, cells))


def asked_by(side: AttackSide, target: AttackSide, given: Mapping[str, Any], seconds: float | None) -> list[Question]:
    """Return the questions of this attack; [] if it is impossible."""
    try:
        with as_input_error():
            return questions_of(of_sides(side, target, given), seconds)
    except Refusal:
        return []


def values_of(question: Question) -> list[str]:
    """Return the values of a fact to try: the first open options, and some distances."""
    from shoot_cli.engine.questions import Choose, Number

    if isinstance(question, Choose) and question.spent is None:
        open_ = [option.value for option in question.options if not option.closed and option.value != question.default]
        return open_[:MOST_VALUES]
    if isinstance(question, Number) and question.key == DISTANCE:
        return [inches for inches in DISTANCES if question.low <= float(inches) <= question.high]
    return []


def changes_of(
    comparison: Comparison,
    cells_by_fact: Mapping[FactValue, tuple[tuple[AttackCell, ...], ...]],
    slow: Mapping[FactValue, Collection[int]],
) -> Iterator[DecidingFact]:
    """Yield the deciding facts. Consecutive values of a fact with the same new best line are merged.

    A decision of the defender that costs him more is left out. ``slow`` has the targets that have no result.
    """
    open_changes: dict[tuple[str, int], DecidingFact] = {}
    for fact, cells in cells_by_fact.items():
        verdict = judged_lines(comparison.what, comparison.lines, comparison.targets, cells)
        for target, (before, after) in enumerate(zip(comparison.best, verdict.best, strict=True)):
            open_change = open_changes.pop((fact.key, target), None)
            if not before or not after or {*before} & {*after} or target in slow.get(fact, ()):
                if open_change:
                    yield open_change
                continue
            now, then = (verdict.cells[lines[0]][target].value or 0.0 for lines in (before, after))
            if open_change and open_change.after == after[0]:
                open_changes[fact.key, target] = open_change.but(values=(*open_change.values, fact.value))
                continue
            if open_change:
                yield open_change
            if not (fact.theirs and costs_more(comparison, verdict, target, before[0], after[0])):
                open_changes[fact.key, target] = DecidingFact(
                    fact.key, (fact.value,), target, before[0], after[0], now, then, verdict.measures[target]
                )
    yield from open_changes.values()


def costs_more(comparison: Comparison, verdict: Judged, target: int, before: int, after: int) -> bool:
    """Return True if the target loses more to the best line with a fact (`verdict`) than without it."""
    measures = comparison.measures[target], verdict.measures[target]
    if measures[0] != measures[1]:
        return measures[1] == "kill"
    now, then = (comparison.cells[before][target].value or 0.0, verdict.cells[after][target].value or 0.0)
    return then > now + EQUAL
