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

    names = [sample.name for sample in (*samples(), *target_sets())]
    return beginning(incomplete, [*dict.fromkeys(names), *files(incomplete)])


def units(incomplete: str) -> list[str]:
    """Return `LIST::UNIT` of each unit that fits, if the list is certain; else the lists, `LIST::` each."""
    named, sign, _ = incomplete.partition(UNIT)
    names = [named] if sign else lists(incomplete)
    if len(names) != 1:
        return [name + UNIT for name in names]
    return beginning(incomplete, [f"{names[0]}{UNIT}{unit}" for unit in units_of(names[0])])


def rules(incomplete: str) -> list[str]:
    """Return the ids of rules of all editions that begin so, in capital letters or not."""
    from shoot_cli.rules import RULESETS

    wanted = incomplete.upper()
    editions = [edition for edition in RULESETS if edition.short.upper().startswith(wanted[: len(edition.short)])]
    ids = [rule.id for edition in editions for rule in edition.rulebook() if rule.id.upper().startswith(wanted)]
    ids = [rule.lower() for rule in ids] if incomplete.islower() else ids
    return beginning(incomplete, ids)


def rulesets(incomplete: str) -> list[str]:
    """Return the short names of rulesets that begin so, or the long ones if none does."""
    from shoot_cli.rules import RULESETS

    return beginning(incomplete, [edition.short for edition in RULESETS]) or beginning(
        incomplete, [edition.name for edition in RULESETS]
    )


def settings(incomplete: str) -> list[str]:
    """Return `KEY=VALUE` of the settings of all rulesets that begin so; the keys alone while several fit."""
    from shoot_cli.rules import RULESETS

    by_key: dict[str, list[str]] = {}
    for edition in RULESETS:
        for setting in edition.ruleset().settings:
            by_key.setdefault(setting.key, []).extend(f"{setting.key}={value}" for value in setting.values)
    keys = beginning(incomplete.partition("=")[0], by_key)
    if "=" not in incomplete and len(keys) > 1:
        return [f"{key}=" for key in keys]
    return beginning(incomplete, dict.fromkeys(value for key in keys for value in by_key[key]))


def battles(incomplete: str) -> list[str]:
    """Return the names of kept battles that begin so, the latest first."""
    from shoot_cli.storage.home import StorageError
    from shoot_cli.storage.store import Store

    with suppress(StorageError), Store.open() as store:
        return beginning(incomplete, [battle.name for battle in store.battles()])
    return []


def units_of(name: str) -> Iterable[str]:
    """Yield the units of the list of this name; of all shipped ones of it, as the editions' `targets` are."""
    from shoot_cli.armies import ListError, find_list, samples, target_sets
    from shoot_cli.importing.list_files import load
    from shoot_cli.storage.home import remembered

    paths = [sample.path for sample in (*samples(), *target_sets()) if sample.name == name]
    with suppress(ListError, OSError, ValueError):
        for path in paths or [find_list(name)]:
            yield from (unit.name for unit in load(path, remembered()).army.units)


def files(incomplete: str) -> list[str]:
    """Return the YAML files of the folder that is typed, by name; [] if there is no such folder."""
    folder, _, _ = incomplete.rpartition("/")
    with suppress(OSError):
        return sorted(f"{folder}/{file.name}" if folder else file.name for file in Path(folder or ".").glob("*.y*ml"))
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
        words, index = joined(TYPED.findall(os.environ.get("COMP_WORDS", "")), int(os.environ.get("COMP_CWORD") or 0))
        typed = words[index] if index < len(words) else ""
        os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = " ".join(words), str(index)
    elif shell == "powershell" or shell == "pwsh":
        typed = os.environ.get("_TYPER_COMPLETE_WORD_TO_COMPLETE", "")
    output, code = io.StringIO(), None
    try:
        with redirect_stdout(output):
            typer_app()
    except SystemExit as end:
        code = end.code
    quote = {"bash": of_bash, "powershell": of_powershell, "pwsh": of_powershell}.get(shell)
    text = output.getvalue()
    print("\n".join(quote(line, typed) for line in text.splitlines()) if quote else text, end="")
    raise SystemExit(code)


def joined(words: list[str], typed: int) -> tuple[list[str], int]:
    """Return the words with those joined that bash broke at `:` and `=`, and the index of the one that is typed."""
    whole: list[str] = []
    index = -1
    glued = False
    for number, word in enumerate(words):
        breaks = BREAKS.fullmatch(word) is not None
        if whole and (breaks or glued):
            whole[-1] += word
        else:
            whole.append(word)
        glued = breaks
        if number == typed:
            index = len(whole) - 1
    return whole, len(whole) if index < 0 else index


def of_bash(value: str, typed: str) -> str:
    """Return a value as bash puts it behind what is typed: without what stands before its last `:` or `=`."""
    if typed[:1] in ("'", '"'):
        return value
    plain = re.sub(r"\\(.)", r"\1", typed)
    before = max((match.end() for match in BREAKS.finditer(plain)), default=0)
    return SPECIAL.sub(r"\\\1", value.removeprefix(plain[:before]))


def of_powershell(line: str, typed: str) -> str:
    """Return a line `VALUE:::HELP` with the value in quotation marks, if it must be or was begun so."""
    value, sign, help_ = line.rpartition(":::")
    value = value if sign else line
    if typed[:1] in ("'", '"') or SPECIAL.search(value) or UNIT in value:
        value = "'" + value.replace("'", "''") + "'"
    return f"{value}:::{help_}" if sign else value
