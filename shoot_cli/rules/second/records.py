"""What the steps hand on to each other: things on the pile, the target's models, one attack, one battle."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.piles import Pile, Rank
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Card, Record
from shoot_cli.core.turns import Mark, Marked, Side
from shoot_cli.rules.second.charts import Score
from shoot_cli.rules.second.profiles import Dice, Field, Location, Save, Unit, Weapon

NONE, SOFT, HARD = COVERS = ("none", "soft", "hard")

# Things on the pile, in the order in which they become each other ----------------------------------------------------


class Blow(Record):
    """What a hit does: everything that later rules look at."""

    name: str  # of the weapon
    strength: int
    save_modifier: int
    damage: Dice
    penetration: Dice
    area: bool = False
    needle: bool = False  # straight to the save on living targets (2E-SPC-6)
    rules: tuple[str, ...] = ()
    aim: str = ""  # at a support weapon within short range: "gun" or "crew"; "" where the die decides (2E-VEH-2)
    guns: int = 1  # hits on the same model at once: 2 of twin-linked guns without sustained fire (2E-SPC-2)


class Shot(Record):
    """One shot on its way, rolled to hit by its score; the sustained fire dice wait for it."""

    blow: Blow
    score: Score
    sustained: int  # dice that its bearer uses
    bearer: int  # his kind of model
    explodes: int | None = None
    ignores_first: bool = False  # the first jam of its unit is ignored (2E-SF-3)
    again: bool = False  # jams are rolled again
    pair: bool = False  # the first of two, of which a jam loses the second (setting rapid_fire_jam)
    together: bool = False  # its extra hits cannot reach everybody, so they stay together (2E-SF-4)
    in_vain: Reason | None = None  # why no hit of it could do anything: it is not rolled


class Landed(Record):
    """A shot that hit and has sustained fire dice to roll."""

    shot: Shot


class Second(Record):
    """The second shot of rapid fire, where the first did not jam the weapon."""

    shot: Shot


class Again(Record):
    """A second shot that hit."""

    shot: Shot


class Marker(Record):
    """A blast marker or template to place."""

    shot: Shot


class Burst(Record):
    """The hits of one shot, where they cannot reach everybody (2E-SF-4). ``size``: how many."""

    blow: Blow
    size: int


class Hit(Record):
    blow: Blow
    model: int | None = None  # the kind that a marker or template touched; None: whom its owner likes (2E-CAS-3)


class Under(Record):
    """A model that lies under a marker or template, before it counts as hit."""

    hit: Hit


class Jam(Record):
    """A weapon of which so many dice of one roll showed a jam: kind of its bearer, name."""

    bearer: int
    name: str
    jams: int


class Explosion(Record):
    """A weapon that destroys itself and slays its bearer (2E-SF-5)."""

    bearer: int
    name: str


class Astray(Record):
    """A hit on a friend in a fight (2E-HTH-1)."""

    blow: Blow


class Struck(Record):
    """A model with the hits it was allotted: how many, of which kind it is, wounds left."""

    blow: Blow
    hits: int
    kind: Standing
    left: int


class Splash(Record):
    """Something hit by a weapon that splashes those beside it (2E-SPC-9); once for each hit."""

    blow: Blow  # of the splash


class Lost(Record):
    """What a struck model lost: as many wounds as it had, and it falls."""

    kind: Standing
    left: int
    points: int


class Pressed(Record):
    """A model of a datafax unit with the hits it was allotted, before their locations are known."""

    blow: Blow
    hits: int
    kind: Standing
    left: int
    locations: tuple[Location, ...]
    aim: str = ""  # at a support weapon: "gun" or "crew"; "" where the die decides
    support: bool = False
    penetrate_on: str = ">"  # the setting


class Battered(Record):
    """A support weapon with hits on its gun and on its crew."""

    pressed: Pressed
    gun: int
    crew: int


class Located(Record):
    """A hit on one location of a datafax target: its place among them."""

    blow: Blow
    place: int


class Armoured(Record):
    """A hit on a location with armour."""

    blow: Blow
    place: int
    armour: int
    why: Reason
    ceramite: bool = False
    penetrate_on: str = ">"  # the setting


class Penetrated(Record):
    place: int


# Models --------------------------------------------------------------------------------------------------------------


class Standing(Record):
    """A kind of model as a target: what its saves and its place depend on."""

    name: str
    model: int  # its kind, by its place in the unit's list
    place: int  # in the order in which hits are allotted
    toughness: int
    save: Save | None
    field: Field | None
    wounds: int = 1
    cover: str = ""  # its own class where it differs from what is shot at; "" if it does not
    out_of_reach: bool = False
    living: bool = True  # needle weapons poison it


class Firer(Record):
    """Alike models of the firing unit: how many, what they have used."""

    model: int
    n: int
    left: int  # wounds
    weapons: int  # that each may still fire
    used: tuple[str, ...] = ()  # names fired or declined
    silent: tuple[str, ...] = ()  # jammed, recharging or spent: a weapon, or one of its modes; once for each carried
    outside: int = 0  # of these models: how many have the target outside their arc


class Ready(Record):
    """Those of one kind who fire a weapon that was declared. ``firer``: as they were before."""

    firer: Firer
    n: int
    moved: int


class Declared(Record):
    """A weapon that was said to fire. ``who``: () where who fires it, and how, is said with the facts of its shots.

    ``ways``: how they fire it, by key: sustained fire dice, rapid fire, barrels, shots of a scatter laser.
    """

    weapon: Card[Weapon]
    who: tuple[Ready, ...] = ()
    ways: tuple[tuple[str, int | str], ...] = ()


class Damage(Record):
    """An entry in a vehicle's record: where, and what came of it in words."""

    place: int
    text: str


class Harm(Record):
    """Hits on a unit that nobody aimed at: side, unit, hits, the weapon."""

    side: int
    unit: int
    hits: int
    weapon: Card[Weapon]
    astray: Blow | None = None  # what they do, of hits that found a friend in a fight; one for both of linked guns


class Attack(Record):
    """One unit's shooting at one target. Only what the rules still need; the past is in the log."""

    shooter: Card[Unit]
    target: Card[Unit]
    sides: tuple[str, str]
    firers: tuple[Firer, ...]
    ranks: tuple[Rank, ...]  # of the target; kinds are Standing
    strength: tuple[int, int]  # models and wounds of the target when the attack began
    pile: Pile = ()
    weapon: Card[Weapon] | None = None
    declared: tuple[Declared, ...] = ()  # weapons that wait for their shots to be resolved, in their order
    firing: Declared | None = None  # the one whose shots are resolved now
    distance: float | None = None  # inches; None until it is measured
    overwatch: bool = False
    cover: str = NONE
    shared_by: int | None = None  # models that share the hits, where the owner may pile them up; None: everybody
    within_4: int | None = None  # models that extra hits of one shot reach; None: everybody
    fight: tuple[int, int] | None = None  # enemies and friends engaged
    told: tuple[str, ...] = ()  # of the facts of this weapon, what a learner must know besides
    kept: tuple[tuple[str, Any], ...] = ()  # of those said last, by key, what is so for the next weapon too
    facing: str = "front"
    aim: str = ""  # at a support weapon: "gun", "crew" or "" (random)
    moved: bool = False  # the unit, as was said in the battle
    engaged: bool = False  # the target fights hand to hand
    recharging: tuple[tuple[int, str, int, int], ...] = ()  # kind of bearer, weapon, turns, how many
    done: bool = False  # nothing more is declared
    fired: tuple[str, ...] = ()
    outside: tuple[tuple[int, int], ...] = ()  # kind, models that have the target outside their arc: they do not fire
    nowhere: bool = False  # that is so of all of them
    arc_seen: bool = False  # it was rolled for whoever has the target on the edge of the arc
    penetrations: tuple[tuple[int, int], ...] = ()  # location, how often
    jams: tuple[tuple[int, str, int, int], ...] = ()  # kind of bearer, weapon, turns, how many
    own_slain: tuple[tuple[int, int], ...] = ()  # kind of model, how many
    ignored: bool = False  # the first jam of the turn was ignored (2E-SF-3)
    own_arms: int = 0  # weapon arms of a walker that its own jams destroyed
    astray: int = 0  # hits on friends
    volley: int = 0  # hits that were allotted last, where anybody listens: told with what they did
    fear: bool = False  # a weapon that forces a break test hit
    spent: tuple[tuple[int, str], ...] = ()  # one-use items, once for each
    placed: int = 0  # markers and templates
    landed: Pile = ()  # what those of this weapon hit, until all of them are placed
    harms: tuple[Harm, ...] = ()  # on units that nobody aimed at, played after this attack
    strays: tuple[tuple[Card[Weapon], Blow, int], ...] = ()  # what hit friends in a fight, how often
    harm: Harm | None = None  # it is such hits, and no attack of anybody
    battle: Card[Battle] | None = None


# A battle ------------------------------------------------------------------------------------------------------------


class Silence(Record):
    """So many weapons of one name of one kind of model that cannot fire in any mode. ``turns``: the owner's to come."""

    model: int
    name: str
    n: int
    turns: int


class Company(Marked, Record):
    """A unit in a battle. Its ranks' kinds are places in the unit's list of models."""

    unit: Card[Unit]
    ranks: tuple[Rank, ...]
    start: int  # models at the start of this turn (2E-BRK-1)
    marks: tuple[Mark, ...] = ()
    silent: tuple[Silence, ...] = ()
    spent: tuple[tuple[int, str], ...] = ()
    damage: tuple[Damage, ...] = ()
    tested: bool = False  # break test taken this turn
    feared: bool = False  # it must test whatever it lost
    waiting: tuple[Firer, ...] | None = None  # who may still fire of those who began; None: everybody (2E-OW-5)
    jam_ignored: bool = False  # the first jam since its side's turn began (2E-SF-3)


class Apart(Record):
    """A unit in the middle of its shooting: who has a target of his own, and what was shot at so far (2E-TGT-3).

    ``who`` shoots now: HEAVY_OR_SPECIAL, HERO or UNSEEING of ``steps/target.py``; "" is the squad itself. ``taken``:
    names and targets, as places, of the heavy and special weapons that have shot.
    """

    unit: int
    who: str = ""
    firers: tuple[Firer, ...] = ()  # those who shoot now; () for everybody who is left
    weapons: tuple[str, ...] = ()  # with which alone they shoot, as they are carried; () for any
    taken: tuple[tuple[str, int], ...] = ()
    squad_target: int | None = None  # what the squad shot at, where some did not see it
    outside: tuple[int, ...] = ()  # targets that were not in their arc after all (2E-ARC-2)
    attacks: int = 0  # so far


class Battle(Record):
    """Both armies, and where in the turn we are."""

    sides: tuple[Side, Side]
    turns: int | None
    turn: int = 1
    active: int = 0
    first: int = 0
    done: tuple[int, ...] = ()  # units that have fired in this phase
    unit: int | None = None
    target: int | None = None
    watching: bool = False  # it is the overwatch of the side whose turn it is not
    watch_over: bool = False
    ended_phase: bool = False
    over: bool = False
    apart: Apart | None = None
    inches: tuple[float | None, ...] = ()  # to each enemy, if measured beforehand; None: out of sight (2E-TGT-2)
    harms: tuple[Harm, ...] = ()
    shooter: Card[Unit] | None = None  # who brought them about
