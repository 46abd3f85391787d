"""Rules and stratagems of the armies at the table: who may use which, and what a use does (EVE-42, 43, 45, 53).

The switches of units are entries as well; `told_rows.py` has their rows. Players may also tell an entry by its name:
`boyz: Steady Aim`, or `Steady Aim` alone (EVE-30, EVE-43).

A use puts the words of an entry in force as if players had told them (`tellings.py`). It is noted in the battle, so
that the limits of an entry close it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from shoot_cli.armies.army import (
    AFTER,
    ALWAYS,
    ARMY,
    EACH_TURN,
    ENEMY,
    NO_LIMIT,
    ONCE_A_BATTLE,
    ONCE_A_PHASE,
    ONCE_A_TURN,
    SHOOTS,
    STRATAGEM,
    SWITCH,
    TARGETED,
    ArmyEntry,
    fits,
)
from shoot_cli.battle import command_points as battle_points
from shoot_cli.battle import turns as spans
from shoot_cli.battle.command_points import Spent, cost_words
from shoot_cli.battle.turns import Place, Telling
from shoot_cli.engine.names import name_key
from shoot_cli.engine.questions import CHEAPER, Choose, Option, Phrases
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, BadAnswer, Reason, listed
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.abilities import PERMISSIONS
from shoot_cli.rules.datasheets.ability_grammar import ONE_OF
from shoot_cli.rules.datasheets.ability_texts import effect as effect_text
from shoot_cli.rules.datasheets.conditions import without_weapon
from shoot_cli.rules.datasheets.effects import matters
from shoot_cli.rules.datasheets.fields import with_effects
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.records import Attack, Battle, BattleUnit, EntryUse, EntryWords, Stance
from shoot_cli.rules.datasheets.steps import command_points, effects, states, tellings
from shoot_cli.rules.datasheets.steps.states import situation_of
from shoot_cli.rules.datasheets.told_effects import ToldEffect

OF_FIRERS, OF_TARGET = "effects", "target_effects"  # keys of the rows for what is told while an attack is agreed upon


def read(battle: Battle, text: str) -> ToldEffect:
    """Return the effect that a text tells: by the name of a rule or stratagem of either army, or as `tellings.read`.

    :raises BadAnswer: it tells none
    """
    name, span = told_effects.name_in(text)
    for side in (0, 1):
        if (entry := entry_called(battle, side, name)) is not None:
            told = effects_of(battle, side, entry)
            return told[0].but(span=span) if told else ToldEffect(Ability("", text=entry.name), span)
    return tellings.read(battle, text)


def with_unit(battle: Battle, text: str, names: Sequence[tuple[Place, str]]) -> str:
    """Return a phrase that is the name of a rule or stratagem alone with the one unit that it fits; else as it is.

    :param names: what a line calls each unit
    :raises BadAnswer: it fits several units, or none
    """
    name, _ = told_effects.name_in(text)
    for side in (battle.active, 1 - battle.active):
        if (entry := entry_called(battle, side, name)) is not None:
            whose = 1 - side if entry.on == ENEMY else side
            fits = [name for place, name in names if place[0] == whose and may_have(battle, entry, place)]
            if len(fits) == 1:
                return f"{fits[0]}: {text}"
            like = f"say which, as in {fits[0]}: {entry.name}" if fits else "it is for no unit that stands"
            raise BadAnswer(f"{entry.name} fits {listed(fits)}: {like}" if fits else f"{entry.name}: {like}")
    return text


def likely_effects(battle: Battle, place: Place) -> Iterator[str]:
    """Yield effects that may be told of a unit, the likeliest first: the end of what is in force, what was told before,
    what the army may use by its name, and what is told most often (EVE-30)."""
    has = {telling.name: telling for telling in battle.unit_at(place).tellings}
    yield from (f"no longer {telling.name}" for telling in has.values() if not telling.of_side)
    for told in (recent.telling for recent in reversed(battle.recent) if recent.telling.name not in has):
        yield told.words if told.name == told.words else f"{told.words} as {told.name}"
    for side, block in enumerate(battle.blocks):
        entries = block.entries if block is not None else ()
        whose = ((entry, 1 - side if entry.on == ENEMY else side) for entry in entries if entry.when != ALWAYS)
        yield from (entry.name for entry, whom in whose if whom == place[0] and may_have(battle, entry, place))
    yield from (usual for usual in (*told_effects.OF_SHOOTER, *told_effects.OF_ATTACKED) if usual not in has)


def may_have(battle: Battle, entry: ArmyEntry, place: Place) -> bool:
    """Return True if the entry may be put on this unit. Its keywords are those of the units of its own army."""
    unit = battle.unit_at(place)
    return bool(unit.ranks) and not unit.marked(states.OFF) and (entry.on == ENEMY or is_for(battle, entry, place))


class NamedEntry(Record):
    """A rule or stratagem that a text names. `side` is the side that uses it, `span` the one that was said, or "".

    `words` are the effect that was said with the name, as in `+1 to hit as Drill`; "" for the name alone.
    """

    side: int
    entry: ArmyEntry
    span: str
    words: str


def named_in(battle: Battle, text: str, *sides: int) -> list[NamedEntry]:
    """Return the entries of these sides that a text names: by the name alone, or behind `as`."""
    (name, span), words = told_effects.name_in(text), ""
    if not any(entry_called(battle, side, name) for side in (0, 1)):
        try:
            effect = tellings.read(battle, text)
        except BadAnswer:
            return []
        name, span, words = effect.ability.called, effect.span, effect.words
    by_side = ((side, entry_called(battle, side, name) if name else None) for side in sides)
    return [NamedEntry(side, entry, span, words) for side, entry in by_side if entry is not None]


def entry_told(battle: Battle, place: Place, text: str) -> NamedEntry | None:
    """Return what a text names for this unit: the name alone, or an effect with the name behind `as`; None: nothing.

    :raises BadAnswer: it is on the wrong side
    """
    unit = battle.unit_at(place).unit.value.name
    return of_one_side(battle, place[0], text, unit)


def of_one_side(battle: Battle, side: int, text: str, whom: str) -> NamedEntry | None:
    """Return what a text names for units of this side. `whom` are those units, for messages.

    :raises BadAnswer: it is on the wrong side
    """
    named = named_in(battle, text, side, 1 - side)
    for use in named:
        if (use.entry.on == ENEMY) != (use.side == side):
            return use
    here, other = battle.sides[side].name, battle.sides[1 - side].name
    for use in named:
        is_one = f"{whom} is a unit of {here}" if whom else f"those are units of {here}"
        if use.side == side:
            raise BadAnswer(f"{use.entry.name} is put on an enemy unit, and {is_one}{' itself' if whom else ''}")
        raise BadAnswer(f"{use.entry.name} is for units of {other}, and {is_one}")
    return None


def option_said(battle: Battle, named: NamedEntry) -> str:
    """Return which of the effects of an entry was said; "" if it has only one. :raises BadAnswer: it does another"""
    if not named.words or not lines_of(battle, named.side, named.entry):
        return ""
    if named.words in (several := options_of(battle, named.side, named.entry)):
        return named.words
    if not several and named.words in [effect.words for effect in effects_of(battle, named.side, named.entry)]:
        return ""
    does = listed(several) if several else words_of(battle, named.side, named.entry)
    raise BadAnswer(f"{named.entry.name} is {does}: tell {named.words} with another name, or without one")


def use_told(battle: Battle, place: Place, text: str) -> tuple[Battle, list[tuple[str, Spent | None]]] | None:
    """Return the battle after the use of a rule or stratagem that a text names, and its sentences; None: it names none.

    :raises BadAnswer: it cannot be used on this unit now
    """
    if (named := entry_told(battle, place, text)) is None:
        return None
    side, entry = named.side, named.entry
    unit = battle.unit_at(place).unit.value.name
    battle = with_said_words(battle, named)
    option = option_said(battle, named)
    if why := why_not_told(battle, side, entry, place, option):
        raise BadAnswer(why)
    battle, sentences = paid_in_line(battle, side, entry, place if place[0] == side else None)
    battle = put_in_force(battle, side, entry, place, option, named.span)
    told = tellings_of(battle, side, entry, option, named.span)
    return battle, [(sentence(battle, unit, told), None), *sentences, *out_of_turn(battle, side, entry, unit)]


def use_on_many(
    battle: Battle, side: int, words: str, keywords: tuple[str, ...]
) -> tuple[Battle, list[tuple[str, Spent | None]]] | None:
    """Return the battle after a rule was used, once, on all units of a side with these keywords, and its sentences;
    None: the words name none. Who has the keywords when an attack is made has it, if keywords alone say whom it is for
    (EVE-23); else those units that may have it now. A stratagem is used on each of them, and paid for each time.

    :raises BadAnswer: no unit may have it now, or it is a stratagem that may not be used so often
    """
    if (named := of_one_side(battle, side, words, "")) is None:
        return None
    entry, user, span = named.entry, named.side, named.span
    battle = with_said_words(battle, named)
    option = option_said(battle, named)
    meant = [place for place in own_units(battle, side) if may_have(battle, entry, place)]
    meant = [(s, at) for s, at in meant if has_all(battle.sides[s].units[at], keywords)]
    refused = {place: why for place in meant if (why := why_not_told(battle, user, entry, place, option))}
    able = [place for place in meant if place not in refused]
    if not able:
        raise BadAnswer(next(iter(refused.values()), f"{entry.name}: no unit with these keywords may have it"))
    if entry.kind == STRATAGEM and len(able) > 1:
        return used_on_each(battle, able, entry, words)
    told, after = tellings_of(battle, user, entry, option, span), battle
    names = ", ".join(battle.unit_at(place).unit.value.name for place in able)
    shared, whom = None if refused else tellings.keywords_of_all(battle, side, entry, keywords), names
    if shared is not None:
        whom = f"{spans.whom(shared)} of {battle.sides[side].name}"
        for telling in told:
            after = tellings.tell_all(after, side, telling.but(keywords=shared))
        after = effects.with_needed_log(after)
    for place in () if shared is not None else able:
        after = put_in_force(after, user, entry, place, option, span)
    after, sentences = paid_in_line(after, user, entry, able[0] if user == side else None)
    return after, [(sentence(battle, whom, told), None), *sentences, *out_of_turn(battle, user, entry, names)]


def used_on_each(
    battle: Battle, places: list[Place], entry: ArmyEntry, words: str
) -> tuple[Battle, list[tuple[str, Spent | None]]]:
    """Return the battle after a stratagem was used on each of these units, which is one use for each (EVE-53).

    :raises BadAnswer: it may be used only once, or the command points do not last
    """
    if entry.once != NO_LIMIT:
        first = battle.unit_at(places[0]).unit.value.name
        raise BadAnswer(
            f"{entry.name} is used on one unit, once a {entry.once}: name it, as in {first}: {entry.name}; what is for "
            f"several units at one price stands under rules:"
        )
    sentences: list[tuple[str, Spent | None]] = []
    for place in places:
        used = use_told(battle, place, words)
        assert used is not None  # its name was found before
        battle, sentences = used[0], [*sentences, *used[1]]
    return battle, sentences


def out_of_turn(battle: Battle, side: int, entry: ArmyEntry, whom: str) -> list[tuple[str, None]]:
    """Return the note about an entry that answers enemy shots, if its own side used it in its own turn (EVE-55)."""
    if entry.when not in (TARGETED, AFTER) or side != battle.active:
        return []
    return [
        (f"{entry.name} answers enemy shots; in this turn {whom} is shot at only by Overwatch or shooting back", None)
    ]


def has_all(unit: BattleUnit, keywords: tuple[str, ...]) -> bool:
    return all(states.living_unit(unit).value.is_a(keyword) for keyword in keywords)


def paid_in_line(
    battle: Battle, side: int, entry: ArmyEntry, place: Place | None
) -> tuple[Battle, list[tuple[str, Spent | None]]]:
    """Return the battle in which a use is noted and paid for, and the sentence about what it cost."""
    battle = noted(battle, side, entry, place)
    if not entry.cost or battle.points is None:
        return battle, []
    change = battle_points.spent_by(battle.points, side, entry.name, entry.cost, battle.sides[side].name)
    return battle.but(points=change.points), [(change.text, change.spent)]


def with_said_words(battle: Battle, named: NamedEntry) -> Battle:
    """Return the battle that knows what an entry without words does, if they were said: `+1 to hit as Steady Aim`."""
    side, entry = named.side, named.entry
    if not named.words or (lines_of(battle, side, entry) and not is_unchecked(battle, side, entry)):
        return battle
    return battle.but(entry_words=(*battle.entry_words, EntryWords(side, entry.name, (named.words,))))


def why_not_told(battle: Battle, side: int, entry: ArmyEntry, place: Place, option: str) -> str:
    """Return why an entry cannot be put on this unit now, as a sentence; "" if it can.

    `option` is the one that was said, if its effect is one of several.
    """
    unit = battle.unit_at(place).unit.value.name
    if entry.when == ALWAYS:
        return f"{entry.name} is always in force"
    if entry.on != ENEMY and not is_for(battle, entry, place):
        return f"{entry.name} is for {whom_words(entry)}, and {unit} is not"
    if is_unchecked(battle, side, entry) and entry.effects:
        thought = "; ".join(entry.effects)
        like = f"{unit}: {entry.effects[0]} as {entry.name}"
        return f"{entry.name} is {NOT_CHECKED}: is it {thought}? Say once what it does, as in {like}"
    if not lines_of(battle, side, entry):
        return f"what does {entry.name} do? Say it once, as in {unit}: +1 to hit as {entry.name}"
    if not option and (several := options_of(battle, side, entry)):
        return f"{entry.name} is one of several: say which, as in {unit}: {several[0]} as {entry.name}"
    why = why_not_used(battle, side, entry, place if place[0] == side else None)
    return f"{entry.name}: {why[0].text}" if why else ""


def of_other_side(name: str, of_target: bool) -> BadAnswer:
    """Return why a name cannot be told here of the firers, or of the target: it is for the other side of the attack."""
    whose, key = ("the firers", OF_FIRERS) if of_target else ("those who are shot at", OF_TARGET)
    return BadAnswer(f"{name} is for {whose}; say it as {key}")


def named_at_agreed(battle: Battle, side: int, text: str) -> NamedEntry | None:
    """Return the rule or stratagem of the side that shoots that a text names; None for any other text."""
    return next(iter(named_in(battle, text, side)), None)


def read_at_agreed(battle: Battle, shooter: Place, of_target: bool, text: str) -> ToldEffect | None:
    """Return the effect of a rule or stratagem of the side that shoots, by its name; None for any other text.

    :raises BadAnswer: it cannot be used by the shooting unit now, or not so
    """
    named = named_at_agreed(battle, shooter[0], text)
    if named is None:
        if (other := entry_called(battle, 1 - shooter[0], told_effects.name_in(text)[0])) is not None:
            raise BadAnswer(f"{other.name} is a rule or stratagem of {battle.sides[1 - shooter[0]].name}")
        return None
    side, entry = named.side, named.entry
    if of_target != (entry.on == ENEMY):
        raise of_other_side(entry.name, of_target)
    if entry != entry_called(battle, side, entry.name):
        raise BadAnswer(f"{entry.name} for one command point less: take its row, and type the 0 behind its number")
    unit = battle.unit_at(shooter).unit.value.name
    if not is_for(battle, entry, shooter):
        raise BadAnswer(f"{entry.name} is for {whom_words(entry)}, and {unit} is not")
    battle = with_said_words(battle, named)
    option = option_said(battle, named)
    if why := why_not_told(battle, side, entry, shooter, option):
        raise BadAnswer(why)
    first, *others = effects_of(battle, side, entry, option)
    if others:
        raise BadAnswer(f"{entry.name} has several effects: take its row, or tell it of the unit before it shoots")
    lasts = named.span or span_of(entry)
    words = option or first.words
    return told_effects.read(battle.game.abilities, f"{words} as “{entry.name}” {lasts}")


OFFER = "entry:"  # before the name, in the key of a row
NO, YES = "no", "yes"
ITS_WORDS = "its words are asked"  # instead of the words of an entry without any
NOT_CHECKED = "not checked"  # of the words that a package proposes, until players say that they are so (EVE-64)

# Which entries there are ----------------------------------------------------------------------------------------------


def entries_of(battle: Battle, side: int, *when: str) -> tuple[ArmyEntry, ...]:
    """Return the rules and stratagems of a side with one of these moments, in the order of its list."""
    block = battle.blocks[side]
    return tuple(entry for entry in block.entries if entry.when in when) if block is not None else ()


def has_block(battle: Battle, side: int) -> bool:
    return battle.blocks[side] is not None


def is_for(battle: Battle, entry: ArmyEntry, place: Place) -> bool:
    """Return True if the entry is for this unit, as it stands now."""
    unit = battle.unit_at(place)
    if entry.kind == SWITCH:
        return bool(unit.ranks) and (entry.on in (ARMY, ENEMY) or entry in switches_of(unit))
    return bool(unit.ranks) and fits(entry.whom, states.living_unit(unit).value.keywords)


def entry_called(battle: Battle, side: int, name: str) -> ArmyEntry | None:
    """Return the entry of a side, or the switch of a unit of it, with this name; None if it has none.

    With a 0 behind its name, as in `contempt 0`, it costs one command point less (EVE-52).
    """
    if (entry := _entry_called(battle, side, name)) is not None or not name.endswith(CHEAPER):
        return entry
    dearer = _entry_called(battle, side, name.removesuffix(CHEAPER).rstrip())
    return dearer.but(cost=dearer.cost - 1) if dearer is not None and dearer.cost else None


def _entry_called(battle: Battle, side: int, name: str) -> ArmyEntry | None:
    block, key = battle.blocks[side], name_key(name)
    of_army = block.entries if block is not None else ()
    of_units = (entry for unit in battle.sides[side].units for entry in tellings.plain_unit(unit).value.switches)
    return next((entry for entry in chain(of_army, of_units) if name_key(entry.name) == key), None)


def switches_of(unit: BattleUnit) -> tuple[ArmyEntry, ...]:
    """Return the switches that the unit has as it stands now: those of its standing models."""
    models = tellings.plain_unit(unit).value.models
    standing = (models[rank.kind][0].switches for rank in unit.ranks)
    return tuple(dict.fromkeys(chain.from_iterable(standing)))


def whom_words(entry: ArmyEntry) -> str:
    return "units that have it" if entry.kind == SWITCH else entry.whom.text


# What an entry does ---------------------------------------------------------------------------------------------------


def lines_of(battle: Battle, side: int, entry: ArmyEntry) -> tuple[str, ...]:
    """Return the words of an entry: those that players said in this battle, or of the list; () if there are none."""
    return said_words(battle, side, entry) or entry.effects


def said_words(battle: Battle, side: int, entry: ArmyEntry) -> tuple[str, ...]:
    """Return the words of an entry that players said in this battle; () if they said none."""
    lines = (words.lines for words in battle.entry_words if (words.side, words.name) == (side, entry.name))
    return next(lines, ())


def is_unchecked(battle: Battle, side: int, entry: ArmyEntry) -> bool:
    """Return True if a package proposes the entry, and nobody has said yet in this battle what it does (EVE-64)."""
    return entry.proposed and not said_words(battle, side, entry)


def effects_of(battle: Battle, side: int, entry: ArmyEntry, option: str = "") -> tuple[ToldEffect, ...]:
    """Return what a use puts in force. ``option`` is the one that was picked, if its effect is one of several."""
    known = battle.game.abilities
    told = [told_effects.read(known, line) for line in lines_of(battle, side, entry)]
    return tuple(effect.but(ability=picked(effect.ability, option)) for effect in told)


def picked(ability: Ability, option: str) -> Ability:
    return next((part for part in ability.gives if part.text == option), ability) if option else ability


def options_of(battle: Battle, side: int, entry: ArmyEntry) -> tuple[str, ...]:
    """Return the effects of which one is picked at each use; () if there is nothing to pick."""
    abilities = (effect.ability for effect in effects_of(battle, side, entry))
    return next((tuple(inner.text for inner in ability.gives) for ability in abilities if ability.name == ONE_OF), ())


def words_of(battle: Battle, side: int, entry: ArmyEntry, option: str = "") -> str:
    """Return what a use does, as rows show it: `AP worse by 1`; how long it lasts is not in it."""
    known = battle.game.abilities
    texts = []
    for effect in effects_of(battle, side, entry, option):
        ability = effect.ability
        at_it = ability.incoming and not ability.conditions
        texts.append(effect_text(known.form_of(ability), ability) if at_it else effect.words)
    doubt = f", {NOT_CHECKED}" if texts and is_unchecked(battle, side, entry) else ""
    return (", ".join(texts) or ITS_WORDS) + doubt


def span_of(entry: ArmyEntry) -> str:
    return entry.lasts or spans.PHASE


def row_words(battle: Battle, side: int, entry: ArmyEntry, option: str = "") -> str:
    """Return the label of a row: `Storm of Shells: Sustained Hits 1, this attack`, with those whom it falls on if they
    are enemies: `Blind Them: attacks at it: -1 to hit, this phase`."""
    span = "" if entry.when == AFTER else f", {span_of(entry)}"
    words = words_of(battle, side, entry, option)
    if entry.on == ENEMY and words != ITS_WORDS:
        known = battle.game.abilities
        abilities = [one for effect in effects_of(battle, side, entry, option) for one in each_of(effect.ability)]
        at_it = not any(told_effects.works_for_target(known, ability) and not ability.incoming for ability in abilities)
        words = f"{'attacks at it' if at_it else 'on it'}: {words}"
    return f"{entry.name}: {words}{span}"


def cost_of(battle: Battle, side: int, entry: ArmyEntry) -> str:
    """Return the end of a row: ` · 1CP`, or ` · 1CP of 2` if points are counted; "" for what costs nothing."""
    left = f" of {battle.points.left[side]}" if battle.points is not None else ""
    return f" · {cost_words(entry.cost)}{left}" if entry.cost else ""


def tellings_of(
    battle: Battle, side: int, entry: ArmyEntry, option: str, span: str = "", at_target: bool | None = None
) -> tuple[Telling, ...]:
    """Return what a use tells, one telling for each of its lines. ``at_target`` is True if it is told of those who are
    shot at, None if the entry says whether it is.

    :raises BadAnswer: it is one of several, of which some work for those who are shot at
    """
    all_told = []
    for part, effect in enumerate(effects_of(battle, side, entry, option)):
        of_target = entry.on == ENEMY if at_target is None else at_target
        telling = tellings.new_telling(battle, effect.but(span=span or effect.span), side, span_of(entry), of_target)
        if telling.as_target:
            telling = telling.but(attackers=entry.whom.any_of, but_not=entry.whom.none_of)
        all_told.append(telling.but(name=entry.name, words=effect.words, cost=entry.cost, part=part))
    return tuple(all_told)


def put_in_force(
    battle: Battle, side: int, entry: ArmyEntry, place: Place, option: str = "", span: str = "", but_for: str = ""
) -> Battle:
    """Return the battle with the effect of an entry on this unit, without lines of the ability ``but_for``.

    :raises BadAnswer: the unit cannot have it
    """
    for telling in tellings_of(battle, side, entry, option, span):
        if tellings.effect_of(battle.game.abilities, telling).ability.name != but_for:
            battle = tellings.tell(battle, place, telling)
    return effects.with_needed_log(battle)


# Who may use it -------------------------------------------------------------------------------------------------------


def why_limit_reached(battle: Battle, side: int, entry: ArmyEntry) -> tuple[Reason, ...]:
    """Return why the limit of an entry closes it; () if it does not."""
    if entry.once == NO_LIMIT or not any(use.same(side, entry.name) for use in battle.entry_uses):
        return ()
    span = entry.once if entry.once in (ONCE_A_PHASE, ONCE_A_TURN) else "battle"
    return (battle.game.reason(f"used this {span}", "CP-3"),)


def why_not_used(battle: Battle, side: int, entry: ArmyEntry, place: Place | None) -> tuple[Reason, ...]:
    """Return why a side cannot use an entry now for its usual cost; () if it can.

    :param place: the own unit that it is used on; None if it is used on none
    """
    if why := why_limit_reached(battle, side, entry):
        return why
    if place is not None:
        unit = battle.unit_at(place)
        if entry.on != ENEMY:
            if entry.kind == STRATAGEM and (why := command_points.why_limited(battle, place, battle.one_stratagem)):
                return why
            for ability in (one for told in effects_of(battle, side, entry) for one in each_of(told.ability)):
                if words := "" if ability.incoming else without_weapon(ability, tellings.plain_unit(unit).value):
                    return (battle.game.reason(words, "EFF-40"),)
    return command_points.why_closed(battle, side, entry.cost)


def each_of(ability: Ability) -> Iterator[Ability]:
    yield from ability.gives or (ability,)


def priced_rows(battle: Battle, entry: ArmyEntry, place: Place, value: str, option: str = "") -> list[Option]:
    """Return the row of an entry that an own unit may use, and one for one point less (EVE-52)."""
    side, label = place[0], row_words(battle, place[0], entry, option)
    why = why_not_used(battle, side, entry, place)
    rows = [Option(value, label + cost_of(battle, side, entry), why)]
    closed = why and why != command_points.why_closed(battle, side, entry.cost)
    if battle.points is not None and entry.cost and not closed:
        less = entry.but(cost=entry.cost - 1)
        why = command_points.why_closed(battle, side, less.cost)
        words = f"{label} · {cost_words(less.cost)}, {command_points.CHEAPER_BY}"
        rows.append(Option(value + CHEAPER, words, why, True, True))
    return rows


def noted(battle: Battle, side: int, entry: ArmyEntry, place: Place | None) -> Battle:
    """Return the battle with this use noted, because the entry and the unit have limits."""
    battle = battle.but(entry_uses=(*battle.entry_uses, EntryUse(side, entry.name, entry.once)))
    if entry.kind == STRATAGEM and place is not None and place[0] == side:
        battle = command_points.noted_on(battle, place, entry.name)
    return battle


def paid(battle: Battle, side: int, entry: ArmyEntry, place: Place | None, table: Table, cost: int) -> Battle:
    """Return the battle in which a use is noted and paid for, which is told."""
    battle = noted(battle, side, entry, place)
    return command_points.spend(battle, side, entry.name, cost, table) if entry.cost else battle


def tell_use(
    battle: Battle, side: int, entry: ArmyEntry, whom: str, table: Table, option: str = "", span: str = ""
) -> None:
    """Tell what was put in force, on whom, until when, by whom (EVE-33)."""
    if told := tellings_of(battle, side, entry, option, span):
        table.tell("{words}", battle.game.rules("EFF-8"), words=sentence(battle, whom, told))


def sentence(battle: Battle, whom: str, told: Sequence[Telling]) -> str:
    """Return one sentence about the effects of a use: `attacks at Boyz: -1 to hit (Smoke), this phase; told by ...`."""
    at_it = all(telling.of_attacks_at_it for telling in told)
    words = "; ".join(
        f"{telling.plainly if at_it else telling.shown}, {tellings.until_words(battle, telling)}" for telling in told
    )  # fmt: skip
    return f"{'attacks at ' * at_it}{whom}: {words}; {tellings.teller_text(battle, told[0])}"


# What players see who ask how the words are written. Each line before the last is read as it stands.
FORMS = (
    "re-roll hit rolls",
    "re-roll wound rolls of 1",
    "+2 attacks with WEAPON",
    "Lethal Hits against INFANTRY",
    "incoming: -1 to hit this phase",
    "Several: with a comma between them. What cannot be said so is yours to play.",
)


def with_words(
    battle: Battle, side: int, entry: ArmyEntry, table: Table, check: Callable[[Battle], object] | None = None
) -> Battle:
    """Return the battle that knows what the entry does. Its words are asked at its first use, if the list has none, or
    if a package proposes them (EVE-64). Of a switch nothing may be said: it does nothing then, and may be taken again.
    ``check`` raises `BadAnswer` if it cannot do what this battle says."""
    if lines_of(battle, side, entry) and not is_unchecked(battle, side, entry):
        return battle
    known = battle.game.abilities
    asks = f"{entry.name}: what does it do"
    if entry.kind == SWITCH:
        asks += f"? Without a time: {span_of(entry)}; none: it does not count"
    if entry.effects:
        about = f"{entry.name} · {cost_words(entry.cost)}" if entry.cost else entry.name
        asks = f"{about}, {NOT_CHECKED}: is this what your book says"

    def read_one(text: str) -> str:
        told = told_effects.read(known, text)
        if entry.kind == SWITCH:
            return f"{told.words} {told.span}".strip()
        if told.span:
            raise BadAnswer(f"{text}: leave out how long it lasts; that is a matter of the list: {span_of(entry)}")
        return told.words

    def all_fit(lines: tuple[str, ...]) -> None:
        if not lines and entry.kind == SWITCH:
            return  # whoever took it cannot say it, or will not
        if not lines:
            raise BadAnswer(f"what does {entry.name} do? Write it in the words of a list, as in +1 to hit")
        if check is not None:
            check(with_words_of(battle, side, entry, lines))

    question = Phrases(
        f"words of {entry.name}", read_one, owner=ATTACKER if side == battle.active else DEFENDER,
        rules=battle.game.rules("EFF-8"), text=asks, example="+1 to hit", default=entry.effects or None,
        pieces_of=lambda text: told_effects.split(known, text), check_all=all_fit, forms=FORMS,
    )  # fmt: skip
    lines = tuple(table.ask(question))
    return with_words_of(battle, side, entry, lines) if lines else battle


def with_words_of(battle: Battle, side: int, entry: ArmyEntry, lines: tuple[str, ...]) -> Battle:
    """Return the battle that knows what the entry does, because players said it."""
    return battle.but(entry_words=(*battle.entry_words, EntryWords(side, entry.name, lines)))


# Ends -----------------------------------------------------------------------------------------------------------------


def phase_over(battle: Battle) -> Battle:
    """Return the battle in which what may be used once a phase may be used again."""
    return with_uses(battle, (use for use in battle.entry_uses if use.once not in (ONCE_A_PHASE, NO_LIMIT)))


def turn_over(battle: Battle) -> Battle:
    return with_uses(battle, (use for use in battle.entry_uses if use.once != ONCE_A_TURN))


def with_uses(battle: Battle, uses: Iterable[EntryUse]) -> Battle:
    kept = tuple(uses)
    return battle if kept == battle.entry_uses else battle.but(entry_uses=kept)


# As a turn begins -----------------------------------------------------------------------------------------------------

NO_STANCE = "none"


def targets_to_name(battle: Battle) -> tuple[ArmyEntry, ...]:
    """Return the rules by which the side whose turn it is names an enemy unit (EVE-42)."""
    side = battle.active
    entries = (entry for entry in entries_of(battle, side, EACH_TURN) if entry.on == ENEMY)
    places = own_units(battle, side)
    return tuple(
        entry
        for entry in entries
        if any(is_for(battle, entry, place) for place in places) and not why_not_used(battle, side, entry, None)
    )


def name_target(battle: Battle, entry: ArmyEntry, at: int, table: Table) -> Battle:
    """Return the battle with the effect of a rule on the enemy unit that was named."""
    side = battle.active
    battle = with_words(battle, side, entry, table)
    battle = paid(battle, side, entry, None, table, entry.cost)
    battle = put_in_force(battle, side, entry, (1 - side, at))
    tell_use(battle, side, entry, battle.sides[1 - side].units[at].unit.value.name, table)
    return battle


def turn_rules(battle: Battle) -> tuple[ArmyEntry, ...]:
    """Return the rules that put something in force on own units as the turn of their side begins."""
    return tuple(entry for entry in entries_of(battle, battle.active, EACH_TURN) if entry.on != ENEMY)


def is_automatic(battle: Battle, entry: ArmyEntry) -> bool:
    """Return True if nobody chooses: it is in force each turn, costs nothing, and has one effect."""
    free = not entry.cost and entry.once in (NO_LIMIT, ONCE_A_PHASE, ONCE_A_TURN)
    return free and bool(entry.effects) and not options_of(battle, battle.active, entry)


def stance_of(battle: Battle, entry: ArmyEntry) -> Stance:
    stances = (stance for stance in battle.stances if (stance.side, stance.name) == (battle.active, entry.name))
    return next(stances, Stance(battle.active, entry.name, ""))


def stance_rows(battle: Battle) -> list[Choose]:
    """Return a row for each rule of which one effect is picked, or which may be used, this turn (EVE-45)."""
    rows, side = [], battle.active
    for entry in turn_rules(battle):
        if is_automatic(battle, entry) or not any(is_for(battle, entry, place) for place in own_units(battle, side)):
            continue
        stance, once = stance_of(battle, entry), entry.once == ONCE_A_BATTLE
        options, last = [Option(NO_STANCE)], NO_STANCE
        gone = (battle.game.reason("used this battle", "CP-3"),)
        several = options_of(battle, side, entry)
        why = command_points.why_closed(battle, side, entry.cost)
        if not (several and once):
            why = why_limit_reached(battle, side, entry) or why
        for option in several or (YES,):
            struck = gone if once and option in (*stance.before, stance.option) else why
            options.append(Option(option, "" if several else row_words(battle, side, entry), struck))
            last = option if several and option == stance.option and not struck else last
        if all(option.closed for option in options[1:]):
            continue
        rows.append(
            Choose(f"{OFFER}{entry.name}", tuple(options), last, rules=battle.game.rules("EFF-22"), text=entry.name)
        )
    return rows


def own_units(battle: Battle, side: int) -> list[Place]:
    return [(side, at) for at in range(len(battle.sides[side].units))]


def begin_turn(battle: Battle, answers: Mapping[str, Any], table: Table) -> Battle:
    """Return the battle with what rules of the active side put in force this turn; `answers` has what was picked."""
    side = battle.active
    for entry in turn_rules(battle):
        picked_one = YES if is_automatic(battle, entry) else answers.get(f"{OFFER}{entry.name}", NO_STANCE)
        if picked_one == NO_STANCE:
            continue
        option = "" if picked_one == YES else picked_one
        battle = with_words(battle, side, entry, table)
        battle = paid(battle, side, entry, None, table, entry.cost)
        if option:
            old = stance_of(battle, entry)
            new = Stance(side, entry.name, option, tuple(filter(None, (*old.before, old.option))))
            battle = battle.but(stances=(*(stance for stance in battle.stances if stance != old), new))
        battle = on_all(battle, side, entry, option, table)
    return battle


def on_all(battle: Battle, side: int, entry: ArmyEntry, option: str, table: Table) -> Battle:
    """Return the battle with the effect of an entry on all own units that it is for. One line tells it."""
    names = []
    for place in own_units(battle, side):
        if not is_for(battle, entry, place):
            continue
        try:
            battle = put_in_force(battle, side, entry, place, option)
        except BadAnswer:  # it is for weapons that this unit does not have
            continue
        names.append(battle.sides[side].units[place[1]].unit.value.name)
    if names:
        tell_use(battle, side, entry, ", ".join(names), table, option)
    return battle


# In an attack ---------------------------------------------------------------------------------------------------------


def shooter_at(state: Attack) -> Place:
    return state.side, state.unit


def target_at(state: Attack, at: int) -> Place:
    return 1 - state.side, state.aims[at].place


def told_in_attack(state: Attack, place: Place, telling: Telling, at: int) -> Attack:
    """Return the attack with a telling of its shooting unit, or of the target with the index ``at``.

    :raises BadAnswer: the unit cannot have it
    """
    battle, known = state.battle.value, state.game.abilities
    told = tellings.in_force(battle.unit_at(place), telling.as_target)
    again = any(tellings.same(known, other) == tellings.same(known, telling) for other in told)
    state = state.but(battle=Hashed(effects.with_needed_log(tellings.tell(battle, place, telling))))
    if again:
        return state  # it is in force already, and counts once (EVE-26)
    ability = tellings.effect_of(known, telling).ability
    if place == shooter_at(state):
        return state.but(shooter=Hashed(with_effects(known, state.shooter.value, [ability])))
    aim = state.aims[at]
    if telling.as_target:
        aim = aim.but(granted=(*aim.granted, ability))
    else:
        aim = aim.but(unit=Hashed(with_effects(known, aim.unit.value, [ability])))
    aims = [*state.aims]
    aims[at] = aim
    return state.but(aims=tuple(aims))


def used_in_attack(state: Attack, side: int, entry: ArmyEntry, place: Place, option: str, at: int, span: str) -> Attack:
    """Return the attack with the effect of an entry on this unit. :raises BadAnswer: the unit cannot have it"""
    for telling in tellings_of(state.battle.value, side, entry, option, span):
        state = told_in_attack(state, place, telling, at)
    return state


# At AGREED: stratagems of those who shoot


def offers(state: Attack) -> list[Choose]:
    """Return a row for each stratagem that the firing unit may use against its last target. What can do nothing to this
    target comes late, and what is closed last.

    Only the side whose phase it is has rows (EVE-55).
    """
    battle = state.battle.value
    if state.doing or not has_block(battle, state.side):
        return []
    place, by_use = shooter_at(state), list[tuple[tuple[bool, bool], list[Choose]]]()
    for entry in entries_of(battle, state.side, SHOOTS):
        if is_for(battle, entry, place):
            why = why_not_used(battle, state.side, entry, place) or why_late(state, entry)
            idle = not may_matter(state, entry)
            rows = [row.but(seldom=row.seldom or idle) for row in rows_for(state, entry, why)]
            by_use.append(((bool(why), idle), rows))
    rows = [row for _, of_entry in sorted(by_use, key=lambda use: use[0]) for row in of_entry]
    return sorted(rows, key=lambda row: row.less)


def may_matter(state: Attack, entry: ArmyEntry) -> bool:
    """Return False if nothing that the entry does can work in an attack at the last target."""
    known, situation = state.game.abilities, situation_of(state, state.aims[-1], assume_all=True)
    told = effects_of(state.battle.value, state.side, entry)
    at_it = entry.on == ENEMY
    return not told or any(
        matters(known, ability, situation, not (at_it and told_effects.works_for_target(known, ability)))
        for effect in told
        for ability in each_of(effect.ability)
    )


def rows_for(state: Attack, entry: ArmyEntry, why: tuple[Reason, ...]) -> list[Choose]:
    """Return the row of an entry, and one for one point less. Its name has a 0 at its end (EVE-52)."""
    battle, side = state.battle.value, state.side
    several, label, rules = options_of(battle, side, entry), row_words(battle, side, entry), battle.game.rules("CP-3")
    options = (Option(NO), *(Option(option, "", why) for option in several or (YES,)))
    row = Choose(
        OFFER + entry.name, options, NO, rules=rules, text=label + cost_of(battle, side, entry), offers=True
    )  # fmt: skip
    short = command_points.why_closed(battle, side, entry.cost)
    if battle.points is None or not entry.cost or (why and why != short):
        return [row]
    why = command_points.why_closed(battle, side, entry.cost - 1)
    options = (Option(NO), *(Option(option, "", why) for option in several or (YES,)))
    text = f"{label} · {cost_words(entry.cost - 1)}, {command_points.CHEAPER_BY}"
    return [row, row.but(key=row.key + CHEAPER, options=options, text=text, seldom=True, less=True)]


def why_late(state: Attack, entry: ArmyEntry) -> tuple[Reason, ...]:
    """Return why an effect comes too late for this attack: it decides who may shoot, or who may be shot at (EVE-28)."""
    known = state.game.abilities
    for effect in effects_of(state.battle.value, state.side, entry):
        for ability in each_of(effect.ability):
            if known.form_of(ability).changes in PERMISSIONS:
                words = f"too late here: tell it of the unit before it shoots, as in {state.shooter.value.name}: "
                return (state.game.reason(words + entry.name, "CP-3"),)
    return ()


def entries_taken(state: Attack, values: Mapping[str, Any]) -> list[tuple[ArmyEntry, str]]:
    """Return the entries that were taken in these answers, each with the option that was picked, or ""."""
    taken = []
    for entry in entries_of(state.battle.value, state.side, SHOOTS):
        answers = (values.get(f"{OFFER}{entry.name}{end}", NO) for end in ("", CHEAPER))
        option = next((answer for answer in answers if answer != NO), NO)
        if option != NO:
            taken.append((entry, "" if option == YES else option))
    return taken


def taken_twice(entry: ArmyEntry, values: Mapping[str, Any]) -> bool:
    """Return True if these answers take both rows of an entry, which is used once (EVE-53)."""
    return all(values.get(f"{OFFER}{entry.name}{end}", NO) != NO for end in ("", CHEAPER))


def cost_in(entry: ArmyEntry, values: Mapping[str, Any]) -> int:
    """Return what an entry costs that was used in these answers."""
    less: bool = values.get(f"{OFFER}{entry.name}{CHEAPER}", NO) != NO
    return entry.cost - less


def with_payments(state: Attack, used: Iterable[ArmyEntry], values: Mapping[str, Any], table: Table) -> Attack:
    """Return the attack in which the uses of these entries by the firing unit are noted and paid for."""
    battle = state.battle.value
    for entry in used:
        battle = paid(battle, state.side, entry, shooter_at(state), table, cost_in(entry, values))
    return state if battle is state.battle.value else state.but(battle=Hashed(battle))
