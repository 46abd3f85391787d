"""Legal targets, of a formation and of its hits."""

from __future__ import annotations

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import NothingToAsk, Source
from shoot_cli.core.record import Card
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import (
    MANY,
    Scene,
    asker,
    attack,
    battle,
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
    AT,
    INFANTRY,
    TYPE_WORDS,
    Unit,
    Weapon,
)
from shoot_cli.rules.reikhammer.records import Attack, Hit, Job
from shoot_cli.rules.reikhammer.steps.act import choose_watcher, why_not_fire
from shoot_cli.rules.reikhammer.steps.aim import choose_value
from shoot_cli.rules.reikhammer.steps.allocate import allocate
from shoot_cli.rules.reikhammer.steps.formation import recipients, stands_of
from shoot_cli.rules.reikhammer.steps.state import WATCH

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
    after = allocate(s.but(pile=tuple(hits)), asker(of.settings))
    return {stands_of(s)[place].name: n for place, n, _ in after.struck}


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
    after = choose_value(s.but(jobs=(Job(Card(gun), 1),)), asker(of.settings, said=said))
    fire = after.pile[0][0].fire.value
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
    text += f"{first} has completed a move, {other} has "
    text += "not moved. Which may it shoot at?"
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


DRILLS = (
    Drill("targets", "RH-ALLOC-3", who_can_take, 3),
    Drill("targets", "RH-ALLOC-1", who_is_reached, 3),
    Drill("targets", "RH-MW-1", who_takes_macro, 1),
    Drill("targets", "RH-COV-1", who_is_left_by_cover, 2),
    Drill("targets", "RH-OW-3", overwatch_target, 2),
    Drill("targets", "RH-BAR-7", area, 1),
    Drill("targets", "RH-TGT-1", no_splitting, 3),
)
