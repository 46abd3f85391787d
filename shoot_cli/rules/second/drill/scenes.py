"""The source of this edition's questions: firers, the models that they meet, and options to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.quiz import NOTHING, NothingToAsk, Quiz, Source, folded
from shoot_cli.quiz.cards import NoSuchName
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.fields import armoury, every_rule
from shoot_cli.rules.second.profiles import Model, Save, Unit, Weapon

Names = Mapping[str, Any]  # the values of a card, by the names in its sentences
LONGER = 12  # draws until a question has more than two options
NO_WOUND, NO_SAVE, NO_HIT = "it cannot", "no save", "cannot hit"
FACES = tuple(f"{number}+" for number in range(2, 7))


def specials(unit: Unit) -> int:
    """Return the number of special rules that a beginner must know for it, with those of models and weapons."""
    special_rules = {rule for model, _ in unit.models for rule in (*unit.rules, *model.rules)}
    special_rules |= {rule for weapon in unit.weapons() for rule in weapon.rules}
    return len(special_rules) + 3 * unit.machine + len(unit.models) - 1


class Meeting(NamedTuple):
    """A model with one of its weapons, and a model as its target."""

    unit: Unit
    model: Model
    weapon: Weapon
    enemy: Unit
    faced: Model


def meetings(shooter: Unit, target: Unit) -> Iterator[tuple[Meeting, float]]:
    """Yield every possible meeting; its weight is the number of bearers times the share of such target models."""
    models = sum(n for _, n in target.models)
    for model, bearers in shooter.models:
        for weapon in model.weapons:
            for faced, n in target.models:
                yield Meeting(shooter, model, weapon, target, faced), bearers * n / models


def meet(source: Source, *fits: Callable[[Meeting], bool]) -> Meeting:
    return source.meeting(meetings, *fits)


WEAPONS: Mapping[str, Callable[[Weapon], bool]] = {  # properties of weapons that cards ask for, besides special rules
    "sustained": lambda weapon: weapon.sustained > 0,
    "several sustained": lambda weapon: weapon.sustained > 1,
    "recharging": lambda weapon: weapon.recharge > 0,
    "ready at once": lambda weapon: weapon.recharge == 0 and not weapon.thrown,
    "measured": lambda weapon: measured(weapon),
    "measured, recharging": lambda weapon: measured(weapon) and weapon.recharge > 0,
    "measured, ready at once": lambda weapon: measured(weapon) and weapon.recharge == 0,
    "single hits": lambda weapon: not (weapon.area or weapon.has("Twin-linked") or weapon.sustained),
    "measured, no blast": lambda weapon: measured(weapon) and weapon.blast is None,
    "explosive": lambda weapon: weapon.explodes is not None,
    "marker or template": lambda weapon: weapon.area and not weapon.has("Venom Cannon"),
    "Combi": lambda weapon: weapon.has("Combi") and measured(weapon),
}


def weapon_with(name: str) -> Callable[[Weapon], bool]:
    """Return a test; `name` is in `WEAPONS` or a special rule. :raises NoSuchName: if it is neither"""
    if name not in WEAPONS and name not in rules():
        raise NoSuchName(name, [*WEAPONS, *rules()])
    return WEAPONS.get(name) or (lambda weapon: weapon.has(name))


@cache
def rules() -> frozenset[str]:
    return frozenset(rule.name for rule in every_rule())


MEETINGS: Mapping[str, Callable[[Meeting], bool]] = {  # properties of meetings that cards ask for
    "throws a krak grenade": lambda met: met.weapon.name == "krak grenade" and met.model.ballistic_skill > 0,
    "against flesh": lambda met: met.faced.toughness > 0 and not met.faced.locations,
    "against flak": lambda met: met.faced.save is not None and met.faced.save.area is not None,
    "against one die": lambda met: plain_armour(met.faced, 1) and met.weapon.save_modifier < 0,
    "against two dice": lambda met: plain_armour(met.faced, 2),
    "against many parts": lambda met: len(met.faced.locations) > 1,
    "against several": lambda met: sum(n for _, n in met.enemy.models) > 1,
    "against all alike": lambda met: len(met.enemy.models) == 1 and met.enemy.models[0][1] > 2,
    "against several kinds": lambda met: len({model.name for model, _ in met.enemy.models}) > 1,
    "against several wounds": lambda met: any(model.wounds > 1 and n > 1 for model, n in met.enemy.models),
    "in two bands": lambda met: measured(met.weapon) and (met.weapon.long or 0) < 60,
}


def plain_armour(model: Model, dice: int) -> bool:
    return model.save is not None and model.save.dice == dice and model.save.area is None


def having(name: str) -> Callable[[Meeting], bool]:
    """Return a test; `name` is in `MEETINGS` or known to `weapon_with`."""
    if name in MEETINGS:
        return MEETINGS[name]
    good = weapon_with(name)
    return lambda met: good(met.weapon)


def known() -> Iterable[str]:
    """Return all names that `having` knows."""
    return {*MEETINGS, *WEAPONS, *rules()}


OF_MEETING: Mapping[str, Callable[[Meeting], Any]] = {  # values of a meeting, by the names on cards
    "strength": lambda met: min(met.weapon.strength, charts.STRONGEST),
    "damage": lambda met: met.weapon.damage,
    "modifier": lambda met: met.weapon.save_modifier,
    "toughness": lambda met: met.faced.toughness,
    "armour": lambda met: met.faced.save and met.faced.save.target,
    "field": lambda met: met.faced.field,
}


def carried(source: Source, fits: Sequence[str]) -> Weapon:
    """Return a weapon of these armies, or of the armoury if the source is free. `fits` are names for `weapon_with`; the
    next name counts if no weapon fits the one before.
    """
    for name in fits:
        with suppress(NothingToAsk):
            return meet(source, having(name)).weapon
        stock = [weapon for modes in armoury().values() for weapon in modes if weapon_with(name)(weapon)]
        if stock and not source.own:
            return source.pick(stock)
    raise NothingToAsk


def faction_of(source: Source, unit: Unit) -> str:
    """Return the faction of the unit's army; "" if its list does not say."""
    armies = [army for pair in source.pairs for army in (pair.shooter, pair.target)]
    return next((army.faction for army in armies if unit in army.units), "")


def chart_of(rule: str) -> tuple[tuple[str, ...], ...]:
    from shoot_cli.rules.second.rulebook import RULES  # read only for questions that need a chart

    return next(entry.chart for entry in RULES if entry.id == rule)


def elsewhere(source: Source, chart: str, nothing: str, *inputs: object) -> list[str]:
    """Return the answers of other editions; `nothing` is this edition's text for "impossible"."""
    answers = source.elsewhere(chart, *inputs)
    return [nothing if folded(answer) in {*NOTHING, NO_HIT} else answer for answer in answers]


def faces_near(source: Source, right: str, likely: Iterable[str]) -> list[str]:
    """Return up to two likely errors, then other faces of a die, usually the near ones first."""
    rest = [face for face in FACES if face != right]
    source.random.shuffle(rest)
    if right in FACES:
        rest.sort(key=lambda face: abs(FACES.index(face) - FACES.index(right)) > 1)
    errors = [*dict.fromkeys(error for error in likely if error != right)]
    return [*source.random.sample(errors, min(2, len(errors))), *rest]


def person(name: str) -> str:
    """Return a model's name inside a sentence; some lists name models by their weapon."""
    return f"{name.casefold()} gunner" if name.casefold() in armoury() else name


def score_text(number: int) -> str:
    """Return a score as players say it."""
    first, second = charts.needs(number)
    return charts.Score(number, first, second).text


def need_text(need: Need, never: str = "nothing will do") -> str:
    return need.text if need.target is not None else never


def wounds_on(strength: int, toughness: int) -> str:
    return need_text(charts.to_wound(strength, toughness), NO_WOUND)


def saves_on(save: Save, modifier: int, area: bool = False) -> str:
    return need_text(charts.armour_need(save, modifier, area), NO_SAVE)


def figures(weapon: Weapon) -> tuple[str, str]:
    """Return the modifiers of a `measured` weapon at short and at long range."""
    near, far = (f"{n:+d}" if n else "0" for n in (weapon.hit_short, weapon.hit_long))
    return near, far


def ranges(weapon: Weapon) -> str:
    """Return ranges and modifiers of a `measured` weapon: ``boltgun (short 12", long 24", to hit +1/0)``."""
    return f'{weapon.name} (short {weapon.short:g}", long {weapon.long:g}", to hit {"/".join(figures(weapon))})'


def measured(weapon: Weapon) -> bool:
    """Return True if it has both range bands and rolls to hit in both."""
    both = weapon.short is not None and weapon.long is not None
    rolled = weapon.hit_short is not None and weapon.hit_long is not None
    return both and rolled and not weapon.thrown and not any(weapon.has(rule) for rule in charts.FIXED_SCORES)


def put_together(make: Callable[[], Quiz]) -> Quiz:
    """Return a quiz whose first reason joins all reasons of the roll with their result."""
    quiz = make()
    for _ in range(LONGER):
        if len(quiz.options) > 2:
            break
        quiz = make()
    words = "; ".join(reason.text for reason in quiz.because if reason.text)
    return quiz.but(because=(Reason(f"{words}: {quiz.right}", quiz.rule), *quiz.because))
