"""What is told of losses before a single attack: the same attack by and at what they have left.

Short: the words and what comes of them are those of a battle, in `happened.py`.
"""

from __future__ import annotations

from functools import partial

from shoot_cli.battle import happened as lines
from shoot_cli.battle.losses import LOST, TARGET_LOST, TypedLoss, losses_given, losses_questions, nobody_left
from shoot_cli.battle.turns import Place
from shoot_cli.battle.what_happened import names_of
from shoot_cli.engine.names import name_key
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.ruleset import Clash
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer.charts import Attack, Battle
from shoot_cli.rules.reikhammer.steps import happened
from shoot_cli.rules.reikhammer.steps.attack import meeting

EXAMPLE = "grenadiers -2, 1 unit of tank, shock +2"
SAYS = happened.SAYS.but(read_loss=partial(happened.read_loss, example=EXAMPLE), example=EXAMPLE)
SOMEBODY = lines.NamedUnit("the formation", says=SAYS)


def read(text: str) -> TypedLoss:
    """Return one change, if it is of units. :raises BadAnswer: it says none"""
    return TypedLoss() if is_state(text) else SAYS.read_loss(text)


def is_state(text: str) -> bool:
    """Return True if this tells a state, Shock or ammo."""
    return name_key(text) in lines.states_by_key(SAYS) or happened.read_more(text, SOMEBODY) is not None


LOSSES = losses_questions(("RH-DEST-1", "RH-SHOCK-3", "RH-AMMO-1"), EXAMPLE, read)


def on_its_own(state: Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return state.manner.states_all


def tell_losses(state: Attack, table: Table) -> Attack:
    """Return the attack after what was told of both formations; of most attacks nothing was."""
    lost, target_lost = losses_given(table, LOSSES)
    if state.goes_on:
        target_lost = ()
    if not (lost or target_lost):
        return state
    battle = after(after(state.battle.value, (0, 0), lost), (1, 0), target_lost)
    mine = battle.sides[0].units[0]
    if mine.broken:
        raise BadAnswer(f"{mine.unit.value.name} is broken: it takes no action, so it does not shoot (RH-BRK-2)")
    s = meeting(battle, (0, 0), (1, 0), state.manner)
    return s.but(followed=state.followed, goes_on=state.goes_on)


def after(battle: Battle, place: Place, said: tuple[str, ...]) -> Battle:
    """Return the two formations after this was told of one. :raises BadAnswer: it is impossible, or nobody is left"""
    named = names_of(happened.LINE, battle)[place[0]].but(says=SAYS)
    for text in said:
        battle, _ = happened.after(battle, place, lines.statement(text, text, (named,), 0))
    if battle.sides[place[0]].units[place[1]].gone:
        unit = battle.sides[place[0]].units[place[1]]
        raise nobody_left((LOST, TARGET_LOST)[place[0]], named.name, len(unit.pieces))
    return battle


def tells_shock(points: int, said: tuple[str, ...], *units: object) -> bool:
    return any(found is not None and found.what == happened.SHOCK for found in map(more, said))


def more(text: str) -> lines.Happened | None:
    return happened.read_more(text, SOMEBODY)


CLASHES = tuple(
    Clash(fact, told, tells_shock, "the Shock of a formation is told once", "RH-SHOCK-3")
    for fact, told in (("shock", "lost"), ("target_shock", "target_lost"))
)
