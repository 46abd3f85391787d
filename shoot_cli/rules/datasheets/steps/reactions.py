"""Reactions of those who are shot at, just after targets are selected: stratagems of their army (EVE-32, EVE-43).

An edition may have reactions of its own, which are rows of the same question. It is asked only where a row is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from shoot_cli.armies.army import TARGETED, ArmyEntry
from shoot_cli.battle import turns as spans
from shoot_cli.battle.turns import Place, Telling
from shoot_cli.battle.what_happened import possible
from shoot_cli.engine.questions import NOTHING, Option, Phrases
from shoot_cli.engine.reasons import DEFENDER, BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.records import Attack, Battle
from shoot_cli.rules.datasheets.steps import command_points, effects, entries, facts, tellings, told_rows, weapon
from shoot_cli.rules.datasheets.steps.target import to_react

NO_MORE, ELSE = "no more reactions", "something else in force"


def may_react(state: Attack) -> bool:
    """Return True if the army of the targets has reactions in its list."""
    return state.manner.others and entries.has_block(state.battle.value, 1 - state.side)


def waits(state: Attack) -> bool:
    """Return True if the owner of a target may still react with something of the army, or of the edition."""
    return bool(to_react(state))


def no_more_of(name: str) -> str:
    """Return the note by which a phase remembers that nobody is asked about this unit any more."""
    return f"{NO_MORE} of {name}"


def is_over(battle: Battle, name: str) -> bool:
    """Return True if nobody is to be asked about this unit any more in this phase."""
    return NO_MORE in battle.stratagems or no_more_of(name) in battle.stratagems


def usable(state: Attack, index: int) -> list[ArmyEntry]:
    """Return the entries with which this target may react, closed ones too."""
    battle, place = state.battle.value, entries.target_at(state, index)
    if not state.manner.others or state.overwatch or state.doing or place[0] == battle.active:
        return []
    return [entry for entry in entries.entries_of(battle, place[0], TARGETED) if entries.is_for(battle, entry, place)]


def rows(state: Attack, index: int) -> list[Option]:
    """Return a row for each entry with which this target may react, or for each effect that it lets pick."""
    battle, place, all_rows = state.battle.value, entries.target_at(state, index), list[Option]()
    for entry in usable(state, index):
        for option in entries.options_of(battle, place[0], entry) or ("",):
            all_rows += entries.priced_rows(battle, entry, place, value_of(entry, option), option)
    return all_rows


def value_of(entry: ArmyEntry, option: str) -> str:
    return f"{entry.name}: {option}" if option else entry.name


def more_rows(state: Attack, index: int) -> list[Option]:
    """Return the rows below the reactions of an army: one to type another effect, and two to ask no more."""
    name = state.aims[index].unit.value.name
    again = "none, and do not ask again"
    return [
        Option(ELSE, "something else in force on it ..."),
        Option(no_more_of(name), f"{again} of {name} this phase"),
        Option(NO_MORE, f"{again} of all units this phase"),
    ]


def in_order(state: Attack, index: int, options: Sequence[Option]) -> list[Option]:
    """Return all rows but the first one: what it can do, `more_rows`, and what it can do for one point less.

    Closed rows stand last, so that the numbers of the others have no gaps.
    """
    lines = [*(row for row in options if not row.less), *more_rows(state, index), *(row for row in options if row.less)]
    return sorted(lines, key=lambda row: bool(row.closed))


def answered(state: Attack, index: int, answer: str, table: Table) -> Attack | None:
    """Return the attack after an answer that is no reaction of the edition; None if it is one."""
    battle, place = state.battle.value, entries.target_at(state, index)
    if answer == NOTHING:
        return state
    if answer in (NO_MORE, no_more_of(state.aims[index].unit.value.name)):
        return state.but(battle=Hashed(battle.but(stratagems=(*battle.stratagems, answer))))
    if answer == ELSE:
        return with_new_answers(state, something_else(state, index, table), index, table)
    army_rows = rows(state, index)
    for entry in usable(state, index):
        name, cost = command_points.paid_for(answer, army_rows, entry.cost)
        for option in entries.options_of(battle, place[0], entry) or ("",):
            if name == value_of(entry, option):
                return with_new_answers(state, used(state, index, entry, option, cost, table), index, table)
    return None


def used(state: Attack, index: int, entry: ArmyEntry, option: str, cost: int, table: Table, span: str = "") -> Attack:
    """Return the attack in which the target reacts with this entry, for this cost."""
    place = entries.target_at(state, index)
    battle = entries.with_words(state.battle.value, place[0], entry, table)
    battle, entry = entries.paid(battle, place[0], entry, place, table, cost), entry.but(cost=cost)
    state = entries.used_in_attack(state.but(battle=Hashed(battle)), place[0], entry, place, option, index, span)
    entries.tell_use(battle, place[0], entry, state.aims[index].unit.value.name, table, option, span)
    return state


def something_else(state: Attack, index: int, table: Table) -> Attack:
    """Return the attack with the effects that players type for the target. Without a time they last for this attack."""
    battle, place, known = state.battle.value, entries.target_at(state, index), state.game.abilities
    name = state.aims[index].unit.value.name

    def telling_of(phrase: str) -> Telling:
        return tellings.new_telling(battle, entries.read(battle, phrase), place[0], spans.ATTACK, True)

    question = Phrases(
        f"in force on {name}", partial(read_of_target, battle, place), owner=DEFENDER,
        rules=battle.game.rules("EFF-8"), text=f"What is in force on {name}", example="incoming: -1 to hit as Smoke",
        pieces_of=lambda text: told_effects.split(known, text), check_all=partial(after_all, battle, place),
        tells=lambda phrases: "; ".join(tellings.foretold(battle, name, telling_of(phrase)) for phrase in phrases),
        offers=partial(possible, told_effects.OF_ATTACKED, partial(read_of_target, battle, place)),
    )  # fmt: skip
    for phrase in table.ask(question):
        battle = state.battle.value
        if (named := entries.entry_told(battle, place, phrase)) is not None:
            state = state.but(battle=Hashed(entries.with_said_words(battle, named)))
            option = entries.option_said(battle, named)
            state = used(state, index, named.entry, option, named.entry.cost, table, named.span)
            continue
        telling = telling_of(phrase)
        state = entries.told_in_attack(state, place, telling, index)
        table.tell("{unit}: {words}", battle.game.rules("EFF-8"), unit=name, words=tellings.with_end(battle, telling))
    return state


def read_of_target(battle: Battle, place: Place, text: str) -> str:
    """Return an effect on those who are shot at in the usual words, or the name of a rule or stratagem of their army.

    :raises BadAnswer: it tells none, it comes too late, or it cannot be used now
    """
    if (named := entries.entry_told(battle, place, text)) is not None:
        entries.use_told(battle, place, text)  # refuses what cannot be used
        if named.side != place[0]:
            raise BadAnswer(f"{named.entry.name} is one of {battle.sides[named.side].name}")
        return text.strip()
    effect = tellings.read(battle, text)
    if why := told_rows.why_too_late(battle, effect):
        raise BadAnswer(why)
    told_effects.works_for_target(battle.game.abilities, effect.ability)
    return effect.text


def after_all(battle: Battle, place: Place, phrases: tuple[str, ...]) -> None:
    """:raises BadAnswer: the rules and stratagems among these phrases cannot all be used"""
    for phrase in phrases:
        if (outcome := entries.use_told(battle, place, phrase)) is not None:
            battle, _ = outcome


def with_new_answers(before: Attack, state: Attack, index: int, table: Table) -> Attack:
    """Ask for the facts that matter only because of the reaction, and return the attack with the answers."""
    if state is before or state == before:
        return state
    alone = state.but(aims=(state.aims[index],))
    aim, name = state.aims[index], state.aims[index].unit.value.name
    orders = [order.but(aim=0) for order in state.orders if order.aim == index]
    parts = weapon.newly_asked(alone, {}, aim.asked, orders, table)
    answers = table.facts(f"facts of {name}", tuple(parts), owner=DEFENDER, rules=state.game.rules("TGT-11"),
                       text=f"What is true of the attack at {name}?")  # fmt: skip
    after = facts.with_facts(alone, answers)
    after = after.but(aims=(*state.aims[:index], *after.aims, *state.aims[index + 1 :]))
    return effects.with_remembered_answers(after, aim, answers) if answers else after


def react(state: Attack, table: Table) -> Attack:
    """Ask the owner of the next target for a reaction of its army. An edition without others has this step."""
    index, *_ = to_react(state)
    return reacted(asked(state, index, rows(state, index), table), index)


def reacted(state: Attack, index: int) -> Attack:
    aims = [*state.aims]
    aims[index] = aims[index].but(reacted=True)
    return state.but(aims=tuple(aims))


def asked(state: Attack, index: int, options: Sequence[Option], table: Table) -> Attack:
    """Return the attack after the reaction to it, if a row is open."""
    unit = state.aims[index].unit.value
    if is_over(state.battle.value, unit.name) or not command_points.one_is_open(options):
        return state
    answer = table.choose(
        f"reaction:{unit.name}", (Option(NOTHING, "none"), *in_order(state, index, options)), default=NOTHING,
        owner=DEFENDER, rules=state.game.rules("CP-3"), text=f"{unit.name}: a reaction?",
    )  # fmt: skip
    after = answered(state, index, answer, table)
    assert after is not None
    return after
