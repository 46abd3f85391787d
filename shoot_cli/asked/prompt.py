"""What is asked at a prompt, as one value: `Asked`. It is made once for each question, and every surface draws it.

The form of an answer says what may be sent, by the kind of the question, so that any surface can make a form of it.
Options are rows: what each is called, why it is closed, and which of them typed text means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import ClassVar, NamedTuple, TypeAlias

from shoot_cli.asked.scene import Act, Item, Scene, Thrown, act, current_facts, facts_act, reroll_act
from shoot_cli.asked.sentences import (
    MATTER,
    Names,
    answer_words,
    came_to,
    facts_in_sight,
    hint,
    key_words,
    label_of,
    owner,
)
from shoot_cli.battle.turns import HAPPENED
from shoot_cli.engine import questions
from shoot_cli.engine.names import DEEP, NEARER, find, name_key, singulars, visible
from shoot_cli.engine.questions import (
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
)
from shoot_cli.engine.reasons import Answer, BadAnswer, listed, shown
from shoot_cli.engine.record import Record
from shoot_cli.input.answers import AS_SAID, parse
from shoot_cli.input.dice import RollAgain, first_throw, second_throw

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
        begun = [one for one in self.holds if name_key(one).startswith(key)] if len(key) > 1 else []
        same = [one for one in begun if name_key(one) == key] or begun
        return same[0] if len(same) == 1 else None


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
    found = re.search(r"\bwhich (?!of\b)(?:other )?([a-z]+)", question.text, re.IGNORECASE)
    return found[1].casefold() if found and not found[1].endswith("s") else "option"


AGREES = ("yes", "y", "ok", "okay", "go", "agreed", "right")  # what agrees to all, typed whole


def fact_rows(question: questions.Facts, changed: Mapping[str, Answer], now: questions.Decided) -> list[MenuRow]:
    """Return the row "yes" with its consequence, then the facts. Important and changed facts are visible."""
    rows = [MenuRow(f"yes: {now.so}" if now.so else "yes", also=("yes", AS_SAID), called=AGREES)]
    proposed, in_sight = current_facts(question, {}).fires, {part.key for part in facts_in_sight(question)}
    for part in question.parts:
        if isinstance(part, questions.Choose) and part.offers:
            rows.append(offer_row(part, changed.get(part.key), why_not_also(question, changed, part)))
            continue
        said = said_of(part, changed.get(part.key, part.default))
        # it depends on other changed facts
        left = part.key not in changed and (said == proposed or part.key in now.included)
        said = "see above" if said and (left or said == now.fires) else said  # avoid reading a long value twice
        seldom = part.key not in in_sight or part.key in now.idle
        nothing = isinstance(part, questions.Phrases) and part.key not in changed
        rows.append(
            MenuRow(
                f"{fact_name(part)} ..." if nothing else f"{fact_name(part)}: {said}",
                also=(part.key,),
                value="" if nothing else said,
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
    taken = (one for one in question.parts if isinstance(one, questions.Choose) and one.offers and one.key in changed)
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


def offer_row(part: questions.Choose, taken: Answer | None, beside: str = "") -> MenuRow:
    """Return the row of something that may be used: what it is, and whether it was taken. It may be closed.

    ``beside`` is why it cannot be used beside what was taken, or "".
    """
    can = [option for option in part.options if option.value != part.default and not option.closed]
    reasons = next((option.closed for option in part.options if option.closed), ()) if not can else ()
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
    if called := [place for place, row in enumerate(rows) if typed.strip().casefold() in row.called]:
        return called
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
    near = None if closed else nearest_row(text, rows)
    none = none_open_text(noun_of(question), text, closed, "" if near is None else rows[near].name)
    if TOLD.search(text) and any(option.value == HAPPENED for option in question.options):
        none = f"{none_open_text(noun_of(question), text, ())}; what happened is told under “{HAPPENED}”"
    raise BadAnswer(none)


def nearest_row(text: str, rows: Sequence[MenuRow]) -> int | None:
    """Return the index of the open row whose name is nearest to a text that means none; None if none is near."""
    known = {name_key(row.name): place for place, row in reversed([*enumerate(rows)]) if not row.closed}
    near = get_close_matches(name_key(text), known, 1)
    return known[near[0]] if near else None


def rows_numbered(text: str, question: questions.Facts, changed: Mapping[str, Answer]) -> list[int]:
    """Return the indexes of rows of which several numbers were typed, `3 5`; [] for any other text. Those that are no
    plain yes or no come last, to be asked. A 0 behind one number means the row of the same thing for less, `3 0`, if
    there is one.

    :raises BadAnswer: one of them is not there or agrees to all; or of two, the first takes a value
    """
    if not re.fullmatch(r"[0-9]{1,4}([ ,;]+[0-9]{1,4})+", text.strip()):
        return []
    if (dear := re.fullmatch(r"([0-9]{1,4}) +0", text.strip())) and 1 < int(dear[1]) <= len(question.parts) + 1:
        cheaper = question.parts[int(dear[1]) - 2].key + questions.CHEAPER
        if twins := [place for place, part in enumerate(question.parts, 1) if part.key == cheaper]:
            return twins
    found = [int(number) - 1 for number in dict.fromkeys(re.findall("[0-9]+", text))]

    def switched(place: int) -> bool:
        return flipped(question.parts[place - 1], changed) is not None

    for place in found:
        if not 0 <= place <= len(question.parts):
            raise BadAnswer(f"there is no row {place + 1}: the last one is {len(question.parts) + 1}")
        if not place or (len(found) == 2 and place == found[0] and not switched(place)):
            what = f"{fact_name(question.parts[place - 1])} is no plain yes or no" if place else "it agrees to all"
            raise BadAnswer(f"{place + 1} must be typed alone: {what}")
    return sorted(found, key=lambda place: not switched(place))


def fact_named(text: str, question: questions.Facts) -> int:
    """Return the index of the row with this name. :raises BadAnswer: for no row or several"""
    text, less = questions.of_price(text, question.parts)
    here = [getattr(part, "less", False) == less for part in question.parts]
    names = [(part.key, fact_name(part)) if so else ("", "") for part, so in zip(question.parts, here, strict=True)]
    labels, named = ([AS_SAID, *(both[at].removesuffix(questions.CHEAPER) for both in names)] for at in (0, 1))
    held = [MenuRow("", holds=values_of(part), called=getattr(part, "called", ())) for part in question.parts]
    held.insert(0, MenuRow("", called=AGREES))
    called = [place for place, row in enumerate(held) if text.strip().casefold() in row.called]
    places = called or find(text, labels) or find(text, named) or matching_rows(text, held)
    if len(places) != 1:
        several = listed([named[place] for place in places[:MOST_TOGETHER]])
        none = f"{shown(text)} can be {several}: say more of it" if places else f"no fact {shown(text)} here"
        raise BadAnswer(f"there is no row {text[1:]}: the last one is {len(labels)}" if text.startswith("#") else none)
    return places[0]


DENIED = re.compile(r"(?:no|not|not in|without)\s+(.+)", re.IGNORECASE)
BETWEEN = re.compile(r"\s*[:=]\s*|\s+")


def said_outright(text: str, question: questions.Facts) -> tuple[int, str] | None:
    """Return the row of a fact and the answer that was typed with its name or number: `no cover`, `cover 5+`, `4 yes`.
    None for any other text, for numbers alone, and for what is a name as a whole."""
    typed = text.strip()
    if re.fullmatch(r"[0-9 ,;]*", typed) or find(typed, [fact_name(part) for part in question.parts], near=False):
        return None
    denied = DENIED.fullmatch(typed)
    said: list[tuple[str, tuple[str, ...]]] = [(denied[1], ("no", "none"))] if denied else []
    for gap in BETWEEN.finditer(typed):
        first, last = typed[: gap.start()], typed[gap.end() :]
        said += [(first, (last.casefold(),)), (last, (first.casefold(),))]
    for name, answers in said:
        if answers[0] and (found := _fact_with(name, answers, question)):
            return found
    return None


def _fact_with(name: str, answers: Sequence[str], question: questions.Facts) -> tuple[int, str] | None:
    """Return the row of the fact with this name or number, and the first of these values that it has."""
    try:
        place = int(name.removeprefix("#")) - 1 if re.fullmatch("#?[0-9]{1,4}", name) else fact_named(name, question)
    except BadAnswer:
        return None
    part = question.parts[place - 1] if 0 < place <= len(question.parts) else None
    if not isinstance(part, questions.Choose):
        return None
    values = [option.value for option in part.open() if option.value.casefold() in answers]
    return (place, values[0]) if values else None


INCHES = r"""(?:["”″]|''|in?|inch?|inches)?"""
BEHIND = re.compile(rf"(.+?)(?:\s*[,;]\s*|\s+)([0-9]+(?:[.,][0-9]+)?\s*{INCHES})", re.IGNORECASE)
BEHIND_ROW = re.compile(r"#?([0-9]{1,4})(?:\s*[,;]\s*|\s+)(\S.*)")


def with_number(text: str, rows: Sequence[MenuRow]) -> tuple[str, str]:
    """Return the part of a typed text that means a row, and what is typed behind it for the next question, or "".

    `2 14`, `2, 14` and `orks 14"` have both. A name that goes on with a number, such as `Squad 2`, is only a name.
    """
    typed, names = text.strip(), [row._replace(label=row.name) for row in rows]
    if (found := BEHIND_ROW.fullmatch(typed)) and numbered(rows):
        begun = any(name_key(name).startswith(name_key(typed)) for row in names for name in (row.label, *row.also))
        words = not found[2][0].isdecimal()
        counts = any(re.match("[0-9]+ ", row.label) for row in rows)  # “8 boltguns” is a row there
        is_name = begun or (words and (counts or matching_rows(typed, names)))
        return (text, "") if is_name else (f"#{found[1]}", found[2])
    found = BEHIND.fullmatch(typed)
    return (found[1], found[2]) if found and not matching_rows(typed, names) else (text, "")


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


Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


class RollForm(Record):
    """Dice of which each passes or fails: `{"first": faces, "again": faces}` or `{"passed": 7, "watched": [2]}`.

    :ivar names: the names of the sides, if they have any
    :ivar need: what a die needs, as players write it
    :ivar counts: True if it is enough to say how many passed; in the first throw if dice are rolled again. One die is
        always told by its face
    :ivar watch: the faces of which it must be said how many came, for each such count
    :ivar among: for each such count, which dice can show these faces: "every" one that passed and no other, only dice
        that "passed" or that "failed"; "" for any
    :ivar again: the faces that are rolled again; counts are then sent as they are typed, `{"typed": "24/5"}`
    :ivar groups: how many dice belong to each of several groups, in order; () for one
    :ivar lives: True if `{"live": 3}` is enough, the number of groups in which all dice passed
    :ivar adds: the sides of the dice that are added up to each of the faces; () if these are of single dice
    """

    dice: int
    sides: int
    names: tuple[str, ...]
    need: str
    counts: bool
    watch: tuple[str, ...]
    again: tuple[int, ...]
    groups: tuple[int, ...] = ()
    lives: bool = False
    adds: tuple[int, ...] = ()
    among: tuple[str, ...] = ()
    kind: ClassVar[str] = "roll"


class TotalForm(Record):
    """Dice that are added up: `{"first": faces, "again": faces}` or `{"sum": 7}`. Sums in `again` are rolled again."""

    dice: int
    sides: int
    need: str
    again: tuple[int, ...]
    kind: ClassVar[str] = "total"


class ChooseForm(Record):
    """One of several options: its value. `values` stand in the order of the rows; some of these may be closed."""

    values: tuple[str, ...]
    kind: ClassVar[str] = "choose"


class NumberForm(Record):
    """A number of `unit` from `low` to `high`, or the phrase `otherwise`; `"5+"` if there is `more` to say."""

    low: float
    high: float
    whole: bool
    unit: str
    otherwise: str
    more: str
    kind: ClassVar[str] = "number"


class NumbersForm(Record):
    """A number for each name: one for all, or a mapping. `across` allows an offset, as in `[5, 3]`."""

    names: tuple[str, ...]
    low: float
    high: tuple[float, ...]
    whole: bool
    unit: str
    otherwise: str
    across: bool
    kind: ClassVar[str] = "numbers"


class HowManyForm(Record):
    """A count for each group, in order. `groups` have a name and the highest count. `more` as in `NumberForm`: then
    the last of the list is "+"."""

    groups: tuple[tuple[str, int], ...]
    more: str
    kind: ClassVar[str] = "howmany"


class SeveralForm(Record):
    """Some of the names. `closed` has the reason why a name cannot be chosen, or "". `exactly` may be None."""

    names: tuple[str, ...]
    closed: tuple[str, ...]
    least: int
    exactly: int | None
    kind: ClassVar[str] = "several"


class ArrangeForm(Record):
    """The order of models, as runs `[number, name, mark]`. `marks` have a mark and its meaning."""

    kinds: tuple[tuple[str, int], ...]
    marks: tuple[tuple[str, str], ...]
    kind: ClassVar[str] = "arrange"


class PhrasesForm(Record):
    """A list of phrases. `names` are known ones, `about` whom a phrase may be limited to after a colon. The value of a
    row can be sent instead, alone, and an empty list for the row `nothing`. `taps` can be sent as if typed, and
    `labels` are what they are called."""

    names: tuple[str, ...]
    about: tuple[str, ...]
    example: str
    rows: tuple[str, ...] = ()
    taps: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    kind: ClassVar[str] = "phrases"


class Part(Record):
    """One of several facts: its name, what it is `said` to be now, and how another answer is given."""

    key: str
    name: str
    said: str
    options: tuple[MenuRow, ...]
    default: Json
    form: Form


class FactsForm(Record):
    """A mapping of the facts that differ. `fires` is what is fired if none does, and `so` what follows of it."""

    parts: tuple[Part, ...]
    fires: str
    so: str
    kind: ClassVar[str] = "facts"


Form = (
    RollForm
    | TotalForm
    | ChooseForm
    | NumberForm
    | NumbersForm
    | HowManyForm
    | SeveralForm
    | ArrangeForm
    | PhrasesForm
    | FactsForm
)


def form_of(question: Question) -> Form:
    match question:
        case Roll():
            once = first_throw(question) if question.again else question
            first = once or question
            return RollForm(
                question.dice, question.sides, question.faces, question.need_text(),
                once is not None and question.dice > 1 and question.counts_will_do(),
                tuple(first.faces_text(one.faces) for one in first.watch), question.again, question.groups,
                question.lives and question.dice > 1, question.adds,
                tuple(first.among(one.faces) for one in first.watch),
            )  # fmt: skip
        case Total():
            need = question.need.text if question.need else ""
            return TotalForm(question.dice, question.sides, need, question.again)
        case Choose():
            return ChooseForm(tuple(option.value for option in question.options))
        case Number():
            words = question.unit, question.otherwise, question.more
            return NumberForm(question.low, question.high, question.whole, *words)
        case Numbers():
            high = tuple(question.highest(place) for place, _ in enumerate(question.names))
            across = question.across is not None
            return NumbersForm(
                question.names, question.low, high, question.whole, question.unit, question.otherwise, across
            )
        case HowMany():
            return HowManyForm(question.groups, question.more)
        case Subset():
            shut = dict(question.closed)
            closed = tuple("; ".join(one.text for one in shut.get(name, ())) for name in question.names)
            return SeveralForm(question.names, closed, question.at_least, question.exactly)
        case Arrange():
            return ArrangeForm(question.kinds, question.marks)
        case Phrases():
            rows = tuple(row.value for row in question.rows)
            taps = question.offers() if question.offers else ()
            labels = taps.values() if isinstance(taps, Mapping) else taps
            return PhrasesForm(question.names, question.about, question.example, rows, tuple(taps), tuple(labels))
        case Facts():
            now = current_facts(question, question.default or {})
            return FactsForm(tuple(map(part_of, question.parts)), now.fires, now.so)


def part_of(part: Question) -> Part:
    """Return one fact as it is proposed."""
    usual = default(part)
    return Part(part.key, fact_name(part), said_of(part, part.default), options_of(part), usual, form_of(part))


def options_of(question: Question, nicknames: Mapping[str, str] | None = None) -> tuple[MenuRow, ...]:
    """Return the rows of a choice; () for any other question. `nicknames` are other names of options."""
    if not isinstance(question, Choose):
        return ()
    known = nicknames or {}
    return tuple(row_of(option, known.get(option.value)) for option in question.options)


def default(question: Question) -> Json:
    """Return the answer that Enter gives, as JSON holds it, or None if somebody must answer."""
    if isinstance(question, Choose):
        return next((option.value for option in question.open() if option.value == question.default), None)
    if isinstance(question, HowMany):
        return list(question.default) or None
    if isinstance(question, Arrange):
        return [list(run) for run in question.default] or None
    if isinstance(question, Facts):
        return dict(question.default or {})
    if isinstance(question, (Subset, Phrases)):  # an empty list is a default too: none of the names
        return None if question.default is None else list(question.default)
    return question.default


def as_json(value: object) -> Json:
    """Return a record of this room as JSON holds it: fields by their names, and its kind. :raises TypeError:"""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Record):
        kind = getattr(value, "kind", "")
        named: dict[str, Json] = {name: as_json(getattr(value, name)) for name in value.fields}
        return {"kind": kind} | named if kind else named
    if isinstance(value, MenuRow):  # without what only typed text needs
        return {name: one for name in ("label", "closed", "rarely_chosen") if (one := getattr(value, name))}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):  # a row of a status, without what is empty
        return {name: as_json(one) for name, one in value._asdict().items() if one}
    if isinstance(value, Mapping):
        return {str(name): as_json(one) for name, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [as_json(one) for one in value]
    raise TypeError(f"{type(value).__name__} does not fit into JSON")


APP_ROLLS = "the app rolls"  # what an empty answer to dice does
AGREE = "a number or a word changes it"


class Asked(Record):
    """A question as it is asked now. Its sentences are made here and nowhere else.

    :ivar place: its index in the log
    :ivar owner: the army that must answer, or "" for a single player
    :ivar act: what to do now
    :ivar scene: the battle around it
    :ivar options: the rows of a choice, or of facts as they stand; () for what is typed
    :ivar default: the answer that Enter gives; None if somebody must answer, or if the app rolls then
    :ivar form: what may be answered
    :ivar hint: how to type the answer, and what an empty one does
    :ivar news: what happened since the last answer
    """

    question: Question
    place: int
    owner: str
    act: Act
    scene: Scene
    options: tuple[MenuRow, ...]
    default: Json
    form: Form
    hint: str
    news: tuple[Item, ...] = ()

    @property
    def start(self) -> int | None:
        """The index of the row that Enter takes, or None."""
        if isinstance(self.question, (Facts, Phrases)):
            return 0
        values = [option.value for option in self.question.options] if isinstance(self.question, Choose) else []
        return values.index(self.default) if isinstance(self.default, str) and self.default in values else None

    @property
    def noun(self) -> str:
        """What the rows are: `unit`, or `option`."""
        return noun_of(self.question)

    def json(self) -> Json:
        """Return all that a surface needs to draw it and to take an answer, as JSON holds it."""
        parts: dict[str, Json] = {
            name: as_json(getattr(self, name))
            for name in ("place", "owner", "act", "scene", "options", "default", "form", "hint")
        }
        return parts | {"start": self.start, "news": [news_json(item) for item in self.news]}


def asked(
    question: Question,
    place: int,
    names: Names,
    scene: Scene | None = None,
    news: Sequence[Item] = (),
    nicknames: Mapping[str, str] | None = None,
    empty: str = APP_ROLLS,
) -> Asked:
    """Return what is asked. `names` are the attacker's and the defender's army.

    `nicknames` are other names of options. `empty` says what an empty answer to dice does.
    """
    made = Asked(
        question, place, owner(question, names), act(question, names), scene or Scene(), (), default(question),
        form_of(question), hint(question), tuple(news),
    )  # fmt: skip
    if isinstance(question, (Roll, Total)):
        return made.but(hint=hint(question, app=True, empty=empty))
    if isinstance(question, Facts):
        return with_facts(made.but(hint=AGREE), names, question.default or {})
    if isinstance(question, Choose) and question.open():
        return made.but(options=options_of(question, nicknames), hint="")
    if isinstance(question, Phrases) and question.rows and question.default == ():
        return made.but(options=tuple(map(row_of, question.rows)), hint=f"as in {question.example}")
    return made


def with_facts(of: Asked, names: Names, changed: Mapping[str, Answer]) -> Asked:
    """Return the same facts while some of them are `changed`."""
    assert isinstance(of.question, Facts)
    now = current_facts(of.question, changed)
    rows = tuple(fact_rows(of.question, changed, now))
    return of.but(act=facts_act(of.question, names, now), options=rows, default=dict(changed))


def second(of: Asked, before: RollAgain, names: Names, empty: str = APP_ROLLS) -> Asked:
    """Return what is asked after a first throw of which some dice are rolled again."""
    first = of.question
    assert isinstance(first, (Roll, Total))
    once_more = hinted = second_throw(first, before.first, before)
    if isinstance(first, Roll) and not first.counts_will_do():
        hinted = once_more.but(watch=first.watch, again=first.again)
    return of.but(
        question=once_more, act=reroll_act(once_more, names, before.typed), form=form_of(once_more),
        hint=hint(hinted, app=True, empty=empty),
    )  # fmt: skip


def counted_again(question: Question, before: RollAgain) -> Json:
    """Return the form of the dice that are rolled again, or None if they cannot be counted: the first were not."""
    if before.kept is None or not isinstance(question, Roll):
        return None
    return as_json(form_of(second_throw(question, [], before)))


def news_json(item: Item) -> Json:
    if not isinstance(item, Thrown):
        return as_json(item)
    question, answer = item.entry.question, item.entry.answer
    assert isinstance(question, (Roll, Total))
    faces: dict[str, Json] = {}
    for name, need in (("first", question.need), ("again", question.second() if isinstance(question, Roll) else None)):
        thrown = answer.get(name) if isinstance(answer, Mapping) else None
        tells = need is not None and need.target is not None and isinstance(question, Roll)
        if thrown:
            faces[name] = [{"face": face, "passed": need.met_by(face) if need and tells else None} for face in thrown]
    about, label = label_of(question)
    return {"kind": item.kind, "about": about, "label": label, "came": came_to(question, item.entry.value), **faces}
