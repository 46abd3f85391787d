"""`Reason`, `Closed`, `BadAnswer`, checks of answers, the meanings of dice, and exceptions that stop a prompt or a
command.

The module is imported before anything heavy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shoot_cli.engine.record import Record


class Refusal(Exception):
    """Raised for input that cannot be used. The text is a sentence for the user on standard error.

    :cvar exit_code: 1 for wrong content, 2 for a wrong call of the command, 3 for unreadable input
    """

    exit_code = 1


class InputError(Refusal):
    """Raised if the input is readable but wrong."""


class Undo(Exception):
    """Raised to take back the last answer of a person."""


class Redo(Exception):
    """Raised to restore the answer that was taken back last."""


class Amend(Exception):
    """Raised to change the answer to an earlier question.

    :ivar place: the index of the question in the log
    :ivar by: who asked for the change
    :ivar hand: True if dice were rolled by hand; None if the question has no dice
    """

    def __init__(self, place: int, answer: object, by: str, hand: bool | None = None) -> None:
        super().__init__(f"answer {place + 1} is to be another")
        self.place, self.answer, self.by, self.hand = place, answer, by, hand


class Insert(Exception):
    """Raised to put an answer that nobody asked for before the answer at `place`, or behind all of them.

    :ivar key: the key of its question
    :ivar by: the army whose turn it is
    """

    def __init__(self, place: int, key: str, answer: object, by: str) -> None:
        super().__init__(f"an answer is to be put before answer {place + 1}")
        self.place, self.key, self.answer, self.by = place, key, answer, by


class LayAside(Exception):
    """Raised to ask something else from now on, instead of this question's card."""


class Leave(Exception):
    """Raised to stop here; all answers so far are kept."""


class NoTerminal(Exception):
    """Raised if somebody must answer `question`, but standard input or output is not a terminal."""

    def __init__(self, question: object) -> None:
        super().__init__(f"no terminal to ask for {getattr(question, 'key', question)}")
        self.question = question


class Elsewhere(Exception):
    """Raised at a prompt when somebody has answered its question at another surface. Only who asked may catch it."""


# Attacker and defender, answers that do not fit, reasons with their rule, values as text.

ATTACKER, DEFENDER = "attacker", "defender"
Answer = Any  # a str, number, list or mapping that fits into JSON
ENDLESS = (float("inf"), float("-inf"))  # what a page may send as a number, although JSON has none


def yes_or_no(value: Any) -> Any:
    """Return "yes" or "no" for True and False of JSON; any other value unchanged."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


class BadAnswer(ValueError):
    """Raised if an answer does not fit its question. The text is fit to show to players."""


class Reason(Record):
    """A reason for a number or for a closed option, with the id of its rule (`7E-HIT-1`). `value` is its effect on the
    number: `5+` sets it, `+1` adds to it, `no` removes it; "" if it only explains."""

    text: str
    rule: str
    value: str = ""

    @property
    def words(self) -> str:
        """The text without `value`, for use beside the value."""
        if self.value[:1] not in ("+", "-"):
            return self.text
        return self.text.removesuffix(self.value).rstrip(" :").removeprefix(self.value).lstrip()


class Closed(BadAnswer):
    """Raised for an option that nobody can take now. The text names the rules; the text in `plainly` does not."""

    def __init__(self, name: str, why: Iterable[Reason]) -> None:
        why = tuple(why)
        closed_words = f"{shown(name)} is closed"
        self.plainly = ": ".join([closed_words, *(["; ".join(reason.text for reason in why)] if why else [])])
        with_rules = "; ".join(f"{reason.text} ({reason.rule})" if reason.rule else reason.text for reason in why)
        super().__init__(f"{closed_words}: {with_rules}" if why else closed_words)


def shown(value: Any) -> str:
    """Return a value for use inside a sentence: short, on one line, control characters made visible."""
    text = value if isinstance(value, str) else repr(value)
    text = "".join(character if character.isprintable() else f"\\x{ord(character):02x}" for character in text[:61])
    text = text[:57] + "..." if len(text) > 60 else text
    return f"“{text}”" if isinstance(value, str) else text


def listed(names: Sequence[str], most: int = 8) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "") or "nothing"


def series(names: Iterable[str], word: str = "and") -> str:
    """Return the names as one text; "" if there are none.

    >>> series(["Rhino"]), series(["Rhino", "Boyz", "Gretchin"]), series("12", "or")
    ('Rhino', 'Rhino, Boyz and Gretchin', '1 or 2')
    """
    *others, last = [*names] or [""]
    return f"{', '.join(others)} {word} {last}" if others else last


def number_text(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"


def face_list(faces: Iterable[int]) -> str:
    """Return faces as text: `6`, `1 or 2`; three or more in a row as `4 to 6`."""
    shown_faces = [*faces]
    if len(shown_faces) > 2 and shown_faces == [*range(shown_faces[0], shown_faces[-1] + 1)]:
        return f"{shown_faces[0]} to {shown_faces[-1]}"
    return " or ".join(map(str, shown_faces))


def check_faces(faces: tuple[int, ...], dice: int, sides: int, least: int = 1) -> None:
    """Check the faces of a roll, or sums from `least` on. :raises BadAnswer: a wrong number, or an impossible face"""
    if len(faces) != dice:
        raise BadAnswer(f"{dice} dice were rolled, you typed {len(faces)}")
    # a fast test, because every roll of a battle is checked twice
    if not faces or (min(faces) >= least and max(faces) <= sides):
        return
    for face in faces:
        if not least <= face <= sides:
            what = (
                f"a die with {sides} sides does not show" if least == 1 else f"the sums go from {least} to {sides}, not"
            )
            raise BadAnswer(f"{what} {face}")


PASSED, FAILED, EVERY = "passed", "failed", "every"  # which dice of a roll can show some faces


def check_counts(roll: Any, passed: int, watched: Sequence[int]) -> None:
    """Check how many dice of a `Roll` showed watched faces. :raises BadAnswer: so many that passed cannot show them"""
    counts = [({*watch.faces}, n) for watch, n in zip(roll.watch, watched, strict=True)]
    for faces, n in counts:
        most = {"": roll.dice, FAILED: roll.dice - passed}.get(roll.among(faces), passed)
        if not 0 <= n <= most:
            words = roll.faces_text(sorted(faces))
            raise BadAnswer(f"of {roll.dice} dice with {passed} passed, 0 to {most} can show {words}, not {n}")
    for what, dice in ((PASSED, passed), (FAILED, roll.dice - passed)):
        counted = [(faces, n) for faces, n in counts if roll.among(faces, what) in (what, EVERY)]
        union, seen = {face for faces, _ in counted for face in faces}, sum(n for _, n in counted)
        all_watched = bool(counted) and roll.among(union, what) == EVERY
        if len(union) == sum(len(faces) for faces, _ in counted) and (seen > dice or (all_watched and seen < dice)):
            must = f"{dice} must" if all_watched else f"at most {dice} can"
            raise BadAnswer(f"{dice} {what}, so {must} show {roll.faces_text(sorted(union))}, not {seen}")


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole_list(values: Any) -> tuple[int, ...]:
    if not isinstance(values, (list, tuple)) or not ({*map(type, values)} <= {int} or all(map(is_whole, values))):
        raise BadAnswer(f"expected a list of whole numbers, not {shown(values)}")
    return tuple(values)


def check_number(answer: Answer, low: float, high: float, unit: str, whole: bool, about: str = "") -> float:
    """Return the number, as an int if it is whole. `about` is the name that the error text mentions.
    :raises BadAnswer: not a number, not whole, or out of bounds"""
    whose = f"{about}: " if about else ""
    if not isinstance(answer, (int, float)) or isinstance(answer, bool) or answer in ENDLESS or answer != answer:
        raise BadAnswer(f"{whose}{shown(answer)} is no number{f' of {unit}' if unit else ''}")
    if whole and answer != int(answer):
        raise BadAnswer(f"{whose}only whole {unit or 'numbers'}, not {shown(answer)}")
    if not low <= answer <= high:
        bounds = f"{number_text(low)} to {number_text(high)} {unit}".rstrip()
        raise BadAnswer(f"{whose}{bounds}, not {number_text(answer)}")
    return int(answer) if answer == int(answer) else float(answer)


def how_many_words(unit: str) -> str:
    """Return `how many inches?`, or a question without a unit."""
    return f"how many {unit}?" if unit else "which number?"


class TeachingPoint(Record):
    """A quiz question about a roll: the right answer, and wrong answers that people believe."""

    key: str  # the kind of question (see `quiz/quiz.py`): "toughness", "save"
    text: str
    right: str
    wrong: tuple[str, ...]
    because: tuple[Reason, ...]


# The meaning of dice in the words of the game, which only people read; no rule does.


class Outcome(Record):
    """The outcome of a die or sum from `low` up to the next outcome: `glances`. `plural` is the word for several dice,
    if it differs. `nothing` is True if the outcome has no effect."""

    low: int
    singular: str
    plural: str = ""
    nothing: bool = False


class Meaning(Record):
    """The outcomes of all faces of a die, or of all sums.

    :ivar outcomes: the outcomes, lowest first
    :ivar plus: is added to each die, or to the sum
    :ivar against: the name and value it is compared with: ("armour", 11); None: nothing
    :ivar best: True if only the highest of several dice counts
    :ivar chart: True if it is a table of the rulebook, which is shown before the roll
    """

    outcomes: tuple[Outcome, ...]
    plus: int = 0
    against: tuple[str, int] | None = None
    best: bool = False
    chart: bool = False

    def spans(self, least: int, most: int) -> list[tuple[int, int, Outcome]]:
        """Return each possible outcome with the lowest and highest number that lead to it."""
        lasts = [outcome.low - 1 for outcome in self.outcomes[1:]] + [most]
        ranges = [
            (max(least, outcome.low), min(most, end), outcome)
            for outcome, end in zip(self.outcomes, lasts, strict=True)
        ]
        return [(low, high, outcome) for low, high, outcome in ranges if low <= high]

    def outcome(self, n: int) -> Outcome:
        """Return the outcome of this face or sum."""
        return [outcome for outcome in self.outcomes if outcome.low <= n or outcome is self.outcomes[0]][-1]
