"""The table: steps and rules ask their questions through it, and it keeps the log of the answers.

The first entries of a log may be made when somebody looks at them: `LateList`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple, Self, TypeVar, overload

from shoot_cli.engine import questions
from shoot_cli.engine.pools import Blow
from shoot_cli.engine.reasons import ATTACKER, Answer, Meaning, Reason, TeachingPoint
from shoot_cli.engine.record import Record
from shoot_cli.engine.single_reroll import RerollRights, SingleReroll


class TokenFlow(NamedTuple):
    """How many tokens of one `kind` a rule received, or returned (`made`). `n` counts the models that the tokens stand
    for (see `size`). `record` and `line` (a number of log lines) say when."""

    kind: type
    n: int
    made: bool
    record: Any
    line: int


def size(token: Any) -> int:
    """Return how many tokens of its pool a token stands for: a model that takes two hits counts as two."""
    return int(getattr(token, "size", 1))


def whose(token: Any) -> str:
    """Return the name of the model or unit that a token is about; "" if it has none."""
    return str(getattr(token, "whose", ""))


class FinishedAttack(Record):
    """A finished attack. `start` and `end` are its first and last record, `asked` its questions and answers. `line` is
    the log line at which it began. `after` is the record of the battle when the attack is over."""

    start: Any
    end: Any
    asked: tuple[tuple[questions.Question, Answer], ...]
    line: int = 0
    after: Any = None

    @property
    def rolled(self) -> bool:
        return any(isinstance(question, (questions.Roll, questions.Total)) for question, _ in self.asked)


class FinishedPhase(Record):
    """A finished phase. `start` and `end` are records of the battle; `both` is True if both sides took turns in it.
    `logged_values` holds the values of the lines that were logged in it, without those that have none."""

    start: Any
    end: Any
    both: bool = False
    logged_values: tuple[Any, ...] = ()


Shown = TypeVar("Shown")

NO_ROLL = "no need to roll, every result comes to the same"
UNHURT = Blow(0)
Answerer = Callable[[questions.Question, int], Answer]  # takes a question and its index in the log


class About(Record):
    """The name of the unit, model or weapon that a text of the log begins with."""

    name: str


class Entry(Record):
    """A line of the log: a question with its answer, or a text without a question (`question` is None). `attack` is the
    index of the answer that named the attacker of this attack. It is None before the first attack."""

    step: str  # "Roll to hit"
    question: questions.Question | None
    answer: Answer = None
    value: Any = None
    text: str = ""
    rules: tuple[str, ...] = ()
    record: Any = None  # the record that the step received
    attack: int | None = None


class OpenLine(NamedTuple):
    """The place where players can tell something without being asked: the index of the answer in the log, the question
    or a function that makes it, and the record of the battle there."""

    place: int
    to_ask: questions.Question | Callable[[], questions.Question]
    record: Any

    @property
    def question(self) -> questions.Question:
        """The question, which is made when somebody wants it."""
        return self.to_ask() if callable(self.to_ask) else self.to_ask


class Unanswered(Exception):
    """Raised if a use asks a question whose answer is not known yet."""

    def __init__(self, question: questions.Question) -> None:
        super().__init__(question.key)
        self.question = question


class KnownValues:
    """The values of the first questions of one use, in order. While it is only `tried`, nothing is logged."""

    def __init__(self, values: Sequence[Any], tried: bool) -> None:
        self.left, self.tried = [*values], tried

    def value(self, question: questions.Question) -> Any:
        if not self.left:
            raise Unanswered(question)
        return self.left.pop(0)


class Table:
    """A table: it passes each question to `answer` and keeps the log.

    :ivar log: all entries, oldest first
    :ivar attacks: the finished attacks, oldest first
    :ivar over: how many of them have the record after it
    :ivar phases: the finished phases, oldest first
    :ivar begun: the first record of the current phase, and whether it is a phase of both sides
    :ivar told_values: the values of the lines that were logged in it, without those that have none
    :ivar going: the first record of the current attack, and its first line in the log
    :ivar attack: the attack of the next entry (see `Entry.attack`)
    :ivar rights: the re-rolls of one die in this attack, unused and used
    :ivar open_line: where players can tell something without being asked; None if nowhere yet
    :ivar told_indexes: the indexes of the answers that told what happened without the app
    :ivar goes_on_without: (question, index, True if somebody is asked for it) -> True if the log has no answer to it
    :ivar passed_on: tokens that rules received and made; tokens that a rule returned unchanged are not made
    :ivar stage: the stage of the current step; "" for none
    """

    is_live = True  # False in the odds; only the engine and the odds read it, rules use the five verbs below
    narrates = True  # False if texts for players are not logged, though the table is live
    stage = ""
    in_one_throw: KnownValues | None = None  # while a rule is used with dice that `sequence.py` asked for
    settings: Mapping[str, str] = {}  # all settings of the ruleset; only steps read them, rules do not

    def __init__(self, answer: Answerer, heard: Callable[[Entry], None] | None = None) -> None:
        self.answer, self.heard = answer, heard
        self.log: MutableSequence[Entry] = []
        self.asked = 0  # the number of questions so far, which is the index of the next one
        self.step, self.record = "", None
        self.attacks: MutableSequence[FinishedAttack] = []
        self.over = 0
        self.going: tuple[Any, int] | None = None
        self.phases: MutableSequence[FinishedPhase] = []
        self.begun: tuple[Any, bool, int] | None = None  # record, both sides, line of the log
        self.told_values: list[Any] = []
        self.attack: int | None = None
        self.nominating = False  # True if the next question names the attacker
        self.telling = False  # True while players tell what happened without the app
        self.told_indexes: tuple[int, ...] = ()
        self.open_line: OpenLine | None = None
        self.goes_on_without: Callable[[questions.Question, int, bool], bool] = lambda question, place, asks: not asks
        self.passed_on: MutableSequence[TokenFlow] = []
        self.rights = RerollRights()

    def enter_step(self, step: Any, record: Any) -> None:
        """Remember the current step, so that a prompt can show it. `play` calls this before each step."""
        self.step, self.record = step.__name__, record

    def attack_begun(self, record: Any) -> None:
        self.going, self.rights = (record, len(self.log)), RerollRights()

    def attack_ends(self, record: Any) -> None:
        """Store the finished attack. `record` is its last record, before its effects reach the battle."""
        assert self.going
        start, first = self.going
        self.attacks.append(FinishedAttack(start, record, self.asked_since(first), first))
        self.going = None

    def attack_is_over(self, record: Any) -> None:
        """Add the record of the battle to the latest finished attack."""
        self.attacks[-1] = self.attacks[-1].but(after=record)
        self.over += 1

    def phase_begins(self, record: Any, both: bool = False) -> None:
        """Remember the first record of the battle in this phase. `both` is True if the phase belongs to both sides."""
        self.begun, self.told_values = (record, both, len(self.log)), []

    def phase_ends(self, record: Any) -> None:
        """Store the finished phase. `record` is the battle before the end of the phase, for example before its
        tests."""
        assert self.begun
        start, both, _ = self.begun
        self.phases.append(FinishedPhase(start, record, both, tuple(self.told_values)))
        self.begun = None

    def asked_since(self, line: int) -> tuple[tuple[questions.Question, Answer], ...]:
        """Return the questions and answers from this line of the log on."""
        return tuple((entry.question, entry.answer) for entry in self.log[line:] if entry.question is not None)

    def entries_of_attack(self) -> Iterator[Entry]:
        """Yield the entries of the current attack, the last one first. Nothing before its first answer is looked at."""
        index = self.asked
        for entry in reversed(self.log):
            if entry.attack != self.attack:
                return
            yield entry
            if entry.question is not None:
                index -= 1
                if index == self.attack:
                    return

    @property
    def names_attacker(self) -> bool:
        """Whether the current question names the attacker."""
        return self.begins_group and not self.telling

    @property
    def begins_group(self) -> bool:
        """Whether the answers from the current question on belong together, so that an amendment moves them."""
        return self.attack == self.asked

    def apply_rule(self, rule: Callable[..., Any], *arguments: Any) -> Any:
        """Return the tokens that a rule of `Convert` or `Allocate` makes of a token. Count both in `passed_on`."""
        if not self.narrates:
            return rule(*arguments, self)
        when = self.record, len(self.log)
        self.passed_on.append(TokenFlow(type(arguments[0]), size(arguments[0]) * arguments[1], False, *when))
        results = rule(*arguments, self)
        others = [(token, n) for token, n in results if token not in (UNHURT, arguments[0])]
        self.passed_on += [TokenFlow(type(token), size(token) * n, True, *when) for token, n in others]
        return results

    def ask(self, question: questions.Question) -> Any:
        if self.in_one_throw:
            return self.in_one_throw.value(question)
        if self.nominating:
            self.attack, self.nominating = self.asked, False
        answer = self.answer(question, self.asked)
        if type(question) in (questions.Roll, questions.Total):
            self.rights, answer = self.rights.judged(question, answer, self.log_line)
            answer = question.by_sums(answer) if type(question) is questions.Roll else answer
        value = question.read(answer)
        self.asked += 1
        self.append(Entry(title(self.step), question, answer, value, record=self.record, attack=self.attack))
        return value

    def told_unasked(
        self, question: questions.Question, record: Any, whole: Callable[[], questions.Question] | None
    ) -> Any | None:
        """Return what players told here without being asked; None if they told nothing. `record` is the battle as it
        stands here. If the question takes work, `whole` makes it, and `question` has only its key and its owner.

        From now on a key can tell it, here and at the prompts that follow (`open_line`).
        """
        line = self.open_line = OpenLine(self.asked, whole or question, record)
        return None if self.goes_on_without(question, self.asked, False) else self.tell_apart(line.question)

    def ask_between(self, question: questions.Question, record: Any, more: bool) -> Any | None:
        """Ask between attacks. Return None without asking if the log goes on without an answer, as older logs do.

        `record` is the battle as it stands here, with all that was told before in the same step. `more` is True if it
        was asked just before, so that this answer belongs to the same group.
        """
        if self.goes_on_without(question, self.asked, True):
            return None
        self.record = record
        return self.tell_more(question) if more else self.tell_apart(question)

    def needless(self, key: str) -> bool:
        """Return True unless the log of an older version has an answer to this question here, which must then be asked.

        Only for what players can see to be pointless (see `moot`).
        """
        return self.goes_on_without(questions.Choose(key, ()), self.asked, False)

    def tell_apart(self, question: questions.Question) -> Any:
        """Ask, and let the answers from this one on belong together."""
        nominating, self.nominating = self.nominating, False
        self.attack, self.telling = self.asked, True
        try:
            return self.tell_more(question)
        finally:
            self.nominating, self.telling = nominating, False

    def tell_more(self, question: questions.Question) -> Any:
        """Ask more of what happened without the app."""
        self.told_indexes = (*self.told_indexes, self.asked)
        return self.ask(question)

    def place_of_dice(self, index: int) -> int:
        """Return the index by which dice are thrown: what was told before them must not buy other dice."""
        return index - bisect_left(self.told_indexes, index)

    def grant_rerolls(self, *who: SingleReroll) -> None:
        """Replace the rights: from now on only `who` may re-roll one die, each once."""
        self.rights = RerollRights(who)

    def append(self, entry: Entry) -> None:
        if self.in_one_throw and self.in_one_throw.tried:
            return
        self.log.append(entry)
        if entry.question is None and entry.value is not None:
            self.told_values.append(entry.value)
        if self.heard:
            self.heard(entry)

    def bookmark(self) -> Any:
        """Return the state of this table, for `restore`."""
        ended = len(self.attacks), len(self.phases), self.over
        current = self.going, self.begun, self.attack, self.open_line, self.told_indexes, tuple(self.told_values)
        return self.asked, len(self.log), ended, current, len(self.passed_on), self.rights

    def restore(self, other: Table, mark: Any) -> Self:
        """Bring this table to the state of `other` at `mark`, which is a bookmark of `other`."""
        self.asked, lines, (attacks, phases, self.over), current, passed_on, self.rights = mark
        self.going, self.begun, self.attack, self.open_line, self.told_indexes, told_values = current
        self.told_values = [*told_values]
        self.phases = other.phases[:phases]
        self.log, self.attacks, self.passed_on = other.log[:lines], other.attacks[:attacks], other.passed_on[:passed_on]
        return self

    # Questions and texts that steps and rules may use

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
        adds: tuple[int, ...] = (),
    ) -> questions.Tally:
        """Roll dice against a need. Nothing is rolled if there are no dice, or if no face could make a difference.

        With `adds`, each of them is the sum of dice with so many sides."""
        if not dice:
            return questions.Tally(0, 0, (0,) * len(watch))
        if not watch and (need.target is None or need.certain(sides) or len(adds) >= need.target):
            words = no_roll_text(text or key, dice, need, bool(self.in_one_throw))
            if not (self.in_one_throw and self.just_said(words)):
                self.log_line(words, _ids(need))
            return questions.Tally(0, dice, ()) if need.target is None else questions.Tally(dice, 0, ())
        ids, sides = rules or _ids(need), sum(adds) or sides
        rest = faces, owner, ids, text, lessons, luck, means, None, once, (), False, (), adds
        return self.ask(questions.Roll(key, dice, need, watch, again, again_need, sides, *rest))  # type: ignore[no-any-return]

    def just_said(self, words: str) -> bool:
        """Return True if the log has this text since the last question."""
        since = takewhile(lambda entry: entry.question is None, reversed(self.log))
        return any(entry.text == words for entry in since)

    def total(
        self, key: str, dice: int, sides: int = 6, *, need: questions.Need | None = None, again: tuple[int, ...] = (),
        owner: str = ATTACKER, rules: tuple[str, ...] = (), text: str = "", means: Meaning | None = None,
        once: tuple[str, ...] = (), each: int = 0, luck: questions.Luck = "",
    ) -> int:  # fmt: skip
        """Return the sum of the dice, or 0 without dice. A sum in `again` is re-rolled once with all its dice."""
        if not dice:
            return 0
        rest = owner, rules, text, again, means, None, once, each, luck
        return self.ask(questions.Total(key, dice, sides, need, *rest))  # type: ignore[no-any-return]

    def all_sums_agree(
        self, dice: int, sides: int, comes_to: Callable[[int], Any], text: str, rules: tuple[str, ...]
    ) -> bool:
        """Return True if every possible sum has the same result. The table then logs that no roll is needed."""
        result = comes_to(dice)
        if any(comes_to(total) != result for total in range(dice + 1, dice * sides + 1)):
            return False
        words = f"{text}: {NO_ROLL}"
        if all(entry.text != words for entry in self.log[-3:]):  # not again if it was just logged
            self.log_line(words, rules)
        return True

    def rolls_in_vain(self, what: str, *why: Reason | None) -> bool:
        """Return True, and log why nobody rolls, if a reason is given: no hit of these shots could have an effect. The
        odds still count these hits; `passed_on` does not, as nothing is thrown for them."""
        known = tuple(reason for reason in why if reason)
        if not known or not self.has_dice:
            return False
        if self.passed_on and not (self.in_one_throw and self.in_one_throw.tried):
            self.passed_on[-1] = self.passed_on[-1]._replace(n=0)
        words = "; ".join(reason.text for reason in known)
        self.tell("{what}: no need to roll, no hit can do anything: {words}", rules_of(known), what=what, words=words)
        return True

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
        about: str = "",
    ) -> str:
        """Return the value of one open option. Nobody is asked if only one is open."""
        question = questions.Choose(key, options, default, owner, rules, text, spent, nth, expired_values, about=about)
        open_ones = question.open()
        if len(open_ones) == 1:
            self.check_only_answer(question, open_ones[0].value)
            return open_ones[0].value
        return self.ask(question)  # type: ignore[no-any-return]

    def check_only_answer(self, question: questions.Question, answer: Answer) -> None:
        """Called when a question has only one possible answer. A table with preset answers checks them here. `answer`
        is None if no answer makes a difference; an impossible preset is still refused."""

    def cannot(self, why: Mapping[str, tuple[Reason, ...]]) -> None:
        """Tell why there are no shots, by who or what has none. A table with presets keeps it beside its result;
        players are told by the steps."""
        options = tuple(questions.Option(name, closed=reasons) for name, reasons in why.items())
        self.check_only_answer(questions.Choose("", options, spent=""), None)

    def default_unless_given(self, question: questions.Question, answer: Any) -> Any:
        """Return `answer` without asking, because no other answer is better. A table with presets returns its preset
        instead."""
        return answer

    def given_names(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the `names` that a preset contains, for a key that is asked repeatedly; () if there are none."""
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
        self, key: str, low: int, high: int, *, default: int | None, unit: str = "", owner: str = ATTACKER,
        rules: tuple[str, ...] = (), text: str = "", nth: int = 0, each: str = "", own: int | None = None,
        first: str = "", more: str = "",
    ) -> int:  # fmt: skip
        """Ask for a whole number that may be preset as chances by number. Each question then draws a new number. A rule
        under `Convert` or `Allocate` gets one number for all its tokens, at the table and in the odds."""
        words = owner, rules, text
        question = questions.Number(
            key, low, high, default, unit, True, *words, "", True, nth, each, own, first, more=more
        )
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
        """Ask for a measured distance; fractions of an inch are allowed."""
        return self.ask(questions.Number(key, 0, high, default, unit, False, owner, rules, text))  # type: ignore[no-any-return]

    def how_many(self, question: questions.HowMany) -> tuple[int, ...]:
        return self.ask(question)  # type: ignore[no-any-return]

    def arrange(self, question: questions.Arrange) -> tuple[tuple[int, str, str], ...]:
        return self.ask(question)  # type: ignore[no-any-return]

    def numbers(self, question: questions.Numbers) -> tuple[float | None, ...]:
        """Return one number for each name, in order; None for the answer `otherwise`. Nobody is asked if `low` equals
        `high`."""
        if not question.names:
            return ()
        if question.low == question.high and not question.otherwise:
            self.check_only_answer(question.but(default=question.low), question.low)
            return question.read(question.low)
        return self.ask(question)  # type: ignore[no-any-return]

    def several(self, question: questions.Subset) -> tuple[int, ...]:
        """Return the indexes of the chosen names, in order. Nobody is asked if only one answer is possible."""
        forced = question.forced()
        if forced is not None:
            fewer = question.but(exactly=None, at_least=0)  # if fewer names are open than required, take all of them
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
        unasked: tuple[questions.Question, ...] = (),
        known: Callable[[], Mapping[str, str]] | None = None,
    ) -> dict[str, Any]:
        """Ask for several facts with defaults as one question. `words` makes the sentence of the proposal if `text` is
        ""."""
        if not parts:
            return {}
        if not self.is_live:
            words = known = None  # not needed by the odds, and they may keep a reference to this table
        if words and not text:
            text = words({part.key: questions.usual(part) for part in parts}).sentence()
        asked = questions.Facts(key, parts, owner, rules, text, check, {}, nth, words, follow, sure, unasked, known)
        return self.ask(asked)  # type: ignore[no-any-return]

    @classmethod
    def with_settings(cls, settings: Iterable[tuple[str, str]]) -> Table:
        """Return a table for rules that only read settings. It answers no question."""
        table = Table(lambda question, index: None)
        table.settings = dict(settings)
        return table

    def setting(self, key: str) -> str:
        return self.settings[key]

    # The five verbs: what differs between players and the odds. Each has a law that the odds of every edition are
    # tested against (tests/rules/test_every_verb.py).

    def explain(self, tell: Callable[..., None], *arguments: Any) -> None:
        """Call `tell(*given, table)` if anybody reads it: texts that take work, or that need a look at the pool.

        Law: `tell` asks no question, and nothing depends on it.
        """
        if self.is_live and self.narrates:
            tell(*arguments, self)

    def moot(self, pointless: Callable[..., Any], *arguments: Any) -> bool:
        """Return True if players can see that no answer makes a difference: `pointless(*given)` says so. Then nobody is
        asked. The odds do not call it: they go on with the preset answer, or with the default.

        Law: the odds are the same if the question is asked.
        """
        return self.is_live and bool(pointless(*arguments))

    def detail(self, shown: Shown, plain: Shown) -> Shown:
        """Return `shown`, which players read or must remember, or in the odds `plain`, which keeps fewer records apart.

        Law: the odds are the same with either.
        """
        return shown if self.is_live else plain

    def in_sight(self, step: Callable[..., Shown], record: Shown, *arguments: Any) -> Shown:
        """Return `step(record, *given, table)`, which looks at the pool or the line. The odds return `record` itself.

        Law: no chance depends on what the step does by default.
        """
        return step(record, *arguments, self) if self.is_live else record

    def blindly(self, may: Callable[..., Any], *arguments: Any) -> bool:
        """Return True if no real dice are thrown and `may(*given, table)` is True. The odds then take an easier way.
        The answer can change during an attack, so a rule must ask before each roll.

        Law: the odds are the same without it.
        """
        return not self.has_dice and bool(may(*arguments, self))

    @property
    def has_dice(self) -> bool:
        """False if no real dice are thrown. Rules do not read it, see `blindly`."""
        return self.is_live

    @property
    def throws_at_once(self) -> bool:
        """True if the dice of several uses of a rule are thrown together, as players throw them."""
        return self.has_dice and self.narrates

    def needs_all_dice(self, why: str) -> None:
        """Called by a rule before it rolls, if it must see all dice together (for example: one re-roll for the whole
        roll)."""

    def first_few(self, seen: int, most: int, why: str) -> tuple[int, int]:
        """Return to how many dice of a whole roll something happens, and how many of them the rule must handle now.

        A rule calls it after the roll, if the first `most` dice of a sort are re-rolled, for example. It is called
        whatever was rolled. Without it, the dice of a roll must not depend on each other.

        Law: the odds are the same if the rule gets all dice together.

        :param seen: the dice of this sort among those that were rolled
        :param why: a reason as in `needs_all_dice`
        """
        return min(seen, most), min(seen, most)

    def tell(self, text: str, rules: tuple[str, ...] = (), fact: Any = None, **values: Any) -> None:
        """Log a text for the players. `{names}` in the text are replaced by the values.

        `fact` is the value of the entry. Without one it says what the text is about, if it begins with a name.
        """
        if self.narrates:
            first_name = text[1:].partition("} ")[0] if text.startswith("{") and fact is None else ""
            self.log_line(text.format(**values), rules, About(values[first_name]) if first_name in values else fact)

    def log_line(self, text: str, rules: tuple[str, ...], value: Any = None) -> None:
        self.append(Entry(title(self.step), None, None, value, text, rules, self.record, self.attack))


def without(keys: Sequence[str]) -> Callable[[questions.Question, int, bool], bool]:
    """Return `goes_on_without` of a table that has the answers to the questions of these keys, and no others."""

    def goes_on(question: questions.Question, index: int, asks: bool) -> bool:
        return keys[index] != question.key if index < len(keys) else not asks

    return goes_on


@lru_cache(1024)
def title(step: str) -> str:
    """Return the name of a step as players read it: `roll_to_hit` gives `Roll to hit`."""
    return step.replace("_", " ").strip().capitalize()


BOTH = 2  # dice of which all are "both"
SAYS_NO = re.compile(r"\b(no|cannot)\b")


def no_roll_text(what: str, dice: int, need: questions.Need, together: bool) -> str:
    """Return the text for dice that need no roll, because every face passes or every face fails. `together`: it is
    said once for several uses of a rule, so it does not count."""
    because = "; ".join(reason.text for reason in need.because)
    verbs = ("fails", "fail") if need.target is None else ("passes", "pass")
    number = "both" if dice == BOTH else f"all {dice}" if dice > 1 else "1"
    result = f", all {verbs[1]}" if together else f", {number} {verbs[dice > 1]}"
    if (
        (dice == 1 or together) and need.target is None and SAYS_NO.search(what)
    ):  # "no save" already says that the die fails
        result = ""
    return f"{what}{result}" + (f" ({because})" if because else "")


def _ids(need: questions.Need) -> tuple[str, ...]:
    return rules_of(need.because)


def rules_of(why: tuple[Reason, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reason.rule for reason in why))


T = TypeVar("T")


class LateList(MutableSequence[T]):
    """A list that begins with `n` entries which `make` returns. It is called once, when one of them is needed."""

    def __init__(self, n: int, make: Callable[[], Sequence[T]], tail: Sequence[T] = ()) -> None:
        self._n, self._make, self._tail = n, make, [*tail]

    def _every(self) -> list[T]:
        if self._n:
            first = self._make()
            if len(first) != self._n:
                raise ValueError(f"{len(first)} entries were made, not {self._n}")
            self._n, self._tail = 0, [*first, *self._tail]
        return self._tail

    @property
    def late(self) -> int:
        """The number of entries at the beginning that nobody has looked at yet."""
        return self._n

    def __len__(self) -> int:
        return self._n + len(self._tail)

    @overload
    def __getitem__(self, which: int) -> T: ...
    @overload
    def __getitem__(self, which: slice) -> MutableSequence[T]: ...
    def __getitem__(self, which: int | slice) -> T | MutableSequence[T]:
        n = self._n
        if isinstance(which, slice):
            first, end, step = which.indices(len(self))
            if first >= n and step > 0:
                return self._tail[first - n : max(end - n, 0) : step]
            if end >= n and step == 1:  # the first is late: so it stays, whatever becomes of this list
                make = self._make
                return LateList(n - first, lambda: make()[first:], self._tail[: end - n])
            return self._every()[which]
        index = which + len(self) if which < 0 else which
        return self._tail[index - n] if n and index >= n else self._every()[index if index >= 0 else which]

    def __setitem__(self, which: Any, value: Any) -> None:
        if which == -1 and self._tail:
            self._tail[-1] = value
        else:
            self._every()[which] = value

    def __delitem__(self, which: Any) -> None:
        del self._every()[which]

    def insert(self, index: int, value: T) -> None:
        if index == len(self):
            self._tail.append(value)
        else:
            self._every().insert(index, value)

    def __iter__(self) -> Iterator[T]:
        return iter(self._every())

    def __reversed__(self) -> Iterator[T]:
        """Yield the last entry first. Entries of the beginning are made when their turn comes."""
        yield from reversed([*self._tail])
        n = self._n
        if n:
            yield from reversed(self._every()[:n])
