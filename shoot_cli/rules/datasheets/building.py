"""From values to profiles: weapons, models with their Feel No Pain and keywords, units."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from shoot_cli.armies.fields import became
from shoot_cli.armies.naming import told_apart
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.fields import STATS
from shoot_cli.rules.datasheets.profiles import BEARER, Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.values import PAIN

NOT_SAID = 0  # a Toughness or Strength that a scenario or weapon does not have
CHARACTER = "CHARACTER"
MOST_LEADERS, SUPPORT = 2, "support"  # one of the keys and words that attach a model
OF_FIRING = ("Assault", "Blast", "Extra Attacks", "Indirect Fire", "One Shot", "Pistol", "Torrent")


def needs_skill(abilities: Iterable[Ability]) -> bool:
    """False if the weapon hits automatically, or rolls for its mortal wounds alone."""
    return not any(one.name == "Mortal Wounds" or _torrent(one) for one in abilities)


def needs_strength(abilities: Iterable[Ability]) -> bool:
    """False if mortal wounds are all that the weapon inflicts: it may lack S, AP and D."""
    return not any(one.name == "Mortal Wounds" for one in abilities)


def _torrent(ability: Ability) -> bool:
    return ability.name == "Torrent" and not ability.conditional


def make_weapon(
    known: Abilities, name: str, values: dict[str, Any], abilities: Iterable[Ability], of: str = "", source: str = ""
) -> Weapon:
    """A weapon, or one profile of the weapon ``of``. ``values``: range, A, BS, S, AP, D as far as it has them."""
    kept, strength = known.sorted(abilities), values.get("S") or NOT_SAID
    rolled = strength if isinstance(strength, Amount) else Amount()
    return Weapon(
        name,
        values["range"],
        values["A"],
        None if any(map(_torrent, kept)) else values.get("BS"),
        rolled.dice + rolled.plus if rolled.dice else strength,
        values.get("AP") or 0,
        values.get("D") or Amount(),
        kept,
        of,
        rolled,
        source,
    )


def make_model(
    known: Abilities,
    name: str,
    stats: dict[str, Any],
    abilities: Iterable[Ability],
    keywords: Iterable[str],
    weapons: tuple[Weapon, ...] = (),
    character: bool = False,
    leader: bool = False,
    lost: int = 0,
    support: bool = False,
) -> Model:
    """A model. ``stats``: characteristics by their printed names; saves are 2 to 6, 0 for none; Sv is (Sv, Inv)."""
    kept = known.sorted(abilities)
    of = {*known.all_keywords(keywords), *([CHARACTER] if character or leader or support else [])}
    armour, beside = stats.get("Sv") or (0, None)
    plain = [one.need for one in kept if _plain_pain(one)]
    needed: dict[str, Any] = {"toughness": NOT_SAID}
    return Model(
        name,
        **needed | became(STATS.fields, stats),
        save=armour or None,
        invulnerable=(beside if beside is not None else stats.get("Inv")) or None,
        feel_no_pain=min(filter(None, (stats.get("FNP"), *plain)), default=None),
        character=CHARACTER in of,
        leader=leader or support,
        weapons=tuple(handed_down(known, weapon, kept) for weapon in weapons),
        abilities=tuple(one for one in kept if not _plain_pain(one)),
        keywords=tuple(sorted(of)),
        lost=lost,
        support=support,
    )


def handed_down(known: Abilities, weapon: Weapon, abilities: tuple[Ability, ...]) -> Weapon:
    """The weapon with what its bearer gives to all its ranged weapons, where that decides whether they can fire."""
    more = [one for one in abilities if one.name in OF_FIRING and not one.conditional and not weapon.has(one.name)]
    return weapon.but(abilities=known.sorted((*weapon.abilities, *more))) if more else weapon


def _plain_pain(ability: Ability) -> bool:
    """True of a Feel No Pain that is as good as a characteristic."""
    return ability.name == PAIN and not ability.when and ability.reach == BEARER and not ability.called


def finish_unit(
    name: str,
    models: list[tuple[Model, int]],
    points: int | None = None,
    note: str = "",
    faction: str = "",
    leaders_last: bool = True,
    lines: tuple[Ability, ...] = (),
) -> Unit:
    """The unit with its keywords, and with models that can be told apart.

    If some of its models lead others, it is an Attached unit: they come last, each with the unit that it came with.
    ``lines``: what the unit as a whole has, which is one source whoever leads it (EFF-30).
    ``leaders_last``: False where all stand as they are written, for the edition puts them in order itself.
    """
    if any(model.leader for model, _ in models) and not all(model.leader for model, _ in models):
        models = [
            (model.but(of=model.name, of_unit=lines) if model.leader else model.but(of=name), count)
            if not model.of
            else (model, count)
            for model, count in sorted(models, key=lambda row: leaders_last and row[0].leader)
        ]
    keywords = {keyword for model, _ in models for keyword in model.keywords}
    return Unit(name, told_apart(models), tuple(sorted(keywords)), points, note, faction)


def attached(bodyguard: Unit, leaders: list[Unit], keys: Iterable[str] = (), leaders_last: bool = True) -> Unit:
    """One Attached unit. Of the leading units only CHARACTERs lead; those who came with them are bodyguards too.

    ``keys``: by which each of them is attached, if it is not always the same.
    """
    models = [(model.but(of=model.of or bodyguard.name), count) for model, count in bodyguard.models]
    for unit, key in zip_longest(leaders, keys):
        for model, count in unit.models:
            own = model.but(of=unit.name, leader=model.character, support=model.character and key == SUPPORT)
            models.append((own, count))
    said = [unit.points for unit in (bodyguard, *leaders)]
    points = None if None in said else sum(filter(None, said))
    notes = " ".join(unit.note for unit in (bodyguard, *leaders) if unit.note)
    name = f"{bodyguard.name} with {' and '.join(unit.name for unit in leaders)}"
    return finish_unit(name, models, points, notes, bodyguard.faction, leaders_last)
