"""Which lines of a pasted text belong to which unit, after broken lines were joined."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from shoot_cli.importing.pasted import text_list
from shoot_cli.importing.pasted.text_list import Priced, TextLine
from shoot_cli.importing.pasted.unit_block import (
    A_REMARK,
    AFTER_POINTS,
    SPECIAL,
    Block,
    Style,
    is_armed,
    is_label,
    stem,
)
from shoot_cli.importing.roster import Refused

MOST_UNITS = 200
MOST_BROKEN = 400  # characters of a line that may have been broken inside brackets


def units_of(lines: Sequence[TextLine], style: Style) -> tuple[list[Block], list[TextLine]]:
    """Return every unit in order, and the lines that belong to none."""
    blocks: list[Block] = []
    others: list[TextLine] = []
    attached, open_block, named = 0, False, False
    whole = unwrapped(lines, style)
    counts = _most_state_models(lines, style)
    parted = not all(line.opens for line in whole)  # a blank line parts units, not all lines
    dense = counts or parted
    for before, line, below in zip([None, *whole], whole, [*whole[1:], None], strict=False):
        begins = line.opens or not open_block or (before is not None and _stands_apart(before, line, below, blocks[-1]))
        if line.opens and blocks and _is_head_with_bullet(line, below, blocks[-1]):
            line = line.but(bullet="")
        words, slashes, remark = line.text.partition(" // ")
        if slashes and (cost := text_list.priced(remark)):  # `Boyz // left flank (80 points)`
            words, remark = f"{words} {remark[len(cost.name) :].strip()}", cost.name
        bare = line.but(text=words) if slashes else line
        head = head_of(bare, style) or (unpriced_head(bare, below, dense) if begins else None)
        if named and _is_own_name(line):
            continue
        named = head is not None
        if head is not None:
            if len(blocks) == MOST_UNITS:
                raise Refused(f"this list has more than {MOST_UNITS} units")
            blocks.append(Block(head, bare, style, attached))
            blocks[-1].doubts += [f"{remark} {A_REMARK}"] if slashes else []
            open_block = True
        elif match := text_list.BLOCK.match(line.text):
            attached = next(int(number) for number in match.groups() if number)
            open_block = False
        elif not line.bullet and (line.heading or text_list.is_section(line.text)):
            attached, open_block = 0, False
        elif text_list.FOOTERS.match(line.text) or (not line.bullet and _ends_unit(line.text)):
            open_block = False
        elif open_block and not line.text.startswith("|"):  # a row of a table that could not be read
            blocks[-1].lines.append(line.but(opens=line.opens and parted))
        else:
            others.append(line)
    for block in blocks:
        block.close()
    return in_pairs(blocks), others


def _ends_unit(words: str) -> bool:
    """Return True for the size of the battle, a row of signs, and a sum."""
    return bool(text_list.SIZES.match(words)) or not words.strip("+-=_*#~ ") or text_list.sum_of(words) is not None


def _is_head_with_bullet(line: TextLine, below: TextLine | None, block: Block) -> bool:
    """Return True for `- Boyz (80 points)` with its items below, in a text whose other units have no bullet."""
    nested = below is not None and not below.opens and below.bullet and below.column > line.column
    plain = line.but(bullet="") if nested and line.indent <= block.line.indent and not line.inner else line
    return head_of(plain, Style()) is not None


NARROW = 34  # letters of a line that are too few for pasting to have broken it


def _stands_apart(before: TextLine, line: TextLine, below: TextLine | None, block: Block) -> bool:
    """Return True for a name between bullets that neither continues the line before nor is below its unit."""
    if not before.bullet or line.bullet or below is None or text_list.counted(below.text)[0] is None:
        return False
    short = len(before.text) + len(line.text.split()[0]) < NARROW
    return short and line.column <= block.line.column and not is_armed(line.text)


PLUS = re.compile(r" \+ ")


def in_pairs(blocks: list[Block]) -> list[Block]:
    """Return the units without lines such as `Captain + Wardens (185 pts)`, which only name the units below them.

    The unit that is named last is led by the others.
    """
    kept: list[Block] = []
    pairs: list[list[Block]] = []
    for index, block in enumerate(blocks):
        names = [stem(text_list.counted(name)[1]) for name in PLUS.split(block.name)]
        below = blocks[index + 1 :][: len(names)]
        if len(names) > 1 and not block.lines and [stem(unit.name) for unit in below] == names:
            pairs.append(below)
        else:
            kept.append(block)
    for *leaders, led in pairs:
        same = [unit for unit in kept if stem(unit.name) == stem(led.name)]
        for leader in leaders:
            leader.leads = leader.leads or f"{led.name}[{same.index(led) + 1}]"
            leader.role = leader.role or text_list.LEADER
    return kept


def _is_own_name(line: TextLine) -> bool:
    """Return True for a name in capitals that a player gave to a unit, directly below it; sections are known words."""
    words = line.text.rstrip(" :").casefold()
    return not (line.bullet or line.opens or line.heading or words in text_list.SECTIONS) and (
        text_list.is_section(line.text) and not text_list.priced(line.text) and "++" not in line.text
    )


def head_of(line: TextLine, style: Style) -> Priced | None:
    """Return the name and points of a unit if the line begins one, else None."""
    if (line.bullet and not style.bullets) or line.heading:
        return None
    head = text_list.priced(line.text, style.bare)
    if head is None and line.unit:
        name, colon, rest = line.text.partition(": ")
        return Priced(name, NO_POINTS, f": {rest}" if colon else "")
    if head is None or head.added or not head.name or not any(letter.isalpha() for letter in head.name):
        return None
    known = head.rest.casefold() in text_list.WARLORD or text_list.TIMES.fullmatch(head.rest)
    if head.rest and head.rest[0] not in AFTER_POINTS and not known:
        return None
    aside = (text_list.SIZES, text_list.ENHANCEMENT, text_list.WITH, text_list.DETACHMENT)
    if any(form.match(line.text) for form in aside):
        return None
    if head.name.strip("+-= :").casefold() in text_list.SECTIONS or "++" in head.name or head.name[0] in "+&":
        return None
    return head


NO_POINTS = -1.0
DASHES = " -–—:=|,"  # between the name of a unit and its points
ASIDE = re.compile(r" ?(?:\([^()]{1,40}\)|\[[^\[\]]{1,40}\])$")  # behind a name: `(8O Points)`
UNREADABLE = re.compile(
    rf"(?: ?:)? ?[(\[]? ?(?<![-\d?.,])[-\d?.,]* ?(?:{text_list.UNIT_OF_POINTS})? ?[)\]]?$", re.IGNORECASE
)


def unpriced_head(line: TextLine, below: TextLine | None, dense: bool = True) -> Priced | None:
    """Return the name of a unit with items below it, whose line has no readable points; else None.

    `dense` is True if a blank line parts units: a number then stands below a unit, and `10x Boyz: …` is one.
    """
    if line.bullet or line.heading:
        return None
    cost, n = text_list.priced(line.text), text_list.counted(line.text)[0]
    if n is not None and dense and line.opens and ": " in line.text and not (cost or text_list.BARE.search(line.text)):
        head, _, rest = line.text.partition(": ")
        return Priced(head, NO_POINTS, f": {rest}")
    items = below is not None and not below.opens and (below.bullet or (dense and text_list.counted(below.text)[0]))
    if not items or (n is not None and not line.opens):
        return None
    if cost and cost.rest and not (cost.added or text_list.SIZES.match(line.text)):  # `Boyz (80 points) first wave`
        return cost.but(rest=f": {cost.rest}") if line.opens and cost.name else None
    if ", " in text_list.sized(line.text)[1] or (below and not below.bullet and (n is not None or is_armed(line.text))):
        return None
    known = (*SPECIAL, text_list.FOOTERS, text_list.SIZES, text_list.BLOCK, text_list.WITH, text_list.DETACHMENT)
    name = UNREADABLE.sub("", line.text, count=1)
    if any(pattern.match(line.text) for pattern in known) or text_list.is_section(line.text) or not name[:1].isalnum():
        return None
    if (bare := text_list.priced(line.text, bare=True)) and bare.name.rstrip(DASHES) == name.rstrip(DASHES):
        return bare.but(rest="")  # `Boyz - 80 pts`, where others have brackets
    aside = ASIDE.search(line.text) if text_list.is_open(name) or name.endswith((")", "]")) else None
    name = line.text[: aside.start()] if aside else name
    if ":" in name or not name or text_list.is_open(name) or text_list.priced(name):
        return None
    return Priced(name, NO_POINTS, "", more=line.text[len(name) :].strip(" :-–—"))


def unwrapped(lines: Sequence[TextLine], style: Style) -> list[TextLine]:
    """Return the lines with broken ones joined."""
    unbroken: list[TextLine] = []
    counts = _most_state_models(lines, style)
    begun = False  # the list itself has begun, after its preamble
    for line, below in zip_longest(lines, lines[1:]):
        before = unbroken[-1] if unbroken else None
        lone = below is None or below.opens or head_of(below, style) is not None or line.text.isupper()
        line = line.but(heads=lone or line.text[-1] == ":")
        if before is not None and not line.opens and _goes_on(before, line, style, begun, counts):
            joined = before.but(text=f"{before.text} {line.text}")
            short = len(before.text) < MOST_BROKEN
            whole = short and head_of(before, style) is not None and head_of(joined, style) is None  # items follow
            unbroken[len(unbroken) - (not whole) :] = [line if whole else joined]
        else:
            unbroken.append(line)
        last = unbroken[-1]
        begun = begun or head_of(last, style) is not None or (not last.bullet and text_list.is_section(last.text))
    return unbroken


def _most_state_models(lines: Sequence[TextLine], style: Style) -> bool:
    """Return True if the lines of most units state their number of models."""
    heads = [head for head in (head_of(line, style) for line in lines) if head is not None]
    return 2 * sum(names_model_count(head) for head in heads) > len(heads)


def closed(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """Return the lines with those joined that were broken inside brackets."""
    unbroken: list[TextLine] = []
    for line in lines:
        before = unbroken[-1] if unbroken else None
        if (
            before is not None
            and not (line.opens or line.bullet)
            and text_list.is_open(before.text)
            and len(before.text) < MOST_BROKEN
        ):
            unbroken[-1] = before.but(text=f"{before.text} {line.text}")
        else:
            unbroken.append(line)
    return tuple(unbroken)


def names_model_count(head: Priced) -> bool:
    """Return True if the name of a unit has its number of models: `10x Boyz (80 pts)`."""
    return text_list.counted(head.name.rpartition(": ")[2])[0] is not None


def _goes_on(before: TextLine, line: TextLine, style: Style, begun: bool, counts: bool) -> bool:
    """Return True if `line` continues `before`, which was broken."""
    if line.unit or line.bullet or line.heading or before.heading or text_list.FOOTERS.match(line.text):
        return False
    if text_list.sum_of(line.text) is not None:
        return False
    if begun and before.text.endswith((",", ":")) and text_list.WITH.match(line.text):
        return True
    if text_list.PROSE.match(line.text):
        return False
    if not begun or text_list.WITH.match(line.text) or any(text_list.BLOCK.match(part.text) for part in (before, line)):
        return False
    head, cost = head_of(line, style), text_list.priced(line.text)
    if cost and not cost.name and before.opens:  # only the points of a unit were broken off
        return not (before.bullet or text_list.priced(before.text) or text_list.is_section(before.text))
    if head is not None:
        # The name of a unit was broken if its first words stand where a unit can begin.
        if (
            before.bullet
            or text_list.priced(before.text, style.bare)
            or text_list.is_section(before.text)
            or names_model_count(head)
        ):
            return False
        return (
            text_list.counted(before.text.rpartition(": ")[2])[0] is not None
            if counts
            else before.opens and len(before.text) > 20
        )
    if not style.long or (line.heads and text_list.is_section(line.text)) or text_list.is_section(before.text):
        return False
    if any(pattern.match(line.text) or pattern.match(before.text) for pattern in SPECIAL):
        return False
    if before.text.endswith(","):
        return True
    return text_list.counted(line.text)[0] is None and not is_label(line)


def unread(lines: Sequence[TextLine]) -> tuple[str, ...]:
    """Return a sentence for each line that nobody read."""
    return tuple(f"line {line.number} was not read: {line.text[:60]}" for line in lines)
