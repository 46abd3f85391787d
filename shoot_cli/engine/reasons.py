"""`Reason`, `Closed`, `BadAnswer`; meanings of dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.record import Record

# What every kind of question needs: whose it is, answers that do not fit, grounds with their rule, values in words.

ATTACKER, DEFENDER = "attacker", "defender"
Answer = Any  # a str, number, list or mapping that JSON can hold


def yes_or_no(value: Any) -> Any:
    """True and False of JSON as the words that answer a question; any other value as it is."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


class BadAnswer(ValueError):
    """The answer does not fit the question; the text is fit to show to the player."""


class Reason(Record):
    """One ground of a number or of a closed option, with the id of its rule (``7E-HIT-1``).

    ``value``: what it makes of the number, as its text has it: ``5+`` that it sets, ``+1`` that it adds; ``no``: that
    way there is none; "" if it only says why.
    """

    text: str
    rule: str
    value: str = ""

    @property
    def words(self) -> str:
        """The text, where what it adds stands beside it."""
        if self.value[:1] not in ("+", "-"):
            return self.text
        return self.text.removesuffix(self.value).rstrip(" :").removeprefix(self.value).lstrip()


class Closed(BadAnswer):
    """An option that nobody can take now. The text names the rules; ``plainly`` does not: "why" has them."""

    def __init__(self, name: str, why: Iterable[Reason]) -> None:
        why = tuple(why)
        said = f"{shown(name)} is closed"
        self.plainly = ": ".join([said, *(["; ".join(one.text for one in why)] if why else [])])
        with_rules = "; ".join(f"{one.text} ({one.rule})" if one.rule else one.text for one in why)
        super().__init__(f"{said}: {with_rules}" if why else said)


def shown(value: Any) -> str:
    """A value inside a sentence: short, on one line, control characters made visible."""
    text = value if isinstance(value, str) else repr(value)
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[:61])
    text = text[:57] + "..." if len(text) > 60 else text
    return f"“{text}”" if isinstance(value, str) else text


def listed(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "") or "nothing"


def number_text(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"


def face_list(faces: Iterable[int]) -> str:
    """``6``, ``1 or 2``; three and more in a row are ``4 to 6``."""
    shown_faces = [*faces]
    if len(shown_faces) > 2 and shown_faces == [*range(shown_faces[0], shown_faces[-1] + 1)]:
        return f"{shown_faces[0]} to {shown_faces[-1]}"
    return " or ".join(map(str, shown_faces))


def check_faces(faces: tuple[int, ...], dice: int, sides: int) -> None:
    """:raises BadAnswer: if these are not the faces of so many dice."""
    if len(faces) != dice:
        raise BadAnswer(f"{dice} dice were rolled, that is {len(faces)}")
    if not faces or (min(faces) >= 1 and max(faces) <= sides):  # every roll of a battle comes by here twice
        return
    for face in faces:
        if not 1 <= face <= sides:
            raise BadAnswer(f"a die with {sides} sides does not show {face}")


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole_list(values: Any) -> tuple[int, ...]:
    if not isinstance(values, (list, tuple)) or not ({*map(type, values)} <= {int} or all(map(is_whole, values))):
        raise BadAnswer(f"expected a list of whole numbers, not {shown(values)}")
    return tuple(values)


def check_number(answer: Answer, low: float, high: float, unit: str, whole: bool, about: str = "") -> float:
    """The number, an int where it is whole; ``about``: whose it is, where that must be said.

    :raises BadAnswer: no number, not whole, or out of bounds.
    """
    whose = f"{about}: " if about else ""
    if not isinstance(answer, (int, float)) or isinstance(answer, bool) or answer != answer:
        raise BadAnswer(f"{whose}{shown(answer)} is no number{f' of {unit}' if unit else ''}")
    if whole and answer != int(answer):
        raise BadAnswer(f"{whose}only whole {unit or 'numbers'}, not {shown(answer)}")
    if not low <= answer <= high:
        bounds = f"{number_text(low)} to {number_text(high)} {unit}".rstrip()
        raise BadAnswer(f"{whose}{bounds}, not {number_text(answer)}")
    return int(answer) if answer == int(answer) else float(answer)


def how_many_words(unit: str) -> str:
    """``how many inches?``"""
    return f"how many {unit}?" if unit else "which number?"


class TeachingPoint(Record):
    """Something a learner can be asked about a roll: one right option among wrong ones people do believe."""

    key: str  # the kind of question, one of ``quiz/quiz.py``: "toughness", "save"
    text: str
    right: str
    wrong: tuple[str, ...]
    because: tuple[Reason, ...]


AND = " + "  # between the names of units that have become one


def same_unit(said: str, names: Sequence[str]) -> str | None:
    """The one name that begins as what was said: who has joined a unit since, or left it, does not make it another."""
    first = name_key(said.partition(AND)[0])
    found = [name for name in names if name_key(name.partition(AND)[0]) == first]
    joint = AND in said or any(AND in name for name in found)
    return found[0] if joint and len(found) == 1 else None


# What dice come to in the words of the game: declared by an edition for whoever sees them. No rule looks at it.


class Outcome(Record):
    """What a die, or a sum of dice, comes to from ``low`` on, up to the next outcome: ``glances``.

    ``several``: of more than one die, where that is another word. ``nothing``: it is of no consequence.
    """

    low: int
    one: str
    several: str = ""
    nothing: bool = False


class Meaning(Record):
    """Of all the faces of a die, or all the sums.

    :ivar outcomes: the lowest first
    :ivar plus: what is added to each die, or to the sum
    :ivar against: what it is held against, and its value: ("armour", 11); None: nothing
    :ivar best: of several dice the highest alone counts
    :ivar chart: it is a table of the book, to be seen before the die falls
    """

    outcomes: tuple[Outcome, ...]
    plus: int = 0
    against: tuple[str, int] | None = None
    best: bool = False
    chart: bool = False

    def spans(self, least: int, most: int) -> list[tuple[int, int, Outcome]]:
        """Each outcome that can come about with the lowest and highest number that bring it."""
        ends = [outcome.low - 1 for outcome in self.outcomes[1:]] + [most]
        found = [
            (max(least, outcome.low), min(most, end), outcome) for outcome, end in zip(self.outcomes, ends, strict=True)
        ]
        return [(low, high, outcome) for low, high, outcome in found if low <= high]

    def of(self, n: int) -> Outcome:
        """What this face, or this sum, comes to."""
        return [outcome for outcome in self.outcomes if outcome.low <= n or outcome is self.outcomes[0]][-1]
