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

    *Also called:* roll to hit; Ballistic Skill

    *Source:* rulebook extract

All of a rule but its words and its source may be left out. What it is also called are names by which readers of the
books look for it.

What editions of one game have in common stands once, on pages that they share, where rules have no edition in front::

    *Shared:* [7E-HIT-2, 7E-HIT-4 to 7E-HIT-6](../../shared/rulebook/hit.md)

puts these rules here, in their sections there. The rules that they name get the ids that this edition has for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from shoot_cli.core.rulebook import Rule
from shoot_cli.core.tables import Misprint, is_ruler

CONTENTS = "README.md"
LINK = re.compile(r"\]\((\w+\.md)\)")
ID = re.compile(r"[0-9A-Z]+(-[0-9A-Z]+)+")
NAME = re.compile(r"(?<![\w-])[A-Z]+(?:-[A-Z]+)*-\d+\b")  # an id without its edition, as it stands on shared pages
SHARED = re.compile(r"\*Shared:\* \[([^\]]+)\]\(([\w./]+\.md)\)")
LABEL = re.compile(r"\*([\w ]+):\* ")
NOT_PLAYED = "*Not played by the program yet.*"
BEGINS = re.compile(r"\*[\w ]+:\* |[|#>]|[-+*] |\d+[.)] ")  # where Markdown takes a line for more than its words
# What follows the heading of a rule, in this order, and what each is called.
CALLED = {"supported": "mark", "text": "words", "chart": "chart", "example": "example", "also": "other names",
          "source": "source"}  # fmt: skip
ORDER = tuple(CALLED)


class Block(NamedTuple):
    """A heading, a paragraph or a table; ``line``: where it begins, counted from 1."""

    line: int
    lines: list[str]


def read_rulebook(folder: str, called: Callable[[str], str] = str) -> tuple[Rule, ...]:
    """All the rules of a folder of pages, in the order of its contents. Raises Misprint.

    ``called``: the id of this edition for what shared pages call ``HIT-2``.
    """
    rules: dict[str, Rule] = {}
    for name in LINK.findall(_text(f"{folder}/{CONTENTS}")):
        page = f"{folder}/{name}"
        for line, rule in rules_of(page, _text(page), called):
            if rule.id in rules:
                raise Misprint(page, line, f'{rule.id} is there already: "{rules[rule.id].title}"')
            rules[rule.id] = rule

    def own(name: re.Match[str]) -> str:
        # "AP-1" looks like a name, but no rule is called so.
        return found if (found := called(name[0])) in rules else name[0]

    return tuple(_reworded(rule, own) for rule in rules.values())


def rules_of(page: str, text: str, called: Callable[[str], str] = str) -> Iterator[tuple[int, Rule]]:
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
        elif marks == "*Shared:*":
            found.append((block, section, []))
        elif found and found[-1][1] == section:
            found[-1][2].append(block)
        else:
            raise Misprint(page, block.line, f'"{block.lines[0]}" stands in no rule: its heading is missing')
    for heading, of, blocks in found:
        if heading.lines[0].startswith("#"):
            yield heading.line, _rule(page, heading, of, blocks)
        elif blocks:
            raise Misprint(page, blocks[0].line, f'"{blocks[0].lines[0]}" stands in no rule: its heading is missing')
        else:
            for rule in _taken(page, heading, called):
                yield heading.line, rule


def _taken(page: str, block: Block, called: Callable[[str], str]) -> Iterator[Rule]:
    """The rules that a paragraph takes from a shared page: ``[HIT-2, HIT-4 to HIT-6](hit.md)``."""
    words = SHARED.fullmatch(" ".join(block.lines))
    if words is None:
        raise Misprint(page, block.line, f'"{block.lines[0]}": *Shared:* and a link from ids to their page are needed')
    there = f"{page.rpartition('/')[0]}/{words[2]}"
    rules = {called(rule.id): rule for _, rule in rules_of(there, _text(there))}
    for some in words[1].split(", "):
        ends = some.split(" to ")
        for name in ends:
            if name not in rules:
                raise Misprint(page, block.line, f"{name} does not stand in {words[2]}")
        places = [*rules]
        for name in places[places.index(ends[0]) : places.index(ends[-1]) + 1]:
            yield rules[name].but(id=name)


def _reworded(rule: Rule, own: Callable[[re.Match[str]], str]) -> Rule:
    """The rule, with the ids of this edition where it has names of a shared page."""
    text, example, source = (NAME.sub(own, words) for words in (rule.text, rule.example, rule.source))
    chart = tuple(tuple(NAME.sub(own, cell) for cell in row) for row in rule.chart)
    return rule.but(text=text, example=example, source=source, chart=chart)


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
    if part == "also called":
        return "also", tuple(name.strip() for name in words[label.end() :].split(";"))
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
