"""What is told of losses before an attack on its own: the same attack by and at what they have left.

Short: the words and the counting are those of all editions, in `battle/`.
"""

from __future__ import annotations

import re

from shoot_cli.battle import losses, told_losses
from shoot_cli.battle.losses import KindInSquad, Loss
from shoot_cli.battle.turns import Side
from shoot_cli.engine.pools import Line, Rank, models, wounds
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import records
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps import states
from shoot_cli.rules.seventh.steps.attack import firers_of

EXAMPLE = "2 boy, nob 1 wound, hull -1"
HULL = r"(?i)\bhulls?\b"
OF_TABLE = r"(?i)\b(?:immobili[sz]ed|weapons? destroyed|stunned|shaken)\b"  # results that no number of points tells


def read(text: str) -> Loss:
    """Return one change; `hull -1` is of a vehicle. :raises BadAnswer: it says no change"""
    if re.search(OF_TABLE, text):
        raise BadAnswer(f"{shown(text)}: only models, wounds and hull points are told here, as in {EXAMPLE}")
    points, whole = ("hull", "hulls", "point", "points"), ("wrecked", "wreck", "wrecks")
    return losses.read_loss(text, points, whole, EXAMPLE)


LOSSES = told_losses.rows(("7E-ALC-1",), EXAMPLE, read)


def on_its_own(state: records.Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return not state.manner.seen


def tell_losses(state: records.Attack, table: Table) -> records.Attack:
    """Return the attack after the reported losses of both units; most attacks have none."""
    lost, target_lost = told_losses.told_to(table, LOSSES)
    if lost:
        state = by_the_rest(state, lost)
    if target_lost and not state.goes_on:
        state = at_the_rest(state, target_lost)
    return state


def left_of(unit: Hashed[Unit], said: tuple[str, ...]) -> records.BattleUnit:
    """Return the unit after these losses; each vehicle stands by itself. :raises BadAnswer: they are impossible"""
    of = unit.value
    if not of.vehicle and any(re.search(HULL, text) for text in said):
        raise BadAnswer(f"{of.name} has no hull points; say how many models or wounds it has lost")
    kinds = (
        (KindInSquad(model.name, n, model.wounds, model.character or model.independent, model.plural), n)
        for model, n in of.models
    )
    squad = told_losses.full_squad(of.name, kinds).but(points="hull points" if of.vehicle else "wounds")
    ranks: tuple[Rank, ...] = told_losses.after(squad, said, read).ranks
    ranks = told_losses.one_by_one(ranks) if of.vehicle else ranks
    return records.BattleUnit(unit, ranks, models(ranks))


def by_the_rest(state: records.Attack, lost: tuple[str, ...]) -> records.Attack:
    """Return the attack by what is left; rules that only fallen models shared have ended (7E-IC-3)."""
    mine, around = left_of(state.shooter, lost), state.battle.value
    sides = (Side(around.sides[0].name, (mine,)), around.sides[1])
    return state.but(shooter=mine.unit_now(), firers=firers_of(mine), battle=Hashed(around.but(sides=sides)))


def at_the_rest(state: records.Attack, lost: tuple[str, ...]) -> records.Attack:
    """Return the attack at what is left of the target."""
    ranks = states.line_of(left_of(state.target, lost), night=False)
    return state.but(line=Line(ranks), strength=(models(ranks), wounds(ranks)))
