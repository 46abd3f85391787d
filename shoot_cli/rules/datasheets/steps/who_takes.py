"""The words of the choice who takes wounds. Short: the editions choose in ways of their own (ALL-1, SAV-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shoot_cli.engine.names import counted, own_plurals
from shoot_cli.engine.pools import Rank
from shoot_cli.rules.datasheets.charts import armour_penetration
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import Firing
from shoot_cli.rules.datasheets.tokens import Wound

BEST_SAVE_LABEL = "best save first, ask no more"


MOST_NAMED = 3  # more kinds than this are not named again where they stand in this order above


def in_this_order(names: Iterable[str], above: Sequence[str]) -> str:
    """Return the row for all models in their listed order. `above` are the names of the rows before it."""
    named = [*names]
    brief = len(named) > MOST_NAMED and named == [*above]
    return "in this order, ask no more" if brief else f"in this order, ask no more: {', '.join(named)}"


def asks(n: int, wound: Wound, may: Sequence[Rank], who: str = "Who", *more: str) -> str:
    """Return what waits and what its saves depend on: `Who takes 15 wounds, AP-1, in cover?`"""
    ap, _why = armour_penetration(may[0].kind, wound)
    covered = not wound.gun.value.ignores_cover and any(rank.kind.cover for rank in may)
    facts = [f"AP{ap}"] * bool(ap) + ["in cover"] * covered
    return f"{who} takes {', '.join([counted(n, 'wound'), *facts, *more])}?"


def row(state: Firing, names: Sequence[str], ranks: Sequence[Rank], wound: Wound | None) -> str:
    """Return models with the save that they have now, and their wounds: `4 Neophytes, 4+ save, 2 wounds each`.

    :param wound: what is saved; None if there is no save
    """
    n, notes = models_in(ranks), list[str]()
    if wound is not None:
        need = state.game.to_save(ranks[0].kind, wound)
        notes.append("no save" if need.target is None else f"{need.text} save")
    lefts = {rank.left for rank in ranks}
    if lefts != {1}:
        wounds = [counted(left, "wound") for left in sorted(lefts)]
        notes.append(f"{' or '.join(wounds)} left" if n == 1 or len(lefts) > 1 else f"{wounds[0]} each")
    return ", ".join([models_called(state.shooting.value.aim.unit.value, names, ranks), *notes])


def models_called(unit: Unit, names: Sequence[str], ranks: Sequence[Rank]) -> str:
    """Return how many of which models: `4 Neophytes`, `Sergeant`, `3 Boys and 1 Nob`."""
    plurals, several = dict(own_plurals(unit)), len(names) > 1
    found = []
    for name in names:
        n = models_in(rank for rank in ranks if rank.kind.name == name)
        found.append(counted(n, name, plurals.get(name, "")) if n > 1 or several else name)
    first, *others = found
    if len(others) < 2:
        return " and ".join(found)
    return f"{first} and {models_in(rank for rank in ranks if rank.kind.name != names[0])} others"


def models_in(ranks: Iterable[Rank]) -> int:
    return sum(rank.n for rank in ranks)
