"""What a struck model suffers: 2E-WND, 2E-SPC-6, 2E-DMG."""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.questions import Need, TeachingPoint
from shoot_cli.core.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.records import AllottedHits, WoundsLost
from shoot_cli.rules.second.steps.save import saves, saves_against


def alone(token: object) -> bool:
    """Models whose hits hang together: several on one, or damage dice for a model that may survive them."""
    return type(token) is AllottedHits and (token.hits > 1 or sure_damage(token) is None)


def sure_damage(struck: AllottedHits) -> int | None:
    """What one unsaved wound takes of the model, whatever dice may show; None if that hangs on them (2E-DMG-1)."""
    damage = struck.blow.damage
    if damage.dice and damage.least < struck.left:
        return None
    return min(struck.left, damage.least)


def wound(struck: AllottedHits, n: int, table: Table) -> Pool:
    """To wound, the saves, the damage: of ``n`` models each hit once, or of one model hit several times."""
    blow, kind = struck.blow, struck.kind
    unsaved = hurt(struck, n * struck.hits, table)
    if not unsaved:
        return ()
    sure = sure_damage(struck)
    if struck.hits == 1 and sure is not None:
        return pool((WoundsLost(kind, struck.left, sure), unsaved))
    least = unsaved * blow.damage.least
    points = least if struck.left <= least else damage_of(struck, unsaved, table)
    return pool((WoundsLost(kind, struck.left, min(struck.left, points)), 1))


def hurt(struck: AllottedHits, hits: int, table: Table) -> int:
    """How many of them wound, and no save helps; to the odds all dice of a hit are one."""
    blow, kind = struck.blow, struck.kind
    if not table.has_dice:
        ways, whole = hurting_ways(struck)
        need = Need(ways, or_less=True) if ways else Need(None)
        return table.roll(f"wound:{blow.name}", hits, need, sides=whole).passed
    if blow.needle and kind.living:
        table.tell("{name}: no roll to wound the living", ("2E-SPC-6",), name=blow.name)
        return saves(struck, hits, table)
    need, text = charts.to_wound(blow.strength, kind.toughness), f"{blow.name}: to wound {kind.name}{share(struck)}"
    roll = table.roll(
        f"wound:{blow.name}", hits, need, text=text, lessons=lambda: (lesson_wound(struck),), luck="wounds"
    )
    return saves(struck, roll.passed, table)


@lru_cache(512)
def hurting_ways(struck: AllottedHits) -> tuple[int, int]:
    """In how many ways of how many the dice of one hit wound, and those of no save help."""
    blow, kind = struck.blow, struck.kind
    ways, whole = 1, 1
    if not (blow.needle and kind.living):
        ways, whole = charts.ways_to_meet(charts.to_wound(blow.strength, kind.toughness))
    for need, dice in saves_against(struck):
        saved, all_ways = charts.ways_to_meet(need, dice)
        ways, whole = ways * (all_ways - saved), whole * all_ways
    return ways // gcd(ways, whole), whole // gcd(ways, whole)


def share(struck: AllottedHits) -> str:
    """Said of a model that takes several hits, which is rolled for on its own."""
    return f" (one model, {struck.hits} hits)" if struck.hits > 1 else ""


def damage_of(struck: AllottedHits, unsaved: int, table: Table) -> int:
    """The damage dice of each unsaved wound (2E-DMG-1); what is too much is lost (2E-DMG-2)."""
    damage = struck.blow.damage
    total = damage.plus * unsaved
    for n, sides in damage.dice:
        total += table.total(
            f"damage:{struck.blow.name}", n * unsaved, sides, rules=("2E-DMG-1",),
            text=f"{struck.blow.name}: damage to {struck.kind.name}",
        )  # fmt: skip
    return total


def lesson_wound(struck: AllottedHits) -> TeachingPoint:
    need = charts.to_wound(struck.blow.strength, struck.kind.toughness)
    right = need.text if need.target else "it cannot wound"
    wrong = [text for text in ("3+", "4+", "5+", "6+", "it cannot wound") if text != right]
    return TeachingPoint("wound", f"What wounds the {struck.kind.name}?", right, tuple(wrong[:3]), need.because)
