"""The rows of a menu: of the options of a choice, and of facts that can be changed one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from shoot_cli.core.answers import listed
from shoot_cli.core.entry import AS_SAID, find, parse
from shoot_cli.core.names import name_key
from shoot_cli.core.questions import Answer, BadAnswer, Choose, Decided, Facts, Option, Question, shown
from shoot_cli.core.questions_named import name_of_fact
from shoot_cli.ui.act import as_they_stand
from shoot_cli.ui.choices import ranked
from shoot_cli.ui.menu import each_closed, none_open
from shoot_cli.ui.screen import MenuRow
from shoot_cli.ui.words import MATTER, answer_words, key_words


def row_of(option: Option, nickname: str | None = None) -> MenuRow:
    closed = "; ".join(reason.text for reason in option.closed)
    also = (option.value, nickname) if nickname else (option.value,)
    return MenuRow(option.label or option.value, closed, also, note_of(option), seldom=option.seldom)


def note_of(option: Option) -> str:
    """What stands behind the name in a label, and a comma: ``20 models``; "" if it is none of the name.

    The name stands at its beginning, or behind a number: elsewhere a comma parts words of a sentence.
    """
    before, name, rest = option.label.partition(option.value)
    if name and re.fullmatch(r"([0-9]+ (x )?)?", before) and rest.startswith(", "):
        return rest.removeprefix(", ")
    if not option.label[:1].isdecimal():
        return ""
    parts = option.label.split(", ")  # “8 boltguns, 24" S4”: the name stands there in the plural, with all its commas
    return ", ".join(parts[option.value.count(", ") + 1 :])


def fact_rows(question: Facts, changed: Mapping[str, Answer], now: Decided) -> list[MenuRow]:
    """Yes, with what follows from it; then the facts, those that matter and whatever was changed in sight."""
    rows = [MenuRow(f"yes: {now.so}" if now.so else "yes", also=("yes", AS_SAID))]
    proposed = as_they_stand(question, {}).fires
    for place, part in enumerate(question.parts):
        said = said_of(part, changed.get(part.key, part.default))
        left = part.key not in changed and said == proposed  # and follows what else was changed
        said = "as above" if said and (left or said == now.fires) else said  # a long one is not read twice
        rows.append(
            MenuRow(
                f"{fact_name(part)}: {said}",
                also=(part.key,),
                value=said,
                changed=part.key in changed,
                seldom=(place >= MATTER or getattr(part, "computed", False)) and part.key not in changed,
                holds=values_of(part),
            )
        )
    return rows


def flipped(part: Question, changed: Mapping[str, Answer]) -> Answer | None:
    """The other answer of a yes or no: it needs no menu of two. None of what is more than that."""
    if not isinstance(part, Choose) or {option.value for option in part.open()} != {"yes", "no"}:
        return None
    return "no" if changed.get(part.key, part.default) == "yes" else "yes"


def values_of(part: Question) -> tuple[str, ...]:
    """What a fact of few options can be: by such a word it is found."""
    values = [option.value for option in part.options if not option.closed] if isinstance(part, Choose) else []
    return tuple(value for value in values if value not in ("yes", "no")) if len(values) <= MATTER else ()


def said_of(part: Question, answer: Answer) -> str:
    """What is said of a fact: of an option that can be described its name alone."""
    option = next((one for one in part.options if one.value == answer), None) if isinstance(part, Choose) else None
    return row_of(option).name if option else answer_words(part, answer)


def fact_name(part: Question) -> str:
    return name_of_fact(part) or key_words(part.key)


def fact_named(text: str, question: Facts) -> int:
    """The place of the row that was typed by its name. :raises BadAnswer: none, or several."""
    labels = [AS_SAID, *(part.key for part in question.parts)]
    named = [AS_SAID, *map(fact_name, question.parts)]
    held = [MenuRow(""), *(MenuRow("", holds=values_of(part)) for part in question.parts)]
    places = find(text, labels) or find(text, named) or ranked(text, held)
    if len(places) != 1:
        none = f"no fact {shown(text)} here"
        raise BadAnswer(f"there are {len(labels)} options, not {text[1:]}" if text.startswith("#") else none)
    return places[0]


def noun_of(question: Question) -> str:
    """What the options are, by the question: “Which unit shoots?” is answered with a unit."""
    found = re.search(r"\bwhich (?!of\b)([a-z]+)", question.text, re.IGNORECASE)
    return found[1].casefold() if found and not found[1].endswith("s") else "option"


def row_typed(text: str, question: Choose, rows: Sequence[MenuRow]) -> int:
    """The place of the row that was typed: its value, its place as ``#2``, or a part of a name.

    :raises BadAnswer: none that is open, or several, in the words of the rows
    """
    try:
        return [option.value for option in question.options].index(parse(question, text))
    except BadAnswer:
        if text.lstrip().startswith("#"):
            raise
    meant = ranked(text, rows)
    may = [place for place in meant if not rows[place].closed]
    closed = [rows[place] for place in meant if place not in may]
    if same := [
        row for row in closed if name_key(text) in (name_key(row.name), name_key(row.label), *map(name_key, row.also))
    ]:
        raise BadAnswer(each_closed(same))
    if len(may) == 1:
        return may[0]
    if may:
        raise BadAnswer(f"{shown(text)} can be {listed([rows[place].name for place in may])}: say more of it")
    known = {name_key(row.name): row.name for row in rows if not row.closed}
    near = get_close_matches(name_key(text), known, 1)
    raise BadAnswer(none_open(noun_of(question), text, closed, known[near[0]] if near else ""))
