"""A roster: forces, in which selections stand inside each other; what XML, JSON and text all become (IMP-10 to 15).

Nothing here is checked against a game: names and values are as the file has them, cleaned by ``words.py``.
"""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.core.record import Record
from shoot_cli.imports.words import SAID, beginning, is_cut

MODEL, UNIT, UPGRADE, CREW = "model", "unit", "upgrade", "crew"  # types of selections
DOUBT = "Doubt"  # a column that no file has: why the values of a table from elsewhere may be wrong, in words


class Profile(Record):
    """A table of a selection: a statline, a weapon, an ability."""

    name: str
    kind: str  # as the file calls such tables: "Unit", "Ranged Weapons", "Abilities"
    values: tuple[tuple[str, str], ...] = ()  # columns and what stands there

    def get(self, *columns: str) -> str | None:
        """What stands in the first of these columns that there is, case ignored; None without one."""
        for wanted in columns:
            folded = wanted.casefold()
            for column, value in self.values:
                if column == wanted or column.casefold() == folded:
                    return value
        return None

    def begun(self) -> Profile:
        """With the beginning of each text that is too long to be read; weapons have none, what is longer is refused."""
        if self.get("Range") is not None or all(len(value) <= SAID for _, value in self.values):
            return self
        return self.but(values=tuple((column, beginning(value)) for column, value in self.values))

    def has(self, *columns: str) -> bool:
        """True if it has all of these columns."""
        return all(self.get(column) is not None for column in columns)


class Rule(Record):
    """A rule by its name; ``text`` is often left out."""

    name: str
    text: str = ""


class Selection:
    """Something that was chosen, with what was chosen for it.

    :ivar kind: ``unit``, ``model``, ``upgrade`` or another word
    :ivar number: in all, never for each of what it stands in (IMP-10); 0 and less occur
    :ivar custom: the name that the player gave it; "" if none
    :ivar group: of the choices that it was one of: "Wargear", "Enhancements"; "" if unknown
    :ivar points: its own, without those of what stands in it
    :ivar ready: abilities that are in the words of our lists already
    :ivar guessed: sentences of whoever made it from something else than a roster
    :ivar line: in the file; 0 if it has none
    """

    __slots__ = (
        "categories", "custom", "group", "guessed", "kind", "line", "name", "number", "points", "profiles", "ready",
        "rules", "selections",
    )  # fmt: skip

    def __init__(
        self, name: str, kind: str = UPGRADE, number: int = 1, *, custom: str = "", group: str = "",
        points: float = 0, line: int = 0, profiles: tuple[Profile, ...] = (), rules: tuple[Rule, ...] = (),
        categories: tuple[str, ...] = (), selections: tuple[Selection, ...] = (), ready: tuple[str, ...] = (),
        guessed: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.name, self.kind, self.number, self.custom, self.group = name, kind, number, custom, group
        self.points, self.line, self.profiles, self.rules = points, line, profiles, rules
        self.categories, self.selections, self.ready, self.guessed = categories, selections, ready, guessed

    def below(self) -> Iterator[Selection]:
        """Everything that stands in it, each before what stands in that. Not itself."""
        for one in self.selections:
            yield one
            yield from one.below()

    def every(self) -> Iterator[Selection]:
        """Itself, and everything that stands in it."""
        yield self
        yield from self.below()

    def units(self) -> Iterator[Selection]:
        """Itself if it is a unit or a model, else those that stand in it; none in what there is none of."""
        if self.kind in (UNIT, MODEL):
            yield self
        elif self.number > 0:
            for one in self.selections:
                yield from one.units()

    def cut(self) -> Iterator[str]:
        """The names of its own texts of which only the beginning is read."""
        for profile in self.profiles:
            if any(is_cut(value) for _, value in profile.values):
                yield profile.name
        yield from (rule.name for rule in self.rules if is_cut(rule.text))

    @property
    def all_points(self) -> float:
        return sum(one.points for one in self.every())


class Force(Record):
    """A part of an army; ``faction`` as the file calls its catalogue: ``Xenos - T'au Empire``."""

    name: str
    faction: str = ""
    selections: tuple[Selection, ...] = ()
    rules: tuple[Rule, ...] = ()


class Roster(Record):
    """``points``: what the file says that it comes to; None if it does not say.

    ``attached``: leaders, and whom they lead, where the file says it; the second unit of a name has “2” behind it.
    """

    name: str
    writer: str  # "New Recruit", "BattleScribe", "ListForge", "the official app"
    system: str  # gameSystemId; "" of a text
    game: str  # as the file calls it: "Warhammer 40,000 10th Edition"
    forces: tuple[Force, ...] = ()  # nested ones behind those that they stand in
    points: float | None = None
    note: str = ""  # detachment and whatever else should stand in the list's note
    attached: tuple[tuple[str, str], ...] = ()

    def tops(self) -> Iterator[tuple[Force, Selection]]:
        """Each selection that stands in no other, in the order of the file."""
        for force in self.forces:
            for one in force.selections:
                yield force, one

    def units(self) -> Iterator[tuple[Force, Selection]]:
        """The units (IMP-11): topmost selections that are a unit or a model, though they may stand in an upgrade."""
        return ((force, one) for force, top in self.tops() for one in top.units())
