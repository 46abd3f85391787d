"""An attack that is said plainly needs no Typer, which takes longer to be imported than the attack to be worked out.

Read here are a command, one or two units, and options as ``--name value`` or a flag, each once but ``--set``. All else
is left to Typer, and all that is wrong as well: it has the help, the completion, the words for errors.
"""

from __future__ import annotations

import os
from typing import Any

from shoot_cli.ui.console import is_plain

LONGEST = 18  # digits of a seed
PLACES = ("attacker", "target")
VALUES = {
    "--ruleset": "ruleset",
    "-r": "ruleset",
    "--set": "set_",
    "-s": "set_",
    "--distance": "distance",
    "--cover": "cover",
    "--weapon": "weapon",
    "--firing": "firing",
}
FLAGS = {"--json": "json", "--plain": "plain"}
COMMANDS = {
    "resolve": (VALUES | {"--seed": "seed"}, FLAGS),
    "odds": (VALUES, FLAGS | {"--fractions": "fractions"}),
}


def read(words: list[str]) -> dict[str, Any] | None:
    """What the function of the command ``words[0]`` is called with; None: Typer is to read it."""
    if not words or words[0] not in COMMANDS or os.name == "nt":  # Typer puts files in the place of * there
        return None
    values, flags = COMMANDS[words[0]]
    given: dict[str, Any] = {}
    places, rest = iter(PLACES), iter(words[1:])
    for word in rest:
        if word in flags:
            given[flags[word]] = True
            continue
        name, text = (values[word], next(rest, "")) if word in values else (next(places, ""), word)
        if not name or text[:1] in ("", "-"):
            return None
        if name == "set_":
            given.setdefault(name, []).append(text)
        elif name in given or (name == "seed" and not is_number(text)):
            return None
        else:
            given[name] = int(text) if name == "seed" else text
    return given | {"plain": is_plain("plain" in given)}


def is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST
