"""What the armies of every edition share: protocols and records, names that tell models apart, and the `army:` block.

The block has the detachment, rules and stratagems of a list, with names, costs and moments (EVE-40 to 47). The switches
of units are entries of the same kind. The words of an effect are kept as they were written. What they do is a matter of
the edition.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Protocol, Self, TypeVar

from shoot_cli.engine.names import name_key, written
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record

# Armies, units and scenarios, and the cards that show them ------------------------------------------------------------


class Unit(Protocol):
    """The attributes that the units of every edition have."""

    @property
    def name(self) -> str: ...

    @property
    def models(self) -> tuple[tuple[Any, int], ...]:
        """Kinds of models with their numbers, nearest to the enemy first."""


class Army(Protocol):
    """The attributes that the armies of every edition have.

    Some also have `settings`, pairs of key and value (`settings_of`), and `only_targets` (`is_no_army`).
    """

    @property
    def ruleset(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def units(self) -> tuple[Any, ...]: ...


class Scenario(Record):
    """One attack in one document. `answers` are pairs of key and text; a key may appear several times.

    :ivar read_at: where the answers stand in a file, by key, as problems without a text; () without a file
    """

    ruleset: str
    attacker: Any
    target: Any
    answers: tuple[tuple[str, str], ...] = ()
    attackers: tuple[Any, ...] = ()  # all units of the side, if there are several; the first one shoots or is shot at
    targets: tuple[Any, ...] = ()
    read_at: tuple[tuple[str, Any], ...] = ()


class CardTable(Record):
    """A table with a title, headings and rows of text."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Card(Record):
    """A unit as it is shown: a line about it, tables, and sentences below them."""

    name: str
    about: str
    tables: tuple[CardTable, ...]
    words: tuple[str, ...] = ()
    from_units: tuple[str, ...] = ()  # the list's units that make up this one, if there are several


class Explained(Record):
    """The explanation of one ability of a list.

    `does` says what it does; "" if its name says it. `asked` lists what players must answer.
    """

    text: str  # the ability as written
    does: str = ""
    asked: tuple[str, ...] = ()
    units: tuple[str, ...] = ()  # the units that have it

    @property
    def words(self) -> str:
        """The explanation as text, as in ``“+1 to hit against MONSTER”: to hit +1 against MONSTER; asked: no``."""
        return f"“{self.text}”: {self.does}; asked: {', '.join(self.asked) or 'no'}"


def weapons_carried(weapons: tuple[Any, ...]) -> list[str]:
    """Return each weapon once, as in `2x bolt pistol`. The modes of a weapon count as one weapon."""
    named: dict[str, int] = {}
    for weapon in dict.fromkeys(weapons):
        name = weapon.mode_of or weapon.name
        named[name] = max(named.get(name, 0), weapons.count(weapon))
    return [f"{times}x {name}" if times > 1 else name for name, times in named.items()]


def without_empty(table: CardTable) -> CardTable:
    """Return the table without empty columns; the first two columns always stay."""
    keep = [
        column
        for column, head in enumerate(table.heads)
        if column < 2 or any(row[column] not in ("", "-") for row in table.rows)
    ]
    return CardTable(
        table.title,
        tuple(table.heads[column] for column in keep),
        tuple(tuple(row[column] for column in keep) for row in table.rows),
    )


# Names that tell models and units apart -------------------------------------------------------------------------------


class _Named(Protocol):
    @property
    def name(self) -> str: ...

    def but(self, **changed: Any) -> Self: ...


class _Armed(_Named, Protocol):
    @property
    def plural(self) -> str: ...

    @property
    def weapons(self) -> tuple[Any, ...]: ...


AnyUnit = TypeVar("AnyUnit", bound=_Named)
AnyModel = TypeVar("AnyModel", bound=_Armed)


def with_distinct_names(models: list[tuple[AnyModel, int]]) -> tuple[tuple[AnyModel, int], ...]:
    """Give different models with one name names of their own: "Boy (rokkit launcha)", else "Boy 2"."""
    taken: dict[str, AnyModel] = {}
    names: dict[AnyModel, str] = {}
    first: dict[str, AnyModel] = {}
    for model, _ in models:
        if model in names:
            continue
        like = first.setdefault(name_key(model.name), model)
        name = model.name
        if like is not model:
            extra = dict.fromkeys(
                weapon.mode_of or weapon.name for weapon in model.weapons if weapon not in like.weapons
            )
            name = f"{model.name} ({', '.join(extra)})" if extra else model.name
        name = free_name(name, model.name, taken)
        names[model], taken[name] = name, model
    return tuple((called(model, names[model]), count) for model, count in models)


def called(model: AnyModel, name: str) -> AnyModel:
    """Return the model with a longer name, and with its plural changed in the same way."""
    return model.but(name=name, plural=model.plural and model.plural + name[len(model.name) :])


def named_once(units: Iterable[AnyUnit]) -> tuple[AnyUnit, ...]:
    """Return the units with numbers behind repeated names: "Boyz", "Boyz 2"."""
    units = [*units]
    return tuple(unit.but(name=name) for unit, name in zip(units, numbered(unit.name for unit in units), strict=True))


def numbered(names: Iterable[str]) -> list[str]:
    """Return the names, with the first free number behind each repeated one.

    >>> numbered(["Boyz", "Nobz", "boyz"])
    ['Boyz', 'Nobz', 'boyz 2']
    """
    taken: set[str] = set()
    next_: dict[str, int] = {}  # the last number that was tried, by name
    unique = []
    for base in names:
        name, key, number = base, name_key(base), next_.get(name_key(base), 1)
        while name_key(name) in taken:
            number += 1
            name = f"{base} {number}"
        next_[key] = number
        taken.add(name_key(name))
        unique.append(name)
    return unique


def free_name(wish: str, base: str, taken: Iterable[str]) -> str:
    """Return `wish`, or `base` with the first number that makes a name which is not `taken`."""
    used = set(map(name_key, taken))
    if name_key(wish) not in used:
        return wish
    number = 2
    while name_key(f"{base} {number}") in used:
        number += 1
    return f"{base} {number}"


RULE, STRATAGEM, SWITCH = "rule", "stratagem", "switch"
OWN, ENEMY, ARMY = "own", "enemy", "army"
ALWAYS, EACH_TURN, SHOOTS, TARGETED, AFTER, TOLD = "always", "turn", "shoots", "targeted", "after", "told"
ONCE_A_PHASE, ONCE_A_TURN, ONCE_A_BATTLE, NO_LIMIT = "phase", "turn", "battle", "no"
RULE_MOMENTS = (ALWAYS, EACH_TURN, TOLD)
STRATAGEM_MOMENTS = (SHOOTS, TARGETED, AFTER, TOLD)
SWITCH_MOMENTS = (SHOOTS, TARGETED, AFTER, TOLD)
ATTACK_ALONE = "this attack"  # the span that ends first


class Whom(Record):
    """The keywords that a unit needs. Each of `any_of` is a group of which all are needed, and one group is enough.
    None of `none_of` may be there. Empty: any unit of the army.

    What stands in a group may be several keywords in one text, as they were written: ``ORKS INFANTRY``. So ask `fits`.
    """

    any_of: tuple[tuple[str, ...], ...] = ()
    none_of: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return it as it is written in a list: ``INFANTRY or MOUNTED, not CHARACTER``; "" for any unit."""
        some = " or ".join(" and ".join(group) for group in self.any_of)
        return ", ".join(filter(None, (some, *(f"not {keyword}" for keyword in self.none_of))))


class ArmyEntry(Record):
    """A rule or a stratagem of an army, or a switch of a unit: an ability that players say in their own words.

    `kind` is RULE, STRATAGEM or SWITCH. `effects` are lines of the edition's vocabulary; () for a reminder, whose words
    are asked at its first use. `on` is OWN or ENEMY; a switch with OWN is for its own unit alone, one with ARMY for any
    unit of its army. `when` is one of the moments above. `lasts` is a span (`battle/turns.py`); "" if it does not end.
    `cost` is in command points. `once` says how often it may be used. `proposed` is True if it comes from a package of
    data: nobody has checked it (EVE-63).
    """

    name: str
    kind: str
    effects: tuple[str, ...] = ()
    whom: Whom = Whom()
    on: str = OWN
    when: str = ALWAYS
    lasts: str = ""
    cost: int = 0
    once: str = NO_LIMIT
    note: str = ""
    proposed: bool = False

    @property
    def reminder(self) -> bool:
        """Return True if the list does not say what it does."""
        return not self.effects


class ArmyBlock(Record):
    """What the `army:` block of a list says. `command_points` is the number at the start, None if they are not
    counted."""

    detachments: tuple[str, ...] = ()
    command_points: int | None = None
    rules: tuple[ArmyEntry, ...] = ()
    stratagems: tuple[ArmyEntry, ...] = ()

    @property
    def entries(self) -> tuple[ArmyEntry, ...]:
        """Return the rules, then the stratagems, in the order of the list."""
        return self.rules + self.stratagems

    @property
    def detachment(self) -> str:
        """Return the detachments as one text; "" if the list names none."""
        return ", ".join(self.detachments)


def with_proposals(block: ArmyBlock, proposals: Iterable[ArmyEntry]) -> ArmyBlock:
    """Return the block with entries that nobody has checked, behind those of the list."""
    more = tuple(proposals)
    return block.but(stratagems=(*block.stratagems, *more)) if more else block


# Switches in an attack on its own -------------------------------------------------------------------------------------


def not_counted(attacker: Any, target: Any, effects: Collection[str] = ()) -> tuple[str, ...]:
    """Return the switches that an attack on its own does not count, each with its unit: `Boyz: Grim Resolve`.

    :param effects: effects that players told of either unit; one with the name of a switch counts it
    """
    lines = []
    for unit, moment in ((attacker, SHOOTS), (target, TARGETED)):
        for entry in getattr(unit, "switches", ()):
            mark = f" as {name_key(entry.name)} "
            if entry.when in (moment, TOLD) and not any(mark in f"{name_key(effect)} " for effect in effects):
                lines.append(f"{unit.name}: {entry.name}")
    return tuple(dict.fromkeys(lines))


# Proposals as a battle keeps them -------------------------------------------------------------------------------------

_TEXTS, _LISTS = ("name", "on", "when", "lasts", "once"), ("effects", "none_of")


def kept_proposal(entry: ArmyEntry) -> dict[str, Any]:
    """Return a proposed stratagem as plain data, with the fields of `ArmyEntry` and `Whom`."""
    return {
        **{key: getattr(entry, key) for key in _TEXTS},
        "cost": entry.cost,
        "effects": list(entry.effects),
        "any_of": [list(group) for group in entry.whom.any_of],
        "none_of": list(entry.whom.none_of),
    }


def proposal_kept(raw: Any) -> ArmyEntry:
    """Return the stratagem that `kept_proposal` made data of. :raises ValueError: it is none"""
    if not isinstance(raw, Mapping):
        raise ValueError("a kept stratagem is no mapping")
    groups = raw.get("any_of")
    good = (
        all(isinstance(raw.get(key), str) for key in _TEXTS)
        and all(_are_texts(raw.get(key)) for key in _LISTS)
        and isinstance(groups, list)
        and all(map(_are_texts, groups))
        and type(raw.get("cost")) is int
        and raw["when"] in STRATAGEM_MOMENTS
    )
    if not good:
        raise ValueError("a kept stratagem is unreadable")
    whom = Whom(tuple(map(tuple, raw["any_of"])), tuple(raw["none_of"]))
    texts = {key: raw[key] for key in _TEXTS}
    effects = tuple(raw["effects"])
    return ArmyEntry(kind=STRATAGEM, whom=whom, effects=effects, cost=raw["cost"], proposed=True, **texts)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


# Which units an entry is for ------------------------------------------------------------------------------------------

EXPECTED = "write keywords, as in INFANTRY, ORKS INFANTRY for both, INFANTRY or MOUNTED, not VEHICLE"
_NOT_WORDS = r"(?i)\b(?:but\s+|and\s+|nor\s+)?not\b"
_ANY = ("all", "any", "any unit", "all units", "every unit", "each unit", "none", "-")
_PLAIN = r"[^\W_]+(?:[-'’ /][^\W_]+)*"


def has_keyword(keywords: Collection[str], wanted: str) -> bool:
    """Return True if the keywords have the one that was said, or all of several: ``ORKS INFANTRY`` needs both.

    >>> has_keyword(("ADEPTUS ASTARTES", "INFANTRY"), "ADEPTUS ASTARTES INFANTRY")
    True
    >>> has_keyword(("ADEPTUS ASTARTES", "INFANTRY"), "ASTARTES")
    False
    """
    if wanted in keywords or " " not in wanted:
        return wanted in keywords
    words, reached = wanted.split(), {0}  # the numbers of words that can be split into keywords, from the first on
    longest = max((keyword.count(" ") + 1 for keyword in keywords), default=0)
    for end in range(1, len(words) + 1):
        starts = range(max(0, end - longest), end)
        if any(start in reached and " ".join(words[start:end]) in keywords for start in starts):
            reached.add(end)
    return len(words) in reached


def fits(whom: Whom, keywords: Collection[str]) -> bool:
    """Return True if a unit with these keywords (upper case) is one that an entry is for.

    >>> fits(Whom((("INFANTRY",), ("MOUNTED",)), ("CHARACTER",)), ("MOUNTED", "ORKS"))
    True
    """
    if any(has_keyword(keywords, keyword) for keyword in whom.none_of):
        return False
    return not whom.any_of or any(all(has_keyword(keywords, keyword) for keyword in group) for group in whom.any_of)


def whom_of(text: str) -> Whom:
    """Return the units that a text is for: ``A B`` both, ``A or B``, ``not C``. :raises ValueError: it says none

    >>> whom_of("Infantry or Mounted, not Character")
    Whom(any_of=(('INFANTRY',), ('MOUNTED',)), none_of=('CHARACTER',))
    """
    words = " ".join(text.split())
    if words.casefold() in _ANY:
        raise ValueError(f"{shown(text)} is no keyword; leave for: out to mean any unit of the army")
    first, *others = re.split(_NOT_WORDS, words)
    if others and re.search(r"(?i)\bor[\s,]*$", first):
        raise ValueError(f"{shown(text)}: or stands before not; write two entries, one for each")
    first = re.sub(r"(?i)[\s,]*\b(?:and|but)?[\s,]*$", "", first)
    if "," in first:
        raise ValueError(f"{shown(text)}: a comma says neither “or” nor “and”; {EXPECTED}")
    groups = [_keyword_group(part, text) for part in re.split(r"(?i)\bor\b", first)] if first or not others else []
    none_of = [_excluded_keyword(part, text) for part in others]
    if twice := next((keyword for group in groups if len(group) == 1 for keyword in group if keyword in none_of), ""):
        raise ValueError(f"{shown(text)}: no unit can have {twice} and not have it; leave one out")
    return Whom(tuple(dict.fromkeys(groups)), tuple(dict.fromkeys(none_of)))


def _keyword_group(text: str, whole: str) -> tuple[str, ...]:
    return tuple(_keyword(part, whole) for part in re.split(r"(?i)\band\b|&", text))


def _excluded_keyword(text: str, whole: str) -> str:
    bare = text.strip(" ,")
    if re.search(r"(?i)\b(?:or|and|nor)\b|,", bare):
        like = ", ".join(f"not {part.strip()}" for part in re.split(r"(?i)\b(?:or|and|nor)\b|,", bare) if part.strip())
        raise ValueError(f"{shown(whole)}: what not goes with can be read in two ways; write {like}")
    return _keyword(bare, whole)


def _keyword(text: str, whole: str) -> str:
    if not re.fullmatch(_PLAIN, text.strip()):
        problem = f"{shown(text.strip())} is no keyword" if text.strip() else "a keyword is missing"
        raise ValueError(f"{shown(whole)}: {problem}; {EXPECTED}")
    return written(text).upper()


# What cannot be together ----------------------------------------------------------------------------------------------


def contradictions(entry: ArmyEntry, given: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield (key, sentence) for what an entry cannot say. `given` are the keys that the list has for it."""
    always = "an always-rule is in force by itself"
    if entry.when == ALWAYS:
        if entry.cost:
            yield "cost", f"{always} and costs nothing; leave cost: out, or write when: told"
        if entry.once != NO_LIMIT:
            yield "once", f"{always} and is not used; leave once: out, or write when: told or when: turn"
        if "lasts" in given:
            yield "lasts", f"{always} and does not end; leave lasts: out, or write when: told"
        if entry.on == ENEMY:
            yield "on", f"{always} on units of its own army; write when: turn to name an enemy unit, or leave on: out"
    if entry.when == TARGETED and entry.on == ENEMY:
        yield (
            "on",
            "when: targeted is for the unit that is shot at, which is your own; leave on: out, or write when: told",
        )
    if entry.when == EACH_TURN and entry.lasts == ATTACK_ALONE:
        yield "lasts", "as a turn begins there is no attack; write phase, turn, round, my next turn or battle"
