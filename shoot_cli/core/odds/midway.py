"""Odds in the middle of a game: where the attack going on began, what was said in it, and what is left of its steps.

``found(...)`` plays the answers given so far and stops at the question that has none. Dice that lie on the table are
kept in what is left: the step they were thrown in is played again with them, and only the others fall every way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from shoot_cli.core.drivers import Missing
from shoot_cli.core.piles import Pile
from shoot_cli.core.questions import Answer, BadAnswer, Facts, Question, Roll, Total
from shoot_cli.core.sequence import Aside, Each, If, Onto, Repeat
from shoot_cli.core.sequence import Sequence as Steps
from shoot_cli.core.table import Entry, Table


class Midway(NamedTuple):
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


def found(
    battle: Steps, attack: Steps, start: Any, answers: Sequence[Answer], settings: Mapping[str, str]
) -> Midway | None:
    """Where these answers lead; None if no attack is going on then.

    ``attack``: the nodes of an attack, as they stand inside the battle.
    """
    walk = Walk(attack, answers, settings)
    try:
        walk.through(battle, start)
    except Stop as stop:
        if stop.whole:
            entries = [entry for entry in walk.table.log if entry.question is not None][walk.first :]
            said = tuple((entry.question, entry.answer) for entry in entries if entry.question is not None)
            return Midway(walk.start, said, stop.record, tuple(stop.nodes))
    return None


class Stop(Exception):
    """There are no more answers. :ivar whole: the nodes reach to the end of the attack"""

    def __init__(self, record: Any, nodes: Iterable[Any], begun: bool) -> None:
        super().__init__()
        self.record, self.nodes, self.begun, self.whole = record, list(nodes), begun, False


class NoMore(Exception):
    """Of a table whose answers are used up."""


class Walk:
    """As ``sequence.play``, but it knows where it is. :ivar begun: (of a Stop) the step threw dice before it stopped"""

    def __init__(self, attack: Steps, answers: Sequence[Answer], settings: Mapping[str, str]) -> None:
        self.attack, self.start, self.first = attack, None, 0

        def answer(question: Question, place: int) -> Answer:
            if place >= len(answers):
                raise NoMore
            return answers[place]

        self.table = Table(answer)
        self.table.settings = settings

    def through(self, nodes: Steps, record: Any) -> Any:
        first = begins(nodes, self.attack)
        last = len(nodes) if first is None else first + len(self.attack)
        for place, node in enumerate(nodes):
            if place == first:
                self.start, self.first = record, self.table.asked
            try:
                record = self.node(node, record)
            except Stop as stop:
                if not stop.whole:
                    stop.nodes += nodes[place + 1 : last if place < last else None]
                    stop.whole = first is not None and first <= place < last
                raise
        return record

    def node(self, node: Any, record: Any) -> Any:
        kind = type(node)
        if kind is Repeat:
            try:
                while node.pending(record):
                    record = self.through(node.body, record)
            except Stop as stop:
                if not stop.whole:
                    stop.nodes.append(node)
                raise
            return record
        if kind is If:
            return self.through(node.body, record) if node.pending(record) else record
        if kind is Each:
            return self.each(node, record)
        if kind is Onto:
            return self.onto(node, record)
        return self.step(node.play if kind is Aside else node, record, node)

    def step(self, step: Callable[..., Any], record: Any, node: Any) -> Any:
        """``node``: what stands for the step if no die of it was thrown."""
        table = self.table
        before = len(table.log)
        try:
            table.at(step, record)
            return step(record, table)
        except NoMore:
            dice = [entry.value for entry in table.log[before:] if isinstance(entry.question, (Roll, Total))]
            raise Stop(record, [with_dice(step, dice) if dice else node], bool(dice)) from None

    def each(self, node: Each, record: Any) -> Any:
        kinds = [*node.rules]
        for place, kind in enumerate(kinds):
            step = node.one_rule(kind)
            try:
                record = self.step(step, record, step)
            except Stop as stop:
                left = kinds[place + 1 if stop.begun else place :]
                rest = Each({kind: node.rules[kind] for kind in left}, node.singly)
                stop.nodes = [*(stop.nodes if stop.begun else ()), *([rest] if left else ())]
                raise
        return record

    def onto(self, node: Onto, record: Any) -> Any:
        try:
            record = self.step(node.line_up, record, node.line_up)
        except Stop as stop:
            stop.nodes = [*stop.nodes, Repeat(node.waiting, node.deal)] if stop.begun else [node]
            raise
        lay = record.pile
        while node.waiting(record):
            try:
                record = self.step(node.deal, record, node.deal)
            except Stop as stop:
                stop.nodes = [*(stop.nodes if stop.begun else ()), *rest_of(node, lay)]
                raise
        return record


def rest_of(node: Onto, lay: Pile) -> Steps:
    """The rest of a pile that lay in this order: first what came of its front, then all that still lies as it lay."""
    kinds = [thing for thing, _ in lay]

    def unsettled(record: Any) -> bool:
        pile = record.pile
        if not pile or not node.waiting(record):
            return False
        (thing, n), *rest = pile
        before = len(lay) - len(pile)
        return before < 0 or lay[before][0] != thing or n > lay[before][1] or tuple(rest) != lay[before + 1 :]

    def as_it_lay(record: Any, things: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
        return tuple(sorted(things, key=lambda thing: kinds.index(thing) if thing in kinds else -1))

    as_before = Onto(
        node.rules, as_it_lay, alike=node.alike, singly=node.singly, faced=node.faced, fallen=node.fallen,
        counted=node.counted, anybody=node.anybody,
    )  # fmt: skip
    return Repeat(unsettled, node.deal), as_before


def begins(nodes: Steps, part: Steps) -> int | None:
    """Where these nodes stand among the others, one after the other."""
    places = range(len(nodes) - len(part) + 1)
    return next((place for place in places if nodes[place : place + len(part)] == part), None)


def with_dice(step: Callable[..., Any], dice: Sequence[Any]) -> Callable[..., Any]:
    """The step with the values of its first throws known."""

    def again(record: Any, table: Table) -> Any:
        return step(record, Lying(table, dice))

    again.__name__ = getattr(step, "__name__", "step")
    return again


class Lying(Table):
    """A table with some dice thrown; everything after them goes to the table behind it."""

    speaks = False

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

    def forced(self, question: Question, answer: Answer) -> None:
        self.behind.forced(question, answer)

    def unless_said(self, question: Question, answer: Answer) -> Answer:
        return self.behind.unless_said(question, answer)

    def whole(self, why: str) -> None:
        self.behind.whole(why)

    def at(self, step: Any, record: Any) -> None:
        pass

    def note(self, entry: Entry) -> None:
        pass


class Already:
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
            if getattr(asked, "nth", None) == nth and (fitting := fit(question, answer)) is not None:
                return fitting
        if question.default is None:
            raise Missing(question)
        return question.default


def fit(question: Question, answer: Answer) -> Answer | None:
    """The answer, if it answers this question as well; of several facts, those that are asked."""
    if isinstance(question, Facts) and isinstance(answer, Mapping):
        answer = {part.key: answer[part.key] for part in question.parts if part.key in answer}
    try:
        question.read(answer)
    except BadAnswer:
        return None
    return answer
