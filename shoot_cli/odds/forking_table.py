"""The table of the odds: every roll falls every way, every other question gets its one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import lcm
from typing import Any

from shoot_cli.engine.budget import ENDLESS, RECORDS, RUN, Budget, TooMany, room, step_words
from shoot_cli.engine.distributions import Draw, tallies, totals
from shoot_cli.engine.questions import Facts, Luck, Need, Number, Phrases, Question, Roll, Tally, Total, Watch
from shoot_cli.engine.reasons import ATTACKER, Meaning, TeachingPoint
from shoot_cli.engine.ruleset import BranchingTable
from shoot_cli.engine.table import Answerer, Entry

Ends = tuple[dict[Any, int], int]  # ways of each end, and all ways


class NeedsAllDice(Exception):
    """A rule wants all its dice and was given one of many: it is played as at the table."""


class Cache:
    """What is known about rules, which are pure: kept from call to call, the oldest forgotten first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.known: dict[Any, Any] = {}

    def keep(self, key: Any, value: Any) -> None:
        if len(self.known) >= self.size:
            for old in list(self.known)[: self.size // 4]:
                del self.known[old]
        self.known[key] = value


cache = Cache(20_000)
Noted = tuple[str, tuple[Any, ...], Any]  # the method by which a step asked, what it gave it, and what it was told


class Forking(BranchingTable):
    """Runs a step once for each way its dice can fall.

    :ivar met: every other question, by its key: the first question of that key and its answer
    :ivar questions: how often anything but dice was asked for or looked up; rules that ask are not remembered
    :ivar noted: what a step asks and looks up, and what it is told, while somebody writes it down
    """

    is_live = False

    def __init__(self, answer: Answerer, settings: Mapping[str, str], budget: Budget = ENDLESS) -> None:
        super().__init__(answer)
        self.settings, self.budget = settings, budget
        self.met: dict[str, tuple[Question, Any]] = {}
        self.questions = 0
        self.told: dict[Any, Any] = {}
        self.noted: list[Noted] | None = None
        self.ahead: list[Any] = []  # answers about facts that are here before the question is
        self.alone = False
        self.path: list[Any] = []  # the rolls of this run: outcomes, all ways, which outcome is on
        self.place, self.ways, self.all = 0, 1, 1

    def every(self, alone: bool, step: Callable[..., Any], *given: Any) -> Ends:
        """Every end of ``step(*given, table)`` with its ways.

        :raises NeedsAllDice: it is given one of many (``alone``) and wants all its dice
        """
        end = self.first(alone, step, *given)
        return self.further(end, step, *given) if self.path else ({end: 1}, 1)

    def first(self, alone: bool, step: Callable[..., Any], *given: Any) -> Any:
        """The end of ``step(*given, table)`` when all dice fall the first way; the only one if ``path`` is empty."""
        self.begin(alone)
        return step(*given, self)

    def begin(self, alone: bool) -> None:
        """The dice fall the first way from now on."""
        self.alone = alone
        if self.place or self.path:  # some fell before
            self.path, self.place, self.ways, self.all = [], 0, 1, 1

    def further(self, end: Any, step: Callable[..., Any], *given: Any) -> Ends:
        """Every end with its ways, the first being known.

        :raises TooMany: there are too many ways to go through, or too many ends
        """
        ends, whole = {end: self.ways}, self.all
        path, runs = self.path, 1
        try:
            while True:
                while path and path[-1][2] + 1 == len(path[-1][0]):
                    path.pop()
                if not path:
                    return ends, whole
                path[-1][2] += 1
                self.place, self.ways, self.all = 0, 1, 1
                end = step(*given, self)
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

    def known(self, alone: bool, rule: Callable[..., Any], *given: Any) -> Ends:
        """As `every`, remembered from call to call unless the rule asks something."""
        key = (rule, alone, given)
        found = cache.known.get(key)
        if found is None:
            before = self.questions
            found = self.every(alone, rule, *given)
            if self.questions == before:
                cache.keep(key, found)
        return found

    def fall(self, rows: tuple[Any, ...], whole: int) -> Any:
        if self.place == len(self.path):
            self.path.append([rows, whole, 0])
        rows, whole, which = self.path[self.place]
        value, ways = rows[which]
        self.place, self.ways, self.all = self.place + 1, self.ways * ways, self.all * whole
        return value

    # What rules may say --------------------------------------------------------------------------------------------

    def roll(
        self,
        key: str,
        dice: int,
        need: Need,
        *,
        watch: tuple[Watch, ...] = (),
        again: tuple[int, ...] = (),
        again_need: Need | None = None,
        sides: int = 6,
        faces: tuple[str, ...] = (),
        owner: str = ATTACKER,
        rules: tuple[str, ...] = (),
        text: str = "",
        lessons: Callable[[], tuple[TeachingPoint, ...]] | None = None,
        luck: Luck = "",
        means: Meaning | None = None,
        once: tuple[str, ...] = (),
    ) -> Tally:
        if not dice:
            return Tally(0, 0, (0,) * len(watch))
        target = need.target
        if target is None and not watch:
            return Tally(0, dice, ())
        if again_need is None:
            return self.fall(*tallies(dice, target, need.or_less, watch, again, -1, sides))  # type: ignore[no-any-return]
        second = again_need.target, sides, again_need.or_less
        return self.fall(*tallies(dice, target, need.or_less, watch, again, *second))  # type: ignore[no-any-return]

    def total(
        self,
        key: str,
        dice: int,
        sides: int = 6,
        *,
        need: Need | None = None,
        again: tuple[int, ...] = (),
        owner: str = ATTACKER,
        rules: tuple[str, ...] = (),
        text: str = "",
        means: Meaning | None = None,
        once: tuple[str, ...] = (),
        each: int = 0,
    ) -> int:
        return self.fall(*totals(dice, sides, again)) if dice else 0

    def ask(self, question: Question) -> Any:
        """The answer to a question about anything but dice; the same question gets the same answer.

        Where that is a draw, it falls every way like dice, each time anew.

        :raises NeedsAllDice: a draw is one for all tokens of a pool, and this is given one of many
        """
        if type(question) is Roll:
            _, key, dice, need, watch, again, second, sides, *_ = question
            return self.roll(key, dice, need, watch=watch, again=again, again_need=second, sides=sides)
        if type(question) is Total:
            return self.total(question.key, question.dice, question.sides, again=question.again)
        self.questions += 1
        if type(question) is Facts:  # asked once a weapon: to look it up would cost more than to answer it
            return question.read(self.answer_to(question))
        found = self.told.get(question)
        if found is None:
            answer = self.answer(question, len(self.told))
            found = self.told[question] = answer if type(answer) is Draw else question.read(answer)
            self.met.setdefault(question.key, (question, answer))
        if type(found) is Draw:
            self.needs_all_dice("one number is drawn for all of them")
            return self.fall(found.rows, found.whole)
        return self.note_down("ask", question, found)

    def answer_to(self, facts: Facts) -> Any:
        answer = self.ahead.pop(0) if self.ahead else self.answer(facts, len(self.told))
        self.met.setdefault(facts.key, (facts, answer))
        return self.note_down("answer_to", facts, answer)

    def check_only_answer(self, question: Question, answer: Any) -> None:
        check = getattr(self.answer, "check_forced", None)
        if check:
            check(question, answer)
        self.note_down("check_only_answer", question, answer, None)

    def default_unless_given(self, question: Question, answer: Any) -> Any:
        self.questions += 1  # what is looked up is not remembered
        said = getattr(self.answer, "default_unless_given", None)
        if type(question) in (Phrases, Number):  # told if they are so; listed as what can be told
            self.met.setdefault(question.key, (question, answer))
        return self.note_down("default_unless_given", question, answer, said(question, answer) if said else answer)

    def every_said(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        self.questions += 1
        said = getattr(self.answer, "every_said", None)
        return self.note_down("every_said", key, names, said(key, names) if said else ())  # type: ignore[no-any-return]

    def setting(self, key: str) -> str:
        self.questions += 1  # a rule that hangs on a setting is not remembered
        return self.note_down("setting", key, self.settings[key])  # type: ignore[no-any-return]

    def note_down(self, method: str, *given: Any) -> Any:
        """What was given to a method of this table, and last what it gives: that is handed on."""
        *given_to, told = given
        if self.noted is not None:
            self.noted.append((method, tuple(given_to), told))
        return told

    def told_the_same(self, noted: list[Noted]) -> bool:
        """True if a step that asks all this again is told what it was told then; else it has to run again."""
        facts: list[Any] = []
        self.begin(False)
        for method, given, before in noted:
            told = self.settings[given[0]] if method == "setting" else getattr(self, method)(*given)
            if method == "answer_to":
                facts.append(told)
            if told != before or self.path:  # a number may be drawn now
                self.ahead = facts
                return False
        return True

    def needs_all_dice(self, why: str) -> None:
        if self.alone:
            raise NeedsAllDice(why)

    def enter_step(self, step: Any, record: Any) -> None:
        pass

    def append(self, entry: Entry) -> None:
        pass

    def tell(self, text: str, rules: tuple[str, ...] = (), **values: Any) -> None:
        pass
