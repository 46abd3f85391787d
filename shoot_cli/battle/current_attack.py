"""Odds in the middle of a game: where the attack going on began, what was said in it, and what is left of its steps.

``found(...)`` plays the answers given so far and stops at the question that has none. Dice that lie on the table are
kept in what is left: the step they were thrown in is played again with them, and only the others fall every way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from shoot_cli.engine.pools import Pool
from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.sequence import ENDS, Allocate, Attack, Convert, Place, TakeOut, Walk, While
from shoot_cli.engine.sequence import Sequence as Steps
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Missing


class InProgress(NamedTuple):
    """An attack that is going on.

    ``start``: the record it began with. ``said``: its questions and answers so far, dice among them. ``now`` and
    ``rest``: the record before the step that asks, and the nodes from that step to the end of the attack.
    """

    start: Any
    said: tuple[tuple[Question, Answer], ...]
    now: Any
    rest: Steps

    @property
    def rolled(self) -> bool:
        """True if dice have been thrown in it."""
        return any(isinstance(question, (Roll, Total)) for question, _ in self.said)


class NoMore(Exception):
    """There are no more answers."""


def up_to(answers: Sequence[Answer], settings: Mapping[str, str]) -> Table:
    """A table that has these answers. :raises NoMore: at the question after them"""

    def answer(question: Question, place: int) -> Answer:
        if place >= len(answers):
            raise NoMore
        return answers[place]

    table = Table(answer)
    table.settings = settings
    return table


def current_attack(
    battle: Steps, start: Any, answers: Sequence[Answer], settings: Mapping[str, str]
) -> InProgress | None:
    """Where these answers lead; None if no attack is going on then."""
    walk, table = Walk(battle, start), up_to(answers, settings)
    try:
        walk.play(walk.beginning, table)
    except NoMore:
        if table.going:
            began, line = table.going
            return InProgress(
                began, table.asked_since(line), walk.stopped.record, remaining_nodes(walk.stopped, table.log)
            )
    return None


def remaining_nodes(place: Place, log: Sequence[Entry]) -> Steps:
    """The nodes from the step that was stopped here to the end of the attack, or of all; its dice lie as they fell."""
    asked = [entry for entry in log if entry.question is not None][place.asked :]
    dice = [entry.value for entry in asked if isinstance(entry.question, (Roll, Total))]
    *frames, (nodes, at, owner, entered, stage) = place.frames
    step = nodes[at - 1]
    rest: list[Any] = [with_dice(step.play if type(step) is TakeOut else step, dice)] if dice else []
    at -= not dice  # without dice it begins anew
    if type(owner) is Convert:
        rules = dict([*owner.rules.items()][at:])
        rest += [Convert(rules, owner.one_at_a_time)] if rules else []
    elif frames and type(frames[-1][2]) is Allocate:
        rest += rest_of(frames[-1][2], entered.pool)
    else:
        frames.append((nodes, at, owner, entered, stage))
    for nodes, at, owner, *_ in reversed(frames):
        if type(owner) is Attack:
            return (*rest, *nodes[at : nodes.index(ENDS)])
        rest += [*nodes[at:], *([owner] if type(owner) is While else ())]
    return tuple(rest)


def rest_of(node: Allocate, lay: Pool) -> Steps:
    """The rest of a pool that lay in this order: first what came of its front, then all that still lies as it lay."""
    kinds = [token for token, _ in lay]

    def unsettled(record: Any) -> bool:
        pool = record.pool
        if not pool or not node.waiting(record):
            return False
        (token, n), *rest = pool
        before = len(lay) - len(pool)
        return before < 0 or lay[before][0] != token or n > lay[before][1] or tuple(rest) != lay[before + 1 :]

    def as_it_lay(record: Any, tokens: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
        return tuple(sorted(tokens, key=lambda token: kinds.index(token) if token in kinds else -1))

    as_before = Allocate(
        node.rules, as_it_lay, same_outcome=node.same_outcome, one_at_a_time=node.one_at_a_time, faced=node.faced,
        on_casualty=node.on_casualty, counted=node.counted, anybody=node.any_left,
    )  # fmt: skip
    return While(unsettled, node.deal), as_before


def with_dice(step: Callable[..., Any], dice: Sequence[Any]) -> Callable[..., Any]:
    """The step with the values of its first throws known."""

    def again(record: Any, table: Table) -> Any:
        return step(record, TableWithDice(table, dice))

    again.__name__ = getattr(step, "__name__", "step")
    return again


class TableWithDice(Table):
    """A table with some dice thrown; everything after them goes to the table behind it."""

    is_live = False

    def __init__(self, behind: Table, dice: Sequence[Any]) -> None:
        super().__init__(behind.answer)
        self.behind, self.dice = behind, list(dice)

    def ask(self, question: Question) -> Any:
        if self.dice and isinstance(question, (Roll, Total)):
            return self.dice.pop(0)
        return self.behind.ask(question)

    @property
    def has_dice(self) -> bool:
        """The step must ask for the dice that lie here as it asked for them when they were thrown."""
        return bool(self.dice)

    def setting(self, key: str) -> str:
        return self.behind.setting(key)

    def check_only_answer(self, question: Question, answer: Answer) -> None:
        self.behind.check_only_answer(question, answer)

    def default_unless_given(self, question: Question, answer: Answer) -> Answer:
        return self.behind.default_unless_given(question, answer)

    def every_said(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        return self.behind.every_said(key, names)

    def needs_all_dice(self, why: str) -> None:
        self.behind.needs_all_dice(why)

    def enter_step(self, step: Any, record: Any) -> None:
        pass

    def append(self, entry: Entry) -> None:
        pass


class AlreadyAnswered:
    """What was said in an attack, and the defaults for what was not; an ``Answerer`` for the odds.

    The very question has its answer. One of the same key, asked in another situation, has the answer that was given
    the same time round (``nth``), else the last; the default if that does not fit.

    :raises Missing: nobody has answered it yet, and it has no default.
    """

    def __init__(self, said: Iterable[tuple[Question, Answer]]) -> None:
        self.known: dict[str, list[tuple[Question, Answer]]] = {}
        for question, answer in said:
            if not isinstance(question, (Roll, Total)):
                self.known.setdefault(question.key, []).append((question, answer))

    def __call__(self, question: Question, place: int) -> Answer:
        known = self.known.get(question.key, ())
        for asked, answer in known:
            if asked == question:
                return answer
        nth = getattr(question, "nth", None)
        for asked, answer in reversed(known):
            if getattr(asked, "nth", None) == nth and (fitting := matching_answer(question, answer)) is not None:
                return fitting
        if question.default is None:
            raise Missing(question)
        return question.default


def matching_answer(question: Question, answer: Answer) -> Answer | None:
    """The answer, if it answers this question as well; of several facts, those that are asked."""
    if isinstance(question, Facts) and isinstance(answer, Mapping):
        answer = {part.key: answer[part.key] for part in question.parts if part.key in answer}
    try:
        question.read(answer)
    except BadAnswer:
        return None
    return answer
