"""What stands around a question, as data: the scene of the battle, and the news since the last answer."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from shoot_cli.engine.questions import Roll, Total
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.battle.summaries import PhaseEnd, PoolSummary
    from shoot_cli.engine.ruleset import Gauge
    from shoot_cli.engine.table import Entry

FIRST, SECOND = "first", "second"  # the player of the first and of the second list; also names of styles
MARKS = {FIRST: "▲", SECOND: "●", "": ""}


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


# What happened since the last answer. Each surface draws it in its own way.


class Thrown(Record):
    """Dice that were rolled. `before` is the answer before them; a scatter die is drawn next to its distance dice."""

    entry: Entry
    before: Entry | None = None
    kind: ClassVar[str] = "thrown"


class Told(Record):
    """A line of the log. `passing` is True during an attack, which is summed up later.

    `again` is True after undo or redo: the line may have been shown before.
    """

    text: str
    passing: bool = False
    again: bool = False
    kind: ClassVar[str] = "told"


class ShotAt(Record):
    """What one target suffered in an attack: the last lines about it, and its kinds of models with losses."""

    scene: Scene
    told: tuple[str, ...] = ()
    losses: tuple[ModelBar, ...] = ()


class AttackOver(Record):
    """A finished attack: its `title` and what it `came` to, and the same at length.

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
    """Answers that were taken back or said again under this `head`: how many in a row, and the last one in words."""

    head: str
    words: str
    answers: int = 1
    kind: ClassVar[str] = "went back"


Item = Thrown | Told | AttackOver | PhaseOver | WentBack


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
            self.items.append(Told(entry.text, passing, self.again))
        elif isinstance(question, (Roll, Total)):
            self.items.append(Thrown(entry, before))

    def went_back(self, head: str, words: str, undone: bool) -> None:
        """Add an undone or redone answer. Several undone answers in a row share one line."""
        self.taken = self.taken + 1 if undone else 0
        self.items.append(WentBack(head, words, max(1, self.taken)))

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
