"""What happened without the app, as players tell it between attacks or before one: losses, damage, who comes and goes.

What a line means is read by `battle/happened.py` in the words of `told_damage.py` (EVE-1 to 11). Here it changes the
battle. Nothing of it is a loss of this phase: it causes neither Morale checks nor Pinning tests (EVE-12).
"""

from __future__ import annotations

from shoot_cli.battle import happened, what_happened
from shoot_cli.battle import happened as lines
from shoot_cli.battle.happened import Happened, NamedUnit
from shoot_cli.battle.losses import LOST, TARGET_LOST, Squad, TypedLoss, losses_given, losses_questions, nobody_left
from shoot_cli.battle.turns import Place, Side, ToldLosses, forgetting, replaced
from shoot_cli.battle.what_happened import LineRules, Told, destroyed_before, losses_between, plurals_of
from shoot_cli.engine.pools import Line, Rank, models, wounds
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import BadAnswer, listed
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts, records
from shoot_cli.rules.seventh.joined_units import without_the_dead
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Battle, BattleUnit, VehicleState
from shoot_cli.rules.seventh.steps import facts, states, told_damage
from shoot_cli.rules.seventh.steps.attack import firers_of
from shoot_cli.rules.seventh.steps.owner_decisions import why_never_to_ground
from shoot_cli.rules.seventh.steps.told_damage import DAMAGE, HULLS, NO_LONGER, VOCABULARY, WALKS_ON

LOSSES = losses_questions(("7E-ALC-1",), told_damage.EXAMPLE_ALONE, told_damage.read_alone)


def on_its_own(state: records.Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return not state.manner.seen


def tell_losses(state: records.Attack, table: Table) -> records.Attack:
    """Return the attack after the reported losses of both units; most attacks have none."""
    lost, target_lost = losses_given(table, LOSSES)
    if lost:
        state = by_the_rest(state, lost)
    if target_lost and not state.goes_on:
        state = at_the_rest(state, target_lost)
    return state


def left_of(unit: Hashed[Unit], told: tuple[str, ...], key: str) -> records.BattleUnit:
    """Return the unit after these losses; each vehicle stands by itself.

    :raises BadAnswer: they are impossible, or nobody is left
    """
    of = unit.value
    ranks = tuple(Rank(place, n, model.wounds) for place, (model, n) in enumerate(of.models))
    if of.vehicle:
        ranks = tuple(rank.but(n=1) for rank in ranks for _ in range(rank.n))
    left = records.BattleUnit(unit, ranks, models(ranks))
    kinds = tuple(dict.fromkeys(model.name for model, _ in of.models))
    named = NamedUnit(of.name, kinds, plurals_of(of), says=VOCABULARY, parts=told_damage.weapons_of(of))
    for text in told:
        said = happened.statement(text, text, (named,), 0)
        told_damage.refuse_points(of, said)
        if said.what in DAMAGE:
            left, _ = told_damage.after_damage(left, said)
        else:
            left = told_damage.after_loss(left, said.loss)
    if not left.ranks:
        raise nobody_left(key, of.name, models(ranks))
    return left


def by_the_rest(state: records.Attack, lost: tuple[str, ...]) -> records.Attack:
    """Return the attack by what is left; rules that only fallen models shared have ended (7E-IC-3)."""
    mine, around = left_of(state.shooter, lost, LOST), state.battle.value
    sides = (Side(around.sides[0].name, (mine,)), around.sides[1])
    stuck = mine.wear and all(wear.immobilised for wear in mine.wear)
    return state.but(
        shooter=mine.unit_now(), firers=firers_of(mine), battle=Hashed(around.but(sides=sides)),
        speed=charts.STATIONARY if stuck else state.speed,
    )  # fmt: skip


def at_the_rest(state: records.Attack, lost: tuple[str, ...]) -> records.Attack:
    """Return the attack at what is left of the target."""
    ranks = states.line_of(left_of(state.target, lost, TARGET_LOST), night=False)
    return state.but(line=Line(ranks), strength=(models(ranks), wounds(ranks)))


RULES = ("7E-NOM-3", "7E-SAV-14")


def tell_what_happened(battle: Battle, table: Table, of: Place | None = None) -> Battle:
    """Ask what happened, and return the battle after it. Nothing is the default. `of` is the unit that it is about."""
    return what_happened.tell_what_happened(LINE, battle, table, of)


def report_state(battle: Battle, table: Table) -> Battle:
    """Ask for the state of a unit, or what else happened to it (EVE-6)."""
    return states.report_state(battle, table, tell_what_happened)


def ask_between_turns(battle: Battle, table: Table) -> Battle:
    """Ask between two player turns what happened since the last shots (EVE-6)."""
    return what_happened.ask_between_turns(LINE, battle, table, report_state)


def tell_unasked(battle: Battle, table: Table) -> Battle:
    """Take what players told here without being asked (EVE-6)."""
    if battle.split is not None:  # its models shoot next, and are known already
        return battle
    return what_happened.tell_unasked(LINE, battle, table)


def question(battle: Hashed[Battle]) -> Phrases:
    """Return the question. An answer is refused against the battle as it stands."""
    return what_happened.question(LINE, battle)


def after(battle: Battle, place: Place, said: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after this, and what came of it in words. :raises BadAnswer: it is impossible"""
    unit = battle.unit_at(*place)
    told_damage.refuse_points(unit.unit.value, said)
    if said.what in (lines.LOSSES, HULLS):
        return after_loss(battle, place, said.loss)
    if not unit.ranks:
        raise destroyed_before(unit.unit.value.name)
    if said.what in DAMAGE:
        changed, words = told_damage.after_damage(unit, said, battle.next_end_of(place[0]))
        return replaced(battle, *place, changed), [Told(words)]
    return after_state(battle, place, unit, said.what)


# Losses, and units that come back


def after_loss(battle: Battle, place: Place, loss: TypedLoss) -> tuple[Battle, list[Told]]:
    """Return the battle after a change of models or points. :raises BadAnswer: it is impossible, with the counts"""
    unit = battle.unit_at(*place)
    before = told_damage.squad_of(unit)
    now = what_happened.squad_after(before, loss)
    changed = told_damage.after_loss(unit, loss)
    told = told_losses(unit, place[0], before, now)
    if not now.ranks:
        return destroyed(battle, place, Told(what_happened.told_of(before, now), told))
    if what_happened.comes_back(before, loss):
        return set_up_again(battle, place, changed, Told(what_happened.told_back(now), told))
    changed = changed.but(start=unit.start - told.fell, came_back=unit.came_back + told.back)
    words = what_happened.told_of(before, now)
    return replaced(battle, *place, changed), [what_happened.with_losses(words, told)]


def told_losses(unit: BattleUnit, side: int, before: Squad, now: Squad) -> ToldLosses:
    """Return how many models fell or came back, also of each part of a joined unit."""
    parts = {
        part.unit.value.name: sum(now.living(kind) - before.living(kind) for kind in kinds)
        for part, kinds in unit.spans()
    }
    return losses_between(unit.unit.value.name, side, before, now, parts or None)


def all_parted(battle: Battle, table: Table) -> Battle:
    """Return the battle after a whole line, which speaks of a joined unit by one name until its end."""
    for side in (0, 1):
        for at, unit in enumerate(battle.sides[side].units):
            if unit.ranks and unit.parts:
                battle = parted(battle, (side, at))
    return battle


def parted(battle: Battle, place: Place) -> Battle:
    """Return the battle with the parts of a joined unit apart if one of them is gone; who fell did so before this phase
    (7E-IC-5). If the unit has shot, none of its parts shoots again (7E-IC-6)."""
    side, at = place
    parts = battle.unit_at(side, at).parts
    after_it = without_the_dead(battle, side, at)
    if after_it is battle or side != battle.active or at not in battle.done:
        return after_it
    return after_it.but(done=tuple(sorted({*battle.done, *(part.at for part in parts)})))


def destroyed(battle: Battle, place: Place, told: Told) -> tuple[Battle, list[Told]]:
    """Return the battle without a unit and what was said of it. Whoever was inside is out (EVE-5, EVE-8)."""
    side, at = place
    gone = battle.unit_at(side, at)
    inside = states.passengers_of(battle, side, at)
    battle = replaced(battle, side, at, gone.but(ranks=(), wear=(), marks=(), inside=None, start=0, came_back=0))
    sentences = [told]
    for passengers in inside:
        unit = battle.unit_at(side, passengers)
        battle = replaced(battle, side, passengers, states.without_state(unit, states.EMBARKED))
        sentences.append(Told(f"{unit.unit.value.name}: no longer inside {gone.unit.value.name}"))
    return battle.but(said=forgetting(battle.said, place)), sentences


def set_up_again(battle: Battle, place: Place, changed: BattleUnit, told: Told) -> tuple[Battle, list[Told]]:
    """Return the battle with a destroyed unit set up this turn, with nothing told of it (EVE-5)."""
    side, at = place
    fresh = changed.but(
        marks=(), spent=(), inside=None, points_used=0, start=models(changed.ranks), came_back=0,
        wear=(VehicleState(),) * len(changed.ranks) if changed.unit.value.vehicle else (),
    )  # fmt: skip
    fresh = states.with_state(battle, side, fresh, states.ARRIVED)
    battle = replaced(battle, side, at, fresh).but(said=forgetting(battle.said, place))
    if side == battle.active:  # it has not shot
        battle = battle.but(done=tuple(done for done in battle.done if done != at))
    return battle, [told]


# States

GONE_WITH_IT = (  # states of a unit on the table, which end when it leaves
    states.LOCKED, states.FALLING_BACK, states.REGROUPED, states.GROUNDED, states.JINKED, states.JINKED_SHOOTS,
    states.ARRIVED, states.EMBARKED, states.OFF, states.SMOKED, charts.HOVERING, charts.SWOOPING,
    *states.SPEED_MARKS.values(),
)  # fmt: skip
OTHER_MODE = {mode: mark for mark, mode in charts.INSTEAD.items()}  # flight modes that have no mark
KNOWN_STATES = (states.LOCKED, states.FALLING_BACK, states.REGROUPED, states.GROUNDED)


def after_state(battle: Battle, place: Place, unit: BattleUnit, what: str) -> tuple[Battle, list[Told]]:
    """Return the battle after a unit left, came, or is in another state. :raises BadAnswer: it cannot be, or is so"""
    side, name = place[0], unit.unit.value.name
    if what in (lines.SHOCKED, lines.NOT_SHOCKED):
        raise BadAnswer(f"{name}: there is no Battle-shock in this edition; a unit can be {listed(KNOWN_STATES)}")
    if what == states.EMBARKED:
        raise BadAnswer(f"{name}: inside which transport is asked under “a unit's state”")
    if what in (lines.OFF, lines.ARRIVES, WALKS_ON):
        changed, words = moved(battle, side, unit, what)
        battle = battle.but(said=forgetting(battle.said, place))
    elif what.startswith(NO_LONGER) or what in OTHER_MODE:
        mark = OTHER_MODE.get(what) or what.removeprefix(NO_LONGER)
        mark = OTHER_MODE.get(mark, mark)
        changed, words = states.without_state(unit, mark), f"no longer {mark}"
        if changed == unit:
            raise BadAnswer(f"{name} was not said to be {mark}")
    else:
        if why := why_not(unit, what):
            raise BadAnswer(f"{name} {why}")
        changed, words = states.with_state(battle, side, unit, what), what
    return replaced(battle, *place, changed), [Told(f"{name}: {words}")]


def moved(battle: Battle, side: int, unit: BattleUnit, what: str) -> tuple[BattleUnit, str]:
    """Return the unit that left the table or came onto it, and the words for it. :raises BadAnswer: it has already"""
    if what == lines.OFF and unit.marked(states.OFF):
        raise BadAnswer(f"{unit.unit.value.name} is {states.OFF} already")
    freed = unit.without(*GONE_WITH_IT).but(inside=None)
    if what == WALKS_ON:  # it counts as moved as far as it did (7E-NOM-3 q)
        if not unit.marked(states.OFF):
            raise BadAnswer(f"{unit.unit.value.name} was not said to be {states.OFF}")
        return freed, WALKS_ON
    mark = states.OFF if what == lines.OFF else states.ARRIVED
    return states.with_state(battle, side, freed, mark), mark


def why_not(unit: BattleUnit, mark: str) -> str:
    """Return why the unit cannot be in this state, or that it is; "" if it can."""
    if unit.marked(mark):
        return f"is {mark} already"
    if mark == states.GROUNDED:
        if never := why_never_to_ground(unit.unit.value):
            return f"cannot go to ground: {never[0].text}"
        held = [state for state in (states.LOCKED, states.FALLING_BACK) if unit.marked(state)]
        return f"cannot go to ground: it is {held[0]}" if held else ""
    options = {option.value: option for option in states.states_of(unit)}
    if mark not in options:
        return f"can never be {mark}"
    return f"cannot be {mark}: {options[mark].closed[0].text}" if options[mark].closed else ""


LINE = LineRules(
    after, lambda battle: RULES, VOCABULARY, (lines.SHOCKED, lines.NOT_SHOCKED),
    lambda unit: unit.joined is not None, told_damage.weapons_of,
    leaders_of=told_damage.leaders_of,
    points_of=lambda unit: "hull points" if unit.vehicle else "",
    more_of=lambda unit: "hull -1" if unit.unit.value.vehicle else "",
    read_effect=facts.read, effects=("{unit}: bs +1", "{unit}: Prescience", "{unit}: no longer Prescience"),
    likely=facts.likely, after_effect=facts.after_effect, settle=all_parted,
)  # fmt: skip
