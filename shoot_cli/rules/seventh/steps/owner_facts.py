"""What the owner of models that are hit says of them: which save they use, and Look Out, Sir (7E-SAV-8, 7E-ALC-6).

The same is asked of the target and of those that nobody aimed at: under a marker that drifted, or near an explosion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.core.pools import Rank, models
from shoot_cli.core.questions import DEFENDER, Choose, Option, Question, Reason
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Weapon
from shoot_cli.rules.seventh.records import Attack
from shoot_cli.rules.seventh.steps.ground import NO_COVER
from shoot_cli.rules.seventh.steps.vehicle_facts import YES_NO
from shoot_cli.rules.seventh.tokens import TargetModel

WITHIN_6 = Choose(
    "within_6", YES_NO, "yes", DEFENDER, ("7E-ALC-6",), 'Somebody is within 6" of each character'
)  # fmt: skip
LOOK_OUT_SIR = Choose(
    "look_out_sir", (*YES_NO, Option("ask", "ask for each wound")), "yes", DEFENDER, ("7E-ALC-6",),
    "Look Out, Sir is tried",
)  # fmt: skip
SAVES = ("best", "armour", "invulnerable", "cover")
SAVE = Choose("save", tuple(map(Option, SAVES)), "best", DEFENDER, ("7E-SAV-8",), "Save they use")
SAVE_AGAIN = Choose(
    "save_again", tuple(map(Option, ("no", "failed", "ones"))), "no", DEFENDER, ("7E-SAV-16",),
    "Saves rolled again",
)  # fmt: skip


def about_characters(s: Attack, queue: tuple[Rank, ...]) -> list[Question]:
    """Who is near a character, and whether his friends step in; nothing, where nobody could (7E-ALC-6)."""
    if models(queue) < 2 or not any(rank.kind.character for rank in queue):
        return []
    return [WITHIN_6 if s.within_6 else WITHIN_6.but(default="no"), LOOK_OUT_SIR.but(default=s.look_out)]


def which_save(
    queue: tuple[Rank, ...], weapons: Iterable[Weapon], covers: bool = True, others: Iterable[Weapon] = ()
) -> list[Question]:
    """Which save they use, where one of them may have two of the three against these weapons (7E-SAV-8).

    ``covers``: they may have cover; not where nothing stands between. ``others``: weapons that fire as well, for which
    the same may be wanted.
    """
    own = [*weapons]
    if not any(several_saves(queue, weapon, covers) for weapon in own):
        return []
    return [
        SAVE.but(default=queue[0].kind.prefers, options=saves_of(queue, why_no_cover(queue, [*own, *others], covers)))
    ]


def several_saves(queue: tuple[Rank, ...], weapon: Weapon, covers: bool) -> bool:
    """True if a model may have two of the three saves against this weapon: then its owner may choose."""
    for rank in queue:
        kind = rank.kind
        armour = kind.hull is None and charts.armour_save(kind.armour, weapon.ap).target is not None
        cover = not charts.ignores_cover(weapon) and (covers or charts.cover_save(kind).target is not None)
        if armour + (kind.invulnerable is not None) + cover > 1:
            return True
    return False


def why_no_cover(queue: tuple[Rank, ...], weapons: Iterable[Weapon], covers: bool) -> tuple[Reason, ...]:
    """Why a cover save cannot be wanted; () if it can, or if it was before, of another weapon."""
    if any(rank.kind.prefers == "cover" for rank in queue):
        return ()
    if all(map(charts.ignores_cover, weapons)):
        return (Reason("the weapon ignores cover", "7E-SAV-10"),)
    if all(rank.kind.no_cover for rank in queue):
        return (Reason("an effect leaves them no cover", "7E-EFF-1"),)
    in_the_open = not covers and all(charts.cover_save(rank.kind).target is None for rank in queue)
    return (NO_COVER,) if in_the_open else ()


def saves_of(queue: tuple[Rank, ...], no_cover: tuple[Reason, ...]) -> tuple[Option, ...]:
    """The saves that can be wanted: nobody has one that none of them has."""
    kinds = [rank.kind for rank in queue]
    there = {
        "armour": any(kind.armour is not None and kind.hull is None for kind in kinds),
        "invulnerable": any(kind.invulnerable is not None for kind in kinds),
    }
    closed = {
        name: (Reason(f"none of them has an {name} save", "7E-SAV-8"),) for name, has in there.items() if not has
    } | {"cover": no_cover}
    return tuple(option.but(closed=closed.get(option.value, ())) for option in SAVE.options)


def as_said(s: Attack, facts: Mapping[str, Any]) -> Attack:
    """The models with what their owner said of them."""
    s = s.but(
        within_6=facts["within_6"] == "yes" if WITHIN_6.key in facts else s.within_6,
        look_out=facts.get(LOOK_OUT_SIR.key, s.look_out),
    )
    wanted = facts.get(SAVE.key)
    if wanted is None:
        return s

    def wants(kind: TargetModel) -> TargetModel:
        return kind.but(prefers=wanted)

    return s.changed(wants) if any(rank.kind.prefers != wanted for rank in s.ranks()) else s
