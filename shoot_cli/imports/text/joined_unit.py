"""One unit of a pasted list, made anew from its datasheet with the numbers of the text (IMP-62)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shoot_cli.imports.data.datasheets import is_enhancement
from shoot_cli.imports.data.names import any_order, singular
from shoot_cli.imports.data.sheets import Model, Sheet, Thing, is_ranged, is_statline, is_weapon, suffix
from shoot_cli.imports.data.sources import Sources
from shoot_cli.imports.roster import MODEL, UNIT, UPGRADE, Profile, Selection
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.text.grouping import EITHER, GEAR, LIKELY, readings, regrouped
from shoot_cli.imports.text.grouping import MODEL as MODEL_NAME
from shoot_cli.imports.text.lists import Enhancement, Group, Item, TextUnit
from shoot_cli.imports.text.shares import CarriedItems, shared_out

MOST_MODELS = 500  # of a unit
_NUMBERED = re.compile(r"(\d{1,2})x?\s+(\S.*)")  # "2 magma cutters"
_NO_UPGRADES = ("ranged", "melee", "shooting", "assault", "psychic")  # in brackets behind a name, and nothing applied
_SOME = re.compile(r"^\d+x?\s+")


class ModelGroup(NamedTuple):
    """A group of the text as a kind of model of the datasheet."""

    name: str
    n: int
    items: tuple[Item, ...]
    model: Model


class Carried(NamedTuple):
    """``total``: over the group, or over the unit."""

    selection: Selection
    total: int


class JoinedUnit:
    """``entry``: the unit of the text; ``sheet``: what the data says of it."""

    def __init__(self, entry: TextUnit, sheet: Sheet, sources: Sources, taking: ImportContext) -> None:
        self.sheet, self.sources, self.taking = sheet, sources, taking
        self.text = entry
        self.entry = entry = regrouped(entry, self.kind) if entry.flat else entry
        self.lost = 0  # models of groups that were left out, which was told
        self.guessed = [*entry.doubts, *sheet.top.guessed]
        self.enhancements = [*entry.enhancements]
        self.applied: dict[str, dict[str, None]] = {}  # what the data has applied, and to what
        items = (*entry.items, *(item for group in entry.groups for item in group.items))
        self.said = {singular(item.name) for item in items}

    def made(self) -> Selection | None:
        """None if it is left out, which is told."""
        if self.entry.models > MOST_MODELS:
            self.left_out(f"{self.entry.models} models; a unit has at most {MOST_MODELS}")
            return None
        if any_order(self.entry.name) != any_order(self.sheet.name):
            self.guessed.append(f"its values are those of “{self.sheet.name}” in {self.sheet.file}")
        self.guessed += self.sheet.told
        parts, rest = self.parts()
        if not parts:
            self.left_out(f"{self.sheet.file} has none of its models", self.remedy(""))
            return None
        models = [model for part in parts for model in self.models(part)]
        self.tell_of_lost(sum(model.number for model in models))
        shared = [self.copied(one, one.total) for one in self.carried(rest, None)]
        return self.unit(parts, models, [*shared, *map(self.enhancement, self.enhancements)])

    def unit(self, parts: list[ModelGroup], models: list[Selection], shared: list[Selection]) -> Selection:
        """``shared``: what stands under the unit and no model."""
        top = self.sheet.top
        lone = models[0] if len(models) == 1 and parts[0].model.own is parts[0].model.copy else None
        return Selection(
            self.entry.name, MODEL if lone else UNIT, lone.number if lone else 1,
            points=(self.entry.points or 0) - sum(one.points or 0 for one in self.enhancements),
            line=self.entry.line, ready=top.ready, rules=top.rules, categories=top.categories,
            profiles=(*(lone.profiles if lone else ()), *without_statlines(top)),
            selections=(*(lone.selections if lone else models), *shared), guessed=tuple(dict.fromkeys(self.told())),
        )  # fmt: skip

    # ---- models

    def parts(self) -> tuple[list[ModelGroup], list[Item]]:
        """The groups of the text as models of the datasheet, and items that are of none of them in particular."""
        parts, rest = list[ModelGroup](), [*self.entry.items]
        exact = (self.sheet.model(group.name) for group in self.entry.groups)
        named = {model.bare for model in exact if model}
        for group in self.entry.groups:
            if model := self.sheet.model(group.name):
                parts.append(ModelGroup(group.name, group.n, group.items, model))
            elif self.sheet.thing(group.name):  # "2 ectoplasma cannons", and below it the cannons
                rest += [Item(group.name, group.n), *group.items]
            elif found := self.guessed_model(group, named):
                model, words = found
                self.guessed.append(f"{group.name} {words}")
                parts.append(ModelGroup(group.name, group.n, group.items, model))
            else:
                self.lost += group.n
                self.left_out(
                    f"{group.name}: {self.sheet.file} does not have such a model for this unit", self.remedy(group.name)
                )
        return self.with_models_among(rest, parts)

    def guessed_model(self, group: Group, named: set[str]) -> tuple[Model, str] | None:
        """The kind of model that a group is of, which no kind is called, and how it was found.

        ``named``: bare names of kinds that the text has by their names.
        """
        items = [item.name for item in group.items]
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
        """The same where some of the items are models themselves, or where no models are named at all."""
        if parts and self.entry.groups:
            known = {any_order(part.name) for part in parts}
            more = [item for item in items if (model := self.is_model(item)) and any_order(model.own.name) not in known]
            parts += [ModelGroup(item.name, item.n, (), model) for item in more if (model := self.is_model(item))]
            return parts, [item for item in items if item not in more]
        if self.entry.groups and not items:
            return [], []
        rest = list[Item]()
        for item in items:
            if model := self.is_model(item):
                parts.append(ModelGroup(item.name, item.n, (), model))
            else:
                rest.append(item)
        named = sum(part.n for part in parts)
        told = self.entry.told or max(1 - named, 0)
        left = told if any(item.n == told for item in rest) else told - named
        if rest and left > 0:
            model = self.likeliest(rest)
            return [*parts, ModelGroup(model.own.name, left, tuple(rest), model)], []
        if left > 0:
            model = self.likeliest(rest)
            parts.append(ModelGroup(model.own.name, left, (), model))
        if len(parts) == 1:
            return [parts[0]._replace(items=(*parts[0].items, *rest))], []
        return parts, rest

    def kind(self, name: str) -> str:
        """What a name of a text without indents is on the datasheet."""
        exact, thing = self.sheet.named_model(name), self.sheet.thing(name)
        if exact and not thing:
            return MODEL_NAME
        likely = exact or self.sheet.model(name)
        if thing:
            return EITHER if likely else GEAR
        return LIKELY if likely or self.sheet.model_with_words(name, ()) else ""

    def is_model(self, item: Item) -> Model | None:
        """The kind of model that an item is; None for wargear."""
        model = self.sheet.named_model(item.name)
        return None if model is None or self.sheet.thing(item.name) else model

    def likeliest(self, items: Iterable[Item]) -> Model:
        """Of which kind the models of a unit are, if the text names none: of that which can carry most of the items."""
        kinds = self.sheet.kinds
        if len(kinds) == 1:
            return kinds[0]
        names = [item.name for item in items]
        best = max(kinds, key=lambda kind: (self.sheet.can_carry(kind, names), kind.own.number))
        self.guessed.append(f"the text names no models: they are taken to be {best.own.name}")
        return best

    def models(self, part: ModelGroup) -> Iterator[Selection]:
        """A group as selections in each of which all models carry the same."""
        if part.n > MOST_MODELS or part.n < 1:
            self.left_out(f"{part.name}: there cannot be {part.n} of them")
            return
        carried = self.carried(part.items, part.model)
        last = {place for place, one in enumerate(carried) if not is_ranged(one.selection)}
        shares = shared_out(part.n, [one.total for one in carried], last)
        partly = [one for place, one in enumerate(carried) if place not in last and one.total % part.n]
        if len(partly) > 1:
            self.guessed.append(self.who_carries_what(part, carried, shares, partly))
        for share in shares:
            kind = self.sheet.armed(part.model, [carried[place].selection.name for place, _ in share.carried])
            own, line = kind.own, (kind.line,) if kind.line else ()
            alone = own is kind.copy  # what it has is the unit's
            if kind.lent:
                self.guessed.append(f"{part.name} has no statline of its own in {self.sheet.file}: that of {kind.lent}")
            yield Selection(
                part.name, MODEL, share.models, profiles=line if alone else (*line, *without_statlines(own)),
                ready=() if alone else own.ready, rules=() if alone else own.rules,
                categories=() if alone else tuple(dict.fromkeys((*part.model.own.categories, *own.categories))),
                selections=tuple(self.copied(carried[place], n * share.models) for place, n in share.carried),
            )  # fmt: skip
            self.tell_of(kind.line, "its statline")

    @staticmethod
    def who_carries_what(
        part: ModelGroup, carried: list[Carried], shares: Iterable[CarriedItems], partly: list[Carried]
    ) -> str:
        groups = []
        for share in shares:
            names = [carried[place].selection.name for place, _ in share.carried if carried[place] in partly]
            groups.append(f"{share.models} with {' and '.join(names) or 'neither'}")
        return f"the text does not say who of the {part.n} {part.name} carries what: {', '.join(groups)}"

    # ---- wargear

    def carried(self, items: Iterable[Item], model: Model | None) -> list[Carried]:
        """What the items are on the datasheet, each thing once with all there is of it."""
        found: dict[int, Carried] = {}
        for item in self.taken_apart(items, model):
            thing, n = self.thing(item, model)
            if n < 1:
                continue
            if thing is None:
                self.tell_what_it_is(item, model)
            elif is_enhancement(thing.selection):
                self.enhancements.append(Enhancement(item.name))
            else:
                self.taking.name_item(self.entry.name, thing.selection.name)
                before = found.get(id(thing.selection))
                found[id(thing.selection)] = Carried(thing.selection, n + (before.total if before else 0))
        return [*found.values()]

    def taken_apart(self, items: Iterable[Item], model: Model | None) -> Iterator[Item]:
        """The items, and in the place of one that nobody knows those that it names, if one of them is known."""
        for item in items:
            found = [item]
            if self.thing(item, model)[0] is None and not self.sheet.is_name(item.name):
                ways = ([Item(part, item.n) for part in parts] for parts in readings(item.name))
                found = next((way for way in ways if any(self.thing(one, model)[0] for one in way)), found)
                self.said |= {singular(one.name) for one in found}
            yield from found

    def thing(self, item: Item, model: Model | None) -> tuple[Thing | None, int]:
        """What it is, and how many."""
        if (thing := self.sheet.thing(item.name, model)) is None and (several := _NUMBERED.fullmatch(item.name)):
            return self.sheet.thing(several[2], model), item.n * int(several[1])
        return thing, item.n

    def tell_what_it_is(self, item: Item, model: Model | None) -> None:
        """Of what is no wargear of the datasheet: left out, unless it makes no difference."""
        kind = model or self.sheet.models[0]
        if self.sheet.carried_by_itself(item.name, kind) or self.sheet.is_name(item.name):
            return
        if self.sources.enhancement(item.name):
            self.enhancements.append(Enhancement(item.name))
        elif not self.sources.only_melee(item.name):
            told = f"{item.n}x {item.name}" if item.n > 1 else item.name
            self.left_out(f"{told}: {self.sheet.file} does not have it for this unit", self.remedy(item.name))

    def copied(self, carried: Carried, number: int) -> Selection:
        """So many of a thing, with what stands in it, unless the text names that itself."""
        one = carried.selection
        for profile in one.profiles:
            if is_weapon(profile):
                self.tell_of(profile, one.name)
        inside = (
            self.copied(Carried(inner, 0), number * max(inner.number // max(one.number, 1), 1))
            for inner in one.selections
            if inner.number > 0 and singular(inner.name) not in self.said
        )
        return Selection(
            one.name, UPGRADE if one.kind in (MODEL, UNIT) else one.kind, number, group=one.group,
            profiles=one.profiles, rules=one.rules, categories=one.categories, ready=one.ready,
            selections=tuple(inside), guessed=one.guessed,
        )  # fmt: skip

    def enhancement(self, bought: Enhancement) -> Selection:
        known = self.sources.enhancement(bought.name)
        if known is None or not (known.profiles or known.rules):
            self.taking.to_play(self.entry.name, f"{bought.name}: no data says what it does")
        profiles, rules = (known.profiles, known.rules) if known else ((), ())
        return Selection(bought.name, points=bought.points or 0, group="Enhancements", profiles=profiles, rules=rules)

    # ---- what is said of it

    def told(self) -> Iterator[str]:
        yield from self.guessed
        of: dict[str, list[str]] = {}
        for what, things in self.applied.items():
            of.setdefault(", ".join(things), []).append(what)
        for values, had in of.items():
            in_data = f"in {self.sheet.file} it has {' and '.join(had)}, which the text does not have"
            yield f"{in_data}; the values of {values} are with that"

    def tell_of(self, profile: Profile | None, what: str) -> None:
        """Values to which the data has applied what the text does not have (IMP-22)."""
        for part in suffix(profile.name).split(",") if profile else ():
            applied = _SOME.sub("", part.strip())
            if applied and not self.says(applied) and applied.casefold() not in _NO_UPGRADES:
                self.applied.setdefault(part.strip(), {})[what] = None

    def says(self, applied: str) -> bool:
        """True if an item of the text has all words of what was applied: a Great Shield is a Shield."""
        words = {*singular(applied).split()}
        return any(words <= {*said.split()} for said in self.said)

    def tell_of_lost(self, made: int) -> None:
        """A guard: models that the text counts and nobody made are left out, whatever became of them."""
        kinds = {group.name: self.kind(group.name) for group in self.text.groups}
        counted = sum(group.n for group in self.text.groups if kinds[group.name] != GEAR)
        if made + self.lost < max(counted, self.entry.models):
            known = max(counted, self.entry.models)
            self.left_out(f"{known - made - self.lost} of the {known} models that the text counts", self.remedy(""))

    def left_out(self, text: str, remedy: str = "") -> None:
        self.taking.left_out(self.entry.name, text, remedy)

    def remedy(self, name: str) -> str:
        near = self.sheet.near(name)
        if near:
            return f"is it {' or '.join(near)}? Then write that in the text"
        return "say with --data where it is: a roster, a list of ours, a catalogue"


def without_statlines(one: Selection) -> tuple[Profile, ...]:
    return tuple(profile for profile in one.profiles if not is_statline(profile))
