"""What the steps hand on to each other: things on the pile, models in the line, one attack, one battle."""

from __future__ import annotations

from shoot_cli.core.piles import Line, Pile, Rank
from shoot_cli.core.record import Card, Record
from shoot_cli.core.turns import Mark, Marked, Side
from shoot_cli.rules.seventh.profiles import Shots, Unit, Weapon

# Things on the pile, in the order in which they become each other ----------------------------------------------------


class Shot(Record):
    """One shot on its way. It carries what decides its dice and what it does, not who fired it."""

    name: str  # of the weapon
    ballistic_skill: int
    snap: bool
    strength: int | None
    ap: int | None
    rules: tuple[str, ...]
    poisoned: int | None
    toughness: int  # of most of the target's models when the weapon fires (7E-WND-2)
    precise: bool  # a natural 6 is a Precision Shot
    preferred: bool  # Preferred Enemy, against this target
    shred: bool
    rerolls: bool = True  # False for Snap Shots where setting snap_rerolls says no


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


class Hit(Record):
    name: str
    strength: int | None
    ap: int | None
    rules: tuple[str, ...]
    poisoned: int | None
    toughness: int
    precise: bool
    preferred: bool
    shred: bool


class Wound(Record):
    """Wounds with the same values make one pool (7E-WND-10)."""

    strength: int | None
    ap: int | None
    rules: tuple[str, ...]
    precise: bool


class Fired(Record):
    """A shot of a volley that was rolled with its fellows: counted, then forgotten."""


class Burn(Record):
    """A weapon got hot: its bearer loses so many wounds."""

    bearer: int
    left: int
    points: int


# Models --------------------------------------------------------------------------------------------------------------


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


class Firer(Record):
    """Alike models of the firing unit: how many, what they may still fire, what they declined."""

    model: int  # their kind, by its place in the unit's list
    n: int
    left: int  # wounds each has left
    weapons: int  # how many weapons each may still fire this phase
    used: tuple[str, ...] = ()  # names fired or declined


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
    burnt: tuple[tuple[int, int, int, int], ...] = ()  # own losses: (kind of model, wounds left before, lost, how many)
    spent: tuple[tuple[int, str], ...] = ()  # (kind of model, name), once for each one-use weapon fired
    battle: Card[Battle] | None = None  # None: an attack on its own


# A battle ------------------------------------------------------------------------------------------------------------


class Company(Marked, Record):
    """A unit in a battle. Its ranks' kinds are places in the unit's list of models."""

    unit: Card[Unit]
    ranks: tuple[Rank, ...]
    start: int  # models at the start of this phase (7E-END-2)
    marks: tuple[Mark, ...] = ()
    spent: tuple[tuple[int, str], ...] = ()


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
