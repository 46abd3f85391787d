"""What rolls to wound need and make, and which Toughness counts: the answers of ``wounding.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh import charts, rolled_again
from shoot_cli.rules.seventh.drill.filters import of_mixed_toughness
from shoot_cli.rules.seventh.drill.meeting import at_table, face, meetings, shown
from shoot_cli.rules.seventh.drill.to_hit import which_dice
from shoot_cli.rules.seventh.steps.wound import roll_to_wound
from shoot_cli.rules.seventh.tokens import Gun, Hit, Wound

Dice = tuple[int, ...]
Models = tuple[tuple[int, int], ...]  # how many, their Toughness


def a_toughness_to_know(source: Source, s: int) -> int:
    """Cells near the diagonal are those that one must know; the corners come up as well."""
    return source.weighed((t, 3.0 if abs(t - s) < 5 else 1.0) for t in range(1, 11)) or 4


def a_toughness_beyond(source: Source, s: int, more: Iterable[int] = (-1, 1, 3, 4, 4)) -> int:
    return s + source.one(more)


def by_strength(s: int, t: int) -> Need:
    return charts.strength_against_toughness(s, t)


def a_hit(s: int | None, t: int, *rules: str, ap: int | None = None, **values: Any) -> Hit:
    poisoned = values.pop("poisoned", None)
    return Hit(Hashed(Gun("gun", s, ap, rules, poisoned, t, **values)))


def to_wound(
    s: int | None, t: int, name: str = "", poisoned: int | None = None, armour: int | None = None
) -> Mapping[str, Any]:
    need = charts.to_wound(a_hit(s, t, *([name] if name else []), ap=5, poisoned=poisoned, armour=armour))
    return {"need": need, "by_chart": face(by_strength(s or 1, t).target)}


def how_many_wound(s: int | None, t: int, name: str, dice: Dice) -> int:
    return sum(n for _, n in wounds_of(a_hit(s, t, name, ap=6), dice))


def wounds_of(hit: Hit, dice: Dice) -> list[tuple[Wound, int]]:
    """What these dice to wound make of so many hits."""
    pool = roll_to_wound(hit, len(dice), at_table(**{f"wound:{hit.gun.value.name}": shown(*dice)}))
    return [(wound, n) for wound, n in pool if isinstance(wound, Wound)]


def by_the_chart_alone(s: int | None, t: int, dice: Dice) -> int:
    return sum(map(by_strength(s or 4, t).met_by, dice))


def only_sixes(dice: Dice) -> int:
    return dice.count(6)


def failures_again(s: int, t: int) -> Mapping[str, Any]:
    hit = a_hit(s, t, shred=True)
    need = charts.to_wound(hit)
    again, _ = rolled_again.wounds_again(hit, need)
    return {"answer": which_dice(again), "needed": need.text}


def armour_the_wrong_way_round(armour: int | None) -> str:
    return face(7 - armour if armour else 2)


def wounds_with_ap2(s: int | None, t: int, ap: int | None, name: str, dice: Dice) -> Mapping[str, Any]:
    made = wounds_of(a_hit(s, t, name, ap=ap), dice)
    return {"answer": sum(n for wound, n in made if wound.ap == 2), "every": sum(n for _, n in made)}


# Toughness that differs -----------------------------------------------------------------------------------------------


def a_mixture(source: Source) -> Mapping[str, Any]:
    """A unit in which Toughness differs, in words; a Strength that hits it."""
    if source.own:
        meet = source.meeting(meetings, of_mixed_toughness)
        models = tuple((n, model.toughness) for model, n in meet.target.models)
        listed = ", ".join(f"{n} {model.name} (Toughness {model.toughness})" for model, n in meet.target.models)
        return {"models": models, "mixture": f"{meet.target.name}: {listed}", "s": meet.weapon.strength}
    few = sorted(source.random.sample(range(2, 7), source.one((2, 2, 2, 3))))
    counts = [source.random.randint(1, 6) for _ in few]
    if source.random.random() < 0.35:
        counts[-1] = counts[0]
    models = tuple(zip(counts, few, strict=True))
    listed = ", ".join(f"{counted(n, 'model')} with Toughness {toughness}" for n, toughness in models)
    return {"models": models, "mixture": f"A unit has {listed}", "s": source.random.randint(3, 6)}


def the_most_common_toughness(models: Models) -> Mapping[str, Any]:
    right, _ = charts.majority_toughness((t, n) for n, t in models)
    counts: dict[int, int] = {}
    for n, t in models:
        counts[t] = counts.get(t, 0) + n
    tied = sum(n == counts[right] for n in counts.values()) > 1
    return {"answer": right, "toughness": right, "most": counts[right], "tied": tied}


def other_toughnesses(models: Models, answer: int) -> list[str]:
    rest = [t for _, t in models if t != answer]
    return [*map(str, rest), "each model's own", *(str(t) for t in (answer + 1, answer - 1) if t not in rest)]


def against_the_most_common(models: Models, s: int) -> Mapping[str, Any]:
    found = {**the_most_common_toughness(models)}
    return found | {"need": by_strength(s, found.pop("answer"))}


def against_the_others(models: Models, s: int, toughness: int) -> list[str]:
    return [face(by_strength(s, t).target) for _, t in models if t != toughness]
