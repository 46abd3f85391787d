"""Armies and units for programs: read once, handed on as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, overload

from shoot_cli.api import given
from shoot_cli.api.values import ShootError, Value, in_turn
from shoot_cli.core.plurals import counted
from shoot_cli.core.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide, Loaded

NAMED = "a list is named by a path, or by words as in ultramarines"
MOST_OF_A_NAME = 4_096  # letters of a path, a unit, a profile line or words
LISTS = 64  # that are kept as they were read, as long as their files do not change


class Sides(Record):
    """A unit as it shoots and as it is shot at. None: a line that says too little for that."""

    text: str  # the line, or the name in its list
    line: bool
    attacker: AttackSide | None
    target: AttackSide | None


class Unit(Value[Sides]):
    """A unit of a list, or of a profile line."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """As in its list. Of a line, as the line names it, else "Attacker" or "Target"."""
        return str(self._one.unit.name)

    @property
    def army(self) -> str:
        """The name of its list; "" of a line."""
        return "" if self._held.line else self._one.army_name

    @property
    def ruleset(self) -> str:
        """ "40k-7e"."""
        return self._one.ruleset

    @property
    def points(self) -> int | None:
        """None: its list does not say. A line has none."""
        found: int | None = getattr(self._one.unit, "points", None)
        return found

    @property
    def models(self) -> int:
        """How many."""
        return sum(self.kinds.values())

    @property
    def kinds(self) -> Mapping[str, int]:
        """How many models of each name, nearest to the enemy first."""
        found: dict[str, int] = {}
        for model, n in self._one.unit.models:
            found[model.name] = found.get(model.name, 0) + n
        return found

    @property
    def _one(self) -> AttackSide:
        found = self._held.attacker or self._held.target
        assert found is not None  # of a line that says too little for both none is made
        return found

    def __str__(self) -> str:
        return self._held.text

    def __repr__(self) -> str:
        cost = () if self.points is None else (f"{self.points} points",)
        return f"<{self}: {', '.join((counted(self.models, 'model'), *cost, self.ruleset))}>"

    def __hash__(self) -> int:
        return hash((self._held.text, self.ruleset, self.army))


class LoadedArmy(Record):
    """An army, and what became of the file that it came from, if that was another program's."""

    army: Any
    report: Any


class Army(Value[LoadedArmy]):
    """A list. ``army["Tactical"]`` is one of its units, ``for unit in army`` are all of them."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return str(self._held.army.name)

    @property
    def ruleset(self) -> str:
        """ "40k-7e"."""
        return str(self._held.army.ruleset)

    @property
    def units(self) -> tuple[Unit, ...]:
        """In the order of the list."""
        return tuple(map(self._of, self._held.army.units))

    @property
    def report(self) -> Mapping[str, Any] | None:
        """What was taken, guessed and left out of another program's list, as ``shoot army import --json`` has it.

        None: it is a list of ours.
        """
        report = self._held.report
        found: dict[str, Any] | None = None if report is None else report.data()
        return found

    def unit(self, words: str) -> Unit:
        """The unit of this name, or any part of it that no other has. :raises ShootError: none or several"""
        from shoot_cli.armies import find_unit

        if not isinstance(words, str):
            raise ShootError(f"a unit of {self.name} is named by words, not by {given.told(words)}")
        with in_turn():
            return self._of(find_unit(self._held.army, words))

    def __getitem__(self, words: str) -> Unit:
        return self.unit(words)

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    def __len__(self) -> int:
        return len(self._held.army.units)

    def _of(self, unit: Any) -> Unit:
        side = side_in(self._held.army, unit)
        return Unit(Sides(unit.name, False, side, side))

    def __repr__(self) -> str:
        return f"<{self.name}: {counted(len(self), 'unit')}, {self.ruleset}>"

    def __hash__(self) -> int:
        return hash((self.name, self.ruleset, len(self)))


def load(path_or_name: str | PathLike[str], ruleset: str | None = None, *, accept_gaps: bool = False) -> Army:
    """A list: a file of ours or of another program, or a shipped one by its name.

    >>> load("ultramarines")
    <Ultramarines Strike Force: 25 units, 40k-7e>

    :param ruleset: it must be of this one
    :param accept_gaps: something of another program's list may be missing (``Army.report`` says what)
    :raises ShootError: it is not there or cannot be read; everything that is wrong with it, each with its place
    """
    from shoot_cli.armies.finding import edition_name, find_list

    if not isinstance(path_or_name, (str, PathLike)):
        raise ShootError(f"{NAMED}; not by {given.told(path_or_name)}")
    with in_turn():
        ruleset, accept_gaps = given.known_ruleset(ruleset), given.truth("accept_gaps", accept_gaps)
        name, path = edition_name(ruleset), find_list(listed_at(path_or_name), ruleset)
        try:
            found = path.stat()
        except OSError as error:
            raise ShootError(f"{path}: cannot be read ({error.strerror})") from None
        loaded = read(str(path), found.st_ino, found.st_size, found.st_mtime_ns)
        if name and loaded.army.ruleset != name:
            raise ShootError(f"{path_or_name} is a list of {loaded.army.ruleset}, not of {name}")
        check_whole(loaded.imported, accept_gaps)
    return Army(LoadedArmy(loaded.army, loaded.imported))


def listed_at(path_or_name: str | PathLike[str]) -> str:
    """The path or name as text. :raises ShootError: it is none, or longer than any"""
    said = fspath(path_or_name)
    if not isinstance(said, str) or len(said) > MOST_OF_A_NAME:
        raise ShootError(f"{NAMED}; not by {given.told(said)}")
    return said


def check_whole(report: Any, accept_gaps: bool = False) -> None:
    """``report``: of another program's list; None: it is ours. :raises ShootError: something of it was left out"""
    if report is not None and report.gaps and not accept_gaps:
        raise ShootError(f"{report.gaps}\nTo go on without it: load(..., accept_gaps=True)")


@lru_cache(LISTS)
def read(path: str, *version: int) -> Loaded:
    """:raises ListError:"""
    from pathlib import Path

    from shoot_cli.imports.list_files import load

    return load(Path(path))


@overload
def unit(of: str, *, ruleset: str | None = None) -> Unit: ...
@overload
def unit(of: Army, words: str) -> Unit: ...
def unit(of: str | Army, words: str | None = None, *, ruleset: str | None = None) -> Unit:
    """A unit of a list, as ``LIST::UNIT`` or of an `Army`; or that of a profile line, which needs its ruleset.

    >>> unit("ultramarines::Tactical")
    <Tactical Squad: 10 models, 170 points, 40k-7e>
    >>> unit("10x BS4 boltgun", ruleset="7e")
    <10x BS4 boltgun: 10 models, 40k-7e>

    :raises ShootError: nothing or several are meant; a line can be neither attacker nor target, and why
    """
    if isinstance(of, Army):
        if ruleset is not None:
            raise ShootError("ruleset= is for profile lines and for LIST::UNIT; an army has its own")
        return of.unit("" if words is None else words)
    if words is not None:
        raise ShootError(f"a second word stands behind an army, as in unit(army, {given.told(words)})")
    if not isinstance(of, str):
        raise ShootError(
            f"a unit is named by words, as in ultramarines::Tactical, or by a list and words; not by {given.told(of)}"
        )
    ruleset = given.known_ruleset(ruleset)
    from shoot_cli.armies.finding import list_and_unit

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


def side_in(army: Any, unit: Any) -> AttackSide:
    from shoot_cli.armies import AttackSide, settings_of

    return AttackSide(army.name, unit, army.ruleset, settings_of(army), army.units)


def line_side(line: str, ruleset: str | None, role: str) -> AttackSide:
    """:raises ShootError:"""
    from shoot_cli.imports.list_files import attack_side

    with in_turn():
        return attack_side(line, ruleset, role)


def side_of(one: Unit | str, ruleset: str | None, role: str) -> AttackSide:
    """As it is in an attack. ``ruleset``: of a line. :raises ShootError: it cannot be that"""
    if not isinstance(one, Unit):
        if isinstance(one, str) and "::" not in one:
            return line_side(one, ruleset, role)
        one = unit(one, ruleset=ruleset)
    found: AttackSide | None = getattr(one._held, role)
    return found or line_side(str(one), one.ruleset, role)
