"""The answers of ``bookkeeping.toml``, what is noted after unsaved attacks, and of ``effects.toml``.

For effects, abilities are read as in a list, and played.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.engine.pools import Line, Pool, Rank
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason, face_list
from shoot_cli.engine.record import Hashed
from shoot_cli.quiz import Redraw, Source
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.scenes import PLAIN, Drilled, Met, gun_at
from shoot_cli.rules.datasheets.drill.shooting import battle, made
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Battle, ModelHistory
from shoot_cli.rules.datasheets.steps.hit import lose_wounds, suffer_mortal_wounds
from shoot_cli.rules.datasheets.steps.turns import end_phase, end_turn
from shoot_cli.rules.datasheets.tokens import Defence, Gun, Modifier, Mortal, TargetModel, Unsaved
from shoot_cli.rules.datasheets.weapons import same_weapon

MODEL = TargetModel("model", 0, 4)
End = tuple[int, int]  # models slain, and wounds left of a wounded model; 0: none is wounded


# Results -----------------------------------------------------------------------------------------------------------


def stands(wounds: int, models: int, blows: Pool, points: int, n: int, *errors: End) -> dict[str, Any]:
    """Return the answer after these blows. Errors: ``points`` in one pool, one point for each of ``n``, and others."""
    line = Line((Rank(MODEL.but(wounds=wounds), models, wounds),))
    for blow, times in blows:
        for _ in range(times):
            front = line.front()
            if front is not None:
                line = line.after_blow(blow, front[2])
    hurt = [rank.left for rank in line.standing() if rank.left < wounds]
    end = models - line.remaining()[0], hurt[0] if hurt else 0
    wrong = errors or (pooled(wounds, models, points), pooled(wounds, models, n), (n, 0))
    return {"answer": words(end), "errors": wrong, "points": points}


def pooled(wounds: int, models: int, points: int) -> End:
    slain = min(models, points // wounds)
    return slain, 0 if slain == models or points % wounds == 0 else wounds - points % wounds


def words(end: End) -> str:
    slain, hurt = end
    fell = "nobody slain" if not slain else f"{slain} slain"
    return f"{fell}, {f'one with {hurt} left' if hurt else 'nobody wounded'}"


def likely_ends(source: Source, wounds: int, models: int, errors: tuple[End, ...]) -> list[str]:
    ends = [*errors, *((n, hurt) for n in range(models + 1) for hurt in range(wounds) if not (hurt and n == models))]
    ends = [end for end in ends if end[0] <= models]
    near = ends[:3]
    rest = [end for end in ends[3:] if end != (0, 0) and abs(end[0] - ends[0][0]) < 3]
    source.random.shuffle(rest)
    return [words(end) for end in (*near, *rest)]


def attacks_get_through(drilled: Drilled, damage: int, wounds: int, attacks: int, models: int) -> dict[str, Any]:
    gun = drilled.plain_gun(damage=Amount(plus=damage))
    blows = lose_wounds(Unsaved(gun), attacks, MODEL.but(wounds=wounds), drilled.thrown())
    takes_the_next = Reason("a hurt one takes the next", drilled.game.rule("ALL-1"))  # its rule is named besides
    return stands(wounds, models, blows, damage * attacks, attacks) | {"reasons": (takes_the_next,)}


def mortal_wounds(drilled: Drilled, wounds: int, points: int, models: int) -> dict[str, Any]:
    blows = suffer_mortal_wounds(Mortal(drilled.plain_gun()), points, MODEL.but(wounds=wounds), drilled.thrown())
    slain = 1 if points >= wounds else 0  # all points on one model
    wounds_left = 0 if slain else wounds - points
    return stands(wounds, models, blows, points, points, (slain, wounds_left), (points // wounds + 1, 0), (points, 0))


def packets_of_mortal_wounds(drilled: Drilled, damage: int, wounds: int, attacks: int, models: int) -> dict[str, Any]:
    gun, model = drilled.plain_gun(damage=Amount(plus=damage)), MODEL.but(wounds=wounds)
    blows = lose_wounds(Unsaved(gun, mortal=True), attacks, model, drilled.thrown())
    return stands(wounds, models, blows, damage * attacks, attacks)


# Damage --------------------------------------------------------------------------------------------------------------


def damage_die(source: Source, one: Met) -> int:
    damage = one.weapon.damage
    return source.random.randint(1, damage.sides) if damage.dice else 0


def damage_of_melta(one: Met, die: int, near: bool) -> dict[str, int]:
    ability, damage = one.weapon.get("Melta"), one.weapon.damage
    gun = one.drilled.plain_gun(damage=damage, more_damage=gun_at(one, near=near).more_damage)
    rolled = die + damage.plus
    return {"answer": charts.damage_of(gun, MODEL, rolled), "rolled": rolled, "x": ability.number if ability else 0}


def damage_after_changes(drilled: Drilled, rolled: int, half: bool, more: int, less: int) -> dict[str, Any]:
    if not (half or more or less):
        raise Redraw
    changes = (Modifier(more, drilled.game.reason(f"Melta {more}", "WPN-MELTA-1")),) if more else ()
    taken = (Modifier(-less, drilled.game.reason(f"-{less} damage", "FX-DMG-2")),) if less else ()
    defence = Defence(halvings=int(half), damage=taken)
    texts = [f"Melta {more} within half range"] * bool(more) + ["a target that halves damage"] * half
    texts += [f"-{less} damage of another enemy rule"] * bool(less)
    steps = [f"{rolled}/2" if half else f"{rolled}", *[f"+ {more}"] * bool(more), *[f"- {less}"] * bool(less)]
    errors = [-(-(rolled + more) // 2) - less if half else rolled + more]
    gun = drilled.plain_gun(damage=Amount(1), more_damage=changes, defences=(defence,))
    return {
        "answer": charts.damage_of(gun, MODEL, rolled),
        "told": ", ".join(texts),
        "steps": " ".join(steps),
        "errors": [*errors, (rolled // 2 if half else rolled) + more - less],
    }


def wounds_lost_in_pain(drilled: Drilled, x: int, damage: int, more: int, faces: tuple[int, ...]) -> dict[str, int]:
    """Return the wounds lost and ignored. ``more`` is how many wounds the model has beyond the damage."""
    model = MODEL.but(wounds=damage + more, feel_no_pain=x)
    unsaved = Unsaved(drilled.plain_gun(damage=Amount(plus=damage)), pain=True)
    lost = sum(blow.points * n for blow, n in lose_wounds(unsaved, 1, model, drilled.thrown(*faces)))
    return {"answer": lost, "ignored": damage - lost, "wounds": model.wounds}


# Duration ------------------------------------------------------------------------------------------------------------


def battle_with(drilled: Drilled, kept: str, mark: str) -> Battle:
    """Return a battle in which this field of the enemy unit is set."""
    changed = {
        "histories": (ModelHistory(0, 1, True, False),),
        "ranks": (Rank(0, 1, 0),),
        "marks": (Mark(mark, (1, 0)),),
    }[kept]
    begun = battle(drilled, PLAIN)
    return replaced(begun, 1, 0, begun.sides[1].units[0].but(**{kept: changed}))


def lasts(drilled: Drilled, kept: str, mark: str = "") -> str:
    before = battle_with(drilled, kept, mark)

    def still(battle: Battle) -> bool:
        return bool(getattr(battle.sides[1].units[0], kept) == getattr(before.sides[1].units[0], kept))

    after = end_phase(before, drilled.thrown())
    end = "phase" if not still(after) else "turn" if not still(end_turn(after, drilled.thrown())) else "battle"
    return f"to the end of the {end}"


def still_has_it(drilled: Drilled, mark: str, ended: bool) -> dict[str, Any]:
    """Return whether the unit still has the mark. ``ended`` is True if the phase has ended."""
    battle = battle_with(drilled, "marks", mark)
    battle = end_phase(battle, drilled.thrown()) if ended else battle
    return {"answer": bool(battle.sides[1].units[0].marks), "how_long": lasts(drilled, "marks", mark)}


def missiles_left(drilled: Drilled, missiles: int, spent: int, wasted: int) -> int:
    ability = Ability("One Shot", text="One Shot")
    missile = Weapon("missile", 48, Amount(plus=1), 3, 14, -3, Amount(plus=3), (ability,))
    unit = Unit("unit", ((Model("model", 8, 3, 10, weapons=(missile,) * missiles), 1),))
    fired = drilled.attack_of(unit, PLAIN).but(used=((0, same_weapon(missile)),) * (spent + wasted))
    return drilled.game.arming.names(fired)["missile"]


NONE = "none of them"


def read(drilled: Drilled, *texts: str) -> tuple[Ability, ...]:
    abilities = [drilled.game.abilities.of_unit(text) for text in texts]
    return tuple(ability for ability in abilities if ability)


def unit_with(drilled: Drilled, *texts: str, toughness: int = 4, save: int = 4, keywords: tuple[str, ...] = ()) -> Unit:
    return Unit("unit", ((Model("model", toughness, save, abilities=read(drilled, *texts)), 1),), keywords)


def fired_gun(drilled: Drilled, weapon: Weapon, shooter: Unit, target: Unit, who: int = 0, far: float = 0) -> Gun:
    """Return the gun of a weapon that the model ``who`` of the shooting unit fires."""
    return gun_at(Met(shooter, shooter.models[who][0], weapon, 1, target, 0, drilled), far=far)


def weapon_of(
    drilled: Drilled, *texts: str, attacks: int = 1, skill: int = 3, strength: int = 4, ap: int = 0
) -> Weapon:
    return Weapon("gun", 24, Amount(plus=attacks), skill, strength, ap, Amount(plus=1), read(drilled, *texts))


def to_hit_if_it_holds(
    drilled: Drilled, skill: int, says: str, keyword: str, distance: int, strength: int
) -> dict[str, Any]:
    target = unit_with(drilled, keywords=(keyword,))
    gun = fired_gun(
        drilled,
        weapon_of(drilled, f"+1 to hit {says}", skill=skill, strength=strength),
        unit_with(drilled),
        target,
        far=distance,
    )
    return {"need": charts.to_hit(Hashed(gun)).need, "holds": bool(gun.to_hit)}


def to_hit_with_a_leader(drilled: Drilled, skill: int, who: str, alone: bool, led: bool) -> dict[str, Any]:
    """Return the need of a bodyguard or of the Captain; ``alone`` means that he has lost all bodyguards."""
    captain = Model("Captain", 4, 3, leader=True, abilities=read(drilled, f"{'led: ' * led}+1 to hit"))
    guards = () if alone else ((Model("Guard", 4, 3), 5),)
    shooter = Unit("unit", (*guards, (captain, 1)))
    index = 0 if alone or who == "bodyguard" else 1
    gun = fired_gun(drilled, weapon_of(drilled, skill=skill), shooter, unit_with(drilled), index)
    return {"need": charts.to_hit(Hashed(gun)).need, "helped": bool(gun.to_hit)}


def to_hit_ignoring_modifiers(drilled: Drilled, skill: int, plus: int, minus: int) -> Need:
    shooter = unit_with(drilled, "ignore hit modifiers", *["+1 to hit"] * plus)
    hindering = [f"incoming: -1 to hit as Hindrance {n + 1}" for n in range(minus)]
    return charts.to_hit(
        Hashed(fired_gun(drilled, weapon_of(drilled, skill=skill), shooter, unit_with(drilled, *hindering)))
    ).need


def wound_rolls_made_again(
    drilled: Drilled, strength: int, toughness: int, twin: bool, stopped: bool
) -> dict[str, Any]:
    weapon = weapon_of(drilled, "Twin-linked" if twin else "re-roll wound rolls of 1", strength=strength)
    target = unit_with(drilled, *["incoming: no re-rolls"] * stopped, toughness=toughness)
    rolled = charts.to_wound(Hashed(fired_gun(drilled, weapon, unit_with(drilled), target)))
    again = face_list(rolled.again) if rolled.again else NONE
    return {"answer": again, "errors": [NONE], "reasons": rolled.need.because, "number": rolled.need.text}


def to_wound_with_changed_toughness(
    drilled: Drilled, strength: int, toughness: int, change: int, distance: int
) -> dict[str, Any]:
    shooter = unit_with(drilled, *['enemies within 6": -1 toughness'] * (change < 0))
    target = unit_with(drilled, *["+1 toughness"] * (change > 0), toughness=toughness)
    gun = fired_gun(drilled, weapon_of(drilled, strength=strength), shooter, target, far=distance)
    return {"need": charts.to_wound(Hashed(gun)).need, "changed": gun.toughness}


def attacks_with_both(drilled: Drilled, attacks: int, first: int, second: int) -> int:
    captain = Model("Captain", 4, 3, leader=True, abilities=read(drilled, f"led: +{second} attacks"))
    guard = Model("Guard", 4, 3, abilities=read(drilled, f"+{first} attacks"))
    return made(
        drilled,
        fired_gun(
            drilled, weapon_of(drilled, attacks=attacks), Unit("unit", ((guard, 5), (captain, 1))), unit_with(drilled)
        ),
        1,
    )


def attacks_that_become(drilled: Drilled, attacks: int, becomes: int, more: int) -> int:
    shooter = unit_with(drilled, f"+{more} attacks", f"attacks become {becomes}")
    return made(drilled, fired_gun(drilled, weapon_of(drilled, attacks=attacks), shooter, unit_with(drilled)), 1)


def what_two_come_to(drilled: Drilled, ability: str) -> str:
    """Return whether two such abilities add up: modifiers do, others count once."""
    (one,) = read(drilled, ability)
    return "both, they add up" if drilled.game.abilities.form_of(one).adds else "no more than one"
