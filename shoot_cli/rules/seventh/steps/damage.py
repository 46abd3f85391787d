"""What vehicles lose: hull points, and the Vehicle Damage table (7E-VEH-4, 5, 9, 10, 13)."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.casualties import points
from shoot_cli.core.pools import Line, Rank, pool
from shoot_cli.core.questions import DEFENDER, Meaning, Need, Option, Outcome, Reason, TeachingPoint, Watch
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import vehicle_charts as charts
from shoot_cli.rules.seventh.records import Attack, Firing
from shoot_cli.rules.seventh.tokens import GRAVITON, PENETRATION, SHAKEN, STUNNED, Damage, Hull, TargetModel, Wreckage

AGAIN = "immobilised again"
IMMOBILISED, WEAPON_DESTROYED = "immobilised", "weapon destroyed"
EXPLODES, TO_IMMOBILISE, TO_DISARM, TO_STUN = 7, 6, 5, 4  # results of the table
RESULTS = {
    EXPLODES: "Explodes!",
    TO_IMMOBILISE: "Immobilised",
    TO_DISARM: "Weapon Destroyed",
    TO_STUN: STUNNED,
    3: SHAKEN,
}


def damage_waits(s: Firing) -> bool:
    return any(type(token) in (Damage, Wreckage) for token, _ in s.pool)


def suffer(s: Firing, table: Table) -> Firing:
    """Hull points first, then the table for every penetrating hit, then what is left of it (7E-VEH-4)."""
    front = s.line.ranks[0]
    damage = [(token, n) for token, n in s.pool if type(token) is Damage]
    rest = [(token, n) for token, n in s.pool if type(token) is not Damage]
    if damage:
        s, front = lose_hull_points(s, front, sum(n for _, n in damage), table)
        gravitons = sum(n for token, n in damage if token.kind == GRAVITON)
        if gravitons:
            s, front = immobilise(s, front, gravitons, table)
        if front.left or (not s.attack.zooming and table.setting("explode_after_wreck") == "yes"):
            rest += [(Wreckage(token.ap), n) for token, n in damage if token.kind == PENETRATION]
    else:
        (roll, n), *_ = ((token, n) for token, n in rest if type(token) is Wreckage)
        now = n if table.is_live and not hull_of(front).venerable else 1
        if why := why_not_rolled(front, roll.ap):
            now = n
            table.tell(
                "{name}: no roll on the Vehicle Damage table: {why}", ("7E-VEH-4",), name=front.kind.name, why=why
            )
        else:
            s, front = damage_table(s, front, roll.ap, now, table)
        rest = [(token, m - now if token == roll else m) for token, m in rest]
    s = s.but(pool=pool(*rest), line=Line((front, *s.line.ranks[1:])))
    return s if damage_waits(s) else clear_away(s, table)


def lose_hull_points(s: Firing, front: Rank, n: int, table: Table) -> tuple[Firing, Rank]:
    lost = min(n, front.left)
    if lost:
        table.tell(
            "{name} loses {n}, {left} of {of} left", ("7E-VEH-4",),
            name=front.kind.name, n=points(lost, "hull point"), left=front.left - lost, of=front.kind.wounds,
        )  # fmt: skip
    return s.costs(hull_lost=s.toll.hull_lost + lost), front.but(left=front.left - lost)


def immobilise(s: Firing, front: Rank, n: int, table: Table) -> tuple[Firing, Rank]:
    """``n`` Immobilised results: the first stops it, each further one costs a hull point (7E-VEH-5)."""
    if n and (s.attack.zooming or s.attack.target.value.of_type("Chariot")):
        return stun_instead(s, front, n, table)
    hull = hull_of(front)
    if not hull.immobilised and n:
        front, n = with_hull(front, suffered(hull.but(immobilised=True), IMMOBILISED)), n - 1
        table.tell("{name} is Immobilised", ("7E-VEH-5",), name=front.kind.name)
    if n:
        table.tell("{name} is Immobilised again: a Hull Point for each", ("7E-VEH-5",), name=front.kind.name)
        front = with_hull(front, suffered(hull_of(front), AGAIN))  # for its passengers it is a result as any other
        s, front = lose_hull_points(s, front, n, table)
    return s, front


def stun_instead(s: Firing, front: Rank, n: int, table: Table) -> tuple[Firing, Rank]:
    """Chariots are stunned instead, and so are zooming Flyers, if they do not crash on 1 or 2 (7E-VEH-5, 7E-FLY-9)."""
    name, hull = front.kind.name, hull_of(front)
    if s.attack.zooming:
        need = Need(3, (Reason("a Zooming Flyer crashes on 1 or 2", "7E-FLY-9", "3+"),))
        if table.roll(f"crash:{name}", n, need, owner=DEFENDER, text=f"{name}: does it crash?").failed:
            return s, with_hull(front, hull.but(exploding=True))
    rule = "7E-FLY-9" if s.attack.zooming else "7E-VEH-5"
    table.tell("{name} is stunned instead of immobilised", (rule,), name=name)
    what = SHAKEN if hull.extra_armour else STUNNED
    crew = STUNNED if STUNNED in (hull.crew, what) else SHAKEN
    return s, with_hull(front, suffered(hull.but(crew=crew), what))


# The table -----------------------------------------------------------------------------------------------------------


def why_not_rolled(front: Rank, ap: int | None) -> str:
    """Why no result of the table could change anything: it is a wreck, and cannot explode any more; "": one could."""
    hull = hull_of(front)
    if front.left:
        return ""
    if EXPLODES - charts.damage_modifier(hull, ap)[0] > 6:
        return f"it is wrecked, and AP{'-' if ap is None else ap} cannot make it explode"
    return ""


def damage_table(s: Firing, front: Rank, ap: int | None, n: int, table: Table) -> tuple[Firing, Rank]:
    """``n`` rolls on the Vehicle Damage table, and what they do (7E-VEH-5, 9, 13)."""
    hull, name = hull_of(front), front.kind.name
    results = table_rolls(front, ap, n, "damage table", table)
    if hull.venerable and any(results):
        worst = next(result for result, count in zip(RESULTS, results, strict=True) if count)
        bad = worst == EXPLODES or (worst == TO_IMMOBILISE and hull.immobilised)
        said = table.choose(
            f"venerable:{name}",
            (Option("no", f"{RESULTS[worst]} stands"), Option("yes", "it is rolled again, and the second roll stands")),
            default="yes" if bad else "no",
            owner=DEFENDER,
            rules=("7E-VEH-13",),
            text=f"{RESULTS[worst]}: roll again (Venerable)?",
        )
        if said == "yes":
            results = table_rolls(front, ap, n, "damage table again", table)
    explodes, immobilised, disarmed, stunned, shaken = results
    if stunned and hull.extra_armour:
        table.tell("Extra armour: {name} is Shaken, not Stunned", ("7E-VEH-13",), name=name)
        stunned, shaken = 0, shaken + stunned
    if stunned or shaken:
        crew = STUNNED if stunned or hull.crew == STUNNED else SHAKEN
        front = with_hull(front, suffered(hull.but(crew=crew), STUNNED if stunned else SHAKEN))
        on = ', it must fly 18" straight on in its next turn' if stunned and s.attack.zooming else ""
        table.tell("{name}: {crew}{on}", ("7E-VEH-5",), name=name, crew=STUNNED if stunned else SHAKEN, on=on)
    for _ in range(disarmed):
        front, more = destroy_weapon(front, table)
        immobilised += more
    s, front = immobilise(s, front, immobilised, table)
    if explodes:
        front = with_hull(front, hull_of(front).but(exploding=True))
    return s, front


def table_rolls(front: Rank, ap: int | None, n: int, key: str, table: Table) -> tuple[int, int, int, int, int]:
    """How often each result comes, from Explodes! down to Crew Shaken."""
    more, reasons = charts.damage_modifier(hull_of(front), ap)
    name = front.kind.name
    wreck = not front.left  # of a wreck, all that can still come about is that it explodes
    watched = () if wreck else tuple(Watch((result - more,)) for result in (TO_IMMOBILISE, TO_DISARM, TO_STUN))
    highest = f"Explodes! on {EXPLODES}" + (f": the die + {more}" if more else ", and a die shows 6 at most")
    because = (Reason(highest, "7E-VEH-5"), *reasons)
    need = Need(EXPLODES - more if more else None, because)
    roll = table.roll(
        f"{key}:{name}",
        n,
        need,
        watch=watched,
        text=f"{name}: on the damage table",
        lessons=lambda: (lesson(more),),
        means=rows_of(more, wreck),
    )
    if wreck:
        return roll.passed, 0, 0, 0, 0
    immobilised, disarmed, stunned = roll.watched
    return roll.passed, immobilised, disarmed, stunned, roll.failed - immobilised - disarmed - stunned


@lru_cache
def rows_of(more: int, wreck: bool) -> Meaning:
    """The table as faces of the die, ``more`` worked in; of a wreck all that can come is that it explodes."""
    rows = {EXPLODES: RESULTS[EXPLODES], EXPLODES - 1: "it stays a wreck"} if wreck else RESULTS
    least = min(rows)
    outcomes = [Outcome(1 - more if n == least else n - more, words) for n, words in sorted(rows.items())]
    return Meaning(tuple(outcomes), chart=True)


def destroy_weapon(front: Rank, table: Table) -> tuple[Rank, int]:
    """One weapon, each equally likely, is lost; without any it is an Immobilised result, which is counted."""
    hull, name = hull_of(front), front.kind.name
    working = hull.weapons
    if not working:
        table.tell("{name} has no weapon left: Immobilised instead", ("7E-VEH-5",), name=name)
        return front, 1
    at = len(working) - 1
    if table.is_live and len(set(working)) > 1:  # to the odds only their number counts
        text = f"{name}: weapon lost (" + ", ".join(f"{i} {weapon}" for i, weapon in enumerate(working, 1)) + ")"
        at = table.total(f"weapon destroyed:{name}", 1, len(working), rules=("7E-VEH-5",), text=text) - 1
    table.tell("{name} loses its {weapon}", ("7E-VEH-5",), name=name, weapon=working[at])
    left = (*working[:at], *working[at + 1 :])
    return with_hull(front, suffered(hull.but(weapons=left, lost=(*hull.lost, working[at])), WEAPON_DESTROYED)), 0


def clear_away(s: Firing, table: Table) -> Firing:
    """What exploded, crashed or has no hull point left does not stand any more (7E-VEH-4, 7E-VEH-10, 7E-FLY-10)."""
    front = s.line.ranks[0]
    hull = hull_of(front)
    if s.attack.zooming and (hull.exploding or not front.left):
        table.tell("{name} crashes!", ("7E-FLY-9", "7E-FLY-10"), name=front.kind.name)
        s = s.costs(crashed=s.toll.crashed + 1)
    elif hull.exploding:
        table.tell("{name} explodes!", ("7E-VEH-10",), name=front.kind.name)
        s = s.costs(exploded=s.toll.exploded + 1)
    elif not front.left:
        table.tell("{name} is wrecked", ("7E-VEH-4",), name=front.kind.name)
        s = s.costs(wrecked=s.toll.wrecked + 1)
    else:
        return s
    if s.attack.battle is not None and table.is_live:  # what its passengers suffer is played after the attack
        s = s.costs(gone=(*s.toll.gone, (front.kind.name, hull.exploding)))
    left = s.line.ranks[1:]
    if s.attack.target.value.vehicle and not left:
        s = s.but(pool=())  # what is left of the hits has nobody to take it
    return s.but(line=Line(left))


def hull_of(rank: Rank) -> Hull:
    kind: TargetModel = rank.kind
    return kind.body()


def with_hull(rank: Rank, hull: Hull) -> Rank:
    return rank.but(kind=rank.kind.but(hull=hull))


def suffered(hull: Hull, what: str) -> Hull:
    """The hull with what it suffered in this attack; a stunned crew is not also shaken."""
    if what in hull.newly or (what == SHAKEN and STUNNED in hull.newly):
        return hull
    others = [other for other in hull.newly if not (other == SHAKEN and what == STUNNED)]
    return hull.but(newly=tuple(sorted((*others, what))))


def lesson(more: int) -> TeachingPoint:
    """From which roll it explodes."""
    right = f"{EXPLODES - more}+" if more else "never"
    wrong = tuple(option for option in ("6+", "5+", "4+", "never", "7+") if option != right)
    return TeachingPoint(
        "six", "On which roll of the die does it explode?", right, wrong[:3],
        (Reason(f"Explodes! on {EXPLODES}, the die has +{more}", "7E-VEH-5"),),
    )  # fmt: skip


def newly(s: Attack, what: str) -> int:
    """1 if a vehicle that still stands suffered this in the attack: those that fell are no longer in the line."""
    return int(any(rank.kind.hull is not None and what in rank.kind.hull.newly for rank in s.line.drawn_up()))
