"""Answers about eligibility, shots and rolls to hit."""

from __future__ import annotations

from shoot_cli.battle.turns import Mark
from shoot_cli.engine.names import counted
from shoot_cli.engine.reasons import series
from shoot_cli.engine.record import Hashed
from shoot_cli.quiz import NothingToAsk, Source
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Attack, Gunner, WeaponTask
from shoot_cli.rules.reikhammer.drill import scenes
from shoot_cli.rules.reikhammer.profiles import AA, AIRCRAFT, AP, TYPE_WORDS, WAR_ENGINE, Model, Unit, Weapon
from shoot_cli.rules.reikhammer.steps.eligibility import BARRAGE, suppress, why_not, why_not_fire
from shoot_cli.rules.reikhammer.steps.states import WATCH
from shoot_cli.rules.reikhammer.steps.target import may_shoot, why_not_watch
from shoot_cli.rules.reikhammer.steps.turns import MOVE, SHOOT, why_not_act
from shoot_cli.rules.reikhammer.steps.weapon import choose_value, shell

# Answers of ``firing.toml``: who may fire, and why not.
# Line of fire, range, ammo -------------------------------------------------------------------------------------------


def line_of_fire(of: scenes.FormationPair, tiles: int) -> scenes.Known:
    """Ask about a line of fire; `tiles` are tiles of wood, or -1 if a war engine blocks it."""
    engine, wood = tiles < 0, max(tiles, 0)
    state = scenes.with_gunners(
        scenes.attack(of), lambda index, gunner: gunner.but(obstruction=None if engine else tiles)
    )
    refused = why_not(state, state.gunners[0], False)
    reason = refused[0].text if refused else f"{counted(wood, 'tile')} of wood on the way: 2 would block"
    return {"answer": not refused, "name": state.gunners[0].name, "engine": engine, "wood": wood, "reason": reason}


def what_reaches(source: Source, of: scenes.FormationPair) -> scenes.Known:
    model = source.pick(of.shooter.pieces())
    weapons = list({weapon.name: weapon for weapon in scenes.guns_of(model)}.values())[:2]
    distance = source.pick(weapons).range + source.pick((-1, 0, 0, 1, 2))
    names, reach = [weapon.name for weapon in weapons], [weapon.name for weapon in weapons if weapon.range >= distance]
    listed = series([f"{weapon.name}, range {weapon.range}" for weapon in weapons])
    assault = [weapon.assault for weapon in model.weapons if weapon.assault][:1]
    return {
        "answer": series(reach) if reach else "nothing",
        "others": [*(series([*reach, rule]) for rule in assault), *names, series(names), "nothing"],
        "name": model.name,
        "distance": distance,
        "listed": listed,
        "carried": "; ".join([listed, *assault]),
        "all_of_them": series(names),
        "ranges": tuple((weapon.name, weapon.range) for weapon in weapons),
    }


def may_fire_with_ammo(of: scenes.FormationPair, ammo: int) -> scenes.Known:
    state = scenes.with_gunners(scenes.attack(of), lambda index, gunner: gunner.but(ammo=ammo))
    after = scenes.fired(state, of).gunners[0]
    options = {None: "no", 0: "yes, and then its ammo is 0", ammo: f"yes, and its ammo stays {ammo}"}
    options[ammo - 1] = f"yes, and then its ammo is {ammo - 1}" if ammo else "yes, once more"
    options[-2] = "yes, but only one of its weapons"
    answer = options[after.ammo] if after.fired else options[None]
    return {"answer": answer, "options": [*options.values()], "name": state.gunners[0].name}


# Actions -------------------------------------------------------------------------------------------------------------


def armed_one(source: Source) -> scenes.Party:
    return scenes.party(source, scenes.battle(source), 0, lambda battle_unit: armed(battle_unit.unit.value))


def armed(unit: Unit) -> bool:
    return any(scenes.guns_of(model) for model, _ in unit.models)


def one_of_theirs_that_can_fire(source: Source) -> scenes.Party:
    return scenes.party(source, scenes.battle(source), 1, lambda battle_unit: not why_not_fire(battle_unit))


def what_it_did(source: Source, action: str) -> tuple[str, bool, bool]:
    """Draw what a formation did, whether it chose to move, and whether its move broke it (overwatch fire)."""
    made = charts.ACTIONS[action]
    does = source.pick((SHOOT, MOVE)) if made.either else ""
    moves = does == MOVE if made.either else made.moves > 0
    return does, does == MOVE, moves and source.pick((False, True))


def ready_to_shoot(who: scenes.Party, action: str, does: str, broken: bool) -> str:
    change = charts.ACTIONS[action].modifier
    may = may_shoot(who.changed(who.battle_unit.but(broken=broken), unit=who.at, action=action, does=does))
    return "no" if not may else f"yes, at {change:+d} to hit" if change else "yes, its values as printed"


def shoots_after(action: str) -> scenes.Known:
    made = charts.ACTIONS[action]
    after = "only if it does not move" if made.either else "yes" if made.shoots else "no"
    answer = "later, when an enemy has moved" if action == charts.OVERWATCH else after
    return {"answer": answer, "row": scenes.row_of("RH-ACT-2", action)}


def may_act(who: scenes.Party, broken: bool, acted: bool) -> bool:
    return not why_not_act(who.battle_unit.but(broken=broken, acted=acted))


def overwatch_again(who: scenes.Party, fired: bool, turn: str) -> bool:
    battle_unit = who.battle_unit.but(acted=turn == "this turn")
    battle = who.changed(battle_unit if fired else battle_unit.with_mark(Mark(WATCH)))
    return not any(reason.rule.startswith("RH-OW") for reason in why_not_watch(battle, who.at))


# Suppression ---------------------------------------------------------------------------------------------------------


def spread_out(source: Source, of: scenes.FormationPair) -> Attack:
    """Return an attack with each unit at another distance, the first listed the nearest."""
    state = scenes.attack(of)
    tiles = sorted(source.random.sample(range(2, 2 + 2 * len(state.gunners)), len(state.gunners)))
    shortest = min(max(w.range for w in scenes.guns_of(of.shooter.models[g.model][0])) for g in state.gunners)
    tiles = [*range(1, 1 + len(state.gunners))] if tiles[-1] > shortest else tiles
    return scenes.with_gunners(state, lambda index, gunner: gunner.but(distance=tiles[index]))


def who_is_suppressed(of: scenes.FormationPair, state: Attack, shock: int, hidden: bool) -> scenes.Known:
    """Ask who is suppressed; with `hidden`, the last and farthest unit does not see the target."""
    last = len(state.gunners) - 1
    state = scenes.with_gunners(
        state, lambda index, gunner: gunner.but(obstruction=2) if hidden and index == last else gunner
    )
    after = suppress(state.but(shock=shock), scenes.asker(of.settings))
    names, tiles = [gunner.name for gunner in state.gunners], [int(gunner.distance or 0) for gunner in state.gunners]
    able = names[:-1] if hidden else names
    others = (names[-shock:], able[:shock], able[-shock - 1 :], able[-1:], able[1 : 1 + shock])
    return {
        "answer": scenes.runs([gunner.name for gunner in after.gunners if gunner.suppressed]),
        "others": [*map(scenes.runs, others)],
        "where": ", ".join(
            f"{name} at {n} {'tile' if n == 1 else 'tiles'}" for name, n in zip(names, tiles, strict=True)
        ),
        "blind": names[last] if hidden else "",
        "distances": tuple(zip(names, tiles, strict=True)),
    }


def engine_suppressed(of: scenes.FormationPair, shock: int, far: bool) -> scenes.Known:
    models = of.shooter.pieces()
    index = next(index for index, model in enumerate(models) if model.type == WAR_ENGINE)
    state = scenes.with_gunners(
        scenes.attack(of, shock=shock), lambda nth, gunner: gunner.but(distance=3 if (nth == index) == far else 2)
    )
    suppressed = suppress(state, scenes.asker(of.settings)).gunners[index].suppressed
    known = {"name": state.gunners[index].name, "integrity": models[index].integrity, "others": len(models) - 1}
    return {"answer": suppressed, **known}


# Beside a barrage -----------------------------------------------------------------------------------------------------


def gun_beside_a_barrage(of: scenes.FormationPair, shooting: str) -> scenes.Known:
    state = scenes.attack(of, shooting)
    models = [of.shooter.models[gunner.model][0] for gunner in state.gunners]
    index = next(index for index, model in enumerate(models) if scenes.guns_of(model) and not scenes.mortars_of(model))
    may = not why_not(state, state.gunners[index], of.settings["barrage_with_guns"] == "yes")
    return {
        "answer": may,
        "may": may,
        "name": state.gunners[index].name,
        "weapon": scenes.guns_of(models[index])[0].name,
    }


def mortar_alone(of: scenes.FormationPair, shooting: str) -> scenes.Known:
    state = scenes.attack(of, shooting)
    models = [of.shooter.models[gunner.model][0] for gunner in state.gunners]
    index = next(index for index, model in enumerate(models) if scenes.mortars_of(model))
    mortar, may = scenes.mortars_of(models[index])[0], not why_not(state, state.gunners[index], False)
    return {"answer": may, "name": state.gunners[index].name, "weapon": mortar.name, "points": mortar.bp}


# Answers of ``shots.toml``: how many units fire, with how many dice and points.


def those_without_sight(source: Source, of: scenes.FormationPair) -> int:
    return source.random.randint(0, of.shooters - 2)


def how_many_fire(of: scenes.FormationPair, blind: int, shock: int = 0) -> int:
    state = scenes.with_gunners(
        scenes.attack(of), lambda index, gunner: gunner.but(obstruction=3 if index < blind else 0)
    )
    return sum(gunner.fired for gunner in scenes.fired(state.but(shock=shock), of).gunners)


def about_the_range_of_a_gun(source: Source, of: scenes.FormationPair) -> int:
    return max(source.pick(scenes.guns_of(of.shooter.models[0][0])).range - source.pick((0, 0, 1)), 1)


def how_many_dice(of: scenes.FormationPair, distance: int) -> scenes.Known:
    state = scenes.with_gunners(scenes.attack(of), lambda index, gunner: gunner.but(distance=distance))
    guns = scenes.guns_of(of.shooter.models[0][0])
    return {
        "answer": sum(job.n for job in scenes.fired(state, of).jobs),
        "name": of.shooter.models[0][0].name,
        "weapons": series([f"{gun.name} (range {gun.range})" for gun in guns]),
        "carried": len(guns),
        "each": sum(gun.range >= distance for gun in guns),
        "ranges": tuple(gun.range for gun in guns),
    }


# Barrages ------------------------------------------------------------------------------------------------------------


def in_barrage(of: scenes.FormationPair) -> list[tuple[Gunner, Model]]:
    gunners = [(gunner, of.shooter.models[gunner.model][0]) for gunner in scenes.attack(of, BARRAGE).gunners]
    return [(gunner, model) for gunner, model in gunners if scenes.mortars_of(model)]


def guns_out_of_range(source: Source, of: scenes.FormationPair) -> int:
    return source.random.randrange(len(in_barrage(of)))


def guns_suppressed(source: Source, of: scenes.FormationPair) -> int:
    return source.random.randrange(1, len(in_barrage(of)))


def points_of_barrage(of: scenes.FormationPair, out: int = 0, shock: int = 0) -> scenes.Known:
    """Ask for the sum of points; the last units are out of range (`out`), or the farthest suppressed (`shock`)."""
    gunners = in_barrage(of)
    in_reach = len(gunners) - out
    tiles = {gunner.place: nth + 1 if nth < in_reach else 99 for nth, (gunner, _) in enumerate(gunners)}
    state = scenes.with_gunners(
        scenes.attack(of, BARRAGE, shock=shock), lambda index, gun: gun.but(distance=tiles.get(gun.place, 1))
    )
    points = tuple(sum(weapon.bp for weapon in scenes.mortars_of(model)) for _, model in gunners)
    return {
        "answer": scenes.fired(state, of).points,
        "listed": ", ".join(f"{gunner.name} has {bp}" for (gunner, _), bp in zip(gunners, points, strict=True)),
        "left": series([str(bp) for bp in points[: in_reach - shock]]),
        "points": points,
        "total": sum(points),
        "without_the_first": sum(points[shock:]),
        "guns": in_reach - shock,
        "out": out,
        "shock": shock,
    }


def somebody_on_the_ground(source: Source, of: scenes.FormationPair) -> tuple[int, Model]:
    return source.pick((place, model) for place, model in enumerate(of.target.pieces()) if model.type != AIRCRAFT)


def dice_of_barrage(of: scenes.FormationPair, place: int, model: Model, left: int) -> scenes.Known:
    state = scenes.attack(of, BARRAGE, points=9)
    state = state.but(
        pieces=tuple(piece.but(left=left) if nth == place else piece for nth, piece in enumerate(state.pieces))
    )
    n = sum(k for shot, k in shell(state, scenes.asker(of.settings)).pool if shot.fire.value.on.unit == place)
    return {"answer": n, "called": TYPE_WORDS[model.type]}


# Answers of ``hitting.toml``: the roll to hit.


def value_met(
    source: Source, action: str = charts.ADVANCE, cover: bool = False, least: int = 1, only: str = ""
) -> tuple[str, int]:
    """Draw AP, AT or AA with a number that stays between 1 and 5 after action and cover."""
    change = charts.ACTIONS[action].modifier - cover

    def fits(kind: str, n: int) -> bool:
        known = kind == only if only else not (cover and kind == AA)
        return known and n >= least and 1 <= n + change <= charts.MOST

    return scenes.value(source, fits)


def value_above_five(source: Source) -> tuple[str, int, str]:
    kind, n = scenes.value(source, lambda kind, n: n >= charts.MOST - 1)
    n += 0 if source.own else source.pick((0, 0, 1, 2))
    action = source.pick((charts.SUSTAINED, charts.ADVANCE, charts.DOUBLE))
    if n <= charts.MOST:
        action = source.pick((charts.SUSTAINED, charts.MARSHAL, charts.DOUBLE))
    return kind, n, action


def value_below_one(source: Source) -> int:
    scenes.value(source, lambda kind, n: n == 1)
    return source.pick((0, -1))


def to_hit(
    kind: str, value: int, action: str = charts.ADVANCE, cover: bool = False, overwatch: bool = False
) -> scenes.Known:
    need = charts.to_hit(scenes.fire(kind, value, action, cover, overwatch))
    limited = any(reason.rule == "RH-HIT-3" for reason in need.because)
    return {**scenes.number(need), "limited": limited, "forgotten": scenes.less(value)}


def second_die(value: int) -> scenes.Known:
    made = scenes.fire(AP, value)
    second = charts.needs_second(made)
    return {
        **scenes.number(charts.to_hit_again(made) if second else charts.to_hit(made)),
        "second": second,
        "row": 1 - value,
    }


def gun_at_infantry(source: Source, of: scenes.FormationPair) -> Weapon:
    return source.pick(weapon for weapon in of.shooter.weapons() if scenes.hurts_in_cover(weapon))


def to_hit_covered(of: scenes.FormationPair, weapon: Weapon, covered: int = 0, ignored: bool = True) -> scenes.Known:
    """Return the need of this weapon at a target with so many units in cover; 0 means all. `ignored` is True if the
    attacker would ignore the cover.
    """
    covered = covered or of.targets
    state = scenes.with_stands(scenes.attack(of), lambda index, stand: stand.but(cover=2 if index < covered else 0))
    answers = {f"ignore_cover:{weapon.name}": "yes" if ignored else "no"}
    ((shot, _),) = choose_value(
        state.but(jobs=(WeaponTask(Hashed(weapon), 1),)), scenes.asker(of.settings, said=answers)
    ).pool
    if shot.fire.value.kind != AP:
        raise NothingToAsk
    n = weapon.ap or 0
    mistakes = {"forgotten": scenes.less(n), "counted": scenes.less(n - 1)}
    return {
        **scenes.number(charts.to_hit(shot.fire.value)),
        **mistakes,
        "value": n,
        "others": of.targets - covered,
        "gun": scenes.weapon_words(weapon),
    }


def change_of_action(action: str) -> scenes.Known:
    made = charts.ACTIONS[action]
    change = f"{made.modifier:+d}" if made.modifier else "0"
    return {"answer": change if made.shoots else "it does not shoot", "row": scenes.row_of("RH-ACT-2", action)}


def modifiers_turned_round(value: int, target: int) -> list[str]:
    return [scenes.less(2 * value - target)] if 1 <= 2 * value - target <= charts.MOST else []


def as_if_overwatch_changed_it(value: int, target: int) -> list[str]:
    return [scenes.less(1), scenes.less(target - 1 if target > 1 else value)]


# Barrages ------------------------------------------------------------------------------------------------------------


def place_of(points: int) -> int:
    return charts.BARRAGES.index(charts.barrage_row(points))


def value_of_barrage(points: int, kind: str) -> scenes.Known:
    n, row = charts.barrage_row(points).value(kind), place_of(points) + 1
    worth = f"{kind} {n}" if n is not None else f"no value {kind}"
    band = scenes.CHART["RH-BAR-4"][row][0]
    return {"answer": scenes.less(n), "row": row, "column": 3 if kind == AP else 4, "band": band, "worth": worth}


def barrage_that_can_change(source: Source, points: int, kind: str, action: str, cover: bool) -> tuple[int, str, int]:
    """Return points, AP or AT, and the value; the second die has its own question."""
    n = charts.barrage_row(points).value(kind)
    if n is not None and n + charts.ACTIONS[action].modifier - cover >= 1:
        return points, kind, n
    if source.own:
        raise NothingToAsk
    return 9, AP, charts.barrage_row(9).ap or 0


def which_of_two_values(source: Source, points: int, type: str) -> scenes.Known:
    row = charts.barrage_row(points)
    if row.at is None or row.ap == row.at:
        if source.own:
            raise NothingToAsk
        row, points = charts.barrage_row(14), 14
    kind = max(charts.BARRAGE_KINDS[type], key=lambda kind: row.value(kind) or 0, default=None)
    answer = f"{kind} {row.value(kind)}" if kind else "neither: it is not hit"
    return {"answer": answer, "points": points, "ap": row.ap, "at": row.at, "many": scenes.MANY[type]}
