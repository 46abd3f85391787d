"""What is frozen when a target is selected: 10E-TGT-11, 11E-COV-4, 11E-SNAP-1."""

from __future__ import annotations

from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.profiles import Model
from shoot_cli.rules.datasheets.records import WeaponDeclaration
from shoot_cli.rules.datasheets.steps import may
from shoot_cli.rules.datasheets.steps.replies import OUT_OF_PHASE
from shoot_cli.rules.datasheets.steps.scene import scene_of
from shoot_cli.rules.eleventh.edition import INDIRECT, NORMAL
from shoot_cli.rules.eleventh.guns import Snapshot


def snapshot(s: Attack, order: WeaponDeclaration, model: Model, near: bool, table: Table) -> Snapshot:
    """What was true when this order was given."""
    aim, weapon, kind = s.aims[order.aim], order.weapon.value, order.model
    scene = scene_of(s, aim, weapon, near)
    in_combat = s.engaged or aim.engaged or aim.together
    return Snapshot(
        scene,
        kind,
        sum(n for _, n in scene.target.standing),
        s.stationary,
        s.overwatch,
        aim.hit_modifier,
        aim.wound_modifier,
        order.wounded,
        table.setting("rerolls"),
        table.setting("sustained_random") == "per_weapon",
        table.setting("wound_fail_vs_anti") == "fail_wins",
        watching=may.watching(scene, kind) if s.overwatch else 0,
        shooting=s.shooting or NORMAL,
        own_phase=not s.overwatch and s.doing not in OUT_OF_PHASE,
        within_3=s.moved_little,
        spotted=aim.spotted,
        cover=kind in aim.covered_from,
        smoke=aim.smoke,
        plunging=aim.plunging,
        engaged=s.engaged,
        together=aim.together,
        target_engaged=aim.engaged,
        free_in_combat=in_combat and may.may(scene, kind, may.NO_PENALTY, may.FREELY),
        free_unseen=s.shooting == INDIRECT and may.may(scene, kind, may.UNSEEN),
        strength_each=table.setting("random_strength") == "per_attack",
        snap_torrent=table.setting("snap_torrent"),
        dev_damage=table.setting("dev_damage_modifiers"),
        saves_both=table.setting("save_modifiers") == "both",
    )
