"""The target's models in the order in which they are allocated attacks: 10E-ALL-1 to 6."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.piles import Line, Rank
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.profiles import Unit
from shoot_cli.rules.tenth.records import Standing, Wound


def standing(unit: Unit, index: int) -> Standing:
    """A model of the list as one that attacks are allocated to."""
    model = unit.models[index][0]
    saves, small, worse, less = 0, 0, 0, 0
    for ability in model.abilities:
        if ability.when:
            continue
        saves += ability.number if ability.name == "+ to saves" else 0
        small += ability.number if ability.name == "+ to saves against damage 1" else 0
        worse += ability.number if ability.name == "Incoming worsen AP" else 0
        less += ability.number if ability.name == "Incoming - damage" else 0
    return Standing(
        model.name, index, model.save, model.invulnerable,
        model.feel_no_pain, model.pain_mortal, model.pain_psychic, model.wounds,
        leader=model.leader, saves=saves, saves_small=small, ap_worse=worse, less_damage=less,
        halvings=model.count("Incoming half damage"), no_damage=model.count("Incoming no damage once"),
    )  # fmt: skip


def forced(rank: Rank) -> bool:
    """True if the next attack must go to such a model: it lost wounds, or attacks were allocated to it (10E-ALL-1)."""
    return bool(rank.left < rank.kind.wounds or rank.kind.allocated)


def listed(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Bodyguards before leaders; in each the wounded, then others that attacks were allocated to, then as listed."""
    ordered = sorted(
        ranks,
        key=lambda rank: (
            rank.kind.leader,
            not forced(rank),
            rank.left >= rank.kind.wounds,
            rank.kind.model,
        ),
    )
    return joined(ordered)


def by_save(ranks: Iterable[Rank], wound: Wound) -> tuple[Rank, ...]:
    """The same with those most likely to save this attack first (setting ``allocation``)."""

    def place(rank: Rank) -> tuple[bool, bool, bool, int]:
        chance = 0 if forced(rank) else charts.to_save(rank.kind, wound).target or 7
        return rank.kind.leader, not forced(rank), forced(rank) and rank.left >= rank.kind.wounds, chance

    return joined(sorted(listed(ranks), key=place))


def joined(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Neighbours that are alike as one rank."""
    found: list[Rank] = []
    for rank in ranks:
        if found and found[-1].kind == rank.kind and found[-1].left == rank.left:
            found[-1] = found[-1].but(n=found[-1].n + rank.n)
        else:
            found.append(rank)
    return tuple(found)


def candidates(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """Who may be allocated the next attack: those that must, else any bodyguard, else any leader (10E-ALL-1, 2, 4)."""
    guards = tuple(rank for rank in ranks if not rank.kind.leader) or ranks
    return tuple(rank for rank in guards if forced(rank)) or guards


def kinds_of(ranks: Iterable[Rank]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([rank.kind.name for rank in ranks]))


def in_front(ranks: tuple[Rank, ...], at: int, n: int) -> tuple[Rank, ...]:
    """The ranks with ``n`` models of one of them before all others."""
    front = ranks[at]
    rest = (front.but(n=front.n - n),) if front.n > n else ()
    return (front.but(n=n), *ranks[:at], *rest, *ranks[at + 1 :])


def remembered(line: Line) -> tuple[Rank, ...]:
    """The models as they stand; the one in front is marked if an attack was allocated to it (10E-ALL-3)."""
    ranks = line.standing()
    if not line.met or not ranks or forced(ranks[0]):
        return ranks
    first = ranks[0]
    marked = first.but(n=1, kind=first.kind.but(allocated=True))
    return (marked, *((first.but(n=first.n - 1),) if first.n > 1 else ()), *ranks[1:])
