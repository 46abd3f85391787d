"""Dice as they lie: those that passed first, what is counted marked, many of them face by face."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.ui.looks import ROOMY, styled_line, wrapped

SIGNS = {"arrow": "→"}  # named sides that are drawn
LEAD = 10  # columns for what a row of dice is of


def die(face: str, style: str) -> Text:
    """`` 6 ``, or `` 6!`` where it is counted; the name of a side as it is."""
    face = SIGNS.get(face.casefold(), face)
    return styled_line((f" {face}{'!' if style == 'counted' else ' '}", style))


def dice(
    label: str,
    passed: Sequence[str],
    failed: Sequence[str],
    width: int,
    *,
    counted: Collection[str] = (),
    end: str = "",
    lead: int = LEAD,
) -> list[Text]:
    """Faces as they are given, passed ones bright and first; more than two rows of them face by face: `` 6 ×5``.

    ``end``: what they came to. ``lead``: columns for the label, where the screen is wide.
    """

    def style(face: str, other: str) -> str:
        return "counted" if face in counted else other

    lead = max(lead, len(label) + 1) if width > ROOMY and label else 0
    chips = [die(face, style(face, "passed")) for face in passed]
    lost = [die(face, style(face, "failed")) for face in failed]
    if sum(chip.cell_len + 1 for chip in [*chips, *lost]) > 2 * (width - 3 - lead):
        chips = [
            styled_line(die(face, style(face, "passed")), (f"×{len(list(run))}", "strong"))
            for face, run in groupby(passed)
        ]
        lost = [
            styled_line(die(face, style(face, "failed")), (f"×{len(list(run))}", "past"))
            for face, run in groupby(failed)
        ]
    lines = [styled_line("  ", (label, "past"))] if label and not lead else []
    line = styled_line("  ", (label.ljust(lead), "past")) if lead else styled_line("  ")
    for place, chip in enumerate([*chips, *lost]):
        if place == len(chips) and chips:
            line.append(" ")
        if line.cell_len + chip.cell_len + 1 > width:
            lines.append(line)
            line = styled_line(" " * (2 + lead))
        line.append_text(chip).append(" ")
    if end and line.cell_len + len(end) + 1 > width:
        lines.append(line)
        line = styled_line(" " * (1 + lead))
    if end:
        line.append_text(styled_line((f" {end}", "strong")))
    return [*lines, line]


def chart(
    rows: Sequence[tuple[str, str]], width: int, lit: Mapping[str, int] | None = None, thrown: Sequence[int] = ()
) -> list[Text]:
    """A table that is rolled on as faces of the die: beside each other where they fit, else a line for each row.

    ``lit``: the rows that came and how often, ``thrown`` the faces: None: the die has not fallen yet.
    """

    def times(faces: str, words: str) -> int:
        """How often this row came: of two in the same words that on whose face the die lies."""
        n = (lit or {}).get(words, 0)
        return sum(str(face) in faces.split() for face in thrown) if n and thrown else n

    def words_of(faces: str, words: str) -> str:
        n = times(faces, words)
        return f"►{words}{f' ×{n}' if n > 1 else ''}" if n else words

    def style_of(faces: str, words: str) -> str:
        return "" if lit is None else "here" if times(faces, words) else "past"

    def chips(faces: str, words: str) -> Text:
        line = styled_line()
        for face in faces.split():
            here = lit is not None and (int(face) in thrown if thrown else words in lit)
            line.append_text(die(face, "passed" if lit is None or here else "failed")).append(" ")
        return line

    if not rows:
        return []
    made = [(chips(faces, words), words_of(faces, words), style_of(faces, words)) for faces, words in rows]
    wide = [max(heads.cell_len - 1, cell_len(words)) + 2 for heads, words, _ in made]
    if sum(wide) + 2 <= width:
        above, below = styled_line("  "), styled_line("  ")
        for (heads, words, style), room in zip(made, wide, strict=True):
            above.append_text(heads).append(" " * (room - heads.cell_len))
            below.append_text(styled_line((words, style), " " * (room - cell_len(words))))
        return [above, below]
    most = max(heads.cell_len for heads, _, _ in made)
    lines = []
    for heads, words, style in made:
        first, *more = wrapped(styled_line((words, style)), width - most - 4)
        lines.append(styled_line("  ", heads, " " * (most - heads.cell_len + 1), first))
        lines += [styled_line(" " * (most + 3), line) for line in more]
    return lines
