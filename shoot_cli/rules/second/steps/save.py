"""Saves, 2E-SAV; and what is left of those who failed them, 2E-DMG-2."""

from __future__ import annotations

from shoot_cli.core.casualties import tell_fallen
from shoot_cli.core.pools import Rank, merge_neighbours
from shoot_cli.core.questions import DEFENDER, Need, Reason, TeachingPoint
from shoot_cli.core.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.records import AllottedHits, Firing, WoundsLost
from shoot_cli.rules.second.steps.facts import in_order

ALL_WAYS = 36  # of two dice


def saves(struck: AllottedHits, wounds: int, table: Table) -> int:
    """How many get through: one field first, then armour (2E-SAV-1 to 5)."""
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
    if need.target == dice:
        need = need.but(target=1)  # it cannot fail
    if dice == 1 or need.certain() or need.target is None:
        return table.roll(
            f"save:{kind.name}",
            wounds,
            need,
            owner=DEFENDER,
            text=text,
            lessons=lambda: (lesson_save(struck),),
            luck="saves",
        ).failed
    if not table.has_dice:  # two dice are one of 36 sides to the odds
        ways, _ = charts.ways_to_meet(need, dice)
        return table.roll(f"save:{kind.name}", wounds, Need(ways, or_less=True), sides=ALL_WAYS).failed
    failed = 0
    for _ in range(wounds):
        total = table.total(f"save:{kind.name}", dice, need=need, owner=DEFENDER, rules=("2E-SAV-3",), text=text)
        failed += not need.met_by(total)
    return failed


def saves_against(struck: AllottedHits) -> list[tuple[Need, int]]:
    """What a wound may be saved by, and on how many dice."""
    blow, save, field = struck.blow, struck.kind.save, charts.field_need(struck.kind.field)
    armour = charts.armour_need(save, blow.save_modifier, blow.area), save.dice if save else 1
    return [armour] if field is None else [(field, 1), armour]


def lesson_save(struck: AllottedHits) -> TeachingPoint:
    need = charts.armour_need(struck.kind.save, struck.blow.save_modifier, struck.blow.area)
    right = need.text if need.target else "no save is left"
    printed = charts.armour_need(struck.kind.save, 0, struck.blow.area).text
    wrong = [text for text in (printed, "no save is left", "5+", "6+") if text != right]
    because = (*need.because, Reason("the modifier raises what is needed", "2E-SAV-2"))
    return TeachingPoint("save", f"What does the {struck.kind.name} need to save?", right, tuple(wrong[:3]), because)


# What is left of them ------------------------------------------------------------------------------------------------


def losses_wait(s: Firing) -> bool:
    return any(type(token) is WoundsLost for token, _ in s.pool)


def remove(s: Firing, table: Table) -> Firing:
    """Models that fall and wounds that are lost (2E-DMG-2, 2E-SEQ-1)."""
    ranks, rest = [*s.ranks], []
    for end in s.pool:
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
    if table.is_live:
        tell_fallen(table, ("2E-DMG-1",), s.attack.target, s.ranks, after)
    return s.but(ranks=after, pool=tuple(rest))
