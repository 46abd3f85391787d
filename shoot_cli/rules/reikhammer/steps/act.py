"""Formations act in turn: nomination, the action and its test, moves, and what overwatch makes of them.

RH-ACT-1 and 2, RH-BRK-2, RH-OW-1 to 6.
"""

from __future__ import annotations

from shoot_cli.core.questions import ATTACKER, DEFENDER, Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, Side, replaced
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import WAR_ENGINE, Weapon
from shoot_cli.rules.reikhammer.records import Battle, Company
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE, DIRECT
from shoot_cli.rules.reikhammer.steps.state import BACK, STATE, WATCH, report_state

RETAIN, PASS = "retain the initiative", "nothing more this turn"
SHOOT, MOVE, REGROUP = "shoot", "move", "regroup"
NOBODY, HOLD_FIRE, TILE = "nobody", "no shooting", "a barrage at a tile"


def of(b: Battle) -> Company:
    """The formation that acts."""
    assert b.unit is not None
    company: Company = b.sides[b.active].companies[b.unit]
    return company


def changed(b: Battle, **what: object) -> Battle:
    """The battle with the acting formation changed."""
    assert b.unit is not None
    return replaced(b, b.active, b.unit, of(b).but(**what))


def described(company: Company) -> str:
    """What a menu says of it."""
    name, n = company.unit.value.name, len(company.ranks)
    words = [f"{name}, {n} unit{'s' * (n != 1)}"] if n else [name]
    words += [f"Shock {company.shock}"] if company.shock else []
    words += ["broken"] if company.broken else []
    return ", ".join([*words, *(mark.name for mark in company.marks)])


def why_not_act(company: Company) -> tuple[Reason, ...]:
    if company.gone:
        return (Reason("destroyed", "RH-DEST-2"),)
    if company.broken:
        return (Reason("it is broken", "RH-BRK-2"),)
    if company.acted:
        return (Reason("it took its action this turn", "RH-ACT-1"),)
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
    at = next(at for at, company in enumerate(side.companies) if company.unit.value.name == name)
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
        text=f"What does {company.unit.value.name} do?",
    )
    need = charts.to_act(
        company.unit.value.rating, company.shock > 0, b.retaining, table.setting("cr_six_passes") == "true"
    )
    roll = table.roll("action test", 1, need, text=f"{company.unit.value.name}, action test: {action_title(name)}")
    b = changed(b, acted=True, marks=company.without(WATCH).marks).but(aboard=True)
    if roll.failed:
        company = of(b)
        b = changed(b, shock=company.shock + 1)
        words = "{unit} fails: it Holds, and has {shock} Shock"
        table.tell(words, ("RH-ACT-1",), unit=company.unit.value.name, shock=company.shock + 1)
        name = charts.HOLD
    action = charts.ACTIONS[name]
    if (action.shoots or name == charts.OVERWATCH) and not action.either:
        for reason in why_not_fire(of(b)):
            table.tell("{unit} will not shoot: {why}", (reason.rule,), unit=company.unit.value.name, why=reason.text)
    if name == charts.OVERWATCH:
        table.tell(
            "{unit} is on overwatch until it fires or acts", ("RH-OW-1", "RH-OW-4"), unit=company.unit.value.name
        )
        return changed(b, marks=of(b).with_mark(Mark(WATCH)).marks).but(action=name, moves=0)
    if not action.either:
        return b.but(action=name, moves=action.moves)
    return one_of(b, name, table)


def one_of(b: Battle, name: str, table: Table) -> Battle:
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


# Moves, and overwatch ------------------------------------------------------------------------------------------------


def moves_left(b: Battle) -> bool:
    return b.moves > 0


def complete_move(b: Battle, table: Table) -> Battle:
    """Each single move of a double or a march may be answered (RH-OW-2)."""
    return b.but(moves=b.moves - 1, answering=True, unloading=False, answered=())


def overwatch_may(b: Battle) -> bool:
    return b.answering and any(not why_not_watch(b, at) for at in range(len(b.sides[1 - b.active].companies)))


def why_not_watch(b: Battle, at: int) -> tuple[Reason, ...]:
    company: Company = b.sides[1 - b.active].companies[at]
    if not company.ranks:
        return (Reason("destroyed", "RH-DEST-2"),)
    if not company.marked(WATCH):
        return (Reason("it is not on overwatch", "RH-OW-1"),)
    if company.broken:
        return (Reason("it is broken", "RH-BRK-2"),)
    if at in b.answered:
        return (Reason("it has answered this", "RH-OW-2"),)
    return why_not_fire(company)


def why_not_fire(company: Company) -> tuple[Reason, ...]:
    """Why it has nothing to shoot with; () if it has."""
    if not any(weapon.values or weapon.bp for _, weapon in armed(company)):
        return (Reason("nothing in it fires outside assaults", "RH-ELIG-2"),)
    if not any(ammo != 0 for ammo, _ in armed(company)):
        return (Reason("it has no ammo left", "RH-ELIG-3"),)
    if company.shock >= soaked_by(company):
        return (Reason(f"Shock {company.shock} suppresses every unit that could", "RH-SUP-2"),)
    return ()


def soaked_by(company: Company) -> int:
    """Shock that is enough to suppress all who could fire, however war engines are counted (RH-SUP-3)."""
    models = [company.unit.value.models[piece.model][0] for piece in company.pieces if piece.left]
    return sum(
        model.integrity if model.type == WAR_ENGINE else 1 for model in models if any(map(shoots, model.weapons))
    )


def shoots(weapon: Weapon) -> bool:
    """Outside assaults."""
    return bool(weapon.values or (weapon.bp and not weapon.assault))


def armed(company: Company) -> list[tuple[int | None, Weapon]]:
    """Ammo and weapon, for every weapon of its units left that shoots."""
    models = company.unit.value.models
    return [
        (piece.ammo, weapon)
        for piece in company.pieces
        if piece.left
        for weapon in models[piece.model][0].weapons
        if shoots(weapon)
    ]


def choose_watcher(b: Battle, table: Table) -> Battle:
    """A formation on overwatch that fires at the one that moved or unloaded (RH-OW-2, RH-OW-3)."""
    companies = b.sides[1 - b.active].companies
    options = [
        Option(c.unit.value.name, described(c), why_not_watch(b, at))
        for at, c in enumerate(companies)
        if c.marked(WATCH)  # a row for each that is not would hide the one that is
    ]
    name = table.choose(
        "overwatch",
        (*options, Option(NOBODY)),
        default=NOBODY,
        owner=DEFENDER,
        rules=("RH-OW-2", "RH-OW-3"),
        text=f"{of(b).unit.value.name} {what_it_did(b)}: who fires on overwatch?",
        spent=NOBODY,
        nth=len(b.answered),
    )
    if name == NOBODY:
        return b.but(answering=False, watcher=None)
    at = next(at for at, company in enumerate(companies) if company.unit.value.name == name)
    return choose_aim(b.but(watcher=at, answered=(*b.answered, at), target=b.unit), companies[at], table)


def what_it_did(b: Battle) -> str:
    """``has moved``, ``has made move 2 of 3`` or ``unloads troops``."""
    if b.unloading:
        return "unloads troops"
    most = charts.ACTIONS[b.action].moves
    return "has moved" if most == 1 else f"has made move {most - b.moves} of {most}"


def watcher_named(b: Battle) -> bool:
    return b.watcher is not None


def choose_aim(b: Battle, company: Company, table: Table) -> Battle:
    """Overwatch fire at the formation, or a barrage at a tile with a unit of it (RH-OW-3)."""
    ways = aims_of(company)
    options = tuple(Option(way) for way in ways)
    said = table.choose(
        "shooting",
        options,
        default=options[0].value,
        owner=DEFENDER,
        rules=("RH-OW-3", "RH-BAR-1"),
        text="What is fired?",
    )
    return b.but(aim=said)


def aims_of(company: Company) -> list[str]:
    weapons = [weapon for ammo, weapon in armed(company) if ammo != 0]
    return [
        way for way, can in ((DIRECT, any(w.values for w in weapons)), (BARRAGE, any(w.bp for w in weapons))) if can
    ]


# Its own shooting ----------------------------------------------------------------------------------------------------


def may_shoot(b: Battle) -> bool:
    """The action allows it, and nothing on the way has stopped the formation (RH-ELIG-4)."""
    if b.unit is None or not b.action:
        return False
    company, action = of(b), charts.ACTIONS[b.action]
    ready = bool(company.ranks) and not company.broken and not why_not_fire(company)
    return ready and action.shoots and b.does in ("", SHOOT)


def choose_target(b: Battle, table: Table) -> Battle:
    """One enemy formation, or a tile for a barrage (RH-TGT-1, RH-BAR-1)."""
    company, enemies = of(b), b.sides[1 - b.active].companies
    ways = aims_of(company)
    no_guns = () if DIRECT in ways else (Reason("nothing but its barrage weapons can fire", "RH-BAR-1"),)
    options = [
        Option(c.unit.value.name, described(c), no_guns if c.ranks else (Reason("destroyed", "RH-DEST-2"),))
        for c in enemies
    ]
    tile = (Option(TILE, "a barrage at a tile: all barrage points, no other weapons"),) if BARRAGE in ways else ()
    blind = TILE if tile and any(c.ranks for c in enemies) else HOLD_FIRE
    usual = next((option.value for option in options if not option.closed), blind)
    name = table.choose(
        "target",
        (*options, *tile, Option(HOLD_FIRE)),
        default=usual,
        rules=("RH-TGT-1", "RH-BAR-1"),
        text=f"What does {company.unit.value.name} shoot at?",
        spent=HOLD_FIRE,
        nth=sum(c.acted for c in b.sides[b.active].companies) - 1,
    )
    if name == HOLD_FIRE:
        return b.but(aim="")
    if name == TILE:
        return b.but(aim=BARRAGE, target=None)
    at = next(at for at, enemy in enumerate(enemies) if enemy.unit.value.name == name)
    return b.but(aim=DIRECT, target=at)


def target_named(b: Battle) -> bool:
    return bool(b.aim)


def end_action(b: Battle, table: Table) -> Battle:
    """Who Marshals or Holds without firing regroups; then it is the other side's turn to act (RH-ACT-2)."""
    company = of(b)
    if b.action and not may_act_on(company):
        words = "{unit} is broken and does nothing more" if company.ranks else "{unit} is gone"
        table.tell(words, ("RH-BRK-2",), unit=company.unit.value.name)
    elif b.action == charts.MARSHAL or b.does == REGROUP:
        b = regroup(b, company, table)
    retained = b.retaining
    after = b.but(unit=None, action="", does="", moves=0, aim="", target=None, retaining=False)
    if 1 - b.active in b.passed or not can_act(b.sides[1 - b.active]):
        return after.but(may_retain=False)
    return after.but(active=1 - b.active, may_retain=not retained)


def may_act_on(company: Company) -> bool:
    return bool(company.ranks) and not company.broken


def regroup(b: Battle, company: Company, table: Table) -> Battle:
    """What regrouping removes stands on none of the pages that could be read: the players say it."""
    if not company.shock:
        return b
    left = table.number(
        "shock left", 0, company.shock, default=company.shock, rules=("RH-ACT-2",),
        text=f"{company.unit.value.name} regroups: how much Shock has it left?",
    )  # fmt: skip
    return changed(b, shock=left)


__all__ = ["BACK", "SHOOT"]
