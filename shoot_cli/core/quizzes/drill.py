"""One rule asked in one way: a card of the learner's, and what makes its questions."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.quizzes.kinds import BY_KEY
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import NothingToAsk, Source
from shoot_cli.core.record import Record

Maker = Callable[[Source], Quiz]  # :raises NothingToAsk: the source has nothing to ask it about


class Drill(Record):
    """``maker`` gives questions about ``rule`` of this ``kind``."""

    kind: str
    rule: str
    maker: Maker
    common: int = 1  # how often it comes up at a table, against others of its kind; for what nobody has learned yet

    def make(self, source: Source) -> Quiz | None:
        """None if the source has nothing to ask it about."""
        try:
            return self.maker(source.asked_for(self.kind, self.rule))
        except NothingToAsk:
            return None

    @property
    def level(self) -> int:
        return BY_KEY[self.kind].level

    @property
    def card(self) -> tuple[str, str]:
        """What tells the drills of an edition apart: rule, kind."""
        return self.rule, self.kind
