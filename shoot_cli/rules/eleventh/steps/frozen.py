"""What is frozen when a target is selected (10E-TGT-11)."""

from __future__ import annotations

from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.profiles import Model
from shoot_cli.rules.datasheets.records import Order
from shoot_cli.rules.datasheets.steps.scene import scene_of
from shoot_cli.rules.eleventh.guns import Snapshot


def snapshot(s: Attack, order: Order, model: Model, near: bool, table: Table) -> Snapshot:
    """What was true when this order was given."""
    aim, weapon = s.aims[order.aim], order.weapon.value
    scene = scene_of(s, aim, weapon, near)
    return Snapshot(
        scene,
        order.model,
        sum(n for _, n in scene.target.standing),
        s.stationary,
        s.overwatch,
        aim.hit_modifier,
        aim.wound_modifier,
        order.wounded,
        table.setting("rerolls"),
        table.setting("sustained_random") == "per_weapon",
        table.setting("wound_fail_vs_anti") == "fail_wins",
        strength_each=table.setting("random_strength") == "per_attack",
        snap_torrent=table.setting("snap_torrent"),
        dev_damage=table.setting("dev_damage_modifiers"),
        saves_both=table.setting("save_modifiers") == "both",
    )
