"""Rolling to wound: WND-1 to 5, Anti, Devastating Wounds."""

from __future__ import annotations

from shoot_cli.core.pools import Pool, pool
from shoot_cli.core.questions import TeachingPoint
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.records import Curse, Hit, Mortal, Packet, UsedSingleDie, Wound
from shoot_cli.rules.datasheets.single import WOUND
from shoot_cli.rules.datasheets.steps.hit import amount_of, with_strength
from shoot_cli.rules.datasheets.steps.single import throw


def roll_to_wound(hit: Hit, n: int, table: Table) -> Pool:
    """One wound roll for each hit; Critical Wounds do what the weapon says."""
    gun, book = hit.gun.value, hit.gun.value.book
    if hit.lethal:
        table.tell("{n} wound{s} at once: Lethal Hits", book.rules("WPN-LETHAL-1"), n=n, s="s" * (n == 1))
        return pool((Wound(hit.gun, lethal=gun.precise and not gun.precise_lethal), n))
    if gun.by_strength:  # rolled for each attack (setting random_strength)
        hit = hit.but(gun=with_strength(hit.gun, table))
        gun = hit.gun.value
    rolled = charts.to_wound(hit.gun)
    worth = charts.crit_worth(gun)
    wounds, criticals, used = throw(hit, n, rolled, worth, gun.better_wounds, WOUND, lesson_toughness, table)
    more = 0
    for amount in gun.in_addition if criticals else ():
        text = f"{gun.name}: mortal wounds in addition"
        more += amount_of(amount, criticals, f"in addition:{gun.name}", text, book.rule("ORD-5"), table)
    if gun.devastating and criticals:
        words = f"{{n}} Critical Wound{{s}} with Devastating Wounds: no save, {book.packets_wait}"
        table.tell(words, book.rules("WPN-DEV-2", "ORD-4"), n=criticals, s="s" * (criticals != 1))
    if not (criticals or used):
        return pool((Wound(hit.gun), wounds))
    its_gun = gun.critical or hit.gun
    special: Packet | Curse | Wound = Wound(its_gun)
    if gun.devastating:
        special = Packet(its_gun) if gun.devastating == "current" else Curse(its_gun)
    return pool(
        (Wound(hit.gun), wounds - criticals),
        (special, criticals),
        (Mortal(hit.gun), more),
        *((UsedSingleDie(what), 1) for what in used),
    )


def lesson_toughness(hit: Hit) -> TeachingPoint:
    right, book = hit.gun.value.toughness, hit.gun.value.book
    wrong = tuple(str(value) for value in (right - 1, right + 1, right + 2) if value >= 1)
    reason = book.reason(f"Toughness {right}, {book.toughness_when}", "WND-4")
    return TeachingPoint("toughness", "Which Toughness counts for the wound roll?", str(right), wrong, (reason,))
