"""Facts that nobody is asked: counted, read in the lists, in what has happened, or from the turn (EFF-14 to 21).

``known_answer`` has the answer to a key, as it was said before or is worked out. What only the players see is asked.
In an attack on its own nothing has happened before: what would be asked then is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from shoot_cli.core.pools import models
from shoot_cli.core.record import Hashed
from shoot_cli.core.said import Memory, Place
from shoot_cli.core.turns import Side
from shoot_cli.rules.datasheets.battle import Battle, BattleUnit
from shoot_cli.rules.datasheets.forms import TARGET, UNIT, every_form
from shoot_cli.rules.datasheets.profiles import Ability, Model, Unit
from shoot_cli.rules.datasheets.scenes import DENIED, state_in
from shoot_cli.rules.datasheets.steps import remembered, states
from shoot_cli.rules.datasheets.steps.given import borne_by, is_on_table
from shoot_cli.rules.datasheets.worded import OF_BEARER, number_of, parted, state_of

NOBODY = -1  # in the place of a target
OF_HITS = ("was hit", "was hit by these")
DISTANCE, FIRST_TURN = "distance", "first turn"


def known_answer(
    b: Battle, key: str, bearer: Place, shooter: Place, target: Place, far: Memory = (), alone: bool = False
) -> str | None:
    """The answer to this key, if it is known; None if players must say it.

    :param far: distances that were said of units this turn
    :param alone: of an attack on its own, of which nothing was said before
    """
    said = None if alone else remembered.remembered_answer(b, key, bearer, shooter, target)
    if said is not None or (found := state_in(key)) is None:
        return said
    known = is_so(b, *found, shooter, target, far, alone)
    return None if known is None else "yes" if known else "no"


def is_so(
    b: Battle, state: str, of_shooter: bool, shooter: Place, target: Place, far: Memory, alone: bool
) -> bool | None:
    """Whether this is true of one of the two units; None if only the players see it."""
    row = state_of(state)
    if row is None or (target[1] == NOBODY and not of_shooter):
        return None
    if state == remembered.CLOSEST:
        return is_closest(b, shooter, target, far) if not (of_shooter or alone) else None
    if row.known == "turn":
        return None if alone and state == FIRST_TURN else of_turn(b, state, (shooter if of_shooter else target)[0])
    side, at = shooter if of_shooter else target
    company = b.sides[side].companies[at]
    if state == remembered.ADVANCED_LAST:  # what was said of it is remembered; before its first turn nobody moved
        return False if b.turn == 1 and b.active != side and b.first != side and not alone else None
    if row.name == "disembarked from this transport":
        return None if alone else got_out(b.sides[side], company)
    if row.known == "log":
        return by_the_log(b, state, (side, at), target if of_shooter else shooter)
    if row.known == "told":  # by its owner; who is whole has no reason to be
        return company.marked(states.SHOCKED) or (
            None if remembered.state_from_losses(company, "below half strength") else False
        )
    if row.name == "has the W ability":
        return has_ability(b, side, company, state.removeprefix("has the ").removesuffix(" ability"))
    if row.known == "list":
        return in_the_list(company, state)
    if state in remembered.MARKS:
        return None if alone else remembered.state_from_losses(company, state)
    if alone and state == "alone" and sum(n for _, n in company.unit.value.models) == 1:
        return None  # it may be the last of several
    return counted(company, state) if row.known else None


def counted(company: BattleUnit, state: str) -> bool | None:
    """What is counted of models and wounds, or reported of the unit."""
    if state.startswith(OF_BEARER):
        own = of_bearers(company, state)
        return counted(own, state.removeprefix(OF_BEARER)) if own else None
    name, number = _name(state), number_of(state)
    if name == "N models":
        return models(company.ranks) == number
    if name == "N or more models":
        return models(company.ranks) >= number
    if name == "has N or fewer wounds":
        return any(rank.left <= number for rank in company.ranks)
    if name == "has lost wounds":
        lost = sum(n for _, n in company.unit.value.models) > models(company.ranks)
        return lost or any(rank.left < _model(company, rank.kind).wounds for rank in company.ranks)
    if name == "embarked":
        return bool(states.embarked(company))
    return remembered.state_from_losses(company, state)


@lru_cache(1024)
def of_bearers(company: BattleUnit, state: str) -> BattleUnit | None:
    """Those who stand and have something that hangs on this of themselves, as a unit; None: nobody in its list has."""
    unit = company.unit.value
    kinds = {kind for kind, (model, _) in enumerate(unit.models) if looks_at(model, state)}
    ranks = tuple(rank for rank in company.ranks if rank.kind in kinds)
    standing = [sum(rank.n for rank in ranks if rank.kind == kind) for kind in range(len(unit.models))]
    own = tuple((model, n) for (model, _), n in zip(unit.models, standing, strict=True))
    return company.but(unit=Hashed(unit.but(models=own)), ranks=ranks) if kinds else None


def looks_at(model: Model, state: str) -> bool:
    """True if something that it has hangs on this state of its bearer."""
    every = (one for ability in borne_by(model) for one in (ability, *ability.gives))
    return any(when.kind in ("state", DENIED[0]) and when.words[0] == state for one in every for when in one.when)


def _name(state: str) -> str:
    row = state_of(state)
    return row.name if row else ""


def _model(company: BattleUnit, kind: int) -> Model:
    model: Model = company.unit.value.models[kind][0]
    return model


# In the lists --------------------------------------------------------------------------------------------------------


@lru_cache(1024)
def in_the_list(company: BattleUnit, state: str) -> bool:
    """Of the models that stand: who leads whom, keywords, weapons."""
    living = [_model(company, rank.kind) for rank in company.ranks]
    leaders = [one for one in living if one.leader]
    guarded = company.unit.value.attached and 0 < len(leaders) < len(living)
    name = _name(state)
    if name == "led":
        return guarded
    if name == "led by K":
        return guarded and any(_is_a(one, state.removeprefix("led by ")) for one in leaders)
    if name == "leads K":
        return guarded and any(_is_a(one, state.removeprefix("leads ")) for one in living if not one.leader)
    if name == "is K":
        return states.living_unit(company).value.is_a(*state.removeprefix("is ").split(" or "))
    if name == "contains K":
        keywords = state.removeprefix("contains ")
        whole = states.living_unit(company).value.is_a(*keywords.split(" or "))
        return whole or any(_is_a(one, keywords) for one in living)
    if name == "has only models with W":
        weapon = state.removeprefix("has only models with ")
        return bool(living) and all(_carries(one, weapon) for one in living)
    return any(_carries(one, state.removeprefix("carries ")) for one in living)


def has_ability(b: Battle, side: int, company: BattleUnit, name: str) -> bool | None:
    """Whether somebody in it has this ability now; None where that hangs on something, or lists do not say it."""
    if not any(form.name.casefold() == name and form.of in (TARGET, UNIT) for form in every_form()):
        return None

    def named(every: Iterable[Ability]) -> list[Ability]:
        return [one for ability in every for one in (ability, *ability.gives) if one.name.casefold() == name]

    living = [_model(company, rank.kind) for rank in company.ranks]
    own = named(one for model in living for one in borne_by(model))
    lent = named(one.ability for one in company.given)
    if lent or any(not one.conditional and one.reach.kind != "led" for one in own):
        return True
    friends = (model for each in b.sides[side].companies if b.auras for model, _ in each.unit.value.models)
    reaching = named(one for model in friends for one in borne_by(model) if one.reach.kind == "friendly")
    smoke = company.marked(states.SMOKE)
    return None if own or reaching or smoke else False


def got_out(side: Side, company: BattleUnit) -> bool | None:
    """Whether it got out of this one transport; None: it got out of one of several."""
    if not company.marked(states.DISEMBARKED):
        return False
    return True if sum(each.unit.value.is_a("TRANSPORT") for each in side.companies) == 1 else None


def _is_a(model: Model, keywords: str) -> bool:
    """True of a model that has such a keyword, or such a name."""
    words = keywords.split(" or ")
    return Unit("", (), keywords=model.keywords).is_a(*words) or model.name.upper() in words


def _carries(model: Model, weapon: str) -> bool:
    """``plasma gun``: of the name of a weapon, one of its modes, or part of it."""
    words = weapon.removesuffix("s")
    return any(words in one.name.casefold() for one in model.weapons)


# What has happened ---------------------------------------------------------------------------------------------------


@lru_cache(1024)
def in_list(unit: Hashed[Unit], hits: bool = False) -> bool:
    """True if something of the unit hangs on what has happened; ``hits``: on who was hit."""
    owned = (one for model, _ in unit.value.models for one in borne_by(model))
    whens = (when for ability in owned for one in (ability, *ability.gives) for when in one.when)
    rows = (state_of(parted(when.words[0])[1]) for when in whens if when.kind in ("state", DENIED[0]))
    return any(row is not None and row.known == "log" and (row.name in OF_HITS or not hits) for row in rows)


def anywhere(sides: Iterable[Side], hits: bool = False) -> bool:
    return any(in_list(company.unit, hits) for side in sides for company in side.companies)


def by_the_log(b: Battle, state: str, unit: Place, other: Place) -> bool:
    """Of this turn: what the unit has done, or what was done to it; and at whom the other unit shot last."""
    now = (b.turn, b.active)
    its = [one for one in b.deeds if one.by == unit and one.turn == now]
    on_it = [one for one in b.deeds if one.at == unit and one.turn == now]
    if state == "was the last target":
        last = [one for one in b.deeds if one.by == other]
        return any(one.at == unit and one.turn == last[-1].turn for one in last)
    found = {
        "has shot": bool(its),
        "destroyed a unit": any(one.destroyed for one in its),
        "destroyed a model": any(one.slew for one in its),
        "was shot at": bool(on_it),
        "was shot at by these": any(one.by == other for one in on_it),
        "was hit": any(one.hit for one in on_it),
        "was hit by these": any(one.by == other and one.hit for one in on_it),
    }
    return found[state]


def is_closest(b: Battle, shooter: Place, target: Place, far: Memory) -> bool | None:
    """False if something else that can be shot at was said to be nearer this turn; None: nobody knows."""
    said = {one.about: one.answer for one in far if one.key == DISTANCE}
    own = said.get(tuple(sorted((shooter, target))))
    if own is None:
        return None
    return None if all(not inches < own for inches in _others(b, shooter, target, said)) else False


def _others(b: Battle, shooter: Place, target: Place, said: dict[tuple[Place, ...], float]) -> Iterator[float]:
    for at, company in enumerate(b.sides[target[0]].companies):
        if at != target[1] and is_on_table(company):
            inches = said.get(tuple(sorted((shooter, (target[0], at)))))
            if inches is not None:
                yield inches


# The turn ------------------------------------------------------------------------------------------------------------


def of_turn(b: Battle, state: str, side: int) -> bool:
    """Of the battle round and of whose turn it is."""
    name = _name(state)
    if name == "your turn":
        return b.active == side
    if name == FIRST_TURN:
        return b.turn == 1 and b.active == b.first
    if name == "battle round N or later":
        return b.turn >= number_of(state)
    if name == "in rounds N-M":
        low, _, high = state.removeprefix("in rounds ").partition("-")
        return int(low) <= b.turn <= int(high)
    return b.turn == number_of(state)
