"""YAML as text with places: nothing is guessed to be a number, a date or a truth, the field that is filled decides.

``read_text`` builds a small tree out of the parser's events. Events, and not PyYAML's own nodes, because depth and the
size after expansion of aliases can then be refused while reading, before anything large exists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Dictionary
from typing import Any

from shoot_cli.armies import tree as list_tree
from shoot_cli.engine.reasons import number_text, shown

MOST_BYTES = 1024 * 1024
MOST_REPEATED = 50  # duplicate keys told at once

# Texts and not yet patterns: whoever goes on with a battle reads no list, and need not wait for the first of them.
_NOT_YAML = "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_LINE_BREAK = re.compile("\r\n|\r|\n")
# The books print "-" for none. After a key, YAML takes a lone one for the first item of a list in the wrong place.
_LONE_DASH = r"(:[ \t]+)-(?=[ \t]*(?:[,}\]]|[ \t]#|\r|\n|\Z))"
_PAIR = r"(?i)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"  # JSON's way to write one character
_ITEM, _IN_BRACKETS = r"(?m)^([ \t]*-[ \t]+)([^\[{\r\n]+)", r"\[[^\[\]]*\]"
NONE = ("-", "–", "—", "−", "none")  # as books print it
INCH = r"(?:\"|''|”|″|in|inch|inches)?"  # behind a number, a pattern
_BREAKS_NOBODY_SEES = {0x85: " ", 0x2028: " ", 0x2029: " "}  # line breaks to YAML, not to editors: lines would be off


def decode(raw: bytes, file: str) -> str:
    """The text of a file. :raises ArmyErrors: too large, or not UTF-8."""
    if len(raw) > MOST_BYTES:
        raise list_tree.ArmyErrors(
            [list_tree.Problem(file, 1, 1, "the file is larger than 1 MiB; a list takes a few KiB")]
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        line, column = _place(before, len(before))
        words = f"byte {error.start + 1} (0x{raw[error.start]:02x}) is not UTF-8; save the file as UTF-8"
        raise list_tree.ArmyErrors([list_tree.Problem(file, line, column, words)]) from None


def read_text(text: str, file: str) -> list_tree.Node:
    """``read_text_and_problems``, with keys that stand twice among the errors."""
    tree, problems = read_text_and_problems(text, file)
    if problems:
        raise list_tree.ArmyErrors(problems)
    return tree


def read_text_and_problems(text: str, file: str) -> tuple[list_tree.Node, list[list_tree.Problem]]:
    """The tree of one YAML (or JSON) document, and its keys that stand twice: these need not hide other mistakes.

    :raises ArmyErrors: no YAML, no content, more than one document, or YAML that lists do not need (tags, merge keys,
        keys that are no text, aliases of themselves, more than 1 MiB, 20 levels or 50,000 values).
    """
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise list_tree.ArmyErrors(
            [list_tree.Problem(file, 1, 1, "the text is larger than 1 MiB; a list takes a few KiB")]
        )
    if found := re.search(_NOT_YAML, text):
        words = f"{shown(found[0])} is a character that cannot stand in a list; delete it"
        raise list_tree.ArmyErrors([list_tree.Problem(file, *_place(text, found.start()), words)])
    from shoot_cli.armies.yaml_parser import YamlError, build

    clean = re.sub(_LONE_DASH, r"\1–", text.translate(_BREAKS_NOBODY_SEES))
    clean = re.sub(_PAIR, lambda pair: bytes.fromhex(pair[1] + pair[2]).decode("utf-16-be"), clean)
    try:
        try:
            tree, repeated = build(clean)
        except YamlError:
            if (again := with_plain_colons(clean)) == clean:
                raise
            tree, repeated = build(again)
    except YamlError as error:
        raise list_tree.ArmyErrors(
            [list_tree.Problem(file, *_inside(clean, error.line, error.column), error.text)]
        ) from None
    return tree, [list_tree.Problem(file, key.line, key.column, words) for key, words in repeated[:MOST_REPEATED]]


def with_plain_colons(text: str) -> str:
    """The text with every colon of a list's item but its first as YAML lets it stand: ``- led: incoming: -1 to hit``.

    What is not YAML is read so as it can only be meant. The blank behind such a colon becomes ``NO_BLANK``, which the
    tree has as a blank again: every place in the text stays what it was, and so does what was right without this.
    """
    text = re.sub(_ITEM, lambda found: found[1] + _plain_colons(found[2]), text)
    return re.sub(_IN_BRACKETS, lambda found: ",".join(map(_plain_colons, found[0].split(","))), text)


def _plain_colons(item: str) -> str:
    if "{" in item or "}" in item:
        return item
    first, colon, rest = item.partition(": ")
    return first + colon + rest.replace(": ", f":{list_tree.NO_BLANK}")


def tree_of(value: Any, depth: int = 0) -> list_tree.Node:
    """The tree of data that never was a text (JSON), without places. Numbers become what a player would have written.

    :raises ArmyErrors: deeper than 20 levels, or with something in it that JSON or text does not have.
    """
    if depth > list_tree.MOST_DEPTH:
        raise list_tree.ArmyErrors([list_tree.Problem("", 0, 0, f"more than {list_tree.MOST_DEPTH} levels deep")])
    if value is None or isinstance(value, str):
        return _scalar(value)
    if isinstance(value, bool):
        return list_tree.Scalar("yes" if value else "no")
    if isinstance(value, (int, float)):
        whole = value == value and abs(value) < 1e15
        if whole:
            return list_tree.Scalar(number_text(value) if value == int(value) else repr(value))  # chances lose no digit
        return list_tree.Scalar(f"{value:.3g}" if isinstance(value, float) else "a huge number")
    if isinstance(value, (list, tuple)):
        items = list_tree.Items()
        items.items = [tree_of(item, depth + 1) for item in value]
        return items
    if isinstance(value, (dict, Dictionary)):
        mapping = list_tree.MappingNode()
        for key, item in value.items():
            name = str(key)
            mapping.keys[name], mapping.values[name] = _scalar(name), tree_of(item, depth + 1)
        return mapping
    raise list_tree.ArmyErrors([list_tree.Problem("", 0, 0, f"{shown(value)} is nothing that JSON has")])


def _scalar(text: str | None) -> list_tree.Scalar:
    if text and not text.isascii() and (words := list_tree.half_character(text)):
        raise list_tree.ArmyErrors([list_tree.Problem("", 0, 0, words)])
    return list_tree.Scalar(text)


def _place(text: str, offset: int) -> tuple[int, int]:
    start, line = 0, 1
    for found in _LINE_BREAK.finditer(text, 0, offset):
        start, line = found.end(), line + 1
    return line, offset - start + 1


def _inside(text: str, line: int, column: int) -> tuple[int, int]:
    """The place, or the end of the text if it lies behind it (where parsers notice what is missing)."""
    lines = _LINE_BREAK.split(text)
    while len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    if line > len(lines):
        return len(lines), len(lines[-1]) + 1
    return line, min(column, len(lines[line - 1]) + 1)


_WHOLE = re.compile(r"[+]?[0-9]{1,9}")
_COMMA = re.compile(r",(?![^()]*\))")


def whole_number(text: str, low: int, high: int, of: str = "") -> int:
    """The number that a text is; ``of`` ends the complaint. :raises ValueError: none from ``low`` to ``high``."""
    if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise ValueError(f"{shown(text)} is no whole number from {low} to {high}{of}")
    return int(text)


def split_list(text: str) -> list[str]:
    """The parts between commas that stand outside brackets, without blanks around them; none that are empty."""
    return [part.strip() for part in _COMMA.split(text) if part.strip()]
