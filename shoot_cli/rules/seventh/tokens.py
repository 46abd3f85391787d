"""The tokens of the pool, in the order in which one turns into the next, and the models that they hit."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.seventh.profiles import Shots


class Gun(Record):
    """A weapon as later rules see it: what it does to the target, without its firer."""

    name: str
    strength: int | None
    ap: int | None
    rules: tuple[str, ...]
    poisoned: int | None = None
    toughness: int = 0  # majority toughness of the target when the weapon fires (7E-WND-2)
    preferred: bool = False  # Preferred Enemy applies to this target
    shred: bool = False
    armour: int | None = None  # majority armour save of the target, for Graviton (7E-WND-8)
    effect_names: tuple[tuple[str, str], ...] = ()  # (head of a word, name of its effect), see `charts.py`

    def givers(self, word: str) -> str:
        """Return the names of the effects that gave this word, such as `Prescience`; "an effect" if none has a name."""
        return ", ".join(name for head, name in self.effect_names if head == word and name != word) or "an effect"


class Aim(Record):
    """How a shot meets a vehicle, besides its weapon."""

    facing: str  # FRONT, SIDE or REAR: the arc in which the firer stands (7E-VEH-2)
    covered: bool = True  # this firer sees at most three quarters of the facing (7E-VEH-8)
    turn: int = 0  # order in which hits on a squadron are allocated; the most common facing is 0
    better: int = 0  # cover bonus because the facing is not the one of the firer's arc
    melta: bool = False  # Melta at half range or less
    again: str = ""  # penetration rolls to re-roll: "", "ones", "failed", or "glances" (failed rolls and glances)
    why_again: str = ""
    model: TargetModel | None = None  # the only vehicle of the target; None: each hit is allocated first (7E-VEH-7)


class Shot(Record):
    """One shot before its roll to hit. It holds what decides its dice and effect, not its firer."""

    gun: Hashed[Gun]
    ballistic_skill: int
    snap: bool = False
    snap_skill: int = 1  # Ballistic Skill of its Snap Shots
    precise: bool = False  # a natural 6 is a Precision Shot
    rerolls: bool = True  # False for Snap Shots if setting snap_rerolls forbids re-rolls
    aim: Aim | None = None  # only for shots at a vehicle
    why_harmless: tuple[Reason, ...] = ()  # why no hit of it can have an effect, so nobody rolls; () if one can
    topples: bool = False  # its hits cause a Grounding test of a Swooping target (setting grounding)


class VehicleState(Record):
    """Lasting damage of one vehicle of a unit."""

    lost: tuple[str, ...] = ()
    immobilised: bool = False
    crew: str = ""
    until: tuple[int, int] | None = None  # (turn, side) at whose end the crew recovers


class Volley(Record):
    """Shots of one weapon that are rolled for number, or together (Gets Hot, Master-crafted).

    With Gets Hot it is all that one bearer fires of that name, since what hurts him comes at once.
    """

    shot: Shot
    shots: Shots
    bearer: int  # the bearer's kind of model in the unit
    left: int  # wounds that the bearer has left
    save: int | None  # the bearer's best armour or invulnerable save against Gets Hot
    feel_no_pain: int | None
    adds: bool = False  # setting mastercrafted_bs6
    vehicle: bool = False  # the bearer is a vehicle: Gets Hot causes a glancing hit
    saves_again: str = "no"  # the bearer's saves to re-roll against Gets Hot: no, ones or failed
    wear: VehicleState = VehicleState()  # which vehicle of a squadron gets hot
    others: tuple[Volley, ...] = ()  # what the same bearer fires at once in another way, or with another re-roll

    def parts(self) -> tuple[Volley, ...]:
        return (self.but(others=()), *self.others)


class Hit(Record):
    """A hit on a model, before its roll to wound."""

    gun: Hashed[Gun]
    precise: bool = False


class MarkerlightHit(Record):
    """A hit that only puts a counter on the target (7E-EFF-5)."""


class GroundingHit(Record):
    """A note that a Swooping target was hit and must take a Grounding test (setting grounding)."""


class Marker(Record):
    """One Blast marker or Template to place. The models under it are its hits (7E-WPN-13 to 16)."""

    shot: Shot
    bearer: int
    left: int
    hot: tuple[int, ...]  # dice for Gets Hot, one for each marker of this bearer; each master-crafted weapon on its own
    save: int | None
    feel_no_pain: int | None
    vehicle: bool = False
    saves_again: str = "no"
    wear: VehicleState = VehicleState()


class Lying(Record):
    """A Marker at the table that lies, before it is said who is under it.

    :ivar moved: True if it scattered
    :ivar done: what players do with it before they count; "" for nothing, and in the odds
    :ivar name: what tells it from other markers; "" in the odds
    """

    shot: Shot
    moved: bool
    done: str
    name: str


class Impact(Record):
    """A hit on a vehicle; in a squadron, the vehicle is not yet known."""

    gun: Hashed[Gun]
    aim: Aim


class Strike(Record):
    """A hit on one vehicle, to be rolled for penetration. `loose` is True if its result is allocated anew."""

    impact: Impact
    model: TargetModel
    loose: bool = False


class Dent(Record):
    """A glancing, penetrating or graviton hit on one vehicle, before any save."""

    kind: str  # GLANCE, PENETRATION, GRAVITON
    impact: Impact
    model: TargetModel


class UnassignedDent(Record):
    """A Dent that is not yet allocated to a vehicle (setting squadron_order)."""

    kind: str
    impact: Impact


class Damage(Record):
    """A Dent that was not saved; it costs a hull point."""

    kind: str
    ap: int | None


class Wreckage(Record):
    """A pending roll on the Vehicle Damage table (7E-VEH-5)."""

    ap: int | None


class Wound(Record):
    """A wound before its save. Wounds with equal values form one pool (7E-WND-10)."""

    strength: int | None
    ap: int | None
    rules: tuple[str, ...]
    precise: bool


class Unsaved(Record):
    """An unsaved wound that costs a model `points` wounds (7E-SAV-14).

    `each` is True if rolls after the save are still made for each of these wounds (7E-ALC-12).
    """

    wound: Wound
    points: int
    each: bool = False


class Fired(Record):
    """A shot that was already rolled or placed. It is counted and then dropped."""


class Burn(Record):
    """A weapon that got hot. Its bearer loses `points` wounds."""

    bearer: int
    left: int
    points: int
    wear: VehicleState = VehicleState()  # which vehicle of a squadron

    def slays(self) -> bool:
        return self.points >= self.left

    def in_turn(self) -> tuple[Any, ...]:
        """Return what to sort by: of each kind, the least hurt first."""
        wear = self.wear
        return self.bearer, -self.left, self.points, wear.lost, wear.immobilised, wear.crew, wear.until or ()


FRONT, SIDE, REAR = "front", "side", "rear"
GLANCE, PENETRATION, GRAVITON = "glancing", "penetrating", "graviton"
SHAKEN, STUNNED = "Crew Shaken", "Crew Stunned"
AIMED, DRIFTED = "where it was aimed", "drifted"  # final position of a marker


class Hull(Record):
    """A vehicle's armour and damage. Its hull points are the wounds of its rank."""

    front: int
    side: int
    rear: int
    open_topped: bool = False
    extra_armour: bool = False
    venerable: bool = False
    weapons: tuple[str, ...] = ()  # names of working weapons, one entry for each
    lost: tuple[str, ...] = ()  # names of destroyed weapons
    immobilised: bool = False
    crew: str = ""  # SHAKEN, STUNNED or ""
    newly: tuple[str, ...] = ()  # damage from this attack, sorted: IMMOBILISED ...
    exploding: bool = False  # it explodes, or crashes if it zooms
    to_glance: int | None = None  # on this roll or more, a penetrating hit becomes a glancing hit (7E-VEH-16)

    def armour(self, facing: str) -> int:
        return {FRONT: self.front, SIDE: self.side, REAR: self.rear}[facing]


class TargetModel(Record):
    """A kind of model in the target's line, with all that affects its saves and its allocation."""

    name: str
    model: int  # index of its kind in the unit's list of models
    place: int  # position in the line, nearest first
    toughness: int
    armour: int | None
    invulnerable: int | None
    feel_no_pain: int | None
    reanimation: int | None
    character: bool
    independent: bool
    eternal_warrior: bool
    wounds: int = 1  # wounds of an unhurt model
    cover: int | None = None  # cover of its position, before any bonus
    own_cover: bool = False  # `cover` was given for these models alone, not for the whole unit
    ground_bonus: int = 1  # cover bonus for going to ground there (2 in craters and behind defence lines)
    stealth: int = 0  # cover bonus of Stealth, Shrouded and camo cloaks
    on_ground: bool = False  # the unit has gone to ground
    stacks: bool = True  # setting open_cover_stacks
    eternal_pain: bool = False  # setting eternal_warrior_fnp
    hidden: bool = False  # out of range, or out of sight of all firers (7E-ALC-2)
    prefers: str = "best"  # the save its owner prefers where it is allowed (7E-SAV-8)
    again: str = "no"  # saves to re-roll (7E-SAV-16): "no", "failed" or "ones"
    dodge: int | None = None  # cover save anywhere, from jinking or smoke
    swarm: bool = False
    hull: Hull | None = None  # only for vehicles
    readings: tuple[str, ...] = ()  # non-default settings, for rules that cannot ask the table; see `charts.py`
    given_cover: int | None = None  # cover save anywhere, from an active effect (7E-EFF-1)
    cover_better: int = 0  # cover bonus of effects, added to other bonuses
    cover_worse: int = 0  # cover penalty of effects, after all bonuses
    no_cover: bool = False
    saves_again: str = "no"  # like `again`, but from an effect

    def body(self) -> Hull:
        assert self.hull is not None
        return self.hull
