"""Formations as they stand: their units, what these can fire, what can be done to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import WAR_ENGINE, Unit, Weapon
from shoot_cli.rules.reikhammer.records import Attack, BattleUnit, FormationUnit, Gunner, Hit, TargetUnit

DIRECT, BARRAGE = "direct", "barrage"  # what a formation fires
LAST = 1_000_000.0  # tiles: a distance that was not said is farther than all that were


def pieces_of(unit: Unit) -> tuple[FormationUnit, ...]:
    """Its units at the start of the game."""
    return tuple(
        FormationUnit(model, of.left, of.ammo, of.character)
        for model, (of, n) in enumerate(unit.models)
        for _ in range(n)
    )


def company_of(unit: Unit) -> BattleUnit:
    return BattleUnit(Hashed(unit), pieces_of(unit))


def alive(pieces: Iterable[FormationUnit]) -> int:
    """How many are left."""
    return sum(piece.left > 0 for piece in pieces)


def gunners_of(unit: Unit, pieces: Iterable[FormationUnit]) -> tuple[Gunner, ...]:
    """Those of its units that are left."""
    return tuple(
        Gunner(name, place, piece.model, piece.ammo)
        for place, (name, piece) in enumerate(zip(unit.names(), pieces, strict=True))
        if piece.left
    )


def target_names(s: Attack) -> tuple[str, ...]:
    """Names of the target's units that are left; one that the shooter has as well is told apart."""
    return tuple(name for name, piece in zip(all_target_names(s), s.pieces, strict=True) if piece.left)


def all_target_names(s: Attack) -> tuple[str, ...]:
    own = {gunner.name for gunner in s.gunners}
    return tuple(f"target {name}" if name in own else name for name in s.target.value.names())


def standing(s: Attack) -> list[int]:
    """Places of the target's units that are left."""
    return [place for place, piece in enumerate(s.pieces) if piece.left]


def stands_of(s: Attack) -> tuple[TargetUnit, ...]:
    """The target's units as saves see them."""
    return s.stands.value


def stands_unsaid(unit: Unit, pieces: Iterable[FormationUnit]) -> tuple[TargetUnit, ...]:
    """Units as saves see them, nothing said of them yet."""
    models = (unit.models[piece.model][0] for piece in pieces)
    return tuple(
        TargetUnit(name, m.type, m.armour, m.integrity, invulnerable=m.invulnerable, reinforced=m.reinforced)
        for name, m in zip(unit.names(), models, strict=True)
    )


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


def unit_distance(s: Attack, place: int) -> float:
    distance = stands_of(s)[place].distance
    return LAST if distance is None else distance


def weapons_of(s: Attack, gunner: Gunner) -> tuple[Weapon, ...]:
    return s.shooter.value.models[gunner.model][0].weapons


def in_range(weapon: Weapon, gunner: Gunner) -> bool:
    return gunner.distance is None or gunner.distance <= weapon.range


def guns(s: Attack, gunner: Gunner) -> list[Weapon]:
    """What it can fire at a formation, range apart: weapons of assaults and barrage points are not fired so."""
    return [weapon for weapon in weapons_of(s, gunner) if weapon.values]


def mortars(s: Attack, gunner: Gunner) -> list[Weapon]:
    """What it adds to a barrage, range apart."""
    return [weapon for weapon in weapons_of(s, gunner) if weapon.bp and not weapon.assault]


def used(s: Attack, gunner: Gunner, with_guns: bool) -> list[Weapon]:
    """What it fires in this attack, range apart. ``with_guns``: setting barrage_with_guns."""
    if s.shooting == DIRECT:
        return guns(s, gunner)
    return mortars(s, gunner) + (guns(s, gunner) if with_guns else [])


def weight_of(stand: TargetUnit, engines: bool) -> int:
    """As how many units it counts for suppression and breaking (RH-SUP-3). ``engines``: setting we_suppression."""
    return stand.integrity if engines and stand.type == WAR_ENGINE else 1


def surviving(s: Attack, engines: bool) -> int:
    stands = stands_of(s)
    return sum(weight_of(stands[place], engines) for place in standing(s))


def why_not_fire(company: BattleUnit) -> tuple[Reason, ...]:
    """Why it has nothing to shoot with; () if it has."""
    if not any(weapon.values or weapon.bp for _, weapon in armed(company)):
        return (Reason("nothing in it fires outside assaults", "RH-ELIG-2"),)
    if not any(ammo != 0 for ammo, _ in armed(company)):
        return (Reason("no ammo left", "RH-ELIG-3"),)
    return all_suppressed(company, shoots)


def why_no_guns(company: BattleUnit) -> tuple[Reason, ...]:
    """Why it cannot fire at a formation, if it can fire at all; () if it can."""
    if not any(weapon.values for ammo, weapon in armed(company) if ammo != 0):
        return (Reason("nothing but its barrage weapons can fire", "RH-BAR-1"),)
    return all_suppressed(company, lambda weapon: bool(weapon.values))


def all_suppressed(company: BattleUnit, fired: Callable[[Weapon], bool]) -> tuple[Reason, ...]:
    """If its Shock is enough for all who have such a weapon, however war engines are counted (RH-SUP-3)."""
    models = [company.unit.value.models[piece.model][0] for piece in company.pieces if piece.left]
    most = sum(model.integrity if model.type == WAR_ENGINE else 1 for model in models if any(map(fired, model.weapons)))
    if company.shock < most:
        return ()
    return (Reason(f"Shock {company.shock} suppresses every unit that could", "RH-SUP-2"),)


def shoots(weapon: Weapon) -> bool:
    """Outside assaults."""
    return bool(weapon.values or (weapon.bp and not weapon.assault))


def armed(company: BattleUnit) -> list[tuple[int | None, Weapon]]:
    """Ammo and weapon, for every weapon of its units left that shoots."""
    models = company.unit.value.models
    return [
        (piece.ammo, weapon)
        for piece in company.pieces
        if piece.left
        for weapon in models[piece.model][0].weapons
        if shoots(weapon)
    ]
