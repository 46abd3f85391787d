"""YAML read as text with places: nothing is taken for a number, a date or a yes or no, as the field decides that.

`read_text` builds a small tree from the parser's events. With events, too much depth or too many aliases can be refused
before anything large exists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Dictionary
from typing import Any

from shoot_cli.armies import tree as list_tree
from shoot_cli.engine.reasons import number_text, shown

MOST_BYTES = 1024 * 1024
MOST_REPEATED = 50  # the most repeated keys that are reported

# Patterns as texts: they are compiled only when a list is read.
_NOT_YAML = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
LINE_BREAK = re.compile("\r\n|\r|\n")
# The books print "-" for none. After a key, YAML reads a lone dash as the first item of a list.
LONE_DASH = r"(:[ \t]+)-(?=[ \t]*(?:[,}\]]|[ \t]#|\r|\n|\Z))"
_PAIR = r"(?i)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"  # how JSON may write one character
_ITEM, _IN_BRACKETS = r"(?m)^([ \t]*-[ \t]+)([^\[{\r\n]+)", r"\[[^\[\]]*\]"
NONE = ("-", "–", "—", "−", "none")  # as the books print it
INCH = r"(?:\"|''|”|″|in|inch|inches)?"  # a pattern for what may stand behind a number
_BREAKS_NOBODY_SEES = {0x85: " ", 0x2028: " ", 0x2029: " "}  # line breaks in YAML but not in editors


def decode(raw: bytes, file: str) -> str:
    """Return the text of a file. :raises ArmyErrors: it is too large or not UTF-8."""
    if len(raw) > MOST_BYTES:
        raise list_tree.ArmyErrors(
            [list_tree.Problem(file, 1, 1, "the file is larger than 1 MiB; a list takes a few KiB")]
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        line, column = _line_and_column(before, len(before))
        words = f"byte {error.start + 1} (0x{raw[error.start]:02x}) is not UTF-8; save the file as UTF-8"
        raise list_tree.ArmyErrors([list_tree.Problem(file, line, column, words)]) from None


def read_text(text: str, file: str) -> list_tree.Node:
    """Return the tree. :raises ArmyErrors: as `read_text_and_problems`, and for repeated keys."""
    tree, problems = read_text_and_problems(text, file)
    if problems:
        raise list_tree.ArmyErrors(problems)
    return tree


def read_text_and_problems(text: str, file: str) -> tuple[list_tree.Node, list[list_tree.Problem]]:
    """Return the tree of one YAML or JSON document, and a problem for each repeated key.

    :raises ArmyErrors: no YAML, no content, more than one document, or YAML that lists do not need (tags, merge keys,
        keys that are no text, aliases of themselves, more than 1 MiB, 20 levels or 50,000 values)
    """
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise list_tree.ArmyErrors(
            [list_tree.Problem(file, 1, 1, "the text is larger than 1 MiB; a list takes a few KiB")]
        )
    if match := re.search(_NOT_YAML, text):
        words = f"{shown(match[0])} is a character that cannot stand in a list; delete it"
        raise list_tree.ArmyErrors([list_tree.Problem(file, *_line_and_column(text, match.start()), words)])
    from shoot_cli.armies.yaml_parser import YamlError, build

    clean = re.sub(LONE_DASH, r"\1–", text.translate(_BREAKS_NOBODY_SEES))
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
    """Return the text so that YAML accepts a second colon in a list item, as in `- led: incoming: -1 to hit`.

    The blank behind such a colon becomes `NO_BLANK`, and a blank again in the tree. No place in the text changes.
    """
    text = re.sub(_ITEM, lambda match: match[1] + _plain_colons(match[2]), text)
    return re.sub(_IN_BRACKETS, lambda match: ",".join(map(_plain_colons, match[0].split(","))), text)


def _plain_colons(item: str) -> str:
    if "{" in item or "}" in item:
        return item
    first, colon, rest = item.partition(": ")
    return first + colon + rest.replace(": ", f":{list_tree.NO_BLANK}")


def tree_of(value: Any, depth: int = 0) -> list_tree.Node:
    """Return the tree of data such as JSON, without places. Numbers are written as a player would write them.

    :raises ArmyErrors: the data is deeper than 20 levels, or has something that JSON does not have
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
            return list_tree.Scalar(
                number_text(value) if value == int(value) else repr(value)
            )  # a probability keeps all digits
        return list_tree.Scalar(f"{value:.3g}" if isinstance(value, float) else "a huge number")
    if isinstance(value, (list, tuple)):
        items = list_tree.Items()
        items.items = [tree_of(item, depth + 1) for item in value]
        items.size += sum(item.size for item in items.items)
        return items
    if isinstance(value, (dict, Dictionary)):
        mapping = list_tree.MappingNode()
        for key, item in value.items():
            name = str(key)
            mapping.keys[name], mapping.values[name] = _scalar(name), tree_of(item, depth + 1)
            mapping.size += 1 + mapping.values[name].size
        return mapping
    raise list_tree.ArmyErrors([list_tree.Problem("", 0, 0, f"{shown(value)} is nothing that JSON has")])


def _scalar(text: str | None) -> list_tree.Scalar:
    if text and not text.isascii() and (words := list_tree.half_character(text)):
        raise list_tree.ArmyErrors([list_tree.Problem("", 0, 0, words)])
    return list_tree.Scalar(text)


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    start, line = 0, 1
    for match in LINE_BREAK.finditer(text, 0, offset):
        start, line = match.end(), line + 1
    return line, offset - start + 1


def _inside(text: str, line: int, column: int) -> tuple[int, int]:
    """Return the place, or the end of the text if the place lies behind it."""
    lines = LINE_BREAK.split(text)
    while len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    if line > len(lines):
        return len(lines), len(lines[-1]) + 1
    return line, min(column, len(lines[line - 1]) + 1)


_WHOLE = re.compile(r"[+]?[0-9]{1,9}")
_COMMA = re.compile(r",(?![^()]*\))")


def whole_number(text: str, low: int, high: int, ending: str = "") -> int:
    """Return the number of a text. `ending` ends the message. :raises ValueError: it is not from `low` to `high`."""
    if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise ValueError(f"{shown(text)} is no whole number from {low} to {high}{ending}")
    return int(text)


def split_list(text: str) -> list[str]:
    """Return the non-empty parts between commas outside round brackets, without blanks around them."""
    return [part.strip() for part in _COMMA.split(text) if part.strip()]
