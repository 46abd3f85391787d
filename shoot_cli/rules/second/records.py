"""What the steps hand on to each other: tokens in the pool, the target's models, one attack, one battle."""

from __future__ import annotations

from typing import Any, ClassVar

from shoot_cli.battle.turns import Mark, Marked, Memory, Side
from shoot_cli.engine.pools import Pool, Rank
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.second.charts import NONE, Score
from shoot_cli.rules.second.profiles import Dice, Field, Location, Model, Save, Unit, Weapon

# Tokens in the pool, in the order in which they become each other ----------------------------------------------------


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


class SecondHit(Record):
    """A second shot that hit."""

    shot: Shot


class Marker(Record):
    """A blast marker or template to place."""

    shot: Shot


class Burst(Record):
    """The hits of one shot, where they cannot reach everybody (2E-SF-4). ``size``: how many."""

    blow: Blow
    size: int
    model: ClassVar[None] = None


class Hit(Record):
    blow: Blow
    model: int | None = None  # the kind that a marker or template touched; None: whom its owner likes (2E-CAS-3)
    size: ClassVar[int] = 1


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


class FriendlyHit(Record):
    """A hit on a friend in a fight (2E-HTH-1)."""

    blow: Blow


class AllottedHits(Record):
    """A model with the hits it was allotted: how many, of which kind it is, wounds left."""

    blow: Blow
    hits: int
    kind: TargetModel
    left: int

    @property
    def size(self) -> int:
        return self.hits


class Splash(Record):
    """Something hit by a weapon that splashes those beside it (2E-SPC-9); once for each hit."""

    blow: Blow  # of the splash


class WoundsLost(Record):
    """What a struck model lost: as many wounds as it had, and it falls."""

    kind: TargetModel
    left: int
    points: int


class Pressed(Record):
    """A model of a datafax unit with the hits it was allotted, before their locations are known."""

    blow: Blow
    hits: int
    kind: TargetModel
    left: int
    locations: tuple[Location, ...]
    facing: str = "front"
    ceramite: bool = False
    penetrate_on: str = ">"  # the setting
    aim: str = ""  # at a support weapon: "gun" or "crew"; "" where the die decides
    support: bool = False

    @property
    def size(self) -> int:
        return self.hits


class Battered(Record):
    """A support weapon with hits on its gun and on its crew."""

    pressed: Pressed
    gun: int
    crew: int


class Armoured(Record):
    """A hit on a location with armour: its place among them."""

    blow: Blow
    place: int
    armour: int
    why: Reason
    ceramite: bool = False
    penetrate_on: str = ">"  # the setting


class Penetrated(Record):
    """A location that was penetrated: its place among them; to the odds all are the first."""

    place: int


# Models --------------------------------------------------------------------------------------------------------------


class TargetModel(Record):
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

    weapon: Hashed[Weapon]
    who: tuple[Ready, ...] = ()
    ways: tuple[tuple[str, int | str], ...] = ()


class BystanderHits(Record):
    """Hits on a unit that nobody aimed at: side, unit, hits, the weapon."""

    side: int
    unit: int
    hits: int
    weapon: Hashed[Weapon]
    astray: Blow | None = None  # what they do, of hits that found a friend in a fight; one for both of linked guns


class SplitFire(Record):
    """A unit in the middle of its shooting: who has a target of his own, and what was shot at so far (2E-TGT-3)."""

    unit: int
    who: str = ""  # HEAVY_OR_SPECIAL or HERO, who shoot now; "": the squad, or those of it who did not see its target
    firers: tuple[Firer, ...] = ()  # those who shoot now; () for everybody who is left
    weapons: tuple[str, ...] = ()  # with which alone they shoot, as they are carried; () for any
    taken: tuple[tuple[str, int], ...] = ()  # heavy and special weapons that have shot, and the places of their targets
    squad_target: int | None = None  # what the squad shot at, where some did not see it
    outside: tuple[int, ...] = ()  # targets that were not in their arc after all (2E-ARC-2)
    attacks: int = 0  # so far


class Begun(Record):
    """What an attack begins with, and no step of it changes."""

    shooter: Hashed[Unit]
    target: Hashed[Unit]
    sides: tuple[str, str]
    strength: tuple[int, int]  # models and wounds of the target
    battle: Battle | None = None  # None: an attack on its own, of which everything is said beforehand
    at: tuple[int, int] = (1, 0)  # side and place of the target in the battle
    apart: SplitFire = SplitFire(0)  # which unit of the battle shoots, and who of it
    moved: bool = False  # the unit, as was said in the battle
    engaged: bool = False  # the target fights hand to hand


class Attack(Record):
    """One unit's shooting at one target. Only what the rules still need; the past is in the log."""

    begun: Hashed[Begun]
    firers: tuple[Firer, ...]
    ranks: tuple[Rank, ...]  # of the target; kinds are Standing
    declared: tuple[Declared, ...] = ()  # weapons that wait for their shots to be resolved, in their order
    distance: float | None = None  # inches; None until it is measured
    overwatch: bool = False
    arc_seen: bool = False  # it was rolled for whoever has the target on the edge of the arc
    done: bool = False  # nothing more is declared
    fired: tuple[str, ...] = ()
    cover: str = NONE
    facing: str = "front"
    told: tuple[str, ...] = ()  # of the facts said last, what a learner must know besides
    kept: tuple[tuple[str, Any], ...] = ()  # of those said last, by key, what is so for the next weapon too
    recharging: tuple[tuple[int, str, int, int], ...] = ()  # kind of bearer, weapon, turns, how many
    spent: tuple[tuple[int, str], ...] = ()  # one-use items, once for each
    jams: tuple[tuple[int, str, int, int], ...] = ()  # kind of bearer, weapon, turns, how many
    ignored: bool = False  # the first jam of the turn was ignored (2E-SF-3)
    own_slain: tuple[tuple[int, int], ...] = ()  # kind of model, how many
    own_arms: int = 0  # weapon arms of a walker that its own jams destroyed
    penetrations: tuple[tuple[int, int], ...] = ()  # location, how often
    fear: bool = False  # a weapon that forces a break test hit
    placed: int = 0  # markers and templates
    harms: tuple[BystanderHits, ...] = ()  # on units that nobody aimed at, played after this attack
    astray: int = 0  # hits on friends
    strays: tuple[tuple[Hashed[Weapon], Blow, int], ...] = ()  # what hit friends in a fight, how often
    agreed: bool = False  # all weapons fire one after the other as proposed

    @property
    def shooter(self) -> Unit:
        return self.begun.value.shooter.value

    @property
    def target(self) -> Unit:
        return self.begun.value.target.value

    @property
    def strength(self) -> tuple[int, int]:
        return self.begun.value.strength

    @property
    def battle(self) -> Battle | None:
        return self.begun.value.battle

    def model_of(self, firer: Firer) -> Model:
        return self.shooter.models[firer.model][0]


class Firing(Record):
    """One weapon of an attack, from the facts of its shots to what its hits do."""

    attack: Attack
    said: Declared
    ranks: tuple[Rank, ...]  # of the target, as this weapon leaves them
    pool: Pool = ()
    shared_by: int | None = None  # models that share the hits, where the owner may pile them up; None: everybody
    within_4: int | None = None  # models that extra hits of one shot reach; None: everybody
    fight: tuple[int, int] = (0, 0)  # enemies and friends engaged
    landed: Pool = ()  # what its markers and templates hit, until all of them are placed
    volley: int = 0  # hits that were allotted last, where anybody listens: told with what they did

    @property
    def weapon(self) -> Weapon:
        return self.said.weapon.value

    @property
    def target(self) -> Unit:
        return self.attack.target

    def booked(self, **changed: Any) -> Firing:
        """With the attack around it changed."""
        return self.but(attack=self.attack.but(**changed))


# A battle ------------------------------------------------------------------------------------------------------------


class Silence(Record):
    """So many weapons of one name of one kind of model that cannot fire in any mode. ``turns``: the owner's to come."""

    model: int
    name: str
    n: int
    turns: int


class BattleUnit(Marked, Record):
    """A unit in a battle. Its ranks' kinds are places in the unit's list of models."""

    unit: Hashed[Unit]
    ranks: tuple[Rank, ...]
    start: int  # models at the start of this turn (2E-BRK-1)
    marks: tuple[Mark, ...] = ()
    silent: tuple[Silence, ...] = ()
    spent: tuple[tuple[int, str], ...] = ()
    damage: tuple[str, ...] = ()  # of a vehicle: where, and what came of it
    tested: bool = False  # break test taken this turn
    feared: bool = False  # it must test whatever it lost
    waiting: tuple[Firer, ...] | None = None  # who may still fire of those who began; None: everybody (2E-OW-5)
    jam_ignored: bool = False  # the first jam since its side's turn began (2E-SF-3)


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
    apart: SplitFire | None = None
    inches: tuple[float | None, ...] = ()  # to each enemy, if measured beforehand; None: out of sight (2E-TGT-2)
    harms: tuple[BystanderHits, ...] = ()
    shooter: Hashed[Unit] | None = None  # who brought them about
    said: Memory = ()

    @property
    def shooting_side(self) -> int:
        """The side that shoots now: on overwatch it is not the one whose turn it is."""
        return 1 - self.active if self.watching else self.active

    @property
    def shooters(self) -> Side:
        return self.sides[self.shooting_side]

    @property
    def enemies(self) -> Side:
        return self.sides[1 - self.shooting_side]


REMINDERS = (  # of what the app does not play: rule of the weapon, what it does besides, rule of the book
    (
        "Knockback",
        'Who is hit and not slain goes back 2" and falls on 4+, but for Terminators and big ones',
        "2E-SPC-9",
    ),
    ("Flamer", "Survivors catch fire on 4+: play that at the table", "2E-TMP-2"),
    ("Deathspitter", 'Models of other units within 2" are splashed too: play that at the table', "2E-SPC-9"),
)
