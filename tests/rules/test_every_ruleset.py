"""What every ruleset must keep: exact odds, the same odds as rolled, undo, resume, drills, whole battles.

An edition takes part by a module of its own, ``random_attacks`` in its test folder, with ``random_attack(random)``:
attacker's unit, target's unit, answers given beforehand, settings; small enough for brute force.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, wraps
from importlib import import_module
from itertools import combinations_with_replacement, product
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoot_cli import armies
from shoot_cli.analysis.simulation import Crowd
from shoot_cli.battle import current_attack
from shoot_cli.engine.distributions import tallies, totals
from shoot_cli.engine.pools import pool
from shoot_cli.engine.questions import Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Redo, Undo
from shoot_cli.engine.sequence import Allocate, Attack, Convert, Nominate, Walk, play, stages_of, within
from shoot_cli.engine.table import Entry, Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing, resolve
from shoot_cli.odds import Ends, odds
from shoot_cli.odds.forking_table import Forking, NeedsAllDice
from shoot_cli.quiz.makers import quizzes
from shoot_cli.quiz.quiz import BY_KEY
from shoot_cli.replay.journal import Journal, run
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.storage.records import Event, LogState
from tests.helpers.question_keys import COUNTED, STAGES
from tests.helpers.samples import TIMES, first, many, one_of_a_room, quick_and_deep, quick_ones, seeds

every = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
quickest = pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)
every_room = pytest.mark.parametrize("edition", one_of_a_room(RULESETS), ids=lambda edition: edition.short)
ENOUGH = 80  # random attacks, if every rule was met in them
SELDOM = {"10e": (593,)}  # random attacks with rules that hardly any other has


def random_attack(edition: Edition, seed: int) -> tuple[Any, Any, dict[str, Any], dict[str, Any]]:
    folder = edition.package.rpartition(".")[2]
    return import_module(f"tests.rules.{folder}.helpers.random_attacks").random_attack(Random(seed))  # type: ignore[no-any-return]


drawn_once = cache(random_attack)


class Case:
    """A random attack of an edition, ready to be played in any way."""

    def __init__(
        self, edition: Edition, seed: int, drawn: Callable[[Edition, int], tuple[Any, ...]] = drawn_once
    ) -> None:
        self.ruleset = edition.ruleset()
        attacker, target, self.answers, own = drawn(edition, seed)
        self.settings = self.ruleset.defaults() | own
        self.sequence, self.start = self.ruleset.attack, self.ruleset.begin_attack(attacker, target)
        self.seed = seed

    def odds(self, **how: bool) -> Ends:
        return odds(self.ruleset.attack, self.start, Preset(self.answers, raise_missing), settings=self.settings, **how)

    def measure(self, record: Any) -> tuple[int, ...]:
        return tuple(int(measure(record)) for measure in self.ruleset.measures.values())

    def resolve(self, seed: str | int) -> tuple[Any, Table]:
        return resolve(self.ruleset, self.start, self.answers, seed, self.settings)


class Game:
    """A whole battle of two shipped lists, its questions answered as proposed."""

    def __init__(self, edition: Edition, turns: int, mine: Path, theirs: Path) -> None:
        self.ruleset = edition.ruleset()
        self.answers, self.settings, self.seed = self.ruleset.demo_facts, self.ruleset.defaults(), 7
        self.sequence = self.ruleset.battle
        self.start = self.ruleset.begin_battle(load(mine).army, load(theirs).army, turns=turns)


def some(law: dict[Any, Any]) -> dict[Any, Any]:
    return {end: p for end, p in law.items() if p}


def without_save_dice(expected: dict[Any, Any]) -> dict[Any, Any]:
    """Without save dice that lie there: nobody is told how many, and of a unit that is gone they may not be thrown."""
    return {kind: mean for kind, mean in expected.items() if kind.__name__ != "Die"}


# The odds ------------------------------------------------------------------------------------------------------------


def exact_and_equal(edition: Edition, seed: int) -> None:
    """Sums, floats, brute force; all measures jointly, and expected counts."""
    case = Case(edition, seed)
    exact, floats, plain = case.odds(exact=True), case.odds(), case.odds(exact=True, brute_force=True)
    got, near, want = exact.measure(case.measure), floats.measure(case.measure), plain.measure(case.measure)
    assert all(type(p) is Fraction for p in got.values())
    assert sum(got.values()) == sum(want.values()) == 1
    assert some(got) == some(want)
    assert all(abs(float(got.get(end, 0)) - near.get(end, 0)) <= 1e-12 for end in {*got, *near})
    together = exact.distributions(case.ruleset.measures)
    for place, (name, measure) in enumerate(case.ruleset.measures.items()):
        alone = exact.distribution(measure)
        assert together[name] == alone
        assert sum(alone) == 1
        assert alone == [sum(p for end, p in got.items() if end[place] == k) for k in range(len(alone))]
    assert some(without_save_dice(exact.expected)) == some(without_save_dice(plain.expected))
    assert all(abs(float(mean) - floats.expected.get(kind, 0)) <= 1e-9 for kind, mean in exact.expected.items())


@every
@pytest.mark.parametrize("part", seeds(1, 5))
def test_odds_equal_plain_fork_and_merge(edition: Edition, part: int) -> None:
    for seed in range(100 + 10 * part, 110 + 10 * part):
        exact_and_equal(edition, seed)


@pytest.mark.slow
@pytest.mark.parametrize("edition", first(1, RULESETS), ids=lambda edition: edition.short)
@pytest.mark.parametrize("attacks", [range(100, 101), pytest.param(range(101, 105), marks=pytest.mark.slow)], ids=len)
def test_odds_leave_no_rubbish(edition: Edition, attacks: range) -> None:
    """What is done with is gone at once: nothing holds itself, for the collector to search for in later attacks."""
    for seed in attacks:
        case = Case(edition, seed)
        for again in (False, True):
            gc.collect()
            gc.freeze()  # only what comes now is looked through, not again all that other tests have left
            ends = case.odds()
            assert ends.measure(case.measure)
            assert ends.expected is not None
            del ends
            assert not again or not gc.collect()


def one_by_one(case: Case, times: int) -> Counter[Any]:
    return Counter(case.measure(case.resolve(f"{case.seed}/{number}")[0]) for number in range(times))


def all_at_once(case: Case, times: int) -> Counter[Any]:
    """As ``resolve --times`` rolls them."""
    found: Counter[Any] = Counter()
    for end, n in Crowd(case.sequence, case.start, Preset(case.answers, raise_missing), case.seed, case.settings).ends(
        times
    ):
        found[case.measure(end)] += n
    return found


def agree(edition: Edition, seed: int, times: int, rolled: Callable[[Case, int], Counter[Any]] = one_by_one) -> None:
    """Seeded rolls against the odds, all measures jointly: chi-squared at 1 in 10,000."""
    case = Case(edition, seed)
    chances = some(case.odds().measure(case.measure))
    found = rolled(case, times)
    assert found.total() == times
    assert set(found) <= set(chances)
    bins: list[list[float]] = [[0, 0]]
    for end in sorted(chances, key=lambda end: chances[end]):
        if bins[-1][0] >= 5:
            bins.append([0, 0])
        bins[-1][0] += times * chances[end]
        bins[-1][1] += found[end]
    free = len(bins) - 1
    squared = sum((counted - expected) ** 2 / expected for expected, counted in bins)
    # The Wilson-Hilferty form of the limit that chance alone passes once in 10,000 times (3.719 standard deviations).
    assert not free or squared <= free * (1 - 2 / (9 * free) + 3.719 * (2 / (9 * free)) ** 0.5) ** 3, (seed, bins)


@quickest
@pytest.mark.parametrize("nth", seeds(1, 2))
def test_rolled_dice_agree_with_odds(edition: Edition, nth: int) -> None:
    agree(edition, played(edition, nth), 125)


@pytest.mark.slow
@every
@pytest.mark.parametrize("nth", range(1))
def test_rolled_dice_agree_with_odds_in_the_long_run(edition: Edition, nth: int) -> None:
    agree(edition, played(edition, nth), many(600))


@quickest
@pytest.mark.parametrize("part", seeds(1, 3))
def test_many_rolls_agree_with_odds(edition: Edition, part: int) -> None:
    for seed in range(10 * part, 10 * part + 10):
        agree(edition, seed, 5_000, all_at_once)


@pytest.mark.slow
@every
@pytest.mark.parametrize("part", range(many(1)))
def test_many_rolls_agree_with_odds_in_the_long_run(edition: Edition, part: int) -> None:
    for seed in range(1000 + 20 * part, 1020 + 20 * part):
        agree(edition, seed, 200_000, all_at_once)


# The law of two things is the square of the law of one ---------------------------------------------------------------


def nodes_of(sequence: Any) -> Iterator[Any]:
    """Every node that has rules, wherever in the sequence."""
    for node in sequence:
        if isinstance(node, (Convert, Allocate)):
            yield node
        yield from nodes_of(getattr(node, "body", ()))


def law_of(
    rule: Callable[..., Any], settings: dict[str, str], thing: Any, n: int, *against: Any
) -> dict[Any, Fraction]:
    ends, whole = Forking(raise_missing, settings).all_ends(False, rule, thing, n, *against)
    law: dict[Any, Fraction] = {}
    for end, ways in ends.items():
        law[frozenset(end)] = law.get(frozenset(end), Fraction(0)) + Fraction(ways, whole)
    return law


def squared(law: dict[Any, Fraction]) -> dict[Any, Fraction]:
    out: dict[Any, Fraction] = {}
    for (a, p), (b, q) in product(law.items(), law.items()):
        both = frozenset(pool(*a, *b))
        out[both] = out.get(both, Fraction(0)) + p * q
    return out


@pytest.mark.slow
@quickest
def test_the_law_of_two_things_is_the_square_of_the_law_of_one(
    edition: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: dict[
        Any, type | None
    ] = {}  # with the token that says a shared right was used: who has one is rolled by itself

    def recording(node: Any, kind: type, rule: Callable[..., Any]) -> Callable[..., Any]:
        used = shared.used if (shared := getattr(node, "shared", None)) else None

        @wraps(rule)
        def recorded(thing: Any, n: int, *rest: Any) -> Any:
            if not node.one_at_a_time(thing):
                met[rule, thing, *rest[:-1]] = used
            return rule(thing, n, *rest)

        return recorded

    nodes = list(dict.fromkeys(nodes_of(edition.ruleset().attack)))
    rules = {rule for node in nodes for rule in node.rules.values()}
    for node in nodes:
        for kind, rule in list(node.rules.items()):
            monkeypatch.setitem(node.rules, kind, recording(node, kind, rule))
    for tried, seed in enumerate((*SELDOM.get(edition.short, ()), *range(1000))):
        Case(edition, seed).resolve(seed)
        if tried > ENOUGH and {rule for rule, *_ in met} == rules:
            break
    assert {rule for rule, *_ in met} == rules, "some rule was never tried"
    settings = edition.ruleset().defaults()
    for (rule, thing, *against), used in met.items():
        try:
            Forking(raise_missing, settings).all_ends(True, rule, thing, 1, *against)
        except NeedsAllDice:
            continue  # it says itself that it looks at all its dice
        one = law_of(rule, settings, thing, 1, *against)
        if used and any(type(token) is used for outcome in one for token, _ in outcome):
            continue
        assert law_of(rule, settings, thing, 2, *against) == squared(one), (
            rule.__name__,
            thing,
            against,
        )


# Undo, redo, resume --------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """The power goes."""


class Kept:
    """What a keeper has on its disk: events as JSON."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, kind: str, payload: Any) -> None:
        self.lines.append(dumps([kind, dict(payload)]))

    def journal(self) -> Journal:
        """What the next process makes of it."""
        fold = LogState()
        for number, (kind, payload) in enumerate(map(loads, self.lines), 1):
            fold.add(Event(number, kind, payload, "", ""))
        return Journal(self, fold.history)


Wish = Callable[[int], type[BaseException] | None]


class Run:
    """An attack or a battle through a journal. ``wish(n)``: what the players want at the n-th prompt besides answering it."""

    def __init__(
        self, case: Case | Game, wish: Wish = lambda n: None, journal: Journal | None = None, app_dice: bool = False
    ) -> None:
        self.case, self.wish, self.app_dice = case, wish, app_dice
        self.journal = journal or Journal(Kept())
        self.prompts: list[Any] = []
        self.given = Preset(case.answers, dice(case.seed))
        self.table = Table(self.live)

    def live(self, question: Any, place: int) -> Any:
        self.prompts.append(shown(question))
        if wanted := self.wish(len(self.prompts) - 1):
            raise wanted
        return self.given(question, place)

    def seat(self) -> Table:
        self.table = self.journal.seat(self.live, self.who, self.by_hand)
        self.table.settings = self.case.settings
        return self.table

    def who(self, question: Any) -> str:
        """The army that must answer, as at the table: each is the attacker in its own turn."""
        names: tuple[str, str] = self.case.ruleset.sides(self.table.record or self.case.start)
        return names[question.owner != ATTACKER]

    def by_hand(self, question: Any) -> bool | None:
        return not self.app_dice if isinstance(question, (Roll, Total)) else None

    def said(self) -> Any:
        return as_stored(self.journal)

    def kept(self) -> Any:
        """The answers in force, as another process would read them."""
        assert isinstance(self.journal.keeper, Kept)
        return as_stored(self.journal.keeper.journal())

    def end(self) -> tuple[Any, Any]:
        """The last record and the log as players can tell them from others."""
        end = run(self.case.sequence, self.case.start, self.journal, self.seat, lambda wish, said: None)
        return end, log_of(self.table)


def as_stored(journal: Journal) -> Any:
    return loads(dumps([(said.key, said.answer, said.by, said.hand) for said in journal.answers]))


def log_of(table: Table) -> list[Any]:
    return [(entry.step, shown(entry.question), entry.value, entry.text, entry.rules) for entry in table.log]


def shown(question: Any) -> Any:
    """A question without what cannot be compared: the functions it carries."""
    if isinstance(question, tuple):
        return tuple(
            part.__name__ if isinstance(part, type) else shown(part)
            for part in question
            if isinstance(part, type) or not callable(part)
        )
    return question


def played(edition: Edition, nth: int) -> int:
    """The seed of an attack that asks more than most."""
    return by_prompts(edition)[-1 - nth]


@cache
def by_prompts(edition: Edition) -> list[int]:
    """Seeds of attacks; the one that asks most is the last."""

    def prompts(seed: int) -> int:
        run = Run(Case(edition, seed))
        run.end()
        return len(run.prompts)

    return sorted(range(60), key=prompts)


@quickest
@pytest.mark.parametrize("app_dice", [False, True], ids=("hand", "app"))
@pytest.mark.parametrize("nth", first(1, [1, 0, 2]))
def test_undo_and_redo_at_every_prompt_change_nothing(
    edition: Edition, nth: int, app_dice: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a walk goes on from the question before, as it may in a long battle, or from the beginning."""
    monkeypatch.setattr(Walk, "EVERY", 1 if nth % 2 else 20)
    case = Case(edition, played(edition, nth))
    first = Run(case, app_dice=app_dice)
    want = first.end()
    for at in range(len(first.prompts)):
        for wishes in ({at: Undo}, {at: Undo, at + 1: Redo}, {at: Undo, at + 1: Undo}):
            again = Run(case, wishes.get, app_dice=app_dice)
            assert again.end() == want, (at, wishes)
            assert again.kept() == again.said() == first.said()


WISHES = st.lists(st.sampled_from((None, None, None, Undo, Redo)), max_size=60)


@quickest
@pytest.mark.parametrize("app_dice", [False, True], ids=("hand", "app"))
@given(nth=st.integers(0, 7), wishes=WISHES)
@settings(derandomize=True, max_examples=5, database=None)
def test_random_undo_and_redo_change_nothing(edition: Edition, app_dice: bool, nth: int, wishes: list[Any]) -> None:
    undone_and_redone(edition, app_dice, nth, wishes)


@pytest.mark.slow
@every
@pytest.mark.parametrize("app_dice", [False, True], ids=("hand", "app"))
@given(nth=st.integers(0, 7), wishes=WISHES)
@settings(derandomize=True, max_examples=many(40), database=None)
def test_more_random_undo_and_redo_changes_nothing(
    edition: Edition, app_dice: bool, nth: int, wishes: list[Any]
) -> None:
    undone_and_redone(edition, app_dice, nth, wishes)


def undone_and_redone(edition: Edition, app_dice: bool, nth: int, wishes: list[Any]) -> None:
    case = Case(edition, played(edition, nth))
    run = Run(case, lambda n: wishes[n] if n < len(wishes) else None, app_dice=app_dice)
    assert run.end() == Run(case, app_dice=app_dice).end()
    assert run.kept() == run.said()


@quickest
@pytest.mark.parametrize("nth", seeds(2, 3))
def test_killed_at_every_prompt_it_resumes_with_the_same(edition: Edition, nth: int) -> None:
    seed = played(edition, nth)
    case = Case(edition, seed)
    first = Run(case)
    want = first.end()
    for at, prompt in enumerate(first.prompts):
        kept = Kept()
        with pytest.raises(Killed):
            Run(case, {at: Killed}.get, Journal(kept)).end()
        resumed = Run(Case(edition, seed, random_attack), journal=kept.journal())  # its lists were loaded again
        assert resumed.end() == want
        assert resumed.prompts[0] == prompt
        assert len(resumed.prompts) == len(first.prompts) - at


@pytest.mark.parametrize(("edition", "prompts"), quick_and_deep(RULESETS, 2, 3))
def test_a_battle_is_undone_and_resumed(edition: Edition, prompts: int) -> None:
    """At some prompts out of hundreds: each time all before it is played again."""
    lists = [sample.path for sample in armies.samples() if sample.ruleset == edition.name][:2]
    first = Run(Game(edition, 1, *lists), app_dice=True)
    want = first.end()
    for at in range(3, len(first.prompts), len(first.prompts) // prompts):
        kept = Kept()
        with pytest.raises(Killed):
            Run(
                Game(edition, 1, *lists), {at - 2: Undo, at - 1: Redo, at: Killed}.get, Journal(kept), app_dice=True
            ).end()
        assert Run(Game(edition, 1, *lists), {1: Undo}.get, kept.journal(), app_dice=True).end() == want


# No die for nothing --------------------------------------------------------------------------------------------------

# Rolls that a few attacks ask for though nothing hangs on them (at most one attack in eight, of 140), by edition and what
# stands before the colon of their key: what the players say afterwards makes them so (nobody stands under the marker,
# whoever is on the edge of the arc would not have fired), or what comes after them does (a save that fails all fell by a
# later, surer hit). No rule looks so far ahead when it asks.
FORESIGHT = {
    "10e": {"hit", "wound", "save", "strength", "rolled"},
    "11e": {"save"},
    "7e": {"gets hot", "weapon destroyed"},
    "2e": {"hit", "wound", "artillery", "arc", "partly"},
    "rh": {"hit", "again", "save"},
}


def outcomes(question: Any) -> list[Any]:
    """Answers that tell every outcome of these dice, the extremes first."""
    if isinstance(question, Total):
        found = [{"sum": total} for total, _ in totals(question.dice, question.sides, question.again)[0]]
    elif question.counts_will_do():
        need, second = question.need, question.second()
        rows = tallies(
            question.dice, need.target, need.or_less, question.watch, question.again, second.target,
            question.adds or question.sides, second.or_less,
        )[0]  # fmt: skip
        ends = sorted((tally for tally, _ in rows), key=lambda tally: (tally.passed, tally.watched))
        found = [{"passed": tally.passed, "watched": list(tally.watched)} for tally in ends]
    else:
        return []
    return [found[0], found[-1], *found[1:-1]]


def law_after(case: Case, answers: list[Any]) -> dict[Any, float]:
    """The chance of each end once these answers were given."""
    run, table = Walk(case.sequence, case.start), current_attack.table_with_answers(answers, case.settings)
    table.default_unless_given = Preset(case.answers, raise_missing).default_unless_given  # type: ignore[method-assign]  # as resolve has it
    try:
        return {case.measure(run.play(run.beginning, table)): 1}
    except current_attack.NoMore:
        here = run.stopped
        rest = odds(
            current_attack.remaining_nodes(here, table.log),
            here.record,
            Preset(case.answers, raise_missing),
            settings=case.settings,
        )
        return rest.measure(case.measure)


def for_nothing(case: Case) -> Iterator[Any]:
    """The dice that are thrown in one playing of the attack though all they can show comes to the same."""
    entries = [entry for entry in case.resolve(case.seed)[1].log if entry.question is not None]
    said = [entry.answer for entry in entries]
    for place, entry in enumerate(entries):
        if not isinstance(entry.question, (Roll, Total)):
            continue
        first, *others = outcomes(entry.question) or [None]
        if first is None:
            continue
        law = law_after(case, [*said[:place], first])
        for other in others:
            found = law_after(case, [*said[:place], other])
            if any(abs(law.get(end, 0) - found.get(end, 0)) > 1e-9 for end in {*law, *found}):
                break
        else:
            yield entry.question


def no_die_for_nothing(edition: Edition, seeds: range) -> None:
    for seed in seeds:
        for question in for_nothing(Case(edition, seed)):
            assert question.key.partition(":")[0] in FORESIGHT[edition.short], (seed, question.key, question.text)


@quickest
def test_no_die_is_asked_for_that_cannot_matter(edition: Edition) -> None:
    no_die_for_nothing(edition, range(20))


@pytest.mark.slow
@every
@pytest.mark.parametrize("part", range(many(1)))
def test_no_die_is_asked_for_that_cannot_matter_in_many_more(edition: Edition, part: int) -> None:
    no_die_for_nothing(edition, range(20 + 40 * part, 60 + 40 * part))


# Luck, stages, attacks -----------------------------------------------------------------------------------------------


@quickest
def test_every_roll_says_what_it_counts_as(edition: Edition) -> None:
    met, counted = set(), COUNTED[edition.short]
    for seed in range(400):
        case = Case(edition, seed)
        for entry in case.resolve(seed)[1].log:
            if isinstance(entry.question, Roll) and not entry.question.only_seen():
                key = entry.question.key.partition(":")[0]
                assert entry.question.luck == counted.get(key, ""), entry.question
                met.add(key)
        if seed >= ENOUGH and counted.keys() <= met:
            return
    assert counted.keys() <= met


SEED_OF_STAGES = {"rh": 36, "7e": 92, "2e": 2}  # dice with which all of `STAGES` is asked; the others have 3
FACTS_OF_STAGES = {"2e": {"distance": 8}}  # so that templates reach; the others have those of the demo


@quickest
def test_every_question_is_asked_in_its_stage(edition: Edition) -> None:
    ruleset = edition.ruleset()
    assert {*stages_of(ruleset.battle).values()} == {*ruleset.stages}
    paths = [sample.path for sample in armies.samples() if sample.ruleset == edition.name]
    mine, theirs = (load(path).army for path in paths[:2])
    usual, throw, met = (
        Preset(FACTS_OF_STAGES.get(edition.short, ruleset.demo_facts), raise_missing),
        dice(SEED_OF_STAGES.get(edition.short, 3)),
        dict[str, set[str]](),
    )

    def answer(question: Any, place: int) -> Any:
        met.setdefault(table.stage, set()).add(question.key.partition(":")[0])
        rolls = isinstance(question, (Roll, Total))
        return throw(question, table.place_of_dice(place)) if rolls else usual(question, place)

    table = Table(answer)
    table.settings = ruleset.defaults()
    play(ruleset.battle, ruleset.begin_battle(mine, theirs, 2), table)
    assert met == STAGES[edition.short]


@every
def test_every_attack_of_a_battle_is_the_same_one(edition: Edition) -> None:
    nodes = [node for node, _ in within(edition.ruleset().battle)]
    attacks = [node for node in nodes if isinstance(node, Attack)]
    assert attacks
    assert {node.attack for node in attacks} == {edition.ruleset().attack}
    assert any(isinstance(node, Nominate) for node in nodes)


# Equal seed, equal output --------------------------------------------------------------------------------------------


@every
def test_equal_seeds_give_equal_ends_and_logs(edition: Edition) -> None:
    for seed in range(8):
        (one, table), (other, again) = Case(edition, seed).resolve("x"), Case(edition, seed).resolve("x")
        assert (one, log_of(table)) == (other, log_of(again))


def units_that_meet(edition: Edition) -> tuple[str, str]:
    """Two units of the shipped lists that can shoot at each other, as the command line names them."""
    ruleset = edition.ruleset()
    lists = [sample for sample in armies.samples() if sample.ruleset == edition.name]
    for mine, theirs in product(lists, reversed(lists)):
        for one, other in product(load(mine.path).army.units, load(theirs.path).army.units):
            if not ruleset.why_cannot_meet(one, other) and sum(n for _, n in one.models) > 4:
                return f"{mine.path}::{one.name}", f"{theirs.path}::{other.name}"
    raise AssertionError("no two units can meet")


@pytest.mark.slow
@pytest.mark.parametrize("edition", first(1, RULESETS), ids=lambda edition: edition.short)
def test_equal_seeds_print_the_same_bytes_in_every_process(edition: Edition) -> None:
    command = [sys.executable, "-m", "shoot_cli", "resolve", *units_that_meet(edition), "--seed", "5", "--json"]
    outputs = set()
    for hashes in ("0", "1"):
        done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONHASHSEED": hashes})
        assert done.returncode == 0, done.stderr
        outputs.add(done.stdout)
    (output,) = outputs
    assert loads(output)["log"]


# Drills --------------------------------------------------------------------------------------------------------------


@quickest
@pytest.mark.parametrize("seeds", first(1, [range(ENOUGH), range(ENOUGH, 250)]), ids=str)
def test_every_drill_question_has_one_right_option(edition: Edition, seeds: range) -> None:
    asked: Counter[str] = Counter()
    for seed in seeds:
        case = Case(edition, seed)
        for entry in case.resolve(seed)[1].log:
            if isinstance(entry.question, Roll):
                for quiz in quizzes(entry.question, entry.record, case.ruleset):
                    asked[quiz.kind] += 1
                    assert quiz.kind in BY_KEY
                    assert quiz.text
                    assert quiz.because
                    assert len(quiz.options) > 1
                    assert len({option.casefold().strip() for option in quiz.options}) == len(quiz.options), quiz
                    assert quiz.options.count(quiz.right) == 1, quiz
    assert len(asked) > 1
    assert min(asked.values()) > 2


# Whole battles -------------------------------------------------------------------------------------------------------


class Watched(Table):
    """A table at which somebody asks for the status before every step that has another record than the one before it."""

    def __init__(self, answer: Any, status: Callable[[Any], Any], heard: Callable[[Entry], None] | None = None) -> None:
        super().__init__(answer, heard)
        self.status = status
        self.steps: set[str] = set()
        self.before: Any = None

    def enter_step(self, step: Any, record: Any) -> None:
        super().enter_step(step, record)
        self.steps.add(step.__name__)
        if record == self.before:
            return
        self.before = record
        for _, units in self.status(record):
            for unit in units:
                assert 0 <= unit.models_left <= unit.models_start


SAMPLES = [(sample.ruleset, sample.name, sample.path) for sample in armies.samples()]
FOLDERS = {edition: [sample for sample in SAMPLES if sample[0] == edition.name] for edition in RULESETS}
NEIGHBOURS = [
    (edition, one, other)
    for edition, folder in FOLDERS.items()
    for one, other in zip(folder, [*folder[1:], folder[0]], strict=True)
]
PAIRS = [  # each two lists once: who begins changes from pair to pair, and every list begins against some
    (edition, *((folder[one], folder[other]) if (one + other) % 2 else (folder[other], folder[one])))
    for edition, folder in FOLDERS.items()
    for one, other in combinations_with_replacement(range(len(folder)), 2)
]


@pytest.mark.parametrize(
    ("edition", "mine", "theirs"),
    first(1, (NEIGHBOURS if TIMES == 1 else PAIRS)[::-1]),
    ids=lambda part: part[1] if type(part) is tuple else part.short,
)
def test_every_shipped_list_plays_to_the_end(edition: Edition, mine: Any, theirs: Any) -> None:
    """Each against its neighbour, as either side; in a longer hunt against every other."""
    game = Game(edition, 2, mine[2], theirs[2])
    said, throw, ruleset = Preset(game.answers, raise_missing), dice(game.seed), game.ruleset
    table = Watched(
        lambda question, place: (throw if isinstance(question, (Roll, Total)) else said)(question, place),
        ruleset.status,
    )
    table.settings = game.settings
    sides = ruleset.status(play(game.sequence, game.start, table))
    assert len(sides) == 2
    assert all(units for _, units in sides)
    assert any(isinstance(entry.question, Roll) for entry in table.log)
