"""Marks of units that outlast an attack: what they forbid, and how players report them (7E-NOM-3, 7E-GTG-4, 6)."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.pools import models
from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, alive, replaced
from shoot_cli.rules.seventh import flying
from shoot_cli.rules.seventh.companies import join, leave, who_may_leave
from shoot_cli.rules.seventh.joining import is_character, why_not_joined
from shoot_cli.rules.seventh.records import Battle, BattleUnit, forces_of_mark
from shoot_cli.rules.seventh.steps.lasting import BACK_IN_THE_FIGHT, effects_to_tell, tell_effect
from shoot_cli.rules.seventh.tokens import SHAKEN, STUNNED
from shoot_cli.rules.seventh.vehicle_charts import COMBAT, CRUISING, FLAT_OUT, SMOKE, STATIONARY

# States that players report. Marks that end do so with the turn of the unit's own side, unless said.
LOCKED, FALLING_BACK, REGROUPED = "locked in combat", "falling back", "regrouped"
OFF, EMBARKED = "off the table", "embarked"
GROUNDED, RAN = "gone to ground", "ran"
JINKED = "jinking"  # 4+ cover until its next Movement phase
JINKED_SHOOTS = "jinked"  # Snap Shots until its next turn ends
SMOKED = "behind smoke"
BAILED_OUT = "passengers shaken"  # 7E-END-6: Snap Shots in their next Shooting phase
SILENCED = "passengers stunned"  # setting passengers_shaken = sixth_edition
ARRIVED = "arrived by Deep Strike"
TURBO = "turbo-boosted"
INTERCEPTED = "Interceptor weapons fired"
DAMAGED = "damaged this phase"  # a transport, for its passengers (7E-END-6)
PASSENGERS_FIRED = "passengers fired"
SPEED_MARKS = {
    STATIONARY: "stood still",
    COMBAT: "moved at Combat Speed",
    CRUISING: "moved at Cruising Speed",
}
HURT_ALOFT = "hurt while swooping"  # Grounding test at the end of the phase (7E-FMC-4)
PULLED = "pulled by a traktor weapon"  # which makes it harder
FALLEN = "grounded"  # it fell: gliding until its owner's next turn
DAZZLED = "hit by a Blind weapon"  # Initiative test at the end of the phase (7E-END-5)
BLIND = "Blind"  # it failed that test (7E-EFF-4)
NO_CHARGE = "no charge this turn"
ONLY_CHARGE = "may only charge "
PASSING = (  # nobody says when they end
    HURT_ALOFT, PULLED, DAMAGED, DAZZLED, PASSENGERS_FIRED, NO_CHARGE, ONLY_CHARGE, RAN, TURBO, ARRIVED, FLAT_OUT,
    SMOKE, *SPEED_MARKS.values(),
)  # fmt: skip
REPORTED = {
    LOCKED: "locked in close combat: cannot shoot nor be shot at",
    FALLING_BACK: "falling back: Snap Shots only",
    REGROUPED: "regrouped this turn: Snap Shots only",
    OFF: "in Reserve or off the table",
    EMBARKED: "inside a transport",
    ARRIVED: "arrived by Deep Strike this turn: counts as moved",
    INTERCEPTED: "fired its Interceptor weapons in the enemy's turn",
    SMOKED: "behind its smoke launchers",
    flying.HOVERING: "hovering: as a Fast Skimmer",
    flying.SWOOPING: "swooping: hard to hit",
}
CANNOT_SHOOT = {
    LOCKED: Reason("locked in close combat", "7E-NOM-3"),
    RAN: Reason("it ran this phase", "7E-NOM-3"),
    TURBO: Reason("it turbo-boosted this phase", "7E-NOM-3"),
    SILENCED: Reason("its transport was stunned", "7E-NOM-3"),
    OFF: Reason("not on the table", "7E-NOM-3"),
    FLAT_OUT: Reason("it moved Flat Out this phase", "7E-NOM-3"),
    SMOKE: Reason("it used its smoke launchers this turn", "7E-NOM-3"),
}
CANNOT_BE_SHOT = {
    LOCKED: Reason("locked in close combat", "7E-TGT-3"),
    OFF: Reason("not on the table", "7E-NOM-3"),
    EMBARKED: Reason("inside a vehicle", "7E-TGT-7"),
}
SNAP_SHOTS = {
    GROUNDED: "it has gone to ground",
    FALLING_BACK: "it is falling back",
    REGROUPED: "it regrouped this turn",
    JINKED_SHOOTS: "it jinked",
    BAILED_OUT: "its transport was shaken",
}
CREW = {SHAKEN: "its crew is shaken", STUNNED: "its crew is stunned"}


def units_on_table(b: Battle, aloft: bool = False) -> list[tuple[int, int, BattleUnit, str]]:
    """Every unit that a marker or an explosion could touch: side, place, company, a name that no other has.

    ``aloft``: those that zoom or swoop as well, whom nothing hits that has no roll To Hit (7E-FLY-5).
    """
    found = []
    for s, side in enumerate(b.sides):
        for i in alive(side):
            company = side.companies[i]
            out_of_reach = mode_of(company) in flying.HARD_TO_HIT and not aloft
            if not company.marked(OFF) and not company.marked(EMBARKED) and not out_of_reach:
                found.append((s, i, company, f"{company.unit.value.name} ({side.name})"))
    return found


def passengers_of(b: Battle, side: int, transport: int) -> list[int]:
    """Places of the units inside this transport."""
    companies = b.sides[side].companies
    return [
        i
        for i, company in enumerate(companies)
        if company.ranks and company.marked(EMBARKED) and company.inside == transport
    ]


def known_speed(company: BattleUnit, table: Table) -> str:
    """How its vehicles moved this turn as far as that is known (7E-WPN-22, 7E-NOM-3 q); "": nobody said."""
    for speed, mark in SPEED_MARKS.items():
        if company.marked(mark):
            return speed
    if company.marked(ARRIVED) and not company.unit.value.of_type("Walker"):
        return table.setting("deep_strike_vehicle")
    if company.wear and all(wear.immobilised or wear.crew == STUNNED for wear in company.wear):
        return STATIONARY
    return ""


def mode_of(company: BattleUnit) -> str:
    """How it flies now; "" if it does not (7E-FLY-1, 7E-FMC-1): a mark says it, or it is what it was at first."""
    unit = company.unit.value
    if flying.is_flyer(unit):
        return flying.HOVERING if company.marked(flying.HOVERING) else flying.ZOOMING
    if flying.is_monster(unit):
        return flying.SWOOPING if company.marked(flying.SWOOPING) else flying.GLIDING
    return ""


def starting_mode(company: BattleUnit) -> tuple[str, ...]:
    """How it flies, if no mark says so."""
    mode = mode_of(company)
    return (mode,) if mode and not company.marked(mode) else ()


@lru_cache(1024)  # asked of every unit at every prompt, and few of them have changed
def label(company: BattleUnit) -> str:
    """A unit in a menu: how many are left, how it flies, and its marks."""
    n = models(company.ranks)
    words = f"{company.unit.value.name}, {n} model{'s' * (n != 1)}" if n else company.unit.value.name
    return ", ".join([words, *starting_mode(company), *(mark.name for mark in company.marks)])


BACK, NIGHT = "back", "Night Fighting"


def report_state(b: Battle, table: Table) -> Battle:
    """What the app cannot see: units locked, falling back, off the table (7E-NOM-3)."""
    places = places_by_name(b)
    labels = {name: f"{b.sides[s].name}: {label(b.company(s, i))}" for name, (s, i) in places.items()}
    night = Option(NIGHT, "Night Fighting ends" if b.night else "Night Fighting begins: everybody has Stealth")
    name = table.choose(
        "state of",
        (*(Option(name, words) for name, words in labels.items()), night, Option(BACK)),
        default=BACK,
        rules=("7E-NOM-3", "7E-TGT-8"),
        text="Whose state?",
    )
    if name == NIGHT:
        table.tell("Night Fighting {what}", ("7E-TGT-8",), what="is over" if b.night else "begins")
        return b.but(night=not b.night)
    if name == BACK:
        return b
    s, i = places[name]
    company = b.company(s, i)
    near, others = effects_to_tell(b, s, company)
    options = (*states_of(company), *joins(b, s, i), *leaves(b, s, i), *near, Option(BACK), *others)
    rules = ("7E-NOM-3", "7E-EFF-2", "7E-IC-1")
    mark = table.choose("state", options, default=BACK, rules=rules, text=f"What is {name}?")
    if mark == BACK:
        return b
    if mark in (joining := places_to_join(b, s, i)):
        table.tell("{unit}: {what}", ("7E-IC-1",), unit=name, what=mark)
        return join(b, s, joining[mark], i)
    if mark.startswith(LEAVES):
        who = mark.removeprefix(LEAVES)
        b = leave(b, s, i, who)
        table.tell("{who} leaves {unit}", ("7E-IC-5",), who=who, unit=b.company(s, i).unit.value.name)
        return b
    if not company.marked(mark) and mark in (option.value for option in (*near, *others)):
        if mark != BACK_IN_THE_FIGHT:
            return tell_effect(b, s, i, mark, table)
        table.tell("{unit}: back in the fight", ("7E-EFF-6",), unit=name)
        return replaced(b, s, i, company.without(GROUNDED, FALLING_BACK, REGROUPED))
    if company.marked(mark):
        changed = company.without(mark).but(inside=None if mark == EMBARKED else company.inside)
        if mark == SMOKED:  # it was a slip: the launchers are full again
            changed = changed.without(SMOKE).but(spent=tuple(one for one in changed.spent if one != (-1, SMOKE)))
        table.tell("{unit}: no longer {mark}", ("7E-NOM-3",), unit=name, mark=mark)
    else:
        until = {
            REGROUPED: b.this_turn(), ARRIVED: b.this_turn(), INTERCEPTED: b.end_of(s), SMOKED: b.end_of(1 - s)
        }.get(mark)  # fmt: skip
        changed = company.with_mark(Mark(mark, until))
        if mark == FALLING_BACK:
            changed = changed.without(GROUNDED)  # forced movement ends it (7E-GTG-4)
        if mark == REGROUPED:
            changed = changed.without(FALLING_BACK)
        if mark == ARRIVED and flying.is_monster(company.unit.value):
            changed = changed.with_mark(Mark(flying.SWOOPING))  # 7E-FMC-1
        if mark == SMOKED:
            changed = smoke_used(b, s, changed)
        table.tell("{unit}: {mark}", ("7E-NOM-3",), unit=name, mark=mark)
    b = replaced(b, s, i, changed)
    return embark(b, s, i, table) if mark == EMBARKED and changed.marked(mark) else b


JOINS, LEAVES = "joins ", "leaves: "


def places_to_join(b: Battle, side: int, at: int) -> dict[str, int]:
    """``joins Tactical Squad``, with the place of that unit: what a lone character could do (7E-IC-1)."""
    company = b.company(side, at)
    if company.parts or not is_character(company.unit.value):
        return {}
    return {
        JOINS + other.unit.value.name: i for i, other in enumerate(b.sides[side].companies) if i != at and other.ranks
    }


def joins(b: Battle, side: int, at: int) -> list[Option]:
    """Each unit of his own that a character may have joined in his Movement phase, closed where he cannot have."""
    who = b.company(side, at).unit.value
    never = {i: why_not_joined(other.unit.value, who) for i, other in enumerate(b.sides[side].companies)}
    places = places_to_join(b, side, at).items()
    return [Option(words, words, never[i] or why_not_joins(b, side, at, i)) for words, i in places]


def why_not_joins(b: Battle, side: int, at: int, host: int) -> tuple[Reason, ...]:
    """Why he cannot have joined it as both stand now; () if he can (7E-IC-1, 7E-IC-6)."""
    who, unit = b.company(side, at), b.company(side, host)
    if b.active != side and not not_yet_moved(b, side):
        return (Reason("he joins in his own Movement phase", "7E-IC-1"),)
    if side == b.active:
        for place, words in ((at, "he has shot"), (host, f"{unit.unit.value.name} has shot")):
            if place in b.done:
                return (Reason(words, "7E-IC-6"),)
    for company, whose in ((unit, unit.unit.value.name), (who, "he")):
        for mark, words in NEVER_JOINED.items():
            if company.marked(mark):
                return (Reason(f"{whose} {words}", "7E-IC-1"),)
        if company.marked(RAN):
            return (Reason(f"{whose} ran this phase", "7E-IC-1"),)
    if who.marked(GROUNDED):
        return (Reason("he has gone to ground and does not move", "7E-GTG-4"),)
    if (who.marked(EMBARKED), who.inside) != (unit.marked(EMBARKED), unit.inside):
        return (Reason("one of them is inside a transport", "7E-IC-1"),)
    return ()


def not_yet_moved(b: Battle, side: int) -> bool:
    """True before the first turn of a side: what is said is how it was deployed."""
    return b.turn == 1 and side != b.first


NEVER_JOINED = {LOCKED: "is locked in combat", FALLING_BACK: "is falling back", OFF: "is not on the table"}


def leaves(b: Battle, side: int, at: int) -> list[Option]:
    """Each character who may have left this unit in his Movement phase, closed where he cannot have (7E-IC-5)."""
    company = b.company(side, at)
    unit = company.unit.value.name
    why: tuple[Reason, ...] = ()
    for mark, words in {**NEVER_JOINED, GROUNDED: "has gone to ground"}.items():
        if company.bearing(mark):
            why = (Reason(f"{unit} {words}", "7E-IC-5"),)
    if side == b.active and at in b.done:
        why = (Reason(f"{unit} has shot", "7E-IC-6"),)
    if side != b.active and not not_yet_moved(b, side):
        why = (Reason("he leaves in his own Movement phase", "7E-IC-5"),)
    alive = company.by_kind().keys()
    there = {part.unit.value.name for part, kinds in company.spans() if not alive.isdisjoint(kinds)}
    return [Option(LEAVES + name, f"{name} leaves", why) for name in who_may_leave(company) if name in there]


def states_of(company: BattleUnit) -> tuple[Option, ...]:
    """What can be said of the unit. Left out: what it has not got the gear for; closed: what its kind never is."""
    unit = company.unit.value
    walker = unit.of_type("Walker") or unit.of_type("Chariot")
    found = [
        Option(mark.name, f"no longer {mark.name}") for mark in company.marks if forces_of_mark(mark, company.parts)
    ]
    for mark, words in REPORTED.items():
        why: tuple[Reason, ...] = ()
        if mark in flying.MODES and mark not in flying.flight_modes(unit):
            continue
        if company.marked(mark):
            found.append(Option(mark, flying.MODES.get(flying.INSTEAD.get(mark, ""), f"no longer {mark}")))
            continue
        if mark == INTERCEPTED and not any(weapon.has("Interceptor") for weapon in unit.weapons()):
            continue
        if mark == SMOKED and not unit.has("Smoke Launchers"):
            continue
        if unit.vehicle and mark == LOCKED and not walker:
            why = (Reason("only Walkers and Chariots are ever locked", "7E-TGT-3"),)
        if unit.vehicle and mark in (FALLING_BACK, REGROUPED):
            why = (Reason("vehicles take no Morale checks", "7E-VEH-12"),)
        if unit.vehicle and mark == EMBARKED:
            why = (Reason("vehicles do not embark", "7E-WPN-23"),)
        if mark == SMOKED and (-1, SMOKE) in company.spent:
            why = (Reason("its smoke launchers are used up", "7E-WPN-17"),)
        found.append(Option(mark, words, why))
    return tuple(found)


def smoke_used(b: Battle, side: int, company: BattleUnit) -> BattleUnit:
    """Its launchers are empty; in its own turn it does not shoot any more (7E-NOM-3 d)."""
    company = company.but(spent=tuple(sorted((*company.spent, (-1, SMOKE)))))
    return company.with_mark(Mark(SMOKE, (b.turn, side))) if side == b.active else company


def places_by_name(b: Battle) -> dict[str, tuple[int, int]]:
    """Side and place of every unit that stands; names that both sides have are followed by their army's."""
    found: dict[str, tuple[int, int]] = {}
    names = [{company.unit.value.name for company in side.companies if company.ranks} for side in b.sides]
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            if company.ranks:
                name = company.unit.value.name
                found[f"{name} ({side.name})" if name in names[0] & names[1] else name] = (s, i)
    return found


def embark(b: Battle, side: int, at: int, table: Table) -> Battle:
    """Into which transport of its own side the unit goes."""
    company = b.company(side, at)
    room = {
        other.unit.value.name: i
        for i, other in enumerate(b.sides[side].companies)
        if i != at and other.ranks and other.unit.value.capacity is not None
    }
    options = []
    for name, i in room.items():
        transport = b.company(side, i)
        inside = sum(models(b.company(side, p).ranks) for p in passengers_of(b, side, i) if p != at)
        free = (transport.unit.value.capacity or 0) - inside
        full = () if models(company.ranks) <= free else (Reason(f"it has room for {max(0, free)}", "7E-WPN-23"),)
        options.append(Option(name, f"{name}, room for {free}", full))
    said = table.choose(
        "inside",
        (*options, Option(BACK, "somewhere else: it cannot shoot")),
        default=next((option.value for option in options if not option.closed), BACK),
        rules=("7E-WPN-23",),
        text=f"Inside which transport is {company.unit.value.name}?",
    )
    return replaced(b, side, at, company.but(inside=room.get(said)))
