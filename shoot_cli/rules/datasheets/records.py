"""Records of the steps: an attack, a battle, and ``Game``, what an edition gives to the steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from shoot_cli.armies.army import ArmyBlock
from shoot_cli.battle.command_points import CommandPoints
from shoot_cli.battle.turns import Mark, Marked, Memory, Place, Side, Telling
from shoot_cli.engine.pools import Line, Pool, Rank
from shoot_cli.engine.questions import Need, Question
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.effects import Rows
from shoot_cli.rules.datasheets.profiles import Ability, Amount, EditionTerms, Model, ThrownStratagem, Unit, Weapon
from shoot_cli.rules.datasheets.tokens import Firer, Gun, SingleDieRight, TargetModel, WeaponDeclaration, Wound
from shoot_cli.rules.datasheets.weapons import Arming

# Kept by a battle between the attacks of its units


class ModelHistory(Record):
    """A model of a unit, and what happened to it this phase."""

    kind: int
    left: int  # wounds
    allocated: bool  # attacks were allocated to it (ALL-3)
    unshielded: int  # attacks whose damage it changed to 0 (FX-DMG-5)


class AppliedEffect(Record):
    """A mark or a loan that another unit has put on this unit (EFF-5, EFF-6).

    ``side`` and ``giver`` are the army and the name of the other unit. ``until`` is (turn, side whose turn it is): the
    effect ends with that turn. None: it ends with the phase.
    """

    side: int
    giver: str
    ability: Ability  # an ability of the other unit; it holds the abilities that are given
    until: tuple[int, int] | None = None


class UsedAbility(Record):
    """An ability with a limit of uses that a unit has used (EFF-20). ``span`` is "battle", "battle round", "turn" or
    "phase". ``this_phase`` is True if the ability was used in this phase.
    """

    key: str
    span: str
    this_phase: bool = True


class PendingMortalWounds(Record):
    """Mortal wounds that a unit will suffer: ``times`` the amount. The side ``by`` rolls it; None: who acts."""

    side: int
    unit: int
    amount: Amount
    times: int = 1
    why: str = "Deadly Demise"
    rule: str = "DEMISE-1"  # as all editions call it
    by: int | None = None


class MortalWoundRoll(Record):
    """A roll for mortal wounds that is open to a unit of the side whose turn it is (EFF-44)."""

    unit: int
    ability: Ability


class OutOfTurnShooting(Record):
    """A unit that may shoot out of turn (EFF-58). ``kind``, ``n``: models that died. ``at``: its only target.
    ``entry`` is the stratagem or rule of its army by which it may, or "".
    """

    side: int
    unit: int
    doing: str
    ability: Ability
    kind: int = -1
    n: int = 1
    at: int | None = None
    entry: str = ""


class Deed(Record):
    """A note that one unit shot at another: places of both (side, index), and the turn with its side."""

    shooter: tuple[int, int]
    target: tuple[int, int]
    turn: tuple[int, int]
    slew: bool  # destroyed at least one model
    destroyed: bool  # destroyed the whole unit
    hit: bool = False  # hit at least once; only noted if an ability needs it


class Handed(Record):
    """Facts that earlier attackers leave to later attackers of the same target.

    ``marks`` says for each mark whether the target has it. ``loans`` are the abilities that the attackers may lend.
    ``facts`` holds keys of what players said of the target, or of a whole army. ``deeds_logged`` and ``hits_logged``
    are True if an ability depends on who shot at the target, or hit it. ``deeds`` are the notes.
    """

    marks: tuple[tuple[Ability, bool], ...] = ()
    loans: tuple[Ability, ...] = ()
    facts: tuple[str, ...] = ()
    deeds_logged: bool = False
    hits_logged: bool = False
    deeds: tuple[Deed, ...] = ()


NOTHING_HANDED = Handed()


# The edition ----------------------------------------------------------------------------------------------------------


class UnitMovement(Record):
    """The movement and position of a unit this turn, as far as they may keep it from shooting."""

    fell_back: bool = False
    advanced: bool = False
    engaged: bool = False
    acting: bool = False


def always(state: Attack) -> bool:
    return True


def nobody_bars(battle: Battle) -> Reason | None:
    return None


def no_limit(table: Table) -> bool:
    return False


def those_that_fire(battle: Battle, side: int, lent: tuple[int, ...], inside: tuple[int, ...]) -> tuple[int, ...]:
    return lent


def without_indirect_fire(state: Attack, weapon: Weapon) -> bool:
    return not weapon.has("Indirect Fire")


def nothing_else(state: Attack, aim: DeclaredTarget) -> list[str]:
    return []


class Game(Record):
    """What an edition gives to the shared steps: values, and functions of its own. Rules have shared names
    (``edition.py``).
    """

    abilities: Abilities
    thrown_stratagem: ThrownStratagem
    in_phase_alone: str  # the reason why engaged units cannot shoot out of their own phase (OOP-2)
    overwatch_when: str  # when Overwatch is fired
    of_units: frozenset[str]  # keys of facts that are asked for any abilities

    # Why not; None if it may be:
    why_barred: Callable[[Situation, UnitMovement], Reason | None]  # the unit shoots in its own phase
    # the unit shoots; with a target, only shooting at that target counts
    why_not_eligible: Callable[[Attack, DeclaredTarget | None], Reason | None]
    # an enemy unit, with its index, is selected as a target, before anything is measured
    why_not_shot: Callable[[Attack, BattleUnit, int, Table], tuple[Reason, ...]]
    why_no_target: Callable[[Attack, DeclaredTarget], Reason | None]  # some weapon of the unit has this target
    why_closed: Callable[[Attack, DeclaredTarget, Model, Weapon], Reason | None]  # the model fires it at this target
    why_silent: Callable[[Attack, Model, Weapon], Reason | None]  # the model fires it at any target now

    # the inches up to which a Lone Operative may be shot at; None for other targets (TGT-6)
    lone_operative_reach: Callable[[Situation], int | None]
    # the frozen profile of declared weapons of a model; True within half range
    gun: Callable[[Attack, WeaponDeclaration, Model, bool, Table], Gun]
    to_save: Callable[[TargetModel, Wound], Need]
    model_in_line: Callable[[BattleUnit, TargetModel], TargetModel]  # the model in the line, with the marks of its unit
    default_order: Callable[[Iterable[Rank]], tuple[Rank, ...]]  # the order of allocation that holds if nobody chooses

    # what players must say of an attack at this target; facts that matter most often come first
    questions: Callable[[Attack, DeclaredTarget, Table], list[Question]]
    # the attack with the answers to the questions that only this edition asks
    with_answers: Callable[[Attack, Mapping[str, Any]], Attack]
    # what a declaration says of cover, and of the movement of the unit, if that was asked
    cover_words: Callable[[Attack, Mapping[str, Any]], list[str]]
    has_cover: Callable[[Attack, DeclaredTarget], bool]  # True if all of the target is in cover against all who fire
    movement_words: Callable[[Attack, Mapping[str, Any]], list[str]]

    # What most editions share:
    engaged_means: str = "within Engagement Range of an enemy"
    engagement: int = 1  # inches: Engagement Range
    needs_target: bool = True  # a unit without a legal target cannot be selected to shoot (ELIG-6)
    lasting: tuple[str, ...] = ("cover",)  # facts of a target that hold all turn, for every shooter
    yes_words: tuple[tuple[str, str], ...] = ()  # own facts, and the words of a declaration if they are true
    # why no unit of the other side can fire Overwatch now (OOP-1)
    why_no_watch: Callable[[Battle], Reason | None] = nobody_bars
    one_stratagem: Callable[[Table], bool] = no_limit  # True if a unit has only one stratagem a phase (CP-3)
    # False if the bearer need not see the target (WPN-INDIRECT-1)
    needs_sight: Callable[[Attack, Weapon], bool] = without_indirect_fire
    # True if the shooting unit is in combat with a target within Engagement Range (ELIG-3)
    fights_at: Callable[[Attack], bool] = always
    # the units of a side that cannot shoot any more after a transport has fired weapons of its passengers (ELIG-8):
    # of the indexes of those whose weapons fire, and of all inside
    of_deck: Callable[[Battle, int, tuple[int, ...], tuple[int, ...]], tuple[int, ...]] = those_that_fire
    # what else a learner must know about this attack to work out its rolls
    seen_words: Callable[[Attack, DeclaredTarget], list[str]] = nothing_else

    @property
    def book(self) -> EditionTerms:
        return self.abilities.book

    @cached_property
    def rows(self) -> Rows:
        return Rows(self.book)

    @cached_property
    def arming(self) -> Arming:
        return Arming(self.book, self.why_closed, self.why_silent, self.needs_sight)

    def rule(self, name: str) -> str:
        """Return the id of a rule in this edition."""
        return self.abilities.book.rule(name)

    def rules(self, *names: str) -> tuple[str, ...]:
        return self.abilities.book.rules(*names)

    def reason(self, text: str, rule: str, value: str = "") -> Reason:
        return self.abilities.book.reason(text, rule, value)


# An attack ------------------------------------------------------------------------------------------------------------


class Group(Record):
    """``n`` weapons of one profile at one target, not yet resolved."""

    aim: int
    gun: Hashed[Gun]
    n: int


class DeclaredTarget(Record):
    """A target, and what was true when it was selected."""

    unit: Hashed[Unit]
    line: Line  # when it was selected
    strength: tuple[int, int]  # models and wounds when it was selected
    place: int = 0  # its index in its army
    distance: float | None = None  # inches; None: in range, but beyond half range of every weapon
    visible: bool = True
    engaged: bool = False  # locked in combat with the shooter's army
    engages_shooter: bool = False  # locked in combat with the shooter itself
    plunging: bool = False  # the shooter fires down from a ruin (COV-5)
    facts: tuple[str, ...] = ()  # keys of conditions, marks, loans and choices that hold, as players said
    granted: tuple[Ability, ...] = ()  # abilities that other units give the shooter against it
    given: tuple[Ability, ...] = ()  # abilities that other units give the target
    hit_modifier: int = 0
    wound_modifier: int = 0
    facts_given: bool = False  # the players said what is true of it
    asked: tuple[str, ...] = ()  # keys of the facts that they were asked about it
    reacted: bool = False
    spotted: bool = False  # a friend of the shooter sees it
    hidden: bool = False  # only seen from a short distance
    covered_from: tuple[int, ...] = ()  # kinds of firing models against which the target has cover
    smoke: bool = False
    ground: bool = False


# The shooting of a unit: the record of each stage holds the record of the stage around it ---------------------------


class Nomination(Record):
    """A unit selected to shoot."""

    battle: Hashed[Battle]
    side: int  # the side of the unit; in Overwatch it is not the side whose turn it is
    unit: int  # the index of the unit in its army
    doing: str  # "", "overwatch", the name of the thrown stratagem, "shoots back" or "shoots on death"

    @property
    def game(self) -> Game:
        return self.battle.value.game


class Manner(Record):
    """The ways in which an attack of a battle differs from an attack by itself, of which all is said beforehand.

    ``seen``: distance, movement, combat and sight are measured, or asked when they come about (TGT-11). Otherwise they
    are facts of the attack, all of them.

    ``fires_at_once``: what fires belongs to the declaration of a target, and others may follow (TGT-3). Otherwise
    weapons are named one after the other, in the order in which they fire.

    ``known``: what happened before answers questions about states (EFF-19). Otherwise it is asked.

    ``each_die``: players decide about a die when they see it: a re-roll (RR-6), or a Lethal Hit (WPN-LETHAL-1).
    Otherwise they say beforehand what they will do.

    ``offers``: a re-roll of one die that an ability gives is offered to players (EFF-56). Otherwise the first die that
    fails is rolled again.

    ``each_pool``: the defender orders the groups that stand when a pool comes to them (ALL-1). Otherwise all groups are
    ordered once, whoever falls.

    ``others``: other units are there: they are marked, suffer, and use up stratagems (EFF-44, DEMISE-2). Otherwise
    nobody else is there.
    """

    seen: bool
    fires_at_once: bool
    known: bool
    each_die: bool
    offers: bool
    each_pool: bool
    others: bool


AT_THE_TABLE = Manner(True, True, True, True, True, True, True)
BEFOREHAND = Manner(False, False, False, False, False, False, False)


class Attack(Nomination):
    """The declaration of an attack, before any dice."""

    shooter: Hashed[Unit]
    firers: tuple[Firer, ...]
    manner: Manner = AT_THE_TABLE  # an attack by itself has a battle of two units around it, and all is said before
    followed: bool = False  # by itself: other units may attack the same target afterwards
    follows_attack: bool = False  # by itself: another unit has attacked the target before
    others: tuple[BattleUnit, ...] = ()  # by itself: other units left of the target, in the order of attack
    handed: Handed = NOTHING_HANDED  # by itself: facts from earlier attackers
    aims: tuple[DeclaredTarget, ...] = ()
    named: bool = False  # the last target is being declared
    orders: tuple[WeaponDeclaration, ...] = ()
    declared: bool = False
    mustered: bool = False  # the players said what is true of the unit
    stationary: bool = False
    advanced: bool = False
    fell_back: bool = False
    engaged: bool = False
    only_target: int | None = None  # the only enemy unit that it may shoot at; None: any
    acting: bool = False  # it performs an action this turn (EFF-49)
    moved: tuple[tuple[str, bool], ...] = ()  # other keys of movement facts, and their values
    overwatch: bool = False
    shooting: str = ""  # the way of shooting, if there are several
    moved_little: bool = False  # moved only a little, if the edition treats little movement apart
    rolled: tuple[tuple[str, int], ...] = ()  # results of dice that are rolled once for the unit
    facts: tuple[str, ...] = ()  # keys of conditions that hold for every target
    granted: tuple[Ability, ...] = ()  # abilities that other units give it for every target
    answered: tuple[str, ...] = ()  # keys that the players answered, true or not
    own_lost: tuple[int, int] = (0, 0)  # models and wounds lost to its own tests before it shot (EFF-41)
    tested: tuple[str, ...] = ()  # abilities whose tests are finished
    refused: tuple[int, ...] = ()  # targets that no weapon could fire at
    untargeted: bool = False  # no legal target: the unit cannot be selected to shoot (ELIG-6)
    blind: tuple[int, ...] = ()  # for each kind of firer: how many do not see the last target; () if all see it
    aboard: tuple[int, ...] = ()  # indexes of the embarked units that lend it weapons (ELIG-8)
    choosing: bool = False  # weapons are being picked
    picked: tuple[str, ...] = ()
    command: str = "no"  # said beforehand: the kind of roll in which one failed die gets a Command Re-roll
    kept: tuple[tuple[str, int], ...] = ()  # kinds of roll, and the face of the kept die that replaces one die
    used: tuple[tuple[int, str], ...] = ()  # (kind of model, One Shot weapon), one entry for each shot
    splits: bool = False  # the remaining weapons get another target
    in_order: bool = False  # the attacker chooses the order of attacks
    for_reroll: bool = False  # the gun to which the one re-roll is worth most fires first, whatever the list says
    remembered: Memory = ()  # in a battle: answers about units in this turn


class Shooting(Record):
    """The declared groups of attacks, which are resolved one after the other."""

    attack: Hashed[Attack]
    line: Line  # the line of target `at`
    lines: tuple[Line, ...]  # the lines of all targets; the entry for `at` is out of date
    at: int = 0  # the index of the latest target
    groups: tuple[Group, ...] = ()  # not yet resolved
    in_order: int = 0  # this many groups at the front are in the attacker's order
    ordered: bool = False
    each_target: bool = False  # setting late_packets
    late: Pool = ()  # tokens that are allocated to target `at` after all attacks
    late_elsewhere: tuple[tuple[int, Pool], ...] = ()  # late tokens of other targets
    precise: bool = False  # a group has Precision: waiting wounds of it may go to a leader
    shielded: bool = False  # a model may change the damage of one attack to 0
    spare: tuple[SingleDieRight, ...] = ()  # changes of single dice that are still allowed
    spare_at_start: tuple[SingleDieRight, ...] = ()  # `spare` at the start, if that is said beforehand
    allocation: str = ""  # the defender's choice, if it holds for the next group
    single: bool = False  # attacks are allocated one at a time, also in the next group
    tests: tuple[tuple[bool, bool], ...] = ()  # Hazardous tests to take: (Psychic weapon, repeated on a failure)
    own: Line = Line(())  # bearers of Hazardous weapons, in the order in which they suffered
    own_before: tuple[int, int] = (0, 0)  # models and wounds of `own` before the tests
    targets_hit: tuple[int, ...] = ()  # targets that were hit, if that is asked afterwards
    weapons_that_hit: tuple[tuple[int, str], ...] = ()  # (target, weapon that hit), if that is asked afterwards
    mortal_wounds_due: tuple[Ability, ...] = ()  # mortal wounds that the unit may roll for after it has shot
    mortal_wounds_first: bool = False  # `mortal_wounds_due` come before the Hazardous tests
    # the record to return to after a unit has suffered; None: the battle
    outer: Hashed[Shooting] | Hashed[Attack] | None = None

    @property
    def game(self) -> Game:
        return self.attack.value.game

    @property
    def aim(self) -> DeclaredTarget:
        return self.attack.value.aims[self.at]

    def targets(self) -> list[tuple[DeclaredTarget, Line]]:
        """Return every target with its current line."""
        lines = (*self.lines[: self.at], self.line, *self.lines[self.at + 1 :])
        return [*zip(self.attack.value.aims, lines, strict=False)]


class LineStage(Record):
    """A stage in which tokens are allocated to a line. The line of ``shooting`` is out of date meanwhile."""

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
    """A group of attacks at one target, or the late tokens of a target."""

    gun: Hashed[Gun]
    waiting: Pool = ()  # wounds that wait while another wound is allocated on its own
    late: Pool = ()  # tokens that are allocated to this target after all attacks
    spare: tuple[SingleDieRight, ...] = ()
    allocation: str = ""  # the defender's choice
    precise: str = ""  # the model that Precision attacks go to; "": none
    single: bool = False  # attacks are allocated one at a time
    has_hit: bool = False  # an attack of this group hit


class HazardousTest(LineStage):
    """Hazardous tests. The line is the shooter's own models."""

    before: tuple[int, int]  # models and wounds of the line before the tests


# A battle ------------------------------------------------------------------------------------------------------------


class PartOf(Record):
    """The Attached unit of the list that a unit is a part of since a part was destroyed. `kinds` are the indexes of its
    own kinds of models in the list of that unit."""

    unit: Hashed[Unit]
    kinds: tuple[int, ...]


class BattleUnit(Marked, Record):
    """A unit in a battle. The kinds of its ranks are indexes in the unit's list of models.

    ``unit`` has the effects that players told of it, as if they stood in its list (EVE-21).
    """

    game: ClassVar[Game]  # the edition of the battle

    unit: Hashed[Unit]
    ranks: tuple[Rank, ...]
    histories: tuple[ModelHistory, ...] = ()  # notes about single models
    marks: tuple[Mark, ...] = ()
    used: tuple[tuple[int, str], ...] = ()
    given: tuple[AppliedEffect, ...] = ()
    uses: tuple[UsedAbility, ...] = ()
    origin: int | None = None  # the index of the Attached unit that it was part of, if that unit has split (ORD-6)
    tellings: tuple[Telling, ...] = ()  # effects that players told of it or of its side, oldest first (EVE-20)
    listed: Hashed[Unit] | None = None  # the unit without what was told; None if nothing was told
    part_of: PartOf | None = None  # None: it is as its list has it


class AttackedTarget(Record):
    """A target after an attack, for the next attacker in the same phase.

    ``used`` names the changes of single dice that are allowed once per phase. ``others`` are further units that the
    target has split into. Each of them is attacked when all units before it are destroyed (ORD-6).
    """

    unit: BattleUnit
    used: tuple[str, ...] = ()
    others: tuple[BattleUnit, ...] = ()
    handed: Handed = NOTHING_HANDED
    attacked: bool = False  # False before the first attack


class RecentTelling(Record):
    """An effect that was told: of which unit (side, index), None for all of a side; and in which turn of a side."""

    telling: Telling
    place: tuple[int, int] | None
    turn: tuple[int, int]


class EntryUse(Record):
    """A rule or stratagem of an army that was used: by which side, and how often it may be used."""

    side: int
    name: str
    once: str

    def same(self, side: int, name: str) -> bool:
        return (self.side, self.name) == (side, name)


class EntryWords(Record):
    """What players said that a rule or stratagem does whose list has no words for it. It holds for the battle."""

    side: int
    name: str
    lines: tuple[str, ...]


class Stance(Record):
    """The effect that a side has picked of a rule with several, in its latest turn, and those picked before."""

    side: int
    name: str
    option: str
    before: tuple[str, ...] = ()


class Battle(Record):
    """Both armies, and how far the battle has gone."""

    game: ClassVar[Game]  # set by the battle class of each edition

    sides: tuple[Side, Side]
    turns: int | None  # the number of turns; None: until the players end the battle
    turn: int = 1
    active: int = 0
    first: int = 0  # the side that has the first turn
    done: tuple[int, ...] = ()  # units selected to shoot this phase
    held_fire: tuple[int, ...] = ()  # units in `done` that made no attack: they have not shot (ELIG-1)
    untargeted: tuple[int, ...] = ()  # units without a legal target: they cannot be selected (ELIG-6)
    stratagems: tuple[str, ...] = ()  # used in this phase, or in this turn
    demises: tuple[tuple[int, int, int], ...] = ()  # models whose Deadly Demise is still to be rolled: side, unit, kind
    suffering: tuple[PendingMortalWounds, ...] = ()
    mortal_wounds_due: tuple[MortalWoundRoll, ...] = ()  # mortal wounds to roll for before the next unit is selected
    replies: tuple[OutOfTurnShooting, ...] = ()  # units that may shoot out of turn before the next unit is selected
    once_more: tuple[int, ...] = ()  # units that may be selected to shoot once more (EFF-58)
    remembered: Memory = ()
    of_turn: Memory = ()  # answers that hold for the turn, of a side (index -1) or of a unit
    of_phase: Memory = ()  # answers about a unit that hold for the phase
    until_own_turn: Memory = ()  # answers about a unit that hold until its owner's next turn
    # pairs of units in combat with each other, as (side, index)
    locked: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    deeds: tuple[Deed, ...] = ()  # notes of who shot at whom, if an ability needs them
    deeds_logged: bool = False  # an ability of an army needs `deeds`
    hits_logged: bool = False  # an ability of an army needs to know which units were hit
    ended_phase: bool = False
    over: bool = False
    auras: bool = False  # a unit of an army has an aura
    asks_between: bool = True  # players are asked between turns what happened without the app
    recent: tuple[RecentTelling, ...] = ()  # what was told in this battle, the latest last (EVE-30)
    ended_effects: tuple[str, ...] = ()  # what has ended since the last phase began, in words (EVE-24)
    blocks: tuple[ArmyBlock | None, ArmyBlock | None] = (None, None)  # rules and stratagems of both armies (EVE-40)
    entry_uses: tuple[EntryUse, ...] = ()
    entry_words: tuple[EntryWords, ...] = ()
    stances: tuple[Stance, ...] = ()  # (EVE-45)
    one_stratagem: bool = False  # a unit has only one stratagem of its side in a phase
    points: CommandPoints | None = None  # None: command points are not counted (EVE-50)

    def unit_at(self, place: Place) -> BattleUnit:
        """Return the unit of this side with this index."""
        side, at = place
        unit: BattleUnit = self.sides[side].units[at]
        return unit


Stage = Battle | Nomination | Shooting | LineStage


def battle_in(record: Stage) -> Battle:
    if isinstance(record, Battle):
        return record
    return (record if isinstance(record, Nomination) else record.attack.value).battle.value
