"""An answer in force, whoever keeps it."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.record import Record


class Response(Record):
    """An answer in force. ``hand``: True if dice came from a hand, False if from the app, None if it is no dice."""

    key: str
    answer: Any
    by: str
    hand: bool | None = None

    @property
    def human(self) -> bool:
        """Somebody had to say it: what undo steps over is the app's own dice."""
        return self.hand is not False
