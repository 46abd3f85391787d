"""The options of a question, as rows: what each is called, why it is closed, and which of them typed text means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from shoot_cli.asked.scene import as_they_stand
from shoot_cli.asked.sentences import MATTER, answer_words, facts_in_sight, key_words
from shoot_cli.battle.turns import HAPPENED
from shoot_cli.engine import questions
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.names import DEEP, NEARER, find, singulars, visible
from shoot_cli.engine.reasons import Answer, BadAnswer, listed, shown
from shoot_cli.input.answers import AS_SAID, parse

VERBS = {"has": "have", "is": "are", "was": "were"}  # singular -> plural
TOLD = re.compile(r"(?i)[+−-]\s?\d|\b(?:dead|back|wounds?|cp)\b")  # what happened, typed where a unit is asked for
MOST_TOGETHER = 3  # most reasons or names in one line
LONGEST_TYPED = 30  # letters of typed text that a message repeats


class MenuRow(NamedTuple):
    """A line of a menu. `closed` is the reason why it cannot be taken, or "".

    :ivar also: other names
    :ivar note: the end of the label after a comma, not part of the name
    :ivar value: the end of the label after a colon, the current value; `changed` if it is not the proposed one
    :ivar rarely_chosen: True if it is hidden until all rows are shown
    :ivar holds: possible values; typing one finds the row if no name fits
    :ivar less: True for another row for a lower price, found only with a 0 behind its name
    """

    label: str
    closed: str = ""
    also: tuple[str, ...] = ()
    note: str = ""
    value: str = ""
    changed: bool = False
    rarely_chosen: bool = False
    holds: tuple[str, ...] = ()
    less: bool = False

    @property
    def name(self) -> str:
        end = f": {self.value}" if self.value else f", {self.note}" if self.note else ""
        return self.label.removesuffix(end)


def row_of(option: questions.Option, nickname: str | None = None) -> MenuRow:
    closed = "; ".join(reason.text for reason in option.closed)
    also = (option.value, nickname) if nickname else (option.value,)
    return MenuRow(
        option.label or option.value,
        closed,
        also,
        note_of(option),
        rarely_chosen=option.rarely_chosen,
        less=option.less,
    )


def note_of(option: questions.Option) -> str:
    """Return the part of a label after the name and a comma: `20 models`. Return "" if the label has no such part.

    The name must stand at the beginning, or after a number or the mark of a player. Elsewhere the comma belongs to a
    sentence.
    """
    before, name, rest = option.label.partition(option.value)
    if name and re.fullmatch(r"([0-9]+ (x )?|[▲●] )?", before) and rest.startswith(", "):
        return rest.removeprefix(", ")
    if not option.label[:1].isdecimal():
        return ""
    parts = option.label.split(", ")  # “8 boltguns, 24" S4”: the plural name contains commas itself
    return ", ".join(parts[option.value.count(", ") + 1 :])


def noun_of(question: questions.Question) -> str:
    """Return what the options are: "unit" for “Which unit shoots?”, or else "option"."""
    found = re.search(r"\bwhich (?!of\b)([a-z]+)", question.text, re.IGNORECASE)
    return found[1].casefold() if found and not found[1].endswith("s") else "option"


def fact_rows(question: questions.Facts, changed: Mapping[str, Answer], now: questions.Decided) -> list[MenuRow]:
    """Return the row "yes" with its consequence, then the facts. Important and changed facts are visible."""
    rows = [MenuRow(f"yes: {now.so}" if now.so else "yes", also=("yes", AS_SAID))]
    proposed, in_sight = as_they_stand(question, {}).fires, {part.key for part in facts_in_sight(question)}
    for part in question.parts:
        if isinstance(part, questions.Choose) and part.offers:
            rows.append(offer_row(part, changed.get(part.key)))
            continue
        said = said_of(part, changed.get(part.key, part.default))
        # it depends on other changed facts
        left = part.key not in changed and (said == proposed or part.key in now.included)
        said = "as above" if said and (left or said == now.fires) else said  # avoid reading a long value twice
        seldom = part.key not in in_sight
        nothing = isinstance(part, questions.Phrases) and part.key not in changed
        rows.append(
            MenuRow(
                f"{fact_name(part)} ..." if nothing else f"{fact_name(part)}: {said}",
                also=(part.key,),
                value="" if nothing else said,
                changed=part.key in changed,
                rarely_chosen=seldom and part.key not in changed,
                holds=values_of(part),
            )
        )
    return rows


def offer_row(part: questions.Choose, taken: Answer | None) -> MenuRow:
    """Return the row of something that may be used: what it is, and whether it was taken. It may be closed."""
    can = [option for option in part.options if option.value != part.default and not option.closed]
    shut = next((option.closed for option in part.options if option.closed), ()) if not can else ()
    value = part.text.partition(": ")[2]
    if value.endswith("?"):
        value = f"{value} {taken or part.default}"
    elif taken is not None:
        value = f"{value}: {'taken' if taken == 'yes' else taken}"
    return MenuRow(
        f"{part.text.partition(': ')[0]}: {value}",
        "; ".join(reason.text for reason in shut),
        also=(part.key,),
        value=value,
        changed=taken is not None,
        rarely_chosen=part.seldom and taken is None,
    )


def flipped(part: questions.Question, changed: Mapping[str, Answer]) -> Answer | None:
    """Return the other answer of a yes-or-no fact, or None for any other fact."""
    if not isinstance(part, questions.Choose) or {option.value for option in part.open()} != {"yes", "no"}:
        return None
    return "no" if changed.get(part.key, part.default) == "yes" else "yes"


def values_of(part: questions.Question) -> tuple[str, ...]:
    """Return the values of a fact with few options, so that typing a value finds the fact."""
    values = (
        [option.value for option in part.options if not option.closed] if isinstance(part, questions.Choose) else []
    )
    return tuple(value for value in values if value not in ("yes", "no")) if len(values) <= MATTER else ()


def said_of(part: questions.Question, answer: Answer) -> str:
    """Return the answer of a fact as text; an option is only its name."""
    option = (
        next((one for one in part.options if one.value == answer), None) if isinstance(part, questions.Choose) else None
    )
    return row_of(option).name if option else answer_words(part, answer)


def fact_name(part: questions.Question) -> str:
    return questions.name_of_fact(part) or key_words(part.key)


# The row that typed text means: a number, or any part of a name.


def numbered(rows: Sequence[MenuRow]) -> bool:
    """Return True if rows get numbers. Rows such as 4+, 5+, 6+ get none, because a typed 4 means 4+."""
    return not any(re.fullmatch(r"[0-9]+\W*", row.label) for row in rows)


def matching_rows(typed: str, rows: Sequence[MenuRow]) -> list[int]:
    """Return the indexes of rows whose name contains the text, the best match first.

    The order is: equal names, names that begin with the text, names with a word that begins with it, other names. A
    plural that finds nothing is tried as a singular. Last, the text may begin a value that only one row can have.
    """
    typed, less = questions.of_price(typed, rows)
    end = questions.CHEAPER if less else ""
    names = [[name_key(name.removesuffix(end)) for name in (row.label, *row.also) if row.less == less] for row in rows]
    key = name_key(typed)
    for part in (key, *singulars(key)):
        ranks = [
            min((rank for rank, test in enumerate(NEARER) for name in row_names if test(name, part)), default=None)
            for row_names in names
        ]
        found = sorted((rank, place) for place, rank in enumerate(ranks) if rank is not None)
        if len(part) == 1 and any(rank < DEEP for rank, _ in found):  # almost every name contains a single letter
            found = [(rank, place) for rank, place in found if rank < DEEP]
        if found:
            return [place for _, place in found]
    starting_rows = [n for n, row in enumerate(rows) if any(name_key(one).startswith(key) for one in row.holds)]
    return starting_rows if len(starting_rows) == 1 and len(key) > 1 else []


# What stands behind the first of an order that goes on as it is: `nob, rest`, `nob then the others`.
THEN_REST = re.compile(r"(.+?)\s*(?:[,;]|\bthen\b|\band\b)\s*(?:then\s+)?(?:the\s+)?(?:rest|others|all others)", re.I)


def row_typed(text: str, question: questions.Choose, rows: Sequence[MenuRow]) -> int:
    """Return the index of the row that was typed: its value, its number as `#2`, or part of its name.

    :raises BadAnswer: for no open row or several, with the names of the rows
    """
    try:
        return [option.value for option in question.options].index(parse(question, text))
    except BadAnswer:
        if text.lstrip().startswith("#"):
            raise
    meant = matching_rows(text, rows)
    if not meant and (first := THEN_REST.fullmatch(text.strip())):
        meant = matching_rows(first[1], rows)[:1]  # as the menu takes it
    named = [matching_rows(part, rows) for part in re.split(r"[,;]", text) if part.strip()]
    if re.fullmatch(r"[0-9]+([ ,;]+[0-9]+)+", text.strip()):
        named = [[int(n) - 1] * (0 < int(n) <= len(rows)) for n in re.findall("[0-9]+", text)]
    if not meant and len(named) > 1 and all(named):
        first_name = rows[named[0][0]].name
        raise BadAnswer(f"one at a time here: {first_name} alone, then it is asked again if somebody is left")
    may = [place for place in meant if not rows[place].closed]
    closed = [rows[place] for place in meant if place not in may]
    if same := [
        row for row in closed if name_key(text) in (name_key(row.name), name_key(row.label), *map(name_key, row.also))
    ]:
        raise BadAnswer(why_closed_text(same))
    if len(may) == 1:
        return may[0]
    if may:
        raise BadAnswer(f"{shown(text)} can be {listed([rows[place].name for place in may])}: say more of it")
    known = {name_key(row.name): row.name for row in rows if not row.closed}
    near = get_close_matches(name_key(text), known, 1)
    none = none_open_text(noun_of(question), text, closed, known[near[0]] if near else "")
    if TOLD.search(text) and any(option.value == HAPPENED for option in question.options):
        none = f"{none_open_text(noun_of(question), text, ())}; what happened is told under “{HAPPENED}”"
    raise BadAnswer(none)


def fact_named(text: str, question: questions.Facts) -> int:
    """Return the index of the row with this name. :raises BadAnswer: for no row or several"""
    text, less = questions.of_price(text, question.parts)
    here = [getattr(part, "less", False) == less for part in question.parts]
    names = [(part.key, fact_name(part)) if so else ("", "") for part, so in zip(question.parts, here, strict=True)]
    labels, named = ([AS_SAID, *(both[at].removesuffix(questions.CHEAPER) for both in names)] for at in (0, 1))
    held = [MenuRow(""), *(MenuRow("", holds=values_of(part)) for part in question.parts)]
    places = find(text, labels) or find(text, named) or matching_rows(text, held)
    if len(places) != 1:
        several = listed([named[place] for place in places[:MOST_TOGETHER]])
        none = f"{shown(text)} can be {several}: say more of it" if places else f"no fact {shown(text)} here"
        raise BadAnswer(f"there is no row {text[1:]}: the last one is {len(labels)}" if text.startswith("#") else none)
    return places[0]


# Closed rows in words.


def none_open_text(noun: str, typed: str, closed: Sequence[MenuRow], near: str = "") -> str:
    """Return `no open unit “tac”; Tactical Squad has shot`. `near` is a similar name, or ""."""
    why = why_closed_text(closed) if closed else f"{near} was meant?" if near else ""
    typed = visible(typed)
    typed = typed if len(typed) <= LONGEST_TYPED else f"{typed[: LONGEST_TYPED - 1].rstrip()}…"
    return f"no open {noun} “{typed}”{f'; {why}' if why else ''}"


def closed_rows_text(rows: Sequence[MenuRow], width: int) -> str:
    """Return `4 have shot, Trukk: destroyed`: how many rows each reason closes, or the name of a single row. What does
    not fit into `width` columns is `2 more`; "" if nothing fits."""
    rows_by_reason: dict[str, list[MenuRow]] = {}
    for row in rows:
        rows_by_reason.setdefault(row.closed, []).append(row)
    largest_first = sorted(rows_by_reason.values(), key=len, reverse=True)
    texts = [
        reason_of_many(n, same_reason[0].closed) if (n := len(same_reason)) > 1 else _why_closed(same_reason[0])
        for same_reason in largest_first
    ]
    for said in range(min(MOST_TOGETHER, len(texts)), 0, -1):
        more = sum(map(len, largest_first[said:]))
        if more and said == MOST_TOGETHER:
            continue
        words = ", ".join([*texts[:said], *([f"{more} more"] if more else [])])
        if len(words) <= width:
            return words
    return ""


def reason_of_many(n: int, reason: str) -> str:
    """Return the reason of one row in the plural: `has shot` becomes `4 have shot`. Long reasons follow a colon."""
    verb, *words = reason.removeprefix("it ").split(" ")
    if verb not in VERBS:
        return f"{n} {reason}" if len(words) < MOST_TOGETHER + 1 else f"{n}: {reason}"
    words = ["their" if word == "its" else word for word in words]
    return f"{n} {' '.join([VERBS[verb], *words])}"


def why_closed_text(rows: Sequence[MenuRow]) -> str:
    """Return `Tactical Squad has shot, Trukk: destroyed`."""
    texts = [_why_closed(row) for row in rows[:MOST_TOGETHER]]
    return f"{', '.join(texts)}{f' and {len(rows) - MOST_TOGETHER} more' if len(rows) > MOST_TOGETHER else ''}"


def _why_closed(row: MenuRow) -> str:
    reason = row.closed.removeprefix("it ")
    # a name with a colon cannot be a subject, and a plural takes another verb
    sentence = reason.split(" ")[0] in VERBS and ":" not in row.name and row.name[-1:] not in ("s", "z")
    return f"{row.name} {reason}" if sentence else f"{row.name}: {row.closed}"
