"""What may be asked of the table: rolls and totals of dice, choices, numbers, and a few facts at once.

Questions about several named things stand in ``questions_named.py``, and are had from here as well.

Every question carries its key, whose it is, the ids of the rules it comes from, a sentence for the player, and a
default where a sane one exists. An *answer* is what can be stored as JSON; ``read`` turns it into the value that the
rules work with, or raises ``BadAnswer`` in words. Text typed by people becomes an answer in ``core/entry.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from shoot_cli.core.answers import (
    ATTACKER,
    DEFENDER,
    Answer,
    BadAnswer,
    Closed,
    Reason,
    TeachingPoint,
    check_faces,
    check_number,
    face_list,
    is_whole,
    number_text,
    same_unit,
    shown,
    whole_list,
)
from shoot_cli.core.meanings import Meaning, Outcome
from shoot_cli.core.names import name_key
from shoot_cli.core.once_more import more_of, sum_of, tally_of
from shoot_cli.core.questions_named import Arrange, HowMany, Numbers, Phrases, Subset
from shoot_cli.core.record import Record

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "Answer",
    "Arrange",
    "BadAnswer",
    "Choose",
    "Closed",
    "Decided",
    "Facts",
    "HowMany",
    "Luck",
    "Meaning",
    "Need",
    "Number",
    "Numbers",
    "Option",
    "Outcome",
    "Phrases",
    "Question",
    "Reason",
    "Roll",
    "Subset",
    "Tally",
    "TeachingPoint",
    "Total",
    "Watch",
    "check_faces",
    "face_list",
    "number_text",
    "shown",
]

NO_FACE = "no face will do"
Luck = Literal["", "hits", "wounds", "penetration rolls", "saves"]


class Need(Record):
    """The face a die must show, and why: the number and its explanation are one object.

    ``target`` None means that no face will do. ``or_less`` turns it round for games that roll under.
    ``label`` is what the number is, where that can differ ("cover save"); empty where it can't.
    """

    target: int | None
    because: tuple[Reason, ...] = ()
    or_less: bool = False
    label: str = ""

    def met_by(self, face: int) -> bool:
        if self.target is None:
            return False
        return face <= self.target if self.or_less else face >= self.target

    def certain(self, sides: int = 6) -> bool:
        """True if every face will do."""
        return self.target is not None and (self.target >= sides if self.or_less else self.target <= 1)

    def failures(self, sides: int = 6) -> tuple[int, ...]:
        """Every face that fails: what twin-linked weapons and the like pick up again."""
        return tuple(face for face in range(1, sides + 1) if not self.met_by(face))

    @property
    def text(self) -> str:
        """As players write it: ``3+``, ``4-`` for four or less, ``-`` where no face will do."""
        if self.target is None:
            return "-"
        return f"{self.target}{'-' if self.or_less else '+'}"


class Watch(Record):
    """Faces counted on their own. ``both``: a die that was rolled again counts only if it showed one of them twice."""

    faces: tuple[int, ...]
    both: bool = False


class Tally(Record):
    """How a roll came out. Rules see this, never single dice."""

    passed: int
    failed: int
    watched: tuple[int, ...] = ()  # one number for each Watch, in their order


class Roll(Record):
    """``dice`` equal dice against one need. ``again`` names the first faces that are rolled once more, each for itself.

    ``key``: after a change the old dice of the attack go to the roll of the same key, so it counts nothing that came
    before. ``faces``: names of the sides, where they have names; needs and counted sides are then said by name.
    """

    key: str
    dice: int
    need: Need
    watch: tuple[Watch, ...] = ()
    again: tuple[int, ...] = ()
    again_need: Need | None = None  # of the second roll, where it differs
    sides: int = 6
    faces: tuple[str, ...] = ()
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    lessons: Callable[[], tuple[TeachingPoint, ...]] | None = None  # what a learner may be asked besides the number
    luck: Luck = ""  # what it counts as where luck is told; "": as nothing
    means: Meaning | None = None
    default: None = None
    once: tuple[str, ...] = ()  # the kind of roll of which one die may be thrown again (``once_more.py``), and by what

    def counts_will_do(self) -> bool:
        """True if "seven passed" is enough: no watched face hangs on what a die showed before it was rolled again."""
        return not any(watch.both and self.again for watch in self.watch)

    def only_seen(self) -> bool:
        """True if no die passes or fails: what they show is counted, and that is all."""
        return self.need.target is None and bool(self.watch)

    def second(self) -> Need:
        return self.again_need or self.need

    def faces_text(self, faces: Iterable[int]) -> str:
        """``1 or 2``; where the sides have names, those of these faces, each once."""
        return " or ".join(dict.fromkeys(self.faces[face - 1] for face in faces)) if self.faces else face_list(faces)

    def need_text(self) -> str:
        """``3+``; where the sides have names, those that will do."""
        if not self.faces or self.need.target is None:
            return self.need.text
        return self.faces_text(face for face in range(1, self.sides + 1) if self.need.met_by(face)) or NO_FACE

    def read(self, answer: Answer) -> Tally:
        """``{"first": faces, "again": faces}`` or ``{"passed": 7, "watched": [2]}`` as a tally.

        :raises BadAnswer: wrong number of dice, a face that is not there, or counts that cannot be.
        """
        if more_of(answer):
            return tally_of(self, answer)  # type: ignore[no-any-return]
        if isinstance(answer, Mapping) and "first" in answer:
            return self._faces(whole_list(answer["first"]), whole_list(answer.get("again", [])))
        if isinstance(answer, Mapping) and "passed" in answer and self.counts_will_do():
            return self._counts(answer["passed"], whole_list(answer.get("watched", [])))
        raise BadAnswer(f"expected {self.dice} dice of {self.sides} sides, not {shown(answer)}")

    def _faces(self, first: tuple[int, ...], again: tuple[int, ...]) -> Tally:
        check_faces(first, self.dice, self.sides)
        check_faces(again, sum(face in self.again for face in first), self.sides)
        second, passed, watched = iter(again), 0, [0] * len(self.watch)
        for face in first:
            back = face in self.again
            end = next(second) if back else face
            passed += (self.second() if back else self.need).met_by(end)
            for place, watch in enumerate(self.watch):
                watched[place] += end in watch.faces and not (back and watch.both and face not in watch.faces)
        return Tally(passed, self.dice - passed, tuple(watched))

    def _counts(self, passed: Any, watched: tuple[int, ...]) -> Tally:
        if not is_whole(passed) or not 0 <= passed <= self.dice:
            raise BadAnswer(f"{self.dice} dice were rolled, so 0 to {self.dice} can pass, not {shown(passed)}")
        if len(watched) != len(self.watch):
            names = " and ".join(self.faces_text(watch.faces) for watch in self.watch)
            raise BadAnswer(f"this roll also counts each {names}: say how many, as in {passed}/{len(watched)}")
        for watch, n in zip(self.watch, watched, strict=True):
            always = all(self.need.met_by(face) and self.second().met_by(face) for face in watch.faces)
            never = not any(self.need.met_by(face) or self.second().met_by(face) for face in watch.faces)
            most = passed if always else self.dice - passed if never else self.dice
            if not 0 <= n <= most:
                faces = self.faces_text(watch.faces)
                raise BadAnswer(f"of {self.dice} dice with {passed} passed, 0 to {most} can show {faces}, not {n}")
        return Tally(passed, self.dice - passed, watched)


class Total(Record):
    """The sum of dice, such as 2D6 for Leadership. ``need``, if any, is met by the sum in the end.

    ``again`` names the sums that are rolled once more, with all their dice; the second sum stands, whatever it is.
    """

    key: str
    dice: int
    sides: int = 6
    need: Need | None = None
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    again: tuple[int, ...] = ()
    means: Meaning | None = None
    default: None = None
    once: tuple[str, ...] = ()  # as of a roll
    each: int = 0  # so many of the dice are one roll of several that are thrown at once; 0: all of them are

    def read(self, answer: Answer) -> int:
        """The last sum of ``{"first": faces}``, with ``"again": faces`` if it is rolled again, or of ``{"sum": 7}``.

        :raises BadAnswer: if it cannot be.
        """
        if more_of(answer):
            return sum_of(self, answer)
        if isinstance(answer, Mapping) and "first" in answer:
            first, again = whole_list(answer["first"]), whole_list(answer.get("again", []))
            check_faces(first, self.dice, self.sides)
            if sum(first) not in self.again:
                if again:
                    raise BadAnswer(f"{sum(first)} is not rolled again here")
                return sum(first)
            if not again:
                raise BadAnswer(f"{sum(first)} is rolled again: the second throw is missing")
            check_faces(again, self.dice, self.sides)
            return sum(again)
        total: Any = answer.get("sum") if isinstance(answer, Mapping) else None
        if not is_whole(total) or not self.dice <= total <= self.dice * self.sides:
            most, said = self.dice * self.sides, shown(total if total is not None else answer)
            raise BadAnswer(f"{self.dice}D{self.sides} give {self.dice} to {most}, not {said}")
        return int(total)


class Option(Record):
    """One answer of a choice. A closed one says why; nobody can take it. A seldom one is out of sight at first."""

    value: str
    label: str = ""
    closed: tuple[Reason, ...] = ()
    seldom: bool = False


class Choose(Record):
    """A decision or fact out of a list. ``default`` None: there is no sane one, somebody must say.

    ``spent``: what is answered once the answers given beforehand for this key are used up (a list of weapons ends
    with "no more"); None where the last one given goes on to hold.
    """

    key: str
    options: tuple[Option, ...]
    default: str | None = None
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    spent: str | None = None
    nth: int = 0  # how often this was asked before in the same attack or phase
    lapsed: tuple[str, ...] = ()  # what could be answered earlier: said beforehand, it gives way to the default
    computed: bool = False  # nobody need be asked: the default is what follows from what is known
    also: str = ""  # a longer key that says the same beforehand: "cover:Boy" where all of them are Boyz

    def open(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if not option.closed)

    def read(self, answer: Answer) -> str:
        """:raises BadAnswer: not an option, or a closed one (with the reason)."""
        for option in self.options:  # most answers are made from the options
            if option.value == answer and not option.closed:
                return option.value
        said = name_key(str(answer))
        for option in self.options:
            if said == name_key(option.value):
                if option.closed:
                    raise Closed(option.value, option.closed)
                return option.value
        if (here := same_unit(said, [option.value for option in self.open()])) is not None:
            return here
        names = ", ".join(option.value.replace("_", " ") for option in self.open()) or "nothing is open"
        raise BadAnswer(f"{shown(answer)} is not one of: {names}")


class Number(Record):
    """A number of ``unit`` from ``low`` to ``high``, both included; ``whole`` if parts of one make no sense.

    ``otherwise``: words that stand for no number at all, such as "in range"; they are read as None.
    ``drawn``: who answers beforehand may give chances by number instead (``core/draws.py``); never read here, since
    at the table it is one number.
    """

    key: str
    low: float
    high: float
    default: float | str | None = None
    unit: str = ""
    whole: bool = True
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    otherwise: str = ""
    drawn: bool = False
    nth: int = 0  # how often this was asked before in the same attack
    each: str = ""  # what it is asked of again and again, such as a marker: beforehand, "4, 2, 0" answers one by one
    own: int | None = None  # how often under this very key; None: `nth` holds for it too
    first: str = ""  # what is done at the table before it can be answered: "MOVE 2 inches along the arrow"

    def read(self, answer: Answer) -> float | None:
        """:raises BadAnswer: no number, or out of bounds."""
        if self.otherwise and answer == self.otherwise:
            return None
        return check_number(answer, self.low, self.high, self.unit, self.whole)


class Decided(Record):
    """What facts come to. ``facts``: cover, half range, and all that is not as usual, each in few words. ``fires``:
    what is fired: "8 boltguns". ``so``: what follows: "16 shots". ``about``: how a log line begins, if not so."""

    facts: tuple[str, ...]
    fires: str = ""
    so: str = ""
    about: str = ""

    def sentence(self) -> str:
        return ", ".join(filter(None, (self.about or self.fires, *self.facts)))


class Facts(Record):
    """A few facts that usually are as proposed, asked as one: the answer names only those that differ.

    ``parts``: those that matter most first. ``words``: what is decided, of the value of every part by its key; None:
    they have none. ``text`` is that of what is proposed, in a sentence.
    """

    key: str
    parts: tuple[Any, ...]  # questions that all have a default
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    check: Callable[[Mapping[str, Any]], str | None] | None = None  # a sentence about values that cannot go together
    default: Mapping[str, Answer] | None = None
    nth: int = 0  # how often such facts were asked before in the same attack
    words: Callable[[Mapping[str, Any]], Decided] | None = None
    follow: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None  # defaults that hang on other values, by key
    sure: tuple[str, ...] = ()  # keys of parts of which such a default is no guess: it is worked out

    def decided(self, answer: Answer) -> Decided | None:
        """What this answer decides; None if they have no words for it. :raises BadAnswer: it does not fit."""
        return self.words(self.read(answer)) if self.words else None

    def in_words(self, answer: Answer) -> str:
        """The same in a sentence, or "". :raises BadAnswer: it does not fit."""
        decided = self.decided(answer)
        return decided.sentence() if decided else ""

    def says_all(self) -> bool:
        """True if the question is what its words say of all that is proposed."""
        return bool(self.words) and self.text == self.in_words({})

    def read(self, answer: Answer) -> dict[str, Any]:
        """The value of every part by its key. :raises BadAnswer: a part that is not asked or does not fit."""
        if not isinstance(answer, Mapping):
            raise BadAnswer(f"expected some of {', '.join(part.key for part in self.parts)}")
        for key in answer:
            if all(part.key != key for part in self.parts):
                raise BadAnswer(f"{shown(key)} is not asked here, only {', '.join(p.key for p in self.parts)}")
        values = {part.key: self.one(part, answer[part.key]) for part in self.parts if part.key in answer}
        values = {part.key: usual(part) for part in self.left(values)} | values
        if self.check and (wrong := self.check(values)):
            raise BadAnswer(wrong)
        return values

    def left(self, values: Mapping[str, Any]) -> list[Any]:
        """The parts without such a value; their defaults are what then holds."""
        left = [part for part in self.parts if part.key not in values]
        so = self.follow({part.key: usual(part) for part in left} | dict(values)) if self.follow and values else {}
        followed = [part.but(default=so[part.key]) if part.key in so else part for part in left]
        return [part.but(computed=True) if part.key in so and part.key in self.sure else part for part in followed]

    def one(self, part: Any, answer: Answer) -> Any:
        try:
            return part.read(answer)
        except BadAnswer as error:
            raise BadAnswer(f"{part.key}: {error}") from None


def usual(part: Any) -> Any:
    """The value of a default. Rules make defaults as values already, but where one stands for several things."""
    return part.read(part.default) if isinstance(part, (Numbers, Subset)) else part.default


Question = Roll | Total | Choose | Number | HowMany | Arrange | Numbers | Subset | Phrases | Facts
