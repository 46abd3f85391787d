"""What may be shown of words that others wrote: names in lists, answers, paths."""

from __future__ import annotations

from shoot_cli.core.names import JOINERS


def visible(text: str) -> str:
    """Text from files and players as text: control characters are shown, never sent to the terminal.

    Joiners of letters and pictures are left out: terminals do not agree on how wide what they join is.
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else ("\N{REPLACEMENT CHARACTER}" if ord(c) > 255 else f"\\x{ord(c):02x}")
        for c in text
        if c not in JOINERS
    )
