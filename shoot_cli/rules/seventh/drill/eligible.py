"""Which units may shoot and be shot at, and who takes a Wound: the answers of ``eligible.toml``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.core.pools import Line, Rank
from shoot_cli.core.quizzes import ArmyPair, NothingToAsk, Redraw, Source
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh.drill.meeting import TARGET, a_unit, arm, at_table, face
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.records import Battle, BattleUnit
from shoot_cli.rules.seventh.steps import marks
from shoot_cli.rules.seventh.steps.allocate import LOOK_OUT, may_look_out
from shoot_cli.rules.seventh.steps.attack import begin_attack, new_attack
from shoot_cli.rules.seventh.steps.nominate import boosts, may_run_and_shoot, targets, why_not_nominated
from shoot_cli.rules.seventh.steps.target import NO_FEAR, why_no_target
from shoot_cli.rules.seventh.steps.turns import new_battle
from shoot_cli.rules.seventh.steps.weapon import why_not_offered


def battle_drawn(source: Source) -> Battle:
    """Two armies at the beginning of a battle."""
    if not source.pairs:
        raise NothingToAsk
    pair: ArmyPair = source.one(source.pairs)
    return new_battle(pair.shooter, pair.target)


def marked(b: Battle, side: int, at: int, name: str) -> Battle:
    return replaced(b, side, at, b.sides[side].companies[at].with_mark(Mark(name))) if name else b


def name_of(b: Battle, side: int, at: int) -> str:
    return str(b.sides[side].companies[at].unit.value.name)


def told(said: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name} ({what})" for name, what in said)


# Who may shoot --------------------------------------------------------------------------------------------------------


def on_foot_there(company: BattleUnit) -> bool:
    unit = company.unit.value
    return unit.type.startswith("Infantry") and not may_run_and_shoot(company) and not unit.has("Fearless")


def fast_tank(company: BattleUnit) -> bool:
    unit = company.unit.value
    return unit.vehicle and not unit.of_type("Walker") and not unit.of_type("Heavy")


OF: Mapping[str, Callable[[BattleUnit], bool]] = {  # which units can be in a state, as the card calls them
    "any": lambda company: True,
    "foot": on_foot_there,
    "tank": fast_tank,
    "bike": boosts,
    "smoke": lambda company: company.unit.value.has("Smoke Launchers"),
}


def a_unit_in_some_state(source: Source, states: Iterable[Sequence[Any]]) -> Mapping[str, Any]:
    """``states``: row of the chart of 7E-NOM-3 (0: it forbids nothing), mark, words, of which units."""
    b = battle_drawn(source)
    able = [i for i in range(len(b.sides[0].companies)) if not why_not_nominated(b, i)]
    found = [(i, state) for state in states for i in able if OF[state[3]](b.sides[0].companies[i])]
    aim = next((i for i, c in enumerate(b.sides[1].companies) if c.ranks and not why_no_target(c.unit.value)), None)
    if not found or aim is None:
        raise NothingToAsk
    words = source.one(sorted({state[2] for _, state in found}))
    at, (row, mark, *_) = source.one((i, state) for i, state in found if state[2] == words)
    b = marked(b, 0, at, mark)
    unit = b.sides[0].companies[at].unit.value
    closed = why_not_nominated(b, at)
    snap = "" if closed else begin_attack(b.but(unit=at, target=aim), at_table()).snap_only
    right, why = ("no", closed[0].text) if closed else ("snap", snap) if snap else ("yes", "nothing forbids it")
    said = {"name": unit.name, "state": words, "regrouped": mark == marks.REGROUPED, "no_fear": unit.has(NO_FEAR)}
    return said | {"answer": right, "reason": why, "cell": (row, 2) if row and right != "yes" else None}


def four_units_of_which_one_is_left(source: Source, done: Iterable[str]) -> Mapping[str, Any]:
    """``done``: what the others did, in words."""
    b = battle_drawn(source)
    able = [i for i in range(len(b.sides[0].companies)) if not why_not_nominated(b, i)]
    if len(able) < 4:
        raise NothingToAsk
    few = source.random.sample(able, 4)
    b = b.but(done=tuple(sorted(few[1:])))
    (right,) = (name_of(b, 0, i) for i in few if not why_not_nominated(b, i))
    others = [name_of(b, 0, i) for i in few[1:]]
    said = [(right, "not picked so far"), *zip(others, source.random.sample([*done], 3), strict=True)]
    source.random.shuffle(said)
    return {"answer": right, "others": others, "said": tuple(said), "listed": told(said)}


# What may be shot at --------------------------------------------------------------------------------------------------


def four_enemies(
    source: Source, forbidden: Sequence[str], harmless: Iterable[Sequence[str]], one_only: bool
) -> Mapping[str, Any]:
    """Of four enemy units, the one that cannot be chosen, or the only one that can; each state is a mark, words."""
    b = battle_drawn(source)
    able = [i for i, c in enumerate(b.sides[1].companies) if c.ranks and c.unit.value.type.startswith("Infantry")]
    carried = forbidden[0] != marks.EMBARKED or any(c.unit.value.capacity for c in b.sides[1].companies)
    if len(able) < 4 or not carried:
        raise Redraw  # with other armies
    few, other = source.random.sample(able, 4), source.random.sample([*harmless], 3)
    states = [forbidden, *([forbidden] * 2 if one_only else other[:2]), other[2]]
    for i, (state, _) in zip(few, states, strict=True):
        b = marked(b, 1, i, state)
    open_ = {option.value for option in targets(b) if not option.closed}
    names = [name_of(b, 1, i) for i in few]
    (right,) = (name for name in names if (name in open_) == one_only)
    said = [(name, what) for name, (_, what) in zip(names, states, strict=True)]
    source.random.shuffle(said)
    return {"answer": right, "names": names, "said": tuple(said), "listed": told(said), "words": forbidden[1]}


def some_ranges(source: Source, silent: bool, names: Iterable[str]) -> Mapping[str, Any]:
    """A few weapons of different ranges, and where the enemy stands that only the wanted one tells from the rest."""
    guns = [arm(name) for name in names]
    if source.own:
        every = (gun for company in battle_drawn(source).sides[0].companies for gun in company.unit.value.weapons())
        guns = [gun for gun in every if gun.range and gun.range < 100 and not (gun.has("Barrage") or gun.has("Homing"))]
    reach: dict[float, Weapon] = {}
    for gun in guns:
        reach.setdefault(gun.range or 0, gun)
    if len(reach) < 3:
        raise NothingToAsk
    few = sorted(source.random.sample(sorted(reach), min(4, len(reach))))
    seen, hidden = (few[0] + 1, max(1, few[0] - 1)) if silent else (few[-2] + 1, few[-2] - 1)
    ranges = tuple((reach[inches].name, inches) for inches in few)
    listed = ", ".join(f'{name} {inches:g}"' for name, inches in ranges)
    found = {"seen": seen, "hidden": hidden, "ranges": ranges, "listed": listed}
    return {"few": [reach[inches] for inches in few], **found}


def in_range(few: Iterable[Weapon], seen: float, silent: bool) -> Mapping[str, Any]:
    """The nearest that is seen counts, and exactly the range is in range."""
    closed = {gun.name: bool(why_not_offered(new_attack(a_unit(gun), TARGET).but(distance=seen), gun)) for gun in few}
    (right,) = (name for name in closed if closed[name] == silent)
    return {"answer": right, "others": [name for name in closed if name != right]}


def those_who_shoot(n: int, see: int, split: bool) -> Mapping[str, Any]:
    return {"answer": see + split, "idle": n - see}


# Who takes a Wound ---------------------------------------------------------------------------------------------------

Kinds = list[tuple[str, int, int]]  # names and Wounds of models, and how many there are of each at most


def several_kinds(shooter: Unit, target: Unit) -> list[tuple[Unit, float]]:
    enough = not target.vehicle and len(target.models) > 1
    return [(target, float(sum(n for _, n in target.models)))] if enough else []


def kinds_of_models(source: Source, squads: Iterable[Kinds]) -> Kinds:
    """Of one unit, in some order."""
    kinds = [*source.one(squads)]
    if source.own:
        models = source.meeting(several_kinds).models
        kinds = [(model.name, model.wounds, min(n, 3)) for model, n in models][:4]
    source.random.shuffle(kinds)
    return kinds


def inches_for_each(source: Source, kinds: Kinds) -> list[int]:
    return sorted(source.random.sample(range(5, 20), len(kinds)))


def first_of(models: Iterable[tuple[str, int, int]], lost: int = 0) -> str:
    """Who takes the next Wound. ``models``: name, how many, Wounds of each, nearest first."""
    front = Line(tuple(Rank(name, n, left) for name, n, left in models)).but(lost=lost).front()
    assert front is not None
    return str(front[0])


def the_closest(source: Source, kinds: Kinds, inches: list[int]) -> Mapping[str, Any]:
    right = first_of((name, 1, wounds) for name, wounds, _ in kinds)
    said = [(name, n) for (name, *_), n in zip(kinds, inches, strict=True)]
    near = source.one(name for name, *_ in kinds[1:])
    firer = dict(said)[near]
    source.random.shuffle(said)
    listed = ", ".join(f'{name} {n}"' for name, n in said)
    found = {"said": tuple(said), "firer": firer, "near": near, "listed": listed}
    return {"answer": right, "nearest": inches[0], **found}


def all_names(kinds: Kinds) -> list[str]:
    return [name for name, *_ in kinds]


def picked_by_somebody() -> list[str]:
    return ["whom the shooter picks", "whom the owner picks"]


HIDDEN = ("seen by nobody who fires this weapon", "hidden from all who fire this weapon")


def the_closest_that_is_seen(source: Source, kinds: Kinds, inches: list[int]) -> Mapping[str, Any]:
    if len(kinds) < 2:
        raise NothingToAsk
    hidden = source.random.randint(1, len(kinds) - 1)
    right = first_of((name, 1, wounds) for name, wounds, _ in kinds[hidden:])
    how = [*(source.one(HIDDEN) for _ in range(hidden)), *["seen"] * (len(kinds) - hidden)]
    said = [(name, n, what) for (name, *_), n, what in zip(kinds, inches, how, strict=True)]
    listed = "; ".join(f'{name} {n}", {what}' for name, n, what in said)
    return {"answer": right, "said": tuple((name, n, what == "seen") for name, n, what in said), "listed": listed}


def the_one_after_the_last_wound(source: Source, kinds: Kinds) -> Mapping[str, Any]:
    models = tuple((name, source.random.randint(1, most), wounds) for name, wounds, most in kinds)
    lost = source.random.randint(0, min(sum(n * wounds for _, n, wounds in models) - 1, 5))
    listed = ", then ".join(f"{n} x {name} with {wounds} Wound{'s' * (wounds > 1)}" for name, n, wounds in models)
    number = ("first", "second", "third", "fourth", "fifth", "sixth")[lost]
    return {"answer": first_of(models, lost), "models": models, "lost": lost, "listed": listed, "number": number}


def look_out_sir(independent: bool, apart: int) -> Mapping[str, Any]:
    s = new_attack(TARGET, TARGET).but(within_6=apart <= 6)
    kind = s.line.ranks[0].kind.but(character=True, independent=independent)
    may = may_look_out(s, kind)
    return {"answer": face(LOOK_OUT[independent]) if may else "it cannot", "alone": not may}
