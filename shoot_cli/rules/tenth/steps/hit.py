"""Number of attacks and rolling to hit: 10E-ATK-1 to 3, 10E-HIT-1 to 7, Sustained and Lethal Hits."""

from __future__ import annotations

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.questions import Need, Reason, Tally, TeachingPoint, Watch
from shoot_cli.core.table import Table
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.profiles import Amount
from shoot_cli.rules.tenth.records import Curse, Firing, Gun, Hit, Mortal, Shot, Spent, Volley

# Single dice that the unit may change, its own words first; what they are for, and in which order they are used.
AGAIN = {"hit": "re-roll one hit roll", "wound": "re-roll one wound roll"}
COMMAND = {"hit": "Command Re-roll of one hit roll", "wound": "Command Re-roll of one wound roll"}
SIX = {"hit": "set one hit roll to 6", "wound": "set one wound roll to 6"}


def weapon_by_weapon(token: object) -> bool:
    """Weapons whose number of attacks has a minimum, or that roll something of their own, go one at a time."""
    if isinstance(token, Curse):
        return bool(token.gun.value.damage_again)
    if not isinstance(token, Volley):
        return False
    gun = token.gun.value
    return bool(gun.attacks.less and dice_of(gun)) or own_sustained(gun)


def dice_of(gun: Gun) -> bool:
    return any(amount.dice for amount in (gun.attacks.base, *gun.attacks.more))


def own_sustained(gun: Gun) -> bool:
    return gun.sustained_each and gun.sustained is not None and bool(gun.sustained.dice)


def count_attacks(volley: Volley, n: int, table: Table) -> Pool:
    """Each weapon makes its attacks; what is random is rolled for each weapon (10E-ATK-1 to 3)."""
    gun = volley.gun.value
    count = gun.attacks
    made = n * count.blast
    made += count.times * amount_of(count.base, n, f"attacks:{gun.name}", f"{gun.name}: attacks", "10E-ATK-2", table)
    for more in count.more:
        text = f"{gun.name}: more attacks"
        made += amount_of(more, n, f"more attacks:{gun.name}", text, "10E-WPN-RF-1", table)
    if count.less:  # of a fixed number all weapons lose the same; random ones come one at a time
        each = made // n - count.blast
        made = n * (max(1, each - count.less) + count.blast)
    if not made:
        return ()
    shot = Shot(volley.gun, volley.spare)
    if own_sustained(gun) and gun.sustained:
        text = f"{gun.name}: Sustained Hits of this weapon"
        extra = amount_of(gun.sustained, 1, f"sustained:{gun.name}", text, "10E-WPN-SUST-3", table)
        shot = shot.but(sustained=extra)
    return pool((shot, made))


def amount_of(amount: Amount, n: int, key: str, text: str, rule: str, table: Table) -> int:
    """``n`` times this amount, each rolled; all dice at once."""
    if not amount.dice:
        return n * amount.plus
    return n * amount.plus + table.total(key, n * amount.dice, amount.sides, rules=(rule,), text=text)


def roll_to_hit(shot: Shot, n: int, table: Table) -> Pool:
    """One hit roll for each attack (10E-HIT-1); Critical Hits do what the weapon says."""
    gun = shot.gun.value
    if gun.mortal:
        return roll_for_mortal_wounds(shot, n, table)
    if gun.skill is None:
        if table.is_live:
            words = "{name}: {n} automatic hit{s}"
            table.tell(words, ("10E-WPN-TORRENT-1",), name=gun.name, n=n, s="s" * (n != 1))
        return pool((Hit(shot.gun, spare_for("wound", shot.spare)), n))
    rolled = charts.to_hit(shot.gun)
    critical_counts = charts.worth(gun)
    spare = spare_for("hit", shot.spare)
    if spare:
        table.needs_all_dice("one die of the unit's hit rolls may be changed")
    roll = table.roll(
        f"hit:{gun.name}",
        n,
        rolled.need,
        watch=watched(rolled, critical_counts, bool(spare)),
        again=rolled.again,
        text=f"{gun.name}: to hit",
        lessons=lambda: (lesson_sum(shot),),
        luck="hits",
    )
    used: tuple[str, ...] = ()
    hits, criticals = roll.passed, roll.watched[0] if roll.watched else 0
    if spare:
        better = critical_counts and gun.better_hits
        hits, criticals, used = one_die(roll, spare, rolled, better, gun.name, "hit", table)
    extra = 0
    if gun.sustained is not None and criticals:
        extra = criticals * (shot.sustained or 0)
        if shot.sustained is None:
            text = f"{gun.name}: Sustained Hits"
            extra = amount_of(gun.sustained, criticals, f"sustained:{gun.name}", text, "10E-WPN-SUST-3", table)
        table.tell("{n} more hit{s} from Sustained Hits", ("10E-WPN-SUST-1",), n=extra, s="s" * (extra != 1))
    lethal = criticals if gun.lethal else 0
    return pool(
        (Hit(shot.gun, lethal=True), lethal),
        (Hit(shot.gun, spare_for("wound", shot.spare)), hits - lethal + extra),
        *((Spent(what), 1) for what in used),
    )


def spare_of(gun: Gun, left: tuple[str, ...]) -> tuple[str, ...]:
    """What may be done to a die of this gun, of all that is left to the unit.

    One die for all the unit's attacks, however many carry the word; but it is one of theirs (10E-EFF-35). A Command
    Re-roll takes any (10E-RR-6).
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
    roll: Tally, spare: tuple[str, ...], rolled: charts.Rolled, worth: bool, name: str, what: str, table: Table
) -> tuple[int, int, tuple[str, ...]]:
    """Single failed dice are rolled again, or one becomes a 6, after all were seen (10E-FX-RR-6, 10E-FX-DIE-1).

    :return: successes, criticals among them, and what was used up
    """
    passed, failed, criticals, fresh = roll.passed, roll.failed, *roll.watched
    # The unit's own and a Command Re-roll are two dice: none is ever rolled again twice (10E-RR-1).
    used = [one for one in (AGAIN[what], COMMAND[what]) if one in spare][:fresh]
    six = SIX[what]
    if n := len(used):
        words = "one failed die is rolled again" if n == 1 else f"{n} failed dice are rolled again"
        second = table.roll(
            f"one {what} again:{name}",
            n,
            Need(rolled.need.target, (*rolled.need.because, Reason(words, "10E-FX-RR-6"))),
            watch=charts.watch_from(rolled.critical),
            text=f"{name}: one die again" if n == 1 else f"{name}: {n} dice again",
            luck="hits" if what == "hit" else "wounds",
        )
        passed, failed, criticals = passed + second.passed, failed - second.passed, criticals + second.watched[0]
    if six in spare and (failed or (worth and passed > criticals)):
        used.append(six)
        passed, criticals = passed + bool(failed), criticals + 1
        table.tell("One die becomes an unmodified 6", ("10E-FX-DIE-1",))
    return passed, criticals, tuple(used)


def spend(s: Firing, token: Spent, n: int, table: Table) -> Firing:
    """One of the single dice that the unit may change is used up."""
    at = s.spare.index(token.what)
    return s.but(spare=(*s.spare[:at], *s.spare[at + 1 :]))


def roll_for_mortal_wounds(shot: Shot, n: int, table: Table) -> Pool:
    """No hit or wound roll: each die that shows enough inflicts mortal wounds (10E-OOP-3, 10E-MW-1)."""
    gun = shot.gun.value
    because = (Reason(f"{gun.name}: each {charts.face(gun.mortal)} inflicts mortal wounds", "10E-MW-1"),)
    passed = table.roll(f"mortal:{gun.name}", n, Need(gun.mortal, because), text=gun.name).passed
    text = f"{gun.name}: mortal wounds"
    wounds = amount_of(gun.mortal_wounds, passed, f"mortal wounds:{gun.name}", text, "10E-MW-1", table) if passed else 0
    return pool((Mortal(shot.gun), wounds))


def lesson_sum(shot: Shot) -> TeachingPoint:
    """What do all modifiers of the hit roll come to?"""
    gun = shot.gun.value
    if gun.only_sixes:
        sixes = (Reason("Fire Overwatch hits on unmodified 6s alone", "10E-OOP-1"),)
        return TeachingPoint("hit", "Which modifiers count?", "none", ("all, capped at 1", "only the bad ones"), sixes)
    total, reasons = charts.capped(gun.to_hit, "10E-HIT-4")
    right = f"{total:+d}" if total else "0"
    raw = sum(change.value for change in gun.to_hit)
    wrong = tuple(w for w in dict.fromkeys((f"{raw:+d}", "+1", "-1", "0", "-2")) if w not in (right, "+0"))[:3]
    because = tuple(reasons) or (Reason("nothing modifies the roll", "10E-HIT-4"),)
    return TeachingPoint("hit", "What do the modifiers of the hit roll come to?", right, wrong, because)
