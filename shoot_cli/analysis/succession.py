"""Several units attack one target in order, each at what the ones before have left of it, and the best such order.

Both are exact. The order that destroys the target most often is found by branch and bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cached_property, lru_cache
from operator import mul
from typing import Any, NamedTuple

from shoot_cli.analysis.attack_result import (
    AnswerUse,
    AttackResult,
    SuccessionResult,
    averages,
    exact_laws,
    numbers_of,
    tokens_of,
)
from shoot_cli.analysis.unused_answers import check_unused, explain_unused, parts_by_key
from shoot_cli.engine.budget import in_force
from shoot_cli.engine.questions import Arrange, Number, Numbers, Question, Subset
from shoot_cli.engine.reasons import Answer, BadAnswer, InputError
from shoot_cli.engine.table import Answerer
from shoot_cli.input.answerers import Preset, answer_from, raise_missing
from shoot_cli.input.answers import Task

ALIKE = 1e-12  # chances that differ by less are equal
UNTOUCHED, GONE = 0, 1  # numbers of two states of the target: complete, and destroyed
Counts = tuple[int, ...]  # for each kind of attacker, how many still attack
Chances = dict[int, float]  # chances of the states of the target, by their number


class OrderValue(NamedTuple):
    """The value of an order: the chance to destroy; expected damage decides between equal chances."""

    destroyed: float
    damage: float

    def beats(self, other: OrderValue) -> bool:
        if abs(self.destroyed - other.destroyed) > ALIKE:
            return self.destroyed > other.destroyed
        return self.damage > other.damage + ALIKE * max(1.0, abs(other.damage))


class AttackerOrder(NamedTuple):
    """An order (attackers by index), and its value."""

    order: list[int]
    worth: OrderValue


class Transition(NamedTuple):
    """The effect of an attack on a state: the numbers of the next states, their chances, and the expected damage."""

    ends: tuple[int, ...]
    chances: tuple[float, ...]
    damage: float


def best_order(attacks: Attacks) -> list[int]:
    """Return the best order; the given one, if no order is better."""
    return OrderSearch(attacks).order_of([*range(len(attacks.tasks))]).order


class OrderSearch:
    """A search for orders of subsets of these attackers, which share their partial results. Attackers are known by the
    index of their kind, states of the target by a number.
    """

    def __init__(self, attacks: Attacks) -> None:
        self.attacks = attacks
        self.kinds = sorted({*attacks.kinds})
        self.place = {kind: index for index, kind in enumerate(self.kinds)}
        self.lefts: list[Left] = [WHOLE, None]
        self.numbers: dict[Left, int] = {WHOLE: UNTOUCHED, None: GONE}
        self.moves: dict[tuple[int, int], Transition] = {}
        nobody = (0,) * len(self.kinds)
        self.destroying: dict[Counts, Chances] = {nobody: NoAttack({GONE: 1.0})}
        self.damaging: dict[Counts, Chances] = {nobody: NoAttack()}

    def counts_of(self, attackers: Sequence[int]) -> Counts:
        counts = [0] * len(self.kinds)
        for attacker in attackers:
            counts[self.place[self.attacks.kinds[attacker]]] += 1
        return tuple(counts)

    def move(self, kind_index: int, left: int) -> Transition:
        """Return the effect of one attack by this kind on a state; it is computed once."""
        transition = self.moves.get((kind_index, left))
        if transition is None:
            step = self.attacks.step(self.kinds[kind_index], self.lefts[left])
            transition = self.moves[kind_index, left] = Transition(
                tuple(map(self.number, step.moves)), tuple(map(float, step.moves.values())), float(step.damage)
            )
        return transition

    def number(self, left: Left) -> int:
        number_of_state = self.numbers.setdefault(left, len(self.lefts))
        if number_of_state == len(self.lefts):
            self.lefts.append(left)
        return number_of_state

    # Bounds ----------------------------------------------------------------------------------------------------------

    def destroyed(self, counts: Counts, left: int) -> float:
        """Return a chance to destroy that no order of these attackers can exceed from here."""
        return self.reached(self.destroying, self.destroyed, lambda move: 0.0, counts, left)

    def damage(self, counts: Counts, left: int) -> float:
        """Return expected damage that no order of these attackers can exceed from here."""
        return self.reached(self.damaging, self.damage, lambda move: move.damage, counts, left)

    def reached(
        self,
        known: dict[Counts, Chances],
        further: Callable[[Counts, int], float],
        more: Callable[[Transition], float],
        counts: Counts,
        left: int,
    ) -> float:
        """Return the best result if the next attacker could be chosen after each attack."""
        row = known.setdefault(counts, {})
        best = row.get(left)
        if best is None:
            best = 1.0 if left == GONE and known is self.destroying else 0.0
            if left != GONE and any(counts):
                for kind_index, rest in choices(counts):
                    move = self.move(kind_index, left)
                    values_after = known.setdefault(rest, {})
                    for end in move.ends:
                        if end not in values_after:
                            further(rest, end)
                    best = max(best, more(move) + sum(map(mul, move.chances, map(values_after.__getitem__, move.ends))))
                in_force().spend(20 * len(counts))
            row[left] = best
        return best

    def bound(self, counts: Counts, chances: Chances, so_far: float) -> OrderValue:
        """Return a value that no order of these attackers can exceed from here."""
        destroyed = sum(p * self.destroyed(counts, left) for left, p in chances.items())
        return OrderValue(destroyed, so_far + sum(p * self.damage(counts, left) for left, p in chances.items()))

    # Orders ----------------------------------------------------------------------------------------------------------

    def order_of(self, attackers: Sequence[int]) -> AttackerOrder:
        """Return the best order of these attackers; their own order, if no order is better."""
        order = self.through([self.place[self.attacks.kinds[attacker]] for attacker in attackers])
        order = self.better(self.counts_of(attackers), [], {UNTOUCHED: 1.0}, 0.0, order)
        return AttackerOrder(self.named(order.order, attackers), order.worth)

    def good_order_of(self, attackers: Sequence[int], enough: float = 2.0) -> AttackerOrder:
        """Return an order that moving a single attacker cannot improve: quick, and usually the best.

        :param enough: the chance to destroy with which the first order that reaches it is returned; 2.0 means none
        """
        kinds = [self.place[self.attacks.kinds[attacker]] for attacker in attackers]
        best = self.through(sorted(kinds, key=lambda kind: self.move(kind, UNTOUCHED).damage))
        while best.worth.destroyed < enough:
            before = best
            for position in range(len(kinds)):
                for new_position in range(len(kinds)):
                    order = [*best.order]
                    order.insert(new_position, order.pop(position))
                    if order != best.order and (other_order := self.through(order)).worth.beats(best.worth):
                        best = other_order
            if best is before:
                break
        return AttackerOrder(self.named(best.order, attackers), best.worth)

    def named(self, kinds_in_order: Sequence[int], attackers: Sequence[int]) -> list[int]:
        """Return the attackers of these kinds; equal ones keep their order."""
        waiting, order = [*attackers], list[int]()
        for kind_index in kinds_in_order:
            kind = self.kinds[kind_index]
            order.append(waiting.pop(next(at for at, who in enumerate(waiting) if self.attacks.kinds[who] == kind)))
        return order

    def through(self, kinds: Sequence[int]) -> AttackerOrder:
        """Return an order of kinds with its value."""
        chances, damage = {UNTOUCHED: 1.0}, 0.0
        for kind in kinds:
            chances, more = self.next_of(kind, chances)
            damage += more
        return AttackerOrder([*kinds], OrderValue(chances.get(GONE, 0.0), damage))

    def next_of(self, kind: int, chances: Chances) -> tuple[Chances, float]:
        """Return the chances of states after one more attack of this kind, and its expected damage."""
        chances_after, damage = dict[int, float](), 0.0
        for left, p in chances.items():
            if left == GONE:
                chances_after[GONE] = chances_after.get(GONE, 0.0) + p
                continue
            move = self.move(kind, left)
            damage += p * move.damage
            for state_after, q in zip(move.ends, move.chances, strict=True):
                chances_after[state_after] = chances_after.get(state_after, 0.0) + p * q
        in_force().spend(20 * len(chances_after))
        return chances_after, damage

    def better(
        self, counts: Counts, begun: list[int], chances: Chances, damage: float, best: AttackerOrder
    ) -> AttackerOrder:
        """Return the best order that begins with `begun`, if it is better than `best`; else `best`."""
        if not any(counts):
            worth = OrderValue(chances.get(GONE, 0.0), damage)
            return AttackerOrder(begun, worth) if worth.beats(best.worth) else best
        branches = []
        for kind, rest in choices(counts):
            chances_after, more = self.next_of(kind, chances)
            branches.append((self.bound(rest, chances_after, damage + more), kind, rest, chances_after, damage + more))
        branches.sort(key=lambda branch: (-branch[0].destroyed, -branch[0].damage, branch[1]))
        for bound, kind, rest, chances_after, so_far in branches:
            if bound.beats(best.worth):
                best = self.better(rest, [*begun, kind], chances_after, so_far, best)
        return best


class NoAttack(Chances):
    """Chances for no attackers: every unknown state has 0."""

    def __missing__(self, left: int) -> float:
        return 0.0

    def __contains__(self, left: object) -> bool:
        return True


@lru_cache(10_000)
def choices(counts: Counts) -> tuple[tuple[int, Counts], ...]:
    """Return each kind that may be next, by index, with the counts that are left."""
    return tuple((kind, (*counts[:kind], n - 1, *counts[kind + 1 :])) for kind, n in enumerate(counts) if n)


# An upper bound for the chance of a set of attackers, cheap enough to skip most sets.

STEEP = tuple(2 ** (n / 2) for n in range(-1, 14))  # prices of the share that all attackers have together


class Bounds:
    """Bounds for sets of the attackers of `orders`. `all_counts` has the number of all attackers of each kind."""

    def __init__(self, orders: OrderSearch, all_counts: Counts) -> None:
        self.orders, self.all_counts = orders, all_counts
        self.known: list[dict[tuple[int, int], float]] = [{} for _ in (0.0, *STEEP)]  # for each price

    @cached_property
    def does(self) -> tuple[float, ...]:
        """Return the effect of each kind on the whole target, as a share of the effect of all."""
        moves = [self.orders.move(kind, UNTOUCHED) for kind in range(len(self.all_counts))]
        kills = [dict(zip(move.ends, move.chances, strict=True)).get(GONE, 0.0) for move in moves]
        most = max(move.damage for move in moves) or 1.0
        raw = [move.damage / most + kill for move, kill in zip(moves, kills, strict=True)]
        total = sum(map(mul, raw, self.all_counts)) or 1.0
        return tuple(x / total for x in raw)

    def fewest(self, wanted: float) -> int:
        """Return the lowest number of attackers that could reach this chance; one more than all if none can."""
        for n in range(1, sum(self.all_counts) + 1):
            if self.reach(0, n, UNTOUCHED) >= wanted:
                return n
        return sum(self.all_counts) + 1

    def at_most(self, counts: Counts, wanted: float = 0.0) -> float:
        """Return a chance that the set cannot exceed. The search stops below `wanted`."""
        n, share = sum(counts), sum(map(mul, self.does, counts))
        lowest = self.reach(0, n, UNTOUCHED)
        for price, price_of_share in enumerate(STEEP, 1):
            if lowest < wanted:
                break
            lowest = min(lowest, self.reach(price, n, UNTOUCHED) + price_of_share * share)
        return lowest

    def reach(self, price: int, n: int, left: int) -> float:
        """Return the most that `n` attackers of any kind can reach at this price; price 0 means free."""
        if left == GONE:
            return 1.0
        if not n:
            return 0.0
        known = self.known[price]
        if (most := known.get((n, left))) is None:
            price_now, values = STEEP[price - 1] if price else 0.0, []
            for kind, share in enumerate(self.does):
                move = self.orders.move(kind, left)
                outcomes = zip(move.ends, move.chances, strict=True)
                values.append(sum(p * self.reach(price, n - 1, end) for end, p in outcomes) - price_now * share)
            in_force().spend(20 * len(values))
            most = known[n, left] = max(values)
        return most


class UnharmedTarget(Enum):
    """The state of a target before any attack."""

    WHOLE = "whole"


WHOLE = UnharmedTarget.WHOLE
Left = Any  # WHOLE, the value of ``Ruleset.attacked_target``, or None for nothing left
LOSSES = ("slain", "damage")
JointLaw = dict[tuple[Left, int], Any]  # the rest of the target and the value of a measure, with their common chance


class Step(NamedTuple):
    """The effect of one attack on the rest of a target."""

    moves: dict[Left, Any]  # the rest after the attack, with its chance
    laws: dict[str, JointLaw]  # for each measure of the edition except ``destroyed``
    tokens: dict[str, Any]  # expected number of each name
    damage: Any  # expected


class Course(NamedTuple):
    """What attacks in order come to, in floats or fractions.

    :ivar rows: the chances of 0, 1, 2 ... for each measure
    :ivar tokens: expected number of each name
    :ivar after: the averages after each attack
    """

    rows: dict[str, list[Any]]
    tokens: dict[str, Any]
    after: list[AttackResult]


class Attacks:
    """Attackers of one target; the effect of each on any rest of it is computed when needed.

    Attackers with equal units and answers are one kind.

    :param tasks: one for each attacker, all with the same ruleset, target and settings
    :param own_keys: for each attacker the keys of answers for it alone; () for none
    :param numbers: the number of each attacker, as in ``cover@2``; () for 1, 2, ...
    :param exact: True for chances as fractions instead of floats
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        own_keys: Sequence[frozenset[str]] = (),
        exact: bool = False,
        numbers: Sequence[int] = (),
    ) -> None:
        from shoot_cli.odds.states import joint

        self.tasks, self.exact, self.ruleset = tasks, exact, tasks[0].ruleset
        self.own_keys = own_keys or (frozenset[str](),) * len(tasks)
        self.numbers = numbers or range(1, len(tasks) + 1)
        self.settings = self.ruleset.defaults() | tasks[0].settings
        first_alike: dict[Any, int] = {}
        self.kinds = [first_alike.setdefault(without_name(task), n) for n, task in enumerate(tasks)]
        self.given: dict[int, Preset] = {kind: Preset(tasks[kind].answers, raise_missing) for kind in {*self.kinds}}
        self.asked: dict[int, dict[str, Question]] = {kind: {} for kind in self.given}
        self.known: dict[tuple[int, Left], Step] = {}
        self.untouched = self.ruleset.beforehand(tasks[0].target, tuple(task.attacker for task in tasks))
        self.tell: Callable[[], None] = lambda: None  # called after an attack was computed
        self.names = tuple(name for name in self.ruleset.measures if name != "destroyed")
        self.measure = joint((self.ruleset.attacked_target, *(self.ruleset.measures[name] for name in self.names)))

    def use_known(self, other: Attacks) -> None:
        """Take over what was computed for equal attackers of the same target, with the same settings."""
        if other.untouched != self.untouched:
            return
        kind_by_unit = {without_name(task): kind for task, kind in zip(other.tasks, other.kinds, strict=True)}
        for kind in {*self.kinds}:
            if (twin := kind_by_unit.get(without_name(self.tasks[kind]))) is not None:
                self.given[kind], self.asked[kind] = other.given[twin], other.asked[twin]
                self.known |= {
                    (kind, left): step for (kind_of_step, left), step in other.known.items() if kind_of_step == twin
                }

    # One attack ------------------------------------------------------------------------------------------------------

    def step(self, attacker: int, left: Left) -> Step:
        """Return the effect of this attacker on the rest of the target.

        :raises InputError, BadAnswer, Missing, TooMany: as for the attack on the whole target, which is computed first
        """
        kind = self.kinds[attacker]
        effect = self.known.get((kind, left))
        if effect is None:
            if left is not WHOLE:
                self.step(attacker, WHOLE)
            try:
                effect = self.worked_out(kind, left)
            except BadAnswer as error:
                name = self.tasks[kind].named()["attacker"]
                raise BadAnswer(f"{name} (@{self.numbers[kind]}): {error}") from None
            self.known[kind, left] = effect
            self.tell()
        return effect

    def worked_out(self, kind: int, left: Left) -> Step:
        """Compute the attack on this rest of the target, and keep its questions and defaults."""
        from shoot_cli.odds import odds

        task, ruleset, given = self.tasks[kind], self.ruleset, self.given[kind]
        target_before = self.untouched if left is WHOLE else left
        if left is WHOLE:
            task.start()  # raises an error if the two cannot meet
        else:
            given = Following(task.answers, raise_missing, task.target, self.asked[kind])
        start = ruleset.next_attack(task.attacker, task.target, target_before)
        ends = odds(ruleset.attack, start, given, settings=self.settings, exact=self.exact, budget=in_force())
        step = self.step_of(ends)
        for key, (question, _) in ends.asked.items():
            self.asked[kind].setdefault(key, question)
        if given is not self.given[kind]:
            self.given[kind].join(given)
            self.given[kind].take_defaults(given)
        return step

    def step_of(self, ends: Any) -> Step:
        """Collect the wanted measures of the final records."""
        moves: dict[Left, Any] = {}
        laws: dict[str, JointLaw] = {name: {} for name in self.names}
        for (left, *values), p in ends.measure(self.measure).items():
            moves[left] = moves.get(left, 0) + p
            for name, value in zip(self.names, values, strict=True):
                law, key = laws[name], (left, int(value))
                law[key] = law.get(key, 0) + p
        return Step(
            moves, laws, tokens_of(self.ruleset, ends), sum(value * p for (_, value), p in laws["damage"].items())
        )

    # One after the other ---------------------------------------------------------------------------------------------

    def through(self, order: Iterable[int]) -> SuccessionResult:
        """Return what the attacks come to in this order, without names and answers; with fractions also exactly."""
        course = self.course(order)
        result = numbers_of(self.ruleset, course.rows, course.tokens, self.tasks[0].target)
        exact = exact_laws(result, course.rows) if self.exact else {}
        return SuccessionResult(*result[1:]).but(exact=exact, after=tuple(course.after))

    def course(self, order: Iterable[int]) -> Course:
        """Work out the attacks in this order; a destroyed target is not attacked any more."""
        certain = self.one
        laws: dict[str, JointLaw] = {name: {(WHOLE, 0): certain} for name in self.names}
        chances: dict[Left, Any] = {WHOLE: certain}
        tokens: dict[str, Any] = {}
        after = []
        for attacker in order:
            steps = {left: self.step(attacker, left) for left in chances if left is not None}
            for left, step in steps.items():
                for name, number in step.tokens.items():
                    tokens[name] = tokens.get(name, 0) + chances[left] * number
            laws = {name: self.further(name, law, steps) for name, law in laws.items()}
            chances = moved(chances, steps)
            in_force().spend(10 * sum(map(len, laws.values())))
            slain, damage = (sum(value * p for (_, value), p in laws[name].items()) for name in LOSSES)
            after.append(averages(chances.get(None, 0 * certain), slain, damage))
        gone = chances.get(None, 0 * certain)
        rows = {name: self.row(law) for name, law in laws.items()} | {"destroyed": [certain - gone, gone]}
        return Course(rows, tokens, after)

    def row(self, law: JointLaw) -> list[Any]:
        """Return the chances of 0, 1, 2 ... whatever is left of the target."""
        by_value: dict[int, Any] = {}
        for (_, value), p in law.items():
            by_value[value] = by_value.get(value, 0) + p
        return [by_value.get(value, 0 * self.one) for value in range(1 + max(by_value, default=0))]

    @property
    def one(self) -> Any:
        if self.exact:
            from fractions import Fraction

            return Fraction(1)
        return 1.0

    def further(self, name: str, law: JointLaw, steps: dict[Left, Step]) -> JointLaw:
        """Return a measure after one more attack: losses add up, chances are kept, target measures are replaced."""
        law_after: JointLaw = {}
        is_kept = name in (*self.ruleset.chances, *self.ruleset.rare_measures)
        is_replaced = name in self.ruleset.target_measures
        for (left, before), p in law.items():
            if left is None:
                law_after[left, before] = law_after.get((left, before), 0) + p
                continue
            for (left_after, value), q in steps[left].laws[name].items():
                value_after = value if is_replaced else max(before, value) if is_kept else before + value
                law_after[left_after, value_after] = law_after.get((left_after, value_after), 0) + p * q
        return law_after


def without_name(task: Task) -> tuple[Any, str]:
    """Return a key that is equal for attackers with different names only, if no answer uses the name."""
    attacker, answers_text = task.attacker, repr(task.answers)
    names = {attacker.name, *attacker.name.split(" + ")}
    return (attacker if any(name in answers_text for name in names) else attacker.but(name="")), answers_text


def moved(chances: dict[Left, Any], steps: dict[Left, Step]) -> dict[Left, Any]:
    """Return the chances of the rests after these steps."""
    chances_after: dict[Left, Any] = {}
    for left, p in chances.items():
        for left_after, q in steps[left].moves.items() if left is not None else ((None, 1),):
            chances_after[left_after] = chances_after.get(left_after, 0) + p * q
    return chances_after


# Answers that were given for a whole target, used for the rest of it -------------------------------------------------


class Following(Preset):
    """Given answers, as far as they can still be true.

    They were already checked against the whole target. In an order of models, those in front are gone. A number of
    models is cut to the models that are left, and names without a model are dropped. An impossible answer becomes the
    default.
    """

    def __init__(
        self, answers: Mapping[str, Any], otherwise: Answerer, target: Any, asked: Mapping[str, Question]
    ) -> None:
        """``asked`` holds the questions of the whole target, by key."""
        super().__init__(answers, otherwise)
        self.asked = parts_by_key(asked.values())
        self.whole: tuple[tuple[str, int], ...] = tuple((model.name, n) for model, n in getattr(target, "models", ()))

    def given_answer(self, question: Question, key: str, nth: int = 0) -> tuple[bool, Answer]:
        try:
            return super().given_answer(question, key, nth)
        except BadAnswer:
            if (answer := self.still(question, self.answers[key], nth)) is not None:
                return True, answer
            if question.default is None:
                raise
            return False, None

    def still(self, question: Question, value: Any, nth: int) -> Answer | None:
        """Return the valid part of an answer, or None. ``nth`` is the index in a list of answers."""
        if isinstance(value, list) and value and isinstance(question, (Arrange, Number)):
            value = value[min(nth, len(value) - 1)] if not isinstance(value[0], list) else value
        try:
            answer = self.left_of(question, value)
            if answer is not None:
                question.read(answer)
            return answer
        except BadAnswer:
            return None

    def left_of(self, question: Question, value: Any) -> Answer | None:
        """Return the answer without fallen models; None if no part of it can be kept."""
        if isinstance(question, Arrange):
            runs = answer_from(question.but(kinds=with_the_fallen(question.kinds, self.whole)), value)
            return without_the_fallen(runs, dict(question.kinds))
        if isinstance(question, Number) and not isinstance(value, (bool, list)):
            number = answer_from(question.but(high=max(question.high, MOST)), value)
            return question.high if isinstance(number, (int, float)) and number > question.high else None
        if isinstance(question, (Numbers, Subset)):
            of_all = answer_from(self.asked.get(question.key, question), value)
            if isinstance(of_all, Mapping):
                return {name: number for name, number in of_all.items() if name in question.names}
            return [name for name in of_all if name in question.names] if isinstance(of_all, (list, tuple)) else of_all
        return None

    def check_forced(self, question: Question, answer: Answer) -> None:
        with suppress(BadAnswer):  # the whole target had a choice
            super().check_forced(question, answer)


MOST = 10_000  # higher than any number


def with_the_fallen(
    kinds: tuple[tuple[str, int], ...], whole: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """Return the number of models of each name at the start."""
    counts: dict[str, int] = {}
    for name, n in whole:
        counts[name] = counts.get(name, 0) + n
    return tuple({**dict(kinds), **counts}.items())


def without_the_fallen(runs: Any, left: Mapping[str, int]) -> Answer:
    """Return an order without fallen models; the foremost of each name fell first."""
    standing, runs_kept = dict(left), []
    for n, name, mark in reversed(runs):
        still_standing = min(n, standing.get(name, 0))
        standing[name] = standing.get(name, 0) - still_standing
        if still_standing:
            runs_kept.append([still_standing, name, mark])
    return runs_kept[::-1]


# Answers that no attack used, and answers that no attack could ask for -----------------------------------------------

USED = object()


def idle_answers(attacks: Attacks) -> AnswerUse:
    """Return the unused answers by key; ``cover@2`` is an answer for one attacker alone.

    An answer for all is used if one attacker uses it.

    :raises InputError: if no attacker knows the key of its answer, or the value is impossible
    """
    unused: dict[str, Any] = {}
    not_asked: dict[str, str] = {}
    for key, attackers in answers_with_attackers(attacks).items():
        outcomes = [outcome(attacks, attacker, key.partition("@")[0]) for attacker in attackers]
        wrong = [answers for answers in outcomes if isinstance(answers, InputError)]
        if len(wrong) == len(outcomes):
            raise wrong[0]
        if any(answers is USED for answers in outcomes):
            continue
        idle = {
            attacks.kinds[attacker]: answers
            for attacker, answers in zip(attackers, outcomes, strict=True)
            if isinstance(answers, dict) and answers
        }
        explained = [explain_unused(attacks.tasks[kind], answers) for kind, answers in idle.items()]
        if not explained or not all(answers.unused for answers in explained):
            continue
        unused[key] = next(iter(explained[0].unused.values()))
        if why := [words for answers in explained for words in answers.not_asked.values()]:
            not_asked[key] = why[0]
    return AnswerUse(unused=unused, not_asked=not_asked)


def answers_with_attackers(attacks: Attacks) -> dict[str, list[int]]:
    """Return the given answers by key, with the attackers that they are for."""
    attackers_by_key: dict[str, list[int]] = {}
    for attacker, kind in enumerate(attacks.kinds):
        for key in attacks.given[kind].answers:
            name = f"{key}@{attacks.numbers[attacker]}" if key in attacks.own_keys[attacker] else key
            attackers_by_key.setdefault(name, []).append(attacker)
    return attackers_by_key


def outcome(attacks: Attacks, attacker: int, key: str) -> Any:
    """Return USED, the result of ``check_unused``, or the error that it raises."""
    kind = attacks.kinds[attacker]
    given, asked = attacks.given[kind], attacks.asked[kind]
    spare = given.spare.get(key)
    if key in given.used and not spare:
        return USED
    only_this = Preset({key: given.answers[key]}, raise_missing)
    only_this.misfits, only_this.fits = given.misfits, given.fits
    if key in given.used:
        only_this.used, only_this.spare = {key}, {key: spare or []}
    try:
        return check_unused(attacks.tasks[kind], only_this, asked)
    except InputError as error:
        return error
