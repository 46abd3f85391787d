"""Which models may still shoot, and with what; lasting marks of units, what they forbid, and the menu of them.

Rules: 2E-ELIG-1, 2E-ELIG-2, 2E-TGT-3, 2E-OW, 2E-BRK.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from shoot_cli.battle.command_points import MARKS
from shoot_cli.battle.turns import HAPPENED, Mark, Place, alive, forgetting, replaced
from shoot_cli.engine.pools import Rank, models, pool
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.second.profiles import Model, Unit, Weapon
from shoot_cli.rules.second.records import Attack, Battle, BattleUnit, Firer, TargetModel

FOREVER = 1000  # turns, for destroyed weapons
NOT_LIVING = ("Tyranid", "Daemon")  # needle weapons only count their Strength against these (2E-SPC-6)
OVERWATCH, BROKEN, SHAKEN = "on overwatch", "broken", "shaken"
ENGAGED, CHARGED, RAN, HIDDEN, OFF, BLIND, MOVED, OBJECTIVE = (
    "in hand-to-hand combat",
    "charged",
    "ran",
    "hidden",
    "off the table",
    "blinded, webbed or held",
    "moved",
    "mission objective",
)
CANNOT_SHOOT = {
    OVERWATCH: Reason(OVERWATCH, "2E-OW-1"),
    BROKEN: Reason("broken", "2E-BRK-2"),
    ENGAGED: Reason("in hand-to-hand combat", "2E-ELIG-1"),
    CHARGED: Reason("it charged or tried to", "2E-ELIG-1"),
    RAN: Reason("it ran", "2E-ELIG-1"),
    BLIND: Reason("blinded, webbed, in stasis or held", "2E-ELIG-1"),
    OFF: Reason("not on the table", "2E-ELIG-1"),
}
CANNOT_BE_SHOT = {OFF: Reason("not on the table", "2E-ELIG-1"), HIDDEN: Reason("hidden, and not spotted", "2E-TGT-6")}


def new_battle_unit(unit: Unit) -> BattleUnit:
    """Return the unit as it is before the battle."""
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(unit.models))
    return BattleUnit(Hashed(unit), ranks, models(ranks))


def friends_in_fights(battle: Battle) -> tuple[int, ...]:
    """Return the indexes of friends who may stand in the fight that the unit shoots into (2E-HTH-1). These are the
    units reported as fighting hand to hand. If nobody was reported, they are all units on the table.
    """
    friends = {
        i: unit for i, unit in enumerate(battle.shooters.units)
        if unit.ranks and not unit.marked(OFF) and i != battle.unit
    }  # fmt: skip
    fighting = tuple(i for i, unit in friends.items() if unit.marked(ENGAGED))
    return fighting or tuple(friends)


def left_of(unit: BattleUnit) -> dict[int, int]:
    """Return how many models of each kind are left."""
    return dict(pool(*((rank.kind, rank.n) for rank in unit.ranks)))


def on_overwatch(unit: BattleUnit) -> int | None:
    """Return how many models still wait on overwatch after others of the unit fired; None for all (2E-OW-5)."""
    if unit.waiting is None or not unit.marked(OVERWATCH):
        return None
    return min(models(unit.ranks), sum(firer.n for firer in unit.waiting))


def off_overwatch(unit: BattleUnit) -> BattleUnit:
    return unit.without(OVERWATCH).but(waiting=None)


def finished(battle: Battle, unit: int) -> Battle:
    """Mark a unit as done in this phase; on overwatch it only waits for a better target (2E-OW-2)."""
    battle = battle.but(unit=None, target=None, split_fire=None, inches=())
    if battle.watching:
        return battle
    side = battle.shooting_side
    battle = replaced(battle, side, unit, battle.sides[side].units[unit].but(waiting=None))
    return battle.but(done=tuple(sorted({*battle.done, unit})))


@lru_cache(1024)  # asked of every unit at every prompt, and few of them have changed
def label(unit: BattleUnit, why: tuple[Reason, ...] = ()) -> str:
    """Return the unit's line in a menu: models left, and marks except those that `why` already names."""
    n = models(unit.ranks)
    words = f"{unit.unit.value.name}, {n} model{'s' * (n != 1)}" if n else unit.unit.value.name
    some = on_overwatch(unit)
    named = {reason.text for reason in why}
    marks = (f"{some} {mark.name}" if some and mark.name == OVERWATCH else mark.name for mark in unit.marks
             if mark.name not in named)  # fmt: skip
    return ", ".join([words, *marks])


def target_model(unit: Unit, index: int) -> TargetModel:
    """Return a model of the list as a target."""
    model = unit.models[index][0]
    living = not any(rule in unit.rules or model.has(rule) for rule in NOT_LIVING)  # for a vehicle, this is the crew
    return TargetModel(model.name, index, index, model.toughness, model.save, model.field, model.wounds, living=living)


def as_target(unit: BattleUnit) -> tuple[Rank, ...]:
    """Return the unit's current models as target ranks, in the order of the list."""
    return tuple(rank.but(kind=target_model(unit.unit.value, rank.kind)) for rank in unit.ranks)


# The menu of states (2E-ELIG-1, 2E-TGT-2, 2E-TGT-6)

BACK = "back"
REPORTED = {
    ENGAGED: "fighting hand to hand: cannot shoot, and may be shot into",
    CHARGED: "charged or tried to charge this turn: cannot shoot",
    RAN: "ran this turn: cannot shoot",
    MOVED: "moved this turn: no rapid fire, no move-or-fire weapon",
    HIDDEN: "hidden: cannot be shot at",
    OBJECTIVE: "the mission names it: it may always be shot at",
    OFF: "in reserve or off the table",
    BLIND: "blinded, webbed, in a stasis field or held by graviton: cannot shoot",
    BROKEN: "broken: cannot shoot",
}
THIS_TURN = (CHARGED, RAN, MOVED, BLIND)  # these marks end with the turn


GONE_WITH_IT = (  # states of a unit on the table, which end when it leaves
    ENGAGED, CHARGED, RAN, MOVED, HIDDEN, BLIND,
)  # fmt: skip


def unasked(battle: Battle, place: Place) -> Battle:
    """Return the battle without what was answered about where a unit stands."""
    return battle.but(remembered=forgetting(battle.remembered, place))


def with_lasting_mark(battle: Battle, place: Place, mark: str) -> Battle:
    """Return the battle in which this unit is broken, shaken or off the table: it is on overwatch no more."""
    unit: BattleUnit = off_overwatch(battle.sides[place[0]].units[place[1]])
    if mark == OFF:
        return replaced(unasked(battle, place), *place, unit.without(*GONE_WITH_IT).with_mark(Mark(mark)))
    return replaced(battle, *place, unit.without(BROKEN, SHAKEN).with_mark(Mark(mark)))


def without_mark(battle: Battle, place: Place, mark: str) -> Battle:
    """Return the battle in which this unit has this mark no more. Where it stood was forgotten when it left."""
    unit: BattleUnit = battle.sides[place[0]].units[place[1]]
    return replaced(battle, *place, off_overwatch(unit) if mark == OVERWATCH else unit.without(mark))


def report_state(battle: Battle, table: Table, tell_of: Callable[[Battle, Table, Place], Battle]) -> Battle:
    """Ask for the state of a unit: engaged, hidden, off the table, ran, moved, named by the mission.

    :param tell_of: asks what else happened to the unit at a place (EVE-6)
    """
    named = [{battle_unit.unit.value.name for battle_unit in side.units if battle_unit.ranks} for side in battle.sides]
    places = {}
    for s, side in enumerate(battle.sides):
        for i in alive(side):
            name = side.units[i].unit.value.name
            places[f"{name} ({side.name})" if name in named[0] & named[1] else name] = (s, i)
    options = tuple(Option(name, f"{MARKS[s]} {label(battle.sides[s].units[i])}") for name, (s, i) in places.items())
    name = table.choose("state of", (*options, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text="Whose state?")
    if name == BACK:
        return battle.but(unit=None)
    s, i = places[name]
    battle_unit: BattleUnit = battle.sides[s].units[i]
    rows = tuple(
        Option(mark, f"no longer {mark}" if battle_unit.marked(mark) else words) for mark, words in REPORTED.items()
    )
    if battle_unit.marked(OVERWATCH):
        words = "no longer on overwatch: who charged it causes fear, or wears a banshee mask"
        rows += (Option(OVERWATCH, words),)
    happened = Option(HAPPENED, "something happened: models or wounds that it lost, say")
    text = f"What is {name}?"
    mark = table.choose("state", (*rows, happened, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text=text)
    if mark == BACK:
        return battle.but(unit=None)
    if mark == HAPPENED:
        return tell_of(battle.but(unit=None), table, (s, i))
    rule = {OBJECTIVE: "2E-TGT-2", OVERWATCH: "2E-OW-6"}.get(mark, "2E-ELIG-1")
    if battle_unit.marked(mark):
        table.tell("{unit}: no longer {mark}", (rule,), unit=name, mark=mark)
        return without_mark(battle, (s, i), mark).but(unit=None)
    table.tell("{unit}: {mark}", (rule,), unit=name, mark=mark)
    if mark in (BROKEN, OFF):
        return with_lasting_mark(battle, (s, i), mark).but(unit=None)
    changed = battle_unit.with_mark(Mark(mark, (battle.turn, battle.active) if mark in THIS_TURN else None))
    return replaced(battle, s, i, changed).but(unit=None)


Firers = tuple[Firer, ...]


def waiting(unit: BattleUnit) -> Firers:
    """Return the models left that may still shoot; the whole unit if none of it has shot yet."""
    if unit.waiting is None:
        return everybody(unit)
    left, firers = Counter(left_of(unit)), []
    for firer in unit.waiting:
        n = min(firer.n, left[firer.model])
        left[firer.model] -= n
        firers += [firer.but(n=n)] * (n > 0)
    return tuple(firers)


def everybody(battle_unit: BattleUnit) -> Firers:
    """Return all models as firers; models with silent weapons are separate from models without."""
    unit: Unit = battle_unit.unit.value
    left = left_of(battle_unit)
    firers: list[Firer] = []
    for rank in battle_unit.ranks:
        model = unit.models[rank.kind][0]
        for _ in range(rank.n):
            index = left[rank.kind] = left[rank.kind] - 1  # the models whose weapons all work come first
            silent = out_of_action(battle_unit, rank.kind, index)
            firers.append(Firer(rank.kind, 1, rank.left, weapons_at_once(unit, model), silent=silent))
    return together(firers)


def out_of_action(unit: BattleUnit, kind: int, index: int) -> tuple[str, ...]:
    """Return the silent or spent weapons of one model of its kind, one entry for each carried. `place` is the model's
    index in its kind. If models carry several, each loses one before any loses two.
    """
    if not (unit.silent or unit.spent):  # the normal case, and this is asked for every model
        return ()
    model: Model = unit.unit.value.models[kind][0]
    n = left_of(unit)[kind]
    silenced: list[str] = []
    for name, carried in carried_by(model).items():
        silent = sum(gun.n for gun in unit.silent if (gun.model, gun.name) == (kind, name) and gun.turns > 0)
        silent += unit.spent.count((kind, name))
        silenced += [name] * min(carried, (silent + n - 1 - index) // n)
    return tuple(sorted(silenced))


def carried_by(model: Model) -> dict[str, int]:
    """Return how many the model carries, by the names of weapons and of their modes."""
    names = [weapon.name for weapon in model.weapons]
    return {name: names.count(weapon.name) for weapon in model.weapons for name in (item(weapon), weapon.name)}


def together(firers: Iterable[Firer]) -> Firers:
    """Merge equal neighbours."""
    merged: list[Firer] = []
    for firer in firers:
        if merged and merged[-1].but(n=0) == firer.but(n=0):
            merged[-1] = merged[-1].but(n=merged[-1].n + firer.n)
        elif firer.n:
            merged.append(firer)
    return tuple(merged)


# What they can fire --------------------------------------------------------------------------------------------------


def weapons_at_once(unit: Unit, model: Model) -> int:
    """Return 1 for most models; a vehicle fires all manned weapons (2E-ELIG-2)."""
    return len(model.weapons) if unit.machine else 1


def can_use(firer: Firer, model: Model, weapon: Weapon) -> bool:
    """Return True if these models have not used the weapon, and at least one that they carry is not silent."""
    used = weapon.name in firer.used or (bool(weapon.mode_of) and weapon.mode_of in firer.used)
    return firer.weapons > 0 and not used and working(firer, model, weapon) > 0


def working(firer: Firer, model: Model, weapon: Weapon) -> int:
    """Return how many working weapons of this name each model carries."""
    silent = sum(map(firer.silent.count, {weapon.name, weapon.mode_of or weapon.name})) if firer.silent else 0
    return [gun.name for gun in model.weapons].count(weapon.name) - silent


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
    return [gun for gun in model.weapons if can_use(firer, model, gun) and (model.ballistic_skill or gun.template)]


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
    return weapon.mode_of or weapon.name


def special_weapons(unit: Unit, firers: Firers) -> dict[str, int]:
    """Return how many models can fire each heavy or special weapon that may take the other group, by name."""
    own = ((firer, {item(w): 0 for w in usable(unit, firer) if w.has("Heavy") or w.has("Special")}) for firer in firers)
    return dict(pool(*((name, firer.n) for firer, names in own for name in names)))


def heroes(unit: Unit, firers: Firers) -> Firers:
    """Return those of them that may shoot at any unit in sight."""
    able = armed(unit, firers)
    return tuple(firer for firer in able if "Hero" in unit.rules or unit.models[firer.model][0].has("Hero"))


def bearers_of(unit: Unit, firers: Firers, name: str, n: int) -> Firers:
    """Return the first `n` of them that can fire this weapon."""
    bearers = []
    for firer in firers:
        if n and any(item(weapon) == name for weapon in usable(unit, firer)):
            bearers.append(firer.but(n=min(n, firer.n)))
            n -= bearers[-1].n
    return tuple(bearers)


def only(unit: Unit, firer: Firer, weapons: tuple[str, ...]) -> Firer:
    """Return these models with all other weapons silent; () allows all weapons."""
    if not weapons:
        return firer
    others = [gun.name for gun in unit.models[firer.model][0].weapons if item(gun) not in weapons]
    return firer.but(silent=tuple(sorted([*firer.silent, *others])))


def without(firers: Firers, gone: Firers) -> Firers:
    """Return the firers that are left without `gone`."""
    left = Counter(dict(pool(*((firer.but(n=0), firer.n) for firer in gone))))
    rest = []
    for firer in firers:
        n = min(firer.n, left[firer.but(n=0)])
        left[firer.but(n=0)] -= n
        rest.append(firer.but(n=firer.n - n))
    return together(rest)


# After an attack -----------------------------------------------------------------------------------------------------


def who_fired(state: Attack, named: Firers, weapons: tuple[str, ...]) -> Firers:
    """Return the models that came for this attack and fired, with or without effect, as they were before it."""
    unit: Unit = state.shooter
    as_before = ((before_firing(unit, firer), firer.n) for firer in state.firers if fired(unit, firer))
    count = Counter(dict(pool(*as_before)))
    firers = []
    for firer in named:
        key = before_firing(unit, only(unit, firer, weapons))
        n = min(firer.n, count[key])
        count[key] -= n
        firers += [firer.but(n=n)] * (n > 0)
    return tuple(firers)


def before_firing(unit: Unit, firer: Firer) -> Firer:
    return firer.but(n=0, used=(), outside=0, weapons=weapons_at_once(unit, unit.models[firer.model][0]))


def fired(unit: Unit, firer: Firer) -> bool:
    """Return True if these models have fired at least one weapon."""
    return firer.weapons < weapons_at_once(unit, unit.models[firer.model][0])


def left_out(state: Attack) -> Firers:
    """Return firers that stayed out: the players said so, or the target was outside their arc (2E-ARC-2). A model that
    moved with a move-or-fire weapon gets no other target.
    """
    unit: Unit = state.shooter
    firers = []
    for firer in state.firers:
        first = usable(unit, firer.but(used=()))[:1]  # the weapon that it would have fired without any facts
        if first and not fired(unit, firer):
            held = first[0].name in firer.used and not first[0].move_or_fire
            firers.append(firer.but(n=firer.n if held else firer.outside, used=(), outside=0))
    return together(firers)
