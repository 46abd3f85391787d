"""What a die does that shows this, by the rules run with the face given: the answers of ``six.toml``."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import Pool
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.meet import Drilled
from shoot_cli.rules.datasheets.drill.saving import to_save
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.records import Gun, Hit, Modifier, Packet, Shot
from shoot_cli.rules.datasheets.steps.hit import hits_of_roll
from shoot_cli.rules.datasheets.steps.wound import roll_to_wound

MISS, HIT, CRITICAL = "a miss", "a hit, but not a Critical Hit", "a Critical Hit"
FAILS, WOUNDS, PACKET = "no wound", "a wound, which may be saved", "a wound without any save"


def shot(drilled: Drilled, gun: Hashed[Gun], die: int) -> Pool:
    return hits_of_roll(Shot(gun), 1, drilled.thrown(die))


def changed(drilled: Drilled, *values: int) -> tuple[Modifier, ...]:
    return tuple(Modifier(value, drilled.game.reason(f"{value:+d}", "FX-HIT-1")) for value in values if value)


def hit_roll(
    drilled: Drilled, die: int, skill: int, change: int = 0, lethal: bool = False, x: int = 0, only_sixes: bool = False
) -> dict[str, Any]:
    """What comes of one, in words. ``x``: of Sustained Hits."""
    sustained = Amount(plus=x) if x else None
    values = {"skill": skill, "lethal": lethal, "sustained": sustained, "only_sixes": only_sixes}
    return comes_of(drilled, drilled.plain_gun(to_hit=changed(drilled, change), **values), die)


def comes_of(drilled: Drilled, gun: Hashed[Gun], die: int) -> dict[str, Any]:
    pool = shot(drilled, gun, die)
    hits = sum(n for _, n in pool)
    words = MISS if not hits else "1 hit" if hits == 1 else f"{hits} hits"
    if any(type(thing) is Hit and thing.lethal for thing, _ in pool):
        words = "a wound, without a wound roll"
    return {"answer": words, "needs": charts.to_hit(gun).need.text}


def critical_or_not(drilled: Drilled, die: int, skill: int, change: int) -> str:
    rolled = charts.to_hit(drilled.plain_gun(skill=skill, to_hit=changed(drilled, change)))
    return CRITICAL if die >= rolled.critical else HIT if rolled.need.met_by(die) else MISS


def works_with_torrent(drilled: Drilled, ability: str) -> bool:
    gun: dict[str, Any] = {"lethal": ability == "Lethal Hits", "devastating": "current"}
    if ability.startswith("Sustained"):
        gun["sustained"] = Amount(plus=int(ability[-1]))
    if ability.startswith("Anti"):
        gun = {"critical_wound": 4}
    table = drilled.thrown()
    ((hit, _),) = hits_of_roll(Shot(drilled.plain_gun(skill=None, **gun)), 1, table)
    if ability.startswith(("Sustained", "Lethal")):
        return any(entry.question is not None for entry in table.log)
    face = 4 if ability.startswith("Anti") else 6  # a Critical Wound, as it is after a hit roll
    return wounds(drilled, hit, face) == (WOUNDS if face == 4 else PACKET)


# Wounds and saves ----------------------------------------------------------------------------------------------------


def wounds(drilled: Drilled, hit: Hit, die: int) -> str:
    made = roll_to_wound(hit, 1, drilled.thrown(die))
    return FAILS if not made else PACKET if type(made[0][0]) is Packet else WOUNDS


def wound_roll(
    drilled: Drilled, die: int, strength: int, toughness: int, change: int = 0, devastating: bool = False, x: int = 6
) -> dict[str, Any]:
    """``x``: from which face on a wound is critical."""
    more: dict[str, Any] = {"devastating": "current"} if devastating else {}
    more |= {"to_wound": changed(drilled, change), "critical_wound": x}
    gun = drilled.plain_gun(strength=strength, toughness=toughness, **more)
    chart = charts.table(strength, toughness)
    return {"answer": wounds(drilled, Hit(gun), die), "chart": chart, "modified": die + change, "critical": die >= x}


def saved(drilled: Drilled, save: int, ap: int, die: int) -> bool:
    return to_save(drilled, save, ap).met_by(die)


def deadly_demise(drilled: Drilled, die: int) -> str:
    book = drilled.book
    return f'all units within {book.demise_reach}" suffer' if die >= book.demise_need else "nothing happens"
