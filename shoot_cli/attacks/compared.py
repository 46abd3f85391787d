"""A comparison as a table for people, and as a document for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.attacks import figures
from shoot_cli.attacks.compare import AttackCell, Candidate, Comparison, DecidingFact, modal
from shoot_cli.attacks.grid import as_document, ruleset_of
from shoot_cli.attacks.sheet import Cell as Shown
from shoot_cli.attacks.sheet import Column, Report, Sheet, chance_cell, number_cell, words_cell

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide

SHOWS = {"kill": 0.005, "share": 0.005, "mean": 0.05, "points": 0.5}  # a difference that matters to somebody
MOST_NAMED = 2  # targets of one sentence


def figure_cell(found: Comparison, target: int, value: float | None) -> Shown:
    """A figure of this column; whether it is the best of it, whoever knows the row says."""
    side = found.targets[target]
    if figures.is_percent(found.what, ruleset_of(side), side.as_one):
        return chance_cell(value)
    return number_cell(value, 1 if found.what == "points" else 2)


def comparison_report(found: Comparison) -> Report:
    """One row a line, one column a target; the best of each marked; a sentence for each fact that changes who it is."""
    names = named_apart([side.as_one.name for side in found.targets])
    columns = (Column("attacker", ""), *(Column(key, key, True) for key in names))
    rows = tuple(
        (
            words_cell(line.title),
            *(figure_cell(found, to, cell.value).but(best=at in found.best[to]) for to, cell in enumerate(cells)),
        )
        for at, (line, cells) in enumerate(zip(found.lines, found.cells, strict=True))
    )
    title = f"Which is best: {figures.TITLES[found.what]}"
    return Report(title, (Sheet(title, columns, rows, tuple(notes(found))),), tuple(below(found)))


def named_apart(names: Sequence[str]) -> list[str]:
    """The names, those that come again with a number behind them."""
    return [
        name if name not in names[:at] else f"{name} ({names[: at + 1].count(name)})" for at, name in enumerate(names)
    ]


def transposed(sheet: Sheet) -> Sheet:
    """Rows as columns."""
    heads = named_apart([row[0].text for row in sheet.rows])
    columns = (sheet.columns[0], *(Column(head, head, True) for head in heads))
    rows = tuple(
        (words_cell(column.title), *(row[at] for row in sheet.rows)) for at, column in enumerate(sheet.columns) if at
    )
    return sheet.but(columns=columns, rows=rows)


def notes(found: Comparison) -> list[str]:
    """What belongs to the table itself: modes that were chosen, attacks without numbers, facts that matter."""
    said = [f"{line}: {', '.join(where)}" for line, where in modes(found).items()]
    lines = [f"Fired in the mode that does most. {'; '.join(said)}."] if said else []
    lines += [sentence(found, key, value) for key, value in by_fact(found)]
    if found.left_out:
        lines.append(f"Not tried, it takes too long: {', '.join(found.left_out)}.")
    if found.what == "share" and not all(map(has_end, found.targets)):
        lines.append("A number without % is damage on average, of units whose damage has no end.")
    for why, where in refused(found).items():
        lines.append(f"No numbers for {first_names(where)}: {why.rstrip('.')}.")
    return lines


def has_end(side: AttackSide) -> bool:
    """True if the damage of this unit tells when nothing is left of it."""
    return bool(ruleset_of(side).whole(side.as_one))


def first_names(places: list[str]) -> str:
    more = len(places) - MOST_NAMED
    return ", ".join(places[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def modes(found: Comparison) -> dict[str, list[str]]:
    """Of each line with modes, which of them it fires at which targets; the last of several at all others."""
    said: dict[str, list[str]] = {}
    for line, cells in zip(found.lines, found.cells, strict=True):
        by_mode: dict[str, list[str]] = {}
        for side, cell in zip(found.targets, cells, strict=True):
            if cell.mode and cell.value:
                by_mode.setdefault(cell.mode, []).append(side.as_one.name)
        *few, most = sorted(by_mode.items(), key=lambda one: len(one[1])) or [("", [])]
        told = [f"{mode} at {' and '.join(at)}" for mode, at in few]
        if most[0]:
            said[line.title] = [*told, f"{most[0]} at all others" if few else most[0]]
    return said


def by_fact(found: Comparison) -> dict[tuple[str, tuple[str, ...]], None]:
    return dict.fromkeys((change.key, change.values) for change in telling(found))


def telling(found: Comparison) -> list[DecidingFact]:
    """The changes that show in the figures as they are printed."""
    return [change for change in found.changes if change.then - change.now >= SHOWS[found.what]]


def sentence(found: Comparison, key: str, values: tuple[str, ...]) -> str:
    """One line for one fact: who would then be the best at which targets."""
    changes = [change for change in telling(found) if (change.key, change.values) == (key, values)]
    told = [told_of(found, change) for change in changes[:MOST_NAMED]]
    more = len(changes) - MOST_NAMED
    told += [f"and at {more} more"] if more > 0 else []
    value = (
        values[0] if len(values) == 1 else f"{values[0]} to {values[-1]}" if key == "distance" else " or ".join(values)
    )
    return f"If {key.removeprefix('if ').replace('_', ' ')} is {value}: {'; '.join(told)}."


def told_of(found: Comparison, change: DecidingFact) -> str:
    now, then = (figures.said(found.what, value) for value in (change.now, change.then))
    target, line = found.targets[change.target].as_one.name, found.lines[change.after].title
    return f"best at {target} is {line} ({then}), not {found.lines[change.before].title} ({now})"


def refused(found: Comparison) -> dict[str, list[str]]:
    """Where there are no numbers, by why."""
    why: dict[str, list[str]] = {}
    for line, cells in zip(found.lines, found.cells, strict=True):
        for side, cell in zip(found.targets, cells, strict=True):
            here = f"{line.title} at {side.as_one.name}"
            if cell.chance.why_not:
                why.setdefault(in_short(cell.chance.why_not, line, side), []).append(here)
            elif cell.value is None:
                why.setdefault("one of them has no points", []).append(here)
    return why


def in_short(why: str, line: Candidate, target: AttackSide) -> str:
    """The first reason alone, without who shoots with what: so it is the same for others."""
    said = why.removeprefix(f"{line.side.as_one.name} cannot shoot at {target.as_one.name}: ").partition("; ")[0]
    for model, _ in line.side.as_one.models:
        for weapon in model.weapons:
            said = said.removeprefix(f"weapon: “{weapon.name}” is closed: ").removeprefix(f"{weapon.name}: ")
    return said


def below(found: Comparison) -> list[str]:
    """What was taken for granted, and what nobody used."""
    said = {True: "was not asked in any of these attacks", False: "makes no difference to any of these attacks"}
    lines = [f"{key} {said[key in found.not_asked]}." for key in found.idle]
    lines += as_proposed([line.side for line in found.lines if not line.weapon])
    lines += [one.words for one in found.overruled]
    if found.assumed:
        taken = ", ".join(f"{key} {value}" for key, value in found.assumed if value and ":" not in key)
        lines.append(f"Assumed: {taken}. Change it with --set KEY=VALUE.")
    lines.append(f"{ruleset_of(found.targets[0]).title}.")
    return lines


def as_proposed(sides: Iterable[AttackSide]) -> list[str]:
    """Which mode of a weapon fires, where nobody says."""
    weapons = modal(sides)
    if not weapons:
        return []
    return [f"In the mode that is proposed: {first_names(weapons)}. Another: --weapon."]


# For programs --------------------------------------------------------------------------------------------------------


def comparison_document(found: Comparison, said: Mapping[str, Any]) -> dict[str, Any]:
    """As ``--json`` prints it; numbers in full precision."""
    names = [side.as_one.name for side in found.targets]
    rows = []
    for at, (line, cells) in enumerate(zip(found.lines, found.cells, strict=True)):
        row: dict[str, Any] = {"attacker": line.side.as_one.name, "points": figures.points(line.side.as_one)}
        if line.weapon:
            row["weapon"] = line.weapon
        row["cells"] = [
            in_cell(line.side.as_one, side.as_one, cell) | {"best": at in best}
            for side, cell, best in zip(found.targets, cells, found.best, strict=True)
        ]
        rows.append(row)
    changes = [
        {
            "key": change.key, "values": [*change.values], "target": names[change.target],
            "best": found.lines[change.after].title, "instead_of": found.lines[change.before].title,
            "value": change.then, "value_of_other": change.now,
        }
        for change in found.changes
    ]  # fmt: skip
    result: dict[str, Any] = {
        "ruleset": found.lines[0].side.ruleset, "what": found.what, "answers": dict(said), "targets": names,
        "rows": rows, "changes": changes, "assumed": dict(found.assumed),
    }  # fmt: skip
    if found.idle:
        result["unused"] = [*found.idle]
    if found.not_asked:
        result["not_asked"] = [*found.not_asked]
    result |= as_document(found.overruled)
    if found.left_out:
        result["left_out"] = [*found.left_out]
    return result


def in_cell(attacker: Any, target: Any, cell: AttackCell) -> dict[str, Any]:
    result: dict[str, Any] = {"target": target.name}
    if cell.mode:
        result["mode"] = cell.mode
    if cell.chance.why_not:
        return result | {"error": cell.chance.why_not}
    return result | {
        "destroyed": cell.chance.destroyed,
        "slain": cell.chance.slain,
        "damage": cell.chance.damage,
        "points_removed": figures.removed(target, cell.chance.slain),
        "points_per_100": figures.per_100(attacker, target, cell.chance.slain),
    }
