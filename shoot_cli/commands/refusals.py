"""Ends of ``shoot play`` that are nobody's mistake in a list."""

from __future__ import annotations

from typing import NoReturn

from shoot_cli.core.signals import NoTerminal
from shoot_cli.core.visible import visible
from shoot_cli.ui.console import USAGE, fail


def no_terminal(error: NoTerminal, name: str) -> NoReturn:
    fail(
        f"somebody must answer “{getattr(error.question, 'key', '?')}”, and there is no terminal. "
        f"Go on: shoot play --resume --battle {quoted(name)}",
        USAGE,
    )


def quoted(name: str) -> str:
    from shlex import quote

    return quote(visible(name))
