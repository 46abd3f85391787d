"""A datasheet, and names compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from shoot_cli.importing.data.names import alike, any_order, factions, key, singular, unarmed
from shoot_cli.importing.models_as_upgrades import with_men_of_data
from shoot_cli.importing.roster import CREW, MODEL, Profile, Roster, Selection, outermost

if TYPE_CHECKING:
    from shoot_cli.importing.pasted.text_list import TextList


# A unit as the data has it, and what whoever has units must offer (IMP-61).


class Datasheet(NamedTuple):
    """A unit as one source knows it.

    ``copies``: each with other choices, if it stands there several times. ``told``: what the player should know of
    values from there.
    """

    name: str
    file: str
    copies: tuple[Selection, ...]
    told: tuple[str, ...] = ()


class Source(Protocol):
    """One of the things that were given. ``listed``: its units by name, each with the factions that it is of."""

    @property
    def file(self) -> str: ...

    @property
    def listed(self) -> Sequence[tuple[str, frozenset[str]]]: ...

    @property
    def told(self) -> str:
        """What holds for all values from there, and the player should know; "" if nothing does."""

    @property
    def credit(self) -> str:
        """Whom a list with values from there must name, in a sentence; "" if nobody wants it."""

    def sheet(self, places: Sequence[int]) -> Datasheet | None:
        """Of the units at these places, which are all of one name; None if they turn out to be none."""

    def enhancement(self, name: str) -> Selection | None:
        """The upgrade of this name that can be bought for a character, of whichever unit."""

    def only_melee(self, name: str) -> bool:
        """True if all that it knows by this name is for melee."""


class Package(Protocol):
    """Datasheets of an edition that players may install: what ``PUBLISHED`` of its ``importing`` is."""

    @property
    def name(self) -> str:
        """With its version."""

    @property
    def remedy(self) -> str:
        """How it is installed."""

    def installed(self) -> bool: ...

    def source(self, apply: bool = False) -> Source:
        """``apply``: what is doubtful of abilities holds as it stands there. :raises Refused: it cannot be read."""

    def ordered(
        self, source: Source, units: Sequence[str], weapons: Iterable[tuple[str, str]], faction: str, name: str
    ) -> TextList:
        """Units by their names, each with what it has to begin with, as if they had been pasted.

        :param units: ``Boyz``, or ``Boyz*20``
        :param weapons: units, and what some in them have instead: ``2x big shoota``
        :param faction: whose units are meant, where several have one of a name; "" if that does not matter
        :param name: of the list; "": it gets one
        :raises Refused: a unit, a number or a weapon that is not there, in words
        """


class RosterSource:
    """A roster that has values. Units of one name that stand in it several times know different wargear."""

    told = credit = ""

    def __init__(self, roster: Roster, file: str) -> None:
        tops = list(roster.units())
        self.file, self.units = file, [one for _, one in tops]
        self.listed = [
            (one.name, factions(force.faction, *(c for c in one.categories if c.casefold().startswith("faction"))))
            for force, one in tops
        ]

    def sheet(self, places: Sequence[int]) -> Datasheet:
        return Datasheet(self.units[places[0]].name, self.file, tuple(self.units[place] for place in places))

    def enhancement(self, name: str) -> Selection | None:
        wanted = key(name)
        same = [one for unit in self.units for one in unit.below() if key(one.name) == wanted and one.profiles]
        bought = (one for one in same if is_enhancement(one))
        # In some files nobody says what it was chosen from: then it is what costs points and is no weapon.
        dear = (one for one in same if one.points > 0 and not any(profile.has("Range") for profile in one.profiles))
        return next(bought, None) or next(dear, None)

    def only_melee(self, name: str) -> bool:
        wanted = key(name)
        same = [one for unit in self.units for one in unit.below() if key(one.name) == wanted and one.profiles]
        return bool(same) and all(is_melee(one) for one in same)


def is_enhancement(one: Selection) -> bool:
    return "enhancement" in one.group.casefold()


def is_melee(one: Selection) -> bool:
    """True if each of its profiles is a weapon's without a range."""
    return bool(one.profiles) and all((each.get("Range") or "").casefold() == "melee" for each in one.profiles)


# A datasheet as the data has it: its models and what they may carry, found by the names of a text (IMP-62).

_MODE = re.compile(r"(?s)(?<!\s)\s+[-–—]\s+.*$")
Way = Callable[[str], str]
WAYS: tuple[Way, ...] = (key, singular, any_order)


class Model(NamedTuple):
    """A kind of model of a datasheet. ``own``: the selection; ``line``: the statline that it has, None if none does.

    ``lent``: the model beside it that the statline was taken from, as it has none itself; "" if it has one.
    """

    own: Selection
    line: Profile | None
    copy: Selection  # of the unit, in which it stands
    lent: str = ""

    @property
    def bare(self) -> str:
        """Its name without what it carries, as names are compared."""
        return any_order(unarmed(self.own.name))


class Thing(NamedTuple):
    """What a model carries. ``model``: the kind of model that it was found below; None: it is the unit's."""

    selection: Selection
    model: Model | None


class Sheet:
    """``sheets``: of one unit, from one source after the other; what the first has is not taken from the second."""

    def __init__(self, sheets: Sequence[Datasheet]) -> None:
        self.name, self.file = sheets[0].name, sheets[0].file
        self.told = tuple(dict.fromkeys(words for sheet in sheets for words in sheet.told))
        copies = [with_men_of_data(copy) for sheet in sheets for copy in sheet.copies]
        self.top = copies[0]
        self.models = [model for copy in copies for model in models_of(copy)]
        # Statlines to which no wargear was added stand first: the wargear of the text may be another.
        self.models.sort(key=lambda model: (model.line is None, bool(model.line and suffix(model.line.name))))
        self.things = [thing for copy in copies for thing in things_of(copy)]
        self.by_name: dict[Way, dict[str, list[Thing]]] = {}
        self.by_profile: dict[Way, dict[str, list[Thing]]] = {}

    @property
    def kinds(self) -> list[Model]:
        """One model for each name that there is."""
        first = {key(model.own.name): model for model in reversed(self.models)}
        return list(reversed(first.values()))

    def model(self, name: str) -> Model | None:
        """The kind of model of this name, also in the plural, with its words in another order, or without its arms."""
        plain = unarmed(name)
        for said in dict.fromkeys((name, plain)):
            for way in WAYS:
                if found := next((model for model in self.models if way(model.own.name) == way(said)), None):
                    return found
        return next((model for model in self.models if model.bare == any_order(plain)), None)

    def model_with_words(self, name: str, without: Container[str]) -> Model | None:
        """The only kind of model of which the name has all words of this one, or the other way round.

        Kinds that differ by their arms alone are one. ``without``: bare names of kinds that are others.
        """
        said = {*singular(unarmed(name)).split()}
        found: dict[str, Model] = {}
        for kind in self.kinds:
            words = {*kind.bare.split()}
            if kind.bare not in without and (words <= said or said <= words):
                found.setdefault(kind.bare, kind)
        return next(iter(found.values())) if said and len(found) == 1 else None

    def model_of_statline(self, name: str, items: Iterable[str]) -> Model | None:
        """Of kinds that a statline of this name is of, the one that can carry most of the items: some are called by
        their arms."""
        wanted, names = any_order(unarmed(name)), [*items]
        same = [kind for kind in self.kinds if kind.line and any_order(unarmed(kind.line.name)) == wanted]
        return max(same, key=lambda kind: self.can_carry(kind, names), default=None)

    def model_left(self, without: Container[str], items: Iterable[str]) -> Model | None:
        """The kind that can carry most of the items, of those that nobody named, if these have one statline.

        None if they can carry nothing of it. ``without``: bare names of kinds that are others.
        """
        names = [*items]
        left = [kind for kind in self.kinds if kind.bare not in without and kind.line]
        best = max(left, key=lambda kind: self.can_carry(kind, names), default=None)
        one = len({kind.line.values for kind in left if kind.line}) == 1
        return best if best and one and self.can_carry(best, names) else None

    def armed(self, model: Model, items: Iterable[str]) -> Model:
        """Of the kinds that differ by their arms alone the one that can carry most of the items, else as it is."""
        names = [*items]
        same = [kind for kind in self.kinds if kind.bare == model.bare and kind.own is not model.own]
        return max((model, *same), key=lambda kind: self.can_carry(kind, names)) if names and same else model

    def named_model(self, name: str) -> Model | None:
        """The kind of model of just this name, in the singular or plural."""
        return next((model for model in self.models if any_order(model.own.name) == any_order(name)), None)

    def can_carry(self, model: Model, names: Iterable[str]) -> int:
        """How many of these stand below such models, or are their own."""
        own = {
            any_order(one.selection.name)
            for one in self.things
            if one.model and key(one.model.own.name) == key(model.own.name)
        } | {any_order(plain(profile.name)) for profile in model.own.profiles if not is_statline(profile)}
        return sum(any_order(name) in own for name in names)

    def any_model(self) -> Model | None:
        """Of which kind any is, if all have the same statline; None if they do not."""
        lines = {model.line.values for model in self.models if model.line}
        return self.models[0] if len(lines) == 1 else None

    def thing(self, name: str, model: Model | None = None) -> Thing | None:
        """What is carried by this name: of this kind of model, else of others, else of the unit."""
        own = key(model.own.name) if model else ""
        for of_thing, by_name in ((name_of, self.by_name), (names_of_profiles, self.by_profile)):
            for way in WAYS:
                if way not in by_name:
                    by_name[way] = {}
                    for one in self.things:
                        for said in of_thing(one):
                            by_name[way].setdefault(way(said), []).append(one)
                if same := by_name[way].get(way(name)):
                    return min(same, key=lambda one: (not says_something(one), not of_model(one, own)))
        return None

    def carried_by_itself(self, name: str, model: Model) -> bool:
        """True if it is a profile of such models, however they are armed, or of the unit itself: nobody chooses it."""
        own = (kind.own.profiles for kind in self.models if kind.bare == model.bare)
        profiles = (*(profile for several in own for profile in several), *model.copy.profiles)
        return any(any_order(plain(each.name)) == any_order(name) for each in profiles)

    def is_name(self, name: str) -> bool:
        """True if the unit or a model is called so: such names stand among wargear in some texts."""
        return any_order(name) == any_order(self.name) or self.named_model(name) is not None

    def near(self, name: str) -> tuple[str, ...]:
        return alike(name, (*(one.selection.name for one in self.things), *(model.own.name for model in self.models)))


def models_of(unit: Selection) -> Iterator[Model]:
    """Its models (IMP-12), with the statlines that count for them (IMP-20)."""
    of_unit = next(filter(is_statline, unit.profiles), None)
    found = []
    for model in [*outermost(unit)] or [unit]:
        below = (profile for one in beneath(model) for profile in one.profiles if is_statline(profile))
        own = [profile for profile in model.profiles if is_statline(profile)]
        nearest = max(own, key=lambda profile: any_order(profile.name) == any_order(model.name), default=None)
        found.append(Model(model, nearest or next(below, None) or of_unit, unit))
    lines = [(one.line, one.own.name) for one in found if one.line]
    for one in found:
        line, lent = (one.line, "") if one.line else lent_to(one.own.name, lines)
        yield one._replace(line=line, lent=lent)


def lent_to(name: str, lines: Sequence[tuple[Profile, str]]) -> tuple[Profile | None, str]:
    """The statline of a model that has none: that of its squad which is called as it is. Some data has it with one
    model alone. ``lines``: statlines, and the models that have them."""
    wanted = any_order(unarmed(name))
    same = ((line, of) for line, of in lines if any_order(unarmed(line.name)) == wanted)
    return next(same, (None, ""))


def beneath(one: Selection) -> Iterator[Selection]:
    """What stands below a selection, but no models, and nothing that is below those."""
    for each in one.selections:
        if each.kind not in (MODEL, CREW):
            yield each
            yield from beneath(each)


def things_of(unit: Selection) -> Iterator[Thing]:
    models = [*models_of(unit)]
    for model in models:
        yield from (Thing(one, model) for one in beneath(model.own))
    if not any(model.own is unit for model in models):
        yield from (Thing(one, None) for one in beneath(unit))


def name_of(thing: Thing) -> Iterator[str]:
    yield thing.selection.name


def names_of_profiles(thing: Thing) -> Iterator[str]:
    return (plain(profile.name) for profile in thing.selection.profiles)


def of_model(thing: Thing, name: str) -> bool:
    """True of what such models carry; ``name``: its key, "" for any."""
    return not name or (thing.model is not None and key(thing.model.own.name) == name)


def says_something(thing: Thing) -> bool:
    return any(one.profiles for one in thing.selection.every())


def is_statline(profile: Profile) -> bool:
    saves = any(profile.has(column) for column in ("SV", "Save"))
    return (profile.has("T", "W") and saves) or profile.has("Front", "Side", "Rear")


def is_weapon(profile: Profile) -> bool:
    return profile.has("Range")


def is_ranged(one: Selection) -> bool:
    """True if it or what stands in it is a weapon for shooting."""
    return any(is_weapon(profile) and not is_melee(each) for each in one.every() for profile in each.profiles)


def suffix(name: str) -> str:
    """What stands in brackets behind a name: what the data has applied to it already (IMP-22)."""
    return _parted(name)[1].strip(" ()")


def plain(name: str) -> str:
    """The name of a profile without arrow, mode, and what was applied to it."""
    return _MODE.sub("", _parted(name)[0]).strip("➤ ")


def _parted(name: str) -> tuple[str, str]:
    """A name, and what stands in brackets at its end, from the first of them on; "" if nothing does."""
    bare, bracket, rest = name.rstrip().partition("(")
    return (bare.rstrip(), bracket + rest) if rest.endswith(")") else (name, "")
