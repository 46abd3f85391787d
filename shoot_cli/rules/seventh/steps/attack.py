"""The start and the end of an attack, its effects on both units, and attacks on their own."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.battle.turns import LossReport, Mark, merged, points, replaced, strength, tell_losses
from shoot_cli.engine.pools import Line, Rank, models, wounds
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts, records
from shoot_cli.rules.seventh.charts import EXPLOSION, ZOOMING
from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, PISTOL, RAPID_FIRE, SALVO, Model, Unit, Weapon
from shoot_cli.rules.seventh.steps import states, vehicles
from shoot_cli.rules.seventh.steps.facts import changed, with_lights
from shoot_cli.rules.seventh.steps.flyers import strafing_pins
from shoot_cli.rules.seventh.steps.owner_decisions import FEARLESS, target_has
from shoot_cli.rules.seventh.steps.target import NO_FEAR
from shoot_cli.rules.seventh.tokens import SHAKEN, STUNNED, Burn, VehicleState

# After the shots: the effects of one weapon, Pinning, and casualties.

NEVER_TESTS = (*FEARLESS, "Never Pinned")
TRAKTOR = "Traktor"  # makes Grounding tests harder (7E-FMC-4)
AFTERWARDS = ("Concussive", "Blind", "Soul Blaze", TRAKTOR)


def pins(state: records.Attack, weapon: Weapon, table: Table) -> bool:
    """Return True if wounds by this weapon cause a Pinning test (7E-END-1); setting barrage_pinning adds Barrages."""
    barrage = weapon.has("Barrage") and table.setting("barrage_pinning") == "yes"
    return weapon.has("Pinning") or barrage or strafing_pins(state, weapon)


def finish_weapon(firing: records.Firing, table: Table) -> records.Attack:
    """Return the attack after this weapon, with its effects on the target (7E-END-1, 7E-END-5).

    If the weapon slew its own bearers, the rules they shared end before the next weapon (7E-IC-5).
    """
    state = left_behind(firing, table)
    if state.line.reach is not None:  # whom this weapon reached is nothing to the next: equal lines become one
        state = state.but(line=state.line.but(reach=None))
    return state.but(shooter=state.shooting_now()) if state.toll.burnt else state


def left_behind(firing: records.Firing, table: Table) -> records.Attack:
    """Add the weapon's lasting effects and its cause for a Pinning test, if it cost wounds."""
    weapon, state = firing.weapon.value, firing.attack_now(placed=firing.attack.placed + firing.placed)
    if firing.before is None or wounds(state.standing()) >= firing.before:
        return state
    aloft = state.zooming and not state.target.value.vehicle
    marks = tuple(
        rule for rule in AFTERWARDS if weapon.has(rule) and rule not in state.afterwards and (aloft or rule != TRAKTOR)
    )
    for mark in marks:
        rule, words = ("7E-FMC-4", "pulled by a traktor weapon") if mark == TRAKTOR else ("7E-END-5", mark)
        table.tell("{unit}: {mark}", (rule,), unit=state.target.value.name, mark=words)
    return state.but(pinning=state.pinning or pins(state, weapon, table), afterwards=(*state.afterwards, *marks))


def pinning_test(state: records.Attack, table: Table) -> records.Attack:
    """Roll one Pinning test after all weapons of the firing unit; none if already down (7E-END-1, 7E-GTG-5)."""
    unit = state.target.value
    if not state.pinning or state.on_ground or unit.vehicle:
        return state
    standing = state.standing()
    if not standing:
        return state
    for rule in NEVER_TESTS:
        if target_has(unit, state, rule):
            table.tell("{unit}: {rule}, no Pinning test", ("7E-END-1",), unit=unit.name, rule=rule)
            return state.but(pinning=False)
    if state.no_ground:
        table.tell("{unit}: no Pinning test ({why})", ("7E-GTG-3",), unit=unit.name, why=state.no_ground)
        return state.but(pinning=False)
    alive = {rank.kind.model for rank in standing}
    if charts.never_to_ground(unit, alive):
        table.tell("{unit} cannot go to ground: no Pinning test", ("7E-GTG-3",), unit=unit.name)
        return state.but(pinning=False)
    highest = highest_leadership(unit, alive)
    need = charts.leadership_test(highest, "the highest in the unit", "7E-END-1")
    total = table.total("pinning", 2, need=need, owner=DEFENDER, rules=("7E-END-1",), text=f"{unit.name}: Pinning test")
    if need.met_by(total):
        table.tell("{unit}: not pinned", ("7E-END-1",), unit=unit.name)
        return state.but(pinning=False)
    table.tell("{unit} pinned: gone to ground", ("7E-GTG-5",), unit=unit.name)
    return state.but(pinning=False, pinned=True)


def highest_leadership(unit: Unit, alive: set[int]) -> int:
    return max(model.leadership for i, (model, _) in enumerate(unit.models) if i in alive)


def to_test(side: int, unit: int) -> records.BystanderHits:
    """Return an entry without hits, for a Pinning test that earlier hits caused."""
    return records.BystanderHits(side, unit, 0, EXPLOSION, "", tests=True)


def slain(state: records.Attack) -> int:
    """Return the number of models slain."""
    return state.strength[0] - state.line.remaining()[0] - (models(state.apart) if state.apart else 0)


def damage_done(state: records.Attack) -> int:
    """Return the wounds or hull points lost, without the excess damage of a blow."""
    if state.target.value.vehicle:
        return state.toll.hull_lost
    return state.strength[1] - state.line.remaining()[1] - (wounds(state.apart) if state.apart else 0)


def destroyed(state: records.Attack) -> int:
    """Return True if no model of the target is left."""
    return not state.apart and not state.line.any_left()


def own_slain(state: records.Attack) -> int:
    """Return the models of the firing unit slain by their own weapons (7E-HIT-11)."""
    return state.toll.burnt_before + sum(n for burn, n in state.toll.burnt if burn.slays())


def pinned(state: records.Attack) -> int:
    """Return 1 if the target is pinned, by this or an earlier attack, and not destroyed."""
    return int(state.pinned and not destroyed(state))


LASTING = ("pinned", "immobilised", "stunned", "shaken", "weapon_destroyed")  # measures that need a surviving target
OF_VEHICLES: dict[str, Callable[[records.Attack], int]] = {
    "explodes": lambda state: state.toll.exploded > 0,
    "wrecked": lambda state: state.toll.wrecked > 0,
    "crashes": lambda state: state.toll.crashed > 0,
    "immobilised": lambda state: vehicles.newly_suffered(state, vehicles.IMMOBILISED),
    "stunned": lambda state: vehicles.newly_suffered(state, STUNNED),
    "shaken": lambda state: vehicles.newly_suffered(state, SHAKEN),
    "weapon_destroyed": lambda state: vehicles.newly_suffered(state, vehicles.WEAPON_DESTROYED),
}


# The start of an attack.


def new_attack(shooter: Unit, target: Unit) -> records.Attack:
    """Return an attack on its own, by a full unit at a full unit."""
    ranks = (
        rank
        for i, (model, n) in enumerate(target.models)
        for rank in _one_rank_each(Rank(states.target_model(target, i, i), n, model.wounds))
    )
    return attack_alone(shooter, target, tuple(ranks))


def attack_alone(shooter: Unit, target: Unit, ranks: tuple[Rank, ...]) -> records.Attack:
    """Return an attack on its own by a full unit at these ranks of the target."""
    firers = tuple(
        records.Firer(i, n, model.wounds, weapons_at_once(shooter, model))
        for i, (model, n) in enumerate(shooter.models)
    )
    shooting, shot_at = Hashed(shooter), Hashed(target)
    return records.Attack(
        Line(ranks), (), records.NOTHING, shooting, shot_at, firers, (models(ranks), wounds(ranks)),
        Hashed(states.nobody_else(shooting, shot_at)),
    )  # fmt: skip


def _one_rank_each(rank: Rank) -> tuple[Rank, ...]:
    """Return one rank for each vehicle, because vehicles are damaged one by one."""
    return (rank,) if rank.kind.hull is None else (rank.but(n=1),) * rank.n


def weapons_at_once(unit: Unit, model: Model) -> int:
    """Return how many weapons a model may fire in a phase (7E-WPN-4)."""
    if model.vehicle:
        return len(model.working())
    return 2 if any_two(unit, model) or sum(weapon.type == PISTOL for weapon in model.weapons) >= 2 else 1


def any_two(unit: Unit, model: Model) -> bool:
    """Return True if the model may fire two weapons of any type, not only two pistols (7E-WPN-4)."""
    return model.vehicle or "Monstrous" in unit.type_of(model) or model.has("Multi-tracker") or model.has("Cyclone")


def begin_attack(battle: records.Battle, table: Table) -> records.Attack:
    """Return the attack between the nominated unit and its target, with the effects on both (7E-EFF-2)."""
    shooter, target = battle.unit_at(*battle.shooting()), battle.unit_at(*battle.shot_at())
    return changed(as_they_stand(battle, shooter, target, table), shooter.forces(), target.forces())


def as_they_stand(
    battle: records.Battle, shooter: records.BattleUnit, target: records.BattleUnit, table: Table
) -> records.Attack:
    """Return the attack between the two units, without the effects on them."""
    unit = shooter.unit_now()
    night = battle.night and not unit.value.has("Night Vision")
    ranks = states.line_of(target, night)
    firers = divided(firers_of(shooter), battle.split, unit.value)
    no_ground = "units falling back cannot go to ground" if target.marked(states.FALLING_BACK) else ""
    state = records.Attack(
        Line(ranks), (), records.NOTHING, unit, target.unit, firers, (models(ranks), wounds(ranks)), Hashed(battle),
        snap_only=snap_only(shooter), on_ground=target.marked(states.GROUNDED), no_ground=no_ground,
        spent=shooter.spent, night=night,
        ordnance=battle.split.ordnance if battle.split is not None and battle.split.fired else None,
    )  # fmt: skip
    if shooter.inside is not None:
        state = vehicles.through_fire_points(battle.unit_at(battle.active, shooter.inside), shooter, state, table)
        used = bool(battle.split and battle.split.fired)
        return state.but(fire_points=max(0, (state.fire_points or 0) - used))
    if shooter.wear:
        return state.but(speed=states.known_speed(shooter, table))
    return state.but(
        moved=bool(shooter.bearing(states.ARRIVED)) or snap_only(shooter) == states.SNAP_SHOTS[states.REGROUPED]
    )


def snaps_of(battle_unit: records.BattleUnit) -> dict[int, str]:
    """Return the kinds of models that fire Snap Shots only, with the reason (7E-NOM-3, 7E-GTG-6)."""
    unit, reasons = battle_unit.unit_now().value, dict[int, str]()
    for mark, words in states.SNAP_SHOTS.items():
        kinds = battle_unit.bearing(mark) & battle_unit.by_kind().keys()
        if not kinds or (mark == states.REGROUPED and unit.has(NO_FEAR)):
            continue
        riders = {kind for kind in kinds if charts.jinks(unit, unit.models[kind][0])}
        for kind in riders or kinds if mark == states.JINKED_SHOOTS else kinds:
            reasons.setdefault(kind, words)
    return reasons


def snap_only(unit: records.BattleUnit) -> str:
    """Return why the whole unit fires Snap Shots only; "" if it does not or the reasons differ."""
    snaps = snaps_of(unit)
    reasons = {snaps.get(kind, "") for kind in unit.by_kind()}
    return reasons.pop() if len(reasons) == 1 else ""


def firers_of(battle_unit: records.BattleUnit) -> tuple[records.Firer, ...]:
    """Return the remaining models as firers, split by spent one-use weapons (7E-WPN-17)."""
    unit = battle_unit.unit.value
    firers: list[records.Firer] = []
    models_left, snaps = battle_unit.by_kind(), {} if snap_only(battle_unit) else snaps_of(battle_unit)
    for number, rank in enumerate(battle_unit.ranks):
        wear = battle_unit.wear[number] if battle_unit.wear else VehicleState()
        fresh = records.Firer(
            rank.kind, 0, rank.left, weapons_at_once(unit, unit.models[rank.kind][0]) - len(wear.lost),
            why_snap=states.CREW.get(wear.crew, "") or snaps.get(rank.kind, ""), lost=wear.lost, wear=wear,
        )  # fmt: skip
        for _ in range(rank.n):
            nth = models_left[rank.kind] = models_left[rank.kind] - 1  # models that have spent nothing come first
            spent = {name for kind, name in battle_unit.spent if kind == rank.kind}
            used = tuple(sorted(name for name in spent if nth < battle_unit.spent.count((rank.kind, name))))
            if firers and firers[-1].but(n=0) == fresh.but(used=used):
                firers[-1] = firers[-1].but(n=firers[-1].n + 1)
            else:
                firers.append(fresh.but(n=1, used=used))
    return tuple(firers)


NOBODY = -1  # for `Split.kind`: the model that shot apart has fallen


def divided(firers: tuple[records.Firer, ...], split: records.Split | None, unit: Unit) -> tuple[records.Firer, ...]:
    """Return the firer that shoots at another unit, or the rest after it has shot (7E-TGT-1)."""
    if split is None:
        return firers
    index = next((i for i, firer in enumerate(firers) if firer.model == split.kind), None)
    if index is None:
        return firers
    alone = firers[index].but(n=1)
    others = (*firers[:index], firers[index].but(n=firers[index].n - 1), *firers[index + 1 :])
    if not split.weapon:
        return tuple(firer for firer in ((alone,) if not split.fired else others) if firer.n)
    weapons = unit.models[split.kind][0].weapons
    if not split.fired:
        silent = {weapon.name for weapon in weapons if weapon.name != split.weapon}
        return (alone.but(used=tuple(sorted({*alone.used, *silent})), weapons=1),)
    fired = next(weapon.physical for weapon in weapons if weapon.name == split.weapon)
    # others of that name still fire
    rest = alone.but(lost=(*alone.lost, fired), weapons=alone.weapons - 1, fired_elsewhere=1)
    return tuple(firer for firer in (rest, *others) if firer.n)


# The end of an attack, written into the battle (7E-END-5).


def end_attack(state: records.Attack, table: Table) -> records.Battle:
    """Return the battle after the attack, ready for the next unit (7E-END-4, 7E-END-5, 7E-NOM-5)."""
    battle = written(state, table)
    target = battle.unit_at(*battle.shot_at())
    if target.ranks:
        tell_outcome(state, target, table)
    battle = vehicles.passengers_fired(battle, state, battle.unit_at(*battle.shooting()))
    tests = tuple(to_test(side, unit) for side, unit in battle.shaky)
    return battle.but(harms=(*battle.harms, *tests), shaky=(), target=None)


def written(state: records.Attack, table: Table) -> records.Battle:
    """Return the battle with the attack's results so far on both units, and its hits on other units."""
    battle = state.battle_around()
    shooting, shot_at = battle.shooting(), battle.shot_at()
    shooter, target = battle.unit_at(*shooting), battle.unit_at(*shot_at)
    after = target_after(state)
    if target.ranks and not after.ranks:
        tell_destroyed(state, after.unit.value, table)
    battle = replaced(battle, *shot_at, after)
    battle = replaced(battle, *shooting, shooter_after(battle, state, shooter, target))
    gone = tuple(
        records.DestroyedVehicle(*shot_at, name, exploded, state.zooming) for name, exploded in state.toll.gone
    )
    burnt = tuple(
        records.DestroyedVehicle(*shooting, name, False, state.flight.mode == ZOOMING)
        for name in burnt_out(state, table)
    )
    if battle.split is not None and not battle.split.fired:
        battle = battle.but(split=battle.split.but(ordnance=state.ordnance, flight=state.flight))
    if battle.split is not None and own_slain(state):  # its weapon slew the model, so all remaining models are the rest
        battle = battle.but(split=battle.split.but(kind=NOBODY))
    return battle.but(gone=(*gone, *burnt), harms=together(state.toll.beside), shooter=state.shooter)


def together(harms: tuple[records.BystanderHits, ...]) -> tuple[records.BystanderHits, ...]:
    """Combine the hits of several markers of one weapon on a unit (7E-WPN-14)."""
    totals: dict[records.BystanderHits, int] = {}
    for harm in harms:
        alike = harm.but(hits=0)
        totals[alike] = totals.get(alike, 0) + harm.hits
    return tuple(harm.but(hits=hits) for harm, hits in totals.items())


def burnt_out(state: records.Attack, table: Table) -> list[str]:
    """Return the names of firing vehicles wrecked by their own weapons, and log them (7E-HIT-11)."""
    if not state.shooter.value.vehicle:
        return []
    names = [
        state.shooter.value.models[burn.bearer][0].name
        for burn, n in state.toll.burnt
        if burn.slays()
        for _ in range(n)
    ]
    for name in names:
        fate = "crashes" if state.flight.mode == ZOOMING else "is wrecked"
        table.tell("Gets hot: {name} {what}", ("7E-VEH-4", "7E-HIT-11"), name=name, what=fate)
    return names


def end_harm(state: records.Attack, table: Table) -> records.Battle:
    """Return the battle after bystander hits on a unit. Destroyed vehicles get an aftermath of their own."""
    battle = state.battle_around()
    harm, *later = battle.harms
    target = battle.unit_at(harm.side, harm.unit)
    if not target.ranks:
        return battle.but(harms=tuple(later))
    after = target_after(state)
    tell_outcome(state, after, table)
    gone = tuple(records.DestroyedVehicle(*state.target_at(), name, exploded) for name, exploded in state.toll.gone)
    battle = replaced(battle, *state.target_at(), after).but(harms=tuple(later), gone=(*battle.gone, *gone))
    return will_test(battle, harm.side, harm.unit) if state.pinning and not harm.tests else battle


def will_test(battle: records.Battle, side: int, unit: int) -> records.Battle:
    """Note that the unit takes one Pinning test after the firing unit's last weapon (7E-END-1)."""
    if battle.halted is not None:
        return battle.but(shaky=tuple(sorted({*battle.shaky, (side, unit)})))
    test = to_test(side, unit)
    return battle if test in battle.harms else battle.but(harms=(*battle.harms, test))


def tell_outcome(state: records.Attack, after: records.BattleUnit, table: Table) -> None:
    """Log the result of the attack itself; the results of explosions are already logged."""
    remaining = models(after.ranks)
    unit = after.unit.value
    if not remaining:
        tell_destroyed(state, unit, table)
    elif unit.vehicle and state.fired:
        tell_hull_points(unit, state.strength[1], wounds(after.ranks), table)
    elif state.fired and (state.harm is None or state.harm.hits):
        tell_losses(table, ("7E-END-4",), unit, state.strength, after.ranks)


def tell_destroyed(state: records.Attack, unit: Unit, table: Table) -> None:
    """Log that the unit is destroyed. The fate of a single vehicle is already logged."""
    if not unit.vehicle:
        tell_losses(table, ("7E-ALC-11",), unit, state.strength, ())
    elif strength(unit) > 1:
        table.tell("{unit} destroyed", ("7E-ALC-11",), LossReport(unit.name), unit=unit.name)


def tell_hull_points(unit: Unit, before: int, left: int, table: Table) -> None:
    """Log the hull points lost in all. The losses of a single vehicle are already logged."""
    n = before - left
    rest = f"{left} of {points(sum(count * model.wounds for model, count in unit.models), 'hull point')}"
    if not n:
        table.tell("No losses: {unit} {of}", ("7E-END-4",), LossReport(unit.name), unit=unit.name, of=rest)
    elif strength(unit) > 1:
        words = "{lost} lost in all: {unit} {of} left"
        table.tell(words, ("7E-END-4",), LossReport(unit.name), unit=unit.name, lost=points(n, "hull point"), of=rest)


def target_after(state: records.Attack) -> records.BattleUnit:
    """Return the target as a unit of the battle, with its losses and new marks."""
    battle, (side, index) = state.battle_around(), state.target_at()
    target, later = battle.unit_at(side, index), battle.next_end_of(side)
    ranks = sorted(state.standing(), key=lambda rank: (rank.kind.model, rank.left))
    if target.wear:
        target = vehicles_after(battle, later, ranks, target)
    else:
        target = target.but(ranks=merged([rank.but(kind=rank.kind.model) for rank in ranks]))
    if (state.on_ground or state.pinned) and not target.marked(states.GROUNDED):
        target = target.with_mark(Mark(states.GROUNDED, later))  # 7E-GTG-4
    if state.zooming and not target.unit.value.vehicle:
        target = shaken_aloft(battle, state, target)
    if state.jinks:  # 7E-GTG-6
        target = target.with_mark(Mark(states.JINKED, battle.this_turn()))
        target = target.with_mark(Mark(states.JINKED_SHOOTS, later))
    target = target.but(marks=tuple(mark for mark in target.marks if not mark.once))
    # Concussive lasts through the next Assault phase, which is in the shooter's turn (7E-END-5)
    for rule in state.afterwards:
        if rule != TRAKTOR:
            target = target.with_mark(Mark(*{
                "Concussive": ("Concussive", battle.this_turn()), "Blind": (states.DAZZLED, battle.this_turn())
            }.get(rule, (rule, None))))  # fmt: skip
    if state.lights_added:
        target = with_lights(target, state.lights_added, battle.this_turn())
    return target if target.ranks else target.but(marks=(), inside=None)  # a destroyed unit keeps no marks


def shaken_aloft(battle: records.Battle, state: records.Attack, target: records.BattleUnit) -> records.BattleUnit:
    """Mark a Swooping creature that lost a Wound for a Grounding test (7E-FMC-4)."""
    if state.touched or wounds(state.standing()) < state.strength[1]:
        target = target.with_mark(Mark(states.HURT_ALOFT, battle.this_turn()))
    if TRAKTOR in state.afterwards:
        target = target.with_mark(Mark(states.PULLED, battle.this_turn()))
    return target


def vehicles_after(
    battle: records.Battle, later: tuple[int, int], ranks: list[Rank], target: records.BattleUnit
) -> records.BattleUnit:
    """Return the target with its remaining vehicles and their damage (7E-VEH-5)."""
    wear = []
    damaged = False
    for rank in ranks:
        hull = rank.kind.hull
        old = next((vehicle for vehicle in target.wear if vehicle.crew == hull.crew), None)
        crew_now = SHAKEN in hull.newly or STUNNED in hull.newly
        until = later if crew_now else old.until if old else None
        wear.append(VehicleState(hull.lost, hull.immobilised, hull.crew, until if hull.crew else None))
        damaged = damaged or bool(hull.newly)
    target = target.but(ranks=tuple(rank.but(kind=rank.kind.model) for rank in ranks), wear=tuple(wear))
    return target.with_mark(Mark(states.DAMAGED, battle.this_turn())) if damaged and ranks else target


def shooter_after(
    battle: records.Battle, state: records.Attack, shooter: records.BattleUnit, target: records.BattleUnit
) -> records.BattleUnit:
    """Return the firing unit with its losses, its spent weapons and its marks about speed and charging."""
    unit = shooter.unit.value
    shooter = shooter.but(marks=tuple(mark for mark in shooter.marks if not mark.once))
    if shooter.wear:
        shooter = burnt_vehicles(shooter, state.toll.burnt)
        shooter = shooter.but(spent=state.spent)
        if state.speed:
            shooter = shooter.with_mark(Mark(states.SPEED_MARKS[state.speed], battle.this_turn()))
    else:
        shooter = shooter.but(ranks=_without_burnt(shooter.ranks, state.toll.burnt), spent=state.spent)
    if not state.fired or (unit.vehicle and not unit.of_type("Walker")):  # tanks cannot charge
        return shooter
    slow = any(
        weapon.name in state.fired
        and weapon.type in (RAPID_FIRE, SALVO, HEAVY, ORDNANCE)
        and not charts.relentless(state.shooter.value, i)
        for i, (model, _) in enumerate(unit.models)
        for weapon in model.weapons
    )
    name = states.NO_CHARGE if slow else states.ONLY_CHARGE + target.unit.value.name
    return shooter.with_mark(Mark(name, battle.this_turn()))


def _without_burnt(ranks: tuple[Rank, ...], burnt: tuple[tuple[Burn, int], ...]) -> tuple[Rank, ...]:
    """Return the ranks without the losses from the unit's own weapons."""
    rest = list(ranks)
    for burn, n in burnt:
        for _ in range(n):
            index = next(i for i, rank in enumerate(rest) if (rank.kind, rank.left) == (burn.bearer, burn.left))
            rank = rest[index]
            hurt = [] if burn.slays() else [rank.but(n=1, left=burn.left - burn.points)]
            others = [rank.but(n=rank.n - 1)] if rank.n > 1 else []
            rest[index : index + 1] = [*hurt, *others]
    return merged(rest)


def burnt_vehicles(shooter: records.BattleUnit, burnt: tuple[tuple[Burn, int], ...]) -> records.BattleUnit:
    """Return the vehicles without the hull points lost to their own weapons (7E-HIT-11)."""
    rest = [*zip(shooter.ranks, shooter.wear, strict=True)]
    for burn, n in burnt:
        for _ in range(n):
            rank = Rank(burn.bearer, 1, burn.left)
            index = rest.index((rank, burn.wear))
            rest[index : index + 1] = [] if burn.slays() else [(rank.but(left=burn.left - burn.points), burn.wear)]
    return shooter.but(ranks=tuple(rank for rank, _ in rest), wear=tuple(wear for _, wear in rest))


# Several attacks on their own, one after the other at one target.


def next_attack(shooter: Unit, target: Unit, remains: records.AttackedTarget | None) -> records.Attack:
    """Return an attack at the remains of the target; None stands for the full unit.

    The shooter is complete. Facts are asked again, for example effects, counters, flight and falling back.
    """
    if remains is None:
        return new_attack(shooter, target).but(followed=True)
    marks = [Mark(name) for name, so in ((states.GROUNDED, remains.on_ground), (states.JINKED, remains.jinks)) if so]
    unit = records.BattleUnit(Hashed(target), remains.ranks, models(remains.ranks), tuple(marks))
    ranks = states.line_of(unit, night=False)
    if remains.hulls:
        worn = zip(ranks, remains.hulls, strict=True)
        ranks = tuple(rank.but(kind=rank.kind.but(hull=hull)) for rank, hull in worn)
    return attack_alone(shooter, target, ranks).but(
        on_ground=remains.on_ground, jinks=remains.jinks, pinned=remains.pinned, followed=True, follows_attack=True,
        earlier_lights=remains.markerlights_left,
    )  # fmt: skip


def remains(state: records.Attack) -> records.AttackedTarget | None:
    """Return what later attacks must know of the target (compare `target_after`); None if no model is left."""
    ranks = sorted(state.standing(), key=lambda rank: (rank.kind.model, rank.left))
    if not ranks:
        return None
    plain = tuple(rank.but(kind=rank.kind.model) for rank in ranks)
    if not state.target.value.vehicle:
        return records.AttackedTarget(
            merged(plain), (), state.on_ground or state.pinned, state.jinks, state.pinned, lights_left(state)
        )
    return records.AttackedTarget(
        plain, tuple(rank.kind.hull for rank in ranks), jinks=state.jinks, markerlights_left=lights_left(state)
    )


def lights_left(state: records.Attack) -> int | None:
    """Return the markerlight counters now on the target; None if no attacker has markerlights (7E-EFF-5)."""
    if state.earlier_lights is None and not any(weapon.has("Markerlight") for weapon in state.shooter.value.weapons()):
        return None
    return (state.earlier_lights or 0) + state.lights_added
