"""Number of attacks and rolling to hit: ATK-1 to 3, HIT-1 to 7, Sustained and Lethal Hits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.questions import Need, Tally, TeachingPoint, Watch
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.profiles import Amount
from shoot_cli.rules.datasheets.records import Curse, Gun, Hit, Mortal, Shot, Spent, Volley

AnyToken = TypeVar("AnyToken", Shot, Hit)

# Single dice that the unit may change, its own words first; what they are for, and in which order they are used.
AGAIN = {"hit": "re-roll one hit roll", "wound": "re-roll one wound roll"}
COMMAND = {"hit": "Command Re-roll of one hit roll", "wound": "Command Re-roll of one wound roll"}
SIX = {"hit": "set one hit roll to 6", "wound": "set one wound roll to 6"}


def weapon_by_weapon(token: object) -> bool:
    """Weapons whose number of attacks has a minimum, or that roll something of their own, go one at a time."""
    if isinstance(token, Curse):
        return bool(token.gun.value.damage_again)
    if isinstance(token, Hit):
        return token.gun.value.strength_each and not token.lethal
    if not isinstance(token, Volley):
        return False
    gun = token.gun.value
    return bool(gun.attacks.less and dice_of(gun)) or own_sustained(gun) or bool(gun.by_strength)


def with_strength(gun: Hashed[Gun], table: Table) -> Hashed[Gun]:
    """The gun with the Strength that is rolled for it (EFF-67)."""
    roll, book = gun.value.strength_roll, gun.value.book
    text = f"{gun.value.name}: Strength {roll.text}"
    total = table.total(f"strength:{gun.value.name}", roll.dice, roll.sides, rules=book.rules("EFF-67"), text=text)
    return gun.value.by_strength[total - roll.dice]


def dice_of(gun: Gun) -> bool:
    return any(amount.dice for amount in (gun.attacks.base, *gun.attacks.more))


def own_sustained(gun: Gun) -> bool:
    return gun.sustained_each and gun.sustained is not None and bool(gun.sustained.dice)


def count_attacks(volley: Volley, n: int, table: Table) -> Pool:
    """Each weapon makes its attacks; what is random is rolled for each weapon (ATK-1 to 3)."""
    gun, book = volley.gun.value, volley.gun.value.book
    if gun.by_strength and not gun.strength_each:
        volley = volley.but(gun=with_strength(volley.gun, table))
        gun = volley.gun.value
    count, text = gun.attacks, f"{gun.name}: attacks"
    made = n * count.blast
    made += count.times * amount_of(count.base, n, f"attacks:{gun.name}", text, book.rule("ATK-2"), table)
    for more in count.more:
        text = f"{gun.name}: more attacks"
        made += amount_of(more, n, f"more attacks:{gun.name}", text, book.rule("WPN-RF-1"), table)
    if count.less:  # of a fixed number all weapons lose the same; random ones come one at a time
        each = made // n - count.blast
        made = n * (max(1, each - count.less) + count.blast)
    if not made:
        return ()
    shot = Shot(volley.gun, volley.spare)
    if own_sustained(gun) and gun.sustained:
        text = f"{gun.name}: Sustained Hits of this weapon"
        extra = amount_of(gun.sustained, 1, f"sustained:{gun.name}", text, book.rule("WPN-SUST-3"), table)
        shot = shot.but(sustained=extra)
    return pool((shot, made))


def amount_of(amount: Amount, n: int, key: str, text: str, rule: str, table: Table) -> int:
    """``n`` times this amount, each rolled; all dice at once."""
    if not amount.dice:
        return n * amount.plus
    return n * amount.plus + table.total(key, n * amount.dice, amount.sides, rules=(rule,), text=text)


def roll_to_hit(shot: Shot, n: int, table: Table) -> Pool:
    """One hit roll for each attack (HIT-1); Critical Hits do what the weapon says."""
    gun, book = shot.gun.value, shot.gun.value.book
    if gun.mortal:
        return roll_for_mortal_wounds(shot, n, table)
    if gun.skill is None:
        if table.is_live:
            words = "{name}: {n} automatic hit{s}"
            table.tell(words, book.rules("WPN-TORRENT-1"), name=gun.name, n=n, s="s" * (n != 1))
        return pool((Hit(shot.gun, spare_for("wound", shot.spare)), n))
    rolled = charts.to_hit(shot.gun)
    hits, criticals, used = throw(shot, n, rolled, charts.worth(gun), gun.better_hits, "hit", lesson_sum, table)
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
    return pool(
        (Mortal(shot.gun), more),
        (Hit(shot.gun, lethal=True), lethal),
        (Hit(shot.gun, spare_for("wound", shot.spare)), hits - lethal + extra),
        *((Spent(what), 1) for what in used),
    )


def throw(
    token: AnyToken, n: int, rolled: charts.Rolled, worth: bool, better: bool, what: str,
    lesson: Callable[[AnyToken], TeachingPoint], table: Table,
) -> tuple[int, int, tuple[str, ...]]:  # fmt: skip
    """So many hit rolls, or wound rolls, with what may still be done to single dice of them.

    :param worth: whether criticals do more; ``better``: and more against this target
    :return: successes, criticals among them, and what was used up
    """
    gun, spare = token.gun.value, spare_for(what, token.spare)
    if spare:
        table.needs_all_dice(f"one die of the unit's {what} rolls may be changed")
    roll = table.roll(
        f"{what}:{gun.name}", n, rolled.need, watch=watched(rolled, worth, bool(spare)), again=rolled.again,
        text=f"{gun.name}: to {what}", lessons=lambda: (lesson(token),), luck="hits" if what == "hit" else "wounds",
    )  # fmt: skip
    if spare:
        return one_die(roll, spare, rolled, worth and better, gun, what, table)
    return roll.passed, roll.watched[0] if roll.watched else 0, ()


def spare_of(gun: Gun, left: tuple[str, ...]) -> tuple[str, ...]:
    """What may be done to a die of this gun, of all that is left to the unit.

    One die for all the unit's attacks, however many carry the word; but it is one of theirs (EFF-35). A Command
    Re-roll takes any (RR-6).
    """
    return tuple(what for what in left if what in gun.single or what in COMMAND.values())


def spare_for(roll: str, spare: tuple[str, ...]) -> tuple[str, ...]:
    """What of it may be done to a hit roll, or to a wound roll."""
    return tuple(what for what in (AGAIN[roll], COMMAND[roll], SIX[roll]) if what in spare)


def watched(rolled: charts.Rolled, worth: bool, spare: bool) -> tuple[Watch, ...]:
    """Criticals where they count; and failures that were not rolled again, where one more die may be."""
    if not spare:
        return charts.watch_from(rolled.critical) if worth else ()
    fresh = tuple(face for face in rolled.need.failures() if face not in rolled.again)
    return *charts.watch_from(rolled.critical), Watch(fresh, both=True)


def one_die(
    roll: Tally, spare: tuple[str, ...], rolled: charts.Rolled, worth: bool, gun: Gun, what: str, table: Table
) -> tuple[int, int, tuple[str, ...]]:
    """Single failed dice are rolled again, or one becomes a 6, after all were seen (FX-RR-6, FX-DIE-1).

    :return: successes, criticals among them, and what was used up
    """
    passed, failed, criticals, fresh = roll.passed, roll.failed, *roll.watched
    # The unit's own and a Command Re-roll are two dice: none is ever rolled again twice (RR-1).
    used = [one for one in (AGAIN[what], COMMAND[what]) if one in spare][:fresh]
    six = SIX[what]
    if n := len(used):
        words = "one failed die is rolled again" if n == 1 else f"{n} failed dice are rolled again"
        second = table.roll(
            f"one {what} again:{gun.name}",
            n,
            Need(rolled.need.target, (*rolled.need.because, gun.book.reason(words, "FX-RR-6"))),
            watch=charts.watch_from(rolled.critical),
            text=f"{gun.name}: one die again" if n == 1 else f"{gun.name}: {n} dice again",
            luck="hits" if what == "hit" else "wounds",
        )
        passed, failed, criticals = passed + second.passed, failed - second.passed, criticals + second.watched[0]
    if six in spare and (failed or (worth and passed > criticals)):
        used.append(six)
        passed, criticals = passed + bool(failed), criticals + 1
        table.tell("One die becomes an unmodified 6", gun.book.rules("FX-DIE-1"))
    return passed, criticals, tuple(used)


def roll_for_mortal_wounds(shot: Shot, n: int, table: Table) -> Pool:
    """No hit or wound roll: each die that shows enough inflicts mortal wounds (OOP-3, MW-1)."""
    gun, book = shot.gun.value, shot.gun.value.book
    because = (book.reason(f"{gun.name}: each {charts.face(gun.mortal)} inflicts mortal wounds", "MW-1"),)
    passed = table.roll(f"mortal:{gun.name}", n, Need(gun.mortal, because), text=gun.name).passed
    text = f"{gun.name}: mortal wounds"
    if not passed:
        return ()
    wounds = amount_of(gun.mortal_wounds, passed, f"mortal wounds:{gun.name}", text, book.rule("MW-1"), table)
    return pool((Mortal(shot.gun), wounds))


def lesson_sum(shot: Shot) -> TeachingPoint:
    """What do all modifiers of the hit roll come to?"""
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
