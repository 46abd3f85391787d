"""Legal targets, of a formation and of its hits; who takes the next hit; which value of a weapon counts."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, NothingToAsk, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import (
    MANY,
    Scene,
    asker,
    attack,
    battle,
    close,
    has_barrage,
    has_macro,
    must_have,
    quoted,
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
from shoot_cli.rules.reikhammer.records import Attack, Hit, Job
from shoot_cli.rules.reikhammer.steps.allocate import allocate
from shoot_cli.rules.reikhammer.steps.formation import recipients, stands_of, why_not_fire
from shoot_cli.rules.reikhammer.steps.states import WATCH
from shoot_cli.rules.reikhammer.steps.target import choose_watcher
from shoot_cli.rules.reikhammer.steps.weapon import choose_value

NOBODY = "nobody: they are lost"


def types_of(unit: Unit) -> set[str]:
    return {model.type for model, _ in unit.models}


def several(shooter: Unit, target: Unit) -> bool:
    return len(target.pieces()) > 2


def mixed(shooter: Unit, target: Unit) -> bool:
    """Some that AP hits and some that it does not, or AT."""
    types = types_of(target)
    return len(types) > 1 and any(0 < len(types & {*charts.HURT[kind]}) < len(types) for kind in (AP, AT))


def lined_up(s: Attack) -> Attack:
    """The target's units one tile behind the other, as listed."""
    return with_stands(s, lambda place, stand: stand.but(distance=place + 3))


def row_of_units(s: Attack) -> str:
    """``Grenadiers 1 (infantry), ...``, nearest first."""
    return ", ".join(f"{stand.name} ({TYPE_WORDS[stand.type]})" for stand in stands_of(s))


def given(s: Attack, of: Scene, *hits: tuple[Hit, int]) -> dict[str, int]:
    """How many of these hits each unit takes, by its name."""
    after = allocate(s.but(pool=tuple(hits)), asker(of.settings))
    return {struck.name: n for struck, n in after.struck}


# Legal targets -------------------------------------------------------------------------------------------------------


def who_can_take(source: Source) -> Quiz:
    """Which kinds of units some hits can be given to."""
    of = scene(source, mixed)
    kind, n = source.one((AP, AT)), source.one((2, 3, 4))
    s = attack(of)
    able = recipients(s, Hit(kind))
    models = of.target.pieces()
    names = {place: model.name for place, model in enumerate(models)}
    right = together([*dict.fromkeys(names[place] for place in able)]) or NOBODY
    every = [*dict.fromkeys(names.values())]
    rest = [name for name in every if name not in {names[place] for place in able}]
    wrong = [together(rest) or NOBODY, together(every), NOBODY, *every]
    kinds = ", ".join(dict.fromkeys(f"{model.name} ({TYPE_WORDS[model.type]})" for model in models))
    text = f"{n} normal {kind} hits on {quoted(of.target.name)}, all of it in sight and in range: {kinds}. "
    text += "Who can be given them?"
    why = f"{kind} hits go to {together([MANY[name] for name in charts.HURT[kind]])}: {right}"
    facts = {"kind": kind, "types": tuple(dict.fromkeys((model.name, model.type) for model in models))}
    return source.quiz(text, right, wrong, why, facts)


def soft(shooter: Unit, target: Unit) -> bool:
    """Three to six units of infantry, and nothing else."""
    return types_of(target) == {INFANTRY} and 3 <= len(target.pieces()) <= 7


def who_is_reached(source: Source) -> Quiz:
    """Range and sight decide, unit by unit."""
    of = scene(source, soft)
    s = lined_up(attack(of))
    size = len(s.pieces)
    reach, hidden = source.random.randint(3, 2 + size), source.one((None, 0, 1))
    s = with_stands(s, lambda place, stand: stand.but(hidden=place == hidden)).but(reach=(reach, reach))
    able = [stands_of(s)[place].name for place in recipients(s, Hit(AP))]
    names = [stand.name for stand in stands_of(s)]
    right = runs(able) or NOBODY
    within = names[: reach - 2]
    wrong = [runs(within), runs(names), runs([n for n in names if n not in able]), *names]
    wrong = [runs([*able, *names[len(within) : len(within) + 1]]), *wrong]
    where = ", ".join(f"{name} at {place + 3}" for place, name in enumerate(names))
    sight = "All are seen." if hidden is None else f"{names[hidden]} is not seen, the others are."
    text = (
        f"The guns that fired reach {reach} tiles. Of the target stand {where} tiles. {sight} Who can be given AP hits?"
    )
    facts = {"units": tuple(names), "reach": reach, "hidden": "" if hidden is None else names[hidden]}
    reasons = f"within {reach} tiles and seen: {right}"
    return source.quiz(text, right, [w for w in wrong if w and w != right], reasons, facts)


def who_takes_macro(source: Source) -> Quiz:
    """Only whom the macro-weapon itself reaches."""
    of = scene(source, soft)
    must_have(source, has_macro)
    s = lined_up(attack(of))
    size = len(s.pieces)
    reach = source.random.randint(3, 1 + size)
    s = s.but(reach=(2 + size, reach))
    names = [stand.name for stand in stands_of(s)]
    able = [names[place] for place in recipients(s, Hit(AP, True))]
    where = ", ".join(f"{name} at {place + 3}" for place, name in enumerate(names))
    text = f"A macro-weapon that reaches {reach} tiles and guns that reach {2 + size} fire at infantry: {where} tiles. "
    text += "All see all. Who can be given a macro AP hit?"
    right = runs(able)
    wrong = [runs(names), runs(names[len(able) :]), runs(names[: len(able) + 1]), names[-1], names[0]]
    facts = {"units": tuple(names), "reach": reach}
    reasons = f"within the {reach} tiles of the macro-weapon: {right}"
    return source.quiz(text, right, [w for w in wrong if w and w != right], reasons, facts)


def who_is_left_by_cover(source: Source) -> Quiz:
    """The attacker ignored the cover, or took the -1."""
    of = scene(source, soft)
    s = attack(of)
    names = [stand.name for stand in stands_of(s)]
    n, ignore = source.random.randrange(1, len(names)), source.one((True, True, False))
    s = with_stands(s, lambda place, stand: stand.but(cover=2 if place < n else 0))
    gun = Weapon("rifles", 99, ap=4)
    said = {"ignore_cover:rifles": "yes" if ignore else "no"}
    after = choose_value(s.but(jobs=(Job(Hashed(gun), 1),)), asker(of.settings, said=said))
    fire = after.pool[0][0].fire.value
    able = recipients(s, Hit(AP, open_only=fire.open_only))
    right = runs([names[place] for place in able])
    text = f"{runs(names[:n])} {'stands' if n == 1 else 'stand'} in a wood, {runs(names[n:])} in the open; all are "
    text += f"infantry. The attacker {'ignored the cover' if ignore else 'took the -1'} for these AP shots. "
    text += "Who can be given their hits?"
    wrong = [runs(names), runs(names[n:]), runs(names[:n]), names[-1], names[0]]
    why = "cover ignored: only those in the open" if ignore else "-1 taken: all of them"
    facts = {"covered": tuple(names[:n]), "open": tuple(names[n:]), "ignored": ignore}
    reasons = why
    return source.quiz(text, right, wrong, reasons, facts)


def overwatch_target(source: Source) -> Quiz:
    b = battle(source)
    enemies = b.sides[0].companies
    able = [at for at, company in enumerate(b.sides[1].companies) if not why_not_fire(company)]
    if len(enemies) < 2 or not able:
        raise NothingToAsk
    moved, still = source.random.sample(range(len(enemies)), 2)
    at = source.one(able)
    watcher = b.sides[1].companies[at]
    b = replaced(b.but(unit=moved, action=charts.ADVANCE, answering=True), 1, at, watcher.with_mark(Mark(WATCH)))
    name = watcher.unit.value.name
    after = choose_watcher(b, asker(source.settings, said={"overwatch": name}))
    assert after.target is not None
    right = f"only {quoted(enemies[after.target].unit.value.name)}"
    first, other = quoted(enemies[moved].unit.value.name), quoted(enemies[still].unit.value.name)
    text = f"{quoted(name)} is on overwatch and sees {first} and {other}, both in range. "
    text += f"{first} has completed a move, {other} has not moved. Which may it shoot at?"
    wrong = [f"only {other}", "either of them", "both, its fire divided"]
    reasons = f"{first} moved: {right}"
    return source.quiz(text, right, wrong, reasons, {"moved": first, "still": other})


def area(source: Source) -> Quiz:
    must_have(source, has_barrage)
    source.as_usual("metric")
    radius = source.one((0, 1, 2, 3))
    n, side = charts.tiles_within(radius, source.settings["metric"]), 2 * radius + 1
    text = f"A barrage has radius {radius}; a diagonal step counts as one tile. How many tiles lie in its area?"
    sizes = [charts.tiles_within(m, source.settings["metric"]) for m in range(4)]
    wrong = [str(m) for m in sizes if m != n]
    words = f"radius {radius}: {side} by {side} tiles" if radius else "radius 0: the target tile alone"
    return source.quiz(text, n, wrong, words, {"radius": radius})


def no_splitting(source: Source) -> Quiz:
    """How many formations it may shoot at: one, whatever its units see."""
    of = scene(source, lambda shooter, target: several(target, shooter))
    n, hidden, choosing = source.one((2, 3, 4)), source.one((1, 2)), source.one((True, False))
    size = len(of.shooter.pieces())
    text = f"{quoted(of.shooter.name)}, {some(size, 'unit')}, shoots. Its units have {n} enemy formations in sight and "
    text += f"in range, and {hidden} more out of sight. "
    text += "Among how many may it choose its target?" if choosing else "At how many may its units shoot?"
    right = n if choosing else 1
    wrong = dict.fromkeys((n, 1, n + hidden, min(size, n + 1), 2))
    chosen = f"{n} in sight and in range to choose from" if choosing else "1 target, and no divided fire"
    reasons = f"{chosen}: {right}"
    return source.quiz(text, right, wrong, reasons, {"seen": n, "choosing": choosing})


# Who takes the next one ----------------------------------------------------------------------------------------------


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
    text += f"All can be given hits. How many does {names[place]} take?"
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


def two_kinds(source: Source) -> Quiz:
    """AP first, then AT, all counted together."""
    of = scene(source, several)
    source.as_usual("even_count")
    must_have(source, lambda unit: LIGHT in types_of(unit))
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
    s = attack(of).but(jobs=(Job(Hashed(weapon), 1),))
    ((shot, _),) = choose_value(s, asker(of.settings)).pool
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
    Drill("targets", "RH-ALLOC-3", who_can_take, 3),
    Drill("targets", "RH-ALLOC-1", who_is_reached, 3),
    Drill("targets", "RH-MW-1", who_takes_macro, 1),
    Drill("targets", "RH-COV-1", who_is_left_by_cover, 2),
    Drill("targets", "RH-OW-3", overwatch_target, 2),
    Drill("targets", "RH-BAR-7", area, 1),
    Drill("targets", "RH-TGT-1", no_splitting, 3),
    Drill("allocate", "RH-ALLOC-1", nearest_first, 3),
    Drill("allocate", "RH-ALLOC-2", evenly, 3),
    Drill("allocate", "RH-ALLOC-3", past_the_tank, 3),
    Drill("allocate", "RH-ALLOC-5", two_kinds, 1),
    Drill("allocate", "RH-MW-1", macro_anew, 1),
    Drill("toughness", "RH-HIT-1", which_value, 3),
)
