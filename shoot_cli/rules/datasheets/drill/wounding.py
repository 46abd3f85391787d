"""What to wound, and which Toughness counts: the answers of ``wound.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shoot_cli.core.questions import Need, face_list
from shoot_cli.core.quizzes import Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.defences import toughness_of
from shoot_cli.rules.datasheets.drill.meet import Drilled, Met, gun_at, met, one_gun
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Condition, Model, Unit
from shoot_cli.rules.datasheets.records import Modifier

NEEDS = (2, 3, 4, 5, 6)


def row_of_chart(source: Source, needs: Sequence[int] = NEEDS) -> tuple[int, int]:
    """Strength and Toughness, every row of the chart alike."""
    wanted = source.one(needs)
    every = [(strength, tough) for strength in range(2, 17) for tough in range(2, 14)]
    return source.one(pair for pair in every if charts.table(*pair) == wanted)


def to_wound(drilled: Drilled, strength: int, toughness: int, changed: tuple[Modifier, ...] = ()) -> dict[str, Any]:
    need = charts.to_wound(drilled.plain_gun(strength=strength, toughness=toughness, to_wound=changed)).need
    return {"need": need, "row": (need.target or 0) - 1}


def to_wound_if_not_stronger(drilled: Drilled, strength: int, toughness: int) -> Need:
    """-1 to wound if S is greater than T."""
    ability = Ability(
        "- to wound",
        Amount(plus=1),
        when=(Condition("greater"),),
        incoming=True,
        text="-1 to wound if S is greater than T",
    )
    target = Unit("unit", ((Model("model", toughness, 4, abilities=(ability,)), 1),))
    need = charts.to_wound(Hashed(gun_at(drilled.shot_of(one_gun(strength=strength), target)))).need
    higher = "higher" if strength > toughness else "not higher"
    return need.but(because=(*need.because, drilled.game.reason(f"Strength is {higher} than Toughness", "WND-5")))


def anti_met(source: Source, drilled: Drilled) -> dict[str, Any]:
    one = met(source, drilled, lambda one: one.weapon.has("Anti"))
    ability = next(a for a in one.weapon.abilities if a.name == "Anti")
    keyword, has = ability.keyword, one.target.is_a(ability.keyword)
    pair = {"strength": one.weapon.strength, "toughness": one.toughness}
    return {**pair, "keyword": keyword, "anti": ability.need or 6, "has": has}


def to_wound_with_anti(
    drilled: Drilled, strength: int, toughness: int, keyword: str, anti: int, has: bool, change: int = 0
) -> Need:
    ability = Ability("Anti", need=anti, keyword=keyword, text=f"Anti-{keyword} {anti}+")
    target = Unit("unit", ((Model("model", toughness, 4), 1),), (keyword,) if has else ())
    shot = drilled.shot_of(one_gun(ability, strength=strength), target)
    return charts.to_wound(Hashed(gun_at(shot, wound_modifier=change))).need


def dice_rolled_again(one: Met) -> dict[str, Any]:
    gun = gun_at(one)
    rolled = charts.to_wound(Hashed(gun))
    found = {"answer": face_list(rolled.again), "reasons": rolled.need.because, "number": rolled.need.text}
    return {**found, "toughness": one.toughness, "changes": tuple(change.value for change in gun.to_wound)}


def lists_of_failing_faces(source: Source) -> list[str]:
    return source.random.sample([face_list(range(1, last + 1)) for last in range(1, 6)], 5)


# Which value counts --------------------------------------------------------------------------------------------------


def mixed_unit(source: Source) -> Unit:
    first, second = source.random.sample(range(3, 8), 2)
    leads, n = source.one((True, True, False)), source.one((3, 4, 5, 9))
    names = ("Bodyguard", "Leader") if leads else ("Trooper", "Champion")
    models = ((Model(names[0], first, 3), n), (Model(names[1], second, 3, leader=leads), 1))
    return Unit("Attached unit" if leads else "unit", models)


def mixed_toughness(one: Met) -> bool:
    return len({model.toughness for model, _ in one.target.models}) > 1


def toughness_that_counts(unit: Unit) -> dict[str, Any]:
    values = [model.toughness for model, _ in unit.models]
    total, n = sum(n * model.toughness for model, n in unit.models), sum(n for _, n in unit.models)
    return {
        "answer": toughness_of(unit, range(len(unit.models))),
        "models": tuple((model.toughness, model.leader) for model, _ in unit.models),
        "unit_list": ", ".join(f"{n} {model.name} (T{model.toughness})" for model, n in unit.models),
        "errors": [*values, round(total / n), sum(values)],
    }


def models_that_blast_counts(drilled: Drilled, before: int) -> dict[str, int]:
    kept = gun_at(drilled.shot_of(one_gun(Ability("Blast", text="Blast"))), models=before)
    return {"answer": before, "more": kept.attacks.blast}


def number_of_two(drilled: Drilled, name: str, numbers: tuple[int, int]) -> int:
    both = one_gun(*(Ability(name, Amount(plus=n), text=f"{name} {n}") for n in numbers))
    gun = gun_at(drilled.shot_of(both), near=True)
    return {
        "Sustained Hits": gun.sustained.plus if gun.sustained else 0,
        "Rapid Fire": sum(amount.plus for amount in (*gun.attacks.more, *gun.attacks.beside)),
        "Melta": sum(change.value for change in gun.more_damage),
    }[name]
