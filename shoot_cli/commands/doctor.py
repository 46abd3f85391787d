"""The command `shoot doctor`: what this installation has, and what would not work with it, and why."""

from __future__ import annotations

import os
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from shoot_cli import __version__
from shoot_cli.engine.extras import PROJECT, how_to_install, source
from shoot_cli.engine.names import counted, visible
from shoot_cli.storage.home import ADVICE
from shoot_cli.ui.console import DONE, WRONG, in_lines, is_plain, print_json

if TYPE_CHECKING:
    from shoot_cli.cli.options import Json

NARROWEST = 40  # columns that every screen fits
LOWEST = 24  # rows
LITTLE_ROOM = 50 * 1024 * 1024  # bytes of a disk on which a long battle may not find room
EXTRAS = {  # the package behind each extra, and what there is without it
    "matrix": ("numpy", "thousands of pairs are compared one after the other, more slowly"),
    "datasheets": ("wh40kdc", "no datasheets by name; pasted lists take their values from --data"),
    "phone": ("segno", "the links for phones are shown without a code to scan"),
    "dask": ("dask", "sweeps run on this machine alone"),
}


class Finding(NamedTuple):
    """What would not work, or would look otherwise. `stops` is True if nobody can play or keep a battle with it."""

    words: str
    stops: bool = False


def doctor(
    json: Json = False,
    plain: Annotated[bool, typer.Option("--plain", callback=is_plain, help="As --plain everywhere.")] = False,
) -> None:
    """Say what this installation has, what would not work with it, and why."""
    facts = {
        "shoot": about_program(),
        "packages": about_packages(),
        "terminal": about_terminal(plain),
        "home": about_home(),
        "extras": {name: release(package) for name, (package, _) in EXTRAS.items()},
    }
    findings = [*of_terminal(facts["terminal"]), *of_home(facts["home"]), *of_extras(facts["extras"])]
    is_ill = any(finding.stops for finding in findings)
    if json:
        print_json({**facts, "findings": [finding._asdict() for finding in findings]})
    else:
        width = facts["terminal"]["columns"] or 80
        for line in (*parts_told(facts), *map(finding_told, findings or [Finding("Nothing is amiss.")])):
            print(*in_lines(visible(line), width, rest="  "), sep="\n")
    raise typer.Exit(WRONG if is_ill else DONE)


# What there is --------------------------------------------------------------------------------------------------------


def about_program() -> dict[str, Any]:
    """Return the versions of the program, of Python and of the system, and what the program was installed from."""
    import platform

    return {
        "version": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}".strip(),
        "installed_from": source(),
        "program": str(Path(__file__).parents[1]),
    }


def release(package: str) -> str | None:
    """Return the release of a package that is installed; None if it is not."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def about_packages() -> dict[str, str | None]:
    """Return the release of each package that the program always needs; None for one that is missing."""
    try:
        wanted = [line for line in metadata.requires(PROJECT) or () if "extra ==" not in line]
    except metadata.PackageNotFoundError:  # run from a clone that was never installed
        wanted = []
    names = [line.split(";")[0].split(">")[0].split("<")[0].split("=")[0].strip(" ()") for line in wanted]
    return {name: release(name) for name in names}


def about_terminal(plain: bool) -> dict[str, Any]:
    """Return what the terminal is: its size (None without one), kind, encoding, colours, and whether it is plain."""
    is_one = sys.stdout.isatty()
    columns, rows = os.get_terminal_size(sys.stdout.fileno()) if is_one else (None, None)
    return {
        "input": sys.stdin is not None and sys.stdin.isatty(),
        "output": is_one,
        "columns": columns,
        "rows": rows,
        "kind": os.environ.get("TERM", ""),
        "encoding": (sys.stdout.encoding or "ascii").lower(),
        "colour": is_one and not is_plain(plain) and "NO_COLOR" not in os.environ,
        "plain": is_plain(plain),
    }


def about_home() -> dict[str, Any]:
    """Return where battles are kept, how many there are, and the room on that disk; `error` says what is wrong."""
    from shutil import disk_usage

    from shoot_cli.storage.home import StorageError, cache, given_data, home
    from shoot_cli.storage.store import Store

    facts: dict[str, Any] = {"folder": None, "error": None}
    try:
        folder = home()
        facts |= {"folder": str(folder), "cache": str(cache()), "data": given_data().by_edition()}
        with Store.open() as store:
            battles = store.battles()
        existing = next(path for path in (folder, *folder.parents) if path.exists())
        facts |= {
            "battles": len(battles),
            "unfinished": sum(not battle.finished for battle in battles),
            "writable": os.access(existing, os.W_OK | os.X_OK),
            "free_bytes": disk_usage(existing).free,
        }
    except StorageError as error:
        facts["error"] = str(error)
    return facts


# What would not work --------------------------------------------------------------------------------------------------


def of_terminal(facts: dict[str, Any]) -> list[Finding]:
    """Return what the terminal lacks for a battle, and how what is shown differs."""
    lacking = []
    if not (facts["input"] and facts["output"]):
        lacking.append(Finding("No terminal here: nobody can be asked. play and drill need one; all else works."))
    elif facts["columns"] < NARROWEST or facts["rows"] < LOWEST:
        size = f"{facts['columns']}x{facts['rows']}"
        lacking.append(Finding(f"The window has {size} letters; a battle wants {NARROWEST}x{LOWEST} or more."))
    if "utf" not in facts["encoding"]:
        lacking.append(Finding(f"The encoding is {facts['encoding']}: signs that it lacks are shown as plainer ones."))
    if facts["plain"]:
        lacking.append(Finding("This terminal is plain (TERM=dumb, ACCESSIBLE, --plain): no colour, nothing redrawn."))
    return lacking


def of_home(facts: dict[str, Any]) -> list[Finding]:
    """Return why battles could not be kept."""
    if facts["error"]:
        return [Finding(f"Battles cannot be kept or read: {facts['error']}", stops=True)]
    lacking = []
    if not facts["writable"]:
        words = f"{facts['folder']} cannot be written to: battles can be read, not played. {ADVICE}"
        lacking.append(Finding(words, stops=True))
    if facts["free_bytes"] < LITTLE_ROOM:
        lacking.append(Finding(f"The disk of {facts['folder']} has {facts['free_bytes'] // 1024:,} KiB left."))
    return lacking


def of_extras(extras: dict[str, str | None]) -> list[Finding]:
    """Return what the extras that are not installed would add, and the command that installs each."""
    return [
        Finding(f"Without {name}: {EXTRAS[name][1]}. It comes with: {how_to_install(name)}")
        for name, installed in extras.items()
        if installed is None
    ]


# In words -------------------------------------------------------------------------------------------------------------


def parts_told(facts: dict[str, dict[str, Any]]) -> list[str]:
    """Return one line for each part of what there is."""
    program, terminal, home = facts["shoot"], facts["terminal"], facts["home"]
    size = f"{terminal['columns']}x{terminal['rows']}" if terminal["output"] else "none"
    parts = [size, terminal["kind"], terminal["encoding"], "colour" if terminal["colour"] else "no colour"]
    versions = f"shoot {program['version']}, Python {program['python']}, {program['system']}"
    lines = [
        f"{versions}; from {program['installed_from']}",
        "packages: " + ", ".join(f"{name} {number or 'missing'}" for name, number in facts["packages"].items()),
        "terminal: " + ", ".join(filter(None, parts)),
    ]
    if home["error"] is None:
        battles = counted(home["battles"], "battle")
        lines.append(f"home: {home['folder']}: {battles}, {home['unfinished']} of them unfinished")
        for ruleset, places in home["data"].items():
            lines.append(f"data of {ruleset}: {', '.join(places)}")
    lines.append("extras: " + ", ".join(f"{name} {number or '-'}" for name, number in facts["extras"].items()))
    return lines


def finding_told(finding: Finding) -> str:
    """Return a finding as a line; one that stops a battle begins with a mark that is no colour."""
    return f"{'!' if finding.stops else '-'} {finding.words}"
