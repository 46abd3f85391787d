"""The table of the odds: it plays every result of every roll, and gives every other question its one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from math import lcm
from typing import Any, TypeVar

from shoot_cli.engine.budget import ENDLESS, RECORDS, RUN, Budget, TooMany, room, step_words
from shoot_cli.engine.distributions import Draw, tallies, totals
from shoot_cli.engine.questions import Facts, Luck, Need, Number, Phrases, Question, Roll, Tally, Total, Watch
from shoot_cli.engine.reasons import ATTACKER, Meaning, TeachingPoint
from shoot_cli.engine.ruleset import BranchingTable
from shoot_cli.engine.table import Answerer, Entry

Ends = tuple[dict[Any, int], int]  # the ways of each end, and the number of all ways


class NeedsAllDice(Exception):
    """Raised if a rule must see all dice together but received one token of several.

    :ivar few: the first dice that change something for all, if the rule calls `first_few`; otherwise 0
    """

    def __init__(self, why: str, few: int = 0) -> None:
        super().__init__(why)
        self.few = few


class Cache:
    """Results of rules, kept between calls; the oldest are deleted first. Rules have no side effects."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.known: dict[Any, Any] = {}

    def keep(self, key: Any, value: Any) -> None:
        if len(self.known) >= self.size:
            for old_key in list(self.known)[: self.size // 4]:
                del self.known[old_key]
        self.known[key] = value


cache = Cache(20_000)
Made = TypeVar("Made")
Work = TypeVar("Work", bound=Callable[..., Any])


def remembered(work: Work) -> Work:
    """Keep in `cache` what a function returns for its arguments, which never is None."""

    @wraps(work)
    def known(*arguments: Any) -> Any:
        result = cache.known.get((work, arguments))
        if result is None:
            result = work(*arguments)
            cache.keep((work, arguments), result)
        return result

    return known  # type: ignore[return-value]


Noted = tuple[str, tuple[Any, ...], Any]  # the method that a step called, its arguments, and its result


class Forking(BranchingTable):
    """A table that runs a step once for every possible result of its dice.

    :ivar met: the first question of each key (without dice), and its answer
    :ivar questions: the number of questions and look-ups besides dice; a rule that makes any is not cached
    :ivar noted: the questions and look-ups of the current step with their results, while they are recorded
    """

    is_live = False

    def __init__(self, answer: Answerer, settings: Mapping[str, str], budget: Budget = ENDLESS) -> None:
        super().__init__(answer)
        self.settings, self.budget = settings, budget
        self.met: dict[str, tuple[Question, Any]] = {}
        self.questions = 0
        self.answers: dict[Any, Any] = {}
        self.noted: list[Noted] | None = None
        self.fetched_answers: list[Any] = []  # answers about facts that were fetched before their question
        self.one_of_several = False
        self.supposed: tuple[int, bool] | None = None  # what `first_few` returns: of all dice; are they here
        self.seen = 0  # what `first_few` was given in this run
        self.path: list[Any] = []  # the rolls of this run: outcomes, all ways, the current outcome
        self.depth, self.ways, self.all = 0, 1, 1

    def all_ends(self, one_of_several: bool, step: Callable[..., Any], *arguments: Any) -> Ends:
        """Return every end of `step(*given, table)` with its ways.
        :raises NeedsAllDice: the step gets one token of several (`one_of_several`) and must see all dice"""
        end = self.first_end(one_of_several, step, *arguments)
        return self.other_ends(end, step, *arguments) if self.path else ({end: 1}, 1)

    def first_end(self, one_of_several: bool, step: Callable[..., Any], *arguments: Any) -> Any:
        """Return the end of `step(*given, table)` with the first result of every roll; it is the only end if `path` is
        empty."""
        self.begin(one_of_several)
        return step(*arguments, self)

    def begin(self, one_of_several: bool) -> None:
        """Restart: all rolls give their first result."""
        self.one_of_several = one_of_several
        if self.depth or self.path:  # dice were rolled in an earlier run
            self.path, self.depth, self.ways, self.all = [], 0, 1, 1

    def other_ends(self, end: Any, step: Callable[..., Any], *arguments: Any) -> Ends:
        """Return every end with its ways; `end` is the first one. :raises TooMany: too many runs, or too many ends"""
        ends, whole = {end: self.ways}, self.all
        path, runs = self.path, 1
        try:
            while True:
                while path and path[-1][2] + 1 == len(path[-1][0]):
                    path.pop()
                if not path:
                    return ends, whole
                path[-1][2] += 1
                self.depth, self.ways, self.all = 0, 1, 1
                end = step(*arguments, self)
                if whole % self.all:
                    common = lcm(whole, self.all)
                    ends, whole = {end: n * (common // whole) for end, n in ends.items()}, common
                ends[end] = ends.get(end, 0) + self.ways * (whole // self.all)
                runs += 1
                if runs % 64 == 0:
                    self.budget.spend(64 * RUN)
                    room(len(ends), RECORDS, "ends of one step")
        except TooMany as error:
            error.at(step_words(step), f"{len(path)} rolls one after the other, more than {runs:,} ways to fall")
            raise

    def known(self, one_of_several: bool, rule: Callable[..., Any], *arguments: Any) -> Ends:
        """Return the same as `all_ends`, cached unless the rule asks a question."""
        return self.cached((rule, one_of_several, arguments), lambda: self.all_ends(one_of_several, rule, *arguments))

    def cached(self, key: Any, make: Callable[[], Made]) -> Made:
        """Return what the cache has for this key; else make it, and cache it unless a rule asks a question."""
        result: Made | None = cache.known.get(key)
        if result is None:
            before = self.questions
            result = make()
            if self.questions == before:
                cache.keep(key, result)
        return result

    def supposing(self, few: int, only_these: bool, rule: Callable[..., Any], token: Any) -> Ends:
        """Return the ends of the rule if something happens to this many dice of all, each with the dice that it saw.

        :param only_these: if True, the rule has these few dice only; otherwise it has one token, and none of the few
        """

        def with_seen(token: Any, n: int, table: Forking) -> tuple[Any, int]:
            table.seen = 0
            return rule(token, n, table), table.seen

        def ends() -> Ends:
            self.supposed = few, only_these
            try:
                return self.all_ends(False, with_seen, token, 0 if only_these else 1)
            finally:
                self.supposed = None

        return self.cached(("supposing", rule, token, few, only_these), ends)

    def fall(self, rows: tuple[Any, ...], whole: int) -> Any:
        """Return the result of dice in this run, one of `rows`; a roll not yet met falls the first way."""
        if self.depth == len(self.path):
            self.path.append([rows, whole, 0])
        rows, whole, index = self.path[self.depth]
        value, ways = rows[index]
        self.depth, self.ways, self.all = self.depth + 1, self.ways * ways, self.all * whole
        return value

    # Questions of rules

    def roll(
        self, key: str, dice: int, need: Need, *, watch: tuple[Watch, ...] = (), again: tuple[int, ...] = (),
        again_need: Need | None = None, sides: int = 6, faces: tuple[str, ...] = (), owner: str = ATTACKER,
        rules: tuple[str, ...] = (), text: str = "", lessons: Callable[[], tuple[TeachingPoint, ...]] | None = None,
        luck: Luck = "", means: Meaning | None = None, once: tuple[str, ...] = (), adds: tuple[int, ...] = (),
    ) -> Tally:  # fmt: skip
        if not dice:
            return Tally(0, 0, (0,) * len(watch))
        target = need.target
        if target is None and not watch:
            return Tally(0, dice, ())
        if again_need is None:
            return self.fall(*tallies(dice, target, need.or_less, watch, again, -1, adds or sides))  # type: ignore[no-any-return]
        second = again_need.target, adds or sides, again_need.or_less
        return self.fall(*tallies(dice, target, need.or_less, watch, again, *second))  # type: ignore[no-any-return]

    def total(
        self, key: str, dice: int, sides: int = 6, *, need: Need | None = None, again: tuple[int, ...] = (),
        owner: str = ATTACKER, rules: tuple[str, ...] = (), text: str = "", means: Meaning | None = None,
        once: tuple[str, ...] = (), each: int = 0, luck: Luck = "",
    ) -> int:  # fmt: skip
        return self.fall(*totals(dice, sides, again)) if dice else 0

    def ask(self, question: Question) -> Any:
        """Return the answer to a question that is not about dice; an equal question gets the same answer.

        A draw has every result in turn, like dice, each time anew.

        :raises NeedsAllDice: one number is drawn for all tokens of a pool, but the rule has one of them
        """
        if type(question) is Roll:
            _, key, dice, need, watch, again, second, sides, *_ = question
            return self.roll(
                key, dice, need, watch=watch, again=again, again_need=second, sides=sides, adds=question.adds
            )
        if type(question) is Total:
            return self.total(question.key, question.dice, question.sides, again=question.again)
        self.questions += 1
        if type(question) is Facts:  # answering is cheaper than a look-up
            return question.read(self.answer_to(question))
        result = self.answers.get(question)
        if result is None:
            answer = self.answer(question, len(self.answers))
            result = self.answers[question] = answer if type(answer) is Draw else question.read(answer)
            self.met.setdefault(question.key, (question, answer))
        if type(result) is Draw:
            self.needs_all_dice("one number is drawn for all of them")
            return self.fall(result.rows, result.whole)
        return self.note_down("ask", question, result)

    def answer_to(self, facts: Facts) -> Any:
        answer = self.fetched_answers.pop(0) if self.fetched_answers else self.answer(facts, len(self.answers))
        self.met.setdefault(facts.key, (facts, answer))
        return self.note_down("answer_to", facts, answer)

    def check_only_answer(self, question: Question, answer: Any) -> None:
        check = getattr(self.answer, "check_forced", None)
        if check:
            check(question, answer)
        self.note_down("check_only_answer", question, answer, None)

    def default_unless_given(self, question: Question, answer: Any) -> Any:
        self.questions += 1  # a rule that looks something up is not cached
        lookup = getattr(self.answer, "default_unless_given", None)
        if type(question) in (Phrases, Number):  # listed among the questions that can be preset
            self.met.setdefault(question.key, (question, answer))
        return self.note_down("default_unless_given", question, answer, lookup(question, answer) if lookup else answer)

    def given_names(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        self.questions += 1
        lookup = getattr(self.answer, "given_names", None)
        return self.note_down("given_names", key, names, lookup(key, names) if lookup else ())  # type: ignore[no-any-return]

    def setting(self, key: str) -> str:
        """Return the value of a setting, and count it as a question."""
        self.questions += 1  # a rule that depends on a setting is not cached
        value = self.settings[key]
        if self.noted is not None:
            self.noted.append(("setting", (key,), value))
        return value

    def note_down(self, method: str, *arguments: Any) -> Any:
        """Record the method, its arguments, and its result (the last argument), and return the result."""
        *arguments_only, result = arguments
        if self.noted is not None:
            self.noted.append((method, tuple(arguments_only), result))
        return result

    def answers_unchanged(self, noted: list[Noted]) -> bool:
        """Return True if a step with these questions gets the same answers now; otherwise it must run again."""
        facts: list[Any] = []
        self.begin(False)
        for method, arguments, result_before in noted:
            result = self.settings[arguments[0]] if method == "setting" else getattr(self, method)(*arguments)
            if method == "answer_to":
                facts.append(result)
            if result != result_before or self.path:  # a number may be a draw now
                self.fetched_answers = facts
                return False
        return True

    def needs_all_dice(self, why: str) -> None:
        if self.one_of_several:
            raise NeedsAllDice(why)

    def first_few(self, seen: int, most: int, why: str) -> tuple[int, int]:
        if self.supposed is not None:
            self.seen += seen
            few, only_these = self.supposed
            return few, few if only_these else 0
        if self.one_of_several:
            raise NeedsAllDice(why, most)
        return min(seen, most), min(seen, most)

    def enter_step(self, step: Any, record: Any) -> None:
        pass

    def append(self, entry: Entry) -> None:
        pass

    def tell(self, text: str, rules: tuple[str, ...] = (), fact: Any = None, **values: Any) -> None:
        pass
