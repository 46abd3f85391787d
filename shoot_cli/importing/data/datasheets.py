"""Datasheets: units as the player's data has them, the names of their models and wargear, and hidden rules.

Data files hide rules until a detachment or upgrade is chosen (IMP-64). Such a condition is kept as a list: ``["and",
[...]]``, ``["or", [...]]``, or its type, value, field, scope and child. What the list cannot tell is neither true nor
false, and such a rule is named instead of taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from shoot_cli.importing.data.names import (
    a_letter_apart,
    a_word_apart,
    alike,
    any_order,
    factions,
    key,
    misspelt,
    singular,
    unarmed,
)
from shoot_cli.importing.models import data_upgrades_as_models
from shoot_cli.importing.roster import CREW, MODEL, UNIT, UPGRADE, Profile, Roster, Selection, cleaned, outermost

Condition = list[Any]
DEEPEST = 20  # groups of conditions in each other
GROUPED = {"and": False, "or": True}  # the answer of one part that decides a group
KINDS = (UNIT, MODEL, UPGRADE)
OF_ARMY = ("force", "roster", "primary-category")  # scopes around the unit
OF_BEARER = ("self", "parent")
_BRACKETS = re.compile(r"\([^()]*\)")


# What a data file says about hiding, reduced while it is read ---------------------------------------------------------


def visibility_changes(node: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield what a node's modifiers do to its visibility, in their order: hidden or not, and the condition."""
    for modifier in node.get("modifiers", ()):
        if modifier.get("field") == "hidden":
            value = str(modifier.get("value", "")).casefold()
            sets = modifier.get("type", "set") == "set" and value in ("true", "false")
            yield [value == "true", condition_of(modifier) if sets else []]
    for group in node.get("modifierGroups", ()):
        for hidden, condition in group.get("hides", ()):
            yield [hidden, ["and", [condition_of(group, group.get("type", "and")), condition]]]


def condition_of(node: dict[str, Any], kind: str = "and", depth: int = 0) -> Condition:
    """Return the condition of a modifier or group; [] for one that we cannot read."""
    if kind not in GROUPED or node.get("repeats") or depth > DEEPEST:
        return []
    parts = [_single_condition(condition) for condition in node.get("conditions", ())]
    groups = node.get("conditionGroups", ())
    parts += [condition_of(group, str(group.get("type", "")), depth + 1) for group in groups]
    return [kind, parts] if parts else ["and", []]


def _single_condition(condition: dict[str, Any]) -> Condition:
    if str(condition.get("percentValue", "")).casefold() == "true":
        return []
    try:
        value = float(str(condition.get("value", "")))
    except ValueError:
        return []
    return [cleaned(str(condition.get(part, ""))) if part != "value" else value for part in PARTS]


PARTS = ("type", "value", "field", "scope", "childId")


# What the list tells --------------------------------------------------------------------------------------------------


class Chosen(NamedTuple):
    """The choices that a list tells. `army` and `unit` are names of everything that it has, and that one unit has.

    All are keys of names. Without detachments nothing is known about them.
    """

    detachments: frozenset[str]
    factions: frozenset[str]
    army: frozenset[str]
    unit: frozenset[str] = frozenset()

    @classmethod
    def from_names(cls, detachments: Iterable[str], faction: str, army: Iterable[str]) -> Chosen:
        named = frozenset(name_key for detachment in detachments for name_key in keys_of(detachment))
        return cls(named, factions(faction), frozenset(map(singular, army)))

    def of_unit(self, names: Iterable[str]) -> Chosen:
        return self._replace(unit=frozenset(map(singular, names)))


def keys_of(detachment: str) -> tuple[str, ...]:
    """Return the key of a detachment's name, and the one without its rule in brackets."""
    return tuple(dict.fromkeys(filter(None, (key(detachment), key(_BRACKETS.sub("", detachment))))))


class Known(NamedTuple):
    """An entry of the data by its id: its name, and True if whoever may have it always has it."""

    name: str
    always: bool


class Index(Protocol):
    """What a source knows by ids, as seen from one of its files."""

    def entry(self, wanted: str) -> Known | None:
        """Return the entry, group or link of this id."""

    def detachment(self, wanted: str) -> tuple[str, ...]:
        """Return the keys of the detachment of this id; () if it is none."""

    def category(self, wanted: str) -> str | None:
        """Return the name of the category of this id."""

    def force(self, wanted: str) -> bool | None:
        """Return True for the usual kind of army, False for another one, None if it is no kind of army."""

    def catalogue(self, wanted: str) -> str | None:
        """Return the name of the data file of this id."""


class Outer(NamedTuple):
    """An entry around a rule. `inside` are the categories of it and of all around it."""

    kind: str
    categories: frozenset[str]
    inside: frozenset[str]


# The answer -----------------------------------------------------------------------------------------------------------

Span = tuple[float, float]  # the least and the greatest possible number
NONE, SOME = (0.0, 0.0), (1.0, float("inf"))


def hidden(node: dict[str, Any], index: Index, chosen: Chosen | None, outer: Sequence[Outer]) -> bool | None:
    """Return True if a rule is hidden, False if it is shown, None if the list does not tell."""
    answer: bool | None = bool(node.get("hidden"))
    for value, condition in node.get("hides", ()):
        holds = _holds(condition, index, chosen, outer)
        if holds:
            answer = value
        elif holds is None and answer is not value:
            answer = None
    return answer


def _holds(condition: Condition, index: Index, chosen: Chosen | None, outer: Sequence[Outer]) -> bool | None:
    if not condition:
        return None
    if condition[0] in GROUPED:
        decides = GROUPED[condition[0]]
        parts = [_holds(part, index, chosen, outer) for part in condition[1]]
        return decides if decides in parts else None if None in parts else not decides
    kind, value, field, scope, child = condition
    span = _count_in_scope(field, scope, child, index, chosen, outer)
    return None if span is None else _compare(kind, value, span)


def _compare(kind: str, value: float, span: Span) -> bool | None:
    """Return the answer of a comparison that is the same for every number of the span; else None."""
    least, greatest = span
    if kind in ("lessThan", "atMost", "notEqualTo", "notInstanceOf"):
        opposite = {"lessThan": "atLeast", "atMost": "greaterThan", "notEqualTo": "equalTo"}.get(kind, "instanceOf")
        answer = _compare(opposite, value, span)
        return None if answer is None else not answer
    if kind == "equalTo":
        return True if least == greatest == value else None if least <= value <= greatest else False
    if kind == "greaterThan":
        return True if least > value else False if greatest <= value else None
    if kind in ("atLeast", "instanceOf"):
        wanted = value if kind == "atLeast" else 1
        return True if least >= wanted else False if greatest < wanted else None
    return None


def _count_in_scope(
    field: str, scope: str, child: str, index: Index, chosen: Chosen | None, outer: Sequence[Outer]
) -> Span | None:
    """Return how many of something there are in a scope; None if the list does not tell.

    A pasted text is taken for the usual kind of army, and for complete.
    """
    if (usual := index.force(child)) is not None:
        return (1.0, 1.0) if usual else NONE
    if field != "selections":
        return None
    if child in KINDS:
        return _count_of_kind(scope, child, outer)
    if (category := index.category(child)) is not None:
        return _count_of_category(scope, category, outer)
    if (catalogue := index.catalogue(child)) is not None:
        if scope != "primary-catalogue" or not chosen or not chosen.factions:
            return None
        return (1.0, 1.0) if key(catalogue.rpartition(" - ")[2]) in chosen.factions else NONE
    if detachment := index.detachment(child):
        if not chosen or not chosen.detachments:
            return None
        return (1.0, 1.0) if chosen.detachments & {*detachment} else NONE
    known = index.entry(child)
    if known is None or not chosen or scope == "ancestor":
        return None
    names = chosen.army if scope in OF_ARMY else chosen.unit
    return SOME if known.always or singular(known.name) in names else NONE


def _count_of_kind(scope: str, kind: str, outer: Sequence[Outer]) -> Span | None:
    """Return 1 if the unit or the bearer of the rule is of a kind such as `model`, else 0; None if unknown."""
    if not outer or scope not in (*OF_BEARER, "root-entry"):
        return None
    return (1.0, 1.0) if outer[0 if scope == "root-entry" else -1].kind == kind else NONE


def _count_of_category(scope: str, category: str, outer: Sequence[Outer]) -> Span | None:
    """Return 1 if the bearer of the rule, or something around it, is of a category, else 0; None if unknown."""
    if not outer or scope not in (*OF_BEARER, "ancestor", "root-entry", "unit", "model", "model-or-unit"):
        return None
    entry = outer[0 if scope == "root-entry" else -1]
    return (1.0, 1.0) if category in (entry.categories if scope in OF_BEARER else entry.inside) else NONE


# Datasheets, and what a source of them must offer (IMP-61) ------------------------------------------------------------


class Datasheet(NamedTuple):
    """A unit as one source has it.

    `copies` are its selections, several if the source has it with different choices. `warnings` are those about its
    values. `sizes` are numbers of models that it may have, each with its points, the least first; () if unknown.
    `example` is True if the copies are somebody's units, whose numbers of items are totals.
    """

    name: str
    file: str
    copies: tuple[Selection, ...]
    warnings: tuple[str, ...] = ()
    sizes: tuple[tuple[int, float], ...] = ()
    example: bool = False


class Source(Protocol):
    """One of the given sources. `listed` are its units by name, each with its factions."""

    @property
    def file(self) -> str: ...

    @property
    def listed(self) -> Sequence[tuple[str, frozenset[str]]]: ...

    @property
    def warning(self) -> str:
        """A warning about all values of the source, or ""."""

    @property
    def credit(self) -> str:
        """The sentence that a list with values from here must have, or ""."""

    def sheet(self, indexes: Sequence[int], chosen: Chosen | None = None) -> Datasheet | None:
        """Return the datasheet of the units at these places, which have one name; None if they are no units.

        `chosen` is what the list tells of its choices; None if nothing is known.
        """

    def enhancement(self, name: str, chosen: Chosen | None = None) -> Selection | None:
        """Return the upgrade of this name that a character can buy, of any unit."""

    def detachment(self, name: str, chosen: Chosen) -> Selection | None:
        """Return the detachment of this name with its rules; None if the source has none."""

    def only_melee(self, name: str) -> bool:
        """Return True if everything with this name is for melee."""

    def units_with(self, name: str) -> Sequence[int]:
        """Return the places of the units that have an item of this name; () if the source cannot tell quickly."""


class RosterSource:
    """A roster with values. Units of one name that it has several times may have different wargear."""

    warning = credit = ""

    def __init__(self, roster: Roster, file: str) -> None:
        tops = list(roster.units())
        self.file, self.units = file, [unit for _, unit in tops]
        self.listed = [
            (unit.name, factions(force.faction, *(c for c in unit.categories if c.casefold().startswith("faction"))))
            for force, unit in tops
        ]

    def sheet(self, indexes: Sequence[int], chosen: Chosen | None = None) -> Datasheet:
        copies = tuple(self.units[index] for index in indexes)
        return Datasheet(copies[0].name, self.file, copies, example=True)

    def detachment(self, name: str, chosen: Chosen) -> Selection | None:
        return None

    def enhancement(self, name: str, chosen: Chosen | None = None) -> Selection | None:
        same = self.of_name(name)
        bought = (item for item in same if is_enhancement(item))
        # Some files do not state the group: then it is a selection that costs points and is no weapon.
        dear = (item for item in same if item.points > 0 and not any(profile.has("Range") for profile in item.profiles))
        return next(bought, None) or next(dear, None)

    def only_melee(self, name: str) -> bool:
        same = self.of_name(name)
        return bool(same) and all(map(is_melee, same))

    def units_with(self, name: str) -> Sequence[int]:
        wanted = singular(name)
        return [i for i, unit in enumerate(self.units) if any(singular(item.name) == wanted for item in unit.below())]

    def of_name(self, name: str) -> list[Selection]:
        """Return everything with this name that has profiles."""
        wanted = key(name)
        return [item for unit in self.units for item in unit.below() if key(item.name) == wanted and item.profiles]


def is_enhancement(selection: Selection) -> bool:
    return "enhancement" in selection.group.casefold()


def is_melee(item: Selection) -> bool:
    """Return True if all of its profiles are melee weapons."""
    return bool(item.profiles) and all((row.get("Range") or "").casefold() == "melee" for row in item.profiles)


# Lookup in a datasheet by the names of a text (IMP-62) ----------------------------------------------------------------

HALVES = (2, 1, 3, 4)  # halves of a unit that its points may be for; the whole comes first
_MODE = re.compile(r"(?s)(?<!\s)\s+[-–—]\s+.*$")
Way = Callable[[str], str]
WAYS: tuple[Way, ...] = (key, singular, any_order)


class Model(NamedTuple):
    """A kind of model of a datasheet. `own` is its selection; `line` is its statline, or None.

    `lent` is the model that the statline was borrowed from, or "".
    """

    own: Selection
    line: Profile | None
    copy: Selection  # the unit that the model is in
    lent: str = ""

    @property
    def bare(self) -> str:
        """The name without weapons, in the form that is compared."""
        return any_order(unarmed(self.own.name))


class Gear(NamedTuple):
    """An item that a model carries. `model` is the kind of model that has it; None if the unit has it."""

    selection: Selection
    model: Model | None


class Sheet:
    """The datasheets of one unit, from several sources; earlier sources come first."""

    def __init__(self, sheets: Sequence[Datasheet]) -> None:
        self.name, self.file = sheets[0].name, sheets[0].file
        self.warnings = tuple(dict.fromkeys(words for sheet in sheets for words in sheet.warnings))
        copies = [data_upgrades_as_models(copy) for sheet in sheets for copy in sheet.copies]
        self.sizes = next((sheet.sizes for sheet in sheets if sheet.sizes), ())
        self.top = copies[0]
        self.examples = [[*models_of(copy)] for copy in copies] if sheets[0].example and not self.sizes else []
        self.models = [model for copy in copies for model in models_of(copy)]
        # Statlines without wargear in their names come first, as the text may have other wargear.
        self.models.sort(key=lambda model: (model.line is None, bool(model.line and suffix(model.line.name))))
        self.all_gear = [gear for copy in copies for gear in gear_of(copy)]
        self.item_names = {
            name: gear.selection.name for gear in self.all_gear for name in (*name_of(gear), *names_of_profiles(gear))
        }  # every name of an item or of its profiles, with the item's own
        self.by_name: dict[Way, dict[str, list[Gear]]] = {}
        self.by_profile: dict[Way, dict[str, list[Gear]]] = {}

    @property
    def least(self) -> int:
        """The least number of models that it may have, as far as the data says."""
        return self.sizes[0][0] if self.sizes else 1

    @property
    def has_many(self) -> bool:
        """True if a kind of its models may be there several times, so that wargear tells how many there are."""
        return any(kind.own.number > 1 for kind in self.kinds) or len({models for models, _ in self.sizes}) > 1

    @staticmethod
    def carried_at_first(model: Model) -> list[Selection]:
        """Return what a model carries before anything is chosen."""
        return [item for item in model.own.selections if item.number > 0 and item.kind not in (MODEL, CREW)]

    def usual_items(self, model: Model, n: int, alike: bool = False) -> list[tuple[str, int]]:
        """Return what `n` of its models carry before anything is chosen, each name with its total, rounded.

        With `alike` all carry the same, which is what most of them have.
        """
        each = max(model.own.number, 1) if self.examples else 1
        times, models = (n, 1) if alike else (1, n)
        items = self.carried_at_first(model)
        return [(item.name, times * ((2 * item.number * models + each) // (2 * each))) for item in items]

    def example(self, told: int, points: float) -> list[tuple[Model, int]]:
        """Return the models of the unit that somebody has, for `told` models, or else for these points (0: unknown).

        Of several units the nearest one counts. For half, or twice, its points there are half or twice as many.
        """

        def size(models: Sequence[Model]) -> int:
            return sum(max(model.own.number, 0) for model in models)

        def off(models: Sequence[Model]) -> float:
            return abs(size(models) - told) if told else abs(models[0].copy.all_points - points)

        models = min(self.examples, key=off)
        cost, many = models[0].copy.all_points, size(models)
        halves = [2] if many < 2 or not (points and cost) else [half for half in HALVES if not many * half % 2]
        wanted = told or many * min(halves, key=lambda half: abs(cost * half / 2 - points)) // 2
        numbers = scaled([max(model.own.number, 0) for model in models], wanted)
        return [(model, n) for model, n in zip(models, numbers, strict=True) if n]

    @property
    def kinds(self) -> list[Model]:
        """One model for each name."""
        first = {key(model.own.name): model for model in reversed(self.models)}
        return list(reversed(first.values()))

    def model(self, name: str) -> Model | None:
        """Return the kind of model of this name. Plural, order of words and weapons in the name do not matter."""
        plain = unarmed(name)
        for wanted in dict.fromkeys((name, plain)):
            for way in WAYS:
                if kind := next((model for model in self.models if way(model.own.name) == way(wanted)), None):
                    return kind
        return next((model for model in self.models if model.bare == any_order(plain)), None)

    def model_with_words(self, name: str, without: Container[str]) -> Model | None:
        """Return the only kind of model whose name has all words of this one, or the other way round.

        Kinds that differ only by weapons count as one. `without` are bare names that are excluded.
        """
        wanted = {*singular(unarmed(name)).split()}
        kinds: dict[str, Model] = {}
        for kind in self.kinds:
            words = {*kind.bare.split()}
            if kind.bare not in without and (words <= wanted or wanted <= words):
                kinds.setdefault(kind.bare, kind)
        return next(iter(kinds.values())) if wanted and len(kinds) == 1 else None

    def model_of_statline(self, name: str, items: Iterable[str]) -> Model | None:
        """Return the kind with a statline of this name that can carry most of the items."""
        wanted, names = any_order(unarmed(name)), [*items]
        same = [kind for kind in self.kinds if kind.line and any_order(unarmed(kind.line.name)) == wanted]
        return max(same, key=lambda kind: self.can_carry(kind, names), default=None)

    def model_left(self, without: Container[str], items: Iterable[str]) -> Model | None:
        """Return the kind that can carry most of the items, if all kinds not in `without` have one statline.

        `without` are bare names of other kinds. Return None if no kind can carry any item.
        """
        names = [*items]
        left = [kind for kind in self.kinds if kind.bare not in without and kind.line]
        best = max(left, key=lambda kind: self.can_carry(kind, names), default=None)
        same = len({kind.line.values for kind in left if kind.line}) == 1
        return best if best and same and self.can_carry(best, names) else None

    def armed(self, model: Model, items: Iterable[str]) -> Model:
        """Return the kind that differs from `model` only by weapons and can carry most of the items."""
        names = [*items]
        same = [kind for kind in self.kinds if kind.bare == model.bare and kind.own is not model.own]
        return max((model, *same), key=lambda kind: self.can_carry(kind, names)) if names and same else model

    def named_model(self, name: str) -> Model | None:
        """Return the kind of model of exactly this name, in the singular or plural."""
        return next((model for model in self.models if any_order(model.own.name) == any_order(name)), None)

    def can_carry(self, model: Model, names: Iterable[str]) -> int:
        """Return how many of these names the model has, inside or as its own profiles."""
        carried = {
            any_order(gear.selection.name)
            for gear in self.all_gear
            if gear.model and key(gear.model.own.name) == key(model.own.name)
        } | {any_order(plain(profile.name)) for profile in model.own.profiles if not is_statline(profile)}
        return sum(any_order(name) in carried for name in names)

    def any_model(self) -> Model | None:
        """Return any kind of model if all have the same statline; else None."""
        lines = {model.line.values for model in self.models if model.line}
        return self.models[0] if len(lines) == 1 else None

    def gear(self, name: str, model: Model | None = None) -> Gear | None:
        """Return the item of this name: of this kind of model, else of others, else of the unit."""
        model_key = key(model.own.name) if model else ""
        for names_in, by_name in ((name_of, self.by_name), (names_of_profiles, self.by_profile)):
            for way in WAYS:
                if way not in by_name:
                    by_name[way] = {}
                    for gear in self.all_gear:
                        for words in names_in(gear):
                            by_name[way].setdefault(way(words), []).append(gear)
                if same := by_name[way].get(way(name)):
                    return min(same, key=lambda gear: (not has_text(gear), not belongs_to_model(gear, model_key)))
        return None

    def beginning_with(self, name: str) -> list[Gear]:
        """Return the wargear whose names begin with this one and have more words: `Mace and net` for `Mace`."""
        words = f"{singular(name)} "
        return [gear for gear in self.all_gear if singular(gear.selection.name).startswith(words)]

    def carried_by_itself(self, name: str, model: Model) -> bool:
        """Return True if it is a profile of the model or the unit itself, which nobody has to choose."""
        lists = (kind.own.profiles for kind in self.models if kind.bare == model.bare)
        profiles = (*(profile for several in lists for profile in several), *model.copy.profiles)
        return any(any_order(plain(profile.name)) == any_order(name) for profile in profiles)

    def is_name(self, name: str) -> bool:
        """Return True if the unit or a model has this name, as some texts list them among wargear."""
        return any_order(name) == any_order(self.name) or self.named_model(name) is not None

    def misspelt_model(self, name: str) -> Model | None:
        """Return the only kind of model whose name differs by one letter, weapons in the name not counted."""
        kinds = {kind.own.name: kind for kind in reversed(self.kinds)}
        bare = {unarmed(full_name): kind for full_name, kind in kinds.items()}
        return kinds.get(misspelt(name, kinds)) or bare.get(misspelt(unarmed(name), bare))

    def misspelt_gear(self, name: str, model: Model | None = None) -> Gear | None:
        """Return the only item whose name, or that of its profiles, differs by one letter."""
        names = {written: item_name for written, item_name in self.item_names.items() if a_letter_apart(name, written)}
        return self.gear(next(iter(names.values())), model) if len({*map(key, names.values())}) == 1 else None

    def near(self, name: str) -> tuple[str, ...]:
        names = (gear.selection.name for gear in self.all_gear)
        return alike(name, (*names, *(model.own.name for model in self.models)))

    def near_gun(self, name: str) -> tuple[str, ...]:
        """Return the names of ranged weapons which have one word more or less than this name."""
        names = (gear.selection.name for gear in self.all_gear if is_ranged(gear.selection))
        return tuple(dict.fromkeys(other for other in names if a_word_apart(name, other)))


def scaled(numbers: Sequence[int], wanted: int) -> list[int]:
    """Return `wanted` models in the shares that they had, at least one of each kind; the most common has the rest.

    >>> scaled([1, 9], 5), scaled([1, 4], 10), scaled([1, 1, 2], 2)
    ([1, 4], [1, 9], [0, 0, 2])
    """
    total, most = sum(numbers), max(range(len(numbers)), key=numbers.__getitem__)
    shares = [max(n * wanted // total, min(n, 1)) if total > wanted else n for n in numbers]
    if sum(shares) - shares[most] >= wanted:
        shares = [0] * len(numbers)
    shares[most] += wanted - sum(shares)
    return shares


def models_of(unit: Selection) -> Iterator[Model]:
    """Yield its models (IMP-12), with the statlines that count for them (IMP-20)."""
    of_unit = next(filter(is_statline, unit.profiles), None)
    kinds = []
    for model in [*outermost(unit)] or [unit]:
        below = (profile for item in beneath(model) for profile in item.profiles if is_statline(profile))
        statlines = [profile for profile in model.profiles if is_statline(profile)]
        nearest = max(statlines, key=lambda profile: any_order(profile.name) == any_order(model.name), default=None)
        kinds.append(Model(model, nearest or next(below, None) or of_unit, unit))
    lines = [(kind.line, kind.own.name) for kind in kinds if kind.line]
    for kind in kinds:
        line, lent = (kind.line, "") if kind.line else lent_to(kind.own.name, lines)
        yield kind._replace(line=line, lent=lent)


def lent_to(name: str, lines: Sequence[tuple[Profile, str]]) -> tuple[Profile | None, str]:
    """Return the statline named like this model, and the model that has it. `lines` are statlines with their models."""
    wanted = any_order(unarmed(name))
    same = ((line, owner) for line, owner in lines if any_order(unarmed(line.name)) == wanted)
    return next(same, (None, ""))


def beneath(outer: Selection) -> Iterator[Selection]:
    """Yield everything inside except models, and what is inside models."""
    for inner in outer.selections:
        if inner.kind not in (MODEL, CREW):
            yield inner
            yield from beneath(inner)


def gear_of(unit: Selection) -> Iterator[Gear]:
    models = [*models_of(unit)]
    for model in models:
        yield from (Gear(item, model) for item in beneath(model.own))
    if not any(model.own is unit for model in models):
        yield from (Gear(item, None) for item in beneath(unit))


def name_of(gear: Gear) -> Iterator[str]:
    yield gear.selection.name


def names_of_profiles(gear: Gear) -> Iterator[str]:
    return (plain(profile.name) for profile in gear.selection.profiles)


def belongs_to_model(gear: Gear, name: str) -> bool:
    """Return True for an item of such models. `name` is the model's key, "" for any."""
    return not name or (gear.model is not None and key(gear.model.own.name) == name)


def has_text(gear: Gear) -> bool:
    return any(selection.profiles for selection in gear.selection.every())


def is_statline(profile: Profile) -> bool:
    saves = any(profile.has(column) for column in ("SV", "Save"))
    return (profile.has("T", "W") and saves) or profile.has("Front", "Side", "Rear")


def is_weapon(profile: Profile) -> bool:
    return profile.has("Range")


def is_ranged(item: Selection) -> bool:
    """Return True if it, or something inside, is a ranged weapon."""
    return any(is_weapon(profile) and not is_melee(part) for part in item.every() for profile in part.profiles)


def is_pistol(item: Selection) -> bool:
    """Return True if one of its profiles has the ability Pistol."""
    return any("pistol" in (profile.get("Keywords") or "").casefold() for profile in item.profiles)


def suffix(name: str) -> str:
    """Return the text in brackets behind a name: wargear that the data has already included (IMP-22)."""
    return _split_brackets(name)[1].strip(" ()")


def plain(name: str) -> str:
    """Return the name of a profile without arrow, mode and brackets."""
    return _MODE.sub("", _split_brackets(name)[0]).strip("➤ ")


def _split_brackets(name: str) -> tuple[str, str]:
    """Return a name, and the brackets at its end from the first one on, or ""."""
    bare, bracket, rest = name.rstrip().partition("(")
    return (bare.rstrip(), bracket + rest) if rest.endswith(")") else (name, "")
