"""A list as YAML, in the way of the shipped ones: one weapon or model a line, what was guessed behind it (IMP-4)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from shoot_cli.imports.report import Path
from shoot_cli.imports.taking import ImportedList

_PLAIN = re.compile(r"[A-Za-z0-9_(](?:[\w .+/()'’\"×°*=<>;!?&-]*[\w.+/()'’\"×*!?-])?")
_NOTHING = ("null", "~", "")  # YAML's words for it
ITEMS = ("abilities", "rules")  # lists that stand one below the other where they are units'


class YamlLine(NamedTuple):
    """``path``: what of the document it is, so that a comment finds it."""

    text: str
    path: Path = ()


def yaml_of(taken: ImportedList) -> str:
    """The list with its header, and a comment on every line that holds something guessed."""
    lines = [*_block(taken.document, (), 0)]
    behind: dict[int, list[str]] = {}
    for one in taken.report.guesses:
        place = _line_of(one.path, lines)
        if place is not None:
            behind.setdefault(place, []).append(_comment(one.text))
    found = [f"# {_comment(line)}" for line in taken.header]
    for place, line in enumerate(lines):
        said = "; ".join(dict.fromkeys(behind.get(place, ())))
        found.append(f"{line.text}  # guessed: {said}" if said else line.text)
    return "\n".join(found) + "\n"


def scalar(value: Any, flow: bool = False) -> str:
    """A value as YAML has it, so that it is read as the same text; ``flow``: among brackets."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return f"{value:g}" if isinstance(value, float) else str(value)
    plain = _PLAIN.fullmatch(value) and value.casefold() not in _NOTHING and " #" not in value
    if plain and not (flow and re.search(r"[,\[\]{}]", value)):
        return value
    return json.dumps(value, ensure_ascii=False)


def _line_of(path: Path, lines: Sequence[YamlLine]) -> int | None:
    """The line of this place in the document, or of the nearest that it stands in; None for the whole list."""
    for length in range(len(path), 0, -1):
        for place, line in enumerate(lines):
            if line.path == path[:length]:
                return place
    return None


def _comment(text: str) -> str:
    """On one line, whatever the file had in it."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _block(mapping: Mapping[str, Any], path: Path, depth: int) -> Iterable[YamlLine]:
    """Each key on its own line."""
    indent = "  " * depth
    for key, value in mapping.items():
        here, name = (*path, key), scalar(key)
        if isinstance(value, Mapping) and value and (depth == 0 or _is_deep(value)):
            yield YamlLine(f"{indent}{name}:", here)
            yield from _block(value, here, depth + 1)
        elif isinstance(value, list) and value and (isinstance(value[0], Mapping) or key in ITEMS):
            yield YamlLine(f"{indent}{name}:", here)
            yield from _items(value, here, depth + 1)
        else:
            yield YamlLine(f"{indent}{name}: {_flow(value, outer=True)}", here)


def _items(values: Sequence[Any], path: Path, depth: int) -> Iterable[YamlLine]:
    indent = "  " * depth
    for place, value in enumerate(values):
        here = (*path, place)
        if not isinstance(value, Mapping):
            yield YamlLine(f"{indent}- {_flow(value, outer=True)}", here)
        elif "models" not in value:  # a model: one line
            yield YamlLine(f"{indent}- {_flow(value)}", here)
        else:
            first, *rest = _block(value, here, depth + 1)
            yield YamlLine(f"{indent}- {first.text.strip()}", here)
            yield from rest


def _is_deep(mapping: Mapping[str, Any]) -> bool:
    """True if mappings stand in it, as with the modes of a weapon."""
    return any(isinstance(value, Mapping) for value in mapping.values())


def _flow(value: Any, outer: bool = False) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key, True)}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return scalar(value, flow=not outer)
