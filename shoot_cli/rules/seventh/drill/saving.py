"""Questions about saves: which, what it needs, what helps or harms it, and what a Wound costs."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, NothingToAsk, Quiz, Source
from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.drill.meeting import (
    NO_SAVE,
    TARGET,
    Meet,
    a,
    a_unit,
    an,
    ap_text,
    arm,
    at_models,
    face,
    meetings,
    met,
    near,
)
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps.line import standing
from shoot_cli.rules.seventh.tokens import Standing, Wound

AP_ROWS = (None, 6, 5, 4, 3, 2, 1)  # of the chart of 7E-SAV-2, from its first line
BARE: Standing = standing(TARGET, 0, 0).but(armour=None)


def a_wound(ap: int | None, *rules: str, strength: int | None = 4) -> Wound:
    return Wound(strength, ap, rules, False)


def has_armour(meet: Meet) -> bool:
    return at_models(meet) and meet.model.armour is not None and meet.model.armour <= 6


def armour(source: Source) -> Quiz:
    meet = met(source, has_armour)
    value, ap = source.one(range(2, 7)), source.one(AP_ROWS)
    if meet is None:
        text = (
            f"In the open, a model with armour {value}+ takes a Wound of {ap_text(ap)}. What does its armour save need?"
        )
    else:
        value, ap = meet.model.armour or 6, meet.weapon.ap
        text = (
            f"In the open, {a(meet.model.name)} (armour {value}+) takes a Wound of {ap_text(ap)} ({meet.weapon.name}). "
            "What does the armour save need?"
        )
    need = charts.armour_save(value, ap)
    right = face(need.target, NO_SAVE)
    likely = [] if ap is None else source.elsewhere("save", value, ap)
    likely.append(NO_SAVE if need.target else face(value))  # AP compared the wrong way round
    cell = (1 + AP_ROWS.index(ap), value)
    facts = {"armour": value, "ap": ap}
    others = near(source, need.target or value, NO_SAVE, likely)
    return source.quiz(text, right, others, need.because, facts, cell=cell)


def invulnerable(source: Source) -> Quiz:
    meet = met(source, lambda meet: at_models(meet) and meet.model.invulnerable is not None)
    value, ap = (
        (source.one((3, 4, 5, 6)), source.one((1, 2, 3, 4)))
        if meet is None
        else (meet.model.invulnerable or 6, meet.weapon.ap)
    )
    who = "A model" if meet is None else an(meet.model.name)
    need = charts.invulnerable_save(value)
    text = f"{who} with an invulnerable save of {value}+ takes a Wound of {ap_text(ap)}. What does that save need?"
    likely = [NO_SAVE, face(min(6, value + 1)), face(value - 1)]
    facts = {"invulnerable": value, "ap": ap}
    return source.quiz(text, need.text, near(source, value, NO_SAVE, likely), need.because, facts)


def which_save(source: Source) -> Quiz:
    for _ in range(60):
        meet = met(source, lambda meet: has_armour(meet) and not charts.ignores_cover(meet.weapon))
        cover = source.one((None, 6, 5, 4, 4, 3))
        value, ward, ap = source.one(range(2, 7)), source.one((None, None, 5, 4)), source.one((None, 5, 4, 3, 2))
        who = "A model"
        if meet is not None:
            value, ward, ap, who = meet.model.armour or 6, meet.model.invulnerable, meet.weapon.ap, an(meet.model.name)
        model = BARE.but(armour=value, invulnerable=ward, cover=cover)
        allowed = [need for need in charts.saves(model, a_wound(ap)) if need.target]
        if (cover or ward) and len({need.target for need in allowed}) == len(allowed):
            break
    else:
        raise NothingToAsk
    best = charts.to_save(model, a_wound(ap))
    had = [("armour", value), ("invulnerable", ward), ("cover", cover)]
    has_ = [f"{name} {save}+" for name, save in had if save]
    text = f"{who} has {', '.join(has_)}. What is the best save against a Wound of {ap_text(ap)}?"
    names = [f"{name} save, {save}+" for name, save in had if save]
    right = NO_SAVE if best.target is None else f"{best.label}, {best.target}+"
    others = [*names, NO_SAVE, "two saves, one after the other"]
    beaten = [
        need.because[0].text
        for need in charts.saves(model, a_wound(ap))
        if need.target is None and need.because[0].text not in charts.NEVER_HAD
    ]
    worse = [
        f"{need.label} {need.text} is worse"
        for need in charts.saves(model, a_wound(ap))
        if need.target is not None and need.label != best.label
    ]
    left = f"the lowest number that is left: {right}" if best.target else "nothing is left"
    words = "; ".join([*beaten, *worse, left])
    facts = {"armour": value, "invulnerable": ward, "cover": cover, "ap": ap}
    return source.quiz(text, right, others, words, facts)


# Cover ----------------------------------------------------------------------------------------------------------------

PLACES = (  # row of the chart of 7E-SAV-5, where it is in `charts.COVER`, words
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
OPEN = ("none", "in the open")


def on_foot(meet: Meet) -> bool:
    return at_models(meet) and charts.never_to_ground(meet.target) is None and not meet.target.has("Fearless")


def where(source: Source, *, open_too: bool = False) -> tuple[str, str]:
    return source.one([*((key, words) for _, key, words in PLACES), *[OPEN] * (4 * open_too)])


def cover_value(source: Source) -> Quiz:
    source.must_meet(meetings, on_foot)
    row, key, words = source.one(PLACES)
    need = charts.cover_save(BARE.but(cover=charts.COVER[key][0]))
    likely = ("5+", "4+", NO_SAVE)
    text = f"An infantryman is {words}. Which cover save does he have?"
    others = near(source, need.target, NO_SAVE, likely)
    because = f"{charts.COVER[key][2]}: {need.text}"
    return source.quiz(text, need.text, others, because, {"place": key}, cell=(row, 1))


def improved(better: int) -> str:
    """Rules that make cover so much better, in words."""
    return {1: "Stealth", 2: "Shrouded", 3: "Stealth and Shrouded"}[better]


def improvers(source: Source) -> Quiz:
    better = source.one((1, 1, 2, 3))
    words = improved(better)
    if source.own:
        meet = source.meeting(meetings, lambda meet: at_models(meet) and charts.stealth_of(meet.target, 0) > 0)
        better = charts.stealth_of(meet.target, 0)
        words = " and ".join(rule for rule in charts.COVERING if meet.target.has(rule))
    cover, ground = source.one((None, 5, 4, 6)), source.random.random() < 0.4
    return of_cover(source, cover, better, words, ground)


def limit(source: Source) -> Quiz:
    """Never better than 2+."""
    source.must_meet(meetings, on_foot)
    cover, ground = source.one((3, 4)), source.random.random() < 0.7
    better = 0 if source.own else source.one((1, 2, 3))
    if source.own:
        ground, cover = True, source.one((3, 4, 2))
    return of_cover(source, cover, better, improved(better) if better else "", ground)


def of_cover(source: Source, cover: int | None, better: int, words: str, ground: bool) -> Quiz:
    model = BARE.but(cover=cover, stealth=better, on_ground=ground)
    need = charts.cover_save(model)
    # Where going to ground does more than elsewhere the number alone does not tell the answer.
    but = {4: " (no defence line)", 6: " (no crater)"}.get(cover or 0, "") if ground else ""
    at = "in the open" if cover is None else f"in cover of {cover}+{but}"
    unit = f"A unit of infantry{f' with {words}' if words else ''}"
    text = f"{unit} {'has gone to ground' if ground else 'stands'} {at}. What does its cover save need?"
    likely = [
        face(cover, NO_SAVE),
        face(max(2, (cover or 7) - better), NO_SAVE),
        "1+",
        face(max(2, (cover or 7) - ground)),
    ]
    start = "6+ and better from nothing" if cover is None else f"{cover}+"
    total = better + ground
    capped = ", but never better than 2+" if (cover or 7) - total < 2 else ""
    because = f"{start}, {total} better{capped}: {need.text}"
    if cover is None:
        because = f"nothing counts as 7+, {total} better: {need.text}"
    facts = {"cover": cover, "better": better, "ground": ground}
    return source.quiz(text, need.text, near(source, need.target, NO_SAVE, likely), because, facts)


def gone_to_ground(source: Source) -> Quiz:
    source.must_meet(meetings, on_foot)
    key, words = where(source, open_too=True)
    value, bonus, _ = charts.COVER[key]
    need = charts.cover_save(BARE.but(cover=value, ground_bonus=bonus, on_ground=True))
    text = f"A unit of infantry {words} goes to ground. What does its cover save need?"
    likely = [face(value, NO_SAVE), face(max(2, (value or 7) - 3 + bonus)), "5+"]
    start = "no cover" if value is None else f"{value}+"
    because = f"{start}, {bonus} better: {need.text}"
    others = near(source, need.target, NO_SAVE, likely)
    return source.quiz(text, need.text, others, because, {"place": key})


def jinking(source: Source) -> Quiz:
    meet = met(source, lambda meet: vehicle_charts.jinks(meet.target, meet.model), 0.8)
    rules = source.one(((), (), ("Skilled Rider",), ("Stealth",), ("Shrouded",)))
    unit = a_unit(arm("boltgun"), 3, "Bike", rules)
    if meet is not None:
        rules, unit = tuple(r for r in ("Skilled Rider", "Stealth", "Shrouded") if meet.target.has(r)), meet.target
    wound = source.one((a_wound(5), a_wound(2), a_wound(3), a_wound(4, "Ignores Cover")))
    model = standing(unit, 0, 0).but(armour=None, invulnerable=None)
    model = model.but(dodge=vehicle_charts.dodge(unit, unit.models[0][0]))
    need = charts.saves(model, wound)[2]
    ignores = "Ignores Cover" in wound.rules
    who = "Bikes" if meet is None else meet.target.name
    with_ = f" ({', '.join(rules)})" if rules else ""
    shot = f"{ap_text(wound.ap)}{', Ignores Cover' if ignores else ''}"
    text = f"{who}{with_}: the unit jinks in the open. What does its cover save need against {shot}?"
    right = face(need.target, NO_SAVE)
    likely = ("4+", "5+", NO_SAVE, "3+")
    why = (
        "Ignores Cover beats it too"
        if ignores
        else f"Jink is cover of 4+{', made better by ' + ' and '.join(rules) if rules else ''}: {right}"
    )
    facts = {"rules": rules, "ignores": ignores}
    return source.quiz(text, right, [*likely, "2+"], why, facts)


def ignored(source: Source) -> Quiz:
    meet = met(
        source, lambda meet: at_models(meet) and meet.model.invulnerable is None and charts.ignores_cover(meet.weapon)
    )
    key, words = where(source)
    cover = charts.COVER[key][0]
    value, ap = source.one((None, 3, 4, 5, 6)), source.one((None, 4, 5))
    what, who = "a weapon that Ignores Cover", "A model"
    if meet is not None:
        value, ap, who = meet.model.armour, meet.weapon.ap, an(meet.model.name)
        what = f"the {meet.weapon.name} (Ignores Cover)"
    model = BARE.but(armour=value, cover=cover)
    need = charts.to_save(model, a_wound(ap, "Ignores Cover"))
    right = face(need.target, NO_SAVE)
    save = "no armour" if value is None or value > 6 else f"armour {value}+"
    text = (
        f"{who} ({save}) is {words} ({cover}+), and takes a Wound of {ap_text(ap)} from {what}. "
        "What does the save need?"
    )
    because = f"no cover, and {charts.armour_save(value, ap).because[0].text}: {right}"
    likely = [face(cover), face(value, NO_SAVE), NO_SAVE]
    facts = {"armour": value, "cover": cover, "ap": ap}
    return source.quiz(text, right, near(source, need.target or cover, NO_SAVE, likely), because, facts)


def night(source: Source) -> Quiz:
    source.must_meet(meetings, on_foot)
    key, words = where(source, open_too=True)
    vision = source.random.random() < 0.3
    unit: Unit = TARGET
    better = charts.stealth_of(unit, 0, night=not vision)
    need = charts.cover_save(BARE.but(cover=charts.COVER[key][0], stealth=better))
    firers = "with Night Vision" if vision else "without Night Vision"
    right = face(need.target, NO_SAVE)
    text = f"Night Fighting is in force. Infantry {words} is shot at by a unit {firers}. What does its cover save need?"
    value = charts.COVER[key][0]
    likely = [face(value, NO_SAVE), face(max(2, (value or 7) - 1)), face(max(2, (value or 7) - 2))]
    why = "Night Vision ignores the Stealth of the night" if vision else "at night everybody has Stealth, 1 better"
    facts = {"place": key, "vision": vision}
    return source.quiz(text, right, near(source, need.target or 6, NO_SAVE, likely), f"{why}: {right}", facts)


def feel_no_pain(source: Source) -> Quiz:
    value, toughness, strength = source.one((4, 5, 5, 6)), source.one((3, 4, 5)), source.one((4, 5, 6, 8, 10))
    who = "A model"
    if source.own:
        meet = source.meeting(
            meetings,
            lambda meet: at_models(meet) and meet.model.feel_no_pain is not None and meet.weapon.strength is not None,
        )
        value, toughness, strength, who = (
            meet.model.feel_no_pain or 5,
            meet.model.toughness,
            meet.weapon.strength or 4,
            an(meet.model.name),
        )
    need = charts.after_save(BARE.but(feel_no_pain=value, toughness=toughness), a_wound(2, strength=strength))
    right = face(need.target, "no roll")
    text = (
        f"{who} (Toughness {toughness}, Feel No Pain {value}+) fails its save against a Wound of Strength {strength}. "
        "What does Feel No Pain need now?"
    )
    death = charts.instant_death(BARE.but(toughness=toughness), a_wound(2, strength=strength))
    why = (
        f"{death.text}: Instant Death, so no roll"
        if death
        else f"no Instant Death ({strength} is less than {2 * toughness}): {right}"
    )
    likely = ["no roll", face(value), face(min(6, value + 1)), face(max(2, value - 1))]
    facts = {"fnp": value, "t": toughness, "s": strength}
    return source.quiz(text, right, [*likely, "3+"], why, facts)


DRILLS = (
    Drill("save", "7E-SAV-2", armour, 3),
    Drill("save", "7E-SAV-8", which_save, 3),
    Drill("save", "7E-SAV-5", cover_value, 2),
    Drill("save", "7E-GTG-2", gone_to_ground, 2),
    Drill("save", "7E-SAV-3", invulnerable, 2),
    Drill("save", "7E-SAV-7", improvers),
    Drill("save", "7E-SAV-9", limit),
    Drill("save", "7E-SAV-10", ignored, 2),
    Drill("save", "7E-GTG-6", jinking),
    Drill("save", "7E-TGT-8", night),
    Drill("save", "7E-SAV-11", feel_no_pain),
)
