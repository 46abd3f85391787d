"""What the steps hand on to each other: one weapon, one attack, one battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Self

from shoot_cli.battle.turns import Mark, Marked, Memory, Place, Side, remembering
from shoot_cli.engine.pools import Line, Pool, Rank
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.seventh.effects import ActiveEffect, read
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.tokens import Hull, Wound


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


class BystanderHits(Record):
    """Hits on a unit that nobody aimed at: under a marker, near an explosion, inside a transport."""

    side: int
    unit: int
    hits: int
    weapon: Hashed[Weapon]
    why: str
    random: bool = False  # Random Allocation
    tests: bool = False  # passengers of a vehicle that is gone: a Pinning test follows (7E-VEH-10)
    forbidden: tuple[str, ...] = ()  # saves that nobody may take against it: armour, invulnerable


class DestroyedVehicle(Record):
    """A vehicle that was destroyed: what happens around it and to those inside is to be played."""

    side: int
    unit: int
    name: str
    exploded: bool
    crashed: bool = False  # a Zooming Flyer does that instead (7E-FLY-10)


class Toll(Record):
    """What shooting has cost vehicles, bystanders and the firing unit itself."""

    hull_lost: int = 0  # hull points
    exploded: int = 0  # vehicles
    wrecked: int = 0
    crashed: int = 0
    gone: tuple[tuple[str, bool], ...] = ()  # vehicles destroyed in a battle: name, whether it exploded
    beside: tuple[BystanderHits, ...] = ()  # hits on other units
    burnt: tuple[tuple[int, int, int, int], ...] = ()  # own losses: (kind of model, wounds left before, lost, how many)


NOBODY_HERE, NOTHING = Line(()), Toll()


class Ranks(Record):
    """The target's models, and what else is lost: what every die may change."""

    line: Line  # those that wounds can be allocated to
    apart: tuple[Rank, ...]  # hidden ones: this weapon's wounds cannot
    toll: Toll

    def standing(self) -> tuple[Rank, ...]:
        """All of them as they are now."""
        return (*self.line.standing(), *self.apart)

    def ranks(self) -> tuple[Rank, ...]:
        """All of them as they were when the ranks were drawn up."""
        return (*self.line.ranks, *self.apart)

    def changed(self, change: Callable[[Any], Any]) -> Self:
        """With every kind of model changed."""
        apart = tuple(rank.but(kind=change(rank.kind)) for rank in self.apart)
        return self.but(line=self.line.changed(change), apart=apart)

    def costs(self, **changed: Any) -> Self:
        """With another toll."""
        return self.but(toll=self.toll.but(**changed))


class FlightState(Record):
    """How the firing unit flies, and what its weapons are to whoever flies (7E-FLY-1 to 5, 7E-FLY-11)."""

    mode: str = ""  # zooming, hovering, swooping, gliding; "": it does not fly
    skyfire: bool | None = None  # chosen for all its weapons this phase; None: not asked
    struck: bool | None = None  # it made a Vector Strike this turn; None: not asked
    markers: bool = False  # setting skyfire_markers
    fighters: bool = False  # setting flyer_rules: death_from_the_skies


class Attack(Ranks):
    """One unit's whole shooting attack at its target. Only what the rules still need; the past is in the log."""

    shooter: Hashed[Unit]
    target: Hashed[Unit]
    firers: tuple[Firer, ...]
    strength: tuple[int, int]  # models and wounds of the target when the attack began
    beyond: tuple[tuple[str, Reason], ...] = ()  # names of weapons that can hit nobody of the target, and why
    distance: float = 0  # inches to the nearest visible model
    snap_only: str = ""  # why the whole unit fires Snap Shots; "" if it does not
    on_ground: bool = False
    ground_asked: bool = False
    no_ground: str = ""  # why the target cannot go to ground, in the situation of the battle
    within_6: bool = True  # characters have somebody near enough to take a wound for them
    look_out: str = "yes"  # yes, no, ask
    random: bool = False  # Random Allocation
    chosen: bool = False  # a model was chosen at random and lives
    pinning: bool = False  # lost a wound to a Pinning weapon
    pinned: bool = False
    afterwards: tuple[str, ...] = ()  # what the target suffers besides: Concussive, Blind, Soul Blaze
    lit: int = 0  # markerlight counters that it has put on the target, less those that it has spent
    followed: bool = False  # of an attack on its own: others may attack the same target after it
    lights: int | None = None  # of these: counters that earlier ones have left; None: none of them has markerlights
    fired: tuple[str, ...] = ()  # names fired, in order
    night: bool = False
    zooming: bool = False  # the target is a Zooming Flyer or Swooping Flying Monstrous Creature
    sky: FlightState = FlightState()
    touched: bool = False  # a Swooping target was hit (setting grounding)
    jinks: bool = False
    speed: str = ""  # of firing vehicles, or of the passengers' vehicle, this turn; "": nobody said
    moved: bool = False  # every model counts as having moved
    fired_full: bool = False  # some weapon was fired at full Ballistic Skill
    ordnance: bool | None = None  # it fires Ordnance this phase (7E-WPN-18); None: nobody asked
    fire_points: int | None = None  # passengers who may still shoot; None: it is no passenger
    facing: str = "front"  # of the target, that was shot at last
    placed: int = 0  # markers and templates of the weapons that have fired
    spent: tuple[tuple[int, str], ...] = ()  # (kind of model, name), once for each one-use weapon fired
    battle: Hashed[Battle] | None = None  # None: an attack on its own
    at_once: bool = True  # setting explosion_timing
    agreed: bool = False  # all weapons fire one after the other as proposed
    picked: tuple[str, ...] = ()  # names that were picked to fire; (): those that are proposed
    ways: Memory = ()  # what was then said of single weapons
    near: int = 0  # of an attack on its own: models of the firing unit whom an explosion or a crash would reach

    def around(self) -> Battle:
        """The battle it is part of."""
        assert self.battle is not None
        return self.battle.value

    @property
    def harm(self) -> BystanderHits | None:
        """What the target suffers, where nobody aimed at it."""
        return next(iter(self.battle.value.harms), None) if self.battle else None

    def remembering(self, told: Mapping[str, Any], *about: Place) -> Self:
        """With these answers in the record of its battle."""
        b = self.around()
        return self.but(battle=Hashed(b.but(said=remembering(b.said, told, *about))))

    def target_at(self) -> tuple[int, int]:
        """Side and place of the target in the battle."""
        return (self.harm.side, self.harm.unit) if self.harm else self.around().shot_at()

    def marked(self, mark: str) -> bool:
        """True if the firing unit of a battle, or a part of it, bears this mark."""
        return self.battle is not None and bool((b := self.battle.value).unit_at(*b.shooting()).bearing(mark))

    def shooting_now(self) -> Hashed[Unit]:
        """The firing unit without what the fallen shared: those slain by their own weapons too (7E-IC-5)."""
        unit = self.shooter.value
        here = dict(enumerate(n for _, n in unit.models))
        there = here if self.battle is None else self.around().unit_at(*self.around().shooting()).by_kind()
        slain = Counter[int]()
        for kind, left, lost, n in self.toll.burnt:
            slain[kind] += n * (lost >= left)
        now = unit.among({kind for kind, n in there.items() if n > slain[kind]})
        return self.shooter if now is unit else Hashed(now)

    def firing(self, weapon: Hashed[Weapon]) -> Firing:
        return Firing(self.line, self.apart, self.toll, self.without_ranks(), weapon)

    def without_ranks(self) -> Self:
        return self.but(line=NOBODY_HERE, apart=(), toll=NOTHING)


class Firing(Ranks):
    """One weapon of an attack: what holds until its wounds are allocated, and nothing longer."""

    attack: Attack  # without what stands here
    weapon: Hashed[Weapon]
    pool: Pool = ()
    waiting: Pool = ()  # wounds that wait while one is allocated on its own
    aim: str = "closest"  # where Precision Shots go
    pools: tuple[Wound, ...] = ()  # the attacker's order of them; (): the one that is proposed
    before: int | None = None  # wounds in the target before this weapon, where that will matter
    seen: bool = True  # some firer sees the target; False: a Barrage at an unseen one
    placed: int = 0  # markers and templates
    centre: str = ""  # of a Barrage: AIMED or DRIFTED, once its first marker lies on the table

    def noted(self, **changed: Any) -> Self:
        """With something changed that holds for the whole attack."""
        return self.but(attack=self.attack.but(**changed))

    def over(self) -> Attack:
        """The attack as it stands now, without this weapon."""
        return self.attack.but(line=self.line, apart=self.apart, toll=self.toll)

    def going_on(self, state: Attack, **changed: Any) -> Self:
        """This weapon in what has become of its attack."""
        return self.but(line=state.line, apart=state.apart, toll=state.toll, attack=state.without_ranks(), **changed)


# A battle ------------------------------------------------------------------------------------------------------------


class VehicleState(Record):
    """What one vehicle of a unit has suffered for longer than an attack."""

    lost: tuple[str, ...] = ()
    immobilised: bool = False
    crew: str = ""
    until: tuple[int, int] | None = None  # the turn (number, side) with which the state of its crew ends


def of_part(mark: str, name: str) -> str:
    """A mark that only this part of a joint unit bears: from before they were one (7E-IC-4)."""
    return f"{mark} ({name})"


class JoinedPart(Record):
    """One of those who make a joint unit: its own place among the units of its side, and what it is alone."""

    at: int
    unit: Hashed[Unit]


@lru_cache(1024)
def forces_of_mark(mark: Mark, parts: tuple[JoinedPart, ...]) -> tuple[ActiveEffect, ...]:
    """The effect that a mark is, about the part of a joint unit that it is of; () if it is a state of another kind."""
    whose = next((part.unit.value.name for part in parts if mark.name.endswith(of_part("", part.unit.value.name))), "")
    try:
        told = read(mark.name.removesuffix(of_part("", whose)) if whose else mark.name)
    except BadAnswer:
        return ()
    return tuple(force.but(about=force.about or whose) for force in told)


class BattleUnit(Marked, Record):
    """A unit in a battle. Its ranks' kinds are places in the unit's list of models."""

    unit: Hashed[Unit]
    ranks: tuple[Rank, ...]
    start: int  # models at the start of this phase (7E-END-2)
    marks: tuple[Mark, ...] = ()
    spent: tuple[tuple[int, str], ...] = ()
    wear: tuple[VehicleState, ...] = ()  # of a unit of vehicles: one for each rank, each rank being one vehicle
    points_used: int = 0  # fire points of this vehicle that passengers have shot through this phase
    inside: int | None = None  # the transport: its place among the units of its side
    parts: tuple[JoinedPart, ...] = ()  # of a joint unit: who was joined, then the characters; its models in this order
    joined: int | None = None  # of a character in another unit: the place of that one, which has his models

    def spans(self) -> list[tuple[JoinedPart, range]]:
        """Each part with its kinds of models, as places in the joint unit's list."""
        found, first = [], 0
        for part in self.parts:
            after = first + len(part.unit.value.models)
            found.append((part, range(first, after)))
            first = after
        return found

    def without(self, *names: str) -> Self:
        """Without these marks, of all or of a part."""
        own = (of_part(name, part.unit.value.name) for name in names for part in self.parts)
        return Marked.without(self, *names, *own)

    def bearing(self, mark: str) -> frozenset[int]:
        """The kinds of models that bear the mark: all, or those of the parts that had it before (7E-IC-4)."""
        if self.marked(mark):
            return frozenset(range(len(self.unit.value.models)))
        own = (kinds for part, kinds in self.spans() if self.marked(of_part(mark, part.unit.value.name)))
        return frozenset(kind for kinds in own for kind in kinds)

    def unit_now(self) -> Hashed[Unit]:
        """The unit without what those who have fallen shared (7E-IC-3)."""
        now = self.unit.value.among(self.by_kind())
        return self.unit if now is self.unit.value else Hashed(now)

    def forces(self) -> tuple[ActiveEffect, ...]:
        """What is in force on the unit, in the order in which it was told (7E-EFF-2, 7E-IC-4)."""
        return tuple(force for mark in self.marks for force in forces_of_mark(mark, self.parts)) if self.marks else ()

    def by_kind(self) -> dict[int, int]:
        """How many models of each kind still stand."""
        found: dict[int, int] = {}
        for rank in self.ranks:
            found[rank.kind] = found.get(rank.kind, 0) + rank.n
        return found


class AttackedTarget(Record):
    """A target that was attacked, for whoever attacks it next in the same phase.

    Kinds of its ranks are places in the unit's list of models. ``hulls``: of vehicles, each of which is a rank.
    """

    ranks: tuple[Rank, ...]
    hulls: tuple[Hull, ...] = ()
    on_ground: bool = False  # it went to ground, or was pinned
    jinks: bool = False
    pinned: bool = False
    lights: int | None = None  # markerlight counters on it; None: nobody who shot at it has markerlights


class Split(Record):
    """One model, or one weapon of a vehicle, shoots at another unit than the rest (7E-TGT-1)."""

    kind: int  # of model, by its place in the unit's list
    weapon: str  # of a vehicle with a Machine Spirit; "": the model with all it may fire
    target: int  # what it shoots at: a place among the enemy's units
    fired: bool = False  # it has shot; the rest are next
    forced: tuple[int, ...] = ()  # enemy units that its shot forced out of their transport
    ordnance: bool | None = None  # what was said of Ordnance before its first weapon holds for the rest
    sky: FlightState | None = None  # and what was said of Skyfire and of a Vector Strike


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
    said: Memory = ()
    split: Split | None = None
    gone: tuple[DestroyedVehicle, ...] = ()
    harms: tuple[BystanderHits, ...] = ()  # to be resolved before the next unit is named
    shooter: Hashed[Unit] | None = None  # the unit that brought it about
    halted: Hashed[Attack] | None = None  # the attack that goes on once this is over (7E-VEH-14)
    shaky: tuple[tuple[int, int], ...] = ()  # units that take a Pinning test when it is over: side, place
    factions: tuple[str, str] = ("", "")  # of the two sides
    alone: bool = False  # it is an attack on its own, and here only until its explosion is played

    def shooting(self) -> tuple[int, int]:
        """Side and place of the unit that was named."""
        assert self.unit is not None
        return self.active, self.unit

    def shot_at(self) -> tuple[int, int]:
        """Side and place of its target."""
        assert self.target is not None
        return 1 - self.active, self.target

    def this_turn(self) -> tuple[int, int]:
        """What ends with it ends with this turn: its number and its side."""
        return self.turn, self.active

    def end_of(self, side: int) -> tuple[int, int]:
        """The end of this turn if it is the side's own, else of its next."""
        return self.turn + (side == self.first != self.active), side

    def next_end_of(self, side: int) -> tuple[int, int]:
        """The end of the next turn of this side."""
        return (self.turn + 1, side) if side == self.active else self.end_of(side)

    def unit_at(self, side: int, at: int) -> BattleUnit:
        unit: BattleUnit = self.sides[side].units[at]
        return unit
