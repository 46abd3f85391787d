"""What the steps hand on to each other: things on the pile, models in the line, one attack, one battle."""

from __future__ import annotations

from shoot_cli.core.piles import Line, Pile, Rank
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Card, Record
from shoot_cli.core.turns import Mark, Marked, Side
from shoot_cli.rules.seventh.profiles import Shots, Unit, Weapon

# Things on the pile, in the order in which they become each other ----------------------------------------------------


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


class Aim(Record):
    """What a shot at a vehicle hangs on besides its weapon."""

    facing: str  # FRONT, SIDE or REAR: the arc its firer stands in (7E-VEH-2)
    covered: bool = True  # this firer sees at most three quarters of the facing (7E-VEH-8)
    turn: int = 0  # hits on a squadron are allocated in this order: the common facing's first
    better: int = 0  # another facing than its own arc's is shot at: cover is so much better
    melta: bool = False  # Melta at half range or less
    again: str = ""  # failed penetration rolls are rolled again: "" no, "failed", "glances" (those as well)
    why_again: str = ""
    model: Standing | None = None  # the only vehicle there is; None: each hit is allocated first (7E-VEH-7)


class Shot(Record):
    """One shot on its way. It carries what decides its dice and what it does, not who fired it."""

    gun: Card[Gun]
    ballistic_skill: int
    snap: bool = False
    precise: bool = False  # a natural 6 is a Precision Shot
    rerolls: bool = True  # False for Snap Shots where setting snap_rerolls says no
    aim: Aim | None = None  # at a vehicle
    in_vain: tuple[Reason, ...] = ()  # why no hit of it could do anything: it is not rolled


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
    fellows: tuple[tuple[Shot, int], ...] = ()  # shots of others who share it, and how many weapons they are


class Hit(Record):
    gun: Card[Gun]
    precise: bool = False


class Marker(Record):
    """One Blast marker or Template to place; its hits are what lies under it (7E-WPN-13 to 16)."""

    shot: Shot
    bearer: int
    left: int
    hot: int  # dice for Gets Hot before they are placed, one for each that this bearer fires; 0: it does not get hot
    save: int | None
    feel_no_pain: int | None
    vehicle: bool = False


class Impact(Record):
    """A hit on a vehicle, of a squadron as long as nobody knows which."""

    gun: Card[Gun]
    aim: Aim


class Strike(Record):
    """A hit on this vehicle, to be rolled to penetrate. ``loose``: what comes of it is allocated anew."""

    impact: Impact
    model: Standing
    loose: bool = False


class Dent(Record):
    """A glancing or penetrating hit, or what a graviton weapon does, before any save."""

    kind: str  # GLANCE, PENETRATION, GRAVITON
    impact: Impact
    model: Standing


class Loose(Record):
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
    exploding: bool = False

    def armour(self, facing: str) -> int:
        return {FRONT: self.front, SIDE: self.side, REAR: self.rear}[facing]


class Standing(Record):
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


class Firer(Record):
    """Alike models of the firing unit: how many, what they may still fire, what they declined."""

    model: int  # their kind, by its place in the unit's list
    n: int
    left: int  # wounds each has left
    weapons: int  # how many weapons each may still fire this phase
    used: tuple[str, ...] = ()  # names fired or declined
    full: int | None = None  # weapons of each vehicle that may still fire at full Ballistic Skill; None: any number
    snap: str = ""  # why they fire Snap Shots only; "": they do not
    lost: tuple[str, ...] = ()  # names of weapons destroyed, one for each
    spared: int = 0  # weapons at full Ballistic Skill that it has used on another target


class Harm(Record):
    """Hits on a unit that nobody aimed at: under a marker, near an explosion, inside a transport."""

    side: int
    unit: int
    hits: int
    weapon: Card[Weapon]
    why: str
    random: bool = False  # Random Allocation
    tests: bool = False  # passengers of a vehicle that is gone: a Pinning test follows (7E-VEH-10)


class Gone(Record):
    """A vehicle that was destroyed: what happens around it and to those inside is to be played."""

    side: int
    unit: int
    name: str
    exploded: bool


class Attack(Record):
    """One unit's whole shooting attack at its target. Only what the rules still need; the past is in the log."""

    shooter: Card[Unit]
    target: Card[Unit]
    sides: tuple[str, str]  # names of the attacker's and the defender's army
    firers: tuple[Firer, ...]
    line: Line
    strength: tuple[int, int]  # models and wounds of the target when the attack began
    apart: tuple[Rank, ...] = ()  # hidden models: this weapon's wounds cannot be allocated to them
    pile: Pile = ()
    waiting: Pile = ()  # wounds that wait while one is allocated on its own
    weapon: Card[Weapon] | None = None  # being fired
    beyond: tuple[tuple[str, Reason], ...] = ()  # names of weapons that can hit nobody of the target, and why
    distance: float = 0  # inches to the nearest visible model
    snap_only: str = ""  # why the whole unit fires Snap Shots; "" if it does not
    on_ground: bool = False
    ground_asked: bool = False
    no_ground: str = ""  # why the target cannot go to ground, in the situation of the battle
    within_6: bool = True  # characters have somebody near enough to take a wound for them
    look_out: str = "yes"  # yes, no, ask
    aim: str = "closest"  # where Precision Shots go
    pools: tuple[Wound, ...] = ()  # the attacker's order of them; (): the one that is proposed
    random: bool = False  # Random Allocation
    chosen: bool = False  # a model was chosen at random and lives
    done: bool = False  # the attacker fires nothing more
    before: int | None = None  # wounds in the target before this weapon, where that will matter
    pinning: bool = False  # lost a wound to a Pinning weapon
    pinned: bool = False
    afterwards: tuple[str, ...] = ()  # what the target suffers besides: Concussive, Blind, Soul Blaze
    fired: tuple[str, ...] = ()  # names fired, in order
    night: bool = False
    zooming: bool = False  # the target is a Zooming Flyer or Swooping Flying Monstrous Creature
    jinks: bool = False
    speed: str = "stationary"  # of firing vehicles, or of the passengers' vehicle, this turn
    speed_said: bool = False  # it is known: nobody is asked
    moved: bool = False  # every model counts as having moved
    immobile: bool = False  # every firing vehicle is immobilised
    ran: bool = False  # Battle Focus: it ran before it shoots
    intercepted: bool = False  # its Interceptor weapons fired in the enemy's turn
    fired_full: bool = False  # some weapon was fired at full Ballistic Skill
    ordnance: bool | None = None  # it fires Ordnance this phase (7E-WPN-18); None: nobody asked
    fire_points: int | None = None  # passengers who may still shoot; None: it is no passenger
    hull_lost: int = 0  # hull points
    exploded: int = 0  # vehicles
    wrecked: int = 0
    gone: tuple[tuple[str, bool], ...] = ()  # vehicles destroyed: name, whether it exploded
    beside: tuple[Harm, ...] = ()  # hits on other units
    facing: str = "front"  # of the target, that was shot at last
    seen: bool = True  # some firer sees the target; False: a Barrage at an unseen one
    placed: int = 0  # markers and templates of the whole attack
    placed_before: int = 0  # of them, those of weapons fired before this one
    centre: str = ""  # of a Barrage: AIMED or DRIFTED, once its first marker lies on the table
    burnt: tuple[tuple[int, int, int, int], ...] = ()  # own losses: (kind of model, wounds left before, lost, how many)
    spent: tuple[tuple[int, str], ...] = ()  # (kind of model, name), once for each one-use weapon fired
    battle: Card[Battle] | None = None  # None: an attack on its own
    harm: Harm | None = None  # nobody aimed at the target: it suffers this
    at_once: bool = True  # setting explosion_timing


# A battle ------------------------------------------------------------------------------------------------------------


class Wear(Record):
    """What one vehicle of a unit has suffered for longer than an attack."""

    lost: tuple[str, ...] = ()
    immobilised: bool = False
    crew: str = ""
    until: tuple[int, int] | None = None  # the turn (number, side) with which the state of its crew ends


class Company(Marked, Record):
    """A unit in a battle. Its ranks' kinds are places in the unit's list of models."""

    unit: Card[Unit]
    ranks: tuple[Rank, ...]
    start: int  # models at the start of this phase (7E-END-2)
    marks: tuple[Mark, ...] = ()
    spent: tuple[tuple[int, str], ...] = ()
    wear: tuple[Wear, ...] = ()  # of a unit of vehicles: one for each rank, each rank being one vehicle
    points_used: int = 0  # fire points of this vehicle that passengers have shot through this phase
    inside: int | None = None  # the transport: its place among the companies of its side

    def by_kind(self) -> dict[int, int]:
        """How many models of each kind still stand."""
        found: dict[int, int] = {}
        for rank in self.ranks:
            found[rank.kind] = found.get(rank.kind, 0) + rank.n
        return found


class Split(Record):
    """One model, or one weapon of a vehicle, shoots at another unit than the rest (7E-TGT-1)."""

    kind: int  # of model, by its place in the unit's list
    weapon: str  # of a vehicle with a Machine Spirit; "": the model with all it may fire
    target: int  # what it shoots at: a place among the enemy's companies
    fired: bool = False  # it has shot; the rest are next
    forced: tuple[int, ...] = ()  # enemy units that its shot forced out of their transport
    ordnance: bool | None = None  # what was said of Ordnance before its first weapon holds for the rest


class Battle(Record):
    """Both armies, and where in the turn we are."""

    sides: tuple[Side, Side]
    turns: int | None  # that the battle lasts; None: until the players end it
    turn: int = 1
    active: int = 0
    first: int = 0  # the side that has the first turn
    done: tuple[int, ...] = ()  # units nominated this phase
    unit: int | None = None
    target: int | None = None
    ended_phase: bool = False
    over: bool = False
    night: bool = False
    split: Split | None = None
    gone: tuple[Gone, ...] = ()
    harms: tuple[Harm, ...] = ()  # to be resolved before the next unit is named
    shooter: Card[Unit] | None = None  # the unit that brought it about
    halted: Card[Attack] | None = None  # the attack that goes on once this is over (7E-VEH-14)
    shaky: tuple[tuple[int, int], ...] = ()  # units that take a Pinning test when it is over: side, place
