"""Several units attack one target, one after the other, each at what those before it have left of it: exactly.

What one attack does hangs on the attacker and on what remains of the target alone (``Ruleset.remains``), not on how it
came to that. So each attack is worked out once for each of these, and remembered (`Attacks.step`); going through an
order (`Attacks.through`) is then a walk over what can remain, each with its chance. ``orders`` looks for the best one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.core.questions import BadAnswer
from shoot_cli.core.task import Task

if TYPE_CHECKING:
    from shoot_cli.core.answerers import Preset
    from shoot_cli.core.questions import Question


class UnharmedTarget(Enum):
    """What remains of a target at which nobody has shot yet."""

    WHOLE = "whole"


WHOLE = UnharmedTarget.WHOLE
Left = Any  # WHOLE, what ``Ruleset.remains`` gives, or None: nobody
Law = dict[tuple[Left, int], Any]  # what remains and the value of one measure: the chance of both


class Step(NamedTuple):
    """What one attack does to what remains of a target."""

    moves: dict[Left, Any]  # what remains then, with its chance
    laws: dict[str, Law]  # of each measure of the edition but ``destroyed``
    counted: dict[str, Any]  # how many tokens of each name can be expected
    damage: Any  # expected


class OrderResult(NamedTuple):
    """What an order of attacks comes to."""

    laws: dict[str, Law]
    counted: dict[str, Any]
    after: list[dict[str, Any]]  # what the attacks so far have come to: ``destroyed``, ``slain``, ``damage``


class Attacks:
    """Attackers of one target, and what each of them does to whatever remains of it, worked out when it is wanted.

    Attackers that are alike in all that was said of them are one kind.

    :param tasks: one for each attacker, all of one ruleset, with the same target and settings
    :param own: of each attacker, the keys of the answers that were said of it alone; (): of nobody
    :param numbers: what each attacker is known by, as in ``cover@2``; (): from 1 on
    :param exact: chances as fractions instead of floats
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        own: Sequence[frozenset[str]] = (),
        exact: bool = False,
        numbers: Sequence[int] = (),
    ) -> None:
        from shoot_cli.core.answerers import Preset, raise_missing
        from shoot_cli.core.odds.ends import joint

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
        self.tell: Callable[[], None] = lambda: None  # called when an attack was worked out
        self.names = tuple(name for name in self.ruleset.measures if name != "destroyed")
        self.measure = joint((self.ruleset.remains, *(self.ruleset.measures[name] for name in self.names)))

    # One attack ------------------------------------------------------------------------------------------------------

    def step(self, who: int, left: Left) -> Step:
        """What this attacker does to what is left of the target.

        :raises InputError, BadAnswer, Missing, TooMany: as of one attack at the whole target; that comes first
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
        from shoot_cli.attacks.following import Following
        from shoot_cli.core.answerers import raise_missing
        from shoot_cli.core.budget import in_force
        from shoot_cli.core.odds import odds

        task, ruleset, given = self.tasks[kind], self.ruleset, self.given[kind]
        before = self.untouched if left is WHOLE else left
        if left is WHOLE:
            task.start()  # where the two cannot meet, it says why
        else:
            given = Following(task.answers, raise_missing, task.target)
        start = ruleset.go_on(task.attacker, task.target, before)
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
        moves: dict[Left, Any] = {}
        laws: dict[str, Law] = {name: {} for name in self.names}
        for (left, *values), p in ends.measure(self.measure).items():
            moves[left] = moves.get(left, 0) + p
            for name, value in zip(self.names, values, strict=True):
                law, key = laws[name], (left, int(value))
                law[key] = law.get(key, 0) + p
        counted = dict.fromkeys(self.ruleset.counted.values(), 0 * ends.engine.one)
        for kind, name in self.ruleset.counted.items():
            counted[name] += ends.expected.get(kind, 0)
        if not self.ruleset.unsaved:
            counted["unsaved"] = counted.get("unsaved", 0) + ends.unsaved
        return Step(moves, laws, counted, sum(value * p for (_, value), p in laws["damage"].items()))

    # One after the other ---------------------------------------------------------------------------------------------

    def through(self, order: Iterable[int]) -> OrderResult:
        """The attacks in this order; who is gone is attacked no more."""
        from shoot_cli.core.budget import in_force

        budget = in_force()
        one = self.one
        laws: dict[str, Law] = {name: {(WHOLE, 0): one} for name in self.names}
        chances: dict[Left, Any] = {WHOLE: one}
        counted: dict[str, Any] = {}
        after = []
        for who in order:
            steps = {left: self.step(who, left) for left in chances if left is not None}
            for left, step in steps.items():
                for name, x in step.counted.items():
                    counted[name] = counted.get(name, 0) + chances[left] * x
            laws = {name: self.further(name, law, steps) for name, law in laws.items()}
            chances = moved(chances, steps)
            budget.spend(10 * sum(map(len, laws.values())))
            after.append({
                "destroyed": chances.get(None, 0 * one),
                **{name: sum(value * p for (_, value), p in laws[name].items()) for name in ("slain", "damage")},
            })  # fmt: skip
        return OrderResult(laws, counted, after)

    @property
    def one(self) -> Any:
        if self.exact:
            from fractions import Fraction

            return Fraction(1)
        return 1.0

    def further(self, name: str, law: Law, steps: dict[Left, Step]) -> Law:
        """A measure of all attacks so far: losses add up, what happens once has happened, and the target stands as it
        does."""
        found: Law = {}
        once = name in (*self.ruleset.chances, *self.ruleset.rare)
        stands = name in self.ruleset.stands
        for (left, before), p in law.items():
            if left is None:
                found[left, before] = found.get((left, before), 0) + p
                continue
            for (then, value), q in steps[left].laws[name].items():
                now = value if stands else max(before, value) if once else before + value
                found[then, now] = found.get((then, now), 0) + p * q
        return found


def without_name(task: Task) -> tuple[Any, str]:
    """Equal for attackers that differ in nothing but what they are called, and in nothing that was said of them."""
    attacker, said = task.attacker, repr(task.answers)
    names = {attacker.name, *attacker.name.split(" + ")}
    return (attacker if any(name in said for name in names) else attacker.but(name="")), said


def moved(chances: dict[Left, Any], steps: dict[Left, Step]) -> dict[Left, Any]:
    """What can remain after these steps."""
    found: dict[Left, Any] = {}
    for left, p in chances.items():
        for then, q in steps[left].moves.items() if left is not None else ((None, 1),):
            found[then] = found.get(then, 0) + p * q
    return found
