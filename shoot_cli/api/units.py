"""Armies, units, and `ShootError`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from os import PathLike, fspath
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, overload

from shoot_cli.engine.names import counted
from shoot_cli.engine.reasons import Refusal, series
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide, Loaded


Held = TypeVar("Held")


class ShootError(Refusal):
    """An error in what the program was given. Its text is a sentence for people: what is wrong, and what is right."""


class Value(Generic[Held]):
    """A frozen value, compared by class and content, that can be pickled.

    It is no `Record`, because numpy and pandas take tuples apart, and iteration would give fields.
    """

    __slots__ = ("_held",)
    _held: Held

    def __init__(self, held: Held) -> None:
        object.__setattr__(self, "_held", held)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self._held == other._held)

    def __hash__(self) -> int:
        return hash((type(self), self._held))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._held,)


# Threads take turns, because reading and computing fill shared caches. Pure Python would not run faster in parallel.
turns = [RLock()]
if hasattr(os, "register_at_fork"):  # a forked process lacks the thread that holds the lock, so it gets a new lock
    os.register_at_fork(after_in_child=lambda: turns.__setitem__(0, RLock()))


@contextmanager
def in_turn() -> Iterator[None]:
    """Hold the lock while reading or computing. :raises ShootError: in place of every other refusal"""
    from shoot_cli.analysis.single_attack import as_input_error

    try:
        with turns[0], as_input_error():
            yield
    except ShootError:
        raise
    except Refusal as error:
        raise ShootError(for_programs(str(error))) from None


def for_programs(sentence: str) -> str:
    """Return the sentence with function arguments in place of command line options.

    >>> for_programs("distance is needed: Distance in inches? Say it with --distance or --set distance=...")
    'distance is needed: Distance in inches? Say it with distance=...'
    """
    for option, argument in ARGUMENTS:
        sentence = option.sub(argument, sentence)
    return sentence


ARGUMENTS = tuple(
    (re.compile(option), argument)
    for option, argument in (
        (r"--(\w+) or (?=--set \1=)", ""),
        (r"--set (\w+:[^=]+)=\.\.\.", r'answers={"\1": ...}'),
        (r"--set (?=[\w:]+=)", ""),
        (r"--ruleset (?=[\w-]+,)", "ruleset="),
        (r"--(by|what|attacks) (?=[\w.:-])", r"\1="),
        (r"--attach ([^=:]+)=([^=:]+)(?=:)", r'attach={"\1": "\2"}'),
        (r"--(ruleset|budget|weapon|what|attacks)\b", r"\1="),
        (r"--questions\b", "questions(...)"),
        (r"--accept-gaps\b", "accept_gaps=True"),
    )
)


# Arguments: checked, and described in error messages.

LONGEST = 80  # most characters of an argument in a sentence
DEEPEST = 20  # most levels of an answer


def brief(value: object) -> str:
    """Return a short text of any value for a sentence, even if its `repr` fails.

    >>> brief(b"x"), brief("x" * 1000)[:4]
    ("b'x'", "'xxx")
    """
    if isinstance(value, (str, bytes, bytearray)):
        value = value[:LONGEST]
    try:
        text = repr(value) if isinstance(value, (str, bytes, int, float, type(None))) or is_short(value) else ""
    except Exception:  # foreign objects may raise anything
        text = ""
    says = 0 < len(text) <= 2 * LONGEST and " at 0x" not in text
    return text if says else f"a value of type {type(value).__name__}"


def is_short(value: object) -> bool:
    """Return True if `repr` of the value does not need to show much."""
    if not isinstance(value, (list, tuple, set, frozenset, Mapping)):
        return True
    inside = (list, tuple, set, frozenset, Mapping)
    return len(value) < 10 and not any(isinstance(part, inside) for part in parts(value))


def parts(value: Any) -> list[Any]:
    return [*value.values(), *value] if isinstance(value, Mapping) else [*value]


def as_python(value: Any) -> Any:
    """Return a number or array of numpy as Python's own, other values unchanged."""
    try:
        return value.tolist()
    except Exception:  # no numpy value, or an object that raises anything
        return value


def known_ruleset(value: Any) -> str | None:
    """Return the name of the ruleset, unchanged. :raises ShootError: if it is neither a name nor None"""
    if value is None or (isinstance(value, str) and len(value) <= LONGEST):
        return value
    raise ShootError(f"ruleset is a name, such as 7e, and not {brief(value)}")


def truth(name: str, value: Any) -> bool:
    """Return the value as a bool. :raises ShootError: if it is not True or False"""
    value = as_python(value)
    if isinstance(value, bool):
        return value
    raise ShootError(f"{name} is True or False, and not {brief(value)}")


def seconds(name: str, value: Any) -> float | None:
    """Return a number of seconds above 0; None (no limit) for None and infinity.

    :raises ShootError: for any other value
    """
    value = as_python(value)
    if value is None or (isinstance(value, float) and value == float("inf")):
        return None
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and value > 0:
        try:
            return float(value)
        except OverflowError:
            return None
    raise ShootError(f"{name} is a number of seconds, more than 0, or None; and not {brief(value)}")


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Return the value as an int. :raises ShootError: if it is no whole number from `low` to `high`"""
    value = as_python(value)
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise ShootError(f"{name} is a whole number from {low} to {high}, and not {brief(value)}")


def one_of(name: str, value: Any, values: Iterable[str]) -> str:
    """Return the value. :raises ShootError: if it is none of `values`"""
    known = [*values]
    if isinstance(value, str) and value in known:
        return str(value)
    raise ShootError(f"{name} is {series(known, 'or')}, and not {brief(value)}")


def words_or_none(name: str, value: Any) -> str | None:
    """Return the words, or None for None. :raises ShootError: if it is anything else"""
    if value is None or isinstance(value, str):
        return value
    raise ShootError(f"{name} is words, and not {brief(value)}")


def plain(value: Any, level: int = 0) -> Any:
    """Return an answer as JSON values: fractions as text, numpy's numbers and arrays as Python's own.

    :raises ShootError: if it is no JSON value, or nested too deeply
    """
    if level > DEEPEST:
        raise ShootError(f"an answer is nested more than {DEEPEST} levels deep")
    value = as_python(value)
    if isinstance(value, Mapping):
        if wrong := [key for key in value if not isinstance(key, (str, int, float))]:
            raise ShootError(f"what an answer has by name stands by words or numbers, and not by {brief(wrong[0])}")
        return {key: plain(item, level + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item, level + 1) for item in value]
    if isinstance(value, Fraction):
        return str(value)
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise ShootError(f"{brief(value)} is nothing that JSON has; an answer is a text or a number, or several of them")


# Armies and units, read once and returned as values.

NAMED = "a list is named by a path, or by words as in ultramarines"
MOST_OF_A_NAME = 4_096  # characters of a path, a unit, a profile line or words
LISTS = 64  # lists kept in memory while their files do not change


class Sides(Record):
    """A unit as attacker and as target; None if its line does not say enough for that role."""

    text: str  # the profile line, or the name in its list
    line: bool
    attacker: AttackSide | None
    target: AttackSide | None


class Unit(Value[Sides]):
    """A unit of a list, or of a profile line."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Return the name as in its list. A profile line without a name gives "Attacker" or "Target"."""
        return str(self._side.unit.name)

    @property
    def army(self) -> str:
        """Return the name of its list; "" for a profile line."""
        return "" if self._held.line else self._side.army_name

    @property
    def ruleset(self) -> str:
        """Return the name of the ruleset, such as "40k-7e"."""
        return self._side.ruleset

    @property
    def points(self) -> int | None:
        """Return the points; None if its list does not say. A profile line has none."""
        points: int | None = getattr(self._side.unit, "points", None)
        return points

    @property
    def models(self) -> int:
        """Return the number of models."""
        return sum(self.kinds.values())

    @property
    def kinds(self) -> Mapping[str, int]:
        """Return the number of models by name, nearest to the enemy first."""
        counts: dict[str, int] = {}
        for model, n in self._side.unit.models:
            counts[model.name] = counts.get(model.name, 0) + n
        return counts

    @property
    def _side(self) -> AttackSide:
        side = self._held.attacker or self._held.target
        assert side is not None  # a line that fits neither role makes no Unit
        return side

    def __str__(self) -> str:
        return self._held.text

    def __repr__(self) -> str:
        cost = () if self.points is None else (f"{self.points} points",)
        return f"<{self}: {', '.join((counted(self.models, 'model'), *cost, self.ruleset))}>"

    def __hash__(self) -> int:
        return hash((self._held.text, self.ruleset, self.army))


class LoadedArmy(Record):
    """An army, the import report if its file came from another program, and its leaders as in `AttackSide`."""

    army: Any
    report: Any
    leads: tuple[Any, ...] = ()


class Army(Value[LoadedArmy]):
    """A list. `army["Tactical"]` is one of its units; iteration gives all units."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return str(self._held.army.name)

    @property
    def ruleset(self) -> str:
        """Return the name of the ruleset, such as "40k-7e"."""
        return str(self._held.army.ruleset)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Return the units in the order of the list."""
        return tuple(map(self._of, self._held.army.units))

    @property
    def report(self) -> Mapping[str, Any] | None:
        """Return what was taken, guessed and left out of another program's list, as in `shoot army import --json`.

        Return None for a list of this program.
        """
        report = self._held.report
        data: dict[str, Any] | None = None if report is None else report.data()
        return data

    def unit(self, words: str) -> Unit:
        """Return the unit with this name, or with a unique part of it.

        :raises ShootError: if there is none or several
        """
        from shoot_cli.importing.list_files import unit_named

        if not isinstance(words, str):
            raise ShootError(f"a unit of {self.name} is named by words, not by {brief(words)}")
        with in_turn():
            return self._of(unit_named(self._held.army, words))

    def __getitem__(self, words: str) -> Unit:
        return self.unit(words)

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    def __len__(self) -> int:
        return len(self._held.army.units)

    def _of(self, unit: Any) -> Unit:
        side = side_in(self._held, unit)
        return Unit(Sides(unit.name, False, side, side))

    def __repr__(self) -> str:
        return f"<{self.name}: {counted(len(self), 'unit')}, {self.ruleset}>"

    def __hash__(self) -> int:
        return hash((self.name, self.ruleset, len(self)))


def load(
    path_or_name: str | PathLike[str],
    ruleset: str | None = None,
    *,
    accept_gaps: bool = False,
    attach: Mapping[str, str] | None = None,
) -> Army:
    """Return a list: a file of this or another program, or a shipped list by name.

    >>> load("ultramarines")
    <Ultramarines Strike Force: 25 units, 40k-7e>

    :param ruleset: the list must be of this ruleset
    :param accept_gaps: accept another program's list with missing parts (see `Army.report`)
    :param attach: leaders of another program's list, each with the unit that it leads; None: nobody
    :raises ShootError: if it is missing or unreadable, or with all its mistakes and their places
    """
    from shoot_cli.armies.loading import edition_name, find_list
    from shoot_cli.importing.list_files import undecided

    if not isinstance(path_or_name, (str, PathLike)):
        raise ShootError(f"{NAMED}; not by {brief(path_or_name)}")
    with in_turn():
        ruleset, accept_gaps = known_ruleset(ruleset), truth("accept_gaps", accept_gaps)
        name, path = edition_name(ruleset), find_list(listed_at(path_or_name), ruleset)
        try:
            status = path.stat()
        except OSError as error:
            raise ShootError(f"{path}: cannot be read ({error.strerror})") from None
        loaded = read(str(path), status.st_ino, status.st_size, status.st_mtime_ns)
        loaded = with_leaders(loaded, attach)
        if name and loaded.army.ruleset != name:
            raise ShootError(f"{path_or_name} is a list of {loaded.army.ruleset}, not of {name}")
        check_whole(loaded.imported, accept_gaps)
    return Army(LoadedArmy(loaded.army, loaded.imported, undecided(loaded)))


def with_leaders(loaded: Loaded, attach: Any) -> Loaded:
    """Return the list with these leaders attached. :raises ShootError: if one is unknown, or may not lead its unit"""
    from shoot_cli.importing.list_files import Leaders

    if attach is None:
        return loaded
    pairs = [*attach.items()] if isinstance(attach, Mapping) else None
    if pairs is None or not all(isinstance(word, str) for pair in pairs for word in pair):
        raise ShootError(
            f'attach is leaders by name, as in {{"Captain": "Intercessor Squad"}}; and not {brief(attach)}'
        )
    leaders = Leaders(tuple(pairs))
    loaded = leaders.attached(loaded, None)
    leaders.check()
    return loaded


def listed_at(path_or_name: str | PathLike[str]) -> str:
    """Return the path or name as text. :raises ShootError: if it is none, or too long"""
    text = fspath(path_or_name)
    if not isinstance(text, str) or len(text) > MOST_OF_A_NAME:
        raise ShootError(f"{NAMED}; not by {brief(text)}")
    return text


def check_whole(report: Any, accept_gaps: bool = False) -> None:
    """Check the import report of another program's list; None for a list of this program.

    :raises ShootError: if something was left out
    """
    if report is not None and report.gaps and not accept_gaps:
        raise ShootError(f"{report.gaps}\nTo go on without it: load(..., accept_gaps=True)")


@lru_cache(LISTS)
def read(path: str, *version: int) -> Loaded:
    """Read a list; `version` makes the cache miss if the file has changed. :raises ListError: if it cannot be read"""
    from pathlib import Path

    from shoot_cli.importing.list_files import load

    return load(Path(path))


@overload
def unit(of: str, *, ruleset: str | None = None) -> Unit: ...
@overload
def unit(of: Army, words: str) -> Unit: ...
def unit(of: str | Army, words: str | None = None, *, ruleset: str | None = None) -> Unit:
    """Return a unit of a list, by `LIST::UNIT` or from an `Army`. Or return the unit of a profile line and its ruleset.

    >>> unit("ultramarines::Tactical")
    <Tactical Squad: 10 models, 170 points, 40k-7e>
    >>> unit("10x BS4 boltgun", ruleset="7e")
    <10x BS4 boltgun: 10 models, 40k-7e>

    :raises ShootError: if no unit or several fit, or if a line can be neither attacker nor target
    """
    if isinstance(of, Army):
        if ruleset is not None:
            raise ShootError("ruleset= is for profile lines and for LIST::UNIT; an army has its own")
        return of.unit("" if words is None else words)
    if words is not None:
        raise ShootError(f"a second word stands behind an army, as in unit(army, {brief(words)})")
    if not isinstance(of, str):
        raise ShootError(
            f"a unit is named by words, as in ultramarines::Tactical, or by a list and words; not by {brief(of)}"
        )
    ruleset = known_ruleset(ruleset)
    from shoot_cli.armies.loading import list_and_unit

    file, colons, name = list_and_unit(of)
    if colons:
        return load(file, ruleset).unit(name)
    with in_turn():
        sides, wrong = dict[str, "AttackSide | None"](), list[str]()
        for role in ("attacker", "target"):
            try:
                sides[role] = line_side(of, ruleset, role)
            except ShootError as error:
                sides[role] = None
                wrong += [str(error)] if str(error) not in wrong else []
    if not any(sides.values()):
        raise ShootError("\n".join(wrong))
    return Unit(Sides(of, True, sides["attacker"], sides["target"]))


def side_in(held: LoadedArmy, unit: Any) -> AttackSide:
    from shoot_cli.armies import AttackSide, settings_of

    army, block = held.army, getattr(held.army, "block", None)
    settings = settings_of(army)
    return AttackSide(army.name, unit, army.ruleset, settings, army.units, held.report, block, leads=held.leads)


def line_side(line: str, ruleset: str | None, role: str) -> AttackSide:
    """Return the side that a profile line describes. :raises ShootError: if it cannot be read"""
    from shoot_cli.importing.list_files import attack_side

    with in_turn():
        return attack_side(line, ruleset, role)


def side_of(named: Unit | str, ruleset: str | None, role: str) -> AttackSide:
    """Return the unit as a side of an attack. `ruleset` is for profile lines.

    :raises ShootError: if the unit cannot have this role
    """
    if not isinstance(named, Unit):
        if isinstance(named, str) and "::" not in named:
            return line_side(named, ruleset, role)
        named = unit(named, ruleset=ruleset)
    side: AttackSide | None = getattr(named._held, role)
    return side or line_side(str(named), named.ruleset, role)
