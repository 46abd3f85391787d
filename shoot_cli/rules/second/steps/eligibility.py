"""Which models of a unit may still shoot, and with what (2E-ELIG-1, 2E-ELIG-2, 2E-TGT-3, 2E-OW-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from shoot_cli.engine.pools import pool
from shoot_cli.engine.reasons import Reason
from shoot_cli.rules.second.profiles import Model, Unit, Weapon
from shoot_cli.rules.second.records import Attack, BattleUnit, Firer
from shoot_cli.rules.second.steps.states import left_of

Firers = tuple[Firer, ...]


def waiting(unit: BattleUnit) -> Firers:
    """Return the models left that may still shoot; the whole unit if none of it has shot yet."""
    if unit.waiting is None:
        return everybody(unit)
    left, found = Counter(left_of(unit)), []
    for firer in unit.waiting:
        n = min(firer.n, left[firer.model])
        left[firer.model] -= n
        found += [firer.but(n=n)] * (n > 0)
    return tuple(found)


def everybody(battle_unit: BattleUnit) -> Firers:
    """Return all models as firers; models with silent weapons are separate from models without."""
    unit: Unit = battle_unit.unit.value
    left = left_of(battle_unit)
    found: list[Firer] = []
    for rank in battle_unit.ranks:
        model = unit.models[rank.kind][0]
        for _ in range(rank.n):
            place = left[rank.kind] = left[rank.kind] - 1  # the models whose weapons all work come first
            silent = out_of_action(battle_unit, rank.kind, place)
            found.append(Firer(rank.kind, 1, rank.left, weapons_at_once(unit, model), silent=silent))
    return together(found)


def out_of_action(unit: BattleUnit, kind: int, place: int) -> tuple[str, ...]:
    """Return the silent or spent weapons of one model of its kind, one entry for each carried. `place` is the model's
    index in its kind. If models carry several, each loses one before any loses two.
    """
    if not (unit.silent or unit.spent):  # the normal case, and this is asked for every model
        return ()
    model: Model = unit.unit.value.models[kind][0]
    n = left_of(unit)[kind]
    found: list[str] = []
    for name, carried in carried_by(model).items():
        silent = sum(s.n for s in unit.silent if (s.model, s.name) == (kind, name) and s.turns > 0)
        silent += unit.spent.count((kind, name))
        found += [name] * min(carried, (silent + n - 1 - place) // n)
    return tuple(sorted(found))


def carried_by(model: Model) -> dict[str, int]:
    """Return how many the model carries, by the names of weapons and of their modes."""
    names = [weapon.name for weapon in model.weapons]
    return {name: names.count(weapon.name) for weapon in model.weapons for name in (item(weapon), weapon.name)}


def together(firers: Iterable[Firer]) -> Firers:
    """Merge equal neighbours."""
    found: list[Firer] = []
    for firer in firers:
        if found and found[-1].but(n=0) == firer.but(n=0):
            found[-1] = found[-1].but(n=found[-1].n + firer.n)
        elif firer.n:
            found.append(firer)
    return tuple(found)


# What they can fire --------------------------------------------------------------------------------------------------


def weapons_at_once(unit: Unit, model: Model) -> int:
    """Return 1 for most models; a vehicle fires all manned weapons (2E-ELIG-2)."""
    return len(model.weapons) if unit.machine else 1


def can_use(firer: Firer, model: Model, weapon: Weapon) -> bool:
    """Return True if these models have not used the weapon, and at least one that they carry is not silent."""
    used = weapon.name in firer.used or (bool(weapon.of) and weapon.of in firer.used)
    return firer.weapons > 0 and not used and working(firer, model, weapon) > 0


def working(firer: Firer, model: Model, weapon: Weapon) -> int:
    """Return how many working weapons of this name each model carries."""
    silent = sum(map(firer.silent.count, {weapon.name, weapon.of or weapon.name})) if firer.silent else 0
    return [own.name for own in model.weapons].count(weapon.name) - silent


def carried(firer: Firer, model: Model, weapon: Weapon) -> int:
    """Return how many of this weapon each model fires together; a vehicle fires all that work."""
    return max(1, min(firer.weapons, working(firer, model, weapon)))


def in_arc(firer: Firer) -> int:
    """Return how many of them may fire at this target (2E-ARC-2)."""
    return firer.n - firer.outside


def able(firer: Firer, model: Model, weapon: Weapon) -> bool:
    """Return True if any of them has the target in its arc and can shoot (2E-ARC-2, 2E-ELIG-1)."""
    return in_arc(firer) > 0 and (model.ballistic_skill > 0 or weapon.template)


NO_SKILL = Reason("Ballistic Skill 0 cannot shoot", "2E-ELIG-1")


def armed(unit: Unit, firers: Firers) -> Firers:
    """Return those of them that have a working weapon."""
    return tuple(firer for firer in firers if any(usable(unit, firer)))


def usable(unit: Unit, firer: Firer) -> list[Weapon]:
    """Return the weapons that these models can fire now, in the order of the list."""
    model: Model = unit.models[firer.model][0]
    return [w for w in model.weapons if can_use(firer, model, w) and (model.ballistic_skill or w.template)]


@lru_cache(1024)  # asked for every unit at every prompt, and few units have changed
def why_nobody_can_fire(battle_unit: BattleUnit) -> tuple[Reason, ...]:
    """Return why no remaining model can shoot; () if one can (2E-ELIG-1)."""
    unit: Unit = battle_unit.unit.value
    firers = waiting(battle_unit)
    if armed(unit, firers):
        return ()
    if any(firer.silent and armed(unit, (firer.but(silent=()),)) for firer in firers):
        return (Reason("its weapons are jammed, recharging or spent", "2E-ELIG-1"),)
    if any(
        can_use(firer, unit.models[firer.model][0], w) for firer in firers for w in unit.models[firer.model][0].weapons
    ):
        return (NO_SKILL,)
    return (Reason("no ranged weapon", "2E-ELIG-1"),)


# Some of a squad at a target of their own (2E-TGT-3) -----------------------------------------------------------------


def item(weapon: Weapon) -> str:
    """Return the name of the carried weapon: for a mode, the weapon that has it."""
    return weapon.of or weapon.name


def special_weapons(unit: Unit, firers: Firers) -> dict[str, int]:
    """Return how many models can fire each heavy or special weapon that may take the other group, by name."""
    own = ((firer, {item(w): 0 for w in usable(unit, firer) if w.has("Heavy") or w.has("Special")}) for firer in firers)
    return dict(pool(*((name, firer.n) for firer, names in own for name in names)))


def heroes(unit: Unit, firers: Firers) -> Firers:
    """Return those of them that may shoot at any unit in sight."""
    able = armed(unit, firers)
    return tuple(f for f in able if "Hero" in unit.rules or unit.models[f.model][0].has("Hero"))


def bearers_of(unit: Unit, firers: Firers, name: str, n: int) -> Firers:
    """Return the first `n` of them that can fire this weapon."""
    found = []
    for firer in firers:
        if n and any(item(weapon) == name for weapon in usable(unit, firer)):
            found.append(firer.but(n=min(n, firer.n)))
            n -= found[-1].n
    return tuple(found)


def only(unit: Unit, firer: Firer, weapons: tuple[str, ...]) -> Firer:
    """Return these models with all other weapons silent; () allows all weapons."""
    if not weapons:
        return firer
    others = [w.name for w in unit.models[firer.model][0].weapons if item(w) not in weapons]
    return firer.but(silent=tuple(sorted([*firer.silent, *others])))


def without(firers: Firers, gone: Firers) -> Firers:
    """Return the firers that are left without `gone`."""
    left = Counter(dict(pool(*((firer.but(n=0), firer.n) for firer in gone))))
    found = []
    for firer in firers:
        n = min(firer.n, left[firer.but(n=0)])
        left[firer.but(n=0)] -= n
        found.append(firer.but(n=firer.n - n))
    return together(found)


# After an attack -----------------------------------------------------------------------------------------------------


def who_fired(state: Attack, named: Firers, weapons: tuple[str, ...]) -> Firers:
    """Return the models that came for this attack and fired, with or without effect, as they were before it."""
    unit: Unit = state.shooter
    count = Counter(dict(pool(*((as_before(unit, firer), firer.n) for firer in state.firers if fired(unit, firer)))))
    found = []
    for firer in named:
        key = as_before(unit, only(unit, firer, weapons))
        n = min(firer.n, count[key])
        count[key] -= n
        found += [firer.but(n=n)] * (n > 0)
    return tuple(found)


def as_before(unit: Unit, firer: Firer) -> Firer:
    return firer.but(n=0, used=(), outside=0, weapons=weapons_at_once(unit, unit.models[firer.model][0]))


def fired(unit: Unit, firer: Firer) -> bool:
    return firer.weapons < weapons_at_once(unit, unit.models[firer.model][0])


def left_out(state: Attack) -> Firers:
    """Return firers that stayed out: the players said so, or the target was outside their arc (2E-ARC-2). A model that
    moved with a move-or-fire weapon gets no other target.
    """
    unit: Unit = state.shooter
    found = []
    for firer in state.firers:
        first = usable(unit, firer.but(used=()))[:1]  # the weapon that it would have fired without any facts
        if first and not fired(unit, firer):
            held = first[0].name in firer.used and not first[0].move_or_fire
            found.append(firer.but(n=firer.n if held else firer.outside, used=(), outside=0))
    return together(found)
