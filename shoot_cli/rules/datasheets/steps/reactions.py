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


def usable(state: Attack, at: int) -> list[ArmyEntry]:
    """Return the entries with which this target may react, closed ones too."""
    b, place = state.battle.value, entries.target_at(state, at)
    if not state.manner.others or state.overwatch or state.doing or place[0] == b.active:
        return []
    return [one for one in entries.entries_of(b, place[0], TARGETED) if entries.is_for(b, one, place)]


def rows(state: Attack, at: int) -> list[Option]:
    """Return a row for each entry with which this target may react, or for each effect that it lets pick."""
    b, place, found = state.battle.value, entries.target_at(state, at), list[Option]()
    for entry in usable(state, at):
        for option in entries.options_of(b, place[0], entry) or ("",):
            found += entries.priced_rows(b, entry, place, value_of(entry, option), option)
    return found


def value_of(entry: ArmyEntry, option: str) -> str:
    return f"{entry.name}: {option}" if option else entry.name


def more_rows(state: Attack, at: int) -> list[Option]:
    """Return what stands below the reactions of an army with an `army:` block: other words, and not to ask again."""
    name = state.aims[at].unit.value.name
    again = "none, and do not ask again"
    return [
        Option(ELSE, "something else in force on it ..."),
        Option(no_more_of(name), f"{again} of {name} this phase"),
        Option(NO_MORE, f"{again} of all units this phase"),
    ]


def in_order(state: Attack, at: int, every: Sequence[Option]) -> list[Option]:
    """Return all rows but the first one: what it can do, `more_rows`, and what it can do for one point less.

    Closed rows stand last, so that the numbers of the others have no gaps.
    """
    found = [*(row for row in every if not row.less), *more_rows(state, at), *(row for row in every if row.less)]
    return sorted(found, key=lambda row: bool(row.closed))


def answered(state: Attack, at: int, said: str, table: Table) -> Attack | None:
    """Return the attack after an answer that is no reaction of the edition; None if it is one."""
    b, place = state.battle.value, entries.target_at(state, at)
    if said == NOTHING:
        return state
    if said in (NO_MORE, no_more_of(state.aims[at].unit.value.name)):
        return state.but(battle=Hashed(b.but(stratagems=(*b.stratagems, said))))
    if said == ELSE:
        return with_new_answers(state, something_else(state, at, table), at, table)
    own = rows(state, at)
    for entry in usable(state, at):
        name, cost = command_points.paid_for(said, own, entry.cost)
        for option in entries.options_of(b, place[0], entry) or ("",):
            if name == value_of(entry, option):
                return with_new_answers(state, used(state, at, entry, option, cost, table), at, table)
    return None


def used(state: Attack, at: int, entry: ArmyEntry, option: str, cost: int, table: Table, span: str = "") -> Attack:
    """Return the attack in which the target reacts with this entry, for this cost."""
    place = entries.target_at(state, at)
    b = entries.with_words(state.battle.value, place[0], entry, table)
    b, entry = entries.paid(b, place[0], entry, place, table, cost), entry.but(cost=cost)
    state = entries.used_in_attack(state.but(battle=Hashed(b)), place[0], entry, place, option, at, span)
    entries.tell_use(b, place[0], entry, state.aims[at].unit.value.name, table, option, span)
    return state


def something_else(state: Attack, at: int, table: Table) -> Attack:
    """Return the attack with what players tell of the target, for this attack if they say no time."""
    b, place, known = state.battle.value, entries.target_at(state, at), state.game.known
    name = state.aims[at].unit.value.name

    def telling_of(phrase: str) -> Telling:
        return tellings.new_telling(b, entries.read(b, phrase), place[0], spans.ATTACK, True)

    question = Phrases(
        f"in force on {name}", partial(read_of_target, b, place), owner=DEFENDER,
        rules=b.game.rules("EFF-8"), text=f"What is in force on {name}", example="incoming: -1 to hit as Smoke",
        pieces_of=lambda text: told_effects.split(known, text), check_all=partial(after_all, b, place),
        tells=lambda phrases: "; ".join(tellings.foretold(b, name, telling_of(phrase)) for phrase in phrases),
        offers=partial(possible, told_effects.OF_ATTACKED, partial(read_of_target, b, place)),
    )  # fmt: skip
    for phrase in table.ask(question):
        b = state.battle.value
        if (named := entries.entry_told(b, place, phrase)) is not None:
            state = state.but(battle=Hashed(entries.with_said_words(b, named)))
            option = entries.option_said(b, named)
            state = used(state, at, named.entry, option, named.entry.cost, table, named.span)
            continue
        one = telling_of(phrase)
        state = entries.told_in_attack(state, place, one, at)
        table.tell("{unit}: {words}", b.game.rules("EFF-8"), unit=name, words=tellings.with_end(b, one))
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
    told = tellings.read(battle, text)
    if why := told_rows.why_too_late(battle, told):
        raise BadAnswer(why)
    told_effects.works_for_target(battle.game.known, told.ability)
    return told.text


def after_all(battle: Battle, place: Place, phrases: tuple[str, ...]) -> None:
    """:raises BadAnswer: the rules and stratagems among these phrases cannot all be used"""
    for phrase in phrases:
        if (found := entries.use_told(battle, place, phrase)) is not None:
            battle, _ = found


def with_new_answers(before: Attack, state: Attack, at: int, table: Table) -> Attack:
    """Return the attack with answers about what matters now by the reaction. What was asked before is not asked."""
    if state is before or state == before:
        return state
    alone = state.but(aims=(state.aims[at],))
    aim, name = state.aims[at], state.aims[at].unit.value.name
    orders = [one.but(aim=0) for one in state.orders if one.aim == at]
    parts = weapon.newly_asked(alone, {}, aim.asked, orders, table)
    said = table.facts(f"facts of {name}", tuple(parts), owner=DEFENDER, rules=state.game.rules("TGT-11"),
                       text=f"What is true of the attack at {name}?")  # fmt: skip
    found = facts.with_facts(alone, said)
    found = found.but(aims=(*state.aims[:at], *found.aims, *state.aims[at + 1 :]))
    return effects.kept(found, aim, said) if said else found


def react(state: Attack, table: Table) -> Attack:
    """Ask the owner of the next target for a reaction of its army. An edition without others has this step."""
    at, *_ = to_react(state)
    found = asked(state, at, rows(state, at), table)
    return reacted(found, at)


def reacted(state: Attack, at: int) -> Attack:
    aims = [*state.aims]
    aims[at] = aims[at].but(reacted=True)
    return state.but(aims=tuple(aims))


def asked(state: Attack, at: int, own: Sequence[Option], table: Table) -> Attack:
    """Return the attack after the reaction to it, if a row is open."""
    unit = state.aims[at].unit.value
    if is_over(state.battle.value, unit.name) or not command_points.one_is_open(own):
        return state
    said = table.choose(
        f"reaction:{unit.name}", (Option(NOTHING, "none"), *in_order(state, at, own)), default=NOTHING,
        owner=DEFENDER, rules=state.game.rules("CP-3"), text=f"{unit.name}: a reaction?",
    )  # fmt: skip
    found = answered(state, at, said, table)
    assert found is not None
    return found
