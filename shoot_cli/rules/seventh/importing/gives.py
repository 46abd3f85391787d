"""What one selection of a roster gives to whoever carries it: weapons, saves, special rules; and what is to be said."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.armies.problems import plain_name
from shoot_cli.core.record import Record
from shoot_cli.imports.roster import MODEL, UNIT, Profile, Roster, Rule, Selection
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.units import copied
from shoot_cli.rules.seventh.importing.special import (
    NOTHING,
    OF_WEAPONS,
    PLAYED,
    YOURS,
    RuleResult,
    changes_no_shot,
    rule_of_unit,
    rule_of_weapon,
    text_of,
    to_be_read,
)
from shoot_cli.rules.seventh.importing.statlines import is_statline
from shoot_cli.rules.seventh.importing.weapons import (
    Arm,
    FireMode,
    arms_of,
    is_melee,
    is_weapon,
    near_weapon,
    tables_of_armoury,
    way_of,
)
from shoot_cli.rules.seventh.special_rules import of_his_weapons

# Names that say nothing of shooting though the file has no text of them.
IDLE = ("close combat weapon", "close combat weapons", "ccw", "combat blade", "combat knife", "warlord")


class Gives(Record):
    """``saves``: what, and the number before the plus. ``rules``: in the words of a list."""

    arms: tuple[Arm, ...] = ()
    rules: tuple[str, ...] = ()
    saves: tuple[tuple[str, int], ...] = ()

    def and_(self, other: Gives) -> Gives:
        rules = tuple(dict.fromkeys((*self.rules, *other.rules)))
        return Gives((*self.arms, *other.arms), rules, (*self.saves, *other.saves))


class Finder:
    """Tables of selections by their names, for those that have none of their own (IMP-32)."""

    def __init__(self, roster: Roster) -> None:
        self.known: dict[str, Selection] = {}
        for _, top in roster.tops():
            for one in top.every():
                if any(map(is_weapon, one.profiles)):
                    self.known.setdefault(plain_name(one.name), one)

    def filled(self, unit: Selection) -> tuple[Selection, tuple[str, ...]]:
        """The unit with a table for each weapon that has none, and what is to be said of that."""
        said: list[str] = []

        def fill(one: Selection) -> Selection:
            if one.profiles or one.rules or one.selections or one.kind in (UNIT, MODEL):
                return copied(one, selections=tuple(map(fill, one.selections)))
            if (other := self.known.get(plain_name(one.name))) is not None:
                tables = tuple(filter(is_weapon, other.profiles))
                if not all(map(is_melee, tables)):
                    said.append(f"{one.name}: its values are those of another {other.name} of the roster")
                return copied(one, profiles=tables)
            if tables := tables_of_armoury(one.name):
                said.append(f"{one.name}: the file has no values, those of the armoury are taken")
            return copied(one, profiles=tables)

        return fill(unit), tuple(dict.fromkeys(said))


class Reader:
    """Reads the selections of one unit. Whatever is to be said of one is said once, however many carry it.

    :ivar of_guns: rules that weapons of the unit have, so that the file may only explain them where they hang on models
    """

    def __init__(self, taking: ImportContext, unit: str, of_guns: frozenset[str] = frozenset()) -> None:
        self.taking, self.unit, self.of_guns = taking, unit, of_guns
        self.notes: list[str] = []
        self.guesses: list[str] = []
        self._said: set[tuple[str, str]] = set()

    def of(self, selection: Selection, strength: int | None) -> Gives:
        """What it gives by itself, without what stands in it."""
        weapons = [profile for profile in selection.profiles if is_weapon(profile)]
        if not (selection.profiles or selection.rules or selection.selections) and selection.kind not in (UNIT, MODEL):
            return self._by_name(selection)
        arms = self._arms(selection, weapons, strength)
        gives = self._of_rules(selection, arms)
        for profile in selection.profiles:
            if not is_weapon(profile) and not is_statline(profile):
                gives = gives.and_(self._of_text(profile))
        return gives

    # ---- weapons

    def _arms(self, selection: Selection, weapons: Iterable[Profile], strength: int | None) -> tuple[Arm, ...]:
        ways = list[FireMode]()
        for profile in weapons:
            if is_melee(profile):
                self._count("melee", profile.name)
                continue
            way = way_of(profile, strength)
            if isinstance(way, str):
                self._left_out(profile.name, f"{profile.name}: {way}")
            else:
                self._count("weapons", profile.name)
                ways.append(way)
        arms = arms_of(selection, [self._ruled(way, selection, ways) for way in ways])
        for arm in arms:
            self.guesses += arm.guesses
            for rule in dict.fromkeys(rule for _, way in arm.ways for rule in way.unknown):
                self._to_play(f"{arm.name}: {rule}", "")
        return arms

    def _ruled(self, way: FireMode, selection: Selection, ways: list[FireMode]) -> FireMode:
        """With the rules that hang on the selection, as far as they are no glossary of what one of its ways has."""
        more = list[str]()
        for rule in selection.rules:
            word, _ = rule_of_weapon(rule.name)
            has = [one for one in ways if word in one.rules or plain_name(rule.name) in map(plain_name, one.unknown)]
            if not has and word:
                more.append(word)
        return way.but(rules=(*way.rules, *more))

    def _by_name(self, selection: Selection) -> Gives:
        """Of what has no table, nor anything else of its name: a special rule, perhaps."""
        name = selection.name
        told = rule_of_unit(name, "")
        if told.fate != YOURS or told.word:
            return self._told(name, told)
        if meant := near_weapon(name):
            self._left_out(name, f"{name}: the file has no values; did you mean {meant}?")
        elif plain_name(name) not in IDLE and not changes_no_shot(name):
            self._to_play(name, to_be_read(name))
        return Gives()

    # ---- rules and wargear

    def _of_rules(self, selection: Selection, arms: tuple[Arm, ...]) -> Gives:
        gives = Gives(arms)
        for rule in selection.rules:
            told = rule_of_unit(rule.name, rule.text)
            if arms and (told.fate == OF_WEAPONS or self._is_glossary(rule, arms)):
                continue
            if not arms and told.word in self.of_guns and told.word in of_his_weapons():
                words = f"{rule.name} is taken for that of its weapons which have it"
                self.guesses += [words] * (words not in self.guesses)
                continue
            gives = gives.and_(self._told(rule.name, told))
        return gives

    def _is_glossary(self, rule: Rule, arms: tuple[Arm, ...]) -> bool:
        """True of what one of the weapons has among its rules."""
        said = plain_name(rule.name)
        return any(said in map(plain_name, (*way.rules, *way.unknown)) for arm in arms for _, way in arm.ways)

    def _of_text(self, profile: Profile) -> Gives:
        """Of an item of wargear, or another table of texts."""
        if profile.has("Capacity") or profile.has("Building Type"):
            return Gives()
        if "psychic" in profile.kind.casefold():
            self._to_play(profile.name, f"{profile.name}: read the psychic power on its card")
            return Gives()
        return self._told(profile.name, rule_of_unit(profile.name, text_of(profile)))

    def _told(self, name: str, told: RuleResult) -> Gives:
        """What a rule gives, counted and said."""
        fate = YOURS if told.fate == OF_WEAPONS else told.fate
        if ("fate", plain_name(name)) not in self._said:
            self._said.add(("fate", plain_name(name)))
            self.taking.count({PLAYED: "played", YOURS: "yours", NOTHING: "nothing"}[fate])
            if told.guess:
                self.guesses.append(told.guess)
            if fate == YOURS:
                self._say(told.note or to_be_read(name))
        given = told.given
        saves = [("armour", given.armour), ("invulnerable", given.invulnerable), ("pain", given.pain)]
        rules = (*([told.word] if told.word and told.fate != OF_WEAPONS else []), *given.rules)
        return Gives(rules=rules, saves=tuple((what, number) for what, number in saves if number))

    # ---- what is to be said, once

    def _to_play(self, name: str, note: str) -> None:
        if ("fate", plain_name(name)) not in self._said:
            self._said.add(("fate", plain_name(name)))
            self.taking.count("yours")
            self._say(note or name, bool(note))

    def _say(self, note: str, keep: bool = True) -> None:
        self.taking.to_play(self.unit, note)
        if keep:
            self.notes.append(note)

    def _left_out(self, name: str, text: str) -> None:
        if ("left out", plain_name(name)) not in self._said:
            self._said.add(("left out", plain_name(name)))
            self.taking.left_out(self.unit, text)

    def _count(self, what: str, name: str) -> None:
        if (what, plain_name(name)) not in self._said:
            self._said.add((what, plain_name(name)))
            self.taking.count(what)


def rules_of_guns(unit: Selection) -> frozenset[str]:
    """Rules that stand with the weapons of a unit that shoot."""
    guns = (one for selection in unit.every() for one in selection.profiles if is_weapon(one) and not is_melee(one))
    ways = (way_of(one, None) for one in guns)
    return frozenset(rule for way in ways if not isinstance(way, str) for rule in way.rules)


def of_nobody(unit: str, chosen: Selection, taking: ImportContext) -> list[str]:
    """What hangs on something that is no unit and no model's: what of it the players must play, as notes."""
    texts = [(rule.name, rule.text) for rule in chosen.rules]
    texts += [(row.name, text_of(row)) for row in chosen.profiles if not is_weapon(row) and not is_statline(row)]
    found = []
    for name, text in texts:
        told = rule_of_unit(name, text)
        taking.count(NOTHING if told.fate == NOTHING else YOURS)
        if told.fate != NOTHING:
            found.append(told.note or to_be_read(name))
            taking.to_play(unit, found[-1])
    return found
