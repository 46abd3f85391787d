"""Whom the acting formation shoots at, and who answers it on overwatch: RH-TGT-1, RH-BAR-1, RH-ELIG-4, RH-OW-1 to 6."""

from __future__ import annotations

from shoot_cli.core.questions import DEFENDER, Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.core.turns import place_named
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.records import Battle, BattleUnit
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE, DIRECT, armed, why_no_guns, why_not_fire
from shoot_cli.rules.reikhammer.steps.nominate import SHOOT, described, of
from shoot_cli.rules.reikhammer.steps.states import WATCH

NOBODY, HOLD_FIRE, TILE = "nobody", "no shooting", "a barrage at a tile"


def overwatch_may(b: Battle) -> bool:
    return b.answering and any(not why_not_watch(b, at) for at in range(len(b.sides[1 - b.active].companies)))


def why_not_watch(b: Battle, at: int) -> tuple[Reason, ...]:
    company: BattleUnit = b.sides[1 - b.active].companies[at]
    if company.gone:
        return (Reason("destroyed", "RH-DEST-2"),)
    if not company.marked(WATCH):
        return (Reason("not on overwatch", "RH-OW-1"),)
    if company.broken:
        return (Reason("broken", "RH-BRK-2"),)
    if at in b.answered:
        return (Reason("has answered", "RH-OW-2"),)
    return why_not_fire(company)


def choose_watcher(b: Battle, table: Table) -> Battle:
    """A formation on overwatch that fires at the one that moved or unloaded (RH-OW-2, RH-OW-3)."""
    companies = b.sides[1 - b.active].companies
    options = [
        Option(c.unit.value.name, described(c), why_not_watch(b, at))
        for at, c in enumerate(companies)
        if c.marked(WATCH)  # a row for each that is not would hide the one that is
    ]
    name = table.choose(
        "overwatch",
        (*options, Option(NOBODY)),
        default=NOBODY,
        owner=DEFENDER,
        rules=("RH-OW-2", "RH-OW-3"),
        text=f"{of(b).unit.value.name} {what_it_did(b)}: who fires on overwatch?",
        spent=NOBODY,
        nth=len(b.answered),
    )
    if name == NOBODY:
        return b.but(answering=False, watcher=None)
    at = place_named(companies, name)
    return choose_aim(b.but(watcher=at, answered=(*b.answered, at), target=b.unit), companies[at], table)


def what_it_did(b: Battle) -> str:
    """``has moved``, ``has made move 2 of 3`` or ``unloads troops``."""
    if b.unloading:
        return "unloads troops"
    most = charts.ACTIONS[b.action].moves
    return "has moved" if most == 1 else f"has made move {most - b.moves} of {most}"


def watcher_named(b: Battle) -> bool:
    return b.watcher is not None


def choose_aim(b: Battle, company: BattleUnit, table: Table) -> Battle:
    """Overwatch fire at the formation, or a barrage at a tile with a unit of it (RH-OW-3)."""
    ways = aims_of(company)
    options = tuple(Option(way) for way in ways)
    said = table.choose(
        "shooting",
        options,
        default=options[0].value,
        owner=DEFENDER,
        rules=("RH-OW-3", "RH-BAR-1"),
        text="What is fired?",
    )
    return b.but(aim=said)


def aims_of(company: BattleUnit) -> list[str]:
    shells = any(weapon.bp for ammo, weapon in armed(company) if ammo != 0)
    return [way for way, can in ((DIRECT, not why_no_guns(company)), (BARRAGE, shells)) if can]


# Its own shooting ----------------------------------------------------------------------------------------------------


def may_shoot(b: Battle) -> bool:
    """The action allows it, and nothing on the way has stopped the formation (RH-ELIG-4)."""
    if b.unit is None or not b.action:
        return False
    company, action = of(b), charts.ACTIONS[b.action]
    ready = bool(company.ranks) and not company.broken and not why_not_fire(company)
    return ready and action.shoots and b.does in ("", SHOOT)


def choose_target(b: Battle, table: Table) -> Battle:
    """One enemy formation, or a tile for a barrage (RH-TGT-1, RH-BAR-1)."""
    company, enemies = of(b), b.sides[1 - b.active].companies
    ways = aims_of(company)
    no_guns = why_no_guns(company)
    options = [
        Option(
            c.unit.value.name,
            described(c) + why_harmless(company, c),
            no_guns if c.ranks else (Reason("destroyed", "RH-DEST-2"),),
        )
        for c in enemies
    ]
    tile = (Option(TILE, "a barrage at a tile: all barrage points, no other weapons"),) if BARRAGE in ways else ()
    blind = TILE if tile and any(c.ranks for c in enemies) else HOLD_FIRE
    usual = next((option.value for option in options if not option.closed), blind)
    name = table.choose(
        "target",
        (*options, *tile, Option(HOLD_FIRE)),
        default=usual,
        rules=("RH-TGT-1", "RH-BAR-1"),
        text=f"Which target for {company.unit.value.name}?",
        spent=HOLD_FIRE,
        nth=sum(c.acted for c in b.sides[b.active].companies) - 1,
    )
    if name == HOLD_FIRE:
        return b.but(aim="")
    if name == TILE:
        return b.but(aim=BARRAGE, target=None)
    at = place_named(enemies, name)
    return b.but(aim=DIRECT, target=at)


def why_harmless(company: BattleUnit, enemy: BattleUnit) -> str:
    """Words if what it fires at formations can hurt no unit of this one (RH-ALLOC-3)."""
    kinds = {kind for ammo, weapon in armed(company) if ammo != 0 for kind in weapon.values}
    models = enemy.unit.value.models
    types = {models[piece.model][0].type for piece in enemy.pieces if piece.left}
    if not kinds or not types or any(types & {*charts.HURT[kind]} for kind in kinds):
        return ""
    return f", {' and '.join(sorted(kinds))} can hurt nobody here: Shock only"


def target_named(b: Battle) -> bool:
    return bool(b.aim)
