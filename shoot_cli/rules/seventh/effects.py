"""What effects in force change (7E-EFF-1 to 7): units as they shoot and are shot at now.

``read`` makes ``ActiveEffect``s of what somebody tells. ``in_force`` and ``attacked`` give units as they are with them:
every step and chart reads these profiles, and none knows where a number comes from. What is no printed characteristic
or rule stands among the rules of models and weapons by its word, "hit failed" or "snap only".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from shoot_cli.core.names import name_key
from shoot_cli.core.questions import BadAnswer
from shoot_cli.rules.seventh.effects_known import MODEL
from shoot_cli.rules.seventh.effects_told import (
    BEST_SAVE,
    MOST_SKILL,
    NEAR,
    OF_SHOTS,
    WORST_SAVE,
    ActiveEffect,
    Word,
    parsed,
    read,
)
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.special_rules import UNIT, WEAPON, rule_named

__all__ = ["ActiveEffect", "attacked", "in_force", "read"]


def in_force(unit: Unit, forces: Iterable[ActiveEffect]) -> Unit:
    """The unit as it shoots and is shot at now."""
    told = [one for force in _once(forces) for one in _words_for(unit, force) if not (force.at_it and at_shots(one[0]))]
    return _changed(unit, told)


def attacked(shooter: Unit, forces: Iterable[ActiveEffect]) -> Unit:
    """The firing unit as it shoots at a unit on which these are in force (7E-EFF-4: Misfortune, Doom, Invisibility)."""
    at_it = [force for force in _once(forces) if force.at_it and (not force.about or _is_weapon(shooter, force.about))]
    return _changed(shooter, [one for force in at_it for one in _words_for(shooter, force) if at_shots(one[0])])


def attacked_weapon(weapon: Weapon, forces: Iterable[ActiveEffect]) -> Weapon:
    """A weapon that hits, without anybody aiming it, a unit on which these are in force (7E-EFF-4)."""
    told = ((word, force.called) for force in _once(forces) if force.at_it and not force.about for word in force.words)
    return weapon_with(weapon, tuple(one for one in told if at_shots(one[0]) and one[0] != "snap only"))


def at_shots(word: str) -> bool:
    """True of words that, told of a target, are about shots at it."""
    found = parsed(word)
    if found.rule:
        return goes_to_weapon(found)
    return word == "snap only" or (found.head.split()[0] in OF_SHOTS and found.head != "pen to glance")


def _once(forces: Iterable[ActiveEffect]) -> list[ActiveEffect]:
    """Without what counts once: one power twice, a second auspex (7E-EFF-3)."""
    found: dict[object, ActiveEffect] = {}
    for place, force in enumerate(forces):
        known = force.known
        alike = (known.once or force.name, force.about) if known else place
        found.setdefault(alike, force)
    return [*found.values()]


# A word, whom it is narrowed to as told and as its name has it, and what the effect is called.
Narrowed = tuple[str, tuple[str, ...], str, str]


def _words_for(unit: Unit, force: ActiveEffect) -> list[Narrowed]:
    """The words of an effect on this unit: those whose conditions it meets."""
    known = force.known
    who: tuple[str, ...] = (force.about,) if force.about else ()
    if known is not None and known.on == MODEL and not who:
        who = _bearers(unit)
    found: list[Narrowed] = []
    parts = tuple(dict.fromkeys(model.part or unit.name for model, _ in unit.models))
    left = parts  # those of whom no condition held yet
    for word in force.words:
        whom = who
        if condition := re.match(r"\[(.*?)\] ", word):
            those = left if condition[1] == "else" else _parts_of(unit, left, condition[1])
            if not those:
                continue
            left = tuple(part for part in left if part not in those)
            whom = who or (those if those != parts else ())
            word = word[condition.end() :]
        plain, _, about = word.partition(":")
        found.append((plain, whom, about, force.called))
    return found


def _parts_of(unit: Unit, parts: tuple[str, ...], condition: str) -> tuple[str, ...]:
    """Those parts of a unit of whom it holds; of all but ``[part ...]`` it holds of the whole unit, or of nobody."""
    what, _, of = condition.partition(" ")
    if what == "part":
        return tuple(part for part in parts if of in part)
    return parts if _holds(unit, condition) else ()


def _holds(unit: Unit, condition: str) -> bool:
    what, _, of = condition.partition(" ")
    if what == "named":
        return of in unit.name
    if what == "armed":
        return any(of in weapon.name for weapon in unit.weapons())
    return not unit.vehicle if what == "no" else of in unit.type


def _bearers(unit: Unit) -> tuple[str, ...]:
    """Who of the unit a power of one model is on, where nobody says it: the psyker, or the character; else all."""
    models = [model for model, _ in unit.models]
    tests: tuple[Callable[[Model], bool], ...] = (
        lambda m: m.has("Psyker"),
        lambda m: m.independent,
        lambda m: m.character,
    )
    for test in tests:
        if any(map(test, models)):
            return tuple(model.name for model in models if test(model))
    return ()


def _changed(unit: Unit, told: list[Narrowed]) -> Unit:
    if not told:
        return unit
    models = []
    for model, n in unit.models:
        own = tuple(word for word, who, at, _ in told if not at and _on_model(unit, model, who, word))
        weapons = tuple(
            weapon_with(
                weapon, tuple((word, name) for word, who, at, name in told if _on_weapon(unit, model, weapon, who, at))
            )
            for weapon in model.weapons
        )
        models.append((model_with(model, own).but(weapons=weapons), n))
    changes = [(parsed(word), who) for word, who, *_ in told]
    lost = {_bare(word.rule) for word, _ in changes if word.head == "loses"}
    gained = {_bare(word.rule) for word, who in changes if word.head == "gains" and not who and not of_weapons(word)}
    return unit.but(models=tuple(models), rules=tuple(sorted((set(unit.rules) | gained) - lost)))


def _on_model(unit: Unit, model: Model, who: tuple[str, ...], word: str) -> bool:
    """True if what is told of these is told of the model, or of a weapon that it carries and that cannot have it."""
    if not who or any(_is(model, one) for one in who):
        return True
    if word in ON_WEAPONS or (parsed(word).rule and goes_to_weapon(parsed(word))):
        return False
    return any(_on_weapon(unit, model, weapon, who, "") for weapon in model.weapons)


def _on_weapon(unit: Unit, model: Model, weapon: Weapon, who: tuple[str, ...], at: str) -> bool:
    if at and name_key(at) not in name_key(weapon.name):
        return False
    return not who or any(
        _is(model, one) if one_is_model(unit, one) else _named(unit, weapon, one) for one in who
    )  # fmt: skip


def _is_weapon(unit: Unit, about: str) -> bool:
    """True of words in the name of one of its weapons; what is a kind of its models is one of the target's as well."""
    return not one_is_model(unit, about) and any(_named(unit, weapon, about) for weapon in unit.weapons())


def one_is_model(unit: Unit, about: str) -> bool:
    return any(_is(model, about) for model, _ in unit.models)


def _is(model: Model, about: str) -> bool:
    """True of a kind of model by its name, or by that of the unit it came from."""
    return name_key(about) in (name_key(model.name), name_key(model.part))


def _named(unit: Unit, weapon: Weapon, about: str) -> bool:
    """True of a weapon by its name, or by words in it where none has them as its whole name."""
    wanted = name_key(about)
    if any(wanted in (name_key(other.name), name_key(other.physical)) for other in unit.weapons()):
        return wanted in (name_key(weapon.name), name_key(weapon.physical))
    return wanted in name_key(weapon.name)


def of_weapons(word: Word) -> bool:
    """True of a rule that weapons gain, and not their bearers."""
    known = rule_named(word.rule).known
    return known is not None and known.where == WEAPON


def goes_to_weapon(word: Word) -> bool:
    """True of a rule that weapons may have."""
    known = rule_named(word.rule).known
    return known is not None and known.where != UNIT


def _bare(rule: str) -> str:
    """The rule without its value, as profiles have it: ``Feel No Pain``, but ``Preferred Enemy (Orks)``."""
    return rule_named(rule).text


def guided_by_counters(unit: Unit, missiles: int) -> Unit:
    """The unit with so many seeker missiles that markerlights guide: BS5, Ignores Cover, no sight (7E-EFF-5).

    Of who carries several no more than these are left. :raises BadAnswer: nobody has one.
    """
    if not any(is_seeker(weapon) for weapon in unit.weapons()):
        raise BadAnswer(f"nobody in {unit.name} has a seeker missile")
    words = tuple((word, "Seeker counters") for word in ("bs =5", "gains Ignores Cover", "no sight"))
    models = []
    for model, n in unit.models:
        spare = iter(range(missiles))
        weapons = tuple(
            weapon_with(weapon, words).but(guided=missiles) if is_seeker(weapon) else weapon
            for weapon in model.weapons
            if not is_seeker(weapon) or next(spare, None) is not None
        )
        models.append((model.but(weapons=weapons), n))
    return unit.but(models=tuple(models))


def is_seeker(weapon: Weapon) -> bool:
    return "seeker missile" in weapon.name.casefold()


# What they change ----------------------------------------------------------------------------------------------------

ON_WEAPONS = (
    "hit ones", "hit ones and twos", "hit failed", "wound ones", "wound failed", "pen ones", "pen failed",
    "pen failed+glances", "no sight", "snap only", "stationary",
)  # fmt: skip
REASONS = (*(word for word in ON_WEAPONS if word.split()[0] in OF_SHOTS), "bs", "snap bs")  # see ``told.py``
ON_MODELS = ("no cover", "save ones", "save failed", "snap only", "stationary", "back in the fight")


@lru_cache(1024)
def weapon_with(weapon: Weapon, told: tuple[tuple[str, str], ...]) -> Weapon:
    """The weapon with what is in force: re-rolls and rules by name, the rest as numbers (7E-EFF-1, 7E-EFF-3).

    ``told``: words, and what the effect is called that each is of.
    """
    if not told:
        return weapon
    found = [parsed(word) for word, _ in told]
    rules = {*weapon.rules, *(word.head for word in found if word.head in ON_WEAPONS)}
    own = [word for word in found if word.head in ("gains", "loses") and goes_to_weapon(word)]
    poisoned = min([rule_named(w.rule).value or 4 for w in own if w.head == "gains" and _bare(w.rule) == "Poisoned"] + (
        [weapon.poisoned] if weapon.poisoned else []), default=None)  # fmt: skip
    rules |= {_bare(word.rule) for word in own if word.head == "gains"}
    rules -= {_bare(word.rule) for word in own if word.head == "loses"}
    strength = weapon.strength
    if strength is not None:
        strength = _sum(found, "s", strength)
    names = [
        (word.head, name)
        for word, (_, name) in zip(found, told, strict=True)
        if word.head in REASONS or (word.head == "s" and strength != weapon.strength)
    ]
    sets = [word.n for word in found if word.head == "bs" and word.sign == "="]
    return weapon.but(
        rules=tuple(sorted(rules)), strength=strength, poisoned=poisoned if "Poisoned" in rules else None,
        skill_more=weapon.skill_more + _added(found, "bs"), skill_is=min([*sets, weapon.skill_is or 99]) % 99 or None,
        snap_more=weapon.snap_more + _added(found, "snap bs"), more_shots=weapon.more_shots + _added(found, "shots"),
        near_shots=weapon.near_shots + _added(found, f"shots{NEAR}"), told=tuple(dict.fromkeys((*weapon.told, *names))),
    )  # fmt: skip


@lru_cache(1024)
def model_with(model: Model, words: tuple[str, ...]) -> Model:
    """The model with what is in force, its weapons left out."""
    if not words:
        return model
    found = [parsed(word) for word in words]
    rules = {*model.rules, *(word.head for word in found if word.head in ON_MODELS)}
    of_units = [word for word in found if word.head in ("gains", "loses") and not of_weapons(word)]
    rules |= {_bare(word.rule) for word in of_units if word.head == "gains"}
    rules -= {_bare(word.rule) for word in of_units if word.head == "loses"}
    changed: dict[str, object] = {"rules": tuple(sorted(rules))}
    pain = [word.n for word in found if word.head == "fnp" and word.sign == "="]
    gains = [rule_named(word.rule) for word in of_units if word.head == "gains"]
    pain += [rule.value or 5 for rule in gains if rule.text == "Feel No Pain"]
    if model.reanimation is None and any(rule.text == "Reanimation Protocols" for rule in gains):
        changed["reanimation"] = 5
    changed["invulnerable"] = save_with(model.invulnerable, found, "invulnerable", stops=True)
    if not model.vehicle:
        changed["toughness"] = _sum(found, "t", model.toughness) if model.toughness else 0
        changed["armour"] = save_with(model.armour, found, "armour")
        had = (
            None if any(_bare(w.rule) == "Feel No Pain" and w.head == "loses" for w in of_units) else model.feel_no_pain
        )
        best = min([*pain, *([had] if had else [])], default=None)
        changed["feel_no_pain"] = save_with(best, [word for word in found if word.sign != "="], "fnp")
    elif more := _added(found, "av"):
        changed |= {side: getattr(model, side) + more for side in ("front", "side", "rear")}
    covers = [word.n for word in found if word.head == "cover" and word.sign == "="]
    changed["cover"] = min([*covers, *([model.cover] if model.cover else [])], default=None)
    changed["cover_better"] = model.cover_better + sum(w.n for w in found if w[:2] == ("cover", "+"))
    changed["cover_worse"] = model.cover_worse + sum(w.n for w in found if w[:2] == ("cover", "-"))
    glances = [word.n for word in found if word.head == "pen to glance"]
    changed["to_glance"] = min([*glances, *([model.to_glance] if model.to_glance else [])], default=None)
    return model.but(**changed)


def save_with(save: int | None, words: list[Word], head: str, stops: bool = False) -> int | None:
    """A save set, made better to 2+ at most (6+ for who has none and +1), or worse; ``stops``: 6+ at worst."""
    best = min(
        [word.n for word in words if word.head == head and word.sign == "="] + ([save] if save else []), default=7
    )
    better = sum(word.n for word in words if word[:2] == (head, "+"))
    worse = sum(word.n for word in words if word[:2] == (head, "-"))
    value = best - better + worse
    if stops and (best < 7 or better):
        value = min(WORST_SAVE, value)
    return max(BEST_SAVE, value) if value <= WORST_SAVE else None


def _added(words: list[Word], head: str) -> int:
    return sum(-word.n if word.sign == "-" else word.n for word in words if word.head == head and word.sign != "=")


def _sum(words: list[Word], head: str, value: int) -> int:
    """A characteristic: added to first, set last, 1 to 10 (7E-EFF-3)."""
    sets = [word.n for word in words if word.head == head and word.sign == "="]
    return max(1, min(MOST_SKILL, min(sets) if sets else value + _added(words, head)))
