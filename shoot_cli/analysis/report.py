"""Results as tables, for every output: a terminal, a page, a spreadsheet, a program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from shoot_cli.engine.distributions import Figures
from shoot_cli.engine.names import IF, USE, percent
from shoot_cli.engine.record import Record

ENDINGS = (".html", ".svg", ".md", ".csv")  # file types of reports
NOTHING = "There is nothing to show."  # shown for a table without rows
BEST = "*"  # marks the best of a column without colour
OF_COLUMN = "best of its column"  # the meaning of the mark, unless a table has its own
BESIDE = ("median", "low", "high")  # figures that a spreadsheet has beside an average
Value = str | int | float | None


class Column(Record):
    """A column. ``key`` is its name in CSV and JSON. ``number`` aligns its cells right. ``kind`` as in `Cell`. One that
    ``folds`` stands on a phone in small print below the head of its row.
    """

    key: str
    title: str
    number: bool = False
    kind: str = ""
    folds: bool = False


class Cell(Record):
    """A cell. ``text`` is for people, ``value`` for programs in full precision, or None. ``share`` is the length of a
    bar behind it, from 0 to 1; None means no bar. ``below`` is small print under it on a page. ``kind`` names what
    is the same in several heads of rows or columns; people see those as one if all their numbers are equal.
    ``figures`` are those of the distribution whose average it has.
    """

    text: str
    value: Value = None
    best: bool = False  # best of its column, or as its table says
    share: float | None = None
    below: str = ""
    kind: str = ""
    figures: Figures | None = None

    @property
    def looks(self) -> tuple[str, bool, str]:
        """What people see of it."""
        return self.text, self.best, self.below


class Sheet(Record):
    """One table: each row has a cell for each column, in order; the first column says what a row is about. ``notes``
    are printed below it. ``means`` is the meaning of the mark for the best. ``heat`` colours all its numbers by one
    scale, whose end is ``strongest``; 0 for the greatest number of the table. ``law`` has the chances of 0, 1, 2 ... if
    the table is one of those; it is drawn as a curve, too. ``page_notes`` stand instead of ``notes`` in files for
    people, if there are any.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    means: str = OF_COLUMN
    heat: bool = False
    strongest: float = 0
    law: tuple[float, ...] = ()
    page_notes: tuple[str, ...] = ()

    def record_keys(self) -> Iterator[str]:
        """Yield the keys of its columns. One with figures has `KEY median`, `KEY low` and `KEY high`, too."""
        for index, column in enumerate(self.columns):
            yield column.key
            if any(row[index].figures for row in self.rows):
                yield from (f"{column.key} {name}" for name in BESIDE)

    def records(self) -> Iterator[dict[str, Value]]:
        """Yield each row by its keys."""
        for row in self.rows:
            record: dict[str, Value] = {}
            for column, cell in zip(self.columns, row, strict=True):
                record[column.key] = cell.value
                if cell.figures is not None:
                    summary = cell.figures.summary()
                    record |= {f"{column.key} {name}": summary[name] for name in BESIDE}
            yield record

    def legend(self) -> list[str]:
        """Return a line about the mark for the best; [] if no cell has it."""
        return [f"{BEST} {self.means}"] if self.has_best() else []

    def has_best(self) -> bool:
        return any(cell.best for row in self.rows for cell in row)


class Report(Record):
    """The result of a command. ``notes`` are about all its tables, for example assumed values. ``pages`` has the number
    of tables on each printed page; () if it does not matter. ``lead`` says first what matters most; ``head`` says what
    all tables hold for, and stands below the title also on a screen. ``page_notes`` stand instead of ``notes`` in files
    for people. ``command`` is the command that made it. ``more`` has tables for spreadsheets alone.
    """

    title: str
    sheets: tuple[Sheet, ...]
    notes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    lead: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    page_notes: tuple[str, ...] = ()
    command: str = ""
    more: tuple[Sheet, ...] = ()

    def for_people(self) -> Report:
        """Return the report for a page: equal rows are one, and all notes stand at the end."""
        notes = [note for sheet in self.sheets for note in sheet.page_notes or sheet.notes]
        notes += self.page_notes or self.notes
        notes += [f"Made with: {self.command}"] if self.command else []
        sheets = tuple(folded(sheet.but(notes=())) for sheet in joined(self.sheets))
        return self.but(sheets=sheets, notes=tuple(dict.fromkeys(notes)), page_notes=(), command="")


def words_cell(text: str) -> Cell:
    """Return a cell whose value is its text."""
    return Cell(text, text)


def chance_cell(p: float | None, best: bool = False) -> Cell:
    """Return a chance as a percentage; "-" for None."""
    return Cell("-") if p is None else Cell(percent(p), p, best, p)


def number_cell(number: float | None, digits: int = 2, best: bool = False) -> Cell:
    """Return a number; "-" for None. What is more than nothing is not shown as nothing."""
    if number is None:
        return Cell("-")
    text, least = f"{number:.{digits}f}", f"{10.0**-digits:.{digits}f}"
    return Cell(f"<{least}" if number > 1e-9 and float(text) == 0 else text, number, best)


def average_cell(x: float | None, figures: Figures | None) -> Cell:
    """Return the cell of an average with what 8 of 10 games bring, `6.93 (5-9)`."""
    cell = number_cell(x)
    return cell if x is None or figures is None else cell.but(text=f"{cell.text} ({figures.span})", figures=figures)


SPAN_LEGEND = "In brackets: what 8 of 10 games bring."


# Tables for people ---------------------------------------------------------------------------------------------------


def folded(sheet: Sheet) -> Sheet:
    """Return the table with one row, or column, for all of a kind that have the same numbers: `Rhino x2`."""
    rows: dict[object, list[tuple[Cell, ...]]] = {}
    for number, row in enumerate(sheet.rows):
        look = (row[0].kind, row[0].below, *(cell.looks for cell in row[1:]))
        rows.setdefault(look if row[0].kind else number, []).append(row)
    rows_kept = [(times_cell([row[0] for row in group]), *group[0][1:]) for group in rows.values()]
    columns_by_look: dict[object, list[int]] = {}
    for index, column in enumerate(sheet.columns):
        own_look = (column.kind, *(row[index].looks for row in rows_kept))
        columns_by_look.setdefault(own_look if column.kind else index, []).append(index)
    columns = [times_column([sheet.columns[index] for index in group]) for group in columns_by_look.values()]
    first_indexes = [group[0] for group in columns_by_look.values()]
    return sheet.but(
        columns=tuple(columns), rows=tuple(tuple(row[index] for index in first_indexes) for row in rows_kept)
    )


def times_cell(cells: Sequence[Cell]) -> Cell:
    return cells[0].but(text=times_text([cell.text for cell in cells], cells[0].kind))


def times_column(columns: Sequence[Column]) -> Column:
    return columns[0].but(title=times_text([column.title for column in columns], columns[0].kind))


def times_text(names: Sequence[str], kind: str) -> str:
    """Return the name of a kind with how many there are, or their numbers if it has one itself.

    What stands in brackets behind the first name stays.

    >>> times_text(["Rhino", "Rhino 2"], "Rhino"), times_text(["Rhino 2 (24 inches)"] * 3, "Rhino")
    ('Rhino x2', 'Rhino x3 (24 inches)')
    >>> times_text(["Rhino 2", "Rhino 4"], "Rhino 2")
    'Rhino 2, 4'
    """
    first, *others = names
    if not others:
        return first
    if number := re.search(r"\d+$", kind):
        base = kind.removesuffix(number[0])
        return ", ".join([first, *(name.removeprefix(base) for name in others)])
    bracket = re.search(r" \([^()]*\D[^()]*\)$", first.removeprefix(kind))
    return f"{kind} x{len(names)}{bracket[0] if bracket else ''}"


def joined(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return the tables; the same distribution under two titles is one table."""
    tables: list[Sheet] = []
    for sheet in sheets:
        twin = next((index for index, other in enumerate(tables) if sheet.law and is_same(other.law, sheet.law)), None)
        if twin is None:
            tables.append(sheet)
        else:
            title = f"{tables[twin].title}, {sheet.title.lower()}"
            tables[twin] = tables[twin].but(title=title)
    return tables


def is_same(law: Sequence[float], other_law: Sequence[float]) -> bool:
    """Return True for two distributions that no reader could tell apart."""
    return all(abs(p - q) < SHOWS for p, q in zip_longest(law, other_law, fillvalue=0.0))


SHOWS = 5e-4  # smaller differences of a chance are not shown
NONE = ("none", "0", "nobody", "nothing")  # answers that say that there is nothing of it
USUAL = "as usual"  # what the other facts lead to
OF_ABILITY = (IF, USE)  # begin the keys of what a rule or an ability asks
OF_ONE = {":", "@"}  # signs of keys of one model, weapon or attacker
MOST_LETTERS = 200  # of what was assumed
CHANGED_WITH = "Change it with --set KEY=VALUE; shoot odds --questions lists the keys."
Assumed = Iterable[tuple[str, str]]


def assumed_note(assumed: Assumed, names: Mapping[str, str], first: Sequence[str], page: bool = True) -> str:
    """Return in words what was assumed, grouped; "" for nothing. On no ``page`` it is said how to change it.

    What is assumed of one model or weapon among many is last, on a page not at all. What makes it too long is counted.

    :param names: of the facts, by key
    :param first: keys that are listed in any case

    >>> names = {"distance": "distance", "fell_back": "Fell Back", "visible": "somebody sees it", "shooting": "type"}
    >>> assumed_note([("distance", "24"), ("fell_back", "no"), ("visible", "yes"), ("shooting", "as usual")], names, ())
    'Assumed: distance: 24; somebody sees it. Not so: Fell Back. As is usual: type.'
    """
    of_all = [(key, value) for key, value in assumed if value and not (page and OF_ONE & {*key})]
    values_by_name = {fact_words(key, names): (key, value) for key, value in of_all}
    fitting_values, more = fitting(((key, value, name) for name, (key, value) in values_by_name.items()), first)
    assumed_words = [
        name if value == "yes" else f"{name}: {value_words(value)}" for value, name in fitting_values if is_told(value)
    ]
    parts = [f"Assumed: {'; '.join(assumed_words)}." if assumed_words else ""]
    for head, values in (("Not so", ("no",)), ("None", NONE), ("As is usual", (USUAL,))):
        names_of_value = [name for value, name in fitting_values if value in values]
        parts += [f"{head}: {'; '.join(names_of_value)}."] if names_of_value else []
    parts += [f"{more} more: as is usual."] if more else []
    parts += [CHANGED_WITH] if parts and not page else []
    return " ".join(filter(None, parts))


def is_told(value: str) -> bool:
    """Return True for a value that says more than no, none or that it is as usual."""
    return value not in ("no", USUAL, *NONE)


def fitting(assumed: Iterable[tuple[str, str, str]], first: Sequence[str]) -> tuple[list[tuple[str, str]], int]:
    """Return the values and names that fit into a short note, and how many do not.

    What a rule or an ability of these units asks comes before what every attack asks. One among many comes last,
    unless `first` names all of them: `under:` stands for `under:bomb`.
    """

    def place(key: str) -> int | None:
        known = [name for name in (key, f"{key.partition(':')[0]}:") if name in first]
        return first.index(known[0]) if known else None

    def rank(entry: tuple[str, str, str]) -> int:
        index = place(entry[0])
        if index is not None:
            return index
        of_one, of_units = bool(OF_ONE & {*entry[0]}), entry[0].startswith(OF_ABILITY)
        return len(first) + (2 if of_one else 0 if of_units else 1)

    fitting_values, more, letters = list[tuple[str, str]](), 0, 0
    for key, value, name in sorted(assumed, key=rank):
        length = len(name) + 2 + (len(value) + 2 if is_told(value) else 0)
        if letters + length > MOST_LETTERS and place(key) is None:
            more += 1
            continue
        letters += length
        fitting_values.append((value, name))
    return fitting_values, more


def fact_words(key: str, names: Mapping[str, str]) -> str:
    """Return the name of a fact for people: that of its question, or else its key in words."""
    return names.get(key) or as_words(key)


def value_words(value: str) -> str:
    return value.replace("_", " ")


def as_words(key: str) -> str:
    """Return the key of a fact in words.

    >>> as_words("bs_modifier"), as_words("if the target is near")
    ('bs modifier', 'the target is near')
    """
    return key.removeprefix(IF).replace("_", " ")
