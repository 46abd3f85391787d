"""Lists of other programs where one of ours is wanted: imported in memory (IMP-3). ``armies/loading.py`` opens this."""

from __future__ import annotations

import re
from datetime import date
from shlex import quote

from shoot_cli.armies.remembered import RememberedLists
from shoot_cli.imports.making import WithoutValues, take
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.remembered import RememberedRosters
from shoot_cli.imports.report import Report
from shoot_cli.imports.taking import ImportedList, Options
from shoot_cli.imports.writing import yaml_of

_DAY = re.compile(r" on [0-9]{4}-[0-9]{2}-[0-9]{2}(; sha256 [0-9a-f]{64})$")


def imported(
    raw: bytes, name: str, memory: RememberedLists | None, attach: tuple[tuple[str, str], ...] = ()
) -> tuple[str, Report]:
    """The list as YAML, and what became of the file.

    :raises Refused: it is no list we know, of another game, broken, or a text, which has no values
    """
    try:
        taken, text = taken_from(raw, name, Options(attach=attach), memory)
    except WithoutValues as error:
        first = f"write the list first: shoot army import {quote(name)} --data FILE -o OUT.yaml"
        raise Refused(f"{_list_name(name, error)}; {first}") from None
    except Refused as error:
        raise Refused(_list_name(name, error)) from None
    return text, taken.report


def taken_from(raw: bytes, name: str, options: Options, memory: RememberedLists | None) -> tuple[ImportedList, str]:
    """What is made of a file, and its YAML: from ``memory``, if it was made before. :raises Refused:"""
    rosters = RememberedRosters(memory) if memory and not options.data else None
    known = rosters.taken(raw, name, options) if rosters else None
    if known is not None:
        return known
    taken = take(raw, name, options, memory=memory)
    text = yaml_of(taken)
    if rosters and not taken.report.credits:  # another version of a package may have other values
        rosters.keep(raw, name, options, taken, text)
    return taken, text


def today(taken: ImportedList, text: str) -> tuple[ImportedList, str]:
    """The same as imported just now: what is remembered has the day on which it was."""
    lines = tuple(_DAY.sub(rf" on {date.today().isoformat()}\1", line) for line in taken.header)
    before, now = ("".join(f"# {line}\n" for line in header) for header in (taken.header, lines))
    return taken.but(header=lines), now + text.removeprefix(before) if text.startswith(before) else text


def _list_name(name: str, error: Refused) -> str:
    words = str(error)
    return words if words.startswith(name) else f"{name}: {words}"
