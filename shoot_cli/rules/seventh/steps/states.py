"""Units in their current state: reported marks, lasting effects, the target's line of models."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from shoot_cli.armies.tree import plain_name
from shoot_cli.battle.command_points import MARKS
from shoot_cli.battle.turns import HAPPENED, Mark, Place, Side, alive, possessive, replaced
from shoot_cli.engine.pools import Line, Rank, models, names_with_marks
from shoot_cli.engine.questions import Choose, Option, Phrases
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts, effects
from shoot_cli.rules.seventh.charts import COMBAT, CRUISING, FLAT_OUT, SMOKE, STATIONARY
from shoot_cli.rules.seventh.joined_units import is_character, join, leave, who_may_leave, why_not_joined
from shoot_cli.rules.seventh.profiles import Model, Unit
from shoot_cli.rules.seventh.records import BEFOREHAND, Attack, Battle, BattleUnit, Ranks, forces_of_mark
from shoot_cli.rules.seventh.tokens import SHAKEN, STUNNED, TargetModel, VehicleState

# Lasting effects are marks of a unit. Players report them as a state of the unit (7E-EFF-2).

OTHER = "something else"
NUMBERS_IN_MENU = 5  # most numbers of an effect that get a row of their own in the first menu
BACK_IN_THE_FIGHT, FORWARDS, ZEPHYRS_GRACE = "Get Back in the Fight!", "Forwards!", "Zephyr's Grace"
PSYCHIC = (
    "Divination",
    "Telepathy",
    "Biomancy",
    "Pyromancy",
    "Technomancy",
    "Geokinesis",
    "Telekinesis",
    "Daemonology",
    "Librarius",
)


def effects_to_tell(battle: Battle, side: int, unit: BattleUnit) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """Return the effects that can be reported for the unit: first those its armies can have, then all others."""
    near: list[Option] = []
    far: list[Option] = []
    for known in effects.KNOWN:
        whose = (1 - side) if known.hostile else side
        for name in names_of(known):
            if not unit.marked(name):
                lasts = how_long(battle, whose, known.lasts)
                option = Option(name, f"{name}: {effect_label(name, known, lasts)}")
                alone = known.on == effects.MODEL and unit.unit.value.vehicle
                if not alone and len(known.numbers) <= NUMBERS_IN_MENU and can_have(battle, whose, known):
                    near.append(option)
                else:
                    far.append(option.but(rarely_chosen=True))
    return tuple(near), (Option(OTHER, "something else, in words of your own"), *far)


def names_of(known: effects.NamedEffect) -> Iterator[str]:
    """Yield the names under which the effect is reported, one for each different number."""
    if not known.numbers:
        yield known.name
    for number, _ in known.numbers:
        yield f"{known.name} {number.partition('-')[0] or number}"


def how_long(battle: Battle, caster: int, lasts: str) -> str:
    """Return how long the effect lasts, naming the side whose next turn ends it."""
    return f"until {possessive(battle.sides[caster].name)} next turn" if lasts == effects.NEXT_TURN else lasts


def effect_label(name: str, known: effects.NamedEffect, lasts: str) -> str:
    """Return in few words what the effect does and how long."""
    (force,) = effects.read(name)
    words = ", ".join(spoken(word.partition("] ")[2] or word) for word in force.words)
    return "; ".join(filter(None, (words, known.note, lasts)))


SPOKEN = {
    "hit ones": "To Hit rolls of 1 again", "hit ones and twos": "To Hit rolls of 1 and 2 again",
    "hit failed": "failed rolls To Hit again", "wound ones": "To Wound rolls of 1 again",
    "wound failed": "failed rolls To Wound again", "pen ones": "penetration rolls of 1 again",
    "pen failed": "failed penetration again", "pen failed+glances": "failed penetration and glances again",
    "stationary": "as if it had not moved", "no sight": "needs no line of sight", "snap only": "Snap Shots only",
    "no cover": "no cover saves",
    "back in the fight": "full action", "save ones": "saves of 1 again", "save failed": "failed saves again",
}  # fmt: skip
HEADS = {
    "bs": "Ballistic Skill", "snap bs": "Ballistic Skill of Snap Shots", "s": "Strength", "t": "Toughness",
    "av": "armour value", "fnp": "Feel No Pain", "pen to glance": "penetration becomes a glance on",
}  # fmt: skip


def spoken(word: str) -> str:
    """Return a word of 7E-EFF-1 for the screen: `bs +1:boltgun` is `Ballistic Skill +1 (boltgun)`."""
    plain, _, about = word.partition(":")
    head, _, number = plain.rpartition(" ")
    words = SPOKEN.get(plain) or f"{HEADS.get(head, head)} {number}".strip()
    return f"{words} ({about})" if about else words


def can_have(battle: Battle, side: int, known: effects.NamedEffect) -> bool:
    """Return True if this side seems to have the effect: from a rule, a psyker, its faction or a unit's name."""
    units = [battle_unit.unit.value for battle_unit in battle.sides[side].units]
    rules = {rule for unit in units for rule in unit.every_rule}
    if known.name in rules or plain_name(known.name) in map(plain_name, rules):
        return True
    if any(word in known.whose for word in PSYCHIC):
        return any(rule.startswith("Psyker") for rule in rules)
    army = " ".join((battle.sides[side].name, battle.factions[side], *(unit.faction for unit in units))).casefold()
    names = {word.rstrip("s") for unit in units for word in plain_name(unit.name).split()}
    words = (word.strip(",;").rstrip("s").casefold() for word in known.whose.split())
    return any(len(word) > 2 and (word in army or word in names) for word in words)


def tell_effect(battle: Battle, side: int, index: int, typed: str, table: Table) -> Battle:
    """Put the reported effect on the unit, asking for its words and duration if it has no name (7E-EFF-2)."""
    battle_unit = battle.unit_at(side, index)
    name = battle_unit.unit.value.name
    if typed != OTHER:
        known, _ = effects.known_as(typed)
        assert known is not None
        reported, lasts, hostile = (typed,), known.lasts, known.hostile
    else:
        reported = table.ask(IN_FORCE.but(text=f"What is in force on {name}?"))
        hostile = side != battle.active
        options = tuple(Option(lasts, how_long(battle, battle.active, lasts)) for lasts in LASTS)
        lasts = table.ask(HOW_LONG.but(options=options))
    words = how_long(battle, 1 - side if hostile else side, lasts)
    for effect in reported:
        until = end_of(battle, side, lasts, hostile)
        table.tell("{unit}: {effect}, {lasts}", ("7E-EFF-2",), unit=name, effect=effect, lasts=words)
        battle_unit = battle_unit.with_mark(Mark(effect, until, once=lasts == effects.SHOT))
    return replaced(battle, side, index, battle_unit)


IN_FORCE = Phrases("effects", effects.canonical, effects.NAMES, rules=("7E-EFF-1", "7E-EFF-8"), example=effects.EXAMPLE)
LASTS = (effects.SHOT, effects.PHASE, effects.NEXT_TURN, effects.UNTIL_SAID)
HOW_LONG = Choose("lasts", tuple(map(Option, LASTS)), effects.PHASE, rules=("7E-EFF-2",), text="How long?")


def end_of(battle: Battle, side: int, lasts: str, hostile: bool) -> tuple[int, int] | None:
    """Return the (turn, side) at whose end an effect on this side's unit stops; None if the players decide."""
    if lasts == effects.UNTIL_SAID:
        return None
    if lasts == effects.NEXT_TURN:  # the caster's next turn begins when the other side's turn ends
        return battle.end_of(side if hostile else 1 - side)
    return battle.end_of(side) if lasts == effects.OWN_TURN_ENDS else battle.this_turn()


# States that players report as marks (7E-NOM-3, 7E-GTG-4, 6). By default a mark ends with its own side's turn.
LOCKED, FALLING_BACK, REGROUPED = "locked in combat", "falling back", "regrouped"
OFF, EMBARKED = "off the table", "embarked"
GROUNDED, RAN = "gone to ground", "ran"
JINKED = "jinking"  # 4+ cover until its next Movement phase
JINKED_SHOOTS = "jinked"  # Snap Shots until its next turn ends
SMOKED = "behind smoke"
BAILED_OUT = "passengers shaken"  # Snap Shots in their next Shooting phase (7E-END-6)
SILENCED = "passengers stunned"  # setting passengers_shaken = sixth_edition
ARRIVED = "arrived by Deep Strike"
TURBO = "turbo-boosted"
INTERCEPTED = "Interceptor weapons fired"
DAMAGED = "damaged this phase"  # on a transport, for its passengers (7E-END-6)
PASSENGERS_FIRED = "passengers fired"
SPEED_MARKS = {STATIONARY: "stood still", COMBAT: "moved at Combat Speed", CRUISING: "moved at Cruising Speed"}
HURT_ALOFT = "hurt while swooping"  # it takes a Grounding test at the end of the phase (7E-FMC-4)
PULLED = "pulled by a traktor weapon"  # its Grounding test is harder
FALLEN = "grounded"  # it fell: gliding until its owner's next turn
DAZZLED = "hit by a Blind weapon"  # it takes an Initiative test at the end of the phase (7E-END-5)
BLIND = "Blind"  # it failed that test (7E-EFF-4)
NO_CHARGE = "no charge this turn"
ONLY_CHARGE = "may only charge "
PASSING = (  # marks whose end is not logged
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
    charts.HOVERING: "hovering: as a Fast Skimmer",
    charts.SWOOPING: "swooping: hard to hit",
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


def units_on_table(battle: Battle, aloft: bool = False) -> list[tuple[int, int, BattleUnit, str]]:
    """Return every unit that a marker or explosion could touch: side, index, unit, unique name.

    `aloft` is True to include zooming and swooping units. Hits without a roll To Hit cannot hit them (7E-FLY-5).
    """
    units = []
    for side, army in enumerate(battle.sides):
        for i in alive(army):
            unit = army.units[i]
            out_of_reach = mode_of(unit) in charts.HARD_TO_HIT and not aloft
            if not unit.marked(OFF) and not unit.marked(EMBARKED) and not out_of_reach:
                units.append((side, i, unit, f"{unit.unit.value.name} ({army.name})"))
    return units


def nobody_else(shooter: Hashed[Unit], target: Hashed[Unit]) -> Battle:
    """Return the battle around an attack on its own: both units, and nobody else.

    No model of the target stands in it, because nothing but the attack hits the target.
    """
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(shooter.value.models))
    firing, shot_at = BattleUnit(shooter, ranks, models(ranks)), BattleUnit(target, (), 0)
    sides = (Side("Attacker", (firing,)), Side("Target", (shot_at,)))
    return Battle(sides, None, unit=0, target=0, manner=BEFOREHAND)


def passengers_of(battle: Battle, side: int, transport: int) -> list[int]:
    """Return the indexes of the units inside this transport."""
    units = battle.sides[side].units
    return [i for i, unit in enumerate(units) if unit.ranks and unit.marked(EMBARKED) and unit.inside == transport]


def known_speed(unit: BattleUnit, table: Table) -> str:
    """Return how the unit's vehicles moved this turn (7E-WPN-22, 7E-NOM-3 q), or "" if it is unknown."""
    for speed, mark in SPEED_MARKS.items():
        if unit.marked(mark):
            return speed
    if unit.marked(ARRIVED) and not unit.unit.value.of_type("Walker"):
        return table.setting("deep_strike_vehicle")
    if unit.wear and all(wear.immobilised or wear.crew == STUNNED for wear in unit.wear):
        return STATIONARY
    return ""


def mode_of(battle_unit: BattleUnit) -> str:
    """Return how the unit flies: by its mark, otherwise zooming or gliding; "" without flight (7E-FLY-1, 7E-FMC-1)."""
    unit = battle_unit.unit.value
    if charts.is_flyer(unit):
        return charts.HOVERING if battle_unit.marked(charts.HOVERING) else charts.ZOOMING
    if charts.is_monster(unit):
        return charts.SWOOPING if battle_unit.marked(charts.SWOOPING) else charts.GLIDING
    return ""


def starting_mode(unit: BattleUnit) -> tuple[str, ...]:
    """Return the unit's flight mode if no mark names it, otherwise ()."""
    mode = mode_of(unit)
    return (mode,) if mode and not unit.marked(mode) else ()


@lru_cache(1024)  # asked for every unit at every prompt, and few units change between two prompts
def label(unit: BattleUnit) -> str:
    """Return the menu row of a unit: name, models left, flight mode and marks."""
    n = models(unit.ranks)
    words = f"{unit.unit.value.name}, {n} model{'s' * (n != 1)}" if n else unit.unit.value.name
    marks = [mark.name for mark in unit.marks]
    if {JINKED, JINKED_SHOOTS} <= {*marks}:
        marks = [
            f"{JINKED} (it fires Snap Shots)" if name == JINKED else name for name in marks if name != JINKED_SHOOTS
        ]
    return ", ".join([words, *starting_mode(unit), *marks])


BACK, NIGHT = "back", "Night Fighting"


def report_state(battle: Battle, table: Table, tell_of: Callable[[Battle, Table, Place], Battle]) -> Battle:
    """Ask for a state that only players see, such as locked or falling back, and change the unit (7E-NOM-3).

    :param tell_of: asks what else happened to the unit at a place (EVE-6)
    """
    places = places_by_name(battle)
    labels = {name: f"{MARKS[side]} {label(battle.unit_at(side, i))}" for name, (side, i) in places.items()}
    night = Option(NIGHT, "Night Fighting ends" if battle.night else "Night Fighting begins: everybody has Stealth")
    name = table.choose(
        "state of",
        (*(Option(name, words) for name, words in labels.items()), night, Option(BACK)),
        default=BACK,
        rules=("7E-NOM-3", "7E-TGT-8"),
        text="Whose state?",
    )
    if name == NIGHT:
        table.tell("Night Fighting {what}", ("7E-TGT-8",), what="is over" if battle.night else "begins")
        return battle.but(night=not battle.night)
    if name == BACK:
        return battle
    side, i = places[name]
    battle_unit = battle.unit_at(side, i)
    near, others = effects_to_tell(battle, side, battle_unit)
    known = (*states_of(battle_unit), *joins(battle, side, i), *leaves(battle, side, i), *near)
    options = (*known, Option(HAPPENED, "something happened: losses or damage, say"), Option(BACK), *others)
    rules = ("7E-NOM-3", "7E-EFF-2", "7E-IC-1")
    mark = table.choose("state", options, default=BACK, rules=rules, text=f"What is {name}?")
    if mark == BACK:
        return battle
    if mark == HAPPENED:
        return tell_of(battle, table, (side, i))
    if mark in (joining := places_to_join(battle, side, i)):
        table.tell("{unit}: {what}", ("7E-IC-1",), unit=name, what=mark)
        return join(battle, side, joining[mark], i)
    if mark.startswith(LEAVES):
        character = mark.removeprefix(LEAVES)
        battle = leave(battle, side, i, character)
        table.tell("{who} leaves {unit}", ("7E-IC-5",), who=character, unit=battle.unit_at(side, i).unit.value.name)
        return battle
    if not battle_unit.marked(mark) and mark in (option.value for option in (*near, *others)):
        if mark != BACK_IN_THE_FIGHT:
            return tell_effect(battle, side, i, mark, table)
        table.tell("{unit}: back in the fight", ("7E-EFF-6",), unit=name)
        return replaced(battle, side, i, battle_unit.without(GROUNDED, FALLING_BACK, REGROUPED))
    if battle_unit.marked(mark):
        changed = without_state(battle_unit, mark)
        table.tell("{unit}: no longer {mark}", ("7E-NOM-3",), unit=name, mark=mark)
    else:
        changed = with_state(battle, side, battle_unit, mark)
        table.tell("{unit}: {mark}", ("7E-NOM-3",), unit=name, mark=mark)
    battle = replaced(battle, side, i, changed)
    return embark(battle, side, i, table) if mark == EMBARKED and changed.marked(mark) else battle


def without_state(unit: BattleUnit, mark: str) -> BattleUnit:
    """Return the unit that is no longer in this state."""
    changed = unit.without(mark).but(inside=None if mark == EMBARKED else unit.inside)
    if mark == SMOKED:  # the mark was a mistake, so the launchers are full again
        changed = changed.without(SMOKE).but(spent=tuple(entry for entry in changed.spent if entry != (-1, SMOKE)))
    return changed


def with_state(battle: Battle, side: int, unit: BattleUnit, mark: str) -> BattleUnit:
    """Return the unit of this side in this state, with what follows from it."""
    until = {
        REGROUPED: battle.this_turn(),
        ARRIVED: battle.this_turn(),
        INTERCEPTED: battle.end_of(side),
        SMOKED: battle.end_of(1 - side),
        GROUNDED: battle.next_end_of(side),
    }.get(mark)
    changed = unit.with_mark(Mark(mark, until))
    if mark == FALLING_BACK:
        changed = changed.without(GROUNDED)  # forced movement ends it (7E-GTG-4)
    if mark == REGROUPED:
        changed = changed.without(FALLING_BACK)
    if mark == ARRIVED and charts.is_monster(unit.unit.value):
        changed = changed.with_mark(Mark(charts.SWOOPING))  # 7E-FMC-1
    return smoke_used(battle, side, changed) if mark == SMOKED else changed


JOINS, LEAVES = "joins ", "leaves: "


def places_to_join(battle: Battle, side: int, index: int) -> dict[str, int]:
    """Return what a character without a unit could join: `joins Tactical Squad` and that unit's index (7E-IC-1)."""
    unit = battle.unit_at(side, index)
    if unit.parts or not is_character(unit.unit.value):
        return {}
    return {
        JOINS + host.unit.value.name: i for i, host in enumerate(battle.sides[side].units) if i != index and host.ranks
    }


def joins(battle: Battle, side: int, index: int) -> list[Option]:
    """Return an option for each friendly unit that the character may have joined, closed if he cannot have."""
    character = battle.unit_at(side, index).unit.value
    never = {i: why_not_joined(other.unit.value, character) for i, other in enumerate(battle.sides[side].units)}
    hosts = places_to_join(battle, side, index).items()
    return [Option(words, words, never[i] or why_not_joins(battle, side, index, i)) for words, i in hosts]


def why_not_joins(battle: Battle, side: int, index: int, host: int) -> tuple[Reason, ...]:
    """Return why he cannot have joined the unit now; () if he can (7E-IC-1, 7E-IC-6)."""
    character, unit = battle.unit_at(side, index), battle.unit_at(side, host)
    if battle.active != side and not not_yet_moved(battle, side):
        return (Reason("he joins in his own Movement phase", "7E-IC-1"),)
    if side == battle.active:
        for i, words in ((index, "he has shot"), (host, f"{unit.unit.value.name} has shot")):
            if i in battle.done:
                return (Reason(words, "7E-IC-6"),)
    for battle_unit, whose in ((unit, unit.unit.value.name), (character, "he")):
        for mark, words in NEVER_JOINED.items():
            if battle_unit.marked(mark):
                return (Reason(f"{whose} {words}", "7E-IC-1"),)
        if battle_unit.marked(RAN):
            return (Reason(f"{whose} ran this phase", "7E-IC-1"),)
    if character.marked(GROUNDED):
        return (Reason("he has gone to ground and does not move", "7E-GTG-4"),)
    if (character.marked(EMBARKED), character.inside) != (unit.marked(EMBARKED), unit.inside):
        return (Reason("one of them is inside a transport", "7E-IC-1"),)
    return ()


def not_yet_moved(battle: Battle, side: int) -> bool:
    """Return True before the first turn of a side: reports then describe its deployment."""
    return battle.turn == 1 and side != battle.first


NEVER_JOINED = {LOCKED: "is locked in combat", FALLING_BACK: "is falling back", OFF: "is not on the table"}


def leaves(battle: Battle, side: int, index: int) -> list[Option]:
    """Return an option for each character who may have left this unit, closed if he cannot have (7E-IC-5)."""
    battle_unit = battle.unit_at(side, index)
    unit = battle_unit.unit.value.name
    why: tuple[Reason, ...] = ()
    for mark, words in {**NEVER_JOINED, GROUNDED: "has gone to ground"}.items():
        if battle_unit.bearing(mark):
            why = (Reason(f"{unit} {words}", "7E-IC-5"),)
    if side == battle.active and index in battle.done:
        why = (Reason(f"{unit} has shot", "7E-IC-6"),)
    if side != battle.active and not not_yet_moved(battle, side):
        why = (Reason("he leaves in his own Movement phase", "7E-IC-5"),)
    alive = battle_unit.by_kind().keys()
    standing = {part.unit.value.name for part, kinds in battle_unit.spans() if not alive.isdisjoint(kinds)}
    return [Option(LEAVES + name, f"{name} leaves", why) for name in who_may_leave(battle_unit) if name in standing]


def states_of(battle_unit: BattleUnit) -> tuple[Option, ...]:
    """Return the states to report for the unit. States without the gear are left out; impossible states are closed."""
    unit = battle_unit.unit.value
    walker = unit.of_type("Walker") or unit.of_type("Chariot")
    options = [
        Option(mark.name, f"no longer {mark.name}")
        for mark in battle_unit.marks
        if forces_of_mark(mark, battle_unit.parts)
    ]
    for mark, words in REPORTED.items():
        why: tuple[Reason, ...] = ()
        if mark in charts.MODES and mark not in charts.flight_modes(unit):
            continue
        if battle_unit.marked(mark):
            options.append(Option(mark, charts.MODES.get(charts.INSTEAD.get(mark, ""), f"no longer {mark}")))
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
        if mark == SMOKED and (-1, SMOKE) in battle_unit.spent:
            why = (Reason("its smoke launchers are used up", "7E-WPN-17"),)
        options.append(Option(mark, words, why))
    return tuple(options)


def smoke_used(battle: Battle, side: int, unit: BattleUnit) -> BattleUnit:
    """Return the unit with empty launchers; in its own turn it can no longer shoot (7E-NOM-3 d)."""
    unit = unit.but(spent=tuple(sorted((*unit.spent, (-1, SMOKE)))))
    return unit.with_mark(Mark(SMOKE, (battle.turn, side))) if side == battle.active else unit


def places_by_name(battle: Battle) -> dict[str, tuple[int, int]]:
    """Return side and index of every unit left, by name. The army's name is added if both sides use the name."""
    places: dict[str, tuple[int, int]] = {}
    names = [{unit.unit.value.name for unit in army.units if unit.ranks} for army in battle.sides]
    for side, army in enumerate(battle.sides):
        for i, unit in enumerate(army.units):
            if unit.ranks:
                name = unit.unit.value.name
                places[f"{name} ({army.name})" if name in names[0] & names[1] else name] = (side, i)
    return places


def embark(battle: Battle, side: int, index: int, table: Table) -> Battle:
    """Ask which transport of its side the unit is in."""
    unit, room, options = battle.unit_at(side, index), rooms_for(battle, side, index), list[Option]()
    for name, (_, free) in room.items():
        full = () if models(unit.ranks) <= free else (Reason(f"it has room for {free}", "7E-WPN-23"),)
        options.append(Option(name, f"{name}, room for {free}", full))
    answer = table.choose(
        "inside",
        (*options, Option(BACK, "somewhere else: it cannot shoot")),
        default=next((option.value for option in options if not option.closed), BACK),
        rules=("7E-WPN-23",),
        text=f"Inside which transport is {unit.unit.value.name}?",
    )
    return replaced(battle, side, index, unit.but(inside=room[answer][0] if answer in room else None))


def rooms_for(battle: Battle, side: int, index: int) -> dict[str, tuple[int, int]]:
    """Return the transports that a unit of this side could be in: by name their index, and for how many models each has
    room, beside those of other units inside (7E-WPN-23)."""
    rooms = {}
    for i, other in enumerate(battle.sides[side].units):
        if i != index and other.ranks and other.unit.value.capacity is not None:
            others = (p for p in passengers_of(battle, side, i) if p != index)
            inside = sum(models(battle.unit_at(side, p).ranks) for p in others)
            rooms[other.unit.value.name] = i, max(0, other.unit.value.room(models(other.ranks)) - inside)
    return rooms


# The target's models as a line, in the reported order and with the reported cover.

HIDDEN = "hidden"
RIDER = "Skilled Rider"


def target_model(
    unit: Unit, index: int, place: int, alive: Iterable[int] | None = None, night: bool = False
) -> TargetModel:
    """Return a model of the list as a target. `alive`: the kinds of models that are left; None means all."""
    model = unit.models[index][0]
    return TargetModel(
        model.name, index, place, model.toughness,
        model.armour, model.invulnerable, model.feel_no_pain, model.reanimation,
        model.character, model.independent, model.has("Eternal Warrior"), model.wounds,
        stealth=charts.stealth_of(unit, index, alive, night),
        swarm=model.has("Swarms") or unit.model_of_type(model, "Swarm"), hull=charts.hull_of(model, unit),
        given_cover=model.cover, cover_better=model.cover_better, cover_worse=model.cover_worse,
        no_cover=model.has("no cover"),
        saves_again=told_again(model),
    )  # fmt: skip


def told_again(model: Model) -> str:
    """Return which saves an effect lets the model re-roll: no, ones or failed (7E-EFF-1)."""
    return "failed" if model.has("save failed") else "ones" if model.has("save ones") else "no"


def renewed(kind: TargetModel, unit: Unit, alive: Iterable[int], night: bool) -> TargetModel:
    """Return the model with the profile it has in `unit`, which effects have changed (7E-EFF-1)."""
    new = target_model(unit, kind.model, kind.place, alive, night)
    hull = kind.hull
    if hull is not None and new.hull is not None:
        hull = hull.but(front=new.hull.front, side=new.hull.side, rear=new.hull.rear, to_glance=new.hull.to_glance)
    return kind.but(hull=hull, **{field: getattr(new, field) for field in CHANGED})


CHANGED = (  # fields that active effects can change
    "toughness", "armour", "invulnerable", "feel_no_pain", "reanimation", "eternal_warrior", "stealth", "given_cover",
    "cover_better", "cover_worse", "no_cover", "saves_again",
)  # fmt: skip


def line_of(battle_unit: BattleUnit, night: bool) -> tuple[Rank, ...]:
    """Return the unit as a target's line: models nearest first, with their damage and the cover they carry."""
    unit, alive = effects.in_force(battle_unit.unit.value, battle_unit.forces()), battle_unit.by_kind()
    on_ground, jinking = battle_unit.bearing(GROUNDED), battle_unit.bearing(JINKED)
    ranks = []
    for index, rank in enumerate(battle_unit.ranks):
        kind = target_model(unit, rank.kind, rank.kind, alive, night).but(on_ground=rank.kind in on_ground)
        kind = kind.but(dodge=dodge_of(battle_unit, unit, rank.kind, rank.kind in jinking))
        if battle_unit.wear:
            kind = worn(kind, unit, rank.kind, battle_unit.wear[index], battle_unit.spent)
        ranks.append(rank.but(kind=kind))
    return tuple(ranks)


def dodge_of(battle_unit: BattleUnit, unit: Unit, index: int, jinking: bool) -> int | None:
    """Return the cover save that the model has anywhere, from jinking or smoke; None without (7E-GTG-6, 7E-SAV-5)."""
    unit = unit.among(battle_unit.by_kind())
    model = unit.models[index][0]
    saves = []
    if jinking and charts.jinks(unit, model):
        saves.append(charts.dodge(unit, model))
    if battle_unit.marked(SMOKED):
        saves.append(charts.SMOKE_SAVE)
    return min(saves, default=None)


def worn(
    kind: TargetModel, unit: Unit, index: int, wear: VehicleState, spent: tuple[tuple[int, str], ...]
) -> TargetModel:
    """Return a vehicle with its lasting damage. A spent one-use weapon counts as gone, so it cannot be destroyed."""
    gone = tuple(name for i, name in spent if i == index)
    working = unit.models[index][0].working((*wear.lost, *gone))
    return kind.but(hull=kind.body().but(weapons=working, lost=wear.lost, immobilised=wear.immobilised, crew=wear.crew))


def reorder_line(state: Attack, runs: tuple[tuple[int, str, str], ...], anywhere: bool) -> Attack:
    """Return the attack with the reported order and marks. Where the order is new, the wounded of a kind come first.

    `anywhere`: the weapon hurts hidden models, too.
    """
    queue = sorted(state.standing(), key=lambda rank: rank.kind.place)
    names = [name for n, name, _ in runs for _ in range(n)]
    as_before = names == [rank.kind.name for rank in queue for _ in range(rank.n)]
    stock: dict[str, list[Rank]] = {}
    for rank in queue if as_before else sorted(queue, key=lambda rank: rank.left):
        stock.setdefault(rank.kind.name, []).extend(rank.but(n=1) for _ in range(rank.n))
    ranks: list[Rank] = []
    for place, (n, name, mark) in enumerate(runs):
        for _ in range(n):
            model = stock[name].pop(0)
            kind = model.kind.but(place=place, hidden=mark == HIDDEN)
            if mark not in ("", HIDDEN):
                kind = covered(kind, mark).but(own_cover=True)
            ranks.append(model.but(kind=kind))
    line, apart = line_and_apart(ranks, anywhere)
    return state.but(line=line, apart=apart)


def lined_up(state: Attack, anywhere: bool) -> Attack:
    """Return the attack with its hidden models apart, or in the line for a weapon that hurts them `anywhere`."""
    if not (state.apart if anywhere else any(rank.kind.hidden for rank in state.line.ranks)):
        return state
    line, apart = line_and_apart(sorted(state.standing(), key=lambda rank: rank.kind.place), anywhere)
    return state.but(line=line, apart=apart)


def line_and_apart(ranks: Sequence[Rank], anywhere: bool) -> tuple[Line, tuple[Rank, ...]]:
    """Return these models as the line, and those apart: hidden ones, unless the weapon hurts models `anywhere`."""
    return (
        Line(merge_neighbours([rank for rank in ranks if anywhere or not rank.kind.hidden])),
        merge_neighbours([rank for rank in ranks if rank.kind.hidden and not anywhere]),
    )


def merge_neighbours(line: list[Rank]) -> tuple[Rank, ...]:
    """Return the line with alike neighbours as one rank; each vehicle stays a rank of its own."""
    ranks: list[Rank] = []
    for rank in line:
        alike = ranks and ranks[-1].kind == rank.kind and ranks[-1].left == rank.left
        if alike and rank.kind.hull is None:  # each vehicle is a rank of its own
            ranks[-1] = ranks[-1].but(n=ranks[-1].n + rank.n)
        else:
            ranks.append(rank)
    return tuple(ranks)


def covered(kind: TargetModel, name: str) -> TargetModel:
    """Return the model with the cover of this name (a key of `charts.COVER`)."""
    cover, bonus, _ = charts.COVER[name]
    return kind.but(cover=cover, ground_bonus=bonus)


def uncovered(state: Attack) -> Attack:
    """Return the attack without the reported cover, because the shot comes from elsewhere."""
    return state.changed(lambda kind: covered(kind, "none").but(own_cover=False))


def darkened(state: Attack) -> Attack:
    """Return the attack at night: every model has Stealth (7E-TGT-8)."""
    return with_stealth_of(state, {rank.kind.model for rank in state.ranks()}, True).but(night=True)


def with_stealth_of(state: Attack, alive: Collection[int], night: bool) -> Attack:
    """Recompute the cover bonuses, with these kinds of models alive."""
    unit = state.target.value
    return state.changed(lambda kind: kind.but(stealth=charts.stealth_of(unit, kind.model, alive, night)))


def with_stealth_left(state: Attack) -> Attack:
    """Remove cover bonuses that came from models fallen since the attack began (7E-SAV-7)."""
    unit = state.target.value
    if not state.fired or not any(unit.has(rule) and rule not in unit.rules for rule in (*charts.COVERING, RIDER)):
        return state
    alive = {rank.kind.model for rank in state.standing()}
    return with_stealth_of(riding_on(state, unit.among(alive)), alive, state.night)


def riding_on(state: Attack, unit: Unit) -> Attack:
    """Recompute the jink saves, without the bonus of a fallen Skilled Rider (7E-IC-3)."""

    def rides(kind: TargetModel) -> TargetModel:
        if kind.dodge is None or kind.hull is not None:
            return kind
        return kind.but(dodge=charts.dodge(unit, unit.models[kind.model][0]))

    return state.changed(rides)


def undecided_ranks(state: Attack, target: Ranks) -> int | None:
    """Return how many front ranks take wounds without a choice or roll of who takes them; None means all."""
    if state.at_random:
        return 0
    ranks = target.line.ranks
    for index, rank in enumerate(ranks):
        if (
            rank.kind.character
            and state.within_6
            and state.look_out != "no"
            and (index or len(ranks) > 1 or rank.n > 1 or target.apart)
        ):
            return index
    return None


def queue_of(state: Attack) -> tuple[Rank, ...]:
    """Return all ranks of the target, hidden ones included, in the order of the line."""
    return tuple(sorted((*state.line.known_ranks(), *state.apart), key=lambda rank: rank.kind.place))


def kinds_of(queue: tuple[Rank, ...]) -> tuple[tuple[str, int], ...]:
    """Return the number of models of each name."""
    counts: dict[str, int] = {}
    for rank in queue:
        counts[rank.kind.name] = counts.get(rank.kind.name, 0) + rank.n
    return tuple(counts.items())


def target_toughness(state: Attack) -> int:
    """Return the majority toughness of the target's models, hidden or not (7E-WND-2)."""
    ranks = state.ranks()
    if len({rank.kind.toughness for rank in ranks}) == 1:
        return ranks[0].kind.toughness  # type: ignore[no-any-return]
    standing = state.standing()
    return charts.majority_toughness((rank.kind.toughness, rank.n) for rank in standing)[0]


def armour_of(state: Attack, runs: tuple[tuple[int, str, str], ...]) -> int | None:
    """Return the armour save of the closest model in this order, hidden or not (setting graviton_mixed)."""
    return next(model.armour for model, _ in state.target.value.models if model.name == runs[0][1])


def majority_armour(state: Attack, table: Table) -> int | None:
    """Return the armour save for Graviton (7E-WND-8): the majority's, or the closest model's by setting."""
    ranks = state.ranks()
    if len({rank.kind.armour for rank in ranks}) == 1:
        return ranks[0].kind.armour  # type: ignore[no-any-return]
    standing = state.standing()
    if table.setting("graviton_mixed") == "closest":
        return standing[0].kind.armour if standing else None
    return charts.majority_armour((rank.kind.armour, rank.n) for rank in standing)


def runs_of(queue: tuple[Rank, ...]) -> tuple[tuple[int, str, str], ...]:
    """Return the queue as runs (count, name, mark), with hidden models marked."""
    return names_with_marks(queue, lambda kind: HIDDEN if kind.hidden else "")
