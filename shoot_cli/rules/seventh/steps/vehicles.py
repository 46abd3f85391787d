"""Vehicles: facts, armour penetration, damage, and passengers of transports."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from shoot_cli.battle.turns import Mark, points, replaced
from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Line, Pool, Rank, models, pool
from shoot_cli.engine.questions import Choose, HowMany, Luck, Need, Number, Option, Question, Watch
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Meaning, Outcome, Reason, TeachingPoint
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh import charts as vehicles
from shoot_cli.rules.seventh import tokens as token_types
from shoot_cli.rules.seventh.charts import saves_again
from shoot_cli.rules.seventh.profiles import ORDNANCE, Model, Weapon
from shoot_cli.rules.seventh.records import Attack, Battle, BattleUnit, Firer, Firing
from shoot_cli.rules.seventh.steps import flyers, states

# The facts about vehicles (7E-VEH-2, 7E-VEH-8, 7E-WPN-22).

Group = list[tuple[Firer, Model, Weapon]]
YES_NO = (Option("yes"), Option("no"))
NO_YES = (Option("no"), Option("yes"))
FACINGS = (token_types.FRONT, token_types.SIDE, token_types.REAR)

FACING = Choose("facing", tuple(map(Option, FACINGS)), token_types.FRONT, rules=("7E-VEH-2",), text="Facing shot at")
ELSEWHERE = {
    facing: HowMany(f"in_{facing}", (), rules=("7E-VEH-2",), text=f"Who of them stands in its {facing} arc instead")
    for facing in FACINGS
}
OBSCURED = HowMany(
    "obscured", (), rules=("7E-VEH-8",), text="Its cover counts against"
)  # fmt: skip
FACING_HIDDEN = Choose(
    "facing_hidden", NO_YES, "no", DEFENDER, ("7E-VEH-8",), "They see only another facing"
)  # fmt: skip
TANK_HUNTERS = Choose(
    "tank_hunters", (Option("keep", "glancing hits stand"), Option("again", "glancing hits are rolled again")), "keep",
    rules=("7E-VEH-6",), text="Tank Hunters and glancing hits",
)  # fmt: skip
FULL_BS = HowMany(
    "full_bs", (), rules=("7E-WPN-22",), text="Weapons of each vehicle at full Ballistic Skill, the rest as Snap Shots"
)  # fmt: skip
LINE_OF_SIGHT = Choose(
    "line_of_sight", YES_NO, "yes", rules=("7E-WPN-15", "7E-TGT-6"), text="A firer sees the target"
)  # fmt: skip
NIGHT = Choose("night", NO_YES, "no", rules=("7E-TGT-8",), text="Night Fighting: everybody has Stealth")
KNOWN: tuple[Question, ...] = (
    FACING,
    *ELSEWHERE.values(),
    OBSCURED,
    FACING_HIDDEN,
    TANK_HUNTERS,
    FULL_BS,
    LINE_OF_SIGHT,
    NIGHT,
    Choose("jink", NO_YES),
    *flyers.KNOWN,
    Choose("ordnance", YES_NO),
    Choose("speed", tuple(map(Option, charts.SPEEDS))),
    Choose("venerable", NO_YES),
    Choose("blast_again", NO_YES),
    Number("under", 0, 100, 1, "models", drawn=True, each="marker"),
    Number("working_weapons", 0, 12, 0),
)


def questions_about(
    state: Attack, weapon: Weapon, group: Group, bearers: tuple[tuple[str, int], ...], covers: bool, table: Table
) -> list[Question]:
    """Return the facts about a firing vehicle's weapons, and about the facing of a target vehicle."""
    parts: list[Question] = []
    nobody, everybody = (0,) * len(bearers), tuple(n for _, n in bearers)
    limited = tuple((model.name, full_skill_left(state, firer, model, gun)) for firer, model, gun in group)
    shared = (
        weapon.guided is None
        and not all_snap(state, group)
        and not (state.manner.asks_less and charts.never_snaps(weapon))
    )
    if shared and any(n for _, n in limited) and any(firer.full_skill_left is not None for firer, _, _ in group):
        usual = (flyers.proposed_at_full(state, *member, n) for member, (_, n) in zip(group, limited, strict=True))
        parts.append(FULL_BS.but(groups=limited, default=tuple(usual)))
    if not state.target.value.vehicle:
        return parts
    less = state.manner.asks_less
    several = not less or sum(n for _, n in bearers) > 1  # facing and cover say it for a single firer
    if not weapon.has("Barrage") and not (less and not facings_differ(state)):
        parts.append(FACING.but(default=state.facing) if state.fired else FACING)
        if several:
            elsewhere = [question for facing, question in ELSEWHERE.items() if not less or facing != state.facing]
            parts += [question.but(groups=bearers, default=nobody) for question in elsewhere]
    if covers:
        parts.append(FACING_HIDDEN)
        if table.setting("vehicle_cover") == "per_firer_group" and several:
            parts.append(OBSCURED.but(groups=bearers, default=everybody))
    if any(has(state, model, "Tank Hunters") for _, model, _ in group):
        parts.append(TANK_HUNTERS)
    return parts


def facings_differ(state: Attack) -> bool:
    """Return True if the target's armour differs by facing (7E-VEH-2)."""
    hulls = [rank.kind.hull for rank in state.ranks()]
    return any(len({hull.front, hull.side, hull.rear}) > 1 for hull in hulls)


def everybody_moved(state: Attack) -> bool:
    """Return True if all firers count as having moved, also by their transport (7E-NOM-3 k, q; 7E-WPN-23)."""
    return state.moved or (state.fire_points is not None and state.speed != charts.STATIONARY)


def half_range_can_be(state: Attack, weapon: Weapon) -> bool:
    """Return False if all models are beyond half range. A Template has no range, so its Melta is asked (7E-WPN-24)."""
    return weapon.has("Melta") if weapon.range is None else 2 * state.distance <= weapon.range


def full_skill_left(state: Attack, firer: Firer, model: Model, weapon: Weapon) -> int:
    """Return how many weapons of this name each vehicle may still fire at full skill; Snap Shots count as 0."""
    guns = carried(firer, model, weapon)
    if weapon.guided is not None:
        return 0 if firer.why_snap else guns
    if always_snaps(state, weapon, firer, model):
        return 0
    if weapon.type == ORDNANCE and model.vehicle:
        guns = min(1, guns)  # it makes Snap Shots of all others, and those are never Ordnance (7E-WPN-18)
    return guns if firer.full_skill_left is None else min(guns, firer.full_skill_left)


def always_snaps(state: Attack, weapon: Weapon, firer: Firer, model: Model) -> bool:
    """Return True if the weapon fires only Snap Shots, whatever the facts are (7E-NOM-3, 7E-WPN-18)."""
    return (
        bool(state.snap_only or firer.why_snap or weapon.has("snap only"))
        or flyers.snaps(state, weapon)
        or (bool(state.ordnance) and has_ordnance(model) and weapon.type != ORDNANCE and weapon.guided is None)
    )


def all_snap(state: Attack, group: Group) -> bool:
    return all(always_snaps(state, weapon, firer, model) for firer, model, weapon in group)


def has_ordnance(model: Model) -> bool:
    """Return True for a vehicle with Ordnance. Firing Ordnance makes its other weapons fire Snap Shots (7E-WPN-18)."""
    return model.vehicle and any(weapon.type == ORDNANCE for weapon in model.weapons)


def carried(firer: Firer, model: Model, weapon: Weapon) -> int:
    """Return how many working weapons of this name each model fires together (7E-WPN-4)."""
    working = sum(other.name == weapon.name for other in model.weapons) - firer.lost.count(weapon.physical)
    return max(0, working if weapon.guided is not None else min(firer.weapons, working))


def has(state: Attack, model: Model, rule: str) -> bool:
    """Return True if a model of the unit has the rule, or three tanks with Killshot stand (7E-IC-3)."""
    return model.has(rule) or state.shooter.value.has(rule) or killshot(state)


def hunts_monsters(state: Attack, model: Model) -> bool:
    """Return True if Monster Hunter or Killshot re-rolls failed rolls To Wound (7E-WND-6)."""
    return "Monstrous" in state.target.value.type and has(state, model, "Monster Hunter")


def killshot(state: Attack) -> bool:
    """Return True if all three tanks of a unit with Killshot are left (7E-VEH-6)."""
    return bool(state.shooter.value.has("Killshot")) and sum(firer.n for firer in state.firers) >= 3


def too_near(state: Attack, weapon: Weapon, values: Mapping[str, Any]) -> str | None:
    """Return a sentence if a Barrage's target is unseen and within its minimum range, otherwise None (7E-WPN-15)."""
    distance = values.get("distance", state.distance)
    if weapon.minimum is None or values.get("line_of_sight", "yes") == "yes" or distance >= weapon.minimum:
        return None
    return f'at {distance:g}" somebody who fires must see the target: {weapon.name}, minimum range {weapon.minimum:g}"'


def within(firing: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return the numbers of firers, cut to `most` in all, the first groups first."""
    numbers = []
    for n in firing:
        numbers.append(min(n, most))
        most -= numbers[-1]
    return tuple(numbers)


def guided(firing: tuple[int, ...], group: Group) -> tuple[int, ...]:
    """Return the numbers of firers, cut to the missiles that markerlights guide, the first groups first (7E-EFF-5)."""
    numbers, missiles = [], None
    for n, (firer, model, gun) in zip(firing, group, strict=True):
        if gun.guided is None:
            return firing
        missiles = gun.guided if missiles is None else missiles
        numbers.append(min(n, missiles // max(1, carried(firer, model, gun))))
        missiles -= numbers[-1] * carried(firer, model, gun)
    return tuple(numbers)


def arcs_too_many(group: Group, values: Mapping[str, Any]) -> str | None:
    """Return a sentence if more models are in other arcs than fire, otherwise None."""
    for index, (n, (_, model, _)) in enumerate(zip(values["firing"], group, strict=True)):
        elsewhere = sum(values[f"in_{facing}"][index] for facing in FACINGS if f"in_{facing}" in values)
        if elsewhere > n:
            return f"{counted(elsewhere, model.name, model.plural)} in other arcs, but only {n} fire"
    return None


def aims(
    state: Attack, weapon: Weapon, index: int, n: int, close: int, facts: Mapping[str, Any]
) -> list[tuple[token_types.Aim, int]]:
    """Return how the `n` firers of a group shoot at a vehicle, with their numbers. `close` of them are at half range.

    Models in another arc, with an unobscured view or beyond half range are counted from the group's end. So they are
    the same models where possible.
    """
    lone = state.line.ranks[0].kind if len(state.line.ranks) == 1 and not state.apart else None
    usual = facts.get("facing", token_types.SIDE if weapon.has("Barrage") else token_types.FRONT)
    arcs = [usual] * n
    last = n
    for facing in FACINGS:
        for _ in range(facts[f"in_{facing}"][index] if f"in_{facing}" in facts else 0):
            last -= 1
            arcs[last] = facing
    obscured = min(n, facts["obscured"][index]) if "obscured" in facts else n
    melta = weapon.has("Melta")
    counts: dict[token_types.Aim, int] = {}
    better = int(facts.get("facing_hidden", "no") == "yes")
    for i in range(n):
        turn = 0 if arcs[i] == usual else 1 + FACINGS.index(arcs[i])
        aim = token_types.Aim(arcs[i], i < obscured, turn, better, melta and i < close, model=lone)
        counts[aim] = counts.get(aim, 0) + 1
    return [*counts.items()]


def rerolled_by_effect(weapon: Weapon) -> str:
    """Return which penetration rolls an effect re-rolls: "", ones, failed, or failed and glances."""
    return next((again for word, again in PEN_AGAIN.items() if weapon.has(word)), "")


def of_effect(aim: token_types.Aim, again: str) -> token_types.Aim:
    return aim.but(again=again, why_again=f"an effect: {PEN_WORDS[again]} rolled again") if again else aim


GLANCES = "glances"
PEN_AGAIN = {"pen failed+glances": GLANCES, "pen failed": "failed", "pen ones": "ones"}  # 7E-EFF-1
PEN_WORDS = {GLANCES: "failed penetration and glancing hits are", "failed": "failed penetration is", "ones": "1s are"}


def rerolled(
    state: Attack, aim: token_types.Aim, model: Model, weapon: Weapon, facts: Mapping[str, Any]
) -> token_types.Aim:
    """Return the aim with its re-rolls of penetration (7E-VEH-6)."""
    effect = rerolled_by_effect(weapon)
    if has(state, model, "Tank Hunters") and effect != GLANCES:
        again = GLANCES if facts.get("tank_hunters") == "again" else "failed"
        return aim.but(again=again, why_again="Tank Hunters: failed penetration is rolled again")
    if effect and not (effect == "ones" and weapon.has("Twin-linked") and weapon.has("Template")):
        return of_effect(aim, effect)
    if weapon.has("Twin-linked") and weapon.has("Template"):
        return aim.but(again="failed", why_again="twin-linked template: failed penetration is rolled again")
    return aim


# Hits on vehicles: allocation, armour penetration, saves (7E-VEH-1 to 3, 6 to 8).

SIX = Watch((6,))
ONES, NOTHING = "ones", ""


def at_vehicles(state: Firing) -> bool:
    return state.attack.target.value.vehicle


def hits_on_vehicles_wait(state: Firing) -> bool:
    """Return True if hits on a squadron wait to be allocated and a vehicle is left (7E-VEH-7)."""
    return (
        state.attack.target.value.vehicle
        and any(type(token) in (token_types.Impact, token_types.UnassignedDent) for token, _ in state.pool)
        and state.line.any_left()
    )


def hit_vehicle(state: Firing, table: Table) -> Firing:
    """Allocate the next hit to the closest vehicle, or all hits to the only one (7E-VEH-7, 7E-VEH-4)."""
    ranks = state.line.standing()
    model = ranks[0].kind
    first_rolls = table.setting("squadron_order") == "penetrate_then_allocate"
    impacts = sorted(
        ((token, n) for token, n in state.pool if type(token) is token_types.Impact), key=lambda end: _turn_of(end[0])
    )
    loose = sorted(
        ((token, n) for token, n in state.pool if type(token) is token_types.UnassignedDent),
        key=lambda end: _worst_first(end[0]),
    )
    if loose and len(ranks) == 1:
        return state.but(pool=tuple((token_types.Dent(token.kind, token.impact, model), n) for token, n in loose))
    if loose:
        taken = loose[0][0]
        return state.but(pool=_replace_one(state.pool, taken, token_types.Dent(taken.kind, taken.impact, model)))
    if first_rolls and len(ranks) > 1:
        return state.but(pool=tuple((token_types.Strike(token, model, True), n) for token, n in impacts))
    if len(ranks) == 1:
        return state.but(pool=tuple((token_types.Strike(token, model), n) for token, n in impacts))
    (token, _), *_ = impacts
    return state.but(pool=_replace_one(state.pool, token, token_types.Strike(token, model)))


def _replace_one(tokens: Pool, token: object, becomes: object) -> Pool:
    return pool((becomes, 1), *((other, n - (other == token)) for other, n in tokens))


def _turn_of(impact: token_types.Impact) -> tuple[object, ...]:
    """Return the sort key of a hit. Different hits have different keys, so the pool's order does not matter."""
    aim, gun = impact.aim, impact.gun.value
    return aim.turn, not aim.covered, not aim.melta, aim.again, gun.ap or 7, gun.strength or 0, gun.rules


def _worst_first(loose: token_types.UnassignedDent) -> tuple[object, ...]:
    return (token_types.PENETRATION, token_types.GRAVITON, token_types.GLANCE).index(loose.kind), *_turn_of(
        loose.impact
    )


def rolled_singly(token: object) -> bool:
    """Return True for hits whose penetration takes several dice; each hit is rolled alone."""
    if type(token) is not token_types.Strike or not {"Haywire", "Graviton"}.isdisjoint(token.impact.gun.value.rules):
        return False
    how = charts.penetration(token)
    return how.how != charts.ONE or (how.six_rends and bool(token.impact.aim.again) and how.glance >= 6)


def roll_to_penetrate(strike: token_types.Strike, n: int, table: Table) -> Pool:
    """Roll armour penetration: each hit glances, penetrates or does nothing (7E-VEH-3, 7E-VEH-6)."""
    impact, gun = strike.impact, strike.impact.gun.value
    if "Haywire" in gun.rules:
        need = Need(2, (Reason("Haywire: 2 to 5 glances, 6 penetrates, whatever the armour", "7E-VEH-6"),))
        roll = table.roll(
            f"haywire:{gun.name}",
            n,
            need,
            watch=(SIX,),
            text=f"{gun.name}: Haywire",
            luck="penetration rolls",
            means=charts.HAYWIRE,
        )
        sixes = roll.watched[0]
        return hull_damage(strike, roll.passed - sixes, sixes)
    if "Graviton" in gun.rules:
        need = Need(6, (Reason("graviton: a 6 immobilises and costs a Hull Point", "7E-WND-8"),))
        roll = table.roll(f"graviton:{gun.name}", n, need, text=f"{gun.name}: graviton", means=charts.GRAVITONS)
        return pool((dent(strike, token_types.GRAVITON), roll.passed))
    if rolled_singly(strike):
        glances = penetrations = 0
        for _ in range(n):
            outcome, ones = penetrate_singly(strike, f"penetrate:{gun.name}", table, "penetration rolls")
            if rolls_again(impact.aim.again, outcome, ones):
                table.tell("{name}: {why}", (why_rule(impact),), name=gun.name, why=why_again(impact))
                outcome, _ = penetrate_singly(strike, f"penetrate again:{gun.name}", table)
            glances += outcome == token_types.GLANCE
            penetrations += outcome == token_types.PENETRATION
        return hull_damage(strike, glances, penetrations)
    return penetrate_together(strike, n, table)


def rolls_again(again: str, outcome: str, ones: bool) -> bool:
    """Return True if all dice of a hit are re-rolled (7E-VEH-15). `ones` is True if each die shows 1."""
    if again == ONES:
        return ones and outcome != token_types.PENETRATION
    return bool(again) and (outcome == NOTHING or (outcome == token_types.GLANCE and again == GLANCES))


def penetrate_together(strike: token_types.Strike, n: int, table: Table) -> Pool:
    """Roll one die for each hit, all together."""
    impact, how = strike.impact, charts.penetration(strike)
    because = how.because
    again: tuple[int, ...] = ()
    glance = how.glance
    lowest = min(glance, 6) if (how.six_glances or (how.six_rends and glance <= 9)) else glance
    need = Need(max(1, lowest) if lowest <= 6 else None, because, label="to glance")
    if impact.aim.again:
        again = need.failures() if impact.aim.again != ONES else (1,) if glance >= 1 else ()
        if impact.aim.again == GLANCES and (1 <= glance <= 6 or how.six_glances):
            again = (*again, max(1, min(glance, 6)))
        need = need.but(because=(*because, Reason(why_again(impact), why_rule(impact))))
    watch = (Watch((glance,)),) if 1 <= glance <= 6 else (SIX,) if lowest == 6 else ()
    penetrates = "armour penetration"
    roll = table.roll(
        f"penetrate:{impact.gun.value.name}",
        n,
        need,
        watch=watch,
        again=again,
        text=f"{impact.gun.value.name} at {strike.model.name}: {penetrates if need.target else 'cannot penetrate'}",
        lessons=lambda: (lesson_penetration(strike),),
        luck="penetration rolls",
        means=charts.what_it_does(strike),
    )
    if how.six_rends and glance >= 6 and lowest == 6:
        glances, penetrations = rend(strike, roll.passed, table)
        return hull_damage(strike, roll.passed - penetrations if how.six_glances else glances, penetrations)
    if how.six_glances and glance > 6:
        return hull_damage(strike, roll.passed, 0)
    glances = roll.watched[0] if watch else 0
    return hull_damage(strike, glances, roll.passed - glances)


def rend(strike: token_types.Strike, sixes: int, table: Table) -> tuple[int, int]:
    """Return the glancing and penetrating hits among sixes that add D3 each (7E-VEH-6)."""
    need = charts.penetration(strike).glance - 6
    because = (Reason("Rending: a 6 adds D3", "7E-VEH-6"),)
    if need < 1:
        return 0, sixes
    if need > 3:  # a D3 cannot reach it
        return 0, 0
    text = f"{strike.impact.gun.value.name}: D3 more for Rending"
    roll = table.roll(
        f"rending:{strike.impact.gun.value.name}",
        sixes,
        Need(need, because),
        watch=(Watch((need,)),),
        sides=3,
        text=text,
        means=charts.what_rending_does(strike),
    )
    return roll.watched[0], roll.passed - roll.watched[0]


def why_again(impact: token_types.Impact) -> str:
    """Return why penetration is re-rolled, with the name of the effect if there is one."""
    word = next((word for word, again in PEN_AGAIN.items() if again == impact.aim.again), "")
    return impact.aim.why_again.replace("an effect", impact.gun.value.givers(word), 1)


def why_rule(impact: token_types.Impact) -> str:
    """Return the rule that re-rolls penetration."""
    return "7E-EFF-1" if impact.aim.why_again.startswith("an effect") else "7E-VEH-6"


def penetrate_singly(strike: token_types.Strike, key: str, table: Table, luck: Luck = "") -> tuple[str, bool]:
    """Roll one hit with several dice, or a D3 after a 6. Return its result, and True if all dice show 1."""
    impact, how = strike.impact, charts.penetration(strike)
    text = f"{impact.gun.value.name} at {strike.model.name}: armour penetration"
    if how.how == charts.SUM:
        total = sum_of(how, strike, key, text, table, luck)
        return (
            token_types.PENETRATION if total > how.glance else token_types.GLANCE if total == how.glance else NOTHING,
            total == how.kept,
        )
    glance, dice, means = how.glance, how.dice, charts.what_it_does(strike)
    if glance < 1:
        return token_types.PENETRATION, False
    if how.hopeless:
        return NOTHING, False
    lowest = min(glance, 6)
    of_ones = (Watch((1,)),) if impact.aim.again == ONES else ()
    watch = (Watch((lowest,)), SIX, *of_ones)
    roll = table.roll(key, dice, Need(lowest, how.because), watch=watch, text=text, luck=luck, means=means)
    ones = bool(of_ones) and roll.watched[2] == dice
    if roll.watched[1] and how.six_rends and glance >= 6:
        glances, penetrations = rend(strike, 1, table)
        return (
            token_types.PENETRATION if penetrations else token_types.GLANCE if glances or how.six_glances else NOTHING,
            ones,
        )
    if glance > 6:
        return token_types.GLANCE if roll.watched[1] and how.six_glances else NOTHING, ones
    return token_types.PENETRATION if roll.passed > roll.watched[
        0
    ] else token_types.GLANCE if roll.passed else NOTHING, ones


def sum_of(how: charts.Penetration, strike: token_types.Strike, key: str, text: str, table: Table, luck: Luck) -> int:
    """Roll and return the sum of the kept dice, plus D3 for each 6 that rends (7E-VEH-15)."""
    rules = ("7E-VEH-3", "7E-VEH-6")
    (thrown, kept), *more = how.picks
    if not more and thrown == kept and not how.sixes_matter:
        return table.total(
            key,
            thrown,
            need=Need(how.glance, how.because),
            rules=rules,
            text=text,
            means=charts.what_it_does(strike),
            luck=luck,
        )
    faces = tuple(Watch((face,)) for face in range(1, 7))
    total = sixes = 0
    for index, (thrown, kept) in enumerate(how.picks):
        best = f", the best {kept} of these count" if kept < thrown else ""
        counts = table.roll(
            f"{key}, more" if index else key, thrown, Need(None, how.because), watch=faces, rules=rules,
            text=f"{text}{best}",
        ).watched  # fmt: skip
        for face in range(6, 0, -1):
            n = min(kept, counts[face - 1])
            total, kept, sixes = total + n * face, kept - n, sixes + n * (face == 6)
    missing = how.glance - total
    if not how.six_rends or not sixes <= missing <= 3 * sixes:  # no D3 can reach the armour, or any D3 does
        return total + 3 * sixes * how.six_rends
    why = f"{strike.impact.gun.value.name}: {sixes}D3 more for Rending"
    return total + table.total(f"rending:{strike.impact.gun.value.name}", sixes, 3, rules=("7E-VEH-15",), text=why)


def hull_damage(strike: token_types.Strike, glances: int, penetrations: int) -> Pool:
    return pool((dent(strike, token_types.GLANCE), glances), (dent(strike, token_types.PENETRATION), penetrations))


def dent(strike: token_types.Strike, kind: str) -> token_types.Dent | token_types.UnassignedDent:
    return (
        token_types.UnassignedDent(kind, strike.impact)
        if strike.loose
        else token_types.Dent(kind, strike.impact, strike.model)
    )


def save_hull(hit: token_types.Dent, n: int, table: Table) -> Pool:
    """Roll a cover or invulnerable save for each glancing and penetrating hit (7E-VEH-8)."""
    need = charts.hull_save(hit)
    again, why = saves_again(hit.model, need)
    unsaved = table.roll(
        f"save:{hit.model.name}",
        n,
        need.but(because=(*need.because, *why)) if why else need,
        again=again,
        owner=DEFENDER,
        text=f"{hit.model.name}: {need.label}" + (f", {hit.kind} hit" if need.target else ""),
        luck="saves",
    ).failed
    damage = token_types.Damage(hit.kind, hit.impact.gun.value.ap)
    if hit.kind != token_types.PENETRATION or not unsaved or hit.model.body().to_glance is None:
        return pool((damage, unsaved))
    glances = ramshackle(hit.model, unsaved, table)
    return pool((damage, unsaved - glances), (damage.but(kind=token_types.GLANCE), glances))


def ramshackle(model: token_types.TargetModel, n: int, table: Table) -> int:
    """Return how many unsaved penetrating hits become glancing hits (7E-VEH-16)."""
    number = model.body().to_glance
    assert number is not None
    need = Need(number, (Reason("a penetrating hit is a glancing hit", "7E-VEH-16"),))
    text = f"{model.name}: does it only glance?"
    return table.roll(f"ramshackle:{model.name}", n, need, owner=DEFENDER, text=text).passed


def lesson_penetration(strike: token_types.Strike) -> TeachingPoint:
    """Return the question what a total equal to the armour does."""
    armour, because = charts.armour_against(strike)
    total = Reason("equal to the armour glances, more penetrates", "7E-VEH-3")
    return TeachingPoint(
        "wound", f"The total is exactly {armour}. What is it?", "a glancing hit",
        ("a penetrating hit", "nothing"), (*because, total),
    )  # fmt: skip


# Hull points and the Vehicle Damage table (7E-VEH-4, 5, 9, 10, 13).

AGAIN = "immobilised again"
IMMOBILISED, WEAPON_DESTROYED = "immobilised", "weapon destroyed"
EXPLODES, TO_IMMOBILISE, TO_DISARM, TO_STUN = 7, 6, 5, 4  # results of the table
RESULTS = {
    EXPLODES: "Explodes!",
    TO_IMMOBILISE: "Immobilised",
    TO_DISARM: "Weapon Destroyed",
    TO_STUN: token_types.STUNNED,
    3: token_types.SHAKEN,
}


def damage_waits(state: Firing) -> bool:
    return any(type(token) in (token_types.Damage, token_types.Wreckage) for token, _ in state.pool)


def suffer(state: Firing, table: Table) -> Firing:
    """Apply hull points, then roll on the table for penetrating hits, then remove a destroyed vehicle (7E-VEH-4)."""
    front = state.line.ranks[0]
    damage = [(token, n) for token, n in state.pool if type(token) is token_types.Damage]
    rest = [(token, n) for token, n in state.pool if type(token) is not token_types.Damage]
    if damage:
        state, front = lose_hull_points(state, front, sum(n for _, n in damage), table)
        gravitons = sum(n for token, n in damage if token.kind == token_types.GRAVITON)
        if gravitons:
            state, front = immobilise(state, front, gravitons, table)
        if front.left or (not state.attack.zooming and table.setting("explode_after_wreck") == "yes"):
            rest += [
                (token_types.Wreckage(token.ap), n) for token, n in damage if token.kind == token_types.PENETRATION
            ]
    else:
        (roll, n), *_ = ((token, n) for token, n in rest if type(token) is token_types.Wreckage)
        rolls = 1 if hull_of(front).venerable else table.detail(n, 1)
        if why := why_not_rolled(front, roll.ap):
            rolls = n
            table.tell(
                "{name}: no roll on the Vehicle Damage table: {why}", ("7E-VEH-4",), name=front.kind.name, why=why
            )
        else:
            state, front = damage_table(state, front, roll.ap, rolls, table)
        rest = [(token, k - rolls if token == roll else k) for token, k in rest]
    state = state.but(pool=pool(*rest), line=Line((front, *state.line.ranks[1:])))
    return state if damage_waits(state) else clear_away(state, table)


def lose_hull_points(state: Firing, front: Rank, n: int, table: Table) -> tuple[Firing, Rank]:
    lost = min(n, front.left)
    if lost:
        table.tell(
            "{name} loses {n}, {left} of {of} left", ("7E-VEH-4",),
            name=front.kind.name, n=points(lost, "hull point"), left=front.left - lost, of=front.kind.wounds,
        )  # fmt: skip
    return state.with_toll(hull_lost=state.toll.hull_lost + lost), front.but(left=front.left - lost)


def immobilise(state: Firing, front: Rank, n: int, table: Table) -> tuple[Firing, Rank]:
    """Apply `n` Immobilised results: the first one stops it, each other one costs a hull point (7E-VEH-5)."""
    if n and (state.attack.zooming or state.attack.target.value.of_type("Chariot")):
        return stun_instead(state, front, n, table)
    hull = hull_of(front)
    if not hull.immobilised and n:
        front, n = with_hull(front, suffered(hull.but(immobilised=True), IMMOBILISED)), n - 1
        table.tell("{name} is Immobilised", ("7E-VEH-5",), name=front.kind.name)
    if n:
        table.tell("{name} is Immobilised again: a Hull Point for each", ("7E-VEH-5",), name=front.kind.name)
        front = with_hull(front, suffered(hull_of(front), AGAIN))  # for its passengers it is a result like any other
        state, front = lose_hull_points(state, front, n, table)
    return state, front


def stun_instead(state: Firing, front: Rank, n: int, table: Table) -> tuple[Firing, Rank]:
    """Stun a Chariot instead of immobilising it, or a zooming Flyer that does not crash (7E-VEH-5, 7E-FLY-9)."""
    name, hull = front.kind.name, hull_of(front)
    if state.attack.zooming:
        need = Need(3, (Reason("a Zooming Flyer crashes on 1 or 2", "7E-FLY-9", "3+"),))
        if table.roll(f"crash:{name}", n, need, owner=DEFENDER, text=f"{name}: does it crash?").failed:
            return state, with_hull(front, hull.but(exploding=True))
    rule = "7E-FLY-9" if state.attack.zooming else "7E-VEH-5"
    table.tell("{name} is stunned instead of immobilised", (rule,), name=name)
    result = token_types.SHAKEN if hull.extra_armour else token_types.STUNNED
    crew = token_types.STUNNED if token_types.STUNNED in (hull.crew, result) else token_types.SHAKEN
    return state, with_hull(front, suffered(hull.but(crew=crew), result))


def why_not_rolled(front: Rank, ap: int | None) -> str:
    """Return why no result of the table can matter: a wreck that cannot explode; "" if one can."""
    hull = hull_of(front)
    if front.left:
        return ""
    if EXPLODES - charts.damage_modifier(hull, ap)[0] > 6:
        return f"it is wrecked, and AP{'-' if ap is None else ap} cannot make it explode"
    return ""


def damage_table(state: Firing, front: Rank, ap: int | None, n: int, table: Table) -> tuple[Firing, Rank]:
    """Apply `n` rolls on the Vehicle Damage table (7E-VEH-5, 9, 13)."""
    hull, name = hull_of(front), front.kind.name
    results = table_rolls(front, ap, n, "damage table", table)
    if hull.venerable and any(results):
        worst = next(result for result, count in zip(RESULTS, results, strict=True) if count)
        bad = worst == EXPLODES or (worst == TO_IMMOBILISE and hull.immobilised)
        answer = table.choose(
            f"venerable:{name}",
            (Option("no", f"{RESULTS[worst]} stands"), Option("yes", "it is rolled again, and the second roll stands")),
            default="yes" if bad else "no",
            owner=DEFENDER,
            rules=("7E-VEH-13",),
            text=f"{RESULTS[worst]}: roll again (Venerable)?",
        )
        if answer == "yes":
            results = table_rolls(front, ap, n, "damage table again", table)
    explodes, immobilised, disarmed, stunned, shaken = results
    if stunned and hull.extra_armour:
        table.tell("Extra armour: {name} is Shaken, not Stunned", ("7E-VEH-13",), name=name)
        stunned, shaken = 0, shaken + stunned
    if stunned or shaken:
        crew = token_types.STUNNED if stunned or hull.crew == token_types.STUNNED else token_types.SHAKEN
        front = with_hull(front, suffered(hull.but(crew=crew), token_types.STUNNED if stunned else token_types.SHAKEN))
        flight = ', it must fly 18" straight on in its next turn' if stunned and state.attack.zooming else ""
        table.tell(
            "{name}: {crew}{on}",
            ("7E-VEH-5",),
            name=name,
            crew=token_types.STUNNED if stunned else token_types.SHAKEN,
            on=flight,
        )
    for _ in range(disarmed):
        front, extra = destroy_weapon(front, table)
        immobilised += extra
    state, front = immobilise(state, front, immobilised, table)
    if explodes:
        front = with_hull(front, hull_of(front).but(exploding=True))
    return state, front


def table_rolls(front: Rank, ap: int | None, n: int, key: str, table: Table) -> tuple[int, int, int, int, int]:
    """Return how often each result occurs, from Explodes! down to Crew Shaken."""
    bonus, reasons = charts.damage_modifier(hull_of(front), ap)
    name = front.kind.name
    wreck = not front.left  # a wreck can only explode
    watched = () if wreck else tuple(Watch((result - bonus,)) for result in (TO_IMMOBILISE, TO_DISARM, TO_STUN))
    highest = f"Explodes! on {EXPLODES}" + (f": the die + {bonus}" if bonus else ", and a die shows 6 at most")
    because = (Reason(highest, "7E-VEH-5"), *reasons)
    need = Need(EXPLODES - bonus if bonus else None, because)
    roll = table.roll(
        f"{key}:{name}",
        n,
        need,
        watch=watched,
        text=f"{name}: on the damage table",
        lessons=lambda: (lesson(bonus),),
        means=rows_of(bonus, wreck),
    )
    if wreck:
        return roll.passed, 0, 0, 0, 0
    immobilised, disarmed, stunned = roll.watched
    return roll.passed, immobilised, disarmed, stunned, roll.failed - immobilised - disarmed - stunned


@lru_cache
def rows_of(bonus: int, wreck: bool) -> Meaning:
    """Return the table by faces of the die, with `bonus` included. A wreck can only explode."""
    rows = {EXPLODES: RESULTS[EXPLODES], EXPLODES - 1: "it stays a wreck"} if wreck else RESULTS
    least = min(rows)
    outcomes = [Outcome(1 - bonus if n == least else n - bonus, words) for n, words in sorted(rows.items())]
    return Meaning(tuple(outcomes), chart=True)


def destroy_weapon(front: Rank, table: Table) -> tuple[Rank, int]:
    """Remove a random weapon. Return 1 for an Immobilised result if there is no weapon left, otherwise 0."""
    hull, name = hull_of(front), front.kind.name
    working = hull.weapons
    if not working:
        table.tell("{name} has no weapon left: Immobilised instead", ("7E-VEH-5",), name=name)
        return front, 1
    index = len(working) - 1
    if table.detail(len(set(working)), 1) > 1:  # for the odds, only the number of weapons matters
        text = f"{name}: weapon lost (" + ", ".join(f"{i} {weapon}" for i, weapon in enumerate(working, 1)) + ")"
        index = table.total(f"weapon destroyed:{name}", 1, len(working), rules=("7E-VEH-5",), text=text) - 1
    table.tell("{name} loses its {weapon}", ("7E-VEH-5",), name=name, weapon=working[index])
    rest = (*working[:index], *working[index + 1 :])
    return with_hull(front, suffered(hull.but(weapons=rest, lost=(*hull.lost, working[index])), WEAPON_DESTROYED)), 0


def clear_away(state: Firing, table: Table) -> Firing:
    """Remove the front vehicle if it exploded, crashed or was wrecked (7E-VEH-4, 7E-VEH-10, 7E-FLY-10)."""
    front = state.line.ranks[0]
    hull = hull_of(front)
    if state.attack.zooming and (hull.exploding or not front.left):
        table.tell("{name} crashes!", ("7E-FLY-9", "7E-FLY-10"), name=front.kind.name)
        state = state.with_toll(crashed=state.toll.crashed + 1)
    elif hull.exploding:
        table.tell("{name} explodes!", ("7E-VEH-10",), name=front.kind.name)
        state = state.with_toll(exploded=state.toll.exploded + 1)
    elif not front.left:
        table.tell("{name} is wrecked", ("7E-VEH-4",), name=front.kind.name)
        state = state.with_toll(wrecked=state.toll.wrecked + 1)
    else:
        return state
    state = table.in_sight(leave_wreck, state, front)
    rest = state.line.ranks[1:]
    if state.attack.target.value.vehicle and not rest:
        state = state.but(pool=())  # no vehicle is left for the other hits
    return state.but(line=Line(rest))


def leave_wreck(state: Firing, front: Rank, table: Table) -> Firing:
    """Note the destroyed vehicle. What it does to passengers and units nearby is resolved after the weapon."""
    return state.with_toll(gone=(*state.toll.gone, (front.kind.name, hull_of(front).exploding)))


def hull_of(rank: Rank) -> token_types.Hull:
    kind: token_types.TargetModel = rank.kind
    return kind.body()


def with_hull(rank: Rank, hull: token_types.Hull) -> Rank:
    return rank.but(kind=rank.kind.but(hull=hull))


def suffered(hull: token_types.Hull, result: str) -> token_types.Hull:
    """Return the hull with a result of this attack added; Stunned replaces Shaken."""
    if result in hull.newly or (result == token_types.SHAKEN and token_types.STUNNED in hull.newly):
        return hull
    others = [other for other in hull.newly if not (other == token_types.SHAKEN and result == token_types.STUNNED)]
    return hull.but(newly=tuple(sorted((*others, result))))


def lesson(bonus: int) -> TeachingPoint:
    """Return the question from which roll the vehicle explodes."""
    right = f"{EXPLODES - bonus}+" if bonus else "never"
    wrong = tuple(option for option in ("6+", "5+", "4+", "never", "7+") if option != right)
    return TeachingPoint(
        "six", "On which roll of the die does it explode?", right, wrong[:3],
        (Reason(f"Explodes! on {EXPLODES}, the die has +{bonus}", "7E-VEH-5"),),
    )  # fmt: skip


def newly_suffered(state: Attack, result: str) -> int:
    """Return 1 if a vehicle still in the line suffered this in the attack, otherwise 0."""
    return int(any(rank.kind.hull is not None and result in rank.kind.hull.newly for rank in state.line.known_ranks()))


# Units inside transports (7E-WPN-23, 7E-VEH-10, 7E-END-6).


def why_not_through_fire_points(battle: Battle, unit: BattleUnit) -> tuple[Reason, ...]:
    """Return why an embarked unit cannot shoot; () if it can (7E-NOM-3 e, n; 7E-WPN-23)."""
    if unit.inside is None:
        return (Reason("embarked: say in which transport (a unit's state)", "7E-WPN-23"),)
    transport = battle.unit_at(battle.active, unit.inside)
    for mark, words in (
        (vehicles.FLAT_OUT, "its transport moved Flat Out"),
        (vehicles.SMOKE, "its transport used smoke launchers"),
        (states.OFF, "its transport is not on the table"),
    ):
        if transport.marked(mark):
            return (Reason(words, "7E-NOM-3"),)
    if not fire_points(transport, unit):
        return (Reason(f"{transport.unit.value.name} has no fire point", "7E-WPN-23"),)
    return ()


def fire_points(transport: BattleUnit, battle_unit: BattleUnit) -> int:
    """Return how many of the unit may shoot: one for each fire point, or all in an open-topped vehicle."""
    unit = transport.unit.value
    if unit.of_type("Open-topped"):
        return models(battle_unit.ranks)
    return min(models(battle_unit.ranks), max(0, unit.fire_points * models(transport.ranks) - transport.points_used))


def through_fire_points(transport: BattleUnit, unit: BattleUnit, state: Attack, table: Table) -> Attack:
    """Return the attack of an embarked unit, with its fire points and its vehicle's speed (7E-WPN-23)."""
    return state.but(fire_points=fire_points(transport, unit), speed=states.known_speed(transport, table))


def ask_transport_speed(state: Attack, table: Table) -> Attack:
    """Ask how the passengers' vehicle moved, if unknown. At Cruising Speed they fire Snap Shots (7E-NOM-3 m)."""
    if not state.speed:
        state = state.but(
            speed=table.choose(
                "transport_speed",
                tuple(Option(speed, words) for speed, words in vehicles.SPEEDS.items()),
                default=vehicles.STATIONARY,
                rules=("7E-WPN-23",),
                text=f"How did the transport of {state.shooter.value.name} move this turn?",
            )
        )
    if state.speed == vehicles.CRUISING and not state.snap_only:
        state = state.but(snap_only="its transport moved at Cruising Speed")
    return state


def passengers_fired(battle: Battle, state: Attack, shooter: BattleUnit) -> Battle:
    """Mark the vehicle whose passengers have shot: it may neither go Flat Out nor use smoke (7E-NOM-3 n)."""
    if state.fire_points is None or shooter.inside is None or not state.fired:
        return battle
    transport = battle.unit_at(battle.active, shooter.inside)
    until = battle.this_turn()
    used = fire_points(transport, shooter) - state.fire_points
    transport = transport.but(points_used=transport.points_used + max(0, used))
    marked = transport.with_mark(Mark(states.PASSENGERS_FIRED, until)).with_mark(
        Mark(states.SPEED_MARKS[state.speed], until)
    )
    return replaced(battle, battle.active, shooter.inside, marked)


def passengers_test(battle: Battle, table: Table) -> Battle:
    """Make the Leadership tests of units in damaged vehicles, at the end of the phase (7E-END-6)."""
    for s, side in enumerate(battle.sides):
        for i, transport in enumerate(side.units):
            if transport.ranks and transport.marked(states.DAMAGED):
                for p in states.passengers_of(battle, s, i):
                    battle = replaced(battle, s, p, shaken_inside(battle, s, battle.unit_at(s, p), transport, table))
    return battle


def shaken_inside(
    battle: Battle, side: int, battle_unit: BattleUnit, transport: BattleUnit, table: Table
) -> BattleUnit:
    """Return the passengers after their test in a damaged transport."""
    unit = battle_unit.unit.value
    until = battle.next_end_of(side)
    if table.setting("passengers_shaken") == "sixth_edition":
        crews = {wear.crew for wear in transport.wear}
        if not crews - {""}:
            return battle_unit
        mark = states.BAILED_OUT if crews <= {"", token_types.SHAKEN} else states.SILENCED
        table.tell("{unit}: {mark}", ("7E-NOM-3",), unit=unit.name, mark=mark)
        return battle_unit.with_mark(Mark(mark, until))
    alive = {rank.kind for rank in battle_unit.ranks}
    highest = max(model.leadership for i, (model, _) in enumerate(unit.models) if i in alive)
    need = charts.leadership_test(highest, "its transport was damaged", "7E-END-6")
    owner = DEFENDER if side != battle.active else ATTACKER
    total = table.total(
        "passengers", 2, need=need, owner=owner, rules=("7E-END-6",), text=f"{unit.name}: test inside the transport"
    )
    if need.met_by(total):
        table.tell("{unit}: calm", ("7E-END-6",), unit=unit.name)
        return battle_unit
    table.tell("{unit} shaken: Snap Shots in its next Shooting phase", ("7E-END-6",), unit=unit.name)
    return battle_unit.with_mark(Mark(states.BAILED_OUT, until))
