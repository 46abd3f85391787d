"""Before the first weapon: distance, and the state of both units (7E-TGT-2, 4, 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shoot_cli.battle.turns import GunReach, deciding, proposed
from shoot_cli.engine.questions import Choose, Number, Option
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.ruleset import Reach
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import ORDNANCE, PISTOL, RAPID_FIRE, SALVO, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer
from shoot_cli.rules.seventh.steps import flyers
from shoot_cli.rules.seventh.steps.facts import spend_markerlights, tell_effects
from shoot_cli.rules.seventh.steps.markers import tell_who_is_near
from shoot_cli.rules.seventh.steps.owner_decisions import why_never_to_ground
from shoot_cli.rules.seventh.steps.vehicles import ask_transport_speed

NO_FEAR = "And They Shall Know No Fear"
FARTHEST = 200  # inches, more than the diagonal of any table
STATES = {  # states of the firing unit, with why all its shots are Snap Shots (7E-NOM-3)
    "ready": "",
    "gone to ground": "it has gone to ground",
    "falling back": "it is falling back",
    "regrouped": "it regrouped this turn",
    "jinked": "it jinked",
    "shaken": "its crew is shaken",
}


def measure(state: Attack, table: Table) -> Attack:
    """Ask for the distance and the state of both units, before any weapon is chosen (7E-TGT-2)."""
    if not state.manner.seen:
        state = ask_states(tell_effects(state, table), table)
    reaches = [weapon for firer in state.firers for weapon in state.shooter.value.models[firer.model][0].weapons]
    question = Number(
        "distance",
        0,
        FARTHEST,
        None if state.manner.seen else usual_distance(state, reaches, table),
        "inches",
        False,
        rules=("7E-TGT-2", "7E-TGT-4", "7E-TGT-5"),
        text="How far is their nearest model in sight?",
    )
    battle = state.battle_around()
    if state.manner.seen:
        question = deciding(
            question, (reach for firer in state.firers for reach in reaches_at_the_table(state, firer, table))
        )
    inches = table.ask(proposed(question, battle.remembered, battle.shooting(), battle.shot_at()))
    if state.manner.seen:
        state = state.remembering({question.key: inches}, battle.shooting(), battle.shot_at())
    state = spend_markerlights(with_settings(state, table).but(distance=inches), table)
    if not state.snap_only:  # templates never fire Snap Shots
        state = state.but(out_of_reach=templates_beyond(state, reaches, table))
    state = flyers.set_flight(state, table)
    if not state.manner.nearby:
        state = tell_who_is_near(state, table)
    if state.shooter.value.vehicle:
        state = make_ready(state, table)
    elif state.fire_points is not None:
        state = ask_transport_speed(state, table)
    return jink(state, table)


def with_settings(state: Attack, table: Table) -> Attack:
    """Store the settings that differ from the default in the attack and in the target's models."""
    if table.setting("explosion_timing") != "at_once":
        state = state.but(at_once=False)
    stacks, pain = table.setting("open_cover_stacks") == "yes", table.setting("eternal_warrior_fnp") == "yes"
    readings = tuple(value for key, value in charts.READINGS.items() if table.setting(key) == value)
    if stacks and not pain and not readings:
        return state
    return state.but(
        line=state.line.changed(lambda kind: kind.but(stacks=stacks, eternal_pain=pain, readings=readings))
    )


def usual_distance(state: Attack, weapons: list[Weapon], table: Table) -> float:
    """Return the proposed distance of an attack on its own: the first weapon's range, at most 24 inches.

    Where some are said to be within half range, it is half the shortest range for which that counts (7E-WPN-9).
    Templates count only if there is no other weapon, because their distance is asked separately.
    """
    n = sum(firer.n for firer in state.firers)
    keys = ("half_range", *(f"half_range:{weapon.name}" for weapon in weapons))
    if any(table.given_names(key, ("all", *map(str, range(1, n + 1)))) for key in keys):
        near = [weapon.range for weapon in weapons if weapon.range is not None and half_counts(state, weapon)]
        if near:
            return min(near) / 2
    ranges = [weapon.range for weapon in weapons if weapon.range is not None]
    return float(min(24, ranges[0] if ranges else min((reach_of(weapon, table) for weapon in weapons), default=24)))


def half_counts(state: Attack, weapon: Weapon) -> bool:
    """Return True if half range can change the shots of this weapon or its penetration (7E-WPN-9, 7E-WPN-11)."""
    melta = state.target.value.vehicle and weapon.has("Melta")
    return weapon.type in (RAPID_FIRE, SALVO) or bool(weapon.near_shots) or melta


def reach_of(weapon: Weapon, table: Table) -> float:
    """Return the reach of a Template in inches: its length plus the range of Torrent (7E-WPN-24)."""
    return float(table.setting("template_reach")) + (weapon.torrent or 0)


def reaches_of(unit: Unit, target: Unit, settings: Mapping[str, str]) -> tuple[Reach, ...]:
    """Return how far each weapon reaches (7E-WPN-5, 7E-WPN-24). Pistols and grenades are no main guns (7E-WPN-4)."""
    reaches = []
    for model, _ in unit.models:
        for weapon in model.weapons:
            template = float(settings["template_reach"]) + (weapon.torrent or 0)
            far = template if weapon.range is None else weapon.range
            reaches.append(
                Reach(weapon.name, weapon.mode_of or weapon.name, far, weapon.grenade or weapon.type == PISTOL)
            )
    return tuple(dict.fromkeys(reaches))


def reaches_at_the_table(state: Attack, firer: Firer, table: Table) -> Iterable[GunReach]:
    """Return how far the weapons of these models reach, and where half range counts (7E-WPN-5, 7E-WPN-9)."""
    reaches = []
    for weapon in state.shooter.value.models[firer.model][0].weapons:
        far = reach_of(weapon, table) if weapon.range is None else weapon.range
        closer = weapon.range is not None and half_counts(state, weapon)
        reaches.append(GunReach(weapon.mode_of or weapon.name, firer.n, far, f'half {far / 2:g}"' if closer else ""))
    return dict.fromkeys(reaches)  # modes of one weapon that reach as far are one


def templates_beyond(state: Attack, weapons: list[Weapon], table: Table) -> tuple[tuple[str, Reason], ...]:
    """Return the templates out of range. Without a given distance, a template is in range (7E-WPN-24)."""
    beyond = []
    for weapon in {weapon.name: weapon for weapon in weapons if weapon.range is None}.values():
        reach = reach_of(weapon, table)
        inches = state.distance if state.manner.reach else table.distance(
            f"distance:{weapon.name}", FARTHEST, default=reach, rules=("7E-WPN-24",),
            text=f"How far is their nearest model in sight from the {weapon.name}?",
        )  # fmt: skip
        if inches > reach:
            beyond.append((weapon.name, Reason(f'out of range ({reach:g}")', "7E-WPN-24")))
    return tuple(beyond)


LOCKED = Reason("a unit locked in close combat can never be shot at", "7E-TGT-3")
RALLIED = ("gone to ground", "falling back", "regrouped")  # states that an order ends (7E-EFF-6)
VEHICLE_STATES = tuple(Option(state, STATES[state]) for state in ("ready", "shaken", "jinked"))
ATTACKER_STATES = tuple(Option(state, words) for state, words in STATES.items() if state != "shaken")
DOWN = Option("gone to ground")
TARGET_STATES = (Option("ready"), DOWN, Option("falling back"), Option("locked", closed=(LOCKED,)))


def attacker_states(unit: Unit) -> tuple[Option, ...]:
    """Return the possible states of the firing unit, closed if this kind of unit never has them."""
    never = {"gone to ground": why_never_to_ground(unit), "jinked": why_no_jink(unit)}
    states = VEHICLE_STATES if unit.vehicle else ATTACKER_STATES
    return tuple(option.but(closed=never.get(option.value, ())) for option in states)


def target_states(unit: Unit) -> tuple[Option, ...]:
    """Return the possible states of the target, closed if this kind of unit never has them."""
    never = why_never_to_ground(unit)
    options = tuple(DOWN.but(closed=never) if option is DOWN else option for option in TARGET_STATES)
    if not unit.vehicle:
        return options
    flees = Reason("vehicles take no Morale checks, and never fall back", "7E-VEH-12")
    return tuple(option.but(closed=(flees,)) if option.value == "falling back" else option for option in options)


def why_no_jink(unit: Unit) -> tuple[Reason, ...]:
    """Return why the unit never jinks, so never has jinked; () if it may (7E-GTG-6)."""
    can_jink = any(charts.jinks(unit, model) for model, _ in unit.models)
    return () if can_jink else (Reason("nobody in it has Jink", "7E-GTG-6"),)


def ask_states(state: Attack, table: Table) -> Attack:
    """Ask for the states of both units, which a battle would know."""
    vehicle = state.shooter.value.vehicle
    unit_state = table.choose(
        "attacker_state",
        attacker_states(state.shooter.value),
        default="ready",
        rules=("7E-NOM-3",),
        text="How is the firing unit?",
    )
    if state.shooter.value.has("back in the fight") and unit_state in RALLIED:
        unit_state = "ready"
    if unit_state != "ready" and not (unit_state == "regrouped" and state.shooter.value.has(NO_FEAR)):
        state = who_jinked(state) if unit_state == "jinked" else state.but(snap_only=STATES[unit_state])
        state = state.but(moved=unit_state == "regrouped" and not vehicle)
    if state.target.value.vehicle:
        return arm_target(state, table)
    unit_state = table.choose(
        "target_state",
        target_states(state.target.value),
        default="ready",
        owner=DEFENDER,
        rules=("7E-GTG-2", "7E-GTG-3"),
        text="How is the target?",
    )
    if unit_state == "falling back":
        return state.but(no_ground="units falling back cannot go to ground")
    if unit_state == "gone to ground":
        return state.but(line=state.line.changed(lambda kind: kind.but(on_ground=True)), on_ground=True)
    return state


def who_jinked(state: Attack) -> Attack:
    """Make the models that can jink fire Snap Shots. Joined characters who cannot jink do not (7E-GTG-6, 7E-IC-3)."""
    unit = state.shooter.value
    riders = {i for i, (model, _) in enumerate(unit.models) if charts.jinks(unit, model)}
    if not riders or len(riders) == len(unit.models):
        return state.but(snap_only=STATES["jinked"])
    firers = (firer.but(why_snap=STATES["jinked"]) if firer.model in riders else firer for firer in state.firers)
    return state.but(firers=tuple(firers))


def arm_target(state: Attack, table: Table) -> Attack:
    """Ask how many weapons a target vehicle has, if it was described without weapons (7E-VEH-5)."""
    hulls = [rank.kind.hull for rank in state.line.ranks]
    if any(hull is None or hull.weapons or hull.lost for hull in hulls):
        return state
    n = table.number(
        "working_weapons", 0, 12, default=0, owner=DEFENDER, rules=("7E-VEH-5",),
        text=f"How many weapons does each {state.line.ranks[0].kind.name} have?",
    )  # fmt: skip
    names = ("weapon",) * n
    return state.but(line=state.line.changed(lambda kind: kind.but(hull=kind.hull.but(weapons=names)))) if n else state


def why_no_target(unit: Unit) -> tuple[Reason, ...]:
    """Return why the program cannot play this unit as a target; () if it can."""
    if any(word in unit.type for word in ("Artillery", "Gargantuan", "Super-heavy", "Building")):
        return (Reason(f"{unit.type} as a target is not played here", "7E-TGT-5"),)
    return ()


def why_no_shooter(unit: Unit) -> tuple[Reason, ...]:
    """Return why the program cannot play this unit as the shooter; () if it can (7E-NOM-2)."""
    if any(word in unit.type for word in ("Artillery", "Super-heavy", "Building")):
        return (Reason(f"{unit.type} is not played here", "7E-WPN-19"),)
    if not any(model.weapons for model, _ in unit.models):
        words = "it has no" if sum(n for _, n in unit.models) == 1 else "nobody in it has a"
        return (Reason(f"{words} ranged weapon", "7E-NOM-2"),)
    return ()


def why_they_cannot_meet(shooter: Unit, target: Unit) -> tuple[Reason, ...]:
    """Return why the program cannot play an attack between these units; () if it can."""
    return (*why_no_shooter(shooter), *why_no_target(target))


def make_ready(state: Attack, table: Table) -> Attack:
    """Set the vehicles' speed, their weapons at full skill (7E-WPN-22), and Ordnance (7E-WPN-18)."""
    if any_speed(state):
        table.check_only_answer(speeds_of(state), None)
    elif not (state.speed or state.snap_only or all(firer.why_snap for firer in state.firers) or too_far(state, table)):
        state = state.but(speed=table.ask(speeds_of(state)))
    full = flyers.full_skill(state)
    if full is not None:
        state = state.but(
            firers=tuple(firer.but(full_skill_left=max(0, full - firer.fired_elsewhere)) for firer in state.firers)
        )
    return declare_ordnance(state, table)


def too_far(state: Attack, table: Table) -> bool:
    """Return True if players have measured that nothing of the unit reaches its target (7E-WPN-5)."""
    reaches = (reach.reach for firer in state.firers for reach in reaches_at_the_table(state, firer, table))
    return state.manner.seen and state.distance > max(reaches, default=0)


def any_speed(state: Attack) -> bool:
    """Return True if the unit fires alike at any speed (7E-WPN-22, 7E-FLY-2)."""
    unit = state.shooter.value
    return unit.of_type("Walker") or unit.of_type("Heavy") or state.flight.mode == charts.ZOOMING


def speeds_of(state: Attack) -> Choose:
    """Return the question how fast the vehicles moved."""
    text = f"How did {state.shooter.value.name} move this turn?"
    if state.flight.mode == charts.ZOOMING:
        still = {charts.STATIONARY: (charts.NEVER_STILL,)}
        options = tuple(Option(speed, words, still.get(speed, ())) for speed, words in charts.FLYER_SPEEDS.items())
        return Choose("speed", options, charts.COMBAT, rules=("7E-FLY-2",), text=text)
    options = tuple(Option(speed, words, too_fast(state, speed)) for speed, words in charts.SPEEDS.items())
    return Choose("speed", options, charts.STATIONARY, rules=("7E-WPN-22",), text=text)


def too_fast(state: Attack, speed: str) -> tuple[Reason, ...]:
    """Return why these vehicles never move at this speed; () if they can (7E-WPN-22)."""
    for kind in ("Heavy", "Walker"):
        if speed == charts.CRUISING and state.shooter.value.of_type(kind):
            return (Reason(f"{kind} vehicles are never faster than Combat Speed", "7E-WPN-22"),)
    return ()


def declare_ordnance(state: Attack, table: Table) -> Attack:
    """Ask before the first weapon if Ordnance fires, because it makes the other shots Snap Shots (7E-WPN-18)."""
    if state.ordnance is not None or table.setting("ordnance_declared_first") == "no":
        return state
    gunners = [firer for firer in state.firers if fires_ordnance(state, firer)]
    if not gunners:
        return state  # without Ordnance, or only as Snap Shots, which Ordnance never fires (7E-HIT-5)
    models = [state.shooter.value.models[firer.model][0] for firer in gunners]
    alone = all(weapon.type == ORDNANCE for model in models for weapon in model.weapons)
    why = (Reason("it has no other weapon, so it would fire nothing", "7E-WPN-18"),) if alone else ()
    question = Choose(
        "ordnance",
        (
            Option("yes", "yes: its other weapons fire Snap Shots"),
            Option("no", "no: Ordnance stays silent this phase", closed=why),
        ),
        "yes",
        rules=("7E-WPN-18",),
        text=f"{state.shooter.value.name}: fire Ordnance this phase?",
    )
    if alone:
        table.check_only_answer(question, "yes")
    return state.but(ordnance=alone or table.ask(question) == "yes")


def fires_ordnance(state: Attack, firer: Firer) -> bool:
    """Return True if these vehicles have a working Ordnance weapon in range that may fire at full skill."""
    if state.snap_only or firer.why_snap or firer.full_skill_left == 0:
        return False
    return any(
        weapon.type == ORDNANCE
        and weapon.name not in firer.used
        and weapon.physical not in firer.lost
        and (weapon.range is None or state.distance <= weapon.range)
        and not flyers.snaps(state, weapon)
        and not flyers.cannot_hit(state, weapon)
        for weapon in state.shooter.value.models[firer.model][0].weapons
    )


def jink(state: Attack, table: Table) -> Attack:
    """Ask the owner before any roll To Hit if the target jinks: 4+ cover now, Snap Shots later (7E-GTG-6)."""
    unit = state.target.value
    alive = {rank.kind.model for rank in state.ranks()}
    able = {i for i in alive if charts.jinks(unit, unit.models[i][0])}
    if not able or any(rank.kind.model in able and (rank.kind.dodge or 7) <= charts.DODGE for rank in state.line.ranks):
        return state
    saves = {i: charts.dodge(unit.among(alive), unit.models[i][0]) for i in able}
    useless = no_use(state, saves)
    label = "4+ cover until its next Movement phase; Snap Shots until its next turn is over"
    answer = table.choose(
        "jink",
        (Option("no", "stay on course"), Option("yes", f"jink: {useless.text if useless else label}")),
        default="no",
        owner=DEFENDER,
        rules=("7E-GTG-6", "7E-GTG-7"),
        text=f"{unit.name}: jink?",
    )
    if answer == "no":
        return state
    table.tell("{unit}: jinking", ("7E-GTG-6",), unit=unit.name)
    return state.changed(lambda kind: kind.but(dodge=saves.get(kind.model, kind.dodge))).but(jinks=True)


def no_use(state: Attack, saves: dict[int, int]) -> Reason | None:
    """Return why jinking helps against no weapon; None if it helps (7E-GTG-7). `saves` are the jink saves by kind."""
    weapons = [weapon for firer in state.firers for weapon in state.shooter.value.models[firer.model][0].weapons]
    shots = [weapon for weapon in weapons if not charts.ignores_cover(weapon)]
    if weapons and not shots:
        return Reason("all their weapons ignore cover", "7E-GTG-7")
    for rank in state.ranks():
        if rank.kind.model not in saves:
            continue
        jinking = charts.cover_save(rank.kind.but(dodge=saves[rank.kind.model])).target or 7
        for weapon in shots:
            ap = min(2 if any(map(weapon.has, charts.SIXES_ARE_AP2)) else charts.NO_AP, weapon.ap or charts.NO_AP)
            armour = None if state.target.value.vehicle else charts.armour_save(rank.kind.armour, ap).target
            if min(armour or 7, rank.kind.invulnerable or 7) > jinking:
                return None
    return Reason("their other saves are as good", "7E-GTG-7") if weapons else None
