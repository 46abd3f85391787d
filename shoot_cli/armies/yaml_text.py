"""YAML read as text with places: nothing is taken for a number, a date or a yes or no, as the field decides that.

`read_text` builds a small tree from the events of PyYAML's parser, whose errors have our own words here. With events,
too much depth or too many aliases can be refused before anything large exists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Dictionary
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from shoot_cli.armies import tree as list_tree
from shoot_cli.armies.tree import MOST_DEPTH, MOST_NODES, NO_BLANK, Items, MappingNode, Node, Scalar, half_character
from shoot_cli.engine.reasons import number_text, shown

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DEEP = f"more than {MOST_DEPTH} levels deep; a list needs six"
# parts of the parser's messages, each with what it usually means for the author of a list
COMPLAINTS = (
    ("maximum nesting depth", DEEP),  # newer parsers have a limit of their own
    ("cannot start any token", "a tab or a sign like @ cannot begin a value; indent with spaces, put text in quotes"),
    ("tab", "a tab stands where YAML wants spaces; indent with spaces"),
    ("mapping values are not allowed", "a colon is not expected here; put text with “: ” in quotes, check the indent"),
    ("unexpected ':'", "a colon is not expected here; put a blank behind it, or the text in quotes"),
    ("block sequence entries are not allowed", "a list item (- …) cannot begin here; give it a line of its own"),
    ("block mapping", "this line does not fit those above; give it their indent, check quotes and brackets before"),
    ("block collection", "this line does not fit the list above; give each “- ” the same indent"),
    ("flow mapping", "a “,” or “}” is missing before this; separate the entries of {…} by commas and close it"),
    ("flow sequence", "a “,” or “]” is missing before this; separate the entries of […] by commas and close it"),
    ("could not find expected ':'", "a colon is missing; write “key: value”, and put a blank after the colon"),
    ("simple key", "a colon is missing; write “key: value”, and put a blank after the colon"),
    ("end of stream", "the text ends inside quotes or brackets; close them"),
    ("quoted scalar", "text in quotes is not written as YAML wants it; in double quotes a backslash is doubled"),
    ("escape", "in double quotes a backslash is doubled"),
    ("undefined alias", "this alias (*name) stands for nothing; define it before with &name, or use profiles:"),
    ("document start", "something stands behind the end of the list; one file holds one list"),
    ("alias", "* and & need a name of letters and digits behind them; put text that begins so in quotes"),
    ("anchor", "* and & need a name of letters and digits behind them; put text that begins so in quotes"),
    ("tag", "tags (!name) are not read in lists; put text that begins with “!” in quotes"),
    ("directive", "a line that begins with % is not read in lists; delete it"),
    ("block scalar", "text after “|” or “>” begins on the next line; put a lone sign in quotes"),
    ("node content", "a value is missing or begins with a sign that YAML keeps for itself; put text in quotes"),
)  # fmt: skip


class YamlError(Exception):
    """The reason why the document is no list. `line` and `column` count from 1."""

    def __init__(self, mark: Any, text: str) -> None:
        super().__init__(text)
        self.line = mark.line + 1 if mark else 1
        self.column = mark.column + 1 if mark else 1
        self.text = text


def build(text: str) -> tuple[Node, list[tuple[Scalar, str]]]:
    """Return the tree, and every repeated key of a mapping with a sentence. :raises YamlError: this is no list."""
    loader = LOADER(text)
    builder = _Builder()
    try:
        while loader.check_event():
            builder.take(loader.get_event())
    except yaml.MarkedYAMLError as error:
        raise YamlError(error.problem_mark or error.context_mark, _in_our_words(error)) from None
    except yaml.YAMLError as error:
        raise YamlError(None, f"this is no YAML ({error})") from None
    finally:
        loader.dispose()
    if builder.root is None or (isinstance(builder.root, Scalar) and builder.root.text is None):
        raise YamlError(None, "the list is empty; begin with “ruleset:” and “name:”")
    return builder.root, builder.repeated


def _in_our_words(error: yaml.MarkedYAMLError) -> str:
    said = f"{error.context or ''} {error.problem or ''}"
    words = next((words for part, words in COMPLAINTS if part in (error.problem or "")), None)
    words = words or next((words for part, words in COMPLAINTS if part in said), None)
    return words or f"this is no YAML ({said.strip()})"


class _Builder:
    """A builder that takes events one by one. Its stack has the open nodes, so nothing here recurses."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.repeated: list[tuple[Scalar, str]] = []
        self.stack: list[tuple[Node, str | None, str | None]] = []  # open node, its anchor, the key without a value
        self.anchors: dict[str, Node | None] = {}  # None: the node is still open
        self.total = 0
        self.documents = 0

    def take(self, event: Any) -> None:
        if isinstance(event, DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise YamlError(event.start_mark, "a second document begins here (---); one file holds one list")
        elif isinstance(event, AliasEvent):
            self._alias(event)
        elif isinstance(event, (ScalarEvent, SequenceStartEvent, MappingStartEvent)):
            self._begin(event)
        elif isinstance(event, (SequenceEndEvent, MappingEndEvent)):
            node, anchor, _ = self.stack.pop()
            self._close(node, anchor, event)

    def _begin(self, event: Any) -> None:
        if event.tag is not None:
            raise YamlError(
                event.start_mark,
                f"tags ({shown(event.tag)}) are not read in lists; put text that begins with “!” in quotes",
            )
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        if isinstance(event, ScalarEvent):
            bare = event.style is None or event.style == ""
            nothing = bare and event.value in ("", "null", "~")
            self._count(1, event)
            if words := half_character(event.value):
                raise YamlError(event.start_mark, words)
            said = event.value.replace(NO_BLANK, " ")
            self._close(Scalar(None if nothing else said, line, column), event.anchor, event)
            return
        if len(self.stack) >= MOST_DEPTH:
            raise YamlError(event.start_mark, DEEP)
        bare = event.start_mark.index == event.end_mark.index and bool(event.flow_style)
        node = MappingNode(line, column, bare) if isinstance(event, MappingStartEvent) else Items(line, column)
        self._key_must_be_text(node, event)
        if event.anchor:
            self.anchors[event.anchor] = None
        self._count(1, event)
        self.stack.append((node, event.anchor, None))

    def _alias(self, event: AliasEvent) -> None:
        if event.anchor not in self.anchors:
            raise YamlError(
                event.start_mark,
                f"{shown(f'*{event.anchor}')} stands for nothing; define it before with &name, or use profiles:",
            )
        node = self.anchors[event.anchor]
        if node is None:
            raise YamlError(
                event.start_mark,
                f"{shown(f'*{event.anchor}')} stands inside what it stands for; use profiles: to share values",
            )
        self._count(node.size, event)
        self._close(node, None, event)

    def _count(self, n: int, event: Any) -> None:
        self.total += n
        if self.total > MOST_NODES:
            raise YamlError(
                event.start_mark, f"more than {MOST_NODES:,} values, aliases counted each time; a list needs fewer"
            )

    def _key_must_be_text(self, node: Node, event: Any) -> None:
        if (
            self.stack
            and isinstance(self.stack[-1][0], MappingNode)
            and self.stack[-1][2] is None
            and not isinstance(node, Scalar)
        ):
            raise YamlError(event.start_mark, "a key must be text; put text that begins with [ or { in quotes")

    def _close(self, node: Node, anchor: str | None, event: Any) -> None:
        """Put a finished node in its place: as root, as item of a list, as key, or as value of the last key."""
        if anchor:
            self.anchors[anchor] = node
        if not self.stack:
            self.root = node
            return
        parent, parent_anchor, key = self.stack[-1]
        parent.size += node.size
        if isinstance(parent, Items):
            parent.items.append(node)
            return
        assert isinstance(parent, MappingNode)
        if key is None:
            self._key_must_be_text(node, event)
            assert isinstance(node, Scalar)
            self.stack[-1] = (parent, parent_anchor, self._key(parent, node, event))
            return
        parent.values.setdefault(key, node)
        self.stack[-1] = (parent, parent_anchor, None)

    def _key(self, parent: MappingNode, node: Scalar, event: Any) -> str:
        key = node.text.strip() if node.text is not None else ""
        here = Scalar(key, event.start_mark.line + 1, event.start_mark.column + 1)  # an alias counts where it is used
        if not key:
            raise YamlError(
                event.start_mark, "a key is missing before the colon; put text that begins with a colon in quotes"
            )
        if key == "<<" and not getattr(event, "style", ""):  # in quotes it is a normal name
            raise YamlError(
                event.start_mark,
                "merge keys (<<) are not read; put shared values under profiles: and write profile: NAME",
            )
        if key in parent.keys:
            first = parent.keys[key]
            self.repeated.append(
                (here, f"{shown(key)} stands twice, first in line {first.line}, column {first.column}; keep one")
            )
        else:
            parent.keys[key] = here
        return key


MOST_BYTES = 1024 * 1024
MOST_REPEATED = 50  # the most repeated keys that are reported

# Patterns as texts: they are compiled only when a list is read.
_NOT_YAML = "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_LINE_BREAK = re.compile("\r\n|\r|\n")
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
        line, column = _place(before, len(before))
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
    if found := re.search(_NOT_YAML, text):
        words = f"{shown(found[0])} is a character that cannot stand in a list; delete it"
        raise list_tree.ArmyErrors([list_tree.Problem(file, *_place(text, found.start()), words)])

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
    text = re.sub(_ITEM, lambda found: found[1] + _plain_colons(found[2]), text)
    return re.sub(_IN_BRACKETS, lambda found: ",".join(map(_plain_colons, found[0].split(","))), text)


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


def _place(text: str, offset: int) -> tuple[int, int]:
    start, line = 0, 1
    for found in _LINE_BREAK.finditer(text, 0, offset):
        start, line = found.end(), line + 1
    return line, offset - start + 1


def _inside(text: str, line: int, column: int) -> tuple[int, int]:
    """Return the place, or the end of the text if the place lies behind it."""
    lines = _LINE_BREAK.split(text)
    while len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    if line > len(lines):
        return len(lines), len(lines[-1]) + 1
    return line, min(column, len(lines[line - 1]) + 1)


_WHOLE = re.compile(r"[+]?[0-9]{1,9}")
_COMMA = re.compile(r",(?![^()]*\))")


def whole_number(text: str, low: int, high: int, of: str = "") -> int:
    """Return the number of a text. `of` ends the message. :raises ValueError: it is no number from `low` to `high`."""
    if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise ValueError(f"{shown(text)} is no whole number from {low} to {high}{of}")
    return int(text)


def split_list(text: str) -> list[str]:
    """Return the non-empty parts between commas outside round brackets, without blanks around them."""
    return [part.strip() for part in _COMMA.split(text) if part.strip()]
