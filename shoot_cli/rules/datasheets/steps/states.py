"""States that players report, and the situation of an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from shoot_cli.battle.command_points import MARKS
from shoot_cli.battle.turns import HAPPENED, Mark, Memory, Place, Side, Telling, forgetting, place_named, replaced
from shoot_cli.engine.names import IF
from shoot_cli.engine.pools import Line, Rank, models
from shoot_cli.engine.questions import Option
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.ability_grammar import LEND, MARK, parted
from shoot_cli.rules.datasheets.conditions import Situation, SituationSide
from shoot_cli.rules.datasheets.profiles import ONE_TARGET, Ability, Model, Unit, Weapon, with_keywords_left
from shoot_cli.rules.datasheets.records import Attack, Battle, BattleUnit, DeclaredTarget
from shoot_cli.rules.datasheets.steps.tellings import with_tellings
from shoot_cli.rules.datasheets.tokens import Firer

# Reported states: movement, combat, transports, off the table (ELIG-1 to 8)

BACK = "back"
NO_LONGER = "no longer"

# States of movement end with the turn of the unit's own side.
LOCKED, ADVANCED, FELL_BACK, STILL, ARRIVED, DISEMBARKED, ACTING, OFF = (
    "locked in combat",
    "advanced",
    "fell back",
    "remained stationary",
    "set up this turn",
    "disembarked this turn",
    "performing an action",
    "off the table",
)
SHOCKED = "Battle-shocked"
EMBARKED = "embarked in "
SMOKE, GROUND = "smokescreen", "gone to ground"
REPORTED = {
    LOCKED: "",  # the edition has the text
    STILL: "it did not move this turn",
    ADVANCED: "it Advanced this turn",
    FELL_BACK: "it Fell Back this turn",
    ARRIVED: "it was set up on the battlefield this turn",
    DISEMBARKED: "it got out of a transport this turn",
    ACTING: "it does not shoot meanwhile",
    OFF: "in Reserves or off the table",
}
DONE = {MARK: "marked", LEND: "lent"}  # words for effects of other units
MOVEMENT = (ADVANCED, FELL_BACK, STILL, ARRIVED)  # movement of this turn; only one can hold
OF_TURN = (*MOVEMENT, DISEMBARKED, ACTING)  # disembarked units may Advance, but have not Remained Stationary (EFF-19)
NOT_BOTH = {STILL: (DISEMBARKED,), ARRIVED: (DISEMBARKED,), DISEMBARKED: (STILL, ARRIVED)}


def new_battle_unit(kind: type[BattleUnit], unit: Unit) -> BattleUnit:
    ranks = tuple(Rank(i, n, model.wounds - model.lost) for i, (model, n) in enumerate(unit.models))
    return kind(Hashed(unit), ranks)


def embarked(unit: BattleUnit) -> str:
    """Return the transport that the unit is embarked in; "" if it is in none."""
    return next((mark.name.removeprefix(EMBARKED) for mark in unit.marks if mark.name.startswith(EMBARKED)), "")


def of_army(words: str) -> bool:
    """Return True if an army names one enemy unit by this condition: "Oath of Moment target" (TGT-11)."""
    return isinstance(words, str) and words.endswith(" target")


def named_by_army(unit: BattleUnit) -> tuple[str, ...]:
    """Return the conditions by which the enemy army has named this unit."""
    return tuple(sorted(mark.name for mark in unit.marks if of_army(mark.name)))


@lru_cache(1024)
def names_of_army(unit: BattleUnit) -> tuple[str, ...]:
    """Return the conditions by which this unit's army may name enemies, if a living model uses them."""
    living = [unit.unit.value.models[rank.kind][0] for rank in unit.ranks]
    owned = (ability for model in living for owner in (model, *model.weapons) for ability in owner.abilities)
    conditions = (when for ability in owned for each in (ability, *ability.gives) for when in each.conditions)
    words = (word for when in conditions if when.kind == "if" for word in when.words)
    return tuple(word for word in dict.fromkeys(words) if of_army(word))


def is_on_table(unit: BattleUnit) -> bool:
    return bool(unit.ranks) and not unit.marked(OFF) and not embarked(unit)


@lru_cache(1024)  # every unit is asked at every prompt, and few have changed
def living_unit(battle_unit: BattleUnit) -> Hashed[Unit]:
    """Return the unit. An Attached unit without living leaders or bodyguards loses their keywords (ORD-6)."""
    return with_keywords_left(battle_unit.unit, tuple(rank.kind for rank in battle_unit.ranks))


@lru_cache(64)
def labels(units: tuple[BattleUnit, ...]) -> tuple[str, ...]:
    """Return the label of each unit of an army. What is in force on all of them that are left is not repeated."""
    in_force = [set(unit.tellings) for unit in units if unit.ranks]
    of_all = frozenset(set.intersection(*in_force) if len(in_force) > 1 else ())
    return tuple(left(unit, of_all) for unit in units)


@lru_cache(1024)
def left(unit: BattleUnit, of_all: frozenset[Telling] = frozenset()) -> str:
    """Return the label of a unit: its name, its models, and what is in force on it, but for the effects `of_all`."""
    n = models(unit.ranks)
    words = f"{unit.unit.value.name}, {n} model{'s' * (n != 1)}" if n else unit.unit.value.name
    given = (f"{DONE[gift.ability.name]} by {gift.giver}" for gift in unit.given)
    tellings = [telling for telling in told_of(unit) if telling not in of_all]
    named = {named_words(telling.name) for telling in unit.tellings}  # a named enemy is told by what that does
    marks = (mark.name for mark in unit.marks if mark.name not in named)
    return ", ".join([words, *marks, *given, *(telling.shown for telling in tellings)])


def named_words(rule: str) -> str:
    """Return the words by which abilities mean the enemy that a rule of the army names: `if Old Grudge target`."""
    return f"{rule} target"


def report_state(battle: Battle, table: Table, tell_of: Callable[[Battle, Table, Place], Battle]) -> Battle:
    """Ask for what the app cannot see: movement, combat, transports, units off the table.

    :param tell_of: asks what happened to the unit at a place, whose name may then be left out (EVE-6)
    """
    places = {
        battle_unit.unit.value.name: (side, i)
        for side, army in enumerate(battle.sides)
        for i, battle_unit in enumerate(army.units)
        if battle_unit.ranks
    }
    labels = {name: f"{MARKS[side]} {left(battle.sides[side].units[i])}" for name, (side, i) in places.items()}
    options = (*(Option(name, label) for name, label in labels.items()), Option(BACK))
    name = table.choose("state of", options, default=BACK, rules=battle.game.rules("ELIG-1"), text="Whose state?")
    if name == BACK:
        return battle
    side, i = place = places[name]
    battle_unit = battle.sides[side].units[i]
    mark = table.choose(
        "state",
        (*known_states(battle, place), Option(HAPPENED, f"{HAPPENED} ..."), Option(BACK)),
        default=BACK,
        rules=battle.game.rules("ELIG-1"),
        text=f"What is true of {name}?",
    )
    if mark == BACK:
        return battle
    if mark == HAPPENED:
        return tell_of(battle, table, place)
    if ended := next((telling for telling in told_of(battle_unit) if mark == f"{NO_LONGER} {telling.name}"), None):
        table.tell("{unit}: {mark}", battle.game.rules("EFF-8"), unit=name, mark=f"{NO_LONGER} {ended.shown}")
        rest = (telling for telling in battle_unit.tellings if telling != ended)
        return replaced(battle, side, i, with_tellings(battle_unit, rest))
    if mark == "embarked":
        inside = embarked(battle_unit)
        boats = transports(battle.sides[side], i)
        changed = battle_unit.without(EMBARKED + inside) if inside else get_in(battle_unit, boats, table)
        return replaced(battle, side, i, changed)
    if battle_unit.marked(mark):
        return without_state(battle, place, mark, table)
    return with_state(battle, place, mark, table)


def told_of(unit: BattleUnit) -> list[Telling]:
    """Return the effects that were told of this unit, and not of all units of its side."""
    return [telling for telling in unit.tellings if not telling.of_side]


def known_states(battle: Battle, place: Place) -> tuple[Option, ...]:
    """Return a row for each state that may be said of the unit; for one that it has, a row that ends it."""
    side, i = place
    unit = battle.unit_at(place)
    rows = [
        Option(mark, f"no longer {mark}" if unit.marked(mark) else words or battle.game.engaged_means)
        for mark, words in REPORTED.items()
    ]
    if unit.marked(SHOCKED):
        rows.append(Option(SHOCKED, f"no longer {SHOCKED}"))
    elif hangs_on_shock(battle):
        rows.append(Option(SHOCKED, f"{SHOCKED} until its owner's next turn begins"))
    rows += [Option(f"{NO_LONGER} {telling.name}", f"{NO_LONGER} {telling.shown}") for telling in told_of(unit)]
    inside = embarked(unit)
    if inside or transports(battle.sides[side], i):
        rows.append(Option("embarked", f"no longer {EMBARKED}{inside}" if inside else "inside a transport"))
    return tuple(rows)


def without_state(battle: Battle, place: Place, mark: str, table: Table) -> Battle:
    """Return the battle in which a state of the unit is over."""
    unit = battle.unit_at(place)
    if mark == LOCKED:
        battle = battle.but(locked=tuple(pair for pair in battle.locked if place not in pair))
    battle = moved(battle, place) if mark in (*MOVEMENT, DISEMBARKED) else battle
    name = unit.unit.value.name
    table.tell("{unit}: no longer {mark}", battle.game.rules("ELIG-1"), unit=name, mark=mark)
    return replaced(battle, *place, unit.without(mark))


def with_state(battle: Battle, place: Place, mark: str, table: Table) -> Battle:
    """Return the battle in which the unit has a state, in place of those that it cannot have beside it."""
    unit, name, side = battle.unit_at(place), battle.unit_at(place).unit.value.name, place[0]
    until = end_of_its_turn(battle, side) if mark in OF_TURN else None
    until = before_its_turn(battle, side) if mark == SHOCKED else until
    unit = unit.without(*MOVEMENT) if mark in MOVEMENT else unit
    unit = unit.without(*NOT_BOTH.get(mark, ())).with_mark(Mark(mark, until))
    table.tell("{unit}: {mark}", battle.game.rules("ELIG-1"), unit=name, mark=mark)
    if mark == LOCKED:
        return lock_both(replaced(battle, *place, unit), side, name, table)
    battle = moved(battle, place) if mark in (*MOVEMENT, DISEMBARKED) else battle
    return replaced(battle, *place, unit)


def moved(battle: Battle, unit: Place) -> Battle:
    """Return the battle without answers that depend on the unit's position: cover, distances, objectives."""
    return battle.but(
        remembered=forgetting(battle.remembered, unit),
        of_turn=but_for(battle.of_turn, unit),
        of_phase=but_for(battle.of_phase, unit),
        until_own_turn=forgetting(battle.until_own_turn, unit),
    )


def but_for(memory: Memory, unit: Place) -> Memory:
    """Return the memory without answers that depend on the unit's position. Battle-shock does not."""
    return tuple(answer for answer in memory if unit not in answer.about or answer.key == SHOCKED)


def lock_both(battle: Battle, side: int, name: str, table: Table) -> Battle:
    """Ask which enemy unit is in combat with it, and mark both (ELIG-3)."""
    enemies = battle.sides[1 - side].units
    options = tuple(Option(foe.unit.value.name, left(foe)) for foe in enemies if foe.ranks and not foe.marked(OFF))
    none = Option(BACK, "with one that was said before")
    text = f"With which unit is {name} locked?"
    chosen = table.choose("locked with", (*options, none), default=BACK, rules=battle.game.rules("ELIG-3"), text=text)
    if chosen == BACK:
        return battle
    index = place_named(enemies, chosen)
    table.tell("{unit}: {mark}", battle.game.rules("ELIG-3"), unit=chosen, mark=LOCKED)
    i = place_named(battle.sides[side].units, name)
    battle = battle.but(locked=tuple(sorted({*battle.locked, tuple(sorted(((side, i), (1 - side, index))))})))
    return replaced(battle, 1 - side, index, enemies[index].with_mark(Mark(LOCKED)))


def end_of_its_turn(battle: Battle, side: int) -> tuple[int, int]:
    """Return this side's own turn: the current one, or its next one."""
    later = side != battle.active and battle.active != battle.first  # its own turn comes in the next battle round
    return battle.turn + later, side


def before_its_turn(battle: Battle, side: int) -> tuple[int, int]:
    """Return the last turn of the other side before this side's next turn."""
    return battle.turn + (battle.active == side and battle.active != battle.first), 1 - side


def hangs_on_shock(battle: Battle) -> bool:
    """Return True if an ability of either army depends on Battle-shock. Otherwise nobody is asked."""
    return any(depends_on_state(unit.unit, SHOCKED) for side in battle.sides for unit in side.units)


@lru_cache(2048)
def depends_on_state(unit: Hashed[Unit], state: str) -> bool:
    """Return True if an ability of the unit depends on this state, of any unit."""
    models = [model for model, _ in unit.value.models]
    owned = [ability for model in models for ability in model.abilities]
    owned += [ability for model in models for weapon in model.weapons for ability in weapon.abilities]
    conditions = (when for ability in owned for each in (ability, *ability.gives) for when in each.conditions)
    return any(when.kind in ("state", "not state") and parted(when.words[0])[1] == state for when in conditions)


def transports(side: Side, but_for: int) -> tuple[str, ...]:
    return tuple(
        unit.unit.value.name
        for i, unit in enumerate(side.units)
        if i != but_for and unit.ranks and unit.unit.value.is_a("TRANSPORT")
    )


def get_in(unit: BattleUnit, boats: tuple[str, ...], table: Table) -> BattleUnit:
    name = table.choose(
        "transport",
        tuple(map(Option, boats)),
        default=boats[0],
        rules=unit.game.rules("ELIG-8"),
        text="In which transport?",
    )
    return unit.with_mark(Mark(EMBARKED + name))


# The situation of an attack (`conditions.py`)

JUST_BEYOND = 0.1  # inches; if no distance was given, the target is just beyond half range


def situation_of(
    state: Attack, aim: DeclaredTarget, weapon: Weapon | None = None, near: bool = False, assume_all: bool = False
) -> Situation:
    """Return the situation of this weapon at this target. ``assume_all``: nothing was answered yet, so all may hold."""
    far = aim.distance
    if far is None:
        far = weapon.range / 2 + JUST_BEYOND if weapon else 0
    return Situation(
        shooter_of(state, aim.granted), target_of(aim), far, near, keys(state, aim), state.rolled, assume_all
    )


def situation_before(state: Attack) -> Situation:
    """Return the situation before there is a target. Conditions on a target do not hold."""
    return Situation(
        shooter_of(state, state.granted), SituationSide(NOBODY, ()), FAR, False, before(state), state.rolled
    )


FAR = 1000.0  # inches
NOBODY = Hashed(Unit("", ()))


def shooter_of(state: Attack, granted: tuple[Ability, ...]) -> SituationSide:
    """Return the shooter's side. ``granted`` are abilities that other units give it."""
    return SituationSide(state.shooter, firing(state.firers), granted)


@lru_cache(64)  # needed for every weapon
def firing(firers: tuple[Firer, ...]) -> tuple[tuple[int, int], ...]:
    """Return (kind of model, number) for the firing models."""
    numbers: dict[int, int] = {}
    for firer in firers:
        numbers[firer.model] = numbers.get(firer.model, 0) + firer.n
    return tuple(numbers.items())


def target_of(aim: DeclaredTarget) -> SituationSide:
    return SituationSide(aim.unit, standing_in(aim.line), aim.given)


@lru_cache(64)
def standing_in(line: Line) -> tuple[tuple[int, int], ...]:
    """Return (kind of model, number standing) in the order of the unit's list."""
    numbers: dict[int, int] = {}
    for rank in line.known_ranks():
        numbers[rank.kind.model] = numbers.get(rank.kind.model, 0) + rank.n
    return tuple(sorted(numbers.items()))


def keys(state: Attack, aim: DeclaredTarget) -> tuple[str, ...]:
    """Return the keys of all that is true in the attack."""
    facts = [*aim.facts, *before(state), *(key for key, true in near(state, aim) if true)]
    if state.orders and len({order.aim for order in state.orders}) == 1:
        facts.append(IF + ONE_TARGET)
    return tuple(facts)


def near(state: Attack, aim: DeclaredTarget) -> tuple[tuple[str, bool], ...]:
    """Return the keys for combat and sight with their values in this attack."""
    return (
        ("engaged", state.engaged or aim.engages_shooter), ("target_engaged", aim.engaged or aim.engages_shooter),
        ("together", aim.engages_shooter), ("hidden", aim.hidden), ("cover", state.game.has_cover(state, aim)),
        ("visible", aim.visible),
    )  # fmt: skip


def before(state: Attack) -> tuple[str, ...]:
    """Return the keys that are true of the unit for every target."""
    still, advanced, back = (
        ("stationary", state.stationary),
        ("advanced", state.advanced),
        ("fell_back", state.fell_back),
    )
    movement = (still, advanced, back, ("acting", state.acting), *state.moved)
    return (*state.facts, *(key for key, true in movement if true))


def living(state: Attack) -> list[tuple[Firer, Model]]:
    """Return the firers with their models, in listed order."""
    return [(firer, state.shooter.value.models[firer.model][0]) for firer in state.firers]


def inches(value: float) -> str:
    return f'{value:g}"'


def owned(state: Attack, aim: DeclaredTarget, weapon: Weapon) -> Iterable[Ability]:
    """Yield all abilities that might count for this weapon. It is a quick check without conditions."""
    yield from weapon.abilities
    for _, model in living(state):
        yield from model.abilities
    for defender, _ in aim.unit.value.models:
        yield from defender.abilities
    yield from (*aim.granted, *aim.given)
