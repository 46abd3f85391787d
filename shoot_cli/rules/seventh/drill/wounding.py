"""Questions about rolling to wound, which Toughness counts, and penetrating armour."""

from __future__ import annotations

from shoot_cli.core.answers import Reason, face_list
from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh import charts, rolled_again
from shoot_cli.rules.seventh.drill.meeting import (
    NO_FACE,
    Meet,
    an,
    ap_text,
    at_models,
    at_table,
    counted,
    dice_of,
    dice_text,
    face,
    has,
    meetings,
    met,
    near,
    numbers_near,
    strength_text,
)
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps.wound import roll_to_wound
from shoot_cli.rules.seventh.tokens import Gun, Hit, Wound

ON_THE_CHART = ("Sniper", "Graviton", "Fleshbane", "Rending", "Bladestorm", "Gauss")


def a_hit(
    strength: int | None,
    toughness: int,
    *rules: str,
    ap: int | None = None,
    poisoned: int | None = None,
    shred: bool = False,
    armour: int | None = None,
) -> Hit:
    return Hit(Hashed(Gun("gun", strength, ap, rules, poisoned, toughness, shred=shred, armour=armour)))


def by_the_chart(meet: Meet) -> bool:
    weapon = meet.weapon
    return at_models(meet) and weapon.strength is not None and not any(map(weapon.has, ON_THE_CHART))


def text_of(need: Need) -> str:
    return face(need.target)


def what_to_wound(source: Source) -> Quiz:
    meet = met(source, lambda meet: by_the_chart(meet) and one_toughness(meet))
    if meet is None:
        # Cells near the diagonal are those that one must know; the corners come up as well.
        strength = source.one(range(1, 11))
        toughness = source.weighed((t, 3.0 if abs(t - strength) < 5 else 1.0) for t in range(1, 11)) or 4
        text = (
            f"A weapon of Strength {strength} hits a unit of Toughness {toughness}. What does each hit need to wound?"
        )
    else:
        assert meet.weapon.strength is not None
        strength, toughness = meet.weapon.strength, meet.model.toughness
        text = (
            f"{an(meet.weapon.name)} (Strength {strength}) hits {meet.target.name} (Toughness {toughness}). "
            "What does each hit need to wound?"
        )
    need = charts.strength_against_toughness(strength, toughness)
    likely = source.elsewhere("to wound", strength, toughness)
    because = f"{need.because[0].text.removesuffix(' cannot wound')}: {text_of(need)}"
    return source.quiz(
        text,
        text_of(need),
        near(source, need.target, NO_FACE, likely),
        because,
        {"s": strength, "t": toughness},
        cell=(strength, toughness),
    )


def one_toughness(meet: Meet) -> bool:
    return len({model.toughness for model, _ in meet.target.models}) == 1


# Mixed Toughness ------------------------------------------------------------------------------------------------------


def mixture(source: Source) -> tuple[tuple[tuple[int, int], ...], str]:
    """(models, Toughness) of a unit in which it differs, and the unit in words."""
    if source.own:
        meet = source.meeting(mixed)
        found = tuple((n, model.toughness) for model, n in meet.target.models)
        words = ", ".join(f"{n} {model.name} (Toughness {model.toughness})" for model, n in meet.target.models)
        return found, f"{meet.target.name}: {words}"
    few = sorted(source.random.sample(range(2, 7), source.one((2, 2, 2, 3))))
    counts = [source.random.randint(1, 6) for _ in few]
    if source.random.random() < 0.35:
        counts[-1] = counts[0]
    found = tuple(zip(counts, few, strict=True))
    words = ", ".join(f"{counted(n, 'model')} with Toughness {toughness}" for n, toughness in found)
    return found, f"A unit has {words}"


def mixed(shooter: Unit, target: Unit) -> list[tuple[Meet, float]]:
    found = meetings(shooter, target)
    return [(meet, weight) for meet, weight in found if by_the_chart(meet) and not one_toughness(meet)]


def which_toughness(source: Source) -> Quiz:
    models, words = mixture(source)
    right, why = charts.majority_toughness((t, n) for n, t in models)
    rest = [t for _, t in models if t != right]
    others = [*(str(t) for t in rest), "each model's own", *(str(t) for t in (right + 1, right - 1) if t not in rest)]
    text = f"{words}. Which Toughness counts for the rolls to wound?"
    return source.quiz(text, right, others, (tie(models, right, why),), {"models": models})


def tie(models: tuple[tuple[int, int], ...], right: int, why: Reason) -> Reason:
    counts: dict[int, int] = {}
    for n, t in models:
        counts[t] = counts.get(t, 0) + n
    if sum(n == counts[right] for n in counts.values()) > 1:
        return Reason(f"several are as common: the highest of them, {right}", why.rule)
    return Reason(f"{counted(counts[right], 'model')} of Toughness {right}: the most", why.rule)


def mixed_to_wound(source: Source) -> Quiz:
    """7E-WND-2, all the way to the number."""
    models, words = mixture(source)
    strength = source.random.randint(3, 6)
    if source.own:
        meet = source.meeting(mixed)
        assert meet.weapon.strength is not None
        strength = meet.weapon.strength
    toughness, why = charts.majority_toughness((t, n) for n, t in models)
    need = charts.to_wound(a_hit(strength, toughness))
    likely = [text_of(charts.to_wound(a_hit(strength, t))) for _, t in models if t != toughness]
    text = f"{words}. Hits of Strength {strength}: what does each need to wound?"
    words = f"{tie(models, toughness, why).text}; Strength {strength} against {toughness}: {text_of(need)}"
    facts = {"models": models, "s": strength}
    others = near(source, need.target, NO_FACE, likely)
    return source.quiz(text, text_of(need), others, words, facts)


# Rules in place of the chart ------------------------------------------------------------------------------------------


def poisoned(source: Source) -> Quiz:
    value, strength, toughness = source.one((2, 3, 4, 5)), source.one((None, 1, 3, 4, 6)), source.one(range(2, 9))
    if source.own:
        meet = source.meeting(
            meetings, lambda meet: at_models(meet) and one_toughness(meet) and meet.weapon.poisoned is not None
        )
        value, strength, toughness = meet.weapon.poisoned or 4, meet.weapon.strength, meet.model.toughness
    need = charts.to_wound(a_hit(strength, toughness, poisoned=value))
    chart = charts.strength_against_toughness(strength, toughness)
    printed = "no Strength printed" if strength is None else f"Strength {strength}"
    text = f"A Poisoned ({value}+) weapon, {printed}, hits Toughness {toughness}. What does each hit need to wound?"
    words = f"{value}+, or the chart's number ({text_of(chart)}) if that is lower: {text_of(need)}"
    others = near(source, need.target, NO_FACE, (text_of(chart), face(value)))
    facts = {"poisoned": value, "s": strength, "t": toughness}
    return source.quiz(text, text_of(need), others, words, facts)


def how_many_wound(source: Source, hit: Hit, weapon: str, because: Reason, **facts: int) -> Quiz:
    """Dice that were thrown, where the number alone is always the same."""
    dice, gun = dice_of(source, 5), hit.gun.value
    right = sum(n for _, n in roll_to_wound(hit, 5, at_table(**{"wound:gun": {"first": [*dice]}})))
    text = f"{weapon} scored five hits on Toughness {gun.toughness} and rolls {dice_text(dice)}. How many wound?"
    why = f"{because.text}: {right} of {dice_text(dice)}"
    chart = charts.strength_against_toughness(gun.strength or 4, gun.toughness)
    by_chart = sum(chart.met_by(die) for die in dice)
    wrong = numbers_near(source, right, by_chart, dice.count(6))
    return source.quiz(text, right, wrong, why, {**facts, "t": gun.toughness, "dice": dice})


def fleshbane(source: Source) -> Quiz:
    source.must_meet(meetings, has("Fleshbane"))
    strength, toughness = source.one(range(1, 7)), source.one(range(4, 11))
    hit = a_hit(strength, toughness, "Fleshbane")
    if source.one((True, True, False)):
        weapon, why = f"A Fleshbane weapon of Strength {strength}", charts.to_wound(hit).because[0]
        return how_many_wound(source, hit, weapon, why, s=strength)
    need = charts.to_wound(a_hit(strength, toughness, "Fleshbane"))
    chart = charts.strength_against_toughness(strength, toughness)
    text = f"A Fleshbane weapon of Strength {strength} hits Toughness {toughness}. What does each hit need to wound?"
    likely = (text_of(chart), "4+")
    facts = {"s": strength, "t": toughness}
    return source.quiz(text, text_of(need), near(source, need.target, NO_FACE, likely), need.because, facts)


def beyond_the_chart(source: Source) -> Quiz:
    """A rule that wounds on 6, where the chart may say that it cannot be done."""
    named = ("Rending", "Bladestorm", "Gauss")
    if source.own:
        meet = source.meeting(
            meetings,
            lambda meet: (
                at_models(meet) and one_toughness(meet) and has(*named)(meet) and meet.weapon.strength is not None
            ),
        )
        assert meet.weapon.strength is not None
        rule = next(rule for rule in named if meet.weapon.has(rule))
        strength, toughness = meet.weapon.strength, meet.model.toughness
    else:
        rule, strength = source.one(named), source.one(range(3, 7))
        toughness = strength + source.one((-1, 1, 3, 4, 4))
    hit = a_hit(strength, toughness, rule, ap=5)
    need = charts.to_wound(hit)
    chart = charts.strength_against_toughness(strength, toughness)
    text = f"{an(rule)} weapon of Strength {strength} hits Toughness {toughness}. What does each hit need to wound?"
    why = (
        f"the chart says no, but with {rule} a 6 always wounds"
        if chart.target is None
        else f"the chart's number, {text_of(chart)}"
    )
    others = near(source, need.target, NO_FACE, (text_of(chart), "2+"))
    facts = {"s": strength, "t": toughness}
    return source.quiz(text, text_of(need), others, why, facts)


def shred(source: Source) -> Quiz:
    source.must_meet(meetings, lambda meet: meet.weapon.has("Shred") or meet.unit.has("Monster Hunter"))
    strength = source.one(range(3, 8))
    toughness = strength + source.one((-2, -1, 0, 0, 1, 2))
    hit = a_hit(strength, toughness, shred=True)
    need = charts.to_wound(hit)
    again, _ = rolled_again.wounds_again(hit, need)
    text = (
        f"A weapon with Shred, Strength {strength}, hits Toughness {toughness}. Which dice to wound are rolled again?"
    )
    wrong = [which(tuple(range(1, most + 1))) for most in (1, 2, 3, 4, 5)]
    source.random.shuffle(wrong)
    words = f"wounds on {need.text}, and every failed die is rolled again"
    facts = {"s": strength, "t": toughness}
    return source.quiz(text, which(again), wrong, words, facts)


def which(faces: tuple[int, ...]) -> str:
    return "those that show " + face_list(faces)


def sniper(source: Source) -> Quiz:
    meet = met(source, lambda meet: at_models(meet) and one_toughness(meet) and has("Sniper")(meet))
    toughness = source.one(range(2, 9)) if meet is None else meet.model.toughness
    need = charts.to_wound(a_hit(None, toughness, "Sniper"))
    if source.one((True, True, False)):
        weapon = "A unit with sniper rifles (Sniper, Strength X)"
        return how_many_wound(source, a_hit(None, toughness, "Sniper", ap=6), weapon, need.because[0])
    whom = f"a unit of Toughness {toughness}" if meet is None else f"{meet.target.name} (Toughness {toughness})"
    text = f"A sniper rifle (Sniper, Strength X) hits {whom}. What does each hit need to wound?"
    likely = (
        text_of(charts.strength_against_toughness(4, toughness)),
        text_of(charts.strength_against_toughness(3, toughness)),
        "6+",
    )
    return source.quiz(text, text_of(need), near(source, need.target, NO_FACE, likely), need.because, {"t": toughness})


def graviton(source: Source) -> Quiz:
    meet = met(
        source,
        lambda meet: at_models(meet) and has("Graviton")(meet) and len({m.armour for m, _ in meet.target.models}) == 1,
    )
    armour = source.one((None, 2, 3, 4, 5, 6)) if meet is None else meet.model.armour
    toughness = source.one((3, 4, 5)) if meet is None else meet.model.toughness
    need = charts.to_wound(a_hit(None, toughness, "Graviton", armour=armour))
    save = "no armour save" if armour is None else f"armour save {armour}+"
    whom = "models" if meet is None else meet.target.name
    text = f"A grav-gun (Graviton) hits {whom} with Toughness {toughness} and {save}. What does each hit need to wound?"
    likely = (face(7 - armour if armour else 2), text_of(charts.strength_against_toughness(4, toughness)), "6+")
    words = f"{need.because[0].text}: {need.text}"
    others = near(source, need.target, NO_FACE, likely)
    return source.quiz(text, text_of(need), others, words, {"armour": armour})


# Sixes ----------------------------------------------------------------------------------------------------------------


def rending_sixes(source: Source) -> Quiz:
    """Which of the Wounds have AP2."""
    named = ("Rending", "Bladestorm", "Gauss")
    meet = met(source, lambda meet: at_models(meet) and one_toughness(meet) and has(*named)(meet), 0.6)
    if meet is None:
        rule = source.one(named)
        strength, ap, toughness = (
            (6, 4, source.one((3, 4, 5, 6))) if rule == "Rending" else (4, 5, source.one((3, 4, 5)))
        )
    else:
        rule = next(rule for rule in named if meet.weapon.has(rule))
        strength, ap, toughness = meet.weapon.strength or 1, meet.weapon.ap or 0, meet.model.toughness
    return of_sixes(source, rule, strength, ap or None, toughness)


def sniper_sixes(source: Source) -> Quiz:
    source.must_meet(meetings, lambda meet: at_models(meet) and has("Sniper")(meet))
    return of_sixes(source, "Sniper", None, 6, source.one((3, 4, 5)))


def of_sixes(source: Source, rule: str, strength: int | None, ap: int | None, toughness: int) -> Quiz:
    dice = tuple(sorted((6, *dice_of(source, 4)), reverse=True))
    hit = a_hit(strength, toughness, rule, ap=ap)
    pool = roll_to_wound(hit, 5, at_table(**{"wound:gun": {"first": [*dice]}}))
    right = sum(n for wound, n in pool if isinstance(wound, Wound) and wound.ap == 2)
    wounds = sum(n for _, n in pool)
    text = (
        f"{an(rule)} weapon ({strength_text(strength)} {ap_text(ap)}) rolls {dice_text(dice)} to wound "
        f"Toughness {toughness}. How many of the Wounds have AP2?"
    )
    why = (
        f"with {rule} a 6 wounds, and its AP stays"
        if rule == "Gauss"
        else f"each 6 makes one, the rest keep {ap_text(ap)}: {right}"
    )
    wrong = numbers_near(source, right, wounds, dice.count(6), 0)
    return source.quiz(text, right, wrong, why, {"rule": rule, "dice": dice})


DRILLS = (
    Drill("wound", "7E-WND-1", what_to_wound, 3),
    Drill("toughness", "7E-WND-2", which_toughness, 3),
    Drill("wound", "7E-WND-2", mixed_to_wound, 2),
    Drill("wound", "7E-WND-3", poisoned),
    Drill("wound", "7E-WND-4", fleshbane),
    Drill("wound", "7E-WND-5", beyond_the_chart, 2),
    Drill("wound", "7E-WND-6", shred),
    Drill("wound", "7E-WND-7", sniper),
    Drill("wound", "7E-WND-8", graviton),
    Drill("six", "7E-WND-5", rending_sixes, 2),
    Drill("six", "7E-WND-7", sniper_sixes),
)
