"""What is said plainly needs no Typer, which takes longer to be imported than an attack to be worked out.

Read here are a command, one or two units or lists, and options as ``--name value`` or a flag, each once but ``--set``.
All else is left to Typer, and all that is wrong as well: it has the help, the completion, the words for errors.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from shoot_cli.ui.console import is_plain

LONGEST = 18  # digits of a seed
SET = {"--set": "set_", "-s": "set_"}
ATTACK = SET | {
    "--ruleset": "ruleset",
    "-r": "ruleset",
    "--distance": "distance",
    "--cover": "cover",
    "--weapon": "weapon",
    "--firing": "firing",
}
BATTLE = SET | {"--battle": "battle", "-b": "battle", "--dice": "dice"}
PLAIN = {"--plain": "plain", "--accept-gaps": "accept_gaps"}
RESULT = PLAIN | {"--json": "json"}
UNITS, LISTS = ("attacker", "target"), ("mine", "theirs")


class Form(NamedTuple):
    """What the words behind a command may be: in their places, behind an option, or an option by itself."""

    places: tuple[str, ...]
    values: Mapping[str, str]
    flags: Mapping[str, str]


COMMANDS = {
    "resolve": Form(UNITS, ATTACK | {"--seed": "seed"}, RESULT),
    "odds": Form(UNITS, ATTACK, RESULT | {"--fractions": "fractions"}),
    "play": Form(LISTS, BATTLE, PLAIN | {"--resume": "resume"}),
}
FITS: Mapping[str, Callable[[str], bool]] = {
    "seed": lambda text: text.isascii() and text.isdecimal() and len(text) <= LONGEST,
    "dice": ("app", "hand").__contains__,
}


def read(words: list[str]) -> dict[str, Any] | None:
    """What the function of the command ``words[0]`` is called with; None: Typer is to read it."""
    if not words or words[0] not in COMMANDS or os.name == "nt":  # Typer puts files in the place of * there
        return None
    form = COMMANDS[words[0]]
    given: dict[str, Any] = {}
    places, rest = iter(form.places), iter(words[1:])
    for word in rest:
        if word in form.flags:
            given[form.flags[word]] = True
            continue
        name, text = (form.values[word], next(rest, "")) if word in form.values else (next(places, ""), word)
        if not name or text[:1] in ("", "-"):
            return None
        if name == "set_":
            given.setdefault(name, []).append(text)
        elif name in given or not FITS.get(name, bool)(text):
            return None
        else:
            given[name] = int(text) if name == "seed" else text
    return given | {"plain": is_plain("plain" in given)}
