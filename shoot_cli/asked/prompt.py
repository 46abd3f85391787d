"""What is asked at a prompt, as one value: `Asked`. It is made once for each question, and every surface draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shoot_cli.asked.act import Act, act, again, as_they_stand, facts_act
from shoot_cli.asked.form import Form, Json, as_json, default, form_of, options_of
from shoot_cli.asked.options import MenuRow, fact_rows, noun_of
from shoot_cli.asked.scene import Item, Scene, Thrown
from shoot_cli.asked.sentences import Names, came_to, hint, label_of, owner
from shoot_cli.engine.questions import Choose, Facts, Question, Roll, Total
from shoot_cli.engine.reasons import Answer
from shoot_cli.engine.record import Record
from shoot_cli.input.dice import RollAgain, second_throw

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
        if isinstance(self.question, Facts):
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
    return made


def with_facts(of: Asked, names: Names, changed: Mapping[str, Answer]) -> Asked:
    """Return the same facts while some of them are `changed`."""
    assert isinstance(of.question, Facts)
    now = as_they_stand(of.question, changed)
    rows = tuple(fact_rows(of.question, changed, now))
    return of.but(act=facts_act(of.question, names, now), options=rows, default=dict(changed))


def second(of: Asked, before: RollAgain, names: Names, empty: str = APP_ROLLS) -> Asked:
    """Return what is asked after a first throw of which some dice are rolled again."""
    first = of.question
    assert isinstance(first, (Roll, Total))
    once_more = hinted = second_throw(first, before.first)
    if isinstance(first, Roll) and not first.counts_will_do():
        hinted = once_more.but(watch=first.watch, again=first.again)
    return of.but(
        question=once_more, act=again(once_more, names, before.said), form=form_of(once_more),
        hint=hint(hinted, app=True, empty=empty),
    )  # fmt: skip


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
