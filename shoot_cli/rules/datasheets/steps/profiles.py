"""Of a weapon with several profiles, the one that is proposed for an attack on its own (TGT-4, TGT-13)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.arming import kinds, within_half
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.profiles import Model, Weapon
from shoot_cli.rules.datasheets.records import Firer, WeaponDeclaration
from shoot_cli.rules.datasheets.steps.scene import living
from shoot_cli.rules.datasheets.worth import expected


class HeldProfile(NamedTuple):
    """A profile of a weapon, in the hands of those who carry it first."""

    profile: Weapon
    firer: Firer
    model: Model

    @property
    def costly(self) -> bool:
        """True if it is for the players to choose: nobody proposes it where another will do."""
        return self.profile.has("Hazardous") or self.profile.has("One Shot")


def best_profiles(s: Attack, table: Table) -> tuple[str, ...]:
    """Of each weapon that can be fired with several profiles, the one that is expected to cost the target most.

    Of equals it is the first; one that costs the shooter something is proposed only if the first does so too.
    """
    found: dict[str, dict[str, HeldProfile]] = {}
    for firer, model in living(s):
        for weapon in kinds(model):
            if weapon.of and not s.game.why_closed(s, s.aims[-1], model, weapon):
                found.setdefault(weapon.of, {}).setdefault(weapon.name, HeldProfile(weapon, firer, model))
    best = []
    for first, *others in (each.values() for each in found.values()):
        rivals = [first, *(one for one in others if first.costly or not one.costly)]
        one = max(rivals, key=lambda rival: worth(s, rival, table)) if rivals[1:] else first
        best.append(one.profile.name)
    return tuple(best)


def worth(s: Attack, held: HeldProfile, table: Table) -> Fraction:
    """Wounds that one of these weapons is expected to cost most of the target's models, by all that was said."""
    aim, near = s.aims[-1], within_half(s.aims[-1], held.profile)
    order = WeaponDeclaration(len(s.aims) - 1, held.firer.model, Hashed(held.profile), 1, int(near), held.firer.left)
    most = max(aim.line.drawn_up(), key=lambda rank: rank.n)
    return expected(s.game.to_save, s.game.gun(s, order, held.model, near, table), most.kind)
