"""One unit of a roster of 7th edition as a unit of a list: who carries what, and what it gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.record import Record
from shoot_cli.importing import roster as rosters
from shoot_cli.importing.models import spoken_names, upgrades_as_models, with_plural
from shoot_cli.importing.report import ImportContext
from shoot_cli.importing.seventh import profiles as profile_parts
from shoot_cli.importing.seventh import special_rules
from shoot_cli.rules.seventh.fields import of_his_weapons
from shoot_cli.rules.seventh.profiles import OF_VEHICLES, PISTOL, RAPID_FIRE, fire_of

# Who carries what (section 8): items of models by number, items of the unit by their kind -----------------------------

STANDARD = "Standard"  # how the names of sets begin that everybody has
Items = list[tuple[rosters.Selection, int]]  # items without what is inside, and their number per model


class Group:
    """Models that carry the same. `leads`: they are characters. `special`: they were picked for an item."""

    def __init__(self, row: rosters.EqualModels, count: int, items: Items, leads: bool, special: bool = False) -> None:
        self.row, self.count, self.items, self.leads, self.special = row, count, items, leads, special

    def split(self, count: int) -> Group:
        """Return `count` of the models as a group of their own."""
        self.count -= count
        return Group(self.row, count, [*self.items], self.leads, True)

    @property
    def shoots(self) -> bool:
        carried = (self.row.model, *(item for item, _ in self.items))
        return any(is_gun(profile) for part in carried for profile in part.profiles)


def is_gun(profile: rosters.Profile) -> bool:
    return profile_parts.is_weapon(profile) and not profile_parts.is_melee(profile)


def is_text(profile: rosters.Profile) -> bool:
    return not profile_parts.is_weapon(profile) and not profile_parts.is_statline(profile)


def shoots(item: rosters.Selection) -> bool:
    return any(map(is_gun, item.tables()))


def times(item: rosters.Selection, number: int) -> rosters.Selection:
    """Return the item and everything inside once per model, unless its number is that great already."""
    below = tuple(times(inner, number) for inner in item.selections)
    return rosters.copied(item, number=item.number if item.number >= number else item.number * number, selections=below)


def unfolded(items: Iterable[rosters.Selection]) -> Iterator[rosters.Selection]:
    """Yield the items; a holder is replaced by what is inside. Items of a standard set are standard."""
    for item in items:
        if item.profiles or item.rules or not item.selections:
            yield item
        else:
            standard = _is_standard(item)
            yield from unfolded(rosters.copied(part, group=STANDARD) if standard else part for part in item.selections)


def multiplied(unit: rosters.Selection) -> tuple[rosters.Selection, tuple[str, ...]]:
    """Return the unit with single items of models multiplied if all models carry them, and the guesses."""
    guesses: list[str] = []

    def of_model(selection: rosters.Selection) -> rosters.Selection:
        if selection.kind != rosters.MODEL or selection.number < 2:
            return rosters.copied(selection, selections=tuple(map(of_model, selection.selections)))
        inner = []
        items = [*unfolded(selection.selections)]
        for item in items:
            others = [other for other in items if other is not item]
            lacking = not any(map(shoots, others)) and not any(map(is_gun, selection.profiles))
            number, why = how_many(item, selection.number, lacking)
            if why and matters(item):
                guesses.append(f"{selection.name}: {why}")
            inner.append(times(item, number) if number > item.number == 1 else item)
        return rosters.copied(selection, selections=tuple(inner))

    return of_model(unit), tuple(dict.fromkeys(guesses))


def matters(item: rosters.Selection) -> bool:
    """Return True if it is important who carries the item: it shoots, or gives its bearer something."""
    return any(is_gun(profile) or _gives_any(profile) for profile in item.tables())


def _gives_any(profile: rosters.Profile) -> bool:
    if not is_text(profile):
        return False
    result = special_rules.rule_of_unit(profile.name, special_rules.text_of(profile))
    given = result.given
    return bool(result.word or given.armour or given.invulnerable or given.pain or given.rules)


def hand_out(groups: list[Group], shared: Iterable[rosters.Selection]) -> tuple[list[Group], list[str]]:
    """Return the groups with the items of their unit, and the guesses."""
    guesses: list[str] = []
    models = sum(group.count for group in groups)
    left: list[tuple[rosters.Selection, int]] = []
    for item in unfolded(shared):
        number, why = how_many(item, models, False)
        if number >= models:
            guesses += [why] * bool(why and matters(item))
            _give_all(groups, times(item, models) if item.number == 1 else item, max(1, number // models))
            left += [(item, number % models)] * bool(number % models and item.number > 1)
        else:
            left.append((item, number))
    for item, number in left:
        empty = [group for group in groups if not group.shoots]
        count = sum(group.count for group in empty)
        if number == 1 and count > 1 and shoots(item) and item.all_points == 0:
            who = " and ".join(dict.fromkeys(group.row.model.name for group in empty))
            words = f"{item.name} stands there once: {who} have nothing else to shoot with, given to all {count}"
            guesses.append(words)
            _give_all(empty, item, 1)
        else:
            groups = _give_some(groups, item, number, guesses)
    return groups, guesses


def _give_all(groups: Iterable[Group], item: rosters.Selection, number: int) -> None:
    for group in groups:
        group.items += flat(item, number)


def _give_some(groups: list[Group], item: rosters.Selection, number: int, guesses: list[str]) -> list[Group]:
    """Give an item to a group of exactly `number` models, else to models without it; leaders get guns last."""
    gun = shoots(item)
    exact = [group for group in groups if group.count == number > 1]

    def fit(group: Group) -> tuple[bool, bool, int]:
        return (group.leads == gun, group.special and gun, -group.count if gun else group.count)

    result, given = [*groups], list[Group]()
    for group in exact[:1] or sorted(groups, key=fit):
        some = min(number, group.count)
        if not some:
            break
        number -= some
        bearers = group if some == group.count else group.split(some)
        if bearers is not group:
            last = max(index for index, other in enumerate(result) if other.row is group.row)
            result.insert(last + 1, bearers)
        bearers.items += flat(item, 1)
        bearers.special = True
        given.append(bearers)
    if matters(item):
        who = " and ".join(f"{group.count}x {group.row.model.name}" for group in given)
        guesses.append(f"the list does not say who carries {item.name}: given to {who}")
    return result


def flat(item: rosters.Selection, number: int) -> Items:
    """Return the item and everything inside, for `number` of it."""
    items: Items = [(rosters.copied(item, selections=()), number)]
    for inner in item.selections:
        many = max(1, number * inner.number // item.number) if inner.number > 0 < item.number else 0
        items += flat(inner, many) if many else []
    return items


# All models or one ----------------------------------------------------------------------------------------------------


def how_many(item: rosters.Selection, models: int, lacking: bool) -> tuple[int, str]:
    """Return how many of the models carry an item that the file has once, and why; "" if its number says it.

    `lacking` is True if these models would have nothing else to shoot with.
    """
    if item.number != 1 or models == 1:
        return item.number, ""
    if why := _why_all(item, lacking):
        return models, f"{item.name} stands there once: {why}, given to all {models}"
    return 1, f"{item.name} stands there once: given to one of {models}"


def _why_all(item: rosters.Selection, lacking: bool) -> str:
    guns = [*filter(is_gun, item.tables())]
    name = plain_name(item.name)
    if _is_standard(item):
        return "it is standard"
    if guns and all(map(_is_sidearm, guns)):
        return "grenades and pistols are everybody's"
    if name.endswith("s") and not name.endswith("ss"):
        return "its name is a plural"
    if guns and all(map(_is_common, guns)):
        return "whole squads carry such weapons"
    if item.all_points == 0 and (lacking or not guns):
        return "there is nothing else to shoot with" if guns else "it costs nothing"
    return ""


def _is_standard(item: rosters.Selection) -> bool:
    return any(plain_name(name).startswith(plain_name(STANDARD)) for name in (item.group, item.name))


def _is_sidearm(profile: rosters.Profile) -> bool:
    if "grenade" in profile.name.casefold():
        return True
    way = profile_parts.fire_mode_of(profile, None)
    return not isinstance(way, str) and fire_of(dict(way.values)["type"]).type == PISTOL


def _is_common(profile: rosters.Profile) -> bool:
    """Return True for a common weapon: Rapid Fire with low Strength and weak AP."""
    way = profile_parts.fire_mode_of(profile, None)
    if isinstance(way, str) or _is_sidearm(profile):
        return _is_sidearm(profile)
    values = dict(way.values)
    weak = values["S"].isdecimal() and int(values["S"]) <= 5 and values["AP"] in ("5", "6", "-")
    return fire_of(values["type"]).type == RAPID_FIRE and weak


# What a selection gives: weapons, saves and special rules -------------------------------------------------------------

# Names without influence on shooting, even if the file has no text for them.
IDLE = ("close combat weapon", "close combat weapons", "ccw", "combat blade", "combat knife", "warlord")


class Gives(Record):
    """Gifts of a selection. `saves` pairs a kind with the number before the plus; `rules` are as in a list."""

    arms: tuple[profile_parts.Arm, ...] = ()
    rules: tuple[str, ...] = ()
    saves: tuple[tuple[str, int], ...] = ()

    def and_(self, other: Gives) -> Gives:
        rules = tuple(dict.fromkeys((*self.rules, *other.rules)))
        return Gives((*self.arms, *other.arms), rules, (*self.saves, *other.saves))


class Finder:
    """The tables of selections by name, for selections without tables of their own (IMP-32)."""

    def __init__(self, roster: rosters.Roster) -> None:
        self.known: dict[str, rosters.Selection] = {}
        for _, top in roster.tops():
            for part in top.every():
                if any(map(profile_parts.is_weapon, part.profiles)):
                    self.known.setdefault(plain_name(part.name), part)

    def filled(self, unit: rosters.Selection) -> tuple[rosters.Selection, tuple[str, ...]]:
        """Return the unit with tables for weapons that have none, and the messages."""
        messages: list[str] = []

        def fill(item: rosters.Selection) -> rosters.Selection:
            if item.profiles or item.rules or item.selections or item.kind in (rosters.UNIT, rosters.MODEL):
                return rosters.copied(item, selections=tuple(map(fill, item.selections)))
            if (other := self.known.get(plain_name(item.name))) is not None:
                tables = tuple(filter(profile_parts.is_weapon, other.profiles))
                if not all(map(profile_parts.is_melee, tables)):
                    messages.append(f"{item.name}: its values are those of another {other.name} of the roster")
                return rosters.copied(item, profiles=tables)
            if tables := profile_parts.tables_of_armoury(item.name):
                messages.append(f"{item.name}: the file has no values, those of the armoury are taken")
            return rosters.copied(item, profiles=tables)

        return fill(unit), tuple(dict.fromkeys(messages))


class Reader:
    """The reader of one unit's selections. Each message is given once, however many models carry the selection.

    :ivar of_guns: rules of the unit's weapons, which the file may repeat at models only as an explanation
    """

    def __init__(self, context: ImportContext, unit: str, of_guns: frozenset[str] = frozenset()) -> None:
        self.context, self.unit, self.of_guns = context, unit, of_guns
        self.notes, self.guesses = list[str](), list[str]()
        self._reported = set[tuple[str, str]]()

    def gives_of(self, selection: rosters.Selection, strength: int | None) -> Gives:
        """Return what a selection gives by itself, without what is inside."""
        weapons = [profile for profile in selection.profiles if profile_parts.is_weapon(profile)]
        if not (selection.profiles or selection.rules or selection.selections) and selection.kind not in (
            rosters.UNIT,
            rosters.MODEL,
        ):
            return self._by_name(selection)
        arms = self._arms(selection, weapons, strength)
        gives = self._of_rules(selection, arms)
        for profile in selection.profiles:
            if is_text(profile):
                gives = gives.and_(self._of_text(profile))
        return gives

    # Weapons ----------------------------------------------------------------------------------------------------------

    def _arms(
        self, selection: rosters.Selection, weapons: Iterable[rosters.Profile], strength: int | None
    ) -> tuple[profile_parts.Arm, ...]:
        ways = list[profile_parts.FireMode]()
        for profile in weapons:
            if profile_parts.is_melee(profile):
                self._count("melee", profile.name)
                continue
            way = profile_parts.fire_mode_of(profile, strength)
            if isinstance(way, str):
                self._left_out(profile.name, f"{profile.name}: {way}")
            else:
                self._count("weapons", profile.name)
                ways.append(way)
        arms = profile_parts.arms_of(selection, [self._with_rules(way, selection, ways) for way in ways])
        for arm in arms:
            self.guesses += arm.guesses
            for rule in dict.fromkeys(rule for _, way in arm.ways for rule in way.unknown):
                self._to_play(f"{arm.name}: {rule}", "")
        return arms

    def _with_rules(
        self, way: profile_parts.FireMode, selection: rosters.Selection, ways: list[profile_parts.FireMode]
    ) -> profile_parts.FireMode:
        """Return the mode with the rules of its selection that no mode has yet."""
        words = list[str]()
        for rule in selection.rules:
            word, _ = special_rules.rule_of_weapon(rule.name)
            plain = plain_name(rule.name)
            has = [mode for mode in ways if word in mode.rules or plain in map(plain_name, mode.unknown)]
            if not has and word:
                words.append(word)
        return way.but(rules=(*way.rules, *words))

    def _by_name(self, selection: rosters.Selection) -> Gives:
        """Return what a selection without tables gives by its name, such as a special rule."""
        name = selection.name
        result = special_rules.rule_of_unit(name, "")
        if result.fate != special_rules.YOURS or result.word:
            return self._give_rule(name, result)
        if meant := profile_parts.near_weapon(name):
            self._left_out(name, f"{name}: the file has no values; did you mean {meant}?")
        elif plain_name(name) not in IDLE and not special_rules.changes_no_shot(name):
            self._to_play(name, special_rules.to_be_read(name))
        return Gives()

    # Rules and wargear ------------------------------------------------------------------------------------------------

    def _of_rules(self, selection: rosters.Selection, arms: tuple[profile_parts.Arm, ...]) -> Gives:
        gives = Gives(arms)
        for rule in selection.rules:
            result = special_rules.rule_of_unit(rule.name, rule.text)
            if arms and (result.fate == special_rules.OF_WEAPONS or self._is_glossary(rule, arms)):
                continue
            if not arms and result.word in self.of_guns and result.word in of_his_weapons():
                words = f"{rule.name} is taken for that of its weapons which have it"
                self.guesses += [words] * (words not in self.guesses)
                continue
            gives = gives.and_(self._give_rule(rule.name, result))
        return gives

    def _is_glossary(self, rule: rosters.Rule, arms: tuple[profile_parts.Arm, ...]) -> bool:
        """Return True if one of the weapons has the rule."""
        name = plain_name(rule.name)
        return any(name in map(plain_name, (*way.rules, *way.unknown)) for arm in arms for _, way in arm.ways)

    def _of_text(self, profile: rosters.Profile) -> Gives:
        """Return what wargear or another table of texts gives."""
        if profile.has("Capacity") or profile.has("Building Type"):
            return Gives()
        if "psychic" in profile.kind.casefold():
            self._to_play(profile.name, f"{profile.name}: read the psychic power on its card")
            return Gives()
        return self._give_rule(profile.name, special_rules.rule_of_unit(profile.name, special_rules.text_of(profile)))

    def _give_rule(self, name: str, result: special_rules.RuleResult) -> Gives:
        """Return what a rule gives; count and report the rule."""
        fate = special_rules.YOURS if result.fate == special_rules.OF_WEAPONS else result.fate
        if ("fate", plain_name(name)) not in self._reported:
            self._reported.add(("fate", plain_name(name)))
            self.context.count(fate)
            if result.guess:
                self.guesses.append(result.guess)
            if fate == special_rules.YOURS:
                self._tell_players(result.note or special_rules.to_be_read(name))
        given = result.given
        saves = [("armour", given.armour), ("invulnerable", given.invulnerable), ("pain", given.pain)]
        rules = (*([result.word] if result.word and result.fate != special_rules.OF_WEAPONS else []), *given.rules)
        return Gives(rules=rules, saves=tuple((what, number) for what, number in saves if number))

    # Messages, each only once -----------------------------------------------------------------------------------------

    def _to_play(self, name: str, note: str) -> None:
        if ("fate", plain_name(name)) not in self._reported:
            self._reported.add(("fate", plain_name(name)))
            self.context.count("yours")
            self._tell_players(note or name, bool(note))

    def _tell_players(self, note: str, keep: bool = True) -> None:
        self.context.to_play(self.unit, note)
        if keep:
            self.notes.append(note)

    def _left_out(self, name: str, text: str) -> None:
        if ("left out", plain_name(name)) not in self._reported:
            self._reported.add(("left out", plain_name(name)))
            self.context.left_out(self.unit, text)

    def _count(self, what: str, name: str) -> None:
        if (what, plain_name(name)) not in self._reported:
            self._reported.add((what, plain_name(name)))
            self.context.count(what)


def rules_of_guns(unit: rosters.Selection) -> frozenset[str]:
    """Return the rules of a unit's shooting weapons."""
    ways = (profile_parts.fire_mode_of(profile, None) for profile in unit.tables() if is_gun(profile))
    return frozenset(rule for way in ways if not isinstance(way, str) for rule in way.rules)


def notes_about_choice(unit: str, chosen: rosters.Selection, context: ImportContext) -> list[str]:
    """Return notes about a choice that is no unit: the rules that players must apply."""
    texts = [(rule.name, rule.text) for rule in chosen.rules]
    texts += [(row.name, special_rules.text_of(row)) for row in chosen.profiles if is_text(row)]
    notes = []
    for name, text in texts:
        result = special_rules.rule_of_unit(name, text)
        context.count(special_rules.NOTHING if result.fate == special_rules.NOTHING else special_rules.YOURS)
        if result.fate != special_rules.NOTHING:
            notes.append(result.note or special_rules.to_be_read(name))
            context.to_play(unit, notes[-1])
    return notes


# The units of the list ------------------------------------------------------------------------------------------------

MOST_WEAPONS, MOST_ROWS, MOST_RULES, LONGEST_NOTE = 20, 60, 40, 2000
ALONE = "Independent Character"
REMEDY = "give a roster, list or catalogue that has it with --data"
_NUMBER = re.compile(r"\d{1,3}")
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_CAPACITY = re.compile(r"(?i)\btransport capacity (?:of |is )?([a-z]+|\d{1,3})\b")


class ModelDraft(Record):
    """Models that are alike. `weapons` are pairs of a name in the list and a number."""

    name: str
    statline: profile_parts.Statline
    number: int
    weapons: tuple[tuple[str, int], ...] = ()
    rules: tuple[str, ...] = ()
    saves: tuple[tuple[str, int], ...] = ()
    guesses: tuple[str, ...] = ()

    @property
    def character(self) -> bool:
        return self.statline.character and not self.statline.vehicle


class Maker:
    """The maker of the units of one roster."""

    def __init__(self, context: ImportContext, library: profile_parts.Library, finder: Finder) -> None:
        self.context, self.library, self.finder = context, library, finder
        self.units: list[dict[str, Any]] = []

    def add(self, part: profile_parts.RosterUnit, force: rosters.Force, faction: str = "") -> None:
        """Add the unit, or several of it; or report why it is left out. `faction` is that of an ally."""
        selection, turned = profile_parts.with_models(part.selection)
        name = display_name(selection)
        if (odd := rosters.negative(selection)) is not None:
            self.context.left_out(name, f"{odd.number}x {odd.name}: fewer than none", "export the list anew")
            return
        if not profile_parts.has_statline(selection):
            self._report_no_statline(name, selection)
            return
        back = [
            f"the file has {item.number} {item.name}: taken off others of it" for item in rosters.taken_back(selection)
        ]
        guesses = [*back, *(f"{upgrade} has a statline of its own: a model" for upgrade in turned)]
        if part.stood_in:
            guesses.insert(0, f"it stands in {part.stood_in}: a unit of its own")
        cost = self._report_shell(part.shell, name, guesses) if part.shell is not None else 0
        for unit in rosters.each(selection):
            self._add(unit, name, force, faction, guesses, cost)
            cost = 0

    def _report_shell(self, shell: rosters.Selection, name: str, guesses: list[str]) -> float:
        """Report what a holder of units has itself, and return its points."""
        for part in shell.every():
            for profile in filter(is_gun, part.profiles):
                self.context.left_out(shell.name, f"{profile.name}: it is no unit's", "write it to a model of the list")
            notes_about_choice(shell.name, part, self.context)
        if cost := shell.all_points:
            guesses.append(f"{cost:g} points of {shell.name} are counted here")
        return cost

    def _report_no_statline(self, name: str, selection: rosters.Selection) -> None:
        if any(profile.has("Building Type") for profile in selection.tables()):
            self.context.left_out(name, "a building: fortifications are not played here")
        else:
            self.context.left_out(name, "no statline in the file", REMEDY)

    def _add(
        self, selection: rosters.Selection, name: str, force: rosters.Force, faction: str, words: list[str], cost: float
    ) -> None:
        known, filled = self.finder.filled(selection)
        known = upgrades_as_models(known)
        words = [*words, *known.guessed, *_taken_as_men(known)]
        unit, guessed = multiplied(known)
        reader = Reader(self.context, name, rules_of_guns(unit))
        reader.guesses += [*words, *filled, *guessed]
        mustered = rosters.mustered(unit, force, lambda item: bool(item.name))
        for crew in mustered.crew:
            self.context.left_out(name, f"{crew.number}x {crew.name}: crew, no model of its own")
        if mustered.models > rosters.MOST_MODELS:
            self.context.left_out(name, f"{mustered.models} models; a unit has {rosters.MOST_MODELS} at most")
            return
        rows = [*self._with_statlines(name, mustered.rows, unit)]
        vehicles = {statline.vehicle for _, statline, _ in rows}
        for vehicle in sorted(vehicles, key=lambda other: other != rows[0][1].vehicle):
            alike = [row for row in rows if row[1].vehicle == vehicle]
            if vehicle == rows[0][1].vehicle:
                shared, points = [item for item, _ in mustered.shared], rosters.points_of(selection) + round(cost)
                self._add_models(name, unit, alike, shared, mustered.alone, reader, faction, points)
            else:
                other_name = rosters.shortened(alike[0][0].model.name)[0]
                beside = Reader(self.context, other_name)
                beside.guesses.append(f"it stands among the models of {name}: a unit of its own")
                self._add_models(other_name, unit, alike, [], mustered.alone, beside, faction, None)

    def _with_statlines(
        self, name: str, rows: Iterable[rosters.EqualModels], unit: rosters.Selection
    ) -> Iterator[tuple[rosters.EqualModels, profile_parts.Statline, str]]:
        for row in rows:
            table, message = profile_parts.statline_for(row, unit)
            if table is None:
                self.context.left_out(name, f"{row.models}x {row.model.name}: no statline in the file", REMEDY)
                continue
            statline = profile_parts.statline_of(table)
            if statline.broken:
                self.context.left_out(name, f"{row.models}x {row.model.name}: {statline.broken}")
            else:
                yield row, statline, message

    def _add_models(
        self, name: str, unit: rosters.Selection, rows: list[tuple[rosters.EqualModels, profile_parts.Statline, str]],
        shared: list[rosters.Selection], alone: bool, reader: Reader, faction: str, points: int | None,
    ) -> None:  # fmt: skip
        """Add the unit of these models. `alone`: the unit is its own model. `shared`: other items of the unit."""
        groups = [Group(row, row.models, [*row.carries], statline.character) for row, statline, _ in rows]
        by_row = {id(row): (statline, message) for row, statline, message in rows}
        of_unit = Gives()
        if not alone:
            groups, guessed = hand_out(groups, [*_unit_guns(unit), *(item for item in shared if matters(item))])
            reader.guesses += guessed
            below = [inner for item in shared if not matters(item) for inner in item.every()]
            for part in (_texts_only(unit), *below):
                of_unit = of_unit.and_(reader.gives_of(part, None))
        kinds = []
        spoken = spoken_names((row.model.name, row.models) for row, _, _ in rows if row.model is not unit)
        for group in groups:
            statline, message = by_row[id(group.row)]
            called = spoken.get(group.row.model.name, "")
            kinds.append(self._model_draft(name, group, statline, message, alone, called, reader))
        self._add_page(name, unit, kinds, of_unit, reader, faction, points)

    def _model_draft(
        self, unit: str, group: Group, statline: profile_parts.Statline, text: str, alone: bool, called: str,
        reader: Reader,
    ) -> ModelDraft:  # fmt: skip
        value = dict(statline.values).get("S")
        strength = value if isinstance(value, int) else None
        model = group.row.model
        before = len(reader.guesses)
        given = [(reader.gives_of(part, strength), number) for part, number in ((model, 1), *group.items)]
        weapons: dict[str, int] = {}
        for gives, number in given:
            for arm in gives.arms:
                weapon = self.library.weapon(arm, statline.name, unit)
                weapons[weapon] = weapons.get(weapon, 0) + number * arm.times
        guesses = [*([text] if text else []), *statline.guesses, *reader.guesses[before:]]
        del reader.guesses[before:]
        rules = dict.fromkeys((*statline.rules, *(rule for gives, _ in given for rule in gives.rules)))
        saves = tuple(dict.fromkeys(save for gives, _ in given for save in gives.saves))
        name = statline.name if alone and model.kind == rosters.UNIT else display_name(model, called)
        arms = tuple(weapons.items())
        return ModelDraft(rosters.shortened(name)[0], statline, group.count, arms, tuple(rules), saves, tuple(guesses))

    # The page of the unit ---------------------------------------------------------------------------------------------

    def _add_page(
        self, name: str, unit: rosters.Selection, kinds: list[ModelDraft], of_unit: Gives, reader: Reader, faction: str,
        points: int | None,
    ) -> None:  # fmt: skip
        kinds = rosters.in_order(_merged(kinds), lambda kind: kind.number, lambda kind: kind.character)
        if len(kinds) > MOST_ROWS:
            self.context.left_out(name, f"{len(kinds)} kinds of models; a list has {MOST_ROWS} at most")
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
            document["note"] = rosters.shortened("; ".join(dict.fromkeys(reader.notes)), LONGEST_NOTE)[0]
        unit_index = len(self.units)
        document["models"] = [self._model(name, kind, rules, of_unit.saves) for kind in kinds]
        self.units.append(document)
        for index, kind in enumerate(kinds):
            for guess in dict.fromkeys(kind.guesses):
                self.context.guess(name, guess, ("units", unit_index, "models", index))
            row = document["models"][index]
            pain = any(rule.startswith("Feel No Pain") for rule in (*rules, *kind.rules)) or "FNP" in row
            self.context.count("invulnerable", kind.number * ("Inv" in row | dict(kind.statline.values)))
            self.context.count("pain", kind.number * pain)
        for guess in dict.fromkeys(reader.guesses):
            self.context.guess(name, guess, ("units", unit_index))
        types = list(dict.fromkeys(kind.statline.type for kind in kinds if kind.statline.type))
        if len(types) > 1:
            self.context.guess(
                name, f"its models are {' and '.join(types)}: taken as {types[0]}", ("units", unit_index, "type")
            )

    def _document(
        self, name: str, unit: rosters.Selection, kinds: list[ModelDraft], faction: str, points: int | None
    ) -> dict[str, Any]:
        document: dict[str, Any] = {"name": name}
        type_ = next((kind.statline.type for kind in kinds if kind.statline.type), "")
        if not kinds[0].statline.vehicle and any(word.casefold() in type_.casefold() for word in OF_VEHICLES):
            self.context.guess(name, f"type {type_}, and no armour values: Infantry", ("units", len(self.units)))
            type_ = "Infantry"
        if type_:
            lone = len(kinds) == kinds[0].number == 1
            document["type"] = rosters.shortened(_with_character(type_) if lone and kinds[0].character else type_)[0]
        if points:
            document["points"] = min(points, 10000)
        if faction:
            document["faction"] = rosters.shortened(faction)[0]
        return document

    def _model(
        self, unit: str, kind: ModelDraft, rules: list[str], saves: tuple[tuple[str, int], ...]
    ) -> dict[str, Any]:
        values = dict(kind.statline.values)
        row: dict[str, Any] = {"name": kind.name}
        if kind.number > 1:
            row["count"] = kind.number
        row["profile"] = self.library.profile(kind.statline.name, values, unit)
        row |= _better_saves(values, (*kind.saves, *saves), kind.statline.vehicle)
        if kind.character:
            row["character"] = True
        row = with_plural(row, unit)
        if extra := [rule for rule in kind.rules if rule not in rules]:
            row["rules"] = extra[:MOST_RULES]
        if weapons := [text for name, times in kind.weapons for text in rosters.in_list(name, times)]:
            row["weapons"] = weapons[:MOST_WEAPONS]
            for weapon in weapons[MOST_WEAPONS:]:
                self.context.left_out(unit, f"{weapon} of {kind.name}: a model has {MOST_WEAPONS} weapons at most")
        return row

    def _transport(self, unit: rosters.Selection, kinds: list[ModelDraft], reader: Reader) -> dict[str, int] | None:
        """Return the capacity of a transport, as far as the file says it."""
        if not kinds[0].statline.vehicle:
            return None
        for profile in unit.tables():
            stated = profile.get("Capacity", "Transport Capacity")
            if stated is not None and (capacity := _number(stated)):
                fire = profile.get("Fire Points") or ""
                points = _number(fire) or 0
                if not fire.strip(" -").isdigit() and fire.strip(" -"):
                    reader.guesses.append(f"fire points {rosters.shortened(fire, 40)[0]}: {points}")
                return {"capacity": capacity} | ({"fire points": points} if points else {})
        texts = [rule.text for part in unit.every() for rule in part.rules]
        texts += [text for profile in unit.tables() for _, text in profile.values]
        for text in texts:
            match = _CAPACITY.search(text)
            if match and (capacity := _number(match[1])):
                reader.guesses.append(f"transport capacity {capacity}: read in a text")
                return {"capacity": capacity}
        if "Transport" in kinds[0].statline.type:
            reader.guesses.append("its transport capacity is not in the file: add transport: {capacity: N}")
        return None


def _taken_as_men(unit: rosters.Selection) -> Iterator[str]:
    """Yield messages about upgrades that became models."""
    for part in unit.below():
        if part.kind == rosters.MODEL:
            yield from (f"{part.name}: {words}" for words in part.guessed)


def display_name(selection: rosters.Selection, called: str = "") -> str:
    """Return the name, with the player's own name behind it (IMP-15). `called` is what people say for it, or ""."""
    base = called or selection.name
    name = f"{base} ({selection.custom})" if selection.custom else base
    return rosters.shortened(name)[0]


def _unit_guns(unit: rosters.Selection) -> Iterator[rosters.Selection]:
    """Yield the weapons in the unit's own tables if its models are below it; everybody has them."""
    for profile in filter(is_gun, unit.profiles):
        yield rosters.Selection(profile.name, group=STANDARD, profiles=(profile,))


def _texts_only(unit: rosters.Selection) -> rosters.Selection:
    """Return the unit itself, with the texts and rules for all its models."""
    return rosters.Selection(unit.name, unit.kind, profiles=tuple(filter(is_text, unit.profiles)), rules=unit.rules)


def _merged(kinds: Iterable[ModelDraft]) -> list[ModelDraft]:
    """Return equal models as one group (IMP-12)."""
    counts: dict[ModelDraft, int] = {}
    for kind in kinds:
        same = kind.but(number=0)
        counts[same] = counts.get(same, 0) + kind.number
    return [kind.but(number=count) for kind, count in counts.items()]


def _better_saves(values: dict[str, str | int], saves: tuple[tuple[str, int], ...], vehicle: bool) -> dict[str, str]:
    """Return the saves that are better than those of the statline (section 8)."""
    better = {}
    for what, key, behind in (("armour", "Sv", "+"), ("invulnerable", "Inv", "++"), ("pain", "FNP", "+")):
        best = min((number for save, number in saves if save == what), default=7)
        printed = _number(str(values.get(key, ""))) or 7
        if best < printed and not (vehicle and key != "Inv"):
            better[key] = f"{best}{behind}"
    return better


def _number(text: str) -> int | None:
    """Return the first number of a text, in digits, or as its first word."""
    if match := _NUMBER.search(text):
        return int(match[0])
    word = text.casefold().split()[0].strip(".,:") if text.split() else ""
    return _WORDS.index(word) if word in _WORDS else None


def _with_character(type_: str) -> str:
    return f"{type_[:-1]}, Character)" if type_.endswith(")") else f"{type_} (Character)"
