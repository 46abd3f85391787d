"""Phases and turns (ELIG-9, ALL-3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from shoot_cli.core.questions import Option
from shoot_cli.core.said import remembering
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, ask_first, following_turn, replaced, tell_who_cannot, two_sides, without_ended
from shoot_cli.rules.datasheets.battle import Battle, BattleUnit
from shoot_cli.rules.datasheets.between import Deed
from shoot_cli.rules.datasheets.profiles import Army
from shoot_cli.rules.datasheets.scenes import IF
from shoot_cli.rules.datasheets.steps import auras, computed, states
from shoot_cli.rules.datasheets.steps import nominate as nom
from shoot_cli.rules.datasheets.steps.by_a_roll import due_in_phase
from shoot_cli.rules.datasheets.steps.given import ended, offer_marks_and_loans
from shoot_cli.rules.datasheets.steps.remembered import ADVANCED_LAST, phase_over, turn_over

NO_UNIT = "none"
OF_PHASE = (states.SMOKE, states.GROUND)


def new_battle(battle: type[Battle], company: type[BattleUnit], mine: Army, theirs: Army, turns: int | None) -> Battle:
    """Both armies drawn up. ``battle``, ``company``: of the edition."""
    sides = two_sides(mine, theirs, partial(states.company, company))
    return battle(
        sides,
        turns,
        auras=auras.anywhere(sides),
        logged=computed.anywhere(sides),
        hits_logged=computed.anywhere(sides, hits=True),
    )


def first_turn(b: Battle, table: Table) -> Battle:
    return ask_first(b, b.game.rule("ELIG-9"), table)


def begin_phase(b: Battle, table: Table) -> Battle:
    """Nobody has shot yet, and nobody stands about without a word why."""
    b = b.but(done=(), held=(), untargeted=(), ended_phase=False, stratagems=(), again=(), replies=())
    table.tell("Turn {turn}: {side}", b.game.rules("ELIG-9"), turn=b.turn, side=b.sides[b.active].name)
    tell_who_cannot(b, nom.why_not_nominated, table)
    return b


def name_targets(b: Battle, table: Table) -> Battle:
    """What holds against one enemy unit for a whole army."""
    own = (words for company in b.sides[b.active].companies for words in states.names_of_army(company))
    for words in dict.fromkeys(own):
        b = name_target(b, words, table)
    return b


def mark_and_lend(b: Battle, table: Table) -> Battle:
    """Marks and loans of the start of the phase (EFF-5, EFF-6), and what is rolled for then."""
    b = offer_marks_and_loans(b, table)
    return b.but(due=tuple(due_in_phase(b)))


def name_target(b: Battle, words: str, table: Table) -> Battle:
    """What holds against one enemy unit for a whole army is said once a turn (TGT-11).

    It lasts until that army's next turn begins.
    """
    enemies = b.sides[1 - b.active].companies
    units = tuple(Option(company.unit.value.name, states.left(company)) for company in enemies if company.ranks)
    if not units:
        return b
    none = Option(NO_UNIT, "none of them")
    text = f"Which unit is the {words}?"
    name = table.choose(IF + words, (*units, none), default=NO_UNIT, rules=b.game.rules("TGT-11"), text=text)
    for at, company in enumerate(enemies):
        if company.unit.value.name == name:
            until = (b.turn + (b.active != b.first), 1 - b.active)
            return replaced(b, 1 - b.active, at, company.with_mark(Mark(words, until)))
    return b


def end_phase(b: Battle, table: Table) -> Battle:
    """Allocation is forgotten, smoke clears, who went to ground gets up (ALL-3, DEF-SMOKE-1).

    So are marks and loans of the phase, and what was said of units for it (EFF-5, EFF-6, EFF-15).
    """
    return of_each(b, lambda c: phase_over(ended(c.but(told=()).without(*OF_PHASE), None))).but(of_phase=())


def end_turn(b: Battle, table: Table) -> Battle:
    """Marks that end with this turn come off; then the other player's turn, the next turn, or the end."""
    now, last = (b.turn, b.active), b.active != b.first  # of the battle round
    b = how_they_moved(b)
    b = of_each(without_ended(b), lambda c: turn_over(ended(c, now), last)).but(of_turn=(), deeds=last_ones(b))
    b = b.but(until_own_turn=tuple(said for said in b.until_own_turn if said.about[0][0] == b.active))
    return following_turn(b, b.game.rule("DMG-4"), b.game.rule("ELIG-9"), table)


def how_they_moved(b: Battle) -> Battle:
    """The battle that remembers which units of the active side Advanced, where something hangs on it later (EFF-19)."""
    memory = b.until_own_turn
    for at, company in enumerate(b.sides[b.active].companies):
        if company.ranks and states.looks_at(company.unit, ADVANCED_LAST):
            if company.marked(states.ADVANCED):
                memory = remembering(memory, {ADVANCED_LAST: "yes"}, (b.active, at))
            elif any(map(company.marked, (*states.MOVEMENT, states.OFF))) or states.embarked(company):
                memory = remembering(memory, {ADVANCED_LAST: "no"}, (b.active, at))
    return b if memory == b.until_own_turn else b.but(until_own_turn=memory)


def last_ones(b: Battle) -> tuple[Deed, ...]:
    """Of every unit the last turn in which it shot: what happened before makes no difference any more."""
    last = {deed.by: deed.turn for deed in b.deeds}
    return tuple(deed for deed in b.deeds if deed.turn == last[deed.by])


def of_each(b: Battle, change: Callable[[BattleUnit], BattleUnit]) -> Battle:
    """The battle with every unit changed so."""
    return b.but(sides=tuple(side.but(companies=tuple(map(change, side.companies))) for side in b.sides))
