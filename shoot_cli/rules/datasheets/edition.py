"""Differences between editions of the datasheet games, as data. Short: nearly every module here imports it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Record


class EditionTerms(Record):
    """The ids of rules in an edition, and its numbers. The package names a rule as all editions call it (``HIT-4``);
    ``rule`` returns its id in this edition. If a rule differs in more than a number, the edition has its own function.
    """

    prefix: str  # "XE": HIT-4 is its XE-HIT-4
    renamed: tuple[tuple[str, str], ...] = ()  # rules with another id: ("OOP-1", "XE-SNAP-1")
    cap: int = 1  # the cap of all modifiers of a hit or wound roll (HIT-4, WND-3)
    best: int = 2  # BS and Sv are never better than this (MOD-2)
    worst: int = 99  # BS is never worse than this
    blast_per: int = 5  # models of the target per additional attack (WPN-BLAST-1)
    halve_first: bool = True  # damage is halved before anything is added (MOD-1)
    zero_stays: bool = False  # a value that is set to 0 takes no further modifiers (MOD-5)
    lone_together: bool = False  # Lone Operative works for an Attached unit if every model has it (TGT-6)
    pistols: str = "Pistols"  # the name of weapons for close quarters (TGT-9)
    rapid_beside: bool = False  # Rapid Fire dice are no part of A and nothing reduces them (WPN-RF-1)
    sixes_only: str = "Fire Overwatch"  # the shooting in which only unmodified 6s hit (OOP-1)
    overwatch_hits: int = 6
    overwatch_reach: int = 24  # inches (OOP-1)
    demise_need: int = 6  # (DEMISE-1)
    demise_reach: int = 6  # inches
    out_before_demise: bool = False  # passengers of the destroyed transport are out when it is rolled (DEMISE-1)
    toughness_when: str = "as it was when the target was selected"  # the Toughness that counts (WND-4)
    packets_wait: str = "after all other attacks"  # when Devastating Wounds are allocated (ORD-4)

    def rule(self, name: str) -> str:
        """Return the id of a rule in this edition.

        >>> EditionTerms("XE").rule("HIT-4")
        'XE-HIT-4'
        """
        if (own := self.ids.get(name)) is None:
            own = self.ids[name] = dict(self.renamed).get(name) or f"{self.prefix}-{name}"
        return own

    @cached_property
    def ids(self) -> dict[str, str]:
        """Return the cache of rule ids. Every roll gives its reasons, so the same ids are needed often."""
        return {}

    def reason(self, text: str, rule: str, value: str = "") -> Reason:
        return Reason(text, self.rule(rule), value)

    def rules(self, *names: str) -> tuple[str, ...]:
        """Return the ids without duplicates. One rule of an edition may replace several."""
        return tuple(dict.fromkeys(map(self.rule, names)))


class ThrownStratagem(NamedTuple):
    """A stratagem by which a unit throws something instead of shooting (OOP-3)."""

    name: str  # the value of `Nomination.doing`
    keyword: str  # the keyword of units that can use it
    source: str  # the stratagem
    one: str  # "a grenade"
    several: str  # "grenades"
    reach: int = 8  # inches
    dice: int = 6
    need: int = 4
