"""What stratagems cost and who may have them: command points of both players, as a battle counts them (CP-1 to 3).

A battle that does not count them (`points` is None) shows costs and closes nothing for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shoot_cli.battle import command_points
from shoot_cli.battle.command_points import BothHave, Change, CommandPoints, PointsSaid, cost_words
from shoot_cli.battle.turns import Place
from shoot_cli.engine.questions import CHEAPER, Option
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.profiles import Army
from shoot_cli.rules.datasheets.records import Attack, Battle
from shoot_cli.rules.datasheets.steps import states

CHEAPER_BY = "if a rule makes it cheaper"
COST = 1  # of every stratagem that all armies have
SETTING = "command_points_gain"


def counted_from(mine: Army, theirs: Army) -> CommandPoints | None:
    """Return the points at the start of a battle; None if no list says that they are counted."""
    return command_points.counted_from(army.block.command_points if army.block else None for army in (mine, theirs))


def gain(battle: Battle, table: Table) -> Battle:
    """Both sides gain points as a player turn begins, the first too (CP-1)."""
    if battle.points is None:
        return battle
    gained = int(table.setting(SETTING))
    points = command_points.turn_begun(battle.points, gained)
    if gained:
        both = BothHave(tuple(side.name for side in battle.sides), points.left)
        words = command_points.both_words(points.left)
        table.tell("command points {words}", battle.game.rules("CP-1"), fact=both, words=words)
    return battle.but(points=points)


def after_said(battle: Battle, typed: PointsSaid) -> tuple[Battle, Change]:
    """Return the battle after what players typed of points, and what came of it. :raises BadAnswer: it is impossible"""
    names = [side.name for side in battle.sides]
    change = command_points.after_said(battle.points, typed, battle.active, battle.turn, names)
    return battle.but(points=change.points), change


# What costs


def why_closed(battle: Battle, side: int, cost: int) -> tuple[Reason, ...]:
    """Return why this side cannot pay so much; () if it can, or if points are not counted (CP-2)."""
    if battle.points is None:
        return ()
    why = command_points.why_short(battle.points.left[side], cost, side == battle.active)
    return (battle.game.reason(why, "CP-2"),) if why else ()


def spend(battle: Battle, side: int, name: str, cost: int, table: Table) -> Battle:
    """Return the battle after this side used something, and tell it (CP-2)."""
    if battle.points is None:
        return battle
    payment = command_points.spent_by(battle.points, side, name, cost, battle.sides[side].name)
    table.tell("{words}", battle.game.rules("CP-2"), fact=payment.spent, words=payment.text)
    return battle.but(points=payment.points)


def priced_rows(battle: Battle, side: int, option: Option, cost: int = COST) -> tuple[Option, ...]:
    """Return the row of something that costs points: closed if they are too few, and a second one for one less.

    The second row is found by its name with a 0 behind it. Its value has that, too (see `paid_for`). It is there only
    if points are counted, and if nothing else closes the row.
    """
    if battle.points is None or option.closed:
        return (option,)
    of_left = f" of {battle.points.left[side]}"
    price, less = f"({cost_words(cost)})", f"({cost_words(cost - 1)}, {CHEAPER_BY})"
    label = option.label.replace(price, f"({cost_words(cost)}{of_left})")
    cheaper = Option(
        option.value + CHEAPER, option.label.replace(price, less), why_closed(battle, side, cost - 1), True, True
    )
    return option.but(label=label, closed=why_closed(battle, side, cost)), cheaper


def one_is_open(options: Iterable[Option]) -> bool:
    """Return True if one of these rows can be taken for its usual price, so that it is worth a question.

    Rows for one point less are not: who has something for less, and no point, types how many there are (EVE-52, 56).
    """
    return any(not option.closed and not option.less for option in options)


def cheaper_last(options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the rows with those for a lower price behind all others."""
    return tuple(sorted(options, key=lambda option: option.less))


def paid_for(value: str, options: Sequence[Option], cost: int = COST) -> tuple[str, int]:
    """Return the value without the 0 of a cheaper row, and what it costs."""
    if any(option.value == value and option.less for option in options):
        return value.removesuffix(CHEAPER), cost - 1
    return value, cost


# An attack that costs points: it is paid when dice are thrown


def owed(battle: Battle, cost: int) -> Battle:
    """Return the battle in which the attack that is declared now costs so much, once it shoots."""
    return battle if battle.points is None else battle.but(points=battle.points.but(due=cost))


def is_owed(state: Attack) -> bool:
    points = state.battle.value.points
    return points is not None and points.due > 0 and bool(state.orders)


def pay(state: Attack, table: Table) -> Attack:
    """Pay for an attack by a stratagem: all is declared, and no die was thrown yet."""
    battle = state.battle.value
    assert battle.points is not None
    paid = spend(owed(battle, 0), state.side, name_of(state), battle.points.due, table)
    return state.but(battle=Hashed(paid))


def name_of(state: Attack) -> str:
    """Return the name of the stratagem by which the unit shoots."""
    thrown = state.game.thrown_stratagem
    return thrown.source.removesuffix(" stratagem") if state.doing == thrown.name else command_points.OVERWATCH


# Who may have a stratagem


def noted_on(battle: Battle, place: Place, name: str) -> Battle:
    """Return the battle that remembers, for the phase, which stratagem this unit had."""
    return battle.but(stratagems=(*battle.stratagems, f"{name}: {entry_of(battle, place)}"))


def entry_of(battle: Battle, place: Place) -> str:
    return f"on {place[0]} {battle.unit_at(place).unit.value.name}"


def why_not_on(battle: Battle, place: Place, table: Table) -> tuple[Reason, ...]:
    """Return why a stratagem of its own side cannot be used on this unit now; () if it can (CP-3)."""
    return why_limited(battle, place, battle.game.one_stratagem(table))


def why_limited(battle: Battle, place: Place, one_only: bool) -> tuple[Reason, ...]:
    """Return why this unit may have no stratagem; () if it may. ``one_only``: a unit may have one in a phase."""
    unit = battle.unit_at(place)
    if unit.marked(states.SHOCKED):
        return (battle.game.reason(f"it is {states.SHOCKED}", "CP-3"),)
    if one_only:
        end = f": {entry_of(battle, place)}"
        had = next((note.removesuffix(end) for note in battle.stratagems if note.endswith(end)), "")
        if had:
            return (battle.game.reason(f"{unit.unit.value.name} had {had} this phase", "CP-3"),)
    return ()


def why_not_counted_on(battle: Battle, place: Place, table: Table) -> tuple[Reason, ...]:
    """Return why the unit may not have a stratagem of all armies; () if it may, or if points are not counted."""
    return () if battle.points is None else why_not_on(battle, place, table)
