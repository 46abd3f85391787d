"""``shoot army import``: a file that players have becomes a list of ours, and a report says what became of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import normalize

import typer

from shoot_cli.commands.options import output_option
from shoot_cli.commands.writing import check_place, write_file
from shoot_cli.core.visible import visible
from shoot_cli.ui.console import USAGE, WRONG, console, fail, is_plain, print_json

if TYPE_CHECKING:
    from shoot_cli.imports.taking import ImportedList, Options

MOST = 8 * 1024 * 1024  # bytes of a file (section 9); one more is read, to know that it is too long
STANDARD_INPUT = "-"


def import_lists(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="A roster, or a text (- for standard input).")],
    output: Annotated[
        Path | None,
        output_option("The list is written here (a folder, for several).", "OUT.yaml"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a list that is there.")] = False,
    data: Annotated[
        list[Path] | None,
        typer.Option(
            "--data", metavar="PATH", help="Where values are that the file lacks: roster, list, BSData; may repeat."
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
    json: Annotated[bool, typer.Option("--json", help="The list as JSON, with the report.")] = False,
    plain: Annotated[bool, typer.Option("--plain", callback=is_plain, help="No colour, no boxes, narrow.")] = False,
) -> None:
    """Take a list of another program: New Recruit, BattleScribe, ListForge, or the pasted text of an app."""
    from shoot_cli.armies.problems import ListError
    from shoot_cli.imports.in_memory import taken_from, today
    from shoot_cli.imports.making import WithoutValues
    from shoot_cli.storage.home import remembered

    if len(files) > 1 and not json and (output is None or not os.path.isdir(output)):
        fail("several files need a folder: -o FOLDER, which must be there", USAGE, json)
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
            taken, text = today(*taken_from(bytes_of(file), name_of(file), options, memory))
        except WithoutValues as error:
            if json:
                print_json(error.document)
            else:
                show_units(error.document, screen)
            fail(f"{name_of(file)}: {error}", WRONG, json)
        except ListError as error:
            fail(str(error), WRONG, json)
        documents.append(taken.document | {"report": taken.report.data()})
        told = changes(path, taken) if path and force else ()
        if path or not json:
            put(text, path, force, json, inputs)
        show_report(taken, told, screen)
        if path:
            screen.print(f"Written: {visible(str(path))}")
        lost = lost or bool(taken.report.left_out)
    if json:
        print_json(documents[0] if len(documents) == 1 else documents)
    if strict and lost:
        raise typer.Exit(WRONG)


def options_of(data: list[Path] | None, as_: str | None, attach: list[str] | None, new: bool, json: bool) -> Options:
    """What was said on the command line. Says so and leaves if it is nonsense."""
    from shoot_cli.armies.finding import edition_name
    from shoot_cli.core.signals import InputError
    from shoot_cli.imports.taking import Options

    pairs = []
    for said in attach or ():
        leader, equals, unit = said.partition("=")
        if not (equals and leader.strip() and unit.strip()):
            fail(f'--attach {said}: write LEADER=UNIT, as in --attach "Captain=Intercessor Squad"', USAGE, json)
        pairs.append((leader.strip(), unit.strip()))
    try:
        edition = edition_name(as_) or ""
    except InputError as error:
        fail(f"--as: {error}", USAGE, json)
    return Options(tuple(map(data_at, data or ())), edition, tuple(pairs), new)


def data_at(path: Path) -> str:
    """The path, or that of a shipped list of this name."""
    from shoot_cli.armies.finding import find_list
    from shoot_cli.armies.problems import NotFound

    if not os.path.exists(os.path.expanduser(path)):
        try:
            return str(find_list(str(path)))
        except NotFound:
            pass  # it is told when it is to be read
    return str(path)


def bytes_of(file: str) -> bytes:
    """The file, or what is pasted. :raises ListError: it cannot be read"""
    from shoot_cli.imports.refused import Refused

    try:
        if file == STANDARD_INPUT:
            if sys.stdin.isatty():
                print("Paste the list, then press Enter and Ctrl-D.", file=sys.stderr)
            return sys.stdin.buffer.read(MOST + 1)
        path = Path(file).expanduser()
        if path.is_dir():
            raise Refused(f"{file} is a folder; name one list in it")
        with path.open("rb") as opened:
            return opened.read(MOST + 1)
    except FileNotFoundError:
        raise Refused(f"{file}: there is no such file") from None
    except PermissionError:
        raise Refused(f"{file}: you may not read this file") from None
    except (OSError, ValueError, RuntimeError) as error:  # the last: a user that is not there
        raise Refused(f"{file}: cannot be read ({getattr(error, 'strerror', None) or error})") from None


def name_of(file: str) -> str:
    """What the report calls it."""
    return "standard input" if file == STANDARD_INPUT else Path(file).name


def targets(output: Path | None, files: list[str], json: bool) -> list[Path | None]:
    """Where each of the lists is written; None: to standard output. Says so and leaves if two would be one file."""
    paths = [target(output, file) for file in files]
    first: dict[str, int] = {}
    for place, path in enumerate(paths):
        if path is None:
            continue
        # Names that differ in case alone, or in how a letter is put together, are one file on many systems.
        other = first.setdefault(normalize("NFC", os.path.realpath(path)).casefold(), place)
        if other != place:
            both = f"{files[other]} and {files[place]} would both be written to {path}"
            fail(f"{both}; import them one by one, each with -o and a name of its own", USAGE, json)
    return paths


def target(output: Path | None, file: str) -> Path | None:
    """Where the list is written; None: to standard output."""
    if output is None or not os.path.isdir(output):
        return output
    return output / f"{Path(name_of(file)).stem}.yaml"


def put(text: str, path: Path | None, force: bool, json: bool, inputs: Iterable[str | Path]) -> None:
    """To standard output, or into a file as `write_file` writes it (IMP-1)."""
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_file(path, text, force=force, json=json, inputs=inputs)


def changes(path: Path, taken: ImportedList) -> tuple[str, ...]:
    """What is different from the list that is written over, if that was imported from another version of the file."""
    from shoot_cli.imports.changed import day_of, since

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ()
    before = day_of(text)
    same_file = text.startswith(f"# imported from {taken.report.file} (")
    if before is None or before[1] == taken.report.sha256 or not same_file:
        return ()
    told = since(text, taken) or ("nothing that the list says",)
    return (f"Changed since {before[0]}, when this list was imported from another version of the file:", *told)


def show_units(document: dict[str, Any], screen: Any) -> None:
    """What a text without values says (IMP-63)."""
    from shoot_cli.core.plurals import counted

    for unit in document["units"]:
        models = sum(model["count"] for model in unit["models"])
        points = "" if unit["points"] is None else f", {unit['points']:g} points"
        screen.print(visible(f"  {unit['name']}: {counted(models, 'model')}{points}"))


def show_report(taken: ImportedList, told: tuple[str, ...], screen: Any) -> None:
    """The report, and what is different from before."""
    from shoot_cli.ui.import_report import changed_lines, report_lines

    for line in (*changed_lines(told, screen.width), *report_lines(taken.report, screen.width)):
        screen.print(line)
