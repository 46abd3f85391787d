"""What is told of losses before a single attack: the same attack by and at what they have left.

Short: the words and the counting are those of all editions, in `battle/`.
"""

from __future__ import annotations

import re

from shoot_cli.battle import losses, told_losses
from shoot_cli.battle.losses import KindInSquad, Loss
from shoot_cli.battle.turns import Side
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer.records import Attack, BattleUnit, FormationUnit
from shoot_cli.rules.reikhammer.steps.attack import meeting

EXAMPLE = "grenadiers -2, 1 unit of tank"
UNITS = r"(?i)\bunits?\b"


def read(text: str) -> Loss:
    """Return one change. A number is integrity; `2 units` are units. :raises BadAnswer: it says no change"""
    units = re.search(UNITS, text) is not None
    loss = losses.read_loss(re.sub(UNITS, "", text), points=("integrity", "point", "points"), example=EXAMPLE)
    return loss if units or loss.n is None else loss.but(wounds=True)


LOSSES = told_losses.rows(("RH-DEST-1",), EXAMPLE, read)


def on_its_own(state: Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return state.manner.states_all


def tell_losses(state: Attack, table: Table) -> Attack:
    """Return the attack after the reported losses of both formations; most attacks have none."""
    lost, target_lost = told_losses.told_to(table, LOSSES)
    if state.goes_on:
        target_lost = ()
    if not (lost or target_lost):
        return state
    b = state.battle.value
    (mine, *_), (target, *_) = (side.units for side in b.sides)
    sides = Side(b.sides[0].name, (after(mine, lost),)), Side(b.sides[1].name, (after(target, target_lost),))
    s = meeting(b.but(sides=sides), (0, 0), (1, 0), state.manner)
    return s.but(followed=state.followed, goes_on=state.goes_on)


def after(formation: BattleUnit, said: tuple[str, ...]) -> BattleUnit:
    """Return the formation after these losses. :raises BadAnswer: they are impossible, or nobody is left"""
    if not said:
        return formation
    of = formation.unit.value
    alike = list(dict.fromkeys((piece.model, piece.character) for piece in formation.pieces))
    kinds = []
    for model, character in alike:
        n, kind = formation_units(formation, model, character), of.models[model][0]
        name, plural = (f"{kind.name} with {character}", "") if character else (kind.name, kind.plural)
        kinds.append(KindInSquad(name, len(n), kind.integrity, bool(character), plural))
    standing = [piece for piece in formation.pieces if piece.left]
    ranks = tuple(Rank(alike.index((piece.model, piece.character)), 1, piece.left) for piece in standing)
    squad = told_losses.full_squad(of.name, ()).but(kinds=tuple(kinds), ranks=ranks, points="integrity")
    left = told_losses.one_by_one(told_losses.after(squad, said, read).ranks)
    pieces = list(formation.pieces)
    for place, (model, character) in enumerate(alike):
        lefts = [rank.left for rank in left if rank.kind == place]
        at = formation_units(formation, model, character)
        for index, integrity in zip(at, [*[0] * (len(at) - len(lefts)), *lefts], strict=True):
            pieces[index] = pieces[index].but(left=integrity)
    return formation.but(pieces=tuple(pieces))


def formation_units(formation: BattleUnit, model: int, character: str) -> list[int]:
    """Return the indexes of the units of this kind with this character."""

    def alike(piece: FormationUnit) -> bool:
        return (piece.model, piece.character) == (model, character)

    return [index for index, piece in enumerate(formation.pieces) if alike(piece)]
