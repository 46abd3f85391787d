"""Texts with a header between fences of plus signs: tournament, "WTC full" and "GW" of New Recruit (13.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shoot_cli.core.names import same_name
from shoot_cli.imports.text import marks
from shoot_cli.imports.text.amounts import whole_number
from shoot_cli.imports.text.app import preamble, title_at
from shoot_cli.imports.text.attaching import attached
from shoot_cli.imports.text.blocks import Block, Style
from shoot_cli.imports.text.body import units_of, unread
from shoot_cli.imports.text.lines import TextLine
from shoot_cli.imports.text.lists import Enhancement, TextList

KEY = re.compile(r"\+ ?([A-Z][A-Z ]{2,30}[A-Z]) ?:(.*)")
OTHER_KEY = re.compile(r"([A-Z][A-Za-z ]{2,30}) ?:(.*)")
ON = re.compile(r" ?\(on (.{1,120})\)$", re.IGNORECASE)
POINTS = re.compile(r" ?(\d[\d.,' ]{0,8})")
RULE = re.compile(r" ?\([^()]{0,120}\)$")


def header(lines: Sequence[TextLine]) -> tuple[dict[str, str], list[str], list[TextLine]]:
    """What the header says by its keys, its enhancements, and the lines that are not of it."""
    said: dict[str, str] = {}
    enhancements: list[str] = []
    rest: list[TextLine] = []
    last, fences = "", 0
    for line in lines:
        if found := KEY.match(line.text):
            last, words = found[1], found[2].strip()
            if last in ("ENHANCEMENT", "ENHANCEMENTS"):
                enhancements += [words] if words else []
            else:
                said.setdefault(last, words)
        elif line.text.startswith("&") and last in ("ENHANCEMENT", "ENHANCEMENTS"):
            enhancements.append(line.text[1:].strip())
        elif not line.text.strip("+"):
            fences += len(line.text) > 2
        elif fences == 1 and (found := OTHER_KEY.match(line.text)):  # of those who run a tournament
            last = found[1].upper()
            said.setdefault(last, found[2].strip())
        elif fences == 1 and last and not line.opens:  # a line of the header was broken
            if last in ("ENHANCEMENT", "ENHANCEMENTS") and enhancements:
                enhancements[-1] += f" {line.text}"
            elif last in said:
                said[last] += f" {line.text}"
        else:
            rest.append(line)
    return said, enhancements, rest


def read_fenced(lines: Sequence[TextLine], style: Style) -> TextList:
    said, enhancements, rest = header(lines)
    body: Sequence[TextLine] = rest
    name, points = said.get("LIST NAME", ""), POINTS.match(said.get("TOTAL ARMY POINTS", ""))
    total = whole_number(points[1]) if points else None
    if title_at(body, style) is not None:  # the header of one program, above a whole list of another
        told = preamble(body, style)
        name, body = name or told.name, told.rest
        for key, words in (("FACTION KEYWORD", told.faction), ("DETACHMENT", told.detachment)):
            said.setdefault(key, words)
        total = told.points
    blocks, others = units_of(body, style.but(long=True))
    for words in enhancements:
        _on(blocks, words)
    entries = [block.entry() for block in blocks]
    if not any(entry.warlord for entry in entries) and (place := _place(blocks, said.get("WARLORD", ""))) is not None:
        entries[place] = entries[place].but(warlord=True)
    detachment = said.get("DETACHMENT", said.get("DETACHMENTS", ""))
    return TextList(
        name, "New Recruit", "", said.get("FACTION KEYWORD", ""),
        RULE.sub("", marks.DETACHMENT_POINTS.sub("", detachment)), total,
        attached(entries, [block.led_by for block in blocks]), unread(others),
    )  # fmt: skip


def _place(blocks: Sequence[Block], words: str) -> int | None:
    """Which unit is meant by ``Char2: Sorcerer``: by its name; by its label if several have that."""
    label, _, name = words.rpartition(":")
    named = [at for at, block in enumerate(blocks) if same_name(block.name, name)]
    best = [at for at in named if same_name(blocks[at].label, label)]
    return next(iter(best or named), None)


def _on(blocks: Sequence[Block], words: str) -> None:
    """An enhancement of the header, put where it is; nothing is done if its unit says so itself."""
    found = ON.search(words)
    name = words[: found.start()] if found else words
    if not name:
        return
    label, _, unit = found[1].rpartition(":") if found else ("", "", "")
    named = [block for block in blocks if same_name(block.name, unit)]
    has = [block for block in named or blocks if any(_same(one.name, name) for one in block.enhancements)]
    carried = [block for block in named or blocks if any(_same(item.name, name) for item in block.items)]
    if has:
        return
    for block in carried:  # a word among its items: the header tells that it is no weapon
        block.items = [item for item in block.items if not _same(item.name, name)]
        block.enhancements.append(Enhancement(name))
        return
    best = [block for block in named if same_name(block.label, label)] or named
    if best:
        best[0].enhancements.append(Enhancement(name))


def _same(one: str, other: str) -> bool:
    return same_name(one, other)
