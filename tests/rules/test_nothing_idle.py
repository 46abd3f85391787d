"""Nothing is asked that decides nothing: of every question in random attacks, each answer is tried.

An attack between two shipped lists, or of two drawn units, is played once at the table, with random answers and dice. A question is idle if
the chances of what the attack comes to, and the questions after it, are the same whatever is answered, also with other
answers to later questions. ``WANTED`` names the questions that a rule wants nevertheless.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import pytest

from shoot_cli import armies
from shoot_cli.analysis import fact_values
from shoot_cli.battle import current_attack
from shoot_cli.engine import questions
from shoot_cli.engine.pools import Line
from shoot_cli.engine.questions import Arrange, Choose, Facts, HowMany, Number, Numbers, Phrases, Question, Roll, Total
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.sequence import Walk
from shoot_cli.engine.table import Entry, Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Missing, Preset, answer_from, dice, raise_missing
from shoot_cli.odds import Budget, TooMany, odds
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.rules.seventh.steps import facts
from tests.helpers.samples import THE_QUICKEST, quick_ones, seeds
from tests.rules.test_every_ruleset import drawn_once, every

RECORDS = 5_000  # an attack that takes more is left out
LATER = 4  # in how many ways later questions are answered
MOST, TRIES = 5, 40  # of facts that are asked together: values of each other one, and random ones
INCHES = (2, 7, 11, 14, 20, 28, 40)

# By edition and question ("cover:" of one kind of model alone): the rule that wants it asked though this attack does not
# need it, and why.
FALLS = "who falls is the defender's choice, and matters to later attacks"
OTHERS = "what it does to other units is played after the attack, whose measures do not have it"
MODE = "the profile of a weapon is said with its target, also where two profiles come to the same"
ORDER = "it is asked only of players who said that they want to choose"
KINDS = "cover is judged for each kind of model, also for one whom these dice do not reach"
PAYS = "whoever pays for it may do so for a later attack: it lasts longer than this one, or is used up by it"
WANTED: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "2e": {"others under": ("2E-TGT-5", OTHERS), "others under each": ("2E-TGT-5", OTHERS)},
    "7e": {
        "go_to_ground": ("7E-GTG-1", "it lasts longer than the attack"),
        "jink": ("7E-GTG-6", "who jinks fires Snap Shots in its next turn"),
    },
    "rh": {},
    "10e": {
        "allocate": ("10E-ALL-1", FALLS),
        "entry": ("10E-CP-3", PAYS),
        "mode": ("10E-TGT-4", MODE),
        "group_order": ("10E-ORD-1", ORDER),
        "cover:": ("10E-COV-1", KINDS),
    },
    "11e": {"allocate": ("11E-SAV-1", FALLS), "entry": ("10E-CP-3", PAYS), "mode": ("10E-TGT-4", MODE)},
}


# What must hold of an excused question nevertheless, by its key: the rule excuses no more than it says.


def another_profile_fires(question: Question, part: Question) -> bool:
    """Return True if what fires, as players hear it, hangs on the profile."""
    assert isinstance(question, Facts)
    assert question.words
    usual = {one.key: questions.usual(one) for one in question.parts}
    return len({question.words({**usual, part.key: value}).fires for value in values(part)}) > 1


def several_are_open(question: Question, part: Question) -> bool:
    return len(values(part)) > 1


def another_takes_the_first(question: Question, part: Question) -> bool:
    """Return True if several groups may take the first wound: other names of a group and whole orders do not count."""
    assert isinstance(part, Choose)
    return sum(not one.rarely_chosen and one.value not in ("listed", "best_save") for one in part.open()) > 1


INSIDE: Mapping[str, Callable[[Question, Question], bool]] = {
    "mode": another_profile_fires, "group_order": several_are_open, "cover:": several_are_open,
    "allocate": another_takes_the_first,
}  # fmt: skip


class Over(Exception):
    """The attack is over."""


class Scene(NamedTuple):
    """What is played, and what is given beforehand outside the attack."""

    edition: Edition
    sequence: Any
    start: Any
    settings: Mapping[str, str]
    usual: Mapping[str, Any]
    name: str


@cache
def lists_of(edition: Edition) -> list[Any]:
    return [load(sample.path).army for sample in armies.samples() if sample.ruleset == edition.name]


def at_the_table(edition: Edition, seed: int) -> Scene:
    """A phase between two shipped lists. The first unit that has a target shoots."""
    ruleset = edition.ruleset()
    mine, theirs = Random(seed).sample(lists_of(edition), 2)
    start = ruleset.begin_battle(mine, theirs, turns=1)
    return Scene(edition, ruleset.battle, start, ruleset.defaults(), ruleset.demo_facts, f"battle {seed}")


def drawn_at_the_table(edition: Edition, seed: int) -> Scene:
    """The same two units as on their own, in a battle."""
    ruleset = edition.ruleset()
    attacker, target, _, own = drawn_once(edition, seed)
    mine, theirs = lists_of(edition)[:2]
    start = ruleset.begin_battle(mine.but(units=(attacker,)), theirs.but(units=(target,)), turns=1)
    return Scene(edition, ruleset.battle, start, ruleset.defaults() | own, ruleset.demo_facts, f"drawn {seed}")


# Answers -------------------------------------------------------------------------------------------------------------


def values(question: Question) -> list[Answer]:
    """Return the answers of one question, or of one fact, that are tried."""
    if isinstance(question, Choose):
        return [option.value for option in question.open()]
    if isinstance(question, Number | Numbers):
        some = {question.low, question.low + 1, question.high, *(n for n in INCHES if n <= question.high)}
        if isinstance(question, Number) and question.default is not None:
            some |= {question.default}
        found = sorted(n for n in some if isinstance(n, int | float) and question.low <= n <= question.high)
        return [*found, *([question.otherwise] if question.otherwise else [])]
    if isinstance(question, Phrases):
        return []
    if isinstance(question, HowMany):
        typed = fact_values.count_values([question])[0]
    elif isinstance(question, Arrange):
        marked = [[[n, name, mark] for n, name in question.kinds] for mark, _ in question.marks]
        return [
            *([list(run) for run in one] for one in marked),
            *typed_as(question, fact_values.order_values(question)[0]),
        ]
    else:
        assert isinstance(question, questions.Subset), question
        typed = fact_values.subset_values(question)[0]
    return typed_as(question, typed)


def typed_as(question: Question, typed: list[fact_values.Value]) -> list[Answer]:
    return [answer_from(question, value.typed) for value in typed]


def answers(question: Question, random: Random) -> Answer:
    """Return a random answer: half of them are what is proposed."""
    if isinstance(question, Facts):
        chosen = {part.key: answers(part, random) for part in question.parts if random.random() < 0.4}
        for key in [key for key in chosen if chosen[key] is None]:
            del chosen[key]
        with suppress(BadAnswer):
            question.read(chosen)
            return chosen
        return {}
    tried = values(question)
    if not tried or (question.default is not None and random.random() < 0.5):
        return question.default
    return random.choice(tried)


def later(seed: int, usual: Mapping[str, Any]) -> Callable[[Question, int], Answer]:
    """Return who answers later questions: the first one takes what is proposed."""
    given = Preset(usual, raise_missing)

    def answer(question: Question, place: int) -> Answer:
        if seed:
            return answers(question, Random(f"{seed}/{question.key}"))
        try:
            return given(question, place)
        except (Missing, BadAnswer):
            return answers(question, Random(f"{seed}/{question.key}"))

    return answer


def after(asked: list[Entry], answer: Callable[[Question, int], Answer]) -> Callable[[Question, int], Answer]:
    """Return who answers a step that is played again: what was said in it before, then `answer`."""
    known = {entry.question.key: entry.answer for entry in asked if entry.question is not None}

    def again(question: Question, place: int) -> Answer:
        with suppress(BadAnswer):
            if question.key in known:
                question.read(known[question.key])
                return known[question.key]
        return answer(question, place)

    return again


# One playing of an attack --------------------------------------------------------------------------------------------


def played(scene: Scene, seed: int) -> tuple[list[Entry], list[int]]:
    """Return the questions of one playing with their answers, and which of them belong to the attack."""
    random, throw = Random(seed), dice(seed)
    usual, inside = Preset(scene.usual, raise_missing), list[int]()
    battle = scene.sequence is scene.edition.ruleset().battle

    def answer(question: Question, place: int) -> Answer:
        if isinstance(question, Roll | Total):
            return throw(question, place)
        if battle and not table.going:
            if table.attacks:
                raise Over
            if isinstance(question, Choose) and (table.names_attacker or question.key == "target"):
                return random.choice(question.open()).value
            return usual(question, place)
        inside.append(place)
        return answers(question, random)

    table = Table(answer)
    table.settings = scene.settings
    walk = Walk(scene.sequence, scene.start)
    with suppress(Over, BadAnswer):
        walk.play(walk.beginning, table)
    return [entry for entry in table.log if entry.question is not None], inside


def shape(question: Question) -> Any:
    """Return what a later question asks, without its words and without what it proposes."""
    if isinstance(question, Facts):
        return question.key, tuple(map(shape, question.parts))
    asks = ("groups", "kinds", "marks", "names", "low", "high", "exactly", "at_least")
    options = tuple(option.value for option in question.open()) if isinstance(question, Choose) else ()
    return question.key, options, tuple(getattr(question, name, None) for name in asks)


class Outcome(NamedTuple):
    """The chances of all measures together, and what is asked later."""

    law: Mapping[Any, float]
    asked: frozenset[Any]

    def same(self, other: Outcome) -> bool:
        ends = {*self.law, *other.law}
        return self.asked == other.asked and all(
            abs(self.law.get(end, 0) - other.law.get(end, 0)) <= 1e-9 for end in ends
        )


def who_stands(record: Any) -> Any:
    """Return how many of each kind of the target stand, where that is known: who falls matters to later attacks."""
    line = getattr(record, "line", None) or getattr(record, "ranks", ())
    stand = Counter[str]()
    for rank in line.standing() if isinstance(line, Line) else line:
        stand[rank.kind.name] += rank.n * rank.left
    return tuple(sorted(stand.items()))


def outcome(scene: Scene, said: list[Answer], keys: list[str], seed: int) -> Outcome | None:
    """Return what comes after these answers; None if they are impossible, or take too much."""
    measures = [*scene.edition.ruleset().measures.values()]

    def measure(record: Any) -> tuple[Any, ...]:
        return *(int(one(record)) for one in measures), who_stands(record)

    walk, table = Walk(scene.sequence, scene.start), current_attack.table_with_answers(said, scene.settings, keys)
    try:
        end = walk.play(walk.beginning, table)
        return Outcome({measure(table.attacks[-1].end if table.attacks else end): 1}, frozenset())
    except current_attack.NoMore:
        pass
    except BadAnswer:
        return None
    if table.attacks:
        return Outcome({measure(table.attacks[-1].end): 1}, frozenset())
    rest = current_attack.remaining_nodes(walk.stopped, table.log)
    asked = [entry for entry in table.log if entry.question is not None][walk.stopped.asked :]
    answer = after(asked, later(seed, scene.usual))
    try:
        ends = odds(rest, walk.stopped.record, answer, settings=scene.settings, budget=Budget(None, RECORDS))
        law = ends.measure(measure)
    except BadAnswer as error:  # the attack cannot be made: this, too, was decided
        return Outcome({str(error): 1}, frozenset())
    except (Missing, TooMany, TypeError):  # too much, or a place from which no odds can be told
        return None
    return Outcome(law, frozenset(shape(question) for question, _ in ends.asked.values()))


# What is idle --------------------------------------------------------------------------------------------------------


class Idle(NamedTuple):
    """A question, or one fact of it, whose answers all come to the same, and no rule wants it."""

    key: str
    text: str


def excused(edition: Edition, question: Question, part: Question) -> bool:
    """Return True if a rule wants it asked, whatever it decides: what its answers come to need not be known."""
    head, colon, _ = part.key.partition(":")
    holds = INSIDE.get(head) or INSIDE.get(head + colon)
    return bool({head, head + colon} & {*WANTED[edition.short]}) and (holds is None or holds(question, part))


def idle_in(scene: Scene, seed: int) -> Iterator[Idle]:
    """Yield the idle questions of one playing that no rule wants."""
    entries, inside = played(scene, seed)
    said, keys = [entry.answer for entry in entries], [entry.question.key for entry in entries if entry.question]
    for place in inside:
        if place >= len(entries):
            break
        question = entries[place].question
        assert question
        for part in question.parts if isinstance(question, Facts) else (question,):
            if (isinstance(part, Choose) and part.computed) or excused(scene.edition, question, part):
                continue
            if decides_nothing(scene, said, keys, place, question, part):
                yield Idle(part.key, part.text or question.text)


def decides_nothing(
    scene: Scene, said: list[Answer], keys: list[str], place: int, question: Question, part: Question
) -> bool:
    """Return True if all answers to this question, or to this fact of it, come to the same."""
    compared = 0
    for seed, besides in enumerate(others(question, part, said[place])):
        known: Outcome | None = None
        for value in values(part):
            now = {**besides, part.key: value} if isinstance(question, Facts) else value
            found = outcome(scene, [*said[:place], now], keys[: place + 1], seed % LATER)
            if found is None:
                continue
            if known and not known.same(found):
                return False
            compared += known is not None
            known = known or found
    return compared > 0


def others(question: Question, part: Question, said: Answer) -> Iterator[Any]:
    """Yield other facts of the same question: as they were said, as proposed, one by one, and at random."""
    if not isinstance(question, Facts):
        yield from [{}] * LATER
        return
    yield from ({}, said)
    for other in question.parts:
        if other is not part:
            yield from ({other.key: value} for value in values(other)[:MOST])
    for seed in range(TRIES):
        yield answers(question, Random(seed))


def idle_keys(edition: Edition, scenes: Callable[[Edition, int], Scene], seeds: range) -> dict[str, str]:
    """Return each idle question that no rule wants, with where it was met first."""
    found: dict[str, str] = {}
    for seed in seeds:
        scene = scenes(edition, seed)
        for key, text in idle_in(scene, seed):
            found.setdefault(key.partition(":")[0], f"{scene.name}: {key}: {text}")
    return found


@pytest.mark.parametrize("edition", quick_ones(RULESETS, THE_QUICKEST), ids=lambda edition: edition.short)
@pytest.mark.parametrize("part", seeds(1, 2))
def test_every_question_between_shipped_lists_decides_something(edition: Edition, part: int) -> None:
    assert idle_keys(edition, at_the_table, range(part, part + 1)) == {}


@every
@pytest.mark.parametrize("part", seeds(1, 2))
def test_every_question_of_random_attacks_decides_something(edition: Edition, part: int) -> None:
    assert idle_keys(edition, drawn_at_the_table, range(2 * part, 2 * part + 2)) == {}


@every
def test_what_is_asked_nevertheless_has_its_rule(edition: Edition) -> None:
    known = {rule.id for rule in import_module(f"{edition.package}.rulebook").RULES}
    for key, (rule, why) in WANTED[edition.short].items():
        assert rule in known, key
        assert why


@pytest.mark.slow
def test_an_idle_question_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is planted among the facts of a weapon: whatever is answered to it, the attack goes on as it would."""
    seventh = next(one for one in RULESETS if one.short == "7e")
    rain = Choose("rain", (questions.Option("no"), questions.Option("yes")), "no", text="Does it rain")
    asked = facts.questions_about
    monkeypatch.setattr(facts, "questions_about", lambda *given: [*asked(*given), rain])
    assert any("rain" in {one.key for one in idle_in(at_the_table(seventh, seed), seed)} for seed in range(8))
