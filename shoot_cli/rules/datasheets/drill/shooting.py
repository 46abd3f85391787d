"""The answers of ``eligible.toml``, ``targets.toml``, ``shots.toml`` and ``hit.toml``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.battle.turns import Mark
from shoot_cli.engine.questions import Need, Total
from shoot_cli.engine.record import Hashed
from shoot_cli.quiz import NothingToAsk, Quiz, Source
from shoot_cli.quiz.card_questions import grounds
from shoot_cli.quiz.makers import rolled
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.scenes import PLAIN, Drilled, Met, amount, gun_at, helps, one_gun
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Battle
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps import turns as nom
from shoot_cli.rules.datasheets.steps.hit import count_attacks, hits_of_roll
from shoot_cli.rules.datasheets.tokens import Attacks, Gun, Modifier, Shot, Volley, WeaponDeclaration
from shoot_cli.rules.datasheets.weapons import BIG, copies

# The answers of ``eligible.toml`` and ``targets.toml``, from the functions of the rules

HAND_FLAMER = Weapon("hand flamer", 12, Amount(1), None, 3, 0, Amount(plus=1), (Ability("Pistol", text="Pistol"),))
AUTOCANNON = Weapon("autocannon", 48, Amount(plus=2), 4, 9, -1, Amount(plus=3))
WALKER = Unit("Walker", ((Model("Walker", 8, 3, 10, weapons=(HAND_FLAMER, AUTOCANNON)), 1),), ("VEHICLE", "WALKER"))


def unit_of(source: Source, fits: Callable[[Unit], bool]) -> Unit:
    """Return a unit with ranged weapons that fits."""

    def armed(unit: Unit) -> bool:
        return any(weapon.strength for weapon in unit.weapons()) and fits(unit)

    unit: Unit = source.meeting(lambda shooter, target: ((shooter, 1.0),), armed)
    return unit


def battle(drilled: Drilled, unit: Unit, *marks: str) -> Battle:
    begun = drilled.battle_of(drilled.army(unit), drilled.army(PLAIN))
    battle_unit = begun.sides[0].units[0]
    for mark in marks:
        battle_unit = battle_unit.with_mark(Mark(mark))
    return begun.but(sides=(begun.sides[0].but(units=(battle_unit,)), begun.sides[1]))


def marked(drilled: Drilled, weapon: Weapon, *names: str) -> str:
    forms = drilled.game.abilities.forms
    marks = [forms[name].example or name for name in names if weapon.has(name)]
    return weapon.name + (f" [{', '.join(marks)}]" if marks else "")


def carrier_of_both(source: Source) -> tuple[Unit, int]:
    """Return a unit, and the index of a model with Pistols and other weapons."""

    def both(shooter: Unit, target: Unit) -> list[tuple[tuple[Unit, int], float]]:
        models = enumerate(shooter.models)
        return [((shooter, i), 1.0) for i, (model, _) in models if len({w.has("Pistol") for w in model.weapons}) == 2]

    carrier = source.found(both)
    if not source.own and source.pick((True, False, False)):  # few lists have a walker with a Pistol
        carrier = WALKER, 0
    if carrier is None:
        raise NothingToAsk
    return carrier


def pistols_or_the_rest(drilled: Drilled, unit: Unit, place: int) -> dict[str, Any]:
    either = drilled.game.arming.bearers(drilled.attack_of(unit, PLAIN))[place].either
    model = unit.models[place][0]
    carried = ", ".join(marked(drilled, weapon, "Pistol") for weapon in dict.fromkeys(model.weapons))
    right = f"its {drilled.book.pistols} or its other weapons" if either else "all of them"
    return {"answer": right, "name": model.name, "carried": carried, "big": unit.is_a(*BIG)}


# Second selection, Overwatch, grenades --------------------------------------------------------------------------------


def unit_with_several_weapons(source: Source) -> Unit:
    return unit_of(source, lambda unit: len({*unit.weapons()}) > 1)


def may_be_selected(drilled: Drilled, unit: Unit, state: str) -> dict[str, str]:
    done, held = ((), ()) if state == "waiting" else ((0,), (0,) if state == "held" else ())
    closed = nom.why_not_nominated(battle(drilled, unit).but(done=done, held_fire=held), 0)
    right = "no, not in this phase" if closed else "yes"
    return {"answer": right, "grounds": closed[0].text if closed else "each unit once a phase"}


def may_throw_a_grenade(drilled: Drilled, unit: Unit, state: str) -> dict[str, str]:
    begun = battle(drilled, unit, *([state] if state not in ("free", "shot") else []))
    if state == "shot":
        begun = begun.but(done=(0,))
    closed, after = nom.why_no_thrower(begun, 0), nom.why_not_nominated(begun, 0)
    right = "no" if closed else "yes, and it may still shoot" if not after else "yes, instead of shooting"
    return {"answer": right, "grounds": closed[0].text if closed else ""}


def may_fire_overwatch(drilled: Drilled, unit: Unit, locked: bool, used: bool) -> dict[str, Any]:
    begun = battle(drilled, unit, *[states.LOCKED] * locked)
    theirs = begun.but(active=1, stratagems=(nom.OVERWATCH,) if used else ())
    closed = nom.why_not_watching(theirs.sides[0].units[0], ()) or nom.why_no_overwatch(theirs)
    right = "no" if closed else "yes, hitting on unmodified 6s only"
    grounds = closed[0].text if closed else "nothing bars it"
    return {"answer": right, "grounds": grounds, "titanic": unit.is_a("TITANIC")}


# Targets -------------------------------------------------------------------------------------------------------------


def lone_operative(one: Met) -> bool:
    ignoring = one.model.has("Ignores Lone Operative") or one.weapon.has("Ignores Lone Operative")
    return one.victim.has("Lone Operative") and one.weapon.range >= 18 and not ignoring


def modifies_nothing(one: Met) -> bool:
    return not any("odifiers" in ability.name for ability in one.model.abilities)


def distance_to_target(one: Met, off: float) -> float:
    return one.weapon.range + off


def may_be_fired(
    one: Met,
    in_combat: bool = False,
    distance: float | None = None,
    engaged: bool | None = None,
    together: bool | None = None,
    visible: bool | None = None,
) -> dict[str, str]:
    """Return whether the weapon may be fired at the target, and why not; "" if nothing prevents it."""
    facts = {"distance": distance, "engaged": engaged, "engages_shooter": together, "visible": visible}
    game, table = one.drilled.game, one.drilled.thrown()
    state = one.drilled.attack_of(one.unit, one.target).but(engaged=in_combat)
    aim = state.aims[0].but(**{key: value for key, value in facts.items() if value is not None})
    state = state.but(aims=(aim,))
    right, why = "yes", ""
    if closed := game.why_no_target(state, aim) or game.why_closed(state, aim, one.model, one.weapon):
        right, why = "no", closed.text
    else:
        index = [model for model, _ in one.unit.models].index(one.model)
        order = WeaponDeclaration(0, index, Hashed(one.weapon), 1)
        gun = game.gun(state, order, one.model, False, table)
        penalties = game.rules("ELIG-5", "TGT-7", "WPN-INDIRECT-2")
        why = next((change.why.text for change in gun.to_hit if change.why.rule in penalties), "")
        if why and gun.skill is not None:
            right = "yes, at -1 to hit"
        elif why or (engaged and not in_combat):
            rolled = gun.skill is not None and one.weapon.has("Pistol")
            why = "Pistols do not have the -1" if rolled else "no roll, no -1"
    marks = [a.text for a in one.weapon.abilities if a.name in ("Blast", "Pistol", "Torrent", "Indirect Fire")]
    gun_words = f'{one.weapon.name} (range {one.weapon.range:g}"{"".join(f", {mark}" for mark in marks)})'
    return {"answer": right, "grounds": why, "gun": gun_words}


# The answers of ``shots.toml``: numbers of attacks, hits and tests


def made(drilled: Drilled, gun: Gun, n: int, *faces: int) -> int:
    """Return the number of attacks of ``n`` weapons. ``faces`` are the dice of random numbers."""
    return sum(shots for _, shots in count_attacks(Volley(Hashed(gun)), n, drilled.thrown(*faces)))


def steady(one: Met) -> bool:
    """Return True if only Rapid Fire and Blast change the number of attacks, and it is not random."""
    if one.weapon.attacks.dice:
        return False
    attacks = gun_at(one).attacks
    return attacks.base == one.weapon.attacks and attacks.times == 1 and not attacks.more and not attacks.less


def all_rolled(one: Met) -> bool:
    """Return True if every ranged weapon of the shooting unit rolls to hit: none has Torrent."""
    return all(weapon.skill for weapon in one.unit.weapons() if weapon.strength)


def steady_rapid_fire(one: Met) -> bool:
    made_more = gun_at(one, near=True).attacks
    return not (*made_more.more, *made_more.beside)[0].dice


def weapons_fired(one: Met) -> int:
    return one.n * copies(one.model, one.weapon)


def a_few_weapons_fired(one: Met) -> int:
    return min(weapons_fired(one), 6)


def some_weapons_fired(source: Source, one: Met) -> int:
    return source.random.randint(1, max(2, weapons_fired(one)))


def distance_around_half(source: Source, one: Met) -> tuple[float, float, bool]:
    reach = float(one.weapon.range)
    distance = source.pick((reach / 2, reach / 2, reach / 2 - 2, reach / 2 + 1, reach / 2 + 3, reach))
    return reach, distance, 2 * distance <= reach


def dice_of_attacks(source: Source, one: Met, weapons: int) -> tuple[int, ...]:
    base = one.weapon.attacks
    return tuple(source.random.randint(1, base.sides) for _ in range(weapons * base.dice))


def attacks_made(one: Met, weapons: int, near: bool = False) -> dict[str, int]:
    ability = one.weapon.get("Rapid Fire")
    return {"answer": made(one.drilled, gun_at(one, near=near), weapons), "more": ability.number if ability else 0}


def dice_for_attacks(one: Met, weapons: int) -> dict[str, Any]:
    base, n = one.weapon.attacks, weapons
    table = one.drilled.thrown(*[1] * (n * base.dice))
    count_attacks(Volley(Hashed(gun_at(one).but(attacks=Attacks(base)))), n, table)
    question = table.log[0].question
    errors = [
        f"{base.dice}D{base.sides}, times {n}" if n > 1 else f"{base.dice + 2}D{base.sides}",
        f"{(n + 1) * base.dice}D{base.sides}",
        f"{n * base.dice}D{3 if base.sides == 6 else 6}",
        f"{(n + 2) * base.dice}D{base.sides}",
    ]
    plus = f", and {n * base.plus} on top" if base.plus else ""
    right = f"{question.dice}D{base.sides}" if isinstance(question, Total) else ""
    values = {"letters": amount("A", base), "plus": plus, "dice": base.dice, "sides": base.sides}
    return {"answer": right, "errors": errors, **values}


def attacks_with_less(drilled: Drilled, attacks: int, less: int, more: int, models: int) -> dict[str, int]:
    count = Attacks(Amount(plus=attacks), 1, (Amount(plus=more),) if more else (), less, models // 5)
    return {"answer": made(drilled, drilled.plain_gun(attacks=count).value, 1), "five": models // 5}


def attacks_of_blast(one: Met, weapons: int, faces: tuple[int, ...]) -> dict[str, Any]:
    base = one.weapon.attacks
    give = "gives" if len(faces) == 1 else "dice give"
    dice = f"; the D{base.sides} {give} {', '.join(map(str, faces))}" if faces else ""
    plain, blast = sum(faces) + weapons * base.plus, one.models // 5
    values = {"plain": plain, "each": blast, "models": one.models, "dice": dice, "letters": amount("A", base)}
    return {"answer": made(one.drilled, gun_at(one), weapons, *faces), **values}


def hits_of_torrent(one: Met, attacks: int) -> int:
    return sum(hits for _, hits in hits_of_roll(Shot(Hashed(gun_at(one))), attacks, one.drilled.thrown()))


def hazardous_tests(one: Met, weapons: int) -> dict[str, Any]:
    """Return one test for each weapon with a Hazardous profile."""
    return {"answer": weapons if gun_at(one).hazardous else 0, "letters": amount("A", one.weapon.attacks)}


def guesses_at_hits(source: Source, attacks: int) -> list[int]:
    guesses = [-(-attacks * 2 // 3), attacks // 2, -(-attacks * 5 // 6), attacks + 1, attacks + 2]
    return source.random.sample(guesses, len(guesses))


def a_test_for_each_attack(one: Met, weapons: int) -> list[int]:
    base = one.weapon.attacks
    each = 3 if base.dice else base.plus
    return [weapons * each if each > 1 else weapons * 2, 1]


# The answers of ``hit.toml``


def to_hit(drilled: Drilled, skill: int, changed: tuple[Modifier, ...] = ()) -> Need:
    return charts.to_hit(drilled.plain_gun(skill=skill, to_hit=changed)).need


def to_hit_with_changed_skill(drilled: Drilled, skill: int, change: int, worse: bool, does: str) -> Need:
    ability = Ability("Worsen BS" if worse else "Improve BS", Amount(plus=1), text=does)
    need = charts.to_hit(Hashed(gun_at(drilled.shot_of(one_gun(ability, skill=skill)), hit_modifier=change))).need
    return need.but(because=(drilled.game.reason(f"BS{skill}+, a rule {does}", "HIT-5"), *need.because))


def may_ignore(one: Met) -> bool:
    """Return True if the shooter's own abilities ignore or change what it needs to hit."""
    named = [ability.name for ability in (*one.weapon.abilities, *one.model.abilities)]
    return any("modifiers" in name or name in ("+ to hit", "Critical hits", "Conversion") for name in named)


def wounds_around_bracket(source: Source, one: Met) -> tuple[int, int]:
    ability = one.model.get("Damaged")
    most = ability.number if ability else 0
    return most, source.pick((most - 1, most, most, most + 1))


def facts_of_roll(roll: Any, record: Any) -> dict[str, Any]:
    """Return the skill and the modifiers of the group that is resolved."""
    gun = record.pool[0][0].gun.value
    return {"skill": gun.skill, "changes": tuple(change.value for change in gun.to_hit)}


def plain_helpers(shooter: Unit, target: Unit) -> bool:
    """Return True if no model has an ability for all its weapons, which the text would not show."""
    return not any(helps(ability) for model, _ in shooter.models for ability in model.abilities)


def hit_from_elsewhere(source: Source) -> Quiz:
    made = rolled(source, fits=plain_helpers, about=facts_of_roll, hit_modifier=source.pick((-1, 1)))
    return made.but(because=grounds(source.rule, made.right, made.because))
