"""Vehicles, walkers and support weapons, which are hit location by location: 2E-VEH-1 to 3, 2E-AP-1 to 3."""

from __future__ import annotations

from shoot_cli.battle.turns import Mark, merged
from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Need, Option, Watch
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.table import NO_ROLL, Table
from shoot_cli.rules.second import charts, records
from shoot_cli.rules.second.profiles import Dice, Location, Unit
from shoot_cli.rules.second.steps.damage import eligible, hits_apart, how_many, rounds, wound
from shoot_cli.rules.second.steps.eligibility import FOREVER, item

OUTCOMES = (
    ("nothing", "nothing that matters here"),
    ("immobile", "it cannot move"),
    ("weapon", "a weapon is destroyed"),
    ("crew", "a crew member is lost"),
    ("destroyed", "it is destroyed"),
)


def at_datafax(state: records.Firing) -> bool:
    return state.target.datafax


def locations_of(target: Unit) -> tuple[Location, ...]:
    return next(model.locations for model, _ in target.models if model.locations)


def allot_to_vehicles(state: records.Firing, table: Table) -> records.Firing:
    """Allot hits to the models of the unit in turn, as in a squad (2E-CAS-1)."""
    indexes = eligible(state, True)
    hits, rest = hits_apart(state.pool)
    if not hits or not indexes:
        return state.but(pool=pool(*rest))
    locations, support, start = locations_of(state.target), state.target.type == "Support weapon", 0
    ceramite, ties = state.target.has("Ceramite"), table.setting("penetrate_on")
    lone = state.attack.strength[0] == 1 and not any(location.crew for location in locations)
    for blow in dict.fromkeys(token.blow for token, _ in hits):  # hits aimed at gun or crew, and other hits
        blow_hits = [(token, n) for token, n in hits if token.blow == blow]
        if len(locations) > 1 and not can_be_hurt(state, blow, table):
            words = "{name} cannot penetrate {unit} anywhere"
            table.tell(words, ("2E-AP-2",), name=blow.name, unit=state.target.name)
            continue
        # Hits on a lone model do not depend on each other, so they need not stay together.
        shares = {indexes[0]: {1: how_many(blow_hits)}} if lone else rounds(state, indexes, blow_hits, start)
        for index, counts in shares.items():
            kind, _, left = state.ranks[index][1:]
            pressed = records.Pressed(
                blow, blow.guns, kind, left, locations, state.attack.facing, ceramite, ties, blow.aim, support
            )
            rest += [(pressed.but(hits=many * blow.guns), n) for many, n in sorted(counts.items())]
        start += how_many(blow_hits)
    if any("Deathspitter" in token.blow.rules for token, _ in hits):
        table.tell('Other models within 2" are splashed, on 4+: play that at the table', ("2E-SPC-9",))
    if any("Fear" in token.blow.rules for token, _ in hits):
        state = state.booked(fear=True)
    return state.but(pool=pool(*rest))


def can_be_hurt(state: records.Firing, blow: records.Blow, table: Table) -> bool:
    """Return True if a hit can have an effect at some location; otherwise no location is rolled."""
    return any(place_can_be_hurt(state, blow, index, table) for index, _ in enumerate(locations_of(state.target)))


def place_can_be_hurt(state: records.Firing, blow: records.Blow, index: int, table: Table) -> bool:
    """Return True if a hit can have an effect at the location with this index."""
    if locations_of(state.target)[index].crew:
        return any(crew_can_be_hurt(blow, rank.kind) for rank in state.ranks)
    hit = hit_on(state, blow, index, table)
    need = penetration_of(hit, hit.penetrate_on)
    return need.certain or need.total is not None


def crew_can_be_hurt(blow: records.Blow, kind: records.TargetModel) -> bool:
    return (blow.needle and kind.living) or bool(charts.to_wound(blow.strength, kind.toughness).target)


def hit_on(state: records.Firing, blow: records.Blow, index: int, table: Table) -> records.Armoured:
    """Return a hit on the armour of this location of the target."""
    location, ceramite = locations_of(state.target)[index], state.target.has("Ceramite")
    return armoured(blow, index, location, state.attack.facing, ceramite, table.setting("penetrate_on"))


def armoured(
    blow: records.Blow, index: int, location: Location, facing: str, ceramite: bool, ties: str
) -> records.Armoured:
    """Return a hit with the armour value of this facing (2E-VEH-1)."""
    armour, why = charts.armour_at(location, facing)
    return records.Armoured(blow, index, armour, why, ceramite, ties)


def locate(pressed: records.Pressed, n: int, table: Table) -> Pool:
    """Roll the location of every hit by the target's own table, or gun or crew (2E-VEH-1, 2E-VEH-2)."""
    blow, locations = pressed.blow, pressed.locations
    rolls = n * pressed.hits // blow.guns  # both hits of twin-linked weapons strike the same location
    if pressed.support:
        return gun_or_crew(pressed, n, rolls, table)
    counts: tuple[int, ...] = (rolls,)
    if len(locations) > 1:
        names = ", ".join(f"{'/'.join(map(str, part.faces))} {part.name}" for part in locations)
        counts = table.roll(
            f"location:{blow.name}", rolls, Need(None, (Reason(names, "2E-VEH-1"),)),
            watch=tuple(Watch(location.faces) for location in locations), rules=("2E-VEH-1",),
            text=f"{pressed.kind.name}: hit location", means=charts.places_hit(locations),
        ).watched  # fmt: skip
    ends: list[tuple[object, int]] = []
    for index, k in enumerate(counts):
        if not locations[index].crew:
            hit = armoured(blow, index, locations[index], pressed.facing, pressed.ceramite, pressed.penetrate_on)
            ends.append((hit, k * blow.guns))
        elif pressed.hits == blow.guns:  # each of these models was hit once
            ends.append((records.AllottedHits(blow, blow.guns, pressed.kind, pressed.left), k))
        elif k:
            ends.append((records.AllottedHits(blow, k * blow.guns, pressed.kind, pressed.left), 1))
    return pool(*ends)


def together_only(token: object) -> bool:
    """Return True for tokens that are resolved one by one: several hits on a model, or on a support weapon."""
    if type(token) is records.Battered:
        return token.gun > 0
    return type(token) is records.Pressed and token.hits > token.blow.guns


def rolls_through(token: object) -> bool:
    """Return True for hits on armour: those with an equal need are thrown together."""
    return type(token) is records.Armoured


def penetration_of(hit: records.Armoured, ties: str) -> charts.Penetration:
    """Return the roll that the hit needs; `ties` is a value of the setting."""
    dice = hit.blow.penetration.but(dice=extra_dice(hit))
    return charts.penetrates(dice, hit.armour, setting=ties, rules=hit.blow.rules, ceramite=hit.ceramite)


def gun_or_crew(pressed: records.Pressed, n: int, rolls: int, table: Table) -> Pool:
    """Decide between gun and crew: the firer chooses at short range, a die at long range (2E-VEH-2)."""
    blow = pressed.blow
    guns = rolls if pressed.aim == "gun" or not any(location.crew for location in pressed.locations) else 0
    if not pressed.aim and not guns:
        guns = table.roll("gun or crew", rolls, charts.GUN_OR_CREW, text=f"{pressed.kind.name}: gun or crew").passed
    if pressed.hits == blow.guns:  # each of these models was hit once
        return pool(
            (records.Battered(pressed, blow.guns, 0), guns), (records.Battered(pressed, 0, blow.guns), rolls - guns)
        )
    return pool((records.Battered(pressed, guns * blow.guns, (rolls - guns) * blow.guns), 1))


def batter(battered: records.Battered, n: int, table: Table) -> Pool:
    """Resolve hits on a support weapon: any penetration, or the loss of its crew, destroys it (2E-VEH-2)."""
    pressed = battered.pressed
    index, gun = next((i, location) for i, location in enumerate(pressed.locations) if not location.crew)
    ends: list[tuple[object, int]] = []
    for _ in range(n):
        why = Reason(f"{gun.name}: armour {gun.front}", "2E-VEH-2")
        hit = records.Armoured(pressed.blow, index, gun.front, why, penetrate_on=pressed.penetrate_on)
        if battered.gun and penetrate(hit, battered.gun, table):
            ends.append((records.WoundsLost(pressed.kind, pressed.left, pressed.left), 1))
            ends.append((records.Penetrated(index), 1))
        elif battered.crew:
            ends += wound(records.AllottedHits(pressed.blow, battered.crew, pressed.kind, pressed.left), 1, table)
    return pool(*ends)


def penetrate(hit: records.Armoured, n: int, table: Table) -> Pool:
    """Roll the weapon's penetration against the armour, all hits at once (2E-AP-1 to 3)."""
    blow, need = hit.blow, penetration_of(hit, hit.penetrate_on)
    through = records.Penetrated(table.detail(hit.place, 0))  # only players need the location
    if need.certain:
        return pool((through, n))
    if need.total is None:
        table.tell(
            "{name} cannot penetrate ({where}): {why}", ("2E-AP-2",), name=blow.name, where=hit.why.text,
            why=need.because[-1].text,
        )  # fmt: skip
        return ()
    if "Metal Flayer" in blow.rules:
        return pool((through, sum(flayed(hit, need.total, table) for _ in range(n))))
    adds, plus = tuple(sides for k, sides in extra_dice(hit) for _ in range(k)), blow.penetration.plus
    roll = table.roll(
        f"penetration:{blow.name} D{adds[0] if adds else 6}", n, Need(need.total - plus, need.because),
        sides=sum(adds) or 6, rules=("2E-AP-1",),
        text=f"{blow.name}: armour penetration ({hit.why.text.rpartition(': armour')[0]})",
        means=charts.what_goes_through(need.total, hit.armour, plus), adds=adds if len(adds) > 1 else (),
    )  # fmt: skip
    return pool((through, roll.passed))


def flayed(hit: records.Armoured, least: int, table: Table) -> bool:
    """Roll the dice of one Metal Flayer, kind by kind; a 6 on its D6 may add another one (2E-AP-3)."""
    blow, dice = hit.blow, extra_dice(hit)
    total, another = blow.penetration.plus, False
    for index, (n, sides) in enumerate(dice):
        rest = Dice(dice[index:], total)
        if rest.least >= least or rest.most + 6 * (another or (1, 6) in rest.dice) < least:
            table.tell("{name}: {why}", ("2E-AP-1",), name=blow.name, why=NO_ROLL)
            return rest.least >= least
        text = f"{blow.name}: {n if n > 1 else ''}D{sides} of {blow.penetration.text}, {least}+ in all ({hit.why.text})"
        die = table.total(f"penetration:{blow.name} D{sides}", n, sides, rules=("2E-AP-1",), text=text)
        total += die
        another = another or (n, sides, die) == (1, 6, 6)
    if another and total < least <= total + 6:
        total += table.total(
            f"flayer:{blow.name}", 1, 6, rules=("2E-AP-3",), text=f"{blow.name}: one D6 more for the 6"
        )
    return total >= least


def extra_dice(hit: records.Armoured) -> tuple[tuple[int, int], ...]:
    """Return the weapon's dice, with that of armour-piercing ammunition (2E-AP-3)."""
    blow = hit.blow
    added = ((1, charts.ammunition_die(blow.strength)),) if "Armour-piercing" in blow.rules else ()
    return (*blow.penetration.dice, *added)


def book_penetration(state: records.Firing, penetrated: records.Penetrated, n: int, table: Table) -> records.Firing:
    """Record the penetrations of a location (2E-VEH-2, 2E-VEH-3)."""
    location = locations_of(state.target)[penetrated.place]
    table.tell("{n} through the armour of the {where}", ("2E-VEH-3",), n=n, s="s" * (n == 1), where=location.name)
    return state.booked(penetrations=tuple(sorted(pool(*state.attack.penetrations, (penetrated.place, n)))))


# After the attack: the damage tables (2E-VEH-3) ----------------------------------------------------------------------


def damaged(state: records.Attack, target: records.BattleUnit, table: Table) -> records.BattleUnit:
    """Roll a D6 on the location's own table for each penetration; the players read the row (2E-VEH-3)."""
    return table.in_sight(rows_read, target, state)


def rows_read(target: records.BattleUnit, state: records.Attack, table: Table) -> records.BattleUnit:
    """Return the target after the rows of all its penetrations."""
    locations = locations_of(state.target)
    name = target.unit.value.name
    for index, n in state.penetrations:
        location = locations[index]
        for _ in range(n):
            if not target.ranks:
                break
            text = f"{name}, {location.name}: damage table"
            rows = charts.damage_rows(location)
            die = table.total(f"damage row:{location.name}", 1, rules=("2E-VEH-3",), text=text, means=rows)
            row = charts.damage_row(location, die)
            words = f"row {die} of the {location.name} table" + (f": {row}" if row else "")
            outcome = table.choose(
                "damage", tuple(Option(value, label) for value, label in OUTCOMES),
                default="destroyed" if die == 6 else "nothing", owner=DEFENDER, rules=("2E-VEH-3",),
                text=f"{name}, {words}. What does it say{'' if row else ' (look it up)'}?",
            )  # fmt: skip
            target = suffered(target, f"{location.name} {die}: {row or outcome}", outcome, table)
    return target


def suffered(target: records.BattleUnit, text: str, outcome: str, table: Table) -> records.BattleUnit:
    """Return the target with this row of a damage table applied."""
    target = target.but(damage=(*target.damage, text))
    unit = target.unit.value
    if outcome == "destroyed":  # the first model of several bikes
        first, *others = target.ranks
        return target.but(ranks=merged([first.but(n=first.n - 1)] * (first.n > 1) + others))
    if outcome == "immobile":
        return target.with_mark(Mark("cannot move"))
    if outcome == "weapon":
        names = tuple(dict.fromkeys(map(item, unit.weapons())))
        if names:
            name = table.choose(
                "weapon destroyed", tuple(map(Option, names)), default=names[0], owner=DEFENDER, rules=("2E-VEH-3",),
                text="Which weapon?",
            )  # fmt: skip
            kind = next(i for i, (model, _) in enumerate(unit.models) if name in map(item, model.weapons))
            return target.but(silent=(*target.silent, records.Silence(kind, name, 1, FOREVER)))
    if outcome == "crew":
        return target.with_mark(Mark("crew lost"))
    return target
