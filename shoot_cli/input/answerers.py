"""Who sits behind the table: answers given beforehand, defaults, seeded dice, a learner.

Each is an ``Answerer``, ``(question, place in the log) -> answer``, and they are put one behind the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from shoot_cli.engine.distributions import Draw, by_number, draw_of, is_draw
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.names import all_of
from shoot_cli.engine.questions import Arrange, Choose, Facts, Number, Numbers, Phrases, Question, Roll, Subset, Total
from shoot_cli.engine.reasons import Answer, BadAnswer, shown, yes_or_no
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Answerer, Entry, Table, title
from shoot_cli.input.answers import parse, say
from shoot_cli.input.lists import narrowest


class Missing(ValueError):
    """A question without a default that nobody answered."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"{question.key} is needed: {question.text}")
        self.question = question


class Preset:
    """Answers said beforehand, by key; what is not given has its default, or goes on to ``otherwise``.

    A value is text as a person would type it, a number, or a JSON answer; a list answers the same question when it
    comes again, but a list of names is all of them at once. ``distance:Howitzer`` is the number of one of several
    things (or of all that the name means), whatever ``distance`` says for the others. Chances by number, where a number
    may be drawn, are a ``Draw``: whoever asks has to draw it. Every default that was taken is remembered: see
    ``assumed``.
    """

    def __init__(self, answers: Mapping[str, Any], otherwise: Answerer) -> None:
        self.answers, self.otherwise = flattened(answers), otherwise
        self.about = {head_of(key) for key in self.answers}
        self.used: set[str] = set()  # keys whose answer a question took that had more than one way out
        self.spare: dict[str, list[Any]] = {}  # of lists of answers: those after the last that was wanted
        self.met: dict[str, Question] = {}  # of answers to what nobody need be asked: the question, by its head
        self.misfits: dict[str, str] = {}  # keys that say what cannot be where there was one way out: why it cannot
        self.fits: set[str] = set()  # keys that say what had to be elsewhere
        self.defaults: dict[str, list[Question]] = {}
        self.overruled: dict[str, tuple[str, str]] = {}  # what is worked out by key, and what was said in its place
        self.closed: dict[str, str] = {}  # options nobody could take when they were first met: why

    @property
    def assumed(self) -> dict[str, str]:
        """The defaults that were taken, as text by key; all of them of what is answered until it is spent."""
        return {
            key: ", ".join(dict.fromkeys(say(question, question.default) for question in questions))
            for key, questions in self.defaults.items()
        }

    def __call__(self, question: Question, place: int) -> Answer:
        if isinstance(question, Facts):
            return self.facts(question)
        self.see(question)
        said, answer = self.first(question)
        if said:
            return answer
        if question.default is None:
            return self.otherwise(question, place)
        spent = getattr(question, "spent", None)
        if question.key not in self.defaults:
            self.defaults[question.key] = [question]
        elif spent is not None and question.default != spent:
            self.defaults[question.key].append(question)
        return question.default

    def facts(self, question: Facts) -> Answer:
        if not self.answers:  # all is as proposed
            for part in question.parts:
                self.default_of(part)
            return {}
        about, answers = question.key.partition(":")[2], {}
        for part in question.parts:
            if self.silent(part):
                continue
            keys = [f"{part.key}:{about}", *filter(None, [getattr(part, "also", "")]), part.key]
            said, answer = self.first(part, keys, question.nth)
            if isinstance(answer, Draw):  # the facts of one question are known or not, all together
                raise BadAnswer(f"{part.key}: only one number will do here, not {answer.text}")
            if said:
                answers[part.key] = answer
                self.hold_against(part, answer)
        given = {part.key: part.read(answers[part.key]) for part in question.parts if part.key in answers}
        for part in question.left(given):
            self.default_of(part)
        return answers

    def with_defaults(self, question: Facts) -> list[Question]:
        """Its parts, with the defaults that follow from what is said of others."""
        answers = self.facts(question)
        said = {part.key: part.read(answers[part.key]) for part in question.parts if part.key in answers}
        left = {part.key: part for part in question.left(said)}
        return [left.get(part.key, part) for part in question.parts]

    def default_of(self, part: Question) -> None:
        """Takes what is proposed, and remembers it unless it is no guess."""
        if not getattr(part, "computed", False):
            self.defaults.setdefault(part.key, [part])

    def hold_against(self, part: Question, answer: Answer) -> None:
        """Remembers what was said in the place of what is worked out."""
        if getattr(part, "computed", False) and (said := str(part.read(answer))) != part.default:
            self.overruled[part.key] = (str(part.default), said)

    def first(self, question: Question, keys: list[str] | None = None, nth: int = 0) -> tuple[bool, Answer]:
        """What was given by the first of these keys; by all of them, where there is something for single names.

        :param keys: None: those of the question
        """
        said, answer = False, None
        if self.silent(question):
            return said, answer
        if isinstance(question, Phrases):
            return self.phrases(question)
        keys = keys_of(question) if keys is None else keys
        for key in keys:
            if not said and key in self.answers:
                said, answer = self.said(question, key, nth)
        if not isinstance(question, Numbers):
            return said, answer
        picked: dict[str, Answer] = {}
        for key in reversed(dict.fromkeys(keys)):
            picked |= self.by_name(question, key, {*keys}, nth)
        if not picked:
            return said, answer
        if isinstance(answer, Mapping):
            rest = {question.name(name): value for name, value in answer.items()}
        else:
            rest = dict.fromkeys(question.names, answer) if said else {}
        if question.default is not None and not {*question.names} <= rest.keys() | picked.keys():
            self.defaults.setdefault(question.key, [question])
        return True, rest | picked

    def phrases(self, question: Phrases) -> tuple[bool, Answer]:
        """All that was told under its key; ``effects:boltgun`` narrows what stands there to boltguns."""
        found: list[str] = []
        for key in self.answers:
            base, _, of = key.partition(":")
            if base == question.key:
                self.used.add(key)
                told = answer_from(question.but(key=key), self.answers[key])
                found += [f"{phrase}:{of}" if of else phrase for phrase in told]
        answer_from(question, found)
        return True, found

    def silent(self, question: Question) -> bool:
        """True if nothing that was given is about this, under none of its keys: they all have the same head."""
        return head_of(question.key) not in self.about

    def by_name(self, question: Numbers, key: str, others: set[str], nth: int) -> dict[str, Answer]:
        """The numbers given as ``key:name``, by the names that are meant; ``others`` are keys of something else."""
        meant = []
        for given in self.answers:
            name = given.removeprefix(f"{key}:")
            if name == given or given in others or not (places := all_of(name, question.names)):
                continue
            _, answer = self.said(question.but(key=given, names=(name,), default=None), given, nth)
            if isinstance(answer, Mapping):
                raise BadAnswer(f"{given}: one number is wanted, not {shown(self.answers[given])}")
            meant.append((frozenset(places), answer, name))
        try:
            return narrowest(question, meant)
        except BadAnswer as error:
            raise BadAnswer(f"{question.key}: {error}") from None

    def said(self, question: Question, key: str, nth: int = 0) -> tuple[bool, Answer]:
        """Whether this was given, and the answer; ``nth``: how often it was asked before. :raises BadAnswer: no fit."""
        if key not in self.answers:
            return False, None
        self.used.add(key)
        value, nth = self.answers[key], getattr(question, "nth", 0) or nth
        once = isinstance(question, Arrange) or getattr(question, "spent", None) is not None
        several = (
            isinstance(value, list) and not isinstance(question, (Roll, Total)) and not is_one_answer(question, value)
        )
        values = value if several else self.split(question, value)
        own: int | None = getattr(question, "own", None)
        if key == question.key and own is not None:
            nth = own  # "under:flamer": the markers of other weapons do not count
        elif key.startswith(f"{question.key}:") and not several:
            nth = 0  # "order:plasma gun" is meant for it, whatever was fired before
        if len(values) > 1:
            self.spare[key] = min(self.spare.get(key, values), values[nth + 1 :], key=len)
        if nth >= len(values):
            spent = getattr(question, "spent", None)
            if spent is not None:
                return True, spent
            if once:
                return False, None
            nth = len(values) - 1
        lapsed = getattr(question, "expired_values", ())
        if isinstance(question, Arrange) and lapsed:
            kinds = (*question.kinds, *((name, 1) for name in lapsed))
            wider = answer_from(question.but(kinds=kinds, expired_values=()), values[nth])
            return True, [run for run in wider if run[1] not in lapsed]
        if name_key(str(values[nth])) in map(name_key, lapsed):
            return True, question.default
        return True, answer_from(question, values[nth])

    @staticmethod
    def split(question: Question, value: Any) -> list[Any]:
        """Text with several names or numbers, such as the weapons to fire in turn, as a list."""
        if isinstance(question, Choose) and question.spent is not None and isinstance(value, str):
            names = {name_key(option.value) for option in question.options}
            parts = [part.strip() for part in value.split(",")]
            if name_key(value) not in names and len(parts) > 1:
                return parts
        if isinstance(question, Number) and question.each and isinstance(value, str) and not is_draw(value):
            return [part.strip() for part in value.split(",")]
        return [value]

    def check_forced(self, question: Question, answer: Answer) -> None:
        """A question that had one way out: what was given for it must be that.

        ``answer`` None: nothing hangs on it, so what was given makes no difference; but it must be possible. What was
        given for it among others ("reaction" for "reaction:Boyz") is wrong only if none takes it, see ``misfits``.

        :raises BadAnswer: what was given for just this question is something else
        """
        self.see(question)
        if self.silent(question):
            return
        self.met.setdefault(head_of(question.key), question)
        own, *others = keys_of(question)
        if own not in self.answers and not any(map(self.answers.__contains__, others)) and not self.named(question):
            return
        used = {*self.used}
        if answer is None:
            self.first(question, [own, *others])
            self.used = used
            return
        said, wanted = self.first(question, [own])
        if said and question.read(wanted) != question.read(answer):
            raise BadAnswer(only_answer_text(question, answer))
        for key in others if not said else ():
            try:
                said, wanted = self.first(question, [key])
                if said and question.read(wanted) != question.read(answer):
                    raise BadAnswer(only_answer_text(question, answer))
                self.fits |= {key} if said else set()
            except BadAnswer as error:
                self.misfits.setdefault(key, str(error))
        if getattr(question, "spent", None) is None:  # what is picked one after the other was picked all the same
            self.used = used

    def default_unless_given(self, question: Question, answer: Any) -> Any:
        """What was given for a question that nobody need be asked; the same makes no difference, nor does nothing."""
        used = {*self.used}
        self.met.setdefault(head_of(question.key), question)
        said, wanted = self.first(question)
        value = question.read(wanted) if said else answer
        if value == answer:
            self.used = used
            self.fits |= {key for key in keys_of(question) if key in self.answers}
        return value

    def every_said(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Of these names those that were given, where one after the other is picked; () if none was."""
        given = self.answers.get(key, ())
        said = given if isinstance(given, list | tuple) else [given, *str(given).split(",")]
        plain = {name_key(str(yes_or_no(one))) for one in said}
        return tuple(name for name in names if name_key(name) in plain)

    def named(self, question: Question) -> bool:
        """True if something was given for one of several names."""
        return isinstance(question, Numbers) and any(key.startswith(f"{question.key}:") for key in self.answers)

    def see(self, question: Question) -> None:
        if not isinstance(question, Choose) or question.spent is None:
            return
        for option in question.options:  # of what is picked one after the other, such as weapons
            if option.closed and not option.rarely_chosen:  # one that is out of sight only has its turn later
                self.closed.setdefault(option.value, "; ".join(f"{r.text} ({r.rule})" for r in option.closed))

    def unused(self) -> list[str]:
        """The keys whose answers made no difference: nobody asked, or nothing else was possible."""
        return [key for key in self.answers if key not in self.used]

    def join(self, other: Preset) -> None:
        """What made a difference to another playing of the same attack made one."""
        self.used |= other.used
        self.overruled |= other.overruled
        for key, left in other.spare.items():
            self.spare[key] = min(self.spare.get(key, left), left, key=len)


def flattened(answers: Mapping[str, Any]) -> dict[str, Any]:
    """``cover: {Ork Boy: 5+}`` as ``cover:Ork Boy``; ``under: {3: 0.5, 1: 0.5}`` are chances, and one answer."""
    flat: dict[str, Any] = {}
    for key, value in answers.items():
        if isinstance(value, Mapping) and not {"first", "passed", "sum"} & set(value) and not by_number(value):
            flat |= {f"{key}:{sub}": inner for sub, inner in value.items()}
        else:
            flat[key] = value
    return flat


def keys_of(question: Question) -> list[str]:
    """The keys under which an answer may be given: "pools:sniper rifle" falls back on "pools"."""
    if isinstance(question, (Roll, Total)):
        return [question.key]
    return list(dict.fromkeys((question.key, head_of(question.key))))


def head_of(key: str) -> str:
    """What the key is about, whichever of several: "pools" of "pools:sniper rifle"."""
    return key.partition(":")[0]


def only_answer_text(question: Question, answer: Answer) -> str:
    only = shown(answer) if isinstance(question, Choose) else say(question, answer)
    return f"{question.key}: only {only} is possible here"


def is_one_answer(question: Question, value: list[Any]) -> bool:
    """True of a list that is one answer: names, or an offset; it does not answer the same question again and again."""
    if isinstance(question, (Subset, Phrases)):
        return all(isinstance(part, str) for part in value)
    offset = isinstance(question, Numbers) and question.across is not None and len(value) == 2
    return offset and all(type(part) is int for part in value)


def answer_from(question: Question, value: Any) -> Answer:
    """What was given as an answer that fits, a `Draw` included. :raises BadAnswer: if it does not, naming the key."""
    value = yes_or_no(value)
    try:
        if isinstance(question, Number) and question.drawn and is_draw(value):
            return draw_of(question, value)
        if isinstance(question, Subset) and isinstance(value, list):
            loose = question.but(exactly=None, at_least=0)
            value = [name for part in value for name in parse(loose, str(part))]
        if isinstance(question, Phrases) and isinstance(value, list):
            value = [phrase for part in value for phrase in parse(question, str(part))]
        answer = parse(question, str(value)) if isinstance(value, (str, int, float)) else value
        question.read(answer)
    except BadAnswer as error:
        raise BadAnswer(f"{question.key}: {error}") from None
    return answer


def raise_missing(question: Question, place: int) -> Answer:
    raise Missing(question)


def dice(seed: str | int) -> Answerer:
    """Seeded dice. The seed is joined to the place in the log, so undo never buys other dice."""

    def throw(question: Question, place: int) -> Answer:
        if not isinstance(question, (Roll, Total)):
            raise Missing(question)
        faces = stream(f"{seed}/{place}/{question.key}", question.sides)
        first = [next(faces) for _ in range(question.dice)]
        if isinstance(question, Total):
            if sum(first) not in question.again:
                return {"first": first}
            return {"first": first, "again": [next(faces) for _ in first]}
        again = [next(faces) for face in first if face in question.again]
        return {"first": first, "again": again} if question.again else {"first": first}

    return throw


def stream(seed: str, sides: int) -> Iterator[int]:
    """Faces of one die after another. Only ``random()`` is promised to stay the same in every Python."""
    random = Random(seed).random
    while True:
        yield int(random() * sides) + 1


class PresetTable(Table):
    """A table whose forced questions are held against what was given; what is given as chances is drawn by the seed."""

    def __init__(self, given: Preset, seed: str | int = "", heard: Callable[[Entry], None] | None = None) -> None:
        super().__init__(self.drawn_or_given, heard)
        self.given, self.seed = given, seed

    def drawn_or_given(self, question: Question, place: int) -> Answer:
        answer = self.given(question, place)
        if not isinstance(answer, Draw):
            return answer
        number = answer.picked(Random(f"{self.seed}/{place}/{question.key}").random())
        words = f"{question.key}: {say(question, number)}, drawn from {answer.text}"
        self.append(Entry(title(self.step), None, text=words, rules=question.rules, record=self.record))
        return number

    def check_only_answer(self, question: Question, answer: Answer) -> None:
        self.given.check_forced(question, answer)

    def default_unless_given(self, question: Question, answer: Any) -> Any:
        value = self.given.default_unless_given(question, answer)
        if value != answer:
            words = f"{question.key}: {say(question, value)}, as was said"
            self.append(Entry(title(self.step), None, text=words, rules=question.rules, record=self.record))
        return value

    def every_said(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        return self.given.every_said(key, names)


def resolve(
    ruleset: Ruleset, start: Any, answers: Mapping[str, Any], seed: str | int, settings: Mapping[str, str] | None = None
) -> tuple[Any, PresetTable]:
    """One attack, rolled at once: the record it ends in and the table with its log.

    :raises BadAnswer, Missing: what was given does not fit, or is not enough.
    """
    table = PresetTable(Preset(answers, dice(seed)), seed)
    table.settings = ruleset.defaults() | dict(settings or {})
    return play(ruleset.attack, start, table), table
