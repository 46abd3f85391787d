"""Units of a text matched with datasheets, which gives a roster; or written as a list to fill in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from shoot_cli.engine.names import counted
from shoot_cli.importing.data import datasheets
from shoot_cli.importing.data.datasheets import Chosen
from shoot_cli.importing.data.names import a_letter_apart, any_order, singular
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.models import is_sign, looks_harmless, looks_protective, looks_ranged, spoken_names
from shoot_cli.importing.pasted import text_list
from shoot_cli.importing.pasted.text_list import (
    LEADER,
    SUPPORT,
    Enhancement,
    Group,
    Item,
    TextList,
    TextUnit,
    how_many,
    split_at_commas,
)  # fmt: skip
from shoot_cli.importing.pasted.text_list import counted as numbers
from shoot_cli.importing.pasted.unit_block import (
    A_REMARK,
    EITHER,
    GEAR,
    LIKELY,
    CarriedItems,
    readings,
    regrouped,
    shared_out,
)
from shoot_cli.importing.pasted.unit_block import MODEL as MODEL_NAME
from shoot_cli.importing.report import MOST_PROPOSED, UNKNOWN, ImportContext, Options, called
from shoot_cli.importing.roster import MODEL, UNIT, UPGRADE, Force, Profile, Roster, Selection

# One unit of a text, made from its datasheet with the numbers of the text (IMP-62) ------------------------------------

MOST_MODELS = 500  # models of a unit
_NUMBERED = re.compile(r"(\d{1,2})x?\s+(\S.*)")  # "2 magma cutters"
_ARMED = re.compile(r" w/ ?| with | - |: | ?[(\[]| \+ |, ", re.IGNORECASE)
_NO_UPGRADES = ("ranged", "melee", "shooting", "assault", "psychic")  # words in brackets that are no wargear
_NICKNAME = re.compile(r' ?" ?| [-–—] | ?[\[(]|[\])] ?| (?=(?:#?\d{1,2}|[A-F])$)')  # signs around a nickname
_LABEL = re.compile(r"(?:[^\W\d_]{4,14} ?(?:[:=]| [-–—]) ?|with )(?=[^\W\d_])", re.IGNORECASE)
_ITS_NUMBER = re.compile(r" [(\[]?(\d{1,3})[)\]]?$")  # behind a name
MOST_TIMES = 4  # so many times the least number of models may stand beside a name; what is more is a nickname
_ASIDE = re.compile(r" ?\([^\W\d_]{4,14}\)$")
_SOME = re.compile(r"^\d+x?\s+")
SLIP = "one letter differs"
MORE = 1.8  # so many times the points of the least number of models are those of more models


MOST_READINGS = 4  # ways to part a name
MOST_EACH = 4  # equal guns of one model, in a text that may mean totals


def sums(many: Sequence[int]) -> set[int]:
    """Return the sums of one or more of these numbers, up to the most models of a unit.

    >>> sorted(sums([7, 7, 2]))
    [2, 7, 9, 14, 16]
    """
    totals = {0}
    for n in many[:40]:
        totals |= {total + n for total in totals if total + n <= MOST_MODELS}
    return totals - {0}


class ModelGroup(NamedTuple):
    """A group of the text, with its kind of model on the datasheet."""

    name: str
    n: int
    items: tuple[Item, ...]
    model: datasheets.Model


class Carried(NamedTuple):
    """An item with its total for the group, or for the unit."""

    selection: Selection
    total: int


class JoinedUnit:
    """The matching of one unit. `entry` is the unit in the text, `sheet` its datasheet."""

    def __init__(
        self, entry: TextUnit, sheet: datasheets.Sheet, sources: Sources, context: ImportContext,
        chosen: Chosen | None = None,
    ) -> None:  # fmt: skip
        self.sheet, self.sources, self.context, self.chosen = sheet, sources, context, chosen
        self.text, self.entry, self.doubts, self.guessed = entry, entry, list[str](), list[str]()
        entry = regrouped(entry, self.kind) if entry.flat else entry
        guns = [bought for bought in entry.enhancements if self.is_gun(bought.name)]  # `1x Gun (+5 pts)`
        self.enhancements = [bought for bought in entry.enhancements if bought not in guns]
        entry = entry.but(items=(*entry.items, *(Item(gun.name) for gun in guns)))
        self.entry = entry = self.with_arms(entry)
        self.entry = entry = self.without_remarks(self.without_enhancements(entry))
        self.lost = 0  # models of groups that were left out and reported
        self.guessed = [*entry.doubts, *self.doubts, *sheet.top.guessed, *self.guessed]
        self.applied: dict[str, dict[str, None]] = {}  # wargear that the data has included, and in which values
        items = (*entry.items, *(item for group in entry.groups for item in group.items))
        self.item_names = {singular(item.name) for item in items}
        self.named_items = bool(self.item_names)

    def unit_selection(self) -> Selection | None:
        """Return the unit; None if it is left out, which is reported."""
        if self.entry.models > MOST_MODELS:
            self.report(f"{self.entry.models} models; a unit has at most {MOST_MODELS}")
            return None
        if a_letter_apart(self.entry.name, self.sheet.name):
            self.guessed.append(f"it is taken to be “{self.sheet.name}” in {self.sheet.file}: {SLIP}")
        elif any_order(self.entry.name) != any_order(self.sheet.name):
            self.guessed.append(f"its values are those of “{self.sheet.name}” in {self.sheet.file}")
        self.guessed += self.sheet.warnings
        parts, rest = self.parts()
        if self.entry.groups and not self.named_items and any(self.initial_items(part) for part in parts):
            self.guessed.append(f"the text names no wargear: {self.usual}")
        if not parts:
            self.report(f"{self.sheet.file} has none of its models", "")
            return None
        models = [model for part in parts for model in self.models(part)]
        count = sum(model.number for model in models)
        self.report_lost(count)
        self.report_few(count)
        self.tell_unarmed(models)
        shared = [self.copied(item, item.total) for item in self.carried_items(rest, None)]
        return self.unit(parts, models, [*shared, *map(self.enhancement, self.enhancements)])

    def unit(self, parts: list[ModelGroup], models: list[Selection], shared: list[Selection]) -> Selection:
        """Return the unit. `shared` are selections of the unit and no model."""
        top = self.sheet.top
        lone = models[0] if len(models) == 1 and parts[0].model.own is parts[0].model.copy else None
        return Selection(
            self.entry.name, MODEL if lone else UNIT, lone.number if lone else 1,
            points=(self.entry.points or 0) - sum(bought.points or 0 for bought in self.enhancements),
            line=self.entry.line, ready=top.ready, rules=top.rules, categories=top.categories,
            profiles=(*(lone.profiles if lone else ()), *without_statlines(top)),
            selections=(*(lone.selections if lone else models), *shared), guessed=tuple(dict.fromkeys(self.guesses())),
        )  # fmt: skip

    def with_arms(self, entry: TextUnit) -> TextUnit:
        """Return the unit, with groups of the models whose own words say what they carry: `8x Boy with Slugga`."""
        items, groups = list[Item](), list[Group]()
        for item in _rejoined(entry.items, self.sheet):
            group = self.armed(Group(item.name, item.n, (), entry.line))
            (groups if group else items).append(group or item)  # type: ignore[arg-type]
        for group in entry.groups:
            groups.append(self.armed(group) or group.but(items=_rejoined(group.items, self.sheet)))
        return entry.but(items=tuple(items), groups=(*groups,))

    def without_enhancements(self, entry: TextUnit) -> TextUnit:
        """Return the unit without the items that are enhancements by their names; these are noted as such."""
        found = [
            item
            for item in entry.items
            if item.n == 1 and not self.sheet.gear(item.name) and self.sources.enhancement(item.name, self.chosen)
        ]
        self.enhancements += [Enhancement(item.name) for item in found]
        return entry.but(items=tuple(item for item in entry.items if item not in found))

    def without_remarks(self, entry: TextUnit) -> TextUnit:
        """Return the unit without items if each is a remark, sign or choice, and no gear; these are told.

        It then has what its models begin with, as if it had no items.
        """
        items = (*entry.items, *(item for group in entry.groups for item in group.items))
        if not items or not all(self.is_remark(item) for item in items):
            return entry
        for item in dict.fromkeys(items):
            self.guessed_gear(item, None)
        return entry.but(items=(), groups=tuple(group.but(items=()) for group in entry.groups))

    def is_remark(self, item: Item) -> bool:
        """Return True for a choice or a sign that no data has, also not as several names."""
        parts = {item.name, without_label(item.name), *(part for way in readings(item.name) for part in way)}
        known = any(self.kind(part) or self.sheet.is_name(part) or self.sources.only_melee(part) for part in parts)
        return is_sign(item.name) and not (known or looks_protective(item.name))

    def is_gun(self, name: str) -> bool:
        """Return True for gear of the datasheet that is no enhancement."""
        gear = None if self.sources.enhancement(name, self.chosen) else self.sheet.gear(name)
        return gear is not None and not datasheets.is_enhancement(gear.selection)

    def armed(self, group: Group) -> Group | None:
        """Return a model with the items behind its name; None if its words before them are no model.

        Items without numbers are for each model. Numbers are totals if some of them add up to the models. They are also
        totals if one is more than a model carries.
        """
        if self.sheet.named_model(group.name) or self.sheet.gear(group.name):
            return None
        for match in islice(_ARMED.finditer(group.name), MOST_READINGS):
            bare = group.name[: match.start()]
            parts = split_at_commas(group.name[match.end() :].rstrip(")]"))
            listed = [(numbers(part)[0], *how_many(part)) for part in parts]
            if group.items and not any(stated for stated, _, _ in listed):
                return None  # the words only say which of the items below it has
            if self.sheet.gear(bare) or not (self.sheet.named_model(bare) or self.is_armed(bare, listed)):
                continue
            many = [n for stated, n, _ in listed if stated] + [item.n for item in group.items]
            totals = max(many, default=0) >= group.n > 1 or group.n in sums(many) or max(many, default=0) > MOST_EACH
            times = 1 if totals and any(n % group.n for n in many) else group.n  # `9x Lad (7x Sling, Net)` has one Net
            if times != group.n and any(stated is None for stated, _, _ in listed):
                self.doubts.append(f"{bare}: what has no number among its numbers is taken to be there once")
            arms = (Item(name, n if stated and totals else n * times) for stated, n, name in listed)
            return group.but(name=bare, items=(*arms, *group.items))
        return None

    def is_armed(self, bare: str, listed: Iterable[tuple[int | None, int, str]]) -> bool:
        """Return True if this is nearly a model's name, and the datasheet has an item that stands behind it."""
        names = (part for _, _, name in listed for way in (*readings(name), (name,)) for part in way)
        model = self.sheet.model(bare) or self.sheet.model_with_words(bare, ())
        return model is not None and any(self.sheet.gear(name) for name in names)

    # Models -----------------------------------------------------------------------------------------------------------

    def parts(self) -> tuple[list[ModelGroup], list[Item]]:
        """Return the groups with their kinds of models, and the items that belong to no group."""
        parts, rest = list[ModelGroup](), [*self.entry.items]
        exact = (self.sheet.model(group.name) for group in self.entry.groups)
        named = {model.bare for model in exact if model}
        for group in self.entry.groups:
            if model := self.sheet.model(group.name):
                parts.append(ModelGroup(group.name, group.n, group.items, model))
            elif self.sheet.gear(group.name) and group.name != self.entry.name:
                # "2 ectoplasma cannons", with the cannons below it
                rest += [Item(group.name, group.n), *group.items]
            elif guess := self.guessed_model(group, named):
                model, words = guess
                self.guessed.append(f"{group.name} {words}")
                parts.append(ModelGroup(group.name, group.n, group.items, model))
            else:
                self.lost += group.n
                self.report(f"{group.name}: {self.sheet.file} does not have such a model for this unit", group.name)
        return self.with_models_among(rest, parts)

    def guessed_model(self, group: Group, named: set[str]) -> tuple[datasheets.Model, str] | None:
        """Return a kind for a group of unknown name, and how it was found. `named` are kinds that the text names."""
        items = [item.name for item in group.items]
        if model := self.sheet.misspelt_model(group.name):
            return model, f"is taken to be {model.own.name}: {SLIP}"
        if model := self.sheet.model_with_words(group.name, named):
            return model, f"is taken to be {model.own.name}"
        if model := self.sheet.model_of_statline(group.name, items):
            return model, f"is taken to be {model.own.name}, whose statline is called so"
        if model := self.sheet.any_model():
            return model, "has the statline that all models of the datasheet have"
        if model := self.sheet.model_left(named, items):
            return model, f"is taken to be {model.own.name}, which the text does not name"
        return None

    def with_models_among(self, items: list[Item], parts: list[ModelGroup]) -> tuple[list[ModelGroup], list[Item]]:
        """Return the groups and the other items, after items that are models became groups.

        If the text names no models, the items tell how many there are, and of which kind.
        """
        if parts and self.entry.groups:
            known = {any_order(part.name) for part in parts}
            more = [item for item in items if (model := self.is_model(item)) and any_order(model.own.name) not in known]
            parts += [ModelGroup(item.name, item.n, (), model) for item in more if (model := self.is_model(item))]
            return parts, [item for item in items if item not in more]
        if self.entry.groups and not items:
            return [], []
        if not items and self.is_usual:
            return self.initial_models(), []
        rest = list[Item]()
        for item in items:
            if model := self.is_model(item):
                parts.append(ModelGroup(item.name, item.n, (), model))
            else:
                rest.append(item)
        named = sum(part.n for part in parts)
        total = self.entry.number or (max(1 - named, 0) if parts else self.implied_count(rest))
        left = total if any(item.n == total for item in rest) else total - named
        if not parts and (usual := self.usual_models(rest, total)):
            return usual, []
        if rest and left > 0:
            model = self.likeliest(rest)
            return [*parts, ModelGroup(model.own.name, left, tuple(rest), model)], []
        if left > 0:
            model = self.likeliest(rest)
            parts.append(ModelGroup(model.own.name, left, (), model))
        if len(parts) == 1:
            return [parts[0]._replace(items=(*parts[0].items, *rest))], []
        return parts, rest

    def usual_models(self, items: Sequence[Item], total: int) -> list[ModelGroup]:
        """Return the models that a datasheet begins with, some of which carry these guns in place of their own.

        Return [] if the guns are enough for all, or if the data does not tell with what its models begin.
        """
        found = [self.gear(item, None)[0] for item in items]
        guns = [item for item, gear in zip(items, found, strict=True) if gear and datasheets.is_ranged(gear.selection)]
        if not self.is_usual or not guns or not 0 < sum(gun.n for gun in guns) < total:
            return []
        groups = self.initial_models(total)
        most = max(range(len(groups)), key=lambda index: groups[index].n)
        special = list[ModelGroup]()
        for gun in guns:
            kind = max(self.sheet.kinds, key=lambda kind: (self.sheet.can_carry(kind, [gun.name]), kind.own.number))
            own = next((index for index, group in enumerate(groups) if group.model == kind and group.n >= gun.n), most)
            if groups[own].n < gun.n:
                return []
            groups[own] = groups[own]._replace(n=groups[own].n - gun.n)
            special.append(ModelGroup(kind.own.name, gun.n, (gun, *self.beside(gun, kind)), kind))
        bearer = most if groups[most].n else 0
        for index, group in enumerate(groups):
            usual = [Item(*item) for item in self.sheet.usual_items(group.model, group.n, alike=True)]
            others = [item for item in items if item not in guns] if index == bearer else []
            groups[index] = group._replace(items=(*usual, *others))
        self.guessed.append(f"who carries none of {', '.join(gun.name for gun in guns)} has the usual guns")
        return [group for group in (*groups, *special) if group.n]

    def beside(self, gun: Item, kind: datasheets.Model) -> Iterator[Item]:
        """Yield what a model of this kind keeps beside a gun: what is no gun, and a pistol beside another gun."""
        gear = self.gear(gun, kind)[0] or self.gear(gun, None)[0]
        carried = self.sheet.carried_at_first(kind)
        for item, (name, n) in zip(carried, self.sheet.usual_items(kind, gun.n, alike=True), strict=True):
            own = gear is not None and singular(item.name) == singular(gear.selection.name)
            pistol = gear is not None and datasheets.is_pistol(item) != datasheets.is_pistol(gear.selection)
            if not own and (pistol or not datasheets.is_ranged(item)):
                yield Item(name, n)

    def implied_count(self, items: Sequence[Item]) -> int:
        """Return how many models a unit has whose text names none: by its points, else by its items (IMP-12).

        Each of the models has one of most items, so the number that most of them have counts. It is told as a guess.
        """
        least, points = self.sheet.least, self.by_points()
        if self.sheet.examples:
            least = sum(n for _, n in self.sheet.example(0, self.own_points))
        if not self.sheet.has_many or max(least, points) < 2:
            return 1
        counts = Counter(item.n for item in items if item.n >= max(least, points))
        often = max(counts, key=lambda n: (counts[n], n), default=max(least, self.meant_by_points()))
        says = "has" if self.sheet.examples else "says at least"
        how = f"by {often} of its items" if counts else f"as many as {self.sheet.file} {says}"
        self.guessed.append(f"the text names no models: {often}, {how}")
        return often

    def initial_models(self, for_items: int = 0) -> list[ModelGroup]:
        """Return the models that a datasheet begins with, for a unit of which the text names nothing but its name.

        If there are more models than that, they are of the kind that there is most of. It is told as a guess.
        """
        told = for_items or self.entry.number
        priced = self.meant_by_points() if self.sheet.has_many else 0
        if self.sheet.examples:
            shares = self.sheet.example(told or 0, self.own_points)
        else:
            kinds = [kind for kind in self.sheet.kinds if kind.own.number > 0] or self.sheet.kinds[:1]
            least = [max(kind.own.number, 1) for kind in kinds]
            numbers = datasheets.scaled(least, told or priced or sum(least))
            shares = [(kind, n) for kind, n in zip(kinds, numbers, strict=True) if n]
        many = sum(n for _, n in shares)
        if not told and (priced > self.by_points() or (self.sheet.examples and self.sheet.has_many)):
            how = " by its points" if priced or shares[0][0].copy.all_points else f", as many as {self.sheet.file} has"
            self.guessed.append(f"{many} models{how}; if it has others, write how many before its name")
        if not for_items and (many > 1 or self.sheet.carried_at_first(shares[0][0])):
            self.guessed.append(f"the text names neither models nor wargear: {self.usual}")
        return [ModelGroup(kind.own.name, n, (), kind) for kind, n in shares]

    @property
    def is_usual(self) -> bool:
        """True if the data tells what models begin with, or somebody's unit shows what they usually have."""
        return bool(self.sheet.sizes or self.sheet.examples)

    @property
    def usual(self) -> str:
        return f"what {self.sheet.file} {'has' if self.sheet.examples else 'begins with'}"

    @property
    def own_points(self) -> float:
        """The points of the unit without those of its enhancements; 0 if the text tells none."""
        return (self.entry.points or 0) - sum(bought.points or 0 for bought in self.entry.enhancements)

    def by_points(self) -> int:
        """Return the number of models that the points in the text are at least for; 0 if they tell nothing."""
        points, sizes = self.own_points, self.sheet.sizes
        exact = [models for models, cost in sizes if cost == points]
        if exact or len({models for models, _ in sizes}) != 1 or not sizes[0][1]:
            return min(exact, default=0)
        least, cost = sizes[0]
        return least + 1 if cost < points and points >= MORE * cost else 0

    def meant_by_points(self) -> int:
        """Return the number of models that the points are meant for: the largest that they buy (0: they tell nothing).

        Where the data has the points of the least number alone, twice as many points are those of twice as many models.
        """
        at_least, points, sizes = self.by_points(), self.own_points, self.sheet.sizes
        if exact := [models for models, cost in sizes if cost == points]:
            return max(exact)
        times = round(points / sizes[0][1]) if at_least else 0
        return sizes[0][0] * times if sizes and times <= MOST_TIMES else at_least

    def kind(self, name: str) -> str:
        """Return what a name in a text without indents is on the datasheet; "" if unknown."""
        exact, gear = self.sheet.named_model(name), self.sheet.gear(name)
        if exact and not gear:
            return MODEL_NAME
        if not exact and not gear and (slip := self.slip(name)):
            return slip
        likely = exact or self.sheet.model(name)
        if gear:
            return EITHER if likely else GEAR
        return LIKELY if likely or self.sheet.model_with_words(name, ()) else ""

    def slip(self, name: str) -> str:
        """Return what a name with one wrong letter is on the datasheet; "" if nothing or both is so near."""
        model, gear = self.sheet.misspelt_model(name), self.sheet.misspelt_gear(name)
        return "" if bool(model) == bool(gear) else LIKELY if model else GEAR

    def is_model(self, item: Item) -> datasheets.Model | None:
        """Return the kind of model that an item is; None for wargear."""
        model = self.sheet.named_model(item.name)
        return None if model is None or self.sheet.gear(item.name) else model

    def likeliest(self, items: Iterable[Item]) -> datasheets.Model:
        """Return the kind of model that can carry most of the items, for a text that names no models."""
        kinds = self.sheet.kinds
        if len(kinds) == 1:
            return kinds[0]
        names = [item.name for item in items]
        best = max(kinds, key=lambda kind: (self.sheet.can_carry(kind, names), kind.own.number))
        self.guessed.append(f"the text names no models: they are taken to be {best.own.name}")
        return best

    def models(self, part: ModelGroup) -> Iterator[Selection]:
        """Yield a group as selections; all models of a selection carry the same."""
        if part.n > MOST_MODELS or part.n < 1:
            self.report(f"{part.name}: there cannot be {part.n} of them")
            return
        carried = self.carried_items(part.items or self.initial_items(part), part.model)
        last = {index for index, item in enumerate(carried) if not datasheets.is_ranged(item.selection)}
        shares = shared_out(part.n, [item.total for item in carried], last)
        partly = [item for index, item in enumerate(carried) if index not in last and item.total % part.n]
        if len(partly) > 1:
            self.guessed.append(self.who_carries_what(part, carried, shares, partly))
        for share in shares:
            kind = self.sheet.armed(part.model, [carried[index].selection.name for index, _ in share.carried])
            own, line = kind.own, (kind.line,) if kind.line else ()
            alone = own is kind.copy  # its wargear is that of the unit
            if kind.lent:
                self.guessed.append(f"{part.name} has no statline of its own in {self.sheet.file}: that of {kind.lent}")
            yield Selection(
                part.name, MODEL, share.models, profiles=line if alone else (*line, *without_statlines(own)),
                ready=() if alone else own.ready, rules=() if alone else own.rules,
                categories=() if alone else tuple(dict.fromkeys((*part.model.own.categories, *own.categories))),
                selections=tuple(self.copied(carried[index], n * share.models) for index, n in share.carried),
            )  # fmt: skip
            self.note_included(kind.line, "its statline")

    def initial_items(self, part: ModelGroup) -> tuple[Item, ...]:
        """Return what the models begin with if the text names no wargear of the whole unit; else ()."""
        if self.named_items or not self.is_usual:
            return ()
        return tuple(Item(*item) for item in self.sheet.usual_items(part.model, part.n))

    @staticmethod
    def who_carries_what(
        part: ModelGroup, carried: list[Carried], shares: Iterable[CarriedItems], partly: list[Carried]
    ) -> str:
        """Return the sentence about items in `partly`, which only some models of the group carry."""
        groups = []
        for share in shares:
            names = [carried[index].selection.name for index, _ in share.carried if carried[index] in partly]
            groups.append(f"{share.models} with {' and '.join(names) or 'neither'}")
        who = counted(part.n, spoken_names([(part.name, part.n)])[part.name])
        return f"the text does not say who of the {who} carries what: {', '.join(groups)}"

    # Wargear ----------------------------------------------------------------------------------------------------------

    def carried_items(self, items: Iterable[Item], model: datasheets.Model | None) -> list[Carried]:
        """Return the items as selections of the datasheet, each once with its total."""
        selections: dict[int, Carried] = {}
        for item in self.split_items(items, model):
            gear, n = self.gear(item, model)
            if n < 1:
                continue
            gear = gear or self.guessed_gear(item, model)
            if gear is None:
                continue
            if datasheets.is_enhancement(gear.selection):
                self.enhancements.append(Enhancement(gear.selection.name))
            else:
                self.context.name_item(self.entry.name, gear.selection.name)
                before = selections.get(id(gear.selection))
                selections[id(gear.selection)] = Carried(gear.selection, n + (before.total if before else 0))
        return [*selections.values()]

    def split_items(self, items: Iterable[Item], model: datasheets.Model | None) -> Iterator[Item]:
        """Yield the items. An unknown item is split in the items that it names, if one of these is known."""
        for item in items:
            split = [item]
            bare = without_label(item.name)
            if self.gear(item, model)[0] or self.sheet.is_name(item.name):
                pass
            elif bare != item.name and (self.gear(item.but(name=bare), model)[0] or self.sources.enhancement(bare)):
                split = [item.but(name=bare)]
            else:
                first, *others = split_at_commas(item.name) or [item.name]
                listed = [Item(first, item.n), *(Item(name, n) for n, name in map(how_many, others))]
                list_of = bool(others) and not any(part[0].islower() for part in others)
                ways = [[*self.split_items(listed, model)]] if list_of else []  # the number is that of the first one
                ways += [[Item(part, item.n) for part in parts] for parts in readings(item.name)]
                split = next((way for way in ways if any(self.gear(piece, model)[0] for piece in way)), split)
                self.item_names |= {singular(piece.name) for piece in split}
            yield from split

    def gear(self, item: Item, model: datasheets.Model | None) -> tuple[datasheets.Gear | None, int]:
        """Return an item on the datasheet, or None, and its number."""
        if (gear := self.sheet.gear(item.name, model)) is None and (several := _NUMBERED.fullmatch(item.name)):
            return self.sheet.gear(several[2], model), item.n * int(several[1])
        return gear, item.n

    def guessed_gear(self, item: Item, model: datasheets.Model | None) -> datasheets.Gear | None:
        """Return the gear whose name differs by one letter from an item that the datasheet lacks (IMP-62).

        Return None if there is no such gear; the item is then reported, unless it does not matter.
        """
        kind = model or self.sheet.models[0]
        if self.sheet.carried_by_itself(item.name, kind) or self.sheet.is_name(item.name):
            return None
        if self.sources.enhancement(item.name):
            self.enhancements.append(Enhancement(item.name))
        elif gear := self.sources.borrowed(item.name):
            self.guessed.append(f"{item.name}: its values are those of that unit")
            return gear
        elif gear := self.sheet.misspelt_gear(item.name, model):
            self.guessed.append(f"{item.name} is taken to be {gear.selection.name}: {SLIP}")
            return gear
        elif item.name in self.entry.asides and not looks_ranged(item.name):
            self.guessed.append(f"{item.name.strip('()[]')} {A_REMARK}")
        elif not self.sources.only_melee(item.name):
            label = f"{item.n}x {item.name}" if item.n > 1 else item.name
            words = f"{label}: {self.sheet.file} does not have it for this unit"
            if self.is_no_gun(item.name) and looks_protective(item.name):
                self.context.to_play(self.entry.name, f"{item.name}: no data says what it does for this unit")
            elif self.is_no_gun(item.name):
                words = f"{words}, and by its name it is no ranged weapon"
                named = "" if is_sign(without_label(item.name)) else item.name
                self.context.without_influence(self.entry.name, words, named)
            else:
                self.report(words, item.name)
        return None

    def is_no_gun(self, name: str) -> bool:
        """Return True for an unknown item that is no ranged weapon, by its name or by similar names there are."""
        if looks_ranged(without_label(name)):
            return False
        if looks_harmless(name):
            return True
        near = [gear for other in self.near(name) if (gear := self.sheet.gear(other))]
        near += self.sheet.beginning_with(name)
        return (
            bool(near)
            and not looks_ranged(name)
            and not any(datasheets.is_ranged(gear.selection) or looks_ranged(gear.selection.name) for gear in near)
        )

    def copied(self, carried: Carried, number: int) -> Selection:
        """Return an item with its number and the items inside, except those that the text names itself."""
        original = carried.selection
        for profile in original.profiles:
            if datasheets.is_weapon(profile):
                self.note_included(profile, original.name)
        inside = (
            self.copied(Carried(inner, 0), number * max(inner.number // max(original.number, 1), 1))
            for inner in original.selections
            if inner.number > 0 and singular(inner.name) not in self.item_names
        )
        return Selection(
            original.name, UPGRADE if original.kind in (MODEL, UNIT) else original.kind, number, group=original.group,
            profiles=original.profiles, rules=original.rules, categories=original.categories, ready=original.ready,
            selections=tuple(inside), guessed=original.guessed,
        )  # fmt: skip

    def enhancement(self, bought: Enhancement) -> Selection:
        known = self.sources.enhancement(bought.name, self.chosen)
        if known is None or not (known.profiles or known.rules or known.ready):
            self.context.to_play(self.entry.name, f"{bought.name}: no data says what it does")
        known = known or Selection(bought.name)
        return Selection(
            bought.name, points=bought.points or 0, group="Enhancements", profiles=known.profiles, rules=known.rules,
            ready=known.ready, guessed=known.guessed,
        )  # fmt: skip

    # Reports ----------------------------------------------------------------------------------------------------------

    def guesses(self) -> Iterator[str]:
        yield from self.guessed
        by_values: dict[str, list[str]] = {}
        for what, parts in self.applied.items():
            by_values.setdefault(", ".join(parts), []).append(what)
        for values, wargear in by_values.items():
            in_data = f"in {self.sheet.file} it has {' and '.join(wargear)}, which the text does not have"
            yield f"{in_data}; the values of {values} are with that"

    def note_included(self, profile: Profile | None, what: str) -> None:
        """Note wargear that is included in the values but missing in the text (IMP-22)."""
        for part in datasheets.suffix(profile.name).split(",") if profile else ():
            applied = _SOME.sub("", part.strip())
            if applied and not self.names_wargear(applied) and applied.casefold() not in _NO_UPGRADES:
                self.applied.setdefault(part.strip(), {})[what] = None

    def names_wargear(self, applied: str) -> bool:
        """Return True if an item of the text has all words of the wargear; a Great Shield is a Shield."""
        words = {*singular(applied).split()}
        return any(words <= {*name.split()} for name in self.item_names)

    def report_lost(self, count: int) -> None:
        """Report models that the text counts and that were not made, for whatever reason."""
        kinds = {group.name: self.kind(group.name) for group in self.text.groups if group.name != self.entry.name}
        counted = sum(group.n for group in self.text.groups if kinds.get(group.name) != GEAR)
        if count + self.lost < max(counted, self.entry.models):
            known = max(counted, self.entry.models)
            self.report(f"{known - count - self.lost} of the {known} models that the text counts", "")

    def report_few(self, count: int) -> None:
        """Report a unit with fewer models than the data has for it, or than its points are for."""
        known = count + self.lost
        if known < (least := self.sheet.least):
            words = f"{least - known} of the {least} models that {self.sheet.file} has for it at least"
            if self.sheet.has_many or least - known > 1:
                self.report(words)
            else:  # some come into play later, such as a crew
                self.guessed.append(f"the text does not have {words}: look whether it is missing")
        elif known < (points := self.by_points()):
            points_of = f"its {self.entry.points:g} points are those of {points} models or more"
            self.guessed.append(f"{points_of}, and the text has {known}: look whether some are missing")

    def tell_unarmed(self, models: Sequence[Selection]) -> None:
        """Tell that nobody has a ranged weapon though the datasheet has some, or that a kind of models has nothing."""
        lost = any(remark.unit == self.entry.name for remark in self.context.left)
        has_guns = any(datasheets.is_ranged(gear.selection) for gear in self.sheet.all_gear)
        if lost or not has_guns:
            return
        if not any(map(datasheets.is_ranged, models)):
            self.guessed.append("nobody has a ranged weapon in the text, and its datasheet has some")
        else:
            names = dict.fromkeys(model.name for model in models if not model.selections)
            self.guessed += [f"the text does not say what {name} carries: nothing" for name in names]

    def report(self, text: str, named: str | None = None) -> None:
        """Report a loss. `named` is an unknown name, for which near ones are proposed; None if none can be."""
        if named is None:
            self.context.left_out(self.entry.name, text)
            return
        near = self.context.near(named, lambda name: self.sources.elsewhere(name, self.chosen))
        near = near or self.near(named) or self.context.near(named, self.sheet.near_gun)
        self.context.left_out(self.entry.name, text, remedy_for(near), named, near)

    def near(self, name: str) -> tuple[str, ...]:
        return self.context.near(name, self.sheet.near)


def without_label(name: str) -> str:
    """Return `Lascannon` for `Weapon: Lascannon`, `Lamp` for `Upgrade - Lamp`, `Lamp (Enhancement)` and `with Lamp`."""
    return name if text_list.LABELS.match(name) else _ASIDE.sub("", _LABEL.sub("", name, count=1), count=1)


def _rejoined(items: Sequence[Item], sheet: datasheets.Sheet) -> tuple[Item, ...]:
    """Return the items, with those joined that a sentence parted and the datasheet has as one: `Duty and Valour`."""
    result, index = list[Item](), 0
    while index < len(items):
        for many in (3, 2):
            parts = items[index : index + many]
            joined = " and ".join(item.name for item in parts)
            whole = len(parts) == many and all(item.n == 1 for item in parts[1:]) and sheet.gear(joined)
            if whole and not all(sheet.gear(item.name) for item in parts):
                result.append(items[index].but(name=joined))
                index += many
                break
        else:
            result.append(items[index])
            index += 1
    return tuple(result)


def without_statlines(selection: Selection) -> tuple[Profile, ...]:
    return tuple(profile for profile in selection.profiles if not datasheets.is_statline(profile))


# A text with values from the data, as a roster (IMP-61, 62) -----------------------------------------------------------

OWN_RULE = "read the rule of this detachment: no data has it"


def roster_of(text: TextList, sources: Sources, context: ImportContext) -> Roster:
    """Return the list as a roster. Units, models and weapons without data are reported."""
    units = {}
    for words in sources.warnings:
        context.guess("", words)
    known = sources.has_faction(text.faction)
    if not known:
        words = f"none of the data is of {text.faction}: units are taken from whoever has one of their name"
        context.guess("", words)
    entries = (renamed(entry, context.options) for entry in text.entries)
    both = [of_both_names(entry, text.faction, sources) for entry in entries]
    text = text.but(entries=tuple(without_place(index, both, text.faction, sources) for index in range(len(both))))
    names = (name for entry in text.entries for name in said_in(entry))
    army = Chosen.from_names(text.detachments, text.faction, names)
    for index, entry in enumerate(text.entries):
        chosen = army.of_unit(said_in(entry))
        sheets = sources.datasheets(entry.name, text.faction, chosen)
        sheets = sheets or sources.misspelt(entry.name, text.faction, chosen)
        if not sheets:
            near = context.near(entry.name, sources.near)
            below = ", ".join(dict.fromkeys(name for name in said_in(entry) if name != entry.name))
            words = f"{UNKNOWN}; left out with it: {below}" if below else UNKNOWN
            context.left_out(entry.name, words, remedy_for(near), entry.name, near, entry.points or 0)
        elif unit := JoinedUnit(entry, datasheets.Sheet(sheets), sources, context, chosen).unit_selection():
            units[index] = unit
            if known and (others := sources.of_others(entry.name, text.faction)):
                whose = ", ".join(faction.upper() for faction in others)
                context.guess(unit.name, f"the data has it of {whose} alone, and the text is of {text.faction}")
    if len(context.unknown) > MOST_PROPOSED:
        context.guess("", f"near names are proposed for the first {MOST_PROPOSED} unknown names alone")
    named, unknown_names = detachments_of(text, sources, army)
    force = Force(text.name, text.faction, (*named, *units.values()))
    for name in unknown_names:
        if sources.datasheets(name, text.faction):
            context.left_out(name, "a unit of this name stands above all units, with neither points nor wargear")
        context.to_play("", f"{name}: {OWN_RULE}")
    return Roster(
        text.name, text.writer, "", text.game, (force,), text.points, unknown_names,
        tuple(attached(text.entries, units)),
    )  # fmt: skip


def detachments_of(text: TextList, sources: Sources, army: Chosen) -> tuple[list[Selection], tuple[str, ...]]:
    """Return the detachments as choices beside the units, as rosters have them, and the names of unknown ones."""
    choices = [(name, sources.detachment(name, army)) for name in text.detachments]
    known = tuple(choice for _, choice in choices if choice)
    return (
        [Selection("Detachment", UPGRADE, selections=known)] if known else [],
        tuple(name for name, choice in choices if choice is None),
    )


def of_both_names(entry: TextUnit, faction: str, sources: Sources) -> TextUnit:
    """Return the unit with that of its two names which the data has; the other one is told as a nickname."""
    name, nickname = entry.name, entry.other
    if sheets := sources.datasheets(name, faction):
        gear = [Item(item, n) for n, item in map(text_list.how_many, text_list.split_at_commas(nickname))]
        if any(map(datasheets.Sheet(sheets).gear, (item.name for item in gear))):  # `Boyz: sluggas (85 pts)`
            return entry.but(items=(*entry.items, *gear))
        if not nickname:
            return entry
    elif nickname and sources.datasheets(nickname, faction):
        name, nickname = nickname, name
    else:
        number = _ITS_NUMBER.search(name)
        bare_name = name[: number.start()].rstrip() if number else ""
        least = _least(bare_name, faction, sources) if bare_name and not entry.number and not entry.groups else 0
        if number and least and least <= int(number[1]) <= MOST_TIMES * least:
            return entry.but(name=bare_name, number=int(number[1]))
        parts = [part for part in _NICKNAME.split(name) if part]
        known = [part for part in parts if sources.datasheets(part, faction)] if 1 < len(parts) < MOST_READINGS else []
        if len(known) != 1:
            return entry
        name, nickname = known[0], " ".join(part for part in parts if part != known[0])
    return entry.but(name=name, doubts=(*entry.doubts, f"“{nickname}” beside its name is taken to be a nickname"))


def without_place(index: int, entries: Sequence[TextUnit], faction: str, sources: Sources) -> TextUnit:
    """Return the unit; the 2 of `Boyz 2` is no number of models if it is the second of that name and too few."""
    entry = entries[index]
    same = [at for at, other in enumerate(entries) if any_order(other.name) == any_order(entry.name)]
    place = same.index(index) + 1
    if entry.number != place or len(same) < 2 or entry.groups or place >= _least(entry.name, faction, sources):
        return entry
    return entry.but(number=None)


def _least(name: str, faction: str, sources: Sources) -> int:
    """Return how many models the unit of this name has at least; 0 if the data does not have it, or not as several."""
    sheets = sources.datasheets(name, faction)
    sheet = datasheets.Sheet(sheets) if sheets else None
    return sheet.least if sheet and sheet.has_many and sheet.least > 1 else 0


def said_in(entry: TextUnit) -> Iterator[str]:
    """Yield everything that a text names of a unit."""
    yield from (entry.name, *(item.name for item in entry.items), *(bought.name for bought in entry.enhancements))
    for group in entry.groups:
        yield from (group.name, *(item.name for item in group.items))


def remedy_for(near: Sequence[str]) -> str:
    if near:
        return f"is it {' or '.join(near)}? Then write that in the text"
    return "say with --data where it is: a roster, a list of ours, a catalogue"


def attached(entries: Sequence[TextUnit], units: dict[int, Selection]) -> Iterator[tuple[str, str]]:
    """Yield leaders and the units that they lead (IMP-51); the second unit of a name has “2” behind it. `units` are the
    imported units by their places in the text.
    """
    names = dict(zip(units, called(unit.name for unit in units.values()), strict=True))
    for index in names:
        led = led_by(index, entries)
        if led in names:
            yield names[index], names[led]


def led_by(index: int, entries: Sequence[TextUnit]) -> int | None:
    """Return the place of the unit that the unit at `index` leads; None if it leads no existing unit."""
    entry = entries[index]
    if entry.leads:
        same = [at for at, other in enumerate(entries) if any_order(other.name) == any_order(entry.leads)]
        which = max(entry.leads_place, 1)
        return same[which - 1] if len(same) >= which else None
    if entry.block and entry.role in (LEADER, SUPPORT):
        bodies = (at for at, other in enumerate(entries) if other.block == entry.block)
        return next((at for at in bodies if entries[at].role not in (LEADER, SUPPORT)), None)
    return None


# Near names that the player took for names which no data has (IMP-62) -------------------------------------------------


def renamed(entry: TextUnit, options: Options) -> TextUnit:
    """Return the unit with the names that the player took. What was changed is among its doubts."""
    if not options.meant:
        return entry
    changed = dict[str, None]()

    def called(name: str) -> str:
        new_name = options.called(name)
        if new_name != name:
            changed[f"“{name}” is taken to be {new_name}, as you said"] = None
        return new_name

    entry = entry.but(
        name=called(entry.name),
        leads=called(entry.leads) if entry.leads else "",
        items=_renamed(entry.items, called),
        rows=tuple(row.but(name=called(row.name)) for row in entry.rows),
        groups=tuple(group.but(name=called(group.name), items=_renamed(group.items, called)) for group in entry.groups),
    )
    return entry.but(doubts=(*entry.doubts, *changed))


def _renamed(items: tuple[Item, ...], called: Callable[[str], str]) -> tuple[Item, ...]:
    return tuple(item.but(name=called(item.name)) for item in items)
