"""What hangs on each fact of an attack, as tables for people and as one document for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from shoot_cli.attacks.sheet import Cell, Column, Report, Sheet, chance_cell, number_cell, words_cell
from shoot_cli.attacks.values import DISTANCE, Fact, Value, values_text
from shoot_cli.attacks.what_if import FactPair, Outcome, WhatIf, numbers_nearby
from shoot_cli.core.percent import percent
from shoot_cli.core.record import Record

SHOWN_PAIRS = 20
MANY = 6  # lines of one number
NAMES = {"slain": "Slain", "damage": "Wounds lost"}
HEADS = {"kill": "Destroyed", "points": "Points"}
SCALES = {"kill": (100, 1), "mean": (1, 2), "points": (1, 1)}  # of a change: what it is told in, and its digits


class ValueRow(Record):
    """Values of one fact that come to the same."""

    fact: Fact
    values: tuple[Value, ...]
    outcome: Outcome

    @property
    def words(self) -> str:
        return values_text(self.fact, [*self.values])


def lines_of(found: WhatIf) -> list[ValueRow]:
    """Values of each fact that come to the same together; the strongest effect first, what has no numbers last.

    Numbers only with their neighbours.
    """
    lines = [line for fact, row in zip(found.facts, found.outcomes, strict=True) for line in merged_rows(fact, row)]
    return sorted(lines, key=lambda line: (bool(line.outcome.why_not), found.rank(line.outcome)))


def merged_rows(fact: Fact, row: Iterable[Outcome]) -> Iterator[ValueRow]:
    groups: list[tuple[Outcome, list[Value]]] = []
    for value, outcome in zip(fact.values, row, strict=True):
        near = groups if value.number is None or outcome.why_not else groups[-1:]
        fitting = [values for other, values in near if alike(other, outcome)]
        if fitting:
            fitting[-1].append(value)
        else:
            groups.append((outcome, [value]))
    for outcome, values in groups:
        yield ValueRow(fact, tuple(values), outcome)


def alike(one: Outcome, other: Outcome) -> bool:
    """True if they are told together: the same numbers, or none for the same cause."""
    return (bool(one.why_not), one.late) == (bool(other.why_not), other.late) and one.same(other)


# Tables --------------------------------------------------------------------------------------------------------------


def report(found: WhatIf) -> Report:
    """One table of facts, and one of pairs where those were wanted."""
    task, lines = found.task, lines_of(found)
    changed = [line for line in lines if line.outcome.late or visible(found, line.outcome)]
    shown = [line for line in changed if line not in between(found, changed)]
    title = f"{task.attacker.name} shoots at {task.target.name}: what if"
    facts = Sheet(
        title,
        (Column("fact", "Fact"), Column("value", "Value"), *columns(found)),
        (
            (words_cell("as given"), Cell(""), *cells(found, found.base, as_it_is=True)),
            *((words_cell(line.fact.key), words_cell(line.words), *cells(found, line.outcome)) for line in shown),
        ),
        tuple(notes(found, lines, changed)),
    )
    sheets = (facts,) if found.pairs is None else (facts, pair_sheet(found, found.pairs))
    return Report(title, sheets)


def between(found: WhatIf, changed: Sequence[ValueRow]) -> list[ValueRow]:
    """Lines of numbers that change with every one, but for those next to what it is and the strongest either way."""
    left: list[ValueRow] = []
    for fact in found.facts:
        lines = [line for line in changed if line.fact == fact and not line.outcome.why_not]
        if fact.highest is None or fact.key.partition(":")[0] == DISTANCE or len(lines) <= MANY:
            continue
        pairs = [(value, line.outcome) for line in lines for value in line.values]
        near = {value.said for value, _ in numbers_nearby(found, fact, pairs)}
        strongest = {line.values[0].said for line in (lines[0], *opposite(found, lines))}
        left += [line for line in lines if not any(value.said in near | strongest for value in line.values)]
    return left


def opposite(found: WhatIf, lines: Sequence[ValueRow]) -> list[ValueRow]:
    """The strongest of those that change it the other way than the first does."""
    up = found.change(lines[0].outcome) > 0
    return [line for line in lines if (found.change(line.outcome) > 0) != up][:1]


def visible(found: WhatIf, outcome: Outcome) -> bool:
    """True if its cells differ from those of the attack as it is by more than their last digit can show."""
    if outcome.why_not:
        return False
    scale, digits = SCALES[found.what]
    changes = [found.change(outcome) * scale * 10**digits, (found.mean(outcome) - found.mean(found.base)) * 100]
    return any(abs(change) >= 0.5 for change in changes)


def columns(found: WhatIf) -> tuple[Column, ...]:
    mean = Column("expected", mean_name(found), number=True)
    first = mean if found.what == "mean" else Column(key_of(found), HEADS[found.what], number=True)
    other = mean if found.what == "kill" else Column("destroyed", HEADS["kill"], number=True)
    return first, Column("change", "Change", number=True), other


def key_of(found: WhatIf) -> str:
    return {"kill": "destroyed", "mean": "expected", "points": "points"}[found.what]


def mean_name(found: WhatIf) -> str:
    """What is expected: models slain, or wounds lost, as the ruleset calls them."""
    name = "slain" if found.models else "damage"
    return found.task.titles().get(name) or NAMES[name]


def cells(found: WhatIf, outcome: Outcome, as_it_is: bool = False) -> tuple[Cell, ...]:
    if outcome.why_not:
        return Cell("not in time"), Cell(""), Cell("")
    change = Cell("") if as_it_is else signed(found, found.change(outcome))
    killed, mean = chance_cell(outcome.destroyed), number_cell(found.mean(outcome))
    first = {"kill": killed, "mean": mean, "points": number_cell(outcome.points, 1)}[found.what]
    return first, change, mean if found.what == "kill" else killed


def signed(found: WhatIf, change: float) -> Cell:
    """``+12.3``: of chances in points of percent, else in what is expected. What is not nothing never looks like it."""
    scale, digits = SCALES[found.what]
    least = 10**-digits
    if change and abs(change * scale) < least / 2:
        return Cell(f"{'+' if change > 0 else '-'}<{least:g}", change)
    return Cell(f"{change * scale:+.{digits}f}" if change else "0", change)


def pair_sheet(found: WhatIf, pairs: tuple[FactPair, ...]) -> Sheet:
    counting = [pair for pair in pairs if pair.both_count]
    told = [f"Of {len(pairs)} pairs that were tried, those are left out of which one alone does the same."]
    if len(counting) > SHOWN_PAIRS:
        told.append(f"These are the {SHOWN_PAIRS} strongest; --json has all.")
    if found.pairs_left:
        told.append(f"{found.pairs_left} more pairs were not tried: facts that do little alone.")
    if late := sum(pair.outcome.late for pair in pairs):
        told.append(f"{late} pairs were not worked out in time; --budget gives it more.")
    told.append("Beyond: more than the two changes alone come to together.")
    first, change, _ = columns(found)
    return Sheet(
        "Two together",
        (Column("first", "First"), Column("second", "Second"), first, change, Column("beyond", "Beyond", number=True)),
        tuple(
            (
                *(words_cell(f"{key} {value.words}") for key, value in zip(pair.keys, pair.values, strict=True)),
                *cells(found, pair.outcome)[:2],
                signed(found, pair.beyond),
            )
            for pair in counting[:SHOWN_PAIRS]
        ),
        tuple(told),
    )


# Sentences -----------------------------------------------------------------------------------------------------------


def notes(found: WhatIf, lines: list[ValueRow], changed: list[ValueRow]) -> Iterator[str]:
    if found.what != found.wanted:
        yield (
            f"The chance to destroy it is {percent(found.base.destroyed)} whatever is set: "
            f"told is what can be expected ({mean_name(found).lower()})."
        )
    elif found.what == "kill":
        yield "Change: in points of percent."
    matter = dict.fromkeys(line.fact.key for line in changed)
    for given, words_before in ((False, "Assumed where it matters"), (True, "Said")):
        bases = [f"{fact.key} {fact.base}" for fact in found.facts if fact.key in matter and fact.given == given]
        if bases:
            yield f"{words_before}: {', '.join(bases)}."
    told = {id(line) for line in changed}
    rest = [line for line in lines if id(line) not in told]
    same = [line for line in rest if not line.outcome.why_not and line.outcome.same(found.base)]
    if numbers_between := dict.fromkeys(line.fact.key for line in between(found, changed)):
        yield f"The numbers between are in --json: {', '.join(numbers_between)}."
    yield from listed("Makes no difference", same, [*matter])
    little = [line for line in rest if not line.outcome.why_not and not line.outcome.same(found.base)]
    yield from listed("Makes next to none", little)
    yield from listed("Cannot be, or leaves no attack", [line for line in rest if line.outcome.why_not])
    if late := sum(len(line.values) for line in lines if line.outcome.late):
        yield f"Not worked out in time, of the values: {late}; --budget gives it more."
    yield from not_tried(found)
    yield from only_then(found)


def listed(what: str, lines: list[ValueRow], apart: list[str] | None = None) -> Iterator[str]:
    """Values in a sentence, fact by fact. ``apart``: facts of which each value is named; None: of all of them."""
    of: dict[str, list[str]] = {}
    for line in lines:
        as_it_is = len(line.values) == 1 and line.values[0].said == line.fact.base
        named = apart is None or line.fact.key in apart
        of.setdefault(line.fact.key, []).extend([line.words] if named and not as_it_is else [])
    told = [f"{key} {', '.join(values)}".strip() for key, values in of.items() if values or key not in (apart or ())]
    if told:
        yield f"{what}: {'; '.join(told)}."


def not_tried(found: WhatIf) -> Iterator[str]:
    alike: dict[str, list[str]] = {}
    for fact in found.facts:
        if fact.left_out:
            alike.setdefault(fact.left_out, []).append(fact.key)
    if alike:
        told = "; ".join(f"{why} ({', '.join(keys)})" for why, keys in alike.items())
        yield f"Not tried: {told}."


def only_then(found: WhatIf) -> Iterator[str]:
    """What is asked only where a fact is set otherwise."""
    first: dict[str, str] = {}
    for fact, row in zip(found.facts, found.outcomes, strict=True):
        for value, outcome in zip(fact.values, row, strict=True):
            for key in outcome.asks:
                first.setdefault(key, f"{fact.key} {value.words}")
    if first:
        told = ", ".join(f"{key} (with {where})" for key, where in first.items())
        yield f"Asked only then, and taken as usual: {told}."


# For programs --------------------------------------------------------------------------------------------------------


def document(found: WhatIf) -> dict[str, Any]:
    """All of it as JSON: every fact with every value that was tried, and the lines of the table in their order."""
    told: dict[str, Any] = {
        "ruleset": found.result["ruleset"],
        "attacker": found.result["attacker"],
        "target": found.result["target"],
        "what": found.what,
        "expected": "slain" if found.models else "damage",
        "assumed": found.result["assumed"],
        "base": numbers(found, found.base, base=True),
        "lines": [
            {"fact": line.fact.key, "value": line.words, "values": [value.said for value in line.values]}
            | numbers(found, line.outcome)
            for line in lines_of(found)
            if not line.outcome.why_not and not line.outcome.same(found.base)
        ],
        "facts": [
            fact_document(found, fact, row) for fact, row in zip(found.facts, found.outcomes, strict=True)
        ],
    }  # fmt: skip
    if found.pairs is not None:
        told["pairs"] = [
            {
                name: {"fact": key, "value": value.said}
                for name, key, value in zip(("first", "second"), pair.keys, pair.values, strict=True)
            }
            | numbers(found, pair.outcome)
            | ({} if pair.outcome.why_not else {"beyond": pair.beyond})
            for pair in found.pairs
        ]
        told["pairs_not_tried"] = found.pairs_left
    return told | {
        key: found.result[key] for key in ("unused", "not_asked", "overruled", "closed") if key in found.result
    }


def fact_document(found: WhatIf, fact: Fact, row: Iterable[Outcome]) -> dict[str, Any]:
    told: dict[str, Any] = {"fact": fact.key, "text": fact.text, "base": fact.base, "said": fact.given}
    told["values"] = [
        {"value": value.said, "words": value.words} | numbers(found, outcome)
        for value, outcome in zip(fact.values, row, strict=True)
    ]
    return told | ({"not_tried": fact.left_out} if fact.left_out else {})


def numbers(found: WhatIf, outcome: Outcome, base: bool = False) -> dict[str, Any]:
    """What it comes to in full precision, or why not."""
    if outcome.why_not:
        return {"error": outcome.why_not}
    told: dict[str, Any] = {name: getattr(outcome, name) for name in ("destroyed", "slain", "damage")}
    told |= {} if outcome.points is None else {"points": outcome.points}
    told |= {} if base else {"change": found.change(outcome)}
    return told | ({"asks": [*outcome.asks]} if outcome.asks else {})
