"""What an edition offers: `Ruleset`, status rows, possible answers, chains."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

from shoot_cli.engine.markdown import tables
from shoot_cli.engine.names import own_plurals
from shoot_cli.engine.questions import Arrange, Choose, HowMany, Option, Subset
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Attack, Convert, Sequence, within
from shoot_cli.engine.table import Table

# The state of both armies as every edition can tell it: what one screen shows.


class KindRow(Record):
    """Models of one kind in a unit: those still there of those it started with. ``note``: wounds left of the hurt.

    ``worn``: what they are worn down by, such as "hull points", ``each`` of an unhurt one, and ``points`` of all of
    them; "": models fall. ``about``: what is to be known of them when they are shot at: "armour 13/11/10".
    ``plural``: what several are called; "": by the rule of English.
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
    """``Boss Nob 1 of 2``; ``Main Tank 1: 1 of 2`` of a name that ends with a number of its own."""
    return f"{name}{':' * name[-1:].isdecimal()} {words}"


class UnitRow(Record):
    """One unit: models still there of those it started with, and what else is to be remembered of it.

    ``wounds_note``: wounds, hull points or integrity in words ("Boss Nob 1 of 2"), empty if nothing is to be said.
    ``marks``: states with their end, such as "gone to ground until its next turn". ``kinds``: its models one by one
    kind, in the order of its list. ``parts``: of several units of the list that are one now, each by itself.
    """

    name: str
    models_left: int
    models_start: int
    wounds_note: str = ""
    marks: tuple[str, ...] = ()
    kinds: tuple[KindRow, ...] = ()
    parts: tuple[UnitRow, ...] = ()

    @property
    def hurt(self) -> str:
        """The note behind the name of the unit: what is of this name itself does not say it again."""
        return self.wounds_note.removeprefix(f"{self.name} ")


def paired(before: Iterable[UnitRow], now: Iterable[UnitRow]) -> list[tuple[UnitRow, UnitRow]]:
    """The units of an army as they stood and as they stand, in the order of the list.

    Units that are not one any more, or are since then, are told apart: those of the list one by one.
    """
    old, new = tuple(before), tuple(now)
    whole = {(row.name, tuple(part.name for part in row.parts)): row for row in new}
    by_name = {part.name: part for row in new for part in row.parts or (row,)}
    found = []
    for row in old:
        same = whole.get((row.name, tuple(part.name for part in row.parts)))
        pairs = [(part, by_name[part.name]) for part in row.parts or (row,) if part.name in by_name]
        found += pairs if same is None else [(row, same)]
    return found


class Gauge(Record):
    """What a target has left, as it is shot at: integrity of a unit; or, if it ``fills``, what it has of so much.

    ``left``, ``lost``: now and by this attack; ``gone``: before it. Of what fills: what it has, none, what is missing.
    ``note``: what else counts, such as its cover.
    """

    name: str
    left: int
    lost: int = 0
    gone: int = 0
    note: str = ""
    fills: bool = False


Kinds = tuple[type | tuple[type, ...], ...]
FILLS = {"hits": "hits", "wounds": "wounds", "penetration rolls": "wounds", "saves": "unsaved"}


class AttackPools(Record):
    """The pools of an attack, from the shots to what was lost.

    :ivar pools: by name the tokens that lie in each, those that are the same under another name put together; a pool
        without tokens is counted by the dice that fill it
    :ivar fills: the pool that rolls fill, by what they count as where luck is told
    :ivar short: names for a narrow screen
    :ivar points: the last pool counts points such as hull points, not models
    """

    pools: Mapping[str, Kinds]
    fills: Mapping[str, str] = FILLS
    short: Mapping[str, str] = {}
    points: bool = False


class Headline(Record):
    """Where a battle stands: its turn, and who shoots at whom; "" for both between attacks.

    ``shot``: how many units of the active army have had their turn, of those that still stand. ``doing``: what it is,
    if it is no attack like any other: "Overwatch".
    """

    turn: int = 0
    shot: tuple[int, int] = (0, 0)
    who: str = ""
    whom: str = ""
    doing: str = ""


Side = tuple[str, tuple[UnitRow, ...]]  # army name, its units
Sides = tuple[Side, ...]


class ValueRange(Record):
    """One number of many repetitions: its average, the lowest, the middle one, and the highest."""

    name: str
    mean: float
    low: float
    middle: float
    high: float


# Facts that cannot be true together. Only what somebody said can clash, never what is taken for granted.

Said = Collection[tuple[str, str, Any]]  # key, the answer as it was said, and its value


class Clash(NamedTuple):
    """Two keys that contradict each other if ``never(value, other value, attacker, target)``."""

    one: str
    other: str
    never: Callable[[Any, Any, Any, Any], bool]
    why: str
    rule: str


def exclude(
    one: str, value: str, other: str, other_value: str, why: str, rule: str, where: Callable[[Any], bool] | None = None
) -> Clash:
    """These two values are never true together; ``where`` of this attacker alone, if it is not so for everybody."""

    def never(said: Any, also: Any, attacker: Any, target: Any) -> bool:
        return bool(said == value and also == other_value and (where is None or where(attacker)))

    return Clash(one, other, never, why, rule)


def clash(clashes: Iterable[Clash], said: Said, attacker: Any, target: Any) -> str | None:
    """A sentence about the first two answers that contradict each other, which names both; None if none do.

    ``moved:boltgun`` is held against ``distance``, and against what else is said of the boltgun.
    """
    for pair in clashes:
        for key, text, value in said:
            one, _, about = key.partition(":")
            if one != pair.one:
                continue
            for also, words, wanted in said:
                other, _, of = also.partition(":")
                alike = not about or not of or about == of
                if other == pair.other and alike and pair.never(value, wanted, attacker, target):
                    return f"{key}={text} and {also}={words} contradict each other: {pair.why} ({pair.rule})"
    return None


# What answers may ever be, said by the units alone: for those that nobody asks for in the attack at hand.


def of_models(question: HowMany, unit: Any) -> HowMany:
    """So many of each kind of model."""
    groups = tuple((model.name, n) for model, n in unit.models)
    return question.but(groups=groups, plurals=own_plurals(unit))


def of_weapons(question: HowMany, unit: Any) -> HowMany:
    """So many of each weapon."""
    found: dict[str, int] = {}
    for model, n in unit.models:
        for weapon in model.weapons:
            found[weapon.name] = found.get(weapon.name, 0) + n
    return question.but(groups=tuple(found.items()))


def in_order(question: Arrange, unit: Any) -> Arrange:
    """Its models in any order."""
    found: dict[str, int] = {}
    for model, n in unit.models:
        found[model.name] = found.get(model.name, 0) + n
    return question.but(kinds=tuple(found.items()), plurals=own_plurals(unit))


def one_weapon(unit: Any, *more: str, key: str = "weapon", spent: str | None = None) -> Choose:
    """A weapon of the unit, or one of these words."""
    return Choose(
        key, options(*(weapon.name for model, _ in unit.models for weapon in model.weapons), *more), spent=spent
    )


def one_model(key: str, unit: Any, *more: str) -> Choose:
    """A kind of its models, or one of these words."""
    return Choose(key, options(*more, *(model.name for model, _ in unit.models)))


def some(question: Subset, *names: str) -> Subset:
    """Some of these names."""
    return question.but(names=tuple(dict.fromkeys(names)))


def options(*names: str) -> tuple[Option, ...]:
    return tuple(map(Option, dict.fromkeys(names)))


# What an edition says of attacks that are chains: tokens that go their way alone, up to a line of alike models.


class BranchingTable(Table):
    """A table on which every roll falls every way, one way a run.

    :ivar path: the rolls of this run; empty if no die was rolled
    """

    path: list[Any]

    def begin(self, alone: bool) -> None:
        """Start again with the first way of every roll. ``alone``: one token of many is worked out."""
        raise NotImplementedError


class UnreadFieldRead(Exception):
    """A rule looked at what was said to make no difference to it."""


class UnreadField:
    """Stands in a token where no rule looks that the token still has before it; whoever does look is found out."""

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
    """One group of attacks: ``n`` alike tokens, those of the next group after them.

    :ivar front: all that decides what one of them becomes until it meets the line, but for what it ``meets`` there
    :ivar back: all that decides what it does then. Of two links that are equal in one of these it is the same
    """

    front: Hashable
    n: int
    back: Hashable


class Target(NamedTuple):
    """A unit that can be shot at so.

    :ivar meets: what of it decides how many tokens come to meet its line
    :ivar guard: a model as a token meets it first, the same for all of them
    :ivar ranks: of the line in its order: a model as what gets past the guard meets it, how many, the wounds of each
    :ivar facing: all else of it that whoever shoots may look at, for `Chains.shows`
    """

    meets: Hashable
    guard: Hashable
    ranks: tuple[tuple[Any, int, int], ...]
    facing: Any


class Chains(ABC):
    """Of an edition, for one batch: what was told beforehand is the same for all its attacks.

    :ivar answers: keys of the answers that it can be told
    :ivar late: kinds of tokens that meet the line when those of all groups have
    """

    answers: frozenset[str]
    convert: Convert
    allocate: Allocate
    late: tuple[type, ...] = ()

    @abstractmethod
    def target(self, unit: Any) -> Target | None:
        """What there is to shoot at; None if attacks at it are no chains."""

    @abstractmethod
    def looks_at(self, unit: Any) -> Hashable:
        """What of a target decides what this unit fires and how: the same for units that look at the same."""

    @abstractmethod
    def shows(self, target: Target, looks_at: Hashable) -> Hashable:
        """What such units see of it: of targets that show the same, they make the same links."""

    @abstractmethod
    def links(self, unit: Any, target: Target) -> tuple[Link, ...] | None:
        """What one unit fires at another, in the order in which it is resolved; None if it is no chain, or nothing."""

    @abstractmethod
    def token(self, front: Hashable, meets: Hashable) -> Any:
        """A token of the `Link` at such a target."""

    @abstractmethod
    def narrowed(self, token: Any) -> Any:
        """The token without what none of the rules looks at that it has still before it.

        Of one that has come to meet the line nothing is left but its kind; one that got through keeps what it does.
        """

    @abstractmethod
    def striking(self, token: Any, back: Hashable) -> Any:
        """A token that has come to the line (narrowed: without all that it was) with what it does there."""


# What an edition offers to the commands: its sequences, how they begin, and how their records are read.


class Setting(Record):
    """A line of the rules that groups read differently. The first value is the default."""

    key: str
    values: tuple[str, ...]
    rule: str
    text: str


def settings_of(module: str) -> tuple[Setting, ...]:
    """The settings of ``settings.md`` beside the module."""
    return tuple(
        Setting(row["setting"], tuple(row["values"].split(", ")), row["rule"], row["what it decides"])
        for row in tables(module, "settings.md")["Settings"]
    )


class JoinedUnit(Record):
    """Who is in a unit of an attack, units of its list that have joined it included. ``question``: what was asked."""

    unit: Any
    question: Subset


def wounds_of(unit: Any) -> int:
    """The wounds of all its models, as its list has them."""
    return sum(n * (model.wounds - getattr(model, "lost", 0)) for model, n in unit.models)


class Ruleset(Record):
    """One edition. ``battle``: the turns of both players, with each ``Attack`` and ``Stage`` in them.

    ``pools``: of an attack from the shots to whoever fell, and the tokens that lie in each; a pool without tokens is
    counted by the dice that fill it. ``muster``: "attacker" or "target", its unit, the other units of its list, and
    answers by key -> the unit with those who have joined it (it raises InputError); None where nobody ever joins.
    ``chains``: for a batch of attacks that are worked out side by side; None: each is worked out on its own.

    ``remains``: of a record at the end of an attack that ``go_on`` began, the target as that left it, for whoever
    attacks it next in the same phase: small and hashable, equal where no later attack can tell the difference; None
    where nobody is left. It may look at what stands for many in the odds. ``go_on``: attacker's unit, target's unit,
    what remains of it -> record, as ``begin_attack``; None: the target as its list has it, and others may follow.
    ``beforehand``: target's unit, all who will attack it -> what remains of it before any attack, where they may do
    something to it or for each other first; None: the target as its list has it.
    ``stands``: measures of how the target stands, which the next attack at it finds and adds to.
    """

    name: str
    short: str
    title: str
    version: str  # of the questions asked and their order: a stored battle must not be continued with another
    stages: tuple[str, ...]  # of an attack, in order, for the progress line: "Nominate", ..., "Save"
    begin_attack: Callable[[Any, Any], Any]  # attacker's unit, target's unit -> record
    attacked_target: Callable[[Any], Any]
    next_attack: Callable[[Any, Any, Any], Any]
    battle: Sequence
    begin_battle: Callable[..., Any]  # (army, army, turns=None) -> record; None: as many turns as the players like
    measures: Mapping[str, Callable[[Any], int]]  # of a record at the end of an attack, of either side: "slain", ...
    counted_tokens: Mapping[type, str]  # kinds of tokens whose expected number is reported, by name
    report: Callable[[Any], dict[str, Any]]  # of a record at the end of an attack, as JSON
    sides: Callable[[Any], tuple[str, str]]  # the attacker's and the defender's name, of any record
    status: Callable[[Any], Any]  # rows for the status screen, of any record of a battle
    why_cannot_meet: Callable[
        [Any, Any], tuple[Any, ...]
    ]  # attacker's unit, target's unit -> reasons why they cannot meet
    headline: Callable[[Any], Headline] = lambda record: Headline()  # where a battle stands, of any record of it
    pools: Mapping[str, Kinds] = {}
    attack_pools: Callable[[Any], AttackPools | None] = lambda record: (
        None
    )  # of an attack of another kind, as at a vehicle
    fired_weapon: Callable[[Any], Any] = lambda record: None  # which weapon of its attack a record is about
    chances: tuple[str, ...] = ("destroyed",)  # measures that are yes or no
    beforehand: Callable[[Any, tuple[Any, ...]], Any] = lambda target, attackers: None
    rare_measures: tuple[str, ...] = ()  # yes or no too, and said only where it can be yes
    target_measures: tuple[str, ...] = ()
    unsaved_measure: str = ""  # the measure that counts what got through; "": blows that strike a line of models
    gauges: Callable[[Any], tuple[Gauge, ...]] = (
        lambda record: ()
    )  # of a target, where its kinds of models say too little
    reroll_name: str = ""  # what lets players throw one die again after it was seen; "": nothing does
    acted_text: str = "have shot"  # what units have done that had their turn
    titles: Mapping[str, str] = {}  # what measures are called on a screen; "": left out there
    measure_titles: Callable[[Any], Mapping[str, str]] = (
        lambda start: {}
    )  # more of them, by the record an attack begins with
    nouns: tuple[str, str, str] = ("unit", "models", "wounds")  # what the status screen calls them
    possible_questions: tuple[Any, ...] = ()  # questions an attack may ask, whether this one does or not
    possible_questions_of: Callable[[Any, Any], tuple[Any, ...]] = (
        lambda attacker, target: ()
    )  # those that hang on the two units
    contradictions: tuple[Clash, ...] = ()  # facts that cannot be true together
    settings: tuple[Setting, ...] = ()
    key_meant: Callable[[str], tuple[str, bool] | None] = lambda key: None  # a key in other words; True: yes is its no
    situation: Callable[[Any], str] = str  # a record in the middle of an attack, in a sentence
    allocation: str = ""  # id of the rule that says who takes the next wound
    total_wounds: Callable[[Any], int] = (
        wounds_of  # what "damage" of a unit comes to when nothing is left; 0: it never tells
    )
    one_target: Callable[[Any], bool] = lambda record: True  # if not, luck leaves its slain out
    drill_facts: Mapping[str, tuple[Any, ...]] = {}  # facts a drill draws from
    demo_facts: Mapping[str, Any] = {}  # facts for a battle that plays itself
    chains: Callable[[Mapping[str, Any], Any], Chains] | None = None  # of answers as rules read them, and odds' table
    joined_unit: Callable[[str, Any, tuple[Any, ...], Any], JoinedUnit | None] = lambda role, unit, units, said: None

    @cached_property
    def attack(self) -> Sequence:
        """One unit at its target: what stands between beginning and end of every attack of the battle."""
        return next(node.attack for node, _ in within(self.battle) if isinstance(node, Attack))

    def defaults(self) -> dict[str, str]:
        """Every setting with its default."""
        return {setting.key: setting.values[0] for setting in self.settings}
