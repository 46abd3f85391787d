"""The effects of a destroyed vehicle and of hits on units that nobody aimed at (7E-VEH-10, 7E-WPN-13).

The attack halts, each affected unit is resolved, and the attack continues with the next weapon (7E-VEH-14).
"""

from __future__ import annotations

from shoot_cli.battle.turns import replaced
from shoot_cli.engine.pools import Line, Rank, models, pool, wounds
from shoot_cli.engine.questions import Numbers, Question
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import in_the_plural
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import records
from shoot_cli.rules.seventh.charts import CRASH, CRASH_INSIDE, EXPLOSION, FALL
from shoot_cli.rules.seventh.effects import attacked_weapon, in_force
from shoot_cli.rules.seventh.steps import facts as attack_facts
from shoot_cli.rules.seventh.steps import states
from shoot_cli.rules.seventh.steps.allocation import grounded
from shoot_cli.rules.seventh.steps.attack import own_slain, snap_only, snaps_of, written
from shoot_cli.rules.seventh.steps.hit import hit_of
from shoot_cli.rules.seventh.steps.markers import (
    anybody_else,
    as_battle,
    back_alone,
    blast_waits,
    can_be_hurt,
    crash,
    forced_out,
)  # fmt: skip
from shoot_cli.rules.seventh.steps.owner_decisions import about_characters, which_save, with_owner_facts
from shoot_cli.rules.seventh.steps.target import with_settings
from shoot_cli.rules.seventh.steps.vehicles import FACING, facings_differ, of_effect, rerolled_by_effect
from shoot_cli.rules.seventh.steps.weapon import telling, usable
from shoot_cli.rules.seventh.tokens import SIDE, Aim, Gun, Shot, VehicleState

HELD = {  # why a unit cannot go to ground (7E-GTG-3), by its mark
    states.LOCKED: "units locked in combat cannot go to ground",
    states.FALLING_BACK: "units falling back cannot go to ground",
}


# causes of hits that are no weapon
FALLING = {EXPLOSION: "7E-VEH-10", CRASH: "7E-FLY-10", CRASH_INSIDE: "7E-FLY-10", FALL: "7E-FMC-4"}


def aftermath_waits(battle: records.Battle) -> bool:
    return bool(battle.gone or battle.harms)


def vehicle_gone(battle: records.Battle) -> bool:
    return bool(battle.gone)


def clear_wreck(battle: records.Battle, table: Table) -> records.Battle:
    """Remove a destroyed vehicle: its passengers get out or are hit, and an explosion hits units nearby (7E-VEH-10)."""
    gone, *rest = battle.gone
    battle = battle.but(gone=tuple(rest))
    if gone.crashed:
        return crash(battle, gone, table)
    harms = [*explosion(battle, gone, table)] if gone.exploded else []
    # in a squadron, nobody knows which vehicle carried the passengers
    if not battle.unit_at(gone.side, gone.unit).ranks:
        for index in states.passengers_of(battle, gone.side, gone.unit):
            inside = battle.unit_at(gone.side, index)
            hits = models(inside.ranks) if gone.exploded else 0
            words = "{unit} caught inside: {n} hits" if hits else "{unit} must get out of the wreck"
            table.tell(words, ("7E-VEH-10",), unit=inside.unit.value.name, n=hits)
            battle = replaced(battle, gone.side, index, inside.without(states.EMBARKED).but(inside=None))
            battle = forced_out(battle, gone.side, index)
            at_random = table.setting("explosion_passengers") == "random"
            harms.append(
                records.BystanderHits(gone.side, index, hits, EXPLOSION, f"inside {gone.name}", at_random, tests=True)
            )
    return battle.but(harms=(*battle.harms, *harms))


def explosion(battle: records.Battle, gone: records.DestroyedVehicle, table: Table) -> list[records.BystanderHits]:
    """Return one hit for each model within D6 inches of the explosion (7E-VEH-10). Ask only if it can hurt anybody."""
    units = can_be_hurt(battle, EXPLOSION)
    if not units:
        table.tell("The explosion of {unit}: no need to roll, it can hurt nobody", ("7E-VEH-10",), unit=gone.name)
        return []
    owner = DEFENDER if gone.side != battle.active else "attacker"
    inches = table.total(
        f"explosion:{gone.name}", 1, rules=("7E-VEH-10",), owner=owner, text=f"{gone.name}: size of the explosion"
    )
    text = f'Is any unit within {inches}" of {gone.name}, friend or foe?'
    if not (table.needless("near") or anybody_else("near", text, "7E-VEH-10", table)):
        return []
    most = tuple(n for *_, n in units.values())
    counts = table.numbers(
        Numbers(
            f"near:{gone.name}", tuple(units), 0, max(most), 0, "models", rules=("7E-VEH-10",),
            text=f'How many models of which unit, friend or foe, are within {inches}" of {gone.name}?',
            most=most, by_name=True,
        )
    )  # fmt: skip
    return [
        records.BystanderHits(side, i, int(n), EXPLOSION, f"the explosion of {gone.name}")
        for (side, i, _), n in zip(units.values(), counts, strict=True)
        if n
    ]


# Hits on units that nobody aimed at.


def tests_now(state: records.Attack) -> bool:
    """Return True for passengers, who take their Pinning test at once (7E-VEH-14, 7E-END-1)."""
    return state.harm is not None and state.harm.tests


def harm_waits(battle: records.Battle) -> bool:
    return bool(battle.harms) and not battle.gone


def hits_on_others(battle: records.Battle, table: Table) -> records.Firing:
    """Return the next bystander hits as an attack of their own, with the hits in its pool."""
    harm = battle.harms[0]
    battle_unit = battle.unit_at(harm.side, harm.unit)
    target = Hashed(in_force(battle_unit.unit.value, battle_unit.forces()))
    unit = target.value
    struck = harm.weapon if harm.weapon in FALLING else Hashed(attacked_weapon(harm.weapon.value, battle_unit.forces()))
    weapon = struck.value
    shooter = battle.shooter or battle_unit.unit
    marker = harm.weapon not in FALLING
    ranks = states.line_of(battle_unit, battle.night and not (marker and shooter.value.has("Night Vision")))
    no_ground = next((words for mark, words in HELD.items() if battle_unit.marked(mark)), "")
    if harm.forbidden:
        ranks = tuple(rank.but(kind=rank.kind.but(**dict.fromkeys(harm.forbidden))) for rank in ranks)
    state = records.Attack(
        Line(ranks), (), records.NOTHING, shooter, target, (), (models(ranks), wounds(ranks)), Hashed(battle),
        on_ground=battle_unit.marked(states.GROUNDED), no_ground=no_ground,
        at_random=harm.at_random, pinning=harm.tests, fired=(weapon.name,),
    )  # fmt: skip
    before = wounds(ranks) if weapon.has("Pinning") else None
    if not ranks or not harm.hits:
        return state.firing(struck).but(before=before)
    table.tell(
        "{unit}, {why}: {n} hit{plural}", (FALLING.get(harm.weapon, "7E-WPN-13"),),
        unit=unit.name, why=harm.why, n=harm.hits, plural="s" * (harm.hits > 1),
    )  # fmt: skip
    state, facing = harm_facts(with_settings(state, table), harm, table)
    lone = state.line.ranks[0].kind if len(state.line.ranks) == 1 else None
    gun = Gun(
        weapon.name, weapon.strength, weapon.ap, telling(weapon), weapon.poisoned,
        0 if unit.vehicle else states.target_toughness(state), shred=weapon.has("Shred"),
        effect_names=weapon.effect_names,
        armour=states.majority_armour(state, table) if weapon.has("Graviton") else None,
    )  # fmt: skip
    shot = Shot(
        Hashed(gun), 1, aim=of_effect(Aim(facing, model=lone), rerolled_by_effect(weapon)) if unit.vehicle else None
    )
    return state.firing(struck).but(before=before, pool=pool((hit_of(shot), harm.hits)))


def harm_facts(state: records.Attack, harm: records.BystanderHits, table: Table) -> tuple[records.Attack, str]:
    """Ask for the unit's order and cover, or a vehicle's facing. Passengers have no cover."""
    unit = state.target.value
    weapon, queue = harm.weapon.value, state.line.standing()
    usual = SIDE if weapon.has("Barrage") else "front"  # 7E-WPN-15; the same even if all facings are equal
    covers = not harm.tests and not weapon.has("Template") and not weapon.has("Ignores Cover")
    nearby = state.manner.nearby  # otherwise given cover and order are about the target only
    owners = [*which_save(queue, [weapon], covers and nearby)]
    owners += about_characters(state, queue) if not unit.vehicle else []
    if not nearby:
        return owner_says(state, owners, table), "front"
    from_marker = weapon.has("Barrage") or harm.weapon == CRASH
    parts: list[Question] = []
    if unit.vehicle and facings_differ(state):
        parts.append(FACING.but(default=usual))
    if covers:
        parts.append(attack_facts.COVER)
    if len(queue) > 1 and not unit.vehicle:
        kinds: dict[str, int] = {}
        for rank in queue:
            kinds[rank.kind.name] = kinds.get(rank.kind.name, 0) + rank.n
        text = (
            "Who is hurt first"
            if harm.tests
            else attack_facts.NEAREST_MARKER
            if from_marker
            else attack_facts.ORDER.text
        )
        parts.append(
            attack_facts.ORDER.but(kinds=tuple(kinds.items()), marks=(), default=states.runs_of(queue), text=text)
        )
    if models(queue) > 1 and not unit.vehicle:
        parts.append(attack_facts.ALLOCATION.but(default="random") if harm.at_random else attack_facts.ALLOCATION)
    parts += owners
    if not parts:
        return state, usual
    parts = [*in_the_plural(sorted(parts, key=attack_facts.is_seldom), unit)]
    owner = DEFENDER if harm.side != state.battle_around().active else ATTACKER
    facts = table.facts(
        f"harm:{unit.name}", tuple(part.but(owner=owner) for part in parts), owner=owner,
        rules=(FALLING.get(harm.weapon, "7E-WPN-13"),),
        words=lambda values: attack_facts.unusual_facts(f"{unit.name}, {harm.why}", parts, values),
        check=lambda values: attack_facts.wants_what_nobody_has(state, values),
    )  # fmt: skip
    new = state
    if "order" in facts and facts["order"] != states.runs_of(queue):
        new = states.reorder_line(new, facts["order"], True)
    if facts.get("cover", "none") != "none":
        new = new.but(line=new.line.changed(lambda kind: states.covered(kind, facts["cover"])))
    new = with_owner_facts(new, facts).but(at_random=facts.get("allocation", "closest") == "random")
    return new.but(
        line=new.line.but(reach=states.undecided_ranks(new, new), ranks=states.merge_neighbours([*new.line.ranks]))
    ), facts.get("facing", usual)


def owner_says(state: records.Attack, parts: list[Question], table: Table) -> records.Attack:
    """Ask the facts about the firing unit itself. Its name ends their keys, because the plain key is the target's."""
    if parts:
        name = state.target.value.name
        asked = tuple(part.but(key=f"{part.key}:{name}", owner=ATTACKER) for part in parts)
        answers = table.facts(f"harm:{name}", asked, rules=("7E-VEH-14",))
        state = with_owner_facts(state, {key.partition(":")[0]: value for key, value in answers.items()})
    return state.but(line=state.line.but(reach=states.undecided_ranks(state, state)))


def must_halt(state: records.Attack) -> bool:
    """Return True if a destroyed vehicle or bystander hits must be resolved before the next weapon."""
    if blast_waits(state):
        return True
    return state.manner.nearby and state.at_once and bool(state.toll.gone or state.toll.beside)


def halt(state: records.Attack, table: Table) -> records.Battle:
    """Write the results so far into the battle and set the attack aside."""
    if blast_waits(state):
        return as_battle(state)
    battle = written(state, table)
    kept = state.but(battle=Hashed(battle)).with_toll(gone=(), beside=(), burnt=(), burnt_before=own_slain(state))
    return battle.but(halted=Hashed(kept))


def go_on(battle: records.Battle, table: Table) -> records.Attack:
    """Return the halted attack, without models of both units that fell meanwhile."""
    assert battle.halted is not None
    before, shooting, shot_at = battle.halted.value.battle_around(), battle.shooting(), battle.shot_at()
    state = battle.halted.value.but(battle=Hashed(battle.but(halted=None)))
    state = firing_on(state, before.unit_at(*shooting), battle.unit_at(*shooting), table)
    if not battle.manner.nearby:
        return back_alone(battle, state.but(battle=battle.halted.value.battle))
    return shot_on(state, before.unit_at(*shot_at), battle.unit_at(*shot_at))


def firing_on(
    state: records.Attack, before: records.BattleUnit, after: records.BattleUnit, table: Table
) -> records.Attack:
    """Return the attack with the firing unit's remaining models. Models gone to ground fire Snap Shots."""
    if not after.marked(states.EMBARKED):
        state = state.but(fire_points=None)
    snaps = {} if snap_only(after) else snaps_of(after)
    firing = tuple(firer.but(why_snap=firer.why_snap or snaps.get(firer.model, "")) for firer in state.firers)
    state = state.but(snap_only=state.snap_only or snap_only(after), firers=firing)
    if (before.ranks, before.wear) == (after.ranks, after.wear):
        return state
    firers: list[records.Firer] = []
    for kind in sorted({firer.model for firer in state.firers}):
        same_kind = [firer.but(n=1) for firer in state.firers if firer.model == kind for _ in range(firer.n)]
        old, new = models_of(before, kind), models_of(after, kind)
        firers += as_they_are(survivors(state, same_kind, len(old), len(old) - len(new), table), new)
    alike: dict[records.Firer, int] = {}
    for firer in firers:
        alike[firer] = alike.get(firer, 0) + 1
    state = state.but(firers=tuple(firer.but(n=n) for firer, n in alike.items()))
    return state.but(shooter=state.shooting_now())


def models_of(unit: records.BattleUnit, kind: int) -> list[tuple[int, VehicleState]]:
    """Return the wounds left and the vehicle state of every model of a kind."""
    wear = unit.wear or (VehicleState(),) * len(unit.ranks)
    return [
        (rank.left, hull)
        for rank, hull in zip(unit.ranks, wear, strict=True)
        if rank.kind == kind
        for _ in range(rank.n)
    ]


def survivors(
    state: records.Attack, firers: list[records.Firer], total: int, lost: int, table: Table
) -> list[records.Firer]:
    """Return the firers left after `lost` of `total` models of a kind fell. Ask who fell if it matters."""
    if not lost:
        return firers
    model = state.shooter.value.models[firers[0].model][0]
    firers = sorted(firers, key=lambda firer: any(usable(state.shooter, (firer,))))
    ready = sum(map(bool, usable(state.shooter, tuple(firers))))
    idle = total - ready
    fell = table.number(
        f"fallen firers:{model.name}", max(0, lost - idle), min(lost, ready), default=max(0, lost - idle),
        unit="models", rules=("7E-VEH-14",),
        text=f"How many of the {lost} {model.name} who fell have a weapon left to fire?",
    )  # fmt: skip
    spent, armed = firers[: len(firers) - ready], firers[len(firers) - ready :]
    return [*spent[: max(0, total - lost - (ready - fell))], *armed[fell:]]


def as_they_are(firers: list[records.Firer], current: list[tuple[int, VehicleState]]) -> list[records.Firer]:
    """Return the firers with their current wounds; unchanged firers are matched first."""
    unmatched, matched = [*current], dict[int, records.Firer]()
    for i, firer in enumerate(firers):
        same = next((model for model in unmatched if model == (firer.left, firer.wear)), None)
        if same is not None:
            unmatched.remove(same)
            matched[i] = with_wear(firer, *same)
    return [matched[i] if i in matched else with_wear(firer, *unmatched.pop(0)) for i, firer in enumerate(firers)]


def with_wear(firer: records.Firer, left: int, wear: VehicleState) -> records.Firer:
    """Return the firer with its wounds and newly lost weapons; a shaken crew fires Snap Shots."""
    return firer.but(left=left, lost=wear.lost, wear=wear, why_snap=firer.why_snap or states.CREW.get(wear.crew, ""))


def shot_on(state: records.Attack, before: records.BattleUnit, after: records.BattleUnit) -> records.Attack:
    """Return the attack without fallen models of the target. Order and cover stay."""
    if after.marked(states.GROUNDED) and not state.on_ground:
        state = grounded(state)
    if (before.ranks, before.wear) == (after.ranks, after.wear):
        return state
    ranks = [rank.but(n=1) for rank in state.standing() for _ in range(rank.n)]
    rest: list[Rank] = []
    for kind in sorted({rank.kind.model for rank in ranks}):
        same_kind, current = [rank for rank in ranks if rank.kind.model == kind], models_of(after, kind)
        # Vehicles keep their order in the battle. For other models, the nearest fell, and the wounded come first.
        same_kind.sort(key=lambda rank: rank.left if before.wear else rank.kind.place)
        current.sort(key=lambda model: 0 if before.wear else model[0])
        for rank, (wounds_left, wear) in zip(same_kind[len(same_kind) - len(current) :], current, strict=True):
            hurt = states.worn(rank.kind, state.target.value, kind, wear, after.spent) if before.wear else rank.kind
            rest.append(rank.but(left=wounds_left, kind=hurt))
    rest.sort(key=lambda rank: rank.kind.place)
    fallen, lost = len(ranks) - len(rest), sum(rank.left for rank in ranks) - sum(rank.left for rank in rest)
    line, apart = states.line_and_apart(rest, False)
    return state.but(
        line=line,
        apart=apart,
        strength=(state.strength[0] - fallen, state.strength[1] - lost),
        chosen_alive=False,
    )
