"""Named things as people type them: how many of each, in which order, which of them; and said back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from shoot_cli.core.answers import listed
from shoot_cli.core.finding import all_of, find, not_here, one_of, pieces
from shoot_cli.core.names import name_key
from shoot_cli.core.questions import Answer, Arrange, BadAnswer, HowMany, Phrases, Subset

ALL, NOBODY = ("all", "everybody", "everyone"), ("none", "nobody", "no one")
REST = ("rest", "the rest", "others", "all others")


def how_many(question: HowMany, text: str) -> Answer:
    """``all``, ``none``, ``5`` from the first group on, ``5 1`` one for each group, or groups by name; others get 0."""
    most = [n for _, n in question.groups]
    names = [name for name, _ in question.groups]
    if name_key(text) in ALL and not find(text, names, near=False):
        return most
    if name_key(text) in NOBODY and not find(text, names, near=False):
        return [0] * len(most)
    if re.fullmatch(r"[0-9]{1,6}([\s,;]+[0-9]{1,6})*", text) and not find(text, names, near=False):
        counts = [int(word) for word in re.split(r"[\s,;]+", text)]
        return _from_the_first(question, counts[0]) if len(counts) == 1 else counts
    said: dict[int, int] = {}
    for piece in pieces(text, names, whole_name(names)):
        n, rest = _count_and_name(piece, names)
        place = one_of(rest, names, question.plurals)
        if place in said:
            raise BadAnswer(f"{names[place]} is said twice")
        if n is None and most[place] != 1:
            raise BadAnswer(
                f"how many {question.so_many(most[place], names[place]).partition(' ')[2]}? "
                f"0 to {most[place]}, as in {question.so_many(most[place], names[place])}"
            )
        said[place] = most[place] if n is None or n < 0 else n
    return [said.get(place, 0) for place in range(len(most))]


def _from_the_first(question: HowMany, n: int) -> Answer:
    counts, left = [], n
    for _, most in question.groups:
        counts.append(min(left, most))
        left -= counts[-1]
    if left:
        raise BadAnswer(f"there {'is' if n - left == 1 else 'are'} {n - left} ({question.names()}), not {n}")
    return counts


def arrange(question: Arrange, text: str) -> Answer:
    """Runs of models, nearest first; a run of one needs no number; a mark stands after the name.

    ``rest`` stands for whoever is not named, as they are proposed. Of things that there is one of each, the first few
    will do.
    """
    runs = runs_typed(question, text)
    if None not in runs and all(n == 1 for _, n in question.kinds):
        runs.append(None)
    if runs.count(None) > 1:
        raise BadAnswer("the rest is said twice")
    said = Counter[str]()
    for run in runs:
        said[run[1] if run else ""] += run[0] if run else 0
    rest: list[Run | None] = []
    for n, name, mark in question.default or [(n, name, "") for name, n in question.kinds]:
        more = min(n, max(0, dict(question.kinds)[name] - said[name]))
        said[name] += more
        if more:
            rest.append((more, name, mark))
    return [list(one) for run in runs for one in ([run] if run else rest) if one]


Run = tuple[int, str, str]


def runs_typed(question: Arrange, text: str) -> list[Run | None]:
    """The runs as they stand there; None: the rest. :raises BadAnswer: a name that is none of theirs"""
    names = [name for name, _ in question.kinds]
    runs: list[Run | None] = []
    for piece in pieces(text, names, whole_name(names)):
        if name_key(piece) in REST and not find(piece, names, near=False):
            runs.append(None)
            continue
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
        name, total = question.kinds[one_of(rest, names, question.plurals)]
        runs.append((1 if n is None else total if n < 0 else n, name, mark))
    return runs


def several(question: Subset, text: str) -> Answer:
    """``all``, ``none``, ``all but Howitzer``, or names: a part of one is all that it fits and that can be taken.

    ``#1, #3`` are the first and the third of those that can be taken.
    """
    names, may = question.names, question.open()
    if not find(text, names, near=False):
        if name_key(text) in (*ALL, "yes"):
            return list(may)
        if name_key(text) in (*NOBODY, "no"):
            return []
        if match := re.fullmatch(rf"(?:{'|'.join(ALL)})\s+(?:but|except)\s+(.+)", text, re.IGNORECASE | re.DOTALL):
            but = _places(question, match[1], names)
            return [name for place, name in enumerate(names) if place not in but and name in may]
    chosen = _places(question, text, may)
    return [name for place, name in enumerate(names) if place in chosen]


def _places(question: Subset, text: str, may: Sequence[str]) -> set[int]:
    """The places of these names; of several that a part fits only those that ``may`` be meant, if there is one."""
    names, found = question.names, set[int]()
    for piece in pieces(text, names, whole_name(names)):
        if re.fullmatch(r"#[0-9]{1,4}(\s+#[0-9]{1,4})*", piece) and not find(piece, names, near=False):
            shown = question.open()  # a prompt lists only these, and people count what they see
            numbers = [int(number) for number in re.findall("[0-9]+", piece)]
            if wrong := [number for number in numbers if not 1 <= number <= len(shown)]:
                raise BadAnswer(f"there are {len(shown)} ({listed(shown)}), not {wrong[0]}")
            places = [names.index(shown[number - 1]) for number in numbers]
        else:
            places = all_of(piece, names)
            if not places and re.fullmatch(r"[0-9]+", piece) and may:
                raise BadAnswer(f"say names, such as {may[0]}, or places, such as #1, or all; {not_here(piece, names)}")
            if not places:
                raise not_here(piece, names)
            places = [place for place in places if names[place] in may] or places
        found.update(places)
    if not found:
        raise BadAnswer(f"nothing was named, only commas; there is {listed(names)}")
    return found


def phrases(question: Phrases, text: str) -> Answer:
    """Phrases between commas or semicolons, or ``none``; a comma inside a known name does not part it."""
    if name_key(text) in (*NOBODY, "no") and not find(text, question.names, near=False):
        return []
    found = pieces(text, question.names, lambda piece: bool(find(piece.partition(":")[0], question.names, near=False)))
    if not found:
        raise BadAnswer(f"nothing was told, only commas; write it as in {question.example}")
    return found


def whole_name(names: Sequence[str]) -> Callable[[str], bool]:
    """Whether a piece of text is the whole name of one of these, with a count or without."""
    return lambda piece: bool(find(_count_and_name(piece, names)[1], names, near=False))


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


def say_how_many(question: HowMany, answer: Sequence[int]) -> str:
    if list(answer) == [most for _, most in question.groups]:
        return "all"
    said = ", ".join(f"{n} {name}" for n, (name, _) in zip(answer, question.groups, strict=True) if n)
    return said or "none"


def say_arrange(question: Arrange, answer: Sequence[Sequence[Any]]) -> str:
    return ", ".join(f"{n} {name} {mark}".strip() for n, name, mark in answer)


def say_phrases(question: Phrases, answer: Sequence[str]) -> str:
    return ", ".join(answer) or "none"


def say_several(question: Subset, answer: Sequence[str]) -> str:
    chosen = {question.names[place] for place in question.but(exactly=None, at_least=0).read(answer)}
    if chosen and chosen == {*question.open()}:
        return "all"
    return ", ".join(name for name in question.names if name in chosen) or "none"
