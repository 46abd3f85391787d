"""What editions of the datasheet games say otherwise, as data: no rule here looks at which edition it is played for."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Record


class EditionTerms(Record):
    """The rules that a gun fires by: how an edition calls them, and its numbers.

    A rule of this room is known by what all editions call it, ``HIT-4``; ``rule`` says how this one does. What a rule
    of the same name says elsewhere is no number here, but a function of that edition.
    """

    prefix: str  # "XE": HIT-4 is its XE-HIT-4
    renamed: tuple[tuple[str, str], ...] = ()  # rules that have another id there: ("OOP-1", "XE-SNAP-1")
    cap: int = 1  # of what all modifiers of a hit or wound roll come to (HIT-4, WND-3)
    best: int = 2  # BS and Sv are never better than this (MOD-2)
    worst: int = 99  # nor BS worse than this
    blast_per: int = 5  # models of the target for one more attack (WPN-BLAST-1)
    halve_first: bool = True  # damage is halved before anything is added (MOD-1)
    zero_stays: bool = False  # what is set to 0 takes no further modifiers (MOD-5)
    lone_together: bool = False  # Lone Operative works for an Attached unit of which every model has it (TGT-6)
    pistols: str = "Pistols"  # what weapons for close quarters are called (TGT-9)
    rapid_beside: bool = False  # Rapid Fire adds dice beside A, which nothing takes from it (WPN-RF-1)
    sixes_only: str = "Fire Overwatch"  # in which unmodified 6s alone hit (OOP-1)
    overwatch_hits: int = 6
    demise_need: int = 6  # (DEMISE-1)
    demise_reach: int = 6  # inches
    toughness_when: str = "as it was when the target was selected"  # which Toughness counts (WND-4)
    packets_wait: str = "after all other attacks"  # when Devastating Wounds are allocated (ORD-4)

    def rule(self, name: str) -> str:
        """Return the id of a rule in this edition.

        >>> Book("XE").rule("HIT-4")
        'XE-HIT-4'
        """
        if (own := self.ids.get(name)) is None:
            own = self.ids[name] = dict(self.renamed).get(name) or f"{self.prefix}-{name}"
        return own

    @cached_property
    def ids(self) -> dict[str, str]:
        """Those that were asked for: every roll gives its reasons, and they are of a hundred rules."""
        return {}

    def reason(self, text: str, rule: str, value: str = "") -> Reason:
        return Reason(text, self.rule(rule), value)

    def rules(self, *names: str) -> tuple[str, ...]:
        """Once each, where one rule of this edition stands for several."""
        return tuple(dict.fromkeys(map(self.rule, names)))


class ThrownStratagem(NamedTuple):
    """What a unit may throw instead of shooting, by a stratagem (OOP-3)."""

    name: str  # what a nomination to do so says
    keyword: str  # of those who can
    source: str  # the stratagem
    one: str  # "a grenade"
    several: str  # "grenades"
    reach: int = 8  # inches
    dice: int = 6
    need: int = 4
