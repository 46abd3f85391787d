"""The table that steps ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Self

from shoot_cli.engine import questions
from shoot_cli.engine.pools import Blow
from shoot_cli.engine.reasons import ATTACKER, Answer, Meaning, Reason, TeachingPoint
from shoot_cli.engine.record import Record
from shoot_cli.engine.single_reroll import RerollRights, SingleReroll

# What a table remembers besides its log: tokens that were passed on, attacks and phases that are over.


class TokenFlow(NamedTuple):
    """Tokens of one kind that a rule was given or ``made``; the record then, and the lines of the log before.

    ``n``: how many, those that stand for several by their ``size``.
    """

    kind: type
    n: int
    made: bool
    record: Any
    line: int


def size(token: Any) -> int:
    """How many of its pool a token stands for: of a model that takes two hits, two."""
    return int(getattr(token, "size", 1))


class FinishedAttack(Record):
    """An attack that is over. ``start``, ``end``: its record; ``asked``: its questions and answers; ``line``: of the
    log, with which it began; ``after``: the record of the battle then."""

    start: Any
    end: Any
    asked: tuple[tuple[questions.Question, Answer], ...]
    line: int = 0
    after: Any = None

    @property
    def rolled(self) -> bool:
        return any(isinstance(question, (questions.Roll, questions.Total)) for question, _ in self.asked)


class FinishedPhase(Record):
    """A phase that is over. ``start``, ``end``: the record of the battle; ``both``: both sides took turns in it."""

    start: Any
    end: Any
    both: bool = False


# The table: the only way out of a step or rule. Who sits behind it decides who is asked.

NO_ROLL = "no need to roll, every result comes to the same"
UNHURT = Blow(0)
Answerer = Callable[[questions.Question, int], Answer]  # a question and its place in the log -> an answer


class Entry(Record):
    """One line of the log: a question with its answer, or something that was told (question None).

    ``attack``: the place of the answer that named who attacks; None before the first one. Equal for all that belongs
    to one attack, from there until somebody else is named.
    """

    step: str  # "Roll to hit"
    question: questions.Question | None
    answer: Answer = None
    value: Any = None
    text: str = ""
    rules: tuple[str, ...] = ()
    record: Any = None  # what the step was given
    attack: int | None = None


class Table:
    """Asks ``answer`` and keeps the log.

    :ivar log: entries in the order they came about
    :ivar attacks: those that are over, oldest first
    :ivar phases: those that are over; ``begun``: of the one that goes on, its record and whose it is
    :ivar going: of the attack that is going on, the record it began with and its first line in the log
    :ivar attack: of the next entry, as ``Entry`` has it
    :ivar rights: who may still throw one die of this attack again after it was seen, and who did
    :ivar passed_on: tokens that rules were given and made; those that a rule left as they were, it did not make
    :ivar stage: the one that the step stands in; "" for none
    """

    is_live = True  # False where nobody listens: rules may then skip what they would only tell
    narrates = True  # False where it is played as at the table, but nothing of it is told
    stage = ""
    settings: Mapping[str, str] = {}  # of the ruleset, every key of it; read by steps, never by rules

    def __init__(self, answer: Answerer, heard: Callable[[Entry], None] | None = None) -> None:
        self.answer, self.heard = answer, heard
        self.log: list[Entry] = []
        self.asked = 0  # questions so far: the place of the next one
        self.step, self.record = "", None
        self.attacks: list[FinishedAttack] = []
        self.going: tuple[Any, int] | None = None
        self.phases: list[FinishedPhase] = []
        self.begun: tuple[Any, bool] | None = None
        self.attack: int | None = None
        self.nominating = False  # the next question names who attacks
        self.passed_on: list[TokenFlow] = []
        self.rights = RerollRights()

    def enter_step(self, step: Any, record: Any) -> None:
        """Said by ``play`` before each step, so that a prompt can show where in the sequence we are."""
        self.step, self.record = step.__name__, record

    def attack_begun(self, record: Any) -> None:
        self.going = record, len(self.log)

    def attack_ends(self, record: Any) -> None:
        """``record``: of the attack, before what it did is taken back to the battle."""
        assert self.going
        start, first = self.going
        self.attacks.append(FinishedAttack(start, record, self.asked_since(first), first))
        self.going = None

    def attack_is_over(self, record: Any) -> None:
        """``record``: of the battle."""
        self.attacks[-1] = self.attacks[-1].but(after=record)

    def phase_begins(self, record: Any, both: bool = False) -> None:
        """``record``: of the battle. ``both``: it is the phase of both sides."""
        self.begun = record, both

    def phase_ends(self, record: Any) -> None:
        """``record``: of the battle, before what its end brings, such as tests."""
        assert self.begun
        self.phases.append(FinishedPhase(self.begun[0], record, self.begun[1]))
        self.begun = None

    def asked_since(self, line: int) -> tuple[tuple[questions.Question, Answer], ...]:
        """The questions from this line of the log on, with their answers."""
        return tuple((entry.question, entry.answer) for entry in self.log[line:] if entry.question is not None)

    @property
    def names_attacker(self) -> bool:
        """True while the question is asked that names who attacks."""
        return self.attack == self.asked

    def apply_rule(self, rule: Callable[..., Any], *given: Any) -> Any:
        """What a rule of a `Convert` or `Allocate` makes of its tokens; it sees nothing but what it is given."""
        if not self.narrates:
            return rule(*given, self)
        now = self.record, len(self.log)
        self.passed_on.append(TokenFlow(type(given[0]), size(given[0]) * given[1], False, *now))
        made = rule(*given, self)
        others = [(one, n) for one, n in made if one not in (UNHURT, given[0])]
        self.passed_on += [TokenFlow(type(one), size(one) * n, True, *now) for one, n in others]
        return made

    def ask(self, question: questions.Question) -> Any:
        if self.nominating:
            self.attack, self.nominating = self.asked, False
        answer = self.answer(question, self.asked)
        if type(question) in (questions.Roll, questions.Total):
            self.rights, answer = self.rights.judged(question, answer, self.log_line)
        value = question.read(answer)
        self.asked += 1
        self.append(Entry(title(self.step), question, answer, value, record=self.record, attack=self.attack))
        return value

    def grant_rerolls(self, *who: SingleReroll) -> None:
        """From now on these may throw one die again, each once, after it was seen; nobody else may."""
        self.rights = RerollRights(who)

    def append(self, entry: Entry) -> None:
        self.log.append(entry)
        if self.heard:
            self.heard(entry)

    def bookmark(self) -> Any:
        """Where the table stands, for ``continuing``."""
        ended = len(self.attacks), len(self.phases)
        return self.asked, len(self.log), ended, self.going, self.begun, self.attack, len(self.passed_on), self.rights

    def restore(self, other: Table, mark: Any) -> Self:
        """This table as the other one stood at a mark of its own."""
        self.asked, lines, (attacks, phases), self.going, self.begun, self.attack, passed_on, self.rights = mark
        self.phases = other.phases[:phases]
        self.log, self.attacks, self.passed_on = other.log[:lines], other.attacks[:attacks], other.passed_on[:passed_on]
        return self

    # What rules may say --------------------------------------------------------------------------------------------

    def roll(
        self,
        key: str,
        dice: int,
        need: questions.Need,
        *,
        watch: tuple[questions.Watch, ...] = (),
        again: tuple[int, ...] = (),
        again_need: questions.Need | None = None,
        sides: int = 6,
        faces: tuple[str, ...] = (),
        owner: str = ATTACKER,
        rules: tuple[str, ...] = (),
        text: str = "",
        lessons: Callable[[], tuple[TeachingPoint, ...]] | None = None,
        luck: questions.Luck = "",
        means: Meaning | None = None,
        once: tuple[str, ...] = (),
    ) -> questions.Tally:
        """Roll dice against a need. No dice, or no face that could matter: nothing is rolled and nobody is asked."""
        if not dice:
            return questions.Tally(0, 0, (0,) * len(watch))
        if not watch and (need.target is None or need.certain(sides)):
            self.log_line(no_roll_text(text or key, dice, need), _ids(need))
            return questions.Tally(0, dice, ()) if need.target is None else questions.Tally(dice, 0, ())
        ids = rules or _ids(need)
        rest = faces, owner, ids, text, lessons, luck, means, None, once
        return self.ask(questions.Roll(key, dice, need, watch, again, again_need, sides, *rest))  # type: ignore[no-any-return]

    def total(
        self, key: str, dice: int, sides: int = 6, *, need: questions.Need | None = None, again: tuple[int, ...] = (),
        owner: str = ATTACKER, rules: tuple[str, ...] = (), text: str = "", means: Meaning | None = None,
        once: tuple[str, ...] = (), each: int = 0,
    ) -> int:  # fmt: skip
        """The sum of the dice, sums in ``again`` rolled once more as a whole; 0 without dice."""
        if not dice:
            return 0
        rest = owner, rules, text, again, means, None, once, each
        return self.ask(questions.Total(key, dice, sides, need, *rest))  # type: ignore[no-any-return]

    def all_sums_agree(
        self, dice: int, sides: int, comes_to: Callable[[int], Any], text: str, rules: tuple[str, ...] = ()
    ) -> bool:
        """True if every sum of these dice comes to the same in the end: then it is said that nobody need roll."""
        found = comes_to(dice)
        if any(comes_to(total) != found for total in range(dice + 1, dice * sides + 1)):
            return False
        words = f"{text}: {NO_ROLL}"
        if all(entry.text != words for entry in self.log[-3:]):  # of many in a row it is said once
            self.log_line(words, rules)
        return True

    def skip_roll(self, what: str, *why: Reason) -> None:
        """Says why nobody rolls: no hit of these shots could do anything. The odds count such hits all the same."""
        words = "; ".join(reason.text for reason in why)
        self.tell("{what}: no need to roll, no hit can do anything: {words}", rules_of(why), what=what, words=words)

    def choose(
        self,
        key: str,
        options: tuple[questions.Option, ...],
        *,
        default: str | None = None,
        owner: str = ATTACKER,
        rules: tuple[str, ...] = (),
        text: str = "",
        spent: str | None = None,
        nth: int = 0,
        expired_values: tuple[str, ...] = (),
    ) -> str:
        """The value of one open option. A choice with one way out is no choice: nobody is asked."""
        question = questions.Choose(key, options, default, owner, rules, text, spent, nth, expired_values)
        open_ones = question.open()
        if len(open_ones) == 1:
            self.check_only_answer(question, open_ones[0].value)
            return open_ones[0].value
        return self.ask(question)  # type: ignore[no-any-return]

    def check_only_answer(self, question: questions.Question, answer: Answer) -> None:
        """A question with one possible answer; a driver with answers of its own checks them against it.

        ``answer`` None: nothing hangs on the answer, and nobody is asked; one that cannot be is still refused.
        """

    def default_unless_given(self, question: questions.Question, answer: Any) -> Any:
        """The answer to a question that nobody need be asked, for no other one is better; a driver with answers of its
        own takes another one all the same, if it was given.
        """
        return answer

    def every_said(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Of these names those that were given beforehand, where one after the other is picked; () if none was."""
        return ()

    def number(
        self,
        key: str,
        low: int,
        high: int,
        *,
        default: int | None = None,
        unit: str = "",
        owner: str = ATTACKER,
        rules: tuple[str, ...] = (),
        text: str = "",
    ) -> int:
        question = questions.Number(key, low, high, default, unit, True, owner, rules, text)
        if low == high:
            self.check_only_answer(question, low)
            return low
        return self.ask(question)  # type: ignore[no-any-return]

    def drawn_number(
        self, key: str, low: int, high: int, *, default: int | None = None, unit: str = "", owner: str = ATTACKER,
        rules: tuple[str, ...] = (), text: str = "", nth: int = 0, each: str = "", own: int | None = None,
        first: str = "",
    ) -> int:  # fmt: skip
        """A whole number that may be given beforehand as chances by number: then each asking draws anew.

        A rule under `Convert` or `Allocate` that asks gets one number for all its tokens, at the table as in the odds.
        """
        words = owner, rules, text
        question = questions.Number(key, low, high, default, unit, True, *words, "", True, nth, each, own, first)
        if low == high:
            self.check_only_answer(question, low)
            return low
        return self.ask(question)  # type: ignore[no-any-return]

    def distance(
        self,
        key: str,
        high: float,
        *,
        default: float | None = None,
        unit: str = "inches",
        owner: str = ATTACKER,
        rules: tuple[str, ...] = (),
        text: str = "",
    ) -> float:
        """A measured distance, parts of an inch allowed."""
        return self.ask(questions.Number(key, 0, high, default, unit, False, owner, rules, text))  # type: ignore[no-any-return]

    def how_many(self, question: questions.HowMany) -> tuple[int, ...]:
        return self.ask(question)  # type: ignore[no-any-return]

    def arrange(self, question: questions.Arrange) -> tuple[tuple[int, str, str], ...]:
        return self.ask(question)  # type: ignore[no-any-return]

    def numbers(self, question: questions.Numbers) -> tuple[float | None, ...]:
        """One number for each name, None where none is said; nobody is asked if there is but one answer."""
        if not question.names:
            return ()
        if question.low == question.high and not question.otherwise:
            self.check_only_answer(question.but(default=question.low), question.low)
            return question.read(question.low)
        return self.ask(question)  # type: ignore[no-any-return]

    def several(self, question: questions.Subset) -> tuple[int, ...]:
        """The places of the names taken, in order; nobody is asked if there is but one answer."""
        forced = question.forced()
        if forced is not None:
            fewer = question.but(exactly=None, at_least=0)  # as many as there are, where more are wanted
            self.check_only_answer(fewer, list(forced))
            return fewer.read(forced)
        return self.ask(question)  # type: ignore[no-any-return]

    def facts(
        self,
        key: str,
        parts: tuple[questions.Question, ...],
        *,
        check: Callable[[Mapping[str, Any]], str | None] | None = None,
        owner: str = ATTACKER,
        rules: tuple[str, ...] = (),
        text: str = "",
        nth: int = 0,
        words: Callable[[Mapping[str, Any]], questions.Decided] | None = None,
        follow: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
        sure: tuple[str, ...] = (),
    ) -> dict[str, Any]:
        """Several facts with defaults, asked as one, if there are any. ``words``: what is decided; else a ``text``."""
        if not parts:
            return {}
        words = words if self.is_live else None  # nobody hears them, and they may hold this table
        if words and not text:
            text = words({part.key: questions.usual(part) for part in parts}).sentence()
        return self.ask(questions.Facts(key, parts, owner, rules, text, check, {}, nth, words, follow, sure))  # type: ignore[no-any-return]

    def setting(self, key: str) -> str:
        return self.settings[key]

    @property
    def has_dice(self) -> bool:
        """False if nobody throws dice here: to the odds several may then be one of as many sides as they have ways.

        It is asked again before each of them: dice that were thrown before the key ``o`` lie here still.
        """
        return self.is_live

    def needs_all_dice(self, why: str) -> None:
        """Said before the dice by a rule that looks at all its dice together, such as one re-roll for the lot."""

    def tell(self, text: str, rules: tuple[str, ...] = (), **values: Any) -> None:
        """Something the players should hear; ``{names}`` in the text are filled in from the values."""
        if self.narrates:
            self.log_line(text.format(**values), rules)

    def log_line(self, text: str, rules: tuple[str, ...], value: Any = None) -> None:
        self.append(Entry(title(self.step), None, None, value, text, rules, self.record, self.attack))


@lru_cache(1024)
def title(step: str) -> str:
    """``roll_to_hit`` as players read it: ``Roll to hit``."""
    return step.replace("_", " ").strip().capitalize()


SAYS_NO = re.compile(r"\b(no|cannot)\b")


def no_roll_text(what: str, dice: int, need: questions.Need) -> str:
    """Of dice that need not be rolled: no face will do, or every one."""
    because = "; ".join(reason.text for reason in need.because)
    ends = ("fails", "fail") if need.target is None else ("passes", "pass")
    all_of_them = f", {'all ' if dice > 1 else ''}{dice} {ends[dice > 1]}"
    if dice == 1 and need.target is None and SAYS_NO.search(what):  # "no save" says that one fails
        all_of_them = ""
    return f"{what}{all_of_them}" + (f" ({because})" if because else "")


def _ids(need: questions.Need) -> tuple[str, ...]:
    return rules_of(need.because)


def rules_of(why: tuple[Reason, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reason.rule for reason in why))
