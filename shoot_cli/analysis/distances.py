"""Where attackers stand in comparisons, if nobody said it: as far away as all their main guns reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AttackResult
from shoot_cli.analysis.grid import AttackerRow, Place, ruleset_of
from shoot_cli.analysis.modes import names_in
from shoot_cli.engine.names import name_key, same_name
from shoot_cli.engine.record import Record
from shoot_cli.input.lists import ALL

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.ruleset import Reach, Ruleset


DISTANCE, WEAPON, HALF_RANGE, SHORT = "distance", "weapon", "half_range", "short"  # the keys of these facts
MOST_NAMED = 2  # units that stand at one distance, by name; 1 where there are more than three distances


# One attack ----------------------------------------------------------------------------------------------------------


class ProposedDistances:
    """Where attackers stand: the greatest distance at which all their main guns reach the target.

    If all are within half range, and nobody says the distance, it is half of that.

    :param given: the answers for all attacks. If they say the distance or half range, nobody is put anywhere
    :ivar given: the answers of the attacks, without half range if the distance is half for it
    """

    def __init__(self, ruleset: Ruleset, given: Mapping[str, Any]) -> None:
        close = [key for key in given if same_name(key, HALF_RANGE) and name_key(str(given[key])) in ALL]
        others = {key: value for key, value in given.items() if key not in close}
        asked = any(HALF_RANGE in (pair.one, pair.other) for pair in ruleset.contradictions)
        self.half = bool(close) and asked and not any(map(is_distance, others))
        self.given = others if self.half else given
        self.known: dict[object, tuple[Reach, ...]] = {}

    def of(self, attacker: AttackSide, target: AttackSide, said: grid.Said = ()) -> float | None:
        """Return the distance of this attack; None if it was said, if no weapon has a range, or in combat.

        :param said: what else is said of this attack
        """
        answers = {**self.given, **dict(said)}
        if any(is_distance(key) for key in answers):
            return None
        far = greatest(self.reaches(attacker, target, answers), names_in(answers.get(WEAPON, "")))
        return far / 2 if self.half and far is not None else far

    def reaches(self, attacker: AttackSide, target: AttackSide, answers: Mapping[str, Any]) -> tuple[Reach, ...]:
        """Return how far each weapon reaches with these answers; () for units that are locked with each other."""
        place = (attacker.as_one, target.as_one, *sorted(map(str, answers.items())))
        if place not in self.known:
            ruleset = ruleset_of(target)
            settings = {**ruleset.defaults(), **dict(attacker.settings), **dict(target.settings), **answers}
            self.known[place] = ruleset.reaches(attacker.as_one, target.as_one, settings)
        return self.known[place]


def is_distance(key: str) -> bool:
    """Return True if this fact is the distance, or a part of the range."""
    return any(same_name(key.partition(":")[0], one) for one in (DISTANCE, HALF_RANGE, SHORT))


def greatest(reaches: Iterable[Reach], names: Sequence[str] = ()) -> float | None:
    """Return the greatest distance at which all main guns reach; None without any. Of modes the farthest counts.

    :param names: the only weapons that fire; () for all. Side arms count if nothing else fires
    """
    wanted = {*map(name_key, names)}
    every = [*reaches]
    named = [one for one in every if wanted & {name_key(one.weapon), name_key(one.family)}]
    fired = named or every
    guns = [one for one in fired if not one.aside] or fired
    families: dict[str, float] = {}
    for one in guns:
        families[one.family] = max(float(one.far), families.get(one.family, 0.0))
    return min(families.values(), default=None)


def as_answer(far: float) -> tuple[str, str]:
    """Return the distance as an answer."""
    return DISTANCE, f"{far:g}"


# Many attacks --------------------------------------------------------------------------------------------------------


class Placed:
    """Attacks to compute, each from its own distance: equal rows at equal distances are one row."""

    def __init__(self) -> None:
        self.rows: list[AttackerRow] = []
        self.places: dict[Place, Place] = {}  # by the number and column of an attack those of its row
        self.numbers: dict[tuple[int, float | None], int] = {}

    def add(self, place: Place, row: AttackerRow, far: float | None) -> None:
        """Add an attack: the number of its row, and its column."""
        number = self.numbers.setdefault((place[0], far), len(self.rows))
        if number == len(self.rows):
            self.rows.append(row if far is None else row.but(said=(*row.said, as_answer(far))))
        self.places[place] = number, place[1]

    def worked_out(
        self, columns: Sequence[AttackSide], given: Mapping[str, Any], **options: Any
    ) -> dict[Place, AttackResult]:
        """Return the attacks that were computed, as `grid.worked_out_at` does."""
        found = grid.worked_out_at(self.places.values(), self.rows, columns, given, **options)
        return {place: not_of_distance(found[own], given) for place, own in self.places.items() if own in found}


def not_of_distance(result: AttackResult, given: Mapping[str, Any]) -> AttackResult:
    """Return the result without remarks that the distance was not used, if nobody gave it."""
    answers = result.answers
    remarks = {"unused": answers.unused, "not_asked": answers.not_asked, "unknown": answers.unknown}
    if DISTANCE in given or not any(DISTANCE in some for some in remarks.values()):
        return result
    kept = {name: {key: why for key, why in some.items() if key != DISTANCE} for name, some in remarks.items()}
    return result.but(answers=answers.but(**kept))


# In words ------------------------------------------------------------------------------------------------------------


class RowDistances(Record):
    """How far a row is from each target; None at targets at which it stands where it was said."""

    title: str
    fars: tuple[float | None, ...]


def distance_words(
    ruleset: Ruleset, rows: Sequence[RowDistances], targets: Sequence[str], given: Any = None, half: bool = False
) -> str:
    """Return a sentence about the distances of a comparison; "" if each attack proposes its own.

    :param given: the distance that was said, or None
    :param half: True if they stand at half of that distance
    """
    if given is not None:
        return f"Distance: {with_length(ruleset, given)}, as you say. What does not reach that far does nothing."
    usual: dict[float, list[str]] = {}
    nearer: dict[float, dict[str, None]] = {}
    for one in rows:
        fars = [far for far in one.fars if far is not None]
        if not fars:
            continue
        usual.setdefault(max(fars), []).append(one.title)
        for name, far in zip(targets, one.fars, strict=True):
            if far is not None and far < max(fars):
                nearer.setdefault(far, {})[name] = None
    if not usual:
        return ""
    what = "half the greatest" if half else "the greatest"
    if len(usual) == 1:
        guns = "main guns" if len(rows) > 1 else "its main guns"
        words = f"Distance: {with_length(ruleset, next(iter(usual)))}, {what} at which all {guns} reach"
    else:
        most = MOST_NAMED if len(usual) <= 3 else 1
        each = [f"{with_length(ruleset, far)} ({named(usual[far], most)})" for far in sorted(usual)]
        words = f"Distance: {what} at which all its main guns reach: {', '.join(each)}"
    near = [f"{with_length(ruleset, far)} at {named([*names])}" for far, names in sorted(nearer.items())]
    return f"{words}; {', '.join(near)}, seen from no farther." if near else f"{words}."


def with_length(ruleset: Ruleset, far: Any) -> str:
    return f"{far:g}{ruleset.length}" if isinstance(far, (int, float)) else f"{far}{ruleset.length}"


def named(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return the first names, and how many more there are."""
    unique = [*dict.fromkeys(names)]
    more = len(unique) - most
    return ", ".join(unique[:most]) + (f" and {more} more" if more > 0 else "")
