"""Questions about what becomes of what flies: damage in the air, crashes, Grounding."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.quizzes.makers import in_order
from shoot_cli.core.record import Hashed
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.flying import MONSTER, a_flyer, something_flies
from shoot_cli.rules.seventh.drill.old_meeting import (
    NO_SAVE,
    a_unit,
    ap_text,
    arm,
    at_table,
    face,
    meetings,
    numbers_near,
)
from shoot_cli.rules.seventh.drill.saving import a_wound
from shoot_cli.rules.seventh.flying import CRASH, SWOOPING, grounding
from shoot_cli.rules.seventh.profiles import Army
from shoot_cli.rules.seventh.records import Battle, Gone, Harm
from shoot_cli.rules.seventh.steps import crash, marks
from shoot_cli.rules.seventh.steps.aftermath import begin_harm
from shoot_cli.rules.seventh.steps.attack import attack_of, begin_attack, end_attack
from shoot_cli.rules.seventh.steps.damage import RESULTS, damage_waits, suffer
from shoot_cli.rules.seventh.steps.grounding import grounding_tests
from shoot_cli.rules.seventh.steps.line import line_of
from shoot_cli.rules.seventh.steps.turns import battle_of
from shoot_cli.rules.seventh.tokens import Wreckage
from shoot_cli.rules.seventh.vehicle_charts import EXPLOSION, damage_modifier

# Damage in the air ----------------------------------------------------------------------------------------------------

CRASHES, FLIES_ON = "it crashes", "Crew Stunned"


def damage_in_the_air(source: Source) -> Quiz:
    """An Immobilised result is Stunned or a crash there, Explodes! a crash."""
    source.must_meet(meetings, something_flies)
    ap, die, more = source.one((1, 2, 2, 3, 4)), source.one((3, 4, 5, 5, 6, 6)), source.random.randint(1, 6)
    zooms = source.random.random() < 0.75
    name = "Flyer"
    s = attack_of(a_unit(arm("lascannon")), a_flyer()).but(zooming=zooms)
    now = s.firing(Hashed(arm("lascannon"))).but(pool=((Wreckage(ap), 1),))
    shown = {f"damage table:{name}": {"first": [die]}, f"crash:{name}": {"first": [more]}}
    while damage_waits(now):
        now = suffer(now, at_table(**shown))
    table, _ = damage_modifier(s.line.ranks[0].kind.body(), ap)
    printed = RESULTS[min(7, max(3, die + table))]
    if now.toll.crashed:
        right = CRASHES
    elif now.toll.exploded:
        right = "Explodes!"
    else:
        suffered = [words.casefold() for words in now.line.ranks[0].kind.body().newly]
        right = next(result for result in RESULTS.values() if result.casefold() in suffered)
    locked = zooms and printed == "Immobilised"
    then = f", and the D6 that follows {more}" if locked else ""
    text = (
        f"A {'Zooming' if zooms else 'Hovering'} Flyer with Hull Points left is penetrated by {ap_text(ap)}. The die "
        f"for the damage table shows {die}{then}. What becomes of it?"
    )
    total = f"{die}{f' + {table}' if table else ''}: {printed}"
    why = total if not zooms or right == printed else f"{total}; in the air that is {right}"
    others = [printed, CRASHES, FLIES_ON, "Explodes!", "Immobilised"]
    facts = {"ap": ap, "die": die, "zooms": zooms, "more": more if locked else 0}
    return source.quiz(text, right, others, why if right in why else f"{why}: {right}", facts)


# Saves of those who fall, and of those below --------------------------------------------------------------------------

SAVES = ((3, None), (2, 5), (5, None), (6, 4))
WHERE = ("inside a Zooming Flyer that crashes", "under the marker of a crash", "near a tank that explodes")


def save_in_a_crash(source: Source) -> Quiz:
    source.must_meet(meetings, something_flies)
    source.as_usual("crash_passengers")
    (armour, ward), where = source.one(SAVES), source.one((0, 0, 1, 2))
    squad = a_unit(arm("boltgun"), 5, armour=armour, invulnerable=ward)
    flyer = a_flyer().but(capacity=10)
    b = battle_of(Army("", "Mine", (flyer, squad)), Army("", "Theirs", (MONSTER,)))
    if where == 0:
        b = replaced(b, 0, 1, b.company(0, 1).but(inside=0).with_mark(Mark(marks.EMBARKED)))
        b, harms = crash.passengers(b, Gone(0, 0, "Flyer", False, True), 1, at_table())
    else:
        harms = [Harm(0, 1, 1, CRASH if where == 1 else EXPLOSION, WHERE[where])]
    need = save_of(b.but(harms=tuple(harms)))
    right = face(need, NO_SAVE)
    weapon = harms[0].weapon.value
    has = f"armour {armour}+" + (f", invulnerable {ward}+" if ward else "")
    text = f"Models ({has}) are {WHERE[where]}. What does the best save of each against its Wound need?"
    why = f"S{weapon.strength} AP-" + (", without armour saves" if where == 0 else "")
    likely = [face(armour), face(ward, NO_SAVE), NO_SAVE, "4+", "6+"]
    facts = {"armour": armour, "ward": ward, "where": where}
    return source.quiz(text, right, likely, f"{why}: {right}", facts)


def save_of(b: Battle) -> int | None:
    """What the nearest model of the next harm needs to save; None: it has no save."""
    now = begin_harm(b, at_table())
    weapon = now.weapon.value
    wound = a_wound(weapon.ap, *weapon.rules, strength=weapon.strength)
    return charts.to_save(now.line.ranks[0].kind, wound).target


def a_monster(**values: Any) -> Battle:
    unit = a_unit(arm("boltgun"), 1, MONSTER.type, **({"toughness": 6, "wounds": 4} | values)).but(name="Tyrant")
    return battle_of(Army("", "Mine", (a_unit(arm("lascannon"), 5),)), Army("", "Theirs", (unit,)))


def save_of_the_fallen(source: Source) -> Quiz:
    source.must_meet(meetings, something_flies)
    source.as_usual("grounded_saves")
    armour, ward, jinked = source.one((2, 3, 3)), source.one((None, None, 4, 5)), source.one((True, False))
    b = a_monster(armour=armour, invulnerable=ward)
    company = b.company(1, 0).with_mark(Mark(marks.HURT_ALOFT))
    b = replaced(b, 1, 0, company.with_mark(Mark(marks.JINKED)) if jinked else company)
    need = save_of(grounding_tests(b, at_table(**{"grounding:Tyrant": {"first": [1]}})))
    right = face(need, NO_SAVE)
    has = f"armour {armour}+" + (f", invulnerable {ward}+" if ward else "") + (", it jinked" if jinked else "")
    text = f"A Swooping creature ({has}) fails its Grounding test and is wounded by the fall. What does its save need?"
    why = "no armour and no cover save against the fall" + (", only the invulnerable one" if ward else "")
    likely = [face(armour), "4+", NO_SAVE, face(ward, NO_SAVE), "5+", "6+"]
    return source.quiz(text, right, likely, f"{why}: {right}", {"ward": ward})


# Grounding ------------------------------------------------------------------------------------------------------------

FALLS, STAYS_UP = "it falls, takes an S9 hit and Glides", "nothing, it Swoops on"


def does_it_fall(source: Source) -> Quiz:
    source.must_meet(meetings, something_flies)
    traktor, die = source.random.random() < 0.3, source.random.randint(1, 6)
    right = STAYS_UP if grounding(traktor).met_by(die) else FALLS
    by = " to a traktor kannon" if traktor else ""
    start = f"A Swooping creature lost a Wound{by} this phase."
    text = f"{start} The D6 of its Grounding test shows {die}. What comes of it?"
    why = "3+ stays up" + (f", and the traktor kannon makes {die} a {die - 3}" if traktor else "")
    others = [STAYS_UP, FALLS, "it crashes and is removed", "it Glides, unhurt"]
    return source.quiz(text, right, others, f"{why}: {right}", {"die": die, "traktor": traktor})


SHOOTING = (
    "caused two Wounds that were not saved",
    "caused one Wound that was not saved",
    "caused Wounds, all saved",
    "hit it and did not wound it",
    "caused one Wound, which Feel No Pain stopped",
)
HURTS = 2  # so many of these, from the first


def how_many_tests(source: Source) -> Quiz:
    """One for the phase, if a Wound was lost while it swooped."""
    source.must_meet(meetings, something_flies)
    source.as_usual("grounding")
    swoops = source.random.random() < 0.8
    told = [source.random.randrange(len(SHOOTING)) for _ in range(3)]
    if source.one((True, False)):
        told = [max(HURTS, one) for one in told]
    b = a_monster().but(unit=0, target=0)
    for one in told:
        s = begin_attack(b, at_table()).but(zooming=swoops)
        s = s.but(line=s.line.but(lost=1 if one < HURTS else 0))
        b = end_attack(s, at_table()).but(unit=0, target=0)
    table = at_table(**{"grounding:Tyrant": {"first": [6]}})
    grounding_tests(b, table)
    right = sum(bool(entry.question and entry.question.key.startswith("grounding:")) for entry in table.log)
    who = "A Swooping" if swoops else "A Gliding"
    units = "; ".join(
        f"the {place} {SHOOTING[one]}" for place, one in zip(("first", "second", "third"), told, strict=True)
    )
    text = f"{who} creature was shot at by three units in a phase: {units}. How many Grounding tests does it take?"
    why = "one for the phase" if right else "only a Wound that it lost while Swooping calls for it"
    hurt = sum(one < HURTS for one in told)
    facts = {"swoops": swoops, "hurt": hurt}
    return source.quiz(text, right, numbers_near(source, right, hurt, 3, 2, 1, 0), f"{why}: {right}", facts)


def after_the_test(source: Source) -> Quiz:
    """How it flies until its owner's next turn, and what is left of its Jink."""
    source.must_meet(meetings, something_flies)
    die, jinked = source.one((1, 2, 2, 3, 4)), source.one((True, False))
    b = a_monster()
    company = b.company(1, 0).with_mark(Mark(SWOOPING)).with_mark(Mark(marks.HURT_ALOFT))
    b = replaced(b, 1, 0, company.with_mark(Mark(marks.JINKED, b.this_turn())) if jinked else company)
    b = grounding_tests(b, at_table(**{"grounding:Tyrant": {"first": [die]}}))
    company = b.company(1, 0)
    cover = charts.cover_save(line_of(company, False)[0].kind).target
    how = "it Swoops" if marks.mode_of(company) == SWOOPING else "it Glides"
    ends = {f"{flies}, {has}" for flies in ("it Swoops", "it Glides") for has in ("with 4+ cover", "without cover")}
    right = f"{how}, {'with 4+ cover' if cover == 4 else 'without cover'}"
    did = "which jinked" if jinked else "which did not jink"
    text = (
        f"A Swooping creature, {did}, lost a Wound. Its Grounding test shows {die}, and it lives. What holds in the "
        "open until its owner's next turn?"
    )
    why = "it stays up" if how == "it Swoops" else "it has fallen"
    why += ", and keeps the cover of its Jink" if jinked else ""
    return source.quiz(text, right, sorted(ends), f"{why}: {right}", {"die": die, "jinked": jinked})


OF_THE_END = (
    "take the Pinning test that the last unit called for", "take the Grounding tests",
    "take the Leadership tests of passengers", "take the Morale checks",
)  # fmt: skip

DRILLS = (
    Drill("six", "7E-FLY-9", damage_in_the_air),
    Drill("save", "7E-FLY-10", save_in_a_crash),
    Drill("six", "7E-FMC-4", does_it_fall),
    Drill("save", "7E-FMC-4", save_of_the_fallen),
    Drill("bookkeeping", "7E-FMC-4", how_many_tests),
    Drill("bookkeeping", "7E-FMC-5", after_the_test),
    Drill("order", "7E-END-7", in_order(OF_THE_END, "the end of the Shooting phase")),
)
