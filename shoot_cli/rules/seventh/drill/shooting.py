"""Answers of the cards about eligibility, shots and rolls to hit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.battle.turns import Mark, replaced
from shoot_cli.engine.pools import Line, Rank
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import face_list
from shoot_cli.engine.record import Hashed
from shoot_cli.quiz import ArmyPair, NothingToAsk, Redraw, Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill import scenes
from shoot_cli.rules.seventh.profiles import ASSAULT, Model, Unit, Weapon
from shoot_cli.rules.seventh.records import Battle, BattleUnit
from shoot_cli.rules.seventh.steps.allocation import LOOK_OUT, may_look_out
from shoot_cli.rules.seventh.steps.attack import any_two, begin_attack, new_attack, weapons_at_once
from shoot_cli.rules.seventh.steps.hit import dice_to_hit, roll_to_hit
from shoot_cli.rules.seventh.steps.states import EMBARKED, REGROUPED
from shoot_cli.rules.seventh.steps.target import NO_FEAR, why_no_target
from shoot_cli.rules.seventh.steps.turns import boosts, may_run_and_shoot, new_battle, targets, why_not_nominated
from shoot_cli.rules.seventh.steps.weapon import skill_of, why_not_offered
from shoot_cli.rules.seventh.tokens import Gun, Hit, Shot

# Answers of `eligible.toml`: which units may shoot and be shot at, and who takes a Wound.


def battle_drawn(source: Source) -> Battle:
    """Return a new battle between two armies of the source, in which nobody rides: cards say who does."""
    if not source.pairs:
        raise NothingToAsk
    pair: ArmyPair = source.pick(source.pairs)
    shooter, target = (
        army.but(units=tuple(unit.but(rides_in="") for unit in army.units)) for army in (pair.shooter, pair.target)
    )
    return new_battle(shooter, target)


def marked(battle: Battle, side: int, index: int, name: str) -> Battle:
    return replaced(battle, side, index, battle.sides[side].units[index].with_mark(Mark(name))) if name else battle


def name_of(battle: Battle, side: int, index: int) -> str:
    return str(battle.sides[side].units[index].unit.value.name)


def report_words(reports: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name} ({words})" for name, words in reports)


def on_foot_there(battle_unit: BattleUnit) -> bool:
    unit = battle_unit.unit.value
    return unit.type.startswith("Infantry") and not may_run_and_shoot(battle_unit) and not unit.has("Fearless")


def fast_tank(battle_unit: BattleUnit) -> bool:
    unit = battle_unit.unit.value
    return unit.vehicle and not unit.of_type("Walker") and not unit.of_type("Heavy")


OF: Mapping[str, Callable[[BattleUnit], bool]] = {  # tests of a unit, by their name in a card
    "any": lambda unit: True,
    "foot": on_foot_there,
    "tank": fast_tank,
    "bike": boosts,
    "smoke": lambda unit: unit.unit.value.has("Smoke Launchers"),
}


def a_unit_in_some_state(source: Source, states: Iterable[Sequence[Any]]) -> Mapping[str, Any]:
    """Return a unit in a random state, and if it may shoot.

    `states`: row of the chart of 7E-NOM-3 (0: nothing is forbidden), mark, words, name of a test in `OF`.
    """
    battle = battle_drawn(source)
    ready = [i for i in range(len(battle.sides[0].units)) if not why_not_nominated(battle, i)]
    candidates = [(i, state) for state in states for i in ready if OF[state[3]](battle.sides[0].units[i])]
    aim = next(
        (i for i, foe in enumerate(battle.sides[1].units) if foe.ranks and not why_no_target(foe.unit.value)), None
    )
    if not candidates or aim is None:
        raise NothingToAsk
    words = source.pick(sorted({state[2] for _, state in candidates}))
    index, (row, mark, *_) = source.pick((i, state) for i, state in candidates if state[2] == words)
    battle = marked(battle, 0, index, mark)
    unit = battle.sides[0].units[index].unit.value
    closed = why_not_nominated(battle, index)
    snap = "" if closed else begin_attack(battle.but(unit=index, target=aim), scenes.at_table()).snap_only
    right, why = ("no", closed[0].text) if closed else ("snap", snap) if snap else ("yes", "nothing forbids it")
    values = {"name": unit.name, "state": words, "regrouped": mark == REGROUPED, "no_fear": unit.has(NO_FEAR)}
    return values | {"answer": right, "reason": why, "cell": (row, 2) if row and right != "yes" else None}


def four_units_of_which_one_is_left(source: Source, done: Iterable[str]) -> Mapping[str, Any]:
    """Return four units of which one may still shoot. `done`: what the others did, in words."""
    battle = battle_drawn(source)
    ready = [i for i in range(len(battle.sides[0].units)) if not why_not_nominated(battle, i)]
    if len(ready) < 4:
        raise NothingToAsk
    chosen = source.random.sample(ready, 4)
    battle = battle.but(done=tuple(sorted(chosen[1:])))
    (right,) = (name_of(battle, 0, i) for i in chosen if not why_not_nominated(battle, i))
    others = [name_of(battle, 0, i) for i in chosen[1:]]
    reports = [(right, "not picked so far"), *zip(others, source.random.sample([*done], 3), strict=True)]
    source.random.shuffle(reports)
    return {"answer": right, "others": others, "said": tuple(reports), "listed": report_words(reports)}


def four_enemies(
    source: Source, forbidden: Sequence[str], harmless: Iterable[Sequence[str]], one_only: bool
) -> Mapping[str, Any]:
    """Return four enemy units and the only one that can, or cannot, be chosen. A state is (mark, words)."""
    battle = battle_drawn(source)
    infantry = [
        i for i, foe in enumerate(battle.sides[1].units) if foe.ranks and foe.unit.value.type.startswith("Infantry")
    ]
    carried = forbidden[0] != EMBARKED or any(foe.unit.value.capacity for foe in battle.sides[1].units)
    if len(infantry) < 4 or not carried:
        raise Redraw  # draw other armies
    chosen, other = source.random.sample(infantry, 4), source.random.sample([*harmless], 3)
    states = [forbidden, *([forbidden] * 2 if one_only else other[:2]), other[2]]
    for i, (state, _) in zip(chosen, states, strict=True):
        battle = marked(battle, 1, i, state)
    allowed = {option.value for option in targets(battle) if not option.closed}
    names = [name_of(battle, 1, i) for i in chosen]
    (right,) = (name for name in names if (name in allowed) == one_only)
    reports = [(name, words) for name, (_, words) in zip(names, states, strict=True)]
    source.random.shuffle(reports)
    listed = report_words(reports)
    return {"answer": right, "names": names, "said": tuple(reports), "listed": listed, "words": forbidden[1]}


def some_ranges(source: Source, silent: bool, names: Iterable[str]) -> Mapping[str, Any]:
    """Return weapons with different ranges, and a distance that singles out the wanted weapon."""
    guns = [scenes.arm(name) for name in names]
    if source.own:
        owned = (gun for unit in battle_drawn(source).sides[0].units for gun in unit.unit.value.weapons())
        guns = [gun for gun in owned if gun.range and gun.range < 100 and not (gun.has("Barrage") or gun.has("Homing"))]
    reach: dict[float, Weapon] = {}
    for gun in guns:
        reach.setdefault(gun.range or 0, gun)
    if len(reach) < 3:
        raise NothingToAsk
    few = sorted(source.random.sample(sorted(reach), min(4, len(reach))))
    seen, hidden = (few[0] + 1, max(1, few[0] - 1)) if silent else (few[-2] + 1, few[-2] - 1)
    ranges = tuple((reach[inches].name, inches) for inches in few)
    listed = ", ".join(f'{name} {inches:g}"' for name, inches in ranges)
    values = {"seen": seen, "hidden": hidden, "ranges": ranges, "listed": listed}
    return {"few": [reach[inches] for inches in few], **values}


def in_range(few: Iterable[Weapon], seen: float, silent: bool) -> Mapping[str, Any]:
    """Return the only weapon in range, or out of range; exactly the range is in range."""
    closed = {
        gun.name: bool(why_not_offered(new_attack(scenes.a_unit(gun), scenes.TARGET).but(distance=seen), gun))
        for gun in few
    }
    (right,) = (name for name in closed if closed[name] == silent)
    return {"answer": right, "others": [name for name in closed if name != right]}


def those_who_shoot(n: int, see: int, split: bool) -> Mapping[str, Any]:
    return {"answer": see + split, "idle": n - see}


Kinds = list[tuple[str, int, int]]  # names and Wounds of models, and the most models of each


def several_kinds(shooter: Unit, target: Unit) -> list[tuple[Unit, float]]:
    enough = not target.vehicle and len(target.models) > 1
    return [(target, float(sum(n for _, n in target.models)))] if enough else []


def kinds_of_models(source: Source, squads: Iterable[Kinds]) -> Kinds:
    """Return the kinds of models of one unit, shuffled."""
    kinds = [*source.pick(squads)]
    if source.own:
        models = source.meeting(several_kinds).models
        kinds = [(model.name, model.wounds, min(n, 3)) for model, n in models][:4]
    source.random.shuffle(kinds)
    return kinds


def inches_for_each(source: Source, kinds: Kinds) -> list[int]:
    return sorted(source.random.sample(range(5, 20), len(kinds)))


def first_of(models: Iterable[tuple[str, int, int]], lost: int = 0) -> str:
    """Return who takes the next Wound. `models`: name, number, Wounds of each, nearest first."""
    front = Line(tuple(Rank(name, n, left) for name, n, left in models)).but(lost=lost).front()
    assert front is not None
    return str(front[0])


def the_closest(source: Source, kinds: Kinds, inches: list[int]) -> Mapping[str, Any]:
    right = first_of((name, 1, wounds) for name, wounds, _ in kinds)
    placed = [(name, n) for (name, *_), n in zip(kinds, inches, strict=True)]
    near = source.pick(name for name, *_ in kinds[1:])
    firer = dict(placed)[near]
    source.random.shuffle(placed)
    listed = ", ".join(f'{name} {n}"' for name, n in placed)
    values = {"said": tuple(placed), "firer": firer, "near": near, "listed": listed}
    return {"answer": right, "nearest": inches[0], **values}


def all_names(kinds: Kinds) -> list[str]:
    return [name for name, *_ in kinds]


def picked_by_somebody() -> list[str]:
    return ["whom the shooter picks", "whom the owner picks"]


HIDDEN = ("seen by nobody who fires this weapon", "hidden from all who fire this weapon")


def the_closest_that_is_seen(source: Source, kinds: Kinds, inches: list[int]) -> Mapping[str, Any]:
    if len(kinds) < 2:
        raise NothingToAsk
    hidden = source.random.randint(1, len(kinds) - 1)
    right = first_of((name, 1, wounds) for name, wounds, _ in kinds[hidden:])
    how = [*(source.pick(HIDDEN) for _ in range(hidden)), *["seen"] * (len(kinds) - hidden)]
    placed = [(name, n, sight) for (name, *_), n, sight in zip(kinds, inches, how, strict=True)]
    listed = "; ".join(f'{name} {n}", {sight}' for name, n, sight in placed)
    return {"answer": right, "said": tuple((name, n, sight == "seen") for name, n, sight in placed), "listed": listed}


def the_one_after_the_last_wound(source: Source, kinds: Kinds) -> Mapping[str, Any]:
    models = tuple((name, source.random.randint(1, most), wounds) for name, wounds, most in kinds)
    lost = source.random.randint(0, min(sum(n * wounds for _, n, wounds in models) - 1, 5))
    listed = ", then ".join(f"{n} x {name} with {wounds} Wound{'s' * (wounds > 1)}" for name, n, wounds in models)
    number = ("first", "second", "third", "fourth", "fifth", "sixth")[lost]
    return {"answer": first_of(models, lost), "models": models, "lost": lost, "listed": listed, "number": number}


def look_out_sir(independent: bool, apart: int) -> Mapping[str, Any]:
    state = new_attack(scenes.TARGET, scenes.TARGET).but(within_6=apart <= 6)
    kind = state.line.ranks[0].kind.but(character=True, independent=independent)
    may = may_look_out(state, state, kind)
    return {"answer": scenes.face(LOOK_OUT[independent]) if may else "it cannot", "alone": not may}


# Answers of `shooting.toml`: how many shots there are, and what may be fired.


def of_gun(gun: Weapon) -> dict[str, Any]:
    """Return the gun's numbers by their names in a card."""
    assert gun.range is not None
    return {
        "reach": gun.range,
        "half": gun.range / 2,
        "shots_text": gun.type_text(),
        "each": gun.shots.plus,
        "two": 2,
    }


def shots_near_and_far(unit: Unit, gun: Weapon, n: int, close: int) -> Mapping[str, Any]:
    values = of_gun(gun)
    distance = values["half"] if close else values["half"] + 1
    return values | {
        "answer": scenes.shots_in(scenes.fired(unit, distance=distance, half_range=close)),
        "far": n - close,
    }


def shots_of_all(unit: Unit, gun: Weapon, n: int, moved: bool) -> Mapping[str, Any]:
    values = of_gun(gun)
    return values | {
        "answer": scenes.shots_in(scenes.fired(unit, distance=min(values["reach"], 10), moved=n if moved else 0))
    }


def other_shots(n: int, each: int, moved: bool) -> list[int]:
    return [n if each > 1 else 2 * n, 0 if moved else each, n * max(1, each // 2), n * (each + 1)]


def a_distance_for_salvo(source: Source, gun: Weapon) -> float:
    reach = gun.range or 0
    return source.pick((reach / 2 - 2, reach / 2, reach / 2 + 1, reach / 2 + 4, reach))


def salvo_shots(unit: Unit, gun: Weapon, distance: float, moved: bool) -> Mapping[str, Any]:
    assert gun.moved_shots is not None
    numbers = {"few": gun.moved_shots.plus, "many": gun.shots.plus}
    return of_gun(gun) | numbers | {"answer": scenes.shots_in(scenes.fired(unit, distance=distance, moved=int(moved)))}


def fewest_to_most(n: int, thrown: int, sides: int, plus: int) -> Mapping[str, Any]:
    number = f"{thrown if thrown > 1 else ''}D{sides}{f'+{plus}' if plus else ''}"
    low, high = thrown + plus, thrown * sides + plus
    return {"answer": f"{n * low} to {n * high}", "number": number, "low": low, "high": high}


def other_spans(n: int, low: int, high: int, sides: int) -> list[str]:
    many, fewest = n * high, n * low
    spans = ((low, high), (n, n * (6 if sides == 3 else 3)), (fewest, many + n), (low, many), (fewest - 1, many))
    return [f"{a} to {b}" for a, b in spans]


def weapons_of_a_model(
    meet: scenes.Meet | None, type: str, trackers: tuple[str, ...], pistols: int
) -> Mapping[str, Any]:
    weapons = (
        (scenes.arm("bolt pistol"),) * 2
        if pistols
        else (scenes.arm("boltgun"), scenes.arm("frag grenade"), scenes.arm("krak grenade"))
    )
    model = Model("A model", 4, 4, weapons=weapons, rules=trackers) if meet is None else meet.bearer
    unit = Unit("Squad", type, ((model, 1),))
    arms, words = ", ".join(weapon.name for weapon in model.weapons), ", ".join((type, *trackers))
    return {"answer": weapons_at_once(unit, model), "any": any_two(unit, model), "arms": arms, "is": words}


SORTS = (("ordinary", ""), ("Fast", "Fast"), ("Heavy", "Heavy"), ("Walker", "Walker"))  # rows of the chart of 7E-WPN-22
SPEEDS = (
    (charts.STATIONARY, "stood still"),
    (charts.COMBAT, 'moved 6"'),
    (charts.CRUISING, 'moved 12"'),
    (charts.FLAT_OUT, "moved Flat Out"),
)
FULL = {None: "all four", 0: "none", 1: "one", 2: "two"}


def a_vehicle_at_some_speed(source: Source) -> Mapping[str, Any]:
    row, spirit = source.pick(range(4)), False
    meet = source.found(scenes.meetings, scenes.no_machine_spirit) if source.own or source.pick((True, False)) else None
    if meet is not None:
        row = next((i for i, (_, word) in enumerate(SORTS) if word and meet.unit.of_type(word)), 0)
    elif source.random.random() < 0.2:
        row, spirit = 0, True
    sort, word = SORTS[row]
    column = source.pick(range(4 if row < 2 else 2))  # Heavy vehicles and Walkers are never faster
    name = "Walker" if word == "Walker" else f"{sort} vehicle{' with a Machine Spirit' if spirit else ''}"
    numbers = {"row": 5 if spirit else 1 + row, "place": 1 + column, "column": column}
    return {"sort": sort, "word": word, "name": name, "spirit": spirit, "said": SPEEDS[column][1], **numbers}


def weapons_at_full_skill(word: str, column: int, spirit: bool) -> str:
    type = f"Vehicle ({word})" if word else "Vehicle"
    unit = scenes.a_unit(scenes.arm("boltgun"), 1, type, ("Power of the Machine Spirit",) * spirit)
    return FULL[charts.full_skill(unit, SPEEDS[column][0])]


def all_under_markers(under: tuple[int, ...], hidden: int) -> Mapping[str, Any]:
    return {"answer": sum(under), "seen": max(0, sum(under) - hidden), "most": max(under)}


def those_who_can(unit: Unit, gun: Weapon, n: int, far: int) -> Mapping[str, Any]:
    able = n - 2 - far
    return of_gun(gun) | {"answer": scenes.shots_in(scenes.fired(unit, distance=6, firing=able)), "able": able}


def fired_on_the_ground(gun: Weapon) -> Mapping[str, Any]:
    unit = scenes.a_unit(gun, ballistic_skill=4)
    fires = scenes.fired(unit, attacker_state="gone to ground", distance=min(gun.range or 6, 6))
    return {"answer": bool(fires), "sort": sort_of(gun)}


def sort_of(gun: Weapon, *rules: str) -> str:
    """Return how the gun fires, and its marker or template."""
    return ", ".join((gun.type_text(), *(rule for rule in gun.rules if rule in charts.AREA), *rules))


def template_reaches(gun: Weapon, torrent: bool, distance: int) -> bool:
    return bool(scenes.fired(scenes.a_unit(gun.but(torrent=12.0) if torrent else gun), distance=distance))


# Answers of `to_hit.toml`: needs, re-rolls, and how far markers drift.

STATES = ("gone to ground", "falling back", "jinked", "regrouped", "ready")


def to_hit(bs: int) -> Need:
    return charts.to_hit(bs)


def to_hit_again(bs: int) -> Mapping[str, Any]:
    return {"need": charts.to_hit_again(bs), "column": bs - 5}


def need_of(shot: Shot) -> Need:
    return charts.to_hit(shot.ballistic_skill, shot.snap, shot.snap_skill)


def as_fired(unit: Unit, target: Unit | None = None, **facts: Any) -> dict[str, Any]:
    """Return the need of the first weapon's shots, if they are Snap Shots, and needs for wrong answers."""
    shot = scenes.shot_in(scenes.fired(unit, target, **facts))
    skill = unit.models[0][0].ballistic_skill
    beside = [charts.to_hit(skill, not shot.snap).text, charts.to_hit(max(1, skill - 1)).text]
    return {"need": need_of(shot), "snap": shot.snap, "shot": shot, "beside": beside}


def a_state_it_can_be_in(source: Source, meet: scenes.Meet | None) -> str:
    """Return a random state: Bikes never go to ground, and infantry never jinks, nor does a unit of no list."""
    if meet is None:
        return source.pick(state for state in STATES if state != "jinked")
    jinks, stands = charts.jinks(meet.unit, meet.bearer), charts.never_to_ground(meet.unit) is not None
    never = {"jinked": not jinks, "gone to ground": stands}
    return source.pick(state for state in STATES if not never.get(state))


def fired_in_this_state(unit: Unit, state: str) -> Mapping[str, Any]:
    return as_fired(unit, attacker_state=state, distance=6)


def a_shot(gun: Weapon, bs: int, snap: bool = False, preferred: bool = False) -> Shot:
    return Shot(Hashed(Gun(gun.name, gun.strength, gun.ap, gun.rules, gun.poisoned, 4, preferred)), bs, snap)


def misses_again(gun: Weapon, bs: int, snap: bool) -> Mapping[str, Any]:
    need = charts.to_hit(bs, snap)
    again, *_ = charts.hits_again(a_shot(gun, bs, snap), need)
    return {"answer": which_dice(again), "needed": need.text, "linked": "linked" in gun.name}


def which_dice(faces: tuple[int, ...]) -> str:
    return "those that show " + face_list(faces)


def other_faces(source: Source) -> list[str]:
    faces = [which_dice(tuple(range(1, most + 1))) for most in (1, 2, 3, 4, 5)]
    source.random.shuffle(faces)
    return faces


def with_changed_skill(bs: int, change: int, snap: bool) -> Mapping[str, Any]:
    skill = skill_of(Model("", bs, 4), Weapon("", 24, 4, None, ASSAULT), {"bs_modifier": change})
    return {"need": charts.to_hit(skill, snap), "now": skill}


def fired_after_moving(unit: Unit, gun: Weapon, moved: bool) -> Mapping[str, Any]:
    model = unit.models[0][0]
    words = ", ".join((unit.type.removesuffix(" (Character)"), *stationary_rules(model)))
    return as_fired(unit, moved=int(moved), distance=6) | {
        "type_of_gun": gun.type_text(),
        "type_and_rules": words,
    }


def stationary_rules(model: Model) -> tuple[str, ...]:
    return tuple(rule for rule in ("Relentless", "Slow and Purposeful") if model.has(rule))


def fired_beside_ordnance(bs: int, cannon: Weapon, second: Weapon, ordnance: bool) -> Mapping[str, Any]:
    model = Model("Tank", bs, 0, 3, weapons=(cannon, second), front=14, side=13, rear=10, hull_points=3)
    tank = Unit("Tank", "Vehicle (Tank)", ((model, 1),))
    return as_fired(tank, weapon=second.name, ordnance="yes" if ordnance else "no", distance=20)


def drift(dice: tuple[int, ...], bs: int, seen: bool) -> Mapping[str, Any]:
    return {"answer": charts.drift(sum(dice), bs, seen), "total": sum(dice)}


def inches_beside(answer: int) -> list[str]:
    return [f'{max(0, answer + n)}"' for n in (1, -1, 2, -2, 3, -3)]


# Answers of `sixes.toml`: what a 6 or a 1 to hit does, as rolled by the rules.

Dice = tuple[int, ...]


def hits_of(shot: Shot, dice: Dice) -> list[tuple[Hit, int]]:
    """Return the hits that these dice give."""
    pool = roll_to_hit(shot, len(dice), scenes.at_table(**{f"hit:{shot.gun.value.name}": scenes.shown(*dice)}))
    return [(hit, n) for hit, n in pool if isinstance(hit, Hit)]


def how_many_hit(bs: int, dice: Dice) -> Mapping[str, Any]:
    bs = min(bs, 5)  # with a higher Ballistic Skill, a 1 is re-rolled
    hits = sum(n for _, n in hits_of(a_shot(scenes.arm("boltgun"), bs), dice))
    return {"answer": hits, "bs": bs, "needed": charts.to_hit(bs).text, "too_many": hits + 1}


def preferred_again(bs: int, dice: Dice) -> Mapping[str, Any]:
    need = charts.to_hit(bs)
    again, *_ = charts.hits_again(a_shot(scenes.arm("boltgun"), bs, preferred=True), need)
    missed = sum(not need.met_by(die) for die in dice)
    return {"answer": sum(die in again for die in dice), "missed": missed}


def precision_shots(gun: Weapon, bs: int, state: str, dice: Dice) -> Mapping[str, Any]:
    shot = scenes.shot_in(scenes.fired(scenes.a_unit(gun, 5, ballistic_skill=bs), attacker_state=state, distance=6))
    hits = hits_of(shot, dice)
    precise = sum(n for hit, n in hits if hit.precise)
    return {"answer": precise, "snap": shot.snap, "sixes": dice.count(6), "hits": sum(n for _, n in hits)}


def plasma(twin: bool) -> Shot:
    rules = ("Gets Hot", "Twin-linked") if twin else ("Gets Hot",)
    return a_shot(scenes.arm("plasma gun").but(rules=rules), 4)


def misses_rolled_again(source: Source, twin: bool, first: Dice) -> Mapping[str, Any]:
    faces, *_ = charts.hits_again(plasma(twin), charts.to_hit(4))
    back = tuple(die for die in first if die in faces)
    return {"back": back, "again": tuple(source.pick((1, 1, 3, 5)) for _ in back)}


def burnt(twin: bool, first: Dice, again: Dice) -> Mapping[str, Any]:
    rolled = scenes.shown(*first, again=again if twin else None)
    roll = dice_to_hit(plasma(twin), 4, scenes.at_table(**{"hit:plasma gun": rolled}), hot=True)
    return {"answer": roll.watched[-1], "ones": first.count(1), "ones_again": again.count(1)}


def tesla_hits(bs: int, dice: Dice, snap: bool) -> Mapping[str, Any]:
    shot = a_shot(scenes.arm("boltgun").but(rules=("Tesla",)), bs, snap)
    plain = sum(charts.to_hit(bs, snap).met_by(die) for die in dice)
    hits = sum(n for _, n in hits_of(shot, dice))
    return {"answer": hits, "plain_hits": plain, "sixes": dice.count(6)}
