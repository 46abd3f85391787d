"""The records that the steps pass on: one weapon, one attack, one battle."""

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
from shoot_cli.rules.seventh.tokens import Burn, Hull, VehicleState, Wound


class Firer(Record):
    """Identical models of the firing unit, with the weapons that they may still fire."""

    model: int  # index of their kind in the unit's list of models
    n: int
    left: int  # wounds that each model has left
    weapons: int  # how many weapons each may still fire this phase
    used: tuple[str, ...] = ()  # names of weapons that were fired or declined
    full_skill_left: int | None = None  # weapons each vehicle may still fire at full Ballistic Skill; None: no limit
    why_snap: str = ""  # why they fire Snap Shots only; "" if they do not
    lost: tuple[str, ...] = ()  # names of destroyed weapons, one entry for each
    fired_elsewhere: int = 0  # weapons fired at full Ballistic Skill at another target
    wear: VehicleState = VehicleState()  # what tells a vehicle from others of its squadron


class BystanderHits(Record):
    """Hits on a unit that nobody aimed at, for example from an explosion or under a marker."""

    side: int
    unit: int
    hits: int
    weapon: Hashed[Weapon]
    why: str
    at_random: bool = False  # Random Allocation
    tests: bool = False  # they were passengers of a destroyed vehicle, so a Pinning test follows (7E-VEH-10)
    forbidden: tuple[str, ...] = ()  # saves that these hits do not allow: armour, invulnerable


class DestroyedVehicle(Record):
    """A destroyed vehicle whose effects on passengers and nearby units are still to be resolved."""

    side: int
    unit: int
    name: str
    exploded: bool
    crashed: bool = False  # a Zooming Flyer crashes instead of exploding (7E-FLY-10)


class Toll(Record):
    """Losses of vehicles, bystanders and the firing unit itself."""

    hull_lost: int = 0
    exploded: int = 0  # number of vehicles
    wrecked: int = 0
    crashed: int = 0
    gone: tuple[tuple[str, bool], ...] = ()  # vehicles destroyed in a battle: name, and whether the vehicle exploded
    beside: tuple[BystanderHits, ...] = ()  # hits on other units
    burnt: tuple[tuple[Burn, int], ...] = ()  # own losses, and how many models had each
    burnt_before: int = 0  # models of the firing unit slain by weapons whose losses are in the battle already


def burnt_too(burnt: tuple[tuple[Burn, int], ...], more: Mapping[Burn, int]) -> tuple[tuple[Burn, int], ...]:
    """Return the own losses of a toll with some more, the least hurt of each kind first.

    In this order a model that was hurt twice is found: its first loss makes it what it was at the second.
    """
    losses = Counter(dict(burnt))
    losses.update(more)
    return tuple(sorted(losses.items(), key=lambda loss: loss[0].in_turn()))


NOBODY_HERE, NOTHING = Line(()), Toll()


class Manner(Record):
    """How players are asked about an attack: a row for each difference between a battle and an attack on its own.

    :ivar seen: units, their marks and earlier answers are there. Otherwise they are asked for: states, flight, effects,
        night and the usual distance (7E-NOM-3, 7E-FLY-1, 7E-EFF-1, 7E-TGT-8, 7E-TGT-2)
    :ivar reach: the distance of the unit closes a Template out of reach. Otherwise its own distance is asked, and
        closes it (7E-WPN-24)
    :ivar nearby: other units are hit, each with its own order and cover. Otherwise only the firing unit is near an
        explosion, with the given number of models (7E-VEH-10, 7E-VEH-14, 7E-FLY-10)
    :ivar placed: markers scatter and are placed one by one, and cover is judged from there. Otherwise players say who
        is under each, and its cover (7E-WPN-13, 7E-ALC-13)
    :ivar asks_less: a question is left out if no answer makes a difference, and labels say what cannot harm. Otherwise
        all are there to be answered (7E-ALC-2, 7E-VEH-2, 7E-VEH-8, 7E-WPN-22)
    :ivar attacks_follow: other attacks of the phase follow. Otherwise what is only for them is not asked or noted
        (7E-GTG-1, 7E-FLY-3, 7E-FMC-4, 7E-EFF-5)
    :ivar tolerates: a save that nobody has is told, and the best one used. Otherwise it is refused (7E-SAV-8)
    :ivar picks: weapons are picked one by one, or all proposed ones at once; the last proposed one ends the attack.
        Otherwise all names are given before, and each weapon in reach is proposed (7E-WPN-1)
    """

    seen: bool
    reach: bool
    nearby: bool
    placed: bool
    asks_less: bool
    attacks_follow: bool
    tolerates: bool
    picks: bool


AT_THE_TABLE = Manner(True, True, True, True, True, True, True, True)
BEFOREHAND = Manner(False, False, False, False, False, False, False, False)


class Ranks(Record):
    """The target's models and the other losses. Any die may change these fields."""

    line: Line  # models to which wounds can be allocated
    apart: tuple[Rank, ...]  # hidden models, to which this weapon's wounds cannot be allocated
    toll: Toll

    def standing(self) -> tuple[Rank, ...]:
        """Return all ranks with their current models, hidden ones last."""
        return (*self.line.standing(), *self.apart)

    def ranks(self) -> tuple[Rank, ...]:
        """Return all ranks as they were when the line was formed, hidden ones last."""
        return (*self.line.ranks, *self.apart)

    def changed(self, change: Callable[[Any], Any]) -> Self:
        """Return the record with `change` applied to every kind of model."""
        apart = tuple(rank.but(kind=change(rank.kind)) for rank in self.apart)
        return self.but(line=self.line.changed(change), apart=apart)

    def with_toll(self, **changed: Any) -> Self:
        """Return the record with these fields of its toll replaced."""
        return self.but(toll=self.toll.but(**changed))


class FlightState(Record):
    """How the firing unit flies, and how its weapons work against flyers (7E-FLY-1 to 5, 7E-FLY-11)."""

    mode: str = ""  # zooming, hovering, swooping, gliding; "" if it does not fly
    skyfire: bool | None = None  # whether Skyfire was chosen for all its weapons this phase; None: not asked
    vector_strike: bool | None = None  # whether it made a Vector Strike this turn; None: not asked
    markers: bool = False  # setting skyfire_markers
    fighters: bool = False  # setting flyer_rules: death_from_the_skies


class Attack(Ranks):
    """One unit's whole shooting attack at its target. It keeps only what later rules need; the log has the rest."""

    shooter: Hashed[Unit]
    target: Hashed[Unit]
    firers: tuple[Firer, ...]
    strength: tuple[int, int]  # models and wounds of the target when the attack began
    battle: Hashed[Battle]  # around an attack on its own: both units, and nobody else
    out_of_reach: tuple[tuple[str, Reason], ...] = ()  # weapons that can hit no model of the target, with the reason
    distance: float = 0  # inches to the nearest visible model
    snap_only: str = ""  # why the whole unit fires Snap Shots; "" if it does not
    on_ground: bool = False
    ground_asked: bool = False
    no_ground: str = ""  # why the target cannot go to ground in this battle; "" if it can
    within_6: bool = True  # characters have a friend near enough to take a wound for them
    look_out: str = "yes"  # whether Look Out, Sir is used: yes, no, ask, to characters (also to another character)
    at_random: bool = False  # Random Allocation
    chosen_alive: bool = False  # a randomly chosen model is still alive
    pinning: bool = False  # the target lost a wound to a Pinning weapon
    pinned: bool = False
    afterwards: tuple[str, ...] = ()  # other effects on the target: Concussive, Blind, Soul Blaze
    lights_added: int = 0  # markerlight counters that this attack put on the target, minus those that it spent
    followed: bool = False  # the attack stands alone, and others may attack the same target after it
    follows_attack: bool = False  # the attack stands alone, and others have attacked the same target before it
    earlier_lights: int | None = None  # counters left by earlier attacks; None if no attacker has markerlights
    fired: tuple[str, ...] = ()  # names of the fired weapons, in order
    night: bool = False
    zooming: bool = False  # the target is a Zooming Flyer or Swooping Flying Monstrous Creature
    flight: FlightState = FlightState()
    touched: bool = False  # a Swooping target was hit (setting grounding)
    jinks: bool = False
    speed: str = ""  # speed this turn of the firing vehicle or of the passengers' vehicle; "" if unknown
    moved: bool = False  # every model counts as having moved
    fired_full: bool = False  # some weapon was fired at full Ballistic Skill
    ordnance: bool | None = None  # whether it fires Ordnance this phase (7E-WPN-18); None: not asked
    fire_points: int | None = None  # passengers who may still shoot; None if the unit is no passenger
    facing: str = "front"  # the target's facing that was last shot at
    placed: int = 0  # markers and templates of all weapons that have fired
    spent: tuple[tuple[int, str], ...] = ()  # (kind of model, name), one entry for each one-use weapon fired
    at_once: bool = True  # setting explosion_timing
    agreed: bool = False  # the players accepted the proposed order of all weapons
    picked: tuple[str, ...] = ()  # names of weapons picked to fire; (): the proposed ones
    weapon_answers: Memory = ()  # answers then given about single weapons
    models_near: int = 0  # models of the firing unit within reach of an explosion or crash, if said beforehand

    def battle_around(self) -> Battle:
        """Return the battle that this attack belongs to."""
        return self.battle.value

    @property
    def manner(self) -> Manner:
        return self.battle.value.manner

    @property
    def harm(self) -> BystanderHits | None:
        """Return the bystander hits that are being resolved; None in a normal attack."""
        return next(iter(self.battle.value.harms), None)

    def remembering(self, facts: Mapping[str, Any], *about: Place) -> Self:
        """Return the attack with these answers kept in its battle."""
        battle = self.battle_around()
        return self.but(battle=Hashed(battle.but(remembered=remembering(battle.remembered, facts, *about))))

    def target_at(self) -> tuple[int, int]:
        """Return the target's side and index in the battle."""
        return (self.harm.side, self.harm.unit) if self.harm else self.battle_around().shot_at()

    def marked(self, mark: str) -> bool:
        """Return True if the firing unit in the battle, or a part of it, has this mark."""
        battle = self.battle_around()
        return bool(battle.unit_at(*battle.shooting()).bearing(mark))

    def shooting_now(self) -> Hashed[Unit]:
        """Return the firing unit without rules that only fallen models shared, own losses included (7E-IC-5)."""
        unit = self.shooter.value
        standing = self.battle_around().unit_at(*self.battle_around().shooting()).by_kind()
        slain = Counter[int]()
        for burn, n in self.toll.burnt:
            slain[burn.bearer] += n * burn.slays()
        reduced = unit.among({kind for kind, n in standing.items() if n > slain[kind]})
        return self.shooter if reduced is unit else Hashed(reduced)

    def firing(self, weapon: Hashed[Weapon]) -> Firing:
        return Firing(self.line, self.apart, self.toll, self.without_ranks(), weapon)

    def without_ranks(self) -> Self:
        return self.but(line=NOBODY_HERE, apart=(), toll=NOTHING)


class Firing(Ranks):
    """One weapon of an attack, until its wounds are allocated."""

    attack: Attack  # the attack without the ranks that are stored here
    weapon: Hashed[Weapon]
    pool: Pool = ()
    waiting: Pool = ()  # wounds set aside while one wound is allocated alone
    aim: str = "closest"  # where Precision Shots go
    pools: tuple[Wound, ...] = ()  # the attacker's order of the wound pools; (): the proposed order
    before: int | None = None  # the target's wounds before this weapon; None if no rule needs them
    seen: bool = True  # False for a Barrage at a target that no firer sees
    placed: int = 0  # markers and templates
    centre: str = ""  # for a Barrage: AIMED or DRIFTED once its first marker is placed

    def with_attack(self, **changed: Any) -> Self:
        """Return the record with these fields of its attack replaced."""
        return self.but(attack=self.attack.but(**changed))

    def attack_now(self, **changed: Any) -> Attack:
        """Return the attack in its current state, without this weapon, and with these fields replaced."""
        return self.attack.but(line=self.line, apart=self.apart, toll=self.toll, **changed)

    def with_state(self, state: Attack, **changed: Any) -> Self:
        """Return this weapon's record for the attack `state`, with these fields replaced."""
        return self.but(line=state.line, apart=state.apart, toll=state.toll, attack=state.without_ranks(), **changed)


def of_part(mark: str, name: str) -> str:
    """Return the name of a mark that only one part of a joined unit has, from before it joined (7E-IC-4)."""
    return f"{mark} ({name})"


class JoinedPart(Record):
    """One part of a joined unit: its index among its side's units, and its own unit."""

    at: int
    unit: Hashed[Unit]


@lru_cache(1024)
def forces_of_mark(mark: Mark, parts: tuple[JoinedPart, ...]) -> tuple[ActiveEffect, ...]:
    """Return the effects that a mark stands for, limited to its part of a joined unit. Return () for other marks."""
    whose = next((part.unit.value.name for part in parts if mark.name.endswith(of_part("", part.unit.value.name))), "")
    try:
        effects = read(mark.name.removesuffix(of_part("", whose)) if whose else mark.name)
    except BadAnswer:
        return ()
    return tuple(force.but(about=force.about or whose) for force in effects)


class BattleUnit(Marked, Record):
    """A unit in a battle. The kinds in `ranks` are indexes into the unit's list of models."""

    unit: Hashed[Unit]
    ranks: tuple[Rank, ...]
    start: int  # models at the start of this phase (7E-END-2)
    marks: tuple[Mark, ...] = ()
    spent: tuple[tuple[int, str], ...] = ()
    wear: tuple[VehicleState, ...] = ()  # for vehicles: one state for each rank, and each rank is one vehicle
    points_used: int = 0  # fire points that passengers of this vehicle have used this phase
    inside: int | None = None  # index of its transport among its side's units
    parts: tuple[JoinedPart, ...] = ()  # for a joined unit: the host, then the characters, in the order of its models
    joined: int | None = None  # for a character who has joined: index of the unit that now holds his model
    came_back: int = 0  # models of which players told this phase that they came back

    def spans(self) -> list[tuple[JoinedPart, range]]:
        """Return each part with its kinds of models, as indexes into the joined unit's list."""
        spans, first = [], 0
        for part in self.parts:
            after = first + len(part.unit.value.models)
            spans.append((part, range(first, after)))
            first = after
        return spans

    def without(self, *names: str) -> Self:
        """Return the unit without these marks, both of the whole unit and of its parts."""
        of_parts = (of_part(name, part.unit.value.name) for name in names for part in self.parts)
        return Marked.without(self, *names, *of_parts)

    def bearing(self, mark: str) -> frozenset[int]:
        """Return the kinds of models with this mark: all, or those of parts that had it before joining (7E-IC-4)."""
        if not self.marks:
            return frozenset()
        if self.marked(mark):
            return frozenset(range(len(self.unit.value.models)))
        marked_parts = (kinds for part, kinds in self.spans() if self.marked(of_part(mark, part.unit.value.name)))
        return frozenset(kind for kinds in marked_parts for kind in kinds)

    def unit_now(self) -> Hashed[Unit]:
        """Return the unit without rules that only fallen models shared (7E-IC-3)."""
        reduced = self.unit.value.among(self.by_kind())
        return self.unit if reduced is self.unit.value else Hashed(reduced)

    def forces(self) -> tuple[ActiveEffect, ...]:
        """Return the effects on the unit, in the order in which they were reported (7E-EFF-2, 7E-IC-4)."""
        return tuple(force for mark in self.marks for force in forces_of_mark(mark, self.parts)) if self.marks else ()

    def by_kind(self) -> dict[int, int]:
        """Return how many models of each kind are left."""
        counts: dict[int, int] = {}
        for rank in self.ranks:
            counts[rank.kind] = counts.get(rank.kind, 0) + rank.n
        return counts


class AttackedTarget(Record):
    """A target after an attack on its own, for its next attacker.

    The kinds in `ranks` are indexes into the unit's list of models. `hulls` has one entry for each rank of vehicles.
    """

    ranks: tuple[Rank, ...]
    hulls: tuple[Hull, ...] = ()
    on_ground: bool = False  # it went to ground or was pinned
    jinks: bool = False
    pinned: bool = False
    markerlights_left: int | None = None  # markerlight counters on it; None if no attacker so far has markerlights


class Split(Record):
    """One model, or one weapon of a vehicle, that shoots at another unit than the rest (7E-TGT-1)."""

    kind: int  # index of the kind in the unit's list of models
    weapon: str  # weapon of a vehicle with a Machine Spirit; "": all weapons of the model
    target: int  # index of its target among the enemy's units
    fired: bool = False  # it has shot, and the rest shoot next
    forced: tuple[int, ...] = ()  # enemy units that its shot forced out of their transport
    ordnance: bool | None = None  # answer about Ordnance before its first weapon; it binds the rest
    flight: FlightState | None = None  # answers about Skyfire and a Vector Strike; they bind the rest


class Battle(Record):
    """Both armies and the current point of the turn."""

    sides: tuple[Side, Side]
    turns: int | None  # length of the battle; None: until the players end it
    turn: int = 1
    active: int = 0
    first: int = 0  # the side that has the first turn
    done: tuple[int, ...] = ()  # indexes of the units nominated this phase
    unit: int | None = None
    target: int | None = None
    ended_phase: bool = False
    over: bool = False
    night: bool = False
    remembered: Memory = ()
    split: Split | None = None
    gone: tuple[DestroyedVehicle, ...] = ()
    harms: tuple[BystanderHits, ...] = ()  # hits to resolve before the next unit is nominated
    shooter: Hashed[Unit] | None = None  # the unit that caused `gone` and `harms`
    halted: Hashed[Attack] | None = None  # the attack that continues after `gone` and `harms` (7E-VEH-14)
    shaky: tuple[tuple[int, int], ...] = ()  # units that then take a Pinning test: side, index
    factions: tuple[str, str] = ("", "")  # factions of the two sides
    manner: Manner = AT_THE_TABLE  # BEFOREHAND for the battle around an attack on its own
    asks_between: bool = True  # players are asked between turns what happened without the app

    def shooting(self) -> tuple[int, int]:
        """Return the side and index of the nominated unit."""
        assert self.unit is not None
        return self.active, self.unit

    def shot_at(self) -> tuple[int, int]:
        """Return the side and index of its target."""
        assert self.target is not None
        return 1 - self.active, self.target

    def this_turn(self) -> tuple[int, int]:
        """Return (turn, active side), used as the end of marks that last this turn."""
        return self.turn, self.active

    def end_of(self, side: int) -> tuple[int, int]:
        """Return the end of this turn if it is the side's own, otherwise of the side's next turn."""
        return self.turn + (side == self.first != self.active), side

    def next_end_of(self, side: int) -> tuple[int, int]:
        """Return the end of this side's next turn."""
        return (self.turn + 1, side) if side == self.active else self.end_of(side)

    def unit_at(self, side: int, index: int) -> BattleUnit:
        unit: BattleUnit = self.sides[side].units[index]
        return unit
