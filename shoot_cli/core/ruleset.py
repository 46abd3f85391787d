"""What an edition offers to the commands: its sequences, how they begin, and how their records are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from shoot_cli.core.chains import Chains
from shoot_cli.core.clashes import Clash
from shoot_cli.core.questions import Subset
from shoot_cli.core.record import Record
from shoot_cli.core.sequence import Attack, Sequence, within
from shoot_cli.core.status import AttackPools, Gauge, Headline, Kinds
from shoot_cli.core.tables import tables


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
    remains: Callable[[Any], Any]
    go_on: Callable[[Any, Any, Any], Any]
    battle: Sequence
    begin_battle: Callable[..., Any]  # (army, army, turns=None) -> record; None: as many turns as the players like
    measures: Mapping[str, Callable[[Any], int]]  # of a record at the end of an attack, of either side: "slain", ...
    counted: Mapping[type, str]  # kinds of tokens whose expected number is reported, by name
    report: Callable[[Any], dict[str, Any]]  # of a record at the end of an attack, as JSON
    sides: Callable[[Any], tuple[str, str]]  # the attacker's and the defender's name, of any record
    status: Callable[[Any], Any]  # rows for the status screen, of any record of a battle
    closed: Callable[[Any, Any], tuple[Any, ...]]  # attacker's unit, target's unit -> reasons why they cannot meet
    headline: Callable[[Any], Headline] = lambda record: Headline()  # where a battle stands, of any record of it
    pools: Mapping[str, Kinds] = {}
    course: Callable[[Any], AttackPools | None] = lambda record: None  # of an attack of another kind, as at a vehicle
    fires: Callable[[Any], Any] = lambda record: None  # which weapon of its attack a record is about
    chances: tuple[str, ...] = ("destroyed",)  # measures that are yes or no
    beforehand: Callable[[Any, tuple[Any, ...]], Any] = lambda target, attackers: None
    rare: tuple[str, ...] = ()  # yes or no too, and said only where it can be yes
    stands: tuple[str, ...] = ()
    unsaved: str = ""  # the measure that counts what got through; "": blows that strike a line of models
    gauges: Callable[[Any], tuple[Gauge, ...]] = (
        lambda record: ()
    )  # of a target, where its kinds of models say too little
    once_more: str = ""  # what lets players throw one die again after it was seen; "": nothing does
    acted: str = "have shot"  # what units have done that had their turn
    titles: Mapping[str, str] = {}  # what measures are called on a screen; "": left out there
    called: Callable[[Any], Mapping[str, str]] = lambda start: {}  # more of them, by the record an attack begins with
    nouns: tuple[str, str, str] = ("unit", "models", "wounds")  # what the status screen calls them
    known: tuple[Any, ...] = ()  # questions an attack may ask, whether this one does or not
    known_of: Callable[[Any, Any], tuple[Any, ...]] = lambda attacker, target: ()  # those that hang on the two units
    clashes: tuple[Clash, ...] = ()  # facts that cannot be true together
    settings: tuple[Setting, ...] = ()
    key_meant: Callable[[str], tuple[str, bool] | None] = lambda key: None  # a key in other words; True: yes is its no
    situation: Callable[[Any], str] = str  # a record in the middle of an attack, in a sentence
    allocation: str = ""  # id of the rule that says who takes the next wound
    whole: Callable[[Any], int] = wounds_of  # what "damage" of a unit comes to when nothing is left; 0: it never tells
    one_target: Callable[[Any], bool] = lambda record: True  # if not, luck leaves its slain out
    practice: Mapping[str, tuple[Any, ...]] = {}  # facts a drill draws from
    demo: Mapping[str, Any] = {}  # facts for a battle that plays itself
    chains: Callable[[Mapping[str, Any], Any], Chains] | None = None  # of answers as rules read them, and odds' table
    muster: Callable[[str, Any, tuple[Any, ...], Any], JoinedUnit | None] = lambda role, unit, units, said: None

    @cached_property
    def attack(self) -> Sequence:
        """One unit at its target: what stands between beginning and end of every attack of the battle."""
        return next(node.attack for node, _ in within(self.battle) if isinstance(node, Attack))

    def defaults(self) -> dict[str, str]:
        """Every setting with its default."""
        return {setting.key: setting.values[0] for setting in self.settings}
