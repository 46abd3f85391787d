"""Which save, and what it needs: the answers of ``save.toml`` that are this edition's own."""

from __future__ import annotations

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.drill.effects import fired_gun, unit_with, weapon_of
from shoot_cli.rules.datasheets.drill.meet import Drilled
from shoot_cli.rules.datasheets.drill.saving import compared
from shoot_cli.rules.datasheets.records import Defence, Modifier, TargetModel, Wound
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.steps.target import on_ground


def to_save_with_help(
    drilled: Drilled,
    save: int,
    ap: int,
    invulnerable: int | None = None,
    cover: bool = False,
    saves: int = 0,
    ignores_cover: bool = False,
    change: int = 0,
    why_changed: str = "",
    rule: str = "",
    on_the_ground: bool = False,
) -> Need:
    changes = (Modifier(change, Reason(why_changed, rule)),) if change else ()
    better = (Modifier(saves, Reason(f"{saves:+d} to its saves", "10E-FX-SAVE-1")),) if saves else ()
    gun = drilled.plain_gun(ap=ap, ignores_cover=ignores_cover, ap_changes=changes, defences=(Defence(saves=better),))
    wound = Wound(gun)
    model = TargetModel("model", 0, save, cover=cover, invulnerable=invulnerable)
    if on_the_ground:
        return charts.to_save(on_ground(model).but(cover=True), wound)
    return compared(drilled, model, wound)


def to_save_with_cover_by_an_ability(drilled: Drilled, save: int, ap: int, ignored: bool) -> Need:
    weapon = weapon_of(drilled, *["Ignores Cover"] * ignored, ap=ap)
    gun = fired_gun(drilled, weapon, unit_with(drilled), unit_with(drilled, "has cover", save=save))
    return charts.to_save(TargetModel("model", 0, save), Wound(Hashed(gun)))
