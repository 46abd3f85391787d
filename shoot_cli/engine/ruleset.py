"""`Ruleset`, which is everything an edition offers to the commands, and the types of its fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from collections.abc import Sequence as Rows
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

from shoot_cli.engine.markdown import tables
from shoot_cli.engine.names import own_plurals
from shoot_cli.engine.questions import Arrange, Choose, HowMany, Option, Subset
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Attack, Convert, Sequence, within
from shoot_cli.engine.table import Table

# The state of both armies, as one screen shows it for every edition.


class KindRow(Record):
    """The models of one kind in a unit: `left` of `start`. `note` tells the wounds of the damaged ones.

    `worn` is what the models lose instead of falling, such as "hull points"; "" if they fall. `each` is the number of
    these points of an undamaged model, `points` that of all of them. `about` is what a shooter must know: "armour
    13/11/10". `plural` is an irregular plural, or "".
    """

    name: str
    left: int
    start: int
    note: str = ""
    plural: str = ""
    worn: str = ""
    points: int = 0
    each: int = 0
    about: str = ""


def with_number(name: str, words: str) -> str:
    """Return `Boss Nob 1 of 2`; with a colon if the name ends with a digit (`Main Tank 1: 1 of 2`)."""
    return f"{name}{':' * name[-1:].isdecimal()} {words}"


class DamagedModel(Record):
    """A damaged model of a unit: the name of its `KindRow`, and its own name with what is left, as in `Boss Nob 1 of 2
    wounds`."""

    kind: str
    words: str


class UnitRow(Record):
    """A unit in the status: its models, and what players must remember about it.

    `wounds_note` tells wounds, hull points or integrity ("Boss Nob 1 of 2 wounds"), or is "". `marks` are states with
    their end, such as "gone to ground until its next turn". `kinds` are its models by kind, in the order of the list.
    `parts` are the joined units, if several units of the list are now one. `damaged` are the models of `wounds_note`,
    if that tells them one by one. `in_force` are effects that players told of it, with their end, and `of_army` those
    of the whole army, which only its first row has. `shares` are those of the whole army that work for this unit.
    """

    name: str
    models_left: int
    models_start: int
    wounds_note: str = ""
    marks: tuple[str, ...] = ()
    kinds: tuple[KindRow, ...] = ()
    parts: tuple[UnitRow, ...] = ()
    damaged: tuple[DamagedModel, ...] = ()
    in_force: tuple[str, ...] = ()
    of_army: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()

    @property
    def hurt(self) -> str:
        """`wounds_note` without the name of the unit, for use after that name."""
        return self.wounds_note.removeprefix(f"{self.name} ")


def in_force_once(rows: Rows[UnitRow]) -> tuple[tuple[UnitRow, ...], tuple[str, ...]]:
    """Return the rows of an army without the effects that several of its units have, and a line for each of these."""
    names_by_words: dict[str, list[str]] = {}
    for row in rows:
        for words in row.in_force:
            names_by_words.setdefault(words, []).append(row.name)
    of_several = {words: names for words, names in names_by_words.items() if len(names) > 1}
    rows_left = (row.but(in_force=tuple(effect for effect in row.in_force if effect not in of_several)) for row in rows)
    return tuple(rows_left), tuple(f"{', '.join(names)}: {words}" for words, names in of_several.items())


def paired(before: Iterable[UnitRow], now: Iterable[UnitRow]) -> list[tuple[UnitRow, UnitRow]]:
    """Return (earlier row, current row) of each unit of an army, in the order of the list. Units that were joined or
    split in the meantime are compared as the single units of the list."""
    old_rows, new_rows = tuple(before), tuple(now)
    row_by_name = {(row.name, tuple(part.name for part in row.parts)): row for row in new_rows}
    by_name = {part.name: part for row in new_rows for part in row.parts or (row,)}
    pairs_found = []
    for row in old_rows:
        same_row = row_by_name.get((row.name, tuple(part.name for part in row.parts)))
        pairs = [(part, by_name[part.name]) for part in row.parts or (row,) if part.name in by_name]
        pairs_found += pairs if same_row is None else [(row, same_row)]
    return pairs_found


class Gauge(Record):
    """A measure of a target other than models, such as the integrity of a unit. `left` is the current value, `lost` the
    loss in this attack, and `gone` the loss before it. With `fills`, the gauge is a supply: `left` is what it has,
    `lost` is 0, and `gone` is what is missing. `note` is what else counts, such as cover."""

    name: str
    left: int
    lost: int = 0
    gone: int = 0
    note: str = ""
    fills: bool = False


Kinds = tuple[type | tuple[type, ...], ...]
EXCESS = "excess"  # in titles: a sentence about wounds that find nobody left, if nobody rolls for them
FILLS = {"hits": "hits", "wounds": "wounds", "penetration rolls": "wounds", "saves": "unsaved"}


class AttackPools(Record):
    """The pools of an attack, from the shots to the losses.

    :ivar pools: the token types in each pool, by name; types that mean the same are grouped. A pool without types is
        counted by its dice.
    :ivar fills: the pool that a roll fills, by the `luck` of the roll
    :ivar short: names for a narrow screen
    :ivar points: True if the last pool counts points such as hull points, not models
    """

    pools: Mapping[str, Kinds]
    fills: Mapping[str, str] = FILLS
    short: Mapping[str, str] = {}
    points: bool = False


class Headline(Record):
    """The position of a battle: its turn, and who shoots at whom. `who` and `whom` are "" between attacks. `shot`
    counts the units of the active army that had their turn, and all its units left. `doing` names an unusual attack:
    "Overwatch". `active` is the index of the army whose turn it is. `points` are the command points of both armies;
    None if they are not counted. `detachments` are those of both armies, "" for a list that names none. `since` is
    what the target did after the facts were said: "gone to ground". `harm` is what hits the unit if that is no weapon
    of the attack: "the explosion of Rhino". `fires` is the weapon that fires now, if weapons fire one by one."""

    turn: int = 0
    shot: tuple[int, int] = (0, 0)
    who: str = ""
    whom: str = ""
    doing: str = ""
    active: int = 0
    points: tuple[int, int] | None = None
    detachments: tuple[str, str] = ("", "")
    since: tuple[str, ...] = ()
    harm: str = ""
    fires: str = ""


Side = tuple[str, tuple[UnitRow, ...]]  # army name, its units
Sides = tuple[Side, ...]


class ValueRange(Record):
    """One measure over many repetitions: its average, lowest, median and highest value."""

    name: str
    mean: float
    low: float
    middle: float
    high: float


# Facts that cannot be true together. Only given answers can contradict each other, defaults cannot.

TypedAnswers = Collection[tuple[str, str, Any]]  # key, the answer as typed, and its value


class Clash(NamedTuple):
    """Two keys that contradict each other if `never(value, other value, attacker, target)` is True."""

    one: str
    other: str
    never: Callable[[Any, Any, Any, Any], bool]
    why: str
    rule: str


def exclude(
    first: str,
    value: str,
    other: str,
    other_value: str,
    why: str,
    rule: str,
    where: Callable[[Any], bool] | None = None,
) -> Clash:
    """Return a `Clash` of these two values. `where` limits it to attackers for which it returns True."""

    def never(given_value: Any, other_given: Any, attacker: Any, target: Any) -> bool:
        return bool(given_value == value and other_given == other_value and (where is None or where(attacker)))

    return Clash(first, other, never, why, rule)


def clash(clashes: Iterable[Clash], given_answers: TypedAnswers, attacker: Any, target: Any) -> str | None:
    """Return a sentence that names the first two answers that contradict each other; None if there are none.
    `moved:boltgun` is compared with `distance`, and with other keys about the boltgun."""
    for pair in clashes:
        for key, text, value in given_answers:
            first_part, _, about = key.partition(":")
            if first_part != pair.one:
                continue
            for other_key, other_text, other_value in given_answers:
                other, _, other_about = other_key.partition(":")
                alike = not about or not other_about or about == other_about
                if other == pair.other and alike and pair.never(value, other_value, attacker, target):
                    return f"{key}={text} and {other_key}={other_text} contradict each other: {pair.why} ({pair.rule})"
    return None


# Questions made from the units alone, to check answers that this attack does not ask for.


def of_models(question: HowMany, unit: Any) -> HowMany:
    """Return the question with one group for each kind of model of the unit."""
    groups = tuple((model.name, n) for model, n in unit.models)
    return question.but(groups=groups, plurals=own_plurals(unit))


def of_weapons(question: HowMany, unit: Any) -> HowMany:
    """Return the question with one group for each weapon of the unit."""
    counts: dict[str, int] = {}
    for model, n in unit.models:
        for weapon in model.weapons:
            counts[weapon.name] = counts.get(weapon.name, 0) + n
    return question.but(groups=tuple(counts.items()))


def in_the_plural(parts: Rows[Any], *units: Any) -> tuple[Any, ...]:
    """Return these questions; those that count models get the irregular plurals of these units. They also get the
    other kinds of models of the first unit, as `absent`."""
    plurals, kinds = own_plurals(*units), kinds_of(units[0].models)
    changed = (
        part.but(plurals=plurals) if plurals and isinstance(part, (HowMany, Arrange)) else part for part in parts
    )
    return tuple(_with_absent(part, kinds) if isinstance(part, HowMany) else part for part in changed)


def _with_absent(part: HowMany, kinds: Mapping[str, int]) -> HowMany:
    asked = {name for name, _ in part.groups}
    absent = tuple((name, n) for name, n in kinds.items() if name not in asked)
    return part.but(absent=absent) if absent and asked <= kinds.keys() else part


def kinds_of(models: Iterable[tuple[Any, int]]) -> dict[str, int]:
    """Return how many models of each name there are."""
    counts: dict[str, int] = {}
    for model, n in models:
        counts[model.name] = counts.get(model.name, 0) + n
    return counts


def in_order(question: Arrange, unit: Any) -> Arrange:
    """Return the question with all models of the unit."""
    return question.but(kinds=tuple(kinds_of(unit.models).items()), plurals=own_plurals(unit))


def one_weapon(unit: Any, *more: str, key: str = "weapon", spent: str | None = None) -> Choose:
    """Return a choice among the weapons of the unit and the words `more`."""
    return Choose(
        key, options(*(weapon.name for model, _ in unit.models for weapon in model.weapons), *more), spent=spent
    )


def one_model(key: str, unit: Any, *more: str) -> Choose:
    """Return a choice among the words `more` and the kinds of models of the unit."""
    return Choose(key, options(*more, *(model.name for model, _ in unit.models)))


def some(question: Subset, *names: str) -> Subset:
    """Return the question with these names, each once."""
    return question.but(names=tuple(dict.fromkeys(names)))


def options(*names: str) -> tuple[Option, ...]:
    return tuple(map(Option, dict.fromkeys(names)))


# Chains: attacks whose tokens do not influence each other until they meet a line of alike models.


class BranchingTable(Table):
    """A table that plays every possible result of every roll, one result per run.

    :ivar path: the rolls of this run; empty if no die was rolled
    """

    path: list[Any]

    def begin(self, alone: bool) -> None:
        """Restart with the first result of every roll. `alone` is True if one token of several is computed."""
        raise NotImplementedError


class UnreadFieldRead(Exception):
    """Raised when a rule reads a field that was declared as unread."""


class UnreadField:
    """A placeholder for a field that no later rule reads. Reading it raises `UnreadFieldRead`."""

    def _looked(self, *_: object) -> NoReturn:
        raise UnreadFieldRead("a rule looked at what its edition says it does not look at")

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __len__ = __iter__ = __getitem__ = _looked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __contains__ = __int__ = __index__ = (
        _looked
    )
    __str__ = __format__ = _looked

    def __getattr__(self, name: str) -> NoReturn:
        raise UnreadFieldRead(f"a rule looked at {name} of what its edition says it does not look at")

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return "UNREAD"


UNREAD: Any = UnreadField()


class Link(NamedTuple):
    """A group of attacks: `n` alike tokens, resolved before the next group.

    :ivar front: decides what a token becomes before it meets the line, together with `Target.meets`
    :ivar back: decides what a token does to the line. Links with equal `front` or `back` behave equally in that part.
    """

    front: Hashable
    n: int
    back: Hashable


class Target(NamedTuple):
    """A target for chains.

    :ivar meets: what decides how many tokens reach the line
    :ivar guard: the model that tokens meet first, the same for all of them
    :ivar ranks: the line in order, as (model behind the guard, number of models, wounds of each)
    :ivar facing: everything else that a shooter may read, for `Chains.shows`
    """

    meets: Hashable
    guard: Hashable
    ranks: tuple[tuple[Any, int, int], ...]
    facing: Any


class Chains(ABC):
    """The chains of an edition, for one batch: all attacks of the batch have the same given answers.

    :ivar answers: the keys of the answers that it can use
    :ivar late: token types that meet the line after the tokens of all groups
    """

    answers: frozenset[str]
    convert: Convert
    allocate: Allocate
    late: tuple[type, ...] = ()

    @abstractmethod
    def target(self, unit: Any) -> Target | None:
        """Return the unit as a `Target`; None if attacks at it are not chains."""

    @abstractmethod
    def target_dependency(self, unit: Any) -> Hashable:
        """Return what this unit reads of a target to decide its shots. Units with equal results read the same."""

    @abstractmethod
    def shows(self, target: Target, looks_at: Hashable) -> Hashable:
        """Return what units with this `target_dependency` see of the target. Equal results lead to equal links."""

    @abstractmethod
    def links(self, unit: Any, target: Target) -> tuple[Link, ...] | None:
        """Return what the unit fires at the target, in order; None if it fires nothing or the attacks are not
        chains."""

    @abstractmethod
    def token(self, front: Hashable, meets: Hashable) -> Any:
        """Return a token of a `Link` with this `front`, at a target with this `meets`."""

    @abstractmethod
    def narrowed(self, token: Any) -> Any:
        """Return the token without the fields that no later rule reads. A token at the line keeps only its kind; a
        token that passed the guard keeps its effect."""

    @abstractmethod
    def striking(self, token: Any, back: Hashable) -> Any:
        """Return a narrowed token at the line, with the effect that `back` describes."""


# An edition: its sequences, how they begin, and how their records are read.


class Setting(Record):
    """A rule that groups of players read differently. The first of `values` is the default."""

    key: str
    values: tuple[str, ...]
    rule: str
    text: str


def settings_of(module: str) -> tuple[Setting, ...]:
    """Return the settings of `settings.md` in the folder of the module."""
    return tuple(
        Setting(row["setting"], tuple(row["values"].split(", ")), row["rule"], row["what it decides"])
        for row in tables(module, "settings.md")["Settings"]
    )


class JoinedUnit(Record):
    """A unit in an attack, with the units of its list that joined it. `question` asks which ones joined."""

    unit: Any
    question: Subset


class Reach(NamedTuple):
    """How far one weapon reaches at one target. ``family`` is the weapon that has this mode, or the weapon itself.
    ``aside`` is True for a side arm, which is no main gun beside others: a pistol, a grenade.
    """

    weapon: str
    family: str
    distance: float
    aside: bool = False


class TargetGrid(Record):
    """The two values of a target that a map of attacks has as rows and columns: Toughness and Save, for example.

    `row_words` and `column_words` are those values as profile lines have them; "" leaves a value out, and `no_column`
    says so in words. `line` is the rest of the profile line, `without` what such a target does not have.
    """

    row: str
    column: str
    row_words: tuple[str, ...]
    column_words: tuple[str, ...]
    no_column: str
    line: str
    without: str


def wounds_of(unit: Any) -> int:
    """Return the wounds of all models of the unit, as its list counts them."""
    return sum(n * (model.wounds - getattr(model, "lost", 0)) for model, n in unit.models)


class Ruleset(Record):
    """An edition. `battle` is the sequence of both players' turns, with its `Attack` and `Stage` nodes.

    Some of its functions:

    - `begin_attack` and `begin_battle` make the first record.
    - `next_attack(attacker, target, attacked)` attacks a target that earlier attacks of the phase left as `attacked`.
      If `attacked` is None, the target is as in its list, and other attacks may follow.
    - `attacked_target` returns the target after an attack of `next_attack`, for the next attacker; None if nobody is
      left. The result is small, hashable, and equal if no later attack can see a difference. It may read lazy values.
    - `beforehand(target, attackers)` returns the target before the first attack, if the attackers affect it earlier.
      None means that the target is as in its list.
    - `joined_unit(role, unit, units, said)` returns the attacking or target unit with the units of its list that joined
      it. It raises InputError, and returns None if units never join.

    `pools` holds the token types of each pool, from the shots to the losses; a pool without types is counted by its
    dice. `target_measures` describe the target and add up over several attacks. `chains` is None if every attack is
    computed by itself.
    """

    name: str
    short: str
    title: str
    version: str  # of the questions and their order; a stored battle of another version goes on if its answers fit
    stages: tuple[str, ...]  # the stages of an attack in order, for the progress line: "Nominate", ..., "Save"
    begin_attack: Callable[[Any, Any], Any]  # (attacker's unit, target's unit) -> record
    attacked_target: Callable[[Any], Any]
    next_attack: Callable[[Any, Any, Any], Any]
    battle: Sequence
    begin_battle: Callable[..., Any]  # (army, army, turns=None) -> record; None: no fixed number of turns
    # measures of the last record of an attack, for either side: "slain", ...
    measures: Mapping[str, Callable[[Any], int]]
    counted_tokens: Mapping[type, str]  # token types whose expected number is reported, and their names
    report: Callable[[Any], dict[str, Any]]  # the last record of an attack as JSON
    sides: Callable[[Any], tuple[str, str]]  # the names of attacker and defender, from any record
    status: Callable[[Any], Any]  # rows of the status screen, from any record of a battle
    # (attacker's unit, target's unit) -> the reasons why they cannot meet
    why_cannot_meet: Callable[[Any, Any], tuple[Any, ...]]
    # (answers, the `army:` blocks of both lists, both units) -> the answers with words in the place of names in blocks
    answers_in_words: Callable[[Mapping[str, Any], Any, Any], Mapping[str, Any]] = lambda answers, blocks, units: (
        answers
    )
    headline: Callable[[Any], Headline] = lambda record: Headline()  # takes any record of a battle
    pools: Mapping[str, Kinds] = {}
    # the pools of an attack that has its own, such as at a vehicle
    attack_pools: Callable[[Any], AttackPools | None] = lambda record: None
    fired_weapon: Callable[[Any], Any] = lambda record: None  # the weapon that a record is about
    chances: tuple[str, ...] = ("destroyed",)  # measures with the value yes or no
    beforehand: Callable[[Any, tuple[Any, ...]], Any] = lambda target, attackers: None
    # the first record of an attack in a battle -> the same for its odds, where nobody sees a die and decides
    for_odds: Callable[[Any], Any] = lambda start: start
    rare_measures: tuple[str, ...] = ()  # measures with yes or no, reported only if yes is possible
    # groups of other measures that are reported only if one of the group can be more than 0
    told_if_possible: tuple[tuple[str, ...], ...] = ()
    target_measures: tuple[str, ...] = ()
    # the measure that counts unsaved attacks; "" if it counts blows at a line of models
    unsaved_measure: str = ""
    # gauges of a target, if its kinds of models do not tell enough
    gauges: Callable[[Any], tuple[Gauge, ...]] = lambda record: ()
    reroll_name: str = ""  # what lets players re-roll one die after they saw it; "" if nothing does
    acted_text: str = "have shot"  # what units did that had their turn
    titles: Mapping[str, str] = {}  # names of the measures on a screen; "" hides a measure. See `EXCESS`
    # more names of measures, from the first record of an attack
    measure_titles: Callable[[Any], Mapping[str, str]] = lambda start: {}
    nouns: tuple[str, str, str] = ("unit", "models", "wounds")  # words for the status screen
    possible_questions: tuple[Any, ...] = ()  # all questions that some attack may ask
    # more questions that some attack of these two units may ask
    possible_questions_of: Callable[[Any, Any], tuple[Any, ...]] = lambda attacker, target: ()
    contradictions: tuple[Clash, ...] = ()  # facts that cannot be true together
    # more of them among answers with these keys, such as two numbers of models
    contradictions_of: Callable[[Collection[str]], Iterable[Clash]] = lambda keys: ()
    settings: tuple[Setting, ...] = ()
    # the standard key for a key in other words, and whether yes and no are swapped
    key_meant: Callable[[str], tuple[str, bool] | None] = lambda key: None
    # (unit, losses told of it) -> the name of what is left: without a leader who is dead it has another one
    name_left: Callable[[Any, Any], str] = lambda unit, losses: str(unit.name)
    # (key, answer) -> what the answer means: answers with the same meaning have the same effect, as a wood and cover 5+
    meaning_of: Callable[[str, str], Hashable] = lambda key, answer: answer
    situation: Callable[[Any], str] = str  # a record inside an attack, as a sentence
    allocation: str = ""  # the id of the rule that decides who takes the next wound
    # the "damage" that destroys a unit; 0: it does not tell
    total_wounds: Callable[[Any], int] = wounds_of
    spreads_hits: bool = False  # hits go to one model after the other, so that many are hurt before one falls
    one_target: Callable[[Any], bool] = lambda record: True  # if False, the luck report leaves out the slain
    drill_facts: Mapping[str, tuple[Any, ...]] = {}
    demo_facts: Mapping[str, Any] = {}  # facts of a battle for the demo
    chains: Callable[[Mapping[str, Any], Any], Chains] | None = None  # takes the given answers and a `BranchingTable`
    joined_unit: Callable[[str, Any, tuple[Any, ...], Any], JoinedUnit | None] = lambda role, unit, units, said: None
    # (attacker's unit, target's unit, settings) -> how far its weapons reach at this target; () if it does not tell
    reaches: Callable[[Any, Any, Mapping[str, str]], tuple[Reach, ...]] = lambda attacker, target, settings: ()
    length: str = '"'  # the unit of distances, behind a number
    asked_first: tuple[str, ...] = ()  # keys of the facts that players ask first, in order; `under:` is of each weapon
    target_grid: TargetGrid | str = "its targets have no two values for that"  # a text says why there is none

    @cached_property
    def attack(self) -> Sequence:
        """The nodes of an attack, between the beginning and the end of an `Attack` in the battle."""
        return next(node.attack for node, _ in within(self.battle) if isinstance(node, Attack))

    @cached_property
    def question_keys(self) -> tuple[str, ...]:
        """The keys of all questions that some attack may ask."""
        return tuple(question.key for question in self.possible_questions)

    def defaults(self) -> dict[str, str]:
        """Return the default of every setting."""
        return {setting.key: setting.values[0] for setting in self.settings}
