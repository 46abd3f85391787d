"""Rolls to wound, saves and damage: 2E-WND, 2E-SPC-6, 2E-SAV, 2E-DMG."""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from shoot_cli.battle.turns import tell_fallen
from shoot_cli.engine.pools import Pool, Rank, merge_neighbours, pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import DEFENDER, Reason, TeachingPoint
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.records import AllottedHits, Firing, WoundsLost
from shoot_cli.rules.second.steps.facts import in_order

# Saves ---------------------------------------------------------------------------------------------------------------


def saves(struck: AllottedHits, wounds: int, table: Table) -> int:
    """Return how many wounds are not saved: a field first, then armour (2E-SAV-1 to 5)."""
    blow, kind = struck.blow, struck.kind
    field = charts.field_need(kind.field)
    if field is not None and wounds:
        text = f"{kind.name}: {field.label}"
        roll = table.roll(f"field:{kind.name}", wounds, field, owner=DEFENDER, text=text, luck="saves")
        if roll.passed and kind.field and (effect := charts.after_field(kind.field, blow.strength)):
            table.tell("{name}: {effect}", (effect.rule,), name=kind.name, effect=effect.text)
        wounds = roll.failed
    need = charts.armour_need(kind.save, blow.save_modifier, blow.area)
    dice = kind.save.dice if kind.save else 1
    text = f"{kind.name}: armour save" + (f" on {dice}D6" if dice > 1 else "")
    two = dice > 1
    return table.roll(
        f"save:{kind.name}", wounds, need, owner=DEFENDER, rules=("2E-SAV-3",) if two else (), text=text, luck="saves",
        lessons=None if two else lambda: (lesson_save(struck),), adds=(6,) * dice if two else (),
    ).failed  # fmt: skip


def saves_against(struck: AllottedHits) -> list[tuple[Need, int]]:
    """Return the saves against a wound, each with its number of dice."""
    blow, save, field = struck.blow, struck.kind.save, charts.field_need(struck.kind.field)
    armour = charts.armour_need(save, blow.save_modifier, blow.area), save.dice if save else 1
    return [armour] if field is None else [(field, 1), armour]


def lesson_save(struck: AllottedHits) -> TeachingPoint:
    need = charts.armour_need(struck.kind.save, struck.blow.save_modifier, struck.blow.area)
    right = need.text if need.target else "no save is left"
    printed = charts.armour_need(struck.kind.save, 0, struck.blow.area).text
    wrong = [text for text in (printed, "no save is left", "5+", "6+") if text != right]
    changed = (Reason("the modifier raises what is needed", "2E-SAV-2"),) if struck.blow.save_modifier else ()
    text = f"What does the {struck.kind.name} need to save?"
    return TeachingPoint("save", text, right, tuple(wrong[:3]), (*need.because, *changed))


# Losses --------------------------------------------------------------------------------------------------------------


def losses_wait(state: Firing) -> bool:
    return any(type(token) is WoundsLost for token, _ in state.pool)


def remove(state: Firing, table: Table) -> Firing:
    """Remove models that fall and wounds that are lost (2E-DMG-2, 2E-SEQ-1)."""
    ranks, rest = [*state.ranks], []
    for end in state.pool:
        token, n = end
        if type(token) is not WoundsLost:
            rest.append(end)
            continue
        at = next(i for i, rank in enumerate(ranks) if rank.n and rank.left == token.left and rank.kind == token.kind)
        rank = ranks[at]
        ranks[at] = rank.but(n=rank.n - n)
        if token.points < token.left:
            ranks.append(Rank(rank.kind, n, rank.left - token.points))
    after = merge_neighbours(in_order(ranks))
    table.explain(explain_fallen, state, after)
    return state.but(ranks=after, pool=tuple(rest))


def explain_fallen(before: Firing, after: tuple[Rank, ...], table: Table) -> None:
    tell_fallen(table, ("2E-DMG-1",), before.attack.target, before.ranks, after)


# Wounds --------------------------------------------------------------------------------------------------------------


def alone(token: object) -> bool:
    """Return True for models resolved one by one: several hits, or damage dice that the model may survive."""
    return type(token) is AllottedHits and (token.hits > 1 or sure_damage(token) is None)


def throws(token: object) -> bool:
    """Return True: whoever is hit, dice with equal needs are thrown together."""
    return type(token) is AllottedHits


def sure_damage(struck: AllottedHits) -> int | None:
    """Return the wounds that an unsaved wound certainly takes; None if the damage dice decide (2E-DMG-1)."""
    damage = struck.blow.damage
    if damage.dice and damage.least < struck.left:
        return None
    return min(struck.left, damage.least)


def wound(struck: AllottedHits, n: int, table: Table) -> Pool:
    """Roll to wound, saves and damage for `n` models hit once, or for one model hit several times."""
    blow, kind = struck.blow, struck.kind
    unsaved = hurt(struck, n * struck.hits, table)
    if not unsaved:
        return ()
    sure = sure_damage(struck)
    if struck.hits == 1 and sure is not None:
        return pool((WoundsLost(kind, struck.left, sure), unsaved))
    least = unsaved * blow.damage.least
    points = least if struck.left <= least else damage_of(struck, unsaved, table)
    return pool((WoundsLost(kind, struck.left, min(struck.left, points)), 1))


def hurt(struck: AllottedHits, hits: int, table: Table) -> int:
    """Return how many hits wound and are not saved. The odds use one die for all (`hurting_ways`)."""
    blow, kind = struck.blow, struck.kind
    if table.blindly(one_die_does, struck):
        ways, whole = hurting_ways(struck)
        need = Need(ways, or_less=True) if ways else Need(None)
        return table.roll(f"wound:{blow.name}", hits, need, sides=whole).passed
    if blow.needle and kind.living:
        table.tell("{name}: no roll to wound the living", ("2E-SPC-6",), name=blow.name)
        return saves(struck, hits, table)
    need, text = charts.to_wound(blow.strength, kind.toughness), f"{blow.name}: to wound {kind.name}{share(struck)}"
    roll = table.roll(
        f"wound:{blow.name}", hits, need, text=text, lessons=lambda: (lesson_wound(struck),), luck="wounds"
    )
    return saves(struck, roll.passed, table)


def one_die_does(struck: AllottedHits, table: Table) -> bool:
    """Return True if one die can stand for the rolls to wound and to save (`hurting_ways`)."""
    return struck.kind.save is None or struck.kind.save.dice <= 2


@lru_cache(512)
def hurting_ways(struck: AllottedHits) -> tuple[int, int]:
    """Return how many outcomes of one hit's dice wound without a save, and the number of all outcomes."""
    blow, kind = struck.blow, struck.kind
    ways, whole = 1, 1
    if not (blow.needle and kind.living):
        ways, whole = charts.ways_to_meet(charts.to_wound(blow.strength, kind.toughness))
    for need, dice in saves_against(struck):
        saved, all_ways = charts.ways_to_meet(need, dice)
        ways, whole = ways * (all_ways - saved), whole * all_ways
    return ways // gcd(ways, whole), whole // gcd(ways, whole)


def share(struck: AllottedHits) -> str:
    """Return a note for a model with several hits, which is rolled for separately."""
    return f" (one model, {struck.hits} hits)" if struck.hits > 1 else ""


def damage_of(struck: AllottedHits, unsaved: int, table: Table) -> int:
    """Roll the damage dice of each unsaved wound (2E-DMG-1); excess damage is lost (2E-DMG-2)."""
    damage = struck.blow.damage
    total = damage.plus * unsaved
    for n, sides in damage.dice:
        total += table.total(
            f"damage:{struck.blow.name}", n * unsaved, sides, rules=("2E-DMG-1",),
            text=f"{struck.blow.name}: damage to {struck.kind.name}",
        )  # fmt: skip
    return total


def lesson_wound(struck: AllottedHits) -> TeachingPoint:
    need = charts.to_wound(struck.blow.strength, struck.kind.toughness)
    right = need.text if need.target else "it cannot wound"
    wrong = [text for text in ("3+", "4+", "5+", "6+", "it cannot wound") if text != right]
    return TeachingPoint("wound", f"What wounds the {struck.kind.name}?", right, tuple(wrong[:3]), need.because)
