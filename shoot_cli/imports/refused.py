"""What cannot be taken, in words."""

from __future__ import annotations

from shoot_cli.armies.problems import ListError


class Refused(ListError):
    """A file that is no list we know, of another game, or broken. The text says what it is, and what would do."""
