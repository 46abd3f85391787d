"""An attack from beginning to end: rolls to hit, its effect on a battle, and its report.

Rules: 2E-SEQ-1, 2E-HIT-1 to 5, 2E-SF-1 to 5, 2E-OW-5; hits in a fight: 2E-HTH.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.battle.turns import CasualtyReport, merged, remembering, replaced, tell_losses
from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Pool, Rank, models, pool, wounds
from shoot_cli.engine.questions import Need, Tally, Watch
from shoot_cli.engine.reasons import Reason, TeachingPoint, listed
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import wounds_of
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts, records
from shoot_cli.rules.second.charts import HEAVY_OR_SPECIAL
from shoot_cli.rules.second.profiles import AUTOMATIC, Unit
from shoot_cli.rules.second.steps import eligibility
from shoot_cli.rules.second.steps.eligibility import friends_in_fights
from shoot_cli.rules.second.steps.facts import OF_TARGET
from shoot_cli.rules.second.steps.markers import astray_on
from shoot_cli.rules.second.steps.morale import keeps_overwatch
from shoot_cli.rules.second.steps.target import DISTANCE, nowhere, why_not_shot
from shoot_cli.rules.second.steps.vehicles import damaged, locations_of
from shoot_cli.rules.second.steps.weapon import ignores_first_jam

ONES, TWOS, THREES, JAMS = Watch((1, 2)), Watch((3, 4)), Watch((5,)), Watch((charts.JAM,))
JAMMED = ((0, "", 1, 1),)  # the odds do not tell weapons and lengths apart


def hits_of_one(token: object) -> bool:
    """Return True for tokens rolled one by one: several sustained fire dice, or jams or hits that count together."""
    return isinstance(token, (records.Landed, records.SecondHit)) and (
        token.shot.sustained > 1 or token.shot.ignores_first or token.shot.hits_together
    )


def roll_to_hit(shot: records.Shot, n: int, table: Table) -> Pool:
    """Roll one die for each shot, and a second one for scores of 7 to 9 (2E-HIT-1, 2E-HIT-5)."""
    name, score = shot.blow.name, shot.score
    if table.rolls_in_vain(name, shot.why_harmless):
        return ()
    text = f"{name}: to hit"
    landed = n
    if score.number is None:
        table.tell("{name} needs no roll to hit", tuple(r.rule for r in score.first.because), name=name)
    else:
        landed = table.roll(
            f"hit:{name}", n, score.first, text=text, lessons=lambda: (lesson_score(shot),), luck="hits"
        ).passed
        if score.second is not None:
            landed = table.roll(
                f"hit again:{name}", landed, score.second, text=f"{name}: second die", luck="hits"
            ).passed
    missed = (records.Second(shot.but(pair=False)), n - landed) if shot.pair else (records.Second(shot), 0)
    return pool((records.Landed(shot) if shot.sustained else records.Hit(shot.blow), landed), missed)


def fire_again(second: records.Second, n: int, table: Table) -> Pool:
    """Roll the second shot of rapid fire (2E-SPC-1)."""
    ends = roll_to_hit(second.shot, n, table)
    return pool(*((records.SecondHit(end.shot) if isinstance(end, records.Landed) else end, k) for end, k in ends))


def sustained_again(second_hit: records.SecondHit, n: int, table: Table) -> Pool:
    return sustained_fire(records.Landed(second_hit.shot), n, table)


def sustained_fire(landed: records.Landed, n: int, table: Table) -> Pool:
    """Roll the dice of shots that hit: their sum is the number of hits, and jams count afterwards (2E-SF-1 to 5)."""
    shot = landed.shot
    name = shot.blow.name
    because = (Reason("the sum is the number of hits; a JAM is none", "2E-SF-2"),)
    roll = table.roll(
        f"sustained dice:{name}", n * shot.sustained, Need(None, because), watch=(ONES, TWOS, THREES, JAMS),
        again=(charts.JAM,) if shot.again else (), faces=charts.SUSTAINED_FACES, rules=("2E-SF-1", "2E-SF-2"),
        text=f"{name}: sustained fire",
    )  # fmt: skip
    ones, twos, threes, jams = roll.watched
    hits = charts.sustained_hits(ones, twos, threes)
    table.tell("{name}: {n} hit{s}", ("2E-SF-2",), name=name, n=hits or "no", s="s" * (hits != 1))
    burst = shot.hits_together and n == 1 and hits
    tokens: list[tuple[object, int]] = [
        (records.Burst(shot.blow, hits), 1) if burst else (records.Hit(shot.blow), hits)
    ]
    blown = shot.explodes is not None and n == 1 and jams >= shot.explodes
    if blown:
        tokens.append((records.Explosion(shot.bearer, name), 1))
    if jams and not blown:  # dice of several weapons cannot be told apart, so each jam is another weapon
        tokens.append(
            (records.Jam(shot.bearer, name, jams), 1) if n == 1 else (records.Jam(shot.bearer, name, 1), jams)
        )
    if shot.pair:
        tokens.append((records.Second(shot.but(pair=False)), n - min(n, jams)))
    return pool(*tokens)


def into_a_fight(state: records.Firing, table: Table) -> records.Firing:
    """Roll for every hit whether it strikes an enemy or a friend (2E-HTH-1, 2E-HTH-2)."""
    fight = charts.fight_need(*state.fight, table.setting("hth_allocation"))
    ends: list[tuple[object, int]] = []
    for token, n in state.pool:
        if type(token) is records.Hit:
            roll = find_side(token.blow, n, fight, table)
            ends += [(token, roll.passed), (records.FriendlyHit(token.blow), roll.failed)]
        elif type(token) is records.Burst:  # the other hits of one shot stay together (2E-SF-4)
            for _ in range(n):
                roll = find_side(token.blow, token.size, fight, table)
                ends += [
                    (records.Burst(token.blow, roll.passed), int(roll.passed > 0)),
                    (records.FriendlyHit(token.blow), roll.failed),
                ]
        else:
            ends.append((token, n))
    return state.but(pool=pool(*ends))


def find_side(blow: records.Blow, n: int, fight: charts.Fight, table: Table) -> Tally:
    """Roll for so many hits into a fight: those that pass strike an enemy, the others a friend."""
    return table.roll(f"fight:{blow.name}", n, fight.need, sides=fight.sides, text=f"{blow.name}: enemy or friend")


def fighting(state: records.Firing) -> bool:
    """Return True if enemies and friends fight where the shots land."""
    return state.fight[1] > 0


def book_jam(firing: records.Firing, jam: records.Jam, n: int, table: Table) -> records.Firing:
    """Silence the weapon for its owner's next turn or longer; some models ignore the first jam of a turn (2E-SF-3)."""
    state = firing.attack
    ends, unit = [(jam.jams, n)], state.shooter
    if not state.ignored and ignores_first_jam(state, unit.models[jam.bearer][0]):
        table.tell("{name} ignores the first jam", ("2E-SF-3",), name=unit.name)
        firing, ends = firing.booked(ignored=True), [(jam.jams - 1, 1), (jam.jams, n - 1)]
    counts = {(kind, name, turns): k for kind, name, turns, k in state.jams}
    kind = unit.models[jam.bearer][0]
    carried = max(1, sum(weapon.name == jam.name for weapon in kind.weapons))
    most = carried * sum(firer.n for firer in state.firers if firer.model == jam.bearer)
    for jams, jammed in ends:
        same = sum(k for (bearer, name, _), k in counts.items() if (bearer, name) == (jam.bearer, jam.name))
        weapons = min(jammed, max(0, most - same))
        turns = charts.jammed_turns(jams, table.setting("jam_turns"))
        if not turns or not weapons:
            continue
        words = "{jammed} jammed: silent for {turns} of the owner's turns"
        words = words if turns > 1 else "{jammed} jammed: silent in the owner's next turn"
        table.tell(words, ("2E-SF-3",), jammed=counted(weapons, jam.name), turns=turns)
        key = (jam.bearer, jam.name, turns)
        counts[key] = counts.get(key, 0) + weapons
    return firing.booked(
        jams=table.detail(tuple((*key, k) for key, k in sorted(counts.items())), JAMMED if counts else ())
    )


def blow_up(firing: records.Firing, explosion: records.Explosion, n: int, table: Table) -> records.Firing:
    """Destroy the weapon and slay its bearer without a save; a dreadnought loses the arm instead (2E-SF-5)."""
    state = firing.attack
    name = state.shooter.models[explosion.bearer][0].name
    firing = firing.booked(jams=table.detail(state.jams, JAMMED))  # the weapon is silent, too
    if state.shooter.machine:
        table.tell("{weapon} explodes: {name} loses the arm", ("2E-SF-5",), weapon=explosion.name, name=name)
        return firing.booked(own_arms=state.own_arms + n)
    table.tell("{weapon} explodes: 1 {name} slain", ("2E-SF-5",), weapon=explosion.name, name=name)
    fallen = dict(state.own_slain)
    bearers = sum(firer.n for firer in state.firers if firer.model == explosion.bearer)
    fallen[explosion.bearer] = min(bearers, fallen.get(explosion.bearer, 0) + n)  # both barrels have the same bearer
    return firing.booked(own_slain=tuple(sorted(fallen.items())))


def hit_friends(state: records.Firing, astray: records.FriendlyHit, n: int, table: Table) -> records.Firing:
    """Log hits on friends; in a battle with friends in a fight they wait for the end of the attack."""
    hits = n * astray.blow.guns
    table.tell("{n} hit{s} a friend in the fight", ("2E-HTH-1",), n=hits, s="s" * (hits == 1))
    if friends_in_fights(state.attack.battle):  # their wounds wait for the end of the attack
        state = state.booked(strays=(*state.attack.strays, (state.declared.weapon, astray.blow, n)))
    return state.booked(astray=state.attack.astray + hits)


def lesson_score(shot: records.Shot) -> TeachingPoint:
    """Return a question about the score."""
    number = max(2, shot.score.number or 0)
    right = shot.score.text
    wrong = tuple(
        text for text in (f"{max(2, number - 1)}+", f"{min(6, number + 1)}+", f"{min(6, number + 2)}+") if text != right
    )
    return TeachingPoint("hit", "What does the shot need to hit?", right, wrong, shot.score.first.because)


SIDES = ("Attacker", "Target")  # names in a single attack
ONE_MODEL = ("Vehicle", "Walker")  # reported as damaged, without the number of models left


def new_attack(shooter: Unit, target: Unit, sides: tuple[str, str] = SIDES) -> records.Attack:
    """Return a single attack of two complete units."""
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(target.models))
    return attack_in_battle(shooter, target, ranks, sides)


def attack_in_battle(
    shooter: Unit, target: Unit, left: tuple[Rank, ...], sides: tuple[str, str] = SIDES
) -> records.Attack:
    """Return a single attack at the ranks `left`; their kinds are indexes into the unit's list of models."""
    firers = tuple(
        records.Firer(i, n, model.wounds, eligibility.weapons_at_once(shooter, model))
        for i, (model, n) in enumerate(shooter.models)
    )
    ranks = tuple(rank.but(kind=eligibility.target_model(target, rank.kind)) for rank in left)
    begun = records.Begun(
        Hashed(shooter), Hashed(target), sides, (models(ranks), wounds(ranks)),
        records.NOWHERE, (1, 0), records.BEFOREHAND,
    )  # fmt: skip
    return records.Attack(Hashed(begun), firers, ranks)


def next_attack(shooter: Unit, target: Unit, remains: tuple[Rank, ...] | None) -> records.Attack:
    """Return a single attack at what others left of the target; None means the whole unit of the list. Vehicle damage
    is only rolled in battles (2E-VEH-3). So only losses of a crew carry over; armour, weapons and speed do not.
    """
    if remains is None:
        return new_attack(shooter, target)
    state = attack_in_battle(shooter, target, remains)
    return state.but(begun=Hashed(state.begun.value.but(follows_attack=True)))


def remains(state: records.Attack) -> tuple[Rank, ...] | None:
    """Return the ranks that this single attack leaves of its target; None if no model is left."""
    return left_of(state) or None


def left_of(state: records.Attack) -> tuple[Rank, ...]:
    """Return the ranks that this attack leaves of its target, with the kinds of its list."""
    return merged([Rank(rank.kind.model, rank.n, rank.left) for rank in state.ranks if rank.n])


def begin_attack(battle: records.Battle, table: Table) -> records.Attack:
    """Return the attack of the chosen unit, with both units as they are now."""
    assert battle.unit is not None
    assert battle.target is not None
    shooter, target = battle.shooters.units[battle.unit], battle.enemies.units[battle.target]
    ranks, apart = eligibility.as_target(target), battle.split_fire or records.SplitFire(battle.unit)
    begun = records.Begun(
        shooter.unit, target.unit, (battle.shooters.name, battle.enemies.name), (models(ranks), wounds(ranks)), battle,
        (1 - battle.shooting_side, battle.target), records.AT_THE_TABLE, apart,
        shooter.marked(eligibility.MOVED), target.marked(eligibility.ENGAGED),
    )  # fmt: skip
    firers = tuple(
        eligibility.only(shooter.unit.value, firer, apart.weapons)
        for firer in apart.firers or eligibility.waiting(shooter)
    )
    kept = tuple(
        (remembered.key, remembered.answer)
        for remembered in battle.remembered
        if remembered.about == ((1 - battle.shooting_side, battle.target),)
    )
    return records.Attack(
        Hashed(begun),
        firers,
        ranks,
        overwatch=battle.watching,
        spent=shooter.spent,
        ignored=shooter.jam_ignored,
        kept_facts=kept,
    )


def end_attack(state: records.Attack, table: Table) -> records.Battle:
    """Put losses and marks of both units into the battle, so that the next unit can shoot (2E-SEQ-1)."""
    battle, (side, at), apart = state.battle, state.begun.value.at, state.begun.value.split_fire
    kept = remembering(
        battle.remembered, {key: value for key, value in state.kept_facts if key in OF_TARGET}, (side, at)
    )
    if state.distance is not None:
        kept = remembering(kept, {DISTANCE: state.distance}, (side, at), (1 - side, apart.unit))
    battle = battle.but(remembered=kept)
    shooter, target = battle.shooters.units[apart.unit], battle.sides[side].units[at]
    after = target_after(state, target, table)
    if state.fired or not after.ranks:
        tell_outcome(target, after, table)
    if after.ranks and state.fired and after.marked(eligibility.OVERWATCH):
        after = keeps_overwatch(battle, side, after, table)
    battle = replaced(battle, side, at, after)
    battle = replaced(battle, 1 - side, apart.unit, shooter_after(battle, state, shooter))
    battle = astray_on(state, battle.but(harms=state.harms), table)
    battle = battle.but(shooter=state.begun.value.shooter if battle.harms else None)
    if nowhere(state):
        return elsewhere(battle, apart, at)
    before = eligibility.waiting(shooter)  # by their weapons before this attack, so a weapon that just jammed has fired
    return watched(battle, state, before) if battle.watching else fired(battle, state, before)


def watched(battle: records.Battle, state: records.Attack, before: eligibility.Firers) -> records.Battle:
    """End overwatch for models that fired; the others of the unit keep it (2E-OW-5)."""
    apart = state.begun.value.split_fire
    battle_unit: records.BattleUnit = battle.shooters.units[apart.unit]
    left = eligibility.without(before, eligibility.who_fired(state, apart.firers or before, apart.weapons))
    if left == before:
        return eligibility.finished(battle, apart.unit)
    after = (
        battle_unit.but(waiting=left)
        if eligibility.armed(state.shooter, left)
        else eligibility.off_overwatch(battle_unit)
    )
    battle = replaced(battle, battle.shooting_side, apart.unit, after)
    return (
        battle.but(unit=None, target=None, split_fire=rest_of_squad(battle, state))
        if apart.who
        else eligibility.finished(battle, apart.unit)
    )


def fired(battle: records.Battle, state: records.Attack, before: eligibility.Firers) -> records.Battle:
    """Mark the unit as fired, unless some models still have their own target or did not see this one (2E-TGT-3)."""
    apart = state.begun.value.split_fire
    battle_unit: records.BattleUnit = battle.shooters.units[apart.unit]
    if apart.firers:
        left, rest = (
            eligibility.without(before, eligibility.who_fired(state, apart.firers, apart.weapons)),
            rest_of_squad(battle, state),
        )
    else:
        left = eligibility.left_out(state)
        missed = battle.target if apart.squad_target is None else apart.squad_target
        rest = records.SplitFire(apart.unit, squad_target=missed, attacks=apart.attacks + 1)
        battle = battle.but(inches=())  # the rest judges distances for itself
        if not any(at != missed and not why_not_shot(battle, at) for at in range(len(battle.enemies.units))):
            left = ()
    if not eligibility.armed(state.shooter, left):
        return eligibility.finished(battle, apart.unit)
    battle = replaced(battle, battle.shooting_side, apart.unit, battle_unit.but(waiting=left))
    return battle.but(unit=None, target=None, split_fire=rest)


def elsewhere(battle: records.Battle, apart: records.SplitFire, at: int) -> records.Battle:
    """Let the models look for another target, because this one was outside their arc (2E-ARC-2)."""
    if apart.firers:
        apart = records.SplitFire(apart.unit, taken=apart.taken, outside=apart.outside)
    else:
        apart = apart.but(outside=(*apart.outside, at))
    return battle.but(unit=None, target=None, split_fire=apart.but(attacks=apart.attacks + 1))


def rest_of_squad(battle: records.Battle, state: records.Attack) -> records.SplitFire:
    """Return the rest of a squad after some models shot at their own target; models that held fire belong to it."""
    apart, (side, at) = state.begun.value.split_fire, state.begun.value.at
    taken = apart.taken
    if state.fired and apart.who == HEAVY_OR_SPECIAL and not battle.sides[side].units[at].marked(eligibility.OBJECTIVE):
        taken = (*taken, (listed(apart.weapons), at))
    return records.SplitFire(apart.unit, taken=taken, outside=apart.outside, attacks=apart.attacks + 1)


def end_harm(state: records.Attack, table: Table) -> records.Battle:
    """Put the losses of a unit that was not the target into the battle (2E-TGT-5, 2E-HTH-1)."""
    battle, (side, at) = state.battle, state.begun.value.at
    target: records.BattleUnit = battle.sides[side].units[at]
    strayed = battle.harms[0].astray is not None
    battle = battle.but(harms=battle.harms[1:], shooter=battle.shooter if len(battle.harms) > 1 else None)
    if not target.ranks:
        return battle
    after = target_after(state, target, table)
    tell_outcome(target, after, table)
    if after.ranks and after.marked(eligibility.OVERWATCH) and side != battle.shooting_side and not strayed:
        after = keeps_overwatch(battle, side, after, table)
    return replaced(battle, side, at, after)


def tell_outcome(before: records.BattleUnit, after: records.BattleUnit, table: Table) -> None:
    unit = before.unit.value
    if unit.type in ONE_MODEL and after.ranks:
        hurt = (after.ranks, after.damage) != (before.ranks, before.damage)
        text = f"{unit.name} is damaged" if hurt else f"No damage to {unit.name}"
        table.log_line(text, ("2E-VEH-3",), CasualtyReport(unit.name, 0, text))
    else:
        tell_losses(table, ("2E-SEQ-1",), unit, (models(before.ranks), wounds(before.ranks)), after.ranks)


def target_after(state: records.Attack, target: records.BattleUnit, table: Table) -> records.BattleUnit:
    """Return the target after the attack: its losses, its fear, and its rolls on damage tables."""
    target = target.but(ranks=left_of(state), feared=target.feared or state.fear)
    return damaged(state, target, table) if state.target.datafax and state.target.type != "Support weapon" else target


def shooter_after(battle: records.Battle, state: records.Attack, shooter: records.BattleUnit) -> records.BattleUnit:
    """Return the firing unit after the attack; firing ends overwatch (2E-SF-3, 2E-SPC-4, 2E-OW-5)."""
    ranks = [*shooter.ranks]
    for kind, n in state.own_slain:
        for _ in range(n):
            index = next((i for i, rank in enumerate(ranks) if rank.kind == kind and rank.n), None)
            if index is not None:
                ranks[index] = ranks[index].but(n=ranks[index].n - 1)
    more = 0 if battle.watching else 1  # the turn of the shot does not count
    silent = [*shooter.silent]
    items = {weapon.name: eligibility.item(weapon) for weapon in shooter.unit.value.weapons()}  # silent in all modes
    silent += [
        records.Silence(kind, items[name], n, turns + more) for kind, name, turns, n in (*state.jams, *state.recharging)
    ]
    if state.own_arms:  # a walker loses the arm that blew up (2E-SF-5)
        arms = [
            (kind, eligibility.item(weapon))
            for kind, (model, _) in enumerate(shooter.unit.value.models)
            for weapon in model.weapons
            if weapon.explodes is not None
        ]
        silent += [records.Silence(*arms[0], state.own_arms, eligibility.FOREVER)]
    shooter = shooter.but(
        ranks=merged([rank for rank in ranks if rank.n]), silent=merge_silence(silent), spent=state.spent
    )
    return shooter.but(jam_ignored=state.ignored)


def merge_silence(silent: list[records.Silence]) -> tuple[records.Silence, ...]:
    """Return the silent weapons with equal entries added up."""
    return tuple(one.but(n=n) for one, n in sorted(pool(*((one.but(n=0), one.n) for one in silent))))


# The result of an attack, and the end of a weapon --------------------------------------------------------------------


def finish_weapon(state: records.Firing, table: Table) -> records.Attack:
    """End a weapon: log reminders of effects that players resolve. In a battle, models out of its reach may be in reach
    of the next weapon; in a single attack they never are (2E-RNG-1).
    """
    for rule, words, book in records.REMINDERS:
        if state.volley and models(state.ranks) and state.weapon.has(rule):
            table.tell(words, (book,))
    if not state.attack.manner.as_they_stand:
        return state.attack.but(ranks=state.ranks)
    fallen = models(state.ranks) < models(state.attack.ranks)
    state = state.booked(fear=True) if fallen and state.weapon.has("Fear on Losses") else state  # 2E-SPC-8
    return state.attack.but(ranks=tuple(rank.but(kind=rank.kind.but(out_of_reach=False)) for rank in state.ranks))


def slain(state: records.Attack) -> int:
    """Return the models removed by wounds; the crew of a vehicle counts, the vehicle does not."""
    return state.strength[0] - models(state.ranks)


def damage(state: records.Attack) -> int:
    """Return the wounds lost; for vehicles the penetrations, plus the wounds of the crew."""
    holes = sum(n for _, n in state.penetrations) if state.target.type != "Support weapon" else 0
    return holes + state.strength[1] - wounds(state.ranks)


def whole_of(unit: Unit) -> int:
    """Return the damage at which nothing is left of the unit; 0 for a vehicle, which has no such limit."""
    return 0 if unit.datafax and unit.type != "Support weapon" else wounds_of(unit)


def destroyed(state: records.Attack) -> int:
    return int(not models(state.ranks))


def own_slain(state: records.Attack) -> int:
    return sum(n for _, n in state.own_slain)


def jammed(state: records.Attack) -> int:
    return int(bool(state.jams) or bool(state.own_slain) or bool(state.own_arms))


def penetrated(state: records.Attack) -> int:
    return int(bool(state.penetrations))


def friends_hit(state: records.Attack) -> int:
    return state.astray


def called(state: records.Attack) -> dict[str, str]:
    """Return the titles of this attack's numbers, if they are not about models and wounds."""
    kind = state.target
    if not kind.datafax:
        return {}
    if kind.type == "Support weapon":
        return {"slain": "Guns lost"}
    crew = any(location.crew for location in locations_of(state.target))
    if not crew:  # nobody can be slain, and only damage tables say what a penetration does
        end = "Destroyed: not worked out; it depends on rolls on its damage tables (2E-VEH-3)"
        return {"slain": "", "wounds": "", "damage": "Penetrations", "destroyed": end}
    return {"slain": "Crews slain", "damage": "Penetrations and wounds of the crew"}


def report_of(state: records.Attack) -> dict[str, Any]:
    """Return the result of a single attack as JSON."""
    kinds = []
    for index, (model, _) in enumerate(state.target.models):
        left = sorted(rank.left for rank in state.ranks if rank.kind.model == index for _ in range(rank.n))
        kinds.append({"name": model.name, "alive": len(left), "wounds": left})
    report: dict[str, Any] = {
        "slain": slain(state),
        "damage": damage(state),
        "destroyed": bool(destroyed(state)),
        "models": kinds,
    }
    if state.penetrations:
        locations = locations_of(state.target)
        report["penetrated"] = {locations[place].name: n for place, n in state.penetrations}
    if state.jams:  # without bearers and turns
        report["jams"] = dict(pool(*((name, n) for _, name, _, n in state.jams)))
    if state.own_slain:
        report["own_slain"] = own_slain(state)
    if state.astray:
        report["friends_hit"] = state.astray
    return report


def situation(record: records.Attack | records.Firing) -> str:
    """Return the attack as a sentence, with all that a learner needs to work out its rolls."""
    state = record.attack if isinstance(record, records.Firing) else record
    far = "" if state.distance is None else f', {state.distance:g}" away'
    words = [f"{state.shooter.name} at {state.target.name}{far}"]
    if isinstance(record, records.Firing):
        weapon = record.weapon
        skills = sorted({model.ballistic_skill for model, _ in state.shooter.models if weapon in model.weapons})
        ranges, rules = "", f" ({', '.join(weapon.rules)})" if weapon.rules else ""
        if weapon.short is not None and not weapon.thrown:
            hits = "/".join(
                "automatic" if hit is AUTOMATIC else f"{hit:+d}" for hit in (weapon.hit_short, weapon.hit_long)
            )
            far = f'/{weapon.long:g}"' if weapon.long is not None else ""
            ranges = f' {weapon.short:g}"{far} {hits}'
        words.append(
            f"{weapon.name}{ranges} S{weapon.strength} damage {weapon.damage.text} "
            f"save modifier {weapon.save_modifier}{rules}, BS {' or '.join(map(str, skills))}"
        )
        words += ["targeter"] * state.shooter.has("Targeter")
        spared = [rule for rule in ("Tyranid", "Daemon") if weapon.has("Needle") and state.target.has(rule)]
        words += [f"the target is {rule}" for rule in spared]
    if state.cover != "none":
        words.append(f"{state.cover} cover")
    words += state.fact_words
    kinds = {}
    for rank in record.ranks:
        kind = rank.kind
        values = [f"T{kind.toughness}", f"W{rank.left}"]
        if kind.save is not None:
            values.append(f"Sv{kind.save.target}+" + (f" on {kind.save.dice}D6" if kind.save.dice > 1 else ""))
        if kind.field is not None:
            values.append(f"{kind.field.name} {kind.field.target}+")
        kinds[f"{kind.name} {' '.join(values)}"] = ""
    if not state.target.datafax:
        words.append("target: " + ", ".join(kinds))
    return "; ".join(words)


def why_they_cannot_meet(shooter: Unit, target: Unit) -> tuple[Reason, ...]:
    """Return why a single attack between these two is impossible; () if it is possible."""
    if not any(model.weapons for model, _ in shooter.models):
        return (Reason("nobody in it has a ranged weapon", "2E-ELIG-1"),)
    return ()
