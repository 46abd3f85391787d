"""Rules and stratagems that players tell by their names: `boyz: Steady Aim`, or `Steady Aim` alone (EVE-30, EVE-43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shoot_cli.armies.army_block import ALWAYS, ENEMY, STRATAGEM, ArmyEntry
from shoot_cli.battle import command_points as battle_points
from shoot_cli.battle.command_points import Spent
from shoot_cli.battle.turns import Place
from shoot_cli.engine.reasons import BadAnswer, listed
from shoot_cli.engine.record import Record
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.records import Battle, BattleUnit, EntryWords
from shoot_cli.rules.datasheets.steps import command_points, entries, states, tellings
from shoot_cli.rules.datasheets.told_effects import ToldEffect

OF_FIRERS, OF_TARGET = "effects", "target_effects"  # keys of the rows for what is told while an attack is agreed upon


def read(battle: Battle, text: str) -> ToldEffect:
    """Return the effect that a text tells: by the name of a rule or stratagem of either army, or as `tellings.read`.

    :raises BadAnswer: it tells none
    """
    name, span = told_effects.name_in(text)
    for side in (0, 1):
        if (entry := entries.called(battle, side, name)) is not None:
            found = entries.effects_of(battle, side, entry)
            return found[0].but(span=span) if found else ToldEffect(Ability("", text=entry.name), span)
    return tellings.read(battle, text)


def with_unit(battle: Battle, text: str, names: Sequence[tuple[Place, str]]) -> str:
    """Return a phrase that is the name of a rule or stratagem alone with the one unit that it fits; else as it is.

    :param names: what a line calls each unit
    :raises BadAnswer: it fits several units, or none
    """
    name, _ = told_effects.name_in(text)
    for side in (battle.active, 1 - battle.active):
        if (entry := entries.called(battle, side, name)) is not None:
            whose = 1 - side if entry.on == ENEMY else side
            fits = [name for place, name in names if place[0] == whose and may_have(battle, entry, place)]
            if len(fits) == 1:
                return f"{fits[0]}: {text}"
            like = f"say which, as in {fits[0]}: {entry.name}" if fits else "it is for no unit that stands"
            raise BadAnswer(f"{entry.name} fits {listed(fits)}: {like}" if fits else f"{entry.name}: {like}")
    return text


def likely(battle: Battle, place: Place) -> Iterator[str]:
    """Yield effects that may be told of a unit, the likeliest first: the end of what is in force, what was told before,
    what the army may use by its name, and what is told most often (EVE-30)."""
    has = {one.name: one for one in battle.unit_at(place).tellings}
    yield from (f"no longer {one.name}" for one in has.values() if not one.of_side)
    for told in (one.telling for one in reversed(battle.recent) if one.telling.name not in has):
        yield told.words if told.name == told.words else f"{told.words} as {told.name}"
    for side, block in enumerate(battle.blocks):
        every = block.entries if block is not None else ()
        whose = ((entry, 1 - side if entry.on == ENEMY else side) for entry in every if entry.when != ALWAYS)
        yield from (entry.name for entry, of in whose if of == place[0] and may_have(battle, entry, place))
    yield from (one for one in (*told_effects.OF_SHOOTER, *told_effects.OF_ATTACKED) if one not in has)


def may_have(battle: Battle, entry: ArmyEntry, place: Place) -> bool:
    """Return True if the entry may be put on this unit. Its keywords are those of the units of its own army."""
    unit = battle.unit_at(place)
    return (
        bool(unit.ranks) and not unit.marked(states.OFF) and (entry.on == ENEMY or entries.is_for(battle, entry, place))
    )


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
    if not any(entries.called(battle, side, name) for side in (0, 1)):
        try:
            told = tellings.read(battle, text)
        except BadAnswer:
            return []
        name, span, words = told.ability.called, told.span, told.words
    every = ((side, entries.called(battle, side, name) if name else None) for side in sides)
    return [NamedEntry(side, entry, span, words) for side, entry in every if entry is not None]


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
    found = named_in(battle, text, side, 1 - side)
    for one in found:
        if (one.entry.on == ENEMY) != (one.side == side):
            return one
    here, other = battle.sides[side].name, battle.sides[1 - side].name
    for one in found:
        is_one = f"{whom} is a unit of {here}" if whom else f"those are units of {here}"
        if one.side == side:
            raise BadAnswer(f"{one.entry.name} is put on an enemy unit, and {is_one}{' itself' if whom else ''}")
        raise BadAnswer(f"{one.entry.name} is for units of {other}, and {is_one}")
    return None


def option_said(battle: Battle, told: NamedEntry) -> str:
    """Return which of the effects of an entry was said; "" if it has only one. :raises BadAnswer: it does another"""
    if not told.words or not entries.lines_of(battle, told.side, told.entry):
        return ""
    if told.words in (several := entries.options_of(battle, told.side, told.entry)):
        return told.words
    if not several and told.words in [one.words for one in entries.effects_of(battle, told.side, told.entry)]:
        return ""
    does = listed(several) if several else entries.words_of(battle, told.side, told.entry)
    raise BadAnswer(f"{told.entry.name} is {does}: tell {told.words} with another name, or without one")


def use_told(battle: Battle, place: Place, text: str) -> tuple[Battle, list[tuple[str, Spent | None]]] | None:
    """Return the battle after the use of a rule or stratagem that a text names, and its sentences; None: it names none.

    :raises BadAnswer: it cannot be used on this unit now
    """
    if (found := entry_told(battle, place, text)) is None:
        return None
    side, entry = found.side, found.entry
    unit = battle.unit_at(place).unit.value.name
    battle = learned(battle, found)
    option = option_said(battle, found)
    if why := why_not_told(battle, side, entry, place, option):
        raise BadAnswer(why)
    battle, sentences = paid_in_line(battle, side, entry, place if place[0] == side else None)
    battle = entries.put_in_force(battle, side, entry, place, option, found.span)
    every = entries.tellings_of(battle, side, entry, option, found.span)
    return battle, [(entries.sentence(battle, unit, every), None), *sentences]


def use_on_many(
    battle: Battle, side: int, words: str, keywords: tuple[str, ...]
) -> tuple[Battle, list[tuple[str, Spent | None]]] | None:
    """Return the battle after a rule or stratagem was used, once, on all units of a side with these keywords, and its
    sentences. None: the words name none.

    :raises BadAnswer: no unit may have it now
    """
    if (told := of_one_side(battle, side, words, "")) is None:
        return None
    entry, user, span = told.entry, told.side, told.span
    battle = learned(battle, told)
    option = option_said(battle, told)
    meant = [place for place in entries.own_units(battle, side) if may_have(battle, entry, place)]
    meant = [(s, at) for s, at in meant if has_all(battle.sides[s].units[at], keywords)]
    refused = {place: why for place in meant if (why := why_not_told(battle, user, entry, place, option))}
    able = [place for place in meant if place not in refused]
    if not able:
        raise BadAnswer(next(iter(refused.values()), f"{entry.name}: no unit with these keywords may have it"))
    found, names = battle, list[str]()
    for place in able:
        found = entries.put_in_force(found, user, entry, place, option, span)
        names.append(battle.sides[side].units[place[1]].unit.value.name)
    found, sentences = paid_in_line(found, user, entry, able[0] if user == side else None)
    for place in able[1:] if user == side and entry.kind == STRATAGEM else ():
        found = command_points.noted_on(found, place, entry.name)
    every = entries.tellings_of(battle, user, entry, option, span)
    return found, [(entries.sentence(battle, ", ".join(names), every), None), *sentences]


def has_all(unit: BattleUnit, keywords: tuple[str, ...]) -> bool:
    return all(states.living_unit(unit).value.is_a(keyword) for keyword in keywords)


def paid_in_line(
    battle: Battle, side: int, entry: ArmyEntry, place: Place | None
) -> tuple[Battle, list[tuple[str, Spent | None]]]:
    """Return the battle in which a use is noted and paid for, and the sentence about what it cost."""
    battle = entries.noted(battle, side, entry, place)
    if not entry.cost or battle.points is None:
        return battle, []
    change = battle_points.spent_by(battle.points, side, entry.name, entry.cost, battle.sides[side].name)
    return battle.but(points=change.points), [(change.text, change.spent)]


def learned(battle: Battle, told: NamedEntry) -> Battle:
    """Return the battle that knows what an entry without words does, if they were said: `+1 to hit as Steady Aim`."""
    side, entry = told.side, told.entry
    if not told.words or (entries.lines_of(battle, side, entry) and not entries.is_unchecked(battle, side, entry)):
        return battle
    return battle.but(entry_words=(*battle.entry_words, EntryWords(side, entry.name, (told.words,))))


def why_not_told(battle: Battle, side: int, entry: ArmyEntry, place: Place, option: str = "") -> str:
    """Return why an entry cannot be put on this unit now, as a sentence; "" if it can.

    `option` is the one that was said, if its effect is one of several.
    """
    unit = battle.unit_at(place).unit.value.name
    if entry.when == ALWAYS:
        return f"{entry.name} is always in force"
    if entry.on != ENEMY and not entries.is_for(battle, entry, place):
        return f"{entry.name} is for {entries.whom_words(entry)}, and {unit} is not"
    if entries.is_unchecked(battle, side, entry) and entry.effects:
        thought = "; ".join(entry.effects)
        like = f"{unit}: {entry.effects[0]} as {entry.name}"
        return f"{entry.name} is {entries.NOT_CHECKED}: is it {thought}? Say once what it does, as in {like}"
    if not entries.lines_of(battle, side, entry):
        return f"what does {entry.name} do? Say it once, as in {unit}: +1 to hit as {entry.name}"
    if not option and (several := entries.options_of(battle, side, entry)):
        return f"{entry.name} is one of several: say which, as in {unit}: {several[0]} as {entry.name}"
    why = entries.why_not_used(battle, side, entry, place if place[0] == side else None)
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
    found = named_at_agreed(battle, shooter[0], text)
    if found is None:
        if (other := entries.called(battle, 1 - shooter[0], told_effects.name_in(text)[0])) is not None:
            raise BadAnswer(f"{other.name} is a rule or stratagem of {battle.sides[1 - shooter[0]].name}")
        return None
    side, entry = found.side, found.entry
    if of_target != (entry.on == ENEMY):
        raise of_other_side(entry.name, of_target)
    unit = battle.unit_at(shooter).unit.value.name
    if not entries.is_for(battle, entry, shooter):
        raise BadAnswer(f"{entry.name} is for {entries.whom_words(entry)}, and {unit} is not")
    battle = learned(battle, found)
    option = option_said(battle, found)
    if why := why_not_told(battle, side, entry, shooter, option):
        raise BadAnswer(why)
    first, *others = entries.effects_of(battle, side, entry, option)
    if others:
        raise BadAnswer(f"{entry.name} has several effects: take its row, or tell it of the unit before it shoots")
    said = found.span or entries.span_of(entry)
    words = option or first.words
    return told_effects.read(battle.game.known, f"{words} as “{entry.name}” {said}")
