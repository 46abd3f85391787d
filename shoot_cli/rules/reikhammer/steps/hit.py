"""Dice to hit: RH-HIT-1 to 4, RH-BAR-5. Short: one file per step of the attack."""

from __future__ import annotations

from shoot_cli.engine.pools import Pool, pool
from shoot_cli.engine.reasons import Reason, TeachingPoint
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Fire, Hit, SecondRoll, Shot
from shoot_cli.rules.reikhammer.profiles import TYPE_WORDS


def roll_to_hit(shot: Shot, n: int, table: Table) -> Pool:
    """Roll to hit, equal or under; a 6 misses. A value of 0 or less needs a second die (RH-HIT-3, RH-HIT-4)."""
    fire = shot.fire.value
    if fire.certain:
        table.tell("{unit}: {n} automatic hit{s}", ("RH-BAR-5",), unit=fire.name, n=n, s="s" * (n != 1))
        return pool((hit_of(fire), n))
    if table.rolls_in_vain(words(fire), fire.in_vain):
        return ()
    roll = table.roll(
        f"hit:{fire.name}", n, charts.to_hit(fire), text=words(fire), lessons=lambda: lessons(fire), luck="hits"
    )
    if charts.needs_second(fire):
        return pool((SecondRoll(shot.fire), roll.passed))
    return pool((hit_of(fire), roll.passed))


def shells(token: object) -> bool:
    """Return True for dice of a barrage: those of all units with an equal need are thrown together."""
    return isinstance(token, Shot | SecondRoll) and token.fire.value.on is not None


def roll_again(again: SecondRoll, n: int, table: Table) -> Pool:
    fire = again.fire.value
    roll = table.roll(
        f"again:{fire.name}", n, charts.to_hit_again(fire), text=f"{words(fire)}, second die", luck="hits"
    )
    return pool((hit_of(fire), roll.passed))


def hit_of(fire: Fire) -> Hit:
    return Hit(fire.kind, fire.macro, fire.open_only, fire.on)


def stay(hit: Hit, n: int, table: Table) -> Pool:
    """Put barrage hits on the unit where they fell (RH-BAR-5); other hits wait for allocation."""
    return pool((hit.on or hit, n))


def words(fire: Fire) -> str:
    if fire.on:
        return f"barrage: to hit {fire.name}, {fire.kind}"
    extra = [word for word, true in (("macro", fire.macro), ("targets in the open", fire.open_only)) if true]
    return ", ".join([f"{fire.name}: to hit, {fire.kind}", *extra])


def lessons(fire: Fire) -> tuple[TeachingPoint, ...]:
    """Return a question about which units take the hits; a barrage has none."""
    if fire.on:
        return ()
    hurt = [TYPE_WORDS[name] for name in charts.HURT[fire.kind]]
    others = [TYPE_WORDS[name] for name in TYPE_WORDS if TYPE_WORDS[name] not in hurt]
    because = (Reason(f"{fire.kind} hits go to {' or '.join(hurt)}", "RH-ALLOC-3"),)
    return (
        TeachingPoint(
            "allocate", f"Which of these can {fire.kind} hits be allocated to?", hurt[0], tuple(others), because
        ),
    )
