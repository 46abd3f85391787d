"""Markerlight counters: they lie on a unit until who shoots at it spends them, or the phase is over (7E-EFF-5)."""

from __future__ import annotations

import re

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import Option
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark
from shoot_cli.rules.seventh.effects import is_seeker
from shoot_cli.rules.seventh.records import Attack, Battle, BattleUnit
from shoot_cli.rules.seventh.steps.in_force import changed, may_spend
from shoot_cli.rules.seventh.steps.vehicle_facts import carried

COUNTERS = re.compile(r"(\d+) markerlight counters?")
SCOUR = 2  # counters that it takes
KEEP = "none"


def counter_count(company: BattleUnit) -> int:
    """Counters that lie on the unit."""
    return next((int(found[1]) for mark in company.marks if (found := COUNTERS.fullmatch(mark.name))), 0)


def with_lights(company: BattleUnit, more: int, until: tuple[int, int]) -> BattleUnit:
    """With so many counters more, or fewer."""
    n, company = counter_count(company) + more, without_counters(company)
    return company.with_mark(Mark(counted(n, "markerlight counter"), until)) if n else company


def without_counters(company: BattleUnit) -> BattleUnit:
    """Without counters."""
    return company.without(*(mark.name for mark in company.marks if COUNTERS.fullmatch(mark.name)))


def spend_markerlights(s: Attack, table: Table) -> Attack:
    """Before a Tau unit shoots it may spend what others have put on its target."""
    b = s.around()
    n = counter_count(b.company(*b.shot_at()))
    if not n or not is_tau(s, b):
        return s
    missiles = missiles_of(s)
    ways = {way: spent for spent in range(1, n + 1) for way in ways_to_spend(spent, missiles)}
    said = table.choose(
        "markerlights",
        (Option(KEEP, "keep them for others"), *(Option(way, words_of(way)) for way in ways)),
        default=KEEP,
        rules=("7E-EFF-5",),
        text=f"{counted(n, 'markerlight counter')} on {s.target.value.name}: spend how many?",
    )
    if said == KEEP:
        return s
    return changed(s.but(lit=s.lit - ways[said]), (), (), said.split(", "))


def missiles_of(s: Attack) -> int:
    """Seeker missiles that the firing unit has left."""
    models = s.shooter.value.models
    return sum(
        firer.n * carried(firer, models[firer.model][0], weapon)
        for firer in s.firers
        for weapon in {own.name: own for own in models[firer.model][0].weapons}.values()
        if is_seeker(weapon) and weapon.name not in firer.used
    )


def ways_to_spend(n: int, missiles: int = 0) -> list[str]:
    """What exactly so many counters buy; ``missiles``: seeker missiles that some may guide."""
    found = [f"pinpoint {n}"]
    if n == SCOUR:
        found.append("scour")
    if n > SCOUR:
        found.append(f"pinpoint {n - SCOUR}, scour")
    for guided in range(1, min(n, missiles) + 1):
        rest = ways_to_spend(n - guided) if n > guided else [""]
        found += [", ".join(filter(None, (way, f"seeker {guided}"))) for way in rest]
    return found


def words_of(way: str) -> str:
    what = {
        "scour": "no cover saves",
        "pinpoint": "Ballistic Skill +{}, Snap Shots too",
        "seeker": "seeker missiles: {}",
    }
    parts = (what[name].format(n) for name, _, n in (part.partition(" ") for part in way.split(", ")))
    return f"{way}: {'; '.join(parts)}"


def is_tau(s: Attack, b: Battle) -> bool:
    """True of who can spend them."""
    return may_spend(s.shooter.value, b.factions[b.active])
