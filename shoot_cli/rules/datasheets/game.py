"""What an edition of the datasheet games gives to the steps of this room: its words, and the rules that are its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from shoot_cli.core.questions import Reason

if TYPE_CHECKING:
    from shoot_cli.rules.datasheets.abilities import Abilities
    from shoot_cli.rules.datasheets.battle import Aim, Attack
    from shoot_cli.rules.datasheets.book import Book


class Game(ABC):
    """An edition as the steps of this room know it. A battle has one, and so has everything that stands in a battle.

    Rules are known by what all editions call them (``book.py``).
    """

    def __init__(self, known: Abilities) -> None:
        self.known = known

    @property
    def book(self) -> Book:
        return self.known.book

    def rule(self, name: str) -> str:
        """The id of a rule in this edition."""
        return self.known.book.rule(name)

    def rules(self, *names: str) -> tuple[str, ...]:
        return self.known.book.rules(*names)

    def reason(self, text: str, rule: str, value: str = "") -> Reason:
        return self.known.book.reason(text, rule, value)

    # Rules of its own ------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def throws(self) -> str:
        """The stratagem by which a unit throws something instead of shooting: what a nomination to do so says."""

    @abstractmethod
    def why_not_eligible(self, s: Attack, aim: Aim | None = None) -> Reason | None:
        """Why the unit may not shoot at all; None if it may. ``aim``: at this target, else at any."""
