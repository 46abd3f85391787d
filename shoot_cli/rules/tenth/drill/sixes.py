"""What a die does that shows this, by the rules run with the face given: the answers of ``six.toml``."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import Pool
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.records import Change, Gun, Hit, Packet, Shot, Test
from shoot_cli.rules.datasheets.steps.hit import roll_to_hit
from shoot_cli.rules.datasheets.steps.wound import roll_to_wound
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import Thrown, plain_gun
from shoot_cli.rules.tenth.drill.saving import to_save
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.steps.hazard import roll_hazardous_test

MISS, HIT, CRITICAL = "a miss", "a hit, but not a Critical Hit", "a Critical Hit"
FAILS, WOUNDS, PACKET = "no wound", "a wound, which may be saved", "a wound without any save"


def shot(gun: Hashed[Gun], die: int) -> Pool:
    return roll_to_hit(Shot(gun), 1, Thrown(die))


def changed(*values: int) -> tuple[Change, ...]:
    return tuple(Change(value, Reason(f"{value:+d}", "10E-FX-HIT-1")) for value in values if value)


def hit_roll(
    die: int,
    skill: int,
    change: int = 0,
    lethal: bool = False,
    x: int = 0,
    unseen: bool = False,
    still: bool = False,
    only_sixes: bool = False,
) -> dict[str, Any]:
    """What comes of one, in words. ``x``: of Sustained Hits."""
    misses = (NUMBERS.indirect_misses, "unseen", "10E-WPN-INDIRECT-2") if unseen else (0, "", "")
    gun = plain_gun(
        skill=skill, to_hit=changed(change, -int(unseen), int(still)), lethal=lethal, only_sixes=only_sixes,
        sustained=Amount(plus=x) if x else None, misses=misses,
    )  # fmt: skip
    pool = shot(gun, die)
    hits = sum(n for _, n in pool)
    words = MISS if not hits else "1 hit" if hits == 1 else f"{hits} hits"
    if any(type(thing) is Hit and thing.lethal for thing, _ in pool):
        words = "a wound, without a wound roll"
    return {"answer": words, "needs": charts.to_hit(gun).need.text}


def critical_or_not(die: int, skill: int, change: int) -> str:
    rolled = charts.to_hit(plain_gun(skill=skill, to_hit=changed(change)))
    return CRITICAL if die >= rolled.critical else HIT if rolled.need.met_by(die) else MISS


def works_with_torrent(ability: str) -> bool:
    gun: dict[str, Any] = {"lethal": ability == "Lethal Hits", "devastating": "current"}
    if ability.startswith("Sustained"):
        gun["sustained"] = Amount(plus=int(ability[-1]))
    if ability.startswith("Anti"):
        gun = {"critical_wound": 4}
    table = Thrown()
    ((hit, _),) = roll_to_hit(Shot(plain_gun(skill=None, **gun)), 1, table)
    if ability.startswith(("Sustained", "Lethal")):
        return any(entry.question is not None for entry in table.log)
    face = 4 if ability.startswith("Anti") else 6  # a Critical Wound, as it is after a hit roll
    return wounds(hit, face) == (WOUNDS if face == 4 else PACKET)


# Wounds, saves and tests ---------------------------------------------------------------------------------------------


def wounds(hit: Hit, die: int) -> str:
    made = roll_to_wound(hit, 1, Thrown(die))
    return FAILS if not made else PACKET if type(made[0][0]) is Packet else WOUNDS


def wound_roll(
    die: int, strength: int, toughness: int, change: int = 0, devastating: bool = False, x: int = 6
) -> dict[str, Any]:
    """``x``: from which face on a wound is critical."""
    more = {"devastating": "current"} if devastating else {}
    gun = plain_gun(strength=strength, toughness=toughness, to_wound=changed(change), critical_wound=x, **more)
    chart = charts.table(strength, toughness)
    return {"answer": wounds(Hit(gun), die), "chart": chart, "modified": die + change, "critical": die >= x}


def lethal_and_devastating(die: int, skill: int) -> str:
    hit = shot(plain_gun(skill=skill, lethal=True, devastating="current"), die)[0][0]
    return wounds(hit, 1) if hit.lethal else "a hit, to be rolled to wound"


def saved(save: int, ap: int, die: int) -> bool:
    return to_save(save, ap).met_by(die)


def hazardous_test(die: int) -> str:
    failed = roll_hazardous_test(Test(plain_gun()), 1, Thrown(die))
    return f"the unit suffers {NUMBERS.hazard_wounds} mortal wounds" if failed else "nothing happens"


def deadly_demise(die: int) -> str:
    return f'all units within {NUMBERS.demise_reach}" suffer' if die >= NUMBERS.demise_need else "nothing happens"
