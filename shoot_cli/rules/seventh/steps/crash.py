"""A Zooming Flyer comes down: who is under its marker, and what becomes of those inside (7E-FLY-10)."""

from __future__ import annotations

from shoot_cli.core.pools import models
from shoot_cli.core.questions import ATTACKER, DEFENDER, Need, Numbers, Reason
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh.flying import CRASH, CRASH_INSIDE
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Battle, BystanderHits, DestroyedVehicle
from shoot_cli.rules.seventh.steps.markers import MOST_UNDER, SCATTER_DIE, along_the_arrow, anybody_else
from shoot_cli.rules.seventh.steps.marks import EMBARKED, OFF, passengers_of, units_on_table


def crash(b: Battle, gone: DestroyedVehicle, table: Table) -> Battle:
    """Everybody under its marker is hit, then those inside; the Flyer is removed."""
    harms = under_the_marker(b, gone, table)
    if not b.company(gone.side, gone.unit).ranks:  # of a squadron, nobody says which carried them
        for p in passengers_of(b, gone.side, gone.unit):
            b, inside = passengers(b, gone, p, table)
            harms += inside
    return b.but(harms=(*b.harms, *harms))


def under_the_marker(b: Battle, gone: DestroyedVehicle, table: Table) -> list[BystanderHits]:
    """A Large Blast marker over it scatters, whatever anybody's Ballistic Skill; each model under it is hit."""
    owner = DEFENDER if gone.side != b.active else ATTACKER
    rules = ("7E-FLY-10",)
    need = Need(2, (Reason("two faces of the scatter die are Hit!", "7E-FLY-10"),), or_less=True)
    stays = table.roll(
        f"scatter:{gone.name}", 1, need, faces=SCATTER_DIE, owner=owner, rules=rules,
        text=f"{gone.name} crashes: scatter die",
    ).passed  # fmt: skip
    if stays:
        table.tell("HIT: the Large Blast marker stays over {name}", rules, name=gone.name)
    else:
        inches = table.total(
            f"scatter distance:{gone.name}", 2, owner=owner, rules=rules, text=f"{gone.name} crashes: scatter distance"
        )
        table.tell("Large Blast marker over {name}: {move}", rules, name=gone.name, move=along_the_arrow(inches))
    there = {name: (s, i, models(company.ranks)) for s, i, company, name in units_on_table(b)}
    text = f"Is any unit under the marker of {gone.name} now, friend or foe?"
    if not there or not anybody_else("crash", text, "7E-FLY-10", table):
        return []
    most = tuple(min(n, MOST_UNDER) for *_, n in there.values())
    found = table.numbers(
        Numbers(
            f"under:{gone.name}", tuple(there), 0, max(most), 0, "models", rules=rules,
            text=f"How many models of which unit are under the marker of {gone.name}?", most=most, by_name=True,
        )
    )  # fmt: skip
    return [
        BystanderHits(s, i, int(n), CRASH, f"under the crash of {gone.name}")
        for (s, i, _), n in zip(there.values(), found, strict=True)
        if n
    ]


def passengers(b: Battle, gone: DestroyedVehicle, at: int, table: Table) -> tuple[Battle, list[BystanderHits]]:
    """A unit inside: hit as hard as the setting says, and out; those of a Night Scythe are elsewhere."""
    company = b.company(gone.side, at)
    unit, out = company.unit.value, company.without(EMBARKED).but(inside=None)
    if beams(b.company(gone.side, gone.unit).unit.value):
        table.tell("{unit}: unhurt, in Ongoing Reserve", ("7E-FLY-10",), unit=unit.name)
        return replaced(b, gone.side, at, out.with_mark(Mark(OFF))), []
    setting = table.setting("crash_passengers")
    hits = 0 if setting == "unhurt" else models(company.ranks)
    words = "{unit} inside the crash: {n} hits; who lives is placed within 3\" of the marker's centre"
    table.tell(
        words if hits else "{unit} gets out within 3\" of the marker's centre", ("7E-FLY-10",), unit=unit.name, n=hits
    )
    at_random = table.setting("explosion_passengers") == "random"
    forbidden = ("armour",) if setting == "s10_no_armour" else ()
    harm = BystanderHits(
        gone.side, at, hits, CRASH_INSIDE, f"inside {gone.name}", at_random, tests=True, forbidden=forbidden
    )
    return forced_out(replaced(b, gone.side, at, out), gone.side, at), [harm]


def forced_out(b: Battle, side: int, at: int) -> Battle:
    """A unit that the first shot of a split fire forced out: the rest cannot pick it (7E-TGT-1)."""
    if b.split is None or side == b.active:
        return b
    return b.but(split=b.split.but(forced=(*b.split.forced, at)))


def beams(unit: Unit) -> bool:
    """True of the Night Scythe, whose passengers are not in it but at the other end of its beams."""
    return unit.has("Invasion Beams") or "night scythe" in unit.name.casefold()
