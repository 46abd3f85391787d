"""Dice as they lie: those that passed first, what is counted marked, many of them face by face."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from rich.text import Text

from shoot_cli.ui.looks import ROOMY, said

LEAD = 10  # columns for what a row of dice is of


def die(face: str, style: str) -> Text:
    """`` 6 ``, or `` 6!`` where it is counted; the name of a side as it is."""
    return said((f" {face}{'!' if style == 'counted' else ' '}", style))


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
            said(die(face, style(face, "passed")), (f"×{len(list(run))}", "strong")) for face, run in groupby(passed)
        ]
        lost = [said(die(face, style(face, "failed")), (f"×{len(list(run))}", "past")) for face, run in groupby(failed)]
    lines = [said("  ", (label, "past"))] if label and not lead else []
    line = said("  ", (label.ljust(lead), "past")) if lead else said("  ")
    for place, chip in enumerate([*chips, *lost]):
        if place == len(chips) and chips:
            line.append(" ")
        if line.cell_len + chip.cell_len + 1 > width:
            lines.append(line)
            line = said(" " * (2 + lead))
        line.append_text(chip).append(" ")
    if end and line.cell_len + len(end) + 1 > width:
        lines.append(line)
        line = said(" " * (1 + lead))
    if end:
        line.append_text(said((f" {end}", "strong")))
    return [*lines, line]
