"""Blast markers and templates: placed, scattered, and what lies under them (7E-WPN-13 to 16)."""

from __future__ import annotations

from shoot_cli.core.pools import models, pool
from shoot_cli.core.questions import ATTACKER, DEFENDER, Need, Numbers, Option, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import rolled_again, vehicle_charts
from shoot_cli.rules.seventh.effects import in_force
from shoot_cli.rules.seventh.profiles import Weapon
from shoot_cli.rules.seventh.records import Attack, BystanderHits, Firing
from shoot_cli.rules.seventh.steps.facts import COVER, questions_about, where_they_stand, with_facts
from shoot_cli.rules.seventh.steps.flight import has_skyfire
from shoot_cli.rules.seventh.steps.hit import hit_of, overheat
from shoot_cli.rules.seventh.steps.line import uncovered
from shoot_cli.rules.seventh.steps.marks import passengers_of, units_on_table
from shoot_cli.rules.seventh.tokens import AIMED, DRIFTED, SIDE, GroundingHit, Hit, Impact, Marker, Shot, Strike

SCATTER_DIE = ("Hit!", "Hit!", "arrow", "arrow", "arrow", "arrow")
MOST_UNDER = 100  # models of one unit under one marker


def markers_wait(s: Firing) -> bool:
    """True while markers and templates of the weapon being fired are to be placed."""
    return bool(vehicle_charts.area_of(s.weapon.value)) and any(type(token) is Marker for token, _ in s.pool)


def place_marker(s: Firing, table: Table) -> Firing:
    """One marker or template: does the weapon get hot, where does it land, who is under it (7E-WPN-13 to 16)."""
    weapon = s.weapon.value
    marker = next(token for token, _ in s.pool if type(token) is Marker)
    rest = pool(*((token, n - (token == marker)) for token, n in s.pool))
    if marker.hot:
        burns = gets_hot(marker.shot, marker.hot, table)
        cool = (marker.but(hot=0), marker.hot - burns)
        return s.but(pool=pool(*rest, cool, *overheat(marker, burns, table)))
    s, moved, done = s.but(pool=rest, placed=s.placed + 1), False, ""
    if s.attack.battle is not None and not weapon.has("Template"):
        moved, done = scatter(s, weapon, marker.shot, table)
        s = s.but(centre=s.centre or (DRIFTED if moved else AIMED))
    shot = marker.shot
    if weapon.has("Barrage") and shot.aim is not None:
        shot = shot.but(aim=shot.aim.but(facing=SIDE))
    under = models_under(s, weapon, moved, done, table)
    s = s.but(pool=pool(*rest, (hit_of(shot), under), (GroundingHit(), under * shot.topples)))
    if s.attack.battle is None or not table.is_live:
        return s
    if weapon.has("Template") and under:
        s = s.costs(beside=(*s.toll.beside, *random_passengers(s, table)))
    return others_under(s, weapon, table)


def barrage_landed(s: Firing) -> bool:
    """The markers of a Barrage lie on the table, and the target was hit."""
    if not s.centre or not s.weapon.value.has("Barrage"):
        return False
    return any(type(token) in (Hit, Impact, Strike) for token, _ in s.pool)


def judge_from_marker(s: Firing, table: Table) -> Firing:
    """Who is nearest, and what covers whom, is seen from the centre of the first marker, at rest (7E-ALC-13)."""
    attack, weapon = uncovered(s.over()), s.weapon.value
    parts = tuple(part for part in questions_about(attack, weapon, [], (), table) if where_they_stand(part))
    covers = any(part.key == COVER.key for part in parts)
    facts = table.facts(
        f"marker:{weapon.name}", parts, owner=DEFENDER, rules=("7E-WPN-15", "7E-ALC-13"),
        text=f"{s.attack.target.value.name}, seen from the marker's centre" + (": in the open" if covers else ""),
        nth=len(s.attack.fired) - 1,
    )  # fmt: skip
    s = s.going_on(with_facts(attack, weapon, parts, facts))
    front = s.line.ranks[0].kind
    struck = [(token.but(model=front) if type(token) is Strike else token, n) for token, n in s.pool]
    return s.but(pool=pool(*struck))


def gets_hot(shot: Shot, n: int, table: Table) -> int:
    """How many of these shots are lost: without a roll to hit, a 1 before it fires hurts the bearer (7E-HIT-11)."""
    gun = shot.gun.value
    again, _, why = rolled_again.hits_again(shot, Need(2))
    need = Need(2, (Reason("a 1 loses the shot and hurts the bearer", "7E-HIT-11"), *why))
    text = f"{gun.name}: does it get hot?"
    ones = table.roll(f"hot:{gun.name}", n, need, again=again[:1], text=text).failed
    if ones and "Master-crafted" in gun.rules and not again:
        crafted = need.but(because=(*need.because, Reason("master-crafted: one die is rolled again", "7E-HIT-7")))
        ones -= table.roll(f"master-crafted:{gun.name}", 1, crafted, text=text, luck="hits").passed
    return ones


def scatter(s: Firing, weapon: Weapon, shot: Shot, table: Table) -> tuple[bool, str]:
    """Where the marker ends: the scatter die and 2D6, less the firer's BS where he sees the target.

    True: elsewhere than it was aimed; and what is done with it at the table.
    """
    gun = shot.gun.value
    barrage = weapon.has("Barrage")
    again = not {"Twin-linked", "Master-crafted", "hit failed"}.isdisjoint(gun.rules)
    if table.setting("blast_reroll_ones") == "yes":
        again = again or gun.preferred or "hit ones" in gun.rules
    for throw in (1, 2):
        hit = table.roll(
            f"scatter:{weapon.name}", 1,
            Need(2, (Reason("two faces of the scatter die are Hit!", "7E-WPN-13"),), or_less=True),
            faces=SCATTER_DIE, rules=("7E-WPN-15" if barrage else "7E-WPN-13",),
            text=f"{weapon.name}: scatter die",
        ).passed  # fmt: skip
        if barrage and s.centre:
            words = (
                "Hit!: place the marker touching any of the group"
                if hit
                else "the arrow: place the marker touching the first one, in the arrow's direction"
            )
            table.tell(words, ("7E-WPN-15",))
            where = "any of the group" if hit else "the first one, along the arrow"
            return not hit or s.centre == DRIFTED, f"PLACE it touching {where}"
        if hit:
            table.tell("HIT: the marker stays", ("7E-WPN-13",))  # said there, and not above the next question again
            return False, ""
        subtracted = s.seen
        total = table.total(
            f"scatter distance:{weapon.name}", 2, rules=("7E-WPN-13",), text=f"{weapon.name}: scatter distance"
        )
        inches = vehicle_charts.drift(total, shot.ballistic_skill, subtracted)
        less = (
            f"{total} less Ballistic Skill {shot.ballistic_skill}" if subtracted else "nobody sees: nothing taken off"
        )
        table.tell('It scatters {n}" along the arrow ({why})', ("7E-WPN-13",), n=inches, why=less)
        if throw == 2 or not again:
            break
        options = (Option("no", "it stays where it landed"), Option("yes", "scatter die and 2D6 once more"))
        text, usual = "Roll the scatter again?", "yes" if inches else "no"
        said = table.choose("blast_again", options, default=usual, rules=("7E-WPN-13", "7E-HIT-6"), text=text)
        if said == "no":
            break
    return inches > 0, along_the_arrow(inches)


def along_the_arrow(inches: int) -> str:
    """What is done with a marker that scatters."""
    if not inches:
        return "0 INCHES: it stays"
    return f"MOVE {inches} inch{'es' * (inches > 1)} along the arrow"


def models_under(s: Firing, weapon: Weapon, moved: bool, done: str, table: Table) -> int:
    """How many models of the target lie under it, after scatter; each takes a hit.

    ``moved``: it is not where it was aimed, so nothing is proposed as if it were. ``done``: what is done with it
    before they are counted.
    """
    unit = s.attack.target.value
    area = vehicle_charts.area_of(weapon)
    first = len(s.attack.fired) <= 1
    now = s.attack.strength[0] if first else models(s.standing())
    token = "template" if area == "Template" else "marker"
    what = "vehicles" if unit.vehicle else "models"
    under = table.drawn(
        f"under:{weapon.name}",
        0,
        min(now, MOST_UNDER) if s.attack.battle is not None else min(s.attack.strength[0], MOST_UNDER),
        default=0 if moved else min(now, vehicle_charts.usually_under(area, now, unit.vehicle)),
        unit=what,
        owner=ATTACKER,
        rules=("7E-WPN-16",) if area == "Template" else ("7E-VEH-1",) if unit.vehicle else ("7E-WPN-13", "7E-WPN-14"),
        text=f"How many {what} of {unit.name} are under the {token}{' now' if moved else ''}?",
        nth=s.attack.placed + s.placed - 1,
        own=s.placed - 1,
        each=token,
        first=done if table.is_live else "",
    )
    return min(under, now)


def others_under(s: Firing, weapon: Weapon, table: Table) -> Firing:
    """Everybody under it is hit, friend or foe, seen or not, locked in combat or not (7E-WPN-13)."""
    b = s.attack.around()
    there: dict[str, tuple[int, int, int]] = {}
    for side, i, company, name in units_on_table(b, s.attack.sky.markers and has_skyfire(s.attack, weapon)):
        if (side, i) != b.shot_at():
            there[name] = (side, i, models(company.ranks))
    if not there or not anybody_else("others", "Is any other unit under it, friend or foe?", "7E-WPN-13", table):
        return s
    text = "How many models of which other unit are under it?"
    most = tuple(min(n, MOST_UNDER) for *_, n in there.values())
    question = Numbers(
        f"others under:{weapon.name}", tuple(there), 0, max(most), 0, "models", rules=("7E-WPN-13",), text=text,
        most=most, by_name=True,
    )  # fmt: skip
    found = table.numbers(question)
    harms = [
        BystanderHits(side, i, int(n), Hashed(unaimed(s.attack, weapon)), f"under the {weapon.name}")
        for (side, i, _), n in zip(there.values(), found, strict=True)
        if n
    ]
    return s.costs(beside=(*s.toll.beside, *harms)) if harms else s


def unaimed(s: Attack, weapon: Weapon) -> Weapon:
    """The weapon without what is in force on the target: it was aimed at that (7E-EFF-4)."""
    company = s.around().company(*s.around().shooting())
    own = in_force(company.unit.value, company.forces()).weapons()
    return next((other for other in own if other.name == weapon.name), weapon)


def anybody_else(key: str, text: str, rule: str, table: Table) -> bool:
    """Asked before the names of all units are: mostly there is nobody."""
    return table.choose(key, (Option("no"), Option("yes")), default="no", rules=(rule,), text=text) == "yes"


def random_passengers(s: Firing, table: Table) -> tuple[BystanderHits, ...]:
    """A Template on an open-topped transport: D6 hits on those inside (7E-WPN-16, 7E-VEH-9)."""
    b = s.attack.around()
    if not s.attack.target.value.of_type("Open-topped"):
        return ()
    found = []
    side, transport = b.shot_at()
    for p in passengers_of(b, side, transport):
        unit = b.company(side, p).unit.value
        text = f"{s.weapon.value.name}: hits on {unit.name} inside"
        hits = table.total(f"hits inside:{unit.name}", 1, rules=("7E-WPN-16",), text=text)
        weapon = Hashed(unaimed(s.attack, s.weapon.value))
        found.append(
            BystanderHits(side, p, hits, weapon, f"inside the open-topped {s.attack.target.value.name}", random=True)
        )
    return tuple(found)
