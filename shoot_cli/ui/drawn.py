"""Lines of ours as prompt_toolkit wants them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from prompt_toolkit.styles import Style as PromptStyle
    from rich.color import Color
    from rich.console import Console
    from rich.style import Style

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan")
ANSI = [f"ansi{name}" for name in (*COLOURS, "gray", *(f"bright{name}" for name in COLOURS), "white")]


def fragments(lines: Iterable[Text], console: Console) -> list[tuple[str, str]]:
    """(style, text) of each piece; a line end between lines. Styles are looked up in the theme of the console."""
    found: list[tuple[str, str]] = []
    for place, line in enumerate(lines):
        if place:
            found.append(("", "\n"))
        for segment in line.render(console):
            if segment.text:
                found.append((style_words(segment.style) if segment.style else "", segment.text))
    return found


def style_words(style: Style) -> str:
    words = [
        word
        for word, true in (
            ("bold", style.bold),
            ("class:dim", style.dim),
            ("reverse", style.reverse),
            ("underline", style.underline),
            ("italic", style.italic),
        )
        if true
    ]
    if style.color and not style.color.is_default:
        words.append(f"fg:{colour(style.color)}")
    if style.bgcolor and not style.bgcolor.is_default:
        words.append(f"bg:{colour(style.bgcolor)}")
    return " ".join(words)


def colour(color: Color) -> str:
    if color.number is not None and color.number < len(ANSI):
        return ANSI[color.number]
    return color.get_truecolor().hex


def of_prompts() -> PromptStyle:
    """What is not drawn by rich: the line that is typed in, and what lies over a menu."""
    from prompt_toolkit.styles import Attrs
    from prompt_toolkit.styles import Style as PromptStyle

    dim = "noinherit dim" if "dim" in Attrs._fields else "noinherit"  # prompt_toolkit learnt it late
    return PromptStyle([("dim", dim), ("more", dim), ("question", "bold"), ("refused", "fg:ansired bold")])
