"""Phases and turns, and the selection of a unit to shoot."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from shoot_cli.armies.army import ArmyEntry
from shoot_cli.battle import turns as battle_turns
from shoot_cli.engine.names import IF
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.abilities import HIDDEN, MAY_SHOOT, OWN_WOUNDS
from shoot_cli.rules.datasheets.ability_forms import DECIDES
from shoot_cli.rules.datasheets.conditions import holds, key_of
from shoot_cli.rules.datasheets.effects import held, unit_wide_abilities
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Army
from shoot_cli.rules.datasheets.steps import (
    command_points,
    effects,
    entries,
    happened,
    marks_and_auras,
    permissions,
    states,
    tellings,
)
from shoot_cli.rules.datasheets.steps.effects import ADVANCED_LAST, phase_over, turn_over
from shoot_cli.rules.datasheets.steps.marks_and_auras import ended, offer_marks_and_loans
from shoot_cli.rules.datasheets.steps.mortal_wounds import due_in_phase
from shoot_cli.rules.datasheets.steps.permissions import (
    ability_of,
    has_weapons_left,
    hopeful_situation,
    reply_next,
    situation_at,
)
from shoot_cli.rules.datasheets.steps.states import situation_before
from shoot_cli.rules.datasheets.weapons import is_big

# Selecting a unit to shoot (ELIG-1 to 9), Overwatch and grenades (OOP-1 to 3)

OVERWATCH = "overwatch"
WATCH_AGAIN, FREE_WATCH = "Overwatch again", "Free Overwatch"


def why_not_nominated(battle: records.Battle, at: int) -> tuple[Reason, ...]:
    """Return why this unit cannot be selected to shoot now; () if it can."""
    unit = battle.sides[battle.active].units[at]
    if not unit.ranks:
        return (battle.game.reason("destroyed", "DMG-4"),)
    if at in battle.done and at not in battle.once_more:
        return (battle.game.reason("has shot", "ELIG-9"),)
    if at in battle.untargeted:
        return (battle.game.reason("it has no legal target", "ELIG-6"),)
    why = why_barred(unit)
    if why and (near := marks_and_auras.early(battle, (battle.active, at), (MAY_SHOOT, DECIDES))):
        why = why_barred(unit, tuple(aura.ability for aura in near))
    enemies = battle.sides[1 - battle.active].units
    pistols_alone = unit.marked(states.LOCKED) and not is_big(states.living_unit(unit).value)
    if not why and pistols_alone and not any(enemy.ranks and enemy.marked(states.LOCKED) for enemy in enemies):
        return (battle.game.reason("no enemy unit is said to be locked in combat with it", "ELIG-4"),)
    return why


@lru_cache(1024)
def why_barred(battle_unit: records.BattleUnit, near: tuple[Ability, ...] = ()) -> tuple[Reason, ...]:
    """Return why its state and weapons keep it from shooting (ELIG-1 to 8). ``near`` are possible auras of friends."""
    unit = battle_unit.unit.value
    living = [unit.models[rank.kind][0] for rank in battle_unit.ranks]
    if battle_unit.marked(states.OFF):
        return (battle_unit.game.reason("not on the battlefield", "ELIG-1"),)
    if states.embarked(battle_unit):
        return (battle_unit.game.reason(f"it is {states.EMBARKED}{states.embarked(battle_unit)}", "ELIG-8"),)
    if not (has_weapons_left(battle_unit) or any(model.has("Firing Deck") for model in living)):
        left = " left" * any(model.weapons for model, _ in unit.models)
        return (battle_unit.game.reason(f"it has no ranged weapons{left}", "ELIG-6"),)
    moved = records.UnitMovement(
        *map(battle_unit.marked, (states.FELL_BACK, states.ADVANCED, states.LOCKED, states.ACTING))
    )
    why = battle_unit.game.why_barred(hopeful_situation(battle_unit, near), moved)
    return (why,) if why else ()


def why_no_overwatch(battle: records.Battle) -> tuple[Reason, ...]:
    if why := battle.game.why_no_watch(battle):
        return (why,)
    units = battle.sides[1 - battle.active].units
    if all(why_not_watching(unit, battle.stratagems) for unit in units):
        if OVERWATCH in battle.stratagems:
            return (battle.game.reason("Overwatch was fired this turn", "OOP-1"),)
        return (battle.game.reason("no unit of theirs may fire Overwatch", "OOP-1"),)
    return ()


def watch_of(unit: records.BattleUnit) -> str:
    """Return the entry by which a battle remembers that the unit fired Overwatch."""
    return f"{OVERWATCH} of {unit.unit.value.name}"


def why_not_watching(battle_unit: records.BattleUnit, used: tuple[str, ...]) -> tuple[Reason, ...]:
    """Return why a unit of the other side cannot fire Overwatch; () if it can (OOP-1, OOP-2, EFF-59)."""
    if not battle_unit.ranks:
        return (battle_unit.game.reason("destroyed", "DMG-4"),)
    again = ability_of(battle_unit, WATCH_AGAIN) if OVERWATCH in used else None
    if watch_of(battle_unit) in used or (OVERWATCH in used and (again is None or effects.is_spent(battle_unit, again))):
        return (battle_unit.game.reason("Overwatch was fired this turn", "OOP-1"),)
    unit = battle_unit.unit.value
    if unit.is_a("TITANIC"):
        return (battle_unit.game.reason("TITANIC units cannot fire Overwatch", "OOP-1"),)
    if battle_unit.marked(states.LOCKED):
        return (battle_unit.game.reason(battle_unit.game.in_phase_alone, "OOP-2"),)
    return why_barred(battle_unit.without(states.ADVANCED, states.FELL_BACK, states.ACTING))


def why_no_thrower(battle: records.Battle, at: int) -> tuple[Reason, ...]:
    """Return why a unit cannot throw grenades; () if it can (OOP-3)."""
    unit = battle.sides[battle.active].units[at]
    if not unit.ranks:
        return (battle.game.reason("destroyed", "DMG-4"),)
    if not has_grenades(unit):
        return (battle.game.reason(f"it has no {battle.game.thrown_stratagem.keyword}", "OOP-3"),)
    if at in battle.done and at not in battle.held_fire:
        return (battle.game.reason("it has shot this phase", "OOP-3"),)
    for mark in (states.ADVANCED, states.FELL_BACK, states.LOCKED, states.OFF):
        if unit.marked(mark):
            return (battle.game.reason(states.REPORTED[mark] or f"it is {mark}", "OOP-3"),)
    inside = states.embarked(unit)
    return (battle.game.reason(f"it is {states.EMBARKED}{inside}", "OOP-3"),) if inside else ()


@lru_cache(1024)
def has_grenades(unit: records.BattleUnit) -> bool:
    return states.living_unit(unit).value.is_a(unit.game.thrown_stratagem.keyword)


def why_no_grenades(battle: records.Battle) -> tuple[Reason, ...]:
    if battle.game.thrown_stratagem.name in battle.stratagems:
        thrown = battle.game.thrown_stratagem.singular
        return (battle.game.reason(f"{thrown} {'was' if ' ' in thrown else 'were'} thrown this phase", "OOP-3"),)
    if not any(not why_no_thrower(battle, at) for at in range(len(battle.sides[battle.active].units))):
        return (battle.game.reason(f"no unit can throw {battle.game.thrown_stratagem.plural}", "OOP-3"),)
    return ()


def phase_goes_on(battle: records.Battle) -> bool:
    """Return True until all units are selected. A barred unit counts, as its reported state may change."""
    if battle.replies:
        return not battle.over
    return (
        not battle.ended_phase
        and not battle.over
        and any(may_yet_shoot(battle, at) for at in battle_turns.alive(battle.sides[battle.active]))
    )


def may_yet_shoot(battle: records.Battle, at: int) -> bool:
    unit = battle.sides[battle.active].units[at]
    freed = unit.without(*states.REPORTED, states.EMBARKED + states.embarked(unit))
    return (at not in battle.done or at in battle.once_more) and not why_barred(freed)


def nominate(battle: records.Battle, table: Table) -> records.Battle | records.Nomination:
    """Ask for one unit (ELIG-9). Units that may shoot out of turn come first (EFF-58)."""
    if battle.replies:
        return reply_next(battle, table)
    side = battle.sides[battle.active]
    options = [
        Option(unit.unit.value.name, label, why_not_nominated(battle, at))
        for at, (unit, label) in enumerate(zip(side.units, states.labels(side.units), strict=True))
    ]
    others = command_points.cheaper_last(
        (*stratagem_rows(battle, table), Option(battle_turns.HAPPENED, "something happened ..."))
    )
    name = battle_turns.who_shoots(battle, options, others, battle.game.rules("ELIG-1", "ELIG-9"), table)
    name, cost = command_points.paid_for(name, others)
    if name == battle_turns.END_PHASE:
        return battle.but(ended_phase=True)
    if name == battle_turns.STATE:
        return happened.report_state(battle, table).but(untargeted=())  # the new state may give a unit a target
    if name == battle_turns.HAPPENED:
        return happened.tell_what_happened(battle, table).but(untargeted=())
    if name == battle.game.thrown_stratagem.name:  # 6D6 at a unit within 8"
        return who_does(
            battle,
            name,
            battle.active,
            cost,
            battle.game.rule("OOP-3"),
            f"Which unit throws {battle.game.thrown_stratagem.singular}?",
            table,
        )
    if name == OVERWATCH:
        rule, text = battle.game.rule("OOP-1"), "Which unit fires Overwatch?"
        return who_does(battle, OVERWATCH, 1 - battle.active, cost, rule, text, table)
    at = battle_turns.place_named(side.units, name)
    return records.Nomination(Hashed(battle), battle.active, at, "")


def stratagem_rows(battle: records.Battle, table: Table) -> tuple[Option, ...]:
    """Return the rows of grenades and of Overwatch, each with its price (OOP-1, OOP-3, CP-2)."""
    thrown, theirs = battle.game.thrown_stratagem, 1 - battle.active
    throw = Option(thrown.name, f"throw {thrown.singular} (1CP)", why_no_grenades(battle), called=thrown.called)
    watch = f"{battle.sides[theirs].name} fires Overwatch {battle.game.overwatch_when}"
    watching = Option(OVERWATCH, watch, why_no_overwatch(battle))
    if battle.points is None:
        return throw, watching
    throw = throw.but(closed=throw.closed or why_none_may(battle, thrown.name, battle.active, table))
    watching = watching.but(closed=watching.closed or why_none_may(battle, OVERWATCH, theirs, table))
    places = [(theirs, at) for at in range(len(battle.sides[theirs].units))]
    free = any(watches_free(battle, place) and not why_not_doing(battle, OVERWATCH, place, table) for place in places)
    return (
        *command_points.priced_rows(battle, battle.active, throw),
        *((watching,) if free else command_points.priced_rows(battle, theirs, watching)),
    )


def why_none_may(battle: records.Battle, stratagem: str, side: int, table: Table) -> tuple[Reason, ...]:
    """Return why none of the units that could do it may have a stratagem now (CP-3); () if one may."""
    units = enumerate(battle.sides[side].units)
    able = [at for at, unit in units if not why_unable(battle, stratagem, (side, at))]
    reasons = [command_points.why_not_on(battle, (side, at), table) for at in able]
    return reasons[0] if reasons and all(reasons) else ()


def why_unable(battle: records.Battle, what: str, place: battle_turns.Place) -> tuple[Reason, ...]:
    """Return why this unit cannot throw grenades or fire Overwatch, whatever it costs; () if it can."""
    if what == battle.game.thrown_stratagem.name:
        return why_no_thrower(battle, place[1])
    return why_not_watching(battle.unit_at(place), battle.stratagems)


def why_not_doing(
    battle: records.Battle, what: str, place: battle_turns.Place, table: Table, cost: int = 0
) -> tuple[Reason, ...]:
    """Return why this unit cannot throw grenades or fire Overwatch for this price; () if it can (CP-2, CP-3)."""
    why = why_unable(battle, what, place) or command_points.why_not_counted_on(battle, place, table)
    if why or (what == OVERWATCH and watches_free(battle, place)):
        return why
    return command_points.why_closed(battle, place[0], cost)


def watches_free(battle: records.Battle, place: battle_turns.Place) -> bool:
    """Return True if an ability may make the Overwatch of this unit free (EFF-59)."""
    unit = battle.unit_at(place)
    free = ability_of(unit, FREE_WATCH) if unit.ranks else None
    return free is not None and not effects.is_spent(unit, free)


def who_does(
    battle: records.Battle, what: str, side: int, cost: int, rule: str, text: str, table: Table
) -> records.Battle | records.Nomination:
    """Ask which unit throws grenades or fires Overwatch, for this price."""
    units = battle.sides[side].units
    options = [
        Option(
            unit.unit.value.name,
            label if what == battle.game.thrown_stratagem.name else watch_words(unit, label),
            why_not_doing(battle, what, (side, at), table, cost),
        )
        for at, (unit, label) in enumerate(zip(units, states.labels(units), strict=True))
    ]
    owner = DEFENDER if side != battle.active else ATTACKER
    usual = next((option.value for option in options if not option.closed), states.BACK)
    name = table.choose(what, (*options, Option(states.BACK)), default=usual, owner=owner, rules=(rule,), text=text)
    if name == states.BACK:
        return battle
    at = battle_turns.place_named(units, name)
    if what == OVERWATCH:
        return watches(battle, (side, at), cost, table)
    return records.Nomination(Hashed(command_points.owed(battle, cost)), side, at, what)


def watch_words(unit: records.BattleUnit, label: str) -> str:
    """Return the label of a unit with the ability that makes its Overwatch free (EFF-59)."""
    free = ability_of(unit, FREE_WATCH) if unit.ranks else None
    return f"{label}; {free.text}" if free else label


def watches(
    battle: records.Battle, place: battle_turns.Place, cost: int, table: Table
) -> records.Battle | records.Nomination:
    """Return the nomination for Overwatch, if its conditions hold. Log whether it is free."""
    battle_unit = battle.unit_at(place)
    name = battle_unit.unit.value.name
    again = ability_of(battle_unit, WATCH_AGAIN) if OVERWATCH in battle.stratagems else None
    if again is not None:
        battle, true = effects.ask_conditions(battle, place, again, table)
        if not all(
            holds(condition, again, situation_at(battle, place, None, true), True) for condition in again.conditions
        ):
            table.tell("No Overwatch by {unit}: {why}", battle.game.rules("EFF-59"), unit=name, why=again.text)
            return battle
        battle = effects.using(battle, place, again)
    free = ability_of(battle_unit, FREE_WATCH)
    if free is not None and not effects.is_spent(battle_unit, free):
        battle, true = effects.ask_conditions(battle, place, free, table)
        free_now = all(
            holds(condition, free, situation_at(battle, place, None, true), True) for condition in free.conditions
        )
        if free_now and effects.use_limit(free):
            options, text = (Option("no"), Option("yes")), f"{name}: {free.text}?"
            rules = battle.game.rules("EFF-59")
            answer = table.choose(
                f"free overwatch:{name}", options, default="no", owner=DEFENDER, rules=rules, text=text
            )
            free_now = answer == "yes"
        if free_now:
            table.tell("{unit}: its Overwatch costs no CP", battle.game.rules("EFF-59"), unit=name)
            battle, cost = effects.using(battle, place, free), 0
    if why := command_points.why_closed(battle, place[0], cost):
        table.tell("No Overwatch by {unit}: {why}", battle.game.rules("CP-2"), unit=name, why=why[0].text)
        return battle
    return records.Nomination(Hashed(command_points.owed(battle, cost)), *place, OVERWATCH)


def unit_named(record: records.Battle | records.Nomination) -> bool:
    return isinstance(record, records.Nomination)


# Phases and turns (ELIG-9, ALL-3)

NO_UNIT = "none"
OF_PHASE = (states.SMOKE, states.GROUND)


def new_battle(
    battle: type[records.Battle], unit: type[records.BattleUnit], mine: Army, theirs: Army, turns: int | None = None
) -> records.Battle:
    """Return a battle with both armies. ``battle`` and ``unit`` are the record classes of the edition."""
    sides = battle_turns.two_sides(mine, theirs, partial(states.new_battle_unit, unit))
    return battle(
        sides,
        turns,
        auras=marks_and_auras.anywhere(sides),
        deeds_logged=effects.any_depends_on_log(sides),
        hits_logged=effects.any_depends_on_log(sides, hits=True),
        blocks=(mine.block, theirs.block),
        points=command_points.counted_from(mine, theirs),
    )


def first_turn(battle: records.Battle, table: Table) -> records.Battle:
    return battle_turns.ask_first(battle, battle.game.rule("ELIG-9"), table)


def begin_phase(battle: records.Battle, table: Table) -> records.Battle:
    """Begin a phase: no unit has shot, and the log says why some units cannot."""
    battle = battle.but(
        done=(), held_fire=(), untargeted=(), ended_phase=False, stratagems=(), once_more=(), replies=()
    )
    table.tell(
        "Turn {turn}: {side}", battle.game.rules("ELIG-9"), turn=battle.turn, side=battle.sides[battle.active].name
    )
    battle = command_points.gain(battle.but(one_stratagem=battle.game.one_stratagem(table)), table)
    battle_turns.tell_who_cannot(battle, why_not_nominated, table)
    return battle


def name_targets(battle: records.Battle, table: Table) -> records.Battle:
    """Ask which enemy units an army names, such as an Oath of Moment target."""
    rules = {states.named_words(entry.name): entry for entry in entries.targets_to_name(battle)}
    by_abilities = (words for unit in battle.sides[battle.active].units for words in states.names_of_army(unit))
    for words in dict.fromkeys((*by_abilities, *rules)):
        battle = name_target(battle, words, table, rules.get(words))
    return battle


def mark_and_lend(battle: records.Battle, table: Table) -> records.Battle:
    """Ask for marks and loans of the start of the phase, and list the rolls of this time (EFF-5, EFF-6)."""
    battle = offer_marks_and_loans(battle, table, entries.stance_rows(battle), entries.begin_turn)
    return battle.but(mortal_wounds_due=tuple(due_in_phase(battle)))


def name_target(battle: records.Battle, words: str, table: Table, entry: ArmyEntry | None = None) -> records.Battle:
    """Ask for the enemy unit that an army names, once a turn (TGT-11). It holds until that army's next turn begins.

    ``entry`` is the rule of the army that does it, if it stands in the `army:` block (EVE-42).
    """
    enemies = battle.sides[1 - battle.active].units
    rows = zip(enemies, states.labels(enemies), strict=True)
    units = tuple(Option(unit.unit.value.name, label) for unit, label in rows if unit.ranks)
    if not units:
        return battle
    none = Option(NO_UNIT, "none of them")
    text = f"Which unit is the {words}?"
    name = table.choose(
        IF + words, (*units, none), default=units[0].value, rules=battle.game.rules("TGT-11"), text=text
    )
    for at, unit in enumerate(enemies):
        if unit.unit.value.name == name:
            until = (battle.turn + (battle.active != battle.first), 1 - battle.active)
            marked = unit.with_mark(battle_turns.Mark(words, until))
            battle = battle_turns.replaced(battle, 1 - battle.active, at, marked)
            return entries.name_target(battle, entry, at, table) if entry is not None else battle
    return battle


def end_phase(battle: records.Battle, table: Table) -> records.Battle:
    """End smoke, going to ground and all else that holds for the phase (ALL-3, DEF-SMOKE-1, EFF-5, 6, 15)."""
    battle = entries.phase_over(tellings.phase_over(battle))
    after = of_each(battle, lambda unit: phase_over(ended(unit.but(histories=()).without(*OF_PHASE), None)))
    return after.but(of_phase=())


ROUNDS = 5  # battle rounds of a game


def end_turn(battle: records.Battle, table: Table) -> records.Battle:
    """Remove marks that end with this turn, then begin the next turn or end the battle."""
    this_turn, last = (battle.turn, battle.active), battle.active != battle.first  # `last`: the battle round ends
    battle = entries.turn_over(tellings.turn_over(how_they_moved(battle)))
    battle = of_each(battle_turns.without_ended(battle), lambda unit: turn_over(ended(unit, this_turn), last)).but(
        of_turn=(), deeds=last_ones(battle)
    )
    battle = battle.but(
        until_own_turn=tuple(answer for answer in battle.until_own_turn if answer.about[0][0] == battle.active)
    )
    gone, goes_on = battle.game.rule("DMG-4"), battle.game.rule("ELIG-9")
    battle = battle_turns.following_turn(battle, gone, goes_on, table, ROUNDS)
    if battle.ended_effects and not battle.over:
        table.tell("ended: {words}", battle.game.rules("EFF-8"), words=" · ".join(battle.ended_effects))
    return battle.but(ended_effects=())


def how_they_moved(battle: records.Battle) -> records.Battle:
    """Return the battle with a note for each unit that Advanced, if an ability needs it later (EFF-19)."""
    memory = battle.until_own_turn
    for at, unit in enumerate(battle.sides[battle.active].units):
        if unit.ranks and states.depends_on_state(unit.unit, ADVANCED_LAST):
            if unit.marked(states.ADVANCED):
                memory = battle_turns.remembering(memory, {ADVANCED_LAST: "yes"}, (battle.active, at))
            elif any(map(unit.marked, (*states.MOVEMENT, states.OFF))) or states.embarked(unit):
                memory = battle_turns.remembering(memory, {ADVANCED_LAST: "no"}, (battle.active, at))
    return battle if memory == battle.until_own_turn else battle.but(until_own_turn=memory)


def last_ones(battle: records.Battle) -> tuple[records.Deed, ...]:
    """Return the deeds of the last turn in which each unit shot. Older deeds have no effect."""
    last = {deed.shooter: deed.turn for deed in battle.deeds}
    return tuple(deed for deed in battle.deeds if deed.turn == last[deed.shooter])


def of_each(battle: records.Battle, change: Callable[[records.BattleUnit], records.BattleUnit]) -> records.Battle:
    return battle.but(sides=tuple(side.but(units=tuple(map(change, side.units))) for side in battle.sides))


# Between selection and target: facts about the unit, and tests that it takes (EFF-41, 49, 60)

NOT_TAKEN, PASSED, FAILED = "not taken", "passed", "failed"


def on_its_own(state: records.Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return not state.manner.seen


def anything_before(state: records.Attack) -> bool:
    """Return True if something is asked before there is a target."""
    return state.manner.seen or test_open(state)


def may_be_mustered(state: records.Attack) -> bool:
    return state.manner.seen and state.doing != state.game.thrown_stratagem.name


def muster(state: records.Attack, table: Table) -> records.Attack:
    """Ask for conditions of abilities that let the unit shoot or change its range. It may then be barred after all."""
    held_back = state.advanced or state.fell_back or state.acting or state.engaged
    early = ("range", HIDDEN, *((MAY_SHOOT, DECIDES) if held_back else ()))
    asked = (
        permissions.asked_early(state, early)
        if state.granted or permissions.might(state.game.abilities, state.shooter, *early)
        else ()
    )
    friends = (
        marks_and_auras.early(state.battle.value, (state.side, state.unit), early) if state.battle.value.auras else ()
    )
    if asked or friends:
        battle, bearer, nobody = state.battle.value, (state.side, state.unit), (1 - state.side, NOBODY)
        known = {key: effects.known_answer(battle, key, bearer, bearer, nobody) for key, _ in asked}
        no_yes = Option("no"), Option("yes")
        unknown = [(key, one) for key, one in asked if known[key] is None]
        parts = tuple(Choose(key, no_yes, "no", rules=(rule_of(state, one),), text=words(key)) for key, one in unknown)
        known |= {one.key: effects.known_answer(battle, one.key, bearer, bearer, nobody) for one in friends}
        parts += tuple(
            marks_and_auras.aura_question(state.game, one, state.side, state.shooter.value.name)
            for one in friends
            if known[one.key] is None
        )
        title = f"What is true of {state.shooter.value.name}?"
        answers = table.facts("unit facts", parts, rules=state.game.rules("EFF-49"), text=title) if parts else {}
        every = {**known, **answers}
        near = tuple(one.ability for one in friends if every[one.key] == "yes")
        true = tuple(sorted({*state.facts, *(key for key, one in asked if every[key] == "yes")}))
        bearers = {key: (bearer, span_of(one)) for key, one in asked} | {one.key: (bearer, "") for one in friends}
        battle = effects.remember(battle, answers, bearers, bearer, nobody)
        state = state.but(
            battle=Hashed(battle),
            facts=true,
            granted=(*state.granted, *near),
            answered=(*state.answered, *every),
        )
    if reason := state.game.why_not_eligible(state, None) if not state.overwatch else None:
        hopes = any(
            one.conditions
            for one in every_ability(state)
            if state.game.abilities.form_of(one).changes in (MAY_SHOOT, DECIDES)
        )
        if not (hopes and may_yet(state)):
            table.tell("{unit} cannot shoot: {why}", (reason.rule,), unit=state.shooter.value.name, why=reason.text)
            return state.but(declared=True, untargeted=True)
    return permissions.with_range(state, None)


NOBODY = -1  # instead of a target's index


def span_of(ability: Ability) -> str:
    """Return the span in which the ability may be used once; "" if there is no limit."""
    return next((condition.words[0] for condition in ability.conditions if condition.kind == "once"), "")


def every_ability(state: records.Attack) -> list[Ability]:
    models = [state.shooter.value.models[firer.model][0] for firer in state.firers]
    lists = [(model.abilities, *(weapon.abilities for weapon in model.weapons)) for model in models]
    return [ability for of_model in lists for owned in of_model for ability in owned]


def may_yet(state: records.Attack) -> bool:
    """Return True if the unit may still shoot at some targets."""
    hopeful = state.but(shooter=permissions.with_all_conditions(state.shooter, of_target=True))
    return state.game.why_not_eligible(hopeful, None) is None


def rule_of(state: records.Attack, ability: Ability) -> str:
    return state.game.abilities.form_of(ability).rule


def words(key: str) -> str:
    text = key.partition(" ")[2] if key.startswith("if ") else key
    return f"{text[:1].upper()}{text[1:]}"


# Tests ---------------------------------------------------------------------------------------------------------------


MORTAL_WOUNDS = "mortal wounds"  # `changes` of these abilities


def tests_of(state: records.Attack) -> list[Ability]:
    """Return the tests that the unit as a whole may take and was not yet asked about (EFF-41)."""
    if (
        state.doing
        or state.overwatch
        or not state.firers
        or not permissions.might(state.game.abilities, state.shooter, MORTAL_WOUNDS)
    ):
        return []
    situation = situation_before(state)
    early = [ability for ability in every_ability(state) if ability.name == OWN_WOUNDS]
    if not early:
        return []
    true = tuple(
        {*situation.facts, *(key for one in early for when in one.conditions if (key := key_of(when, one, True)))}
    )
    situation = situation.but(facts=true)  # by taking the test, players say that its conditions hold
    tests = dict.fromkeys(
        ability for ability in unit_wide_abilities(situation, True, held(situation, True)) if ability.name == OWN_WOUNDS
    )
    unit = state.battle.value.sides[state.side].units[state.unit]
    return [one for one in tests if test_key(one) not in state.tested and not effects.is_spent(unit, one)]


def test_key(ability: Ability) -> str:
    return f"test {ability.called}" if ability.called else "test"


def test_open(state: records.Attack) -> bool:
    return bool(tests_of(state))


def take_test(state: records.Attack, table: Table) -> records.Attack:
    """Ask how the test went. If it failed, the unit suffers before it attacks.

    By taking it, players say that its conditions hold, also for other abilities: they are not asked about them again.
    """
    test = tests_of(state)[0]
    key = test_key(test)
    options = (Option(NOT_TAKEN), Option(FAILED, f"failed: {amount_words(test)}"), Option(PASSED))
    text = f"{state.shooter.value.name}: {test.called or test.text}?"
    answer = table.choose(key, options, default=NOT_TAKEN, rules=state.game.rules("EFF-41"), text=text)
    state = state.but(tested=(*state.tested, key))
    if answer == NOT_TAKEN:
        return state
    held = {key for condition in test.conditions if (key := key_of(condition, test, True)) and key.startswith(IF)}
    state = state.but(
        facts=tuple(sorted({*state.facts, *held})), answered=tuple(dict.fromkeys((*state.answered, *held)))
    )
    battle = effects.using(state.battle.value, (state.side, state.unit), test)
    if answer != FAILED:
        return state.but(battle=Hashed(battle))
    fall = records.PendingMortalWounds(
        state.side, state.unit, test.amount or Amount(plus=1), why=test.called or "the test", rule="EFF-41"
    )
    return state.but(battle=Hashed(battle.but(suffering=(*battle.suffering, fall))))


def amount_words(ability: Ability) -> str:
    amount = ability.amount or Amount(plus=1)
    return f"{amount.text} mortal wound{'s' * (amount.text != '1')}"
