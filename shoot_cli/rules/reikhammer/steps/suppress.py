"""Who can fire, whom Shock keeps from it, and fire is opened: RH-ELIG-1 to 3, RH-SUP, RH-AMMO-1, RH-SHOCK-1."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from shoot_cli.core.questions import BadAnswer, Reason, Subset
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import WAR_ENGINE, Model, Weapon
from shoot_cli.rules.reikhammer.records import Attack, Gunner, WeaponTask
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE, in_range, mortars, standing, stands_of, used

BLOCKS = 2  # tiles of obstruction
NEVER = -1.0  # a distance that was not said is the nearest there is


def why_not(s: Attack, gunner: Gunner, with_guns: bool) -> tuple[Reason, ...]:
    """Why this unit has no target, ammo apart; () if it has one (RH-ELIG-1, RH-ELIG-2)."""
    weapons = used(s, gunner, with_guns)
    if not weapons:
        if s.shooting == BARRAGE:
            return (Reason("no barrage points: it does not fire beside a barrage", "RH-BAR-7"),)
        if mortars(s, gunner):
            return (Reason("only barrage points, which are fired at a tile", "RH-BAR-1"),)
        return (Reason("no weapon that fires at a formation outside assaults", "RH-ELIG-2"),)
    if gunner.obstruction is None:
        return (Reason("no line of fire: a war engine is in the way", "RH-ELIG-1"),)
    if gunner.obstruction >= BLOCKS:
        return (Reason(f"no line of fire: {gunner.obstruction} tiles of obstruction", "RH-ELIG-1"),)
    if s.shooting != BARRAGE and all(stands_of(s)[place].hidden for place in standing(s)):
        return (Reason("no line of fire: no unit of the target is seen", "RH-ELIG-1"),)
    if not any(in_range(weapon, gunner) for weapon in weapons):
        most = max(weapon.range for weapon in weapons)
        return (Reason(f"out of range: {gunner.distance:g} tiles, it reaches {most}", "RH-ELIG-2"),)
    return ()


def able(s: Attack, with_guns: bool, soaking: bool) -> list[int]:
    """Places of those that can shoot, before Shock: with ``soaking`` (setting empty_units_soak) also without ammo."""
    return [
        place
        for place, gunner in enumerate(s.gunners)
        if not gunner.held and not why_not(s, gunner, with_guns) and (soaking or gunner.ammo != 0)
    ]


def suppress(s: Attack, table: Table) -> Attack:
    """One unit that could fire for each point of Shock, farthest first (RH-SUP-1, RH-SUP-3)."""
    with_guns = table.setting("barrage_with_guns") == "yes"
    if table.is_live:
        say_who_cannot(s, with_guns, table)
    can = able(s, with_guns, table.setting("empty_units_soak") == "true")
    if not s.shock or not can:
        return s

    def choose(tied: list[int], n: int) -> list[int]:
        return choose_suppressed(s, tied, n, table)

    chosen = farthest(s, can, table.setting("we_suppression") == "integrity", choose)
    names = ", ".join(s.gunners[place].name for place in sorted(chosen))
    if chosen:
        words = "Shock {shock}: {names} suppressed, farthest from the target first"
        table.tell(words, ("RH-SUP-1",), shock=s.shock, names=names)
    gunners = tuple(gunner.but(suppressed=place in chosen) for place, gunner in enumerate(s.gunners))
    return s.but(gunners=gunners)


def say_who_cannot(s: Attack, with_guns: bool, table: Table) -> None:
    """Each unit that has no shot, and why."""
    for gunner in s.gunners:
        reasons = why_not(s, gunner, with_guns)
        if not reasons and gunner.ammo == 0:
            reasons = (Reason("no ammo", "RH-ELIG-3"),)
        if not reasons and gunner.held:
            reasons = (Reason("as you said", "RH-TGT-1"),)
        for reason in reasons:
            table.tell("{unit} cannot fire: {why}", (reason.rule,), unit=gunner.name, why=reason.text)


def farthest(s: Attack, can: list[int], engines: bool, choose: Callable[[list[int], int], list[int]]) -> set[int]:
    """Whom the points of Shock suppress; ``choose(tied, n)`` says who of those equally far, the last listed first."""
    points, chosen = s.shock, set[int]()
    far = sorted(can, key=lambda place: (gunner_distance(s.gunners[place]), place), reverse=True)
    for _, tied in groupby(far, key=lambda place: gunner_distance(s.gunners[place])):
        group = [*tied]
        costs = [cost_of(model_of(s, place), engines) for place in group]
        if 0 < points < len(group) and set(costs) == {1}:
            group = choose(group, points)
        for place in group:
            cost = cost_of(model_of(s, place), engines)
            if points >= cost:
                chosen.add(place)
            points -= min(points, cost)  # points that are too few for a war engine are spent on it all the same
    return chosen


def points_of(s: Attack, with_guns: bool, soaking: bool, engines: bool) -> int:
    """Barrage points that will be fired, equally far units suppressed as proposed (RH-BAR-2)."""
    can = able(s, with_guns, soaking)
    chosen = farthest(s, can, engines, lambda tied, n: tied[:n])
    return sum(
        weapon.bp
        for place in can
        if place not in chosen and s.gunners[place].ammo != 0
        for weapon in mortars(s, s.gunners[place])
        if in_range(weapon, s.gunners[place])
    )


def choose_suppressed(s: Attack, tied: list[int], n: int, table: Table) -> list[int]:
    """So many of those equally far; proposed are the last listed, which come first in ``tied``."""
    with_guns = table.setting("barrage_with_guns") == "yes"
    alike = as_it_matters(s, s.gunners[tied[0]], with_guns)
    if all(as_it_matters(s, s.gunners[place], with_guns) == alike for place in tied):
        return tied[:n]
    listed = sorted(tied)
    question = Subset(
        "suppressed",
        tuple(s.gunners[place].name for place in listed),
        tuple(s.gunners[place].name for place in sorted(tied[:n])),
        exactly=n,
        rules=("RH-SUP-1",),
        text=f"Equally far: which {n} of these {'is' if n == 1 else 'are'} suppressed?",
    )
    return [listed[place] for place in table.several(question)]


def as_it_matters(s: Attack, gunner: Gunner, with_guns: bool) -> object:
    """Equal for units of which it makes no difference who is suppressed; a battle goes on with their ammo."""
    if gunner.ammo == 0:
        return None
    if not s.alone and gunner.ammo is not None:
        return gunner.but(name="", place=0, obstruction=0)
    weapons = [weapon for weapon in used(s, gunner, with_guns) if in_range(weapon, gunner)]
    guns = sorted(weapon.name for weapon in weapons if not weapon.bp)
    return guns, sum(weapon.bp for weapon in weapons)


def gunner_distance(gunner: Gunner) -> float:
    return NEVER if gunner.distance is None else gunner.distance


def model_of(s: Attack, place: int) -> Model:
    return s.shooter.value.models[s.gunners[place].model][0]


def cost_of(model: Model, engines: bool) -> int:
    return model.integrity if engines and model.type == WAR_ENGINE else 1


def open_fire(s: Attack, table: Table) -> Attack:
    """Whoever is left fires with all that reaches, and spends a shot of ammo (RH-AMMO-1, RH-SUP-2)."""
    with_guns = table.setting("barrage_with_guns") == "yes"
    gunners, counts, points, reach, macro_reach = [], dict[Weapon, int](), 0, 0, 0
    for gunner in s.gunners:
        fires = not (gunner.suppressed or gunner.held or gunner.ammo == 0 or why_not(s, gunner, with_guns))
        gunners.append(gunner.but(fired=fires, ammo=gunner.ammo if gunner.ammo is None else gunner.ammo - fires))
        for weapon in used(s, gunner, with_guns) if fires else ():
            if not in_range(weapon, gunner):
                continue
            points += weapon.bp
            if not weapon.bp:
                counts[weapon] = counts.get(weapon, 0) + 1
                reach = max(reach, weapon.range)
                macro_reach = max(macro_reach, weapon.range if weapon.macro else 0)
    fires = any(gunner.fired for gunner in gunners) and (s.shooting != BARRAGE or points > 0)
    most = charts.BARRAGES[-1].most
    if points > most and table.setting("bp_over_30") == "refuse":  # only if other units than proposed are suppressed
        if s.alone:
            raise BadAnswer(charts.too_many_points(points))
        table.tell("{why}: nobody fires", ("RH-BAR-4",), why=charts.too_many_points(points))
        return s
    if not fires:
        words = "{unit}: nobody fires, no Shock for the target, no ammo spent"
        table.tell(words, ("RH-SUP-2",), unit=s.shooter.value.name)
        return s
    jobs = tuple(WeaponTask(Hashed(weapon), n) for weapon, n in counts.items())
    s = s.but(gunners=tuple(gunners), fires=True, jobs=jobs, reach=(reach, macro_reach), points=points)
    empty = [gunner.name for gunner in gunners if gunner.fired and gunner.ammo == 0]
    if empty:
        table.tell("{names}: that was the last ammo", ("RH-AMMO-1",), names=", ".join(empty))
    if s.shooting != BARRAGE:
        return s
    row = charts.barrage_row(points, table.setting("barrage_low_at"))
    tiles = charts.tiles_within(row.radius, table.setting("metric"))
    area = "the target tile only" if not row.radius else f"radius {row.radius}, that is {tiles} tiles"
    values = f"AP {row.ap}, AT {row.at if row.at is not None else '-'}"
    values += f", +{row.extra_shock} Shock" if row.extra_shock else ""
    words = "barrage of {points} points: {area}; {values}"
    table.tell(words, ("RH-BAR-1", "RH-BAR-4"), points=points, area=area, values=values)
    return s.but(extra_shock=row.extra_shock)


def come_under_fire(s: Attack, table: Table) -> Attack:
    """Shock before any dice, even if nothing can be hurt (RH-SHOCK-1, RH-SHOCK-4)."""
    each = table.setting("shock_on_fire") == "per_unit"
    n = sum(1 for piece in s.pieces if piece.left) if each else 1
    more = n + (s.extra_shock if s.shooting == BARRAGE else 0)
    total = s.target_shock + more
    rules = ("RH-SHOCK-1", "RH-SHOCK-4") if s.shooting == BARRAGE else ("RH-SHOCK-1",)
    words = "{unit} under fire: {more} Shock, {total} in all"
    table.tell(words, rules, unit=s.target.value.name, more=f"+{more}", total=total)
    return s.but(target_shock=total)
