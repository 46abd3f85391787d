"""Rolls to hit and sustained fire (2E-HIT-1 to 5, 2E-SF-1 to 5), and hits in a fight (2E-HTH)."""

from __future__ import annotations

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Need, Tally, Watch
from shoot_cli.engine.reasons import Reason, TeachingPoint
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts, records
from shoot_cli.rules.second.steps.eligibility import friends_in_fights
from shoot_cli.rules.second.steps.weapon import ignores_first_jam

ONES, TWOS, THREES, JAMS = Watch((1, 2)), Watch((3, 4)), Watch((5,)), Watch((charts.JAM,))
JAMMED = ((0, "", 1, 1),)  # the odds do not tell weapons and lengths apart


def hits_of_one(token: object) -> bool:
    """Return True for tokens rolled one by one: several sustained fire dice, or jams or hits that count together."""
    return isinstance(token, (records.Landed, records.SecondHit)) and (
        token.shot.sustained > 1 or token.shot.ignores_first or token.shot.together
    )


def roll_to_hit(shot: records.Shot, n: int, table: Table) -> Pool:
    """Roll one die for each shot, and a second one for scores of 7 to 9 (2E-HIT-1, 2E-HIT-5)."""
    name, score = shot.blow.name, shot.score
    if table.rolls_in_vain(name, shot.in_vain):
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


def sustained_again(again: records.SecondHit, n: int, table: Table) -> Pool:
    return sustained_fire(records.Landed(again.shot), n, table)


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
    burst = shot.together and n == 1 and hits
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
    return table.roll(f"fight:{blow.name}", n, fight.need, sides=fight.sides, text=f"{blow.name}: enemy or friend")


def fighting(state: records.Firing) -> bool:
    return state.fight[1] > 0


def book_jam(firing: records.Firing, jam: records.Jam, n: int, table: Table) -> records.Firing:
    """Silence the weapon for its owner's next turn or longer; some models ignore the first jam of a turn (2E-SF-3)."""
    s = firing.attack
    ends, unit = [(jam.jams, n)], s.shooter
    if not s.ignored and ignores_first_jam(s, unit.models[jam.bearer][0]):
        table.tell("{name} ignores the first jam", ("2E-SF-3",), name=unit.name)
        firing, ends = firing.booked(ignored=True), [(jam.jams - 1, 1), (jam.jams, n - 1)]
    found = {(kind, name, turns): k for kind, name, turns, k in s.jams}
    kind = unit.models[jam.bearer][0]
    carried = max(1, sum(weapon.name == jam.name for weapon in kind.weapons))
    most = carried * sum(firer.n for firer in s.firers if firer.model == jam.bearer)
    for jams, jammed in ends:
        same = sum(k for (bearer, name, _), k in found.items() if (bearer, name) == (jam.bearer, jam.name))
        weapons = min(jammed, max(0, most - same))
        turns = charts.jammed_turns(jams, setting=table.setting("jam_turns"))
        if not turns or not weapons:
            continue
        words = "{jammed} jammed: silent for {turns} of the owner's turns"
        words = words if turns > 1 else "{jammed} jammed: silent in the owner's next turn"
        table.tell(words, ("2E-SF-3",), jammed=counted(weapons, jam.name), turns=turns)
        key = (jam.bearer, jam.name, turns)
        found[key] = found.get(key, 0) + weapons
    return firing.booked(
        jams=table.detail(tuple((*key, k) for key, k in sorted(found.items())), JAMMED if found else ())
    )


def blow_up(firing: records.Firing, explosion: records.Explosion, n: int, table: Table) -> records.Firing:
    """Destroy the weapon and slay its bearer without a save; a dreadnought loses the arm instead (2E-SF-5)."""
    s = firing.attack
    name = s.shooter.models[explosion.bearer][0].name
    firing = firing.booked(jams=table.detail(s.jams, JAMMED))  # the weapon is silent, too
    if s.shooter.machine:
        table.tell("{weapon} explodes: {name} loses the arm", ("2E-SF-5",), weapon=explosion.name, name=name)
        return firing.booked(own_arms=s.own_arms + n)
    table.tell("{weapon} explodes: 1 {name} slain", ("2E-SF-5",), weapon=explosion.name, name=name)
    found = dict(s.own_slain)
    there = sum(firer.n for firer in s.firers if firer.model == explosion.bearer)
    found[explosion.bearer] = min(there, found.get(explosion.bearer, 0) + n)  # both barrels have the same bearer
    return firing.booked(own_slain=tuple(sorted(found.items())))


def hit_friends(state: records.Firing, astray: records.FriendlyHit, n: int, table: Table) -> records.Firing:
    hits = n * astray.blow.guns
    table.tell("{n} hit{s} a friend in the fight", ("2E-HTH-1",), n=hits, s="s" * (hits == 1))
    if friends_in_fights(state.attack.battle):  # their wounds wait for the end of the attack
        state = state.booked(strays=(*state.attack.strays, (state.said.weapon, astray.blow, n)))
    return state.booked(astray=state.attack.astray + hits)


def lesson_score(shot: records.Shot) -> TeachingPoint:
    """Return a question about the score."""
    number = max(2, shot.score.number or 0)
    right = shot.score.text
    wrong = tuple(
        text for text in (f"{max(2, number - 1)}+", f"{min(6, number + 1)}+", f"{min(6, number + 2)}+") if text != right
    )
    return TeachingPoint("hit", "What does the shot need to hit?", right, wrong, shot.score.first.because)
