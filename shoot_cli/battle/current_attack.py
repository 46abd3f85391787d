"""Odds during a game: the start of the current attack, its answers so far, and the nodes that are left.
`current_attack(...)` plays the answers so far and stops at the first question without an answer. Dice that were thrown
are kept: their step is played again with them, and only later dice are open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, NamedTuple

from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.sequence import ENDS, Allocate, Attack, Convert, Place, TakeOut, Walk, While, values_of
from shoot_cli.engine.sequence import Sequence as Steps
from shoot_cli.engine.single_reroll import SingleReroll
from shoot_cli.engine.table import Entry, Table, without
from shoot_cli.input.answerers import Missing


class InProgress(NamedTuple):
    """The current attack. `start` is its first record. `answers` holds its questions and answers so far, with dice.
    `record` is the record before the step that asks; `rest` holds the nodes from that step to the end of the attack.
    `rerolls` are the re-rolls of one die that abilities give, and that nobody has used."""

    start: Any
    answers: tuple[tuple[Question, Answer], ...]
    record: Any
    rest: Steps
    rerolls: tuple[SingleReroll, ...] = ()

    @property
    def rolled(self) -> bool:
        """True if dice were rolled in this attack."""
        return any(isinstance(question, (Roll, Total)) for question, _ in self.answers)


class NoMore(Exception):
    """Raised if there are no more answers."""


def table_with_answers(answers: Sequence[Answer], settings: Mapping[str, str], keys: Sequence[str] = ()) -> Table:
    """Return a table with these answers. :raises NoMore: at the first question after them

    `keys` are those of their questions, which tell apart what players told without being asked.
    """

    def answer(question: Question, place: int) -> Answer:
        if place >= len(answers):
            raise NoMore
        return answers[place]

    table = Table(answer)
    table.settings = settings
    if keys:
        table.goes_on_without = without(keys)
    return table


def current_attack(
    battle: Steps, start: Any, answers: Sequence[Answer], settings: Mapping[str, str], keys: Sequence[str] = ()
) -> InProgress | None:
    """Return the attack at the end of these answers; None between attacks. `keys` are as in `up_to`."""
    walk, table = Walk(battle, start), table_with_answers(answers, settings, keys)
    try:
        walk.play(walk.beginning, table)
    except NoMore:
        if table.going:
            began, line = table.going
            free = tuple(right for right in table.rights.left if not right.cost)
            return InProgress(
                began, table.asked_since(line), walk.stopped.record, remaining_nodes(walk.stopped, table.log), free
            )
    return None


def remaining_nodes(place: Place, log: Sequence[Entry]) -> Steps:
    """Return the nodes from the stopped step to the end of the attack, or of the battle. Its thrown dice are kept."""
    asked = [entry for entry in log if entry.question is not None][place.asked :]
    dice = [entry.value for entry in asked if isinstance(entry.question, (Roll, Total))]
    *frames, (nodes, index, owner, entered, stage) = place.frames
    step = nodes[index - 1]
    rest: list[Any] = []
    if dice and type(owner) is Convert:
        rest, waiting = uses_with_dice(owner, index - 1, place.record, dice)
        index -= waiting
    if dice and not rest:
        rest = [with_dice(step.play if type(step) is TakeOut else step, dice)]
    index -= not dice  # without dice, the step starts again
    if type(owner) is Convert:
        rules = dict([*owner.rules.items()][index:])
        rest += [Convert(rules, owner.one_at_a_time, owner.one_throw)] if rules else []
    elif frames and type(frames[-1][2]) is Allocate:
        rest += rest_of(frames[-1][2], entered.pool)
    else:
        frames.append((nodes, index, owner, entered, stage))
    for nodes, index, owner, *_ in reversed(frames):
        if type(owner) is Attack:
            return (*rest, *nodes[index : nodes.index(ENDS)])
        rest += [*nodes[index:], *([owner] if type(owner) is While else ())]
    return tuple(rest)


def rest_of(node: Allocate, old: Pool) -> Steps:
    """Return nodes for the rest of a sorted pool: first the tokens made of its front, then the others in the
    old order."""
    kinds = [token for token, _ in old]

    def unsettled(record: Any) -> bool:
        pool = record.pool
        if not pool or not node.waiting(record):
            return False
        (token, n), *rest = pool
        before = len(old) - len(pool)
        return before < 0 or old[before][0] != token or n > old[before][1] or tuple(rest) != old[before + 1 :]

    def as_it_lay(record: Any, tokens: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
        return tuple(sorted(tokens, key=lambda token: kinds.index(token) if token in kinds else -1))

    as_before = copy(node)
    as_before.order = as_it_lay
    return While(unsettled, node.deal), as_before


def uses_with_dice(node: Convert, i: int, record: Any, dice: Sequence[Any]) -> tuple[list[Callable[..., Any]], bool]:
    """Return a step for each use of rule `i` whose dice are known, and True if others wait in the pool.

    Return no step if its dice are not thrown together. Between these steps the odds join what is equal."""
    kind, rule = [*node.rules.items()][i]
    given, others = node.split_pool(kind, record.pool)
    if len(given) < 2 or not all(node.one_throw(token) for token, _ in given):
        return [], False
    table = TableWithDice(table_with_answers((), {}), dice)
    values: list[list[Any]] = [[] for _ in given]
    with suppress(NoMore):
        values_of(node.uses_of(kind, given, table), table, values=values)
    begun = [(end, known) for end, known in zip(given, values, strict=True) if known]
    wait = [end for end, known in zip(given, values, strict=True) if not known]

    def use(end: tuple[Any, int], known: list[Any]) -> Callable[..., Any]:
        def used(record: Any, table: Table) -> Any:
            return record.but(pool=pool(*record.pool, *rule(*end, table)))

        used.__name__ = rule.__name__
        return with_dice(used, known)

    def take(record: Any, table: Table) -> Any:
        return record.but(pool=pool(*others, *wait))

    return [take, *(use(end, known) for end, known in begun)], bool(wait)


def with_dice(step: Callable[..., Any], dice: Sequence[Any]) -> Callable[..., Any]:
    """Return the step with the values of its first throws."""

    def again(record: Any, table: Table) -> Any:
        return step(record, TableWithDice(table, dice))

    again.__name__ = getattr(step, "__name__", "step")
    return again


class TableWithDice(Table):
    """A table with some thrown dice; all later questions go to the table behind it."""

    is_live = False

    def __init__(self, behind: Table, dice: Sequence[Any]) -> None:
        super().__init__(behind.answer)
        self.behind, self.dice = behind, list(dice)

    def ask(self, question: Question) -> Any:
        if self.in_one_throw:
            return self.in_one_throw.value(question)
        if self.dice and isinstance(question, (Roll, Total)):
            return self.dice.pop(0)
        return self.behind.ask(question)

    @property
    def has_dice(self) -> bool:
        """True while thrown dice are left, or a throw of several uses goes on. Then the step asks for the dice in the
        same way as before."""
        return bool(self.dice or self.in_one_throw)

    def setting(self, key: str) -> str:
        return self.behind.setting(key)

    def check_only_answer(self, question: Question, answer: Answer) -> None:
        self.behind.check_only_answer(question, answer)

    def default_unless_given(self, question: Question, answer: Answer) -> Answer:
        return self.behind.default_unless_given(question, answer)

    def given_names(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        return self.behind.given_names(key, names)

    def needs_all_dice(self, why: str) -> None:
        self.behind.needs_all_dice(why)

    def first_few(self, seen: int, most: int, why: str) -> tuple[int, int]:
        self.needs_all_dice(why)  # the thrown dice are of all tokens
        return super().first_few(seen, most, why)

    def enter_step(self, step: Any, record: Any) -> None:
        pass

    def append(self, entry: Entry) -> None:
        pass


class AlreadyAnswered:
    """An `Answerer` for the odds, with the answers of the current attack, and defaults for the rest.

    An equal question has its own answer. Another question of the same key has the latest answer with the same `nth`
    that fits, otherwise its default.

    :raises Missing: nobody has answered the question, and it has no default
    """

    def __init__(self, pairs: Iterable[tuple[Question, Answer]]) -> None:
        self.known: dict[str, list[tuple[Question, Answer]]] = {}
        for question, answer in pairs:
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
    """Return the answer if it fits this question, else None. For `Facts`, keep only the facts that are asked."""
    if isinstance(question, Facts) and isinstance(answer, Mapping):
        answer = {part.key: answer[part.key] for part in question.parts if part.key in answer}
    try:
        question.read(answer)
    except BadAnswer:
        return None
    return answer
