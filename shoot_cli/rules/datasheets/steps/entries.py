"""Rules and stratagems of the armies at the table: who may use which, and what a use does (EVE-42, 43, 45, 53).

A use puts the words of an entry in force as if players had told them (`tellings.py`). It is noted in the battle, so
that the limits of an entry close it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shoot_cli.armies.army_block import AFTER, ENEMY, NO_LIMIT, ONCE_A_PHASE, ONCE_A_TURN, STRATAGEM, ArmyEntry, fits
from shoot_cli.battle import tellings as spans
from shoot_cli.battle.command_points import cost_words
from shoot_cli.battle.tellings import Telling
from shoot_cli.battle.turns import Place
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, BadAnswer, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.ability_grammar import ONE_OF
from shoot_cli.rules.datasheets.ability_texts import effect as effect_text
from shoot_cli.rules.datasheets.conditions import without_weapon
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.records import Attack, Battle, BattleUnit, EntryUse, EntryWords
from shoot_cli.rules.datasheets.steps import command_points, states, tellings
from shoot_cli.rules.datasheets.told_effects import ToldEffect

ITS_WORDS = "its words are asked"  # instead of the words of an entry without any

# Which entries there are ----------------------------------------------------------------------------------------------


def entries_of(battle: Battle, side: int, *when: str) -> tuple[ArmyEntry, ...]:
    """Return the rules and stratagems of a side with one of these moments, in the order of its list."""
    block = battle.blocks[side]
    return tuple(one for one in block.entries if one.when in when) if block is not None else ()


def has_block(battle: Battle, side: int) -> bool:
    return battle.blocks[side] is not None


def is_for(battle: Battle, entry: ArmyEntry, place: Place) -> bool:
    """Return True if the entry is for this unit, as it stands now."""
    unit: BattleUnit = battle.sides[place[0]].units[place[1]]
    return bool(unit.ranks) and fits(entry.whom, states.living_unit(unit).value.keywords)


def called(battle: Battle, side: int, name: str) -> ArmyEntry | None:
    """Return the entry of a side with this name; None if it has none."""
    block = battle.blocks[side]
    every = block.entries if block is not None else ()
    return next((one for one in every if name_key(one.name) == name_key(name)), None)


# What an entry does ---------------------------------------------------------------------------------------------------


def lines_of(battle: Battle, side: int, entry: ArmyEntry) -> tuple[str, ...]:
    """Return the words of an entry: of the list, or those that players said in this battle; () if there are none."""
    said = (one.lines for one in battle.entry_words if (one.side, one.name) == (side, entry.name))
    return entry.effects or next(said, ())


def effects_of(battle: Battle, side: int, entry: ArmyEntry, option: str = "") -> tuple[ToldEffect, ...]:
    """Return what a use puts in force. ``option`` is the one that was picked, if its effect is one of several."""
    known = battle.game.known
    found = [told_effects.read(known, line) for line in lines_of(battle, side, entry)]
    return tuple(one.but(ability=picked(one.ability, option)) for one in found)


def picked(ability: Ability, option: str) -> Ability:
    return next((one for one in ability.gives if one.text == option), ability) if option else ability


def options_of(battle: Battle, side: int, entry: ArmyEntry) -> tuple[str, ...]:
    """Return the effects of which one is picked at each use; () if there is nothing to pick."""
    every = (one.ability for one in effects_of(battle, side, entry))
    return next((tuple(inner.text for inner in one.gives) for one in every if one.name == ONE_OF), ())


def words_of(battle: Battle, side: int, entry: ArmyEntry, option: str = "") -> str:
    """Return what a use does, as rows show it: `AP worse by 1`; how long it lasts is not in it."""
    known = battle.game.known
    found = []
    for one in effects_of(battle, side, entry, option):
        ability = one.ability
        plain = not (ability.when or ability.gives)
        found.append(effect_text(known.form_of(ability), ability) if plain else one.words.removeprefix("incoming: "))
    return ", ".join(found) or ITS_WORDS


def span_of(entry: ArmyEntry) -> str:
    return entry.lasts or spans.PHASE


def row_words(battle: Battle, side: int, entry: ArmyEntry, option: str = "") -> str:
    """Return the label of a row: `Storm of Shells: Sustained Hits 1, this attack`."""
    span = "" if entry.when == AFTER else f", {span_of(entry)}"
    return f"{entry.name}: {words_of(battle, side, entry, option)}{span}"


def cost_of(entry: ArmyEntry) -> str:
    """Return the end of a row: ` (1CP)`; "" for what costs nothing."""
    return f" ({cost_words(entry.cost)})" if entry.cost else ""


def tellings_of(battle: Battle, side: int, entry: ArmyEntry, option: str = "", span: str = "") -> tuple[Telling, ...]:
    """Return what a use tells, one telling for each of its lines.

    :raises BadAnswer: it is one of several, of which some work for those who are shot at
    """
    found = []
    for part, one in enumerate(effects_of(battle, side, entry, option)):
        told = tellings.new_telling(battle, one.but(span=span), side, span_of(entry), entry.on == ENEMY)
        found.append(told.but(name=entry.name, words=one.words, cost=entry.cost, part=part))
    return tuple(found)


def in_force(battle: Battle, side: int, entry: ArmyEntry, place: Place, option: str = "", span: str = "") -> Battle:
    """Return the battle with the effect of an entry on this unit. :raises BadAnswer: the unit cannot have it"""
    for one in tellings_of(battle, side, entry, option, span):
        battle = tellings.tell(battle, place, one)
    return battle


# Who may use it -------------------------------------------------------------------------------------------------------


def why_used(battle: Battle, side: int, entry: ArmyEntry) -> tuple[Reason, ...]:
    """Return why the limit of an entry closes it; () if it does not."""
    if entry.once == NO_LIMIT or not any(use.same(side, entry.name) for use in battle.entry_uses):
        return ()
    span = entry.once if entry.once in (ONCE_A_PHASE, ONCE_A_TURN) else "battle"
    return (battle.game.reason(f"used this {span}", "CP-3"),)


def why_not_used(
    battle: Battle, side: int, entry: ArmyEntry, place: Place | None, table: Table, cost: int | None = None
) -> tuple[Reason, ...]:
    """Return why a side cannot use an entry now on this own unit; () if it can.

    :param place: the own unit that it is used on; None if it is used on none
    :param cost: what it costs this time; None for its usual cost
    """
    if why := why_used(battle, side, entry):
        return why
    if place is not None:
        unit: BattleUnit = battle.sides[place[0]].units[place[1]]
        if entry.kind == STRATAGEM and place[0] == side and (why := command_points.why_not_on(battle, place, table)):
            return why
        if entry.on != ENEMY:
            for one in (inner for told in effects_of(battle, side, entry) for inner in each_of(told.ability)):
                if words := "" if one.incoming else without_weapon(one, tellings.plain_unit(unit).value):
                    return (battle.game.reason(words, "EFF-40"),)
    return command_points.why_closed(battle, side, entry.cost if cost is None else cost)


def each_of(ability: Ability) -> Iterator[Ability]:
    yield from ability.gives or (ability,)


def noted(battle: Battle, side: int, entry: ArmyEntry, place: Place | None) -> Battle:
    """Return the battle that remembers this use, for the limit of the entry and of the unit."""
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
    every = tellings_of(battle, side, entry, option, span)
    words = "; ".join(tellings.with_end(battle, one) for one in every)
    cost = f", {cost_words(entry.cost)}" if entry.cost else ""
    table.tell(
        "{unit}: {words}; used by {side}{cost}", battle.game.rules("EFF-8"), unit=whom, words=words,
        side=battle.sides[side].name, cost=cost,
    )  # fmt: skip


def with_words(battle: Battle, side: int, entry: ArmyEntry, table: Table) -> Battle:
    """Return the battle that knows what the entry does. Its words are asked at its first use, if the list has none."""
    if lines_of(battle, side, entry):
        return battle
    known = battle.game.known

    def read_one(text: str) -> str:
        told = told_effects.read(known, text)
        if told.span:
            raise BadAnswer(f"{text}: leave out how long it lasts; that is a matter of the list: {span_of(entry)}")
        return told.words

    def all_fit(lines: tuple[str, ...]) -> None:
        if not lines:
            raise BadAnswer(f"what does {entry.name} do? Write it in the words of a list, as in +1 to hit")

    question = Phrases(
        f"words of {entry.name}", read_one, owner=ATTACKER if side == battle.active else DEFENDER,
        rules=battle.game.rules("EFF-8"), text=f"{entry.name}: what does it do", example="+1 to hit",
        pieces_of=lambda text: told_effects.split(known, text), check_all=all_fit,
    )  # fmt: skip
    lines = tuple(table.ask(question))
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


# In an attack ---------------------------------------------------------------------------------------------------------


def side_of(state: Attack) -> Place:
    """Return the place of the shooting unit."""
    return state.side, state.unit
