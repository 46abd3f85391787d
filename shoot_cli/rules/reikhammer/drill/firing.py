"""Who may fire and why not, and how many dice that makes; when there is a crossfire."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, NothingToAsk, Quiz, Source
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import (
    TITLES,
    Scene,
    asker,
    attack,
    battle,
    quoted,
    row_of,
    runs,
    scene,
    some,
    together,
    with_gunners,
)
from shoot_cli.rules.reikhammer.profiles import WAR_ENGINE, Model, Unit, Weapon
from shoot_cli.rules.reikhammer.records import Attack, Gunner
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE, DIRECT, why_not_fire
from shoot_cli.rules.reikhammer.steps.nominate import MOVE, SHOOT, why_not_act
from shoot_cli.rules.reikhammer.steps.states import WATCH
from shoot_cli.rules.reikhammer.steps.suppress import open_fire, suppress, why_not
from shoot_cli.rules.reikhammer.steps.target import may_shoot, why_not_watch


def guns_of(model: Model) -> list[Weapon]:
    """What it fires at formations."""
    return [weapon for weapon in model.weapons if weapon.values]


def mortars_of(model: Model) -> list[Weapon]:
    return [weapon for weapon in model.weapons if weapon.bp and not weapon.assault]


def all_guns(shooter: Unit, target: Unit) -> bool:
    """Several units, each of which fires at formations and nothing else."""
    models = [model for model, _ in shooter.models]
    return len(shooter.pieces()) > 2 and all(guns_of(model) and not mortars_of(model) for model in models)


def shells(shooter: Unit, target: Unit) -> bool:
    return any(mortars_of(model) for model, _ in shooter.models)


def fired(s: Attack, of: Scene) -> Attack:
    """Who is left when Shock has had its say fires."""
    table = asker(of.settings)
    return open_fire(suppress(s, table), table)


# Line of fire, range, ammo -------------------------------------------------------------------------------------------

YES, AT_WORSE = "yes", "yes, but at -1 to hit"


def line_of_fire(source: Source) -> Quiz:
    of = scene(source, all_guns)
    tiles = source.one((0, 1, 1, 2, 2, 3, None))
    s = with_gunners(attack(of), lambda place, gunner: gunner.but(obstruction=tiles))
    name = s.gunners[0].name
    wood = "tile of wood" if tiles == 1 else "tiles of wood"
    way = "A war engine of its own side is in the way." if tiles is None else f"The line crosses {tiles} {wood}."
    text = f"{name} has its target in range. {way} The tiles that both stand in are clear. May it fire?"
    refused = why_not(s, s.gunners[0], False)
    right = "no, it has no line of fire" if refused else YES
    options = (YES, AT_WORSE, "no, it has no line of fire", "only at the unit right behind it")
    why = refused[0].text if refused else f"{some(tiles or 0, 'tile')} of wood on the way: 2 would block"
    facts = {"tiles": tiles or 0, "engine": tiles is None}
    return source.quiz(text, right, options, why, facts)


def what_reaches(source: Source) -> Quiz:
    of = scene(source, all_guns)
    place = source.one(range(len(of.shooter.pieces())))
    model = of.shooter.pieces()[place]
    weapons = list({weapon.name: weapon for weapon in guns_of(model)}.values())[:2]
    distance = source.one(weapons).range + source.one((-1, 0, 0, 1, 2))
    s = with_gunners(attack(of), lambda nth, gunner: gunner.but(distance=distance))
    reach = [weapon.name for weapon in weapons if s.gunners[place].distance is not None and weapon.range >= distance]
    may = not why_not(s, s.gunners[place], False)
    assert may == any(weapon.range >= distance for weapon in guns_of(model))
    ranges = together([f"{weapon.name}, range {weapon.range}" for weapon in weapons])
    others = [weapon.assault for weapon in model.weapons if weapon.assault]
    carried = f"{ranges}; {others[0]}" if others else ranges
    right = together(reach) if reach else "nothing"
    names = [weapon.name for weapon in weapons]
    options = [*(together([*reach, more]) for more in others[:1]), *names, together(names), "nothing"]
    options += [f"{together(names)}, at -1 to hit"]
    text = f"The weapons of {model.name}: {carried}. The nearest unit of its target is {some(distance, 'tile')} away. "
    text += "What may it fire?"
    why = f"{ranges}, at {some(distance, 'tile')}: {right}"
    facts = {"ranges": tuple((weapon.name, weapon.range) for weapon in weapons), "distance": distance}
    return source.quiz(text, right, options, why, facts)


def ammo(source: Source) -> Quiz:
    of = scene(source, all_guns)
    n = source.one((0, 0, 1, 2, 3))
    s = with_gunners(attack(of), lambda place, gunner: gunner.but(ammo=n))
    after = fired(s, of).gunners[0]
    options = {None: "no", 0: "yes, and then its ammo is 0", n: f"yes, and its ammo stays {n}"}
    options[n - 1] = f"yes, and then its ammo is {n - 1}" if n else "yes, once more"
    options[-2] = "yes, but only one of its weapons"
    right = options[after.ammo] if after.fired else options[None]
    text = f"{s.gunners[0].name} has its target in sight and in range, nobody is suppressed, and its ammo is "
    text += f"{n}. May it fire?"
    wrong = dict.fromkeys(options.values())
    reasons = f"ammo {n}: {right}"
    return source.quiz(text, right, wrong, reasons, {"ammo": n})


# Actions -------------------------------------------------------------------------------------------------------------


def ready(source: Source) -> Quiz:
    """Whether a formation may shoot, after what it has done."""
    b = battle(source)
    places = [at for at, company in enumerate(b.sides[0].companies) if armed(company.unit.value)]
    if not places:
        raise NothingToAsk
    at = source.one(places)
    name = source.one(name for name in charts.ACTIONS if name not in (charts.OVERWATCH, charts.ENGAGE))
    either = charts.ACTIONS[name].either
    does = source.one((SHOOT, MOVE)) if either else ""
    moves = does == MOVE if either else charts.ACTIONS[name].moves > 0
    broken = moves and source.one((False, True))  # overwatch fire answers moves alone
    company = b.sides[0].companies[at].but(broken=broken)
    b = replaced(b, 0, at, company).but(unit=at, action=name, does=does)
    may = may_shoot(b)
    moved = " and has moved" if does == MOVE else " and has not moved" if either else ""
    done = f"took the action {TITLES[name]}{moved}" if name != charts.HOLD else f"failed its test, Holds{moved}"
    state = " Overwatch fire has broken it on the way." if broken else ""
    text = f"{quoted(company.unit.value.name)} {done}.{state} An enemy is in sight and in range. May it shoot now?"
    change = charts.ACTIONS[name].modifier
    yes = f"yes, at {change:+d} to hit" if change else "yes, its values as printed"
    right = yes if may else "no"
    options = ("yes, its values as printed", "no", "yes, at -1 to hit", "yes, at +1 to hit")
    why = "it is broken" if broken else f"{TITLES[name]}{moved.replace(' and has', ', having')}: {right}"
    reasons = why
    facts = {"action": name, "moved": does == MOVE, "broken": broken}
    return source.quiz(text, right, options, reasons, facts)


def armed(unit: Unit) -> bool:
    return any(guns_of(model) for model, _ in unit.models)


SHOOTS = {
    "yes": "yes",
    "no": "no",
    "still": "only if it does not move",
    "later": "later, when an enemy has moved",
}


def shoots_after(source: Source) -> Quiz:
    name = source.one(charts.ACTIONS)
    action = charts.ACTIONS[name]
    way = "later" if name == charts.OVERWATCH else "no" if not action.shoots else "still" if action.either else "yes"
    right = SHOOTS[way]
    asked = (
        "A formation that failed its test is on Hold."
        if name == charts.HOLD
        else f"A formation takes the action {TITLES[name]}."
    )
    wrong = SHOOTS.values()
    reasons = f"{TITLES[name]}: {right}"
    cell = (row_of("RH-ACT-2", TITLES[name]), 2)
    return source.quiz(f"{asked} May it shoot?", right, wrong, reasons, {"action": name}, cell=cell)


def broken_acts(source: Source) -> Quiz:
    b = battle(source)
    at = source.one(range(len(b.sides[0].companies)))
    broken, acted = source.one(((True, False), (True, False), (False, True), (False, False)))
    company = b.sides[0].companies[at].but(broken=broken, acted=acted)
    may = not why_not_act(company)
    state = "is broken, and has not acted this turn" if broken else "has Shock, but is not broken"
    if not broken:
        state += "; it took its action earlier this turn" if acted else ", and has not acted this turn"
    options = ("an action of its choice, if it passes its test", "none", "Hold, and nothing else", "Marshal only")
    right = options[0] if may else options[1]
    text = f"{quoted(company.unit.value.name)} {state}. Which action may it take?"
    why = "it is broken: no action" if broken else "one action each turn" if acted else "Shock alone does not stop it"
    facts = {"broken": broken, "acted": acted}
    return source.quiz(text, right, options, why, facts)


def overwatch_again(source: Source) -> Quiz:
    b = battle(source)
    places = [place for place, company in enumerate(b.sides[1].companies) if not why_not_fire(company)]
    if not places:
        raise NothingToAsk
    at = source.one(places)
    fired, turn = source.one((False, True)), source.one(("this turn", "last turn"))
    company = b.sides[1].companies[at].but(acted=turn == "this turn")
    company = company if fired else company.with_mark(Mark(WATCH))
    refused = any(reason.rule.startswith("RH-OW") for reason in why_not_watch(replaced(b, 1, at, company), at))
    name = quoted(company.unit.value.name)
    done = "fired when an enemy had made the first move of its March" if fired else "has neither fired nor acted since"
    text = f"{name} went on overwatch {turn} and {done}. An enemy completes the second move of its March. May it fire?"
    right = "no" if refused else "yes"
    options = ("yes", "no", "yes, but at -1 to hit", "only after an action test")
    why = "it fired, so it is off overwatch" if fired else "on overwatch until it fires or acts, and each move counts"
    return source.quiz(text, right, options, why, {"fired": fired, "turn": turn})


# Suppression ---------------------------------------------------------------------------------------------------------


def spread_out(source: Source, s: Attack) -> Attack:
    """Each of its units at a distance of its own, nearest listed first."""
    tiles = sorted(source.random.sample(range(2, 2 + 2 * len(s.gunners)), len(s.gunners)))
    shortest = min(max(w.range for w in guns_of(s.shooter.value.models[g.model][0])) for g in s.gunners)
    tiles = [*range(1, 1 + len(s.gunners))] if tiles[-1] > shortest else tiles
    return with_gunners(s, lambda place, gunner: gunner.but(distance=tiles[place]))


def strung_out(shooter: Unit, target: Unit) -> bool:
    """At least four units that fire, fewer than the tiles their guns reach."""
    size = len(shooter.pieces())
    reach = [max(weapon.range for weapon in guns_of(model)) for model, _ in shooter.models if guns_of(model)]
    return all_guns(shooter, target) and 4 <= size <= 7 and min(reach) >= size


def who_is_suppressed(source: Source) -> Quiz:
    of = scene(source, strung_out)
    s = spread_out(source, attack(of))
    shock = source.one((1, 2))
    blind = source.one((None, len(s.gunners) - 1))
    if blind is not None:
        s = with_gunners(s, lambda place, gunner: gunner.but(obstruction=2 if place == blind else 0))
    after = suppress(s.but(shock=shock), asker(of.settings))
    names = [gunner.name for gunner in s.gunners]
    right = runs([gunner.name for gunner in after.gunners if gunner.suppressed])
    able = [name for place, name in enumerate(names) if place != blind]
    wrong = [runs(names[-shock:]), runs(able[:shock]), runs(able[-shock - 1 :]), runs(able[-1:])]
    wrong = [*wrong, runs(able[1 : 1 + shock]), "nobody"]
    where = ", ".join(f"{gunner.name} at {some(tiles(gunner), 'tile')}" for gunner in s.gunners)
    sight = "All see the target." if blind is None else f"{names[blind]} does not see the target, the others do."
    text = f"The formation has Shock {shock}. All are in range: {where}. {sight} Who is suppressed?"
    reasons = f"Shock {shock}, farthest first of those with sight and range: {right}"
    facts = {"distances": tuple((g.name, tiles(g)) for g in s.gunners), "shock": shock}
    facts["blind"] = "" if blind is None else names[blind]
    return source.quiz(text, right, wrong, reasons, facts)


def tiles(gunner: Gunner) -> int:
    return int(gunner.distance or 0)


def with_engine(shooter: Unit, target: Unit) -> bool:
    """A war engine and others, all with guns."""
    return all_guns(shooter, target) and any(model.type == WAR_ENGINE for model, _ in shooter.models)


def engine_suppressed(source: Source) -> Quiz:
    """A war engine counts as one unit, however large."""
    of = scene(source, with_engine)
    if of.settings["we_suppression"] != "one":
        raise NothingToAsk
    models = of.shooter.pieces()
    place = next(place for place, model in enumerate(models) if model.type == WAR_ENGINE)
    shock, far = source.one((1, 2)), source.one((True, True, False))
    s = with_gunners(
        attack(of, shock=shock), lambda nth, gunner: gunner.but(distance=3 if (nth == place) == far else 2)
    )
    right = YES if suppress(s, asker(of.settings)).gunners[place].suppressed else "no"
    others = len(models) - 1
    where = "farther from the target than" if far else "nearer to the target than"
    text = f"{s.gunners[place].name}, a war engine of integrity {models[place].integrity}, stands {where} the other "
    text += f"{some(others, 'unit')} of its formation, which has Shock {shock}. All could fire. Is it suppressed?"
    wrong = (YES, "no", "no: a war engine never is", "yes, half of its weapons")
    why = f"Shock {shock}, farthest first, and an engine counts as one unit: {right}"
    facts = {"shock": shock, "far": far, "others": others}
    return source.quiz(text, right, wrong, why, facts)


# Beside a barrage -----------------------------------------------------------------------------------------------------


def mixed_battery(shooter: Unit, target: Unit) -> bool:
    """Barrage points in some units, guns without them in others."""
    return shells(shooter, target) and any(guns_of(m) and not mortars_of(m) for m, _ in shooter.models)


def beside_a_barrage(source: Source) -> Quiz:
    of = scene(source, mixed_battery)
    shooting = source.one((BARRAGE, BARRAGE, DIRECT))
    s = attack(of, shooting)
    models = [of.shooter.models[gunner.model][0] for gunner in s.gunners]
    gun = next(place for place, model in enumerate(models) if guns_of(model) and not mortars_of(model))
    gunner, weapon = s.gunners[gun], guns_of(models[gun])[0].name
    may = not why_not(s, gunner, of.settings["barrage_with_guns"] == "yes")
    what = "fires its barrage" if shooting == BARRAGE else "shoots at an enemy formation instead of firing its barrage"
    text = f"{quoted(of.shooter.name)} {what}. {gunner.name} has a {weapon} and no barrage points. May it fire?"
    text = text.replace(" a auto", " an auto")
    options = ("yes, at the target in front of it", "no", "yes, at -1 to hit", "yes, once the barrage is saved")
    right = (options[0] if shooting == DIRECT else options[3]) if may else options[1]
    why = f"{weapon}, no barrage points: {'it fires' if may else 'not beside a barrage'}"
    return source.quiz(text, right, options, why, {"shooting": shooting})


def mortar_alone(source: Source) -> Quiz:
    of = scene(source, mixed_battery)
    shooting = source.one((DIRECT, BARRAGE))
    s = attack(of, shooting)
    place, model = next(
        (place, of.shooter.models[gunner.model][0])
        for place, gunner in enumerate(s.gunners)
        if mortars_of(of.shooter.models[gunner.model][0])
    )
    shot = mortars_of(model)[0]
    gunner, may = s.gunners[place], not why_not(s, s.gunners[place], False)
    what = "shoots at an enemy formation with its other guns"
    if shooting == BARRAGE:
        what = "fires a barrage at a tile that all its guns see, and have in range"
    text = f"{quoted(of.shooter.name)} {what}. May {gunner.name} add its {shot.name}, BP {shot.bp}?"
    options = ("no", f"yes, {some(shot.bp, 'point')} of barrage", f"yes, as AP {shot.bp}", "yes, but it spends 2 ammo")
    right = options[1] if may else options[0]
    reasons = f"BP {shot.bp} is fired at a tile, in the one barrage of the formation: {right}"
    return source.quiz(text, right, options, reasons, {"points": shot.bp, "shooting": shooting})


# Crossfire: nobody but the players sees the line, so its rules stand in no function ---------------------------------

REACH_OF_CROSSFIRE = 12  # tiles


def crossfire_line(source: Source) -> Quiz:
    n = source.one((8, 11, 12, 12, 13, 13, 14, 16))
    text = (
        f"A line of {n} tiles runs from a suppressed tank of the attacker through the target to a friendly formation, "
    )
    text += "which sees the target and is neither broken nor marching. Is the target in a crossfire?"
    options = (
        "yes",
        "no, the line is too long",
        "no, a suppressed unit makes none",
        "no, unless the friend fires as well",
    )
    right = options[n > REACH_OF_CROSSFIRE]
    compared = "at most" if n <= REACH_OF_CROSSFIRE else "more than"
    reasons = f"{n} tiles, {compared} {REACH_OF_CROSSFIRE}; who is suppressed does not matter"
    return source.quiz(text, right, options, reasons, {"tiles": n})


FRIENDS = {
    "sees the target from 10 tiles, and its guns reach 6": True,
    "sees the target, and has no ammo left": True,
    "is broken, and sees the target": False,
    "is marching this turn, and sees the target": False,
    "has the target in range behind two tiles of wood, out of its sight": False,
}


def crossfire_friend(source: Source) -> Quiz:
    state = source.one(FRIENDS)
    text = f"The line is short enough. The friendly formation at its other end {state}. Is there a crossfire?"
    options = ("yes", "no", "yes, but only one save is worse", "yes, at -2 to saves")
    right = options[not FRIENDS[state]]
    reasons = f"the friend {state}: {right}"
    return source.quiz(text, right, options, reasons, {"friend": state})


DRILLS = (
    Drill("eligible", "RH-ELIG-1", line_of_fire, 3),
    Drill("eligible", "RH-ELIG-2", what_reaches, 3),
    Drill("eligible", "RH-ELIG-3", ammo, 2),
    Drill("eligible", "RH-ELIG-4", ready, 2),
    Drill("eligible", "RH-ACT-2", shoots_after, 3),
    Drill("eligible", "RH-BRK-2", broken_acts, 2),
    Drill("eligible", "RH-OW-4", overwatch_again, 2),
    Drill("eligible", "RH-SUP-1", who_is_suppressed, 3),
    Drill("eligible", "RH-SUP-3", engine_suppressed, 1),
    Drill("eligible", "RH-BAR-7", beside_a_barrage, 1),
    Drill("eligible", "RH-BAR-1", mortar_alone, 1),
    Drill("eligible", "RH-XF-1", crossfire_line, 2),
    Drill("eligible", "RH-XF-2", crossfire_friend, 1),
)
