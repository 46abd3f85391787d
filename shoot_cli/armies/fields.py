"""The table of fields of an edition."""

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

# The table of fields of an edition: what its lists may say, said once.

NUMBER_OR_TEXT = ("string", "integer")
LONGEST_NAME, LONGEST_NOTE = 60, 2000
YES, NO = ("yes", "true", "on", "y"), ("no", "false", "off", "n")


class FieldType(NamedTuple):
    """A value in one text. ``read`` makes it of the text (ValueError, in words); ``expected``: "write 3+ or -"."""

    read: Callable[..., Any]
    expected: str
    schema: Mapping[str, Any]
    bounds: tuple[int, int] | None = None  # of a whole number
    gather: Callable[[Any], Any] | None = None  # makes a text of what YAML takes for something else
    known: bool = False  # ``read`` is given the names that the list may use, too: ``read(text, known)``
    raw: bool = False  # ``read`` is given whatever stands there, text or not

    def in_line(self, text: str, name: str) -> Any:
        """As in a profile line, where a whole number says what of. :raises ValueError:"""
        return whole_number(text, *self.bounds, f" for {name}") if self.bounds else self.read(text)


class ListOf(NamedTuple):
    """A list of values, which may be written as one text with commas; one of the texts ``none`` is an empty one."""

    of: FieldType | Whatever
    most: int
    none: tuple[str, ...] = ()
    commas: bool = True  # False: it may not be written as one text


class Rows(NamedTuple):
    """A list of mappings. ``why_not``: what is wrong with pages each of which is right, in words; "" if nothing is."""

    form: Form
    most: int
    least: int = 1
    why_not: Callable[[list[Any]], str] | None = None


class One(NamedTuple):
    """A mapping."""

    form: Form


class ByName(NamedTuple):
    """Mappings by their names."""

    form: Form


class Whatever(NamedTuple):
    """Something that is read piece by piece, so that a mistake in one piece hides no other."""


class Field(NamedTuple):
    name: str  # as printed, the key of a list
    kind: FieldType | ListOf | Rows | One | ByName | Whatever
    default: Any = None
    needed: bool = False
    like: str = ""  # what somebody who left it out may write
    examples: tuple[Any, ...] = ()  # the same, told by the JSON Schema, too
    becomes: str = ""  # the attribute of a profile that it fills
    behind: str = ""  # what stands behind it where it is shown: "+", an inch sign
    cell: Callable[[Any], str] | None = None  # how a profile shows it, if that takes more

    @property
    def attribute(self) -> str:
        """Its name on a page."""
        return self.name.replace(" ", "_")

    def of(self, profile: Any) -> str:
        """What the profile shows of it."""
        if self.cell:
            return self.cell(profile)
        return dash(getattr(profile, self.becomes), self.behind)


class Form:
    """One mapping of a list: its name and description in the JSON Schema, its fields. Loaded to read lists or not.

    ``why_not``: what is wrong with a page of which each field is right, in words; None if nothing is.
    """

    def __init__(
        self, name: str, about: str, *fields: Field, why_not: Callable[[Any], str | None] | None = None
    ) -> None:
        self.name, self.about, self.fields, self.why_not = name, about, fields, why_not
        self.names = tuple(field.name for field in fields)

    def __getitem__(self, name: str) -> Field:
        return self.fields[self.names.index(name)]

    def only(self, *names: str) -> tuple[Field, ...]:
        """Its fields of these names, in this order."""
        return tuple(self[name] for name in names)

    def like(self, *names: str) -> dict[str, str]:
        """What may be written of each of these: what a list that lacks it is told."""
        return {name: self[name].like for name in names}


# Kinds of values ------------------------------------------------------------------------------------------------------


def kind(
    read: Callable[[str], Any], expected: str, gather: Callable[[Any], Any] | None = None, **schema: Any
) -> FieldType:
    """``schema``: what the JSON Schema says of it; a text or a number if nothing else."""
    return FieldType(read, expected, {"type": [*NUMBER_OR_TEXT]} | schema, gather=gather)


def as_written(check: Callable[[str], Any], expected: str, **schema: Any) -> FieldType:
    """Of a field that keeps what was written once ``check`` did not complain."""

    def keep(text: str) -> str:
        check(text)
        return text

    return kind(keep, expected, **schema)


def whole(low: int, high: int) -> FieldType:
    """Whole numbers, both bounds included."""
    return FieldType(
        lambda text: whole_number(text, low, high),
        f"write a whole number from {low} to {high}",
        {"type": "integer", "minimum": low, "maximum": high},
        (low, high),
    )


def one_line(text: str, longest: int) -> str:
    """The text without double blanks. :raises ValueError: it is longer."""
    one = " ".join(text.split())
    if len(one) > longest:
        raise ValueError(f"{len(one)} characters are too long; at most {longest}")
    return one


def yes_no(text: str) -> bool:
    if (said := text.casefold()) in YES:
        return True
    if said in NO:
        return False
    raise ValueError(f"{quoted(text)} is neither yes nor no")


NAME = kind(lambda text: one_line(text, LONGEST_NAME), "write a name", type="string", maxLength=LONGEST_NAME)
NOTE = kind(lambda text: one_line(text, LONGEST_NOTE), "write a sentence", type="string")
YES_NO = kind(yes_no, "write yes or no", type="boolean")


def named(of: str, check: Callable[[str, Any], Any]) -> FieldType:
    """The name of a weapon or profile of the list. ``check``: text, names that are known -> ValueError, in words."""

    def keep(text: str, known: Any) -> str:
        if known is not None:
            check(text, known)
        return text

    return FieldType(
        keep, f"write the name of a {of}", {"type": "string", "description": f"name of a {of}"}, known=True
    )


def _profile_known(said: str, known: Any) -> None:
    if plain_name(said) not in known.profiles:
        raise ValueError(f"no profile {quoted(said)}; {did_you_mean(said, known.profiles.values())}")


PROFILE = named("profile", _profile_known)  # ``known.profiles``: plain name -> name as written
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

SHARED: dict[str, Any] = {"name": NAME, "note": NOTE, "yes or no": YES_NO, "profile": PROFILE, "anything": Whatever()}
LEFT_OUT = ((NAME, ""), (NOTE, ""), (YES_NO, False))  # what is meant then, if the table says nothing else
MEANT = {"": None, "nothing": None, "no": False, "never": None}  # and if it does; a number means itself
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
    """The forms of ``fields.md``, which stands beside ``module`` (its ``__file__``), by their names.

    :param kinds: what stands in the column “value”, beside what is ``SHARED``, ``1 to 10`` and other forms
    :param cells: how a profile shows a key of this name, if that takes more than its attribute
    :param why_not: of forms, and of keys under which a list of them stands
    :param only: these forms; all of them if there are none
    :param more: what forms have besides, by their names
    """
    found: dict[str, Form] = {}
    rows = tables(module, "fields.md")
    named = [row["form"] for row in rows["Forms"]]
    for heading, (first, *_) in rows.items():
        if heading not in ("Forms", *named):
            raise first.wrong(f"“{heading}” is no form; {did_you_mean(heading, named)}")
    kinds = {**SHARED, **kinds}
    for row in (one for one in rows["Forms"] if not only or one["form"] in only):
        above = found[row.among("with all of", found)].fields if row["with all of"] else ()
        own = tuple(_field(one, kinds, cells, why_not, found) for one in rows.get(row["form"], ()))
        own += (more or {}).get(row["form"], ())
        form = Form(row["form"], row["what it is"], *above, *own, why_not=why_not.get(row["form"]))
        if twice := {name for name in form.names if form.names.count(name) > 1}:
            raise row.wrong(f"{form.name} has the key “{twice.pop()}” twice")
        found[form.name] = form
    return found


def _field(row: TableRow, kinds: Mapping[str, Any], cells: Any, why_not: Any, forms: Mapping[str, Form]) -> Field:
    for head in row.keys() - COLUMNS:
        raise row.wrong(f"“{head}” is no column of fields; {did_you_mean(head, COLUMNS)}")
    name, said, example = row["key"], row.get("left out", ""), row.get("example", "")
    if not (said in MEANT or said.isdecimal()):
        raise row.wrong(f"“{said}” is not known under “left out”; write {', '.join(filter(None, MEANT))} or a number")
    value = _value(row, kinds, forms, why_not)
    usual = next((meant for one, meant in LEFT_OUT if one is value), None)
    return Field(
        name,
        value,
        int(said) if said.isdecimal() else MEANT[said] if said else usual,
        said == "never",
        row.get("like", ""),
        (int(example) if example.isdigit() else example,) if example else (),
        row.get("becomes", ""),
        row.get("shown with", ""),
        cells.get(name),
    )


def _value(row: TableRow, kinds: Mapping[str, Any], forms: Mapping[str, Form], why_not: Mapping[str, Any]) -> Any:
    """What the column “value” says: ``1 to 10``, ``1 to 10 of …``, ``one …`` or ``by name …`` of a form, or a kind."""
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


# What is shown --------------------------------------------------------------------------------------------------------


def dash(value: Any, behind: str = "") -> str:
    """The value, or "-" for None."""
    return "-" if value is None else f"{value:g}{behind}" if isinstance(value, float) else f"{value}{behind}"


def profile_table(
    title: str,
    first: tuple[str, ...],
    fields: Iterable[Field],
    last: str,
    rows: Iterable[tuple[tuple[str, ...], Any, str]],
) -> CardTable:
    """A table of profiles, without columns in which nobody has anything.

    ``rows``: what stands ``first``, the profile of which the fields are shown, what stands under the heading ``last``.
    """
    columns = tuple(fields)
    heads = (*first, *(field.name for field in columns), last)
    cells = ((*before, *(field.of(profile) for field in columns), after) for before, profile, after in rows)
    return without_empty(CardTable(title, heads, tuple(cells)))


def became(fields: Iterable[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """What a profile is made with, of values by their printed names: those that are there and become something."""
    return {field.becomes: values[field.name] for field in fields if field.becomes and field.name in values}


# Saves as the books of several editions print them alike, and what a list writes of them.

NEVER = 7  # what no die shows
_SAVE = re.compile(r"([2-7])\+{0,2}", re.ASCII)


def save_of(text: str) -> int:
    """The number before the plus, 2 to 6; 0 for none ("-" or 7). :raises ValueError: no save."""
    if text.casefold() in NONE:
        return 0
    if not (found := _SAVE.fullmatch(text)):
        raise ValueError(f'{shown(text)} is no save; write 2+ to 6+, or "-" for none')
    return int(found[1]) % NEVER


def armour_of(text: str) -> int:
    """The number before the plus, 2 to 7; 0 for none. A 7+ is one that no die shows by itself, but cover may improve.

    :raises ValueError: no save.
    """
    return save_of(text) or (NEVER if _SAVE.fullmatch(text) else 0)


def saves_of(text: str, armour_save: Callable[[str], int] = save_of) -> tuple[int, int | None]:
    """Armour and, where it is written behind a stroke, invulnerable save: ``2+/5++`` is (2, 5), ``3+`` is (3, None).

    ``armour_save``: how an edition reads the first of them.

    :raises ValueError: no saves.
    """
    armour, stroke, invulnerable = text.partition("/")
    if stroke and not invulnerable.strip().rstrip("+"):
        raise ValueError(f"{shown(text)} is no pair of saves; write 3+ or 3+/5++")
    return armour_save(armour.strip()), save_of(invulnerable.strip()) if stroke else None


def two_invulnerable_saves(saves: tuple[int, int | None] | None, beside: int | None) -> str | None:
    """Why these of Sv and Inv cannot both stand; None if they can."""
    if saves and saves[1] is not None and beside is not None:
        return "the invulnerable save stands twice, behind Sv and as Inv; keep one"
    return None


SAVE = kind(save_of, 'write 2+ to 6+, or "-" for none')
SAVES = kind(saves_of, 'write 3+, 3+/5++ with an invulnerable save, or "-" for none')
