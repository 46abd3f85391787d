"""The tree that a list is read into, with the place of each value, and the problems found in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from shoot_cli.engine.names import name_key
from shoot_cli.engine.reasons import Refusal, series, shown
from shoot_cli.engine.record import Record

# The tree: text, lists and mappings -----------------------------------------------------------------------------------

MOST_NODES = 50_000  # with aliases expanded; a list of 200 units has about 30,000
MOST_DEPTH = 20
NO_BLANK = "\ufdd0"  # replaces a blank that YAML must not see; it is no character, so no text has it
_HALF = "[\ud800-\udfff]"  # half of a surrogate pair: escapes in JSON and YAML can write it, but it cannot be stored


class Node:
    """A value in the text. `line` and `column` count from 1; both are 0 if the data was never a text."""

    __slots__ = ("column", "line", "size")

    def __init__(self, line: int, column: int) -> None:
        self.line, self.column, self.size = line, column, 1


class Scalar(Node):
    """A text as written; None for nothing, `null` or `~`."""

    __slots__ = ("text",)

    def __init__(self, text: str | None, line: int = 0, column: int = 0) -> None:
        # no `super`: there are thousands of scalars
        self.text, self.line, self.column, self.size = text, line, column, 1


class Items(Node):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, line: int = 0, column: int = 0) -> None:
        super().__init__(line, column)
        self.items: list[Node] = []


class MappingNode(Node):
    """A mapping in the order of the text. `keys` has the place of each key, `values` its value.

    `bare` is True for an entry of a list in brackets without braces of its own: `[led: Lethal Hits, Stealth]`.
    """

    __slots__ = ("bare", "keys", "values")

    def __init__(self, line: int = 0, column: int = 0, bare: bool = False) -> None:
        super().__init__(line, column)
        self.bare = bare
        self.keys: dict[str, Scalar] = {}
        self.values: dict[str, Node] = {}

    def get(self, key: str) -> Node | None:
        """Return the value of the key; None if it is missing or empty."""
        node = self.values.get(key)
        return None if isinstance(node, Scalar) and node.text is None else node

    def drop(self, key: str) -> None:
        self.keys.pop(key, None)
        self.values.pop(key, None)


def text_of(node: Node | None) -> str | None:
    """Return the text of a scalar without blanks around it; None for anything else."""
    return node.text.strip() if isinstance(node, Scalar) and node.text is not None else None


def plain(node: Node) -> Any:
    """Return texts, lists and dictionaries without places. What is empty is None."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Items):
        return [plain(item) for item in node.items]
    assert isinstance(node, MappingNode)
    return {key: plain(value) for key, value in node.values.items()}


def find(node: Node, path: tuple[str | int, ...], of_key: bool = False) -> Node:
    """Return the node at the path, or the last existing node on the way. `of_key` returns its key instead."""
    for depth, step in enumerate(path):
        if isinstance(node, MappingNode) and step in node.values:
            if of_key and depth == len(path) - 1:
                return node.keys[str(step)]
            node = node.values[str(step)]
        elif isinstance(node, Items) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
    return node


def half_character(text: str) -> str | None:
    """Return the message for a text with half a character in it; None if there is none."""
    match = re.search(_HALF, text)
    return f"{shown(match[0])} is half a character; write the whole one" if match else None


# Problems of a list ---------------------------------------------------------------------------------------------------

MOST_SHOWN = 50


class ListError(Refusal):
    """Anything that the author of an army list or scenario has to change; the text may be shown."""


class NotFound(ListError):
    """A list or unit that does not exist, or a name that several have; the sentence lists similar names."""


class Problem(Record):
    """One mistake. `line` and `column` count from 1. Data without a text has 0 for both; `path` is its place."""

    file: str
    line: int
    column: int
    text: str
    path: str = ""

    def __str__(self) -> str:
        if self.line:
            return f"{self.file}:{self.line}:{self.column}: {self.text}"
        return ": ".join(part for part in (self.file, self.path, self.text) if part)


class ArmyErrors(ListError):
    """Everything that is wrong with one file, in the order of its lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        alike = dict.fromkeys(problems)  # a profile that three models use is reported once
        self.problems = tuple(sorted(alike, key=lambda problem: (problem.line, problem.column)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        if (more := len(self.problems) - MOST_SHOWN) > 0:
            lines.append(f"and {more} more")
        return "\n".join(lines)


_NO_MATTER = str.maketrans(dict.fromkeys("-_", " ") | dict.fromkeys("'!"))


def plain_name(text: str) -> str:
    """Return a name for comparison: case, hyphens, apostrophes and characters that look the same do not matter."""
    return " ".join(name_key(text).translate(_NO_MATTER).split())


def near(text: str, names: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """Return the names that are similar to `text`, the most similar first."""
    from difflib import get_close_matches  # imported here, as only misspelt names need it

    known = {plain_name(name): name for name in names}
    # A longer text is no misspelt name, and comparing it would take long.
    return [known[match] for match in get_close_matches(plain_name(text[:80]), known, most, cutoff)]


def did_you_mean(text: str, names: Iterable[str], shown: int = 12) -> str:
    """Return half a sentence with the names similar to `text`, else with the first `shown` of all names."""
    all_names = sorted(set(names), key=plain_name)
    if close := near(text, all_names):
        return f"did you mean {series(close, 'or')}?"
    if not all_names:
        return "there are none"
    listed = ", ".join(all_names[:shown])
    return f"known are {listed}" + (f" and {len(all_names) - shown} more" if len(all_names) > shown else "")
