"""What is asked at a prompt, as one value: `Asked`. It is made once for each question, and every surface draws it.

The form of an answer says what may be sent for each kind of question. Any surface can make its fields from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from shoot_cli.asked.rows import MenuRow, answer_text, fact_name, fact_rows, noun_of, row_of, standing
from shoot_cli.asked.scene import Act, Item, Scene, Thrown, act, current_facts, facts_act, reroll_act
from shoot_cli.asked.sentences import (
    Names,
    came_to,
    hint,
    label_of,
    owner,
)
from shoot_cli.engine.names import NONE_OF
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
from shoot_cli.engine.reasons import Answer
from shoot_cli.engine.record import Record
from shoot_cli.input.dice import RollAgain, first_throw, second_throw

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
    """One of several facts: its name, its present value in words (`said`), and how another answer is given."""

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
                tuple(first.faces_text(watch.faces) for watch in first.watch), question.again, question.groups,
                question.lives and question.dice > 1, question.adds,
                tuple(first.among(watch.faces) for watch in first.watch),
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
            high = tuple(question.highest(index) for index, _ in enumerate(question.names))
            across = question.across is not None
            return NumbersForm(
                question.names, question.low, high, question.whole, question.unit, question.otherwise, across
            )
        case HowMany():
            return HowManyForm(question.groups, question.more)
        case Subset():
            reasons = dict(question.closed)
            closed = tuple("; ".join(reason.text for reason in reasons.get(name, ())) for name in question.names)
            return SeveralForm(question.names, closed, question.at_least, question.exactly)
        case Arrange():
            return ArrangeForm(question.kinds, question.marks)
        case Phrases():
            rows = tuple(row.value for row in question.rows)
            taps = question.offers() if question.offers else ()
            labels = taps.values() if isinstance(taps, Mapping) else taps
            return PhrasesForm(question.names, question.about, question.example, rows, tuple(taps), tuple(labels))
        case Facts():
            decided = current_facts(question, question.default or {})
            parts = map(part_of, standing(question, question.default or {}))
            return FactsForm(tuple(parts), decided.fires, decided.so)


def part_of(part: Question) -> Part:
    """Return one fact as it stands."""
    usual = default(part)
    return Part(part.key, fact_name(part), answer_text(part, part.default), options_of(part), usual, form_of(part))


def options_of(question: Question, nicknames: Mapping[str, str] | None = None) -> tuple[MenuRow, ...]:
    """Return the rows of a choice; () for any other question. `nicknames` are other names of options."""
    if not isinstance(question, Choose):
        return ()
    known, none = nicknames or {}, question.refusal()
    rows = (row_of(option, known.get(option.value)) for option in question.options)
    return tuple(row._replace(called=NONE_OF) if none in row.also else row for row in rows)


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
        return {name: item for name in ("label", "closed", "rarely_chosen") if (item := getattr(value, name))}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):  # a row of a status, without what is empty
        return {name: as_json(item) for name, item in value._asdict().items() if item}
    if isinstance(value, Mapping):
        return {str(name): as_json(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [as_json(item) for item in value]
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
    prompt = Asked(
        question, place, owner(question, names), act(question, names), scene or Scene(), (), default(question),
        form_of(question), hint(question), tuple(news),
    )  # fmt: skip
    if isinstance(question, (Roll, Total)):
        return prompt.but(hint=hint(question, app=True, empty=empty))
    if isinstance(question, Facts):
        return with_facts(prompt.but(hint=AGREE), names, question.default or {})
    if isinstance(question, Choose) and question.open():
        return prompt.but(options=options_of(question, nicknames), hint="")
    if isinstance(question, Phrases) and question.rows and question.default == ():
        return prompt.but(options=tuple(map(row_of, question.rows)), hint=f"as in {question.example}")
    return prompt


def with_facts(prompt: Asked, names: Names, changed: Mapping[str, Answer]) -> Asked:
    """Return the same facts while some of them are `changed`."""
    assert isinstance(prompt.question, Facts)
    decided = current_facts(prompt.question, changed)
    rows = tuple(fact_rows(prompt.question, changed, decided))
    return prompt.but(act=facts_act(prompt.question, names, decided), options=rows, default=dict(changed))


def second(prompt: Asked, again: RollAgain, names: Names, empty: str = APP_ROLLS) -> Asked:
    """Return what is asked after a first throw of which some dice are rolled again."""
    first = prompt.question
    assert isinstance(first, (Roll, Total))
    next_throw = hinted = second_throw(first, again.first, again)
    if isinstance(first, Roll) and not first.counts_will_do():
        hinted = next_throw.but(watch=first.watch, again=first.again)
    return prompt.but(
        question=next_throw, act=reroll_act(next_throw, names, again.typed), form=form_of(next_throw),
        hint=hint(hinted, app=True, empty=empty),
    )  # fmt: skip


def counted_again(question: Question, again: RollAgain) -> Json:
    """Return the form of the dice that are rolled again, or None if they cannot be counted: the first were not."""
    if again.kept is None or not isinstance(question, Roll):
        return None
    return as_json(form_of(second_throw(question, [], again)))


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
