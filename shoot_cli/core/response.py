"""An answer in force, whoever keeps it."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.record import Record


class Response(Record):
    """An answer in force. ``hand``: True if dice came from a hand, False if from the app, None if it is no dice.

    ``asked``: whether somebody was asked first, and let the app throw; None: of earlier days, so nobody knows.
    """

    key: str
    answer: Any
    by: str
    hand: bool | None = None
    asked: bool | None = None


class KeptAnswer(Response):
    """An answer in force, and how it came to be. ``number`` is its event's.

    ``was``: what stood there before an amendment, where that changed it; ``wish``: who asked for it, "" if it is only
    what came of an amendment.
    """

    number: int = 0
    at: str = ""
    was: KeptAnswer | None = None
    wish: str = ""
