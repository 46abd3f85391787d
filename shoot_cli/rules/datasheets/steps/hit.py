"""The dice of an attack: how many, the rolls to hit and to wound, damage, Feel No Pain and mortal wounds (28)."""

from __future__ import annotations

from functools import partial
from operator import mul
from typing import Any

from shoot_cli.engine.pools import Blow, Pool, pool
from shoot_cli.engine.questions import Need, Option, Watch
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, TeachingPoint
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.sequence import SharedRights
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import charts, tokens
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.records import Firing, Shooting
from shoot_cli.rules.datasheets.steps.single_die import (
    doing,
    for_roll,
    low,
    once_of,
    one_amount,
    single_die_rights,
    throw,
    without,
    without_used,
)

# The wound roll: WND-1 to 5, Anti, Devastating Wounds


def roll_to_wound(hit: tokens.Hit, n: int, table: Table) -> Pool:
    """Return the wounds of these hits, with the effects of Critical Wounds."""
    gun, book = hit.gun.value, hit.gun.value.book
    if hit.lethal:
        outcome = "hit wounds" if n == 1 else "hits wound"
        table.tell("{n} {what} at once: Lethal Hits", book.rules("WPN-LETHAL-1"), n=n, what=outcome)
        return pool((tokens.Wound(hit.gun, lethal=gun.precise and not gun.precise_lethal), n))
    if gun.by_strength:  # once per attack (setting random_strength)
        hit = hit.but(gun=with_strength(hit.gun, table))
        gun = hit.gun.value
    rolled = charts.to_wound(hit.gun)
    worth = charts.crit_worth(gun)
    wounds, criticals, used = throw(hit, n, rolled, worth, gun.better_wounds, tokens.WOUND, lesson_toughness, table)
    mortals = 0
    for amount in gun.in_addition if criticals else ():
        text = f"{gun.name}: mortal wounds in addition"
        mortals += amount_of(amount, criticals, f"in addition:{gun.name}", text, book.rule("ORD-5"), table)
    if gun.devastating and criticals:
        words = f"{{n}} Critical Wound{{s}} with Devastating Wounds: no save, {book.packets_wait}"
        table.tell(words, book.rules("WPN-DEV-2", "ORD-4"), n=criticals, s="s" * (criticals != 1))
    if not (criticals or used.here):
        return pool((tokens.Wound(hit.gun), wounds))
    its_gun = gun.critical or hit.gun
    special: tokens.Packet | tokens.Curse | tokens.Wound = tokens.Wound(its_gun)
    if gun.devastating:
        special = tokens.Packet(its_gun) if gun.devastating == "current" else tokens.Curse(its_gun)
    return pool(
        (tokens.Wound(hit.gun), wounds - criticals),
        (special, criticals),
        (tokens.Mortal(hit.gun), mortals),
        *((tokens.UsedSingleDie(right), 1) for right in used.here),
    )


def lesson_toughness(hit: tokens.Hit) -> TeachingPoint:
    right, book = hit.gun.value.toughness, hit.gun.value.book
    wrong = tuple(str(value) for value in (right - 1, right + 1, right + 2) if value >= 1)
    reason = book.reason(f"Toughness {right}, {book.toughness_when}", "WND-4")
    return TeachingPoint("toughness", "Which Toughness counts for the wound roll?", str(right), wrong, (reason,))


# Damage, Feel No Pain and mortal wounds on models in the line: DMG-1 to 4, FNP-1 to 4, MW-1 to 3


def saved(n: int, table: Table) -> tuple[tuple[Blow, int], ...]:
    """Return an empty blow at the table, because a model is remembered for its allocated attack (ALL-3)."""
    return table.detail(((Blow(0), n),), ()) if n else ()


def lose_wounds(unsaved: tokens.Unsaved, n: int, model: tokens.TargetModel, table: Table) -> Pool:
    """Return the damage of unsaved attacks. Surplus damage is lost (DMG-1 to 3)."""
    points, _ = points_of(unsaved, model, table)
    return suffer(unsaved, points, n, model, table) if points else saved(n, table)


def lose_wounds_by_one_die(attack: tokens.ChangeableUnsaved, n: int, model: tokens.TargetModel, table: Table) -> Pool:
    """Return the damage of an unsaved attack whose dice may be changed (EFF-56, EFF-63, EFF-51)."""
    points, used = points_of(attack.unsaved, model, table, attack.spare)
    spent = ((tokens.UsedSingleDie(right), 1) for right in used)
    return pool(*spent, *(suffer(attack.unsaved, points, n, model, table) if points else saved(n, table)))


def with_damage_rights(spare: tuple[tokens.SingleDieRight, ...], token: Any) -> Any:
    """Return an unsaved attack with the rights to change its damage roll. Any other token stays as it is."""
    if type(token) is tokens.Unsaved and (gun := token.gun.value).damage.dice:
        ready = single_die_rights(gun, spare, tokens.DAMAGE)
        return tokens.ChangeableUnsaved(token, ready) if ready else token
    return token


def of_damage(spare: tuple[tokens.SingleDieRight, ...]) -> tuple[tokens.SingleDieRight, ...]:
    return for_roll(spare, tokens.DAMAGE)


DAMAGE_DICE = SharedRights("spare", of_damage, with_damage_rights, tokens.UsedSingleDie, without_used)


def points_of(
    unsaved: tokens.Unsaved, model: tokens.TargetModel, table: Table, spare: tuple[tokens.SingleDieRight, ...] = ()
) -> tuple[int, tuple[tokens.SingleDieRight, ...]]:
    """Return the damage of one attack, and the changes of single dice that were used."""
    gun = unsaved.gun.value
    rolled, felled, used = gun.damage.plus, False, tuple[tokens.SingleDieRight, ...]()
    if gun.damage.dice and not unsaved.nothing:
        if felled := not unsaved.pain and fells(unsaved, model, table):
            rolled += gun.damage.dice
        elif spare:
            total, used = damage_of_one(unsaved, model, spare, table)
            rolled += total
        else:
            rolled += roll_damage(unsaved, model, table)
    points = charts.damage_of(unsaved.gun, model, rolled, unsaved.nothing)
    if not felled and points != (rolled if not gun.damage.dice else rolled - gun.damage.plus):
        table.explain(tell_why, unsaved, model, points)  # the dice themselves were seen
    return points, used


def tell_why(unsaved: tokens.Unsaved, model: tokens.TargetModel, points: int, table: Table) -> None:
    """Log why the damage differs from the dice."""
    why = charts.damage_reasons(unsaved.gun, model, unsaved.nothing)
    words = "{why}: {n} damage" if points == 1 else "{why}: {n} damage each"
    table.tell(words, tuple(r.rule for r in why), why=", ".join(r.text for r in why), n=points)


def suffer(unsaved: tokens.Unsaved, points: int, n: int, model: tokens.TargetModel, table: Table) -> Pool:
    """Return the damage of these attacks after Feel No Pain (FNP-1)."""
    need = charts.pain_of(unsaved.gun.value, model, unsaved.mortal) if unsaved.pain else None
    if need is None:
        return ((Blow(points), n),)
    roll = table.roll(
        f"feel no pain:{model.name}", points * n, need, owner=DEFENDER, text=f"{model.name}: Feel No Pain", luck="saves"
    )
    if points == 1:
        return pool((Blow(1), roll.failed), *saved(roll.passed, table))
    return ((Blow(roll.failed), n),) if roll.failed else saved(n, table)


def fells(unsaved: tokens.Unsaved, model: tokens.TargetModel, table: Table) -> bool:
    """Return True if every damage roll costs the model all its wounds. Then nobody rolls."""
    amount = unsaved.gun.value.damage
    most = model.left or model.wounds

    def lost(total: int) -> int:
        return min(most, charts.damage_of(unsaved.gun, model, amount.plus + total))

    text = f"{unsaved.gun.value.name}: {charts.damage_words(unsaved.gun, model)}"
    return table.all_sums_agree(amount.dice, amount.sides, lost, text, unsaved.gun.value.book.rules("DMG-1", "DMG-2"))


def roll_damage(unsaved: tokens.Unsaved, model: tokens.TargetModel, table: Table) -> int:
    """Return one damage roll for one attack (DMG-3)."""
    gun = unsaved.gun.value
    dice, sides = gun.damage.dice, gun.damage.sides
    rerolls = charts.rolled_again(gun.damage, gun.damage_again)
    key, text = f"damage:{gun.name}", f"{gun.name}: {charts.damage_words(unsaved.gun, model)}"
    because = (*charts.damage_reasons(unsaved.gun, model), gun.book.reason("rolled for each attack", "DMG-3"))
    if gun.damage_again == "ones" and dice > 1:  # certain faces: only these dice are re-rolled (RR-3)
        because = (*because, gun.book.reason("dice that show 1 are rolled again", "RR-3"))
        faces = range(1, sides + 1)
        watch = tuple(Watch((face,)) for face in faces)
        shown = table.roll(key, dice, Need(1, because), watch=watch, again=(1,), sides=sides, text=text).watched
        return sum(map(mul, faces, shown))
    if gun.damage_again == "felling":
        rerolls = tuple(total for total in rerolls if not charts.fells(unsaved, model, total))
    more_rules = gun.book.rules("FX-RR-5") if gun.damage_again else ()
    rules = (*dict.fromkeys(reason.rule for reason in because), *more_rules)
    if not gun.damage_asked:
        return table.total(key, dice, sides, again=rerolls, rules=rules, text=text, once=once_of(gun, tokens.DAMAGE))
    total = table.total(key, dice, sides, rules=rules, text=text, once=once_of(gun, tokens.DAMAGE))
    if table.rights.last or not charts.worth_another(unsaved, model, total):
        return total
    points = charts.damage_of(unsaved.gun, model, total + gun.damage.plus)
    answer = table.choose(
        f"damage_reroll:{gun.name}",
        (Option("yes"), Option("no")),
        default="yes" if total in rerolls else "no",
        rules=gun.book.rules("FX-RR-5"),
        text=f"{gun.name}: rolled {total}, damage {points}; the {model.name} has {model.left} left. Roll it again?",
    )
    return table.total(f"damage again:{gun.name}", dice, sides, rules=rules, text=text) if answer == "yes" else total


def damage_of_one(
    unsaved: tokens.Unsaved, model: tokens.TargetModel, spare: tuple[tokens.SingleDieRight, ...], table: Table
) -> tuple[int, tuple[tokens.SingleDieRight, ...]]:
    """Return a damage roll with changes of single dice, and those used. A re-rolled die is not re-rolled again."""
    gun = unsaved.gun.value
    if gun.damage_again != "ones" or gun.damage.dice == 1:
        rerolls = charts.rolled_again(gun.damage, "ones" if gun.damage_again == "ones" else "low")
        worth_it = partial(charts.worth_another, unsaved, model)
        words, rerolls = charts.damage_words(unsaved.gun, model), rerolls if gun.damage_again else ()
        return one_amount(gun.damage, spare, gun, tokens.DAMAGE, words, table, rerolls, worth_it)
    total, ones = shown(gun, f"damage:{gun.name}", gun.damage.dice, table)
    if ones:  # only these dice, so the roll is not re-rolled as a whole (RR-1, RR-3)
        return total - ones + shown(gun, f"damage again:{gun.name}", ones, table)[0], ()
    used = doing(spare, tokens.AGAIN)[:1] if low(gun.damage, total) else ()
    if used:
        total, _ = shown(gun, f"one damage again:{gun.name}", gun.damage.dice, table)
    return total, used


def shown(gun: tokens.Gun, key: str, dice: int, table: Table) -> tuple[int, int]:
    """Return the sum of these damage dice, and how many of them show 1."""
    faces = range(1, gun.damage.sides + 1)
    need = Need(1, (gun.book.reason("dice that show 1 are rolled again", "RR-3"),))
    watch = tuple(Watch((face,)) for face in faces)
    counts = table.roll(key, dice, need, watch=watch, sides=gun.damage.sides, text=f"{gun.name}: damage").watched
    return sum(map(mul, faces, counts)), counts[0]


def one_at_a_time(token: object) -> bool:
    """Return True if attacks come one by one: their damage is rolled, or single points may be ignored."""
    if type(token) is not tokens.Unsaved:
        return False
    gun = token.gun.value
    fixed = not gun.damage.dice and not gun.more_damage and gun.damage.plus == 1
    return bool(gun.damage.dice) or (token.pain and not fixed)


def faced(token: Any, model: tokens.TargetModel, left: int) -> tokens.TargetModel:
    """Return the model with its wounds left, if a damage roll or its re-roll depends on them."""
    changeable = type(token) is tokens.ChangeableUnsaved
    unsaved = token.unsaved if changeable else token
    if type(unsaved) not in (tokens.Wound, tokens.Packet, tokens.Unsaved) or not unsaved.gun.value.damage.dice:
        return model
    gun = unsaved.gun.value
    asks = gun.damage_again == "felling" or gun.damage_asked
    if changeable:
        asks = asks or any(right.does != tokens.AGAIN for right in token.spare)
    if asks or (type(unsaved) is tokens.Unsaved and left < model.wounds and surely_fells(unsaved, model, left)):
        return model.but(left=left)
    return model


def surely_fells(unsaved: tokens.Unsaved, model: tokens.TargetModel, left: int) -> bool:
    """Return True if the lowest damage roll costs a model all the wounds it has left."""
    amount = unsaved.gun.value.damage
    return charts.damage_of(unsaved.gun, model, amount.plus + amount.dice) >= left


def one_throw(token: Any) -> bool:
    """Return True if the Feel No Pain rolls against several of these are thrown together: their damage is known."""
    if type(token) is tokens.Hazard:
        return token.pain
    return type(token) is tokens.Unsaved and token.pain and not token.gun.value.damage.dice


def suffer_mortal_wounds(mortal: tokens.Mortal, n: int, model: tokens.TargetModel, table: Table) -> Pool:
    """Return one point each without a save; the rest goes on to the next model (MW-1, MW-2)."""
    need = charts.pain_of(mortal.gun.value, model, True)
    if need is None:
        return ((Blow(1), n),)
    text = f"{model.name}: Feel No Pain"
    roll = table.roll(f"feel no pain:{model.name}", n, need, owner=DEFENDER, text=text, luck="saves")
    return pool((Blow(1), roll.failed), *saved(roll.passed, table))


def weapon_by_weapon(token: object) -> bool:
    """Return True if weapons go one at a time: their attacks have a minimum, or they roll something of their own."""
    if isinstance(token, tokens.Curse):
        return bool(token.gun.value.damage_again)
    if isinstance(token, tokens.Hit):
        return token.gun.value.strength_each and not token.lethal
    if not isinstance(token, tokens.Volley):
        return False
    gun = token.gun.value
    rerolls = gun.attacks_again and gun.attacks.base.dice
    if rerolls or gun.by_strength:
        return True
    return bool(gun.attacks.less and dice_of(gun)) or own_sustained(gun)


def with_strength(gun: Hashed[tokens.Gun], table: Table) -> Hashed[tokens.Gun]:
    """Return the gun for the Strength that is rolled (EFF-67)."""
    roll, book = gun.value.strength_roll, gun.value.book
    text = f"{gun.value.name}: Strength {roll.text}"
    total = table.total(f"strength:{gun.value.name}", roll.dice, roll.sides, rules=book.rules("EFF-67"), text=text)
    return gun.value.by_strength[total - roll.dice]


def dice_of(gun: tokens.Gun) -> bool:
    return any(amount.dice for amount in (gun.attacks.base, *gun.attacks.more))


def own_sustained(gun: tokens.Gun) -> bool:
    return gun.sustained_each and gun.sustained is not None and bool(gun.sustained.dice)


def count_attacks(volley: tokens.Volley, n: int, table: Table) -> Pool:
    """Return the shots of these weapons; random numbers are rolled for each weapon (ATK-1 to 3)."""
    gun, book = volley.gun.value, volley.gun.value.book
    if gun.by_strength and not gun.strength_each:
        volley = volley.but(gun=with_strength(volley.gun, table))
        gun = volley.gun.value
    count, text = gun.attacks, f"{gun.name}: attacks{besides(gun.attacks, n)}"
    made, used = n * count.blast, tuple[tokens.SingleDieRight, ...]()
    spare = for_roll(volley.spare, tokens.ATTACKS) if volley.spare and count.base.dice else ()
    if spare or (gun.attacks_again and count.base.dice):  # this is one weapon; all its dice come before Blast (EFF-70)
        rerolls = charts.rolled_again(count.base, "low") if gun.attacks_again else ()
        words = f"{tokens.ATTACKS} {count.base.text}"
        rolled, used = one_amount(count.base, spare, gun, tokens.ATTACKS, words, table, rerolls)
        made += count.times * (rolled + count.base.plus)
    else:
        made += count.times * amount_of(
            count.base, n, f"attacks:{gun.name}", text, book.rule("ATK-2"), table, once_of(gun, tokens.ATTACKS)
        )
    for amount in count.more:
        text = f"{gun.name}: more attacks"
        made += amount_of(amount, n, f"more attacks:{gun.name}", text, book.rule("WPN-RF-1"), table)
    if count.less:  # fixed numbers lose the same for each weapon; random ones come one at a time
        per_weapon = made // n - count.blast
        made = n * (max(1, per_weapon - count.less) + count.blast)
    for amount in count.beside:
        text = f"{gun.name}: more dice"
        made += amount_of(amount, n, f"more attacks:{gun.name}", text, book.rule("WPN-RF-1"), table)
    if not made:
        return pool(*((tokens.UsedSingleDie(right), 1) for right in used))
    shot = tokens.Shot(
        volley.gun, for_roll(without(volley.spare, used), tokens.HIT, tokens.WOUND) if volley.spare else ()
    )
    if own_sustained(gun) and gun.sustained:
        text = f"{gun.name}: Sustained Hits of this weapon"
        extra = amount_of(gun.sustained, 1, f"sustained:{gun.name}", text, book.rule("WPN-SUST-3"), table)
        shot = shot.but(sustained=extra)
    return pool((shot, made), *((tokens.UsedSingleDie(right), 1) for right in used)) if used else ((shot, made),)


def besides(count: tokens.Attacks, n: int) -> str:
    """Return what comes to the dice of ``n`` weapons without a roll: `` (+3, +2 for Blast)``; "" for nothing."""
    additions = {"": n * count.base.plus, " for Blast": n * count.blast}
    words = [f"+{number}{why}" for why, number in additions.items() if number and count.times == 1]
    return f" ({', '.join(words)})" if words else ""


def amount_of(
    amount: Amount, n: int, key: str, text: str, rule: str, table: Table, once: tuple[str, ...] = (),
    owner: str = ATTACKER,
) -> int:  # fmt: skip
    """Return ``n`` times this amount; all dice are rolled together. ``once`` are re-rolls of one of these rolls."""
    if not amount.dice:
        return n * amount.plus
    dice, per_roll = n * amount.dice, amount.dice if once else 0
    rolled = table.total(key, dice, amount.sides, owner=owner, rules=(rule,), text=text, once=once, each=per_roll)
    return n * amount.plus + rolled


def hits_of_roll(shot: tokens.Shot, n: int, table: Table) -> Pool:
    """Return the hits of these shots, with the effects of Critical Hits (HIT-1)."""
    gun, book = shot.gun.value, shot.gun.value.book
    if gun.mortal:
        return roll_for_mortal_wounds(shot, n, table)
    if gun.skill is None:
        words = "{name}: {n} automatic hit{s}"
        table.tell(words, book.rules("WPN-TORRENT-1"), name=gun.name, n=n, s="s" * (n != 1))
        return pool((tokens.Hit(shot.gun, for_roll(shot.spare, tokens.WOUND)), n))
    rolled = charts.to_hit(shot.gun)
    hits, criticals, used = throw(shot, n, rolled, charts.worth(gun), gun.better_hits, tokens.HIT, lesson_sum, table)
    extra = 0
    if gun.sustained is not None and criticals:
        extra = criticals * (shot.sustained or 0)
        if shot.sustained is None:
            text = f"{gun.name}: Sustained Hits"
            extra = amount_of(gun.sustained, criticals, f"sustained:{gun.name}", text, book.rule("WPN-SUST-3"), table)
        table.tell("{n} more hit{s} from Sustained Hits", book.rules("WPN-SUST-1"), n=extra, s="s" * (extra != 1))
    lethal = criticals if gun.lethal else 0
    mortals = 0
    for amount in gun.hit_in_addition if criticals else ():
        text = f"{gun.name}: mortal wounds of Critical Hits"
        mortals += amount_of(amount, criticals, f"in addition:{gun.name}", text, book.rule("EFF-66"), table)
    rights_left = for_roll(without(shot.spare, used.of_all), tokens.WOUND) if shot.spare else ()
    made: list[tuple[Any, int]] = [(tokens.Mortal(shot.gun), mortals)] if mortals else []
    made += [(tokens.Hit(shot.gun, lethal=True), lethal), (tokens.Hit(shot.gun, rights_left), hits - lethal + extra)]
    return pool(*made, *[(tokens.UsedSingleDie(right), 1) for right in used.here])


def roll_for_mortal_wounds(shot: tokens.Shot, n: int, table: Table) -> Pool:
    """Return the mortal wounds of dice without hit and wound rolls (OOP-3, MW-1)."""
    gun, book = shot.gun.value, shot.gun.value.book
    because = (book.reason(f"{gun.name}: each {charts.face(gun.mortal)} inflicts mortal wounds", "MW-1"),)
    passed = table.roll(f"mortal:{gun.name}", n, Need(gun.mortal, because), text=gun.name).passed
    text = f"{gun.name}: mortal wounds"
    if not passed:
        return ()
    wounds = amount_of(gun.mortal_wounds, passed, f"mortal wounds:{gun.name}", text, book.rule("MW-1"), table)
    return pool((tokens.Mortal(shot.gun), wounds))


def lesson_sum(shot: tokens.Shot) -> TeachingPoint:
    """Return the question for learners about the sum of all hit modifiers."""
    gun, book = shot.gun.value, shot.gun.value.book
    if gun.only_sixes:
        sixes = (book.reason(f"{book.sixes_only} hits on unmodified 6s alone", "OOP-1"),)
        return TeachingPoint("hit", "Which modifiers count?", "none", ("all, capped at 1", "only the bad ones"), sixes)
    total, reasons = charts.capped(book, gun.to_hit, "HIT-4")
    right = f"{total:+d}" if total else "0"
    raw = sum(change.value for change in gun.to_hit)
    wrong = tuple(w for w in dict.fromkeys((f"{raw:+d}", "+1", "-1", "0", "-2")) if w not in (right, "+0"))[:3]
    because = tuple(reasons) or (book.reason("nothing modifies the roll", "HIT-4"),)
    return TeachingPoint("hit", "What do the modifiers of the hit roll come to?", right, wrong, because)


# Notes about hit targets, for abilities that need them (EFF-5, EFF-44)


def roll_to_hit(shot: tokens.Shot, n: int, table: Table) -> Pool:
    """Return the hits, with a note that later leaves the pool first."""
    made = hits_of_roll(shot, n, table)
    if shot.gun.value.tells_hits and any(isinstance(token, tokens.Hit | tokens.Mortal) for token, _ in made):
        return pool(*made, (tokens.HitNote(), 1))
    return made


def with_hits(shooting: Shooting, state: Firing) -> Shooting:
    """Return the shooting with the target that was hit, and the weapon if that is asked."""
    if not state.has_hit:
        return shooting
    shooting = shooting.but(targets_hit=tuple(sorted({*shooting.targets_hit, shooting.at})))
    name = state.gun.value.tells_hits
    if name == tokens.ANY:
        return shooting
    return shooting.but(weapons_that_hit=tuple(sorted({*shooting.weapons_that_hit, (shooting.at, name)})))


def note_hits(state: Firing, token: tokens.HitNote, n: int, table: Table) -> Firing:
    return state.but(has_hit=True)
