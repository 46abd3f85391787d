"""What becomes of what flies: damage in the air, crashes, Grounding: the answers of ``falling.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import Source
from shoot_cli.core.record import Hashed
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.flying import MONSTER, a_flyer
from shoot_cli.rules.seventh.drill.meeting import a_unit, arm, at_table, shown
from shoot_cli.rules.seventh.drill.saving import a_wound
from shoot_cli.rules.seventh.flying import CRASH, SWOOPING, grounding
from shoot_cli.rules.seventh.profiles import Army
from shoot_cli.rules.seventh.records import Battle, BystanderHits, DestroyedVehicle
from shoot_cli.rules.seventh.steps import crash, marks
from shoot_cli.rules.seventh.steps.aftermath import begin_harm
from shoot_cli.rules.seventh.steps.attack import begin_attack, end_attack, new_attack
from shoot_cli.rules.seventh.steps.damage import RESULTS, damage_waits, suffer
from shoot_cli.rules.seventh.steps.grounding import grounding_tests
from shoot_cli.rules.seventh.steps.line import line_of
from shoot_cli.rules.seventh.steps.turns import new_battle
from shoot_cli.rules.seventh.tokens import Wreckage
from shoot_cli.rules.seventh.vehicle_charts import EXPLOSION, damage_modifier

# Damage in the air ----------------------------------------------------------------------------------------------------


def damage_in_the_air(ap: int, die: int, then: int, zooms: bool) -> Mapping[str, Any]:
    """An Immobilised result is Stunned or a crash there, Explodes! a crash."""
    s = new_attack(a_unit(arm("lascannon")), a_flyer()).but(zooming=zooms)
    now = s.firing(Hashed(arm("lascannon"))).but(pool=((Wreckage(ap), 1),))
    table = at_table(**{"damage table:Flyer": shown(die), "crash:Flyer": shown(then)})
    while damage_waits(now):
        now = suffer(now, table)
    added, _ = damage_modifier(s.line.ranks[0].kind.body(), ap)
    printed = RESULTS[min(7, max(3, die + added))]
    if now.toll.crashed or now.toll.exploded:
        right = "it crashes" if now.toll.crashed else "Explodes!"
    else:
        suffered = [words.casefold() for words in now.line.ranks[0].kind.body().newly]
        right = next(result for result in RESULTS.values() if result.casefold() in suffered)
    locked = zooms and printed == "Immobilised"
    words = {"added": f" + {added}" if added else "", "printed": printed, "as_printed": right == printed}
    return {"answer": right, "locked": locked, "more": then if locked else 0, **words}


# Saves of those who fall, and of those below --------------------------------------------------------------------------


def save_in_a_crash(armour: int, ward: int | None, where: int) -> Mapping[str, Any]:
    squad, flyer = a_unit(arm("boltgun"), 5, armour=armour, invulnerable=ward), a_flyer().but(capacity=10)
    b = new_battle(Army("", "Mine", (flyer, squad)), Army("", "Theirs", (MONSTER,)))
    if where == 0:
        b = replaced(b, 0, 1, b.company(0, 1).but(inside=0).with_mark(Mark(marks.EMBARKED)))
        b, harms = crash.passengers(b, DestroyedVehicle(0, 0, "Flyer", False, True), 1, at_table())
    else:
        harms = [BystanderHits(0, 1, 1, CRASH if where == 1 else EXPLOSION, "there")]
    return {"need": save_of_harm(b.but(harms=tuple(harms))), "s": harms[0].weapon.value.strength}


def save_of_harm(b: Battle) -> Need:
    """Of the nearest model against the next harm."""
    now = begin_harm(b, at_table())
    weapon = now.weapon.value
    wound = a_wound(weapon.ap, *weapon.rules, strength=weapon.strength)
    return charts.to_save(now.line.ranks[0].kind, wound)


def a_monster(jinked: bool = False, hurt: bool = True, **values: Any) -> Battle:
    """A battle with a Swooping creature, which lost a Wound there."""
    unit = a_unit(arm("boltgun"), 1, MONSTER.type, **({"toughness": 6, "wounds": 4} | values)).but(name="Tyrant")
    b = new_battle(Army("", "Mine", (a_unit(arm("lascannon"), 5),)), Army("", "Theirs", (unit,)))
    company = b.company(1, 0).with_mark(Mark(SWOOPING)).with_mark(Mark(marks.HURT_ALOFT)) if hurt else b.company(1, 0)
    return replaced(b, 1, 0, company.with_mark(Mark(marks.JINKED, b.this_turn())) if jinked else company)


def grounding_shows(die: int) -> dict[str, Any]:
    return {"grounding:Tyrant": shown(die)}


def save_of_the_fallen(armour: int, ward: int | None, jinked: bool) -> Need:
    b = a_monster(jinked, armour=armour, invulnerable=ward)
    return save_of_harm(grounding_tests(b, at_table(**grounding_shows(1))))


# Grounding ------------------------------------------------------------------------------------------------------------


def stays_up(traktor: bool, die: int) -> Mapping[str, Any]:
    return {"answer": grounding(traktor).met_by(die), "less": die - 3}


HURTS = 2  # so many of what a unit may do, from the first


def what_three_units_did(source: Source, deeds: Sequence[str]) -> Mapping[str, Any]:
    told = [source.random.randrange(len(deeds)) for _ in range(3)]
    if source.one((True, False)):
        told = [max(HURTS, one) for one in told]
    units = zip(("first", "second", "third"), told, strict=True)
    words = "; ".join(f"the {place} {deeds[one]}" for place, one in units)
    return {"told": told, "units": words, "hurt": sum(one < HURTS for one in told)}


def grounding_tests_taken(told: Iterable[int], swoops: bool) -> int:
    """One for the phase, if a Wound was lost while it swooped."""
    b = a_monster(hurt=False).but(unit=0, target=0)
    for one in told:
        s = begin_attack(b, at_table()).but(zooming=swoops)
        s = s.but(line=s.line.but(lost=1 if one < HURTS else 0))
        b = end_attack(s, at_table()).but(unit=0, target=0)
    table = at_table(**grounding_shows(6))
    grounding_tests(b, table)
    return sum(bool(entry.question and entry.question.key.startswith("grounding:")) for entry in table.log)


def after_the_test(die: int, jinked: bool) -> Mapping[str, Any]:
    """How it flies until its owner's next turn, and what is left of its Jink."""
    company = grounding_tests(a_monster(jinked), at_table(**grounding_shows(die))).company(1, 0)
    up = marks.mode_of(company) == SWOOPING
    cover = charts.cover_save(line_of(company, False)[0].kind).target
    how = "it Swoops" if up else "it Glides"
    return {"answer": f"{how}, {'with 4+ cover' if cover == 4 else 'without cover'}", "up": up}
