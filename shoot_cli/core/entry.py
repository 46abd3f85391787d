"""Text typed by people, at a prompt or as ``--set KEY=VALUE``, as the answer that ``question.read`` accepts, and back.

``parse`` and ``say`` are the two ways; how dice are typed stands in ``dice_entry.py``. Lists and mappings may also be
given as JSON, which is how ``say`` puts the rare answer that plain words cannot tell apart.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from shoot_cli.core.dice_entry import (
    RollAgain,
    example_roll,
    example_total,
    roll_answer,
    say_roll,
    say_total,
    total_answer,
)
from shoot_cli.core.questions import (
    Answer,
    Arrange,
    BadAnswer,
    Choose,
    Facts,
    HowMany,
    Number,
    Question,
    Roll,
    Total,
    shown,
)

LONGEST = 1000  # characters of one answer
AS_SAID = "as said"
INCHES = {"inches", "inch", "in", '"', "''", "”", "″", "“"}

__all__ = ["AS_SAID", "LONGEST", "RollAgain", "example", "parse", "say"]


def parse(question: Question, text: str) -> Answer:
    """The answer that this text gives to the question.

    >>> parse(Number("distance", 0, 48, unit="inches", whole=False), '12,5"')
    12.5
    >>> parse(HowMany("firing", (("Trooper", 8), ("Sergeant", 1))), "5 troopers, sergeant")
    [5, 1]

    :raises RollAgain: dice that fit, some of which are to be rolled again.
    :raises BadAnswer: what came and what would do, in words.
    """
    if len(text) > LONGEST:
        raise BadAnswer(f"an answer has at most {LONGEST} characters, that is {len(text)}")
    if not text.strip() and not isinstance(question, Facts):
        raise BadAnswer(f"nothing was typed; say it as in {example(question)}")
    answer = _from_json(question, text)
    if answer is None:
        answer = _ANSWERS[type(question)](question, text.strip())
    question.read(answer)
    return answer


def say(question: Question, answer: Answer) -> str:
    """The answer as a person would type it: ``6 6 3 1``, ``5 Trooper, 1 Sergeant``. ``parse`` reads it back."""
    text = _SAID[type(question)](question, answer)
    if isinstance(question, (Choose, Number)) or len(text) > LONGEST:
        return text
    try:
        if question.read(parse(question, text)) == question.read(answer):
            return text
    except BadAnswer:
        pass
    return json.dumps(answer, ensure_ascii=False)


def example(question: Question) -> str:
    """Something that may be typed: the default, where there is one."""
    if isinstance(question, Roll):
        return example_roll(question)
    if isinstance(question, Total):
        return example_total(question)
    if question.default:
        return say(question, question.default)
    if isinstance(question, Choose):
        return next((option.value for option in question.open()), "nothing is open")
    if isinstance(question, Number):
        usual = min(question.high, max(question.low, 12))
        return say(question, usual if question.default is None else question.default)
    if isinstance(question, HowMany):
        return say(question, [most for _, most in question.groups])
    if isinstance(question, Arrange):
        return say(question, [[n, name, ""] for name, n in question.kinds])
    return ", ".join(f"{part.key}={example(part)}" for part in question.parts[:1]) or AS_SAID


# Names -------------------------------------------------------------------------------------------------------------


def folded(text: str) -> str:
    """Text for comparing: case, width and spaces make no difference."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def find(said: str, names: Sequence[str], *, near: bool = True) -> list[int]:
    """The places of the names that ``said`` can mean: the same, else beginning so, else a word, else any part of it.

    A plural finds its singular ("Boyz", "troopers"). Not ``near``: only the same name.
    """
    wanted, known = folded(said), [folded(name) for name in names]
    tests: list[Callable[[str, str], bool]] = [str.__eq__]
    if near:
        tests += [str.startswith, lambda name, part: f" {part}" in name, lambda name, part: part in name]
    singular = [wanted[: -len(end)] for end in ("s", "z", "es") if wanted.endswith(end) and len(wanted) > len(end) + 2]
    for part in (wanted, *singular) if near else (wanted,):
        for test in tests:
            if part and (places := [place for place, name in enumerate(known) if test(name, part)]):
                return places
    return []


def one_of(said: str, names: Sequence[str]) -> int:
    """The place of the one name meant. :raises BadAnswer: none or several, with those that are near."""
    places = find(said, names)
    if len(places) == 1:
        return places[0]
    if places:
        raise BadAnswer(f"{shown(said)} can be {_listed([names[place] for place in places])}: say more of it")
    close = get_close_matches(folded(said), [folded(name) for name in names], 1)
    meant = next((name for name in names if close and folded(name) == close[0]), None)
    raise BadAnswer(f"no {shown(said)} here, only {_listed(names)}" + (f"; {meant} was meant?" if meant else ""))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


# Choices and numbers -----------------------------------------------------------------------------------------------


TRUTH = {"true": "yes", "y": "yes", "on": "yes", "false": "no", "none": "no", "n": "no", "off": "no"}


def _choose(question: Choose, text: str) -> Answer:
    """The value; its label or an unambiguous part of either; ``#2`` for the second. Closed ones count too."""
    values, labels = [option.value for option in question.options], [option.label for option in question.options]
    if {"yes", "no"} <= {*values} and (said := TRUTH.get(folded(text))) and folded(text) not in values:
        return said
    exact = find(text, values, near=False)
    if exact:
        return values[exact[0]]
    if folded(text) in map(folded, question.lapsed):
        raise BadAnswer(f"{question.key}: {shown(text)} cannot be chosen now")
    if match := re.fullmatch(r"#\s*([0-9]{1,4})", text):
        place = int(match[1])
        if not 1 <= place <= len(values):
            raise BadAnswer(f"{question.key}: there are {len(values)} options, not {place}")
        return values[place - 1]
    named = find(text, labels, near=False)
    if len(named) == 1:
        return values[named[0]]
    both = [*values, *(label or value for label, value in zip(labels, values, strict=True))]
    places = list(dict.fromkeys(place % len(values) for place in find(text, both))) if values else []
    if len(places) == 1:
        return values[places[0]]
    if places:
        raise BadAnswer(
            f"{question.key}: {shown(text)} can be {_listed([values[place] for place in places])}: say more of it"
        )
    return text  # `read` refuses it with the options that are open


def _number(question: Number, text: str) -> Answer:
    if question.otherwise and folded(text) and folded(question.otherwise).startswith(folded(text)):
        return question.otherwise
    units = {question.unit.casefold(), question.unit.casefold().removesuffix("s")}
    if not question.unit or units & INCHES:
        units |= INCHES
    match = re.fullmatch(r"([+-]?[0-9]{1,9}(?:[.,][0-9]{1,9})?)\s*(\D{0,30})", text)
    if not match or (match[2].casefold().strip() and match[2].casefold().strip(" .") not in units):
        raise BadAnswer(f"{question.key}: {shown(text)} is not a number of {question.unit or 'things'}")
    value = float(match[1].replace(",", "."))
    return int(value) if value == int(value) else value


# Models ------------------------------------------------------------------------------------------------------------


def _how_many(question: HowMany, text: str) -> Answer:
    """``all``, ``none``, ``5`` from the first group on, ``5 1`` one for each group, or groups by name; others get 0."""
    most = [n for _, n in question.groups]
    names = [name for name, _ in question.groups]
    if folded(text) in ("all", "everybody", "everyone") and not find(text, names, near=False):
        return most
    if folded(text) in ("none", "nobody", "no one") and not find(text, names, near=False):
        return [0] * len(most)
    if re.fullmatch(r"[0-9]{1,6}([\s,;]+[0-9]{1,6})*", text) and not find(text, names, near=False):
        counts = [int(word) for word in re.split(r"[\s,;]+", text)]
        return _from_the_first(question, counts[0]) if len(counts) == 1 else counts
    said: dict[int, int] = {}
    for piece in _pieces(text, names):
        n, rest = _count_and_name(piece, names)
        place = one_of(rest, names)
        if place in said:
            raise BadAnswer(f"{question.key}: {names[place]} is said twice")
        if n is None and most[place] != 1:
            raise BadAnswer(
                f"{question.key}: how many {names[place]}, 0 to {most[place]}? As in {most[place]} {names[place]}"
            )
        said[place] = most[place] if n is None or n < 0 else n
    return [said.get(place, 0) for place in range(len(most))]


def _from_the_first(question: HowMany, n: int) -> Answer:
    counts, left = [], n
    for _, most in question.groups:
        counts.append(min(left, most))
        left -= counts[-1]
    if left:
        raise BadAnswer(f"{question.key}: there are {n - left} ({question.names()}), not {n}")
    return counts


def _arrange(question: Arrange, text: str) -> Answer:
    """Runs of models, nearest first; a run of one needs no number; a mark stands after the name."""
    names = [name for name, _ in question.kinds]
    runs = []
    for piece in _pieces(text, names):
        name, mark = piece, ""
        n, rest = _count_and_name(piece, names, trailing=False)
        if not find(rest, names, near=False):
            for known in sorted((mark for mark, _ in question.marks), key=len, reverse=True):
                end = re.fullmatch(
                    rf"(.+?)(?:\s+{re.escape(known)}|\s*[(\[]\s*{re.escape(known)}\s*[)\]])", rest, re.IGNORECASE
                )
                if end:
                    rest, mark = end[1], known
                    break
        kind = one_of(rest, names)
        name, total = question.kinds[kind]
        runs.append([1 if n is None else total if n < 0 else n, name, mark])
    return runs


def _pieces(text: str, names: Sequence[str]) -> list[str]:
    """The runs between commas; a comma inside the name of a model does not part it."""
    parts = re.split(r"[,;\n]", text)
    longest = 1 + max((len(re.findall(r"[,;\n]", name)) for name in names), default=0)
    pieces: list[str] = []
    place = 0
    while place < len(parts):
        for width in range(min(longest, len(parts) - place), 0, -1):
            # Commas of the text itself, so that a name that holds one is found again.
            piece = text[sum(map(len, parts[:place])) + place :][
                : sum(map(len, parts[place : place + width])) + width - 1
            ]
            if width == 1 or find(_count_and_name(piece, names)[1], names, near=False):
                pieces.append(piece.strip())
                place += width
                break
    return [piece for piece in pieces if piece]


def _count_and_name(piece: str, names: Sequence[str], *, trailing: bool = True) -> tuple[int | None, str]:
    """How many and of what: ``5 Trooper``, ``5x Trooper``, ``Trooper 5``, ``Trooper=5``. None: not said; -1: all."""
    piece = piece.strip()
    readings: list[tuple[int | None, str]] = [(None, piece)]
    if match := re.fullmatch(r"([0-9]{1,6})(?:\s*[x×*]\s+|[x×*]|\s+)(.*)", piece, re.DOTALL):
        readings.append((int(match[1]), match[2].strip()))
    if match := re.fullmatch(r"(all|no)\s+(.*)", piece, re.IGNORECASE | re.DOTALL):
        readings.append((-1 if match[1].casefold() == "all" else 0, match[2].strip()))
    if trailing and (match := re.fullmatch(r"(.*?)(?:\s*[=:]\s*|\s+x?\s*)([0-9]{1,6})", piece, re.DOTALL)):
        readings.append((int(match[2]), match[1].strip()))
    for near in (False, True):
        for reading in readings:
            if find(reading[1], names, near=near):
                return reading
    return readings[min(1, len(readings) - 1)]


# Facts and JSON ----------------------------------------------------------------------------------------------------


def _facts(question: Facts, text: str) -> Answer:
    """``key=value, key=value``: parted only before a key that is asked here, since values may hold commas."""
    if folded(text) in ("", AS_SAID):
        return {}
    keys = {part.key.casefold(): part for part in question.parts}
    known = "|".join(re.escape(key) for key in sorted(keys, key=len, reverse=True))
    found = list(re.finditer(rf"(?:^|[,;\n])\s*({known})\s*=", text, re.IGNORECASE)) if keys else []
    if not found or found[0].start() > 0:
        asked = ", ".join(f"{part.key}={example(part)}" for part in question.parts)
        raise BadAnswer(
            f"{shown(text)} is not understood: say what differs, as in {asked}"
            if asked
            else f"{question.key}: nothing is asked"
        )
    answer: dict[str, Answer] = {}
    for place, match in enumerate(found):
        end = found[place + 1].start() if place + 1 < len(found) else len(text)
        part = keys.get(match[1].casefold())
        if part is None:  # letters whose case depends on the language
            raise BadAnswer(f"{shown(match[1])} is not asked here, only {', '.join(p.key for p in question.parts)}")
        if part.key in answer:
            raise BadAnswer(f"{part.key} is said twice")
        answer[part.key] = parse(part, text[match.end() : end].strip())
    return answer


def _from_json(question: Question, text: str) -> Answer | None:
    """A list or mapping typed as JSON, or None if it is no such thing."""
    start = (
        "[" if isinstance(question, (HowMany, Arrange)) else "{" if isinstance(question, (Roll, Total, Facts)) else None
    )
    if start is None or not text.lstrip().startswith(start):
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


# Said back ---------------------------------------------------------------------------------------------------------


def _say_number(question: Number, answer: Any) -> str:
    if answer == question.otherwise:
        return str(answer)
    return str(int(answer)) if answer == int(answer) else repr(float(answer))


def _say_how_many(question: HowMany, answer: Sequence[int]) -> str:
    if list(answer) == [most for _, most in question.groups]:
        return "all"
    said = ", ".join(f"{n} {name}" for n, (name, _) in zip(answer, question.groups, strict=True) if n)
    return said or "none"


def _say_arrange(question: Arrange, answer: Sequence[Sequence[Any]]) -> str:
    return ", ".join(f"{n} {name} {mark}".strip() for n, name, mark in answer)


def _say_facts(question: Facts, answer: Mapping[str, Answer]) -> str:
    said = [f"{part.key}={say(part, answer[part.key])}" for part in question.parts if part.key in answer]
    return ", ".join(said) or AS_SAID


_ANSWERS: dict[type, Callable[[Any, str], Answer]] = {
    Roll: roll_answer,
    Total: total_answer,
    Choose: _choose,
    Number: _number,
    HowMany: _how_many,
    Arrange: _arrange,
    Facts: _facts,
}
_SAID: dict[type, Callable[[Any, Any], str]] = {
    Roll: say_roll,
    Total: say_total,
    Choose: lambda question, answer: str(answer),
    Number: _say_number,
    HowMany: _say_how_many,
    Arrange: _say_arrange,
    Facts: _say_facts,
}
