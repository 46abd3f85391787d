"""Every kind of question. Each question has `read`, which turns an answer (JSON data) into the value that rules use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from shoot_cli.engine import reasons
from shoot_cli.engine.names import NOBODY, NONE_OF, counted, find, name_key, one_of, pieces, same_name, same_unit
from shoot_cli.engine.record import Record
from shoot_cli.engine.single_reroll import more_of, sum_of, tally_of

# Questions about several named things at once.

PLUS = "+"


class More(int):
    """A number after which players wish to say more than is usual: `5+`."""


def without_plus(answer: reasons.Answer) -> tuple[reasons.Answer, bool]:
    """Return an answer without its plus, which wishes to say more (`"5+"`, `[3, 2, "+"]`), and whether it has one."""
    if isinstance(answer, str) and answer[:-1].isdecimal() and answer[-1] == PLUS:
        return int(answer[:-1]), True
    has_plus = isinstance(answer, (list, tuple)) and len(answer) > 1 and answer[-1] == PLUS
    return (list(answer)[:-1], True) if has_plus else (answer, False)


NOTHING = "nothing"
UNKNOWN = "unknown"  # the default of a computed fact while nothing is known of it; whoever says it overrules nothing
FARTHEST = 9999  # the highest number of either side of an offset


class HowMany(Record):
    """A count for each group of models, nearest first. The default is all of them or none. `plurals` holds the
    irregular plurals of names, as `own_plurals` returns them; `labels` what is shown instead of a name. With `apiece`,
    groups are places such as markers: a single number is for each of them. `carried` has the kinds of models whose
    weapons the groups are: name, number, and how many of each group one of them has. Then a number alone counts models.
    `bearers` has the same of all kinds of models, for answers that name one of them: `3 Gunners`. `by_name` refuses a
    number alone. `seldom` is as in `Choose`, `more` as in `Number`; then each count of `[3, 2, "+"]` is a `More`.
    `absent` are the other kinds of models of the unit, which an answer for a whole attack may name: here none of them.
    """

    key: str
    groups: tuple[tuple[str, int], ...]  # (name, highest count)
    default: tuple[int, ...] = ()
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    plurals: tuple[tuple[str, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    apiece: bool = False
    carried: tuple[tuple[str, int, tuple[int, ...]], ...] = ()
    by_name: bool = False
    seldom: bool = False
    bearers: tuple[tuple[str, int, tuple[int, ...]], ...] = ()
    called: tuple[str, ...] = ()  # as in `Choose`
    more: str = ""
    absent: tuple[tuple[str, int], ...] = ()

    def read(self, answer: reasons.Answer) -> tuple[int, ...]:
        """Return the counts in the order of the groups.
        :raises BadAnswer: a count is too high, or the number of counts is wrong"""
        answer, has_plus = without_plus(answer) if self.more else (answer, False)
        counts = reasons.whole_list(answer)
        if len(counts) != len(self.groups):
            raise reasons.BadAnswer(f"one number for each is wanted ({self.names()}), that is {len(counts)}")
        for n, (name, most) in zip(counts, self.groups, strict=True):
            if not 0 <= n <= most:
                most_words = f"{most} for {name}" if self.apiece else self.so_many(most, name)
                raise reasons.BadAnswer(f"0 to {most_words}, not {n}")
        return tuple(map(More, counts)) if has_plus else counts

    def names(self) -> str:
        if self.apiece:
            return f"{', '.join(name for name, _ in self.groups)}; 0 to {max(most for _, most in self.groups)} each"
        return ", ".join(self.so_many(most, name) for name, most in self.groups)

    def so_many(self, n: int, name: str) -> str:
        return counted(n, dict(self.labels).get(name, name), dict(self.plurals).get(name, ""))

    def words(self, counts: Sequence[int]) -> str:
        """Return the counts as text: `5 Troopers, 1 Sergeant`. Groups with count 0 are left out. Apiece: `3 2 2`."""
        if self.apiece:
            return " ".join(map(str, counts))
        not_zero = [(n, name) for n, (name, _) in zip(counts, self.groups, strict=True) if n]
        return ", ".join(self.so_many(n, name) for n, name in not_zero) or "none"


class Arrange(Record):
    """The order of models, nearest first, as runs of alike models. Each run may carry one of `marks`. `plurals` has the
    same meaning as in `HowMany`."""

    key: str
    kinds: tuple[tuple[str, int], ...]  # (name, total number)
    marks: tuple[tuple[str, str], ...] = ()  # (mark, its meaning)
    default: tuple[tuple[int, str, str], ...] = ()  # (count, name, mark or "")
    owner: str = reasons.DEFENDER
    rules: tuple[str, ...] = ()
    text: str = ""
    nth: int = 0  # how often this was asked before in the same attack
    expired_values: tuple[str, ...] = ()  # names that are allowed in a preset but no longer stand in the line
    plurals: tuple[tuple[str, str], ...] = ()

    def read(self, answer: reasons.Answer) -> tuple[tuple[int, str, str], ...]:
        """Return the runs of a list of `[count, name, mark]`.
        :raises BadAnswer: the list does not contain exactly the models that there are"""
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
            if not isinstance(run[2], str) or run[2] not in marks:
                raise reasons.BadAnswer(
                    f"{reasons.shown(run[2])} is none of: {', '.join(mark for mark, _ in self.marks)}"
                )
            runs.append((int(run[0]), name, str(run[2])))
        for name, n in self.kinds:
            number = sum(count for count, run_name, _ in runs if run_name == name)
            if number != n:
                raise reasons.BadAnswer(f"there {'is' if n == 1 else 'are'} {self.so_many(n, name)}, that is {number}")
        return tuple(runs)

    def example(self) -> str:
        return ", ".join(self.so_many(n, name) for n, name, _ in self.default) or self.names()

    def names(self) -> str:
        return ", ".join(self.so_many(n, name) for name, n in self.kinds)

    def so_many(self, n: int, name: str) -> str:
        return counted(n, name, dict(self.plurals).get(name, ""))

    def words(self, runs: Sequence[Sequence[Any]]) -> str:
        """Return the runs as text: `6 Boyz, 1 Boss Nob in cover`."""
        return ", ".join(f"{self.so_many(n, name)} {mark}".strip() for n, name, mark in runs)


class Numbers(Record):
    """A number of `unit` for each of several things, such as the distance of each unit.

    `low`, `high` and `whole` are those of a `Number`. `default` holds for names without a number; with None every name
    needs one. `otherwise` is a phrase that stands for no number and is read as None.

    With `across`, an offset such as `5x3` is allowed too, and `across(5, 3)` is its number. The bounds apply to this
    number, which need not be whole.

    `now` holds the number that each name has now; with it a typed `+2` or `-1` changes that number.

    `most` holds the highest number of each name, in order; () if it is `high` for all. If `by_name` is True and a
    player types a single number, the prompt asks whose number it is.
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
    now: tuple[int, ...] = ()
    decides: str = ""  # as of a `Number`, or an example
    called: tuple[tuple[str, int], ...] = ()  # words that stand for a number: ("wood", 2)

    def read(self, answer: reasons.Answer) -> tuple[float | None, ...]:
        """Return one number (or None) for each name, in order.

        The answer is one value for all names, or a mapping of names to values. A value is a number, `otherwise`, or an
        offset `[5, 3]`.

        :raises BadAnswer: an unknown name, or a value out of bounds
        """
        if not isinstance(answer, Mapping):
            answer = dict.fromkeys(self.names, answer) if self.most else answer
        if not isinstance(answer, Mapping):
            return (self.read_one(answer),) * len(self.names)
        values: dict[str, reasons.Answer] = {}
        # the old answer, if the question changes an earlier answer
        old_values: Mapping[str, reasons.Answer] = self.default if isinstance(self.default, Mapping) else {}
        for name, value in answer.items():
            known_name = self.name(name)
            if known_name in values:
                raise reasons.BadAnswer(f"{known_name} is said twice")
            values[known_name] = value
        values = dict(old_values) | values
        missing = [name for name in self.names if name not in values]
        if missing and self.default is None:
            raise reasons.BadAnswer(f"nothing is said of {reasons.listed(missing)}")
        return tuple(
            self.read_one(values[name], name, self.highest(index)) if name in values else self.read_one(self.default)
            for index, name in enumerate(self.names)
        )

    def highest(self, index: int) -> float:
        """Return the highest number allowed for the name at this index."""
        return self.most[index] if self.most else self.high

    def read_one(self, value: reasons.Answer, about: str = "", high: float | None = None) -> float | None:
        """Return one value. `about` is its name for the error text, `high` its own upper bound.
        :raises BadAnswer: the value does not fit"""
        high, whose = self.high if high is None else high, f"{about}: " if about else ""
        if self.otherwise and value == self.otherwise:
            return None
        if self.across and isinstance(value, (list, tuple)):
            if len(value) != 2 or not all(reasons.is_whole(n) and 0 <= n <= FARTHEST for n in value):
                raise reasons.BadAnswer(
                    f"{whose}{reasons.shown(value)} is not so many one way and so many the other, as in 5x3"
                )
            distance = self.across(*value)
            if not self.low <= distance <= high:
                bounds = f"{reasons.number_text(self.low)} to {reasons.number_text(high)} {self.unit}".rstrip()
                raise reasons.BadAnswer(f"{whose}{bounds}, not {reasons.number_text(distance)} ({value[0]}x{value[1]})")
            return int(distance) if distance == int(distance) else float(distance)
        return reasons.check_number(value, self.low, high, self.unit, self.whole, about)

    def name(self, typed: Any) -> str:
        """Return the name as it is spelled here, ignoring case. :raises BadAnswer: there is no such name"""
        return name_of(typed, self.names)


class Subset(Record):
    """Some of several names, such as the units that are hidden. `closed` holds the names that cannot be chosen, with
    reasons. If `exactly` is None, any number from `at_least` on is allowed. If `default` is None, somebody must answer.
    """

    key: str
    names: tuple[str, ...]
    default: tuple[str, ...] | None = None
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    closed: tuple[tuple[str, tuple[reasons.Reason, ...]], ...] = ()
    exactly: int | None = None
    at_least: int = 0

    def open(self) -> tuple[str, ...]:
        closed_names = {name for name, _ in self.closed}
        return tuple(name for name in self.names if name not in closed_names)

    def forced(self) -> tuple[str, ...] | None:
        """Return the names of the only possible answer; None if several answers are possible."""
        least, names = self.at_least if self.exactly is None else self.exactly, self.open()
        return () if self.exactly == 0 else names if len(names) <= least else None

    def read(self, answer: reasons.Answer) -> tuple[int, ...]:
        """Return the indexes of the given names, in order.
        :raises BadAnswer: unknown or closed names, too many, or too few"""
        if not isinstance(answer, (list, tuple)):
            raise reasons.BadAnswer(f"expected some of {reasons.listed(self.names)}, not {reasons.shown(answer)}")
        reasons_by_name = dict(self.closed)
        chosen = {name_of(name_given, self.names) for name_given in answer}
        for name in self.names:
            if name in chosen and name in reasons_by_name:
                raise reasons.Closed(name, reasons_by_name[name])
        if self.exactly is not None and len(chosen) != self.exactly:
            raise reasons.BadAnswer(f"exactly {self.exactly} of {reasons.listed(self.open())}, not {len(chosen)}")
        if len(chosen) < self.at_least:
            raise reasons.BadAnswer(f"at least {self.at_least} of {reasons.listed(self.open())}, not {len(chosen)}")
        return tuple(index for index, name in enumerate(self.names) if name in chosen)


class Phrases(Record):
    """Any number of short phrases that a ruleset reads, such as the effects on a unit. `read_one` returns the standard
    form of a phrase, and raises `BadAnswer` for an unknown phrase. A phrase may be limited after a colon: to one of
    `about`, or to all names with these words (`hit ones:boltgun`). `names` are phrases that may contain commas.

    With `pieces_of`, a phrase has no limit after a colon, and `pieces_of` splits a text into phrases. `check_all` takes
    all phrases, and raises `BadAnswer` if one of them does not fit after those before it. `is_fact` is True if what is
    told is so in any case, such as losses; others, such as effects, may work for nothing.

    `tells` returns what phrases come to, in words for the players; it raises `BadAnswer` as `read` does. `rows` can be
    taken instead of typed phrases. The answer then holds the value of the row alone, or nothing for the row `NOTHING`.
    If `default` is None, somebody must answer. `forms` are lines about all that can be typed. `offers` returns texts
    that can be tapped, each an answer of its own; a mapping has their labels.
    """

    key: str
    read_one: Callable[[str], str]
    names: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    default: tuple[str, ...] | None = ()
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    example: str = ""
    pieces_of: Callable[[str], list[str]] | None = None
    check_all: Callable[[tuple[str, ...]], object] | None = None
    is_fact: bool = False
    tells: Callable[[tuple[str, ...]], str] | None = None
    rows: tuple[Option, ...] = ()
    rarely_chosen: bool = False  # as in `Option`, for one of several facts
    called: tuple[str, ...] = ()  # as in `Choose`
    forms: tuple[str, ...] = ()
    offers: Callable[[], Iterable[str]] | None = None

    def row(self, value: str) -> list[str]:
        """Return the answer that a row gives."""
        return [] if value == NOTHING else [value]

    def split(self, text: str) -> list[str]:
        """Return the phrases between commas or semicolons; `none` gives []. A comma in a known name does not split.
        :raises BadAnswer: there are only commas
        """
        if self.rows and name_key(text) == NOTHING:
            return []
        if name_key(text) in (*NOBODY, "no") and not find(text, self.names, near=False):
            return []
        if self.pieces_of:
            parts = self.pieces_of(text)
        else:
            parts = pieces(text, self.names, lambda piece: bool(find(piece.partition(":")[0], self.names, near=False)))
        if not parts:
            raise reasons.BadAnswer(f"nothing was told, only commas; write it as in {self.example}")
        return parts

    def read(self, answer: reasons.Answer) -> tuple[str, ...]:
        """Return the standard form of each phrase.
        :raises BadAnswer: not a list of phrases, an unknown phrase, or a name after the colon that is not in `about`"""
        if not isinstance(answer, (list, tuple)) or not all(isinstance(phrase, str) for phrase in answer):
            raise reasons.BadAnswer(f"expected phrases, as in {self.example}, not {reasons.shown(answer)}")
        if len(answer) == 1 and any(answer[0] == row.value for row in self.rows):
            return (str(answer[0]),)
        phrases = tuple(map(self.read_phrase, answer))
        if self.check_all:
            self.check_all(phrases)
        return phrases

    def read_phrase(self, text: str) -> str:
        """Return the standard form of one phrase. The name it is limited to may also stand before the colon."""
        if self.pieces_of:
            return self.read_one(text.strip())
        first, colon, last = (part.strip() for part in text.rpartition(":"))
        if not colon:
            return self.read_one(text.strip())
        try:
            about = self.whom(last)
        except reasons.BadAnswer:
            try:
                return f"{self.read_one(last)}:{self.whom(first)}"
            except reasons.BadAnswer:
                self.read_one(first)
            raise
        return f"{self.read_one(first)}:{about}"

    def whom(self, text: str) -> str:
        """Return the name that a phrase is limited to, as it is spelled here.
        :raises BadAnswer: no name contains these words"""
        if not text:
            whom = f" {reasons.listed(self.about)}" if self.about else ""
            raise reasons.BadAnswer(f"whom is it about?{whom}")
        exact = find(text, self.about, near=False)
        if exact or not any(name_key(text) in name_key(name) for name in self.about):
            return self.about[exact[0] if exact else one_of(text, self.about)] if self.about else text
        return name_key(text)


def name_of_fact(part: Any) -> str:
    """Return the name of one fact: its text up to the first colon, or "" if it has no text.

    >>> from shoot_cli.engine.questions import Choose
    >>> name_of_fact(Choose("night", (), text="Night Fighting: everybody has Stealth"))
    'Night Fighting'
    """
    text: str = part.text.strip().rstrip("?:.")
    return text if ":" in part.key else text.partition(": ")[0]


def in_a_sentence(part: Any) -> str:
    """Return the name of a fact with a small first letter, for use inside a sentence.

    Two capitalised words at the beginning are a proper name, which keeps its capital letter.

    >>> from shoot_cli.engine.questions import Choose
    >>> in_a_sentence(Choose("sir", (), text="Look Out, Sir is tried")), in_a_sentence(Choose("x", (), text="In cover"))
    ('Look Out, Sir is tried', 'in cover')
    """
    name = name_of_fact(part)
    return name if re.match(r"[A-Z][\w'-]*,? [A-Z]", name) else f"{name[:1].lower()}{name[1:]}"


def told_in_full(part: Any) -> str:
    """Return the whole text of a fact for use inside a sentence, without its last mark; a condition as it stands.

    >>> from shoot_cli.engine.questions import Choose
    >>> told_in_full(Choose("night", (), text="Night Fighting: everybody has Stealth"))
    'Night Fighting: everybody has Stealth'
    """
    return _told_in_full(part.key, part.text)


@lru_cache(2048)
def _told_in_full(key: str, words: str) -> str:
    text = words.strip().rstrip("?:.")
    name = in_a_sentence(Choose(key, (), text=words))
    return text if key.startswith("if ") else name + text[len(name) :]


def seldom_words(part: Any, value: Any) -> str:
    """Return a fact and its unusual value as text: `target in cover: yes`. `part` is any question."""
    if isinstance(part, Arrange):
        value = ", ".join(f"{part.so_many(n, name)}{f' ({mark})' if mark else ''}" for n, name, mark in value)
    elif isinstance(part, HowMany):
        value = part.words(value)
    return f"{in_a_sentence(part)}: {value}"


def name_of(typed: Any, names: Sequence[str]) -> str:
    """Return the name of `names` that equals `typed`, ignoring case. :raises BadAnswer: there is no such name"""
    if typed in names:
        return str(typed)
    for name in names:
        if same_name(str(typed), name):
            return name
    raise reasons.BadAnswer(f"no {reasons.shown(typed)} here, only {reasons.listed(names)}")


# Rolls and sums of dice, choices, numbers, and several facts at once.

NO_FACE = "no face will do"
Luck = Literal["", "hits", "wounds", "penetration rolls", "saves"]


class Need(Record):
    """The face that a die must show to pass, and the reasons. If `target` is None, every face fails. With `or_less`,
    low faces pass, for games that roll under. `label` names the number where several kinds are possible ("cover save");
    otherwise it is ""."""

    target: int | None
    because: tuple[reasons.Reason, ...] = ()
    or_less: bool = False
    label: str = ""

    def met_by(self, face: int) -> bool:
        if self.target is None:
            return False
        return face <= self.target if self.or_less else face >= self.target

    def certain(self, sides: int = 6) -> bool:
        """Return True if every face passes."""
        return self.target is not None and (self.target >= sides if self.or_less else self.target <= 1)

    def failures(self, sides: int = 6) -> tuple[int, ...]:
        """Return all faces that fail, which is what re-roll rules such as twin-linked re-roll."""
        return tuple(face for face in range(1, sides + 1) if not self.met_by(face))

    @property
    def text(self) -> str:
        """The need as players write it: `3+`, `4-` for four or less, `-` if every face fails."""
        if self.target is None:
            return "-"
        return f"{self.target}{'-' if self.or_less else '+'}"


class Watch(Record):
    """Faces that are counted separately. With `both`, a re-rolled die counts only if both throws showed a
    watched face. `why` names what hangs on them, such as `Lethal Hits`; "" if it is clear."""

    faces: tuple[int, ...]
    both: bool = False
    why: str = ""


class Tally(Record):
    """The result of a roll. Rules see tallies, never single dice. A roll of several groups has a part for each."""

    passed: int
    failed: int
    watched: tuple[int, ...] = ()  # one count for each Watch, in order
    parts: tuple[Tally, ...] = ()


class Roll(Record):
    """A roll of `dice` equal dice against one need. Each die whose first face is in `again` is re-rolled. `key` finds
    the old dice after an amendment, so it must not contain a count of earlier rolls. `faces` names the sides, if they
    have names; texts then use these names.

    With `groups`, the dice belong to these groups in order, such as pairs. Counts then do not say which dice passed. If
    `lives` is True, it is enough to know in how many groups all dice passed. `whose` has the name of each group.

    With `adds`, each of the `dice` is a sum: that of dice with so many sides. `sides` is then the highest sum."""

    key: str
    dice: int
    need: Need
    watch: tuple[Watch, ...] = ()
    again: tuple[int, ...] = ()
    again_need: Need | None = None  # the need of the re-roll, if it differs
    sides: int = 6
    faces: tuple[str, ...] = ()
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    lessons: Callable[[], tuple[reasons.TeachingPoint, ...]] | None = None  # what a quiz may ask about this roll
    luck: Luck = ""  # what this roll counts as in the luck report; "" for nothing
    means: reasons.Meaning | None = None
    default: None = None
    # the kind of roll, and what may re-roll one die of it (`single_reroll.py`)
    once: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()
    lives: bool = False
    whose: tuple[str, ...] = ()
    adds: tuple[int, ...] = ()

    @property
    def least(self) -> int:
        """The lowest face, or the lowest sum."""
        return len(self.adds) or 1

    def by_sums(self, answer: reasons.Answer) -> reasons.Answer:
        """Return the answer with sums. One throw may be told by its single dice, or as the sum of a `Total`."""
        if not self.adds or not isinstance(answer, Mapping):
            return answer
        if "sum" in answer:
            return {"first": [answer["sum"]]}
        first = answer.get("first")
        one_by_one = isinstance(first, (list, tuple)) and self.dice == 1 and len(first) == len(self.adds)
        return {"first": [sum(reasons.whole_list(first))]} if one_by_one else answer

    def counts_will_do(self) -> bool:
        """Return True if players may type only counts. This fails if a watched face depends on the first throw, or if
        it matters which dice pass."""
        return not self.groups and not any(watch.both and self.again for watch in self.watch)

    def only_seen(self) -> bool:
        """Return True if no die passes or fails and only watched faces are counted."""
        return self.need.target is None and bool(self.watch)

    def among(self, faces: Iterable[int], what: str = reasons.PASSED) -> str:
        """Return who can show these faces: dice that `PASSED` or `FAILED`, "" for any, `EVERY` if all ``what`` do."""
        passing = [{f for f in range(1, self.sides + 1) if need.met_by(f)} for need in (self.need, self.second())]
        failing = [{*range(1, self.sides + 1)} - of_throw for of_throw in passing]
        if all(of_throw == {*faces} for of_throw in (passing if what == reasons.PASSED else failing)):
            return reasons.EVERY
        passed, failed = ({*faces} <= faces_of_throws[0] & faces_of_throws[1] for faces_of_throws in (passing, failing))
        return reasons.PASSED if passed else reasons.FAILED if failed else ""

    def every_pass(self, watch: Watch) -> bool:
        """Return True if exactly the dice that pass show these faces, so that nobody has to count them again."""
        return not watch.both and not self.groups and self.among(watch.faces) == reasons.EVERY

    def second(self) -> Need:
        return self.again_need or self.need

    def faces_text(self, faces: Iterable[int]) -> str:
        """Return faces as text: `1 or 2`, or the names of the sides, each once."""
        return (
            " or ".join(dict.fromkeys(self.faces[face - 1] for face in faces))
            if self.faces
            else reasons.face_list(faces)
        )

    def need_text(self) -> str:
        """Return the need as text: `3+`, or the names of the sides that pass."""
        if not self.faces or self.need.target is None:
            return self.need.text
        return self.faces_text(face for face in range(1, self.sides + 1) if self.need.met_by(face)) or NO_FACE

    def read(self, answer: reasons.Answer) -> Tally:
        """Return the tally of `{"first": faces, "again": faces}` or `{"passed": 7, "watched": [2]}`. Groups are read
        from faces, `{"each": [2, 0, 1]}` or `{"live": 3}`. `{"passed": 14}` or `{"passed": 0}` will do for all or none.
        :raises BadAnswer: a wrong number of dice, an impossible face, or impossible counts"""
        if more_of(answer):
            return tally_of(self, answer)  # type: ignore[no-any-return]
        answer = self.by_sums(answer)
        if self.groups:
            return self._groups(answer)
        if isinstance(answer, Mapping) and "first" in answer:
            return self._faces(reasons.whole_list(answer["first"]), reasons.whole_list(answer.get("again", [])))
        if isinstance(answer, Mapping) and "passed" in answer and self.counts_will_do():
            return self._counts(answer["passed"], reasons.whole_list(answer.get("watched", [])))
        raise reasons.BadAnswer(f"expected {self.dice} dice of {self.sides} sides, not {reasons.shown(answer)}")

    def _groups(self, answer: reasons.Answer) -> Tally:
        if isinstance(answer, Mapping) and "first" in answer:
            first = reasons.whole_list(answer["first"])
            reasons.check_faces(first, self.dice, self.sides, self.least)
            faces = iter(first)
            passed = [sum(self.need.met_by(next(faces)) for _ in range(n)) for n in self.groups]
        elif isinstance(answer, Mapping) and self.lives and reasons.is_whole(answer.get("live")):
            live: Any = answer["live"]
            if not 0 <= live <= len(self.groups):
                raise reasons.BadAnswer(f"0 to {len(self.groups)} can live, not {live}")
            passed = [n * (i >= len(self.groups) - live) for i, n in enumerate(self.groups)]
        elif isinstance(answer, Mapping) and "each" in answer and not self.lives:
            passed = [*reasons.whole_list(answer["each"])]
            if len(passed) != len(self.groups):
                raise reasons.BadAnswer(f"{len(self.groups)} numbers are wanted, one for each, that is {len(passed)}")
            for n, most in zip(passed, self.groups, strict=True):
                if not 0 <= n <= most:
                    raise reasons.BadAnswer(f"of {most} dice 0 to {most} can pass, not {n}")
        elif isinstance(answer, Mapping) and answer.get("passed") in (0, self.dice) and not self.lives:
            passed = [n if answer["passed"] else 0 for n in self.groups]
        else:
            raise reasons.BadAnswer(
                f"the faces of {self.dice} dice are wanted in their order, not {reasons.shown(answer)}"
            )
        parts = tuple(Tally(passed_dice, n - passed_dice) for passed_dice, n in zip(passed, self.groups, strict=True))
        return Tally(sum(passed), self.dice - sum(passed), (), parts)

    def _faces(self, first: tuple[int, ...], again: tuple[int, ...]) -> Tally:
        reasons.check_faces(first, self.dice, self.sides, self.least)
        reasons.check_faces(again, sum(face in self.again for face in first), self.sides)
        second, passed, watched = iter(again), 0, [0] * len(self.watch)
        for face in first:
            rerolled = face in self.again
            final = next(second) if rerolled else face
            passed += (self.second() if rerolled else self.need).met_by(final)
            for index, watch in enumerate(self.watch):
                watched[index] += final in watch.faces and not (rerolled and watch.both and face not in watch.faces)
        return Tally(passed, self.dice - passed, tuple(watched))

    def _counts(self, passed: Any, watched: tuple[int, ...]) -> Tally:
        if not reasons.is_whole(passed) or not 0 <= passed <= self.dice:
            raise reasons.BadAnswer(
                f"{self.dice} dice were rolled, so 0 to {self.dice} can pass, not {reasons.shown(passed)}"
            )
        if len(watched) != len(self.watch):
            names = " and ".join(self.faces_text(watch.faces) for watch in self.watch)
            raise reasons.BadAnswer(f"say also how many showed {names}, as in {passed}/{len(watched)}")
        reasons.check_counts(self, passed, watched)
        return Tally(passed, self.dice - passed, watched)


class Total(Record):
    """The sum of dice, such as 2D6 for Leadership. A `need`, if given, is compared with the final sum. A sum in `again`
    is re-rolled once with all its dice; the second sum stands."""

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
    once: tuple[str, ...] = ()  # as in `Roll`
    each: int = 0  # the dice of one throw, if several throws are made together; 0 if all dice are one throw
    luck: Luck = ""  # as in `Roll`; the sum counts as one roll against its need

    def read(self, answer: reasons.Answer) -> int:
        """Return the final sum of `{"first": faces}`, with `"again": faces` for a re-roll, or of `{"sum": 7}`.
        :raises BadAnswer: the faces or the sum are impossible"""
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
            most, given = self.dice * self.sides, reasons.shown(total if total is not None else answer)
            raise reasons.BadAnswer(f"{self.dice}D{self.sides} give {self.dice} to {most}, not {given}")
        return int(total)


class Option(Record):
    """One answer of a choice. Nobody can choose it if it has reasons in `closed`. A prompt hides rarely chosen ones at
    first. If `less` is True, it is another option for a lower price: typed text finds it only with a 0 at its end.
    `doubt` says what may have been forgotten: a prompt asks once, unless the whole value was typed. `called` are other
    words for it, typed whole."""

    value: str
    label: str = ""
    closed: tuple[reasons.Reason, ...] = ()
    rarely_chosen: bool = False
    less: bool = False
    doubt: str = ""
    called: tuple[str, ...] = ()


CHEAPER = " 0"  # the end of the value of an option that is `less`


def of_price(typed: str, options: Iterable[Any]) -> tuple[str, bool]:
    """Return typed text without a 0 at its end, and True, if some options are there for a lower price. Otherwise return
    the text as it is, and False."""
    name = typed.rstrip().removesuffix(CHEAPER)
    less = name != typed.rstrip() and bool(name.strip()) and any(getattr(option, "less", False) for option in options)
    return (name, True) if less else (typed, False)


class Choose(Record):
    """A choice from a list. If `default` is None, somebody must answer. `spent` is the answer after all preset answers
    for this key are used: a list of weapons ends with "no more". If `spent` is None, the last preset answer is used
    again."""

    key: str
    options: tuple[Option, ...]
    default: str | None = None
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    spent: str | None = None
    nth: int = 0  # how often this was asked before in the same attack or phase
    # a preset with one of these values, which are no longer options, gives way to the default
    expired_values: tuple[str, ...] = ()
    computed: bool = False  # nobody is asked, because the default follows from known facts
    offers: bool = False  # among facts it offers something to use, and its text says what
    seldom: bool = False  # among facts it is out of sight at first
    weighs: bool = False  # among facts it is always in sight, because it changes a chance
    less: bool = False  # among facts it is another one for a lower price, as in `Option`
    also: str = ""  # a longer key that a preset may use: "cover:Boy" if all models are Boyz
    called: tuple[str, ...] = ()  # among facts, as in `Option`
    about: str = ""  # what decides it, where none of its rules does

    def open(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if not option.closed)

    def refusal(self) -> str | None:
        """Return the value of the one option that takes nothing, such as `nobody`; None for no such option, or two."""
        values = [option.value for option in self.options if name_key(option.value) in NONE_OF]
        return values[0] if len(values) == 1 else None

    def read(self, answer: reasons.Answer) -> str:
        """Return the value of the option. :raises BadAnswer: not an option, or a closed one (with its reasons)"""
        for option in self.options:  # most answers are made from the options
            if option.value == answer and not option.closed:
                return option.value
        key = name_key(str(answer))
        for option in self.options:
            if key == name_key(option.value):
                if option.closed:
                    raise reasons.Closed(option.value, option.closed)
                return option.value
        if (value := same_unit(key, [option.value for option in self.open()])) is not None:
            return value
        names = ", ".join(option.value.replace("_", " ") for option in self.open()) or "nothing is open"
        raise reasons.BadAnswer(f"{reasons.shown(answer)} is not one of: {names}")


class Number(Record):
    """A number of `unit` from `low` to `high`, both included. `otherwise` is text for no number, as "in range"; it is
    read as None. If `drawn` is True, a preset may give chances by number (`engine/distributions.py`); `read` never gets
    them. `now` is the number as it is now, or None; with it a typed `+2` or `-1` changes that number."""

    key: str
    low: float
    high: float
    default: float | str | None = None
    unit: str = ""
    whole: bool = True  # fractions are refused
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    otherwise: str = ""
    drawn: bool = False
    nth: int = 0  # how often this was asked before in the same attack
    each: str = ""  # what it is asked for repeatedly, such as a marker; a preset "4, 2, 0" answers one by one
    own: int | None = None  # how often this key was asked before; None: as `nth`
    first: str = ""  # what players do before they answer: "MOVE 2 inches along the arrow"
    now: int | None = None
    decides: str = ""  # what hangs on the number: "reach: boltguns 24"", for players who must measure
    reach: float | None = None  # beyond it nothing can be done; see `doubt`
    near: tuple[float, str] | None = None  # up to this number nothing can be done, and why
    more: str = ""  # what else may be said, if a plus stands behind the number, in words; "" for nothing
    alone: bool = False  # a preset under the key before the colon is about something else

    def doubt(self, answer: reasons.Answer, typed: str = "") -> str:
        """Return why a number is probably a slip, so that it is asked once more, or "". `typed` is its whole line."""
        if not isinstance(answer, (int, float)):
            return ""
        n = reasons.number_text(answer)
        if self.near and answer <= self.near[0]:
            why, end = self.near[1], "near"
        elif self.reach is not None and answer > self.reach:
            why, end = f"nothing of this unit reaches further than {reasons.number_text(self.reach)}", "far"
        else:
            return ""
        unit = self.unit.removesuffix("es") if answer == 1 else self.unit
        return f"{n} {unit}: {why}. Type the distance anew, or {typed or n} again if it is so {end}"

    def read(self, answer: reasons.Answer) -> float | None:
        """Return the number; None for `otherwise`, a `More` for `"5+"`. :raises BadAnswer: no number, or out of it"""
        if self.otherwise and answer == self.otherwise:
            return None
        answer, has_plus = without_plus(answer) if self.more else (answer, False)
        if has_plus:
            return More(reasons.check_number(answer, self.low, self.high, self.unit, self.whole))
        return reasons.check_number(answer, self.low, self.high, self.unit, self.whole)


class Decided(Record):
    """The declaration of an attack as words. `facts` are cover, half range and all unusual facts, each in few words.
    `fires` is what is fired ("8 boltguns"), `so` the consequence ("16 shots"). `about` begins the log line instead of
    `fires`. `included` are keys of facts that another answer decides, which `fires` names. `idle` are keys of facts
    that decide nothing as the others stand."""

    facts: tuple[str, ...]
    fires: str = ""
    so: str = ""
    about: str = ""
    included: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()

    def sentence(self) -> str:
        return ", ".join(filter(None, (self.about or self.fires, *self.facts)))


class Facts(Record):
    """Several facts that usually have their defaults, asked as one question. The answer names only those that differ.
    `parts` are ordered by importance. `unasked` are no longer asked, but answers of earlier versions may name them.
    `words` makes the declaration from the values of all parts by key, or is None. `text` is the proposal as a
    sentence."""

    key: str
    parts: tuple[Any, ...]  # questions with a default
    owner: str = reasons.ATTACKER
    rules: tuple[str, ...] = ()
    text: str = ""
    check: Callable[[Mapping[str, Any]], str | None] | None = None  # returns a sentence if values contradict each other
    default: Mapping[str, reasons.Answer] | None = None
    nth: int = 0  # how often such facts were asked before in the same attack
    words: Callable[[Mapping[str, Any]], Decided] | None = None
    # returns defaults that depend on other values, by key
    follow: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    sure: tuple[str, ...] = ()  # keys of parts whose dependent default is certain, not a guess
    unasked: tuple[Any, ...] = ()
    known: Callable[[], Mapping[str, str]] | None = None  # returns what is not asked because it is known, by its name

    def decided(self, answer: reasons.Answer) -> Decided | None:
        """Return what this answer decides; None without `words`. :raises BadAnswer: the answer does not fit"""
        return self.words(self.read(answer)) if self.words else None

    def sentence(self, answer: reasons.Answer) -> str:
        """Return the decision as a sentence, or "". :raises BadAnswer: the answer does not fit"""
        decided = self.decided(answer)
        return decided.sentence() if decided else ""

    def says_all(self) -> bool:
        """Return True if the text of the question is the sentence of the proposal."""
        return bool(self.words) and self.text == self.sentence({})

    def read(self, answer: reasons.Answer) -> dict[str, Any]:
        """Return the value of every part by its key.
        :raises BadAnswer: a key that is not asked, or a value that does not fit"""
        if not isinstance(answer, Mapping):
            raise reasons.BadAnswer(f"expected some of {', '.join(part.key for part in self.parts)}")
        allowed = (*self.parts, *(part for key in answer if (part := self.unasked_part(key))))
        for key in answer:
            if all(part.key != key for part in allowed):
                keys = ", ".join(part.key for part in self.parts)
                raise reasons.BadAnswer(f"{reasons.shown(key)} is not asked here, only {keys}")
        values = {part.key: self.read_part(part, answer[part.key]) for part in allowed if part.key in answer}
        values = {part.key: usual(part) for part in self.left(values)} | values
        if self.check and (wrong := self.check(values)):
            raise reasons.BadAnswer(wrong)
        return values

    def unasked_part(self, key: str) -> Any | None:
        """Return the part that is no longer asked and has this key, or its beginning with a colon at the end."""
        if any(part.key == key for part in self.parts):
            return None
        parts = (part for part in self.unasked if part.key == key or (part.key[-1] == ":" and key.startswith(part.key)))
        return next((part.but(key=key) for part in parts), None)

    def left(self, values: Mapping[str, Any]) -> list[Any]:
        """Return the parts without a value in `values`, with the defaults that follow from `values`."""
        missing = [part for part in self.parts if part.key not in values]
        new = self.follow({part.key: usual(part) for part in missing} | dict(values)) if self.follow and values else {}
        followed = [part.but(default=new[part.key]) if part.key in new else part for part in missing]
        return [part.but(computed=True) if part.key in new and part.key in self.sure else part for part in followed]

    def read_part(self, part: Any, answer: reasons.Answer) -> Any:
        try:
            return part.read(answer)
        except reasons.BadAnswer as error:
            raise reasons.BadAnswer(f"{part.key}: {error}") from None


def usual(part: Any) -> Any:
    """Return the value of a default. Only `Numbers` and `Subset` have defaults that must be read first."""
    return part.read(part.default) if isinstance(part, (Numbers, Subset)) else part.default


Question = Roll | Total | Choose | Number | HowMany | Arrange | Numbers | Subset | Phrases | Facts
