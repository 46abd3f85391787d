"""Typed text as an answer that `question.read` accepts, and back; and one attack to compute, with its answers.

Text comes from a prompt or as `--set KEY=VALUE`. `parse` and `say` are the two directions; `dice.py` reads dice.
Lists and mappings may also be JSON, which `say` uses for the rare answers that words cannot express. An attack to
compute says who shoots at whom, and which answers are given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.engine import questions
from shoot_cli.engine.names import IF, NONE_OF, find, name_key
from shoot_cli.engine.reasons import Answer, BadAnswer, InputError, how_many_words, listed, shown, yes_or_no
from shoot_cli.engine.single_reroll import more_of, more_words, without
from shoot_cli.input import lists
from shoot_cli.input.dice import (
    RollAgain,
    example_roll,
    example_total,
    roll_answer,
    roll_at_prompt,
    say_roll,
    say_total,
    total_answer,
)

if TYPE_CHECKING:
    from shoot_cli.engine.ruleset import Ruleset


def spelled(answers: Mapping[str, Any], keys: Collection[str], names: Iterable[str] = ()) -> dict[str, Any]:
    """Return the answers by the spelling of `keys`, ignoring case and spaces, where only one key fits. `names` may
    follow the colon of a key that has no own entry. An exact key keeps its answer."""
    whole, exact, heads = _keys_by_fold(tuple(keys))
    names_by_key: dict[str, str] | None = None
    respelled: dict[str, Any] = {}
    for key, value in answers.items():
        if key in exact:
            respelled[key] = value
            continue
        head, colon, name = key.partition(":")
        if name and names_by_key is None:
            names_by_key = _by_fold(names)
        name = names_by_key.get(name_key(name), name) if names_by_key else name
        meant = whole.get(name_key(key)) or heads.get(name_key(head), head) + colon + name
        respelled[key if meant in answers or meant in respelled else meant] = value
    return respelled


@lru_cache(256)
def _keys_by_fold(keys: tuple[str, ...]) -> tuple[dict[str, str], frozenset[str], dict[str, str]]:
    """Return the keys by their `name_key`, these keys alone, and the parts before the colon by their `name_key`."""
    whole = _by_fold(keys)
    return whole, frozenset(whole.values()), _by_fold(key.partition(":")[0] for key in keys)


def in_known_words(
    answers: Mapping[str, Any], keys: Collection[str], meant: Callable[[str], tuple[str, bool] | None]
) -> dict[str, Any]:
    """Return the answers by the standard key of each fact: `if target is not hurt=yes` is `if target hurt=no`.

    :param meant: returns the standard key of a key, and whether yes and no are swapped
    :raises InputError: two answers to one fact contradict each other
    """
    result: dict[str, Any] = {}
    key_as_typed: dict[str, str] = {}
    for key, value in answers.items():
        standard = None if key in keys else meant(key)
        known, denied = standard or (key, False)
        if standard is not None:
            word = _as_yes_or_no(value)
            value = {"yes": "no", "no": "yes"}.get(word, word) if denied and isinstance(word, str) else word
        if known in result and _as_yes_or_no(result[known]) != _as_yes_or_no(value):
            raise InputError(f"{key_as_typed[known]} and {key} contradict each other: they are one fact; leave out one")
        result[known], key_as_typed[known] = value, key
    return result


def meant_in_short(text: str, questions_of_units: Iterable[questions.Question]) -> tuple[str, str] | None:
    """Return the key and value that a few words mean among the questions of units; None if they mean none, or several.

    `oath` is the one fact whose words have it (`if Oath of Moment target`), `go to ground` the one option of that name.
    """
    typed = name_key(text)
    meanings = dict[tuple[str, str], None]()
    for question in questions_of_units:
        if not isinstance(question, questions.Choose):
            continue
        key = question.key.partition(":")[0]  # without the unit of which it is asked
        if key.startswith(IF) and {*typed.split()} <= {*name_key(key.removeprefix(IF)).split()}:
            meanings[question.key, "yes"] = None
        if typed not in ("yes", "no", "all", "none"):
            meanings |= {(key, option.value): None for option in question.options if name_key(option.value) == typed}
    return next(iter(meanings)) if len(meanings) == 1 else None


NO_OR_YES = questions.Choose("", (questions.Option("no"), questions.Option("yes")))


def _as_yes_or_no(value: Any) -> Any:
    """Return "yes" or "no" if the value means that; otherwise the value."""
    value = yes_or_no(value)
    try:
        return parse(NO_OR_YES, value) if isinstance(value, str) else value
    except BadAnswer:
        return value


def _by_fold(names: Iterable[str]) -> dict[str, str]:
    """Return the names by their `name_key`, without names that differ only in case."""
    names_by_fold: dict[str, set[str]] = {}
    for name in names:
        names_by_fold.setdefault(name_key(name), set()).add(name)
    return {fold: min(spellings) for fold, spellings in names_by_fold.items() if len(spellings) == 1}


def _names_in(unit: Any) -> Iterator[str]:
    for model, _ in getattr(unit, "models", ()):
        yield model.name
        yield from (weapon.name for weapon in getattr(model, "weapons", ()))


LOST = {"attacker": "lost", "target": "target_lost"}  # the keys of losses that are told


def name_left(ruleset: Ruleset, role: str, unit: Any, answers: Mapping[str, Any]) -> str:
    """Return the name of what the losses in these answers leave of a unit, its own if they cannot be.

    :param role: "attacker" or "target"
    """
    lost = spelled(answers, LOST.values()).get(LOST[role])
    try:
        return str(unit.name) if lost is None else ruleset.name_left(unit, lost)
    except BadAnswer:
        return str(unit.name)  # the attack itself says what is wrong


# By the name of a mode that was said: the attacker with every other mode in its place; None if the name means none.
OtherModes = Mapping[str, tuple[Any, ...] | None]


class Task(NamedTuple):
    """One attack to compute."""

    ruleset: Ruleset
    attacker: Any
    target: Any
    answers: dict[str, Any]
    settings: dict[str, str]
    mustered: tuple[questions.Subset, ...] = ()  # who joined these units; the default holds
    given_keys: frozenset[str] = frozenset()  # keys of `mustered` that were given
    stand_alone: Mapping[str, tuple[str, ...]] = {}  # leaders that lead nobody, and whom they may join
    situation: str = ""  # what holds, in words
    in_modes: Mapping[str, OtherModes] = {}  # of the modes that were said, by key

    def named(self) -> dict[str, str]:
        """Return the names of the ruleset and of both units, as they stand after losses that were told."""
        units = {"attacker": self.attacker, "target": self.target}
        names = {role: name_left(self.ruleset, role, unit, self.answers) for role, unit in units.items()}
        return {"ruleset": self.ruleset.name, **names}

    def assumed(self) -> dict[str, str]:
        """Return the assumed joined units by key, if nobody gave them and somebody could have joined."""
        return {
            question.key: say(question, question.default)
            for question in self.mustered
            if question.key not in self.given_keys and question.names
        }

    def names(self) -> dict[str, str]:
        """Return the names of the questions who has joined these units, by key, for use inside a sentence."""
        return {question.key: questions.told_in_full(question) for question in self.mustered}

    def start(self) -> Any:
        """Return the first record. :raises InputError: these units cannot shoot at each other"""
        closed = self.ruleset.why_cannot_meet(self.attacker, self.target)
        if closed:
            raise InputError("; ".join(f"{reason.text} ({reason.rule})" for reason in closed))
        return self.ruleset.begin_attack(self.attacker, self.target)

    def known(self) -> tuple[Any, ...]:
        """Return every question that an attack of these two units may ask."""
        return (*self.ruleset.possible_questions, *self.ruleset.possible_questions_of(self.attacker, self.target))

    def spelled(self) -> Task:
        """Return the task with the keys of its answers spelled like those of its questions."""
        if {*self.ruleset.question_keys}.issuperset(self.answers):
            return self  # each is a key as it stands
        names = [name for unit in (self.attacker, self.target) for name in _names_in(unit)]
        keys = [question.key for question in self.known()]
        answers = spelled(self.answers, keys, names)
        unknown = [key for key in answers if key not in keys and self.ruleset.key_meant(key) is None]
        for key in unknown:  # `oath=yes`
            meant = meant_in_short(key, self.known()) if _as_yes_or_no(answers[key]) in ("yes", "no") else None
            if meant and meant[1] == "yes" and meant[0] not in answers:
                answers = {meant[0] if old_key == key else old_key: value for old_key, value in answers.items()}
        return self._replace(answers=in_known_words(answers, keys, self.ruleset.key_meant))

    def titles(self) -> Mapping[str, str]:
        """Return the names of the measures of this attack."""
        return {**self.ruleset.titles, **self.ruleset.measure_titles(self.start())}


LONGEST = 1000  # the most characters of one answer
PLACES = 18  # digits of a row number that are read
AS_SAID = "as said"

__all__ = ["AS_SAID", "LONGEST", "RollAgain", "completed", "example", "find", "parse", "say"]


def parse(question: questions.Question, text: str) -> Answer:
    """Return the answer that a text gives to the question.

    >>> parse(questions.Number("distance", 0, 48, unit="inches", whole=False), '12,5"')
    12.5
    >>> parse(questions.HowMany("firing", (("Trooper", 8), ("Sergeant", 1))), "5 troopers, sergeant")
    [5, 1]

    :raises RollAgain: dice that fit, some of which are to be rolled again.
    :raises BadAnswer: what came and what would do, in words.
    """
    if len(text) > LONGEST:
        raise BadAnswer(f"an answer has at most {LONGEST} characters, that is {len(text)}")
    if not text.strip() and not isinstance(question, questions.Facts):
        raise BadAnswer(f"{request_text(question)} As in {example(question)}")
    answer = _from_json(question, text)
    if answer is None:
        answer = _READERS[type(question)](question, text.strip())
    question.read(answer)
    return answer


def completed(question: questions.Question, text: str) -> Answer:
    """Return the same for a prompt: what an order of models does not name comes last, and counts are of a first throw.

    :raises RollAgain: dice that fit, some of which are to be rolled again.
    """
    if isinstance(question, questions.Roll) and question.again and not text.lstrip().startswith("{") and text.strip():
        return roll_at_prompt(question, text)
    try:
        return parse(question, text)
    except BadAnswer:
        if isinstance(question, questions.Arrange):
            with suppress(BadAnswer):
                return parse(question, f"{text}, rest")
        raise


def request_text(question: questions.Question) -> str:
    """Return the request in a few words: `how many inches?`."""
    if isinstance(question, (questions.Number, questions.Numbers)):
        return how_many_words(question.unit)
    if isinstance(question, (questions.Roll, questions.Total)):
        return "what was thrown?"
    return {questions.HowMany: "how many?", questions.Arrange: "in which order?"}.get(type(question), "which?")


def say(question: questions.Question, answer: Answer) -> str:
    """Return the answer as people would type it: `6 6 3 1`, `5 Trooper, 1 Sergeant`. `parse` can read it. Chosen
    re-rolls are added at the end; nobody types them."""
    if isinstance(question, (questions.Roll, questions.Total)) and more_of(answer):
        return f"{say(question, without(answer))}, {more_words(question, answer)}"
    text = _WRITERS[type(question)](question, answer)
    if isinstance(question, (questions.Choose, questions.Number)) or len(text) > LONGEST:
        return text
    try:
        if question.read(parse(question, text)) == question.read(answer):
            return text
    except BadAnswer:
        pass
    return json.dumps(answer, ensure_ascii=False)


def example(question: questions.Question) -> str:
    """Return an example of an answer, which is the default if there is one."""
    if isinstance(question, questions.Roll):
        return example_roll(question)
    if isinstance(question, questions.Total):
        return example_total(question)
    if question.default:
        return say(question, question.default)
    if isinstance(question, questions.Choose):
        return next((option.value for option in question.open()), "nothing is open")
    if isinstance(question, questions.Number):
        return lists.usual_value(question)
    if isinstance(question, questions.Numbers):
        return lists.example_numbers(question)
    if isinstance(question, questions.Subset):
        few = max(1, question.at_least, question.exactly or 0)
        return say(question, list(question.open()[:few]))
    if isinstance(question, questions.Phrases):
        return question.example
    if isinstance(question, questions.HowMany):
        return say(question, [most for _, most in question.groups])
    if isinstance(question, questions.Arrange):
        return say(question, [[n, name, ""] for name, n in question.kinds])
    return ", ".join(f"{part.key}={example(part)}" for part in question.parts[:1]) or AS_SAID


# Choices and numbers -----------------------------------------------------------------------------------------------


TRUTH = {"true": "yes", "y": "yes", "on": "yes", "false": "no", "none": "no", "n": "no", "off": "no"}


def _choose(question: questions.Choose, text: str) -> Answer:
    """Return the value of an option, even a closed one. The text is a value, a label, a clear part of either, or `#2`
    for the second option. A space may replace `_`."""
    if any(option.less for option in question.options) and not text.lstrip().startswith("#"):
        return _at_price(question, text)
    values, labels = [option.value for option in question.options], [option.label for option in question.options]
    if {"yes", "no"} <= {*values} and (truth_value := TRUTH.get(name_key(text))) and name_key(text) not in values:
        return truth_value
    exact = find(text, values, near=False)
    if exact:
        return values[exact[0]]
    if called := [option.value for option in question.options if name_key(text) in map(name_key, option.called)]:
        return called[0]
    if name_key(text) in NONE_OF and (refusal := question.refusal()) is not None:
        return refusal
    if name_key(text) in map(name_key, question.expired_values):
        raise BadAnswer(f"{shown(text)} cannot be chosen now")
    if match := re.fullmatch(r"#\s*([0-9]+)", text):
        return _value_of_row(int(match[1][:PLACES]), values)
    equal_labels = find(text, labels, near=False)
    if len(equal_labels) == 1:
        return values[equal_labels[0]]
    spaced = [value.replace("_", " ") for value in values]
    if equal_names := find(text, spaced, near=False):
        return values[equal_names[0]]
    meant = _values_meant(question, text)
    if len(meant) > 1:
        raise BadAnswer(f"{shown(text)} can be {listed(meant)}: say more of it")
    return meant[0] if meant else text  # `read` refuses it and lists the open options


def _value_of_row(row: int, values: list[str]) -> str:
    """Return the value of a row; the first is 1. :raises BadAnswer: there is no such row"""
    if not 1 <= row <= len(values):
        raise BadAnswer(f"there is no row {row}: the last one is {len(values)}")
    return values[row - 1]


def _values_meant(question: questions.Choose, text: str) -> list[str]:
    """Return the values of the options of which the text is a part: of the value, the name, or a mode."""
    values = [option.value for option in question.options]
    names = [REMARK.split(option.label)[0] or option.value for option in question.options]
    all_texts = [*values, *names, *(value.replace("_", " ") for value in values)]
    indexes = dict.fromkeys(i % len(values) for i in find(text, all_texts))
    if len(name_key(text)) < 3 and text.isascii():  # so few letters are not meant in the middle of a word
        begins = re.compile(rf"(?<!\w){re.escape(name_key(text))}")
        indexes = {
            i: None for i in indexes if any(begins.search(name_key(said)) for said in all_texts[i :: len(values)])
        }
    modes = [i for i, option in enumerate(question.options) if not option.closed and is_mode(text, option.value)]
    return [values[i] for i in dict.fromkeys([*indexes, *modes])]


REMARK = re.compile(r"[,;:(]")  # begins what a label says besides the name


def is_mode(text: str, name: str) -> bool:
    """Return True if a text is what stands in brackets there: `frag` of “missile launcher (frag)”."""
    return name_key(text) in map(name_key, re.findall(r"[(\[]([^()\[\]]+)[)\]]", name))


def _at_price(question: questions.Choose, text: str) -> Answer:
    """Return the value of an option, where some are there for a lower price: those are meant with a 0 at the end."""
    name, less = questions.of_price(text, question.options)
    end = questions.CHEAPER if less else ""
    rows = [option for option in question.options if option.less == less]
    values = tuple(option.but(value=option.value.removesuffix(end), less=False) for option in rows)
    value = _choose(question.but(options=values), name)
    return f"{value}{end}" if any(option.value == value for option in values) else text


# Facts and JSON ----------------------------------------------------------------------------------------------------


def _facts(question: questions.Facts, text: str) -> Answer:
    """Read `key=value, key=value`. Only a comma before a known key separates, because values may contain commas."""
    if name_key(text) in ("", AS_SAID):
        return {}
    keys = {part.key.casefold(): part for part in (*question.parts, *question.unasked) if part.key[-1] != ":"}
    known = "|".join(re.escape(key) for key in sorted(keys, key=len, reverse=True))
    matches = list(re.finditer(rf"(?:^|[,;\n])\s*({known})\s*=", text, re.IGNORECASE)) if keys else []
    if not matches or matches[0].start() > 0:
        asked = ", ".join(f"{part.key}={example(part)}" for part in question.parts)
        raise BadAnswer(
            f"{shown(text)} is not understood: say what differs, as in {asked}" if asked else "nothing is asked"
        )
    answer: dict[str, Answer] = {}
    for index, match in enumerate(matches):
        end = matches[index + 1].start() if index + 1 < len(matches) else len(text)
        part = keys.get(match[1].casefold())
        if part is None:  # some letters have another case in other languages
            raise BadAnswer(f"{shown(match[1])} is not asked here, only {', '.join(p.key for p in question.parts)}")
        if part.key in answer:
            raise BadAnswer(f"{part.key} is said twice")
        try:
            answer[part.key] = parse(part, text[match.end() : end].strip())
        except BadAnswer as error:
            raise BadAnswer(f"{part.key}: {error}") from None
    return answer


def _from_json(question: questions.Question, text: str) -> Answer | None:
    """Return a list or mapping from JSON, or None if the text is not JSON."""
    if text.lstrip()[:1] not in ("[", "{"):
        return None
    starts = (
        ("[", questions.HowMany, questions.Arrange, questions.Subset, questions.Numbers, questions.Phrases),
        ("{", questions.Roll, questions.Total, questions.Facts, questions.Numbers),
    )
    if not any(text.lstrip().startswith(start) and isinstance(question, tuple(kinds)) for start, *kinds in starts):
        return None
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        return None


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large")
    return value


# Answers as text ---------------------------------------------------------------------------------------------------


def _say_facts(question: questions.Facts, answer: Mapping[str, Answer]) -> str:
    words = [f"{part.key}={say(part, answer[part.key])}" for part in question.parts if part.key in answer]
    return ", ".join(words) or AS_SAID


_READERS: dict[type, Callable[[Any, str], Answer]] = {
    questions.Roll: roll_answer,
    questions.Total: total_answer,
    questions.Choose: _choose,
    questions.Number: lists.number_answer,
    questions.HowMany: lists.how_many,
    questions.Arrange: lists.arrange,
    questions.Numbers: lists.numbers,
    questions.Subset: lists.several,
    questions.Phrases: questions.Phrases.split,
    questions.Facts: _facts,
}
_WRITERS: dict[type, Callable[[Any, Any], str]] = {
    questions.Roll: say_roll,
    questions.Total: say_total,
    questions.Choose: lambda question, answer: str(answer),
    questions.Number: lambda question, answer: lists.say_number(answer),
    questions.HowMany: lists.say_how_many,
    questions.Arrange: lists.say_arrange,
    questions.Numbers: lists.say_numbers,
    questions.Subset: lists.say_several,
    questions.Phrases: lists.say_phrases,
    questions.Facts: _say_facts,
}
