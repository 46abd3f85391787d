"""What to hit: values and their modifiers, the second die, cover, barrages."""

from __future__ import annotations

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.quizzes import Drill, NothingToAsk, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import (
    CHART,
    MANY,
    TITLES,
    Scene,
    around,
    asker,
    attack,
    because,
    fire,
    less,
    points,
    row_of,
    scene,
    some,
    told,
    unit_type,
    value,
    weapon_words,
    with_stands,
)
from shoot_cli.rules.reikhammer.profiles import AA, AIRCRAFT, AP, ARMOURED, AT, INFANTRY, Unit, Weapon
from shoot_cli.rules.reikhammer.records import Job
from shoot_cli.rules.reikhammer.steps.weapon import choose_value

AT_WHOM = {AP: MANY[INFANTRY], AT: MANY[ARMOURED], AA: MANY[AIRCRAFT]}
AFTER = {
    charts.ADVANCE: "after an Advance",
    charts.DOUBLE: "after a Double",
    charts.MARSHAL: "with Marshal",
    charts.SUSTAINED: "with Sustained Fire",
    charts.HOLD: "on Hold",
}
WHAT = "What does each die need?"
STAYS = "it does not shoot"


def hit_in_the_open(source: Source) -> Quiz:
    found = value(source)
    kind, n = found
    need = charts.to_hit(fire(kind, n))
    errors = [f"{n}+", *source.elsewhere("to hit", n)] if n > 1 else []
    source.random.shuffle(errors)
    text = f"{kind} {n} at {AT_WHOM[kind]} in the open, after an Advance. {WHAT}"
    reasons = because(need, "RH-HIT-1")
    return source.quiz(text, less(need.target), around(source, n, *errors[:1]), reasons, {"value": n})


def hit_with_changes(source: Source) -> Quiz:
    cases = [(action, cover) for action in AFTER for cover in (False, True)]
    action, cover = source.one(case for case in cases if charts.action_change(case[0], False) or case[1])
    change = charts.ACTIONS[action].modifier - cover
    found = value(source, lambda kind, n: 1 <= n + change <= charts.MOST and not (cover and kind == AA))
    kind, n = found
    need = charts.to_hit(fire(kind, n, action, cover))
    where = "all in cover" if cover else "in the open"
    errors = [less(other) for other in dict.fromkeys((n - change, n)) if 1 <= other <= charts.MOST]
    facts = {"value": n, "action": action, "cover": cover}
    text = f"{kind} {n} at {AT_WHOM[kind]} {where}, {AFTER[action]}. {WHAT}"
    right = n + change
    return source.quiz(text, less(need.target), around(source, right, *errors), because(need, "RH-HIT-2"), facts)


def hit_above_five(source: Source) -> Quiz:
    found = value(source, lambda kind, n: n >= charts.MOST - 1)
    kind, n = found
    n += 0 if source.own else source.one((0, 0, 1, 2))
    action = source.one((charts.SUSTAINED, charts.ADVANCE, charts.DOUBLE))
    if n <= charts.MOST:
        action = source.one((charts.SUSTAINED, charts.MARSHAL, charts.DOUBLE))
    need = charts.to_hit(fire(kind, n, action))
    text = f"{kind} {n} at {AT_WHOM[kind]} in the open, {AFTER[action]}. {WHAT}"
    wrong = [m for m in ("6 or less", "5 or less", "4 or less", "3 or less", "1") if m != less(need.target)]
    facts = {"value": n, "action": action}
    return source.quiz(text, less(need.target), wrong, high_enough(need), facts)


def high_enough(need: Need) -> tuple[Reason, ...]:
    """The reasons of a number, which may be as high as it can be."""
    capped = any(reason.rule == "RH-HIT-3" for reason in need.because)
    more = "" if capped else "; there is no better than 5 or less, as a 6 always misses"
    return (Reason(f"{told(need)}{more}", "RH-HIT-3"),)


def second_die(source: Source) -> Quiz:
    if source.own:
        value(source, lambda kind, n: n == 1)
        n = source.one((0, -1))
    else:
        n = source.one((0, -1, -2, -3))
    made = fire(AP, n)
    need = charts.to_hit_again(made) if charts.needs_second(made) else charts.to_hit(made)
    text = f"All modifiers counted, the value to hit is {n}, and the first die shows 1. What does the second die need?"
    if not charts.needs_second(made):
        text = f"All modifiers counted, the value to hit is {n}. The first die shows 1: what does a second one need?"
    first = "no second die can help" if need.target is None else f"a 1, then {less(need.target)} on a second die"
    wrong = [less(m) for m in (1, 2, 3, 4, None) if m != need.target]
    source.random.shuffle(wrong)
    reasons = f"value {n}: {first}"
    row = 1 - n
    facts = {"value": n}
    return source.quiz(text, less(need.target), wrong, reasons, facts, cell=(row, 2))


# Cover ---------------------------------------------------------------------------------------------------------------


def gun_at_infantry(weapon: Weapon) -> bool:
    """A gun that comes to 1 or more in cover."""
    return (weapon.ap or 0) > 1 and not weapon.assault


def covered(of: Scene, weapon: Weapon, n: int, ignore: bool) -> Need:
    """What this weapon needs at the target with its first ``n`` units in cover."""
    s = with_stands(attack(of), lambda place, stand: stand.but(cover=2 if place < n else 0))
    s = s.but(jobs=(Job(Hashed(weapon), 1),))
    said = {f"ignore_cover:{weapon.name}": "yes" if ignore else "no"}
    ((shot, _),) = choose_value(s, asker(of.settings, said=said)).pool
    if shot.fire.value.kind != AP:
        raise NothingToAsk
    return charts.to_hit(shot.fire.value)


def on_foot(shooter: Unit, target: Unit) -> bool:
    """A gun for infantry, and a formation of nothing but infantry."""
    guns = any(gun_at_infantry(weapon) for weapon in shooter.weapons())
    return guns and {model.type for model, _ in target.models} == {INFANTRY} and len(target.pieces()) > 2


def mixed_cover(source: Source) -> Quiz:
    of = scene(source, on_foot)
    weapon = source.one(weapon for weapon in of.shooter.weapons() if gun_at_infantry(weapon))
    size, ignore = len(of.target.pieces()), source.one((False, True))
    n = source.random.randrange(1, size)
    need = covered(of, weapon, n, ignore)
    whom = "the attacker ignores the cover" if ignore else "the attacker does not ignore the cover"
    stand = f"{some(n, 'unit stands', 'units stand')} in a wood, {size - n} in the open"
    text = f"The target is infantry: {stand}. It is shot at after an Advance; weapon: {weapon_words(weapon)}; "
    text += f"{whom}. {WHAT}"
    right = weapon.ap or 0
    wrong = around(source, need.target or 1, less(right), less(right - 1))
    facts = {"value": right, "covered": n, "units": size, "ignored": ignore}
    why = "cover ignored" if ignore else "at units in the open too, -1 for everybody"
    reasons = f"AP {right}, {why}: {less(need.target)}"
    return source.quiz(text, less(need.target), wrong, reasons, facts)


def all_covered(source: Source) -> Quiz:
    of = scene(source, on_foot)
    weapon = source.one(weapon for weapon in of.shooter.weapons() if gun_at_infantry(weapon))
    size = len(of.target.pieces())
    need = covered(of, weapon, size, True)
    right = weapon.ap or 0
    text = (
        f"All {size} units of the target are infantry in a wood. They are shot at after an Advance; weapon: "
        f"{weapon_words(weapon)}; the attacker would rather ignore the cover. {WHAT}"
    )
    wrong = around(source, right - 1, less(right))
    reasons = f"no unit in the open, so no choice. {told(need)}"
    return source.quiz(text, less(need.target), wrong, reasons, {"value": right, "units": size})


def cover_counts_twice(source: Source) -> Quiz:
    found = value(source, lambda kind, n: kind == AP and n > 1)
    kind, n = found
    save = source.one((1, 2, 3, 4))
    need = charts.to_hit(fire(kind, n, cover=True))
    text = f"AP {n}, after an Advance, at infantry that is all in cover, and will roll its cover save of {save}. {WHAT}"
    wrong = around(source, n - 1, less(n))
    reasons = f"{told(need)}; the cover save comes on top of it"
    return source.quiz(text, less(need.target), wrong, reasons, {"value": n, "cover_save": save})


# Actions -------------------------------------------------------------------------------------------------------------


def change_of_action(source: Source) -> Quiz:
    name = source.one(name for name in charts.ACTIONS if name != charts.OVERWATCH)
    action = charts.ACTIONS[name]
    right = change_words(action)
    shoots = {charts.HOLD: "After a failed test a formation Holds, and shoots."}
    asked = shoots.get(name, f"A formation takes the action {TITLES[name]}{' and shoots' * action.either}.")
    text = f"{asked} What does that do to its values to hit?"
    wrong = ("0", "-1", "+1", STAYS)
    reasons = f"{TITLES[name]}: {right}"
    cell = (row_of("RH-ACT-2", TITLES[name]), 3)
    return source.quiz(text, right, wrong, reasons, {"action": name}, cell=cell)


def change_words(action: charts.Action) -> str:
    if not action.shoots:
        return STAYS
    return f"{action.modifier:+d}" if action.modifier else "0"


def on_overwatch(source: Source) -> Quiz:
    cover = source.one((False, True))
    found = value(source, lambda kind, n: n > 1 and not (cover and kind == AA))
    kind, n = found
    need = charts.to_hit(fire(kind, n, charts.OVERWATCH, cover, overwatch=True))
    where = "all in cover" if cover else "in the open"
    text = f"{kind} {n}, fired on overwatch at {AT_WHOM[kind]} {where}. {WHAT}"
    wrong = around(source, n - cover, less(1), less(n - 1 - cover) if n - 1 - cover > 0 else less(n))
    reasons = f"overwatch itself changes nothing. {told(need)}"
    return source.quiz(text, less(need.target), wrong, reasons, {"value": n, "cover": cover})


# Barrages ------------------------------------------------------------------------------------------------------------


def barrage_value(source: Source) -> Quiz:
    bp, kind = points(source), source.one((AP, AT))
    source.as_usual("barrage_low_at", "barrage_hits")
    place = next(place for place, row in enumerate(charts.BARRAGES) if bp <= row.most)
    n = charts.barrage_row(bp).value(kind)
    text = f"A barrage of {some(bp, 'point')} falls on {AT_WHOM[kind]} in the open, after an Advance. {WHAT}"
    wrong = [less(m) for m in (1, 2, 3, 4, None) if m != n]
    source.random.shuffle(wrong)
    said = f"{kind} {n}" if n is not None else f"no value {kind}"
    reasons = f"{CHART['RH-BAR-4'][place + 1][0]} points: {said}"
    cell = (place + 1, 3 if kind == AP else 4)
    facts = {"points": bp, "kind": kind}
    return source.quiz(text, less(n), wrong, reasons, facts, cell=cell)


def barrage_changes(source: Source) -> Quiz:
    bp, kind = points(source), source.one((AP, AT))
    source.as_usual("barrage_modifiers", "barrage_hits")
    action, cover = source.one(((charts.SUSTAINED, False), (charts.ADVANCE, True), (charts.DOUBLE, False)))
    n = charts.barrage_row(bp).value(kind)
    change = charts.ACTIONS[action].modifier - cover
    if n is None or n + change < 1:  # the second die has a question of its own
        bp, kind, n = 9, AP, charts.barrage_row(9).ap or 0
        if source.own:
            raise NothingToAsk
    need = charts.to_hit(fire(kind, n, action, cover))
    whom = "a unit of infantry" if kind == AP else "a tank"
    where = "in cover" if cover else "in the open"
    text = (
        f"A barrage of {bp} points is worth {kind} {n}. It is fired {AFTER[action]}, and {whom} {where} "
        f"lies under it. {WHAT}"
    )
    wrong = around(source, n + change, less(n))
    facts = {"value": n, "action": action, "cover": cover}
    return source.quiz(text, less(need.target), wrong, because(need, "RH-BAR-6"), facts)


def barrage_kind(source: Source) -> Quiz:
    """Which of a barrage's two values is for this type of unit."""
    bp = points(source)
    name = unit_type(source)
    row = charts.barrage_row(bp)
    if row.at is None or row.ap == row.at:
        if source.own:
            raise NothingToAsk
        row, bp = charts.barrage_row(14), 14
    ways = charts.BARRAGE_KINDS[name]
    kind = max(ways, key=lambda kind: row.value(kind) or 0, default=None)
    options = {None: "neither: it is not hit", AP: f"AP {row.ap}", AT: f"AT {row.at}", "both": "both, a die for each"}
    text = f"A barrage of {bp} points: AP {row.ap}, AT {row.at}. Which value counts against {MANY[name]} under it?"
    wrong = [words for way, words in options.items() if way != kind]
    reasons = f"{MANY[name]}: {options[kind]}"
    facts = {"type": name, "ap": row.ap, "at": row.at}
    return source.quiz(text, options[kind], wrong, reasons, facts)


DRILLS = (
    Drill("hit", "RH-HIT-1", hit_in_the_open, 3),
    Drill("hit", "RH-HIT-2", hit_with_changes, 3),
    Drill("hit", "RH-HIT-3", hit_above_five, 1),
    Drill("hit", "RH-HIT-4", second_die, 2),
    Drill("hit", "RH-COV-1", mixed_cover, 2),
    Drill("hit", "RH-COV-2", all_covered, 2),
    Drill("hit", "RH-SAVE-5", cover_counts_twice, 2),
    Drill("hit", "RH-ACT-2", change_of_action, 3),
    Drill("hit", "RH-OW-6", on_overwatch, 2),
    Drill("hit", "RH-BAR-4", barrage_value, 2),
    Drill("hit", "RH-BAR-6", barrage_changes, 1),
    Drill("toughness", "RH-BAR-5", barrage_kind, 2),
)
