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
from shoot_cli.analysis.unused_answers import check_unused, explain_unused
from shoot_cli.engine.budget import in_force
from shoot_cli.engine.names import name_key
from shoot_cli.engine.questions import Arrange, Number, Question, Subset
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
        self.place = {kind: place for place, kind in enumerate(self.kinds)}
        self.lefts: list[Left] = [WHOLE, None]
        self.numbers: dict[Left, int] = {WHOLE: UNTOUCHED, None: GONE}
        self.moves: dict[tuple[int, int], Transition] = {}
        nobody = (0,) * len(self.kinds)
        self.destroying: dict[Counts, Chances] = {nobody: NoAttack({GONE: 1.0})}
        self.damaging: dict[Counts, Chances] = {nobody: NoAttack()}

    def counts_of(self, who: Sequence[int]) -> Counts:
        counts = [0] * len(self.kinds)
        for one in who:
            counts[self.place[self.attacks.kinds[one]]] += 1
        return tuple(counts)

    def move(self, place: int, left: int) -> Transition:
        """Return the effect of one attack by this kind on a state; it is computed once."""
        found = self.moves.get((place, left))
        if found is None:
            step = self.attacks.step(self.kinds[place], self.lefts[left])
            found = self.moves[place, left] = Transition(
                tuple(map(self.number, step.moves)), tuple(map(float, step.moves.values())), float(step.damage)
            )
        return found

    def number(self, left: Left) -> int:
        found = self.numbers.setdefault(left, len(self.lefts))
        if found == len(self.lefts):
            self.lefts.append(left)
        return found

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
        found = row.get(left)
        if found is None:
            if left == GONE:
                found = 1.0 if known is self.destroying else 0.0
            elif not any(counts):
                found = 0.0
            else:
                found = 0.0
                for place, rest in choices(counts):
                    move = self.move(place, left)
                    then = known.setdefault(rest, {})
                    for end in move.ends:
                        if end not in then:
                            further(rest, end)
                    found = max(found, more(move) + sum(map(mul, move.chances, map(then.__getitem__, move.ends))))
                in_force().spend(20 * len(counts))
            row[left] = found
        return found

    def bound(self, counts: Counts, chances: Chances, so_far: float) -> OrderValue:
        """Return a value that no order of these attackers can exceed from here."""
        destroyed = sum(p * self.destroyed(counts, left) for left, p in chances.items())
        return OrderValue(destroyed, so_far + sum(p * self.damage(counts, left) for left, p in chances.items()))

    # Orders ----------------------------------------------------------------------------------------------------------

    def order_of(self, who: Sequence[int]) -> AttackerOrder:
        """Return the best order of these attackers; their own order, if no order is better."""
        found = self.through([self.place[self.attacks.kinds[one]] for one in who])
        found = self.better(self.counts_of(who), [], {UNTOUCHED: 1.0}, 0.0, found)
        return AttackerOrder(self.named(found.order, who), found.worth)

    def good_order_of(self, who: Sequence[int], enough: float = 2.0) -> AttackerOrder:
        """Return an order that moving a single attacker cannot improve: quick, and usually the best.

        :param enough: the chance to destroy with which the first order that reaches it is returned; 2.0 means none
        """
        places = [self.place[self.attacks.kinds[one]] for one in who]
        best = self.through(sorted(places, key=lambda place: self.move(place, UNTOUCHED).damage))
        while best.worth.destroyed < enough:
            before = best
            for at in range(len(places)):
                for to in range(len(places)):
                    order = [*best.order]
                    order.insert(to, order.pop(at))
                    if order != best.order and (found := self.through(order)).worth.beats(best.worth):
                        best = found
            if best is before:
                break
        return AttackerOrder(self.named(best.order, who), best.worth)

    def named(self, places: Sequence[int], who: Sequence[int]) -> list[int]:
        """Return the attackers of these kinds; equal ones keep their order."""
        waiting, order = [*who], list[int]()
        for place in places:
            kind = self.kinds[place]
            order.append(waiting.pop(next(at for at, one in enumerate(waiting) if self.attacks.kinds[one] == kind)))
        return order

    def through(self, places: Sequence[int]) -> AttackerOrder:
        """Return an order of kinds with its value."""
        chances, damage = {UNTOUCHED: 1.0}, 0.0
        for place in places:
            chances, more = self.next_of(place, chances)
            damage += more
        return AttackerOrder([*places], OrderValue(chances.get(GONE, 0.0), damage))

    def next_of(self, place: int, chances: Chances) -> tuple[Chances, float]:
        """Return the chances of states after one more attack of this kind, and its expected damage."""
        found, damage = dict[int, float](), 0.0
        for left, p in chances.items():
            if left == GONE:
                found[GONE] = found.get(GONE, 0.0) + p
                continue
            move = self.move(place, left)
            damage += p * move.damage
            for end, q in zip(move.ends, move.chances, strict=True):
                found[end] = found.get(end, 0.0) + p * q
        in_force().spend(20 * len(found))
        return found, damage

    def better(
        self, counts: Counts, begun: list[int], chances: Chances, damage: float, best: AttackerOrder
    ) -> AttackerOrder:
        """Return the best order that begins with `begun`, if it is better than `best`; else `best`."""
        if not any(counts):
            worth = OrderValue(chances.get(GONE, 0.0), damage)
            return AttackerOrder(begun, worth) if worth.beats(best.worth) else best
        ways = []
        for place, rest in choices(counts):
            then, more = self.next_of(place, chances)
            ways.append((self.bound(rest, then, damage + more), place, rest, then, damage + more))
        ways.sort(key=lambda way: (-way[0].destroyed, -way[0].damage, way[1]))
        for bound, place, rest, then, so_far in ways:
            if bound.beats(best.worth):
                best = self.better(rest, [*begun, place], then, so_far, best)
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
    return tuple((place, (*counts[:place], n - 1, *counts[place + 1 :])) for place, n in enumerate(counts) if n)


# An upper bound for the chance of a set of attackers, cheap enough to skip most sets.

STEEP = tuple(2 ** (n / 2) for n in range(-1, 14))  # prices of the share that all attackers have together


class Bounds:
    """Bounds for sets of the attackers of `orders`. `every` has the number of all attackers of each kind."""

    def __init__(self, orders: OrderSearch, every: Counts) -> None:
        self.orders, self.every = orders, every
        self.known: list[dict[tuple[int, int], float]] = [{} for _ in (0.0, *STEEP)]  # for each price

    @cached_property
    def does(self) -> tuple[float, ...]:
        """Return the effect of each kind on the whole target, as a share of the effect of all."""
        moves = [self.orders.move(place, UNTOUCHED) for place in range(len(self.every))]
        kills = [dict(zip(move.ends, move.chances, strict=True)).get(GONE, 0.0) for move in moves]
        most = max(move.damage for move in moves) or 1.0
        raw = [move.damage / most + kill for move, kill in zip(moves, kills, strict=True)]
        whole = sum(map(mul, raw, self.every)) or 1.0
        return tuple(x / whole for x in raw)

    def fewest(self, wanted: float) -> int:
        """Return the lowest number of attackers that could reach this chance; one more than all if none can."""
        for n in range(1, sum(self.every) + 1):
            if self.reach(0, n, UNTOUCHED) >= wanted:
                return n
        return sum(self.every) + 1

    def at_most(self, counts: Counts, wanted: float = 0.0) -> float:
        """Return a chance that the set cannot exceed. The search stops below `wanted`."""
        n, share = sum(counts), sum(map(mul, self.does, counts))
        lowest = self.reach(0, n, UNTOUCHED)
        for nth, steep in enumerate(STEEP, 1):
            if lowest < wanted:
                break
            lowest = min(lowest, self.reach(nth, n, UNTOUCHED) + steep * share)
        return lowest

    def reach(self, nth: int, n: int, left: int) -> float:
        """Return the most that `n` attackers of any kind can reach at this price; price 0 means free."""
        if left == GONE:
            return 1.0
        if not n:
            return 0.0
        known = self.known[nth]
        if (found := known.get((n, left))) is None:
            steep, ways = STEEP[nth - 1] if nth else 0.0, []
            for place, does in enumerate(self.does):
                move = self.orders.move(place, left)
                ways.append(sum(p * self.reach(nth, n - 1, end) for end, p in zip(move.ends, move.chances, strict=True))
                            - steep * does)  # fmt: skip
            in_force().spend(20 * len(ways))
            found = known[n, left] = max(ways)
        return found


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
    :param own: for each attacker the keys of answers for it alone; () for none
    :param numbers: the number of each attacker, as in ``cover@2``; () for 1, 2, ...
    :param exact: True for chances as fractions instead of floats
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        own: Sequence[frozenset[str]] = (),
        exact: bool = False,
        numbers: Sequence[int] = (),
    ) -> None:
        from shoot_cli.odds.states import joint

        self.tasks, self.exact, self.ruleset = tasks, exact, tasks[0].ruleset
        self.own = own or (frozenset[str](),) * len(tasks)
        self.numbers = numbers or range(1, len(tasks) + 1)
        self.settings = self.ruleset.defaults() | tasks[0].settings
        same: dict[Any, int] = {}
        self.kinds = [same.setdefault(without_name(task), n) for n, task in enumerate(tasks)]
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
        theirs = {without_name(task): kind for task, kind in zip(other.tasks, other.kinds, strict=True)}
        for kind in {*self.kinds}:
            if (their := theirs.get(without_name(self.tasks[kind]))) is not None:
                self.given[kind], self.asked[kind] = other.given[their], other.asked[their]
                self.known |= {(kind, left): step for (whose, left), step in other.known.items() if whose == their}

    # One attack ------------------------------------------------------------------------------------------------------

    def step(self, who: int, left: Left) -> Step:
        """Return the effect of this attacker on the rest of the target.

        :raises InputError, BadAnswer, Missing, TooMany: as for the attack on the whole target, which is computed first
        """
        kind = self.kinds[who]
        found = self.known.get((kind, left))
        if found is None:
            if left is not WHOLE:
                self.step(who, WHOLE)
            try:
                found = self.worked_out(kind, left)
            except BadAnswer as error:
                name = self.tasks[kind].named()["attacker"]
                raise BadAnswer(f"{name} (@{self.numbers[kind]}): {error}") from None
            self.known[kind, left] = found
            self.tell()
        return found

    def worked_out(self, kind: int, left: Left) -> Step:
        """Compute the attack on this rest of the target, and keep its questions and defaults."""
        from shoot_cli.engine.budget import in_force
        from shoot_cli.odds import odds

        task, ruleset, given = self.tasks[kind], self.ruleset, self.given[kind]
        before = self.untouched if left is WHOLE else left
        if left is WHOLE:
            task.start()  # raises an error if the two cannot meet
        else:
            given = Following(task.answers, raise_missing, task.target)
        start = ruleset.next_attack(task.attacker, task.target, before)
        ends = odds(ruleset.attack, start, given, settings=self.settings, exact=self.exact, budget=in_force())
        step = self.step_of(ends)
        for key, (question, _) in ends.asked.items():
            self.asked[kind].setdefault(key, question)
        if given is not self.given[kind]:
            self.given[kind].join(given)
            for key, questions in given.defaults.items():
                self.given[kind].defaults.setdefault(key, questions)
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
        found = numbers_of(self.ruleset, course.rows, course.tokens, self.tasks[0].target)
        exact = exact_laws(found, course.rows) if self.exact else {}
        return SuccessionResult(*found[1:]).but(exact=exact, after=tuple(course.after))

    def course(self, order: Iterable[int]) -> Course:
        """Work out the attacks in this order; a destroyed target is not attacked any more."""
        from shoot_cli.engine.budget import in_force

        budget = in_force()
        one = self.one
        laws: dict[str, JointLaw] = {name: {(WHOLE, 0): one} for name in self.names}
        chances: dict[Left, Any] = {WHOLE: one}
        tokens: dict[str, Any] = {}
        after = []
        for who in order:
            steps = {left: self.step(who, left) for left in chances if left is not None}
            for left, step in steps.items():
                for name, x in step.tokens.items():
                    tokens[name] = tokens.get(name, 0) + chances[left] * x
            laws = {name: self.further(name, law, steps) for name, law in laws.items()}
            chances = moved(chances, steps)
            budget.spend(10 * sum(map(len, laws.values())))
            slain, damage = (sum(value * p for (_, value), p in laws[name].items()) for name in LOSSES)
            after.append(averages(chances.get(None, 0 * one), slain, damage))
        gone = chances.get(None, 0 * one)
        rows = {name: self.row(law) for name, law in laws.items()} | {"destroyed": [one - gone, gone]}
        return Course(rows, tokens, after)

    def row(self, law: JointLaw) -> list[Any]:
        """Return the chances of 0, 1, 2 ... whatever is left of the target."""
        by_value: dict[int, Any] = {}
        for (_, value), p in law.items():
            by_value[value] = by_value.get(value, 0) + p
        return [by_value.get(k, 0 * self.one) for k in range(1 + max(by_value, default=0))]

    @property
    def one(self) -> Any:
        if self.exact:
            from fractions import Fraction

            return Fraction(1)
        return 1.0

    def further(self, name: str, law: JointLaw, steps: dict[Left, Step]) -> JointLaw:
        """Return a measure after one more attack: losses add up, chances are kept, target measures are replaced."""
        found: JointLaw = {}
        once = name in (*self.ruleset.chances, *self.ruleset.rare_measures)
        stands = name in self.ruleset.target_measures
        for (left, before), p in law.items():
            if left is None:
                found[left, before] = found.get((left, before), 0) + p
                continue
            for (then, value), q in steps[left].laws[name].items():
                now = value if stands else max(before, value) if once else before + value
                found[then, now] = found.get((then, now), 0) + p * q
        return found


def without_name(task: Task) -> tuple[Any, str]:
    """Return a key that is equal for attackers with different names only, if no answer uses the name."""
    attacker, said = task.attacker, repr(task.answers)
    names = {attacker.name, *attacker.name.split(" + ")}
    return (attacker if any(name in said for name in names) else attacker.but(name="")), said


def moved(chances: dict[Left, Any], steps: dict[Left, Step]) -> dict[Left, Any]:
    """Return the chances of the rests after these steps."""
    found: dict[Left, Any] = {}
    for left, p in chances.items():
        for then, q in steps[left].moves.items() if left is not None else ((None, 1),):
            found[then] = found.get(then, 0) + p * q
    return found


# Answers that were given for a whole target, used for the rest of it -------------------------------------------------


class Following(Preset):
    """Given answers, as far as they can still be true.

    They were already checked against the whole target. In an order of models, those in front are gone. A number of
    models is cut to the models that are left, and names without a model are dropped. An impossible answer becomes the
    default.
    """

    def __init__(self, answers: Mapping[str, Any], otherwise: Answerer, target: Any) -> None:
        super().__init__(answers, otherwise)
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
        if isinstance(question, Subset):
            names = value if isinstance(value, list) else str(value).split(",")
            there = {name_key(name): name for name in question.names}
            return answer_from(question, [name for name in map(str, names) if name_key(name) in there])
        return None

    def check_forced(self, question: Question, answer: Answer) -> None:
        with suppress(BadAnswer):  # the whole target had a choice
            super().check_forced(question, answer)


MOST = 10_000  # higher than any number


def with_the_fallen(
    kinds: tuple[tuple[str, int], ...], whole: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """Return the number of models of each name at the start."""
    found: dict[str, int] = {}
    for name, n in whole:
        found[name] = found.get(name, 0) + n
    return tuple({**dict(kinds), **found}.items())


def without_the_fallen(runs: Any, left: Mapping[str, int]) -> Answer:
    """Return an order without fallen models; the foremost of each name fell first."""
    room, kept = dict(left), []
    for n, name, mark in reversed(runs):
        now = min(n, room.get(name, 0))
        room[name] = room.get(name, 0) - now
        if now:
            kept.append([now, name, mark])
    return kept[::-1]


# Answers that no attack used, and answers that no attack could ask for -----------------------------------------------

USED = object()


def idle_answers(attacks: Attacks) -> AnswerUse:
    """Return the unused answers by key; ``cover@2`` is an answer for one attacker alone.

    An answer for all is used if one attacker uses it.

    :raises InputError: if no attacker knows the key of its answer, or the value is impossible
    """
    found: dict[str, Any] = {}
    not_asked: dict[str, str] = {}
    for key, about in answers_with_attackers(attacks).items():
        came = [outcome(attacks, who, key.partition("@")[0]) for who in about]
        wrong = [one for one in came if isinstance(one, InputError)]
        if len(wrong) == len(came):
            raise wrong[0]
        if any(one is USED for one in came):
            continue
        idle = {attacks.kinds[who]: one for who, one in zip(about, came, strict=True) if isinstance(one, dict) and one}
        told = [explain_unused(attacks.tasks[kind], one) for kind, one in idle.items()]
        if not told or not all(one.unused for one in told):
            continue
        found[key] = next(iter(told[0].unused.values()))
        if why := [words for one in told for words in one.not_asked.values()]:
            not_asked[key] = why[0]
    return AnswerUse(unused=found, not_asked=not_asked)


def answers_with_attackers(attacks: Attacks) -> dict[str, list[int]]:
    """Return the given answers by key, with the attackers that they are for."""
    found: dict[str, list[int]] = {}
    for who, kind in enumerate(attacks.kinds):
        for key in attacks.given[kind].answers:
            name = f"{key}@{attacks.numbers[who]}" if key in attacks.own[who] else key
            found.setdefault(name, []).append(who)
    return found


def outcome(attacks: Attacks, who: int, key: str) -> Any:
    """Return USED, the result of ``check_unused``, or the error that it raises."""

    kind = attacks.kinds[who]
    given, asked = attacks.given[kind], attacks.asked[kind]
    spare = given.spare.get(key)
    if key in given.used and not spare:
        return USED
    alone = Preset({key: given.answers[key]}, raise_missing)
    alone.misfits, alone.fits = given.misfits, given.fits
    if key in given.used:
        alone.used, alone.spare = {key}, {key: spare or []}
    try:
        return check_unused(attacks.tasks[kind], alone, asked)
    except InputError as error:
        return error
