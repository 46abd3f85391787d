"""Completion in shells: lists, units, rules, rulesets, settings and battles, quoted as each shell wants it.

Typer asks the functions `lists`, `units` ... for what begins like the word that is typed. It knows neither words with
spaces nor that bash takes `list::unit` for three words; `complete` stands around it for that.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout, suppress
from pathlib import Path

MOST = 400  # words that are proposed at once
ASKED = "_SHOOT_COMPLETE"  # set by the shell's script: `complete_bash`
UNIT = "::"  # between a list and one of its units

# A word as it is typed, its quotation marks and backslashes included; the last one may not be closed yet.
TYPED = re.compile(r"""(?:\\.|"(?:\\.|[^"\\])*"?|'[^']*'?|[^\s"'])+""")
BREAKS = re.compile("[:=]+")  # bash ends a word before and after these
SPECIAL = re.compile(r"([^\w@%+=:,./-])")  # what bash would not take for a part of a word


# What may stand in a place --------------------------------------------------------------------------------------------


def lists(incomplete: str) -> list[str]:
    """Return the shipped lists and the YAML files of this folder that begin so."""
    from shoot_cli.armies import samples, target_sets

    names = [one.name for one in (*samples(), *target_sets())]
    return beginning(incomplete, [*dict.fromkeys(names), *files(incomplete)])


def units(incomplete: str) -> list[str]:
    """Return `LIST::UNIT` of each unit that fits, if the list is certain; else the lists, `LIST::` each."""
    named, sign, _ = incomplete.partition(UNIT)
    found = [named] if sign else lists(incomplete)
    if len(found) != 1:
        return [name + UNIT for name in found]
    return beginning(incomplete, [f"{found[0]}{UNIT}{unit}" for unit in units_of(found[0])])


def rules(incomplete: str) -> list[str]:
    """Return the ids of rules of all editions that begin so, in capital letters or not."""
    from shoot_cli.rules import RULESETS

    wanted = incomplete.upper()
    editions = [one for one in RULESETS if one.short.upper().startswith(wanted[: len(one.short)])]
    found = [rule.id for one in editions for rule in one.rulebook() if rule.id.upper().startswith(wanted)]
    found = [rule.lower() for rule in found] if incomplete.islower() else found
    return beginning(incomplete, found)


def rulesets(incomplete: str) -> list[str]:
    """Return the short names of rulesets that begin so, or the long ones if none does."""
    from shoot_cli.rules import RULESETS

    return beginning(incomplete, [one.short for one in RULESETS]) or beginning(
        incomplete, [one.name for one in RULESETS]
    )


def settings(incomplete: str) -> list[str]:
    """Return `KEY=VALUE` of the settings of all rulesets that begin so; the keys alone while several fit."""
    from shoot_cli.rules import RULESETS

    found: dict[str, list[str]] = {}
    for edition in RULESETS:
        for setting in edition.ruleset().settings:
            found.setdefault(setting.key, []).extend(f"{setting.key}={value}" for value in setting.values)
    keys = beginning(incomplete.partition("=")[0], found)
    if "=" not in incomplete and len(keys) > 1:
        return [f"{key}=" for key in keys]
    return beginning(incomplete, dict.fromkeys(value for key in keys for value in found[key]))


def battles(incomplete: str) -> list[str]:
    """Return the names of kept battles that begin so, the latest first."""
    from shoot_cli.storage.home import StorageError
    from shoot_cli.storage.store import Store

    with suppress(StorageError), Store.open() as store:
        return beginning(incomplete, [one.name for one in store.battles()])
    return []


def units_of(name: str) -> Iterable[str]:
    """Yield the units of the list of this name; of all shipped ones of it, as the editions' `targets` are."""
    from shoot_cli.armies import ListError, find_list, samples, target_sets
    from shoot_cli.importing.list_files import load
    from shoot_cli.storage.home import remembered

    paths = [one.path for one in (*samples(), *target_sets()) if one.name == name]
    with suppress(ListError, OSError, ValueError):
        for path in paths or [find_list(name)]:
            yield from (unit.name for unit in load(path, remembered()).army.units)


def files(incomplete: str) -> list[str]:
    """Return the YAML files of the folder that is typed, by name; [] if there is no such folder."""
    folder, _, _ = incomplete.rpartition("/")
    with suppress(OSError):
        return sorted(f"{folder}/{one.name}" if folder else one.name for one in Path(folder or ".").glob("*.y*ml"))
    return []


def beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin so; case does not matter, and what was typed stays as it was typed."""
    size, folded = len(incomplete), incomplete.casefold()
    return [incomplete + word[size:] for word in words if word[:size].casefold() == folded][:MOST]


# Between shells and Typer ---------------------------------------------------------------------------------------------


def complete(typer_app: Callable[[], object]) -> None:
    """Print what the shell asks for. The words come from the environment, as the script of the shell set it."""
    shell, typed = os.environ[ASKED].removeprefix("complete_"), ""
    if shell == "bash":
        words, at = joined(TYPED.findall(os.environ.get("COMP_WORDS", "")), int(os.environ.get("COMP_CWORD") or 0))
        typed = words[at] if at < len(words) else ""
        os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = " ".join(words), str(at)
    elif shell == "powershell" or shell == "pwsh":
        typed = os.environ.get("_TYPER_COMPLETE_WORD_TO_COMPLETE", "")
    said, code = io.StringIO(), None
    try:
        with redirect_stdout(said):
            typer_app()
    except SystemExit as end:
        code = end.code
    quote = {"bash": of_bash, "powershell": of_powershell, "pwsh": of_powershell}.get(shell)
    text = said.getvalue()
    print("\n".join(quote(line, typed) for line in text.splitlines()) if quote else text, end="")
    raise SystemExit(code)


def joined(words: list[str], at: int) -> tuple[list[str], int]:
    """Return the words that bash broke at `:` and `=` in one piece again, and the place of the one that is typed."""
    found: list[str] = []
    place = -1
    glued = False
    for number, word in enumerate(words):
        breaks = BREAKS.fullmatch(word) is not None
        if found and (breaks or glued):
            found[-1] += word
        else:
            found.append(word)
        glued = breaks
        if number == at:
            place = len(found) - 1
    return found, len(found) if place < 0 else place


def of_bash(value: str, typed: str) -> str:
    """Return a value as bash puts it behind what is typed: without what stands before its last `:` or `=`."""
    if typed[:1] in ("'", '"'):
        return value
    plain = re.sub(r"\\(.)", r"\1", typed)
    before = max((found.end() for found in BREAKS.finditer(plain)), default=0)
    return SPECIAL.sub(r"\\\1", value.removeprefix(plain[:before]))


def of_powershell(line: str, typed: str) -> str:
    """Return a line `VALUE:::HELP` with the value in quotation marks, if it must be or was begun so."""
    value, sign, help_ = line.rpartition(":::")
    value = value if sign else line
    if typed[:1] in ("'", '"') or SPECIAL.search(value) or UNIT in value:
        value = "'" + value.replace("'", "''") + "'"
    return f"{value}:::{help_}" if sign else value
