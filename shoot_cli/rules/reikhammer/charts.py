"""The tables, and the records that the steps pass on: tokens in the pool, the target's units, an attack, a battle.

The tables say what each die must show, what an action does, and what a barrage does. All dice roll equal or under.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import hypot

from shoot_cli.battle.turns import Mark, Marked, Memory, Side
from shoot_cli.engine.pools import Pool, Rank
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.reikhammer import profiles
from shoot_cli.rules.reikhammer.profiles import Unit, Weapon

# Tokens in the pool, in the order in which they are converted --------------------------------------------------------


class Modifier(Record):
    """The number that one rule adds to a value, and the reason."""

    value: int
    why: Reason


class Fire(Record):
    """One group of shots: all that decides its dice and where its hits can go. `on` is the target's unit under a
    barrage; None if hits are allocated.
    """

    name: str  # of the weapon, or of the unit under a barrage
    kind: str  # AP, AT or AA
    value: int  # as printed
    changes: tuple[Modifier, ...] = ()
    macro: bool = False
    open_only: bool = False  # it ignores cover and cannot hit units in cover (RH-COV-1)
    on: AllocatedHit | None = None
    certain: bool = False  # True if it hits without a roll (setting barrage_hits)
    why_harmless: Reason | None = None  # why no hit of it can have an effect; then it is not rolled


class Shot(Record):
    """One shot that waits for its roll to hit."""

    fire: Hashed[Fire]

    @property
    def whose(self) -> str:
        return self.fire.value.name


class SecondRoll(Record):
    """A shot with a value of 0 or less whose first die showed 1; it rolls a second die (RH-HIT-4)."""

    fire: Hashed[Fire]

    @property
    def whose(self) -> str:
        return self.fire.value.name


class Hit(Record):
    """A hit with only the fields that later rules need, so that hits of different weapons are equal."""

    kind: str
    macro: bool = False
    open_only: bool = False
    on: AllocatedHit | None = None


class AllocatedHit(Record):
    """A hit on one unit, with the save that its owner takes."""

    unit: int  # index of the unit in the formation
    name: str
    need: Need
    stand: Hashed[TargetUnit]
    macro: bool
    left: int  # integrity before the hit
    weight: int  # number of units it counts as (RH-BRK-1)
    more: bool  # True if later hits depend on its remaining integrity

    @property
    def whose(self) -> str:
        return self.name


class Failed(Record):
    """A failed save; the unit loses a point of integrity if it has one left."""

    unit: int
    left: int
    weight: int
    more: bool


class IntegrityLost(Record):
    """A lost point of integrity. `unit` is the index of its unit, or None if no later rule needs it."""

    unit: int | None


class Destroyed(Record):
    """A unit without integrity."""

    weight: int


# Units of formations -------------------------------------------------------------------------------------------------


class FormationUnit(Record):
    """One unit of a formation. `model` is the index of its kind in the formation's list."""

    model: int
    left: int  # integrity; 0 if it is destroyed
    ammo: int | None  # None if it is unlimited
    character: str = ""  # the character with it


class TargetUnit(Record):
    """A target's unit with the fields that saves and allocation need; an attack never changes it."""

    name: str
    type: str
    armour: int
    integrity: int  # at the start of the game
    cover: int = 0  # cover save; 0 if it has no cover
    invulnerable: int | None = None
    reinforced: bool = False
    crossfire: bool = False
    distance: float | None = None  # tiles to the nearest firing unit; None if unknown
    hidden: bool = False  # no firing unit sees it
    under: bool = True  # it is in the area of the barrage


class Gunner(Record):
    """One unit of the shooting formation."""

    name: str
    place: int  # index in its formation
    model: int
    ammo: int | None
    distance: float | None = None  # tiles to the nearest target unit, or to the target tile; None if it is in range
    obstruction: int | None = 0  # tiles of obstruction in the line of fire; None if a war engine blocks it
    held: bool = False  # the player does not let it fire
    suppressed: bool = False
    fired: bool = False


class WeaponTask(Record):
    """A number of alike weapons that fire, and whose value is not chosen yet."""

    weapon: Hashed[Weapon]
    n: int


class Manner(Record):
    """What a single attack does otherwise than an attack in a battle: a row for each difference."""

    states_all: bool  # Shock, action and friends nearby are asked; a battle knows them (RH-SUP-1, RH-HIT-2, RH-XF-1)
    is_last: bool  # nothing follows, so it does not matter whose ammo is left (RH-AMMO-1)
    refuses: bool  # too many barrage points are an error; in a battle nobody fires then (RH-BAR-4)


AT_THE_TABLE = Manner(states_all=False, is_last=False, refuses=False)
BEFOREHAND = Manner(states_all=True, is_last=True, refuses=True)


class Attack(Record):
    """One formation's shooting at another, with only the values that later rules need; the log has the past."""

    battle: Hashed[Battle]
    mine: tuple[int, int]  # side and index of the formation that shoots
    theirs: tuple[int, int]  # side and index of the target
    shooter: Hashed[Unit]
    gunners: tuple[Gunner, ...]
    target: Hashed[Unit]
    pieces: tuple[FormationUnit, ...]  # of the target
    target_units: Hashed[tuple[TargetUnit, ...]]  # the target's units with the known facts
    manner: Manner = AT_THE_TABLE  # `BEFOREHAND` for a single attack; its battle has no other formations
    followed: bool = False  # True if other single attacks may follow on this target
    follows_attack: bool = False  # True if one came before; then the target's Shock is known
    shock: int = 0  # on the shooter
    target_shock: int = 0
    broken: bool = False  # the target is broken
    strength: int = 0  # number of units of the target at the start
    counted_left: int = 0  # surviving units of the target, as RH-BRK-1 counts them
    slain: int = 0  # units destroyed by this attack
    damage: int = 0  # integrity lost by this attack
    # Reports and decisions of the players
    aimed: bool = True  # False under a barrage in a battle, whose target is not known yet
    friendly: bool = False  # a barrage is on a formation of its own side
    shooting: str = ""  # "direct" or "barrage"; "" if not chosen yet
    action: str = ""
    overwatch: bool = False  # it fires in the other side's action, without a modifier (RH-OW-6)
    fires: bool = False  # True if any unit fires
    jobs: tuple[WeaponTask, ...] = ()
    reach: tuple[int, int] = (0, 0)  # tiles: the longest range of the fired weapons, and of the fired macro weapons
    macro_reach: int = 0  # tiles: the longest range of weapons that are fired with macro hits
    points: int = 0  # barrage points
    extra_shock: int = 0
    # Hits
    pool: Pool = ()
    waiting: Pool = ()  # hits to be allocated later: macro hits, and hits of weapons beside a barrage
    later: Pool = ()  # shots of weapons beside a barrage, rolled after it
    hits_to_save: Pool = ()  # hits on units that need saves, the nearest unit first
    fallen: tuple[int, ...] = ()  # destroyed units whose character's fate is not rolled yet
    lost: tuple[tuple[str, str], ...] = ()  # characters of the target, with their fate
    under_barrage: tuple[tuple[int, int], ...] = ()  # formations under the barrage that are not resolved yet
    target_under_barrage: bool = False  # the target is one of the touched formations


# A battle ------------------------------------------------------------------------------------------------------------


class BattleUnit(Marked, Record):
    """A formation in a battle."""

    unit: Hashed[Unit]
    pieces: tuple[FormationUnit, ...]
    shock: int = 0
    broken: bool = False
    acted: bool = False  # it has taken its action this turn
    marks: tuple[Mark, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()  # characters no longer with it, with their fate
    carries: bool = True  # it may carry troops; False if its player said that it never does

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Return its surviving units one by one; () if it is gone."""
        return tuple([Rank(piece.model, 1, piece.left) for piece in self.pieces if piece.left])

    @property
    def gone(self) -> bool:
        """Return True if no unit is left. This is asked at every prompt, so it builds no ranks."""
        return all(not piece.left for piece in self.pieces)


class AttackedTarget(Record):
    """The state of a formation after an attack, for the next attack on it."""

    pieces: tuple[FormationUnit, ...]
    shock: int
    broken: bool


class Battle(Record):
    """Both armies and the current point of the turn."""

    sides: tuple[Side, Side]
    ratings: tuple[int, int]  # strategy ratings
    turns: int | None  # length of the battle; None if the players end it
    turn: int = 1
    active: int = 0  # side of the acting formation
    won: int | None = None  # winner of the last strategy roll; None before the first
    first: int = 0  # the side that goes first this turn
    begun: bool = False  # the strategy phase of this turn is over
    passed: tuple[int, ...] = ()  # sides that do nothing more this turn
    retaining: bool = False  # the active side acts again without a pause (RH-ACT-1)
    may_retain: bool = False  # the side that acted last may do so
    unit: int | None = None  # the acting formation
    action: str = ""
    does: str = ""  # the part of an action that allows moving or shooting
    moves: int = 0  # moves that it still has
    answering: bool = False  # a move or an unloading is over, so overwatch of the other side may answer
    unloading: bool = False  # the last thing was an unloading
    aboard: bool = True  # it may still unload troops in this action
    answered: tuple[int, ...] = ()  # formations that have answered it
    watcher: int | None = None
    aim: str = ""  # "direct" or "barrage"; "" if it does not shoot
    target: int | None = None
    rallying: tuple[tuple[int, int], ...] = ()  # formations that still take a rally test
    remembered: Memory = ()
    over: bool = False
    asks_between: bool = True  # players are asked between turns what happened without the app


# Actions (RH-ACT-2) --------------------------------------------------------------------------------------------------

ADVANCE, DOUBLE, MARCH, MARSHAL, SUSTAINED, OVERWATCH, ENGAGE, HOLD = (
    "advance",
    "double",
    "march",
    "marshal",
    "sustained_fire",
    "overwatch",
    "engage",
    "hold",
)


class Action(Record):
    """An action. `moves` is the number of moves before it shoots. If `either` is True, it moves or shoots, not both."""

    name: str
    moves: int
    shoots: bool
    modifier: int = 0  # of the values to hit
    either: bool = False
    words: str = ""


ACTIONS = {
    action.name: action
    for action in (
        Action(ADVANCE, 1, True, words="one move, then shoot"),
        Action(DOUBLE, 2, True, -1, words="two moves, then shoot at -1"),
        Action(MARCH, 3, False, words="three moves, no shooting"),
        Action(MARSHAL, 1, True, -1, True, "shoot at -1 or one move, then regroup"),
        Action(SUSTAINED, 0, True, +1, words="no move, shoot at +1"),
        Action(OVERWATCH, 0, False, words="no move, shoot later when an enemy has moved"),
        Action(ENGAGE, 1, False, words="charge into an assault, which is played without this program"),
        Action(HOLD, 1, True, 0, True, "one of these: move, shoot, regroup"),
    )
}

# To hit (RH-HIT-1 to 4) ----------------------------------------------------------------------------------------------

FACES = 6  # of a die
MOST = 5  # a 6 always misses (RH-HIT-3)
SECOND = {0: 3, -1: 2, -2: 1}  # the number for the second die after a 1 (RH-HIT-4)


def value_of(fire: Fire) -> int:
    return fire.value + sum(change.value for change in fire.changes)


def to_hit(fire: Fire) -> Need:
    """Return the need of the first die (RH-HIT-1 to 4)."""
    value, because = value_of(fire), [Reason(f"{fire.kind} {fire.value}", "RH-HIT-1", str(fire.value))]
    because += [
        Reason(f"{change.value:+d} {change.why.text}", change.why.rule, f"{change.value:+d}") for change in fire.changes
    ]
    if value > MOST:
        because.append(Reason(f"that is {value}, but a 6 always misses", "RH-HIT-3"))
    if value < min(SECOND):
        return Need(None, (*because, Reason(f"that is {value}: it cannot hit", "RH-HIT-4")), or_less=True)
    if value < 1:
        because.append(Reason(f"that is {value}: a 1, then {SECOND[value]} or less on a second die", "RH-HIT-4"))
    return Need(min(max(value, 1), MOST), tuple(because), or_less=True)


def to_hit_again(fire: Fire) -> Need:
    """Return the need of the second die for a value of 0, -1 or -2, without modifiers (RH-HIT-4)."""
    value = value_of(fire)
    return Need(SECOND[value], (Reason(f"value {value}: second die after a 1", "RH-HIT-4"),), or_less=True)


def needs_second(fire: Fire) -> bool:
    return value_of(fire) in SECOND


def hits_of_36(fire: Fire) -> int:
    """Return how many of 36 shots hit."""
    need = to_hit(fire)
    if need.target is None:
        return 0
    return SECOND[value_of(fire)] if needs_second(fire) else 6 * need.target


def action_change(action: str, overwatch: bool) -> tuple[Modifier, ...]:
    """Return the modifier of the action; overwatch fire has none (RH-HIT-2, RH-OW-6)."""
    modifier = 0 if overwatch or not action else ACTIONS[action].modifier
    return (Modifier(modifier, Reason(action_words(action), "RH-HIT-2")),) if modifier else ()


def action_words(action: str) -> str:
    return {DOUBLE: "Double", MARSHAL: "Marshal", SUSTAINED: "Sustained Fire"}.get(action, action)


IN_COVER = Modifier(-1, Reason("the target is in cover", "RH-HIT-2"))
# also if no hit will come to a unit in cover: it is the attacker who may ignore the -1, before the roll
PARTLY_IN_COVER = Modifier(-1, Reason("some of the target is in cover, which is not ignored", "RH-COV-1"))

# Which hits can hurt which units (RH-ALLOC-3) ------------------------------------------------------------------------

HURT = profiles.HURT
BARRAGE_KINDS: Mapping[str, tuple[str, ...]] = {  # RH-BAR-5
    profiles.INFANTRY: (profiles.AP,),
    profiles.LIGHT: (profiles.AP, profiles.AT),
    profiles.ARMOURED: (profiles.AT,),
    profiles.WAR_ENGINE: (profiles.AT,),
    profiles.AIRCRAFT: (),
}


# Saves (RH-SAVE-1 to 5, RH-XF-3, RH-MW-2) ----------------------------------------------------------------------------

ARMOUR, COVER, INVULNERABLE, NO_SAVE = "armour save", "cover save", "invulnerable save", "no save"


def saves(stand: TargetUnit, macro: bool, macro_save: str) -> list[tuple[int, str, Reason]]:
    """Return every possible save as value before crossfire, name, reason. `macro_save` is the setting."""
    possible = []
    if not macro or stand.reinforced or macro_save == "armour":
        rule = "RH-MW-2" if macro else "RH-SAVE-1"
        words = f"reinforced armour {stand.armour}" if macro and stand.reinforced else f"armour {stand.armour}"
        possible.append((stand.armour, ARMOUR, Reason(words, rule, str(stand.armour))))
    if stand.cover and (not macro or macro_save == "cover"):
        possible.append(
            (
                stand.cover,
                COVER,
                Reason(f"cover save {stand.cover}", "RH-MW-2" if macro else "RH-SAVE-2", str(stand.cover)),
            )
        )
    if stand.invulnerable:
        reason = Reason(f"invulnerable save {stand.invulnerable}", "RH-MW-2", str(stand.invulnerable))
        possible.append((stand.invulnerable, INVULNERABLE, reason))
    return possible


@lru_cache(256)  # asked for every unit and every number of hits
def to_save(stand: TargetUnit, macro: bool, macro_save: str = "none", six_fails: bool = True) -> Need:
    """Return the need of the best save, one die for each hit (RH-SAVE-2, 3)."""
    possible = saves(stand, macro, macro_save)
    if not possible:
        return Need(None, (Reason("no save against a macro hit", "RH-MW-2", "no"),), True, NO_SAVE)
    value, label, reason = max(possible, key=lambda save: save[0])
    because = [reason]
    if others := " or ".join(other.text for lower, _, other in possible if lower < value):
        because.append(Reason(f"better than {others}", "RH-SAVE-3"))
    if stand.crossfire:
        value -= 1
        because.append(Reason("-1 crossfire", "RH-XF-3", "-1"))
    if value < 1:
        return Need(None, (*because, Reason(f"that is {value}: it fails", "RH-XF-3")), True, NO_SAVE)
    if value > MOST:
        because.append(Reason("a 6 fails" if six_fails else "a 6 saves", "RH-SAVE-1"))
    return Need(min(value, MOST if six_fails else MOST + 1), tuple(because), True, label)


# Tests against CR (RH-ACT-1, RH-RALLY-1) -----------------------------------------------------------------------------


def to_act(rating: int, shock: bool, retaining: bool, six_passes: bool = True) -> Need:
    """Return the need of the action test: -1 for any Shock, -1 if the side retains the initiative."""
    because = [Reason(f"CR {rating}", "RH-ACT-1", str(rating))]
    if shock:
        because.append(Reason("-1 Shock", "RH-SHOCK-5", "-1"))
    if retaining:
        because.append(Reason("-1 retaining the initiative", "RH-ACT-1", "-1"))
    return under(rating - shock - retaining, because, "RH-ACT-1", six_passes)


def to_rally(rating: int, broken: bool, near: bool, six_passes: bool = True) -> Need:
    """Return the need of the rally test: -2 if broken, -1 if an enemy is within 8 tiles."""
    because = [Reason(f"CR {rating}", "RH-RALLY-1", str(rating))]
    if broken:
        because.append(Reason("-2 broken", "RH-RALLY-1", "-2"))
    if near:
        because.append(Reason("-1 an enemy within 8 tiles", "RH-RALLY-1", "-1"))
    return under(rating - 2 * broken - near, because, "RH-RALLY-1", six_passes)


def under(value: int, because: list[Reason], rule: str, six_passes: bool) -> Need:
    if value > MOST and not six_passes:
        because.append(Reason("a 6 fails", "RH-ACT-1"))
    if value < 1:
        return Need(None, (*because, Reason(f"that is {value}: it fails", rule)), or_less=True)
    return Need(min(value, MOST + six_passes), tuple(because), or_less=True)


# Dangerous terrain, characters ---------------------------------------------------------------------------------------

dangerous = Need(5, (Reason("each 6 costs a point of integrity, without a save", "RH-TER-2"),), or_less=True)

ESCAPES, INCAPACITATED, KILLED = "escapes", "incapacitated", "killed"
character_fate = (ESCAPES, INCAPACITATED, INCAPACITATED, KILLED, KILLED, KILLED)  # by the face of the die (RH-CHAR-1)

# Barrages (RH-BAR-4) -------------------------------------------------------------------------------------------------


class BarrageRow(Record):
    """The effect of a barrage of up to `most` points. A value is None if it cannot hurt such units."""

    most: int  # barrage points
    radius: int  # tiles; 0 for the target tile only
    extra_shock: int
    ap: int | None
    at: int | None

    def value(self, kind: str) -> int | None:
        return {profiles.AP: self.ap, profiles.AT: self.at}.get(kind)


BARRAGES = (
    BarrageRow(2, 0, 0, 1, None),
    BarrageRow(4, 1, 0, 1, 1),
    BarrageRow(6, 1, 0, 2, 1),
    BarrageRow(9, 1, 1, 3, 2),
    BarrageRow(12, 2, 1, 3, 2),
    BarrageRow(15, 2, 2, 3, 2),
    BarrageRow(20, 2, 2, 3, 2),
    BarrageRow(25, 3, 3, 3, 2),
    BarrageRow(30, 3, 4, 3, 2),
)


def barrage_row(bp: int, low_at: str = "none") -> BarrageRow:
    """Return the row for this sum of barrage points; over 30 it is the last. `low_at` is the setting barrage_low_at."""
    row = next((row for row in BARRAGES if bp <= row.most), BARRAGES[-1])
    return row.but(at=1) if row is BARRAGES[0] and low_at == "1" else row


def too_many_points(bp: int) -> str:
    """Return the refusal of setting bp_over_30."""
    return f"{bp} barrage points: the table ends at {BARRAGES[-1].most}, let fewer units fire (RH-BAR-4)"


# Tiles (RH-ELIG-4, RH-BAR-7) -----------------------------------------------------------------------------------------


def chebyshev(across: int, up: int) -> float:
    """Return the distance if a diagonal step is one tile."""
    return max(across, up)


def manhattan(across: int, up: int) -> float:
    """Return the distance if a diagonal step is two tiles."""
    return across + up


METRICS: Mapping[str, Callable[[int, int], float]] = {
    "chebyshev": chebyshev,
    "manhattan": manhattan,
    "euclidean": hypot,
}


def tiles_within(radius: int, metric: str) -> int:
    """Return the number of tiles at most `radius` tiles from a tile, with that tile."""
    steps = range(-radius, radius + 1)
    return sum(METRICS[metric](abs(x), abs(y)) <= radius for x in steps for y in steps)
