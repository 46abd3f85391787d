"""A list as a tree with places, and problems found in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.signals import Refusal

# What a list is read into: text, lists and mappings with the places where they stand. See ``yaml_text.py``.

MOST_NODES = 50_000  # after aliases are expanded; a list of 100 units has about 15,000
MOST_DEPTH = 20
NO_BLANK = "\ufdd0"  # stands for a blank that YAML must not see: no character, nobody's text has it
_HALF = "[\ud800-\udfff]"  # of a character: escapes in JSON and YAML can write it, and nothing can keep it


class Node:
    """A place in the text: ``line`` and ``column`` count from 1; 0 where the data never was a text."""

    __slots__ = ("column", "line", "size")

    def __init__(self, line: int, column: int) -> None:
        self.line, self.column, self.size = line, column, 1


class Scalar(Node):
    """Text as written; None where nothing, ``null`` or ``~`` is written."""

    __slots__ = ("text",)

    def __init__(self, text: str | None, line: int = 0, column: int = 0) -> None:
        self.text, self.line, self.column, self.size = text, line, column, 1  # there are thousands in a list


class Items(Node):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, line: int = 0, column: int = 0) -> None:
        super().__init__(line, column)
        self.items: list[Node] = []


class MappingNode(Node):
    """Keys in the order of the text. ``keys`` has the place of each key, ``values`` what stands under it.

    ``bare``: it is one entry of a list in brackets, without any of its own: ``[led: Lethal Hits, Stealth]``.
    """

    __slots__ = ("bare", "keys", "values")

    def __init__(self, line: int = 0, column: int = 0, bare: bool = False) -> None:
        super().__init__(line, column)
        self.bare = bare
        self.keys: dict[str, Scalar] = {}
        self.values: dict[str, Node] = {}

    def get(self, key: str) -> Node | None:
        """What stands under the key; None if it is not there or holds nothing."""
        node = self.values.get(key)
        return None if isinstance(node, Scalar) and node.text is None else node

    def drop(self, key: str) -> None:
        """Without this key, if it is there."""
        self.keys.pop(key, None)
        self.values.pop(key, None)


def text_of(node: Node | None) -> str | None:
    """The text of a scalar without blanks around it; None for anything else."""
    return node.text.strip() if isinstance(node, Scalar) and node.text is not None else None


def plain(node: Node) -> Any:
    """Text, lists and dictionaries without places. Keys that hold nothing are left out; empty items are None."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Items):
        return [plain(item) for item in node.items]
    assert isinstance(node, MappingNode)
    parts = [(key, plain(value)) for key, value in node.values.items()]
    return {key: part for key, part in parts if part is not None}


def find(node: Node, path: tuple[str | int, ...], of_key: bool = False) -> Node:
    """The node at the path, or the last one on the way that exists. ``of_key``: the place of its key instead."""
    for place, step in enumerate(path):
        if isinstance(node, MappingNode) and step in node.values:
            if of_key and place == len(path) - 1:
                return node.keys[str(step)]
            node = node.values[str(step)]
        elif isinstance(node, Items) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
    return node


def half_character(text: str) -> str | None:
    """What is wrong with a text that has half a character in it; None if it has none."""
    found = re.search(_HALF, text)
    return f"{shown(found[0])} is half a character; write the whole one" if found else None


# What is wrong with a list, in words, and where it stands.

MOST_SHOWN = 50


class ListError(Refusal):
    """Anything about an army list or scenario that its author has to change; the text is fit to be shown."""


class NotFound(ListError):
    """A list or unit that was named is not there, or there are several; the sentence lists the near ones."""


class Problem(Record):
    """One thing that is wrong. ``line`` and ``column`` count from 1; both are 0 without a text, ``path`` says where."""

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
        alike = dict.fromkeys(problems)  # a profile used by three models is wrong once
        self.problems = tuple(sorted(alike, key=lambda problem: (problem.line, problem.column)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        if (more := len(self.problems) - MOST_SHOWN) > 0:
            lines.append(f"and {more} more")
        return "\n".join(lines)


_NO_MATTER = str.maketrans(dict.fromkeys("-_", " ") | dict.fromkeys("'!"))


def plain_name(text: str) -> str:
    """A name as it is compared in lists: of what is equal to the eye, hyphens and apostrophes do not matter either."""
    return " ".join(name_key(text).translate(_NO_MATTER).split())


def near(said: str, names: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """The names that look like what was said, best first."""
    from difflib import get_close_matches  # only when something is misspelt

    known = {plain_name(name): name for name in names}
    # Nobody misspells a name of hundreds of letters, and comparing one takes as long as it is.
    return [known[match] for match in get_close_matches(plain_name(said[:80]), known, most, cutoff)]


def did_you_mean(said: str, names: Iterable[str], shown: int = 12) -> str:
    """What would do instead of ``said``: the near names, else all of them (the first ``shown``), as half a sentence."""
    all_names = sorted(set(names), key=plain_name)
    if found := near(said, all_names):
        return f"did you mean {' or '.join(filter(None, (', '.join(found[:-1]), found[-1])))}?"
    if not all_names:
        return "there are none"
    listed = ", ".join(all_names[:shown])
    return f"known are {listed}" + (f" and {len(all_names) - shown} more" if len(all_names) > shown else "")
