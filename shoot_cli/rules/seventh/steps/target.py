"""The attack begins: who fires, who is fired at, how far it is (7E-TGT-2, 4, 5)."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.piles import Line, Rank, models, wounds
from shoot_cli.core.questions import DEFENDER, Option, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.profiles import PISTOL, Model, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer, Standing
from shoot_cli.rules.seventh.steps.getting_ready import ask_zooming, jink, make_ready
from shoot_cli.rules.seventh.steps.transports import ask_transport_speed

NO_FEAR = "And They Shall Know No Fear"
FARTHEST = 200  # inches: more than the diagonal of any table
STATES = {  # of the firing unit: what makes all its shots Snap Shots (7E-NOM-3), and the words for it
    "ready": "",
    "gone to ground": "it has gone to ground",
    "falling back": "it is falling back",
    "regrouped": "it regrouped this turn",
    "jinked": "it jinked",
    "shaken": "its crew is shaken",
}


def standing(unit: Unit, index: int, place: int, alive: Iterable[int] | None = None, night: bool = False) -> Standing:
    """A model of the list as the target of wounds. ``alive``: the kinds of models that still stand; None: all."""
    model = unit.models[index][0]
    return Standing(
        model.name, index, place, model.toughness,
        model.armour, model.invulnerable, model.feel_no_pain, model.reanimation,
        model.character, model.independent, model.has("Eternal Warrior"), model.wounds,
        stealth=charts.stealth_of(unit, alive, night), swarm=model.has("Swarms") or unit.of_type("Swarm"),
        hull=vehicle_charts.hull_of(model, unit),
    )  # fmt: skip


def weapons_at_once(unit: Unit, model: Model) -> int:
    """How many weapons a model may fire in a phase (7E-WPN-4)."""
    if model.vehicle:
        return len(model.working())
    return 2 if any_two(unit, model) or sum(weapon.type == PISTOL for weapon in model.weapons) >= 2 else 1


def any_two(unit: Unit, model: Model) -> bool:
    """True if it may fire two weapons of any type; who has two pistols may fire these two (7E-WPN-4)."""
    return model.vehicle or "Monstrous" in unit.type or model.has("Multi-tracker") or model.has("Cyclone")


def attack_of(shooter: Unit, target: Unit, sides: tuple[str, str] = ("Attacker", "Target")) -> Attack:
    """An attack on its own: everybody is there, nobody was hurt before."""
    firers = tuple(
        Firer(i, n, model.wounds, weapons_at_once(shooter, model)) for i, (model, n) in enumerate(shooter.models)
    )
    ranks = tuple(
        rank
        for i, (model, n) in enumerate(target.models)
        for rank in _ranks(Rank(standing(target, i, i), n, model.wounds))
    )
    return Attack(Card(shooter), Card(target), sides, firers, Line(ranks), (models(ranks), wounds(ranks)))


def _ranks(rank: Rank) -> tuple[Rank, ...]:
    """Vehicles are hurt one by one: each is a rank of its own."""
    return (rank,) if rank.kind.hull is None else (rank.but(n=1),) * rank.n


def measure(s: Attack, table: Table) -> Attack:
    """Sight and range may be checked before anything is declared (7E-TGT-2); the app never measures, it asks."""
    if s.battle is None:
        s = ask_states(s, table)
    reaches = [weapon for firer in s.firers for weapon in s.shooter.value.models[firer.model][0].weapons]
    inches = table.distance(
        "distance",
        FARTHEST,
        default=usual_distance(reaches, table) if s.battle is None else None,
        rules=("7E-TGT-2", "7E-TGT-4", "7E-TGT-5"),
        text=f"How far is the nearest visible model of {s.target.value.name}?",
    )
    s = with_settings(s, table).but(distance=inches)
    if s.battle is None and not s.snap_only:  # no Template is ever a Snap Shot
        s = s.but(beyond=templates_beyond(reaches, table))
    if s.shooter.value.vehicle:
        s = make_ready(s, table)
    elif s.fire_points is not None:
        s = ask_transport_speed(s, table)
    if vehicle_charts.flies(s.target.value):
        s = s.but(zooming=ask_zooming(s, table))
    return jink(s, table)


def with_settings(s: Attack, table: Table) -> Attack:
    """What saves, and rolls to penetrate, hang on besides the rules: settings, where they are not the usual ones."""
    if table.setting("explosion_timing") != "at_once":
        s = s.but(at_once=False)
    stacks, pain = table.setting("open_cover_stacks") == "yes", table.setting("eternal_warrior_fnp") == "yes"
    readings = tuple(value for key, value in charts.READINGS.items() if table.setting(key) == value)
    if stacks and not pain and not readings:
        return s
    return s.but(line=s.line.changed(lambda kind: kind.but(stacks=stacks, eternal_pain=pain, readings=readings)))


def usual_distance(weapons: list[Weapon], table: Table) -> float:
    """What is proposed for an attack on its own: as far as the first weapon reaches, at most 24 inches.

    Templates go last: their distance is asked apart.
    """
    ranges = [weapon.range for weapon in weapons if weapon.range is not None]
    return float(min(24, ranges[0] if ranges else min((reach_of(weapon, table) for weapon in weapons), default=24)))


def reach_of(weapon: Weapon, table: Table) -> float:
    """How far a Template reaches: its length, and as far as Torrent lets its narrow end be placed (7E-WPN-24)."""
    return float(table.setting("template_reach")) + (weapon.torrent or 0)


def templates_beyond(weapons: list[Weapon], table: Table) -> tuple[tuple[str, Reason], ...]:
    """The templates that are too far away, where somebody said how far it is; else they are in reach (7E-WPN-24)."""
    found = []
    for weapon in {weapon.name: weapon for weapon in weapons if weapon.range is None}.values():
        reach = reach_of(weapon, table)
        inches = table.distance(
            f"distance:{weapon.name}", FARTHEST, default=reach, rules=("7E-WPN-24",),
            text=f"How far is their nearest visible model from a bearer of {weapon.name}?",
        )  # fmt: skip
        if inches > reach:
            found.append((weapon.name, Reason(f'{inches:g}" is beyond its reach of {reach:g}"', "7E-WPN-24")))
    return tuple(found)


LOCKED = Reason("a unit locked in close combat can never be shot at", "7E-TGT-3")
VEHICLE_STATES = tuple(Option(state, STATES[state]) for state in ("ready", "shaken", "jinked"))
ATTACKER_STATES = tuple(Option(state, words) for state, words in STATES.items() if state != "shaken")
DOWN = Option("gone to ground")
TARGET_STATES = (Option("ready"), DOWN, Option("falling back"), Option("locked", closed=(LOCKED,)))


def ask_states(s: Attack, table: Table) -> Attack:
    """What a battle would know of both units."""
    vehicle = s.shooter.value.vehicle
    state = table.choose(
        "attacker_state",
        VEHICLE_STATES if vehicle else ATTACKER_STATES,
        default="ready",
        rules=("7E-NOM-3",),
        text="How is the firing unit?",
    )
    if state != "ready" and not (state == "regrouped" and s.shooter.value.has(NO_FEAR)):
        s = s.but(snap_only=STATES[state], moved=state == "regrouped" and not vehicle)
    if s.target.value.vehicle:
        return arm_target(s, table)
    never = why_never_to_ground(s.target.value)
    state = table.choose(
        "target_state",
        tuple(DOWN.but(closed=never) if option is DOWN else option for option in TARGET_STATES)
        if never
        else TARGET_STATES,
        default="ready",
        owner=DEFENDER,
        rules=("7E-GTG-2", "7E-GTG-3"),
        text="How is the target?",
    )
    if state == "falling back":
        return s.but(no_ground="units falling back cannot go to ground")
    if state == "gone to ground":
        return s.but(line=s.line.changed(lambda kind: kind.but(on_ground=True)), on_ground=True)
    return s


def arm_target(s: Attack, table: Table) -> Attack:
    """A vehicle that was described without weapons: how many there are to be destroyed (7E-VEH-5)."""
    hulls = [rank.kind.hull for rank in s.line.ranks]
    if any(hull is None or hull.weapons for hull in hulls):
        return s
    n = table.number(
        "working_weapons", 0, 12, default=0, owner=DEFENDER, rules=("7E-VEH-5",),
        text=f"How many weapons does each {s.line.ranks[0].kind.name} have?",
    )  # fmt: skip
    names = ("weapon",) * n
    return s.but(line=s.line.changed(lambda kind: kind.but(hull=kind.hull.but(weapons=names)))) if n else s


def why_never_to_ground(unit: Unit) -> tuple[Reason, ...]:
    """Why the unit, while all its models stand, is never gone to ground; () if it can be (7E-GTG-3)."""
    if never := charts.never_to_ground(unit):
        return (never,)
    return tuple(Reason(f"{rule} units cannot go to ground", "7E-GTG-3") for rule in FEARLESS if unit.has(rule))


FEARLESS = ("Fearless", "Zealot")


def target_has(s: Attack, rule: str) -> bool:
    """True if the target has the rule now: it falls with its last bearer."""
    unit = s.target.value
    if rule in unit.rules or not unit.has(rule):
        return rule in unit.rules
    return charts.still_has(unit, {rank.kind.model for rank in (*s.line.standing(), *s.apart)}, rule)


def why_no_target(unit: Unit) -> tuple[Reason, ...]:
    """Why this unit cannot be shot at by what the program knows; () if it can."""
    if any(word in unit.type for word in ("Artillery", "Gargantuan", "Super-heavy", "Building")):
        return (Reason(f"{unit.type} as a target is not played here", "7E-TGT-5"),)
    return ()


def why_no_shooter(unit: Unit) -> tuple[Reason, ...]:
    """Why this unit cannot shoot by what the program knows; () if it can (7E-NOM-2)."""
    if any(word in unit.type for word in ("Artillery", "Super-heavy", "Building")):
        return (Reason(f"{unit.type} is not played here", "7E-WPN-19"),)
    if not any(model.weapons for model, _ in unit.models):
        return (Reason("nobody in it has a ranged weapon", "7E-NOM-2"),)
    return ()


def why_they_cannot_meet(shooter: Unit, target: Unit) -> tuple[Reason, ...]:
    """For an attack on its own: what the program cannot play of these two; () if it can play it."""
    return (*why_no_shooter(shooter), *why_no_target(target))
