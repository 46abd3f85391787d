"""What each weapon is fired as, and whether cover is ignored: RH-HIT-1, RH-HIT-2, RH-COV-1, RH-COV-2."""

from __future__ import annotations

from shoot_cli.core.piles import pile
from shoot_cli.core.questions import Option
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import TYPE_WORDS, WAR_ENGINE, Weapon
from shoot_cli.rules.reikhammer.records import Attack, Change, Fire, Hit, Job, Shot
from shoot_cli.rules.reikhammer.steps.facts import YES_NO
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE, standing, stands_of

SOME = "some of each"


def recipients(s: Attack, hit: Hit) -> list[int]:
    """Places of the target's units that such a hit may be allocated to, as listed (RH-ALLOC-1, RH-ALLOC-3, RH-MW-1)."""
    stands, reach = stands_of(s), s.reach[hit.macro]
    found = []
    for place in standing(s):
        stand = stands[place]
        reached = stand.distance is None or stand.distance <= reach
        covered = hit.open_only and stand.cover
        if stand.type in charts.HURT[hit.kind] and reached and not stand.hidden and not covered:
            found.append(place)
    return found


def hurting(s: Attack, weapon: Weapon) -> list[str]:
    """Its values that have somebody to hurt."""
    return [kind for kind in weapon.values if reached(s, weapon, kind)]


def reached(s: Attack, weapon: Weapon, kind: str) -> list[int]:
    """Places of the units that it may hit, fired so."""
    return recipients(s, Hit(kind, kind in weapon.macro))


def jobs_left(s: Attack) -> bool:
    return bool(s.jobs)


def choose_value(s: Attack, table: Table) -> Attack:
    """AP, AT or AA for the next weapons; macro hits reach as far as those weapons that make them (RH-MW-1)."""
    s = fire_next(s, table)
    return s if s.jobs else s.but(reach=(s.reach[0], s.macro_reach))


def fire_next(s: Attack, table: Table) -> Attack:
    """A value that hurts nobody is not asked about; of equal ones that which may hit more is proposed (RH-HIT-1)."""
    job, *rest = s.jobs
    weapon = job.weapon.value
    ways = hurting(s, weapon)
    usual = max(ways or weapon.values, key=lambda kind: (weapon.value(kind) or 0, len(reached(s, weapon, kind))))
    s = s.but(jobs=tuple(rest))
    if len(ways) < 2:
        return fire(s, job, usual, job.n, table)
    options = tuple(Option(kind, f"{kind} {weapon.value(kind)}: {at_whom(s, weapon, kind)}") for kind in ways)
    if job.n > 1:
        options = (*options, Option(SOME, "some of them so, the others so"))
    text = f"What {'is' if job.n == 1 else 'are'} {job.n} {weapon.name} fired as?"
    said = table.choose(f"value:{weapon.name}", options, default=usual, rules=("RH-HIT-1",), text=text)
    if said != SOME:
        return fire(s, job, said, job.n, table)
    left = job.n
    for kind in ways[:-1]:
        n = table.number(
            f"{kind}:{weapon.name}", 0, left, default=left // 2, rules=("RH-HIT-1",), text=f"How many fire {kind}?"
        )
        s, left = fire(s, job, kind, n, table), left - n
    return fire(s, job, ways[-1], left, table)


def at_whom(s: Attack, weapon: Weapon, kind: str) -> str:
    stands = stands_of(s)
    names = dict.fromkeys(stands[place].type for place in reached(s, weapon, kind))
    return ", ".join(TYPE_WORDS[name] for name in names)


def fire(s: Attack, job: Job, kind: str, n: int, table: Table) -> Attack:
    """The shots of so many of these weapons, with what changes their value."""
    weapon = job.weapon.value
    value = weapon.value(kind)
    if not n or value is None:
        return s
    macro = kind in weapon.macro
    changes, open_only = [*charts.action_change(s.action, s.overwatch)], False
    stands, targets = stands_of(s), recipients(s, Hit(kind, macro))
    aimed_at = targets or standing(s)  # at those whom it cannot hurt it fires all the same
    covered = [place for place in aimed_at if stands[place].cover]
    if covered and len(covered) == len(aimed_at):
        changes.append(charts.IN_COVER)
    elif covered and targets:
        open_only = ignores_cover(s, weapon, kind, len(covered), len(targets), table)
        changes += [] if open_only else [charts.IN_COVER]
    shot = Shot(Card(Fire(weapon.name, kind, value, tuple(changes), macro, open_only)))
    if macro:
        s = s.but(macro_reach=max(s.macro_reach, weapon.range))
    key = "later" if s.shooting == BARRAGE else "pile"
    return s.but(**{key: pile(*getattr(s, key), (shot, n))})


def ignores_cover(s: Attack, weapon: Weapon, kind: str, covered: int, all_: int, table: Table) -> bool:
    """Mixed cover: -1 at everybody, or no hit at those in cover (RH-COV-1)."""
    options = (
        Option("no", f"{kind} at all {all_}, -1"),
        Option("yes", f"{kind} at the {all_ - covered} in the open only"),
    )
    said = table.choose(
        f"ignore_cover:{weapon.name}",
        options,
        default="no",
        rules=("RH-COV-1",),
        text=f"{weapon.name}: ignore the cover of some of {s.target.value.name}?",
    )
    return said == YES_NO[1].value


# A barrage -----------------------------------------------------------------------------------------------------------


def barraging(s: Attack) -> bool:
    return s.shooting == BARRAGE


def shell(s: Attack, table: Table) -> Attack:
    """Each unit in the area is attacked once for each point of its integrity (RH-BAR-5, RH-BAR-6)."""
    row = charts.barrage_row(s.points, table.setting("barrage_low_at"))
    certain = table.setting("barrage_hits") == "automatic"
    starting = table.setting("barrage_integrity") == "starting"
    modifiers = table.setting("barrage_modifiers")
    shots = []
    stands = stands_of(s)
    for place in standing(s):
        stand = stands[place]
        ways = [kind for kind in charts.BARRAGE_KINDS[stand.type] if row.value(kind) is not None]
        if not stand.under or not ways:
            why = "no value of the barrage is for it" if stand.under else "not in the area"
            table.tell("{unit}: {why}", ("RH-BAR-5",), unit=stand.name, why=why)
            continue
        kind = max(ways, key=lambda kind: row.value(kind) or 0)
        changes: list[Change] = []
        if modifiers != "none":
            changes += charts.action_change(s.action, s.overwatch)
        if modifiers == "all" and stand.cover:
            changes.append(charts.IN_COVER)
        n = 1 if stand.type == WAR_ENGINE else stand.integrity if starting else s.pieces[place].left
        fired = Fire(stand.name, kind, row.value(kind) or 0, tuple(changes), unit=place, certain=certain)
        shots.append((Shot(Card(fired)), n))
    return s.but(pile=pile(*shots))


def guns_wait(s: Attack) -> bool:
    return bool(s.later)


def load_guns(s: Attack, table: Table) -> Attack:
    """The guns beside the barrage fire when its hits are saved (RH-BAR-7)."""
    return s.but(pile=s.later, later=())
