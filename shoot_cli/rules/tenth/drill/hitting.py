"""What to hit."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Reason
from shoot_cli.core.quizzes import Drill, Maker, Quiz, Source
from shoot_cli.core.quizzes.makers import rolled
from shoot_cli.core.record import Hashed
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.choosing import size_of
from shoot_cli.rules.tenth.drill.meet import PLAIN, Met, grounds, gun_at, helps, met, of_chart, of_need, plain_gun
from shoot_cli.rules.tenth.guns import BIG
from shoot_cli.rules.tenth.profiles import Ability, Amount, Unit, Weapon
from shoot_cli.rules.tenth.records import Change

SKILLS = (2, 3, 4, 5, 6)
UP = (
    Reason("Heavy and Remained Stationary", "10E-WPN-HEAVY-1"),
    Reason("help of a character nearby", "10E-FX-HIT-1"),
    Reason("help of a stratagem", "10E-FX-HIT-1"),
)
DOWN = (
    Reason("target with Stealth", "10E-DEF-STEALTH-1"),
    Reason("shooter locked in combat", "10E-ELIG-5"),
    Reason("few wounds left (Damaged)", "10E-DMG-5"),
    Reason("an enemy ability", "10E-FX-HIT-1"),
)


def skill_of(source: Source) -> int:
    """Any BS; one of theirs, where only theirs are asked about."""
    if not source.own:
        return source.one(SKILLS)
    return met(source, lambda one: bool(one.weapon.skill)).weapon.skill or 6


def base(source: Source) -> Quiz:
    skill = skill_of(source)
    need = charts.to_hit(plain_gun(skill=skill)).need
    text = f"BS{skill}+, and nothing modifies the roll. What does an attack need to hit?"
    return of_chart(source, need, text, "to hit", (skill,), {"skill": skill})


def capped(source: Source) -> Quiz:
    """Two or three modifiers: first the sum, then the limit."""
    skill = skill_of(source)
    which = source.one(((0, 2), (1, 2), (2, 0), (1, 1), (2, 1), (0, 3)))
    whys = [*source.random.sample(UP, which[0]), *source.random.sample(DOWN, which[1])]
    source.random.shuffle(whys)
    changes = tuple(Change(1 if why in UP else -1, why) for why in whys)
    need = charts.to_hit(plain_gun(skill=skill, to_hit=changes)).need
    listed = ", ".join(f"{change.why.text} ({change.value:+d})" for change in changes)
    text = f"BS{skill}+; {listed}. What does an attack need to hit?"
    facts = {"skill": skill, "changes": tuple(change.value for change in changes)}
    return of_need(source, need, text, facts)


def characteristic(source: Source) -> Quiz:
    """BS made worse or better, and a modifier of the roll besides."""
    skill, change = source.one((3, 4, 5)), source.one((-1, -1, 0, 1))
    worse = source.one((True, True, False))
    name = "Worsen BS" if worse else "Improve BS"
    words = f"{'worsens' if worse else 'improves'} its BS by 1"
    ability = Ability(name, Amount(plus=1), text=words)
    weapon = Weapon("gun", 24, Amount(plus=1), skill, 4, 0, Amount(plus=1), (ability,))
    shot = Met(PLAIN, PLAIN.models[0][0], weapon, 1, PLAIN, 0)
    need = charts.to_hit(Hashed(gun_at(shot, hit_modifier=change))).need
    need = need.but(because=(Reason(f"BS{skill}+, a rule {words}", "10E-HIT-5"), *need.because))
    roll = f"the roll has {change:+d}" if change else "nothing modifies the roll"
    text = f"BS{skill}+; a rule {words}, and {roll}. What does an attack need to hit?"
    return of_need(source, need, text, {"skill": skill, "worse": worse, "change": change})


def situated(fits: Any, ask: Any) -> Maker:
    """``ask``: of a meeting -> what is true of it, its words, facts. Nothing else may modify the roll."""

    def make(source: Source) -> Quiz:
        one = met(source, lambda one: bool(one.weapon.skill) and fits(one) and quiet(one))
        true, words, facts = ask(source, one)
        need = charts.to_hit(Hashed(gun_at(one, **true))).need
        untouched = f"{words}, {'one -1 is all' if len(true) > 2 else 'so nothing changes'}"
        text = f"{words[:1].upper()}{words[1:]}. What does an attack with the {one.weapon.name} need to hit?"
        told = {"skill": one.weapon.skill, **facts}
        return of_need(source, need, text, told, untouched, situation=one.situation)

    return make


def quiet(one: Met) -> bool:
    """True if nothing of the two units modifies the hit roll, Stealth apart, nor ignores what does."""
    gun = gun_at(one, stealth="none")
    named = [ability.name for ability in (*one.weapon.abilities, *one.model.abilities)]
    ignoring = any("modifiers" in name or name in ("+ to hit", "Critical hits", "Conversion") for name in named)
    return not gun.to_hit and not ignoring


def heavy(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    still = source.one((True, True, False))
    words = "the unit Remained Stationary" if still else "the unit made a Normal move"
    return {"stationary": still, "stealth": "none"}, words, {"stationary": still}


def stealth(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    every = source.one((True, True, False))
    words = "every model of the target has Stealth" if every else "some models of the target have Stealth, others not"
    return {"stealth": "" if every else "none"}, words, {"every": every}


def of_several(one: Met) -> bool:
    """True of a target with several models, none of which has Stealth by itself."""
    return one.models > 1 and not any(model.has("Stealth") for model, _ in one.target.models)


def locked(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    pistol = one.weapon.has("Pistol")
    words = f"the {one.unit.name}, a {size_of(one.unit)}, is within Engagement Range of another enemy unit"
    return {"engaged_big": True, "stealth": "none"}, words, {"pistol": pistol}


def locked_target(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    pistol = one.weapon.has("Pistol")
    words = f"the {one.target.name}, a {size_of(one.target)}, is locked in combat with a friend of the shooter"
    return {"target_engaged_big": True, "stealth": "none"}, words, {"pistol": pistol, "blast": one.weapon.has("Blast")}


def locked_both(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    words = "shooter and target, both MONSTER or VEHICLE, are each locked in combat"
    return (
        {"engaged_big": True, "target_engaged_big": True, "stealth": "none"},
        words,
        {"both": True, "blast": one.weapon.has("Blast")},
    )


def both_big(one: Met) -> bool:
    return one.unit.is_a(*BIG) and big_target(one) and not one.weapon.has("Pistol")


def big_target(one: Met) -> bool:
    """True of what may be fired at a MONSTER or VEHICLE in combat: no Blast (10E-WPN-BLAST-3)."""
    return one.target.is_a(*BIG) and not one.weapon.has("Blast")


def unseen(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    still = source.one((True, False))
    words = "nobody of the shooting unit sees the target" + (", and the unit Remained Stationary" if still else "")
    told = {"heavy": one.weapon.has("Heavy"), "stationary": still}
    return {"unseen": True, "stationary": still, "stealth": "none"}, words, told


def bracket(source: Source, one: Met) -> tuple[dict[str, Any], str, dict[str, Any]]:
    ability = one.model.get("Damaged")
    most = ability.number if ability else 0
    left = source.one((most - 1, most, most, most + 1))
    return (
        {"wounded": left, "stealth": "none"},
        f"the {one.model.name} has {left} wounds left",
        {"left": left, "bracket": most},
    )


def facts_of(roll: Any, record: Any) -> dict[str, Any]:
    """Of the group whose roll it is: one is resolved at a time."""
    gun = record.pool[0][0].gun.value
    return {"skill": gun.skill, "changes": tuple(change.value for change in gun.to_hit)}


def plain(shooter: Unit, target: Unit) -> bool:
    """True if no model does something for all its weapons, which the situation would not tell."""
    return not any(helps(ability) for model, _ in shooter.models for ability in model.abilities)


def from_elsewhere(source: Source) -> Quiz:
    """A roll of a played attack, with all that the two units have."""
    made = rolled(fits=plain, about=facts_of, hit_modifier=source.one((-1, 1)))(source)
    return made.but(because=grounds(source, made.right, made.because))


DRILLS = (
    Drill("hit", "10E-HIT-1", base, 3),
    Drill("hit", "10E-HIT-4", capped, 3),
    Drill("hit", "10E-HIT-5", characteristic),
    Drill("hit", "10E-FX-HIT-1", from_elsewhere, 2),
    Drill("hit", "10E-WPN-HEAVY-1", situated(lambda one: one.weapon.has("Heavy"), heavy), 3),
    Drill("hit", "10E-DEF-STEALTH-1", situated(of_several, stealth), 2),
    Drill("hit", "10E-ELIG-5", situated(lambda one: one.unit.is_a(*BIG), locked), 2),
    Drill("hit", "10E-TGT-7", situated(big_target, locked_target), 2),
    Drill("hit", "10E-TGT-8", situated(both_big, locked_both)),
    Drill("hit", "10E-WPN-INDIRECT-2", situated(lambda one: one.weapon.has("Indirect Fire"), unseen)),
    Drill("hit", "10E-DMG-5", situated(lambda one: one.model.has("Damaged"), bracket)),
)
