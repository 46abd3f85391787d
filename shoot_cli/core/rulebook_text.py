"""Rulebooks as Markdown pages: people read them on the web, and the program reads the same files.

A rulebook is a folder. Its ``README.md`` links its pages in their order; a page is sections of rules::

    # Rolling To Hit

    ## 7E-HIT-1: To Hit chart

    *Not played by the program yet.*

    What the rule says, in one paragraph.

    | BS     | 1   | 2   |
    |--------|-----|-----|
    | needed | 6   | 5+  |

    *Example:* An Ork with BS2 needs 5+.

    *Source:* rulebook extract

All of a rule but its words and its source may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from shoot_cli.core.rulebook import Rule
from shoot_cli.core.tables import Misprint, is_ruler

CONTENTS = "README.md"
LINK = re.compile(r"\]\((\w+\.md)\)")
ID = re.compile(r"[0-9A-Z]+(-[0-9A-Z]+)+")
LABEL = re.compile(r"\*(\w+):\* ")
NOT_PLAYED = "*Not played by the program yet.*"
BEGINS = re.compile(r"\*\w+:\* |[|#>]|[-+*] |\d+[.)] ")  # where Markdown takes a line for more than its words
# What follows the heading of a rule, in this order, and what each is called.
CALLED = {"supported": "mark", "text": "words", "chart": "chart", "example": "example", "source": "source"}
ORDER = tuple(CALLED)


class Block(NamedTuple):
    """A heading, a paragraph or a table; ``line``: where it begins, counted from 1."""

    line: int
    lines: list[str]


def read_rulebook(folder: str) -> tuple[Rule, ...]:
    """All the rules of a folder of pages, in the order of its contents. Raises Misprint."""
    rules: dict[str, Rule] = {}
    for name in LINK.findall(_text(f"{folder}/{CONTENTS}")):
        page = f"{folder}/{name}"
        for line, rule in rules_of(page, _text(page)):
            if rule.id in rules:
                raise Misprint(page, line, f'{rule.id} is there already: "{rules[rule.id].title}"')
            rules[rule.id] = rule
    return tuple(rules.values())


def rules_of(page: str, text: str) -> Iterator[tuple[int, Rule]]:
    """The rules of one page, each with the line of its heading; ``page``: what mistakes are said to stand in."""
    section, found = "", list[tuple[Block, str, list[Block]]]()
    for block in _blocks(page, text):
        marks, _, words = block.lines[0].partition(" ")
        if marks == "#":
            section = words
        elif marks == "##":
            found.append((block, section, []))
        elif marks.startswith("#"):
            raise Misprint(page, block.line, f'"{block.lines[0]}" is no heading: # is a section, ## a rule')
        elif found and found[-1][1] == section:
            found[-1][2].append(block)
        else:
            raise Misprint(page, block.line, f'"{block.lines[0]}" stands in no rule: its heading is missing')
    for heading, of, blocks in found:
        yield heading.line, _rule(page, heading, of, blocks)


def _rule(page: str, heading: Block, section: str, blocks: Sequence[Block]) -> Rule:
    """The rule of this heading, of what follows it."""
    name, _, title = heading.lines[0].removeprefix("## ").partition(": ")
    if not (ID.fullmatch(name) and title):
        raise Misprint(page, heading.line, f'"{heading.lines[0]}" is no rule: its id, a colon and its title are')
    if not section:
        raise Misprint(page, heading.line, f"{name} stands in no section: # and its title are missing above")
    parts: dict[str, Any] = {}
    for block in blocks:
        part, value = _part(page, block)
        after = next((other for other in parts if ORDER.index(other) >= ORDER.index(part)), None)
        if after:
            where = "a second time" if after == part else f"after its {CALLED[after]}"
            raise Misprint(page, block.line, f'{name} gives its {CALLED[part]} {where}: "{block.lines[0]}"')
        parts[part] = value
    for part in ("text", "source"):
        if part not in parts:
            raise Misprint(page, heading.line, f"{name} lacks its {CALLED[part]}")
    return Rule(id=name, title=title, section=section, **{"example": "", **parts})


def _part(page: str, block: Block) -> tuple[str, Any]:
    """Which field of a rule a paragraph or a table is, and what stands in it."""
    words = " ".join(block.lines)
    if words == NOT_PLAYED:
        return "supported", False
    if words.startswith("|"):
        return "chart", tuple(_rows(page, block))
    label = LABEL.match(words)
    if label is None:
        return "text", words
    part = label[1].casefold()
    if part not in ("example", "source"):
        raise Misprint(page, block.line, f'"{label[1]}" is no part of a rule: *Example:* and *Source:* are')
    return part, words[label.end() :]


def _rows(page: str, block: Block) -> Iterator[tuple[str, ...]]:
    """The rows of a chart, without the line that Markdown wants below its heads."""
    heads = block.lines[0].count("|")
    if len(block.lines) < 3 or not is_ruler(block.lines[1]):
        raise Misprint(page, block.line, "a chart is a line of heads, a line as |---|---|, and rows")
    for line, row in enumerate(block.lines, start=block.line):
        if row.count("|") != heads or not row.endswith("|"):
            raise Misprint(page, line, f"a row of {row.count('|') - 1} cells, where the chart has {heads - 1} columns")
        if line != block.line + 1:
            yield tuple(cell.strip() for cell in row[1:-1].split("|"))


def _blocks(page: str, text: str) -> Iterator[Block]:
    """What stands between empty lines."""
    lines: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        words = line.strip()
        if not words:
            if lines:
                yield Block(number - len(lines), lines)
            lines = []
            continue
        in_table = lines and lines[0][0] == words[0] == "|"
        if lines and not in_table and (BEGINS.match(words) or lines[0][0] in "#|"):
            # People on the web and the program would read two different things.
            raise Misprint(page, number, f'an empty line is missing above "{words}", or its first word belongs there')
        lines.append(words)


def _text(page: str) -> str:
    with open(page, encoding="utf-8") as file:
        return file.read()
