"""Rolling to hit (7E-HIT-1 to 13)."""

from __future__ import annotations

from shoot_cli.battle.turns import points
from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Need, Tally, Watch
from shoot_cli.engine.reasons import Reason, TeachingPoint
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts, tokens
from shoot_cli.rules.seventh.charts import why_skill
from shoot_cli.rules.seventh.records import Firing, burnt_too
from shoot_cli.rules.seventh.steps.vehicles import rolled_singly

Landed = tokens.Hit | tokens.Impact | tokens.Strike | tokens.MarkerlightHit | tokens.GroundingHit
PRECISE, TESLA = Watch((6,), why="Precision Shots"), Watch((6,), why="Tesla")
ONE, HOT = Watch((1,)), Watch((1,), why="Gets Hot")
ONE_TWICE = HOT.but(both=True)
ARMOUR_HELPS = Reason("armour and invulnerable saves help, cover and Look Out, Sir do not", "7E-HIT-11")
CRAFTED = Reason("master-crafted: one failed die is rolled again", "7E-HIT-7")


def roll_per_weapon(token: object) -> bool:
    """Return True if the dice are rolled weapon by weapon: Gets Hot, Master-crafted, several penetration dice."""
    if rolled_singly(token):
        return True
    return isinstance(token, tokens.Volley) and not {"Gets Hot", "Master-crafted"}.isdisjoint(
        token.shot.gun.value.rules
    )


def fire_volley(volley: tokens.Volley, n: int, table: Table) -> Pool:
    """Roll the number of shots (7E-WPN-20), and the shots of Gets Hot and Master-crafted weapons."""
    if volley.others:
        return fire_at_once(volley, table)
    shot, gun, number = volley.shot, volley.shot.gun.value, volley.shots
    shots = number.plus * n
    if number.dice:
        shots += table.total(
            f"shots:{gun.name}", number.dice * n, number.sides, rules=("7E-WPN-20",), text=f"{gun.name}: shots"
        )
    hot = "Gets Hot" in gun.rules
    if shot.why_harmless and not hot and not table.blindly(counts_hits_in_vain):
        return pool((shot, shots))
    if master_crafted(gun):
        hits, burns = roll_master_crafted(volley, shots, table)
    elif hot:
        roll = dice_to_hit(shot, shots, table, hot=True)
        hits, burns = hits_from(shot, roll), roll.watched[-1]
    else:
        return pool((shot, shots))
    if not hot:
        burns = 0
    return pool((tokens.Fired(), shots), *hits, *overheat(volley, burns, table))


def fire_at_once(volley: tokens.Volley, table: Table) -> Pool:
    """Fire all parts of a bearer's volley, and sum what they cost him (7E-HIT-11)."""
    thrown = [end for part in volley.parts() for end in fire_volley(part, 1, table)]
    lost = sum(token.points for token, _ in thrown if isinstance(token, tokens.Burn))
    burn = tokens.Burn(volley.bearer, volley.left, min(lost, volley.left), volley.wear)
    return pool(*(end for end in thrown if not isinstance(end[0], tokens.Burn)), (burn, min(1, lost)))


def master_crafted(gun: tokens.Gun) -> bool:
    """Return True if each weapon re-rolls one failed die of its own, and not all of them (7E-HIT-7, 10)."""
    return "Master-crafted" in gun.rules and {"Twin-linked", "hit failed"}.isdisjoint(gun.rules)


def counts_hits_in_vain(table: Table) -> bool:
    """Return True: the odds count the hits of shots that can have no effect, re-rolls included."""
    return True


def roll_master_crafted(volley: tokens.Volley, n: int, table: Table) -> tuple[tuple[tuple[Landed, int], ...], int]:
    """Re-roll one failed die of the weapon (7E-HIT-7), never twice (7E-HIT-10). Return hits and natural 1s left."""
    shot, gun = volley.shot, volley.shot.gun.value
    need, sixes, watch_one = need_of(shot), watched(shot), HOT if "Gets Hot" in gun.rules else ONE
    faces, why = charts.of_every_die(gun, need)
    watches = (*sixes, Watch(faces), watch_one) if len(faces) > 1 else (*sixes, watch_one)
    roll = table.roll(f"hit:{gun.name}", n, need, watch=watches, text=f"{gun.name}: to hit", luck="hits")
    ones = roll.watched[-1]
    hits, free, twos, second = [*hits_from(shot, roll)], 0, 0, need
    if not shot.rerolls:
        return tuple(hits), ones
    if why:  # 1s are re-rolled anyway, so Master-crafted is for another failed die
        free, twos = ones, roll.watched[-2] - ones if len(faces) > 1 else 0
        crafted = min(1, roll.failed - free - twos)
    elif volley.adds and shot.ballistic_skill >= 6 and not shot.snap:
        crafted = min(1, ones)
        free, second = ones - crafted, charts.to_hit_again(shot.ballistic_skill)
    else:
        crafted = min(1, roll.failed)
    burns = ones
    for key, dice, of_ones, needed, because in (
        (f"hit again:{gun.name}", free, free, second, why),
        (f"hit again, twos:{gun.name}", twos, 0, second, why),
        (f"master-crafted:{gun.name}", crafted, min(crafted, ones - free), need, (CRAFTED,)),
    ):
        needed = needed.but(because=(*needed.because, *because))
        reroll = table.roll(key, dice, needed, watch=(*sixes, watch_one), text=f"{gun.name}: roll again", luck="hits")
        hits += hits_from(shot, reroll)
        # A 1 is re-rolled first, because it may hurt the bearer. A second 1 of another failed die does no harm.
        burns -= of_ones - min(of_ones, reroll.watched[-1])
    return tuple(hits), burns


def roll_to_hit(shot: tokens.Shot, n: int, table: Table) -> Pool:
    """Roll one die for each shot (7E-HIT-2)."""
    return pool(*hits_from(shot, dice_to_hit(shot, n, table)))


def dice_to_hit(shot: tokens.Shot, n: int, table: Table, hot: bool = False) -> Tally:
    """Roll the dice To Hit of `n` shots. If `hot`, the 1s that hurt the bearer are counted last (7E-HIT-11)."""
    gun = shot.gun.value
    if not hot and table.rolls_in_vain(gun.name, *shot.why_harmless):
        return Tally(0, n, (0,) * len(watched(shot)))
    need = need_of(shot)
    again, second, why = charts.hits_again(shot, need)
    return table.roll(
        f"hit:{gun.name}",
        n,
        need.but(because=(*need.because, *why)) if why else need,
        watch=(*watched(shot), ONE_TWICE) if hot else watched(shot),
        again=again,
        again_need=second,
        text=f"{gun.name}: to hit",
        lessons=lambda: (lesson_snap(shot),),
        luck="hits",
    )


def need_of(shot: tokens.Shot) -> Need:
    need = charts.to_hit(shot.ballistic_skill, shot.snap, shot.snap_skill)
    return why_skill(shot, need) if shot.gun.value.effect_names else need


def watched(shot: tokens.Shot) -> tuple[Watch, ...]:
    """Return the dice to watch: sixes for Precision Shots (7E-HIT-9) or extra hits (7E-HIT-13)."""
    return (TESLA,) if is_tesla(shot) else (PRECISE,) if shot.precise else ()


def is_tesla(shot: tokens.Shot) -> bool:
    return "Tesla" in shot.gun.value.rules and not shot.snap


def hit_of(shot: tokens.Shot) -> tokens.Hit | tokens.Impact | tokens.Strike | tokens.MarkerlightHit:
    """Return the token of a hit by this shot. At a vehicle it is a Strike, or an Impact until it is allocated."""
    if "Markerlight" in shot.gun.value.rules:
        return tokens.MarkerlightHit()
    if shot.aim is not None:
        impact = tokens.Impact(shot.gun, shot.aim.but(model=None))
        return impact if shot.aim.model is None else tokens.Strike(impact, shot.aim.model)
    return tokens.Hit(shot.gun)


def hits_from(shot: tokens.Shot, roll: Tally) -> tuple[tuple[Landed, int], ...]:
    """Return the tokens of these hits, with Precision Shots and extra hits."""
    hit = hit_of(shot)
    if shot.topples:
        return (*hits_from(shot.but(topples=False), roll), (tokens.GroundingHit(), roll.passed))
    if not watched(shot):
        return ((hit, roll.passed),)
    sixes = roll.watched[0]
    extra = 2 * sixes if is_tesla(shot) else 0
    if shot.precise and isinstance(hit, tokens.Hit):
        return (hit.but(precise=True), sixes), (hit, roll.passed - sixes + extra)
    return ((hit, roll.passed + extra),)


def overheat(volley: tokens.Volley | tokens.Marker, burns: int, table: Table) -> tuple[tuple[tokens.Burn, int], ...]:
    """Wound the bearer for each natural 1, after his save (7E-HIT-11)."""
    if not burns:
        return ()
    name = volley.shot.gun.value.name
    table.tell("{name} gets hot: {n} on the bearer", ("7E-HIT-11",), name=name, n=points(burns, "wound"))
    because: tuple[Reason, ...] = (Reason("the bearer's own save", "7E-HIT-11"), ARMOUR_HELPS)
    if volley.vehicle:
        need = Need(4, (Reason("on 1 to 3 the vehicle suffers a glancing hit", "7E-HIT-11"),))
        burns = table.roll(f"gets hot, vehicle:{name}", burns, need, text=f"{name}: gets hot").failed
        because = (Reason("only an invulnerable save helps a vehicle", "7E-HIT-11"),)
    again, why = charts.save_again(volley.saves_again, Need(volley.save))
    need = Need(volley.save, (*because, *why))
    unsaved = table.roll(
        f"gets hot:{name}", burns, need, again=again, text=f"{name}: bearer's save", luck="saves"
    ).failed
    if unsaved and volley.feel_no_pain:
        need = Need(volley.feel_no_pain, (Reason(f"Feel No Pain {charts.face(volley.feel_no_pain)}", "7E-SAV-11"),))
        unsaved = table.roll(
            f"gets hot, feel no pain:{name}", unsaved, need, text=f"{name}: bearer's Feel No Pain", luck="saves"
        ).failed
    lost = min(unsaved, volley.left)
    return ((tokens.Burn(volley.bearer, volley.left, lost, volley.wear), 1),) if lost else ()


def forget_shots(shot: tokens.Fired, n: int, table: Table) -> Pool:
    """Drop shots. They are in the pool so that the odds can count them."""
    return ()


def light_up(state: Firing, lit: tokens.MarkerlightHit, n: int, table: Table) -> Firing:
    """Put a counter on the target for each markerlight hit, for later attackers (7E-EFF-5)."""
    words = counted(n, "markerlight counter")
    table.tell("{unit}: {n}", ("7E-EFF-5",), unit=state.attack.target.value.name, n=words)
    kept = state.attack.manner.attacks_follow or state.attack.followed
    return state.with_attack(lights_added=state.attack.lights_added + n) if kept else state


def lose_bearers(state: Firing, burn: tokens.Burn, n: int, table: Table) -> Firing:
    """Remove the wounds of bearers whose weapon got hot. Fallen bearers fire no more."""
    model = state.attack.shooter.value.models[burn.bearer][0]
    names, left = counted(n, model.name, model.plural), burn.left - burn.points
    if left > 0:
        each, lost = " each" * (n > 1), points(burn.points, "hull point" if model.vehicle else "wound")
        words = (
            f"{model.name if n == 1 else names} lose{'s' * (n == 1)} {lost}{each}, {left} of {model.wounds} left{each}"
        )
    else:
        words = f"{names} {'wrecked' if model.vehicle else 'slain'}"
    table.tell("Gets hot: {words}", ("7E-HIT-11",), words=words)
    burnt = burnt_too(state.toll.burnt, {burn: n})
    firers = list(state.attack.firers)
    for _ in range(n):
        index = next(
            i
            for i, firer in enumerate(firers)
            if firer.used and (firer.model, firer.left, firer.wear) == (burn.bearer, burn.left, burn.wear)
        )
        hurt = () if left <= 0 else (firers[index].but(n=1, left=burn.left - burn.points),)
        rest = (firers[index].but(n=firers[index].n - 1),) if firers[index].n > 1 else ()
        firers[index : index + 1] = [*rest, *hurt]
    return state.with_toll(burnt=burnt).with_attack(firers=tuple(firers))


def lesson_snap(shot: tokens.Shot) -> TeachingPoint:
    """Return the question which Ballistic Skill counts."""
    right = "1, it is a Snap Shot" if shot.snap else str(shot.ballistic_skill)
    wrong = (str(shot.ballistic_skill), str(max(1, shot.ballistic_skill - 1)), "no shot at all") if shot.snap else (
        str(shot.ballistic_skill + 1), "1, it is a Snap Shot", str(7 - shot.ballistic_skill))  # fmt: skip
    believed = tuple(option for option in dict.fromkeys(wrong) if option != right)
    return TeachingPoint(
        "toughness",
        "Which Ballistic Skill counts?",
        right,
        believed,
        charts.to_hit(shot.ballistic_skill, shot.snap).because,
    )
