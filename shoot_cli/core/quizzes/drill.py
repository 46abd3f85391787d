"""One rule asked in one way, which is a card of the learner's; and the first lesson of an edition."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.quizzes.quiz import BY_KEY, Quiz
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


class FirstLesson(Record):
    """Which attack is played, and what is said around it.

    ``attacker``, ``target``: name of a shipped list, name of a unit in it. ``answers``: what is answered in the attack,
    by key; the rest has its default. ``seed``: of its dice, chosen so that something happens at every stage.
    ``stages``: for each stage of the attack that comes about (as in ``Ruleset.stages``), what a newcomer must know
    before it: a few sentences.
    """

    attacker: tuple[str, str]
    target: tuple[str, str]
    answers: tuple[tuple[str, str], ...]
    seed: int
    opening: str
    stages: tuple[tuple[str, str], ...]
    closing: str
