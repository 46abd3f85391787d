"""What stands around an attack: overwatch, jams, damage to vehicles, break tests, turns (2E-OW, 2E-SF-3, 2E-BRK)."""

from __future__ import annotations

from shoot_cli.core.piles import Rank, models, wounds
from shoot_cli.core.questions import ATTACKER, DEFENDER, Option, Reason, Several
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.core.turns import (
    Mark,
    alive,
    ask_first,
    following_turn,
    merged,
    replaced,
    two_sides,
    without_ended,
)
from shoot_cli.rules.second import outcomes
from shoot_cli.rules.second.profiles import Army
from shoot_cli.rules.second.records import Attack, Battle, Company, Damage, Firer, Silence
from shoot_cli.rules.second.steps import nominate as nom
from shoot_cli.rules.second.steps.aftermath import astray_on
from shoot_cli.rules.second.steps.datafax import locations_of
from shoot_cli.rules.second.steps.measure import standing, weapons_at_once
from shoot_cli.rules.second.steps.states import (
    BROKEN,
    ENGAGED,
    FOREVER,
    MOVED,
    OVERWATCH,
    SHAKEN,
    drawn_up,
    enemies,
    left_of,
    shooters,
    shooting_side,
)

OUTCOMES = (
    ("nothing", "nothing that matters here"),
    ("immobile", "it cannot move"),
    ("weapon", "a weapon is destroyed"),
    ("crew", "a crew member is lost"),
    ("destroyed", "it is destroyed"),
)


def battle_of(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(two_sides(mine, theirs, drawn_up), turns)


def first_turn(b: Battle, table: Table) -> Battle:
    return ask_first(b, "2E-SEQ-1", table)


def battle_goes_on(b: Battle) -> bool:
    return not b.over


def begin_turn(b: Battle, table: Table) -> Battle:
    """Losses are counted from here (2E-BRK-1); unused overwatch ends, and is declared anew (2E-OW-1, 2E-OW-5)."""
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            own = company.but(start=models(company.ranks), tested=False, feared=False)
            b = replaced(b, s, i, own.without(OVERWATCH) if s == b.active else own)
    b = b.but(done=(), unit=None, target=None, ended_phase=False, watch_over=False, watching=False, apart=None)
    side = b.sides[b.active]
    table.tell("Turn {turn}: {side}", ("2E-SEQ-1",), turn=b.turn, side=side.name)
    able = [i for i in alive(side) if not nom.why_not_nominated(b, i)]
    if not able:
        return b
    taken = table.several(
        Several(
            "overwatch", tuple(side.companies[i].unit.value.name for i in able), (), rules=("2E-OW-1",),
            text="Which units go on overwatch: they neither move nor shoot this turn?",
        )
    )  # fmt: skip
    for place in taken:
        company = b.sides[b.active].companies[able[place]]
        table.tell("{unit} goes on overwatch", ("2E-OW-1",), unit=company.unit.value.name)
        b = replaced(b, b.active, able[place], company.with_mark(Mark(OVERWATCH)))
    return b


def begin_phase(b: Battle, table: Table) -> Battle:
    b = b.but(done=(), unit=None, target=None, watching=False, apart=None)
    idle: dict[Reason, list[str]] = {}
    for at, company in enumerate(b.sides[b.active].companies):
        if company.ranks and (why := nom.why_not_nominated(b, at)):
            idle.setdefault(why[0], []).append(company.unit.value.name)
    for reason, names in idle.items():
        table.tell("{names} cannot shoot: {why}", (reason.rule,), why=reason.text, names=", ".join(names))
    return b


# An attack in a battle -----------------------------------------------------------------------------------------------


def begin_attack(b: Battle, table: Table) -> Attack:
    """Both units as they stand now."""
    assert b.unit is not None
    assert b.target is not None
    shooter, target = shooters(b).companies[b.unit], enemies(b).companies[b.target]
    enemy = target.unit.value
    ranks = tuple(rank.but(kind=standing(enemy, rank.kind, rank.kind)) for rank in target.ranks)
    return Attack(
        shooter.unit, target.unit, (shooters(b).name, enemies(b).name), firers_of(b, shooter), ranks,
        (models(ranks), wounds(ranks)),
        overwatch=b.watching, moved=shooter.marked(MOVED), engaged=target.marked(ENGAGED), spent=shooter.spent,
        battle=Card(b),
    )  # fmt: skip


def firers_of(b: Battle, company: Company) -> tuple[Firer, ...]:
    """Those who are left, apart where some have weapons that are silent and others have not."""
    unit = company.unit.value
    firers: list[Firer] = []
    left = left_of(company)
    gone = dict(b.apart.fired) if b.apart is not None else {}
    only = b.apart.weapon if b.apart is not None and not b.apart.shot else None
    for rank in company.ranks:
        model = unit.models[rank.kind][0]
        for _ in range(rank.n):
            place = left[rank.kind] = left[rank.kind] - 1  # those whose weapons all work come first
            silent = tuple(
                sorted(
                    {
                        weapon.name
                        for weapon in model.weapons
                        if place < out_of_action(company, rank.kind, weapon.name)
                        or (only is not None and weapon.name != only)
                    }
                )
            )
            if gone.get(rank.kind, 0) > 0:
                gone[rank.kind] -= 1
                continue
            fresh = Firer(rank.kind, 0, rank.left, weapons_at_once(unit, model), silent=silent)
            if firers and firers[-1].but(n=0) == fresh:
                firers[-1] = firers[-1].but(n=firers[-1].n + 1)
            else:
                firers.append(fresh.but(n=1))
    return tuple(firers)


def out_of_action(company: Company, kind: int, name: str) -> int:
    """How many weapons of this name and kind of bearer are jammed, recharging, destroyed or spent."""
    silent = sum(s.n for s in company.silent if (s.model, s.name) == (kind, name) and s.turns > 0)
    return silent + company.spent.count((kind, name))


def end_attack(s: Attack, table: Table) -> Battle:
    """Losses and marks of both units, and the table is free for the next one (2E-SEQ-1)."""
    assert s.battle is not None
    b: Battle = s.battle.value
    assert b.unit is not None
    assert b.target is not None
    side = shooting_side(b)
    shooter, target = b.sides[side].companies[b.unit], b.sides[1 - side].companies[b.target]
    after = target_after(s, target, table)
    if s.fired or not after.ranks:
        tell_losses(target, after, table)
    if after.ranks and s.fired and after.marked(OVERWATCH) and not s.nowhere:
        after = keeps_overwatch(after, table)
    unit, aimed_at = b.unit, b.target
    b = replaced(b, 1 - side, aimed_at, after)
    b = replaced(b, side, unit, shooter_after(b, s, shooter))
    harms = (*s.harms, *astray_on(s, b, table))
    b = b.but(harms=harms, shooter=s.shooter if harms else None, unit=None, target=None)
    if b.apart is not None and not b.apart.shot:
        return b.but(apart=b.apart.but(shot=True, fired=fired_apart(s)))
    if b.apart is not None or s.fired or not b.watching:
        b = b.but(done=tuple(sorted({*b.done, unit})))
    return b.but(apart=None)


def end_harm(s: Attack, table: Table) -> Battle:
    """What hits that nobody aimed left of a unit (2E-TGT-5, 2E-HTH-1)."""
    assert s.battle is not None
    assert s.harm is not None
    b: Battle = s.battle.value
    side, at = s.harm.side, s.harm.unit
    target: Company = b.sides[side].companies[at]
    b = b.but(harms=b.harms[1:], shooter=b.shooter if len(b.harms) > 1 else None)
    if not target.ranks:
        return b
    after = target_after(s, target, table)
    tell_losses(target, after, table)
    if after.ranks and after.marked(OVERWATCH) and side != shooting_side(b) and not s.harm.fight:
        after = keeps_overwatch(after, table)
    return replaced(b, side, at, after)


def tell_losses(before: Company, after: Company, table: Table) -> None:
    lost, left = models(before.ranks) - models(after.ranks), models(after.ranks)
    name = before.unit.value.name
    if not left:
        table.tell("{unit} is destroyed", ("2E-DMG-1",), unit=name)
    else:
        words = "{unit}: {lost} slain, {left} left" if lost else "{unit}: nobody slain, {left} left"
        table.tell(words, ("2E-SEQ-1",), unit=name, lost=lost, left=left)


def fired_apart(s: Attack) -> tuple[tuple[int, int], ...]:
    """How many models of each kind have shot."""
    found: dict[int, int] = {}
    for firer in s.firers:
        if firer.used and firer.weapons == 0:
            found[firer.model] = found.get(firer.model, 0) + firer.n
    return tuple(sorted(found.items()))


def target_after(s: Attack, target: Company, table: Table) -> Company:
    ranks = merged([Rank(rank.kind.model, rank.n, rank.left) for rank in s.ranks if rank.n])
    target = target.but(ranks=ranks, feared=target.feared or (s.fear and s.hits > 0))
    if not s.target.value.datafax:
        return target
    if s.target.value.type == "Support weapon":
        return target
    return damaged(s, target, table)


def damaged(s: Attack, target: Company, table: Table) -> Company:
    """A D6 on the location's own table for each penetration; the players read the row (2E-VEH-3)."""
    locations = locations_of(s)
    name = target.unit.value.name
    for place, n in s.penetrations:
        location = locations[place]
        for _ in range(n):
            if not target.ranks or not table.speaks:
                break
            text = f"{name}, {location.name}: damage table"
            die = table.total(f"damage row:{location.name}", 1, rules=("2E-VEH-3",), text=text)
            row = outcomes.damage_row(location, die)
            words = f"row {die} of the {location.name} table" + (f": {row}" if row else "")
            what = table.choose(
                "damage", tuple(Option(value, label) for value, label in OUTCOMES),
                default="destroyed" if die == 6 else "nothing", owner=DEFENDER, rules=("2E-VEH-3",),
                text=f"{name}, {words}. What does it say?",
            )  # fmt: skip
            target = suffered(target, place, f"{location.name} {die}: {row or what}", what, table)
    return target


def suffered(target: Company, place: int, text: str, what: str, table: Table) -> Company:
    target = target.but(damage=(*target.damage, Damage(place, text)))
    unit = target.unit.value
    if what == "destroyed":
        return target.but(ranks=())
    if what == "immobile":
        return target.with_mark(Mark("cannot move"))
    if what == "weapon":
        names = tuple(dict.fromkeys(weapon.name for weapon in unit.weapons()))
        if names:
            name = table.choose(
                "weapon destroyed", tuple(map(Option, names)), default=names[0], owner=DEFENDER, rules=("2E-VEH-3",),
                text="Which weapon?",
            )  # fmt: skip
            kind = next(i for i, (model, _) in enumerate(unit.models) if any(w.name == name for w in model.weapons))
            return target.but(silent=(*target.silent, Silence(kind, name, 1, FOREVER)))
    if what == "crew":
        return target.with_mark(Mark("crew lost"))
    return target


def keeps_overwatch(company: Company, table: Table) -> Company:
    """Shot at, a squad on overwatch must pass a Leadership test or lose it (2E-OW-6)."""
    unit = company.unit.value
    if reason := outcomes.needs_no_test(unit):
        table.tell("{why}", (reason.rule,), why=reason.text)
        return company
    need = outcomes.overwatch_test(leadership_of(company))
    text = f"{unit.name} was shot at: does it keep its overwatch?"
    total = table.total("overwatch test", 2, need=need, owner=DEFENDER, rules=("2E-OW-6",), text=text)
    if need.met_by(total):
        table.tell("{unit} stays on overwatch", ("2E-OW-6",), unit=unit.name)
        return company
    table.tell("{unit} loses its overwatch", ("2E-OW-6",), unit=unit.name)
    return company.without(OVERWATCH)


def leadership_of(company: Company) -> int:
    unit = company.unit.value
    return outcomes.best_leadership(tuple(unit.models[rank.kind][0] for rank in company.ranks))


def shooter_after(b: Battle, s: Attack, shooter: Company) -> Company:
    """Jams, recharging, its own dead; firing ends its overwatch (2E-SF-3, 2E-SPC-4, 2E-OW-5)."""
    ranks = [*shooter.ranks]
    for kind, n in s.own_slain:
        for _ in range(n):
            at = next((i for i, rank in enumerate(ranks) if rank.kind == kind and rank.n), None)
            if at is not None:
                ranks[at] = ranks[at].but(n=ranks[at].n - 1)
    more = 0 if b.watching else 1  # the turn in which it fired is not counted
    silent = [*shooter.silent]
    silent += [Silence(kind, name, n, turns + more) for kind, name, turns, n in s.jams]
    silent += [Silence(kind, name, n, turns + more) for kind, name, turns, n in s.recharging]
    if s.own_arms:  # a walker loses the arm that blew up (2E-SF-5)
        arms = [(kind, w.name) for kind, (model, _) in enumerate(shooter.unit.value.models) for w in model.weapons
                if w.explodes is not None]  # fmt: skip
        silent += [Silence(*arms[0], s.own_arms, FOREVER)]
    shooter = shooter.but(ranks=merged([rank for rank in ranks if rank.n]), silent=merge_silence(silent), spent=s.spent)
    rest_waits = b.apart is not None and not b.apart.shot
    return shooter.without(OVERWATCH) if b.watching and s.fired and not rest_waits else shooter


def merge_silence(silent: list[Silence]) -> tuple[Silence, ...]:
    found: dict[tuple[int, str, int], int] = {}
    for one in silent:
        key = (one.model, one.name, one.turns)
        found[key] = found.get(key, 0) + one.n
    return tuple(Silence(kind, name, n, turns) for (kind, name, turns), n in sorted(found.items()))


# The end of the phase and the turn -----------------------------------------------------------------------------------


def end_phase(b: Battle, table: Table) -> Battle:
    return break_tests(b, table) if table.setting("break_timing") == "end_of_phase" else b


def break_tests(b: Battle, table: Table) -> Battle:
    """A squad that lost a quarter since the start of the turn tests, once in a turn (2E-BRK-1 to 4)."""
    for s in (1 - b.active, b.active):
        for i in alive(b.sides[s]):
            b = replaced(b, s, i, break_test(b, s, b.sides[s].companies[i], table))
    return b


def break_test(b: Battle, s: int, company: Company, table: Table) -> Company:
    unit = company.unit.value
    lost = company.start - models(company.ranks)
    due = outcomes.break_test_due(company.start, lost)
    if unit.datafax or company.tested or company.marked(BROKEN) or not (due or company.feared):
        return company
    company = company.but(tested=True)
    if reason := outcomes.needs_no_test(unit):
        table.tell("{why}", (reason.rule,), why=reason.text)
        return company
    owner = DEFENDER if s != b.active else ATTACKER
    if due:
        table.tell("{unit}: {why}", (due.rule,), unit=unit.name, why=due.text)
    else:
        table.tell("{unit} was hit by a weapon that causes fear", ("2E-SPC-8",), unit=unit.name)
    near = [company for company in b.sides[s].companies if company.ranks]
    if unit.has("Tyranid") and any(other.unit.value.has("Hive Mind") for other in near):
        said = table.choose(
            "hive_mind", (Option("yes", "it passes"), Option("no")), default="yes", owner=owner, rules=("2E-BRK-4",),
            text='Is it within 12" of a Warrior or 18" of a Hive Tyrant?',
        )  # fmt: skip
        if said == "yes":
            return company
    need = outcomes.break_test(leadership_of(company))
    again = 0
    if any(other.unit.value.has("Standard") for other in near):
        options = (Option("no"), Option("yes", "a failed test is rolled again"))
        text = "Is a standard or chaplain near enough to lend a re-roll?"
        said = table.choose("standard", options, default="no", owner=owner, rules=("2E-BRK-4",), text=text)
        again = int(said == "yes")
    total = table.total("break test", 2, need=need, owner=owner, rules=("2E-BRK-1",), text=f"{unit.name}: break test")
    if not need.met_by(total) and again:
        text = f"{unit.name}: break test, rolled again"
        total = table.total("break test again", 2, need=need, owner=owner, rules=("2E-BRK-4",), text=text)
    if need.met_by(total):
        table.tell("{unit} holds", ("2E-BRK-1",), unit=unit.name)
        return company
    mark, reason = outcomes.when_it_fails(unit)
    table.tell("{why}", (reason.rule,), why=reason.text)
    return company.without(OVERWATCH).with_mark(Mark(BROKEN if mark == "broken" else SHAKEN))


def end_turn(b: Battle, table: Table) -> Battle:
    """Jams and recharging run down in their owner's turns (2E-SF-3, 2E-SPC-4); then the other player's turn."""
    if table.setting("break_timing") == "end_of_turn":
        b = break_tests(b, table)
    for i, company in enumerate(b.sides[b.active].companies):
        silent = [one.but(turns=one.turns - (one.turns < FOREVER)) for one in company.silent]
        b = replaced(b, b.active, i, company.but(silent=merge_silence([one for one in silent if one.turns > 0])))
    return following_turn(without_ended(b), "2E-DMG-1", "2E-SEQ-1", table)
