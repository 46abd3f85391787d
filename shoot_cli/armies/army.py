"""What the armies, units and scenarios of every edition have in common, whatever else they have."""

from __future__ import annotations

from typing import Any, Protocol

from shoot_cli.core.record import Record


class Unit(Protocol):
    """What every edition's units have."""

    @property
    def name(self) -> str: ...

    @property
    def models(self) -> tuple[tuple[Any, int], ...]:
        """Kinds of models and how many of each, nearest to the enemy first."""


class Army(Protocol):
    """What every edition's armies have. Some have ``settings`` too, pairs of key and value (``settings_of``)."""

    @property
    def ruleset(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def units(self) -> tuple[Any, ...]: ...


class Scenario(Record):
    """One attack in one document; ``answers`` are keys and texts, a key may stand several times."""

    ruleset: str
    attacker: Any
    target: Any
    answers: tuple[tuple[str, str], ...] = ()
