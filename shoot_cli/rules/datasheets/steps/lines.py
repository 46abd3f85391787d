"""Models in the line of a target, and the unit as it stands afterwards (ALL-3, DMG-4)."""

from __future__ import annotations

from shoot_cli.core.pools import Line, Rank, models, wounds
from shoot_cli.core.turns import merged
from shoot_cli.rules.datasheets.battle import Attack, BattleUnit, DeclaredTarget
from shoot_cli.rules.datasheets.between import ModelHistory
from shoot_cli.rules.datasheets.guns import body_of
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import TargetModel
from shoot_cli.rules.datasheets.scenes import IF
from shoot_cli.rules.datasheets.steps import states


def aim_at(enemy: BattleUnit, at: int) -> DeclaredTarget:
    """The target as it stands; attacks allocated to it this phase are remembered (ALL-3)."""
    card = states.living_unit(enemy)
    ranks = line_of(enemy)
    return DeclaredTarget(
        card, Line(ranks), (models(ranks), wounds(ranks)), at,
        engaged=enemy.marked(states.LOCKED),
        true=tuple(IF + words for words in states.named_by_army(enemy)),
        smoke=enemy.marked(states.SMOKE), ground=enemy.marked(states.GROUND),
    )  # fmt: skip


def line_of(company: BattleUnit) -> tuple[Rank, ...]:
    """Its models in the order in which they are allocated attacks."""
    unit, ranks = states.living_unit(company).value, list[Rank]()
    for rank in company.ranks:
        kind = company.game.standing(company, target_model(unit, rank.kind))
        own = [told for told in company.told if (told.kind, told.left) == (rank.kind, rank.left)][: rank.n]
        for told in own:
            spared = kind.but(allocated=told.allocated, spared=told.unshielded)
            ranks.append(Rank(spared, 1, rank.left))
        if rank.n > len(own):
            ranks.append(Rank(kind, rank.n - len(own), rank.left))
    return company.game.listed(ranks)


def forced(rank: Rank) -> bool:
    """True if the next attack must go to such a model: it lost wounds, or attacks were allocated to it (ALL-1)."""
    return bool(rank.left < rank.kind.wounds or rank.kind.allocated)


def remembered(line: Line) -> tuple[Rank, ...]:
    """The models as they stand; the one in front is marked if an attack was allocated to it (ALL-3)."""
    ranks = line.standing()
    if not line.met or not ranks or forced(ranks[0]):
        return ranks
    first = ranks[0]
    marked = first.but(n=1, kind=first.kind.but(allocated=True))
    return (marked, *((first.but(n=first.n - 1),) if first.n > 1 else ()), *ranks[1:])


def company_after(before: BattleUnit, line: Line) -> BattleUnit:
    """The unit as it stands; what is to be remembered of its models to the end of the phase (ALL-3)."""
    ranks = line.standing()
    told = []
    for rank in ranks:
        kind = rank.kind
        if kind.allocated or kind.spared:
            told += [ModelHistory(kind.model, rank.left, kind.allocated, kind.spared)] * rank.n
    plain = [rank.but(kind=rank.kind.model) for rank in ranks]
    return before.but(ranks=merged(plain), told=tuple(sorted(told, key=lambda one: one[1:])))


def to_react(s: Attack) -> list[int]:
    """Targets whose owner may still answer (DEF-SMOKE-1 and the like)."""
    shot_at = {order.aim for order in s.orders}
    return [i for i, aim in enumerate(s.aims) if not aim.reacted and i in shot_at]


def target_model(unit: Unit, index: int) -> TargetModel:
    """A model of the list as one that attacks are allocated to."""
    return body_of(TargetModel, unit, index)
