"""Shooting types: which of them are open to a unit, and which it shoots in: 11E-SEQ-1, SEQ-2, CQ-1, IND-1, SNAP-1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Attack, UnitMovement
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.scenes import Situation
from shoot_cli.rules.datasheets.steps import may
from shoot_cli.rules.datasheets.steps.replies import OUT_OF_PHASE
from shoot_cli.rules.datasheets.steps.scene import scene_before
from shoot_cli.rules.eleventh.edition import ASSAULT, CLOSE, INDIRECT, NORMAL, SNAP, TYPES

OWN = (NORMAL, ASSAULT, CLOSE, INDIRECT)  # of a unit's own Shooting phase
WEAPONS = {ASSAULT: "Assault", CLOSE: "Pistol", INDIRECT: "Indirect Fire"}  # the ability that weapons of a type have
LABELS = {
    NORMAL: "normal: at visible units, unengaged, without having Advanced",
    ASSAULT: "assault: after an Advance: Assault weapons alone",
    CLOSE: "close-quarters: while engaged",
    INDIRECT: "indirect: Indirect Fire weapons at what they see or not",
    SNAP: "snap: Overwatch, unmodified 6s alone",
}
AFTER = (may.AFTER_ADVANCING, may.ELIGIBLE)  # what makes nothing of an Advance
IN_PHASE_ALONE = "engaged: close-quarters shooting is for one's own Shooting phase"


def why_type_closed(kind: str, scene: Situation, moved: UnitMovement) -> Reason | None:
    """Why a unit cannot shoot in this way in its own phase; None if it can."""
    if kind == SNAP:
        return Reason("snap shooting is for Overwatch", "11E-SNAP-1")
    if kind == CLOSE:
        return why_not_close(scene, moved)
    if moved.engaged:
        return Reason("engaged: close-quarters shooting alone", "11E-CQ-1")
    after = not moved.advanced or may.all_may(scene, *AFTER)
    if kind == ASSAULT and not moved.advanced:
        return Reason("it did not Advance", "11E-SEQ-2")
    if kind != ASSAULT and not after:
        return Reason("it Advanced: assault shooting alone", "11E-SEQ-2")
    if kind in WEAPONS and not somebody_has(scene, WEAPONS[kind]):
        return Reason(f"it has no {WEAPONS[kind]} weapon", "11E-SEQ-2" if kind == ASSAULT else "11E-IND-1")
    return None


def why_not_close(scene: Situation, moved: UnitMovement) -> Reason | None:
    if not moved.engaged:
        return Reason("it is not engaged", "11E-CQ-1")
    if moved.advanced and not may.all_may(scene, *AFTER):
        return Reason("it Advanced this turn", "11E-CQ-1")
    if not is_big(scene.shooter.unit.value) and not free(scene) and not somebody_has(scene, WEAPONS[CLOSE]):
        return Reason("it is engaged, has no Close-Quarters weapon and is no MONSTER or VEHICLE", "11E-CQ-1")
    return None


def free(scene: Situation) -> bool:
    return any(may.may(scene, kind, may.FREELY) for kind in scene.shooter.kinds)


def somebody_has(scene: Situation, name: str) -> bool:
    """True if a weapon of the unit has this ability, or is fired as one that has it."""
    unit = scene.shooter.unit.value
    return any(
        weapon.has(name) or may.fires_as(scene, kind, weapon, name)
        for kind in scene.shooter.kinds
        for weapon in unit.models[kind][0].weapons
    )


def own_type(moved: UnitMovement, open_ones: Iterable[str]) -> str:
    """The type of a unit in its own phase where nobody says one: the first that is open, normal before indirect.

    None open: the one that it would have to be.
    """
    return next(iter(open_ones), CLOSE if moved.engaged else ASSAULT if moved.advanced else NORMAL)


def open_types(scene: Situation, moved: UnitMovement) -> list[str]:
    return [kind for kind in OWN if why_type_closed(kind, scene, moved) is None]


def why_not_selected(scene: Situation, moved: UnitMovement) -> Reason | None:
    """Why such a unit may not shoot in its own phase; None if it may (11E-SEQ-1, 10E-EFF-49)."""
    if moved.acting and not may.all_may(scene, may.ELIGIBLE):
        return Reason("it performs an action", "10E-EFF-49")
    if moved.fell_back and not may.all_may(scene, may.AFTER_FALLING_BACK, may.ELIGIBLE):
        return Reason("it Fell Back this turn", "11E-SEQ-2")
    if open_types(scene, moved):
        return None
    if moved.engaged:
        return why_type_closed(CLOSE, scene, moved)
    return Reason("it Advanced this turn and has no Assault weapon", "11E-SEQ-2")


# In a battle ---------------------------------------------------------------------------------------------------------


def type_open(s: Attack) -> bool:
    """True if the unit has not been given its shooting type."""
    return not s.alone and not s.shooting and not s.declared and s.doing != s.game.thrown.name


def choose_type(s: Attack, table: Table) -> Attack:
    """The type in which the unit shoots (11E-SEQ-1); asked if several are open."""
    if s.overwatch:
        return s.but(shooting=SNAP)
    if s.doing in OUT_OF_PHASE:
        return s.but(shooting=NORMAL)
    scene, moved = scene_before(s), may.moved_of(s)
    options = tuple(
        Option(kind, LABELS[kind], (why,) if (why := why_type_closed(kind, scene, moved)) else ()) for kind in OWN
    )
    can = [option.value for option in options if not option.closed]
    if len(can) < 2:
        return s.but(shooting=own_type(moved, can))
    said = table.choose(
        "shooting", options, default=can[0], rules=("11E-SEQ-1",), nth=len(s.battle.value.done),
        text=f"How does {s.shooter.value.name} shoot?",
    )  # fmt: skip
    return s.but(shooting=said)


# An attack on its own ------------------------------------------------------------------------------------------------

AS_USUAL = "as usual"


def told_type(s: Attack, told: Mapping[str, str], visible: bool) -> str:
    """The type that was said, or the one that the other facts leave (section 29)."""
    said = told.get("shooting", AS_USUAL)
    if said in TYPES:
        return said
    if s.overwatch:
        return SNAP
    scene, moved = scene_before(s), may.moved_of(s)
    can = open_types(scene, moved)
    if not visible and INDIRECT in can:
        return INDIRECT
    return own_type(moved, can)
