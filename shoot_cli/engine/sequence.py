"""Nodes of a sequence and how they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from shoot_cli.engine.pools import Blow, Line, pool
from shoot_cli.engine.table import Table

# The nodes of a sequence, and how one is played. What they mean for the odds is in ``odds``.

Step = Callable[[Any, Table], Any]
Node = Any  # Step | While | If | Stage | Nominate | Attack | Convert | Allocate | TakeOut, or a step of sequence.py
Sequence = tuple[Node, ...]


class While:
    """Play ``body`` again while ``pending(record)``. Loops over dice belong here, not in a step."""

    def __init__(self, pending: Callable[[Any], Any], *body: Node) -> None:
        self.pending, self.body = pending, body


class If:
    """Play ``body`` once if ``pending(record)``."""

    def __init__(self, pending: Callable[[Any], Any], *body: Node) -> None:
        self.pending, self.body = pending, body


class Stage:
    """The steps of one stage of an attack, as the progress line names it; of ``Convert`` and ``Allocate``, one rule:
    ``Convert({Shot: Stage("Hit", roll_to_hit), Hit: Stage("Wound", roll_to_wound)})``.
    """

    def __init__(self, name: str, *body: Node) -> None:
        self.name, self.body = name, body


class Nominate:
    """The step that asks whose turn it is to attack, before anything else it asks: ``Nominate(nominate)``.

    What is answered from there until somebody else is named belongs together: an amendment moves it as one.
    """

    def __init__(self, step: Step) -> None:
        self.step = step

    def play(self, record: Any, table: Table) -> Any:
        table.nominating = True
        record = self.step(record, table)
        table.nominating = False
        return record


def table_step(what: str, *more: Any) -> Step:
    """A step that tells the table something of an attack or a phase, and changes nothing."""

    def step(record: Any, table: Table) -> Any:
        getattr(table, what)(record, *more)
        return record

    step.__name__ = what
    return step


BEGUN, ENDS, OVER = table_step("attack_begun"), table_step("attack_ends"), table_step("attack_is_over")
# Where a phase of one side begins, or one of both, and where it ends: what it cost is told then.
PHASE_BEGINS, PHASE_OF_BOTH, PHASE_ENDS = (
    table_step("phase_begins"),
    table_step("phase_begins", True),
    table_step("phase_ends"),
)


class Attack:
    """One unit attacks: ``Attack(begin, *attack, end)``. ``begin`` makes its record, ``end`` takes what it did back.

    The nodes between them are what ``resolve`` and ``odds`` play. The table is told as an attack begins and ends.
    """

    def __init__(self, begin: Node, *nodes: Node) -> None:
        *attack, end = nodes
        self.attack, self.body = tuple(attack), (begin, BEGUN, *attack, ENDS, end, OVER)


Rules = Mapping[Any, Callable[..., Any] | Stage]  # by the type of tokens


def rules_and_stages(rules: Rules) -> tuple[dict[type, Callable[..., Any]], dict[type, str]]:
    """The rules, and the stages of those that say one."""
    stages = {kind: rule.name for kind, rule in rules.items() if isinstance(rule, Stage)}
    return {kind: rule.body[0] if isinstance(rule, Stage) else rule for kind, rule in rules.items()}, stages


class Convert:
    """Every token becomes other tokens, on its own: ``Convert({Shot: roll_to_hit, Hit: roll_to_wound})``.

    At the table a rule is given all alike tokens at once, or one at a time of those that go ``one_at_a_time``; the odds
    give it one and work out the rest.
    """

    def __init__(self, rules: Rules, one_at_a_time: Callable[[Any], bool] = lambda token: False) -> None:
        (self.rules, self.stages), self.one_at_a_time = rules_and_stages(rules), one_at_a_time

    def one_rule(self, kind: type) -> Step:
        """The rule for one kind of token as a step, for whole pools."""
        rule = self.rules[kind]

        def step(record: Any, table: Table) -> Any:
            if kind not in [type(token) for token, _ in record.pool]:
                return record
            table.stage = self.stages.get(kind, table.stage)
            table.enter_step(rule, record)
            ends: list[tuple[Any, int]] = []
            for token, n in record.pool:
                if type(token) is not kind:
                    ends.append((token, n))
                elif self.one_at_a_time(token):
                    for _ in range(n):
                        ends += table.apply_rule(rule, token, 1)
                else:
                    ends += table.apply_rule(rule, token, n)
            return record.but(pool=pool(*ends))

        step.__name__ = rule.__name__
        return step

    def steps(self) -> Sequence:
        return tuple(self.one_rule(kind) for kind in self.rules)


class TakeOut:
    """Tokens of one kind leave the pool and go to ``step(record, token, n, table) -> record``, kind by kind.

    What has to wait for other attacks, a later step puts back in the pool.
    """

    def __init__(self, kind: type, step: Callable[[Any, Any, int, Table], Any]) -> None:
        self.kind, self.step = kind, step

    def play(self, record: Any, table: Table) -> Any:
        aside = [(token, n) for token, n in record.pool if type(token) is self.kind]
        if aside:
            record = record.but(pool=tuple(end for end in record.pool if type(end[0]) is not self.kind))
            for token, n in aside:
                table.enter_step(self.step, record)
                record = self.step(record, token, n, table)
        return record


class Allocate:
    """Tokens, in ``order``, meet the front of the line: ``Allocate({Wound: roll_to_save}, order=lowest_ap_first)``.

    A rule ``(token, n, kind of model, table) -> pool`` gives the blows that strike the line (and tokens of later
    rules here). ``order(record, tokens, table)`` sorts the kinds of tokens; it must be total over kinds that differ.

    ``same_outcome(token, kind of model)`` tells how many may meet the line at one go and stay exact: it gives a key
    that is the same for models to whom the token does the same, and whether a blow can cost more than one wound.
    Without it no more than the models of the front rank are met at once, which is always exact: a wound fells one at
    most.
    Tokens that go ``one_at_a_time`` meet it one by one.

    ``faced(token, kind of model, wounds left)``: the model in front as the rule sees it. It is the kind itself, unless
    the token goes ``one_at_a_time``, comes to one blow, and its rule wants to know the wounds that the model has left.

    ``anybody(record, token)``: true if the token does the same to whoever may take it, also to those beyond reach.
    Then several of them meet the line at one go before it is decided who takes what comes of them; the rule must make
    other tokens of them, which wait in their place, and no blows.

    ``counted``: its blows are among those that the odds expect to strike; those of the attacker's own mishaps are not.

    Tokens that find nobody within reach stay in the pool if somebody stands beyond, else they are lost.

    ``Blow(0)``, such as for a save that was made, hurts nobody; it tells the line that its front model was met.
    """

    def __init__(
        self,
        rules: Rules,
        order: Callable[[Any, tuple[Any, ...], Table], tuple[Any, ...]],
        *,
        same_outcome: Callable[[Any, Any], tuple[Any, bool | int]] | None = None,
        one_at_a_time: Callable[[Any], bool] = lambda token: False,
        faced: Callable[[Any, Any, int], Any] = lambda token, kind, left: kind,
        on_casualty: Callable[[Any, Line, Table], None] | None = None,  # (record before, line after, table)
        counted: bool = True,
        anybody: Callable[[Any, Any], bool] = lambda record, token: False,
    ) -> None:
        self.rules, self.stages = rules_and_stages(rules)
        self.order, self.same_outcome, self.one_at_a_time, self.on_casualty = (
            order,
            same_outcome,
            one_at_a_time,
            on_casualty,
        )
        self.faced, self.counted, self.any_left = faced, counted, anybody

    def waiting(self, record: Any) -> bool:
        if not record.pool:
            return False
        return record.line.front() is not None or not has_hidden_models(record.line) or self.ahead(record)

    def steps(self) -> Sequence:
        return self.line_up, While(self.waiting, self.deal)

    def line_up(self, record: Any, table: Table) -> Any:
        """The pool in the order in which it will meet the line; tokens that no rule here waits for are gone."""
        counts = {token: n for token, n in record.pool if type(token) in self.rules}
        if len(counts) > 1 and (record.line.front() or has_hidden_models(record.line)):
            table.enter_step(self.order, record)
            return record.but(pool=tuple((token, counts[token]) for token in self.order(record, tuple(counts), table)))
        return record if len(counts) == len(record.pool) else record.but(pool=tuple(counts.items()))

    def deal(self, record: Any, table: Table) -> Any:
        (token, n), *rest = record.pool
        ahead = has_hidden_models(record.line) and self.ahead(record)
        front = (record.line.but(reach=None) if ahead else record.line).front()
        if front is None:  # nobody left at all: `waiting` stops where somebody stands beyond
            return record.but(pool=())
        kind, standing, left = front
        if type(token) is Blow:
            return self.strike(record, token, n, tuple(rest), table)
        now = 1 if self.one_at_a_time(token) else n if ahead else min(n, self.at_once(token, record.line, standing))
        rule = self.rules[type(token)]
        table.stage = self.stages.get(type(token), table.stage)
        table.enter_step(rule, record)
        after = table.apply_rule(rule, token, now, self.faced(token, kind, left))
        return record.but(pool=(*after, *pool((token, n - now)), *rest))

    def ahead(self, record: Any) -> bool:
        """Several tokens at the front of the pool may meet the line before it is known who takes them."""
        token, n = record.pool[0]
        return bool(n > 1 and self.any_left(record, token))

    def strike(self, record: Any, blow: Blow, n: int, rest: tuple[Any, ...], table: Table) -> Any:
        line = record.line.struck_by(blow, n) if blow.points or table.is_live else record.line
        if self.on_casualty and table.is_live and table.narrates and line.lost > record.line.lost:
            self.on_casualty(record, line, table)
        return record.but(pool=rest, line=line)

    def at_once(self, token: Any, line: Line, standing: int) -> int:
        """How many of these tokens can meet the line in one roll without one of them meeting another kind of model."""
        if self.same_outcome is None:
            return standing
        ranks, lost = line.reachable(), line.lost
        key: Any = None
        models = wounds = 0
        for rank in ranks:
            whole = rank.n * rank.left
            if lost >= whole:
                lost -= whole
                continue
            this = self.same_outcome(token, rank.kind)
            if key is None:
                key = this
            elif this != key:
                break
            models += rank.n - lost // rank.left
            wounds += whole - lost
            lost = 0
        else:
            if not has_hidden_models(line):
                return 1 << 30  # one kind from here to the end: all the dice they may
        several = key[1] if key is not None else False
        if several is True:
            return models
        return -(-wounds // several) if several else wounds  # what flows on to the next model may be so many wounds


def has_hidden_models(line: Line) -> bool:
    """True if models stand behind those that can be met now."""
    return line.reach is not None and line.reach < len(line.ranks)


class Place(NamedTuple):
    """Where a sequence stands between two steps.

    ``frames``: for each sequence within another its nodes, the place of the next one, the node it is the body of, the
    record with which it was entered, and the stage it stands in ("" for none); innermost last. ``asked``: questions
    answered so far. ``mark``: of the table; None at the beginning, and where it was stopped in the middle of a step.
    """

    frames: tuple[tuple[Sequence, int, Node, Any, str], ...]
    record: Any
    asked: int = 0
    mark: Any = None


class Walk:
    """A sequence played step by step, so that it can go on from an earlier place.

    :ivar places: where it has been, about every ``EVERY`` questions, earliest first
    :ivar stopped: where the table stopped it last: with the record, and the questions answered, before that step
    """

    EVERY = 20

    def __init__(self, sequence: Sequence, start: Any) -> None:
        self.beginning = self.stopped = Place(((sequence, 0, None, start, ""),), start)
        self.places: list[Place] = []

    def back_to(self, asked: int) -> Place:
        """The last place before the answer number ``asked``, so that what it led to is told again; later ones go."""
        while self.places and self.places[-1].asked >= asked:
            self.places.pop()
        return self.places[-1] if self.places else self.beginning

    def play(self, place: Place, table: Table) -> Any:
        """From this place to the end; the questions go to the table, which may stop it by an exception."""
        *outer, (nodes, at, owner, entered, stage) = place.frames
        record, asked, due = place.record, place.asked, place.asked + self.EVERY
        try:
            while True:
                if at == len(nodes):
                    if type(owner) is While and owner.pending(record):
                        at = 0
                    elif outer:
                        nodes, at, owner, entered, stage = outer.pop()
                    else:
                        return record
                    continue
                node = nodes[at]
                kind = type(node)
                at += 1
                if kind is While or kind is If:
                    if node.pending(record):
                        outer.append((nodes, at, owner, entered, stage))
                        nodes, at, owner, entered = node.body, 0, node, record
                    continue
                if kind is Stage or kind is Attack:
                    outer.append((nodes, at, owner, entered, stage))
                    nodes, at, owner, entered = node.body, 0, node, record
                    stage = node.name if kind is Stage else stage
                    continue
                asked = table.asked
                if asked >= due:
                    due = asked + self.EVERY
                    here = nodes, at - 1, owner, entered, stage
                    self.places.append(Place((*outer, here), record, asked, table.bookmark()))
                table.stage = stage
                if kind is Convert or kind is Allocate:
                    outer.append((nodes, at, owner, entered, stage))
                    nodes, at, owner, entered = node.steps(), 0, node, record
                elif kind is TakeOut:
                    record = node.play(record, table)
                elif kind is Nominate:
                    table.enter_step(node.step, record)
                    record = node.play(record, table)
                else:
                    table.enter_step(node, record)
                    record = node(record, table)
        except BaseException:
            self.stopped = Place((*outer, (nodes, at, owner, entered, stage)), record, asked)
            raise


def play(sequence: Sequence, record: Any, table: Table) -> Any:
    """Play a sequence from a record to its end."""
    walk = Walk(sequence, record)
    return walk.play(walk.beginning, table)


def within(nodes: Sequence, stage: str = "") -> Iterator[tuple[Node, str]]:
    """Every node there is, every step and rule among them, with the stage it stands in; "" for none."""
    for node in nodes:
        yield node, stage
        if isinstance(node, Convert | Allocate):
            yield from ((rule, node.stages.get(kind, stage)) for kind, rule in node.rules.items())
        elif isinstance(node, TakeOut | Nominate):
            yield node.step, stage
        elif isinstance(node, While | If | Stage | Attack):
            yield from within(node.body, node.name if isinstance(node, Stage) else stage)


def stages_of(nodes: Sequence) -> dict[str, str]:
    """The stage of each step and rule that stands in one, by its name."""
    return {step.__name__: stage for step, stage in within(nodes) if stage and hasattr(step, "__name__")}


# Steps by which tokens wait while others of the same pool go on, and come back. Their numbers are not looked at.


class SetAside:
    """A step: tokens of these kinds leave the pool and wait in another field, while the others go down the line."""

    __name__ = "set_aside"

    def __init__(self, into: str, *kinds: type) -> None:
        self.into, self.kinds = into, kinds

    def __call__(self, record: Any, table: Table) -> Any:
        aside = [end for end in record.pool if type(end[0]) in self.kinds]
        if not aside:
            return record
        here = tuple([end for end in record.pool if type(end[0]) not in self.kinds])
        return record.but(pool=here, **{self.into: pool(*getattr(record, self.into), *aside)})


class PutBack:
    """A step: what was set aside is in the pool again."""

    __name__ = "put_back"

    def __init__(self, of: str) -> None:
        self.of = of

    def __call__(self, record: Any, table: Table) -> Any:
        waiting = getattr(record, self.of)
        return record.but(pool=pool(*record.pool, *waiting), **{self.of: ()}) if waiting else record
