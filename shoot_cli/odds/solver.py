"""The solver: it plays the nodes of a sequence with every possible record and its chance."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from shoot_cli.engine.budget import RUN, TooMany, step_words
from shoot_cli.engine.sequence import Allocate, Convert, If, Node, PutBack, Sequence, SetAside, Stage, TakeOut, While
from shoot_cli.odds import brute_force, loops, set_aside
from shoot_cli.odds.lazy_pools import LazyPool, MustDealOut
from shoot_cli.odds.nodes import convert_records
from shoot_cli.odds.outcomes import rules_of
from shoot_cli.odds.states import Engine, States, declared


class Solver(Engine):
    """The interpreter of sequences for the odds. It alone decides which module plays which node."""

    def run(self, sequence: Sequence, start: Any) -> States:
        """Play the sequence from its first record, and return all last records."""
        self.taken_types = taken_types_in(sequence)
        if self.declaring:
            if start not in declared.known:
                declared.keep(start, start)
            start = declared.known[start]
        return self.through(sequence, [(start, self.certain)])

    # Nodes ---------------------------------------------------------------------------------------------------------

    def through(self, nodes: Sequence, states: States) -> States:
        """Play nodes with all these records, and return the records after them."""
        node: Node = None
        try:
            for node in nodes:
                if self.budget.most is not None:
                    self.budget.count(len(states))
                kind = type(node)
                if kind is While:
                    states = self.repeat(node, states)
                elif kind is If:
                    states = self.if_(node, states)
                elif kind is Stage:
                    states = self.through(node.body, states)
                elif kind is Convert:
                    self.declaring = False
                    convert = (
                        brute_force.convert if self.brute_force else loops.convert if self.in_loops else convert_records
                    )
                    states = convert(self, rules_of(node), states)
                elif kind is Allocate:
                    self.declaring = False
                    allocate = brute_force.allocate if self.brute_force else set_aside.allocate
                    states = allocate(self, node, states)
                elif kind is SetAside and not self.brute_force:
                    states = set_aside.set_aside(self, node, states)
                elif kind is PutBack and not self.brute_force:
                    states = set_aside.put_back(self, node, states)
                elif kind is TakeOut:
                    self.declaring = False
                    states = (
                        self.step(node.play, states) if self.brute_force else set_aside.take_out(self, node, states)
                    )
                elif self.declaring:
                    states = self.declare(node, states)
                else:
                    states = self.step(node, states)
        except TooMany as error:
            error.at(words_of(node), self.crowd(states), states[0][0] if states else None)
            raise
        return states

    def crowd(self, states: States) -> str:
        """Return what was too many as text: records, or dice of the only record."""
        if self.widest > 1 or len(states) != 1:
            return f"up to {max(self.widest, len(states)):,} different records"
        record_pool = getattr(states[0][0], "pool", ())
        dice = (
            [sum(n for _, n in factors) for _, factors in record_pool.branches] if type(record_pool) is LazyPool else []
        )
        return f"what comes of {max(dice):,} dice" if dice else ""

    def repeat(self, node: While, states: States) -> States:
        """Play a `While` until no record takes a turn."""
        while len(states) == 1:  # the usual case: a single record
            try:
                if not node.pending(states[0][0]):
                    return states
            except MustDealOut:
                break
            self.budget.spend(RUN)
            before = states[0][0]
            states = self.through(node.body, states)
            loops.check_changed(before, states)
        return loops.Loop(self, node, self.through).run(states)

    def if_(self, node: If, states: States) -> States:
        """Play an `If`. A condition that reads a lazy value is ignored if the body would change nothing."""
        after: States = []
        inside: States = []
        unread = True
        for state in states:
            try:
                (inside if node.pending(state[0]) else after).append(state)
            except MustDealOut:
                if self.idle(node.body, state[0]):
                    after.append(state)
                    continue
                unread = False
                fulfilled, unfulfilled = self.split_by(node.pending, [state])
                inside += fulfilled
                after += unfulfilled
        if not inside:
            return self.merged(states if unread else after)
        count_before = len(self.counts)
        ends = self.through(node.body, inside)
        if not node.counted:
            del self.counts[count_before:]
        return self.merged([*after, *ends] if after else ends)

    def idle(self, nodes: Sequence, record: Any) -> bool:
        """Return True if the nodes do not change the record, whatever its lazy values are."""
        table = self.table
        questions_met, answered, questions_before = len(table.met), len(table.answers), table.questions
        try:
            for node in nodes:
                if not self.leaves(node, record):
                    break
            else:
                return True
        except MustDealOut:
            pass
        except TooMany:
            raise
        except Exception:  # the step did not expect this record; a real error shows again when the value is forced
            pass
        forget_newest(table.met, questions_met)
        forget_newest(table.answers, answered)
        table.questions = questions_before
        return False

    def leaves(self, node: Node, record: Any) -> bool:
        """Return True if one node does not change the record."""
        if type(node) is If:
            try:
                return not node.pending(record) or all(self.leaves(inner, record) for inner in node.body)
            except MustDealOut:
                return all(self.leaves(inner, record) for inner in node.body)
        if type(node) is Stage:
            return all(self.leaves(inner, record) for inner in node.body)
        if type(node) in (While, Convert, Allocate, TakeOut):
            return False
        end = self.table.first_end(False, node, record)
        return not self.table.path and bool(end == record)


def forget_newest(items: dict[Any, Any], number_kept: int) -> None:
    """Delete all items after the first `number_kept` ones."""
    while len(items) > number_kept:
        items.popitem()


@lru_cache(64)
def taken_types_in(sequence: Sequence) -> set[type]:
    """Return the token types that a `Convert` of the sequence takes."""
    types: set[type] = set()
    for node in sequence:
        if type(node) is Convert:
            types.update(node.rules)
        elif type(node) in (While, If, Stage):
            types |= taken_types_in(node.body)
    return types


def words_of(node: Node) -> str:
    """Return the name of the step, or of the first rule or step in the node."""
    if type(node) in (While, If, Stage):
        return words_of(node.body[0])
    step = (
        next(iter(node.rules.values()))
        if type(node) in (Convert, Allocate)
        else node.step
        if type(node) is TakeOut
        else node
    )
    return step_words(step)
