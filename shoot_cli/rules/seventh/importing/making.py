"""Units of a list, made of the parts of a roster."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from shoot_cli.core.record import Record
from shoot_cli.imports.men import with_men
from shoot_cli.imports.roster import MODEL, UNIT, UPGRADE, Force, Profile, Selection
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.units import MOST_MODELS, EqualModels, each, in_order, mustered, negative, points_of, taken_back
from shoot_cli.imports.words import shortened
from shoot_cli.rules.seventh.importing.arming import STANDARD, Group, hand_out, is_gun, matters, multiplied
from shoot_cli.rules.seventh.importing.gives import Finder, Gives, Reader, of_nobody, rules_of_guns
from shoot_cli.rules.seventh.importing.library import Library
from shoot_cli.rules.seventh.importing.parted import RosterUnit, has_statline, statline_for, with_models
from shoot_cli.rules.seventh.importing.statlines import Statline, is_statline, statline_of
from shoot_cli.rules.seventh.importing.weapons import is_weapon
from shoot_cli.rules.seventh.values import OF_VEHICLES

MOST_WEAPONS, MOST_TIMES, MOST_ROWS, MOST_RULES, LONGEST_NOTE = 20, 9, 60, 40, 2000
ALONE = "Independent Character"
_NUMBER = re.compile(r"\d{1,3}")
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_CAPACITY = re.compile(r"(?i)\btransport capacity (?:of |is )?([a-z]+|\d{1,3})\b")


class ModelDraft(Record):
    """Models that are alike. ``weapons``: names in the list, and how often."""

    name: str
    statline: Statline
    number: int
    weapons: tuple[tuple[str, int], ...] = ()
    rules: tuple[str, ...] = ()
    saves: tuple[tuple[str, int], ...] = ()
    guesses: tuple[str, ...] = ()

    @property
    def character(self) -> bool:
        return self.statline.character and not self.statline.vehicle


class Maker:
    """Makes the units of one roster, one after the other."""

    def __init__(self, taking: ImportContext, library: Library, finder: Finder) -> None:
        self.taking, self.library, self.finder = taking, library, finder
        self.units: list[dict[str, Any]] = []

    def add(self, part: RosterUnit, force: Force, faction: str = "") -> None:
        """Puts the unit, or several of it, to the others; or says why it is left out. ``faction``: of an ally."""
        selection, turned = with_models(part.selection)
        name = display_name(selection)
        if (odd := negative(selection)) is not None:
            self.taking.left_out(name, f"{odd.number}x {odd.name}: fewer than none", "export the list anew")
            return
        if not has_statline(selection):
            self._no_statline(name, selection)
            return
        back = [f"the file has {one.number} {one.name}: taken off others of it" for one in taken_back(selection)]
        said = [*back, *(f"{one} has a statline of its own: a model" for one in turned)]
        if part.stood_in:
            said.insert(0, f"it stands in {part.stood_in}: a unit of its own")
        more = self._of_shell(part.shell, name, said) if part.shell is not None else 0
        for one in each(selection):
            self._add(one, name, force, faction, said, more)
            more = 0

    def _of_shell(self, shell: Selection, name: str, said: list[str]) -> float:
        """What is to be said of something that held units and is none; what it costs."""
        for one in shell.every():
            for profile in one.profiles:
                if is_gun(profile):
                    self.taking.left_out(
                        shell.name, f"{profile.name}: it is no unit's", "write it to a model of the list"
                    )
            of_nobody(shell.name, one, self.taking)
        if cost := shell.all_points:
            said.append(f"{cost:g} points of {shell.name} are counted here")
        return cost

    def _no_statline(self, name: str, selection: Selection) -> None:
        if any(profile.has("Building Type") for one in selection.every() for profile in one.profiles):
            self.taking.left_out(name, "a building: fortifications are not played here")
        else:
            remedy = "give a roster, list or catalogue that has it with --data"
            self.taking.left_out(name, "no statline in the file", remedy)

    def _add(self, selection: Selection, name: str, force: Force, faction: str, said: list[str], more: float) -> None:
        known, filled = self.finder.filled(selection)
        known = with_men(known)
        said = [*said, *known.guessed[len(selection.guessed) :], *_taken_as_men(known)]
        unit, guessed = multiplied(known)
        reader = Reader(self.taking, name, rules_of_guns(unit))
        reader.guesses += [*said, *filled, *guessed]
        everybody = mustered(unit, force, _carried)
        for one in everybody.crew:
            self.taking.left_out(name, f"{one.number}x {one.name}: crew, no model of its own")
        if everybody.models > MOST_MODELS:
            self.taking.left_out(name, f"{everybody.models} models; a unit has {MOST_MODELS} at most")
            return
        rows = [*self._with_statlines(name, everybody.rows, unit)]
        vehicles = {statline.vehicle for _, statline, _ in rows}
        for vehicle in sorted(vehicles, key=lambda one: one != rows[0][1].vehicle):
            some = [row for row in rows if row[1].vehicle == vehicle]
            first = vehicle == rows[0][1].vehicle
            if first:
                shared = [one for one, _ in everybody.shared]
                self._put(
                    name, unit, some, shared, everybody.alone, reader, faction, points_of(selection) + round(more)
                )
            else:
                own = shortened(some[0][0].model.name)[0]
                beside = Reader(self.taking, own)
                beside.guesses.append(f"it stands among the models of {name}: a unit of its own")
                self._put(own, unit, some, [], everybody.alone, beside, faction, None)

    def _with_statlines(
        self, name: str, rows: Iterable[EqualModels], unit: Selection
    ) -> Iterator[tuple[EqualModels, Statline, str]]:
        for row in rows:
            table, said = statline_for(row, unit)
            if table is None:
                remedy = "give a roster, list or catalogue that has it with --data"
                self.taking.left_out(name, f"{row.models}x {row.model.name}: no statline in the file", remedy)
                continue
            statline = statline_of(table)
            if statline.broken:
                self.taking.left_out(name, f"{row.models}x {row.model.name}: {statline.broken}")
            else:
                yield row, statline, said

    def _put(
        self, name: str, unit: Selection, rows: list[tuple[EqualModels, Statline, str]], shared: list[Selection],
        alone: bool, reader: Reader, faction: str, points: int | None,
    ) -> None:  # fmt: skip
        """The unit of these models. ``alone``: the unit is its own model; ``shared``: what stands under it else."""
        groups, of = [], {}
        for row, statline, said in rows:
            group = Group(row, row.models, [*row.carries], statline.character)
            groups.append(group)
            of[id(row)] = statline, said
        of_unit = Gives()
        if not alone:
            groups, guessed = hand_out(groups, [*_on_unit(unit), *(one for one in shared if matters(one))])
            reader.guesses += guessed
            below = [inner for one in shared if not matters(one) for inner in one.every()]
            for one in (_without_guns(unit), *below):
                of_unit = of_unit.and_(reader.of(one, None))
        kinds = []
        for group in groups:
            statline, said = of[id(group.row)]
            kinds.append(self._kind(name, group, statline, said, alone, reader))
        self._finish(name, unit, kinds, of_unit, reader, faction, points)

    def _kind(self, unit: str, group: Group, statline: Statline, said: str, alone: bool, reader: Reader) -> ModelDraft:
        strength = dict(statline.values).get("S")
        model = group.row.model
        before = len(reader.guesses)
        given = [(reader.of(model, _int(strength)), 1)]
        given += [(reader.of(item, _int(strength)), number) for item, number in group.items]
        found: dict[str, int] = {}
        for gives, number in given:
            for arm in gives.arms:
                called_so = self.library.weapon(arm, statline.name, unit)
                found[called_so] = found.get(called_so, 0) + number * arm.times
        guesses = [*([said] if said else []), *statline.guesses, *reader.guesses[before:]]
        del reader.guesses[before:]
        rules = dict.fromkeys((*statline.rules, *(rule for gives, _ in given for rule in gives.rules)))
        saves = tuple(dict.fromkeys(save for gives, _ in given for save in gives.saves))
        name = statline.name if alone and model.kind == UNIT else display_name(model)
        return ModelDraft(
            shortened(name)[0], statline, group.count, tuple(found.items()), tuple(rules), saves, tuple(guesses)
        )

    # ---- as the list has it

    def _finish(
        self, name: str, unit: Selection, kinds: list[ModelDraft], of_unit: Gives, reader: Reader, faction: str,
        points: int | None,
    ) -> None:  # fmt: skip
        kinds = in_order(_merged(kinds), lambda kind: kind.number, lambda kind: kind.character)
        if len(kinds) > MOST_ROWS:
            self.taking.left_out(name, f"{len(kinds)} kinds of models; a list has {MOST_ROWS} at most")
            return
        shared = [rule for rule in kinds[0].rules if all(rule in kind.rules for kind in kinds)]
        rules = list(dict.fromkeys((*of_unit.rules, *shared)))
        leading = [kind for kind in kinds if kind.character]
        if ALONE in rules and len(kinds) > 1 and leading:
            rules.remove(ALONE)
            reader.guesses.append(f"{ALONE}: of {' and '.join(kind.name for kind in leading)} alone")
            kinds = [kind.but(rules=(*kind.rules, ALONE)) if kind.character else kind for kind in kinds]
        document = self._document(name, unit, kinds, faction, points)
        if rules:
            document["rules"] = rules[:MOST_RULES]
        if (transport := self._transport(unit, kinds, reader)) is not None:
            document["transport"] = transport
        if reader.notes:
            document["note"] = shortened("; ".join(dict.fromkeys(reader.notes)), LONGEST_NOTE)[0]
        place = len(self.units)
        document["models"] = [self._model(name, kind, rules, of_unit.saves) for kind in kinds]
        self.units.append(document)
        for index, kind in enumerate(kinds):
            for said in dict.fromkeys(kind.guesses):
                self.taking.guess(name, said, ("units", place, "models", index))
            row = document["models"][index]
            pain = any(rule.startswith("Feel No Pain") for rule in (*rules, *kind.rules)) or "FNP" in row
            self.taking.count("invulnerable", kind.number * ("Inv" in row | dict(kind.statline.values)))
            self.taking.count("pain", kind.number * pain)
        for said in dict.fromkeys(reader.guesses):
            self.taking.guess(name, said, ("units", place))
        types = list(dict.fromkeys(kind.statline.type for kind in kinds if kind.statline.type))
        if len(types) > 1:
            self.taking.guess(
                name, f"its models are {' and '.join(types)}: taken as {types[0]}", ("units", place, "type")
            )

    def _document(
        self, name: str, unit: Selection, kinds: list[ModelDraft], faction: str, points: int | None
    ) -> dict[str, Any]:
        document: dict[str, Any] = {"name": name}
        type_ = next((kind.statline.type for kind in kinds if kind.statline.type), "")
        if not kinds[0].statline.vehicle and any(word.casefold() in type_.casefold() for word in OF_VEHICLES):
            self.taking.guess(name, f"type {type_}, and no armour values: Infantry", ("units", len(self.units)))
            type_ = "Infantry"
        if type_:
            lone = len(kinds) == kinds[0].number == 1
            document["type"] = shortened(_with_character(type_) if lone and kinds[0].character else type_)[0]
        if points:
            document["points"] = min(points, 10000)
        if faction:
            document["faction"] = shortened(faction)[0]
        return document

    def _model(
        self, unit: str, kind: ModelDraft, rules: list[str], saves: tuple[tuple[str, int], ...]
    ) -> dict[str, Any]:
        values = dict(kind.statline.values)
        row: dict[str, Any] = {"name": kind.name}
        if kind.number > 1:
            row["count"] = kind.number
        row["profile"] = self.library.profile(kind.statline.name, values, unit)
        row |= _better(values, (*kind.saves, *saves), kind.statline.vehicle)
        if kind.character:
            row["character"] = True
        if own := [rule for rule in kind.rules if rule not in rules]:
            row["rules"] = own[:MOST_RULES]
        if weapons := [*_written(kind.weapons)]:
            row["weapons"] = weapons[:MOST_WEAPONS]
            for one in weapons[MOST_WEAPONS:]:
                self.taking.left_out(unit, f"{one} of {kind.name}: a model has {MOST_WEAPONS} weapons at most")
        return row

    def _transport(self, unit: Selection, kinds: list[ModelDraft], reader: Reader) -> dict[str, int] | None:
        """What it carries, as far as the file says it."""
        if not kinds[0].statline.vehicle:
            return None
        for one in unit.every():
            for profile in one.profiles:
                said = profile.get("Capacity", "Transport Capacity")
                if said is not None and (capacity := _number(said)):
                    fire = profile.get("Fire Points") or ""
                    points = _number(fire) or 0
                    if not fire.strip(" -").isdigit() and fire.strip(" -"):
                        reader.guesses.append(f"fire points {shortened(fire, 40)[0]}: {points}")
                    return {"capacity": capacity} | ({"fire points": points} if points else {})
        texts = [rule.text for one in unit.every() for rule in one.rules]
        texts += [text for one in unit.every() for profile in one.profiles for _, text in profile.values]
        for text in texts:
            found = _CAPACITY.search(text)
            if found and (capacity := _number(found[1])):
                reader.guesses.append(f"transport capacity {capacity}: read in a text")
                return {"capacity": capacity}
        if "Transport" in kinds[0].statline.type:
            reader.guesses.append("its transport capacity is not in the file: add transport: {capacity: N}")
        return None


def _taken_as_men(unit: Selection) -> Iterator[str]:
    """Of the men that stand as upgrades in the file: that they were taken so."""
    for one in unit.below():
        if one.kind == MODEL:
            yield from (f"{one.name}: {words}" for words in one.guessed)


def display_name(selection: Selection) -> str:
    """Its name, with that which the player gave it behind (IMP-15)."""
    name = f"{selection.name} ({selection.custom})" if selection.custom else selection.name
    return shortened(name)[0]


def _carried(one: Selection) -> bool:
    return bool(one.name)


def _int(value: str | int | None) -> int | None:
    return value if isinstance(value, int) else None


def _on_unit(unit: Selection) -> Iterator[Selection]:
    """Weapons in the tables of the unit itself, whose models stand below it: everybody has them."""
    for profile in unit.profiles:
        if is_gun(profile):
            yield Selection(profile.name, UPGRADE, 1, group=STANDARD, profiles=(profile,), rules=())


def _without_guns(unit: Selection) -> Selection:
    """The unit by itself, with the texts and rules that are for all its models."""
    profiles: tuple[Profile, ...] = tuple(one for one in unit.profiles if not is_weapon(one) and not is_statline(one))
    return Selection(unit.name, unit.kind, profiles=profiles, rules=unit.rules)


def _merged(kinds: Iterable[ModelDraft]) -> list[ModelDraft]:
    """Models that are alike as one group (IMP-12)."""
    found: dict[ModelDraft, int] = {}
    for kind in kinds:
        same = kind.but(number=0)
        found[same] = found.get(same, 0) + kind.number
    return [kind.but(number=count) for kind, count in found.items()]


def _better(values: dict[str, str | int], saves: tuple[tuple[str, int], ...], vehicle: bool) -> dict[str, str]:
    """Saves that are better than those of the statline (section 8)."""
    found = {}
    for what, key, behind in (("armour", "Sv", "+"), ("invulnerable", "Inv", "++"), ("pain", "FNP", "+")):
        best = min((number for save, number in saves if save == what), default=7)
        printed = _number(str(values.get(key, ""))) or 7
        if best < printed and not (vehicle and key != "Inv"):
            found[key] = f"{best}{behind}"
    return found


def _number(text: str) -> int | None:
    """The first number of a text, in digits or, at its beginning, in a word."""
    if found := _NUMBER.search(text):
        return int(found[0])
    word = text.casefold().split()[0].strip(".,:") if text.split() else ""
    return _WORDS.index(word) if word in _WORDS else None


def _written(weapons: Iterable[tuple[str, int]]) -> Iterator[str]:
    """As a list has them: ``2x heavy bolter``."""
    for name, times in weapons:
        whole, rest = divmod(times, MOST_TIMES)
        for some in [MOST_TIMES] * whole + [rest] * bool(rest):
            yield f"{some}x {name}" if some > 1 else name


def _with_character(type_: str) -> str:
    return f"{type_[:-1]}, Character)" if type_.endswith(")") else f"{type_} (Character)"
