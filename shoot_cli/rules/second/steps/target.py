"""Naming the target of a unit, and of those who have one of their own; its arc, its distance (2E-TGT, 2E-ARC)."""

from __future__ import annotations

from collections import Counter

from shoot_cli.core.answers import listed
from shoot_cli.core.plurals import Plurals, counted, own_plurals
from shoot_cli.core.pools import pool
from shoot_cli.core.questions import HowMany, Number, Option, Reason
from shoot_cli.core.said import proposed
from shoot_cli.core.table import Table
from shoot_cli.core.turns import place_named
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.records import Attack, Battle, BattleUnit, SplitFire
from shoot_cli.rules.second.steps.companies import CANNOT_BE_SHOT, OBJECTIVE, finished, label
from shoot_cli.rules.second.steps.eligible import Firers, bearers_of, heroes, special_weapons, waiting, without
from shoot_cli.rules.second.steps.facts import ON_EDGE
from shoot_cli.rules.second.steps.priority import FARTHEST, measured, past_the_front, why_refused
from shoot_cli.rules.second.targeting import HEAVY_OR_SPECIAL, HERO, SQUAD, group_of

HOLD, DISTANCE = "hold fire", "distance"
APART = "a heavy or special weapon at another target"
HEROIC = "a hero at another target"


def choose_target(b: Battle, table: Table) -> Battle:
    """The target is named before anything is measured (2E-SEQ-1); who is nearer decides whether it is legal."""
    assert b.unit is not None
    at: int = b.unit
    shooter: BattleUnit = b.shooters.companies[at]
    unit = shooter.unit.value
    apart = b.apart or SplitFire(at)
    b = measured(b, table)
    firers = waiting(shooter)
    companies: tuple[BattleUnit, ...] = b.enemies.companies
    options = [
        Option(enemy.unit.value.name, label(enemy), why_not_shot(b, i) or why_not_by_the_rest(b, apart, i, table))
        for i, enemy in enumerate(companies)
    ]
    own = heroes(unit, firers)
    rows, missed, special = [], apart.squad_target, list[Option]()
    if missed is None and count(firers) > 1:
        if special_weapons(unit, firers):
            special = [
                option.but(closed=why_not_shot(b, i) or why_not_apart(b, apart, i, table))
                for i, option in enumerate(options)
            ]
        if any(not option.closed for option in special):
            rows.append(Option(APART))
        if own and count(own) < count(firers) and sum(not option.closed for option in options) > 1:
            rows.append(Option(HEROIC))
    name = table.choose(
        "target",
        (*options, *rows, Option(HOLD, "do not shoot")),
        default=usual_target(b, apart, options) if missed is None else HOLD,
        rules=("2E-TGT-1", "2E-TGT-2", "2E-TGT-3"),
        text=f"Which target for {unit.name}?" if missed is None else unseen(b, apart, missed, table),
        spent=HOLD,
        nth=len(b.done) + apart.attacks,
    )
    if name == HOLD:
        table.tell("{unit}: no shots", ("2E-SEQ-1",), unit=unit.name)
        return finished(b, at)
    if name == APART:
        return fire_apart(b, apart, special, table)
    if name == HEROIC:
        return heroes_apart(b, apart, own, options, table)
    return legal(b, apart, place_named(companies, name), HERO if count(own) == count(firers) else SQUAD, table)


def usual_target(b: Battle, apart: SplitFire, options: list[Option]) -> str:
    """What is proposed: the first enemy that is open, the nearest of them where distances were measured.

    What some of the squad took for themselves comes last.
    """
    own = {target for _, target in apart.taken}
    places = [i for i, option in enumerate(options) if not option.closed]
    places.sort(key=lambda i: (i in own, b.inches[i] or 0 if b.inches else 0))
    return options[places[0]].value if places else HOLD


def target_chosen(b: Battle) -> bool:
    return b.target is not None


def unseen(b: Battle, apart: SplitFire, missed: int, table: Table) -> str:
    """The question to those of a squad who did not fire at its target, ``missed``."""
    n, name = count(waiting(b.shooters.companies[apart.unit])), b.enemies.companies[missed].unit.value.name
    return f"{n} of them did not fire. What do those who cannot see {name} shoot at?{past_the_front(table)}"


def why_not_shot(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why nobody of theirs can shoot at this enemy now; () if somebody may be able to."""
    enemy: BattleUnit = b.enemies.companies[at]
    if not enemy.ranks:
        return (Reason("destroyed", "2E-DMG-1"),)
    if b.inches and b.inches[at] is None:
        return (Reason("out of arc or sight", "2E-LOS-1"),)
    return next(((reason,) for mark, reason in CANNOT_BE_SHOT.items() if enemy.marked(mark)), ())


# Those with a target of their own ------------------------------------------------------------------------------------


def kind_of(b: Battle, at: int, table: Table) -> str:
    """The group of an enemy, or its category: whichever heavy and special weapons have to leave."""
    category: str = b.enemies.companies[at].unit.value.category
    return group_of(category) if table.setting("heavy_special_target") == "other_group" else category


def why_not_by_the_rest(b: Battle, apart: SplitFire, at: int, table: Table) -> tuple[Reason, ...]:
    """Weapons that shot apart took the other group, so the rest of their squad leave that one alone (2E-TGT-3).

    They may still join them, where that makes it one target for all.
    """
    if at in apart.outside:
        return (Reason("outside their arc", "2E-ARC-2"),)
    if at == apart.squad_target:
        return (Reason("its squad shot at it", "2E-TGT-3"),)
    if b.enemies.companies[at].marked(OBJECTIVE):
        return ()
    kind = kind_of(b, at, table)
    weapon = next((weapon for weapon, taken in apart.taken if taken != at and kind_of(b, taken, table) == kind), None)
    return () if weapon is None else (Reason(f"its {weapon} shot at that group", "2E-TGT-3"),)


def why_not_apart(b: Battle, apart: SplitFire, at: int, table: Table) -> tuple[Reason, ...]:
    """A weapon apart leaves its squad somebody of another group to shoot at (2E-TGT-3)."""
    if b.enemies.companies[at].marked(OBJECTIVE):
        return ()
    taken = {kind_of(b, target, table) for _, target in apart.taken} | {kind_of(b, at, table)}
    others = range(len(b.enemies.companies))
    if any(not why_not_shot(b, other) and kind_of(b, other, table) not in taken for other in others):
        return ()
    return (Reason("that leaves its squad nobody of another group", "2E-TGT-3"),)


def fire_apart(b: Battle, apart: SplitFire, options: list[Option], table: Table) -> Battle:
    """Heavy and special weapons shoot at another target before the rest of their squad (2E-TGT-3)."""
    company: BattleUnit = b.shooters.companies[apart.unit]
    unit, firers = company.unit.value, waiting(company)
    named: Firers = ()
    said = who_of(special_weapons(unit, firers), "Which weapons shoot apart?", table)
    for name, n in said.items():
        bearers = bearers_of(unit, without(firers, named), name, n)
        if count(bearers) < n:
            why = "{n} {name} cannot fire as well: its bearer was named with another weapon"
            table.tell(why, ("2E-ELIG-2",), n=n - count(bearers), name=name)
        named += bearers
    now = apart.but(who=HEAVY_OR_SPECIAL, firers=named, weapons=tuple(said))
    places = [i for i, option in enumerate(options) if not option.closed]
    squad = next(i for i in range(len(options)) if not why_not_shot(b, i))  # what is proposed to the others
    usual = [i for i in places if kind_of(b, i, table) != kind_of(b, squad, table)] or places
    text = f"Which target for the {listed([*said])}?"
    return at_their_own(b, now, text, options, options[usual[0]].value, table)


def heroes_apart(b: Battle, apart: SplitFire, own: Firers, options: list[Option], table: Table) -> Battle:
    """Heroes shoot at anybody they see before the rest of their squad (2E-TGT-3)."""
    unit = b.shooters.companies[apart.unit].unit.value
    names = [unit.models[firer.model][0].name for firer in own]
    there = dict(pool(*((name, firer.n) for name, firer in zip(names, own, strict=True))))
    said = Counter(who_of(there, "Which heroes shoot apart?", table, own_plurals(unit)))
    named = []
    for name, firer in zip(names, own, strict=True):
        n = min(firer.n, said[name])
        named += [firer.but(n=n)] * (n > 0)
        said[name] -= n
    text = f"Which target for {listed([*there])}?"
    usual = next(option.value for option in options if not option.closed)
    return at_their_own(b, apart.but(who=HERO, firers=tuple(named), weapons=()), text, options, usual, table)


def who_of(there: dict[str, int], text: str, table: Table, plurals: Plurals = ()) -> dict[str, int]:
    """How many of each name go apart; nobody is asked where there is one."""
    groups = tuple(there.items())
    if sum(there.values()) == 1:
        return there
    question = HowMany("apart", groups, tuple(there.values()), rules=("2E-TGT-3",), text=text, plurals=plurals)
    said = table.how_many(question)
    return {name: n for (name, _), n in zip(groups, said, strict=True) if n}


def at_their_own(b: Battle, apart: SplitFire, text: str, options: list[Option], usual: str, table: Table) -> Battle:
    """Their target, if any of them was named and it may be shot at."""
    if not apart.firers:
        return b.but(target=None)
    name = table.choose(
        "apart target", tuple(options), default=usual, rules=("2E-TGT-3",), text=text, nth=apart.attacks
    )
    return legal(b, apart, place_named(b.enemies.companies, name), apart.who, table)


def legal(b: Battle, apart: SplitFire, at: int, kind: str, table: Table) -> Battle:
    """The players say who is nearer; the rules say whether the target may be picked (2E-TGT-1, 2E-TGT-2)."""
    unseen_ones = () if apart.firers else (apart.squad_target, *apart.outside)  # these are in nobody's way
    others = [i for i in range(len(b.enemies.companies)) if i != at and i not in unseen_ones]
    rivals = [i for i in others if not why_not_shot(b, i)]
    why = why_refused(b, rivals, at, kind, table)
    if not why:
        return b.but(target=at, apart=apart)
    name = b.enemies.companies[at].unit.value.name
    table.tell("{name} may not be shot at because {why}", tuple(reason.rule for reason in why), name=name,
               why="; ".join(reason.text for reason in why))  # fmt: skip
    return b.but(target=None)  # the unit is still named: it looks for another target


def count(firers: Firers) -> int:
    return sum(firer.n for firer in firers)


# Whether it lies in the arc, and how far it is -----------------------------------------------------------------------


def see_arc(s: Attack, table: Table) -> Attack:
    """Of an attack on its own the states and the arc are said beforehand; at the table who names weapons says it."""
    if s.battle is not None:
        return s
    state = table.choose(
        "attacker_state", (Option("ready"), Option("overwatch", "it fires on overwatch")), default="ready",
        rules=("2E-OW-2",), text="How is the firing unit?",
    )  # fmt: skip
    s = s.but(overwatch=state == "overwatch")
    said = table.choose(
        "in_arc",
        (Option("inside"), Option("edge", "on the very edge of the 90 degree arc of some, or of all")),
        default="inside",
        rules=("2E-ARC-1", "2E-ARC-2"),
        text="Is the target inside their arc?",
    )
    return s if said == "inside" else on_the_edge(s, table)


def on_the_edge(s: Attack, table: Table) -> Attack:
    """Each model that has the target on the very edge of its arc may shoot at it on 4+ (2E-ARC-1, 2E-ARC-2).

    It belongs to naming the target, so it comes before weapons are named and anything is measured (2E-SEQ-1).
    """
    who = tuple((s.model_of(firer).name, firer.n) for firer in s.firers)
    everybody = tuple(n for _, n in who)
    on_edge = everybody
    if sum(everybody) > 1:
        on_edge = table.how_many(ON_EDGE.but(groups=who, default=everybody, plurals=own_plurals(s.shooter)))
    firers = tuple(
        firer.but(outside=table.roll(f"arc:{name}", n, charts.ON_THE_EDGE, text=f"{name}: on the edge").failed)
        for firer, (name, _), n in zip(s.firers, who, on_edge, strict=True)
    )
    plurals = own_plurals(s.shooter)
    for firer, (name, _) in zip(firers, who, strict=True):  # they might fire at another
        if firer.outside:
            table.tell(
                "{who}: the target is outside their arc",
                ("2E-ARC-2",),
                who=counted(firer.outside, name, dict(plurals).get(name, "")),
            )
    s = s.but(firers=firers, arc_seen=True)
    return s.but(done=nowhere(s))


def nowhere(s: Attack) -> bool:
    """True if the target is in nobody's arc."""
    return all(firer.outside == firer.n for firer in s.firers)


def known_beforehand(s: Attack) -> bool:
    """True if the distance is known before weapons are named: measured by agreement, or said of an attack on its own.

    Of an attack on its own everything is said beforehand; what cannot reach is then not proposed.
    """
    return s.battle is None or measured_before(s) is not None


def unmeasured(s: Attack) -> bool:
    """Shots wait, and nobody knows whether they reach: only now it is measured (2E-SEQ-1)."""
    return s.distance is None and bool(s.declared)


def measure(s: Attack, table: Table) -> Attack:
    """The app asks, it never measures."""
    inches = measured_before(s)
    if inches is None:
        ranges = (float(own.short) for firer in s.firers for own in s.model_of(firer).weapons if own.short is not None)
        usual = next(ranges, 6.0) if s.battle is None else None
        question = Number(
            DISTANCE, 0, FARTHEST, usual, "inches", False, rules=("2E-RNG-1", "2E-SEQ-1"),
            text="How far is the nearest model in sight?",
        )  # fmt: skip
        both = () if s.battle is None else (s.begun.value.at, (1 - s.begun.value.at[0], s.begun.value.apart.unit))
        inches = table.ask(proposed(question, s.battle.said, *both) if s.battle else question)
    return s.but(distance=inches)


def measured_before(s: Attack) -> float | None:
    """The distance that was measured before the target was named; None if it was not (2E-TGT-2)."""
    return s.battle.inches[s.begun.value.at[1]] if s.battle and s.battle.inches else None
