"""The effect of each fact of an attack: each one is changed, alone or in pairs, and computed exactly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, zip_longest
from time import process_time
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AttackResult, Document, above_all, points
from shoot_cli.analysis.fact_values import DISTANCE, Fact, Value, current_number, facts_of, turns, values_text
from shoot_cli.analysis.grid import TOO_FEW_TO_SHARE, cores, in_order
from shoot_cli.analysis.report import (
    CHANGED_WITH,
    Cell,
    Column,
    Report,
    Sheet,
    as_words,
    chance_cell,
    fact_words,
    number_cell,
    value_words,
    words_cell,
)
from shoot_cli.analysis.single_attack import (
    Pairing,
    TooMuch,
    as_input_error,
    ruleset_named,
    worked_out,
    worked_out_and_asked,
)
from shoot_cli.engine.budget import SECONDS
from shoot_cli.engine.names import name_key, percent
from shoot_cli.engine.reasons import InputError, Refusal
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.input.answers import Task


WHAT = ("kill", "mean", "points")
Set = Mapping[str, str]  # changed facts: key and value, as they are typed
Tell = Callable[[int, int], None]  # called with the number of finished attacks, and of all

MOST_PAIRS = 1000  # most pairs that are tried
OF_A_FACT = 4  # most values of a fact that are tried in pairs
LEAST, AS_BASE = 0.25, 1.5  # seconds that an attack may take if time is short, or so many times those of the base
PART, LATER = 8, 2  # an attack may take 1/PART of the time left, a second try 1/LATER
OF_SWEEPS = 0.11  # the share of a budget after which no more than the most telling values are tried
NOTHING = 1e-9  # smaller differences come from rounding
HARDLY = 0.05  # models or wounds


class FactPair(Record):
    """Two changed facts. ``change`` is their effect, ``beyond`` the part that exceeds the sum of both alone.
    ``both_count`` is True if neither of them alone has the same visible effect.
    """

    keys: tuple[str, str]
    values: tuple[Value, Value]
    outcome: AttackResult
    change: float = 0.0
    beyond: float = 0.0
    both_count: bool = False


class WhatIf(Record):
    """The effects of all facts.

    ``what`` is the compared measure, ``wanted`` the requested one. ``models`` is True if the mean counts slain models,
    False for lost wounds. ``outcomes`` has the results of each fact's values. ``pairs`` has the strongest first;
    ``pairs_left`` is the number of pairs not tried.
    """

    task: Task
    wanted: str
    what: str
    models: bool
    base: AttackResult  # of the unchanged attack
    facts: tuple[Fact, ...]
    outcomes: tuple[tuple[AttackResult, ...], ...]
    pairs: tuple[FactPair, ...] | None = None
    pairs_left: int = 0

    def amount(self, outcome: AttackResult) -> float:
        """Return the compared number."""
        if self.what == "points":
            return outcome.points or 0.0
        return outcome.destroyed if self.what == "kill" else self.mean(outcome)

    def mean(self, outcome: AttackResult) -> float:
        return outcome.average("slain" if self.models else "damage")

    def change(self, outcome: AttackResult) -> float:
        """Return the difference to the unchanged attack; 0 for a rounding difference."""
        difference = self.amount(outcome) - self.amount(self.base)
        return difference if abs(difference) >= NOTHING else 0.0

    def rank(self, outcome: AttackResult) -> tuple[float, float]:
        """Return the sort key; the strongest effect comes first."""
        return -round(abs(self.change(outcome)), 9), -round(abs(self.mean(outcome) - self.mean(self.base)), 9)


def what_if(
    pairing: Pairing,
    what: str = "kill",
    pairs: bool = False,
    *,
    seconds: float = SECONDS,
    sweep_seconds: float | None = None,
    jobs: int = 1,
    tell: Tell = lambda done, of: None,
) -> WhatIf:
    """Compute the attack as given, and with each of its facts changed alone.

    :param pairs: True to change two facts together as well
    :param seconds: of CPU time in all
    :param sweep_seconds: of CPU time in all, after which only the most telling values of each fact are tried; None
        means no such limit
    :param jobs: number of processes; 0 means one for each core
    :param tell: called for progress
    :raises InputError: as for `worked_out` of the given attack, or if points are compared and there are none
    """
    begun = process_time()
    task = pairing.task()
    if what == "points" and points(task.target) is None:
        raise InputError(f"--what points: the list gives no points for {task.target.name}; kill and mean need none")
    pairing = pairing._replace(given=canonical(pairing, task))
    started = process_time()
    base, asked = worked_out_and_asked(task, seconds)
    took = process_time() - started
    facts = facts_of(task, asked, pairing.given, base.answers.assumed)
    trials = Trials(pairing, seconds - (process_time() - begun), jobs, tell)
    bases = {fact.key: fact.base for fact in facts}
    urgent = sorted(
        ((turn, index, n) for index, fact in enumerate(facts) for n, turn in enumerate(turns(task, fact, bases))),
        key=lambda entry: entry[0],
    )
    sets: list[Set] = [{facts[index].key: facts[index].values[n].typed} for _, index, n in urgent]
    sure = sum(turn == 0 for turn, _, _ in urgent)
    seconds_left = None if sweep_seconds is None else sweep_seconds - (process_time() - begun)
    tried = trials.run(sets, sure, seconds_left, max(LEAST, AS_BASE * took))
    outcome_of = {entry[1:]: outcome for entry, outcome in zip(urgent, tried, strict=True)}
    outcomes = tuple(tuple(outcome_of[index, n] for n in range(len(fact.values))) for index, fact in enumerate(facts))
    effects = WhatIf(task, what, what, counts_models(task, base), base, facts, outcomes)
    if what == "kill" and not any(
        is_visible(effects, effects.change(entry))
        for row in outcomes
        for entry in (outcome for outcome in row if not outcome.why_not)
    ):
        effects = effects.but(what="mean")
    return with_pairs(effects, trials) if pairs else effects


def canonical(pairing: Pairing, task: Task) -> dict[str, Any]:
    """Return the given answers by this attack's own keys, so that each can be changed."""
    joined = {name_key(key): key for key in task.given_keys}
    joined_answers = {joined[name_key(key)]: value for key, value in pairing.given.items() if name_key(key) in joined}
    return {**joined_answers, **task.settings, **task.answers}


def counts_models(task: Task, base: AttackResult) -> bool:
    """Return True if slain models are reported: not if hardly any falls but wounds are lost."""
    if task.titles().get("damage") == "":
        return True
    if task.titles().get("slain") == "" or grid.in_wounds(task.ruleset, task.target):
        return False
    return base.average("slain") >= HARDLY or base.average("damage") < HARDLY


def has_same_averages(one: AttackResult, other: AttackResult) -> bool:
    averages, other_averages = (
        (attack.destroyed, attack.average("slain"), attack.average("damage")) for attack in (one, other)
    )
    return all(abs(a - b) < NOTHING for a, b in zip(averages, other_averages, strict=True))


# Computing -----------------------------------------------------------------------------------------------------------


class Worker:
    """A worker for attacks with changed facts."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing

    def __call__(self, facts_and_seconds: tuple[Set, float]) -> tuple[AttackResult, float]:
        """Return the result with these facts, and the seconds that it took."""
        facts, seconds = facts_and_seconds
        if seconds <= 0:
            return AttackResult(why_not="no time is left for it", late=True), 0.0
        begun = process_time()
        return self.tried(facts, seconds), process_time() - begun

    def tried(self, facts: Set, seconds: float) -> AttackResult:
        try:
            with as_input_error():
                return worked_out(self.pairing.task(facts), seconds=seconds, explain=False, tokens=False)
        except Refusal as error:
            return AttackResult(why_not=str(error), late=isinstance(error, TooMuch))


class Trials:
    """Attacks with changed facts, as long as time is ``left``, in seconds of CPU time. ``took`` has the seconds for
    each fact alone, by key and value; the quickest are tried first. Facts with the same meaning are tried once.
    """

    def __init__(self, pairing: Pairing, left: float, jobs: int, tell: Tell) -> None:
        self.make = partial(Worker, pairing)
        self.meaning_of = ruleset_named(pairing.ruleset).meaning_of
        self.left, self.jobs, self.tell = left, jobs or cores(), tell
        self.worker = self.make()
        self.took: dict[tuple[str, str], float] = {}

    def run(
        self, sets: Sequence[Set], sure: int = 0, sweep: float | None = None, least: float = 0.0
    ) -> list[AttackResult]:
        """Return the outcomes in order. A slow attack is stopped at first, and tried again at the end.

        :param sure: how many are tried first, whatever time they take
        :param sweep: the seconds after which no other is begun; None means no such limit
        :param least: the seconds that each of the first may take, even if less time is left for all
        """
        alike: dict[Hashable, list[int]] = {}
        for index, facts in enumerate(sets):
            alike.setdefault(self.meaning(facts), []).append(index)
        sure = sum(indexes[0] < sure for indexes in alike.values())
        quickest = sorted(
            alike.values(), key=lambda indexes: sum(self.took.get(pair, 0.0) for pair in sets[indexes[0]].items())
        )
        shared = self.jobs > 1 and len(quickest) > TOO_FEW_TO_SHARE
        reserve = -1.0 if sweep is None else self.left - sweep  # what is left when no other is begun

        def seconds(position: int) -> float:
            if sweep is None:
                return self.share(PART * self.jobs)
            part = max(self.left - reserve, 0.0) / PART
            return min(self.share(PART * self.jobs), max(part, least)) if position < sure or part else 0.0

        tasks = ((sets[indexes[0]], seconds(position)) for position, indexes in enumerate(quickest))
        outcomes: dict[int, AttackResult] = {}
        works = in_order(self.make, tasks, self.jobs) if shared else map(self.worker, tasks)
        for indexes, (outcome, took) in zip(quickest, works, strict=True):
            self.left -= took
            outcomes.update(dict.fromkeys(indexes, outcome))
            self.took.update((next(iter(sets[index].items())), took) for index in indexes if len(sets[index]) == 1)
            self.tell(len(outcomes), len(sets))
        for indexes in quickest:
            if outcomes[indexes[0]].late and self.left > max(reserve, 0):
                seconds_again = self.share(LATER) if sweep is None else (self.left - reserve) / LATER
                outcome, took = self.worker((sets[indexes[0]], seconds_again))
                outcomes.update(dict.fromkeys(indexes, outcome))
                self.left -= took
        return [outcomes[index] for index in range(len(sets))]

    def meaning(self, facts: Set) -> Hashable:
        """Return what these facts mean; facts with the same meaning are one attack."""
        return frozenset((key, self.meaning_of(key, value)) for key, value in facts.items())

    def share(self, part: int) -> float:
        """Return the seconds that the next attack may take."""
        return max(self.left, 0.0) / part


# Pairs of facts ------------------------------------------------------------------------------------------------------

Tried = tuple[Value, AttackResult]  # a value of a fact, and what comes of it
Alone = tuple[str, Value, AttackResult]  # the key of a fact, one of its values, and the outcome of that value alone


def with_pairs(effects: WhatIf, trials: Trials) -> WhatIf:
    """Return the result with pairs: first pairs whose facts both have an effect alone, then one of them. The last pairs
    have no effect alone, but may have one together.
    """
    rows = zip(effects.facts, effects.outcomes, strict=True)
    alone = [[(fact.key, *first) for first in representatives(effects, fact, row)] for fact, row in rows]
    pairs_to_try: list[tuple[Alone, Alone]] = [
        (first, second) for firsts, seconds in combinations(alone, 2) for first in firsts for second in seconds
    ]

    def urgency(pair: tuple[Alone, Alone]) -> tuple[int, float]:
        outcomes = [outcome for _, _, outcome in pair]
        idle = sum(has_same_averages(outcome, effects.base) for outcome in outcomes)
        return idle, -round(sum(abs(effects.change(outcome)) for outcome in outcomes), 9)

    pairs_to_try.sort(key=urgency)
    tried = pairs_to_try[:MOST_PAIRS]
    outcomes = trials.run([{key: value.typed for key, value, _ in pair} for pair in tried])
    pairs = [tried_pair(effects, *pair, outcome) for pair, outcome in zip(tried, outcomes, strict=True)]
    pairs.sort(key=lambda pair: (bool(pair.outcome.why_not), effects.rank(pair.outcome), -round(abs(pair.beyond), 9)))
    return effects.but(pairs=tuple(pairs), pairs_left=len(pairs_to_try) - len(tried))


def tried_pair(effects: WhatIf, first: Alone, second: Alone, outcome: AttackResult) -> FactPair:
    """Return the pair with its effect, compared with the effects of both facts alone."""
    keys, values = (first[0], second[0]), (first[1], second[1])
    if outcome.why_not:
        return FactPair(keys, values, outcome)
    change = effects.change(outcome)
    beyond = change - effects.change(first[2]) - effects.change(second[2])
    counts = all(is_visible(effects, change - effects.change(alone[2])) for alone in (first, second))
    return FactPair(keys, values, outcome, change, beyond if abs(beyond) >= NOTHING else 0.0, counts)


def representatives(effects: WhatIf, fact: Fact, row: Sequence[AttackResult]) -> list[Tried]:
    """Return a few values of a fact: the strongest in both directions, and two without an effect. For numbers these are
    the next different ones in both directions; for a distance the strongest, too. Equal results count once.
    """
    others = [
        tried for tried in zip(fact.values, row, strict=True) if not tried[1].why_not and tried[0].typed != fact.base
    ]
    if fact.highest is not None:
        return numbers_nearby(effects, fact, others)
    ways: list[list[Tried]] = [[], []]
    for tried in sorted(different(effects, others), key=lambda tried: effects.rank(tried[1])):
        ways[effects.change(tried[1]) > 0].append(tried)
    strongest = [tried for pair in zip_longest(*ways) for tried in pair if tried is not None]
    idle = [tried for tried in others if has_same_averages(tried[1], effects.base)]
    return [*strongest[:OF_A_FACT], *idle[:1], *idle[1:][-1:]]


def different(effects: WhatIf, candidates: Iterable[Tried]) -> list[Tried]:
    """Return those with a result that differs from the unchanged attack and from earlier ones."""
    kept: list[Tried] = []
    for candidate in candidates:
        if not has_same_averages(candidate[1], effects.base) and not any(
            has_same_averages(candidate[1], other) for _, other in kept
        ):
            kept.append(candidate)
    return kept


def numbers_nearby(effects: WhatIf, fact: Fact, others: Sequence[Tried]) -> list[Tried]:
    """Return the nearest different number in both directions; for a distance also the strongest ones."""
    now = current_number(fact)
    by_side: dict[bool, list[Tried]] = {True: [], False: []}
    for tried in sorted(others, key=lambda tried: abs((now if tried[0].number is None else tried[0].number) - now)):
        by_side[(now if tried[0].number is None else tried[0].number) > now].append(tried)
    picked = [tried for side in by_side.values() for tried in (different(effects, side) or side)[:1]]
    if fact.key.partition(":")[0] == DISTANCE:
        strongest = sorted(
            different(effects, [*by_side[True], *by_side[False]]), key=lambda tried: effects.rank(tried[1])
        )
        for upwards in (True, False):
            picked += [tried for tried in strongest if (effects.change(tried[1]) > 0) == upwards][:1]
    return list({value: (value, outcome) for value, outcome in picked}.values())


# Tables and a JSON document ------------------------------------------------------------------------------------------

SHOWN_PAIRS = 20
MANY = 6  # most lines of one number
NAMES = {"slain": "Slain", "damage": "Wounds lost"}
HEADS = {"kill": "Destroyed", "points": "Points"}
SCALES = {"kill": (100, 1), "mean": (1, 2), "points": (1, 1)}  # factor and digits of a printed change


def is_visible(effects: WhatIf, change: float) -> bool:
    """Return True if a change of the compared number is not 0 as it is printed."""
    scale, digits = SCALES[effects.what]
    return abs(change) * scale >= 0.5 * 0.1**digits


class ValueRow(Record):
    """Values of one fact with the same result."""

    fact: Fact
    values: tuple[Value, ...]
    outcome: AttackResult

    @property
    def words(self) -> str:
        return values_text(self.fact, [*self.values])


def lines_of(effects: WhatIf) -> list[ValueRow]:
    """Return values with the same result together, the strongest effect first. Numbers only merge with neighbours."""
    lines = [line for fact, row in zip(effects.facts, effects.outcomes, strict=True) for line in merged_rows(fact, row)]
    return sorted(lines, key=lambda line: (bool(line.outcome.why_not), effects.rank(line.outcome)))


def merged_rows(fact: Fact, row: Iterable[AttackResult]) -> Iterator[ValueRow]:
    """Yield values with equal results as one line; numbers only merge with the line before."""
    groups: list[tuple[AttackResult, list[Value]]] = []
    for value, outcome in zip(fact.values, row, strict=True):
        near = groups if value.number is None or outcome.why_not else groups[-1:]
        fitting = [values for other, values in near if alike(other, outcome)]
        if fitting:
            fitting[-1].append(value)
        else:
            groups.append((outcome, [value]))
    for outcome, values in groups:
        yield ValueRow(fact, tuple(values), outcome)


def alike(one: AttackResult, other: AttackResult) -> bool:
    """Return True if they share a line: the same numbers, or none for the same reason."""
    return (bool(one.why_not), one.late) == (bool(other.why_not), other.late) and has_same_averages(one, other)


# Tables --------------------------------------------------------------------------------------------------------------


def report(effects: WhatIf) -> Report:
    """Return a table of facts, and one of pairs if wanted."""
    task, lines = effects.task, lines_of(effects)
    tried = {line.fact.key for line in lines if not line.outcome.late}
    changed = [
        line
        for line in lines
        if (line.outcome.late and line.fact.key not in tried) or looks_changed(effects, line.outcome)
    ]
    shown = [line for line in changed if line not in lines_between(effects, changed)]
    title = "{attacker} shooting at {target}: what if".format_map(task.named())
    facts = Sheet(
        title,
        (Column("fact", "Fact"), Column("value", "Value"), *columns(effects)),
        (
            (words_cell("as given"), Cell(""), *cells(effects, effects.base, as_it_is=True)),
            *(
                (
                    Cell(name_of(effects, line.fact.key), line.fact.key),
                    Cell(value_words(line.words), line.words),
                    *cells(effects, line.outcome),
                )
                for line in shown
            ),
        ),
        tuple(notes(effects, lines, changed)),
    )
    sheets = (facts,) if effects.pairs is None else (facts, pair_sheet(effects, effects.pairs))
    return Report(title, sheets, head=tuple(above_all(effects.base.answers)))


def name_of(effects: WhatIf, key: str) -> str:
    """Return the name of a fact for people: the text of its question, or its key in words where several have that."""
    text = {fact.key: fact.text for fact in effects.facts}
    if key.partition(":")[0] == DISTANCE:
        return DISTANCE.capitalize()
    return text[key].removesuffix("?") if [*text.values()].count(text[key]) == 1 else as_words(key)


def lines_between(effects: WhatIf, changed: Sequence[ValueRow]) -> list[ValueRow]:
    """Return the lines to leave out: of a number with many lines, all but the nearest and the strongest."""
    left_out: list[ValueRow] = []
    for fact in effects.facts:
        lines = [line for line in changed if line.fact == fact and not line.outcome.why_not]
        if fact.highest is None or fact.key.partition(":")[0] == DISTANCE or len(lines) <= MANY:
            continue
        pairs = [(value, line.outcome) for line in lines for value in line.values]
        near = {value.typed for value, _ in numbers_nearby(effects, fact, pairs)}
        strongest = {line.values[0].typed for line in (lines[0], *strongest_opposite(effects, lines))}
        left_out += [line for line in lines if not any(value.typed in near | strongest for value in line.values)]
    return left_out


def strongest_opposite(effects: WhatIf, lines: Sequence[ValueRow]) -> list[ValueRow]:
    """Return the strongest line with the opposite effect of the first."""
    up = effects.change(lines[0].outcome) > 0
    return [line for line in lines if (effects.change(line.outcome) > 0) != up][:1]


def looks_changed(effects: WhatIf, outcome: AttackResult) -> bool:
    """Return True if its printed numbers differ from those of the unchanged attack."""
    if outcome.why_not:
        return False
    return (
        is_visible(effects, effects.change(outcome)) or abs(effects.mean(outcome) - effects.mean(effects.base)) >= 0.005
    )


def columns(effects: WhatIf) -> tuple[Column, ...]:
    mean = Column("expected", mean_name(effects), number=True)
    first = mean if effects.what == "mean" else Column(key_of(effects), HEADS[effects.what], number=True)
    other = mean if effects.what == "kill" else Column("destroyed", HEADS["kill"], number=True)
    return first, Column("change", "Change", number=True), other


def key_of(effects: WhatIf) -> str:
    return {"kill": "destroyed", "mean": "expected", "points": "points"}[effects.what]


def mean_name(effects: WhatIf) -> str:
    """Return the title of the expected number: slain models or lost wounds, as the ruleset calls them."""
    name = "slain" if effects.models else "damage"
    return effects.task.titles().get(name) or NAMES[name]


def cells(effects: WhatIf, outcome: AttackResult, as_it_is: bool = False) -> tuple[Cell, ...]:
    if outcome.why_not:
        return Cell("not in time"), Cell(""), Cell("")
    change = Cell("") if as_it_is else signed(effects, effects.change(outcome))
    killed, mean = chance_cell(outcome.destroyed), number_cell(effects.mean(outcome))
    first = {"kill": killed, "mean": mean, "points": number_cell(outcome.points, 1)}[effects.what]
    return first, change, mean if effects.what == "kill" else killed


def signed(effects: WhatIf, change: float) -> Cell:
    """Return a change as ``+12.3``, for chances in percentage points. A small change is never printed as 0."""
    scale, digits = SCALES[effects.what]
    least = 10**-digits
    if change and abs(change * scale) < least / 2:
        return Cell(f"{'+' if change > 0 else '-'}<{least:g}", change)
    return Cell(f"{change * scale:+.{digits}f}" if change else "0", change)


def pair_sheet(effects: WhatIf, pairs: tuple[FactPair, ...]) -> Sheet:
    counting = [pair for pair in pairs if pair.both_count]
    sentences = [f"Of {len(pairs)} pairs that were tried, those are left out of which one alone does the same."]
    if len(counting) > SHOWN_PAIRS:
        sentences.append(f"These are the {SHOWN_PAIRS} strongest; --json has all.")
    if effects.pairs_left:
        sentences.append(f"{effects.pairs_left} more pairs were not tried: facts that do little alone.")
    if late := sum(pair.outcome.late for pair in pairs):
        sentences.append(f"{late} pairs were not worked out in time; --budget gives it more.")
    sentences.append("Beyond: more than the two changes alone come to together.")
    first, change, _ = columns(effects)
    return Sheet(
        "Two together",
        (Column("first", "First"), Column("second", "Second"), first, change, Column("beyond", "Beyond", number=True)),
        tuple(
            (
                *(
                    Cell(f"{name_of(effects, key)}: {value_words(value.words)}", f"{key} {value.words}")
                    for key, value in zip(pair.keys, pair.values, strict=True)
                ),
                *cells(effects, pair.outcome)[:2],
                signed(effects, pair.beyond),
            )
            for pair in counting[:SHOWN_PAIRS]
        ),
        tuple(sentences),
    )


# Sentences -----------------------------------------------------------------------------------------------------------


def notes(effects: WhatIf, lines: list[ValueRow], changed: list[ValueRow]) -> Iterator[str]:
    """Yield the notes of the table: defaults, facts without an effect, values that were not tried."""
    if effects.what != effects.wanted:
        yield (
            f"The chance to destroy it is {percent(effects.base.destroyed)} whatever is set: "
            f"told is what can be expected ({mean_name(effects).lower()})."
        )
    elif effects.what == "kill":
        yield "Change: in points of percent."
    matter = dict.fromkeys(line.fact.key for line in changed)
    for given, words_before in ((False, "Assumed where it matters"), (True, "Said")):
        bases = [
            f"{name_of(effects, fact.key)}: {fact.base}"
            for fact in effects.facts
            if fact.key in matter and fact.given == given
        ]
        if bases:
            yield f"{words_before}: {'; '.join(bases)}."
    changed_ids = {id(line) for line in changed}
    rest = [line for line in lines if id(line) not in changed_ids]
    without_effect = [
        line for line in rest if not line.outcome.why_not and has_same_averages(line.outcome, effects.base)
    ]
    if numbers_between := dict.fromkeys(line.fact.key for line in lines_between(effects, changed)):
        names = (name_of(effects, key) for key in numbers_between)
        yield f"The numbers between are in --json: {', '.join(names)}."
    yield from values_sentence(effects, "Makes no difference", without_effect, [*matter])
    little = [line for line in rest if not line.outcome.why_not and not has_same_averages(line.outcome, effects.base)]
    yield from values_sentence(effects, "Makes next to none", little)
    refused = [line for line in rest if line.outcome.why_not and not line.outcome.late]
    yield from values_sentence(effects, "Cannot be, or leaves no attack", refused)
    if late := [f"{name_of(effects, line.fact.key)}: {line.words}" for line in lines if line.outcome.late]:
        yield f"Not worked out in time: {'; '.join(late)}; --budget gives it more."
    yield from not_tried(effects)
    yield from only_then(effects)
    yield CHANGED_WITH


def values_sentence(
    effects: WhatIf, what: str, lines: list[ValueRow], named_facts: list[str] | None = None
) -> Iterator[str]:
    """Yield a sentence with values by fact. ``named_facts`` are facts whose values are named; None means all."""
    words_by_fact: dict[str, list[str]] = {}
    for line in lines:
        as_it_is = len(line.values) == 1 and line.values[0].typed == line.fact.base
        named = named_facts is None or line.fact.key in named_facts
        words_by_fact.setdefault(line.fact.key, []).extend([line.words] if named and not as_it_is else [])
    phrases = [
        ": ".join(filter(None, (name_of(effects, key), value_words(", ".join(values)))))
        for key, values in words_by_fact.items()
        if values or key not in (named_facts or ())
    ]
    if phrases:
        yield f"{what}: {'; '.join(phrases)}."


def not_tried(effects: WhatIf) -> Iterator[str]:
    names_by_reason: dict[str, list[str]] = {}
    for fact in effects.facts:
        if fact.left_out:
            names_by_reason.setdefault(fact.left_out, []).append(name_of(effects, fact.key))
    if names_by_reason:
        phrases = "; ".join(f"{why} ({'; '.join(dict.fromkeys(names))})" for why, names in names_by_reason.items())
        yield f"Not tried: {phrases}."


def asks(effects: WhatIf, outcome: AttackResult) -> list[str]:
    """Return the keys of questions that the unchanged attack does not ask, and whose default was taken."""
    known = {key.partition(":")[0] for key in effects.base.answers.assumed}
    return [key for key in outcome.answers.assumed if key.partition(":")[0] not in known]


def only_then(effects: WhatIf) -> Iterator[str]:
    """Yield a sentence about questions that are only asked with a changed fact."""
    first: dict[str, str] = {}
    for fact, row in zip(effects.facts, effects.outcomes, strict=True):
        for value, outcome in zip(fact.values, row, strict=True):
            for key in asks(effects, outcome):
                first.setdefault(fact_words(key, outcome.answers.names), f"{name_of(effects, fact.key)}: {value.words}")
    if first:
        names = ", ".join(f"{name} (with {where})" for name, where in first.items())
        yield f"Asked only then, and taken as usual: {names}."


# For programs --------------------------------------------------------------------------------------------------------


def document(effects: WhatIf) -> dict[str, Any]:
    """Return all of it as JSON: every fact with every tried value, and the lines of the table in order."""
    result: dict[str, Any] = {
        **effects.base.names(),
        "what": effects.what,
        "expected": "slain" if effects.models else "damage",
        "assumed": dict(effects.base.answers.assumed),
        "base": numbers(effects, effects.base, base=True),
        "lines": [
            {"fact": line.fact.key, "value": line.words, "values": [value.typed for value in line.values]}
            | numbers(effects, line.outcome)
            for line in lines_of(effects)
            if not line.outcome.why_not and not has_same_averages(line.outcome, effects.base)
        ],
        "facts": [
            fact_document(effects, fact, row) for fact, row in zip(effects.facts, effects.outcomes, strict=True)
        ],
    }  # fmt: skip
    if effects.pairs is not None:
        result["pairs"] = [
            {
                name: {"fact": key, "value": value.typed}
                for name, key, value in zip(("first", "second"), pair.keys, pair.values, strict=True)
            }
            | numbers(effects, pair.outcome)
            | ({} if pair.outcome.why_not else {"beyond": pair.beyond})
            for pair in effects.pairs
        ]
        result["pairs_not_tried"] = effects.pairs_left
    return result | effects.base.answers.document()


def fact_document(effects: WhatIf, fact: Fact, row: Iterable[AttackResult]) -> dict[str, Any]:
    result: dict[str, Any] = {"fact": fact.key, "text": fact.text, "base": fact.base, "said": fact.given}
    result["values"] = [
        {"value": value.typed, "words": value.words} | numbers(effects, outcome)
        for value, outcome in zip(fact.values, row, strict=True)
    ]
    return result | ({"not_tried": fact.left_out} if fact.left_out else {})


def numbers(effects: WhatIf, outcome: AttackResult, base: bool = False) -> Document:
    """Return its numbers in full precision, or the reason why there are none."""
    if outcome.why_not:
        return {"error": outcome.why_not}
    result = outcome.averages()
    result |= {} if outcome.points is None else {"points": outcome.points}
    result |= {} if base else {"change": effects.change(outcome)}
    return result | ({"asks": only_then} if (only_then := asks(effects, outcome)) else {})
