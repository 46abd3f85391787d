"""What is told of losses before a single attack: the same attack by and at what they have left.

Short: the words and the counting are those of all editions, in `battle/`.
"""

from __future__ import annotations

from functools import partial

from shoot_cli.battle import losses
from shoot_cli.engine.pools import Rank, models, wounds
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import records
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.steps import eligibility
from shoot_cli.rules.second.steps.happened import squad_of

EXAMPLE = "2 gretchin, champion 1 wound"
read = partial(losses.read_loss, example=EXAMPLE)
LOSSES = losses.losses_questions(("2E-CAS-2",), EXAMPLE, read)


def on_its_own(state: records.Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return not state.manner.as_they_stand


def tell_losses(state: records.Attack, table: Table) -> records.Attack:
    """Return the attack after the reported losses of both units; most attacks have none."""
    lost, target_lost = losses.losses_given(table, LOSSES)
    begun = state.begun.value
    if lost:
        shooter = begun.shooter.value
        firers = tuple(
            records.Firer(rank.kind, rank.n, rank.left, eligibility.weapons_at_once(shooter, model))
            for rank in ranks_left(shooter, lost, losses.LOST)
            for model in (shooter.models[rank.kind][0],)
        )
        state = state.but(firers=firers)
    if target_lost and not begun.goes_on:
        target = begun.target.value
        ranks = tuple(
            rank.but(kind=eligibility.target_model(target, rank.kind))
            for rank in ranks_left(target, target_lost, losses.TARGET_LOST)
        )
        state = state.but(ranks=ranks, begun=Hashed(begun.but(strength=(models(ranks), wounds(ranks)))))
    return state


def ranks_left(unit: Unit, said: tuple[str, ...], key: str) -> tuple[Rank, ...]:
    """Return the models that these losses leave. :raises BadAnswer: they are impossible, or it has a datafax"""
    if unit.datafax:
        raise BadAnswer(f"{unit.name} has a datafax: it loses no models or wounds; its list says what of it is damaged")
    left: tuple[Rank, ...] = losses.squad_left(squad_of(eligibility.new_battle_unit(unit)), said, key, read).ranks
    return left
