"""Sources of answers: preset answers, defaults, and seeded dice. Each is an `Answerer`, `(question, index in the log)
-> answer`, and passes questions on to the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any

from shoot_cli.engine.distributions import Draw, by_number, draw_of, is_draw
from shoot_cli.engine.names import all_of, name_key
from shoot_cli.engine.questions import (
    UNKNOWN,
    Arrange,
    Choose,
    Facts,
    HowMany,
    Number,
    Numbers,
    Phrases,
    Question,
    Roll,
    Subset,
    Total,
    told_in_full,
)
from shoot_cli.engine.reasons import Answer, BadAnswer, shown, yes_or_no
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Answerer, Entry, Table, title
from shoot_cli.input.answers import PLACES, parse, say
from shoot_cli.input.lists import narrowest, of_those_here


class Missing(ValueError):
    """Raised if nobody answered a question without a default."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"{question.key} is needed: {question.text}")
        self.question = question


class Preset:
    """Answers given before the attack, by key. Other questions get their default, or go on to `otherwise`.

    A value is text as people type it, a number, or a JSON answer. A list answers repeated questions one by one, but a
    list of names is one answer. `distance:Howitzer` is the number of one thing, or of all things that the name means;
    it goes before `distance`. Chances by number become a `Draw`, which the table must draw. `assumed` tells the
    defaults that were taken.
    """

    def __init__(self, answers: Mapping[str, Any], otherwise: Answerer) -> None:
        self.answers, self.otherwise = flattened(answers), otherwise
        self.about = {head_of(key) for key in self.answers}
        self.used: set[str] = set()  # keys whose answer was used by a question with several possible answers
        self.effect_phrases: dict[str, tuple[str, ...]] = {}  # effects and the like, by key
        self.spare: dict[str, list[Any]] = {}  # the unused rest of each list of answers
        self.met: dict[str, Question] = {}  # questions that nobody need be asked, by head of their key
        self.misfits: dict[str, str] = {}  # keys with an answer that was impossible for a forced question, and why
        self.fits: set[str] = set()  # keys with the only possible answer of a forced question
        self.defaults: dict[str, list[Question]] = {}
        self.differing: set[str] = set()  # keys whose first default means something else at a later question
        # what each key was asked about ("plasma gun"): its question, or None if its own default is not always the same
        self.about_each: dict[str, dict[str, Question | None]] = {}
        self.overruled: dict[str, tuple[str, str]] = {}  # computed values that an answer replaced: (computed, given)
        self.closed: dict[str, str] = {}  # options that were closed when they first occurred, and why

    @property
    def assumed(self) -> dict[str, str]:
        """The defaults that were taken, as text by key: said back, they come to the same. For repeated questions, all
        different defaults; for a fact whose default differs between weapons, `short:plasma gun` for each."""
        return {
            key: ", ".join(dict.fromkeys(map(default_text, questions))) for key, (_, questions) in self.taken().items()
        }

    def taken(self) -> dict[str, tuple[str, list[Question]]]:
        """Return the questions whose default was taken, by the key that it can be said with, and of what it is one of
        several. A default that changes during the attack has no such key."""
        found: dict[str, tuple[str, list[Question]]] = {}
        for key, questions in self.defaults.items():
            if key not in self.differing:
                found[key] = ("", questions)
                continue
            each = self.about_each[key]
            found |= {f"{key}:{name}": (name, [question]) for name, question in each.items() if question and name}
        return found

    @property
    def names(self) -> dict[str, str]:
        """The names of what was assumed, by key, for use inside a sentence."""
        return {
            key: f"{name} ({one})" if one else name
            for key, (one, (question, *_)) in self.taken().items()
            if (name := told_in_full(question))
        }

    def __call__(self, question: Question, place: int) -> Answer:
        if isinstance(question, Facts):
            return self.facts(question)
        self.see(question)
        given, answer = self.first(question)
        if given:
            return answer
        if question.default is None:
            return self.otherwise(question, place)
        spent = getattr(question, "spent", None)
        if spent is None:
            self.default_of(question)
        elif question.key not in self.defaults:
            self.defaults[question.key] = [question]
        elif question.default != spent:
            self.defaults[question.key].append(question)
        return question.default

    def facts(self, question: Facts) -> Answer:
        about, answers = question.key.partition(":")[2], dict[str, Answer]()
        if not self.answers:
            for part in question.parts:
                self.default_of(part, about)
            return {}
        for part in question.parts:
            if self.silent(part):
                continue
            keys = [f"{part.key}:{about}", *self.longer_key(part), part.key]
            if about and keys[0] not in self.answers and self.is_more_than_all(part):
                continue
            given, answer = self.first(part, keys, question.nth)
            if isinstance(answer, Draw):  # facts of one question cannot be drawn one by one
                raise BadAnswer(f"{part.key}: only one number will do here, not {answer.text}")
            if given:
                answers[part.key] = answer
        for part in question.parts if answers else ():
            if part.key in answers and getattr(part, "computed", False):
                others = {key: other_answer for key, other_answer in answers.items() if key != part.key}
                self.hold_against(self.followed(question, part.key, others), answers[part.key])
        given_values = {part.key: part.read(answers[part.key]) for part in question.parts if part.key in answers}
        for part in question.left(given_values):
            self.default_of(part, about)
        return answers

    def longer_key(self, part: Question) -> list[str]:
        """Return the longer key that a preset may use, unless it says there what is no answer of its own."""
        key = getattr(part, "also", "")
        if key in self.answers and name_key(str(self.answers[key])) in map(
            name_key, getattr(part, "expired_values", ())
        ):
            self.used.add(key)
            return []
        return [key] if key else []

    def is_more_than_all(self, part: Question) -> bool:
        """Return True if more of them are wanted than there are here, where all are the default. It is said of all
        weapons: here all do, and it is refused only if no other weapon has so many."""
        wanted = str(self.answers.get(part.key, "")).strip()
        is_number = wanted.isdecimal() and len(wanted) <= PLACES
        if not isinstance(part, HowMany) or not is_number or part.apiece or part.by_name:
            return False
        there = tuple(n for _, n in part.groups)
        if part.default != there or int(wanted) <= sum(there):
            return False
        try:
            answer_from(part, wanted, of_all=True)
        except BadAnswer as error:
            self.misfits.setdefault(part.key, str(error))
            return True
        return False

    def with_defaults(self, question: Facts) -> list[Question]:
        """Return the parts of the question, with the defaults that follow from the given answers."""
        answers = self.facts(question)
        given_values = {part.key: part.read(answers[part.key]) for part in question.parts if part.key in answers}
        with_default = {part.key: part for part in question.left(given_values)}
        return [with_default.get(part.key, part) for part in question.parts]

    def followed(self, question: Facts, key: str, answers: Mapping[str, Answer]) -> Any:
        """Return the part with this key, with the default that follows from the other answers."""
        given_values = {part.key: part.read(answers[part.key]) for part in question.parts if part.key in answers}
        return next(part for part in question.left(given_values) if part.key == key)

    def default_of(self, part: Question, about: str = "") -> None:
        """Take the default, and remember it unless it is computed."""
        if getattr(part, "computed", False):
            return
        first = self.defaults.setdefault(part.key, [part])[0]
        if isinstance(part, Arrange) and part.nth > 0:
            return  # an answer is for the first of them alone
        each = self.about_each.setdefault(part.key, {})
        own = each.setdefault(about, part)
        if own is not None and not is_same_default(part, own):
            each[about] = None
        if part.key not in self.differing and not is_same_default(part, first, of_all=True):
            self.differing.add(part.key)

    def take_defaults(self, other: Preset) -> None:
        """Add the defaults that another run of the same attack took."""
        for key, questions in other.defaults.items():
            self.defaults.setdefault(key, questions)
        self.differing |= other.differing
        for key, each in other.about_each.items():
            for about, question in each.items():
                if question is None:
                    self.about_each.setdefault(key, {})[about] = None
                else:
                    self.default_of(question, about)

    def hold_against(self, part: Question, answer: Answer) -> None:
        """Remember an answer that replaces a computed value."""
        computed = getattr(part, "computed", False) and part.default != UNKNOWN
        if computed and (given := str(part.read(answer))) != part.default:
            self.overruled[part.key] = (str(part.default), given)

    def first(self, question: Question, keys: list[str] | None = None, nth: int = 0) -> tuple[bool, Answer]:
        """Return whether an answer was given, and the answer from the first of these keys. For `Numbers`, merge all
        keys.

        :param keys: None: the keys of the question
        """
        given, answer = False, None
        if self.silent(question):
            return given, answer
        if isinstance(question, Phrases):
            return self.phrases(question)
        keys = keys_of(question) if keys is None else keys
        for key in keys:
            if not given and key in self.answers:
                given, answer = self.given_answer(question, key, nth)
        if not isinstance(question, Numbers):
            return given, answer
        by_name: dict[str, Answer] = {}
        for key in reversed(dict.fromkeys(keys)):
            by_name |= self.by_name(question, key, {*keys}, nth)
        if not by_name:
            return given, answer
        if isinstance(answer, Mapping):
            rest = {question.name(name): value for name, value in answer.items()}
        else:
            rest = dict.fromkeys(question.names, answer) if given else {}
        if question.default is not None and not {*question.names} <= rest.keys() | by_name.keys():
            self.defaults.setdefault(question.key, [question])
        return True, rest | by_name

    def phrases(self, question: Phrases) -> tuple[bool, Answer]:
        """Return all phrases given under the key; `effects:boltgun` limits its phrases to boltguns."""
        phrases: list[str] = []
        for key in self.answers:
            base, _, limit = key.partition(":")
            if base == question.key:
                self.used.add(key)
                if limit and question.pieces_of:
                    raise BadAnswer(
                        f"{key}: say {base}, and what it is limited to in its own words ({question.example})"
                    )
                phrases_of_key = answer_from(question.but(key=key), self.answers[key])
                if not question.is_fact:
                    self.effect_phrases[key] = tuple(phrases_of_key)
                phrases += [f"{phrase}:{limit}" if limit else phrase for phrase in phrases_of_key]
        answer_from(question, phrases)
        return True, phrases

    def told_effects(self) -> dict[str, tuple[str, ...]]:
        """Return the effects that were said, by key and in standard words; keys without any are left out."""
        return {key: phrases for key, phrases in self.effect_phrases.items() if phrases}

    def silent(self, question: Question) -> bool:
        """Return True if no given answer can be for this question. All its keys have the same head."""
        return head_of(question.key) not in self.about

    def by_name(self, question: Numbers, key: str, others: set[str], nth: int) -> dict[str, Answer]:
        """Return the numbers given as `key:name`, by name. `others` are keys with another meaning."""
        meant = []
        for given_key in self.answers:
            name = given_key.removeprefix(f"{key}:")
            if name == given_key or given_key in others or not (indexes := all_of(name, question.names)):
                continue
            _, answer = self.given_answer(question.but(key=given_key, names=(name,), default=None), given_key, nth)
            if isinstance(answer, Mapping):
                raise BadAnswer(f"{given_key}: one number is wanted, not {shown(self.answers[given_key])}")
            meant.append((frozenset(indexes), answer, name))
        try:
            return narrowest(question, meant)
        except BadAnswer as error:
            raise BadAnswer(f"{question.key}: {error}") from None

    def given_answer(self, question: Question, key: str, nth: int = 0) -> tuple[bool, Answer]:
        """Return whether this key was given, and the answer. `nth` counts earlier questions.
        :raises BadAnswer: it does not fit"""
        if key not in self.answers:
            return False, None
        first = key not in self.used
        self.used.add(key)
        value, nth = self.answers[key], getattr(question, "nth", 0) or nth
        once = isinstance(question, Arrange) or getattr(question, "spent", None) is not None
        several = (
            isinstance(value, list) and not isinstance(question, (Roll, Total)) and not is_one_answer(question, value)
        )
        values = value if several else self.split(question, value)
        own_count: int | None = getattr(question, "own", None)
        if key == question.key and own_count is not None:
            nth = own_count  # "under:flamer": markers of other weapons do not count
        elif key.startswith(f"{question.key}:") and not several:
            nth = 0  # "order:plasma gun" is for this weapon, whatever was fired before
        if len(values) > 1:
            self.spare[key] = min(self.spare.get(key, values), values[nth + 1 :], key=len)
        if nth >= len(values):
            spent = getattr(question, "spent", None)
            if spent is not None:
                return True, spent
            if once:
                return False, None
            nth = len(values) - 1
        expired = getattr(question, "expired_values", ())
        if isinstance(question, Arrange) and expired:
            return True, order_from(question, values[nth])
        if name_key(str(values[nth])) in map(name_key, expired):
            return True, question.default
        answer = answer_from(question, values[nth], of_all=key == question.key)
        if first and isinstance(question, HowMany) and question.absent and answer == [*question.default]:
            self.used -= {key} if not any(question.default) else set()  # it may be about others alone
        return True, answer

    @staticmethod
    def split(question: Question, value: Any) -> list[Any]:
        """Return text with several names or numbers, such as weapons in order, as a list."""
        if isinstance(question, Choose) and question.spent is not None and isinstance(value, str):
            names = {name_key(option.value) for option in question.options}
            parts = [part.strip() for part in value.split(",")]
            if name_key(value) not in names and len(parts) > 1:
                return parts
        if isinstance(question, Number) and question.each and isinstance(value, str) and not is_draw(value):
            return [part.strip() for part in value.split(",")]
        return [value]

    def check_forced(self, question: Question, answer: Answer) -> None:
        """Check that a given answer is the only possible one.

        `answer` is None if no answer makes a difference; it must still be possible. A wrong answer under a common key
        ("reaction" for "reaction:Boyz") goes to `misfits`, because another question may take it.

        :raises BadAnswer: the answer for exactly this question is different
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
        given, wanted = self.first(question, [own])
        if given and question.read(wanted) != question.read(answer):
            raise BadAnswer(only_answer_text(question, answer))
        for key in others if not given else ():
            try:
                given, wanted = self.first(question, [key])
                if given and question.read(wanted) != question.read(answer):
                    raise BadAnswer(only_answer_text(question, answer))
                self.fits |= {key} if given else set()
            except BadAnswer as error:
                self.misfits.setdefault(key, str(error))
        if getattr(question, "spent", None) is None:  # answers that are used one by one count as used
            self.used = used

    def default_unless_given(self, question: Question, answer: Any) -> Any:
        """Return the given answer, or `answer`. An equal or missing answer does not count as used, unless it is a fact:
        that nothing was lost."""
        used = {*self.used}
        self.met.setdefault(head_of(question.key), question)
        given, wanted = self.first(question)
        value = question.read(wanted) if given else answer
        if value == answer and not (given and getattr(question, "is_fact", False)):
            self.used = used
            self.fits |= {key for key in keys_of(question) if key in self.answers}
        return value

    def given_names(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the `names` that were given under this key; () if there are none."""
        given = self.answers.get(key, ())
        given_names = given if isinstance(given, list | tuple) else [given, *str(given).split(",")]
        name_keys = {name_key(str(yes_or_no(given_name))) for given_name in given_names}
        return tuple(name for name in names if name_key(name) in name_keys)

    def named(self, question: Question) -> bool:
        """Return True if a number was given for a single name."""
        return isinstance(question, Numbers) and any(key.startswith(f"{question.key}:") for key in self.answers)

    def see(self, question: Question) -> None:
        if not isinstance(question, Choose) or question.spent is None:
            return
        for option in question.options:  # options that are chosen one by one, such as weapons
            if option.closed and not option.rarely_chosen:  # a hidden option may only have its turn later
                self.closed.setdefault(
                    option.value, "; ".join(f"{reason.text} ({reason.rule})" for reason in option.closed)
                )

    def unused(self) -> list[str]:
        """Return the keys whose answers made no difference."""
        return [key for key in self.answers if key not in self.used]

    def join(self, other: Preset) -> None:
        """Add the used answers of another run of the same attack."""
        self.used |= other.used
        self.overruled |= other.overruled
        for key, values_left in other.spare.items():
            self.spare[key] = min(self.spare.get(key, values_left), values_left, key=len)


def flattened(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return `cover: {Ork Boy: 5+}` as `cover:Ork Boy`. Chances such as `under: {3: 0.5, 1: 0.5}` stay one answer."""
    flat: dict[str, Any] = {}
    for key, value in answers.items():
        if isinstance(value, Mapping) and not {"first", "passed", "sum"} & set(value) and not by_number(value):
            flat |= {f"{key}:{sub}": inner for sub, inner in value.items()}
        else:
            flat[key] = value
    return flat


def keys_of(question: Question) -> list[str]:
    """Return the keys that may hold the answer: "pools:sniper rifle", then "pools"."""
    if isinstance(question, (Roll, Total)) or getattr(question, "alone", False):
        return [question.key]
    return list(dict.fromkeys((question.key, head_of(question.key))))


def head_of(key: str) -> str:
    """Return the part of the key before the colon."""
    return key.partition(":")[0]


def only_answer_text(question: Question, answer: Answer) -> str:
    only = shown(answer) if isinstance(question, Choose) else say(question, answer)
    return f"{question.key}: only {only} is possible here"


def is_one_answer(question: Question, value: list[Any]) -> bool:
    """Return True if the list is one answer (names, or an offset), not answers to repeated questions."""
    if isinstance(question, (Subset, Phrases)):
        return all(isinstance(part, str) for part in value)
    offset = isinstance(question, Numbers) and question.across is not None and len(value) == 2
    return offset and all(type(part) is int for part in value)


def answer_from(question: Question, value: Any, *, of_all: bool = False) -> Answer:
    """Return a given value as an answer that fits, or as a `Draw`.

    :param of_all: True if it is said of a whole attack, and may name models that this question is not about
    :raises BadAnswer: it does not fit (names the key)"""
    value = yes_or_no(value)
    try:
        if isinstance(question, Number) and question.drawn and is_draw(value):
            return draw_of(question, value)
        if isinstance(question, Subset) and isinstance(value, list):
            without_bounds = question.but(exactly=None, at_least=0)
            value = [name for part in value for name in parse(without_bounds, str(part))]
        if isinstance(question, Phrases) and isinstance(value, list):
            value = [phrase for part in value for phrase in parse(question, str(part))]
        if isinstance(question, HowMany) and of_all and question.absent and isinstance(value, str):
            value = of_those_here(question, value)
        answer = parse(question, str(value)) if isinstance(value, (str, int, float)) else value
        question.read(answer)
    except BadAnswer as error:
        raise BadAnswer(f"{question.key}: {error}") from None
    return answer


def order_from(question: Arrange, value: Any) -> Answer:
    """Return a given order of all these, or one that names others, too, without those. :raises BadAnswer: it does not
    fit"""
    with suppress(BadAnswer):
        return answer_from(question, value)
    kinds = (*question.kinds, *((name, 1) for name in question.expired_values))
    default = question.default and (*question.default, *((1, name, "") for name in question.expired_values))
    wider = answer_from(question.but(kinds=kinds, default=default, expired_values=()), value)
    return [run for run in wider if run[1] not in question.expired_values]


def default_text(question: Question) -> str:
    try:
        return _default_text(question)
    except TypeError:  # a list is no key
        return say(question, question.default)


def is_same_default(question: Question, earlier: Question, *, of_all: bool = False) -> bool:
    """Return True if the default of the earlier question, said of this one, is its default. `of_all` is as above."""
    if question is earlier or (text := default_text(earlier)) == default_text(question):
        return True
    try:
        if isinstance(question, Arrange):
            answer = order_from(question, text)
        else:
            answer = answer_from(question, text, of_all=of_all)
        return bool(question.read(answer) == question.read(question.default))
    except BadAnswer:
        return False


@lru_cache(2048)
def _default_text(question: Question) -> str:
    return say(question, question.default)


def raise_missing(question: Question, place: int) -> Answer:
    raise Missing(question)


def dice(seed: str | int) -> Answerer:
    """Return an answerer that rolls seeded dice. The seed contains the index in the log, so undo never gives other
    dice."""

    def throw(question: Question, place: int) -> Answer:
        if not isinstance(question, (Roll, Total)):
            raise Missing(question)
        faces = stream(f"{seed}/{place}/{question.key}", *(getattr(question, "adds", ()) or (question.sides,)))
        first = [next(faces) for _ in range(question.dice)]
        if isinstance(question, Total):
            if sum(first) not in question.again:
                return {"first": first}
            return {"first": first, "again": [next(faces) for _ in first]}
        again = [next(faces) for face in first if face in question.again]
        return {"first": first, "again": again} if question.again else {"first": first}

    return throw


def stream(seed: str, *sides: int) -> Iterator[int]:
    """Yield faces of a die, or sums of dice. Only `random()` is guaranteed to be equal in every Python version."""
    random = Random(seed).random
    while True:
        yield sum([int(random() * sides_of_die) + 1 for sides_of_die in sides])


class PresetTable(Table):
    """A table that checks forced questions against the given answers, and draws from given chances with the seed."""

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

    def given_names(self, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        return self.given.given_names(key, names)


def resolve(
    ruleset: Ruleset, start: Any, answers: Mapping[str, Any], seed: str | int, settings: Mapping[str, str] | None = None
) -> tuple[Any, PresetTable]:
    """Roll one attack at once. Return its last record, and the table with the log.
    :raises BadAnswer, Missing: a given answer does not fit, or an answer is missing"""
    table = PresetTable(Preset(answers, dice(seed)), seed)
    table.settings = ruleset.defaults() | dict(settings or {})
    return play(ruleset.attack, start, table), table
