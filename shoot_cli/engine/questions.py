"""Every kind of question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from shoot_cli.engine import reasons
from shoot_cli.engine.name_keys import name_key, same_name
from shoot_cli.engine.names import NOBODY, counted, find, one_of, own_plurals, pieces
from shoot_cli.engine.record import Record
from shoot_cli.engine.single_reroll import more_of, sum_of, tally_of

# Questions about several named things at once: how many of each, in which order, which number for each, which of
# them.

FARTHEST = 9999  # of either number of an offset


class HowMany(Record):
    """How many of which models: one count for each group, nearest first. The default is everybody, or nobody.

    ``plurals``: of those names that have one of their own, as ``engine/names.py::own_plurals`` gives them.
    """

    key: str
    groups: tuple[tuple[str, int], ...]  # name, at most
    default: tuple[int, ...] = ()
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    plurals: tuple[tuple[str, str], ...] = ()

    def read(self, answer: reasons.Answer) -> tuple[int, ...]:
        """A list of counts in the order of the groups. :raises BadAnswer: too many, or other groups."""
        counts = reasons.whole_list(answer)
        if len(counts) != len(self.groups):
            raise reasons.BadAnswer(f"one number for each is wanted ({self.names()}), that is {len(counts)}")
        for n, (name, most) in zip(counts, self.groups, strict=True):
            if not 0 <= n <= most:
                raise reasons.BadAnswer(f"0 to {self.so_many(most, name)}, not {n}")
        return counts

    def names(self) -> str:
        return ", ".join(self.so_many(most, name) for name, most in self.groups)

    def so_many(self, n: int, name: str) -> str:
        """``6 Boyz``"""
        return counted(n, name, dict(self.plurals).get(name, ""))

    def words(self, counts: Sequence[int]) -> str:
        """``5 Troopers, 1 Sergeant``; those of whom there are none are left out."""
        few = [(n, name) for n, (name, _) in zip(counts, self.groups, strict=True) if n]
        return ", ".join(self.so_many(n, name) for n, name in few) or "none"


class Arrange(Record):
    """The order of models, nearest first, as runs of alike models; each run may carry one of ``marks``.

    ``plurals``: as ``HowMany`` has them.
    """

    key: str
    kinds: tuple[tuple[str, int], ...]  # name and how many there are in all
    marks: tuple[tuple[str, str], ...] = ()  # mark, what it means
    default: tuple[tuple[int, str, str], ...] = ()  # how many, name, mark ("" for none)
    owner: str = reasons.DEFENDER
    rules: tuple[str, ...] = ()
    text: str = ""
    nth: int = 0  # how often this was asked before in the same attack
    expired_values: tuple[
        str, ...
    ] = ()  # what could stand in the line but does not: said beforehand, it is passed over
    plurals: tuple[tuple[str, str], ...] = ()

    def read(self, answer: reasons.Answer) -> tuple[tuple[int, str, str], ...]:
        """A list of ``[how many, name, mark]``. :raises BadAnswer: other models than there are."""
        names, marks = {name_key(name): name for name, _ in self.kinds}, {mark for mark, _ in self.marks} | {""}
        runs: list[tuple[int, str, str]] = []
        if not isinstance(answer, (list, tuple)):
            raise reasons.BadAnswer(f"say the models nearest first, as in {self.example()}")
        for run in answer:
            if not isinstance(run, (list, tuple)) or len(run) != 3 or not reasons.is_whole(run[0]) or run[0] < 1:
                raise reasons.BadAnswer(f"{reasons.shown(run)}: how many of which? As in {self.example()}")
            name = names.get(name_key(str(run[1])))
            if name is None:
                raise reasons.BadAnswer(
                    f"no {reasons.shown(run[1])} stands there, only {', '.join(name for name, _ in self.kinds)}"
                )
            if run[2] not in marks:
                raise reasons.BadAnswer(
                    f"{reasons.shown(run[2])} is none of: {', '.join(mark for mark, _ in self.marks)}"
                )
            runs.append((int(run[0]), name, str(run[2])))
        for name, n in self.kinds:
            said = sum(count for count, of, _ in runs if of == name)
            if said != n:
                raise reasons.BadAnswer(f"there {'is' if n == 1 else 'are'} {self.so_many(n, name)}, that is {said}")
        return tuple(runs)

    def example(self) -> str:
        return ", ".join(self.so_many(n, name) for n, name, _ in self.default) or self.names()

    def names(self) -> str:
        return ", ".join(self.so_many(n, name) for name, n in self.kinds)

    def so_many(self, n: int, name: str) -> str:
        """``6 Boyz``"""
        return counted(n, name, dict(self.plurals).get(name, ""))

    def words(self, runs: Sequence[Sequence[Any]]) -> str:
        """``6 Boyz, 1 Boss Nob in cover``"""
        return ", ".join(f"{self.so_many(n, name)} {mark}".strip() for n, name, mark in runs)


class Numbers(Record):
    """One number of ``unit`` for each of several things, such as how far away each unit is.

    Bounds and ``whole`` are those of a ``Number``. ``default`` holds for everything that is not named; None: each must
    be named. ``otherwise``: words that stand for no number at all, read as None.

    ``across`` None: only numbers. Else an offset, ``5x3``, will do as well: so many one way and so many the other, and
    ``across(5, 3)`` is the number that it comes to. The bounds hold for that number; it need not be whole.

    ``most``: the highest number of each name in their order, where it is not the same for all; () if it is ``high``.
    ``by_name``: whose number it is must be said; people who type one number alone are asked of which they mean it.
    """

    key: str
    names: tuple[str, ...]
    low: float
    high: float
    default: float | str | None = None
    unit: str = ""
    whole: bool = True
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    otherwise: str = ""
    across: Callable[[int, int], float] | None = None
    most: tuple[float, ...] = ()
    by_name: bool = False

    def read(self, answer: reasons.Answer) -> tuple[float | None, ...]:
        """A value for everybody, or a mapping of names to values, as one number (or None) for each name in their order.

        A value is a number, ``otherwise``, or an offset ``[5, 3]``. :raises BadAnswer: other names, or out of bounds.
        """
        if not isinstance(answer, Mapping):
            answer = dict.fromkeys(self.names, answer) if self.most else answer
        if not isinstance(answer, Mapping):
            return (self.one(answer),) * len(self.names)
        said: dict[str, reasons.Answer] = {}
        as_it_was: Mapping[str, reasons.Answer] = (
            self.default if isinstance(self.default, Mapping) else {}
        )  # where an answer is changed
        for name, value in answer.items():
            known = self.name(name)
            if known in said:
                raise reasons.BadAnswer(f"{known} is said twice")
            said[known] = value
        said = dict(as_it_was) | said
        missing = [name for name in self.names if name not in said]
        if missing and self.default is None:
            raise reasons.BadAnswer(f"nothing is said of {reasons.listed(missing)}")
        return tuple(
            self.one(said[name], name, self.highest(place)) if name in said else self.one(self.default)
            for place, name in enumerate(self.names)
        )

    def highest(self, place: int) -> float:
        """The highest number that may be said of the name at this place."""
        return self.most[place] if self.most else self.high

    def one(self, value: reasons.Answer, about: str = "", high: float | None = None) -> float | None:
        """One value. :raises BadAnswer: it does not fit; ``about`` says whose it is, ``high`` its own highest."""
        high, whose = self.high if high is None else high, f"{about}: " if about else ""
        if self.otherwise and value == self.otherwise:
            return None
        if self.across and isinstance(value, (list, tuple)):
            if len(value) != 2 or not all(reasons.is_whole(n) and 0 <= n <= FARTHEST for n in value):
                raise reasons.BadAnswer(
                    f"{whose}{reasons.shown(value)} is not so many one way and so many the other, as in 5x3"
                )
            comes_to = self.across(*value)
            if not self.low <= comes_to <= high:
                bounds = f"{reasons.number_text(self.low)} to {reasons.number_text(high)} {self.unit}".rstrip()
                raise reasons.BadAnswer(f"{whose}{bounds}, not {reasons.number_text(comes_to)} ({value[0]}x{value[1]})")
            return int(comes_to) if comes_to == int(comes_to) else float(comes_to)
        return reasons.check_number(value, self.low, high, self.unit, self.whole, about)

    def name(self, said: Any) -> str:
        """The name as it is known here, whatever its case. :raises BadAnswer: there is none."""
        return name_of(said, self.names)


class Subset(Record):
    """Some of several things, such as the units that are hidden; which of them are ``closed``, and why.

    ``exactly`` None: as many as one likes, ``at_least`` so many. ``default`` None: somebody must say.
    """

    key: str
    names: tuple[str, ...]
    default: tuple[str, ...] | None = None
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    closed: tuple[tuple[str, tuple[reasons.Reason, ...]], ...] = ()  # nobody can take these
    exactly: int | None = None
    at_least: int = 0

    def open(self) -> tuple[str, ...]:
        shut = {name for name, _ in self.closed}
        return tuple(name for name in self.names if name not in shut)

    def forced(self) -> tuple[str, ...] | None:
        """The names of the one answer that there is; None if there are several."""
        few, names = self.at_least if self.exactly is None else self.exactly, self.open()
        return () if self.exactly == 0 else names if len(names) <= few else None

    def read(self, answer: reasons.Answer) -> tuple[int, ...]:
        """A list of names as their places, in order. :raises BadAnswer: other names, closed ones, too many or few."""
        if not isinstance(answer, (list, tuple)):
            raise reasons.BadAnswer(f"expected some of {reasons.listed(self.names)}, not {reasons.shown(answer)}")
        shut = dict(self.closed)
        chosen = {name_of(said, self.names) for said in answer}
        for name in self.names:
            if name in chosen and name in shut:
                raise reasons.Closed(name, shut[name])
        if self.exactly is not None and len(chosen) != self.exactly:
            raise reasons.BadAnswer(f"exactly {self.exactly} of {reasons.listed(self.open())}, not {len(chosen)}")
        if len(chosen) < self.at_least:
            raise reasons.BadAnswer(f"at least {self.at_least} of {reasons.listed(self.open())}, not {len(chosen)}")
        return tuple(place for place, name in enumerate(self.names) if name in chosen)


class Phrases(Record):
    """Any number of short phrases that a ruleset reads, such as what is in force on a unit; the value is canonical.

    ``read_one`` makes a phrase canonical, and raises ``BadAnswer`` for one that nobody knows. Behind a colon a phrase
    is narrowed to one of ``about``, or to all that have these words in their names: ``hit ones:boltgun``. ``names``:
    phrases that are known by name, since those may hold commas.
    """

    key: str
    read_one: Callable[[str], str]
    names: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    default: tuple[str, ...] = ()
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    example: str = ""

    def split(self, text: str) -> list[str]:
        """Return the phrases between commas or semicolons; ``none`` gives []. A comma in a known name does not split.

        :raises BadAnswer: there are only commas
        """
        if name_key(text) in (*NOBODY, "no") and not find(text, self.names, near=False):
            return []
        found = pieces(text, self.names, lambda piece: bool(find(piece.partition(":")[0], self.names, near=False)))
        if not found:
            raise reasons.BadAnswer(f"nothing was told, only commas; write it as in {self.example}")
        return found

    def read(self, answer: reasons.Answer) -> tuple[str, ...]:
        """:raises BadAnswer: no list of phrases, or one that is not known or narrowed to what is not there."""
        if not isinstance(answer, (list, tuple)) or not all(isinstance(said, str) for said in answer):
            raise reasons.BadAnswer(f"expected phrases, as in {self.example}, not {reasons.shown(answer)}")
        return tuple(map(self.one, answer))

    def one(self, said: str) -> str:
        """One phrase as its canonical words. Whom it is about may stand before the colon as well."""
        first, colon, last = (part.strip() for part in said.rpartition(":"))
        if not colon:
            return self.read_one(said.strip())
        try:
            about = self.whom(last)
        except reasons.BadAnswer:
            try:
                return f"{self.read_one(last)}:{self.whom(first)}"
            except reasons.BadAnswer:
                self.read_one(first)
            raise
        return f"{self.read_one(first)}:{about}"

    def whom(self, said: str) -> str:
        """What a phrase is narrowed to, as it is called here. :raises BadAnswer: no name has these words in it."""

        if not said:
            raise reasons.BadAnswer(
                f"whom is it about? {reasons.listed(self.about)}" if self.about else "whom is it about?"
            )
        exact = find(said, self.about, near=False)
        if exact or not any(name_key(said) in name_key(name) for name in self.about):
            return self.about[exact[0] if exact else one_of(said, self.about)] if self.about else said
        return name_key(said)


def name_of_fact(part: Any) -> str:
    """What one fact of several is called: its text up to a colon, behind which more is said. "" if it has no text.

    >>> from shoot_cli.engine.questions import Choose
    >>> name_of_fact(Choose("night", (), text="Night Fighting: everybody has Stealth"))
    'Night Fighting'
    """
    text: str = part.text.strip().rstrip("?:.")
    return text if ":" in part.key else text.partition(": ")[0]


def in_a_sentence(part: Any) -> str:
    """The same behind other words: ``target in cover``; what begins with two capitals is a name, and stays one.

    >>> from shoot_cli.engine.questions import Choose
    >>> in_a_sentence(Choose("sir", (), text="Look Out, Sir is tried")), in_a_sentence(Choose("x", (), text="In cover"))
    ('Look Out, Sir is tried', 'in cover')
    """
    name = name_of_fact(part)
    return name if re.match(r"[A-Z][\w'-]*,? [A-Z]", name) else f"{name[:1].lower()}{name[1:]}"


def seldom_words(part: Any, value: Any) -> str:
    """A fact that is not as it usually is: ``target in cover: yes``. ``part``: any question."""
    if isinstance(part, Arrange):
        value = ", ".join(f"{part.so_many(n, name)}{f' ({mark})' if mark else ''}" for n, name, mark in value)
    elif isinstance(part, HowMany):
        value = part.words(value)
    return f"{in_a_sentence(part)}: {value}"


def in_the_plural(parts: Sequence[Any], *units: Any) -> tuple[Any, ...]:
    """These questions; where models are counted, with the plurals that the lists of these units give them."""
    own = own_plurals(*units)
    counting = (HowMany, Arrange)
    return tuple(part.but(plurals=own) if own and isinstance(part, counting) else part for part in parts)


def name_of(said: Any, names: Sequence[str]) -> str:
    """:raises BadAnswer: it is none of the names, in whatever case."""
    if said in names:
        return str(said)
    for name in names:
        if same_name(str(said), name):
            return name
    raise reasons.BadAnswer(f"no {reasons.shown(said)} here, only {reasons.listed(names)}")


# What may be asked of the table: rolls and totals of dice, choices, numbers, and a few facts at once.

NO_FACE = "no face will do"
Luck = Literal["", "hits", "wounds", "penetration rolls", "saves"]


class Need(Record):
    """The face a die must show, and why: the number and its explanation are one object.

    ``target`` None means that no face will do. ``or_less`` turns it round for games that roll under.
    ``label`` is what the number is, where that can differ ("cover save"); empty where it can't.
    """

    target: int | None
    because: tuple[reasons.Reason, ...] = ()
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
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    lessons: Callable[[], tuple[reasons.TeachingPoint, ...]] | None = (
        None  # what a learner may be asked besides the number
    )
    luck: Luck = ""  # what it counts as where luck is told; "": as nothing
    means: reasons.Meaning | None = None
    default: None = None
    once: tuple[
        str, ...
    ] = ()  # the kind of roll of which one die may be thrown again (``single_reroll.py``), and by what

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
        return (
            " or ".join(dict.fromkeys(self.faces[face - 1] for face in faces))
            if self.faces
            else reasons.face_list(faces)
        )

    def need_text(self) -> str:
        """``3+``; where the sides have names, those that will do."""
        if not self.faces or self.need.target is None:
            return self.need.text
        return self.faces_text(face for face in range(1, self.sides + 1) if self.need.met_by(face)) or NO_FACE

    def read(self, answer: reasons.Answer) -> Tally:
        """``{"first": faces, "again": faces}`` or ``{"passed": 7, "watched": [2]}`` as a tally.

        :raises BadAnswer: wrong number of dice, a face that is not there, or counts that cannot be.
        """
        if more_of(answer):
            return tally_of(self, answer)  # type: ignore[no-any-return]
        if isinstance(answer, Mapping) and "first" in answer:
            return self._faces(reasons.whole_list(answer["first"]), reasons.whole_list(answer.get("again", [])))
        if isinstance(answer, Mapping) and "passed" in answer and self.counts_will_do():
            return self._counts(answer["passed"], reasons.whole_list(answer.get("watched", [])))
        raise reasons.BadAnswer(f"expected {self.dice} dice of {self.sides} sides, not {reasons.shown(answer)}")

    def _faces(self, first: tuple[int, ...], again: tuple[int, ...]) -> Tally:
        reasons.check_faces(first, self.dice, self.sides)
        reasons.check_faces(again, sum(face in self.again for face in first), self.sides)
        second, passed, watched = iter(again), 0, [0] * len(self.watch)
        for face in first:
            back = face in self.again
            end = next(second) if back else face
            passed += (self.second() if back else self.need).met_by(end)
            for place, watch in enumerate(self.watch):
                watched[place] += end in watch.faces and not (back and watch.both and face not in watch.faces)
        return Tally(passed, self.dice - passed, tuple(watched))

    def _counts(self, passed: Any, watched: tuple[int, ...]) -> Tally:
        if not reasons.is_whole(passed) or not 0 <= passed <= self.dice:
            raise reasons.BadAnswer(
                f"{self.dice} dice were rolled, so 0 to {self.dice} can pass, not {reasons.shown(passed)}"
            )
        if len(watched) != len(self.watch):
            names = " and ".join(self.faces_text(watch.faces) for watch in self.watch)
            raise reasons.BadAnswer(f"this roll also counts each {names}: say how many, as in {passed}/{len(watched)}")
        for watch, n in zip(self.watch, watched, strict=True):
            always = all(self.need.met_by(face) and self.second().met_by(face) for face in watch.faces)
            never = not any(self.need.met_by(face) or self.second().met_by(face) for face in watch.faces)
            most = passed if always else self.dice - passed if never else self.dice
            if not 0 <= n <= most:
                faces = self.faces_text(watch.faces)
                raise reasons.BadAnswer(
                    f"of {self.dice} dice with {passed} passed, 0 to {most} can show {faces}, not {n}"
                )
        return Tally(passed, self.dice - passed, watched)


class Total(Record):
    """The sum of dice, such as 2D6 for Leadership. ``need``, if any, is met by the sum in the end.

    ``again`` names the sums that are rolled once more, with all their dice; the second sum stands, whatever it is.
    """

    key: str
    dice: int
    sides: int = 6
    need: Need | None = None
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    again: tuple[int, ...] = ()
    means: reasons.Meaning | None = None
    default: None = None
    once: tuple[str, ...] = ()  # as of a roll
    each: int = 0  # so many of the dice are one roll of several that are thrown at once; 0: all of them are

    def read(self, answer: reasons.Answer) -> int:
        """The last sum of ``{"first": faces}``, with ``"again": faces`` if it is rolled again, or of ``{"sum": 7}``.

        :raises BadAnswer: if it cannot be.
        """
        if more_of(answer):
            return sum_of(self, answer)
        if isinstance(answer, Mapping) and "first" in answer:
            first, again = reasons.whole_list(answer["first"]), reasons.whole_list(answer.get("again", []))
            reasons.check_faces(first, self.dice, self.sides)
            if sum(first) not in self.again:
                if again:
                    raise reasons.BadAnswer(f"{sum(first)} is not rolled again here")
                return sum(first)
            if not again:
                raise reasons.BadAnswer(f"{sum(first)} is rolled again: the second throw is missing")
            reasons.check_faces(again, self.dice, self.sides)
            return sum(again)
        total: Any = answer.get("sum") if isinstance(answer, Mapping) else None
        if not reasons.is_whole(total) or not self.dice <= total <= self.dice * self.sides:
            most, said = self.dice * self.sides, reasons.shown(total if total is not None else answer)
            raise reasons.BadAnswer(f"{self.dice}D{self.sides} give {self.dice} to {most}, not {said}")
        return int(total)


class Option(Record):
    """One answer of a choice. A closed one says why; nobody can take it. A seldom one is out of sight at first."""

    value: str
    label: str = ""
    closed: tuple[reasons.Reason, ...] = ()
    rarely_chosen: bool = False


class Choose(Record):
    """A decision or fact out of a list. ``default`` None: there is no sane one, somebody must say.

    ``spent``: what is answered once the answers given beforehand for this key are used up (a list of weapons ends
    with "no more"); None where the last one given goes on to hold.
    """

    key: str
    options: tuple[Option, ...]
    default: str | None = None
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    spent: str | None = None
    nth: int = 0  # how often this was asked before in the same attack or phase
    expired_values: tuple[str, ...] = ()  # what could be answered earlier: said beforehand, it gives way to the default
    computed: bool = False  # nobody need be asked: the default is what follows from what is known
    also: str = ""  # a longer key that says the same beforehand: "cover:Boy" where all of them are Boyz

    def open(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if not option.closed)

    def read(self, answer: reasons.Answer) -> str:
        """:raises BadAnswer: not an option, or a closed one (with the reason)."""
        for option in self.options:  # most answers are made from the options
            if option.value == answer and not option.closed:
                return option.value
        said = name_key(str(answer))
        for option in self.options:
            if said == name_key(option.value):
                if option.closed:
                    raise reasons.Closed(option.value, option.closed)
                return option.value
        if (here := reasons.same_unit(said, [option.value for option in self.open()])) is not None:
            return here
        names = ", ".join(option.value.replace("_", " ") for option in self.open()) or "nothing is open"
        raise reasons.BadAnswer(f"{reasons.shown(answer)} is not one of: {names}")


class Number(Record):
    """A number of ``unit`` from ``low`` to ``high``, both included; ``whole`` if parts of one make no sense.

    ``otherwise``: words that stand for no number at all, such as "in range"; they are read as None.
    ``drawn``: who answers beforehand may give chances by number instead (``engine/distributions.py``); never read here,
    since at the table it is one number.
    """

    key: str
    low: float
    high: float
    default: float | str | None = None
    unit: str = ""
    whole: bool = True
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    otherwise: str = ""
    drawn: bool = False
    nth: int = 0  # how often this was asked before in the same attack
    each: str = ""  # what it is asked of again and again, such as a marker: beforehand, "4, 2, 0" answers one by one
    own: int | None = None  # how often under this very key; None: `nth` holds for it too
    first: str = ""  # what is done at the table before it can be answered: "MOVE 2 inches along the arrow"

    def read(self, answer: reasons.Answer) -> float | None:
        """:raises BadAnswer: no number, or out of bounds."""
        if self.otherwise and answer == self.otherwise:
            return None
        return reasons.check_number(answer, self.low, self.high, self.unit, self.whole)


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
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    check: Callable[[Mapping[str, Any]], str | None] | None = None  # a sentence about values that cannot go together
    default: Mapping[str, reasons.Answer] | None = None
    nth: int = 0  # how often such facts were asked before in the same attack
    words: Callable[[Mapping[str, Any]], Decided] | None = None
    follow: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None  # defaults that hang on other values, by key
    sure: tuple[str, ...] = ()  # keys of parts of which such a default is no guess: it is worked out

    def decided(self, answer: reasons.Answer) -> Decided | None:
        """What this answer decides; None if they have no words for it. :raises BadAnswer: it does not fit."""
        return self.words(self.read(answer)) if self.words else None

    def sentence(self, answer: reasons.Answer) -> str:
        """The same in a sentence, or "". :raises BadAnswer: it does not fit."""
        decided = self.decided(answer)
        return decided.sentence() if decided else ""

    def says_all(self) -> bool:
        """True if the question is what its words say of all that is proposed."""
        return bool(self.words) and self.text == self.sentence({})

    def read(self, answer: reasons.Answer) -> dict[str, Any]:
        """The value of every part by its key. :raises BadAnswer: a part that is not asked or does not fit."""
        if not isinstance(answer, Mapping):
            raise reasons.BadAnswer(f"expected some of {', '.join(part.key for part in self.parts)}")
        for key in answer:
            if all(part.key != key for part in self.parts):
                raise reasons.BadAnswer(
                    f"{reasons.shown(key)} is not asked here, only {', '.join(p.key for p in self.parts)}"
                )
        values = {part.key: self.one(part, answer[part.key]) for part in self.parts if part.key in answer}
        values = {part.key: usual(part) for part in self.left(values)} | values
        if self.check and (wrong := self.check(values)):
            raise reasons.BadAnswer(wrong)
        return values

    def left(self, values: Mapping[str, Any]) -> list[Any]:
        """The parts without such a value; their defaults are what then holds."""
        left = [part for part in self.parts if part.key not in values]
        so = self.follow({part.key: usual(part) for part in left} | dict(values)) if self.follow and values else {}
        followed = [part.but(default=so[part.key]) if part.key in so else part for part in left]
        return [part.but(computed=True) if part.key in so and part.key in self.sure else part for part in followed]

    def one(self, part: Any, answer: reasons.Answer) -> Any:
        try:
            return part.read(answer)
        except reasons.BadAnswer as error:
            raise reasons.BadAnswer(f"{part.key}: {error}") from None


def usual(part: Any) -> Any:
    """The value of a default. Rules make defaults as values already, but where one stands for several things."""
    return part.read(part.default) if isinstance(part, (Numbers, Subset)) else part.default


Question = Roll | Total | Choose | Number | HowMany | Arrange | Numbers | Subset | Phrases | Facts
