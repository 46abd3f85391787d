"""Blast markers and templates, explosions in attacks on their own, and crashes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shoot_cli.battle.turns import Mark, merged, replaced
from shoot_cli.engine.pools import Rank, models, pool
from shoot_cli.engine.questions import HowMany, More, Need, Number, Numbers, Option, Watch
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason, series
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts, records
from shoot_cli.rules.seventh.charts import CRASH, CRASH_INSIDE, EXPLOSION, HARD_TO_HIT
from shoot_cli.rules.seventh.effects import in_force
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.steps.facts import COVER, questions_about, where_they_stand, with_facts
from shoot_cli.rules.seventh.steps.flyers import has_skyfire
from shoot_cli.rules.seventh.steps.hit import hit_of, overheat
from shoot_cli.rules.seventh.steps.states import EMBARKED, OFF, nobody_else, passengers_of, uncovered, units_on_table
from shoot_cli.rules.seventh.tokens import (
    AIMED,
    DRIFTED,
    SIDE,
    Burn,
    Fired,
    GroundingHit,
    Hit,
    Impact,
    Lying,
    Marker,
    Shot,
    Strike,
)

# Placing and scattering markers, and counting the models under them (7E-WPN-13 to 16).

SCATTER_DIE = ("Hit!", "Hit!", "arrow", "arrow", "arrow", "arrow")
MOST_UNDER = 100  # most models of one unit under one marker
OTHERS = "others"  # the question whether other units are under it, which only logs of earlier versions always have
TOO = "if others are under it too"


def markers_wait(state: records.Firing) -> bool:
    """Return True while markers or templates of the fired weapon must be placed."""
    return bool(charts.area_of(state.weapon.value)) and any(type(token) is Marker for token, _ in state.pool)


def place_marker(state: records.Firing, table: Table) -> records.Firing:
    """Place markers or templates: roll Gets Hot and scatter; beforehand ask who is under one (7E-WPN-13 to 16)."""
    weapon = state.weapon.value
    marker, alike = next((token, n) for token, n in state.pool if type(token) is Marker)
    together = scatter_together(state, marker, alike, table)
    n = alike if together else 1
    rest = pool(*((token, k - n * (token == marker)) for token, k in state.pool))
    if marker.hot:
        burns = sum(gets_hot(marker.shot, n, table) for n in marker.hot)
        cool = (marker.but(hot=()), sum(marker.hot) - burns)
        return state.but(pool=pool(*rest, cool, (Fired(), burns), *overheat(marker, burns, table)))
    shot, state = marker.shot, state.but(pool=rest, placed=state.placed + n)
    if together:
        return state.but(pool=pool(*rest, (Fired(), n), *scattered(weapon, shot, n, state.seen, table)))
    lying = Lying(shot, False, "", "template" if weapon.has("Template") else "Hit!")
    if not state.attack.manner.placed:
        under = models_under(state, weapon, lying, table)
        return state.but(pool=pool(*rest, (Fired(), 1), *hits_under(weapon, [lying], [under])))
    if not weapon.has("Template"):
        lying = scatter(state, weapon, shot, table)
        state = state.but(centre=state.centre or (DRIFTED if lying.moved else AIMED))
        lying = lying.but(done=table.detail(lying.done, ""), name=table.detail(lying.name, ""))
    return state.but(pool=pool(*rest, (Fired(), 1), (lying, 1)))


def scatter_together(state: records.Firing, marker: Marker, n: int, table: Table) -> bool:
    """Return True if players throw for all these markers at once: nobody may throw again, none is of a group."""
    weapon = state.weapon.value
    alone = n == 1 or marker.hot or weapon.has("Template") or weapon.has("Barrage") or not state.attack.manner.placed
    return not (alone or throws_again(marker.shot, table) or table.blindly(one_by_one))


def one_by_one(table: Table) -> bool:
    return True


def markers_lie(state: records.Firing) -> bool:
    """Return True if it must be said who is under markers or templates that lie on the table."""
    return any(type(token) is Lying for token, _ in state.pool)


def count_under(state: records.Firing, table: Table) -> records.Firing:
    """Ask in one answer who is under all markers of a weapon, and then who else is (7E-WPN-13 to 16)."""
    weapon = state.weapon.value
    markers = [token for token, n in state.pool if type(token) is Lying for _ in range(n)]
    rest = pool(*(end for end in state.pool if type(end[0]) is not Lying))
    if len(markers) == 1:
        under = [models_under(state, weapon, markers[0], table)]
    else:
        most, noun = most_under(state), what_is_under(state)
        usual = usually_under(state, weapon)
        question = HowMany(
            f"under each:{weapon.name}", tuple((f"{n} {marker.name}", most) for n, marker in enumerate(markers, 1)),
            tuple(0 if marker.moved else min(most, usual) for marker in markers),
            rules=rules_of_area(state, weapon), apiece=True, more=TOO * bool(around(state, markers)),
            text=f"How many {noun} of {state.attack.target.value.name} are under each of {len(markers)} "
            f"{area_word(weapon)}s?",
        )  # fmt: skip
        under = [*table.how_many(question)]
    state = state.but(pool=pool(*rest, *hits_under(weapon, markers, under)))
    return table.in_sight(hit_others, state, weapon, markers, under) if state.attack.manner.nearby else state


def hits_under(weapon: Weapon, markers: Sequence[Lying], under: Sequence[int]) -> list[tuple[object, int]]:
    """Return a hit for each model under these markers; those of a Barrage strike the side of vehicles (7E-WPN-15)."""
    hits: list[tuple[object, int]] = []
    for marker, n in zip(markers, under, strict=True):
        shot = marker.shot
        if weapon.has("Barrage") and shot.aim is not None:
            shot = shot.but(aim=shot.aim.but(facing=SIDE))
        hits += [(hit_of(shot), n), (GroundingHit(), n * shot.topples)]
    return hits


def hit_others(
    state: records.Firing, weapon: Weapon, markers: Sequence[Lying], under: Sequence[int], table: Table
) -> records.Firing:
    """Hit passengers of an open-topped transport under each Template, and other units under the markers."""
    for n in under:
        if weapon.has("Template") and n:
            state = state.with_toll(beside=(*state.toll.beside, *random_passengers(state, table)))
    return others_under(state, weapon, markers, under, table)


def barrage_landed(state: records.Firing) -> bool:
    """Return True if a Barrage's markers are placed and hit the target."""
    if not state.centre or not state.weapon.value.has("Barrage"):
        return False
    return any(type(token) in (Hit, Impact, Strike) for token, _ in state.pool)


def judge_from_marker(state: records.Firing, table: Table) -> records.Firing:
    """Ask order and cover as seen from the centre of the first marker (7E-ALC-13)."""
    attack, weapon = uncovered(state.attack_now()), state.weapon.value
    parts = tuple(part for part in questions_about(attack, weapon, [], (), table) if where_they_stand(part))
    covers = any(part.key == COVER.key for part in parts)
    facts = table.facts(
        f"marker:{weapon.name}", parts, owner=DEFENDER, rules=("7E-WPN-15", "7E-ALC-13"),
        text=f"{state.attack.target.value.name}, seen from the marker's centre" + (": in the open" if covers else ""),
        nth=len(state.attack.fired) - 1,
    )  # fmt: skip
    state = state.with_state(with_facts(attack, weapon, parts, facts))
    front = state.line.ranks[0].kind
    struck = [(token.but(model=front) if type(token) is Strike else token, n) for token, n in state.pool]
    return state.but(pool=pool(*struck))


def gets_hot(shot: Shot, n: int, table: Table) -> int:
    """Return how many shots are lost to a 1 before they fire, for weapons without a roll To Hit (7E-HIT-11)."""
    gun = shot.gun.value
    again, _, why = charts.hits_again(shot, Need(2), table.setting("mastercrafted_bs6") == "replaces")
    need = Need(2, (Reason("a 1 loses the shot and hurts the bearer", "7E-HIT-11"), *why))
    text = f"{gun.name}: does it get hot?"
    ones = table.roll(f"hot:{gun.name}", n, need, again=again[:1], text=text).failed
    if ones and "Master-crafted" in gun.rules and not again:
        crafted = need.but(because=(*need.because, Reason("master-crafted: one die is rolled again", "7E-HIT-7")))
        ones -= table.roll(f"master-crafted:{gun.name}", 1, crafted, text=text, luck="hits").passed
    return ones


def throws_again(shot: Shot, table: Table) -> bool:
    """Return True if the firer may throw the scatter once more (7E-HIT-6)."""
    gun = shot.gun.value
    ones = table.setting("blast_reroll_ones") == "yes" and (gun.preferred or "hit ones" in gun.rules)
    return bool(ones) or not {"Twin-linked", "Master-crafted", "hit failed"}.isdisjoint(gun.rules)


def scatter_die(weapon: Weapon, n: int, table: Table) -> int:
    """Roll the scatter dice of `n` markers, and return how many show Hit!."""
    need = Need(2, (Reason("two faces of the scatter die are Hit!", "7E-WPN-13"),), or_less=True)
    text, rule = f"{weapon.name}: scatter di{'e' if n == 1 else 'ce'}", f"7E-WPN-{15 if weapon.has('Barrage') else 13}"
    return table.roll(f"scatter:{weapon.name}", n, need, faces=SCATTER_DIE, rules=(rule,), text=text).passed


def scattered(weapon: Weapon, shot: Shot, n: int, seen: bool, table: Table) -> list[tuple[Lying, int]]:
    """Roll scatter dice for `n` markers, then at once 2D6 for each that does not stay (7E-WPN-13)."""
    stay = scatter_die(weapon, n, table)
    if stay:
        words = "the marker stays" if stay == 1 else f"{stay} markers stay"
        table.tell("HIT: {what}", ("7E-WPN-13",), what=words)
    sums = range(2, 13)
    counts = table.roll(
        f"scatter distance:{weapon.name}", n - stay, Need(None, (Reason("2D6 each along its arrow", "7E-WPN-13"),)),
        watch=tuple(Watch((total,)) for total in sums), adds=(6, 6), rules=("7E-WPN-13",),
        text=f"{weapon.name}: scatter distance",
    ).watched  # fmt: skip
    ends = [(Lying(shot, False, "", table.detail("Hit!", "")), stay)]
    for total, k in zip(sums, counts, strict=True):
        inches = charts.drift(total, shot.ballistic_skill, seen)
        if k:
            subject = "It scatters" if k == 1 else f"{k} markers scatter"
            why = drift_words(total, shot, seen)
            table.tell('{what} {n}" along the arrow ({why})', ("7E-WPN-13",), what=subject, n=inches, why=why)
        done, name = table.detail(along_the_arrow(inches), ""), table.detail(f'moved {inches}"', "")
        ends.append((Lying(shot, inches > 0, done, name), k))
    return ends


def drift_words(total: int, shot: Shot, seen: bool) -> str:
    return f"{total} less Ballistic Skill {shot.ballistic_skill}" if seen else "nobody sees: nothing taken off"


def scatter(state: records.Firing, weapon: Weapon, shot: Shot, table: Table) -> Lying:
    """Roll the scatter die and 2D6, minus the firer's Ballistic Skill if he sees the target.

    Return the marker as it lies then.
    """
    barrage = weapon.has("Barrage")
    for throw in (1, 2):
        hit = scatter_die(weapon, 1, table)
        if barrage and state.centre:
            words = (
                "Hit!: place the marker touching any of the group"
                if hit
                else "the arrow: place the marker touching the first one, in the arrow's direction"
            )
            table.tell(words, ("7E-WPN-15",))
            spot = "any of the group" if hit else "the first one, along the arrow"
            return Lying(shot, not hit or state.centre == DRIFTED, f"PLACE it touching {spot}", f"touching {spot}")
        if hit:
            # logged here, so it is not repeated above the next question
            table.tell("HIT: the marker stays", ("7E-WPN-13",))
            return Lying(shot, False, "", "Hit!")
        total = table.total(
            f"scatter distance:{weapon.name}", 2, rules=("7E-WPN-13",), text=f"{weapon.name}: scatter distance"
        )
        inches = charts.drift(total, shot.ballistic_skill, state.seen)
        why = drift_words(total, shot, state.seen)
        table.tell('It scatters {n}" along the arrow ({why})', ("7E-WPN-13",), n=inches, why=why)
        if throw == 2 or not throws_again(shot, table):
            break
        options = (Option("no", "it stays where it landed"), Option("yes", "scatter die and 2D6 once more"))
        text, usual = "Roll the scatter again?", "yes" if inches else "no"
        answer = table.choose("blast_again", options, default=usual, rules=("7E-WPN-13", "7E-HIT-6"), text=text)
        if answer == "no":
            break
    return Lying(shot, inches > 0, along_the_arrow(inches), f'moved {inches}"')


def along_the_arrow(inches: int) -> str:
    """Return what the players do with a marker that scatters."""
    if not inches:
        return "0 INCHES: it stays"
    return f"MOVE {inches} inch{'es' * (inches > 1)} along the arrow"


def models_under(state: records.Firing, weapon: Weapon, marker: Lying, table: Table) -> int:
    """Ask how many models of the target are under one marker; each takes a hit. If it moved, none is proposed."""
    most, moved, noun = models_now(state), marker.moved, what_is_under(state)
    under = table.drawn_number(
        f"under:{weapon.name}",
        0,
        most_under(state),
        default=0 if moved else min(most, usually_under(state, weapon)),
        unit=noun,
        owner=ATTACKER,
        rules=rules_of_area(state, weapon),
        text=f"How many {noun} of {state.attack.target.value.name} are under the {area_word(weapon)}"
        f"{' now' if moved else ''}?",
        nth=state.attack.placed + state.placed - 1,
        own=state.placed - 1,
        each=area_word(weapon),
        first=marker.done,
        more=TOO * bool(around(state, [marker])),
    )
    return min(under, most)


def models_now(state: records.Firing) -> int:
    """Return how many models of the target can be under a marker now."""
    return state.attack.strength[0] if len(state.attack.fired) <= 1 else models(state.standing())


def most_under(state: records.Firing) -> int:
    """Return the highest answer. One that is given beforehand may be as high as the unit was."""
    return min(models_now(state) if state.attack.manner.placed else state.attack.strength[0], MOST_UNDER)


def usually_under(state: records.Firing, weapon: Weapon) -> int:
    area = charts.area_of(weapon)
    return charts.usually_under(area, models_now(state), state.attack.target.value.vehicle)


def what_is_under(state: records.Firing) -> str:
    return "vehicles" if state.attack.target.value.vehicle else "models"


def area_word(weapon: Weapon) -> str:
    return "template" if charts.area_of(weapon) == "Template" else "marker"


def rules_of_area(state: records.Firing, weapon: Weapon) -> tuple[str, ...]:
    if area_word(weapon) == "template":
        return ("7E-WPN-16",)
    return ("7E-VEH-1",) if state.attack.target.value.vehicle else ("7E-WPN-13", "7E-WPN-14")


def around(state: records.Firing, markers: Sequence[Lying]) -> dict[str, tuple[int, int, int]]:
    """Return side, index and number of models of each other unit that may be under one of these markers, by name.

    No template touches friends, nor does a marker before it scatters (7E-WPN-13, 7E-WPN-16).
    """
    if not state.attack.manner.nearby:
        return {}
    battle, astray = state.attack.battle_around(), any(marker.moved for marker in markers)
    units = units_on_table(battle, state.attack.flight.markers and has_skyfire(state.attack, state.weapon.value))
    enemies, _ = battle.shot_at()
    return {
        name: (side, i, models(unit.ranks))
        for side, i, unit, name in units
        if (side, i) != battle.shot_at() and (astray or side == enemies)
    }


def others_under(
    state: records.Firing, weapon: Weapon, lying: Sequence[Lying], under: Sequence[int], table: Table
) -> records.Firing:
    """Ask which other units are under the markers, friend or foe, seen or not, if players say so (7E-WPN-13).

    They say so with the number `under` it, unless nobody was asked for that.
    """
    units, markers = around(state, lying), len(under)
    pronoun = "it" if markers == 1 else "them"
    text = f"Is any other unit under {pronoun}, friend or foe?"
    wished = any(isinstance(n, More) for n in under)
    asks = not wished and (not most_under(state) or not table.needless(OTHERS))
    if not units or not (wished or (asks and anybody_else(OTHERS, text, "7E-WPN-13", table))):
        return state
    text = f"How many models of which other unit are under {pronoun}?"
    most = tuple(min(n, MOST_UNDER) * markers for *_, n in units.values())
    question = Numbers(
        f"others under:{weapon.name}", tuple(units), 0, max(most), 0, "models", rules=("7E-WPN-13",), text=text,
        most=most, by_name=True,
    )  # fmt: skip
    counts = table.numbers(question)
    harms = [
        records.BystanderHits(side, i, int(n), Hashed(unaimed(state.attack, weapon)), f"under the {weapon.name}")
        for (side, i, _), n in zip(units.values(), counts, strict=True)
        if n
    ]
    if not harms:
        return state
    names, end = (
        series([name for name, n in zip(units, counts, strict=True) if n]),
        "weapon" if state.attack.at_once else "attack",
    )
    words = "Hits of the {weapon} on {who} come after this {when}"
    table.tell(words, ("7E-WPN-13",), weapon=weapon.name, who=names, when=end)
    return state.with_toll(beside=(*state.toll.beside, *harms))


def unaimed(state: records.Attack, weapon: Weapon) -> Weapon:
    """Return the weapon without effects on its target, because it hits another unit (7E-EFF-4)."""
    unit = state.battle_around().unit_at(*state.battle_around().shooting())
    weapons = in_force(unit.unit.value, unit.forces()).weapons()
    return next((other for other in weapons if other.name == weapon.name), weapon)


def can_be_hurt(battle: records.Battle, cause: Hashed[Weapon]) -> dict[str, tuple[int, int, int]]:
    """Return the units that an explosion or a crash could hurt: side, index and number of models, by name.

    Each of its hits could wound or glance one of their models (7E-WND-1, 7E-VEH-3).
    """
    strength = cause.value.strength or 0
    units = {}
    for side, i, unit, name in units_on_table(battle):
        kinds = in_force(unit.unit.value, unit.forces()).models
        if any(charts.can_hurt(strength, kinds[rank.kind][0]) for rank in unit.ranks):
            units[name] = side, i, models(unit.ranks)
    return units


def anybody_else(key: str, text: str, rule: str, table: Table) -> bool:
    """Ask if any other unit is hit. Of explosions and crashes only logs of older versions have an answer to it."""
    return table.choose(key, (Option("no"), Option("yes")), default="no", rules=(rule,), text=text) == "yes"


def random_passengers(state: records.Firing, table: Table) -> tuple[records.BystanderHits, ...]:
    """Roll D6 hits on each unit inside an open-topped transport under a Template (7E-WPN-16, 7E-VEH-9)."""
    battle = state.attack.battle_around()
    if not state.attack.target.value.of_type("Open-topped"):
        return ()
    harms = []
    side, transport = battle.shot_at()
    for index in passengers_of(battle, side, transport):
        unit = battle.unit_at(side, index).unit.value
        text = f"{state.weapon.value.name}: hits on {unit.name} inside"
        hits = table.total(f"hits inside:{unit.name}", 1, rules=("7E-WPN-16",), text=text)
        weapon = Hashed(unaimed(state.attack, state.weapon.value))
        harms.append(
            records.BystanderHits(
                side,
                index,
                hits,
                weapon,
                f"inside the open-topped {state.attack.target.value.name}",
                at_random=True,
            )
        )
    return tuple(harms)


# Attacks on their own: models of the firing unit near an exploding target (7E-VEH-14, 7E-FLY-10).


def tell_who_is_near(state: records.Attack, table: Table) -> records.Attack:
    """Take the given number of models near an explosion, or under a crash; 0 if none is given."""
    # hits without a roll To Hit cannot reach it (7E-FLY-5)
    if not state.target.value.vehicle or state.flight.mode in HARD_TO_HIT:
        return state
    unit = state.shooter.value
    most = sum(firer.n for firer in state.firers)
    near = Number(
        f"near:{unit.name}", 0, most, 0, "models", owner=DEFENDER, rules=("7E-VEH-14",),
        text=f"How many models of {unit.name} are near enough to be hit if it explodes?",
    )  # fmt: skip
    under = Number(
        f"under:{unit.name}", 0, min(most, MOST_UNDER), 0, "models", owner=DEFENDER, rules=("7E-FLY-10",),
        text=f"How many models of {unit.name} are under the marker if it crashes?", alone=True,
    )  # fmt: skip
    question = under if state.zooming else near
    return state.but(models_near=int(table.default_unless_given(question, 0)))


def blast_waits(state: records.Attack) -> bool:
    """Return True if a vehicle exploded or crashed and models of the firing unit are near."""
    return bool(state.models_near) and state.toll.exploded + state.toll.crashed > 0


def as_battle(state: records.Attack) -> records.Battle:
    """Return the battle as it stands, with one hit for each near model, however many vehicles exploded (7E-VEH-14)."""
    firers = sorted(state.firers, key=lambda firer: (firer.model, firer.left))
    if state.shooter.value.vehicle:  # each vehicle is a rank of its own
        vehicles = [firer for firer in firers for _ in range(firer.n)]
        ranks = tuple(Rank(firer.model, 1, firer.left) for firer in vehicles)
        wear = tuple(firer.wear for firer in vehicles)
    else:
        ranks, wear = merged([Rank(firer.model, firer.n, firer.left) for firer in firers if firer.n]), ()
    firing = records.BattleUnit(state.shooter, ranks, models(ranks), wear=wear)
    battle = replaced(state.battle_around(), *state.battle_around().shooting(), firing)
    weapon, why = (CRASH, "under the crash") if state.toll.crashed else (EXPLOSION, "near the explosion")
    halted = state.but(battle=Hashed(battle), models_near=0)
    return battle.but(
        harms=(records.BystanderHits(0, 0, min(state.models_near, models(ranks)), weapon, why),),
        halted=Hashed(halted),
        shooter=state.shooter,
    )


def back_alone(battle: records.Battle, state: records.Attack) -> records.Attack:
    """Return the halted attack, with the losses of its own unit from the explosion in its toll."""
    before, after = (fight.unit_at(*fight.shooting()) for fight in (state.battle_around(), battle))
    losses = Counter[Burn]()
    old = Counter((rank.kind, rank.left) for rank in before.ranks for _ in range(rank.n))
    new = Counter((rank.kind, rank.left) for rank in after.ranks for _ in range(rank.n))
    hurt = new - old
    for (kind, left), n in sorted((old - new).items(), reverse=True):
        for _ in range(n):
            left_now = next((other for (k, other), m in sorted(hurt.items()) if k == kind and other < left and m), 0)
            hurt[kind, left_now] -= bool(left_now)
            losses[Burn(kind, left, left - left_now)] += 1
    full = Hashed(nobody_else(state.shooter, state.target))
    return state.but(battle=full).with_toll(burnt=records.burnt_too(state.toll.burnt, losses))


# The crash of a Zooming Flyer (7E-FLY-10).


def crash(battle: records.Battle, gone: records.DestroyedVehicle, table: Table) -> records.Battle:
    """Hit all units under the crash marker and the passengers, and remove the Flyer."""
    harms = under_the_marker(battle, gone, table)
    # in a squadron, nobody knows which vehicle carried the passengers
    if not battle.unit_at(gone.side, gone.unit).ranks:
        for index in passengers_of(battle, gone.side, gone.unit):
            battle, inside = passengers(battle, gone, index, table)
            harms += inside
    return battle.but(harms=(*battle.harms, *harms))


def under_the_marker(
    battle: records.Battle, gone: records.DestroyedVehicle, table: Table
) -> list[records.BystanderHits]:
    """Scatter a Large Blast marker from the Flyer, without Ballistic Skill. Return the hits under it."""
    owner = DEFENDER if gone.side != battle.active else ATTACKER
    rules = ("7E-FLY-10",)
    units = can_be_hurt(battle, CRASH)
    if not units:
        table.tell("{unit} crashes: no need to roll, it can hurt nobody", rules, unit=gone.name)
        return []
    need = Need(2, (Reason("two faces of the scatter die are Hit!", "7E-FLY-10"),), or_less=True)
    stays = table.roll(
        f"scatter:{gone.name}", 1, need, faces=SCATTER_DIE, owner=owner, rules=rules,
        text=f"{gone.name} crashes: scatter die",
    ).passed  # fmt: skip
    if stays:
        table.tell("HIT: the Large Blast marker stays over {name}", rules, name=gone.name)
    else:
        inches = table.total(
            f"scatter distance:{gone.name}", 2, owner=owner, rules=rules, text=f"{gone.name} crashes: scatter distance"
        )
        table.tell("Large Blast marker over {name}: {move}", rules, name=gone.name, move=along_the_arrow(inches))
    text = f"Is any unit under the marker of {gone.name} now, friend or foe?"
    if not (table.needless("crash") or anybody_else("crash", text, "7E-FLY-10", table)):
        return []
    most = tuple(min(n, MOST_UNDER) for *_, n in units.values())
    counts = table.numbers(
        Numbers(
            f"under:{gone.name}", tuple(units), 0, max(most), 0, "models", rules=rules,
            text=f"How many models of which unit, friend or foe, are under the marker of {gone.name}?",
            most=most, by_name=True,
        )
    )  # fmt: skip
    return [
        records.BystanderHits(side, i, int(n), CRASH, f"under the crash of {gone.name}")
        for (side, i, _), n in zip(units.values(), counts, strict=True)
        if n
    ]


def passengers(
    battle: records.Battle, gone: records.DestroyedVehicle, index: int, table: Table
) -> tuple[records.Battle, list[records.BystanderHits]]:
    """Take a unit out of the crash, hit as the setting says. Passengers of a Night Scythe are unhurt."""
    battle_unit = battle.unit_at(gone.side, index)
    unit, outside = battle_unit.unit.value, battle_unit.without(EMBARKED).but(inside=None)
    if beams(battle.unit_at(gone.side, gone.unit).unit.value):
        table.tell("{unit}: unhurt, in Ongoing Reserve", ("7E-FLY-10",), unit=unit.name)
        return replaced(battle, gone.side, index, outside.with_mark(Mark(OFF))), []
    setting = table.setting("crash_passengers")
    hits = 0 if setting == "unhurt" else models(battle_unit.ranks)
    words = "{unit} inside the crash: {n} hits; who lives is placed within 3\" of the marker's centre"
    table.tell(
        words if hits else "{unit}: out within 3\" of the marker's centre", ("7E-FLY-10",), unit=unit.name, n=hits
    )
    at_random = table.setting("explosion_passengers") == "random"
    forbidden = ("armour",) if setting == "s10_no_armour" else ()
    harm = records.BystanderHits(
        gone.side, index, hits, CRASH_INSIDE, f"inside {gone.name}", at_random, tests=True, forbidden=forbidden
    )
    return forced_out(replaced(battle, gone.side, index, outside), gone.side, index), [harm]


def forced_out(battle: records.Battle, side: int, index: int) -> records.Battle:
    """Note a unit that the first shot of a split fire forced out; the rest cannot target it (7E-TGT-1)."""
    if battle.split is None or side == battle.active:
        return battle
    return battle.but(split=battle.split.but(forced=(*battle.split.forced, index)))


def beams(unit: Unit) -> bool:
    """Return True for the Night Scythe, whose passengers are not inside."""
    return unit.has("Invasion Beams") or "night scythe" in unit.name.casefold()
