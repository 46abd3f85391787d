"""The nodes of a sequence, and how a sequence is played. `odds` gives the nodes their meaning for the odds.

Several uses of a rule may have their dice thrown at once: `values_of` asks; `with_values` then runs each use. Each use
is tried until it asks for dice. Equal questions of several uses become one question, whose dice belong to the uses in
their order. The tries have no effect: rules are pure, and nothing is logged. Without real dice nobody asks here: the
odds use the rule once for each token.
"""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from itertools import islice, takewhile
from typing import Any, NamedTuple

from shoot_cli.engine.pools import Blow, Line, Pool, pool
from shoot_cli.engine.questions import Question, Roll, Tally
from shoot_cli.engine.table import KnownValues, Table, Unanswered, whose


class Use(NamedTuple):
    """One use of a rule. Uses with an equal `token` do the same with the same dice. `whose` is the name of the model
    or unit that the dice are about."""

    token: Hashable
    run: Callable[[], Any]
    whose: str = ""


def values_of(
    uses: abc.Sequence[Use], table: Table, lives: bool = False, values: list[list[Any]] | None = None
) -> list[list[Any]]:
    """Ask for the dice of all uses, and return the values of the questions of each. `lives` is as in `Roll`. They are
    put into `values`, a list for each use, as they become known."""
    values = [[] for _ in uses] if values is None else values
    indexes = range(len(uses))
    pending = {index: question_of(uses[index], [], table) for index in indexes}
    while unfinished := [index for index in indexes if pending[index] is not None]:
        first = pending[min(unfinished, key=lambda index: len(values[index]))]  # all roll to wound before one saves
        alike_ones = [index for index in unfinished if pending[index] is first or thrown_at_once(pending[index], first)]
        symmetric = all(
            (uses[i].token, values[i]) == (uses[alike_ones[0]].token, values[alike_ones[0]]) for i in alike_ones
        )
        rolls = [pending[index] for index in alike_ones]
        whose = tuple(uses[i].whose for i in alike_ones)
        for index, value in zip(alike_ones, ask_together(rolls, whose, symmetric, lives, table), strict=True):
            values[index].append(value)
            pending[index] = question_of(uses[index], values[index], table)
    return values


def with_values(values: abc.Sequence[Any], table: Table, use: Callable[..., Any], *arguments: Any) -> Any:
    """Return `use(*given)`, whose questions have these values. What it tells is logged."""
    return run_with(KnownValues(values, False), table, use, *arguments)


def question_of(use: Use, values: abc.Sequence[Any], table: Table) -> Question | None:
    """Return the next question of a use; None if it asks no more."""
    try:
        run_with(KnownValues(values, True), table, use.run)
    except Unanswered as stopped:
        return stopped.question
    return None


def run_with(values: KnownValues, table: Table, use: Callable[..., Any], *arguments: Any) -> Any:
    """Return `use(*arguments)`, whose questions have these values as far as they are known."""
    table.in_one_throw = values
    try:
        return use(*arguments)
    finally:
        table.in_one_throw = None


def thrown_at_once(first: Question | None, other: Question | None) -> bool:
    """Return True if the dice of both can be thrown at once: what they need is equal, and no face is counted apart."""
    if type(first) is not Roll or type(other) is not Roll:
        return False
    plain: dict[str, Any] = {"key": "", "dice": 0, "text": "", "rules": (), "lessons": None}
    return (
        not (first.watch or first.again or first.once or (first.means and first.means.chart))
        and first.but(need=first.need.but(because=()), **plain) == other.but(need=other.need.but(because=()), **plain)
    )  # fmt: skip


def ask_together(
    rolls: abc.Sequence[Any], whose: tuple[str, ...], symmetric: bool, lives: bool, table: Table
) -> list[Any]:
    """Ask these alike rolls as one, and return the value of each. `whose` has the name of each. `symmetric`: the order
    of their dice is of no account if each has one die."""
    first = rolls[0]
    if len(rolls) == 1 or not table.throws_at_once:  # the odds take over where no more dice are known
        return [table.ask(roll) for roll in rolls]
    sizes = tuple(roll.dice for roll in rolls)
    if symmetric and max(sizes) == 1:
        tally = table.ask(first.but(dice=len(rolls)))
        return [Tally(0, 1)] * tally.failed + [Tally(1, 0)] * tally.passed
    because = tuple(dict.fromkeys(reason for roll in rolls for reason in roll.need.because))
    together = first.but(
        dice=sum(sizes), groups=sizes, lives=lives and symmetric, whose=whose if len({*whose}) > 1 else (),
        need=first.need.but(because=because), text=shared_text([roll.text for roll in rolls]),
        rules=tuple(dict.fromkeys(rule for roll in rolls for rule in roll.rules)),
    )  # fmt: skip
    return [*table.ask(together).parts]


def shared_text(texts: abc.Sequence[str]) -> str:
    """Return what these texts have in common: `gun: to wound` of `gun: to wound Boy` and `gun: to wound Nob`.

    >>> shared_text(["Ork Boy: armour save", "Ork Nob: armour save"])
    'armour save'
    >>> shared_text(["gun: to wound Boy (one model, 2 hits)", "gun: to wound Boy (one model, 3 hits)"])
    'gun: to wound Boy'
    """
    words = [text.split() for text in texts]
    if all(text_words == words[0] for text_words in words):
        return texts[0]
    beginning, end = shared_words(words), shared_words([text_words[::-1] for text_words in words])[::-1]
    shared = " ".join(beginning if any(word.endswith(":") for word in beginning) else end)
    return re.sub(r" \([^()]*$", "", shared) or texts[0]


def shared_words(words: abc.Sequence[abc.Sequence[str]]) -> list[str]:
    """Return the words with which all of these begin."""
    return [column[0] for column in takewhile(lambda column: len({*column}) == 1, zip(*words, strict=False))]


Step = Callable[[Any, Table], Any]
Node = Any  # Step | While | If | Stage | Nominate | Attack | Convert | Allocate | TakeOut | SetAside | PutBack
Sequence = tuple[Node, ...]


class While:
    """Play `body` again while `pending(record)` is True. Loops over dice must use `While`; a step must not loop
    itself."""

    def __init__(self, pending: Callable[[Any], Any], *body: Node) -> None:
        self.pending, self.body = pending, body


class If:
    """Play `body` once if `pending(record)` is True. `counted` is False if the odds must not count its tokens, such as
    the hits of an explosion on others."""

    def __init__(self, pending: Callable[[Any], Any], *body: Node, counted: bool = True) -> None:
        self.pending, self.body, self.counted = pending, body, counted


class Stage:
    """The steps of one stage of an attack, as named in the progress line. In `Convert` and `Allocate` it holds one
    rule: `Convert({Shot: Stage("Hit", roll_to_hit), Hit: Stage("Wound", roll_to_wound)})`."""

    def __init__(self, name: str, *body: Node) -> None:
        self.name, self.body = name, body


class Nominate:
    """The step that asks who attacks next, before its other questions: `Nominate(nominate)`. All answers until the next
    `Nominate` belong together: an amendment moves them together."""

    def __init__(self, step: Step) -> None:
        self.step = step

    def play(self, record: Any, table: Table) -> Any:
        table.nominating = True
        record = self.step(record, table)
        table.nominating = False
        return record


def table_step(what: str, *more: Any) -> Step:
    """Return a step that calls the method `what` of the table and changes nothing."""

    def step(record: Any, table: Table) -> Any:
        getattr(table, what)(record, *more)
        return record

    step.__name__ = what
    return step


BEGUN, ENDS, OVER = table_step("attack_begun"), table_step("attack_ends"), table_step("attack_is_over")
# The beginning of a phase of one side, or of both sides, and the end of a phase.
PHASE_BEGINS, PHASE_OF_BOTH, PHASE_ENDS = (
    table_step("phase_begins"),
    table_step("phase_begins", True),
    table_step("phase_ends"),
)


class Attack:
    """An attack of one unit: `Attack(begin, *attack, end)`. `begin` makes its record, `end` brings its result to the
    battle. `resolve` and `odds` play only the nodes between them. The table is told when an attack begins and ends."""

    def __init__(self, begin: Node, *nodes: Node) -> None:
        *attack, end = nodes
        self.attack, self.body = tuple(attack), (begin, BEGUN, *attack, ENDS, end, OVER)


Rules = Mapping[Any, Callable[..., Any] | Stage]  # by token type


def rules_and_stages(rules: Rules) -> tuple[dict[type, Callable[..., Any]], dict[type, str]]:
    """Return the rules, and the stages of the rules that have one."""
    stages = {kind: rule.name for kind, rule in rules.items() if isinstance(rule, Stage)}
    return {kind: rule.body[0] if isinstance(rule, Stage) else rule for kind, rule in rules.items()}, stages


class Convert:
    """Each token becomes other tokens, independently of the others: `Convert({Shot: roll_to_hit, Hit: roll_to_wound})`.
    At the table, a rule gets all alike tokens together, or single tokens if `one_at_a_time` is True for them. Players
    throw the dice of all tokens at once for which `one_throw` is True. The odds give the rule one token and compute the
    rest. `means` tells what a rule makes of a token on average without leaving tokens of it: by type, as a fraction."""

    def __init__(
        self,
        rules: Rules,
        one_at_a_time: Callable[[Any], bool] = lambda token: False,
        one_throw: Callable[[Any], bool] = lambda token: False,
        means: Callable[[Any], Mapping[type, tuple[int, int]]] = lambda token: {},
    ) -> None:
        self.rules, self.stages = rules_and_stages(rules)
        self.one_at_a_time, self.one_throw, self.means = one_at_a_time, one_throw, means

    def one_rule(self, kind: type) -> Step:
        """Return a step that applies the rule for one token type to the whole pool."""
        rule = self.rules[kind]

        def step(record: Any, table: Table) -> Any:
            if kind not in [type(token) for token, _ in record.pool]:
                return record
            table.stage = self.stages.get(kind, table.stage)
            table.enter_step(rule, record)
            own_tokens, others = self.split_pool(kind, record.pool)
            together = [pair for pair in own_tokens if self.one_throw(pair[0])] if table.throws_at_once else []
            values = iter(values_of(self.uses_of(kind, together, table), table) if len(together) > 1 else [[]] * 0)
            pairs = [*others]
            for pair in own_tokens:
                if len(together) > 1 and pair in together:
                    pairs += with_values(next(values), table, table.apply_rule, rule, *pair)
                else:
                    pairs += table.apply_rule(rule, *pair)
            return record.but(pool=pool(*pairs))

        step.__name__ = rule.__name__
        return step

    def split_pool(self, kind: type, tokens: Pool) -> tuple[list[tuple[Any, int]], list[tuple[Any, int]]]:
        """Return the tokens of this type as their rule gets them, one after the other, and all other tokens."""
        own_pairs = [pair for pair in tokens if type(pair[0]) is kind]
        single = [
            part for token, n in own_pairs for part in ([(token, 1)] * n if self.one_at_a_time(token) else [(token, n)])
        ]
        return single, [pair for pair in tokens if type(pair[0]) is not kind]

    def uses_of(self, kind: type, pairs: list[tuple[Any, int]], table: Table) -> list[Use]:
        return [Use(pair, partial(self.rules[kind], *pair, table), whose(pair[0])) for pair in pairs]

    def steps(self) -> Sequence:
        return tuple(self.one_rule(kind) for kind in self.rules)


class TakeOut:
    """Tokens of one type leave the pool, kind after kind, and go to `step(record, token, n, table) -> record`. A later
    step must return tokens to the pool that wait for other attacks."""

    def __init__(self, kind: type, step: Callable[[Any, Any, int, Table], Any]) -> None:
        self.kind, self.step = kind, step

    def play(self, record: Any, table: Table) -> Any:
        taken = [(token, n) for token, n in record.pool if type(token) is self.kind]
        if taken:
            record = record.but(pool=tuple(pair for pair in record.pool if type(pair[0]) is not self.kind))
            for token, n in taken:
                table.enter_step(self.step, record)
                record = self.step(record, token, n, table)
        return record


class SharedRights(NamedTuple):
    """Rights that all tokens of a pool have together, such as the re-roll of one die. Who uses one takes it from all
    later tokens.

    :ivar field: the field of the record with the rights that are left
    :ivar matter: `(rights)`: False if no token can use any of them
    :ivar bear: `(rights, token) -> token`: the token with the rights that its rule may use; see `borne`
    :ivar used: the type of token, first in its pool, by which a rule says that it used a right
    :ivar left: `(rights, used token) -> rights`
    """

    field: str
    matter: Callable[[Any], Any]
    bear: Callable[[Any, Any], Any]
    used: type
    left: Callable[[Any, Any], Any]

    def rights_in(self, record: Any) -> Any:
        """Return the rights that are left; () if no token can use any."""
        rights = getattr(record, self.field)
        return rights if rights and self.matter(rights) else ()

    def borne(self, rights: Any, token: Any) -> Any:
        """Return the token with the rights that it may use; without any, the token itself."""
        return self.bear(rights, token) if rights and self.matter(rights) else token


class Allocate:
    """Tokens meet the front of the line in `order`: `Allocate({Wound: roll_to_save}, order=lowest_ap_first)`.

    A rule `(token, n, kind of model, table) -> pool` returns blows for the line, and tokens for later rules here.
    `order(record, tokens, table)` sorts the tokens; different tokens must never be equal in its order.

    `same_outcome(token, kind of model)` allows one roll for several models with an exact result. It returns a key that
    is equal for models that the token treats equally, and the damage. The damage is False if a blow costs one wound,
    and True if it may cost more. It is a number of wounds if damage goes on to the next model. Without `same_outcome`,
    a roll has at most as many tokens as the front rank has models. Tokens for which `one_at_a_time` is True get single
    rolls. Players throw all these dice at once if `one_throw` is True, too: the rule then returns blows, and `faced` is
    the kind itself.

    `faced(token, kind of model, wounds left)` returns the model that the rule receives, normally the kind itself. It
    may include the wounds left, if the token goes `one_at_a_time` and becomes one blow.

    `anybody(record, token)` is True if the token does the same to every model, in reach or not. Several of them then
    meet the line before somebody decides who takes them. The rule must return other tokens, which wait, and no blows.

    `shared` are rights of all tokens together. A token that may use one is rolled by itself.

    Tokens of the type `thrown` are dice that lie there. What players throw for several of them is one throw, too, if
    they surely meet the same models. Their rule asks nothing.

    `counted` is False if the odds must not count its blows, such as those of the attacker's own mishaps. `unsaved` are
    the types of unsaved attacks. If all models save alike, the odds count every attack that becomes one, even if it
    finds nobody. Otherwise, and without such types, they count the blows that strike.

    Tokens that find nobody in reach stay in the pool if models are left behind; otherwise they are lost. `Blow(0)`, for
    example after a made save, hurts nobody; it tells the line that its front model was met.
    """

    def __init__(
        self,
        rules: Rules,
        order: Callable[[Any, tuple[Any, ...], Table], tuple[Any, ...]],
        *,
        same_outcome: Callable[[Any, Any], tuple[Any, bool | int]] | None = None,
        one_at_a_time: Callable[[Any], bool] = lambda token: False,
        one_throw: Callable[[Any], bool] = lambda token: False,
        faced: Callable[[Any, Any, int], Any] = lambda token, kind, left: kind,
        on_casualty: Callable[[Any, Line, Table], None] | None = None,  # (record before, line after, table)
        counted: bool = True,
        anybody: Callable[[Any, Any], bool] = lambda record, token: False,
        shared: SharedRights | None = None,
        thrown: type | None = None,
        unsaved: tuple[type, ...] = (),
    ) -> None:
        self.thrown, self.unsaved = thrown, unsaved
        self.rules, self.stages = rules_and_stages(rules)
        self.order, self.same_outcome, self.one_at_a_time, self.on_casualty = (
            order,
            same_outcome,
            one_at_a_time,
            on_casualty,
        )
        self.one_throw = one_throw
        self.faced, self.counted, self.any_left, self.shared = faced, counted, anybody, shared

    def rights(self, record: Any) -> Any:
        """Return the rights that the tokens share; () for none."""
        return self.shared.rights_in(record) if self.shared else ()

    def waiting(self, record: Any) -> bool:
        if not record.pool:
            return False
        return record.line.front() is not None or not has_hidden_models(record.line) or self.ahead(record)

    def steps(self) -> Sequence:
        return self.line_up, While(self.waiting, self.deal)

    def line_up(self, record: Any, table: Table) -> Any:
        """Return the record with its pool in the order of allocation, without tokens that have no rule here."""
        counts = {token: n for token, n in record.pool if type(token) in self.rules}
        if len(counts) > 1 and (record.line.front() or has_hidden_models(record.line)):
            table.enter_step(self.order, record)
            return record.but(pool=tuple((token, counts[token]) for token in self.order(record, tuple(counts), table)))
        return record if len(counts) == len(record.pool) else record.but(pool=tuple(counts.items()))

    def deal(self, record: Any, table: Table) -> Any:
        (token, n), *rest = record.pool
        shared = self.shared
        if shared and type(token) is shared.used:
            left = shared.left(getattr(record, shared.field), token)
            return record.but(pool=tuple(rest), **{shared.field: left})
        undecided = has_hidden_models(record.line) and self.ahead(record)
        front = (record.line.but(reach=None) if undecided else record.line).front()
        if front is None:  # nobody is left: `waiting` is False if only models out of reach are left
            return record.but(pool=())
        kind, standing, left = front
        if type(token) is Blow:
            return self.strike(record, token, n, tuple(rest), table)
        token_with_rights = shared.borne(getattr(record, shared.field), token) if shared else token
        if token_with_rights is token and not undecided and table.throws_at_once and self.one_throw(token):
            return self.deal_in_one_throw(record, token, n, tuple(rest), table)
        if token_with_rights is not token or self.one_at_a_time(token):
            rolled = 1
        else:
            rolled = n if undecided else min(n, self.at_once(token, record.line, standing))
        rule = self.rules[type(token_with_rights)]
        table.stage = self.stages.get(type(token_with_rights), table.stage)
        table.enter_step(rule, record)
        results = table.apply_rule(rule, token_with_rights, rolled, self.faced(token_with_rights, kind, left))
        if rolled == n and type(token) is self.thrown and table.throws_at_once:
            room = self.at_once(token, record.line, standing)
            while rest and type(rest[0][0]) is self.thrown and any(self.one_throw(result) for result, _ in results):
                token, other_n = rest[0]
                room = min(room, self.at_once(token, record.line, standing))
                if (n := n + other_n) > room:
                    break
                results = pool(*results, *table.apply_rule(rule, token, other_n, self.faced(token, kind, left)))
                rolled, rest = n, rest[1:]
            n = rolled
        return record.but(pool=(*results, *pool((token, n - rolled)), *rest))

    def deal_in_one_throw(self, record: Any, token: Any, n: int, rest: Pool, table: Table) -> Any:
        """Throw the dice of as many tokens as surely meet models that they treat alike; their blows fall one by one.
        Dice of tokens that find nobody left are of no account."""
        rule, (kind, standing, left) = self.rules[type(token)], record.line.front()
        table.stage = self.stages.get(type(token), table.stage)
        table.enter_step(rule, record)
        arguments = token, 1, self.faced(token, kind, left)
        use = Use(token, lambda: rule(*arguments, table))
        dice = min(n, self.at_once(token, record.line, standing))
        lives = all(wounds == 1 for wounds in islice(wounds_of_models(record.line), dice))  # each lives or falls
        thrown = values_of([use] * dice, table, lives)
        line = record.line
        for values in thrown:
            if line.front() is None:
                break
            for blow, number in with_values(values, table, table.apply_rule, rule, *arguments):
                line = line.after_blows(blow, number) if blow.points or table.is_live else line
        if self.on_casualty and line.lost > record.line.lost:
            table.explain(self.on_casualty, record, line)
        return record.but(pool=(*pool((token, n - len(thrown))), *rest), line=line)

    def ahead(self, record: Any) -> bool:
        """Return True if the first tokens of the pool may meet the line before it is known who takes them."""
        token, n = record.pool[0]
        return bool(n > 1 and self.any_left(record, token))

    def strike(self, record: Any, blow: Blow, n: int, rest: tuple[Any, ...], table: Table) -> Any:
        line = record.line.after_blows(blow, n) if blow.points or table.is_live else record.line
        if self.on_casualty and line.lost > record.line.lost:
            table.explain(self.on_casualty, record, line)
        return record.but(pool=rest, line=line)

    def at_once(self, token: Any, line: Line, standing: int) -> int:
        """Return how many of these tokens can share one roll without meeting another kind of model."""
        if self.same_outcome is None:
            return standing
        ranks, lost = line.reachable(), line.lost
        first_outcome: Any = None
        models = wounds = 0
        for rank in ranks:
            rank_wounds = rank.n * rank.left
            if lost >= rank_wounds:
                lost -= rank_wounds
                continue
            outcome = self.same_outcome(token, rank.kind)
            if first_outcome is None:
                first_outcome = outcome
            elif outcome != first_outcome:
                break
            models += rank.n - lost // rank.left
            wounds += rank_wounds - lost
            lost = 0
        else:
            if not has_hidden_models(line):
                return 1 << 30  # only one kind is left, so all tokens may share the roll
        damage = first_outcome[1] if first_outcome is not None else False
        if damage is True:
            return models
        return -(-wounds // damage) if damage else wounds  # excess wounds may go on to the next model


def wounds_of_models(line: Line) -> Iterator[int]:
    """Yield the wounds left of each model, the front model first."""
    return (rank.left for rank in line.standing() for _ in range(rank.n))


def has_hidden_models(line: Line) -> bool:
    """Return True if models stand behind those in reach."""
    return line.reach is not None and line.reach < len(line.ranks)


class Place(NamedTuple):
    """A position of a sequence between two steps. `frames` has one entry for each nested sequence, innermost last. An
    entry holds the nodes, the index of the next one, their owner, the record at the start, and the stage or "". `asked`
    is the number of questions so far. `mark` is a bookmark of the table; None at the beginning and inside a step."""

    frames: tuple[tuple[Sequence, int, Node, Any, str], ...]
    record: Any
    asked: int = 0
    mark: Any = None


class Walk:
    """A sequence that is played step by step and can continue from an earlier place.

    :ivar places: stored places, about every `EVERY` questions, earliest first
    :ivar nominations: the places before somebody was asked who attacks next, earliest first
    :ivar stopped: the place before the step in which the table stopped the walk
    """

    EVERY = 20

    def __init__(self, sequence: Sequence, start: Any) -> None:
        self.beginning = self.stopped = Place(((sequence, 0, None, start, ""),), start)
        self.places: list[Place] = []
        self.nominations: list[Place] = []

    def back_to(self, asked: int) -> Place:
        """Return the last place before the answer number `asked`, and forget later places. Its results are then logged
        again."""
        while self.places and self.places[-1].asked >= asked:
            self.places.pop()
        while self.nominations and self.nominations[-1].asked >= asked:
            self.nominations.pop()
        return self.places[-1] if self.places else self.beginning

    def play(self, place: Place, table: Table) -> Any:
        """Play from this place to the end. The table may stop the walk by an exception."""
        *outer, (nodes, index, owner, record_at_start, stage) = place.frames
        record, asked, next_stored = place.record, place.asked, place.asked + self.EVERY
        try:
            while True:
                if index == len(nodes):
                    if type(owner) is While and owner.pending(record):
                        index = 0
                    elif outer:
                        nodes, index, owner, record_at_start, stage = outer.pop()
                    else:
                        return record
                    continue
                node = nodes[index]
                kind = type(node)
                index += 1
                if kind is While or kind is If:
                    if node.pending(record):
                        outer.append((nodes, index, owner, record_at_start, stage))
                        nodes, index, owner, record_at_start = node.body, 0, node, record
                    continue
                if kind is Stage or kind is Attack:
                    outer.append((nodes, index, owner, record_at_start, stage))
                    nodes, index, owner, record_at_start = node.body, 0, node, record
                    stage = node.name if kind is Stage else stage
                    continue
                asked = table.asked
                if asked >= next_stored:
                    next_stored = asked + self.EVERY
                    frame = nodes, index - 1, owner, record_at_start, stage
                    self.places.append(Place((*outer, frame), record, asked, table.bookmark()))
                table.stage = stage
                if kind is Convert or kind is Allocate:
                    outer.append((nodes, index, owner, record_at_start, stage))
                    nodes, index, owner, record_at_start = node.steps(), 0, node, record
                elif kind is TakeOut:
                    record = node.play(record, table)
                elif kind is Nominate:
                    frame = nodes, index - 1, owner, record_at_start, stage
                    self.nominations.append(Place((*outer, frame), record, asked, table.bookmark()))
                    table.enter_step(node.step, record)
                    record = node.play(record, table)
                else:
                    table.enter_step(node, record)
                    record = node(record, table)
        except BaseException:
            self.stopped = Place((*outer, (nodes, index, owner, record_at_start, stage)), record, asked)
            raise


def play(sequence: Sequence, record: Any, table: Table) -> Any:
    """Play a sequence from a record to its end and return the last record."""
    walk = Walk(sequence, record)
    return walk.play(walk.beginning, table)


def within(nodes: Sequence, stage: str = "") -> Iterator[tuple[Node, str]]:
    """Return every node, step and rule with its stage; "" for none."""
    for node in nodes:
        yield node, stage
        if isinstance(node, Convert | Allocate):
            yield from ((rule, node.stages.get(kind, stage)) for kind, rule in node.rules.items())
        elif isinstance(node, TakeOut | Nominate):
            yield node.step, stage
        elif isinstance(node, While | If | Stage | Attack):
            yield from within(node.body, node.name if isinstance(node, Stage) else stage)


def stages_of(nodes: Sequence) -> dict[str, str]:
    """Return the stage of each step and rule that has one, by the name of the step."""
    return {step.__name__: stage for step, stage in within(nodes) if stage and hasattr(step, "__name__")}


# Steps by which tokens wait while others of the same pool go on. They do not read the counts.


class SetAside:
    """A step that moves tokens of these types from the pool to another field, where they wait."""

    __name__ = "set_aside"

    def __init__(self, into: str, *kinds: type) -> None:
        self.into, self.kinds = into, kinds

    def __call__(self, record: Any, table: Table) -> Any:
        waiting = [pair for pair in record.pool if type(pair[0]) in self.kinds]
        if not waiting:
            return record
        staying = tuple([pair for pair in record.pool if type(pair[0]) not in self.kinds])
        return record.but(pool=staying, **{self.into: pool(*getattr(record, self.into), *waiting)})


class PutBack:
    """A step that moves the waiting tokens of a field back to the pool."""

    __name__ = "put_back"

    def __init__(self, of: str) -> None:
        self.field = of

    def __call__(self, record: Any, table: Table) -> Any:
        waiting = getattr(record, self.field)
        return record.but(pool=pool(*record.pool, *waiting), **{self.field: ()}) if waiting else record
