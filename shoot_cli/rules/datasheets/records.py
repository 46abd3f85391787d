"""One attack, one battle, `Game`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from shoot_cli.battle.turns import Mark, Marked, Memory, Side
from shoot_cli.engine.pools import Line, Pool, Rank
from shoot_cli.engine.questions import Need, Question
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.edition import EditionTerms, ThrownStratagem
from shoot_cli.rules.datasheets.effect_questions import Rows
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.tokens import Firer, Gun, SingleDieRight, TargetModel, WeaponDeclaration, Wound
from shoot_cli.rules.datasheets.weapons import Arming

# What a battle keeps of units between their attacks: what happened to them, and what is still to come.


class ModelHistory(Record):
    """One model of a unit, and what happened to it this phase."""

    kind: int
    left: int  # wounds
    allocated: bool  # attacks were allocated to it (ALL-3)
    unshielded: int  # attacks of which it changed the damage to 0 (FX-DMG-5)


class AppliedEffect(Record):
    """What another unit did to this one: it marked it, or lent it something (EFF-5, EFF-6).

    ``side``, ``by``: whose unit, and its name. ``until``: (turn, side whose turn it is) at whose end it goes; None: it
    goes with the phase.
    """

    side: int
    by: str
    ability: Ability  # of the unit that does it: it holds the abilities that are given
    until: tuple[int, int] | None = None


class UsedAbility(Record):
    """What a unit has used that it may use once (EFF-20).

    ``span``: "battle", "battle round", "turn" or "phase"; ``now``: it was in this phase.
    """

    key: str
    span: str
    now: bool = True


class PendingMortalWounds(Record):
    """A unit that mortal wounds fall on, and how many: ``times`` the amount."""

    side: int
    unit: int
    amount: Amount
    times: int = 1
    why: str = "Deadly Demise"
    rule: str = "DEMISE-1"  # as all editions call it


class MortalWoundRoll(Record):
    """Mortal wounds that one unit of the side whose turn it is may roll for (EFF-44)."""

    unit: int
    ability: Ability


class OutOfTurnShooting(Record):
    """A unit that may shoot out of turn (EFF-58). ``kind``, ``n``: the models that died; ``at``: the one unit that
    it may shoot at, None for any.
    """

    side: int
    unit: int
    doing: str
    ability: Ability
    kind: int = -1
    n: int = 1
    at: int | None = None


class Deed(Record):
    """One unit has shot at another: places of both, and the turn and whose it was."""

    by: tuple[int, int]
    at: tuple[int, int]
    turn: tuple[int, int]
    slew: bool  # at least one model
    destroyed: bool  # the whole unit
    hit: bool = False  # at least once; noted where something hangs on it


class Handed(Record):
    """What earlier attackers hand on to those who attack the same target after them.

    ``marks``: whatever they mark with, and whether the target is marked. ``loans``: what they may lend to others.
    ``true``: keys of what players said of the target, or of a whole army. ``logged``: something hangs on who shot at
    the target, ``hits_logged``: or on who hit it; ``deeds``: that somebody did.
    """

    marks: tuple[tuple[Ability, bool], ...] = ()
    loans: tuple[Ability, ...] = ()
    true: tuple[str, ...] = ()
    logged: bool = False
    hits_logged: bool = False
    deeds: tuple[Deed, ...] = ()


NOTHING_HANDED = Handed()


# What the steps hand on to each other: one attack, one battle; and what they ask an edition for.

# The edition ----------------------------------------------------------------------------------------------------------


class UnitMovement(Record):
    """What a unit did this turn, or stands in, that may keep it from shooting."""

    fell_back: bool = False
    advanced: bool = False
    engaged: bool = False
    acting: bool = False


class Game(ABC):
    """An edition as the steps of this room know it. A battle has one, and so has everything that stands in a battle.

    Rules are known by what all editions call them (``edition.py``).
    """

    def __init__(self, known: Abilities) -> None:
        self.known = known
        self.rows = Rows(known.book)
        self.arming = Arming(known.book, self.why_closed, self.why_silent, self.needs_sight)

    @property
    def book(self) -> EditionTerms:
        return self.known.book

    def rule(self, name: str) -> str:
        """Return the id of a rule in this edition."""
        return self.known.book.rule(name)

    def rules(self, *names: str) -> tuple[str, ...]:
        return self.known.book.rules(*names)

    def reason(self, text: str, rule: str, value: str = "") -> Reason:
        return self.known.book.reason(text, rule, value)

    # Rules of its own ------------------------------------------------------------------------------------------------

    thrown: ClassVar[ThrownStratagem]
    in_phase_alone: ClassVar[str]  # why nobody who is engaged shoots out of his own phase (OOP-2)
    watched: ClassVar[str]  # when Overwatch is fired
    engaged_means: ClassVar[str] = "within Engagement Range of an enemy"
    engagement: ClassVar[int] = 1  # inches: Engagement Range
    needs_target: ClassVar[bool] = True  # a unit without a legal target cannot be selected to shoot (ELIG-6)
    of_units: ClassVar[frozenset[str]]  # keys of facts that are asked whatever the abilities of the units are
    lasting: ClassVar[tuple[str, ...]] = ("cover",)  # facts that stay true of a target this turn, whoever shoots
    yes_words: ClassVar[Mapping[str, str]] = {}  # what a declaration says of facts of its own that are so

    @abstractmethod
    def why_barred(self, scene: Situation, moved: UnitMovement) -> Reason | None:
        """Return why such a unit may not shoot in its own phase; None if it may."""

    @abstractmethod
    def standing(self, unit: BattleUnit, kind: TargetModel) -> TargetModel:
        """Return a kind of model in the line, with what marks of its unit make of it."""

    @abstractmethod
    def listed(self, ranks: Iterable[Rank]) -> tuple[Rank, ...]:
        """Return the models in the order in which attacks are allocated, where nobody says."""

    @abstractmethod
    def gun(self, state: Attack, order: WeaponDeclaration, model: Model, near: bool, table: Table) -> Gun:
        """What these weapons of an order are. ``near``: within half range."""

    @abstractmethod
    def to_save(self, model: TargetModel, wound: Wound) -> Need:
        """What a die must show to save this model from such a wound."""

    @abstractmethod
    def why_not_eligible(self, state: Attack, aim: DeclaredTarget | None = None) -> Reason | None:
        """Return why the unit may not shoot at all; None if it may. ``aim``: at this target, else at any."""

    @abstractmethod
    def why_not_shot(self, state: Attack, enemy: BattleUnit, at: int, table: Table) -> tuple[Reason, ...]:
        """Return why an enemy unit cannot be selected as a target, as far as it is known before anything is
        measured.
        """

    @abstractmethod
    def why_no_target(self, state: Attack, aim: DeclaredTarget) -> Reason | None:
        """Return why the unit cannot select this target; None if some weapon may be able to."""

    @abstractmethod
    def why_closed(self, state: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> Reason | None:
        """Return why this model cannot fire this weapon at this target; None if it can."""

    @abstractmethod
    def why_silent(self, state: Attack, model: Model, weapon: Weapon) -> Reason | None:
        """Return why this model cannot fire this weapon at anybody now; None if it may."""

    def needs_sight(self, state: Attack, weapon: Weapon) -> bool:
        """Return False for a weapon that is fired at what its bearer does not see (WPN-INDIRECT-1)."""
        return not weapon.has("Indirect Fire")

    def fights_at(self, state: Attack) -> bool:
        """Return True if a unit that shoots so is in combat with a target within Engagement Range (ELIG-3)."""
        return True

    @abstractmethod
    def lone(self, scene: Situation) -> int | None:
        """From how far a target that is a Lone Operative may be shot at, in inches; None if it is none (TGT-6)."""

    def why_no_watch(self, battle: Battle) -> Reason | None:
        """Return why nobody of the other side can fire Overwatch now, whoever it is (OOP-1)."""
        return None

    def of_deck(self, battle: Battle, side: int, lent: tuple[int, ...], inside: tuple[int, ...]) -> tuple[int, ...]:
        """Units that do not shoot any more when a transport has fired their weapons, or others' inside (ELIG-8).

        :param lent: the places of those whose weapons fire; ``inside``: of all that are embarked in it
        """
        return lent

    # Facts -----------------------------------------------------------------------------------------------------------

    @abstractmethod
    def questions(self, state: Attack, aim: DeclaredTarget, table: Table) -> list[Question]:
        """What players must say of an attack at this target, what changes most often first."""

    @abstractmethod
    def settled(self, state: Attack, told: Mapping[str, Any]) -> Attack:
        """Return the attack with what only this edition asks of it and of its last target."""

    @abstractmethod
    def cover_words(self, state: Attack, told: Mapping[str, Any]) -> list[str]:
        """What a declaration says of cover."""

    def seen_words(self, state: Attack, aim: DeclaredTarget) -> list[str]:
        """What else a learner must know of an attack at this target to work out its rolls."""
        return []

    @abstractmethod
    def movement_words(self, state: Attack, told: Mapping[str, Any]) -> list[str]:
        """What a declaration says of how the unit moved, where that was asked."""


# An attack ------------------------------------------------------------------------------------------------------------


class Group(Record):
    """``n`` weapons of one profile at one target, not yet resolved."""

    aim: int
    gun: Hashed[Gun]
    n: int


class DeclaredTarget(Record):
    """A target and what was true when it was selected."""

    unit: Hashed[Unit]
    line: Line  # as it stood then
    strength: tuple[int, int]  # models and wounds then
    place: int = 0  # its place in its army
    distance: float | None = None  # inches; None: in range, beyond half range of every weapon
    visible: bool = True
    engaged: bool = False  # locked in combat with the shooter's army
    together: bool = False  # with the shooter itself
    plunging: bool = False  # the shooter fires down from a ruin (COV-5)
    true: tuple[str, ...] = ()  # keys of conditions, marks, loans and choices that the players said hold
    granted: tuple[Ability, ...] = ()  # what other units give the shooter against it
    given: tuple[Ability, ...] = ()  # what other units give the target
    hit_modifier: int = 0
    wound_modifier: int = 0
    told: bool = False  # the players said what is true of it
    reacted: bool = False
    spotted: bool = False  # a friend of the shooter sees it
    hidden: bool = False  # it is seen from near alone
    covered_from: tuple[int, ...] = ()  # kinds of firing model, where cover is against each of them
    smoke: bool = False
    ground: bool = False


# A unit's shooting, from stage to stage: the record of each holds that of the stage around it ------------------------


class Nomination(Record):
    """A unit selected to shoot."""

    battle: Hashed[Battle]
    side: int  # its own: in Overwatch the one whose turn it is not
    unit: int  # its place there
    doing: str  # "", "overwatch", what the edition throws, "shoots back" or "shoots on death"

    @property
    def game(self) -> Game:
        return self.battle.value.game


class Attack(Nomination):
    """What is declared before any dice."""

    shooter: Hashed[Unit]
    firers: tuple[Firer, ...]
    alone: bool = False  # an attack on its own: its battle has no other units
    followed: bool = False  # of these: others may attack the same target after it
    others: tuple[
        BattleUnit, ...
    ] = ()  # of these: what else is left of the target, in the order in which it is attacked
    handed: Handed = NOTHING_HANDED  # of these: by those who attacked the target before
    aims: tuple[DeclaredTarget, ...] = ()
    named: bool = False  # the last of them is being declared
    orders: tuple[WeaponDeclaration, ...] = ()
    declared: bool = False
    mustered: bool = False  # the players said what is true of the unit
    stationary: bool = False
    advanced: bool = False
    fell_back: bool = False
    engaged: bool = False
    only: int | None = None  # the one enemy unit that it may shoot at; None: any
    acting: bool = False  # it performs an action this turn (EFF-49)
    moved: tuple[tuple[str, bool], ...] = ()  # how it moved besides: keys of facts, and whether they are so
    overwatch: bool = False
    shooting: str = ""  # in which way it shoots, where there are several
    moved_little: bool = False  # not so far that it matters, where little is told apart from not at all
    rolled: tuple[tuple[str, int], ...] = ()  # what amounts of effects came to that are rolled once for the unit
    true: tuple[str, ...] = ()  # keys of conditions that hold whatever it shoots at
    granted: tuple[Ability, ...] = ()  # what other units give it whatever it shoots at
    spoken: tuple[str, ...] = ()  # keys that the players said something of, true or not
    own_lost: tuple[int, int] = (0, 0)  # models and wounds lost to its own tests before it shot (EFF-41)
    tested: tuple[str, ...] = ()  # abilities whose tests are done with
    refused: tuple[int, ...] = ()  # targets at which nothing could fire
    untargeted: bool = False  # it has no legal target: it cannot be selected to shoot (ELIG-6)
    blind: tuple[int, ...] = ()  # of each kind of firer, who do not see the target named last; () if all did
    aboard: tuple[int, ...] = ()  # places of the passengers' units that lend it weapons (ELIG-8)
    choosing: bool = False  # weapons are being picked
    picked: tuple[str, ...] = ()
    command: str = "no"  # of an attack on its own: the kind of roll of which one failed die gets a Command Re-roll
    kept: tuple[tuple[str, int], ...] = ()  # kinds of roll, and the face of a kept die that takes the place of one
    used: tuple[tuple[int, str], ...] = ()  # (kind of model, One Shot weapon) once for each that was fired
    splits: bool = False  # another target is wanted for what is left
    in_order: bool = False  # the attacker wants to say which attacks go first
    said: Memory = ()  # of a battle: what was said of units this turn


class Shooting(Record):
    """The groups of attacks that were declared, resolved one after the other."""

    attack: Hashed[Attack]
    line: Line  # of the target ``at``
    lines: tuple[Line, ...]  # of all targets; for that one look at ``line``
    at: int = 0  # the target that was shot at last
    groups: tuple[Group, ...] = ()  # not yet resolved
    in_order: int = 0  # so many at the front are as the attacker wants them
    ordered: bool = False
    each_target: bool = False  # setting late_packets
    late: Pool = ()  # what is allocated to target ``at`` after all attacks
    late_elsewhere: tuple[tuple[int, Pool], ...] = ()  # the same of other targets
    precise: bool = False  # a group has Precision: what waits of it may go to a leader
    shielded: bool = False  # some model may change the damage of an attack to 0
    spare: tuple[SingleDieRight, ...] = ()  # what may still be done to single dice
    ready: tuple[SingleDieRight, ...] = ()  # the same as the attack began, where it is on its own
    allocation: str = ""  # the defender's choice, where it holds for the next group
    single: bool = False  # and so does this: attacks are allocated one at a time
    tests: tuple[tuple[bool, bool], ...] = ()  # Hazardous tests to take: of a Psychic weapon, taken again if it fails
    own: Line = Line(())  # bearers of Hazardous weapons, in the order in which they suffered
    own_before: tuple[int, int] = (0, 0)  # their models and wounds
    struck: tuple[int, ...] = ()  # targets that were hit, where it is asked afterwards
    struck_with: tuple[tuple[int, str], ...] = ()  # the same and by which weapon, where that is asked
    due: tuple[Ability, ...] = ()  # mortal wounds that the unit may roll for when it has shot
    due_first: bool = False  # before its Hazardous tests
    outer: Hashed[Shooting] | Hashed[Attack] | None = None  # what goes on when a unit has suffered; None: the battle

    @property
    def game(self) -> Game:
        return self.attack.value.game

    @property
    def aim(self) -> DeclaredTarget:
        return self.attack.value.aims[self.at]

    def targets(self) -> list[tuple[DeclaredTarget, Line]]:
        """Return every target, and its line as it stands."""
        lines = (*self.lines[: self.at], self.line, *self.lines[self.at + 1 :])
        return [*zip(self.attack.value.aims, lines, strict=False)]


class LineStage(Record):
    """Tokens that meet a line while the unit shoots. The line of ``shooting`` is not looked at meanwhile."""

    shooting: Hashed[Shooting]
    line: Line
    pool: Pool

    @property
    def game(self) -> Game:
        return self.shooting.value.game

    @property
    def attack(self) -> Hashed[Attack]:
        return self.shooting.value.attack


class Firing(LineStage):
    """One group at one target, or what waited for it."""

    gun: Hashed[Gun]
    waiting: Pool = ()  # wounds that wait while one is allocated on its own
    late: Pool = ()  # what is allocated to this target after all attacks
    spare: tuple[SingleDieRight, ...] = ()
    allocation: str = ""  # the defender's choice
    precise: str = ""  # whom Precision attacks go to; "" nobody
    single: bool = False  # attacks are allocated one at a time
    alone: bool = False  # one was just allocated, and one die of it may be changed
    struck: bool = False  # an attack of these hit


class HazardousTest(LineStage):
    """Hazardous tests: the shooter's own models are the line."""

    before: tuple[int, int]  # their models and wounds


# A battle ------------------------------------------------------------------------------------------------------------


class BattleUnit(Marked, Record):
    """A unit in a battle. Its ranks' kinds are places in the unit's list of models."""

    game: ClassVar[Game]  # of the edition that it is played in

    unit: Hashed[Unit]
    ranks: tuple[Rank, ...]
    told: tuple[ModelHistory, ...] = ()  # what is to be remembered of single models
    marks: tuple[Mark, ...] = ()
    used: tuple[tuple[int, str], ...] = ()
    given: tuple[AppliedEffect, ...] = ()
    uses: tuple[UsedAbility, ...] = ()
    origin: int | None = None  # the place of the Attached unit that it was a part of, if that has parted (ORD-6)


class AttackedTarget(Record):
    """A target that was attacked, for whoever attacks it next in the same phase.

    ``used``: what was done to single dice that may be done once a phase, as battles remember it. ``others``: further
    units that it has parted into; each is attacked when those before it are destroyed (ORD-6).
    """

    unit: BattleUnit
    used: tuple[str, ...] = ()
    others: tuple[BattleUnit, ...] = ()
    handed: Handed = NOTHING_HANDED


class Battle(Record):
    """Both armies, and where in the turn we are."""

    game: ClassVar[Game]  # the edition: it has a class of its own

    sides: tuple[Side, Side]
    turns: int | None  # that the battle lasts; None: until the players end it
    turn: int = 1
    active: int = 0
    first: int = 0  # the side that has the first turn
    done: tuple[int, ...] = ()  # units selected to shoot this phase
    held: tuple[int, ...] = ()  # of these, who made no attack: they have not shot (ELIG-1)
    untargeted: tuple[int, ...] = ()  # units found to have no legal target: not selected (ELIG-6)
    stratagems: tuple[str, ...] = ()  # used this phase, or this turn
    demises: tuple[tuple[int, int, int], ...] = ()  # models whose Deadly Demise is to be rolled: side, unit, kind
    suffering: tuple[PendingMortalWounds, ...] = ()
    due: tuple[MortalWoundRoll, ...] = ()  # mortal wounds to roll for before units are selected
    replies: tuple[OutOfTurnShooting, ...] = ()  # who may shoot out of turn before the next unit is selected
    again: tuple[int, ...] = ()  # units that may be selected to shoot once more (EFF-58)
    said: Memory = ()
    of_turn: Memory = ()  # what players said that holds for the turn: of a side (its place, -1), or of a unit
    of_phase: Memory = ()  # the same for the phase, of a unit
    until_own_turn: Memory = ()  # the same of a unit, until the next turn of its owner begins
    locked: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()  # places of who are said to be in combat together
    deeds: tuple[Deed, ...] = ()  # who shot at whom; kept where something hangs on it
    logged: bool = False  # something in either army hangs on it
    hits_logged: bool = False  # or on who was hit
    ended_phase: bool = False
    over: bool = False
    auras: bool = False  # somebody in either army has one


Stage = Battle | Nomination | Shooting | LineStage


def battle_in(record: Stage) -> Battle:
    """Return the battle that a record stands in."""
    if isinstance(record, Battle):
        return record
    return (record if isinstance(record, Nomination) else record.attack.value).battle.value
