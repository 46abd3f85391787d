"""How many models with one gun it takes to destroy a target."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.attacks.exact import worked_out
from shoot_cli.attacks.figures import weapon_of
from shoot_cli.attacks.orders import ALIKE
from shoot_cli.attacks.tasks import of_sides
from shoot_cli.core.finding import all_of, not_here
from shoot_cli.core.record import Record
from shoot_cli.core.signals import InputError

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide

MOST_MODELS = 60  # models
Progress = Callable[[int], None]


class Guns(Record):
    """``destroyed``: the chance with 1, 2, 3 ... models, up to ``number``; None: as many as were tried do not do."""

    target: Any
    ruleset: str
    chance: float
    weapon: str
    bearer: str  # the model and unit that carry it; "": a profile line
    number: int | None
    destroyed: tuple[float, ...]
    assumed: tuple[tuple[str, str], ...]
    unused: tuple[tuple[str, Any], ...] = ()
    not_asked: tuple[tuple[str, str], ...] = ()
    overruled: tuple[tuple[str, Mapping[str, str]], ...] = ()


def how_many(
    gun: AttackSide,
    weapon: str,
    bearer: str,
    victim: AttackSide,
    said: Mapping[str, Any],
    chance: float,
    *,
    seconds: float | None = None,
    tell: Progress = lambda n: None,
) -> Guns:
    """So many models with this gun, as one unit, destroy the target with at least this chance.

    :param gun: a unit of one such model, see `one_gun`
    :param seconds: of CPU, for all of it; None: as many as it takes
    :raises InputError: as of one attack; it cannot be fired at the target
    """
    from time import process_time

    end = None if seconds is None else process_time() + seconds
    found = list[float]()
    assumed: dict[str, str] = {}
    unused: dict[str, Any] = {}
    not_asked: dict[str, str] = {}
    against: dict[str, Mapping[str, str]] = {}
    for n in range(1, MOST_MODELS + 1):
        unit: Any = gun.unit
        several = gun.but(unit=unit.but(models=((unit.models[0][0], n),)))
        left = None if end is None else max(0.001, end - process_time())
        result, idle = worked_out(of_sides(several, victim, said), seconds=left, tells=n == 1)
        if n == 1:
            assumed, unused, not_asked = result["assumed"], idle, result.get("not_asked", {})
            against = result.get("overruled", {})
            if not any(result["expected"].values()):
                why = "; ".join(dict.fromkeys(result.get("closed", {}).values()))
                raise InputError(f"{weapon} cannot hurt {victim.unit.name}{f': {why}' if why else ''}")
        found.append(result["destroyed"])
        tell(1)
        if found[-1] >= chance - ALIKE:
            break
    number = len(found) if found[-1] >= chance - ALIKE else None
    return Guns(
        victim.unit, gun.ruleset, chance, weapon, bearer, number, tuple(found), tuple(assumed.items()),
        tuple(unused.items()), tuple(not_asked.items()), tuple(against.items()),
    )  # fmt: skip


def one_gun(sides: Sequence[AttackSide], name: str) -> tuple[AttackSide, str, str]:
    """The unit of one model with this gun alone, what the gun is called, and who carries it.

    :raises InputError: nobody has such a gun, or it can be several
    """
    bearers: dict[str, tuple[AttackSide, Any]] = {}  # by the name of a gun, or of one of its modes
    modes: dict[str, str] = {}
    for side in sides:
        for model, _ in side.unit.models:
            for weapon in model.weapons:
                bearers.setdefault(weapon_of(weapon), (side, model))
                bearers.setdefault(weapon.name, (side, model))
                modes.setdefault(weapon.name, weapon_of(weapon))
    names = [*bearers]
    meant = [names[place] for place in all_of(name, names)]
    if not meant:
        raise InputError(f"--attacks: {not_here(name, names)}")
    guns = dict.fromkeys(modes.get(one, one) for one in meant)
    if len(guns) > 1:
        raise InputError(f"--attacks {name}: that can be {', '.join(guns)}; say more of it")
    title = meant[0] if len(meant) == 1 else next(iter(guns))
    side, model = bearers[title]
    mine = [weapon for weapon in model.weapons if title in (weapon.name, weapon_of(weapon))]
    unit: Any = side.unit
    alone = unit.but(models=((model.but(weapons=tuple(dict.fromkeys(mine))), 1),))
    return (
        side.but(unit=alone, units=()),
        title,
        unit.name if model.name in unit.name else f"{model.name}, {unit.name}",
    )  # nobody has joined it


def only_gun(side: AttackSide) -> str:
    """The name of the one gun of a profile line. :raises InputError: it has several, or models of several kinds"""
    models = [model for model, _ in side.unit.models]
    names = {weapon_of(weapon) for model in models for weapon in model.weapons}
    if len(models) != 1 or len(names) != 1:
        raise InputError("--attacks: a profile line of one kind of model with one gun is wanted")
    return str(names.pop())
