"""What is told of losses before an attack on its own: the same attack by and at what they have left.

Short: the words and what they change are in `told_damage.py`, which battles use as well.
"""

from __future__ import annotations

from shoot_cli.battle import happened
from shoot_cli.battle.happened import NamedUnit
from shoot_cli.battle.losses import LOST, TARGET_LOST, losses_given, losses_questions, nobody_left
from shoot_cli.battle.turns import Side
from shoot_cli.battle.what_happened import plurals_of
from shoot_cli.engine.pools import Line, Rank, models, wounds
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import records, vehicle_charts
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps import states, told_damage
from shoot_cli.rules.seventh.steps.attack import firers_of
from shoot_cli.rules.seventh.steps.told_damage import DAMAGE, VOCABULARY

LOSSES = losses_questions(("7E-ALC-1",), told_damage.EXAMPLE_ALONE, told_damage.read_alone)


def on_its_own(state: records.Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return not state.manner.seen


def tell_losses(state: records.Attack, table: Table) -> records.Attack:
    """Return the attack after the reported losses of both units; most attacks have none."""
    lost, target_lost = losses_given(table, LOSSES)
    if lost:
        state = by_the_rest(state, lost)
    if target_lost and not state.goes_on:
        state = at_the_rest(state, target_lost)
    return state


def left_of(unit: Hashed[Unit], told: tuple[str, ...], key: str) -> records.BattleUnit:
    """Return the unit after these losses; each vehicle stands by itself.

    :raises BadAnswer: they are impossible, or nobody is left
    """
    of = unit.value
    ranks = tuple(Rank(place, n, model.wounds) for place, (model, n) in enumerate(of.models))
    if of.vehicle:
        ranks = tuple(rank.but(n=1) for rank in ranks for _ in range(rank.n))
    left = records.BattleUnit(unit, ranks, models(ranks))
    kinds = tuple(dict.fromkeys(model.name for model, _ in of.models))
    named = NamedUnit(of.name, kinds, plurals_of(of), says=VOCABULARY, parts=told_damage.weapons_of(of))
    for text in told:
        said = happened.statement(text, text, (named,), 0)
        told_damage.refuse_points(of, said)
        if said.what in DAMAGE:
            left, _ = told_damage.after_damage(left, said)
        else:
            left = told_damage.after_loss(left, said.loss)
    if not left.ranks:
        raise nobody_left(key, of.name, models(ranks))
    return left


def by_the_rest(state: records.Attack, lost: tuple[str, ...]) -> records.Attack:
    """Return the attack by what is left; rules that only fallen models shared have ended (7E-IC-3)."""
    mine, around = left_of(state.shooter, lost, LOST), state.battle.value
    sides = (Side(around.sides[0].name, (mine,)), around.sides[1])
    stuck = mine.wear and all(wear.immobilised for wear in mine.wear)
    return state.but(
        shooter=mine.unit_now(), firers=firers_of(mine), battle=Hashed(around.but(sides=sides)),
        speed=vehicle_charts.STATIONARY if stuck else state.speed,
    )  # fmt: skip


def at_the_rest(state: records.Attack, lost: tuple[str, ...]) -> records.Attack:
    """Return the attack at what is left of the target."""
    ranks = states.line_of(left_of(state.target, lost, TARGET_LOST), night=False)
    return state.but(line=Line(ranks), strength=(models(ranks), wounds(ranks)))
