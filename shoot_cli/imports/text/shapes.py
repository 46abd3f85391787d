"""Which program wrote a text, told by its shape: most lists are not signed, and pasting loses the last line first.

Nothing here is a list for sure until a unit with its points was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from shoot_cli.core.record import Record
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.text import app, marks, others, plus, simple
from shoot_cli.imports.text.amounts import counted, priced
from shoot_cli.imports.text.blocks import Style
from shoot_cli.imports.text.body import closed, head_of, names_model_count
from shoot_cli.imports.text.lines import TextLine, lines_of
from shoot_cli.imports.text.lists import SUPPORT, TextList

Reader = Callable[[Sequence[TextLine], Style], TextList]
PLUS, SIMPLE, APP, LIST_FORGE, WAR_ORGAN = "plus", "simple", "app", "ListForge", "WarOrgan"
READERS: dict[str, Reader] = {
    PLUS: plus.read_fenced,
    SIMPLE: simple.read_simple,
    APP: app.read_app,
    LIST_FORGE: others.list_forge,
    WAR_ORGAN: others.war_organ,
}
PROSE = re.compile(r"\d{1,3} [^\W\d][^:,]{1,80} with ")
SENTENCE = re.compile(r"\A[^:()\[\]]{2,80}, [^:()\[\]]{2,80} and [^\W\d]")
SIGNED = (("warorgan", "WarOrgan"), ("newrecruit", "New Recruit"), ("new recruit", "New Recruit"),
          ("listforge", "ListForge"), ("battlebase", "BattleBase"))  # fmt: skip
APP_VERSION = re.compile(r"(?:app version|version de l'appli) ?: ?v(\d{1,2})\.", re.IGNORECASE)
# the official app has a major version for each edition; other programs write words that only one of them has
BY_VERSION = {"1": "Warhammer 40,000 10th Edition", "2": "Warhammer 40,000 11th Edition"}
LATER = "Warhammer 40,000 11th Edition"
LATER_MARKS = (
    marks.DETACHMENT_POINTS,
    marks.DISPOSITION,
    re.compile(r"\+? ?(?:force disposition|detachments) ?:", re.I),
)


class Other(Record):
    """Words that show a list of a game that no list here is of."""

    pattern: re.Pattern[str]
    game: str


OTHERS = (
    Other(re.compile(r"\[[^\[\]]{0,40}\d ?(?:PL|PP|CP)\b[^\[\]]{0,40}\]|\+\+ [^+\[]{1,60} -?\d{1,2} ?CP\b"),
          "Warhammer 40,000 8th or 9th Edition"),
    Other(re.compile(r"general's regiment|spell lore|grand alliance:|battle ?tome:|\bregiment 1\b", re.I),
          "Warhammer Age of Sigmar"),
    Other(re.compile(r"legiones astartes|crusade force organisation|rite of war:", re.I), "The Horus Heresy"),
    Other(re.compile(r"\bkill team:", re.I), "Kill Team"),
)  # fmt: skip


def read_text(text: str, name: str) -> TextList:
    """The list of a text. What is no list we know, too long, or of another game is ``Refused`` in words.

    ``name``: what the list is called if the text does not say.
    """
    lines = closed(lines_of(text))
    shape, style = shape_of(lines)
    if other := next((one.game for one in OTHERS if any(one.pattern.search(line.text) for line in lines)), ""):
        raise Refused(f"this is a list of {other}")
    if not shape:
        raise Refused("this is no list that we know: no line names a unit with its points, as in “Captain (95 points)”")
    found = READERS[shape](lines, style)
    if not found.entries:
        raise Refused("this looks like a list, but no line names a unit with its points, as in “Captain (95 points)”")
    if not (found.faction or found.detachment or any(one.groups or one.items or one.told for one in found.entries)):
        raise Refused("this is no list that we know: there are points, but nothing that a unit has")
    return found.but(name=found.name or called(name), writer=writer_of(lines, found.writer), game=game_of(lines, found))


def called(file: str) -> str:
    """What a list is called after its file, if it has no name of its own."""
    return re.split(r"[/\\\\]", file)[-1].removesuffix(".txt").strip("- ") or "A pasted list"


def shape_of(lines: Sequence[TextLine]) -> tuple[str, Style]:
    """The shape of a text, "" of what is no list; and how its lines are to be read."""
    style = style_of(lines)
    heads = [head for line in lines if (head := head_of(line, style)) is not None]
    if any(plus.KEY.match(line.text) for line in lines):
        return PLUS, style
    if not heads:
        return "", style
    if 2 * sum(names_model_count(head) for head in heads) > len(heads):
        return PLUS, style  # without its header
    words = [line.text for line in lines]
    square = sum(head.square for head in heads)
    if any(text.strip("+# ").casefold().startswith("army roster") for text in words):
        return SIMPLE, style
    prose = sum(bool(PROSE.match(line.text)) for line in lines if line.bullet)
    if (
        any(marks.SIZES.match(text) and text.casefold().startswith("battle") for text in words)
        and "[" not in words[0][:1]
    ):
        return (WAR_ORGAN if prose or not square or _sentences(lines) else SIMPLE), style
    if prose > len(heads) // 3 and prose > 1:
        return WAR_ORGAN, style
    if 2 * square > len(heads):
        return SIMPLE, style
    title = priced(words[0])
    if title and title.name.count(" - ") >= 2 and not title.rest and not lines[0].bullet:
        return LIST_FORGE, style
    return APP, style


def _sentences(lines: Sequence[TextLine]) -> bool:
    return any(SENTENCE.match(line.text) for line in lines if line.bullet)


def style_of(lines: Sequence[TextLine]) -> Style:
    """What the whole text has in common: whether units have bullets, points brackets, and lines indents."""
    style = Style()
    if not any(head_of(line, style) and not marks.SIZES.match(line.text) for line in lines[1:]):
        if any(head_of(line, Style(bullets=True)) for line in lines[1:]):
            style = style.but(bullets=True)
        elif any(head_of(line, Style(bare=True)) for line in lines):
            style = style.but(bare=True)
    return style.but(flat=_is_flat(lines, style), first=_is_first(lines))


def _is_first(lines: Sequence[TextLine]) -> bool:
    """Of several items the first alone has a bullet: bullets stand below bullets, and some items have none."""
    steps = [(one, other) for one, other in pairwise(lines) if one.bullet and other.bullet]
    deeper = any(other.indent > one.indent and not other.inner for one, other in steps)
    return deeper and any(not line.bullet and counted(line.text)[0] for line in lines)


def _is_flat(lines: Sequence[TextLine], style: Style) -> bool:
    """No line of any unit stands deeper than another of it."""
    columns: set[tuple[int, bool]] = set()
    bullets = False
    for line in lines:
        if head_of(line, style) is not None or line.opens:
            columns.clear()
        elif not marks.ENHANCEMENT.match(line.text) and not marks.ATTACHED_AS.match(line.text):
            bullets = bullets or line.inner
            columns.add((line.column, line.bullet != ""))
        if len({column for column, bullet in columns if bullet}) > 1 or bullets:
            return False
        if not any(bullet for _, bullet in columns) and len(columns) > 1:
            return False
    return True


def writer_of(lines: Sequence[TextLine], shape: str) -> str:
    """The signature beats the shape: some programs write what others read."""
    signed = [line.text.casefold() for line in lines if marks.FOOTERS.match(line.text)]
    return next((name for word, name in SIGNED if any(word in text for text in signed)), shape)


def game_of(lines: Sequence[TextLine], found: TextList) -> str:
    """The edition, if the text shows it; "" if it could be several."""
    for line in reversed(lines):
        if version := APP_VERSION.search(line.text):
            return BY_VERSION.get(version[1], "")
    if any(entry.block or entry.role == SUPPORT for entry in found.entries):
        return LATER
    return LATER if any(mark.search(line.text) for line in lines for mark in LATER_MARKS) else ""
