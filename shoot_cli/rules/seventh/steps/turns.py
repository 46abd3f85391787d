"""Phases and turns: a unit is nominated, selects its target or does something else; Morale at the end."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.battle import turns as battle_turns
from shoot_cli.engine.pools import Rank, models
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.charts import FLAT_OUT, SILENT, SMOKE, SWOOPING, area_of, flies, never_snaps
from shoot_cli.rules.seventh.joined_units import join, without_the_dead
from shoot_cli.rules.seventh.profiles import Army, Unit, Weapon
from shoot_cli.rules.seventh.records import Battle, BattleUnit, Split, forces_of_mark
from shoot_cli.rules.seventh.steps import happened, states
from shoot_cli.rules.seventh.steps.attack import divided, firers_of, highest_leadership
from shoot_cli.rules.seventh.steps.facts import unit_with_effects, without_counters
from shoot_cli.rules.seventh.steps.owner_decisions import FEARLESS
from shoot_cli.rules.seventh.steps.target import why_no_shooter, why_no_target
from shoot_cli.rules.seventh.steps.vehicles import passengers_test, why_not_through_fire_points
from shoot_cli.rules.seventh.tokens import STUNNED, VehicleState

# Nominating a unit and selecting its target (7E-NOM-1 to 4, 7E-TGT-1, 3, 7).

RUN, HOLD = "run", "hold fire"
SPLIT = "split fire"


def why_not_nominated(battle: Battle, index: int) -> tuple[Reason, ...]:
    """Return why this unit cannot be nominated now; () if it can (7E-NOM-1 to 3)."""
    unit = battle.sides[battle.active].units[index]
    if not unit.ranks:
        return (Reason("destroyed", "7E-ALC-11"),)
    if index in battle.done:
        return (Reason("has shot", "7E-NOM-1"),)
    for mark, reason in states.CANNOT_SHOOT.items():
        if unit.marked(mark) and not (mark == states.RAN and (has_focus(unit) or unit.marked(states.ZEPHYRS_GRACE))):
            return (reason,)
    if unit.marked(states.EMBARKED) and (why := why_not_through_fire_points(battle, unit)):
        return why
    return why_no_shooter(unit.unit.value) or why_nobody_can_fire(unit)


@lru_cache(1024)  # asked for every unit at every prompt, and few units change between two prompts
def why_nobody_can_fire(unit: BattleUnit) -> tuple[Reason, ...]:
    """Return why the remaining models have nothing to shoot with; () if one of them has (7E-NOM-2)."""
    if unit.ranks and armed(unit):
        return ()
    if armed(unit, skilled=False):
        return (Reason("Ballistic Skill 0 cannot shoot", "7E-NOM-3"),)
    return (Reason("no ranged weapon left", "7E-NOM-2"),)


def armed(battle_unit: BattleUnit, skilled: bool = True) -> dict[int, dict[str, Weapon]]:
    """Return the usable weapons of each kind of model, by name, without spent and destroyed ones.

    `skilled` is False to include weapons that its Ballistic Skill of 0 forbids (7E-NOM-3 g).
    """
    unit = battle_unit.unit.value
    usable: dict[int, dict[str, Weapon]] = {}
    for kind, n in battle_unit.by_kind().items():
        model = unit.models[kind][0]
        working = {
            name
            for rank, wear in zip(battle_unit.ranks, battle_unit.wear, strict=False)
            if rank.kind == kind
            for name in model.working(wear.lost)
        }
        names = {
            weapon.name: weapon
            for weapon in model.weapons
            if battle_unit.spent.count((kind, weapon.name)) < n
            and (not battle_unit.wear or weapon.physical in working)
            and (model.skilled_for(weapon) or not skilled)
        }
        if names:
            usable[kind] = names
    return usable


def phase_goes_on(battle: Battle) -> bool:
    if battle.ended_phase or battle.over:
        return False
    return battle.split is not None or any(
        not why_not_nominated(battle, index) for index in battle_turns.alive(battle.sides[battle.active])
    )


def nominate(battle: Battle, table: Table) -> Battle:
    """Ask which unit shoots. Each unit shoots once, and finishes before the next one (7E-NOM-1)."""
    if battle.split is not None:  # the rest of a unit with split fire shoots now
        return battle.but(target=None)
    side = battle.sides[battle.active]
    options = [
        Option(battle_unit.unit.value.name, states.label(battle_unit), why_not_nominated(battle, index))
        for index, battle_unit in enumerate(side.units)
        if battle_unit.joined is None
    ]
    others = (Option(battle_turns.HAPPENED, "something happened ..."),)
    name = battle_turns.who_shoots(battle, options, others, ("7E-NOM-1", "7E-NOM-2", "7E-NOM-3"), table)
    if name == battle_turns.END_PHASE:
        return battle.but(ended_phase=True, unit=None, target=None)
    if name == battle_turns.STATE:
        return happened.report_state(battle, table)
    if name == battle_turns.HAPPENED:
        return happened.tell_what_happened(battle, table)
    index = battle_turns.place_named(side.units, name)
    return battle.but(unit=index, target=None)


def unit_named(battle: Battle) -> bool:
    return battle.unit is not None


def choose_target(battle: Battle, table: Table) -> Battle:
    """Ask for one target for the whole unit (7E-TGT-1), or an action instead of shooting (7E-NOM-4)."""
    side, index = battle.shooting()
    shooter = battle.unit_at(side, index)
    enemies = battle.sides[1 - battle.active].units
    options = targets(battle)
    open_ones = [option.value for option in options if not option.closed]
    instead = () if battle.split else instead_of_shooting(battle, shooter, len(open_ones))
    name = table.choose(
        "target",
        (*options, *instead, Option(HOLD, "do not shoot")),
        default=open_ones[0] if open_ones else HOLD,
        rules=("7E-TGT-1", "7E-TGT-3", "7E-NOM-4"),
        text=f"Which target for {shooter.unit.value.name}{effects_note(shooter)}?",
        spent=HOLD,
        nth=len(battle.done) + (battle.split is not None),
    )
    if name == SPLIT:
        return split_fire(battle, shooter, table)
    done = battle.but(done=tuple(sorted({*battle.done, index})))
    if name == HOLD:
        table.tell("{unit}: no shots", ("7E-NOM-1",), unit=shooter.unit.value.name)
        return done.but(unit=None, split=None)
    if name == RUN:
        return run(battle if may_run_and_shoot(shooter) else done, shooter, table)
    if name in (FLAT_OUT, SMOKE):
        return move_instead(done, shooter, name, table)
    return done.but(target=battle_turns.place_named(enemies, name))


def effects_note(unit: BattleUnit) -> str:
    """Return the effects on the unit, in brackets; "" if there are none (7E-EFF-2)."""
    names = [mark.name for mark in unit.marks if forces_of_mark(mark, unit.parts)]
    return f" ({', '.join(names)})" if names else ""


def targets(battle: Battle) -> list[Option]:
    """Return an option for every enemy unit, closed if it cannot be shot at."""
    options = []
    for i, enemy in enumerate(battle.sides[1 - battle.active].units):
        if enemy.joined is not None:
            continue
        closed = (
            (Reason("destroyed", "7E-ALC-11"),)
            if not enemy.ranks
            else why_not_shot(enemy) or why_not_hit(battle, enemy)
        )
        if battle.split and battle.split.target == i:
            closed = (Reason("the first shot went there: the rest pick another unit", "7E-TGT-1"),)
        if battle.split and i in battle.split.forced:
            closed = (Reason("the first shot forced it out of its transport", "7E-TGT-1"),)
        options.append(Option(enemy.unit.value.name, states.label(enemy), closed))
    return options


def why_not_hit(battle: Battle, enemy: BattleUnit) -> tuple[Reason, ...]:
    """Return why no weapon of this unit may be fired at the enemy; () if one may (7E-HIT-5, 7E-FLY-5)."""
    firing = armed(battle.unit_at(*battle.shooting())) if battle.unit is not None else {}  # before a unit is nominated
    weapons = [weapon for named in firing.values() for weapon in named.values()]
    if not weapons or not all(map(never_snaps, weapons)):
        return ()
    if any("snap only" in force.words and force.at_it for force in enemy.forces()):
        return (Reason("only Snap Shots may be fired at it, and it has no weapon for these", "7E-HIT-5"),)
    flat = all(area_of(weapon) and not weapon.has("Skyfire") for weapon in weapons)
    if (
        flat
        and states.mode_of(enemy) in charts.HARD_TO_HIT
        and not flies(battle.unit_at(*battle.shooting()).unit.value)
    ):
        return (Reason("Blast and Template weapons cannot hit who zooms or swoops", "7E-FLY-5"),)
    return ()


def instead_of_shooting(battle: Battle, shooter: BattleUnit, open_targets: int) -> tuple[Option, ...]:
    """Return the options that replace shooting at one target: split fire, run, move Flat Out, use smoke."""
    unit = shooter.unit.value
    options = []
    if open_targets > 1 and splits(shooter):
        options.append(Option(SPLIT, "one shoots at another unit first"))
    embarked = (Reason("nobody does so inside a transport", "7E-WPN-23"),) if shooter.marked(states.EMBARKED) else ()
    stuck: tuple[Reason, ...] = ()
    if shooter.wear and all(wear.immobilised for wear in shooter.wear):
        stuck = (Reason("it is immobilised", "7E-VEH-5"),)
    if any(wear.crew == STUNNED for wear in shooter.wear):
        stuck = (Reason("its crew is stunned", "7E-VEH-5"),)
    if not unit.vehicle or unit.of_type("Walker"):
        words = "turbo-boost instead of shooting" if boosts(shooter) else "run instead of shooting"
        options.append(Option(RUN, words, embarked or stuck or why_not_run(shooter)))
        return tuple(options)
    if unit.of_type("Heavy"):
        stuck = (Reason("Heavy vehicles are never faster than Combat Speed", "7E-WPN-22"),)
    inside = (Reason("its passengers have shot", "7E-NOM-3"),) if shooter.marked(states.PASSENGERS_FIRED) else ()
    options.append(Option(FLAT_OUT, "move Flat Out instead of shooting", inside or stuck))
    if unit.has("Smoke Launchers"):
        used = (Reason("its smoke launchers are used up", "7E-WPN-17"),) if (-1, SMOKE) in shooter.spent else ()
        options.append(Option(SMOKE, "use its smoke launchers instead of shooting: cover 5+", inside or used))
    return tuple(options)


def splits(shooter: BattleUnit) -> dict[str, Split]:
    """Return the models, or the weapons of a vehicle, that can shoot at another unit, by name (7E-TGT-1).

    A model or weapon is left out if no other shooter would remain.
    """
    unit = unit_with_effects(shooter)
    spirit = unit.vehicle and unit.has("Power of the Machine Spirit")
    if not spirit and not unit.has("Split Fire"):
        return {}
    by_name: dict[str, Split] = {}
    for kind, weapons in armed(shooter).items():
        model = unit.models[kind][0]
        for name in weapons if spirit else (model.name,):
            split = Split(kind, name if spirit else "", -1)
            if divided_left(shooter, split):
                by_name.setdefault(name, split)
    return by_name


def divided_left(shooter: BattleUnit, split: Split) -> bool:
    """Return True if someone can still shoot after the split shot (7E-TGT-1)."""
    return any(firer.weapons > 0 for firer in divided(firers_of(shooter), split.but(fired=True), shooter.unit.value))


def boosts(battle_unit: BattleUnit) -> bool:
    """Return True if the unit turbo-boosts instead of running: all its models are Bikes (7E-NOM-3 c, 7E-IC-2)."""
    unit = battle_unit.unit.value
    return all(unit.model_of_type(unit.models[kind][0], "Bike") for kind in battle_unit.by_kind())


def split_fire(battle: Battle, shooter: BattleUnit, table: Table) -> Battle:
    """Ask who shoots first and at which unit; the rest then select another target (7E-TGT-1)."""
    choices = splits(shooter)
    spirit = any(split.weapon for split in choices.values())
    name = table.choose(
        "split", tuple(map(Option, choices)), default=next(iter(choices)), rules=("7E-TGT-1",),
        text="Which weapon shoots at another unit?" if spirit else "Who shoots at another unit?",
    )  # fmt: skip
    options = targets(battle)
    enemy = table.choose(
        "split_target", tuple(options), default=next(option.value for option in options if not option.closed),
        rules=("7E-TGT-1", "7E-TGT-3"), text=f"Which target for the {name}?",
    )  # fmt: skip
    target = battle_turns.place_named(battle.sides[1 - battle.active].units, enemy)
    return battle.but(split=choices[name].but(target=target), target=target)


def move_instead(battle: Battle, battle_unit: BattleUnit, move: str, table: Table) -> Battle:
    """Move Flat Out or use smoke: neither the unit nor its passengers shoot (7E-NOM-3 c, d, n)."""
    name = battle_unit.unit.value.name
    changed = battle_unit.with_mark(battle_turns.Mark(move, battle.this_turn()))
    if move == SMOKE:
        changed = changed.with_mark(battle_turns.Mark(states.SMOKED, battle.end_of(1 - battle.active)))
        changed = changed.but(spent=tuple(sorted((*changed.spent, (-1, SMOKE)))))
    table.tell("{unit}: {what}", ("7E-NOM-3",), unit=name, what=SILENT[move])
    return battle_turns.replaced(battle, *battle.shooting(), changed).but(unit=None)


def why_not_shot(enemy: BattleUnit) -> tuple[Reason, ...]:
    for mark, reason in states.CANNOT_BE_SHOT.items():
        if enemy.marked(mark):
            return (reason,)
    return why_no_target(enemy.unit.value)


def why_not_run(unit: BattleUnit) -> tuple[Reason, ...]:
    """Return why the unit cannot run; () if it can."""
    if unit.marked(states.RAN):
        return (Reason("has run", "7E-NOM-4"),)
    if unit.bearing(states.GROUNDED):
        return (Reason("a unit gone to ground cannot run", "7E-NOM-4"),)
    if unit.unit_now().value.has("Slow and Purposeful"):
        return (Reason("Slow and Purposeful units cannot run", "7E-NOM-4"),)
    return ()


def run(battle: Battle, battle_unit: BattleUnit, table: Table) -> Battle:
    """Roll the inches that the unit runs: D6, or 2D6 if it swoops. It may not charge this turn (7E-NOM-4)."""
    side, index = battle.shooting()
    name = battle_unit.unit.value.name
    if boosts(battle_unit):
        table.tell("{unit}: turbo-boost, no shooting, no charge this turn", ("7E-NOM-3",), unit=name)
        done = battle.but(done=tuple(sorted({*battle.done, index})), unit=None)
        return battle_turns.replaced(
            done, side, index, battle_unit.with_mark(battle_turns.Mark(states.TURBO, battle.this_turn()))
        )
    swoops = states.mode_of(battle_unit) == SWOOPING  # 7E-FMC-2
    inches = table.total("run", 1 + swoops, owner=ATTACKER, rules=("7E-NOM-4",), text=f"{name}: run")
    focus = may_run_and_shoot(battle_unit)
    words = (
        "no charge this turn, and it may still shoot, but no Heavy weapon"
        if focus
        else "no shooting, no charge this turn"
    )
    table.tell('{unit}: run up to {n}" each, {words}', ("7E-NOM-4",), unit=name, n=inches, words=words)
    ran = battle_unit.with_mark(battle_turns.Mark(states.RAN, battle.this_turn()))
    return battle_turns.replaced(battle, side, index, ran).but(unit=None)


def has_focus(unit: BattleUnit) -> bool:
    """Return True if all remaining models have Battle Focus (7E-NOM-3 b, 7E-IC-3)."""
    return charts.everybody_has(unit.unit.value, unit.by_kind(), "Battle Focus")


def may_run_and_shoot(unit: BattleUnit) -> bool:
    """Return True if the unit may run and shoot (7E-NOM-3 b); units that turbo-boost may not."""
    return has_focus(unit) and not boosts(unit)


def target_chosen(battle: Battle) -> bool:
    return battle.target is not None


# Phases, turns and Morale (7E-END-2).

# Rules that may replace the result of a failed Morale check. The players say if they do, because Instinctive Behaviour
# depends on a Synapse creature nearby. The first value is the default.
OWN_OUTCOME = {
    "Mob Rule": ("stands", "Mob Rule lets it stand"),
    "Instinctive Behaviour": ("falls back", "within Synapse range (Fearless): it stands"),
}


def new_battle(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    """Return the battle of both armies. Characters joined to a unit by their list start in the unit (7E-IC-6), and
    units in the transport that they ride in by their list (7E-WPN-23)."""
    battle = Battle(
        battle_turns.two_sides(mine, theirs, new_battle_unit), turns, factions=(mine.faction, theirs.faction)
    )
    for side, army in enumerate((mine, theirs)):
        indexes = {unit.name: index for index, unit in enumerate(army.units)}
        for index, unit in enumerate(army.units):
            if unit.joined_to in indexes:
                battle = join(battle, side, indexes[unit.joined_to], index)
        for index, unit in enumerate(army.units):
            if unit.rides_in in indexes:
                passengers = states.with_state(battle, side, battle.unit_at(side, index), states.EMBARKED)
                inside = passengers.but(inside=indexes[unit.rides_in])
                battle = battle_turns.replaced(battle, side, index, inside)
    return battle


def first_turn(battle: Battle, table: Table) -> Battle:
    """Ask who has the first turn, and tell who begins inside a transport (7E-WPN-23)."""
    battle = battle_turns.ask_first(battle, "7E-NOM-1", table)
    for army in battle.sides:
        for unit in army.units:
            if unit.inside is not None:
                names = unit.unit.value.name, army.units[unit.inside].unit.value.name
                table.tell("{unit}: inside {transport}", ("7E-WPN-23",), unit=names[0], transport=names[1])
    return battle


def begin_phase(battle: Battle, table: Table) -> Battle:
    """Start a phase: count the models of each unit (7E-END-2), and log which units cannot shoot."""
    for side, army in enumerate(battle.sides):
        for index in range(len(army.units)):
            battle = without_the_dead(battle, side, index)
    sides = tuple(
        army.but(units=tuple(unit.but(start=models(unit.ranks), came_back=0, points_used=0) for unit in army.units))
        for army in battle.sides
    )
    battle = battle.but(sides=sides, done=(), unit=None, target=None, ended_phase=False)
    table.tell("Turn {turn}: {side}", ("7E-NOM-1",), turn=battle.turn, side=battle.sides[battle.active].name)
    battle_turns.tell_who_cannot(battle, why_not_nominated, table)
    return battle


def unit_done(battle: Battle, table: Table) -> Battle:
    """End the unit's shooting after all its effects, or continue with the rest after split fire."""
    side, index = battle.shooting()
    battle_unit = battle.unit_at(side, index)
    if (
        battle.split is not None
        and not battle.split.fired
        and battle_unit.ranks
        and divided_left(battle_unit, battle.split)
    ):
        return battle.but(split=battle.split.but(fired=True), done=tuple(i for i in battle.done if i != index))
    battle = battle.but(split=None, done=tuple(sorted({*battle.done, index})))
    return run_afterwards(battle, battle_unit, table).but(unit=None)


def run_afterwards(battle: Battle, unit: BattleUnit, table: Table) -> Battle:
    """Ask if a unit with Battle Focus runs after shooting (7E-NOM-3 b)."""
    focused = may_run_and_shoot(unit)
    if not unit.ranks or not (focused or unit.marked(states.FORWARDS)) or why_not_run(unit):
        return battle
    if unit.marked(states.EMBARKED) or unit.marked(states.LOCKED):
        return battle
    why = "Battle Focus" if focused else states.FORWARDS
    answer = table.choose(
        "battle_focus", (Option("no", "it stays"), Option("yes", "it runs now")), default="no", rules=("7E-NOM-3",),
        text=f"{unit.unit.value.name}: run ({why})?",
    )  # fmt: skip
    return battle if answer == "no" else run(battle, unit, table)


def end_phase(battle: Battle, table: Table) -> Battle:
    """Resolve the tests at the end of the phase: Blind, passengers, and Morale for a quarter lost (7E-END-2)."""
    battle = blinded(battle, table)
    battle = passengers_test(battle, table)
    for side, army in enumerate(battle.sides):
        for i, unit in enumerate(army.units):
            battle = battle_turns.replaced(battle, side, i, without_counters(morale(battle, side, unit, table)))
    return battle


def blinded(battle: Battle, table: Table) -> Battle:
    """Ask for the Initiative test of units hit by a Blind weapon, and mark those that fail (7E-END-5, 7E-EFF-4)."""
    for side, army in enumerate(battle.sides):
        for i, unit in enumerate(army.units):
            if unit.ranks and unit.marked(states.DAZZLED):
                answer = table.choose(
                    "blind",
                    (Option("passed"), Option("failed", "it is blind until the end of its next turn")),
                    default="passed",
                    owner=DEFENDER if side != battle.active else ATTACKER,
                    rules=("7E-END-5", "7E-EFF-4"),
                    text=f"{unit.unit.value.name}: Initiative test (Blind)",
                )
                after = unit.without(states.DAZZLED)
                if answer == "failed":
                    after = after.with_mark(battle_turns.Mark(states.BLIND, battle.next_end_of(side)))
                battle = battle_turns.replaced(battle, side, i, after)
    return battle


def morale(battle: Battle, side: int, battle_unit: BattleUnit, table: Table) -> BattleUnit:
    """Return the unit after its Morale check, if it lost a quarter of its models this phase."""
    unit, remaining = battle_unit.unit.value, models(battle_unit.ranks)
    lost = battle_unit.start + battle_unit.came_back - remaining
    if (
        not remaining
        or not lost
        or lost < charts.casualties_for_morale(battle_unit.start)
        or unit.vehicle
        or battle_unit.marked(states.LOCKED)
        or battle_unit.marked(states.EMBARKED)
    ):
        return battle_unit
    alive = {rank.kind for rank in battle_unit.ranks}
    for rule in FEARLESS:
        if charts.still_has(unit, alive, rule):
            table.tell("{unit}: {rule}, the Morale check is passed", ("7E-END-2",), unit=unit.name, rule=rule)
            return battle_unit
    highest = highest_leadership(unit, alive)
    table.tell(
        "{unit} lost {lost} of {start} this phase: Morale check",
        ("7E-END-2",),
        unit=unit.name,
        lost=lost,
        start=battle_unit.start,
    )
    need = charts.leadership_test(highest, f"lost {lost} of {battle_unit.start}, a quarter or more", "7E-END-2")
    owner = DEFENDER if side != battle.active else ATTACKER
    total = table.total("morale", 2, need=need, owner=owner, rules=("7E-END-2",), text=f"{unit.name}: Morale check")
    if need.met_by(total) or total == 2:
        table.tell("{unit}: Morale check passed", ("7E-END-2",), unit=unit.name)
        return battle_unit
    special = [
        rule
        for rule in OWN_OUTCOME
        if any(rule in other for other in (*unit.rules, *(r for m, _ in unit.models for r in m.rules)))
    ]
    if special:
        usual, words = OWN_OUTCOME[special[0]]
        options = (Option("falls back", "it falls back"), Option("stands", words))
        text = f"{unit.name} failed, but has {special[0]}: what happens?"
        answer = table.choose("own outcome", options, default=usual, owner=owner, rules=("7E-END-2",), text=text)
        if answer == "stands":
            return battle_unit
    table.tell("{unit}: falling back", ("7E-END-2",), unit=unit.name)
    return battle_unit.without(states.GROUNDED).with_mark(battle_turns.Mark(states.FALLING_BACK))


def end_turn(battle: Battle, table: Table) -> Battle:
    """Remove the marks that end with this turn, and start the next turn or end the battle."""

    def tell_ended(battle_unit: BattleUnit, name: str) -> None:
        if battle_unit.ranks and not name.startswith(states.PASSING):
            table.tell("{unit}: no longer {mark}", ("7E-GTG-4",), unit=battle_unit.unit.value.name, mark=name)

    return battle_turns.following_turn(
        crews_recover(battle_turns.without_ended(battle, tell_ended), table), "7E-ALC-11", "7E-END-4", table
    )


def crews_recover(battle: Battle, table: Table) -> Battle:
    """Remove Crew Shaken and Crew Stunned that last until the end of this turn (7E-VEH-5)."""
    for side, army in enumerate(battle.sides):
        for i, battle_unit in enumerate(army.units):
            if any(wear.crew and wear.until == battle.this_turn() for wear in battle_unit.wear):
                table.tell("{unit}: crew recovered", ("7E-VEH-5",), unit=battle_unit.unit.value.name)
                wear = tuple(
                    hull.but(crew="", until=None) if hull.until == battle.this_turn() else hull
                    for hull in battle_unit.wear
                )
                battle = battle_turns.replaced(battle, side, i, battle_unit.but(wear=wear))
    return battle


def new_battle_unit(unit: Unit) -> BattleUnit:
    """Return a unit at the start of the battle; each vehicle has a rank of its own."""
    if unit.vehicle:
        ranks = tuple(Rank(i, 1, model.wounds) for i, (model, n) in enumerate(unit.models) for _ in range(n))
        return BattleUnit(Hashed(unit), ranks, len(ranks), wear=(VehicleState(),) * len(ranks))
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(unit.models))
    return BattleUnit(Hashed(unit), ranks, models(ranks))
