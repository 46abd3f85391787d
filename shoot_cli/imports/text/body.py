"""Which lines of a pasted list are of which unit, after what pasting has broken was mended."""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.imports.refused import Refused
from shoot_cli.imports.text import marks
from shoot_cli.imports.text.amounts import WITH, Priced, counted, is_open, priced
from shoot_cli.imports.text.blocks import Block, Style, is_label
from shoot_cli.imports.text.lines import TextLine

MOST_UNITS = 200
MOST_BROKEN = 400  # characters of a line that may have been broken within brackets
SPECIAL = (marks.ENHANCEMENT, marks.LEADING, marks.LED_BY, marks.ATTACHED_AS)


def units_of(lines: Sequence[TextLine], style: Style) -> tuple[list[Block], list[TextLine]]:
    """Every unit in the order of the text, and the lines that belong to none."""
    blocks: list[Block] = []
    others: list[TextLine] = []
    attached, open_block = 0, False
    for line in unwrapped(lines, style):
        head = head_of(line, style)
        if head is not None:
            if len(blocks) == MOST_UNITS:
                raise Refused(f"this list has more than {MOST_UNITS} units")
            blocks.append(Block(head, line, style, attached))
            open_block = True
        elif found := marks.BLOCK.match(line.text):
            attached = next(int(one) for one in found.groups() if one)
            open_block = False
        elif not line.bullet and (line.heading or marks.is_section(line.text)):
            attached, open_block = 0, False
        elif marks.FOOTERS.match(line.text) or (not line.bullet and not line.text.strip("+-=_*#~ ")):
            open_block = False
        elif open_block:
            blocks[-1].lines.append(line)
        else:
            others.append(line)
    for block in blocks:
        block.close()
    return blocks, others


def head_of(line: TextLine, style: Style) -> Priced | None:
    """The name and points of a unit, if the line begins one."""
    if (line.bullet and not style.bullets) or line.heading:
        return None
    head = priced(line.text, style.bare)
    if head is None or head.added or not head.name or not any(one.isalpha() for one in head.name):
        return None
    if head.rest and head.rest[0] not in ":-[(":
        return None
    if marks.SIZES.match(line.text) or marks.ENHANCEMENT.match(line.text) or WITH.match(line.text):
        return None
    if head.name.strip("+-= :").casefold() in marks.SECTIONS or "++" in head.name or head.name[0] in "+&":
        return None
    return head


def unwrapped(lines: Sequence[TextLine], style: Style) -> list[TextLine]:
    """Lines that pasting has broken, whole again."""
    found: list[TextLine] = []
    heads = [head for head in (head_of(line, style) for line in lines) if head is not None]
    counts = 2 * sum(names_model_count(head) for head in heads) > len(heads)  # most units say how many models they are
    begun = False  # the list itself, behind its preamble
    for line in lines:
        before = found[-1] if found else None
        if before is not None and not line.opens and _goes_on(before, line, style, begun, counts):
            found[-1] = before.but(text=f"{before.text} {line.text}")
        else:
            found.append(line)
        last = found[-1]
        begun = begun or head_of(last, style) is not None or (not last.bullet and marks.is_section(last.text))
    return found


def closed(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """Lines that were broken within brackets, whole again."""
    found: list[TextLine] = []
    for line in lines:
        before = found[-1] if found else None
        if (
            before is not None
            and not (line.opens or line.bullet)
            and is_open(before.text)
            and len(before.text) < MOST_BROKEN
        ):
            found[-1] = before.but(text=f"{before.text} {line.text}")
        else:
            found.append(line)
    return tuple(found)


def names_model_count(head: Priced) -> bool:
    """The name of a unit says how many models it is: ``10x Boyz (80 pts)``."""
    return counted(head.name.rpartition(": ")[2])[0] is not None


def _goes_on(before: TextLine, line: TextLine, style: Style, begun: bool, counts: bool) -> bool:
    """``before`` was broken, and ``line`` is the rest of it."""
    if line.bullet or line.heading or before.heading or marks.FOOTERS.match(line.text):
        return False
    if not begun or WITH.match(line.text) or any(marks.BLOCK.match(one.text) for one in (before, line)):
        return False
    head = head_of(line, style)
    if head is not None:
        # the name of a unit is broken, if its first words stand where a unit begins
        if before.bullet or priced(before.text, style.bare) or marks.is_section(before.text) or names_model_count(head):
            return False
        return (
            counted(before.text.rpartition(": ")[2])[0] is not None
            if counts
            else before.opens and len(before.text) > 20
        )
    if not style.long or marks.is_section(line.text) or marks.is_section(before.text):
        return False
    if any(one.match(line.text) or one.match(before.text) for one in SPECIAL):
        return False
    if before.text.endswith(","):
        return True
    return counted(line.text)[0] is None and not is_label(line)


def unread(lines: Sequence[TextLine]) -> tuple[str, ...]:
    """Lines that nobody read, in words for the player."""
    return tuple(f"line {line.number} was not read: {line.text[:60]}" for line in lines)
