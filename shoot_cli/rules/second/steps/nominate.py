"""Nominating a unit and naming its target: 2E-SEQ-1, 2E-ELIG, 2E-TGT, and who fires on overwatch (2E-OW-2)."""

from __future__ import annotations

from shoot_cli.core.questions import Choose, Option, Reason, Several
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, alive, replaced
from shoot_cli.rules.second.profiles import SMALLER, Unit
from shoot_cli.rules.second.records import Apart, Battle, Company
from shoot_cli.rules.second.steps.states import (
    BROKEN,
    CANNOT_BE_SHOT,
    CANNOT_SHOOT,
    ENGAGED,
    OVERWATCH,
    REPORTED,
    THIS_TURN,
    enemies,
    label,
    left_of,
    shooters,
)
from shoot_cli.rules.second.targeting import Seen, group_of, legal_targets

END_PHASE, STATE, HOLD, BACK, NOBODY = "end the phase", "a unit's state", "hold fire", "back", "nobody"
APART = "a heavy or special weapon at another target"


# Who may shoot -------------------------------------------------------------------------------------------------------


def why_not_nominated(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why this unit of the side that shoots cannot be named now; () if it can (2E-ELIG-1)."""
    company: Company = shooters(b).companies[at]
    if not company.ranks:
        return (Reason("destroyed", "2E-DMG-1"),)
    if at in b.done:
        return (Reason("it has fired this phase", "2E-SEQ-1"),)
    for mark, reason in CANNOT_SHOOT.items():
        if company.marked(mark) and not (b.watching and mark == OVERWATCH):
            return (reason,)
    if b.watching and not company.marked(OVERWATCH):
        return (Reason("not on overwatch", "2E-OW-2"),)
    return why_nobody_can_fire(company)


def why_nobody_can_fire(company: Company) -> tuple[Reason, ...]:
    """Why those who are left have nothing to shoot with; () if somebody has (2E-ELIG-1)."""
    unit = company.unit.value
    silent = 0
    for kind, n in left_of(company).items():
        model = unit.models[kind][0]
        for weapon in model.weapons:
            if not model.ballistic_skill and not weapon.template:
                continue
            out = sum(s.n for s in company.silent if (s.model, s.name) == (kind, weapon.name) and s.turns > 0)
            out += company.spent.count((kind, weapon.name))
            if out < n:
                return ()
            silent += 1
    if silent:
        return (Reason("its weapons are jammed, recharging or spent", "2E-ELIG-1"),)
    return (Reason("nobody left in it has a ranged weapon", "2E-ELIG-1"),)


def watch_goes_on(b: Battle) -> bool:
    """Units of the other side may fire on overwatch while this one moves (2E-OW-2)."""
    if b.watch_over or b.over:
        return False
    b = b.but(watching=True)
    return any(not why_not_nominated(b, at) for at in alive(shooters(b)))


def choose_watcher(b: Battle, table: Table) -> Battle:
    """Before, during or after a move, units on overwatch fire at who moves (2E-OW-2, 2E-OW-5)."""
    b = b.but(watching=True)
    side = shooters(b)
    if b.apart is not None and b.apart.shot and not why_not_nominated(b, b.apart.unit):
        return b.but(unit=b.apart.unit, target=None)  # the rest of a unit one of whose weapons has fired
    b = b.but(apart=None)
    options = [
        Option(company.unit.value.name, label(company), why_not_nominated(b, at))
        for at, company in enumerate(side.companies)
        if company.marked(OVERWATCH) and company.ranks
    ]
    name = table.choose(
        "overwatch fire",
        (Option(NOBODY, "nobody, or nobody else"), *options, Option(STATE, "say that a unit is engaged, hidden ...")),
        default=NOBODY,
        owner="defender",
        rules=("2E-OW-2",),
        text="Who fires on overwatch while they move?",
    )
    if name == STATE:
        return report_state(b.but(watching=False), table)
    if name == NOBODY:
        return b.but(watching=False, watch_over=True, unit=None, target=None)
    return b.but(unit=place_of(side.companies, name), target=None)


def place_of(companies: tuple[Company, ...], name: str) -> int:
    return next(i for i, company in enumerate(companies) if company.unit.value.name == name)


def phase_goes_on(b: Battle) -> bool:
    return not b.ended_phase and not b.over and any(not why_not_nominated(b, at) for at in alive(b.sides[b.active]))


def nominate(b: Battle, table: Table) -> Battle:
    """Any order, nobody must; one unit is finished before the next (2E-SEQ-1)."""
    b = b.but(watching=False)
    if b.apart is not None and not why_not_nominated(b, b.apart.unit):
        return b.but(unit=b.apart.unit, target=None)  # the rest of a unit one of whose weapons has fired
    b = b.but(apart=None)
    side = b.sides[b.active]
    options = [
        Option(company.unit.value.name, label(company), why_not_nominated(b, at))
        for at, company in enumerate(side.companies)
    ]
    first = next(option.value for option in options if not option.closed)
    name = table.choose(
        "unit",
        (
            *options,
            Option(STATE, "say that a unit is engaged, hidden, has run, moved ..."),
            Option(END_PHASE, "nobody else shoots"),
        ),
        default=first,
        rules=("2E-SEQ-1", "2E-ELIG-1"),
        text="Which unit shoots?",
        spent=END_PHASE,
        nth=len(b.done),
    )
    if name == END_PHASE:
        return b.but(ended_phase=True, unit=None, target=None)
    if name == STATE:
        return report_state(b, table)
    return b.but(unit=place_of(side.companies, name), target=None)


def unit_named(b: Battle) -> bool:
    return b.unit is not None


def target_chosen(b: Battle) -> bool:
    return b.target is not None


# At whom -------------------------------------------------------------------------------------------------------------


def choose_target(b: Battle, table: Table) -> Battle:
    """The target is named before anything is measured (2E-SEQ-1); who is nearer decides whether it is legal."""
    assert b.unit is not None
    shooter: Company = shooters(b).companies[b.unit]
    unit = shooter.unit.value
    options = [
        Option(enemy.unit.value.name, label(enemy), why_not_shot(enemy) or why_not_by_the_rest(b, enemy, table))
        for enemy in enemies(b).companies
    ]
    open_ones = [option.value for option in options if not option.closed]
    groups = {group_of(e.unit.value.category) for e in enemies(b).companies if not why_not_shot(e)}
    several = sum(left_of(shooter).values()) > 1 and len(groups) > 1  # it takes the other group: there must be one
    special = b.apart is None and bool(heavy_weapons(unit)) and several
    name = table.choose(
        "target",
        (*options, *((Option(APART),) if special and len(open_ones) > 1 else ()), Option(HOLD, "do not shoot")),
        default=open_ones[0] if open_ones else HOLD,
        rules=("2E-TGT-1", "2E-TGT-2", "2E-TGT-3"),
        text=f"What does {unit.name} shoot at?",
        spent=HOLD,
        nth=len(b.done) + (b.apart is not None),
    )
    if name == HOLD:
        table.tell("{unit} holds fire", ("2E-SEQ-1",), unit=unit.name)
        if b.watching and b.apart is None:
            return b.but(unit=None, target=None)  # it waits for a better target (2E-OW-2)
        return b.but(unit=None, target=None, apart=None, done=tuple(sorted({*b.done, b.unit})))
    if name == APART:
        return fire_apart(b, shooter, options, table)
    return legal(b, place_of(enemies(b).companies, name), "squad" if not unit.has("Hero") else "hero", table)


def why_not_shot(enemy: Company) -> tuple[Reason, ...]:
    if not enemy.ranks:
        return (Reason("destroyed", "2E-DMG-1"),)
    return next(((reason,) for mark, reason in CANNOT_BE_SHOT.items() if enemy.marked(mark)), ())


def why_not_by_the_rest(b: Battle, enemy: Company, table: Table) -> tuple[Reason, ...]:
    """A weapon that shot apart took the other group, so the rest of its squad leave that one alone (2E-TGT-3)."""
    if b.apart is None or not b.apart.shot:
        return ()
    taken = enemies(b).companies[b.apart.target].unit.value.category
    own = enemy.unit.value.category
    whole = table.setting("heavy_special_target") == "other_group"
    if (group_of(taken) == group_of(own)) if whole else (taken == own):
        return (Reason(f"its {b.apart.weapon} shot at that group", "2E-TGT-3"),)
    return ()


def heavy_weapons(unit: Unit) -> list[str]:
    """Names of weapons that may take the other group (2E-TGT-3)."""
    return [
        name
        for name in dict.fromkeys(weapon.name for weapon in unit.weapons())
        if any(weapon.name == name and (weapon.has("Heavy") or weapon.has("Special")) for weapon in unit.weapons())
    ]


def fire_apart(b: Battle, shooter: Company, options: list[Option], table: Table) -> Battle:
    """One heavy or special weapon shoots at another target before the rest of its squad (2E-TGT-3)."""
    assert b.unit is not None
    names = heavy_weapons(shooter.unit.value)
    weapon = table.choose(
        "apart", tuple(map(Option, names)), default=names[0], rules=("2E-TGT-3",), text="Which weapon shoots apart?"
    )
    open_ones = [option.value for option in options if not option.closed]
    name = table.choose(
        "apart target", tuple(options), default=open_ones[0], rules=("2E-TGT-3",),
        text=f"What does the {weapon} shoot at?",
    )  # fmt: skip
    at = place_of(enemies(b).companies, name)
    return legal(b.but(apart=Apart(b.unit, weapon, at)), at, "heavy or special", table)


def legal(b: Battle, at: int, kind: str, table: Table) -> Battle:
    """The players say who is nearer; the rules say whether the target may be picked (2E-TGT-1, 2E-TGT-2)."""
    companies: tuple[Company, ...] = enemies(b).companies
    target = companies[at]
    closest = protected(target) and table.setting("character_targeting") == "closest_only"
    rivals = [
        company
        for i, company in enumerate(companies)
        if i != at and not why_not_shot(company) and can_forbid(company, target, kind, closest)
    ]
    seen = [*as_seen(rivals, target, kind, closest, table)] if rivals else []
    why = legal_targets(
        tuple(seen),
        shooter=kind,
        character_targeting=table.setting("character_targeting"),
        heavy_special_target=table.setting("heavy_special_target"),
    )[-1:]
    if not why or not why[0]:
        return b.but(target=at)
    table.tell("{name} may not be shot at: {why}", tuple(r.rule for r in why[0]), name=target.unit.value.name,
               why="; ".join(reason.text for reason in why[0]))  # fmt: skip
    apart = b.apart if b.apart is not None and b.apart.shot else None
    return b.but(unit=None, target=None, apart=apart)


def as_seen(rivals: list[Company], target: Company, kind: str, closest: bool, table: Table) -> list[Seen]:
    """Who is nearer, in cover and underfoot, as far as it matters; the target is the last of them."""
    name, names = target.unit.value.name, tuple(company.unit.value.name for company in rivals)
    nearer = table.several(
        Several("nearer", names, (), rules=("2E-TGT-2",), text=f"Who is nearer than {name}, in arc and sight?")
    )
    small = [
        i
        for i, company in enumerate(rivals)
        if company.unit.value.category == SMALLER and kind == "squad" and not ignored(company)
        and (i in nearer or target.unit.value.category != SMALLER)
    ]  # fmt: skip
    close: list[int] = []
    if small:
        who = tuple(names[i] for i in small)
        said = table.several(Several("within_6", who, (), rules=("2E-TGT-2",), text='Which of them within 6"?'))
        close = [small[place] for place in said]
    hiding: list[int] = []
    own_cover = False
    ask = [] if closest else [i for i in nearer if rivals[i].unit.value.category != SMALLER and not ignored(rivals[i])]
    if ask and not close:
        who = tuple(names[i] for i in ask)
        said = table.several(Several("nearer_in_cover", who, (), rules=("2E-TGT-2",), text="Which of them in cover?"))
        hiding = [ask[place] for place in said]
        if len(hiding) == len(ask):  # else one of them is in the way whatever the target does
            text = f"Is {name} in cover?"
            own_cover = (
                table.ask(
                    Choose("target_in_cover", (Option("no"), Option("yes")), "no", rules=("2E-TGT-2",), text=text)
                )
                == "yes"
            )
    seen = [
        seen_of(company, 5.0 if i in close else 7.0, i in hiding)
        for i, company in enumerate(rivals)
        if i in nearer or i in close
    ]
    underfoot = False
    if target.unit.value.category == SMALLER and seen and not close:  # then nothing nearer protects it
        options = (Option("no"), Option("yes"))
        text = f'Is {name} within 6"?'
        said_so = table.ask(Choose("target_within_6", options, "no", rules=("2E-TGT-2",), text=text))
        underfoot = said_so == "yes"
    return [*seen, seen_of(target, 5.5 if underfoot else 20.0, own_cover)]


def protected(company: Company) -> bool:
    """A character on his own (2E-TGT-4); one who leads a squad stands in it like any other model."""
    return all(model.character for model, _ in company.unit.value.models)


def ignored(company: Company) -> bool:
    return company.marked(ENGAGED) or company.marked(BROKEN)


def can_forbid(company: Company, target: Company, kind: str, closest: bool) -> bool:
    """Units whose being nearer could matter for this target. ``closest``: any that is nearer protects it."""
    if closest:
        return True  # any nearer enemy protects a character (2E-TGT-4)
    if kind == "hero" or ignored(company):
        return False
    own, other = target.unit.value.category, company.unit.value.category
    if other == SMALLER:
        return kind == "squad"  # beyond six inches it is ignored; underfoot it binds squads
    return group_of(own) == group_of(other)


def seen_of(company: Company, distance: float, in_cover: bool) -> Seen:
    unit = company.unit.value
    return Seen(
        unit.name, distance, unit.category, in_cover=in_cover, engaged=company.marked(ENGAGED),
        broken=company.marked(BROKEN), character=protected(company), judged=False,
    )  # fmt: skip


# What the players report ---------------------------------------------------------------------------------------------


def report_state(b: Battle, table: Table) -> Battle:
    """What the app cannot see: units engaged, hidden, off the table, that ran or moved (2E-ELIG-1)."""
    named = [{company.unit.value.name for company in side.companies if company.ranks} for side in b.sides]
    places = {}
    for s, side in enumerate(b.sides):
        for i in alive(side):
            name = side.companies[i].unit.value.name
            places[f"{name} ({side.name})" if name in named[0] & named[1] else name] = (s, i)
    options = tuple(
        Option(name, f"{b.sides[s].name}: {label(b.sides[s].companies[i])}") for name, (s, i) in places.items()
    )
    name = table.choose("state of", (*options, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text="Whose state?")
    if name == BACK:
        return b.but(unit=None)
    s, i = places[name]
    company: Company = b.sides[s].companies[i]
    states = tuple(
        Option(mark, f"no longer {mark}" if company.marked(mark) else words) for mark, words in REPORTED.items()
    )
    mark = table.choose("state", (*states, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text=f"What is {name}?")
    if mark == BACK:
        return b.but(unit=None)
    if company.marked(mark):
        changed = company.without(mark)
        table.tell("{unit} is no longer {mark}", ("2E-ELIG-1",), unit=name, mark=mark)
    else:
        changed = company.with_mark(Mark(mark, (b.turn, b.active) if mark in THIS_TURN else None))
        table.tell("{unit}: {mark}", ("2E-ELIG-1",), unit=name, mark=mark)
    return replaced(b, s, i, changed).but(unit=None)
