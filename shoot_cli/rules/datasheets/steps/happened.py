"""What happened without the app: losses, healing, who comes and goes, told between attacks (EVE-1 to 8).

What a line means is read by `battle/happened.py`. Here it changes the battle, by the same rules as losses to shooting.
What is told of both units before a single attack is at the end: losses, and effects in force (EVE-9, EVE-20 to 31).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, partial

from shoot_cli.battle import happened as lines
from shoot_cli.battle import what_happened
from shoot_cli.battle.happened import USUAL, Happened, NamedUnit
from shoot_cli.battle.losses import (
    LOST,
    TARGET_LOST,
    KindInSquad,
    Squad,
    TypedLoss,
    changes_of,
    losses_questions,
    without_none,
)
from shoot_cli.battle.turns import Mark, Place, Side, Telling, ToldLosses, replaced, whom
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
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import DEFENDER, BadAnswer, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import records, told_effects
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.conditions import without_weapon
from shoot_cli.rules.datasheets.fields import with_effects
from shoot_cli.rules.datasheets.profiles import Ability, Unit, leaders_of
from shoot_cli.rules.datasheets.records import Battle, BattleUnit
from shoot_cli.rules.datasheets.steps import attached_units, command_points, effects, entries, states, tellings
from shoot_cli.rules.datasheets.steps.attached_units import split_of
from shoot_cli.rules.datasheets.steps.effects import with_known_facts
from shoot_cli.rules.datasheets.steps.mortal_wounds import firers_of
from shoot_cli.rules.datasheets.steps.target import aim_at
from shoot_cli.rules.datasheets.told_effects import ToldEffect


def tell_what_happened(battle: Battle, table: Table, of: Place | None = None) -> Battle:
    """Ask what happened, and return the battle after it. Nothing is the default. `of` is the unit that it is about."""
    return what_happened.tell_what_happened(LINE, battle, table, of)


def question(battle: Hashed[Battle]) -> Phrases:
    """Return the question. An answer is refused against the battle as it stands."""
    return what_happened.question(LINE, battle)


def after(battle: Battle, place: Place, change: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after this, and what came of it in words. :raises BadAnswer: it is impossible"""
    if change.what == lines.LOSSES:
        return after_loss(battle, place, change.loss)
    return after_state(battle, place, change)


def report_state(battle: Battle, table: Table) -> Battle:
    """Ask for the state of a unit, or what happened to it."""
    return states.report_state(battle, table, tell_what_happened)


def ask_between_turns(battle: Battle, table: Table) -> Battle:
    """Ask once between two player turns what happened since (EVE-6)."""
    return what_happened.ask_between_turns(LINE, battle, table, report_state)


def tell_unasked(battle: Battle, table: Table) -> Battle:
    """Take what players told here by a key, without being asked (EVE-6)."""
    return what_happened.tell_unasked(LINE, battle, table)


# Losses, and units that come back


def after_loss(battle: Battle, place: Place, loss: TypedLoss) -> tuple[Battle, list[Told]]:
    """Return the battle after a change of models or wounds. :raises BadAnswer: it is impossible, with the counts"""
    unit = battle.unit_at(place)
    before = squad_of(unit)
    squad = squad_after(before, loss)
    words = what_happened.change_text(before, squad)
    lost = told_losses(unit, place[0], before, squad)
    if not squad.ranks:
        return destroyed(battle, place, Told(words, lost))
    if comes_back(before, loss):
        return set_up_again(battle, place, squad, Told(told_back(squad), lost))
    return replaced(battle, *place, with_ranks(unit, squad)), [with_losses(words, lost)]


def told_losses(unit: BattleUnit, side: int, before: Squad, now: Squad) -> ToldLosses:
    """Return how many models fell or came back, also of each part of an Attached unit."""
    name, parts = unit.unit.value.name, Counter[str]()
    for kind, (model, _) in enumerate(unit.unit.value.models):
        parts[model.from_unit or name] += now.living(kind) - before.living(kind)
    return losses_between(name, side, before, now, parts)


def with_ranks(unit: BattleUnit, squad: Squad) -> BattleUnit:
    """Return the unit with these models. Notes about models that no longer stand so are dropped."""
    standing = {(rank.kind, rank.left): rank.n for rank in squad.ranks}
    notes = []
    for note in unit.histories:
        if standing.get((note.kind, note.left), 0):
            standing[note.kind, note.left] -= 1
            notes.append(note)
    return unit.but(ranks=squad.ranks, histories=tuple(notes))


def destroyed(battle: Battle, place: Place, sentence: Told) -> tuple[Battle, list[Told]]:
    """Return the battle without a unit: its marks, its combats, and what was said of it end. Whoever was inside is out
    (EVE-5, EVE-8)."""
    gone = tellings.without_own(battle.unit_at(place)).but(ranks=(), histories=(), marks=(), given=())
    battle, ended = without_ties(unasked(states.moved(replaced(battle, *place, gone), place), place), place)
    return no_longer(battle, ended, [sentence])


def without_ties(battle: Battle, place: Place) -> tuple[Battle, list[tuple[Place, str]]]:
    """Return the battle without the combats of a destroyed unit, and the marks of others that end with it: of enemies
    that are in no other combat, and of its passengers (EVE-8)."""
    battle, freed = apart_from(battle, place)
    inside = states.EMBARKED + battle.unit_at(place).unit.value.name
    places = ((place[0], index) for index in range(len(battle.sides[place[0]].units)))
    passengers = [other for other in places if battle.unit_at(other).marked(inside)]
    return battle, [*((other, states.LOCKED) for other in freed), *((other, inside) for other in passengers)]


def end_ties(battle: Battle, table: Table) -> Battle:
    """End the combats of units that shooting has destroyed, and let their passengers out, after all that they do as
    they die (ELIG-3, ELIG-8). Passengers are disembarked this turn if it is their own.
    """
    waiting = {(reply.side, reply.unit) for reply in battle.replies}
    for place in ((side, at) for side in (0, 1) for at in range(len(battle.sides[side].units))):
        gone = battle.unit_at(place)
        if gone.ranks or place in waiting:
            continue
        battle, ended = without_ties(replaced(battle, *place, gone.without(states.LOCKED)), place)
        battle, sentences = no_longer(battle, ended, [])
        for sentence in sentences:
            table.tell("{happened}", battle.game.rules("ELIG-3", "ELIG-8"), happened=sentence.text)
        for other, mark in ended:
            if mark != states.LOCKED and other[0] == battle.active:
                out = Mark(states.DISEMBARKED, states.end_of_its_turn(battle, other[0]))
                battle = replaced(battle, *other, battle.unit_at(other).with_mark(out))
    return battle


def no_longer(battle: Battle, ended: list[tuple[Place, str]], sentences: list[Told]) -> tuple[Battle, list[Told]]:
    """Return the battle without these marks, and the sentences with one for each of them."""
    for place, mark in ended:
        unit = battle.unit_at(place)
        battle = replaced(battle, *place, unit.without(mark))
        sentences = [*sentences, Told(f"{unit.unit.value.name}: no longer {mark}")]
    return battle, sentences


def set_up_again(battle: Battle, place: Place, squad: Squad, sentence: Told) -> tuple[Battle, list[Told]]:
    """Return the battle with a destroyed unit set up this turn, with nothing told of it (EVE-5)."""
    unit = battle.unit_at(place).but(ranks=squad.ranks, histories=(), marks=(), given=(), used=(), uses=())
    battle, sentences = arriving(unasked(battle, place), place, unit, sentence)
    if place[0] == battle.active:  # it has not shot
        done, held, again = (
            tuple(at for at in those if at != place[1]) for those in (battle.done, battle.held_fire, battle.once_more)
        )
        battle = battle.but(done=done, held_fire=held, once_more=again)
    battle, joined = attached_units.rejoined(battle, place)
    if joined:
        first, *others = sentences
        sentences = [first.but(text=f"{first.text}, in {joined}"), *others]
    return battle, sentences


# Effects


def after_effect(battle: Battle, place: Place | None, change: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle with an effect, or without it (EVE-20 to 24). :raises BadAnswer: it cannot be told of them"""
    if place is None:
        return after_effect_of_many(battle, change)
    unit = battle.unit_at(place)
    name = unit.unit.value.name
    if not unit.ranks:
        raise destroyed_before(name)
    if change.what == lines.NO_LONGER:
        after = tellings.no_longer(battle, [place], change.words, None)
        return after, [Told(f"{name}: no longer {change.words}")]
    if used := entries.use_told(battle, place, change.words):
        battle, sentences = used
        return battle, [Told(text, spent=spent) for text, spent in sentences]
    by = 1 - place[0] if change.theirs else place[0]
    telling = tellings.new_telling(battle, tellings.read(battle, change.words), by)
    sentence = Told(tellings.telling_text(battle, name, telling) + in_place_of(unit.tellings, telling))
    remarks = tellings.remarks(battle, place[0], name, telling, change.theirs)
    return effects.with_needed_log(tellings.tell(battle, place, telling)), [sentence, *map(Told, remarks)]


def after_effect_of_many(battle: Battle, change: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle with an effect on all units of a side with some keywords, or without it (EVE-23)."""
    side, by, words = army_meant(battle, change)
    keywords = tellings.keywords_in(battle, side, words)
    name = f"{whom(keywords)} of {battle.sides[side].name}"
    if change.what == lines.NO_LONGER:
        places = [(side, at) for at in range(len(battle.sides[side].units))]
        return tellings.no_longer(battle, places, change.words, keywords), [Told(f"{name}: no longer {change.words}")]
    if used := entries.use_on_many(battle, side, change.words, keywords):
        battle, sentences = used
        return battle, [Told(text, spent=spent) for text, spent in sentences]
    telling = tellings.new_telling(battle, tellings.read(battle, change.words), by).but(keywords=keywords, of_side=True)
    earlier = (one for unit in battle.sides[side].units for one in unit.tellings if one.keywords == keywords)
    sentence = Told(tellings.telling_text(battle, name, telling) + in_place_of(earlier, telling))
    remarks = tellings.remarks(battle, side, whom(keywords), telling, change.theirs)
    return effects.with_needed_log(tellings.tell_all(battle, side, telling)), [sentence, *map(Told, remarks)]


def in_place_of(before: Iterable[Telling], telling: Telling) -> str:
    """Return the end of the sentence about an effect that replaces another one of its name (EVE-26)."""
    key = name_key(telling.name), telling.of_side, telling.as_target, telling.part
    old = [
        one.words for one in before if (name_key(one.name), one.of_side, one.as_target, one.part) == key
        and one.words != telling.words
    ]  # fmt: skip
    return f"; in place of {old[0]}" if old else ""


def army_meant(battle: Battle, change: Happened) -> tuple[int, int, str]:
    """Return the side of which an effect is told, the side that tells it, and the words for the keywords.

    An army may be named behind them, as in `all INFANTRY of Orks`. Otherwise the side tells it whose turn it is.
    """
    words = change.many or ""
    if match := re.fullmatch(r"(?i)(?:(.*\S)\s+)?of\s+(\S.*)", words):
        named = find(match[2], [side.name for side in battle.sides], near=False)
        if len(named) == 1:
            return named[0], 1 - named[0] if change.theirs else named[0], match[1] or ""
    return 1 - battle.active if change.theirs else battle.active, battle.active, words


# States


def after_state(battle: Battle, place: Place, change: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after a unit left or came, or was Battle-shocked. :raises BadAnswer: it is so already"""
    unit = battle.unit_at(place)
    name = unit.unit.value.name
    if not unit.ranks:
        raise destroyed_before(name)
    if change.what == lines.ARRIVES:
        return arriving(battle, place, unit, Told(f"{name}: {states.ARRIVED}"))
    if change.what == lines.OFF:
        if unit.marked(states.OFF):
            raise BadAnswer(f"{name}: {states.OFF} already")
        changed = unit.without(*states.MOVEMENT, states.LOCKED).with_mark(Mark(states.OFF))
        battle, freed = apart_from(states.moved(replaced(battle, *place, changed), place), place)
        return no_longer(battle, [(other, states.LOCKED) for other in freed], [Told(f"{name}: {states.OFF}")])
    if change.what == lines.SHOCKED:
        changed = unit.with_mark(Mark(states.SHOCKED, states.before_its_turn(battle, place[0])))
        return unasked(replaced(battle, *place, changed), place), [Told(f"{name}: {states.SHOCKED}")]
    calmed = unasked(replaced(battle, *place, unit.without(states.SHOCKED)), place)
    if calmed == battle:
        raise BadAnswer(f"{name}: the unit was not said to be {states.SHOCKED}")
    return calmed, [Told(f"{name}: no longer {states.SHOCKED}")]


def arriving(battle: Battle, place: Place, unit: BattleUnit, sentence: Told) -> tuple[Battle, list[Told]]:
    """Return the battle with this unit as one that was set up this turn. Its combats end."""
    gone = (states.OFF, states.DISEMBARKED, states.LOCKED, states.EMBARKED + states.embarked(unit), *states.MOVEMENT)
    changed = unit.without(*gone).with_mark(Mark(states.ARRIVED, states.end_of_its_turn(battle, place[0])))
    battle, freed = apart_from(states.moved(replaced(battle, *place, changed), place), place)
    return no_longer(battle, [(other, states.LOCKED) for other in freed], [sentence])


def apart_from(battle: Battle, place: Place) -> tuple[Battle, list[Place]]:
    """Return the battle without the combats of a unit, and the units that are in no other one now."""
    others = sorted({other for pair in battle.locked if place in pair for other in pair} - {place})
    locked = tuple(pair for pair in battle.locked if place not in pair)
    freed = [
        other
        for other in others
        if battle.unit_at(other).marked(states.LOCKED) and not any(other in pair for pair in locked)
    ]
    return battle.but(locked=locked), freed


def unasked(battle: Battle, place: Place) -> Battle:
    """Return the battle without what was answered about Battle-shock of this unit."""
    remembered, of_turn, of_phase, until_own_turn = (
        tuple(fact for fact in memory if place not in fact.about or fact.key != states.SHOCKED)
        for memory in (battle.remembered, battle.of_turn, battle.of_phase, battle.until_own_turn)
    )
    return battle.but(remembered=remembered, of_turn=of_turn, of_phase=of_phase, until_own_turn=until_own_turn)


OF_A_STATE = {
    name_key(words)
    for words in (*states.OF_TURN, states.LOCKED, "fallen back", "falls back", "falling back", "fall back",
                  "advances", "stationary", "disembarked", "in combat", "locked", "engaged")
    if words != states.ARRIVED
}  # fmt: skip


def refuse_movement(text: str, unit: NamedUnit) -> Happened | None:
    """Return None. :raises BadAnswer: it says how a unit moved, or that it is in combat, which has a row of its own"""
    if name_key(text) in OF_A_STATE:
        raise BadAnswer(
            f"{shown(text)} of {unit.whole_name} is told under “a unit's state”, a row of “Which unit shoots?” and of "
            f"the question between turns"
        )
    return None


LINE = LineRules(
    after,
    lambda battle: battle.game.rules("ELIG-1", "DMG-4"),
    USUAL.but(read_more=refuse_movement),
    leaders_of=leaders_of,
    read_effect=entries.read,
    effects=("{unit}: Stealth this turn", "all INFANTRY: +1 to hit this phase", "{unit}: no longer Stealth"),
    likely=entries.likely_effects,
    after_effect=after_effect,
    after_points=command_points.after_said,
    with_unit=entries.with_unit,
    settle=attached_units.part_units,
)


@cache
def rows(known: Abilities) -> tuple[Phrases, Phrases, Phrases, Phrases]:
    """Return the questions: effects on those who fire and on the target, and the losses of both."""
    read, split = partial(told_effects.canonical, known), partial(told_effects.split, known)
    rule = known.book.rules("EFF-8")
    return (
        Phrases("effects", read, rules=rule, text="Effects in force on those who fire", example="+1 to hit",
                pieces_of=split),
        Phrases("target_effects", read, owner=DEFENDER, rules=rule, text="Effects in force on the target",
                example="-1 to hit; Feel No Pain 5+", pieces_of=split),
        *losses_questions(rule),
    )  # fmt: skip


def tell_beforehand(state: records.Attack, table: Table) -> records.Attack:
    """Return the attack with the reported losses and effects of both units; most attacks have none."""
    effects, target_effects, lost, target_lost = (
        table.default_unless_given(row, ()) for row in rows(state.game.abilities)
    )
    lost, target_lost = without_none(lost), () if state.follows_attack else without_none(target_lost)
    if lost or target_lost:
        state = unit_with_losses(state, lost, target_lost)
    if effects or target_effects:
        state = in_force(state, effects, target_effects)
    return state


# Effects


def in_force(state: records.Attack, ours: tuple[str, ...], theirs: tuple[str, ...]) -> records.Attack:
    """Return the attack with effects told of the shooting unit and of its target (EVE-21, EVE-22)."""
    known, target = state.game.abilities, state.battle.value.sides[1].units[0]
    told = told_effects.each_once(told_effects.read(known, text) for text in ours)
    of_target = told_effects.each_once(told_effects.read(known, text) for text in theirs)
    on_it = tuple(effect.ability for effect in of_target if told_effects.works_for_target(known, effect.ability))
    attackers = tuple(effect for effect in of_target if effect.ability not in on_it)
    shooter = with_told_effects(known, state.shooter.value, (*told, *attackers))
    unit = with_effects(known, target.unit.value, on_it)
    aim = with_known_facts(state, aim_at(target.but(unit=Hashed(unit)), 0))
    return state.but(shooter=Hashed(shooter), aims=(aim,))


def with_told_effects(known: Abilities, unit: Unit, told: tuple[ToldEffect, ...]) -> Unit:
    """Return the unit as if its list had these effects. :raises BadAnswer: one is for weapons that it does not have"""
    abilities: list[Ability] = []
    for effect in told:
        for ability in (effect.ability, *effect.ability.gives):
            if words := without_weapon(ability, unit):
                raise BadAnswer(f"{shown(effect.text)}: {words}")
        abilities.append(effect.ability)
    return with_effects(known, unit, abilities)


# Losses


def squad_of(unit: records.BattleUnit) -> Squad:
    """Return the unit as losses are told of it."""
    leaders = dict(leaders_of(unit.unit.value))
    kinds = (
        KindInSquad(model.name, n, model.wounds, model.character or model.leader, model.plural,
                    model.from_unit if model.from_unit in leaders else "")
        for model, n in unit.unit.value.models
    )  # fmt: skip
    return Squad(unit.unit.value.name, tuple(kinds), unit.ranks)


def after_losses(unit: records.BattleUnit, losses: tuple[str, ...], key: str) -> records.BattleUnit:
    """Return the unit after these losses (EVE-9). :raises BadAnswer: they are impossible, or nobody is left"""
    return unit.but(ranks=lines.squad_left(squad_of(unit), losses, key).ranks)


def parts_left(unit: records.BattleUnit) -> tuple[records.BattleUnit, ...]:
    """Return the unit, or the units of their own that are left of an Attached unit with a destroyed part (ORD-6)."""
    split = split_of(unit)
    return (unit,) if split is None else tuple(part.but(origin=0) for part in split.standing)


def name_left(kind: type[BattleUnit], unit: Unit, said: object) -> str:
    """Return the name of what these losses leave of a unit; who no longer leads or is led is not in it (EVE-8)."""
    texts = said if isinstance(said, list | tuple) else [said]
    pieces = [piece for text in texts for piece in changes_of(str(text))]
    losses = without_none(piece for piece in pieces if name_key(piece) != "none")
    if not unit.attached or not losses:
        return unit.name
    left = after_losses(states.new_battle_unit(kind, unit), losses, LOST)
    return parts_left(left)[0].unit.value.name


def unit_with_losses(state: records.Attack, lost: tuple[str, ...], target_lost: tuple[str, ...]) -> records.Attack:
    """Return the attack by and at what these losses have left of both units."""
    battle = state.battle.value
    (mine, *_), (target, *_) = (side.units for side in battle.sides)
    mine, *apart = parts_left(after_losses(mine, lost, LOST)) if lost else (mine,)
    if apart:
        names = ", ".join(part.unit.value.name for part in (mine, *apart))
        raise BadAnswer(f"what is left shoots as units of their own: {names}; ask for each by itself")
    target, *others = parts_left(after_losses(target, target_lost, TARGET_LOST)) if target_lost else (target,)
    sides = Side(battle.sides[0].name, (mine,)), Side(battle.sides[1].name, (target,))
    state = state.but(
        battle=Hashed(battle.but(sides=sides)), firers=firers_of(mine), others=(*others, *state.others),
        shooter=state.shooter if mine.unit == battle.sides[0].units[0].unit else mine.unit,
    )  # fmt: skip
    return state.but(aims=(with_known_facts(state, aim_at(target, 0)),))
