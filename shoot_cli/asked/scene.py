"""What stands around a question, as data: the act (what to do now), the scene of the battle, and the news.

The numbers of an act stand apart: a bar draws them large, a voice reads them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from shoot_cli.asked import sentences
from shoot_cli.battle import command_points
from shoot_cli.battle.summaries import need_of
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Decided, Facts, Number, Phrases, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Answer, BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.input.dice import sets_words

if TYPE_CHECKING:
    from shoot_cli.battle.summaries import PhaseEnd, PoolSummary
    from shoot_cli.engine.ruleset import Gauge
    from shoot_cli.engine.table import Entry

ASKING = re.compile(r"(How (?:far|many|often)|Whom?|Whose|[Ww]hat happened)\b")  # question words in capitals


class Act(Record):
    """An act: what the players must do now, about a weapon or a model.

    :ivar pieces: ("ROLL", "11", "DICE", "4+", "to wound"), with the numbers separate; one piece without a roll
    :ivar below: other facts to know
    :ivar why: the reasons for the number, without rule ids
    :ivar told: the whole act in one line, for plain screens
    :ivar result: the possible results of the dice, shown after the pieces
    :ivar chart: the table that is rolled on
    :ivar asks: the question, if the bar shows something that must be done before it
    :ivar fires: the fired weapon while the facts are agreed
    :ivar new: facts in the bar that are said at this prompt, and so stand out
    """

    pieces: tuple[str, ...]
    about: str = ""
    owner: str = ATTACKER
    army: str = ""
    below: tuple[str, ...] = ()
    why: str = ""
    told: str = ""
    result: str = ""
    chart: sentences.Rows = ()
    asks: str = ""
    fires: str = ""
    new: tuple[str, ...] = ()

    @property
    def rolls(self) -> bool:
        return len(self.pieces) > 1

    def sentence(self) -> str:
        """Return the act to read aloud: `ROLL 11 DICE, 4+ to wound. Ultramarines, boltgun.`"""
        verb, number, noun, *rest = self.pieces
        whose = ", ".join(part for part in (self.army, self.about) if part)
        comma = "" if not rest or rest[0].startswith(("+ ", "on the ")) else ","
        words = " ".join([f"{noun}{comma}", *rest]) + (f": {self.result}" if self.result else "")
        return f"{verb} {number} {words}. {whose}{'.' * bool(whose)}".strip()

    def aloud(self) -> list[str]:
        """Return the other lines to read aloud: the table, other facts, reasons for the number."""
        table = "; ".join(
            f"{'-'.join(faces.split()[:: max(1, faces.count(' '))])}: {words}" for faces, words in self.chart
        )
        return [words for words in (table, *self.below, self.why) if words]


def act(question: Question, names: sentences.Names) -> Act:
    """Return the act of a question. `names` are the attacker's and the defender's army."""
    army, text = sentences.owner(question, names), visible(question.text).strip()
    if isinstance(question, (Roll, Total)):
        thrown = _throw_act(question, text, army)
        return thrown.but(told=thrown.sentence())
    asks = text or f"{sentences.key_words(question.key)}?"
    asked_loud = ASKING.sub(lambda match: match[0].upper(), asks, count=1)
    limits = sentences.bounds(question).strip()
    if isinstance(question, Number) and question.first:
        first = visible(question.first)
        pieces = tuple(piece.strip() for piece in re.split(r"(\d+(?:\.\d+)?)", first) if piece.strip())
        words = f"{first}. {sentences.instruction(question, names)}"
        return Act(pieces, "", question.owner, army, (), told=words, asks=f"{asked_loud} {limits}".strip())
    if isinstance(question, Phrases) and question.rows:
        limits = sentences.ONE_A_LINE  # an example stands where the line is typed
    below = (limits.removeprefix("(").removesuffix(")"),) if limits and not hasattr(question, "high") else ()
    return Act((asked_loud,), "", question.owner, army, below, told=sentences.instruction(question, names))


def current_facts(question: Facts, changed: Mapping[str, Answer]) -> Decided:
    """Return all current facts in the words of their rules. Facts without words list only the changes."""
    if question.says_all():
        with suppress(BadAnswer):  # the prompt refuses a wrong answer later
            return question.decided(changed) or Decided(())
    differ = sentences.facts_line(question, changed) if changed or not question.text else ""
    text = visible(question.text).strip().rstrip("?.:")
    return Decided((", but: ".join(part for part in (text, differ) if part),))


def facts_act(question: Facts, names: sentences.Names, decided: Decided) -> Act:
    """Return the act that agrees on all facts of an attack in one line."""
    army, facts = sentences.owner(question, names), visible(", ".join(decided.facts))
    words = ": ".join(part for part in (army, visible(decided.sentence())) if part)
    proposed = current_facts(question, {}).facts
    new = tuple(visible(fact) for fact in decided.facts if fact not in proposed)
    return act(question, names).but(
        pieces=(f"AGREED?  {facts}".rstrip(),), told=words, fires=visible(decided.fires), new=new
    )


def reroll_act(second: Roll | Total, names: sentences.Names, before: str) -> Act:
    """Return the act of a second throw. `before` is the result of the first throw."""
    new_act = act(second, names)
    verb, number, noun, *rest = new_act.pieces
    new_act = new_act.but(pieces=(verb, number, f"{noun} AGAIN", *rest), below=(f"first throw: {before}",))
    return new_act.but(told=new_act.sentence())


def _throw_act(question: Roll | Total, text: str, army: str) -> Act:
    text, _, bracket = (
        text.removesuffix(")").rpartition(" (") if text.endswith(")") and " (" in text else (text, "", "")
    )
    about, _, what = text.rstrip("?.:").rpartition(": ")
    number, noun = _dice_words(question)
    in_sets = isinstance(question, Roll) and bool(question.adds or question.groups)
    whose = sentences.whose_words(question) if isinstance(question, Roll) and in_sets else ""
    about = "" if isinstance(question, Roll) and in_sets and question.whose else about
    shows, more = _what_must_come(question, what or text)
    below = "; ".join(filter(None, (bracket, whose, *more)))
    why, rows = _reasons(question), sentences.chart_rows(question)
    if rows and all(words in why for _, words in rows):  # the reason only repeats the table
        why = ""
    ahead = sentences.ahead(question) if question.means and not rows else ""
    pieces = tuple(filter(None, ("ROLL", number, noun, *shows)))
    return Act(pieces, about, question.owner, army, (below,) if below else (), why).but(chart=rows, result=ahead)


def _dice_words(question: Roll | Total) -> tuple[str, str]:
    """Return how many dice, or sets of dice, and what they are called."""
    if isinstance(question, Roll) and question.adds:
        return sentences.sums_noun(question)
    if isinstance(question, Roll) and question.groups:
        number, _, noun = sets_words(question.groups).upper().replace("X", "x").partition(" ")
        return number, noun
    return str(question.dice), sentences.dice_noun(question.dice, question.sides)


def _what_must_come(question: Roll | Total, what: str) -> tuple[list[str], list[str]]:
    """Return the pieces that say what the dice must show, and further sentences. `what` they are for is the last."""
    again = sentences.again_parts(question)
    if question.means is not None:
        return [sentences.held_against(question) or what], again
    if isinstance(question, Roll) and question.only_seen():
        return [what], [sentences.seen_words(question)]
    if isinstance(question, Roll) and question.faces:
        if question.dice == 1 and not question.again:
            return [what], []  # the hint already lists the sides of one die
        return [question.need_text(), what], again
    need, pieces = question.need, list[str]()
    if need is not None and need.target is not None:
        pieces = [str(need.target), "or less"] if need.or_less else [need.text]
    if need is not None and need.label and need.label.casefold() not in what.casefold():
        what = f"{what} {visible(need.label)}"
    return [*pieces, what], again


def _reasons(question: Roll | Total) -> str:
    """Return why the dice need what they need, behind that need: `4+: BS 3+; -1: cover`; "" without reasons."""
    need = question.need
    why = "; ".join([] if need is None else [visible(reason.text) for reason in need.because])
    only_seen = isinstance(question, Roll) and question.only_seen()
    if not why or need is None or sentences.has_own_words(question) or only_seen:
        return why
    number = need_of(question) or need.text
    why = why.removesuffix(f": {number}") if len(need.because) == 1 else why
    return f"{f'{number[1:]} or less' if number.startswith('≤') else number}: {why}"


FIRST, SECOND = "first", "second"  # the player of the first and of the second list; also names of styles
MARKS = {FIRST: command_points.MARKS[0], SECOND: command_points.MARKS[1], "": ""}


class ModelBar(Record):
    """The numbers of models of one kind: `standing`, `slain` by this attack, and slain `before`.

    If `worn` is a name of points, such as `hull points`, the numbers are points. `note` has the wounds left and the
    marks. `about` has facts for whoever shoots at it.
    """

    name: str
    standing: int
    slain: int = 0
    before: int = 0
    note: str = ""
    worn: str = ""
    about: str = ""


class Scene(Record):
    """The state of a battle when a question is asked. Empty fields are not shown.

    :ivar side, place, shot: whose turn it is, and where: "Ultramarines · turn 1", "3 of 25 have shot"
    :ivar facts: the facts of this attack, the distance first
    :ivar pools, now: pools of the last fired weapon, and the index of the one rolled for, or None
    :ivar losses: kinds of models in units with losses from this attack
    :ivar gauges: other measures of the target, if the edition has any
    :ivar hulls: the target's models that lose points, such as hull points
    :ivar asked: the player who must answer; "" for both
    :ivar points: the command points of both players; None if they are not counted
    :ivar phones: whose phones are there, in signs
    """

    side: str = FIRST
    place: str = ""
    shot: str = ""
    who: str = ""
    whom: str = ""
    facts: tuple[str, ...] = ()
    pools: tuple[PoolSummary, ...] = ()
    now: int | None = None
    losses: tuple[ModelBar, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    hulls: tuple[ModelBar, ...] = ()
    asked: str = FIRST
    points: tuple[int, int] | None = None
    phones: str = ""


# What happened since the last answer. Each surface draws it in its own way.


class Thrown(Record):
    """Dice that were rolled. `before` is the answer before them; a scatter die is drawn next to its distance dice.

    `named` is True if another row is the same roll of another weapon or model.
    """

    entry: Entry
    before: Entry | None = None
    named: bool = False
    kind: ClassVar[str] = "thrown"


class Told(Record):
    """A line of the log. `passing` is True during an attack, which is summed up later. `once` is True if it tells
    the result of a change: it is shown whole, and only until the next answer.

    `again` is True after undo or redo: the line may have been shown before.
    """

    text: str
    passing: bool = False
    again: bool = False
    once: bool = False
    kind: ClassVar[str] = "told"


class ShotAt(Record):
    """What one target suffered in an attack: the last lines about it, and its kinds of models with losses."""

    scene: Scene
    told: tuple[str, ...] = ()
    losses: tuple[ModelBar, ...] = ()


class AttackOver(Record):
    """A finished attack: its `title`, its result in one line (`came`), and the same at length.

    :ivar gauges: the target's other measures, which then stand in place of its models
    :ivar besides: kinds of models in other units with losses
    :ivar stays: True if the whole summary stays in sight, not only its line
    """

    title: str
    came: str
    targets: tuple[ShotAt, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    besides: tuple[ModelBar, ...] = ()
    stays: bool = False
    kind: ClassVar[str] = "attack over"


class PhaseOver(Record):
    """A finished phase. `noun` is what its losses are counted in, `slain` the word for them."""

    end: PhaseEnd
    noun: str
    slain: str
    kind: ClassVar[str] = "phase over"


class WentBack(Record):
    """Answers that were taken back or brought back under this `head`: how many in a row, and the last one in words.

    :ivar short: the last one in fewer words, for where the others do not fit; "" for none
    """

    head: str
    words: str
    answers: int = 1
    short: str = ""
    kind: ClassVar[str] = "went back"


Item = Thrown | Told | AttackOver | PhaseOver | WentBack


def look_alike(roll: Question | None, other: Roll | Total) -> bool:
    """Return True if two rolls are called alike, though they are for different weapons or models."""
    if not isinstance(roll, (Roll, Total)):
        return False
    (about, label), (other_about, other_label) = sentences.label_of(roll), sentences.label_of(other)
    return label == other_label and about != other_about


class News:
    """What happened since the last answer.

    :ivar taken: the number of answers taken back in a row, without amendments
    :ivar again: True after undo or redo
    """

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.taken = 0
        self.again = False

    def heard(self, entry: Entry, passing: bool, before: Entry | None = None) -> None:
        """Add a line of the log. Answers are no news, but dice are."""
        question = entry.question
        if question is None:
            self.add(Told(entry.text, passing, self.again))
        elif isinstance(question, (Roll, Total)):
            alike = False
            for place, item in enumerate(self.items):
                if isinstance(item, Thrown) and look_alike(item.entry.question, question):
                    self.items[place], alike = item.but(named=True), True
            self.add(Thrown(entry, before, alike))

    def add(self, item: Item) -> None:
        """Add an item. What was taken back stays the last one, so that it is seen."""
        last = bool(self.items) and isinstance(self.items[-1], WentBack)
        self.items.insert(len(self.items) - last, item)

    def went_back(self, head: str, words: str, undone: bool, short: str = "") -> None:
        """Add an undone or redone answer. Several undone answers in a row share one line."""
        self.taken = self.taken + 1 if undone else 0
        self.items.append(WentBack(head, words, max(1, self.taken), short))

    def seen(self) -> None:
        """Drop what was taken back or brought back, because something was answered since."""
        self.items = [item for item in self.items if not isinstance(item, WentBack)]

    def forget(self, texts: Collection[str]) -> None:
        """Drop the lines with these texts, because they are told elsewhere."""
        self.items = [item for item in self.items if not isinstance(item, Told) or item.text not in texts]

    def answered(self) -> None:
        self.taken, self.again = 0, False

    def undone(self) -> None:
        """Drop what happened since, because it did not happen."""
        self.items.clear()
        self.again = True

    def redone(self) -> None:
        self.taken, self.again = 0, True
