"""The number of attacks, and the hit roll (ATK-1 to 3, HIT-1 to 7)."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import TeachingPoint
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import charts, tokens
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.records import Firing, Shooting
from shoot_cli.rules.datasheets.steps.single_die import for_roll, once_of, one_amount, throw, without


def weapon_by_weapon(token: object) -> bool:
    """Return True if weapons go one at a time: their attacks have a minimum, or they roll something of their own."""
    if isinstance(token, tokens.Curse):
        return bool(token.gun.value.damage_again)
    if isinstance(token, tokens.Hit):
        return token.gun.value.strength_each and not token.lethal
    if not isinstance(token, tokens.Volley):
        return False
    gun = token.gun.value
    again = gun.attacks_again and gun.attacks.base.dice
    if again or gun.by_strength:
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
        again = charts.rolled_again(count.base, "low") if gun.attacks_again else ()
        rolled, used = one_amount(count.base, spare, gun, tokens.ATTACKS, table, again)
        made += count.times * (rolled + count.base.plus)
    else:
        made += count.times * amount_of(
            count.base, n, f"attacks:{gun.name}", text, book.rule("ATK-2"), table, once_of(gun, tokens.ATTACKS)
        )
    for more in count.more:
        text = f"{gun.name}: more attacks"
        made += amount_of(more, n, f"more attacks:{gun.name}", text, book.rule("WPN-RF-1"), table)
    if count.less:  # fixed numbers lose the same for each weapon; random ones come one at a time
        each = made // n - count.blast
        made = n * (max(1, each - count.less) + count.blast)
    for more in count.beside:
        text = f"{gun.name}: more dice"
        made += amount_of(more, n, f"more attacks:{gun.name}", text, book.rule("WPN-RF-1"), table)
    if not made:
        return pool(*((tokens.UsedSingleDie(what), 1) for what in used))
    shot = tokens.Shot(
        volley.gun, for_roll(without(volley.spare, used), tokens.HIT, tokens.WOUND) if volley.spare else ()
    )
    if own_sustained(gun) and gun.sustained:
        text = f"{gun.name}: Sustained Hits of this weapon"
        extra = amount_of(gun.sustained, 1, f"sustained:{gun.name}", text, book.rule("WPN-SUST-3"), table)
        shot = shot.but(sustained=extra)
    return pool((shot, made), *((tokens.UsedSingleDie(what), 1) for what in used)) if used else ((shot, made),)


def besides(count: tokens.Attacks, n: int) -> str:
    """Return what comes to the dice of ``n`` weapons without a roll: `` (+3, +2 for Blast)``; "" for nothing."""
    whole = {"": n * count.base.plus, " for Blast": n * count.blast}
    words = [f"+{number}{why}" for why, number in whole.items() if number and count.times == 1]
    return f" ({', '.join(words)})" if words else ""


def amount_of(amount: Amount, n: int, key: str, text: str, rule: str, table: Table, once: tuple[str, ...] = ()) -> int:
    """Return ``n`` times this amount; all dice are rolled together. ``once`` are re-rolls of one of these rolls."""
    if not amount.dice:
        return n * amount.plus
    dice, each = n * amount.dice, amount.dice if once else 0
    return n * amount.plus + table.total(key, dice, amount.sides, rules=(rule,), text=text, once=once, each=each)


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
    more = 0
    for amount in gun.hit_in_addition if criticals else ():
        text = f"{gun.name}: mortal wounds of Critical Hits"
        more += amount_of(amount, criticals, f"in addition:{gun.name}", text, book.rule("EFF-66"), table)
    left = for_roll(without(shot.spare, used.of_all), tokens.WOUND) if shot.spare else ()
    made: list[tuple[Any, int]] = [(tokens.Mortal(shot.gun), more)] if more else []
    made += [(tokens.Hit(shot.gun, lethal=True), lethal), (tokens.Hit(shot.gun, left), hits - lethal + extra)]
    return pool(*made, *[(tokens.UsedSingleDie(what), 1) for what in used.here])


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


def with_hits(around: Shooting, state: Firing) -> Shooting:
    """Return the shooting with the target that was hit, and the weapon if that is asked."""
    if not state.struck:
        return around
    around = around.but(struck=tuple(sorted({*around.struck, around.at})))
    name = state.gun.value.tells_hits
    if name == tokens.ANY:
        return around
    return around.but(struck_with=tuple(sorted({*around.struck_with, (around.at, name)})))


def note_hits(state: Firing, token: tokens.HitNote, n: int, table: Table) -> Firing:
    return state.but(struck=True)
