"""The records that the steps pass on: tokens in the pool, the target's models, an attack and a battle."""

from __future__ import annotations

from typing import Any, ClassVar

from shoot_cli.battle.turns import Mark, Marked, Memory, Side
from shoot_cli.engine.pools import Pool, Rank
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.second.charts import NONE, Score
from shoot_cli.rules.second.profiles import Dice, Field, Location, Model, Save, Unit, Weapon

# Tokens in the pool, in the order in which they are converted --------------------------------------------------------


class Blow(Record):
    """The effect of a hit: every field that later rules read."""

    name: str  # of the weapon
    strength: int
    save_modifier: int
    damage: Dice
    penetration: Dice
    area: bool = False
    needle: bool = False  # needs no roll to wound a living target (2E-SPC-6)
    rules: tuple[str, ...] = ()
    aim: str = ""  # "gun" or "crew" if the firer chose at a support weapon; "" if a die decides (2E-VEH-2)
    guns: int = 1  # hits on one model by one roll: 2 for twin-linked weapons without sustained fire (2E-SPC-2)


class Shot(Record):
    """One shot that waits for its roll to hit; its sustained fire dice are rolled later."""

    blow: Blow
    score: Score
    sustained: int  # dice that the firer uses
    bearer: int  # index of the firer's kind of model
    explodes: int | None = None
    ignores_first: bool = False  # the first jam of its unit is ignored (2E-SF-3)
    again: bool = False  # jams are re-rolled
    pair: bool = False  # True for a first shot whose jam loses the second shot (setting rapid_fire_jam)
    hits_together: bool = False  # its extra hits stay together, because they cannot reach every model (2E-SF-4)
    why_harmless: Reason | None = None  # why no hit of it can have an effect; then it is not rolled


class Landed(Record):
    """A shot that hit and still has sustained fire dice to roll."""

    shot: Shot


class Second(Record):
    """The second shot of rapid fire, taken if the first did not jam the weapon."""

    shot: Shot


class SecondHit(Record):
    """A second shot that hit."""

    shot: Shot


class Marker(Record):
    """A blast marker or template that must be placed. `seen` and `half` are as in `Stray`."""

    shot: Shot
    seen: bool = False
    half: float | None = None


class Stray(Record):
    """A marker that missed and scatters (2E-BLA-2).

    :ivar seen: True if players see where it goes
    :ivar half: half the inches to the target; None if the distance is not known
    """

    blow: Blow
    seen: bool
    half: float | None


class Lying(Record):
    """A marker or template on the table, before it is said who is under it.

    :ivar where: where it lies, one of those of `steps/markers.py`
    :ivar inches: how far players move it; None if they do not, and in the odds
    """

    blow: Blow
    where: str
    inches: float | None = None


class Burst(Record):
    """The `size` hits of one shot, if they cannot reach every model (2E-SF-4)."""

    blow: Blow
    size: int
    model: ClassVar[None] = None

    @property
    def apart(self) -> int:
        """How many hits are allotted one by one."""
        return self.size


class Hit(Record):
    """One hit that waits to be allotted; of twin-linked weapons both, which are allotted together (2E-SPC-2)."""

    blow: Blow
    model: int | None = None  # index of the kind under the marker; None if the owner chooses (2E-CAS-3)
    apart: ClassVar[int] = 1

    @property
    def size(self) -> int:
        return self.blow.guns


class Under(Record):
    """A model under a marker or template that may still be missed."""

    hit: Hit


class Jam(Record):
    """A roll in which `jams` dice of a weapon showed a jam; `bearer` is the index of the firer's kind."""

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
    """A model with `hits` allotted to it; `left` is its number of remaining wounds."""

    blow: Blow
    hits: int
    kind: TargetModel
    left: int

    @property
    def size(self) -> int:
        return self.hits

    @property
    def whose(self) -> str:
        return self.kind.name


class Splash(Record):
    """A model hit by a weapon that splashes its neighbours, one token for each hit (2E-SPC-9)."""

    blow: Blow  # the effect of the splash


class Wounded:
    """Wounds before saves. The odds count them, and nothing makes tokens of this type."""


class NotSaved:
    """Unsaved wounds, counted like `Wounded`: each may cost several wounds of the profile."""


class WoundsLost(Record):
    """A struck model and the wounds that it loses; it falls if `points` reaches `left`."""

    kind: TargetModel
    left: int
    points: int


class Pressed(Record):
    """A model with locations and the hits allotted to it, before their locations are rolled."""

    blow: Blow
    hits: int
    kind: TargetModel
    left: int
    locations: tuple[Location, ...]
    facing: str = "front"
    ceramite: bool = False
    penetrate_on: str = ">"  # value of the setting
    aim: str = ""  # "gun" or "crew" at a support weapon; "" if the die decides
    support: bool = False

    @property
    def size(self) -> int:
        return self.hits


class Battered(Record):
    """A support weapon with `gun` hits on its gun and `crew` hits on its crew."""

    pressed: Pressed
    gun: int
    crew: int


class Armoured(Record):
    """A hit on an armoured location; `place` is the index of the location."""

    blow: Blow
    place: int
    armour: int
    why: Reason
    ceramite: bool = False
    penetrate_on: str = ">"  # value of the setting

    @property
    def whose(self) -> str:
        """The name of the location."""
        return self.why.text.partition(",")[0].partition(":")[0]


class StruckPart(Record):
    """A part of a vehicle under a marker, with what the hit on it is (2E-VEH-4)."""

    hit: AllottedHits | Armoured

    @property
    def size(self) -> int:
        return self.hit.blow.guns


class Penetrated(Record):
    """A penetrated location; `place` is its index. The odds use the first location for all."""

    place: int


# Models --------------------------------------------------------------------------------------------------------------


class TargetModel(Record):
    """A kind of model in the target, with the fields that decide its saves and its place."""

    name: str
    model: int  # index of its kind in the unit's list
    place: int  # position in the order in which hits are allotted
    toughness: int
    save: Save | None
    field: Field | None
    wounds: int = 1
    cover: str = ""  # its cover class if it differs from the class that is shot at, else ""
    out_of_reach: bool = False
    living: bool = True  # needle weapons poison it


class Firer(Record):
    """Alike models of the firing unit, and which of their weapons are used."""

    model: int
    n: int
    left: int  # wounds left on each model
    weapons: int  # how many weapons each model may still fire
    used: tuple[str, ...] = ()  # names of weapons that were fired or declined
    silent: tuple[str, ...] = ()  # jammed, recharging or spent weapons or modes, one entry for each carried
    outside: int = 0  # how many of these models have the target outside their arc


class Ready(Record):
    """Models of one kind that fire a declared weapon. `firer` is the record from before they fired."""

    firer: Firer
    n: int
    moved: int


class Declared(Record):
    """A weapon that was declared to fire. `who` is () if the facts of its shots say who fires it, and how. `ways` says
    by key how they fire: sustained fire dice, rapid fire, barrels, shots of a scatter laser.
    """

    weapon: Hashed[Weapon]
    who: tuple[Ready, ...] = ()
    ways: tuple[tuple[str, int | str], ...] = ()


class BystanderHits(Record):
    """Hits on a unit that was not the target: its side, its index, the hits and the weapon."""

    side: int
    unit: int
    hits: int
    weapon: Hashed[Weapon]
    astray: Blow | None = None  # the effect of hits on a friend in a fight; None for others
    markers: int = 1  # how many markers these hits come from: each hits different models
    partly: int = 0  # models only partly under it, which are hit on 4+ (2E-TMP-2)


class SplitFire(Record):
    """A unit in the middle of its shooting, with the models that have their own target (2E-TGT-3)."""

    unit: int
    who: str = ""  # HEAVY_OR_SPECIAL or HERO if those shoot now; "" for the squad, or its rest
    firers: tuple[Firer, ...] = ()  # the models that shoot now; () for all that are left
    weapons: tuple[str, ...] = ()  # the only weapons that they fire; () for any
    taken: tuple[tuple[str, int], ...] = ()  # heavy and special weapons that have shot, and the index of their target
    squad_target: int | None = None  # the squad's target, if some models did not see it
    outside: tuple[int, ...] = ()  # targets that turned out to be outside their arc (2E-ARC-2)
    attacks: int = 0  # number of attacks so far


class Manner(Record):
    """How an attack is asked about: all in which an attack at the table differs from one that is answered beforehand.

    Each field is True at the table. Its text says how it is there, and then how it is beforehand.

    :ivar declared_first: All weapons are declared before anything is measured or fires. Beforehand the distance comes
        first, and each weapon fires before the next is declared (2E-SEQ-1).
    :ivar seen: Arc, overwatch, ranges, fights and scatter are there to be seen. Players are asked about them when they
        matter. Beforehand all of them are facts with a default (2E-ARC-2, 2E-OW-2, 2E-RNG-1, 2E-HTH-1, 2E-BLA-2).
    :ivar as_they_stand: An answer counts the models that are there when it is asked. Beforehand it holds for the whole
        attack, and counts all models of the list (2E-CAS-3, 2E-RNG-1, 2E-COV-4).
    :ivar usual_at_once: All usual weapons are proposed together, without templates and grenades that seldom reach.
        Beforehand each weapon is named (2E-SEQ-1, 2E-ELIG-2, 2E-TMP-1).
    """

    declared_first: bool
    seen: bool
    as_they_stand: bool
    usual_at_once: bool


AT_THE_TABLE = Manner(True, True, True, True)
BEFOREHAND = Manner(False, False, False, False)


class Begun(Record):
    """The values at the start of an attack, which no step changes."""

    shooter: Hashed[Unit]
    target: Hashed[Unit]
    sides: tuple[str, str]
    strength: tuple[int, int]  # models and wounds of the target
    battle: Battle  # NOWHERE for a single attack
    at: tuple[int, int]  # side and index of the target in the battle
    manner: Manner
    split_fire: SplitFire = SplitFire(0)  # which unit of the battle shoots, and which of its models
    moved: bool = False  # the unit moved, as players said in the battle
    engaged: bool = False  # the target fights hand to hand
    follows_attack: bool = False  # others have attacked the same target before this single attack


class Attack(Record):
    """One unit's shooting at one target, with only the values that later rules need; the log has the past."""

    begun: Hashed[Begun]
    firers: tuple[Firer, ...]
    ranks: tuple[Rank, ...]  # of the target; their kinds are TargetModel
    declared: tuple[Declared, ...] = ()  # weapons whose shots are not resolved yet, in order
    distance: float | None = None  # inches; None if not measured yet
    overwatch: bool = False
    arc_seen: bool = False  # the models with the target on the edge of their arc have rolled
    done: bool = False  # no more weapon will be declared
    fired: tuple[str, ...] = ()
    cover: str = NONE
    facing: str = "front"
    fact_words: tuple[str, ...] = ()  # the last facts that a learner must see
    kept_facts: tuple[tuple[str, Any], ...] = ()  # (key, value) of the last facts that also hold for the next weapon
    recharging: tuple[tuple[int, str, int, int], ...] = ()  # kind of bearer, weapon, turns, count
    spent: tuple[tuple[int, str], ...] = ()  # (kind, one-use item), one entry for each
    jams: tuple[tuple[int, str, int, int], ...] = ()  # kind of bearer, weapon, turns, count
    ignored: bool = False  # the first jam of the turn was ignored (2E-SF-3)
    own_slain: tuple[tuple[int, int], ...] = ()  # kind of model, count
    own_arms: int = 0  # weapon arms of a walker that its own jams destroyed
    penetrations: tuple[tuple[int, int], ...] = ()  # location, count
    fear: bool = False  # a weapon that forces a break test has hit
    placed: int = 0  # number of markers and templates that lie on the table
    harms: tuple[BystanderHits, ...] = ()  # hits on other units, resolved after this attack
    astray: int = 0  # number of hits on friends
    strays: tuple[tuple[Hashed[Weapon], Blow, int], ...] = ()  # hits on friends in a fight: weapon, effect, count
    agreed: bool = False  # all weapons fire one after the other, as proposed
    agreed_keys: tuple[str, ...] | None = None  # keys of the facts that were asked for all of them; None before

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
    def battle(self) -> Battle:
        return self.begun.value.battle

    @property
    def manner(self) -> Manner:
        return self.begun.value.manner

    def model_of(self, firer: Firer) -> Model:
        return self.shooter.models[firer.model][0]


class Firing(Record):
    """One weapon of an attack, from the facts of its shots to the effect of its hits."""

    attack: Attack
    declared: Declared
    ranks: tuple[Rank, ...]  # of the target; this weapon changes them
    pool: Pool = ()
    shared_by: int | None = None  # models that share the hits if the owner may pile them up; None for all models
    within_4: int | None = None  # models that extra hits of one shot reach; None for all models
    fight: tuple[int, int] = (0, 0)  # numbers of enemies and of friends that are engaged
    landed: Pool = ()  # the hits of its markers and templates, until all are placed
    volley: int = 0  # the hits allotted last, for the log; 0 in the odds

    @property
    def weapon(self) -> Weapon:
        return self.declared.weapon.value

    @property
    def target(self) -> Unit:
        return self.attack.target

    def booked(self, **changed: Any) -> Firing:
        """Return this record with changed fields of its attack."""
        return self.but(attack=self.attack.but(**changed))


# A battle ------------------------------------------------------------------------------------------------------------


class Silence(Record):
    """Weapons of one name and kind of model that cannot fire in any mode, for `turns` of the owner's turns."""

    model: int
    name: str
    n: int
    turns: int


class BattleUnit(Marked, Record):
    """A unit in a battle. The kind of a rank is an index into the unit's list of models."""

    unit: Hashed[Unit]
    ranks: tuple[Rank, ...]
    start: int  # models at the start of this turn (2E-BRK-1)
    marks: tuple[Mark, ...] = ()
    silent: tuple[Silence, ...] = ()
    spent: tuple[tuple[int, str], ...] = ()
    damage: tuple[str, ...] = ()  # for each damaged part of a vehicle, the part and the effect
    tested: bool = False  # break test taken this turn
    feared: bool = False  # it must test, whatever its losses
    waiting: tuple[Firer, ...] | None = None  # models that may still fire after others did; None for all (2E-OW-5)
    jam_ignored: bool = False  # the first jam since its side's turn began was ignored (2E-SF-3)


class Battle(Record):
    """Both armies and the current point of the turn."""

    sides: tuple[Side, Side]
    turns: int | None
    turn: int = 1
    active: int = 0
    first: int = 0
    done: tuple[int, ...] = ()  # units that have fired in this phase
    unit: int | None = None
    target: int | None = None
    watching: bool = False  # True in the overwatch of the side whose turn it is not
    watch_over: bool = False
    ended_phase: bool = False
    over: bool = False
    split_fire: SplitFire | None = None
    inches: tuple[float | None, ...] = ()  # to each enemy, if measured beforehand; None if out of sight (2E-TGT-2)
    harms: tuple[BystanderHits, ...] = ()
    shooter: Hashed[Unit] | None = None  # the unit that caused `harms`
    remembered: Memory = ()
    asks_between: bool = True  # players are asked between turns what happened without the app

    @property
    def shooting_side(self) -> int:
        """Return the side that shoots now: on overwatch the side whose turn it is not."""
        return 1 - self.active if self.watching else self.active

    @property
    def shooters(self) -> Side:
        return self.sides[self.shooting_side]

    @property
    def enemies(self) -> Side:
        return self.sides[1 - self.shooting_side]


NOWHERE = Battle((Side("Attacker", ()), Side("Target", ())), None)  # around a single attack: nobody else is there


REMINDERS = (  # effects that the app does not play: weapon rule, what players do, rule id
    (
        "Knockback",
        'Who is hit and not slain goes back 2" and falls on 4+, but for Terminators and big ones',
        "2E-SPC-9",
    ),
    ("Flamer", "Survivors catch fire on 4+: play that at the table", "2E-TMP-2"),
    ("Deathspitter", 'Models of other units within 2" are splashed too: play that at the table', "2E-SPC-9"),
)
