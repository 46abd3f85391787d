"""What happened without the app, as players tell it between attacks or before one: losses, damage, who comes and goes.

What a line means is read by `battle/happened.py` in the words of this edition (EVE-1 to 11): models, wounds, hull
points, and the Vehicle Damage table (EVE-12). They serve an attack on its own and a battle, which comes second. Nothing
of it is a loss of this phase: it causes neither Morale checks nor Pinning tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from shoot_cli.battle import happened, losses, what_happened
from shoot_cli.battle import happened as lines
from shoot_cli.battle.happened import IN_A_FIGHT, Happened, NamedUnit, Vocabulary
from shoot_cli.battle.losses import (
    LOST,
    TARGET_LOST,
    KindInSquad,
    Squad,
    TypedLoss,
    losses_given,
    losses_questions,
    nobody_left,
)
from shoot_cli.battle.turns import Place, Side, ToldLosses, forgetting, replaced
from shoot_cli.battle.what_happened import LineRules, Told, destroyed_before, losses_between, plurals_of
from shoot_cli.engine.names import find, name_key, one_of
from shoot_cli.engine.pools import Line, Rank, models, wounds
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import BadAnswer, listed, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts, records
from shoot_cli.rules.seventh.joined_units import without_the_dead
from shoot_cli.rules.seventh.profiles import Model, Unit
from shoot_cli.rules.seventh.records import Battle, BattleUnit
from shoot_cli.rules.seventh.steps import facts, states
from shoot_cli.rules.seventh.steps.attack import firers_of
from shoot_cli.rules.seventh.steps.owner_decisions import why_never_to_ground
from shoot_cli.rules.seventh.steps.vehicles import IMMOBILISED, WEAPON_DESTROYED
from shoot_cli.rules.seventh.tokens import SHAKEN, STUNNED, VehicleState

EXAMPLE_ALONE = "2 boy, nob 1 wound, hull -1"  # of an attack on its own, where the unit is known

# What the words mean.

EXAMPLE = "boyz -3, captain 1 wound, trukk hull -1"
WALKS_ON = "comes from Reserve"
STATES = {  # states of one word, and those that are no part of a name
    **happened.STATES,
    states.FALLING_BACK: ("falling", "flees", "fleeing"),
    states.REGROUPED: ("regrouped", "regroups", "rallied", "rallies"),
    states.GROUNDED: ("pinned",),
    states.LOCKED: ("locked", "engaged"),
    states.EMBARKED: ("embarked", "embarks", "inside"),
    charts.HOVERING: ("hovering", "hovers"),
    charts.ZOOMING: ("zooming", "zooms"),
    charts.SWOOPING: ("swooping", "swoops"),
    charts.GLIDING: ("gliding", "glides"),
}
NO_LONGER = "no longer "
LONGER = {  # more words of the same states, whose single words may be part of a name
    states.FALLING_BACK: ("falling back", "falls back", "fall back", "is falling back"),
    states.REGROUPED: ("regrouped this turn",),
    states.GROUNDED: ("gone to ground", "goes to ground", "go to ground"),
    states.LOCKED: ("locked in combat", "locked in close combat", "in combat", "in close combat"),
    states.SMOKED: ("behind smoke", "used smoke", "uses smoke", "used its smoke launchers"),
    states.INTERCEPTED: ("interceptor weapons fired", "fired its interceptor weapons"),
    happened.ARRIVES: (
        "deep strikes",
        "deep strike",
        "by deep strike",
        "arrives by deep strike",
        "arrived by deep strike",
    ),
    WALKS_ON: (
        "comes from reserve",
        "comes from reserves",
        "arrives from reserve",
        "arrives from reserves",
        "comes on",
        "come on",
        "moves on",
        "walks on",
        "drives on",
        "from reserve",
        "from reserves",
    ),
    NO_LONGER + states.EMBARKED: ("disembarked", "disembarks", "gets out", "got out"),
}
REPORTED = (
    states.FALLING_BACK,
    states.REGROUPED,
    states.GROUNDED,
    states.LOCKED,
    states.SMOKED,
    states.INTERCEPTED,
    states.EMBARKED,
    charts.HOVERING,
    charts.ZOOMING,
    charts.SWOOPING,
    charts.GLIDING,
)
PHRASES = {
    name_key(f"{no}{words}"): f"{NO_LONGER}{state}" if no else state
    for words_of in (STATES, LONGER)
    for state, several in words_of.items()
    for words in (*several, state)
    for no in ("", *(("not ", NO_LONGER) if state in REPORTED else ()))
}
ENDS = ("wrecked", "wreck", "wrecks", "exploded", "explodes", "crashed", "crashes")
HULL = rf"(?i)\b(?:hulls?|{'|'.join(ENDS)})\b"  # of vehicles alone
HULLS, REPAIRED, MOBILE, RECOVERED = "hull points", "repaired", "no longer immobilised", "crew recovered"
DAMAGE = (IMMOBILISED, WEAPON_DESTROYED, SHAKEN, STUNNED, REPAIRED, MOBILE, RECOVERED)
_NO = r"(?:not|no longer)\s+"
_PATTERNS = {  # what comes before or behind is a kind of model, or a weapon
    MOBILE: rf"{_NO}immobili[sz]ed",
    RECOVERED: rf"{_NO}(?:crew\s+)?(?:shaken|stunned)|crew\s+recover(?:s|ed)",
    REPAIRED: r"repair(?:s|ed)",
    IMMOBILISED: r"immobili[sz]ed",
    WEAPON_DESTROYED: r"weapons?\s+(?:is\s+|are\s+)?(?:destroyed|lost|gone)|lost\s+weapons?|destroyed\s+weapons?",
    SHAKEN: r"(?:crew\s+)?shaken",
    STUNNED: r"(?:crew\s+)?stunned",
}
_DAMAGE_TYPED = {what: rf"(?i)(.*?)\b(?:{pattern})\b[\s:]*(.*)" for what, pattern in _PATTERNS.items()}


def read(text: str, example: str = EXAMPLE_ALONE) -> TypedLoss:
    """Return a change of models, wounds or hull points. A result of the table such as "wrecked" is of one vehicle, if
    no number is said (EVE-12); "dead" is of all. :raises BadAnswer: it says no change"""
    loss = losses.read_loss(text, ("hull", "hulls", "point", "points"), ENDS, example)
    of_one = loss.n is None and any(word in ENDS for word in re.findall(r"\w+", text.casefold()))
    return loss.but(n=1) if of_one else loss


def read_damage(text: str) -> Happened | None:
    """Return what is said of a vehicle; None for all else. `words` are those for a weapon, `loss` says which vehicles
    of a unit, and how many."""
    plain = re.sub(rf"(?i)\s+{IN_A_FIGHT}\s*$", "", text)
    for what, pattern in _DAMAGE_TYPED.items():
        if match := re.fullmatch(pattern, plain.strip()):
            before, behind = (part.strip(" :,") for part in match.groups())
            if what in (WEAPON_DESTROYED, REPAIRED):
                whose, weapon = (before, behind) if behind else ("", before)
                return Happened(what, loss=which(re.sub(r"(?i)\bweapons?\b", "", whose)), words=weapon)
            return Happened(what, loss=which(f"{before} {behind}"))
    return Happened(HULLS, loss=read(text)) if re.search(HULL, text) else None


def which(words: str) -> TypedLoss:
    """Return how many vehicles are meant, one if nothing is said, and the words for their kind."""
    number = re.search(r"(?<!\S)\d+(?!\S)", words)
    kept = " ".join(word for word in re.sub(r"(?<!\S)\d+(?!\S)", "", words).split() if word not in losses.FILLERS)
    return TypedLoss(kept, int(number[0]) if number else 1)


def read_more(text: str, unit: NamedUnit) -> Happened | None:
    """Return what is said of a vehicle, or in which state a unit is in words of several; None for all else."""
    key = name_key(text)
    if key in PHRASES:
        return Happened(PHRASES[key])
    if re.match(r"(?i)(?:has\s+|have\s+)?(?:join|leave|left\s+[^\d\W])", text.strip()):
        raise BadAnswer(f"{shown(text)}: who joins or leaves a unit is told under “a unit's state” (7E-IC-1, 7E-IC-5)")
    lost = re.fullmatch(r"(?i)(?:its\s+|the\s+)?([^\d]+?)\s+(?:destroyed|lost|gone)", text.strip())
    if lost and find(lost[1], unit.parts) and not find(lost[1], unit.kinds, plurals=unit.plurals):
        return Happened(WEAPON_DESTROYED, loss=TypedLoss(n=1), words=lost[1])
    if aboard := re.fullmatch(ABOARD, text.strip()):
        return Happened(states.EMBARKED, words=aboard["in"] or aboard["named"])
    return read_damage(text)


ABOARD = (
    r"(?i)(?:(?:(?:embark(?:s|ed)?|gets?|got|rides?|climbs?)\s+)?(?:in|into|inside|aboard)\s+(?:the\s+)?(?P<in>[^\d\s].*)"
    r"|(?:embarks?|embarked|boards?|boarded)\s+(?:on\s+)?(?:the\s+)?(?P<named>[^\d\s].*))"
)


def weapons_of(unit: Unit) -> tuple[str, ...]:
    """Return the names of the weapons of a vehicle that can be destroyed; () for others (7E-VEH-5)."""
    return tuple(dict.fromkeys(name for model, _ in unit.models if unit.vehicle for name in model.working()))


def leaders_of(unit: Unit) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the characters who have joined a unit by their names in the list, each with his models."""
    parts = dict.fromkeys(model.part for model, _ in unit.models if model.independent and model.part)
    return tuple((part, tuple(model.name for model, _ in unit.models if model.part == part)) for part in parts)


def read_alone(text: str) -> TypedLoss:
    """Return one change that is told of an attack on its own. :raises BadAnswer: it is none, or asked elsewhere"""
    event = read_damage(text)
    if event is None:
        return read(text)
    if event.what in (SHAKEN, STUNNED, RECOVERED):
        raise BadAnswer(f"{shown(text)}: of those who fire it is attacker_state=shaken; it changes no shot at them")
    return event.loss


VOCABULARY = Vocabulary(
    tuple(STATES.items()), read, read_more, ("hull", "hulls", "points", *ENDS, "repaired", IMMOBILISED), EXAMPLE,
    about_points="there are no command points in this edition; write it down as in note {text}",
)  # fmt: skip

# What comes of it.


def squad_of(unit: BattleUnit) -> Squad:
    """Return the unit as losses are told of it: characters fall last (EVE-2)."""
    profile = unit.unit.value
    kinds = (
        KindInSquad(model.name, n, model.wounds, model.character or model.independent, model.plural,
                    model.part if model.independent else "")
        for model, n in profile.models
    )  # fmt: skip
    return Squad(profile.name, tuple(kinds), unit.ranks, "hull points" if profile.vehicle else "wounds")


def unit_after_loss(unit: BattleUnit, loss: TypedLoss) -> BattleUnit:
    """Return the unit after a change of models or points; each vehicle keeps its own damage.

    :raises BadAnswer: it is impossible, with the counts
    """
    squad = losses.after_loss(squad_of(unit), loss)  # refuses in the words of the whole unit
    if not unit.unit.value.vehicle:
        return unit.but(ranks=squad.ranks)
    standing, hulls = one_by_one(unit)
    rest = losses.after_loss(standing, loss)
    return with_hulls(unit, ((Rank(hulls[rank.kind][0], 1, rank.left), hulls[rank.kind][1]) for rank in rest.ranks))


def one_by_one(unit: BattleUnit) -> tuple[Squad, list[tuple[int, VehicleState]]]:
    """Return each vehicle as a kind of its own, and its kind and damage, in the order in which they fall (EVE-2).
    Those that are gone come last, in the order in which they come back (EVE-4)."""
    profile, living = unit.unit.value, unit.by_kind()
    standing = sorted(
        zip(unit.ranks, wear_of(unit), strict=True),
        key=lambda hull: (-living[hull[0].kind], hull[0].kind, hull[0].left),
    )
    gone = {kind: n - living.get(kind, 0) for kind, (_, n) in enumerate(profile.models)}
    missing = [kind for kind in sorted(gone, key=lambda kind: -gone[kind]) for _ in range(gone[kind])]
    hulls = [*((rank.kind, wear) for rank, wear in standing), *((kind, VehicleState()) for kind in missing)]
    named = squad_of(unit).kinds
    kinds = tuple(named[kind].but(listed=1) for kind, _ in hulls)
    return Squad(profile.name, kinds, tuple(Rank(i, 1, rank.left) for i, (rank, _) in enumerate(standing))), hulls


def wear_of(unit: BattleUnit) -> tuple[VehicleState, ...]:
    """Return the damage of each vehicle of a unit, also if none was ever damaged."""
    return unit.wear or (VehicleState(),) * len(unit.ranks)


def with_hulls(unit: BattleUnit, hulls: Iterable[tuple[Rank, VehicleState]]) -> BattleUnit:
    """Return the unit with these vehicles, in the order of its list."""
    ordered = sorted(hulls, key=lambda hull: (hull[0].kind, hull[0].left))
    return unit.but(ranks=tuple(rank for rank, _ in ordered), wear=tuple(wear for _, wear in ordered))


def refuse_points(unit: Unit, event: Happened) -> None:
    """Refuse hull points of who has none. :raises BadAnswer: the unit has none"""
    if event.what == HULLS and not unit.vehicle:
        raise BadAnswer(f"{unit.name} has no hull points; say how many models or wounds it has lost")


def after_damage(unit: BattleUnit, event: Happened, until: tuple[int, int] | None = None) -> tuple[BattleUnit, str]:
    """Return the unit after a result of the Vehicle Damage table or a repair, and what came of it (7E-VEH-5).

    It befalls the vehicles that were hurt before, then those of which most live, as models fall (EVE-2).

    :param until: (turn, side) at whose end a crew recovers
    :raises BadAnswer: it is impossible
    """
    profile, name = unit.unit.value, unit.unit.value.name
    if not profile.vehicle:
        raise BadAnswer(f"{name} is no vehicle: it is never {event.what.casefold()}")
    kinds = losses.kinds_meant(squad_of(unit), event.loss.name)
    hulls = [*zip(unit.ranks, wear_of(unit), strict=True)]
    order = sorted(
        (i for i, (rank, _) in enumerate(hulls) if rank.kind in kinds),
        key=lambda i: (hulls[i][0].left == profile.models[hulls[i][0].kind][0].wounds, hulls[i][0].left, i),
    )
    if not order:
        raise BadAnswer(f"{name}: no {event.loss.name} stands")
    change, words = CHANGES[event.what](unit, event, [hulls[i] for i in order], until)
    affected = [i for i in order if change(*hulls[i]) != hulls[i][1]]
    n = event.loss.n or 1
    if n > len(affected):
        raise BadAnswer(f"{name}: {len(affected)} of {len(order)} can still be {words}, not {n}")
    for i in affected[:n]:
        rank, wear = hulls[i]
        hulls[i] = rank, change(rank, wear)
    names = " and ".join(dict.fromkeys(profile.models[hulls[i][0].kind][0].name for i in affected[:n]))
    return with_hulls(unit, hulls), f"{names if models(unit.ranks) > 1 else name}: {words}"


Hulls = list[tuple[Rank, VehicleState]]
Change = Callable[[Rank, VehicleState], VehicleState]
Made = tuple[Change, str]
# Each of the functions below returns how one vehicle changes, and the words for it. It refuses what no vehicle of a
# unit can suffer. `hulls` are the vehicles that are meant, in the order in which they suffer it.


def immobilised(unit: BattleUnit, event: Happened, hulls: Hulls, until: tuple[int, int] | None) -> Made:
    profile = unit.unit.value
    if profile.of_type("Chariot"):
        raise BadAnswer(
            f"{profile.name} is a Chariot, which is stunned instead (7E-VEH-5): write {profile.name} stunned"
        )
    if states.mode_of(unit) == charts.ZOOMING:
        raise BadAnswer(f"{profile.name} is zooming: it crashes or is stunned (7E-FLY-9), so write dead or stunned")
    if all(wear.immobilised for _, wear in hulls):
        raise BadAnswer(f"{profile.name} is immobilised already; a hull point that this cost it is hull -1 (7E-VEH-5)")
    return lambda rank, wear: wear.but(immobilised=True), IMMOBILISED


def weapon_destroyed(unit: BattleUnit, event: Happened, hulls: Hulls, until: tuple[int, int] | None) -> Made:
    profile = unit.unit.value
    working = [working_weapons(unit, rank, wear) for rank, wear in hulls]
    names = [*dict.fromkeys(name for weapons in working for name in weapons)]
    if not names:
        raise BadAnswer(f"{profile.name} has no weapon left: this result immobilises it instead (7E-VEH-5)")
    if not event.words and len(names) > 1:
        raise BadAnswer(f"which weapon of {profile.name} is destroyed: {listed(names)}?")
    weapon = names[one_of(event.words, names)] if event.words else names[0]

    def change(rank: Rank, wear: VehicleState) -> VehicleState:
        return wear.but(lost=(*wear.lost, weapon)) if weapon in working_weapons(unit, rank, wear) else wear

    return change, f"{weapon} destroyed"


def working_weapons(unit: BattleUnit, rank: Rank, wear: VehicleState) -> tuple[str, ...]:
    """Return the weapons of a vehicle that can be destroyed; spent ones cannot (7E-VEH-5)."""
    spent = tuple(name for kind, name in unit.spent if kind == rank.kind)
    model: Model = unit.unit.value.models[rank.kind][0]
    return model.working((*wear.lost, *spent))


def crew(unit: BattleUnit, event: Happened, hulls: Hulls, until: tuple[int, int] | None) -> Made:
    profile = unit.unit.value
    first = hulls[0][0].kind if hulls else 0
    body = charts.hull_of(profile.models[first][0], profile)
    if event.what == STUNNED and body is not None and body.extra_armour:
        raise BadAnswer(f"{profile.name} has Extra Armour: its crew is shaken, not stunned (7E-VEH-13)")

    if all(wear.crew in (STUNNED, event.what) for _, wear in hulls):
        condition = min(wear.crew for _, wear in hulls).removeprefix("Crew ").casefold()
        raise BadAnswer(f"{profile.name}: its crew is {condition} already")

    def change(rank: Rank, wear: VehicleState) -> VehicleState:
        worst = STUNNED if STUNNED in (wear.crew, event.what) else SHAKEN
        return wear if wear.crew == worst else wear.but(crew=worst, until=until)

    return change, event.what


def recovered(unit: BattleUnit, event: Happened, hulls: Hulls, until: tuple[int, int] | None) -> Made:
    if not any(wear.crew for _, wear in hulls):
        raise BadAnswer(f"{unit.unit.value.name}: its crew is neither shaken nor stunned")
    return lambda rank, wear: wear.but(crew="", until=None), RECOVERED


def mobile(unit: BattleUnit, event: Happened, hulls: Hulls, until: tuple[int, int] | None) -> Made:
    if not any(wear.immobilised for _, wear in hulls):
        raise BadAnswer(f"{unit.unit.value.name} is not immobilised")
    return lambda rank, wear: wear.but(immobilised=False), MOBILE


def repaired(unit: BattleUnit, event: Happened, hulls: Hulls, until: tuple[int, int] | None) -> Made:
    name = unit.unit.value.name
    broken = [*dict.fromkeys(weapon for _, wear in hulls for weapon in wear.lost)]
    broken += [IMMOBILISED] * any(wear.immobilised for _, wear in hulls)
    if not broken:
        raise BadAnswer(f"nothing of {name} is broken; a hull point comes back as hull +1")
    if not event.words and len(broken) > 1:
        raise BadAnswer(f"what of {name} is repaired: {listed(broken)}?")
    part = broken[one_of(event.words, broken)] if event.words else broken[0]
    if part == IMMOBILISED:
        return mobile(unit, event, hulls, until)

    def change(rank: Rank, wear: VehicleState) -> VehicleState:
        index = wear.lost.index(part) if part in wear.lost else len(wear.lost)
        return wear.but(lost=(*wear.lost[:index], *wear.lost[index + 1 :]))

    return change, f"{part} repaired"


CHANGES: dict[str, Callable[[BattleUnit, Happened, Hulls, tuple[int, int] | None], Made]] = {
    IMMOBILISED: immobilised, WEAPON_DESTROYED: weapon_destroyed, SHAKEN: crew, STUNNED: crew,
    RECOVERED: recovered, MOBILE: mobile, REPAIRED: repaired,
}  # fmt: skip


LOSSES = losses_questions(("7E-ALC-1",), EXAMPLE_ALONE, read_alone)


def on_its_own(state: records.Attack) -> bool:
    """Return True if all is said of the attack before it begins."""
    return not state.manner.seen


def tell_losses(state: records.Attack, table: Table) -> records.Attack:
    """Return the attack after the reported losses of both units; most attacks have none."""
    lost, target_lost = losses_given(table, LOSSES)
    if lost:
        state = by_the_rest(state, lost)
    if target_lost and not state.follows_attack:
        state = at_the_rest(state, target_lost)
    return state


def left_of(unit: Hashed[Unit], texts: tuple[str, ...], key: str) -> records.BattleUnit:
    """Return the unit after these losses; each vehicle stands by itself.

    :raises BadAnswer: they are impossible, or nobody is left
    """
    profile = unit.value
    ranks = tuple(Rank(index, n, model.wounds) for index, (model, n) in enumerate(profile.models))
    if profile.vehicle:
        ranks = tuple(rank.but(n=1) for rank in ranks for _ in range(rank.n))
    rest = records.BattleUnit(unit, ranks, models(ranks))
    kinds = tuple(dict.fromkeys(model.name for model, _ in profile.models))
    named = NamedUnit(profile.name, kinds, plurals_of(profile), says=VOCABULARY, parts=weapons_of(profile))
    for text in texts:
        event = happened.statement(text, text, (named,), 0, alone=True)
        refuse_points(profile, event)
        if event.what in DAMAGE:
            rest, _ = after_damage(rest, event)
        else:
            rest = unit_after_loss(rest, event.loss)
    if not rest.ranks:
        raise nobody_left(key, profile.name, models(ranks))
    return rest


def by_the_rest(state: records.Attack, lost: tuple[str, ...]) -> records.Attack:
    """Return the attack by what is left; rules that only fallen models shared have ended (7E-IC-3)."""
    mine, battle = left_of(state.shooter, lost, LOST), state.battle.value
    sides = (Side(battle.sides[0].name, (mine,)), battle.sides[1])
    stuck = mine.wear and all(wear.immobilised for wear in mine.wear)
    return state.but(
        shooter=mine.unit_now(), firers=firers_of(mine), battle=Hashed(battle.but(sides=sides)),
        speed=charts.STATIONARY if stuck else state.speed,
    )  # fmt: skip


def at_the_rest(state: records.Attack, lost: tuple[str, ...]) -> records.Attack:
    """Return the attack at what is left of the target."""
    ranks = states.line_of(left_of(state.target, lost, TARGET_LOST), night=False)
    return state.but(line=Line(ranks), strength=(models(ranks), wounds(ranks)))


RULES = ("7E-NOM-3", "7E-SAV-14")


def tell_what_happened(battle: Battle, table: Table, place: Place | None = None) -> Battle:
    """Ask what happened, and return the battle after it. Nothing is the default. `place` is where its unit stands."""
    return what_happened.tell_what_happened(LINE, battle, table, place)


def report_state(battle: Battle, table: Table) -> Battle:
    """Ask for the state of a unit, or what else happened to it (EVE-6)."""
    return states.report_state(battle, table, tell_what_happened)


def ask_between_turns(battle: Battle, table: Table) -> Battle:
    """Ask between two player turns what happened since the last shots (EVE-6)."""
    return what_happened.ask_between_turns(LINE, battle, table, report_state)


def tell_unasked(battle: Battle, table: Table) -> Battle:
    """Take what players told here without being asked (EVE-6)."""
    if battle.split is not None:  # its models shoot next, and are known already
        return battle
    return what_happened.tell_unasked(LINE, battle, table)


def question(battle: Hashed[Battle]) -> Phrases:
    """Return the question. An answer is refused against the battle as it stands."""
    return what_happened.question(LINE, battle)


def after(battle: Battle, place: Place, event: Happened) -> tuple[Battle, list[Told]]:
    """Return the battle after this, and what came of it in words. :raises BadAnswer: it is impossible"""
    unit = battle.unit_at(*place)
    refuse_points(unit.unit.value, event)
    if event.what in (lines.LOSSES, HULLS):
        return after_loss(battle, place, event.loss)
    if not unit.ranks:
        raise destroyed_before(unit.unit.value.name)
    if event.what in DAMAGE:
        changed, words = after_damage(unit, event, battle.next_end_of(place[0]))
        return replaced(battle, *place, changed), [Told(words)]
    if event.what == states.EMBARKED:
        return put_aboard(battle, place, event.words)
    return after_state(battle, place, unit, event.what)


# Losses, and units that come back


def after_loss(battle: Battle, place: Place, loss: TypedLoss) -> tuple[Battle, list[Told]]:
    """Return the battle after a change of models or points. :raises BadAnswer: it is impossible, with the counts"""
    unit = battle.unit_at(*place)
    before = squad_of(unit)
    now = what_happened.squad_after(before, loss)
    changed = unit_after_loss(unit, loss)
    counts = told_losses(unit, place[0], before, now)
    if not now.ranks:
        return destroyed(battle, place, Told(what_happened.change_text(before, now), counts))
    if what_happened.comes_back(before, loss):
        return set_up_again(battle, place, changed, Told(what_happened.told_back(now), counts))
    changed = changed.but(start=unit.start - counts.fell, came_back=unit.came_back + counts.back)
    words = what_happened.change_text(before, now)
    return replaced(battle, *place, changed), [what_happened.with_losses(words, counts)]


def told_losses(unit: BattleUnit, side: int, before: Squad, now: Squad) -> ToldLosses:
    """Return how many models fell or came back, also of each part of a joined unit."""
    parts = {
        part.unit.value.name: sum(now.living(kind) - before.living(kind) for kind in kinds)
        for part, kinds in unit.spans()
    }
    return losses_between(unit.unit.value.name, side, before, now, parts or None)


def all_parted(battle: Battle, table: Table) -> Battle:
    """Return the battle after a whole line, which speaks of a joined unit by one name until its end."""
    for side in (0, 1):
        for index, unit in enumerate(battle.sides[side].units):
            if unit.ranks and unit.parts:
                battle = parted(battle, (side, index))
    return battle


def parted(battle: Battle, place: Place) -> Battle:
    """Return the battle with the parts of a joined unit apart if one of them is gone; who fell did so before this phase
    (7E-IC-5). If the unit has shot, none of its parts shoots again (7E-IC-6)."""
    side, index = place
    parts = battle.unit_at(side, index).parts
    after_it = without_the_dead(battle, side, index)
    if after_it is battle or side != battle.active or index not in battle.done:
        return after_it
    return after_it.but(done=tuple(sorted({*battle.done, *(part.at for part in parts)})))


def destroyed(battle: Battle, place: Place, sentence: Told) -> tuple[Battle, list[Told]]:
    """Return the battle without a unit and what was said of it. Whoever was inside is out (EVE-5, EVE-8)."""
    side, index = place
    gone = battle.unit_at(side, index)
    inside = states.passengers_of(battle, side, index)
    battle = replaced(battle, side, index, gone.but(ranks=(), wear=(), marks=(), inside=None, start=0, came_back=0))
    sentences = [sentence]
    for passengers in inside:
        unit = battle.unit_at(side, passengers)
        battle = replaced(battle, side, passengers, states.without_state(unit, states.EMBARKED))
        sentences.append(Told(f"{unit.unit.value.name}: no longer inside {gone.unit.value.name}"))
    return battle.but(remembered=forgetting(battle.remembered, place)), sentences


def set_up_again(battle: Battle, place: Place, changed: BattleUnit, sentence: Told) -> tuple[Battle, list[Told]]:
    """Return the battle with a destroyed unit set up this turn, with nothing told of it (EVE-5)."""
    side, index = place
    fresh = changed.but(
        marks=(), spent=(), inside=None, points_used=0, start=models(changed.ranks), came_back=0,
        wear=(VehicleState(),) * len(changed.ranks) if changed.unit.value.vehicle else (),
    )  # fmt: skip
    fresh = states.with_state(battle, side, fresh, states.ARRIVED)
    battle = replaced(battle, side, index, fresh).but(remembered=forgetting(battle.remembered, place))
    if side == battle.active:  # it has not shot
        battle = battle.but(done=tuple(done for done in battle.done if done != index))
    return battle, [sentence]


# States

GONE_WITH_IT = (  # states of a unit on the table, which end when it leaves
    states.LOCKED, states.FALLING_BACK, states.REGROUPED, states.GROUNDED, states.JINKED, states.JINKED_SHOOTS,
    states.ARRIVED, states.EMBARKED, states.OFF, states.SMOKED, charts.HOVERING, charts.SWOOPING,
    *states.SPEED_MARKS.values(),
)  # fmt: skip
OTHER_MODE = {mode: mark for mark, mode in charts.INSTEAD.items()}  # flight modes that have no mark
KNOWN_STATES = (states.LOCKED, states.FALLING_BACK, states.REGROUPED, states.GROUNDED)


def after_state(battle: Battle, place: Place, unit: BattleUnit, state: str) -> tuple[Battle, list[Told]]:
    """Return the battle after a unit left, came, or is in another state. :raises BadAnswer: it cannot be, or is so"""
    side, name = place[0], unit.unit.value.name
    if state in (lines.SHOCKED, lines.NOT_SHOCKED):
        raise BadAnswer(f"{name}: there is no Battle-shock in this edition; a unit can be {listed(KNOWN_STATES)}")
    if state in (lines.OFF, lines.ARRIVES, WALKS_ON):
        changed, words = moved(battle, side, unit, state)
        battle = battle.but(remembered=forgetting(battle.remembered, place))
    elif state.startswith(NO_LONGER) or state in OTHER_MODE:
        mark = OTHER_MODE.get(state) or state.removeprefix(NO_LONGER)
        mark = OTHER_MODE.get(mark, mark)
        changed, words = states.without_state(unit, mark), f"no longer {mark}"
        if changed == unit:
            raise BadAnswer(f"{name}: the unit was not said to be {mark}")
    else:
        if why := why_not(unit, state):
            raise BadAnswer(f"{name} {why}")
        changed, words = states.with_state(battle, side, unit, state), state
    return replaced(battle, *place, changed), [Told(f"{name}: {words}")]


def put_aboard(battle: Battle, place: Place, words: str) -> tuple[Battle, list[Told]]:
    """Return the battle with a unit inside the transport that `words` name. :raises BadAnswer: it cannot be there"""
    (side, index), unit = place, battle.unit_at(*place)
    name, rooms = unit.unit.value.name, states.rooms_for(battle, *place)
    if why := why_not(unit, states.EMBARKED):
        raise BadAnswer(f"{name} {why}")
    if not rooms:
        raise BadAnswer(f"{name}: {battle.sides[side].name} has no transport on the table")
    if not words:
        raise BadAnswer(
            f"{name}: inside which transport? Write it as in {name.casefold()} inside {next(iter(rooms)).casefold()}"
        )
    transport = [*rooms][one_of(words, [*rooms])]
    inside, free = rooms[transport]
    if models(unit.ranks) > free:
        raise BadAnswer(f"{transport} has room for {free}, and {name} has {models(unit.ranks)} models (7E-WPN-23)")
    aboard = states.with_state(battle, side, unit, states.EMBARKED).but(inside=inside)
    return replaced(battle, side, index, aboard), [Told(f"{name}: inside {transport}")]


def moved(battle: Battle, side: int, unit: BattleUnit, state: str) -> tuple[BattleUnit, str]:
    """Return the unit that left the table or came onto it, and the words for it. :raises BadAnswer: it has already"""
    if state == lines.OFF and unit.marked(states.OFF):
        raise BadAnswer(f"{unit.unit.value.name}: {states.OFF} already")
    freed = unit.without(*GONE_WITH_IT).but(inside=None)
    if state == WALKS_ON:  # it counts as moved as far as it did (7E-NOM-3 q)
        if not unit.marked(states.OFF):
            raise BadAnswer(f"{unit.unit.value.name}: the unit was not said to be {states.OFF}")
        return freed, WALKS_ON
    mark = states.OFF if state == lines.OFF else states.ARRIVED
    return states.with_state(battle, side, freed, mark), mark


def why_not(unit: BattleUnit, mark: str) -> str:
    """Return why the unit cannot be in this state, or that it is; "" if it can."""
    if unit.marked(mark):
        return f"is {mark} already"
    if mark == states.GROUNDED:
        if never := why_never_to_ground(unit.unit.value):
            return f"cannot go to ground: {never[0].text}"
        held = [state for state in (states.LOCKED, states.FALLING_BACK) if unit.marked(state)]
        return f"cannot go to ground: it is {held[0]}" if held else ""
    options = {option.value: option for option in states.states_of(unit)}
    if mark not in options:
        return f"can never be {mark}"
    return f"cannot be {mark}: {options[mark].closed[0].text}" if options[mark].closed else ""


def worn_of(unit: BattleUnit) -> list[str]:
    """Return the lasting damage of the unit's vehicles beside hull points, each in words."""
    vehicles = ([f"{name} destroyed" for name in wear.lost] + ["immobilised"] * wear.immobilised for wear in unit.wear)
    return [words for hull in vehicles for words in hull] + [wear.crew.casefold() for wear in unit.wear if wear.crew]


def results_of(unit: BattleUnit) -> list[str]:
    """Return the results of the Vehicle Damage table that can be told of the unit, each as it is typed (7E-VEH-5)."""
    if not unit.unit.value.vehicle:
        return []
    weapons = (
        name for rank, wear in zip(unit.ranks, wear_of(unit), strict=True) for name in working_weapons(unit, rank, wear)
    )
    return ["immobilised", *(f"{name} destroyed" for name in dict.fromkeys(weapons)), "shaken", "stunned"]


LINE = LineRules(
    after, lambda battle: RULES, VOCABULARY, (lines.SHOCKED, lines.NOT_SHOCKED),
    lambda unit: unit.joined is not None, weapons_of,
    leaders_of=leaders_of,
    worn_of=worn_of, results_of=results_of, spoken=states.spoken,
    points_of=lambda unit: "hull points" if unit.vehicle else "",
    more_of=lambda unit: "hull -1" if unit.unit.value.vehicle else "",
    read_effect=facts.read, effects=("{unit}: bs +1", "{unit}: Prescience", "{unit}: no longer Prescience"),
    likely=facts.likely, after_effect=facts.after_effect, settle=all_parted,
)  # fmt: skip
