"""Hits on vehicles: who is hit, armour penetration, and the saves against it (7E-VEH-1 to 3, 6 to 8)."""

from __future__ import annotations

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.questions import DEFENDER, Luck, Need, Reason, TeachingPoint, Watch
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import rolled_again
from shoot_cli.rules.seventh import vehicle_charts as charts
from shoot_cli.rules.seventh.records import Firing
from shoot_cli.rules.seventh.steps.vehicle_facts import GLANCES
from shoot_cli.rules.seventh.tokens import (
    GLANCE,
    GRAVITON,
    PENETRATION,
    Damage,
    Dent,
    Impact,
    Strike,
    TargetModel,
    UnassignedDent,
)

SIX = Watch((6,))
ONES, NOTHING = "ones", ""


# Who is hit ----------------------------------------------------------------------------------------------------------


def at_vehicles(s: Firing) -> bool:
    return s.attack.target.value.vehicle


def hits_on_vehicles_wait(s: Firing) -> bool:
    """Hits that no vehicle of the squadron has taken yet, while one stands (7E-VEH-7)."""
    return (
        s.attack.target.value.vehicle
        and any(type(token) in (Impact, UnassignedDent) for token, _ in s.pool)
        and s.line.anybody()
    )


def hit_vehicle(s: Firing, table: Table) -> Firing:
    """The closest vehicle takes the next hit; a lone one takes all that are left (7E-VEH-7, 7E-VEH-4)."""
    ranks = s.line.standing()
    model = ranks[0].kind
    first_rolls = table.setting("squadron_order") == "penetrate_then_allocate"
    impacts = sorted(((token, n) for token, n in s.pool if type(token) is Impact), key=lambda end: _in_turn(end[0]))
    loose = sorted(
        ((token, n) for token, n in s.pool if type(token) is UnassignedDent), key=lambda end: _worst_first(end[0])
    )
    if loose and len(ranks) == 1:
        return s.but(pool=tuple((Dent(token.kind, token.impact, model), n) for token, n in loose))
    if loose:
        taken = loose[0][0]
        return s.but(pool=_one_of(s.pool, taken, Dent(taken.kind, taken.impact, model)))
    if first_rolls and len(ranks) > 1:
        return s.but(pool=tuple((Strike(token, model, True), n) for token, n in impacts))
    if len(ranks) == 1:
        return s.but(pool=tuple((Strike(token, model), n) for token, n in impacts))
    (token, _), *_ = impacts
    return s.but(pool=_one_of(s.pool, token, Strike(token, model)))


def _one_of(tokens: Pool, token: object, becomes: object) -> Pool:
    return pool((becomes, 1), *((other, n - (other == token)) for other, n in tokens))


def _in_turn(impact: Impact) -> tuple[object, ...]:
    """Total over hits that differ, whatever the order of the pool."""
    aim, gun = impact.aim, impact.gun.value
    return aim.turn, not aim.covered, not aim.melta, aim.again, gun.ap or 7, gun.strength or 0, gun.rules


def _worst_first(loose: UnassignedDent) -> tuple[object, ...]:
    return (PENETRATION, GRAVITON, GLANCE).index(loose.kind), *_in_turn(loose.impact)


# Armour penetration --------------------------------------------------------------------------------------------------


def rolled_singly(token: object) -> bool:
    """Hits whose penetration takes more than one die: each is rolled on its own."""
    if type(token) is not Strike or not {"Haywire", "Graviton"}.isdisjoint(token.impact.gun.value.rules):
        return False
    how = charts.penetration(token)
    return how.how != charts.ONE or (how.six_rends and bool(token.impact.aim.again) and how.glance >= 6)


def roll_to_penetrate(strike: Strike, n: int, table: Table) -> Pool:
    """Each hit glances, penetrates or does nothing (7E-VEH-3, 7E-VEH-6)."""
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
        return pool((dent(strike, GRAVITON), roll.passed))
    if rolled_singly(strike):
        glances = penetrations = 0
        for _ in range(n):
            outcome, ones = once(strike, f"penetrate:{gun.name}", table, "penetration rolls")
            if rolls_again(impact.aim.again, outcome, ones):
                table.tell("{name}: {why}", (why_rule(impact),), name=gun.name, why=why_again(impact))
                outcome, _ = once(strike, f"penetrate again:{gun.name}", table)
            glances += outcome == GLANCE
            penetrations += outcome == PENETRATION
        return hull_damage(strike, glances, penetrations)
    return together(strike, n, table)


def rolls_again(again: str, outcome: str, ones: bool) -> bool:
    """True if the dice of a hit are all thrown again (7E-VEH-15); ``ones``: each of them showed a 1."""
    if again == ONES:
        return ones and outcome != PENETRATION
    return bool(again) and (outcome == NOTHING or (outcome == GLANCE and again == GLANCES))


def together(strike: Strike, n: int, table: Table) -> Pool:
    """One die for each hit."""
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
        f"penetrate:{impact.gun.value.name}", n, need, watch=watch, again=again,
        text=f"{impact.gun.value.name} at {strike.model.name}: {penetrates if need.target else 'cannot penetrate'}",
        lessons=lambda: (lesson_penetration(strike),), luck="penetration rolls", means=charts.what_it_does(strike),
    )  # fmt: skip
    if how.six_rends and glance >= 6 and lowest == 6:
        glances, penetrations = rend(strike, roll.passed, table)
        return hull_damage(strike, roll.passed - penetrations if how.six_glances else glances, penetrations)
    if how.six_glances and glance > 6:
        return hull_damage(strike, roll.passed, 0)
    glances = roll.watched[0] if watch else 0
    return hull_damage(strike, glances, roll.passed - glances)


def rend(strike: Strike, sixes: int, table: Table) -> tuple[int, int]:
    """Glancing and penetrating hits among sixes that add D3 each (7E-VEH-6)."""
    need = charts.penetration(strike).glance - 6
    because = (Reason("Rending: a 6 adds D3", "7E-VEH-6"),)
    if need < 1:
        return 0, sixes
    if need > 3:  # a D3 cannot do it
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


def why_again(impact: Impact) -> str:
    """Why its penetration rolls are rolled again, with the name of the effect if one says so."""
    word = f"pen {'failed+glances' if impact.aim.again == GLANCES else impact.aim.again}"
    return impact.aim.why_again.replace("an effect", impact.gun.value.by(word), 1)


def why_rule(impact: Impact) -> str:
    """The rule by which its penetration rolls are rolled again."""
    return "7E-EFF-1" if impact.aim.why_again.startswith("an effect") else "7E-VEH-6"


def once(strike: Strike, key: str, table: Table, luck: Luck = "") -> tuple[str, bool]:
    """One hit rolled with several dice, or with a D3 behind them: GLANCE, PENETRATION or NOTHING; if all show 1."""
    impact, how = strike.impact, charts.penetration(strike)
    text = f"{impact.gun.value.name} at {strike.model.name}: armour penetration"
    if how.how == charts.SUM:
        total = sum_of(how, strike, key, text, table)
        return PENETRATION if total > how.glance else GLANCE if total == how.glance else NOTHING, total == how.kept
    glance, dice, means = how.glance, how.dice, charts.what_it_does(strike)
    if glance < 1:
        return PENETRATION, False
    if how.hopeless:
        return NOTHING, False
    lowest = min(glance, 6)
    of_ones = (Watch((1,)),) if impact.aim.again == ONES else ()
    watch = (Watch((lowest,)), SIX, *of_ones)
    roll = table.roll(key, dice, Need(lowest, how.because), watch=watch, text=text, luck=luck, means=means)
    ones = bool(of_ones) and roll.watched[2] == dice
    if roll.watched[1] and how.six_rends and glance >= 6:
        glances, penetrations = rend(strike, 1, table)
        return PENETRATION if penetrations else GLANCE if glances or how.six_glances else NOTHING, ones
    if glance > 6:
        return GLANCE if roll.watched[1] and how.six_glances else NOTHING, ones
    return PENETRATION if roll.passed > roll.watched[0] else GLANCE if roll.passed else NOTHING, ones


def sum_of(how: charts.Penetration, strike: Strike, key: str, text: str, table: Table) -> int:
    """What several dice come to, those that are not kept left out, and D3 more for each 6 that rends (7E-VEH-15)."""
    rules = ("7E-VEH-3", "7E-VEH-6")
    (thrown, kept), *more = how.picks
    if not more and thrown == kept and not how.sixes_matter:
        return table.total(
            key, thrown, need=Need(how.glance, how.because), rules=rules, text=text, means=charts.what_it_does(strike)
        )
    faces = tuple(Watch((face,)) for face in range(1, 7))
    total = sixes = 0
    for place, (thrown, kept) in enumerate(how.picks):
        best = f", the best {kept} of these count" if kept < thrown else ""
        seen = table.roll(
            f"{key}, more" if place else key, thrown, Need(None, how.because), watch=faces, rules=rules,
            text=f"{text}{best}",
        ).watched  # fmt: skip
        for face in range(6, 0, -1):
            n = min(kept, seen[face - 1])
            total, kept, sixes = total + n * face, kept - n, sixes + n * (face == 6)
    left = how.glance - total
    if not how.six_rends or not sixes <= left <= 3 * sixes:  # the D3s are too few, or any will do
        return total + 3 * sixes * how.six_rends
    why = f"{strike.impact.gun.value.name}: {sixes}D3 more for Rending"
    return total + table.total(f"rending:{strike.impact.gun.value.name}", sixes, 3, rules=("7E-VEH-15",), text=why)


def hull_damage(strike: Strike, glances: int, penetrations: int) -> Pool:
    return pool((dent(strike, GLANCE), glances), (dent(strike, PENETRATION), penetrations))


def dent(strike: Strike, kind: str) -> Dent | UnassignedDent:
    return UnassignedDent(kind, strike.impact) if strike.loose else Dent(kind, strike.impact, strike.model)


def save_hull(hit: Dent, n: int, table: Table) -> Pool:
    """A cover or invulnerable save for each glancing and penetrating hit (7E-VEH-8)."""
    need = charts.hull_save(hit)
    again, why = rolled_again.saves_again(hit.model, need)
    unsaved = table.roll(
        f"save:{hit.model.name}",
        n,
        need.but(because=(*need.because, *why)) if why else need,
        again=again,
        owner=DEFENDER,
        text=f"{hit.model.name}: {need.label}" + (f", {hit.kind} hit" if need.target else ""),
        luck="saves",
    ).failed
    damage = Damage(hit.kind, hit.impact.gun.value.ap)
    if hit.kind != PENETRATION or not unsaved or hit.model.body().to_glance is None:
        return pool((damage, unsaved))
    glances = ramshackle(hit.model, unsaved, table)
    return pool((damage, unsaved - glances), (damage.but(kind=GLANCE), glances))


def ramshackle(model: TargetModel, n: int, table: Table) -> int:
    """How many of so many penetrating hits that were not saved are glancing hits after all (7E-VEH-16)."""
    number = model.body().to_glance
    assert number is not None
    need = Need(number, (Reason(f"{number}+: a penetrating hit is a glancing hit", "7E-VEH-16"),))
    text = f"{model.name}: does it only glance?"
    return table.roll(f"ramshackle:{model.name}", n, need, owner=DEFENDER, text=text).passed


def lesson_penetration(strike: Strike) -> TeachingPoint:
    """What a total equal to the armour does, where it can come about."""
    armour, because = charts.armour_against(strike)
    total = Reason("equal to the armour glances, more penetrates", "7E-VEH-3")
    return TeachingPoint(
        "wound", f"The total is exactly {armour}. What is it?", "a glancing hit",
        ("a penetrating hit", "nothing"), (*because, total),
    )  # fmt: skip
