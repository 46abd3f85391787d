"""Turns, overwatch and the choice of a unit to shoot; and what happened without the app (EVE-1 to 9).

Players tell losses, who comes, goes and breaks: between attacks, or losses alone before a single attack. What a line
means is read by `battle/happened.py`. No die is rolled for it, and it causes no break test (2E-BRK-1).
"""

from __future__ import annotations

from functools import partial

from shoot_cli.battle import happened as lines
from shoot_cli.battle import losses, what_happened
from shoot_cli.battle import turns as battle_turns
from shoot_cli.battle.happened import Happened, NamedUnit, Vocabulary
from shoot_cli.battle.losses import KindInSquad, Squad, TypedLoss
from shoot_cli.battle.turns import Place, merged, replaced, unit_at
from shoot_cli.battle.what_happened import (
    LineRules,
    Told,
    comes_back,
    destroyed_before,
    losses_between,
    squad_after,
    told_back,
    with_losses,
)
from shoot_cli.engine.names import find, name_key
from shoot_cli.engine.pools import Rank, models, wounds
from shoot_cli.engine.questions import Option, Phrases, Subset
from shoot_cli.engine.reasons import BadAnswer, Reason, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import records
from shoot_cli.rules.second.profiles import Army, Unit
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.steps import eligibility
from shoot_cli.rules.second.steps.attack import merge_silence
from shoot_cli.rules.second.steps.eligibility import why_nobody_can_fire
from shoot_cli.rules.second.steps.morale import break_tests

# Which unit may shoot, in which order, and which fires on overwatch (2E-SEQ-1, 2E-ELIG-1, 2E-OW-2).

NOBODY, WATCHERS = "nobody", "overwatch"


def why_not_nominated(battle: Battle, index: int) -> tuple[Reason, ...]:
    """Return why this unit of the shooting side cannot be chosen now; () if it can (2E-ELIG-1)."""
    unit: BattleUnit = battle.shooters.units[index]
    if not unit.ranks:
        return (Reason("destroyed", "2E-DMG-1"),)
    if index in battle.done and not battle.watching:
        return (Reason("has shot", "2E-SEQ-1"),)
    for mark, reason in eligibility.CANNOT_SHOOT.items():
        if unit.marked(mark) and not (battle.watching and mark == eligibility.OVERWATCH):
            return (reason,)
    if battle.watching and not unit.marked(eligibility.OVERWATCH):
        return (Reason("not on overwatch", "2E-OW-2"),)
    return why_nobody_can_fire(unit)


def somebody(battle: Battle) -> bool:
    """Return True while a unit of the shooting side can be chosen."""
    return any(not why_not_nominated(battle, index) for index in battle_turns.alive(battle.shooters))


def watchers_left(battle: Battle) -> bool:
    """Return True while a unit of the side whose turn it is not can fire on overwatch."""
    return somebody(battle.but(watching=True))


def going_on(battle: Battle) -> Battle | None:
    """Return the battle with the unit that is not finished, or None if there is none. Its target was refused, or some
    of its models had their own target (2E-TGT-3).
    """
    if battle.unit is None and battle.split_fire is not None and not why_not_nominated(battle, battle.split_fire.unit):
        return battle.but(unit=battle.split_fire.unit)
    return battle if battle.unit is not None else None


def nobody_waits(battle: Battle) -> Battle:
    """End the shooting of the current unit; its own markers may have slain the rest of it."""
    battle = battle if battle.split_fire is None else eligibility.finished(battle, battle.split_fire.unit)
    return battle.but(unit=None, target=None, split_fire=None, inches=())


def unit_named(battle: Battle) -> bool:
    return battle.unit is not None


# Overwatch, while the other side moves -------------------------------------------------------------------------------


def watch_goes_on(battle: Battle) -> bool:
    """Return True while units of the other side may fire on overwatch during this side's move (2E-OW-2)."""
    return not battle.watch_over and not battle.over and watchers_left(battle)


def choose_watcher(battle: Battle, table: Table) -> Battle:
    """Ask for a unit on overwatch to fire before, during or after a move (2E-OW-2, 2E-OW-5)."""
    if (rest := going_on(battle)) is not None:
        return rest
    return ask_watcher(battle, "Who fires on overwatch while they move?", table)


def ask_watcher(battle: Battle, text: str, table: Table) -> Battle:
    """Ask for a unit on overwatch. "Nobody" ends overwatch until the side whose turn it is shoots."""
    battle = nobody_waits(battle).but(watching=True)
    side = battle.shooters
    options = [
        Option(battle_unit.unit.value.name, eligibility.label(battle_unit), why_not_nominated(battle, index))
        for index, battle_unit in enumerate(side.units)
        if battle_unit.marked(eligibility.OVERWATCH) and battle_unit.ranks
    ]
    name = table.choose(
        "overwatch fire",
        (Option(NOBODY, "nobody else"), *options, Option(battle_turns.STATE, "a unit's state ...")),
        default=NOBODY,
        owner="defender",
        rules=("2E-OW-2",),
        text=text,
    )
    if name == battle_turns.STATE:
        return report_state(battle.but(watching=False), table)
    if name == NOBODY:
        return battle.but(watching=False, watch_over=True)
    return battle.but(unit=battle_turns.place_named(side.units, name))


# The shooting phase --------------------------------------------------------------------------------------------------


def phase_goes_on(battle: Battle) -> bool:
    """Return True while a unit can shoot. After the last shot, units on overwatch are asked again (2E-OW-2)."""
    if battle.ended_phase or battle.over:
        return False
    shooting = battle.but(watching=False)
    return going_on(battle) is not None or somebody(shooting) or (bool(battle.done) and watchers_left(battle))


def nominate(battle: Battle, table: Table) -> Battle:
    """Ask for the next unit, in any order; no unit must shoot, and one ends before the next (2E-SEQ-1)."""
    if (rest := going_on(battle)) is not None:
        return rest
    battle = nobody_waits(battle).but(watching=False)
    side = battle.sides[battle.active]
    options = [
        Option(battle_unit.unit.value.name, eligibility.label(battle_unit, why), why)
        for index, battle_unit in enumerate(side.units)
        for why in (why_not_nominated(battle, index),)
    ]
    others = [Option(WATCHERS, "the other side fires on overwatch")] if watchers_left(battle) else []
    others += [Option(battle_turns.HAPPENED, "something happened ...")]
    name = battle_turns.who_shoots(battle, options, others, ("2E-SEQ-1", "2E-ELIG-1"), table)
    if name == battle_turns.END_PHASE:
        return battle.but(ended_phase=True)
    if name == battle_turns.STATE:
        return report_state(battle, table)
    if name == battle_turns.HAPPENED:
        return tell_what_happened(battle, table)
    if name == WATCHERS:
        return ask_watcher(battle, "Who fires on overwatch?", table)
    return battle.but(unit=battle_turns.place_named(side.units, name))


# How turns begin and end: overwatch, jams that run down, break tests (2E-OW-1, 2E-SF-3).


def new_battle(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(battle_turns.two_sides(mine, theirs, eligibility.new_battle_unit), turns)


def first_turn(battle: Battle, table: Table) -> Battle:
    return battle_turns.ask_first(battle, "2E-SEQ-1", table)


def begin_turn(battle: Battle, table: Table) -> Battle:
    """Begin a turn: count losses from here; the side is on overwatch no more (2E-BRK-1, 2E-OW-5)."""
    for s, side in enumerate(battle.sides):
        for i, battle_unit in enumerate(side.units):
            fresh = battle_unit.but(start=models(battle_unit.ranks), tested=False, feared=False)
            battle = battle_turns.replaced(
                battle, s, i, eligibility.off_overwatch(fresh).but(jam_ignored=False) if s == battle.active else fresh
            )
    battle = idle(battle).but(done=(), ended_phase=False, watch_over=False)
    side = battle.sides[battle.active]
    table.tell("Turn {turn}: {side}", ("2E-SEQ-1",), turn=battle.turn, side=side.name)
    return battle


def go_on_overwatch(battle: Battle, table: Table) -> Battle:
    """Ask who goes on overwatch (2E-OW-1)."""
    side, ready = battle.sides[battle.active], battle
    for i in battle_turns.alive(
        side
    ):  # a weapon that is silent in this turn only fires in the enemy's (2E-SF-3, 2E-SPC-4)
        ready = battle_turns.replaced(ready, battle.active, i, a_turn_later(side.units[i]))
    able = [i for i in battle_turns.alive(side) if not why_not_nominated(ready, i)]
    if not able:
        return battle
    taken = table.several(
        Subset(
            "overwatch", tuple(side.units[i].unit.value.name for i in able), (), rules=("2E-OW-1",),
            text="Who goes on overwatch: no move, no shots this turn?",
        )
    )  # fmt: skip
    for choice in taken:
        battle_unit = battle.sides[battle.active].units[able[choice]]
        battle = battle_turns.replaced(
            battle, battle.active, able[choice], battle_unit.with_mark(battle_turns.Mark(eligibility.OVERWATCH))
        )
    return battle


def begin_phase(battle: Battle, table: Table) -> Battle:
    battle = idle(battle).but(done=())
    battle_turns.tell_who_cannot(battle, why_not_nominated, table)
    return battle


def idle(battle: Battle) -> Battle:
    """End all shooting, overwatch too."""
    return nobody_waits(battle).but(watching=False)


def end_phase(battle: Battle, table: Table) -> Battle:
    battle = idle(battle)
    return break_tests(battle, table) if table.setting("break_timing") == "end_of_phase" else battle


def end_turn(battle: Battle, table: Table) -> Battle:
    """End a turn: the jams and recharging of its side run down (2E-SF-3, 2E-SPC-4); then the other turn begins."""
    if table.setting("break_timing") == "end_of_turn":
        battle = break_tests(battle, table)
    for i, unit in enumerate(battle.sides[battle.active].units):
        battle = battle_turns.replaced(battle, battle.active, i, a_turn_later(unit))
    return battle_turns.following_turn(battle_turns.without_ended(battle), "2E-DMG-1", "2E-SEQ-1", table)


def a_turn_later(unit: BattleUnit) -> BattleUnit:
    """Return the unit with its jams and recharging as after its owner's turn."""
    silent = [silence.but(turns=silence.turns - (silence.turns < eligibility.FOREVER)) for silence in unit.silent]
    return unit.but(silent=merge_silence([silence for silence in silent if silence.turns > 0]))


EXAMPLE = "tactical -2, champion 1 wound, mob broken"
BROKEN, SHAKEN, RALLIED = "broken", "shaken", "rallied"
SAID = {
    lines.OFF: lines.STATES[lines.OFF],
    lines.ARRIVES: lines.STATES[lines.ARRIVES],
    BROKEN: ("broken", "breaks"),
    SHAKEN: ("shaken",),
    RALLIED: ("rallied", "rallies", "not broken", "no longer broken", "not shaken", "no longer shaken"),
}
NO_EFFECTS = (
    "this edition has no words for effects: what changes a roll is asked in the attack; as a reminder: note {text}"
)
ABOUT_DATAFAX = (
    "{unit} has a datafax, so {text} is not told here: a row of its damage tables is typed in the attack that goes "
    "through the armour; told here are {unit} dead, back, off and arrives"
)


def tell_what_happened(battle: Battle, table: Table, of: Place | None = None) -> Battle:
    """Ask what happened, and return the battle after it. Nothing is the default. `of` is the unit that it is about."""
    return what_happened.tell_what_happened(LINE, battle, table, of)


def question(battle: Hashed[Battle], of: Place | None = None) -> Phrases:
    """Return the question. An answer is refused against the battle as it stands."""
    return what_happened.question(LINE, battle, of)


def report_state(battle: Battle, table: Table) -> Battle:
    """Ask for the state of a unit, or what happened to it."""
    return eligibility.report_state(battle, table, tell_what_happened)


def ask_between_turns(battle: Battle, table: Table) -> Battle:
    """Ask once between two player turns what happened since, before anybody goes on overwatch (EVE-6)."""
    return what_happened.ask_between_turns(LINE, battle, table, report_state)


def tell_unasked(battle: Battle, table: Table) -> Battle:
    """Take what players told here by a key, if no unit is in the middle of its shooting (EVE-6)."""
    if battle.unit is not None or battle.split_fire is not None:
        return battle
    return what_happened.tell_unasked(LINE, battle, table)


read_loss = partial(losses.read_loss, example=EXAMPLE)


def read_more(text: str, unit: NamedUnit) -> Happened | None:
    """Return None: this edition has no more words. :raises BadAnswer: what is told of a datafax is of none (EVE-12)"""
    if name_key(text) in lines.states_by_key(lines.USUAL) and "shock" in text.casefold():
        raise BadAnswer(f"{shown(text)}: nobody is Battle-shocked in this edition; write broken, or rallied")
    if unit.parts and not is_of_whole(text, unit):
        raise BadAnswer(ABOUT_DATAFAX.format(unit=unit.whole_name, text=shown(text)))
    return None


def is_of_whole(text: str, unit: NamedUnit) -> bool:
    """Return True if whole models of a datafax are lost or come back."""
    try:
        loss = read_loss(text)
    except BadAnswer:
        return False
    return not loss.wounds and (not loss.name or bool(find(loss.name, unit.kinds, plurals=unit.plurals)))


def after(battle: Battle, place: Place, event: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after this, and what came of it in words. :raises BadAnswer: it is impossible"""
    if event.what == lines.LOSSES:
        return after_loss(battle, place, event.loss)
    return after_state(battle, place, event)


def parts_of(unit: Unit) -> tuple[str, ...]:
    """Return the names of the locations of a datafax."""
    return tuple(location.name for model, _ in unit.models for location in model.locations)


SAYS = Vocabulary(
    tuple(SAID.items()), read_loss, read_more, example=EXAMPLE, about_effects=NO_EFFECTS,
    about_points="this edition has no command points; write it down as in note {text}",
)  # fmt: skip


def damage_of(unit: BattleUnit) -> tuple[str, ...] | None:
    """Return the damaged parts of a vehicle, each with the effect; None for what has no datafax."""
    listed: Unit = unit.unit.value
    return unit.damage if any(model.locations for model, _ in listed.models) else None


def more_of(unit: BattleUnit) -> str:
    """Return `broken` for a unit that can be told to be so."""
    return "" if unit.marked(BROKEN) or damage_of(unit) is not None else BROKEN


LINE = LineRules(
    after, lambda battle: ("2E-ELIG-1", "2E-CAS-2"), SAYS, parts_of=parts_of, damage_of=damage_of, more_of=more_of
)


# Losses, and units that come back (2E-CAS-2, 2E-BRK-1)


def squad_of(unit: BattleUnit) -> Squad:
    listed: Unit = unit.unit.value
    kinds = (KindInSquad(model.name, n, model.wounds, model.character, model.plural) for model, n in listed.models)
    return Squad(listed.name, tuple(kinds), unit.ranks)


def after_loss(battle: Battle, place: Place, loss: TypedLoss) -> tuple[Battle, list[Told]]:
    """Return the battle after a change of models or wounds.

    These models count neither as there at the start of the turn nor as its casualties. So they cause no break test
    (2E-BRK-1).

    :raises BadAnswer: it is impossible, with the counts
    """
    unit = unit_at(battle, place)
    before, name = squad_of(unit), unit.unit.value.name
    now = squad_after(before, loss)
    lost = losses_between(name, place[0], before, now)
    if comes_back(before, loss):
        new = eligibility.new_battle_unit(unit.unit.value)
        new = new.but(ranks=merged(now.ranks), start=now.living())
        return not_done(replaced(eligibility.unasked(battle, place), *place, new), place), [Told(told_back(now), lost)]
    changed = unit.but(ranks=merged(now.ranks), start=unit.start + models(now.ranks) - models(unit.ranks))
    if not now.ranks:
        battle = eligibility.unasked(battle, place)
        changed = changed.but(marks=(), waiting=None, tested=False, feared=False)
    words = what_happened.change_text(before, now)
    return replaced(battle, *place, changed), [with_losses(words, lost)]


def not_done(battle: Battle, place: Place) -> Battle:
    """Return the battle in which this unit has not shot."""
    if place[0] != battle.active:  # those on overwatch are not counted among them
        return battle
    return battle.but(done=tuple(index for index in battle.done if index != place[1]))


# States (2E-ELIG-1, 2E-BRK-2, 2E-BRK-3)


def after_state(battle: Battle, place: Place, event: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after a unit left or came, or was broken or rallied. :raises BadAnswer: it is so already"""
    unit = unit_at(battle, place)
    name = unit.unit.value.name
    if not unit.ranks:
        raise destroyed_before(name)
    if event.what == lines.OFF:
        if unit.marked(eligibility.OFF):
            raise BadAnswer(f"{name}: {eligibility.OFF} already")
        without_it = eligibility.with_lasting_mark(battle, place, eligibility.OFF)
        return without_it, [Told(f"{name}: {eligibility.OFF}", rules=("2E-ELIG-1",))]
    if event.what == lines.ARRIVES:
        if not unit.marked(eligibility.OFF):
            raise BadAnswer(f"{name}: on the table already")
        words = f"{name}: no longer {eligibility.OFF}"
        return eligibility.without_mark(battle, place, eligibility.OFF), [Told(words, rules=("2E-ELIG-1",))]
    if event.what == RALLIED:
        marks = [mark for mark in (eligibility.BROKEN, eligibility.SHAKEN) if unit.marked(mark)]
        if not marks:
            raise BadAnswer(f"{name}: not broken")
        texts = [Told(f"{name}: no longer {mark}", rules=("2E-BRK-1",)) for mark in marks]
        return replaced(battle, *place, unit.without(*marks)), texts
    mark, rule = (eligibility.BROKEN, "2E-BRK-2") if event.what == BROKEN else (eligibility.SHAKEN, "2E-BRK-3")
    if unit.marked(mark):
        raise BadAnswer(f"{name}: {mark} already")
    return eligibility.with_lasting_mark(battle, place, mark), [Told(f"{name}: {mark}", rules=(rule,))]


EXAMPLE_BEFOREHAND = "2 gretchin, champion 1 wound"
read_beforehand = partial(losses.read_loss, example=EXAMPLE_BEFOREHAND)
LOSSES = losses.losses_questions(("2E-CAS-2",), EXAMPLE_BEFOREHAND, read_beforehand)


def on_its_own(state: records.Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return not state.manner.as_they_stand


def tell_losses(state: records.Attack, table: Table) -> records.Attack:
    """Return the attack after the reported losses of both units; most attacks have none."""
    lost, target_lost = losses.losses_given(table, LOSSES)
    begun = state.begun.value
    if lost:
        shooter = begun.shooter.value
        firers = tuple(
            records.Firer(rank.kind, rank.n, rank.left, eligibility.weapons_at_once(shooter, model))
            for rank in ranks_left(shooter, lost, losses.LOST)
            for model in (shooter.models[rank.kind][0],)
        )
        state = state.but(firers=firers)
    if target_lost and not begun.follows_attack:
        target = begun.target.value
        ranks = tuple(
            rank.but(kind=eligibility.target_model(target, rank.kind))
            for rank in ranks_left(target, target_lost, losses.TARGET_LOST)
        )
        state = state.but(ranks=ranks, begun=Hashed(begun.but(strength=(models(ranks), wounds(ranks)))))
    return state


def ranks_left(unit: Unit, texts: tuple[str, ...], key: str) -> tuple[Rank, ...]:
    """Return the models that these losses leave. :raises BadAnswer: they are impossible, or it has a datafax"""
    if unit.datafax:
        raise BadAnswer(f"{unit.name} has a datafax: it loses no models or wounds; its list says what of it is damaged")
    ranks: tuple[Rank, ...] = lines.squad_left(
        squad_of(eligibility.new_battle_unit(unit)), texts, key, read_beforehand
    ).ranks
    return ranks
