"""One attack to work out: who shoots at whom, and what is known beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.core.signals import Refusal

if TYPE_CHECKING:
    from shoot_cli.core.questions import Several as Question
    from shoot_cli.core.ruleset import Ruleset


class InputError(Refusal):
    """What was given is readable but wrong; the text is for the user."""


class Task(NamedTuple):
    """One attack to work out."""

    ruleset: Ruleset
    attacker: Any
    target: Any
    answers: dict[str, Any]
    settings: dict[str, str]
    mustered: tuple[Question, ...] = ()  # who has joined these units, its default being what holds
    told: frozenset[str] = frozenset()  # keys of those that somebody said

    def assumed(self) -> dict[str, str]:
        """Who has joined, where nobody said so and somebody could have."""
        from shoot_cli.core.entry import say

        return {q.key: say(q, q.default) for q in self.mustered if q.key not in self.told and q.names}

    def start(self) -> Any:
        """The record to begin with. :raises InputError: if these units cannot shoot at each other."""
        closed = self.ruleset.closed(self.attacker, self.target)
        if closed:
            raise InputError("; ".join(f"{reason.text} ({reason.rule})" for reason in closed))
        return self.ruleset.begin_attack(self.attacker, self.target)

    def known(self) -> tuple[Any, ...]:
        """Every question that an attack of these two units may ask, with what its answer can be."""
        return (*self.ruleset.known, *self.ruleset.known_of(self.attacker, self.target))

    def titles(self) -> Mapping[str, str]:
        """What the measures of this attack are called."""
        return {**self.ruleset.titles, **self.ruleset.called(self.start())}
