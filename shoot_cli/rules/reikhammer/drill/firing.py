"""Who may fire and why not: the answers of ``firing.toml``."""

from __future__ import annotations

from shoot_cli.core.plurals import counted
from shoot_cli.core.quizzes import Source
from shoot_cli.core.quizzes.words import together
from shoot_cli.core.turns import Mark
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.formations import FormationPair, guns_of, mortars_of
from shoot_cli.rules.reikhammer.drill.scenes import (
    Known,
    Party,
    asker,
    attack,
    battle,
    fired,
    party,
    row_of,
    runs,
    with_gunners,
)
from shoot_cli.rules.reikhammer.profiles import WAR_ENGINE, Unit
from shoot_cli.rules.reikhammer.records import Attack
from shoot_cli.rules.reikhammer.steps.formation import why_not_fire
from shoot_cli.rules.reikhammer.steps.nominate import MOVE, SHOOT, why_not_act
from shoot_cli.rules.reikhammer.steps.states import WATCH
from shoot_cli.rules.reikhammer.steps.suppress import suppress, why_not
from shoot_cli.rules.reikhammer.steps.target import may_shoot, why_not_watch

# Line of fire, range, ammo -------------------------------------------------------------------------------------------


def line_of_fire(of: FormationPair, tiles: int) -> Known:
    """``tiles``: of wood on the way; -1: a war engine stands there."""
    engine, wood = tiles < 0, max(tiles, 0)
    s = with_gunners(attack(of), lambda place, gunner: gunner.but(obstruction=None if engine else tiles))
    refused = why_not(s, s.gunners[0], False)
    reason = refused[0].text if refused else f"{counted(wood, 'tile')} of wood on the way: 2 would block"
    return {"answer": not refused, "name": s.gunners[0].name, "engine": engine, "wood": wood, "reason": reason}


def what_reaches(source: Source, of: FormationPair) -> Known:
    model = source.one(of.shooter.pieces())
    weapons = list({weapon.name: weapon for weapon in guns_of(model)}.values())[:2]
    distance = source.one(weapons).range + source.one((-1, 0, 0, 1, 2))
    names, reach = [weapon.name for weapon in weapons], [weapon.name for weapon in weapons if weapon.range >= distance]
    listed = together([f"{weapon.name}, range {weapon.range}" for weapon in weapons])
    assault = [weapon.assault for weapon in model.weapons if weapon.assault][:1]
    return {
        "answer": together(reach) if reach else "nothing",
        "others": [*(together([*reach, more]) for more in assault), *names, together(names), "nothing"],
        "name": model.name,
        "distance": distance,
        "listed": listed,
        "carried": "; ".join([listed, *assault]),
        "all_of_them": together(names),
        "ranges": tuple((weapon.name, weapon.range) for weapon in weapons),
    }


def may_fire_with_ammo(of: FormationPair, ammo: int) -> Known:
    s = with_gunners(attack(of), lambda place, gunner: gunner.but(ammo=ammo))
    after = fired(s, of).gunners[0]
    options = {None: "no", 0: "yes, and then its ammo is 0", ammo: f"yes, and its ammo stays {ammo}"}
    options[ammo - 1] = f"yes, and then its ammo is {ammo - 1}" if ammo else "yes, once more"
    options[-2] = "yes, but only one of its weapons"
    answer = options[after.ammo] if after.fired else options[None]
    return {"answer": answer, "options": [*options.values()], "name": s.gunners[0].name}


# Actions -------------------------------------------------------------------------------------------------------------


def armed_one(source: Source) -> Party:
    return party(source, battle(source), 0, lambda company: armed(company.unit.value))


def armed(unit: Unit) -> bool:
    return any(guns_of(model) for model, _ in unit.models)


def one_of_theirs_that_can_fire(source: Source) -> Party:
    return party(source, battle(source), 1, lambda company: not why_not_fire(company))


def what_it_did(source: Source, action: str) -> tuple[str, bool, bool]:
    """What it chose of two, whether it moved, and whether that broke it: overwatch fire answers moves alone."""
    made = charts.ACTIONS[action]
    does = source.one((SHOOT, MOVE)) if made.either else ""
    moves = does == MOVE if made.either else made.moves > 0
    return does, does == MOVE, moves and source.one((False, True))


def ready_to_shoot(who: Party, action: str, does: str, broken: bool) -> str:
    change = charts.ACTIONS[action].modifier
    may = may_shoot(who.changed(who.company.but(broken=broken), unit=who.at, action=action, does=does))
    return "no" if not may else f"yes, at {change:+d} to hit" if change else "yes, its values as printed"


def shoots_after(action: str) -> Known:
    made = charts.ACTIONS[action]
    after = "only if it does not move" if made.either else "yes" if made.shoots else "no"
    answer = "later, when an enemy has moved" if action == charts.OVERWATCH else after
    return {"answer": answer, "row": row_of("RH-ACT-2", action)}


def may_act(who: Party, broken: bool, acted: bool) -> bool:
    return not why_not_act(who.company.but(broken=broken, acted=acted))


def overwatch_again(who: Party, fired: bool, turn: str) -> bool:
    company = who.company.but(acted=turn == "this turn")
    b = who.changed(company if fired else company.with_mark(Mark(WATCH)))
    return not any(reason.rule.startswith("RH-OW") for reason in why_not_watch(b, who.at))


# Suppression ---------------------------------------------------------------------------------------------------------


def spread_out(source: Source, of: FormationPair) -> Attack:
    """Each of its units at a distance of its own, nearest listed first."""
    s = attack(of)
    tiles = sorted(source.random.sample(range(2, 2 + 2 * len(s.gunners)), len(s.gunners)))
    shortest = min(max(w.range for w in guns_of(of.shooter.models[g.model][0])) for g in s.gunners)
    tiles = [*range(1, 1 + len(s.gunners))] if tiles[-1] > shortest else tiles
    return with_gunners(s, lambda place, gunner: gunner.but(distance=tiles[place]))


def who_is_suppressed(of: FormationPair, s: Attack, shock: int, hidden: bool) -> Known:
    """``hidden``: the last, which is the farthest, does not see the target."""
    last = len(s.gunners) - 1
    s = with_gunners(s, lambda place, gunner: gunner.but(obstruction=2) if hidden and place == last else gunner)
    after = suppress(s.but(shock=shock), asker(of.settings))
    names, tiles = [gunner.name for gunner in s.gunners], [int(gunner.distance or 0) for gunner in s.gunners]
    able = names[:-1] if hidden else names
    others = (names[-shock:], able[:shock], able[-shock - 1 :], able[-1:], able[1 : 1 + shock])
    return {
        "answer": runs([gunner.name for gunner in after.gunners if gunner.suppressed]),
        "others": [*map(runs, others)],
        "where": ", ".join(
            f"{name} at {n} {'tile' if n == 1 else 'tiles'}" for name, n in zip(names, tiles, strict=True)
        ),
        "blind": names[last] if hidden else "",
        "distances": tuple(zip(names, tiles, strict=True)),
    }


def engine_suppressed(of: FormationPair, shock: int, far: bool) -> Known:
    models = of.shooter.pieces()
    place = next(place for place, model in enumerate(models) if model.type == WAR_ENGINE)
    s = with_gunners(
        attack(of, shock=shock), lambda nth, gunner: gunner.but(distance=3 if (nth == place) == far else 2)
    )
    suppressed = suppress(s, asker(of.settings)).gunners[place].suppressed
    known = {"name": s.gunners[place].name, "integrity": models[place].integrity, "others": len(models) - 1}
    return {"answer": suppressed, **known}


# Beside a barrage -----------------------------------------------------------------------------------------------------


def gun_beside_a_barrage(of: FormationPair, shooting: str) -> Known:
    s = attack(of, shooting)
    models = [of.shooter.models[gunner.model][0] for gunner in s.gunners]
    place = next(place for place, model in enumerate(models) if guns_of(model) and not mortars_of(model))
    may = not why_not(s, s.gunners[place], of.settings["barrage_with_guns"] == "yes")
    return {"answer": may, "may": may, "name": s.gunners[place].name, "weapon": guns_of(models[place])[0].name}


def mortar_alone(of: FormationPair, shooting: str) -> Known:
    s = attack(of, shooting)
    models = [of.shooter.models[gunner.model][0] for gunner in s.gunners]
    place = next(place for place, model in enumerate(models) if mortars_of(model))
    mortar, may = mortars_of(models[place])[0], not why_not(s, s.gunners[place], False)
    return {"answer": may, "name": s.gunners[place].name, "weapon": mortar.name, "points": mortar.bp}
