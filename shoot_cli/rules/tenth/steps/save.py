"""Saving throws, damage and Feel No Pain: 10E-SAV-1 to 6, 10E-DMG-1 to 4, 10E-FNP-1 to 4, 10E-MW-1 to 3."""

from __future__ import annotations

from functools import partial
from operator import mul
from typing import Any

from shoot_cli.core.casualties import tell_fallen
from shoot_cli.core.pools import Blow, Line, Pool, pool
from shoot_cli.core.questions import DEFENDER, Need, Option, Reason, Tally, TeachingPoint, Watch
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Dealt, Firing, Hazard, Standing, Testing, Unsaved
from shoot_cli.rules.datasheets.records import Gun, Mortal, Packet, Single, Wound
from shoot_cli.rules.datasheets.single import AGAIN, DAMAGE, SAVE
from shoot_cli.rules.datasheets.steps.single import doing, low, once_of, one_amount
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.edition import NUMBERS

ALL_WOUNDS = 1 << 20  # more than any model has


def roll_to_save(wound: Wound, n: int, model: Standing, table: Table) -> Pool:
    """One save for each attack, not for each point of damage (10E-SAV-1)."""
    roll = save_owed(wound, n, model, table)
    pain = charts.feel_no_pain(wound.gun.value, model, False) is not None
    unsaved = Unsaved(wound.gun, pain=pain, nothing=model.nothing)
    return pool((unsaved, roll.failed), *saved(roll.passed, table))


def save_owed(wound: Wound, n: int, model: Standing, table: Table, watch: tuple[Watch, ...] = ()) -> Tally:
    return table.roll(
        f"save:{model.name}",
        n,
        (need := charts.to_save(model, wound)),
        watch=watch,
        owner=DEFENDER,
        again=charts.save_again(model, wound, need),
        text=f"{model.name}: {need.label}",
        lessons=lambda: (lesson_save(wound, model),),
        luck="saves",
        once=() if charts.stands(model, wound, need) else (SAVE, *wound.gun.value.their_single),
    )


def saved(n: int, table: Table) -> tuple[tuple[Blow, int], ...]:
    """At the table a model that an attack was allocated to is remembered, hurt or not (10E-ALL-3)."""
    return ((Blow(0), n),) if n and table.is_live else ()


def take_packet(packet: Packet, n: int, model: Standing, table: Table) -> Pool:
    """No save; its damage in mortal wounds, all on one model (10E-SAV-5, 10E-WPN-DEV-2 to 5)."""
    gun = packet.gun.value
    pain = charts.feel_no_pain(gun, model, True) is not None
    words = "{n} Critical Wound{s} of the {name}, set aside until now, on the {model}: no save"
    table.tell(words, ("10E-SAV-5", "10E-ORD-4"), n=n, s="s" * (n != 1), name=gun.name, model=model.name)
    return pool((Unsaved(packet.gun, mortal=True, pain=pain, nothing=model.nothing), n))


def lose_wounds(unsaved: Unsaved, n: int, model: Standing, table: Table) -> Pool:
    """The damage of attacks that got through; what a model does not have is lost (10E-DMG-1 to 3)."""
    points, _ = points_of(unsaved, model, table)
    return suffer(unsaved, points, n, model, table) if points else saved(n, table)


def points_of(
    unsaved: Unsaved, model: Standing, table: Table, spare: tuple[Single, ...] = ()
) -> tuple[int, tuple[Single, ...]]:
    """Points of one attack, and of what may be done to its dice what was done."""
    gun = unsaved.gun.value
    rolled, said, used = gun.damage.plus, False, tuple[Single, ...]()
    if gun.damage.dice and not unsaved.nothing:
        if said := not unsaved.pain and fells(unsaved, model, table):
            rolled += gun.damage.dice
        elif spare:
            total, used = damage_of_one(unsaved, model, spare, table)
            rolled += total
        else:
            rolled += roll_damage(unsaved, model, table)
    points = charts.damage_of(unsaved.gun, model, rolled, unsaved.nothing)
    if table.is_live and not said and points != (rolled if not gun.damage.dice else rolled - gun.damage.plus):
        why = charts.damage_reasons(unsaved.gun, model, unsaved.nothing)  # beside the dice that everybody saw
        words = "{why}: {n} damage" if points == 1 else "{why}: {n} damage each"
        table.tell(words, tuple(r.rule for r in why), why=", ".join(r.text for r in why), n=points)
    return points, used


def suffer(unsaved: Unsaved, points: int, n: int, model: Standing, table: Table) -> Pool:
    """So many points of each, those apart that the model ignores (10E-FNP-1)."""
    need = charts.feel_no_pain(unsaved.gun.value, model, unsaved.mortal) if unsaved.pain else None
    if need is None:
        return ((Blow(points), n),)
    roll = table.roll(
        f"feel no pain:{model.name}", points * n, need, owner=DEFENDER, text=f"{model.name}: Feel No Pain", luck="saves"
    )
    if points == 1:
        return pool((Blow(1), roll.failed), *saved(roll.passed, table))
    return ((Blow(roll.failed), n),) if roll.failed else saved(n, table)


def one_at_a_time(token: object) -> bool:
    """Attacks whose damage is rolled, or whose wounds may be ignored point by point, go one after the other."""
    if type(token) is Hazard:
        return token.pain
    if type(token) is not Unsaved:
        return False
    gun = token.gun.value
    fixed = not gun.damage.dice and not gun.more_damage and gun.damage.plus == 1
    return bool(gun.damage.dice) or (token.pain and not fixed)


def fells(unsaved: Unsaved, model: Standing, table: Table) -> bool:
    """True if every damage roll costs the model the same, all that it has left: then nobody rolls."""
    amount = unsaved.gun.value.damage
    most = model.left or model.wounds

    def lost(total: int) -> int:
        return min(most, charts.damage_of(unsaved.gun, model, amount.plus + total))

    text = f"{unsaved.gun.value.name}: damage {amount.text}"
    return table.settled(amount.dice, amount.sides, lost, text, ("10E-DMG-1", "10E-DMG-2"))


def roll_damage(unsaved: Unsaved, model: Standing, table: Table) -> int:
    """One damage roll, for one attack (10E-DMG-3)."""
    gun = unsaved.gun.value
    dice, sides = gun.damage.dice, gun.damage.sides
    again = charts.rolled_again(gun.damage, gun.damage_again)
    key, text = f"damage:{gun.name}", f"{gun.name}: damage {gun.damage.text}"
    because = (*charts.damage_reasons(unsaved.gun, model), Reason("rolled for each attack", "10E-DMG-3"))
    if gun.damage_again == "ones" and dice > 1:  # certain faces: only these dice, not the whole roll (10E-RR-3)
        because = (*because, Reason("dice that show 1 are rolled again", "10E-RR-3"))
        faces = range(1, sides + 1)
        watch = tuple(Watch((face,)) for face in faces)
        shown = table.roll(key, dice, Need(1, because), watch=watch, again=(1,), sides=sides, text=text).watched
        return sum(map(mul, faces, shown))
    if gun.damage_again == "felling":
        again = tuple(total for total in again if not charts.fells(unsaved, model, total))
    rules = (*dict.fromkeys(reason.rule for reason in because), *(("10E-FX-RR-5",) if gun.damage_again else ()))
    if not gun.damage_asked:
        return table.total(key, dice, sides, again=again, rules=rules, text=text, once=once_of(gun, DAMAGE))
    total = table.total(key, dice, sides, rules=rules, text=text, once=once_of(gun, DAMAGE))
    if table.rights.last or not charts.worth_another(unsaved, model, total):
        return total
    said = table.choose(
        f"damage_reroll:{gun.name}",
        (Option("yes"), Option("no")),
        default="yes" if total in again else "no",
        rules=("10E-FX-RR-5",),
        text=f"{gun.name}: damage roll {total}, the {model.name} has {model.left} left. Roll it again?",
    )
    return table.total(f"damage again:{gun.name}", dice, sides, rules=rules, text=text) if said == "yes" else total


def damage_of_one(
    unsaved: Unsaved, model: Standing, spare: tuple[Single, ...], table: Table
) -> tuple[int, tuple[Single, ...]]:
    """A damage roll of which single dice may be changed; what is rolled again anyway is not rolled a third time."""
    gun = unsaved.gun.value
    if gun.damage_again != "ones" or gun.damage.dice == 1:
        again = charts.rolled_again(gun.damage, "ones" if gun.damage_again == "ones" else "low")
        more = partial(charts.worth_another, unsaved, model)
        return one_amount(gun.damage, spare, gun, DAMAGE, table, again if gun.damage_again else (), more)
    total, ones = shown(gun, f"damage:{gun.name}", gun.damage.dice, table)
    if ones:  # only these dice, and the roll is not rolled again as a whole then (10E-RR-1, 10E-RR-3)
        return total - ones + shown(gun, f"damage again:{gun.name}", ones, table)[0], ()
    used = doing(spare, AGAIN)[:1] if low(gun.damage, total) else ()
    if used:
        total, _ = shown(gun, f"one damage again:{gun.name}", gun.damage.dice, table)
    return total, used


def shown(gun: Gun, key: str, dice: int, table: Table) -> tuple[int, int]:
    """The sum of so many dice of a damage roll, and how many of them show 1."""
    faces = range(1, gun.damage.sides + 1)
    need = Need(1, (Reason("dice that show 1 are rolled again", "10E-RR-3"),))
    watch = tuple(Watch((face,)) for face in faces)
    found = table.roll(key, dice, need, watch=watch, sides=gun.damage.sides, text=f"{gun.name}: damage").watched
    return sum(map(mul, faces, found)), found[0]


def faced(token: Any, model: Standing, left: int) -> Standing:
    """With the wounds it has left, where a damage roll may be rolled again, or need not be rolled, because of them."""
    if type(token) not in (Wound, Packet, Unsaved) or not token.gun.value.damage.dice:
        return model
    gun = token.gun.value
    asks = gun.damage_again == "felling" or gun.damage_asked
    hurt = type(token) is Unsaved and left < model.wounds
    return model.but(left=left) if asks or hurt else model


def suffer_mortal_wounds(mortal: Mortal, n: int, model: Standing, table: Table) -> Pool:
    """One point each, no save; they go on to the next model (10E-MW-1, 10E-MW-2)."""
    need = charts.feel_no_pain(mortal.gun.value, model, True)
    if need is None:
        return ((Blow(1), n),)
    text = f"{model.name}: Feel No Pain"
    roll = table.roll(f"feel no pain:{model.name}", n, need, owner=DEFENDER, text=text, luck="saves")
    return pool((Blow(1), roll.failed), *saved(roll.passed, table))


def suffer_hazard(hazard: Hazard, n: int, model: Standing, table: Table) -> Pool:
    """Three mortal wounds on one bearer; they do not spill (10E-WPN-HAZ-2, 10E-MW-3)."""
    if model.falls:
        return ((Blow(ALL_WOUNDS), n),)
    points = NUMBERS.hazard_wounds
    need = charts.feel_no_pain(hazard.gun.value, model, True)
    if need is None:
        return ((Blow(points), n),)
    text = f"{model.name}: Feel No Pain"
    failed = table.roll(f"feel no pain:{model.name}", points * n, need, text=text, luck="saves").failed
    return ((Blow(failed), n),) if failed else saved(n, table)


def same_outcome(token: Any, model: Standing) -> tuple[Any, bool]:
    """Models to whom the attack does the same may be rolled for together (10E-FAST-2); can it cost several wounds?"""
    kind = type(token)
    if kind is Mortal:
        need = charts.feel_no_pain(token.gun.value, model, True)
        return need.target if need else None, False
    if kind is Hazard:
        return model, True
    if kind is Dealt:
        return model, True
    return charts.law_of(token, model), charts.most_damage(token.gun, model) > 1


def tell_casualties(s: Firing | Testing, after: Line, table: Table) -> None:
    """Say who falls and who is hurt; of the shooting unit to its own Hazardous weapons."""
    before, now = s.line.standing(), after.standing()
    if isinstance(s, Testing):
        attack = s.attack.value
        apart = sum(firer.n for firer in attack.firers) - s.before[0]
        tell_fallen(table, ("10E-WPN-HAZ-2",), attack.shooter.value, before, now, apart, cause="Hazardous")
    else:
        tell_fallen(table, ("10E-DMG-1", "10E-DMG-4"), s.shooting.value.aim.unit.value, before, now)


def lesson_save(wound: Wound, model: Standing) -> TeachingPoint:
    """Which save is it?"""
    best = charts.to_save(model, wound)
    names = (charts.ARMOUR, charts.INVULNERABLE, charts.NO_SAVE)
    armour = charts.armour_save(model, wound)
    because = (*armour.because, *best.because) or (Reason("no save", "10E-SAV-5"),)
    if best.label == charts.INVULNERABLE:
        left = f"comes to {armour.text}, which is worse" if armour.target else "is gone"
        because += (Reason(f"the armour save {left}", "10E-SAV-4"),)
    return TeachingPoint(
        "save",
        f"Which save does the {model.name} take?",
        best.label,
        tuple(n for n in names if n != best.label),
        because,
    )
