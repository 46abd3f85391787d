"""The target of the acting formation, the overwatch that answers it, and troops that unload. The rules are RH-TGT-1,
RH-BAR-1, RH-ELIG-4, RH-OW-1 to 6.
"""

from __future__ import annotations

from shoot_cli.battle.turns import place_named
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Battle, BattleUnit
from shoot_cli.rules.reikhammer.profiles import INFANTRY
from shoot_cli.rules.reikhammer.steps.eligibility import BARRAGE, DIRECT, armed, why_no_guns, why_not_fire
from shoot_cli.rules.reikhammer.steps.states import WATCH
from shoot_cli.rules.reikhammer.steps.turns import SHOOT, acting, changed, described, may_act_on

NOBODY, HOLD_FIRE, TILE = "nobody", "no shooting", "a barrage at a tile"


def overwatch_may(battle: Battle) -> bool:
    return battle.answering and any(
        not why_not_watch(battle, index) for index in range(len(battle.sides[1 - battle.active].units))
    )


def why_not_watch(battle: Battle, index: int) -> tuple[Reason, ...]:
    unit: BattleUnit = battle.sides[1 - battle.active].units[index]
    if unit.gone:
        return (Reason("destroyed", "RH-DEST-2"),)
    if not unit.marked(WATCH):
        return (Reason("not on overwatch", "RH-OW-1"),)
    if unit.broken:
        return (Reason("broken", "RH-BRK-2"),)
    if index in battle.answered:
        return (Reason("has answered", "RH-OW-2"),)
    return why_not_fire(unit)


def choose_watcher(battle: Battle, table: Table) -> Battle:
    """Ask which formation on overwatch fires at the one that moved or unloaded (RH-OW-2, RH-OW-3)."""
    units = battle.sides[1 - battle.active].units
    options = [
        Option(unit.unit.value.name, described(unit), why_not_watch(battle, index))
        for index, unit in enumerate(units)
        if unit.marked(WATCH)  # other formations would only fill the menu
    ]
    name = table.choose(
        "overwatch",
        (*options, Option(NOBODY)),
        default=NOBODY,
        owner=DEFENDER,
        rules=("RH-OW-2", "RH-OW-3"),
        text=f"{acting(battle).unit.value.name} {what_it_did(battle)}: who fires on overwatch?",
        spent=NOBODY,
        nth=len(battle.answered),
    )
    if name == NOBODY:
        return battle.but(answering=False, watcher=None)
    index = place_named(units, name)
    return choose_aim(
        battle.but(watcher=index, answered=(*battle.answered, index), target=battle.unit), units[index], table
    )


def what_it_did(battle: Battle) -> str:
    """Return ``has moved``, ``has made move 2 of 3`` or ``unloads troops``."""
    if battle.unloading:
        return "unloads troops"
    most = charts.ACTIONS[battle.action].moves
    return "has moved" if most == 1 else f"has made move {most - battle.moves} of {most}"


def watcher_named(battle: Battle) -> bool:
    return battle.watcher is not None


def choose_aim(battle: Battle, unit: BattleUnit, table: Table) -> Battle:
    """Ask for overwatch fire at the formation, or a barrage at a tile with one of its units (RH-OW-3)."""
    aims = aims_of(unit)
    options = tuple(Option(aim) for aim in aims)
    chosen = table.choose(
        "shooting",
        options,
        default=options[0].value,
        owner=DEFENDER,
        rules=("RH-OW-3", "RH-BAR-1"),
        text="What is fired?",
    )
    return battle.but(aim=chosen)


def aims_of(unit: BattleUnit) -> list[str]:
    shells = any(weapon.bp for ammo, weapon in armed(unit) if ammo != 0)
    return [aim for aim, can in ((DIRECT, not why_no_guns(unit)), (BARRAGE, shells)) if can]


# Its own shooting ----------------------------------------------------------------------------------------------------


def may_shoot(battle: Battle) -> bool:
    """Return True if the action allows shooting and the formation still can (RH-ELIG-4)."""
    if battle.unit is None or not battle.action:
        return False
    unit, action = acting(battle), charts.ACTIONS[battle.action]
    ready = bool(unit.ranks) and not unit.broken and not why_not_fire(unit)
    return ready and action.shoots and battle.does in ("", SHOOT)


def choose_target(battle: Battle, table: Table) -> Battle:
    """Ask for an enemy formation, or a tile for a barrage (RH-TGT-1, RH-BAR-1)."""
    unit, enemies = acting(battle), battle.sides[1 - battle.active].units
    aims = aims_of(unit)
    no_guns = why_no_guns(unit)
    options = [
        Option(
            enemy.unit.value.name,
            described(enemy) + why_harmless(unit, enemy),
            no_guns if enemy.ranks else (Reason("destroyed", "RH-DEST-2"),),
        )
        for enemy in enemies
    ]
    tile = (Option(TILE, "a barrage at a tile: all barrage points, no other weapons"),) if BARRAGE in aims else ()
    blind = TILE if tile and any(enemy.ranks for enemy in enemies) else HOLD_FIRE
    usual = next((option.value for option in options if not option.closed), blind)
    name = table.choose(
        "target",
        (*options, *tile, Option(HOLD_FIRE)),
        default=usual,
        rules=("RH-TGT-1", "RH-BAR-1"),
        text=f"Which target for {unit.unit.value.name}?",
        spent=HOLD_FIRE,
        nth=sum(enemy.acted for enemy in battle.sides[battle.active].units) - 1,
    )
    if name == HOLD_FIRE:
        return battle.but(aim="")
    if name == TILE:
        return battle.but(aim=BARRAGE, target=None)
    return battle.but(aim=DIRECT, target=place_named(enemies, name))


def why_harmless(unit: BattleUnit, enemy: BattleUnit) -> str:
    """Return words if its weapons can hurt no unit of the enemy, else "" (RH-ALLOC-3)."""
    kinds = {kind for ammo, weapon in armed(unit) if ammo != 0 for kind in weapon.values}
    models = enemy.unit.value.models
    types = {models[piece.model][0].type for piece in enemy.pieces if piece.left}
    if not kinds or not types or any(types & {*charts.HURT[kind]} for kind in kinds):
        return ""
    return f", {' and '.join(sorted(kinds))} can hurt nobody here: Shock only"


def target_named(battle: Battle) -> bool:
    return bool(battle.aim)


# Troops leave their transports; overwatch may answer this like a move (RH-OW-2).

NO, YES, LATER, NEVER = "no", "yes", "later", "never"


def stands_still(battle: Battle) -> bool:
    return battle.moves == 0


def may_unload(battle: Battle) -> bool:
    """Return True if troops may unload and overwatch could answer it (RH-OW-2)."""
    if battle.unit is None or not battle.aboard:
        return False
    return (
        may_carry(acting(battle))
        and may_act_on(acting(battle))
        and overwatch_may(battle.but(answering=True, answered=()))
    )


def may_carry(unit: BattleUnit) -> bool:
    """Return False if the formation is only infantry, or its player said that it carries nobody."""
    models = unit.unit.value.models
    return unit.carries and any(models[piece.model][0].type != INFANTRY for piece in unit.pieces if piece.left)


def unload_troops(battle: Battle, table: Table) -> Battle:
    """Ask whether troops unload before the formation shoots or assaults."""
    moves_on = battle.moves > 0
    name = acting(battle).unit.value.name
    chosen = table.choose(
        "unloads",
        (
            Option(NO, "no, not in this action"),
            Option(YES, "yes, now"),
            *((Option(LATER, "perhaps after its next move"),) if moves_on else ()),
            Option(NEVER, "never: it carries nobody"),
        ),
        default=NO,
        rules=("RH-OW-2",),
        text=f"{name}: does it unload troops{' after this move' if moves_on else ''}?",
    )
    if chosen == NEVER:
        battle = changed(battle, carries=False)
    return battle.but(answering=chosen == YES, unloading=True, answered=(), aboard=chosen in (YES, LATER))
