"""What the steps hand on to each other: tokens in the pool, the target's units, one attack, one battle."""

from __future__ import annotations

from shoot_cli.battle.turns import Mark, Marked, Memory, Side
from shoot_cli.engine.pools import Pool, Rank
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.reikhammer.profiles import Unit, Weapon

# Tokens in the pool, in the order in which they become each other ----------------------------------------------------


class Modifier(Record):
    """What one rule adds to a value, and why."""

    value: int
    why: Reason


class Fire(Record):
    """All that decides the dice of one group of shots, and where their hits can go.

    ``on``: the target's unit that a barrage falls on; None: hits are allocated.
    """

    name: str  # of the weapon; of the unit under a barrage
    kind: str  # AP, AT or AA
    value: int  # as printed
    changes: tuple[Modifier, ...] = ()
    macro: bool = False
    open_only: bool = False  # it ignored cover, and gave up the units in cover (RH-COV-1)
    on: AllocatedHit | None = None
    certain: bool = False  # it hits without a roll (setting barrage_hits)
    in_vain: Reason | None = None  # why no hit of it could do anything: it is not rolled


class Shot(Record):
    fire: Hashed[Fire]


class SecondRoll(Record):
    """A shot whose value is 0 or less and whose first die showed 1: it rolls once more (RH-HIT-4)."""

    fire: Hashed[Fire]


class Hit(Record):
    """Later rules need no more of it than this, so hits of different weapons lie together."""

    kind: str
    macro: bool = False
    open_only: bool = False
    on: AllocatedHit | None = None


class AllocatedHit(Record):
    """A hit on one unit, with the save that its owner takes."""

    unit: int  # its place in the formation
    name: str
    need: Need
    stand: Hashed[TargetUnit]
    macro: bool
    left: int  # integrity before it is hit
    weight: int  # units it counts as in RH-BRK-1
    more: bool  # hits are still to come that look at what it has left


class Failed(Record):
    """A save that failed; it costs a point of integrity, if there is one left."""

    unit: int
    left: int
    weight: int
    more: bool


class IntegrityLost(Record):
    """A point of integrity. ``unit``: who lost it; None where nobody looks at that unit again."""

    unit: int | None


class Destroyed(Record):
    """A unit without integrity."""

    weight: int


# Units of formations -------------------------------------------------------------------------------------------------


class FormationUnit(Record):
    """One unit of a formation. ``model``: its kind, by its place in the formation's list."""

    model: int
    left: int  # integrity; 0: destroyed
    ammo: int | None  # None: without end
    character: str = ""  # who is with it


class TargetUnit(Record):
    """A target's unit as saves and allocation see it. Nothing of this changes in an attack."""

    name: str
    type: str
    armour: int
    integrity: int  # at the start of the game
    cover: int = 0  # cover save; 0: it has no cover
    invulnerable: int | None = None
    reinforced: bool = False
    crossfire: bool = False
    distance: float | None = None  # tiles to the nearest unit that fires; None: not said
    hidden: bool = False  # nobody who fires sees it
    under: bool = True  # in the area of the barrage


class Gunner(Record):
    """One unit of the shooting formation."""

    name: str
    place: int  # in its formation
    model: int
    ammo: int | None
    distance: float | None = None  # tiles to the nearest target unit, or to the tile; None: in range
    obstruction: int | None = 0  # tiles of it that the line of fire crosses; None: a war engine is in the way
    held: bool = False  # its owner lets it not fire
    suppressed: bool = False
    fired: bool = False


class WeaponTask(Record):
    """So many alike weapons that fire, whose value is not chosen yet."""

    weapon: Hashed[Weapon]
    n: int


class Attack(Record):
    """One formation's shooting at another. Only what the rules still need; the past is in the log."""

    battle: Hashed[Battle]
    mine: tuple[int, int]  # the side and the unit that shoots
    theirs: tuple[int, int]
    shooter: Hashed[Unit]
    gunners: tuple[Gunner, ...]
    target: Hashed[Unit]
    pieces: tuple[FormationUnit, ...]  # of the target
    stands: Hashed[tuple[TargetUnit, ...]]  # of these, as far as it was said how they stand
    alone: bool = False  # an attack on its own: its battle has no other formations
    followed: bool = False  # of these: others may attack the same target after it
    goes_on: bool = False  # and others did before it: the Shock on the target is known
    shock: int = 0  # on the shooter
    target_shock: int = 0
    broken: bool = False  # the target is
    strength: int = 0  # units the target had when the attack began
    weight: int = 0  # surviving units of the target, as RH-BRK-1 counts them
    slain: int = 0  # units destroyed by this attack
    damage: int = 0  # integrity lost by it
    # What the players report, and what they decide
    aimed: bool = True  # the target is known when the shooters are declared; not under a barrage of a battle
    friendly: bool = False  # a barrage touches a formation of its own side
    shooting: str = ""  # "direct" or "barrage"; "" not said yet
    action: str = ""
    overwatch: bool = False  # in the other side's action: no modifier (RH-OW-6)
    fires: bool = False  # anybody fires
    jobs: tuple[WeaponTask, ...] = ()
    reach: tuple[int, int] = (0, 0)  # tiles: the longest of the weapons fired, of the macro weapons fired
    macro_reach: int = 0  # tiles: the longest of those weapons of which the value chosen makes macro hits
    points: int = 0  # barrage points
    extra_shock: int = 0
    # Hits
    pool: Pool = ()
    waiting: Pool = ()  # hits to be allocated later: macro hits, those of guns beside a barrage
    later: Pool = ()  # shots of guns beside a barrage, to be rolled after it
    struck: Pool = ()  # hits on units, nearest first: saves to be taken
    fallen: tuple[int, ...] = ()  # units destroyed whose characters' fate is open
    lost: tuple[tuple[str, str], ...] = ()  # characters of the target, and what became of them
    touched: tuple[tuple[int, int], ...] = ()  # formations under the barrage that are still to be resolved
    touches: bool = False  # the target is one that has a unit under it


# A battle ------------------------------------------------------------------------------------------------------------


class BattleUnit(Marked, Record):
    """A formation in a battle."""

    unit: Hashed[Unit]
    pieces: tuple[FormationUnit, ...]
    shock: int = 0
    broken: bool = False
    acted: bool = False  # it took its action this turn
    marks: tuple[Mark, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()  # characters no longer with it, and what became of them
    carries: bool = True  # troops; False if its player has said that it never does

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Its surviving units, one by one; () when it is gone."""
        return tuple([Rank(piece.model, 1, piece.left) for piece in self.pieces if piece.left])

    @property
    def gone(self) -> bool:
        """True if nobody is left. Asked of every formation at every prompt, so without building its ranks."""
        return all(not piece.left for piece in self.pieces)


class AttackedTarget(Record):
    """A formation that was attacked, for whoever attacks it next before it rallies."""

    pieces: tuple[FormationUnit, ...]
    shock: int
    broken: bool


class Battle(Record):
    """Both armies, and where in the turn we are."""

    sides: tuple[Side, Side]
    ratings: tuple[int, int]  # strategy ratings
    turns: int | None  # that the battle lasts; None: until the players end it
    turn: int = 1
    active: int = 0  # the side whose formation acts
    won: int | None = None  # the side that won the last strategy roll; None before the first
    first: int = 0  # the side that goes first this turn
    begun: bool = False  # the strategy phase of this turn is over
    passed: tuple[int, ...] = ()  # sides that do nothing more this turn
    retaining: bool = False  # the active side acts again without waiting for the other (RH-ACT-1)
    may_retain: bool = False  # the side that acted last may
    unit: int | None = None  # the formation that acts
    action: str = ""
    does: str = ""  # with actions that move or shoot: what it does
    moves: int = 0  # that it still makes
    answering: bool = False  # a move was completed, or troops unloaded: the other side's overwatch may answer
    unloading: bool = False  # it was troops
    aboard: bool = True  # troops, that may yet be unloaded in this action
    answered: tuple[int, ...] = ()  # who did, to this
    watcher: int | None = None
    aim: str = ""  # "direct" or "barrage"; "" no shooting
    target: int | None = None
    rallying: tuple[tuple[int, int], ...] = ()  # formations that still test
    said: Memory = ()
    over: bool = False
