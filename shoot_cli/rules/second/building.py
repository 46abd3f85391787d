"""From values as printed to profiles: weapons, models and units, and what of them does not go together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from shoot_cli.armies.fields import became
from shoot_cli.armies.naming import told_apart
from shoot_cli.rules.second.fields import MODE, STATS
from shoot_cli.rules.second.profiles import AUTOMATIC, HUMAN_SIZED, Dice, Model, Unit, Weapon
from shoot_cli.rules.second.special_rules import UNIT, Traits, rule_named
from shoot_cli.rules.second.values import (
    OF_LOCATIONS,
    TYPES,
    category_by,
    damage_of,
    hit_of,
    hits_of,
    inches_of,
    long_of,
    penetration_of,
    save_modifier_of,
    strength_of,
    usual_penetration,
)

NOT_SAID = 0  # a Toughness or Ballistic Skill that a vehicle, target or attacker does not have
RANGES, HITS = ("short", "long"), ("hit", "short_hit", "long_hit")
SUPPORT = "Support weapon"


# Weapons --------------------------------------------------------------------------------------------------------------


def weapon_complaints(there: Collection[str], traits: Traits, in_a_list: bool) -> Iterator[tuple[str, str]]:
    """What is missing from a weapon with these keys, or cannot be: the key to blame ("" for all of it), the sentence.

    ``in_a_list``: modifiers must be written, since nothing that changes an answer is guessed for a list.
    """
    wanted = ["S"]
    if traits.template:
        if odd := [key for key in (*RANGES, *HITS) if key in there]:
            yield odd[0], f"a template has no ranges and is not rolled to hit; leave out {' and '.join(odd)}"
        if traits.sustained:
            yield "sustained fire", "a template is not rolled to hit, so no sustained fire dice follow; leave them out"
    elif traits.thrown:
        if odd := [key for key in RANGES if key in there]:
            yield odd[0], f"what is thrown reaches as far as the players say; leave out {' and '.join(odd)}"
    else:
        wanted += RANGES
    areas = {
        "template": traits.template,
        "blast": traits.blast is not None,
        "Venom Cannon": "Venom Cannon" in traits.rules,  # its salvo has a template of its own (2E-SPC-9)
    }
    there_are = [name for name, has in areas.items() if has]
    if len(there_are) > 1:
        yield there_are[1], f"a weapon has one of {' and '.join(there_are)}; keep one"
    elif there_are and traits.sustained and not traits.template:
        yield "sustained fire", f"the {there_are[0]} is placed once, so no sustained fire dice follow; leave them out"
    if traits.template and traits.thrown:
        yield "thrown", "a template touches who fires it; leave out thrown, or the template"
    if "hit" in there and (odd := [key for key in HITS[1:] if key in there]):
        yield odd[0], f"the modifiers stand twice, as hit and as {odd[0]}; keep one"
    if in_a_list:
        wanted += ["save"]
        if not traits.template and "hit" not in there and not set(HITS[1:]) <= set(there):
            wanted += ["hit"]
    for key in wanted:
        if key not in there:
            yield "", f"“{key}” of the weapon is missing; write {key}: {MODE[key].like}"
    if traits.explodes and traits.explodes > traits.sustained:
        yield (
            "explodes",
            f"it cannot jam {traits.explodes} times with {traits.sustained} sustained fire dice; write more",
        )


def make_weapon(name: str, said: Mapping[str, str], traits: Traits, source: str) -> Weapon:
    """A weapon without complaints, from values as printed. Its name may be "weapon: mode".

    ``said``: short, long, hit (or short_hit and long_hit), S, damage, save, penetration, as far as they are written.

    :raises ValueError: a value cannot be.
    """
    of, _, mode = name.partition(": ")
    placed = traits.template or traits.thrown
    short, long = (None, None) if placed else (inches_of(said["short"]), long_of(said["long"]))
    if short is not None and long is not None and long <= short:
        raise ValueError(f'a long range of {long:g}" ends before the short one of {short:g}"; write short before long')
    hit_short, hit_long = hits_of(said.get("hit", "0/0"))
    if "short_hit" in said or "long_hit" in said:
        hit_short, hit_long = (hit_of(said.get(key, "0")) for key in HITS[1:])
    if traits.template:
        hit_short, hit_long = AUTOMATIC, AUTOMATIC
    strength, damage = strength_of(said["S"]), damage_of(said.get("damage", "1"))
    penetration: Dice | None = usual_penetration(strength, damage)
    if "penetration" in said:
        penetration = penetration_of(said["penetration"])
    rules = {*traits.rules, *(("Automatic Penetration",) if penetration is None else ())}
    return Weapon(
        f"{of} ({mode})" if mode else of,
        short,
        long,
        hit_short,
        hit_long,
        strength,
        damage,
        save_modifier_of(said.get("save", "0")),
        penetration or Dice(),
        traits.sustained,
        traits.move_or_fire,
        traits.blast,
        traits.template,
        traits.thrown,
        tuple(sorted(rules)),
        of if mode else "",
        traits.explodes,
        traits.recharge,
        source,
    )


# Models ---------------------------------------------------------------------------------------------------------------


def make_model(
    name: str, stats: Mapping[str, Any], rules: Iterable[str], weapons: tuple[Weapon, ...], character: bool = False
) -> Model:
    """A model. ``stats``: characteristics by their printed names, read, and ``locations``; as far as it has them."""
    needed: dict[str, Any] = {"ballistic_skill": NOT_SAID}
    return Model(
        name,
        **needed | became(STATS.fields, stats),
        weapons=weapons,
        rules=tuple(sorted({rule_named(rule, UNIT).text for rule in rules})),
        character=character,
        locations=tuple(stats.get("locations") or ()),
    )


def finish_unit(
    name: str,
    kind: str | None,
    category: str | None,
    models: list[tuple[Model, int]],
    rules: Sequence[str],
    points: int | None = None,
    note: str = "",
    faction: str = "",
) -> Unit:
    """The unit; ``kind`` is one of TYPES, ``category`` one of CATEGORIES, None where they were left out.

    A unit of type Character that is one model makes that a character.
    """
    kind = kind or ("Vehicle" if any(model.locations for model, _ in models) else "Infantry")
    if kind == "Character" and len(models) == 1 and models[0][1] == 1:
        models = [(models[0][0].but(character=True), 1)]
    canonical = tuple(sorted({rule_named(rule, UNIT).text for rule in rules}))
    named = category_by([name]) or category_by([model.name for model, _ in models])
    category = category or named or TYPES.get(kind, HUMAN_SIZED)
    return Unit(name, kind, category, told_apart(models), canonical, points, note, faction)


def why_no_unit(kind: str | None, located: Sequence[bool]) -> str:
    """Why these models are no unit of this type, in words; "" if they are. ``located``: which have locations."""
    if kind in OF_LOCATIONS and located and not any(located):
        example = "{name: Hull, D6: 1-6, front: 20, side: 18}"
        return f"the type says {kind}, but no model has locations; write locations: [{example}]"
    if kind not in (None, *OF_LOCATIONS) and any(located):
        return f"the type says {kind}, but models have locations; write {', '.join(OF_LOCATIONS[:-1])} or {SUPPORT}"
    if any(located) and not all(located):
        words = "models with locations and others are no unit together; make them two units"
        return f"{words}, or the others its crew: {{name: Crew, D6: 4-6, crew: yes}}"
    return ""


def why_not_alike(models: Sequence[tuple[Model, int]]) -> str:
    """Why these models cannot be hit by one location die, in words; "" if they can."""
    if len({model.locations for model, _ in models}) > 1:
        return "the models of one unit have the same locations; make units of those that have others"
    return ""


def unarmed(model: Model) -> bool:
    """True if it never shoots."""
    return not model.weapons or not model.ballistic_skill
