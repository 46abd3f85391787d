"""Rosters: forces, selections, units and models, as every file becomes one; and the limits of what is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar
from unicodedata import normalize

from shoot_cli.armies.tree import ListError
from shoot_cli.engine.record import Record

# Names and texts of other programs, cleaned for our lists and any screen (IMP-15) -------------------------------------

MOST = 60  # characters of a name in our lists
LONGEST = 256  # characters of a name that are read; no more are needed to cut it to 60
SAID = 4_000  # characters of a rule's text that are read; the longest printed texts have half of that
CUT = "…"  # marks a text that was cut
MARKS = re.compile(r"[*^]{2,}")  # bold text in the data of list builders
APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ", "'"))


def cleaned(name: str) -> str:
    """Return a name on one line, with plain letters, single spaces, no markup and no control characters.

    >>> cleaned("T&#39;au &amp; kin")
    "T'au & kin"
    """
    if "&" in name and ";" in name:  # some list builders write names as pages do
        from html import unescape

        name = unescape(name[: 8 * LONGEST])
    name = name[:LONGEST]
    if not (name.isascii() and name.isprintable()):
        compatible = normalize("NFKC", name)[:LONGEST]  # one letter may become eighteen
        # Normalize again, because letters that a control character separated may combine.
        name = normalize("NFKC", _printable(compatible).translate(APOSTROPHES))
    return " ".join(MARKS.sub("", name).split())


def shortened(name: str, most: int = MOST) -> tuple[str, bool]:
    """Return a name of at most `most` characters, and whether it was cut."""
    if len(name) <= most:
        return name, False
    return f"{name[: most - 1].rstrip()}…", True


# What list builders call a list to which its player gave no name.
GIVEN_BY_NOBODY = re.compile(r"(?ai)(?:(?:(?:my|new|unnamed|untitled) )?(?:army|list|roster)|unnamed)(?: \(\d+\))?")


def name_of_list(name: str, faction: str) -> str:
    """Return what a list is called: as its player called it, else by its faction.

    >>> name_of_list("Friday", "Orks"), name_of_list("New Roster", "Orks"), name_of_list("New Roster (2)", "")
    ('Friday', 'Orks', 'Imported list')
    """
    return (name if not GIVEN_BY_NOBODY.fullmatch(name.strip()) else faction) or faction or "Imported list"


def beginning(text: str) -> str:
    """Return the part of a text that is read."""
    return text if len(text) <= SAID else text[: SAID - len(CUT)] + CUT


def is_cut(text: str) -> bool:
    return len(text) == SAID and text.endswith(CUT)


def plain(text: str) -> str:
    """Return a text without control characters and odd blanks. Its markup and its lines stay."""
    if text.isascii() and text.isprintable():
        return text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_printable(line).translate(APOSTROPHES) for line in lines)


def _printable(text: str) -> str:
    """Replace blanks by spaces; remove direction marks, joiners, half characters and other controls."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else "" for letter in text)


# The roster, which XML, JSON and texts all become (IMP-10 to 15) ------------------------------------------------------

MODEL, UNIT, UPGRADE, CREW = "model", "unit", "upgrade", "crew"  # types of selections
DOUBT = "Doubt"  # our own column: why values from elsewhere may be wrong


class Profile(Record):
    """A table of a selection, such as a statline, a weapon or an ability."""

    name: str
    kind: str  # the file's name for such tables: "Unit", "Ranged Weapons", "Abilities"
    values: tuple[tuple[str, str], ...] = ()  # pairs of column and value

    def get(self, *columns: str) -> str | None:
        """Return the value of the first of these columns that exists, in any case; None if none does."""
        for wanted in columns:
            folded = wanted.casefold()
            for column, value in self.values:
                if column == wanted or column.casefold() == folded:
                    return value
        return None

    def begun(self) -> Profile:
        """Return the profile with long texts cut. A weapon stays as it is; its long values are refused later."""
        if self.get("Range") is not None or all(len(value) <= SAID for _, value in self.values):
            return self
        return self.but(values=tuple((column, beginning(value)) for column, value in self.values))

    def has(self, *columns: str) -> bool:
        """Return True if the profile has all of these columns."""
        return all(self.get(column) is not None for column in columns)


class Rule(Record):
    """A rule with its name; `text` is often empty."""

    name: str
    text: str = ""


class Selection:
    """Something that was chosen, with its own choices.

    :ivar kind: `unit`, `model`, `upgrade` or another word
    :ivar number: the total number, never one per parent (IMP-10); 0 and negative numbers occur
    :ivar custom: the player's name for it, or ""
    :ivar group: the group that it was chosen from, such as "Wargear" or "Enhancements"; "" if unknown
    :ivar points: its own points, without its selections
    :ivar ready: abilities that already have the words of our lists
    :ivar guessed: sentences about guesses, if it was made from something else than a roster
    :ivar line: its line in the file, or 0
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
        """Yield everything inside, parents first."""
        for inner in self.selections:
            yield inner
            yield from inner.below()

    def every(self) -> Iterator[Selection]:
        """Yield itself and everything inside."""
        yield self
        yield from self.below()

    def tables(self) -> Iterator[Profile]:
        """Yield its profiles and those of everything inside."""
        return (profile for part in self.every() for profile in part.profiles)

    def units(self) -> Iterator[Selection]:
        """Yield itself if it is a unit or a model, else the units and models inside. Skip selections with number 0."""
        if self.kind in (UNIT, MODEL):
            yield self
        elif self.number > 0:
            for inner in self.selections:
                yield from inner.units()

    def cut(self) -> Iterator[str]:
        """Yield the names of its own texts that were cut."""
        for profile in self.profiles:
            if any(is_cut(value) for _, value in profile.values):
                yield profile.name
        yield from (rule.name for rule in self.rules if is_cut(rule.text))

    @property
    def all_points(self) -> float:
        return sum(part.points for part in self.every())


class Force(Record):
    """A part of an army. `faction` is the name of its catalogue, such as `Xenos - T'au Empire`."""

    name: str
    faction: str = ""
    selections: tuple[Selection, ...] = ()
    rules: tuple[Rule, ...] = ()


class Roster(Record):
    """An army list as another program wrote it. `points` are the stated points, or None.

    `attached` has leaders and whom they lead, if the file says so; the second unit of a name has “2” behind it.
    """

    name: str
    writer: str  # "New Recruit", "BattleScribe", "ListForge", "the official app"
    system: str  # gameSystemId; "" for a text
    game: str  # the game's name in the file: "Warhammer 40,000 10th Edition"
    forces: tuple[Force, ...] = ()  # nested forces stand behind their parents
    points: float | None = None
    detachments: tuple[str, ...] = ()  # as a text names them; a file has them among its selections
    attached: tuple[tuple[str, str], ...] = ()

    def tops(self) -> Iterator[tuple[Force, Selection]]:
        """Yield each selection that is in no other, in the order of the file."""
        for force in self.forces:
            for top in force.selections:
                yield force, top

    def units(self) -> Iterator[tuple[Force, Selection]]:
        """Return the units (IMP-11): outermost selections that are a unit or model, even inside an upgrade."""
        return ((force, unit) for force, top in self.tops() for unit in top.units())


# Units, their models, and what the models carry (IMP-10 to 14), for any edition ---------------------------------------

MOST_MODELS = 500
Carried = tuple[tuple[Selection, int], ...]  # selections and how many of each model has, including those inside others
Written = TypeVar("Written")


class EqualModels(Record):
    """`models` models that carry the same. `model` is their selection, or the unit itself if it has no other."""

    model: Selection
    models: int
    carries: Carried = ()
    dealt: bool = False  # True if the file does not say which of several models carries this


class Mustered(Record):
    """A unit with its models in the order of the file. `shared` are selections of the unit and no model, in total."""

    selection: Selection
    force: Force
    rows: tuple[EqualModels, ...]
    shared: Carried = ()
    crew: tuple[Selection, ...] = ()

    @property
    def alone(self) -> bool:
        """True if the unit itself is its only kind of model."""
        return all(row.model is self.selection for row in self.rows)

    @property
    def models(self) -> int:
        return sum(row.models for row in self.rows)


def present_units(roster: Roster) -> Iterator[tuple[Force, Selection]]:
    """Return the units (IMP-11) with their forces, without those of number 0."""
    return ((force, unit) for force, unit in roster.units() if unit.number)


def beside(roster: Roster) -> Iterator[tuple[Force, Selection]]:
    """Return outermost selections that are no units: detachment, size of the battle, options of the list builder."""
    return (
        (force, _without_units(top)) for force, top in roster.tops() if top.number > 0 and top.kind not in (UNIT, MODEL)
    )


def _without_units(selection: Selection) -> Selection:
    if next(selection.units(), None) is None:
        return selection
    kept = (_without_units(inner) for inner in selection.selections if inner.kind not in (UNIT, MODEL))
    return copied(selection, selections=tuple(kept))


def negative(unit: Selection) -> Selection | None:
    """Return the first model with a negative number, which makes the unit unclear (IMP-10); None if none."""
    return next((part for part in unit.every() if part.number < 0 and part.kind in (UNIT, MODEL)), None)


def taken_back(unit: Selection) -> Iterator[Selection]:
    """Yield other selections with a negative number: as many of that name beside them do not count."""
    for inner in unit.selections:
        if inner.number < 0:
            yield inner
        else:
            yield from taken_back(inner)


def each(unit: Selection) -> tuple[Selection, ...]:
    """Return the units in one selection one by one, if all their numbers can be divided; else the selection itself."""
    n = unit.number
    if unit.kind != UNIT or n < 2 or any(part.number % n for part in unit.every()):
        return (unit,)
    return tuple(_divided(unit, n) for _ in range(n))


def _divided(selection: Selection, n: int) -> Selection:
    return copied(
        selection,
        number=selection.number // n,
        points=selection.points / n,
        selections=tuple(_divided(inner, n) for inner in selection.selections),
    )


def copied(selection: Selection, **changed: object) -> Selection:
    """Return a copy of the selection with some attributes changed."""
    same = {name: getattr(selection, name) for name in Selection.__slots__} | changed
    return Selection(same.pop("name"), same.pop("kind"), same.pop("number"), **same)


def mustered(
    unit: Selection, force: Force, matters: Callable[[Selection], bool], is_model: bool = False
) -> Mustered:  # fmt: skip
    """Return the unit with its models (IMP-12). `matters` says if it is important who carries a selection.

    `is_model` is True if the unit is itself a model, and everything inside is a part of it.
    """
    models = [] if is_model else [model for model in outermost(unit) if model.number > 0]
    crew = tuple(part for part in unit.below() if part.kind == CREW)
    if not models:
        rows = tuple(_dealt_out(unit, unit.number, list(_carried(unit)), matters))
        return Mustered(unit, force, rows, crew=crew)
    rows = tuple(row for model in models for row in _dealt_out(model, model.number, list(_carried(model)), matters))
    return Mustered(unit, force, rows, tuple((item, item.number) for item in _shared(unit)), crew)


def outermost(unit: Selection) -> Iterator[Selection]:
    """Yield the models that are in no other model."""
    for inner in unit.selections:
        if inner.kind == MODEL:
            yield inner
        elif inner.kind != CREW:
            yield from outermost(inner)


def _carried(model: Selection) -> Iterator[Selection]:
    """Yield the selections directly inside, without crew. Negative numbers reduce the same name beside them."""
    gone: dict[str, int] = {}
    for item in model.selections:
        if item.number < 0:
            gone[item.name] = gone.get(item.name, 0) - item.number
    for item in model.selections:
        if item.kind == CREW or item.number <= 0:
            continue
        fewer = min(gone.get(item.name, 0), item.number)
        if fewer:
            gone[item.name] -= fewer
        if item.number > fewer:
            yield _fewer(item, item.number - fewer) if fewer else item


def _fewer(selection: Selection, number: int) -> Selection:
    """Return the selection with this number, and with its share of what is inside."""
    parts = tuple(_fewer(inner, inner.number * number // selection.number) for inner in selection.selections)
    return copied(selection, number=number, selections=parts)


def _shared(unit: Selection) -> Iterator[Selection]:
    """Yield the selections of the unit that are in no model. A holder of models counts only by itself."""
    for item in _carried(unit):
        if item.kind == MODEL:
            continue
        if next(outermost(item), None) is None:
            yield item
        else:
            yield copied(item, selections=())
            yield from _shared(item)


def _dealt_out(
    model: Selection, count: int, items: list[Selection], matters: Callable[[Selection], bool]
) -> Iterator[EqualModels]:
    """Yield the models of one selection, grouped by what they carry (IMP-10).

    If a number does not divide, some models carry one more. These differ from item to item while there are enough
    models: with nine rifles and one cannon among ten models, nobody has both.
    """
    start, loads = 0, [list[tuple[Selection, int]]() for _ in range(count)]
    shown = [item for item in items if any(map(matters, item.every()))]
    for item in items:
        numbers = _numbers_each(item.number, count, start)
        if item in shown:
            start = (start + item.number % count) % count
        _deal(item, numbers, loads, item in shown)
    alike: dict[Carried, int] = {}
    for load in loads:
        alike[tuple(load)] = alike.get(tuple(load), 0) + 1
    for carries, number in alike.items():
        yield EqualModels(model, number, carries, len(alike) > 1)


def _numbers_each(number: int, count: int, start: int) -> list[int]:
    """Return how many each of `count` models gets; the models from `start` on get one more if it does not divide."""
    whole, more = divmod(number, count)
    return [whole + ((index - start) % count < more) for index in range(count)]


def _deal(item: Selection, numbers: list[int], loads: list[list[tuple[Selection, int]]], matters: bool) -> None:
    """Deal out a selection, and then everything inside, item by item."""
    for index, number in enumerate(numbers):
        if number and matters:
            loads[index].append((item, number))
    for inner in _carried(item):
        if item.number > 0 and inner.number % item.number == 0:
            shares = [number * (inner.number // item.number) for number in numbers]
        else:
            shares = _numbers_each(inner.number, len(numbers), 0)
        _deal(inner, shares, loads, matters)


# Items of the unit (IMP-30) -------------------------------------------------------------------------------------------


def handed_out(
    rows: tuple[EqualModels, ...], item: Selection, number: int, likely: Sequence[EqualModels] = ()
) -> tuple[tuple[EqualModels, ...], tuple[EqualModels, ...]]:
    """Return the rows with an item of their unit, and the rows that got it by a guess; () if all rows got it.

    Every model gets as many as there are for all models. The rest goes first to `likely` rows, then to a row of exactly
    that size, then to the smallest. Among equals the first row wins, as leaders stand before their squads. What is
    inside the item and does not divide is handed out by itself.
    """
    inner = tuple(_carried(item))
    if odd := [part for part in inner if not _divides(part, item.number)]:
        bare = copied(item, selections=tuple(part for part in inner if part not in odd))
        given: list[EqualModels] = []
        for part in (bare, *odd):
            rows, more = handed_out(rows, part, part.number, likely)
            given += more
        return rows, tuple(given)
    models = sum(row.models for row in rows)
    whole, left = divmod(number, models)
    if whole:
        rows = tuple(_with_item(row, item, whole) for row in rows)
    wanted = left
    order = sorted(
        range(len(rows)),
        key=lambda index: (rows[index] not in likely, rows[index].models != wanted, rows[index].models),
    )
    by_index: dict[int, tuple[EqualModels, ...]] = {index: (row,) for index, row in enumerate(rows)}
    given = []
    for index in order:
        row, some = rows[index], min(left, rows[index].models)
        if not some:
            break
        left -= some
        bearers = _with_item(row.but(models=some), item, 1)
        by_index[index] = (row.but(models=row.models - some), bearers) if row.models > some else (bearers,)
        given.append(bearers)
    return tuple(row for index in range(len(rows)) for row in by_index[index]), tuple(given)


def _with_item(row: EqualModels, item: Selection, number: int) -> EqualModels:
    more = tuple(_flat(item, number))
    return row.but(carries=(*row.carries, *more))


def _divides(selection: Selection, n: int) -> bool:
    """Return True if the selection and everything inside can be divided by this number."""
    return selection.number % n == 0 and all(_divides(inner, selection.number) for inner in _carried(selection))


def _flat(item: Selection, number: int) -> Iterator[tuple[Selection, int]]:
    """Yield the item and everything inside, for `number` of it."""
    yield item, number
    for inner in _carried(item):
        yield from _flat(inner, number * inner.number // item.number)


# Order, numbers and points --------------------------------------------------------------------------------------------

MOST_TIMES = 9  # the greatest number that a list may have before a weapon


def in_list(weapon: str, number: int) -> Iterator[str]:
    """Yield a weapon as a list has it, `2x heavy bolter`; greater numbers are split."""
    while number > 0:
        times = min(number, MOST_TIMES)
        yield weapon if times == 1 else f"{times}x {weapon}"
        number -= times


def in_order(
    rows: Iterable[Written], count: Callable[[Written], int], last: Callable[[Written], bool]
) -> list[Written]:
    """Return the largest group first, then the others in order, and the `last` ones at the end (IMP-14).

    Attacks are allocated in this order. Files put sergeants first, which means nothing.
    """
    groups = list(rows)
    common = [group for group in groups if not last(group)]
    first = max(common, key=count, default=None)  # the first of several that are equally large
    ordered = [group for group in common if group is first] + [group for group in common if group is not first]
    return ordered + [group for group in groups if last(group)]


def points_of(unit: Selection) -> int:
    """Return the points of a unit with everything inside (IMP-13); halves are rounded to the even number."""
    return round(unit.all_points)


class Refused(ListError):
    """A file that is no known list, of another game, or broken. The text says what it is, and what would help."""


class ValueSource(NamedTuple):
    """The commands that bring the values of an edition to this machine, once.

    :ivar fetch: fetches the files of list builders, into `folder`
    :ivar package: installs a package instead; "" if there is none
    :ivar size: how much is fetched, in words; "" if that is unknown
    """

    fetch: str
    folder: str
    package: str = ""
    size: str = ""

    @property
    def fetched(self) -> str:
        """The command that fetches them, and how much that is."""
        return f"{self.fetch}; {self.size}" if self.size else self.fetch


class WithoutValues(Refused):
    """Raised if a text has only names and numbers, and no source of values was given (IMP-63).

    :ivar document: the names, points and models of the units that were read
    :ivar about: what was read, in short
    :ivar edition: the name of its ruleset; "" if the text does not tell it
    :ivar source: where the values of that edition can be had; None if the edition is unknown
    :ivar doubts: why data that is remembered could not be used
    """

    def __init__(
        self, words: str, document: dict[str, Any], about: str = "", edition: str = "",
        source: ValueSource | None = None, doubts: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(words)
        self.document, self.about, self.edition, self.source = document, about, edition, source
        self.doubts = doubts


# Limits, far above any real list --------------------------------------------------------------------------------------

MIB = 1024 * 1024
FILE = 8 * MIB  # bytes
UNPACKED = 16 * MIB  # bytes out of a zip or a link, whatever size they state
ENTRIES = 16  # files in a zip
ELEMENTS = 200_000  # elements of XML or objects of JSON
DEPTH = 64  # nested elements
NESTED = DEPTH // 2  # nested selections; in XML there is a list between any two
STRING = 64 * 1024  # characters of an attribute or a text
TAG = MIB  # bytes of XML between two events of the parser
DIGITS = 9  # digits of a whole number
TEXT, LINES = 256 * 1024, 5_000  # bytes and lines of a pasted list
THINGS = 10_000  # selections, profiles and rules of a list; a whole codex has one or two thousand
CELL = SAID  # characters of a weapon's value
# units of a list, models of a unit, weapons of a model, and the greatest number of anything
UNITS, MODELS, WEAPONS, NUMBER = 200, 500, 40, 999


def check(roster: Roster) -> None:
    """Check the limits of a roster. :raises Refused: it has more of something than any army."""
    everything = [part for _, top in roster.tops() for part in top.every()]
    if (things := sum(1 + len(part.profiles) + len(part.rules) for part in everything)) > THINGS:
        raise Refused(f"it has {things} choices, profiles and rules; a list may have {THINGS}")
    for weapon in (profile for part in everything for profile in _weapons(part)):
        if any(len(value) > CELL for _, value in weapon.values):
            raise Refused(f"{weapon.name} has a value of more than {CELL} characters; no weapon has one so long")
    units = [unit for _, unit in roster.units()]
    if len(units) > UNITS:
        raise Refused(f"it has {len(units)} units; a list may have {UNITS}")
    for unit in units:
        models = [model for model in unit.every() if model.kind == MODEL]
        count = sum(max(0, model.number) for model in models)
        if count > MODELS:
            raise Refused(f"{unit.name} has {count} models; a unit may have {MODELS}")
        # Some data calls models upgrades, so the greatest number of anything limits the weapons.
        carriers = max(count, *(part.number for part in unit.every()))
        for bearer, number in [(unit, carriers), *((model, model.number) for model in models)]:
            weapons = sum(max(0, part.number) * len(_weapons(part)) for part in bearer.every())
            if weapons > WEAPONS * max(1, number):
                raise Refused(f"{bearer.name} has {weapons} weapons for {number}; a model may have {WEAPONS}")


def _weapons(selection: Selection) -> list[Profile]:
    return [profile for profile in selection.profiles if profile.get("Range") is not None]


# The tree of XML or JSON as a roster (IMP-10, 13, 15) -----------------------------------------------------------------

Node = dict[str, Any]
# The names of lists in a node, with XML's name for one entry.
LISTS = {
    "forces": "force", "selections": "selection", "profiles": "profile", "rules": "rule", "categories": "category",
    "costs": "cost", "characteristics": "characteristic",
}  # fmt: skip
TEXTS = frozenset({
    "$text", "catalogueName", "customName", "description", "gameSystemId", "gameSystemName", "generatedBy", "group",
    "hidden", "name", "number", "profileTypeName", "type", "typeName", "value",
})  # fmt: skip
LINE = "line"  # our own key for the line in the file; only `formats.py` sets it
POINTS = {"pts", "points"}
UNNAMED = "Unnamed"


def roster_of(node: Node, writer: str) -> Roster:
    """Return the roster in a tree. :raises Refused: a value is wrong, or there is too much."""
    system, game = cleaned(_text_of(node, "gameSystemId")), cleaned(_text_of(node, "gameSystemName"))
    roster = Roster(_name(node), writer, system, game, tuple(_forces(node, 1)), _points(node))
    check(roster)
    return roster


def _forces(node: Node, depth: int) -> Iterator[Force]:
    for force in _list(node, "forces", depth):
        selections = tuple(_selection(inner, 1, top=True) for inner in _list(force, "selections"))
        yield Force(_name(force), cleaned(_text_of(force, "catalogueName")), selections, _rules(force))
        yield from _forces(force, depth + 1)


def _selection(node: Node, depth: int, top: bool = False) -> Selection:
    below = tuple(_selection(inner, depth + 1) for inner in _list(node, "selections", depth))
    kind = cleaned(_text_of(node, "type")).casefold()
    if not kind:  # guessed: a unit taken for an option would be lost without notice
        kind = UNIT if top and any(inner.kind == MODEL for inner in below) else UPGRADE
    return Selection(
        _name(node), kind, _number(node), custom=cleaned(_text_of(node, "customName")),
        group=cleaned(_text_of(node, "group")), points=_points(node) or 0, line=node.get(LINE, 0),
        profiles=_profiles(node), rules=_rules(node), categories=tuple(map(_name, _list(node, "categories"))),
        selections=below,
    )  # fmt: skip


def _profiles(node: Node) -> tuple[Profile, ...]:
    return tuple(
        Profile(_name(table), cleaned(_kind(table)), tuple(map(_value, _list(table, "characteristics")))).begun()
        for table in _list(node, "profiles")
        if not _hidden(table)
    )


def _kind(node: Node) -> str:
    """Return the name of a table; files of BattleScribe 2.00 have another key for it."""
    return _text_of(node, "typeName") or _text_of(node, "profileTypeName")


def _value(node: Node) -> tuple[str, str]:
    """Return a column and its value, which is a text or an attribute."""
    return cleaned(_text_of(node, "name")), plain(_text_of(node, "$text") or _text_of(node, "value")).strip()


def _rules(node: Node) -> tuple[Rule, ...]:
    rules = (rule for rule in _list(node, "rules") if not _hidden(rule))
    return tuple(Rule(_name(rule), beginning(plain(_text_of(rule, "description")).strip())) for rule in rules)


def _points(node: Node) -> float | None:
    for cost in _list(node, "costs"):
        if cleaned(_text_of(cost, "name")).casefold() in POINTS:
            written = _text_of(cost, "value") or "0"
            try:
                points = float(written)
            except ValueError:
                points = float("nan")
            if not abs(points) < 10**DIGITS:  # nan is not below anything
                raise Refused(f"{_where(node)} costs {shortened(written)[0]!r} points, which is no number")
            return int(points) if points.is_integer() else points
    return None


def _number(node: Node) -> int:
    """Return the total number; 1 if there is none. 0 and negative numbers are left to the edition (IMP-10)."""
    text = _text_of(node, "number").strip() or "1"
    digits = text.removeprefix("-").removesuffix(".0")
    if not (digits.isascii() and digits.isdigit()):
        raise Refused(f"the number of {_where(node)} is {shortened(text)[0]!r}, which is no whole number")
    number = int(digits) if len(digits) <= DIGITS else 10**DIGITS
    if number > NUMBER:
        # Options such as experience may have great numbers, which nobody counts.
        if _list(node, "profiles") or _text_of(node, "type") != UPGRADE or number == 10**DIGITS:
            raise Refused(f"the number of {_where(node)} is {shortened(text)[0]}; it may be {NUMBER} at most")
        number = NUMBER
    return -number if text.startswith("-") else number


def _hidden(node: Node) -> bool:
    return _text_of(node, "hidden").strip().casefold() == "true"


def _name(node: Node) -> str:
    return cleaned(_text_of(node, "name")) or UNNAMED


def _list(node: Node, key: str, depth: int = 0) -> list[Node]:
    below = node.get(key)
    if below is None:
        return []
    if not isinstance(below, list) or not all(isinstance(inner, dict) for inner in below):
        raise Refused(f"the {key} of {_where(node)} are no list of {key}: the file is broken")
    if depth > NESTED and below:
        raise Refused(f"its {key} stand more than {NESTED} deep inside each other")
    return below


def _text_of(node: Node, key: str) -> str:
    if isinstance(value := node.get(key), dict):
        value = value.get("$text")
    if value is None:
        return ""
    if isinstance(value, (dict, list)):
        raise Refused(f"the {key} of {_where(node)} is no text: the file is broken")
    text = str(value)
    if len(text) > STRING:
        raise Refused(f"the {key} of {_where(node)} has {len(text)} characters; it may have {STRING}")
    return text


def _where(node: Node) -> str:
    name = node.get("name")
    called = f'"{shortened(cleaned(name))[0]}"' if isinstance(name, str) else "something without a name"
    return f"{called} in line {node[LINE]}" if LINE in node else called
