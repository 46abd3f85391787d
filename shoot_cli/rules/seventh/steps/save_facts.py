"""Which save the owner of the target wants to use, and which are rolled again (7E-SAV-8, 7E-SAV-16)."""

from __future__ import annotations

from shoot_cli.core.piles import Rank
from shoot_cli.core.questions import DEFENDER, Choose, Option, Reason
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Weapon

SAVES = ("best", "armour", "invulnerable", "cover")
SAVE = Choose("save", tuple(map(Option, SAVES)), "best", DEFENDER, ("7E-SAV-8",), "The save they want to use")
SAVE_AGAIN = Choose(
    "save_again", tuple(map(Option, ("no", "failed", "ones"))), "no", DEFENDER, ("7E-SAV-16",),
    "Saves that are rolled again",
)  # fmt: skip


def several_saves(queue: tuple[Rank, ...], weapon: Weapon, covers: bool) -> bool:
    """True if a model may have two of the three saves against this weapon: then its owner may choose (7E-SAV-8).

    ``covers``: cover can be said of them; it counts as if it were there.
    """
    for rank in queue:
        kind = rank.kind
        armour = kind.hull is None and charts.armour_save(kind.armour, weapon.ap).target is not None
        own = kind.on_ground or kind.stealth > 0 or kind.dodge is not None
        cover = not charts.ignores_cover(weapon) and (covers or own)
        if armour + (kind.invulnerable is not None) + cover > 1:
            return True
    return False


def saves_of(queue: tuple[Rank, ...]) -> tuple[Option, ...]:
    """The saves that can be wanted: nobody has one that none of them has."""
    kinds = [rank.kind for rank in queue]
    there = {
        "armour": any(kind.armour is not None and kind.hull is None for kind in kinds),
        "invulnerable": any(kind.invulnerable is not None for kind in kinds),
    }
    why = "none of them has {} save"
    return tuple(
        option
        if there.get(option.value, True)
        else option.but(closed=(Reason(why.format(f"an {option.value}"), "7E-SAV-8"),))
        for option in SAVE.options
    )
