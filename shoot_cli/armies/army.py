"""What the armies, units and scenarios of every edition have in common, whatever else they have."""

from __future__ import annotations

from typing import Any, Protocol


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


class Scenario(Protocol):
    """What every edition's scenarios have; ``answers`` are keys and texts, a key may stand several times."""

    @property
    def ruleset(self) -> str: ...

    @property
    def attacker(self) -> Any: ...

    @property
    def target(self) -> Any: ...

    @property
    def answers(self) -> tuple[tuple[str, str], ...]: ...
