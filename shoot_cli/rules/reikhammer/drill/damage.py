"""Answers about the allocation of hits and about saves."""

from __future__ import annotations

from shoot_cli.battle.turns import Mark
from shoot_cli.engine.reasons import Reason, series
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.sequence import Convert, play
from shoot_cli.quiz import NothingToAsk, Source
from shoot_cli.rules.reikhammer import charts, profiles
from shoot_cli.rules.reikhammer.drill import scenes
from shoot_cli.rules.reikhammer.steps.damage import allocate, hit_on, lose_integrity, roll_to_save, suffer
from shoot_cli.rules.reikhammer.steps.eligibility import recipients, target_units, why_not_fire
from shoot_cli.rules.reikhammer.steps.states import WATCH
from shoot_cli.rules.reikhammer.steps.target import choose_watcher
from shoot_cli.rules.reikhammer.steps.weapon import choose_value, roll_to_hit

# Answers of ``allocating.toml``: legal targets, and who takes the next hit.

NOBODY = "nobody: they are lost"
# A target with all three types; shipped lists rarely have one.
MIXED = profiles.Unit(
    "a mixed column",
    (
        (profiles.Model("Car", profiles.LIGHT, 2), 1),
        (profiles.Model("Platoon", profiles.INFANTRY, 2), 1),
        (profiles.Model("Tank", profiles.ARMOURED, 4), 1),
    ),
)
SORTS = {"Car": "light vehicle", "Platoon": "infantry", "Tank": "armoured vehicle"}


def lined_up(of: scenes.FormationPair) -> charts.Attack:
    """Return an attack at units that stand one tile behind the other, in list order."""
    return scenes.with_stands(scenes.attack(of), lambda index, stand: stand.but(distance=index + 3))


def names_of(state: charts.Attack) -> list[str]:
    return [stand.name for stand in target_units(state)]


def at_tiles(names: list[str], tiles: list[int]) -> str:
    return ", ".join(f"{name} at {n}" for name, n in zip(names, tiles, strict=True))


def given(state: charts.Attack, of: scenes.FormationPair, *hits: tuple[charts.Hit, int]) -> dict[str, int]:
    """Return the number of these hits that each unit takes, by name."""
    after = allocate(state.but(pool=tuple(hits)), scenes.asker(of.settings))
    return {struck.name: n for struck, n in after.hits_to_save}


# Legal targets -------------------------------------------------------------------------------------------------------


def who_can_take(of: scenes.FormationPair, kind: str) -> scenes.Known:
    models = of.target.pieces()
    names = [*dict.fromkeys(model.name for model in models)]
    able = [*dict.fromkeys(models[index].name for index in recipients(scenes.attack(of), charts.Hit(kind)))]
    rest = [name for name in names if name not in able]
    return {
        "answer": series(able) or NOBODY,
        "others": [series(rest) or NOBODY, series(names), NOBODY, *names],
        "kinds": ", ".join(dict.fromkeys(f"{model.name} ({profiles.TYPE_WORDS[model.type]})" for model in models)),
        "whom": hurt_words(kind),
        "types": tuple(dict.fromkeys((model.name, model.type) for model in models)),
    }


def hurt_words(kind: str) -> str:
    return series([scenes.MANY[name] for name in charts.HURT[kind]])


def reach_into_them(source: Source, of: scenes.FormationPair) -> int:
    return source.random.randint(3, 2 + of.targets)


def who_is_reached(of: scenes.FormationPair, reach: int, place: int) -> scenes.Known:
    """Ask which units are in reach; `place` is the index of a hidden unit, or -1."""
    state = scenes.with_stands(lined_up(of), lambda i, stand: stand.but(hidden=i == place)).but(reach=(reach, reach))
    names = names_of(state)
    able = [names[index] for index in recipients(state, charts.Hit(profiles.AP))]
    within = names[: reach - 2]
    farther = scenes.runs([*able, *names[len(within) : len(within) + 1]])
    others = [
        farther,
        scenes.runs(within),
        scenes.runs(names),
        scenes.runs([name for name in names if name not in able]),
        *names,
    ]
    return {
        "answer": scenes.runs(able) or NOBODY,
        "others": [words for words in others if words],
        "where": at_tiles(names, [*range(3, 3 + len(names))]),
        "units": tuple(names),
        "hidden": names[place] if place >= 0 else "",
    }


def reach_of_a_macro_weapon(source: Source, of: scenes.FormationPair) -> int:
    return source.random.randint(3, 1 + of.targets)


def who_takes_macro(of: scenes.FormationPair, reach: int) -> scenes.Known:
    farthest = 2 + of.targets
    state = lined_up(of).but(reach=(farthest, reach))
    names = names_of(state)
    able = [names[index] for index in recipients(state, charts.Hit(profiles.AP, True))]
    others = [
        scenes.runs(names),
        scenes.runs(names[len(able) :]),
        scenes.runs(names[: len(able) + 1]),
        names[-1],
        names[0],
    ]
    where = at_tiles(names, [*range(3, 3 + len(names))])
    return {"answer": scenes.runs(able), "others": others, "where": where, "farthest": farthest, "units": tuple(names)}


def who_is_left_by_cover(of: scenes.FormationPair, n: int, ignored: bool) -> scenes.Known:
    state = scenes.with_stands(scenes.attack(of), lambda index, stand: stand.but(cover=2 if index < n else 0))
    answers = {"ignore_cover:rifles": "yes" if ignored else "no"}
    jobs = (charts.WeaponTask(Hashed(profiles.Weapon("rifles", 99, ap=4)), 1),)
    fire = choose_value(state.but(jobs=jobs), scenes.asker(of.settings, said=answers)).pool[0][0].fire.value
    names = names_of(state)
    covered, clear = names[:n], names[n:]
    return {
        "answer": scenes.runs(
            [names[index] for index in recipients(state, charts.Hit(profiles.AP, open_only=fire.open_only))]
        ),
        "others": [scenes.runs(names), scenes.runs(clear), scenes.runs(covered), names[-1], names[0]],
        "in_wood": scenes.runs(covered),
        "in_open": scenes.runs(clear),
        "covered": tuple(covered),
        "open": tuple(clear),
    }


def watcher_and_movers(source: Source) -> tuple[scenes.Party, scenes.Party, scenes.Party]:
    """Draw a formation on overwatch, an enemy that moves, and an enemy that does not."""
    battle = scenes.battle(source)
    able = [i for i, battle_unit in enumerate(battle.sides[1].units) if not why_not_fire(battle_unit)]
    if len(battle.sides[0].units) < 2 or not able:
        raise NothingToAsk
    moved, still = (scenes.Party(battle, 0, i) for i in source.random.sample(range(len(battle.sides[0].units)), 2))
    return scenes.Party(battle, 1, source.pick(able)), moved, still


def overwatch_target(source: Source, who: scenes.Party, moved: scenes.Party) -> str:
    watching = who.battle_unit.with_mark(Mark(WATCH))
    battle = who.changed(watching, unit=moved.at, action=charts.ADVANCE, answering=True)
    target = choose_watcher(battle, scenes.asker(source.settings, said={"overwatch": who.unit.name})).target
    assert target is not None
    return f"only “{battle.sides[0].units[target].unit.value.name}”"


def tiles_in_area(source: Source, radius: int) -> scenes.Known:
    sizes = [charts.tiles_within(n, source.settings["metric"]) for n in range(4)]
    return {"answer": sizes[radius], "others": [n for n in sizes if n != sizes[radius]], "side": 2 * radius + 1}


def no_splitting(of: scenes.FormationPair, seen: int, hidden: int, choosing: bool) -> scenes.Known:
    return {"answer": seen if choosing else 1, "every": seen + hidden, "one_more": min(of.shooters, seen + 1)}


# Who takes the next one ----------------------------------------------------------------------------------------------


def tiles_between(source: Source, of: scenes.FormationPair) -> list[int]:
    return source.random.sample(range(2, 12), of.targets)


def nearest_first(of: scenes.FormationPair, tiles: list[int]) -> scenes.Known:
    state = scenes.with_stands(scenes.attack(of), lambda index, stand: stand.but(distance=tiles[index]))
    names = names_of(state)
    by_distance = [name for _, name in sorted(zip(tiles, names, strict=True))]
    return {
        "answer": series([*given(state, of, (charts.Hit(profiles.AP), 1))]),
        "others": [by_distance[-1], names[0], by_distance[1], names[-1]],
        "where": at_tiles(names, tiles),
        "nearest": min(tiles),
        "distances": tuple(zip(names, tiles, strict=True)),
    }


def twice_as_many_and_one(source: Source, of: scenes.FormationPair) -> int:
    return source.random.randint(2, 2 * of.targets + 1)


def evenly(of: scenes.FormationPair, hits: int, place: int) -> scenes.Known:
    state = lined_up(of)
    taken, names = given(state, of, (charts.Hit(profiles.AP), hits)), names_of(state)
    spread = [taken.get(name, 0) for name in names]
    return {"answer": spread[place], "names": names, "asked": names[place], "spread": spread}


def all_on_one(of: scenes.FormationPair, hits: int, place: int) -> int:
    """Return the hits as if the nearest unit took all until it is destroyed."""
    integrity = of.target.pieces()[place].integrity
    return max(min(hits - integrity * place, integrity), 0)


def past_the_tank(of: scenes.FormationPair, kind: str, hits: int, place: int) -> scenes.Known:
    state = lined_up(of)
    stands, names = target_units(state), names_of(state)
    return {
        "answer": given(state, of, (charts.Hit(kind), hits)).get(names[place], 0),
        "even": hits // len(names) + (place < hits % len(names)),
        "row": ", ".join(f"{stand.name} ({profiles.TYPE_WORDS[stand.type]})" for stand in stands),
        "asked": names[place],
        "whom": hurt_words(kind),
        "types": tuple(stand.type for stand in stands),
    }


def three_in_any_order(source: Source) -> list[int]:
    return source.random.sample(range(3), 3)


def two_kinds(of: scenes.FormationPair, order: tuple[int, ...], ap: int, at: int, nth: int) -> scenes.Known:
    state = scenes.attack(scenes.FormationPair(of.shooter, MIXED, of.settings))
    state = scenes.with_stands(state, lambda index, stand: stand.but(distance=order.index(index) + 2))
    taken = given(state, of, (charts.Hit(profiles.AP), ap), (charts.Hit(profiles.AT), at))
    names = [target_units(state)[index].name for index in order]
    return {
        "answer": taken.get(names[nth], 0),
        "names": tuple(names),
        "asked": names[nth],
        "listed": ", ".join(f"{name} ({SORTS[name]})" for name in names),
        "spread": ", ".join(f"{name} {taken.get(name, 0)}" for name in names),
    }


def three_at_most(source: Source, of: scenes.FormationPair) -> int:
    return source.random.randint(1, min(3, of.targets))


def macro_anew(source: Source, of: scenes.FormationPair, hits: int, macro: int) -> scenes.Known:
    state = lined_up(of)
    names = names_of(state)
    normal, taken = (
        given(state, of, (charts.Hit(profiles.AP), hits)),
        given(state, of, (charts.Hit(profiles.AP, True), macro)),
    )
    next_one = [name for name in names if name not in normal][:1]
    others = [*next_one, names[0], "any that its owner likes", *source.random.sample(names, len(names))]
    answer = next(name for name in reversed(names) if name in taken)
    return {"answer": answer, "others": others, "most": scenes.runs([*normal]), "units": tuple(names)}


def weapon_with_one_value_for_them(source: Source, of: scenes.FormationPair) -> profiles.Weapon:
    return source.pick(
        weapon for weapon in of.shooter.weapons() if len(scenes.ways(weapon, of.target)) == 1 < len(weapon.values)
    )


def which_value(of: scenes.FormationPair, weapon: profiles.Weapon) -> scenes.Known:
    ((shot, _),) = choose_value(
        scenes.attack(of).but(jobs=(charts.WeaponTask(Hashed(weapon), 1),)), scenes.asker(of.settings)
    ).pool
    hurts = shot.fire.value.kind
    all_values = [f"{kind} {weapon.value(kind)}" for kind in weapon.values]
    types = dict.fromkeys(f"{model.name} ({profiles.TYPE_WORDS[model.type]})" for model, _ in of.target.models)
    return {
        "answer": f"{hurts} {weapon.value(hurts)}",
        "each": all_values,
        "listed": " and ".join(all_values),
        "who": series([*types]),
        "sum": sum(weapon.value(kind) or 0 for kind in weapon.values),
        "hurts": hurts,
        "values": tuple((kind, weapon.value(kind)) for kind in weapon.values),
        "types": tuple(sorted(scenes.types_of(of.target))),
    }


# Answers of ``saving.toml``: saves, the cost of failed ones, and single dice.

COVERS = (1, 2, 3, 4)


def stand(armour: int, **more: object) -> charts.TargetUnit:
    return charts.TargetUnit("", profiles.INFANTRY, armour, 1).but(**more)


def six_fails(source: Source) -> bool:
    return source.settings["save_six_fails"] == "true"


def another_cover_save(source: Source, armour: int) -> int:
    return source.pick(n for n in COVERS if n != armour)


def to_save(source: Source, armour: int, cover: int = 0, crossfire: bool = False) -> scenes.Known:
    if not armour and crossfire:
        raise NothingToAsk
    cover = 0 if cover == armour else cover
    made = stand(armour, cover=cover, crossfire=crossfire)
    known = {"cover": cover, "lower": scenes.less(min(armour, cover)), "best": max(armour, cover)}
    return {**scenes.number(charts.to_save(made, False, six_fails=six_fails(source))), **known}


def macro_save(source: Source, armour: int, extra: str, cover: int) -> scenes.Known:
    """Return the save against a macro hit; `cover` is the value of a cover or invulnerable save."""
    value = True if extra == "reinforced" else cover
    made = stand(armour, **({extra: value} if extra else {}))
    return scenes.number(charts.to_save(made, True, source.settings["macro_save"], six_fails(source)))


def which_save(armour: int, cover: int) -> scenes.Known:
    return {"answer": charts.to_save(stand(armour, cover=cover), False).label, "sum": armour + cover}


def cover_save_of_terrain(terrain: str) -> scenes.Known:
    kind = terrain.removeprefix("a ")
    row = next(n for n, line in enumerate(scenes.CHART["RH-SAVE-4"]) if kind in line[0].casefold().split(", "))
    return {"answer": scenes.CHART["RH-SAVE-4"][row][1], "row": row}


def as_if_it_were_better(best: int) -> list[str]:
    return [scenes.less(n) for n in (best, best + 1) if n <= charts.MOST]


def other_saves(armour: int, cover: int, target: int | None) -> list[str]:
    beside = armour - 1 if armour > 1 else armour + 1, armour + 1 if armour < charts.MOST else 3
    return [scenes.less(n) for n in (None, armour, cover, *beside, 2) if n != target]


# What it costs -------------------------------------------------------------------------------------------------------


def a_sturdy_unit(source: Source, of: scenes.FormationPair) -> int:
    pieces = of.target.pieces()
    return source.pick(index for index, model in enumerate(pieces) if model.integrity > 1 and scenes.by_armour(model))


def integrity_lost(of: scenes.FormationPair, place: int, faces: list[int]) -> scenes.Known:
    """Ask for the integrity lost by one unit whose save dice show these faces."""
    model, state, table = of.target.pieces()[place], scenes.attack(of), scenes.asker(of.settings, faces)
    state = state.but(pool=((hit_on(state, place, False, table), len(faces)),))
    after: charts.Attack = play(
        (Convert({charts.AllocatedHit: roll_to_save, charts.Failed: lose_integrity}), suffer), state, table
    )
    failed = sum(face > min(model.armour, charts.MOST) for face in faces)
    below = sum(face < model.armour for face in faces)
    counts = {"hits": len(faces), "below": below, "passed": len(faces) - failed, "failed": failed}
    return {"answer": after.damage, "model": model, "shown": sorted(faces), **counts}


def dice_on_dangerous_ground(source: Source, dice: int) -> list[int]:
    return sorted((source.pick((1, 3, 4, 5, 6, 6)) for _ in range(dice)), reverse=True)


def lost_on_dangerous_ground(faces: list[int]) -> scenes.Known:
    lost = sum(not charts.dangerous.met_by(face) for face in faces)
    return {"answer": lost, "integrity": len(faces), "ones": faces.count(1), "kept": len(faces) - lost}


def hurt_by(type: str) -> scenes.Known:
    kinds = " or ".join(kind for kind in profiles.VALUES if type in charts.HURT[kind])
    return {
        "answer": kinds,
        "many": scenes.MANY[type],
        "called": profiles.TYPE_WORDS[type],
        "row": scenes.row_of("RH-TER-4", type),
        "reasons": (Reason("hits go to those whom they can hurt", "RH-ALLOC-3"),),
    }


def value_and_more(source: Source) -> int:
    return scenes.value(source)[1] + (0 if source.own else source.pick((0, 1, 2)))


def what_comes(source: Source, value: int, face: int) -> str:
    """Return the result of one die against a value that includes all modifiers."""
    ends = roll_to_hit(charts.Shot(Hashed(scenes.fire("AP", value))), 1, scenes.asker(source.settings, [face]))
    kinds = {type(token) for token, _ in ends}
    return "it is rolled once more" if charts.SecondRoll in kinds else "it hits" if charts.Hit in kinds else "it misses"


def die_of_save(source: Source, armour: int, crossfire: bool, face: int) -> scenes.Known:
    need = charts.to_save(stand(armour, crossfire=crossfire), False, six_fails=six_fails(source))
    options = ("saved", "not saved", "saved, if a second die shows 3 or less", "rolled once more")
    if need.target is None:
        options = ("no", "yes", "yes, if a second die shows 3 or less", "only a 1, then another 1")
    right = options[need.target is not None and not need.met_by(face)]
    text = scenes.need_and_reasons(need)
    return {"answer": right, "options": options, "told": text, "possible": need.target is not None}


def fate(face: int) -> scenes.Known:
    fates = {charts.ESCAPES: "he escapes", charts.INCAPACITATED: "he is incapacitated", charts.KILLED: "he is killed"}
    row = next(n for n, row in enumerate(scenes.CHART["RH-CHAR-1"]) if n and face in span(row[0]))
    return {"answer": fates[charts.character_fate[face - 1]], "row": row}


def span(words: str) -> range:
    """Return the numbers of ``4-6``."""
    low, _, high = words.partition("-")
    return range(int(low), int(high or low) + 1)


def die_of_test(rating: int, shock: int, face: int) -> scenes.Known:
    need = charts.to_act(rating, shock > 0, False)
    return {"answer": need.met_by(face), "told": scenes.need_and_reasons(need)}
