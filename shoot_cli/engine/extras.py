"""Packages that only some want, and how they are installed. Short: every message that asks for one says it alike."""

from __future__ import annotations


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra of ours, as it is typed in a clone."""
    return f".venv/bin/pip install '.[{extra}]'"
