"""An imported list as YAML, and what has changed since an earlier import."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from shoot_cli.armies.loading import SAID_BEFORE, Attachments
from shoot_cli.armies.tree import ArmyErrors, Items, MappingNode, Node, plain, text_of
from shoot_cli.armies.yaml_text import LINE_BREAK, LONE_DASH, MOST_BYTES, read_text, tree_of
from shoot_cli.importing import report
from shoot_cli.importing.editions import MAY, may_of
from shoot_cli.importing.report import ImportedList, Leads, Path
from shoot_cli.importing.roster import Refused
from shoot_cli.rules import edition

# The list as YAML, with one weapon or model per line and a comment on guesses (IMP-4) ---------------------------------

_PLAIN = re.compile(r"[A-Za-z0-9_(](?:[\w .+/()'’\"×°*=<>;!?&-]*[\w.+/()'’\"×*!?-])?")
_DAY = re.compile(r" on [0-9]{4}-[0-9]{2}-[0-9]{2}(; sha256 [0-9a-f]{64})$")
_NOTHING = ("null", "~", "")  # YAML's words for no value
ITEMS = ("abilities", "rules")  # lists of a unit that have one entry per line


class YamlLine(NamedTuple):
    """A line of YAML. `path` is its place in the document, so that comments find it."""

    text: str
    path: Path = ()


def yaml_of(imported: ImportedList) -> str:
    """Return the list with its header, and a comment on each line with a guess. :raises Refused: it is too long."""
    lines = [*_block(imported.document, (), 0)]
    behind: dict[int, list[str]] = {}
    for remark in imported.report.guesses:
        index = _line_of(remark.path, lines)
        if index is not None:
            behind.setdefault(index, []).append(_comment(remark.text))
    written = [f"# {_comment(line)}" for line in imported.header]
    for index, line in enumerate(lines):
        words = "; ".join(dict.fromkeys(behind.get(index, ())))
        key = next((key for key, may in MAY.items() if line.path[2:] == (may,)), "")
        words = f"guessed: {words}" if words else f"`shoot play` asks; or write {key}: and one of them" if key else ""
        written.append(f"{line.text}  # {words}" if words else line.text)
    text = "\n".join(written) + "\n"
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(f"{imported.report.file}: its list would be larger than 1 MiB, and could not be read again")
    return text


def dated(imported: ImportedList) -> ImportedList:
    """Return the list with today's date, as a remembered list has an older one."""
    day = date.today().isoformat()
    return imported.but(header=tuple(_DAY.sub(rf" on {day}\1", line) for line in imported.header))


def scalar(value: Any, flow: bool = False) -> str:
    """Return a value as YAML that is read as the same text. `flow` is True inside brackets."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return f"{value:g}" if isinstance(value, float) else str(value)
    plain = _PLAIN.fullmatch(value) and value.casefold() not in _NOTHING and " #" not in value
    if plain and not (flow and re.search(r"[,\[\]{}]", value)):
        return value
    return re.sub(LONE_DASH, r"\1\\u002d", json.dumps(value, ensure_ascii=False))  # a dash that stays one


def _line_of(path: Path, lines: Sequence[YamlLine]) -> int | None:
    """Return the line of a place in the document, or of the nearest place around it; None for the whole list."""
    for length in range(len(path), 0, -1):
        for index, line in enumerate(lines):
            if line.path == path[:length]:
                return index
    return None


def _comment(text: str) -> str:
    """Return a text on one line."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _block(mapping: Mapping[str, Any], path: Path, depth: int) -> Iterable[YamlLine]:
    """Yield the lines of a mapping, with each key on its own line."""
    indent = "  " * depth
    for key, value in mapping.items():
        line_path, name = (*path, key), scalar(key)
        if isinstance(value, Mapping) and value and (depth == 0 or _is_deep(value)):
            yield YamlLine(f"{indent}{name}:", line_path)
            yield from _block(value, line_path, depth + 1)
        elif isinstance(value, list) and value and (isinstance(value[0], Mapping) or key in ITEMS):
            yield YamlLine(f"{indent}{name}:", line_path)
            yield from _items(value, line_path, depth + 1)
        else:
            yield YamlLine(f"{indent}{name}: {flow(value, outer=True)}", line_path)


def _items(values: Sequence[Any], path: Path, depth: int) -> Iterable[YamlLine]:
    indent = "  " * depth
    for index, value in enumerate(values):
        line_path = (*path, index)
        if not isinstance(value, Mapping):
            yield YamlLine(f"{indent}- {flow(value, outer=True)}", line_path)
        elif "models" not in value:  # a model: one line
            yield YamlLine(f"{indent}- {flow(value)}", line_path)
        else:
            first, *rest = _block(value, line_path, depth + 1)
            yield YamlLine(f"{indent}- {first.text.strip()}", line_path)
            yield from rest


def _is_deep(mapping: Mapping[str, Any]) -> bool:
    """Return True if the mapping has mappings inside, such as a weapon with modes."""
    return any(isinstance(value, Mapping) for value in mapping.values())


def flow(value: Any, outer: bool = False) -> str:
    """Return a value as YAML on one line. `outer` is True outside brackets."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key, True)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value, flow=not outer)


# Who leads whom in a list of ours, as players say before a battle (IMP-50) --------------------------------------------


def undecided_in_text(text: str, name: str) -> tuple[Leads, ...]:
    """Return the leaders that lead nobody in a list that was imported, and whom they may lead; `name` is for errors."""
    tree, may = _units_in(text, name)
    return report.undecided_in_document(plain(tree), may) if may else ()


def with_leaders(text: str, name: str, pairs: Attachments) -> str:
    """Return a list of ours with a line for each leader, of the unit that he leads. `name` is for errors.

    :raises Refused: there is no such leader, or he leads somebody
    """
    tree, may = _units_in(text, name)
    units = tree.get("units") if isinstance(tree, MappingNode) else None
    nodes = [node for node in units.items if isinstance(node, MappingNode)] if isinstance(units, Items) else []
    names = [text_of(node.get("name")) or "" for node in nodes]
    starts = [0, *(match.end() for match in LINE_BREAK.finditer(text))]
    lines: dict[int, str] = {}
    for leader, unit in pairs:
        index = report.place_of(leader, names)
        if index is None or not may:
            raise Refused(f"--attach {leader}={unit}: there is no unit {leader} in the list")
        node = nodes[index]
        if led := next((text_of(node.get(key)) for key in may if node.get(key) is not None), None):
            raise Refused(f"--attach {leader}={unit}: {leader} leads {led}, as the list says")
        key = next((key for key, listed in may.items() if node.get(listed) is not None), next(iter(may)))
        first = min(node.keys.values(), key=lambda spot: (spot.line, spot.column))
        offset = starts[first.line - 1] + first.column - 1
        comma = "," if text[:offset].rstrip().endswith("{") else ""
        lines[offset] = f"{key}: {json.dumps(unit, ensure_ascii=False)}{comma}{SAID_BEFORE}\n{' ' * (first.column - 1)}"
    for offset in sorted(lines, reverse=True):
        text = text[:offset] + lines[offset] + text[offset:]
    return text


def _units_in(text: str, name: str) -> tuple[Node, dict[str, str]]:
    """Return the tree of a list, and the keys of its edition for leaders; no keys if it has no units."""
    tree = read_text(text, name)
    rules = edition(text_of(tree.get("ruleset")) or "") if isinstance(tree, MappingNode) else None
    return tree, may_of(rules) if rules else {}


# What has changed since an import: the list written then, compared with today's ---------------------------------------

_HEADER = re.compile(r"# imported from .* on (\d{4}-\d\d-\d\d); sha256 ([0-9a-f]{64})")
_TIMES = re.compile(r"(?:([1-9]\d?)x )?(.*)", re.DOTALL)  # 2x boltgun
OF_MODELS = ("name", "count", "profile", "weapons")  # other keys of a model are its own values
# only the key is told if these differ
OF_UNITS = ("abilities", "keywords", "leader", "note", "faction", "type", "switches")

YamlMapping = Mapping[str, Any]


def day_of(text: str) -> tuple[str, str] | None:
    """Return the day of the import, and the SHA-256 of the file; None for a list that was not imported."""
    match = _HEADER.match(text)
    return (match[1], match[2]) if match else None


def changes_since(text: str, imported: ImportedList) -> tuple[str, ...]:
    """Return a sentence for each difference from the list in `text`, unit by unit; () if there is none.

    A list that cannot be read any more is one difference.
    """
    try:
        before = plain(read_text(text, ""))
    except ArmyErrors:
        before = None
    if not isinstance(before, dict) or not isinstance(before.get("units"), list):
        return ("the list that was written then cannot be read any more",)
    return tuple(_changes(before, plain(tree_of(imported.document))))


def _changes(before: YamlMapping, after: YamlMapping) -> Iterator[str]:
    old, new = ([unit for unit in _as_list(side.get("units")) if isinstance(unit, dict)] for side in (before, after))
    for same in [*old]:  # unchanged units are matched first
        if same in new and _stats(before, same) == _stats(after, same):
            old.remove(same)
            new.remove(same)
    for unit in new:
        old_unit = next((other for other in old if other.get("name") == unit.get("name")), None)
        if old_unit is None:
            yield f"{_name(unit)}: new" + (f", {unit['points']} points" if unit.get("points") else "")
        else:
            old.remove(old_unit)
            yield from (
                f"{_name(unit)}: {words}"
                for words in _unit_changes(old_unit, unit, _stats(before, old_unit), _stats(after, unit))
            )
    for unit in old:
        yield f"{_name(unit)}: gone"
    guns = [_as_map(side.get("weapons")) for side in (before, after)]
    for name, weapon in guns[1].items():
        old_weapon = guns[0].get(name)
        if old_weapon is not None and old_weapon != weapon:
            yield f"{name}: {', '.join(_value_changes(_as_map(old_weapon), _as_map(weapon)))}"
    yield from _army_changes(_as_map(before.get("army")), _as_map(after.get("army")))


def _army_changes(before: YamlMapping, after: YamlMapping) -> Iterator[str]:
    """Yield what is different in the `army:` blocks: the keys of the army, then its rules and stratagems by name."""
    for key in ("detachment", "command_points"):
        if before.get(key) != after.get(key):
            values = (", ".join(map(str, _as_list(it) or [it or "none"])) for it in (before.get(key), after.get(key)))
            yield f"{key.replace('_', ' ')} {' → '.join(values)}"
    old, new = (
        {_name(row): row for key in ("rules", "stratagems") for row in _as_list(side.get(key)) if isinstance(row, dict)}
        for side in (before, after)
    )
    for name in dict.fromkeys((*new, *old)):
        if old.get(name) != new.get(name):
            yield f"{name}: {'gone' if name not in new else 'new' if name not in old else 'changed'}"


def _unit_changes(old_unit: YamlMapping, unit: YamlMapping, before: YamlMapping, after: YamlMapping) -> Iterator[str]:
    if old_unit.get("points") != unit.get("points"):
        yield f"{old_unit.get('points', 'no')} → {unit.get('points', 'no')} points"
    yield from _count_changes(_models(old_unit), _models(unit))
    yield from _count_changes(_weapons(old_unit), _weapons(unit))
    for name in after:
        if name in before and after[name] != before[name]:
            yield f"{name}: {', '.join(_value_changes(before[name], after[name]))}"
    if other := [key for key in OF_UNITS if old_unit.get(key) != unit.get(key)]:
        yield f"other {', '.join(other)}"


def _count_changes(before: Counter[str], after: Counter[str]) -> Iterator[str]:
    for name in dict.fromkeys((*after, *before)):
        if before[name] != after[name]:
            yield f"{name} {before[name]} → {after[name]}"


def _models(unit: YamlMapping) -> Counter[str]:
    counts: Counter[str] = Counter()
    for model in _as_list(unit.get("models")):
        counts[_name(model)] += _count(model)
    return counts


def _weapons(unit: YamlMapping) -> Counter[str]:
    """Return the weapons of all its models together."""
    counts: Counter[str] = Counter()
    for model in _as_list(unit.get("models")):
        for text in _as_list(_as_map(model).get("weapons")):
            times, name = _TIMES.fullmatch(str(text)).groups("1")  # type: ignore[union-attr]  # it fits every text
            counts[name] += int(times) * _count(model)
    return counts


def _stats(side: YamlMapping, unit: YamlMapping) -> dict[str, YamlMapping]:
    """Return the values of its models by their names."""
    profiles = _as_map(side.get("profiles"))
    values: dict[str, YamlMapping] = {}
    for model in map(_as_map, _as_list(unit.get("models"))):
        own_values = {key: value for key, value in model.items() if key not in OF_MODELS}
        values[_name(model)] = {**_as_map(profiles.get(str(model.get("profile")))), **own_values}
    return values


def _value_changes(before: YamlMapping, after: YamlMapping) -> Iterator[str]:
    for key in dict.fromkeys((*after, *before)):
        if before.get(key) != after.get(key):
            simple = isinstance(before.get(key, ""), str) and isinstance(after.get(key, ""), str)
            yield f"{key} {before.get(key, 'none')} → {after.get(key, 'none')}" if simple else f"other {key}"


def _name(page: Any) -> str:
    return str(_as_map(page).get("name", "?"))


def _count(model: Any) -> int:
    text = str(_as_map(model).get("count", 1))
    return int(text) if text.isdecimal() and len(text) < 6 else 1


def _as_map(value: Any) -> YamlMapping:
    return value if isinstance(value, dict) else {}


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
