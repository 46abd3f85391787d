"""The records that the steps pass on: tokens in the pool, the target's units, an attack and a battle."""

from __future__ import annotations

from shoot_cli.battle.turns import Mark, Marked, Memory, Side
from shoot_cli.engine.pools import Pool, Rank
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
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
    in_vain: Reason | None = None  # why no hit of it can have an effect; then it is not rolled


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
    stands: Hashed[tuple[TargetUnit, ...]]  # the target's units with the known facts
    manner: Manner = AT_THE_TABLE  # `BEFOREHAND` for a single attack; its battle has no other formations
    followed: bool = False  # True if other single attacks may follow on this target
    goes_on: bool = False  # True if one came before; then the target's Shock is known
    shock: int = 0  # on the shooter
    target_shock: int = 0
    broken: bool = False  # the target is broken
    strength: int = 0  # number of units of the target at the start
    weight: int = 0  # surviving units of the target, as RH-BRK-1 counts them
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
    struck: Pool = ()  # hits on units that need saves, the nearest unit first
    fallen: tuple[int, ...] = ()  # destroyed units whose character's fate is not rolled yet
    lost: tuple[tuple[str, str], ...] = ()  # characters of the target, with their fate
    touched: tuple[tuple[int, int], ...] = ()  # formations under the barrage that are not resolved yet
    touches: bool = False  # the target is one of the touched formations


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
    said: Memory = ()
    over: bool = False
    asks_between: bool = True  # players are asked between turns what happened without the app
