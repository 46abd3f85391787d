"""Turns: the strategy roll, the end phase with its rally tests (RH-TURN-1, RH-RALLY-1)."""

from __future__ import annotations

from shoot_cli.core.questions import ATTACKER, DEFENDER, Option
from shoot_cli.core.table import Table
from shoot_cli.core.turns import following_turn, replaced, two_sides
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import Army
from shoot_cli.rules.reikhammer.records import Battle, BattleUnit
from shoot_cli.rules.reikhammer.steps.formation import company_of


def new_battle(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(two_sides(mine, theirs, company_of), (mine.strategy, theirs.strategy), turns)


def strategy_open(b: Battle) -> bool:
    return not b.begun


def roll_for_strategy(b: Battle, table: Table) -> Battle:
    """Both roll, the higher one chooses; a tie goes to who did not win last turn (RH-TURN-1)."""
    names = [side.name for side in b.sides]
    if (sure := sure_of_strategy(b)) is not None:
        words = "Strategy roll: {side} chooses, {n} ahead whatever the dice show"
        table.tell(words, ("RH-TURN-1",), side=names[sure], n=b.ratings[sure] - b.ratings[1 - sure])
        return who_goes_first(b, sure, table)
    totals, sums = [], []
    for side, owner in ((0, ATTACKER), (1, DEFENDER)):
        text = f"{names[side]}: strategy roll (its rating of {b.ratings[side]} is added)"
        die = table.total(f"strategy:{side + 1}", 1, owner=owner, rules=("RH-TURN-1",), text=text)
        totals.append(die + b.ratings[side])
        sums.append(f"{die} + {b.ratings[side]} = {totals[-1]}")
    if totals[0] == totals[1] and b.won is None:
        table.tell("both have {n}: again", ("RH-TURN-1",), n=totals[0])
        return b
    won = int(totals[1] > totals[0]) if totals[0] != totals[1] or b.won is None else 1 - b.won
    words = "Strategy roll: {side} chooses, {a} against {b}"
    if totals[0] == totals[1]:
        words = "Strategy roll: {a} and {b}, {side} chooses, having lost the last"
    table.tell(words, ("RH-TURN-1",), side=names[won], a=sums[won], b=sums[1 - won])
    return who_goes_first(b, won, table)


def sure_of_strategy(b: Battle) -> int | None:
    """The side that wins whatever the dice show; at worst by a tie, having lost the last roll. None: there is none."""
    for side, other in ((0, 1), (1, 0)):
        if b.ratings[side] - b.ratings[other] + int(b.won == other) > charts.FACES - 1:
            return side
    return None


def who_goes_first(b: Battle, won: int, table: Table) -> Battle:
    """The winner says."""
    names = [side.name for side in b.sides]
    first = table.choose(
        "goes first",
        tuple(map(Option, names)),
        default=names[won],
        owner=DEFENDER if won else ATTACKER,
        rules=("RH-TURN-1",),
        text=f"Who goes first in turn {b.turn}?",
    )
    place = names.index(first)
    table.tell("Turn {turn}: {side} first", ("RH-TURN-1",), turn=b.turn, side=first)
    return b.but(won=won, first=place, active=place, begun=True)


# The end phase -------------------------------------------------------------------------------------------------------


def begin_end_phase(b: Battle, table: Table) -> Battle:
    """Every formation with Shock tests (RH-RALLY-1)."""
    waiting = [
        (side, at)
        for side in (b.first, 1 - b.first)
        for at, company in enumerate(b.sides[side].companies)
        if company.ranks and company.shock
    ]
    return next_rally(b, waiting)


def next_rally(b: Battle, waiting: list[tuple[int, int]]) -> Battle:
    """Whose test it is must be known before its first question."""
    return b.but(rallying=tuple(waiting), active=waiting[0][0] if waiting else b.active)


def rally_left(b: Battle) -> bool:
    return bool(b.rallying)


def rally(b: Battle, table: Table) -> Battle:
    """A success takes half the Shock off, rounded up; who was broken keeps half the number of its units."""
    (side, at), *rest = b.rallying
    b = next_rally(b, rest)
    company: BattleUnit = b.sides[side].companies[at]
    name = company.unit.value.name
    six_passes = table.setting("cr_six_passes") == "true"
    need, worse = (charts.to_rally(company.unit.value.rating, company.broken, n, six_passes) for n in (False, True))
    if need.target != worse.target:
        near = table.choose(
            f"near:{name}",
            (Option("no"), Option("yes")),
            default="no",
            rules=("RH-RALLY-1",),
            text=f"{name}: is an enemy within 8 tiles?",
        )
        need = worse if near == "yes" else need
    roll = table.roll("rally", 1, need, text=f"{name}: rally test")
    if not roll.passed:
        table.tell("{unit} not rallied: {shock} Shock", ("RH-RALLY-1",), unit=name, shock=company.shock)
        return b
    left = len(company.ranks) // 2 if company.broken else company.shock // 2
    words = "{unit} rallied, no longer broken: {left} Shock" if company.broken else "{unit} rallied: {left} Shock"
    table.tell(words, ("RH-RALLY-1",), unit=name, left=left)
    return replaced(b, side, at, company.but(shock=left, broken=False))


def end_turn(b: Battle, table: Table) -> Battle:
    """All may act again; overwatch lasts (RH-OW-4)."""
    sides = tuple(side.but(companies=tuple(c.but(acted=False) for c in side.companies)) for side in b.sides)
    # the next turn begins with the first side again: its strategy roll is the first question
    b = b.but(sides=sides, passed=(), begun=False, retaining=False, may_retain=False, first=0, active=1)
    return following_turn(b, "RH-DEST-2", "RH-TURN-1", table)
