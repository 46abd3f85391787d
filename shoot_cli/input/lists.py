"""Numbers, names and lists as people type them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.engine.distributions import Draw, is_draw
from shoot_cli.engine.names import NOBODY, NONE_OF, all_of, counted, find, name_key, not_here, one_of, pieces
from shoot_cli.engine.questions import PLUS, Arrange, HowMany, Number, Numbers, Phrases, Subset
from shoot_cli.engine.reasons import Answer, BadAnswer, how_many_words, listed, number_text, shown

# Named things: how many of each, in which order, which of them; and these answers as text.

ALL = ("all", "everybody", "everyone")
REST = ("rest", "the rest", "others", "all others")


def how_many(question: HowMany, text: str) -> Answer:
    """Read `all`, `none`, `all but Sergeant`, `5` (counted from the first group or kind of model, or apiece), `5 1`
    (one for each group), or counts by name, of models too; others are 0."""
    if question.more and text.endswith(PLUS):
        return [*how_many(question.but(more=""), text.removesuffix(PLUS).strip()), PLUS]
    most = [n for _, n in question.groups]
    names = [name for name, _ in question.groups]
    if name_key(text) in ALL and not find(text, names, near=False):
        return most
    if name_key(text) in NOBODY and not find(text, names, near=False):
        return [0] * len(most)
    if re.fullmatch(r"[0-9]{1,6}([\s,;]+[0-9]{1,6})*", text) and not find(text, names, near=False):
        counts = [int(word) for word in re.split(r"[\s,;]+", text)]
        if len(counts) > 1:
            return counts
        if question.by_name and len(most) > 1 and not question.carried:
            raise BadAnswer(f"{counts[0]} of which? As in {as_typed(question, counts[0], range(len(most)))}")
        return counts * len(most) if question.apiece else _from_the_first(question, counts[0])
    if but := re.fullmatch(r"(?i)(?:all|everything|everybody) (?:but|except)(?: for)?(?: the)? (\S.*)", text.strip()):
        return _all_but(question, but[1], names)
    numbers: dict[int, int] = {}
    typed = (part for piece in pieces(text, names, whole_name(names)) for part in _without_commas(piece, names))
    for piece in typed:
        n, rest = _count_and_name(piece, names)
        if question.bearers and not find(rest, names, plurals=question.plurals) and (kind := _bearer(question, piece)):
            numbers |= {
                index: numbers.get(index, 0) + kind[0] * number for index, number in enumerate(kind[1]) if number
            }
            continue
        index = _one_with_so_many(question, n, rest)
        if index in numbers:
            raise BadAnswer(f"{names[index]} is said twice")
        if n is None and most[index] != 1:
            raise BadAnswer(
                f"how many {question.so_many(most[index], names[index]).partition(' ')[2]}? "
                f"0 to {most[index]}, as in {question.so_many(most[index], names[index])}"
            )
        numbers[index] = most[index] if n is None or n < 0 else n
    return [numbers.get(index, 0) for index in range(len(most))]


def of_those_here(question: HowMany, text: str) -> str:
    """Return the text without the kinds of models that the question is not about: what is said of a whole attack.

    >>> of_those_here(HowMany("moved", (("Gunner", 1),), absent=(("Sergeant", 2),)), "1 Sergeant, Gunner=1")
    'Gunner=1'
    >>> of_those_here(HowMany("moved", (("Gunner", 1),), absent=(("Sergeant", 2),)), "all but Sergeant")
    'all'

    :raises BadAnswer: more of such a kind than there are
    """
    exception = re.fullmatch(r"(?i)(all|everything|everybody) (?:but|except)(?: for)?(?: the)? (\S.*)", text.strip())
    names, absent = ([name for name, _ in groups] for groups in (question.groups, question.absent))
    all_names = [*names, *absent]
    typed = (
        part
        for piece in pieces(exception[2] if exception else text, all_names, whole_name(all_names))
        for part in _without_commas(piece, all_names)
    )
    kept, left_out = [], False
    for piece in typed:
        n, name = _count_and_name(piece, all_names)
        indexes = [] if find(name, names, plurals=question.plurals) else find(name, absent, plurals=question.plurals)
        left_out |= bool(indexes)
        kept += [piece] if not indexes else []
        kind, most = max((question.absent[index] for index in indexes), key=lambda part: part[1], default=("", 0))
        if indexes and (n or 0) > most:
            raise BadAnswer(f"0 to {counted(most, kind, dict(question.plurals).get(kind, ''))}, not {n}")
    if not left_out:
        return text
    if exception:
        return f"{exception[1]} but {', '.join(kept)}" if kept else ALL[0]
    return ", ".join(kept) or NOBODY[0]


def _all_but(question: HowMany, text: str, names: Sequence[str]) -> Answer:
    """Return what is proposed without the groups in this text, or without so many of them: `2 lascannons`."""
    numbers_left = list(question.default) or [n for _, n in question.groups]
    for piece in (one for part in pieces(text, names, whole_name(names)) for one in _without_commas(part, names)):
        n, rest = _count_and_name(piece, names)
        indexes = find(rest, names, plurals=question.plurals) or [_one_with_so_many(question, n, rest)]
        if n is not None and len(indexes) > 1:
            indexes = [_one_with_so_many(question, n, rest)]
        for index in indexes:
            numbers_left[index] = 0 if n is None else max(0, numbers_left[index] - n)
    return numbers_left


def _without_commas(piece: str, names: Sequence[str]) -> list[str]:
    """Split `6 krak and 2 frag`, or `6 krak 2 frag`, if each part names something and the whole does not."""
    parts = re.split(r"\s+(?:and\s+)?(?=[0-9]+x?\s)|\s+and\s+", piece)
    known = find(_count_and_name(piece, names)[1], names)
    return parts if not known and all(find(_count_and_name(part, names)[1], names) for part in parts) else [piece]


def _bearer(question: HowMany, piece: str) -> tuple[int, tuple[int, ...]] | None:
    """Return how many models of one kind are meant, and what one of them fires of each group; None if none is named.

    :raises BadAnswer: there are not so many
    """
    kinds = [name for name, _, _ in question.bearers]
    n, text = _count_and_name(piece, kinds)
    indexes = find(text, kinds, plurals=question.plurals)
    if len(indexes) != 1:
        return None
    name, most, each = question.bearers[indexes[0]]
    if (n or 0) > most:
        raise BadAnswer(f"0 to {counted(most, name, dict(question.plurals).get(name, ''))}, not {n}")
    return most if n is None or n < 0 else n, each


def _one_with_so_many(question: HowMany, n: int | None, text: str) -> int:
    """Return the index of the group that is meant: of several names the only one that has so many.

    :raises BadAnswer: no name or several, with what would do
    """
    names = [name for name, _ in question.groups]
    indexes = find(text, names, plurals=question.plurals)
    able = [index for index in indexes if question.groups[index][1] >= (n or 1)]
    if len(indexes) < 2 or not able:
        return one_of(text, names, question.plurals)
    if len(able) == 1:
        return able[0]
    known = listed([names[index] for index in able])
    raise BadAnswer(f"{shown(text)} can be {known}: say more of it, as in {as_typed(question, n, able)}")


def as_typed(question: HowMany, n: int | None, indexes: Sequence[int]) -> str:
    """Return how to type the first of these groups that has so many, without brackets: `6 plasma gun supercharge`."""
    index = next((i for i in indexes if question.groups[i][1] >= (n or 0)), indexes[0])
    name, most = question.groups[index]
    bare = " ".join(re.sub(r"[()\[\]]", " ", name).split())
    return f"{most if n is None or n < 0 else min(n, most)} {bare}"


def _from_the_first(question: HowMany, n: int) -> Answer:
    groups = tuple((name, most) for name, most, _ in question.carried) or question.groups
    counts, left = [], n
    for _, most in groups:
        counts.append(min(left, most))
        left -= counts[-1]
    if left:
        names, by_name = question.but(groups=groups).names(), "; name the weapons" * bool(question.carried)
        raise BadAnswer(f"there {'is' if n - left == 1 else 'are'} {n - left} ({names}), not {n}{by_name}")
    if not question.carried:
        return counts
    each = [
        [number * each_has for each_has in weapons]
        for number, (*_, weapons) in zip(counts, question.carried, strict=True)
    ]
    return [sum(column) for column in zip(*each, strict=True)]


def arrange(question: Arrange, text: str) -> Answer:
    """Read runs of models, nearest first. A single model needs no number; a mark follows the name. `rest` stands for
    all models that are not named. It can be omitted if every kind has one model."""
    runs = runs_typed(question, text)
    if None not in runs and all(n == 1 for _, n in question.kinds):
        runs.append(None)
    if runs.count(None) > 1:
        raise BadAnswer("the rest is said twice")
    number_said = Counter[str]()
    for run in runs:
        number_said[run[1] if run else ""] += run[0] if run else 0
    rest: list[Run | None] = []
    for n, name, mark in question.default or [(n, name, "") for name, n in question.kinds]:
        number_left = min(n, max(0, dict(question.kinds)[name] - number_said[name]))
        number_said[name] += number_left
        if number_left:
            rest.append((number_left, name, mark))
    return [list(run_or_rest) for run in runs for run_or_rest in ([run] if run else rest) if run_or_rest]


Run = tuple[int, str, str]


def runs_typed(question: Arrange, text: str) -> list[Run | None]:
    """Return the typed runs; None stands for the rest. :raises BadAnswer: an unknown name"""
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
        numbered = [name for name in numbered_ones(rest, names) if (1, name, mark) not in runs]
        if numbered and (n is None or n <= len(numbered)):
            runs += [(1, name, mark) for name in numbered[: None if n is None or n < 0 else n]]
            continue
        name, total = question.kinds[one_of(rest, names, question.plurals)]
        runs.append((1 if n is None else total if n < 0 else n, name, mark))
    return runs


def numbered_ones(text: str, names: Sequence[str]) -> list[str]:
    """Return the names that are meant, if they are one name with several numbers behind it; else [].

    >>> numbered_ones("tank", ("Tank 1", "Tank 2", "Gun")), numbered_ones("tank", ("Tank 1", "Tanker 1"))
    (['Tank 1', 'Tank 2'], [])
    """
    meant = [names[index] for index in find(text, names)]
    return meant if len(meant) > 1 and len({re.sub(" [0-9]+$", "", name) for name in meant}) == 1 else []


def several(question: Subset, text: str) -> Answer:
    """Read `all`, `none`, `all but Howitzer`, or names. A part of a name means all open names that it fits. `#1, #3`
    are the first and the third open name, and so are `1, 3` where no name has a number."""
    names, open_names = question.names, question.open()
    if not find(text, names, near=False):
        if name_key(text) in (*ALL, "yes"):
            return list(open_names)
        if name_key(text) in (*NOBODY, "no"):
            return []
        if match := re.fullmatch(rf"(?:{'|'.join(ALL)})\s+(?:but|except)\s+(.+)", text, re.IGNORECASE | re.DOTALL):
            left_out = _places(question, match[1], names)
            return [name for index, name in enumerate(names) if index not in left_out and name in open_names]
    chosen = _places(question, text, open_names)
    return [name for index, name in enumerate(names) if index in chosen]


def _places(question: Subset, text: str, preferred: Sequence[str]) -> set[int]:
    """Return the indexes of these names. If a part fits several names, those in `preferred` are preferred."""
    names, chosen = question.names, set[int]()
    for piece in pieces(text, names, whole_name(names)):
        if of_numbers(piece, names):
            shown = question.open()  # people count the names that a prompt lists
            numbers = [int(number) for number in re.findall("[0-9]+", piece)]
            if wrong := [number for number in numbers if not 1 <= number <= len(shown)]:
                raise BadAnswer(f"there are {len(shown)} ({listed(shown)}), not {wrong[0]}")
            indexes = [names.index(shown[number - 1]) for number in numbers]
        else:
            indexes = all_of(piece, names)
            if not indexes and re.fullmatch(r"[0-9]+", piece) and preferred:
                raise BadAnswer(
                    f"say names, such as {preferred[0]}, or places, such as #1, or all; {not_here(piece, names)}"
                )
            if not indexes:
                raise not_here(piece, names)
            indexes = [index for index in indexes if names[index] in preferred] or indexes
        chosen.update(indexes)
    if not chosen:
        raise BadAnswer(f"nothing was named, only commas; there is {listed(names)}")
    return chosen


def of_numbers(piece: str, names: Sequence[str]) -> bool:
    """Return True for numbers of names: `#1 #3`, or `1 3` where no name has a number."""
    if re.fullmatch(r"#[0-9]{1,4}(\s+#[0-9]{1,4})*", piece):
        return not find(piece, names, near=False)
    named = any(sign.isdecimal() for name in names for sign in name)  # then a number is a part of a name
    return bool(re.fullmatch(r"[0-9]{1,4}(\s+[0-9]{1,4})*", piece)) and not named


def whole_name(names: Sequence[str]) -> Callable[[str], bool]:
    """Return a test whether a text is the whole name of one of these, with or without a count."""
    return lambda piece: bool(find(_count_and_name(piece, names)[1], names, near=False))


def _count_and_name(piece: str, names: Sequence[str], *, trailing: bool = True) -> tuple[int | None, str]:
    """Return count and name: `5 Trooper`, `5x Trooper`, `Trooper 5`, `Trooper=5`. None: no count; -1: all."""
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


def say_how_many(question: HowMany, answer: Sequence[Any]) -> str:
    if question.apiece:
        return question.words(answer)
    if list(answer) == [most for _, most in question.groups]:
        return "all"
    words = ", ".join(f"{n} {name}" for n, (name, _) in zip(answer, question.groups, strict=True) if n)
    return words or "none"


def say_arrange(question: Arrange, answer: Sequence[Sequence[Any]]) -> str:
    return ", ".join(f"{n} {name} {mark}".strip() for n, name, mark in answer)


def say_phrases(question: Phrases, answer: Sequence[str]) -> str:
    return ", ".join(answer) or "none"


def say_several(question: Subset, answer: Sequence[str]) -> str:
    chosen = {question.names[index] for index in question.but(exactly=None, at_least=0).read(answer)}
    if chosen and chosen == {*question.open()}:
        return "all"
    return ", ".join(name for name in question.names if name in chosen) or "none"


# Numbers: one, or one for each of several things; and these answers as text.

INCHES = {"inches", "inch", "in", '"', "''", "”", "″", "“"}
EVERYBODY = {"all", "everybody", "everyone", "everything", "rest", "the rest", "others", "all others", "else"}
EXAMPLE_MODELS = 3  # the number of models in an example
Meant = tuple[frozenset[int], Answer, str]  # indexes of names, their common value, the typed name


class Change(int):
    """A typed number with a sign, where it changes the number that is there now."""


def without_key(key: str, text: str) -> str:
    """Return the text without the word for what is counted: `shock +2` gives `+2`."""
    return re.sub(rf"\b{re.escape(key)}\b", "", text, flags=re.IGNORECASE).strip()


def number_answer(question: Number, text: str) -> Answer:
    """Read one number with or without its unit. :raises BadAnswer: no number; chances by number are only for presets"""
    if question.more and text.endswith(PLUS):
        if several := re.fullmatch(r"([0-9]{1,9})(?:[ ,]+[0-9]{1,9})+ ?", text.removesuffix(PLUS)):
            raise BadAnswer(f"{shown(text)}: one number is asked for here. As in {several[1]}{PLUS}")
        return f"{number_answer(question.but(more=''), text.removesuffix(PLUS).strip())}{PLUS}"
    if question.now is not None:
        text = without_key(question.key, text)
    if question.otherwise and name_key(text) and name_key(question.otherwise).startswith(name_key(text)):
        return question.otherwise
    units = {question.unit.casefold(), question.unit.casefold().removesuffix("s")}
    if not question.unit or units & INCHES:
        units |= INCHES
    match = re.fullmatch(r"([+-]?[0-9]{1,9}(?:[.,][0-9]{1,9})?)\s*(\D{0,30})", text)
    if not match or (match[2].casefold().strip() and match[2].casefold().strip(" .") not in units):
        if question.drawn and is_draw(text):
            raise BadAnswer("say one number; only resolve and odds take chances by number")
        usual = question.but(default=None) if isinstance(question.default, str) else question  # words are no example
        raise BadAnswer(f"{shown(text)}: {how_many_words(question.unit)} As in {usual_value(usual)}")
    value = float(match[1].replace(",", "."))
    value += question.now if question.now is not None and match[1][0] in "+-" else 0
    return int(value) if value == int(value) else value


def say_number(answer: Any) -> str:
    if isinstance(answer, Draw):
        return answer.text
    if isinstance(answer, str):  # what stands for no number, or a number with a plus
        return answer
    return str(int(answer)) if answer == int(answer) else repr(float(answer))


# One for each of several things --------------------------------------------------------------------------------------


def numbers(question: Numbers, text: str) -> Answer:
    """Read one value for all names, or values by name. A value with a sign may be a change of what is there now."""
    if not question.now:
        return read_numbers(question, text)
    answer = read_numbers(question, ",".join(without_key(question.key, piece) for piece in text.split(",")))
    by_name = answer if isinstance(answer, dict) else dict.fromkeys(question.names, answer)
    if not any(isinstance(value, Change) for value in by_name.values()):
        return answer
    now = dict(zip(question.names, question.now, strict=True))
    return {name: now[name] + value if isinstance(value, Change) else value for name, value in by_name.items()}


def read_numbers(question: Numbers, text: str) -> Answer:
    """Read one value for all names, or values by name. `nobody` is 0 for all, where Enter is that as well."""
    if question.default == 0 and question.by_name and name_key(text) in NONE_OF:
        return 0
    alone, named = read_pieces(question, points_for_commas(question, text))
    if len(alone) > 1:
        if named or len(alone) != len(question.names):
            raise BadAnswer(
                f"{len(alone)} numbers for {len(question.names)}: name whose they are, "
                f"as in {example_numbers(question)}"
            )
        return dict(zip(question.names, alone, strict=True))
    if question.by_name and len(alone) == 1 < len(question.names) and alone_without_a_word(question, text):
        raise BadAnswer(f"{say_value(question, alone[0])} of whom? As in {example_by_name(question, alone[0])}")
    picked = narrowest(question, named)
    if not named:
        return alone[0]
    return {name: picked.get(name, *alone) for name in question.names if alone or name in picked}


def alone_without_a_word(question: Numbers, text: str) -> bool:
    """Return True if the text has a number that is not the default, without a name."""
    number_pieces = pieces(text, question.names, lambda piece: holds_a_name(question, piece))
    values = (value_of(question, piece) for piece in number_pieces)
    return any(value is not None and value != question.default for value in values)


def points_for_commas(question: Numbers, text: str) -> str:
    """Return the text with decimal points.
    :raises BadAnswer: a comma that may be a decimal comma or separate two numbers"""
    if question.whole or re.fullmatch(r"\s*[0-9]+(,[0-9]+){2,}\s*", text):
        return text
    if len(question.names) == 2 and (match := re.fullmatch(r"\s*([0-9]+),([0-9]+)\s*", text)):
        raise BadAnswer(f"is that one number, {match[1]}.{match[2]}, or are they two, {match[1]}, {match[2]}?")
    return re.sub(r"(?<=[0-9]),(?=[0-9])", ".", text)


def read_pieces(question: Numbers, text: str) -> tuple[list[Answer], list[Meant]]:
    """Return the values without a name, and those with names."""
    alone: list[Answer] = []
    named: list[Meant] = []
    for piece in pieces(text, question.names, lambda piece: holds_a_name(question, piece)):
        value = value_of(question, piece)
        if value is not None:
            alone.append(value)
        elif meant := with_name(question, piece):
            if meant[2]:
                named.append(meant)
            else:
                alone.append(meant[1])
        else:
            values = [value_of(question, word) for word in piece.split()]
            if None in values:
                value = value_of(question, text, whole=False)
                if value is None:
                    raise not_read(question, piece)
                return [value], []
            alone += values
    if not alone and not named:
        raise BadAnswer(f"{how_many_words(question.unit)} As in {example_numbers(question)}")
    return alone, named


def value_of(question: Numbers, text: str, *, whole: bool = True) -> Answer | None:
    """Return a number, an offset, or `otherwise`; None if the text is none of these. If `whole` is False, some of the
    words of `otherwise` suffice."""
    if question.otherwise and name_key(question.otherwise) == name_key(text):
        return question.otherwise
    if numbers := [number for word, number in question.called if name_key(word) == name_key(text)]:
        return numbers[0]
    if question.across and (match := re.fullmatch(r"([0-9]{1,4})\s*[x×*]\s*([0-9]{1,4})", text, re.IGNORECASE)):
        return [int(match[1]), int(match[2])]
    if question.now and re.fullmatch(r"[+-][0-9]{1,9}", text):
        return Change(text)
    try:
        otherwise = "" if whole else question.otherwise
        return number_answer(Number(question.key, 0, 0, unit=question.unit, otherwise=otherwise), text)
    except BadAnswer:
        return None


def readings(question: Numbers, piece: str) -> tuple[list[tuple[str, Answer]], bool]:
    """Return every split of the piece into name and value, and whether a colon or equals sign splits them."""
    for separator in (r"[:=]", r"\s+"):
        splits = []
        for match in re.finditer(separator, piece):
            value = value_of(question, piece[match.end() :].strip())
            if value is not None and (left := piece[: match.start()].strip()):
                splits.append((left, value))
        if splits:
            return splits, separator != r"\s+"
    return [], False


def with_name(question: Numbers, piece: str) -> Meant | None:
    """Return the names and the value of one piece; an empty name for "all others 12".
    :raises BadAnswer: two meanings"""
    splits, marked = readings(question, piece)
    names, meant = question.names, list[Meant]()
    for left, value in splits:
        # Two numbers are not a name and its number, although "2" is a part of "Main Tank 2".
        if marked or find(left, names, near=False) or re.search(r"[^\W\d_]", left):
            if indexes := all_meant(left, names):
                meant.append((frozenset(indexes), value, left))
            elif name_key(left) in EVERYBODY:
                meant.append((frozenset(range(len(names))), value, ""))
    exact = [one_meaning for one_meaning in meant if find(one_meaning[2], names, near=False)]
    meant = exact or meant or number_first(question, piece)
    if len(meant) > 1:
        either = " or ".join(f"{left}: {say_value(question, value)}" for _, value, left in meant)
        raise BadAnswer(f"{shown(piece)} can mean {either}: say which, with the colon")
    if not meant:
        return None
    same_names = [index for index, name in enumerate(names) if f" {name_key(piece)} " in f" {name_key(name)} "]
    if same_names and not marked:
        name, (_, value, left) = names[same_names[0]], meant[0]
        words = say_value(question, value)
        raise BadAnswer(
            f"{shown(piece)} is a name: say {left}: {words} if {words} is the number, or {name}: with its own"
        )
    return meant[0]


def all_meant(text: str, names: Sequence[str]) -> list[int]:
    """Return the indexes of all names that are meant, but for those that have another one before or after a comma.

    >>> all_meant("boy", ("Boyz", "Boyz, only partly")), all_meant("boy part", ("Boyz", "Boyz, only partly"))
    ([0], [1])
    """
    indexes = all_of(text, names)
    whole = [names[index] for index in indexes]
    return [
        index
        for index in indexes
        if not any(names[index].startswith(f"{other}, ") or names[index].endswith(f", {other}") for other in whole)
    ]


def number_first(question: Numbers, piece: str) -> list[Meant]:
    """Read `3 lootas`, if the rest is a name or a part of one."""
    number, _, name = piece.partition(" ")
    value, name = value_of(question, number), name.strip()
    indexes = all_meant(name, question.names) if value is not None and re.search(r"[^\W\d_]", name) else ()
    return [(frozenset(indexes), value, name)] if indexes else []


def holds_a_name(question: Numbers, piece: str) -> bool:
    """Return True if a piece with a comma is a whole name with its value."""
    names = [left for left, _ in readings(question, piece)[0]] or [left for *_, left in number_first(question, piece)]
    return any(find(left, question.names, near=False) for left in names)


def not_read(question: Numbers, piece: str) -> BadAnswer:
    left, mark, right = piece.rpartition(":") if ":" in piece else piece.rpartition("=")
    if indexes := all_of(left if mark else piece, question.names):
        name = question.names[indexes[0]]
        what = f"{shown(right.strip())}: " if right.strip() and mark else ""
        asked = how_many_words(question.unit).replace("?", f" for {name}?")
        few = question.but(names=(name,), most=(question.highest(indexes[0]),))
        as_in = example_by_name(few) if question.by_name else f"{name}: {usual_value(question)}"
        return BadAnswer(f"{what}{asked} As in {as_in}")
    splits, _ = readings(question, piece)
    if splits or not re.search("[0-9]", piece):
        missing = not_here(splits[-1][0] if splits else piece, question.names)
        return missing if splits else BadAnswer(f"say {what_may_be(question)}; {missing}")
    return BadAnswer(
        f"{shown(piece)} is not understood; say {what_may_be(question)}, as in {example_numbers(question)}"
    )


def narrowest(question: Numbers, meant: Iterable[Meant]) -> dict[str, Answer]:
    """Return the value of each name. A value for fewer names goes before a value for more.
    :raises BadAnswer: two values for the same name, and neither is for fewer names"""
    picked: dict[int, Meant] = {}
    for meaning in sorted(meant, key=lambda meaning: -len(meaning[0])):
        for index in meaning[0]:
            if index in picked and not meaning[0] < picked[index][0]:
                twice = " and ".join(dict.fromkeys(shown(typed) for typed in (picked[index][2], meaning[2])))
                raise BadAnswer(f"{question.names[index]} is said twice, by {twice}")
            picked[index] = meaning
    return {question.names[index]: picked[index][1] for index in sorted(picked)}


# Numbers as text -----------------------------------------------------------------------------------------------------


def say_value(question: Numbers, value: Answer) -> str:
    return f"{value[0]}x{value[1]}" if isinstance(value, (list, tuple)) else say_number(value)


def each_value(question: Numbers, answer: Answer) -> list[tuple[str, Answer]]:
    """Return values with their names. A value for two or more names comes first, without a name."""
    if not isinstance(answer, Mapping):
        if not question.by_name or len(question.names) < 2 or answer == question.default:
            return [("", answer)]
        answer = dict.fromkeys(question.names, answer)
    by_name = {question.name(name): value for name, value in answer.items()}
    for_all = question.default
    if isinstance(for_all, Mapping):  # an answer is being changed: names without a new value keep the old one
        by_name, for_all = {**for_all} | by_name, None
    values = [by_name.get(name, for_all) for name in question.names]
    texts = [say_value(question, value) for value in values]
    times, default = Counter(texts), None if for_all is None else say_value(question, for_all)
    usual = max(times, key=lambda text: (times[text], text == default), default="")
    if question.by_name and default is not None:
        usual = default
    if times[usual] < 2:
        return list(zip(question.names, values, strict=True))
    named = [(name, value) for name, value, text in zip(question.names, values, texts, strict=True) if text != usual]
    return [("", values[texts.index(usual)]), *named]


def say_numbers(question: Numbers, answer: Answer) -> str:
    texts = ((name, say_value(question, value)) for name, value in each_value(question, answer))
    return ", ".join(f"{name}: {text}" if name else text for name, text in texts)


def usual_value(question: Number | Numbers) -> str:
    """Return an example number: the default, or one within the bounds."""
    if question.default is not None and not isinstance(question.default, Mapping):
        return str(question.default) if isinstance(question.default, str) else number_text(question.default)
    return number_text(min(question.high, max(question.low, 12)))


def what_may_be(question: Numbers) -> str:
    """Return the allowed values as text: `none, or 1 to 5`."""
    none = f"{question.otherwise}, or " if question.otherwise else ""
    return f"{none}{number_text(question.low)} to {number_text(question.high)} {question.unit}".rstrip()


def example_numbers(question: Numbers) -> str:
    """Return an example for the question: `none, Howitzer: 12`."""
    if question.by_name and not isinstance(question.default, Mapping):
        return example_by_name(question)
    usual, number = usual_value(question), usual_value(question.but(default=None))
    return f"{usual}, {question.names[-1]}: {number}" if len(question.names) > 1 else usual


def example_by_name(question: Numbers, value: Answer = None) -> str:
    """Return an example such as `Lootas 3`, with this number or a small one that the name allows."""
    most = [question.highest(index) for index in range(len(question.names))]
    if value is None:
        value = max(question.low, min(EXAMPLE_MODELS, max(most)))
    index = next((i for i, n in enumerate(most) if not isinstance(value, (int, float)) or value <= n), 0)
    name = question.names[index]
    return f"{name}{':' if name[-1:].isdigit() else ''} {say_value(question, value)}"
