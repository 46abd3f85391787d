"""The status screen, the report of an attack, and the possible and contradictory answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.battle.turns import Side, headline, replaced, unit_row
from shoot_cli.engine import ruleset
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.questions import Arrange, Choose, Option, Question
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import EXCESS, AttackPools, Clash, Headline, UnitRow, exclude
from shoot_cli.rules.seventh import charts, tokens
from shoot_cli.rules.seventh.charts import is_flyer
from shoot_cli.rules.seventh.joined_units import split_parts
from shoot_cli.rules.seventh.profiles import ORDNANCE, Model, Unit
from shoot_cli.rules.seventh.records import Attack, Battle, BattleUnit, Firing
from shoot_cli.rules.seventh.steps import (
    aftermath,
    allocation,
    damage,
    facts,
    flyers,
    owner_decisions,
    states,
    target,
    vehicles,
    weapon,
)
from shoot_cli.rules.seventh.steps.attack import OF_VEHICLES, damage_done, destroyed, own_slain, slain, target_after

# Views of a record: status screen, situation, report as JSON.


def report_of(state: Attack) -> dict[str, Any]:
    """Return the result of an attack as JSON values."""
    standing = state.standing()
    models = []
    for index, (model, _) in enumerate(state.target.value.models):
        ranks = [rank for rank in standing if rank.kind.model == index]
        entry: dict[str, Any] = {
            "name": model.name,
            "alive": sum(rank.n for rank in ranks),
            "wounds": sorted(rank.left for rank in ranks for _ in range(rank.n)),
        }
        models.append(entry | vehicle_report(ranks) if model.vehicle else entry)
    report: dict[str, Any] = {
        "slain": slain(state),
        "damage": damage_done(state),
        "destroyed": bool(destroyed(state)),
        "models": models,
    }
    if state.target.value.vehicle:
        flyer = is_flyer(state.target.value)
        report |= {name: bool(measure(state)) for name, measure in OF_VEHICLES.items() if flyer or name != "crashes"}
        if lost := [name for entry in models for name in entry["weapons_lost"]]:
            report["weapons_lost"] = lost
    if state.toll.burnt:
        report["own_slain"] = own_slain(state)
    if state.pinned:
        report["pinned"] = True
    if state.on_ground:
        report["gone_to_ground"] = True
    return report


def vehicle_report(ranks: list[Rank]) -> dict[str, Any]:
    """Return hull points and damage of the vehicles that are left, in their order."""
    hulls = [rank.kind.hull for rank in ranks]
    return {
        "hull_points": sorted(rank.left for rank in ranks),
        "immobilised": sum(hull.immobilised for hull in hulls),
        "weapons_lost": [name for hull in hulls for name in hull.lost],
    }


def called(record: Attack | Firing) -> dict[str, str]:
    """Return the names of the measures for an attack at vehicles; otherwise what becomes of Wounds (7E-ALC-4)."""
    if not attack_in(record).target.value.vehicle:
        return {EXCESS: "Once the whole unit is slain, further wounds are not counted as saved or unsaved."}
    return {
        "slain": "Vehicles destroyed",
        "damage": "Hull Points lost",
        "points": "Hull Points",
        "wounds": "glances and penetrations",
    }


def situation(record: Attack | Firing) -> str:
    """Return the attack in one sentence, with all that a learner needs to find its rolls."""
    state = attack_in(record)
    words = [f'{state.shooter.value.name} at {state.target.value.name}, {state.distance:g}" away']
    if state.snap_only:
        words.append(f"firing unit: {state.snap_only}")
    if isinstance(record, Firing):
        weapon = record.weapon.value
        strength = "X" if weapon.strength is None else weapon.strength
        ap = "-" if weapon.ap is None else weapon.ap
        rules = f" ({', '.join(weapon.rules)})" if weapon.rules else ""
        skills = sorted({model.ballistic_skill for model, _ in state.shooter.value.models if weapon in model.weapons})
        words.append(f"{weapon.name} S{strength} AP{ap} {weapon.type}{rules}, BS {' or '.join(map(str, skills))}")
        special = rules_that_count(state.shooter.value, state.target.value)
        words += [f"fired with {' and '.join(special)}"] * bool(special)
    kinds: dict[str, str] = {}
    for rank in state.standing():
        kind = rank.kind
        values = [f"T{kind.toughness}", f"W{rank.left}"]
        if kind.hull is not None:
            armour = f"AV{kind.hull.front}/{kind.hull.side}/{kind.hull.rear}"
            values = [armour, f"HP{rank.left}", *conditions(kind.hull)]
        for label, value in (("Sv", kind.armour), ("Inv", kind.invulnerable), ("FNP", kind.feel_no_pain)):
            if value is not None and value <= 6:
                values.append(f"{label}{value}+")
        if kind.cover is not None:
            values.append(f"cover {kind.cover}+")
        values += ["character"] * (kind.character and len(state.standing()) > 1)
        kinds[f"{kind.name} {' '.join(values)}"] = ""
    words.append("target: " + ", ".join(kinds))
    if state.target.value.vehicle and isinstance(record, Firing):
        facings = dict.fromkeys(aim.facing for token, _ in record.pool if (aim := aim_of(token)) is not None)
        words += [f"{' and '.join(facings)} facing"] * bool(facings)
    if state.zooming:
        words.append("swooping" if charts.is_monster(state.target.value) else "zooming")
    if state.on_ground:
        words.append("gone to ground")
    unit = state.target.value
    hides = sorted(unit.every_rule.intersection((*charts.STEALTH, *charts.CLOAKS, "Eternal Warrior")))
    words += [f"with {' and '.join(hides)}"] * bool(hides)
    return "; ".join(words)


def rules_that_count(shooter: Unit, enemy: Unit) -> list[str]:
    """Return the rules of a unit, beside those of its weapons, that change rolls against this target."""
    works = {"Tank Hunters": enemy.vehicle, "Killshot": enemy.vehicle, "Monster Hunter": enemy.of_type("Monstrous")}
    counting = sorted(shooter.every_rule.intersection(rule for rule, counts in works.items() if counts))
    return counting + [rule for rule in [charts.preferred(shooter, enemy)] if rule]


def aim_of(token: Any) -> tokens.Aim | None:
    """Return the aim of a shot at a vehicle or of a later token; None for other tokens."""
    impact = getattr(token, "impact", token)
    aim = getattr(getattr(token, "shot", impact), "aim", None)
    return aim if isinstance(aim, tokens.Aim) else None


def conditions(hull: tokens.Hull) -> list[str]:
    """Return the vehicle's traits, besides armour, that change penetration or the Vehicle Damage table."""
    named = (("open-topped", hull.open_topped), ("extra armour", hull.extra_armour), ("immobilised", hull.immobilised))
    words = [word for word, has in named if has] + ["venerable"] * hull.venerable
    return words + ([f"penetrating hits glance on {hull.to_glance}+"] if hull.to_glance else [])


def attack_in(record: Attack | Firing) -> Attack:
    return record.attack_now() if isinstance(record, Firing) else record


def status_of(record: Battle | Attack | Firing) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Return the status of both armies. During an attack the target is shown in its current state."""
    if not isinstance(record, Battle):
        state = attack_in(record)
        if not state.manner.seen:
            return ()
        battle, attacked = replaced(state.battle_around(), *state.target_at(), target_after(state)), state.target_at()
        return sides_with(battle, lambda side, index: faced(record) if (side, index) == attacked else ())
    return sides_with(record, lambda side, index: ())


def sides_with(
    battle: Battle, facings: Callable[[int, int], tuple[str, ...]]
) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Return the rows of both sides. `facings` returns the attacked facings for a side and a unit's index."""
    return tuple(
        (
            side.name,
            tuple(_row(battle, side, unit, facings(i, j)) for j, unit in enumerate(side.units) if unit.joined is None),
        )
        for i, side in enumerate(battle.sides)
    )


def faced(record: Attack | Firing) -> tuple[str, ...]:
    """Return the attacked facings of the target, as far as they are known (7E-VEH-2)."""
    pool = record.pool if isinstance(record, Firing) else ()
    facings = dict.fromkeys(aim.facing for token, _ in pool if (aim := aim_of(token)) is not None)
    state = record.attack if isinstance(record, Firing) else record
    return tuple(facings) or (
        (tokens.SIDE if is_barrage(state, state.fired[-1]) else state.facing,) if state.fired else ()
    )


def is_barrage(state: Attack, name: str) -> bool:
    """Return True for a Barrage weapon, which always hits the side armour (7E-WPN-15)."""
    return any(weapon.name == name and weapon.has("Barrage") for weapon in state.shooter.value.weapons())


def _row(battle: Battle, side: Side, battle_unit: BattleUnit, facings: tuple[str, ...] = ()) -> UnitRow:
    """Return the row of a unit on the status screen. `facings`: those of it that are shot at."""
    spent = [f"{name} spent" for name in dict.fromkeys(name for _, name in battle_unit.spent)]
    inside = []
    if battle_unit.inside is not None:  # that says where, and so that it is embarked
        inside = [f"inside {side.units[battle_unit.inside].unit.value.name}"]
        battle_unit = battle_unit.but(marks=tuple(mark for mark in battle_unit.marks if mark.name != states.EMBARKED))
    row = unit_row(battle, battle_unit, *inside, *spent, *worn_words(battle, battle_unit))
    row = row.but(parts=tuple(unit_row(battle, part).but(marks=row.marks) for part in split_parts(battle_unit)))
    if not battle_unit.wear:
        return row
    unit = battle_unit.unit.value
    hurt = [
        f"{unit.models[rank.kind][0].name} {rank.left} of {unit.models[rank.kind][0].wounds} Hull Points"
        for rank in battle_unit.ranks
        if rank.left < unit.models[rank.kind][0].wounds
    ]
    kinds = [
        kind.but(
            worn="hull points",
            note=kind.note.replace(" wounds left", " hull points left"),
            points=sum(rank.left * rank.n for rank in battle_unit.ranks if rank.kind == i),
            each=model.wounds,
            about=armour_words(model, facings),
        )
        if model.vehicle
        else kind
        for i, (kind, (model, _)) in enumerate(zip(row.kinds, unit.models, strict=True))
    ]
    return row.but(wounds_note=", ".join(hurt), kinds=tuple(kinds), damaged=())


def armour_words(model: Model, facings: tuple[str, ...]) -> str:
    """Return such words as `armour 13/11/10` or `side armour 11 of 13/11/10`."""
    values = {tokens.FRONT: model.front, tokens.SIDE: model.side, tokens.REAR: model.rear}
    armour = "/".join(map(str, values.values()))
    words = " and ".join(f"{facing} armour {values[facing]}" for facing in facings)
    return f"{words} of {armour}" if words else f"armour {armour}"


def worn_words(battle: Battle, unit: BattleUnit) -> list[str]:
    """Return the lasting damage of the unit's vehicles in words."""
    words = []
    for wear in unit.wear:
        words += [f"{name} destroyed" for name in wear.lost]
        if wear.immobilised:
            words.append("immobilised")
        if wear.crew and wear.until:
            words.append(f"{wear.crew} (to the end of turn {wear.until[0]}, {battle.sides[wear.until[1]].name})")
    return words


def headline_of(record: Battle | Attack | Firing) -> Headline:
    """Return the first line of the screen: who shoots at whom."""
    if isinstance(record, Battle):
        return headline(record, now=record.unit)
    state = attack_in(record)
    why = state.harm.why if state.harm else ""  # bystander hits have no shooter
    attacker = f"{why[:1].upper()}{why[1:]}" or state.shooter.value.name
    head = headline(state.battle_around(), attacker, state.target.value.name, state.battle_around().unit)
    head = head.but(harm=why) if state.harm and state.harm.weapon in aftermath.FALLING else head
    fired = record.weapon.value.name if isinstance(record, Firing) and not state.harm else ""
    return head.but(since=("gone to ground",) if state.on_ground else (), fires=fired)


def fires(record: Attack | Firing) -> Any:
    """Return the fired weapon and the unit that it hits, because other units under its marker have their own pools."""
    return (record.weapon, record.attack.target_at()) if isinstance(record, Firing) else None


AT_VEHICLES = AttackPools(
    {
        "shots": (tokens.Shot, tokens.Fired, tokens.Marker),
        "hits": ((tokens.Impact, tokens.Strike), tokens.MarkerlightHit),
        "glance or penetrate": ((tokens.UnassignedDent, tokens.Dent),),
        "hull points lost": (),
    },
    {"hits": "hits", "penetration rolls": "glance or penetrate", "saves": "hull points lost"},
    {"glance or penetrate": "glance/pen", "hull points lost": "hull lost"},
    points=True,
)


def attack_pools(record: Battle | Attack | Firing) -> AttackPools | None:
    """Return the pools of an attack at vehicles, which lose hull points; None otherwise."""
    return AT_VEHICLES if not isinstance(record, Battle) and attack_in(record).target.value.vehicle else None


def sides_of(record: Battle | Attack | Firing) -> tuple[str, str]:
    """Return the names of the attacker's and the defender's army."""
    if isinstance(record, Battle):
        return record.sides[record.active].name, record.sides[1 - record.active].name
    state = attack_in(record)
    battle = state.battle_around()
    return battle.sides[battle.active].name, battle.sides[state.target_at()[0]].name


# The answers that are possible for two units, and answers that contradict each other.


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    """Return the questions whose options depend on these two units."""
    pools = dict.fromkeys(
        damage.pool_name(wound.but(precise=precise))
        for gun in shooter.weapons()
        for wound in damage.wounds_of(Hashed(gun))
        for precise in (False, True)
    )
    counts = (facts.FIRING, facts.MOVED, facts.HALF_RANGE, *vehicles.ELSEWHERE.values(), vehicles.OBSCURED)
    return (
        *(ruleset.of_models(question, shooter) for question in (*counts, vehicles.FULL_BS)),
        ruleset.one_weapon(shooter, weapon.NO_MORE, spent=weapon.NO_MORE),
        ruleset.in_order(facts.ORDER, enemy),
        Arrange("pools", tuple((name, 1) for name in pools)),
        *(ruleset.one_model(key, enemy, allocation.CLOSEST) for key in ("precision", "precision_next")),
        ruleset.one_model("look_out_sir_to", enemy),
        Choose("attacker_state", target.attacker_states(shooter)),
        Choose("target_state", target.target_states(enemy)),
        *decisions(shooter, enemy),
        *flyers.flight_questions(shooter, enemy),
    )


def decisions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    """Return the decisions of these units, closed with the reason if they can never make them."""
    characters = not enemy.vehicle and any(model.character for model, _ in enemy.models)
    others = sum(n for _, n in enemy.models) > 1
    nobody = () if characters and others else (Reason("no character with others about him", "7E-ALC-6"),)
    silent = any(gun.type == ORDNANCE for gun in shooter.weapons())
    ordnance = () if silent else (Reason("it has no Ordnance", "7E-WPN-18"),)
    looks = tuple(
        option.but(closed=nobody) if option.value != "no" else option for option in owner_decisions.LOOK_OUT_SIR.options
    )
    return (
        yes_or_no("go_to_ground", owner_decisions.why_never_to_ground(enemy)),
        yes_or_no("jink", target.why_no_jink(enemy)),
        yes_or_no("venerable", () if enemy.has("Venerable") else (Reason("it is not Venerable", "7E-VEH-13"),)),
        yes_or_no("ordnance", ordnance),
        yes_or_no("blast_again", why_no_scatter(shooter)),
        yes_or_no("preferred_enemy", why_nobody_preferred(shooter)),
        yes_or_no("facing_hidden", () if enemy.vehicle else (Reason("the target has no facings", "7E-VEH-8"),)),
        vehicles.TANK_HUNTERS.but(options=hunting(shooter, enemy)),
        owner_decisions.LOOK_OUT_SIR.but(options=looks),
        Choose("look_out_sir_now", (Option("yes", closed=nobody), Option("no"))),
    )


def why_no_scatter(shooter: Unit) -> tuple[Reason, ...]:
    """Return why an attack on its own never re-rolls scatter: the models under a marker are given, not rolled."""
    marked = any(charts.blast(charts.area_of(gun)) for gun in shooter.weapons())
    why = "no scatter is rolled here: say who lies under it (under)" if marked else "they have no marker that scatters"
    return (Reason(why, "7E-WPN-13"),)


def why_nobody_preferred(shooter: Unit) -> tuple[Reason, ...]:
    able = charts.has_preferred_enemy(shooter)
    return () if able else (Reason("nobody in the firing unit has Preferred Enemy", "7E-HIT-8"),)


def hunting(shooter: Unit, enemy: Unit) -> tuple[Option, ...]:
    """Return the options of Tank Hunters: glancing hits are re-rolled only at vehicles (7E-VEH-6)."""
    hunts = shooter.has("Killshot") or shooter.has("Tank Hunters")
    able = hunts or any(model.has("Tank Hunters") for model, _ in shooter.models)
    why = "the target is no vehicle" if not enemy.vehicle else "" if able else "nobody in it has Tank Hunters"
    closed = (Reason(why, "7E-VEH-6"),) if why else ()
    return tuple(
        option.but(closed=closed if option.value == "again" else ()) for option in vehicles.TANK_HUNTERS.options
    )


def yes_or_no(key: str, why_not: tuple[Reason, ...]) -> Choose:
    return Choose(key, (Option("yes", closed=why_not), Option("no")))


def down_and_moving(state: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return state == "gone to ground" and any(moved)


def standing_and_moving(speed: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return shooter.vehicle and (speed == charts.STATIONARY) == any(moved)


def near_and_far(near: tuple[int, ...], inches: float, shooter: Unit, enemy: Unit) -> bool:
    return any(near) and all(2 * inches > gun.range for gun in shooter.weapons() if gun.range is not None)


def high_and_low(mode: str, zooming: str, shooter: Unit, enemy: Unit) -> bool:
    return (mode in charts.HARD_TO_HIT) != (zooming == "yes")


CLASHES = (
    Clash("attacker_state", "moved", down_and_moving, "who has gone to ground does not move", "7E-GTG-4"),
    Clash("speed", "moved", standing_and_moving, "it moved, or it did not", "7E-WPN-22"),
    Clash(
        "half_range", "distance", near_and_far, "that is more than half the range of everything it carries", "7E-WPN-9"
    ),
    Clash("target_flight", "zooming", high_and_low, "it flies in one way at a time", "7E-FLY-1"),
    exclude(
        "target_state", "falling back", "go_to_ground", "yes", "units falling back cannot go to ground", "7E-GTG-3"
    ),
    exclude("within_6", "no", "look_out_sir", "yes", 'Look Out, Sir needs somebody within 6"', "7E-ALC-6"),
)
