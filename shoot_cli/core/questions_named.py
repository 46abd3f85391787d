"""Questions about several named things at once: how many of each, in which order, which number for each, which of them.

``Numbers`` and ``Subset`` take names that are all different; a group of ``HowMany`` may stand there twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shoot_cli.core.answers import (
    ATTACKER,
    DEFENDER,
    Answer,
    BadAnswer,
    Closed,
    Reason,
    check_number,
    is_whole,
    listed,
    number_text,
    shown,
    whole_list,
)
from shoot_cli.core.names import name_key, same_name
from shoot_cli.core.plurals import counted, own_plurals
from shoot_cli.core.record import Record

FARTHEST = 9999  # of either number of an offset


class HowMany(Record):
    """How many of which models: one count for each group, nearest first. The default is everybody, or nobody.

    ``plurals``: of those names that have one of their own, as ``core/plurals.py::own_plurals`` gives them.
    """

    key: str
    groups: tuple[tuple[str, int], ...]  # name, at most
    default: tuple[int, ...] = ()
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    plurals: tuple[tuple[str, str], ...] = ()

    def read(self, answer: Answer) -> tuple[int, ...]:
        """A list of counts in the order of the groups. :raises BadAnswer: too many, or other groups."""
        counts = whole_list(answer)
        if len(counts) != len(self.groups):
            raise BadAnswer(f"one number for each is wanted ({self.names()}), that is {len(counts)}")
        for n, (name, most) in zip(counts, self.groups, strict=True):
            if not 0 <= n <= most:
                raise BadAnswer(f"0 to {self.so_many(most, name)}, not {n}")
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
    owner: str = DEFENDER
    rules: tuple[str, ...] = ()
    text: str = ""
    nth: int = 0  # how often this was asked before in the same attack
    lapsed: tuple[str, ...] = ()  # what could stand in the line but does not: said beforehand, it is passed over
    plurals: tuple[tuple[str, str], ...] = ()

    def read(self, answer: Answer) -> tuple[tuple[int, str, str], ...]:
        """A list of ``[how many, name, mark]``. :raises BadAnswer: other models than there are."""
        names, marks = {name_key(name): name for name, _ in self.kinds}, {mark for mark, _ in self.marks} | {""}
        runs: list[tuple[int, str, str]] = []
        if not isinstance(answer, (list, tuple)):
            raise BadAnswer(f"say the models nearest first, as in {self.example()}")
        for run in answer:
            if not isinstance(run, (list, tuple)) or len(run) != 3 or not is_whole(run[0]) or run[0] < 1:
                raise BadAnswer(f"{shown(run)}: how many of which? As in {self.example()}")
            name = names.get(name_key(str(run[1])))
            if name is None:
                raise BadAnswer(f"no {shown(run[1])} stands there, only {', '.join(name for name, _ in self.kinds)}")
            if run[2] not in marks:
                raise BadAnswer(f"{shown(run[2])} is none of: {', '.join(mark for mark, _ in self.marks)}")
            runs.append((int(run[0]), name, str(run[2])))
        for name, n in self.kinds:
            said = sum(count for count, of, _ in runs if of == name)
            if said != n:
                raise BadAnswer(f"there {'is' if n == 1 else 'are'} {self.so_many(n, name)}, that is {said}")
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
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    otherwise: str = ""
    across: Callable[[int, int], float] | None = None
    most: tuple[float, ...] = ()
    by_name: bool = False

    def read(self, answer: Answer) -> tuple[float | None, ...]:
        """A value for everybody, or a mapping of names to values, as one number (or None) for each name in their order.

        A value is a number, ``otherwise``, or an offset ``[5, 3]``. :raises BadAnswer: other names, or out of bounds.
        """
        if not isinstance(answer, Mapping):
            answer = dict.fromkeys(self.names, answer) if self.most else answer
        if not isinstance(answer, Mapping):
            return (self.one(answer),) * len(self.names)
        said: dict[str, Answer] = {}
        as_it_was: Mapping[str, Answer] = (
            self.default if isinstance(self.default, Mapping) else {}
        )  # where an answer is changed
        for name, value in answer.items():
            known = self.name(name)
            if known in said:
                raise BadAnswer(f"{known} is said twice")
            said[known] = value
        said = dict(as_it_was) | said
        missing = [name for name in self.names if name not in said]
        if missing and self.default is None:
            raise BadAnswer(f"nothing is said of {listed(missing)}")
        return tuple(
            self.one(said[name], name, self.highest(place)) if name in said else self.one(self.default)
            for place, name in enumerate(self.names)
        )

    def highest(self, place: int) -> float:
        """The highest number that may be said of the name at this place."""
        return self.most[place] if self.most else self.high

    def one(self, value: Answer, about: str = "", high: float | None = None) -> float | None:
        """One value. :raises BadAnswer: it does not fit; ``about`` says whose it is, ``high`` its own highest."""
        high, whose = self.high if high is None else high, f"{about}: " if about else ""
        if self.otherwise and value == self.otherwise:
            return None
        if self.across and isinstance(value, (list, tuple)):
            if len(value) != 2 or not all(is_whole(n) and 0 <= n <= FARTHEST for n in value):
                raise BadAnswer(f"{whose}{shown(value)} is not so many one way and so many the other, as in 5x3")
            comes_to = self.across(*value)
            if not self.low <= comes_to <= high:
                bounds = f"{number_text(self.low)} to {number_text(high)} {self.unit}".rstrip()
                raise BadAnswer(f"{whose}{bounds}, not {number_text(comes_to)} ({value[0]}x{value[1]})")
            return int(comes_to) if comes_to == int(comes_to) else float(comes_to)
        return check_number(value, self.low, high, self.unit, self.whole, about)

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
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    closed: tuple[tuple[str, tuple[Reason, ...]], ...] = ()  # nobody can take these
    exactly: int | None = None
    at_least: int = 0

    def open(self) -> tuple[str, ...]:
        shut = {name for name, _ in self.closed}
        return tuple(name for name in self.names if name not in shut)

    def forced(self) -> tuple[str, ...] | None:
        """The names of the one answer that there is; None if there are several."""
        few, names = self.at_least if self.exactly is None else self.exactly, self.open()
        return () if self.exactly == 0 else names if len(names) <= few else None

    def read(self, answer: Answer) -> tuple[int, ...]:
        """A list of names as their places, in order. :raises BadAnswer: other names, closed ones, too many or few."""
        if not isinstance(answer, (list, tuple)):
            raise BadAnswer(f"expected some of {listed(self.names)}, not {shown(answer)}")
        shut = dict(self.closed)
        chosen = {name_of(said, self.names) for said in answer}
        for name in self.names:
            if name in chosen and name in shut:
                raise Closed(name, shut[name])
        if self.exactly is not None and len(chosen) != self.exactly:
            raise BadAnswer(f"exactly {self.exactly} of {listed(self.open())}, not {len(chosen)}")
        if len(chosen) < self.at_least:
            raise BadAnswer(f"at least {self.at_least} of {listed(self.open())}, not {len(chosen)}")
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
    owner: str = ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    example: str = ""

    def read(self, answer: Answer) -> tuple[str, ...]:
        """:raises BadAnswer: no list of phrases, or one that is not known or narrowed to what is not there."""
        if not isinstance(answer, (list, tuple)) or not all(isinstance(said, str) for said in answer):
            raise BadAnswer(f"expected phrases, as in {self.example}, not {shown(answer)}")
        return tuple(map(self.one, answer))

    def one(self, said: str) -> str:
        """One phrase as its canonical words. Whom it is about may stand before the colon as well."""
        first, colon, last = (part.strip() for part in said.rpartition(":"))
        if not colon:
            return self.read_one(said.strip())
        try:
            about = self.whom(last)
        except BadAnswer:
            try:
                return f"{self.read_one(last)}:{self.whom(first)}"
            except BadAnswer:
                self.read_one(first)
            raise
        return f"{self.read_one(first)}:{about}"

    def whom(self, said: str) -> str:
        """What a phrase is narrowed to, as it is called here. :raises BadAnswer: no name has these words in it."""
        from shoot_cli.core.finding import find, one_of

        if not said:
            raise BadAnswer(f"whom is it about? {listed(self.about)}" if self.about else "whom is it about?")
        exact = find(said, self.about, near=False)
        if exact or not any(name_key(said) in name_key(name) for name in self.about):
            return self.about[exact[0] if exact else one_of(said, self.about)] if self.about else said
        return name_key(said)


def name_of_fact(part: Any) -> str:
    """What one fact of several is called: its text up to a colon, behind which more is said. "" if it has no text.

    >>> from shoot_cli.core.questions import Choose
    >>> name_of_fact(Choose("night", (), text="Night Fighting: everybody has Stealth"))
    'Night Fighting'
    """
    text: str = part.text.strip().rstrip("?:.")
    return text if ":" in part.key else text.partition(": ")[0]


def in_a_sentence(part: Any) -> str:
    """The same behind other words: ``target in cover``; what begins with two capitals is a name, and stays one.

    >>> from shoot_cli.core.questions import Choose
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
    raise BadAnswer(f"no {shown(said)} here, only {listed(names)}")
