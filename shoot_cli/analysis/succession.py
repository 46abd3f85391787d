"""Several units attack one target in order, each at what the ones before have left of it, computed exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
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
from shoot_cli.engine.names import name_key
from shoot_cli.engine.questions import Arrange, Number, Question, Subset
from shoot_cli.engine.reasons import Answer, BadAnswer, InputError
from shoot_cli.engine.table import Answerer
from shoot_cli.input.answerers import Preset, answer_from, raise_missing
from shoot_cli.input.answers import Task


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
                raise BadAnswer(f"{self.tasks[kind].attacker.name} (@{self.numbers[kind]}): {error}") from None
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

    def said(self, question: Question, key: str, nth: int = 0) -> tuple[bool, Answer]:
        try:
            return super().said(question, key, nth)
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
