"""What would make another line the best: the facts that a comparison's attacks ask, each set otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.attacks import grid
from shoot_cli.attacks.compare import EQUAL, AttackCell, Comparison, DecidingFact, best_of, collapsed
from shoot_cli.attacks.grid import AttackerRow, Chance, Tell
from shoot_cli.attacks.tasks import as_input_error, of_sides
from shoot_cli.core.answers import DEFENDER
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.record import Record
from shoot_cli.core.signals import Refusal

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.core.questions import Question

DISTANCES = ("6", "12", "18", "24", "36", "48")  # at which others may be the best
MOST_VALUES = 5  # of a choice that are tried: those that stand first
MOST_ATTACKS = 4_000  # that are worked out for the sake of facts
MOST_RECORDS = 6_000  # gone through for one of them: a tenth of a second or so
MANY = 3  # targets that are counted, not named


class FactValue(Record):
    """A value that a fact may have. ``theirs``: the defender decides."""

    key: str
    value: str
    theirs: bool = False


Tries = Mapping[FactValue, Collection[tuple[int, int]]]  # the lines and targets whose attack asks


def to_try(found: Comparison, said: Mapping[str, Any]) -> Tries:
    """The facts that might make another line the best: every one that some of the attacks ask, with each value that it
    may have, but for what is said already; none where there is one line alone.
    """
    own = {key.partition(":")[0] for key in said}
    tries: dict[FactValue, list[tuple[int, int]]] = {}
    known: dict[AttackSide, list[list[Question]]] = {}
    for at, line in enumerate(found.lines if len(found.lines) > 1 else ()):
        if line.side not in known:
            known[line.side] = [asked_by(line.side, target, said) for target in found.targets]
        for to, questions in enumerate(known[line.side]):
            for question in questions:
                if question.key.partition(":")[0] not in own and ":" not in question.key:
                    for value in values_of(question):
                        tries.setdefault(FactValue(question.key, value, question.owner == DEFENDER), []).append(
                            (at, to)
                        )
    return tries


def attacks_of(found: Comparison, tries: Tries) -> int:
    """How many attacks these facts mean."""
    modes = [len(line.rows()) for line in found.lines]
    return sum(modes[at] for places in tries.values() for at, _ in places)


def with_facts(
    found: Comparison,
    tries: Tries,
    said: Mapping[str, Any],
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
) -> Comparison:
    """The comparison with what each of these facts would change; what takes long is left out, and named."""
    if attacks_of(found, tries) > MOST_ATTACKS:
        return found.but(left_out=("facts",))
    rows: list[AttackerRow] = []
    places: list[tuple[int, int]] = []
    which: list[tuple[FactValue, int]] = []  # of each row
    for fact, asked in tries.items():
        for at in dict.fromkeys(at for at, _ in asked):
            for row in found.lines[at].rows():
                places += [(len(rows), to) for line, to in asked if line == at]
                which.append((fact, at))
                rows.append(row.but(said=(*row.said, (fact.key, fact.value))))
    chances = grid.worked_out_at(
        places, rows, found.targets, said, jobs=jobs, seconds=seconds, most=MOST_RECORDS, tell=tell
    )  # fmt: skip
    long: dict[FactValue, set[int]] = {}
    for (number, to), chance in chances.items():
        if chance.took_long:
            long.setdefault(which[number][0], set()).add(to)
    grids = {fact: as_found(found, fact, tries[fact], which, chances) for fact in tries}
    changes = changes_of(found, grids, long)
    return found.but(
        changes=tuple(one for one in changes if applies_to_both(found, one, tries, said)),
        left_out=tuple(f"{fact.key} {fact.value} at {target_names(found, at)}" for fact, at in long.items()),
    )


def applies_to_both(found: Comparison, change: DecidingFact, tries: Tries, said: Mapping[str, Any]) -> bool:
    """True if the fact may be said of both lines, also of one that does not ask for it: none of them cannot be so."""
    for value in change.values:
        asked = next(places for fact, places in tries.items() if (fact.key, fact.value) == (change.key, value))
        for at in (change.before, change.after):
            if (at, change.target) in asked:
                continue
            side, target = found.lines[at].side, found.targets[change.target]
            if grid.chance_of(side, target, {**said, change.key: value}, SECONDS, MOST_RECORDS).why_not:
                return False
    return True


def target_names(found: Comparison, at: Collection[int]) -> str:
    """Targets by their names; of many the number."""
    names = [found.targets[to].as_one.name for to in sorted(at)]
    return " and ".join(names) if len(names) < MANY else f"{len(names)} targets"


def as_found(
    found: Comparison,
    fact: FactValue,
    asked: Collection[tuple[int, int]],
    which: Sequence[tuple[FactValue, int]],
    chances: Mapping[tuple[int, int], Chance],
) -> tuple[tuple[AttackCell, ...], ...]:
    """The cells where this fact is so: those that do not ask as they were."""
    cells = [[*row] for row in found.cells]
    rows_of_line: dict[int, list[int]] = {}
    for row, (one, at) in enumerate(which):
        if one == fact:
            rows_of_line.setdefault(at, []).append(row)
    for at, to in asked:
        modes = [[chances[row, to]] for row in rows_of_line[at]]
        cells[at][to] = collapsed(found.lines[at : at + 1], found.targets[to : to + 1], found.what, modes)[0][0]
    return tuple(map(tuple, cells))


def asked_by(side: AttackSide, target: AttackSide, said: Mapping[str, Any]) -> list[Question]:
    from shoot_cli.attacks.asked import questions_of

    try:
        with as_input_error():
            return questions_of(of_sides(side, target, grid.known_to(side, target, said)))
    except Refusal:
        return []


def values_of(question: Question) -> list[str]:
    """The values of a fact that are not its default: of a choice the first, of a distance some."""
    from shoot_cli.core.questions import Choose, HowMany, Number

    if isinstance(question, Choose) and question.spent is None:
        open_ = [option.value for option in question.options if not option.closed and option.value != question.default]
        return open_[:MOST_VALUES]
    if isinstance(question, Number) and question.key == "distance":
        return [inches for inches in DISTANCES if question.low <= float(inches) <= question.high]
    if isinstance(question, HowMany) and question.key == "half_range":
        return ["none", "all"]
    return []


def changes_of(
    found: Comparison,
    grids: Mapping[FactValue, tuple[tuple[AttackCell, ...], ...]],
    long: Mapping[FactValue, Collection[int]],
) -> Iterator[DecidingFact]:
    """What another fact changes at each target; values one after the other that change the same are one.

    What the defender decides is left out where it would be worse for him. ``long``: targets at which it is not known.
    """
    last: dict[tuple[str, int], DecidingFact] = {}
    for fact, cells in grids.items():
        for target, (before, after) in enumerate(zip(found.best, best_of(cells), strict=True)):
            known = last.pop((fact.key, target), None)
            if not before or not after or {*before} & {*after} or target in long.get(fact, ()):
                if known:
                    yield known
                continue
            as_it_is = found.cells[before[0]][target].value or 0.0
            now, then = (cells[lines[0]][target].value or 0.0 for lines in (before, after))
            if known and known.after == after[0]:
                last[fact.key, target] = known.but(values=(*known.values, fact.value))
                continue
            if known:
                yield known
            if not (fact.theirs and then > as_it_is + EQUAL):
                last[fact.key, target] = DecidingFact(fact.key, (fact.value,), target, before[0], after[0], now, then)
    yield from last.values()
