"""Who takes the next hit, and which value of a weapon has somebody to hurt."""

from __future__ import annotations

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Source
from shoot_cli.core.record import Card
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.hits import given, lined_up, mixed, row_of_units, several, soft, types_of
from shoot_cli.rules.reikhammer.drill.scenes import (
    MANY,
    Scene,
    asker,
    attack,
    close,
    has_macro,
    must_have,
    runs,
    scene,
    some,
    together,
    with_stands,
)
from shoot_cli.rules.reikhammer.profiles import (
    AP,
    ARMOURED,
    AT,
    INFANTRY,
    LIGHT,
    TYPE_WORDS,
    VALUES,
    Model,
    Unit,
    Weapon,
)
from shoot_cli.rules.reikhammer.records import Hit, Job
from shoot_cli.rules.reikhammer.steps.aim import choose_value
from shoot_cli.rules.reikhammer.steps.formation import stands_of


def nearest_first(source: Source) -> Quiz:
    of = scene(source, soft)
    s = attack(of)
    tiles = source.random.sample(range(2, 12), len(s.pieces))
    s = with_stands(s, lambda place, stand: stand.but(distance=tiles[place]))
    taken = given(s, of, (Hit(AP), 1))
    names = [stand.name for stand in stands_of(s)]
    where = ", ".join(f"{name} at {n}" for name, n in zip(names, tiles, strict=True))
    text = f"One AP hit on infantry; from the nearest attacker stand {where} tiles. All can be given it. Who takes it?"
    right = together([*taken])
    by_distance = sorted(names, key=lambda name: tiles[names.index(name)])
    wrong = [by_distance[-1], names[0], by_distance[1], names[-1], "any that its owner likes"]
    reasons = f"{min(tiles)} tiles is the nearest: {right}"
    facts = {"distances": tuple(zip(names, tiles, strict=True))}
    return source.quiz(text, right, wrong, reasons, facts)


def evenly(source: Source) -> Quiz:
    of = scene(source, soft)
    s = lined_up(attack(of))
    names = [stand.name for stand in stands_of(s)]
    n = source.random.randint(2, 2 * len(names) + 1)
    place = source.random.randrange(len(names))
    taken = given(s, of, (Hit(AP), n))
    right = taken.get(names[place], 0)
    integrity = of.target.pieces()[place].integrity
    text = f"{some(n, 'AP hit')} on {len(names)} units of infantry, nearest first: {', '.join(names)}. "
    text += "All can be given hits. "
    text += f"How many does {names[place]} take?"
    all_on_one = max(min(n - integrity * place, integrity), 0)
    wrong = close(source, right, n, all_on_one)
    spread = ", ".join(str(taken.get(name, 0)) for name in names)
    reasons = f"{some(n, 'hit')} on {len(names)} units, in rounds from the nearest: {spread}"
    facts = {"hits": n, "place": place, "units": len(names)}
    return source.quiz(text, right, wrong, reasons, facts)


def past_the_tank(source: Source) -> Quiz:
    """Hits pass those they cannot hurt."""
    of = scene(source, mixed)
    kind, n = source.one((AP, AT)), source.one((1, 2, 3, 4, 5))
    s = lined_up(attack(of))
    taken = given(s, of, (Hit(kind), n))
    names = [stand.name for stand in stands_of(s)]
    place = source.random.randrange(len(names))
    right = taken.get(names[place], 0)
    text = f"{some(n, f'normal {kind} hit')} on these, nearest first: {row_of_units(s)}. "
    text += f"How many does {names[place]} take?"
    even = n // len(names) + (place < n % len(names))
    wrong = close(source, right, even, n)
    reasons = f"{some(n, f'{kind} hit')} for {together([MANY[t] for t in charts.HURT[kind]])}: {right}"
    facts = {"kind": kind, "hits": n, "types": tuple(stand.type for stand in stands_of(s)), "place": place}
    return source.quiz(text, right, wrong, reasons, facts)


# A target with all three sorts; shipped lists rarely put them into one formation.
MIXED = Unit(
    "a mixed column", ((Model("Car", LIGHT, 2), 1), (Model("Platoon", INFANTRY, 2), 1), (Model("Tank", ARMOURED, 4), 1))
)


def has_light(unit: Unit) -> bool:
    return LIGHT in types_of(unit)


def two_kinds(source: Source) -> Quiz:
    """AP first, then AT, all counted together."""
    of = scene(source, several)
    source.as_usual("even_count")
    must_have(source, has_light)
    s = attack(Scene(of.shooter, MIXED, of.settings))
    order = source.random.sample(range(3), 3)
    s = with_stands(s, lambda place, stand: stand.but(distance=order.index(place) + 2))
    ap, at = source.one(((1, 1), (1, 1), (1, 2), (2, 1), (2, 2)))
    taken = given(s, of, (Hit(AP), ap), (Hit(AT), at))
    names = [stands_of(s)[place].name for place in order]
    asked = source.one(names)
    right = taken.get(asked, 0)
    types = {"Car": "light vehicle", "Platoon": "infantry", "Tank": "armoured vehicle"}
    listed = ", ".join(f"{name} ({types[name]})" for name in names)
    text = f"{some(ap, 'AP hit')} and {some(at, 'AT hit')} on three units, nearest first: {listed}. "
    text += f"How many does the {asked} take?"
    wrong = close(source, right, ap + at, ap, at)
    spread = ", ".join(f"{name} {taken.get(name, 0)}" for name in names)
    reasons = f"{ap} AP, then {at} AT, each to the one with the fewest so far: {spread}"
    facts = {"ap": ap, "at": at, "order": tuple(names), "asked": asked}
    return source.quiz(text, right, wrong, reasons, facts)


def macro_anew(source: Source) -> Quiz:
    """Macro hits begin a new count."""
    of = scene(source, soft)
    must_have(source, has_macro)
    s = lined_up(attack(of))
    names = [stand.name for stand in stands_of(s)]
    n = source.random.randint(1, len(names))
    normal = given(s, of, (Hit(AP), n))
    macro = source.random.randint(1, min(3, len(names)))
    taken = given(s, of, (Hit(AP, True), macro))
    right = next(name for name in reversed(names) if name in taken)
    most = runs([*normal])
    text = (
        f"{', '.join(names)}: infantry, nearest first. {some(n, 'normal hit was', 'normal hits were')} given to {most} "
    )
    text += "and saved, and nobody was destroyed. Now the macro-weapons, which reach all, "
    text += f"make {some(macro, 'hit')}. {'Who takes it?' if macro == 1 else 'Who takes the last of them?'}"
    others = source.random.sample(names, len(names))
    wrong = [*[name for name in names if name not in normal][:1], names[0], "any that its owner likes", *others]
    reasons = f"macro hits are counted anew, from the nearest: {right}"
    facts = {"units": tuple(names), "hits": n, "macro": macro}
    return source.quiz(text, right, wrong, reasons, facts)


def which_value(source: Source) -> Quiz:
    """Of a weapon with several values, the one that can hurt this target."""
    of = scene(source, two_valued)
    weapon = source.one(
        weapon for weapon in of.shooter.weapons() if len(ways(weapon, of.target)) == 1 < len(weapon.values)
    )
    s = attack(of).but(jobs=(Job(Card(weapon), 1),))
    ((shot, _),) = choose_value(s, asker(of.settings)).pile
    kind = shot.fire.value.kind
    listed = " and ".join(f"{one} {weapon.value(one)}" for one in weapon.values)
    who = together([*dict.fromkeys(f"{model.name} ({TYPE_WORDS[model.type]})" for model, _ in of.target.models)])
    text = f"A weapon has {listed}; its target is {who}. What should it roll against?"
    right = f"{kind} {weapon.value(kind)}"
    total = sum(weapon.value(one) or 0 for one in weapon.values)
    wrong = [
        *(f"{one} {weapon.value(one)}" for one in weapon.values),
        "both, a die for each",
        f"{total}, both together",
    ]
    reasons = f"only {kind} has somebody to hurt: {right}"
    values = tuple((one, weapon.value(one)) for one in weapon.values)
    facts = {"values": values, "types": tuple(sorted(types_of(of.target)))}
    return source.quiz(text, right, wrong, reasons, facts)


def ways(weapon: Weapon, target: Unit) -> list[str]:
    return [kind for kind in VALUES if weapon.value(kind) is not None and types_of(target) & {*charts.HURT[kind]}]


def two_valued(shooter: Unit, target: Unit) -> bool:
    return any(len(ways(weapon, target)) == 1 < len(weapon.values) for weapon in shooter.weapons())


DRILLS = (
    Drill("allocate", "RH-ALLOC-1", nearest_first, 3),
    Drill("allocate", "RH-ALLOC-2", evenly, 3),
    Drill("allocate", "RH-ALLOC-3", past_the_tank, 3),
    Drill("allocate", "RH-ALLOC-5", two_kinds, 1),
    Drill("allocate", "RH-MW-1", macro_anew, 1),
    Drill("toughness", "RH-HIT-1", which_value, 3),
)
