"""What lies in the pool, in the order in which it becomes each other, and the models that it meets."""

from __future__ import annotations

from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.seventh.profiles import Shots


class Gun(Record):
    """What a weapon does to the target, as far as later rules look at it; not who fires it, nor how well."""

    name: str
    strength: int | None
    ap: int | None
    rules: tuple[str, ...]
    poisoned: int | None = None
    toughness: int = 0  # of most of the target's models when the weapon fires (7E-WND-2)
    preferred: bool = False  # Preferred Enemy, against this target
    shred: bool = False
    armour: int | None = None  # of most of the target's models, for Graviton (7E-WND-8)
    told: tuple[tuple[str, str], ...] = ()  # of its weapon; see ``charts.py``

    def by(self, word: str) -> str:
        """Names of the effects that gave it this word: ``Prescience``; "an effect" where nobody named one."""
        return ", ".join(name for head, name in self.told if head == word and name != word) or "an effect"


class Aim(Record):
    """What a shot at a vehicle hangs on besides its weapon."""

    facing: str  # FRONT, SIDE or REAR: the arc its firer stands in (7E-VEH-2)
    covered: bool = True  # this firer sees at most three quarters of the facing (7E-VEH-8)
    turn: int = 0  # hits on a squadron are allocated in this order: the common facing's first
    better: int = 0  # another facing than its own arc's is shot at: cover is so much better
    melta: bool = False  # Melta at half range or less
    again: str = ""  # penetration rolls rolled again: "" none, "ones", "failed", "glances" (failed, and those as well)
    why_again: str = ""
    model: TargetModel | None = None  # the only vehicle there is; None: each hit is allocated first (7E-VEH-7)


class Shot(Record):
    """One shot on its way. It carries what decides its dice and what it does, not who fired it."""

    gun: Hashed[Gun]
    ballistic_skill: int
    snap: bool = False
    snap_skill: int = 1  # what Ballistic Skill counts as, if it is a Snap Shot
    precise: bool = False  # a natural 6 is a Precision Shot
    rerolls: bool = True  # False for Snap Shots where setting snap_rerolls says no
    aim: Aim | None = None  # at a vehicle
    in_vain: tuple[Reason, ...] = ()  # why no hit of it could do anything: it is not rolled
    topples: bool = False  # its hits make a Swooping target test (setting grounding)


class Volley(Record):
    """The shots of one weapon, where their number is rolled or they hang together (Gets Hot, Master-crafted)."""

    shot: Shot
    shots: Shots
    bearer: int  # its kind of model in the unit
    left: int  # wounds its bearer has left
    save: int | None  # its bearer's best save against his own overheating weapon, armour or invulnerable
    feel_no_pain: int | None
    times: int = 1  # weapons that share this roll of the number of shots (setting random_shots)
    adds: bool = False  # setting mastercrafted_bs6
    vehicle: bool = False  # the bearer is one: what gets hot glances it
    saves_again: str = "no"  # of his saves against it: no, ones or failed
    fellows: tuple[tuple[Shot, int], ...] = ()  # shots of others who share it, and how many weapons they are


class Hit(Record):
    gun: Hashed[Gun]
    precise: bool = False


class MarkerlightHit(Record):
    """A hit that leaves a counter on the target and does nothing else (7E-EFF-5)."""


class GroundingHit(Record):
    """A hit on a Swooping target, kept apart from what it does: it tests after this unit (setting grounding)."""


class Marker(Record):
    """One Blast marker or Template to place; its hits are what lies under it (7E-WPN-13 to 16)."""

    shot: Shot
    bearer: int
    left: int
    hot: int  # dice for Gets Hot before they are placed, one for each that this bearer fires; 0: it does not get hot
    save: int | None
    feel_no_pain: int | None
    vehicle: bool = False
    saves_again: str = "no"


class Impact(Record):
    """A hit on a vehicle, of a squadron as long as nobody knows which."""

    gun: Hashed[Gun]
    aim: Aim


class Strike(Record):
    """A hit on this vehicle, to be rolled to penetrate. ``loose``: what comes of it is allocated anew."""

    impact: Impact
    model: TargetModel
    loose: bool = False


class Dent(Record):
    """A glancing or penetrating hit, or what a graviton weapon does, before any save."""

    kind: str  # GLANCE, PENETRATION, GRAVITON
    impact: Impact
    model: TargetModel


class UnassignedDent(Record):
    """A Dent that nobody has taken yet (setting squadron_order)."""

    kind: str
    impact: Impact


class Damage(Record):
    """A Dent that was not saved: it costs a hull point."""

    kind: str
    ap: int | None


class Wreckage(Record):
    """One roll on the Vehicle Damage table to make (7E-VEH-5)."""

    ap: int | None


class Wound(Record):
    """Wounds with the same values make one pool (7E-WND-10)."""

    strength: int | None
    ap: int | None
    rules: tuple[str, ...]
    precise: bool


class Unsaved(Record):
    """A Wound that no save stopped, and nothing after it: somebody loses so many wounds (7E-SAV-14).

    ``each``: but for this, that what helps after a save is still rolled for each of them (7E-ALC-12).
    """

    wound: Wound
    points: int
    each: bool = False


class Fired(Record):
    """A shot of a volley that was rolled with its fellows: counted, then forgotten."""


class Burn(Record):
    """A weapon got hot: its bearer loses so many wounds."""

    bearer: int
    left: int
    points: int


# Models --------------------------------------------------------------------------------------------------------------


FRONT, SIDE, REAR = "front", "side", "rear"
GLANCE, PENETRATION, GRAVITON = "glancing", "penetrating", "graviton"
SHAKEN, STUNNED = "Crew Shaken", "Crew Stunned"
AIMED, DRIFTED = "where it was aimed", "drifted"  # a marker that has come to rest


class Hull(Record):
    """What a vehicle is and what it has suffered. Its hull points are the wounds of its rank."""

    front: int
    side: int
    rear: int
    open_topped: bool = False
    extra_armour: bool = False
    venerable: bool = False
    weapons: tuple[str, ...] = ()  # names of those that still work, one for each
    lost: tuple[str, ...] = ()  # names of those destroyed
    immobilised: bool = False
    crew: str = ""  # SHAKEN, STUNNED or ""
    newly: tuple[str, ...] = ()  # what it suffered in this attack, sorted: IMMOBILISED ...
    exploding: bool = False  # or crashing, if it zooms
    to_glance: int | None = None  # a penetrating hit is a glancing hit on this roll or more (7E-VEH-16)

    def armour(self, facing: str) -> int:
        return {FRONT: self.front, SIDE: self.side, REAR: self.rear}[facing]


class TargetModel(Record):
    """A kind of model in the target's line: what its saves and its place depend on, and nothing else."""

    name: str
    model: int  # its kind of model, by its place in the unit's list
    place: int  # in the line, nearest first
    toughness: int
    armour: int | None
    invulnerable: int | None
    feel_no_pain: int | None
    reanimation: int | None
    character: bool
    independent: bool
    eternal_warrior: bool
    wounds: int = 1  # of a model that has lost none
    cover: int | None = None  # of where it stands, before anything improves it
    own_cover: bool = False  # said of these models, not of the whole unit
    ground_bonus: int = 1  # what going to ground adds there (2 in craters and behind defence lines)
    stealth: int = 0  # how much better Stealth, Shrouded and camo cloaks make it
    on_ground: bool = False  # the unit has gone to ground
    stacks: bool = True  # setting open_cover_stacks
    eternal_pain: bool = False  # setting eternal_warrior_fnp
    hidden: bool = False  # out of range, or out of sight of all who fire (7E-ALC-2)
    prefers: str = "best"  # the save its owner wants to use where it is allowed (7E-SAV-8)
    again: str = "no"  # saves that are rolled again (7E-SAV-16): "no", "failed" or "ones"
    dodge: int | None = None  # cover it has wherever it stands: it jinks, or launched smoke
    swarm: bool = False
    hull: Hull | None = None  # of a vehicle
    readings: tuple[str, ...] = ()  # values of settings that are not ours, for rules that cannot ask: see charts
    given_cover: int | None = None  # a cover save it has wherever it stands, by an effect in force (7E-EFF-1)
    cover_better: int = 0  # by effects, beside what else makes it better
    cover_worse: int = 0  # by effects, after everything that makes it better
    no_cover: bool = False
    saves_again: str = "no"  # as ``again``, by an effect

    def body(self) -> Hull:
        """The hull of a vehicle."""
        assert self.hull is not None
        return self.hull
