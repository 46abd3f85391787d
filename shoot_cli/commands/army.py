"""The commands `shoot army check, show, schema, stratagems, import, new`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import normalize

import typer

from shoot_cli.armies.cache import FORGET
from shoot_cli.cli import completion
from shoot_cli.cli.options import keep as keep_places
from shoot_cli.cli.options import output_option, remember
from shoot_cli.cli.output import check_place, write_file
from shoot_cli.engine.names import counted, visible
from shoot_cli.ui.console import USAGE, WRONG, console, fail, in_lines, is_plain, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from shoot_cli.armies import Card, CardTable, Explained, Loaded
    from shoot_cli.armies.cache import RememberedLists
    from shoot_cli.importing.report import ImportedList, Options
    from shoot_cli.rules import Edition


# `shoot army import`: the list of another program becomes a list of ours, and a report says what was imported.

STANDARD_INPUT = "-"
VERBOSE_HELP = "The whole report, with a line for each unit."


def import_lists(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="A roster, or a text (- for standard input).")],
    output: Annotated[
        Path | None, output_option("The list is written here (a folder, for several).", "OUT.yaml")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a list that is there.")] = False,
    data: Annotated[
        list[Path] | None,
        typer.Option(
            "--data",
            metavar="PATH",
            help="Where values are that the file lacks: BSData, roster, list. Remembered; none forgets.",
        ),
    ] = None,
    as_: Annotated[
        str | None, typer.Option("--as", metavar="RULESET", help="The edition, where the file does not tell.")
    ] = None,
    attach: Annotated[
        list[str] | None, typer.Option("--attach", metavar="LEADER=UNIT", help="Who leads whom; may repeat.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="A text without values becomes a list to be filled in.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 if anything that shoots was left out.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help=VERBOSE_HELP)] = False,
    json: Annotated[bool, typer.Option("--json", help="The list as JSON, with the report.")] = False,
    plain: Annotated[bool, typer.Option("--plain", callback=is_plain, help="No colour, no boxes, narrow.")] = False,
) -> None:
    """Take a list of another program: New Recruit, BattleScribe, ListForge, or the pasted text of an app."""
    from shoot_cli.armies.tree import ListError
    from shoot_cli.importing.list_files import taken_from
    from shoot_cli.importing.roster import WithoutValues
    from shoot_cli.importing.written_list import dated, yaml_of
    from shoot_cli.storage.home import remembered

    if len(files) > 1 and not json and (output is None or not os.path.isdir(output)):
        fail("several files need a folder: -o FOLDER, which must be there", USAGE, json)
    if data and FORGET in map(str, data):
        remember([str(place) for place in data], json)
        data = None
    options = options_of(data, as_, attach, new, json)
    inputs, paths = [*files, *(data or ())], targets(output, files, json)
    for path in paths:
        if path is not None:
            check_place(path, force=force, json=json, inputs=inputs)
    screen = console(plain, stderr=True)
    documents: list[dict[str, Any]] = []
    lost, memory = False, remembered()
    for file, path in zip(files, paths, strict=True):
        try:
            taken = dated(taken_from(bytes_of(file), name_of(file), options, memory))
        except WithoutValues as error:
            if json:
                print_json(error.document)
            else:
                show_units(error.document, screen)
            fail(f"{name_of(file)}: {error}", WRONG, json)
        except ListError as error:
            fail(str(error), WRONG, json)
        documents.append(taken.document | {"report": taken.report.data()})
        differences = changes(path, taken) if path and force else ()
        if path or not json:
            put(yaml_of(taken), path, force, json, inputs)
        show_report(taken, differences, screen, verbose)
        if path:
            screen.print(f"Written: {visible(str(path))}")
        lost = lost or bool(taken.report.left_out)
    if options.data:
        keep_places(options.data)
    if json:
        print_json(documents[0] if len(documents) == 1 else documents)
    if strict and lost:
        raise typer.Exit(WRONG)


def options_of(data: list[Path] | None, as_: str | None, attach: list[str] | None, new: bool, json: bool) -> Options:
    """Return the options of the command line. Exit with a sentence if they are wrong."""
    from shoot_cli.armies.loading import edition_name
    from shoot_cli.engine.reasons import InputError
    from shoot_cli.importing.report import Options

    attached = pairs("--attach", 'LEADER=UNIT, as in --attach "Captain=Intercessor Squad"', attach, json)
    try:
        edition = edition_name(as_) or ""
    except InputError as error:
        fail(f"--as: {error}", USAGE, json)
    return Options(tuple(map(data_at, data or ())), edition, tuple(attached), new)


def data_at(path: Path) -> str:
    """Return the path, or the path of the sample list with this name."""
    from shoot_cli.armies.loading import find_list
    from shoot_cli.armies.tree import NotFound

    if not os.path.exists(os.path.expanduser(path)):
        try:
            return str(find_list(str(path)))
        except NotFound:
            pass  # reading it reports the error later
    return str(path)


def bytes_of(file: str) -> bytes:
    """Return the content of a file or of standard input. :raises ListError: if it cannot be read"""
    from shoot_cli.armies.loading import MOST_FOREIGN_BYTES
    from shoot_cli.importing.roster import Refused

    try:
        if file == STANDARD_INPUT:
            if sys.stdin.isatty():
                print("Paste the list, then press Enter and Ctrl-D.", file=sys.stderr)
            return sys.stdin.buffer.read(MOST_FOREIGN_BYTES + 1)
        path = Path(file).expanduser()
        if path.is_dir():
            raise Refused(f"{file} is a folder; name one list in it")
        with path.open("rb") as opened:
            return opened.read(MOST_FOREIGN_BYTES + 1)
    except FileNotFoundError:
        raise Refused(f"{file}: there is no such file") from None
    except PermissionError:
        raise Refused(f"{file}: you may not read this file") from None
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: an unknown user after `~`
        raise Refused(f"{file}: cannot be read ({getattr(error, 'strerror', None) or error})") from None


def name_of(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else Path(file).name


def targets(output: Path | None, files: list[str], json: bool) -> list[Path | None]:
    """Return the output path of each list, or None for standard output. Exit if two lists have the same path."""
    paths = [target(output, file) for file in files]
    first: dict[str, int] = {}
    for index, path in enumerate(paths):
        if path is None:
            continue
        # On many systems, names that differ in case or in Unicode form are the same file.
        other = first.setdefault(normalize("NFC", os.path.realpath(path)).casefold(), index)
        if other != index:
            both = f"{files[other]} and {files[index]} would both be written to {path}"
            fail(f"{both}; import them one by one, each with -o and a name of its own", USAGE, json)
    return paths


def target(output: Path | None, file: str) -> Path | None:
    """Return the output path of a list, or None for standard output."""
    if output is None or not os.path.isdir(output):
        return output
    return output / f"{Path(name_of(file)).stem}.yaml"


def put(text: str, path: Path | None, force: bool, json: bool, inputs: Iterable[str | Path]) -> None:
    """Write to standard output, or to a file as `write_file` does (IMP-1)."""
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_file(path, text, force=force, json=json, inputs=inputs)


def changes(path: Path, taken: ImportedList) -> tuple[str, ...]:
    """Return the differences from the list that is overwritten, if that came from another version of the same file."""
    from shoot_cli.importing.written_list import changes_since, day_of

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ()
    before = day_of(text)
    same_file = text.startswith(f"# imported from {taken.report.file} (")
    if before is None or before[1] == taken.report.sha256 or not same_file:
        return ()
    differences = changes_since(text, taken) or ("nothing that the list says",)
    return (f"Changed since {before[0]}, when this list was imported from another version of the file:", *differences)


def show_units(document: dict[str, Any], screen: Any) -> None:
    """Print the units of a text without values (IMP-63)."""

    for unit in document["units"]:
        models = sum(model["count"] for model in unit["models"])
        points = "" if unit["points"] is None else f", {unit['points']:g} points"
        screen.print(visible(f"  {unit['name']}: {counted(models, 'model')}{points}"))


def show_report(taken: ImportedList, differences: tuple[str, ...], screen: Any, verbose: bool) -> None:
    """Print the differences from before, then the report; all of it, with each unit, if `verbose`."""
    from shoot_cli.ui.import_report import changed_lines, report_lines

    report = report_lines(taken.report, screen.width, verbose, taken.document["units"])
    for line in (*changed_lines(differences, screen.width), *report):
        screen.print(line)


# `shoot army new`: a list of units by name, with the values of an installed package of datasheets.


ARMY_HINT = "rules and stratagems of the army may stand under army:, as docs/army-lists.md has them"


def new_list(
    ruleset: Annotated[
        str, typer.Argument(metavar="RULESET", help="The edition, such as 11e.", autocompletion=completion.rulesets)
    ],
    units: Annotated[
        list[str], typer.Argument(metavar="UNIT...", help='A unit by name; "Boyz*20": with so many models.')
    ],
    output: Annotated[Path | None, output_option("The list is written here.", "OUT.yaml")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a list that is there.")] = False,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="UNIT=WEAPON", help='Other weapons: "Boyz=2x big shoota"; may repeat.'),
    ] = None,
    attach: Annotated[
        list[str] | None, typer.Option("--attach", metavar="LEADER=UNIT", help="Who leads whom; may repeat.")
    ] = None,
    faction: Annotated[
        str, typer.Option("--faction", metavar="NAME", help="Whose units, where several have one of a name.")
    ] = "",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What the list is called.")] = "",
    abilities: Annotated[
        bool, typer.Option("--abilities", help="Play abilities as the data has them, which may lack conditions.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help=VERBOSE_HELP)] = False,
    json: Annotated[bool, typer.Option("--json", help="The list as JSON, with the report.")] = False,
    plain: Annotated[bool, typer.Option("--plain", callback=is_plain, help="No colour, no boxes, narrow.")] = False,
) -> None:
    """Write a list of these units with the values of their datasheets, from a package that you install."""
    from shoot_cli.armies.tree import ListError
    from shoot_cli.importing.importer import made_of, published
    from shoot_cli.importing.report import Options
    from shoot_cli.importing.written_list import yaml_of

    edition = edition_of(ruleset, json)
    package = published(edition)
    if package is None:
        others = ", ".join(other.short for other in with_package())
        more = f" (there is one for {others})" if others else ""
        words = f"there is no source of datasheets of {edition.title} that shoot can read{more}"
        fail(f"{words}; a shipped list is a beginning: copy one of armies/{edition.name}", WRONG, json)
    if not package.installed():
        fail(f"datasheets of {edition.title} are not installed; this does it: {package.remedy}", WRONG, json)
    if output is not None:
        check_place(output, force=force, json=json, inputs=())
    carried, attached = pairs("--with", "UNIT=WEAPON", with_, json), pairs("--attach", "LEADER=UNIT", attach, json)
    try:
        source = package.source(abilities)
        text = package.ordered(source, units, carried, faction, name)
        taken = made_of(text, edition, source, Options(attach=tuple(attached)), same_command(edition, units))
    except ListError as error:
        fail(str(error), WRONG, json)
    if "army" in edition.lists().Lists.LIST.names:
        taken = taken.but(header=(*taken.header, ARMY_HINT))
    if json:
        print_json(taken.document | {"report": taken.report.data()})
    if output is not None or not json:
        put(yaml_of(taken), output, force, json, ())
    screen = console(plain, stderr=True)
    show_report(taken, (), screen, verbose)
    if output is not None:
        screen.print(f"Written: {visible(str(output))}")


def edition_of(ruleset: str, json: bool) -> Edition:
    from shoot_cli.armies.tree import did_you_mean
    from shoot_cli.rules import RULESETS, edition

    game = edition(ruleset)
    if game is None:
        names = [name for other in RULESETS for name in (other.name, other.short)]
        fail(f"There is no ruleset “{ruleset}”; {did_you_mean(ruleset, names)}", USAGE, json)
    return game


def with_package() -> list[Any]:
    """Return the editions that have a package of datasheets."""
    from shoot_cli.importing.importer import published
    from shoot_cli.rules import RULESETS

    return [ruleset for ruleset in RULESETS if published(ruleset) is not None]


def pairs(option: str, form: str, texts: list[str] | None, json: bool) -> list[tuple[str, str]]:
    """Return both sides of each text of an option. `form` says how to write it; exit with it if one is wrong."""
    result = []
    for text in texts or ():
        left, equals, right = text.partition("=")
        if not (equals and left.strip() and right.strip()):
            fail(f"{option} {text}: write {form}", USAGE, json)
        result.append((left.strip(), right.strip()))
    return result


def same_command(edition: Edition, units: list[str]) -> str:
    """Return the command line that gives the same list."""
    from shlex import quote

    return f"shoot army new {edition.short} {' '.join(map(quote, units))}"


# `shoot army check, show, schema, stratagems`.

app = typer.Typer(name="army", help="Check, show and import army lists.", no_args_is_help=True)

NARROW = 60  # on narrower screens, tables are written as lines
LIST_HELP = "A file, or the name of a shipped list."

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Plain = Annotated[bool, typer.Option("--plain", callback=is_plain, help="No colour, no boxes, narrow.")]


@app.command("check")
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help=LIST_HELP, autocompletion=completion.lists)],
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
            _print_import(loaded)
        results.append({"file": file, "fine": True, **_summary(loaded)})
        if not json:
            units, models = results[-1]["units"], results[-1]["models"]
            only = ": targets, no army" if results[-1].get("only_targets") else ""
            doubts = sum("did you mean" in note for note in results[-1]["notes"])
            fine = f"fine but for {counted(doubts, 'word')} that may be misspelt (below)" if doubts else "fine"
            print(visible(f"{file}: {fine}, {counted(units, 'unit')}, {counted(models, 'model')}{only}"))
            for joined in results[-1].get("joined", ()):
                print(visible(f"  one unit: {joined}"))
            for line in _abilities_in_words(_meanings(loaded.army), console(plain).width):
                print(line)
            for line in _block_in_words(loaded.army, console(plain).width):
                print(line)
            for line in _switches_in_words(loaded.army, console(plain).width):
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
    file: Annotated[str, typer.Argument(metavar="FILE", help=LIST_HELP, autocompletion=completion.lists)],
    unit: Annotated[str | None, typer.Argument(metavar="UNIT", help="Only this unit; any part of its name.")] = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Show a list as it was understood: models, characteristics, weapons."""
    from shoot_cli.armies import ListError
    from shoot_cli.importing.list_files import unit_named
    from shoot_cli.storage.home import remembered

    try:
        loaded = _load(file, remembered())
        army = loaded.army
        chosen = unit_named(army, unit) if unit else None
    except ListError as error:
        fail(str(error), WRONG, json, problems=_problems(error))
    if loaded.imported:
        _print_import(loaded)
    shown = _cards_of(army.ruleset)
    if json:
        print_json({**_plain_data(army), "notes": list(shown.notes(army))} if chosen is None else _plain_data(chosen))
        return
    screen = console(plain)
    cards: tuple[Card, ...] = shown.card(army)
    if chosen is None:
        points = sum(squad.points or 0 for squad in army.units)
        screen.print(visible(f"{army.name} ({army.ruleset}): {counted(len(army.units), 'unit')}"), style="bold")
        if points and all(squad.points is not None for squad in army.units):
            screen.print(f"{points} points")
        for line in _block_in_words(army, screen.width, ""):
            screen.print(line, markup=False, highlight=False)
    for card in cards:
        if chosen is None or chosen.name in (card.from_units or (card.name,)):
            if chosen is None:
                screen.print()
            _print_card(screen, card, plain)


app.command("import")(import_lists)
app.command("new")(new_list)


@app.command("schema")
def schema(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Such as 7e.", autocompletion=completion.rulesets)],
    json: AsJson = False,
) -> None:
    """Print the JSON Schema of a ruleset's lists, for editors that check while you type."""
    print_json(edition_of(ruleset, json).lists().json_schema(), indent=2)


@app.command("stratagems")
def stratagems(
    file: Annotated[str, typer.Argument(metavar="LIST", help=LIST_HELP, autocompletion=completion.lists)],
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Write the stratagems of a list's detachments as YAML to paste: names and costs, effects to be checked."""
    from shoot_cli.armies import ListError
    from shoot_cli.importing.importer import proposals_for

    try:
        proposals = proposals_for(_load(file).army)
    except ListError as error:
        fail(str(error), WRONG, json, problems=_problems(error))
    if json:
        print_json(proposals.data())
    else:
        print("\n".join(map(visible, proposals.lines)))


def _load(file: str, memory: RememberedLists | None = None) -> Loaded:
    """Return a list from a file or a sample list. Without `memory`, as in `check`, a list of ours is always parsed.

    :raises ListError: if it is missing or wrong
    """
    from pathlib import Path

    from shoot_cli.armies import find_list
    from shoot_cli.armies.loading import bytes_of, is_foreign
    from shoot_cli.importing.list_files import load
    from shoot_cli.storage.home import remembered

    # An existing path that is no list (a folder, an unreadable file) must not be reported as a missing name.
    path = Path(file) if os.path.exists(file) else find_list(file)
    if memory is None and is_foreign(bytes_of(path)):
        memory = remembered()  # which knows where the values are
    return load(path, memory)


def _print_import(loaded: Loaded) -> None:
    """Print a short report about an imported list."""
    from shoot_cli.cli.units import say

    say(loaded.imported)


def _cards_of(ruleset: str) -> Any:
    from shoot_cli.rules import edition

    game = edition(ruleset)
    assert game is not None  # the list was read with this edition
    return game.unit_text()


def _summary(loaded: Loaded) -> dict[str, Any]:
    from shoot_cli.armies import is_no_army

    army, shown = loaded.army, _cards_of(loaded.army.ruleset)
    joined = [f"{card.name}, {card.about}" for card in shown.card(army) if card.from_units]
    return {
        "ruleset": army.ruleset,
        "name": army.name,
        "units": len(army.units),
        "models": sum(count for unit in army.units for _, count in unit.models),
        **({"only_targets": True} if is_no_army(army) else {}),
        **({"joined": joined} if joined else {}),
        **({"abilities": [_plain_data(item) for item in _meanings(army)]} if hasattr(shown, "explained") else {}),
        **({"army": _block_data(army)} if getattr(army, "block", None) else {}),
        **({"switches": switches} if (switches := [_plain_data(item) for item in _switches(army)]) else {}),
        "notes": list(shown.notes(army)),
    }


def _switches(army: Any) -> tuple[Any, ...]:
    """Return what each switch of the army's units does, or () if its edition has none."""
    shown = _cards_of(army.ruleset)
    return tuple(shown.switches(army)) if hasattr(shown, "switches") else ()


def _switches_in_words(army: Any, width: int) -> Iterator[str]:
    """Yield lines about the switches of the army's units."""
    for switch in _switches(army):
        yield from in_lines(visible(switch.words), width, "  ", "    ", at_hyphens=False)


def _block_in_words(army: Any, width: int, indent: str = "  ") -> Iterator[str]:
    """Yield lines about the `army:` block of a list: its detachment, and what each rule and stratagem does."""
    if (block := getattr(army, "block", None)) is None:
        return
    shown = _cards_of(army.ruleset)
    heading = shown.heading(block)
    for words in (*([f"army: {heading}"] if heading else []), *(entry.words for entry in shown.entries(army))):
        yield from in_lines(visible(words), width, indent, f"{indent}  ", at_hyphens=False)


def _block_data(army: Any) -> dict[str, Any]:
    """Return the `army:` block as data, with what each rule and stratagem does."""
    block = army.block
    entries = [_plain_data(entry) for entry in _cards_of(army.ruleset).entries(army)]
    return {"detachments": [*block.detachments], "command_points": block.command_points, "entries": entries}


def _meanings(army: Any) -> tuple[Explained, ...]:
    """Return the meaning of each ability in a list, or () if its edition explains none."""
    shown = _cards_of(army.ruleset)
    return shown.explained(army) if hasattr(shown, "explained") else ()


def _abilities_in_words(abilities: tuple[Explained, ...], width: int) -> Iterator[str]:
    """Yield a line for each ability that does more than its name says.

    If equal texts have different meanings, their units are named.
    """

    def wrap(text: str) -> list[str]:
        return in_lines(text, width, "  ", "    ", at_hyphens=False)

    telling = [ability for ability in abilities if ability.does]
    if count := len({ability.text for ability in abilities if not ability.does}):
        yield from wrap(
            "1 ability does what its name says" if count == 1 else f"{count} abilities do what their names say"
        )
    for ability in telling:
        apart = sum(other.text == ability.text for other in telling) > 1
        words = f"{ability.words} ({', '.join(ability.units)})" if apart else ability.words
        yield from wrap(visible(words))


def _problems(error: Exception) -> list[dict[str, Any]]:
    """Return the problems as data. A missing list is one problem without a place."""
    from shoot_cli.armies import ArmyErrors

    if not isinstance(error, ArmyErrors):
        return [{"file": None, "line": None, "column": None, "text": str(error)}]
    return [
        {"file": problem.file, "line": problem.line or None, "column": problem.column or None, "text": problem.text}
        for problem in error.problems
    ]


def _plain_data(value: Any) -> Any:
    """Return records as mappings of their fields. An infinite range becomes "unlimited"."""
    from shoot_cli.engine.record import Record

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
            for line in _narrow_lines(table, screen.width):
                screen.print(line)
        else:
            screen.print(_rich_table(table, plain))
    for words in card.words:
        screen.print(visible(words))


def _rich_table(table: CardTable, plain: bool) -> Any:
    """Return a rich table. Columns of numbers keep their width; only names and rules wrap."""
    from shoot_cli.ui.styles import literal
    from shoot_cli.ui.tables import grid

    shown = grid(*((head, "left") for head in table.heads), plain=plain)
    for index, column in enumerate(shown.columns):
        column.no_wrap = max((len(row[index]) for row in table.rows), default=0) <= 4
    for row in table.rows:
        shown.add_row(*map(literal, row))
    return shown


def _narrow_lines(table: CardTable, width: int) -> Iterator[str]:
    """Yield each row as lines: its name, then every value with its heading."""
    counted = table.heads[0] == "n"
    for row in table.rows:
        name = visible(f"{row[0]} x {row[1]}" if counted else row[0])
        yield from in_lines(f"- {name}", width, "", "  ")
        values = list(zip(table.heads, row, strict=True))[2 if counted else 1 :]
        short = [f"{head} {value}" for head, value in values if value and len(head) + len(value) < 18]
        long = [f"{head}: {value}" for head, value in values if len(head) + len(value) >= 18]
        for line in (", ".join(short), *long):
            yield from in_lines(visible(line), width, "  ", "  ")
