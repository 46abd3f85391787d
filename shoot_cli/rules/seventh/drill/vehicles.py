"""Answers of the cards about vehicles and flyers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.engine.pools import pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.record import Hashed
from shoot_cli.quiz import NothingToAsk, Source
from shoot_cli.rules.seventh import charts, tokens
from shoot_cli.rules.seventh.drill import scenes
from shoot_cli.rules.seventh.drill.damage import a_wound
from shoot_cli.rules.seventh.drill.shooting import as_fired, sort_of
from shoot_cli.rules.seventh.profiles import Army, Model, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Battle, BystanderHits, DestroyedVehicle
from shoot_cli.rules.seventh.steps import markers, states, vehicles
from shoot_cli.rules.seventh.steps.aftermath import hits_on_others
from shoot_cli.rules.seventh.steps.attack import begin_attack, end_attack, new_attack
from shoot_cli.rules.seventh.steps.flyers import choose_skyfire, full_skill, grounding_tests, strike
from shoot_cli.rules.seventh.steps.states import line_of
from shoot_cli.rules.seventh.steps.turns import new_battle

# Answers of `vehicles.toml`: armour, penetration and damage.

Dice = tuple[int, ...]


def a_vehicle(front: int = 13, side: int = 11, rear: int = 10, points: int = 3, *rules: str) -> Unit:
    model = Model("Tank", 4, 0, points, weapons=(scenes.arm("boltgun"),), rules=rules, hull_points=points)
    model = model.but(front=front, side=side, rear=rear)
    return Unit("Tank", "Vehicle (Tank)", ((model, 1),), rules)


def strike_at(strength: int | None, armour: int, *rules: str, ap: int | None = 3, melta: bool = False) -> tokens.Strike:
    kind = new_attack(a_vehicle(), a_vehicle(armour, armour, armour)).line.ranks[0].kind
    return tokens.Strike(
        tokens.Impact(Hashed(tokens.Gun("gun", strength, ap, rules)), tokens.Aim(tokens.FRONT, melta=melta)), kind
    )


def armour_that_is_hit(source: Source, meet: scenes.Meet | None, least: int = 10) -> Mapping[str, Any]:
    facing = source.pick((tokens.FRONT, tokens.SIDE, tokens.REAR))
    if meet is None:
        return {"facing": facing, "av": source.pick(range(least, 15))}
    return {
        "facing": facing,
        "av": {tokens.FRONT: meet.model.front, tokens.SIDE: meet.model.side, tokens.REAR: meet.model.rear}[facing],
    }


def a_strength_against_it(source: Source, av: int) -> int:
    return min(10, max(3, av - source.random.randint(1, 7)))


def penetrates_on(s: int, av: int, glances: bool) -> Mapping[str, Any]:
    number = charts.penetration(strike_at(s, av)).glance
    if glances and 1 <= number <= 6:
        return {"answer": number, "glance": True, "number": number}
    through = scenes.NO_FACE if number >= 6 else scenes.face(max(1, number + 1))
    return {"answer": through, "glance": False, "number": number + 1}


def rolls_beside(number: int, glance: bool) -> list[str]:
    if glance:
        return [str(n) for n in (number + 1, number - 1, number + 2, number - 2) if 1 <= n <= 6]
    return [scenes.face(n) for n in (number - 1, number + 1, number - 2, 6, 5, 4) if 2 <= n <= 6] + [scenes.NO_FACE]


def penetrates_by_a_rule_on(s: int, av: int, rule: str, near: bool) -> Mapping[str, Any]:
    named = () if rule == "Melta" else (rule,)
    how = charts.penetration(strike_at(s, av, *named, melta=rule == "Melta" and near))
    dice = "2D6" if how.how == charts.SUM else "the D6"
    number = how.glance + 1
    right = scenes.NO_FACE if number > 6 * how.dice else f"{number}+ on {dice}"
    total = min(av, charts.LANCE_ARMOUR) if rule == "Lance" else av
    named_rule = "Melta too far" if rule == "Melta" and not near else rule
    return {"answer": right, "number": number, "dice": dice, "total": total, "rule": named_rule}


def other_sums(s: int, av: int, number: int, dice: str) -> list[str]:
    plain, lance = av - s + 1, min(av, charts.LANCE_ARMOUR) - s + 1
    sums = ((plain, "the D6"), (number - 1, dice), (plain, "2D6"), (max(2, lance), "the D6"), (number + 1, "2D6"))
    return [f"{n}+ on {on}" for n, on in sums if 2 <= n <= (12 if on == "2D6" else 6)]


def armour_all_round(source: Source) -> Mapping[str, Any]:
    meet = source.found(scenes.meetings, scenes.at_vehicles) if source.own or source.random.random() < 0.8 else None
    if meet is not None and not meet.model.front == meet.model.side == meet.model.rear:
        model = meet.model
        return {"tank": model.name, "front": model.front, "side": model.side, "rear": model.rear}
    return {"tank": "tank", "front": source.pick((13, 14)), "side": source.pick((11, 12)), "rear": 10}


def armour_of_the_arc(front: int, side: int, rear: int, facing: str) -> int:
    hull = charts.hull_of(a_vehicle(front, side, rear).models[0][0], a_vehicle())
    assert hull is not None
    return hull.armour(facing)


def armour_that_counts(av: int, rule: str) -> Mapping[str, Any]:
    """Return the armour value that the roll must reach."""
    right, _ = charts.armour_against(strike_at(8, av, rule))
    return {"answer": right, "least": min(12, av)}


def save_of_a_hull(cover: int | None, covered: bool, dodge: int | None, ap: int, ignores: bool) -> Need:
    hit = strike_at(8, 11, *(["Ignores Cover"] * ignores), ap=ap)
    impact = hit.impact.but(aim=hit.impact.aim.but(covered=covered))
    return charts.hull_save(tokens.Dent(tokens.PENETRATION, impact, hit.model.but(cover=cover, dodge=dodge)))


def hits_on_a_hull(source: Source) -> tuple[int, int]:
    """Return numbers of glancing and penetrating hits, at least one hit."""
    glances, through = source.random.randint(0, 3), source.random.randint(0, 2)
    return (glances if glances + through else 1), through


def points_and_rolls(ask: str, points: int, glances: int, through: int) -> int:
    """Return the Hull Points left, or the number of rolls on the damage table."""
    start = new_attack(a_vehicle(), a_vehicle(points=points))
    hits = tuple(
        (tokens.Damage(kind, 3), n) for kind, n in ((tokens.GLANCE, glances), (tokens.PENETRATION, through)) if n
    )
    state = vehicles.suffer(start.firing(Hashed(scenes.arm("boltgun"))).but(pool=hits), scenes.at_table())
    rolls: int = sum(n for token, n in state.pool if isinstance(token, tokens.Wreckage))
    return rolls if ask == "rolls" else points - state.toll.hull_lost


NAMES = tuple(reversed(vehicles.RESULTS.values()))  # from Crew Shaken to Explodes!


def result_on_the_table(ap: int | None, open: bool, die: int) -> Mapping[str, Any]:
    """Return the result of one die on the Vehicle Damage table (7E-VEH-5, 7E-VEH-9)."""
    front = new_attack(a_vehicle(), a_vehicle(13, 11, 10, 3, *["Open-topped"] * open)).line.ranks[0]
    results = vehicles.table_rolls(
        front, ap, 1, "damage table", scenes.at_table(**{"damage table:Tank": scenes.shown(die)})
    )
    right = next(name for name, n in zip(vehicles.RESULTS.values(), results, strict=True) if n)
    bonus, _ = charts.damage_modifier(front.kind.hull, ap)
    place = NAMES.index(right)
    return {
        "answer": right, "more": f" + {bonus}" if bonus else "", "added": bonus, "place": place, "cell": (1 + place, 1),
    }  # fmt: skip


def other_results(place: int, added: int) -> list[str]:
    beside = (place - added, place + 1, place - 1, place + 2, place - 2, place - 3, place + 3)
    return [NAMES[i] for i in beside if 0 <= i < len(NAMES) and i != place]


def at_a_vehicle(shooter: Unit, target: Unit) -> Iterable[tuple[scenes.Meet, float]]:
    return scenes.meetings(shooter, target) if target.vehicle else ()


def a_rule_of_one_face(source: Source) -> str:
    rules = []
    for rule in ("Haywire", "Gauss", "Rending", "Sniper"):
        with suppress(NothingToAsk):
            source.must_meet(at_a_vehicle, scenes.has(rule))
            rules.append(rule)
    if not rules:
        raise NothingToAsk
    return source.pick(rules)


def armour_for_that_die(source: Source, rule: str, die: int) -> int:
    """Return an armour value; beyond 12, the D3 of Rending would decide."""
    return source.pick(range(10, 13 if rule == "Rending" and die == 6 else 15))


def a_strength_for_that_rule(source: Source, rule: str) -> int | None:
    return {"Haywire": 4, "Gauss": source.pick((4, 5)), "Rending": 6, "Sniper": None}[rule]


def made_of(hit: tokens.Strike, **dice: Any) -> str:
    """Return in words what these dice do with the hit."""
    kinds = [
        token.kind
        for token, n in vehicles.roll_to_penetrate(hit, 1, scenes.at_table(**dice))
        if isinstance(token, tokens.Dent) and n
    ]
    return "nothing" if not kinds else "a glancing hit" if kinds[0] == tokens.GLANCE else "a penetrating hit"


def comes_of_that_face(s: int | None, av: int, rule: str, die: int) -> str:
    roll = "haywire:gun" if rule == "Haywire" else "penetrate:gun"
    return made_of(strike_at(s, av, rule), **{roll: scenes.shown(die)})


def a_strength_for_that_armour(source: Source, rule: str, av: int) -> int:
    """Return a Strength with which the dice can just reach the armour."""
    return av - (8 if rule == "Ordnance" else source.pick((8, 8, 8, 9, 10, 11)))


def a_6_or_a_5_and_another(source: Source) -> Dice:
    return (6, source.pick((6, 1, 2, 3, 4))) if source.random.random() < 0.85 else (5, source.pick((3, 4, 5)))


def comes_of_more_dice(s: int, av: int, rule: str, dice: Dice, d3: int) -> Mapping[str, Any]:
    """Return what several dice do. Each 6 of a sum adds D3; for Ordnance only the kept die counts."""
    named = {"Armourbane": ("Armourbane",), "Ordnance": (charts.ORDNANCE_DICE,)}.get(rule, ())
    kept = (max(dice),) if rule == "Ordnance" else dice
    sixes = kept.count(6)
    hit = strike_at(s, av, "Rending", *named, melta=rule.startswith("Melta"))
    rends = [d3] if rule == "Ordnance" else [d3] * sixes
    right = made_of(hit, **{"penetrate:gun": scenes.shown(*dice), "rending:gun": scenes.shown(*rends)})
    return {"answer": right, "base": sum(kept), "sixes": sixes, "total": s + sum(kept) + d3 * sixes}


def dice_as_they_fall(source: Source, n: int, show: Iterable[int]) -> Dice:
    return (*show, *(source.random.randint(1, 6) for _ in range(n)))


def ramshackle_hits(glances: int, dice: Dice, rolls: bool) -> Mapping[str, Any]:
    """Return rolls on the table, or Hull Points lost. A 6 turns a penetrating into a glancing hit."""
    unit = a_vehicle(10, 10, 10, 5, "Ramshackle")
    kind, impact = new_attack(unit, unit).line.ranks[0].kind, strike_at(8, 10).impact
    damage = pool(
        *vehicles.save_hull(tokens.Dent(tokens.GLANCE, impact, kind), glances, scenes.at_table()),
        *vehicles.save_hull(
            tokens.Dent(tokens.PENETRATION, impact, kind),
            len(dice),
            scenes.at_table(**{"ramshackle:Tank": scenes.shown(*dice)}),
        ),
    )
    hits = [(hit.kind, n) for hit, n in damage if isinstance(hit, tokens.Damage)]
    on_table, lost = sum(n for kind, n in hits if kind == tokens.PENETRATION), sum(n for _, n in hits)
    total, sixes = glances + len(dice), dice.count(6)
    numbers = {"through": len(dice), "every": total, "sixes": sixes, "table_rolls": on_table, "lost": lost}
    return {"answer": on_table if rolls else lost, **numbers}


# Answers of `flying.toml`: who hits flyers, and what flyers fire.


def a_flyer(type: str = "Vehicle (Flyer, Hover)", *rules: str, bs: int = 4, gun: str = "boltgun") -> Unit:
    model = Model("Flyer", bs, 0, 3, weapons=(scenes.arm(gun),), rules=rules, front=12, side=12, rear=10, hull_points=3)
    return Unit("Flyer", type, ((model, 1),), rules)


MONSTER = scenes.a_unit(scenes.arm("boltgun"), 1, "Flying Monstrous Creature", toughness=6, wounds=4)
THINGS: Mapping[str, Unit] = {  # by their name in a card
    "flyer": a_flyer(),
    "monster": MONSTER,
    "skimmer": a_flyer("Vehicle (Fast, Skimmer)"),
    "tank": a_flyer("Vehicle (Tank)"),
    "infantry": scenes.a_unit(scenes.arm("boltgun"), 5),
    "jetbikes": scenes.a_unit(scenes.arm("boltgun"), 3, "Jetbike"),
    "beast": scenes.a_unit(scenes.arm("boltgun"), 1, "Monstrous Creature"),
}


def with_skyfire(gun: Weapon, skyfire: bool) -> Weapon:
    return gun.but(rules=("Skyfire", *gun.rules)) if skyfire else gun


def fired_at_the_air(thing: str, high: bool | None, bs: int, skyfire: bool) -> Mapping[str, Any]:
    """Return the need To Hit. Skyfire depends on the target's type, Hard to Hit on how it flies."""
    answers = {} if high is None else {"zooming": "yes" if high else "no"}
    unit = scenes.a_unit(with_skyfire(scenes.arm("autocannon"), skyfire), ballistic_skill=bs)
    return as_fired(unit, THINGS[thing], distance=12, **answers) | {"column": 1 if skyfire else 2}


def in_flight(unit: Unit, mode: str, speed: str = charts.COMBAT, struck: bool = False) -> Attack:
    """Return an attack by a unit that flies in this mode."""
    state = new_attack(unit, scenes.TARGET)
    return state.but(flight=state.flight.but(mode=mode, vector_strike=struck), speed=speed)


COUNTS = {None: "all six", 0: "none", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def weapons_in_flight(speed: str, spirit: bool) -> Mapping[str, Any]:
    """Return how many weapons fire at full skill: four at any speed, unlike a tank."""
    unit = a_flyer("Vehicle (Flyer)", *["Power of the Machine Spirit"] * spirit)
    return {
        "answer": COUNTS[full_skill(in_flight(unit, charts.ZOOMING, speed))],
        "flat": speed == charts.FLAT_OUT,
    }


def weapons_after_a_strike(monster: bool, struck: bool) -> str:
    """Return how many weapons may fire; a Vector Strike counts as one of them."""
    if monster:
        state = in_flight(MONSTER, charts.SWOOPING, "")
        after = strike(
            state.but(flight=state.flight.but(vector_strike=None)),
            scenes.at_table(vector_strike="yes" if struck else "no"),
        )
        return COUNTS[after.firers[0].weapons]
    return COUNTS[full_skill(in_flight(a_flyer("Vehicle (Flyer)", "Vector Strike"), charts.ZOOMING, struck=struck))]


CHOOSERS = (
    ("flyer", charts.ZOOMING, "a Zooming Flyer"),
    ("monster", charts.SWOOPING, "a Swooping Flying Monstrous Creature"),
    ("flyer", charts.HOVERING, "a Hovering Flyer"),
    ("monster", charts.GLIDING, "a Gliding Flying Monstrous Creature"),
    ("skimmer", "", "a Skimmer"),
    ("jetbikes", "", "a unit of Jetbikes"),
)


def who_chooses(source: Source, may: bool) -> Mapping[str, Any]:
    """Return one unit that may choose Skyfire and others that may not, or the reverse."""
    table = scenes.at_table(skyfire="yes")
    chosen = {
        words: choose_skyfire(in_flight(THINGS[thing], mode), table).flight.skyfire is not None
        for thing, mode, words in CHOOSERS
    }
    right = source.pick(words for words in chosen if chosen[words] == may)
    others = [words for words in chosen if chosen[words] != may]
    few = source.random.sample(others, min(3, len(others)))
    return {"answer": right, "others": few, "of": (right, *few)}


def what_may_hit_it(name: str, skyfire: bool, mode: str) -> Mapping[str, Any]:
    """Return if the weapon can hit. Without a roll To Hit it cannot, even with Skyfire."""
    gun = with_skyfire(scenes.arm(name), skyfire)
    tank = Model("Tank", 4, 0, 3, weapons=(gun,), front=12, side=12, rear=10)
    unit = Unit("Tank", "Vehicle (Tank)", ((tank, 1),)) if gun.type == "Ordnance" else scenes.a_unit(gun)
    pool = scenes.fired(unit, a_flyer(), distance=6, target_flight=mode)
    right = "cannot" if not pool else "snap" if scenes.shot_in(pool).snap else "usual"
    return {"answer": right, "sort": sort_of(gun, *["Skyfire"] * skyfire)}


def jink_of_a_flyer(agile: bool, ignores: bool, night: bool) -> Mapping[str, Any]:
    unit = a_flyer("Vehicle (Flyer)", *["Agile"] * agile)
    hit = strike_at(8, 12, *["Ignores Cover"] * ignores)
    kind = hit.model.but(dodge=charts.dodge(unit, unit.models[0][0]), stealth=int(night))
    return {"need": charts.hull_save(tokens.Dent(tokens.PENETRATION, hit.impact, kind))}


def strafing_run(thing: str, bs: int, jinked: bool) -> Mapping[str, Any]:
    """Return the need To Hit; the bonus is only for ground targets, not for Ordnance or Snap Shots."""
    unit, target = a_flyer("Vehicle (Flyer)", "Strafing Run", bs=bs, gun="heavy bolter"), THINGS[thing]
    answers = {"attacker_state": "jinked"} if jinked else {}
    low = {"target_flight": charts.HOVERING} if charts.flies(target) else {}
    values = as_fired(unit, target, distance=12, attacker_flight=charts.ZOOMING, skyfire="no", **answers, **low)
    return values | {"need": values["need"], "better": values["shot"].ballistic_skill > bs}


# Answers of `falling.toml`: damage in the air, crashes, Grounding tests.


def damage_in_the_air(ap: int, die: int, then: int, zooms: bool) -> Mapping[str, Any]:
    """Return the result for a flyer. When it zooms, Immobilised is Stunned or a crash, and Explodes! is a crash."""
    state = new_attack(scenes.a_unit(scenes.arm("lascannon")), a_flyer()).but(zooming=zooms)
    firing = state.firing(Hashed(scenes.arm("lascannon"))).but(pool=((tokens.Wreckage(ap), 1),))
    table = scenes.at_table(**{"damage table:Flyer": scenes.shown(die), "crash:Flyer": scenes.shown(then)})
    while vehicles.damage_waits(firing):
        firing = vehicles.suffer(firing, table)
    added, _ = charts.damage_modifier(state.line.ranks[0].kind.body(), ap)
    printed = vehicles.RESULTS[min(7, max(3, die + added))]
    if firing.toll.crashed or firing.toll.exploded:
        right = "it crashes" if firing.toll.crashed else "Explodes!"
    else:
        suffered = [words.casefold() for words in firing.line.ranks[0].kind.body().newly]
        right = next(result for result in vehicles.RESULTS.values() if result.casefold() in suffered)
    locked = zooms and printed == "Immobilised"
    words = {"added": f" + {added}" if added else "", "printed": printed, "as_printed": right == printed}
    return {"answer": right, "locked": locked, "more": then if locked else 0, **words}


def save_in_a_crash(armour: int, ward: int | None, where: int) -> Mapping[str, Any]:
    squad, flyer = scenes.a_unit(scenes.arm("boltgun"), 5, armour=armour, invulnerable=ward), a_flyer().but(capacity=10)
    battle = new_battle(Army("", "Mine", (flyer, squad)), Army("", "Theirs", (MONSTER,)))
    if where == 0:
        battle = replaced(battle, 0, 1, battle.unit_at(0, 1).but(inside=0).with_mark(Mark(states.EMBARKED)))
        battle, harms = markers.passengers(battle, DestroyedVehicle(0, 0, "Flyer", False, True), 1, scenes.at_table())
    else:
        harms = [BystanderHits(0, 1, 1, charts.CRASH if where == 1 else charts.EXPLOSION, "there")]
    return {"need": save_of_harm(battle.but(harms=tuple(harms))), "s": harms[0].weapon.value.strength}


def save_of_harm(battle: Battle) -> Need:
    """Return the save of the nearest model against the next bystander hits."""
    firing = hits_on_others(battle, scenes.at_table())
    weapon = firing.weapon.value
    wound = a_wound(weapon.ap, *weapon.rules, strength=weapon.strength)
    return charts.to_save(firing.line.ranks[0].kind, wound)


def a_monster(jinked: bool = False, hurt: bool = True, **values: Any) -> Battle:
    """Return a battle with a Swooping creature that lost a Wound, or did not if not `hurt`."""
    unit = scenes.a_unit(scenes.arm("boltgun"), 1, MONSTER.type, **({"toughness": 6, "wounds": 4} | values)).but(
        name="Tyrant"
    )
    battle = new_battle(Army("", "Mine", (scenes.a_unit(scenes.arm("lascannon"), 5),)), Army("", "Theirs", (unit,)))
    battle_unit = (
        battle.unit_at(1, 0).with_mark(Mark(charts.SWOOPING)).with_mark(Mark(states.HURT_ALOFT))
        if hurt
        else battle.unit_at(1, 0)
    )
    return replaced(
        battle, 1, 0, battle_unit.with_mark(Mark(states.JINKED, battle.this_turn())) if jinked else battle_unit
    )


def grounding_shows(die: int) -> dict[str, Any]:
    return {"grounding:Tyrant": scenes.shown(die)}


def save_of_the_fallen(armour: int, ward: int | None, jinked: bool) -> Need:
    battle = a_monster(jinked, armour=armour, invulnerable=ward)
    return save_of_harm(grounding_tests(battle, scenes.at_table(**grounding_shows(1))))


def stays_up(traktor: bool, die: int) -> Mapping[str, Any]:
    return {"answer": charts.grounding(traktor).met_by(die), "less": die - 3}


HURTS = 2  # the first so many deeds cost a Wound


def what_three_units_did(source: Source, deeds: Sequence[str]) -> Mapping[str, Any]:
    chosen = [source.random.randrange(len(deeds)) for _ in range(3)]
    if source.pick((True, False)):
        chosen = [max(HURTS, index) for index in chosen]
    units = zip(("first", "second", "third"), chosen, strict=True)
    words = "; ".join(f"the {ordinal} {deeds[index]}" for ordinal, index in units)
    return {"told": chosen, "units": words, "hurt": sum(index < HURTS for index in chosen)}


def grounding_tests_taken(told: Iterable[int], swoops: bool) -> int:
    """Return the number of tests: one in a phase, if it lost a Wound while swooping."""
    battle = a_monster(hurt=False).but(unit=0, target=0)
    for deed in told:
        state = begin_attack(battle, scenes.at_table()).but(zooming=swoops)
        state = state.but(line=state.line.but(lost=1 if deed < HURTS else 0))
        battle = end_attack(state, scenes.at_table()).but(unit=0, target=0)
    table = scenes.at_table(**grounding_shows(6))
    grounding_tests(battle, table)
    return sum(bool(entry.question and entry.question.key.startswith("grounding:")) for entry in table.log)


def after_the_test(die: int, jinked: bool) -> Mapping[str, Any]:
    """Return how it flies until its owner's next turn, and if it still has the cover of its Jink."""
    unit = grounding_tests(a_monster(jinked), scenes.at_table(**grounding_shows(die))).unit_at(1, 0)
    up = states.mode_of(unit) == charts.SWOOPING
    cover = charts.cover_save(line_of(unit, False)[0].kind).target
    how = "it Swoops" if up else "it Glides"
    return {"answer": f"{how}, {'with 4+ cover' if cover == 4 else 'without cover'}", "up": up}
