"""Answers of the cards about effects and joined characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.engine.pools import Line
from shoot_cli.engine.questions import Need
from shoot_cli.quiz import Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.charts import hits_again
from shoot_cli.rules.seventh.drill.damage import a_wound, wounds_of
from shoot_cli.rules.seventh.drill.scenes import NO_SAVE, TARGET, a_unit, arm, face, fired, shot_in, shots_in
from shoot_cli.rules.seventh.drill.shooting import as_fired, need_of, which_dice
from shoot_cli.rules.seventh.effects import KNOWN, in_force, read
from shoot_cli.rules.seventh.joined_units import joined, why_not_joined
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.steps.allocation import LOOK_OUT, may_look_out
from shoot_cli.rules.seventh.steps.attack import highest_leadership, new_attack
from shoot_cli.rules.seventh.steps.hit import hit_of
from shoot_cli.rules.seventh.steps.states import target_model
from shoot_cli.rules.seventh.tokens import Hit, TargetModel

# Answers of `joined.toml`: rules shared between a character and his unit.

HIM = {"ballistic_skill": 5, "toughness": 4, "wounds": 3, "leadership": 10, "character": True, "independent": True}


def captain(*rules: str, **values: Any) -> Unit:
    """Return an Independent Character without weapons, unless `values` gives some."""
    return Unit("Captain", "Infantry", ((Model("Captain", **(HIM | values), rules=rules), 1),), rules)


def with_character(squad: Unit, *rules: str, **values: Any) -> Unit:
    """Return the squad with a joined character."""
    return joined(squad, [captain(*rules, **values)])


def he_joins_as_asked(type: str, one_only: bool) -> bool:
    """Return True if he can join, or if he cannot and that is asked."""
    plain, tank = a_unit(arm("boltgun"), 5), Model("Tank", 4, 0, 3, front=12, side=11, rear=10, hull_points=3)
    host = plain.but(type=type, models=((tank, 1),) if type.startswith("Vehicle") else plain.models)
    return bool(why_not_joined(host, captain())) != one_only


def whether_he_fires(source: Source, theirs: str) -> bool:
    """Return at random if the character fires. He never does if only he has a rule, because that is no question."""
    return source.one((False, False, bool(theirs)))


def skill_of_who_fires(source: Source, he_fires: bool) -> int:
    return 5 if he_fires else source.one((3, 4, 4))


def heavy_beside_him(gun: Weapon, his: str, theirs: str, he_fires: bool, bs: int) -> Mapping[str, Any]:
    """Return the shots after moving. Relentless and types count for one model, Slow and Purposeful for all."""
    squad = a_unit(gun, 4, "Infantry", [theirs] if theirs else (), ballistic_skill=bs)
    him = captain(*([his] if his not in ("", "Bike") else ()), weapons=(arm("heavy bolter"),))
    unit = joined(squad, [him.but(type="Bike") if his == "Bike" else him])
    fires = "heavy bolter" if he_fires else gun.name
    found = as_fired(unit, weapon=fires, moved=1 if he_fires else 4, distance=6)
    return found | {"fired": fires}


def squad_with(gift: str, cover: int | None, alive: tuple[int, ...] = (0, 1)) -> TargetModel:
    """Return a model of the squad beside him, with these kinds of models alive."""
    squad = a_unit(arm("boltgun"), 9, armour=3)
    unit = with_character(squad, *([gift] if gift else ()), invulnerable=None if gift else 4)
    return target_model(unit, 0, 0, alive).but(cover=cover)


def save_beside_him(gift: str, cover: int | None) -> Mapping[str, Any]:
    need = charts.to_save(squad_with(gift, cover), a_wound(2))
    return {"need": need, "covers": need.target != cover}


def cover_one_better(gift: str, cover: int | None) -> str:
    return face(charts.cover_save(squad_with(gift, cover, (0,)).but(stealth=1)).target, NO_SAVE)


def save_after_his_death(rule: str, cover: int | None, fell: bool) -> Need:
    """Return the save; a rule that one model gives to all ends with its last bearer."""
    return charts.to_save(squad_with(rule, cover, (0,) if fell else (0, 1)), a_wound(2))


def toughness_with_him(squad: int, his: int, n: int, characters: int) -> Mapping[str, Any]:
    right, _ = charts.majority_toughness(((squad, n), (his, characters)))
    beside = {"more": max(squad, his) + 1, "less": min(squad, his) - 1}
    return {"answer": right, "models": ((n, squad), (characters, his)), "tied": n == characters, **beside}


def casualties_with_him(n: int) -> Mapping[str, Any]:
    right, without = charts.casualties_for_morale(n + 1), charts.casualties_for_morale(n)
    return {"answer": right, "without": without, "down": n // 4, "every": n + 1}


def leadership_with_him(squad: int, his: int, stands: bool) -> int:
    unit = with_character(a_unit(arm("boltgun"), 5, leadership=squad), leadership=his)
    return highest_leadership(unit, {0, 1} if stands else {0})


def who_looks_out(at: int) -> str:
    """Return the need: 4+ for the squad's own character, 2+ for an Independent Character."""
    squad = a_unit(arm("boltgun"), 8)
    unit = with_character(squad.but(models=(*squad.models, (Model("Sergeant", 4, 4, character=True), 1))))
    s = new_attack(TARGET, unit).but(within_6=True)
    kind = s.line.ranks[at].kind
    return face(LOOK_OUT[kind.independent]) if may_look_out(s, kind) else "it cannot"


def last_of_the_unit(left: int) -> str:
    """Return his need for Look Out, Sir; "-" if he is the last of the unit."""
    s = new_attack(TARGET, with_character(a_unit(arm("boltgun"), 5))).but(within_6=True)
    squad, him = s.line.ranks
    s = s.but(line=Line((him, squad.but(n=left)) if left else (him,)))
    front = s.line.front()
    assert front is not None
    return face(LOOK_OUT[True]) if may_look_out(s, front[0]) else "-"


# Answers of `in_force.toml`: what powers, orders, doctrines and markerlights change.

DOWN: Mapping[str, Any] = {"attacker_state": "gone to ground"}


def with_effects(unit: Unit, *told: str) -> Unit:
    return in_force(unit, read(", ".join(told))) if told else unit


def fired_under(bs: int, snap: bool, words: str) -> Mapping[str, Any]:
    """Return the need To Hit; only markerlights improve Snap Shots."""
    told: dict[str, Any] = {"effects": [words]} if words else {}
    unit = a_unit(arm("pulse rifle"), 6, ballistic_skill=bs)
    return {"need": as_fired(unit, distance=6, **told, **(DOWN if snap else {}))["need"]}


def again_under(bs: int, twin: bool, told: tuple[str, ...]) -> Mapping[str, Any]:
    """Return which dice are re-rolled: the widest right counts, once for each die."""
    gun = arm("heavy bolter").but(rules=("Twin-linked",) * twin)
    shot = as_fired(a_unit(gun, ballistic_skill=bs), distance=6, effects=[*told])["shot"]
    again = which_dice(hits_again(shot, need_of(shot))[0])
    return {"answer": again, "twice": f"{again}, twice"}


def seen_in_snap_shots(*told: str) -> tuple[object, ...]:
    pool = fired(a_unit(arm("boltgun"), 5), distance=6, effects=[*told], **DOWN)
    shot = shot_in(pool)
    need = need_of(shot)
    return need.target, hits_again(shot, need)[0], shot.precise, shot.gun.value.rules, shots_in(pool)


def does_nothing_in_snap_shots(word: str) -> bool:
    return seen_in_snap_shots(word) == seen_in_snap_shots()


def fired_in_that_state(state: str, name: str) -> bool:
    """Return True if the weapon fires. Blind sets Ballistic Skill 1, but makes no Snap Shots."""
    told: Mapping[str, Any] = DOWN if state == "down" else {"effects": [state]}
    return bool(fired(a_unit(arm(name), 5), distance=6, **told))


def blinded_squad(bs: int, early: bool, his: bool) -> Mapping[str, Any]:
    """Return the shots of a squad that was blinded before or after he joined (7E-IC-4)."""
    squad, him = a_unit(arm("boltgun"), 5, ballistic_skill=bs), captain(weapons=(arm("bolt pistol"),))
    unit = joined(with_effects(squad, "Blind"), [him]) if early else with_effects(joined(squad, [him]), "Blind")
    fires = "bolt pistol" if his else "boltgun"
    return as_fired(unit, weapon=fires, distance=6) | {"skill": 5 if his else bs}


def wounds_under_misfortune(gun_name: str, t: int, under: bool, dice: tuple[int, ...]) -> Mapping[str, Any]:
    gun, target = arm(gun_name), a_unit(arm("boltgun"), 5, toughness=t)
    hit = hit_of(shot_in(fired(a_unit(gun, 5), target, distance=6, target_effects=["Misfortune"] * under)))
    assert isinstance(hit, Hit)
    made = wounds_of(hit, dice)
    right = sum(n for wound, n in made if wound.ap == 2)
    beside = {"sixes": 0 if right else dice.count(6), "wounds": sum(n for _, n in made)}
    return {"answer": right, "ap": gun.ap, **beside}


def save_under(armour: int, ward: int | None, ap: int, name: str) -> Mapping[str, Any]:
    unit = a_unit(arm("boltgun"), 5, armour=armour, invulnerable=ward)
    need = charts.to_save(target_model(with_effects(unit, *([name] if name else [])), 0, 0), a_wound(ap))
    return {"need": need, "first_reason": need.because[0].text}


def cover_under(cover: int | None, told: tuple[str, ...], rules: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the cover save: best source, then bonuses, then penalties."""
    unit = with_effects(a_unit(arm("boltgun"), 5, "Infantry", rules), *told)
    need = charts.cover_save(target_model(unit, 0, 0).but(cover=cover))
    return {"need": need, "with": f" with {rules[0]}" if rules else ""}


def shots_in_order(n: int, near: bool, order: bool) -> Mapping[str, Any]:
    effects = ["First Rank, Fire! Second Rank, Fire!"] * order
    right = shots_in(fired(a_unit(arm("lasgun"), n), distance=12 if near else 13, effects=effects))
    return {"answer": right, "apiece": right // n, "twice": n * 2 * (1 + near)}


def how_long_it_lasts(name: str) -> str:
    return next(known.lasts for known in KNOWN if known.name == name)
