"""What effects hang on in this attack, as the steps know it (``datasheets/in_force.py``)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from shoot_cli.core.pools import Line
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.battle import Attack, DeclaredTarget
from shoot_cli.rules.datasheets.profiles import ONE_TARGET, Ability, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Firer
from shoot_cli.rules.datasheets.scenes import IF, Situation, SituationSide

JUST_BEYOND = 0.1  # inches: where no distance is said, it is more than half the range


def scene_of(
    s: Attack, aim: DeclaredTarget, weapon: Weapon | None = None, near: bool = False, hopeful: bool = False
) -> Situation:
    """The attack with this weapon at this target; ``hopeful``: what players are asked may hold: nobody has spoken."""
    far = aim.distance
    if far is None:
        far = weapon.range / 2 + JUST_BEYOND if weapon else 0
    return Situation(shooter_of(s, aim.granted), target_of(aim), far, near, keys(s, aim), s.rolled, hopeful)


def scene_before(s: Attack) -> Situation:
    """Before there is a target: nothing holds that hangs on one."""
    return Situation(shooter_of(s, s.granted), SituationSide(NOBODY, ()), FAR, False, before(s), s.rolled)


FAR = 1000.0  # inches
NOBODY = Hashed(Unit("", ()))


def shooter_of(s: Attack, granted: tuple[Ability, ...]) -> SituationSide:
    """``granted``: what other units give it."""
    return SituationSide(s.shooter, firing(s.firers), granted)


@lru_cache(64)  # asked for every weapon
def firing(firers: tuple[Firer, ...]) -> tuple[tuple[int, int], ...]:
    """Kinds of models, and how many of each fire."""
    found: dict[int, int] = {}
    for firer in firers:
        found[firer.model] = found.get(firer.model, 0) + firer.n
    return tuple(found.items())


def target_of(aim: DeclaredTarget) -> SituationSide:
    return SituationSide(aim.unit, standing_in(aim.line), aim.given)


@lru_cache(64)
def standing_in(line: Line) -> tuple[tuple[int, int], ...]:
    """Kinds of models in the order of the unit's list, and how many of each stand."""
    found: dict[int, int] = {}
    for rank in line.drawn_up():
        found[rank.kind.model] = found.get(rank.kind.model, 0) + rank.n
    return tuple(sorted(found.items()))


def keys(s: Attack, aim: DeclaredTarget) -> tuple[str, ...]:
    """What was said to be true, by its keys."""
    found = [*aim.true, *before(s), *(key for key, true in near(s, aim) if true)]
    if s.orders and len({order.aim for order in s.orders}) == 1:
        found.append(IF + ONE_TARGET)
    return tuple(found)


def near(s: Attack, aim: DeclaredTarget) -> tuple[tuple[str, bool], ...]:
    """Who is locked in combat, and what is Hidden, as the facts of the attack say it."""
    return (
        ("engaged", s.engaged or aim.together), ("target_engaged", aim.engaged or aim.together),
        ("together", aim.together), ("hidden", aim.hidden),
    )  # fmt: skip


def before(s: Attack) -> tuple[str, ...]:
    """What is true of the unit, whatever it shoots at."""
    still, advanced, back = ("stationary", s.stationary), ("advanced", s.advanced), ("fell_back", s.fell_back)
    movement = (still, advanced, back, ("acting", s.acting), *s.moved)
    return (*s.true, *(key for key, true in movement if true))


def living(s: Attack) -> list[tuple[Firer, Model]]:
    """The firing unit's models, in listed order."""
    return [(firer, s.shooter.value.models[firer.model][0]) for firer in s.firers]


def inches(value: float) -> str:
    return f'{value:g}"'


def owned(s: Attack, aim: DeclaredTarget, weapon: Weapon) -> Iterable[Ability]:
    """All that might count of such a weapon: quick to look through."""
    yield from weapon.abilities
    for _, model in living(s):
        yield from model.abilities
    for one, _ in aim.unit.value.models:
        yield from one.abilities
    yield from (*aim.granted, *aim.given)
