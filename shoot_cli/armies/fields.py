"""The fields of army lists: their types, the tables (`fields.md`) that define them, and how cards show them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from shoot_cli.armies.army import CardTable, without_empty
from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.armies.yaml_text import NONE, whole_number
from shoot_cli.engine.markdown import TableRow, tables
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.reasons import shown as quoted

# Types of fields, and forms made of fields ----------------------------------------------------------------------------

NUMBER_OR_TEXT = ("string", "integer")
LONGEST_NAME, LONGEST_NOTE = 60, 2000
YES, NO = ("yes", "true", "on", "y"), ("no", "false", "off", "n")


class FieldType(NamedTuple):
    """A value as one text. `read` returns it or raises a ValueError; `expected` is a hint: "write 3+ or -"."""

    read: Callable[..., Any]
    expected: str
    schema: Mapping[str, Any]
    bounds: tuple[int, int] | None = None  # the least and the greatest whole number
    gather: Callable[[Any], Any] | None = None  # turns data that YAML does not read as text into text
    known: bool = False  # True if `read` also gets the names that the list may use: `read(text, known)`
    raw: bool = False  # True if `read` gets the data as it is, text or not

    def in_line(self, text: str, name: str) -> Any:
        """Return the value of a text in a profile line. Messages have the name of the field. :raises ValueError:"""
        return whole_number(text, *self.bounds, f" for {name}") if self.bounds else self.read(text)


class ListOf(NamedTuple):
    """A list of values. One of the texts in `none` stands for an empty list."""

    item_type: FieldType | Whatever
    most: int
    none: tuple[str, ...] = ()
    commas: bool = True  # True if the list may also be one text with commas


class Rows(NamedTuple):
    """A list of mappings. `why_not` returns what is wrong with all pages together, or ""."""

    form: Form
    most: int
    least: int = 1
    why_not: Callable[[list[Any]], str] | None = None


class One(NamedTuple):
    """A single mapping."""

    form: Form


class ByName(NamedTuple):
    """Several mappings, each under its name."""

    form: Form


class Whatever(NamedTuple):
    """A value that is read piece by piece, so that a mistake in one piece hides no other."""


class Field(NamedTuple):
    name: str  # the printed name, which is the key in a list
    kind: FieldType | ListOf | Rows | One | ByName | Whatever
    default: Any = None
    needed: bool = False
    like: str = ""  # an example of a value, for messages about a missing one
    examples: tuple[Any, ...] = ()  # examples of values, for messages and the JSON Schema
    becomes: str = ""  # the attribute of a profile that the field fills
    behind: str = ""  # text behind the value where it is shown, such as "+" or an inch sign
    cell: Callable[[Any], str] | None = None  # returns how a profile shows the field, if the attribute is not enough

    @property
    def attribute(self) -> str:
        """The name of the attribute of a page."""
        return self.name.replace(" ", "_")

    def text_for(self, profile: Any) -> str:
        """Return the text that a card shows for this field."""
        if self.cell:
            return self.cell(profile)
        return dash(getattr(profile, self.becomes), self.behind)


class Form:
    """A mapping in a list: its name and description in the JSON Schema, and its fields.

    `why_not` returns what is wrong with a page whose fields are all right, or None.
    """

    def __init__(
        self, name: str, about: str, *fields: Field, why_not: Callable[[Any], str | None] | None = None
    ) -> None:
        self.name, self.about, self.fields, self.why_not = name, about, fields, why_not
        self.names = tuple(field.name for field in fields)

    def __getitem__(self, name: str) -> Field:
        return self.fields[self.names.index(name)]

    def only(self, *names: str) -> tuple[Field, ...]:
        """Return the fields with these names, in this order."""
        return tuple(self[name] for name in names)

    def like(self, *names: str) -> dict[str, str]:
        """Return an example of a value for each of these keys, for messages about missing ones."""
        return {name: self[name].like for name in names}


# Types of values ------------------------------------------------------------------------------------------------------


def kind(
    read: Callable[[str], Any], expected: str, gather: Callable[[Any], Any] | None = None, **schema: Any
) -> FieldType:
    """Return the type of a text that `read` understands. `schema` is its JSON Schema; by default a text or a number."""
    return FieldType(read, expected, {"type": [*NUMBER_OR_TEXT]} | schema, gather=gather)


def as_written(check: Callable[[str], Any], expected: str, **schema: Any) -> FieldType:
    """Return the type of a field that keeps its text unchanged, if `check` raises no ValueError."""

    def keep(text: str) -> str:
        check(text)
        return text

    return kind(keep, expected, **schema)


def whole(low: int, high: int) -> FieldType:
    """Return the type of whole numbers from `low` to `high`, both included."""
    return FieldType(
        lambda text: whole_number(text, low, high),
        f"write a whole number from {low} to {high}",
        {"type": "integer", "minimum": low, "maximum": high},
        (low, high),
    )


def one_line(text: str, longest: int) -> str:
    """Return the text without double blanks. :raises ValueError: it is longer than `longest` characters."""
    line = " ".join(text.split())
    if len(line) > longest:
        raise ValueError(f"{len(line)} characters are too long; at most {longest}")
    return line


def yes_no(text: str) -> bool:
    if (word := text.casefold()) in YES:
        return True
    if word in NO:
        return False
    raise ValueError(f"{quoted(text)} is neither yes nor no")


NAME = kind(lambda text: one_line(text, LONGEST_NAME), "write a name", type="string", maxLength=LONGEST_NAME)
NOTE = kind(lambda text: one_line(text, LONGEST_NOTE), "write a sentence", type="string")
UNIT_NAMES = ListOf(kind(lambda text: one_line(text, LONGEST_NAME + 4), "write a name", type="string"), 200)
YES_NO = kind(yes_no, "write yes or no", type="boolean")


def named(noun: str, check: Callable[[str, Any], Any]) -> FieldType:
    """Return the type of a name of a weapon or profile. `check` raises a ValueError if the name is not known."""

    def keep(text: str, known: Any) -> str:
        if known is not None:
            check(text, known)
        return text

    return FieldType(
        keep, f"write the name of a {noun}", {"type": "string", "description": f"name of a {noun}"}, known=True
    )


def _profile_known(text: str, known: Any) -> None:
    if plain_name(text) not in known.profiles:
        raise ValueError(f"no profile {quoted(text)}; {did_you_mean(text, known.profiles.values())}")


PROFILE = named("profile", _profile_known)  # `known.profiles` has the names as written by their plain names
WEAPON = named("weapon", lambda text, known: known.check_weapon(text))


# Forms that lists of most editions share ------------------------------------------------------------------------------

TOP = (
    Field("ruleset", NAME, needed=True),
    Field("name", NAME, ""),
    Field("faction", NAME, ""),
    Field("note", NOTE, ""),
    Field("profiles", Whatever()),
    Field("weapons", Whatever()),
)
LIST = Form("ListPage", "An army list.", *TOP, Field("targets", YES_NO, False), Field("units", Whatever()))
SIDES = (Field("attacker", Whatever()), Field("target", Whatever()), Field("answers", Whatever()))
SCENARIO = Form("ScenarioPage", "One attack.", *TOP, *SIDES)


# Tables of fields -----------------------------------------------------------------------------------------------------

SHARED: dict[str, Any] = {
    "name": NAME,
    "unit names": UNIT_NAMES,
    "note": NOTE,
    "yes or no": YES_NO,
    "profile": PROFILE,
    "anything": Whatever(),
}
LEFT_OUT = ((NAME, ""), (NOTE, ""), (YES_NO, False))  # defaults by type, if the column “left out” is empty
# defaults for other texts there; a number stands for itself
MEANT = {"": None, "nothing": None, "no": False, "never": None}
COLUMNS = frozenset(("key", "value", "left out", "like", "example", "becomes", "shown with"))
BOUNDS = re.compile(r"(?P<low>\d+) to (?P<high>\d+)(?P<of> of \w+)?")
OF_FORM: dict[str, Callable[[Form], Any]] = {"one": One, "by name": ByName}


def forms(
    module: str,
    kinds: Mapping[str, FieldType | ListOf],
    cells: Mapping[str, Callable[[Any], str]],
    why_not: Mapping[str, Callable[[Any], str | None]],
    only: tuple[str, ...] = (),
    more: Mapping[str, tuple[Field, ...]] | None = None,
) -> dict[str, Form]:
    """Return the forms of `fields.md` by their names. `module` is the `__file__` of a module in the same folder.

    :param kinds: values for the column “value”; `SHARED`, `1 to 10` and names of other forms are known without it
    :param cells: by key, how a profile shows the value if its attribute is not enough
    :param why_not: checks by name of a form, or by the key of a list of mappings
    :param only: the names of the forms to return; () for all
    :param more: additional fields by the names of forms
    """
    by_name: dict[str, Form] = {}
    rows = tables(module, "fields.md")
    named = [row["form"] for row in rows["Forms"]]
    for heading, (first, *_) in rows.items():
        if heading not in ("Forms", *named):
            raise first.wrong(f"“{heading}” is no form; {did_you_mean(heading, named)}")
    kinds = {**SHARED, **kinds}
    for row in (row for row in rows["Forms"] if not only or row["form"] in only):
        above = by_name[row.among("with all of", by_name)].fields if row["with all of"] else ()
        fields = tuple(_field(field_row, kinds, cells, why_not, by_name) for field_row in rows.get(row["form"], ()))
        fields += (more or {}).get(row["form"], ())
        form = Form(row["form"], row["what it is"], *above, *fields, why_not=why_not.get(row["form"]))
        if twice := {name for name in form.names if form.names.count(name) > 1}:
            raise row.wrong(f"{form.name} has the key “{twice.pop()}” twice")
        by_name[form.name] = form
    return by_name


def _field(row: TableRow, kinds: Mapping[str, Any], cells: Any, why_not: Any, forms: Mapping[str, Form]) -> Field:
    """Return the field in a row of `fields.md`. An error names the wrong cell."""
    for head in row.keys() - COLUMNS:
        raise row.wrong(f"“{head}” is no column of fields; {did_you_mean(head, COLUMNS)}")
    name, word, example = row["key"], row.get("left out", ""), row.get("example", "")
    if not (word in MEANT or word.isdecimal()):
        raise row.wrong(f"“{word}” is not known under “left out”; write {', '.join(filter(None, MEANT))} or a number")
    value = _value(row, kinds, forms, why_not)
    usual = next((meant for kind, meant in LEFT_OUT if kind is value), None)
    return Field(
        name,
        value,
        int(word) if word.isdecimal() else MEANT[word] if word else usual,
        word == "never",
        row.get("like", ""),
        (int(example) if example.isdigit() else example,) if example else (),
        row.get("becomes", ""),
        row.get("shown with", ""),
        cells.get(name),
    )


def _value(row: TableRow, kinds: Mapping[str, Any], forms: Mapping[str, Form], why_not: Mapping[str, Any]) -> Any:
    """Return the type in the column “value”: `1 to 10`, `1 to 10 of …`, `one …`, `by name …`, or a name in `kinds`."""
    how, _, last = row["value"].rpartition(" ")
    bounds = BOUNDS.fullmatch(row["value"])
    if bounds and not bounds["of"]:
        return whole(int(bounds["low"]), int(bounds["high"]))
    if bounds and last in forms:
        return Rows(forms[last], int(bounds["high"]), int(bounds["low"]), why_not.get(row["key"]))
    if how in OF_FORM and last in forms:
        return OF_FORM[how](forms[last])
    if how in OF_FORM or bounds:
        raise row.wrong(f"“{last}” is no form above it; {did_you_mean(last, forms)}")
    return kinds[row.among("value", kinds)]


# How cards show values ------------------------------------------------------------------------------------------------


def dash(value: Any, behind: str = "") -> str:
    """Return the value as text with `behind` after it; "-" for None."""
    return "-" if value is None else f"{value:g}{behind}" if isinstance(value, float) else f"{value}{behind}"


def profile_table(
    title: str,
    first: tuple[str, ...],
    fields: Iterable[Field],
    last: str,
    rows: Iterable[tuple[tuple[str, ...], Any, str]],
) -> CardTable:
    """Return a table of profiles without empty columns.

    Each of `rows` has the cells of the columns `first`, a profile for the `fields`, and the cell of `last`.
    """
    columns = tuple(fields)
    heads = (*first, *(field.name for field in columns), last)
    cells = ((*before, *(field.text_for(profile) for field in columns), after) for before, profile, after in rows)
    return without_empty(CardTable(title, heads, tuple(cells)))


def became(fields: Iterable[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of a profile from values by printed name. Fields that fill no attribute are left out."""
    return {field.becomes: values[field.name] for field in fields if field.becomes and field.name in values}


# Saves, as several editions print them --------------------------------------------------------------------------------

NEVER = 7  # a save that no die can pass
_SAVE = re.compile(r"([2-7])\+{0,2}", re.ASCII)


def save_of(text: str) -> int:
    """Return the number before the plus, 2 to 6; 0 for no save ("-" or 7). :raises ValueError: this is no save."""
    if text.casefold() in NONE:
        return 0
    if not (match := _SAVE.fullmatch(text)):
        raise ValueError(f'{shown(text)} is no save; write 2+ to 6+, or "-" for none')
    return int(match[1]) % NEVER


def armour_of(text: str) -> int:
    """Return the number before the plus, 2 to 7; 0 for no save. Cover may improve a 7+, which no die can pass.

    :raises ValueError: this is no save
    """
    return save_of(text) or (NEVER if _SAVE.fullmatch(text) else 0)


def saves_of(text: str, armour_save: Callable[[str], int] = save_of) -> tuple[int, int | None]:
    """Return the armour save and the invulnerable save: (2, 5) for `2+/5++`, (3, None) for `3+`.

    `armour_save` is the edition's function that reads the armour save.

    :raises ValueError: these are no saves
    """
    armour, stroke, invulnerable = text.partition("/")
    if stroke and not invulnerable.strip().rstrip("+"):
        raise ValueError(f"{shown(text)} is no pair of saves; write 3+ or 3+/5++")
    return armour_save(armour.strip()), save_of(invulnerable.strip()) if stroke else None


def two_invulnerable_saves(saves: tuple[int, int | None] | None, beside: int | None) -> str | None:
    """Return the message for an invulnerable save both in Sv and in Inv; None if there is only one."""
    if saves and saves[1] is not None and beside is not None:
        return "the invulnerable save stands twice, behind Sv and as Inv; keep one"
    return None


SAVE = kind(save_of, 'write 2+ to 6+, or "-" for none')
SAVES = kind(saves_of, 'write 3+, 3+/5++ with an invulnerable save, or "-" for none')
