"""Troops leave their transports, which overwatch may answer as it does a move (RH-OW-2).

No list says who carries whom, so the side that acts is asked: once an action, unless it leaves that open.
"""

from __future__ import annotations

from shoot_cli.core.questions import Option
from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer.profiles import INFANTRY
from shoot_cli.rules.reikhammer.records import Battle, BattleUnit
from shoot_cli.rules.reikhammer.steps.nominate import changed, may_act_on, of
from shoot_cli.rules.reikhammer.steps.target import overwatch_may

NO, YES, LATER, NEVER = "no", "yes", "later", "never"


def stands_still(b: Battle) -> bool:
    return b.moves == 0


def may_unload(b: Battle) -> bool:
    """Asked only while somebody could answer it (RH-OW-2)."""
    if b.unit is None or not b.aboard:
        return False
    return may_carry(of(b)) and may_act_on(of(b)) and overwatch_may(b.but(answering=True, answered=()))


def may_carry(company: BattleUnit) -> bool:
    """Infantry alone carries nobody."""
    models = company.unit.value.models
    return company.carries and any(models[piece.model][0].type != INFANTRY for piece in company.pieces if piece.left)


def unload_troops(b: Battle, table: Table) -> Battle:
    """Before the formation shoots or assaults."""
    moves_on = b.moves > 0
    name = of(b).unit.value.name
    said = table.choose(
        "unloads",
        (
            Option(NO, "no, not in this action"),
            Option(YES, "yes, now"),
            *((Option(LATER, "perhaps after its next move"),) if moves_on else ()),
            Option(NEVER, "never: it carries nobody"),
        ),
        default=NO,
        rules=("RH-OW-2",),
        text=f"{name}: does it unload troops{' after this move' if moves_on else ''}?",
    )
    if said == NEVER:
        b = changed(b, carries=False)
    return b.but(answering=said == YES, unloading=True, answered=(), aboard=said in (YES, LATER))
