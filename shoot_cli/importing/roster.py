"""A roster: selections, units, limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar
from unicodedata import normalize

from shoot_cli.armies.tree import ListError
from shoot_cli.engine.record import Record

# Names and texts of other programs, fit for our lists and for any screen (IMP-15).

MOST = 60  # characters of a name in our lists
LONGEST = 256  # characters of a name that are looked at: whatever is cut to 60 in the end needs no more
SAID = 4_000  # characters of what an ability or a rule says; the longest that are printed have half of it
CUT = "…"  # what stands behind a text of which that is the beginning
MARKS = re.compile(r"[*^]{2,}")  # what sets words bold in the data of list builders
APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ", "'"))


def cleaned(name: str) -> str:
    """A name on one line: compatible letters as their plain ones, no markup, no controls, single spaces."""
    name = name[:LONGEST]
    if not (name.isascii() and name.isprintable()):
        compatible = normalize("NFKC", name)[:LONGEST]  # one letter may become eighteen
        # Again: what a control kept apart may belong together.
        name = normalize("NFKC", _printable(compatible).translate(APOSTROPHES))
    return " ".join(MARKS.sub("", name).split())


def shortened(name: str, most: int = MOST) -> tuple[str, bool]:
    """A name as long as lists allow, and whether it had to be cut for that."""
    if len(name) <= most:
        return name, False
    return f"{name[: most - 1].rstrip()}…", True


def beginning(text: str) -> str:
    """A text as far as it is read."""
    return text if len(text) <= SAID else text[: SAID - len(CUT)] + CUT


def is_cut(text: str) -> bool:
    return len(text) == SAID and text.endswith(CUT)


def plain(text: str) -> str:
    """A text of several lines: its markup and its lines stay, controls and odd blanks go."""
    if text.isascii() and text.isprintable():
        return text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_printable(line).translate(APOSTROPHES) for line in lines)


def _printable(text: str) -> str:
    """Blanks of any width as a space; direction marks, joiners, halves of letters and other controls taken out."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else " " if one.isspace() else "" for one in text)


# A roster: forces, in which selections stand inside each other; what XML, JSON and text all become (IMP-10 to 15).

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


# The units of a roster, their models, and who of them carries what (IMP-10 to 14). Knows no edition.

MOST_MODELS = 500
Carried = tuple[tuple[Selection, int], ...]  # what each of some models carries and how many; what stands in it, too
Written = TypeVar("Written")


class EqualModels(Record):
    """So many ``models`` that carry the same. ``model``: their selection, the unit's own if it is its only model."""

    model: Selection
    models: int
    carries: Carried = ()
    dealt: bool = False  # the file has these among others, and does not say who of them carries what


class Mustered(Record):
    """A unit, its models in the order of the file. ``shared``: what stands under the unit and no model, in all."""

    selection: Selection
    force: Force
    rows: tuple[EqualModels, ...]
    shared: Carried = ()
    crew: tuple[Selection, ...] = ()

    @property
    def alone(self) -> bool:
        """True if the unit is its only kind of model, so that the file does not part the two."""
        return all(row.model is self.selection for row in self.rows)

    @property
    def models(self) -> int:
        return sum(row.models for row in self.rows)


def tops(roster: Roster) -> Iterator[tuple[Force, Selection]]:
    """The units (IMP-11): topmost selections that are a unit or model. Those of which there are none are skipped."""
    return ((force, one) for force, one in roster.units() if one.number)


def beside(roster: Roster) -> Iterator[tuple[Force, Selection]]:
    """Topmost selections that are no units: the detachment, the size of the battle, options of the list builder."""
    return (
        (force, _without_units(one)) for force, one in roster.tops() if one.number > 0 and one.kind not in (UNIT, MODEL)
    )


def _without_units(one: Selection) -> Selection:
    if next(one.units(), None) is None:
        return one
    inner = (_without_units(each) for each in one.selections if each.kind not in (UNIT, MODEL))
    return copied(one, selections=tuple(inner))


def negative(unit: Selection) -> Selection | None:
    """The first model of which there are fewer than none: nobody knows then what the unit has (IMP-10)."""
    return next((one for one in unit.every() if one.number < 0 and one.kind in (UNIT, MODEL)), None)


def taken_back(unit: Selection) -> Iterator[Selection]:
    """What else there is fewer than none of: as many of the same name beside it are gone."""
    for one in unit.selections:
        if one.number < 0:
            yield one
        else:
            yield from taken_back(one)


def each(unit: Selection) -> tuple[Selection, ...]:
    """Each of several units that stand in one selection, if all they have can be divided by them; else it, as it is."""
    n = unit.number
    if unit.kind != UNIT or n < 2 or any(one.number % n for one in unit.every()):
        return (unit,)
    return tuple(_share(unit, n) for _ in range(n))


def _share(one: Selection, of: int) -> Selection:
    return copied(
        one,
        number=one.number // of,
        points=one.points / of,
        selections=tuple(_share(inner, of) for inner in one.selections),
    )


def copied(one: Selection, **changed: object) -> Selection:
    """The selection with some of its attributes changed."""
    same = {name: getattr(one, name) for name in Selection.__slots__} | changed
    return Selection(same.pop("name"), same.pop("kind"), same.pop("number"), **same)


def mustered(
    unit: Selection, force: Force, matters: Callable[[Selection], bool], is_model: bool = False
) -> Mustered:  # fmt: skip
    """The unit with its models (IMP-12). ``matters``: whether it makes a difference who carries a selection.

    ``is_model``: it is one itself, and what stands in it is a part of it.
    """
    models = [] if is_model else [one for one in outermost(unit) if one.number > 0]
    crew = tuple(one for one in unit.below() if one.kind == CREW)
    if not models:
        rows = tuple(_dealt_out(unit, unit.number, list(_carried(unit)), matters))
        return Mustered(unit, force, rows, crew=crew)
    rows = tuple(row for one in models for row in _dealt_out(one, one.number, list(_carried(one)), matters))
    return Mustered(unit, force, rows, tuple((one, one.number) for one in _shared(unit)), crew)


def outermost(unit: Selection) -> Iterator[Selection]:
    """Models that stand in no other model."""
    for one in unit.selections:
        if one.kind == MODEL:
            yield one
        elif one.kind != CREW:
            yield from outermost(one)


def _carried(model: Selection) -> Iterator[Selection]:
    """What stands directly in it, without crew, and without what there is none of."""
    gone: dict[str, int] = {}
    for one in model.selections:
        if one.number < 0:
            gone[one.name] = gone.get(one.name, 0) - one.number
    for one in model.selections:
        if one.kind == CREW or one.number <= 0:
            continue
        fewer = min(gone.get(one.name, 0), one.number)
        if fewer:
            gone[one.name] -= fewer
        if one.number > fewer:
            yield _fewer(one, one.number - fewer) if fewer else one


def _fewer(one: Selection, number: int) -> Selection:
    """So many of it, with its share of what stands in it."""
    inner = tuple(_fewer(each, each.number * number // one.number) for each in one.selections)
    return copied(one, number=number, selections=inner)


def _shared(unit: Selection) -> Iterator[Selection]:
    """What stands in the unit and in no model: of what holds models, only what it says itself."""
    for one in _carried(unit):
        if one.kind == MODEL:
            continue
        if next(outermost(one), None) is None:
            yield one
        else:
            yield copied(one, selections=())
            yield from _shared(one)


def _dealt_out(
    model: Selection, count: int, items: list[Selection], matters: Callable[[Selection], bool]
) -> Iterator[EqualModels]:
    """The models of one selection, those together that carry the same (IMP-10).

    Where a number does not divide, some carry one more. They are not those that carry one more of something else, as
    long as there are enough models: nine rifles and a cannon of ten models are no cannon beside a rifle.
    """
    start, loads = 0, [list[tuple[Selection, int]]() for _ in range(count)]
    shown = [one for one in items if any(map(matters, one.every()))]
    for one in items:
        many = _turns(one.number, count, start)
        if one in shown:
            start = (start + one.number % count) % count
        _load(one, many, loads, one in shown)
    alike: dict[Carried, int] = {}
    for load in loads:
        alike[tuple(load)] = alike.get(tuple(load), 0) + 1
    for carries, number in alike.items():
        yield EqualModels(model, number, carries, len(alike) > 1)


def _turns(number: int, count: int, start: int) -> list[int]:
    """So many for each of ``count`` models, those who get one more from ``start`` on."""
    whole, more = divmod(number, count)
    return [whole + ((place - start) % count < more) for place in range(count)]


def _load(one: Selection, many: list[int], loads: list[list[tuple[Selection, int]]], matters: bool) -> None:
    """Deals out a selection and then, each by itself, what stands in it."""
    for place, number in enumerate(many):
        if number and matters:
            loads[place].append((one, number))
    for inner in _carried(one):
        if one.number > 0 and inner.number % one.number == 0:
            shares = [number * (inner.number // one.number) for number in many]
        else:
            shares = _turns(inner.number, len(many), 0)
        _load(inner, shares, loads, matters)


# What stands under the unit (IMP-30) ---------------------------------------------------------------------------------


def handed_out(
    rows: tuple[EqualModels, ...], item: Selection, number: int, likely: Sequence[EqualModels] = ()
) -> tuple[tuple[EqualModels, ...], tuple[EqualModels, ...]]:
    """The rows with what stands under their unit, and those that got it by a guess; none if everybody did.

    As many as there are models, or twice as many: everybody. Fewer: those who are ``likely``, a group of just so many,
    else the smallest ones; leaders stand before their squads, so the first of two that are as small is taken.
    What stands in it and does not divide is handed out by itself.
    """
    inner = tuple(_carried(item))
    if odd := [one for one in inner if not _divides(one, item.number)]:
        bare = copied(item, selections=tuple(one for one in inner if one not in odd))
        given: list[EqualModels] = []
        for one in (bare, *odd):
            rows, more = handed_out(rows, one, one.number, likely)
            given += more
        return rows, tuple(given)
    models = sum(row.models for row in rows)
    whole, left = divmod(number, models)
    if whole:
        rows = tuple(_with(row, item, whole) for row in rows)
    wanted = left
    order = sorted(
        range(len(rows)),
        key=lambda place: (rows[place] not in likely, rows[place].models != wanted, rows[place].models),
    )
    found: dict[int, tuple[EqualModels, ...]] = {place: (row,) for place, row in enumerate(rows)}
    given = []
    for place in order:
        row, some = rows[place], min(left, rows[place].models)
        if not some:
            break
        left -= some
        having = _with(row.but(models=some), item, 1)
        found[place] = (row.but(models=row.models - some), having) if row.models > some else (having,)
        given.append(having)
    return tuple(row for place in range(len(rows)) for row in found[place]), tuple(given)


def _with(row: EqualModels, item: Selection, number: int) -> EqualModels:
    more = tuple(_flat(item, number))
    return row.but(carries=(*row.carries, *more))


def _divides(one: Selection, of: int) -> bool:
    """True if each of so many has as much of it, and of all that stands in it."""
    return one.number % of == 0 and all(_divides(inner, one.number) for inner in _carried(one))


def _flat(item: Selection, number: int) -> Iterator[tuple[Selection, int]]:
    """It, and what stands in it, for ``number`` of it."""
    yield item, number
    for one in _carried(item):
        yield from _flat(one, number * one.number // item.number)


# Order and number ----------------------------------------------------------------------------------------------------


def in_order(
    rows: Iterable[Written], count: Callable[[Written], int], last: Callable[[Written], bool]
) -> list[Written]:
    """The largest group first, then the others as they stand, those that are ``last`` behind (IMP-14).

    Attacks are allocated in this order; files have sergeants first, which says nothing of it.
    """
    found = list(rows)
    common = [row for row in found if not last(row)]
    first = max(common, key=count, default=None)  # of several that are as large the first
    ordered = [row for row in common if row is first] + [row for row in common if row is not first]
    return ordered + [row for row in found if last(row)]


def points_of(unit: Selection) -> int:
    """What it costs with all that stands in it (IMP-13); halves are rounded to the even."""
    return round(unit.all_points)


# What cannot be taken, in words.


class Refused(ListError):
    """A file that is no list we know, of another game, or broken. The text says what it is, and what would do."""


# How much a file may hold: far more than any list of a player, and little enough for any machine.

MIB = 1024 * 1024
FILE = 8 * MIB  # bytes
UNPACKED = 16 * MIB  # bytes out of a zip or a link, whatever these say of themselves
ENTRIES = 16  # in a zip
ELEMENTS = 200_000  # of XML, objects of JSON
DEPTH = 64  # elements inside each other
NESTED = DEPTH // 2  # selections inside each other: in XML a list stands between any two
STRING = 64 * 1024  # characters of an attribute or a text
TAG = MIB  # bytes of XML between two things that the parser can tell of
DIGITS = 9  # of a whole number
TEXT, LINES = 256 * 1024, 5_000  # bytes and lines of a pasted list
THINGS = 10_000  # selections, profiles and rules of a list: a codex with each unit once has one or two thousand
CELL = SAID  # characters in a column of a weapon
UNITS, MODELS, WEAPONS, NUMBER = 200, 500, 40, 999  # in a list, a unit, on a model, of anything


def check(roster: Roster) -> None:
    """:raises Refused: for more of anything than any army has"""
    everything = [one for _, top in roster.tops() for one in top.every()]
    if (things := sum(1 + len(one.profiles) + len(one.rules) for one in everything)) > THINGS:
        raise Refused(f"it has {things} choices, profiles and rules; a list may have {THINGS}")
    for weapon in (profile for one in everything for profile in _weapons(one)):
        if any(len(value) > CELL for _, value in weapon.values):
            raise Refused(f"{weapon.name} has a value of more than {CELL} characters; no weapon has one so long")
    units = [one for _, one in roster.units()]
    if len(units) > UNITS:
        raise Refused(f"it has {len(units)} units; a list may have {UNITS}")
    for unit in units:
        models = [one for one in unit.every() if one.kind == MODEL]
        count = sum(max(0, one.number) for one in models)
        if count > MODELS:
            raise Refused(f"{unit.name} has {count} models; a unit may have {MODELS}")
        # In some data models are called upgrades: as many as there are of anything may carry weapons.
        carriers = max(count, *(one.number for one in unit.every()))
        for bearer, number in [(unit, carriers), *((one, one.number) for one in models)]:
            weapons = sum(max(0, one.number) * len(_weapons(one)) for one in bearer.every())
            if weapons > WEAPONS * max(1, number):
                raise Refused(f"{bearer.name} has {weapons} weapons for {number}; a model may have {WEAPONS}")


def _weapons(one: Selection) -> list[Profile]:
    return [profile for profile in one.profiles if profile.get("Range") is not None]


# The one tree of XML and JSON, made a roster (IMP-10, 13, 15).

Node = dict[str, Any]
# What stands in lists below a node, and what XML calls one of them.
LISTS = {
    "forces": "force", "selections": "selection", "profiles": "profile", "rules": "rule", "categories": "category",
    "costs": "cost", "characteristics": "characteristic",
}  # fmt: skip
TEXTS = frozenset({
    "$text", "catalogueName", "customName", "description", "gameSystemId", "gameSystemName", "generatedBy", "group",
    "hidden", "name", "number", "profileTypeName", "type", "typeName", "value",
})  # fmt: skip
LINE = "line"  # in the file: only ``formats.py`` knows it, no file can say it
POINTS = {"pts", "points"}
UNNAMED = "Unnamed"


def roster_of(node: Node, writer: str) -> Roster:
    """:raises Refused: if something is not what it says, or there is too much of it"""
    system, game = cleaned(_said(node, "gameSystemId")), cleaned(_said(node, "gameSystemName"))
    made = Roster(_name(node), writer, system, game, tuple(_forces(node, 1)), _points(node))
    check(made)
    return made


def _forces(node: Node, depth: int) -> Iterator[Force]:
    for one in _list(node, "forces", depth):
        selections = tuple(_selection(below, 1, top=True) for below in _list(one, "selections"))
        yield Force(_name(one), cleaned(_said(one, "catalogueName")), selections, _rules(one))
        yield from _forces(one, depth + 1)


def _selection(node: Node, depth: int, top: bool = False) -> Selection:
    below = tuple(_selection(one, depth + 1) for one in _list(node, "selections", depth))
    kind = cleaned(_said(node, "type")).casefold()
    if not kind:  # the best that can be made of it: nobody would miss a unit that was taken for an option
        kind = UNIT if top and any(one.kind == MODEL for one in below) else UPGRADE
    return Selection(
        _name(node), kind, _number(node), custom=cleaned(_said(node, "customName")),
        group=cleaned(_said(node, "group")), points=_points(node) or 0, line=node.get(LINE, 0),
        profiles=_profiles(node), rules=_rules(node), categories=tuple(map(_name, _list(node, "categories"))),
        selections=below,
    )  # fmt: skip


def _profiles(node: Node) -> tuple[Profile, ...]:
    return tuple(
        Profile(_name(one), cleaned(_kind(one)), tuple(map(_value, _list(one, "characteristics")))).begun()
        for one in _list(node, "profiles")
        if not _hidden(one)
    )


def _kind(node: Node) -> str:
    """What a table is called; files of BattleScribe 2.00 say it in another word."""
    return _said(node, "typeName") or _said(node, "profileTypeName")


def _value(node: Node) -> tuple[str, str]:
    """A column and what stands there: as text, or as an attribute."""
    return cleaned(_said(node, "name")), plain(_said(node, "$text") or _said(node, "value")).strip()


def _rules(node: Node) -> tuple[Rule, ...]:
    rules = (one for one in _list(node, "rules") if not _hidden(one))
    return tuple(Rule(_name(one), beginning(plain(_said(one, "description")).strip())) for one in rules)


def _points(node: Node) -> float | None:
    for cost in _list(node, "costs"):
        if cleaned(_said(cost, "name")).casefold() in POINTS:
            said = _said(cost, "value") or "0"
            try:
                points = float(said)
            except ValueError:
                points = float("nan")
            if not abs(points) < 10**DIGITS:  # nan is not below anything
                raise Refused(f"{_place(node)} costs {shortened(said)[0]!r} points, which is no number")
            return int(points) if points.is_integer() else points
    return None


def _number(node: Node) -> int:
    """How many in all; 1 where nothing is said. 0 and less occur, and are the edition's matter (IMP-10)."""
    said = _said(node, "number").strip() or "1"
    digits = said.removeprefix("-").removesuffix(".0")
    if not (digits.isascii() and digits.isdigit()):
        raise Refused(f"the number of {_place(node)} is {shortened(said)[0]!r}, which is no whole number")
    number = int(digits) if len(digits) <= DIGITS else 10**DIGITS
    if number > NUMBER:
        # Experience and the like may be options in such numbers, of which nothing is counted.
        if _list(node, "profiles") or _said(node, "type") != UPGRADE or number == 10**DIGITS:
            raise Refused(f"the number of {_place(node)} is {shortened(said)[0]}; it may be {NUMBER} at most")
        number = NUMBER
    return -number if said.startswith("-") else number


def _hidden(node: Node) -> bool:
    return _said(node, "hidden").strip().casefold() == "true"


def _name(node: Node) -> str:
    return cleaned(_said(node, "name")) or UNNAMED


def _list(node: Node, key: str, depth: int = 0) -> list[Node]:
    below = node.get(key)
    if below is None:
        return []
    if not isinstance(below, list) or not all(isinstance(one, dict) for one in below):
        raise Refused(f"the {key} of {_place(node)} are no list of {key}: the file is broken")
    if depth > NESTED and below:
        raise Refused(f"its {key} stand more than {NESTED} deep inside each other")
    return below


def _said(node: Node, key: str) -> str:
    if isinstance(value := node.get(key), dict):
        value = value.get("$text")
    if value is None:
        return ""
    if isinstance(value, (dict, list)):
        raise Refused(f"the {key} of {_place(node)} is no text: the file is broken")
    text = str(value)
    if len(text) > STRING:
        raise Refused(f"the {key} of {_place(node)} has {len(text)} characters; it may have {STRING}")
    return text


def _place(node: Node) -> str:
    name = node.get("name")
    called = f'"{shortened(cleaned(name))[0]}"' if isinstance(name, str) else "something without a name"
    return f"{called} in line {node[LINE]}" if LINE in node else called
