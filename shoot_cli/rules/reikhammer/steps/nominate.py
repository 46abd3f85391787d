"""Formations act in turn: nomination, the action and its test, moves (RH-ACT-1 and 2, RH-BRK-2)."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.questions import ATTACKER, DEFENDER, Option, Reason
from shoot_cli.core.said import forgetting
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, Side, place_named, replaced
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.records import Battle, BattleUnit
from shoot_cli.rules.reikhammer.steps.formation import why_not_fire
from shoot_cli.rules.reikhammer.steps.states import STATE, WATCH, report_state

RETAIN, PASS = "retain the initiative", "nothing more this turn"
SHOOT, MOVE, REGROUP = "shoot", "move", "regroup"


def of(b: Battle) -> BattleUnit:
    """The formation that acts."""
    assert b.unit is not None
    company: BattleUnit = b.sides[b.active].companies[b.unit]
    return company


def changed(b: Battle, **what: object) -> Battle:
    """The battle with the acting formation changed."""
    assert b.unit is not None
    return replaced(b, b.active, b.unit, of(b).but(**what))


@lru_cache(1024)  # asked of every formation at every prompt, and few of them have changed
def described(company: BattleUnit) -> str:
    """What a menu says of it."""
    name, n = company.unit.value.name, len(company.ranks)
    words = [f"{name}, {n} unit{'s' * (n != 1)}"] if n else [name]
    words += [f"Shock {company.shock}"] if company.shock else []
    words += ["broken"] if company.broken else []
    return ", ".join([*words, *(mark.name for mark in company.marks)])


def why_not_act(company: BattleUnit) -> tuple[Reason, ...]:
    if company.gone:
        return (Reason("destroyed", "RH-DEST-2"),)
    if company.broken:
        return (Reason("broken", "RH-BRK-2"),)
    if company.acted:
        return (Reason("has acted", "RH-ACT-1"),)
    return ()


def can_act(side: Side) -> list[int]:
    return [at for at, company in enumerate(side.companies) if not why_not_act(company)]


def actions_left(b: Battle) -> bool:
    return not b.over and any(can_act(side) for at, side in enumerate(b.sides) if at not in b.passed)


def nominate(b: Battle, table: Table) -> Battle:
    """One formation of the side whose turn it is; the other side may retain the initiative instead (RH-ACT-1)."""
    owner = ATTACKER
    if b.active in b.passed or not can_act(b.sides[b.active]):
        b, owner = b.but(active=1 - b.active, may_retain=False, retaining=False), DEFENDER
    side, other = b.sides[b.active], b.sides[1 - b.active]
    options = [Option(c.unit.value.name, described(c), why_not_act(c)) for c in side.companies]
    keep = () if b.retaining else (Option(RETAIN, f"{other.name} retains the initiative, at -1", why_not_retain(b)),)
    name = table.choose(
        "unit",
        (
            *options,
            *keep,
            Option(STATE, "a formation's state: assault, dangerous terrain, Shock ..."),
            Option(PASS, "nothing more this turn"),
        ),
        default=next(option.value for option in options if not option.closed),
        owner=owner,
        rules=("RH-ACT-1", "RH-TURN-1"),
        text=f"Which formation acts{' next' if b.retaining else ''}?",
        spent=PASS,
        nth=sum(company.acted for company in side.companies),
    )
    if name == PASS:
        return b.but(passed=(*b.passed, b.active), active=1 - b.active, unit=None, may_retain=False, retaining=False)
    if name == RETAIN:
        return b.but(active=1 - b.active, retaining=True, may_retain=False, unit=None)
    if name == STATE:
        return report_state(b, table).but(unit=None)
    at = place_named(side.companies, name)
    return b.but(unit=at, action="", does="", moves=0, aim="", target=None)


def why_not_retain(b: Battle) -> tuple[Reason, ...]:
    other = b.sides[1 - b.active]
    if not b.may_retain:
        return (Reason("only the side that acted last can, and not twice running", "RH-ACT-1"),)
    if 1 - b.active in b.passed or not can_act(other):
        return (Reason(f"{other.name} has no formation left to act", "RH-ACT-1"),)
    return ()


def unit_named(b: Battle) -> bool:
    return b.unit is not None


# The action ----------------------------------------------------------------------------------------------------------


def take_action(b: Battle, table: Table) -> Battle:
    """The action is named, then tested against CR; who fails Holds, with a point of Shock more (RH-ACT-1)."""
    company = of(b)
    name = table.choose(
        "action",
        tuple(
            Option(action.name, f"{action_title(action.name)}: {action.words}")
            for action in charts.ACTIONS.values()
            if action.name != charts.HOLD
        ),
        default=charts.ADVANCE,
        rules=("RH-ACT-1", "RH-ACT-2"),
        text=f"Which action for {company.unit.value.name}?",
    )
    need = charts.to_act(
        company.unit.value.rating, company.shock > 0, b.retaining, table.setting("cr_six_passes") == "true"
    )
    roll = table.roll("action test", 1, need, text=f"{company.unit.value.name}: action test, {action_title(name)}")
    b = changed(b, acted=True, marks=company.without(WATCH).marks).but(aboard=True)
    if roll.failed:
        company = of(b)
        b = changed(b, shock=company.shock + 1)
        words = "{unit}: test failed, it Holds and has {shock} Shock"
        table.tell(words, ("RH-ACT-1",), unit=company.unit.value.name, shock=company.shock + 1)
        name = charts.HOLD
    action = charts.ACTIONS[name]
    if (action.shoots or name == charts.OVERWATCH) and not action.either:
        for reason in why_not_fire(of(b)):
            table.tell("{unit} will not shoot: {why}", (reason.rule,), unit=company.unit.value.name, why=reason.text)
    if name == charts.OVERWATCH:
        table.tell("{unit}: on overwatch until it fires or acts", ("RH-OW-1", "RH-OW-4"), unit=company.unit.value.name)
        return changed(b, marks=of(b).with_mark(Mark(WATCH)).marks).but(action=name, moves=0)
    if not action.either:
        tell_moves(b, action, table)
        return b.but(action=name, moves=action.moves)
    return choose_one_action(b, name, table)


def tell_moves(b: Battle, action: charts.Action, table: Table) -> None:
    """Now it moves: the next question may be about its shooting (RH-ACT-2)."""
    if action.moves:
        how = "move" if action.moves == 1 else f"make {action.moves} moves"
        after = ", then it shoots" if action.shoots and not why_not_fire(of(b)) else ""
        table.tell("{unit} may {how} now{after}", ("RH-ACT-2",), unit=of(b).unit.value.name, how=how, after=after)


def choose_one_action(b: Battle, name: str, table: Table) -> Battle:
    """Marshal and Hold: a move or fire, not both (RH-ACT-2)."""
    cannot = why_not_fire(of(b))
    regroup = "regroup" if name == charts.HOLD else "only regroup"
    does = table.choose(
        "does",
        (Option(SHOOT, closed=cannot), Option(MOVE, "one move"), Option(REGROUP, regroup)),
        default=REGROUP if cannot else SHOOT,
        rules=("RH-ACT-2",),
        text=f"{action_title(name)}: shoot, move or {regroup}?",
    )
    return b.but(action=name, does=does, moves=int(does == MOVE))


def action_title(name: str) -> str:
    return name.replace("_", " ").capitalize()


# Moves --------------------------------------------------------------------------------------------------------------


def moves_left(b: Battle) -> bool:
    return b.moves > 0


def complete_move(b: Battle, table: Table) -> Battle:
    """Each single move of a double or a march may be answered (RH-OW-2)."""
    said = b.said if b.unit is None else forgetting(b.said, (b.active, b.unit))  # it stands somewhere else now
    return b.but(moves=b.moves - 1, answering=True, unloading=False, answered=(), said=said)


def end_action(b: Battle, table: Table) -> Battle:
    """Who Marshals or Holds without firing regroups; then it is the other side's turn to act (RH-ACT-2)."""
    company = of(b)
    if b.action and not may_act_on(company):
        words = "{unit} broken: nothing more this action" if company.ranks else "{unit} destroyed"
        table.tell(words, ("RH-BRK-2",), unit=company.unit.value.name)
    elif b.action == charts.MARSHAL or b.does == REGROUP:
        b = regroup(b, company, table)
    retained = b.retaining
    after = b.but(unit=None, action="", does="", moves=0, aim="", target=None, retaining=False)
    if 1 - b.active in b.passed or not can_act(b.sides[1 - b.active]):
        return after.but(may_retain=False)
    return after.but(active=1 - b.active, may_retain=not retained)


def may_act_on(company: BattleUnit) -> bool:
    return bool(company.ranks) and not company.broken


def regroup(b: Battle, company: BattleUnit, table: Table) -> Battle:
    """What regrouping removes stands on none of the pages that could be read: the players say it."""
    if not company.shock:
        return b
    left = table.number(
        "shock left", 0, company.shock, default=company.shock, rules=("RH-ACT-2",),
        text=f"{company.unit.value.name} regroups: how much Shock has it left?",
    )  # fmt: skip
    return changed(b, shock=left)
