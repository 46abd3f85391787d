"""Rules and stratagems that players tell by their names: `boyz: Steady Aim`, or `Steady Aim` alone (EVE-30, EVE-43)."""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.armies.army_block import ALWAYS, ENEMY, ArmyEntry
from shoot_cli.battle import command_points as battle_points
from shoot_cli.battle.command_points import Spent
from shoot_cli.battle.turns import Place
from shoot_cli.engine.reasons import BadAnswer, listed
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.records import Battle, BattleUnit, EntryWords
from shoot_cli.rules.datasheets.steps import entries, states, tellings
from shoot_cli.rules.datasheets.told_effects import ToldEffect

QUOTES = "“”\"'‘’ "


def read(battle: Battle, text: str) -> ToldEffect:
    """Return the effect that a text tells: by the name of a rule or stratagem of either army, or as `tellings.read`.

    :raises BadAnswer: it tells none
    """
    bare, span = told_effects.parted(text)
    for side in (0, 1):
        if (entry := entries.called(battle, side, bare.strip(QUOTES))) is not None:
            found = entries.effects_of(battle, side, entry)
            return found[0].but(span=span) if found else ToldEffect(Ability("", text=entry.name), span)
    return tellings.read(battle, text)


def with_unit(battle: Battle, text: str, names: Sequence[tuple[Place, str]]) -> str:
    """Return a phrase that is the name of a rule or stratagem alone with the one unit that it fits; else as it is.

    :param names: what a line calls each unit
    :raises BadAnswer: it fits several units, or none
    """
    bare = told_effects.parted(text)[0].strip(QUOTES)
    for side in (battle.active, 1 - battle.active):
        if (entry := entries.called(battle, side, bare)) is not None:
            whose = 1 - side if entry.on == ENEMY else side
            fits = [name for place, name in names if place[0] == whose and may_have(battle, entry, place)]
            if len(fits) == 1:
                return f"{fits[0]}: {text}"
            like = f"say which, as in {fits[0]}: {entry.name}" if fits else "it is for no unit that stands"
            raise BadAnswer(f"{entry.name} fits {listed(fits)}: {like}" if fits else f"{entry.name}: {like}")
    return text


def may_have(battle: Battle, entry: ArmyEntry, place: Place) -> bool:
    """Return True if the entry may be put on this unit. Its keywords are those of the units of its own army."""
    unit: BattleUnit = battle.sides[place[0]].units[place[1]]
    return (
        bool(unit.ranks) and not unit.marked(states.OFF) and (entry.on == ENEMY or entries.is_for(battle, entry, place))
    )


def entry_told(battle: Battle, place: Place, text: str) -> tuple[int, ArmyEntry, str] | None:
    """Return what a text names for this unit: the side that uses it, the entry, and the span that was said.

    The text is the name alone, or an effect with the name behind `as`. None: it names none.

    :raises BadAnswer: it is on the wrong side
    """
    bare, span = told_effects.parted(text)
    name = bare.strip(QUOTES)
    own, theirs = (entries.called(battle, side, name) for side in (place[0], 1 - place[0]))
    if own is None and theirs is None:
        try:
            told = tellings.read(battle, text)
        except BadAnswer:
            return None
        name, span = told.ability.called, told.span
        own, theirs = (entries.called(battle, side, name) if name else None for side in (place[0], 1 - place[0]))
    here, other = (battle.sides[side].name for side in (place[0], 1 - place[0]))
    unit = battle.sides[place[0]].units[place[1]].unit.value.name
    if own is not None and own.on != ENEMY:
        return place[0], own, span
    if theirs is not None and theirs.on == ENEMY:
        return 1 - place[0], theirs, span
    if own is not None:
        raise BadAnswer(f"{own.name} is put on an enemy unit, and {unit} is one of {here} itself")
    if theirs is not None:
        raise BadAnswer(f"{theirs.name} is for units of {other}, and {unit} is one of {here}")
    return None


def use_told(battle: Battle, place: Place, text: str) -> tuple[Battle, list[tuple[str, Spent | None]]] | None:
    """Return the battle after the use of a rule or stratagem that a text names, and its sentences; None: it names none.

    :raises BadAnswer: it cannot be used on this unit now
    """
    if (found := entry_told(battle, place, text)) is None:
        return None
    side, entry, span = found
    unit = battle.sides[place[0]].units[place[1]].unit.value.name
    battle = learned(battle, side, entry, text)
    if why := why_not_told(battle, side, entry, place):
        raise BadAnswer(why)
    battle, sentences = paid_in_line(battle, side, entry, place if place[0] == side else None)
    battle = entries.put_in_force(battle, side, entry, place, span=span)
    every = entries.tellings_of(battle, side, entry, span=span)
    return battle, [(entries.sentence(battle, unit, every), None), *sentences]


def use_on_many(
    battle: Battle, side: int, words: str, keywords: tuple[str, ...]
) -> tuple[Battle, list[tuple[str, Spent | None]]] | None:
    """Return the battle after a rule or stratagem was told of all units of a side with these keywords, and its
    sentences; None: the words name none. It is used once.

    :raises BadAnswer: no unit may have it now
    """
    bare, span = told_effects.parted(words)
    entry, user = entries.called(battle, side, bare.strip(QUOTES)), side
    if entry is None or entry.on == ENEMY:
        entry, user = entries.called(battle, 1 - side, bare.strip(QUOTES)), 1 - side
        if entry is None or entry.on != ENEMY:
            return None
    meant = [place for place in entries.own_units(battle, side) if may_have(battle, entry, place)]
    meant = [(s, at) for s, at in meant if has_all(battle.sides[s].units[at], keywords)]
    refused = {place: why for place in meant if (why := why_not_told(battle, user, entry, place))}
    able = [place for place in meant if place not in refused]
    if not able:
        raise BadAnswer(next(iter(refused.values()), f"{entry.name}: no unit with these keywords may have it"))
    found, names = battle, list[str]()
    for place in able:
        found = entries.put_in_force(found, user, entry, place, span=span)
        names.append(battle.sides[side].units[place[1]].unit.value.name)
    found, sentences = paid_in_line(found, user, entry, able[0] if user == side else None)
    every = entries.tellings_of(battle, user, entry, span=span)
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


def learned(battle: Battle, side: int, entry: ArmyEntry, text: str) -> Battle:
    """Return the battle that knows what an entry without words does, if the text says so: `+1 to hit as Steady Aim`."""
    if entries.lines_of(battle, side, entry):
        return battle
    try:
        told = told_effects.read(battle.game.known, text)
    except BadAnswer:
        return battle
    return battle.but(entry_words=(*battle.entry_words, EntryWords(side, entry.name, (told.words,))))


def why_not_told(battle: Battle, side: int, entry: ArmyEntry, place: Place) -> str:
    """Return why an entry cannot be put on this unit now, as a sentence; "" if it can."""
    unit = battle.sides[place[0]].units[place[1]].unit.value.name
    if entry.when == ALWAYS:
        return f"{entry.name} is always in force"
    if entry.on != ENEMY and not entries.is_for(battle, entry, place):
        return f"{entry.name} is for {entry.whom.text}, and {unit} is not"
    if not entries.lines_of(battle, side, entry):
        return f"what does {entry.name} do? Say it once, as in {unit}: +1 to hit as {entry.name}"
    if several := entries.options_of(battle, side, entry):
        return f"{entry.name} is one of several: say which, as in {unit}: {several[0]} as {entry.name}"
    why = entries.why_not_used(battle, side, entry, place if place[0] == side else None)
    return f"{entry.name}: {why[0].text}" if why else ""


def read_at_agreed(battle: Battle, shooter: Place, of_target: bool, text: str) -> ToldEffect | None:
    """Return the effect of a rule or stratagem of the side that shoots, by its name; None for any other text.

    :raises BadAnswer: it cannot be used by the shooting unit now, or not so
    """
    bare, span = told_effects.parted(text)
    entry = entries.called(battle, shooter[0], bare.strip(QUOTES))
    if entry is None:
        if (other := entries.called(battle, 1 - shooter[0], bare.strip(QUOTES))) is not None:
            raise BadAnswer(f"{other.name} is one of {battle.sides[1 - shooter[0]].name}")
        return None
    if of_target != (entry.on == ENEMY):
        whose, key = ("the firers", "effects") if of_target else ("those who are shot at", "target_effects")
        raise BadAnswer(f"{entry.name} is for {whose}; say it as {key}")
    if why := why_not_told(battle, shooter[0], entry, shooter):
        raise BadAnswer(why)
    first, *others = entries.effects_of(battle, shooter[0], entry)
    if others:
        raise BadAnswer(f"{entry.name} has several effects: take its row, or tell it of the unit before it shoots")
    said = span or entries.span_of(entry)
    return told_effects.read(battle.game.known, f"{first.words} as “{entry.name}” {said}")
