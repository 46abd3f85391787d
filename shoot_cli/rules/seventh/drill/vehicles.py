"""Questions about shooting at vehicles: which armour counts, penetration, saves, Hull Points, the damage table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from shoot_cli.core.quizzes import Drill, NothingToAsk, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh import vehicle_charts as charts
from shoot_cli.rules.seventh.drill.old_meeting import (
    NO_FACE,
    NO_SAVE,
    Meet,
    a,
    an,
    ap_text,
    arm,
    at_table,
    at_vehicles,
    counted,
    face,
    has,
    meetings,
    met,
    near,
    numbers_near,
)
from shoot_cli.rules.seventh.profiles import Model, Unit
from shoot_cli.rules.seventh.steps.attack import attack_of
from shoot_cli.rules.seventh.steps.damage import RESULTS, suffer, table_rolls
from shoot_cli.rules.seventh.steps.penetrate import roll_to_penetrate
from shoot_cli.rules.seventh.tokens import (
    FRONT,
    GLANCE,
    PENETRATION,
    REAR,
    SIDE,
    Aim,
    Damage,
    Dent,
    Gun,
    Impact,
    Strike,
    Wreckage,
)

ARMOUR = range(10, 15)
FACINGS = (FRONT, SIDE, REAR)


def a_vehicle(front: int = 13, side: int = 11, rear: int = 10, points: int = 3, *rules: str) -> Unit:
    model = Model(
        "Tank",
        4,
        0,
        points,
        weapons=(arm("boltgun"),),
        rules=rules,
        front=front,
        side=side,
        rear=rear,
        hull_points=points,
    )
    return Unit("Tank", "Vehicle (Tank)", ((model, 1),), rules)


def strike(strength: int | None, armour: int, *rules: str, ap: int | None = 3, melta: bool = False) -> Strike:
    kind = attack_of(a_vehicle(), a_vehicle(armour, armour, armour)).line.ranks[0].kind
    return Strike(Impact(Hashed(Gun("gun", strength, ap, rules)), Aim(FRONT, melta=melta)), kind)


def by_strength(meet: Meet) -> bool:
    return at_vehicles(meet) and meet.weapon.strength is not None and not has("Haywire", "Graviton", "Sniper")(meet)


def facing_of(source: Source, meet: Meet) -> tuple[str, int]:
    facing = source.one(FACINGS)
    value = {FRONT: meet.model.front, SIDE: meet.model.side, REAR: meet.model.rear}[facing]
    assert value is not None
    return facing, value


def penetrate(source: Source) -> Quiz:
    plain = met(
        source,
        lambda meet: (
            by_strength(meet)
            and not has("Melta", "Armourbane", "Lance", "Rending", "Gauss")(meet)
            and meet.weapon.type != "Ordnance"
        ),
    )
    if plain is None:
        armour = source.one(ARMOUR)
        strength = min(10, max(3, armour - source.random.randint(1, 7)))
        what = f"A hit of Strength {strength} strikes armour {armour}."
    else:
        facing, armour = facing_of(source, plain)
        strength = plain.weapon.strength or 1
        weapon, model = an(plain.weapon.name), a(plain.model.name)
        what = f"{weapon} (Strength {strength}) hits the {facing} of {model}, armour {armour}."
    glances = source.one((True, False))
    how = charts.penetration(strike(strength, armour))
    if glances and not 1 <= how.glance <= 6:
        glances = False
    if glances:
        number, asked = how.glance, "Which roll of the D6 is a glancing hit?"
        right = str(number)
        wrong = [str(n) for n in (number + 1, number - 1, number + 2, number - 2) if 1 <= n <= 6]
        words = f"Strength {strength} and {number} are just {armour}: glancing on {number}"
    else:
        number = how.glance + 1
        asked = "From which roll of the D6 on does it penetrate?"
        right = NO_FACE if number > 6 else face(max(1, number))
        wrong = [face(n) for n in (number - 1, number + 1, number - 2, 6, 5, 4) if 2 <= n <= 6] + [NO_FACE]
        words = f"more than {armour} is needed, Strength {strength} and the die: {right}"
    facts = {"s": strength, "av": armour, "glance": glances}
    return source.quiz(f"{what} {asked}", right, wrong, words, facts)


SPECIAL = ("Melta", "Melta too far", "Armourbane", "Lance")


def special_penetration(source: Source) -> Quiz:
    rule, strength, armour = source.one(SPECIAL), source.one((8, 8, 6, 9)), source.one(range(11, 15))
    if source.own:
        meet = source.meeting(meetings, lambda meet: at_vehicles(meet) and has("Melta", "Armourbane", "Lance")(meet))
        strength, (_, armour) = meet.weapon.strength or 1, facing_of(source, meet)
        rule = next(r for r in ("Melta", "Armourbane", "Lance") if meet.weapon.has(r))
        rule = source.one(("Melta", "Melta too far")) if rule == "Melta" else rule
    named = () if rule.startswith("Melta") else (rule,)
    how = charts.penetration(strike(strength, armour, *named, melta=rule == "Melta"))
    number = how.glance + 1
    dice = "2D6" if how.how == charts.SUM else "the D6"
    right = NO_FACE if number > 6 * how.dice else f"{number}+ on {dice}"
    said = {"Melta": "Melta, within half range", "Melta too far": "Melta, beyond half range"}.get(rule, rule)
    text = f"A hit of Strength {strength} ({said}) strikes armour {armour}. What does it need to penetrate?"
    plain = armour - strength + 1
    lance = min(armour, 12) - strength + 1
    wrong = [
        f"{plain}+ on the D6" if plain <= 6 else NO_FACE,
        f"{number - 1}+ on {dice}",
        f"{plain}+ on 2D6",
        f"{max(2, lance)}+ on the D6",
        f"{number + 1}+ on 2D6",
        NO_FACE,
    ]
    total = min(armour, charts.LANCE_ARMOUR) if rule == "Lance" else armour
    words = f"{said}: more than {total} with Strength {strength} and {dice}: {right}"
    facts = {"rule": rule, "s": strength, "av": armour}
    wrong = [w for w in wrong if not w.startswith(("0+", "1+", "-", "7+ on the D6"))]
    return source.quiz(text, right, wrong, words, facts)


def which_armour(source: Source) -> Quiz:
    meet = met(source, at_vehicles, 0.2)
    front, side, rear, name = (source.one((13, 14)), source.one((11, 12)), 10, "A tank")
    if meet is not None:
        front, side, rear, name = (
            meet.model.front or 10,
            meet.model.side or 10,
            meet.model.rear or 10,
            an(meet.model.name),
        )
    if front == side == rear:
        side, rear, name = 11, 10, "A tank"
        front = 13
    facing = source.one(FACINGS)
    hull = charts.hull_of(a_vehicle(front, side, rear).models[0][0], a_vehicle())
    assert hull is not None
    right = hull.armour(facing)
    text = (
        f"{name} has armour {front} in front, {side} at the sides, {rear} in the rear. "
        f"A squad stands in its {facing} arc. Which armour do its shots meet?"
    )
    because = f"the arc that the firers stand in, {facing}: {right}"
    wrong = (front, side, rear, 10, 12, 11, 14)
    facts = {"front": front, "side": side, "rear": rear, "facing": facing}
    return source.quiz(text, right, wrong, because, facts)


def lance_armour(source: Source) -> Quiz:
    """What armour counts as."""
    rule, armour = source.one(("Lance", "Lance", "Melta within half range", "Armourbane")), source.one(ARMOUR)
    if source.own:
        meet = source.meeting(meetings, lambda meet: at_vehicles(meet) and has("Lance")(meet))
        rule, (_, armour) = "Lance", facing_of(source, meet)
    right, _ = charts.armour_against(strike(8, armour, rule))
    text = f"A weapon with {rule} hits armour {armour}. Which armour value does its penetration roll have to reach?"
    words = (
        f"Lance: no more than 12 counts, so {right}"
        if rule == "Lance"
        else f"{rule} adds dice, the armour stays {right}"
    )
    facts = {"rule": rule, "av": armour}
    wrong = numbers_near(source, right, armour, min(12, armour), 12, armour - 1, least=9)
    return source.quiz(text, right, wrong, words, facts)


# Saves ----------------------------------------------------------------------------------------------------------------

WAYS = (  # cover where it stands, a quarter hidden from the firer, what it does besides, words
    (5, False, None, "stands in a wood, and not a quarter of the facing is hidden"),
    (4, False, None, "stands among ruins, and its facing is in full view"),
    (4, True, None, "has a third of its facing behind a ruin (4+)"),
    (5, True, None, "has half of its facing behind a hedge (5+)"),
    (None, False, 5, "launched smoke last turn, and stands in the open"),
    (None, False, 4, "jinks in the open"),
    (4, True, 5, "launched smoke last turn, and has half of its facing behind a ruin (4+)"),
)


def hull_save(source: Source) -> Quiz:
    met(source, at_vehicles)
    cover, covered, dodge, words = source.one(WAYS)
    ap, ignores = source.one((1, 2, 3, 4)), source.random.random() < 0.15
    hit = strike(8, 11, *(["Ignores Cover"] * ignores), ap=ap)
    kind = hit.model.but(cover=cover, dodge=dodge)
    impact = hit.impact.but(aim=hit.impact.aim.but(covered=covered))
    need = charts.hull_save(Dent(PENETRATION, impact, kind))
    right = face(need.target, NO_SAVE)
    ignoring = " from a weapon that Ignores Cover" if ignores else ""
    stays = "" if "jinks" in words else "; it does not jink"
    text = f"A Skimmer {words}{stays}. It takes a penetrating hit of AP{ap}{ignoring}. What does its save need?"
    why = (
        "Ignores Cover"
        if ignores
        else "a quarter of the facing must be hidden"
        if need.target is None
        else "cover, whatever the AP"
    )
    facts = {"words": words, "ignores": ignores}
    likely = [face(cover, NO_SAVE), face(dodge, NO_SAVE), NO_SAVE]
    return source.quiz(text, right, near(source, need.target or 5, NO_SAVE, likely), f"{why}: {right}", facts)


# What it suffers ------------------------------------------------------------------------------------------------------


def hull_points(source: Source) -> Quiz:
    meet = met(source, at_vehicles)
    points = source.one((2, 3, 3, 4)) if meet is None else meet.model.hull_points or 3
    name = "A vehicle" if meet is None else an(meet.model.name)
    glances, through = source.random.randint(0, 3), source.random.randint(0, 2)
    if not glances + through:
        glances = 1
    start = attack_of(a_vehicle(), a_vehicle(points=points))
    pool = tuple((Damage(kind, 3), n) for kind, n in ((GLANCE, glances), (PENETRATION, through)) if n)
    s = suffer(start.firing(Hashed(arm("boltgun"))).but(pool=pool), at_table())
    left = points - s.toll.hull_lost
    rolls = sum(n for thing, n in s.pool if isinstance(thing, Wreckage))
    hits = f"{counted(glances, 'glancing hit')} and {counted(through, 'penetrating hit')}"
    start_ = f"{name} with {counted(points, 'Hull Point')} takes {hits}, no save made."
    if source.one((True, False)):
        text, right, ask = (
            f"{start_} How many Hull Points are left, before any roll on the damage table?",
            left,
            "points",
        )
        why = f"each hit costs one, glancing or penetrating: {left} of {points} left"
        wrong = numbers_near(source, left, points - through, points - glances, max(0, points - glances - 2 * through))
    else:
        text, right, ask = f"{start_} How many rolls on the Vehicle Damage table follow?", rolls, "rolls"
        why = f"one for each penetrating hit, none for glancing ones: {rolls}"
        wrong = numbers_near(source, rolls, glances + through, glances, 1)
    facts = {"ask": ask, "points": points, "glances": glances, "through": through}
    return source.quiz(text, right, wrong, why, facts)


NAMES = tuple(reversed(RESULTS.values()))  # from Crew Shaken to Explodes!


def damage_table(source: Source) -> Quiz:
    """7E-VEH-5 and 7E-VEH-9."""
    meet = met(source, at_vehicles)
    ap = source.one((None, 1, 2, 3, 4)) if meet is None else meet.weapon.ap
    open_topped = source.random.random() < 0.35 if meet is None else meet.target.of_type("Open-topped")
    die = source.random.randint(1, 6)
    rules = ("Open-topped",) * open_topped
    front = attack_of(a_vehicle(), a_vehicle(13, 11, 10, 3, *rules)).line.ranks[0]
    results = table_rolls(front, ap, 1, "damage table", at_table(**{"damage table:Tank": {"first": [die]}}))
    right = next(name for name, n in zip(RESULTS.values(), results, strict=True) if n)
    name = (
        ("An open-topped vehicle" if open_topped else "A closed vehicle")
        if meet is None
        else f"{an(meet.model.name)} ({'open-topped' if open_topped else 'closed'})"
    )
    text = (
        f"{name} was penetrated by {ap_text(ap)}; the die for the Vehicle Damage table shows {die}. What is the result?"
    )
    more, _ = charts.damage_modifier(front.kind.hull, ap)
    because = f"{die}{f' + {more}' if more else ''} on the table: {right}"
    at = NAMES.index(right)
    wrong = [
        NAMES[i] for i in (at - more, at + 1, at - 1, at + 2, at - 2, at - 3, at + 3) if 0 <= i < len(NAMES) and i != at
    ]
    facts = {"ap": ap, "open": open_topped, "die": die}
    return source.quiz(text, right, wrong, because, facts, cell=(1 + at, 1))


FACE_RULES = ("Haywire", "Gauss", "Rending", "Sniper")
NOTHING, GLANCES, PENETRATES = "nothing", "a glancing hit", "a penetrating hit"


def carried_at_vehicles(rule: str) -> Callable[[Meet], bool]:
    return lambda meet: at_vehicles(meet) and meet.weapon.has(rule)


def special_six(source: Source) -> Quiz:
    """What one face of the die does."""
    rules = []
    for named in FACE_RULES:
        with suppress(NothingToAsk):
            source.must_meet(meetings, carried_at_vehicles(named))
            rules.append(named)
    if not rules:
        raise NothingToAsk
    rule, die, armour = source.one(rules), source.one((6, 6, 6, 5, 2, 1)), source.one(ARMOUR)
    strength: int | None = {"Haywire": 4, "Gauss": source.one((4, 5)), "Rending": 6, "Sniper": None}[rule]
    if rule == "Rending" and die == 6:
        armour = source.one((10, 11, 12))  # beyond, the D3 decides
    pool = roll_to_penetrate(
        strike(strength, armour, rule),
        1,
        at_table(**{f"{'haywire' if rule == 'Haywire' else 'penetrate'}:gun": {"first": [die]}}),
    )
    kinds = [thing.kind for thing, _ in pool if isinstance(thing, Dent)]
    right = NOTHING if not kinds else GLANCES if kinds[0] == GLANCE else PENETRATES
    number = "X" if strength is None else str(strength)
    text = f"{an(rule)} weapon of Strength {number} hits armour {armour}, and the die shows {die}. What comes of it?"
    why = {
        "Haywire": "1 nothing, 2 to 5 glances, 6 penetrates",
        "Gauss": "a 6 glances at least",
        "Rending": "a 6 adds D3",
        "Sniper": "Snipers count as Strength 4",
    }[rule]
    facts = {"rule": rule, "s": strength, "av": armour, "die": die}
    others = [NOTHING, GLANCES, PENETRATES, "an Immobilised result"]
    return source.quiz(text, right, others, f"{rule}: {why}; so {right}", facts)


DRILLS = (
    Drill("wound", "7E-VEH-3", penetrate, 3),
    Drill("wound", "7E-VEH-6", special_penetration, 2),
    Drill("toughness", "7E-VEH-2", which_armour, 2),
    Drill("toughness", "7E-VEH-6", lance_armour),
    Drill("save", "7E-VEH-8", hull_save, 2),
    Drill("bookkeeping", "7E-VEH-4", hull_points, 2),
    Drill("six", "7E-VEH-5", damage_table, 3),
    Drill("six", "7E-VEH-6", special_six),
)
