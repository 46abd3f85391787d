"""The rows of a prompt: what each is called, why it is closed, and which of them typed text means.

Facts that are agreed on are rows too; what is typed of them may have its answer with it: `no cover`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from shoot_cli.asked.scene import current_facts
from shoot_cli.asked.sentences import (
    MATTER,
    answer_words,
    facts_in_sight,
    key_words,
)
from shoot_cli.battle.turns import HAPPENED
from shoot_cli.engine import questions
from shoot_cli.engine.names import DEEP, NEARER, NONE_OF, find, name_key, same_name, singulars, visible
from shoot_cli.engine.questions import (
    Choose,
    HowMany,
    Number,
    Numbers,
    Subset,
)
from shoot_cli.engine.reasons import Answer, BadAnswer, listed, shown
from shoot_cli.input.answers import AS_SAID, TRUTH, parse

VERBS = {"has": "have", "is": "are", "was": "were"}  # singular -> plural
TOLD = r"(?i)[+−-]\s?\d|\b(?:dead|back|wounds?|cp)\b"  # what happened, typed where a unit is asked for
MOST_TOGETHER = 3  # most reasons or names in one line
LONGEST_TYPED = 30  # letters of typed text that a message repeats


class MenuRow(NamedTuple):
    """A line of a menu. `closed` is the reason why it cannot be taken, or "".

    :ivar also: other names
    :ivar note: the end of the label after a comma, not part of the name
    :ivar value: the end of the label after a colon, the current value; `changed` if it is not the proposed one
    :ivar rarely_chosen: True if it is hidden until all rows are shown
    :ivar holds: possible values; typing one takes it
    :ivar called: other words for it, which mean it only when typed whole
    :ivar less: True for another row for a lower price, found only with a 0 behind its name
    :ivar doubt: what may have been forgotten, or "": Enter takes the row when it is pressed again
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
    called: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def name(self) -> str:
        end = f": {self.value}" if self.value else f", {self.note}" if self.note else ""
        return self.label.removesuffix(end)

    def held(self, text: str) -> str | None:
        """Return the possible value that a typed text begins, such as `frag`; None for none or several."""
        key = name_key(text)
        begun = [value for value in self.holds if name_key(value).startswith(key)] if len(key) > 1 else []
        exact = [value for value in begun if name_key(value) == key] or begun
        return exact[0] if len(exact) == 1 else None


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
        doubt=option.doubt,
        called=option.called,
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
    match = re.search(r"\bwhich (?!of\b)(?:other )?([a-z]+)", question.text, re.IGNORECASE)
    return match[1].casefold() if match and not match[1].endswith("s") else "option"


AGREES = ("yes", "y", "ok", "okay", "go", "agreed", "right")  # what agrees to all, typed whole


def fact_rows(question: questions.Facts, changed: Mapping[str, Answer], decided: questions.Decided) -> list[MenuRow]:
    """Return the row "yes" with its consequence, then the facts. Important and changed facts are visible."""
    rows = [MenuRow(f"yes: {decided.so}" if decided.so else "yes", also=("yes", AS_SAID), called=AGREES)]
    proposed, in_sight = current_facts(question, {}).fires, {part.key for part in facts_in_sight(question)}
    for part in following(question, changed):
        if isinstance(part, questions.Choose) and part.offers:
            rows.append(offer_row(part, changed.get(part.key), why_not_also(question, changed, part)))
            continue
        text = answer_text(part, changed.get(part.key, part.default))
        # it depends on other changed facts
        kept = part.key not in changed and (text == proposed or part.key in decided.included)
        text = "see above" if text and (kept or text == decided.fires) else text  # avoid reading a long value twice
        seldom = part.key not in in_sight or part.key in decided.idle
        is_empty = isinstance(part, questions.Phrases) and part.key not in changed
        rows.append(
            MenuRow(
                f"{fact_name(part)} ..." if is_empty else f"{fact_name(part)}: {text}",
                also=(part.key,),
                value="" if is_empty else text,
                changed=part.key in changed,
                rarely_chosen=seldom and part.key not in changed,
                holds=values_of(part),
                called=getattr(part, "called", ()),
            )
        )
    return rows


def why_not_also(question: questions.Facts, changed: Mapping[str, Answer], part: questions.Choose) -> str:
    """Return why this cannot be used beside what was taken already; "" if it can, or if nothing was taken (EVE-53)."""
    twin = part.key.removesuffix(questions.CHEAPER) if part.less else part.key + questions.CHEAPER
    if twin in changed:
        return "taken at its other price"
    taken = (row for row in question.parts if isinstance(row, questions.Choose) and row.offers and row.key in changed)
    use = next((option.value for option in part.open() if option.value != part.default), None)
    if use is None or part.key in changed or next(taken, None) is None:
        return ""
    try:
        question.read(changed)
    except BadAnswer:
        return ""  # what was said until now cannot be, and that is said where it is agreed
    try:
        question.read({**changed, part.key: use})
    except BadAnswer as error:
        return str(error).removeprefix(f"{part.text.partition(': ')[0]}: ")
    return ""


def offer_row(part: questions.Choose, taken: Answer | None, beside: str) -> MenuRow:
    """Return the row of something that may be used: what it is, and whether it was taken. It may be closed.

    ``beside`` is why it cannot be used beside what was taken, or "".
    """
    usable = [option for option in part.options if option.value != part.default and not option.closed]
    reasons = next((option.closed for option in part.options if option.closed), ()) if not usable else ()
    shut = "; ".join(reason.text for reason in reasons)
    value = part.text.partition(": ")[2]
    if value.endswith("?"):
        value = f"{value} {taken or part.default}"
    elif taken is not None:
        value = f"{value}: {'taken' if taken == 'yes' else taken}"
    return MenuRow(
        f"{part.text.partition(': ')[0]}: {value}",
        shut if taken is not None else beside or shut,
        also=(part.key,),
        value=value,
        changed=taken is not None,
        rarely_chosen=part.seldom and taken is None,
    )


def flipped(part: questions.Question) -> Answer | None:
    """Return the other answer of a yes-or-no fact, or None for any other fact."""
    if not isinstance(part, questions.Choose) or {option.value for option in part.open()} != {"yes", "no"}:
        return None
    return "no" if part.default == "yes" else "yes"


def following(question: questions.Facts, changed: Mapping[str, Answer]) -> list[questions.Question]:
    """Return all facts; those that were not changed have the defaults that follow from those that were."""
    values = {part.key: part.read(changed[part.key]) for part in question.parts if part.key in changed}
    left = {part.key: part for part in question.left(values)}
    return [left.get(part.key, part) for part in question.parts]


def standing(question: questions.Facts, changed: Mapping[str, Answer]) -> list[questions.Question]:
    """Return each fact with what stands there now as its proposal, so that Enter changes nothing."""
    parts = following(question, changed)
    return [proposing(part, changed[part.key]) if part.key in changed else part for part in parts]


def with_the_others(question: questions.Numbers, before: Answer, answer: Answer) -> Answer:
    """Add the old numbers to the answer, if the players typed only some of several named numbers."""
    if not isinstance(answer, Mapping):
        return answer
    rest = before if isinstance(before, Mapping) else dict.fromkeys(question.names, before)
    return {question.name(name): value for name, value in rest.items()} | {**answer}


def proposing(question: questions.Question, answer: Answer) -> questions.Question:
    """Return the question with the old answer as its proposal."""
    if isinstance(question, questions.Facts):
        return question.but(default=answer if isinstance(answer, Mapping) else {})
    if isinstance(question, questions.Choose):
        taken = next((option for option in question.open() if same_name(option.value, str(answer))), None)
        return question.but(default=taken.value) if taken else question
    if isinstance(question, questions.Numbers) and isinstance(answer, Mapping):  # who was not named had the default
        given = {question.name(name): value for name, value in answer.items()}
        return question.but(default=dict.fromkeys(question.names, question.default) | given)
    default = tuple(map(tuple_of, answer)) if isinstance(answer, list) else answer
    return question.but(default=default)


def tuple_of(value: Answer) -> Answer:
    return tuple(value) if isinstance(value, list) else value


def values_of(part: questions.Question) -> tuple[str, ...]:
    """Return the values of a fact with few options, so that typing a value finds the fact."""
    values = (
        [option.value for option in part.options if not option.closed] if isinstance(part, questions.Choose) else []
    )
    return tuple(value for value in values if value not in ("yes", "no")) if len(values) <= MATTER else ()


def answer_text(part: questions.Question, answer: Answer) -> str:
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


IN_BRACKETS = r"(?<=\S)\s*\([^()]*\)"


def searched_names(typed: str, row: MenuRow) -> tuple[str, ...]:
    """Return the names of a row that a text may be a part of. Digits and signs alone are looked for in its label only,
    and not in what stands in brackets behind a name.
    """
    return (row.label, *row.also) if any(map(str.isalpha, typed)) else (re.sub(IN_BRACKETS, "", row.label),)


def matching_rows(typed: str, rows: Sequence[MenuRow]) -> list[int]:
    """Return the indexes of rows whose name contains the text, the best match first.

    The order is: equal names, names that begin with the text, names with a word that begins with it, other names. A
    plural that finds nothing is tried as a singular. Last, the text may begin a value that only one row can have.
    """
    typed, less = questions.of_price(typed, rows)
    end = questions.CHEAPER if less else ""
    if called := [index for index, row in enumerate(rows) if typed.strip().casefold() in row.called]:
        return called
    names = [
        [name_key(name.removesuffix(end)) for name in searched_names(typed, row) if row.less == less] for row in rows
    ]
    key = name_key(typed)
    for part in (key, *singulars(key)):
        ranks = [
            min((rank for rank, test in enumerate(NEARER) for name in row_names if test(name, part)), default=None)
            for row_names in names
        ]
        ranked = sorted((rank, index) for index, rank in enumerate(ranks) if rank is not None)
        if len(part) == 1 and any(rank < DEEP for rank, _ in ranked):  # almost every name contains a single letter
            ranked = [(rank, index) for rank, index in ranked if rank < DEEP]
        if ranked:
            return [index for _, index in ranked]
    starting_rows = [n for n, row in enumerate(rows) if any(name_key(value).startswith(key) for value in row.holds)]
    return starting_rows if len(starting_rows) == 1 and len(key) > 1 else []


# What stands behind the first of an order that goes on as it is: `nob, rest`, `nob then the others`.
THEN_REST = r"(?i)(.+?)\s*(?:[,;]|\bthen\b|\band\b)\s*(?:then\s+)?(?:the\s+)?(?:rest|others|all others)"


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
    if not meant and (first := re.fullmatch(THEN_REST, text.strip())):
        meant = matching_rows(first[1], rows)[:1]  # as the menu takes it
    named = [matching_rows(part, rows) for part in re.split(r"[,;]", text) if part.strip()]
    if re.fullmatch(r"[0-9]+([ ,;]+[0-9]+)+", text.strip()):
        named = [[int(n) - 1] * (0 < int(n) <= len(rows)) for n in re.findall("[0-9]+", text)]
    if not meant and len(named) > 1 and all(named):
        first_name = rows[named[0][0]].name
        raise BadAnswer(f"one at a time here: {first_name} alone, then it is asked again if somebody is left")
    open_rows = [index for index in meant if not rows[index].closed]
    closed = [rows[index] for index in meant if index not in open_rows]
    if same := [
        row for row in closed if name_key(text) in (name_key(row.name), name_key(row.label), *map(name_key, row.also))
    ]:
        raise BadAnswer(why_closed_text(same))
    if len(open_rows) == 1:
        return open_rows[0]
    if open_rows:
        raise BadAnswer(f"{shown(text)} can be {listed([rows[index].name for index in open_rows])}: say more of it")
    near = None if closed else nearest_row(text, rows)
    message = none_open_text(noun_of(question), text, closed, "" if near is None else rows[near].name)
    if re.search(TOLD, text) and any(option.value == HAPPENED for option in question.options):
        message = f"{none_open_text(noun_of(question), text, ())}; what happened is told under “{HAPPENED}”"
    raise BadAnswer(message)


def nearest_row(text: str, rows: Sequence[MenuRow]) -> int | None:
    """Return the index of the open row whose name is nearest to a text that means none; None if none is near."""
    from difflib import get_close_matches  # only when nothing is meant

    known = {name_key(row.name): index for index, row in reversed([*enumerate(rows)]) if not row.closed}
    near = get_close_matches(name_key(text), known, 1)
    return known[near[0]] if near else None


def rows_numbered(text: str, question: questions.Facts) -> list[int]:
    """Return the indexes of rows of which several numbers were typed, `3 5`; [] for any other text. Those that are no
    plain yes or no come last, to be asked. A 0 behind one number means the row of the same thing for less, `3 0`, if
    there is one.

    :raises BadAnswer: one of them is not there or agrees to all; or of two, the first takes a value
    """
    if not re.fullmatch(r"[0-9]{1,4}([ ,;]+[0-9]{1,4})+", text.strip()):
        return []
    if (match := re.fullmatch(r"([0-9]{1,4}) +0", text.strip())) and 1 < int(match[1]) <= len(question.parts) + 1:
        cheaper = question.parts[int(match[1]) - 2].key + questions.CHEAPER
        if twins := [index for index, part in enumerate(question.parts, 1) if part.key == cheaper]:
            return twins
    indexes = [int(number) - 1 for number in dict.fromkeys(re.findall("[0-9]+", text))]

    def switched(index: int) -> bool:
        return flipped(question.parts[index - 1]) is not None

    for index in indexes:
        if not 0 <= index <= len(question.parts):
            raise BadAnswer(no_such_row(index + 1, question))
        if not index or (len(indexes) == 2 and index == indexes[0] and not switched(index)):
            if not index:
                raise BadAnswer(no_such_row(1, question))
            raise BadAnswer(
                f"{index + 1} must be typed alone: {fact_name(question.parts[index - 1])} is no plain yes or no"
            )
    return sorted(indexes, key=lambda index: not switched(index))


def fact_named(text: str, question: questions.Facts) -> int:
    """Return the index of the row with this name. :raises BadAnswer: for no row or several"""
    text, less = questions.of_price(text, question.parts)
    fits = [getattr(part, "less", False) == less for part in question.parts]
    names = [(part.key, fact_name(part)) if fit else ("", "") for part, fit in zip(question.parts, fits, strict=True)]
    labels, named = ([AS_SAID, *(pair[i].removesuffix(questions.CHEAPER) for pair in names)] for i in (0, 1))
    value_rows = [MenuRow("", holds=values_of(part), called=getattr(part, "called", ())) for part in question.parts]
    value_rows.insert(0, MenuRow("", called=AGREES))
    called = [index for index, row in enumerate(value_rows) if text.strip().casefold() in row.called]
    indexes = called or find(text, labels) or find(text, named) or matching_rows(text, value_rows)
    if len(indexes) != 1:
        known = question.known() if question.known and not indexes else {}
        if settled := find(re.sub(WITHIN, "", text), [*known]):
            facts = [f"{name}: {known[name]}" for name in (list(known)[index] for index in settled)]
            raise BadAnswer(f"that is settled here: {listed(facts)}")
        several = listed([named[index] for index in indexes[:MOST_TOGETHER]])
        none = f"{shown(text)} can be {several}: say more of it" if indexes else f"no fact {shown(text)} here"
        raise BadAnswer(f"there is no row {text[1:]}: the last one is {len(labels)}" if text.startswith("#") else none)
    return indexes[0]


class Said(NamedTuple):
    """A fact that was typed with its answer: the index of its row, and the answer; None for the other one, or to ask.

    :ivar words: the row and the answer in words that are read in the same way: `#3 yes`
    """

    row: int
    answer: Answer = None
    words: str = ""


# What players say of a fact, as its name and its answer. The first that is understood counts.
OTHER_WORDS = {
    "in the open": ("no cover",),
    **dict.fromkeys(("half range", "in half range", "within half range", "at half range"), ("half range yes",)),
    **dict.fromkeys(("did not move", "not moved", "stood still", "stands still"), ("stationary yes", "moved no")),
}
DENIES = ("not in", "not at", "no", "not", "nobody", "none", "without")  # before the name of a fact
WITHIN = "(?i)(?:in|at|is|are) "
BETWEEN = r"\s*[:=]\s*|\s+"
SEVERAL_FACTS = (
    r"\s*[,;]\s*|\s+(?:and|but)\s+", r"\s+(?=#[0-9]|[0-9]{1,4}\s*[:=]?\s*[a-z])", r"(?<=[ :=]yes)\s+|(?<=[ :=]no)\s+",
)  # fmt: skip
WITH_ONE_ANSWER = r"(#?[0-9]{1,4}(?:(?:\s*[,;]\s*|\s+and\s+|\s+)#?[0-9]{1,4})+)\s*[:=]?\s*([^\W\d].*)"


def facts_said(text: str, question: questions.Facts) -> list[Said]:
    """Return the facts that were typed with their answers: `no cover`, `cover 5+`, `3 yes 4 yes`, `advanced, no cover`.
    [] for any other text, for numbers alone, and for what is a name as a whole.

    :raises BadAnswer: a fact has no such answer, or only some of several are understood
    """
    typed = text.strip()
    if re.fullmatch(r"[0-9 ,;]*", typed) or find(typed, [fact_name(part) for part in question.parts], near=False):
        return []
    if typed.casefold() in OTHER_WORDS and _fact_row(typed, question):
        return []  # a name alone asks
    misses: list[BadAnswer] = []
    try:
        if fact := fact_said(typed, question):
            return [fact]
    except BadAnswer as wrong:
        misses.append(wrong)
    if _fact_row(typed, question):
        return []
    splits = [re.split(gaps, typed, flags=re.IGNORECASE) for gaps in SEVERAL_FACTS]
    if match := re.fullmatch(WITH_ONE_ANSWER, typed):
        splits = [[f"{number} {match[2]}" for number in re.findall(r"#?[0-9]+", match[1])]]
    for pieces in splits:
        try:
            if len(pieces) > 1 and (facts := _read_pieces([bit.strip() for bit in pieces if bit.strip()], question)):
                return facts
        except BadAnswer as wrong:
            misses.insert(0, wrong)
    if misses:
        raise misses[0]
    if re.match(WITHIN, typed) and (row := _fact_row(re.sub(WITHIN, "", typed), question)):
        return [Said(row, None, f"#{row + 1}")]
    return []


def _read_pieces(pieces: Sequence[str], question: questions.Facts) -> list[Said]:
    """Return what each piece says. A name alone means yes, a value alone its fact; others are asked last.
    [] if no piece is understood.

    :raises BadAnswer: only some are understood, or two say of one fact what is not the same
    """
    facts, unknown = list[Said](), list[str]()
    for piece in pieces:
        if fact := fact_said(piece, question) or _value_said(piece, question):
            facts.append(fact)
        elif row := _fact_row(piece, question) or _fact_row(re.sub(WITHIN, "", piece), question):
            plain = flipped(question.parts[row - 1]) is not None
            facts.append(Said(row, "yes", f"#{row + 1} yes") if plain else Said(row, None, f"#{row + 1}"))
        else:
            unknown.append(piece)
    if facts and unknown:
        raise BadAnswer(f"no fact {shown(unknown[0])} here: nothing of the line is taken")
    choices = {fact[:2] for fact in facts if isinstance(question.parts[fact.row - 1], Choose)}
    twice = [row for row, n in Counter(row for row, _ in choices).items() if n > 1]
    if twice:
        name = fact_name(question.parts[twice[0] - 1])
        raise BadAnswer(f"{name} is said twice, and not the same: nothing of the line is taken")
    return sorted(facts, key=lambda fact: fact.answer is None)


def _value_said(text: str, question: questions.Facts) -> Said | None:
    """Return the fact of which a value alone was typed, such as `frag`; None if it is a value of none or of several."""
    named = _fact_row(text, question)
    rows = [named] if named else range(1, len(question.parts) + 1)
    values = ((row, MenuRow("", holds=values_of(question.parts[row - 1])).held(text)) for row in rows)
    said = [Said(row, value, f"#{row + 1} {value}") for row, value in values if value is not None]
    return said[0] if len(said) == 1 else None


def fact_said(text: str, question: questions.Facts) -> Said | None:
    """Return the one fact that was typed with its answer, or None. :raises BadAnswer: it has no such answer"""
    typed = text.strip()
    for words in OTHER_WORDS.get(" ".join(typed.casefold().split()), ()):
        with suppress(BadAnswer):
            if fact := fact_said(words, question):
                return fact
    denials = [typed[len(word) :].strip() for word in DENIES if re.match(rf"{word}\s+\S", typed, re.IGNORECASE)]
    readings = [(name, "no", True) for name in denials]
    for gap in re.finditer(BETWEEN, typed):
        first, last = typed[: gap.start()], typed[gap.end() :]
        readings += [(first, last, True), (last, first, False)] if first and last else []
    misses: list[tuple[int, str]] = []
    for name, words, near in readings:
        row = _fact_row(name, question) or _fact_row(re.sub(WITHIN, "", name), question)
        if not row:
            if re.fullmatch("#?[0-9]{1,4}", name) and near:
                misses.append((0, no_such_row(int(name.removeprefix("#")), question)))
            continue
        part = question.parts[row - 1]
        try:
            answer = _read_answer(part, words, near)
            part.read(answer)
            return Said(row, answer, f"#{row + 1} {words}")
        except BadAnswer as wrong:
            if near:
                misses.append((-len(name), f"{fact_name(part)}: {wrong}"))
    if misses:
        raise BadAnswer(min(misses, key=lambda miss: miss[0])[1])
    return None


def no_such_row(number: int, question: questions.Facts) -> str:
    if number == 1:
        return "1 must be typed alone: it agrees to all"
    return f"there is no row {number}: the last one is {len(question.parts) + 1}"


def _fact_row(name: str, question: questions.Facts) -> int:
    """Return the row of the fact that has this number, or words that begin so; 0 for none or several."""
    if re.fullmatch("#?[0-9]{1,4}", name):
        row = int(name.removeprefix("#")) - 1
        return row if 0 < row <= len(question.parts) else 0
    parts = [part for part in question.parts if not getattr(part, "less", False)]
    names = [[name_key(words) for words in (fact_name(part), key_words(part.key))] for part in parts]
    for key in (name_key(name), *singulars(name_key(name))):
        for test in (*NEARER[:DEEP], *NEARER[DEEP + 1 :]) if len(key) > 2 else NEARER[:1]:
            if facts := [part for part, keys in zip(parts, names, strict=True) if any(test(k, key) for k in keys)]:
                return question.parts.index(facts[0]) + 1 if len(facts) == 1 else 0
    return 0


def _read_answer(part: questions.Question, words: str, near: bool) -> Answer:
    """Return the answer that words beside the name of a fact give; whole words alone if not `near`.

    :raises BadAnswer: it has no such answer
    """
    key, denied = name_key(words), name_key(words) in NONE_OF
    if isinstance(part, Choose):
        answer = parse(part, words)
        same = [
            name_key(text) for option in part.options if option.value == answer for text in (option.value, option.label)
        ]
        meant = answer in ("yes", "no", part.refusal()) if denied or key in (*TRUTH, "yes") else near
        if key in same or meant:
            return answer
        values = listed([row_of(option).name for option in part.open()])
        raise BadAnswer(f"{shown(words)} is not one of: {values}")
    if denied and isinstance(part, (Number, Numbers)):
        zeros = (part.default, part.otherwise)
        if given := [value for value in zeros if value == 0 or name_key(str(value)) in NONE_OF]:
            return given[0]
        raise BadAnswer(f"it takes a number, not {shown(words)}")
    if isinstance(part, (HowMany, Subset)) and (denied or key == "yes"):
        words = "none" if denied else "all"
    return parse(part, words)


INCHES = r"""(?:["”″]|''|in?|inch?|inches)?"""
BEHIND = rf"(?i)(.+?)(?:\s*[,;]\s*|\s+)([0-9]+(?:[.,][0-9]+)?\s*{INCHES})"
BEHIND_ROW = r"#?([0-9]{1,4})(?:\s*[,;]\s*|\s+)(\S.*)"


def with_number(text: str, rows: Sequence[MenuRow]) -> tuple[str, str]:
    """Return the part of a typed text that means a row, and the part behind it for the next question, or "".

    `2 14`, `2, 14` and `orks 14"` have both. A name that goes on with a number, such as `Squad 2`, is only a name.
    """
    typed, names = text.strip(), [row._replace(label=row.name) for row in rows]
    if (match := re.fullmatch(BEHIND_ROW, typed)) and numbered(rows):
        begun = any(name_key(name).startswith(name_key(typed)) for row in names for name in (row.label, *row.also))
        is_text = not match[2][0].isdecimal()
        counts = any(re.match("[0-9]+ ", row.label) for row in rows)  # “8 boltguns” is a row there
        is_name = begun or (is_text and (counts or matching_rows(typed, names)))
        return (text, "") if is_name else (f"#{match[1]}", match[2])
    match = re.fullmatch(BEHIND, typed)
    return (match[1], match[2]) if match and not matching_rows(typed, names) else (text, "")


# Closed rows in words.


TAKES_NEAR = "was meant? Enter takes it"  # of a row that is lit then


def none_open_text(noun: str, typed: str, closed: Sequence[MenuRow], near: str = "") -> str:
    """Return `no open unit “tac”; Tactical Squad has shot`. `near` is a similar name, or ""."""
    why = why_closed_text(closed) if closed else f"{near} {TAKES_NEAR}" if near else ""
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
    for count in range(min(MOST_TOGETHER, len(texts)), 0, -1):
        more = sum(map(len, largest_first[count:]))
        if more and count == MOST_TOGETHER:
            continue
        words = ", ".join([*texts[:count], *([f"{more} more"] if more else [])])
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
    is_sentence = reason.split(" ")[0] in VERBS and ":" not in row.name and row.name[-1:] not in ("s", "z")
    return f"{row.name} {reason}" if is_sentence else f"{row.name}: {row.closed}"
