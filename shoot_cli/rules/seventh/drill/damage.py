"""Answers of the cards about rolls to wound and saves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.engine.names import counted
from shoot_cli.engine.questions import Need
from shoot_cli.engine.record import Hashed
from shoot_cli.quiz import Redraw, Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill import scenes
from shoot_cli.rules.seventh.drill.shooting import which_dice
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps.damage import roll_to_wound
from shoot_cli.rules.seventh.steps.states import target_model
from shoot_cli.rules.seventh.tokens import Gun, Hit, TargetModel, Wound

# Answers of `wounding.toml`: rolls to wound, and which Toughness counts.

Dice = tuple[int, ...]
Models = tuple[tuple[int, int], ...]  # number of models, their Toughness


def a_toughness_to_know(source: Source, s: int) -> int:
    """Return a random Toughness, more often near the diagonal of the chart."""
    return source.weighed((t, 3.0 if abs(t - s) < 5 else 1.0) for t in range(1, 11)) or 4


def a_toughness_beyond(source: Source, s: int, more: Iterable[int] = (-1, 1, 3, 4, 4)) -> int:
    return s + source.pick(more)


def by_strength(s: int, t: int) -> Need:
    return charts.strength_against_toughness(s, t)


def a_hit(s: int | None, t: int, *rules: str, ap: int | None = None, **values: Any) -> Hit:
    poisoned = values.pop("poisoned", None)
    return Hit(Hashed(Gun("gun", s, ap, rules, poisoned, t, **values)))


def to_wound(
    s: int | None, t: int, name: str = "", poisoned: int | None = None, armour: int | None = None
) -> Mapping[str, Any]:
    need = charts.to_wound(a_hit(s, t, *([name] if name else []), ap=5, poisoned=poisoned, armour=armour))
    return {"need": need, "by_chart": scenes.face(by_strength(s or 1, t).target)}


def how_many_wound(s: int | None, t: int, name: str, dice: Dice) -> int:
    return sum(n for _, n in wounds_of(a_hit(s, t, name, ap=6), dice))


def wounds_of(hit: Hit, dice: Dice) -> list[tuple[Wound, int]]:
    pool = roll_to_wound(hit, len(dice), scenes.at_table(**{f"wound:{hit.gun.value.name}": scenes.shown(*dice)}))
    return [(wound, n) for wound, n in pool if isinstance(wound, Wound)]


def by_the_chart_alone(s: int | None, t: int, dice: Dice) -> int:
    return sum(map(by_strength(s or 4, t).met_by, dice))


def only_sixes(dice: Dice) -> int:
    return dice.count(6)


def failures_again(s: int, t: int) -> Mapping[str, Any]:
    hit = a_hit(s, t, shred=True)
    need = charts.to_wound(hit)
    again, _ = charts.wounds_again(hit, need)
    return {"answer": which_dice(again), "needed": need.text}


def armour_the_wrong_way_round(armour: int | None) -> str:
    return scenes.face(7 - armour if armour else 2)


def wounds_with_ap2(s: int | None, t: int, ap: int | None, name: str, dice: Dice) -> Mapping[str, Any]:
    wounds = wounds_of(a_hit(s, t, name, ap=ap), dice)
    return {"answer": sum(n for wound, n in wounds if wound.ap == 2), "every": sum(n for _, n in wounds)}


def a_mixture(source: Source) -> Mapping[str, Any]:
    """Return a unit with different Toughness in words, and the Strength of a hit."""
    if source.own:
        meet = source.meeting(scenes.meetings, scenes.of_mixed_toughness)
        models = tuple((n, model.toughness) for model, n in meet.target.models)
        listed = ", ".join(counted(n, f"{model.name} (Toughness {model.toughness})") for model, n in meet.target.models)
        return {"models": models, "mixture": f"{meet.target.name}: {listed}", "s": meet.weapon.strength}
    few = sorted(source.random.sample(range(2, 7), source.pick((2, 2, 2, 3))))
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
    values = {**the_most_common_toughness(models)}
    return values | {"need": by_strength(s, values.pop("answer"))}


def against_the_others(models: Models, s: int, toughness: int) -> list[str]:
    return [scenes.face(by_strength(s, t).target) for _, t in models if t != toughness]


# Answers of `saving.toml`: which save counts, what it needs, what changes it.

AP_ROWS = (None, 6, 5, 4, 3, 2, 1)  # rows of the chart of 7E-SAV-2, from the first line
BARE: TargetModel = target_model(scenes.TARGET, 0, 0).but(armour=None)


def a_wound(ap: int | None, *rules: str, strength: int | None = 4) -> Wound:
    return Wound(strength, ap, rules, False)


def armour_save(armour: int, ap: int | None) -> Mapping[str, Any]:
    return {"need": charts.armour_save(armour, ap), "row": 1 + AP_ROWS.index(ap)}


def other_editions(source: Source, armour: int, ap: int | None) -> list[str]:
    return [] if ap is None else source.elsewhere("save", armour, ap)


def ap_the_wrong_way_round(armour: int, need: Need) -> str:
    return scenes.NO_SAVE if need.target else scenes.face(armour)


def invulnerable_save(invulnerable: int) -> Need:
    return charts.invulnerable_save(invulnerable)


def saves_of(armour: int, invulnerable: int | None, cover: int | None) -> list[tuple[str, int]]:
    had = (("armour", armour), ("invulnerable", invulnerable), ("cover", cover))
    return [(name, save) for name, save in had if save]


def best_save(armour: int, invulnerable: int | None, cover: int | None, ap: int | None) -> Mapping[str, Any]:
    model, wound = BARE.but(armour=armour, invulnerable=invulnerable, cover=cover), a_wound(ap)
    needs = charts.saves(model, wound)
    allowed = [need for need in needs if need.target]
    if not (cover or invulnerable) or len({need.target for need in allowed}) < len(allowed):
        raise Redraw
    best = charts.to_save(model, wound)
    right = scenes.NO_SAVE if best.target is None else f"{best.label}, {best.target}+"
    beaten = [
        need.because[0].text for need in needs if need.target is None and need.because[0].text not in charts.NEVER_HAD
    ]
    worse = [f"{need.label} {need.text} is worse" for need in allowed if need.label != best.label]
    outcome = f"the lowest number that is left: {right}" if best.target else f"nothing is left: {right}"
    saves = ", ".join(f"{name} {save}+" for name, save in saves_of(armour, invulnerable, cover))
    return {"answer": right, "saves": saves, "because": "; ".join([*beaten, *worse, outcome])}


def every_save_it_has(armour: int, invulnerable: int | None, cover: int | None) -> list[str]:
    return [f"{name} save, {save}+" for name, save in saves_of(armour, invulnerable, cover)]


PLACES = (  # row of the chart of 7E-SAV-5, key in `charts.COVER`, words
    (2, "ruin", "standing in a ruin"),
    (4, "wood", "standing on the base of a wood"),
    (5, "crater", "in a crater"),
    (6, "barricade", "at least a quarter behind a barricade"),
    (7, "defence line", "at least a quarter behind an Aegis defence line"),
    (8, "tank traps", "at least a quarter behind tank traps"),
    (9, "fuel drum", "at least a quarter behind a fuel drum"),
    (10, "tanglewire", "at least a quarter behind tanglewire"),
    (11, "statuary", "at least a quarter behind Imperial statuary"),
    (12, "models", "behind the models of another unit"),
)


def a_place(source: Source, open: bool = False) -> Mapping[str, Any]:
    row, key, words = source.pick([*PLACES, *[(0, "none", "in the open")] * (4 * open)])
    cover, bonus, called = charts.COVER[key]
    return {"row": row, "place": key, "where": words, "cover": cover, "bonus": bonus, "called": called}


def cover_there(cover: int | None, bonus: int, down: bool = False, dark: bool = False) -> Need:
    """Return the cover save. `bonus` is what going to ground adds there."""
    model = BARE.but(cover=cover, ground_bonus=bonus, on_ground=down)
    return charts.cover_save(model.but(stealth=charts.stealth_of(scenes.TARGET, 0, night=dark)))


IMPROVED = {0: "", 1: " with Stealth", 2: " with Shrouded", 3: " with Stealth and Shrouded"}
# cover of this value where going to ground adds more is excluded
NOT_THERE = {4: " (no defence line)", 6: " (no crater)"}


def cover_made_better(
    cover: int | None, better: int, ground: bool, meet: scenes.Meet | None = None
) -> Mapping[str, Any]:
    words = IMPROVED[better]
    if meet is not None:
        words = " with " + " and ".join(rule for rule in charts.COVERING if meet.target.has(rule))
    position = "in the open" if cover is None else f"in cover of {cover}+{NOT_THERE.get(cover, '') if ground else ''}"
    total = better + ground
    capped = ", but never better than 2+" if (cover or 7) - total < 2 else ""
    need = charts.cover_save(BARE.but(cover=cover, stealth=better, on_ground=ground))
    return {"need": need, "with": words, "at": position, "total": total, "capped": capped}


def save_without_cover(armour: int | None, cover: int, ap: int | None) -> Mapping[str, Any]:
    need = charts.to_save(BARE.but(armour=armour, cover=cover), a_wound(ap, "Ignores Cover"))
    reason = charts.armour_save(armour, ap).because[0].text
    return {"need": need, "armour_reason": reason, "wears": armour is not None}


def something_that_jinks(source: Source) -> Mapping[str, Any]:
    rules = source.pick(((), (), ("Skilled Rider",), ("Stealth",), ("Shrouded",)))
    unit, name = scenes.a_unit(scenes.arm("boltgun"), 3, "Bike", rules), "Bikes"
    meet = source.found(scenes.meetings, scenes.jinks) if source.own or source.random.random() < 0.2 else None
    if meet is not None:
        unit, name = meet.target, meet.target.name
        rules = tuple(rule for rule in ("Skilled Rider", "Stealth", "Shrouded") if unit.has(rule))
    return {"bike": unit, "bikes": name, "rules": rules, "with": f" ({', '.join(rules)})" if rules else ""}


def cover_of_a_jink(bike: Unit, rules: tuple[str, ...], ap: int, ignores: bool) -> Mapping[str, Any]:
    model = target_model(bike, 0, 0).but(armour=None, invulnerable=None)
    model = model.but(dodge=charts.dodge(bike, bike.models[0][0]))
    need = charts.saves(model, a_wound(ap, *(["Ignores Cover"] * ignores)))[2]
    return {"need": need, "made_better": f", made better by {' and '.join(rules)}" if rules else ""}


def feel_no_pain(fnp: int, t: int, s: int) -> Mapping[str, Any]:
    model, wound = BARE.but(feel_no_pain=fnp, toughness=t), a_wound(2, strength=s)
    slain = charts.instant_death(model, wound) is not None
    need = charts.after_save(model, wound)
    return {"answer": need.text if need.target else "no roll", "slain": slain, "twice": 2 * t}
