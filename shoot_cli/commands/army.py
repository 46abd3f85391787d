"""``shoot army``: check lists, show them as they were understood, and print the schema that editors use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoot_cli.commands.importing_lists import import_lists
from shoot_cli.commands.new_list import new_list
from shoot_cli.core.plurals import counted
from shoot_cli.core.visible import visible
from shoot_cli.ui.console import USAGE, WRONG, console, fail, in_lines, is_plain, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.armies import Card, CardTable, Explained, Loaded
    from shoot_cli.armies.remembered import RememberedLists

app = typer.Typer(name="army", help="Check, show and import army lists.", no_args_is_help=True)

NARROW = 60  # columns below which tables are written as lines
LIST_HELP = "A file, or the name of a shipped list."

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Plain = Annotated[bool, typer.Option("--plain", callback=is_plain, help="No colour, no boxes, narrow.")]


@app.command("check")
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help=LIST_HELP)],
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Check lists: everything that is wrong with them, by line and column, and what would do instead."""
    from shoot_cli.armies import ListError

    results: list[dict[str, Any]] = []
    wrong: list[str] = []
    for file in files:
        try:
            loaded = _load(file)
        except ListError as error:
            wrong.append(str(error))
            results.append({"file": file, "fine": False, "problems": _problems(error)})
            continue
        if loaded.imported:
            _tell(loaded)
        results.append({"file": file, "fine": True, **_summary(loaded)})
        if not json:
            units, models = results[-1]["units"], results[-1]["models"]
            only = ": targets, no army" if results[-1].get("only_targets") else ""
            print(visible(f"{file}: fine, {counted(units, 'unit')}, {counted(models, 'model')}{only}"))
            for one in results[-1].get("joined", ()):
                print(visible(f"  one unit: {one}"))
            for line in _abilities_in_words(_explained(loaded.army), console(plain).width):
                print(line)
            for note in results[-1]["notes"]:
                print(visible(f"  note: {note}"))
    if json:
        print_json({"files": results})
    if wrong:
        problems = [problem for result in results for problem in result.get("problems", ())]
        fail("\n".join(wrong), WRONG, json, problems=problems)


@app.command("show")
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help=LIST_HELP)],
    unit: Annotated[str | None, typer.Argument(metavar="UNIT", help="Only this unit; any part of its name.")] = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Show a list as it was understood: models, characteristics, weapons."""
    from shoot_cli.armies import ListError, find_unit
    from shoot_cli.storage.home import remembered

    try:
        loaded = _load(file, remembered())
        army = loaded.army
        chosen = find_unit(army, unit).name if unit else None
    except ListError as error:
        fail(str(error), WRONG, json, problems=_problems(error))
    if loaded.imported:
        _tell(loaded)
    shown = _cards_of(army.ruleset)
    if json:
        print_json(
            {**_plain_data(army), "notes": list(shown.notes(army))}
            if chosen is None
            else _plain_data(find_unit(army, chosen))
        )
        return
    screen = console(plain)
    cards: tuple[Card, ...] = shown.card(army)
    if chosen is None:
        points = sum(one.points or 0 for one in army.units)
        screen.print(visible(f"{army.name} ({army.ruleset}): {counted(len(army.units), 'unit')}"), style="bold")
        if points and all(one.points is not None for one in army.units):
            screen.print(f"{points} points")
    for card in cards:
        if chosen is None or chosen in (card.of or (card.name,)):
            if chosen is None:
                screen.print()
            _print_card(screen, card, plain)


app.command("import")(import_lists)
app.command("new")(new_list)


@app.command("schema")
def schema(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Such as 7e.")],
    json: AsJson = False,
) -> None:
    """Print the JSON Schema of a ruleset's lists, for editors that check while you type."""
    from shoot_cli.armies.problems import did_you_mean
    from shoot_cli.rules import RULESETS, edition

    found = edition(ruleset)
    if found is None:
        names = [name for one in RULESETS for name in (one.name, one.short)]
        fail(f"There is no ruleset “{ruleset}”; {did_you_mean(ruleset, names)}", USAGE, json)
    print_json(found.lists().json_schema(), indent=2)


def _load(file: str, memory: RememberedLists | None = None) -> Loaded:
    """The list in a file, or a shipped one; `check` reads it whatever is remembered.

    :raises ListError: it is not there, or wrong
    """
    from pathlib import Path

    from shoot_cli.armies import find_list
    from shoot_cli.imports.list_files import load

    # A path that is there but no list (a folder, an unreadable file) is told as such, not as a missing name.
    return load(Path(file) if os.path.exists(file) else find_list(file), memory)


def _tell(loaded: Loaded) -> None:
    """What became of a list of another program, in short, with what was left out."""
    from shoot_cli.commands.imported import say

    say(loaded.imported)


def _cards_of(ruleset: str) -> Any:
    from shoot_cli.rules import edition

    found = edition(ruleset)
    assert found is not None  # the list was read by it
    return found.cards()


def _summary(loaded: Loaded) -> dict[str, Any]:
    from shoot_cli.armies import is_no_army

    army, shown = loaded.army, _cards_of(loaded.army.ruleset)
    joined = [f"{card.name}, {card.about}" for card in shown.card(army) if card.of]
    return {
        "ruleset": army.ruleset,
        "name": army.name,
        "units": len(army.units),
        "models": sum(count for unit in army.units for _, count in unit.models),
        **({"only_targets": True} if is_no_army(army) else {}),
        **({"joined": joined} if joined else {}),
        **({"abilities": [_plain_data(one) for one in _explained(army)]} if hasattr(shown, "explained") else {}),
        "notes": list(shown.notes(army)),
    }


def _explained(army: Any) -> tuple[Explained, ...]:
    """What each ability of a list was understood as; () if its edition has none to explain."""
    shown = _cards_of(army.ruleset)
    return shown.explained(army) if hasattr(shown, "explained") else ()


def _abilities_in_words(found: tuple[Explained, ...], width: int) -> Iterator[str]:
    """A line for each that is more than a name, with its units where the same words do different things."""

    def wrap(text: str) -> list[str]:
        return in_lines(text, width, "  ", "    ", at_hyphens=False)

    told = [one for one in found if one.does]
    if known := len({one.text for one in found if not one.does}):
        yield from wrap(
            "1 ability does what its name says" if known == 1 else f"{known} abilities do what their names say"
        )
    for one in told:
        apart = sum(other.text == one.text for other in told) > 1
        words = f"{one.words} ({', '.join(one.units)})" if apart else one.words
        yield from wrap(visible(words))


def _problems(error: Exception) -> list[dict[str, Any]]:
    """What is wrong as data; a list that is not there has one problem without a place."""
    from shoot_cli.armies import ArmyErrors

    if not isinstance(error, ArmyErrors):
        return [{"file": None, "line": None, "column": None, "text": str(error)}]
    return [
        {"file": problem.file, "line": problem.line or None, "column": problem.column or None, "text": problem.text}
        for problem in error.problems
    ]


def _plain_data(value: Any) -> Any:
    """Records as mappings of their fields; a range without end as "unlimited"."""
    from shoot_cli.core.record import Record

    if isinstance(value, Record):
        return {field: _plain_data(getattr(value, field)) for field in value.fields}
    if isinstance(value, tuple):
        return [_plain_data(part) for part in value]
    return "unlimited" if value == inf else value


def _print_card(screen: Console, card: Card, plain: bool) -> None:
    screen.print(visible(card.name), style="bold", markup=False)
    screen.print(visible(card.about))
    for table in card.tables:
        if screen.width < NARROW:
            for line in _lines(table, screen.width):
                screen.print(line)
        else:
            screen.print(_rich_table(table, plain))
    for words in card.words:
        screen.print(visible(words))


def _rich_table(table: CardTable, plain: bool) -> Any:
    """Columns of numbers keep their width; names and rules are what wraps."""
    from shoot_cli.ui.tables import as_is, grid

    shown = grid(*((head, "left") for head in table.heads), plain=plain)
    for place, column in enumerate(shown.columns):
        column.no_wrap = max((len(row[place]) for row in table.rows), default=0) <= 4
    for row in table.rows:
        shown.add_row(*map(as_is, row))
    return shown


def _lines(table: CardTable, width: int) -> Iterator[str]:
    """Each row as a few lines: its name, then every value with its heading."""
    counted = table.heads[0] == "n"
    for row in table.rows:
        name = visible(f"{row[0]} x {row[1]}" if counted else row[0])
        yield from in_lines(f"- {name}", width, "", "  ")
        values = list(zip(table.heads, row, strict=True))[2 if counted else 1 :]
        short = [f"{head} {value}" for head, value in values if value and len(head) + len(value) < 18]
        long = [f"{head}: {value}" for head, value in values if len(head) + len(value) >= 18]
        for line in (", ".join(short), *long):
            yield from in_lines(visible(line), width, "  ", "  ")
