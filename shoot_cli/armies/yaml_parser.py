"""The YAML parser: it makes a tree of PyYAML's events and gives its errors our own words. It imports PyYAML."""

from __future__ import annotations

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

from shoot_cli.armies.tree import MOST_DEPTH, MOST_NODES, NO_BLANK, Items, MappingNode, Node, Scalar, half_character
from shoot_cli.engine.reasons import shown

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
    message = f"{error.context or ''} {error.problem or ''}"
    words = next((words for part, words in COMPLAINTS if part in (error.problem or "")), None)
    words = words or next((words for part, words in COMPLAINTS if part in message), None)
    return words or f"this is no YAML ({message.strip()})"


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
        """Take the beginning of a text, a list or a mapping. :raises YamlError: a tag, or nested too deeply"""
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
            text = event.value.replace(NO_BLANK, " ")
            self._close(Scalar(None if nothing else text, line, column), event.anchor, event)
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
        """Return the key of a mapping; a repeated one is noted. :raises YamlError: it is empty, or a merge key"""
        key = node.text.strip() if node.text is not None else ""
        mark = Scalar(key, event.start_mark.line + 1, event.start_mark.column + 1)  # an alias counts where it is used
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
                (mark, f"{shown(key)} stands twice, first in line {first.line}, column {first.column}; keep one")
            )
        else:
            parent.keys[key] = mark
        return key
