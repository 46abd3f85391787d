"""What may be shown of words that others wrote: names in lists, answers, paths."""

from __future__ import annotations


def visible(text: str) -> str:
    """Text from files and players as text: control characters are shown, never sent to the terminal."""
    return "".join(
        c if c.isprintable() else ("\N{REPLACEMENT CHARACTER}" if ord(c) > 255 else f"\\x{ord(c):02x}") for c in text
    )
