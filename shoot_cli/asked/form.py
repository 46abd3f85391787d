"""The form of an answer: what may be sent, by the kind of the question, as data that any surface can make a form of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from shoot_cli.asked.act import as_they_stand
from shoot_cli.asked.options import MenuRow, fact_name, row_of, said_of
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
from shoot_cli.engine.record import Record

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


class RollForm(Record):
    """Dice of which each passes or fails: `{"first": faces, "again": faces}` or `{"passed": 7, "watched": [2]}`.

    :ivar names: the names of the sides, if they have any
    :ivar need: what a die needs, as players write it
    :ivar counts: True if it is enough to say how many passed
    :ivar watch: the faces of which it must be said how many came, for each such count
    :ivar again: the faces that are rolled again
    """

    dice: int
    sides: int
    names: tuple[str, ...]
    need: str
    counts: bool
    watch: tuple[str, ...]
    again: tuple[int, ...]
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
    """A number of `unit` from `low` to `high`, or the phrase `otherwise`."""

    low: float
    high: float
    whole: bool
    unit: str
    otherwise: str
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
    """A count for each group, in order. `groups` have a name and the highest count."""

    groups: tuple[tuple[str, int], ...]
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
    """A list of phrases. `names` are known ones, `about` whom a phrase may be limited to after a colon."""

    names: tuple[str, ...]
    about: tuple[str, ...]
    example: str
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
            watch = tuple(question.faces_text(one.faces) for one in question.watch)
            need, counts = question.need_text(), question.counts_will_do()
            return RollForm(question.dice, question.sides, question.faces, need, counts, watch, question.again)
        case Total():
            need = question.need.text if question.need else ""
            return TotalForm(question.dice, question.sides, need, question.again)
        case Choose():
            return ChooseForm(tuple(option.value for option in question.options))
        case Number():
            return NumberForm(question.low, question.high, question.whole, question.unit, question.otherwise)
        case Numbers():
            high = tuple(question.highest(place) for place, _ in enumerate(question.names))
            across = question.across is not None
            return NumbersForm(
                question.names, question.low, high, question.whole, question.unit, question.otherwise, across
            )
        case HowMany():
            return HowManyForm(question.groups)
        case Subset():
            shut = dict(question.closed)
            closed = tuple("; ".join(one.text for one in shut.get(name, ())) for name in question.names)
            return SeveralForm(question.names, closed, question.at_least, question.exactly)
        case Arrange():
            return ArrangeForm(question.kinds, question.marks)
        case Phrases():
            return PhrasesForm(question.names, question.about, question.example)
        case Facts():
            now = as_they_stand(question, question.default or {})
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
    if isinstance(value, MenuRow):
        return {name: as_json(one) for name, one in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(name): as_json(one) for name, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [as_json(one) for one in value]
    raise TypeError(f"{type(value).__name__} does not fit into JSON")
