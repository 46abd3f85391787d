"""Earlier answers changed, taken back, said again, broken off and gone on with: the same game as if played at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from json import dumps, loads
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoot_cli import armies
from shoot_cli.engine.questions import (
    NOTHING,
    Arrange,
    Choose,
    Facts,
    HowMany,
    Number,
    Numbers,
    Phrases,
    Question,
    Roll,
    Subset,
    Total,
)
from shoot_cli.engine.reasons import Amend, Answer, BadAnswer, Redo, Undo
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Missing, raise_missing
from shoot_cli.replay.history import Amendment, History, PendingAnswers, Response, Rope
from shoot_cli.replay.journal import Journal, run
from shoot_cli.replay.rebase import OldQuestion, questions_of
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.samples import THE_QUICKEST, many, quick_and_deep, seeds
from tests.rules.test_every_ruleset import Case, Game, Kept, Killed, Run, every_room, log_of, played, quickest, shown

CHANGE = "change"


def thrown(question: Question, random: Random) -> Answer:
    """An answer that may fit, drawn at will; dice now and then as counts."""
    match question:
        case Roll():
            if random.random() < 0.3 and question.counts_will_do() and not question.watch:
                return {"passed": random.randint(0, question.dice)}
            first = [random.randint(getattr(question, "least", 1), question.sides) for _ in range(question.dice)]
            again = [random.randint(1, question.sides) for face in first if face in question.again]
            return {"first": first, "again": again} if question.again else {"first": first}
        case Total():
            first = [random.randint(getattr(question, "least", 1), question.sides) for _ in range(question.dice)]
            again = (
                [random.randint(getattr(question, "least", 1), question.sides) for _ in first]
                if sum(first) in question.again
                else []
            )
            return {"first": first, "again": again} if again else {"first": first}
        case Choose():
            return random.choice(question.open()).value
        case Number() | HowMany() if question.more and random.random() < 0.6:
            said = thrown(question.but(more=""), random)
            return [*said, "+"] if isinstance(question, HowMany) else f"{said}+"
        case Number() | Numbers():
            return random.randint(int(question.low), int(min(question.high, question.low + 30)))
        case HowMany():
            return [random.randint(0, most) for _, most in question.groups]
        case Subset():
            return [name for name in question.open() if random.random() < 0.5]
        case Arrange():
            runs = [[1, name, ""] for name, n in question.kinds for _ in range(n)]
            random.shuffle(runs)
            return runs
        case Phrases():
            rows = [row.value for row in question.rows if row.value != NOTHING]
            said = [*question.names, *rows] or [question.example]
            return [random.choice(said)] * random.randint(0, 1)
        case Facts():
            part = random.choice(question.parts)
            return {part.key: thrown(part, random)}
    raise AssertionError(question)


def some_answer(question: Question, random: Random) -> Answer:
    """One that fits. :raises BadAnswer: none was found."""
    for _ in range(30):
        answer = thrown(question, random)
        try:
            question.read(answer)
        except BadAnswer:
            continue
        return answer
    question.read(question.default)
    return question.default


class Walk(Run):
    """Players who change what they said. ``wishes``: at each prompt; after ``Killed`` the same prompt comes again."""

    def __init__(self, case: Case | Game, wishes: Sequence[Any] = (), seed: int = 0, app_dice: bool = False) -> None:
        super().__init__(case, journal=Journal(Kept(), recall=self.recall), app_dice=app_dice)
        self.wishes, self.seed, self.at = wishes, seed, 0
        self.changes = 0

    def live(self, question: Question, place: int) -> Answer:
        self.prompts.append(shown(question))
        wanted = self.wishes[self.at] if self.at < len(self.wishes) else None
        self.at += 1
        calm = self.at - [*self.wishes[: self.at]].count(Killed)
        random = Random(f"{self.seed}/{calm}/{question.key}")
        if wanted == CHANGE:
            self.change(random)
        elif wanted:
            raise wanted
        try:
            answer = self.given(question, place)
            question.read(answer)
        except (Missing, BadAnswer):  # a change led where nothing was prepared
            answer = some_answer(question, random)
        return answer

    def change(self, random: Random) -> None:
        log = [entry for entry in self.table.log if entry.question is not None]
        if not log:
            return
        at = random.randrange(len(log))
        question = log[at].question
        assert question is not None
        try:
            answer = some_answer(question, random)
        except BadAnswer:
            return
        if random.random() < 0.8 or (at > 0 and self.changes):
            self.changes += 1
            raise Amend(at, answer, "somebody", True if isinstance(question, (Roll, Total)) else None)

    def recall(self, past: Sequence[Amendment[Response]]) -> Sequence[OldQuestion | None]:
        """What another process finds out by playing the old answers."""
        last = past[-1]
        found: list[OldQuestion | None] = [*questions_of(replayed(self.case, last.before)[1].log)]
        found += [None] * (len(last.before) - len(found))
        earlier = self.recall(past[:-1]) if last.carry else ()
        return [*found, *(earlier[place] for place in last.carry)]

    def resumed(self) -> None:
        """Another process takes over: all it has is what was kept."""
        kept = self.journal.keeper
        assert isinstance(kept, Kept)
        self.journal = Journal(kept, kept.journal().history, self.recall)

    def end(self) -> tuple[Any, Any]:
        while True:
            try:
                end = run(self.case.sequence, self.case.start, self.journal, self.seat, lambda wish, said: None)
            except Killed:
                self.resumed()
                continue
            return end, log_of(self.table)


def replayed(case: Case | Game, said: Sequence[Response]) -> tuple[Any, Table]:
    """A fresh game of these answers, with nobody to ask."""
    table = Journal(None, History(said)).seat(raise_missing, lambda question: "", lambda question: None)
    table.settings = case.settings
    try:
        return play(case.sequence, case.start, table), table
    except Missing:
        return table.record, table


@cache
def battle(edition: Edition) -> Game:
    lists = [sample.path for sample in armies.samples() if sample.ruleset == edition.name]
    lists = sorted(lists, key=lambda path: path.stat().st_size)[:2]  # the shortest are walked through soonest
    return Game(edition, 1, *lists)


def history_of(journal: Journal) -> Any:
    """All that undo and redo could bring back."""
    history = journal.history
    return loads(dumps(listed((history.answers, history.undone, history.past, history.carry))))


def listed(part: Any) -> Any:
    """For JSON: an answer is what was said, whoever keeps it."""
    if isinstance(part, Response):
        return part.key, part.answer, part.by, part.hand
    if isinstance(part, PendingAnswers):
        return [listed(pair) for pair in part.items()]
    return [listed(one) for one in part] if isinstance(part, list | tuple | Rope) else part


def walked(case: Case | Game, wishes: Sequence[Any], seed: int, app_dice: bool) -> None:
    calm = Walk(case, [wish for wish in wishes if wish is not Killed], seed, app_dice)
    end = calm.end()
    fresh, table = replayed(case, calm.journal.answers)
    assert (fresh, log_of(table)) == end  # a fresh game with the final answers
    assert calm.kept() == calm.said()
    assert not calm.journal.history.carry
    cut = Walk(case, wishes, seed, app_dice)
    assert cut.end() == end  # whatever was broken off in between
    assert history_of(cut.journal) == history_of(calm.journal)
    kept = cut.journal.keeper
    assert isinstance(kept, Kept)
    assert history_of(kept.journal()) == history_of(cut.journal)
    back_and_forth(case, cut.journal)


def back_and_forth(case: Case | Game, journal: Journal) -> None:
    """Undo to the start, redo to the end."""
    want, before = history_of(journal), journal.answers.copy()
    steps = 0
    while journal.can_undo() and journal.history.answers:
        journal.undo()
        steps += 1
        assert steps < 10_000
    assert not any(map(journal.human, journal.answers))
    for _ in range(steps):
        assert journal.can_redo()
        journal.redo()
    assert journal.answers == before
    assert history_of(journal) == want


WISHES = st.lists(st.sampled_from((None, None, None, CHANGE, CHANGE, Undo, Redo, Killed)), max_size=40)


@pytest.mark.slow
@every_room
@given(app_dice=st.booleans(), nth=st.integers(0, 7), wishes=WISHES, seed=st.integers(0, 99))
@settings(derandomize=True, max_examples=many(12), database=None)
def test_random_walks_of_an_attack_end_like_a_fresh_game(
    edition: Edition, app_dice: bool, nth: int, wishes: list[Any], seed: int
) -> None:
    walked(Case(edition, played(edition, nth)), wishes, seed, app_dice)


@pytest.mark.slow
@every_room
@given(app_dice=st.booleans(), quiet=st.integers(0, 60), wishes=WISHES, seed=st.integers(0, 99))
@settings(derandomize=True, max_examples=many(4), database=None)
def test_random_walks_of_a_battle_end_like_a_fresh_game(
    edition: Edition, app_dice: bool, quiet: int, wishes: list[Any], seed: int
) -> None:
    walked(battle(edition), [None] * quiet + wishes, seed, app_dice)


class Once(Walk):
    """One change at the last prompt, to what was said there already or to something else."""

    def __init__(self, case: Case | Game, prompt: int, at: int, other: int | None = None, then: Any = None) -> None:
        super().__init__(case, [None] * prompt + [CHANGE] + ([then] if then else []))
        self.place, self.other = at, other
        self.before: list[Response] = []

    def change(self, random: Random) -> None:
        log = [entry for entry in self.table.log if entry.question is not None]
        entry: Entry = log[self.place % len(log)]
        self.before = self.journal.answers.copy()
        answer = entry.answer if self.other is None else some_answer(entry.question, Random(self.other))
        raise Amend(self.place % len(log), answer, "somebody", self.journal.answers[self.place % len(log)].hand)


@quickest
@pytest.mark.parametrize("nth", seeds(2, 2))
def test_the_same_answer_again_asks_nobody_and_changes_nothing(edition: Edition, nth: int) -> None:
    case = Case(edition, played(edition, nth))
    first = Run(case)
    want = first.end()
    for at in range(len(first.prompts)):
        run = Once(case, len(first.prompts) - 1, at)
        assert run.end() == want
        assert run.said() == first.said()
        assert len(run.prompts) == len(first.prompts) + 1  # the prompt at which it was changed


@pytest.mark.parametrize(("edition", "prompts"), quick_and_deep(RULESETS, 2, 6, THE_QUICKEST))
def test_in_a_battle_the_same_answer_again_changes_nothing(edition: Edition, prompts: int) -> None:
    game = battle(edition)
    first = Run(game)
    want = first.end()
    for at in range(0, len(first.prompts), max(1, len(first.prompts) // prompts)):
        run = Once(game, len(first.prompts) - 1, at)
        assert run.end() == want
        assert run.said() == first.said()
        assert len(run.prompts) == len(first.prompts) + 1


@quickest
@pytest.mark.parametrize("nth", seeds(1, 2))
def test_undo_right_after_takes_the_change_back_whole(edition: Edition, nth: int) -> None:
    case = Case(edition, played(edition, nth))
    first = Run(case)
    want = first.end()
    for at in range(len(first.prompts)):
        for other in range(3):
            run = Once(case, len(first.prompts) - 1, at, other, Undo)
            try:
                end = run.end()
            except BadAnswer:
                continue  # there is no other answer
            if len(run.prompts) > len(first.prompts):  # else nobody was asked any more, and nothing taken back
                assert end == want
                assert run.said() == first.said()


@quickest
@pytest.mark.parametrize("nth", seeds(1, 3))
def test_dice_survive_whatever_leaves_their_pool_as_it_was(edition: Edition, nth: int) -> None:
    """Every answer whose question is asked again in the same words is the old one, to the last die."""
    case = Case(edition, played(edition, nth))
    first = Run(case)
    first.end()
    kept = 0
    for at in range(len(first.prompts) - 1):
        for other in range(2):
            run = Once(case, len(first.prompts) - 1, at, other)
            try:
                run.end()
            except BadAnswer:
                continue
            old = by_question(first.table.log)
            for question, answers in by_question(run.table.log[: len(run.table.log)]).items():
                if question in old and len(answers) == len(old[question]) == 1:
                    new_place = answers[0][0]
                    if new_place > at and old[question][0][0] > at and old[question][0][0] < len(run.before):
                        assert answers[0][1] == old[question][0][1], question
                        kept += 1
    assert kept


def by_question(log: Sequence[Entry]) -> dict[str, list[tuple[int, Answer]]]:
    found: dict[str, list[tuple[int, Answer]]] = {}
    asked = [entry for entry in log if entry.question is not None]
    keys = [entry.question.key for entry in asked if entry.question]
    for place, entry in enumerate(asked):
        if entry.question and keys.count(entry.question.key) == 1:
            found.setdefault(repr(shown(entry.question)), []).append((place, entry.answer))
    return found
