"""Formations, their weapons, who can fire despite Shock, and opening fire (RH-ELIG, RH-SUP, RH-AMMO, RH-SHOCK)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from shoot_cli.battle.turns import tell_idle
from shoot_cli.engine.questions import Subset
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import Reach
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Attack, BattleUnit, FormationUnit, Gunner, Hit, TargetUnit, WeaponTask
from shoot_cli.rules.reikhammer.profiles import WAR_ENGINE, Model, Unit, Weapon

DIRECT, BARRAGE = "direct", "barrage"  # how a formation fires
LAST = 1_000_000.0  # tiles; an unknown distance counts as farther than all known ones


def pieces_of(unit: Unit) -> tuple[FormationUnit, ...]:
    """Return its units at the start of the game."""
    return tuple(
        FormationUnit(model, kind.left, kind.ammo, kind.character)
        for model, (kind, n) in enumerate(unit.models)
        for _ in range(n)
    )


def new_battle_unit(unit: Unit) -> BattleUnit:
    return BattleUnit(Hashed(unit), pieces_of(unit))


def alive(pieces: Iterable[FormationUnit]) -> int:
    return sum(piece.left > 0 for piece in pieces)


def gunners_of(unit: Unit, pieces: Iterable[FormationUnit]) -> tuple[Gunner, ...]:
    """Return its remaining units as gunners."""
    return tuple(
        Gunner(name, place, piece.model, piece.ammo)
        for place, (name, piece) in enumerate(zip(unit.names(), pieces, strict=True))
        if piece.left
    )


def target_names(state: Attack) -> tuple[str, ...]:
    """Return the names of the target's remaining units."""
    names = state.target.value.names()
    return tuple(name for name, piece in zip(names, state.pieces, strict=True) if piece.left)


def beside(shooters: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the target's units for a row in which those who shoot stand too: all names differ."""
    return tuple(f"target {name}" if name in shooters else name for name in theirs)


def standing(state: Attack) -> list[int]:
    """Return the indexes of the target's remaining units."""
    return [place for place, piece in enumerate(state.pieces) if piece.left]


def target_units(state: Attack) -> tuple[TargetUnit, ...]:
    """Return the target's units with the fields for saves."""
    return state.target_units.value


def units_without_facts(unit: Unit, pieces: Iterable[FormationUnit]) -> tuple[TargetUnit, ...]:
    """Return units with the fields for saves, without any facts."""
    models = (unit.models[piece.model][0] for piece in pieces)
    return tuple(
        TargetUnit(name, m.type, m.armour, m.integrity, invulnerable=m.invulnerable, reinforced=m.reinforced)
        for name, m in zip(unit.names(), models, strict=True)
    )


def recipients(state: Attack, hit: Hit) -> list[int]:
    """Return the indexes of units that may take this hit, in list order (RH-ALLOC-1, RH-ALLOC-3, RH-MW-1)."""
    stands, reach = target_units(state), state.reach[hit.macro]
    indexes = []
    for place in standing(state):
        stand = stands[place]
        reached = stand.distance is None or stand.distance <= reach
        covered = hit.open_only and stand.cover
        if stand.type in charts.HURT[hit.kind] and reached and not stand.hidden and not covered:
            indexes.append(place)
    return indexes


def unit_distance(state: Attack, place: int) -> float:
    return distance_of(target_units(state)[place])


def distance_of(stand: TargetUnit) -> float:
    return LAST if stand.distance is None else stand.distance


def weapons_of(state: Attack, gunner: Gunner) -> tuple[Weapon, ...]:
    return state.shooter.value.models[gunner.model][0].weapons


def reaches_of(formation: Unit, target: Unit, settings: Mapping[str, str]) -> tuple[Reach, ...]:
    """Return how far each weapon reaches at a formation, in tiles (RH-ELIG-2). Weapons of assaults fire in none, and
    barrages are no main guns beside others.
    """
    reaches = []
    for model, _ in formation.models:
        for weapon in model.weapons:
            if not weapon.assault:
                reaches.append(Reach(weapon.name, weapon.name, float(weapon.range), not weapon.values))
    return tuple(dict.fromkeys(reaches))


def in_range(weapon: Weapon, gunner: Gunner) -> bool:
    return gunner.distance is None or gunner.distance <= weapon.range


def guns(state: Attack, gunner: Gunner) -> list[Weapon]:
    """Return its weapons against a formation, in range or not; assault weapons and barrage points do not count."""
    return [weapon for weapon in weapons_of(state, gunner) if weapon.values]


def mortars(state: Attack, gunner: Gunner) -> list[Weapon]:
    """Return its weapons for a barrage, in range or not."""
    return [weapon for weapon in weapons_of(state, gunner) if weapon.bp and not weapon.assault]


def used(state: Attack, gunner: Gunner, with_guns: bool) -> list[Weapon]:
    """Return its weapons in this attack, in range or not. `with_guns` is the setting barrage_with_guns."""
    if state.shooting == DIRECT:
        return guns(state, gunner)
    return mortars(state, gunner) + (guns(state, gunner) if with_guns else [])


def weight_of(stand: TargetUnit, engines: bool) -> int:
    """Return as how many units it counts (RH-SUP-3). `engines` is the setting we_suppression."""
    return stand.integrity if engines and stand.type == WAR_ENGINE else 1


def surviving(state: Attack, engines: bool) -> int:
    stands = target_units(state)
    return sum(weight_of(stands[place], engines) for place in standing(state))


def why_not_fire(unit: BattleUnit) -> tuple[Reason, ...]:
    """Return why it has nothing to shoot with; () if it can shoot."""
    if not any(weapon.values or weapon.bp for _, weapon in armed(unit)):
        return (Reason("nothing in it fires outside assaults", "RH-ELIG-2"),)
    if not any(ammo != 0 for ammo, _ in armed(unit)):
        return (Reason("no ammo left", "RH-ELIG-3"),)
    return all_suppressed(unit, shoots)


def why_no_guns(unit: BattleUnit) -> tuple[Reason, ...]:
    """Return why it cannot fire at a formation; () if it can. It is already known that it can fire."""
    if not any(weapon.values for ammo, weapon in armed(unit) if ammo != 0):
        return (Reason("nothing but its barrage weapons can fire", "RH-BAR-1"),)
    return all_suppressed(unit, lambda weapon: bool(weapon.values))


def all_suppressed(unit: BattleUnit, fired: Callable[[Weapon], bool]) -> tuple[Reason, ...]:
    """Return a reason if its Shock suppresses all units with such a weapon, however war engines count (RH-SUP-3)."""
    models = [unit.unit.value.models[piece.model][0] for piece in unit.pieces if piece.left]
    most = sum(model.integrity if model.type == WAR_ENGINE else 1 for model in models if any(map(fired, model.weapons)))
    if unit.shock < most:
        return ()
    return (Reason(f"Shock {unit.shock} suppresses all that could shoot", "RH-SUP-2"),)


def shoots(weapon: Weapon) -> bool:
    """Return True if it fires outside assaults."""
    return bool(weapon.values or (weapon.bp and not weapon.assault))


def armed(unit: BattleUnit) -> list[tuple[int | None, Weapon]]:
    """Return ammo and weapon for every shooting weapon of its remaining units."""
    models = unit.unit.value.models
    return [
        (piece.ammo, weapon)
        for piece in unit.pieces
        if piece.left
        for weapon in models[piece.model][0].weapons
        if shoots(weapon)
    ]


# Who can fire despite Shock, and opening fire: RH-ELIG-1 to 3, RH-SUP, RH-AMMO-1, RH-SHOCK-1.

BLOCKS = 2  # tiles of obstruction
NEVER = -1.0  # an unknown distance counts as the nearest


def why_not(state: Attack, gunner: Gunner, with_guns: bool) -> tuple[Reason, ...]:
    """Return why this unit has no target; () if it has one. Ammo is not checked (RH-ELIG-1, RH-ELIG-2)."""
    weapons = used(state, gunner, with_guns)
    if not weapons:
        if state.shooting == BARRAGE:
            return (Reason("no barrage points: it does not fire beside a barrage", "RH-BAR-7"),)
        if mortars(state, gunner):
            return (Reason("only barrage points, which are fired at a tile", "RH-BAR-1"),)
        return (Reason("no weapon that fires at a formation outside assaults", "RH-ELIG-2"),)
    if gunner.obstruction is None:
        return (Reason("no line of fire: a war engine is in the way", "RH-ELIG-1"),)
    if gunner.obstruction >= BLOCKS:
        return (Reason(f"no line of fire: {gunner.obstruction} tiles of obstruction", "RH-ELIG-1"),)
    if state.shooting != BARRAGE and all(target_units(state)[place].hidden for place in standing(state)):
        return (Reason("no line of fire: no unit of the target is seen", "RH-ELIG-1"),)
    if not any(in_range(weapon, gunner) for weapon in weapons):
        most = max(weapon.range for weapon in weapons)
        return (Reason(f"out of range: {gunner.distance:g} tiles, it reaches {most}", "RH-ELIG-2"),)
    return ()


def able(state: Attack, with_guns: bool, soaking: bool) -> list[int]:
    """Return the indexes of units that can shoot before Shock; `soaking` (empty_units_soak) counts empty units."""
    return [
        place
        for place, gunner in enumerate(state.gunners)
        if not gunner.held and not why_not(state, gunner, with_guns) and (soaking or gunner.ammo != 0)
    ]


def suppress(state: Attack, table: Table) -> Attack:
    """Suppress one unit that could fire for each point of Shock, farthest first (RH-SUP-1, RH-SUP-3)."""
    with_guns = table.setting("barrage_with_guns") == "yes"
    table.explain(say_who_cannot, state, with_guns)
    can = able(state, with_guns, table.setting("empty_units_soak") == "true")
    if not state.shock or not can:
        return state

    def choose(tied: list[int], n: int) -> list[int]:
        return choose_suppressed(state, tied, n, table)

    chosen = farthest(state, can, table.setting("we_suppression") == "integrity", choose)
    names = ", ".join(state.gunners[place].name for place in sorted(chosen))
    if chosen:
        words = "Shock {shock}: {names} suppressed, farthest from the target first"
        table.tell(words, ("RH-SUP-1",), shock=state.shock, names=names)
    gunners = tuple(gunner.but(suppressed=place in chosen) for place, gunner in enumerate(state.gunners))
    return state.but(gunners=gunners)


def say_who_cannot(state: Attack, with_guns: bool, table: Table) -> None:
    """Log the units that cannot shoot, and why."""
    idle: dict[Reason, list[str]] = {}
    for gunner in state.gunners:
        for reason in why_silent(state, gunner, with_guns):
            idle.setdefault(reason, []).append(gunner.name)
    tell_idle(idle, "fire", table)


def why_silent(state: Attack, gunner: Gunner, with_guns: bool) -> tuple[Reason, ...]:
    """Return why this unit does not shoot, whatever Shock suppresses; () if it does."""
    reasons = why_not(state, gunner, with_guns)
    if not reasons and gunner.ammo == 0:
        reasons = (Reason("no ammo", "RH-ELIG-3"),)
    return reasons or ((Reason("as you said", "RH-TGT-1"),) if gunner.held else ())


def why_none_fire(state: Attack, with_guns: bool) -> dict[str, tuple[Reason, ...]]:
    """Return why nobody fires, by the name of each kind of unit."""
    found: dict[str, tuple[Reason, ...]] = {}
    for gunner in state.gunners:
        reasons = why_silent(state, gunner, with_guns)
        if gunner.suppressed:
            reasons = (Reason(f"suppressed by Shock {state.shock}", "RH-SUP-1"),)
        name = state.shooter.value.models[gunner.model][0].name
        found[name] = (*dict.fromkeys((*found.get(name, ()), *reasons)),)
    return found


def farthest(state: Attack, can: list[int], engines: bool, choose: Callable[[list[int], int], list[int]]) -> set[int]:
    """Return the units that Shock suppresses; ``choose(tied, n)`` picks among equally far units, last listed first."""
    points, chosen = state.shock, set[int]()
    far = sorted(can, key=lambda place: (gunner_distance(state.gunners[place]), place), reverse=True)
    for _, tied in groupby(far, key=lambda place: gunner_distance(state.gunners[place])):
        group = [*tied]
        costs = [cost_of(model_of(state, place), engines) for place in group]
        if 0 < points < len(group) and set(costs) == {1}:
            group = choose(group, points)
        for place in group:
            cost = cost_of(model_of(state, place), engines)
            if points >= cost:
                chosen.add(place)
            points -= min(points, cost)  # points are spent even if they are too few for a war engine
    return chosen


def points_of(state: Attack, with_guns: bool, soaking: bool, engines: bool) -> int:
    """Return the barrage points that will be fired, with the proposed units suppressed (RH-BAR-2)."""
    can = able(state, with_guns, soaking)
    chosen = farthest(state, can, engines, lambda tied, n: tied[:n])
    return sum(
        weapon.bp
        for place in can
        if place not in chosen and state.gunners[place].ammo != 0
        for weapon in mortars(state, state.gunners[place])
        if in_range(weapon, state.gunners[place])
    )


def choose_suppressed(state: Attack, tied: list[int], n: int, table: Table) -> list[int]:
    """Ask which `n` of equally far units are suppressed; the first in `tied` (the last listed) are proposed."""
    with_guns = table.setting("barrage_with_guns") == "yes"
    alike = as_it_matters(state, state.gunners[tied[0]], with_guns)
    if all(as_it_matters(state, state.gunners[place], with_guns) == alike for place in tied):
        return tied[:n]
    listed = sorted(tied)
    question = Subset(
        "suppressed",
        tuple(state.gunners[place].name for place in listed),
        tuple(state.gunners[place].name for place in sorted(tied[:n])),
        exactly=n,
        rules=("RH-SUP-1",),
        text="Which of these, equally far, is suppressed?"
        if n == 1
        else f"Which {n} of these, equally far, are suppressed?",
    )
    return [listed[place] for place in table.several(question)]


def as_it_matters(state: Attack, gunner: Gunner, with_guns: bool) -> object:
    """Return a key that is equal for units if it does not matter which is suppressed; a battle also counts ammo."""
    if gunner.ammo == 0:
        return None
    if not state.manner.is_last and gunner.ammo is not None:
        return gunner.but(name="", place=0, obstruction=0)
    weapons = [weapon for weapon in used(state, gunner, with_guns) if in_range(weapon, gunner)]
    guns = sorted(weapon.name for weapon in weapons if not weapon.bp)
    return guns, sum(weapon.bp for weapon in weapons)


def gunner_distance(gunner: Gunner) -> float:
    return NEVER if gunner.distance is None else gunner.distance


def model_of(state: Attack, place: int) -> Model:
    return state.shooter.value.models[state.gunners[place].model][0]


def cost_of(model: Model, engines: bool) -> int:
    return model.integrity if engines and model.type == WAR_ENGINE else 1


def open_fire(state: Attack, table: Table) -> Attack:
    """Fire all weapons in range of units that may fire, and spend ammo (RH-AMMO-1, RH-SUP-2)."""
    with_guns = table.setting("barrage_with_guns") == "yes"
    gunners, counts, points, reach, macro_reach = [], dict[Weapon, int](), 0, 0, 0
    for gunner in state.gunners:
        fires = not (gunner.suppressed or gunner.held or gunner.ammo == 0 or why_not(state, gunner, with_guns))
        gunners.append(gunner.but(fired=fires, ammo=gunner.ammo if gunner.ammo is None else gunner.ammo - fires))
        for weapon in used(state, gunner, with_guns) if fires else ():
            if not in_range(weapon, gunner):
                continue
            points += weapon.bp
            if not weapon.bp:
                counts[weapon] = counts.get(weapon, 0) + 1
                reach = max(reach, weapon.range)
                macro_reach = max(macro_reach, weapon.range if weapon.macro else 0)
    fires = any(gunner.fired for gunner in gunners) and (state.shooting != BARRAGE or points > 0)
    most = charts.BARRAGES[-1].most
    if points > most and table.setting("bp_over_30") == "refuse":
        if state.manner.refuses:
            raise BadAnswer(charts.too_many_points(points))
        table.tell("{why}: nobody fires", ("RH-BAR-4",), why=charts.too_many_points(points))
        return state
    if not fires:
        words = "{unit}: nobody fires, no Shock for the target, no ammo spent"
        table.tell(words, ("RH-SUP-2",), unit=state.shooter.value.name)
        table.cannot(why_none_fire(state, with_guns))
        return state
    jobs = tuple(WeaponTask(Hashed(weapon), n) for weapon, n in counts.items())
    state = state.but(gunners=tuple(gunners), fires=True, jobs=jobs, reach=(reach, macro_reach), points=points)
    empty = [gunner.name for gunner in gunners if gunner.fired and gunner.ammo == 0]
    if empty:
        table.tell("{names}: that was the last ammo", ("RH-AMMO-1",), names=", ".join(empty))
    if state.shooting != BARRAGE:
        return state
    row = charts.barrage_row(points, table.setting("barrage_low_at"))
    tiles = charts.tiles_within(row.radius, table.setting("metric"))
    area = "the target tile only" if not row.radius else f"radius {row.radius}, that is {tiles} tiles"
    values = f"AP {row.ap}, AT {row.at if row.at is not None else '-'}"
    values += f", +{row.extra_shock} Shock" if row.extra_shock else ""
    words = "barrage of {points} points: {area}; {values}"
    table.tell(words, ("RH-BAR-1", "RH-BAR-4"), points=points, area=area, values=values)
    return state.but(extra_shock=row.extra_shock)


def without_guns(state: Attack) -> Attack:
    """Cancel the weapons beside the barrage; units with only such weapons keep their ammo (RH-AMMO-1)."""
    gunners = tuple(
        gunner.but(fired=False, ammo=gunner.ammo if gunner.ammo is None else gunner.ammo + 1)
        if gunner.fired and not any(in_range(weapon, gunner) for weapon in mortars(state, gunner))
        else gunner
        for gunner in state.gunners
    )
    return state.but(jobs=(), gunners=gunners)


def come_under_fire(state: Attack, table: Table) -> Attack:
    """Add Shock before any dice, even if no unit can be hurt (RH-SHOCK-1, RH-SHOCK-4). A barrage wants a unit in its
    area (RH-BAR-3).
    """
    if state.shooting == BARRAGE and not any(target_units(state)[place].under for place in standing(state)):
        table.tell("{unit}: nobody is in the area, no Shock", ("RH-BAR-3",), unit=state.target.value.name)
        return without_guns(state)
    each = table.setting("shock_on_fire") == "per_unit"
    n = sum(1 for piece in state.pieces if piece.left) if each else 1
    more = n + (state.extra_shock if state.shooting == BARRAGE else 0)
    total = state.target_shock + more
    rules = ("RH-SHOCK-1", "RH-SHOCK-4") if state.shooting == BARRAGE else ("RH-SHOCK-1",)
    words = "{unit} under fire: {more} Shock, {total} in all"
    table.tell(words, rules, unit=state.target.value.name, more=f"+{more}", total=total)
    return state.but(target_shock=total)
